//! What is remembered of a document for the parts of it that aren't Python now: a text that is typed, a cell of a notebook.
//!
//! Of a notebook in which some cells are broken the others are checked, and what is said of these replaces what was.

use std::sync::Arc;

use conformable_python::diagnostic::Diagnostic as Finding;
use ruff_text_size::{TextRange, TextSize};

use super::analysis::CheckedDocument;
use super::edits::History;

/// What earlier checks said of a document.
pub struct Earlier {
    /// The last whole answer about a text of which something was Python.
    newest: Arc<CheckedDocument>,
    /// The last one about a text that was Python altogether; before there is one, the first.
    whole: Arc<CheckedDocument>,
    /// The findings in each part when it was Python last, where they were in the text of the newest.
    pub findings: Vec<Finding>,
}

impl Earlier {
    /// With what this answer says, and of its broken parts what was known before.
    pub fn with(before: Option<&Earlier>, newest: &Arc<CheckedDocument>, history: &History) -> Earlier {
        let before = before.filter(|_| !newest.broken.is_empty());
        let whole = before.map_or(newest, |before| &before.whole);
        let stays = |finding: &Finding| {
            let range = history.later(finding.place.range, before?.revision(), newest.revision)?;
            let is_unchecked = newest.is_within_broken(range) && !finding.rule.is_about_the_run();
            let mut finding = is_unchecked.then(|| finding.clone())?;
            finding.place.range = range;
            Some(finding)
        };
        let kept = before.iter().flat_map(|before| &before.findings).filter_map(stays);
        let findings = newest.diagnostics.iter().cloned().chain(kept).collect();
        Earlier { newest: Arc::clone(newest), whole: Arc::clone(whole), findings }
    }

    /// The state that the findings' places are of.
    pub fn revision(&self) -> u64 {
        self.newest.revision
    }

    /// The oldest state that is asked for.
    pub fn oldest(&self) -> u64 {
        self.whole.revision
    }

    /// The last whole answer of which something was Python.
    pub fn newest(&self) -> &Arc<CheckedDocument> {
        &self.newest
    }

    /// The answer that knows most of a broken part.
    pub fn whole(&self) -> &Arc<CheckedDocument> {
        &self.whole
    }
}

impl CheckedDocument {
    /// Is nothing of it Python?
    pub fn is_broken(&self) -> bool {
        self.is_within_broken(TextRange::up_to(TextSize::of(&*self.text)))
    }

    /// Does this range of its text lie in a part that isn't Python?
    pub fn is_within_broken(&self, range: TextRange) -> bool {
        self.broken.iter().any(|part| part.contains_range(range))
    }
}
