//! The `conformable` command.

/// An analysis makes many small values on every thread.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: conformable::memory::Counted<mimalloc::MiMalloc> = conformable::memory::Counted(mimalloc::MiMalloc);

fn main() -> std::process::ExitCode {
    conformable::supervised(std::env::args_os())
}
