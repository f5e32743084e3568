//! The cache of `conformable check`: with it the command says what it says without, whatever has happened to files and entries.

mod project;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use project::Project;

const FILES: [(&str, &str); 9] = [
    ("pyproject.toml", "[project]\nname = 'x'\n[tool.conformable]\n"),
    (
        "data.py",
        "import numpy as np\nN = 12\ndef load(n=N):\n    rows = np.arange(n * 3.0).reshape(n, 3)\n    return rows, np.zeros(n)\n",
    ),
    (
        "layers.py",
        "import numpy as np\nclass Layer:\n    def __init__(self, a, b):\n        self.w = np.ones((a, b))\n    def __call__(self, x):\n        return x @ self.w\n",
    ),
    (
        "model.py",
        "import numpy as np\nfrom layers import Layer\nfrom pkg import scale\nclass Model:\n    def __init__(self, sizes):\n        self.layers = [Layer(a, b) for a, b in zip(sizes[:-1], sizes[1:])]\n    def forward(self, x):\n        for layer in self.layers:\n            x = np.tanh(layer(x))\n        return scale(x)\n",
    ),
    (
        "train.py",
        "import numpy as np\nfrom data import load\nfrom model import Model\nrows, labels = load(8)\ny = Model([3, 4, 5]).forward(rows)\ne = y[:, 0] - labels\ntry:\n    from extra import more\nexcept ImportError:\n    more = None\nif more is not None:\n    more(y) @ y\n",
    ),
    ("pkg/__init__.py", "from .inner import scale\n"),
    ("pkg/inner.py", "import numpy as np\nfrom . import table\ndef scale(x):\n    return x * table.SIZES[0]\n"),
    ("pkg/table.py", "SIZES = [2, 3]\n"),
    ("conftest.py", "import numpy as np\ndef pytest_configure(config):\n    config.size = np.ones(3)\n"),
];

const LINES: [&str; 12] = [
    "q = np.ones((3, 4)) @ np.ones((3, 4))\n",
    "import train\n",
    "from data import load as fetch\n",
    "t = np.zeros(3)[4]\n",
    "def broken(\n",
    "    w = np.ones(5)\n",
    "# conformable: ignore[CF101]\n",
    "def more(x):\n    return x.T\n",
    "import data\ndata.N = 7\n",
    "SIZES.append(4)\n",
    "u = unknown(np.ones(3))\nv = u + 1\n",
    "\n",
];

fn project(name: &str) -> Project {
    Project::checked(name, &FILES)
}

impl Project {
    /// The command with a cache.
    fn cached(&self, args: &[&str]) -> Command {
        let mut command = self.command(args);
        for name in ["CONFORMABLE_CACHE_DIR", "CONFORMABLE_NO_CACHE"] {
            command.env_remove(name);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, args: &[&str]) -> Child {
        self.cached(args).spawn().expect("the command starts")
    }

    fn said(&self, args: &[&str]) -> Said {
        Said::of(self.cached(args).output())
    }

    /// What is said with the cache, which is what is said without.
    fn same(&self, args: &[&str], what: &str) -> Said {
        let said = self.said(args);
        assert_eq!(said, self.said(&[args, &["--no-cache"]].concat()), "{what}");
        said
    }

    fn entries(&self) -> Vec<PathBuf> {
        entries(&self.root.join(".conformable_cache"))
    }
}

/// The files of entries in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "entry"));
    found.sort();
    found
}

#[derive(Debug, PartialEq, Eq)]
struct Said {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Said {
    fn of(output: std::io::Result<Output>) -> Said {
        let Output { status, stdout, stderr } = output.expect("the command ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Said { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % count.max(1) as u64).expect("it is small")
    }
}

/// One thing that somebody does to the files.
fn edit(project: &Project, random: &mut Random) {
    let (path, original) = FILES[1 + random.below(FILES.len() - 1)];
    let file = project.root.join(path);
    let text = fs::read_to_string(&file).unwrap_or_default();
    match random.below(12) {
        0 => project.write(path, original),
        1 => drop(fs::remove_file(&file)),
        2 if project.root.join("extra.py").exists() => drop(fs::remove_file(project.root.join("extra.py"))),
        2 => project.write("extra.py", "import numpy as np\ndef more(x):\n    return x\n"),
        3 => project
            .write("data/__init__.py", "import numpy as np\ndef load(n=3):\n    return np.ones((n, 2)), np.ones(n)\n"),
        4 => drop(fs::remove_dir_all(project.root.join("data"))),
        5 => {
            let keys = ["", "strict = true\n", "select = ['CF1']\n", "exclude = ['pkg']\n", "all-code = true\n"];
            project.write("pyproject.toml", format!("{}{}", FILES[0].1, keys[random.below(keys.len())]));
        }
        6 => {
            let mut lines: Vec<&str> = text.lines().collect();
            if !lines.is_empty() {
                lines.remove(random.below(lines.len()));
            }
            project.write(path, &(lines.join("\n") + "\n"));
        }
        _ => project.write(path, &(text + LINES[random.below(LINES.len())])),
    }
}

#[test]
fn random_edits_are_answered_as_without_it() {
    let project = project("random");
    let mut random = Random(5);
    let (mut different, mut last) = (0, String::new());
    for round in 0..200 {
        for _ in 0..random.below(3) {
            edit(&project, &mut random);
        }
        let all: [&[&str]; 5] =
            [&["."], &["."], &["train.py"], &["pkg", "model.py"], &[".", "--output-format", "json"]];
        let paths = all[random.below(all.len())];
        if !project.root.join(paths[0]).exists() {
            continue;
        }
        let said = project.same(paths, &format!("round {round}"));
        different += usize::from(said.stdout != last);
        last = said.stdout;
    }
    assert!(different > 60, "{different} answers differ from the one before");
}

/// Files that aren't named and texts that aren't imported decide, too.
#[test]
fn what_a_result_rests_on_besides_its_own_files() {
    let project = project("rests");
    let first = project.same(&["train.py"], "the first run");
    project.write("extra.py", "def more(x):\n    return x\n");
    let second = project.same(&["train.py"], "a module has appeared that was looked for in vain");
    assert!(second.stdout.contains("CF101") && !first.stdout.contains("CF101"), "{second:?}");
    project.write("extra.py", "def more(x):\n    return x.T\n");
    assert_eq!(project.same(&["train.py"], "a module that is only imported has changed").code, first.code);
    fs::remove_file(project.root.join("extra.py")).expect("a file");
    assert_eq!(project.same(&["train.py"], "it is gone again"), first);
    // What one file changes of another one that doesn't import it.
    let table = "import numpy as np\nT = [3]\ndef f():\n    return np.ones(T[0]) + np.ones(4)\n";
    project.write("few/table.py", table);
    let first = project.same(&["few"], "alone");
    assert!(first.stdout.contains("CF102"), "{first:?}");
    project.write("few/other.py", "import table\ntable.T[0] = 4\n");
    let second = project.same(&["few"], "changed from elsewhere");
    assert!(!second.stdout.contains("CF102"), "{second:?}");
}

/// Of many folders it is looked up which may have a module.
#[test]
fn what_stands_in_any_of_many_folders() {
    let project = project("folders");
    let names: Vec<String> = (0..12).map(|place| format!("folder{place}/use{place}.py")).collect();
    let uses = "import numpy as np\nfrom late import size\nx = np.ones(size) + np.ones(4)\n";
    names.iter().for_each(|name| project.write(name, uses));
    let args: Vec<&str> = names.iter().map(String::as_str).collect();
    let first = project.same(&args, "nowhere");
    assert!(!first.stdout.contains("CF102"), "{first:?}");
    project.write("folder7/notes.txt", "size = 3");
    assert_eq!(project.same(&args, "no module"), first);
    project.write("folder7/late.py", "size = 3\n");
    let second = project.same(&args, "it has appeared in one of them");
    assert_eq!(second.stdout.matches("error[CF102]").count(), 12, "{second:?}");
    project.write("folder2/late/__init__.py", "size = 4\n");
    assert_eq!(project.same(&args, "a package in an earlier one").stdout.matches("error[CF102]").count(), 1);
}

#[test]
fn what_an_entry_is_worth() {
    let project = project("worth");
    let first = project.same(&["."], "the first run");
    let made = project.entries();
    assert_eq!(made.len(), 2, "{made:?}");
    // The reports of single files aren't even asked for where nothing has changed.
    let (reports, run) = (&made[0], vec![made[1].clone()]);
    fs::remove_file(reports).expect("an entry");
    assert_eq!(project.same(&["."], "nothing has changed"), first);
    assert_eq!(project.entries(), run);
    for switch in ["--no-cache", "--statistics", "--verify"] {
        project.said(&[".", "--strict", switch]);
        assert_eq!(project.entries(), run, "{switch} keeps nothing");
    }
    project.said(&[".", "--why", "train.py:6"]);
    let mut stdin = project.cached(&["-"]).stdin(Stdio::null()).spawn().expect("the command starts");
    assert!(stdin.wait().expect("it ends").success());
    assert_eq!(project.entries(), run);
    assert!(project.said(&[".", "--add-ignore"]).stdout.starts_with("Added comments for 0"));
}

#[test]
fn where_it_is() {
    let project = project("where");
    let outside = project.root.join("outside");
    let dirs = |names: &[&str]| names.iter().map(|name| entries(&project.root.join(name)).len()).collect::<Vec<_>>();
    let places = ["by_switch", "by_environment", "by_key", ".conformable_cache", "pkg/.conformable_cache"];
    let with = |args: &[&str], environment: Option<&str>| {
        let mut command = project.cached(args);
        if let Some(value) = environment {
            command.env("CONFORMABLE_CACHE_DIR", value);
        }
        Said::of(command.current_dir(project.root.join("pkg")).output())
    };
    with(&["."], None);
    assert_eq!(dirs(&places), [0, 0, 0, 2, 0], "beside the configuration");
    project.write("pyproject.toml", "[tool.conformable]\ncache-dir = 'by_key'\n");
    with(&["."], None);
    assert_eq!(dirs(&places), [0, 0, 2, 2, 0]);
    with(&["."], Some("../by_environment"));
    assert_eq!(dirs(&places), [0, 2, 2, 2, 0]);
    with(&[".", "--cache-dir", "../by_switch"], Some("../by_environment"));
    assert_eq!(dirs(&places), [2, 2, 2, 2, 0]);
    let mut off = project.cached(&[".", "--cache-dir", "never"]);
    assert!(off.env("CONFORMABLE_NO_CACHE", "1").output().is_ok_and(|output| output.status.code().is_some()));
    assert!(!project.root.join("never").exists() && !outside.exists());
    let refused = project.said(&[".", "--cache-dir", "x", "--no-cache"]);
    assert_eq!(refused.code, Some(2));
    project.write("pyproject.toml", "[tool.conformable]\ncache-dir = ''\n");
    let refused = project.said(&["."]);
    assert_eq!(
        (refused.code, &*refused.stderr),
        (Some(2), "error: pyproject.toml: `cache-dir` must be a folder, not \"\"\n")
    );
    // Where no project is, the working directory is it.
    let lonely = tempfile::tempdir().expect("a folder");
    let lonely = lonely.path();
    fs::write(lonely.join("a.py"), "x = 1\n").expect("a file");
    assert!(project.cached(&["."]).current_dir(lonely).output().is_ok_and(|output| output.status.success()));
    assert_eq!(entries(&lonely.join(".conformable_cache")).len(), 2);
}

#[test]
fn entries_that_are_not_as_they_should_be_are_none() {
    let project = project("corrupt");
    let right = project.same(&["."], "the first run");
    let mut random = Random(11);
    let whole: Vec<(PathBuf, Vec<u8>)> =
        project.entries().into_iter().map(|path| (path.clone(), fs::read(path).expect("an entry"))).collect();
    for round in 0..40 {
        for (path, bytes) in &whole {
            let mut bytes = bytes.clone();
            match (round + random.below(2)) % 5 {
                0 => bytes.truncate(random.below(bytes.len())),
                1 => {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                }
                2 => bytes.extend(b"more"),
                3 => bytes.clear(),
                _ => {}
            }
            fs::write(path, bytes).expect("a file");
        }
        if round % 3 == 0 {
            let _ = fs::remove_file(&whole[random.below(2)].0);
        }
        assert_eq!(project.said(&["."]), right, "round {round}");
    }
    // One entry isn't taken for another.
    fs::copy(&whole[1].0, &whole[0].0).expect("a file");
    project.write("new.py", "import numpy as np\n");
    project.same(&["."], "exchanged");
}

#[test]
fn folders_that_can_not_be_written_are_done_without() {
    let project = project("unwritable");
    let right = project.said(&[".", "--no-cache"]);
    project.write("file", "x");
    for place in ["file", "file/below", "/dev/null", "/dev/null/below", "/proc/conformable"] {
        assert_eq!(project.said(&[".", "--cache-dir", place]), right, "{place}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere/at/all", project.root.join("link")).expect("a link");
        assert_eq!(project.said(&[".", "--cache-dir", "link"]), right);
        // As on a full disk: no file may have more than a kilobyte.
        let binary = env!("CARGO_BIN_EXE_conformable");
        let limited = format!("trap '' XFSZ; ulimit -f 1; exec {binary} check . --cache-dir full");
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).current_dir(&project.root).env("NO_COLOR", "1");
        for _ in 0..2 {
            assert_eq!(Said::of(shell.output()), right);
        }
        let left =
            fs::read_dir(project.root.join("full")).expect("a folder").map(|entry| entry.expect("a file").path());
        let left: Vec<PathBuf> = left.filter(|path| path.extension().is_some()).collect();
        assert_eq!(left.iter().filter(|path| !path.ends_with("CACHEDIR.TAG")).count(), 0, "{left:?}");
    }
}

#[test]
fn processes_do_not_see_each_others_halves() {
    let project = project("processes");
    for round in 0..4 {
        project.write("new.py", format!("import numpy as np\nx = np.ones({round}) + np.ones(9)\n"));
        let right = project.said(&[".", "--no-cache"]);
        let all: Vec<Child> = (0..6).map(|_| project.start(&["."])).collect();
        for child in all {
            assert_eq!(Said::of(child.wait_with_output()), right);
        }
        assert_eq!(project.said(&["."]), right);
    }
}

#[test]
fn a_process_that_is_killed_leaves_nothing_that_counts() {
    let project = project("killed");
    let mut random = Random(3);
    for round in 0..25 {
        project.write("new.py", format!("import numpy as np\nx = np.ones({round}) + np.ones(30)\n"));
        let mut child = project.start(&["."]);
        std::thread::sleep(Duration::from_micros(random.below(90_000) as u64));
        let _ = child.kill();
        let _ = child.wait();
        project.same(&["."], &format!("round {round}"));
    }
}
