//! What operations mean: signatures, their language, and the catalogue that is written in it.
//!
//! A caller (the checker, a graph, a package) looks an operation up by its path and applies it to
//! abstract arguments; nothing else in the system decides whether types fit.
//!
//! ```text
//! let op = Catalogue::numpy().function("numpy.sum").unwrap();
//! match op.apply(&CallArgs { .. }, &store) { Applied::Value { result, store, .. } => .., .. }
//! ```

pub mod call;

pub use call::{Applied, Arg, CallArgs, CallFailure};
