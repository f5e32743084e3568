//! GT4Py: operators on fields, whose dims have names, in a part of Python.
//!
//! | module | its one job |
//! |---|---|
//! | `types` | which types there are, how they are made, read and spelled |

pub mod types;
