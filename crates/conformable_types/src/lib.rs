//! (in construction)
pub mod dtype;
