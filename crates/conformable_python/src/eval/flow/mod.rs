//! Where execution goes: statements, loops, conditions, exceptions.
//!
//! | file | its one job |
//! |---|---|
//! | [`statements`] | what each statement does to the state |
//! | [`conditions`] | truth, and what a taken branch teaches |
//! | [`guards`] | undecided conditions that keep values away |
//! | [`patterns`] | the cases of a `match`: what their patterns decide, bind and teach |
//! | [`questions`] | which values a test of a class or an attribute leaves |
//! | [`teaching`] | what a test that has succeeded says of a value of which nothing was known |
//! | [`loops`] | loops over items, comprehensions among them: unrolling, the first two iterations, the fixed point |
//! | [`growth`] | how much longer a loop makes a list |
//! | [`repeats`] | when the next pass of a loop would do what the last one did |
//! | [`whiles`] | loops under a condition |
//! | [`exceptions`] | handlers, `with`, what may be caught |

pub mod conditions;
pub mod exceptions;
pub mod growth;
pub mod guards;
pub mod loops;
pub mod patterns;
pub mod questions;
pub mod repeats;
pub mod statements;
pub mod teaching;
pub mod whiles;
