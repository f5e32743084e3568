//! `conformable check`: findings in files and folders.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformable_python::diagnostic::{Diagnostic, Severity, Span};
use conformable_python::notebook::{Cells, is_notebook};
use conformable_python::why::{self, Asked};
use conformable_python::{Counts, FactsWanted, Statistics};
use ruff_text_size::TextRange;

use super::baseline::{BaselineAt, BaselineWishes, Reportable};
use super::fix::{self, FixOptions, Fixed};
use super::{add_ignore, coverage, cwd, eprint, palette, print};
use crate::cache::{self, Answered, Cache};
use crate::cli::{Check, CheckFormat, FileLine};
use crate::config::Config;
use crate::describe::describe_all;
use crate::discover::Found;
use crate::report::coverage::grouped;
use crate::report::{Sources, concise, github, gitlab, json, junit, sarif, summary, text};
use crate::run::Outcome;
use crate::supervise::Workload;
use crate::{Usage, discover, notebook, paths, read, report, run, shown_settings};

/// The causes of knowing nothing that are listed.
const CAUSES: usize = 10;

/// Checks and reports; the exit code says whether there are errors.
pub fn run(options: Check) -> Result<ExitCode, Usage> {
    #[cfg(not(target_family = "wasm"))]
    if options.watch {
        return super::watch::run(&options);
    }
    let cwd = cwd()?;
    let input = standard_input(&options, &cwd)?;
    is_possible(&options, input.is_some())?;
    let first = input.as_ref().map_or(&options.paths[0], |found| &found.files[0]);
    let config = configured(&options, first, &cwd)?;
    let found = match input {
        Some(found) => found,
        None => discover::discover(&options.paths, &cwd, &config.exclude)?,
    };
    let part = Workload::of_environment();
    let run = CheckRun { found: found.part(&part), options, config, part, cwd };
    if run.options.show_settings {
        run.show_settings();
        return Ok(ExitCode::SUCCESS);
    }
    let baseline = run.baseline()?;
    if run.options.diff {
        return run.diff(baseline.as_ref());
    }
    let unwritten = if run.options.fix { run.fix(baseline.as_ref())? } else { 0 };
    let (mut answered, work) = match run.cache() {
        Some(cache) => (cache.check(&run.found, &run.cwd, &run.config, run.jobs())?, String::new()),
        None => {
            let outcome = run::check(&run.found, &run.cwd, &run.config, run.jobs())?;
            if let Some(asked) = &run.config.settings.why {
                print(&explained(asked, outcome)?);
                return Ok(ExitCode::SUCCESS);
            }
            let work = if run.options.statistics { work(&outcome) } else { String::new() };
            (Answered::from(outcome), work)
        }
    };
    let (mut in_baseline, mut is_stale) = (String::new(), false);
    if let Some(baseline) = baseline {
        let known = run.known(&baseline, &mut answered)?;
        (answered.diagnostics, in_baseline, is_stale) = (known.left, known.closing, known.is_failure);
    }
    if run.options.add_ignore {
        return add_ignore::run(&answered, &run.found, &run.cwd);
    }
    report(&run, &answered, (work, in_baseline));
    let is_enough = coverage::is_enough(&answered.known, run.options.min_known);
    let has_errors = unwritten > 0 || is_stale || answered.diagnostics.iter().any(|d| d.severity == Severity::Error);
    Ok(ExitCode::from(u8::from(!run.options.exit_zero && (!is_enough || has_errors))))
}

/// The verdicts on a line; where there are none, what is known of it.
fn explained(asked: &Asked, outcome: Outcome) -> Result<String, Usage> {
    let path = &asked.path;
    let Some((_, text)) = outcome.texts.iter().find(|(file, _)| **file == **path) else {
        return Err(Usage(format!("--why: `{path}` is none of the files that are checked")));
    };
    let (text, lines) = (text.clone(), text.lines().count());
    if asked.line > lines {
        return Err(Usage(format!(
            "--why: {path} has no line {}, it has {}",
            asked.line,
            report::number(lines, "line")
        )));
    }
    let sources = Sources::new(outcome.texts);
    let mut known = Vec::new();
    if let Some(facts) = outcome.facts.file(path).filter(|_| outcome.considered.is_empty()) {
        let is_there = |range: &TextRange| sources.row(&Span::new(&**path, *range)) == asked.line;
        let told = describe_all(path, &text, (facts, outcome.spelled.get(&**path)), &sources);
        let told = told.into_iter().filter(|(range, _)| is_there(range));
        // The lines of a hover, each once: many expressions of a line are unknown for one cause.
        for line in told.flat_map(|(_, told)| told.code_and_cause(&sources)) {
            if !known.contains(&line) {
                known.push(line);
            }
        }
    }
    let at = format!("{path}:{}", sources.line_name(path, asked.line));
    Ok(why::text(&at, &outcome.considered, &known))
}

/// Are there switches that say nothing of this input, or without each other?
fn is_possible(options: &Check, is_standard_input: bool) -> Result<(), Usage> {
    let message = if is_standard_input && options.add_ignore {
        "--add-ignore writes into files, standard input is none"
    } else if is_standard_input && options.fix {
        "--fix writes into files, standard input is none: --diff shows what would change"
    } else if options.unsafe_fixes && !options.fix && !options.diff {
        "--unsafe-fixes is for --fix and --diff"
    } else {
        return Ok(());
    };
    Err(Usage(message.to_owned()))
}

/// What is checked, and how.
struct CheckRun {
    options: Check,
    config: Config,
    found: Found,
    part: Workload,
    cwd: PathBuf,
}

impl CheckRun {
    fn jobs(&self) -> Option<usize> {
        self.part.jobs(self.options.jobs)
    }

    /// The findings that aren't reported, if there is such a file.
    fn baseline(&self) -> Result<Option<BaselineAt>, Usage> {
        let options = &self.options;
        match self.config.baseline.clone() {
            _ if options.why.is_some() => Ok(None),
            Some(path) => BaselineAt::open(path, &self.cwd, self.wishes()).map(Some),
            None if options.update_baseline || options.prune_baseline || options.error_stale_baseline => {
                let message = "which baseline? --baseline FILE says it, or the key `baseline` of the configuration";
                Err(Usage(message.to_owned()))
            }
            None => Ok(None),
        }
    }

    fn wishes(&self) -> BaselineWishes {
        let options = &self.options;
        // A process that looks for the file that brings the checker down writes nothing.
        let may_write = self.part.only.is_none();
        BaselineWishes {
            update: options.update_baseline && may_write,
            prune: options.prune_baseline && may_write,
            error_stale: options.error_stale_baseline,
        }
    }

    fn known(&self, baseline: &BaselineAt, answered: &mut Answered) -> Result<Reportable, Usage> {
        let found = std::mem::take(&mut answered.diagnostics);
        baseline.apply(found, (&answered.texts, &self.found.files, &self.cwd), &self.config, self.wishes())
    }

    fn fixes(&self, baseline: Option<&BaselineAt>) -> Result<Fixed, Usage> {
        let wanted = FixOptions { is_unsafe: self.options.unsafe_fixes, jobs: self.jobs(), baseline };
        fix::find(&self.found, &self.cwd, &self.config, wanted)
    }

    /// Shows what fixes would change; the exit code says whether that is anything.
    fn diff(&self, baseline: Option<&BaselineAt>) -> Result<ExitCode, Usage> {
        let fixed = self.fixes(baseline)?;
        fixed.print_diff(&self.cwd);
        eprint(&fixed.summary("Would fix"));
        Ok(ExitCode::from(u8::from(!self.options.exit_zero && !fixed.is_empty())))
    }

    /// Writes what fixes change; how many files could not be written.
    fn fix(&self, baseline: Option<&BaselineAt>) -> Result<usize, Usage> {
        let fixed = self.fixes(baseline)?;
        // A process that looks for the file that brings the checker down writes nothing.
        if self.part.only.is_some() {
            return Ok(0);
        }
        let unwritten = fixed.write(&self.cwd);
        eprint(&fixed.summary("Fixed"));
        Ok(unwritten)
    }

    /// Where results are kept, unless this run is not to keep any: what `--statistics`, `--why` and `--verify` ask for is
    /// the work itself. A part of a run that brought the checker down is none to be kept, nor is a text that isn't on the
    /// disk.
    fn cache(&self) -> Option<Cache> {
        let options = &self.options;
        let is_whole = self.part.is_whole() && self.found.given.is_empty();
        let asks_for_work = options.statistics || options.why.is_some() || options.verify;
        let folder = self.config.cache_dir.as_ref().filter(|_| !asks_for_work && is_whole)?;
        Cache::new(folder.clone(), &self.config, &self.cwd, &self.options.paths)
    }

    fn show_settings(&self) {
        match self.options.output_format {
            CheckFormat::Json => print(&(json::pretty(&shown_settings::json(&self.config, &self.cwd)) + "\n")),
            _ => print(&shown_settings::text(&self.config, &self.cwd)),
        }
    }
}

/// What the configuration says and the switches over it.
fn configured(options: &Check, first: &Path, cwd: &Path) -> Result<Config, Usage> {
    let mut config = Config::asked(first, cwd, &options.config)?;
    config.choose(&options.select, &options.ignore)?;
    config.exclude_too(cwd, &options.exclude)?;
    if options.strict {
        config.settings.strict = true;
        config.is_said("strict", "--strict");
    }
    if options.all_code {
        config.settings.all_code = true;
        config.is_said("all-code", "--all-code");
    }
    config.settings.verify |= options.verify;
    if let Some(path) = &options.baseline {
        config.baseline = Some(paths::absolute(path, cwd));
        config.is_said("baseline", "--baseline");
    }
    set_cache_dir(&mut config, options, cwd);
    config.settings.why = options.why.as_ref().map(|asked| asked_line(asked, cwd)).transpose()?;
    // The last line of the text says how much is known.
    let is_text = options.output_format == CheckFormat::Text && options.why.is_none() && !options.add_ignore;
    if options.why.is_some() {
        config.settings.facts = FactsWanted::Types;
    } else if is_text || options.statistics || options.min_known.is_some() {
        config.settings.facts = FactsWanted::Levels;
    }
    if let Some(dialect) = options.dialect {
        config.use_dialect(dialect);
        config.is_said("dialect", "--dialect");
    }
    Ok(config)
}

/// The line that `--why` asks about; of a notebook it is that of the module which its cells are.
fn asked_line(asked: &FileLine, cwd: &Path) -> Result<Asked, Usage> {
    let path = paths::absolute(&asked.file, cwd);
    let (shown, cell) = (paths::display(&path, cwd), asked.cell);
    if !is_notebook(&path) {
        return match cell {
            Some(_) => Err(Usage(format!("--why: {shown} is no notebook, it has no cells"))),
            None => Ok(Asked { path: shown, line: asked.line }),
        };
    }
    let Some(cell) = cell else {
        let message = format!("--why: the lines of a notebook are those of its cells: '{shown}:cell 1:{}'", asked.line);
        return Err(Usage(message));
    };
    let text = read::text(&path).and_then(|text| notebook::read(&text));
    let text = text.map_err(|why| Usage(format!("--why: {shown} can't be read: {why}")))?;
    let row = Cells::of(&shown, &text).row(cell, asked.line).filter(|row| *row <= text.lines().count());
    let line =
        row.ok_or_else(|| Usage(format!("--why: {shown} has no line {} in a cell of code {cell}", asked.line)))?;
    Ok(Asked { path: shown, line })
}

/// Says where results are kept: the switch, the environment, the configuration, else a folder of the project.
fn set_cache_dir(config: &mut Config, options: &Check, cwd: &Path) {
    let (usual, said) = cache::usual_folder(config, cwd);
    let (folder, said) = match &options.cache_dir {
        _ if options.no_cache => (None, Some("--no-cache")),
        Some(path) if usual.is_some() => (Some(paths::absolute(path, cwd)), Some("--cache-dir")),
        _ => (usual, said),
    };
    config.cache_dir = folder;
    if let Some(said) = said {
        config.is_said("cache-dir", said);
    }
}

/// Prints the findings, and what there is to say of the run: what was done for it, and which aren't reported.
fn report(run: &CheckRun, answered: &Answered, (work, in_baseline): (String, String)) {
    let (options, diagnostics) = (&run.options, &answered.diagnostics);
    let sources = &Sources::of(diagnostics, answered.texts.iter().cloned());
    let mut closing = work;
    closing += &if answered.files == 0 {
        discover::nothing_found(&options.paths, &run.cwd, &run.config.exclude).to_owned()
    } else {
        summary(diagnostics, answered.files) + "\n"
    };
    closing += &in_baseline;
    match options.output_format {
        CheckFormat::Text => {
            let of_files = (answered.apart, answered.files);
            closing += &report::coverage::closing(&answered.known, &answered.texts, of_files);
            print(&(text::render(diagnostics, sources, &palette()) + &closing));
        }
        CheckFormat::Concise => print(&concise::render(diagnostics, sources)),
        CheckFormat::Json => print(&json::render(diagnostics, sources)),
        CheckFormat::Sarif => print(&sarif::render(diagnostics, sources)),
        CheckFormat::Github => print(&github::render(diagnostics, sources)),
        CheckFormat::Gitlab => print(&gitlab::render(diagnostics, sources)),
        CheckFormat::Junit => print(&junit::render(diagnostics, sources)),
    }
    // Programs read stdout; people see the rest on stderr.
    let is_for_people = options.statistics || options.output_format == CheckFormat::Concise;
    if options.output_format != CheckFormat::Text && is_for_people {
        eprint(&closing);
    }
}

/// How many files would be checked: the places of a [`Workload`] count in them.
pub fn count_files(options: &Check) -> Result<usize, Usage> {
    let cwd = cwd()?;
    if let Some(found) = standard_input(options, &cwd)? {
        return Ok(found.files.len());
    }
    let mut config = Config::asked(&options.paths[0], &cwd, &options.config)?;
    config.exclude_too(&cwd, &options.exclude)?;
    Ok(discover::discover(&options.paths, &cwd, &config.exclude)?.files.len())
}

/// Standard input, if that is what is to be checked.
fn standard_input(options: &Check, cwd: &Path) -> Result<Option<Found>, Usage> {
    let name = options.stdin_filename.as_deref();
    match &options.paths[..] {
        [path] if path == Path::new("-") => discover::standard_input(name, cwd).map(Some),
        paths if paths.iter().any(|path| path == Path::new("-")) => {
            Err(Usage("`-` is standard input, beside which nothing else is checked".to_owned()))
        }
        _ if name.is_some() => Err(Usage("--stdin-filename is for `check -`, standard input".to_owned())),
        _ => Ok(None),
    }
}

/// What `--statistics` shows.
fn work(outcome: &Outcome) -> String {
    let counted = unmodelled(&outcome.unmodelled) + &knowledge(&outcome.facts.counts());
    statistics(&outcome.diagnostics, outcome.statistics) + &counted
}

/// How often each rule was found, and how much was done for it.
fn statistics(diagnostics: &[Diagnostic], done: Statistics) -> String {
    let mut counts: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
    for d in diagnostics {
        counts.entry(d.rule.code).or_insert((0, d.rule.name)).0 += 1;
    }
    let mut out = String::new();
    for (code, (count, name)) in counts {
        let _ = writeln!(out, "{:>9}  {code}  {name}", grouped(count));
    }
    for (count, what) in [
        (done.functions, "functions"),
        (done.calls, "calls evaluated"),
        (done.remembered, "of them remembered"),
        (done.expressions, "expressions"),
        (done.unknown, "of them of unknown type"),
        (done.fuel, "steps"),
        (done.unfinished, "functions and top levels that were not evaluated to their end"),
    ] {
        let _ = writeln!(out, "{:>9}  {what}", grouped(count));
    }
    out.push('\n');
    out
}

/// The commonest constructs of Python that were met and aren't modelled.
fn unmodelled(counts: &BTreeMap<&'static str, u64>) -> String {
    let mut counts: Vec<(&str, u64)> = counts.iter().map(|(construct, count)| (*construct, *count)).collect();
    counts.sort_by_key(|(construct, count)| (std::cmp::Reverse(*count), *construct));
    let mut out = String::new();
    for (construct, count) in counts.into_iter().take(CAUSES) {
        let _ = writeln!(out, "{:>9}  not modelled: {construct}", grouped(count));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// How much is known of the arrays outside of tests, and the commonest causes of knowing nothing.
fn knowledge(known: &Counts) -> String {
    let mut out = String::new();
    #[allow(clippy::cast_precision_loss)]
    let percent = |count: u64| 100.0 * count as f64 / known.sites.max(1) as f64;
    let _ = writeln!(out, "{:>9}  expressions of arrays outside of tests", grouped(known.sites));
    for (count, what) in [(known.ranks, "a rank"), (known.sizes, "every size")] {
        let _ = writeln!(out, "{:>9}  of them with a dtype and {what}, {:.1}%", grouped(count), percent(count));
    }
    let mut causes: Vec<(&str, u64)> = known.causes.iter().map(|(cause, count)| (&**cause, *count)).collect();
    causes.sort_by_key(|(cause, count)| (std::cmp::Reverse(*count), *cause));
    for (cause, count) in causes.into_iter().take(CAUSES) {
        let _ = writeln!(out, "{:>9}  unknown: {cause}", grouped(count));
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::rules;

    #[test]
    fn statistics_count_rules() {
        let place = Span::new("a.py", TextRange::default());
        let found = Diagnostic::new(rules::MATMUL, place, "m");
        let done = Statistics { expressions: 12_345, ..Statistics::default() };
        let text = statistics(&[found.clone(), found], done);
        assert!(text.starts_with("        2  CF101  matmul-inner-dimensions\n"));
        assert!(text.contains("   12,345  expressions\n"));
    }
}
