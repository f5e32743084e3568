//! What each statement does to the state.

use conformable_types::Truth;
use ruff_python_ast::{CmpOp, Expr, Pattern, Stmt, StmtIf, StmtMatch};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::guards::Guard;
use crate::domain::heap::{Name, Object};
use crate::domain::parted::Parted;
use crate::domain::path_condition::{Behind, Decision};
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::annotations::{Commented, declared_behind, declared_of_name};
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::diagnose::report::Refusal;
use crate::eval::flow::guards::{
    answer_where_some_are_selected, asks_a_class, is_told, may_be_caught, says_wrong, tests_property,
};
use crate::eval::flow::patterns::{
    AskedPlace, asked_places, bind_names, left, matches, may_bind, read_first, teach_place,
};
use crate::eval::python::attributes::is_private;
use crate::eval::python::containers::call_container;
use crate::eval::{Evaluator, Machine, Tentative};
use crate::front::rules;
use crate::syntax::handles::{attribute_of, name_of};
use crate::syntax::leaving::{leaves, others_leave};

impl<'p> Evaluator<'p> {
    /// Run statements until one of them leaves the block.
    pub fn block(&mut self, body: &'p [Stmt]) {
        for statement in body {
            if self.state.unreachable || !self.step() {
                return;
            }
            self.deepen(|evaluator| evaluator.statement(statement));
            self.may_raise_after();
        }
    }

    fn statement(&mut self, statement: &'p Stmt) {
        match statement {
            Stmt::Expr(expression) => self.expression_statement(&expression.value),
            Stmt::Assign(assign) => {
                self.shape_unpacked(assign);
                let unpacked = assign.targets.iter().any(|target| matches!(target, Expr::Tuple(_) | Expr::List(_)));
                let value = if unpacked { self.expr_iterated(&assign.value, false) } else { self.expr(&assign.value) };
                let target = if let [target] = &*assign.targets { Some(target) } else { None };
                observe(self, &Event::Assigned { target, expression: &assign.value, value: &value });
                let declared = declared_behind(self.module(), &Commented::Assignment(assign));
                let value = self.annotated(value, declared.as_ref(), assign.value.range());
                for target in &assign.targets {
                    // How many a display has is written, whatever they rest on.
                    let is_display = assign.value.is_tuple_expr() && target.is_tuple_expr();
                    let dependencies = if is_display { Dependencies::LOCAL } else { value.dependencies };
                    self.assign(target, Value { dependencies, ..value.clone() });
                }
            }
            Stmt::AnnAssign(assign) => {
                let declared = declared_of_name(self, assign);
                if let Some(value) = &assign.value {
                    let range = value.range();
                    let value = self.expr(value);
                    // What a class is made of isn't always what its instances have: `attrs.field()`.
                    let is_field = value.is_unknown() && self.frame().class_body.is_some();
                    let declared = declared.filter(|_| !is_field);
                    let value = self.annotated(value, declared.as_ref(), range);
                    self.assign(&assign.target, value);
                }
            }
            Stmt::AugAssign(assign) => self.augmented(assign),
            Stmt::Return(ret) => {
                let value = ret.value.as_deref().map_or_else(Value::none, |value| self.expr(value));
                let range = ret.value.as_ref().map_or(ret.range(), |value| value.range());
                let value = self.returned(value, range).with_dependencies(self.frame().decided);
                if self.state.unreachable {
                    return;
                }
                let state = self.state.clone();
                self.frame().returns.push((state, value));
                self.state.unreachable = true;
            }
            Stmt::If(branch) => self.if_statement(branch),
            Stmt::For(each) => self.for_loop(each),
            Stmt::While(each) => self.while_loop(each),
            Stmt::Try(attempt) => self.try_statement(attempt),
            Stmt::With(with) => self.with_statement(with),
            Stmt::Match(cases) => match_statement(self, cases),
            Stmt::Raise(raise) => self.raise_statement(raise),
            Stmt::Assert(assert) => self.assert_statement(assert),
            Stmt::FunctionDef(function) => self.define_function(function),
            Stmt::ClassDef(class) => self.define_class(class),
            Stmt::Import(import) => self.import(import),
            Stmt::ImportFrom(import) => self.import_from(import),
            Stmt::Delete(delete) => delete.targets.iter().for_each(|target| self.delete(target)),
            Stmt::Break(_) => {
                let state = self.state.clone();
                if let Some(inner) = self.frame().loops.last_mut() {
                    inner.breaks.push(state);
                }
                self.state.unreachable = true;
            }
            Stmt::Continue(_) => {
                let state = self.state.clone();
                if let Some(inner) = self.frame().loops.last_mut() {
                    inner.continues.push(state);
                }
                self.state.unreachable = true;
            }
            Stmt::TypeAlias(_) | Stmt::Global(_) | Stmt::Nonlocal(_) | Stmt::Pass(_) | Stmt::IpyEscapeCommand(_) => {}
        }
    }

    fn expression_statement(&mut self, expression: &'p Expr) {
        let value = self.expr(expression);
        // What complains of an argument that does not fit seldom returns.
        // What a model leaves open returns.
        self.state.doubtful |=
            self.state.path_condition.properties > 0 && !self.module().is_model && self.was_unknown_call(expression);
        observe(self, &Event::Dropped { expression, value: &value });
    }

    fn if_statement(&mut self, branch: &'p StmtIf) {
        let others = &branch.elif_else_clauses;
        let first = (Some(&*branch.test), &*branch.body);
        let written = std::iter::once(first).chain(others.iter().map(|other| (other.test.as_ref(), &*other.body)));
        let refuted = self.state.refuted;
        let mut clauses = Clauses::begin(self);
        for ((test, body), others_leave) in written.zip(others_leave(others)) {
            // Behind a test that fails, none is tried.
            if self.state.unreachable || self.state.refuted && !refuted {
                break;
            }
            let Some(test) = test else {
                self.block(body);
                break;
            };
            let decision = self.test(test);
            match decision.truth {
                Truth::Yes => {
                    self.assume(test, true);
                    self.decided(decision.dependencies, |evaluator| {
                        evaluator.led_by(test, &decision, others_leave, |evaluator| evaluator.block(body));
                    });
                    break;
                }
                Truth::No => {
                    self.assume(test, false);
                    clauses.go_on(self, test.range(), tests_property(test), &decision, leaves(body));
                }
                Truth::Unknown => {
                    let before = self.state.clone();
                    let [if_true, if_false] = self.enter_side(test, &decision);
                    let opaque = if_false.opaque && (!says_wrong(body) || may_be_caught(self));
                    let guards = [if_true, Guard { opaque, ..if_false }];
                    if !self.state.unreachable {
                        let quiet = asks_a_class(self, test);
                        self.quietly_if(quiet, |evaluator| evaluator.block(body));
                    }
                    let taken = std::mem::replace(&mut self.state, before);
                    self.state.guards.enter(guards[1]);
                    self.assume(test, false);
                    clauses.part(taken, guards);
                }
            }
        }
        clauses.end(self);
    }

    /// What is done where a test is decided: the values made there depend on what decided it.
    fn decided(&mut self, dependencies: Dependencies, work: impl FnOnce(&mut Self)) {
        let outer = self.frame().decided;
        self.frame().decided = outer.and(dependencies.unkept());
        work(self);
        self.frame().decided = outer;
    }

    /// Run what follows a test: one side if it is decided, both and their join if not. `leave` says
    /// of each side whether it never goes on behind.
    pub fn branch(
        &mut self,
        test: &'p Expr,
        leave: [bool; 2],
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let decision = self.test(test);
        match decision.truth {
            Truth::Yes => {
                self.assume(test, true);
                self.decided(decision.dependencies, |evaluator| evaluator.led_by(test, &decision, leave[1], then));
            }
            Truth::No => {
                self.assume(test, false);
                self.decided(decision.dependencies, |evaluator| evaluator.led_by(test, &decision, leave[0], otherwise));
            }
            Truth::Unknown => {
                let before = self.state.clone();
                let [if_true, if_false] = self.enter_side(test, &decision);
                if !self.state.unreachable {
                    let quiet = asks_a_class(self, test);
                    self.quietly_if(quiet, then);
                }
                let mut after_then = std::mem::replace(&mut self.state, before);
                self.state.guards.enter(if_false);
                self.assume(test, false);
                if !self.state.unreachable {
                    otherwise(self);
                }
                let mut after_else = std::mem::replace(&mut self.state, State::new());
                // A guard is behind us only where both sides go on.
                if !after_then.unreachable && !after_else.unreachable {
                    after_then.guards.leave(if_true);
                    after_else.guards.leave(if_false);
                }
                self.state = after_then.join(after_else);
            }
        }
    }

    /// Goes on where an open test holds; the guards there and where it doesn't.
    fn enter_side(&mut self, test: &'p Expr, decision: &Decision) -> [Guard; 2] {
        let before = self.state.clone();
        let some = answer_where_some_are_selected(self, test);
        let guards = [true, false].map(|truth| {
            let selects = some == Some(truth);
            let opaque = decision.opaque && !selects && !is_told(self, test, truth);
            self.guard(test, opaque, decision.about_data || selects)
        });
        // Parts of the test that aren't always evaluated were looked at, which teaches nothing.
        self.state = before;
        self.state.guards.enter(guards[0]);
        self.assume(test, true);
        guards
    }

    fn assert_statement(&mut self, assert: &'p ruff_python_ast::StmtAssert) {
        let decision = self.test(&assert.test);
        observe(self, &Event::Asserted { test: &assert.test });
        match decision.truth {
            Truth::No => {
                self.assertion_fails(assert, &decision);
                self.leave_by_exception();
            }
            Truth::Yes => self.assume(&assert.test, true),
            Truth::Unknown => {
                // What follows runs only where it held.
                let opaque = decision.opaque && may_be_caught(self) && !is_told(self, &assert.test, true);
                self.assume(&assert.test, true);
                let guard = self.guard(&assert.test, opaque, decision.about_data);
                self.state.guards.enter(guard);
            }
        }
    }

    fn delete(&mut self, target: &'p Expr) {
        match target {
            Expr::Name(name) => {
                let scope = self.frame().scope;
                let name = name_of(name);
                self.state.heap.update(scope, |object| {
                    if let Object::Scope { names, .. } = object {
                        names.remove(&Name::new(name));
                    }
                });
            }
            Expr::Subscript(subscript) => {
                let value = self.expr(&subscript.value);
                let index = self.expr(&subscript.slice);
                if is_known_item(self, &value, &index) {
                    // What `pop` takes out, and it fails where that does.
                    call_container(self, &value, Sym::new("pop"), Arguments::of(vec![index]), target.range());
                } else if let Kind::Array(array) = value.kind {
                    let message = format!("cannot delete elements of an array: {}", self.state.show(array.ty));
                    let refusal = Refusal::of(rules::UNSUPPORTED, target.range(), message);
                    self.refute(refusal.resting_on(value.dependencies).raising("ValueError"));
                } else {
                    self.escape(&value);
                }
            }
            Expr::Attribute(attribute) => {
                let value = self.expr(&attribute.value);
                self.delete_attribute(&value, Some(attribute_of(attribute)));
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.delete(target)),
            _ => {}
        }
    }

    /// Run the side of a decided test that is taken; `leaves` says whether the other never goes on
    /// behind, so that what follows is led by the test as well.
    pub fn led_by(&mut self, test: &'p Expr, decision: &Decision, leaves: bool, side: impl FnOnce(&mut Self)) {
        self.led_to(test.range(), tests_property(test), decision, leaves, side);
    }

    /// As [`Evaluator::led_by`], for a test that stands at `range`: a case of a `match`.
    pub fn led_to(
        &mut self,
        range: TextRange,
        is_of_property: bool,
        decision: &Decision,
        leaves: bool,
        side: impl FnOnce(&mut Self),
    ) {
        let behind = lead(self, range, is_of_property, decision, leaves);
        side(self);
        self.state.path_condition.lead_behind(behind);
    }
}

impl<'p> Machine<'p> {
    /// `del value.name`, of any name where it isn't known.
    pub fn delete_attribute(&mut self, value: &Value<'p>, name: Option<Sym>) {
        if let Kind::Class(class) = &value.kind {
            match name {
                Some(name) => self.bind_in(class.scope, name, Value::unknown()),
                None => drop(self.unmodelled_names("`delattr` with a name that isn't known", class.scope)),
            }
        }
        if let (Kind::Object(id), Some(name)) = (&value.kind, name)
            && let Some(class) = self.state.class_of(value)
        {
            let is_elsewhere = |name: Sym| self.class_attribute(&class, name).is_some();
            let is_plain = !class.open && !is_private(name) && !is_elsewhere(name);
            if is_plain && !is_elsewhere(Sym::new("__delattr__")) && self.state.delete_attribute(*id, Name::new(name)) {
                self.state.taught.forget_attribute(name);
                return;
            }
        }
        self.escape(value);
    }
}

/// Is it one item of a list, or one key of a dict, of which all are known?
fn is_known_item<'p>(run: &Machine<'p>, container: &Value<'p>, index: &Value<'p>) -> bool {
    let Kind::Object(id) = container.kind else { return false };
    match run.state.heap.get(id) {
        Object::List(_) => index.int_value().is_some_and(|place| place.constant().is_some()),
        Object::Dict(entries) => entries.rest.is_none() && index.str_value().is_some(),
        _ => false,
    }
}

/// The path goes on as a decided test that stands at `range` says; what leads behind its statement.
fn lead<'p>(
    run: &mut Machine<'p>,
    range: TextRange,
    is_of_property: bool,
    decision: &Decision,
    leaves: bool,
) -> Behind<'p> {
    let before = run.state.path_condition;
    let test = run.decided_test(range, decision);
    let path = &mut run.state.path_condition;
    path.test = Some(test);
    path.dependencies = before.dependencies.and(decision.dependencies);
    path.properties += u32::from(decision.dependencies.is_measured() || is_of_property);
    Behind { test: if leaves { Some(test) } else { before.test }, properties: before.properties }
}

/// Cases one after the other: a decided one ends the search, an undecided one joins.
fn match_statement<'p>(run: &mut Evaluator<'p>, statement: &'p StmtMatch) {
    let mut subject = run.expr(&statement.subject);
    let property = tests_property(&statement.subject);
    // Until a guard may have bound it anew, the place holds the subject.
    let mut stays = true;
    let mut clauses = Clauses::begin(run);
    for case in &statement.cases {
        if run.state.unreachable {
            break;
        }
        let end = case.guard.as_ref().map_or(case.pattern.end(), |guard| guard.end());
        let range = TextRange::new(case.start(), end);
        let varies = !run.frame().passes.is_empty();
        let undecided =
            Guard { place: Some((run.module().id, range)), opaque: true, varies, counts: false, about_data: false };
        let mut before = run.state.clone();
        let mut read = Vec::new();
        read_first(run, &case.pattern, &subject, &mut read);
        read.into_iter().for_each(|read| drop(run.expr(read)));
        let matched = matches(run, &case.pattern, &subject);
        let (mut truth, mut dependencies) = (matched, subject.dependencies);
        if !matched.is_no() {
            bind_names(run, &case.pattern, &subject);
        }
        if matched == Truth::Unknown {
            run.state.guards.enter(undecided);
            assume_pattern(run, (&statement.subject, &case.pattern), true, stays);
        }
        if let (Some(guard), false) = (&case.guard, matched.is_no()) {
            let decision = run.test(guard);
            // The next case is tried with the names that the pattern has bound, and what the guard did.
            let tested = State { guards: before.guards.clone(), ..run.state.clone() };
            before = if matched.is_yes() { tested } else { before.join(tested) };
            if !run.state.unreachable {
                run.assume(guard, true);
            }
            truth = truth.and(decision.truth);
            dependencies = dependencies.and(decision.dependencies);
            stays &= !may_bind(guard, &statement.subject);
        }
        let decision = Decision { truth, dependencies, opaque: false, about_data: false };
        match truth {
            // What matches anything is no test.
            Truth::Yes if case.pattern.is_irrefutable() && case.guard.is_none() => {
                run.block(&case.body);
                break;
            }
            Truth::Yes => {
                run.decided(dependencies, |run| {
                    run.led_to(range, property, &decision, false, |run| run.block(&case.body));
                });
                break;
            }
            Truth::No => {
                run.state = before;
                clauses.go_on(run, range, property, &decision, false);
            }
            Truth::Unknown => {
                if matched.is_yes() {
                    run.state.guards.enter(undecided);
                }
                run.block(&case.body);
                let taken = std::mem::replace(&mut run.state, before);
                run.state.guards.enter(undecided);
                if case.guard.is_none() {
                    assume_pattern(run, (&statement.subject, &case.pattern), false, stays);
                    subject = left(run, &case.pattern, &subject, false).unwrap_or(subject);
                }
                clauses.part(taken, [undecided; 2]);
            }
        }
    }
    clauses.end(run);
}

/// What holds of the places that a subject is read from, where a pattern that nobody could decide matches, or doesn't.
fn assume_pattern<'p>(run: &mut Evaluator<'p>, (subject, pattern): AskedPlace<'p>, wanted: bool, stays: bool) {
    let mut places = Vec::new();
    if stays {
        asked_places(subject, pattern, wanted, &mut places);
    }
    run.assuming(|run| {
        for (place, pattern) in places {
            match pattern {
                Pattern::MatchValue(value) => {
                    run.assume_equal(place, &value.value, if wanted { CmpOp::Eq } else { CmpOp::NotEq });
                }
                _ => teach_place(run, (place, pattern), wanted),
            }
        }
    });
}

/// Clauses or cases that are tried one after the other, up to one that is known to be taken.
struct Clauses<'p> {
    parted: Parted<'p>,
    /// What decided, around the statement.
    decided: Dependencies,
    /// What leads behind the first clause that is known not to be taken: all that is tried after it is led by that.
    behind: Option<Behind<'p>>,
}

impl<'p> Clauses<'p> {
    fn begin(run: &mut Machine<'p>) -> Clauses<'p> {
        Clauses { parted: Parted::default(), decided: run.frame().decided, behind: None }
    }

    /// The clause is known not to be taken, because of `decision`.
    fn go_on(
        &mut self,
        run: &mut Machine<'p>,
        range: TextRange,
        is_of_property: bool,
        decision: &Decision,
        leaves: bool,
    ) {
        run.frame().decided = run.frame().decided.and(decision.dependencies.unkept());
        let behind = lead(run, range, is_of_property, decision, leaves);
        self.behind.get_or_insert(behind);
    }

    /// The clause may be taken: this is the path behind it.
    fn part(&mut self, mut taken: State<'p>, guards: [Guard; 2]) {
        self.behind.into_iter().for_each(|behind| taken.path_condition.lead_behind(behind));
        self.parted.add(taken, guards);
    }

    /// The paths meet behind the statement.
    fn end(self, run: &mut Machine<'p>) {
        run.frame().decided = self.decided;
        let mut last = std::mem::replace(&mut run.state, State::new());
        self.behind.into_iter().for_each(|behind| last.path_condition.lead_behind(behind));
        run.state = self.parted.meet(last);
    }
}
