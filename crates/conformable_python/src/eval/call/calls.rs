//! Calls: which code runs, and in which frame.

use std::rc::Rc;

use conformable_types::{Ty, TyKind};
use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::guards::{Guard, Guards};
use crate::domain::heap::{MOST_ELEMENTS, Name, Object};
use crate::domain::uses::Use;
use crate::domain::value::{Body, Dependencies, Function, Kind, Sym, TupleClass, Value};
use crate::eval::call::alone::{call_of_receiver, signature_text, teach_initial};
use crate::eval::call::arguments::Arguments;
use crate::eval::call::budget::call_within_share;
use crate::eval::call::generators;
use crate::eval::call::parameters::has_other_parameters;
use crate::eval::call::returns::map_dependencies;
use crate::eval::call::summary::verify::verified;
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::machine::deferred::{Runs, passed_on};
use crate::eval::python::kinds::refused_by_model;
use crate::eval::{Effect, Evaluator, Frame, MAX_CALLS, MAX_NESTED, Machine, Tentative};
use crate::library::known_paths::KNOWN;
use crate::syntax::handles::{attribute_of, name_of};

/// `x.f(...)`, where `f` is an attribute of `x`'s class of which nothing is known: a function there is
/// bound to `x`, which it may change.
fn hand_over_receiver<'p>(run: &mut Evaluator<'p>, callee: &'p Expr) {
    let Expr::Attribute(attribute) = callee else { return };
    let Some(receiver) = run.held_at(&attribute.value) else { return };
    let Kind::Object(id) = receiver.kind else { return };
    let Object::Instance { class, attributes, open: false, .. } = run.state.heap.get(id) else { return };
    let (class, name) = (Rc::clone(class), attribute_of(attribute));
    if !attributes.contains_key(&Name::new(name))
        && run.class_attribute(&class, name).is_some_and(|found| found.is_unknown())
    {
        run.unmodelled("a method that isn't known", &[receiver]);
    }
}

impl<'p> Evaluator<'p> {
    pub fn call_expression(&mut self, call: &'p ExprCall) -> Value<'p> {
        let callee = self.expr(&call.func);
        let Kind::Builtin(name) = &callee.kind else { return self.call_of(&callee, call, false) };
        match name.as_str() {
            "super" => self.super_call(call),
            "reveal_type" | "typing.reveal_type" => self.reveal(call),
            "asyncio.run" if call.arguments.len() == 1 => self.run_coroutine(call),
            _ => self.call_of(&callee, call, false),
        }
    }

    /// The same of a callee that is known; of a coroutine function to its end if it is awaited at once.
    pub fn call_of(&mut self, callee: &Value<'p>, call: &'p ExprCall, is_awaited: bool) -> Value<'p> {
        let consumes = matches!(&callee.kind, Kind::Builtin(name) if KNOWN.consumers.contains(name.as_str()));
        let begins = matches!(&callee.kind, Kind::Builtin(name) if name.as_str() == "next");
        let before = (self.takers.consumed.len(), self.takers.passed_on.len(), self.takers.begun.len());
        let first = call.arguments.args.first().map(Ranged::range);
        self.takers.consumed.extend(first.filter(|_| consumes));
        self.takers.begun.extend(first.filter(|_| begins));
        let passed_on = passed_on(callee, call, |argument| self.held_at(argument));
        self.takers.passed_on.extend(passed_on.iter().map(Ranged::range));
        let arguments = self.arguments(call);
        self.takers.consumed.truncate(before.0);
        self.takers.passed_on.truncate(before.1);
        self.takers.begun.truncate(before.2);
        let receiver = match (&callee.kind, &*call.func) {
            (Kind::Method(_), Expr::Attribute(attribute)) => Some(attribute.value.range()),
            _ => None,
        };
        let by_place = call.arguments.args.iter().map(Ranged::range);
        let by_name = call.arguments.keywords.iter().map(|keyword| keyword.value.range());
        self.write_operands(call.range(), receiver.into_iter().chain(by_place).chain(by_name));
        observe(self, &Event::Called { callee, call });
        if callee.is_unknown() {
            hand_over_receiver(self, &call.func);
        }
        self.is_awaited = is_awaited;
        let value = self.call(callee, arguments, call.range());
        self.output.statistics.calls += 1;
        if callee.is_unknown() && value.is_unknown() { array_given(self, call, value) } else { value }
    }

    /// What a name, or an attribute of what one holds, stands for, without running anything.
    pub fn held_at(&mut self, expression: &'p Expr) -> Option<Value<'p>> {
        match expression {
            Expr::Name(name) => Some(self.lookup(name_of(name))),
            Expr::Attribute(attribute) => {
                let Kind::Object(id) = self.held_at(&attribute.value)?.kind else { return None };
                let Object::Instance { attributes, .. } = self.state.heap.get(id) else { return None };
                attributes.get(&Name::new(attribute_of(attribute))).cloned()
            }
            _ => None,
        }
    }

    /// Call a value. What unknown code is given escapes.
    pub fn call(&mut self, callee: &Value<'p>, mut arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        arguments.dependencies = arguments.dependencies.and(callee.dependencies);
        if self.nested >= MAX_NESTED || arguments.positional.len() > MOST_ELEMENTS {
            let touched: Vec<Value<'p>> = arguments.values().cloned().collect();
            return self.unmodelled("calls inside each other without end", &touched);
        }
        self.escape_lost();
        // Which code runs decides what comes back.
        self.nested += 1;
        let value = self.deepen(|evaluator| evaluator.run(callee, arguments, range));
        self.nested -= 1;
        value.with_dependencies(callee.dependencies)
    }

    fn run(&mut self, callee: &Value<'p>, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        match &callee.kind {
            Kind::Function(function) => self.call_function(function, arguments, range),
            Kind::Bound(pair) => {
                let (receiver, function) = (pair.0.clone(), pair.1.clone());
                if matches!(receiver.kind, Kind::Object(id) if self.standalone.receiver == Some(id)) {
                    return call_of_receiver(self, receiver, &function, arguments, range);
                }
                self.call(&function, arguments.with_first(receiver), range)
            }
            Kind::Class(class) => self.instantiate(&Rc::clone(class), arguments, range),
            Kind::Op(path) => self.call_catalogued(*path, arguments, range),
            Kind::Method(pair) => {
                let pair = pair.clone();
                self.call_member(&pair.0, pair.1, arguments, range)
            }
            Kind::Builtin(name) if !KNOWN.modules.contains(name.as_str()) => self.call_builtin(*name, arguments, range),
            Kind::Partial(partial) => {
                let partial = partial.clone();
                let mut all = Arguments { positional: partial.positional.clone(), ..Arguments::default() };
                all.positional.extend(arguments.positional);
                all.open = arguments.open;
                all.dependencies = arguments.dependencies;
                all.keywords.clone_from(&partial.keywords);
                // A name among `**unknown` takes the place of one that was given before.
                if arguments.open && arguments.each.is_none() {
                    all.keywords.iter_mut().for_each(|(_, value)| *value = Value::unknown());
                }
                for (name, value) in arguments.keywords {
                    all.keywords.retain(|(known, _)| *known != name);
                    all.keywords.push((name, value));
                }
                self.call(&partial.function, all, range)
            }
            // A receiver's class may be one that derives; that of a class method is a class itself.
            Kind::Object(id) if self.standalone.receiver == Some(*id) => self.unknown_code(callee, &arguments, range),
            Kind::Object(id) => {
                if matches!(self.state.heap.get(*id), Object::Instance { .. })
                    && let Some(method) = self.attribute_of_instance(callee, Sym::new("__call__"), range)
                {
                    return self.call(&method, arguments, range);
                }
                if self.refuses(callee, Use::Call, range) {
                    return Value::unknown();
                }
                self.unknown_code(callee, &arguments, range)
            }
            Kind::Union(_) => {
                self.each_member(&[callee], |evaluator, members| evaluator.call(&members[0], arguments.clone(), range))
            }
            Kind::Data(ty) if matches!(ty.kind(), TyKind::DType(_)) => self.call_dtype(*ty, &arguments, range),
            Kind::Data(ty) if matches!(ty.kind(), TyKind::Class(_)) && self.names_array_class(callee) => {
                self.call(&Kind::Op(Sym::new(&KNOWN.array_class)).into(), arguments, range)
            }
            Kind::Data(ty) if matches!(ty.kind(), TyKind::Ctor(..)) && self.has_call(*ty) => {
                self.call_member(callee, Sym::new("__call__"), arguments, range)
            }
            Kind::Tuple(tuple) if matches!(tuple.class, TupleClass::Program(_)) && self.allows(callee, Use::Call) => {
                match self.attribute(callee, Sym::new("__call__"), range) {
                    method if method.is_unknown() => self.unknown_code(callee, &arguments, range),
                    method => self.call(&method, arguments, range),
                }
            }
            _ if self.refuses(callee, Use::Call, range) => Value::unknown(),
            _ => self.unknown_code(callee, &arguments, range),
        }
    }

    /// Call a method of an instance, if its class has it.
    pub fn call_method(
        &mut self,
        receiver: &Value<'p>,
        name: &str,
        positional: Vec<Value<'p>>,
        range: TextRange,
    ) -> Option<Value<'p>> {
        let Kind::Object(id) = &receiver.kind else { return None };
        if !matches!(self.state.heap.get(*id), Object::Instance { .. }) {
            return None;
        }
        let method = self.attribute_of_instance(receiver, Sym::new(name), range)?;
        Some(self.call(&method, Arguments::of(positional), range))
    }

    // --- calls of the program's functions -----------------------------------------------------

    pub fn call_function(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        let is_awaited = std::mem::take(&mut self.is_awaited);
        if self.state.unreachable {
            return Value::unknown();
        }
        self.state.taught.other_code_runs();
        if has_other_parameters(self, function) {
            return self.unknown_code(&Kind::Function(Rc::clone(function)).into(), &arguments, range);
        }
        // A coroutine runs when it is awaited.
        if function.is_async && !is_awaited && self.standalone.names.is_none() {
            let mut touched: Vec<Value<'p>> = arguments.values().cloned().collect();
            touched.push(Kind::Function(Rc::clone(function)).into());
            return self.unmodelled("a coroutine", &touched);
        }
        if refused_by_model(self, function, &arguments, range) {
            return Value::unknown();
        }
        if !self.may_enter(function) {
            return self.skipped_call(function, &arguments, range);
        }
        let first = self.numbers.object;
        // What this frame was taught is nothing to those that it calls.
        let held = std::mem::take(&mut self.state.taught);
        let result = call_within_share(self, function, arguments, range, |evaluator, arguments| {
            evaluator.kept_or_run(function, arguments, range)
        });
        let left = std::mem::replace(&mut self.state.taught, held);
        if self.frames.len() == 1 {
            self.standalone.left = left;
        }
        self.made_by_call(first);
        self.unknown_at = None;
        result
    }

    /// A call that an earlier one answers, or that is evaluated and kept for later ones.
    fn kept_or_run(&mut self, function: &Rc<Function<'p>>, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let run = |evaluator: &mut Self, arguments: Arguments<'p>| {
            let before = evaluator.output.statistics.fuel;
            let value = evaluator.run_function(function, arguments, range);
            let steps = evaluator.output.statistics.fuel - before;
            evaluator.summaries.took(function, steps);
            value
        };
        // An exact model fails at its call, of which no summary knows.
        let Some(asked) = (!function.module.is_exact).then(|| self.ask(function, &arguments)).flatten() else {
            return run(self, arguments);
        };
        let before = self.before_replay();
        if let Some((value, whole)) = self.replay(&asked) {
            self.note_returned(&value, range);
            let value = value.at(self.origin(range));
            return match before.filter(|_| whole) {
                Some(before) => verified(self, before, asked, &value, range, |evaluator| {
                    evaluator.run_function(function, arguments, range)
                }),
                None => value,
            };
        }
        if !self.is_clean() {
            return run(self, arguments);
        }
        let recording = self.begin_recording(asked);
        let value = run(self, arguments);
        self.end_recording(recording, &value);
        value
    }

    /// A call that is evaluated.
    pub fn run_function(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        // A function on its own is called by nobody, and a generator runs when it is iterated.
        let may_be_called = self.standalone.names.is_none();
        let may_raise = may_be_called && !function.is_generator;
        let mut outer: Vec<Dependencies> = Vec::new();
        let Some(bound) = self.bind_parameters(function, &arguments, &mut outer, range) else {
            return Value::unknown();
        };
        let (bound, names) = match self.standalone.names.take() {
            Some(names) => (bound, names),
            None => self.promised_arguments(function, bound, &outer, &arguments, range),
        };
        self.note_entered(function.module.id, function.range);
        let context = self.context_of_call(function, &bound, range, !may_be_called);
        let declared = self.imports.images.functions.declared(function.text());
        let entry = declared.raises.then(|| self.state.clone());
        let scope = self.new_scope(Some(function.scope));
        let given = bound.clone();
        for (name, value) in bound {
            self.bind_in(scope, name, value);
        }
        let mark = self.output.effects.len();
        let guards = std::mem::take(&mut self.state.guards);
        let path_condition = std::mem::take(&mut self.state.path_condition);
        let refuted = self.state.refuted;
        let mut frame = Frame::new(function.module, scope);
        frame.function = Some(Rc::clone(function));
        frame.declared = Some(declared);
        frame.args = outer.clone();
        frame.guards = guards.clone();
        frame.names = names;
        frame.receiver = arguments.positional.first().cloned();
        frame.first = Some(self.numbers.object);
        frame.entry = entry;
        frame.context = context;
        self.frames.push(frame);
        teach_initial(self, function, scope);
        self.script.takes_arguments |= function.module.gives_arguments;
        // A generator's body runs when somebody iterates it: here, elsewhere, or never.
        let is_iterated_later = function.is_generator && may_be_called && !self.takers.consumed.contains(&range);
        if is_iterated_later && !self.takers.begun.contains(&range) {
            self.state.guards.enter(Guard::ITERATED);
        }
        let runs = match is_iterated_later {
            true => Runs::Later,
            false if function.keeps_results => Runs::NowOrBefore,
            false => Runs::Now,
        };
        let is_quiet = function.module.is_model && !function.module.is_exact;
        let run = |evaluator: &mut Self| evaluator.deepen(|evaluator| evaluator.run_body(function));
        let result = self.run_at(runs, |evaluator| evaluator.quietly_if(is_quiet, run));
        self.escape_lost();
        let mut left = self.frames.pop();
        self.end_context(context, function, &given, &result);
        self.state.guards = guards;
        self.state.path_condition = path_condition;
        self.raised_in_call(left.as_mut().and_then(|frame| frame.exceptional.take()));
        let outside = self.outside_dependencies();
        self.leave_frame(mark, &outer, outside, &arguments, function, range);
        // One mistake, one message: not if something else fails on the way to the raise.
        let ends = self.state.unreachable && may_raise && self.state.refuted == refuted;
        // What turned out to be no error in the caller's terms does not spoil its path.
        if !self.output.is_silent() && !refuted && !self.output.effects[mark..].iter().any(Effect::is_error) {
            self.state.refuted = false;
            self.state.raised = None;
        }
        self.end_if_caught();
        if let (true, Some(raised)) = (ends, left.and_then(|frame| frame.raised)) {
            self.reached_raise(&raised, &given, &outer, outside, range);
        }
        self.note_returned(&result, range);
        let result = map_dependencies(result, &outer, outside);
        if function.is_async && result.is_unknown() { Value::unknown() } else { result.at(self.origin(range)) }
    }

    fn run_body(&mut self, function: &Rc<Function<'p>>) -> Value<'p> {
        match function.body {
            Body::Expression(expression) => {
                let value = self.expr(expression);
                if let Some(scope) = self.left_behind() {
                    self.state.heap.discard(scope);
                }
                value
            }
            Body::Block(body) => {
                if function.is_generator {
                    generators::begin(self);
                }
                let before = function.is_generator.then(|| self.state.clone());
                self.block(body);
                // A generator's call returns before its body is run.
                if let (true, Some(before)) = (self.state.unreachable && self.frame().returns.is_empty(), before) {
                    self.state = before;
                }
                if !self.state.unreachable {
                    let state = self.state.clone();
                    self.frame().returns.push((state, Value::none()));
                }
                let returns = std::mem::take(&mut self.frame().returns);
                let value = self.join_returns(returns);
                // What was left of the body when the fuel was used up may return anything.
                let value = if self.fuel == 0 { Value::unknown() } else { value };
                if function.is_generator {
                    let items = generators::end(self);
                    return Kind::Object(self.new_object(Object::Iterator(items))).into();
                }
                value
            }
        }
    }

    // --- special forms ------------------------------------------------------------------------

    fn super_call(&mut self, call: &'p ExprCall) -> Value<'p> {
        if !call.arguments.args.is_empty() {
            let arguments = self.arguments(call);
            if let [Value { kind: Kind::Class(class), .. }, receiver] = &*arguments.positional {
                return Kind::above(receiver.clone(), Rc::clone(class)).into();
            }
            return Value::unknown();
        }
        let frame = self.frame();
        let receiver = frame.receiver.clone();
        let method = frame.function.clone().filter(|function| function.owner.is_some());
        let (Some(receiver), Some(method)) = (receiver, method) else { return Value::unknown() };
        match self.state.defining_class(&receiver, &method) {
            Some(class) => Kind::above(receiver, class).into(),
            None => Value::unknown(),
        }
    }

    fn reveal(&mut self, call: &'p ExprCall) -> Value<'p> {
        let arguments = self.arguments(call);
        let value = arguments.positional.into_iter().next().unwrap_or_else(Value::unknown);
        // A function that reveals itself would be evaluated for its own signature without end.
        if self.output.is_silent() {
            return value;
        }
        let signature = match &value.kind {
            Kind::Function(function) => Some(signature_text(&mut self.root(), function)),
            _ => None,
        };
        self.report_reveal(call.arguments.range(), &value, signature);
        value
    }
}

/// `df[columns].to_numpy()`: what a method of this name gives is an array, whoever has it.
fn array_given<'p>(run: &mut Machine<'p>, call: &ExprCall, value: Value<'p>) -> Value<'p> {
    let Expr::Attribute(attribute) = &*call.func else { return value };
    if !KNOWN.gives_array.contains(attribute.attr.as_str()) {
        return value;
    }
    let (elem, shape) = (run.state.store.fresh_elem(), run.state.store.fresh_shape());
    let array = run.value_of(Ty::array(elem, shape));
    Value { dependencies: value.dependencies, ..array }
}

impl<'p> Machine<'p> {
    /// Recursion goes on while its conditions are decided; after an undecided one, twice.
    fn may_enter(&self, function: &Rc<Function<'p>>) -> bool {
        if self.fuel == 0 || self.frames.len() >= MAX_CALLS || function.is_too_wide() {
            return false;
        }
        let same = |frame: &Frame<'p>| {
            frame.function.as_ref().is_some_and(|f| f.range == function.range && f.module.id == function.module.id)
        };
        let active = self.frames.iter().filter(|frame| same(frame)).count();
        if active < 2 {
            return true;
        }
        let last = self.frames.iter().rposition(same).unwrap_or(0);
        let mut since = self.frames[last + 1..].iter().map(|frame| &frame.guards).chain([&self.state.guards]);
        active < 40 && !since.any(Guards::is_any)
    }
}
