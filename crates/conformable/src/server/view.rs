//! What answers are read from: the open documents, what the newest check of them said, and what earlier ones said of what isn't Python now.
//!
//! The session alone writes to it; what answers reads it and knows of no messages.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use conformable_python::diagnostic::Span;
use conformable_python::notebook::{Cells, is_notebook};
use rustc_hash::FxHashMap;

use super::analysis::Checked;
use super::client::Client;
use super::documents::Documents;
use super::earlier::Earlier;
use super::fixes::FixKey;
use crate::describe::Places;

/// What is known for answers.
#[derive(Default)]
pub struct View {
    pub client: Client,
    /// The folder that paths are shown from.
    pub root: PathBuf,
    pub documents: Documents,
    /// The addresses of those that aren't checked, since they took a process down.
    pub left_out: BTreeSet<String>,
    /// The number of the newest state.
    pub revision: u64,
    /// Which suggestions repair what they are for, in the newest state.
    pub tried: FxHashMap<FixKey, bool>,
    /// The newest check.
    pub checked: Option<Arc<Checked>>,
    /// Of each document what is known from when it, its parts and what it rests on were Python.
    pub earlier: FxHashMap<PathBuf, Earlier>,
}

impl Places for View {
    fn name(&self, place: &Span) -> String {
        format!("{}:{}", place.file, self.line_name(&place.file, self.line_of(place)))
    }

    fn source(&self, file: &str) -> Option<&str> {
        self.checked.as_ref().and_then(|checked| checked.texts.get(file)).map(|text| &**text)
    }

    fn line_name(&self, file: &str, line: usize) -> String {
        let text = self.checked.as_ref().and_then(|checked| checked.texts.get(file));
        // Of other files nothing is looked for in their texts.
        let cell = text.filter(|_| is_notebook(file)).and_then(|text| Cells::of(file, text).place(line));
        cell.map_or_else(|| line.to_string(), |(cell, line)| format!("cell {cell}:{line}"))
    }
}

impl View {
    /// The paths of documents that aren't checked.
    pub fn left_out_paths(&self) -> Vec<PathBuf> {
        self.left_out.iter().filter_map(|uri| self.documents.get(uri)).map(|document| document.path.clone()).collect()
    }

    /// The number of the line of a place, from 1.
    pub fn line_of(&self, place: &Span) -> usize {
        let text = self.checked.as_ref().and_then(|checked| checked.texts.get(&place.file));
        text.map_or(1, |text| {
            1 + text.as_bytes()[..text.len().min(place.range.start().into())]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count()
        })
    }
}
