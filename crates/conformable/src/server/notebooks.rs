//! Notebooks as an editor has them: cells with addresses and texts of their own, which are one module.
//!
//! The module is the one that `check` makes of the notebook's file ([`conformable_python::notebook`]); each line of a cell is a line of
//! it, so that places are led from the one to the other by line alone.

use std::path::Path;

use conformable_python::notebook::{Cells, CodeCell, is_notebook, module};
use gen_lsp_types::{
    LanguageKind, NotebookCell, NotebookCellKind, NotebookDocument, NotebookDocumentCellChanges, Position, Range,
    TextDocumentItem,
};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

use super::edits::edit_of;
use super::positions::{Encoding, TextLines};
use crate::edit::Edit;
use crate::notebook::is_python;

/// The cells of an open notebook.
#[derive(Debug, Default)]
pub struct NotebookCells {
    cells: Vec<OpenCell>,
    /// Texts by addresses, which may come before their cells.
    texts: FxHashMap<String, CellText>,
    is_python: bool,
}

#[derive(Debug)]
struct CellText {
    lines: TextLines,
    is_python: bool,
}

/// A cell, and where it is in the module.
#[derive(Debug)]
struct OpenCell {
    uri: String,
    is_code: bool,
    raises: bool,
    /// Its first line in the module, from 0, and how many there are; none of what is no code.
    lines: Option<(u32, u32)>,
}

impl NotebookCells {
    /// Those of a notebook that is opened.
    pub fn of(notebook: &NotebookDocument, texts: Vec<TextDocumentItem>) -> NotebookCells {
        let mut cells = NotebookCells { is_python: is_python(&value(&notebook.metadata)), ..NotebookCells::default() };
        cells.cells = notebook.cells.iter().map(OpenCell::of).collect();
        texts.into_iter().for_each(|text| cells.open(text));
        cells
    }

    /// A cell's text is opened.
    fn open(&mut self, item: TextDocumentItem) {
        let is_python = item.language_id == LanguageKind::Python;
        self.texts.insert(item.uri.0, CellText { lines: TextLines::new(item.text.into()), is_python });
    }

    /// Cells come, go and change; what the client says of cells that there aren't is left.
    pub fn change(&mut self, changes: NotebookDocumentCellChanges, encoding: Encoding) {
        if let Some(structure) = changes.structure {
            let count = self.cells.len();
            let start = (structure.array.start as usize).min(count);
            let end = start.saturating_add(structure.array.delete_count as usize).min(count);
            let new = structure.array.cells.unwrap_or_default();
            drop(self.cells.splice(start..end, new.iter().map(OpenCell::of)));
            structure.did_open.into_iter().flatten().for_each(|text| self.open(text));
            for closed in structure.did_close.into_iter().flatten() {
                self.texts.remove(&closed.uri.0);
            }
        }
        for data in changes.data.into_iter().flatten() {
            if let Some(cell) = self.cells.iter_mut().find(|cell| cell.uri == data.document.0) {
                *cell = OpenCell::of(&data);
            }
        }
        for content in changes.text_content.into_iter().flatten() {
            let uri = &content.document.text_document_identifier.uri.0;
            let Some(text) = self.texts.get_mut(uri) else { continue };
            for change in &content.changes {
                text.lines = TextLines::new(edit_of(&text.lines, change, encoding).1);
            }
        }
    }

    /// What the notebook says of itself is another.
    pub fn set_metadata(&mut self, metadata: &impl Serialize) {
        self.is_python = is_python(&value(metadata));
    }

    /// The module that the cells are, at this path; where they are in it is remembered.
    pub fn module(&mut self, path: &Path) -> String {
        let source = |cell: &OpenCell| {
            let text = self.texts.get(&cell.uri).filter(|text| text.is_python);
            text.map(|text| text.lines.text.to_string()).unwrap_or_default()
        };
        let of_code = self.cells.iter().enumerate().filter(|(_, cell)| cell.is_code && self.is_python);
        let code: Vec<CodeCell> = of_code
            .map(|(place, cell)| CodeCell { number: place + 1, source: source(cell), raises: cell.raises })
            .collect();
        let text = module(&code);
        let begins = Cells::of(&path.to_string_lossy(), &text);
        self.cells.iter_mut().for_each(|cell| cell.lines = None);
        for (number, row, text) in parts(&begins, &text) {
            let count = text.matches('\n').count() + 1;
            let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            if let Some(cell) = self.cells.get_mut(number - 1) {
                cell.lines = Some((size(row - 1), size(count)));
            }
        }
        text
    }

    /// The notification that opens the notebook as it is now, as far as anything here asks for.
    pub fn opened(&self, uri: &str, version: i32) -> Value {
        let cell = |cell: &OpenCell| {
            let tags: &[&str] = if cell.raises { &["raises-exception"] } else { &[] };
            json!({"kind": if cell.is_code { 2 } else { 1 }, "document": cell.uri, "metadata": {"tags": tags}})
        };
        let item = |(uri, text): (&String, &CellText)| {
            let language = if text.is_python { "python" } else { "" };
            json!({"uri": uri, "languageId": language, "version": version, "text": &*text.lines.text})
        };
        let language = if self.is_python { "python" } else { "another" };
        let cells: Vec<Value> = self.cells.iter().map(cell).collect();
        let texts: Vec<Value> = self.texts.iter().map(item).collect();
        let metadata = json!({"language_info": {"name": language}});
        let notebook = json!({
            "uri": uri, "notebookType": "jupyter-notebook", "version": version, "metadata": metadata, "cells": cells,
        });
        json!({"notebookDocument": notebook, "cellTextDocuments": texts})
    }

    /// The addresses of cells of code.
    pub fn uris(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().filter(|cell| cell.lines.is_some()).map(|cell| cell.uri.as_str())
    }

    /// All addresses, those of text as well.
    pub fn all_uris(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| cell.uri.as_str())
    }

    /// The position in the module of one in a cell; `None` if there is no such cell of code.
    pub fn to_module(&self, uri: &str, at: Position) -> Option<Position> {
        let (first, count) = self.cells.iter().find(|cell| cell.uri == uri)?.lines?;
        let is_behind = at.line >= count;
        // What is behind the end is the end.
        let character = if is_behind { u32::MAX } else { at.character };
        Some(Position { line: first + at.line.min(count - 1), character })
    }

    /// The cell that a range of the module is in, and the range there.
    pub fn to_cell(&self, range: Range) -> Option<(&str, Range)> {
        let within = |line: u32| move |(first, count): (u32, u32)| (first..first + count).contains(&line);
        let of_code = || self.cells.iter().filter(|cell| cell.lines.is_some());
        let cell = of_code().find(|cell| cell.lines.is_some_and(within(range.start.line)));
        let cell = cell.or_else(|| of_code().next())?;
        let (first, count) = cell.lines?;
        let at = |position: Position| Position {
            line: position.line.saturating_sub(first).min(count - 1),
            character: position.character,
        };
        Some((&cell.uri, Range { start: at(range.start), end: at(range.end) }))
    }

    /// The text of a cell.
    fn text(&self, uri: &str) -> Option<&TextLines> {
        self.texts.get(uri).map(|text| &text.lines)
    }

    /// The edit of a cell that makes one module of another; `None` if that changes more than one cell, or a line that is
    /// written otherwise in its cell.
    pub fn edit(&self, path: &Path, (old, new): (&str, &str), encoding: Encoding) -> Option<(String, Range, String)> {
        let path = path.to_string_lossy();
        let (of_old, of_new) = (Cells::of(&path, old), Cells::of(&path, new));
        let mut changed = parts(&of_old, old).zip(parts(&of_new, new)).filter(|(one, other)| one.2 != other.2);
        let ((number, _, old), (same, _, new)) = changed.next()?;
        if number != same || changed.next().is_some() {
            return None;
        }
        let uri = &self.cells.get(number - 1)?.uri;
        let edit = Edit::between(old, new);
        let lines = TextLines::new(old.into());
        let range = lines.range(edit.old, encoding);
        let written = self.text(uri)?;
        let is_same = |line: u32| written.line_text(line as usize).0 == lines.line_text(line as usize).0;
        if !(range.start.line..=range.end.line).all(is_same) {
            return None;
        }
        let start = edit.old.start().to_usize();
        Some((uri.clone(), range, new[start..start + edit.new_len.to_usize()].to_owned()))
    }
}

impl OpenCell {
    fn of(cell: &NotebookCell) -> OpenCell {
        let metadata = value(&cell.metadata);
        // VS Code has a file's metadata of a cell within its own.
        let tags = ["/tags", "/metadata/tags", "/custom/metadata/tags"].map(|at| metadata.pointer(at));
        let mut tags = tags.into_iter().flatten().filter_map(Value::as_array).flatten();
        OpenCell {
            uri: cell.document.0.clone(),
            is_code: cell.kind == NotebookCellKind::Code,
            raises: tags.any(|tag| tag == "raises-exception"),
            lines: None,
        }
    }
}

/// Each cell of a module: its number, the row that it begins at, from 1, and its text, whose last line has no end.
fn parts<'a>(cells: &'a Cells, module: &'a str) -> impl Iterator<Item = (usize, usize, &'a str)> {
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    let mut at = 0;
    for (row, line) in module.split_inclusive('\n').enumerate() {
        at += line.len();
        starts.extend(cells.begun_at(row + 1).map(|number| (number, row + 2, at)));
    }
    let begins: Vec<usize> = starts.iter().map(|(.., at)| *at).collect();
    starts.into_iter().enumerate().map(move |(place, (number, row, at))| {
        let end = begins.get(place + 1).map_or(module.len(), |next| header(module, *next));
        let text = &module[at..end.max(at)];
        (number, row, text.strip_suffix('\n').unwrap_or(text))
    })
}

/// Where the line begins that ends there.
fn header(module: &str, end: usize) -> usize {
    module[..end - 1].rfind('\n').map_or(0, |at| at + 1)
}

fn value(metadata: &impl Serialize) -> Value {
    serde_json::to_value(metadata).unwrap_or_default()
}

/// Is it one that can be checked: is its path that of a notebook?
pub fn path_of(path: &Path) -> std::path::PathBuf {
    let mut path = path.to_owned();
    if !is_notebook(&path) {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".ipynb");
        path.set_file_name(name);
    }
    path
}
