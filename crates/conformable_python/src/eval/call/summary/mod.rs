//! Function summaries: replays the recorded result of an equivalent earlier call.
//!
//! The result of a call depends on its function, its arguments, what it reads of existing objects, and what
//! the path knows of the sizes in all of these. A call that reported nothing, raised nothing, taught the path
//! nothing about existing sizes and wrote to no existing object is recorded: its result, the objects that only
//! the result leads to, and the steps that it took. A later call with arguments of the same form ([`key`]) that
//! would read the same is answered by that summary, in its own sizes and with identities of its own ([`copy`]).
//! Any other call is evaluated.
//!
//! A call none of whose arguments is known may also have findings, which were reported once and would be
//! reported again, and may have skipped calls, whose results are unknown either way. Its summary costs no
//! steps: code that calls itself in many ways would use up all fuel.
//!
//! Saves 9% of the time of `check` on control and 1% of the instructions on mlxtend. It is there for growth: a function that
//! calls several others, as these do, is otherwise evaluated once for each path through all of them.
//!
//! `check --verify` (not in the help) evaluates each call that a summary answers all the same and reports what
//! differs ([`verify`]): the pages of `spec/`, the examples and a part of the corpora are run this way.

mod copy;
mod key;
pub mod verify;

use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use self::copy::{ReadContents, SummaryResult};
use self::key::{Form, Key};
use crate::domain::heap::{Heap, Marks, ObjectId, Shared};
use crate::domain::reads::{self, Read, Recorder};
use crate::domain::state::State;
use crate::domain::value::{Array, Function, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::budget::CutCalls;
use crate::eval::facts::FactsMark;
use crate::eval::machine::output::Numbers;
use crate::front::diagnostic::Diagnostic;

/// A function is no longer recorded after this many recordings without a hit.
const MAX_RECORDINGS_WITHOUT_HIT: u32 = 6;
/// At most this many summaries are kept for one key; they differ in what was read.
const MAX_SUMMARIES_PER_KEY: usize = 3;
/// All summaries are dropped when there are this many keys.
const MAX_KEYS: usize = 1 << 12;

#[derive(Default)]
pub struct Summaries<'p> {
    by_key: FxHashMap<Key, Vec<Summary<'p>>>,
    /// The keys that this root has recorded.
    recorded: Vec<Key>,
    /// By function, the number of recordings since the last call that a summary answered.
    recordings_since_hit: FxHashMap<(usize, TextRange), u32>,
    /// The number of calls whose bodies were skipped, or not evaluated to their end.
    pub skipped_calls: u64,
    pub cut: CutCalls,
    /// The number of replayed summaries that have findings.
    replayed_findings: u64,
    /// The keys of summaries that have findings, in the order in which they were recorded.
    keys_with_findings: Vec<Key>,
    /// Whether exceptions may have left the call that ended last, and changes of existing objects.
    pub last_raised: bool,
    /// The functions whose bodies were evaluated.
    pub entered: FxHashSet<(usize, TextRange)>,
    /// Summaries that `check --verify` found to be wrong.
    pub wrong: Vec<Diagnostic>,
}

/// A call for which a summary is looked up.
pub struct CallQuery<'p> {
    key: Key,
    form: Form<'p>,
    function: Rc<Function<'p>>,
    nothing_known: bool,
    /// Keeps alive what the key distinguishes by address.
    _pinned: Arguments<'p>,
}

/// The state before a recorded call, to compare with the state after it.
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

/// The recorded result of a call, and everything that it depends on.
struct Summary<'p> {
    query: CallQuery<'p>,
    /// Reporting was switched off.
    silent: bool,
    /// The call had findings, which were reported.
    has_findings: bool,
    /// It skipped calls.
    skipped_calls: bool,
    objects: Vec<(ObjectId, Option<Shared<'p>>, bool)>,
    names: Vec<(ObjectId, Sym, Option<Value<'p>>)>,
    /// The arrays in what was read, whether they were unwritten, and whether they held whole numbers.
    arrays: Vec<(Array, [bool; 2])>,
    kept: SummaryResult<'p>,
    fuel: u64,
    /// What was imported before the call.
    marks: Marks<'p>,
}

impl<'p> Summaries<'p> {
    /// What holds in another root over the same modules: summaries of calls that read nothing that this root made,
    /// before it had imported a module of its own.
    /// A function that calls others of which it says nothing is the common case, and each of these is evaluated
    /// once for all roots, not once for each.
    pub fn of_all_roots(mut self, before: Numbers, heap: &Heap<'p>) -> Summaries<'p> {
        for key in self.recorded {
            if let Some(summaries) = self.by_key.get_mut(&key) {
                summaries.retain(|summary| heap.has_marks(&summary.marks) && summary.was_made_of(before));
            }
        }
        Summaries {
            by_key: self.by_key,
            recordings_since_hit: self.recordings_since_hit,
            cut: self.cut,
            ..Summaries::default()
        }
    }
}

impl Summary<'_> {
    /// Did all that it read exist before?
    fn was_made_of(&self, before: Numbers) -> bool {
        let is_known = |id: &ObjectId| !conformable_solver::is_since(id.0, before.object);
        is_known(&self.query.key.scope)
            && self.objects.iter().all(|(id, ..)| is_known(id))
            && self.names.iter().all(|(scope, ..)| is_known(scope))
            && self.arrays.iter().all(|(array, _)| !conformable_solver::is_since(array.base, before.identity))
    }
}

impl<'p> Machine<'p> {
    /// The query for a summary of this call, if it may have one.
    pub fn ask(&mut self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<CallQuery<'p>> {
        let plain = !function.is_generator && !function.is_async && self.standalone.names.is_none();
        let nothing_known = arguments.values().next().is_some() && arguments.values().all(Value::is_unknown);
        if !plain || arguments.open || arguments.each.is_some() || self.frames.is_empty() {
            return None;
        }
        let recordings_since_hit =
            self.summaries.recordings_since_hit.get(&(function.module.id, function.range)).copied().unwrap_or(0);
        if !nothing_known && (recordings_since_hit >= MAX_RECORDINGS_WITHOUT_HIT || !self.is_clean()) {
            return None;
        }
        let first = arguments.positional.first().map(|first| &first.kind);
        let is_own_receiver = matches!(first, Some(Kind::Object(id)) if self.is_own(*id));
        let outside = self.outside_dependencies();
        let (key, form) = key::key(&self.state, function, arguments, outside, is_own_receiver)?;
        let none_measured = form.arrays.iter().all(|array| !self.is_measured(array));
        let (function, held) = (Rc::clone(function), arguments.clone());
        none_measured.then_some(CallQuery { key, form, function, nothing_known, _pinned: held })
    }

    /// Is this path neither refuted, doubtful nor tainted, so that a call does here what it does elsewhere?
    pub fn is_clean(&self) -> bool {
        !self.state.refuted && !self.is_doubtful() && self.state.tainted.is_empty()
    }

    /// Do the elements of this array decide a size that has a name?
    fn is_measured(&self, array: &Array) -> bool {
        self.state.identity(array).is_some_and(|identity| self.state.store.has_runtime_size(identity))
    }

    /// The result of an equivalent earlier call, and whether it skipped no call.
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
            (Some(now), Some(then)) => now == then,
            _ => false,
        };
        (query.nothing_known || self.fuel > summary.fuel)
            && (!summary.silent || self.output.is_silent())
            && summary.names.iter().all(name)
            && summary.objects.iter().all(object)
            && summary.arrays.iter().all(|(array, known)| {
                !query.form.bases.contains(&array.base)
                    && !self.is_measured(array)
                    && self.state.known_of_elements(array) == *known
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

    /// Records the result of a call, if the call had no other effect.
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
        let marks = heap.marks();
        let after = std::mem::replace(&mut self.state, state);
        let apart = seen.arrays.iter().all(|array| !bases.contains(&array.base) && !self.is_measured(array));
        let arrays = seen.arrays.iter().map(|array| (*array, self.state.known_of_elements(array))).collect();
        self.state = after;
        if !seen.is_closed() || !apart {
            return;
        }
        if self.summaries.by_key.len() >= MAX_KEYS {
            self.summaries.by_key.clear();
            self.summaries.recorded.clear();
        }
        self.summaries.recorded.push(query.key.clone());
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
        summaries.push(Summary {
            query,
            silent,
            has_findings,
            skipped_calls,
            objects,
            names,
            arrays,
            kept,
            fuel,
            marks,
        });
    }

    /// Did a call leave everything as it was, except what it made? If not, the effect that it had.
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
        let raised_nothing = || !self.summaries.last_raised;
        let checks: [(&str, &dyn Fn() -> bool); 8] = [
            ("did not return", &returned),
            ("was cut short", &whole),
            ("found something", &said_nothing),
            ("may raise behind a write", &raised_nothing),
            ("imported a module", &imported_nothing),
            ("wrote to an object", &objects),
            ("wrote to an array", &arrays),
            ("learned of a size", &sizes),
        ];
        checks.iter().find(|(_, holds)| !holds()).map_or(Ok(()), |(did, _)| Err(format!("it {did}")))
    }
}

/// The amount of output at some moment.
pub struct OutputMark {
    effects: usize,
    facts: FactsMark,
    keys_with_findings: usize,
}

impl Machine<'_> {
    pub fn output_mark(&self) -> OutputMark {
        OutputMark {
            effects: self.output.effects.len(),
            facts: self.output.facts.as_ref().map(|facts| facts.mark()).unwrap_or_default(),
            keys_with_findings: self.summaries.keys_with_findings.len(),
        }
    }

    /// Discards the output since then: the same code will be evaluated once more.
    pub fn discard_output_since(&mut self, mark: OutputMark) {
        self.output.effects.truncate(mark.effects);
        if let Some(facts) = &mut self.output.facts {
            facts.discard_since(mark.facts);
        }
        // The findings of a summary are discarded, so the summary must go too.
        for key in self.summaries.keys_with_findings.drain(mark.keys_with_findings..) {
            self.summaries.by_key.remove(&key);
        }
    }
}
