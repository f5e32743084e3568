//! Calls of the program's functions: which code runs, with which arguments, and whether it has to.
//!
//! | file | its one job |
//! |---|---|
//! | [`calls`] | which code runs, and in which frame |
//! | [`arguments`] | what a call gives, as values |
//! | [`returns`] | what a call leaves behind, in the terms of the caller |
//! | [`alone`] | functions that are evaluated on their own |
//! | [`builtins`] | Python's own functions: who answers for each |
//! | [`definitions`] | class statements |
//! | [`instantiation`] | calls of classes |
//! | [`functions`] | definitions of functions, and their decorators |
//! | [`generators`] | what the bodies of generators yield |
//! | [`binding`] | arguments as written, and to which parameters they go |
//! | [`parameters`] | how a function's parameters are meant, and what it is held to |
//! | [`budget`] | how much fuel a function on its own has, and its calls |
//! | [`imports`] | modules of the program and of the catalogue |
//! | [`summary`] | summaries of calls: the recorded results of earlier calls |
//!
//! A function's scope ends with its call, unless something was defined in it that may look its names up.

pub mod alone;
pub mod arguments;
pub mod binding;
pub mod budget;
pub mod builtins;
pub mod calls;
pub mod definitions;
pub mod functions;
pub mod generators;
pub mod imports;
pub mod instantiation;
pub mod parameters;
pub mod returns;
pub mod summary;
