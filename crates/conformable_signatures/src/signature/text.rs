//! Which notation a text is in, and what a signature asks of its names beyond the grammar.
//!
//! A text is the mini-language iff it has exactly one `->`, no `[` and no `:`, and its right side
//! opens with `(`; else it is the arrow form, which has two readings: the canonical one, and the
//! [`super::note`]'s, with variables declared in front.

use conformable_solver::relations;
use conformable_types::Sym;
use conformable_types::text::expr::{ParamExpr, SignatureExpr};
use conformable_types::text::read::Reader;
use conformable_types::text::{Expr, Node, ParseError, parse_signature};
use conformable_types::ty::ParamKind;

use super::{Signature, Sort, Var, note, overloads, packs};
use crate::catalogue;
use crate::minilanguage::{MiniSignature, composed};

/// Says what a variable stands for.
pub const IS_A: &str = "is_a";
/// That dtypes have a common one: `promotable`, or the note's `compatible`.
pub const PROMOTABLE: &str = "promotable";
/// That sizes or shapes broadcast.
pub const BROADCASTABLE: &str = "broadcastable";
/// That values are the same one.
pub const SAME: &str = "same";
/// Types in arguments that are no relations.
const FORMS: [&str; 2] = ["decay", "int"];
/// Functions of sizes that are part of the text form.
const OF_SIZES: [&str; 6] = ["max", "min", "bcast", "slicelen", "prod", "len"];

/// The signature that `text` writes.
pub fn parse(text: &str) -> Result<Signature, ParseError> {
    if let Some(parts) = overloads::parts(text) {
        return overloads::parse(parts);
    }
    if is_of_shapes(text) {
        return MiniSignature::parse(text).map(Signature::of_shapes);
    }
    let text = &*composed(text);
    if let Some(note) = note::declared(text)? {
        return read(note.signature, note.declared);
    }
    read(parse_signature(text)?, Vec::new())
}

/// Is the text the mini-language's?
fn is_of_shapes(text: &str) -> bool {
    let mut arrows = text.match_indices("->");
    match (arrows.next(), arrows.next()) {
        (Some((at, _)), None) => !text.contains(['[', ':']) && text[at + 2..].trim_start().starts_with('('),
        // Neither: where shapes were meant, its errors are the better ones.
        (None, _) => text.trim_start().starts_with(['+', '=', '(']) && !text.contains(['[', ':']),
        (Some(_), Some(_)) => false,
    }
}

/// What an expression tree means as a signature.
pub fn read(mut expr: SignatureExpr, mut declared: Vec<Declared>) -> Result<Signature, ParseError> {
    let mut constraints = Vec::new();
    for constraint in std::mem::take(&mut expr.constraints) {
        match note::declaration(&constraint)? {
            Some(own) => declared.push(own),
            None => constraints.push(note::rewritten(&constraint)?),
        }
    }
    expr.constraints = constraints;
    for part in parts(&expr) {
        check_relations(part)?;
    }
    let mut reader = Reader::for_signature(&expr);
    for one in &declared {
        match one.sort {
            Some(Sort::DType | Sort::Number) => reader.is_element(&one.name),
            Some(Sort::Shape) => reader.is_sequence(&one.name),
            _ => {}
        }
    }
    let function = reader.function(&expr)?;
    let offset = |param: usize| expr.params.get(param).map_or(0, |param| param.offset);
    if let Some(param) = function.params.iter().position(|p| p.kind == ParamKind::KwArgs) {
        return error(offset(param), "parameters that are passed by place", "`**`");
    }
    if let Some((param, name)) = packs::misplaced(&function) {
        let found = format!("`{name}`, which is one value for each of several");
        return error(offset(param), "packs as arguments of relations alone", found);
    }
    let signature = Signature::of_function(function);
    one_sort_each(&signature, &expr, &declared)?;
    let vars: Vec<Var> =
        declared.iter().filter_map(|one| Some(Var { name: Sym::new(&one.name), sort: one.sort? })).collect();
    Ok(signature.with_declared(&vars))
}

/// `dim a`, `is_a(a, dim)`, or `a` alone.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub sort: Option<Sort>,
    pub offset: usize,
}

pub fn error<T>(offset: usize, expected: impl Into<String>, found: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError { offset, expected: expected.into(), found: found.into() })
}

fn parts(expr: &SignatureExpr) -> impl Iterator<Item = &Expr> {
    let params = expr.params.iter().flat_map(|param| param.ty.iter().chain(&param.default));
    params.chain(&expr.outputs).chain(&expr.constraints)
}

/// Has this name a meaning in signatures' texts, so that no relation can be defined with it?
pub fn is_reserved(name: &str) -> bool {
    relations::by_name(name).is_some()
        || catalogue::current().word(name).is_some()
        || FORMS.contains(&name)
        || OF_SIZES.contains(&name)
}

/// Every call is of a relation, of a word, or of what the text form has.
fn check_relations(expr: &Expr) -> Result<(), ParseError> {
    let mut wrong = None;
    each_node(expr, &mut |expr| {
        if let Node::Call(base, _) = &expr.node
            && let Node::Name(path) = &base.node
        {
            let name = path.join(".");
            let known = is_reserved(&name) || relations::defined::by_name(&name).is_some();
            if !known && wrong.is_none() {
                wrong = Some((base.offset, name));
            }
        }
    });
    match wrong {
        Some((offset, name)) => error(offset, "a relation or a word of the vocabulary", format!("`{name}`")),
        None => Ok(()),
    }
}

/// Visits a tree, each node before what is in it.
fn each_node(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.node {
        Node::Call(base, args) => {
            each_node(base, visit);
            args.iter().for_each(|(_, arg)| each_node(arg, visit));
        }
        Node::Index(base, items, options) => {
            each_node(base, visit);
            items.iter().chain(options.iter().map(|(_, option)| option)).for_each(|item| each_node(item, visit));
        }
        Node::Record(_, fields) => fields.iter().for_each(|(_, field)| each_node(field, visit)),
        Node::Signature(inner) => parts(inner).for_each(|part| each_node(part, visit)),
        Node::Tuple(items) | Node::List(items) | Node::Union(items) => {
            items.iter().for_each(|item| each_node(item, visit));
        }
        Node::Neg(inner) | Node::Star(inner) => each_node(inner, visit),
        Node::Binary(_, a, b) | Node::Slice(a, b) => {
            each_node(a, visit);
            each_node(b, visit);
        }
        Node::Name(_) | Node::Int(_) | Node::Str(_) | Node::Hole | Node::Ellipsis | Node::Run(_) => {}
    }
}

/// No name is two variables, none is a parameter's too, and a declaration fits the use.
fn one_sort_each(signature: &Signature, expr: &SignatureExpr, declared: &[Declared]) -> Result<(), ParseError> {
    let vars = signature.vars();
    for (place, var) in vars.iter().enumerate() {
        let name = var.name.as_str();
        if let Some(other) = vars[..place].iter().find(|other| other.name == var.name) {
            let expected = format!("`{name}` to be one thing");
            return error(last_use(expr, name), expected, format!("{} and {}", other.sort.noun(), var.sort.noun()));
        }
        let same = |param: &&ParamExpr| param.name.as_deref() == Some(name);
        if let Some(param) = expr.params.iter().find(same) {
            return error(
                param.offset,
                format!("a parameter's name other than the variable `{name}`"),
                format!("`{name}`"),
            );
        }
        let fits = |sort: Sort| sort == var.sort || (sort == Sort::Number && var.sort == Sort::DType);
        let misfit = declared.iter().find(|one| one.name == name && one.sort.is_some_and(|sort| !fits(sort)));
        if let Some(misfit) = misfit {
            let sort = misfit.sort.map_or_else(String::new, Sort::noun);
            return error(misfit.offset, format!("{name} to be {}, as it is used", var.sort.noun()), sort);
        }
    }
    Ok(())
}

fn last_use(expr: &SignatureExpr, name: &str) -> usize {
    let mut found = 0;
    for part in parts(expr) {
        each_node(part, &mut |expr| {
            if matches!(&expr.node, Node::Name(path) if path.as_slice() == [name]) {
                found = found.max(expr.offset);
            }
        });
    }
    found
}
