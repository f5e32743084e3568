//! `collections.Counter`: a dict of counts, which has 0 of what it doesn't hold and doesn't hold it afterwards.
//!
//! What is counted one by one has its count; of all other keys the counts are ints of which no more is known.

use conformable_types::{FreshKind, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Items, Missing, Object, ObjectId};
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::python::dicts::{add_to_dict, entries_of, is_constant};

/// `Counter(iterable, **counts)`.
pub fn counter<'p>(run: &mut impl Interpreter<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let factory = Kind::Builtin(Sym::new("int")).into();
    let missing = Some(Missing { factory, is_in_rest: true, is_count: true });
    let mut entries = Entries { missing, ..Entries::default() };
    match arguments.positional.first() {
        Some(value) if run.state.dict_of(value).is_some() => {
            let more = entries_of(run, value, range);
            run.spread(&mut entries, more);
        }
        Some(value) if !value.is_none() => count(run, &mut entries, value, range),
        _ => {}
    }
    let named = arguments.keywords.iter().map(|(name, value)| (Value::data(Ty::str(name.as_str())), value.clone()));
    run.spread(&mut entries, Some(Entries::of(named)));
    if arguments.open {
        run.spread(&mut entries, None);
    }
    run.new_dict(entries)
}

/// Each of the items that `value` gives is one more of its kind.
fn count<'p>(run: &mut impl Interpreter<'p>, entries: &mut Entries<'p>, value: &Value<'p>, range: TextRange) {
    let items = run.iterate(value, range);
    run.state.exhausted(value);
    match items {
        Items::Known(items) if entries.rest.is_none() && items.iter().all(|item| is_constant(run, item)) => {
            for item in &items {
                let before = entries.under(item).cloned();
                let more = match before.map(|before| before.int_value()) {
                    None => Value::int(1),
                    Some(Some(before)) => Value::int(before.plus(1)),
                    Some(None) => Value::unknown(),
                };
                run.set_key(entries, item, more);
            }
        }
        _ => {
            // A class of the program's may be a mapping of whatever counts.
            let is_instance = run.state.class_of(value).is_some() || value.is_unknown();
            let counts = if is_instance { Value::unknown() } else { Value::data(Ty::new(TyKind::Int)) };
            run.spread(entries, Some(Entries { rest: Some(counts), ..Entries::default() }));
        }
    }
}

/// `counter[key]`.
pub fn count_of<'p>(run: &mut impl Interpreter<'p>, entries: &Entries<'p>, key: &Value<'p>) -> Value<'p> {
    let is_among = is_constant(run, key) && entries.under(key).is_some();
    if is_among {
        return run.get_key(entries, key);
    }
    let mut all: Vec<Value<'p>> = match is_constant(run, key) {
        true => entries.elsewhere(key).into_iter().cloned().collect(),
        false => entries.values().cloned().collect(),
    };
    all.push(Value::int(0));
    run.one_among(&all)
}

/// The methods that a `Counter` has by itself; `None` for those of any dict.
pub fn counter_method<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    entries: &Entries<'p>,
    name: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    Some(match name {
        "update" | "subtract" => {
            let mut entries = entries.clone();
            match arguments.positional.first().filter(|value| !value.is_none()) {
                Some(value) if name == "update" && run.state.dict_of(value).is_none() => {
                    count(run, &mut entries, value, range);
                }
                Some(value) => changed(run, id, &mut entries, value, range),
                None => {}
            }
            if arguments.open || !arguments.keywords.is_empty() {
                run.spread(&mut entries, None);
            }
            run.state.put(id, Object::Dict(entries));
            Value::none()
        }
        "most_common" => {
            let keys: Vec<Value<'p>> = entries.known.iter().map(|(key, _)| key.clone()).collect();
            let key = run.state.summarise(&keys).filter(|_| entries.rest.is_none());
            let counts: Vec<Value<'p>> = entries.values().cloned().collect();
            let counts = run.state.summarise(&counts).unwrap_or_else(Value::unknown);
            let len = run.state.store.fresh_dim(FreshKind::Runtime);
            run.list_of(Value::tuple(vec![key.unwrap_or_else(Value::unknown), counts]), len)
        }
        "elements" => run.iterator(Items::Each(Value::unknown(), None)),
        "total" => {
            let is_int = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Int | TyKind::IntOf(_)));
            if entries.values().all(is_int) { run.state.some_int() } else { Value::unknown() }
        }
        _ => return None,
    })
}

/// Any count may be another one by what `value` holds: an int where it holds nothing but ints.
fn changed<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    entries: &mut Entries<'p>,
    value: &Value<'p>,
    range: TextRange,
) {
    let mut counts = Entries::default();
    match run.state.dict_of(value) {
        Some(_) => add_to_dict(run, id, &mut counts, value, range),
        None => count(run, &mut counts, value, range),
    }
    let is_int = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Int | TyKind::IntOf(_)));
    let ints = entries.values().chain(counts.values()).all(is_int);
    let any = if ints { Value::data(Ty::new(TyKind::Int)) } else { Value::unknown() };
    *entries = Entries { rest: Some(any), missing: entries.missing.clone(), ..Entries::default() };
}
