//! The command as a user runs it: exit codes, messages, files on a disk.

mod project;

use std::path::Path;
use std::process::{Command, Output};

use project::Project;

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

const BROKEN: &str = "x = 1\ny = (x +\n";

#[test]
fn good_files() {
    let project = Project::new("good", &[("a.py", "x = 1\n"), ("b/c.py", "")]);
    let output = project.run(&["check"]);
    let apart = "They have nothing to do with arrays: only their syntax was checked (`--all-code` checks all).";
    assert_eq!(stdout(&output), format!("All good: 2 files checked, no errors.\n{apart}\n"));
    let output = project.run(&["check", "--all-code"]);
    assert_eq!(stdout(&output), "All good: 2 files checked, no errors.\n");
    assert_eq!(code(&output), 0);
    let output = project.run(&["check", "--output-format", "json", "b"]);
    assert_eq!(stdout(&output), "[]\n");
    let empty = Project::new("empty", &[("a.txt", "")]);
    let output = empty.run(&["check", "."]);
    assert_eq!((stdout(&output).as_str(), code(&output)), ("There are no Python files here.\n", 0));
    let excluded = "All Python files here are excluded, by `exclude` of the configuration or `--exclude`.\n";
    for command in ["check", "coverage"] {
        let output = project.run(&[command, ".", "--exclude", "a*", "--exclude", "b/"]);
        assert_eq!((stdout(&output).as_str(), code(&output)), (excluded, 0));
        let output = empty.run(&[command, ".", "--exclude", "a*"]);
        assert_eq!(stdout(&output), "There are no Python files here.\n");
    }
}

#[test]
fn broken_files_are_findings() {
    let project = Project::new("broken", &[("a.py", BROKEN), ("b.py", "")]);
    project.write("c.py", b"x = '\xff'\n");
    project.write("deep.py", b"(".repeat(200_000));
    let output = project.run(&["check", "."]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(text.contains("error[CF002]: "), "{text}");
    assert!(text.contains("2 | y = (x +\n"), "{text}");
    assert!(text.contains("error[CF001]: this can't be read: it isn't UTF-8: byte 5 on line 1\n --> c.py:1:1\n"));
    assert!(text.contains("error[CF003]: this file isn't checked: nested deeper than 1,000 levels"));
    assert!(text.contains("\nFound 3 errors in 4 files.\nOne of them has nothing to do with arrays: "), "{text}");
    let concise = project.run(&["check", "--output-format", "concise"]);
    let lines = stdout(&concise);
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.starts_with("a.py:2:"), "{lines}");
}

#[test]
fn an_error_holds_in_all_releases_that_the_project_is_for() {
    let code = "import numpy as np\nx = np.zeros(3, dtype=np.int8)\ny = x + 300\nx[0] = 300\nz = x @ np.ones(4)\n";
    let of = |requirement: &str| {
        format!("[project]\nname = \"a\"\ndependencies = [\"numpy{requirement}\"]\n[tool.conformable]\n")
    };
    for (requirement, wide) in [(">=1.26", true), ("", false), (">=2.1,<3", false), ("<3", false), ("~=1.26", true)] {
        let manifest = of(requirement);
        let project = Project::new("releases", &[("a.py", code), ("pyproject.toml", &manifest)]);
        let found = project.run(&["check", "--output-format", "concise"]);
        let lines = stdout(&found);
        let early = if wide { "warning" } else { "error" };
        assert!(lines.contains(&format!("a.py:3:5: {early}[CF502]")), "{requirement}: {lines}");
        assert_eq!(lines.contains("(from NumPy 2.0 on)"), wide, "{requirement}: {lines}");
        // What no release allows is an error in any case.
        assert!(lines.contains("error[CF101]"), "{requirement}: {lines}");
    }
}

#[test]
fn threads_and_order_of_arguments_do_not_show() {
    let names: Vec<String> = (0..40).map(|i| format!("m{i}.py")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), BROKEN)).collect();
    let project = Project::new("threads", &files);
    let one = project.run(&["check", ".", "--jobs", "1"]);
    let many = project.run(&["check", ".", "--jobs", "8", "--no-cache"]);
    let mut args: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    args.insert(0, "check");
    args.push("./m3.py");
    let shuffled = project.run(&args);
    assert_eq!(stdout(&one), stdout(&many));
    assert_eq!(stdout(&one), stdout(&shuffled));
    assert!(stdout(&one).ends_with("Found 40 errors in 40 files.\n"));
}

#[test]
fn wrong_usage_is_two() {
    let project = Project::new("usage", &[("a.py", ""), ("n.ipynb", "{}")]);
    for (args, says) in [
        (vec!["check", "nope.py"], "there is no file or folder `nope.py`"),
        (vec!["check", "--why", "n.ipynb:1"], "--why: the lines of a notebook are those of its cells"),
        (vec!["check", "--output-format", "xml"], "text, concise, json, sarif, github, gitlab, junit"),
        (vec!["check", "--dialect", "jax"], "not yet available"),
        (vec!["check", "--jobs", "0"], "--jobs"),
        (vec!["check", "--strcit"], "--strict"),
        (vec!["chek"], "check"),
        (vec!["explain", "CF110"], "near it: CF101 (matmul-inner-dimensions)"),
        (vec!["infer", ".", "--call", "f(3)"], "is a folder"),
        (vec!["infer", "a.py", "--call", "f("], "f(\n    ^ expected a type"),
        (vec!["infer", "nope.py"], "nope.py"),
    ] {
        let output = project.run(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

#[test]
fn explain_and_rules() {
    let project = Project::new("explain", &[]);
    let output = project.run(&["explain", "cf101"]);
    assert!(stdout(&output).starts_with("# CF101 matmul-inner-dimensions\n"));
    assert_eq!(code(&output), 0);
    let output = project.run(&["explain", "outer-broadcast", "--output-format", "json"]);
    assert!(stdout(&output).contains("\"code\": \"CF701\""));
    let output = project.run(&["rules"]);
    assert!(stdout(&output).contains("CF701  outer-broadcast "));
    let output = project.run(&["rules", "--output-format", "json"]);
    assert!(stdout(&output).starts_with("[\n"));
}

#[test]
fn configuration() {
    let table = "[tool.conformable]\nexclude = ['gen/']\nignore = ['CF004']\n";
    let project = Project::new(
        "configuration",
        &[("pyproject.toml", table), ("src/a.py", "x = 1  # conformable: ignore\n"), ("gen/b.py", BROKEN)],
    );
    let output = project.run(&["check"]);
    assert!(
        stdout(&output).starts_with("All good: 1 file checked, no errors.\nThe file has nothing to do with arrays")
    );
    // A file that is named is checked; what can't be parsed is reported whatever is selected.
    assert_eq!(code(&project.run(&["check", "gen/b.py"])), 1);
    project.write("pyproject.toml", b"[tool.conformable]\nstrict = 'yes'\n");
    let output = project.run(&["check", "src/a.py"]);
    assert_eq!(code(&output), 2);
    assert_eq!(stderr(&output), "error: pyproject.toml: `strict` must be true or false, not a string\n");
    project.write("pyproject.toml", b"[tool\n");
    let broken = stderr(&project.run(&["check"]));
    assert!(broken.starts_with("error: pyproject.toml: TOML parse error at line 1"), "{broken}");
}

#[test]
fn a_release_of_python_has_its_own_syntax() {
    let text = "match 1:\n    case n:\n        print(n)\n";
    let project = Project::new("python_version", &[("a.py", text)]);
    for (version, says) in [("3.9", Some("error[CF002]: cannot use `match` statement on Python 3.9")), ("3.12", None)] {
        project.write("pyproject.toml", format!("[tool.conformable]\npython-version = '{version}'\n").as_bytes());
        let output = project.run(&["check"]);
        assert_eq!(code(&output), i32::from(says.is_some()), "{version}");
        assert!(stdout(&output).contains(says.unwrap_or("All good")), "{version}: {}", stdout(&output));
    }
    // What a project supports is no promise that each of its files runs there.
    project.write("pyproject.toml", b"[project]\nname = 'a'\nrequires-python = '>=3.9'\n[tool.conformable]\n");
    assert_eq!(code(&project.run(&["check"])), 0);
}

#[test]
fn all_commands_show_what_is_selected() {
    let broken = "import numpy as np\nnp.ones(3) + np.ones(4)\nnp.ones((2, 3)) @ np.ones(2)\nreveal_type(np.ones(5))\n";
    let table = "[tool.conformable]\nignore = ['CF102']\n";
    let project = Project::new("selected", &[("a.py", broken), ("pyproject.toml", table)]);
    for args in [&["check", "--output-format", "json"][..], &["infer", "a.py", "--output-format", "json"]] {
        let said = stdout(&project.run(args));
        for (rule, is_shown) in [("CF101", true), ("CF102", false), ("CF005", true)] {
            assert_eq!(said.contains(&format!("\"code\": \"{rule}\"")), is_shown, "{args:?} {rule}: {said}");
        }
    }
}

#[test]
fn suppression() {
    let project = Project::new(
        "suppression",
        &[("a.py", "x = 1  # conformable: ignore[CF101]\n"), ("b.py", "# conformable: skip-file\nx = (\n")],
    );
    // Of what isn't checked no comment is known to be unused.
    let text = stdout(&project.run(&["check"]));
    assert!(text.contains("no errors.\n"), "{text}");
    let output = project.run(&["check", "--all-code"]);
    let text = stdout(&output);
    assert!(text.contains("warning[CF004]: nothing to suppress: CF101"), "{text}");
    assert!(text.contains("  |                              ^^^^^\n"), "{text}");
    assert!(text.ends_with("Found 1 warning in 2 files.\n"), "{text}");
    assert_eq!(code(&output), 0);
}

#[test]
fn infer_and_statistics() {
    let project = Project::new("infer", &[("a.py", "x = 1\n"), ("b.py", BROKEN)]);
    let output = project.run(&["infer", "a.py", "--output-format", "json"]);
    assert!(stdout(&output).contains("\"diagnostics\": []"));
    assert_eq!(code(&output), 0);
    assert_eq!(code(&project.run(&["infer", "b.py"])), 1);
    let output = project.run(&["check", "--statistics"]);
    assert!(stdout(&output).contains("        1  CF002  syntax\n"));
}

#[test]
fn the_readme_shows_what_the_command_prints() {
    let readme = include_str!("../../../README.md");
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("```{language}\n")).expect("a block");
        rest.split_once("```").expect("its end").0
    };
    let project = Project::new("readme", &[("model.py", block("python"))]);
    let output = project.run(&["check", "model.py"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), block("text"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_readmes_commands_run() {
    let readme = include_str!("../../../README.md");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("$ cargo run --release -- ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        let command = command.split_once(" #").map_or(command, |(command, _)| command).trim();
        // Words, quoted ones whole.
        let parts = command.split('\'').enumerate();
        let args: Vec<&str> = parts
            .flat_map(|(place, part)| if place % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let output = Command::new(env!("CARGO_BIN_EXE_conformable"))
            .args(&args)
            .current_dir(&root)
            .env("CONFORMABLE_NO_CACHE", "1")
            .output();
        let output = output.expect("it runs");
        // `check` finds what is broken.
        assert_eq!(output.status.code(), Some(i32::from(args[0] == "check")), "{command}: {output:?}");
    }
}

#[test]
fn solve_finds_inputs_and_explains_what_has_none() {
    let project = Project::new("solve", &[]);
    let output = project.run(&["solve", "+(m,n),(n,p)->(m,p)", "3,4", "?", "--outputs", "3,5"]);
    assert_eq!(stdout(&output), "(3, 4), (4, 5) -> (3, 5)\n");
    assert_eq!(code(&output), 0);
    let output = project.run(&["solve", "+(m,n),(n,p)->(m,p)", "3,4", "5,6"]);
    assert_eq!(
        stdout(&output),
        "No solution: `n` is 4 in input 1, 5 in input 2\n  input 1: (3, 4)\n  input 2: (5, 6)\n"
    );
    assert_eq!(code(&output), 1);
    let arrow = "(x[a], y[b]) -> promote(x, y)[a + b]";
    let output = project.run(&["solve", arrow, "float32[3]", "?", "--outputs", "float64[7]"]);
    assert_eq!(stdout(&output), "float32[3], y[4] -> float64[7] where same(promote(float32, y), float64)\n");
    let jax = project.run(&["solve", "(x[n], y[n]) -> promote(x, y)[n]", "int32[3]", "float32[3]", "--dialect", "jax"]);
    assert!(String::from_utf8_lossy(&jax.stdout).contains("-> float32[3]"), "{jax:?}");
    let args = ["solve", "(n)->(n//2)", "?", "--outputs", "3", "--output-format", "json"];
    let answer: serde_json::Value = serde_json::from_str(&stdout(&project.run(&args))).expect("JSON");
    let expected = serde_json::json!({
        "answer": "proved",
        "solutions": [{"inputs": ["(n,)"], "outputs": ["(3,)"], "constraints": ["6 <= n", "n <= 7"]}],
        "exhaustive": true,
        "cause": null,
    });
    assert_eq!(answer, expected);
}

#[test]
fn solve_points_at_what_is_wrong_in_a_signature() {
    let project = Project::new("solve_wrong", &[]);
    let output = project.run(&["solve", "(m,n)->(m,p)"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    let pointed = "  (m,n)->(m,p)\n            ^ expected a name that an input has, or `!p`";
    assert!(said.contains(pointed), "{said}");
    let output = project.run(&["solve", "(m)->(m)", "3", "4"]);
    assert_eq!(code(&output), 2);
    let output = project.run(&["solve", "+(M,.k.),(J,.k.)->(J,.k.)", "9,3,7", "9,5,7", "--given", "k=1"]);
    assert_eq!(stdout(&output), "(9, 3, 7), (9, 5, 7) -> (9, 5, 7)\n");
}

/// A call that an earlier one answers gives what it would give: `--verify` evaluates each of them.
#[test]
fn remembered_calls_of_the_examples_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let check = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_conformable"))
            .args(["check", "examples", "--output-format", "json", "--no-cache"])
            .args(args)
            .current_dir(&root)
            .output()
            .expect("the command starts");
        stdout(&output)
    };
    assert_eq!(check(&["--verify"]), check(&[]));
}

/// A call that imports inside of a function, or whose object gives away its `__dict__`, is answered by an earlier one's summary,
/// in all functions of a file.
#[test]
fn calls_that_import_are_remembered() {
    let tool = "SCALE = 3\n\ndef scaled(x):\n    return [x * SCALE for _ in range(3)]\n";
    let class = "class Box:\n    def __init__(self, n):\n        self.n = n\n        self.__dict__['size'] = n + 1\n\n";
    let method = "    def fill(self):\n        from tool import scaled\n        rows = []\n        for k in range(6):\n            \
                  rows.append(scaled(self.n) + scaled(self.size))\n            rows.append(np.zeros((self.n, self.size)))\n        \
                  return rows\n\n";
    let callers = "def made():\n    box = Box(4)\n    return box.fill()\n\ndef first():\n    return made()\n\n\
                   def second():\n    return made(), made()\n\ndef third():\n    return made(), Box(4).fill()\n";
    let work = format!("import numpy as np\n\n{class}{method}{callers}");
    let project = Project::new("remembered", &[("tool.py", tool), ("work.py", &work)]);
    let output = project.run(&["check", "--statistics", "--no-cache"]);
    let said = stdout(&output);
    let count = |what: &str| -> u32 {
        let line = said.lines().find(|line| line.trim_end().ends_with(what)).unwrap_or_else(|| panic!("{said}"));
        line.split_whitespace().next().and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{said}"))
    };
    assert!(count("of them remembered") >= 5 && count("calls evaluated") <= 120, "{said}");
    assert!(stdout(&project.run(&["check", "--verify", "--no-cache"])).starts_with("All good"));
}

const STUB: &str = "class QT001(Rule):\n    \"\"\"# QT001 coarse-grid\n\n    Too few points.\n    \"\"\"\n\n    \
                    severity = \"warning\"\n    summary = \"a coarse grid\"\n\nnamespace = grids\n\
                    @hazard(\"QT001\", n < 3, \"fewer than three points\")\ndef kernel(x: T[n]) -> T[n - 1]: ...\n";

#[test]
fn stubs_of_a_project() {
    let source = "import numpy as np\nimport grids\ngrids.kernel(np.ones(2))\ngrids.kernel(np.ones(8)) + np.ones(8)\n";
    let toml = |more: &str| format!("[tool.conformable]\nstubs = ['typings']\n{more}\n");
    let project =
        Project::new("stubs", &[("pyproject.toml", &toml("")), ("typings/grids.pyi", STUB), ("a/a.py", source)]);
    let lines = |args: &[&str]| stdout(&project.run(args));
    let concise = ["check", "--output-format", "concise", "a"];
    let found = lines(&concise);
    assert!(found.contains("QT001") && found.contains("CF102"), "{found}");
    let json = lines(&["check", "--output-format", "json", "a"]);
    assert!(json.contains("\"url\": null") && json.contains("/spec/errors/CF102.md"), "{json}");
    let sarif = lines(&["check", "--output-format", "sarif", "a"]);
    assert!(sarif.contains("Too few points.") && sarif.matches("helpUri").count() == 1, "{sarif}");
    assert!(lines(&["explain", "qt001"]).starts_with("# QT001 coarse-grid\n\nToo few points.\n"));
    assert!(lines(&["rules"]).contains("QT001  coarse-grid"));
    for more in ["ignore = ['QT']", "ignore = ['coarse-grid']", "select = ['CF1']"] {
        project.write("pyproject.toml", toml(more).as_bytes());
        let found = lines(&concise);
        assert!(!found.contains("QT001") && found.contains("CF102"), "{more}: {found}");
    }
    project.write("pyproject.toml", toml("").as_bytes());
    project.write("a/a.py", source.replace("(2))", "(2))  # conformable: ignore[QT001]").as_bytes());
    let found = lines(&concise);
    assert!(!found.contains("QT001") && !found.contains("CF004"), "{found}");
    project.write("typings/grids.pyi", b"namespace = grids\ndef kernel(x: T[n]) -> T[unheard(n)]: ...\n");
    let output = project.run(&["check", "a"]);
    let said = "error: typings/grids.pyi:2:26: `unheard` is no relation, word or function of the language\n";
    assert_eq!((code(&output), stderr(&output).as_str()), (2, said));
    // Two ways of calling it have the same two mistakes.
    let twice = "namespace = grids\n@overload\ndef load(path: str) -> float64[n, m]: ...\n\
                 @overload\ndef load(path: int) -> float64[n, m]: ...\n";
    project.write("typings/grids.pyi", twice);
    let said = stderr(&project.run(&["check", "."]));
    assert_eq!((said.matches("there is no `n`").count(), said.matches("there is no `m`").count()), (1, 1), "{said}");
    project.write("pyproject.toml", b"[tool.conformable]\nstubs = ['nowhere']\n");
    let output = project.run(&["check", "a"]);
    assert_eq!(stderr(&output), "error: pyproject.toml: `stubs` names what isn't there: `nowhere`\n");
}

/// A name that a release took away is an error where the project is for none that have it, and is exchanged for what
/// means the same.
#[test]
fn names_that_a_release_took_away() {
    let text =
        "import numpy as N\nx = N.ones(3)\nN.product(x), N.Inf, x.ptp(axis=0), N.zeros(2, N.float), N.trapezoid(x)\n";
    let project = Project::new("names", &[("a.py", text), ("pyproject.toml", "[project]\nname = 'names'\n")]);
    let said = |range: &str| {
        let key = format!("numpy-version = '{range}'");
        stdout(&project.run(&["check", "a.py", "--config", &key, "--output-format", "concise"]))
    };
    let count = |text: &str, word: &str| text.matches(word).count();
    let new = said(">=2.0");
    assert_eq!((count(&new, "error[CF506]"), count(&new, "warning[CF506]")), (4, 0), "{new}");
    let both = said(">=1.26");
    assert_eq!((count(&both, "error[CF506]"), count(&both, "warning[CF506]")), (1, 3), "{both}");
    let old = said(">=1.23,<1.24");
    assert_eq!((count(&old, "error[CF506]"), count(&old, "warning[CF506]")), (1, 0), "{old}");
    assert!(old.contains("`np.trapezoid` is new in NumPy 2.0: write `np.trapz`"), "{old}");
    // Where the project says no releases (and so not those of a project around it), a program that uses the names
    // may be for earlier ones.
    let assumed = stdout(&project.run(&["check", "a.py", "--output-format", "concise"]));
    assert_eq!((count(&assumed, "error[CF506]"), count(&assumed, "warning[CF506]")), (0, 4), "{assumed}");
    project.run(&["check", "a.py", "--fix"]);
    let fixed =
        "import numpy as N\nx = N.ones(3)\nN.prod(x), N.inf, N.ptp(x, axis=0), N.zeros(2, float), N.trapezoid(x)\n";
    assert_eq!(project.text("a.py"), fixed);
}

/// What only some releases refuse is an error where the project is for these alone.
#[test]
fn what_a_release_took_away_is_an_error_for_it_alone() {
    let text = "import numpy as np\nnp.percentile(np.ones(3), 50, interpolation=\"linear\")\n";
    let project = Project::new("releases", &[("a.py", text)]);
    let output = project.run(&["check", "a.py"]);
    assert!(stdout(&output).contains("warning[CF501]"), "{}", stdout(&output));
    assert!(stdout(&output).contains("(from NumPy 2.4 on)"), "{}", stdout(&output));
    assert_eq!(code(&output), 0);
    project.write("pyproject.toml", b"[tool.conformable]\nnumpy-version = \">=2.4\"\n");
    let output = project.run(&["check", "a.py"]);
    assert!(stdout(&output).contains("error[CF501]"), "{}", stdout(&output));
    assert_eq!(code(&output), 1);
}

#[test]
fn what_fails_for_one_of_several_values_is_no_error_to_why() {
    let text = "import numpy as np\n\nw = np.ones(3) if input() else None\nw.sum()\n";
    let project = Project::new("one-of-several", &[("a.py", text)]);
    let (code, out, _) = project.told(&["check", "a.py", "--why", "a.py:4"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("verdict: nothing, at the top level: it fails for one of several values, and not for all"),
        "{out}"
    );
}

#[test]
fn rows_that_are_unpacked_were_made_where_their_array_was() {
    let text = "import numpy as np\n\nlabels = np.array([1, 2, 2])\nkinds, counts = np.unique(labels)\ncounts[0]\n";
    let project = Project::new("unpacked", &[("a.py", text)]);
    let (_, out, _) = project.told(&["check", "a.py"]);
    assert!(out.contains("counts: int64  made at a.py:4, by np.unique(labels)"), "{out}");
}

#[test]
fn why_tells_what_is_known_of_a_line_without_verdicts() {
    let text = "import numpy as np\nimport sensors\n\nx = np.ones((3, 4))\ny = sensors.load('a') @ x\n";
    let project = Project::new("why-known", &[("a.py", text)]);
    let (code, out, _) = project.told(&["check", "a.py", "--why", "a.py:4"]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(
        out,
        "a.py:4: nothing was met here that could be reported\n  np.ones((3, 4)): float64[3, 4]\n  x: float64[3, 4]\n"
    );
    let (_, out, _) = project.told(&["check", "a.py", "--why", "a.py:5"]);
    assert!(out.contains("  y: Unknown\n"), "{out}");
    assert_eq!(out.matches("Unknown since a.py:5: `sensors.load()` is not known.").count(), 1, "{out}");
    for (asked, says) in [
        ("a.py:6", "--why: a.py has no line 6, it has 5 lines"),
        ("b.py:1", "--why: `b.py` is none of the files that are checked"),
    ] {
        let (code, _, said) = project.told(&["check", "a.py", "--why", asked]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn of_two_matrices_of_one_shape_either_may_have_been_meant_transposed() {
    let text = "import numpy as np\n\na = np.ones((2, 4))\nb = np.ones((2, 4))\na @ b\n";
    let project = Project::new("either-transposed", &[("a.py", text)]);
    let (_, out, _) = project.told(&["check", "a.py"]);
    assert!(out.contains("help: `a.T` or `b.T`?\n"), "{out}");
    let (code, _, said) = project.told(&["check", "a.py", "--diff", "--unsafe-fixes"]);
    assert_eq!((code, said.trim()), (0, "Would fix 0 findings in 0 files."));
}
