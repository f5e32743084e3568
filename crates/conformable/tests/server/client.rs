//! A client in the same process: it says what an editor says, and keeps what it is told.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};

/// Long for a machine that does something else as well; nothing depends on it but how long a failure takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder that is there as long as the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let root = std::env::temp_dir().join(format!("conformable-server-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a folder");
        let folder = Folder(fs::canonicalize(root).expect("a folder"));
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn uri(&self, path: &str) -> String {
        format!("file://{}", self.0.join(path).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<u8>>,
    next: i32,
    versions: HashMap<String, i32>,
    /// Diagnostics that were sent, by address.
    pub published: HashMap<String, Value>,
    /// What it was told to show to its user.
    pub shown: Vec<String>,
    /// Methods that the server asked for.
    pub asked: Vec<String>,
    pub initialized: Value,
}

impl Client {
    /// A client that can do nothing but what the protocol demands.
    pub fn plain(folder: &Path) -> Client {
        Client::with(folder, json!({}), Value::Null)
    }

    pub fn with(folder: &Path, capabilities: Value, options: Value) -> Client {
        let mut client = Client::silent(folder);
        let params = json!({
            "processId": null, "rootUri": format!("file://{}", folder.display()),
            "capabilities": capabilities, "initializationOptions": options,
        });
        client.initialized = client.request("initialize", params).expect("it begins");
        client.notify("initialized", json!({}));
        client
    }

    /// A client that hasn't said anything yet.
    pub fn silent(folder: &Path) -> Client {
        let (server, connection) = Connection::memory();
        let cwd = folder.to_owned();
        let server = std::thread::spawn(move || conformable::server::serve(server, &cwd));
        Client {
            connection,
            server: Some(server),
            next: 0,
            versions: HashMap::new(),
            published: HashMap::new(),
            shown: Vec::new(),
            asked: Vec::new(),
            initialized: Value::Null,
        }
    }

    pub fn notify(&self, method: &str, params: Value) {
        let note = Notification { method: method.to_owned(), params };
        self.connection.sender.send(note.into()).expect("the server listens");
    }

    /// Asks, and waits for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Asks, and gives the number of the request.
    pub fn send(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let request = Request { id: self.next.into(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server listens");
        self.next
    }

    /// Waits for the answer to that request; others must have been waited for before.
    pub fn answer(&mut self, id: i32) -> Result<Value, (i32, String)> {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(Response { id: answered, response_result }) => {
                    assert_eq!(answered, id.into(), "answers come in the order of the questions here");
                    return response_result.map_err(|error| (error.code, error.message));
                }
                Message::Notification(note) => self.hear(note),
                Message::Request(request) => {
                    self.asked.push(request.method);
                    let response = Response::new_ok(request.id, Value::Null);
                    self.connection.sender.send(response.into()).expect("the server listens");
                }
            }
        }
    }

    /// The answers to all of these, in the order in which they come; each must have one.
    pub fn answers(&mut self, ids: &[i32]) -> Vec<Result<Value, (i32, String)>> {
        let mut left: std::collections::HashSet<lsp_server::RequestId> = ids.iter().map(|id| (*id).into()).collect();
        let mut answers = Vec::new();
        while !left.is_empty() {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(Response { id, response_result }) => {
                    assert!(left.remove(&id), "{id} is answered once");
                    answers.push(response_result.map_err(|error| (error.code, error.message)));
                }
                Message::Notification(note) => self.hear(note),
                Message::Request(_) => {}
            }
        }
        answers
    }

    fn hear(&mut self, note: Notification) {
        if note.method == "textDocument/publishDiagnostics" {
            let uri = note.params["uri"].as_str().expect("an address").to_owned();
            self.published.insert(uri, note.params);
        } else if note.method == "window/showMessage" {
            self.shown.push(note.params["message"].as_str().expect("a text").to_owned());
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.versions.insert(uri.to_owned(), 1);
        let document = json!({"uri": uri, "languageId": "python", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Exchanges the whole text.
    pub fn set(&mut self, uri: &str, text: &str) {
        self.change(uri, json!([{"text": text}]));
    }

    pub fn change(&mut self, uri: &str, changes: Value) {
        let version = self.versions.get_mut(uri).expect("an open document");
        *version += 1;
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub fn close(&mut self, uri: &str) {
        self.versions.remove(uri);
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// The findings of a document in its newest state, as it is asked for them.
    pub fn pull(&mut self, uri: &str) -> Vec<Value> {
        let report = self.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        report.expect("an answer")["items"].as_array().expect("items").clone()
    }

    /// `1:0-1:5 CF101` for each finding.
    pub fn brief(&mut self, uri: &str) -> Vec<String> {
        self.pull(uri).iter().map(brief).collect()
    }

    /// The diagnostics that were sent for a document, once its newest state was checked.
    pub fn pushed(&mut self, uri: &str) -> Vec<Value> {
        // What is asked for is answered behind what is sent.
        self.pull(uri);
        self.published
            .get(uri)
            .map(|params| params["diagnostics"].as_array().expect("a list").clone())
            .unwrap_or_default()
    }

    /// Ends the session; the exit code.
    pub fn finish(mut self) -> u8 {
        self.request("shutdown", Value::Null).expect("it ends");
        self.notify("exit", Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }

    /// Goes away without a word; the exit code.
    pub fn vanish(mut self) -> u8 {
        let server = self.server.take().expect("a server");
        drop(self);
        server.join().expect("no panic")
    }
}

/// The texts of the Python files that are right in a folder.
pub fn python_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files = entries.filter(|path| path.extension().is_some_and(|ending| ending == "py"));
    files.map(|path| fs::read_to_string(path).expect("a text")).collect()
}

/// A finding in short.
pub fn brief(finding: &Value) -> String {
    let at = |end: &str| format!("{}:{}", finding["range"][end]["line"], finding["range"][end]["character"]);
    let stale = if finding["data"]["stale"] == true { " stale" } else { "" };
    format!("{}-{} {}{stale}", at("start"), at("end"), finding["code"].as_str().unwrap_or("-"))
}
