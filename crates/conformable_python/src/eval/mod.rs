//! The evaluator: one walk over Python's syntax with abstract values.
//!
//! A *root* (a module's top level, a function on its own) is evaluated in one [`Evaluator`], with
//! its own numbering of atoms and its own budget of fuel. Errors are effects: the finding of a
//! refuted expression is collected in [`Output::effects`](machine::output::Output::effects), passes the frames it leaves (each of
//! which may catch it, or demote it by the reachability rule), and is a finding when it leaves the
//! root.
//!
//! | folder | its one subject |
//! |---|---|
//! | [`flow`] | where execution goes: statements, loops, conditions, exceptions |
//! | [`expr`] | what expressions give, and what is stored where |
//! | [`call`] | calls of the program's functions, classes, imports, summaries of calls |
//! | [`annotations`] | what annotations promise |
//! | [`python`] | Python's own operations, as far as they run no code of the program |
//! | [`catalogue_bridge`] | the only module that calls the catalogue |
//! | [`diagnose`] | turns failures, hazards and what is known into findings |
//! | [`machine`] | the path's state, frames, fuel, output |
//!
//! The first three are the interpreter; none of the others calls it but by the traits of [`interpreter`]. [`roots`] begins each evaluation; [`facts`] records what each expression is.

mod annotations;
pub mod call;
mod catalogue_bridge;
pub mod diagnose;
mod expr;
pub mod facts;
mod flow;
mod interpreter;
mod machine;
mod python;
mod roots;

use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;

use crate::domain::images::Images;
use crate::front::program::Program;

pub use machine::Machine;
pub use machine::frame::{Frame, Loop};
pub use machine::output::Effect;
pub use machine::tentative::Tentative;

/// The interpreter: what walks through code, and is entered again by what it evaluates. All that it
/// knows is the machine's.
pub struct Evaluator<'p> {
    machine: Machine<'p>,
    /// How many calls run inside each other.
    nested: u32,
}

impl<'p> Deref for Evaluator<'p> {
    type Target = Machine<'p>;

    fn deref(&self) -> &Machine<'p> {
        &self.machine
    }
}

impl<'p> DerefMut for Evaluator<'p> {
    fn deref_mut(&mut self) -> &mut Machine<'p> {
        &mut self.machine
    }
}

const MAX_CALLS: usize = 80;
/// Calls that run inside each other, those of objects and classes too.
const MAX_NESTED: u32 = 400;

impl<'p> Evaluator<'p> {
    pub fn new(program: &Arc<Program<'p>>, images: &Rc<Images<'p>>) -> Evaluator<'p> {
        Evaluator { machine: Machine::new(program, images), nested: 0 }
    }
}
