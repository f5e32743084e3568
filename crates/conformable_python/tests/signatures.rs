//! The signatures of functions on their own: as they print, and what they print can be read.

use std::sync::Arc;

use conformable_python::{ParsedFiles, Program, Settings, SourceFile};
use conformable_types::text::print_function;
use conformable_types::text::read::parse_function;

fn signatures(source: &str) -> Vec<String> {
    let text = format!("import numpy as np\nfrom jaxtyping import Float\n{source}");
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    let (inference, _) = Arc::new(Program::new(&ParsedFiles::default(), vec![file], Settings::default())).infer(0);
    let signatures: Vec<String> = inference.functions.into_iter().map(|function| function.signature).collect();
    for signature in &signatures {
        let read = parse_function(signature).unwrap_or_else(|error| panic!("{signature}: {error:?}"));
        assert_eq!(&print_function(&read), signature);
    }
    signatures
}

fn errors(source: &str) -> Vec<String> {
    let text = format!("import numpy as np\nfrom jaxtyping import Float\n{source}");
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    let report = Arc::new(Program::new(&ParsedFiles::default(), vec![file], Settings::default())).check_file(0);
    let shown = |d: conformable_python::diagnostic::Diagnostic| format!("{} {}", d.severity.as_str(), d.rule.code);
    report.diagnostics.into_iter().map(shown).collect()
}

#[test]
fn sizes_and_arrays() {
    assert_eq!(signatures("def f(n):\n    return np.zeros((n, n + 1))\n"), ["(n: Int[n]) -> float64[n, n + 1]"]);
    assert_eq!(
        signatures("def f(x):\n    n, d = x.shape\n    return np.zeros((d, n))\n"),
        ["(x?: T[n, d]) -> float64[d, n]"]
    );
    assert_eq!(signatures("def f(x):\n    return np.zeros((x.shape[0], 2))\n"), ["(x?: T[n, *S]) -> float64[n, 2]"]);
    assert_eq!(
        signatures("def f(rows, cols):\n    return np.ones((rows, cols))\n"),
        ["(rows: Int[rows], cols: Int[cols]) -> float64[rows, cols]"]
    );
}

#[test]
fn annotations_are_facts() {
    assert_eq!(
        signatures("def f(x: Float[np.ndarray, '*b n']):\n    return x.shape[-1]\n"),
        ["(x: T[*b, n]) -> Int[n]"]
    );
}

#[test]
fn what_is_printed_can_be_read() {
    signatures("def f(x):\n    return (x - x.mean(0)) / x.std(0)\n");
    signatures("def f(x, w, b):\n    n, d = x.shape\n    return x @ w + b\n");
    signatures("def f(x, n=3, *args, k, **kw):\n    return x.T, np.zeros((n, k)), x[1:, ::2]\n");
    signatures("def f(x, y):\n    return np.concatenate([x, y]), x.reshape(-1, 2), np.where(x > 0)\n");
}

#[test]
fn nothing_that_is_assumed_is_an_error() {
    assert_eq!(errors("def f(x):\n    n, d = x.shape\n    return x + np.zeros((2, 3, 4)) @ x.foo\n"), [""; 0]);
    let notes = errors("def f(x):\n    n, d = x.shape\n    return x.sum(axis=2)\n");
    assert!(notes.iter().all(|note| note.starts_with("note")), "{notes:?}");
    // Which branch an assumption takes is not decided.
    let source = "def f(x):\n    n, d = x.shape\n    if x.ndim == 2:\n        a = np.zeros((2, 3))\n    else:\n        \
                  a = np.zeros((3, 2))\n    return a @ np.zeros((2, 2))\n";
    assert_eq!(errors(source), [""; 0]);
}

#[test]
fn what_holds_for_every_argument_is_one() {
    assert_eq!(errors("def f(n):\n    a = np.zeros((n, n + 1))\n    return a @ a\n"), ["error CF101"]);
    // An int that is no size may be anything.
    let notes = errors("def f(n):\n    x = np.arange(3)[: n + 1]\n    return np.zeros((3, 4)) @ np.zeros((4, 2))\n");
    assert_eq!(notes, [""; 0]);
}
