//! The `conformable` command.

#[cfg(not(target_family = "wasm"))]
mod allocator;

/// An analysis makes many small values on every thread.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: conformable::memory::Counted<allocator::Mimalloc> = conformable::memory::Counted(allocator::Mimalloc);

fn main() -> std::process::ExitCode {
    conformable::supervised(std::env::args_os())
}
