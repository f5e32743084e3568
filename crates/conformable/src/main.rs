//! The `conformable` command.

/// An analysis makes many small values on every thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    conformable::main(std::env::args_os())
}
