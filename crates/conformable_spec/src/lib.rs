//! (in construction)

pub mod types_language;
