//! The bridge to the catalogue: the only module that asks what NumPy's functions do.
//!
//! | file | its one job |
//! |---|---|
//! | [`catalogue`] | values to types and back, a call's answer |
//! | [`emptiness`] | lists that may be empty |
//! | [`members`] | attributes and methods that the catalogue gives |
//! | [`shapes`] | the shape of an array as a value |
//! | [`storable`] | what an array refuses to hold |

pub mod catalogue;
pub mod emptiness;
pub mod members;
pub mod shapes;
pub mod storable;
