//! What is called, and with what.

use conformable_python::rules;
use conformable_signatures::op::{Op, Param, ParamKind};
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{Expr, ExprCall, Parameter};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::Engine;
use crate::annotation::{Bound, Meaning};
use crate::instances::{Instance, chosen, listed};
use crate::language::{Called, Held, Problem, Source, Unit, Variable};
use crate::operations::{Applied, Arguments};
use crate::program::FunctionInfo;
use crate::sharing::{held_by, may_hold, shown_by};
use crate::syntax::{argument_of, bound_parameter, called_as, shortened, stored_as};
use crate::value::{BoundValues, Kind, PlacedArguments, Value};

impl<'a> Engine<'a> {
    pub(super) fn call(&mut self, call: &'a ExprCall) -> Value {
        if let Some(value) = self.reveal(call) {
            return value;
        }
        let called = self.expr(&call.func);
        let given = self.arguments(call);
        let range = call.range();
        let what = match &called.kind {
            Kind::Function(place) if self.is_later(&self.functions[*place]) => Some(Called::Later),
            Kind::Function(place) => Some(Called::Function(self.functions[*place].unit)),
            Kind::Path(path) if self.operation(path).is_some() => Some(Called::Library),
            // It may be anything.
            Kind::Path(_) | Kind::Module(_) => None,
            Kind::Data if called.exact.is_unknown() => None,
            _ => Some(Called::Value),
        };
        let refused = what.and_then(|what| self.language.refuses_call(&call.func, what, self.frame.unit));
        if let Some(problem) = refused {
            return self.refuse(problem, range);
        }
        if let (Kind::Method(_, op), Expr::Attribute(attribute)) = (&called.kind, &*call.func)
            && let (true, Some(name)) = (op.effect, self.constant_root(&attribute.value))
        {
            let message = format!("`{name}` is final: `{}` would change it", attribute.attr);
            return self.refuse(Problem::error(rules::DIALECT_FINAL, message), range);
        }
        self.apply(called, given, call.func.range(), range)
    }

    /// What a value gives that is called.
    fn apply(&mut self, called: Value, mut given: PlacedArguments, at: TextRange, range: TextRange) -> Value {
        match called.kind {
            // What Python calls.
            Kind::Path(path)
                if self.frame.unit == Unit::Outside
                    && (path.starts_with("builtins.") || self.operation(&path).is_none()) =>
            {
                let types: Vec<Ty> = given.all().map(|(value, _)| value.exact).collect();
                Value::data(self.language.of_python(&path, &types), Source::Fresh)
            }
            Kind::Path(path) => match self.operation(&path) {
                Some(op) => {
                    let operands: Vec<&Value> = given.positional.iter().map(|(value, _)| value).collect();
                    if let Some(asked) = self.ask_classes(&path, &operands, range) {
                        return asked.value();
                    }
                    self.apply_given(&path, &mut given, range);
                    self.call_operation(op, None, given, range)
                }
                None => Value::unknown(),
            },
            Kind::Method(receiver, op) => {
                if op.holds && may_hold(receiver.exact) {
                    let held = given.all().flat_map(|(value, _)| held_by(value)).collect();
                    self.hold(&receiver, Value { held, ..Value::unknown() }, range);
                }
                given.positional.insert(0, (*receiver, at));
                self.call_operation(op, None, given, range)
            }
            Kind::Function(place) if self.functions[place].unit == Unit::Outside => Value::unknown(),
            Kind::Function(place) => self.call_function(place, None, given, range),
            Kind::OwnMethod(receiver, place) => self.call_function(place, Some(&receiver), given, range),
            Kind::Lambda(place) => self.call_lambda(place, &given, range),
            Kind::Class(place) => self.construct(place, given, range),
            Kind::Data => match self.method(called.exact, "__call__") {
                Some(op) => {
                    given.positional.insert(0, (called, at));
                    self.call_operation(op, None, given, range)
                }
                None => self.call_value(called.exact, &given, range),
            },
            Kind::Module(_) | Kind::Alias => Value::unknown(),
        }
    }

    /// Puts what a function gives in its place, of an entry that applies it: the entry of the same name in `applied` says
    /// to what.
    fn apply_given(&mut self, path: &str, given: &mut PlacedArguments, range: TextRange) {
        let Some((function, at)) = given.positional.first().filter(|(value, _)| !value.is_data()).cloned() else {
            return;
        };
        let (namespace, name) = path.rsplit_once('.').unwrap_or_default();
        let Some(op) = self.operation(&format!("{namespace}.applied.{name}")) else { return };
        let types = given.positional[1..].iter().map(|(value, _)| value.exact).collect();
        if let Applied::Value(items, _) = self.operations.apply_to(op, types) {
            let items = items.items().unwrap_or_default().iter();
            let positional = items.map(|item| (Value::data(*item, Source::Fresh), range)).collect();
            let applied = PlacedArguments { positional, ..PlacedArguments::default() };
            given.positional[0].0 = self.apply(function, applied, at, range);
        }
    }

    /// `reveal_type(x)`: says what the type is.
    fn reveal(&mut self, call: &'a ExprCall) -> Option<Value> {
        let (Expr::Name(name), [argument]) = (&*call.func, &*call.arguments.args) else { return None };
        if &*name.id != "reveal_type" || self.find_name(self.frame.module, Sym::new("reveal_type")).is_some() {
            return None;
        }
        let value = self.expr(argument);
        let shown = self.shown(value.exact);
        self.report(Problem::error(rules::REVEAL, shown), call.range());
        Some(value)
    }

    fn arguments(&mut self, call: &'a ExprCall) -> PlacedArguments {
        let mut given = PlacedArguments::default();
        for argument in &call.arguments.args {
            let value = self.expr(argument);
            match (argument, value.exact.items()) {
                (Expr::Starred(_), Some(items)) => {
                    let items = items.iter().map(|item| (Value::data(*item, Source::Fresh), argument.range()));
                    given.positional.extend(items);
                }
                (Expr::Starred(_), None) => given.is_open = true,
                _ => given.positional.push((value, argument.range())),
            }
        }
        for keyword in &call.arguments.keywords {
            let value = self.expr(&keyword.value);
            match &keyword.arg {
                Some(name) => given.keywords.push((Sym::new(name), value, keyword.range())),
                None => given.is_open = true,
            }
        }
        given
    }

    /// A function of the catalogue; of one that stores results, whose they are.
    fn call_operation(
        &mut self,
        op: &'static Op,
        stored: Option<&str>,
        given: PlacedArguments,
        range: TextRange,
    ) -> Value {
        if given.is_open {
            return Value::unknown();
        }
        let arguments = Arguments {
            positional: given.positional.iter().map(|(value, _)| self.language.given(value.exact)).collect(),
            keywords: given.keywords.iter().map(|(name, value, _)| (*name, self.language.given(value.exact))).collect(),
        };
        let held = if op.holds { given.all().flat_map(|(value, _)| held_by(value)).collect() } else { Held::new() };
        let applied = self.operations.apply(op, arguments);
        let types: Vec<Ty> = given.all().map(|(value, _)| value.exact).collect();
        let at = match &applied {
            Applied::Refused(failure) => failure.failure.parts.first(),
            _ => None,
        };
        let at = at.and_then(|part| given.all().nth(part.argument)).map_or(range, |(_, at)| at);
        let names = given.keywords.iter().map(|(name, ..)| *name);
        // Of what makes definitions, the module itself stops where it is refused.
        let is_told = self.frame.unit != Unit::Outside || self.is_certain() && op.raises();
        match self.given_by(applied, &types, is_told, at, |shown| match stored {
            Some(function) => stored_as(function, shown, names),
            None => called_as(op, shown, names),
        }) {
            Some((result, _)) if !self.operations.has_elements(result) => {
                let message = format!("{} has no such numbers: {result}", self.language.name());
                self.refuse(Problem::fatal(rules::DIALECT_OPERATION, message), range)
            }
            Some((result, views)) => {
                let source = match given.positional.first().and_then(|(value, _)| value.source.variable()) {
                    Some(of) if views => Source::View(of),
                    // What takes a dtype makes an array.
                    _ if op.parameters().any(|param| param.pattern.is_dtype()) => Source::New,
                    _ => Source::Result,
                };
                Value { held, ..Value::data(result, source) }
            }
            None => Value::unknown(),
        }
    }

    /// What an entry gives, and whether it shares storage; else says why it gives nothing, with what it was given.
    pub(super) fn given_by(
        &mut self,
        applied: Applied,
        given: &[Ty],
        is_told: bool,
        range: TextRange,
        written: impl FnOnce(&[String]) -> String,
    ) -> Option<(Ty, bool)> {
        let shown = || given.iter().map(|ty| self.shown(*ty)).collect::<Vec<String>>();
        let problem = match applied {
            Applied::Value(result, views) => return Some((result, views)),
            Applied::NoAlternative => {
                Problem::fatal(rules::DIALECT_OPERATION, format!("there is no {}", written(&shown())))
            }
            Applied::Refused(failure) => {
                let problem = self.language.refused(&failure);
                // As the language spells them.
                let shown = shown();
                let spelled = given.iter().zip(&shown);
                let said = spelled.fold(problem.message, |said, (ty, own)| said.replace(&ty.to_string(), own));
                Problem { message: format!("{said} ({})", written(&shown)), ..problem }
            }
            Applied::Unknown => return None,
        };
        if is_told {
            self.tell(problem, range);
        }
        None
    }

    /// A method of the catalogue that is not written as a call.
    pub(super) fn apply_method(&mut self, op: &'static Op, positional: Vec<Ty>, range: TextRange) {
        let given = PlacedArguments {
            positional: positional.into_iter().map(|ty| (Value::data(ty, Source::Fresh), range)).collect(),
            ..PlacedArguments::default()
        };
        self.call_operation(op, None, given, range);
    }

    /// The values at a function's parameters; reports what is missing or too much.
    fn bind<'g>(
        &mut self,
        (qualified, params): (&str, &[Param]),
        receiver: Option<&'g Value>,
        given: &'g PlacedArguments,
        range: TextRange,
    ) -> Option<BoundValues<'g>> {
        let bound = given.bound(params, receiver.map(|value| (value, range)));
        bound
            .map_err(|(message, is_fatal)| {
                let message = format!("`{qualified}`: {message}");
                self.report(Problem { is_fatal, ..Problem::error(rules::DIALECT_ARGUMENT, message) }, range);
            })
            .ok()
    }

    /// A function of the program: the instance whose parameters accept the arguments.
    pub(super) fn call_function(
        &mut self,
        place: usize,
        receiver: Option<&Value>,
        mut given: PlacedArguments,
        range: TextRange,
    ) -> Value {
        if self.frame.inner.contains(&place) {
            self.close_over_inner();
        }
        self.resolve_interface(place);
        let stored = self.stored(&mut given);
        let unit = self.functions[place].unit;
        // What is around a function is what there is when it is called first, for all of its versions.
        if !self.joins() && unit != Unit::Inlined {
            self.walk_all_instances(place);
        }
        // What the last call gave is there before a call gives anything.
        let first = self.functions[place].instances.first().and_then(|instance| instance.params.first());
        let carry = first.filter(|_| unit == Unit::Scan).map(|first| Value::data(first.class_type, Source::Fresh));
        let own = usize::from(carry.is_some());
        let (qualified, params) = (self.functions[place].qualified.clone(), self.functions[place].params.clone());
        let Some(mut bound) = self.bind((&qualified, &params[own..]), receiver, &given, range) else {
            return Value::unknown();
        };
        bound.splice(0..0, carry.as_ref().map(|carry| vec![(carry, range)]));
        if bound.iter().flatten().any(|(value, _)| value.is_data() && value.exact.is_unknown()) {
            self.result_of(place, 0, Some(range));
            return Value::unknown();
        }
        let count = self.functions[place].instances.len();
        let is_elemental = matches!(unit, Unit::Lifted | Unit::Scan);
        let chosen = (0..count).find(|number| {
            let params = &self.functions[place].instances[*number].params;
            params.iter().zip(&bound).all(|(param, values)| {
                values.iter().all(|(value, _)| self.takes(place, param, value.exact, is_elemental))
            })
        });
        if unit == Unit::Inlined && chosen.is_none() {
            return Value::data(self.inline(place, &bound, range), Source::Call);
        }
        let Some(number) = chosen.or_else(|| self.instantiate(place, &bound, is_elemental)) else {
            self.no_instance(place, &bound, is_elemental, range);
            return Value::unknown();
        };
        self.check_functions(place, number, &bound);
        let result = self.result_of(place, number, Some(range));
        let held = self.held_by_call(place, number, &bound, range);
        let arguments: Vec<Ty> = bound[own..].iter().flatten().map(|(value, _)| value.exact).collect();
        let lifted = is_elemental.then(|| self.language.lift(&self.functions[place].options, &arguments, result));
        let value = match lifted.flatten() {
            Some((operator, operands)) => self.operate(operator, operands, range),
            None => Value { held, ..Value::data(result, Source::Call) },
        };
        match stored {
            Some((op, keywords)) if value.is_data() => self.call_operation(
                op,
                Some(&qualified),
                PlacedArguments { positional: vec![(value, range)], keywords, is_open: false },
                range,
            ),
            _ => value,
        }
    }

    /// What a method's receiver shows after a call, since the method keeps it; of an object that is being made it is
    /// handed on.
    fn held_by_call(&mut self, place: usize, number: usize, bound: &[Vec<(&Value, TextRange)>], at: TextRange) -> Held {
        let kept = self.functions[place].kept(number).flat_map(|place| &bound[place]);
        let held: Held = kept.flat_map(|(value, _)| shown_by(value)).collect();
        match bound.first().and_then(|receiver| receiver.first()) {
            Some((receiver, _)) if receiver.source.variable().is_some() && !held.is_empty() => {
                self.hold(receiver, Value { held, ..Value::data(Ty::unknown(), Source::Call) }, at);
                Held::new()
            }
            _ => held,
        }
    }

    /// What a body gives that takes the place of a call, by the types that it is given; nothing in it is noted by its
    /// place, which stands for other calls, too.
    fn inlined(&mut self, start: TextSize, given: Vec<Ty>, walk: impl FnOnce(&mut Self) -> Ty) -> Ty {
        let key = (self.frame.module, start, given);
        if let Some(known) = self.inlined.get(&key) {
            return *known;
        }
        // By itself it can't be called.
        self.inlined.insert(key.clone(), Ty::unknown());
        let (bindings, expressions) = (self.bindings.len(), self.expressions.len());
        let result = walk(self);
        self.bindings.truncate(bindings);
        self.expressions.truncate(expressions);
        self.inlined.insert(key, result);
        result
    }

    /// A function whose body takes the place of the call.
    fn inline(&mut self, place: usize, bound: &[Vec<(&Value, TextRange)>], range: TextRange) -> Ty {
        let given = |values: &Vec<(&Value, TextRange)>| values.first().map(|(value, _)| value.exact);
        let mut params = self.functions[place].instances[0].params.clone();
        for (param, exact) in params.iter_mut().zip(bound.iter().map(given)) {
            let exact = exact.unwrap_or(param.exact);
            *param = Variable { exact, class_type: self.language.class_type(exact), ..param.clone() };
        }
        let types = params.iter().map(|param| param.exact).collect();
        self.inlined(self.functions[place].def.start(), types, |engine| {
            let number = engine.functions[place].instances.len();
            engine.functions[place].instances.push(Instance::of((params, Bound::new()), &[]));
            let result = engine.result_of(place, number, Some(range));
            engine.functions[place].instances.truncate(number);
            result
        })
    }

    /// A `lambda` that has a name: its body, with its parameters as variables beside those around it.
    fn call_lambda(&mut self, place: usize, given: &PlacedArguments, range: TextRange) -> Value {
        let lambda = self.lambdas[place];
        let params: Vec<&'a Parameter> =
            lambda.parameters.iter().flat_map(|all| &all.args).map(|one| &one.parameter).collect();
        if params.len() != given.positional.len() || !given.keywords.is_empty() || given.is_open {
            let message = format!("{} arguments for {} parameters", given.all().count(), params.len());
            return self.refuse(Problem::fatal(rules::DIALECT_ARGUMENT, message), range);
        }
        let types = given.positional.iter().map(|(value, _)| value.exact).collect();
        let result = self.inlined(lambda.start(), types, |engine| {
            let branch = engine.frame.variables.branch();
            for (param, (value, _)) in params.into_iter().zip(&given.positional) {
                let (name, ty) = (Sym::new(&param.name), engine.language.class_type(value.exact));
                let variable = Variable::of(name, Meaning::of(ty), param.range());
                engine.frame.variables.insert(name, Variable { exact: value.exact, ..variable });
            }
            let result = engine.expr(&lambda.body).exact;
            engine.frame.variables.take_back(branch);
            engine.language.class_type(result)
        });
        Value::data(result, Source::Call)
    }

    /// In a list of calls, where their results go: the arguments for the catalogue's `store`, and the operator.
    #[allow(clippy::type_complexity, reason = "it is taken apart where it is made")]
    fn stored(&self, given: &mut PlacedArguments) -> Option<(&'static Op, Vec<(Sym, Value, TextRange)>)> {
        let op = self.language.catalogue().operator("store").filter(|_| self.frame.unit == Unit::Procedure)?;
        let is_its = |name: &Sym| op.parameters().any(|param| param.name == name.as_str());
        let (own, rest) = std::mem::take(&mut given.keywords).into_iter().partition(|(name, ..)| is_its(name));
        given.keywords = rest;
        Some((op, own))
    }

    /// Is it defined below the function that is walked, or is it that function?
    fn is_later(&self, info: &FunctionInfo) -> bool {
        info.module == self.frame.module && self.frame.start.is_some_and(|start| start <= info.def.start())
    }

    /// Another instance, if the members of the parameters' types that take the arguments make one.
    fn instantiate(&mut self, place: usize, bound: &[Vec<(&Value, TextRange)>], is_lifted: bool) -> Option<usize> {
        let fits = |(param, _): &(Variable, Bound), values: &[(&Value, TextRange)]| {
            values.iter().all(|(value, _)| self.takes(place, param, value.exact, is_lifted))
        };
        let info = &self.functions[place];
        let fitting = info
            .choices
            .iter()
            .zip(bound)
            .map(|(members, values)| members.iter().map(|member| fits(member, values)).collect::<Vec<bool>>());
        let chosen = chosen(&info.choices, &fitting.collect::<Vec<_>>())?;
        let instance = Instance::of(chosen, &info.results);
        self.functions[place].instances.push(instance);
        Some(self.functions[place].instances.len() - 1)
    }

    fn takes(&self, place: usize, param: &Variable, argument: Ty, is_lifted: bool) -> bool {
        let wanted = self.wanted(place, param);
        if matches!(argument.kind(), TyKind::None) {
            return param.is_optional;
        }
        self.language.accepts(wanted, argument)
            || self.derives_from(argument, wanted)
            || is_lifted && self.language.accepts_lifted(wanted, argument)
    }

    /// What each argument for a parameter is: of `*args` and `**kwargs` an item.
    fn wanted(&self, place: usize, param: &Variable) -> Ty {
        let own = self.functions[place].params.iter().find(|own| own.name == param.name.as_str());
        own.map_or(param.class_type, |own| argument_of(own.kind, param.class_type))
    }

    /// Says why no instance fits.
    fn no_instance(&mut self, place: usize, bound: &[Vec<(&Value, TextRange)>], is_elemental: bool, range: TextRange) {
        let qualified = self.functions[place].qualified.clone();
        let instances = self.functions[place].instances.len();
        if instances > 1 {
            let given: Vec<String> = bound.iter().flatten().map(|(value, _)| self.shown(value.exact)).collect();
            let there = listed(&self.functions[place].instances, |ty| self.language.spell(ty));
            let fits = |number: usize, value: &Value| {
                let mut own = self.functions[place].instances.iter().filter_map(|one| one.params.get(number));
                own.any(|param| self.takes(place, param, value.exact, is_elemental))
            };
            let misfits =
                |(number, values): &(usize, &Vec<(&Value, _)>)| !values.iter().all(|one| fits(*number, one.0));
            let alone = bound.iter().enumerate().find(misfits).map(|(k, _)| format!(": argument {} fits none", k + 1));
            let message =
                format!("no version of `{qualified}` takes ({})", given.join(", ")) + &alone.unwrap_or_default();
            let problem = Problem::fatal(rules::DIALECT_ARGUMENT, message).help(format!("there are {there}"));
            self.report(problem, range);
            return;
        }
        let params = self.functions[place].instances[0].params.clone();
        for (number, (param, values)) in params.iter().zip(bound).enumerate() {
            for (value, at) in values {
                if !self.takes(place, param, value.exact, is_elemental) {
                    let number = number + 1 - usize::from(self.functions[place].unit == Unit::Scan);
                    let what = format!("argument {number} of `{qualified}`, `{}`,", shortened(self.text(), *at));
                    self.refuse_argument(self.wanted(place, param), value.exact, &what, *at);
                }
            }
        }
    }

    fn check_argument(&mut self, wanted: Ty, own: Ty, what: &str, range: TextRange) {
        if !own.is_unknown() && !self.language.accepts(wanted, own) {
            self.refuse_argument(wanted, own, what, range);
        }
    }

    fn refuse_argument(&mut self, wanted: Ty, own: Ty, what: &str, range: TextRange) {
        let message = format!("{what} is {}, not {}", self.shown(own), self.language.spell(wanted));
        self.report(Problem::error(rules::DIALECT_ARGUMENT, message), range);
    }

    fn construct(&mut self, class: usize, given: PlacedArguments, range: TextRange) -> Value {
        self.walk_class(class);
        let ty = self.type_of_class(class);
        let mut object = Value::data(ty, Source::New);
        if let TyKind::Struct(fields) = ty.kind() {
            let params: Vec<Param> = fields.iter().map(|(name, _)| bound_parameter(*name, ParamKind::Plain)).collect();
            let name = self.classes[class].def.name.to_string();
            let Some(bound) = self.bind((&name, &params), None, &given, range) else { return object };
            for ((name, wanted), (value, at)) in fields.iter().zip(bound.iter().flatten()) {
                self.check_argument(*wanted, value.exact, &format!("`{name}`"), *at);
            }
            return object;
        }
        if let Some(init) = self.classes[class].methods.get(&Sym::new("__init__")).copied() {
            object.held = self.call_function(init, Some(&object), given, range).held;
        }
        object
    }

    /// A function that was passed as an argument.
    fn call_value(&mut self, exact: Ty, given: &PlacedArguments, range: TextRange) -> Value {
        let TyKind::Function(function) = exact.kind() else {
            if !exact.is_unknown() {
                let message = format!("{} can't be called", self.shown(exact));
                self.report(Problem::fatal(rules::DIALECT_OPERATION, message), range);
            }
            return Value::unknown();
        };
        if function.params.len() != given.positional.len() {
            let message = format!("{} arguments for {} parameters", given.positional.len(), function.params.len());
            self.report(Problem::fatal(rules::DIALECT_ARGUMENT, message), range);
        }
        for (param, (value, at)) in function.params.iter().zip(&given.positional) {
            let what = format!("the argument `{}`", shortened(self.text(), *at));
            self.check_argument(param.ty, value.exact, &what, *at);
        }
        Value::data(function.outputs.first().copied().unwrap_or_else(Ty::none), Source::Call)
    }
}
