//! The bridge to the catalogue: the only module that asks what NumPy's functions do.
//!
//! | file | its one job |
//! |---|---|
//! | [`applied`] | functions that the catalogue's functions are given and call |
//! | [`asking`] | arguments as the catalogue is asked about them, once or twice |
//! | [`catalogue`] | types to values, a call's answer |
//! | [`emptiness`] | lists that may be empty |
//! | [`members`] | attributes and methods that the catalogue gives |
//! | [`registered`] | operators of types that packages register |
//! | [`releases`] | names that not all releases of NumPy have |
//! | [`storable`] | what an array refuses to hold |
//! | [`whole`] | where floats that are whole numbers stay whole |

pub mod applied;
pub mod asking;
pub mod catalogue;
pub mod emptiness;
pub mod members;
pub mod registered;
pub mod releases;
pub mod storable;
pub mod whole;
