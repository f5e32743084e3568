//! What a document's findings suggest, as texts of it to be tried.

use std::path::PathBuf;

use conformable_python::diagnostic::Diagnostic;

use super::documents::Document;
use crate::suggestion;
pub use crate::suggestion::FixKey;

/// A text that may repair a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which one.
    pub key: FixKey,
    /// The document.
    pub path: PathBuf,
    /// What is done, in words.
    pub title: String,
    /// The document's text with it.
    pub text: String,
}

/// The text that a finding suggests, if it suggests one.
pub fn candidate(document: &Document, finding: &Diagnostic) -> Option<Candidate> {
    let text = &document.lines.text;
    let fix = suggestion::suggested(&document.tree_at(finding.place.range.start())?.syntax().body, text, finding)?;
    let changed = fix.applied(text);
    Some(Candidate { key: fix.key, path: document.path.clone(), title: fix.title, text: changed })
}
