//! The process around the server: what takes down the process that serves costs the document that did it, not the session.
//!
//! It passes messages on, and keeps what a new process has to be told: how the session began, and the documents as they are now.
//! If the process dies, requests without an answer get one, a new process is told all that, and documents are left out that
//! the dead one had not checked yet; those are let in again one by one. The one that it dies of again stays out until it is
//! changed. Nothing is written to the disk, and nothing is asked of the client.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::BufReader;
use std::process::{Child, ChildStdin, ExitCode, ExitStatus, Stdio};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use gen_lsp_types::{
    DidChangeNotebookDocumentParams, DidChangeTextDocumentParams, DidOpenNotebookDocumentParams,
    DidOpenTextDocumentParams,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use super::client::Client;
use super::edits::edit_of;
use super::notebooks::NotebookCells;
use super::positions::{Encoding, TextLines};
use super::transport;
use crate::supervise;

/// What the process that serves tells this one: how many notifications the state had seen that it has checked.
pub const CHECKED: &str = "conformable/checked";

/// What this one tells it: the addresses of documents that it isn't to check.
pub const LEFT_OUT: &str = "conformable/leftOut";

/// So often a process may die without having checked anything in between.
const MOST_DEATHS: usize = 3;

/// Serves by a process of its own; `None` if there can't be one.
pub fn run(args: &[OsString]) -> Option<ExitCode> {
    let (server, answers) = Server::start(args)?;
    let (to_us, messages) = unbounded();
    let (out, from_us) = unbounded();
    let (raw, raw_out) = unbounded();
    std::thread::spawn(move || transport::read_all(std::io::stdin().lock(), &to_us, &raw));
    let writer = std::thread::spawn(move || transport::write_all(std::io::stdout().lock(), &from_us, &raw_out));
    let mut supervisor =
        Supervisor { args, server, out, session: SessionState::default(), progress: WorkerProgress::default() };
    let code = supervisor.serve(messages, answers);
    drop(supervisor);
    let _ = writer.join();
    Some(code)
}

/// The process that serves.
struct Server {
    process: Child,
    input: Option<ChildStdin>,
}

impl Server {
    /// Starts one; what it says comes out of the channel, which ends with it.
    fn start(args: &[OsString]) -> Option<(Server, Receiver<Message>)> {
        let mut command = supervise::worker(args)?;
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (input, output) = (process.stdin.take(), process.stdout.take()?);
        let (to_us, messages) = unbounded();
        let (nowhere, _) = unbounded();
        std::thread::spawn(move || transport::read_all(BufReader::new(output), &to_us, &nowhere));
        Some((Server { process, input }, messages))
    }

    /// If it is dead, its end will be noticed where it is read from.
    fn tell(&mut self, message: &Message) {
        if let Some(input) = &mut self.input {
            let _ = message.clone().write(input);
        }
    }
}

/// What a new process has to be told.
#[derive(Default)]
struct SessionState {
    initialize: Option<Request>,
    encoding: Encoding,
    initialized: Option<Notification>,
    settings: Option<Notification>,
    documents: BTreeMap<String, OpenDocument>,
    /// Requests without an answer, with the document that each is about.
    pending: BTreeMap<String, (RequestId, Option<String>)>,
    is_ending: bool,
}

/// A document as it is now.
struct OpenDocument {
    /// The notification that opened it.
    opened: Notification,
    version: i32,
    content: Content,
    /// The number of the notification that changed it last.
    touched: u64,
}

/// What is in a document now.
enum Content {
    Text(TextLines),
    Cells(NotebookCells),
}

/// How far a process is.
#[derive(Default)]
struct WorkerProgress {
    /// The notifications that it was sent.
    sent: u64,
    /// Those that it had seen when it last had checked everything.
    checked: u64,
    /// Processes that died since then.
    deaths: usize,
    /// Documents that it doesn't check.
    left_out: BTreeSet<String>,
    /// Those of them that are let in again, one by one.
    to_try: Vec<String>,
    /// The one that was let in last, until it is checked.
    trying: Option<String>,
    restarts: u64,
}

struct Supervisor<'a> {
    args: &'a [OsString],
    server: Server,
    out: Sender<Message>,
    session: SessionState,
    progress: WorkerProgress,
}

impl Supervisor<'_> {
    fn serve(&mut self, mut messages: Receiver<Message>, mut answers: Receiver<Message>) -> ExitCode {
        loop {
            select! {
                recv(messages) -> message => match message {
                    Ok(message) => self.forward(message),
                    Err(_) => {
                        // The client is gone: its server ends by itself.
                        self.session.is_ending = true;
                        self.server.input.take();
                        messages = crossbeam_channel::never();
                    }
                },
                recv(answers) -> answer => match answer {
                    Ok(answer) => self.back(answer),
                    Err(_) => match self.restarted() {
                        Ok(receiver) => answers = receiver,
                        Err(code) => return code,
                    },
                },
            }
        }
    }

    /// A message of the client's.
    fn forward(&mut self, message: Message) {
        self.server.tell(&message);
        match &message {
            Message::Request(request) => self.session.ask(request),
            Message::Notification(note) => {
                self.progress.sent += 1;
                let changed = self.session.note(note, self.progress.sent);
                // Changed, it may be harmless now.
                if changed.is_some_and(|uri| self.progress.let_in(&uri)) {
                    self.say_left_out();
                }
            }
            Message::Response(_) => {}
        }
    }

    /// A message of the server's.
    fn back(&mut self, message: Message) {
        match &message {
            Message::Notification(note) if note.method == CHECKED => {
                self.has_checked(note.params["received"].as_u64().unwrap_or_default());
                return;
            }
            Message::Response(response) if own_id(&response.id) => return,
            Message::Response(response) => drop(self.session.pending.remove(&response.id.to_string())),
            // What it registers the client has registered for the first one.
            Message::Request(request)
                if self.progress.restarts > 0 && request.method == "client/registerCapability" =>
            {
                return;
            }
            _ => {}
        }
        let _ = self.out.send(message);
    }

    /// It has checked what it was told up to that notification.
    fn has_checked(&mut self, received: u64) {
        self.progress.checked = received;
        if received < self.progress.sent {
            return;
        }
        (self.progress.deaths, self.progress.trying) = (0, None);
        let open = &self.session.documents;
        while let Some(uri) = self.progress.to_try.pop() {
            if open.contains_key(&uri) && self.progress.left_out.remove(&uri) {
                self.progress.trying = Some(uri);
                self.say_left_out();
                return;
            }
        }
    }

    fn say_left_out(&mut self) {
        self.progress.sent += 1;
        let params = json!({"uris": self.progress.left_out});
        self.server.tell(&Notification { method: LEFT_OUT.to_owned(), params }.into());
    }

    /// The server is gone: another one that knows the same, or the code with which all ends.
    fn restarted(&mut self) -> Result<Receiver<Message>, ExitCode> {
        let status = self.server.process.wait().ok();
        let code = status.and_then(supervise::ended);
        if self.session.is_ending || code.is_some() {
            return Err(code.unwrap_or(ExitCode::from(1)));
        }
        self.progress.deaths += 1;
        let about = self.session.give_up(&self.out);
        if self.progress.deaths > MOST_DEATHS {
            return Err(ExitCode::from(1));
        }
        self.leave_out(about, status);
        let (server, answers) = Server::start(self.args).ok_or(ExitCode::from(1))?;
        self.server = server;
        self.progress.restarts += 1;
        self.replay();
        Ok(answers)
    }

    /// Leaves out what the dead process had not checked, and says so.
    fn leave_out(&mut self, about: BTreeSet<String>, status: Option<ExitStatus>) {
        let (documents, progress) = (&self.session.documents, &mut self.progress);
        let is_in = |uri: &&String| !progress.left_out.contains(*uri);
        let unchecked = documents.iter().filter(|(_, document)| document.touched > progress.checked);
        let mut suspects: Vec<String> = unchecked.map(|(uri, _)| uri).filter(is_in).cloned().collect();
        if let Some(tried) = progress.trying.take() {
            // What was let in by itself is it, and the others have their turn.
            progress.deaths = 1;
            suspects = vec![tried];
        } else {
            if suspects.is_empty() || progress.deaths > 1 {
                let asked = documents.keys().filter(|uri| about.contains(*uri) && progress.deaths == 1);
                suspects = asked.filter(is_in).cloned().collect();
            }
            if suspects.is_empty() {
                suspects = documents.keys().filter(is_in).cloned().collect();
            }
            if suspects.len() > 1 {
                progress.to_try = suspects.clone();
            }
        }
        if let [one] = &suspects[..] {
            let name = one.rsplit('/').next().unwrap_or_default();
            let died = status.map_or_else(String::new, |status| format!(" ({status})"));
            let text = format!(
                "Conformable: the checker was brought down{died} by {name}, or by what it imports; it isn't checked until it is changed. Please report it."
            );
            let note =
                Notification { method: "window/showMessage".to_owned(), params: json!({"type": 2, "message": text}) };
            let _ = self.out.send(note.into());
        }
        progress.left_out.extend(suspects);
    }

    /// Tells a new process what the one before knew.
    fn replay(&mut self) {
        (self.progress.sent, self.progress.checked) = (0, 0);
        let Some(mut initialize) = self.session.initialize.clone() else { return };
        initialize.id = format!("{OWN}{}", self.progress.restarts).into();
        self.server.tell(&initialize.into());
        let begun = [self.session.initialized.clone(), self.session.settings.clone()];
        for note in begun.into_iter().flatten() {
            self.progress.sent += 1;
            self.server.tell(&note.into());
        }
        self.say_left_out();
        for (uri, document) in &mut self.session.documents {
            self.progress.sent += 1;
            self.server.tell(&document.note(uri).into());
            document.touched = self.progress.sent;
        }
    }
}

/// How the numbers of this process's own requests begin.
const OWN: &str = "conformable/restart/";

fn own_id(id: &RequestId) -> bool {
    id.to_string().trim_matches('"').starts_with(OWN)
}

impl WorkerProgress {
    /// A document was changed; whether it was left out.
    fn let_in(&mut self, uri: &str) -> bool {
        self.to_try.retain(|one| one != uri);
        self.left_out.remove(uri)
    }
}

impl OpenDocument {
    /// One that is opened by this notification, as this one counts.
    fn of(note: &Notification, number: u64) -> Option<(String, OpenDocument)> {
        let (uri, version, content) = if note.method.starts_with("notebook") {
            let params: DidOpenNotebookDocumentParams = serde_json::from_value(note.params.clone()).ok()?;
            let cells = NotebookCells::of(&params.notebook_document, params.cell_text_documents);
            (params.notebook_document.uri.0, params.notebook_document.version, Content::Cells(cells))
        } else {
            let params: DidOpenTextDocumentParams = serde_json::from_value(note.params.clone()).ok()?;
            let item = params.text_document;
            (item.uri.0, item.version, Content::Text(TextLines::new(item.text.into())))
        };
        let mut opened = note.clone();
        // What is in it now is kept beside it.
        match &content {
            Content::Text(_) => opened.params["textDocument"]["text"] = Value::Null,
            Content::Cells(_) => opened.params = Value::Null,
        }
        Some((uri, OpenDocument { opened, version, content, touched: number }))
    }

    /// The notification by which another process knows it.
    fn note(&self, uri: &str) -> Notification {
        let mut note = self.opened.clone();
        match &self.content {
            Content::Text(lines) => {
                note.params["textDocument"]["text"] = (*lines.text).into();
                note.params["textDocument"]["version"] = self.version.into();
            }
            Content::Cells(cells) => note.params = cells.opened(uri, self.version),
        }
        note
    }
}

impl SessionState {
    fn ask(&mut self, request: &Request) {
        match request.method.as_str() {
            "initialize" if self.initialize.is_none() => {
                self.encoding = Client::read(&request.params).encoding;
                self.initialize = Some(request.clone());
            }
            "shutdown" => self.is_ending = true,
            _ => {}
        }
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
        self.pending.insert(request.id.to_string(), (request.id.clone(), uri));
    }

    /// Each request without an answer gets one; the documents that they were about.
    fn give_up(&mut self, out: &Sender<Message>) -> BTreeSet<String> {
        let mut about = BTreeSet::new();
        for (id, uri) in std::mem::take(&mut self.pending).into_values() {
            // Clients ask again, or show nothing.
            let text = "the checker was brought down, and begins anew".to_owned();
            let _ = out.send(Response::new_err(id, ErrorCode::ContentModified as i32, text).into());
            about.extend(uri);
        }
        about
    }

    /// Keeps what a notification says; the address of the document that it changes.
    fn note(&mut self, note: &Notification, number: u64) -> Option<String> {
        match note.method.as_str() {
            "initialized" => self.initialized = Some(note.clone()),
            "workspace/didChangeConfiguration" => self.settings = Some(note.clone()),
            "exit" => self.is_ending = true,
            "textDocument/didOpen" | "notebookDocument/didOpen" => {
                let (uri, document) = OpenDocument::of(note, number)?;
                self.documents.insert(uri.clone(), document);
                return Some(uri);
            }
            "textDocument/didChange" => return self.change(note, number),
            "notebookDocument/didChange" => return self.change_cells(note, number),
            "textDocument/didClose" => drop(self.documents.remove(note.params["textDocument"]["uri"].as_str()?)),
            "notebookDocument/didClose" => {
                drop(self.documents.remove(note.params["notebookDocument"]["uri"].as_str()?));
            }
            _ => {}
        }
        None
    }

    /// The text of a document is changed: it is opened with that from now on.
    fn change(&mut self, note: &Notification, number: u64) -> Option<String> {
        let change: DidChangeTextDocumentParams = serde_json::from_value(note.params.clone()).ok()?;
        let uri = change.text_document.text_document_identifier.uri.0;
        let document = self.documents.get_mut(&uri)?;
        let Content::Text(lines) = &mut document.content else { return None };
        for part in &change.content_changes {
            *lines = TextLines::new(edit_of(lines, part, self.encoding).1);
        }
        (document.version, document.touched) = (change.text_document.version, number);
        Some(uri)
    }

    /// The same of a notebook.
    fn change_cells(&mut self, note: &Notification, number: u64) -> Option<String> {
        let params: DidChangeNotebookDocumentParams = serde_json::from_value(note.params.clone()).ok()?;
        let document = self.documents.get_mut(&params.notebook_document.uri.0)?;
        let Content::Cells(cells) = &mut document.content else { return None };
        if let Some(metadata) = &params.change.metadata {
            cells.set_metadata(metadata);
        }
        if let Some(changes) = params.change.cells {
            cells.change(changes, self.encoding);
        }
        (document.version, document.touched) = (params.notebook_document.version, number);
        Some(params.notebook_document.uri.0)
    }
}
