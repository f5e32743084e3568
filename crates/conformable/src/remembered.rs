//! What earlier runs said of files, for a process that checks the same ones again and again.
//!
//! The report of a file rests on its text, on the modules that its evaluation asked for, with their texts, on what all files
//! of the run decide together (`Program::shared`), and on the settings. Where all of these are the same it is
//! said again. A run that was ended before its time leaves nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use conformable_python::{AskedImports, Program, Report, Settings};
use rustc_hash::FxHashMap;

use crate::at_once::WholeReport;

/// What remembers the reports of files from one run to another.
pub trait ReportMemory: Sync {
    /// Whether files that a language judges are remembered too, and looked up before the language is asked.
    fn keeps_languages(&self) -> bool;
    /// A run of these files begins.
    fn begin(&self, program: &Program<'_>);
    /// The report of a file, if what it rests on is as it was.
    fn report(&self, program: &Program<'_>, index: usize) -> Option<Report>;
    /// What was said of a file, and perhaps of another text of it, when that was Python.
    fn whole_report(&self, path: &str) -> Option<Arc<WholeReport>>;
    /// This was said of a file, by an evaluation that came to its end.
    fn remember(&self, program: &Program<'_>, index: usize, report: &Report);
}

/// The reports of one project's files.
#[derive(Default)]
pub struct Remembered {
    /// The settings, and where the catalogue is: catalogues are never freed.
    made_with: Option<(Settings, usize)>,
    /// Of each file the newest, the last made last.
    reports: FxHashMap<Arc<str>, Vec<Arc<RememberedReport>>>,
    /// Of each module the imports that a report rested on last: most reports of a package rest on the same.
    asked: FxHashMap<Arc<str>, Arc<AskedImports>>,
    /// Of each file the last that was Python.
    whole: FxHashMap<Arc<str>, Arc<WholeReport>>,
}

/// A file that is typed can't be parsed at each other key, and has no part then in what all files decide: of each of the
/// others there is one report with it and one without it.
const REPORTS_PER_FILE: usize = 2;

struct RememberedReport {
    text: Arc<str>,
    shared: u64,
    asked: Vec<Arc<AskedImports>>,
    report: Report,
}

impl Remembered {
    fn shared(&mut self, asked: AskedImports) -> Arc<AskedImports> {
        if let Some(known) = self.asked.get(&asked.importer).filter(|known| ***known == asked) {
            return Arc::clone(known);
        }
        let asked = Arc::new(asked);
        self.asked.insert(Arc::clone(&asked.importer), Arc::clone(&asked));
        asked
    }
}

/// The same for several threads.
#[derive(Default)]
pub struct SharedMemory(Mutex<Remembered>);

impl SharedMemory {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReportMemory for SharedMemory {
    fn keeps_languages(&self) -> bool {
        false
    }

    /// What other settings gave, and what is said of other files, is forgotten.
    fn begin(&self, program: &Program<'_>) {
        let made_with = Some((program.settings().clone(), std::ptr::from_ref(program.catalogue()) as usize));
        let mut memory = self.lock();
        if memory.made_with != made_with {
            *memory = Remembered { made_with, ..Remembered::default() };
        }
        let text_of: FxHashMap<&str, &Arc<str>> =
            program.files().iter().map(|file| (&*file.path, &file.text)).collect();
        memory.reports.retain(|path, known| {
            let text = text_of.get(&**path);
            known.retain(|known| text.is_some_and(|text| **text == known.text));
            !known.is_empty()
        });
        memory.whole.retain(|path, _| text_of.contains_key(&**path));
    }

    fn report(&self, program: &Program<'_>, index: usize) -> Option<Report> {
        let known = self.lock().reports.get(&program.files()[index].path)?.clone();
        let shared = program.shared(index);
        let leads = |known: &RememberedReport| known.asked.iter().all(|asked| program.still_lead(asked));
        let holds = |known: &&Arc<RememberedReport>| known.shared == shared && leads(known);
        known.iter().rev().find(holds).map(|known| known.report.clone())
    }

    fn whole_report(&self, path: &str) -> Option<Arc<WholeReport>> {
        self.lock().whole.get(path).cloned()
    }

    fn remember(&self, program: &Program<'_>, index: usize, report: &Report) {
        let file = &program.files()[index];
        let (shared, asked) = (program.shared(index), program.asked_by(index));
        let mut memory = self.lock();
        let asked = asked.into_iter().map(|asked| memory.shared(asked)).collect();
        let known = RememberedReport { text: Arc::clone(&file.text), shared, asked, report: report.clone() };
        if let Some(whole) = WholeReport::of(file, report) {
            memory.whole.insert(Arc::clone(&file.path), Arc::new(whole));
        }
        let reports = memory.reports.entry(Arc::clone(&file.path)).or_default();
        if reports.len() == REPORTS_PER_FILE {
            reports.remove(0);
        }
        reports.push(Arc::new(known));
    }
}

#[cfg(test)]
mod tests {
    use conformable_python::{ParsedFiles, SourceFile};

    use super::*;

    fn program<'m>(parsed: &'m ParsedFiles, first: &str) -> Arc<Program<'m>> {
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into(), module: None };
        let second = "import numpy as np\nx = np.zeros(3)\n";
        let files = vec![file("a.py", first), file("b.py", second)];
        Arc::new(Program::new(parsed, files, Settings::default()))
    }

    #[test]
    fn a_file_that_breaks_and_is_whole_again_leaves_what_was_said_of_others() {
        let (whole, broken) = ("class A:\n    x = 1\nA.y = 2\n", "class A:\n    x = 1\nA.y = (\n");
        let parsed = ParsedFiles::default();
        let program = |text: &str| program(&parsed, text);
        assert_ne!(program(whole).shared(1), program(broken).shared(1), "the others' reports rest on it");
        let memory = SharedMemory::default();
        for (text, is_known) in [(whole, false), (broken, false), (whole, true), (broken, true)] {
            let program = program(text);
            memory.begin(&program);
            assert_eq!(memory.report(&program, 1).is_some(), is_known, "{text}");
            memory.remember(&program, 1, &program.check_file(1));
        }
    }
}
