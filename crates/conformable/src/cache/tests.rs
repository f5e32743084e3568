//! How much of a run earlier ones answer for.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::discover;
use crate::globs::Globs;

/// A folder that is there as long as the test.
struct Project(TempDir);

const FILES: [(&str, &str); 5] = [
    ("data.py", "import numpy as np\ndef load(n):\n    return np.ones((n, 3))\n"),
    ("model.py", "import numpy as np\nimport data\ndef run(w):\n    return data.load(4) @ w\n"),
    ("main.py", "import numpy as np\nimport model\nmodel.run(np.ones(4))\n"),
    (
        "alone.py",
        "import numpy as np\nnp.ones(3) + np.ones(4)\ntry:\n    import extra\nexcept ImportError:\n    pass\n",
    ),
    ("kernel.py", "from pyccel.decorators import pure\nimport tools\n@pure\ndef f(x: 'float[:]'):\n    return x[0]\n"),
];

impl Project {
    fn new() -> Project {
        let project = Project(tempfile::tempdir().expect("a folder"));
        FILES.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// What a run says, and of how many files it says it anew.
    fn run(&self, config: &Config) -> (Vec<String>, usize) {
        let found = discover::discover(&[PathBuf::from(".")], self.root(), &Globs::none()).expect("a folder");
        let cache = Cache::new(self.root().join("cache"), config, self.root(), &[PathBuf::from(".")]).expect("a cache");
        let answered = cache.check(&found, self.root(), config, Some(2)).expect("threads");
        let without = run::check(&found, self.root(), config, Some(1)).expect("threads");
        assert_eq!(answered.diagnostics, without.diagnostics);
        assert_eq!(answered.known, without.facts.counts());
        let said = answered.diagnostics.iter().map(|d| format!("{} {}", d.place.file, d.rule.code));
        (said.collect(), answered.fresh)
    }
}

fn configured(lines: &str) -> Config {
    Config::asked(Path::new("."), Path::new("/"), &[lines.to_owned()]).expect("valid")
}

#[test]
fn what_has_not_changed_is_not_checked_again() {
    let project = Project::new();
    let config = Config::default();
    let first = project.run(&config);
    assert_eq!(first, (vec!["alone.py CF102".to_owned(), "model.py CF101".to_owned()], 5));
    assert_eq!(project.run(&config), (first.0.clone(), 0));
    // What depends on a file is checked again, nothing else.
    project.write("model.py", "import numpy as np\nimport data\ndef run(w):\n    return data.load(4) + w\n");
    assert_eq!(project.run(&config), (vec!["alone.py CF102".to_owned(), "model.py CF102".to_owned()], 2));
    project.write("model.py", FILES[1].1);
    assert_eq!(project.run(&config), (first.0.clone(), 0), "the run before that is still there");
    project.write("data.py", "import numpy as np\ndef load(n):\n    return np.ones((3, n))\n");
    assert_eq!(project.run(&config), (vec!["alone.py CF102".to_owned()], 3));
    // A file in a language is answered for as well, and checked again when what it imports appears.
    project.write("tools.py", "x = 1\n");
    assert_eq!(project.run(&config).1, 2);
    // So is one that has looked for a module in vain.
    project.write("extra/__init__.py", "import numpy as np\nnp.ones(3) @ np.ones(4)\n");
    assert_eq!(project.run(&config), (vec!["alone.py CF102".to_owned(), "extra/__init__.py CF101".to_owned()], 2));
    fs::remove_dir_all(project.root().join("extra")).expect("a folder");
    assert_eq!(project.run(&config), (vec!["alone.py CF102".to_owned()], 0));
}

#[test]
fn what_is_shown_is_chosen_from_the_same_reports_and_what_is_analysed_is_not() {
    let project = Project::new();
    assert_eq!(project.run(&Config::default()).1, 5);
    for lines in ["select = ['CF102']", "ignore = ['CF102']", "strict = true", "per-file-ignores = { 'a*' = ['CF1'] }"]
    {
        assert_eq!(project.run(&configured(lines)).1, 0, "{lines}");
    }
    assert_eq!(project.run(&configured("select = ['CF102']")).0, ["alone.py CF102"]);
    for lines in ["all-code = true", "numpy-version = '>=2.1'", "dialect = 'numpy'", "python-version = '3.11'"] {
        let of_all = project.run(&configured(lines)).1;
        assert_eq!((of_all, project.run(&configured(lines)).1), (5, 0), "{lines}");
    }
    // Levels serve a run that doesn't want them, but not the other way round.
    let mut levels = Config::default();
    levels.settings.facts = FactsWanted::Levels;
    assert_eq!((project.run(&levels).1, project.run(&levels).1), (5, 0));
    project.write("other.py", "");
    assert_eq!(project.run(&Config::default()).1, 1);
}

/// What a server says at first of a file, whether it had that from the disk, and what is kept of its whole check.
fn served(project: &Project, config: &Config, path: &str) -> (Vec<String>, bool) {
    let pool = run::threads(Some(1)).expect("a thread");
    let found = Found { files: vec![project.root().join(path)], ..Found::default() };
    let cache = Cache::of_server(config, project.root()).expect("the command's folder");
    let said = |answers_at_once: bool| {
        let (read, digests) = (run::read_files(&pool, &found, project.root()), TextDigests::default());
        let files = read.files.clone();
        let reports = cache.reports(Arc::clone(&read.loader), &digests);
        let workers = Workers { answers_at_once, of_others: Some(&reports), ..Workers::of_command(&pool) };
        let outcome = run::check_read(&workers, read, project.root(), config);
        if !outcome.is_provisional {
            reports.keep(&files);
        }
        (
            outcome.diagnostics.iter().map(|d| format!("{} {}", d.place.file, d.rule.code)).collect(),
            outcome.is_provisional,
        )
    };
    let first: (Vec<String>, bool) = said(true);
    assert_eq!(said(false), (first.0.clone(), false));
    first
}

#[test]
fn the_command_and_a_server_answer_for_each_other() {
    let project = Project::new();
    let mut config = Config { cache_dir: Some(project.root().join("cache")), ..Config::default() };
    assert!(Cache::of_server(&config, project.root()).is_none(), "a server makes no folder");
    assert_eq!(project.run(&config).1, 5);
    let broken = (vec!["model.py CF101".to_owned()], true);
    config.settings.facts = FactsWanted::Types;
    assert_eq!(served(&project, &config, "main.py"), broken, "the command has said so, without facts");
    project.write("data.py", "import numpy as np\ndef load(n):\n    return np.ones((n, 4))\n");
    assert_eq!(served(&project, &config, "main.py"), (vec![], false));
    assert_eq!(served(&project, &config, "main.py"), (vec![], true), "that was kept");
    config.settings.facts = FactsWanted::None;
    let (said, fresh) = project.run(&config);
    assert_eq!((said.len(), fresh), (1, 2), "the server has said what is wrong with main.py");
    fs::remove_dir_all(project.root()).expect("a folder");
}
