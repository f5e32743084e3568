//! Bytes of a text and positions of the protocol: a line, and a place in it that is counted in bytes, in UTF-16 units or in
//! characters, as the client asked for.
//!
//! Lines end with `\n`, `\r\n` or `\r`. A position behind the end of its line is that end, one behind the last line is the end
//! of the text, one within a character is its start.

use std::sync::Arc;

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use ruff_source_file::{LineIndex, OneIndexed};
use ruff_text_size::{TextRange, TextSize};

/// What places in a line are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what every client has.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The best of those that a client offers.
    pub fn of_offered<'a>(offered: impl Iterator<Item = &'a str> + Clone) -> Encoding {
        let offers = |name: &str| offered.clone().any(|one| one == name);
        if offers("utf-8") {
            Encoding::Utf8
        } else if offers("utf-32") && !offers("utf-16") {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    /// What the client is told.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn len(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text with its lines.
#[derive(Clone, Debug)]
pub struct TextLines {
    /// The text.
    pub text: Arc<str>,
    index: LineIndex,
}

impl TextLines {
    /// The lines of a text.
    pub fn new(text: Arc<str>) -> TextLines {
        TextLines { index: LineIndex::from_source_text(&text), text }
    }

    /// The text of a line without its end, and where it begins.
    fn line(&self, line: usize) -> (&str, usize) {
        let range = self.index.line_range(OneIndexed::from_zero_indexed(line), &self.text);
        (self.text[range].trim_end_matches(['\n', '\r']), range.start().to_usize())
    }

    /// The byte at a position.
    pub fn offset(&self, at: Position, encoding: Encoding) -> TextSize {
        let line = at.line as usize;
        if line >= self.index.line_count() {
            return TextSize::of(&*self.text);
        }
        let (text, start) = self.line(line);
        let mut left = at.character as usize;
        let within = text.char_indices().find(|(_, c)| {
            let is_here = left < encoding.len(*c);
            left = left.saturating_sub(encoding.len(*c));
            is_here
        });
        let bytes = within.map_or(text.len(), |(at, _)| at);
        TextSize::try_from(start + bytes).unwrap_or_default()
    }

    /// The position of a byte.
    pub fn position(&self, at: TextSize, encoding: Encoding) -> Position {
        let at = self.text.floor_char_boundary(at.to_usize().min(self.text.len()));
        let line = self.index.line_index(TextSize::try_from(at).unwrap_or_default()).to_zero_indexed();
        let start = self.index.line_start(OneIndexed::from_zero_indexed(line), &self.text).to_usize();
        let units: usize = self.text[start..at].chars().map(|c| encoding.len(c)).sum();
        let number = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(units) }
    }

    /// The bytes between two positions; nothing if the second is the first.
    pub fn bytes(&self, range: Range, encoding: Encoding) -> TextRange {
        let (start, end) = (self.offset(range.start, encoding), self.offset(range.end, encoding));
        TextRange::new(start.min(end), end)
    }

    /// The positions of a range of bytes.
    pub fn range(&self, range: TextRange, encoding: Encoding) -> Range {
        Range { start: self.position(range.start(), encoding), end: self.position(range.end(), encoding) }
    }

    /// The number of the line of a byte, from 0.
    pub fn line_of(&self, at: TextSize) -> usize {
        self.index.line_index(at.min(TextSize::of(&*self.text))).to_zero_indexed()
    }

    /// The line of that number without its end, and where it begins; empty if there is none.
    pub fn line_text(&self, line: usize) -> (&str, usize) {
        if line < self.index.line_count() { self.line(line) } else { ("", self.text.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
    const TEXT: &str = "\u{feff}π = 1\r\n𝒙 = a\u{301} + '\t'\r\u{c}y\n\nlast 𝒙";

    #[test]
    fn each_character_has_a_position_and_back() {
        let lines = TextLines::new(TEXT.into());
        for encoding in ALL {
            let mut last = Position { line: 0, character: 0 };
            for (at, c) in TEXT.char_indices() {
                let offset = TextSize::try_from(at).unwrap();
                let position = lines.position(offset, encoding);
                assert!((position.line, position.character) >= (last.line, last.character));
                last = position;
                // The end of a line is one place, whatever it is made of.
                if c != '\n' && c != '\r' {
                    assert_eq!(lines.offset(position, encoding), offset, "{encoding:?} {at}");
                }
            }
        }
    }

    #[test]
    fn positions_count_what_was_asked_for() {
        let lines = TextLines::new(TEXT.into());
        let at = TextSize::try_from(TEXT.find("= a").unwrap()).unwrap();
        let places = ALL.map(|encoding| lines.position(at, encoding).character);
        assert_eq!(places, [5, 3, 2]);
        assert_eq!(lines.position(at, Encoding::Utf8).line, 1);
    }

    #[test]
    fn what_is_too_far_is_the_end() {
        let lines = TextLines::new(TEXT.into());
        let offset = |line, character| lines.offset(Position { line, character }, Encoding::Utf16).to_usize();
        assert_eq!(offset(0, 99), TEXT.find('\r').unwrap());
        assert_eq!((offset(99, 0), offset(u32::MAX, u32::MAX)), (TEXT.len(), TEXT.len()));
        // Between the halves of a pair of surrogates.
        assert_eq!(offset(1, 1), TEXT.find("𝒙 =").unwrap());
        assert_eq!(lines.position(TextSize::new(9_999), Encoding::Utf8).line, 4);
    }

    #[test]
    fn the_best_of_what_is_offered() {
        let best = |offered: &[&str]| Encoding::of_offered(offered.iter().copied());
        assert_eq!(best(&[]), Encoding::Utf16);
        assert_eq!(best(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!((best(&["utf-32"]), best(&["utf-16", "utf-32"])), (Encoding::Utf32, Encoding::Utf16));
    }
}
