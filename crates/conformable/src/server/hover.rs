//! The text of a hover: the type of what stands there, in each call that was seen; if it is unknown, since where and what
//! would help.

use std::cell::OnceCell;
use std::fmt::Write;
use std::sync::Arc;

use conformable_python::diagnostic::Span;
use conformable_python::notebook::is_notebook;
use conformable_python::rules::Rules;
use gen_lsp_types::{Contents, Hover, HoverParams, MarkupContent, MarkupKind};
use ruff_text_size::{TextRange, TextSize};
use serde_json::Value;

use super::analysis::Checked;
use super::documents::Document;
use super::sites::Known;
use super::uri;
use super::view::View;
use crate::describe::subjects::subject_at;
use crate::describe::{DescribedText, Description, Note, Places, place_of};
use crate::report;

/// The answer to a hover.
pub fn answer(view: &View, params: &HoverParams) -> Value {
    let position = &params.text_document_position_params;
    let Some(document) = view.documents.get(&position.text_document.uri.0) else { return Value::Null };
    let encoding = view.client.encoding;
    let at = document.offset(&position.text_document.uri.0, position.position, encoding);
    let told = at.and_then(|at| rule_at(document, at).or_else(|| at_place(view, document, at)));
    let Some((told, range)) = told else { return Value::Null };
    let (kind, value) = match view.client.has_markdown {
        true => (MarkupKind::Markdown, markdown(view, &told)),
        false => (MarkupKind::PlainText, told.plain(view)),
    };
    let range = Some(document.located(range, encoding).1);
    let hover = Hover { contents: Contents::MarkupContent(MarkupContent { kind, value }), range };
    serde_json::to_value(hover).unwrap_or_default()
}

fn markdown(view: &View, told: &Description) -> String {
    let mut out = String::new();
    if !told.code.is_empty() {
        let _ = write!(out, "```python\n{}\n```\n", told.code.join("\n"));
    }
    let notes = told.notes.iter().map(|note| match note {
        Note::Words(words) => words.clone(),
        Note::Since(cause) => {
            format!("Unknown since {}: {}.", linked(view, &place_of(cause)), cause.text)
        }
        Note::Made(place, how) => format!("Made at {}, by `{how}`.", linked(view, place)),
    });
    out + &notes.collect::<Vec<_>>().join("\n\n")
}

/// A place as a link.
fn linked(view: &View, place: &Span) -> String {
    let path = Checked::path(&place.file, &view.root);
    // Which line of its file a cell begins at, the client doesn't say.
    let line = if is_notebook(&path) { String::new() } else { format!("#L{}", view.line_of(place)) };
    format!("[{}]({}{line})", view.name(place), uri::of_path(&path))
}

fn at_place(view: &View, document: &Document, at: TextSize) -> Option<(Description, TextRange)> {
    let tree = document.tree_at(at)?;
    let body = &tree.syntax().body;
    let subject = subject_at(body, at)?;
    let known = Known::of(view, document, subject.range())?;
    let text = known.text();
    // A line of a notebook is called by its cell, which takes the name of the file.
    let is_here = |file: &&Arc<str>| Checked::path(file, &view.root) == document.path;
    let files = view.checked.iter().flat_map(|checked| checked.texts.keys());
    let file = files.filter(|_| document.notebook.is_some()).find(is_here).cloned().unwrap_or_default();
    let then = |range| known.then(range);
    let described = DescribedText {
        body,
        text: &document.lines.text,
        file: &file,
        facts: known.facts(),
        spelled: known.spelled(),
        then: (&text, &then),
        places: view,
        lines: OnceCell::new(),
    };
    let mut told = described.describe(subject)?;
    if known.is_stale() {
        told.say("This is what was known before this edit.");
    }
    Some((told, subject.range()))
}

/// The rule of the code that stands there in a comment.
fn rule_at(document: &Document, at: TextSize) -> Option<(Description, TextRange)> {
    let (line, start) = document.lines.line_text(document.lines.line_of(at));
    let within = at.to_usize().checked_sub(start)?.min(line.len());
    let comment = line.find("# conformable:").filter(|comment| *comment < within)?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let from = line[..within].rfind(|c| !is_word(c)).map_or(0, |at| at + 1).max(comment);
    let to = line[within..].find(|c| !is_word(c)).map_or(line.len(), |at| within + at);
    let rule = Rules::built_in().by_code(line.get(from..to)?)?;
    let mut told = Description::default();
    told.say(&format!("**{}** {} ({}): {}", rule.code, rule.name, rule.severity.as_str(), rule.summary));
    if let Some(url) = report::url(rule) {
        told.say(&format!("[The page of {}]({url})", rule.code));
    }
    let size = |at: usize| TextSize::try_from(start + at).unwrap_or_default();
    Some((told, TextRange::new(size(from), size(to))))
}
