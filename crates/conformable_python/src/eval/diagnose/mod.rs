//! Turns failures and hazards into findings, and measures how much is known of each expression.
//!
//! | file | its one job |
//! |---|---|
//! | [`verdict`] | error, warning, note or nothing: the promise |
//! | [`explain`] | why a line is reported or isn't, for whoever asks |
//! | [`report`] | failures into diagnostics |
//! | [`described`] | what a value is called in a message |
//! | [`failures`] | failures of the catalogue into findings |
//! | [`size_names`] | what the sizes in a message are called |
//! | [`passes`] | what the passes of a loop say together |
//! | [`raises`] | explicit raises that a call's arguments reach |
//! | [`pieces`] | the operands of a failing operation as they are shown |
//! | [`hazards`] | what the catalogue's results show that nearly nobody wants |
//! | [`lints`] | what is written, one lint a file |
//! | [`repairs`] | what is written there, as it would work |
//! | [`selected`] | operations that run only where the data select all elements |
//! | [`sites`] | how much is known of each expression |

pub mod described;
pub mod explain;
pub mod failures;
pub mod hazards;
pub mod lints;
pub mod passes;
pub mod pieces;
pub mod raises;
pub mod repairs;
pub mod report;
pub mod selected;
pub mod sites;
pub mod size_names;
pub mod verdict;
#[cfg(test)]
mod verdict_table;
