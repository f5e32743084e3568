//! The action that annotates a parameter with the array that it is at its calls.
//!
//! It is written as the module can read it: by jaxtyping or NumPy's own typing if the names that this needs are imported, else
//! in a comment behind the parameter. Sizes that are no numbers are left open: what a call's sizes are called is no promise.

use conformable_python::facts::{CallerKind, Site};
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{ParameterWithDefault, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::arrays::ShownArray;
use super::documents::Document;
use super::sites::Known;
use crate::suggestion::library_name;

/// A title, and the text with a parameter of this range annotated.
pub fn annotated(document: &Document, known: &Known<'_>, body: &[Stmt], range: TextRange) -> Option<(String, String)> {
    let mut finder = ParameterAt { range, found: None };
    finder.visit_body(body);
    let (function, parameter) = finder.found?;
    let site = known.site(parameter.parameter.name.range()).filter(|site| is_of_calls(site))?;
    let array = ShownArray::of(site)?;
    let text = &*document.lines.text;
    let edit = match annotation(body, &array) {
        Some(annotation) => {
            let name = parameter.parameter.name.range();
            format!("{}: {annotation}{}", &text[..name.end().into()], spaced(&text[name.end().into()..]))
        }
        None => with_comment(document, function, parameter, &format!("# conformable: {}", written(&array, "?", ", ")))?,
    };
    Some((format!("Annotate `{}` as {}", parameter.parameter.name, written(&array, "?", ", ")), edit))
}

/// Do calls say what it is, and not an assumption?
fn is_of_calls(site: &Site) -> bool {
    let shown = site.shown();
    let mut contexts = shown.iter().flat_map(|(_, contexts)| contexts);
    !shown.is_empty() && contexts.all(|context| context.caller() != CallerKind::Alone)
}

/// `float64[3, ?]`, with what stands for a size that is no number, and between sizes.
fn written(array: &ShownArray, open: &str, between: &str) -> String {
    format!("{}[{}]", array.dtype, sizes(array, open, between))
}

fn sizes(array: &ShownArray, open: &str, between: &str) -> String {
    let size = |size: &String| if size.parse::<u64>().is_ok() { size.clone() } else { open.to_owned() };
    array.sizes.iter().map(size).collect::<Vec<_>>().join(between)
}

/// The annotation, if the module imports the names for one.
fn annotation(body: &[Stmt], array: &ShownArray) -> Option<String> {
    let numpy = library_name(body)?;
    let title: String =
        array.dtype.chars().take(1).flat_map(char::to_uppercase).chain(array.dtype.chars().skip(1)).collect();
    if let Some(class) = imported(body, &["jaxtyping"], &title) {
        return Some(format!("{class}[{numpy}.ndarray, \"{}\"]", sizes(array, "_", " ")));
    }
    let typing = imported(body, &["numpy", "typing"], "NDArray")?;
    let is_name = array.dtype.chars().all(char::is_alphanumeric);
    is_name.then(|| format!("{typing}[{numpy}.{}]", if array.dtype == "bool" { "bool_" } else { &array.dtype }))
}

/// What the module calls a name that it imports from another one.
fn imported<'a>(body: &'a [Stmt], from: &[&str], name: &str) -> Option<&'a str> {
    let imports = body.iter().filter_map(Stmt::as_import_from_stmt);
    let is_meant = |module: &str| module.split('.').eq(from.iter().copied());
    let of_module = imports.filter(|import| import.level == 0 && import.module.as_deref().is_some_and(is_meant));
    let alias = of_module.flat_map(|import| &import.names).find(|alias| alias.name.as_str() == name)?;
    Some(alias.asname.as_ref().unwrap_or(&alias.name))
}

/// `=3` behind a name, as it is written behind an annotation: ` = 3`.
fn spaced(rest: &str) -> String {
    match rest.trim_start().strip_prefix('=') {
        Some(default) => format!(" = {}", default.trim_start()),
        None => rest.to_owned(),
    }
}

/// The text with a comment behind a parameter, which ends its line then.
fn with_comment(
    document: &Document,
    function: &StmtFunctionDef,
    parameter: &ParameterWithDefault,
    comment: &str,
) -> Option<String> {
    let text = &*document.lines.text;
    let end = parameter.end().to_usize();
    let behind = text[end..].trim_start_matches([' ', '\t']);
    let (has_comma, behind) = behind.strip_prefix(',').map_or((false, behind), |behind| (true, behind));
    let rest = behind.trim_start_matches([' ', '\t']);
    let line_end = text.len() - rest.len() + rest.find(['\r', '\n']).unwrap_or(rest.len());
    let comma = if has_comma { text.len() - behind.len() } else { end };
    if rest.starts_with(['#', '\r', '\n']) {
        let line = text[..line_end].trim_end();
        return Some(format!("{line}  {comment}{}", &text[line_end..]));
    }
    // A backslash goes on with the line: nothing stands behind it.
    if rest.starts_with('\\') {
        return None;
    }
    let first = function.parameters.iter().next()?.range().start();
    let indent = " ".repeat(column(document, first));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let before = if has_comma { text[..comma].to_owned() } else { format!("{},", &text[..end]) };
    Some(format!("{before}  {comment}{newline}{indent}{rest}"))
}

fn column(document: &Document, at: TextSize) -> usize {
    let (line, start) = document.lines.line_text(document.lines.line_of(at));
    line[..at.to_usize() - start].chars().count()
}

/// Finds the parameter of a function, without an annotation, that touches a range.
struct ParameterAt<'a> {
    range: TextRange,
    found: Option<(&'a StmtFunctionDef, &'a ParameterWithDefault)>,
}

impl<'a> Visitor<'a> for ParameterAt<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if self.found.is_some() || statement.range().intersect(self.range).is_none() {
            return;
        }
        if let Stmt::FunctionDef(function) = statement {
            let mut parameters = function.parameters.iter_non_variadic_params();
            let touches = |one: &&ParameterWithDefault| one.parameter.name.range().intersect(self.range).is_some();
            let found = parameters.find(touches).filter(|one| one.parameter.annotation.is_none());
            self.found = found.map(|one| (function, one));
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, _: &'a ruff_python_ast::Expr) {}
}
