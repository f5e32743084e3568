//! Which names a pass of a loop may find as the pass before it left them: its *live* names, and those that it may leave so
//! to what is behind the loop.
//!
//! A pass that binds a name before it reads it doesn't depend on what the name was. A name counts as bound where all ways
//! lead through a binding; what is read by functions, lambdas and generators, which run at another time, by a handler, or
//! by code that looks names up by texts, counts as carried. So does at a `break` what the pass has not bound by then:
//! behind the loop it is what the pass before has left. What is bound on some ways through a pass is of the last pass that
//! came this way, while other names are of the last pass of all; nothing is said of a loop that leaves such a name to the
//! rest of the function.

use conformable_types::Sym;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtIf};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use super::scopes::{bound, names_in, names_of};
use crate::syntax::bodies::Body;
use crate::syntax::handles::{identifier, name_of};

/// The names that are carried from pass to pass of a loop with this target in a function of this body; `None` if any may be,
/// or if the loop leaves what only some passes bind.
pub fn carried(target: &Expr, passes: &[Stmt], function: &[Stmt]) -> Option<FxHashSet<Sym>> {
    let mut later = ReadLater::default();
    function.iter().for_each(|statement| later.visit_stmt(statement));
    if later.any {
        return None;
    }
    let mut pass = PassNames { own: bound(passes), carried: later.names, ..PassNames::default() };
    pass.own.extend(names_of(target));
    pass.bind(target);
    if pass.block(passes) {
        pass.goes_on();
    }
    let sure = pass.at_next.unwrap_or_default();
    let own = pass.own.into_iter().filter(|name| !sure.contains(name) && !pass.carried.contains(name));
    let mut elsewhere = Elsewhere { target: target.range(), names: own.collect(), is_met: false };
    if !elsewhere.names.is_empty() {
        function.iter().for_each(|statement| elsewhere.visit_stmt(statement));
    }
    (!elsewhere.is_met).then_some(pass.carried)
}

/// Are there names outside of a loop's passes that another loop around them doesn't bind?
struct Elsewhere {
    /// Where the loop's target stands.
    target: TextRange,
    names: FxHashSet<Sym>,
    is_met: bool,
}

impl<'a> Visitor<'a> for Elsewhere {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            // What it iterates is evaluated before its passes.
            Stmt::For(each) if each.target.range() == self.target => {
                self.visit_expr(&each.iter);
                self.visit_body(&each.orelse);
            }
            Stmt::For(each) if !each.range().contains_range(self.target) => {
                self.visit_expr(&each.iter);
                let mut target = PassNames::default();
                target.bind(&each.target);
                let all = self.names.clone();
                self.names.retain(|name| !target.bound.contains(name));
                self.visit_expr(&each.target);
                self.visit_body(&each.body);
                self.names = all;
                self.visit_body(&each.orelse);
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression {
            self.is_met |= self.names.contains(&name_of(name));
        }
        visitor::walk_expr(self, expression);
    }
}

/// What is read at another time than where it stands.
#[derive(Default)]
struct ReadLater {
    names: FxHashSet<Sym>,
    any: bool,
}

/// These see all names around them, or bind what a text says.
const SEES_ALL: [&str; 6] = ["locals", "vars", "eval", "exec", "dir", "globals"];

impl<'a> Visitor<'a> for ReadLater {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(definition) => self.names.extend(names_in(Body::Block(&definition.body))),
            Stmt::ClassDef(definition) => self.names.extend(names_in(Body::Block(&definition.body))),
            Stmt::Global(global) => self.names.extend(global.names.iter().map(|name| Sym::new(name))),
            Stmt::Nonlocal(nonlocal) => self.names.extend(nonlocal.names.iter().map(|name| Sym::new(name))),
            _ => {}
        }
        visitor::walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Lambda(_) | Expr::Generator(_) => self.names.extend(names_of(expression)),
            Expr::Name(name) => self.any |= SEES_ALL.contains(&name.id.as_str()),
            _ => {}
        }
        visitor::walk_expr(self, expression);
    }
}

#[derive(Default)]
struct PassNames {
    /// What a pass binds anywhere.
    own: FxHashSet<Sym>,
    /// What it has bound by here, whichever way it came.
    bound: FxHashSet<Sym>,
    carried: FxHashSet<Sym>,
    /// What is bound on all ways to the next pass.
    at_next: Option<FxHashSet<Sym>>,
    /// So many loops of the pass's own are around.
    inner: usize,
}

impl PassNames {
    /// Statements one after the other; does a way lead behind them?
    fn block(&mut self, statements: &[Stmt]) -> bool {
        statements.iter().all(|statement| self.statement(statement))
    }

    /// What may be done or not: nothing that it binds is sure.
    fn perhaps(&mut self, statements: &[Stmt]) {
        let before = self.bound.clone();
        self.block(statements);
        self.bound = before;
    }

    /// A way leads from here to the next pass.
    fn goes_on(&mut self) {
        let here = &self.bound;
        self.at_next = Some(match self.at_next.take() {
            Some(others) => others.intersection(here).copied().collect(),
            None => here.clone(),
        });
    }

    fn inner_loop(&mut self, passes: &[Stmt], orelse: &[Stmt]) {
        self.inner += 1;
        self.perhaps(passes);
        self.inner -= 1;
        self.perhaps(orelse);
    }

    fn reads(&mut self, expression: &Expr) {
        self.visit_expr(expression);
    }

    fn bind(&mut self, target: &Expr) {
        match target {
            Expr::Name(name) => {
                self.bound.insert(name_of(name));
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| self.bind(element)),
            Expr::List(list) => list.elts.iter().for_each(|element| self.bind(element)),
            Expr::Starred(starred) => self.bind(&starred.value),
            _ => self.reads(target),
        }
    }

    fn statement(&mut self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Assign(assign) => {
                self.reads(&assign.value);
                assign.targets.iter().for_each(|target| self.bind(target));
            }
            Stmt::AnnAssign(assign) => {
                self.reads(&assign.annotation);
                if let Some(value) = &assign.value {
                    self.reads(value);
                    self.bind(&assign.target);
                }
            }
            Stmt::AugAssign(assign) => {
                self.reads(&assign.value);
                self.reads(&assign.target);
            }
            Stmt::If(one) => return self.branches(one),
            Stmt::For(each) => {
                self.reads(&each.iter);
                let before = self.bound.clone();
                self.bind(&each.target);
                self.inner_loop(&each.body, &each.orelse);
                self.bound = before;
            }
            Stmt::While(each) => {
                self.reads(&each.test);
                self.inner_loop(&each.body, &each.orelse);
            }
            Stmt::With(with) => {
                for item in &with.items {
                    self.reads(&item.context_expr);
                    item.optional_vars.iter().for_each(|target| self.bind(target));
                }
                // Its manager may end the block before its end.
                self.perhaps(&with.body);
            }
            Stmt::Try(attempt) => {
                self.perhaps(&attempt.body);
                for handler in &attempt.handlers {
                    let ExceptHandler::ExceptHandler(handler) = handler;
                    handler.type_.iter().for_each(|class| self.reads(class));
                    self.perhaps(&handler.body);
                }
                self.perhaps(&attempt.orelse);
                self.block(&attempt.finalbody);
            }
            Stmt::Break(_) => {
                if self.inner == 0 {
                    self.carried.extend(self.own.difference(&self.bound).copied());
                }
                return false;
            }
            Stmt::Return(_) | Stmt::Raise(_) => {
                visitor::walk_stmt(self, statement);
                return false;
            }
            Stmt::Continue(_) => {
                if self.inner == 0 {
                    self.goes_on();
                }
                return false;
            }
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.bound.extend(bound(std::slice::from_ref(statement))),
            Stmt::FunctionDef(definition) => {
                visitor::walk_stmt(self, statement);
                self.bound.insert(identifier(&definition.name));
            }
            Stmt::ClassDef(definition) => {
                visitor::walk_stmt(self, statement);
                self.bound.insert(identifier(&definition.name));
            }
            // `match` among them: what its cases bind is not sure.
            _ => visitor::walk_stmt(self, statement),
        }
        true
    }

    /// Behind an `if` is bound what each branch binds that leads there.
    fn branches(&mut self, one: &StmtIf) -> bool {
        self.reads(&one.test);
        let before = self.bound.clone();
        let mut ends: Vec<FxHashSet<Sym>> = Vec::new();
        if self.block(&one.body) {
            ends.push(self.bound.clone());
        }
        self.bound = before;
        let mut is_whole = false;
        for clause in &one.elif_else_clauses {
            match &clause.test {
                Some(test) => self.reads(test),
                None => is_whole = true,
            }
            let before = self.bound.clone();
            if self.block(&clause.body) {
                ends.push(self.bound.clone());
            }
            self.bound = before;
        }
        if !is_whole {
            ends.push(self.bound.clone());
        }
        let Some(common) = ends.into_iter().reduce(|one, other| one.intersection(&other).copied().collect()) else {
            return false;
        };
        self.bound = common;
        true
    }
}

impl<'a> Visitor<'a> for PassNames {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        // A block within a statement that is only walked through.
        let before = self.bound.clone();
        self.statement(statement);
        self.bound = before;
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression {
            let name = name_of(name);
            if !self.bound.contains(&name) {
                self.carried.insert(name);
            }
        }
        visitor::walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use ruff_python_parser::parse_module;

    use super::*;

    /// What is carried among the names that the last statement's passes bind.
    fn of(source: &str) -> Option<Vec<String>> {
        let parsed = parse_module(source).expect("the source is Python");
        let body = &parsed.syntax().body;
        let Some(Stmt::FunctionDef(function)) = body.last() else { panic!("a function") };
        let Some(Stmt::For(each)) = function.body.iter().find(|statement| matches!(statement, Stmt::For(_))) else {
            panic!("a loop")
        };
        let carried = carried(&each.target, &each.body, &function.body)?;
        let mut own = bound(&each.body);
        own.extend(names_of(&each.target));
        let mut names: Vec<String> = own.intersection(&carried).map(|name: &Sym| name.as_str().to_owned()).collect();
        names.sort();
        Some(names)
    }

    #[test]
    fn what_a_pass_binds_first_is_not_carried() {
        assert_eq!(of("def f(xs):\n for x in xs:\n  y = x + 1\n  z = y * 2\n"), Some(vec![]));
        assert_eq!(of("def f(xs):\n for x in xs:\n  z = y\n  y = x\n"), Some(vec!["y".to_owned()]));
        assert_eq!(of("def f(xs):\n s = 0\n for x in xs:\n  s += x\n"), Some(vec!["s".to_owned()]));
        assert_eq!(of("def f(xs):\n for i, (a, b) in xs:\n  i = a + b\n"), Some(vec![]));
    }

    #[test]
    fn what_is_bound_on_some_ways_is_carried_to_who_reads_it() {
        let some = "def f(xs):\n for x in xs:\n  if x:\n   y = 1\n  print(y)\n";
        assert_eq!(of(some), Some(vec!["y".to_owned()]));
        let all =
            "def f(xs):\n for x in xs:\n  if x:\n   y = 1\n  elif xs:\n   continue\n  else:\n   y = 2\n  print(y)\n";
        assert_eq!(of(all), Some(vec![]));
        let inner = "def f(xs):\n for x in xs:\n  for k in x:\n   y = k\n  print(y)\n";
        assert_eq!(of(inner), Some(vec!["y".to_owned()]));
        let attempt = "def f(xs):\n for x in xs:\n  try:\n   y = x()\n  except E:\n   pass\n  print(y)\n";
        assert_eq!(of(attempt), Some(vec!["y".to_owned()]));
        let managed = "def f(xs):\n for x in xs:\n  with x as w:\n   y = w\n  print(w, y)\n";
        assert_eq!(of(managed), Some(vec!["y".to_owned()]));
        let cases = "def f(xs):\n for x in xs:\n  match x:\n   case [y]:\n    z = y\n  print(z)\n";
        assert_eq!(of(cases), Some(vec!["y".to_owned(), "z".to_owned()]));
    }

    #[test]
    fn what_only_some_passes_bind_is_not_left_to_others() {
        let some = "def f(xs):\n for x in xs:\n  if x:\n   best = x\n";
        assert_eq!(of(some), Some(vec![]));
        assert_eq!(of(&format!("{some} return best\n")), None);
        assert_eq!(of(&format!("{some} for best in xs:\n  print(best)\n")), Some(vec![]));
        assert_eq!(of(&format!("{some} for y in best:\n  print(y)\n")), None);
        let skipped = "def f(xs):\n for x in xs:\n  if x:\n   continue\n  y = x\n print(y)\n";
        assert_eq!(of(skipped), None);
        let inner = "def f(xs):\n for x in xs:\n  for k in x:\n   pass\n print(k)\n";
        assert_eq!(of(inner), None);
        assert_eq!(of(&format!("{some} for xs[best] in xs:\n  pass\n")), None);
        let iterated = "def f(best):\n for x in best:\n  if x:\n   best = x\n";
        assert_eq!(of(iterated), None);
        let read_again = "def f(xs):\n for a in xs:\n  pass\n for x in xs:\n  for k in x:\n   pass\n";
        assert_eq!(of(read_again), Some(vec![]));
        let around = "def f(xs):\n for x in xs:\n  y = x\n print(x, y)\n";
        assert_eq!(of(around), Some(vec![]));
    }

    #[test]
    fn a_break_leaves_what_the_pass_before_has_bound() {
        assert_eq!(of("def f(xs):\n for x in xs:\n  if x:\n   break\n  best = x\n"), Some(vec!["best".to_owned()]));
        assert_eq!(of("def f(xs):\n for x in xs:\n  best = x\n  if x:\n   break\n"), Some(vec![]));
        let inner = "def f(xs):\n for x in xs:\n  for y in x:\n   break\n  z = x\n";
        assert_eq!(of(inner), Some(vec![]));
    }

    #[test]
    fn what_runs_at_another_time_reads_what_is_there_then() {
        assert_eq!(of("def f(xs):\n for x in xs:\n  g = lambda: x\n"), Some(vec!["x".to_owned()]));
        assert_eq!(of("def f(xs):\n def g():\n  return y\n for x in xs:\n  y = x\n"), Some(vec!["y".to_owned()]));
        assert_eq!(of("def f(xs):\n for x in xs:\n  y = x\n  z = (y for _ in xs)\n"), Some(vec!["y".to_owned()]));
        assert_eq!(of("def f(xs):\n for x in xs:\n  y = x\n print(locals())\n"), None);
    }
}
