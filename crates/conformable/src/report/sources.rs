//! The texts that reports quote, and lines and columns in them.
//!
//! Lines and columns count from 1, columns in characters, as all output formats have them. Those of a notebook count in
//! its cells.

use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Span};
use conformable_python::notebook::Cells;
use ruff_source_file::{LineIndex, OneIndexed};
use ruff_text_size::{TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

/// Texts by displayed path.
#[derive(Debug, Default)]
pub struct Sources {
    texts: FxHashMap<Arc<str>, (Arc<str>, LineIndex, Cells)>,
}

/// A span in lines and columns; the end is the column after the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The cell of a notebook that lines are counted in.
    pub cell: Option<usize>,
    /// The first line.
    pub row: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_row: usize,
    /// The column after the last.
    pub end_column: usize,
}

impl Location {
    /// The line as people read it: `12`, in a notebook `cell 3:12`.
    pub fn line(&self) -> String {
        match self.cell {
            Some(cell) => format!("cell {cell}:{}", self.row),
            None => self.row.to_string(),
        }
    }
}

/// The first line of a place, as quoted.
#[derive(Clone, Copy, Debug)]
pub struct Quote<'a> {
    /// The line without its end.
    pub line: &'a str,
    /// Bytes of the line that the place covers.
    pub start: usize,
    /// The end of these.
    pub end: usize,
}

impl Sources {
    /// All of these texts.
    pub fn new(texts: impl IntoIterator<Item = (Arc<str>, Arc<str>)>) -> Self {
        let entry = |(path, text): (Arc<str>, Arc<str>)| {
            let index = LineIndex::from_source_text(&text);
            let cells = Cells::of(&path, &text);
            (path, (text, index, cells))
        };
        Sources { texts: texts.into_iter().map(entry).collect() }
    }

    /// Of the texts of a run those that the findings mention.
    pub fn of(diagnostics: &[Diagnostic], texts: impl IntoIterator<Item = (Arc<str>, Arc<str>)>) -> Self {
        let mut mentioned: FxHashSet<&str> = FxHashSet::default();
        for d in diagnostics {
            mentioned.insert(&d.place.file);
            let places = d.evidence.iter().filter_map(|fact| fact.place.as_ref());
            mentioned.extend(places.map(|place| &*place.file));
            mentioned.extend(d.calls.iter().map(|call| &*call.place.file));
        }
        let texts = texts.into_iter();
        Sources::new(texts.filter(|(path, _)| mentioned.contains(&**path)))
    }

    /// Where a place is; the start of the file if its text isn't known.
    pub fn location(&self, place: &Span) -> Location {
        let Some((text, index, cells)) = self.texts.get(&place.file) else {
            return Location { cell: None, row: 1, column: 1, end_row: 1, end_column: 1 };
        };
        let range = within(place.range, text);
        let start = index.line_column(range.start(), text);
        let end = index.line_column(range.end(), text);
        let (row, end_row) = (start.line.get(), end.line.get());
        let within = cells.place(row);
        Location {
            cell: within.map(|(cell, _)| cell),
            row: within.map_or(row, |(_, row)| row),
            column: start.column.get(),
            end_row: within.map_or(end_row, |(_, first)| first + (end_row - row)),
            end_column: end.column.get(),
        }
    }

    /// The text of a file, if it is known.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(|(text, ..)| &**text)
    }

    /// The line of a place in its text, from 1, which for a notebook is that of the module.
    pub fn row(&self, place: &Span) -> usize {
        let found = self.texts.get(&place.file);
        found.map_or(1, |(text, index, _)| index.line_index(within(place.range, text).start()).get())
    }

    /// A line of a file's text as people read it: `12`, in a notebook `cell 3:2`.
    pub fn line_name(&self, file: &str, row: usize) -> String {
        match self.cell_at(file, row) {
            Some((cell, line)) => format!("cell {cell}:{}", line.max(1)),
            None => row.to_string(),
        }
    }

    /// The cell of a notebook that a line of its module is in, and the line in the cell: 0 for what begins it.
    pub fn cell_at(&self, file: &str, row: usize) -> Option<(usize, usize)> {
        let (.., cells) = self.texts.get(file)?;
        cells.begun_at(row).map(|cell| (cell, 0)).or_else(|| cells.place(row))
    }

    /// The first line of a place; `None` if the text isn't known.
    pub fn quote(&self, place: &Span) -> Option<Quote<'_>> {
        let (text, index, _) = self.texts.get(&place.file)?;
        let range = within(place.range, text);
        let row: OneIndexed = index.line_index(range.start());
        let line_range = index.line_range(row, text);
        let line = text[line_range].trim_end_matches(['\n', '\r']);
        let from = |at: TextSize| usize::from(at - line_range.start());
        let start = from(range.start()).min(line.len());
        let end = from(range.end()).clamp(start, line.trim_end().len().max(start));
        Some(Quote { line, start, end })
    }
}

/// The range cut to the text, on boundaries of characters.
fn within(range: TextRange, text: &str) -> TextRange {
    let cut = |at: TextSize| {
        let at = text.floor_char_boundary(usize::from(at).min(text.len()));
        TextSize::try_from(at).unwrap_or_default()
    };
    TextRange::new(cut(range.start()), cut(range.end()))
}
