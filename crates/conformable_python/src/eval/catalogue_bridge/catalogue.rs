//! Translates results back to values, and failures to findings. Nothing about any operation is
//! decided here.

use std::rc::Rc;

use conformable_signatures::{CallArgs, CallFailure, CallOutcome, CallResult, Catalogue, Op, ResultFacts};
use conformable_types::text::with_names;
use conformable_types::{DType, Dim, FreshKind, Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Items, Object};
use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Dependencies, Kind, Sym, TupleClass, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::asking::{Question, ask};
use crate::eval::catalogue_bridge::members::refuses_stores;
use crate::eval::catalogue_bridge::registered::by_method_of_object;
use crate::eval::catalogue_bridge::releases::asks_which_release;
use crate::eval::catalogue_bridge::whole::{has_floats, with_whole_as_ints};
use crate::eval::diagnose::selected::{Operation, called_with_a_part};
use crate::eval::diagnose::size_names::shown_names;
use crate::eval::machine::escape::write_of;
use crate::eval::machine::types::held_within;
use crate::eval::{Machine, Tentative};
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

/// What it answers.
struct Answered {
    returned: CallResult,
    /// The type of the result where floats that are whole numbers are ints.
    ints: Option<Ty>,
}

/// Why it gives nothing.
enum Silence {
    Refuted,
    Unknown(&'static str),
}

/// A type with more parts, or more of them inside each other, is no value's.
const MOST_DEPTH: usize = 64;
const MOST_PARTS: usize = 4096;

/// The arguments with the lists that some of them are to NumPy.
fn with_lists<'p>(machine: &Machine<'p>, arguments: &Arguments<'p>) -> Option<Arguments<'p>> {
    let is_one = arguments.values().any(|value| held_within(machine, value, "__sequence__").is_some());
    is_one.then(|| {
        let mut given = arguments.clone();
        let keywords = given.keywords.iter_mut().map(|(_, value)| value);
        for value in given.positional.iter_mut().chain(keywords) {
            if let Some(items) = held_within(machine, value, "__sequence__") {
                *value = items.with_dependencies(value.dependencies);
            }
        }
        given
    })
}

impl<'p> Machine<'p> {
    /// What is said of a call's result besides its type.
    fn marked(
        &mut self,
        value: Value<'p>,
        result_facts: &ResultFacts,
        ints: Option<Ty>,
        dependencies: Dependencies,
        range: TextRange,
    ) -> Value<'p> {
        self.report_hazards(result_facts, dependencies, range);
        let kind = match value.kind {
            Kind::Array(array) => {
                Kind::Array(Array { spells_one: result_facts.spells_one, read_only: result_facts.read_only, ..array })
            }
            Kind::Tuple(tuple) if result_facts.per_axis || result_facts.spells_one => {
                let spelled = |item: &Value<'p>| match item.kind {
                    Kind::Array(array) => Value {
                        kind: Kind::Array(Array { spells_one: result_facts.spells_one, ..array }),
                        ..item.clone()
                    },
                    _ => item.clone(),
                };
                let class = if result_facts.per_axis { TupleClass::PerAxis } else { tuple.class.clone() };
                Kind::tuple(tuple.items.iter().map(spelled).collect(), class)
            }
            Kind::Data(ty) if ty == Ty::scalar(DType::BOOL) => match result_facts.truth {
                Some(truth) => Kind::Integer(ty, Dim::of(i64::from(truth))),
                None => Kind::Data(ty),
            },
            kind => kind,
        };
        let mut value = Value { kind, ..value };
        if let Some(ints) = ints {
            self.state.make_whole(&mut value, ints);
        }
        value
    }

    // --- types to values ----------------------------------------------------------------------

    /// A value of this type, made just now.
    pub fn value_of(&mut self, ty: Ty) -> Value<'p> {
        if let Some((class, parts)) = self.library().named_parts(ty) {
            let parts = parts.iter().map(|part| self.value_of(*part)).collect();
            return Kind::tuple(parts, TupleClass::Catalogue(class)).into();
        }
        match ty.kind() {
            TyKind::Unknown | TyKind::Name(_) | TyKind::Class(_) => Value::unknown(),
            TyKind::Array { .. } | TyKind::Decay { .. } => {
                let ty = self.state.store.with_names(ty);
                self.array_value(ty)
            }
            TyKind::Tuple(items) => {
                let items = items.iter().map(|item| self.value_of(*item)).collect();
                Value::tuple(items)
            }
            TyKind::List(items) => {
                let items = items.iter().map(|item| self.value_of(*item)).collect();
                self.list(items)
            }
            TyKind::ListOf(item) => {
                // One name would say that all have one size: each has its own.
                let item = match item.kind() {
                    TyKind::Array { .. } | TyKind::Decay { .. } => {
                        let item = self.state.with_own_sizes(*item);
                        self.array_value(item)
                    }
                    _ => self.value_of(*item),
                };
                let len = self.state.store.fresh_dim(FreshKind::Unknown);
                self.list_of(item, len)
            }
            TyKind::Union(members) => {
                let members: Vec<Value<'p>> = members.iter().map(|member| self.value_of(*member)).collect();
                if members.iter().any(Value::is_unknown) {
                    return Value::unknown();
                }
                Kind::Union(Rc::new(members)).into()
            }
            // A slice of slices grows with each call that gives what it is given.
            _ if !ty.fits(MOST_DEPTH, MOST_PARTS) => Value::unknown(),
            _ => Value::data(ty),
        }
    }

    fn array_value(&mut self, ty: Ty) -> Value<'p> {
        let base = self.new_identity();
        Kind::Array(Array::of(ty, base)).into()
    }

    // --- calls --------------------------------------------------------------------------------

    pub fn call_op(&mut self, path: Sym, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().function(path.as_str()) else {
            let callee = Value::unknown();
            return self.unknown_call(&callee, arguments);
        };
        self.apply(op, self.library().short_name(path.as_str()), arguments, range)
    }

    /// Apply an operation of the catalogue; what it is refuted for is reported.
    pub fn apply(&mut self, op: &'static Op, name: &str, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let of_lists = with_lists(self, arguments);
        let arguments = of_lists.as_ref().unwrap_or(arguments);
        arguments.values().for_each(|value| self.escape_callables(value));
        if arguments.values().any(|value| matches!(value.kind, Kind::Union(_))) {
            return self.apply_to_members(op, name, arguments, range);
        }
        let plainly = |evaluator: &mut Self, given: &Arguments<'p>| evaluator.apply_plain(op, name, given, range);
        match self.with_empty_lists(arguments, plainly) {
            // That a list has items may be forgotten: its call isn't split again.
            Some(split) => for_members(self, &split, |evaluator, one| evaluator.apply_plain(op, name, one, range)),
            None => self.apply_plain(op, name, arguments, range),
        }
    }

    /// The same where no argument is a union.
    fn apply_plain(&mut self, op: &'static Op, name: &str, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        if let Some(value) = by_method_of_object(self, op, arguments, range) {
            return value;
        }
        let values: Vec<Value<'p>> = arguments.values().cloned().collect();
        let dependencies =
            values.iter().fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
        let Arguments { positional, keywords, open, dependencies: of_call, .. } = arguments;
        let question =
            Question { op, name, between: None, positional, keywords, open: *open, shown: &values, of_call: *of_call };
        let Answered { returned: given, ints } = match self.ask_catalogue(&question, range) {
            Ok(given) => given,
            Err(Silence::Refuted) => return Value::unknown(),
            Err(Silence::Unknown(reason)) => {
                let reason = one_of_several(self, &values).unwrap_or(reason);
                self.because(range, true, || format!("{}: {reason}", op.path));
                values.iter().for_each(|value| self.escape_if_mutable(value));
                return Value::unknown();
            }
        };
        // A function that gives nothing may be there for what it writes.
        let writes = matches!(given.result.kind(), TyKind::None);
        for value in &values {
            self.escape_if_mutable(value);
            if let (true, Kind::Array(array)) = (writes, &value.kind) {
                match given.result_facts.keeps_whole {
                    Some(false) => self.write_array(array),
                    _ => write_of(self, array, values.iter()),
                }
            }
        }
        let dependencies = self.state.dependencies_of_result(dependencies, &values, given.result);
        let mut made = self.value_of(given.result);
        // Through an object of a class that derives from arrays its array is written to.
        if given.result_facts.views && self.library().array_of_object(given.result).is_some() {
            values.iter().for_each(|value| self.escape(value));
        }
        if given.result_facts.views {
            let arrays: Vec<Array> = values.iter().filter_map(|value| value.array().copied()).collect();
            self.share(&mut made, &arrays);
        }
        let mut value = self.marked(made, &given.result_facts, ints, dependencies, range);
        match (&mut value.kind, given.elements.and_then(Ty::int_value)) {
            (Kind::Array(array), _) => {
                array.attained = given.attained;
                array.elements = given.elements;
            }
            (Kind::Data(ty), Some(number)) if matches!(ty.kind(), TyKind::Scalar(_)) => {
                value.kind = Kind::Integer(*ty, number);
            }
            (Kind::Data(ty) | Kind::Floating(ty, _), _) if *ty == Ty::scalar(DType::FLOAT64) => {
                if let Some(TyKind::LitFloat(bits)) = given.elements.map(Ty::kind) {
                    value.kind = Kind::Floating(*ty, Some(*bits));
                }
            }
            _ => {}
        }
        // What the catalogue knows exactly, it knows by the types of the arguments.
        value.with_dependencies(if is_measurement(given.result) {
            dependencies.and(Dependencies::MEASURED)
        } else {
            dependencies
        })
    }

    /// The same of each combination of members, where arguments are unions.
    fn apply_to_members(
        &mut self,
        op: &'static Op,
        name: &str,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        for_members(self, arguments, |evaluator, one| evaluator.apply(op, name, one, range))
    }

    /// Ask the catalogue. What it teaches is learned, what it refutes is reported, and what it
    /// writes to is written to.
    fn ask_catalogue(&mut self, question: &Question<'_, 'p>, range: TextRange) -> Result<Answered, Silence> {
        let (args, applied) = ask(self, question, range);
        let by_place = question.positional.iter().enumerate().filter(|(place, _)| question.op.is_out_at(*place));
        let by_name = question.keywords.iter().filter(|(name, _)| question.op.is_out(name.as_str()));
        let values = question.positional.iter().chain(question.keywords.iter().map(|(_, value)| value));
        let ints = match &applied {
            CallOutcome::Value(returned, _) => with_whole_as_ints(&self.state, question.op, &args, values, returned),
            _ => None,
        };
        let is_whole = ints.is_some_and(|ty| !has_floats(ty));
        for written in by_place.map(|(_, value)| value).chain(by_name.map(|(_, value)| value)) {
            match &written.kind {
                Kind::Array(array) if is_whole => write_of(self, array, std::iter::empty()),
                _ => self.escape(written),
            }
        }
        match applied {
            CallOutcome::Value(returned, _) if has_too_many_dims(returned.result) => {
                Err(Silence::Unknown("NumPy has no arrays of so many dims"))
            }
            CallOutcome::Value(returned, store) => {
                let Question { name, between, shown: operands, .. } = *question;
                let gives_nothing = matches!(returned.result.kind(), TyKind::None);
                let operation = Operation { name, between, operands, gives_nothing };
                called_with_a_part(self, &operation, &store, range);
                self.state.learn(store);
                Ok(Answered { returned, ints })
            }
            CallOutcome::Refuted(failure) => {
                let and_of = |dependencies: Dependencies, value: &Value<'p>| dependencies.and(value.dependencies);
                let may_take = question.op.may_take(&args);
                // Which releases of a package have such a parameter isn't known.
                if !may_take && is_of_package(self.library(), question.op) && asks_which_release(self) {
                    return Err(Silence::Unknown("another release may take such arguments"));
                }
                if may_refuse_guarded(self, question, &failure) {
                    return Err(Silence::Unknown("it may not be None"));
                }
                let dependencies = match may_take {
                    true => question.shown.iter().fold(Dependencies::LOCAL, and_of),
                    // Whatever they are.
                    false => question.of_call,
                };
                let types: Vec<Ty> = question.shown.iter().map(|value| self.type_of(value)).collect();
                let names = shown_names(self, &types);
                // It says what it refuses in the names that sizes have here.
                let again = if names.is_empty() {
                    None
                } else {
                    Some(with_names(names.clone(), || question.op.apply(&args, &self.state.store)))
                };
                let failure = if let Some(CallOutcome::Refuted(named)) = again { named } else { failure };
                let (name, between, shown) = (question.name, question.between, question.shown);
                with_names(names, || self.report_failure(&failure, name, between, shown, dependencies, range));
                Err(Silence::Refuted)
            }
            CallOutcome::Unknown(reason) => Err(Silence::Unknown(reason)),
        }
    }

    /// The answer itself, which may be remembered: verified, it is also found anew, and the two are
    /// the same down to the numbers of what is new.
    pub(super) fn applied(&mut self, op: &'static Op, args: &CallArgs, range: TextRange) -> CallOutcome {
        let applied = op.recall(args, &self.state.store);
        if self.program.settings().verify
            && let Err(differs) = applied.compare(&op.apply(args, &self.state.store))
        {
            let place = self.module().place(range);
            let message = format!("a remembered call of {} differs in {differs}", op.path);
            self.summaries.wrong.push(Diagnostic::new(rules::INTERNAL, place, message));
        }
        applied
    }

    /// What was made from these arrays may be written to through them, and the other way round.
    fn share(&mut self, made: &mut Value<'p>, arrays: &[Array]) {
        let Some(first) = arrays.first() else { return };
        // Of several arrays each gives one, or all are of the first.
        let of = |place: usize, count: usize| if count == arrays.len() { arrays[place] } else { *first };
        match &mut made.kind {
            Kind::Array(own) => self.view_storage(own, first),
            Kind::Tuple(tuple) => {
                let (mut items, class) = (tuple.items.clone(), tuple.class.clone());
                let count = items.len();
                for (place, item) in items.iter_mut().enumerate() {
                    self.share(item, &[of(place, count)]);
                }
                made.kind = Kind::tuple(items, class);
            }
            Kind::Object(id) => {
                let mut object = self.state.heap.get(*id).clone();
                match &mut object {
                    Object::List(items) => {
                        let count = items.len();
                        for (place, item) in items.iter_mut().enumerate() {
                            self.share(item, &[of(place, count)]);
                        }
                    }
                    Object::ListOf { item, .. } | Object::TupleOf { item, .. } => self.share(item, arrays),
                    _ => return,
                }
                self.state.heap.set(*id, object);
            }
            _ => {}
        }
    }

    /// Another part of an array's storage.
    fn view_storage(&mut self, own: &mut Array, of: &Array) {
        own.base = of.base;
        own.view = if of.view == NO_VIEW { NO_VIEW } else { self.new_identity() };
    }

    /// A catalogued function writes nothing but `out`; callbacks may be called.
    fn escape_if_mutable(&mut self, value: &Value<'p>) {
        if matches!(value.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Partial(_)) {
            self.escape(value);
        }
    }

    pub fn operator_call(&mut self, symbol: &str, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().operator(symbol) else { return Value::unknown() };
        self.operator_apply(op, symbol, &[left.clone(), right.clone()], range)
    }

    pub fn unary_operator_call(&mut self, symbol: &str, operand: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().operator(symbol) else { return Value::unknown() };
        self.operator_apply(op, symbol, std::slice::from_ref(operand), range)
    }

    pub(super) fn operator_apply(
        &mut self,
        op: &'static Op,
        symbol: &str,
        operands: &[Value<'p>],
        range: TextRange,
    ) -> Value<'p> {
        let between = (operands.len() == 2).then_some(symbol);
        let asked = Question {
            op,
            name: symbol,
            between,
            positional: operands,
            keywords: &[],
            open: false,
            shown: operands,
            of_call: Dependencies::LOCAL,
        };
        let Answered { returned: given, ints } = match self.ask_catalogue(&asked, range) {
            Ok(given) => given,
            Err(Silence::Refuted) => return Value::unknown(),
            Err(Silence::Unknown(reason)) => {
                self.because(range, true, || format!("{symbol}: {reason}"));
                return Value::unknown();
            }
        };
        let dependencies =
            operands.iter().fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
        self.state.taint(dependencies, operands);
        let made = self.value_of(given.result).with_dependencies(dependencies);
        let value = self.marked(made, &given.result_facts, ints, dependencies, range);
        self.outer_broadcast(symbol, operands, &value, range);
        self.widened(symbol, operands, &value, range);
        value
    }

    /// `x op= y` for an array: the result must fit, in shape and by `same_kind`.
    pub fn in_place(
        &mut self,
        symbol: &str,
        old: &Value<'p>,
        array: &Array,
        value: &Value<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if refuses_stores(self, old, array, range) {
            return Value::unknown();
        }
        if value.is_unknown() {
            // It may want to do it itself, and give something else: `__array_priority__`.
            self.write_array(array);
            return Value::unknown();
        }
        let Some(op) = self.library().operator(&format!("{symbol}=")).or_else(|| self.library().operator(symbol))
        else {
            return old.clone();
        };
        let operands = [old.clone(), value.clone()];
        let shown = format!("{symbol}=");
        let question = Question {
            op,
            name: &shown,
            between: Some(&shown),
            positional: &operands,
            keywords: &[(Sym::new("out"), old.clone())],
            open: false,
            shown: &operands,
            of_call: Dependencies::LOCAL,
        };
        if let Ok(Answered { returned: given, .. }) = self.ask_catalogue(&question, range) {
            let dependencies = old.dependencies.and(value.dependencies);
            self.state.taint(dependencies, &operands);
            self.report_hazards(&given.result_facts, dependencies, range);
        }
        old.clone()
    }

    pub fn elementwise_bool(&mut self, array: &Value<'p>) -> Value<'p> {
        let Some((_, shape)) = array.ty().and_then(Ty::as_array) else { return Value::unknown() };
        let ty = Ty::decay(conformable_types::DType::BOOL, shape);
        self.value_of(ty).with_dependencies(array.dependencies)
    }

    /// Note how the operands of an expression are written, for messages.
    pub fn write_operands(&mut self, range: TextRange, operands: impl Iterator<Item = TextRange> + Clone) {
        let module = self.module().id;
        let known = self.texts.written.entry((module, range)).or_default();
        if !known.iter().copied().eq(operands.clone()) {
            *known = operands.collect();
        }
    }

    pub fn items_or_unknown(&mut self, items: Items<'p>) -> Value<'p> {
        match items {
            Items::Known(items) => self.one_among(&items),
            Items::Each(item, _) => self.one_of(&item),
        }
    }

    /// Has the catalogue a way to call objects of this kind?
    pub fn has_call(&self, ty: Ty) -> bool {
        Catalogue::kind_of(ty).is_some_and(|kind| self.library().member(kind, "__call__").is_some())
    }
}

impl<'p> State<'p> {
    /// An array's type that stands for several, in which what nobody knows is each one's own.
    fn with_own_sizes(&mut self, ty: Ty) -> Ty {
        let Some((elem, shape)) = ty.as_array() else { return ty };
        let Some(dims) = shape.dims() else { return ty };
        let mut own = |dim: &Dim| if dim.is_any() { self.store.fresh_dim(FreshKind::Each) } else { *dim };
        let shape: Shape = dims.iter().map(&mut own).collect();
        match ty.kind() {
            TyKind::Decay { .. } => Ty::decay(elem, shape),
            _ => Ty::array(elem, shape),
        }
    }
}

/// Ints, dtypes and the like: no elements of anything.
fn is_measurement(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::DType(_) => true,
        TyKind::Tuple(items) => items.iter().all(|item| is_measurement(*item)),
        _ => false,
    }
}

/// NumPy's `MAXDIMS`, the largest that any of its versions has.
const MOST_DIMS: usize = 64;

/// An array that no run makes, or several: what makes them raises.
fn has_too_many_dims(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Array { shape, .. } => shape.min_rank() > MOST_DIMS,
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().any(|item| has_too_many_dims(*item)),
        TyKind::TupleOf(item) | TyKind::ListOf(item) => has_too_many_dims(*item),
        _ => false,
    }
}

/// Is it of another package than the one that the catalogue is of?
fn is_of_package(library: &'static Catalogue, op: &Op) -> bool {
    let is_another = |namespace: &str| namespace.split('.').next() != Some(library.library());
    op.path.rsplit_once('.').is_some_and(|(namespace, _)| library.namespace(namespace) && is_another(namespace))
}

/// A call for each choice of members of the arguments; a list among them has items, since the empty one is another.
fn for_members<'p>(
    machine: &mut Machine<'p>,
    arguments: &Arguments<'p>,
    mut apply: impl FnMut(&mut Machine<'p>, &Arguments<'p>) -> Value<'p>,
) -> Value<'p> {
    let values: Vec<&Value<'p>> = arguments.values().collect();
    machine.each_member(&values, |evaluator, members| {
        let mut one = arguments.clone();
        let positional = one.positional.len();
        one.positional.clone_from_slice(&members[..positional]);
        for ((_, slot), member) in one.keywords.iter_mut().zip(&members[positional..]) {
            *slot = member.clone();
        }
        members.iter().for_each(|member| evaluator.state.assume_items(member));
        apply(evaluator, &one)
    })
}

/// Is what is refused a None, or in what is refused, that a condition may have kept from here?
fn may_refuse_guarded<'p>(machine: &mut Machine<'p>, question: &Question<'_, 'p>, failure: &CallFailure) -> bool {
    let parts = &failure.failure.parts;
    let given = question.positional.iter().chain(question.keywords.iter().map(|(_, value)| value)).enumerate();
    let is_refused = |number: usize| parts.iter().any(|part| part.argument == number);
    given.filter(|(number, _)| is_refused(*number)).any(|(_, value)| {
        let items = match &value.kind {
            Kind::Tuple(tuple) => tuple.items.clone(),
            Kind::Object(id) => match machine.state.heap.get(*id) {
                Object::List(items) => items.clone(),
                _ => return false,
            },
            _ => vec![value.clone()],
        };
        items.iter().any(|item| machine.may_be_guarded(item))
    })
}

/// Is a result unknown since an item of a list may be one thing or another? Nobody asks but for causes.
fn one_of_several<'p>(run: &mut Machine<'p>, values: &[Value<'p>]) -> Option<&'static str> {
    run.output.facts.as_ref()?;
    let is_union = |ty: &Ty| match ty.kind() {
        TyKind::ListOf(item) | TyKind::TupleOf(item) => item.members().len() > 1,
        TyKind::List(items) | TyKind::Tuple(items) => items.iter().any(|item| item.members().len() > 1),
        _ => false,
    };
    let may_be_several = values.iter().any(|value| is_union(&run.type_of(value)));
    may_be_several.then_some("an item of what it is given may be of several types")
}
