//! Python's functions of items: what counts, makes, combines or copies containers and iterators.

use conformable_solver::{Fact, effort};
use conformable_types::{Dim, FreshKind, Truth, Ty, TyKind};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::domain::heap::{Entries, Items, Name, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::uses::Use;
use crate::domain::value::{Dependencies, Kind, Sym, Value, as_dim};
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::registered::operator_of_object;
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::diagnose::report::Refusal;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::elements::{made_of_each, row_of_each};
use crate::eval::machine::tuple_of;
use crate::eval::python::counters::counter;
use crate::eval::python::dicts::entries_of;
use crate::eval::python::enums::{are_members, members};
use crate::eval::python::iterators::{any_between, reduce, reversed};
use crate::eval::python::itertools::iterator_function;
use crate::eval::python::missing::{with_factory, without_factory};
use crate::eval::python::order::in_order;
use crate::eval::{Machine, Tentative};
use crate::front::rules;

/// So many objects are followed by a deep copy.
const MOST_COPIED: usize = 1000;
/// What the copy of one of them weighs: it stays to the end of the function.
const COPIED: usize = 32;

/// Those of Python's functions that take or give items; `None` for a name that is none of them.
pub fn sequence_function<'p>(
    run: &mut impl Interpreter<'p>,
    name: &str,
    first: Option<&Value<'p>>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    Some(match (name, first) {
        ("len", Some(value)) => len(run, value, range).with_dependencies(Dependencies::MEASURED),
        ("range", Some(_)) => {
            let bounds = arguments.positional.iter().map(|bound| run.state.as_number(bound)).collect();
            range_call(run, &Arguments { positional: bounds, ..arguments.clone() }, range)
        }
        ("enumerate", Some(value)) => enumerate(run, value, arguments, range),
        ("zip", _) => zip(run, arguments, range),
        ("map", Some(function)) => map(run, function, arguments, range),
        ("filter", Some(_)) => filter(run, arguments, range),
        ("reversed", Some(value)) => reversed(run, value, range),
        ("sorted", Some(value)) => sorted(run, value, arguments, range),
        ("list" | "tuple", value) => sequence_call(run, name, value, range),
        ("set" | "frozenset", value) => {
            let items = value.map(|value| run.iterate(value, range));
            let first = match &items {
                Some(Items::Known(items)) => items.first().cloned(),
                Some(Items::Each(item, Some(count))) if run.state.store.ask_le(Dim::ONE, *count).is_yes() => {
                    Some(item.clone())
                }
                _ => None,
            };
            if let Some(first) = first {
                run.must_hash(&first, range);
            }
            let item = items.map(|items| run.state.any_item(&items));
            // A frozenset is no set.
            if name == "frozenset" {
                return Some(Value::unknown());
            }
            Kind::Object(run.new_object(Object::Set(item.unwrap_or_else(Value::unknown)))).into()
        }
        ("dict" | "collections.OrderedDict", value) => dict_call(run, value, arguments, range),
        ("collections.defaultdict", factory) => {
            let rest = without_factory(arguments);
            let dict = dict_call(run, rest.positional.first(), &rest, range);
            with_factory(run, dict, factory)
        }
        ("iter", Some(_)) if arguments.positional.len() > 1 => run.iterator(Items::Each(Value::unknown(), None)),
        ("iter", Some(value)) => iterator_of(run, value, range),
        ("next", Some(value)) => run.next_item(value, arguments.positional.get(1), range),
        ("collections.Counter", _) => counter(run, arguments, range),
        ("functools.reduce", Some(function)) => return reduce(run, function, arguments, range),
        ("copy.copy" | "copy.deepcopy", Some(value)) => run.copied(value, name == "copy.deepcopy"),
        _ => {
            return name
                .strip_prefix("itertools.")
                .and_then(|name| iterator_function(run, name, first, arguments, range));
        }
    })
}

/// `iter(value)`: of an object it is what its `__iter__` gives, whatever that is. A file gives itself.
fn iterator_of<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Value<'p> {
    if matches!(value.kind, Kind::Union(_)) {
        return run.each_member(&[value], |run, members| iterator_of(run, &members[0], range));
    }
    if run.state.is_iterator(value) {
        return value.clone();
    }
    if let Kind::Object(id) = value.kind
        && matches!(run.state.heap.get(id), Object::Instance { .. })
        && let Some(iterator) = run.call_method(value, "__iter__", Vec::new(), range)
    {
        return iterator;
    }
    let items = run.iterate(value, range);
    let is_known = match &value.kind {
        Kind::Data(ty) => !matches!(ty.kind(), TyKind::Ctor(..)),
        Kind::Object(id) => !matches!(run.state.heap.get(*id), Object::Escaped),
        Kind::Tuple(_) | Kind::Shape(_) | Kind::Array(_) | Kind::Class(_) => true,
        _ => false,
    };
    if is_known { run.iterator(items) } else { Value::unknown() }
}

fn len<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Value<'p> {
    if matches!(value.kind, Kind::Union(_)) {
        return run.each_member(&[value], |run, members| len(run, &members[0], range));
    }
    observe(run, &Event::Measured { value, range });
    if let Some(len) = run.state.length(value) {
        return Value::int(len);
    }
    match &value.kind {
        Kind::Array(array) => {
            if array.ty.as_array().is_some_and(|(_, shape)| run.state.store.resolve_shape(shape).rank() == Some(0)) {
                let message = format!("len() of a 0-d array: {}", run.state.show(array.ty));
                return run.refuse(range, message, &[value]);
            }
            let size = run.state.store.fresh_dim(FreshKind::Unknown);
            Value::int(size)
        }
        Kind::Class(class) if let Some(members) = members(run, class) => Value::int(as_dim(members.len())),
        _ if run.refuses(value, Use::Len, range) => Value::unknown(),
        Kind::Data(_) => operator_of_object(run, value, "__len__", "len", std::slice::from_ref(value), range)
            .unwrap_or_else(|| run.state.some_length()),
        Kind::Object(id) => match run.state.heap.get(*id) {
            Object::Instance { .. } => {
                run.call_method(value, "__len__", Vec::new(), range).unwrap_or_else(Value::unknown)
            }
            _ => run.state.some_length(),
        },
        Kind::Unknown => run.state.some_length(),
        _ => Value::unknown(),
    }
}

fn enumerate<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let start = arguments.get(1, "start").map_or(Some(Dim::ZERO), Value::int_value);
    let items = match run.iterate(value, range) {
        Items::Known(items) => Items::Known(
            items
                .into_iter()
                .enumerate()
                .map(|(place, item)| {
                    let place = as_dim(place);
                    let index =
                        start.map_or_else(|| Value::data(Ty::new(TyKind::Int)), |start| Value::int(start.plus(place)));
                    Value::tuple(vec![index, item])
                })
                .collect(),
        ),
        Items::Each(item, count) => {
            // Any of the indices: what is learned of one says nothing of another.
            let index = run.state.store.fresh_dim(FreshKind::Each);
            if let Some(atom) = index.as_atom() {
                run.state.store.set_bounds(atom, conformable_types::Interval::SIZE);
            }
            // There may be none.
            if let Some(count) = count {
                let _ = run.state.store.tell(&Fact::Le(index.plus(1), Dim::max([count, Dim::ONE])));
            }
            let index = if start == Some(Dim::ZERO) { Value::int(index) } else { Value::data(Ty::new(TyKind::Int)) };
            Items::Each(Value::tuple(vec![index, item]), count)
        }
    };
    run.iterator(items)
}

fn zip<'p>(run: &mut impl Interpreter<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let sources: Vec<Items<'p>> = arguments.positional.iter().map(|value| run.iterate(value, range)).collect();
    if arguments.open {
        return run.iterator(Items::Each(Value::unknown(), None));
    }
    if sources.is_empty() {
        return run.iterator(Items::Known(Vec::new()));
    }
    let shortest = sources
        .iter()
        .map(|items| match items {
            Items::Known(items) => Some(items.len()),
            Items::Each(..) => None,
        })
        .min_by_key(|len| len.unwrap_or(usize::MAX))
        .flatten();
    let all_known = sources.iter().all(|items| matches!(items, Items::Known(_)));
    let items = match (all_known, shortest) {
        (true, Some(count)) => Items::Known(
            (0..count)
                .map(|place| {
                    Value::tuple(
                        sources
                            .iter()
                            .map(|items| match items {
                                Items::Known(items) => items[place].clone(),
                                Items::Each(item, _) => item.clone(),
                            })
                            .collect(),
                    )
                })
                .collect(),
        ),
        _ => {
            let counts: Vec<Option<Dim>> = sources
                .iter()
                .map(|items| match items {
                    Items::Known(items) => Some(as_dim(items.len())),
                    Items::Each(_, count) => *count,
                })
                .collect();
            let count = counts.iter().copied().collect::<Option<Vec<Dim>>>().map(Dim::min);
            Items::Each(row_of_each(run, &sources), count)
        }
    };
    run.iterator(items)
}

fn map<'p, I: Interpreter<'p>>(
    run: &mut I,
    function: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    // `*rows`, of which nobody knows how many there are: so many arguments the function is given.
    if arguments.open || arguments.each.is_some() {
        return run.unknown_call(function, arguments);
    }
    let mut rest = arguments.clone();
    rest.positional.remove(0);
    let zipped = if rest.positional.len() == 1 {
        run.iterate(&rest.positional[0].clone(), range)
    } else {
        let zipped = zip(run, &rest, range);
        run.iterate(&zipped, range)
    };
    let several = rest.positional.len() > 1;
    let apply = |run: &mut I, item: Value<'p>| {
        let positional = match (&item.kind, several) {
            (Kind::Tuple(tuple), true) => tuple.items.clone(),
            _ => vec![item],
        };
        run.call(function, Arguments::of(positional), range)
    };
    let runs = run.takers.runs_of(range);
    let items = match zipped {
        Items::Known(items) if items.len() <= 32 => {
            run.run_at(runs, |run| Items::Known(items.into_iter().map(|item| apply(run, item)).collect()))
        }
        Items::Known(items) => {
            let item = run.state.summarise(&items).unwrap_or_else(Value::unknown);
            let count = as_dim(items.len());
            Items::Each(run.run_at(runs.or_later(), |run| made_of_each(run, &item, apply)), Some(count))
        }
        // There may be none.
        Items::Each(item, count) => {
            Items::Each(run.run_at(runs.or_later(), |run| made_of_each(run, &item, apply)), count)
        }
    };
    run.iterator(items)
}

fn filter<'p, I: Interpreter<'p>>(run: &mut I, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let (Some(keeps), Some(items)) = (arguments.positional.first(), arguments.positional.get(1)) else {
        return Value::unknown();
    };
    let keeps = Some(keeps.clone()).filter(|keeps| !keeps.is_none());
    let runs = run.takers.runs_of(range);
    let items = run.iterate(&items.clone(), range);
    let kept = |run: &mut I, item: &Value<'p>| {
        let answer = match &keeps {
            Some(keeps) => run.call(keeps, Arguments::of(vec![item.clone()]), range),
            None => item.clone(),
        };
        run.plain_truth(&answer)
    };
    let items = match items {
        Items::Known(items) if items.len() <= 32 => {
            let truths: Vec<Truth> = run.run_at(runs, |run| items.iter().map(|item| kept(run, item)).collect());
            let left = items.into_iter().zip(&truths).filter(|(_, truth)| !truth.is_no()).map(|(item, _)| item);
            match truths.contains(&Truth::Unknown) {
                false => Items::Known(left.collect()),
                true => {
                    let left: Vec<Value<'p>> = left.collect();
                    Items::Each(run.state.summarise(&left).unwrap_or_else(Value::unknown), None)
                }
            }
        }
        items => {
            let item = run.state.any_item(&items);
            let one = run.one_of(&item);
            run.run_at(runs.or_later(), |run| kept(run, &one));
            Items::Each(item, None)
        }
    };
    run.iterator(items)
}

fn sorted<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let by_key = arguments.may_name("key");
    let items = run.iterate(value, range);
    run.state.exhausted(value);
    let (item, len) = match items {
        Items::Known(items) => {
            if !by_key {
                run.ordered_items(&items, "<", range);
            }
            if let Some(items) = in_order(run, &items, arguments) {
                return run.list(items);
            }
            let len = as_dim(items.len());
            (run.state.summarise(&items), Some(len))
        }
        Items::Each(item, len) => {
            let several = len.is_some_and(|len| run.state.store.ask_le(Dim::of(2), len).is_yes());
            if several && !by_key {
                run.compared(&item, &item, range);
            }
            (Some(item), len)
        }
    };
    let len = len.unwrap_or_else(|| run.state.store.fresh_dim(FreshKind::Runtime));
    run.list_of(item.unwrap_or_else(Value::unknown), len)
}

fn sequence_call<'p>(
    run: &mut impl Interpreter<'p>,
    name: &str,
    value: Option<&Value<'p>>,
    range: TextRange,
) -> Value<'p> {
    let Some(value) = value else {
        return if name == "list" { run.list(Vec::new()) } else { Value::tuple(Vec::new()) };
    };
    // A tuple of an array's elements: its shape, when it was computed as one.
    if let (Kind::Array(array), "tuple") = (&value.kind, name)
        && let Some(items) = run.state.current(array).elements.and_then(Ty::items)
    {
        let Some((elem, _)) = array.ty.as_array() else { return Value::unknown() };
        let item = |item: &Ty| match item.int_value() {
            Some(value) => Kind::Integer(Ty::scalar(elem), value).into(),
            None => run.value_of(*item),
        };
        return Value::tuple(items.iter().map(item).collect());
    }
    if matches!(value.kind, Kind::Union(_)) {
        return run.each_member(&[value], |run, members| sequence_call(run, name, Some(&members[0]), range));
    }
    let items = run.iterate(value, range);
    run.state.exhausted(value);
    match items {
        Items::Known(items) => {
            if name == "list" {
                run.list(items)
            } else {
                Value::tuple(items)
            }
        }
        Items::Each(item, count) => {
            let len = count.unwrap_or_else(|| run.state.store.fresh_dim(FreshKind::Runtime));
            if name == "tuple" { tuple_of(run, item, len) } else { run.list_of(item, len) }
        }
    }
}

fn dict_call<'p>(
    run: &mut impl Interpreter<'p>,
    value: Option<&Value<'p>>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let mut entries = Entries::default();
    if let Some(value) = value {
        let more = entries_of(run, value, range);
        run.spread(&mut entries, more);
    }
    let key = |name: &Sym| Value::data(Ty::str(name.as_str()));
    let known = arguments.keywords.iter().map(|(name, value)| (key(name), value.clone()));
    run.spread(&mut entries, Some(Entries::of(known)));
    if arguments.open {
        run.spread(&mut entries, None);
    }
    run.new_dict(entries)
}

fn range_call<'p>(machine: &mut Machine<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    for value in &arguments.positional {
        if !machine.allows(value, Use::Index) && !machine.may_be_guarded(value) {
            let message = format!("range() takes integers, not {}", machine.describe(value));
            machine.refute(Refusal::of(rules::FLOAT_FOR_INT, range, message).resting_on_value(value));
            return machine.reusable(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
        }
    }
    let bound = |place: usize| arguments.positional.get(place).map(|value| value.int_value());
    let (start, stop, step) = match arguments.positional.len() {
        1 => (Some(Dim::ZERO), bound(0).flatten(), Some(Dim::ONE)),
        2 => (bound(0).flatten(), bound(1).flatten(), Some(Dim::ONE)),
        _ => (bound(0).flatten(), bound(1).flatten(), bound(2).flatten()),
    };
    let (Some(start), Some(stop), Some(step)) = (start, stop, step) else {
        return machine.reusable(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
    };
    let (start, stop) = (machine.state.store.resolve_dim(start), machine.state.store.resolve_dim(stop));
    let step = machine.state.store.resolve_dim(step).constant();
    if step == Some(0) {
        let dependencies = arguments.positional[2].dependencies;
        let refusal =
            Refusal::of(rules::UNSUPPORTED, range, "the step of range() is 0".to_owned()).raising("ValueError");
        machine.refute(refusal.resting_on(dependencies));
    }
    let Some(step) = step.filter(|step| *step != 0) else {
        return machine.reusable(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
    };
    if let (Some(a), Some(b)) = (start.constant(), stop.constant()) {
        let count = if step > 0 { (b - a + step - 1).div_euclid(step) } else { (a - b - step - 1).div_euclid(-step) };
        if count <= 4096 {
            let items = (0..count.max(0)).map(|place| Value::int(a + place * step)).collect();
            return machine.reusable(Items::Known(items));
        }
    }
    let count = match step {
        1 => Some(Dim::max([stop.minus(start), Dim::ZERO])),
        -1 => Some(Dim::max([start.minus(stop), Dim::ZERO])),
        s if s > 0 => stop.minus(start).plus(s - 1).floordiv(Dim::of(s)).map(|count| Dim::max([count, Dim::ZERO])),
        _ => None,
    };
    let (low, high) = if step > 0 { (start, stop.minus(1)) } else { (stop.plus(1), start) };
    let item = any_between(machine, low, high);
    machine.reusable(Items::Each(Value::int(item), count))
}

/// Is this an instance of a class below a container of Python's? Its items are stored one by one, as the class says.
fn stores_items(object: &Object<'_>) -> bool {
    let Object::Instance { attributes, .. } = object else { return false };
    ["__sequence__", "__mapping__"].iter().any(|held| attributes.get(&Name::new(Sym::new(held))).is_some())
}

impl<'p> Machine<'p> {
    pub fn iterator(&mut self, items: Items<'p>) -> Value<'p> {
        Kind::Object(self.new_object(Object::Iterator(items))).into()
    }

    fn reusable(&mut self, items: Items<'p>) -> Value<'p> {
        Kind::Object(self.new_object(Object::Range(items))).into()
    }

    fn copied(&mut self, value: &Value<'p>, deep: bool) -> Value<'p> {
        if are_members(self, value, value) {
            return value.clone();
        }
        if deep {
            return self.deep(value, &mut FxHashMap::default());
        }
        match &value.kind {
            Kind::Array(array) => self.value_of(array.ty),
            Kind::Object(id) => match self.state.heap.get(*id).clone() {
                Object::Escaped | Object::Scope { .. } => Value::unknown(),
                object if self.copies_itself(&object) || stores_items(&object) => {
                    self.unmodelled("a copy by hooks", std::slice::from_ref(value))
                }
                object => Kind::Object(self.new_object(object)).into(),
            },
            _ => value.clone(),
        }
    }

    /// Does a class say how its instances are copied?
    fn copies_itself(&self, object: &Object<'p>) -> bool {
        let Object::Instance { class, .. } = object else { return false };
        let hooks = ["__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"];
        hooks.iter().any(|hook| self.class_attribute(class, Sym::new(hook)).is_some())
    }

    /// A deep copy, in which each object has one copy, however often it is referred to.
    fn deep(&mut self, value: &Value<'p>, copies: &mut FxHashMap<ObjectId, ObjectId>) -> Value<'p> {
        let id = match &value.kind {
            Kind::Array(array) => return self.value_of(array.ty).with_dependencies(value.dependencies),
            Kind::Object(_) if are_members(self, value, value) => return value.clone(),
            Kind::Object(id) => *id,
            _ => return value.clone(),
        };
        if let Some(copy) = copies.get(&id) {
            return Kind::Object(*copy).into();
        }
        let mut object = self.state.heap.get(id).clone();
        let is_plain = match &object {
            Object::Escaped | Object::Scope { .. } => false,
            object => !self.copies_itself(object),
        };
        if !is_plain || copies.len() >= MOST_COPIED {
            return self.unmodelled("a deep copy of what isn't known", std::slice::from_ref(value));
        }
        effort::add(COPIED);
        let copy = self.new_object(object.clone());
        copies.insert(id, copy);
        self.deepen(|evaluator| {
            object.change_values(|_| true, &mut |part| *part = evaluator.deep(part, copies));
            evaluator.state.heap.set(copy, object);
        });
        Kind::Object(copy).into()
    }
}

impl State<'_> {
    /// A length that the data decide.
    fn some_length<'p>(&mut self) -> Value<'p> {
        Value::int(self.store.fresh_dim(FreshKind::Runtime))
    }
}
