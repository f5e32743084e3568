//! The window to the catalogue: what NumPy's functions do is asked here and nowhere else.
//!
//! | file | its one job |
//! |---|---|
//! | [`catalogue`] | values to types and back, a call's answer |
//! | [`members`] | attributes and methods that the catalogue gives |
//! | [`shapes`] | the shape of an array as a value |
//! | [`storable`] | what an array refuses to hold |

pub mod catalogue;
pub mod members;
pub mod shapes;
pub mod storable;
