//! An edit of the module that a notebook's cells are, as an edit of the notebook's file: all else stays as it is, to the byte.

use conformable_python::notebook::Cells;
use ruff_source_file::LineIndex;
use ruff_text_size::{TextRange, TextSize};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct RawNotebook<'a> {
    #[serde(borrow)]
    cells: Option<Vec<RawCell<'a>>>,
    #[serde(borrow, default)]
    worksheets: Vec<RawWorksheet<'a>>,
}

#[derive(Deserialize)]
struct RawWorksheet<'a> {
    #[serde(borrow)]
    cells: Vec<RawCell<'a>>,
}

#[derive(Deserialize)]
struct RawCell<'a> {
    #[serde(borrow, alias = "input")]
    source: Option<&'a RawValue>,
}

/// The notebook's text in which `new` stands for a part of the module that it is; `None` if that isn't a part of one line
/// of one cell, as it is written there.
pub fn edited(notebook: &str, path: &str, module: &str, range: TextRange, new: &str) -> Option<String> {
    let index = LineIndex::from_source_text(module);
    let row = index.line_index(range.start());
    if index.line_index(range.end()) != row || new.contains('\n') {
        return None;
    }
    let (cell, row_of_cell) = Cells::of(path, module).place(row.get())?;
    let line_range = index.line_range(row, module);
    let line = module[line_range].trim_end_matches(['\r', '\n']);
    let column = |at: ruff_text_size::TextSize| usize::from(at - line_range.start());
    let (start, end) = (column(range.start()), column(range.end()));
    let raw: RawNotebook<'_> = serde_json::from_str(notebook).ok()?;
    let worksheets = raw.worksheets.into_iter().flat_map(|sheet| sheet.cells);
    let source = raw.cells.unwrap_or_default().into_iter().chain(worksheets).nth(cell.checked_sub(1)?)?.source?;
    let places = line_places(notebook, source, row_of_cell)?;
    let written: String = places.iter().map(|place| place.character).collect();
    if written.trim_end_matches('\r') != line {
        return None;
    }
    let before = written.get(..start)?.chars().count();
    let count = written.get(start..end)?.chars().count();
    let literal = serde_json::to_string(new).ok()?;
    let parts = &places[before..before + count];
    let at = places.get(before).map(|place| place.start).or_else(|| places.last().map(|place| place.end))?;
    // Between them nothing may stand that isn't of the line: the end of a text and the beginning of the next.
    let is_one = parts.windows(2).all(|pair| pair[0].end == pair[1].start);
    let end = parts.last().map_or(at, |place| place.end);
    is_one.then(|| [&notebook[..at], &literal[1..literal.len() - 1], &notebook[end..]].concat())
}

/// The notebook's text with what `changed` has on other lines than the module that it is, and how many of these lines could
/// not be written: all lines are lines of both.
pub fn with_lines(notebook: &str, path: &str, module: &str, changed: &str) -> (String, usize) {
    let (mut text, mut left, mut end) = (notebook.to_owned(), 0, module.len());
    let lines: Vec<(&str, &str)> = module.split_inclusive('\n').zip(changed.split_inclusive('\n')).collect();
    for (old, new) in lines.into_iter().rev() {
        let start = end - old.len();
        if old != new {
            let (old, new) = (old.trim_end_matches(['\r', '\n']), new.trim_end_matches(['\r', '\n']));
            let same = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
            let same = old.floor_char_boundary(same);
            let at = |offset: usize| TextSize::try_from(offset).unwrap_or_default();
            let range = TextRange::new(at(start + same), at(start + old.len()));
            match edited(&text, path, module, range, &new[same..]) {
                Some(with) => text = with,
                None => left += 1,
            }
        }
        end = start;
    }
    (text, left)
}

/// A character of a source, and where it is written in the notebook's text.
struct CharacterPlace {
    character: char,
    start: usize,
    end: usize,
}

/// The characters of a row of a source, without the line's end.
fn line_places(notebook: &str, source: &RawValue, row: usize) -> Option<Vec<CharacterPlace>> {
    let literals: Vec<&RawValue> = match source.get().starts_with('[') {
        true => serde_json::from_str(source.get()).ok()?,
        false => vec![source],
    };
    let mut current = 1;
    let mut places = Vec::new();
    for literal in literals {
        // It is a part of the text that it was read from.
        let offset = (literal.get().as_ptr() as usize).checked_sub(notebook.as_ptr() as usize)?;
        for place in characters(literal.get(), offset)? {
            if place.character == '\n' {
                current += 1;
            } else if current == row {
                places.push(place);
            }
        }
    }
    (current >= row).then_some(places)
}

/// The characters of a string of JSON, with their places from `offset`.
fn characters(literal: &str, offset: usize) -> Option<Vec<CharacterPlace>> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let (mut at, mut found) = (0, Vec::new());
    while let Some(first) = inner[at..].chars().next() {
        let len = match (first, inner.as_bytes().get(at + 1)) {
            ('\\', Some(b'u')) if is_high_surrogate(inner.get(at + 2..at + 6)?) => 12,
            ('\\', Some(b'u')) => 6,
            ('\\', _) => 2,
            _ => first.len_utf8(),
        };
        let written = inner.get(at..at + len)?;
        let character = match first {
            '\\' => serde_json::from_str::<char>(&format!("\"{written}\"")).ok()?,
            other => other,
        };
        found.push(CharacterPlace { character, start: offset + 1 + at, end: offset + 1 + at + len });
        at += len;
    }
    Some(found)
}

fn is_high_surrogate(digits: &str) -> bool {
    u16::from_str_radix(digits, 16).is_ok_and(|unit| (0xd800..0xdc00).contains(&unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook;

    /// The notebook with a part of its module exchanged.
    fn exchanged(notebook: &str, part: &str, new: &str) -> Option<String> {
        let module = notebook::read(notebook).expect("a notebook");
        let at = TextSize::try_from(module.find(part).expect("the part")).expect("it is small");
        edited(notebook, "a.ipynb", &module, TextRange::at(at, TextSize::of(part)), new)
    }

    #[test]
    fn all_else_stays() {
        let text = "{\r\n \"cells\" : [ {\"cell_type\":\"markdown\",\"source\":[\"w\"]},\n\t{\"cell_type\": \"code\", \"outputs\": [1.50, 1e3],\n \
                    \"source\": [\"x = '\\u00e9\\ud83d\\ude00\\t' # \\\"q\\\"\\n\", \"y = a @ w + '\\/'\\n\", \"z\"] , \"execution_count\": null}, \
                    {\"source\": \"u = a @ v\\n\\nt = 'ä'; s = v\", \"cell_type\": \"code\"}], \"zebra\": {}, \"metadata\": {}}\n\n";
        for (part, new, old_raw, new_raw) in [
            ("w +", "w.T +", "w + '\\/'", "w.T + '\\/'"),
            ("v\n", "v.T\n", "", ""),
            ("s = v", "s = \"ä\"", "s = v", "s = \\\"ä\\\""),
            ("# \"q\"", "", "# \\\"q\\\"", ""),
            ("é😀", "x", "\\u00e9\\ud83d\\ude00", "x"),
            ("z", "", "\"z\"", "\"\""),
        ] {
            let expected = (!old_raw.is_empty()).then(|| text.replacen(old_raw, new_raw, 1));
            assert_eq!(exchanged(text, part, new), expected, "{part}");
        }
        // What is as it was is as it was.
        assert_eq!(exchanged(text, "a @ w", "a @ w").as_deref(), Some(text));
    }

    #[test]
    fn lines_with_more_behind_them() {
        let text = "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a = 'ä'\\n\", \"b # x\"]}, {\"cell_type\": \"code\", \"source\": \"%time c\\nd\"}]}";
        let module = notebook::read(text).expect("a notebook");
        let changed =
            module.replace("'ä'", "'ä'  # one").replace("# x", "# x  # two").replace("\nd\n", "\nd  # three\n");
        let expected = text.replace("'ä'", "'ä'  # one").replace("# x", "# x  # two").replace("d\"", "d  # three\"");
        assert_eq!(with_lines(text, "a.ipynb", &module, &changed), (expected, 0));
        let changed = module.replace("exec(get_ipython())", "exec(get_ipython())  # four");
        assert_eq!(with_lines(text, "a.ipynb", &module, &changed), (text.to_owned(), 1));
    }

    #[test]
    fn what_is_written_otherwise_in_the_cell_is_left() {
        let text = r#"{"cells": [{"cell_type": "code", "source": ["%time x\n", "a", " @ w\n"]}]}"#;
        assert_eq!(exchanged(text, "exec", "y"), None);
        assert_eq!(exchanged(text, "a @ w", "y"), None, "it goes over the end of a text");
        assert_eq!(exchanged(text, "w", "w.T"), Some(text.replace("@ w", "@ w.T")));
        assert_eq!(edited("{", "a.ipynb", "# %% [1]\nx\n", TextRange::at(9.into(), 1.into()), "y"), None);
    }
}
