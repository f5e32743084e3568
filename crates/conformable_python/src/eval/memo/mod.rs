//! Calls that would do what an earlier one did.
//!
//! What a call gives depends on its function, its arguments, what it reads of the objects that were
//! there, and what the path knows of the sizes in all that. A call that said nothing, raised nothing,
//! taught nothing of what was there and wrote to nothing of it is kept: its result, the objects that
//! only the result leads to, and the steps that it took. A later one with arguments of the same form
//! ([`key`]) that would read the same has that result, in its own sizes and with identities of its
//! own ([`copy`]). Whatever is not sure to be repeated is evaluated.

mod copy;
mod key;
mod verify;

use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use self::copy::{Kept, Seen};
use self::key::{Form, Key};
use super::Evaluator;
use super::calls::Arguments;
use crate::diagnostic::Diagnostic;
use crate::heap::{ObjectId, Shared};
use crate::reads::{self, Read};
use crate::state::State;
use crate::value::{Array, Function, Sym, Value};

/// A function of which so many calls were recorded in vain is not recorded any more.
const MAX_IN_VAIN: u32 = 6;
/// So many answers are kept for one question: what was read differs.
const MAX_ANSWERS: usize = 3;
/// All is forgotten when there are so many questions.
const MAX_QUESTIONS: usize = 1 << 12;

#[derive(Default)]
pub struct Memo<'p> {
    answers: FxHashMap<Key, Vec<Answer<'p>>>,
    /// By function, how many calls were recorded since one was answered.
    in_vain: FxHashMap<(usize, TextRange), u32>,
    /// Counts what no answer may hold: calls that were not entered, findings that stand for others.
    pub unkept: u64,
    /// Kept calls that were found to be wrong.
    pub wrong: Vec<Diagnostic>,
}

/// A call as it is asked.
pub struct Asked<'p> {
    key: Key,
    form: Form<'p>,
    function: Rc<Function<'p>>,
    /// What the key tells apart by address stays where it is.
    _held: Arguments<'p>,
}

/// What is compared after a call with what was before it.
pub struct Recording<'p> {
    asked: Asked<'p>,
    state: State<'p>,
    objects: u64,
    identities: u64,
    effects: usize,
    unkept: u64,
    fuel: u64,
}

struct Answer<'p> {
    asked: Asked<'p>,
    /// Nobody would have heard a finding.
    silent: bool,
    objects: Vec<(ObjectId, Option<Shared<'p>>, bool)>,
    names: Vec<(ObjectId, Sym, Option<Value<'p>>)>,
    /// The arrays in what was read.
    arrays: Vec<Array>,
    kept: Kept<'p>,
    fuel: u64,
}

impl<'p> Evaluator<'p> {
    /// The question that a call asks, if it is one that may have been answered.
    pub fn ask(&mut self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<Asked<'p>> {
        let plain = !function.is_generator && !function.is_async && self.alone.is_none();
        let heard = self.bound.is_some() || self.sites.is_some();
        let state = &self.state;
        let clean = !state.poisoned && !state.doubtful && state.tainted.is_empty();
        if !plain || heard || !clean || arguments.open || arguments.each.is_some() || self.frames.is_empty() {
            return None;
        }
        let in_vain = self.memo.in_vain.get(&(function.module.id, function.range)).copied().unwrap_or(0);
        if in_vain >= MAX_IN_VAIN {
            return None;
        }
        let (key, form) = key::key(state, function, arguments, self.outside_facts())?;
        let none_measured = form.arrays.iter().all(|array| !self.is_measured(array));
        let (function, held) = (Rc::clone(function), arguments.clone());
        none_measured.then_some(Asked { key, form, function, _held: held })
    }

    /// Do data that are the elements of this array decide a size that has a name?
    fn is_measured(&self, array: &Array) -> bool {
        self.identity(array).is_some_and(|identity| self.state.store.has_runtime_size(identity))
    }

    /// What an earlier call gave that was asked the same and read the same.
    pub fn replay(&mut self, asked: &Asked<'p>) -> Option<Value<'p>> {
        let answers = self.memo.answers.get(&asked.key)?;
        let place = answers.iter().position(|answer| self.holds(answer, asked))?;
        let answer = &answers[place];
        let (kept, fuel) = (answer.kept.clone(), answer.fuel);
        let form = answer.asked.form.clone();
        reads::again(answer.objects.iter().map(|(id, ..)| Read::Object(*id)));
        reads::again(answer.names.iter().map(|(scope, name, _)| Read::Name(*scope, *name)));
        self.fuel -= fuel;
        self.statistics.fuel += fuel;
        self.statistics.remembered += 1;
        self.memo.in_vain.remove(&(asked.function.module.id, asked.function.range));
        self.given_again(&kept, &form, &asked.form)
    }

    fn holds(&self, answer: &Answer<'p>, asked: &Asked<'p>) -> bool {
        let heap = &self.state.heap;
        let object = |(id, object, summary): &(ObjectId, Option<Shared<'p>>, bool)| {
            heap.unread(*id) == object.as_ref() && heap.is_summary(*id) == *summary
        };
        let name = |(scope, name, value): &(ObjectId, Sym, Option<Value<'p>>)| match (
            heap.name_unread(*scope, *name),
            value,
        ) {
            (None, None) => true,
            (Some(now), Some(then)) => key::is_same(now, then),
            _ => false,
        };
        self.fuel > answer.fuel
            && (!answer.silent || self.silent > 0)
            && answer.names.iter().all(name)
            && answer.objects.iter().all(object)
            && answer.arrays.iter().all(|array| !asked.form.bases.contains(&array.base) && !self.is_measured(array))
    }

    pub fn begin_recording(&mut self, asked: Asked<'p>) -> Recording<'p> {
        *self.memo.in_vain.entry((asked.function.module.id, asked.function.range)).or_default() += 1;
        reads::begin(self.next_object);
        Recording {
            asked,
            state: self.state.clone(),
            objects: self.next_object,
            identities: self.next_identity,
            effects: self.effects.len(),
            unkept: self.memo.unkept,
            fuel: self.statistics.fuel,
        }
    }

    /// Keep what a call gave, if it did nothing else.
    pub fn end_recording(&mut self, recording: Recording<'p>, value: &Value<'p>) {
        let read = reads::end();
        if self.did_nothing_else(&recording).is_err() {
            return;
        }
        let Some(kept) = self.kept(value, &recording) else { return };
        let heap = &recording.state.heap;
        let (mut objects, mut names, mut seen) = (Vec::new(), Vec::new(), Seen::default());
        for one in read {
            match one {
                Read::Object(id) => {
                    let object = heap.unread(id).cloned();
                    if let Some(object) = &object {
                        seen.object(&object.0);
                    }
                    objects.push((id, object, heap.is_summary(id)));
                }
                Read::Name(scope, name) => {
                    let value = heap.name_unread(scope, name).cloned();
                    if let Some(value) = &value {
                        seen.value(value);
                    }
                    names.push((scope, name, value));
                }
            }
        }
        recording.asked.function.defaults.iter().for_each(|(_, value)| seen.value(value));
        let bases = &recording.asked.form.bases;
        let after = std::mem::replace(&mut self.state, recording.state);
        let apart = seen.arrays.iter().all(|array| !bases.contains(&array.base) && !self.is_measured(array));
        self.state = after;
        if !seen.is_closed() || !apart {
            return;
        }
        if self.memo.answers.len() >= MAX_QUESTIONS {
            self.memo.answers.clear();
        }
        let answers = self.memo.answers.entry(recording.asked.key.clone()).or_default();
        if answers.len() >= MAX_ANSWERS {
            answers.remove(0);
        }
        let fuel = self.statistics.fuel - recording.fuel;
        let (silent, asked) = (self.silent > 0, recording.asked);
        answers.push(Answer { asked, silent, objects, names, arrays: seen.arrays, kept, fuel });
    }

    /// Has a call left everything as it was, but for what it made? If not, what it did.
    fn did_nothing_else(&self, recording: &Recording<'p>) -> Result<(), String> {
        let (before, after) = (&recording.state, &self.state);
        let is_new = |id: u64, first: u64| conformable_solver::is_since(id, first);
        let returned = || !after.dead && !after.poisoned && !after.doubtful && after.tainted.is_empty();
        let whole = || self.fuel > 0 && self.memo.unkept == recording.unkept;
        let said_nothing = || self.effects.len() == recording.effects;
        let imported_nothing = || before.heap.is_marked_as(&after.heap);
        let objects = || before.heap.changed(&after.heap).iter().all(|id| is_new(id.0, recording.objects));
        let arrays = || {
            before.scattered == after.scattered
                && before.written_since(after).all(|base| is_new(base, recording.identities + 1))
        };
        let sizes = || after.store.only_adds_to(&before.store);
        let checks: [(&str, &dyn Fn() -> bool); 7] = [
            ("did not return", &returned),
            ("was cut short", &whole),
            ("found something", &said_nothing),
            ("imported a module", &imported_nothing),
            ("wrote to an object", &objects),
            ("wrote to an array", &arrays),
            ("learned of a size", &sizes),
        ];
        checks.iter().find(|(_, holds)| !holds()).map_or(Ok(()), |(did, _)| Err(format!("it {did}")))
    }
}
