//! Code actions: each is applied, and does what it says.

use serde_json::{Value, json};

use crate::client::{Client, Folder, brief, python_files};

const CAN: &str = r#"{"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}}"#;

fn opened(name: &str, text: &str) -> (Folder, Client, String) {
    let folder = Folder::new(name, &[]);
    let mut client = Client::with(&folder.0, serde_json::from_str(CAN).expect("JSON"), Value::Null);
    let uri = folder.uri("a.py");
    client.open(&uri, text);
    (folder, client, uri)
}

fn actions(client: &mut Client, uri: &str, line: usize, only: Value) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 200}});
    let context = json!({"diagnostics": [], "only": only});
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
    client.request("textDocument/codeAction", params).expect("an answer").as_array().expect("a list").clone()
}

/// The text with an action's edit; it changes one document.
fn applied(text: &str, uri: &str, action: &Value) -> String {
    let edits = action["edit"]["changes"][uri].as_array().expect("edits");
    let mut out = text.to_owned();
    for edit in edits.iter().rev() {
        let at = |end: &str| {
            let number = |name: &str| usize::try_from(edit["range"][end][name].as_u64().expect("a number")).unwrap();
            let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
            start + number("character")
        };
        out.replace_range(at("start")..at("end"), edit["newText"].as_str().expect("a text"));
    }
    out
}

fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    actions.iter().find(|action| action["title"] == title).unwrap_or_else(|| panic!("{title}: {actions:?}"))
}

#[test]
fn a_suggestion_that_helps_is_offered() {
    let text = "import numpy as np\nx = np.ones((10, 3))\nw = np.ones((4, 3))\ny = x @ w\n";
    let (_folder, mut client, uri) = opened("fix", text);
    assert_eq!(client.brief(&uri), ["3:4-3:9 CF101"]);
    let found = actions(&mut client, &uri, 3, Value::Null);
    let fix = titled(&found, "Replace `w` by `w.T`");
    assert_eq!((&fix["isPreferred"], &fix["kind"]), (&json!(true), &json!("quickfix")));
    assert_eq!(brief(&fix["diagnostics"][0]), "3:4-3:9 CF101");
    let fixed = applied(text, &uri, fix);
    assert_eq!(fixed, text.replace("x @ w", "x @ w.T"));
    client.set(&uri, &fixed);
    assert!(client.brief(&uri).is_empty());
    client.finish();
}

#[test]
fn a_suggestion_that_makes_another_finding_is_not() {
    // With the transpose the product fits, and what follows doesn't.
    let text = "import numpy as np\nx = np.ones((10, 3))\nw = np.ones((4, 3))\n\ndef f(w):\n    y = x @ w\n    return w[:, :1] @ np.ones((1, 5))\n\nf(w)\n";
    let (_folder, mut client, uri) = opened("nofix", text);
    let found = actions(&mut client, &uri, 5, Value::Null);
    assert!(found.iter().any(|action| action["title"] == "Replace `w` by `w.T`"));
    let text = text.replace("y = x @ w", "y = x @ w\n    y = y @ np.ones((3, 3))");
    client.set(&uri, &text);
    let found = actions(&mut client, &uri, 5, Value::Null);
    assert!(found.iter().all(|action| action["title"] != "Replace `w` by `w.T`"), "{found:?}");
    client.finish();
}

#[test]
fn a_finding_can_be_silenced() {
    let text = "import numpy as np\r\nnp.ones(3)[3]  # why\r\nx = (np.ones(3) +\r\n     np.ones(4))\r\n";
    let (_folder, mut client, uri) = opened("ignore", text);
    let found = actions(&mut client, &uri, 1, Value::Null);
    let once = applied(text, &uri, titled(&found, "Ignore CF301 on this line"));
    assert_eq!(once, text.replace("# why", "# why  # conformable: ignore[CF301]"));
    client.set(&uri, &once);
    let found = actions(&mut client, &uri, 2, json!(["quickfix"]));
    let twice = applied(&once, &uri, titled(&found, "Ignore CF102 on this line"));
    client.set(&uri, &twice);
    assert!(client.brief(&uri).is_empty(), "{twice}");
    // And what isn't needed can be taken away.
    let other = twice.replace("np.ones(3)[3]", "np.ones(3)[2]");
    client.set(&uri, &other);
    let found = actions(&mut client, &uri, 1, Value::Null);
    let left = applied(&other, &uri, titled(&found, "Remove what suppresses nothing"));
    client.set(&uri, &left);
    assert!(client.brief(&uri).is_empty() && left.contains("[2]  # why\r\n"), "{left}");
    client.finish();
}

#[test]
fn what_is_known_can_be_asserted() {
    let text = "import numpy as np\n\ndef f(rows):\n    s = rows.T @ rows  # so\n    t = rows * 2\n    return s\n\nf(np.ones((7, 4)))\nf(np.ones((8, 4)))\nx = np.ones(3) * 2; y = 1\n";
    let (_folder, mut client, uri) = opened("assert", text);
    let kinds = json!(["refactor"]);
    let found = actions(&mut client, &uri, 3, kinds.clone());
    let done = applied(text, &uri, titled(&found, "Assert that `s` has shape (4, 4)"));
    assert_eq!(done, text.replace("# so\n", "# so\n    assert s.shape == (4, 4)\n"));
    let found = actions(&mut client, &uri, 4, kinds.clone());
    let done = applied(text, &uri, titled(&found, "Assert the number of dims of `t`"));
    assert!(done.contains("t = rows * 2\n    assert t.ndim == 2\n"), "{done}");
    client.set(&uri, &done);
    assert!(client.brief(&uri).is_empty());
    assert!(actions(&mut client, &uri, 10, kinds.clone()).is_empty(), "another statement stands on that line");
    assert!(actions(&mut client, &uri, 3, json!(["quickfix"])).is_empty());
    client.finish();
}

#[test]
fn what_is_unknown_can_be_made_an_array() {
    let text = "import numpy as np\nimport sensors\nraw = sensors.load('a')\ny = np.ones(3) * raw\nk = len(raw)\n";
    let (_folder, mut client, uri) = opened("make", text);
    let title = "Make it an array of floats: `np.asarray(…, dtype=float)`";
    let found = actions(&mut client, &uri, 2, json!(["refactor"]));
    let done = applied(text, &uri, titled(&found, title));
    assert_eq!(done, text.replace("sensors.load('a')", "np.asarray(sensors.load('a'), dtype=float)"));
    client.set(&uri, &done);
    let found = actions(&mut client, &uri, 2, json!(["refactor"]));
    assert!(found.iter().all(|action| action["title"] != title), "{found:?}");
    client.finish();
}

#[test]
fn fixes_of_the_broken_examples_repair_them() {
    let folder = Folder::new("examples", &[]);
    let mut client = Client::with(&folder.0, serde_json::from_str(CAN).expect("JSON"), Value::Null);
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/broken");
    let mut offered = 0;
    for text in python_files(examples) {
        let uri = folder.uri("example.py");
        client.open(&uri, &text);
        let before = client.brief(&uri);
        for line in before.iter().filter_map(|one| one.split(':').next()?.parse().ok()) {
            for action in actions(&mut client, &uri, line, json!(["quickfix"])) {
                if action["isPreferred"] == true {
                    offered += 1;
                    client.set(&uri, &applied(&text, &uri, &action));
                    assert_eq!(client.brief(&uri).len() + 1, before.len(), "{action}");
                    client.set(&uri, &text);
                }
            }
        }
        client.close(&uri);
    }
    assert!(offered >= 4, "{offered} fixes");
    client.finish();
}

#[test]
fn a_parameter_is_annotated_as_its_calls_say() {
    for (import, header, expected) in [
        ("from jaxtyping import Float64\n", "def f(rows, k=2):", "def f(rows: Float64[np.ndarray, \"_ 4\"], k=2):"),
        ("from numpy.typing import NDArray\n", "def f(rows=None):", "def f(rows: NDArray[np.float64] = None):"),
        ("", "def f(rows, k=2):", "def f(rows,  # conformable: float64[?, 4]\n      k=2):"),
        ("", "def f(rows):", "def f(rows,  # conformable: float64[?, 4]\n      ):"),
        ("", "def f(\n    rows,  # data\n):", "def f(\n    rows,  # data  # conformable: float64[?, 4]\n):"),
    ] {
        let text = format!(
            "import numpy as np\n{import}\n{header}\n    return rows.T @ rows\n\nf(np.ones((7, 4)))\nf(np.ones((8, 4)))\n"
        );
        let (_folder, mut client, uri) = opened("annotate", &text);
        client.pull(&uri);
        let line = text[..text.find("rows").expect("a parameter")].matches('\n').count();
        let found = actions(&mut client, &uri, line, json!(["refactor"]));
        let done = applied(&text, &uri, titled(&found, "Annotate `rows` as float64[?, 4]"));
        assert_eq!(done, text.replace(header, expected));
        client.set(&uri, &done);
        assert!(client.brief(&uri).is_empty(), "{done}: {:?}", client.brief(&uri));
        // A call that doesn't fit is told so.
        if !import.contains("NDArray") {
            client.set(&uri, &done.replace("f(np.ones((8, 4)))", "f(np.ones((8, 5)))"));
            assert_eq!(client.brief(&uri).len(), 1, "{done}");
        }
        client.finish();
    }
}

#[test]
fn what_no_call_says_is_not_annotated() {
    let text = "import numpy as np\n\ndef f(rows):\n    return rows.T @ np.ones(3)\n";
    let (_folder, mut client, uri) = opened("noannotation", text);
    client.pull(&uri);
    let found = actions(&mut client, &uri, 2, json!(["refactor"]));
    assert!(found.is_empty(), "{found:?}");
    client.finish();
}

#[test]
fn what_is_unknown_can_be_asserted_to_be_an_array() {
    let text = "import numpy as np\nimport sensors\nraw = sensors.load('a')\ny = np.ones(3) * raw\n";
    let (_folder, mut client, uri) = opened("isarray", text);
    client.pull(&uri);
    let found = actions(&mut client, &uri, 2, json!(["refactor"]));
    let done = applied(text, &uri, titled(&found, "Assert that `raw` is an array"));
    assert_eq!(done, text.replace("load('a')\n", "load('a')\nassert isinstance(raw, np.ndarray)\n"));
    client.set(&uri, &done);
    assert!(client.brief(&uri).is_empty());
    client.finish();
}
