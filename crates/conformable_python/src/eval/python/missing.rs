//! `defaultdict`: items that are made when they are asked for.
//!
//! What the factory gives for a constant key is that key's from then on. For keys that aren't told apart one value stands
//! for all that it has made: it is evaluated twice, so that what differs between two calls isn't taken for one, and
//! an object is a summary of all.

use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Missing, Object, ObjectId};
use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::deferred::Runs;
use crate::eval::python::counters::count_of;
use crate::eval::python::dicts::is_constant;

/// The arguments of `defaultdict(factory, ...)` that make a dict.
pub fn without_factory<'p>(arguments: &Arguments<'p>) -> Arguments<'p> {
    let mut rest = arguments.clone();
    rest.positional = rest.positional.into_iter().skip(1).collect();
    rest
}

/// The dict, which asks the factory from here on.
pub fn with_factory<'p>(machine: &mut Machine<'p>, dict: Value<'p>, factory: Option<&Value<'p>>) -> Value<'p> {
    if let (Kind::Object(id), Some(factory)) = (&dict.kind, factory.filter(|factory| !factory.is_none())) {
        let missing = Missing { factory: factory.clone(), is_in_rest: false, is_count: false };
        machine.state.heap.update(*id, |object| {
            if let Object::Dict(entries) = object {
                entries.missing = Some(missing);
            }
        });
    }
    dict
}

/// `dict[key]`, which is there, or is there from here on.
pub fn load_or_make<'p>(run: &mut impl Interpreter<'p>, id: ObjectId, key: &Value<'p>, range: TextRange) -> Value<'p> {
    let Some((entries, missing)) = entries_now(run.machine(), id) else { return Value::unknown() };
    if missing.is_count {
        return count_of(run, &entries, key);
    }
    if is_constant(run, key) && entries.under(key).is_some() {
        return run.get_key(&entries, key);
    }
    if is_constant(run, key) && entries.rest.is_none() && !run.state.heap.is_summary(id) {
        let made = run.call(&missing.factory, Arguments::default(), range);
        let made = run.stored_in(id, made);
        // The dict may be another one since the factory was called.
        if let Some((mut entries, _)) = entries_now(run.machine(), id) {
            run.set_key(&mut entries, key, made.clone());
            run.state.put(id, Object::Dict(entries));
        }
        return made;
    }
    if !missing.is_in_rest {
        let made = made_for_each(run, &missing.factory, range);
        let made = run.stored_in(id, made);
        if let Some((mut entries, missing)) = entries_now(run.machine(), id) {
            run.state.set_others(&mut entries, made);
            entries.missing = Some(Missing { is_in_rest: true, ..missing });
            run.state.put(id, Object::Dict(entries));
        }
    }
    match entries_now(run.machine(), id) {
        Some((entries, _)) => run.get_key(&entries, key),
        None => Value::unknown(),
    }
}

fn entries_now<'p>(machine: &Machine<'p>, id: ObjectId) -> Option<(Entries<'p>, Missing<'p>)> {
    match machine.state.heap.get(id) {
        Object::Dict(entries) => Some((entries.clone(), entries.missing.clone()?)),
        _ => None,
    }
}

/// What stands for each value that a factory makes.
fn made_for_each<'p>(run: &mut impl Interpreter<'p>, factory: &Value<'p>, range: TextRange) -> Value<'p> {
    let first = run.run_at(Runs::Later, |run| run.call(factory, Arguments::default(), range));
    if let Kind::Object(id) = first.kind {
        let is_empty = match run.state.heap.get(id) {
            Object::List(items) => items.is_empty(),
            Object::Dict(entries) => entries.known.is_empty() && entries.rest.is_none(),
            Object::Set(_) => true,
            _ => false,
        };
        if is_empty {
            run.state.heap.summarise(id);
            return first;
        }
    }
    if has_object(&first) {
        run.escape(&first);
        return Value::unknown();
    }
    let (second, _) =
        run.looked_at(|run| run.run_at(Runs::Later, |run| run.call(factory, Arguments::default(), range)));
    run.state.summarise(&[first, second]).unwrap_or_else(Value::unknown)
}

fn has_object(value: &Value<'_>) -> bool {
    matches!(value.kind, Kind::Object(_)) || value.kind.any_part(has_object)
}
