//! What ARCHITECTURE.md promises, as far as a program can see it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The longest a file may be.
const MOST_LINES: usize = 600;

/// Files that may be longer, each with its reason.
const LONG_FILES: &[(&str, &str)] = &[];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files() -> Vec<(String, String)> {
    let root = root();
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &root, &mut files);
    }
    files.sort();
    assert!(files.len() > 20, "the sources are found");
    files
}

fn collect(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, root, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(root).expect("under the root");
            let name = relative.to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path).expect("UTF-8")));
        }
    }
}

/// The rows of the crate table: name and dependencies, in order.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let names = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        let name = names(cells[1]).remove(0);
        rows.push((name, names(cells[2]).into_iter().collect()));
    }
    rows
}

#[test]
fn the_crates_depend_on_each_other_as_the_table_says() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    // What the tests add from outside is none of them.
    let of_tests = |package: &&serde_json::Value| {
        package["manifest_path"].as_str().is_some_and(|path| path.replace('\\', "/").contains("/tests/extension/"))
    };
    let packages: Vec<&serde_json::Value> = packages.iter().filter(|package| !of_tests(package)).collect();
    let ours: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let actual: BTreeMap<String, BTreeSet<String>> = packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().expect("dependencies");
            let names = dependencies
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| ours.contains(name))
                .map(str::to_owned);
            (package["name"].as_str().expect("a name").to_owned(), names.collect())
        })
        .collect();
    let table = table();
    let written: BTreeMap<String, BTreeSet<String>> = table.iter().cloned().collect();
    assert_eq!(written, actual, "the table of ARCHITECTURE.md (left) and Cargo.toml (right)");
    let mut above = BTreeSet::new();
    for (name, dependencies) in table {
        let below: Vec<_> = dependencies.difference(&above).collect();
        assert!(below.is_empty(), "{name} depends on what is below it: {below:?}");
        above.insert(name);
    }
}

#[test]
fn no_file_is_too_long() {
    let files = rust_files();
    for (name, text) in &files {
        let lines = text.lines().count();
        let reason = LONG_FILES.iter().find(|(long, _)| long == name);
        match reason {
            None => assert!(lines <= MOST_LINES, "{name} has {lines} lines"),
            Some(_) => assert!(lines > MOST_LINES, "{name} is short again: take it off the list"),
        }
    }
    for (long, _) in LONG_FILES {
        assert!(files.iter().any(|(name, _)| name == long), "{long} isn't there");
    }
}

/// The engine of statically typed languages, and each language's part in Rust.
#[test]
fn the_engine_of_languages_is_small() {
    let lines = |folder: &str| -> usize {
        let start = format!("crates/conformable_dialects/src/{folder}/");
        let files = rust_files();
        files.iter().filter(|(name, _)| name.starts_with(&start)).map(|(_, text)| text.lines().count()).sum()
    };
    assert!((1..3000).contains(&lines("engine")), "the engine has {} lines", lines("engine"));
    assert!((1..1500).contains(&lines("pyccel")), "Pyccel has {} lines", lines("pyccel"));
    assert!((1..1600).contains(&lines("gt4py")), "GT4Py has {} lines", lines("gt4py"));
}

/// The files that `conformable_solver` names as its engine, without their tests.
#[test]
fn the_engine_can_be_read_in_one_sitting() {
    let sources = "crates/conformable_solver/src";
    let text = fs::read_to_string(root().join(sources).join("lib.rs")).expect("lib.rs");
    let rows = text.lines().filter(|line| line.starts_with("//! | `"));
    let named = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2));
    let lines = |file: &str| {
        let text = fs::read_to_string(root().join(sources).join(format!("{file}.rs"))).expect("a file of the engine");
        text.split("#[cfg(test)]").next().unwrap_or_default().lines().count()
    };
    let counted: Vec<(&str, usize)> = named.map(|file| (file, lines(file))).collect();
    assert!(counted.iter().any(|(file, _)| *file == "store/tell"), "the table of lib.rs is found");
    let all: usize = counted.iter().map(|(_, lines)| lines).sum();
    assert!(all < 1500, "the engine has {all} lines: {counted:?}");
}

/// The lint that CONTRIBUTING.md shows is one that compiles and runs.
#[test]
fn the_lint_that_is_shown_is_one() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let shown = page.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```")).expect("a block of Rust").0;
    let lint = "crates/conformable_python/src/eval/diagnose/lints/none_kept.rs";
    assert_eq!(shown, fs::read_to_string(root().join(lint)).expect("the lint"));
}

/// One name, one meaning: types of functions' bodies and of tests are local and may share theirs.
#[test]
fn no_type_name_is_declared_twice_in_a_crate() {
    let mut declared: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (name, text) in rust_files() {
        let Some((krate, file)) = name.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
            continue;
        };
        if file.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            if let Some(ty) = declared_type(line) {
                let place = format!("{file}:{}", number + 1);
                declared.entry((krate.to_owned(), ty.to_owned())).or_default().push(place);
            }
        }
    }
    assert!(declared.len() > 500, "the declarations are found");
    let twice: Vec<_> = declared.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "one of each needs another name: {twice:#?}");
}

/// The name of the type that a line declares, if it does and stands in no body.
fn declared_type(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => {
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest).trim_start()
        }
        None => line,
    };
    let (keyword, rest) = line.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    ["struct", "enum", "union", "trait", "type"].contains(&keyword).then_some(&rest[..end])
}

#[test]
fn every_file_says_what_it_is() {
    for (name, text) in rust_files() {
        assert!(text.starts_with("//!"), "{name} has no `//!` paragraph");
    }
}

/// What NumPy's functions do is data, so no code names one by its catalogue path.
#[test]
fn no_catalogue_path_in_code() {
    for (name, text) in rust_files() {
        if name.contains("/tests/") || name.starts_with("crates/conformable_spec/") {
            continue;
        }
        // By convention a file's tests are its last part.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let comment = line.trim_start().starts_with("//");
            let found = ["\"numpy.", "\"ndarray."].iter().any(|path| line.contains(path));
            assert!(comment || !found, "{name}:{}: {}", number + 1, line.trim());
        }
    }
}

#[test]
fn the_lower_crates_do_no_io() {
    for (name, text) in rust_files() {
        let pure = ["conformable_types", "conformable_solver", "conformable_python", "conformable_dialects"];
        if !pure.iter().any(|krate| name.starts_with(&format!("crates/{krate}/src/"))) {
            continue;
        }
        for word in ["std::fs", "std::io", "std::net", "std::process", "println!", "std::env::"] {
            let found = text.lines().position(|line| line.contains(word) && !line.trim_start().starts_with("//"));
            assert!(found.is_none(), "{name}:{}: {word}", found.unwrap_or(0) + 1);
        }
    }
}

#[test]
fn unsafe_code_is_in_four_files() {
    let allowed = concat!("allow(", "unsafe_code)");
    let files: Vec<String> =
        rust_files().into_iter().filter(|(_, text)| text.contains(allowed)).map(|(name, _)| name).collect();
    let expected = [
        "crates/conformable/src/allocator.rs",
        "crates/conformable/src/memory.rs",
        "crates/conformable_pyo3/src/arrays.rs",
    ];
    assert_eq!(files, [&expected[..], &["crates/conformable_wasm/src/lib.rs"]].concat());
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    assert!(manifest.contains("unsafe_code = \"deny\""), "elsewhere it is denied");
}
