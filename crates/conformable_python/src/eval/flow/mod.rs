//! Where execution goes: statements, loops, conditions, exceptions.
//!
//! | file | its one job |
//! |---|---|
//! | [`statements`] | what each statement does to the state |
//! | [`conditions`] | truth, and what a taken branch teaches |
//! | [`passes`] | what the passes of a loop say together |
//! | [`guards`] | undecided conditions that keep values away |
//! | [`loops`] | loops over items, comprehensions among them: unrolling, the first two iterations, the fixed point |
//! | [`whiles`] | loops under a condition |
//! | [`deferred`] | code that runs later, in part, or never |
//! | [`exceptions`] | handlers, `with`, what may be caught |
//! | [`raises`] | explicit raises that a call's arguments reach |

pub mod conditions;
pub mod deferred;
pub mod exceptions;
pub mod exits;
pub mod guards;
pub mod loops;
mod passes;
pub mod raises;
pub mod statements;
pub mod whiles;
