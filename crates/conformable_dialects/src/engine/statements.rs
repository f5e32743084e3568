//! One body, statement by statement.

use conformable_python::rules;
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{Expr, Stmt, StmtAnnAssign, StmtIf, StmtReturn};
use ruff_text_size::{Ranged, TextRange};

use std::sync::Arc;

use super::{Engine, Frame};
use crate::language::{Assignment, BindingForm, Problem, Source, Stands, Unit, Variable};
use crate::program::Name;
use crate::sharing::{escaping, finals, held_by, is_alias, unnamed};
use crate::syntax::{always_returns, bodies_of, bound_by, is_program, with_stack};
use crate::value::Value;
use crate::variables::{End, joined};

impl<'a> Engine<'a> {
    /// Walks a module's top level, once: its names first, then what it runs.
    pub(super) fn walk_module(&mut self, module: usize) {
        if std::mem::replace(&mut self.names[module].is_walked, true) {
            return;
        }
        let body: &'a [Stmt] = &self.modules[module].text.parsed.syntax().body;
        let frame = Frame { module, unit: self.language.unit(&[]), ..Frame::default() };
        let outer = std::mem::replace(&mut self.frame, frame);
        for stmt in body {
            self.frame.is_program = is_program(stmt);
            self.walk_statement(stmt);
            // Functions that are called later read them.
            for name in bound_by(stmt) {
                if self.frame.is_program && !self.names[module].variables.contains_key(&name) {
                    self.names[module].of_program.insert(name);
                }
                match self.frame.variables.get(&name) {
                    Some(variable) => drop(self.names[module].variables.insert(name, variable.clone())),
                    None => drop(self.names[module].variables.shift_remove(&name)),
                }
            }
        }
        self.names[module].variables = std::mem::take(&mut self.frame.variables).into_map();
        self.frame = outer;
    }

    pub(super) fn walk_statements(&mut self, body: &'a [Stmt]) {
        for (place, stmt) in body.iter().enumerate() {
            with_stack(|| self.walk_statement(stmt));
            if self.joins() && always_returns(std::slice::from_ref(stmt)) {
                // What follows is never reached, and what it returns is no result.
                let outside = std::mem::replace(&mut self.frame.is_over, true);
                body[place + 1..].iter().for_each(|stmt| self.walk_statement(stmt));
                self.frame.is_over = outside;
                return;
            }
        }
    }

    pub(super) fn walk_statement(&mut self, stmt: &'a Stmt) {
        let problem = self.language.refuses(stmt, self.frame.unit);
        if let Some(problem) = problem.or_else(|| self.language.refuses_place(stmt, self.stands())) {
            self.report(problem, stmt.range());
            return;
        }
        match stmt {
            Stmt::Expr(statement)
                if statement.value.is_string_literal_expr() || statement.value.is_ellipsis_literal_expr() => {}
            Stmt::Expr(statement) => drop(self.expr(&statement.value)),
            Stmt::Assign(assign) => {
                if let Some((name, meaning)) = self.alias(self.frame.module, stmt) {
                    self.frame.locals.insert(name, meaning);
                    return;
                }
                if let (Expr::Lambda(lambda), [Expr::Name(name)]) = (&*assign.value, &*assign.targets)
                    && self.language.has_lambdas()
                {
                    self.lambdas.push(lambda);
                    return self.bind_local(Sym::new(&name.id), Name::Lambda(self.lambdas.len() - 1));
                }
                let value = self.expr(&assign.value);
                for target in &assign.targets {
                    self.assign(target, value.clone(), Some(&assign.value), BindingForm::Assigned);
                }
            }
            Stmt::AnnAssign(declared) => self.walk_declaration(stmt, declared),
            Stmt::AugAssign(assign) => self.augment(assign),
            Stmt::Return(given) => self.walk_return(given),
            Stmt::If(_) | Stmt::While(_) | Stmt::For(_) => self.walk_flow(stmt),
            Stmt::With(with) => {
                for item in &with.items {
                    let value = self.expr(&item.context_expr);
                    if let Some(target) = &item.optional_vars {
                        self.assign(target, Value::data(value.exact, Source::Call), None, BindingForm::Assigned);
                    }
                }
                self.walk_statements(&with.body);
            }
            Stmt::Try(_) if self.frame.unit == Unit::Outside => {
                let mut ends = Vec::new();
                self.frame.branches += 1;
                for body in bodies_of(stmt) {
                    let branch = self.frame.variables.branch();
                    self.walk_statements(body);
                    ends.push(self.frame.variables.take_back(branch));
                }
                self.frame.branches -= 1;
                self.join_branches(&ends, stmt.range());
            }
            Stmt::Assert(assert) => drop(self.expr(&assert.test)),
            Stmt::Delete(delete) => delete.targets.iter().for_each(|target| drop(self.expr(target))),
            Stmt::ClassDef(class) if self.frame.unit == Unit::Outside => {
                let around = (Arc::clone(&self.frame.outer), Arc::new(self.frame.locals.clone()));
                let dot = if self.frame.qualified.is_empty() { "" } else { "." };
                let qualified = format!("{}{dot}{}", self.frame.qualified, class.name);
                self.walk_around(self.frame.module, qualified, &class.body, around);
            }
            Stmt::FunctionDef(function) if !self.frame.qualified.is_empty() => {
                let qualified = format!("{}.{}", self.frame.qualified, function.name);
                let place = self.add_function(self.frame.module, function, qualified, None);
                self.frame.locals.insert(Sym::new(&function.name), Name::Function(place));
                self.frame.inner.push(place);
            }
            Stmt::Import(import) => {
                import.names.iter().for_each(|alias| self.check_module(&alias.name, alias.range()));
                if !self.frame.qualified.is_empty() || self.frame.is_program {
                    let bound = self.imports_of(self.frame.module, import);
                    self.frame.locals.extend(bound);
                }
            }
            Stmt::ImportFrom(import) => {
                if let (Some(name), 0) = (&import.module, import.level) {
                    self.check_module(name, import.range());
                }
                let bound = self.imports_from(self.frame.module, import);
                for (name, meaning, range) in bound {
                    // What a library lacks is said where it is imported.
                    self.named(meaning.clone(), range);
                    if !self.frame.qualified.is_empty() || self.frame.is_program {
                        self.frame.locals.insert(name, meaning);
                    }
                }
            }
            _ => {}
        }
    }

    /// Branches and loops, which are no scopes of their own.
    fn walk_flow(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::If(branch) => self.walk_branches(branch),
            Stmt::While(repeated) => {
                self.frame.loops += 1;
                self.expr(&repeated.test);
                self.walk_statements(&repeated.body);
                self.frame.loops -= 1;
                self.walk_statements(&repeated.orelse);
            }
            Stmt::For(each) => {
                let iterated = self.expr(&each.iter);
                let item = self.item_of(&iterated, each.iter.range());
                self.frame.loops += 1;
                self.assign(&each.target, item, None, BindingForm::Iterated);
                self.walk_statements(&each.body);
                self.frame.loops -= 1;
                self.walk_statements(&each.orelse);
            }
            _ => {}
        }
    }

    /// What the statement that is walked stands in.
    fn stands(&self) -> Stands {
        match self.frame.branches + self.frame.loops {
            0 if self.frame.qualified.is_empty() => Stands::Module,
            0 => Stands::Function,
            1 if self.frame.is_program => Stands::Program,
            _ => Stands::Block,
        }
    }

    /// Is a name made anew by each assignment, and joined where branches meet?
    pub(super) fn joins(&self) -> bool {
        self.language.join(Sym::new("_"), &[]).is_some()
    }

    /// Branches one after the other; where the language joins them, each from what was before all of them.
    fn walk_branches(&mut self, branch: &'a StmtIf) {
        let joins = self.joins();
        let clauses = &branch.elif_else_clauses;
        let arms = std::iter::once((Some(&*branch.test), &branch.body));
        let arms = arms.chain(clauses.iter().map(|clause| (clause.test.as_ref(), &clause.body)));
        let mut ends: Vec<End> = Vec::new();
        for (test, body) in arms {
            let from = joins.then(|| self.frame.variables.branch());
            let mut decided = None;
            if let Some(test) = test {
                let value = self.expr(test);
                if joins {
                    self.operate("test", vec![self.language.operand(value.exact, &[])], test.range());
                }
                decided = self.language.decided(value.exact);
            }
            if decided == Some(false) {
                continue;
            }
            self.frame.branches += 1;
            self.walk_statements(body);
            self.frame.branches -= 1;
            let end = from.map(|from| self.frame.variables.take_back(from));
            ends.extend(end.filter(|_| !always_returns(body)));
            if decided == Some(true) {
                break;
            }
        }
        if clauses.last().is_none_or(|last| last.test.is_some()) {
            ends.push(End::new());
        }
        if joins {
            self.join_branches(&ends, branch.range());
        }
    }

    /// What the branches have bound, where they meet.
    fn join_branches(&mut self, ends: &[End], range: TextRange) {
        let (language, is_outside) = (self.language, self.frame.unit == Unit::Outside);
        let mut problems = Vec::new();
        self.frame.variables.meet(ends, |name, found| {
            if is_outside {
                return joined(found);
            }
            // An `elif` is an `if` in the `else` of the one before: the last two meet first.
            let mut found = found.iter().rev().copied();
            let last = found.next()??.clone();
            let class_type = found.try_fold(last.class_type, |ty, own| {
                let joined = language.join(name, &[own?.class_type, ty])?;
                Some(joined.unwrap_or_else(|problem| {
                    problems.push(problem);
                    Ty::unknown()
                }))
            })?;
            Some(Variable { class_type, ..last })
        });
        problems.into_iter().for_each(|problem| self.report(problem, range));
    }

    /// `x: int`, `x: int = 1`
    fn walk_declaration(&mut self, stmt: &'a Stmt, declared: &'a StmtAnnAssign) {
        if let Some((name, meaning)) = self.alias(self.frame.module, stmt) {
            self.frame.locals.insert(name, meaning);
            return;
        }
        let Expr::Name(name) = &*declared.target else {
            if let (Expr::Attribute(attribute), true) = (&*declared.target, self.frame.unit != Unit::Outside) {
                self.declare_attribute(attribute, &declared.annotation);
            }
            if let Some(value) = &declared.value {
                let given = self.expr(value);
                self.assign(&declared.target, given, Some(value), BindingForm::Assigned);
            }
            return;
        };
        let symbol = Sym::new(&name.id);
        if self.frame.variables.contains_key(&symbol) && !self.joins() {
            let message = format!("`{symbol}` is declared a second time");
            self.report(Problem::error(rules::DIALECT_DECLARED, message), name.range());
        }
        if let (Unit::Outside, Some(value)) = (self.frame.unit, &declared.value) {
            // Python doesn't hold it to its annotation.
            let given = self.expr(value);
            return self.assign(&declared.target, given, Some(value), BindingForm::Assigned);
        }
        let meanings = match self.meanings(&declared.annotation, &mut Vec::new()) {
            Ok(meanings) => meanings,
            Err(problem) => {
                self.report(problem, declared.annotation.range());
                vec![crate::annotation::Meaning::of(Ty::unknown())]
            }
        };
        let given = declared.value.as_ref().map(|value| self.expr(value));
        // Of a union the first value chooses the member.
        let fits = |meaning: &crate::annotation::Meaning| {
            given.as_ref().is_some_and(|value| self.language.accepts(meaning.ty, value.exact))
        };
        let chosen = meanings.iter().find(|meaning| fits(meaning)).or(meanings.first()).cloned();
        let Some(meaning) = chosen else { return };
        let is_const = meaning.is_const;
        let variable = Variable::of(symbol, meaning, name.range());
        self.frame.variables.insert(symbol, Variable { is_declared_only: true, is_const: false, ..variable });
        match given {
            Some(value) => self.assign(&declared.target, value, declared.value.as_deref(), BindingForm::Assigned),
            None => {
                let ty = self.frame.variables[&symbol].class_type;
                self.bind_row(&name.id, name.range(), ty);
            }
        }
        if let Some(variable) = self.frame.variables.get(&symbol).cloned() {
            self.frame.variables.insert(symbol, Variable { is_const, ..variable });
        }
    }

    fn walk_return(&mut self, given: &'a StmtReturn) {
        let Some(value) = &given.value else {
            if let Some(result) = &self.frame.result
                && !self.frame.is_over
            {
                let message = format!("nothing is returned, where it is {}", self.language.spell(result.class_type));
                self.report(Problem::error(rules::DIALECT_RESULT, message), given.range());
            }
            return;
        };
        let returned = self.expr(value);
        if let Some(problem) = self.language.refuses_result(returned.exact, returned.is_data()) {
            return self.report(problem, value.range());
        }
        if self.returns_object(&returned, value.range()) {
            return;
        }
        if self.frame.is_over || matches!(returned.exact.kind(), TyKind::None) {
            return;
        }
        let old = self.frame.result.take();
        let is_kept = is_alias(&self.frame.variables, &returned.source);
        let source = match returned.source.is_part() {
            // A result that is declared has elements of its own.
            true if is_kept && old.as_ref().is_some_and(|old| old.is_declared_only) => returned.source.clone(),
            // Several values are a tuple of their types, whichever these are.
            _ if value.is_tuple_expr() => Source::New,
            _ => Source::Call,
        };
        let escapes = escaping(&self.frame.variables, &returned, value.is_tuple_expr());
        // The items of a tuple that is declared are variables, as an object is: what is returned is moved to them.
        let is_moved = value.is_tuple_expr() || self.class_of_type(returned.exact).is_some();
        let unnamed = match self.frame.declares_result && is_moved || self.frame.unit == Unit::Inlined {
            true => Vec::new(),
            false => unnamed(&self.frame.variables, &returned, value.is_tuple_expr(), &self.frame.result_names),
        };
        let finals = finals(&self.frame.variables, &held_by(&returned));
        let first = Assignment::new(Sym::new("result"), returned.exact, BindingForm::Returned, value.range());
        let assignment = Assignment { old: old.as_ref(), source, escapes, unnamed, finals, ..first };
        let assigned = self.language.assign(&assignment);
        self.frame.result = Some(assigned.variable);
        self.report_all(assigned.problems, value.range());
    }
}
