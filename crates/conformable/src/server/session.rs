//! The loop: messages of the client and answers of the analysis come in, and each goes to whom it concerns.
//!
//! Each change of the documents makes a new *state*, whose number is a revision. A state is checked as a whole, at once if
//! checks are fast, else a moment after the last key. A newer state ends the check of an older one. What is asked about the
//! newest state waits until it has been checked. A check may have two answers, of which the first is provisional and comes
//! sooner: findings are shown twice then, if they differ.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select};
use gen_lsp_types::{
    DidChangeNotebookDocumentParams, DidChangeTextDocumentParams, DidCloseNotebookDocumentParams,
    DidCloseTextDocumentParams, DidOpenNotebookDocumentParams, DidOpenTextDocumentParams, PublishDiagnosticsParams,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions;
use super::analysis::{Checked, Done, State, Task};
use super::client::{Client, Wishes};
use super::documents::Document;
use super::earlier::Earlier;
use super::findings::{self, Writer};
use super::requests::{self, Asked, Waiting};
use super::view::View;
use super::{supervisor, uri};
use crate::run::guarded;

/// Checks that take no longer than this begin at each key.
const FAST: Duration = Duration::from_millis(30);

/// How long slower ones wait for the next key at most; never longer than they take.
const PAUSE: Duration = Duration::from_millis(100);

/// How long nobody has typed when hints are shown, which would jump from key to key.
const QUIET: Duration = Duration::from_millis(150);

/// What a session has been told of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Begun,
    Running,
    ShutDown,
}

/// A check that is being made.
struct Running {
    revision: u64,
    is_over: Arc<AtomicBool>,
}

/// One client's session.
pub struct Session {
    out: Sender<Message>,
    tasks: Sender<Task>,
    phase: Phase,
    view: View,
    running: Option<Running>,
    /// When the newest state is to be checked, if it isn't yet.
    due: Option<Instant>,
    /// When the newest key came.
    typed: Option<Instant>,
    /// The newest change was no key.
    is_at_rest: bool,
    waiting: Vec<Waiting>,
    /// What the client shows, by address.
    published: FxHashMap<String, PublishDiagnosticsParams>,
    /// Configurations that have a diagnostic.
    configurations: FxHashSet<PathBuf>,
    own_requests: i32,
    /// The notifications that came in, which a supervisor counts, too.
    received: u64,
    is_supervised: bool,
}

impl Session {
    /// A session that has not begun, whose paths are shown from `cwd` unless the client names a folder.
    pub fn new(out: Sender<Message>, tasks: Sender<Task>, cwd: &Path, is_supervised: bool) -> Session {
        Session {
            out,
            tasks,
            phase: Phase::Begun,
            view: View { root: cwd.to_owned(), ..View::default() },
            running: None,
            due: None,
            typed: None,
            is_at_rest: true,
            waiting: Vec::new(),
            published: FxHashMap::default(),
            configurations: FxHashSet::default(),
            own_requests: 0,
            received: 0,
            is_supervised,
        }
    }

    /// Serves until the client has finished; gives the exit code.
    pub fn serve(&mut self, messages: &Receiver<Message>, answers: &Receiver<Done>) -> u8 {
        loop {
            let timeout = self.next_moment().map(|at| at.saturating_duration_since(Instant::now()));
            let timer = timeout.map_or_else(crossbeam_channel::never, crossbeam_channel::after);
            let is_last = select! {
                recv(messages) -> message => match message {
                    Ok(message) => self.receive(message),
                    Err(_) => true,
                },
                recv(answers) -> answer => match answer {
                    Ok(answer) => self.finish(answer),
                    Err(_) => true,
                },
                recv(timer) -> _ => false,
            };
            if is_last {
                self.stop();
                return u8::from(self.phase != Phase::ShutDown);
            }
            self.start();
            self.answer();
        }
    }

    fn next_moment(&self) -> Option<Instant> {
        let due = self.due.filter(|_| self.running.is_none());
        let deadlines = self.waiting.iter().filter_map(|waiting| waiting.deadline);
        let shy = self.waiting.iter().any(Waiting::is_shy);
        let quiet = self.typed.map(|typed| typed + QUIET).filter(|quiet| shy && *quiet > Instant::now());
        due.into_iter().chain(deadlines).chain(quiet).min()
    }

    /// Takes a message; whether it was the last one.
    fn receive(&mut self, message: Message) -> bool {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(note) if note.method == "exit" => return true,
            Message::Notification(note) => {
                self.received += 1;
                let method = note.method.clone();
                if let Err(said) = guarded(|| self.notification(note)) {
                    self.log(&format!("{method} failed: {said}"));
                }
            }
            Message::Response(_) => {}
        }
        false
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::Begun, "initialize") => self.initialize(id, &params),
            (Phase::Begun, _) => self.refuse(id, ErrorCode::ServerNotInitialized, "the first request is `initialize`"),
            (Phase::ShutDown, _) => self.refuse(id, ErrorCode::InvalidRequest, "the server is shut down"),
            (_, "initialize") => self.refuse(id, ErrorCode::InvalidRequest, "this is initialized already"),
            (_, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.stop();
                for waiting in std::mem::take(&mut self.waiting) {
                    self.refuse(waiting.id, ErrorCode::RequestCanceled, "the server is shut down");
                }
                self.reply(Response::new_ok(id, Value::Null));
            }
            (_, method) => match Asked::read(method, params) {
                Ok(asked) => self.waiting.push(Waiting::new(id, asked)),
                Err((code, message)) => self.refuse(id, code, &message),
            },
        }
    }

    fn initialize(&mut self, id: RequestId, params: &Value) {
        self.view.client = Client::read(params);
        if let Some(root) = &self.view.client.root {
            self.view.root.clone_from(root);
        }
        self.phase = Phase::Running;
        self.reply(Response::new_ok(id, requests::capabilities(&self.view.client)));
        self.warn_of_options("initializationOptions", &params["initializationOptions"]);
    }

    /// Tells the client what is wrong with the options that it sent.
    fn warn_of_options(&self, sent: &str, options: &Value) {
        for mistake in Wishes::mistakes(options) {
            let text = format!("Conformable: {sent}: {mistake}");
            self.notify("window/showMessage", &json!({"type": 2, "message": text}));
        }
    }

    fn notification(&mut self, note: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        match note.method.as_str() {
            "initialized" => self.watch_files(),
            "textDocument/didOpen" => {
                let Some(DidOpenTextDocumentParams { text_document }) = self.read(note) else { return };
                if self.view.documents.open(text_document, &self.view.root) {
                    self.changed(true);
                }
            }
            "textDocument/didChange" => {
                let Some(params) = self.read::<DidChangeTextDocumentParams>(note) else { return };
                let uri = params.text_document.text_document_identifier.uri.0;
                let (version, encoding) = (params.text_document.version, self.view.client.encoding);
                if self.view.documents.change(&uri, version, &params.content_changes, encoding, self.view.revision + 1)
                {
                    self.changed(false);
                }
            }
            "textDocument/didClose" => {
                let Some(DidCloseTextDocumentParams { text_document }) = self.read(note) else { return };
                self.close(&text_document.uri.0);
            }
            "notebookDocument/didOpen" => {
                let Some(params) = self.read::<DidOpenNotebookDocumentParams>(note) else { return };
                self.view.documents.open_notebook(params, &self.view.root);
                self.changed(true);
            }
            "notebookDocument/didChange" => {
                let Some(params) = self.read::<DidChangeNotebookDocumentParams>(note) else { return };
                let encoding = self.view.client.encoding;
                let gone = self.view.documents.change_notebook(params, encoding, self.view.revision + 1);
                if let Some(gone) = gone {
                    gone.iter().for_each(|cell| self.show_nothing(cell));
                    self.changed(false);
                }
            }
            "notebookDocument/didClose" => {
                let Some(params) = self.read::<DidCloseNotebookDocumentParams>(note) else { return };
                self.close(&params.notebook_document.uri.0);
            }
            // What is on the disk may be different now.
            "textDocument/didSave" | "notebookDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.changed(true)
            }
            "workspace/didChangeConfiguration" => {
                let options = &note.params["settings"]["conformable"];
                self.warn_of_options("settings.conformable", options);
                self.view.client.wishes = Wishes::read(options);
                self.refresh();
            }
            supervisor::LEFT_OUT if self.is_supervised => {
                let uris: Vec<String> = serde_json::from_value(note.params["uris"].clone()).unwrap_or_default();
                self.view.left_out = uris.into_iter().collect();
                self.changed(true);
            }
            "$/cancelRequest" => self.cancel(&note.params["id"]),
            _ => {}
        }
    }

    fn read<T: DeserializeOwned>(&mut self, note: Notification) -> Option<T> {
        let Notification { method, params } = note;
        let read = serde_json::from_value(params);
        read.map_err(|error| self.log(&format!("{method} isn't understood: {error}"))).ok()
    }

    fn close(&mut self, uri: &str) {
        let Some(document) = self.view.documents.close(uri) else { return };
        if self.view.documents.at(&document.path).is_none() {
            self.view.earlier.remove(&document.path);
        }
        document.shown_uris().for_each(|uri| self.show_nothing(uri));
        self.changed(true);
    }

    /// The client shows no findings there any more.
    fn show_nothing(&mut self, uri: &str) {
        if self.published.remove(uri).is_some_and(|shown| !shown.diagnostics.is_empty()) {
            let nothing =
                PublishDiagnosticsParams { uri: uri.to_owned().into(), version: None, diagnostics: Vec::new() };
            self.notify("textDocument/publishDiagnostics", &nothing);
        }
    }

    /// The documents are in another state, or what is around them.
    fn changed(&mut self, is_at_once: bool) {
        self.view.revision += 1;
        self.is_at_rest = is_at_once;
        let now = Instant::now();
        let mut waits = Duration::ZERO;
        if !is_at_once {
            let took = self.view.checked.as_ref().map_or(Duration::ZERO, |checked| checked.took);
            let before = self.typed.replace(now);
            waits = pause(took, before.map_or(Duration::MAX, |before| now.saturating_duration_since(before)));
        }
        self.due = Some(now + waits);
        if let Some(running) = &self.running {
            running.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Begins to check, if it is time to and nothing else is checked.
    fn start(&mut self) {
        let is_due = self.due.is_some_and(|due| due <= Instant::now());
        if !is_due || self.running.is_some() || self.phase != Phase::Running {
            return;
        }
        self.due = None;
        self.view.tried.clear();
        self.work(Task::Check);
    }

    /// Gives the analysis something to do about the newest state.
    fn work(&mut self, task: impl FnOnce(State) -> Task) {
        let is_over = Arc::new(AtomicBool::new(false));
        let text = |document: &Document| (document.path.clone(), Arc::clone(&document.lines.text));
        let state = State {
            revision: self.view.revision,
            root: self.view.root.clone(),
            documents: self.view.documents.iter().map(text).collect(),
            left_out: self.view.left_out_paths(),
            received: self.received,
            is_at_rest: self.is_at_rest,
            is_over: Arc::clone(&is_over),
        };
        if self.tasks.send(task(state)).is_ok() {
            self.running = Some(Running { revision: self.view.revision, is_over });
        }
    }

    /// Has what is suggested in answer to a request been tried? If not, that begins, unless something else is done.
    fn has_tried(&mut self, asked: &Asked) -> bool {
        let (Asked::Actions(params), Some(checked)) = (asked, self.view.checked.clone()) else { return true };
        let mut candidates = actions::candidates(&self.view, params);
        candidates.retain(|candidate| !self.view.tried.contains_key(&candidate.key));
        if !candidates.is_empty() && self.running.is_none() {
            self.work(|state| Task::Try(state, candidates.clone(), checked));
        }
        candidates.is_empty()
    }

    /// The analysis has done what it was to do; never the last thing that happens.
    fn finish(&mut self, answer: Done) -> bool {
        let running = self.running.take();
        let checked = match answer {
            Done::Checked(checked) => {
                self.running = running.filter(|_| checked.is_provisional);
                *checked
            }
            Done::Tried(tried) => {
                if running.is_some_and(|running| running.revision == self.view.revision) {
                    self.view.tried.extend(tried);
                }
                return false;
            }
            Done::Dropped => {
                // Dropped for a newer state, or it failed: that state isn't checked again.
                if running.is_some_and(|running| running.revision == self.view.revision) && self.due.is_none() {
                    self.log("the check failed");
                    self.waiting.iter_mut().for_each(Waiting::give_up);
                }
                return false;
            }
        };
        if self.is_supervised && !checked.is_provisional {
            self.notify(supervisor::CHECKED, &json!({"received": checked.received}));
        }
        let before = self.view.checked.take();
        self.keep(checked);
        if let Some(checked) = self.view.checked.clone().filter(|checked| checked.revision == self.view.revision) {
            self.publish(&checked);
            if before.is_some_and(|before| says_other_of_same(&before, &checked)) {
                self.refresh();
            }
        }
        false
    }

    /// The newest check, and what of it is worth being remembered while a document isn't Python.
    fn keep(&mut self, checked: Checked) {
        let broken: FxHashSet<Arc<str>> =
            checked.documents.values().filter(|one| one.is_broken()).map(|one| Arc::clone(&one.shown)).collect();
        for (path, document) in &checked.documents {
            let before = self.view.earlier.get(path);
            let rests_on_broken = |before: &Earlier| {
                before.findings.iter().any(|finding| findings::mentions(finding, &|file| broken.contains(file)))
            };
            if checked.is_provisional || document.is_broken() || before.is_some_and(rests_on_broken) {
                continue;
            }
            if let Some(open) = self.view.documents.at(path) {
                self.view.earlier.insert(path.clone(), Earlier::with(before, document, &open.history));
            }
        }
        let oldest = self.view.earlier.values().map(Earlier::oldest).chain([checked.revision]).min();
        self.view.documents.forget_before(oldest.unwrap_or_default());
        self.view.checked = Some(Arc::new(checked));
    }

    /// Tells a client that doesn't ask.
    fn publish(&mut self, checked: &Checked) {
        self.publish_problems(checked);
        if self.view.client.pulls {
            return;
        }
        let all: Vec<PublishDiagnosticsParams> =
            self.view.documents.iter().flat_map(|one| self.shown(one, checked)).collect();
        for shown in all {
            let uri = shown.uri.0.clone();
            if self.published.get(&uri) != Some(&shown) {
                self.notify("textDocument/publishDiagnostics", &shown);
                self.published.insert(uri, shown);
            }
        }
    }

    /// What is shown at each address of a document. Versions are those of texts, which a notebook as a whole has none of.
    fn shown(&self, document: &Document, checked: &Checked) -> Vec<PublishDiagnosticsParams> {
        let found = findings::of_document(&Writer::of(&self.view), document, checked, &self.view.earlier);
        let version = document.notebook.is_none().then_some(document.version);
        let at = |uri: &str| {
            let own = found.iter().filter(|(at, _)| at == uri).map(|(_, one)| one.clone());
            PublishDiagnosticsParams { uri: uri.to_owned().into(), version, diagnostics: own.collect() }
        };
        document.shown_uris().map(at).collect()
    }

    /// What is wrong with configurations is said in their files.
    fn publish_problems(&mut self, checked: &Checked) {
        let mut left = std::mem::take(&mut self.configurations);
        for problem in &checked.problems {
            let diagnostic = json!({
                "range": problem.range, "severity": 1, "source": "conformable",
                "message": format!("{}; until this is repaired, the last configuration that could be read counts", problem.message),
            });
            let params = json!({"uri": self.uri_of(&problem.path), "diagnostics": [diagnostic]});
            self.notify("textDocument/publishDiagnostics", &params);
            left.remove(&problem.path);
            self.configurations.insert(problem.path.clone());
        }
        for path in left {
            self.notify("textDocument/publishDiagnostics", &json!({"uri": self.uri_of(&path), "diagnostics": []}));
        }
    }

    fn uri_of(&self, path: &Path) -> String {
        self.view.documents.at(path).map_or_else(|| uri::of_path(path), |document| document.uri.clone())
    }

    /// The client is told to ask again, if it can be.
    fn refresh(&mut self) {
        if self.view.client.pulls && self.view.client.refreshes_diagnostics {
            self.ask("workspace/diagnostic/refresh", Value::Null);
        }
        if self.view.client.refreshes_hints {
            self.ask("workspace/inlayHint/refresh", Value::Null);
        }
    }

    /// Answers what can be answered.
    fn answer(&mut self) {
        let now = Instant::now();
        let newest = self.view.checked.as_ref().filter(|checked| checked.revision == self.view.revision);
        let is_checked = newest.is_some();
        let is_provisional = newest.is_some_and(|checked| checked.is_provisional);
        let is_quiet = self.typed.is_none_or(|typed| now >= typed + QUIET);
        let (mut ready, mut waiting) = (Vec::new(), Vec::new());
        for one in std::mem::take(&mut self.waiting) {
            let is_checked = is_checked && (!is_provisional || one.takes_provisional(&self.view.client));
            let is_checked = is_checked && (is_quiet || !one.is_shy()) && self.has_tried(&one.asked);
            if is_checked || one.is_ready(&self.view.documents, now) { ready.push(one) } else { waiting.push(one) }
        }
        self.waiting = waiting;
        for Waiting { id, asked, .. } in ready {
            match guarded(|| requests::answer(&self.view, &asked)) {
                Ok(answer) => self.reply(Response::new_ok(id, answer)),
                Err(said) => self.refuse(id, ErrorCode::InternalError, &said),
            }
        }
    }

    fn cancel(&mut self, id: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(id.clone()) else { return };
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.id == id) {
            let waiting = self.waiting.swap_remove(at);
            self.refuse(waiting.id, ErrorCode::RequestCanceled, "canceled");
        }
    }

    /// Nobody wants to know any more.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.is_over.store(true, Ordering::Relaxed);
        }
        self.due = None;
    }

    fn watch_files(&mut self) {
        if !self.view.client.watches {
            return;
        }
        let watchers: Vec<Value> = ["**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/*.pyi"]
            .iter()
            .map(|glob| json!({"globPattern": glob}))
            .collect();
        let registration = json!({
            "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": watchers},
        });
        self.ask("client/registerCapability", json!({"registrations": [registration]}));
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.own_requests += 1;
        let id = format!("conformable/{}", self.own_requests);
        let _ = self.out.send(Request { id: id.into(), method: method.to_owned(), params }.into());
    }

    fn notify(&self, method: &str, params: &impl serde::Serialize) {
        let _ = self.out.send(Notification::new(method.to_owned(), params).into());
    }

    fn log(&mut self, text: &str) {
        self.notify("window/logMessage", &json!({"type": 2, "message": text}));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        self.reply(Response::new_err(id, code as i32, message.to_owned()));
    }

    fn reply(&self, response: Response) {
        let _ = self.out.send(response.into());
    }
}

/// How long a check waits that takes that time, where the key before came so long ago. While keys follow each other
/// faster than that, each would only end the check of the one before.
fn pause(takes: Duration, since_key: Duration) -> Duration {
    let pause = if takes <= FAST { Duration::ZERO } else { takes.min(PAUSE) };
    if since_key < pause { pause } else { Duration::ZERO }
}

/// Does a check say something else of a text that the one before had, too?
fn says_other_of_same(before: &Checked, now: &Checked) -> bool {
    now.documents.iter().any(|(path, document)| {
        before.documents.get(path).is_some_and(|known| {
            let has_same_facts = || before.is_provisional || known.facts == document.facts;
            known.text == document.text && !(known.diagnostics == document.diagnostics && has_same_facts())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_check_waits_where_keys_follow_each_other_fast() {
        let waits = |takes, since_key| pause(Duration::from_millis(takes), Duration::from_millis(since_key));
        assert_eq!(waits(30, 0), Duration::ZERO, "it is fast");
        assert_eq!(waits(60, 40), Duration::from_millis(60), "no longer than it takes");
        assert_eq!(waits(60, 60), Duration::ZERO);
        assert_eq!(waits(900, 99), PAUSE);
        assert_eq!(waits(900, 200), Duration::ZERO, "somebody who looks at what they type");
    }
}
