//! Solving from outputs: the table of what must come out, and each goal compared with enumeration
//! over ranks up to 4 and sizes from 0 to 4.

use std::collections::BTreeSet;

use conformable_signatures::Signature;
use conformable_signatures::signature::solve::Solutions;
use conformable_types::text::{parse_shape, parse_type};
use conformable_types::{DType, Dim, Shape, Ty};

fn signature(text: &str) -> Signature {
    Signature::parse(text).unwrap_or_else(|error| panic!("{text} at {}: {error}", error.offset))
}

fn array(dims: &[i64]) -> Ty {
    Ty::array(DType::FLOAT64, dims.iter().map(|dim| Dim::of(*dim)).collect())
}

fn first_input(inputs: &[Ty]) -> Shape {
    inputs[0].as_array().expect("an array").1
}

fn solutions(goal: &str, output: &[i64]) -> Solutions {
    signature(goal).solve(&[], &[Some(array(output))]).expect("one output")
}

/// The solutions' first inputs, with what holds of them.
fn inputs(goal: &str, output: &[i64]) -> Vec<String> {
    let mut solutions = solutions(goal, output);
    let mut found: Vec<String> = solutions
        .by_ref()
        .map(|solution| {
            let texts = solution.texts();
            let shape = texts.inputs[0].trim_start_matches("float64").to_owned();
            if texts.constraints.is_empty() { shape } else { format!("{shape} where {}", texts.constraints.join(", ")) }
        })
        .collect();
    if !solutions.is_exhaustive() {
        found.push("...".to_owned());
    }
    found
}

/// A goal about one shape S: `(float64[*S]) -> float64[*relation]`, as a signature.
fn about(relation: &str) -> String {
    format!("(float64[*S]) -> float64[*{relation}]")
}

#[test]
fn the_rows_that_must_hold() {
    let rows: &[(&str, &[i64], &[&str])] = &[
        ("reduce(S, 0, False)", &[3, 4], &["[d, 3, 4]"]),
        ("reduce(S, -1, False)", &[3, 4], &["[3, 4, d]"]),
        ("reduce(S, k, False)", &[3, 4], &["[d, 3, 4]", "[3, d, 4]", "[3, 4, d]"]),
        ("reduce(S, None, False)", &[], &["[*S]"]),
        ("reduce(S, None, True)", &[2, 1], &[]),
        ("broadcast(S, (3, 1))", &[3, 4], &["[4]", "[d, 4] where broadcastable(d, 3)"]),
        ("broadcast(S, ())", &[3, 4], &["[3, 4]"]),
        ("reshape(S, (2, 3))", &[2, 3], &["[*S] where prod(*S) == 6"]),
        ("reshape(S, (-1, 3))", &[4, 3], &["[*S] where prod(*S) == 12"]),
        ("einsum('ij,jk->ik', (3, 4), S)", &[3, 2], &["[d, 2] where broadcastable(d, 4)"]),
        ("einsum('ii->i', S)", &[3], &["[3, 3]"]),
    ];
    for (relation, output, expected) in rows {
        assert_eq!(inputs(&about(relation), output), *expected, "{relation} = {output:?}");
    }
}

/// All shapes of ranks up to 4 and sizes from 0 to `most`.
fn all_shapes(most: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..4 {
        last =
            last.into_iter().flat_map(|dims| (0..=most).map(move |dim| [dims.as_slice(), &[dim]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

/// The inputs within reach for which a slow reading gives the output.
type Reading = fn(&[i64]) -> Option<Vec<i64>>;

fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let rank = a.len().max(b.len());
    let at = |dims: &[i64], place: usize| (place + dims.len()).checked_sub(rank).map_or(1, |at| dims[at]);
    (0..rank)
        .map(|place| match (at(a, place), at(b, place)) {
            (x, y) if x == y || y == 1 => Some(x),
            (1, y) => Some(y),
            _ => None,
        })
        .collect()
}

fn reshape(dims: &[i64], new: &[i64]) -> Option<Vec<i64>> {
    let size: i64 = dims.iter().product();
    let known: i64 = new.iter().filter(|dim| **dim >= 0).product();
    if new.contains(&-1) {
        (known != 0 && size % known == 0)
            .then(|| new.iter().map(|dim| if *dim < 0 { size / known } else { *dim }).collect())
    } else {
        (size == known).then(|| new.to_vec())
    }
}

#[test]
fn the_same_as_by_enumeration() {
    let goals: &[(&str, Reading)] = &[
        ("reduce(S, 0, False)", |s| (!s.is_empty()).then(|| s[1..].to_vec())),
        ("reduce(S, -1, False)", |s| s.split_last().map(|(_, rest)| rest.to_vec())),
        ("reduce(S, 1, True)", |s| (s.len() > 1).then(|| [&s[..1], &[1], &s[2..]].concat())),
        ("reduce(S, None, True)", |s| Some(vec![1; s.len()])),
        ("broadcast(S, (3, 1))", |s| broadcast(s, &[3, 1])),
        ("broadcast(S, ())", |s| Some(s.to_vec())),
        ("broadcast(S, (0,))", |s| broadcast(s, &[0])),
        ("reshape(S, (2, 3))", |s| reshape(s, &[2, 3])),
        ("reshape(S, (-1, 3))", |s| reshape(s, &[-1, 3])),
        ("reshape(S, (0, 3))", |s| reshape(s, &[0, 3])),
        ("expand(S, 0)", |s| Some([&[1], s].concat())),
        ("expand(S, -1)", |s| Some([s, &[1]].concat())),
        ("permute(S, None)", |s| Some(s.iter().rev().copied().collect())),
        ("permute(S, (1, 0))", |s| (s.len() == 2).then(|| vec![s[1], s[0]])),
        ("append(S, (2,))", |s| Some([s, &[2]].concat())),
        ("drop_ones(S)", |s| Some(s.iter().copied().filter(|dim| *dim != 1).collect())),
        ("concat([S, (2, 3)], 0)", |s| (s.len() == 2 && s[1] == 3).then(|| vec![s[0] + 2, 3])),
        ("einsum('ii->i', S)", |s| (s.len() == 2 && s[0] == s[1]).then(|| vec![s[0]])),
        ("einsum('ij->ji', S)", |s| (s.len() == 2).then(|| vec![s[1], s[0]])),
    ];
    let shapes = all_shapes(4);
    for (relation, reading) in goals {
        let goal = about(relation);
        for output in [&[][..], &[3], &[0], &[3, 4], &[2, 3], &[4, 3], &[1, 3], &[0, 3], &[1, 1], &[2, 1, 3]] {
            let expected: BTreeSet<&Vec<i64>> =
                shapes.iter().filter(|dims| reading(dims).as_deref() == Some(output)).collect();
            let mut solutions = solutions(&goal, output);
            let found: Vec<_> = solutions.by_ref().collect();
            assert!(solutions.is_exhaustive(), "{relation} = {output:?}");
            for dims in &shapes {
                let given = [Some(array(dims))];
                // That it is one of the solutions: the same question with it given is solvable, and
                // some solution has it.
                let holds = signature(&goal).solve(&given, &[Some(array(output))]).unwrap().next().is_some();
                assert_eq!(holds, expected.contains(dims), "{relation} of {dims:?} = {output:?}");
            }
            for solution in &found {
                for ground in solution.ground(20) {
                    let dims = first_input(&ground.inputs).dims().unwrap();
                    let dims: Vec<i64> = dims.iter().map(|dim| dim.constant().unwrap()).collect();
                    assert_eq!(reading(&dims).as_deref(), Some(output), "{relation}: {solution} at {dims:?}");
                }
            }
            let covered = |dims: &Vec<i64>| found.iter().any(|solution| covers(first_input(&solution.inputs), dims));
            assert!(expected.iter().all(|dims| covered(dims)), "{relation} = {output:?}: {found:?}, not {expected:?}");
        }
    }
}

/// Is it a shape of this form?
fn covers(shape: Shape, dims: &[i64]) -> bool {
    let fits = |own: &[Dim], dims: &[i64]| own.iter().zip(dims).all(|(a, b)| a.constant().is_none_or(|a| a == *b));
    match shape.dims() {
        Some(own) => own.len() == dims.len() && fits(own, dims),
        None => dims.len() >= shape.min_rank(),
    }
}

#[test]
fn each_piece_of_a_conflict_is_needed() {
    let shape = |text: &str| (text != "?").then(|| parse_shape(&format!("[{text}]")).unwrap());
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("(d),(d)->()", &["3", "4"], &[]),
        ("(m,n),(n,p)->(m,p)", &["3, 4", "5, 6"], &[]),
        ("(m,n),(n,p)->(m,p)", &["3, 4", "4, 6"], &["3, 7"]),
        ("(d)->()", &["2, 3"], &[]),
        ("+(d),(d)->()", &["2, 3, 4", "5, 4"], &[]),
        ("=(d),(d)->()", &["2, 3", "1, 3"], &[]),
        ("+2(d),(d)->()", &["6, 1, 2, 3", "5, 3"], &[]),
        ("(n),(k)->(n-k+1)", &["3", "9"], &[]),
        ("(n),(k)->(n-k+1)", &["?", "3"], &["8", "9"]),
        ("(n|1),(n)->(n)", &["5", "1"], &[]),
        ("(m?,n),(n,p?)->(m?,p?)", &["4", "5"], &[]),
        ("(n+1)->(n)", &["0"], &[]),
        ("(n),(2*n)->()", &["3", "5"], &[]),
        ("(.2.,d,...)->(.2.,...)", &["2, 3"], &[]),
        ("(M,.k.),(J,.k.)->(J,.k.)", &["3, 7, 8", "5, 7"], &[]),
        ("+(),()->()", &["3, 1", "?"], &["4, 4"]),
    ];
    for (text, inputs, outputs) in cases {
        let own = signature(text);
        let inputs: Vec<Option<Shape>> = inputs.iter().map(|text| shape(text)).collect();
        let outputs: Vec<Option<Shape>> = outputs.iter().map(|text| shape(text)).take(own.output_count()).collect();
        let mut solutions = own.solve_shapes(&inputs, &outputs).unwrap();
        let Some(conflict) = solutions.conflict() else {
            // Only the row with one output too many is solvable.
            assert_eq!((*text, inputs[0]), ("(n),(k)->(n-k+1)", None));
            continue;
        };
        assert!(!conflict.pieces.is_empty(), "{text}: {conflict}");
        let given = (conflict.inputs.clone(), conflict.outputs.clone());
        assert!(own.solve(&given.0, &given.1).unwrap().answer().is_no(), "{text}: {conflict}");
        for piece in &conflict.pieces {
            let (inputs, outputs) = conflict.without(*piece);
            let answer = own.solve(&inputs, &outputs).unwrap().answer();
            assert!(answer.is_yes(), "{text}: {conflict}\nwithout {piece:?}: {answer:?}");
        }
    }
}

#[test]
fn a_conflict_says_what_is_wrong_with_what_is_needed() {
    let shape = |text: &str| Some(parse_shape(&format!("[{text}]")).unwrap());
    let own = signature("(m,n),(n,p)->(m,p)");
    let conflict = own.solve_shapes(&[shape("3, 4"), shape("5, 6")], &[]).unwrap().conflict().unwrap();
    assert_eq!(conflict.to_string(), "`n` is 4 in input 1, 5 in input 2\n  input 1: (3, 4)\n  input 2: (5, 6)");
    let own = signature("(d)->()");
    let conflict = own.solve_shapes(&[shape("2, 3")], &[]).unwrap().conflict().unwrap();
    let message = "input 1 has 2 dims, (d) is its whole shape; with leading batch dims: +(d)->()";
    assert_eq!(conflict.to_string(), format!("{message}\n  input 1: (2, 3)"));
    let own = signature("(x[a], y[b]) -> promote(x, y)[a + b]");
    let ty = |text: &str| Some(parse_type(text).unwrap());
    let mut solutions = own.solve(&[ty("float64[3]"), None], &[ty("int64[7]")]).unwrap();
    assert_eq!(solutions.conflict().unwrap().inputs, [ty("float64[...]"), None]);
}
