//! Code actions: what a finding suggests, a comment that silences it, an assertion of what is known, an annotation.
//!
//! A suggestion is offered once it has been tried: with it the finding is gone and none is new. What there
//! is to try, [`fixes`](super::fixes) says.

use std::sync::Arc;

use conformable_python::diagnostic::Diagnostic as Finding;
use conformable_python::suppressing::{can_be_suppressed, with_comments};
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, TextEdit, WorkspaceEdit};
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtAssign};
use ruff_text_size::{Ranged, TextRange};
use serde_json::Value;

use super::analysis::CheckedDocument;
use super::annotate::annotated;
use super::arrays::ShownArray;
use super::documents::Document;
use super::findings;
use super::fixes::{self, Candidate};
use super::sites::Known;
use super::view::View;
use crate::suggestion::library_name;

/// The actions in a range.
pub fn answer(view: &View, params: &CodeActionParams) -> Value {
    let mut actions: Vec<CodeAction> = Vec::new();
    if let Some((document, range)) = place(view, params) {
        for finding in findings_at(view, document, range) {
            actions.extend(of_finding(view, document, finding));
        }
        actions.extend(assertions(view, document, range));
        actions.extend(annotation(view, document, range));
    }
    let wanted = params.context.only.as_deref();
    actions.retain(|action| wanted.is_none_or(|wanted| action.kind.as_ref().is_some_and(|kind| is_one(kind, wanted))));
    serde_json::to_value(actions).unwrap_or_default()
}

/// What has to be tried before the request can be answered.
pub fn candidates(view: &View, params: &CodeActionParams) -> Vec<Candidate> {
    let Some((document, range)) = place(view, params) else { return Vec::new() };
    let suggested = |finding| fixes::candidate(document, finding);
    findings_at(view, document, range).into_iter().filter_map(suggested).collect()
}

/// The document that is meant, and where in its text.
fn place<'a>(view: &'a View, params: &CodeActionParams) -> Option<(&'a Document, TextRange)> {
    let uri = &params.text_document.uri.0;
    let document = view.documents.get(uri)?;
    Some((document, document.bytes(uri, params.range, view.client.encoding)?))
}

/// Is the kind one of those, or within one?
fn is_one(kind: &CodeActionKind, wanted: &[CodeActionKind]) -> bool {
    let text =
        |kind: &CodeActionKind| serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    let kind = text(kind).unwrap_or_default();
    wanted.iter().filter_map(text).any(|one| {
        one.is_empty() || kind.strip_prefix(&one).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The findings that touch a range of the present text; none while that isn't checked.
fn findings_at<'a>(view: &'a View, document: &Document, range: TextRange) -> Vec<&'a Finding> {
    let checked: Option<&Arc<CheckedDocument>> =
        view.checked.as_ref().and_then(|checked| checked.documents.get(&document.path));
    let checked = checked.filter(|checked| checked.text == document.lines.text);
    let touches = |finding: &&Finding| finding.place.range.intersect(range).is_some();
    checked.map(|checked| checked.diagnostics.iter().filter(touches).collect()).unwrap_or_default()
}

fn of_finding(view: &View, document: &Document, finding: &Finding) -> Vec<CodeAction> {
    let mut found = Vec::new();
    let shown = findings::one(view, finding);
    let mut add = |title: String, text: &str, is_preferred: bool| {
        let action = edit_action(view, document, title, CodeActionKind::QuickFix, text);
        let Some(mut action) = action else { return };
        action.diagnostics = shown.clone().map(|shown| vec![shown]);
        action.is_preferred = is_preferred.then_some(true);
        found.push(action);
    };
    if let Some(candidate) = fixes::candidate(document, finding).filter(|one| view.tried.get(&one.key) == Some(&true)) {
        add(candidate.title, &candidate.text, true);
    }
    if can_be_suppressed(finding) {
        let done = with_comments(&document.lines.text, &[finding]);
        if done.suppressed > 0 {
            add(format!("Ignore {} on this line", finding.rule.code), &done.text, false);
        }
    }
    found
}

/// An action that exchanges the text of a document, by the least edit.
fn edit_action(
    view: &View,
    document: &Document,
    title: String,
    kind: CodeActionKind,
    text: &str,
) -> Option<CodeAction> {
    let (uri, range, new_text) = document.edit_to(text, view.client.encoding)?;
    let changes = [(uri.into(), vec![TextEdit { range, new_text }])].into();
    let edit = WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    Some(CodeAction { title, kind: Some(kind), edit: Some(edit), ..CodeAction::default() })
}

/// An annotation of a parameter with what it is at its calls.
fn annotation(view: &View, document: &Document, range: TextRange) -> Option<CodeAction> {
    let known = Known::of(view, document, range).filter(|known| !known.is_stale())?;
    let tree = document.tree_at(range.start())?;
    let (title, text) = annotated(document, &known, &tree.syntax().body, range)?;
    edit_action(view, document, title, CodeActionKind::RefactorRewrite, &text)
}

/// What is asserted of the name that a statement binds, or what makes an array of it.
fn assertions(view: &View, document: &Document, range: TextRange) -> Vec<CodeAction> {
    let found = assertion(view, document, range);
    found.into_iter().flatten().collect()
}

/// `assert h.shape == (10, 4)` behind the statement that binds `h`; of what is unknown that it is an array.
fn assertion(view: &View, document: &Document, range: TextRange) -> Option<Vec<CodeAction>> {
    let (tree, known) = (document.tree_at(range.start())?, Known::of(view, document, range)?);
    if known.is_stale() {
        return None;
    }
    let mut finder = AssignmentAt { range, found: None };
    finder.visit_body(&tree.syntax().body);
    let assign = finder.found?;
    let [Expr::Name(name)] = &assign.targets[..] else { return None };
    let site = known.site(name.range())?;
    let Some(array) = ShownArray::of(site) else {
        let value = known.site(assign.value.range())?;
        let is_unknown = value.cause.is_some() && site.shown().iter().all(|(ty, _)| ty.is_unknown());
        let numpy = is_unknown.then(|| library_name(&tree.syntax().body))??;
        let line = format!("assert isinstance({}, {numpy}.ndarray)", name.id);
        let title = format!("Assert that `{}` is an array", name.id);
        let with_line = with_line_behind(document, assign.range(), &line);
        let kind = CodeActionKind::RefactorRewrite;
        let asserted = with_line.and_then(|text| edit_action(view, document, title, kind, &text));
        return Some(made_array(view, document, numpy, assign).into_iter().chain(asserted).collect());
    };
    let (title, assertion) = asserted(&name.id, &array);
    let text = with_line_behind(document, assign.range(), &assertion)?;
    edit_action(view, document, title, CodeActionKind::RefactorRewrite, &text).map(|action| vec![action])
}

/// `np.asarray(..., dtype=float)` around a value of which nothing is known.
fn made_array(view: &View, document: &Document, name: &str, assign: &StmtAssign) -> Option<CodeAction> {
    let (text, value) = (&document.lines.text, assign.value.range());
    let called = format!("{name}.asarray({}, dtype=float)", &text[value]);
    let text = [&text[..value.start().into()], &called, &text[value.end().into()..]].concat();
    let title = format!("Make it an array of floats: `{name}.asarray(…, dtype=float)`");
    edit_action(view, document, title, CodeActionKind::RefactorRewrite, &text)
}

/// What is known of an array's shape in a form that runs: all sizes if they are numbers, else how many they are.
fn asserted(name: &str, array: &ShownArray) -> (String, String) {
    let rank = array.sizes.len();
    if array.sizes.iter().all(|size| size.parse::<u64>().is_ok()) {
        let shape = if rank == 1 { format!("({},)", array.sizes[0]) } else { format!("({})", array.sizes.join(", ")) };
        return (format!("Assert that `{name}` has shape {shape}"), format!("assert {name}.shape == {shape}"));
    }
    (format!("Assert the number of dims of `{name}`"), format!("assert {name}.ndim == {rank}"))
}

/// The text with a line behind a statement, if that ends its line.
fn with_line_behind(document: &Document, statement: TextRange, line: &str) -> Option<String> {
    let text = &*document.lines.text;
    let end = statement.end().to_usize();
    let line_end = text[end..].find(['\r', '\n']).map_or(text.len(), |at| end + at);
    let (first, start) = document.lines.line_text(document.lines.line_of(statement.start()));
    let indent = &first[..statement.start().to_usize().checked_sub(start)?];
    let rest = text[end..line_end].trim();
    let is_alone = indent.trim().is_empty() && (rest.is_empty() || rest.starts_with('#'));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    is_alone.then(|| format!("{}{newline}{indent}{line}{}", &text[..line_end], &text[line_end..]))
}

/// Finds the first assignment that touches a range.
struct AssignmentAt<'a> {
    range: TextRange,
    found: Option<&'a StmtAssign>,
}

impl<'a> Visitor<'a> for AssignmentAt<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if self.found.is_some() || statement.range().intersect(self.range).is_none() {
            return;
        }
        match statement {
            Stmt::Assign(assign) => self.found = Some(assign),
            statement => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_contain_kinds() {
        assert!(is_one(&CodeActionKind::RefactorRewrite, &[CodeActionKind::Refactor]));
        assert!(is_one(&CodeActionKind::QuickFix, &[CodeActionKind::Empty]));
        assert!(!is_one(&CodeActionKind::QuickFix, &[CodeActionKind::Refactor, CodeActionKind::SourceFixAll]));
    }
}
