//! Parameters whose values results and constraints speak of by their names: `axis` and `keepdims` of
//! `(x: T[*S], axis: int, keepdims: bool) -> T[*reduce(S, axis, keepdims)]`.
//!
//! Such a name is no variable: nothing is to be found for it, it is what the call gives.

use conformable_solver::{Context, Store};
use conformable_types::term::{Leaf, Map};
use conformable_types::ty::{Constraint, Function, Param};
use conformable_types::{Atom, AtomData, Dim, FreshKind, Sym, Term, Ty, TyKind};
use rustc_hash::FxHashMap;

use super::rename::{map_function, variables};

/// So many choices of a value, and of all of them together, are tried; with more they stay open.
pub const TRIED: usize = 64;

/// The parameters that are values, an int, a bool, a text, `None`, a tuple of them, with their places. A name
/// that stands in a parameter's type is a variable.
pub fn arguments(function: &Function) -> Vec<(Sym, usize)> {
    if !function.params.iter().any(|param| param.name.is_some() && is_value(param.ty)) {
        return Vec::new();
    }
    let (outputs, constraints) = Default::default();
    let shown = variables(&Function { outputs, constraints, ..function.clone() });
    let value = |(place, param): (usize, &Param)| {
        let name = param.name.filter(|_| is_value(param.ty))?;
        (!shown.iter().any(|var| var.name == name)).then_some((name, place))
    };
    function.params.iter().enumerate().filter_map(value).collect()
}

/// The places of those of which results or constraints speak: what they are decides what the function gives.
pub fn deciding(function: &Function) -> Vec<usize> {
    let spoken = variables(&Function { params: Box::default(), ..function.clone() });
    let is_spoken_of = |(name, _): &(Sym, usize)| spoken.iter().any(|var| var.name == *name);
    arguments(function).into_iter().filter(is_spoken_of).map(|(_, place)| place).collect()
}

/// What a value of the type may be, for a search to try: either flag, some int, each member of a union.
pub fn choices(ty: Ty, store: &mut Store) -> Vec<Ty> {
    match ty.kind() {
        TyKind::Bool => vec![Ty::bool(true), Ty::bool(false)],
        TyKind::Int => vec![Ty::new(TyKind::IntOf(store.fresh_dim(FreshKind::Int)))],
        TyKind::Union(members) => members.iter().flat_map(|member| choices(*member, store)).collect(),
        TyKind::Tuple(items) => sequences(items, store).into_iter().map(Ty::tuple).collect(),
        TyKind::List(items) => sequences(items, store).into_iter().map(Ty::list).collect(),
        _ => vec![ty],
    }
}

/// All sequences of such items; with more than are tried the items as they are, which leaves them open.
fn sequences(items: &[Ty], store: &mut Store) -> Vec<Vec<Ty>> {
    let mut all = vec![Vec::new()];
    for item in items {
        let choices = choices(*item, store);
        if all.len() * choices.len() > TRIED {
            return vec![items.to_vec()];
        }
        let ends = |begin: Vec<Ty>| choices.iter().map(|choice| [&*begin, &[*choice]].concat()).collect::<Vec<_>>();
        all = all.into_iter().flat_map(ends).collect();
    }
    all
}

/// Is the type one of more values than [`choices`] has?
pub fn is_open(ty: Ty) -> bool {
    use TyKind::{Bool, Int, List, ListOf, Str, Tuple, TupleOf, Union};
    match ty.kind() {
        Int | Bool | Str | TupleOf(_) | ListOf(_) | Union(_) => true,
        Tuple(items) | List(items) => items.iter().any(|item| is_open(*item)),
        _ => false,
    }
}

fn is_value(ty: Ty) -> bool {
    use TyKind::{Bool, Int, List, ListOf, LitBool, LitStr, None, Str, Tuple, TupleOf, Union};
    match ty.kind() {
        Int | Bool | LitBool(_) | None | Str | LitStr(_) => true,
        TyKind::IntOf(value) => value.constant().is_some(),
        Tuple(items) | List(items) | Union(items) => items.iter().all(|item| is_value(*item)),
        TupleOf(item) | ListOf(item) => is_value(*item),
        _ => false,
    }
}

/// The names of those that are ints, and what these are.
pub fn ints<'a>(arguments: &'a [(Sym, usize)], inputs: &'a [Ty]) -> impl Iterator<Item = (Sym, Term)> + 'a {
    arguments.iter().filter_map(|(name, place)| Some((*name, inputs.get(*place)?.int_value()?.into())))
}

/// The function with what the call gives in place of such names.
pub fn given(cx: &mut Context, function: &Function, arguments: &[(Sym, usize)], inputs: &[Ty]) -> Function {
    let values: FxHashMap<Sym, Ty> =
        arguments.iter().filter_map(|(name, place)| Some((*name, cx.resolve_ty(*inputs.get(*place)?)))).collect();
    // As arguments of relations whole values, elsewhere in sizes ints.
    let whole = map_function(function, &mut Whole(&values));
    let constraints = whole.constraints.iter().map(|constraint| match constraint {
        Constraint::Relation(name, args) => Constraint::Relation(*name, whole_args(&values, args)),
        other => other.clone(),
    });
    let whole = Function { constraints: constraints.collect(), ..whole.clone() };
    let mut sizes = InSizes { values: &values, cx };
    map_function(&whole, &mut sizes)
}

fn whole_args(values: &FxHashMap<Sym, Ty>, args: &[Term]) -> Box<[Term]> {
    let value = |arg: &Term| match arg {
        Term::Dim(dim) => match dim.as_atom()?.data() {
            AtomData::Name(name) => values.get(name).map(|ty| Term::Ty(*ty)),
            _ => None,
        },
        _ => None,
    };
    args.iter().map(|arg| value(arg).unwrap_or_else(|| arg.clone())).collect()
}

struct Whole<'v>(&'v FxHashMap<Sym, Ty>);

impl Map for Whole<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let (name, args) = leaf.application()?;
        Some(leaf.applied(name, whole_args(self.0, args)))
    }
}

struct InSizes<'v, 'c> {
    values: &'v FxHashMap<Sym, Ty>,
    cx: &'c mut Context,
}

impl Map for InSizes<'_, '_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let AtomData::Name(name) = atom.data() else { return None };
        let ty = self.values.get(name)?;
        Some(ty.int_value().unwrap_or_else(|| self.cx.fresh_dim(FreshKind::Int)))
    }
}
