//! `conformable completions`: what a shell needs to complete the command's switches.

use std::process::ExitCode;

use clap::CommandFactory;

use super::print;
use crate::cli::{CommandLine, Completions};

/// Prints the script of a shell.
pub fn run(options: &Completions) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut CommandLine::command(), "conformable", &mut script);
    print(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}
