//! What is read off Python's syntax before anything is evaluated.
//!
//! | file | its one job |
//! |---|---|
//! | [`scopes`] | what functions declare global or nonlocal |
//! | [`carried`] | what a pass of a loop may find as the pass before it left it |
//! | [`uses`] | how a function's parameters are meant, by its body |
//! | [`unit`] | modules that are evaluated together |
//! | [`units`] | which these are |
//! | [`array_code`] | which modules are checked unless all are asked for |
//! | [`changes`] | what the code of a module may change that has a name |
//! | [`changes_elsewhere`] | what that of a program may change of other modules |
//! | [`exchanges`] | what a call has exchanged that it names by a text |
//! | [`filled_modules`] | whether it puts what it likes into modules that it looks up |
//! | [`docstrings`] | examples in docstrings, as programs |
//! | [`leaving`] | which blocks never go on behind their end, and which return |
//! | [`literals`] | ints and paths of names, as an expression writes them |
//! | [`around`] | what stands around a place: whether a function does |
//! | [`type_comments`] | which places have a type in a comment behind them |
//! | [`sites`] | which expressions have facts, and those of functions that nothing evaluated |

pub mod around;
pub mod array_code;
pub mod attributes_set;
pub mod bodies;
pub mod carried;
pub mod changes;
pub mod changes_elsewhere;
pub mod docstrings;
pub mod exchanges;
pub mod filled_modules;
pub mod function_texts;
pub mod handles;
pub mod leaving;
pub mod literals;
pub mod named_setters;
pub mod scopes;
pub mod sites;
pub mod type_comments;
pub mod unit;
pub mod units;
pub mod uses;
