//! The switches of `conformable check`, as a user types them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test.
struct Project {
    root: PathBuf,
}

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("switches-{name}"));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Project { root }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        command.arg("check").args(args).current_dir(&self.root).env("NO_COLOR", "1");
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command starts")
    }

    /// The places and codes that are reported: `a.py:2 CF102`.
    fn found(&self, args: &[&str]) -> Vec<String> {
        places(&self.run(&[&["--output-format", "concise"], args].concat()))
    }

    /// What a wrong usage says, with the exit code that is its.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{args:?}: {said}");
        said
    }
}

fn places(output: &Output) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stdout);
    let place = |line: &str| {
        let (place, rest) = line.split_once(": ").expect("a place");
        let (_, code) = rest.split_once('[').expect("a code");
        let mut parts = place.split(':');
        format!("{}:{} {}", parts.next().expect("a file"), parts.next().expect("a line"), &code[..5])
    };
    said.lines().filter(|line| line.contains("[CF")).map(place).collect()
}

/// A `CF102` on line 2, a `CF101` on line 3.
const TWO: &str = "import numpy as np\nnp.ones(3) + np.ones(4)\nnp.ones((2, 3)) @ np.ones(2)\n";

#[test]
fn rules_are_selected_and_ignored_over_the_configuration() {
    let project =
        Project::new("rules", &[("a.py", TWO), ("pyproject.toml", "[tool.conformable]\nignore = ['CF102']\n")]);
    let (add, matmul) = ("a.py:2 CF102", "a.py:3 CF101");
    for (args, expected) in [
        (&[][..], &[matmul][..]),
        (&["--select", "CF1"], &[add, matmul]),
        (&["--select", "broadcast"], &[add]),
        (&["--select", "CF3, CF101"], &[matmul]),
        (&["--select", "CF3", "--select", "cf102"], &[add]),
        (&["--select", "ALL", "--ignore", "CF101"], &[add]),
        (&["--ignore", "matmul-inner-dimensions"], &[]),
        (&["--ignore", "CF3", "--ignore", "CF4"], &[matmul]),
    ] {
        assert_eq!(project.found(args), expected, "{args:?}");
    }
    let said = project.refused(&["--select", "CF1,matmul-iner-dimensions"]);
    assert_eq!(
        said,
        "error: the command line: `--select` names no rule: `matmul-iner-dimensions`; near it: CF101 (matmul-inner-dimensions)\n"
    );
    assert!(project.refused(&["--ignore", "CF110"]).contains("`--ignore` names no rule: `CF110`; near it: CF101"));
}
