//! After any edits the server says what a fresh one says, and what `check` says.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Folder};

const FILES: [(&str, &str); 5] = [
    (
        "data.py",
        "import numpy as np\n\nN = 12\n\n\ndef load(n=N):\n    rows = np.arange(n * 3.0).reshape(n, 3)\n    labels = np.zeros(n)\n    return rows, labels\n\n\ndef split(rows, at):\n    return rows[:at], rows[at:]\n",
    ),
    (
        "layers.py",
        "import numpy as np\n\n\nclass Layer:\n    def __init__(self, inputs, outputs):\n        self.w = np.ones((inputs, outputs))\n        self.b = np.zeros(outputs)\n\n    def __call__(self, x):\n        h = x @ self.w\n        return h + self.b\n",
    ),
    (
        "model.py",
        "import numpy as np\nfrom layers import Layer\n\n\nclass Model:\n    def __init__(self, sizes):\n        self.layers = [Layer(a, b) for a, b in zip(sizes[:-1], sizes[1:])]\n        self.last = Layer(sizes[-1], 1)\n\n    def forward(self, x):\n        for layer in self.layers:\n            x = np.tanh(layer(x))\n        return self.last(x)\n\n\ndef loss(y, wanted):\n    d = y[:, 0] - wanted\n    return (d * d).mean()\n",
    ),
    (
        "train.py",
        "import numpy as np\nfrom data import load, split\nfrom model import Model, loss\n\nrows, labels = load(8)\nfirst, rest = split(rows, 5)\nmodel = Model([3, 4])\ny = model.forward(first)\ne = loss(y, labels[:5])\ncentred = rows - rows.mean(axis=0)\ncov = centred.T @ centred\n",
    ),
    (
        "plain.py",
        "import numpy as np\n\n\ndef outer(a, b):\n    return a[:, None] * b\n\n\nx = outer(np.ones(3), np.ones(4))\nz = x[2, 3]\nfor row in x:\n    s = row.sum()\n",
    ),
];

const LINES: [&str; 8] = [
    "q = np.ones((3, 4)) @ np.ones((3, 4))\n",
    "import plain\n",
    "from train import cov\n",
    "t = np.zeros(3)[4]\n",
    "def broken(\n",
    "    w = np.ones(5)\n",
    "# conformable: ignore[CF101]\n",
    "π = 'é𝒙' + (\n",
];

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % count.max(1) as u64).expect("it is small")
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        text.floor_char_boundary(self.below(text.len() + 1))
    }
}

/// The state that an editor and a disk are in.
struct World {
    folder: Folder,
    open: BTreeMap<&'static str, String>,
    disk: BTreeMap<&'static str, String>,
}

impl World {
    fn new(name: &str) -> World {
        World {
            folder: Folder::new(name, &FILES),
            open: BTreeMap::new(),
            disk: FILES.map(|(path, text)| (path, text.to_owned())).into(),
        }
    }

    /// One thing that somebody does.
    fn step(&mut self, client: &mut Client, random: &mut Random) {
        let (path, original) = FILES[random.below(FILES.len())];
        let uri = self.folder.uri(path);
        let Some(text) = self.open.get(path).cloned() else {
            let text = self.disk.get(path).cloned().unwrap_or_else(|| original.to_owned());
            client.open(&uri, &text);
            self.open.insert(path, text);
            return;
        };
        match random.below(24) {
            0 => {
                client.close(&uri);
                self.open.remove(path);
            }
            1 => {
                self.folder.write(path, &text);
                self.disk.insert(path, text);
                client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
            }
            2 => {
                // Renamed away, as far as the others see; the buffer stays.
                let _ = std::fs::remove_file(self.folder.0.join(path));
                self.disk.remove(path);
                client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 3}]}));
            }
            3..8 => {
                client.set(&uri, original);
                self.open.insert(path, original.to_owned());
            }
            _ => {
                let (start, end, new) = edit(&text, random);
                let position = |at: usize| {
                    let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
                    json!({"line": text[..at].matches('\n').count(), "character": text[line_start..at].chars().count()})
                };
                let range = json!({"start": position(start), "end": position(end)});
                client.change(&uri, json!([{"range": range, "text": new}]));
                self.open.insert(path, [&text[..start], &new, &text[end..]].concat());
            }
        }
    }

    /// `file:row:column-row:column code` for what `check` says of the open files.
    fn check(&self) -> BTreeSet<String> {
        let mirror = Folder::new("mirror", &[]);
        self.disk
            .iter()
            .filter(|(path, _)| !self.open.contains_key(*path))
            .for_each(|(path, text)| mirror.write(path, text));
        self.open.iter().for_each(|(path, text)| mirror.write(path, text));
        if self.open.is_empty() {
            return BTreeSet::new();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        command.arg("check").args(self.open.keys()).args(["--output-format", "json"]).current_dir(&mirror.0);
        let output = command.output().expect("it runs");
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let found = found
            .as_array()
            .expect("a list")
            .iter()
            .filter(|one| self.open.contains_key(one["filename"].as_str().unwrap()));
        let at = |place: &Value| format!("{}:{}", place["row"], place["column"]);
        found
            .map(|one| {
                format!(
                    "{}:{}-{} {}",
                    one["filename"].as_str().unwrap(),
                    at(&one["location"]),
                    at(&one["end_location"]),
                    one["code"].as_str().unwrap()
                )
            })
            .collect()
    }

    /// The same for what the server says, without what it keeps of before.
    fn findings(&self, client: &mut Client) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for path in self.open.keys() {
            for one in client.pull(&self.folder.uri(path)) {
                let is_at_a_call = one["message"].as_str().expect("a message").starts_with("in ");
                let at = |end: &str| {
                    let number = |name: &str| one["range"][end][name].as_u64().expect("a number") + 1;
                    format!("{}:{}", number("line"), number("character"))
                };
                if one["data"]["stale"] != true && !is_at_a_call {
                    all.insert(format!(
                        "{path}:{}-{} {}",
                        at("start"),
                        at("end"),
                        one["code"].as_str().expect("a code")
                    ));
                }
            }
        }
        all
    }

    /// What hints and hovers say of the files that are Python, at some places.
    fn facts(&self, client: &mut Client, seed: u64) -> Vec<String> {
        let mut all = Vec::new();
        for (path, text) in &self.open {
            let uri = self.folder.uri(path);
            if client.brief(&uri).iter().any(|one| one.contains("CF002") || one.contains("CF003")) {
                continue;
            }
            let far = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
            let hints = client.request("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": far}));
            all.push(format!("{path} {}", hints.expect("an answer")));
            let mut random = Random(seed);
            for _ in 0..10 {
                let (line, character) = (random.below(text.lines().count()), random.below(30));
                let params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
                let told = client.request("textDocument/hover", params).expect("an answer");
                all.push(format!("{path}:{line}:{character} {}", told["contents"]["value"]));
            }
        }
        all
    }
}

/// A part of a text, and what stands there from now on.
fn edit(text: &str, random: &mut Random) -> (usize, usize, String) {
    let line = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        (start, text[at..].find('\n').map_or(text.len(), |end| at + end + 1))
    };
    let at = random.place(text);
    let (start, end) = line(at);
    match random.below(8) {
        0 => (start, end, String::new()),
        1 => (start, start, text[start..end].to_owned()),
        2 | 3 => (start, start, LINES[random.below(LINES.len())].to_owned()),
        4 => {
            let end = text.ceil_char_boundary((at + random.below(5)).min(text.len()));
            (at, end, String::new())
        }
        _ => match text[at..].find(|c: char| c.is_ascii_digit()) {
            Some(found) => (at + found, at + found + 1, random.below(10).to_string()),
            None => (at, at, "#".to_owned()),
        },
    }
}

fn characters() -> Value {
    json!({"general": {"positionEncodings": ["utf-32"]}})
}

#[test]
fn a_thousand_edits_leave_what_a_fresh_server_says() {
    let mut world = World::new("random");
    // Another seed tries other edits: `CONFORMABLE_SEED=7 cargo test -p conformable --test server thousand`.
    let seed = std::env::var("CONFORMABLE_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Random(seed.unwrap_or(20));
    let mut client = Client::with(&world.folder.0, characters(), Value::Null);
    let (mut compared, mut told) = (0, 0);
    for step in 0..1_000_u64 {
        world.step(&mut client, &mut random);
        if step % 25 != 24 {
            continue;
        }
        let mut fresh = Client::with(&world.folder.0, characters(), Value::Null);
        world.open.iter().for_each(|(path, text)| fresh.open(&world.folder.uri(path), text));
        let found = world.findings(&mut client);
        assert_eq!(found, world.findings(&mut fresh), "step {step}: {:?}", world.open);
        assert_eq!(found, world.check(), "step {step}: {:?}", world.open);
        let facts = world.facts(&mut client, step);
        assert_eq!(facts, world.facts(&mut fresh, step), "step {step}: {:?}", world.open);
        told += facts.iter().filter(|fact| !fact.ends_with(" null") && !fact.ends_with(" []")).count();
        compared += found.len();
        fresh.finish();
    }
    assert!(compared > 40 && told > 100, "{compared} findings and {told} facts were compared");
    assert_eq!(client.finish(), 0);
}

#[test]
fn nothing_that_is_typed_brings_it_down() {
    let folder = Folder::new("hostile", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    let good = "import numpy as np\nnp.ones(3)[3]\n";
    client.open(&uri, good);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9_999, "character": 0}});
    for text in [
        "\0".repeat(1_000),
        "(".repeat(100_000),
        format!("import numpy as np\nx = np.ones({})\n", "1".repeat(1_000_000)),
        format!("import numpy as np\nx = {}np.ones(3)\n", "-".repeat(5_000)),
        "\u{feff}import numpy as np\r\r\nx = np.ones(3)".to_owned(),
        "import a\nfrom a import *\nimport numpy as np\nx = np.ones(3)\n".to_owned(),
        "# conformable: skip-file\nx = (".to_owned(),
        String::new(),
    ] {
        client.set(&uri, &text);
        let found = client.brief(&uri);
        assert!(found.iter().all(|one| !one.contains("CF000")), "{found:?}");
        for (line, character) in [(0, 0), (1, 4), (1, 500_000)] {
            let position = json!({"line": line, "character": character});
            let at = json!({"textDocument": {"uri": uri}, "position": position});
            client.request("textDocument/hover", at).expect("an answer");
        }
        let about = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
        client.request("textDocument/inlayHint", about.clone()).expect("an answer");
        client.request("textDocument/codeAction", about).expect("an answer");
    }
    client.set(&uri, good);
    assert_eq!(client.brief(&uri), ["1:0-1:13 CF301"]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn each_of_many_requests_has_one_answer() {
    let folder = Folder::new("storm", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    client.open(&uri, FILES[4].1);
    // A hover whose time is up is answered by the state before: there is one.
    client.brief(&uri);
    let mut ids = Vec::new();
    for number in 0..1_000 {
        if number % 10 == 0 {
            client.set(&uri, &format!("{}\nk = {number}\n", FILES[4].1));
        }
        let position = json!({"line": 7, "character": 0});
        ids.push(client.send("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": position})));
        client.notify("$/cancelRequest", json!({"id": number / 2}));
    }
    let answers = client.answers(&ids);
    assert_eq!(answers.len(), 1_000);
    let told = ["x: float64[3, 4]", "x: float64[3, 4]\nThis is what was known before this edit."].map(Value::from);
    let known = |answer: &&Result<Value, (i32, String)>| matches!(answer, Ok(hover) if told.contains(&hover["contents"]["value"]));
    let taken_back = |answer: &&Result<Value, (i32, String)>| matches!(answer, Err((-32800, _)));
    assert_eq!(answers.iter().filter(known).count() + answers.iter().filter(taken_back).count(), 1_000, "{answers:?}");
    assert_eq!(client.finish(), 0);
}
