//! Handlers: which exceptions they catch, and in what state they start.

use std::rc::Rc;

use conformable_solver::{effort, is_since};
use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtTry, StmtWith};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::guards::Guard;
use crate::domain::heap::{Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Body, Kind, Sym, Value};
use crate::eval::{Effect, Evaluator, Machine, Tentative};
use crate::library::known_paths::KNOWN;

/// How many ways out through a `finally` are followed each by itself.
const MOST_WAYS: usize = 12;

/// The exception classes that a handler names; unknown ones may be any.
enum Catches {
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
    catches: Rc<[Catches]>,
    /// The states in which a handler may start: before each statement that may raise and was reached.
    states: Vec<State<'p>>,
    /// An expression was refuted before it.
    refuted: bool,
    /// A path of its body ends in an exception that is caught here.
    caught: bool,
}

/// A statement by which a path leaves a `try` for somewhere else.
#[derive(Clone, Copy)]
enum Leap {
    Return,
    Break,
    Continue,
}

const LEAPS: [Leap; 3] = [Leap::Return, Leap::Break, Leap::Continue];

/// How exceptions leave a frame.
pub struct ExceptionalExit<'p> {
    state: State<'p>,
    /// The objects of before the call that they leave changed.
    written: Vec<ObjectId>,
    /// Whether storages are changed, or it isn't known what is.
    storages: bool,
}

impl<'p> ExceptionalExit<'p> {
    /// The exit with that state, if something has changed since the call began.
    fn since(entry: &State<'p>, state: State<'p>) -> Option<ExceptionalExit<'p>> {
        let there = entry.heap.differing(&state.heap).filter(|(_, before, _)| before.is_some());
        let written: Vec<ObjectId> = there.map(|(id, ..)| id).collect();
        let storages = entry.is_stored_to_in(&state);
        (storages || !written.is_empty()).then_some(ExceptionalExit { state, written, storages })
    }

    fn join(self, other: ExceptionalExit<'p>) -> ExceptionalExit<'p> {
        let mut written = self.written;
        written.extend(other.written);
        written.sort_unstable();
        written.dedup();
        let storages = self.storages || other.storages;
        ExceptionalExit { state: self.state.join(other.state), written, storages }
    }
}

impl Catches {
    fn catch(&self, exception: &str) -> bool {
        let Catches::These(names) = self else { return true };
        names.iter().any(|name| KNOWN.derives(exception, name))
    }
}

impl<'p> Evaluator<'p> {
    /// What `except X:` catches. A class that is not Python's or NumPy's may be anything.
    fn catches(&mut self, class: Option<&'p Expr>) -> Catches {
        let Some(class) = class else { return Catches::All };
        let value = self.expr(class);
        let mut names = Vec::new();
        let members = match &value.kind {
            Kind::Tuple(tuple) => tuple.items.clone(),
            _ => vec![value],
        };
        for member in &members {
            match &member.kind {
                Kind::Builtin(_) | Kind::Op(_) => match self.exception_of(member) {
                    Some(name) => names.push(name.to_owned()),
                    None => return Catches::All,
                },
                // A class of the program: it catches what it derives from only if that is ours to raise.
                Kind::Class(class) if !class.open => {}
                _ => return Catches::All,
            }
        }
        Catches::These(names)
    }

    fn attempt(&mut self, catches: Vec<Catches>, body: &'p [Stmt]) -> Attempt<'p> {
        let start = self.state.clone();
        let refuted = start.refuted;
        let attempt = Attempt { catches: catches.into(), states: vec![start], refuted, caught: false };
        let mark = self.output.effects.len();
        self.frame().attempts.push(attempt);
        self.attempted(body);
        let attempt = self.frame().attempts.pop().expect("the one just pushed");
        self.catch_since(mark, &attempt.catches);
        attempt
    }

    /// The body of a `try`: behind a statement that is there for what it may raise nothing is reached but by what
    /// passes it.
    fn attempted(&mut self, body: &'p [Stmt]) {
        let Some(place) = body.iter().position(is_probe) else { return self.block(body) };
        let (first, rest) = body.split_at(place + 1);
        self.block(first);
        if self.state.unreachable {
            return;
        }
        let guard = self.guard_of_exceptions(body[place].range(), true);
        self.state.guards.enter(guard);
        self.block(rest);
        self.state.guards.leave(guard);
    }

    pub fn try_statement(&mut self, attempt: &'p StmtTry) {
        let catches: Vec<Catches> = attempt
            .handlers
            .iter()
            .map(|handler| {
                let ExceptHandler::ExceptHandler(handler) = handler;
                self.catches(handler.type_.as_deref())
            })
            .collect();
        let left = self.left_so_far();
        let before = self.state.guards.clone();
        let Attempt { states, caught, .. } = self.attempt(catches, &attempt.body);
        let imports = |statement: &Stmt| statement.is_import_stmt() || statement.is_import_from_stmt();
        let guard = self.guard_of_exceptions(attempt.range(), !attempt.body.iter().all(imports));
        if !self.state.unreachable && !attempt.orelse.is_empty() {
            self.state.guards.enter(guard);
            self.block(&attempt.orelse);
            self.state.guards.leave(guard);
        }
        let mut end = std::mem::replace(&mut self.state, State::new());
        let start = states.into_iter().reduce(State::join);
        if let Some(start) = &start {
            let exits = self.exits();
            let mut handled = false;
            for handler in &attempt.handlers {
                let ExceptHandler::ExceptHandler(handler) = handler;
                // What guards a part of the body does not guard what it may raise.
                self.state = State { guards: before.clone(), ..start.clone() };
                let guard = self.guard_of_exceptions(handler.range(), true);
                self.state.guards.enter(guard);
                if let Some(name) = &handler.name {
                    self.bind(Sym::new(name), Value::unknown());
                }
                self.block(&handler.body);
                let mut after = std::mem::replace(&mut self.state, State::new());
                handled |= !after.unreachable;
                if !end.unreachable || caught {
                    after.guards.leave(guard);
                }
                end = end.join(after);
            }
            // A handler that returns has taken away whatever fails in the body.
            if !handled && self.exits() > exits {
                end.guards.enter(guard);
            }
        }
        self.state = end;
        if let Some(start) = start {
            // What this `try` does not catch one around it may.
            if let Some(around) = self.frame().attempts.last_mut() {
                around.states.push(start.clone());
            }
            self.raised_from(start.clone());
            if !attempt.finalbody.is_empty() {
                self.finally(&attempt.finalbody, left, start);
            }
        }
    }

    /// `finally` is reached at the end, by what has left since `left`, and by exceptions from wherever one may have
    /// been raised: what is said of it is said of all these together.
    fn finally(&mut self, body: &'p [Stmt], left: [usize; 3], start: State<'p>) {
        let end = std::mem::replace(&mut self.state, State::new());
        let mut ways: Vec<(Leap, usize, State<'p>)> = Vec::new();
        for (leap, from) in LEAPS.into_iter().zip(left) {
            let states = self.left_by(leap).unwrap_or_default();
            ways.extend(states.into_iter().enumerate().skip(from).map(|(place, state)| (leap, place, state.clone())));
        }
        let all = [end.clone(), start].into_iter().chain(ways.iter().map(|(.., state)| state.clone()));
        if let Some(all) = all.filter(|state| !state.unreachable).reduce(State::join) {
            self.state = all;
            self.block(body);
        }
        self.quietly(|evaluator| {
            for (leap, place, state) in ways.into_iter().take(MOST_WAYS) {
                evaluator.state = State { unreachable: false, ..state };
                evaluator.block(body);
                let after = std::mem::replace(&mut evaluator.state, State::new());
                let mut left = evaluator.left_by(leap).unwrap_or_default();
                if let (false, Some(row)) = (after.unreachable, left.get_mut(place)) {
                    **row = after;
                }
            }
            evaluator.state = end;
            if !evaluator.state.unreachable {
                evaluator.block(body);
            }
        });
    }

    pub fn with_statement(&mut self, with: &'p StmtWith) {
        let mut transparent = true;
        let mut managers = Vec::new();
        for item in &with.items {
            let manager = self.expr(&item.context_expr);
            let (entered, lets_through) = self.enter(&manager, &item.context_expr);
            transparent &= lets_through;
            managers.push(manager);
            if let Some(target) = &item.optional_vars {
                self.assign(target, entered);
            }
        }
        let returns = self.frame().returns.len();
        if transparent {
            self.block(&with.body);
            self.exit_from(&managers, returns);
            return self.exit(&managers, with);
        }
        // The manager may swallow anything: what follows may start anywhere in the body.
        let refuted = self.state.refuted;
        let Attempt { states, .. } = self.attempt(vec![Catches::All], &with.body);
        // A body that returns is meant to: that the manager swallows what it raises is a way out
        // that nothing is learned from.
        let returned = self.frame().returns.len() > returns;
        let mut end = std::mem::replace(&mut self.state, State::new());
        if let Some(mut start) = states.into_iter().reduce(State::join) {
            start.refuted = refuted || returned;
            // Only what the manager swallows gets behind a body that always returns.
            start.doubtful |= returned && end.unreachable;
            end = end.join(start);
        }
        self.state = end;
        self.exit(&managers, with);
    }

    /// Managers of the program are left, the last one first.
    fn exit(&mut self, managers: &[Value<'p>], with: &'p StmtWith) {
        for (manager, item) in managers.iter().zip(&with.items).rev() {
            if self.state.unreachable {
                return;
            }
            // Whether there was an exception is known to nobody here.
            let arguments = vec![Value::unknown(), Value::unknown(), Value::unknown()];
            self.call_method(manager, "__exit__", arguments, item.context_expr.range());
        }
    }

    /// What `with manager as x` binds, and whether exceptions pass through it.
    fn enter(&mut self, manager: &Value<'p>, expression: &'p Expr) -> (Value<'p>, bool) {
        if let Kind::Object(id) = &manager.kind
            && let Object::Instance { class, .. } = self.state.heap.get(*id)
        {
            let open = class.open;
            let entered = self.call_method(manager, "__enter__", Vec::new(), expression.range());
            let swallows = match self.attribute_of_instance(manager, Sym::new("__exit__"), expression.range()) {
                Some(Value { kind: Kind::Bound(pair), .. }) => match &pair.1.kind {
                    Kind::Function(function) => match function.body {
                        Body::Block(body) => {
                            body.iter().any(|s| matches!(s, ruff_python_ast::Stmt::Return(r) if r.value.is_some()))
                        }
                        Body::Expression(_) => true,
                    },
                    _ => true,
                },
                _ => true,
            };
            return (entered.unwrap_or_else(Value::unknown), !open && !swallows);
        }
        let path = match expression {
            Expr::Call(call) => self.path_of(&call.func),
            other => self.path_of(other),
        };
        let through = path.is_some_and(|path| KNOWN.transparent_managers.contains(&path));
        (Value::unknown(), through)
    }

    /// The dotted path of a name that leads outside the program, without evaluating a call.
    pub fn path_of(&mut self, expression: &'p Expr) -> Option<String> {
        if !matches!(expression, Expr::Name(_) | Expr::Attribute(_)) {
            return None;
        }
        let value = self.quietly(|evaluator| evaluator.expr(expression));
        match &value.kind {
            Kind::Builtin(name) | Kind::Op(name) | Kind::Namespace(name) => Some(name.as_str().to_owned()),
            _ => None,
        }
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
    fn raised_from(&mut self, state: State<'p>) {
        let frame = self.frame();
        let exit = match &frame.entry {
            Some(entry) => ExceptionalExit::since(entry, state),
            // Of a function without a `raise` it isn't known what it has changed.
            None => frame.function.as_ref().map(|_| ExceptionalExit { state, written: Vec::new(), storages: true }),
        };
        self.leave_exceptionally(exit);
    }

    fn leave_exceptionally(&mut self, exit: Option<ExceptionalExit<'p>>) {
        let Some(exit) = exit else { return };
        let frame = self.frame();
        frame.exceptional = Some(match frame.exceptional.take() {
            Some(others) => others.join(exit),
            None => exit,
        });
    }

    /// The frame of a call has ended, and exceptions may have left it like this: in terms of the caller's path.
    pub fn raised_in_call(&mut self, exit: Option<ExceptionalExit<'p>>) {
        self.summaries.last_raised = exit.is_some();
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
        let here = State { refuted: false, raised: None, ..self.state.clone() };
        if let Some(attempt) = self.frame().attempts.iter_mut().rev().find(catches) {
            attempt.caught = true;
            attempt.states.push(here);
            self.state.unreachable = true;
        }
    }

    /// Drop the effects from `mark` on that are caught, and what stands behind them.
    fn catch_since(&mut self, mark: usize, catches: &[Catches]) {
        let mut behind = false;
        let said: Vec<Effect> = self.output.effects.drain(mark.min(self.output.effects.len())..).collect();
        for effect in said {
            let caught = effect.exception.is_some_and(|raised| catches.iter().any(|one| one.catch(raised)));
            if caught || (behind && effect.follows) {
                behind |= caught && effect.is_error();
                self.explain_caught(&effect.diagnostic);
            } else {
                self.output.effects.push(effect);
            }
        }
    }

    /// Whether something is raised, as a guard of what follows: it tests whatever the body that may raise is about.
    fn guard_of_exceptions(&mut self, place: TextRange, opaque: bool) -> Guard {
        let varies = !self.frame().passes.is_empty();
        Guard { place: Some((self.module().id, place)), opaque, varies, counts: false }
    }

    /// How many paths have left this frame, or a pass of its innermost loop, on their own accord.
    fn exits(&mut self) -> usize {
        let frame = self.frame();
        let left = frame.loops.last().map_or(0, |inner| inner.breaks.len() + inner.continues.len());
        frame.returns.len() + left
    }

    /// How many paths have left this frame by `return`, and its innermost loop by `break` and `continue`.
    fn left_so_far(&mut self) -> [usize; 3] {
        LEAPS.map(|leap| self.left_by(leap).map_or(0, |left| left.len()))
    }

    /// The states of paths that have left by `return`, `break` or `continue`.
    fn left_by(&mut self, leap: Leap) -> Option<Vec<&mut State<'p>>> {
        let frame = self.frame();
        match leap {
            Leap::Return => Some(frame.returns.iter_mut().map(|(state, _)| state).collect()),
            Leap::Break => Some(frame.loops.last_mut()?.breaks.iter_mut().collect()),
            Leap::Continue => Some(frame.loops.last_mut()?.continues.iter_mut().collect()),
        }
    }

    /// Managers of the program are left by returns from number `returns` on: what they do there is not followed.
    fn exit_from(&mut self, managers: &[Value<'p>], returns: usize) {
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
fn is_probe(statement: &Stmt) -> bool {
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
