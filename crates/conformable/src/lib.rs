//! The command line: finds files, reads them, has them analysed, reports.
//!
//! This is the only crate with IO, configuration and output formats, and it knows nothing about
//! arrays. It is a library so that other front ends (an editor's server, a Python package) run the
//! same code; the binary is three lines.
//!
//! ```text
//! arguments -> config -> discover -> read -> run (Program, many threads) -> select -> report
//! ```

mod at_once;
mod baseline;
mod cache;
mod cli;
mod commands;
pub mod config;
mod describe;
mod discover;
mod edit;
mod globs;
mod kept_modules;
mod keys;
mod known_texts;
pub mod languages;
mod loader;
pub mod memory;
pub mod notebook;
mod notebook_edit;
mod paths;
mod progress;
mod read;
mod remembered;
pub mod report;
mod rewrite;
mod run;
pub mod server;
pub mod shown;
mod shown_settings;
mod stubs;
mod suggestion;
mod supervise;
pub mod texts;
mod versions;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// Why a command couldn't do its work: wrong usage, said in one message. The exit code is 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Usage(pub String);

/// The same as [`main`], in a process of its own: what ends that one costs no more than the file that did it.
pub fn supervised(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    // What an editor has said is said again to another process, by one that listens.
    if args.get(1).is_some_and(|command| command == "server") && !supervise::is_worker() {
        let is_plain = args.len() == 2;
        return is_plain.then(|| server::supervisor::run(&args)).flatten().unwrap_or_else(|| main(args));
    }
    let count = || cli::CommandLine::try_parse_from(&args).map_or(0, |line| commands::files_of(&line.command));
    supervise::supervised(&args, count).unwrap_or_else(|| main(args.clone()))
}

/// Runs the command given by `args`, the first of which is the program's name.
///
/// The exit code is 0 if there are no errors, 1 if there is at least one, 2 for wrong usage.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command_line = match cli::CommandLine::try_parse_from(args) {
        Ok(command_line) => command_line,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match commands::run(command_line.command) {
        Ok(code) => code,
        Err(Usage(message)) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
            ExitCode::from(2)
        }
    }
}
