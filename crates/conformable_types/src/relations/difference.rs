//! Why two types have no value in common, in words: the first place where they differ.

use super::pairing::pair;
use super::place::meet_place;
use super::{consistent, meet};
use crate::bounds::{self, NoFacts};
use crate::constructor::Applied;
use crate::shape::Shape;
use crate::text::{print_dim, print_elem, print_ty};
use crate::ty::{Ty, TyKind};

/// What excludes every common value: `dim 1 is 3 and 4`. `None` if the types are consistent.
///
/// ```
/// use conformable_types::relations::difference;
/// use conformable_types::text::parse_type;
///
/// let [a, b] = ["float64[n, 3]", "float64[2, 4]"].map(|text| parse_type(text).unwrap());
/// assert_eq!(difference(a, b).unwrap(), "dim 1 is 3 and 4");
/// ```
pub fn difference(a: Ty, b: Ty) -> Option<String> {
    if !consistent(a, b).is_no() {
        return None;
    }
    let kinds = || format!("one is {}, the other {}", print_ty(a), print_ty(b));
    if std::mem::discriminant(a.without_place().kind()) != std::mem::discriminant(b.without_place().kind()) {
        return Some(kinds());
    }
    if let (Some((x, s)), Some((y, t))) = (a.as_array(), b.as_array()) {
        if let (Some(_), Some(_)) = (x.dtype(), y.dtype())
            && x != y
        {
            return Some(format!("the dtype is {} and {}", print_elem(x), print_elem(y)));
        }
        return Some(sizes(s, t).unwrap_or_else(|| places(a, b).unwrap_or_else(kinds)));
    }
    let applied = Applied::of(a, b);
    let (x, y) = match applied {
        Some(both) => (both.a.into_vec(), both.b.into_vec()),
        None => (a.parts(), b.parts()),
    };
    if x.len() != y.len() {
        return Some(format!("one has {} parts, the other {}", x.len(), y.len()));
    }
    if let (TyKind::Struct(f), TyKind::Struct(g)) = (a.kind(), b.kind())
        && let Some((f, g)) = f.iter().zip(g).find(|(f, g)| f.0 != g.0)
    {
        return Some(format!("the field {} is {} in the other", f.0, g.0));
    }
    let inside = x.iter().zip(&y).enumerate().find_map(|(place, (x, y))| Some((place, difference(*x, *y)?)));
    Some(inside.map_or_else(kinds, |(place, why)| format!("part {place}: {why}")))
}

fn sizes(s: Shape, t: Shape) -> Option<String> {
    match pair(s, t) {
        None => {
            let rank = |shape: Shape| match shape.rank() {
                Some(rank) => rank.to_string(),
                None => format!("at least {}", shape.min_rank()),
            };
            Some(format!("the rank is {} and {}", rank(s), rank(t)))
        }
        Some(pairing) if pairing.is_open() => None,
        Some(pairing) => {
            let (dims, front) = (pairing.dims, pairing.front);
            let clash = dims.iter().position(|(x, y)| bounds::eq(*x, *y, &NoFacts).is_no());
            Some(match clash {
                Some(place) => {
                    let (x, y) = dims[place];
                    // Behind a sequence dims are counted from the end.
                    let behind = place >= front;
                    let axis = if behind { format!("-{}", dims.len() - place) } else { place.to_string() };
                    format!("dim {axis} is {} and {}", print_dim(x), print_dim(y))
                }
                None if s.rank().is_none() || t.rank().is_none() => return None,
                None => all_at_once(&dims)?,
            })
        }
    }
}

/// Each pair of sizes may be equal, but not all of them.
fn all_at_once(dims: &[(crate::Dim, crate::Dim)]) -> Option<String> {
    let (left, right): (Vec<_>, Vec<_>) = dims.iter().copied().unzip();
    let tuple = |dims: &[crate::Dim]| Ty::tuple(dims.iter().map(|dim| Ty::int(*dim)));
    meet(tuple(&left), tuple(&right)).is_none().then(|| {
        let equations: Vec<String> = dims
            .iter()
            .filter(|(x, y)| x != y && !x.is_any() && !y.is_any())
            .map(|(x, y)| format!("{} = {}", print_dim(*x), print_dim(*y)))
            .collect();
        format!("not all of these hold: {}", equations.join(", "))
    })
}

fn places(a: Ty, b: Ty) -> Option<String> {
    let apart =
        a.as_array().is_some_and(|(_, shape)| meet_place(a.place(), b.place(), shape, &mut Vec::new()).is_none());
    let device = |ty: Ty| ty.place().data().device.map_or_else(|| "any".to_owned(), |device| device.to_string());
    apart.then(|| match (a.place().data().device, b.place().data().device) {
        (Some(x), Some(y)) if x != y => format!("the device is {} and {}", device(a), device(b)),
        _ => "the layouts differ".to_owned(),
    })
}
