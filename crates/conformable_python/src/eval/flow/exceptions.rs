//! Handlers: which exceptions they catch, and in what state they start.

use ruff_python_ast::{ExceptHandler, Expr, StmtTry, StmtWith};
use ruff_text_size::Ranged;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Body, Kind, Sym, Value};
use crate::eval::Evaluator;
use crate::library::known_paths::KNOWN;

/// The exception classes that a handler names; unknown ones may be any.
enum Catches {
    All,
    These(Vec<String>),
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

    /// The name of an exception class of Python's or of the library.
    pub fn exception_of(&self, class: &Value<'p>) -> Option<&'static str> {
        let (Kind::Builtin(path) | Kind::Op(path)) = &class.kind else { return None };
        let (space, last) = path.as_str().rsplit_once('.').unwrap_or(("", path.as_str()));
        let python = space.is_empty() && KNOWN.exceptions.contains_key(last);
        let root = space.split('.').next().unwrap_or_default();
        let library = self.is_namespace(root) && KNOWN.library_exceptions.contains_key(last);
        (python || library).then_some(last)
    }

    /// Drop the effects from `mark` on that are caught; were there any?
    fn caught_since(&mut self, mark: usize, caught: &[Catches]) -> bool {
        let before = self.output.effects.len();
        let mut index = 0;
        self.output.effects.retain(|effect| {
            index += 1;
            index <= mark
                || effect.exception.is_none_or(|exception| !caught.iter().any(|handler| handler.catch(exception)))
        });
        self.output.effects.len() < before
    }

    pub fn try_statement(&mut self, attempt: &'p StmtTry) {
        let caught: Vec<Catches> = attempt
            .handlers
            .iter()
            .map(|handler| {
                let ExceptHandler::ExceptHandler(handler) = handler;
                self.catches(handler.type_.as_deref())
            })
            .collect();
        let mark = self.output.effects.len();
        let refuted = self.state.refuted;
        let start = self.state.clone();
        self.frame().may_raise.push(vec![start]);
        let returns = self.frame().returns.len();
        self.block(&attempt.body);
        let raising = self.frame().may_raise.pop().expect("the list just pushed");
        // A refutation that a handler catches ends the body there.
        let certain = self.caught_since(mark, &caught) && !refuted;
        if certain {
            if self.state.refuted {
                self.state.unreachable = true;
            }
            // A return whose expression is refuted does not return.
            let mut place = 0;
            self.frame().returns.retain(|(state, _)| {
                place += 1;
                place <= returns || !state.refuted || refuted
            });
        }
        if !self.state.unreachable {
            self.block(&attempt.orelse);
        }
        let mut end = std::mem::replace(&mut self.state, State::new());
        let start = raising.into_iter().map(|mut state| {
            state.refuted = refuted;
            state
        });
        if let Some(start) = start.reduce(State::join) {
            for handler in &attempt.handlers {
                let ExceptHandler::ExceptHandler(handler) = handler;
                self.state = start.clone();
                self.state.undecided.enter(true);
                if let Some(name) = &handler.name {
                    self.bind(Sym::new(name), Value::unknown());
                }
                self.block(&handler.body);
                let mut after = std::mem::replace(&mut self.state, State::new());
                if !end.unreachable || certain {
                    after.undecided.leave(true);
                }
                end = end.join(after);
            }
        }
        self.state = end;
        if !attempt.finalbody.is_empty() {
            let unreachable = self.state.unreachable;
            self.state.unreachable = false;
            self.block(&attempt.finalbody);
            self.state.unreachable |= unreachable;
        }
    }

    pub fn with_statement(&mut self, with: &'p StmtWith) {
        let mut transparent = true;
        for item in &with.items {
            let manager = self.expr(&item.context_expr);
            let (entered, lets_through) = self.enter(&manager, &item.context_expr);
            transparent &= lets_through;
            if let Some(target) = &item.optional_vars {
                self.assign(target, entered);
            }
        }
        if transparent {
            return self.block(&with.body);
        }
        // The manager may swallow anything: what follows may start anywhere in the body.
        let mark = self.output.effects.len();
        let refuted = self.state.refuted;
        let start = self.state.clone();
        self.frame().may_raise.push(vec![start]);
        let returns = self.frame().returns.len();
        self.block(&with.body);
        let raising = self.frame().may_raise.pop().expect("the list just pushed");
        self.caught_since(mark, &[Catches::All]);
        // A body that returns is meant to: that the manager swallows what it raises is a way out
        // that nothing is learned from.
        let returned = self.frame().returns.len() > returns;
        let mut end = std::mem::replace(&mut self.state, State::new());
        if let Some(mut start) = raising.into_iter().reduce(State::join) {
            start.refuted = refuted || returned;
            if end.refuted && !refuted {
                end.unreachable = true;
            }
            end = end.join(start);
        }
        self.state = end;
    }

    /// What `with manager as x` binds, and whether exceptions pass through it.
    fn enter(&mut self, manager: &Value<'p>, expression: &'p Expr) -> (Value<'p>, bool) {
        if let Kind::Object(id) = &manager.kind
            && let Object::Instance { class, .. } = self.state.heap.get(*id)
        {
            let open = class.open;
            let entered = self.call_method(manager, "__enter__", Vec::new(), expression.range());
            let swallows = match self.attribute_of_instance(manager, Sym::new("__exit__")) {
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

    /// Does an exception that is raised here leave the frame?
    pub fn is_unhandled(&mut self) -> bool {
        self.frame().may_raise.is_empty()
    }
}
