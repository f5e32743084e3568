//! How to find out: facts about the integers, shapes and dtypes of a program's path, and the
//! relations between them.
//!
//! A [`Store`] is what every run that got this far satisfies. It is asked ([`Store::ask_eq`],
//! three-valued, binds nothing), told ([`Store::tell`], may contradict) and joined with another.
//! A [`relations::Relation`] says what must hold between its arguments and its result; it asks
//! and tells through a [`Context`]. A value that is not decided yet is the *application* itself,
//! hash-consed by the interner: the same relation on equal arguments is the same handle, and
//! [`Store::resolve_ty`] evaluates it again when its arguments have become known.
//!
//! The engine is read in one sitting, in this order:
//!
//! | file | |
//! |---|---|
//! | `store/fact`, `store/mod` | what holds, what is known, and asking |
//! | `store/tell` | adding a fact: equations are solved or wait |
//! | `store/resolve` | what is known put into terms, applications evaluated again |
//! | `store/waiting`, `store/map` | what waits and for what; the persistent maps |
//! | `store/join` | where two paths meet |
//! | `cause` | why something fails |
//! | `context` | what a relation may ask and tell |
//!
//! Around it: `store/fresh` numbers what is new, `judgement` refuses what only a few small sizes
//! satisfy, `store/canonical` makes the keys of caches, [`relations`] is one file for each
//! relation. A [`search`] tries the finitely many cases that a state leaves open, [`domain`] the
//! values that what is left may have. [`effort`] counts what was looked at.
//!
//! This crate knows no operation of any library, no Python and no files.

pub mod cause;
pub mod context;
pub mod domain;
pub mod effort;
mod judgement;
pub mod relations;
pub mod search;
pub mod store;

pub use cause::{Failure, FailureKind, INTS_MUST_FIT, Part, Release};
pub use context::Context;
pub use judgement::Refused;
pub use store::{About, Code, CodeWriter, Contradiction, Fact, Form, SPACE_BITS, Store, is_since};
