//! The reports of single files from earlier runs, for a run in which something has changed: all of runs on the same paths with one
//! configuration in one working directory are one entry of the cache. Those of other paths are read too.
//!
//! A report is taken again if its file's text is the same, what the file's imports lead to ([`reach`](super::reach)), and
//! what all files of the run decide together (`Program::shared`). What isn't used for some runs is left out.

use std::sync::{Arc, Mutex, PoisonError};

use conformable_python::rules::Rules;
use conformable_python::{Facts, FactsWanted, Program, Report, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::folder::CacheFolder;
use super::reach::{AskedIn, ImportsOf, TextDigests, rests_on};
use super::stored::StoredReport;
use crate::at_once::WholeReport;
use crate::loader::{Disk, ImportName, Loader};
use crate::remembered::ReportMemory;

/// Reports that this many runs haven't used are left out.
const KEPT_RUNS: u64 = 8;
/// The bytes of all reports together; above this the longest unused are left out.
const MOST_BYTES: usize = 96 << 20;

#[derive(Default, Serialize, Deserialize)]
struct StoredFiles {
    run: u64,
    modules: Vec<StoredModule>,
    reports: Vec<ReportRow>,
}

/// Which imports a module asks for.
#[derive(Serialize, Deserialize)]
struct StoredModule {
    path: Arc<str>,
    text: Digest,
    used: u64,
    /// The part, the name, the level, and whether a header will do.
    asked: Vec<(String, String, u32, bool)>,
    /// Which of the entries that were read it is of; the own one is the first.
    #[serde(skip)]
    entry: usize,
}

/// What a report is of and rests on, and where it stands.
#[derive(Clone, Serialize, Deserialize)]
struct ReportRow {
    path: Arc<str>,
    module: Option<String>,
    text: Digest,
    shared: u64,
    rests_on: Digest,
    has_facts: bool,
    used: u64,
    start: usize,
    len: usize,
    /// Which of the entries that were read it is of. One of another than the own one is written into that once it is used.
    #[serde(skip)]
    entry: usize,
}

/// The reports of earlier runs, and those of this one.
pub struct DiskReports<'a> {
    folder: &'a CacheFolder,
    name: String,
    loader: Arc<Loader<Disk>>,
    texts: &'a TextDigests,
    stored: StoredFiles,
    bytes: Vec<u8>,
    /// How many entries were read.
    entries: usize,
    /// Another answer will follow.
    is_for_first_answers: bool,
    progress: Mutex<RunReports>,
}

/// What a run has found out so far.
#[derive(Default)]
struct RunReports {
    /// The rows that may be of files of this run, by the displayed path: text and imports are as they were.
    valid: FxHashMap<Arc<str>, Vec<usize>>,
    used: FxHashSet<usize>,
    fresh: Vec<(ReportRow, Vec<u8>)>,
}

impl<'a> DiskReports<'a> {
    /// What the folder has under these names, of which the first is the own one. Reports for first answers may lack facts, and what other files
    /// have a part in.
    pub fn open(
        folder: &'a CacheFolder,
        (names, is_for_first_answers): (&[String], bool),
        loader: Arc<Loader<Disk>>,
        texts: &'a TextDigests,
    ) -> Self {
        let read = |name: &String| folder.read(name).and_then(split).unwrap_or_default();
        let (mut stored, mut bytes) = read(&names[0]);
        for (entry, name) in names.iter().enumerate().skip(1) {
            let (others, of_others) = read(name);
            let module = |module: StoredModule| StoredModule { entry, ..module };
            stored.modules.extend(others.modules.into_iter().map(module));
            let row = |row: ReportRow| ReportRow { start: row.start + bytes.len(), entry, ..row };
            stored.reports.extend(others.reports.into_iter().map(row));
            bytes.extend(of_others);
        }
        DiskReports {
            folder,
            name: names[0].clone(),
            loader,
            texts,
            stored,
            bytes,
            entries: names.len(),
            is_for_first_answers,
            progress: Mutex::default(),
        }
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, RunReports> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many files an earlier run has answered for.
    pub fn answered(&self) -> usize {
        self.progress().used.len()
    }

    /// The imports of the modules that an entry knows.
    fn imports(&self, entry: usize) -> ImportsOf {
        let imports = self.stored.modules.iter().filter(|module| module.entry == entry).map(|module| {
            let asked = module.asked.iter().map(|(part, dotted, level, or_header)| AskedIn {
                part: part.clone(),
                name: ImportName { dotted: dotted.clone(), level: *level, or_header: *or_header },
            });
            ((Arc::clone(&module.path), module.text), asked.collect())
        });
        imports.collect()
    }

    /// What was known of imports and what this run asked for, of the texts that there are now.
    fn imports_now(&self) -> ImportsOf {
        let loaded = self.loader.loaded().into_iter().filter_map(|(_, file)| file);
        let mut now: FxHashMap<Arc<str>, (Digest, Vec<AskedIn>)> =
            loaded.map(|file| (Arc::clone(&file.path), (self.texts.of(&file), Vec::new()))).collect();
        for (importer, names) in self.loader.asked() {
            // Examples and the like have a mark behind the path of the file that they stand in.
            let end = if now.contains_key(&importer) { importer.len() } else { importer.rfind('<').unwrap_or(0) };
            let (path, part) = importer.split_at(end);
            if let Some((_, asked)) = now.get_mut(path) {
                asked.extend(names.into_iter().map(|name| AskedIn { part: part.to_owned(), name }));
            }
        }
        for ((path, text), known) in (0..self.entries).flat_map(|entry| self.imports(entry)) {
            if let Some((_, asked)) = now.get_mut(&path).filter(|(of_text, _)| *of_text == text) {
                asked.extend(known);
            }
        }
        let in_order = |mut asked: Vec<AskedIn>| {
            asked.sort_unstable();
            asked.dedup();
            asked
        };
        now.into_iter().map(|(path, (text, asked))| ((path, text), in_order(asked))).collect()
    }

    /// The row that holds for a file, one with facts if they are wanted.
    fn row(&self, program: &Program<'_>, index: usize) -> Option<usize> {
        let rows = self.progress().valid.get(&program.files()[index].path)?.clone();
        let (shared, wants_facts) = (program.shared(index), has_facts(program));
        let holds = |row: &ReportRow| row.shared == shared && (row.has_facts || !wants_facts);
        rows.into_iter().find(|at| holds(&self.stored.reports[*at]))
    }

    /// A row with the findings of a file, which other files of its run may have had a part in that this one hasn't.
    fn any_row(&self, program: &Program<'_>, index: usize) -> Option<usize> {
        self.progress().valid.get(&program.files()[index].path)?.first().copied()
    }

    /// Writes down what this run has found out, if that is anything.
    pub fn keep(self, files: &[SourceFile]) {
        let RunReports { valid, used, fresh } =
            std::mem::take(&mut *self.progress.lock().unwrap_or_else(PoisonError::into_inner));
        drop(valid);
        if fresh.is_empty() {
            return;
        }
        let run = self.stored.run + 1;
        let imports = self.imports_now();
        let rests_on = rests_on(files, &imports, &self.loader, self.texts);
        let is_of = |one: &ReportRow, other: &ReportRow| {
            (&one.path, one.shared, &one.module) == (&other.path, other.shared, &other.module)
        };
        let mut rows: Vec<(ReportRow, &[u8])> = Vec::new();
        for (mut row, bytes) in fresh.iter().map(|(row, bytes)| (row.clone(), &**bytes)) {
            let Some(digest) = rests_on.get(&row.path) else { continue };
            (row.rests_on, row.used) = (*digest, run);
            rows.push((row, bytes));
        }
        for (at, row) in self.stored.reports.iter().enumerate() {
            let mut row = row.clone();
            if used.contains(&at) {
                (row.rests_on, row.used) = (rests_on.get(&row.path).copied().unwrap_or(row.rests_on), run);
            }
            let is_replaced = fresh.iter().any(|(other, _)| is_of(other, &row));
            let is_kept = if row.entry > 0 { used.contains(&at) } else { row.used + KEPT_RUNS > run };
            if !is_replaced && is_kept {
                let bytes = &self.bytes[row.start..row.start + row.len];
                rows.push((row, bytes));
            }
        }
        let modules = self.modules(imports, run);
        self.folder.write(&self.name, &joined(run, modules, rows));
    }

    /// The rows of modules: of those that this run has read, and of others that a run before has.
    fn modules(&self, imports: ImportsOf, run: u64) -> Vec<StoredModule> {
        let known: FxHashSet<&Arc<str>> = imports.keys().map(|(path, _)| path).collect();
        let others = self.stored.modules.iter().filter(|one| !known.contains(&one.path));
        let others = others.filter(|one| one.entry == 0 && one.used + KEPT_RUNS > run).map(|one| StoredModule {
            path: Arc::clone(&one.path),
            text: one.text,
            used: one.used,
            asked: one.asked.clone(),
            entry: 0,
        });
        let row = |AskedIn { part, name }: AskedIn| (part, name.dotted, name.level, name.or_header);
        let mut modules: Vec<StoredModule> = others.collect();
        modules.extend(imports.into_iter().map(|((path, text), asked)| StoredModule {
            path,
            text,
            used: run,
            asked: asked.into_iter().map(row).collect(),
            entry: 0,
        }));
        modules.sort_by(|one, other| one.path.cmp(&other.path));
        modules
    }
}

/// Whether reports of this program have facts.
fn has_facts(program: &Program<'_>) -> bool {
    program.settings().facts != FactsWanted::None
}

/// The rows and the reports behind them.
fn split(content: Vec<u8>) -> Option<(StoredFiles, Vec<u8>)> {
    let (stored, reports): (StoredFiles, &[u8]) = postcard::take_from_bytes(&content).ok()?;
    let is_within = |row: &ReportRow| row.start.checked_add(row.len).is_some_and(|end| end <= reports.len());
    stored.reports.iter().all(is_within).then(|| (stored, reports.to_vec()))
}

fn joined(run: u64, modules: Vec<StoredModule>, mut rows: Vec<(ReportRow, &[u8])>) -> Vec<u8> {
    rows.sort_by(|(one, _), (other, _)| {
        (std::cmp::Reverse(one.used), &one.path, one.shared).cmp(&(
            std::cmp::Reverse(other.used),
            &other.path,
            other.shared,
        ))
    });
    let mut reports: Vec<u8> = Vec::new();
    let mut stored = StoredFiles { run, modules, reports: Vec::new() };
    for (mut row, bytes) in rows {
        if reports.len() + bytes.len() > MOST_BYTES {
            break;
        }
        (row.start, row.len) = (reports.len(), bytes.len());
        reports.extend_from_slice(bytes);
        stored.reports.push(row);
    }
    let mut content = postcard::to_stdvec(&stored).unwrap_or_default();
    content.extend(reports);
    content
}

impl ReportMemory for DiskReports<'_> {
    fn keeps_languages(&self) -> bool {
        true
    }

    fn begin(&self, program: &Program<'_>) {
        // What a report rests on is known of the imports that its entry knows.
        let rests_on: Vec<_> = (0..self.entries)
            .map(|entry| rests_on(program.files(), &self.imports(entry), &self.loader, self.texts))
            .collect();
        let by_path: FxHashMap<&str, &SourceFile> = program.files().iter().map(|file| (&*file.path, file)).collect();
        let mut progress = self.progress();
        for (at, row) in self.stored.reports.iter().enumerate() {
            let Some(file) = by_path.get(&*row.path) else { continue };
            let is_valid = row.text == self.texts.of(file)
                && row.module == file.module
                && rests_on[row.entry].get(&row.path) == Some(&row.rests_on);
            if is_valid {
                progress.valid.entry(Arc::clone(&row.path)).or_default().push(at);
            }
        }
    }

    fn report(&self, program: &Program<'_>, index: usize) -> Option<Report> {
        let any = || self.any_row(program, index).filter(|_| self.is_for_first_answers);
        let at = self.row(program, index).or_else(any)?;
        let row = &self.stored.reports[at];
        let stored: StoredReport = postcard::from_bytes(&self.bytes[row.start..row.start + row.len]).ok()?;
        let mut report = stored.report(Rules::of(program.catalogue()))?;
        if program.settings().facts == FactsWanted::None {
            report.facts = Facts::default();
        }
        self.progress().used.insert(at);
        Some(report)
    }

    fn whole_report(&self, _: &str) -> Option<Arc<WholeReport>> {
        None
    }

    fn remember(&self, program: &Program<'_>, index: usize, report: &Report) {
        if let Some(known) = self.row(program, index) {
            self.progress().used.insert(known);
            return;
        }
        let file = &program.files()[index];
        let Ok(bytes) = postcard::to_stdvec(&StoredReport::of(report)) else { return };
        let row = ReportRow {
            path: Arc::clone(&file.path),
            module: file.module.clone(),
            text: self.texts.of(file),
            shared: program.shared(index),
            rests_on: Digest::default(),
            has_facts: has_facts(program),
            used: 0,
            start: 0,
            len: 0,
            entry: 0,
        };
        self.progress().fresh.push((row, bytes));
    }
}
