//! Functions on what has names: dims, lists without order of their own, put in one that the stub declares; records.
//!
//! A dim is an object that was made with texts, its name first, its kind last: `Dimension['I', 'horizontal']`. Two
//! arrays over such dims meet over the dims of both. That they are sorted by kind, then by name, is GT4Py's rule
//! (`gt4py.next.common.order_dimensions`); xarray, which keeps them as they come, would leave the order out.

use conformable_types::{Sym, Ty, TyKind};

use super::{Builtin, Val, many, values};
use crate::evaluate::list;

pub(super) static TABLE: &[Builtin] = &[
    values(
        many(2),
        "united(kinds, xs, ys, ...): the dims of all tuples, each once, by their place among the kinds, then by name",
        |_, args| Ok(united(&args[0], &args[1..]).map_or_else(Val::unknown, tuple)),
    ),
    values(3..=3, "replaced(xs, x, ys): the dims of xs with those of ys in the place of x", |_, args| {
        let (Some(xs), Some(ys)) = (dims(&args[0]), dims(&args[2])) else { return Ok(Val::unknown()) };
        let x = args[1].ty();
        Ok(tuple(xs.into_iter().flat_map(|dim| if dim == x { ys.clone() } else { vec![dim] }).collect()))
    }),
    values(2..=2, "is_over(xs, ys): are all dims of ys, a tuple of dims or one dim, among those of xs?", |_, args| {
        let one = args[1].ty();
        let wanted = dims(&args[1]).unwrap_or_else(|| vec![one]);
        let Some(known) = dims(&args[0]).filter(|_| !one.is_unknown()) else { return Ok(Val::unknown()) };
        Ok(Val::new(Ty::bool(wanted.iter().all(|dim| known.contains(dim)))))
    }),
    values(2..=2, "begins_with(xs, ys): are the first dims of xs those of ys, in their order?", |_, args| {
        let (Some(xs), Some(ys)) = (dims(&args[0]), dims(&args[1])) else { return Ok(Val::unknown()) };
        Ok(Val::new(Ty::bool(xs.starts_with(&ys))))
    }),
    values(2..=2, "of_kind(kind, xs): a pack of the dims of this kind", |_, args| {
        let (Some(kind), Some(xs)) = (args[0].ty().str_value(), dims(&args[1])) else { return Ok(Val::unknown()) };
        let of_kind = xs.into_iter().filter(|dim| texts(*dim).is_some_and(|(_, own)| own == kind));
        Ok(list(of_kind.map(Val::new).collect()))
    }),
    values(2..=2, "are_alike(x, y): are both tuples of as many items, or records with the same names?", |_, args| {
        let alike = match (args[0].ty().kind(), args[1].ty().kind()) {
            (TyKind::Tuple(x), TyKind::Tuple(y)) => x.len() == y.len(),
            (TyKind::Struct(x), TyKind::Struct(y)) => names(x).eq(names(y)),
            _ => false,
        };
        Ok(Val::new(Ty::bool(alike)))
    }),
    values(2..=2, "alike(x, items): a tuple of a pack, or where x is a record, one with its names", |_, args| {
        let Some(items) = dims(&args[1]) else { return Ok(Val::unknown()) };
        Ok(Val::new(match args[0].ty().kind() {
            TyKind::Struct(fields) => Ty::new(TyKind::Struct(names(fields).zip(items).collect())),
            _ => Ty::tuple(items),
        }))
    }),
];

fn names(fields: &[(Sym, Ty)]) -> impl Iterator<Item = Sym> {
    fields.iter().map(|(name, _)| *name)
}

fn tuple(dims: Vec<Ty>) -> Val {
    Val::new(Ty::tuple(dims))
}

/// The dims of a tuple or a pack.
fn dims(value: &Val) -> Option<Vec<Ty>> {
    value.items().map(|items| items.iter().map(Val::ty).collect())
}

/// A dim's name and kind.
fn texts(dim: Ty) -> Option<(&'static str, &'static str)> {
    let TyKind::Ctor(_, parts) = dim.kind() else { return None };
    Some((parts.first()?.str_value()?, parts.last()?.str_value()?))
}

fn united(kinds: &Val, tuples: &[Val]) -> Option<Vec<Ty>> {
    let kinds: Vec<Ty> = kinds.items()?.iter().map(Val::ty).collect();
    let mut all: Vec<((usize, &str), Ty)> = Vec::new();
    for tuple in tuples {
        for dim in dims(tuple)? {
            let (name, kind) = texts(dim)?;
            let place = kinds.iter().position(|known| known.str_value() == Some(kind)).unwrap_or(kinds.len());
            if !all.iter().any(|(_, known)| *known == dim) {
                all.push(((place, name), dim));
            }
        }
    }
    all.sort_by_key(|(key, _)| *key);
    Some(all.into_iter().map(|(_, dim)| dim).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;

    fn some(text: &str) -> Val {
        Val::new(parse_type(text).expect("a type"))
    }

    #[test]
    fn dims_are_united_in_the_order_of_their_kinds_then_by_name() {
        let kinds = Val::new(Ty::list([Ty::str("flat"), Ty::str("high")]));
        let [i, j, k] = ["Dim['I', 'flat']", "Dim['J', 'flat']", "Dim['A', 'high']"];
        let all = united(&kinds, &[some(&format!("tuple[{k}, {j}]")), some(&format!("tuple[{i}, {j}]"))]);
        assert_eq!(all, Some([i, j, k].map(|text| some(text).ty()).to_vec()));
        assert_eq!(united(&kinds, &[]), Some(Vec::new()));
        // What is no dim has no place.
        assert_eq!(united(&kinds, &[some("tuple[int]")]), None);
    }
}
