//! `check --fix` and `--diff`: what is applied repairs its finding and makes none.

mod project;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use project::{Project, told};

impl Project {
    /// Codes and messages of all findings, sorted: places move.
    fn found(&self, path: &str) -> Vec<String> {
        let (_, out, _) = self.told(&[path, "--output-format", "json"]);
        let found: Vec<serde_json::Value> = serde_json::from_str(&out).expect("JSON");
        let mut told: Vec<String> =
            found.iter().map(|one| format!("{} {} {}", one["filename"], one["code"], one["message"])).collect();
        told.sort();
        told
    }
}

/// A safe suggestion on lines 2 and 4, one that asks on line 6, and a comment that suppresses nothing on line 7.
const TEXT: &str = "import numpy as np\na = np.zeros(3, 4)\nx = np.ones((10, 3))\nif x.any:\n    w = np.ones((4, 3))\ny = x @ np.ones((4, 3))\nz = 1  # conformable: ignore[CF101]\n";

#[test]
fn what_is_certain_is_written() {
    let project = Project::checked("written", &[("a.py", TEXT), ("b.py", "x = 1\n")]);
    let before = project.found(".");
    // Behind the failure on line 2 nothing warns of line 4 yet.
    assert_eq!(before.len(), 3, "{before:?}");
    let (code, out, err) = project.told(&["--diff"]);
    let expected = "--- a.py\n+++ a.py\n@@ -1,7 +1,7 @@\n import numpy as np\n-a = np.zeros(3, 4)\n+a = np.zeros((3, 4))\n x = np.ones((10, 3))\n-if x.any:\n+if x.any():\n     w = np.ones((4, 3))\n y = x @ np.ones((4, 3))\n-z = 1  # conformable: ignore[CF101]\n+z = 1\n";
    assert_eq!((code, out.as_str()), (1, expected));
    assert_eq!(err, "Would fix 3 findings in 1 file. For 1 finding --unsafe-fixes has suggestions.\n");
    assert_eq!(project.text("a.py"), TEXT, "a diff changes nothing");
    let (code, out, err) = project.told(&["--fix", "--output-format", "concise"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("a.py:6:5: error[CF101]") && out.lines().count() == 1, "{out}");
    assert!(err.starts_with("Fixed 3 findings in 1 file. For 1 finding"), "{err}");
    let (code, out, err) = project.told(&["--fix", "--unsafe-fixes"]);
    assert_eq!((code, err.as_str()), (0, "Fixed 1 finding in 1 file.\n"), "{out}");
    assert!(project.text("a.py").contains("y = x @ np.ones((4, 3)).T\n"));
    assert_eq!(project.told(&["--diff"]), (0, String::new(), "Would fix 0 findings in 0 files.\n".to_owned()));
}

/// The rows of the page.
#[test]
fn what_is_fixed() {
    for (name, before, after, is_safe) in [
        ("zeros", "np.zeros(2, 3)", "np.zeros((2, 3))", true),
        ("any", "if x.any: pass", "if x.any(): pass", true),
        ("isnan", "y = x.isnan()", "y = np.isnan(x)", true),
        ("places", "k = len(np.nonzero(x))", "k = len(np.nonzero(x)[0])", true),
        ("loop", "for i in np.where(x): pass", "for i in np.where(x)[0]: pass", true),
        ("unused", "y = 1  # conformable: ignore[CF101]", "y = 1", true),
        (
            "transposed-operation",
            "np.ones((2, 3)) @ np.ones((3, 1)) @ np.ones((2, 2))",
            "(np.ones((2, 3)) @ np.ones((3, 1))).T @ np.ones((2, 2))",
            false,
        ),
        ("transposed", "x @ np.ones((2, 4)) @ np.ones((3, 4))", "x @ np.ones((2, 4)) @ np.ones((3, 4)).T", false),
        ("list", "y = [1.0, 2.0].mean()", "y = np.mean([1.0, 2.0])", false),
        ("range", "for i in len(x): pass", "for i in range(len(x)): pass", false),
    ] {
        let text = |line: &str| format!("import numpy as np\nx = np.arange(2.0)\n{line}\n");
        let project = Project::checked(name, &[("a.py", &text(before))]);
        project.told(&["--fix"]);
        assert_eq!(project.text("a.py") == text(after), is_safe, "{name}: {}", project.text("a.py"));
        let (code, out, _) = project.told(&["--fix", "--unsafe-fixes"]);
        assert_eq!((project.text("a.py"), code), (text(after), 0), "{out}");
    }
    let text = "import numpy\nx = numpy.ones(3)\nx.isnan()\n";
    let project = Project::checked(
        "name",
        &[
            ("a.py", text),
            ("b.py", &text.replace("import numpy", "from numpy import ones\nimport numpy as xp\nnumpy = xp")),
        ],
    );
    project.told(&["--fix"]);
    assert!(project.text("a.py").ends_with("numpy.isnan(x)\n") && project.text("b.py").ends_with("xp.isnan(x)\n"));
}

#[test]
fn what_makes_another_finding_is_not() {
    // The transpose would fit, and what follows would not, which no rule that is selected says.
    let text = "import numpy as np\ndef f(x, w):\n    y = x @ w\n    return y[:, 3]\nf(np.ones((10, 3)), np.ones((2, 3)))\ng = np.zeros(2, 5)\nh = g[4]\n";
    let project = Project::checked("another", &[("a.py", text)]);
    let (code, out, err) = project.told(&["--diff", "--unsafe-fixes", "--select", "CF1"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let (_, _, err) = project.told(&["--fix", "--unsafe-fixes"]);
    assert!(err.starts_with("Fixed 0 findings in 0 files."), "{err}");
    assert_eq!(project.text("a.py"), text);
}

#[test]
fn what_is_not_reported_is_not_touched() {
    let project = Project::checked("selected", &[("a.py", TEXT), ("gen/b.py", TEXT)]);
    project
        .write("pyproject.toml", "[tool.conformable]\nexclude = ['gen/']\nper-file-ignores = { 'a.py' = ['CF7'] }\n");
    project.told(&["--fix", "--ignore", "CF004"]);
    assert_eq!(project.text("gen/b.py"), TEXT);
    let text = project.text("a.py");
    assert!(text.contains("np.zeros((3, 4))") && text.contains("ignore[CF101]"), "{text}");
}

#[test]
fn ends_of_lines_marks_and_encodings_stay() {
    let text = "\u{feff}import numpy as np\r\nπ = 'é'; a = np.zeros(3, 4)\r\n# \t ende";
    let project = Project::checked("bytes", &[("a.py", text)]);
    assert_eq!(project.told(&["--fix"]).0, 0);
    assert_eq!(project.text("a.py"), text.replace("(3, 4)", "((3, 4))"));
    let latin = b"# coding: latin-1\nimport numpy as np\nx = '\xe9'\na = np.zeros(3, 4)\n";
    fs::write(project.root.join("b.py"), latin).expect("a file");
    let (code, out, err) = project.told(&["--fix", "b.py"]);
    assert!(err.starts_with("b.py: nothing is written: it isn't UTF-8, or has changed\n"), "{err}");
    assert!(code == 1 && out.contains("b.py:4:5"), "{out}");
    assert_eq!(fs::read(project.root.join("b.py")).expect("a file"), latin);
    assert_eq!(project.told(&["--diff", "b.py"]).0, 1);
    assert_eq!(fs::read_dir(&project.root).expect("a folder").count(), 2, "nothing is left beside the files");
}

#[test]
fn of_notebooks_nothing_else_changes() {
    let text = "{\n \"metadata\": {\"zebra\": 1.50},\n \"cells\": [\n  {\"cell_type\": \"markdown\", \"source\": [\"np.zeros(3, 4)\"]},\n  {\"cell_type\":\"code\",\"source\":[\"import numpy as np\\n\", \"%matplotlib inline\\n\", \"t = '\\u00e9'; a = np.zeros(3, 4)\"], \"outputs\": [{\"x\": 1e3}]},\n  {\"source\": \"if a.any:\\n    b = np.zeros(2, 5); c = np.ones(2, 2)\\n\", \"cell_type\": \"code\"}\n ], \"nbformat\": 4}\n\n";
    let project = Project::checked("notebook", &[("a.ipynb", text)]);
    let expected = text.replace("a = np.zeros(3, 4)", "a = np.zeros((3, 4))").replace("a.any:", "a.any():");
    let expected = expected.replace("np.zeros(2, 5); c = np.ones(2, 2)", "np.zeros((2, 5)); c = np.ones((2, 2))");
    let (code, _, err) = project.told(&["--fix"]);
    assert_eq!((code, project.text("a.ipynb")), (0, expected), "{err}");
}

#[test]
fn wrong_usage() {
    let project = Project::checked("usage", &[("a.py", TEXT)]);
    for args in
        [&["--fix", "--diff"][..], &["--fix", "--add-ignore"], &["--diff", "--why", "a.py:2"], &["--unsafe-fixes"]]
    {
        let (code, out, err) = project.told(args);
        assert!(code == 2 && out.is_empty() && err.starts_with("error: "), "{args:?}: {err}");
    }
    let feed = |args: &[&str]| {
        let mut command = project.command(args);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("piped").write_all(TEXT.as_bytes()).expect("it reads");
        told(&child.wait_with_output().expect("it ends"))
    };
    let (code, out, _) = feed(&["-", "--diff", "--stdin-filename", "new.py"]);
    assert!(code == 1 && out.starts_with("--- new.py\n+++ new.py\n"), "{out}");
    let (code, _, err) = feed(&["-", "--fix"]);
    assert!(code == 2 && err.contains("--fix writes into files"), "{err}");
    assert_eq!(project.text("a.py"), TEXT);
}

/// Each suggestion for a broken example, by itself: its finding is gone, and none is new.
#[test]
fn fixes_of_the_broken_examples_repair_them() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/broken");
    let mut fixed = 0;
    let mut entries: Vec<PathBuf> =
        fs::read_dir(examples).expect("examples").map(|one| one.expect("one").path()).collect();
    entries.sort();
    for entry in entries {
        let project = Project::checked("example", &[]);
        copy(&entry, &project.root.join(entry.file_name().expect("a name")));
        let before = project.found(".");
        let (_, _, err) = project.told(&["--fix", "--unsafe-fixes"]);
        let after = project.found(".");
        let count: usize = err.split_whitespace().nth(1).and_then(|count| count.parse().ok()).expect("a number");
        assert!(after.iter().all(|told| before.contains(told)), "{}: {after:?}", entry.display());
        assert!(after.len() + count <= before.len(), "{}: {err}{after:?}", entry.display());
        fixed += count;
    }
    assert!(fixed >= 7, "{fixed} findings");
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry").path();
            copy(&entry, &to.join(entry.file_name().expect("a name")));
        }
    } else {
        fs::copy(from, to).expect("a file");
    }
}

#[test]
fn help_has_brackets_where_it_needs_them() {
    let text = "import numpy as np\nw = np.ones((3, 1))\nnp.ones((2, 3)) @ w @ np.ones((2, 2))\n";
    let project = Project::checked("brackets", &[("a.py", text)]);
    let (_, out, _) = project.told(&["a.py"]);
    assert!(out.contains("help: `(np.ones((2, 3)) @ w).T`?\n"), "{out}");
}

#[test]
fn help_says_what_to_write() {
    let project = Project::checked("written-out", &[]);
    for (call, help) in [
        ("np.concatenate(a, b)", "write the arrays as one tuple: (a, b)"),
        ("np.stack(a, b)", "write the arrays as one tuple: (a, b)"),
        ("np.hstack(a, b)", "write the arrays as one tuple: (a, b)"),
        ("np.random.rand((3, 4))", "write the sizes without a tuple: 3, 4"),
        ("np.tensordot(m, m.T)", "`axes` is 2 where it isn't given"),
        ("np.arange(3, dtyp=float)", "did you mean `dtype`?"),
        ("a.mean(axs=0)", "did you mean `axis`?"),
        ("own(scal=3)", "did you mean `scale`?"),
    ] {
        let begin = "import numpy as np\n\ndef own(scale=1):\n    return scale\n\n";
        let text = format!("{begin}a, b, m = np.ones(3), np.ones(3), np.ones((3, 4))\n{call}\n");
        project.write("a.py", &text);
        let (_, out, _) = project.told(&["a.py"]);
        assert!(out.contains(&format!("help: {help}\n")), "{call}: {out}");
    }
    project.write("a.py", "import numpy as np\n\nnp.tensordot(np.ones((3, 4)), np.ones((3, 4)), axes=1)\n");
    assert!(!project.told(&["a.py"]).1.contains("isn't given"));
}
