//! The protocol itself: what comes too early, too late, twice, or isn't understood.

use serde_json::{Value, json};

use crate::client::{Client, Folder};

#[test]
fn requests_before_the_first_one_are_refused() {
    let folder = Folder::new("early", &[]);
    let mut client = Client::silent(&folder.0);
    client.open("file:///a.py", "x = (");
    client.notify("textDocument/didChange", json!(null));
    let refused = client.request("textDocument/hover", json!({})).expect_err("too early");
    assert_eq!(refused.0, -32002);
    client.request("initialize", json!(null)).expect("it begins");
    assert_eq!(client.request("initialize", json!({})).expect_err("twice").0, -32600);
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_is_not_understood_is_said_or_left() {
    let folder = Folder::new("unknown", &[]);
    let mut client = Client::plain(&folder.0);
    assert_eq!(client.request("textDocument/rename", json!({})).expect_err("unknown").0, -32601);
    assert_eq!(client.request("textDocument/diagnostic", json!(null)).expect_err("no parameters").0, -32602);
    assert_eq!(client.request("textDocument/diagnostic", json!({"textDocument": {"uri": 3}})).expect_err("").0, -32602);
    for (method, params) in [
        ("$/unknown", Value::Null),
        ("textDocument/didOpen", json!({"textDocument": {"uri": "file:///a.py"}})),
        (
            "textDocument/didChange",
            json!({"textDocument": {"uri": "file:///none.py", "version": 1}, "contentChanges": [{"text": ""}]}),
        ),
        ("textDocument/didClose", json!({"textDocument": {"uri": "file:///none.py"}})),
        ("$/cancelRequest", json!({"id": 99})),
        ("$/cancelRequest", json!({"id": {}})),
        ("workspace/didChangeConfiguration", json!({"settings": 3})),
    ] {
        client.notify(method, params);
    }
    assert!(client.pull("file:///none.py").is_empty());
    assert_eq!(client.finish(), 0);
}

#[test]
fn wrong_options_are_said_to_the_user() {
    let folder = Folder::new("options", &[("a.py", "x = 1\n")]);
    let options = json!({"hovr": true, "hover": "yes", "inlayHints": {"return": false, "variables": 1}});
    let mut client = Client::with(&folder.0, json!({}), options);
    client.pull(&folder.uri("a.py"));
    let mut said = std::mem::take(&mut client.shown);
    said.sort();
    assert_eq!(
        said,
        [
            "Conformable: initializationOptions: `hover` must be true or false, not a string",
            "Conformable: initializationOptions: `hovr` is no option (is `hover` meant?); the options are: hover, inlayHints",
            "Conformable: initializationOptions: `inlayHints.return` is no option (is `inlayHints.returns` meant?); \
             the options are: inlayHints.variables, inlayHints.parameters, inlayHints.returns",
            "Conformable: initializationOptions: `inlayHints.variables` must be true or false, not a number",
        ]
    );
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"conformable": {"hover": 3}}}));
    client.pull(&folder.uri("a.py"));
    assert_eq!(client.shown, ["Conformable: settings.conformable: `hover` must be true or false, not a number"]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn versions_may_go_back_and_places_lie_outside() {
    let folder = Folder::new("versions", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    client.open(&uri, "import numpy as np\n");
    let far = json!({"line": 4_000_000_000_u32, "character": 4_000_000_000_u32});
    let change = json!([{"range": {"start": far, "end": far}, "text": "np.ones(3)[3]\n"}]);
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri, "version": -7}, "contentChanges": change}),
    );
    assert_eq!(client.brief(&uri), ["1:0-1:13 CF301"]);
    // From the end to the beginning.
    let change = json!([{"range": {"start": far, "end": {"line": 0, "character": 0}}, "text": "\n"}]);
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri, "version": 1}, "contentChanges": change}),
    );
    assert_eq!(client.brief(&uri), ["2:0-2:13 CF301"]);
    client.finish();
}

#[test]
fn a_session_ends_as_it_was_ended() {
    let folder = Folder::new("ends", &[]);
    let mut client = Client::plain(&folder.0);
    client.request("shutdown", Value::Null).expect("it ends");
    assert_eq!(client.request("shutdown", Value::Null).expect_err("twice").0, -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.vanish(), 0);
    let client = Client::plain(&folder.0);
    client.notify("exit", Value::Null);
    assert_eq!(client.vanish(), 1, "exit without shutdown");
    assert_eq!(Client::plain(&folder.0).vanish(), 1, "the end of the input");
}

#[test]
fn files_are_watched_where_the_client_can() {
    let folder = Folder::new("watch", &[]);
    let can = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut client = Client::with(&folder.0, can, Value::Null);
    client.pull("file:///none.py");
    assert_eq!(client.asked, ["client/registerCapability"]);
    client.finish();
}
