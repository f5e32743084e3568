//! What a relation's result says of its arguments' ranks: the backward step of the relations that
//! a search needs so that it has finitely many ranks to try.
//!
//! | relation | its ranks |
//! |---|---|
//! | `broadcast`, `align` | no argument has more dims than the result |
//! | `edit` | so many dims fewer or more as there are axes; an axis of unknown value is within them |
//! | `permute`, `reverse`, `concat` | as many dims as the result |
//! | `append` | together as many as the result |
//! | `drop_ones` | at least as many as the result, whose sizes are not 1 |
//! | `leading` | so many more |
//!
//! The checker does not ask for these: what it tells a path is what each relation tells by itself.

use conformable_types::{Dim, Shape, Term, Ty};

use super::args::{self, Axes};
use super::to_i64;
use crate::context::Context;
use crate::store::{Fact, Store};

/// What holds of ranks and axes if the relation `name` of `args` has the shape `result`.
pub fn implied(store: &Store, name: &str, args: &[Term], result: Shape) -> Vec<Fact> {
    let mut cx = Context::new(store);
    let result = store.resolve_shape(result);
    let whole = result.rank_dim();
    if whole.is_any() {
        return Vec::new();
    }
    let mut shape = |place: usize| args.get(place).map(|arg| args::shape(&mut cx, Some(arg)));
    match name {
        "broadcast" | "static_broadcast" => {
            let shapes = args::shapes(&mut cx, args);
            shapes.into_iter().map(|(shape, _)| Fact::Le(shape.rank_dim(), whole)).collect()
        }
        "align" => (0..2).filter_map(shape).map(|shape| Fact::Le(shape.rank_dim(), whole)).collect(),
        "permute" | "reverse" => shape(0).map(|shape| Fact::Eq(shape.rank_dim(), whole)).into_iter().collect(),
        "concat" => {
            let joined = args.get(1).map(|axis| Axes::of(&cx, axis));
            if !matches!(joined, Some(Axes::One(_))) {
                return Vec::new();
            }
            let pieces = args::shapes(&mut cx, &args[..1]);
            pieces.into_iter().map(|(shape, _)| Fact::Eq(shape.rank_dim(), whole)).collect()
        }
        "append" => {
            let shapes = args::shapes(&mut cx, args);
            let sum = shapes.iter().fold(Dim::ZERO, |sum, (shape, _)| sum.plus(shape.rank_dim()));
            vec![Fact::Eq(sum, whole)]
        }
        "drop_ones" => {
            let dims = result.data().prefix.iter().chain(result.suffix());
            let left = dims.map(|dim| Fact::Ne(*dim, Dim::ONE));
            left.chain(shape(0).map(|shape| Fact::Le(whole, shape.rank_dim()))).collect()
        }
        "leading" => match (shape(0), args.get(1).and_then(|count| args::int(&cx, count))) {
            (Some(shape), Some(count)) => vec![Fact::Eq(shape.rank_dim(), whole.plus(count))],
            _ => Vec::new(),
        },
        "edit" => edit(&mut cx, args, whole),
        _ => Vec::new(),
    }
}

fn edit(cx: &mut Context, args: &[Term], whole: Dim) -> Vec<Fact> {
    let shape = args::shape(cx, args.first());
    let op = match args.get(2) {
        Some(Term::Ty(op)) => op.str_value(),
        _ => None,
    };
    let put_in = match args.get(3) {
        Some(Term::Dim(_)) => Some(1),
        Some(what) => args::shape(cx, Some(what)).rank(),
        None => Some(0),
    };
    let axes = args.get(1).map_or(Axes::Unknown, |axes| Axes::of(cx, axes));
    let rank = shape.rank_dim();
    let (Some(op), Some(put_in)) = (op, put_in.map(to_i64)) else { return Vec::new() };
    if axes == Axes::All {
        return if op == "replace" { vec![Fact::Eq(rank.scaled(put_in), whole)] } else { Vec::new() };
    }
    let Some(count) = axes.count().map(to_i64) else { return Vec::new() };
    let removed = if op == "insert" { 0 } else { count };
    let mut facts = vec![Fact::Eq(rank.minus(removed).plus(count * put_in), whole)];
    // Places that an axis of unknown value may have.
    let places = if op == "insert" { rank.plus(count) } else { rank };
    let values: Vec<Option<Dim>> = match args.get(1) {
        Some(Term::Dim(dim)) => vec![Some(*dim)],
        Some(Term::Ty(ty)) => match ty.items() {
            Some(items) => items.iter().copied().map(Ty::int_value).collect(),
            None => vec![ty.int_value()],
        },
        _ => Vec::new(),
    };
    for value in values.into_iter().flatten() {
        facts.push(Fact::Le(places.negated(), value));
        facts.push(Fact::Le(value.plus(1), places));
    }
    facts
}
