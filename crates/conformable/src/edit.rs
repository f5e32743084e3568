//! A change of a text, and where the parts of the text around it are then.

use ruff_text_size::{TextRange, TextSize};

/// A part of a text that was exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What was exchanged, in the text before.
    pub old: TextRange,
    /// How long it is in the text after.
    pub new_len: TextSize,
}

impl Edit {
    /// The one change between two texts.
    pub fn between(old: &str, new: &str) -> Edit {
        let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let start = old.floor_char_boundary(same);
        let rest = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
        let same = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
        let end = old.ceil_char_boundary(old.len() - same);
        let new_end = new.len() - (old.len() - end);
        let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
        Edit { old: TextRange::new(size(start), size(end)), new_len: size(new_end - start) }
    }

    /// What is there instead, in the text after.
    pub fn after(self) -> TextRange {
        TextRange::at(self.old.start(), self.new_len)
    }

    /// Where a range is after the change; `None` if it is touched by it.
    pub fn forwards(self, range: TextRange) -> Option<TextRange> {
        if range.end() <= self.old.start() {
            Some(range)
        } else if range.start() >= self.old.end() {
            Some(range - self.old.end() + self.old.start() + self.new_len)
        } else {
            None
        }
    }

    /// The change that takes this one back.
    pub fn backwards(self) -> Edit {
        Edit { old: self.after(), new_len: self.old.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_between_two_texts() {
        let between = |old, new| {
            let edit = Edit::between(old, new);
            (edit.old.start().to_u32(), edit.old.end().to_u32(), edit.new_len.to_u32())
        };
        assert_eq!(between("abcd", "abXd"), (2, 3, 1));
        assert_eq!(between("abab", "ababab"), (4, 4, 2));
        assert_eq!(between("", "a"), (0, 0, 1));
        assert_eq!(between("ab", "ab"), (2, 2, 0));
        // Characters that share bytes are exchanged as a whole.
        assert_eq!(between("aéb", "aèb"), (1, 3, 2));
        assert_eq!(between("aéb", "aƩb"), (1, 3, 2));
    }
}
