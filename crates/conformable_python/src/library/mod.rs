//! What is known of Python's library, which is data: facts of its names, and models of its modules.
//!
//! | file | its one job |
//! |---|---|
//! | [`known_paths`] | names with nothing but a fact |
//! | [`stubs`] | what Python's own functions and classes take and give |
//! | [`models`] | modules as small programs |

pub mod known_paths;
pub mod models;
pub mod stubs;
