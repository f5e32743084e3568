//! The indexing relation against the cases that its rules name.

use conformable_types::{DType, Seq, TyKind};

use super::*;
use crate::Store;

fn shape(dims: &[i64]) -> Shape {
    dims.iter().map(|d| Dim::of(*d)).collect()
}

fn slice(start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Ty {
    Ty::new(TyKind::Slice([start, stop, step].map(|part| part.map_or(Ty::none(), Ty::int))))
}

fn all() -> Ty {
    slice(None, None, None)
}

fn ints(values: &[i64]) -> Ty {
    Ty::list(values.iter().map(|v| Ty::int(*v)))
}

fn run(s: Shape, key: &[Ty]) -> Result<Indexed, Failure> {
    index(&mut Context::new(&Store::new()), s, Ty::tuple(key.iter().copied()), &[])
}

fn result(s: Shape, key: &[Ty]) -> Shape {
    run(s, key).unwrap().shape
}

#[test]
fn placement() {
    let s = shape(&[4, 5, 6]);
    let (dots, new) = (Ty::new(TyKind::Ellipsis), Ty::none());
    assert_eq!(result(s, &[all(), ints(&[0]), ints(&[1])]), shape(&[4, 1]));
    assert_eq!(result(s, &[all(), ints(&[0]), new, ints(&[1])]), shape(&[1, 4, 1]));
    assert_eq!(result(s, &[all(), ints(&[0]), dots, ints(&[1])]), shape(&[1, 4]));
    assert_eq!(result(s, &[Ty::int(0), all(), ints(&[1])]), shape(&[1, 5]));
    assert_eq!(result(s, &[all(), Ty::bool(true), ints(&[0, 1, 2])]), shape(&[4, 3, 6]));
    assert!(run(s, &[Ty::int(0), Ty::int(0), Ty::int(-1)]).unwrap().scalar);
    assert!(!run(s, &[Ty::int(0), Ty::int(0), Ty::int(-1), dots]).unwrap().scalar);
}

#[test]
fn failures() {
    let s = shape(&[4, 5]);
    let message = |key: &[Ty]| run(s, key).unwrap_err().message;
    assert_eq!(message(&[Ty::int(4)]), "index 4 is out of range for axis 0 with size 4");
    assert_eq!(message(&[all(), Ty::int(-6)]), "index -6 is out of range for axis 1 with size 5");
    assert_eq!(message(&[ints(&[0, 7])]), "index 7 is out of range for axis 0 with size 4");
    assert_eq!(message(&[all(), all(), all()]), "too many indices: 3 for an array of 2 dimensions");
    assert_eq!(run(s, &[Ty::float(1.0)]).unwrap_err().kind, FailureKind::NotAnIndex);
    let mask = Ty::array(DType::BOOL, shape(&[3, 5]));
    assert_eq!(message(&[mask]), "the mask has 3 along axis 0, the array 4");
    assert!(message(&[ints(&[0, 1]), ints(&[0, 1, 2])]).starts_with("index arrays do not broadcast"));
}

/// NumPy takes a mask of no items for a dim of any size.
#[test]
fn a_mask_that_may_be_empty_teaches_nothing() {
    let m = Dim::name("m");
    let mask = Ty::array(DType::BOOL, Shape::of(&[m]));
    for (at_least, size) in [(0, None), (1, Some(2))] {
        let mut cx = Context::new(&Store::new());
        cx.learn(&Fact::Le(Dim::of(at_least), m));
        index(&mut cx, shape(&[2, 5]), mask, &[KeyArray { identity: Some(7), attained: None }]).unwrap();
        assert_eq!(cx.store().resolve_dim(m).constant(), size, "at least {at_least}");
    }
}

#[test]
fn masks_of_one_value_have_one_count() {
    let n = Dim::name("n");
    let mut cx = Context::new(&Store::new());
    let mask = Ty::array(DType::BOOL, Shape::of(&[n]));
    let a = index(&mut cx, Shape::of(&[n]), mask, &[KeyArray { identity: Some(7), attained: None }]).unwrap();
    let b =
        index(&mut cx, Shape::of(&[n, Dim::of(3)]), mask, &[KeyArray { identity: Some(7), attained: None }]).unwrap();
    assert_eq!(a.shape.at(0), b.shape.at(0));
    assert!(cx.store().ask_le(a.shape.at(0).unwrap(), n).is_yes());
    assert_eq!(result(shape(&[3]), &[Ty::list([true, false, true].map(Ty::bool))]), shape(&[2]));
}

#[test]
fn unknown_ranks_say_what_they_can() {
    let mut cx = Context::new(&Store::new());
    let s = Seq::name("s").shape();
    let key = Ty::tuple([all(), Ty::int(0)]);
    let column = index(&mut cx, s, key, &[]).unwrap().shape;
    let known = cx.resolve_shape(s);
    assert_eq!(known.min_rank(), 2);
    assert_eq!(column.at(0), known.at(0));
    let last = index(&mut cx, s, Ty::tuple([Ty::new(TyKind::Ellipsis), Ty::int(2)]), &[]).unwrap().shape;
    assert_eq!(last.at(0), known.at(0));
    assert_eq!(result(s, &[Ty::none()]).at(0), Some(Dim::ONE));
}

#[test]
fn attained_elements_are_in_range() {
    let n = Dim::name("n");
    let mut cx = Context::new(&Store::new());
    let range = Ty::array(DType::INT64, Shape::of(&[n.plus(1)]));
    let arrays = [KeyArray { identity: None, attained: Some((Dim::ZERO, n)) }];
    assert!(index(&mut cx, Shape::of(&[n]), range, &arrays).is_err());
    assert!(index(&mut cx, Shape::of(&[n.plus(1)]), range, &arrays).is_ok());
}

#[test]
fn symbolic_ints_tell() {
    let n = Dim::name("n");
    let mut cx = Context::new(&Store::new());
    index(&mut cx, Shape::of(&[n]), Ty::int(2), &[]).unwrap();
    assert!(cx.store().ask_le(Dim::of(3), n).is_yes());
    let failure = index(&mut cx, Shape::of(&[n]), Ty::int(n), &[]).unwrap_err();
    assert_eq!(failure.kind, FailureKind::IndexOutOfRange);
    let whole = index(&mut cx, Shape::of(&[n]), slice(Some(1), None, None), &[]).unwrap();
    assert_eq!(cx.store().ask_eq(whole.shape.at(0).unwrap(), n.minus(1)), conformable_types::Truth::Yes);
}
