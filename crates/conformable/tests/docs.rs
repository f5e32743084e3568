//! The pages of `docs`: each is in the summary, its links lead somewhere, its blocks run and print what stands there.
//!
//! `CONFORMABLE_UPDATE_DOCS=1` writes what commands print into the pages; look at what it wrote. Pages with sessions of Python are run
//! by `tests/package/test_docs.py`.

mod project;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use project::Project;
use serde_json::Value;

/// Pages whose blocks are all run here: files that their first line names, commands with what they print.
const RUN: &[&str] = &[
    "start",
    "reading-types",
    "what-is-checked",
    "ways-out",
    "coverage",
    "notebooks",
    "ci",
    "configuration",
    "output-formats",
    "suppressions",
];

/// Blocks of other pages that aren't run, and why. JSON and TOML are read all the same.
const NOT_RUN: &[(&str, &str, &str)] = &[
    ("command-line", "console", "writes into the user's home"),
    ("exit-status", "python", "checked by the commands of its table"),
    ("editors", "lua", "an editor's; tests/server/editors.rs runs Neovim"),
    ("editors", "elisp", "an editor's; tests/server/editors.rs runs Emacs"),
    ("found-in-libraries", "python", "quotes of libraries, each with its reproduction in tests/corpus/found.py"),
    ("gt4py", "console", "names files of the reader's"),
    ("playground", "console", "builds the page; tests/playground does that too"),
    ("pyccel", "console", "names files of the reader's"),
    ("test-strength", "console", "changes the sources"),
];

/// Languages that nothing here reads, in pages that are run.
const PLAIN: &[&str] = &["text", "yaml"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("a folder")
}

/// The pages by their names.
fn pages() -> BTreeMap<String, String> {
    let files = fs::read_dir(root().join("docs")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned();
        (name, fs::read_to_string(path).expect("a text"))
    };
    pages.map(read).collect()
}

struct Block<'a> {
    language: &'a str,
    /// The file that the block is, if its fence says so.
    file: Option<&'a str>,
    text: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let block = |block: &'_ str| {
        let (info, text) = block.split_once('\n').expect("a block has lines");
        let (language, file) = info.split_once(' ').map_or((info, None), |(language, file)| (language, Some(file)));
        Block {
            language: &page[offset(page, language)..][..language.len()],
            file: file.map(|file| &page[offset(page, file)..][..file.len()]),
            text: &page[offset(page, text)..][..text.len()],
        }
    };
    page.split("\n```").skip(1).step_by(2).map(block).collect()
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[test]
fn each_page_is_in_the_summary_once() {
    let mut pages = pages();
    let summary = pages.remove("SUMMARY").expect("a summary");
    let listed: Vec<String> = links(&summary).into_iter().map(|link| link.replace(".md", "")).collect();
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(once.len(), listed.len());
    assert_eq!(once, pages.keys().collect());
    let book: toml::Table = fs::read_to_string(root().join("book.toml")).expect("a text").parse().expect("TOML");
    assert_eq!(book["book"]["src"].as_str(), Some("docs"));
}

/// Where the links of a page lead, without those in code.
fn links(page: &str) -> Vec<String> {
    let prose: String = page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for line in prose.lines() {
        let text: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        for part in text.split("](").skip(1) {
            found.extend(part.split_once(')').map(|(link, _)| link.to_owned()));
        }
    }
    found
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let prose: String = page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let headings = prose.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept =
            heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
        kept.replace(' ', "-")
    };
    headings.map(slug).collect()
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    let others = [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "catalogue/README.md",
        "packaging/README.md",
    ];
    let mut files: Vec<PathBuf> = others.iter().map(|path| root.join(path)).collect();
    files.extend(pages().keys().map(|name| root.join("docs").join(format!("{name}.md"))));
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { file.clone() } else { file.parent().expect("a folder").join(path) };
            assert!(target.exists(), "{}: {link}", file.display());
            if !anchor.is_empty() {
                let there = fs::read_to_string(&target).expect("a page");
                assert!(anchors(&there).contains(anchor), "{}: {link}: {:?}", file.display(), anchors(&there));
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// Runs the blocks of a page; the page with what its commands print.
fn run_page(name: &str, page: &str) -> String {
    let project = Project::new(&format!("page_{name}"), &[]);
    let (mut written, mut commands) = (String::new(), 0);
    let mut end = 0;
    for block in blocks(page) {
        let start = offset(page, block.text);
        written += &page[end..start];
        end = start + block.text.len();
        match (block.language, block.file) {
            (_, Some(file)) => fs::write(project.root.join(file), format!("{}\n", block.text)).expect("a file"),
            ("python", None) => {
                let (file, _) = block.text.split_once('\n').expect("a first line");
                let file = file.strip_prefix("# ").expect("the first line names the file");
                fs::write(project.root.join(file), format!("{}\n", block.text)).expect("a file");
            }
            ("console", None) => {
                let mut said = Vec::new();
                for command in format!("\n{}", block.text).split("\n$ conformable ").skip(1) {
                    let line = command.lines().next().unwrap_or_default();
                    let words = words(line);
                    let output = project.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
                    assert_ne!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
                    let printed = String::from_utf8(output.stdout).expect("UTF-8");
                    said.push(format!("$ conformable {line}\n{}", printed.trim_end()));
                    commands += 1;
                }
                written += said.join("\n").trim_end();
                continue;
            }
            ("toml", None) => drop(block.text.parse::<toml::Table>().expect("TOML")),
            ("json", None) => drop(serde_json::from_str::<Value>(block.text).expect("JSON")),
            (other, None) => assert!(PLAIN.contains(&other), "{name}: a block of `{other}` is not run"),
        }
        written += block.text;
    }
    assert!(commands > 0 || name == "configuration", "{name} has commands");
    written + &page[end..]
}

/// A page with the tables that the command's own help and schemas make, between marks: `<!-- formats: begin -->`.
fn with_tables(page: &str) -> String {
    let mut parts = page.split("<!-- ");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let table = part.split_once(": begin -->").map(|(name, _)| match name {
            "formats" => format_table(),
            "commands" => table_of_commands(),
            "keys" => key_table(),
            other => panic!("no table is called {other}"),
        });
        let _ = match table {
            Some(table) => write!(written, "<!-- {}\n{table}", part.lines().next().unwrap_or_default()),
            None => write!(written, "<!-- {part}"),
        };
    }
    written
}

/// What a command says of itself.
fn help_of(command: &str) -> String {
    let project = Project::new("formats", &[]);
    let args: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).chain(["--help"]).collect();
    String::from_utf8(project.run(&args).stdout).expect("UTF-8")
}

/// The forms that a command's output may have, each with what its help says.
fn formats_of(command: &str) -> Vec<(String, String)> {
    let help = help_of(command);
    let Some((_, behind)) = help.split_once("--output-format <FORMAT>") else { return Vec::new() };
    let lines = behind.lines().map(str::trim).skip_while(|line| *line != "Possible values:").skip(1);
    let values = lines.map_while(|line| line.strip_prefix("- ")?.split_once(':'));
    values.map(|(format, says)| (format.to_owned(), says.trim().to_owned())).collect()
}

fn format_table() -> String {
    let mut table = String::from("| format | what it is |\n|---|---|\n");
    for (format, says) in formats_of("check") {
        let _ = writeln!(table, "| `{format}` | {says} |");
    }
    table
}

fn table_of_commands() -> String {
    let help = help_of("");
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut table = String::from("| command | formats |\n|---|---|\n");
    for command in commands.filter(|command| !["check", "help"].contains(command)) {
        let formats: Vec<String> = formats_of(command).iter().map(|(format, _)| format!("`{format}`")).collect();
        if !formats.is_empty() {
            let _ = writeln!(table, "| `{command}` | {} |", formats.join(", "));
        }
    }
    table
}

fn key_table() -> String {
    let output = Project::new("keys", &[]).run(&["schema", "findings"]);
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut table = String::from("| object | key | what it is |\n|---|---|---|\n");
    for object in ["Finding", "Related", "Position"] {
        for (key, value) in schema["definitions"][object]["properties"].as_object().expect("properties") {
            let says = value["description"].as_str().unwrap_or_else(|| panic!("{object}.{key} has a description"));
            let _ = writeln!(table, "| {object} | `{key}` | {} |", says.trim_end_matches('.'));
        }
    }
    table
}

#[test]
fn statuses_are_those_of_the_page() {
    let page = &pages()["exit-status"];
    let project = Project::new("statuses", &[]);
    for block in blocks(page) {
        project.write(block.file.expect("a file"), format!("{}\n", block.text));
    }
    let rows: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")).collect();
    assert!(rows.len() > 15, "{rows:?}");
    for row in rows {
        let (command, rest) = row.split_once("` | ").expect("a command");
        let status = rest.split(' ').next().and_then(|status| status.parse().ok());
        let output = project.run(&words(command).iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(output.status.code(), status, "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The words of a command; those in quotes are one.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            0 => found.extend(part.split_whitespace().map(str::to_owned)),
            _ => found.push(part.to_owned()),
        }
    }
    found
}

/// Holds a page to what it should be, or writes that.
fn hold(name: &str, is: &str, should: &str) {
    if std::env::var_os("CONFORMABLE_UPDATE_DOCS").is_some() {
        fs::write(root().join("docs").join(format!("{name}.md")), should).expect("a page");
    } else {
        assert_eq!(is, should, "{name}");
    }
}

#[test]
fn the_pages_show_what_the_command_prints() {
    let pages = pages();
    for name in RUN {
        hold(name, &pages[*name], &run_page(name, &with_tables(&pages[*name])));
    }
}

#[test]
fn each_block_is_run_by_somebody() {
    for (name, page) in pages() {
        let blocks = blocks(&page);
        // Those are run by the tests of the package, together with the modules and stubs before them.
        let is_session = blocks.iter().any(|block| block.language == "pycon");
        for block in blocks {
            let is_read = match block.language {
                "toml" => block.text.parse::<toml::Table>().is_ok(),
                "json" => serde_json::from_str::<Value>(block.text).is_ok(),
                "pycon" | "python" | "pyi" if is_session => true,
                "text" => true,
                language => {
                    RUN.contains(&name.as_str())
                        || NOT_RUN.iter().any(|(page, not, _)| *page == name && *not == language)
                }
            };
            assert!(is_read, "{name}: {}: {}", block.language, block.text);
        }
    }
}

/// The switches that a text names.
fn switches(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_lowercase() && c != '-').filter(|word| word.starts_with("--")).collect()
}

#[test]
fn the_page_of_switches_has_each() {
    let help = String::from_utf8(Project::new("switches", &[]).run(&["check", "--help"]).stdout).expect("UTF-8");
    // Of a line that begins with a switch that one alone: what it does may name others.
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let heads: Vec<&str> = lines.map(|line| line.split("  ").next().unwrap_or(line)).collect();
    let page = &pages()["command-line"];
    let (table, _) = page.split_once("\n## ").expect("sections");
    let cells: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    let is: BTreeSet<String> = cells.iter().flat_map(|cell| switches(cell)).map(str::to_owned).collect();
    let mut should: BTreeSet<String> = heads.iter().flat_map(|head| switches(head)).map(str::to_owned).collect();
    assert!(should.remove("--help") && should.len() > 20, "{should:?}");
    assert_eq!(is, should, "docs/command-line.md (left) and `check --help`");
}

/// What the objects are called that stand under a key of what `infer` prints.
fn object_under(key: &str) -> &str {
    match key {
        "functions" => "function",
        "calls" => "call",
        "classes" => "class",
        "attributes" => "attribute",
        "bindings" => "binding",
        "expressions" => "expression",
        "types" => "type",
        "from" | "location" | "end_location" => "place",
        other => other,
    }
}

/// The keys of an object and of those within it, each with what its object is called.
fn keys_of(object: &str, value: &Value, keys: &mut BTreeSet<(String, String)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys_of(object, item, keys)),
        Value::Object(entries) => {
            for (key, value) in entries {
                keys.insert((object.to_owned(), key.clone()));
                // Findings have a schema of their own.
                if key != "diagnostics" {
                    keys_of(object_under(key), value, keys);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn each_key_of_infer_is_documented() {
    let text = "import numpy as np\n\nclass C:\n    def __init__(self):\n        self.w = np.ones(3)\n\ndef f(x):\n    \
                \"\"\"\n    >>> f(np.ones(3))\n    \"\"\"\n    y = x + 1\n    return y\n\nC()\nf(np.ones(4))\n";
    let cell = serde_json::json!({"cell_type": "code", "metadata": {}, "source": text});
    let book = serde_json::json!({"nbformat": 4, "metadata": {}, "cells": [cell]}).to_string();
    let project = Project::new("infer_keys", &[("a.py", text), ("b.ipynb", &book)]);
    let output = project.run(&["infer", ".", "--expressions", "--output-format", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut is = BTreeSet::new();
    keys_of("answer", &answer, &mut is);
    let page = &pages()["reading-types"];
    let (_, table) = page.split_once("| object | key |").expect("a table");
    let mut documented = BTreeSet::new();
    for row in table.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("| ")) {
        let mut cells = row.split(" | ");
        let (object, keys) = (cells.next().expect("an object"), cells.next().unwrap_or_default());
        documented.extend(keys.split('`').skip(1).step_by(2).map(|key| (object.to_owned(), key.to_owned())));
    }
    assert_eq!(documented, is, "docs/reading-types.md (left) and what `infer` prints");
}

/// What the rules' codes begin with, in words.
const KINDS: &[(&str, &str)] = &[
    ("CF0", "The run itself"),
    ("CF1", "Shapes"),
    ("CF2", "Dtypes"),
    ("CF3", "Indices"),
    ("CF4", "Axes and ranks"),
    ("CF5", "Calls"),
    ("CF60", "Annotations"),
    ("CF61", "Statically typed languages: Pyccel's Python, GT4Py's operators"),
    ("CF62", "Statically typed languages: Pyccel's Python, GT4Py's operators"),
    ("CF7", "What runs and is hardly meant"),
];

#[test]
fn the_page_of_rules_is_the_commands_own_table() {
    let project = Project::new("rules", &[]);
    let output = project.run(&["rules", "--output-format", "json"]);
    let rules: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut should = String::from(
        "# Rules\n\nEach rule has a page with an example that fails and the repaired one, which the tests run with NumPy; `conformable explain CF101` prints it. Rules\n\
         are chosen by code, by the beginning of codes or by name ([`--select`](command-line.md), [`select`](configuration.md)).\n",
    );
    let mut last = "";
    for rule in &rules {
        let text = |key: &str| rule[key].as_str().expect("a text");
        let code = text("code");
        let kind =
            KINDS.iter().find(|(start, _)| code.starts_with(start)).unwrap_or_else(|| panic!("{code} has a kind")).1;
        if kind != last {
            let _ = write!(should, "\n## {kind}\n\n| code | name | severity | what it finds |\n|---|---|---|---|\n");
            last = kind;
        }
        let page = format!("../spec/errors/{code}.md");
        assert!(root().join("docs").join(&page).exists(), "{page}");
        let _ =
            writeln!(should, "| [{code}]({page}) | `{}` | {} | {} |", text("name"), text("severity"), text("summary"));
    }
    hold("rules", &pages().remove("rules").unwrap_or_default(), &should);
}
