//! Generators: what their bodies yield. A body is evaluated at the call, and each path of it fills a list as it would one of
//! its own: loops, tests and joins do to it what they do to any list.
//!
//! In a run the body goes on when somebody asks for the next item, who may have changed what it reads in the meantime. So the
//! items are known one by one only if they are few and after the first `yield` nothing is read that can be changed from outside;
//! else one value stands for each, and nothing is said of their number.

use ruff_text_size::TextRange;

use crate::domain::heap::{Items, Object, ObjectId};
use crate::domain::reads::{Read, Recorder};
use crate::domain::value::Value;
use crate::eval::{Evaluator, Machine};

/// Of so many items each is known: what takes them is evaluated for each, and so is every call that it makes.
const MOST_ITEMS: usize = 4;

/// What a generator's body has yielded.
pub struct Yields<'p> {
    /// On any path.
    all: Vec<Value<'p>>,
    /// Each path fills this list by itself.
    list: ObjectId,
    /// What the body reads, since the first `yield` if there has been one: what was read before is as it was at the call.
    reads: Recorder,
}

impl<'p> Yields<'p> {
    /// Has a `yield` been evaluated?
    pub fn has_begun(&self) -> bool {
        !self.all.is_empty()
    }

    fn note(mut self, value: Value<'p>) -> Yields<'p> {
        if !self.has_begun() {
            self.reads.end();
            self.reads = Recorder::begin(self.list.0);
        }
        self.all.push(value);
        self
    }
}

/// The body of a generator begins.
pub fn begin(machine: &mut Machine<'_>) {
    let reads = Recorder::begin(machine.numbers.object);
    let list = machine.new_object(Object::List(Vec::new()));
    machine.frame().yields = Some(Yields { all: Vec::new(), list, reads });
}

/// `yield value`.
pub fn give<'p>(machine: &mut Machine<'p>, value: Value<'p>) {
    let Some(yields) = machine.frame().yields.take() else { return };
    machine.state.append(yields.list, value.clone());
    machine.frame().yields = Some(yields.note(value));
}

/// `yield from value`.
pub fn give_each<'p>(run: &mut Evaluator<'p>, value: &Value<'p>, range: TextRange) {
    match run.iterate(value, range) {
        Items::Known(items) => items.into_iter().for_each(|item| give(run, item)),
        // Of any number of items the list has none: it is no longer all that is yielded.
        Items::Each(item, _) => {
            let yields = run.frame().yields.take();
            run.frame().yields = yields.map(|yields| yields.note(item));
        }
    }
    run.state.exhausted(value);
}

/// What the generator gives whose body has run: each item, where every path that returns has yielded all that any path has,
/// else one value that stands for each.
pub fn end<'p>(machine: &mut Machine<'p>) -> Items<'p> {
    let Some(Yields { all, list, reads }) = machine.frame().yields.take() else {
        return Items::Each(Value::unknown(), None);
    };
    let reads = reads.end();
    match machine.state.collected(list) {
        Items::Known(items)
            if items.len() == all.len()
                && items.len() <= MOST_ITEMS
                && reads.iter().all(|read| is_lasting(machine, *read)) =>
        {
            Items::Known(items)
        }
        _ => Items::Each(machine.state.summarise(&all).unwrap_or_else(Value::unknown), None),
    }
}

/// Is what was read the same whoever runs in between? A definition is taken to stay under its name.
fn is_lasting(machine: &Machine<'_>, read: Read) -> bool {
    match read {
        Read::Object(id) => matches!(machine.state.heap.get(id), Object::Range(_) | Object::TupleOf { .. }),
        Read::Name(scope, name) => machine.lookup_in(scope, name).is_none_or(|value| value.is_definition()),
    }
}
