//! The bridge to the catalogue: the only module that asks what NumPy's functions do.
//!
//! | file | its one job |
//! |---|---|
//! | [`catalogue`] | types to values, a call's answer |
//! | [`emptiness`] | lists that may be empty |
//! | [`members`] | attributes and methods that the catalogue gives |
//! | [`shapes`] | the shape of an array as a value |
//! | [`storable`] | what an array refuses to hold |
//! | [`types`] | values to types |

pub mod catalogue;
pub mod emptiness;
pub mod members;
pub mod shapes;
pub mod storable;
pub mod types;
