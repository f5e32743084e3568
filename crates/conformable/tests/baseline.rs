//! `check --baseline`: what a project has is known again, what is new is reported, what is gone is told.

mod project;

use std::fs;

use project::{Project, told};

const A: &str =
    "import numpy as np\ndef f(x):\n    return x @ np.ones((4, 5))\nf(np.ones((2, 3)))\nnp.ones(3) + np.ones(4)\n";
const B: &str = "import numpy as np\nnp.ones(3)[3]\nnp.ones(3)[3]\n";
const NAME: &str = "known.json";

fn project(name: &str) -> Project {
    Project::checked(name, &[("a.py", A), ("pkg/b.py", B)])
}

impl Project {
    fn known_in(&self, folder: &str, args: &[&str]) -> (i32, String, String) {
        told(&self.command(args).current_dir(self.root.join(folder)).output().expect("the command starts"))
    }

    fn known(&self, args: &[&str]) -> (i32, String, String) {
        self.known_in(".", &[args, &["--baseline", NAME]].concat())
    }

    /// How many findings are reported, and what is said of the baseline.
    fn reported(&self, args: &[&str]) -> (i32, usize, String) {
        let (code, out, err) = self.known(&[args, &["--output-format", "concise"]].concat());
        let said: Vec<&str> =
            err.lines().filter(|line| !line.starts_with("All good") && !line.starts_with("Found")).collect();
        (code, out.lines().count(), said.join("\n"))
    }
}

#[test]
fn only_what_is_new_is_reported() {
    let project = project("new");
    let (code, out, _) = project.known(&["--update-baseline"]);
    assert_eq!(code, 0);
    let expected = "All good: 2 files checked, no errors.\nknown.json has 4 findings: 4 new, 0 gone.\n";
    assert!(out.starts_with(expected), "{out}");
    let baseline: serde_json::Value = serde_json::from_str(&project.text(NAME)).expect("JSON");
    assert_eq!(baseline["version"], 1);
    let expected = serde_json::json!([
        {"file": "a.py", "code": "CF101", "function": "f", "line": "return x @ np.ones((4, 5))", "severity": "error", "count": 1},
        {"file": "a.py", "code": "CF102", "function": "", "line": "np.ones(3) + np.ones(4)", "severity": "error", "count": 1},
        {"file": "pkg/b.py", "code": "CF301", "function": "", "line": "np.ones(3)[3]", "severity": "error", "count": 2},
    ]);
    assert_eq!(baseline["findings"], expected);
    assert_eq!(project.reported(&[]), (0, 0, "4 findings are in the baseline known.json.".to_owned()));
    // Lines move, blocks are indented, spaces come and go.
    let moved = A
        .replace("def f", "# why\n\ndef f")
        .replace("np.ones(3) + np.ones(4)", "if True:\n    np.ones(3)  +  np.ones(4)");
    project.write("a.py", moved.replace("np.ones(3)  +  np.ones(4)", "np.ones(3) +  np.ones(4)"));
    assert_eq!(project.reported(&[]).1, 0);
    // A file of another name, in another folder.
    fs::rename(project.root.join("pkg/b.py"), project.root.join("c.py")).expect("a file");
    assert_eq!(project.reported(&[]), (0, 0, "4 findings are in the baseline known.json.".to_owned()));
    // One more of the same, and one that is new.
    project.write("c.py", format!("{B}np.ones(3)[3]\nnp.ones((2, 3)) @ np.ones(2)\n"));
    let (code, count, said) = project.reported(&[]);
    assert_eq!((code, count), (1, 2), "{said}");
    assert_eq!(project.known(&["--update-baseline"]).0, 0);
    assert_eq!(project.reported(&[]).1, 0);
    assert!(!project.text(NAME).contains("pkg/b.py"));
}

#[test]
fn what_is_gone_is_told() {
    let project = project("gone");
    project.known(&["--update-baseline"]);
    let before = project.text(NAME);
    project.write("pkg/b.py", "import numpy as np\nnp.ones(3)[3]\n");
    project.write("a.py", A.replace(" + np.ones(4)", ""));
    let (code, count, said) = project.reported(&[]);
    let expected = "2 findings of known.json are not found any more, which --prune-baseline removes:\n  \
                    a.py CF102: np.ones(3) + np.ones(4)\n  pkg/b.py CF301: np.ones(3)[3]\n2 findings are in the baseline known.json.";
    assert_eq!((code, count, said.as_str()), (0, 0, expected));
    assert_eq!(project.reported(&["--error-stale-baseline"]).0, 1);
    assert_eq!(project.text(NAME), before, "a run alone changes nothing");
    // What a run doesn't look at isn't gone: other files, other rules, files that aren't Python.
    for args in [&["--select", "CF101"][..], &["--select", "CF101", "a.py"]] {
        assert_eq!(project.reported(&[args, &["--error-stale-baseline"]].concat()).0, 0, "{args:?}");
    }
    assert!(project.reported(&["a.py"]).2.starts_with("1 finding of known.json is not found any more"));
    project.write("a.py", "x = (\n");
    assert!(
        project.reported(&["a.py"]).2.contains("0 findings") || !project.reported(&["a.py"]).2.contains("any more")
    );
    assert_eq!(project.known(&["--update-baseline", "a.py"]).0, 1, "it can't be checked");
    assert_eq!(project.text(NAME), before);
    project.write("a.py", A.replace(" + np.ones(4)", ""));
    // Pruning adds nothing.
    project.write("new.py", "import numpy as np\nnp.ones(7)[7]\n");
    let (code, count, said) = project.reported(&["--prune-baseline", "--error-stale-baseline"]);
    assert_eq!((code, count), (1, 1));
    assert!(said.starts_with("Removed 2 findings from known.json.\n"), "{said}");
    assert_eq!(project.reported(&["a.py", "pkg"]), (0, 0, "2 findings are in the baseline known.json.".to_owned()));
    // Updating a part leaves the rest.
    project.known(&["--update-baseline", "new.py"]);
    assert_eq!(project.reported(&[]), (0, 0, "3 findings are in the baseline known.json.".to_owned()));
}

#[test]
fn the_configuration_may_name_it() {
    let project = project("key");
    project.write("pyproject.toml", "[tool.conformable]\nbaseline = 'known.json'\n");
    let (code, _, err) = project.known_in(".", &[]);
    assert_eq!(
        (code, err.contains("there is no baseline `known.json`: --update-baseline makes it")),
        (2, true),
        "{err}"
    );
    assert_eq!(project.known_in("pkg", &["--update-baseline", ".."]).0, 0);
    assert_eq!((project.known_in(".", &[]).0, project.known_in("pkg", &["."]).0), (0, 0));
    // What isn't reported isn't fixed either, nor are comments added for it.
    project.write("c.py", "import numpy as np\nif np.ones(3).any: pass\n");
    assert!(project.known_in(".", &["--diff"]).1.contains("+if np.ones(3).any(): pass"));
    project.known_in(".", &["--update-baseline"]);
    assert_eq!(project.known_in(".", &["--diff"]).0, 0);
    assert!(project.known_in(".", &["--add-ignore"]).1.starts_with("Added comments for 0 of 0"));
}

#[test]
fn what_is_no_baseline_is_refused_and_left() {
    let project = project("bad");
    for (text, says) in [
        ("", "known.json is no baseline: EOF"),
        ("{\"version\": 1, \"findings\": [{}]}", "known.json is no baseline: missing field"),
        ("{\"version\": 9}", "known.json is a baseline of version 9, not 1"),
    ] {
        project.write(NAME, text);
        let (code, out, err) = project.known(&[]);
        assert!(code == 2 && out.is_empty() && err.starts_with(&format!("error: {says}")), "{err}");
        let is_other = text.contains('9');
        assert_eq!(project.known(&["--update-baseline"]).0, if is_other { 0 } else { 2 });
        assert_eq!(project.text(NAME) == text, !is_other);
    }
    fs::write(project.root.join(NAME), b"\xff\xfe").expect("a file");
    assert!(project.known(&[]).2.contains("the baseline known.json can't be read: it isn't UTF-8"));
    assert!(project.known_in(".", &["--baseline", "pkg"]).2.contains("the baseline pkg can't be read: it is a folder"));
    for args in [&["--update-baseline"][..], &["--prune-baseline"], &["--error-stale-baseline"]] {
        let (code, _, err) = project.known_in(".", args);
        assert!(code == 2 && err.contains("which baseline? --baseline FILE says it"), "{err}");
    }
    let (code, _, err) = project.known_in(".", &["--baseline", "no/such/folder.json", "--update-baseline"]);
    assert!(code == 2 && err.contains("the baseline no/such/folder.json can't be written"), "{err}");
}
