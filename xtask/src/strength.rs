//! Do the tests notice when the code does something else? `cargo-mutants` changes what a diff touches, one place
//! after the other, and runs the tests of the crate.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

const MISSING: &str = "cargo-mutants isn't installed, which changes the code for this: \
                       cargo install cargo-mutants --locked";

/// The mutants of the lines that differ from a revision; `args` are `cargo mutants`'s own.
pub fn run(root: &Path, proptest_seed: &str, revision: &str, args: &[&str]) -> ExitCode {
    match mutants_of(root, revision) {
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
        Ok(None) => {
            println!("no line of crates/*/src differs from {revision}");
            ExitCode::SUCCESS
        }
        Ok(Some(diff)) => {
            let mut command = mutants(root);
            // In a copy of the tree, which has the tests' data beside the sources.
            command.arg("--in-diff").arg(&diff).args(args);
            if std::env::var_os(proptest_seed).is_none() {
                command.env(proptest_seed, "1");
            }
            let is_success = command.status().is_ok_and(|status| status.success());
            let _ = std::fs::remove_file(diff);
            if is_success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
    }
}

/// A file with what differs, unless nothing does.
fn mutants_of(root: &Path, revision: &str) -> Result<Option<PathBuf>, String> {
    if !mutants(root).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Err(MISSING.to_owned());
    }
    let git = Command::new("git")
        .args(["diff", "--no-color", "--no-ext-diff", revision, "--", "crates/*/src/*.rs"])
        .current_dir(root)
        .output();
    let diff = match git {
        Ok(Output { status, stdout, .. }) if status.success() => stdout,
        Ok(Output { stderr, .. }) => {
            let said = String::from_utf8_lossy(&stderr);
            return Err(format!("git has no difference from {revision}: {}", said.trim_end()));
        }
        Err(error) => return Err(format!("git can't be run: {error}")),
    };
    if diff.is_empty() {
        return Ok(None);
    }
    let path = std::env::temp_dir().join(format!("test-strength-{}.diff", std::process::id()));
    std::fs::write(&path, diff).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(path))
}

fn mutants(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.arg("mutants").current_dir(root);
    command
}
