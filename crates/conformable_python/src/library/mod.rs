//! What is known of Python's library, which is data: facts of its names, and models of its modules.
//!
//! | file | its one job |
//! |---|---|
//! | [`known_paths`] | names with nothing but a fact |
//! | [`stubs`] | what Python's own functions and classes take and give |
//! | [`models`] | modules as small programs |
//! | [`exports`] | the names that a star import of a module binds |
//! | [`names`] | the names that modules have in any release |
//! | [`releases`] | names that not all releases of NumPy have |

pub mod exports;
pub mod known_paths;
pub mod models;
pub mod names;
pub mod releases;
pub mod stubs;

/// Is it a name of Python's own, of which something is known?
pub fn is_builtin(name: &str) -> bool {
    stubs::STUBS.has(name) || known_paths::KNOWN.exceptions.contains_key(name)
}
