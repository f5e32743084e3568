//! What the table of facts says of places in a document.
//!
//! A text that has changed since it was checked is looked up by where its parts were then; of what was touched nothing is
//! known.

use std::sync::Arc;

use conformable_python::facts::{FileFacts, Site};
use ruff_text_size::TextRange;

use super::analysis::CheckedDocument;
use super::documents::Document;
use super::earlier::Earlier;
use super::view::View;
use crate::languages::SpelledTypes;

/// The facts about a document, and the state of its text that they are about.
pub struct Known<'a> {
    document: &'a Document,
    checked: &'a Arc<CheckedDocument>,
}

impl<'a> Known<'a> {
    /// What the newest whole check says of this range of the text; where that isn't Python, what an earlier one said.
    pub fn of(view: &'a View, document: &'a Document, range: TextRange) -> Option<Known<'a>> {
        let newest = view.checked.as_ref().filter(|checked| !checked.is_provisional);
        let newest = newest.and_then(|checked| checked.documents.get(&document.path));
        let before = view.earlier.get(&document.path);
        let checked = newest.filter(|one| !one.is_broken()).or_else(|| Some(before?.newest()))?;
        let then = document.history.then(range, checked.revision);
        let is_broken = then.is_some_and(|range| checked.is_within_broken(range));
        let checked = before.filter(|_| is_broken).map_or(checked, Earlier::whole);
        Some(Known { document, checked })
    }

    /// All facts, by places in the text of then.
    pub fn facts(&self) -> &'a FileFacts {
        &self.checked.facts
    }

    /// What the language says that judges the file, or parts of it.
    pub fn spelled(&self) -> Option<&'a SpelledTypes> {
        self.checked.spelled.as_ref()
    }

    /// The text of then.
    pub fn text(&self) -> Arc<str> {
        Arc::clone(&self.checked.text)
    }

    /// Where a range of the text was then.
    pub fn then(&self, range: TextRange) -> Option<TextRange> {
        self.document.history.then(range, self.checked.revision)
    }

    /// What is known of the expression or target at this range of the text.
    pub fn site(&self, range: TextRange) -> Option<&'a Site> {
        self.facts().sites.get(&self.then(range)?)
    }

    /// Is it about another text than the present one?
    pub fn is_stale(&self) -> bool {
        self.checked.text != self.document.lines.text
    }
}
