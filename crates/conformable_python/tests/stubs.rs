//! Stubs over the catalogue: what they add and override, what is said of bad ones, and that programs
//! with different ones know nothing of each other.

use std::sync::Arc;

use conformable_python::rules::Rules;
use conformable_python::{ParsedFiles, Program, Settings, SourceFile, stubs};
use conformable_signatures::Catalogue;

const STUB: &str = r##"
"""A package's functions."""

class QT001(Rule):
    """# QT001 coarse-grid

    A grid with fewer points than the stencil is wide.
    """

    severity = "warning"
    summary = "a coarse grid"

class QT002(Rule):
    """# QT002 odd-grid

    The transform takes even sizes.
    """

    severity = "error"
    summary = "a grid of odd size"

def halves(S) -> edit(S, 0, "replace", at(S, 0) // 2): ...

class Grid(object):
    size: int(7)
    def refine(self, x: T[*S]) -> T[*S]: ...

namespace = grids.fast

@hazard("QT001", n < 3, "fewer than three points", "refine it?")
def kernel(x: T[n, *R]) -> T[*halves((n, *R))]: ...

@code("QT002")
@require(n % 2 == 0, "its size is odd")
def even(x: T[n]) -> T[n]: ...

coarse = kernel
origin: float

def grid() -> Grid: ...

namespace = numpy
def sum(a: T[*S], axis=None) -> float64[11]: ...
"##;

fn over(files: &[(&str, &str)]) -> Result<&'static Catalogue, String> {
    let files: Vec<(String, String)> = files.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
    stubs::over(Catalogue::numpy(), &files).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

/// `code message` for each finding.
fn found(catalogue: &'static Catalogue, text: &str) -> Vec<String> {
    let text = format!("import numpy as np\n{text}");
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    let parsed = ParsedFiles::default();
    let program = Program::new(&parsed, vec![file], Settings::default()).with_catalogue(catalogue);
    let report = Arc::new(program).check_file(0);
    let mut found: Vec<_> = report.diagnostics;
    found.sort();
    found.iter().map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
}

#[test]
fn functions_are_added_and_overridden() {
    let catalogue = over(&[("grids.pyi", STUB)]).expect("it reads");
    let reveal = |text: &str| found(catalogue, &format!("import grids\nimport grids.fast as g\nreveal_type({text})"));
    assert_eq!(reveal("g.kernel(np.ones((8, 3)))"), ["CF005 float64[4, 3]"]);
    assert_eq!(reveal("grids.fast.coarse(np.ones((6, 3)))"), ["CF005 float64[3, 3]"]);
    assert_eq!(reveal("g.origin"), ["CF005 float"]);
    assert_eq!(reveal("g.grid().refine(np.ones(g.grid().size))"), ["CF005 float64[7]"]);
    // By its name, by the method that is it, and as it was in a program without the stub.
    assert_eq!(reveal("np.sum(np.ones(3))"), ["CF005 float64[11]"]);
    assert_eq!(reveal("np.ones(3).sum()"), ["CF005 float64[11]"]);
    assert_eq!(found(Catalogue::numpy(), "reveal_type(np.ones(3).sum())"), ["CF005 float64"]);
    assert_eq!(found(Catalogue::numpy(), "import grids.fast as g\nreveal_type(g.origin)"), ["CF005 Unknown"]);
    assert_eq!(found(catalogue, "from grids.fast import kernel\nkernel(np.ones(8)) + np.ones(3)").len(), 1);
}

#[test]
fn rules_are_declared_with_their_pages() {
    let catalogue = over(&[("grids.pyi", STUB)]).expect("it reads");
    let call = |text: &str| found(catalogue, &format!("import grids.fast as g\ng.{text}"));
    assert_eq!(call("kernel(np.ones(2))"), ["QT001 fewer than three points"]);
    assert_eq!(call("even(np.ones(3))"), ["QT002 even: its size is odd"]);
    assert!(call("even(np.ones(4))").is_empty());
    let rules = Rules::of(catalogue);
    let rule = rules.by_code("odd-grid").expect("it is known");
    assert_eq!((rule.code, rule.severity.as_str(), rule.summary), ("QT002", "error", "a grid of odd size"));
    assert_eq!(rule.page, "# QT002 odd-grid\n\nThe transform takes even sizes.\n");
    assert_eq!(rules.by_prefix("QT").len(), 2);
    assert!(rules.by_prefix("Q").is_empty() && Rules::built_in().by_code("QT001").is_none());
}

/// A stub that says something of a part of a program's own module leaves the rest.
#[test]
fn the_rest_of_a_module_is_its_own() {
    struct Own;

    impl conformable_python::ModuleSource for Own {
        fn load(&self, _: &str, dotted: &str, level: u32) -> Option<SourceFile> {
            let text = "import numpy as np\ndef kernel(x):\n    return 1\ndef rest():\n    return np.ones(5)\n";
            let file = SourceFile { path: "grids.py".into(), text: text.into(), module: Some("grids".into()) };
            (dotted == "grids" && level <= 1).then_some(file)
        }
    }

    let catalogue =
        over(&[("grids.pyi", "namespace = grids\ndef kernel(x: T[n]) -> T[n + 1]: ...\n")]).expect("it reads");
    for import in [
        "import grids",
        "from . import grids",
        "from grids import kernel, rest\nclass grids: kernel = kernel; rest = rest",
    ] {
        let text =
            format!("import numpy as np\n{import}\nreveal_type(grids.kernel(np.ones(2)))\nreveal_type(grids.rest())\n");
        let file = SourceFile { path: "a.py".into(), text: text.into(), module: Some("a".into()) };
        let parsed = ParsedFiles::default();
        let program = Program::new(&parsed, vec![file], Settings::default()).with_modules(Arc::new(Own));
        let program = Arc::new(program.with_catalogue(catalogue));
        let mut found = program.check_file(0).diagnostics;
        found.sort();
        let found: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(found, ["float64[3]", "float64[5]"], "{import}");
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let rule = |body: &str| format!("class QT001(Rule):\n{body}");
    let page = "    \"\"\"# QT001 name\"\"\"\n";
    let cases: &[(String, &str)] = &[
        ("namespace = m\ndef f(x: T[n] -> T[n]: ...\n".into(), "s.pyi:2:15: Expected `)`, found `->`"),
        ("def f(x: T[n]) -> T[n]: ...\n".into(), "s.pyi:1:5: which namespace is it in?"),
        ("x = y\n".into(), "s.pyi:1:1: which namespace is it in?"),
        ("namespace = m\nprint(3)\n".into(), "s.pyi:2:1: a stub has definitions and nothing else"),
        ("namespace = m\ndef f(x: T[n]) -> T[*turned(n)]: ...\n".into(), "s.pyi:2:22: `turned` is no relation"),
        (
            "namespace = m\n@require(\n    unsound(n)\n)\ndef f(x: T[n]) -> T[n]: ...\n".into(),
            "s.pyi:3:5: `unsound` is no",
        ),
        ("namespace = m\ndef f(x: T[n]) -> T[k]: ...\n".into(), "s.pyi:2:21: there is no `k`: nothing of m.f binds it"),
        ("namespace = m\ndef f(x: T[n, 3.5]) -> T[n]: ...\n".into(), "s.pyi:2:"),
        ("namespace = m\ndef f(x: lower) -> int: ...\n".into(), "s.pyi:2:10: `lower`: expected a kind of argument"),
        ("namespace = m\ndef f(x: T[n]): ...\n".into(), "s.pyi:2:5: m.f has no result"),
        ("namespace = m\n@gufunc(\"(m),(n\")\ndef f(x: T, y: T) -> T: ...\n".into(), "s.pyi:2:2: "),
        ("namespace = m\n@unheard\ndef f(x: T[n]) -> T[n]: ...\n".into(), "s.pyi:2:2: there is no @unheard"),
        ("namespace = m\n@code(\"QT9\")\ndef f(x: T[n]) -> T[n]: ...\n".into(), "s.pyi:2:8: there is no rule QT9"),
        (
            "namespace = m\ndef f(x: T[n]) -> T[n]: ...\nf: int\n".into(),
            "s.pyi:3:1: m.f is defined already, at s.pyi:2:5",
        ),
        ("namespace = m\na = b\n".into(), "s.pyi:2:1: there is no `m.b`"),
        ("namespace = m\nx: int; y: int\n".into(), "s.pyi:2:9: m.y is passed over"),
        ("namespace = m\noperators = {}\n".into(), "s.pyi:2:1: what an operator is"),
        (rule(page), "s.pyi:1:7: QT001 has no `severity`"),
        (rule("    severity = \"error\"\n    summary = \"s\"\n"), "s.pyi:1:7: QT001 has no page"),
        (
            rule(&format!("{page}    severity = \"fatal\"\n    summary = \"s\"\n")),
            "s.pyi:3:16: `fatal` is no severity: error, warning, note",
        ),
        (rule("    \"\"\"# CF101 name\"\"\"\n"), "s.pyi:1:7: the page's first line must be `# QT001 `"),
        (
            "class CF101(Rule):\n    \"\"\"# CF101 mine\"\"\"\n    severity = \"error\"\n    summary = \"s\"\n".into(),
            "s.pyi:1:7: `CF101` is a rule of the checker's own",
        ),
        ("class Q1(Rule): ...\n".into(), "s.pyi:1:7: `Q1` is no rule's code"),
    ];
    let mut wrong = Vec::new();
    for (text, wanted) in cases {
        let said = over(&[("s.pyi", text)]).expect_err(text);
        if !said.starts_with(wanted) {
            wrong.push(format!("{text}\nsaid:   {said}\nwanted: {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_two_files_define_names_both() {
    let one = "namespace = m\ndef f(x: T[n]) -> T[n]: ...\n";
    let said = over(&[("a.pyi", one), ("b.pyi", one)]).expect_err("twice");
    assert_eq!(said, "b.pyi:2:5: m.f is defined already, at a.pyi:2:5");
    stubs::register("first.pyi", "namespace = registered_twice\ndef f(x: T[n]) -> T[n]: ...\n").expect("it reads");
    let again = stubs::register("second.pyi", "namespace = registered_twice\ndef f(x: T[n]) -> T[n + 1]: ...\n");
    let said: Vec<String> = again.expect_err("twice").iter().map(ToString::to_string).collect();
    assert_eq!(said, ["second.pyi:2:5: registered_twice.f is defined already, at first.pyi:2:5"]);
    // A project may say otherwise.
    let current = conformable_signatures::catalogue::current();
    let own = [("own.pyi".to_owned(), "namespace = registered_twice\ndef f(x: T[n]) -> T[n + 2]: ...\n".to_owned())];
    let over = stubs::over(current, &own).expect("it reads");
    let reveal = "import registered_twice as r\nreveal_type(r.f(np.ones(3)))";
    assert_eq!(
        (found(current, reveal), found(over, reveal)),
        (vec!["CF005 float64[3]".into()], vec!["CF005 float64[5]".into()])
    );
}

#[test]
fn what_is_taken_back_leaves_the_rest() {
    use conformable_signatures::catalogue::{current, forget};

    let rule = "class KP001(Rule):\n    \"\"\"# KP001 kept\"\"\"\n    severity = \"note\"\n    summary = \"s\"\n";
    stubs::register("taken.pyi", "namespace = taken_back\ndef f(x: T[n]) -> T[n]: ...\n").expect("it reads");
    let kept = format!("{rule}namespace = kept\n@code(\"KP001\")\ndef f(x: T[n]) -> T[n]: ...\n");
    stubs::register("kept.pyi", &kept).expect("it reads");
    assert!(current().function("taken_back.f").is_some());
    forget("taken.pyi");
    assert!(current().function("taken_back.f").is_none() && current().function("kept.f").is_some());
    assert!(Rules::of(current()).by_code("kept").is_some());
    stubs::register("again.pyi", "namespace = taken_back\ndef f(x: T[n]) -> T[n]: ...\n").expect("nobody has it");
}
