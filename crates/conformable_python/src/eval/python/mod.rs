//! What Python itself provides: its functions, its containers, its classes.
//!
//! | file | its one job |
//! |---|---|
//! | [`numbers`] | those of numbers |
//! | [`scalars`] | what numbers, texts and None refuse |
//! | [`sequences`] | those of containers and iterators |
//! | [`containers`] | methods of lists, dicts, strings |
//! | [`dicts`] | what a dict holds after a key was set |
//! | [`instances`] | whose instance a value is, of Python's classes and the library's |

pub mod ambiguous;
pub mod arithmetic;
pub mod attributes;
pub mod containers;
pub mod declared;
pub mod dicts;
pub mod equality;
pub mod indexing;
pub mod instances;
pub mod iterators;
pub mod numbers;
pub mod scalars;
pub mod sequences;
pub mod truth;
