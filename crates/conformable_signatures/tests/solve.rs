//! Searches whose cases are many.

use conformable_signatures::Signature;
use conformable_types::Dim;

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
