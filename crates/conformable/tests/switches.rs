//! The switches of `conformable check`, as a user types them.

mod project;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use project::Project;

impl Project {
    /// The places and codes that are reported: `a.py:2 CF102`.
    fn found(&self, args: &[&str]) -> Vec<String> {
        places(&self.run(&[&["--output-format", "concise"], args].concat()))
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
        Project::checked("rules", &[("a.py", TWO), ("pyproject.toml", "[tool.conformable]\nignore = ['CF102']\n")]);
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
    let project = Project::checked("exclude", &files);
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
    assert!(project.refused(&["--jobs", "0"]).contains("`0` is no number of threads: at least 1"));
    let said = project.refused(&["--exclude", "gen/[z-a]"]);
    assert!(said.starts_with("error: the command line: `--exclude` has a bad pattern: `gen/[z-a]`"), "{said}");
    for none in ["", " ", "#a.py"] {
        let said = project.refused(&["--exclude", none]);
        assert!(said.contains(&format!("bad pattern: `{none}` matches nothing")), "{said}");
    }
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
    let project = Project::checked("config", &files);
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

/// A file that says nothing of releases leaves those that the project requires.
#[test]
fn a_named_configuration_is_for_the_releases_of_the_project() {
    let text = "import numpy as np\nnp.percentile(np.ones(3), 50, interpolation=\"linear\")\n";
    let requires = "[project]\nname = 'x'\ndependencies = ['numpy>=2.4']\n";
    let empty = "[project]\nname = 'y'\n[tool.conformable]\n";
    let project = Project::checked(
        "releases",
        &[("p/a.py", text), ("p/pyproject.toml", requires), ("ci.toml", ""), ("ci/pyproject.toml", empty)],
    );
    for config in ["ci.toml", "ci/pyproject.toml", "strict = false"] {
        assert_eq!(project.run(&["p", "--config", config]).status.code(), Some(1), "{config}");
    }
    assert_eq!(project.run(&["p", "--config", "numpy-version = '>=2.0'"]).status.code(), Some(0));
    fs::write(project.root.join("p/pyproject.toml"), "[project\n").expect("a file");
    assert_eq!(project.run(&["p", "--config", "ci.toml"]).status.code(), Some(0));
    project.refused(&["p"]);
}

#[test]
fn findings_need_not_fail() {
    let project = Project::checked("exit_zero", &[("a.py", TWO), ("b.py", "x = (\n")]);
    assert_eq!(project.run(&[]).status.code(), Some(1));
    let output = project.run(&["--exit-zero"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nFound 3 errors in 2 files.\n"));
    project.refused(&["--exit-zero", "nope.py"]);
    project.refused(&["--exit-zero", "--select", "nope"]);
}

/// What `check` says of a text on standard input.
fn piped(project: &Project, text: &[u8], args: &[&str]) -> Output {
    let mut command = project.command(args);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the command starts");
    // A command that refuses its switches doesn't read on.
    let _ = child.stdin.take().expect("a pipe").write_all(text);
    child.wait_with_output().expect("it ends")
}

#[test]
fn standard_input_is_a_file_of_its_project() {
    let files = [
        ("p/pyproject.toml", "[tool.conformable]\nper-file-ignores = { 'pkg/new.py' = ['CF101'] }\n"),
        ("p/pkg/__init__.py", ""),
        ("p/pkg/sizes.py", "import numpy as np\n\ndef rows(n):\n    return np.ones(n)\n"),
        ("p/pkg/new.py", "x = (\n"),
        ("p/main.py", "import pkg.new\nimport numpy as np\nnp.ones(2) + np.ones(3)\n"),
    ];
    let project = Project::checked("stdin", &files);
    let text = "import numpy as np\nfrom .sizes import rows\nrows(3) + np.ones(4)\nnp.ones((2, 3)) @ np.ones(2)\n\
                rows(3) + np.ones(5)  # conformable: ignore[CF102]\n";
    let concise = ["--output-format", "concise", "-"];
    let named = |name| piped(&project, text.as_bytes(), &[&concise[..], &["--stdin-filename", name]].concat());
    // The import is found, the configuration and the comment count, the text on the disk doesn't.
    let output = named("p/pkg/new.py");
    assert_eq!(places(&output), ["p/pkg/new.py:3 CF102"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Found 1 error in 1 file."), "{output:?}");
    // A file that isn't there yet, elsewhere: no `rows`, so that the comment is unused, no exception from the rule.
    assert_eq!(places(&named("p/other.py")), ["p/other.py:4 CF101", "p/other.py:5 CF004"]);
    assert_eq!(places(&named("p/pkg/later.py")), ["p/pkg/later.py:3 CF102", "p/pkg/later.py:4 CF101"]);
    let plain = piped(&project, TWO.as_bytes(), &concise);
    assert_eq!(places(&plain), ["-:2 CF102", "-:3 CF101"]);
    let unreadable = piped(&project, b"x = '\xff'\n", &concise);
    assert_eq!((places(&unreadable), unreadable.status.code()), (vec!["-:1 CF001".to_owned()], Some(1)));
    assert_eq!(piped(&project, b"", &["-"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(project.root.join("p/pkg/new.py")).expect("a file"), "x = (\n");
}

/// A package that is only on standard input is one for its imports.
#[test]
fn standard_input_may_be_a_package() {
    let files = [("pkg/sizes.py", "import numpy as np\nthree = np.ones(3)\n")];
    let project = Project::checked("stdin_package", &files);
    let text = "import numpy as np\nfrom pkg.sizes import three\nthree + np.ones(4)\n";
    let args = ["--output-format", "concise", "-", "--stdin-filename", "pkg/__init__.py"];
    assert_eq!(places(&piped(&project, text.as_bytes(), &args)), ["pkg/__init__.py:3 CF102"]);
}

#[test]
fn standard_input_stands_alone_and_is_python() {
    let project = Project::checked("stdin_refused", &[("a.py", TWO), ("dir.py/b.py", "")]);
    for (args, says) in [
        (&["-", "a.py"][..], "`-` is standard input, beside which nothing else is checked"),
        (&["a.py", "-", "--stdin-filename", "b.py"], "beside which nothing else is checked"),
        (&["a.py", "--stdin-filename", "b.py"], "--stdin-filename is for `check -`"),
        (&["--stdin-filename", "b.py"], "--stdin-filename is for `check -`"),
        (&["-", "--stdin-filename", "b.txt"], "--stdin-filename: `b.txt` is no Python file"),
        (&["-", "--stdin-filename", "b"], "--stdin-filename: `b` is no Python file"),
        (&["-", "--stdin-filename", "dir.py"], "--stdin-filename: `dir.py` is a folder"),
    ] {
        let said = project.refused(args);
        assert!(said.contains(says), "{args:?}: {said}");
    }
}

/// What `--add-ignore` leaves of each file, and what it says.
#[test]
fn comments_are_added_for_what_would_be_reported() {
    let long = "import numpy as np\nx = np.ones(3) + \\\n    np.ones(4)\ny = (\n    np.ones(3)\n    + np.ones(5)\n)\n";
    let marked = format!("\u{feff}{}", TWO.replace('\n', "\r\n"));
    let merged =
        "import numpy as np\nnp.ones((2, 3)) @ np.ones(2) + (np.ones(3) + np.ones(4))  # conformable: ignore[CF101]\n";
    let files = [
        ("two.py", TWO),
        ("long.py", long),
        ("marked.py", marked.as_str()),
        ("merged.py", merged),
        ("fine.py", "x = 1\n"),
        ("unused.py", "import numpy as np\nx = np.ones(3)  # conformable: ignore[CF102]\n"),
    ];
    let project = Project::checked("add_ignore", &files);
    let text = |name: &str| fs::read_to_string(project.root.join(name)).expect("a file");
    // Rules that aren't selected are not what would be reported.
    let output = project.run(&["--add-ignore", "--select", "CF101", "two.py"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Added comments for 1 of 1 finding, in 1 file.\n");
    assert_eq!(text("two.py"), format!("{}  # conformable: ignore[CF101]\n", TWO.trim_end()));
    let output = project.run(&["--add-ignore"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Added comments for 6 of 6 findings, in 4 files.\n");
    assert_eq!(
        text("two.py"),
        "import numpy as np\nnp.ones(3) + np.ones(4)  # conformable: ignore[CF102]\n\
         np.ones((2, 3)) @ np.ones(2)  # conformable: ignore[CF101]\n"
    );
    assert_eq!(
        text("long.py"),
        "import numpy as np\nx = np.ones(3) + \\\n    np.ones(4)  # conformable: ignore[CF102]\ny = (\n    \
         np.ones(3)  # conformable: ignore[CF102]\n    + np.ones(5)\n)\n"
    );
    assert!(text("marked.py").starts_with("\u{feff}import numpy as np\r\n"), "{:?}", text("marked.py"));
    assert!(text("marked.py").contains("np.ones(4)  # conformable: ignore[CF102]\r\n"), "{:?}", text("marked.py"));
    assert!(text("merged.py").contains("  # conformable: ignore[CF101, CF102]\n"), "{}", text("merged.py"));
    // Nothing is left but the comment that was unused before, and nothing more is added.
    assert_eq!(project.found(&[]), ["unused.py:2 CF004"]);
    let before: Vec<String> = files.iter().map(|(name, _)| text(name)).collect();
    project.run(&["--add-ignore"]);
    assert_eq!(before, files.iter().map(|(name, _)| text(name)).collect::<Vec<_>>());
}

#[test]
fn comments_are_not_added_where_they_cannot_be() {
    let files = [("a.py", TWO), ("bad.py", "x = (\n")];
    let project = Project::checked("add_ignore_bad", &files);
    let latin = b"# coding: latin-1\nimport numpy as np\nx = '\xe9'\nnp.ones(3) + np.ones(4)\n";
    fs::write(project.root.join("latin.py"), latin).expect("a file");
    let output = project.run(&["--add-ignore"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("latin.py: nothing is written: it isn't UTF-8, or has changed"), "{said}");
    assert!(said.contains("latin.py:4:1: error[CF102]") && said.contains("bad.py:1:5: error[CF002]"), "{said}");
    assert_eq!(fs::read(project.root.join("latin.py")).expect("a file"), latin);
    assert_eq!(fs::read_to_string(project.root.join("bad.py")).expect("a file"), "x = (\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Added comments for 2 of 3 findings, in 1 file.\n");
    assert!(fs::read_dir(&project.root).expect("a folder").count() == 3, "nothing is left beside the files");
    let said = project.refused(&["--add-ignore", "-"]);
    assert!(said.contains("--add-ignore writes into files, standard input is none"), "{said}");
    project.refused(&["--add-ignore", "--why", "a.py:2"]);
}

/// The formats of CI systems, with findings and without, are what their readers expect.
#[test]
fn reports_for_gitlab_and_as_junit() {
    let project = Project::checked("ci_formats", &[("two.py", TWO), ("fine.py", "x = 1\n")]);
    let output = project.run(&["--output-format", "gitlab", "two.py"]);
    assert_eq!(output.status.code(), Some(1));
    let issues: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let place = |issue: &serde_json::Value| (issue["check_name"].clone(), issue["location"]["lines"]["begin"].clone());
    assert_eq!(issues.iter().map(place).collect::<Vec<_>>(), [("CF102".into(), 2.into()), ("CF101".into(), 3.into())]);
    fs::write(project.root.join("two.py"), format!("# moved\n{TWO}")).expect("a file");
    let again = project.run(&["--output-format", "gitlab", "two.py"]);
    let moved: Vec<serde_json::Value> = serde_json::from_slice(&again.stdout).expect("JSON");
    let fingerprints =
        |issues: &[serde_json::Value]| issues.iter().map(|one| one["fingerprint"].clone()).collect::<Vec<_>>();
    assert_eq!(fingerprints(&issues), fingerprints(&moved));
    assert_eq!(project.run(&["--output-format", "gitlab", "fine.py"]).stdout, b"[]\n");
    let junit = |file: &str| String::from_utf8(project.run(&["--output-format", "junit", file]).stdout).expect("UTF-8");
    assert!(junit("two.py").contains("tests=\"2\" failures=\"2\""), "{}", junit("two.py"));
    assert!(junit("two.py").contains("type=\"CF102\""), "{}", junit("two.py"));
    assert!(junit("fine.py").contains("tests=\"1\" failures=\"0\""), "{}", junit("fine.py"));
}

#[test]
fn the_catalogue_is_shown() {
    let project = Project::checked("catalogue", &[("a.py", "")]);
    let said = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        let output = command.arg("catalogue").args(args).current_dir(&project.root).output().expect("it starts");
        let text = if output.status.success() { output.stdout } else { output.stderr };
        (output.status.code(), String::from_utf8(text).expect("UTF-8"))
    };
    let (code, stack) = said(&["np.stack"]);
    assert_eq!(code, Some(0));
    assert!(stack.starts_with("# catalogue/numpy/shape.pyi:") && stack.contains("\ndef stack("), "{stack}");
    assert_eq!(said(&["stack"]).1, stack);
    assert!(said(&["ndarray.sum"]).1.contains("\nsum = numpy.sum\n"));
    assert_eq!(
        said(&["np.stak"]),
        (Some(2), "error: the catalogue has no `np.stak`: do you mean `numpy.stack`?\n".into())
    );
    assert!(said(&[]).1.contains("\nnumpy.linalg.norm\n"));
    assert!(said(&["--coverage"]).1.contains("\nnumpy.fft "));
    assert_eq!(said(&["--coverage", "np.stack"]).0, Some(2));
    let (_, json) = said(&["np.stack", "--output-format", "json"]);
    assert!(json.contains("\"name\": \"numpy.stack\""), "{json}");
    for args in [&["--output-format", "json"][..], &["--coverage", "--output-format", "json"]] {
        assert!(serde_json::from_str::<serde_json::Value>(&said(args).1).is_ok_and(|answer| answer.is_array()));
    }
}

#[test]
fn settings_are_shown_with_who_says_them() {
    let files = [
        ("a.py", TWO),
        (
            "pyproject.toml",
            "[project]\nname = 'x'\ndependencies = ['numpy>=2.1']\n[tool.conformable]\nignore = ['CF1']\nexclude = ['gen/']\n\
             per-file-ignores = { 'tests/' = ['CF706'] }\ndialects = { pyccel = ['kernels/'] }\ncache-dir = 'kept'\n",
        ),
    ];
    let project = Project::checked("shown", &files);
    let shown = |args: &[&str]| {
        let mut command = project.command(&[&["--show-settings"], args].concat());
        let output = command.env_remove("CONFORMABLE_NO_CACHE").output().expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let line = |text: &str, key: &str| {
        let starts = |line: &&str| line.trim_start_matches("# ").starts_with(key);
        let line = text.lines().find(starts).unwrap_or_else(|| panic!("{key}: {text}"));
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = shown(&[]);
    assert!(text.starts_with("# the project is .\n"), "{text}");
    for (key, expected) in [
        ("select", "select = [\"ALL\"] # default"),
        ("exclude", "exclude = [\"gen/\"] # pyproject.toml"),
        ("per-file", "per-file-ignores = { \"tests/\" = [\"CF706\"] } # pyproject.toml"),
        ("strict", "strict = false # default"),
        ("dialect:", "# dialect: what each file says # default"),
        ("dialects", "dialects = { pyccel = [\"kernels/\"] } # pyproject.toml"),
        ("python-version", "# python-version: the newest # default"),
        ("numpy-version", "numpy-version = \">=2.1\" # what the project requires"),
        ("baseline", "# baseline: none # default"),
        ("cache-dir", "cache-dir = \"kept\" # pyproject.toml"),
    ] {
        assert_eq!(line(&text, key), expected);
    }
    assert!(line(&text, "ignore").starts_with("ignore = [\"CF101\", \"CF102\""));
    let switches =
        ["--select", "CF101", "--exclude", "b", "--strict", "--dialect", "numpy", "--config", "numpy-version = '2.0'"];
    let text = shown(&[&switches[..], &["--no-cache", "--baseline", "known.json"]].concat());
    for (key, expected) in [
        ("select", "select = [\"CF101\"] # --select"),
        ("ignore", "ignore = [] # --select"),
        ("exclude", "exclude = [\"gen/\", \"b\"] # pyproject.toml, --exclude"),
        ("strict", "strict = true # --strict"),
        ("dialect ", "dialect = \"numpy\" # --dialect"),
        ("numpy-version", "numpy-version = \">=2.0,<2.1\" # --config"),
        ("baseline", "baseline = \"known.json\" # --baseline"),
        ("cache-dir", "# cache-dir: no results are kept # --no-cache"),
    ] {
        assert_eq!(line(&text, key), expected);
    }
    // What is shown says the same where it is read.
    let without_origins = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(" = "));
        lines.map(|line| line.rsplit_once("  # ").expect("who says it").0.trim().to_owned()).collect()
    };
    fs::write(project.root.join("shown.toml"), &text).expect("a file");
    assert_eq!(
        without_origins(&shown(&["--config", "shown.toml"])),
        [without_origins(&text), vec!["cache-dir = \".conformable_cache\"".to_owned()]].concat()
    );
    let json: serde_json::Value = serde_json::from_str(&shown(&["--output-format", "json"])).expect("JSON");
    assert_eq!(json["numpy-version"], serde_json::json!({"value": ">=2.1", "from": ["what the project requires"]}));
    assert_eq!(json["baseline"]["value"], serde_json::Value::Null);
    project.refused(&["--show-settings", "--fix"]);
}

#[test]
fn shells_complete_the_command() {
    let project = Project::new("shells", &[]);
    let script = |shell: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        let output = command.args(["completions", shell]).output().expect("it starts");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    };
    for (shell, has) in [
        ("bash", "complete -F _conformable"),
        ("zsh", "#compdef conformable"),
        ("fish", "complete -c conformable"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let (code, text) = script(shell);
        assert!(code == Some(0) && text.contains(has) && text.contains("update-baseline"), "{shell}: {text}");
    }
    assert_eq!(script("csh").0, Some(2));
    let Ok(bash) = Command::new("bash").arg("--version").output() else { return };
    assert!(bash.status.success());
    fs::create_dir_all(&project.root).expect("a folder");
    fs::write(project.root.join("script"), script("bash").1).expect("a file");
    let completed = |words: &str, current: &str, previous: &str| {
        let program = format!(
            "source ./script; COMP_WORDS=({words} {current}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _conformable conformable '{current}' '{previous}'; echo ${{COMPREPLY[@]}}"
        );
        let output =
            Command::new("bash").args(["-c", &program]).current_dir(&project.root).output().expect("it starts");
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(completed("conformable", "cov", "conformable"), "coverage");
    assert_eq!(completed("conformable check", "--base", "check"), "--baseline");
    assert_eq!(completed("conformable check --output-format", "s", "--output-format"), "sarif");
}

/// A command that goes on, and the lines that it writes.
struct Watching(Child, Receiver<String>);

impl Watching {
    fn begin(project: &Project, args: &[&str]) -> Watching {
        let mut command = project.command(&[&["--watch", "--output-format", "concise"], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let (sender, lines) = channel();
        let streams: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("a pipe")), Box::new(child.stderr.take().expect("a pipe"))];
        for stream in streams {
            let sender = sender.clone();
            std::thread::spawn(move || {
                let lines = BufReader::new(stream).lines().map_while(Result::ok);
                lines.for_each(|line| drop(sender.send(line)));
            });
        }
        Watching(child, lines)
    }

    /// Waits for a line with this in it.
    fn says(&self, expected: &str) {
        let mut said = Vec::new();
        loop {
            match self.1.recv_timeout(Duration::from_secs(60)) {
                Ok(line) if line.contains(expected) => return,
                Ok(line) => said.push(line),
                Err(_) => panic!("no `{expected}` in {said:#?}"),
            }
        }
    }

    /// Nothing more is written for a while.
    fn is_quiet(&self) {
        while self.1.recv_timeout(Duration::from_millis(300)).is_ok() {}
        assert_eq!(self.1.recv_timeout(Duration::from_millis(500)), Err(RecvTimeoutError::Timeout));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn files_are_watched_and_checked_again() {
    let project = Project::checked("watch", &[("a.py", "import numpy as np\n"), ("sub/b.py", TWO)]);
    let watching = Watching::begin(&project, &["."]);
    watching.says("Found 2 errors in 2 files");
    project.write("a.py", TWO);
    watching.says("a.py changed, checking again");
    watching.says("Found 4 errors in 2 files");
    project.write("sub/b.py", "import numpy as np\n");
    watching.says("Found 2 errors in 2 files");
    // A file that comes, one that goes, and one in a folder that comes.
    project.write("c.py", TWO);
    watching.says("Found 4 errors in 3 files");
    fs::remove_file(project.root.join("a.py")).expect("it is there");
    watching.says("Found 2 errors in 2 files");
    project.write("new/deep/d.py", TWO);
    watching.says("Found 4 errors in 3 files");
    // The configuration, also while it can't be read.
    project.write("pyproject.toml", "[tool.conformable]\nignore = [\n");
    watching.says("error: pyproject.toml");
    project.write("pyproject.toml", "[tool.conformable]\nignore = ['CF102']\n");
    watching.says("Found 2 errors in 3 files");
    watching.is_quiet();
    project.write("notes.txt", "no program");
    project.write(".hidden/e.py", TWO);
    project.write("__pycache__/f.py", TWO);
    // What comes beside the folder is no part of it.
    Project::checked("watch-beside", &[("g.py", TWO)]);
    watching.is_quiet();
    drop(watching);
    let watching = Watching::begin(&project, &["c.py", "--ignore", "CF101"]);
    watching.says("All good");
    project.write("pyproject.toml", "");
    watching.says("Found 1 error in 1 file");
    drop(watching);
    assert!(project.refused(&["--watch", "-"]).contains("--watch is for files"));
    assert!(project.refused(&["--watch", "none.py"]).contains("no file or folder `none.py`"));
    assert!(project.refused(&["--watch", "--diff"]).contains("cannot be used with"));
}
