//! Notebooks cell by cell: findings, hovers, hints and actions are those of the module that the cells are.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Folder, brief};

const CAPABILITIES: &str = r#"{
    "notebookDocument": {"synchronization": {"executionSummarySupport": true}},
    "textDocument": {"diagnostic": {}, "hover": {"contentFormat": ["plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
}"#;

/// A cell as the client has it.
#[derive(Clone)]
struct Cell {
    uri: String,
    kind: u8,
    text: String,
    metadata: Value,
}

impl Cell {
    fn code(name: &str, text: &str) -> Cell {
        let uri = format!("vscode-notebook-cell:/book.ipynb#{name}");
        Cell { uri, kind: 2, text: text.to_owned(), metadata: json!({}) }
    }

    fn markup(name: &str) -> Cell {
        Cell { kind: 1, ..Cell::code(name, "# A *title*") }
    }

    fn raising(name: &str, text: &str) -> Cell {
        Cell { metadata: json!({"tags": ["raises-exception"]}), ..Cell::code(name, text) }
    }

    fn json(&self) -> Value {
        json!({"kind": self.kind, "document": self.uri, "metadata": self.metadata})
    }

    fn item(&self) -> Value {
        let language = if self.kind == 2 { "python" } else { "markdown" };
        json!({"uri": self.uri, "languageId": language, "version": 1, "text": self.text})
    }

    fn file(&self) -> Value {
        let kind = if self.kind == 2 { "code" } else { "markdown" };
        json!({"cell_type": kind, "source": self.text, "metadata": self.metadata})
    }
}

/// An open notebook.
struct Book {
    uri: String,
    cells: Vec<Cell>,
}

impl Book {
    fn open(client: &mut Client, folder: &Folder, cells: &[Cell]) -> Book {
        Book::of_language(client, folder, cells, "python")
    }

    fn of_language(client: &mut Client, folder: &Folder, cells: &[Cell], language: &str) -> Book {
        let book = Book { uri: folder.uri("book.ipynb"), cells: cells.to_vec() };
        let document = json!({
            "uri": book.uri, "notebookType": "jupyter-notebook", "version": 1,
            "metadata": {"language_info": {"name": language}}, "cells": cells.iter().map(Cell::json).collect::<Vec<_>>(),
        });
        let texts: Vec<Value> = cells.iter().map(Cell::item).collect();
        client.notify("notebookDocument/didOpen", json!({"notebookDocument": document, "cellTextDocuments": texts}));
        book
    }

    fn change(&self, client: &Client, cells: Value) {
        let params = json!({"notebookDocument": {"uri": self.uri, "version": 2}, "change": {"cells": cells}});
        client.notify("notebookDocument/didChange", params);
    }

    fn splice(&mut self, client: &Client, start: usize, count: usize, new: &[Cell]) {
        let gone: Vec<Cell> = self.cells.splice(start..start + count, new.iter().cloned()).collect();
        let closed: Vec<Value> = gone.iter().map(|cell| json!({"uri": cell.uri})).collect();
        let array =
            json!({"start": start, "deleteCount": count, "cells": new.iter().map(Cell::json).collect::<Vec<_>>()});
        let opened: Vec<Value> = new.iter().map(Cell::item).collect();
        self.change(client, json!({"structure": {"array": array, "didOpen": opened, "didClose": closed}}));
    }

    fn set(&mut self, client: &Client, at: usize, text: &str) {
        self.cells[at].text = text.to_owned();
        let document = json!({"uri": self.cells[at].uri, "version": 2});
        self.change(client, json!({"textContent": [{"document": document, "changes": [{"text": text}]}]}));
    }

    /// `cell 3: 1:0-1:5 CF101` for each finding.
    fn brief(&self, client: &mut Client) -> Vec<String> {
        let mut found = Vec::new();
        for (place, cell) in self.cells.iter().enumerate() {
            found.extend(client.pull(&cell.uri).iter().map(|one| format!("cell {}: {}", place + 1, brief(one))));
        }
        found
    }

    fn text(&self) -> String {
        let cells: Vec<Value> = self.cells.iter().map(Cell::file).collect();
        json!({"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": cells}).to_string()
    }

    /// What `check` says of the file with these cells.
    fn checked(&self, folder: &Folder) -> Vec<String> {
        folder.write("book.ipynb", &self.text());
        let output = Command::new(env!("CARGO_BIN_EXE_conformable"))
            .args(["check", "--no-cache", "--output-format", "json", "book.ipynb"])
            .current_dir(&folder.0)
            .output()
            .expect("the command starts");
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let place = |one: &Value, end: &str| {
            let number = |name: &str| one[end][name].as_u64().expect("a number") - 1;
            format!("{}:{}", number("row"), number("column"))
        };
        let told = |one: &Value| {
            let (start, end) = (place(one, "location"), place(one, "end_location"));
            format!("cell {}: {start}-{end} {}", one["cell"], one["code"].as_str().expect("a code"))
        };
        found.iter().map(told).collect()
    }
}

fn client(name: &str) -> (Folder, Client) {
    let folder = Folder::new(name, &[]);
    let client = Client::with(&folder.0, serde_json::from_str(CAPABILITIES).expect("JSON"), Value::Null);
    (folder, client)
}

fn at(cell: &Cell, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": cell.uri}, "position": {"line": line, "character": character}})
}

const NUMPY: &str = "import numpy as np\n\ndef f(x):\n    y = x.T\n    return y\n";

#[test]
fn cells_are_one_module_and_places_are_theirs() {
    let (folder, mut client) = client("cells");
    let sync = &client.initialized["capabilities"]["notebookDocumentSync"];
    assert_eq!(sync["notebookSelector"], json!([{"notebook": {"notebookType": "jupyter-notebook"}}]));
    let cells = [Cell::code("a", NUMPY), Cell::markup("b"), Cell::code("c", "!ls\nz = f(np.ones((3, 4)))\nz[9]")];
    let book = Book::open(&mut client, &folder, &cells);
    assert_eq!(book.brief(&mut client), ["cell 3: 2:0-2:4 CF301"]);
    let related = &client.pull(&cells[2].uri)[0];
    assert!(related["message"].as_str().expect("a text").contains('9'), "{related}");
    let mut hover = |cell: &Cell, line, character| {
        let answer = client.request("textDocument/hover", at(cell, line, character)).expect("an answer");
        (answer["contents"]["value"].as_str().unwrap_or_default().to_owned(), answer["range"]["start"].clone())
    };
    assert_eq!(hover(&cells[0], 3, 4), ("y: float64[4, 3]".to_owned(), json!({"line": 3, "character": 4})));
    let definition = hover(&cells[0], 2, 4).0;
    assert_eq!(definition, "f(x: float64[3, 4]) -> float64[4, 3]  # called from book.ipynb:cell 3:2");
    assert_eq!(hover(&cells[2], 1, 0).0, "z: float64[4, 3]");
    assert_eq!(hover(&cells[1], 0, 3).0, "");
    assert_eq!(hover(&cells[2], 99, 99).1, json!({"line": 2, "character": 0}), "what is behind the end is the end");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": cells[2].uri}, "range": range});
    let hints = client.request("textDocument/inlayHint", params).expect("an answer");
    assert_eq!(
        (&hints[0]["label"], &hints[0]["position"]),
        (&json!(": float64[4, 3]"), &json!({"line": 1, "character": 1}))
    );
    assert_eq!(hints.as_array().map(Vec::len), Some(1), "{hints}");
    client.finish();
}

#[test]
fn findings_are_sent_by_cell_and_go_with_it() {
    let folder = Folder::new("sent", &[]);
    let capabilities = json!({"notebookDocument": {"synchronization": {}}});
    let mut client = Client::with(&folder.0, capabilities, Value::Null);
    let cells =
        [Cell::code("a", "import numpy as np\nx = np.ones(3)"), Cell::code("b", "x[5]"), Cell::code("c", "x[7]")];
    let mut book = Book::open(&mut client, &folder, &cells);
    let shown = |client: &mut Client, cell: &Cell| {
        client.pull(&cells[0].uri);
        client.published.get(&cell.uri).map_or(0, |sent| sent["diagnostics"].as_array().map_or(0, Vec::len))
    };
    assert_eq!([0, 1, 2].map(|at: usize| shown(&mut client, &cells[at])), [0, 1, 1]);
    book.splice(&client, 1, 1, &[]);
    assert_eq!([0, 1, 2].map(|at: usize| shown(&mut client, &cells[at])), [0, 0, 1]);
    client.notify("notebookDocument/didClose", json!({"notebookDocument": {"uri": book.uri}, "cellTextDocuments": []}));
    assert_eq!(shown(&mut client, &cells[2]), 0);
    client.finish();
}

#[test]
fn what_is_no_python_is_left() {
    let (folder, mut client) = client("kinds");
    let raising =
        [Cell::code("a", "import numpy as np\nx = np.ones(3)"), Cell::raising("b", "x[5]"), Cell::code("c", "x[7]")];
    let mut book = Book::open(&mut client, &folder, &raising);
    assert_eq!(book.brief(&mut client), book.checked(&folder));
    // The tag goes, and the error comes.
    let data = json!([{"kind": 2, "document": raising[1].uri, "metadata": {}}]);
    book.cells[1].metadata = json!({});
    book.change(&client, json!({"data": data}));
    assert_eq!(book.brief(&mut client), ["cell 2: 0:0-0:4 CF301", "cell 3: 0:0-0:4 CF301"]);
    // Cells that there aren't, places that there aren't.
    book.change(
        &client,
        json!({"textContent": [{"document": {"uri": "none:", "version": 3}, "changes": [{"text": "x"}]}]}),
    );
    book.change(&client, json!({"structure": {"array": {"start": 99, "deleteCount": 99}}}));
    assert_eq!(book.brief(&mut client), book.checked(&folder));
    book.splice(&client, 0, 3, &[]);
    assert!(book.brief(&mut client).is_empty());
    let other = Book::of_language(&mut client, &folder, &raising, "julia");
    assert!(other.brief(&mut client).is_empty());
    client.finish();
    // A client without notebooks is offered none.
    let plain = Client::plain(&folder.0);
    assert!(plain.initialized["capabilities"]["notebookDocumentSync"].is_null());
    plain.finish();
}

#[test]
fn a_broken_cell_keeps_what_it_had_and_the_others_are_checked() {
    let (folder, mut client) = client("broken");
    let cells = [
        Cell::code("a", "import numpy as np\nx = np.ones(3)\nx[5]"),
        Cell::code("b", "y = np.ones(4)\ny[7]\n"),
        Cell::code("c", "z = x * 2\n"),
    ];
    let mut book = Book::open(&mut client, &folder, &cells);
    assert_eq!(book.brief(&mut client), ["cell 1: 2:0-2:4 CF301", "cell 2: 1:0-1:4 CF301"]);
    book.set(&client, 1, "y = np.ones(4)\ny[7]\nw = '''(\n");
    let broken = ["cell 1: 2:0-2:4 CF301", "cell 2: 1:0-1:4 CF301 stale", "cell 2: 2:4-2:8 CF002"];
    assert_eq!(book.brief(&mut client), broken);
    // What is repaired elsewhere goes, and stays gone.
    book.set(&client, 0, "import numpy as np\nx = np.ones(6)\nx[5]");
    assert_eq!(book.brief(&mut client), broken[1..]);
    let said = |client: &mut Client, cell: &Cell| {
        let found = client.pull(&cell.uri);
        found.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert!(said(&mut client, &cells[1])[0].ends_with(" (before this edit)"));
    book.set(&client, 0, "import numpy as np\nx = np.ones(6)\nx[5] + (");
    assert_eq!(book.brief(&mut client), ["cell 1: 2:7-2:8 CF002", broken[1], broken[2]]);
    book.set(&client, 0, "import numpy as np\nx = np.ones(8)\nx[9]");
    assert_eq!(book.brief(&mut client), ["cell 1: 2:0-2:4 CF301", broken[1], broken[2]]);
    let mut hover = |cell: &Cell, line, character| {
        let answer = client.request("textDocument/hover", at(cell, line, character)).expect("an answer");
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(hover(&cells[2], 0, 0), "z: float64[8]");
    assert_eq!(hover(&cells[1], 0, 0), "y: float64[4]\nThis is what was known before this edit.");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": cells[2].uri}, "range": range});
    let hints = client.request("textDocument/inlayHint", params).expect("an answer");
    assert_eq!(hints[0]["label"], json!(": float64[8]"));
    book.set(&client, 1, "y = np.ones(8)\ny[7]\n");
    assert_eq!(book.brief(&mut client), ["cell 1: 2:0-2:4 CF301"]);
    client.finish();
}

/// The texts of cells after an action's edit.
fn applied(cells: &[Cell], action: &Value) -> Vec<String> {
    let mut texts: Vec<String> = cells.iter().map(|cell| cell.text.clone()).collect();
    for (uri, edits) in action["edit"]["changes"].as_object().expect("changes") {
        let text = &mut texts[cells.iter().position(|cell| cell.uri == *uri).expect("a cell")];
        let edit = &edits[0];
        let offset = |end: &str| {
            let number = |name: &str| edit["range"][end][name].as_u64().expect("a number") as usize;
            let line: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
            line + number("character")
        };
        let range = offset("start")..offset("end");
        text.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    texts
}

#[test]
fn actions_edit_the_cell() {
    let (folder, mut client) = client("actions");
    let cells = [
        Cell::code("a", "import numpy as np\nx = np.ones((3, 4))\n"),
        Cell::code("b", "%time\nw = np.zeros(3, 4)"),
        Cell::code("c", "y = x.T"),
        Cell::code("d", ""),
    ];
    let book = Book::open(&mut client, &folder, &cells);
    assert_eq!(book.brief(&mut client), ["cell 2: 1:4-1:18 CF502"]);
    let mut actions = |cell: &Cell, line: u32| {
        let range = json!({"start": {"line": line, "character": 1}, "end": {"line": line, "character": 1}});
        let whole = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 30}});
        let range = if line == 1 { whole } else { range };
        let params = json!({"textDocument": {"uri": cell.uri}, "range": range, "context": {"diagnostics": []}});
        client.request("textDocument/codeAction", params).expect("an answer").as_array().expect("a list").clone()
    };
    let found = actions(&cells[1], 1);
    let texts: Vec<String> = found.iter().take(2).map(|action| applied(&cells, action)[1].clone()).collect();
    assert_eq!(texts, ["%time\nw = np.zeros((3, 4))", "%time\nw = np.zeros(3, 4)  # conformable: ignore[CF502]"]);
    let titled = found[0]["title"].as_str().expect("a title");
    assert!(titled.starts_with("Replace"), "{titled}");
    let found = actions(&cells[0], 1);
    assert_eq!(applied(&cells, &found[0])[0], "import numpy as np\nx = np.ones((3, 4))\nassert x.shape == (3, 4)\n");
    client.finish();
}

/// The program in cells, at top-level statements, with commands and other cells in between.
fn cells_of(text: &str, mut draw: impl FnMut(usize) -> usize, name: &mut usize) -> Vec<Cell> {
    let mut cells = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with(|c: char| c.is_alphabetic() || c == '@');
        let goes_on = ["else", "elif", "except", "finally", "class", "def"].iter().any(|word| line.starts_with(word));
        let is_decorated =
            cells.last().is_some_and(|cell| cell.lines().last().is_some_and(|last| last.starts_with('@')));
        if begins && !goes_on && !is_decorated && draw(3) == 0 {
            cells.push(String::new());
        }
        cells.last_mut().expect("a cell").push_str(line);
    }
    let mut found = Vec::new();
    for text in cells {
        let mut named = || {
            *name += 1;
            format!("c{name}")
        };
        match draw(6) {
            0 => found.push(Cell::markup(&named())),
            1 => found.push(Cell::code(&named(), "%%bash\nls 'a")),
            2 => found.push(Cell::code(&named(), "")),
            _ => {}
        }
        found.push(Cell::code(&named(), &text));
    }
    found
}

/// Numbers that look drawn.
fn drawing(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    }
}

#[test]
fn findings_are_those_of_check() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/broken");
    let mut paths: Vec<_> = fs::read_dir(examples).expect("a folder").map(|one| one.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    paths.sort();
    let (folder, mut client) = client("check");
    let (mut name, mut findings) = (0, 0);
    for (seed, path) in paths.iter().enumerate() {
        let text = fs::read_to_string(path).expect("a text");
        let mut draw = drawing(seed as u64);
        let cells = cells_of(&text, &mut draw, &mut name);
        let mut book = Book::open(&mut client, &folder, &cells);
        // Cells move, go and come back before anybody looks.
        let (from, at) = (draw(cells.len()), draw(cells.len()));
        let moved = book.cells[from].clone();
        book.splice(&client, from, 1, &[]);
        book.splice(&client, at, 0, std::slice::from_ref(&moved));
        let there = book.checked(&folder);
        assert_eq!(book.brief(&mut client), there, "{}", path.display());
        book.splice(&client, at, 1, &[]);
        book.splice(&client, from, 0, &[moved]);
        let last = book.cells.len() - 1;
        let text = format!("{}x = 𝒙\n", book.cells[last].text);
        book.set(&client, last, &text);
        let found = book.brief(&mut client);
        assert_eq!(found, book.checked(&folder), "{}", path.display());
        findings += found.len();
        client.notify(
            "notebookDocument/didClose",
            json!({"notebookDocument": {"uri": book.uri}, "cellTextDocuments": []}),
        );
    }
    assert!(findings >= 30, "{findings}");
    client.finish();
}
