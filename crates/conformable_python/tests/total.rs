//! Any text gives an answer: nothing here panics, whatever it is given.

use std::sync::Arc;

use conformable_python::rules::Rules;
use conformable_python::suppression::Suppressions;
use conformable_python::{ParsedFiles, Program, Settings, SourceFile, depth};
use proptest::prelude::*;

fn check(text: &str) {
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    let report = Arc::new(Program::new(&ParsedFiles::default(), vec![file], Settings::default())).check_file(0);
    for diagnostic in &report.diagnostics {
        let range = diagnostic.place.range;
        assert!(text.get(usize::from(range.start())..usize::from(range.end())).is_some());
    }
    let mut findings = report.diagnostics;
    Suppressions::parse(text).apply(&"a.py".into(), &mut findings, Rules::built_in());
    let _ = depth::check(text);
}

/// Pieces of Python, so that many texts are nearly valid.
const PIECES: &[&str] = &[
    "x",
    "y",
    "np",
    "1",
    "2.5",
    "'s'",
    "f'{",
    "}'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "=",
    "+",
    "@",
    "**",
    "-",
    "not ",
    " if ",
    " else ",
    "lambda a, b: ",
    "def f(x):\n    ",
    "class C:\n    ",
    "for i in x:\n    ",
    "return x",
    "\n",
    "\n    ",
    "\t",
    "\r\n",
    "'''",
    "\\\n",
    "import numpy as np\n",
    "# conformable: ignore[CF101]\n",
    "# conformable: ",
    "é",
    "\u{feff}",
    "\0",
    "match x:\n    case ",
    "yield ",
    "*",
    "async ",
    "await ",
    "==",
    "global x\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn pieces_of_python(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }
}

/// Each loop of a comprehension runs again for each element of those around it, of which nothing bounds the number.
#[test]
fn loops_in_a_comprehension_count_as_work() {
    let loops: String = (0..20).map(|n| format!(" for a{n} in x")).collect();
    let start = std::time::Instant::now();
    check(&format!("import numpy as np\nx = np.ones((3, 2))\ny = [a0{loops}]\n"));
    assert!(start.elapsed().as_secs() < 10);
}
