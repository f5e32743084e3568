//! Every operator of the tables in `tests/gt4py`: what GT4Py accepts, with the type of what it gives, and what it
//! refuses, with the rule. `cargo xtask oracle --dialect gt4py --kind rows` asks GT4Py about the same files.

use conformable_dialects::{
    Inferred, Language,
    gt4py::{CONVERTING, GT4PY},
    infer,
};
use conformable_python::SourceFile;
use conformable_python::diagnostic::{Diagnostic, Severity};

const HEAD: &str = include_str!("gt4py/head.py");

fn inferred(source: &str) -> Inferred {
    infer(&GT4PY, &SourceFile { path: "rows.py".into(), text: source.into(), module: None }, None)
}

/// The module of a row: `(parameters): statements`, or `(parameters) -> result: statements`.
fn module(row: &str) -> String {
    let mut depth = 0;
    let ends = row.char_indices().find(|(_, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    let (params, rest) = row.split_at(ends.expect("parameters in parentheses").0 + 1);
    let (result, body) = rest.split_once(':').expect("a body");
    let body: Vec<String> = body.split(';').map(|stmt| format!("    {}\n", stmt.trim())).collect();
    format!("{HEAD}\n\n@gtx.field_operator\ndef f{params}{result}:\n{}", body.concat())
}

fn errors(inferred: &Inferred) -> Vec<&Diagnostic> {
    inferred.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect()
}

/// The result of the operator `f`, or the codes of what is wrong, once each.
fn answer(source: &str) -> String {
    let inferred = inferred(source);
    let mut codes: Vec<&str> = errors(&inferred).iter().map(|found| found.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    if !codes.is_empty() {
        return codes.join(", ");
    }
    let of = inferred.functions.iter().filter(|function| function.function == "f");
    of.map(|function| function.returns.as_str()).collect::<Vec<_>>().join("; ")
}

fn check<'t>(rows: impl Iterator<Item = (&'t str, &'t str, String)>) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (row, expected, source) in rows {
        count += 1;
        let answer = answer(&source);
        if answer != expected {
            wrong.push(format!("{row} => {expected}\n    {answer}: {:?}", errors(&inferred(&source))));
        }
    }
    assert!(count > 5, "the table has rows");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

fn rows(table: &str) -> impl Iterator<Item = (&str, &str, String)> {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let (program, expected) = row.rsplit_once(" => ").expect("an operator and what is expected");
        (program, expected, module(program))
    })
}

#[test]
fn accepted_operators_have_their_types() {
    check(rows(include_str!("gt4py/accepted.txt")));
}

#[test]
fn rejected_operators_are_refused_by_their_rule() {
    check(rows(include_str!("gt4py/rejected.txt")));
}

fn blocks<'t>(table: &'t str, more: &str) -> impl Iterator<Item = (&'t str, &'t str, String)> {
    let (_, blocks) = table.split_once('\n').expect("a comment, then programs");
    blocks.split("---\n").map(move |block| {
        let (source, expected) = block.rsplit_once("=> ").expect("a program and what is expected");
        (source, expected.trim(), format!("{HEAD}\n{more}\n{source}"))
    })
}

#[test]
fn operators_and_programs_of_several_statements() {
    check(blocks(include_str!("gt4py/programs.txt"), ""));
}

#[test]
fn generic_annotations_have_an_instance_for_each_combination() {
    let traits = "from typing import TypeVar\nfrom conformable.gt4py import Arithmetic, Floating, Integral\n";
    check(blocks(include_str!("gt4py/generic.txt"), traits));
}

#[test]
fn operators_inside_functions_see_what_these_bind() {
    let source = "def case(n):
    A = gtx.Dimension('A')
    AF = Field[[A], float64]

    @gtx.field_operator
    def inner(a: AF, b: Field[[A], float64]):
        return a * b

    @gtx.field_operator
    def f(a: AF, c: IF):
        x = inner(a, a)
        return x + g(c)

    return n.whatever(f)
";
    let inferred = inferred(&format!("{HEAD}\n\n{source}"));
    assert!(errors(&inferred).is_empty(), "{:?}", errors(&inferred));
    let found = inferred.functions.iter().map(|function| (function.function.as_str(), function.returns.as_str()));
    let found: Vec<_> = found.filter(|(name, _)| name.starts_with("case")).collect();
    assert_eq!(found, [("case.inner", "Field[[A], float64]"), ("case.f", "Field[[A, I], float64]")]);
}

#[test]
fn operators_in_classes_and_functions_of_functions_have_their_names() {
    let source = "class Operators:
    D = gtx.Dimension('D')
    DF = Field[[D], float64]

    @gtx.field_operator
    def m(a: DF, b: IF):
        return a * b

    def method(self):
        @gtx.field_operator
        def inner(a: IF):
            return a > 0.0

        return inner


def outer():
    A = gtx.Dimension('A')

    def inner():
        B = gtx.Dimension('B')

        @gtx.field_operator
        def f(a: Field[[A], float64], b: Field[[B], float64]):
            return a + b

        return f

    return inner
";
    let inferred = inferred(&format!("{HEAD}\n\n{source}"));
    assert!(errors(&inferred).is_empty(), "{:?}", errors(&inferred));
    let found = inferred.functions.iter().map(|function| (function.function.as_str(), function.returns.as_str()));
    let found: Vec<_> = found.filter(|(name, _)| name.contains('.')).collect();
    let expected = [
        ("Operators.m", "Field[[D, I], float64]"),
        ("Operators.method.inner", "Field[[I], bool]"),
        ("outer.inner.f", "Field[[A, B], float64]"),
    ];
    assert_eq!(found, expected);
}

/// The message of the one thing that is wrong with an operator.
fn message(row: &str) -> String {
    let inferred = inferred(&module(row));
    let [found] = errors(&inferred)[..] else { panic!("{row}: {:?}", errors(&inferred)) };
    found.message.clone()
}

#[test]
fn what_is_refused_is_shown_with_what_was_given() {
    let rows = [
        (
            "(a: IF, m: IB): return where(a, m, m)",
            "the mask is a field of bools (where(Field[[I], float64], Field[[I], bool], Field[[I], bool]))",
        ),
        (
            "(a: IF): return where(I, a, a)",
            "the mask is a field of bools: of a scalar bool write x if m else y (where(I[horizontal], Field[[I], float64], Field[[I], float64]))",
        ),
        ("(a: IF): return a(1)", "there is no Field[[I], float64](int32)"),
        (
            "(a: IF): return a(J + 1)",
            "the field is not over the dimension that the offset shifts from (Field[[I], float64](Offset[J[horizontal], (J[horizontal])]))",
        ),
        (
            "(a: IF): return a[0]",
            "a field is indexed along a local dimension alone: a[V2EDim(0)] (Field[[I], float64][int32])",
        ),
        ("(a: IF): return -I", "a number or a field of numbers is wanted (-I[horizontal])"),
        (
            "(a: IF): return a if a > 1.0 else a",
            "the condition is a scalar bool; of a field write where(condition, x, y) (Field[[I], float64] if Field[[I], bool] else Field[[I], float64])",
        ),
        (
            "(e: EF): return neighbor_sum(e, axis=V2EDim)",
            "the field has no such dimension (neighbor_sum(Field[[E], float64], axis=V2E[local]))",
        ),
        (
            "(a: IF): return sin(a, a)",
            "takes 1 positional argument but 2 were given (sin(Field[[I], float64], Field[[I], float64]))",
        ),
        ("(a: IF): x, y = a; return x", "Field[[I], float64] is no tuple to be unpacked"),
    ];
    for (row, expected) in rows {
        assert_eq!(message(row), expected, "{row}");
    }
}

#[test]
fn an_expression_that_is_too_deep_is_said_to_be() {
    let deep = format!("(a: IF): return a{}", " + a".repeat(5000));
    assert!(message(&deep).starts_with("this isn't checked"), "{}", message(&deep));
    let items = format!("(a: IF): return a{}", "[0]".repeat(5000));
    assert!(message(&items).starts_with("this isn't checked"), "{}", message(&items));
}

/// What Python computes and isn't followed is unknown: nothing is said of it.
#[test]
fn what_python_computes_is_unknown() {
    let rows = [
        ("N = 1\nfor each in range(40):\n    N = N * 2", "a: IL", "a + N"),
        ("import sys\nMOST = sys.maxsize", "a: IL", "a + MOST"),
        ("import elsewhere\nGRAVITY = elsewhere.constants.GRAVITY", "a: IF", "a * GRAVITY"),
        ("THREE = int(3.5)", "a: II", "a + THREE"),
        ("DIMS = {'x': gtx.Dimension('X')}", "a: Field[[DIMS['x']], float64]", "a"),
        ("DIMS = make()", "a: Field[[DIMS(1)], float64]", "a"),
    ];
    for (module, params, result) in rows {
        let source = format!("{HEAD}\n{module}\n@gtx.field_operator\ndef f({params}):\n    return {result}\n");
        assert_eq!(answer(&source), "Unknown", "{module}");
    }
    let source = "WEIGHT = float('0.5')\n@gtx.field_operator\ndef f(a: IF):\n    return a * WEIGHT\n";
    assert_eq!(answer(&format!("{HEAD}\n{source}")), "Field[[I], float64]");
}

/// The note's policy: what loses nothing is converted, in operations, calls and results.
#[test]
fn numbers_are_converted_where_that_is_the_policy() {
    let rows = [
        ("(a: IF, b: IF32): return a + b", "Field[[I], float64]"),
        ("(a: II, b: KF): return a * b", "Field[[I, K], float64]"),
        ("(a: IF): return a + 1", "Field[[I], float64]"),
        ("(a: II, b: IF): return a < b", "Field[[I], bool]"),
        ("(a: IF, b: II, m: IB): return where(m, a, b)", "Field[[I], float64]"),
        ("(a: IF, b: II): return maximum(a, b)", "Field[[I], float64]"),
        ("(a: IF32): return g(a)", "Field[[I], float64]"),
        ("(a: II) -> IF: return a", "Field[[I], float64]"),
        ("(a: IL, b: IF): return a + b", "CF620"),
        ("(a: IF) -> IF32: return a", "CF622"),
        ("(a: IB, b: IF): return a + b", "CF620"),
    ];
    for (row, expected) in rows {
        let file = SourceFile { path: "rows.py".into(), text: module(row).into(), module: None };
        let inferred = infer(&CONVERTING, &file, None);
        let wrong: Vec<&str> = errors(&inferred).iter().map(|found| found.rule.code).collect();
        let found = inferred.functions.iter().find(|function| function.function == "f").map(|f| f.returns.as_str());
        let answer = if wrong.is_empty() { found.unwrap_or_default().to_owned() } else { wrong.join(", ") };
        assert_eq!(answer, expected, "{row}: {:?}", errors(&inferred));
    }
}

#[test]
fn what_a_module_defines_has_its_types() {
    let inferred = inferred(HEAD);
    let rows = inferred.bindings.iter().filter(|row| row.function.is_empty());
    let found: Vec<(&str, &str)> = rows.map(|row| (row.name.as_str(), row.ty.as_str())).collect();
    assert_eq!(found[0], ("I", "I[horizontal]"));
    assert!(found.contains(&("V2E", "Offset[E[horizontal], (V[horizontal], V2E[local])]")), "{found:?}");
}

/// What is read of one operator, whatever else stands in the file.
#[test]
fn only_operators_are_in_the_language() {
    let source =
        format!("{HEAD}\n\nclass A:\n    x = 1\n\n\ndef plain(a):\n    yield a + undefined\n\n\nplain(1).real()\n");
    let inferred = inferred(&source);
    assert!(inferred.diagnostics.is_empty(), "{:?}", inferred.diagnostics);
    let names: Vec<&str> = inferred.functions.iter().map(|function| function.function.as_str()).collect();
    assert_eq!(names, ["g", "h", "scan0"]);
    assert_eq!(inferred.judged.map(|parts| parts.len()), Some(3));
}

#[test]
fn the_catalogue_reads() {
    let catalogue = GT4PY.catalogue();
    assert!(catalogue.errors().is_empty(), "{:?}", catalogue.errors());
    assert!(catalogue.mistakes().is_empty(), "{:#?}", catalogue.mistakes());
}
