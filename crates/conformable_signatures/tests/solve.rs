//! Searches whose cases are many.

use conformable_signatures::Signature;
use conformable_types::Dim;
use conformable_types::text::parse_type;

/// Each of them would have as many cases as the others together.
#[test]
fn what_four_names_skip_is_decided_one_after_the_other() {
    let signature: Signature = Signature::parse("(.a.,.b.,.c.,.d.)->()").expect("a signature");
    let found: Vec<_> = signature.solve(&[None], &[None]).expect("it can be asked").take(3).collect();
    assert_eq!(found.len(), 3);
}

/// The search tells again what waits when it knows a rank: what composites were solved to be goes with it.
#[test]
fn what_a_remainder_is_outlives_the_cases_of_a_rank() {
    for (text, given, first) in [
        ("+(m%2),()->(m%3)", 1, "(m % 2,), (2,) -> (2, 0) where m % 3 == 0"),
        ("+(m-p),(m%3),()->(p%3)", 2, "(d,), (1,), (2,) -> (2, 0) where (d + p) % 3 == 1, p % 3 == 0, 1 <= d + p"),
    ] {
        let shape = |dims: &[i64]| Some(dims.iter().map(|dim| Dim::of(*dim)).collect());
        let inputs = [vec![None], vec![shape(&[1]); given - 1], vec![shape(&[2])]].concat();
        let mut solutions = Signature::parse(text)
            .expect("a signature")
            .solve_shapes(&inputs, &[shape(&[2, 0])])
            .expect("it can be asked");
        assert_eq!(solutions.next().map(|solution| solution.to_string()).as_deref(), Some(first), "{text}");
    }
}

/// What divides a size isn't 0, wherever it stands and however it is given.
#[test]
fn nothing_divides_by_zero() {
    let apply = |signature: &str, inputs: &[&str]| {
        let inputs: Vec<_> = inputs.iter().map(|text| parse_type(text).unwrap()).collect();
        let call = Signature::parse(signature).unwrap().apply(&inputs);
        call.map(|call| call.constraint_texts()).map_err(|refusal| refusal.failure.message)
    };
    for (signature, inputs) in [
        ("(x[k, n], x[n//k]) -> x[k]", ["float64[0, 6]", "float64[3]"]),
        ("(x[k, n], x[n % k]) -> x[k]", ["float64[0, 6]", "float64[3]"]),
        ("(x[k, n], x[min(n, n % k)]) -> x[k]", ["float64[0, 6]", "float64[3]"]),
        ("(x[n], k: int) -> x[n//k]", ["float64[3]", "Literal[0]"]),
        ("(x[n], int(k)) -> x[n//k]", ["float64[3]", "Literal[0]"]),
    ] {
        assert_eq!(apply(signature, &inputs), Err("a division by 0: k != 0 does not hold".to_owned()), "{signature}");
    }
    assert_eq!(apply("(x[k, n], x[n//k]) -> x[k]", &["float64[2, 6]", "float64[3]"]), Ok(Vec::new()));
    assert!(apply("(x[k, n], x[n//k]) -> x[k]", &["float64[2, 6]", "float64[2]"]).is_err());
}

/// What a result speaks of by its name is searched as the inputs are: an int is some number, an axis one of
/// the dims, a union each of its members.
#[test]
fn values_that_decide_a_result_are_tried() {
    for (signature, inputs, output, found) in [
        ("(x[n], k: int) -> x[n + k]", "float64[3], ?", "float64[5]", "Literal[2]"),
        ("(x[n], int(k)) -> x[n + k]", "float64[3], ?", "float64[7]", "Literal[4]"),
        ("(x[n], k: int) -> x[n * k]", "float64[3], ?", "float64[5]", ""),
        ("(x[n], k: int) -> x[n // k]", "float64[6], ?", "float64[4]", ""),
        ("(x[n], k: int) -> x[n // k]", "float64[6], ?", "float64[2]", "Literal[3]"),
        ("(x[*S], k: int) -> x[*reduce(S, k, False)]", "float64[2, 3], ?", "float64[5]", ""),
        ("(x[*S], k: int) -> x[*reduce(S, k, False)]", "float64[2, 3], ?", "float64[2]", "Literal[1]; Literal[-1]"),
        (
            "(x[*S], k: int | None, d: bool) -> x[*reduce(S, k, d)]",
            "float64[2, 3], ?, ?",
            "float64[2]",
            "Literal[1], Literal[False]; Literal[-1], Literal[False]",
        ),
        (
            "(x[*S], k: int | None, d: bool) -> x[*reduce(S, k, d)]",
            "float64[2, 3], ?, ?",
            "float64[]",
            "None, Literal[False]",
        ),
        ("(x[*S], k: int) -> x[at(S, k)]", "float64[2, 3], ?", "float64[3]", "Literal[1]; Literal[-1]"),
        (
            "(x[*S], x[*R], k: int) -> x[*concat([S, R], k)]",
            "float64[2, 3], float64[2, 4], ?",
            "float64[2, 7]",
            "Literal[1]; Literal[-1]",
        ),
        ("(x[*S], x[*R], k: int) -> x[*concat([S, R], k)]", "float64[2, 3], float64[2, 3], ?", "float64[2, 7]", ""),
        (
            "(x[*S], k: tuple[int, int]) -> x[*permute(S, k)]",
            "float64[2, 3], ?",
            "float64[3, 2]",
            "tuple[Literal[1], Literal[0]]; tuple[Literal[1], Literal[-2]]; \
             tuple[Literal[-1], Literal[0]]; tuple[Literal[-1], Literal[-2]]",
        ),
    ] {
        let case = format!("{signature} of {inputs} is {output}");
        let signature = Signature::parse(signature).unwrap();
        let arrays = inputs.split("], ").map(|text| format!("{text}]")).filter(|text| !text.starts_with('?'));
        let given: Vec<_> = arrays.map(|text| Some(parse_type(&text).unwrap())).collect();
        let arrays = given.len();
        let mut solutions = signature.solve(&given, &[Some(parse_type(output).unwrap())]).unwrap();
        let values =
            |solution: conformable_signatures::signature::Solution| solution.texts().inputs[arrays..].join(", ");
        assert_eq!(solutions.by_ref().map(values).collect::<Vec<_>>().join("; "), found, "{case}");
        assert!(solutions.is_exhaustive(), "{case}");
    }
}

/// A text that a parameter gives is one for a relation, and no parameter is what its type isn't.
#[test]
fn parameters_are_of_the_sort_that_is_wanted() {
    let einsum = "(spec: str, x[*S], y[*R]) -> promote(x, y)[*einsum(spec, S, R)]";
    let known = |text: &str| parse_type(text).unwrap();
    let given = [known("Literal['ij,jk->ik']"), known("float64[2, 3]"), known("float32[3, 4]")];
    let call = Signature::parse(einsum).unwrap().apply(&given).unwrap();
    assert_eq!(call.outputs, [known("float64[2, 4]")]);
    for (signature, at, found) in [
        ("(x[*S], k: str) -> x[*reduce(S, k, False)]", 32, "`k`, which is `str`"),
        ("(x[*S]) -> x[*reduce(S, 'a', False)]", 24, "Literal['a']"),
        ("(x[*S], k: int) -> x[*einsum(k, S)]", 29, "`k`, which is `int`"),
        ("(x[n], k: str) -> x[n + k]", 24, "`k`, which is `str`"),
        ("(x[n], k: str) -> x[k]", 20, "`k`, which is `str`"),
        ("(x[*S], k: tuple[str, ...]) -> x[*permute(S, k)]", 45, "`k`, which is `tuple[str, ...]`"),
    ] {
        let refused = Signature::parse(signature).expect_err(signature);
        assert_eq!((refused.offset, refused.found.as_str()), (at, found), "{signature}");
    }
    for signature in [
        "(x[*S], k: int | None) -> x[*reduce(S, k, True)]",
        "(x[*S], k: tuple[int, ...] | None) -> x[*permute(S, k)]",
        "(x[n], k: int | str) -> x[n + k]",
    ] {
        assert!(Signature::parse(signature).is_ok(), "{signature}");
    }
}

/// Texts and tuples of any length aren't tried: what rests on one is open, and never said to be all.
#[test]
fn an_open_value_decides_nothing() {
    let signature = Signature::parse("(x[*S], k: tuple[int, ...]) -> x[*reduce(S, k, False)]").unwrap();
    let known = |text: &str| Some(parse_type(text).unwrap());
    let mut solutions = signature.solve(&[known("float64[2, 3]")], &[known("float64[2]")]).unwrap();
    assert_eq!((solutions.by_ref().count(), solutions.is_exhaustive()), (0, false));
}

/// Of an expression around an int it is the whole that is a size: the int may be negative.
#[test]
fn ints_in_expressions_may_be_negative() {
    for (signature, inputs, output) in [
        ("(x[n], int(k)) -> x[max(n + k, 0)]", ["float64[5]", "Literal[-1]"], "float64[4]"),
        ("(x[n], int(k)) -> x[min(n + k, 9)]", ["float64[5]", "Literal[-1]"], "float64[4]"),
        ("(x[n], int(k)) -> x[max(n, k)]", ["float64[5]", "Literal[-1]"], "float64[5]"),
        ("(x[n], int(k)) -> x[k % 3]", ["float64[5]", "Literal[-1]"], "float64[2]"),
        ("(x[n], int(k)) -> x[(n + k)//2]", ["float64[5]", "Literal[-1]"], "float64[2]"),
        ("(x[n], int(k)) -> x[max(k, -k)]", ["float64[5]", "Literal[-2]"], "float64[2]"),
        (
            "(x[n], tuple[int(a), int(b)]) -> x[n + a + b]",
            ["float64[5]", "tuple[Literal[-1], Literal[2]]"],
            "float64[6]",
        ),
    ] {
        let inputs = inputs.map(|text| parse_type(text).unwrap());
        let call = Signature::parse(signature).unwrap().apply(&inputs).map(|call| call.outputs);
        assert_eq!(call, Ok(vec![parse_type(output).unwrap()]), "{signature}");
    }
    let given = |text: &str| Some(parse_type(text).unwrap());
    let signature = Signature::parse("(x[n], int(k)) -> x[max(n + k, 0)]").unwrap();
    let mut solutions = signature.solve(&[given("float64[3]"), None], &[given("float64[0]")]).unwrap();
    assert!(solutions.next().is_some(), "k is -3, or less");
}

/// Of sizes that no argument shows there are some, there are none, or the constraints say what is open.
#[test]
fn what_nothing_shows_has_values_or_is_said() {
    for (signature, input, constraints, solution) in [
        ("(x[n], x[m % 4]) -> x[n] where m % 2 == 0", "float64[1]", None, Some(0)),
        ("(x[n], x[m % 4]) -> x[n] where m % 2 == 0", "float64[2]", Some(""), Some(1)),
        ("(x[n], x[m % 40]) -> x[n] where m % 27 == 2", "float64[3]", Some(""), Some(1)),
        ("(x[n], x[m*k]) -> x[n] where m > k", "float64[6]", Some(""), Some(1)),
        // The least of them is 1393*1393 - 2*985*985.
        ("(x[n], x[m*m - 2*k*k]) -> x[n] where m > 1000", "float64[1]", Some("-2*k*k + m*m == 1, 1001 <= m"), None),
    ] {
        let signature = Signature::parse(signature).unwrap();
        let inputs = [parse_type("float64[1]").unwrap(), parse_type(input).unwrap()];
        let call = signature.apply(&inputs).ok().map(|call| call.constraint_texts().join(", "));
        assert_eq!(call.as_deref(), constraints, "{signature}");
        let mut solutions = signature.solve(&inputs.map(Some), &[]).unwrap();
        let found = solutions.by_ref().count();
        assert_eq!(solutions.is_exhaustive().then_some(found), solution, "{signature}");
        assert!(solution.is_some() || found == 0, "{signature}");
    }
}
