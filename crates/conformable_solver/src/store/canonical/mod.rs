//! Cache keys: a canonical form of everything a store knows about some types.
//!
//! | module | |
//! |---|---|
//! | `code` | the canonical form, as words to compare |
//! | `learned` | what an evaluation taught, to be taught again in other numbers |
//! | `alone` | is a leaf unconstrained, and did an evaluation teach only facts about new leaves? |

mod alone;
mod code;
mod learned;

pub use self::code::{Code, Writer as CodeWriter};
pub use self::learned::{About, Form};
