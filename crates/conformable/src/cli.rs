//! The options of each command, as `--help` shows them.
//!
//! Only the shape of the command line: what an option does is decided elsewhere.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use conformable_python::Dialect;
use conformable_types::dtype;
pub use conformable_types::dtype::Dialect as Promotion;

/// Finds shape, dtype, rank and indexing errors in plain NumPy code, before it runs.
#[derive(Debug, Parser)]
#[command(name = "conformable", version, max_term_width = 100)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check files and folders
    Check(Check),
    /// Show how many expressions of arrays are known, and where unknown begins
    Coverage(Coverage),
    /// Show the types of functions, at their calls and on their own, and of bindings
    Infer(Infer),
    /// Write pages for a browser: sources with the type of each expression, findings, where unknown begins
    Report(ReportPages),
    /// Solve a signature: what inputs and outputs may be
    Solve(Solve),
    /// Explain a rule, with an example that fails and the repaired one
    Explain(Explain),
    /// List all rules
    Rules(Rules),
    /// Show how an entry of the catalogue is written, or which entries there are
    Catalogue(Catalogue),
    /// Print what a shell needs to complete the command's switches
    Completions(Completions),
    /// Print the JSON schema of the configuration, or of findings as JSON
    Schema(Schema),
    /// Serve an editor: the language server, on standard input and output
    Server,
}

#[derive(Args, Debug)]
pub struct Check {
    /// Files and folders to check; - for standard input
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Text)]
    pub output_format: CheckFormat,
    /// Explain every verdict on one line: why something is reported there, or isn't
    #[arg(long, value_name = "FILE:[cell N:]LINE", value_parser = file_and_line)]
    pub why: Option<FileLine>,
    /// Check modules too that have nothing to do with arrays, and report what Python's own objects refuse
    #[arg(long)]
    pub all_code: bool,
    /// Also show what can't be proved or holds under an assumption
    #[arg(long)]
    pub strict: bool,
    /// Report these rules alone, whatever the configuration selects and ignores: CF101, CF1, broadcast, ALL
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Don't report these rules either: CF101, CF1, broadcast, ALL
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Leave these out of folders too, patterns as in a .gitignore
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Read this pyproject.toml or conformable.toml instead of the project's, or set a key: 'strict = true'
    #[arg(long, value_name = "FILE|KEY=VALUE")]
    pub config: Vec<String>,
    /// Check standard input as the text of this file
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    /// End with status 0 even if there are errors
    #[arg(long)]
    pub exit_zero: bool,
    /// Write a comment into the files for each finding that would be reported, instead of reporting
    #[arg(long, conflicts_with_all = ["why", "stdin_filename"])]
    pub add_ignore: bool,
    /// Don't report the findings that this file has
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings of this run into the baseline instead of reporting them
    #[arg(long, conflicts_with_all = ["why", "add_ignore", "fix", "diff"])]
    pub update_baseline: bool,
    /// Remove from the baseline what isn't found any more
    #[arg(long, conflicts_with_all = ["why", "add_ignore", "diff", "update_baseline"])]
    pub prune_baseline: bool,
    /// End with status 1 if the baseline has findings that aren't found any more
    #[arg(long)]
    pub error_stale_baseline: bool,
    /// Apply what findings suggest, where that was tried and leaves no finding, and report the rest
    #[arg(long, conflicts_with_all = ["why", "add_ignore"])]
    pub fix: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long, conflicts_with_all = ["why", "add_ignore", "fix", "statistics", "min_known"])]
    pub diff: bool,
    /// With --fix and --diff, also suggestions that are one of several things that may have been meant
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show the settings that are in force, and where each comes from, instead of checking
    #[arg(long, conflicts_with_all = ["why", "add_ignore", "fix", "diff", "update_baseline", "prune_baseline"])]
    pub show_settings: bool,
    /// Check again after each change of a file, until it is interrupted
    #[arg(long, conflicts_with_all = ["why", "stdin_filename", "add_ignore", "update_baseline", "prune_baseline", "diff", "show_settings"])]
    pub watch: bool,
    /// Whose rules apply: numpy, gt4py, pyccel [default: what each file says]
    #[arg(long, value_parser = dialect)]
    pub dialect: Option<Dialect>,
    /// Also show how often each rule was found, and how much was done
    #[arg(long)]
    pub statistics: bool,
    /// Fail if fewer of the expressions of arrays that are evaluated are known, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_known: Option<f64>,
    /// Evaluate what an earlier call answers all the same, and hold the two against each other
    #[arg(long, hide = true)]
    pub verify: bool,
    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Keep results for later runs in this folder [default: .conformable_cache beside pyproject.toml]
    #[arg(long, value_name = "FOLDER")]
    pub cache_dir: Option<PathBuf>,
    /// Take no results of earlier runs, and keep none
    #[arg(long, conflicts_with = "cache_dir")]
    pub no_cache: bool,
}

/// What commands that evaluate whole projects take besides paths.
#[derive(Args, Debug)]
pub struct Evaluation {
    /// Evaluate modules too that have nothing to do with arrays
    #[arg(long)]
    pub all_code: bool,
    /// Leave these out of folders too, patterns as in a .gitignore
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Read this pyproject.toml or conformable.toml instead of the project's, or set a key
    #[arg(long, value_name = "FILE|KEY=VALUE")]
    pub config: Vec<String>,
    /// Whose rules apply: numpy, gt4py, pyccel [default: what each file says]
    #[arg(long, value_parser = dialect)]
    pub dialect: Option<Dialect>,
    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Args, Debug)]
pub struct Coverage {
    /// Files and folders
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
    /// Fail if fewer of the expressions of arrays that are evaluated are known, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_known: Option<f64>,
    #[command(flatten)]
    pub evaluation: Evaluation,
}

#[derive(Args, Debug)]
pub struct ReportPages {
    /// Files and folders
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// The folder that the pages are written into: a new one, an empty one, or that of an earlier report
    #[arg(long, value_name = "FOLDER", default_value = "conformable-report")]
    pub output: PathBuf,
    #[command(flatten)]
    pub evaluation: Evaluation,
}

#[derive(Args, Debug)]
pub struct Infer {
    /// The file, or a folder: then functions have the types of calls in all of its files
    #[arg(value_name = "FILE|FOLDER")]
    pub file: PathBuf,
    /// Also list the types of all expressions
    #[arg(long)]
    pub expressions: bool,
    /// Evaluate this call, its arguments being types or values: 'f(float64[10, 3], 4)'
    #[arg(long, value_name = "CALL")]
    pub call: Option<String>,
    /// Whose rules apply: numpy, gt4py, pyccel [default: what each file says]
    #[arg(long, value_parser = dialect)]
    pub dialect: Option<Dialect>,
    /// Print declarations of a module in Pyccel's Python instead: in C, in Fortran, or as a header file
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub emit: Option<Emit>,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
}

/// The languages of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// C99
    C,
    /// Fortran 2003
    Fortran,
    /// A header file of stubs
    Pyi,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// The signature: '+(m,n),(n,p)->(m,p)', '(x[a], y[b]) -> promote(x, y)[a + b]'
    pub signature: String,
    /// Its inputs, ? for what is to be found: shapes (3,4; n,3; () without dims), or types for the arrow form
    pub inputs: Vec<String>,
    /// Its outputs, as the inputs are written
    #[arg(long, value_name = "OUTPUT", num_args = 1..)]
    pub outputs: Vec<String>,
    /// Fix a variable: k=2, x=float64
    #[arg(long, value_name = "NAME=VALUE")]
    pub given: Vec<String>,
    /// Whose promotion `promote` is: numpy, array-api, gt4py, jax, jax-x32, pyccel, pytensor, torch
    #[arg(long, value_parser = promotion, value_name = "DIALECT")]
    pub dialect: Option<&'static Promotion>,
    /// Solutions to show at most
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The rule's code or name: CF101, broadcast
    pub code: String,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Schema {
    /// Of what
    #[arg(value_enum, default_value_t = SchemaOf::Settings)]
    pub of: SchemaOf,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// The table [tool.conformable], or a file that has its keys at its top
    Settings,
    /// What `check --output-format json` prints
    Findings,
}

#[derive(Args, Debug)]
pub struct Rules {
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
}

/// A line of a file, or of a notebook's cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLine {
    pub file: PathBuf,
    pub cell: Option<usize>,
    pub line: usize,
}

/// Reads `model.py:12` and `a.ipynb:cell 3:2`.
fn file_and_line(text: &str) -> Result<FileLine, String> {
    let wrong = || format!("`{text}` is no file and line, as model.py:12 is");
    let (file, line) = text.rsplit_once(':').ok_or_else(wrong)?;
    let line = line.parse().ok().filter(|line| *line > 0).ok_or_else(wrong)?;
    let of_cell = file.rsplit_once(":cell ").and_then(|(file, cell)| Some((file, cell.parse().ok()?)));
    let (file, cell) = of_cell.map_or((file, None), |(file, cell)| (file, Some(cell)));
    if file.is_empty() { Err(wrong()) } else { Ok(FileLine { file: file.into(), cell, line }) }
}

/// The formats of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// With the source, the shapes lined up, and where they came from
    Text,
    /// One line each
    Concise,
    /// An array of objects, in ruff's shape
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations in a GitHub workflow
    Github,
    /// A code quality report of GitLab's
    Gitlab,
    /// XML that CI systems show as tests
    Junit,
}

#[derive(Args, Debug)]
pub struct Catalogue {
    /// A function, constant or method: np.stack, numpy.linalg.norm, ndarray.reshape; all names if it is left out
    #[arg(conflicts_with = "coverage")]
    pub name: Option<String>,
    /// Count the names of each namespace of which something is said
    #[arg(long)]
    pub coverage: bool,
    /// How to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub output_format: Format,
}

/// The formats of the other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Reads a number of threads.
fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of threads: at least 1"))
}

/// Reads a share: `80`, `99.5`.
fn percent(text: &str) -> Result<f64, String> {
    let share = text.strip_suffix('%').unwrap_or(text).parse().ok();
    let share = share.filter(|share: &f64| (0.0..=100.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is no share from 0 to 100"))
}

/// Reads the name of a dialect of promotion.
pub fn promotion(text: &str) -> Result<&'static Promotion, String> {
    dtype::dialect(text).ok_or_else(|| {
        let names: Vec<&str> = dtype::dialects().into_iter().map(Promotion::name).collect();
        format!("there is no dialect `{text}`: there are {}", names.join(", "))
    })
}

/// Reads a dialect's name; the ones to come are named as such.
pub fn dialect(text: &str) -> Result<Dialect, String> {
    match text {
        "numpy" => Ok(Dialect::Numpy),
        "array-api" | "pytensor" | "jax" | "torch" => Err(format!(
            "as a language to check, the dialect `{text}` is not yet available, only numpy, gt4py and pyccel are"
        )),
        _ => match conformable_dialects::language(text) {
            Some(language) => Ok(Dialect::Language(language.name())),
            None => Err(format!("there is no dialect `{text}`, those available are numpy, gt4py and pyccel")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        CommandLine::command().debug_assert();
    }

    #[test]
    fn dialects() {
        assert_eq!(dialect("numpy"), Ok(Dialect::Numpy));
        assert_eq!(dialect("pyccel"), Ok(Dialect::Language("pyccel")));
        assert_eq!(dialect("gt4py"), Ok(Dialect::Language("gt4py")));
        assert!(dialect("jax").is_err_and(|message| message.contains("not yet")));
        assert!(dialect("nunpy").is_err_and(|message| message.contains("numpy")));
    }
}
