//! What the command shows of what it knows, as a user types it: the last line of `check`, `coverage`, `infer`.

mod project;

use std::path::Path;
use std::process::Command;

use project::Project;
use serde_json::Value;

impl Project {
    /// What is said on stdout, with the exit code.
    fn said(&self, args: &[&str]) -> (String, i32) {
        let output = self.run(args);
        let code = output.status.code().expect("no signal");
        (String::from_utf8(output.stdout).expect("UTF-8"), code)
    }

    fn json(&self, args: &[&str]) -> Value {
        let (said, _) = self.said(&[args, &["--output-format", "json"]].concat());
        serde_json::from_str(&said).unwrap_or_else(|error| panic!("{args:?}: {error}: {said}"))
    }
}

/// Five expressions of arrays: two calls of `ones`, `x` twice, and a sum that isn't known.
const HALF: &str = "import numpy as np\nimport stats\nx = np.ones(3)\ny = x + stats.mean()\nz = x * np.ones(3)\n";

const NEVER: &str = "import numpy as np\n\ndef f(a):\n    def g(b):\n        return b @ a\n    return np.ones(3)\n";

#[test]
fn the_last_line_of_check_says_how_much_is_known() {
    let project = Project::new("line", &[("half.py", HALF), ("all.py", "import numpy as np\nx = np.ones(3)\n")]);
    let last = |args: &[&str]| {
        let (said, code) = project.said(args);
        assert_eq!(code, 0, "{said}");
        said.lines().last().expect("a line").to_owned()
    };
    assert_eq!(
        last(&["check", "half.py"]),
        "5 of 6 expressions of arrays are known (83.3%); unknown begins at half.py:4: `stats.mean()` is not known (1 of \
         them)."
    );
    assert_eq!(last(&["check", "all.py"]), "The one expression of an array is known (1).");
    // Programs see findings alone.
    assert_eq!(project.said(&["check", "half.py", "--output-format", "json"]).0, "[]\n");
    let tests = Project::new("line_tests", &[("test_a.py", HALF)]);
    assert_eq!(tests.said(&["check"]).0, "All good: 1 file checked, no errors.\n");
}

#[test]
fn coverage_lists_where_unknown_begins() {
    let project = Project::new("coverage", &[("half.py", HALF), ("sub/never.py", NEVER), ("test_half.py", HALF)]);
    let (said, code) = project.said(&["coverage"]);
    let expected = "        7  expressions of arrays were evaluated outside of tests
        6  of them known, 85.7%: a dtype and a rank
        6  of them with every size, 85.7%
        3  expressions of any kind in 1 function that nothing evaluates

Where unknown begins, and how many expressions of arrays depend on it:

        1  `stats.mean()` is not known
           half.py:4

By file:

    83.3%           5 of 6  half.py
   100.0%           1 of 1  sub/never.py
";
    assert_eq!((said.as_str(), code), (expected, 0));
    let answer = project.json(&["coverage"]);
    assert_eq!((&answer["expressions"], &answer["known"], &answer["sizes"]), (&7.into(), &6.into(), &6.into()));
    assert_eq!(answer["share"], 85.71);
    assert_eq!(answer["causes"][0]["cause"], "`stats.mean()` is not known");
    assert_eq!(answer["causes"][0]["location"], serde_json::json!({"row": 4, "column": 9}));
    assert_eq!(answer["not_evaluated"], serde_json::json!({"functions": 1, "expressions": 3}));
    let files: Vec<_> = answer["files"].as_array().expect("files").iter().map(|file| &file["filename"]).collect();
    assert_eq!(files, ["half.py", "sub/never.py"]);
}

#[test]
fn unknown_begins_at_the_function_that_is_not_known() {
    let text = "import numpy as np\nfrom lib import read\n\ndef f(label):\n    y = read(label)\n    return y @ np.ones(3)\n\n\
                def g(label):\n    return np.linalg.inv(label[0]) @ np.ones(3)\n";
    let project = Project::new("begins", &[("a.py", text)]);
    let (said, _) = project.said(&["coverage"]);
    assert!(said.contains("`lib.read()` is not known\n           a.py:5"), "{said}");
    assert!(said.contains("the parameter `label`, of which no call says what it is\n           a.py:8"), "{said}");
}

#[test]
fn coverage_takes_paths_and_what_check_takes() {
    let files = [("half.py", HALF), ("plain.py", "def f(n):\n    return [n]\n"), ("sub/never.py", NEVER)];
    let project = Project::new("coverage_switches", &files);
    let count = |args: &[&str]| project.json(&[&["coverage"], args].concat())["files"].as_array().map(Vec::len);
    assert_eq!(count(&["sub"]), Some(1));
    assert_eq!(count(&["--exclude", "sub"]), Some(1));
    assert_eq!(count(&["--config", "exclude = ['half.py']"]), Some(1));
    assert_eq!(count(&["--all-code"]), Some(3));
    assert_eq!(count(&["--jobs", "1"]), Some(2));
    assert_eq!(count(&["--dialect", "pyccel"]), Some(0));
}

#[test]
fn less_than_asked_for_fails() {
    let project = Project::new("min_known", &[("half.py", HALF), ("none.py", "x = 1\n")]);
    for command in ["check", "coverage"] {
        for (least, code) in [("83.3", 0), ("83.4", 1), ("100", 1), ("0", 0), ("90%", 1)] {
            let output = project.run(&[command, "half.py", "--min-known", least]);
            assert_eq!(output.status.code(), Some(code), "{command} {least}");
            let said = String::from_utf8_lossy(&output.stderr);
            let says = "83.33% of the expressions of arrays are known, less than --min-known";
            assert_eq!(said.contains(says), code == 1, "{command} {least}: {said}");
        }
        // Of nothing all is known.
        assert_eq!(project.run(&[command, "none.py", "--min-known", "100"]).status.code(), Some(0));
        for bad in ["-1", "101", "many", "NaN"] {
            let said = project.refused(&[command, &format!("--min-known={bad}")]);
            assert!(said.contains("is no share from 0 to 100"), "{said}");
        }
    }
    let json = project.run(&["check", "half.py", "--min-known", "90", "--output-format", "json"]);
    assert_eq!((json.status.code(), &*json.stdout), (Some(1), &b"[]\n"[..]));
}

/// What can't be counted is said, and is no success.
#[test]
fn coverage_of_what_is_no_python() {
    let project = Project::new("coverage_bad", &[("bad.py", "x = (\n"), ("good.py", HALF), ("none/a.txt", "")]);
    let output = project.run(&["coverage"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.py:1:5: error[CF002]"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("        6  expressions"), "{output:?}");
    assert_eq!(project.said(&["coverage", "none"]), ("There are no Python files here.\n".to_owned(), 0));
    assert_eq!(project.json(&["coverage", "none"])["expressions"], 0);
    assert!(project.refused(&["coverage", "nope.py"]).contains("nope.py"));
}

const MODEL: &str = "import numpy as np\n\n\nclass Net:\n    def __init__(self, inputs, outputs):\n        \
                     self.w = np.zeros((inputs, outputs))\n\n    def forward(self, x):\n        n, k = x.shape\n        \
                     h = x @ self.w\n        return h\n\n\ndef alone(a):\n    b = a * 2.0\n    return b\n";
const TRAIN: &str = "import numpy as np\nfrom model import Net\n\nnet = Net(3, 2)\ny = net.forward(np.ones((5, 3)))\n\
                     z = net.forward(np.ones((7, 3)))\n";

/// The rows of one function.
fn function<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let functions = answer["functions"].as_array().expect("functions");
    functions.iter().find(|row| row["function"] == name).unwrap_or_else(|| panic!("no {name}: {answer}"))
}

#[test]
fn infer_shows_functions_at_their_calls_first() {
    let project =
        Project::new("infer", &[("one.py", &format!("{MODEL}\n\n{}", TRAIN.replace("from model", "# from")))]);
    let (said, code) = project.said(&["infer", "one.py"]);
    assert_eq!(code, 0);
    let expected = "\
Net.__init__:
    at one.py:22: (self: one.Net, inputs: Literal[3], outputs: Literal[2]) -> None
    on its own: (self: Net, inputs: Int[inputs], outputs: Int[outputs]) -> None where 0 <= inputs, 0 <= outputs
Net.forward:
    at one.py:23: (self: one.Net, x: float64[5, 3]) -> float64[5, 2]
    at one.py:24: (self: one.Net, x: float64[7, 3]) -> float64[7, 2]
    on its own: (self: Net, x?: T[n, self.inputs]) -> promote(T, float64)[n, self.outputs]
alone: (a: Unknown) -> Unknown

class Net:
    w: float64[3, 2]

in module:
    22:1  net: one.Net
    23:1  y: float64[5, 2]
    24:1  z: float64[7, 2]

in alone, on its own:
    15:5  b: Unknown

in Net.__init__, at its calls:
     6:9  self.w: float64[3, 2]

in Net.forward, at its calls:
     9:9  n: Literal[5] | Literal[7]
    9:12  k: Literal[3]
    10:9  h: float64[5, 2] | float64[7, 2]
";
    assert_eq!(said, expected);
}

/// What a decorator is given is known where it is called; the functions that it makes have one name.
#[test]
fn a_function_that_a_decorator_makes_is_any_of_these_on_its_own() {
    let text = "import numpy as np\n\ndef double(function):\n    def twice(x):\n        return x * 2.0\n\n    \
                def wrapper(n):\n        return twice(function(n))\n\n    return wrapper\n\n@double\n\
                def row(n):\n    return np.zeros(n)\n\n@double\ndef square(n):\n    return np.zeros((n, n))\n\n\
                row(2)\nsquare(2)\n";
    let project = Project::new("decorator", &[("a.py", text)]);
    let answer = project.json(&["infer", "a.py"]);
    let wrapper = function(&answer, "double.wrapper");
    assert_eq!(wrapper["returns"], "Unknown", "{wrapper}");
    let at_calls: Vec<_> = wrapper["calls"].as_array().expect("calls").iter().map(|call| &call["returns"]).collect();
    assert_eq!(at_calls, ["float64[2]", "float64[2, 2]"]);
}

#[test]
fn infer_of_a_folder_sees_the_calls_of_all_files() {
    let project = Project::new("folder", &[("model.py", MODEL), ("train.py", TRAIN), ("none/a.txt", "")]);
    let answer = project.json(&["infer", "."]);
    let names: Vec<_> = answer.as_array().expect("files").iter().map(|file| &file["filename"]).collect();
    assert_eq!(names, ["model.py", "train.py"]);
    let forward = function(&answer[0], "Net.forward");
    let calls = forward["calls"].as_array().expect("calls");
    let froms: Vec<_> = calls.iter().map(|call| (&call["from"]["filename"], &call["from"]["row"])).collect();
    assert_eq!(froms, [(&"train.py".into(), &5.into()), (&"train.py".into(), &6.into())]);
    assert_eq!(calls[0]["returns"], "float64[5, 2]");
    assert_eq!(answer[0]["classes"][0]["attributes"][0]["type"], "float64[3, 2]");
    // By itself the file has no calls.
    let alone = project.json(&["infer", "model.py"]);
    assert_eq!(function(&alone, "Net.forward")["calls"], serde_json::json!([]));
    let (said, _) = project.said(&["infer", "."]);
    assert!(said.starts_with("model.py\n\nNet.__init__:\n") && said.contains("\ntrain.py\n\nin module:\n"), "{said}");
    assert_eq!(project.said(&["infer", "none"]), ("There are no Python files here.\n".to_owned(), 0));
    assert_eq!(project.json(&["infer", "none"]), serde_json::json!([]));
}

#[test]
fn infer_lists_expressions_if_it_is_asked_to() {
    let project = Project::new("expressions", &[("model.py", MODEL), ("train.py", TRAIN)]);
    assert_eq!(project.json(&["infer", "model.py"])["expressions"], Value::Null);
    let answer = project.json(&["infer", ".", "--expressions"]);
    let rows = answer[0]["expressions"].as_array().expect("expressions");
    let at = |row: u64, column: u64, end: u64| {
        let is_there = |one: &&Value| {
            one["location"] == serde_json::json!({"row": row, "column": column}) && one["end_location"]["column"] == end
        };
        rows.iter().find(is_there).unwrap_or_else(|| panic!("nothing at {row}:{column}: {rows:?}"))
    };
    let product = at(10, 13, 23);
    assert_eq!(product["known"], "sizes");
    let types: Vec<_> =
        product["types"].as_array().expect("types").iter().map(|one| (&one["type"], &one["assumed"])).collect();
    let no = Value::Bool(false);
    assert!(
        types.contains(&(&"float64[5, 2]".into(), &no)) && types.contains(&(&"float64[7, 2]".into(), &no)),
        "{types:?}"
    );
    let (said, _) = project.said(&["infer", "train.py", "--expressions"]);
    assert!(said.contains("\nexpressions:\n") && said.contains("    5:17-5:32  float64[5, 3]\n"), "{said}");
}

#[test]
fn a_call_takes_values() {
    let text = "import numpy as np\n\ndata = np.ones((2, 3))\n\ndef grid(n, m=2, dtype=float):\n    \
                return np.zeros((n, m), dtype)\n\ndef shaped(x, shape):\n    return x.reshape(shape)\n";
    let project = Project::new("values", &[("a.py", text)]);
    for (call, returns) in [
        ("grid(3)", "float64[3, 2]"),
        ("grid(3, 4)", "float64[3, 4]"),
        ("grid(3, m=2 + 3)", "float64[3, 5]"),
        ("grid(len(data), dtype=np.dtype('f4'))", "float32[2, 2]"),
        ("grid(Literal[3], 4, 'int8')", "int8[3, 4]"),
        ("shaped(data, (3, 2))", "float64[3, 2]"),
        ("shaped(np.ones((4, 3)), -1)", "float64[12]"),
        ("shaped(float32[4, 3], [2, 6])", "float32[2, 6]"),
        ("shaped(float32[?, 3], (3, 5))", "float32[3, 5]"),
    ] {
        let (said, code) = project.said(&["infer", "a.py", "--call", call]);
        assert_eq!((said.trim_start_matches('\n'), code), (format!("returns {returns}\n").as_str(), 0), "{call}");
    }
}

#[test]
fn what_is_known_before_a_failure_in_a_loop_is_not_lost() {
    let text = "\
import numpy as np

class Filter:
    def __init__(self):
        self.x = np.zeros(4)

    def step(self, z):
        y = z - self.x[:2]
        self.x = self.x + np.ones((2, 4)) @ y

f = Filter()
for z in np.ones((9, 2)):
    f.step(z)
";
    let project = Project::new("known-before", &[("a.py", text), ("b.py", "import a\n"), ("c/__init__.py", "")]);
    let (said, code) = project.said(&["infer", "a.py"]);
    assert_eq!(code, 0, "{said}");
    for line in ["    x: float64[4] | Unknown\n", "     8:9  y: float64[2] | Unknown\n"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(!said.contains("y: Unknown"), "{said}");
    // Of a file of which there is nothing to say not even the name stands there.
    let (said, _) = project.said(&["infer", "."]);
    assert!(said.starts_with("a.py\n") && !said.contains("b.py") && !said.contains("__init__.py"), "{said}");
}

#[test]
fn of_many_numbers_it_is_said_that_they_are_ints() {
    let text = "import numpy as np\n\nrows = [np.ones(i) for i in (1, 2, 3, 4, 5, 6)]\n";
    let project = Project::new("many-ints", &[("a.py", text)]);
    let (said, _) = project.said(&["infer", "a.py"]);
    assert!(said.contains("  i: int\n"), "{said}");
}

#[test]
fn a_call_that_is_none_is_pointed_at() {
    let project = Project::new("bad_calls", &[("a.py", "def f(x):\n    return x\nx = 3\n"), ("bad.py", "x = (\n")]);
    for (call, says) in [
        ("", "found the end"),
        ("f", "this is not a call"),
        ("f(", "found the end"),
        ("g(3)", "no function `g` in a.py"),
        ("x(3)", "no function `x` in a.py"),
        ("f(*x)", "a `*` among the arguments"),
        ("f(**x)", "a `**` among the arguments"),
        ("f(nowhere + 1)", "expected a type"),
        ("f(float64[3)", "found `)`"),
        ("f()(3)", "this is not a name"),
        ("f(flot64[3])", "there is no dtype `flot64`\n\n  f(flot64[3])\n    ^ expected `float64`"),
        ("f((float64[2], flaot32[3]))", "no dtype `flaot32`"),
        ("f(measured[3])", "expected a dtype"),
        ("f()", "f() missing argument: `x`\n\n  f()\n    ^"),
        ("f(3, 4)", "takes 1 positional argument but 2 were given\n\n  f(3, 4)\n        ^"),
        ("f(y=3)", "--call: f() got an unexpected keyword argument `y`"),
    ] {
        let said = project.refused(&["infer", "a.py", "--call", call]);
        assert!(said.contains(says), "{call}: {said}");
    }
    let (said, code) = project.said(&["infer", "bad.py", "--call", "f(3)"]);
    assert_eq!(code, 1);
    assert!(said.contains("CF002"), "{said}");
}

#[test]
fn infer_of_what_is_no_python() {
    let files = [("sub/a.py", "x = 1\n"), ("sub/bad.py", "x = (\n"), ("n.ipynb", "{")];
    let project = Project::new("infer_bad", &files);
    assert!(project.refused(&["infer", "nope.py"]).contains("nope.py"));
    let (said, code) = project.said(&["infer", "n.ipynb"]);
    assert!(code == 1 && said.contains("CF001"), "{said}");
    let both = project.refused(&["infer", "sub", "--call", "f(3)"]);
    assert!(both.contains("`sub` is a folder; --call and --emit are for one file"), "{both}");
    let (said, code) = project.said(&["infer", "sub"]);
    assert_eq!(code, 1);
    assert!(said.contains("sub/a.py\n\nin module:\n     1:1  x: Literal[1]\n") && said.contains("CF002"), "{said}");
    let (said, code) = project.said(&["infer", "sub/bad.py"]);
    assert!(code == 1 && said.contains("CF002"), "{said}");
}

/// One thread or many, and with findings that are the same with the table as without.
#[test]
fn the_table_changes_nothing_that_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        let output = command
            .args(args)
            .current_dir(&root)
            .env("NO_COLOR", "1")
            .env("CONFORMABLE_NO_CACHE", "1")
            .output()
            .expect("the command starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let check = ["check", "examples", "--output-format", "json"];
    assert_eq!(run(&check), run(&[&check[..], &["--min-known", "1"]].concat()));
    let coverage = ["coverage", "examples", "--output-format", "json"];
    assert_eq!(run(&[&coverage[..], &["--jobs", "1"]].concat()), run(&[&coverage[..], &["--jobs", "4"]].concat()));
}

#[test]
fn a_broken_cell_leaves_the_others() {
    let cell = |source: &str| format!(r#"{{"cell_type": "code", "source": "{source}"}}"#);
    let broken = |cell_in_between: &str| {
        let cells = [
            "import numpy as np\\nx = np.ones((3, 4))\\ny = np.ones(3)",
            cell_in_between,
            "x @ np.ones(5)",
            "y + np.ones(5)",
        ];
        format!(r#"{{"metadata": {{}}, "cells": [{}]}}"#, cells.map(cell).join(", "))
    };
    let files =
        [("a.ipynb", broken("y = np.ones(4")), ("b.ipynb", broken("x = y = (1")), ("c.ipynb", broken("print(x"))];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    let project = Project::new("broken_cell", &files);
    let found = |file: &str| {
        let (said, code) = project.said(&["check", file, "--output-format", "concise"]);
        assert_eq!(code, 1, "{said}");
        let findings = said.lines().filter_map(|line| line.split_once(": error[")?.1.split_once(']'));
        findings.map(|(code, _)| code.to_owned()).collect::<Vec<_>>()
    };
    // What the broken cell binds or may change is unknown behind it, and all else as it was.
    assert_eq!(found("a.ipynb"), ["CF002", "CF101"]);
    assert_eq!(found("b.ipynb"), ["CF002"]);
    assert_eq!(found("c.ipynb"), ["CF002", "CF102"]);
    let (said, _) = project.said(&["coverage", "b.ipynb"]);
    assert!(said.contains("a cell that is no Python"), "{said}");
}
