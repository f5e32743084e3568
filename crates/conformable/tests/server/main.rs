//! The language server, by a client in the same process.

mod actions;
mod client;
mod diagnostics;
mod editors;
mod hints;
mod hover;
mod notebooks;
#[path = "../pages/mod.rs"]
mod pages;

mod protocol;
mod random;
mod report_pages;
mod stdio;
