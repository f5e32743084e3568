//! Which variables show the elements of which others.

use conformable_types::{Sym, Ty, TyKind};
use indexmap::IndexMap;
use ruff_python_ast::Expr;
use rustc_hash::FxHashSet;

use crate::language::{Held, Memory, Source, Variable};
use crate::value::Value;

/// What a container that is displayed shows by an item, and by what that holds itself.
pub fn held_by(item: &Value) -> Held {
    let own = item.source.variable().map(|_| (item.source.clone(), item.exact));
    own.into_iter().chain(item.held.iter().cloned()).collect()
}

/// What an item of a display is made of, where names are bound beside it.
pub fn source_of(item: &Expr, bound: &[Sym]) -> Source {
    match item {
        Expr::Name(name) if !bound.contains(&Sym::new(&name.id)) => Source::Variable(Sym::new(&name.id)),
        Expr::List(_) | Expr::Set(_) | Expr::Dict(_) => Source::New,
        _ => Source::Fresh,
    }
}

/// May a run give None there, whatever the type says?
pub fn may_be_none(variables: &IndexMap<Sym, Variable>, value: &Value) -> bool {
    value.source.variable().and_then(|of| variables.get(&of)).is_some_and(|variable| variable.is_optional)
}

/// May what a container is given still show the elements of others? Numbers and texts are copied.
pub fn may_hold(container: Ty) -> bool {
    let is_one = |item: Ty| item.is_python_number() || matches!(item.kind(), TyKind::Scalar(_) | TyKind::Str);
    match container.kind() {
        TyKind::ListOf(item) | TyKind::Set(item) => !is_one(*item),
        TyKind::List(items) => !items.iter().all(|item| is_one(*item)),
        _ => true,
    }
}

/// The same, and the value itself where it has no name.
pub fn shown_by(item: &Value) -> Held {
    std::iter::once((item.source.clone(), item.exact)).chain(item.held.iter().cloned()).collect()
}

/// The variables that own what a variable shows: itself, if it shows no other's.
pub fn owners(variables: &IndexMap<Sym, Variable>, name: Sym) -> Vec<Sym> {
    let (mut found, mut seen, mut left) = (Vec::new(), Vec::new(), vec![name]);
    while let Some(name) = left.pop() {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        match variables.get(&name) {
            Some(variable) if !variable.targets.is_empty() => left.extend(&variable.targets),
            _ => found.push(name),
        }
    }
    found
}

/// Does a local variable own its elements, so that a function that returns it gives them away?
fn is_given_away(variables: &IndexMap<Sym, Variable>, source: &Source) -> bool {
    let Source::Variable(name) = source else { return false };
    variables.get(name).is_some_and(|variable| !variable.is_argument && variable.targets.is_empty())
}

/// The local variables that own their elements and that a returned value is, or has as its items, where the result is
/// known by none of these names.
pub fn unnamed(
    variables: &IndexMap<Sym, Variable>,
    returned: &Value,
    is_tuple: bool,
    names: &FxHashSet<Sym>,
) -> Vec<(Sym, Ty)> {
    let own = (&returned.source, returned.exact);
    let items = returned.held.iter().filter(|_| is_tuple).map(|(source, ty)| (source, *ty));
    let given = std::iter::once(own).chain(items).filter(|(source, _)| is_given_away(variables, source));
    let named = given.filter_map(|(source, ty)| Some((source.variable()?, ty)));
    named.filter(|(name, _)| !names.contains(name)).collect()
}

/// Does a variable show what is another's?
pub fn is_alias(variables: &IndexMap<Sym, Variable>, source: &Source) -> bool {
    let Source::Variable(name) = source else { return true };
    variables.get(name).is_none_or(|variable| variable.is_argument || variable.memory == Memory::Alias)
}

/// The local variables that end with a function and whose elements an argument shows that it is given.
pub fn escaping_by(variables: &IndexMap<Sym, Variable>, holder: Sym, held: &Held) -> Vec<(Sym, Ty)> {
    if !variables.get(&holder).is_some_and(|holder| holder.is_argument) {
        return Vec::new();
    }
    escaping(variables, &Value { held: held.clone(), ..Value::unknown() }, false)
}

/// The variables of which something is never changed, among those that are shown: the types of what is shown.
pub fn finals(variables: &IndexMap<Sym, Variable>, shown: &Held) -> Vec<Ty> {
    let is_final =
        |source: &Source| source.variable().and_then(|name| variables.get(&name)).is_some_and(|one| one.is_const);
    shown.iter().filter(|(source, _)| is_final(source)).map(|(_, ty)| *ty).collect()
}

/// The local variables that end with a function and whose elements a value that it returns shows, each with the type of
/// what is shown. What is returned itself, alone or in a tuple, is given away.
pub fn escaping(variables: &IndexMap<Sym, Variable>, returned: &Value, is_tuple: bool) -> Vec<(Sym, Ty)> {
    let is_kept = |source: &Source, is_held: bool| (is_held && !is_tuple) || !is_given_away(variables, source);
    let own = (&returned.source, returned.exact, false);
    let held = returned.held.iter().map(|(source, ty)| (source, *ty, true));
    let shown = std::iter::once(own).chain(held).filter(|(source, _, is_held)| is_kept(source, *is_held));
    let local = |name: &Sym| variables.get(name).is_some_and(|variable| !variable.is_argument);
    shown
        .filter_map(|(source, ty, _)| Some((source.variable()?, ty)))
        .flat_map(|(name, ty)| owners(variables, name).into_iter().filter(local).map(move |owner| (owner, ty)))
        .collect()
}
