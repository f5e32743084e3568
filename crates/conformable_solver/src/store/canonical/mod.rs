//! What whoever remembers answers needs of a store: when it would answer as it did before.
//!
//! | module | |
//! |---|---|
//! | `code` | all that is known of some types, as words to compare |
//! | `learned` | what an answer taught, to be taught again |
//! | `alone` | is nothing known of a leaf, and was nothing learned but of new ones? |

mod alone;
mod code;
mod learned;

pub use self::code::{Code, Writer as CodeWriter};
pub use self::learned::{About, Form};
