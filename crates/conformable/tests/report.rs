//! `conformable report`: what the pages hold is what the other commands say.

mod pages;
mod project;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use conformable::texts::{self, CheckedTexts, ShownExpression, TextFile};
use pages::Shown;
use project::Project;
use serde_json::{Value, json};

impl Project {
    fn said(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn page(&self, path: &str) -> Shown {
        Shown::read(&self.root.join(path))
    }

    fn pages(&self) -> BTreeMap<String, Shown> {
        let files = fs::read_dir(self.root.join("out/files")).expect("pages");
        let pages = files.map(|file| Shown::read(&file.expect("a page").path()));
        pages
            .map(|page| (page.title.strip_suffix(" - Conformable report").expect("a title").to_owned(), page))
            .collect()
    }
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let target = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() { copy(&entry, &target) } else { _ = fs::copy(&entry, &target).expect("a file") }
    }
}

/// The findings of a text report: without its last lines.
fn blocks(said: &str) -> Vec<String> {
    let blocks = said.split("\n\n").map(str::trim_end);
    blocks.filter(|block| block.contains("\n  ") || block.contains("-->")).map(str::to_owned).collect()
}

/// Are these the findings of a text report, which has those of one cause together, and all that programs are told?
fn hold_to_report(shown: &[String], said: &str, for_programs: &str, name: &str) {
    for block in blocks(said) {
        let own: Vec<&str> = block.lines().filter(|line| !line.contains("= the same at ")).collect();
        let own = own.join("\n");
        assert!(shown.iter().any(|one| one.trim_end() == own), "{name}: {own}");
    }
    let all: Vec<Value> = serde_json::from_str(for_programs).expect("JSON");
    assert_eq!(shown.len(), all.len(), "{name}");
}

#[test]
fn the_pages_of_all_examples_hold_what_the_commands_say() {
    let project = Project::new("examples", &[]);
    copy(&examples(), &project.root);
    let said = project.said(&["report", "--output", "out"]);
    let checked = project.said(&["check"]);
    let closing: Vec<&str> = checked.lines().rev().take(2).collect();
    assert_eq!(said, format!("{}\n{}\nout/index.html\n", closing[1], closing[0]));
    let pages = project.pages();
    let index = project.page("out/index.html");
    assert!(index.words.contains(closing[0]) && index.words.contains(closing[1]), "{}", index.words);

    let coverage: Value = serde_json::from_str(&project.said(&["coverage", "--output-format", "json"])).expect("JSON");
    for file in coverage["files"].as_array().expect("files") {
        let path = file["filename"].as_str().expect("a path");
        let page = &pages[path];
        let text = fs::read_to_string(project.root.join(path)).expect("a text");
        assert_eq!(page.source, text, "{path}");
        let levels = ["unknown", "array", "rank", "sizes"].map(|level| page.count(level) as u64);
        let expected =
            [&file["expressions"], &file["known"], &file["sizes"]].map(|count| count.as_u64().expect("a count"));
        assert_eq!([levels.iter().sum(), levels[2] + levels[3], levels[3]], expected, "{path}: {levels:?}");
        for link in page.links.iter().filter(|link| !link.starts_with('#')) {
            assert!(project.root.join("out/files").join(link.split('#').next().expect("a path")).exists(), "{link}");
        }
    }
    for cause in coverage["causes"].as_array().expect("causes").iter().take(20) {
        assert!(index.words.contains(cause["cause"].as_str().expect("words")), "{cause}");
    }

    let shown: Vec<String> = pages.values().flat_map(|page| page.findings.clone()).collect();
    hold_to_report(&shown, &checked, &project.said(&["check", "--output-format", "json"]), "all");
    assert!(shown.len() > 60);
    // An error is marked where it is, or within what is marked.
    for (path, page) in &pages {
        let marked = page.count("error") + page.count("warning");
        assert_eq!(marked == 0, page.findings.is_empty(), "{path}");
    }
}

fn checked_text(files: &[(&str, &str)]) -> CheckedTexts {
    let file = |(name, text): &(&str, &str)| TextFile { name: (*name).to_owned(), text: Ok((*text).to_owned()) };
    texts::check(files.iter().map(file).collect(), "").expect("it can work")
}

/// What is told of each expression is what the page of a report shows of it.
fn hold_to_page(expressions: &[ShownExpression], text: &str, page: &Shown) {
    let units = text.char_indices().flat_map(|(at, c)| std::iter::repeat_n(at, c.len_utf16()));
    let bytes: Vec<usize> = units.chain([text.len()]).collect();
    for one in expressions {
        let place = (bytes[one.range.0], bytes[one.range.1]);
        let span = page.spans.iter().find(|span| (span.start, span.end) == place).expect("a part of the page");
        let is_told = span.tip == one.told || span.tip.starts_with(&format!("{}\n", one.told));
        assert!(is_told, "{}: {} is not {}", page.title, one.told, span.tip);
        assert_eq!(span.class.split(' ').next(), Some(one.level.unwrap_or("other")), "{}: {}", page.title, one.told);
    }
    let shown = page.spans.iter().filter(|span| !span.tip.is_empty()).count();
    assert!(expressions.len() > 20 && expressions.len() + page.findings.len() >= shown, "{}", page.title);
}

/// What a page in a browser would say of the texts: each folder's files together, as `check` takes them.
#[test]
fn texts_on_no_disk_are_checked_as_files_are() {
    let project = Project::new("texts", &[]);
    copy(&examples(), &project.root);
    let mut count = 0;
    for kind in ["correct", "broken"] {
        let files = fs::read_dir(project.root.join(kind)).expect("a folder").map(|entry| entry.expect("a file").path());
        for path in files.filter(|path| path.is_file()) {
            let name = path.file_name().expect("a name").to_str().expect("UTF-8").to_owned();
            let alone = Project::new("text", &[]);
            alone.write(&name, fs::read(&path).expect("a text"));
            let text = fs::read_to_string(&path).expect("a text");
            let told = checked_text(&[(&name, &text)]);
            let said = alone.said(&["check", &name]);
            assert_eq!(told.findings(), alone.said(&["check", &name, "--output-format", "json"]), "{name}");
            let shown: Vec<String> = told.shown_findings().into_iter().map(|finding| finding.text).collect();
            hold_to_report(&shown, &said, &told.findings(), &name);
            assert!(said.ends_with(&told.closing()), "{name}");
            assert_eq!(told.coverage(), alone.said(&["coverage", &name, "--output-format", "json"]), "{name}");
            alone.said(&["report", "--output", "out"]);
            for page in &told.pages() {
                let written = fs::read_to_string(alone.root.join("out").join(&page.path)).expect("a page");
                assert_eq!(page.html, written, "{name}");
            }
            hold_to_page(&told.expressions(&name), &text, &alone.page(&format!("out/files/{name}.html")));
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
    let files = [("b.py", "import a\na.x[9]\n"), ("a.py", "import numpy as np\nx = np.ones(3)\n")];
    assert!(checked_text(&files).findings().contains("CF301"));
}

/// Modules that import each other, as `check` takes their folder.
#[test]
fn texts_of_a_folder_are_checked_together() {
    let mut count = 0;
    for kind in ["correct", "broken"] {
        let folders =
            fs::read_dir(examples().join(kind)).expect("a folder").map(|entry| entry.expect("an entry").path());
        for folder in folders.filter(|path| path.is_dir()) {
            let project = Project::new("together", &[]);
            copy(&folder, &project.root);
            let mut files = Vec::new();
            modules(&project.root, "", &mut files);
            let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            let expected = project.said(&["check", "--output-format", "json"]);
            assert_eq!(checked_text(&files).findings(), expected, "{}", folder.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

/// The modules below a folder, by their paths from it.
fn modules(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = format!("{prefix}{}", path.file_name().expect("a name").to_str().expect("UTF-8"));
        if path.is_dir() {
            modules(&path, &format!("{name}/"), files);
        } else if name.ends_with(".py") {
            files.push((name, fs::read_to_string(path).expect("a text")));
        }
    }
}

/// Names and texts that want to be more than text.
const HOSTILE: &str = "import numpy as np\n\"</script><script>alert(1)</script>\"\nx = np.zeros((2, 3)) @ np.ones({'\"><img onerror=1>': 4}['\"><img onerror=1>'])\ny = \"&lt;\\u202e\" # \u{202e} <b>\n";

#[test]
fn nothing_gets_out_of_its_place() {
    let name = "a<b>&\"'#x=1.py";
    let project = Project::new(
        "hostile",
        &[
            (name, HOSTILE),
            ("a.b.py", "import numpy as np\nx = np.ones(3)\n"),
            ("a/b.py", "import numpy as np\nx = np.ones(3)[7]\n"),
        ],
    );
    project.said(&["report", "--output", "out", "."]);
    // Reading asserts that there are no tags but the report's own.
    let pages = project.pages();
    assert_eq!(pages.keys().collect::<Vec<_>>(), ["a.b.py", "a/b.py", name]);
    assert_eq!(pages[name].source, HOSTILE.replace('\u{202e}', "\u{fffd}"));
    assert!(project.page("out/index.html").words.contains(name));
    let files = fs::read_dir(project.root.join("out/files")).expect("pages");
    let names = files.map(|file| file.expect("a page").file_name().into_string().expect("UTF-8"));
    assert!(names.into_iter().all(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))));
}

#[test]
fn other_files_are_left_alone_and_older_pages_removed() {
    let project = Project::new(
        "folder",
        &[
            ("a.py", "import numpy as np\nx = np.ones(3)\n"),
            ("b.py", "import numpy as np\ny = np.ones(3)\n"),
            ("mine/notes.txt", "x"),
            ("file", ""),
        ],
    );
    assert!(project.refused(&["report", "--output", "mine"]).contains("`mine` has something in it that is no report"));
    assert!(project.refused(&["report", "--output", "file"]).contains("no report"));
    assert!(project.refused(&["report", "none.py"]).contains("none.py"));
    project.said(&["report", "--output", "out"]);
    project.write("out/files/mine.txt", b"x");
    fs::remove_file(project.root.join("b.py")).expect("a file");
    let read = |path: &str| fs::read(project.root.join(path)).ok();
    project.said(&["report", "--output", "out", "--jobs", "1"]);
    assert_eq!(read("out/files/b.py.html"), None);
    assert!(read("out/files/mine.txt").is_some());
    let first = read("out/files/a.py.html");
    project.said(&["report", "--output", "out", "--jobs", "2"]);
    assert_eq!(read("out/files/a.py.html"), first);
    // A file that is no Python is a failure, and the others have their pages.
    project.write("c.py", b"x = (\n");
    let output = project.run(&["report", "--output", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("c.py:1:"));
    assert_eq!(project.page("out/files/c.py.html").findings.len(), 1);
    assert!(read("out/files/a.py.html").is_some());
}

#[test]
fn lines_of_notebooks_are_those_of_their_cells() {
    let cells = json!([
        {"cell_type": "code", "source": "import numpy as np\nx = np.ones((3, 4))", "metadata": {}},
        {"cell_type": "markdown", "source": "text", "metadata": {}},
        {"cell_type": "code", "source": "!ls\nx[5]\n", "metadata": {}},
    ]);
    let text = json!({"nbformat": 4, "metadata": {}, "cells": cells}).to_string();
    let project = Project::new("notebook", &[("a.ipynb", &text)]);
    project.said(&["report", "--output", "out"]);
    let page = project.page("out/files/a.ipynb.html");
    assert_eq!(page.lines, ["1", "1", "2", "3", "1", "2"]);
    assert_eq!(page.source, "\nimport numpy as np\nx = np.ones((3, 4))\n\npass\nx[5]\n");
    assert!(page.findings[0].contains("--> a.ipynb:cell 3:2:1"), "{}", page.findings[0]);
    let at = page.source.find("x[5]").expect("the text");
    assert!(page.at(at + 1).expect("a mark").class.contains("error"));
}

#[test]
fn files_of_a_language_have_its_types_and_baselines_count() {
    let pyccel = "from pyccel.decorators import pure\n\n@pure\ndef f(x: 'float[:]', n: int):\n    y = x[:n]\n    return y[0] + 1\n";
    let project = Project::new("language", &[("k.py", pyccel), ("b.py", "import numpy as np\nnp.ones(3)[7]\n")]);
    project.said(&["report", "--output", "out"]);
    let page = project.page("out/files/k.py.html");
    let at = page.source.find("y =").expect("the text");
    assert!(page.at(at).expect("a mark").tip.starts_with("y: float"), "{:?}", page.at(at));
    assert_eq!(project.page("out/files/b.py.html").findings.len(), 1);
    project.said(&["check", "--baseline", "known.json", "--update-baseline"]);
    project.said(&["report", "--output", "out", "--config", "baseline = 'known.json'"]);
    assert!(project.page("out/files/b.py.html").findings.is_empty());
}
