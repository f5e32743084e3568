//! The table of facts: what it holds, that it changes no finding, and what it costs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use std::sync::Arc;

use conformable_python::facts::{CallerKind, Context};
use conformable_python::{Facts, FactsWanted, ParsedFiles, Program, Settings, SourceFile};

fn program<'m>(parsed: &'m ParsedFiles, path: &str, text: &str, facts: FactsWanted) -> Arc<Program<'m>> {
    let file = SourceFile { path: path.into(), text: text.into(), module: None };
    Arc::new(Program::new(parsed, vec![file], Settings { facts, ..Settings::default() }))
}

fn facts(text: &str) -> Facts {
    program(&ParsedFiles::default(), "a.py", text, FactsWanted::Types).check_file(0).facts
}

/// The types of the expression or target that reads so, with the functions that they are seen in.
fn seen(facts: &Facts, text: &str, part: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let file = facts.file("a.py").expect("facts");
    for (_, site) in file.sites.iter().filter(|(range, _)| &text[**range] == part) {
        for one in &site.seen {
            let context = match &one.context {
                Context::Module => "module".to_owned(),
                Context::Call(call) => call.signature.clone(),
                Context::Alone(function, _) => format!("{function} alone"),
            };
            found.extend(one.types.iter().map(|ty| (context.clone(), conformable_types::text::print_ty(*ty))));
        }
    }
    found.sort();
    found
}

const CALLED: &str = "import numpy as np\ndef f(x):\n    n, k = x.shape\n    return x.T @ x\n\
                      f(np.ones((3, 2)))\nf(np.ones((3, 2)))\na = f(np.ones((4, 2)))\nf(np.load('x').reshape(-1, 5))\n";

#[test]
fn an_expression_has_a_type_in_each_context() {
    let facts = facts(CALLED);
    let expected = [
        ("(x: float64[3, 2]) -> float64[2, 2]", "float64[2, 2]"),
        ("(x: float64[4, 2]) -> float64[2, 2]", "float64[2, 2]"),
    ];
    let found = seen(&facts, CALLED, "x.T @ x");
    for (context, ty) in expected {
        assert!(found.contains(&(context.to_owned(), ty.to_owned())), "{found:?}");
    }
    assert_eq!(seen(&facts, CALLED, "a"), [("module".to_owned(), "float64[2, 2]".to_owned())]);
}

/// Sizes are called as the code calls them, unless it calls several so.
#[test]
fn sizes_have_the_names_of_the_source() {
    let text = "import numpy as np\nm = np.ones(5)\nw = m[m > 0]\n\
                count = len(w)\nv = w * 2\nu = np.ones(9)[np.ones(9) > np.ones(9)]\nother = len(u)\nother = len(w[:2])\nt = u + 1\n";
    let facts = facts(text);
    let of = |part| seen(&facts, text, part).into_iter().map(|(_, ty)| ty).collect::<Vec<_>>();
    assert_eq!(of("v"), ["float64[count]"]);
    assert!(of("t").iter().all(|ty| !ty.contains("other")), "{:?}", of("t"));
}

/// A size of which each element of a list has its own has no name: `d` is one of them.
#[test]
fn what_stands_for_several_sizes_has_no_name() {
    let text = "import numpy as np\ndef f(x):\n    *rest, d = np.asarray(x).shape\n    return rest\n";
    let facts = facts(text);
    let rest: Vec<String> = seen(&facts, text, "rest").into_iter().map(|(_, ty)| ty).collect();
    assert!(!rest.is_empty() && rest.iter().all(|ty| !ty.contains("[d]")), "{rest:?}");
}

/// A function that nothing calls has types on its own, and its assumed calls are marked as such.
#[test]
fn what_nothing_calls_is_seen_alone() {
    let text = "import numpy as np\ndef g(y):\n    return y\ndef f(n):\n    a = np.zeros((n, 2))\n    return g(a)\n";
    let facts = facts(text);
    assert_eq!(seen(&facts, text, "a")[0].0, "f alone");
    let file = facts.file("a.py").expect("facts");
    let assumed: Vec<_> =
        file.calls.iter().map(|call| (call.function.as_str(), call.caller != CallerKind::Run)).collect();
    assert_eq!(assumed, [("g", true)]);
}

/// Passes of a loop that are evaluated once more leave nothing behind; what a loop gives in the end is there.
#[test]
fn loops_have_the_types_of_all_their_passes() {
    let text =
        "import numpy as np\na = np.ones(3)\nfor _ in range(100):\n    b = a\n    a = np.concatenate([a, [1.0]])\n";
    let facts = facts(text);
    let types: Vec<String> = seen(&facts, text, "b").into_iter().map(|(_, ty)| ty).collect();
    assert!(types.contains(&"float64[3]".to_owned()) && types.len() <= 4, "{types:?}");
}

/// What most of the unknown depends on is where it begins, through calls, names and displays.
#[test]
fn unknown_begins_where_it_was_made() {
    let text = "import numpy as np\nimport lib\ndef load(path):\n    return lib.read(path)\nx = load('a')\n\
                y = np.array([x, x])\nz = np.ones(3) + y\nw = z[0]\n";
    let counts = facts(text).counts();
    let causes: Vec<_> = counts.by_cause().iter().map(|one| (one.first.text.to_string(), one.count)).collect();
    assert_eq!(causes.len(), 1, "{causes:?}");
    assert_eq!(causes[0].0, "`lib.read()` is not known");
    let at = counts.by_cause()[0].first.at as usize;
    assert!(text[at..].starts_with("lib.read(path)"), "{}", &text[at..]);
}

fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut found = Vec::new();
    for folder in ["correct", "broken"] {
        for entry in fs::read_dir(root.join(folder)).expect("examples") {
            let path = entry.expect("an entry").path();
            found.extend(path.extension().is_some_and(|ending| ending == "py").then_some(path));
        }
    }
    found.sort();
    found
}

#[test]
fn the_table_changes_no_finding() {
    for path in examples() {
        let text = fs::read_to_string(&path).expect("an example");
        let findings = |wanted| {
            let report = program(&ParsedFiles::default(), "a.py", &text, wanted).check_file(0);
            let mut found: Vec<String> =
                report.diagnostics.iter().map(|d| format!("{:?} {}", d.place, d.message)).collect();
            found.sort();
            found
        };
        let without = findings(FactsWanted::None);
        assert_eq!(without, findings(FactsWanted::Levels), "{}", path.display());
        assert_eq!(without, findings(FactsWanted::Types), "{}", path.display());
    }
}

/// What the table costs, over the files that `CONFORMABLE_FILES` names, or the examples: medians of pairs of runs.
///
/// `cargo test --release -p conformable_python --test facts -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn what_the_table_costs() {
    let named = std::env::var("CONFORMABLE_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = match named.split_whitespace().map(PathBuf::from).collect::<Vec<_>>() {
        none if none.is_empty() => examples(),
        files => files,
    };
    let texts: Vec<String> = files.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let run = |wanted| -> Duration {
        let start = Instant::now();
        texts.iter().for_each(|text| drop(program(&ParsedFiles::default(), "a.py", text, wanted).check_file(0)));
        start.elapsed()
    };
    run(FactsWanted::None);
    for wanted in [FactsWanted::Levels, FactsWanted::Types] {
        let mut ratios: Vec<f64> = (0..15)
            .map(|turn| {
                let (without, with) = match turn % 2 {
                    0 => (run(FactsWanted::None), run(wanted)),
                    _ => {
                        let with = run(wanted);
                        (run(FactsWanted::None), with)
                    }
                };
                with.as_secs_f64() / without.as_secs_f64()
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!("{wanted:?}: {:.3} ({:.3} to {:.3})", ratios[7], ratios[0], ratios[14]);
    }
}
