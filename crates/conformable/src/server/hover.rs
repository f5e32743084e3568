//! The text of a hover: the type of what stands there, in each call that was seen; if it is unknown, since where and what
//! would help.

use std::fmt::Write;

use conformable_python::diagnostic::Place;
use conformable_python::facts::{CallContext, Cause, Context, FileFacts, Site};
use conformable_python::rules::Rules;
use conformable_types::term::has_parts;
use conformable_types::{Ty, TyKind, text};
use gen_lsp_types::{Contents, Hover, HoverParams, MarkupContent, MarkupKind};
use ruff_text_size::{TextRange, TextSize};
use serde_json::Value;

use super::analysis::Checked;
use super::documents::Document;
use super::positions::{Encoding, TextLines};
use super::sites::{Known, Subject, subject_at, value_of};
use super::uri;
use super::view::View;
use crate::languages::SpelledTypes;
use crate::report;

/// Lines for types that differ by call.
const CALLS: usize = 4;

/// The longest expression that is repeated.
const LONGEST: usize = 40;

/// A hover before it is written down.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    /// In Python's notation, or nearly.
    code: Vec<String>,
    /// Sentences below it.
    notes: Vec<String>,
}

/// The answer to a hover.
pub fn answer(view: &View, params: &HoverParams) -> Value {
    let position = &params.text_document_position_params;
    let Some(document) = view.documents.get(&position.text_document.uri.0) else { return Value::Null };
    let encoding = view.client.encoding;
    let at = document.lines.offset(position.position, encoding);
    let Some((told, range)) = rule_at(document, at).or_else(|| at_place(view, document, at)) else {
        return Value::Null;
    };
    let (kind, value) = match view.client.has_markdown {
        true => (MarkupKind::Markdown, told.markdown()),
        false => (MarkupKind::PlainText, told.plain()),
    };
    let range = Some(document.lines.range(range, encoding));
    let hover = Hover { contents: Contents::MarkupContent(MarkupContent { kind, value }), range };
    serde_json::to_value(hover).unwrap_or_default()
}

impl Told {
    fn markdown(&self) -> String {
        let mut out = String::new();
        if !self.code.is_empty() {
            let _ = write!(out, "```python\n{}\n```\n", self.code.join("\n"));
        }
        out + &self.notes.join("\n\n")
    }

    fn plain(&self) -> String {
        let lines: Vec<&str> = self.code.iter().chain(&self.notes).map(String::as_str).collect();
        lines.join("\n")
    }
}

fn at_place(view: &View, document: &Document, at: TextSize) -> Option<(Told, TextRange)> {
    let tree = document.tree()?;
    let subject = subject_at(&tree.syntax().body, at)?;
    let known = Known::of(view, document)?;
    if let Some(told) = known.spelled().and_then(|types| of_language(types, document, &known, subject)) {
        return Some((told, subject.range()));
    }
    let mut told = match subject {
        Subject::Expression(_) | Subject::Parameter(..) => {
            let name = short(&document.lines.text[subject.range()]);
            // Of a name that is bound to what isn't known, the value has the cause.
            let value = || known.site(value_of(&tree.syntax().body, subject.range())?);
            let site = known.site(subject.range());
            let site = site.map(|site| {
                if site.shown().iter().all(|(ty, _)| ty.is_unknown()) { value().unwrap_or(site) } else { site }
            });
            let told = site.map(|site| of_site(view, &name, site));
            match (told, subject) {
                (Some(told), _) => told?,
                (None, Subject::Parameter(function, _)) => of_function(&known, function, false)?,
                (None, _) => return None,
            }
        }
        Subject::Definition(function) => of_function(&known, function, true)?,
    };
    if known.is_stale() {
        told.notes.push("This is what was known before this edit.".to_owned());
    }
    Some((told, subject.range()))
}

/// What the language says that judges the file.
fn of_language(types: &SpelledTypes, document: &Document, known: &Known<'_>, subject: Subject<'_>) -> Option<Told> {
    let then = known.then(subject.range())?;
    let lines = TextLines::new(known.text());
    let at = lines.position(then.start(), Encoding::Utf32);
    let (row, column) = (at.line as usize + 1, at.character as usize + 1);
    if let Subject::Definition(_) = subject {
        return types.functions.get(&row).map(|code| Told { code: code.clone(), notes: Vec::new() });
    }
    let known = types.expressions.get(&then).or_else(|| types.bindings.get(&(row, column)))?;
    let name = short(&document.lines.text[subject.range()]);
    Some(Told { code: known.iter().map(|ty| format!("{name}: {ty}")).collect(), notes: Vec::new() })
}

/// An expression on one line.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST { line } else { "…".to_owned() }
}

/// What an expression is: a line for each type that it had, with the calls where these differ.
fn of_site(view: &View, name: &str, site: &Site) -> Option<Told> {
    let shown = site.shown();
    let mut told = Told::default();
    let differs = shown.len() > 1;
    for (ty, contexts) in shown.iter().take(CALLS) {
        let from = if differs { contexts.first().and_then(|context| origin(context)) } else { None };
        let from = from.map_or_else(String::new, |from| format!("  # {from}"));
        told.code.push(format!("{name}: {}{from}", text::print_ty(*ty)));
    }
    match shown.len().saturating_sub(CALLS) {
        0 => {}
        more => told.code.push(format!("# and {}", report::number(more, "other type"))),
    }
    if told.code.is_empty() && site.cause.is_none() {
        return None;
    }
    if told.code.is_empty() {
        told.code.push(format!("{name}: Unknown"));
    }
    if let [(_, contexts)] = &shown[..] {
        told.notes.extend(about_contexts(contexts));
    }
    let is_vague = shown.is_empty() || shown.iter().any(|(ty, _)| is_vague(*ty));
    if let Some(cause) = site.cause.as_ref().filter(|_| is_vague) {
        told.notes.push(because(view, cause));
        // What fails is repaired where it fails.
        if !cause.text.starts_with("a failure") {
            told.notes.push(way_out(name, &shown));
        }
    }
    let says_something = shown.iter().any(|(ty, _)| is_ours(*ty)) || site.level().is_some();
    says_something.then_some(told)
}

/// Does the type have to do with arrays and their sizes? The rest is for the main server to tell.
fn is_ours(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Union(members) => members.iter().any(|member| is_ours(*member)),
        _ => has_parts(ty),
    }
}

/// Is the dtype or the rank missing?
fn is_vague(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Unknown => true,
        TyKind::Union(members) => members.iter().any(|member| is_vague(*member)),
        _ => ty.as_array().is_some_and(|(_, shape)| shape.dims().is_none()),
    }
}

/// Where a context's call stands.
fn origin(context: &Context) -> Option<String> {
    match context {
        Context::Call(call) => call.from.as_ref().map(|(file, line)| format!("called from {file}:{line}")),
        _ => None,
    }
}

/// What one should know of the only type that there is.
fn about_contexts(contexts: &[&Context]) -> Option<String> {
    let calls = contexts.iter().filter(|context| matches!(context, Context::Call(_))).count();
    match contexts.first()? {
        Context::Alone(function, _) => {
            Some(format!("`{function}` is called from nowhere here: this holds for any arguments."))
        }
        Context::Call(call) if call.is_assumed => {
            Some("No run leads here: this is so in a call that another function makes on its own.".to_owned())
        }
        _ if calls > 1 => Some(format!("The same in {calls} calls.")),
        _ => None,
    }
}

fn because(view: &View, cause: &Cause) -> String {
    let place = Place::new(cause.file.clone(), TextRange::empty(cause.at.into()));
    let line = view.line_of(&place);
    let shown = format!("{}:{line}", cause.file);
    let path = Checked::path(&cause.file, &view.root);
    if !view.client.has_markdown {
        return format!("Unknown since {shown}: {}.", cause.text);
    }
    format!("Unknown since [{shown}]({}#L{line}): {}.", uri::of_path(&path), cause.text)
}

/// What the user can write so that more is known from here on.
fn way_out(name: &str, shown: &[(Ty, Vec<&Context>)]) -> String {
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
    let subject = if is_name { name } else { "x" };
    let is_array = shown.iter().any(|(ty, _)| ty.as_array().is_some());
    if is_array {
        return format!("What helps: `assert {subject}.ndim == 2`, or `n, k = {subject}.shape`.");
    }
    format!(
        "What helps: `np.asarray(…, dtype=float)` around it, then `assert {subject}.ndim == 2`; or an annotation, \
         `{subject}: Float64[np.ndarray, \"n 4\"]`."
    )
}

/// A function at its calls, those of runs first, and on its own.
fn of_function(known: &Known<'_>, function: &ruff_python_ast::StmtFunctionDef, is_named: bool) -> Option<Told> {
    use ruff_text_size::Ranged;
    let facts: &FileFacts = known.facts();
    let range = known.then(TextRange::new(function.start(), function.start()))?.start();
    let range = facts_range(facts, range, known.then(function.range()))?;
    let calls = facts.calls_of(range);
    let of_runs: Vec<&CallContext> = calls.iter().map(|call| &***call).filter(|call| !call.is_assumed).collect();
    let shown = if of_runs.is_empty() { calls.iter().map(|call| &***call).collect() } else { of_runs };
    let mut told = Told::default();
    let name = if is_named { function.name.as_str() } else { "" };
    for call in shown.iter().take(CALLS) {
        let from = call.from.as_ref().map_or_else(String::new, |(file, line)| format!("  # called from {file}:{line}"));
        told.code.push(format!("{name}{}{from}", call.signature));
    }
    if shown.len() > CALLS || facts.cut.contains(&(range.start().into(), range.end().into())) {
        told.code.push("# and in more ways".to_owned());
    }
    if let Some(alone) = facts.alone.get(&(range.start().into(), range.end().into())).filter(|_| shown.is_empty()) {
        told.code.push(format!("{name}{alone}"));
        told.notes.push("Called from nowhere here: this holds for any arguments.".to_owned());
    }
    (!told.code.is_empty()).then_some(told)
}

/// The definition that begins there in the text that was checked: where it ended then doesn't matter, since one types in it.
fn facts_range(facts: &FileFacts, start: TextSize, whole: Option<TextRange>) -> Option<TextRange> {
    let start = u32::from(start);
    let called = facts.calls.iter().map(|call| call.range).find(|range| range.0 == start);
    let range = called.or_else(|| facts.alone.keys().copied().find(|range| range.0 == start));
    range.map(|(start, end)| TextRange::new(start.into(), end.into())).or(whole)
}

/// The rule of the code that stands there in a comment.
fn rule_at(document: &Document, at: TextSize) -> Option<(Told, TextRange)> {
    let (line, start) = document.lines.line_text(document.lines.line_of(at));
    let within = at.to_usize().checked_sub(start)?.min(line.len());
    let comment = line.find("# conformable:").filter(|comment| *comment < within)?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let from = line[..within].rfind(|c| !is_word(c)).map_or(0, |at| at + 1).max(comment);
    let to = line[within..].find(|c| !is_word(c)).map_or(line.len(), |at| within + at);
    let rule = Rules::built_in().by_code(line.get(from..to)?)?;
    let mut notes = vec![format!("**{}** {} ({}): {}", rule.code, rule.name, rule.severity.as_str(), rule.summary)];
    notes.extend(report::url(rule).map(|url| format!("[The page of {}]({url})", rule.code)));
    let size = |at: usize| TextSize::try_from(start + at).unwrap_or_default();
    Some((Told { code: Vec::new(), notes }, TextRange::new(size(from), size(to))))
}
