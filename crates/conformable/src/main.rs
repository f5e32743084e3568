//! The `conformable` command.

#[cfg(not(target_family = "wasm"))]
use conformable::memory::{Counted, Mimalloc};

/// An analysis makes many small values on every thread.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: Counted<Mimalloc> = Counted(Mimalloc);

fn main() -> std::process::ExitCode {
    conformable::supervised(std::env::args_os())
}
