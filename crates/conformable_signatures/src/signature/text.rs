//! Which notation a text is in, and what a signature asks of its names beyond the grammar.
//!
//! A text is the mini-language iff it has exactly one `->`, no `[` and no `:`, and its right side
//! opens with `(`; else it is the arrow form, which has two readings: the canonical one, and the
//! [`super::note`]'s, with variables declared in front.

use conformable_types::Sym;
use conformable_types::text::expr::{Node, ParamExpr, SignatureExpr};
use conformable_types::text::read::Reader;
use conformable_types::text::{ParseError, parse_signature};
use conformable_types::ty::ParamKind;

use super::{Signature, Sort, Var, note, overloads, packs};
use crate::minilanguage::{MiniSignature, composed};
use crate::vetted::check_signature;

/// Says what a variable stands for.
pub const IS_A: &str = "is_a";
/// That dtypes have a common one: `promotable`, or the note's `compatible`.
pub const PROMOTABLE: &str = "promotable";
/// That sizes or shapes broadcast.
pub const BROADCASTABLE: &str = "broadcastable";
/// That values are the same one.
pub const SAME: &str = "same";
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
    let mut reader = Reader::for_signature(&expr);
    for one in &declared {
        match one.sort {
            Some(Sort::DType | Sort::Number) => reader.is_element(&one.name),
            Some(Sort::Shape) => reader.is_sequence(&one.name),
            _ => {}
        }
    }
    let function = reader.function(&expr)?;
    let vars: Vec<Var> =
        declared.iter().filter_map(|one| Some(Var { name: Sym::new(&one.name), sort: one.sort? })).collect();
    check_signature(&expr, &function, &mut reader, &vars)?;
    let offset = |param: usize| expr.params.get(param).map_or(0, |param| param.offset);
    if let Some(param) = function.params.iter().position(|p| p.kind == ParamKind::KwArgs) {
        return error(offset(param), "parameters that are passed by place", "`**`");
    }
    if let Some((param, name)) = packs::misplaced(&function) {
        let found = format!("`{name}`, which is one value for each of several");
        return error(offset(param), "packs as arguments of relations alone", found);
    }
    let written = expr.constraints.iter().zip(&function.constraints).filter_map(|(expr, own)| match &expr.node {
        Node::Binary(op, ..) => Some((own.clone(), *op)),
        _ => None,
    });
    let written = written.collect();
    let signature = Signature::of_function(function);
    names_of_their_own(&signature, &expr, &declared)?;
    Ok(signature.with_declared(&vars).with_written(written))
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

/// No name is a parameter's too, and a declaration fits the use.
fn names_of_their_own(signature: &Signature, expr: &SignatureExpr, declared: &[Declared]) -> Result<(), ParseError> {
    let vars = signature.vars();
    for var in vars {
        let name = var.name.as_str();
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
