//! Changes as clients write them, and all that were made of a text since some version of it, so that places in that one can be
//! found in the present one.

use std::sync::Arc;

use gen_lsp_types::TextDocumentContentChangeEvent;
use ruff_text_size::TextRange;

use super::positions::{Encoding, TextLines};
use crate::edit::Edit;

/// The most changes that are followed; behind more of them nothing is where it was.
const MOST: usize = 4_000;

/// A change as a client writes it, and the text that it makes.
pub fn edit_of(lines: &TextLines, change: &TextDocumentContentChangeEvent, encoding: Encoding) -> (Edit, Arc<str>) {
    let old = &lines.text;
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let range = lines.bytes(part.range, encoding);
            let (before, after) = (&old[..range.start().into()], &old[range.end().into()..]);
            let text = [before, &part.text, after].concat();
            let new_len = u32::try_from(part.text.len()).unwrap_or(u32::MAX).into();
            (Edit { old: range, new_len }, text.into())
        }
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            (Edit::between(old, &whole.text), whole.text.as_str().into())
        }
    }
}

/// The changes of a text since some version, each with the version that it made.
#[derive(Clone, Debug, Default)]
pub struct History {
    edits: Vec<(u64, Edit)>,
    /// Versions up to this one are forgotten.
    forgotten: u64,
}

impl History {
    /// A change that makes this version.
    pub fn add(&mut self, version: u64, edit: Edit) {
        if self.edits.len() >= MOST {
            self.edits.clear();
            self.forgotten = version;
        }
        self.edits.push((version, edit));
    }

    /// Nobody asks for earlier versions any more.
    pub fn forget_before(&mut self, version: u64) {
        self.edits.retain(|(made, _)| *made > version);
    }

    /// Where a range of that version is now; `None` if it was touched.
    pub fn now(&self, range: TextRange, version: u64) -> Option<TextRange> {
        self.later(range, version, u64::MAX)
    }

    /// Where a range of that version was in a later one; `None` if it was touched until then.
    pub fn later(&self, range: TextRange, version: u64, later: u64) -> Option<TextRange> {
        self.between(version, later)?.try_fold(range, |range, edit| edit.forwards(range))
    }

    /// Where a range of the present text was in that version; `None` if it was touched.
    pub fn then(&self, range: TextRange, version: u64) -> Option<TextRange> {
        self.between(version, u64::MAX)?.rev().try_fold(range, |range, edit| edit.backwards().forwards(range))
    }

    /// The edits that lead from that version to a later one; `None` if some are forgotten.
    fn between(&self, version: u64, later: u64) -> Option<impl DoubleEndedIterator<Item = &Edit>> {
        let edits = self.edits.iter().filter(move |(made, _)| version < *made && *made <= later);
        (version >= self.forgotten).then_some(edits.map(|(_, edit)| edit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> TextRange {
        TextRange::new(start.into(), end.into())
    }

    #[test]
    fn places_move_with_the_text_around_them() {
        let mut history = History::default();
        history.add(2, Edit { old: range(10, 12), new_len: 5.into() });
        history.add(3, Edit { old: range(0, 0), new_len: 1.into() });
        assert_eq!(history.now(range(3, 10), 1), Some(range(4, 11)));
        assert_eq!(history.now(range(12, 14), 1), Some(range(16, 18)));
        assert_eq!((history.now(range(9, 11), 1), history.now(range(3, 4), 3)), (None, Some(range(3, 4))));
        assert_eq!(
            (history.later(range(12, 14), 1, 2), history.later(range(9, 11), 1, 2)),
            (Some(range(15, 17)), None)
        );
        assert_eq!(history.then(range(16, 18), 1), Some(range(12, 14)));
        assert_eq!((history.then(range(12, 13), 1), history.then(range(12, 13), 2)), (None, Some(range(11, 12))));
        (0..5_000).for_each(|version| history.add(version + 4, Edit { old: range(0, 0), new_len: 0.into() }));
        assert_eq!(history.now(range(3, 4), 1), None, "what is too long ago isn't guessed at");
    }
}
