//! What indexing gives: of shapes, tuples, lists, texts and arrays.

use conformable_signatures::{Catalogue, Member};
use conformable_solver::relations::index::{self, Indexed, KeyArray};
use conformable_solver::{Context, Part};
use conformable_types::dtype::{DTypeKind, is_subdtype};
use conformable_types::text::with_names;
use conformable_types::{DType, Dim, Elem, Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::uses::Use;
use crate::domain::value::{Array, Dependencies, Kind, TupleClass, Value, as_dim};
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::members::refuses_stores;
use crate::eval::diagnose::report::{Refusal, Refuted, ShownValue, is_given};
use crate::eval::diagnose::size_names::shown_names;
use crate::eval::machine::types::held_within;
use crate::eval::python::records::{load_field, load_fields, load_of_record, stored_field};
use crate::eval::{Machine, Tentative};
use crate::front::diagnostic::Evidence;
use crate::front::rules;

impl<'p> Machine<'p> {
    pub fn load_data(&mut self, container: &Value<'p>, ty: Ty, key: &Value<'p>, range: TextRange) -> Value<'p> {
        match ty.kind() {
            TyKind::Str | TyKind::LitStr(_) if is_no_index(self, container, key, range) => Value::unknown(),
            TyKind::LitStr(text) => part_of_text(text.as_str(), key),
            TyKind::Str => Value::str(),
            TyKind::Bytes => match &key.kind {
                Kind::Slice(_) => Value::data(ty),
                _ if key.int_value().is_some() => self.state.some_int(),
                _ => Value::unknown(),
            },
            TyKind::TupleOf(item) => match &key.kind {
                Kind::Slice(_) => Value::data(ty),
                _ => {
                    let item = self.value_of(*item);
                    self.one_of(&item)
                }
            },
            TyKind::Scalar(elem) if elem.dtype().is_some_and(|dtype| dtype.fields().is_some()) => {
                elem.dtype().map_or_else(Value::unknown, |dtype| load_of_record(self, container, dtype, key, range))
            }
            TyKind::Scalar(elem) => {
                // What a 0-d array does with an index, a number does.
                let number = elem.dtype().is_some_and(conformable_types::DType::is_number);
                if !number || key.is_unknown() {
                    return Value::unknown();
                }
                let base = self.new_identity();
                let array = Array::of(Ty::array(*elem, Shape::scalar()), base);
                self.load_array(container, &array, key, range)
            }
            _ if self.refuses(container, Use::Load, range) => Value::unknown(),
            _ => match Catalogue::kind_of(ty).and_then(|kind| self.library().member(kind, "__getitem__")) {
                Some(Member::Method(op)) => {
                    let arguments = Arguments::of(vec![container.clone(), key.clone()]);
                    let name = written_container(self, range);
                    self.apply(op, &name, &arguments, range)
                }
                _ => Value::unknown(),
            },
        }
    }

    pub fn load_items(
        &mut self,
        container: &Value<'p>,
        items: &[Value<'p>],
        key: &Value<'p>,
        range: TextRange,
        tuple: bool,
    ) -> Value<'p> {
        if let Kind::Slice(parts) = &key.kind {
            return match known_slice(parts, items.len()) {
                Some(places) => {
                    let taken: Vec<_> = places.into_iter().map(|place| items[place].clone()).collect();
                    match &container.kind {
                        // A part of what isn't a plain tuple of sizes may be none either.
                        Kind::Tuple(whole) if matches!(whole.class, TupleClass::Sizes) => {
                            Kind::tuple(taken, TupleClass::Sizes).into()
                        }
                        _ if tuple => Value::tuple(taken),
                        _ => self.list(taken),
                    }
                }
                None if tuple => match self.state.summarise(items).and_then(|item| item.ty()) {
                    Some(ty) => Value::data(Ty::tuple_of(ty)),
                    None => Value::unknown(),
                },
                None => {
                    let item = self.state.summarise(items).unwrap_or_else(Value::unknown);
                    let len = self.state.slice_length(parts, as_dim(items.len()));
                    self.list_of(item, len)
                }
            };
        }
        match self.state.place_in(items.len(), key) {
            Some(Ok(place)) => return items[place].clone(),
            Some(Err(index)) => {
                self.no_such_place(index, items.len(), container, key, range, None);
                return Value::unknown();
            }
            None => {}
        }
        if is_no_index(self, container, key, range) {
            return Value::unknown();
        }
        taken_for_an_index(key, self.one_among(items))
    }

    pub fn no_such_place(
        &mut self,
        index: i64,
        count: usize,
        container: &Value<'p>,
        key: &Value<'p>,
        range: TextRange,
        help: Option<String>,
    ) {
        let message = match count {
            0 => format!("index {index} is out of range: the {} is empty", kind_of_sequence(&self.state, container)),
            _ => format!("index {index} is out of range for {count} items: {}", self.describe(container)),
        };
        let dependencies = container.dependencies.and(key.dependencies);
        // What is empty is taken for something that has items, wherever it is indexed.
        let is_cause = count == 0 || is_given(self, container);
        let refusal = Refusal::of(rules::OUT_OF_RANGE, range, message).caused_by_given(container, is_cause).help(help);
        let grows = matches!(container.kind, Kind::Object(_)) && self.state.guards.is_any();
        self.refute(match grows {
            true => refusal.heeding_all().resting_on(dependencies.and(Dependencies::OUTSIDE)),
            false => refusal.heeding_passes().resting_on(of_a_moment(container).and(dependencies)),
        });
    }

    /// What the indexing relation says of `array[key]`; refutations are reported.
    pub fn indexed(
        &mut self,
        container: &Value<'p>,
        array: &Array,
        key: &Value<'p>,
        range: TextRange,
    ) -> Option<Indexed> {
        let (_, shape) = array.ty.as_array()?;
        let shape = self.state.store.resolve_shape(shape);
        let ty = type_of_key(self, key);
        let mut arrays = Vec::new();
        self.collect_arrays(key, &mut arrays);
        let mut cx = Context::new(&self.state.store);
        match index::index(&mut cx, shape, ty, &arrays) {
            Ok(indexed) => {
                self.state.learn(cx.into_store());
                self.state.taint(container.dependencies.and(key.dependencies), &[container.clone(), key.clone()]);
                Some(indexed)
            }
            Err(failure) => {
                let dependencies = container.dependencies.and(key.dependencies);
                // It says what it refuses in the names that sizes have here.
                let names = shown_names(self, &[array.ty, ty]);
                let again = || index::index(&mut Context::new(&self.state.store), shape, ty, &arrays).err();
                let failure = with_names(names.clone(), again).unwrap_or(failure);
                let (code, exception) = conformable_signatures::explain::code_and_exception(failure.kind);
                // Index arrays that do not broadcast are wrong indices.
                let exception = if exception == "ValueError" { "IndexError" } else { exception };
                let call = conformable_signatures::CallFailure { failure, code, exception };
                // A number that was given and is too large is so for every array of that size.
                let is_too_large = code == rules::OUT_OF_RANGE.code && key.int_value().is_some() && is_given(self, key);
                let at_fault = no_index_in(key).or(is_too_large.then_some(key));
                let cause = at_fault.and_then(|value| self.output.cause_of(value));
                with_names(names, || {
                    let written = written_of_key(self, key, &call.failure.parts, range);
                    let evidence = made_of_key(self, &written);
                    // What is no index is marked itself.
                    let at_fault = written.first().filter(|_| code == rules::NOT_AN_INDEX.code);
                    let range = at_fault.map_or(range, |(written, _)| *written);
                    let refuted = Refuted { cause, evidence, ..dependencies.into() };
                    self.report_failure(&call, "indexing", None, std::slice::from_ref(container), refuted, range);
                });
                None
            }
        }
    }

    /// The identities and attained ranges of the arrays in a key, in order.
    pub fn collect_arrays(&mut self, key: &Value<'p>, arrays: &mut Vec<KeyArray>) {
        match &key.kind {
            Kind::Array(array) => {
                arrays.push(KeyArray {
                    identity: self.state.identity(array),
                    attained: self.state.current(array).attained,
                });
            }
            Kind::Tuple(tuple) => {
                for item in tuple.items.clone() {
                    self.collect_arrays(&item, arrays);
                }
            }
            _ => {}
        }
    }

    pub fn load_array(&mut self, container: &Value<'p>, array: &Array, key: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some((elem, shape)) = array.ty.as_array() else { return Value::unknown() };
        if is_name(key) {
            return load_field(self, container, array, key, range);
        }
        // What may be one record has fields by their places.
        let has_fields = elem.dtype().is_some_and(|dtype| dtype.kind() == DTypeKind::Void);
        if has_fields && !array.ty.is_ndarray() && self.state.store.resolve_shape(shape).rank().is_none() {
            return Value::unknown();
        }
        let number = elem.dtype().is_some_and(conformable_types::DType::is_number);
        if key.is_unknown() {
            let may_be_anything = has_fields || elem.dtype().is_none_or(|dtype| dtype == DType::OBJECT);
            return if may_be_anything { Value::unknown() } else { part_or_element(self, array, elem, Shape::any()) };
        }
        let are_names = |items: &Vec<Value<'p>>| items.first().is_some_and(|item| item.str_value().is_some());
        if !number && let Some(names) = self.state.known_items(key).filter(are_names) {
            return load_fields(self, container, array, &names, range);
        }
        let Some(indexed) = self.indexed(container, array, key, range) else { return Value::unknown() };
        let object = elem.dtype().is_none_or(|dtype| dtype.name() == "object");
        if indexed.scalar && indexed.shape.rank().is_none() {
            // It may be an element, and that an object.
            if object && !container.dependencies.is_assumed() {
                return Value::unknown();
            }
            return part_or_element(self, array, elem, indexed.shape);
        }
        if indexed.scalar && indexed.shape.rank() == Some(0) {
            // An element of an object array may be anything.
            if object {
                return Value::unknown();
            }
            return self.state.element(array, elem, key);
        }
        let ty = Ty::array(elem, indexed.shape);
        let mut value = if indexed.copies { self.value_of(ty) } else { self.view_of(array, ty) };
        if let Kind::Array(own) = &mut value.kind {
            own.whole = if indexed.copies { self.state.holds_whole_numbers(array) } else { array.whole };
            // A 1 that the array did not have is the key's: `x[:, None]`, `x[:, :1]`, `x[:, [0]]`, `x[labels == 3]`.
            own.spells_one = array.spells_one
                || self.spells_one(key)
                || self.state.has_one(indexed.shape) && !self.state.has_one_already(array.ty);
            own.attained = self.state.current(array).attained.filter(|_| takes_all(key));
        }
        value
    }

    pub fn store_array(
        &mut self,
        container: &Value<'p>,
        array: &Array,
        key: &Value<'p>,
        value: &Value<'p>,
        range: TextRange,
    ) {
        let Some((elem, _)) = array.ty.as_array() else { return };
        if refuses_stores(self, container, array, range) {
            return;
        }
        let Some(dtype) = elem.dtype().filter(|dtype| *dtype != DType::OBJECT) else { return };
        if key.is_unknown() || matches!(key.kind, Kind::Union(_)) {
            return;
        }
        if dtype.kind() == DTypeKind::Void {
            if is_name(key)
                && let Some((field, own)) = stored_field(self, container, array, key, range)
            {
                let all = Value::data(Ty::new(TyKind::Ellipsis));
                self.store_array(&field, &own, &all, value, range);
            }
            return;
        }
        if is_name(key) {
            return;
        }
        let Some(indexed) = self.indexed(container, array, key, range) else { return };
        if !matches!(value.kind, Kind::Union(_)) {
            return self.fits(container, elem, &indexed, value, range);
        }
        self.each_member(&[value], |evaluator, members| {
            evaluator.fits(container, elem, &indexed, &members[0], range);
            Value::none()
        });
    }
}

/// A copy of a part of an array, or one element where no dims are left.
fn part_or_element<'p>(machine: &mut Machine<'p>, array: &Array, elem: Elem, shape: Shape) -> Value<'p> {
    let mut part = machine.value_of(Ty::decay(elem, shape));
    if let Kind::Array(own) = &mut part.kind {
        own.whole = machine.state.holds_whole_numbers(array);
    }
    part
}

/// Has a part by this key every element that the array has: is it `[:]`, `[::-1]` or `[..., None]`?
fn takes_all(key: &Value<'_>) -> bool {
    match &key.kind {
        Kind::Slice(parts) => {
            let [start, stop, step] = &**parts;
            start.is_none() && stop.is_none() && (step.is_none() || matches!(step.constant_int(), Some(1 | -1)))
        }
        Kind::Tuple(tuple) => tuple.items.iter().all(takes_all),
        Kind::Data(ty) => matches!(ty.kind(), TyKind::Ellipsis | TyKind::None),
        _ => false,
    }
}

/// The type of a key, in which an integer of NumPy's is the int that it is known to be.
fn type_of_key<'p>(machine: &mut Machine<'p>, key: &Value<'p>) -> Ty {
    match &key.kind {
        Kind::Integer(ty, number) if is_integer(*ty) => Ty::int(machine.state.store.resolve_dim(*number)),
        Kind::Tuple(tuple) if tuple.items.iter().any(|item| matches!(item.kind, Kind::Integer(..))) => {
            Ty::tuple(tuple.items.clone().iter().map(|item| type_of_key(machine, item)))
        }
        Kind::Slice(parts) if parts.iter().any(|part| matches!(part.kind, Kind::Integer(..))) => {
            Ty::new(TyKind::Slice(parts.clone().each_ref().map(|part| type_of_key(machine, part))))
        }
        _ => machine.type_of(key),
    }
}

fn is_integer(ty: Ty) -> bool {
    let TyKind::Scalar(elem) = ty.kind() else { return false };
    elem.dtype().is_some_and(|dtype| is_subdtype(dtype, "integer") == Some(true))
}

/// Is a key a text?
fn is_name(key: &Value<'_>) -> bool {
    matches!(key.ty().map(Ty::kind), Some(TyKind::Str | TyKind::LitStr(_)))
}

/// The places that a slice of known bounds takes.
pub fn known_slice(parts: &[Value<'_>; 3], len: usize) -> Option<Vec<usize>> {
    let part = |value: &Value<'_>| if value.is_none() { Some(None) } else { value.constant_int().map(Some) };
    let (start, stop, step) = (part(&parts[0])?, part(&parts[1])?, part(&parts[2])?.unwrap_or(1));
    if step == 0 {
        return None;
    }
    let len = i64::try_from(len).ok()?;
    let clamp = |bound: i64, low: i64, high: i64| (if bound < 0 { bound + len } else { bound }).clamp(low, high);
    let (mut at, end) = if step > 0 {
        (start.map_or(0, |s| clamp(s, 0, len)), stop.map_or(len, |s| clamp(s, 0, len)))
    } else {
        (start.map_or(len - 1, |s| clamp(s, -1, len - 1)), stop.map_or(-1, |s| clamp(s, -1, len - 1)))
    };
    let mut places = Vec::new();
    while (step > 0 && at < end) || (step < 0 && at > end) {
        places.push(usize::try_from(at).ok()?);
        at += step;
    }
    Some(places)
}

/// What the length of a container rests on beside the container. How long a list is at a moment is what conditions on the
/// way are most often about, those of whoever calls a method of what has it too.
pub fn of_a_moment(container: &Value<'_>) -> Dependencies {
    let is_given = matches!(container.kind, Kind::Object(_)) && container.dependencies.is_of_parameters();
    if is_given { Dependencies::OUTSIDE } else { Dependencies::LOCAL }
}

/// What a message calls a container of items in their order.
fn kind_of_sequence(state: &State, container: &Value) -> &'static str {
    match &container.kind {
        Kind::Tuple(_) => "tuple",
        Kind::Data(_) => "text",
        Kind::Object(id) if matches!(state.heap.get(*id), Object::Range(_)) => "range",
        _ => "list",
    }
}

/// Is the key of a list, a tuple or a text neither an index nor a slice? Then it is reported.
pub fn is_no_index<'p>(machine: &mut Machine<'p>, container: &Value<'p>, key: &Value<'p>, range: TextRange) -> bool {
    let is_refused =
        !machine.allows(key, Use::Index) && !matches!(key.kind, Kind::Slice(_)) && !machine.may_be_guarded(key);
    if is_refused {
        let what = kind_of_sequence(&machine.state, container);
        let given = if matches!(key.kind, Kind::Tuple(_)) { "a tuple".to_owned() } else { machine.describe(key) };
        let message = format!("the index of a {what} is an integer or a slice, not {given}");
        let refusal = Refusal::of(rules::NOT_AN_INDEX, range, message)
            .resting_on(container.dependencies.and(key.dependencies))
            // A tuple that is given names is taken for a dict, wherever it was made.
            .caused_by_given(container, is_taken_for_dict(container, key) || is_given(machine, container))
            .raising("TypeError");
        machine.refute(if key.is_none() { refusal.heeding_all() } else { refusal });
    }
    is_refused
}

fn is_taken_for_dict(container: &Value, key: &Value) -> bool {
    matches!(container.kind, Kind::Tuple(_)) && key.str_value().is_some()
}

/// A character or a slice of a string that is known; an index out of range is not our matter.
pub fn part_of_text<'p>(text: &str, key: &Value<'p>) -> Value<'p> {
    let characters: Vec<char> = text.chars().collect();
    let places = match &key.kind {
        Kind::Slice(parts) => known_slice(parts, characters.len()),
        _ => key.constant_int().and_then(|index| {
            let count = i64::try_from(characters.len()).ok()?;
            let place = usize::try_from(if index < 0 { index + count } else { index }).ok()?;
            (place < characters.len()).then(|| vec![place])
        }),
    };
    match places {
        Some(places) => Value::data(Ty::str(&places.into_iter().map(|place| characters[place]).collect::<String>())),
        None => Value::str(),
    }
}

/// An item, where the key of a list isn't known: that it is an index, and no slice, is assumed.
pub fn taken_for_an_index<'p>(key: &Value<'p>, item: Value<'p>) -> Value<'p> {
    if key.is_unknown() { item.with_dependencies(Dependencies::ASSUMED) } else { item }
}

/// A key as an index: members that are numbers are these. A dict and an object of the program are given the members.
pub fn as_index<'p>(machine: &Machine<'p>, container: &Value<'p>, key: &Value<'p>) -> Value<'p> {
    let takes_any = |object: &Object<'p>| matches!(object, Object::Dict(_) | Object::Instance { .. });
    match (&container.kind, &key.kind) {
        (Kind::Object(id), _) if takes_any(machine.state.heap.get(*id)) => key.clone(),
        (_, Kind::Tuple(tuple)) if tuple.is_plain() => {
            let items = tuple.items.iter().map(|item| as_index(machine, container, item)).collect();
            Value { kind: Value::tuple(items).kind, ..key.clone() }
        }
        (_, Kind::Slice(parts)) => {
            Value { kind: Kind::slice([0, 1, 2].map(|part| machine.state.as_number(&parts[part]))), ..key.clone() }
        }
        _ => held_within(machine, key, "__sequence__").unwrap_or_else(|| machine.state.as_number(key)),
    }
}

/// The part of a key that is no index, nor part of a slice: a float, a text.
pub fn no_index_in<'v, 'p>(key: &'v Value<'p>) -> Option<&'v Value<'p>> {
    match &key.kind {
        Kind::Slice(parts) => parts.iter().find_map(no_index_in),
        Kind::Tuple(tuple) => tuple.items.iter().find_map(no_index_in),
        Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
            TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex | TyKind::Str | TyKind::LitStr(_) => Some(key),
            TyKind::Scalar(elem) => elem.dtype().is_some_and(|dtype| dtype.name().starts_with("float")).then_some(key),
            _ => None,
        },
        _ => None,
    }
}

/// How the container is written that is subscripted here.
fn written_container(machine: &Machine<'_>, range: TextRange) -> String {
    let module = machine.module();
    let written = machine.texts.operands(module.id, range).first();
    written.map_or_else(|| "[]".to_owned(), |written| module.snippet(*written))
}

/// The parts of a key that a failure speaks of, and where each is written; of a slice the bound.
fn written_of_key<'v, 'p>(
    machine: &Machine<'p>,
    key: &'v Value<'p>,
    parts: &[Part],
    range: TextRange,
) -> Vec<(TextRange, &'v Value<'p>)> {
    let items = match &key.kind {
        Kind::Tuple(tuple) => &tuple.items[..],
        _ => std::slice::from_ref(key),
    };
    let written = machine.texts.operands(machine.module().id, range);
    let is_written_out = written.len() == 1 + items.iter().map(written_parts).sum::<usize>();
    let elements = parts.iter().filter(|part| part.argument == 1).filter_map(|part| part.element);
    let found = elements.filter_map(|element| {
        let (before, item) = (&items[..element.min(items.len())], items.get(element)?);
        let (nth, value) = match &item.kind {
            Kind::Slice(bounds) => bounds.iter().enumerate().find(|(_, bound)| no_index_in(bound).is_some())?,
            _ => (0, item),
        };
        let place = 1 + before.iter().map(written_parts).sum::<usize>() + nth;
        Some((*written.get(place).filter(|_| is_written_out)?, value))
    });
    found.collect()
}

/// Where parts of a key were made that are written there.
fn made_of_key<'p>(machine: &Machine<'p>, written: &[(TextRange, &Value<'p>)]) -> Vec<Evidence> {
    let named = written.iter().map(|(range, value)| ShownValue::new(machine.module().snippet(*range), value));
    machine.state.evidence(&named.collect::<Vec<_>>())
}

/// By how many places a part of a key is written, as [`key_parts`](crate::syntax::around::key_parts) counts them.
fn written_parts(item: &Value<'_>) -> usize {
    if matches!(item.kind, Kind::Slice(_)) { 3 } else { 1 }
}

/// Sizes as a tuple.
fn sizes<'p>(dims: &[Dim]) -> Value<'p> {
    Value::tuple(dims.iter().map(|dim| Value::int(*dim)).collect())
}

impl<'p> State<'p> {
    /// One element; of an array whose elements are known, its value.
    pub fn element(&mut self, array: &Array, elem: conformable_types::Elem, key: &Value<'p>) -> Value<'p> {
        let ty = Ty::scalar(elem);
        if let (Some(elements), Some(place)) = (self.current(array).elements.and_then(Ty::items), key.constant_int()) {
            let count = i64::try_from(elements.len()).unwrap_or(0);
            let place = if place < 0 { place + count } else { place };
            if let Some(element) = usize::try_from(place).ok().and_then(|place| elements.get(place))
                && let Some(value) = element.int_value()
            {
                return Kind::Integer(ty, value).into();
            }
        }
        self.scalar_of(array, ty)
    }

    /// `x.shape[:-1]`, `x.shape[1:]` of an unknown rank: the rest of the sequence.
    pub fn shape_slice(&mut self, shape: Shape, key: &Value<'p>) -> Value<'p> {
        let Kind::Slice(parts) = &key.kind else { return Value::unknown() };
        if !parts[2].is_none() {
            return Value::unknown();
        }
        match (parts[0].is_none(), parts[0].constant_int(), parts[1].is_none(), parts[1].constant_int()) {
            (true, _, false, Some(-1)) if self.dim_at(shape, -1).is_some() => {
                let resolved = self.store.resolve_shape(shape);
                let suffix = resolved.suffix();
                match resolved.seq().zip(suffix.split_last()) {
                    Some((seq, (_, kept))) => {
                        let prefix = resolved.data().prefix.iter().copied();
                        self.shape_value(Shape::new(prefix, Some((seq, kept.into()))))
                    }
                    None => Value::unknown(),
                }
            }
            (false, Some(1), true, _) if self.dim_at(shape, 0).is_some() => {
                let resolved = self.store.resolve_shape(shape);
                // The first size may be known without being written at the front.
                match resolved.data().prefix.split_first() {
                    Some((_, prefix)) => {
                        let rest = resolved.data().rest.clone();
                        self.shape_value(Shape::new(prefix.iter().copied(), rest))
                    }
                    None => Value::unknown(),
                }
            }
            (true, _, false, Some(stop)) if stop > 0 => {
                let resolved = self.store.resolve_shape(shape);
                let first = usize::try_from(stop).ok().and_then(|stop| resolved.data().prefix.get(..stop));
                first.map_or_else(Value::unknown, sizes)
            }
            (false, Some(start), true, _) if start < 0 => {
                let resolved = self.store.resolve_shape(shape);
                let (suffix, count) = (resolved.suffix(), usize::try_from(-start).unwrap_or(usize::MAX));
                let last = suffix.len().checked_sub(count).map(|first| &suffix[first..]);
                last.map_or_else(Value::unknown, sizes)
            }
            _ => Value::unknown(),
        }
    }

    /// The place that an index means among so many; one that is out of range, as it is written.
    pub fn place_in(&self, count: usize, key: &Value<'p>) -> Option<Result<usize, i64>> {
        let index = self.store.resolve_dim(key.int_value()?).constant()?;
        let from_end = if index < 0 { i64::try_from(count).unwrap_or(i64::MAX) } else { 0 };
        let place = usize::try_from(index.saturating_add(from_end)).ok();
        Some(place.filter(|place| *place < count).ok_or(index))
    }

    pub fn slice_length(&mut self, parts: &[Value<'p>; 3], len: Dim) -> Dim {
        let key = Ty::new(TyKind::Slice([0, 1, 2].map(|place| parts[place].ty().unwrap_or_else(Ty::unknown))));
        let mut cx = Context::new(&self.store);
        match index::index(&mut cx, Shape::of(&[len]), key, &[]) {
            Ok(Indexed { shape, .. }) => shape.at(0).unwrap_or_else(Dim::any),
            Err(_) => Dim::any(),
        }
    }

    pub fn has_one(&self, shape: Shape) -> bool {
        let shape = self.store.resolve_shape(shape);
        shape.dims().is_none_or(|dims| dims.iter().any(|dim| self.store.ask_eq(*dim, Dim::ONE).is_yes()))
    }

    pub fn has_one_already(&self, ty: Ty) -> bool {
        ty.as_array().is_some_and(|(_, shape)| {
            let shape = self.store.resolve_shape(shape);
            shape.dims().is_some_and(|dims| dims.iter().any(|dim| self.store.ask_eq(*dim, Dim::ONE).is_yes()))
        })
    }
}
