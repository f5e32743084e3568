//! The project's chores: `cargo xtask test` runs everything that must hold.
//!
//! ```text
//! cargo xtask test [--release]   formatting, lints, types, Rust tests, Python tests, oracle, mutants,
//!                                random programs, an attack, two libraries in full, a slice of what programs do
//! cargo xtask oracle ARGS...     calls compared with NumPy; with --dialect pyccel, programs with Pyccel,
//!                                with --dialect gt4py, operators with GT4Py
//! cargo xtask mutants ARGS...    programs with one mistake, NumPy the judge
//! cargo xtask programs ARGS...   whole programs made at random, CPython the judge
//! cargo xtask alone ARGS...      functions at random that nobody calls, CPython the judge
//! cargo xtask corpora ARGS...    whole libraries, no false alarm
//! cargo xtask witness ARGS...    programs that run, held against what is said of them
//! cargo xtask attack ARGS...     inputs that no one means to give: nothing may take the command down
//! cargo xtask edits FOLDER...    packages in which somebody types: the server says what check says
//! cargo xtask round NAME...      packages that nobody has looked at, and what was judged of them
//! cargo xtask bench ARGS...      speed, side by side with others
//! cargo xtask profiled           the command, laid out by counts of its own runs; needs llvm-tools
//! cargo xtask playground         a page in which programs are checked, as static files; --out FOLDER
//! cargo xtask test-strength REV  mutants of the lines that differ from a git revision: do the crates' tests notice?
//! ```
//!
//! No dependencies, so that it is built in a moment. Set `CONFORMABLE_PYTHON` to use an
//! interpreter that has what `tests/requirements.txt` lists; else a `.venv` is made.

mod playground;
mod profiled;
mod python;
mod steps;
mod strength;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use python::Python;
use steps::{Step, Steps};

/// The commands that forward their arguments to a script.
const SCRIPTS: &[(&str, &str)] = &[
    ("oracle", "tests/oracle/run.py"),
    ("mutants", "tests/mutants/run.py"),
    ("programs", "tests/programs/run.py"),
    ("alone", "tests/programs/alone.py"),
    ("corpora", "tests/corpus/run.py"),
    ("witness", "tests/witness/run.py"),
    ("attack", "tests/attack/run.py"),
    ("edits", "tests/edits/run.py"),
    ("round", "tests/corpus/round.py"),
    ("bench", "benches/run.py"),
];

/// The variable from which the Rust tests that make their cases at random take their seed.
const PROPTEST_SEED: &str = "PROPTEST_RNG_SEED";

/// What of the rare arguments and forms of calls `test` draws: two calls of each function, of which so many are exact.
const WIDE: &[&str] = &["--wide", "--n", "1300", "--seed", "0", "--min-exact", "97"];

/// What of the random programs `test` runs.
const PROGRAMS: &[&str] = &["--n", "300", "--seed", "0"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test(false),
        ["test", "--release"] => test(true),
        // The judge of a dialect is its own library.
        ["oracle", rest @ ..] if rest.windows(2).any(|pair| pair == ["--dialect", "pyccel"]) => {
            script("tests/oracle/pyccel/run.py", rest)
        }
        ["oracle", rest @ ..] if rest.windows(2).any(|pair| pair == ["--dialect", "gt4py"]) => {
            script("tests/oracle/gt4py/run.py", rest)
        }
        ["test-strength", revision, rest @ ..] if !revision.starts_with('-') => {
            strength::run(&root(), PROPTEST_SEED, revision, rest)
        }
        ["profiled", rest @ ..] => profiled::run(&root(), &target(), rest),
        ["playground", rest @ ..] => playground::run(&root(), &target(), rest),
        [name, rest @ ..] => match SCRIPTS.iter().find(|(script, _)| script == name) {
            Some((_, path)) => script(path, rest),
            None => usage(),
        },
        [] => usage(),
    }
}

fn usage() -> ExitCode {
    let names: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
    eprintln!(
        "usage: cargo xtask test [--release] | test-strength REVISION | profiled | playground [--out FOLDER] | {} [ARGS...]",
        names.join(" | ")
    );
    ExitCode::from(2)
}

/// Runs all that must hold, and stops at what doesn't.
fn test(release: bool) -> ExitCode {
    let root = root();
    let python = Python::new(&root);
    let (binary, released) = (binary(release), binary(true));
    let mut build = cargo(&["build", "--package", "conformable"]);
    if release {
        build.arg("--release");
    }
    let lints = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    let mut rust_tests = cargo(&["test", "--workspace"]);
    // The same cases each time; other seeds are tried by hand, so that a rare one stops nobody else's change.
    if std::env::var_os(PROPTEST_SEED).is_none() {
        rust_tests.env(PROPTEST_SEED, "1");
    }
    let mut steps = Steps::new();
    steps.add(Step::command("formatting", cargo(&["fmt", "--all", "--check"])));
    steps.add(Step::command("lints", cargo(&lints)));
    steps.add(Step::command("rust tests", rust_tests));
    steps.add(Step::command("the binary", build));
    steps.add(Step::action("python environment", {
        let python = python.clone();
        move || python.prepare()
    }));
    steps.add(Step::command("ruff", python.module(&["ruff", "check", "."])));
    steps.add(Step::command("the package", python.develop(release)));
    steps.add(Step::command("the package's types", python.module(&["mypy"])));
    let pytest = python.module(&["pytest", "-q", "tests"]);
    steps.add(Step::command("python tests", with_binary(pytest, &binary)));
    for (name, path, args) in [
        ("dtype tables", "scripts/gen_dtypes.py", &["--check"][..]),
        ("promotion dialects", "scripts/gen_dialects.py", &["--check"]),
        ("oracle", "tests/oracle/run.py", &["--n", "20000", "--seed", "0"]),
        ("wide oracle", "tests/oracle/run.py", WIDE),
        // A slice, where GT4Py is installed.
        ("oracle of GT4Py", "tests/oracle/gt4py/run.py", &["--n", "200", "--if-installed"]),
        ("mutants", "tests/mutants/run.py", &["--count", "200", "--seed", "0", "--min", "75"]),
        ("programs", "tests/programs/run.py", PROGRAMS),
    ] {
        if root.join(path).is_file() {
            let command = with_binary(python.script(path, args), &binary);
            steps.add(Step::command(name, command));
        } else {
            steps.add(Step::skipped(name, format!("there is no {path}")));
        }
    }
    // Whole libraries are for a program as it is released.
    let build = cargo(&["build", "--release", "--package", "conformable"]);
    steps.add(Step::command("the release binary", build));
    let attack = python.script("tests/attack/run.py", &["--runs", "100", "--seed", "0"]);
    steps.add(Step::command("attack", with_binary(attack, &released)));
    let corpora = python.script("tests/corpus/run.py", &["--bounded"]);
    steps.add(Step::command("corpora", with_binary(corpora, &released)));
    let witness = python.script("tests/witness/run.py", &["--bounded"]);
    steps.add(Step::command("witness", with_binary(witness, &released)));
    steps.run()
}

/// Runs a script with the release binary.
fn script(path: &str, args: &[&str]) -> ExitCode {
    let root = root();
    if !root.join(path).is_file() {
        eprintln!("there is no {path}");
        return ExitCode::FAILURE;
    }
    let python = Python::new(&root);
    let mut steps = Steps::new();
    steps.add(Step::command("the binary", cargo(&["build", "--release", "--package", "conformable"])));
    steps.add(Step::action("python environment", {
        let python = python.clone();
        move || python.prepare()
    }));
    let command = with_binary(python.script(path, args), &binary(true));
    steps.add(Step::command(path, command));
    steps.run()
}

fn with_binary(mut command: Command, binary: &Path) -> Command {
    command.env("CONFORMABLE_BIN", binary);
    command
}

/// The workspace that cargo runs this in: with a target directory that several checkouts share, it
/// may have been built in another.
fn root() -> PathBuf {
    let built = || PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(built, PathBuf::from);
    here.parent().unwrap_or(&here).to_owned()
}

fn binary(release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let name = format!("conformable{}", std::env::consts::EXE_SUFFIX);
    target().join(profile).join(name)
}

/// Where cargo builds.
fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(target.unwrap_or_else(|| PathBuf::from("target")))
}

fn cargo(args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(root());
    command
}
