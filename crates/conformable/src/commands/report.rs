//! `conformable report`: a project as pages for a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformable_python::FactsWanted;
use conformable_python::diagnostic::Severity;

use super::baseline::{BaselineAt, BaselineWishes};
use super::{configured, cwd, eprint, print};
use crate::cli::ReportPages;
use crate::report::html::{self, HtmlReport, Page};
use crate::report::{Sources, concise, coverage, summary};
use crate::run::Workers;
use crate::supervise::Workload;
use crate::{Usage, discover, paths, run};

/// Evaluates once and writes; the exit code is 1 if a file can't be read or isn't Python.
pub fn run(options: &ReportPages) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let folder = paths::absolute(&options.output, &cwd);
    if is_other(&folder) {
        let shown = options.output.display();
        return Err(Usage(format!("--output: `{shown}` has something in it that is no report, which is left alone")));
    }
    let mut config = configured(&options.paths, &options.evaluation, &cwd)?;
    config.settings.facts = FactsWanted::Types;
    let part = Workload::of_environment();
    let found = discover::discover(&options.paths, &cwd, &config.exclude)?.part(&part);
    let pool = run::threads(part.jobs(options.evaluation.jobs))?;
    let workers = Workers { lists_not_evaluated: true, keeps_spelled: true, ..Workers::of_command(&pool) };
    let mut outcome = run::check_by(&workers, &found, &cwd, &config);
    let mut failures = outcome.diagnostics.clone();
    failures.retain(|d| d.rule.is_about_the_run() && d.severity == Severity::Error);
    if let Some(path) = config.baseline.clone() {
        let baseline = BaselineAt::open(path, &cwd, BaselineWishes::default())?;
        let all = std::mem::take(&mut outcome.diagnostics);
        outcome.diagnostics = pool.install(|| baseline.compare(all, &outcome.texts, &cwd)).left;
    }
    let known = coverage::closing(&outcome.facts.counts(), &outcome.texts, (outcome.apart, outcome.files));
    let sources = Sources::new(outcome.texts);
    let told = HtmlReport {
        facts: &outcome.facts,
        not_evaluated: &outcome.not_evaluated,
        spelled: &outcome.spelled,
        diagnostics: &outcome.diagnostics,
        sources: &sources,
        summary: &summary(&outcome.diagnostics, outcome.files),
        known: &known,
    };
    // Sources may be nested deeply.
    let pages = pool.install(|| html::pages(&told));
    // A process that looks for the file that brings the checker down writes nothing.
    if part.only.is_none() {
        write(&folder, &pages).map_err(|why| Usage(format!("the report can't be written: {why}")))?;
        let index = paths::display(&folder.join("index.html"), &cwd);
        print(&format!("{}\n{known}{index}\n", told.summary));
    }
    eprint(&concise::render(&failures, &sources));
    Ok(ExitCode::from(u8::from(!failures.is_empty())))
}

/// Is there something else than an earlier report?
fn is_other(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return folder.exists() };
    let is_report = || fs::read_to_string(folder.join("index.html")).is_ok_and(|text| text.contains(html::MARK));
    entries.next().is_some() && !is_report()
}

/// Writes the pages; those of an earlier report that aren't any more are removed.
fn write(folder: &Path, pages: &[Page]) -> Result<(), String> {
    let reason = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let of_files = folder.join(html::FOLDER);
    fs::create_dir_all(&of_files).map_err(|error| reason(&of_files, error))?;
    // The index first: by it a report is known for one that was begun.
    for page in pages {
        let path = folder.join(&page.path);
        fs::write(&path, &page.html).map_err(|error| reason(&path, error))?;
    }
    let wanted: Vec<PathBuf> = pages.iter().map(|page| folder.join(&page.path)).collect();
    for entry in fs::read_dir(&of_files).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        if is_page && !wanted.contains(&path) {
            fs::remove_file(&path).map_err(|error| reason(&path, error))?;
        }
    }
    Ok(())
}
