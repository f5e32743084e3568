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

/// Of more choices than are tried some would be left out: then none is called the last.
#[test]
fn too_many_choices_of_a_value_stay_open() {
    for (rank, is_found) in [(6, true), (7, false)] {
        // Each item is its own place or the next: as they are, or turned by one.
        let axes: Vec<String> = (0..rank).map(|at| format!("Literal[{at}] | Literal[{}]", (at + 1) % rank)).collect();
        let text = format!("(x[*S], k: tuple[{}]) -> x[*permute(S, k)]", axes.join(", "));
        let signature = Signature::parse(&text).unwrap();
        let array = |sizes: &mut dyn Iterator<Item = usize>| {
            let sizes: Vec<String> = sizes.map(|size| size.to_string()).collect();
            Some(parse_type(&format!("float64[{}]", sizes.join(", "))).unwrap())
        };
        let turned = array(&mut (1..=rank).map(|size| size % rank + 1));
        let mut solutions = signature.solve(&[array(&mut (1..=rank))], &[turned]).unwrap();
        assert_eq!((solutions.by_ref().count() == 1, solutions.is_exhaustive()), (is_found, is_found), "{text}");
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

/// The ints that an expression of a size and an int gives a result for, by trying them, against what is found.
#[test]
fn ints_are_found_as_by_trying_them() {
    const FAR: i64 = 12;
    type Value = fn(i64, i64) -> Option<i64>;
    let expressions: [(&str, Value); 12] = [
        ("n + k", |n, k| Some(n + k)),
        ("n - k", |n, k| Some(n - k)),
        ("n*k", |n, k| Some(n * k)),
        ("n*k + k", |n, k| Some(n * k + k)),
        ("k*k", |_, k| Some(k * k)),
        ("n + k*k - 2*k", |n, k| Some(n + k * k - 2 * k)),
        ("max(n, k)", |n, k| Some(n.max(k))),
        ("min(n, k)", |n, k| Some(n.min(k))),
        ("max(n + k, 0)", |n, k| Some((n + k).max(0))),
        ("n//k", |n, k| conformable_types::dim::python_floordiv(n, k)),
        ("n % k", |n, k| conformable_types::dim::python_floordiv(n, k).map(|quotient| n - k * quotient)),
        ("k % 3", |_, k| Some(k.rem_euclid(3))),
    ];
    let array = |size: i64| parse_type(&format!("float64[{size}]")).unwrap();
    let (mut decided, mut open) = (0, 0);
    for (text, value) in expressions {
        let signature = Signature::parse(&format!("(x[n], k: int) -> x[{text}]")).unwrap();
        for (n, result) in (0..5).flat_map(|n| (0..7).map(move |result| (n, result))) {
            let case = format!("{text} = {result} where n = {n}");
            let expected: Vec<i64> = (-FAR..=FAR).filter(|k| value(n, *k) == Some(result)).collect();
            let mut solutions = signature.solve(&[Some(array(n))], &[Some(array(result))]).unwrap();
            let (mut found, mut are_all) = (Vec::new(), true);
            for solution in solutions.by_ref() {
                let valuations = solution.ground(100);
                are_all &= valuations.is_exhaustive;
                found.extend(valuations.into_iter().filter_map(|ground| ground.inputs[1].int_value()?.constant()));
            }
            are_all &= solutions.is_exhaustive();
            assert!(found.iter().all(|k| value(n, *k) == Some(result)), "{case}: {found:?}");
            let missing = expected.iter().find(|k| !found.contains(k));
            assert!(!are_all || missing.is_none(), "{case}: {missing:?} is missing of {found:?}");
            assert!(!solutions.is_exhaustive() || !found.is_empty() || expected.is_empty(), "{case}: {expected:?}");
            if solutions.is_exhaustive() { decided += 1 } else { open += 1 }
        }
    }
    assert!(decided >= 10 * open, "{decided} are decided, {open} stay open");
}
