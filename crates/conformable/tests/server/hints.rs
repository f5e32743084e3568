//! Inlay hints: shapes that a line doesn't show, and no others.

use serde_json::{Value, json};

use crate::client::{Client, Folder, python_files};

const LINES: &str = "\
import numpy as np

a = np.zeros((3, 4))
b = a.T
c = a
d = a.copy()
_e = a.T
f = a @ b
f = f + 1
g = f.sum()
h: np.ndarray = a.T
k = np.array([[1, 2, 3]])
u, s, vt = np.linalg.svd(a, full_matrices=False)
for row in a:
    twice = row * 2


def spread(rows, scale=2):
    rows = rows - rows.mean(axis=0)
    return rows.T @ rows * scale


spread(a)
spread(np.ones((7, 4)))
";

/// The text with the hints in it.
fn hinted(client: &mut Client, uri: &str, text: &str) -> String {
    let far = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9_999, "character": 0}});
    let hints = client.request("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": far}));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for hint in hints.expect("an answer").as_array().expect("a list").iter().rev() {
        let at = |name: &str| usize::try_from(hint["position"][name].as_u64().expect("a number")).unwrap();
        lines[at("line")].insert_str(at("character"), &format!("«{}»", hint["label"].as_str().expect("a label")));
    }
    lines.join("\n") + "\n"
}

fn opened(name: &str, text: &str, options: Value) -> (Folder, Client, String) {
    let folder = Folder::new(name, &[]);
    let mut client = Client::with(&folder.0, json!({}), options);
    let uri = folder.uri("a.py");
    client.open(&uri, text);
    (folder, client, uri)
}

#[test]
fn shapes_that_a_line_does_not_show() {
    let (_folder, mut client, uri) = opened("hints", LINES, Value::Null);
    let expected = LINES
        .replace("b = a.T", "b«: float64[4, 3]» = a.T")
        .replace("f = a @ b", "f«: float64[3, 3]» = a @ b")
        .replace("u, s, vt =", "u«: float64[3, 3]», s«: float64[3]», vt«: float64[3, 4]» =")
        .replace("for row in", "for row«: float64[4]» in")
        .replace("twice =", "twice«: float64[4]» =")
        .replace("spread(rows, scale=2):", "spread(rows«: float64[?, 4]», scale=2)« -> float64[4, 4]»:")
        .replace("    rows = rows -", "    rows«: float64[?, 4]» = rows -");
    assert_eq!(hinted(&mut client, &uri, LINES), expected);
    client.finish();
}

#[test]
fn hints_differ_by_call_in_their_tooltips() {
    let (_folder, mut client, uri) = opened("tooltips", LINES, Value::Null);
    let range = json!({"start": {"line": 17, "character": 0}, "end": {"line": 17, "character": 99}});
    let params = json!({"textDocument": {"uri": uri}, "range": range});
    let hints = client.request("textDocument/inlayHint", params).expect("an answer");
    assert_eq!(hints.as_array().map(Vec::len), Some(2), "{hints}");
    assert_eq!(hints[0]["tooltip"], "float64[3, 4]\nfloat64[7, 4]");
    client.finish();
}

#[test]
fn hints_can_be_turned_off() {
    let only = json!({"inlayHints": {"variables": false, "returns": false}});
    let (_folder, mut client, uri) = opened("only", LINES, only);
    let shown = hinted(&mut client, &uri, LINES);
    assert_eq!(shown, LINES.replace("spread(rows,", "spread(rows«: float64[?, 4]»,"));
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"conformable": {"inlayHints": false}}}));
    assert_eq!(hinted(&mut client, &uri, LINES), LINES);
    client.finish();
}

#[test]
fn hints_do_not_jump_while_one_types() {
    let (_folder, mut client, uri) = opened("jump", LINES, Value::Null);
    let settled = hinted(&mut client, &uri, LINES);
    // Keys, each with a request, which an editor takes back when the next key comes.
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let mut requests = Vec::new();
    for key in ["x", "x ", "x =", "x = ", "x = a", "x = a["] {
        client.set(&uri, &format!("{LINES}{key}"));
        requests.push(client.send("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range})));
        std::thread::sleep(std::time::Duration::from_millis(40));
        let id = requests.last().expect("a request");
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    for id in requests {
        assert_eq!(client.answer(id).expect_err("taken back").0, -32800, "nothing was shown in between");
    }
    client.set(&uri, LINES);
    assert_eq!(hinted(&mut client, &uri, LINES), settled);
    client.finish();
}

#[test]
fn there_are_few_hints_and_none_repeats_its_line() {
    let folder = Folder::new("few", &[]);
    let mut client = Client::plain(&folder.0);
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/correct");
    let (mut lines, mut hints) = (0, 0);
    for text in python_files(examples) {
        let uri = folder.uri("example.py");
        client.open(&uri, &text);
        let shown = hinted(&mut client, &uri, &text);
        client.close(&uri);
        lines += text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).count();
        hints += shown.matches('«').count();
        for line in shown.lines() {
            for hint in line.split('«').skip(1).filter_map(|part| part.split('»').next()) {
                let sizes = hint.split_once('[').expect("sizes").1;
                let rest = line.replace(&format!("«{hint}»"), "");
                assert!(!rest.contains(&format!("({}", sizes.trim_end_matches(']'))) || sizes.len() < 3, "{line}");
            }
        }
    }
    assert!(hints > 100, "{hints} hints");
    assert!(hints * 2 < lines, "{hints} hints in {lines} lines");
    client.finish();
}

#[test]
fn the_files_of_languages_have_their_types() {
    let text = "\
from pyccel.decorators import pure
import numpy as np

def scale(x: 'float[:]', k: 'int'):
    y = np.zeros_like(x)
    z = y
    y = y + 1
    s = y.sum()
    return s
";
    let (_folder, mut client, uri) = opened("languages", text, Value::Null);
    client.pull(&uri);
    let expected = text.replace("    y = np.z", "    y«: float64[:]» = np.z");
    assert_eq!(hinted(&mut client, &uri, text), expected);
    client.finish();
}
