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

fn shapes(types: &[Ty]) -> Vec<Shape> {
    types.iter().map(|ty| ty.as_array().unwrap().1).collect()
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
    // What `.k.` skips is solved for, too.
    assert_eq!(solved("+(M,.k.)->(.k.)", &["2, 3, 4"], &["2, 4"]), ["(2, 3, 4) -> (2, 4)"]);
    assert_eq!(solved("(d)->()", &["?"], &[""]), ["(d,) -> ()"]);
    assert_eq!(
        solved("+(),()->()", &["3, 1", "?"], &["3, 4"]),
        ["(3, 1), (4,) -> (3, 4)", "(3, 1), (d, 4) -> (3, 4) where broadcastable(d, 3)"]
    );
    assert_eq!(solved("+(m,n),(n,p)->(m,p)", &["3, 4", "?"], &[]), ["(3, 4), (*s, 4, p) -> (*s, 3, p)"]);
}

#[test]
fn what_is_printed_reads_back() {
    for text in [
        "(x[a], y[b]) -> promote(x, y)[a + b] where promotable(x, y)",
        "(x[n]) -> x[]",
        "(x: T[*S], axis: Int[k]=-1) -> T[*reduce(S, k, False)]",
        "(x: T[*S], y: U[*R], /) -> promote(T, U)[*broadcast(S, R)]",
        "(T[m, n], U[n, p]) -> promote(T, U)[m, p] where 1 <= n, m != p",
        "(float64[*batch, n, n]) -> float64[*batch, n], float64[*batch, n, n]",
        "(T[*S]) -> tuple[T[*S], int64[prod(*S)]]",
        "(T[n], k: Int[K]) -> T[max(n - K, 0)] where K <= n",
        "(x[n]) -> x[n//2, n % 2]",
        "(f: ((x: A) -> B), y: A) -> B",
        "(T, T) -> T",
        "(list[A], A) -> dict[A, A]",
        "(x[n]) -> x[n] where is_a(x, number)",
        "(x[n], y[m]) -> x[n] where broadcastable(n, m), is_a(q, dim)",
        "(int8[3]) -> None",
        "+2(m?,n),(n,p?)->(m?,p?)",
        "=(.k.,n + 1,.2.)->(.k.,n,.2.)",
        "(n|1,...),(3)->(...,min(n, 3),!q)",
        "->(3)",
    ] {
        let signature = sig(text);
        let printed = signature.to_string();
        assert_eq!(sig(&printed), signature, "{text} prints {printed}");
        assert_eq!(sig(&printed).to_string(), printed);
        // And up to the names of variables: the canonical ones are others.
        let renamed = super::rename::canonical(&signature);
        assert_eq!(sig(&renamed.to_string()), signature, "{text} renamed {renamed}");
    }
    assert_ne!(sig("(x[n], y[n]) -> x[n]"), sig("(x[n], y[m]) -> x[n]"));
    assert_ne!(sig("(x[n]) -> x[n] where is_a(x, number)"), sig("(x[n]) -> x[n]"));
    assert_ne!(sig("(d),(d)->()"), sig("(d),(e)->()"));
}

#[test]
fn three_ways_one_object() {
    use super::build::{self, Builder, any_var, concat_dim, promoted_dtype, tensor};
    let (a, b, x, y) = (any_var("a"), any_var("b"), any_var("x"), any_var("y"));
    let is_a = |var, sort| build::is_a(var, sort);
    let joined = Builder::new()
        .where_(is_a(&a, super::Sort::Dim))
        .where_(is_a(&b, super::Sort::Dim))
        .where_(is_a(&x, super::Sort::DType))
        .where_(is_a(&y, super::Sort::DType))
        .where_(build::promotable([&x, &y]))
        .input(tensor([&a], &x))
        .input(tensor([&b], &y))
        .output(tensor([&concat_dim([&a, &b])], &promoted_dtype([&x, &y])))
        .build()
        .unwrap();
    assert_eq!(joined, sig("(u[n], v[m]) -> promote(u, v)[n + m] where promotable(u, v)"));
    assert!(Builder::new().input(tensor([&x], &x)).build().is_err());
    let rows = build::shape("S");
    let reduced = Builder::new().input(tensor([&rows, &a], &x)).output(tensor([&rows], &x)).build().unwrap();
    assert_eq!(reduced, sig("(T[*S, n]) -> T[*S]"));
}

#[test]
fn errors_point_at_the_character() {
    let error = |text: &str| {
        let error = Signature::parse(text).expect_err(text);
        (error.offset, error.to_string())
    };
    assert_eq!(error("(x[a], y[b] -> x[a]").0, 12);
    assert_eq!(error("(x[a]) -> x[a + ]").0, 16);
    assert_eq!(error("(x[a]) -> odd(x)[a]").0, 10);
    assert_eq!(error("(dim a, dtype x) -> (Tensor((a,), x)) -> Tensor(a, x)").0, 48);
    assert_eq!(error("(dim a, dtype x) -> (Tensor((a,), x)) -> Tensor((a,), x, a)").0, 41);
    assert_eq!(error("(x[a]) -> x[a] where is_a(a, size)").0, 29);
    assert_eq!(error("(x[a]) -> x[a] where is_a(a, dtype)").0, 26);
    assert_eq!(error("(*xs: x[a]) -> x[a]").0, 1);
    assert!(Signature::parse("").is_err() && Signature::parse("(((((").is_err());
    assert!(Signature::parse(&"(".repeat(100_000)).is_err());
    assert!(Signature::parse(&format!("({})->()", "n+".repeat(100_000))).is_err());
}

#[test]
fn a_search_that_stops_says_what_is_left() {
    let broadcast = sig("+(),()->()");
    let output = [Some(Ty::array(conformable_types::Elem::any(), shape("3, 4, 5")))];
    let mut few = broadcast.solve_within(&[], &output, &[], 4).unwrap();
    let found = few.by_ref().count();
    assert!(!few.is_exhaustive());
    let rest = few.rest();
    assert!(!rest.is_empty());
    let mut all = broadcast.solve_within(&[], &output, &[], 10_000).unwrap();
    let dims: Vec<usize> =
        all.by_ref().map(|solution| shapes(&solution.inputs).iter().map(|shape| shape.min_rank()).sum()).collect();
    assert!(all.is_exhaustive() && dims.len() > found);
    assert!(dims.is_sorted(), "fewest dims first: {dims:?}");
    // Nothing is known: one solution, and no end of shapes.
    assert_eq!(solved("+(),()->()", &[], &[]), ["(*s), (*t) -> (*broadcast(s, t))"]);
}

#[test]
fn values_of_a_solution() {
    let all = |text: &str, inputs: &[&str], outputs: &[&str], limit: usize| -> Vec<String> {
        let given = |texts: &[&str]| -> Vec<Option<Shape>> {
            texts.iter().map(|text| (*text != "?").then(|| shape(text))).collect()
        };
        let solutions = sig(text).solve_shapes(&given(inputs), &given(outputs)).unwrap();
        let grounds = solutions.flat_map(|solution| solution.ground(limit));
        grounds.map(|ground| format!("{:?}", shapes(&ground.inputs))).collect()
    };
    assert_eq!(all("(n)->(n//2)", &["?"], &["3"], 9), ["[[6]]", "[[7]]"]);
    assert_eq!(all("(n*m)->(n),(m)", &["6"], &["?", "3"], 9), ["[[6]]"]);
    assert_eq!(all("(n),(m)->(n*m)", &[], &["6"], 9), ["[[1], [6]]", "[[2], [3]]", "[[3], [2]]", "[[6], [1]]"]);
    assert_eq!(all("(n)->()", &[], &[], 3), ["[[0]]", "[[1]]", "[[2]]"]);
}

#[test]
fn packs() {
    let outputs = |signature: &Signature, inputs: &[&str]| {
        let inputs: Vec<Ty> = inputs.iter().map(|text| ty(text)).collect();
        signature.apply(&inputs).map(|call| call.outputs[0].to_string()).map_err(|refusal| refusal.to_string())
    };
    let all = Signature::parse("(*args: T[*S]) -> promote(T)[*broadcast(S)]").unwrap();
    assert_eq!(Signature::parse(&all.to_string()).unwrap(), all);
    assert_eq!(outputs(&all, &["float64[3, 1]", "float32[4]", "int8[2, 1, 1]"]).as_deref(), Ok("float64[2, 3, 4]"));
    // Promotion is of all at once, no fold.
    assert_eq!(outputs(&all, &["int16[n]", "uint16[n]", "float32[n]"]).as_deref(), Ok("float32[n]"));
    let refusal = outputs(&all, &["int8[2]", "int8[3]"]).unwrap_err();
    assert!(refusal.contains("(*args: T[*S])"), "{refusal}");
    assert!(outputs(&all, &[]).unwrap_err().contains("at least 1"));
    let join = Signature::parse("(xs: Sequence[T[*S]], axis: int(k) = 0) -> promote(T)[*concat(S, k)]").unwrap();
    assert_eq!(outputs(&join, &["tuple[int8[3, 2], int16[4, 2]]"]).as_deref(), Ok("int16[7, 2]"));
    assert_eq!(outputs(&join, &["list[(int8[3, 2],)]"]).as_deref(), Ok("int8[3, 2]"));
    // How many rows a list of unknown length gives is not known, the rest is.
    assert_eq!(outputs(&join, &["list[int8[3, 2]]"]).as_deref(), Ok("int8[?, 2]"));
    assert!(outputs(&join, &["list[int8[]]"]).is_err());
    let stacked = Signature::parse("(xs: Sequence[T[*S]]) -> promote(T)[*stack(S, 0)]").unwrap();
    assert_eq!(outputs(&stacked, &["tuple[float32[n], ...]"]).as_deref(), Ok("float32[?, n]"));
    let beside = Signature::parse("(*ys: int8[3], xs: Sequence[T[*S]]) -> promote(T)[3]").unwrap();
    assert_eq!(outputs(&beside, &["int8[3]", "int8[3]", "list[float32[4]]"]).as_deref(), Ok("float32[3]"));
    let both = Signature::parse("(*xs: T[n], y: T[n]) -> T[n]").unwrap();
    assert_eq!(outputs(&both, &["int8[3]", "int8[3]", "int8[3]"]).as_deref(), Ok("int8[3]"));
    for text in ["(*xs: T[n]) -> T[3]", "(*xs: T[n]) -> float64[n]", "(xs: Sequence[T[n]]) -> T[n]"] {
        assert!(Signature::parse(text).is_err(), "{text}");
    }
}

#[test]
fn overloads() {
    let text = "((x: T[n]) -> T[]) | ((x: T[n, m]) -> T[m]) | ((x: T[n], size: Int[k]) -> T[k])";
    let either = sig(text);
    assert_eq!(either.to_string(), text);
    assert_eq!(sig(&either.to_string()), either);
    assert_eq!(either, sig("((x: U[a]) -> U[]) | ((x: U[b, m]) -> U[m]) | ((x: U[n], size: Int[l]) -> U[l])"));
    assert_ne!(either, sig("((x: T[n, m]) -> T[m]) | ((x: T[n]) -> T[]) | ((x: T[n], size: Int[k]) -> T[k])"));
    let output = |inputs: &[&str]| {
        let inputs: Vec<Ty> = inputs.iter().map(|text| ty(text)).collect();
        either.apply(&inputs).map(|call| call.outputs[0].to_string()).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(output(&["int8[3]"]).as_deref(), Ok("int8[]"));
    assert_eq!(output(&["int8[3, 4]"]).as_deref(), Ok("int8[4]"));
    assert_eq!(output(&["int8[3]", "Literal[7]"]).as_deref(), Ok("int8[7]"));
    // Of unknown rank it may be the first or the second.
    assert_eq!(output(&["int8[...]"]).as_deref(), Ok("int8[...]"));
    let refusal = output(&["int8[3, 4, 5]"]).unwrap_err();
    assert!(refusal.contains("none of 3 signatures") && refusal.contains("input 1 has 3 dims"), "{refusal}");
    let mut solutions = either.solve(&[], &[Some(ty("int8[4]"))]).unwrap();
    let found: Vec<String> = solutions.by_ref().map(|solution| solution.to_string()).collect();
    assert_eq!(found, ["int8[n, 4] -> int8[4]", "int8[n], Literal[4] -> int8[4]"]);
    assert!(solutions.is_exhaustive());
    let fixed = either.instantiate(&[("m", Term::Dim(conformable_types::Dim::of(5)))]).unwrap();
    assert!(fixed.to_string().contains("(x: T[n, 5]) -> T[5]"), "{fixed}");
    assert!(either.instantiate(&[("q", Term::Dim(conformable_types::Dim::of(5)))]).is_err());
    let both = either.then(&sig("(y[k]) -> y[2*k]")).unwrap();
    assert_eq!(both.to_string(), "((x: T[n, m]) -> T[2*m]) | ((x: T[n], size: Int[k]) -> T[2*k])");
    let error = Signature::parse("((T[n]) -> T[]) | ((T[n]) -> T[)").unwrap_err();
    assert_eq!(error.offset, 31);
}
