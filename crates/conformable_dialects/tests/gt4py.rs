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
    let of = inferred.functions.iter().find(|function| function.function == "f");
    of.map_or_else(|| "nothing".to_owned(), |function| function.returns.clone())
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
    assert!(count > 20, "the table has rows");
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

#[test]
fn operators_and_programs_of_several_statements() {
    let (_, blocks) = include_str!("gt4py/programs.txt").split_once('\n').expect("a comment, then programs");
    check(blocks.split("---\n").map(|block| {
        let (source, expected) = block.rsplit_once("=> ").expect("a program and what is expected");
        (source, expected.trim(), format!("{HEAD}\n\n{source}"))
    }));
}

#[test]
fn the_catalogue_reads() {
    let catalogue = Gt4py.catalogue();
    assert!(catalogue.errors().is_empty(), "{:?}", catalogue.errors());
    assert!(catalogue.mistakes().is_empty(), "{:#?}", catalogue.mistakes());
}
