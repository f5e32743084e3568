//! Every operator of the tables in `tests/gt4py`: what GT4Py accepts, with the type of what it gives, and what it
//! refuses, with the rule. `cargo xtask oracle --dialect gt4py --kind rows` asks GT4Py about the same files.

use conformable_dialects::{Inferred, Language, gt4py::Gt4py, infer};
use conformable_python::SourceFile;
use conformable_python::diagnostic::{Diagnostic, Severity};

const HEAD: &str = include_str!("gt4py/head.py");

fn inferred(source: &str) -> Inferred {
    infer(&Gt4py, &SourceFile { path: "rows.py".into(), text: source.into(), module: None }, None)
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
    let catalogue = Gt4py.catalogue();
    assert!(catalogue.errors().is_empty(), "{:?}", catalogue.errors());
    assert!(catalogue.mistakes().is_empty(), "{:#?}", catalogue.mistakes());
}
