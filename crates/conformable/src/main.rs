//! The `conformable` command.

fn main() -> std::process::ExitCode {
    conformable::main(std::env::args_os())
}
