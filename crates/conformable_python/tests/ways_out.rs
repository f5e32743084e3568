//! Each way out of unknown, at each place where an unknown value may stand: what is shown of it from there on, and which of
//! two misuses is an error, a product whose sizes differ and an index that is one too many.

use std::sync::Arc;

use conformable_python::diagnostic::Severity;
use conformable_python::{ParsedFiles, Program, Settings, SourceFile};

/// A way: what is written of the value `@`, the name it has behind that, what is revealed, whether the product is an error,
/// and the index.
struct Way(&'static [&'static str], &'static str, &'static str, bool, bool);

const WAYS: &[Way] = &[
    // A shape or a rank alone: it may be a table, for which an index means something else.
    Way(&["assert @.shape == (5, 2)"], "@", "?[5, 2]", true, false),
    Way(&["assert (5, 2) == @.shape"], "@", "?[5, 2]", true, false),
    Way(&["assert @.shape == (m, 2)"], "@", "?[?, 2]", true, false),
    Way(&["assert @.ndim == 2"], "@", "?[?, ?]", false, false),
    Way(&["assert len(@.shape) == 2"], "@", "?[?, ?]", false, false),
    Way(&["assert @.shape[1] == 2"], "@", "?[?, 2, ...]", false, false),
    Way(&["assert @.shape[-1] == 2"], "@", "?[..., 2]", true, false),
    Way(&["assert @.shape[1:] == (2,)"], "@", "?[?, 2]", true, false),
    Way(&["if @.shape != (5, 2):", "    raise ValueError"], "@", "?[5, 2]", true, false),
    Way(&["if @.ndim != 2 or @.shape[1] != 2:", "    raise ValueError"], "@", "?[?, 2]", true, false),
    Way(&["n, k = @.shape"], "@", "?[?, ?]", false, false),
    Way(&["[n, k] = @.shape"], "@", "?[?, ?]", false, false),
    Way(&["n, k = @.shape[:2]"], "@", "?[?, ?, ...]", false, false),
    // The class too.
    Way(&["assert isinstance(@, np.ndarray)"], "@", "?[...]", false, false),
    Way(&["assert isinstance(@, np.ndarray) and @.shape == (5, 2)"], "@", "?[5, 2]", true, true),
    Way(&["assert isinstance(@, np.ndarray)", "assert @.shape == (5, 2)"], "@", "?[5, 2]", true, true),
    Way(&["assert @.shape == (5, 2)", "assert isinstance(@, np.ndarray)"], "@", "?[5, 2]", true, true),
    Way(&["if not isinstance(@, np.ndarray):", "    raise TypeError", "n, k = @.shape"], "@", "?[?, ?]", false, true),
    Way(&["assert @.shape == (5, 2)", "y = np.asarray(@)"], "y", "?[5, 2]", true, true),
    Way(&["y = np.asarray(@, dtype=float)", "assert y.shape == (5, 2)"], "y", "float64[5, 2]", true, true),
    // What is declared.
    Way(&["y: NDArray[np.float64] = @"], "y", "float64[...]", false, false),
    Way(&["y: NDArray[np.float64] = @", "assert y.shape == (5, 2)"], "y", "float64[5, 2]", true, true),
    Way(&["assert @.shape == (5, 2)", "y: np.ndarray = @"], "y", "?[5, 2]", true, true),
    Way(&["y: Float64[np.ndarray, 'n 2'] = @"], "y", "float64[?, 2]", true, true),
    Way(&["y = @  # conformable: float64[n, 2]"], "y", "float64[?, 2]", true, true),
    Way(&["y = (", "    @", ")  # kept  # conformable: float64[n, 2]"], "y", "float64[?, 2]", true, true),
    Way(&["for y in [@]:  # conformable: float64[n, 2]", "    pass"], "y", "float64[?, 2]", true, true),
    Way(&["with manager(@) as y:  # conformable: float64[n, 2]", "    pass"], "y", "float64[?, 2]", true, true),
];

/// Where the value stands: how it is written, what comes before, how far in the lines stand, what comes behind.
const PLACES: &[(&str, &str, usize, &str)] = &[
    ("x", "x = load()", 0, ""),
    ("p", "def f(p):", 1, "f(load())"),
    ("p", "def f(q, p=None):", 1, "f(1, load())"),
    ("x", "def f():\n    x = load()", 1, "f()"),
    ("x", "x = load()\ndef f():", 1, "f()"),
    ("self.x", "class C:\n    def __init__(self):\n        self.x = load()\n    def m(self):", 2, "C().m()"),
    ("self.x", "class C(Base):\n    def m(self):", 2, ""),
    ("ds.x", "ds = load()", 0, ""),
    ("ds.a.x", "def f(ds):", 1, "f(load())"),
    ("d['x']", "d = {'x': load()}", 0, ""),
    ("d['x']", "d = load()", 0, ""),
    ("d['x'].y", "def f(d):", 1, "f(load())"),
    ("xs[0]", "xs = [load(), 1]", 0, ""),
];

const IMPORTS: &str = "import numpy as np\nfrom jaxtyping import Float64\nfrom numpy.typing import NDArray\n\
                       from lib import Base, load, m\n";

fn findings(place: &(&str, &str, usize, &str), way: &Way, misuse: &str) -> Vec<String> {
    let (subject, before, depth, behind) = *place;
    let value = way.1.replace('@', subject);
    let lines = way.0.iter().map(|line| line.replace('@', subject));
    let last = [format!("reveal_type({value})"), misuse.replace('$', &value)];
    let indent = "    ".repeat(depth);
    let body: String = lines.chain(last).map(|line| format!("{indent}{line}\n")).collect();
    let text = format!("{IMPORTS}{before}\n{body}{behind}\n");
    let file = SourceFile { path: "a.py".into(), text: text.clone().into(), module: None };
    let report = Arc::new(Program::new(&ParsedFiles::default(), vec![file], Settings::default())).check_file(0);
    let shown =
        report.diagnostics.iter().filter(|finding| finding.severity != Severity::Note || finding.rule.code == "CF005");
    shown.map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
}

#[test]
fn every_way_at_every_place() {
    let mut wrong = Vec::new();
    for place in PLACES {
        for way in WAYS {
            for (misuse, code, is_error) in [("$ @ np.ones((3, 4))", "CF101", way.3), ("$[0, 0, 0]", "CF302", way.4)] {
                let mut expected = vec![format!("CF005 {}", way.2)];
                let found = findings(place, way, misuse);
                let errors = found.iter().filter(|text| !text.starts_with("CF005")).count();
                expected
                    .extend(found.iter().filter(|text| text.starts_with(code)).take(usize::from(is_error)).cloned());
                if found != expected || errors != usize::from(is_error) {
                    wrong.push(format!("{place:?} {:?} {misuse}: {found:?}", way.0));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} are otherwise", wrong.join("\n"), wrong.len());
}

/// A parameter that is used as an array is assumed to be one, where nobody calls the function: nothing that rests on that
/// is an error. Where a class or an annotation says it, it is.
#[test]
fn a_function_that_nobody_calls() {
    let place = ("p", "def f(p):", 1, "");
    let found =
        |way: &'static [&'static str]| findings(&place, &Way(way, "@", "", false, false), "$ @ np.ones((3, 4))").len();
    assert_eq!(found(&["assert @.shape == (5, 2)"]), 1);
    assert_eq!(found(&["assert isinstance(@, np.ndarray)", "assert @.shape == (5, 2)"]), 2);
    assert_eq!(found(&["@ = @  # conformable: float64[5, 2]"]), 2);
}
