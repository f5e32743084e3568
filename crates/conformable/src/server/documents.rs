//! The documents that an editor has open, as it says they are.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::{depth, notebook};
use gen_lsp_types::{LanguageKind, TextDocumentContentChangeEvent, TextDocumentItem};
use ruff_python_ast::ModModule;
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};

use super::edits::{Edit, History};
use super::positions::{Encoding, TextLines};
use super::uri;

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
    /// Its tree, once somebody asks.
    tree: OnceCell<Option<Parsed<ModModule>>>,
}

/// All of them, by their addresses.
#[derive(Default)]
pub struct Documents {
    by_uri: BTreeMap<String, Document>,
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
        let lines = TextLines::new(item.text.into());
        let uri = item.uri.0;
        let document = Document {
            uri: uri.clone(),
            path,
            version: item.version,
            lines,
            history: History::default(),
            tree: OnceCell::new(),
        };
        self.by_uri.insert(uri, document);
        true
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
        self.by_uri.remove(uri)
    }

    /// The document at this address.
    pub fn get(&self, uri: &str) -> Option<&Document> {
        self.by_uri.get(uri)
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
    fn apply(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding, revision: u64) {
        let old = &self.lines.text;
        let (edit, text): (Edit, Arc<str>) = match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                let range = self.lines.bytes(part.range, encoding);
                let (before, after) = (&old[..range.start().into()], &old[range.end().into()..]);
                let text = [before, &part.text, after].concat();
                let new_len = u32::try_from(part.text.len()).unwrap_or(u32::MAX).into();
                (Edit { old: range, new_len }, text.into())
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                (Edit::between(old, &whole.text), whole.text.as_str().into())
            }
        };
        self.history.add(revision, edit);
        self.lines = TextLines::new(text);
        self.tree = OnceCell::new();
    }

    /// The tree of the text, of which parts may be missing; `None` if it is nested too deeply.
    pub fn tree(&self) -> Option<&Parsed<ModModule>> {
        let text = &self.lines.text;
        let parsed = || parse_unchecked(text, ParseOptions::from(Mode::Module)).try_into_module();
        self.tree.get_or_init(|| if depth::check(text).is_some() { None } else { parsed() }).as_ref()
    }
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
