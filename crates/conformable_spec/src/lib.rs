//! (in construction)
