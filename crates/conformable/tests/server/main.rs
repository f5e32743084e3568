//! The language server, by a client in the same process.

mod actions;
mod client;
mod diagnostics;
mod hints;
mod hover;
mod neovim;
mod protocol;
mod random;
mod stdio;
