//! The pages of a report show what hovers show, at all expressions of the examples.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Folder};
use crate::pages::{Shown, Span};

/// How many places of an expression are pointed at.
const PLACES: usize = 3;

fn python_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            python_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "py") {
            found.push(path);
        }
    }
}

fn hover(client: &mut Client, uri: &str, text: &str, at: usize) -> Option<String> {
    let line = text[..at].matches('\n').count();
    let character = text[..at].rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let answer = client.request("textDocument/hover", params).expect("an answer");
    answer["contents"]["value"].as_str().map(str::to_owned)
}

/// What is shown without what a finding adds.
fn told(span: &Span) -> &str {
    let is_finding = |line: &str| ["error[CF", "warning[CF"].iter().any(|start| line.starts_with(start));
    let mut end = 0;
    for line in span.tip.split_inclusive('\n') {
        if is_finding(line) {
            break;
        }
        end += line.len();
    }
    span.tip[..end].trim_end()
}

#[test]
fn pages_and_hovers_show_the_same() {
    let folder = Folder::new("pages", &[]);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let examples = examples.canonicalize().expect("a folder");
    let mut files = Vec::new();
    python_files(&examples, &mut files);
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(&examples).expect("below").to_str().expect("UTF-8").to_owned();
        let text = fs::read_to_string(&file).expect("a text");
        folder.write(&path, &text);
        texts.insert(path, text);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_conformable"))
        .args(["report", "--output", "out"])
        .current_dir(&folder.0)
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let mut client = Client::with(&folder.0, json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    texts.iter().for_each(|(path, text)| client.open(&folder.uri(path), text));
    let mut count = 0;
    for (path, text) in &texts {
        let uri = folder.uri(path);
        client.pull(&uri);
        let page = Shown::read(&folder.0.join("out/files").join(format!("{}.html", path.replace('/', "."))));
        for (place, span) in page.spans.iter().enumerate().filter(|(_, span)| !told(span).is_empty()) {
            let is_innermost = |at: &usize| page.at(*at).is_some_and(|found| std::ptr::eq(found, &page.spans[place]));
            let places = (span.start..span.end).filter(|at| text.is_char_boundary(*at)).filter(is_innermost);
            let shown: Vec<String> = places.filter_map(|at| hover(&mut client, &uri, text, at)).take(PLACES).collect();
            let here = &text[span.start..span.end];
            assert!(shown.iter().all(|shown| shown == told(span)), "{path} {here}: {shown:?}, {:?}", told(span));
            count += usize::from(!shown.is_empty());
        }
    }
    assert!(count > 15_000, "{count}");
    client.finish();
}
