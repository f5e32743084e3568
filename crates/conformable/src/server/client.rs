//! What the client can do and wants, as `initialize` says. Nothing is taken for granted: what isn't said isn't so.

use std::path::PathBuf;

use conformable_types::text::nearest;
use serde_json::Value;

use super::positions::Encoding;
use super::uri;

/// What a client can do.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Client {
    /// What columns count.
    pub encoding: Encoding,
    /// The folder that paths are shown from.
    pub root: Option<PathBuf>,
    /// It asks for diagnostics; else they are sent.
    pub pulls: bool,
    /// It shows places that belong to a diagnostic.
    pub has_related: bool,
    /// It shows what is unnecessary.
    pub has_tags: bool,
    /// It shows Markdown in hovers.
    pub has_markdown: bool,
    /// It says what is in notebooks, cell by cell.
    pub has_notebooks: bool,
    /// It takes code actions with edits.
    pub has_actions: bool,
    /// It watches files for us.
    pub watches: bool,
    /// It asks again for diagnostics, if it is told to.
    pub refreshes_diagnostics: bool,
    /// It asks again for hints, if it is told to.
    pub refreshes_hints: bool,
    /// What its user wants.
    pub wishes: Wishes,
}

/// What a user can turn off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Wishes {
    /// Types on hover.
    pub hover: bool,
    /// Types of variables.
    pub variables: bool,
    /// Types of parameters at calls.
    pub parameters: bool,
    /// Types that functions return.
    pub returns: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes { hover: true, variables: true, parameters: true, returns: true }
    }
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub fn read(params: &Value) -> Client {
        let can = |pointer: &str| params.pointer(&format!("/capabilities/{pointer}"));
        let is = |pointer: &str| can(pointer).and_then(Value::as_bool) == Some(true);
        let offered: Vec<&str> = strings(can("general/positionEncodings"));
        let tags = can("textDocument/publishDiagnostics/tagSupport/valueSet").and_then(Value::as_array);
        Client {
            encoding: Encoding::of_offered(offered.iter().copied()),
            root: root(params),
            pulls: can("textDocument/diagnostic").is_some_and(Value::is_object),
            has_related: is("textDocument/publishDiagnostics/relatedInformation")
                || is("textDocument/diagnostic/relatedInformation"),
            has_tags: tags.is_some_and(|tags| tags.contains(&Value::from(1))),
            has_markdown: strings(can("textDocument/hover/contentFormat")).contains(&"markdown"),
            has_notebooks: can("notebookDocument/synchronization").is_some_and(Value::is_object),
            has_actions: can("textDocument/codeAction/codeActionLiteralSupport").is_some_and(Value::is_object),
            watches: is("workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes_diagnostics: is("workspace/diagnostics/refreshSupport"),
            refreshes_hints: is("workspace/inlayHint/refreshSupport"),
            wishes: Wishes::read(&params["initializationOptions"]),
        }
    }
}

/// The options that there are, by their places; `inlayHints` is true or false, too.
const OPTIONS: [&str; 2] = ["hover", "inlayHints"];
const HINTS: [&str; 3] = ["variables", "parameters", "returns"];

impl Wishes {
    /// What is wrong with a client's options: keys that there aren't, values of another type.
    pub fn mistakes(options: &Value) -> Vec<String> {
        let mut found = Vec::new();
        match options {
            Value::Null => {}
            Value::Object(_) => wrong_keys(options, "", &OPTIONS, &mut found),
            other => found.push(format!("the options must be an object, not {}", kind(other))),
        }
        if options["inlayHints"].is_object() {
            wrong_keys(&options["inlayHints"], "inlayHints.", &HINTS, &mut found);
        }
        found
    }

    /// Reads the client's options; what isn't said stays as it is by default.
    pub fn read(options: &Value) -> Wishes {
        let usual = Wishes::default();
        let wanted = |pointer: &str, usual| options.pointer(pointer).and_then(Value::as_bool).unwrap_or(usual);
        let hints = wanted("/inlayHints", true);
        Wishes {
            hover: wanted("/hover", usual.hover),
            variables: hints && wanted("/inlayHints/variables", usual.variables),
            parameters: hints && wanted("/inlayHints/parameters", usual.parameters),
            returns: hints && wanted("/inlayHints/returns", usual.returns),
        }
    }
}

/// What is wrong with an object of which each key is one of these, and true or false.
fn wrong_keys(options: &Value, within: &str, known: &[&str], found: &mut Vec<String>) {
    for (key, value) in options.as_object().into_iter().flatten() {
        if !known.contains(&key.as_str()) {
            let near = nearest(key, known.iter().copied());
            let meant = near.map(|name| format!(" (is `{within}{name}` meant?)")).unwrap_or_default();
            let keys: Vec<String> = known.iter().map(|name| format!("{within}{name}")).collect();
            found.push(format!("`{within}{key}` is no option{meant}; the options are: {}", keys.join(", ")));
        } else if !(value.is_boolean() || value.is_null() || key == "inlayHints" && value.is_object()) {
            found.push(format!("`{within}{key}` must be true or false, not {}", kind(value)));
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn strings(value: Option<&Value>) -> Vec<&str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The first of the folders that are open.
fn root(params: &Value) -> Option<PathBuf> {
    let folder = params.pointer("/workspaceFolders/0/uri").or_else(|| params.get("rootUri")).and_then(Value::as_str);
    let path = params.get("rootPath").and_then(Value::as_str).map(PathBuf::from);
    folder.and_then(uri::file_path).or(path).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_is_taken_for_granted() {
        for params in [Value::Null, json!({}), json!({"capabilities": {"textDocument": 3}})] {
            let client = Client::read(&params);
            assert!(!client.pulls && !client.has_markdown && !client.watches);
            assert_eq!((client.encoding, client.wishes), (Encoding::Utf16, Wishes::default()));
        }
    }

    #[test]
    fn what_is_said_counts() {
        let client = Client::read(&json!({
            "processId": 3,
            "workspaceFolders": [{"uri": "file:///a%20b", "name": "a"}],
            "rootUri": "file:///other",
            "initializationOptions": {"inlayHints": {"returns": false}, "hover": false},
            "capabilities": {
                "general": {"positionEncodings": ["utf-16", "utf-8"]},
                "textDocument": {
                    "diagnostic": {},
                    "hover": {"contentFormat": ["markdown"]},
                    "publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}},
                },
            },
        }));
        assert!(client.pulls && client.has_markdown && client.has_related && client.has_tags);
        assert_eq!(client.encoding, Encoding::Utf8);
        let wishes = client.wishes;
        assert!(wishes.variables && !wishes.returns && !wishes.hover);
        assert!(!Wishes::read(&json!({"inlayHints": false})).variables);
        #[cfg(unix)]
        assert_eq!(client.root.as_deref(), Some(std::path::Path::new("/a b")));
    }
}
