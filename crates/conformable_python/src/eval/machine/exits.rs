//! Where exceptions leave a frame, what may have raised them there, and who catches them.

use std::rc::Rc;

use conformable_solver::{effort, is_since};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::TextRange;

use crate::domain::guards::Guard;
use crate::domain::heap::ObjectId;
use crate::domain::state::State;
use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::library::known_paths::KNOWN;

/// The exception classes that a handler names; unknown ones may be any.
pub enum Catches {
    All,
    These(Vec<String>),
}

/// A `try` with more states in which its handlers may start is charged for each of the others what joining it costs later:
/// then there are no steps any more that would stop it.
const CHEAP_STATES: usize = 100;
const DEAR_STATE: usize = 1000;

/// A `try` that is being evaluated, or a `with` whose manager may catch what is raised.
pub struct Attempt<'p> {
    /// What its handlers catch.
    pub catches: Rc<[Catches]>,
    /// The states in which a handler may start: before each statement that may raise and was reached.
    pub states: Vec<State<'p>>,
    /// An expression was refuted before it.
    pub refuted: bool,
    /// A path of its body ends in an exception that is caught here.
    pub caught: bool,
}

/// A statement by which a path leaves a `try` for somewhere else.
#[derive(Clone, Copy)]
pub enum Leap {
    Return,
    Break,
    Continue,
}

pub const LEAPS: [Leap; 3] = [Leap::Return, Leap::Break, Leap::Continue];

/// How exceptions leave a frame.
#[derive(Clone)]
pub struct ExceptionalExit<'p> {
    pub state: State<'p>,
    /// The objects of before the call that they leave changed.
    pub written: Vec<ObjectId>,
    /// Whether storages are changed, or it isn't known what is.
    pub storages: bool,
}

impl<'p> ExceptionalExit<'p> {
    /// The exit with that state, if something has changed since the call began.
    pub fn since(entry: &State<'p>, state: State<'p>) -> Option<ExceptionalExit<'p>> {
        let there = entry.heap.differing(&state.heap).filter(|(_, before, _)| before.is_some());
        let written: Vec<ObjectId> = there.map(|(id, ..)| id).collect();
        let storages = entry.is_stored_to_in(&state);
        (storages || !written.is_empty()).then_some(ExceptionalExit { state, written, storages })
    }

    pub fn join(self, other: ExceptionalExit<'p>) -> ExceptionalExit<'p> {
        let mut written = self.written;
        written.extend(other.written);
        written.sort_unstable();
        written.dedup();
        let storages = self.storages || other.storages;
        ExceptionalExit { state: self.state.join(other.state), written, storages }
    }
}

impl Catches {
    pub fn catch(&self, exception: &str) -> bool {
        let Catches::These(names) = self else { return true };
        names.iter().any(|name| KNOWN.derives(exception, name))
    }
}

impl<'p> Machine<'p> {
    /// The name of an exception class of Python's or of the library.
    pub fn exception_of(&self, class: &Value<'p>) -> Option<&'static str> {
        let (Kind::Builtin(path) | Kind::Op(path)) = &class.kind else { return None };
        let (space, last) = path.as_str().rsplit_once('.').unwrap_or(("", path.as_str()));
        let python = space.is_empty() && KNOWN.exceptions.contains_key(last);
        let root = space.split('.').next().unwrap_or_default();
        let library = self.is_namespace(root) && KNOWN.library_exceptions.contains_key(last);
        (python || library).then_some(last)
    }

    /// A statement has ended: a handler may start here, if the next one raises.
    pub fn may_raise_after(&mut self) {
        if self.state.unreachable || self.frame().attempts.is_empty() {
            return;
        }
        let here = self.state.clone();
        if let Some(attempt) = self.frame().attempts.last_mut()
            && (!here.refuted || attempt.refuted)
        {
            attempt.states.push(here);
            if attempt.states.len() > CHEAP_STATES {
                effort::add(DEAR_STATE);
            }
        }
    }

    /// The path ends in an exception here: handlers may start with what was done up to this point, those of the
    /// callers too.
    pub fn leave_by_exception(&mut self) {
        if !self.state.unreachable {
            self.may_raise_after();
            let here = self.state.clone();
            self.raised_from(here);
        }
        self.state.unreachable = true;
    }

    /// An exception may leave the frame with this state.
    pub fn raised_from(&mut self, state: State<'p>) {
        let frame = self.frame();
        let exit = match &frame.entry {
            Some(entry) => ExceptionalExit::since(entry, state),
            // Of a function without a `raise` it isn't known what it has changed.
            None => frame.function.as_ref().map(|_| ExceptionalExit { state, written: Vec::new(), storages: true }),
        };
        self.leave_exceptionally(exit);
    }

    pub fn leave_exceptionally(&mut self, exit: Option<ExceptionalExit<'p>>) {
        let Some(exit) = exit else { return };
        let frame = self.frame();
        frame.exceptional = Some(match frame.exceptional.take() {
            Some(others) => others.join(exit),
            None => exit,
        });
    }

    /// The frame of a call has ended, and exceptions may have left it like this: in terms of the caller's path.
    pub fn raised_in_call(&mut self, exit: Option<ExceptionalExit<'p>>) {
        self.summaries.last_raised = exit.clone();
        let Some(exit) = exit else { return };
        let state = State {
            guards: self.state.guards.clone(),
            path_condition: self.state.path_condition,
            unreachable: false,
            refuted: false,
            raised: None,
            ..exit.state
        };
        if let Some(attempt) = self.frame().attempts.last_mut() {
            attempt.states.push(state.clone());
        }
        // What this frame has made itself nobody else has seen.
        let first = self.frame().first;
        let is_older = |id: &ObjectId| first.is_some_and(|first| !is_since(id.0, first));
        let written: Vec<ObjectId> = exit.written.into_iter().filter(is_older).collect();
        let exit = ExceptionalExit { state, written, ..exit };
        self.leave_exceptionally((exit.storages || !exit.written.is_empty()).then_some(exit));
    }

    /// After a failure that a handler of this frame catches there is nothing: the path ends.
    pub fn end_if_caught(&mut self) {
        if !self.state.refuted || self.state.unreachable {
            return;
        }
        let raised = self.state.raised;
        let catches = |attempt: &&mut Attempt<'p>| {
            let catch = |one: &Catches| raised.map_or(matches!(one, Catches::All), |raised| one.catch(raised));
            !attempt.refuted && attempt.catches.iter().any(catch)
        };
        let here = self.state.clone().recovered();
        if let Some(attempt) = self.frame().attempts.iter_mut().rev().find(catches) {
            attempt.caught = true;
            attempt.states.push(here);
            self.state.unreachable = true;
        }
    }

    /// Whether something is raised, as a guard of what follows: it tests whatever the body that may raise is about.
    pub fn guard_of_exceptions(&mut self, place: TextRange, opaque: bool) -> Guard {
        let varies = !self.frame().passes.is_empty();
        Guard { place: Some((self.module().id, place)), opaque, varies, counts: false, about_data: false }
    }

    /// How many paths have left this frame, or a pass of its innermost loop, on their own accord.
    pub fn exits(&mut self) -> usize {
        let frame = self.frame();
        let left = frame.loops.last().map_or(0, |inner| inner.breaks.len() + inner.continues.len());
        frame.returns.len() + left
    }

    /// How many paths have left this frame by `return`, and its innermost loop by `break` and `continue`.
    pub fn left_so_far(&mut self) -> [usize; 3] {
        LEAPS.map(|leap| self.left_by(leap).map_or(0, |left| left.len()))
    }

    /// The states of paths that have left by `return`, `break` or `continue`.
    pub fn left_by(&mut self, leap: Leap) -> Option<Vec<&mut State<'p>>> {
        let frame = self.frame();
        match leap {
            Leap::Return => Some(frame.returns.iter_mut().map(|(state, _)| state).collect()),
            Leap::Break => Some(frame.loops.last_mut()?.breaks.iter_mut().collect()),
            Leap::Continue => Some(frame.loops.last_mut()?.continues.iter_mut().collect()),
        }
    }

    /// Managers of the program are left by returns from number `returns` on: what they do there is not followed.
    pub fn exit_from(&mut self, managers: &[Value<'p>], returns: usize) {
        for place in returns..self.frame().returns.len() {
            let state = self.frame().returns[place].0.clone();
            let here = std::mem::replace(&mut self.state, state);
            managers.iter().for_each(|manager| self.escape(manager));
            let after = std::mem::replace(&mut self.state, here);
            self.frame().returns[place].0 = after;
        }
    }

    /// Does an exception that is raised here leave the frame?
    pub fn is_unhandled(&mut self) -> bool {
        self.frame().attempts.is_empty()
    }
}

/// Is it a statement whose value nobody wants: `x.shape[1]`, `_ = len(x)`?
pub fn is_probe(statement: &Stmt) -> bool {
    const ASKS: [&str; 6] = ["len", "iter", "float", "int", "complex", "hash"];
    let asks = |value: &Expr| match value {
        Expr::Attribute(_) | Expr::Subscript(_) | Expr::Compare(_) | Expr::BinOp(_) => true,
        Expr::Call(call) => matches!(&*call.func, Expr::Name(name) if ASKS.contains(&name.id.as_str())),
        _ => false,
    };
    match statement {
        Stmt::Expr(expression) => asks(&expression.value),
        Stmt::Assign(assign) => {
            matches!(&*assign.targets, [Expr::Name(name)] if name.id == "_") && !assign.value.is_literal_expr()
        }
        _ => false,
    }
}
