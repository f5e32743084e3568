//! What the modules around operators say: names that they import from each other, and what isn't known of them.

use conformable_dialects::{gt4py::GT4PY, infer};
use conformable_python::diagnostic::Severity;
use conformable_python::{ModuleSource, SourceFile};

const IMPORT: &str = "import gt4py.next as gtx\nfrom gt4py.next import *\n";

struct Modules<'a>(&'a [(&'a str, &'a str)]);

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { path: format!("{name}.py").into(), text: format!("{IMPORT}{text}").into(), module: None }
}

impl ModuleSource for Modules<'static> {
    fn load(&self, _importer: &str, dotted: &str, _level: u32) -> Option<SourceFile> {
        self.0.iter().find(|(name, _)| *name == dotted).map(|(name, text)| file(name, text))
    }
}

/// The result of the operator `f` of a module, or the codes of what is wrong.
fn answer(text: &str, others: &'static [(&'static str, &'static str)]) -> String {
    let inferred = infer(&GT4PY, &file("a", text), Some(&Modules(others)));
    let errors = inferred.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|found| format!("{}: {}", found.rule.code, found.message)).collect();
    if !errors.is_empty() {
        return errors.join("; ");
    }
    let of = inferred.functions.iter().filter(|function| function.function == "f");
    of.map(|function| function.returns.as_str()).collect::<Vec<_>>().join("; ")
}

const F: &str = "@gtx.field_operator\ndef f(a: gtx.Field[[I], float]):\n    return a\n";

#[test]
fn modules_import_a_name_from_each_other() {
    const NONE: &[(&str, &str)] = &[("a", "from b import I"), ("b", "from a import I")];
    assert_eq!(answer(&format!("from b import I\n{F}"), NONE), "Unknown");
    const OWN: &[(&str, &str)] = &[("a", "from b import *\nI = gtx.Dimension('I')"), ("b", "from a import I")];
    assert_eq!(answer(&format!("from b import *\nI = gtx.Dimension('I')\n{F}"), OWN), "Field[[I], float64]");
}

#[test]
fn a_name_goes_through_several_modules() {
    const CHAIN: &[(&str, &str)] =
        &[("b", "from c import I"), ("c", "from d import L as I"), ("d", "L = gtx.Dimension('L')")];
    assert_eq!(answer(&format!("from b import I\n{F}"), CHAIN), "Field[[L], float64]");
    assert_eq!(answer(&format!("from b import *\n{F}"), CHAIN), "Field[[L], float64]");
}

#[test]
fn nothing_is_said_of_modules_that_are_not_there() {
    let head = "from elsewhere import T, Cells, I, op, Rec, NU, make\nimport whole\nmade = make()\n";
    let f = |rest: &str| answer(&format!("{head}{rest}"), &[]);
    assert_eq!(f("@field_operator\ndef f(a: T) -> T:\n    return op(a) + 1.0\n"), "Unknown");
    assert_eq!(
        f("@field_operator\ndef f(a: T[I], b: Field[Cells, float64]):\n    return whole.op(a) * NU\n"),
        "Unknown"
    );
    assert_eq!(f("@field_operator\ndef f(a: whole.T, b: whole.S[I]) -> Rec:\n    return Rec(a, NU)\n"), "Unknown");
    assert_eq!(f("@field_operator\ndef f(a: made, b: Field[[whole.I], float64]):\n    return made(a)\n"), "Unknown");
    for called in ["op", "whole.op", "made"] {
        assert_eq!(f(&format!("@program\ndef p(a: T, o: T):\n    {called}(a, out=o)\n")), "");
    }
}

#[test]
fn constants_are_computed_by_python() {
    let of = |constant: &str| answer(&format!("X = {constant}\n@field_operator\ndef f():\n    return X\n"), &[]);
    let rows = [
        ("1 / 2", "float64"),
        ("2 * 3 + 1", "int32"),
        ("70000 * 70000", "int64"),
        ("2 ** 10", "int32"),
        ("2 ** 0.5", "Unknown"),
        ("1 + 0.5", "float64"),
        ("-(2.5 * 3)", "float64"),
        ("7 // 2", "int32"),
        ("-7 % 3 + (6 & 3) + (1 | 4) + (5 ^ 1)", "int32"),
        ("1 // 0", "Unknown"),
        ("abs(-2.5)", "float64"),
        ("abs(-70000 * 70000)", "int64"),
        ("min(1.0, 2.0)", "float64"),
        ("max(3, 70000 * 70000, 4)", "int64"),
        ("min(1, 2.0)", "Unknown"),
        ("len('abc')", "int32"),
        ("len((1.0, 2))", "int32"),
        ("float('1.5')", "float64"),
        ("1.0 if flag else 2.5", "float64"),
        ("1 if flag else 70000 * 70000", "Unknown"),
        ("undefined(3)", "Unknown"),
        ("float32(1.0) * 2.0", "Unknown"),
        ("1 if True else 2.0", "Unknown"),
    ];
    for (constant, expected) in rows {
        assert_eq!(of(constant), expected, "{constant}");
    }
}

#[test]
fn an_operator_has_what_was_there_when_it_was_defined() {
    let head = "I = gtx.Dimension('I')\n";
    let f = "@field_operator\ndef f(a: Field[[I], float64]):\n    return a * C\n";
    assert_eq!(answer(&format!("{head}C = 2.0\n{f}C = 3\n"), &[]), "Unknown");
    assert_eq!(answer(&format!("{head}C = 3\nC = 2.0\n{f}"), &[]), "Field[[I], float64]");
    assert!(answer(&format!("{head}C = 3\n{f}"), &[]).starts_with("CF620"));
}

#[test]
fn lists_and_sets_are_no_constants() {
    let head = "I = gtx.Dimension('I')\nL = [1.0, 2.0]\nS = {1.0}\nT = (L, 2.0)\nD = L[1]\n";
    let f = |result: &str| {
        answer(&format!("{head}@field_operator\ndef f(a: Field[[I], float64]):\n    return {result}\n"), &[])
    };
    assert!(f("a * L[0]").starts_with("CF620: `L` is a Python list"), "{}", f("a * L[0]"));
    assert!(f("a * S").starts_with("CF620: `S` is a Python set"));
    assert!(f("a * T[1]").starts_with("CF620: `T` is a Python list"), "{}", f("a * T[1]"));
    assert_eq!(f("a * D"), "Unknown");
    let own = "@field_operator\ndef f(L: Field[[I], float64]):\n    S = L\n    return S\n";
    assert_eq!(answer(&format!("{head}{own}"), &[]), "Field[[I], float64]");
    let later = "ALL = [V, V2E]\nOFF = gtx.FieldOffset('OFF', source=I, target=tuple(ALL))\n";
    let dims = "V = gtx.Dimension('V')\nV2E = gtx.Dimension('V2E', kind=gtx.DimensionKind.LOCAL)\n";
    assert_eq!(answer(&format!("{head}{dims}{later}{F}"), &[]), "Field[[I], float64]");
    let straight = "OFF = gtx.FieldOffset('OFF', source=I, target=[V, V2E])\n";
    assert_eq!(answer(&format!("{head}{dims}{straight}{F}"), &[]), "Field[[I], float64]");
}

#[test]
fn what_branches_of_a_module_bind_in_two_ways_is_unknown() {
    let f = |before: &str| answer(&format!("{before}{F}"), &[]);
    assert_eq!(f("if c:\n    I = Dimension('I')\nelse:\n    I = Dimension('J')\n"), "Unknown");
    assert_eq!(f("if c:\n    I = Dimension('I')\nelse:\n    I = Dimension('I')\n"), "Field[[I], float64]");
    assert_eq!(f("if c:\n    I = Dimension('I')\n"), "Field[[I], float64]");
    assert_eq!(f("try:\n    I = Dimension('I')\nexcept NameError:\n    raise\n"), "Field[[I], float64]");
    assert_eq!(f("try:\n    I = Dimension('I')\nexcept NameError:\n    I = None\n"), "Unknown");
    let g = |before: &str| answer(&format!("{before}@field_operator\ndef f(a: T):\n    return a\n"), &[]);
    assert_eq!(g("if c:\n    T = float32\nelif d:\n    T = float64\n"), "Unknown");
    assert_eq!(g("T = float32\nif c:\n    T = float64\n"), "Unknown");
    assert_eq!(g("if c:\n    T = float32\n"), "float32");
}

#[test]
fn names_of_classes_and_packages_go_through_modules() {
    const PACKAGE: &[(&str, &str)] =
        &[("dims", ""), ("dims.base", "J = gtx.Dimension('J')\nclass NS:\n    D = Dimension('D')\n    T = float32")];
    for (import, dim) in [
        ("import dims.base", "dims.base.NS.D"),
        ("import dims.base as base", "base.NS.D"),
        ("from dims import base", "base.NS.D"),
        ("from dims.base import NS", "NS.D"),
    ] {
        let operator = format!("@field_operator\ndef f(a: Field[[{dim}], float64]):\n    return a\n");
        assert_eq!(answer(&format!("{import}\n{operator}"), PACKAGE), "Field[[D], float64]", "{dim}");
        // Names that the function binds are its own.
        let inner = format!("def make():\n    NS = 3\n    J = 4\n    return 1\n{operator}");
        assert_eq!(answer(&format!("{import}\n{inner}"), PACKAGE), "Field[[D], float64]", "{dim}");
    }
    let other = "import dims.base\n@field_operator\ndef f(a: Field[[dims.base.J], float32]) -> Field[[dims.base.J], float64]:\n    return a\n";
    assert!(answer(other, PACKAGE).contains("the result is Field[[J], float64]"));
}

#[test]
fn operators_stand_in_loops_and_with_statements() {
    let f = |head: &str| {
        let body = "    @field_operator\n    def f(a: Field[[I], float32]) -> Field[[I], float64]:\n        return a\n";
        answer(&format!("I = Dimension('I')\n{head}\n{body}"), &[])
    };
    for head in ["for _ in range(2):", "while flag:", "with setup():", "if flag:", "try:\n    pass\nfinally:"] {
        assert!(f(head).starts_with("CF622: the result is Field[[I], float64]"), "{head}: {}", f(head));
    }
}

#[test]
fn what_an_undefined_name_may_have_been_meant_to_be_is_said() {
    let help = |called: &str| {
        let text =
            format!("I = Dimension('I')\n@field_operator\ndef f(a: Field[[I], float64]):\n    return {called}\n");
        let inferred = infer(&GT4PY, &file("a", &text), Some(&Modules(&[])));
        inferred.diagnostics.iter().find_map(|found| found.help.clone()).unwrap_or_default()
    };
    assert!(help("max(a, a)").starts_with("`maximum(a, b)`"));
    assert!(help("sum(a)").starts_with("`neighbor_sum"));
    assert_eq!(help("maximun(a, a)"), "did you mean `maximum`?");
    assert_eq!(help("frobnicate(a)"), "");
}

#[test]
fn dimensions_are_made_in_several_ways() {
    let f = |before: &str, dim: &str| {
        let operator = format!("@field_operator\ndef f(a: Field[[{dim}], float64]):\n    return a\n");
        answer(&format!("{before}\n{operator}"), &[])
    };
    assert_eq!(f("VERT = gtx.DimensionKind.VERTICAL\nD = Dimension('D', kind=VERT)", "D"), "Field[[D], float64]");
    assert_eq!(f("NAME = 'D'\nD = Dimension(NAME)", "D"), "Field[[D], float64]");
    assert_eq!(f("D = Dimension(name())", "D"), "Unknown");
    assert_eq!(f("D = Dimension('a' + NAME)", "D"), "Unknown");
    assert_eq!(f("NAME = 'b'\nD = Dimension('a' + NAME)", "D"), "Field[[ab], float64]");
    assert_eq!(f("N = 2\nD = Dimension(f'a{N}b')", "D"), "Field[[a2b], float64]");
    assert_eq!(f("D = Dimension(f'a{name()}')", "D"), "Unknown");
    assert_eq!(f("N = 2\nD = Dimension(f'a{N:03}')", "D"), "Unknown");
    assert_eq!(f("class NS:\n    D = Dimension('D')", "NS.D"), "Field[[D], float64]");
    assert_eq!(f("class NS:\n    D = make()", "NS.D"), "Unknown");
    assert_eq!(f("class NS:\n    setup()", "NS.D"), "Unknown");
    assert_eq!(f("with setup():\n    D = Dimension('D')", "D"), "Field[[D], float64]");
    assert_eq!(f("for D in dims():\n    pass", "D"), "Unknown");
    assert_eq!(f("from elsewhere import *", "D"), "Unknown");
    assert_eq!(f("from elsewhere import *\nD = Dimension('D')", "D"), "Field[[D], float64]");
    let star = "from elsewhere import *\n@field_operator\ndef f(a: float):\n    return a * NU, a\n";
    assert_eq!(answer(star, &[]), "tuple[Unknown, float64]");
    assert_eq!(f("D, G = Dimension('D'), Dimension('G')", "D"), "Field[[D], float64]");
    assert_eq!(f("D = NAME = 1", "D"), "CF616: `D` is no dimension");
}
