//! The relations against NumPy: the cases of `scripts/gen_relation_cases.py`, replayed.

use conformable_solver::relations::{self, index};
use conformable_solver::{Context, Failure, Store};
use conformable_types::{DType, Dim, Shape, Term, Ty, TyKind};

fn dims(text: &str) -> Vec<i64> {
    if text == "-" { vec![] } else { text.split(',').map(|d| d.parse().expect("a size")).collect() }
}

fn shape(text: &str) -> Shape {
    dims(text).into_iter().map(Dim::of).collect()
}

fn ints(text: &str) -> Ty {
    Ty::tuple(dims(text).into_iter().map(Ty::int))
}

fn shapes(text: &str) -> Vec<Term> {
    text.split(' ').map(|text| shape(text).into()).collect()
}

fn written(shape: Shape) -> String {
    let dims: Vec<String> = shape.dims().expect("a known rank").iter().map(|dim| format!("{dim:?}")).collect();
    if dims.is_empty() { "-".into() } else { dims.join(",") }
}

fn outcome(cx: &mut Context, name: &str, given: &[Term]) -> String {
    match relations::apply(name, cx, given).expect("a relation") {
        Ok(Term::Shape(shape)) => written(shape),
        Ok(Term::Dim(size)) => format!("{size:?}"),
        Ok(other) => panic!("{other:?} is neither a shape nor a size"),
        Err(failure) => refused(&failure),
    }
}

fn refused(failure: &Failure) -> String {
    assert!(!failure.message.is_empty() && !failure.parts.is_empty() && failure.except.is_none(), "{failure:?}");
    "!".into()
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
        match index::index(cx, shape(given[0]), Ty::tuple(items.iter().copied()), &arrays) {
            Ok(indexed) if indexed.scalar && indexed.shape == Shape::scalar() => "s".into(),
            Ok(indexed) => written(indexed.shape),
            Err(failure) => refused(&failure),
        }
    });
}

#[test]
fn reshaping() {
    replay("reshape", |cx, given| outcome(cx, "reshape", &[shape(given[0]).into(), ints(given[1]).into()]));
}

#[test]
fn permuting() {
    replay("permute", |cx, given| outcome(cx, "permute", &[shape(given[0]).into(), ints(given[1]).into()]));
}

#[test]
fn axes_of_reductions_and_insertions() {
    replay("axes", |cx, given| {
        let (op, what) = match given[0] {
            "expand" => ("insert", Some(Dim::ONE.into())),
            "reduce" => ("remove", None),
            _ => ("replace", Some(Dim::ONE.into())),
        };
        let all = [shape(given[1]).into(), ints(given[2]).into(), Ty::str(op).into()];
        outcome(cx, "edit", &all.into_iter().chain(what).collect::<Vec<Term>>())
    });
}

#[test]
fn sums_of_products() {
    replay("einsum", |cx, given| outcome(cx, "einsum", &[vec![Ty::str(given[0]).into()], shapes(given[1])].concat()));
}

#[test]
fn joining() {
    replay("joining", |cx, given| {
        let Some(axis) = given[0].strip_prefix("concat ") else { return outcome(cx, "broadcast", &shapes(given[1])) };
        let axis = axis.parse().map_or(Ty::none(), |axis: i64| Ty::int(axis));
        outcome(cx, "concat", &[Term::List(shapes(given[1]).into()), axis.into()])
    });
}

#[test]
fn slices() {
    replay("slices", |cx, given| {
        let [start, stop, step] = bounds(given[1]).map(Term::Ty);
        let n = Dim::of(given[0].parse().expect("a size"));
        outcome(cx, "slice_length", &[start, stop, step, n.into()])
    });
}
