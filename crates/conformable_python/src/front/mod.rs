//! What the analysis is given and what it answers: texts and settings in, findings out.
//!
//! | file | its one job |
//! |---|---|
//! | [`source`] | files as they come, and how more of them are asked for |
//! | [`depth`] | what is nested too deeply is turned away before a tree is built |
//! | [`module`] | a parsed file, and where its text stands |
//! | [`parsed_files`] | the parsed files of one program after the other |
//! | [`notebook`] | a notebook's cells as one module |
//! | [`brackets`] | the bracket that nothing closes |
//! | [`broken_cells`] | a notebook without the cells that are no Python |
//! | [`release_questions`] | what in a text may ask for NumPy's release |
//! | [`settings`] | what a run is told |
//! | [`program`] | the entry points |
//! | [`checker`] | checks a program's files, and keeps for the next one what is the same there |
//! | [`rules`] | the table of rules |
//! | [`stubs`] | stub files over the catalogue, and the rules that they declare |
//! | [`diagnostic`] | findings as data |
//! | [`suppression`] | comments that take findings back |
//! | [`suppressing`] | writes such comments |
//! | [`why`] | what is asked of one line, and the answer |
//! | [`facts`] | what is known of a program's expressions, and why not more |
//! | [`levels`] | the same without types, as plain data |

mod brackets;
mod broken_cells;
pub mod checker;
pub mod depth;
pub mod diagnostic;
pub mod facts;
pub mod levels;
pub mod module;
pub mod notebook;
pub mod parsed_files;
pub mod program;
pub mod release_questions;
pub mod rules;
pub mod settings;
pub mod source;
pub mod stubs;
pub mod suppressing;
pub mod suppression;
pub mod why;
