//! The relations against NumPy: the cases of `scripts/gen_relation_cases.py`, replayed.

use conformable_solver::cause::Part;
use conformable_solver::relations::args::Axes;
use conformable_solver::relations::edit::{Edit, edit};
use conformable_solver::relations::{broadcast, concat, einsum, index, permute, reshape, slice};
use conformable_solver::{Context, Failure, Store};
use conformable_types::{DType, Dim, Shape, Ty, TyKind};

fn dims(text: &str) -> Vec<i64> {
    if text == "-" { vec![] } else { text.split(',').map(|d| d.parse().expect("a size")).collect() }
}

fn shape(text: &str) -> Shape {
    dims(text).into_iter().map(Dim::of).collect()
}

fn ints(text: &str) -> Ty {
    Ty::tuple(dims(text).into_iter().map(Ty::int))
}

fn axes(text: &str) -> Axes {
    Axes::Many(dims(text).into_iter().map(Some).collect())
}

fn written(shape: Shape) -> String {
    let dims: Vec<String> = shape.dims().expect("a known rank").iter().map(|dim| format!("{dim:?}")).collect();
    if dims.is_empty() { "-".into() } else { dims.join(",") }
}

fn outcome(result: Result<Shape, Failure>) -> String {
    match result {
        Ok(shape) => written(shape),
        Err(failure) => {
            assert!(!failure.message.is_empty() && failure.except.is_none(), "{failure:?}");
            "!".into()
        }
    }
}

fn replay(name: &str, run: impl Fn(&mut Context, &[&str]) -> String) {
    let path = format!("{}/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("generated cases");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let (expected, given) = columns.split_last().expect("columns");
        let got = run(&mut Context::new(&Store::new()), given);
        if got != *expected {
            wrong.push(format!("{line}\n    got {got}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {name} differ from NumPy:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

fn bound(text: &str) -> Ty {
    if text.is_empty() { Ty::none() } else { Ty::int(text.parse::<i64>().expect("a bound")) }
}

fn bounds(text: &str) -> [Ty; 3] {
    let parts: Vec<Ty> = text.split(':').map(bound).collect();
    [parts[0], parts[1], parts[2]]
}

/// False everywhere, as a list where a list can say it.
fn mask(sizes: &[i64]) -> Ty {
    if sizes.contains(&0) {
        return Ty::array(DType::BOOL, sizes.iter().copied().map(Dim::of).collect());
    }
    sizes.iter().rev().fold(Ty::bool(false), |inner, size| Ty::list((0..*size).map(|_| inner)))
}

fn item(text: &str) -> Ty {
    match (text, &text[1..]) {
        ("bT0", _) => Ty::bool(true),
        ("bF0", _) => Ty::bool(false),
        ("n", _) => Ty::none(),
        ("e", _) => Ty::new(TyKind::Ellipsis),
        _ if text.starts_with('i') => Ty::int(text[1..].parse::<i64>().expect("an int")),
        (_, parts) if text.starts_with('s') => Ty::new(TyKind::Slice(bounds(parts))),
        (_, values) if text.starts_with('l') => {
            let values = values.split(';').filter(|v| !v.is_empty());
            Ty::list(values.map(|v| Ty::int(v.parse::<i64>().expect("an int"))))
        }
        (_, flags) if text.starts_with('b') => Ty::list(flags.chars().map(|flag| Ty::bool(flag == 'T'))),
        (_, dims) if text.starts_with('a') => Ty::array(DType::INT64, shape(dims)),
        (_, sizes) => mask(&dims(sizes)),
    }
}

#[test]
fn indexing() {
    replay("index", |cx, given| {
        let items: Vec<Ty> = given[1].split(' ').filter(|i| *i != "()").map(item).collect();
        // The arrays of the cases hold zeros.
        let arrays: Vec<index::KeyArray> = items
            .iter()
            .filter(|item| item.is_ndarray())
            .map(|item| {
                let is_int = item.as_array().is_some_and(|(elem, _)| elem.dtype() == Some(DType::INT64));
                index::KeyArray { identity: None, attained: is_int.then_some((Dim::ZERO, Dim::ZERO)) }
            })
            .collect();
        match index::index_with(cx, shape(given[0]), Ty::tuple(items.iter().copied()), &arrays) {
            Ok(indexed) if indexed.scalar && indexed.shape == Shape::scalar() => "s".into(),
            Ok(indexed) => written(indexed.shape),
            Err(failure) => {
                assert!(!failure.parts.is_empty(), "{failure:?}");
                "!".into()
            }
        }
    });
}

#[test]
fn reshaping() {
    replay("reshape", |cx, given| outcome(reshape::reshape(cx, shape(given[0]), ints(given[1]))));
}

#[test]
fn permuting() {
    replay("permute", |cx, given| {
        outcome(permute::permute(cx, shape(given[0]), &axes(given[1])).map(|shape| shape.expect("known axes")))
    });
}

#[test]
fn axes_of_reductions_and_insertions() {
    replay("axes", |cx, given| {
        let ones = Shape::of(&[Dim::ONE]);
        let op = match given[0] {
            "expand" => Edit::Insert(ones),
            "reduce" => Edit::Remove,
            _ => Edit::Replace(ones),
        };
        outcome(edit(cx, shape(given[1]), &axes(given[2]), op))
    });
}

#[test]
fn sums_of_products() {
    replay("einsum", |cx, given| {
        let shapes: Vec<Shape> = given[1].split(' ').map(shape).collect();
        outcome(einsum::einsum(cx, given[0], &shapes))
    });
}

#[test]
fn joining() {
    replay("joining", |cx, given| {
        let shapes: Vec<Shape> = given[1].split(' ').map(shape).collect();
        let Some(axis) = given[0].strip_prefix("concat ") else { return outcome(broadcast::broadcast(cx, &shapes)) };
        let axis = axis.parse().map_or(Axes::All, |axis: i64| Axes::One(Some(axis)));
        let pieces: Vec<(Shape, Part)> =
            shapes.iter().enumerate().map(|(i, shape)| (*shape, Part::whole(0).of_element(i))).collect();
        outcome(concat::concat(cx, &pieces, &axis).map(|shape| shape.expect("known ranks")))
    });
}

#[test]
fn slices() {
    replay("slices", |cx, given| {
        let n = Dim::of(given[0].parse().expect("a size"));
        let length = slice::slice_length(cx, bounds(given[1]), n, Part::whole(0));
        format!("{:?}", length.expect("a length"))
    });
}
