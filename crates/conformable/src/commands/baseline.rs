//! `conformable check --baseline`: the file, what is in it, and what isn't any more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::rules::Rules;

use super::eprint;
use crate::baseline::{Baseline, Compared, Fingerprint, Folders};
use crate::config::Config;
use crate::report::number;
use crate::shown::Texts;
use crate::{Usage, paths, read, run};

/// What is asked of a baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct BaselineWishes {
    /// That it has what is found now.
    pub update: bool,
    /// That it loses what isn't found any more.
    pub prune: bool,
    /// That the run fails if there is such.
    pub error_stale: bool,
}

/// A baseline's file, with what is in it.
pub struct BaselineAt {
    path: PathBuf,
    shown: String,
    baseline: Option<Baseline>,
}

/// What a run comes to.
pub struct Reportable {
    /// The findings to report.
    pub left: Vec<Diagnostic>,
    /// What is said of the others, in a line; empty if there are none.
    pub closing: String,
    /// Whether entries that aren't found fail it.
    pub is_failure: bool,
}

impl BaselineAt {
    /// Reads a baseline. One that isn't there may be made.
    pub fn open(path: PathBuf, cwd: &Path, wishes: BaselineWishes) -> Result<BaselineAt, Usage> {
        let shown = paths::display(&path, cwd);
        let baseline = match path.exists() {
            false if wishes.update => None,
            false => {
                return Err(Usage(format!(
                    "there is no baseline `{shown}`: --update-baseline makes it of what is found now"
                )));
            }
            true => {
                let text =
                    read::text(&path).map_err(|why| Usage(format!("the baseline {shown} can't be read: {why}")))?;
                let read = Baseline::read(&text);
                // One of another version is made anew, but nothing else is written over.
                let is_other = read.as_ref().is_err_and(|why| wishes.update && why.contains("of version"));
                if is_other { None } else { Some(read.map_err(|why| Usage(format!("{shown} {why}")))?) }
            }
        };
        Ok(BaselineAt { path, shown, baseline })
    }

    fn folders<'a>(&'a self, cwd: &'a Path) -> Folders<'a> {
        Folders { cwd, baseline: self.path.parent().unwrap_or(cwd) }
    }

    /// Holds findings against it.
    pub fn compare(&self, found: Vec<Diagnostic>, texts: &Texts, cwd: &Path) -> Compared {
        let folders = self.folders(cwd);
        let empty = Baseline::default();
        let baseline = self.baseline.as_ref().unwrap_or(&empty);
        baseline.compare(found, texts, folders, |file| !folders.absolute(file).exists())
    }

    /// What of a run's findings is to be reported; the file is changed if that is wanted.
    pub fn apply(
        &self,
        found: Vec<Diagnostic>,
        (texts, files, cwd): (&Texts, &[PathBuf], &Path),
        config: &Config,
        wishes: BaselineWishes,
    ) -> Result<Reportable, Usage> {
        let scope = Scope::of(&found, self.folders(cwd), files, config);
        // Files are parsed for the names of functions.
        let pool = run::threads(Some(1))?;
        if wishes.update {
            let now = pool.install(|| Baseline::of(&found, texts, self.folders(cwd)));
            return self.update(now, found, &scope);
        }
        let Compared { left, known, mut unfound } = pool.install(|| self.compare(found, texts, cwd));
        let baseline = self.baseline.clone().unwrap_or_default();
        unfound.retain(|(same, _)| scope.covers(same, baseline.is_note(same)));
        let stale: usize = unfound.iter().map(|(_, count)| count).sum();
        if stale > 0 && wishes.prune {
            let mut pruned = baseline;
            pruned.remove(&unfound);
            self.write(&pruned)?;
            eprint(&format!("Removed {} from {}.\n", number(stale, "finding"), self.shown));
        } else if stale > 0 {
            let which = unfound.iter().map(|(same, _)| format!("  {} {}: {}\n", same.file, same.code, same.line));
            let which: String = which.take(5).collect();
            let are = if stale == 1 { "is" } else { "are" };
            let more = if unfound.len() > 5 { "  ...\n" } else { "" };
            eprint(&format!(
                "{} of {} {are} not found any more, which --prune-baseline removes:\n{which}{more}",
                number(stale, "finding"),
                self.shown
            ));
        }
        let is = if known == 1 { "is" } else { "are" };
        let closing = match known {
            0 => String::new(),
            _ => format!("{} {is} in the baseline {}.\n", number(known, "finding"), self.shown),
        };
        Ok(Reportable { left, closing, is_failure: stale > 0 && wishes.error_stale && !wishes.prune })
    }

    /// Makes it what is found now. What this run didn't look at stays in it.
    fn update(&self, now: Baseline, found: Vec<Diagnostic>, scope: &Scope<'_>) -> Result<Reportable, Usage> {
        let before = self.baseline.clone().unwrap_or_default();
        let mut after = now;
        after.add(&before, |same| !scope.covers(same, before.is_note(same)));
        let (more, fewer) = (after.more_than(&before), before.more_than(&after));
        if self.baseline.as_ref() != Some(&after) {
            self.write(&after)?;
        }
        let closing = format!("{} has {}: {more} new, {fewer} gone.\n", self.shown, number(after.len(), "finding"));
        let left = found.into_iter().filter(|finding| finding.rule.is_about_the_run()).collect();
        Ok(Reportable { left, closing, is_failure: false })
    }

    fn write(&self, baseline: &Baseline) -> Result<(), Usage> {
        let mut name = std::ffi::OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(".conformable");
        let beside = self.path.with_file_name(name);
        let written = fs::write(&beside, baseline.text()).and_then(|()| fs::rename(&beside, &self.path));
        written.map_err(|error| {
            let _ = fs::remove_file(&beside);
            Usage(format!("the baseline {} can't be written: {error}", self.shown))
        })
    }
}

/// Of what a run says that it isn't found.
struct Scope<'a> {
    folders: Folders<'a>,
    files: BTreeSet<&'a PathBuf>,
    /// Files that can't be read or parsed: nothing is known of these.
    failed: BTreeSet<PathBuf>,
    config: &'a Config,
}

impl<'a> Scope<'a> {
    fn of(found: &[Diagnostic], folders: Folders<'a>, files: &'a [PathBuf], config: &'a Config) -> Scope<'a> {
        let failed = found.iter().filter(|d| d.rule.is_about_the_run() && d.severity == Severity::Error);
        let failed = failed.map(|d| paths::absolute(Path::new(&*d.place.file), folders.cwd)).collect();
        Scope { folders, files: files.iter().collect(), failed, config }
    }

    /// Would the run have said it? It has looked at the file, or that is gone, and rule and severity are reported there.
    fn covers(&self, same: &Fingerprint, is_note: bool) -> bool {
        let path = self.folders.absolute(&same.file);
        let is_looked_at = self.files.contains(&path) && !self.failed.contains(&path) || !path.exists();
        let is_wanted = !is_note || self.config.settings.strict;
        let rule = Rules::of(self.config.catalogue).by_code(&same.code);
        is_looked_at && is_wanted && rule.is_none_or(|rule| self.config.reports(rule, &path))
    }
}
