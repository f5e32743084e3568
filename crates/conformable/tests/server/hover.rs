//! Types on hover: at each call, in one's own names, and why something is unknown.

use serde_json::{Value, json};

use crate::client::{Client, Folder};

const MARKDOWN: &str = r#"{"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}}"#;

const NET: &str = "\
import numpy as np


class Net:
    def __init__(self, inputs, outputs):
        self.w1 = np.zeros((inputs, 4))
        self.w2 = np.zeros((4, outputs))

    def forward(self, x):
        h = np.tanh(x @ self.w1)
        return h @ self.w2


def spread(rows):
    n, k = rows.shape
    centred = rows - rows.mean(axis=0)
    return centred.T @ centred


def main(n):
    points = np.ones((n, 3))
    spread(points)
    spread(points[:, :2])
    return Net(3, 2).forward(points)


def never(x):
    n, m = x.shape
    return x.reshape(m, n)


main(10)
";

/// The text of the hover at a part of a text; with `|` before the character that is meant.
fn hover(client: &mut Client, uri: &str, text: &str, part: &str) -> Option<String> {
    let (before, after) = part.split_once('|').unwrap_or(("", part));
    let at = text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("{part}")) + before.len();
    let line = text[..at].matches('\n').count();
    let character = text[..at].rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    let position = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    // A hover doesn't wait long for a check, and this machine may do something else.
    client.pull(uri);
    let answer = client.request("textDocument/hover", params).expect("an answer");
    if answer.is_null() { None } else { Some(answer["contents"]["value"].as_str().expect("a text").to_owned()) }
}

fn opened(name: &str, text: &str, capabilities: Value) -> (Folder, Client, String) {
    let folder = Folder::new(name, &[]);
    let mut client = Client::with(&folder.0, capabilities, Value::Null);
    let uri = folder.uri("net.py");
    client.open(&uri, text);
    (folder, client, uri)
}

#[test]
fn expressions_have_the_types_of_their_calls() {
    let (_folder, mut client, uri) = opened("calls", NET, json!({}));
    for (part, expected) in [
        ("h = np", "h: float64[10, 4]"),
        ("(|x @ self.w1", "x: float64[10, 3]\nMade at net.py:21, by `np.ones((n, 3))`."),
        ("x |@ self.w1", "x @ self.w1: float64[10, 4]"),
        ("self.|w1)", "self.w1: float64[3, 4]\nMade at net.py:6, by `np.zeros((inputs, 4))`."),
        ("np.|tanh", "np.tanh(x @ self.w1): float64[10, 4]"),
        ("self, |x)", "x: float64[10, 3]\nMade at net.py:21, by `np.ones((n, 3))`."),
        ("points = ", "points: float64[10, 3]"),
        ("def |forward", "forward(self: net.Net, x: float64[10, 3]) -> float64[10, 2]  # called from net.py:24"),
        (
            "centred = ",
            "centred: float64[10, 3]  # called from net.py:22\ncentred: float64[10, 2]  # called from net.py:23",
        ),
        (
            "def |spread",
            "spread(rows: float64[10, 3]) -> float64[3, 3]  # called from net.py:22\n\
             spread(rows: float64[10, 2]) -> float64[2, 2]  # called from net.py:23",
        ),
    ] {
        assert_eq!(hover(&mut client, &uri, NET, part).as_deref(), Some(expected), "{part}");
    }
    for part in ["import", "|np\n", "0.5", "class", "\n\n|\n", "return", "4))"] {
        if NET.contains(&part.replace('|', "")) {
            assert_eq!(hover(&mut client, &uri, NET, part), None, "{part}");
        }
    }
    client.finish();
}

#[test]
fn functions_that_nobody_calls_have_their_own_names() {
    let (_folder, mut client, uri) = opened("alone", NET, json!({}));
    let told = hover(&mut client, &uri, NET, "def |never").expect("a hover");
    assert!(told.starts_with("never(x?: T[n, m]) -> T[m, n]\nCalled from nowhere here"), "{told}");
    let told = hover(&mut client, &uri, NET, "n, |m = ").expect("a hover");
    assert!(told.starts_with("m: Int[m]\n`never` is called from nowhere here"), "{told}");
    let told = hover(&mut client, &uri, NET, "never(|x)").expect("a hover");
    assert_eq!(told, "x: T[n, m]\n`never` is called from nowhere here: this holds for any arguments.");
    assert!(
        hover(&mut client, &uri, NET, "return x.|reshape").expect("a hover").starts_with("x.reshape(m, n): T[m, n]")
    );
    client.finish();
}

#[test]
fn parameters_of_what_nobody_calls_have_what_is_said_of_them() {
    let text = "import numpy as np\n\n\ndef grown(x, w, n, k=3, *rest):\n    y = x @ w\n    np.zeros((n, k))\n    return y\n\n\ndef plain(label):\n    print(label)\n";
    let (_folder, mut client, uri) = opened("parameters", text, json!({}));
    for (part, expected) in [
        ("grown(|x", "x: T[*S]"),
        ("w, |n", "n: Int[n] where 0 <= n"),
        ("n, |k", "k: Int[k]=3 where 0 <= k"),
        ("plain(|label", "label: Unknown"),
    ] {
        let told = hover(&mut client, &uri, text, part).expect("a hover");
        let (code, note) = told.split_once('\n').expect("a note");
        assert_eq!(code, expected, "{part}");
        assert!(note.ends_with("is called from nowhere here: this holds for any arguments."), "{told}");
    }
    client.finish();
}

#[test]
fn unknown_has_a_cause_and_a_way_out() {
    let text = "import numpy as np\nimport sensors\n\nraw = sensors.load('a')\ny = np.ones(3) * raw\nz = y[0]\n";
    let (folder, mut client, uri) = opened("cause", text, serde_json::from_str(MARKDOWN).expect("JSON"));
    let told = hover(&mut client, &uri, text, "y = ").expect("a hover");
    assert!(told.starts_with("```python\ny: Unknown\n```\n"), "{told}");
    let link = format!("Unknown since [net.py:4]({}#L4): `sensors.load()` is not known.", folder.uri("net.py"));
    assert!(told.contains(&link), "{told}");
    assert!(told.contains("`np.asarray(…, dtype=float)`"), "{told}");
    // What it says helps.
    let helped = text.replace("sensors.load('a')", "np.asarray(sensors.load('a'), dtype=float)\nassert raw.ndim == 2");
    client.set(&uri, &helped);
    assert!(hover(&mut client, &uri, &helped, "y = ").expect("a hover").contains("y: float64[?, "));
    let helped =
        format!("from jaxtyping import Float64\n{}", text.replace("raw =", "raw: Float64[np.ndarray, 'n 3'] ="));
    client.set(&uri, &helped);
    let told = hover(&mut client, &uri, &helped, "\n|y = ").expect("a hover");
    assert!(told.starts_with("```python\ny: ") && told.contains(", 3]"), "{told}");
    client.finish();
}

#[test]
fn a_shape_that_a_test_has_shown_is_told_and_what_is_missing() {
    let text = "import numpy as np\nimport sensors\n\nraw = sensors.load('a')\nassert raw.shape == (5, 2)\ny = raw - 1\nz = raw[0]\n";
    let (_folder, mut client, uri) = opened("taught", text, json!({}));
    let told = hover(&mut client, &uri, text, "y = |raw").expect("a hover");
    assert!(told.starts_with("raw: ?[5, 2]\n") && told.contains("`assert isinstance(raw, np.ndarray)`"), "{told}");
    assert!(hover(&mut client, &uri, text, "|y = raw").expect("a hover").starts_with("y: ?[5, 2]"));
    let helped = text.replace("assert raw", "assert isinstance(raw, np.ndarray) and raw");
    client.set(&uri, &helped);
    let told = hover(&mut client, &uri, &helped, "z = |raw").expect("a hover");
    assert!(told.starts_with("raw: ?[5, 2]") && !told.contains("class"), "{told}");
    client.finish();
}

#[test]
fn names_of_sizes_say_where_they_are_from() {
    let text = "import numpy as np\n\nx = np.loadtxt('a', ndmin=2)\nn, k = x.shape\nm = len(np.loadtxt('b', ndmin=1))\n\n\nw = np.zeros((k, n + m))\nv = w\n";
    let (_folder, mut client, uri) = opened("sizes", text, json!({}));
    let told = hover(&mut client, &uri, text, "v = |w").expect("a hover");
    assert!(told.starts_with("w: float64[k, m + n]") || told.starts_with("w: float64[k, n + m]"), "{told}");
    assert!(told.contains("`n`, `k` from line 4: `n, k = x.shape`."), "{told}");
    assert!(told.contains("`m` from line 5: `m = len(np.loadtxt('b', ndmin=1))`."), "{told}");
    // Not where they are bound.
    let told = hover(&mut client, &uri, text, "= |x.shape").expect("a hover");
    assert!(!told.contains("from line"), "{told}");
    client.finish();
}

#[test]
fn codes_in_comments_are_explained() {
    let text = "import numpy as np\nnp.ones(3)[3]  # conformable: ignore[CF301]\n";
    let (_folder, mut client, uri) = opened("codes", text, json!({}));
    let told = hover(&mut client, &uri, text, "CF3|01").expect("a hover");
    assert!(told.contains("CF301") && told.contains("spec/errors/CF301.md"), "{told}");
    assert_eq!(hover(&mut client, &uri, text, "ign|ore"), None);
    client.finish();
}

#[test]
fn types_stay_while_one_types() {
    let (_folder, mut client, uri) = opened("stay", NET, json!({}));
    client.pull(&uri);
    let typed = NET.replace("def main(n):\n", "x = (\n\ndef main(n):\n");
    client.set(&uri, &typed);
    let told = hover(&mut client, &uri, &typed, "h = np").expect("a hover");
    assert_eq!(told, "h: float64[10, 4]\nThis is what was known before this edit.");
    let told = hover(&mut client, &uri, &typed, "def |spread").expect("a hover");
    assert!(told.starts_with("spread(rows: float64[10, 3])"), "{told}");
    client.set(&uri, NET);
    assert_eq!(hover(&mut client, &uri, NET, "h = np").as_deref(), Some("h: float64[10, 4]"));
    client.finish();
}

#[test]
fn what_is_meant_to_be_an_array_says_why_it_is_unknown() {
    let text = "\
import numpy as np
import sensors
from sensors import load as read

raw = sensors.load('a')
rows = raw.mean(axis=0)
page = sensors.page('a')
page.title()
both = read('a')
np.linalg.inv(both)

def norm(x, label):
    y = read(label)
    return y.T @ x
";
    let (_folder, mut client, uri) = opened("meant", text, json!({}));
    for (part, begins) in [
        ("raw = ", "raw: Unknown\nUnknown since net.py:5: `sensors.load()` is not known.\nWhat helps: `np.asarray("),
        ("rows = |raw", "raw: Unknown\nUnknown since net.py:5"),
        ("both = ", "both: Unknown\nUnknown since net.py:9"),
        ("    |y = ", "y: Unknown\n`norm` is called from nowhere here"),
    ] {
        let told = hover(&mut client, &uri, text, part).unwrap_or_default();
        assert!(told.starts_with(begins), "{part}: {told}");
    }
    for part in ["page = ", "|page.title", "np.|linalg"] {
        assert_eq!(hover(&mut client, &uri, text, part), None, "{part}");
    }
    client.finish();
}

#[test]
fn of_a_parameter_it_is_said_what_is_learned_further_on() {
    let text = "\
import numpy as np

def scaled(x, w):
    y = x * 2
    n, k = x.shape
    x.sum()
    return y

def other(x):
    y = x * 2
    x = np.asarray(y)
    n, k = x.shape
";
    let (_folder, mut client, uri) = opened("later", text, json!({}));
    let further = "Further on `scaled` asks more of it: `x: T[n, k]`.";
    let told = hover(&mut client, &uri, text, "y = |x * 2").unwrap_or_default();
    assert!(told.starts_with("x: T[...]\n") && told.contains(further), "{told}");
    let told = hover(&mut client, &uri, text, "|x.sum").unwrap_or_default();
    assert!(told.starts_with("x: T[n, k]\n") && !told.contains("Further"), "{told}");
    let told =
        hover(&mut client, &uri, &text.replace("scaled(x, w):\n    y = x", "scaled(x, w):\n    y = X"), "y = |x * 2");
    assert!(!told.unwrap_or_default().contains("Further"));
    client.finish();
}

#[test]
fn what_sizes_without_names_broadcast_to_is_a_size_that_is_not_known() {
    let text = "\
import numpy as np

first = np.fromfile('first')
second = np.fromfile('second')
both = first + second
";
    let (_folder, mut client, uri) = opened("broadcast", text, json!({}));
    let told = hover(&mut client, &uri, text, "|both").unwrap_or_default();
    assert_eq!(told.lines().next(), Some("both: float64[?]"));
    client.finish();
}

#[test]
fn what_failed_in_a_loop_hides_no_type_before_it() {
    let text = "\
import numpy as np

x = np.zeros(4)
for z in np.ones((9, 2)):
    y = z - x[:2]
    x = x + np.ones((2, 4)) @ y
";
    let (_folder, mut client, uri) = opened("before", text, json!({}));
    for (part, expected) in [("y = z", "y: float64[2] | Unknown"), ("- |x[:2]", "x: float64[4] | Unknown")] {
        let told = hover(&mut client, &uri, text, part).unwrap_or_default();
        assert!(told.starts_with(expected), "{part}: {told}");
    }
    client.finish();
}

#[test]
fn of_a_long_expression_the_call_it_begins_with_is_not_all() {
    let text = "\
import numpy as np

x = np.ones(3)
long = np.cumsum(x * 2) / np.maximum(x, 1) + np.ones((2, 3))
call = np.concatenate([x, x * 2, x * 3, x * 4, x * 5])
";
    let (_folder, mut client, uri) = opened("long", text, json!({}));
    let told = hover(&mut client, &uri, text, "1) |+ np").unwrap_or_default();
    assert!(told.starts_with("np.cumsum(x * 2) / np.maximum(x, 1) + n…: float64[2, 3]"), "{told}");
    let told = hover(&mut client, &uri, text, "np.|concatenate").unwrap_or_default();
    assert!(told.starts_with("np.concatenate(…): float64[15]"), "{told}");
    client.finish();
}

#[test]
fn the_files_of_languages_have_their_types() {
    let text = "\
from pyccel.decorators import pure
import numpy as np

def scale(x: 'float[:]', k: 'int'):
    y = np.zeros_like(x)
    for i in range(k):
        y[i] = 2 * x[i]
    s = y.sum()
    return s
";
    let (_folder, mut client, uri) = opened("pyccel", text, json!({}));
    for (part, expected) in [
        ("def |scale", "scale(x: float64[:], k: int) -> float64"),
        ("scale(|x", "x: float64[:]"),
        ("y = np", "y: float64[:]"),
        ("2 |* x", "2 * x[i]: float64"),
        ("s = y", "s: float64"),
        ("return |s", "s: float64"),
    ] {
        assert_eq!(hover(&mut client, &uri, text, part).as_deref(), Some(expected), "{part}");
    }
    client.finish();
}

#[test]
fn each_place_has_an_answer() {
    let text =
        "import numpy as np\nπ = np.ones((2, 3))\n𝒙 = π.T @ π[:, [0]]  # é\ndef f(*a, **k): return a\nf'{π}'\n\x0c(\n";
    let (_folder, mut client, uri) = opened("places", text, json!({}));
    for line in 0..8 {
        for character in 0..40 {
            let params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
            client.request("textDocument/hover", params).expect("an answer");
        }
    }
    client.set(&uri, &text.replace("\x0c(\n", ""));
    assert_eq!(hover(&mut client, &uri, text, "𝒙 = ").as_deref(), Some("𝒙: float64[3, 1]"));
    client.finish();
}

#[test]
fn hovers_can_be_turned_off() {
    let folder = Folder::new("off", &[]);
    let client = Client::with(&folder.0, json!({}), json!({"hover": false}));
    assert!(client.initialized["capabilities"]["hoverProvider"].is_null(), "{}", client.initialized);
    assert!(client.initialized["capabilities"]["completionProvider"].is_null(), "that the main server does");
    client.finish();
}

#[test]
fn what_was_made_elsewhere_says_where() {
    let text = "import numpy as np\nimport data\n\ndef f(x):\n    return x.sum(axis=0)\n\nrows = data.rows\nf(rows)\nf(np.ones(4)[:2])\n";
    let (folder, mut client, uri) = opened("made", text, serde_json::from_str(MARKDOWN).expect("JSON"));
    folder.write("data.py", "import numpy as np\n\nrows = np.zeros((3, 2))\n");
    client.set(&uri, text);
    let link = format!("Made at [data.py:3]({}#L3), by `np.zeros((3, 2))`.", folder.uri("data.py"));
    let told = hover(&mut client, &uri, text, "f(|rows").expect("a hover");
    assert!(told.starts_with("```python\nrows: float64[3, 2]\n```\n") && told.ends_with(&link), "{told}");
    // Of several calls each origin.
    let told = hover(&mut client, &uri, text, "return |x").expect("a hover");
    let other = format!("Made at [net.py:9]({uri}#L9), by `np.ones(4)[:2]`.");
    assert!(told.contains(&link) && told.contains(&other), "{told}");
    // What is made on the line is seen there.
    let told = hover(&mut client, &uri, text, "x.|sum").expect("a hover");
    assert!(!told.contains("Made at"), "{told}");
    client.finish();
}
