//! What expressions give, and what is stored where.
//!
//! | file | its one job |
//! |---|---|
//! | [`expressions`] | what each expression gives |
//! | [`operators`] | arithmetic, Python's and NumPy's |
//! | [`comparison`] | order, equality, identity, membership |
//! | [`attributes`] | names, and attributes of instances, classes and tuples, as they are loaded |
//! | [`subscripts`] | indexing, what is loaded |
//! | [`stores`] | what is stored into subscripts and attributes |
//! | [`assignment`] | targets, unpacking, augmented assignment |
//! | [`iteration`] | what iterating gives |

pub mod assignment;
pub mod attributes;
pub mod comparison;
pub mod expressions;
pub mod iteration;
pub mod operators;
pub mod stores;
pub mod subscripts;
