//! Parsed files, kept from one program to the next: of an editor's programs nearly all files are the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::front::diagnostic::Diagnostic;
use crate::front::module::ParsedFile;
use crate::front::settings::Version;
use crate::front::source::{self, SourceFile};

/// The files that were parsed last.
#[derive(Default)]
pub struct ParsedFiles(Mutex<KeptFiles>);

#[derive(Default)]
struct KeptFiles {
    by_path: FxHashMap<Arc<str>, KeptFile>,
    /// The number of the newest program.
    program: u64,
}

struct KeptFile {
    python: Option<Version>,
    parsed: Arc<ParsedFile>,
    /// The last program that has asked for it.
    program: u64,
}

/// What so many programs haven't asked for is let go: one that was ended early has asked for little.
const KEPT_PROGRAMS: u64 = 8;

impl ParsedFiles {
    fn lock(&self) -> MutexGuard<'_, KeptFiles> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new program begins.
    pub fn begin(&self) {
        let mut kept = self.lock();
        kept.program += 1;
        let program = kept.program;
        kept.by_path.retain(|_, file| file.program + KEPT_PROGRAMS > program);
    }

    /// The file as it was parsed before, or is parsed now.
    pub fn parse(&self, file: SourceFile, python: Option<Version>) -> Result<Arc<ParsedFile>, Box<Diagnostic>> {
        let known = {
            let kept = self.lock();
            kept.by_path.get(&file.path).filter(|known| known.python == python).map(|known| Arc::clone(&known.parsed))
        };
        let parsed = match known.filter(|known| known.file == file) {
            Some(known) => known,
            None => {
                let tree = source::parse(&file, python)?;
                Arc::new(ParsedFile::new(file, tree))
            }
        };
        let mut kept = self.lock();
        let file = KeptFile { python, parsed: Arc::clone(&parsed), program: kept.program };
        kept.by_path.insert(Arc::clone(&parsed.file.path), file);
        Ok(parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile { path: "a.py".into(), text: text.into(), module: None }
    }

    #[test]
    fn the_same_text_is_parsed_once() {
        let files = ParsedFiles::default();
        let parsed = |text, python| files.parse(file(text), python).expect("it is Python");
        let first = parsed("x = 1\n", None);
        files.begin();
        assert!(Arc::ptr_eq(&first, &parsed("x = 1\n", None)));
        assert!(!Arc::ptr_eq(&first, &parsed("x = 1\n", Some((3, 9)))), "for another release");
        let second = parsed("x = 2\n", None);
        assert_eq!(&*second.file.text, "x = 2\n");
        assert!(files.parse(file("x = (\n"), None).is_err());
        assert!(Arc::ptr_eq(&second, &parsed("x = 2\n", None)), "what was there before the mistake");
    }

    #[test]
    fn what_no_program_asks_for_is_let_go() {
        let files = ParsedFiles::default();
        let held = Arc::downgrade(&files.parse(file("x = 1\n"), None).expect("it is Python"));
        for _ in 1..KEPT_PROGRAMS {
            files.begin();
        }
        assert!(held.upgrade().is_some());
        files.begin();
        assert!(held.upgrade().is_none());
    }
}
