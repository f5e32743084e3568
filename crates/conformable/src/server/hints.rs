//! Inlay hints: the shapes that a line doesn't show.
//!
//! Arrays alone have hints, and of these not those whose sizes stand in the line, copies of a name, names that begin with `_`,
//! what is annotated, what has the type that the name had before. Long lines have none. What a statically typed language
//! judges has its types.

use std::sync::Arc;

use conformable_python::facts::{CallContext, CallerKind};
use conformable_types::text;
use gen_lsp_types::{InlayHint, InlayHintKind, InlayHintParams, Position};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::arrays::ShownArray;
use super::client::Wishes;
use super::documents::Document;
use super::sites::Known;
use super::view::View;
use crate::languages::SpelledTypes;

/// The longest hint, in characters; what is longer is cut.
const LONGEST: usize = 40;

/// A line that is longer has no hints.
const LINE: usize = 120;

/// Names of one unpacking that have hints.
const UNPACKED: usize = 3;

/// The hints in a range.
pub fn answer(view: &View, params: &InlayHintParams) -> Value {
    let uri = &params.text_document.uri.0;
    let hints = view.documents.get(uri).and_then(|document| {
        let range = document.bytes(uri, params.range, view.client.encoding)?;
        let (tree, known) = (document.tree_at(range.start())?, Known::of(view, document, range)?);
        let wishes = view.client.wishes;
        let language = known.spelled().map(|types| OfLanguage::new(types, known.text()));
        let before = vec![FxHashMap::default()];
        let mut walk = Hints { document, known, language, range, wishes, before, found: Vec::new() };
        walk.visit_body(&tree.syntax().body);
        Some(walk.found)
    });
    let as_hint = |(at, label, tooltip): (TextSize, String, Vec<String>)| {
        let document = view.documents.get(uri)?;
        let position = document.located(TextRange::empty(at), view.client.encoding).1.start;
        let tooltip = (!tooltip.is_empty()).then(|| tooltip.join("\n").into());
        let kind = Some(InlayHintKind::Type);
        Some(InlayHint { position, label: text::cut(label, LONGEST).into(), kind, tooltip, ..unadorned() })
    };
    let hints: Vec<InlayHint> = hints.unwrap_or_default().into_iter().filter_map(as_hint).collect();
    serde_json::to_value(hints).unwrap_or_default()
}

fn unadorned() -> InlayHint {
    InlayHint::new(Position::default(), String::new().into(), None, None, None, None, None, None)
}

/// The types of a statically typed language, and the text that they are of.
struct OfLanguage<'a> {
    types: &'a SpelledTypes,
    text: Arc<str>,
    lines: LineIndex,
}

impl<'a> OfLanguage<'a> {
    fn new(types: &'a SpelledTypes, text: Arc<str>) -> OfLanguage<'a> {
        let lines = LineIndex::from_source_text(&text);
        OfLanguage { types, text, lines }
    }

    /// The type of the name that is bound there, as the language's users write it; `None` of scalars, and of what differs
    /// by the function's instance.
    fn array_at(&self, range: TextRange) -> Option<String> {
        let at = self.lines.line_column(range.start(), &self.text);
        match &self.types.bindings.get(&(at.line.get(), at.column.get()))?[..] {
            [one] if one.contains('[') => Some(one.clone()),
            _ => None,
        }
    }
}

struct Hints<'a> {
    document: &'a Document,
    known: Known<'a>,
    language: Option<OfLanguage<'a>>,
    range: TextRange,
    wishes: Wishes,
    /// What names were shown as last, by scope.
    before: Vec<FxHashMap<&'a str, String>>,
    /// Where, the text, what a tooltip adds.
    found: Vec<(TextSize, String, Vec<String>)>,
}

impl<'a> Visitor<'a> for Hints<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        // What is bound above is needed to know what has changed; what stands below isn't.
        if statement.start() > self.range.end() {
            return;
        }
        match statement {
            Stmt::Assign(assign) => {
                for target in &assign.targets {
                    self.target(target, Some(&assign.value));
                }
            }
            Stmt::For(repeated) => self.target(&repeated.target, None),
            Stmt::FunctionDef(function) => {
                self.function(function);
                self.before.push(FxHashMap::default());
                walk_stmt(self, statement);
                self.before.pop();
                return;
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Named(named) = expression {
            self.target(&named.target, Some(&named.value));
        }
        walk_expr(self, expression);
    }
}

impl<'a> Hints<'a> {
    fn target(&mut self, target: &'a Expr, value: Option<&'a Expr>) {
        match target {
            Expr::Tuple(tuple) => {
                tuple.elts.iter().take(UNPACKED).for_each(|one| self.bound(one, value));
            }
            Expr::List(list) => list.elts.iter().take(UNPACKED).for_each(|one| self.bound(one, value)),
            one => self.bound(one, value),
        }
    }

    /// A hint for a name or an attribute that is bound, if its value needs one.
    fn bound(&mut self, target: &'a Expr, value: Option<&'a Expr>) {
        let name = match target {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        if let Some(ty) = self.of_language(target.range()) {
            let scope = self.before.last_mut().expect("a scope");
            let is_same =
                scope.insert(&self.document.lines.text[target.range()], ty.clone()).is_some_and(|one| one == ty);
            let is_copy = matches!(value, Some(Expr::Name(_) | Expr::Attribute(_)));
            if self.wishes.variables && !is_same && !is_copy && !name.starts_with('_') {
                self.add(target.end(), &format!(": {ty}"), Vec::new());
            }
            return;
        }
        let array = self.known.site(target.range()).and_then(ShownArray::of);
        let written = &self.document.lines.text[target.range()];
        let scope = self.before.last_mut().expect("a scope");
        let Some(array) = array else {
            scope.remove(written);
            return;
        };
        let is_same = scope.insert(written, array.text()).is_some_and(|before| before == array.text());
        let is_plain = value.is_some_and(|value| self.says_it(&array, value));
        if self.wishes.variables && !is_same && !is_plain && !name.starts_with('_') {
            self.add(target.end(), &format!(": {}", array.text()), array.by_call);
        }
    }

    /// What a language's variable is for good, if that has dims.
    fn of_language(&self, target: TextRange) -> Option<String> {
        self.language.as_ref()?.array_at(self.known.then(target)?)
    }

    /// Does the value show what it is?
    fn says_it(&self, array: &ShownArray, value: &Expr) -> bool {
        match value {
            Expr::Name(_) | Expr::Attribute(_) if !is_transpose(value) => true,
            Expr::Call(call) if is_copy(&call.func) && call.arguments.args.is_empty() => true,
            Expr::Call(call) if matches!(call.arguments.args.first(), Some(first) if is_literal_list(first)) => true,
            Expr::List(_) | Expr::Tuple(_) => true,
            value => array.is_readable_in(&self.document.lines.text[value.range()]),
        }
    }

    fn function(&mut self, function: &'a StmtFunctionDef) {
        for parameter in function.parameters.iter_non_variadic_params() {
            let (annotation, name) = (&parameter.parameter.annotation, &parameter.parameter.name);
            if !self.wishes.parameters || annotation.is_some() || name.starts_with('_') {
                continue;
            }
            if let Some(array) = self.known.site(name.range()).and_then(ShownArray::of) {
                self.add(name.end(), &format!(": {}", array.text()), array.by_call);
            }
        }
        if self.wishes.returns
            && function.returns.is_none()
            && let Some((label, by_call)) = self.returned(function)
        {
            self.add(function.parameters.range().end(), &format!(" -> {label}"), by_call);
        }
    }

    /// What a function returns at its calls, if that is always an array.
    fn returned(&self, function: &StmtFunctionDef) -> Option<(String, Vec<String>)> {
        let calls: Vec<&Arc<CallContext>> = self.known.facts().calls_of(self.known.then(function.range())?);
        let of_runs: Vec<&str> =
            calls.iter().filter(|call| call.caller == CallerKind::Run).map(|call| call.returns.as_str()).collect();
        let mut returned: Vec<&str> = Vec::new();
        of_runs.into_iter().for_each(|one| {
            if !returned.contains(&one) {
                returned.push(one)
            }
        });
        let types = returned.iter().map(|one| text::parse_type(one).ok()).collect::<Option<Vec<_>>>()?;
        let array = ShownArray::of_type(types.into_iter().reduce(conformable_types::relations::join)?)?;
        let by_call =
            if returned.len() > 1 { returned.iter().map(|one| (*one).to_owned()).collect() } else { Vec::new() };
        Some((array.text(), by_call))
    }

    fn add(&mut self, at: TextSize, label: &str, by_call: Vec<String>) {
        let line = self.document.lines.line_text(self.document.lines.line_of(at)).0;
        if self.range.contains_inclusive(at) && line.chars().count() <= LINE {
            self.found.push((at, label.to_owned(), by_call));
        }
    }
}

fn is_transpose(value: &Expr) -> bool {
    matches!(value, Expr::Attribute(attribute) if matches!(attribute.attr.as_str(), "T" | "mT" | "flat" | "real" | "imag"))
}

fn is_copy(function: &Expr) -> bool {
    matches!(function, Expr::Attribute(attribute) if attribute.attr.as_str() == "copy")
}

/// Is it a list that is written out?
fn is_literal_list(expression: &Expr) -> bool {
    matches!(expression, Expr::List(list) if list.elts.iter().all(|one| one.is_literal_expr() || is_literal_list(one)))
}
