//! `@conformable.signature("...")`: the arrow form, or the shapes alone in the mini-language.

use conformable_types::text::read::parse_function;
use conformable_types::ty::{Function, Param};
use conformable_types::{AtomData, Dim, SeqData, Shape, Ty, TyKind};
use ruff_python_ast::{Decorator, Expr, StmtFunctionDef};

use super::{jaxtyping, place_inside};
use crate::domain::declared::{ArrayForm, DeclaredType, Dtypes, Item, Promises};
use crate::domain::value::Sym;
use crate::eval::annotations::dotted;
use crate::eval::interpreter::Interpreter;

/// Does the decorator declare a signature?
pub fn is_signature<'p>(run: &mut impl Interpreter<'p>, decorator: &Expr) -> bool {
    let Expr::Call(call) = decorator else { return false };
    matches!(dotted(run, &call.func).as_deref(), Some("conformable.signature" | "conformable.checked"))
}

pub(super) fn signature_of<'p>(run: &mut impl Interpreter<'p>, definition: &'p StmtFunctionDef) -> Option<Promises> {
    let decorators: Vec<&Decorator> = definition.decorator_list.iter().collect();
    let decorator = decorators.into_iter().find(|decorator| is_signature(run, &decorator.expression))?;
    let Expr::Call(call) = &decorator.expression else { return None };
    let Some(Expr::StringLiteral(literal)) = call.arguments.args.first() else { return None };
    let text = literal.value.to_str();
    let names: Vec<&str> =
        definition.parameters.iter_non_variadic_params().map(|param| param.parameter.name.as_str()).collect();
    if is_minilanguage(text) {
        return Some(shapes_alone(text, &names));
    }
    match parse_function(text) {
        Ok(function) => Some(promises(&function, &names)),
        Err(error) => {
            let range = place_inside(literal, error.offset.min(text.len()));
            let message = match &*error.expected {
                "" => format!("found {}", error.found),
                expected => format!("expected {expected}, found {}", error.found),
            };
            run.malformed(range, message, true);
            None
        }
    }
}
/// Exactly one arrow, no brackets and no colon, and a parenthesis after the arrow.
fn is_minilanguage(text: &str) -> bool {
    let mut sides = text.split("->");
    let (Some(_), Some(right), None) = (sides.next(), sides.next(), sides.next()) else { return false };
    !text.contains('[') && !text.contains(':') && right.trim_start().starts_with('(')
}

fn promises(function: &Function, names: &[&str]) -> Promises {
    let mut promises = Promises::default();
    for (place, param) in function.params.iter().enumerate() {
        let name = match (param, names.get(place)) {
            (Param { name: Some(name), .. }, _) if names.contains(&name.as_str()) => *name,
            (Param { name: None, .. }, Some(name)) => Sym::new(name),
            _ => continue,
        };
        promises.params.push((name, declared(param.ty)));
    }
    promises.returns = match &*function.outputs {
        [] => None,
        [one] => Some(declared(*one)),
        many => Some(DeclaredType::Tuple(many.iter().map(|ty| declared(*ty)).collect())),
    };
    promises
}

/// The form that a type writes.
pub(super) fn declared(ty: Ty) -> DeclaredType {
    match ty.kind() {
        TyKind::None => DeclaredType::None,
        TyKind::Int => DeclaredType::Int,
        TyKind::Tuple(items) => DeclaredType::Tuple(items.iter().map(|item| declared(*item)).collect()),
        TyKind::Union(members) => DeclaredType::Union(members.iter().map(|member| declared(*member)).collect()),
        TyKind::Array { elem, shape } => DeclaredType::Array(ArrayForm {
            dtypes: elem.dtype().map_or(Dtypes::Any, Dtypes::One),
            shape: Some(items(*shape)),
            ndarray: true,
            obliges: true,
            text: ty.to_string(),
        }),
        _ => DeclaredType::Other,
    }
}

fn items(shape: Shape) -> Vec<Item> {
    let data = shape.data();
    let dim = |dim: &Dim| {
        let known = dim.as_atom().is_none_or(|atom| !matches!(atom.data(), AtomData::Fresh { .. } | AtomData::App(..)));
        if dim.is_any() || !known { Item::Any } else { Item::Dim(*dim) }
    };
    let mut items: Vec<Item> = data.prefix.iter().map(dim).collect();
    if let Some((seq, suffix)) = &data.rest {
        items.push(match seq.data() {
            SeqData::Name(name) => Item::Seq(*name),
            _ => Item::Rest,
        });
        items.extend(suffix.iter().map(dim));
    }
    items
}

/// Operands of plain names and integers; with anything richer the text says nothing here.
fn shapes_alone(text: &str, names: &[&str]) -> Promises {
    let mut promises = Promises::default();
    let Some((inputs, outputs)) = text.split_once("->") else { return promises };
    let operands = |side: &str| -> Option<Vec<DeclaredType>> {
        if side.contains(['?', '|', '!', '.', '+', '=']) {
            return None;
        }
        let inner = side.trim().strip_prefix('(')?.strip_suffix(')')?;
        inner
            .split(')')
            .enumerate()
            .map(|(place, part)| {
                let part = if place == 0 {
                    part
                } else {
                    part.trim_start().strip_prefix(',')?.trim_start().strip_prefix('(')?
                };
                let words = part.split(',').map(|word| word.replace(' ', "")).collect::<Vec<_>>().join(" ");
                let items = jaxtyping::shape(words.trim()).ok()?;
                let text = format!("({part})");
                let dtypes = Dtypes::Any;
                Some(DeclaredType::Array(ArrayForm { dtypes, shape: Some(items), ndarray: true, obliges: true, text }))
            })
            .collect()
    };
    if let (Some(inputs), Some(outputs)) = (operands(inputs), operands(outputs)) {
        promises.params = names.iter().map(|name| Sym::new(name)).zip(inputs).collect();
        promises.returns = match <[DeclaredType; 1]>::try_from(outputs) {
            Ok([one]) => Some(one),
            Err(many) => Some(DeclaredType::Tuple(many)),
        };
    }
    promises
}
