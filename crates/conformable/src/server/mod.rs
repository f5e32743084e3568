//! `conformable server`: the language server, over standard input and output.
//!
//! It stands beside an editor's main server: types on hover, findings, hints and actions, nothing that
//! the other does better. What it says is what `check` says, since it calls the same function with the open documents laid
//! over the disk; which file is in which state is all that it knows by itself.
//!
//! | file | what is in it |
//! |---|---|
//! | `transport` | frames on a stream |
//! | `client` | what the client can do and wants |
//! | `supervisor` | the process around the one that serves, which outlives it |
//! | `session` | the loop: messages in, what is asked for, answers out |
//! | `view` | what answers are read from |
//! | `requests` | what is asked for, and what is answered once its state has been checked |
//! | `documents`, `notebooks`, `edits`, `positions`, `uri` | open texts, those of cells, what was changed in them, places in them, their addresses |
//! | `projects`, `analysis` | which documents are checked together, and the thread that checks them |
//! | `earlier` | what is remembered of the parts of a document that aren't Python now |
//! | `findings` | findings as the protocol has them |
//! | `sites`, `arrays`, `hover`, `hints`, `actions`, `annotate`, `fixes` | what the table of facts says at a place, and what is made of it |
//!
//! No thread waits for another but by channels; nothing is evaluated on the thread that answers.

mod actions;
mod analysis;
mod annotate;
mod arrays;
mod client;
mod documents;
mod earlier;
mod edits;
mod findings;
mod fixes;
mod hints;
mod hover;
mod notebooks;
mod positions;
mod projects;
mod requests;
mod session;
mod sites;
pub(crate) mod supervisor;
mod transport;
mod uri;
mod view;

use std::path::Path;
use std::process::ExitCode;

use crossbeam_channel::unbounded;
use lsp_server::Connection;

use crate::run::STACK;
use crate::{Usage, supervise};

/// Serves the client on standard input and output until it says that it has finished.
pub(crate) fn run(cwd: &Path) -> Result<ExitCode, Usage> {
    let (to_us, receiver) = unbounded();
    let (sender, from_us) = unbounded();
    let (raw, raw_out) = unbounded();
    std::thread::spawn(move || transport::read_all(std::io::stdin().lock(), &to_us, &raw));
    let writer = std::thread::spawn(move || transport::write_all(std::io::stdout().lock(), &from_us, &raw_out));
    let code = serve_by(Connection { sender, receiver }, cwd, supervise::is_worker());
    let _ = writer.join();
    Ok(ExitCode::from(code))
}

/// Serves a client until it has finished; the exit code is 0 if it said so first, else 1.
pub fn serve(connection: Connection, cwd: &Path) -> u8 {
    serve_by(connection, cwd, false)
}

/// The same; a supervisor wants to know what has been checked.
fn serve_by(connection: Connection, cwd: &Path, is_supervised: bool) -> u8 {
    let (tasks, to_do) = unbounded();
    let (done, answers) = unbounded();
    std::thread::scope(|scope| {
        // Where it can't begin to work, the session hears that nobody answers.
        scope.spawn(move || analysis::work(&to_do, &done));
        // Answers are read off the syntax, which may be deep.
        let session = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            let (connection, answers) = (connection, answers);
            session::Session::new(connection.sender, tasks, cwd, is_supervised).serve(&connection.receiver, &answers)
        });
        session.ok().and_then(|session| session.join().ok()).unwrap_or(1)
    })
}
