//! Findings: those of open documents with what isn't saved, in the columns that the client counts.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Folder, brief};

const MODEL: &str = "import numpy as np\n\n\ndef forward(x):\n    w = np.zeros((4, 2))\n    return x @ w\n";
const TRAIN: &str = "import numpy as np\nfrom model import forward\n\nforward(np.ones((3, 5)))\n";

#[test]
fn findings_come_and_go_as_one_types() {
    let folder = Folder::new("type", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    client.open(&uri, "import numpy as np\nnp.ones(3) + np.ones(4)\n");
    assert_eq!(client.brief(&uri), ["1:0-1:23 CF102"]);
    let found = &client.pushed(&uri)[0];
    assert_eq!((&found["severity"], &found["source"]), (&json!(1), &json!("conformable")));
    let message = found["message"].as_str().expect("a message");
    assert!(message.contains("do not broadcast") && message.contains("float64[3] + float64[4]"), "{message}");
    assert!(found["codeDescription"]["href"].as_str().expect("a page").ends_with("CF102.md"));
    client.change(
        &uri,
        json!([{"range": {"start": {"line": 1, "character": 21}, "end": {"line": 1, "character": 22}}, "text": "3"}]),
    );
    assert!(client.pushed(&uri).is_empty());
    client.set(&uri, "import numpy as np\nnp.ones(3)[3]\n");
    assert_eq!(client.brief(&uri), ["1:0-1:13 CF301"]);
    client.close(&uri);
    assert!(client.pull(&uri).is_empty());
    assert_eq!(client.published[&uri]["diagnostics"], json!([]));
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_is_not_saved_counts_wherever_it_is_imported() {
    let folder = Folder::new("unsaved", &[("model.py", MODEL), ("train.py", TRAIN)]);
    let mut client = Client::with(
        &folder.0,
        json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}}),
        Value::Null,
    );
    let (model, train) = (folder.uri("model.py"), folder.uri("train.py"));
    // What fails in a file that isn't open is shown at the call that leads there.
    client.open(&train, TRAIN);
    let found = client.pull(&train);
    assert_eq!(found.iter().map(brief).collect::<Vec<_>>(), ["3:0-3:24 CF101"]);
    assert!(found[0]["message"].as_str().unwrap().starts_with("in model.py:6: matmul"), "{}", found[0]["message"]);
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], json!(model));
    // In one that is, where it fails.
    client.open(&model, MODEL);
    assert_eq!(client.brief(&model), ["5:11-5:16 CF101"]);
    assert!(client.pushed(&train).is_empty());
    let found = client.pull(&model);
    let related = found[0]["relatedInformation"].as_array().expect("places");
    assert!(related.iter().any(|place| place["location"]["uri"] == json!(train)), "{related:?}");
    client.set(&model, &MODEL.replace("(4, 2)", "(5, 2)"));
    assert!(client.pushed(&model).is_empty() && client.pushed(&train).is_empty());
    // Closed without being saved, it is what the disk has.
    client.close(&model);
    assert_eq!(client.brief(&train).len(), 1);
    folder.write("model.py", &MODEL.replace("(4, 2)", "(5, 2)"));
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": train}}));
    assert!(client.brief(&train).is_empty());
    client.finish();
}

#[test]
fn columns_are_counted_as_the_client_counts_them() {
    let text = "import numpy as np\r\ns = '𝒙é'; np.ones(3)[np.ones(4) > len('𝒙')]\r\n";
    for (offered, start, end) in
        [(json!([]), 11, 45), (json!(["utf-8", "utf-16"]), 14, 50), (json!(["utf-32"]), 10, 43)]
    {
        let folder = Folder::new(&format!("columns{start}"), &[]);
        let uri = folder.uri("a.py");
        let mut client = Client::with(&folder.0, json!({"general": {"positionEncodings": offered}}), Value::Null);
        client.open(&uri, text);
        assert_eq!(client.brief(&uri), [format!("1:{start}-1:{end} CF303")], "{}", client.initialized);
        client.finish();
    }
}

#[test]
fn a_client_that_asks_is_not_sent_anything() {
    let folder = Folder::new("pull", &[]);
    let abilities = json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let mut client = Client::with(&folder.0, abilities, Value::Null);
    assert_eq!(client.initialized["capabilities"]["diagnosticProvider"]["interFileDependencies"], true);
    let uri = folder.uri("a.py");
    client.open(&uri, "import numpy as np\nnp.ones(3) + np.ones(4)\n");
    let params = |previous: Value| json!({"textDocument": {"uri": uri}, "previousResultId": previous});
    let report = client.request("textDocument/diagnostic", params(Value::Null)).expect("a report");
    assert_eq!((&report["kind"], report["items"].as_array().map(Vec::len)), (&json!("full"), Some(1)));
    let again = client.request("textDocument/diagnostic", params(report["resultId"].clone())).expect("a report");
    assert_eq!(again, json!({"kind": "unchanged", "resultId": report["resultId"]}));
    assert!(client.published.is_empty());
    // Another document changes what is said of this one: the client is told to ask again.
    let (model, train) = (folder.uri("model.py"), folder.uri("train.py"));
    client.open(&model, MODEL);
    client.open(&train, TRAIN);
    assert_eq!(client.brief(&model).len(), 1);
    client.asked.clear();
    client.set(&train, &TRAIN.replace("(3, 5)", "(3, 4)"));
    assert!(client.brief(&model).is_empty());
    client.pull(&train);
    assert_eq!(client.asked, ["workspace/diagnostic/refresh"]);
    client.finish();
}

#[test]
fn earlier_findings_stay_while_one_types() {
    let folder = Folder::new("typing", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    let text = "import numpy as np\nx = np.ones(3)\nx + np.ones(4)\nx[7]\n";
    client.open(&uri, text);
    assert_eq!(client.brief(&uri), ["2:0-2:14 CF102", "3:0-3:4 CF301"]);
    // A line that isn't finished: both are where they are now, and say what they are.
    client.set(&uri, &text.replace("x = np", "y = (\nx = np"));
    let found = client.pull(&uri);
    let all: Vec<String> = found.iter().map(brief).collect();
    assert_eq!(all.iter().filter(|one| one.contains("CF002")).count(), 1, "{all:?}");
    assert!(
        all.contains(&"3:0-3:14 CF102 stale".to_owned()) && all.contains(&"4:0-4:4 CF301 stale".to_owned()),
        "{all:?}"
    );
    assert!(found.iter().any(|one| one["message"].as_str().unwrap().ends_with("(before this edit)")));
    // What one types in is gone.
    client.change(
        &uri,
        json!([{"range": {"start": {"line": 3, "character": 5}, "end": {"line": 3, "character": 5}}, "text": "1"}]),
    );
    assert_eq!(client.brief(&uri).iter().filter(|one| one.contains("stale")).count(), 1);
    client.set(&uri, &text.replace("ones(4)", "ones(3)"));
    assert_eq!(client.brief(&uri), ["3:0-3:4 CF301"]);
    client.finish();
}

#[test]
fn findings_that_rest_on_a_file_stay_while_one_types_in_it() {
    let folder = Folder::new("rest", &[]);
    let mut client = Client::plain(&folder.0);
    let (model, train) = (folder.uri("model.py"), folder.uri("train.py"));
    let train_text = "import numpy as np\nfrom model import w\n\nnp.ones((3, 5)) @ w\nnp.ones(3)[4]\n";
    client.open(&model, "import numpy as np\nw = np.zeros((4, 2))\n");
    client.open(&train, train_text);
    assert_eq!(client.brief(&train), ["3:0-3:19 CF101", "4:0-4:13 CF301"]);
    client.set(&model, "import numpy as np\nw = np.zeros((4, 2)\n");
    assert_eq!(client.brief(&train), ["3:0-3:19 CF101 stale", "4:0-4:13 CF301"]);
    client.set(&model, "import numpy as np\nw = np.zeros((5, 2))\n");
    assert_eq!(client.brief(&train), ["4:0-4:13 CF301"]);
    client.finish();
}

#[test]
fn each_project_has_its_configuration() {
    let text = "import numpy as np\nnp.ones(3) + np.ones(4)\nnp.ones(3)[3]\n";
    let one = "[tool.conformable]\nignore = ['CF102']\nexclude = ['made/']\n";
    let folder =
        Folder::new("projects", &[("one/pyproject.toml", one), ("two/pyproject.toml", "[project]\nname = 'x'\n")]);
    let mut client = Client::plain(&folder.0);
    let uris = ["one/a.py", "two/a.py", "one/made/a.py"].map(|path| folder.uri(path));
    uris.iter().for_each(|uri| client.open(uri, text));
    assert_eq!(client.brief(&uris[0]), ["2:0-2:13 CF301"]);
    assert_eq!(client.brief(&uris[1]), ["1:0-1:23 CF102", "2:0-2:13 CF301"]);
    assert!(client.brief(&uris[2]).is_empty(), "what is excluded has not been named");
    // It breaks while somebody types in it: the last one that could be read counts, and it is said where it is broken.
    let toml = folder.uri("one/pyproject.toml");
    for (broken, place) in
        [("[tool.conformable]\nignore = ['CF102'\n", "1:"), ("[tool.conformable]\nignor = []\n", "1:0")]
    {
        folder.write("one/pyproject.toml", broken);
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": toml, "type": 2}]}));
        assert_eq!(client.brief(&uris[0]), ["2:0-2:13 CF301"]);
        let said = &client.published[&toml]["diagnostics"];
        assert_eq!(said.as_array().map(Vec::len), Some(1), "{said}");
        assert!(brief(&said[0]).starts_with(place), "{said}");
    }
    folder.write("one/pyproject.toml", "[tool.conformable]\nignore = ['CF301']\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(client.brief(&uris[0]), ["1:0-1:23 CF102"]);
    assert_eq!(client.published[&toml]["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn comments_silence_lines_here_too() {
    let folder = Folder::new("comments", &[]);
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    client.open(&uri, "import numpy as np\nnp.ones(3) + np.ones(4)  # conformable: ignore[CF102]\nnp.ones(3)  # conformable: ignore[CF101]\n");
    assert_eq!(client.brief(&uri), ["2:34-2:39 CF004"]);
    let untitled = "untitled:Untitled-1";
    client.open(untitled, "import numpy as np\nnp.ones(3)[3]\n");
    assert_eq!(client.brief(untitled), ["1:0-1:13 CF301"]);
    // JupyterLab gives a notebook as one text.
    let notebook = folder.uri(".virtual_documents/a.ipynb");
    client.open(&notebook, "import numpy as np\n\n\nnp.ones(3)[3]\n");
    assert_eq!(client.brief(&notebook), ["3:0-3:13 CF301"]);
    client.finish();
}

#[test]
fn what_the_baseline_has_is_not_shown() {
    let text = "import numpy as np\nnp.ones(3)[3]\nnp.ones(3)[4]\n";
    let known = json!({"version": 1, "findings": [
        {"file": "a.py", "code": "CF301", "function": "", "line": "np.ones(3)[3]", "severity": "error", "count": 1},
    ]});
    let folder = Folder::new(
        "baseline",
        &[("pyproject.toml", "[tool.conformable]\nbaseline = 'known.json'\n"), ("known.json", &known.to_string())],
    );
    let mut client = Client::plain(&folder.0);
    let uri = folder.uri("a.py");
    client.open(&uri, text);
    assert_eq!(client.brief(&uri), ["2:0-2:13 CF301"]);
    client.set(&uri, &format!("# moved\n{text}"));
    assert_eq!(client.brief(&uri), ["3:0-3:13 CF301"]);
    std::fs::write(folder.0.join("known.json"), "{").expect("a file");
    client.set(&uri, text);
    assert_eq!(client.brief(&uri).len(), 2, "one that can't be read has nothing");
    client.finish();
}

/// What `sizes.py` imports of the file is taken as it was for the first answer; the second one is right.
#[test]
fn a_module_that_imports_the_file_changes_with_it() {
    let sizes = "import main\nSIZE = main.SIZE\ndef size():\n    return SIZE\n";
    let main = |size: usize| {
        format!("import numpy as np\nSIZE = {size}\nfrom sizes import size\nnp.ones(3) + np.ones(size())\n")
    };
    let folder = Folder::new("imports-back", &[("sizes.py", sizes)]);
    let uri = folder.uri("main.py");
    let mut pushed = Client::plain(&folder.0);
    let refresh = json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let mut pulling = Client::with(&folder.0, refresh, Value::Null);
    let mut waits = Client::with(&folder.0, json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    for client in [&mut pushed, &mut pulling, &mut waits] {
        client.open(&uri, &main(3));
        assert!(client.pull(&uri).is_empty());
        for (size, found) in [(4, 1), (3, 0), (5, 1)] {
            client.set(&uri, &main(size));
            // Sooner or later.
            let began = Instant::now();
            while client.pull(&uri).len() != found && began.elapsed() < Duration::from_secs(60) {}
            assert_eq!(client.pull(&uri).len(), found, "{size}");
        }
    }
    waits.set(&uri, &main(3));
    assert!(waits.pull(&uri).is_empty(), "this client isn't told to ask again, so that it waits for the last answer");
    for client in [pushed, pulling, waits] {
        assert_eq!(client.finish(), 0);
    }
}

#[test]
fn reports_are_kept_beside_those_of_the_command_where_there_are_such() {
    let text = "import numpy as np\nnp.ones(3) + np.ones(4)\n";
    let folder = Folder::new("kept", &[("a.py", text)]);
    let uri = folder.uri("a.py");
    let kept = || -> Vec<String> {
        let files = std::fs::read_dir(folder.0.join(".conformable_cache")).into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with("-server.entry")).collect()
    };
    let mut client = Client::plain(&folder.0);
    client.open(&uri, text);
    assert_eq!(client.brief(&uri), ["1:0-1:23 CF102"]);
    client.finish();
    assert!(!folder.0.join(".conformable_cache").exists(), "who only looks leaves nothing behind");
    let command =
        std::process::Command::new(env!("CARGO_BIN_EXE_conformable")).arg("check").current_dir(&folder.0).output();
    assert_eq!(command.expect("it runs").status.code(), Some(1));
    let mut client = Client::plain(&folder.0);
    client.open(&uri, text);
    assert_eq!(client.brief(&uri), ["1:0-1:23 CF102"]);
    assert_eq!(kept(), [""; 0], "the command has said so");
    let text = format!("{text}np.ones(3)[3]\n");
    client.set(&uri, &text);
    assert_eq!((client.brief(&uri).len(), kept().len()), (2, 0), "this isn't saved");
    folder.write("a.py", &text);
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!((client.brief(&uri).len(), kept().len()), (2, 1));
    client.finish();
}
