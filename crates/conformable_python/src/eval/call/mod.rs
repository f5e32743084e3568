//! Calls of the program's functions: which code runs, with which arguments, and whether it has to.
//!
//! | file | its one job |
//! |---|---|
//! | [`calls`] | which code runs, frames, results of the program's functions |
//! | [`binding`] | arguments as written, and to which parameters they go |
//! | [`parameters`] | how a function's parameters are meant, and what it is held to |
//! | [`imports`] | modules of the program and of the catalogue |
//! | [`summary`] | calls that would do what an earlier one did |

pub mod binding;
pub mod calls;
pub mod imports;
pub mod parameters;
pub mod summary;
