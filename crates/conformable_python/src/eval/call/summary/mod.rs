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

use self::copy::{ReadContents, SummaryResult};
use self::key::{Form, Key};
use crate::domain::heap::{ObjectId, Shared};
use crate::domain::reads::{self, Read, Recorder};
use crate::domain::state::State;
use crate::domain::value::{Array, Function, Sym, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::front::diagnostic::Diagnostic;

/// A function of which so many calls were recorded in vain is not recorded any more.
const MAX_RECORDINGS_WITHOUT_HIT: u32 = 6;
/// So many answers are kept for one question: what was read differs.
const MAX_SUMMARIES_PER_KEY: usize = 3;
/// All is forgotten when there are so many questions.
const MAX_KEYS: usize = 1 << 12;

#[derive(Default)]
pub struct Summaries<'p> {
    by_key: FxHashMap<Key, Vec<Summary<'p>>>,
    /// By function, how many calls were recorded since one was answered.
    recordings_since_hit: FxHashMap<(usize, TextRange), u32>,
    /// Counts the calls that were not entered.
    pub skipped_calls: u64,
    /// Counts the answers that stand for findings.
    replayed_findings: u64,
    /// The keys of answers that stand for findings, in the order in which they were kept.
    keys_with_findings: Vec<Key>,
    /// The functions whose bodies were evaluated.
    pub entered: FxHashSet<(usize, TextRange)>,
    /// Kept calls that were found to be wrong.
    pub wrong: Vec<Diagnostic>,
}

/// A call as it is asked.
pub struct CallQuery<'p> {
    key: Key,
    form: Form<'p>,
    function: Rc<Function<'p>>,
    nothing_known: bool,
    /// What the key tells apart by address stays where it is.
    _pinned: Arguments<'p>,
}

/// What is compared after a call with what was before it.
pub struct Recording<'p> {
    recorder: Recorder,
    query: CallQuery<'p>,
    state: State<'p>,
    objects: u64,
    identities: u64,
    effects: usize,
    replayed_findings: u64,
    skipped_calls: u64,
    fuel: u64,
}

struct Summary<'p> {
    query: CallQuery<'p>,
    /// Nobody would have heard a finding.
    silent: bool,
    /// It found something, which has been said.
    has_findings: bool,
    /// It met calls that were not entered.
    skipped_calls: bool,
    objects: Vec<(ObjectId, Option<Shared<'p>>, bool)>,
    names: Vec<(ObjectId, Sym, Option<Value<'p>>)>,
    /// The arrays in what was read, and whether nobody had written to them.
    arrays: Vec<(Array, bool)>,
    kept: SummaryResult<'p>,
    fuel: u64,
}

impl<'p> Evaluator<'p> {
    /// The question that a call asks, if it is one that may have been answered.
    pub fn ask(&mut self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<CallQuery<'p>> {
        let plain = !function.is_generator && !function.is_async && self.standalone.names.is_none();
        let nothing_known = arguments.values().next().is_some() && arguments.values().all(Value::is_unknown);
        let is_shown = self.output.bound.is_some() || self.output.sites.is_some() && !nothing_known;
        if !plain || is_shown || arguments.open || arguments.each.is_some() || self.frames.is_empty() {
            return None;
        }
        let recordings_since_hit =
            self.summaries.recordings_since_hit.get(&(function.module.id, function.range)).copied().unwrap_or(0);
        if !nothing_known && (recordings_since_hit >= MAX_RECORDINGS_WITHOUT_HIT || !self.is_clean()) {
            return None;
        }
        let (key, form) = key::key(&self.state, function, arguments, self.outside_dependencies())?;
        let none_measured = form.arrays.iter().all(|array| !self.is_measured(array));
        let (function, held) = (Rc::clone(function), arguments.clone());
        none_measured.then_some(CallQuery { key, form, function, nothing_known, _pinned: held })
    }

    /// Is nothing wrong on this path, so that what a call does here it does elsewhere?
    pub fn is_clean(&self) -> bool {
        !self.state.refuted && !self.state.doubtful && self.state.tainted.is_empty()
    }

    /// Do data that are the elements of this array decide a size that has a name?
    fn is_measured(&self, array: &Array) -> bool {
        self.identity(array).is_some_and(|identity| self.state.store.has_runtime_size(identity))
    }

    /// What an earlier call gave that was asked the same and read the same, and whether each call
    /// in it was entered.
    pub fn replay(&mut self, query: &CallQuery<'p>) -> Option<(Value<'p>, bool)> {
        let summaries = self.summaries.by_key.get(&query.key)?;
        let place = summaries.iter().position(|summary| self.holds(summary, query))?;
        let summary = &summaries[place];
        let (kept, has_findings, skipped_calls) = (summary.kept.clone(), summary.has_findings, summary.skipped_calls);
        let fuel = if query.nothing_known { 0 } else { summary.fuel };
        let form = summary.query.form.clone();
        reads::replay(summary.objects.iter().map(|(id, ..)| Read::Object(*id)));
        reads::replay(summary.names.iter().map(|(scope, name, _)| Read::Name(*scope, *name)));
        self.fuel -= fuel;
        self.output.statistics.fuel += fuel;
        self.output.statistics.remembered += 1;
        self.summaries.replayed_findings += u64::from(has_findings);
        self.summaries.skipped_calls += u64::from(skipped_calls);
        self.summaries.recordings_since_hit.remove(&(query.function.module.id, query.function.range));
        Some((self.instantiate_summary(&kept, &form, &query.form)?, !skipped_calls))
    }

    fn holds(&self, summary: &Summary<'p>, query: &CallQuery<'p>) -> bool {
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
        (query.nothing_known || self.fuel > summary.fuel)
            && (!summary.silent || self.output.is_silent())
            && summary.names.iter().all(name)
            && summary.objects.iter().all(object)
            && summary.arrays.iter().all(|(array, as_made)| {
                !query.form.bases.contains(&array.base)
                    && !self.is_measured(array)
                    && self.state.is_as_made(array) == *as_made
            })
    }

    pub fn begin_recording(&mut self, query: CallQuery<'p>) -> Recording<'p> {
        *self.summaries.recordings_since_hit.entry((query.function.module.id, query.function.range)).or_default() += 1;
        Recording {
            recorder: Recorder::begin(self.numbers.object),
            query,
            state: self.state.clone(),
            objects: self.numbers.object,
            identities: self.numbers.identity,
            effects: self.output.effects.len(),
            replayed_findings: self.summaries.replayed_findings,
            skipped_calls: self.summaries.skipped_calls,
            fuel: self.output.statistics.fuel,
        }
    }

    /// Keep what a call gave, if it did nothing else.
    pub fn end_recording(&mut self, recording: Recording<'p>, value: &Value<'p>) {
        let did = self.did_nothing_else(&recording);
        let (kept, Recording { recorder, query, state, effects, replayed_findings, skipped_calls, fuel, .. }) =
            (did.is_ok().then(|| self.kept(value, &recording)).flatten(), recording);
        let read = recorder.end();
        let Some(kept) = kept else { return };
        let heap = &state.heap;
        let (mut objects, mut names, mut seen) = (Vec::new(), Vec::new(), ReadContents::default());
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
        query.function.defaults.iter().for_each(|(_, value)| seen.value(value));
        let bases = &query.form.bases;
        let after = std::mem::replace(&mut self.state, state);
        let apart = seen.arrays.iter().all(|array| !bases.contains(&array.base) && !self.is_measured(array));
        let arrays = seen.arrays.iter().map(|array| (*array, self.state.is_as_made(array))).collect();
        self.state = after;
        if !seen.is_closed() || !apart {
            return;
        }
        if self.summaries.by_key.len() >= MAX_KEYS {
            self.summaries.by_key.clear();
        }
        let summaries = self.summaries.by_key.entry(query.key.clone()).or_default();
        if summaries.len() >= MAX_SUMMARIES_PER_KEY {
            summaries.remove(0);
        }
        let fuel = self.output.statistics.fuel - fuel;
        let has_findings =
            self.output.effects.len() != effects || self.summaries.replayed_findings != replayed_findings;
        let (silent, skipped_calls) = (self.output.is_silent(), self.summaries.skipped_calls != skipped_calls);
        if has_findings {
            self.summaries.keys_with_findings.push(query.key.clone());
        }
        summaries.push(Summary { query, silent, has_findings, skipped_calls, objects, names, arrays, kept, fuel });
    }

    /// Has a call left everything as it was, but for what it made? If not, what it did.
    fn did_nothing_else(&self, recording: &Recording<'p>) -> Result<(), String> {
        let (before, after) = (&recording.state, &self.state);
        let is_new = |id: u64, first: u64| conformable_solver::is_since(id, first);
        let returned = || !after.unreachable && !after.refuted && !after.doubtful && after.tainted.is_empty();
        let nothing_known = recording.query.nothing_known;
        let whole = || self.fuel > 0 && (nothing_known || self.summaries.skipped_calls == recording.skipped_calls);
        let said_nothing = || {
            nothing_known
                || self.output.effects.len() == recording.effects
                    && self.summaries.replayed_findings == recording.replayed_findings
        };
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
pub struct OutputMark {
    effects: usize,
    bound: usize,
    keys_with_findings: usize,
}

impl Evaluator<'_> {
    pub fn output_mark(&self) -> OutputMark {
        let bound = self.output.bound.as_ref().map_or(0, Vec::len);
        OutputMark {
            effects: self.output.effects.len(),
            bound,
            keys_with_findings: self.summaries.keys_with_findings.len(),
        }
    }

    /// Nothing has been said since then: what was evaluated will be evaluated once more.
    pub fn discard_output_since(&mut self, mark: OutputMark) {
        self.output.effects.truncate(mark.effects);
        if let Some(bound) = &mut self.output.bound {
            bound.truncate(mark.bound);
        }
        // An answer that is kept stands for its findings.
        for key in self.summaries.keys_with_findings.drain(mark.keys_with_findings..) {
            self.summaries.by_key.remove(&key);
        }
    }
}
