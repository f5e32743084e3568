//! `conformable coverage`: how many expressions of arrays are known, and what the others depend on.

use std::process::ExitCode;

use conformable_python::diagnostic::Severity;
use conformable_python::{Counts, FactsWanted};

use super::{configured, cwd, eprint, print};
use crate::cli::{Coverage, Format};
use crate::report::{Sources, concise, coverage};
use crate::run::{self, Workers};
use crate::supervise::Workload;
use crate::{Usage, discover};

/// Evaluates and counts; the exit code is 1 if less is known than asked for, or a file can't be read or parsed.
pub fn run(options: &Coverage) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let mut config = configured(&options.paths, &options.evaluation, &cwd)?;
    config.settings.facts = FactsWanted::Levels;
    let part = Workload::of_environment();
    let found = discover::discover(&options.paths, &cwd, &config.exclude)?.part(&part);
    let jobs = part.jobs(options.evaluation.jobs);
    let pool = run::threads(jobs)?;
    let workers = Workers { lists_not_evaluated: true, ..Workers::of_command(&pool) };
    let outcome = run::check_by(&workers, &found, &cwd, &config);
    let sources = Sources::new(outcome.texts);
    let told =
        coverage::CoverageReport { facts: &outcome.facts, not_evaluated: &outcome.not_evaluated, sources: &sources };
    match options.output_format {
        Format::Text if outcome.files == 0 => print(discover::nothing_found(&options.paths, &cwd, &config.exclude)),
        Format::Text => print(&coverage::text(&told)),
        Format::Json => print(&coverage::json(&told)),
    }
    let is_failure = |severity| severity == Severity::Error;
    let mut failures = outcome.diagnostics;
    failures.retain(|d| d.rule.is_about_the_run() && is_failure(d.severity));
    eprint(&concise::render(&failures, &sources));
    let is_enough = is_enough(&outcome.facts.counts(), options.min_known);
    Ok(ExitCode::from(u8::from(!failures.is_empty() || !is_enough)))
}

/// Is as much known as asked for? If not, stderr says so.
pub fn is_enough(counts: &Counts, least: Option<f64>) -> bool {
    let Some(least) = least.filter(|least| counts.share() < *least) else { return true };
    let share = (counts.share() * 100.0).floor() / 100.0;
    eprint(&format!("{share}% of the expressions of arrays are known, less than --min-known {least}\n"));
    false
}
