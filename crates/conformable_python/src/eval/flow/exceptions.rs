//! Handlers: which exceptions they catch, and in what state they start.

use ruff_python_ast::{ExceptHandler, Expr, ExprContext, Stmt, StmtRaise, StmtTry, StmtWith};
use ruff_text_size::Ranged;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::uses::Use;
use crate::domain::value::{Body, Class, Kind, Sym, Value};
use crate::eval::annotations::{Commented, declared_behind};
use crate::eval::machine::exits::{Attempt, Catches, LEAPS, Leap, is_probe};
use crate::eval::{Evaluator, Tentative};
use crate::library::known_paths::KNOWN;
use crate::syntax::scopes::{may_return_truth, yields_in_handler};

/// How many ways out through a `finally` are followed each by itself.
const MOST_WAYS: usize = 12;

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
        let start = State::join_all(states);
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
        if let Some(all) = State::join_all(all.filter(|state| !state.unreachable)) {
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
        let mut catches = Vec::new();
        let mut managers = Vec::new();
        for (place, item) in with.items.iter().enumerate() {
            let manager = self.expr(&item.context_expr);
            let (entered, swallowed) = self.enter(&manager, &item.context_expr);
            catches.extend(swallowed);
            managers.push(manager);
            if let Some(target) = &item.optional_vars {
                let declared = declared_behind(self.module(), &Commented::With(with, place));
                let entered = self.annotated(entered, declared.as_ref(), target.range());
                self.assign(target, entered);
            }
        }
        let returns = self.frame().returns.len();
        if catches.is_empty() {
            self.block(&with.body);
            self.exit_from(&managers, returns);
            return self.exit(&managers, with);
        }
        // What the managers swallow may come from anywhere in the body, and what follows start there.
        let refuted = self.state.refuted;
        let Attempt { states, .. } = self.attempt(catches, &with.body);
        // A body that returns is meant to: that the manager swallows what it raises is a way out
        // that nothing is learned from.
        let returned = self.frame().returns.len() > returns;
        let mut end = std::mem::replace(&mut self.state, State::new());
        if let Some(mut start) = State::join_all(states) {
            // Only what the manager swallows gets behind a body that always returns.
            let is_swallowed = returned && end.unreachable;
            start.doubtful |= is_swallowed;
            start.refuted = refuted || returned && !is_swallowed;
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
            let range = item.context_expr.range();
            self.each_member(&[manager], |evaluator, members| {
                let result = evaluator.call_method(&members[0], "__exit__", arguments.clone(), range);
                result.unwrap_or_else(Value::unknown)
            });
        }
    }

    /// What `with manager as x` binds, and which exceptions don't pass through it.
    fn enter(&mut self, manager: &Value<'p>, expression: &'p Expr) -> (Value<'p>, Vec<Catches>) {
        self.refuses(manager, Use::Enter, expression.range());
        if let Kind::Object(id) = &manager.kind
            && let Object::Instance { class, .. } = self.state.heap.get(*id)
        {
            let open = class.open;
            let entered = self.call_method(manager, "__enter__", Vec::new(), expression.range());
            let swallows = match self.attribute_of_instance(manager, Sym::new("__exit__"), expression.range()) {
                Some(Value { kind: Kind::Bound(pair), .. }) => match &pair.1.kind {
                    Kind::Function(function) => match function.body {
                        Body::Block(body) => may_return_truth(body),
                        Body::Expression(_) => true,
                    },
                    _ => true,
                },
                _ => true,
            };
            let through = !open && (!swallows || is_of_plain_generator(&self.state, manager));
            let swallowed = if through { Vec::new() } else { vec![Catches::All] };
            return (entered.unwrap_or_else(Value::unknown), swallowed);
        }
        // One of several.
        if let Kind::Union(_) = &manager.kind {
            let mut swallowed = Vec::new();
            let entered = self.each_member(&[manager], |evaluator, members| {
                let (entered, of_member) = evaluator.enter(&members[0], expression);
                swallowed.extend(of_member);
                entered
            });
            return (entered, swallowed);
        }
        let path = match expression {
            Expr::Call(call) => self.path_of(&call.func),
            other => self.path_of(other),
        };
        let swallowed = match (path.as_deref(), expression) {
            (Some("contextlib.suppress"), Expr::Call(call)) => {
                call.arguments.args.iter().map(|class| self.catches(Some(class))).collect()
            }
            (Some(path), _) if KNOWN.transparent_managers.contains(path) => Vec::new(),
            _ => vec![Catches::All],
        };
        (Value::unknown(), swallowed)
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

    pub fn raise_statement(&mut self, raise: &'p StmtRaise) {
        let exception = raise.exc.as_deref().filter(|exception| !is_left_out(exception));
        if let Some(exception) = exception
            && let Some(test) = self.state.path_condition.test
        {
            let (class, argument) = match exception {
                Expr::Call(call) => (&*call.func, call.arguments.args.first()),
                other => (other, None),
            };
            if let Some(path) = self.path_of(class) {
                self.note_raise([&path, &path], argument, test);
            } else if let Some(Value { kind: Kind::Class(own), .. }) = self.held_at(class)
                && let Some(base) = failure_below(&own)
            {
                self.note_raise([own.name.as_str(), base.as_str()], argument, test);
            }
        }
        for part in [exception, raise.cause.as_deref()].into_iter().flatten() {
            self.exception_made(part);
        }
        self.leave_by_exception();
    }

    /// An exception: of Python's own nothing is asked but the arguments.
    pub fn exception_made(&mut self, exception: &'p Expr) {
        match exception {
            Expr::Call(call) if matches!(&*call.func, Expr::Name(name) if KNOWN.exceptions.contains_key(name.id.as_str())) =>
            {
                call.arguments.args.iter().for_each(|argument| drop(self.expr(argument)));
                call.arguments.keywords.iter().for_each(|keyword| drop(self.expr(&keyword.value)));
            }
            _ => drop(self.expr(exception)),
        }
    }
}

/// The class of Python's that one of the program's derives from. What derives from `Exception` alone may be meant for whoever
/// catches it.
fn failure_below(class: &Class<'_>) -> Option<Sym> {
    class.bases.iter().find_map(|base| match &base.kind {
        Kind::Builtin(name) => Some(*name).filter(|name| name.as_str() != "Exception"),
        Kind::Class(base) => failure_below(base),
        _ => None,
    })
}

/// Is a manager made of a generator of the program's that handles no exception where it stops?
fn is_of_plain_generator<'p>(state: &State<'p>, manager: &Value<'p>) -> bool {
    let is_model = state.class_of(manager).is_some_and(|class| class.module.is_model);
    match state.held_attribute(manager, "func").filter(|_| is_model).map(|made_of| made_of.kind) {
        Some(Kind::Function(function)) => match function.body {
            Body::Block(body) => function.is_generator && !yields_in_handler(body),
            Body::Expression(_) => false,
        },
        _ => false,
    }
}

/// `raise;`: what the parser has where it looks for an exception.
fn is_left_out(exception: &Expr) -> bool {
    matches!(exception, Expr::Name(name) if name.ctx == ExprContext::Invalid)
}
