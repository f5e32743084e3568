//! `conformable check --fix` and `--diff`: what findings suggest, each tried before it counts.
//!
//! A fix counts if with it its finding is gone and none is new, in any file and of any rule. What can't be meant otherwise may
//! bring less grave ones to light: behind a failure warnings aren't looked for. Fixes of all files are tried
//! together, and by halves where that fails; what a fix leads to is looked for again, a few times. Files are written when all
//! is done, and only then.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::notebook::is_notebook;
use conformable_python::{FactsWanted, ParsedFiles, SourceFile, source};
use rustc_hash::{FxHashMap, FxHashSet};
use similar::TextDiff;

use super::baseline::BaselineAt;
use super::{eprint, print};
use crate::config::Config;
use crate::discover::{Found, GivenText};
use crate::kept_modules::KeptModules;
use crate::remembered::SharedMemory;
use crate::report::number;
use crate::run::{self, Workers};
use crate::suggestion::{self, Fix};
use crate::{Usage, notebook_edit, paths, read, rewrite};

/// How often it is looked for what became possible.
const ROUNDS: usize = 10;

/// What is to be done with fixes.
#[derive(Clone, Copy)]
pub struct FixOptions<'a> {
    /// Whether those count that are one of several things that may have been meant.
    pub is_unsafe: bool,
    /// How many threads work.
    pub jobs: Option<usize>,
    /// The findings that aren't reported, and aren't fixed either.
    pub baseline: Option<&'a BaselineAt>,
}

/// The fixes of some files.
pub struct Fixed {
    /// The files that change: paths, the texts before and after.
    changed: Vec<(PathBuf, String, String)>,
    /// How many fixes that are.
    count: usize,
    /// How many suggestions weren't tried, since several things may have been meant.
    left: usize,
}

/// Files with what is in them now, if that isn't what is on the disk.
type ChangedTexts = BTreeMap<PathBuf, String>;

struct Fixer<'a> {
    workers: Workers<'a>,
    kept: KeptModules<'a>,
    found: &'a Found,
    cwd: &'a Path,
    /// What the user has chosen.
    config: &'a Config,
    /// The same with all rules: a fix may make no finding, whether it would be shown or not.
    all_rules: Config,
    baseline: Option<&'a BaselineAt>,
}

/// What is said of a file, but for where: fixes move what follows.
#[derive(Clone, PartialEq, Eq)]
struct ToldFinding {
    file: Arc<str>,
    code: &'static str,
    message: String,
    severity: Severity,
}

/// A fix of a file, with the text that it is an edit of.
struct FileFix {
    path: PathBuf,
    shown: Arc<str>,
    module: Arc<str>,
    fix: Fix,
}

/// Finds the fixes of these files, by trying them.
pub fn find(found: &Found, cwd: &Path, config: &Config, options: FixOptions<'_>) -> Result<Fixed, Usage> {
    let pool = run::threads(options.jobs)?;
    let memory = SharedMemory::default();
    let parsed = ParsedFiles::default();
    let kept = KeptModules::new(&parsed, &pool);
    let workers = Workers { memory: Some(&memory), shows_progress: false, ..Workers::of_command(&pool) };
    let mut all_rules = Config { select: None, ignore: Vec::new(), per_file_ignores: Vec::new(), ..config.clone() };
    all_rules.settings.facts = FactsWanted::None;
    let fixer = Fixer { workers, kept, found, cwd, config, all_rules, baseline: options.baseline };
    let (mut texts, mut rejected, mut count, mut left) = (ChangedTexts::new(), FxHashSet::default(), 0, 0);
    for _ in 0..ROUNDS {
        let (told, mut fixes) = fixer.check(&texts);
        left = fixes.iter().filter(|one| !one.fix.is_safe && !options.is_unsafe).count();
        fixes.retain(|one| (one.fix.is_safe || options.is_unsafe) && !rejected.contains(&one.name()));
        let fixes = disjoint(fixes);
        if fixes.is_empty() {
            break;
        }
        count += fixer.accept(&fixes, &mut texts, told, &mut rejected).0;
    }
    let changed = texts.into_iter().filter_map(|(path, after)| {
        let before = fixer.on_disk(&path)?;
        (before != after).then_some((path, before, after))
    });
    Ok(Fixed { changed: changed.collect(), count, left })
}

impl FileFix {
    /// By what it is known again in another round, when other edits have moved it.
    fn name(&self) -> (Arc<str>, &'static str, String, String) {
        let line_start = self.module[..self.fix.range.start().into()].rfind('\n').map_or(0, |at| at + 1);
        let line = self.module[line_start..].lines().next().unwrap_or_default();
        (Arc::clone(&self.shown), self.fix.key.code, self.fix.title.clone(), line.to_owned())
    }
}

/// Of fixes that overlap the first.
fn disjoint(fixes: Vec<FileFix>) -> Vec<FileFix> {
    let mut kept: Vec<FileFix> = Vec::new();
    for one in fixes {
        let overlaps = |other: &FileFix| other.path == one.path && other.fix.range.intersect(one.fix.range).is_some();
        if !kept.iter().any(overlaps) {
            kept.push(one);
        }
    }
    kept
}

impl Fixer<'_> {
    /// What is said of these texts, and the fixes that are suggested in files that were named.
    fn check(&self, texts: &ChangedTexts) -> (Vec<ToldFinding>, Vec<FileFix>) {
        let mut given: FxHashMap<&PathBuf, GivenText> =
            self.found.given.iter().map(|given| (&given.path, given.clone())).collect();
        for (path, text) in texts {
            given.insert(path, GivenText { path: path.clone(), text: Ok(text.as_str().into()), is_module: false });
        }
        let found = Found {
            files: self.found.files.clone(),
            unreadable: self.found.unreadable.clone(),
            left_out: self.found.left_out.clone(),
            given: given.into_values().collect(),
        };
        let read = run::read_files(self.workers.pool, &found, self.cwd);
        let outcome = run::check_again(&self.workers, &self.kept, read, self.cwd, &self.all_rules);
        let told = |d: &Diagnostic| ToldFinding {
            file: Arc::clone(&d.place.file),
            code: d.rule.code,
            message: d.message.clone(),
            severity: d.severity,
        };
        let told: Vec<ToldFinding> = outcome.diagnostics.iter().map(told).collect();
        let texts: FxHashMap<&str, &Arc<str>> = outcome.texts.iter().map(|(path, text)| (&**path, text)).collect();
        let is_reported =
            |d: &Diagnostic| self.config.reports(d.rule, &paths::absolute(Path::new(&*d.place.file), self.cwd));
        let mut reported = outcome.diagnostics;
        reported.retain(is_reported);
        if let Some(baseline) = self.baseline {
            reported = self.workers.pool.install(|| baseline.compare(reported, &outcome.texts, self.cwd)).left;
        }
        let mut fixes = Vec::new();
        for path in &self.found.files {
            let shown: Arc<str> = paths::display(path, self.cwd).into();
            let findings: Vec<&Diagnostic> = reported.iter().filter(|d| d.place.file == shown).collect();
            let Some(module) = texts.get(&*shown).filter(|_| !findings.is_empty()) else { continue };
            let file = SourceFile { path: Arc::clone(&shown), text: Arc::clone(module), module: None };
            let fixes_of = || {
                let Ok(parsed) = source::parse(&file, None) else { return Vec::new() };
                let body = &parsed.syntax().body;
                findings.iter().filter_map(|finding| suggestion::suggested(body, module, finding)).collect()
            };
            let suggested = self.workers.pool.install(fixes_of);
            fixes.extend(suggested.into_iter().map(|fix| FileFix {
                path: path.clone(),
                shown: Arc::clone(&shown),
                module: Arc::clone(module),
                fix,
            }));
        }
        (told, fixes)
    }

    /// Takes those fixes into the texts that do what they are for; how many these are, and what is said then.
    fn accept(
        &self,
        fixes: &[FileFix],
        texts: &mut ChangedTexts,
        before: Vec<ToldFinding>,
        rejected: &mut FxHashSet<(Arc<str>, &'static str, String, String)>,
    ) -> (usize, Vec<ToldFinding>) {
        if let Some(with) = self.applied(fixes, texts) {
            let after = self.check(&with).0;
            if repairs(fixes, &before, &after) {
                *texts = with;
                return (fixes.len(), after);
            }
        }
        if let [one] = fixes {
            rejected.insert(one.name());
            return (0, before);
        }
        // The later half first: what stands before it isn't moved.
        let (earlier, later) = fixes.split_at(fixes.len() / 2);
        let (of_later, between) = self.accept(later, texts, before, rejected);
        let (of_earlier, after) = self.accept(earlier, texts, between, rejected);
        (of_later + of_earlier, after)
    }

    /// The texts with these fixes, from the end of each file to its beginning; `None` if one can't be written.
    fn applied(&self, fixes: &[FileFix], texts: &ChangedTexts) -> Option<ChangedTexts> {
        let mut texts = texts.clone();
        let mut fixes: Vec<&FileFix> = fixes.iter().collect();
        fixes.sort_by_key(|one| (&one.path, std::cmp::Reverse(one.fix.range.start())));
        for FileFix { path, shown, module, fix } in fixes {
            let text = match texts.get(path) {
                Some(text) => text.clone(),
                None => self.on_disk(path)?,
            };
            let text = if is_notebook(&**shown) {
                notebook_edit::edited(&text, shown, module, fix.range, &fix.new)?
            } else {
                // What stands behind it may have changed already, what stands before it hasn't.
                [text.get(..fix.range.start().into())?, &fix.new, text.get(fix.range.end().into()..)?].concat()
            };
            texts.insert(path.clone(), text);
        }
        Some(texts)
    }

    /// The text of a file as it was found.
    fn on_disk(&self, path: &Path) -> Option<String> {
        if let Some(given) = self.found.given.iter().find(|given| given.path == path) {
            return given.text.as_deref().ok().map(str::to_owned);
        }
        let shown = paths::display(path, self.cwd);
        if is_notebook(&shown) {
            read::text(path).ok()
        } else {
            read::read(path, &shown).ok().map(|text| text.to_string())
        }
    }
}

/// Are the findings gone that these are for, and is none new but what these have hidden?
fn repairs(fixes: &[FileFix], before: &[ToldFinding], after: &[ToldFinding]) -> bool {
    let mut left: Vec<&ToldFinding> = before.iter().collect();
    let is_known = after.iter().all(|told| {
        let at = left.iter().position(|known| *known == told);
        let is_less_grave = |one: &FileFix| one.fix.is_safe && told.severity < one.fix.severity;
        at.map(|at| left.swap_remove(at)).is_some() || fixes.iter().all(is_less_grave)
    });
    // What is left was said before and isn't now.
    let mut wanted: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for one in fixes {
        *wanted.entry((&one.shown, one.fix.key.code)).or_default() += 1;
    }
    let gone = |file: &str, code: &str| left.iter().filter(|told| &*told.file == file && told.code == code).count();
    is_known && wanted.into_iter().all(|((file, code), count)| gone(file, code) >= count)
}

impl Fixed {
    /// Writes the files; how many could not be.
    pub fn write(&self, cwd: &Path) -> usize {
        let mut failed = 0;
        for (path, before, after) in &self.changed {
            if let Err(why) = rewrite::write(path, before, after) {
                eprint(&format!("{}: nothing is written: {why}\n", paths::display(path, cwd)));
                failed += 1;
            }
        }
        failed
    }

    /// Prints what would change, as `patch` reads it.
    pub fn print_diff(&self, cwd: &Path) {
        let mut out = String::new();
        for (path, before, after) in &self.changed {
            let shown = paths::display(path, cwd);
            let diff = TextDiff::from_lines(before, after);
            let _ = write!(out, "{}", diff.unified_diff().header(&shown, &shown));
        }
        print(&out);
    }

    /// Is there nothing to change?
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// What was done, or would be, in a line.
    pub fn summary(&self, verb: &str) -> String {
        let mut out = format!("{verb} {} in {}.", number(self.count, "finding"), number(self.changed.len(), "file"));
        if self.left > 0 {
            let _ = write!(out, " For {} --unsafe-fixes has suggestions.", number(self.left, "finding"));
        }
        out + "\n"
    }
}
