//! Modules as weather models have them, accepted with every type known; and each with a mistake, refused by its rule.
//! `cargo xtask oracle --dialect gt4py --kind real` asks GT4Py about the same files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use conformable_dialects::{Inferred, gt4py::GT4PY, infer};
use conformable_python::SourceFile;
use conformable_python::diagnostic::{Diagnostic, Severity};

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real_gt4py")
}

fn programs() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("the programs are there").flatten();
    let files = entries.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "py"));
    let mut found: Vec<(String, String)> = files
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("UTF-8");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

fn inferred(name: &str, source: &str) -> Inferred {
    infer(&GT4PY, &SourceFile { path: name.into(), text: source.into(), module: None }, None)
}

fn errors(inferred: &Inferred) -> Vec<&Diagnostic> {
    inferred.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect()
}

#[test]
fn programs_are_accepted_with_all_types() {
    let programs = programs();
    assert!(programs.len() >= 20, "{} programs", programs.len());
    for (name, source) in programs {
        let inferred = inferred(&name, &source);
        assert!(errors(&inferred).is_empty(), "{name}: {:#?}", errors(&inferred));
        assert!(inferred.functions.len() >= 4, "{name}");
        for function in &inferred.functions {
            assert!(!function.returns.contains("Unknown"), "{name}: {} -> {}", function.function, function.returns);
        }
        for binding in &inferred.bindings {
            assert!(!binding.ty.contains("Unknown"), "{name}: {}: {}", binding.name, binding.ty);
        }
    }
}

#[test]
fn a_mistake_is_refused_by_its_rule() {
    let programs = programs();
    let mut with_twin = BTreeSet::new();
    for row in fs::read_to_string(folder().join("twins.txt")).expect("UTF-8").lines() {
        if row.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = row.split(" | ").collect();
        let (name, old, new, code) = (cells[0], cells[1], cells[2], cells[3]);
        let (_, source) = programs.iter().find(|(own, _)| own == name).expect("a program");
        assert!(source.contains(old), "{row}");
        let broken = source.replacen(old, new, 1);
        let inferred = inferred(name, &broken);
        let at = source.find(old).unwrap_or(0);
        let codes: Vec<&str> = errors(&inferred).iter().map(|found| found.rule.code).collect();
        assert!(codes.contains(&code), "{row}: {:#?}", errors(&inferred));
        let is_near = |found: &&Diagnostic| {
            let line = |place: usize| broken[..place.min(broken.len())].matches('\n').count();
            line(usize::from(found.place.range.end())) + 12 >= line(at)
        };
        assert!(errors(&inferred).iter().all(is_near), "{row}: {:#?}", errors(&inferred));
        with_twin.insert(name.to_owned());
    }
    for (name, _) in programs {
        assert!(with_twin.contains(&name), "{name} has no twin");
    }
}
