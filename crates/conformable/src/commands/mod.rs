//! What each command does: one file for each.

mod add_ignore;
mod baseline;
mod catalogue;
mod check;
mod completions;
mod coverage;
mod explain;
mod fix;
mod infer;
mod report;
mod solve;
#[cfg(not(target_family = "wasm"))]
mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use unicode_width::UnicodeWidthStr;

use crate::cli::{Command, Evaluation, SchemaOf};
use crate::config::Config;
use crate::report::json;
use crate::report::text::Palette;
use crate::{Usage, discover, keys, server};

/// Runs a command.
pub fn run(command: Command) -> Result<ExitCode, Usage> {
    match command {
        Command::Check(options) => check::run(options),
        Command::Coverage(options) => coverage::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Infer(options) => infer::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Rules(options) => explain::rules(&options),
        Command::Catalogue(options) => catalogue::run(&options),
        Command::Completions(options) => Ok(completions::run(&options)),
        Command::Schema(options) => Ok(schema(options.of)),
        Command::Server => server::run(&cwd()?),
    }
}

/// `conformable schema`: what the configuration or findings may be, as a JSON schema.
fn schema(of: SchemaOf) -> ExitCode {
    let schema = match of {
        SchemaOf::Settings => keys::schema(),
        SchemaOf::Findings => json::schema(),
    };
    print(&format!("{}\n", json::pretty(&schema)));
    ExitCode::SUCCESS
}

/// How many files a command checks that can do without some of them.
pub fn files_of(command: &Command) -> usize {
    match command {
        Command::Check(options) => check::count_files(options).unwrap_or(0),
        Command::Coverage(options) => count_files(&options.paths, &options.evaluation).unwrap_or(0),
        Command::Report(options) => count_files(&options.paths, &options.evaluation).unwrap_or(0),
        _ => 0,
    }
}

/// How many files an evaluation has: the places of a [`crate::supervise::Workload`] count in them.
fn count_files(paths: &[PathBuf], options: &Evaluation) -> Result<usize, Usage> {
    let cwd = cwd()?;
    let config = configured(paths, options, &cwd)?;
    Ok(discover::discover(paths, &cwd, &config.exclude)?.files.len())
}

/// The configuration of these paths with what the command line says over it.
fn configured(paths: &[PathBuf], options: &Evaluation, cwd: &Path) -> Result<Config, Usage> {
    let mut config = Config::asked(&paths[0], cwd, &options.config)?;
    config.exclude_too(cwd, &options.exclude)?;
    config.settings.all_code |= options.all_code;
    if let Some(dialect) = options.dialect {
        config.use_dialect(dialect);
    }
    Ok(config)
}

/// The working directory.
fn cwd() -> Result<PathBuf, Usage> {
    std::env::current_dir().map_err(|error| Usage(format!("no working directory: {error}")))
}

/// Writes to stdout; that nobody reads on (`| head`) is no error.
fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes to stderr.
fn eprint(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// A text of the user's with the character at fault pointed at.
fn pointing(what: &str, message: &str, text: &str, offset: usize, expected: &str) -> String {
    let at = text.floor_char_boundary(offset.min(text.len()));
    let indent = " ".repeat(text[..at].width());
    let mut out = format!("{what}: {message}\n\n  {text}\n  {indent}^");
    if !expected.is_empty() {
        out += &format!(" expected {expected}");
    }
    out
}

/// Colours if stdout is a terminal that has them.
fn palette() -> Palette {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => Palette::plain(),
        _ => Palette::colours(),
    }
}
