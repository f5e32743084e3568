//! The language server, by a client in the same process.

mod actions;
mod client;
mod diagnostics;
mod editors;
mod hints;
mod hover;

mod protocol;
mod random;
mod stdio;
