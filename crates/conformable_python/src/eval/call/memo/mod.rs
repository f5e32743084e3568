//! Calls that would do what an earlier one did.
//!
//! What a call gives depends on its function, its arguments, what it reads of the objects that were
//! there, and what the path knows of the sizes in all that. A call that said nothing, raised nothing,
//! taught nothing of what was there and wrote to nothing of it is kept: its result, the objects that
//! only the result leads to, and the steps that it took. A later one with arguments of the same form
//! ([`key`]) that would read the same has that result, in its own sizes and with identities of its
//! own ([`copy`]). Whatever is not sure to be repeated is evaluated.
//!
//! A call of which no argument is known may also have found something, which has been said then and
//! would be said again, and may have met calls that were not entered, of which nothing is known
//! either. It costs no steps: code that calls itself in many ways would have none left.

mod copy;
mod key;
mod verify;

use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use self::copy::{Kept, Seen};
use self::key::{Form, Key};
use crate::domain::heap::{ObjectId, Shared};
use crate::domain::reads::{self, Read, Recorder};
use crate::domain::state::State;
use crate::domain::value::{Array, Function, Sym, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::front::diagnostic::Diagnostic;

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
    /// Counts the calls that were not entered.
    pub cut: u64,
    /// Counts the answers that stand for findings.
    said: u64,
    /// The keys of answers that stand for findings, in the order in which they were kept.
    stand: Vec<Key>,
    /// The functions whose bodies were evaluated.
    pub entered: FxHashSet<(usize, TextRange)>,
    /// Kept calls that were found to be wrong.
    pub wrong: Vec<Diagnostic>,
}

/// A call as it is asked.
pub struct Asked<'p> {
    key: Key,
    form: Form<'p>,
    function: Rc<Function<'p>>,
    nothing_known: bool,
    /// What the key tells apart by address stays where it is.
    _held: Arguments<'p>,
}

/// What is compared after a call with what was before it.
pub struct Recording<'p> {
    recorder: Recorder,
    asked: Asked<'p>,
    state: State<'p>,
    objects: u64,
    identities: u64,
    effects: usize,
    said: u64,
    cut: u64,
    fuel: u64,
}

struct Answer<'p> {
    asked: Asked<'p>,
    /// Nobody would have heard a finding.
    silent: bool,
    /// It found something, which has been said.
    said: bool,
    /// It met calls that were not entered.
    cut: bool,
    objects: Vec<(ObjectId, Option<Shared<'p>>, bool)>,
    names: Vec<(ObjectId, Sym, Option<Value<'p>>)>,
    /// The arrays in what was read, and whether nobody had written to them.
    arrays: Vec<(Array, bool)>,
    kept: Kept<'p>,
    fuel: u64,
}

impl<'p> Evaluator<'p> {
    /// The question that a call asks, if it is one that may have been answered.
    pub fn ask(&mut self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<Asked<'p>> {
        let plain = !function.is_generator && !function.is_async && self.alone.names.is_none();
        let nothing_known = arguments.values().next().is_some() && arguments.values().all(Value::is_unknown);
        let heard = self.heard.bound.is_some() || self.heard.sites.is_some() && !nothing_known;
        if !plain || heard || arguments.open || arguments.each.is_some() || self.frames.is_empty() {
            return None;
        }
        let in_vain = self.memo.in_vain.get(&(function.module.id, function.range)).copied().unwrap_or(0);
        if !nothing_known && (in_vain >= MAX_IN_VAIN || !self.is_clean()) {
            return None;
        }
        let (key, form) = key::key(&self.state, function, arguments, self.outside_facts())?;
        let none_measured = form.arrays.iter().all(|array| !self.is_measured(array));
        let (function, held) = (Rc::clone(function), arguments.clone());
        none_measured.then_some(Asked { key, form, function, nothing_known, _held: held })
    }

    /// Is nothing wrong on this path, so that what a call does here it does elsewhere?
    pub fn is_clean(&self) -> bool {
        !self.state.poisoned && !self.state.doubtful && self.state.tainted.is_empty()
    }

    /// Do data that are the elements of this array decide a size that has a name?
    fn is_measured(&self, array: &Array) -> bool {
        self.identity(array).is_some_and(|identity| self.state.store.has_runtime_size(identity))
    }

    /// What an earlier call gave that was asked the same and read the same, and whether each call
    /// in it was entered.
    pub fn replay(&mut self, asked: &Asked<'p>) -> Option<(Value<'p>, bool)> {
        let answers = self.memo.answers.get(&asked.key)?;
        let place = answers.iter().position(|answer| self.holds(answer, asked))?;
        let answer = &answers[place];
        let (kept, said, cut) = (answer.kept.clone(), answer.said, answer.cut);
        let fuel = if asked.nothing_known { 0 } else { answer.fuel };
        let form = answer.asked.form.clone();
        reads::again(answer.objects.iter().map(|(id, ..)| Read::Object(*id)));
        reads::again(answer.names.iter().map(|(scope, name, _)| Read::Name(*scope, *name)));
        self.fuel -= fuel;
        self.heard.statistics.fuel += fuel;
        self.heard.statistics.remembered += 1;
        self.memo.said += u64::from(said);
        self.memo.cut += u64::from(cut);
        self.memo.in_vain.remove(&(asked.function.module.id, asked.function.range));
        Some((self.given_again(&kept, &form, &asked.form)?, !cut))
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
        (asked.nothing_known || self.fuel > answer.fuel)
            && (!answer.silent || self.heard.is_silent())
            && answer.names.iter().all(name)
            && answer.objects.iter().all(object)
            && answer.arrays.iter().all(|(array, as_made)| {
                !asked.form.bases.contains(&array.base)
                    && !self.is_measured(array)
                    && self.state.is_as_made(array) == *as_made
            })
    }

    pub fn begin_recording(&mut self, asked: Asked<'p>) -> Recording<'p> {
        *self.memo.in_vain.entry((asked.function.module.id, asked.function.range)).or_default() += 1;
        Recording {
            recorder: Recorder::begin(self.numbers.object),
            asked,
            state: self.state.clone(),
            objects: self.numbers.object,
            identities: self.numbers.identity,
            effects: self.heard.effects.len(),
            said: self.memo.said,
            cut: self.memo.cut,
            fuel: self.heard.statistics.fuel,
        }
    }

    /// Keep what a call gave, if it did nothing else.
    pub fn end_recording(&mut self, recording: Recording<'p>, value: &Value<'p>) {
        let did = self.did_nothing_else(&recording);
        let (kept, Recording { recorder, asked, state, effects, said, cut, fuel, .. }) =
            (did.is_ok().then(|| self.kept(value, &recording)).flatten(), recording);
        let read = recorder.end();
        let Some(kept) = kept else { return };
        let heap = &state.heap;
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
        asked.function.defaults.iter().for_each(|(_, value)| seen.value(value));
        let bases = &asked.form.bases;
        let after = std::mem::replace(&mut self.state, state);
        let apart = seen.arrays.iter().all(|array| !bases.contains(&array.base) && !self.is_measured(array));
        let arrays = seen.arrays.iter().map(|array| (*array, self.state.is_as_made(array))).collect();
        self.state = after;
        if !seen.is_closed() || !apart {
            return;
        }
        if self.memo.answers.len() >= MAX_QUESTIONS {
            self.memo.answers.clear();
        }
        let answers = self.memo.answers.entry(asked.key.clone()).or_default();
        if answers.len() >= MAX_ANSWERS {
            answers.remove(0);
        }
        let fuel = self.heard.statistics.fuel - fuel;
        let said = self.heard.effects.len() != effects || self.memo.said != said;
        let (silent, cut) = (self.heard.is_silent(), self.memo.cut != cut);
        if said {
            self.memo.stand.push(asked.key.clone());
        }
        answers.push(Answer { asked, silent, said, cut, objects, names, arrays, kept, fuel });
    }

    /// Has a call left everything as it was, but for what it made? If not, what it did.
    fn did_nothing_else(&self, recording: &Recording<'p>) -> Result<(), String> {
        let (before, after) = (&recording.state, &self.state);
        let is_new = |id: u64, first: u64| conformable_solver::is_since(id, first);
        let returned = || !after.dead && !after.poisoned && !after.doubtful && after.tainted.is_empty();
        let nothing_known = recording.asked.nothing_known;
        let whole = || self.fuel > 0 && (nothing_known || self.memo.cut == recording.cut);
        let said_nothing =
            || nothing_known || self.heard.effects.len() == recording.effects && self.memo.said == recording.said;
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

/// How much had been said at some moment.
pub struct Said {
    effects: usize,
    bound: usize,
    stand: usize,
}

impl Evaluator<'_> {
    pub fn said(&self) -> Said {
        let bound = self.heard.bound.as_ref().map_or(0, Vec::len);
        Said { effects: self.heard.effects.len(), bound, stand: self.memo.stand.len() }
    }

    /// Nothing has been said since then: what was evaluated will be evaluated once more.
    pub fn take_back(&mut self, said: Said) {
        self.heard.effects.truncate(said.effects);
        if let Some(bound) = &mut self.heard.bound {
            bound.truncate(said.bound);
        }
        // An answer that is kept stands for its findings.
        for key in self.memo.stand.drain(said.stand..) {
            self.memo.answers.remove(&key);
        }
    }
}
