//! The examples of docstrings are callers, and nothing in them is reported.

use std::sync::Arc;

use conformable_python::{FactsWanted, ParsedFiles, Program, Report, Settings, SourceFile};

const TEXT: &str = r#"
import numpy as np


def centred(x):
    """Without its mean.

    >>> centred(np.ones((4, 3)))
    >>> np.ones(3) @ np.ones(4)
    >>> centred(np.ones((4, 3)))["no such"]
    """
    return x - x.mean(axis=0)
"#;

fn check(text: &str) -> Report {
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    Arc::new(Program::new(
        &ParsedFiles::default(),
        vec![file],
        Settings { facts: FactsWanted::Levels, ..Settings::default() },
    ))
    .check_file(0)
}

#[test]
fn an_example_is_a_caller_and_no_more() {
    let report = check(TEXT);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    let known = report.facts.counts();
    assert_eq!((known.sites, known.sizes), (4, 4));
    let without = check(&TEXT.replace(">>>", "    "));
    assert_eq!(without.facts.counts().ranks, 0);
}
