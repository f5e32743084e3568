//! Every program of the tables in `tests/rows`: what Pyccel accepts, with its types, and what it refuses, with the
//! rule and the kind of the error. `cargo xtask oracle --dialect pyccel` asks Pyccel about the same files.

use conformable_dialects::{Inferred, Language, infer, pyccel::Pyccel};
use conformable_python::SourceFile;
use conformable_python::diagnostic::{Diagnostic, Severity};

const HEAD: &str =
    "import numpy as np\nfrom typing import Final, Annotated\nfrom pyccel.decorators import stack_array\n";

fn inferred(source: &str) -> Inferred {
    infer(&Pyccel, &SourceFile { path: "rows.py".into(), text: source.into(), module: None }, None)
}

/// The program of a row: `@decorator (parameters): statements`, or `(parameters) -> result: statements`.
fn program(row: &str) -> String {
    let (decorator, rest) = match row.strip_prefix('@') {
        Some(decorated) => {
            let (decorator, rest) = decorated.split_once(' ').expect("a decorator, then parameters");
            (format!("@{decorator}\n"), rest)
        }
        None => (String::new(), row),
    };
    let mut depth = 0;
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            end = at + 1;
            break;
        }
    }
    let (params, rest) = rest.split_at(end);
    let (result, body) = rest.split_once(':').expect("a body");
    let body: Vec<String> = body.split(';').map(|stmt| format!("    {}\n", stmt.trim())).collect();
    format!("{HEAD}{decorator}def f{params}{result}:\n{}", body.concat())
}

/// `error CF610`, `fatal CF620 4`: is there such a diagnostic?
fn is_refused(expected: &str, inferred: &Inferred, source: &str) -> Result<(), String> {
    let mut left: Vec<&Diagnostic> = inferred.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    for one in expected.split(';') {
        let words: Vec<&str> = one.split_whitespace().collect();
        let line = words.get(2).map(|line| line.parse::<usize>().expect("a line"));
        let fits = |d: &&Diagnostic| {
            let row = source[..usize::from(d.place.range.start())].matches('\n').count() + 1;
            d.exception.as_deref() == Some(words[0]) && d.rule.code == words[1] && line.is_none_or(|line| line == row)
        };
        match left.iter().position(fits) {
            Some(place) => drop(left.remove(place)),
            None => return Err(format!("no {one}: {:?}", inferred.diagnostics)),
        }
    }
    if left.is_empty() { Ok(()) } else { Err(format!("besides: {left:?}")) }
}

/// `v: float; g w: int alias; -> int; warning CF624`
fn is_typed(expected: &str, inferred: &Inferred) -> Result<(), String> {
    if let Some(error) = inferred.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(format!("refused: {error:?}"));
    }
    let results: Vec<(&str, &str)> =
        inferred.functions.iter().map(|f| (f.function.as_str(), f.returns.as_str())).collect();
    for one in expected.split(';').map(str::trim) {
        if let Some(code) = one.strip_prefix("warning ") {
            if !inferred.diagnostics.iter().any(|d| d.rule.code == code) {
                return Err(format!("no {one}"));
            }
            continue;
        }
        if let Some((function, result)) = one.split_once("-> ") {
            let function = if function.is_empty() { "f" } else { function.trim() };
            if !results.contains(&(function, result)) {
                return Err(format!("{one}: there are {results:?}"));
            }
            continue;
        }
        let (name, ty) = one.split_once(": ").expect("a name and a type");
        let (function, name) = name.split_once(' ').unwrap_or(("f", name));
        let (ty, memory) = match ty.rsplit_once(' ') {
            Some((ty, memory @ ("alias" | "stack"))) => (ty, Some(memory)),
            _ => (ty, None),
        };
        let of = inferred.functions.iter().find(|f| f.function == function).expect("a function");
        let found = of.variables.iter().find(|v| v.name.as_str() == name);
        let found = found.ok_or_else(|| format!("there is no {name}"))?;
        let (spelled, own) = (Pyccel.spell(found.class_type), found.memory.as_str());
        if spelled != ty || memory.is_some_and(|memory| memory != own) {
            return Err(format!("{one}: it is {spelled} {own}"));
        }
    }
    Ok(())
}

fn check(table: &str, judge: impl Fn(&str, &Inferred, &str) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for row in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (program_text, expected) = row.rsplit_once(" => ").expect("a program and what is expected");
        let source = program(program_text);
        if let Err(why) = judge(expected, &inferred(&source), &source) {
            wrong.push(format!("{row}\n    {why}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn accepted_programs_have_their_types() {
    check(include_str!("rows/accepted.txt"), |expected, inferred, _| is_typed(expected, inferred));
}

#[test]
fn rejected_programs_are_refused_by_their_rule() {
    check(include_str!("rows/rejected.txt"), is_refused);
}

#[test]
fn whole_programs() {
    let table: String = include_str!("rows/programs.txt").lines().skip(1).map(|line| format!("{line}\n")).collect();
    let mut wrong = Vec::new();
    for block in table.split("---\n") {
        let (source, expected) = block.rsplit_once("=> ").expect("a program and what is expected");
        let (expected, inferred) = (expected.trim(), inferred(source));
        let judged = match expected.starts_with("error") || expected.starts_with("fatal") {
            true => is_refused(expected, &inferred, source),
            false => is_typed(expected, &inferred),
        };
        if let Err(why) = judged {
            wrong.push(format!("{source}\n    {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_catalogue_reads() {
    let catalogue = Pyccel.catalogue();
    assert!(catalogue.errors().is_empty(), "{:?}", catalogue.errors());
    assert!(catalogue.mistakes().is_empty(), "{:#?}", catalogue.mistakes());
}
