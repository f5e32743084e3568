//! The evaluator: one walk over Python's syntax with abstract values.
//!
//! A *root* (a module's top level, a function on its own) is evaluated in one [`Evaluator`], with
//! its own numbering of atoms and its own budget of fuel. Errors are effects: the finding of a
//! refuted expression is collected in [`Output::effects`](output::Output::effects), passes the frames it leaves (each of
//! which may catch it, or demote it by the reachability rule), and is a finding when it leaves the
//! root.
//!
//! | folder | its one subject |
//! |---|---|
//! | [`flow`] | where execution goes: statements, loops, conditions, exceptions |
//! | [`expr`] | what expressions give, and what is stored where |
//! | [`call`] | calls of the program's functions, imports, summaries of calls |
//! | [`python`] | what Python itself provides: functions, containers, classes |
//! | [`catalogue_bridge`] | the only module that calls the catalogue |
//! | [`annotations`] | what annotations promise |
//! | [`diagnose`] | turns failures, hazards and what is known into findings |
//!
//! [`unmodelled`] is the door for what isn't modelled, [`escape`] what unknown code may do with what it is given. [`roots`] begins each evaluation; [`facts`] records what each expression is; [`later`] is what one finds that was made before it; [`output`] is what one has besides the state of its path.

mod annotations;
pub mod call;
mod catalogue_bridge;
pub mod diagnose;
mod escape;
mod expr;
pub mod facts;
mod flow;
mod later;
mod machine;
mod output;
mod python;
mod roots;
mod tentative;
mod unmodelled;

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use ruff_text_size::TextRange;

use crate::domain::heap::{Name, ObjectId};
use crate::domain::images::Images;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::python::builtins::BINDS_BY_NAME;
use crate::front::module::Module;
use crate::front::program::Program;

pub use machine::{Frame, Loop, Machine};
pub use output::Effect;
pub use tentative::Tentative;

/// The interpreter: what walks through code, and is entered again by what it evaluates. All that it
/// knows is the machine's.
pub struct Evaluator<'p> {
    machine: Machine<'p>,
    /// How many calls run inside each other.
    nested: u32,
    /// The calls being evaluated whose result is iterated to its end at once.
    consumed: Vec<TextRange>,
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
    pub fn new(program: &'p Program, images: &Rc<Images<'p>>) -> Evaluator<'p> {
        Evaluator { machine: Machine::new(program, images), nested: 0, consumed: Vec::new() }
    }

    /// Evaluate a module's top level, as a script if `main`.
    pub fn run_module(&mut self, module: &'p Module, main: bool) -> ObjectId {
        let scope = self.new_scope(None);
        self.imports.modules.insert(module.id, scope);
        let name = if main { "__main__".to_owned() } else { module.file.module.clone().unwrap_or_default() };
        self.bind_in(scope, Sym::new("__name__"), Value::data(conformable_types::Ty::str(&name)));
        self.bind_in(scope, Sym::new("__file__"), Value::str());
        self.bind_in(scope, Sym::new("__doc__"), Value::unknown());
        if module.is_model {
            let without = Value::known_bool(self.script.without_arguments);
            self.bind_in(scope, Sym::new("__without_arguments__"), without);
            self.bind_in(scope, Sym::new("__missing__"), Value::none().with_dependencies(Dependencies::ARGUMENT));
        }
        self.frames.push(Frame::new(module, scope));
        for (place, statement) in module.body().iter().enumerate() {
            self.block(std::slice::from_ref(statement));
            if self.fuel == 0 {
                self.cut_short(scope, &module.body()[place..]);
                break;
            }
        }
        self.frames.pop();
        self.state.unreachable = false;
        scope
    }

    /// The value of a name here: in this scope, those around it, then Python's own.
    pub fn lookup(&mut self, name: Sym) -> Value<'p> {
        let own = self.frame().scope;
        let whole = self.frame().around.unwrap_or(own);
        let key = Name::new(name);
        let mut scope = Some(own);
        while let Some(current) = scope {
            let (value, parent) = self.state.heap.look_up(current, key);
            if let Some(value) = value.cloned() {
                // A captured value depends on what is outside, unless outside is the root.
                let captured = current != own && self.frame().function.is_some() && !self.is_definition(&value);
                // A global that functions bind anew holds what any of them put there, at any time.
                if captured && parent.is_none() && self.module().rebinds(name) {
                    // It may be this value all the same, and be changed under that name.
                    self.escape(&value);
                    return Value::unknown();
                }
                let value = if parent.is_none() { self.global_now(self.module(), name, value) } else { value };
                let outside =
                    Dependencies::OUTSIDE.and(value.dependencies.assumptions()).and(value.dependencies.kept());
                return if captured { Value { dependencies: outside, ..value } } else { value };
            }
            if current == whole && self.is_own_name(name) {
                return Value::unknown();
            }
            scope = parent;
        }
        let found = self.builtin(name);
        match self.lookup_in(self.outermost(own), Sym::new("*")) {
            None => found.unwrap_or_else(Value::unknown),
            Some(star) => {
                let starred = self.looked_at(|evaluator| evaluator.attribute(&star, name, TextRange::default())).0;
                match found {
                    // A name of Python's own may have come with the star: not from a library that has no such name.
                    Some(found) if starred.is_unknown() && matches!(star.kind, Kind::Namespace(_)) => found,
                    // Whatever it is, what Python's own would bind anew isn't known any more.
                    Some(found) if BINDS_BY_NAME.contains(&name.as_str()) => found,
                    Some(_) => Value::unknown(),
                    None => starred,
                }
            }
        }
    }
}
