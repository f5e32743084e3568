//! Generators: what their bodies yield. A body is evaluated at the call, and each path of it fills a list as it would one of
//! its own: loops, tests and joins do to it what they do to any list.
//!
//! In a run the body goes on when somebody asks for the next item, who may have changed what it reads in the meantime. So the
//! items are known one by one only if they are few and after the first `yield` nothing is read that can be changed from outside;
//! else one value stands for each, and nothing is said of their number.

use ruff_text_size::TextRange;

use crate::domain::heap::{Items, Object};
use crate::domain::reads::{Read, Recorder};
use crate::domain::value::Value;
use crate::eval::{Evaluator, Machine};

/// Of so many items each is known: what takes them is evaluated for each, and so is every call that it makes.
const MOST_ITEMS: usize = 4;

/// The body of a generator begins.
pub fn begin(machine: &mut Machine<'_>) {
    let reads = Recorder::begin(machine.numbers.object);
    let list = machine.new_object(Object::List(Vec::new()));
    machine.frame().generated = Some((list, reads));
}

/// `yield value`.
pub fn give<'p>(machine: &mut Machine<'p>, value: Value<'p>) {
    note_given(machine, value.clone());
    if let Some(list) = machine.frame().generated.as_ref().map(|(list, _)| *list) {
        machine.state.append(list, value);
    }
}

/// `yield from value`.
pub fn give_each<'p>(run: &mut Evaluator<'p>, value: &Value<'p>, range: TextRange) {
    match run.iterate(value, range) {
        Items::Known(items) => items.into_iter().for_each(|item| give(run, item)),
        // Of any number of items the list has none: it is no longer all that is yielded.
        Items::Each(item, _) => note_given(run, item),
    }
    run.state.exhausted(value);
}

fn note_given<'p>(machine: &mut Machine<'p>, value: Value<'p>) {
    let frame = machine.frame();
    // What was read before the first one is as it was at the call.
    if frame.yields.is_empty()
        && let Some((list, reads)) = frame.generated.take()
    {
        reads.end();
        frame.generated = Some((list, Recorder::begin(list.0)));
    }
    frame.yields.push(value);
}

/// What the generator gives whose body has run: each item, where every path that returns has yielded all that any path has,
/// else one value that stands for each.
pub fn end<'p>(machine: &mut Machine<'p>) -> Items<'p> {
    let frame = machine.frame();
    let (yields, generated) = (std::mem::take(&mut frame.yields), frame.generated.take());
    let Some((list, reads)) = generated else { return Items::Each(Value::unknown(), None) };
    let reads = reads.end();
    match machine.state.collected(list) {
        Items::Known(items)
            if items.len() == yields.len()
                && items.len() <= MOST_ITEMS
                && reads.iter().all(|read| is_lasting(machine, *read)) =>
        {
            Items::Known(items)
        }
        _ => Items::Each(machine.state.summarise(&yields).unwrap_or_else(Value::unknown), None),
    }
}

/// Is what was read the same whoever runs in between? A definition is taken to stay under its name.
fn is_lasting(machine: &Machine<'_>, read: Read) -> bool {
    match read {
        Read::Object(id) => matches!(machine.state.heap.get(id), Object::Range(_) | Object::TupleOf { .. }),
        Read::Name(scope, name) => machine.lookup_in(scope, name).is_none_or(|value| value.is_definition()),
    }
}
