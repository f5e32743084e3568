//! A function of the catalogue as people read it: a line for each alternative, in the arrow form, with what decides
//! between them behind `if` and what it asks behind `where`.
//!
//! `(x1: T[*S], x2: U[*R], /, *, axis: int = None) -> promote(T, U)[*broadcast(S, R)] if axis != None where rank(S) >= 1`

use std::fmt::{self, Display, Formatter};

use conformable_types::text::Expr;
use conformable_types::ty::ParamKind;

use super::EntryCall;
use crate::op::{Alternative, Param};
use crate::signature::parts::SignatureParts;

impl Display for EntryCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &*self.meant().alternatives {
            [only] => f.write_str(&alternative(only))?,
            all => {
                let all: Vec<String> = all.iter().map(|one| format!("({})", alternative(one))).collect();
                f.write_str(&all.join("\n| "))?;
            }
        }
        match self.arrangement.as_ref().map(ToString::to_string).filter(|text| !text.is_empty()) {
            Some(arranged) => write!(f, "\nwith {arranged}"),
            None => Ok(()),
        }
    }
}

impl EntryCall {
    /// Of an entry of one alternative, its parts.
    pub fn parts(&self) -> Option<SignatureParts> {
        let meant = self.meant();
        let [only] = &*meant.alternatives else { return None };
        Some(SignatureParts {
            inputs: only.params.iter().map(parameter).collect(),
            outputs: vec![written(only, &only.result)],
            conditions: asked(only),
        })
    }
}

/// An expression of the alternative, with its own name for `NAME`.
fn written(alternative: &Alternative, expr: &Expr) -> String {
    match &alternative.name {
        Some(name) => named(&expr.to_string(), name),
        None => expr.to_string(),
    }
}

/// What it asks of its arguments.
fn asked(alternative: &Alternative) -> Vec<String> {
    let rules = &alternative.rules;
    let shapes = rules.gufunc.iter().map(|(shapes, _)| format!("gufunc('{shapes}')"));
    shapes.chain(rules.requires.iter().map(|require| written(alternative, &require.condition))).collect()
}

fn alternative(alternative: &Alternative) -> String {
    let written = |expr: &Expr| written(alternative, expr);
    let mut text = format!("({}) -> {}", parameters(&alternative.params), written(&alternative.result));
    let rules = &alternative.rules;
    let mut clause = |word: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            text.push_str(&format!(" {word} {}", parts.join(", ")));
        }
    };
    clause("if", rules.guards.iter().map(written).collect());
    clause("where", asked(alternative));
    text
}

/// `x, /, *args: T, k: int = 3`
fn parameters(params: &[Param]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let only_by_place = params.iter().filter(|param| param.kind == ParamKind::PositionalOnly).count();
    let mut is_marked = false;
    for (place, param) in params.iter().enumerate() {
        is_marked |= param.kind == ParamKind::VarArgs;
        if param.kind == ParamKind::KeywordOnly && !is_marked {
            parts.push("*".to_owned());
            is_marked = true;
        }
        parts.push(parameter(param));
        if place + 1 == only_by_place {
            parts.push("/".to_owned());
        }
    }
    parts.join(", ")
}

fn parameter(param: &Param) -> String {
    let stars = match param.kind {
        ParamKind::VarArgs => "*",
        ParamKind::KwArgs => "**",
        ParamKind::PositionalOnly | ParamKind::Plain | ParamKind::KeywordOnly => "",
    };
    let name = format!("{stars}{}", param.name);
    match (&param.text, &param.default) {
        (Some(ty), Some(default)) => format!("{name}: {ty} = {default}"),
        (Some(ty), None) => format!("{name}: {ty}"),
        (None, Some(default)) => format!("{name}={default}"),
        (None, None) => name,
    }
}

/// With the function's name for `NAME`, which stands for it in a template.
fn named(text: &str, name: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("NAME") {
        let (before, after) = (&rest[..at], &rest[at + 4..]);
        found.push_str(before);
        match before.ends_with(is_part) || after.starts_with(is_part) {
            true => found.push_str("NAME"),
            false => found.push_str(&format!("'{name}'")),
        }
        rest = after;
    }
    found + rest
}
