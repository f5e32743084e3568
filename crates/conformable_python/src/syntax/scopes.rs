//! Which names a function declares global or nonlocal, and which statements bind.

use conformable_types::Sym;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, ExceptHandler, Expr, Pattern, Stmt};
use rustc_hash::FxHashSet;

use crate::syntax::bodies::Body;
use crate::syntax::handles::name_of;

#[derive(Default)]
pub struct ScopeDeclarations {
    pub globals: FxHashSet<Sym>,
    pub nonlocals: FxHashSet<Sym>,
    /// What it binds anywhere is its own everywhere: no name around it is meant.
    pub locals: FxHashSet<Sym>,
    pub yields: bool,
    /// It raises, asserts or handles exceptions.
    pub raises: bool,
}

/// The names that any function in these statements declares global.
pub fn rebound(body: &[Stmt]) -> FxHashSet<Sym> {
    #[derive(Default)]
    struct Globals(FxHashSet<Sym>);
    impl<'a> Visitor<'a> for Globals {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            if let Stmt::Global(global) = statement {
                self.0.extend(global.names.iter().map(|name| Sym::new(name)));
            }
            visitor::walk_stmt(self, statement);
        }

        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut globals = Globals::default();
    body.iter().for_each(|statement| globals.visit_stmt(statement));
    globals.0
}

/// The names that statements bind where they stand, not those of functions and classes inside.
pub fn bound(body: &[Stmt]) -> FxHashSet<Sym> {
    #[derive(Default)]
    struct Bound(FxHashSet<Sym>);
    impl Bound {
        fn add(&mut self, name: &str) {
            self.0.insert(Sym::new(name));
        }
    }
    impl<'a> Visitor<'a> for Bound {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            match statement {
                Stmt::FunctionDef(definition) => self.add(&definition.name),
                Stmt::ClassDef(definition) => self.add(&definition.name),
                Stmt::Import(import) => {
                    for alias in &import.names {
                        let dotted = alias.name.as_str();
                        self.add(alias.asname.as_ref().map_or(dotted.split('.').next().unwrap_or(dotted), |name| name));
                    }
                }
                Stmt::ImportFrom(import) => {
                    for alias in &import.names {
                        self.add(alias.asname.as_ref().unwrap_or(&alias.name));
                    }
                }
                _ => visitor::walk_stmt(self, statement),
            }
        }

        fn visit_expr(&mut self, expression: &'a Expr) {
            match expression {
                Expr::Name(name) if !name.ctx.is_load() => self.add(&name.id),
                Expr::Lambda(_) => {}
                _ => visitor::walk_expr(self, expression),
            }
        }

        /// A comprehension's targets are names of its own.
        fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
            self.visit_expr(&comprehension.iter);
            comprehension.ifs.iter().for_each(|condition| self.visit_expr(condition));
        }

        fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
            let ExceptHandler::ExceptHandler(own) = handler;
            own.name.iter().for_each(|name| self.add(name));
            visitor::walk_except_handler(self, handler);
        }

        fn visit_pattern(&mut self, pattern: &'a Pattern) {
            match pattern {
                Pattern::MatchAs(own) => own.name.iter().for_each(|name| self.add(name)),
                Pattern::MatchStar(own) => own.name.iter().for_each(|name| self.add(name)),
                Pattern::MatchMapping(own) => own.rest.iter().for_each(|name| self.add(name)),
                _ => {}
            }
            visitor::walk_pattern(self, pattern);
        }
    }
    let mut bound = Bound::default();
    body.iter().for_each(|statement| bound.visit_stmt(statement));
    bound.0
}

struct NamesInText(FxHashSet<Sym>);

impl<'a> Visitor<'a> for NamesInText {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression {
            self.0.insert(name_of(name));
        }
        visitor::walk_expr(self, expression);
    }
}

/// The names in an expression.
pub fn names_of(expression: &Expr) -> FxHashSet<Sym> {
    let mut names = NamesInText(FxHashSet::default());
    names.visit_expr(expression);
    names.0
}

/// The names in what a function runs, in functions and classes inside too.
pub fn names_in(body: Body<'_>) -> FxHashSet<Sym> {
    let mut names = NamesInText(FxHashSet::default());
    match body {
        Body::Block(body) => body.iter().for_each(|statement| names.visit_stmt(statement)),
        Body::Expression(body) => names.visit_expr(body),
    }
    names.0
}

/// What the statements of one function declare, not those of functions inside it.
pub fn declared(body: &[Stmt]) -> ScopeDeclarations {
    let mut declared = ScopeDeclarations::default();
    for statement in body {
        declared.visit_stmt(statement);
    }
    declared.locals = bound(body);
    declared.locals.retain(|name| !declared.globals.contains(name) && !declared.nonlocals.contains(name));
    declared
}

/// Does a generator stop inside a `try` or a `with` that may keep an exception from whoever iterates it?
pub fn yields_in_handler(body: &[Stmt]) -> bool {
    let mut found = HandledYields::default();
    found.visit_body(body);
    found.are_there
}

/// May what a function's body returns be true? The text of `return False` and `return None` says that it isn't.
pub fn may_return_truth(body: &[Stmt]) -> bool {
    struct Returned(bool);
    impl<'a> Visitor<'a> for Returned {
        fn visit_stmt(&mut self, statement: &'a Stmt) {
            match statement {
                Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
                Stmt::Return(given) => {
                    self.0 |= given.value.as_deref().is_some_and(|value| match value {
                        Expr::BooleanLiteral(truth) => truth.value,
                        other => !other.is_none_literal_expr(),
                    });
                }
                _ => visitor::walk_stmt(self, statement),
            }
        }
    }
    let mut returned = Returned(false);
    returned.visit_body(body);
    returned.0
}

#[derive(Default)]
struct HandledYields {
    are_there: bool,
    in_finally: bool,
}

impl<'a> Visitor<'a> for HandledYields {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            Stmt::Try(attempt) if !attempt.handlers.is_empty() => self.are_there |= declared(&attempt.body).yields,
            Stmt::With(with) => self.are_there |= declared(&with.body).yields,
            // In a `finally` it drops the exception.
            Stmt::Return(_) | Stmt::Break(_) | Stmt::Continue(_) if self.in_finally => self.are_there = true,
            _ => {}
        }
        if let Stmt::Try(attempt) = statement {
            let outer = std::mem::replace(&mut self.in_finally, true);
            self.visit_body(&attempt.finalbody);
            self.in_finally = outer;
        }
        visitor::walk_stmt(self, statement);
    }
}

impl<'a> Visitor<'a> for ScopeDeclarations {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Global(global) => self.globals.extend(global.names.iter().map(|name| Sym::new(name))),
            Stmt::Nonlocal(nonlocal) => self.nonlocals.extend(nonlocal.names.iter().map(|name| Sym::new(name))),
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => {
                self.raises |= matches!(statement, Stmt::Raise(_) | Stmt::Assert(_) | Stmt::Try(_));
                visitor::walk_stmt(self, statement);
            }
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yields = true,
            Expr::Lambda(_) => {}
            _ => visitor::walk_expr(self, expression),
        }
    }
}
