//! The cache of `conformable check`: what earlier runs said, on the disk.
//!
//! | file | what is in it |
//! |---|---|
//! | `digest` | hashes of what a result rests on |
//! | `folder` | entries that are whole or aren't there, and a bound on all of them |
//! | `stored` | findings and reports as they are written down |
//! | `whole` | what a whole run said, for one in which nothing has changed |
//! | `reports` | the reports of single files, for one in which something has |
//! | `reach` | what a file's imports lead to, as a digest |
//!
//! A result is found by all that it rests on: the build of the program, the configuration with the texts of stubs, the
//! texts of files, where imports lead and where they don't. So an entry is right or isn't found. What isn't kept: a run that
//! was ended for want of memory or by a mistake of the checker, what packages add to the command, types.
//!
//! A language server has an entry of reports of its own. Who looks for a report looks into those of others too, so that
//! what the command has said is what the server says at first of a file that is opened, and what the server has said of a
//! file that was saved the command need not find out again.

mod digest;
mod folder;
mod reach;
mod reports;
mod stored;
#[cfg(test)]
mod tests;
mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::diagnostic::Diagnostic;
use conformable_python::rules::Rules;
use conformable_python::{Counts, FactsWanted};
use conformable_signatures::{Catalogue, catalogue};

use crate::Usage;
use crate::config::Config;
use crate::discover::Found;
use crate::loader::{Disk, Loader};
use crate::run::{self, Outcome, ReadFiles, Workers};
use digest::{Digest, Hashing, hexadecimal};
use folder::CacheFolder;
pub use reach::TextDigests;
pub use reports::DiskReports;

/// The folder's name where nothing else is said.
const NAME: &str = ".conformable_cache";

/// The entries of reports that are looked into beside the own one: those that were used last.
const OTHERS: usize = 2;

/// The cache of a project, for runs with one configuration.
pub struct Cache {
    folder: CacheFolder,
    /// What decides which findings are shown, but for the files.
    configuration: Digest,
    /// How entries with reports begin: with what decides them, but for files.
    reports: String,
    /// The one of these for runs on the same paths: what the files of a run decide together differs with these anyway.
    own_reports: String,
    is_server: bool,
}

/// What a run has to say, whether it was made now or before.
pub struct Answered {
    /// The findings to report, in the order of output.
    pub diagnostics: Vec<Diagnostic>,
    /// How much is known, if that was asked for.
    pub known: Counts,
    /// The texts of all files by the path that is displayed.
    pub texts: Vec<(Arc<str>, Arc<str>)>,
    /// How many files were looked at.
    pub files: usize,
    /// How many of them have nothing to do with arrays and were not evaluated.
    pub apart: usize,
    /// How many of them no earlier run answers for.
    pub fresh: usize,
}

impl Cache {
    /// The cache in a folder, for runs on these paths; `None` if results can't be kept there, or if packages have added to the command: these aren't
    /// known by their texts.
    pub fn new(folder: PathBuf, config: &Config, cwd: &Path, paths: &[PathBuf]) -> Option<Cache> {
        let mut paths: Vec<PathBuf> = paths.iter().map(|path| crate::paths::absolute(path, cwd)).collect();
        paths.sort();
        let mut of_files = Hashing::new("paths");
        paths.iter().for_each(|path| _ = of_files.bytes(path.as_os_str().as_encoded_bytes()));
        Cache::with(folder, config, cwd, &hexadecimal(&of_files.digest()))
    }

    /// The cache that the command uses in that folder, for a language server. There is none where nobody has used the command
    /// yet: a file that is looked at leaves nothing on the disk.
    pub fn of_server(config: &Config, cwd: &Path) -> Option<Cache> {
        let folder = usual_folder(config, cwd).0.filter(|folder| folder.is_dir())?;
        let cache = Cache::with(folder, config, cwd, "server")?;
        Some(Cache { is_server: true, ..cache })
    }

    fn with(folder: PathBuf, config: &Config, cwd: &Path, who: &str) -> Option<Cache> {
        let is_own = std::ptr::eq(catalogue::current(), Catalogue::numpy());
        if !is_own || !folder::is_possible(&folder) {
            return None;
        }
        let (analysis, configuration) = digests(config, cwd);
        let reports = format!("files-{}-", hexadecimal(&analysis));
        let own_reports = reports.clone() + who;
        Some(Cache { folder: CacheFolder::new(folder), configuration, reports, own_reports, is_server: false })
    }

    /// The reports of earlier runs, the own ones and others'.
    pub fn reports<'a>(&'a self, loader: Arc<Loader<Disk>>, texts: &'a TextDigests) -> DiskReports<'a> {
        let mut names = self.folder.newest(&self.reports);
        names.retain(|name| *name != self.own_reports);
        names.truncate(OTHERS);
        names.insert(0, self.own_reports.clone());
        DiskReports::open(&self.folder, (&names, self.is_server), loader, texts)
    }

    /// Checks the files that were found, or says what an earlier run said of the same.
    pub fn check(&self, found: &Found, cwd: &Path, config: &Config, jobs: Option<usize>) -> Result<Answered, Usage> {
        let pool = run::threads(jobs)?;
        let read = run::read_files(&pool, found, cwd);
        let texts = TextDigests::default();
        pool.install(|| texts.prepare(&read.files));
        let name = whole::name(&self.configuration, &read, &texts);
        let rules = Rules::of(config.catalogue);
        if let Some(answered) = pool.install(|| whole::recall(&self.folder, &name, &read, rules, &texts)) {
            [&name, &self.own_reports].into_iter().for_each(|name| self.folder.touch(name));
            return Ok(answered);
        }
        let ReadFiles { loader, files, .. } = &read;
        let (loader, files) = (Arc::clone(loader), files.clone());
        let reports = pool.install(|| self.reports(Arc::clone(&loader), &texts));
        let workers = Workers { memory: Some(&reports), ..Workers::of_command(&pool) };
        let outcome = run::check_read(&workers, read, cwd, config);
        let answered = reports.answered();
        pool.install(|| {
            reports.keep(&files);
            if outcome.is_complete {
                whole::keep(&self.folder, &name, (&loader, &found.files), &outcome, &texts);
            }
        });
        let outcome = Answered::from(outcome);
        Ok(Answered { fresh: outcome.fresh - answered, ..outcome })
    }
}

impl From<Outcome> for Answered {
    fn from(outcome: Outcome) -> Answered {
        let known = outcome.facts.counts();
        let (diagnostics, files) = (outcome.diagnostics, outcome.read);
        let (texts, apart) = (outcome.texts, outcome.apart);
        Answered { diagnostics, known, texts, files: outcome.files, apart, fresh: files }
    }
}

/// Where results are kept if no switch says so, and who says it: the environment, the configuration, else nobody, and it is a folder
/// of the project. Without a folder none are kept.
pub fn usual_folder(config: &Config, cwd: &Path) -> (Option<PathBuf>, Option<&'static str>) {
    const FOLDER: &str = "CONFORMABLE_CACHE_DIR";
    const OFF: &str = "CONFORMABLE_NO_CACHE";
    if is_set(OFF) {
        return (None, Some(OFF));
    }
    if let Some(path) = std::env::var_os(FOLDER).filter(|path| !path.is_empty()) {
        return (Some(crate::paths::absolute(Path::new(&path), cwd)), Some(FOLDER));
    }
    let of_project = || config.root.as_deref().unwrap_or(cwd).join(NAME);
    (Some(config.cache_dir.clone().unwrap_or_else(of_project)), None)
}

/// Whether a switch of the environment is on: it says something, and that isn't no.
fn is_set(name: &str) -> bool {
    let value = std::env::var(name).unwrap_or_default();
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no")
}

/// What decides reports, and what decides which findings of them are shown.
fn digests(config: &Config, cwd: &Path) -> (Digest, Digest) {
    let path = |hashing: &mut Hashing, path: &Path| {
        hashing.bytes(path.as_os_str().as_encoded_bytes());
    };
    let globs = |hashing: &mut Hashing, globs: &crate::globs::Globs| {
        hashing.number(globs.written().count() as u64);
        for (root, patterns) in globs.written() {
            path(hashing, root);
            hashing.texts(patterns.iter());
        }
    };
    let Config { select, ignore, exclude, per_file_ignores, catalogue: _, settings, dialects, is_numpy_named, .. } =
        config;
    let mut hashing = Hashing::new(env!("CONFORMABLE_BUILD"));
    path(&mut hashing, cwd);
    // A report has all findings, and facts or none; which it has its row says.
    let mut of_analysis = settings.clone();
    (of_analysis.strict, of_analysis.facts) = (false, FactsWanted::None);
    hashing.text(&format!("{of_analysis:?}")).number((*is_numpy_named).into());
    hashing.number(config.stubs.len() as u64);
    for (name, text) in &config.stubs {
        hashing.text(name).text(text);
    }
    hashing.number(dialects.len() as u64);
    for (name, of_language) in dialects {
        hashing.text(name);
        globs(&mut hashing, of_language);
    }
    let analysis = hashing.digest();
    hashing.text(&format!("{settings:?}"));
    let codes = |rules: &[&'static conformable_python::rules::Rule]| -> Vec<&'static str> {
        rules.iter().map(|rule| rule.code).collect()
    };
    hashing.number(select.is_some().into());
    hashing.texts(codes(select.as_deref().unwrap_or_default()).iter()).texts(codes(ignore).iter());
    globs(&mut hashing, exclude);
    hashing.number(per_file_ignores.len() as u64);
    for (of_files, rules) in per_file_ignores {
        globs(&mut hashing, of_files);
        hashing.texts(codes(rules).iter());
    }
    (analysis, hashing.digest())
}
