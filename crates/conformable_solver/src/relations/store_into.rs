//! `store_into(R, S)`: a value of shape R is written into a place of shape S, as an assignment to a
//! part of an array does (NumPy, "Assigning values to indexed arrays"). The result is S.
//!
//! It is broadcasting in one direction, and kinder to ranks: dims are paired from the right, a size
//! of the value is the place's or 1, and what the value has in front of the place's rank must be
//! 1s, which are dropped. So (1, 1, 3) fits a place of (2, 3), and (3,) doesn't fit one of (1,).
//!
//! That a size is one of two others is no fact of the store: until one of them is excluded, what
//! is told is that they broadcast, which is less.

use conformable_types::{Dim, Shape};

use super::{Body, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static STORE_INTO: Relation = Relation {
    name: "store_into",
    body: &Body::of(|cx, _, (value, place): (Shape, Shape)| store_into(cx, value, place)),
};

/// The place's shape, if the value fits it. Argument 0 of the parts is the value, 1 the place.
///
/// # Errors
/// If a size of the value is neither 1 nor the place's.
pub fn store_into(cx: &mut Context, value: Shape, place: Shape) -> Result<Shape, Failure> {
    let (value, place) = (cx.resolve_shape(value), cx.resolve_shape(place));
    let known = |shape: Shape| match shape.rank() {
        Some(rank) => rank,
        None => shape.suffix().len(),
    };
    let pairs = known(value).min(known(place));
    for axis in (1..=pairs).map(|axis| -to_i64(axis)) {
        if let (Some(size), Some(room)) = (value.at(axis), place.at(axis)) {
            fits(cx, size, room, axis)?;
        }
    }
    // What is in front of the place's rank.
    if let Some(rank) = place.rank() {
        for axis in (rank + 1..=known(value)).map(|axis| -to_i64(axis)) {
            if let Some(size) = value.at(axis) {
                cx.require(Fact::Eq(size, Dim::ONE), || {
                    let message = format!("{size:?} in front of {rank} dims is not 1");
                    failure(message, vec![Part { axis: Some(axis), ..Part::whole(0) }])
                })?;
            }
        }
    }
    Ok(place)
}

/// A size of the value, and the room that there is for it.
fn fits(cx: &mut Context, size: Dim, room: Dim, axis: i64) -> Result<(), Failure> {
    let clash = || {
        let at = |argument| Part { axis: Some(axis), ..Part::whole(argument) };
        failure(format!("{size:?} does not fit {room:?}"), vec![at(0), at(1)])
    };
    if size == room && !size.is_any() {
        return Ok(());
    }
    cx.require(Fact::Broadcast(size, room), clash)?;
    if cx.store().ask_eq(size, Dim::ONE).is_no() {
        cx.require(Fact::Eq(size, room), clash)
    } else if cx.store().ask_eq(room, Dim::ONE).is_yes() {
        cx.require(Fact::Eq(size, Dim::ONE), clash)
    } else {
        Ok(())
    }
}

fn failure(message: String, parts: Vec<Part>) -> Failure {
    Failure::new(FailureKind::Store, message, parts)
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::Store;

    fn shape(dims: &[i64]) -> Shape {
        dims.iter().map(|d| Dim::of(*d)).collect()
    }

    fn run(value: Shape, place: Shape) -> Result<Shape, String> {
        store_into(&mut Context::new(&Store::new()), value, place).map_err(|failure| failure.message)
    }

    #[test]
    fn leading_ones_are_dropped() {
        assert_eq!(run(shape(&[1, 1, 3]), shape(&[2, 3])), Ok(shape(&[2, 3])));
        assert_eq!(run(shape(&[2, 3]), shape(&[3])), Err("2 in front of 1 dims is not 1".into()));
        assert_eq!(run(shape(&[1]), shape(&[])), Ok(shape(&[])));
    }

    #[test]
    fn a_place_does_not_grow() {
        assert_eq!(run(shape(&[3]), shape(&[1])), Err("3 does not fit 1".into()));
        assert_eq!(run(shape(&[1]), shape(&[0])), Ok(shape(&[0])));
        assert!(run(shape(&[3]), shape(&[0])).is_err());
    }

    #[test]
    fn success_teaches() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let mut cx = Context::new(&Store::new());
        store_into(&mut cx, Shape::of(&[n]), Shape::of(&[Dim::ONE])).unwrap();
        assert!(cx.store().ask_eq(n, Dim::ONE).is_yes());
        store_into(&mut cx, shape(&[3]), Shape::of(&[m])).unwrap();
        assert!(cx.store().ask_eq(m, Dim::of(3)).is_yes());
        let k = Dim::name("k");
        let grown = store_into(&mut cx, Shape::of(&[k.plus(1)]), Shape::of(&[k])).map_err(|failure| failure.except);
        assert_eq!(grown, Err(Some("k is 0 or 1".into())));
    }

    #[test]
    fn unknown_ranks_are_compared_from_the_right() {
        let s = Seq::name("s").shape();
        let ends_in = |size: i64| s.append(shape(&[size])).unwrap();
        assert!(run(ends_in(3), shape(&[2, 4])).is_err());
        assert!(run(shape(&[2, 4]), ends_in(3)).is_err());
        assert_eq!(run(ends_in(3), shape(&[2, 3])), Ok(shape(&[2, 3])));
    }
}
