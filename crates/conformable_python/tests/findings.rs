//! Merging findings: the order in which they arrive can't be seen.

use conformable_python::diagnostic::{CallSite, Diagnostic, Findings, Severity, Span};
use conformable_python::rules::{self, Rule};
use proptest::prelude::*;
use ruff_text_size::{TextRange, TextSize};

fn place(file: u8, start: u32) -> Span {
    let file = if file == 0 { "a.py" } else { "b.py" };
    Span::new(file, TextRange::at(TextSize::new(start), TextSize::new(3)))
}

fn finding() -> impl Strategy<Value = Diagnostic> {
    let rules: [&'static Rule; 2] = [rules::MATMUL, rules::BROADCAST];
    (0..2u8, 0..3u32, 0..2usize, 0..3usize, 0..3u8, 0..2u8).prop_map(
        move |(file, start, rule, calls, message, severity)| {
            let mut found = Diagnostic::new(rules[rule], place(file, start), format!("{message}"));
            found.severity = [Severity::Error, Severity::Note][usize::from(severity)];
            found.calls = (0..calls)
                .map(|i| CallSite { place: place(0, i as u32), with: format!("x: {message}").into() })
                .collect();
            found
        },
    )
}

fn findings() -> impl Strategy<Value = Vec<Diagnostic>> {
    prop::collection::vec(finding(), 0..12)
}

fn merged(parts: &[&[Diagnostic]]) -> Vec<Diagnostic> {
    let mut all = Findings::new();
    for part in parts {
        all.extend(part.iter().cloned());
    }
    all.into_sorted()
}

proptest! {
    #[test]
    fn merging_is_associative_commutative_idempotent(
        a in findings(), b in findings(), c in findings(),
    ) {
        let abc = merged(&[&a, &b, &c]);
        prop_assert_eq!(&abc, &merged(&[&c, &b, &a]));
        prop_assert_eq!(&abc, &merged(&[&b, &a, &c, &b]));
        let ab = merged(&[&a, &b]);
        prop_assert_eq!(&abc, &merged(&[&ab, &c]));
        let bc = merged(&[&b, &c]);
        prop_assert_eq!(&abc, &merged(&[&a, &bc]));
    }

    #[test]
    fn output_is_sorted_with_each_key_once(a in findings()) {
        let sorted = merged(&[&a]);
        prop_assert!(sorted.is_sorted());
        prop_assert!(sorted.windows(2).all(|pair| pair[0].key() != pair[1].key()));
    }
}

#[test]
fn the_shortest_call_path_wins_but_never_over_an_error() {
    let call = CallSite { place: place(0, 9), with: "".into() };
    let near = Diagnostic::new(rules::MATMUL, place(0, 1), "z");
    let mut far = Diagnostic::new(rules::MATMUL, place(0, 1), "a");
    far.calls = vec![call];
    let mut note = near.clone();
    let near = [near];
    assert_eq!(merged(&[&[far.clone()], &near]), near);
    note.severity = Severity::Note;
    assert_eq!(merged(&[&[note], &[far.clone()]]), [far]);
}
