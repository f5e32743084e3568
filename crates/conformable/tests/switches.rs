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

#[test]
fn patterns_are_excluded_besides_those_of_the_configuration() {
    let files = [("a.py", TWO), ("gen/b.py", TWO), ("sub/deep/c.py", TWO), ("sub/d_test.py", TWO)];
    let project = Project::new("exclude", &files);
    fs::write(project.root.join("pyproject.toml"), "[tool.conformable]\nexclude = ['gen/']\nselect = ['CF102']\n")
        .expect("a file");
    assert_eq!(project.found(&[]), ["a.py:2 CF102", "sub/d_test.py:2 CF102", "sub/deep/c.py:2 CF102"]);
    assert_eq!(project.found(&["--exclude", "sub"]), ["a.py:2 CF102"]);
    assert_eq!(project.found(&["--exclude", "deep/", "--exclude", "*_test.py"]), ["a.py:2 CF102"]);
    // What is named is checked all the same, and patterns are relative to the working directory.
    assert_eq!(project.found(&["--exclude", "*.py", "a.py"]), ["a.py:2 CF102"]);
    let inside = project
        .command(&["--output-format", "concise", "--exclude", "/deep", "."])
        .current_dir(project.root.join("sub"))
        .output();
    assert_eq!(places(&inside.expect("it starts")), ["d_test.py:2 CF102"]);
    let said = project.refused(&["--exclude", "gen/[z-a]"]);
    assert!(said.starts_with("error: the command line: `--exclude` has a bad pattern: `gen/[z-a]`"), "{said}");
}

#[test]
fn a_configuration_is_named_or_written() {
    let files = [
        ("a.py", TWO),
        ("gen/b.py", TWO),
        ("pyproject.toml", "[tool.conformable]\nignore = ['CF102']\n"),
        ("ci/conformable.toml", "select = ['CF102']\n"),
        ("ci/pyproject.toml", "[project]\nname = 'x'\n[tool.conformable]\nselect = ['CF102']\n"),
        ("other/pyproject.toml", "[project]\nname = 'x'\n"),
        ("bad.toml", "selct = []\n"),
        ("broken.toml", "select = [\n"),
    ];
    let project = Project::new("config", &files);
    let (add, matmul) = ("a.py:2 CF102", "a.py:3 CF101");
    for (args, expected) in [
        (&["a.py"][..], &[matmul][..]),
        (&["a.py", "--config", "ci/conformable.toml"], &[add]),
        (&["a.py", "--config", "ci/pyproject.toml"], &[add]),
        (&["a.py", "--config", "ignore = []"], &[add, matmul]),
        (&["a.py", "--config", "select=['CF102']", "--config", "ignore=[]"], &[add]),
        (&["a.py", "--config", "ignore=[]", "--config", "ci/conformable.toml"], &[add]),
        (&["a.py", "--config", "ignore = []", "--ignore", "CF101"], &[add]),
        (&[".", "--config", "exclude = ['gen/']"], &[matmul]),
        (&["a.py", "--config", "per-file-ignores = { 'a.py' = ['CF101'] }"], &[]),
    ] {
        assert_eq!(project.found(args), expected, "{args:?}");
    }
    for (config, says) in [
        ("nope.toml", "--config: there is no file `nope.toml`; a setting is `key = value`"),
        ("", "--config: there is no file ``"),
        ("bad.toml", "bad.toml: `selct` is no key of [tool.conformable] (is `select` meant?)"),
        ("broken.toml", "broken.toml: TOML parse error at line"),
        ("other/pyproject.toml", "other/pyproject.toml has no table [tool.conformable]"),
        ("strict = yes", "--config 'strict = yes' is no file and no setting: TOML parse error"),
        ("strict = 1", "--config: `strict` must be true or false, not an integer"),
        ("selct = []", "--config: `selct` is no key"),
        ("ci", "there is no file `ci`"),
    ] {
        let said = project.refused(&["a.py", "--config", config]);
        assert!(said.contains(says), "{config}: {said}");
    }
    fs::write(project.root.join("latin.toml"), b"# \xe9\n").expect("a file");
    assert!(project.refused(&["a.py", "--config", "latin.toml"]).contains("latin.toml can't be read: it isn't UTF-8"));
}

#[test]
fn findings_need_not_fail() {
    let project = Project::new("exit_zero", &[("a.py", TWO), ("b.py", "x = (\n")]);
    assert_eq!(project.run(&[]).status.code(), Some(1));
    let output = project.run(&["--exit-zero"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("Found 3 errors in 2 files.\n"));
    project.refused(&["--exit-zero", "nope.py"]);
    project.refused(&["--exit-zero", "--select", "nope"]);
}
