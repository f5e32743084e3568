//! The documents that an editor has open, as it says they are.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::notebook::Cells;
use conformable_python::{depth, notebook};
use gen_lsp_types::{
    DidChangeNotebookDocumentParams, DidOpenNotebookDocumentParams, LanguageKind, NotebookDocumentChangeEvent,
    Position, Range, TextDocumentContentChangeEvent, TextDocumentItem,
};
use ruff_python_ast::ModModule;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::{TextRange, TextSize};

use super::edits::{History, edit_of};
use super::notebooks::{self, NotebookCells};
use super::positions::{Encoding, TextLines};
use super::uri;
use crate::edit::Edit;

/// An open document.
pub struct Document {
    /// Its address, as the client writes it.
    pub uri: String,
    /// The absolute path under which it is checked.
    pub path: PathBuf,
    /// The client's number of the text.
    pub version: i32,
    /// The text.
    pub lines: TextLines,
    /// How it became that.
    pub history: History,
    /// The cells that it is made of, if it is a notebook: then its text is their module.
    pub notebook: Option<NotebookCells>,
    /// Its tree, once somebody asks.
    tree: OnceCell<Option<Arc<Parsed<ModModule>>>>,
}

/// All of them, by their addresses.
#[derive(Default)]
pub struct Documents {
    by_uri: BTreeMap<String, Document>,
    /// The addresses of notebooks by those of their cells.
    of_cells: BTreeMap<String, String>,
}

impl Documents {
    /// A document is opened; whether it is one that is checked.
    pub fn open(&mut self, item: TextDocumentItem, root: &Path) -> bool {
        let mut path = uri::path_of(&item.uri.0, root);
        if notebook::is_notebook(&path) {
            // JupyterLab gives a notebook as one text of Python: it is no JSON, as files of that name are.
            path.set_extension("ipynb.py");
        }
        if !is_checked(&item, &path) {
            return false;
        }
        self.add(Document::new(item.uri.0, path, item.version, item.text.into(), None));
        true
    }

    /// A notebook is opened.
    pub fn open_notebook(&mut self, params: DidOpenNotebookDocumentParams, root: &Path) {
        let DidOpenNotebookDocumentParams { notebook_document: notebook, cell_text_documents: texts } = params;
        let path = notebooks::path_of(&uri::path_of(&notebook.uri.0, root));
        let mut cells = NotebookCells::of(&notebook, texts);
        let text = cells.module(&path);
        self.add(Document::new(notebook.uri.0, path, notebook.version, text.into(), Some(cells)));
    }

    fn add(&mut self, document: Document) {
        self.set_cells(&document.uri, document.notebook.as_ref());
        self.by_uri.insert(document.uri.clone(), document);
    }

    /// A notebook has these cells now.
    fn set_cells(&mut self, uri: &str, notebook: Option<&NotebookCells>) {
        self.of_cells.retain(|_, of| of != uri);
        let cells = notebook.into_iter().flat_map(NotebookCells::all_uris);
        self.of_cells.extend(cells.map(|cell| (cell.to_owned(), uri.to_owned())));
    }

    /// A notebook is changed, which makes this revision; the addresses of cells that are gone. `None` if it isn't open.
    pub fn change_notebook(
        &mut self,
        params: DidChangeNotebookDocumentParams,
        encoding: Encoding,
        revision: u64,
    ) -> Option<Vec<String>> {
        let mut document = self.by_uri.remove(&params.notebook_document.uri.0)?;
        let before: Vec<String> = document.shown_uris().map(str::to_owned).collect();
        document.version = params.notebook_document.version;
        document.change_cells(params.change, encoding, revision);
        self.add(document);
        let is_gone = |cell: &String| !self.of_cells.contains_key(cell);
        Some(before.into_iter().filter(is_gone).collect())
    }

    /// The text of a document is changed, which makes this revision; whether it is open.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
        revision: u64,
    ) -> bool {
        let Some(document) = self.by_uri.get_mut(uri) else { return false };
        document.version = version;
        for change in changes {
            document.apply(change, encoding, revision);
        }
        true
    }

    /// A document is closed; the one that it was.
    pub fn close(&mut self, uri: &str) -> Option<Document> {
        self.set_cells(uri, None);
        self.by_uri.remove(uri)
    }

    /// The document at this address, which may be that of a notebook's cell.
    pub fn get(&self, uri: &str) -> Option<&Document> {
        self.by_uri.get(self.of_cells.get(uri).map_or(uri, String::as_str))
    }

    /// The document that this file is.
    pub fn at(&self, path: &Path) -> Option<&Document> {
        self.iter().find(|document| document.path == path)
    }

    /// All documents.
    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.by_uri.values()
    }

    /// Nobody asks what documents were before this revision.
    pub fn forget_before(&mut self, revision: u64) {
        self.by_uri.values_mut().for_each(|document| document.history.forget_before(revision));
    }
}

impl Document {
    fn new(uri: String, path: PathBuf, version: i32, text: Arc<str>, notebook: Option<NotebookCells>) -> Document {
        let (lines, history) = (TextLines::new(text), History::default());
        Document { uri, path, version, lines, history, notebook, tree: OnceCell::new() }
    }

    fn apply(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding, revision: u64) {
        let (edit, text) = edit_of(&self.lines, change, encoding);
        self.set_text(edit, text, revision);
    }

    fn set_text(&mut self, edit: Edit, text: Arc<str>, revision: u64) {
        self.history.add(revision, edit);
        self.lines = TextLines::new(text);
        self.tree = OnceCell::new();
    }

    fn change_cells(&mut self, change: NotebookDocumentChangeEvent, encoding: Encoding, revision: u64) {
        let Some(notebook) = &mut self.notebook else { return };
        if let Some(metadata) = &change.metadata {
            notebook.set_metadata(metadata);
        }
        if let Some(changes) = change.cells {
            notebook.change(changes, encoding);
        }
        let text: Arc<str> = notebook.module(&self.path).into();
        self.set_text(Edit::between(&self.lines.text, &text), text, revision);
    }

    /// The byte of the text at a position of the client's, in the document of this address; `None` in a cell that is no code.
    pub fn offset(&self, uri: &str, at: Position, encoding: Encoding) -> Option<TextSize> {
        let at = match &self.notebook {
            Some(notebook) => notebook.to_module(uri, at)?,
            None => at,
        };
        Some(self.lines.offset(at, encoding))
    }

    /// The same for a range; nothing if the second position is the first.
    pub fn bytes(&self, uri: &str, range: Range, encoding: Encoding) -> Option<TextRange> {
        let (start, end) = (self.offset(uri, range.start, encoding)?, self.offset(uri, range.end, encoding)?);
        Some(TextRange::new(start.min(end), end))
    }

    /// Where a range of the text is for the client: the address, that of a cell in a notebook, and the range there.
    pub fn located(&self, range: TextRange, encoding: Encoding) -> (String, Range) {
        self.address(self.lines.range(range, encoding))
    }

    /// The same of a range in positions of the text.
    pub fn address(&self, range: Range) -> (String, Range) {
        match self.notebook.as_ref().and_then(|notebook| notebook.to_cell(range)) {
            Some((uri, range)) => (uri.to_owned(), range),
            None => (self.uri.clone(), range),
        }
    }

    /// The edit that makes this text of the present one, for the client; `None` if it can't be made there.
    pub fn edit_to(&self, text: &str, encoding: Encoding) -> Option<(String, Range, String)> {
        let old = &*self.lines.text;
        if let Some(notebook) = &self.notebook {
            return notebook.edit(&self.path, (old, text), encoding);
        }
        let edit = Edit::between(old, text);
        let start = edit.old.start().to_usize();
        let new = text[start..start + edit.new_len.to_usize()].to_owned();
        Some((self.uri.clone(), self.lines.range(edit.old, encoding), new))
    }

    /// The addresses at which the client shows the text: its own, or those of a notebook's cells of code.
    pub fn shown_uris(&self) -> impl Iterator<Item = &str> {
        let own = self.notebook.is_none().then_some(self.uri.as_str());
        own.into_iter().chain(self.notebook.iter().flat_map(NotebookCells::uris))
    }

    /// The tree of the text, of which parts may be missing; `None` if it is nested too deeply.
    fn tree(&self) -> Option<&Arc<Parsed<ModModule>>> {
        let text = &self.lines.text;
        self.tree.get_or_init(|| if depth::check(text).is_some() { None } else { parsed(text) }).as_ref()
    }

    /// The same as it is read at this place: in a notebook without other cells that aren't Python.
    pub fn tree_at(&self, at: TextSize) -> Option<Arc<Parsed<ModModule>>> {
        let (tree, text) = (self.tree()?, &self.lines.text);
        match self.notebook {
            Some(_) if tree.has_invalid_syntax() => {
                parsed(&Cells::of(&self.path.to_string_lossy(), text).without_broken(text, at))
            }
            _ => Some(Arc::clone(tree)),
        }
    }
}

/// The tree of a text, as much of it as can be read.
fn parsed(text: &str) -> Option<Arc<Parsed<ModModule>>> {
    parse_unchecked(text, ParseOptions::from(Mode::Module)).try_into_module().map(Arc::new)
}

/// Is it Python's source? Stubs are descriptions, and cells of a notebook are no modules by themselves.
fn is_checked(item: &TextDocumentItem, path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_text_of_notebook = path.file_stem().is_some_and(notebook::is_notebook);
    let is_python = item.language_id == LanguageKind::Python || ending == Some("py") && !is_text_of_notebook;
    is_python && ending != Some("pyi") && !item.uri.0.starts_with("vscode-notebook-cell:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::{Position, Range, TextDocumentContentChangePartial, TextDocumentContentChangeWholeDocument};

    fn item(uri: &str, language: &str, text: &str) -> TextDocumentItem {
        serde_json::from_value(serde_json::json!({"uri": uri, "languageId": language, "version": 1, "text": text}))
            .expect("a document")
    }

    fn part(start: (u32, u32), end: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let position = |(line, character)| Position { line, character };
        let range = Range { start: position(start), end: position(end) };
        TextDocumentContentChangePartial { range, text: text.to_owned(), ..Default::default() }.into()
    }

    #[test]
    fn changes_apply_one_after_the_other() {
        let mut documents = Documents::default();
        let uri = "file:///p/a.py";
        assert!(documents.open(item(uri, "python", "x = '𝒙'\ny\n"), Path::new("/p")));
        let changes = [part((0, 5), (0, 7), "a"), part((1, 0), (1, 1), "zz"), part((9, 9), (9, 9), "end")];
        assert!(documents.change(uri, 2, &changes, Encoding::Utf16, 7));
        let document = documents.get(uri).expect("it is open");
        assert_eq!((&*document.lines.text, document.version), ("x = 'a'\nzz\nend", 2));
        let whole = TextDocumentContentChangeWholeDocument { text: "x".to_owned() }.into();
        documents.change(uri, 3, &[whole, part((0, 1), (0, 0), "!")], Encoding::Utf16, 8);
        assert_eq!(&*documents.at(Path::new("/p/a.py")).expect("it is open").lines.text, "!x");
        assert!(documents.close(uri).is_some() && documents.close(uri).is_none());
        assert!(!documents.change(uri, 4, &[], Encoding::Utf16, 9));
    }

    #[test]
    fn python_is_checked() {
        let is_open = |uri: &str, language: &str| Documents::default().open(item(uri, language, ""), Path::new("/p"));
        assert!(is_open("file:///a.py", "python") && is_open("file:///a.py", "") && is_open("untitled:1", "python"));
        assert!(is_open("file:///.virtual_documents/a.ipynb", "python") && !is_open("file:///a.ipynb", "json"));
        assert!(!is_open("file:///a.pyi", "python") && !is_open("file:///a.toml", "toml"));
        assert!(!is_open("vscode-notebook-cell:/a.ipynb#c1", "python"));
    }
}
