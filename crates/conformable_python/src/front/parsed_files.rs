//! Parsed files, each where it stays: programs and what is made of them borrow from them.
//!
//! An editor's programs follow each other, and nearly all of their files are the same: a file of which the path, the text and
//! the version of Python are as they were is the same module to the next program. So what was made of modules for one
//! program may be used for another one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::front::diagnostic::Diagnostic;
use crate::front::module::Module;
use crate::front::settings::Version;
use crate::front::source::{self, SourceFile};

/// The files that were parsed. Nothing of them is freed before all of it is.
#[derive(Default)]
pub struct ParsedFiles {
    modules: boxcar::Vec<Module>,
    newest: Mutex<FxHashMap<PathAndVersion, usize>>,
    /// How many bytes of text the newest have.
    current: AtomicUsize,
    /// How many those have that newer ones replaced.
    replaced: AtomicUsize,
}

type PathAndVersion = (Arc<str>, Option<Version>);

/// So many bytes of replaced texts are always kept, and so many times what is current: trees take some five times their text.
const KEPT: usize = 256 << 10;
const KEPT_TIMES: usize = 2;

impl ParsedFiles {
    /// The module of that number.
    pub(crate) fn get(&self, id: usize) -> &Module {
        &self.modules[id]
    }

    /// Are so many of them replaced by newer ones that whoever keeps them should begin anew?
    pub fn are_outdated(&self) -> bool {
        let [current, replaced] = [&self.current, &self.replaced].map(|bytes| bytes.load(Ordering::Relaxed));
        replaced > KEPT.max(KEPT_TIMES * current)
    }

    /// The file as it was parsed before, or is parsed now.
    pub(crate) fn parse(&self, file: SourceFile, python: Option<Version>) -> Result<&Module, Box<Diagnostic>> {
        let newest = || self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Arc::clone(&file.path), python);
        let same = |known: &&Module| known.file == file;
        if let Some(known) = newest().get(&key).map(|id| self.get(*id)).filter(same) {
            return Ok(known);
        }
        let (tree, refused) = source::parse_apart(&file, python)?;
        let mut newest = newest();
        if let Some(known) = newest.get(&key).map(|id| self.get(*id)).filter(same) {
            return Ok(known);
        }
        let id = self.modules.push_with(|id| Module::new(id, file, tree).refusing(refused));
        let module = self.get(id);
        self.current.fetch_add(module.file.text.len(), Ordering::Relaxed);
        if let Some(earlier) = newest.insert(key, id) {
            let length = self.get(earlier).file.text.len();
            self.current.fetch_sub(length, Ordering::Relaxed);
            self.replaced.fetch_add(length, Ordering::Relaxed);
        }
        Ok(module)
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
        let parsed = |text, python| files.parse(file(text), python).expect("it is Python").id;
        let first = parsed("x = 1\n", None);
        assert_eq!(first, parsed("x = 1\n", None));
        assert_ne!(first, parsed("x = 1\n", Some((3, 9))), "for another release");
        let second = parsed("x = 2\n", None);
        assert_eq!(&*files.get(second).file.text, "x = 2\n");
        assert!(files.parse(file("x = (\n"), None).is_err());
        assert_eq!(second, parsed("x = 2\n", None), "what was there before the mistake");
        assert_eq!(&*files.get(first).file.text, "x = 1\n", "whoever has it keeps it");
    }

    #[test]
    fn they_are_outdated_when_more_was_replaced_than_is_current() {
        let files = ParsedFiles::default();
        let text = |number: usize| format!("x = {number}\n{}", "# a long comment\n".repeat(1_000));
        let edits = KEPT / text(0).len();
        for number in 0..=edits {
            files.parse(file(&text(number)), None).expect("it is Python");
            assert!(!files.are_outdated());
        }
        files.parse(file(&text(edits + 1)), None).expect("it is Python");
        assert!(files.are_outdated());
        files.parse(SourceFile { path: "b.py".into(), ..file(&text(0).repeat(edits)) }, None).expect("it is Python");
        assert!(!files.are_outdated(), "a project of many files keeps more");
    }
}
