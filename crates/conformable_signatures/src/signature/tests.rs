//! A thin slice through everything: written, printed, called, solved.

use conformable_types::text::{parse_shape, parse_type};
use conformable_types::{Shape, Term, Ty};

use super::Signature;

fn sig(text: &str) -> Signature {
    Signature::parse(text).unwrap_or_else(|error| panic!("{text} at {}: {error}", error.offset))
}

fn shape(text: &str) -> Shape {
    parse_shape(&format!("[{text}]")).unwrap()
}

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

/// Solutions as texts, `?` for what is to be found.
fn solved(signature: &str, inputs: &[&str], outputs: &[&str]) -> Vec<String> {
    let given = |texts: &[&str]| -> Vec<Option<Shape>> {
        texts.iter().map(|text| (*text != "?").then(|| shape(text))).collect()
    };
    let mut solutions = sig(signature).solve_shapes(&given(inputs), &given(outputs)).unwrap();
    let mut found: Vec<String> = solutions.by_ref().map(|solution| solution.to_string()).collect();
    if !solutions.is_exhaustive() {
        found.push("...".to_owned());
    }
    found
}

#[test]
fn the_note() {
    let note = "(dim a, dim b, dtype x, dtype y) -> (Tensor((a,), x), Tensor((b,), y)) -> Tensor((ConcatDim([a, b]),), PromotedDType([x, y]))";
    let arrow = sig("(x[a], y[b]) -> promote(x, y)[a + b]");
    assert_eq!(sig(note), arrow);
    assert_eq!(sig(&format!("( {note} )")), arrow);
    assert_eq!(sig("T -> ((T, T) -> T)"), sig("(T, T) -> T"));
    let call = arrow.apply(&[ty("float32[3]"), ty("int64[4]")]).unwrap();
    assert_eq!(call.outputs, [ty("float64[7]")]);
}

#[test]
fn add_instantiated_applied_and_solved() {
    let add = sig("T -> ((T, T) -> T)");
    let fixed = add.instantiate(&[("T", Term::Ty(ty("float64[3]")))]).unwrap();
    assert_eq!(fixed.to_string(), "(float64[3], float64[3]) -> float64[3]");
    assert_eq!(add.apply(&[ty("float64"), ty("float64")]).unwrap().outputs, [ty("float64")]);
    let refusal = add.apply(&[ty("float64"), ty("int64")]).unwrap_err();
    assert_eq!(refusal.failure.message, "`T` is float64 in input 1, int64 in input 2");
    let solutions = add.solve(&[None, Some(ty("float64[3]"))], &[]).unwrap();
    let found: Vec<String> = solutions.map(|s| s.to_string()).collect();
    assert_eq!(found, ["float64[3], float64[3] -> float64[3]"]);
    let solutions = add.solve(&[], &[Some(ty("int8"))]).unwrap();
    assert_eq!(solutions.map(|s| s.to_string()).collect::<Vec<_>>(), ["int8, int8 -> int8"]);
}

#[test]
fn shapes_backwards() {
    assert_eq!(solved("(m,n),(n,p)->(m,p)", &["3, 4", "?"], &["3, 5"]), ["(3, 4), (4, 5) -> (3, 5)"]);
    assert_eq!(solved("(n),(k)->(n-k+1)", &["?", "3"], &["8"]), ["(10,), (3,) -> (8,)"]);
    assert_eq!(solved("(n)->(n//2)", &["?"], &["3"]), ["(n,) -> (3,) where 6 <= n, n <= 7"]);
    assert_eq!(solved("(m?,n),(n,p?)->(m?,p?)", &["4", "?"], &["5"]), ["(4,), (4, 5) -> (5,)"]);
    assert_eq!(solved("(d),(d)->()", &["3", "4"], &[]), Vec::<String>::new());
    assert_eq!(solved("(d)->()", &["?"], &[""]), ["(d,) -> ()"]);
    assert_eq!(
        solved("+(),()->()", &["3, 1", "?"], &["3, 4"]),
        ["(3, 1), (4,) -> (3, 4)", "(3, 1), (d, 4) -> (3, 4) where broadcastable(d, 3)"]
    );
    assert_eq!(solved("+(m,n),(n,p)->(m,p)", &["3, 4", "?"], &[]), ["(3, 4), (*s, 4, p) -> (*s, 3, p)"]);
}
