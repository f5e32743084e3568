//! What earlier runs said of files, for a process that checks the same ones again and again.
//!
//! The report of a file rests on its text, on the modules that its evaluation asked for, with their texts, on what all files
//! of the run decide together (`Program::shared`), and on the settings. Where all of these are the same it is
//! said again. A run that was ended before its time leaves nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conformable_python::{AskedImport, ParsedFiles, Program, Report, Settings};
use rustc_hash::FxHashMap;

/// What remembers the reports of files from one run to another.
pub trait ReportMemory: Sync {
    /// Whether files that a language judges are remembered too, and looked up before the language is asked.
    fn keeps_languages(&self) -> bool;
    /// The files that earlier runs have parsed, if they are kept.
    fn parsed(&self) -> Option<Arc<ParsedFiles>> {
        None
    }
    /// A run of these files begins.
    fn begin(&self, program: &Program);
    /// The report of a file, if what it rests on is as it was.
    fn report(&self, program: &Program, index: usize) -> Option<Report>;
    /// This was said of a file, by an evaluation that came to its end.
    fn remember(&self, program: &Program, index: usize, report: &Report);
}

/// The reports of one project's files.
#[derive(Default)]
pub struct Remembered {
    /// The settings, and where the catalogue is: catalogues are never freed.
    made_with: Option<(Settings, usize)>,
    reports: FxHashMap<Arc<str>, RememberedReport>,
}

struct RememberedReport {
    text: Arc<str>,
    shared: u64,
    asked: Vec<AskedImport>,
    report: Arc<Report>,
}

/// The same for several threads, with what was parsed.
#[derive(Default)]
pub struct SharedMemory {
    reports: Mutex<Remembered>,
    parsed: Arc<ParsedFiles>,
}

impl SharedMemory {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReportMemory for SharedMemory {
    fn keeps_languages(&self) -> bool {
        false
    }

    fn parsed(&self) -> Option<Arc<ParsedFiles>> {
        Some(Arc::clone(&self.parsed))
    }

    /// What other settings gave, and what is said of other files, is forgotten.
    fn begin(&self, program: &Program) {
        let made_with = Some((program.settings().clone(), std::ptr::from_ref(program.catalogue()) as usize));
        let mut memory = self.lock();
        if memory.made_with != made_with {
            *memory = Remembered { made_with, reports: FxHashMap::default() };
        }
        let text_of: FxHashMap<&str, &Arc<str>> =
            program.files().iter().map(|file| (&*file.path, &file.text)).collect();
        memory.reports.retain(|path, known| text_of.get(&**path).is_some_and(|text| **text == known.text));
    }

    fn report(&self, program: &Program, index: usize) -> Option<Report> {
        let path = &program.files()[index].path;
        let (shared, asked, report) = {
            let memory = self.lock();
            let known = memory.reports.get(path)?;
            (known.shared, known.asked.clone(), Arc::clone(&known.report))
        };
        (shared == program.shared(index) && program.still_leads(&asked)).then(|| Report::clone(&report))
    }

    fn remember(&self, program: &Program, index: usize, report: &Report) {
        let report = Arc::new(report.clone());
        let file = &program.files()[index];
        let (shared, asked) = (program.shared(index), program.asked_by(index));
        let known = RememberedReport { text: Arc::clone(&file.text), shared, asked, report };
        self.lock().reports.insert(Arc::clone(&file.path), known);
    }
}
