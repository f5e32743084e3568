//! Whole programs as people write them, accepted with every type known; and each with a mistake, refused at its line.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use conformable_dialects::{Inferred, Language, infer, pyccel::Pyccel};
use conformable_python::SourceFile;
use conformable_python::diagnostic::Severity;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real")
}

fn programs() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(folder())
        .expect("the programs are there")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "py"))
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("UTF-8");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

fn inferred(name: &str, source: &str) -> Inferred {
    infer(&Pyccel, &SourceFile { path: name.into(), text: source.into(), module: None }, None)
}

#[test]
fn programs_are_accepted_with_all_types() {
    for (name, source) in programs() {
        let inferred = inferred(&name, &source);
        let errors: Vec<_> = inferred.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        for function in &inferred.functions {
            assert!(!function.returns.contains("Unknown"), "{name}: {} -> {}", function.function, function.returns);
            for variable in &function.variables {
                let (ty, at) = (Pyccel.spell(variable.class_type), variable.name);
                assert!(!ty.contains("Unknown"), "{name}: {}: {at}: {ty}", function.function);
            }
        }
    }
}

#[test]
fn a_mistake_is_refused_at_its_line() {
    let programs = programs();
    let mut with_twin = BTreeSet::new();
    for row in fs::read_to_string(folder().join("twins.txt")).expect("UTF-8").lines() {
        if row.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = row.split(" | ").collect();
        let (name, old, new, code, kind) = (cells[0], cells[1], cells[2], cells[3], cells[4]);
        let (_, source) = programs.iter().find(|(own, _)| own == name).expect("a program");
        assert!(source.contains(old), "{row}");
        let twin = source.replacen(old, new, 1);
        // The line of the mistake, or of what it makes impossible.
        let written = cells.get(5).copied().unwrap_or(new);
        let line = twin.lines().position(|line| line.trim() == written).map(|line| line + 1).expect("its line");
        let found: Vec<(usize, String, String)> = inferred(name, &twin)
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| {
                let row = twin[..usize::from(d.place.range.start())].matches('\n').count() + 1;
                (row, d.rule.code.to_owned(), d.exception.as_deref().unwrap_or_default().to_owned())
            })
            .collect();
        assert!(found.contains(&(line, code.to_owned(), kind.to_owned())), "{row}\nline {line}: {found:?}");
        with_twin.insert(name.to_owned());
    }
    let without: Vec<&String> =
        programs.iter().map(|(name, _)| name).filter(|name| !with_twin.contains(*name)).collect();
    assert!(without.is_empty(), "without a twin: {without:?}");
}
