//! What a client may ask for, and what it is answered.

use std::hash::BuildHasher;
use std::time::{Duration, Instant};

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, DiagnosticOptions, DocumentDiagnosticParams,
    FullDocumentDiagnosticReport, HoverParams, InlayHintParams, NotebookDocumentFilter,
    NotebookDocumentFilterNotebookType, NotebookDocumentFilterWithNotebook, NotebookDocumentSyncOptions, SaveOptions,
    ServerCapabilities, ServerInfo, TextDocumentSyncKind, TextDocumentSyncOptions,
};
use lsp_server::{ErrorCode, RequestId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::client::Client;
use super::documents::Documents;
use super::findings::Writer;
use super::view::View;
use super::{actions, findings, hints, hover};

/// How long a hover waits for a state that is being checked, before it is answered by the one before.
const HOVER: Duration = Duration::from_millis(150);

/// What is asked for.
pub enum Asked {
    /// The findings of a document.
    Diagnostics(DocumentDiagnosticParams),
    /// What stands at a place.
    Hover(HoverParams),
    /// What lines don't show.
    Hints(InlayHintParams),
    /// What can be done.
    Actions(CodeActionParams),
}

/// A request that has no answer yet.
pub struct Waiting {
    /// Its number.
    pub id: RequestId,
    /// What is asked for.
    pub asked: Asked,
    /// When it is answered by what is known then.
    pub deadline: Option<Instant>,
}

impl Waiting {
    /// A request that has just come in.
    pub fn new(id: RequestId, asked: Asked) -> Waiting {
        let deadline = match &asked {
            Asked::Diagnostics(_) | Asked::Hints(_) | Asked::Actions(_) => None,
            Asked::Hover(_) => Some(Instant::now() + HOVER),
        };
        Waiting { id, asked, deadline }
    }

    /// Can it be answered, though the newest state isn't checked yet?
    pub fn is_ready(&self, documents: &Documents, now: Instant) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now) || documents.get(self.asked.uri()).is_none()
    }

    /// Is it answered by a provisional check too: will this client ask again when it is told to?
    pub fn takes_provisional(&self, client: &Client) -> bool {
        match &self.asked {
            Asked::Diagnostics(_) => client.refreshes_diagnostics,
            Asked::Hints(_) | Asked::Hover(_) | Asked::Actions(_) => false,
        }
    }

    /// Does it wait until nobody types?
    pub fn is_shy(&self) -> bool {
        matches!(self.asked, Asked::Hints(_))
    }

    /// The newest state won't be checked.
    pub fn give_up(&mut self) {
        self.deadline = Some(Instant::now());
    }
}

impl Asked {
    /// Reads a request.
    ///
    /// # Errors
    /// If there is no such method, or its parameters aren't understood.
    pub fn read(method: &str, params: Value) -> Result<Asked, (ErrorCode, String)> {
        fn read<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, String)> {
            serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
        }
        match method {
            "textDocument/diagnostic" => read(params).map(Asked::Diagnostics),
            "textDocument/hover" => read(params).map(Asked::Hover),
            "textDocument/inlayHint" => read(params).map(Asked::Hints),
            "textDocument/codeAction" => read(params).map(Asked::Actions),
            _ => Err((ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
        }
    }

    /// The document that it is about.
    fn uri(&self) -> &str {
        match self {
            Asked::Diagnostics(params) => &params.text_document.uri.0,
            Asked::Hints(params) => &params.text_document.uri.0,
            Asked::Actions(params) => &params.text_document.uri.0,
            Asked::Hover(params) => &params.text_document_position_params.text_document.uri.0,
        }
    }
}

/// All cells of notebooks of Jupyter's: those of text count in the numbers of the others.
fn notebooks() -> NotebookDocumentSyncOptions {
    let filter =
        NotebookDocumentFilterNotebookType { notebook_type: "jupyter-notebook".to_owned(), ..Default::default() };
    let filter: NotebookDocumentFilter = filter.into();
    let selector = NotebookDocumentFilterWithNotebook::new(filter.into(), None);
    NotebookDocumentSyncOptions::new(vec![selector.into()], Some(true))
}

/// What the server can do for this client.
pub fn capabilities(client: &Client) -> Value {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(SaveOptions::default().into()),
        ..TextDocumentSyncOptions::default()
    };
    let pull = DiagnosticOptions {
        identifier: Some("conformable".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: false,
        ..DiagnosticOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::RefactorRewrite]),
        ..CodeActionOptions::default()
    };
    let wishes = client.wishes;
    let has_hints = wishes.variables || wishes.parameters || wishes.returns;
    let capabilities = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync.into()),
        code_action_provider: client.has_actions.then(|| actions.into()),
        inlay_hint_provider: has_hints.then_some(true.into()),
        hover_provider: wishes.hover.then_some(true.into()),
        diagnostic_provider: client.pulls.then(|| pull.into()),
        notebook_document_sync: client.has_notebooks.then(|| notebooks().into()),
        ..ServerCapabilities::default()
    };
    let info = ServerInfo { name: "conformable".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    json!({"capabilities": capabilities, "serverInfo": info})
}

/// The answer to a request; nothing is known of a document that isn't open.
pub fn answer(view: &View, asked: &Asked) -> Value {
    match asked {
        Asked::Diagnostics(params) => diagnostics(view, params),
        Asked::Hover(params) => hover::answer(view, params),
        Asked::Hints(params) => hints::answer(view, params),
        Asked::Actions(params) => actions::answer(view, params),
    }
}

fn diagnostics(view: &View, params: &DocumentDiagnosticParams) -> Value {
    let uri = &params.text_document.uri.0;
    let document = view.documents.get(uri);
    let found = match document.zip(view.checked.as_ref()) {
        Some((document, checked)) => findings::of_document(&Writer::of(view), document, checked, &view.earlier),
        None => Vec::new(),
    };
    let items: Vec<_> = found.into_iter().filter(|(at, _)| at == uri).map(|(_, one)| one).collect();
    let written = serde_json::to_string(&items).unwrap_or_default();
    let result_id = format!("{:016x}", rustc_hash::FxBuildHasher.hash_one(&written));
    if params.previous_result_id.as_ref() == Some(&result_id) {
        return json!({"kind": "unchanged", "resultId": result_id});
    }
    let report = FullDocumentDiagnosticReport { result_id: Some(result_id), items };
    let mut value = serde_json::to_value(report).unwrap_or_default();
    value["kind"] = "full".into();
    value
}
