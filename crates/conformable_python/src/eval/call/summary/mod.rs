//! Function summaries: replays the recorded outcome of an equivalent earlier call.
//!
//! The outcome of a call depends on its function, its arguments, what it reads of existing objects, and what
//! the path knows of the sizes in all of these. A call that reported nothing, imported nothing and taught the path nothing
//! about existing sizes is recorded: its result, what it left of the objects, names and storages that it changed, what
//! those lead to, the same for the path on which exceptions may leave it, and the steps that it took. A later call with
//! arguments of the same form ([`key`]) that would read the same is answered by that summary, in its own sizes and with
//! identities and objects of its own ([`copy`]). Any other call is evaluated.
//!
//! Objects that the root has made are numbered as they are met from the arguments on, and what is read of them is
//! compared in the terms of the form, so that `self.update()` of one instance answers for another one. What is read of any
//! other object, or by a scope's name, must be the very same.
//!
//! A call in which calls were skipped answers for one that has no more fuel and is no less deep: it would skip as much. One
//! none of whose arguments is known answers for all, whose results are unknown either way. It may also have findings,
//! which were reported once and would be reported again, and its summary costs no steps: code that calls itself in many
//! ways would use up all fuel.
//!
//! Answers a sixth of all steps of calls on statsmodels and a third on astropy. It is there for growth too: a function
//! that calls several others, as these do, is otherwise evaluated once for each path through all of them.
//!
//! `check --verify` (not in the help) evaluates each call that a summary answers all the same and reports what
//! differs ([`verify`]): the pages of `spec/`, the examples and a part of the corpora are run this way.

mod copy;
mod imports;
mod key;
pub mod verify;

use std::collections::hash_map::Entry;
use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use self::copy::{Mutations, ReadContents, ReadContentsOfObjects, SummaryResult};
use self::imports::SummaryImports;
use self::key::{Content, Form, Key, Roles};
use crate::domain::heap::{Heap, Name, ObjectId, Shared};
use crate::domain::reads::{self, Read, Recorder};
use crate::domain::state::State;
use crate::domain::value::{Array, Function, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::budget::CutCalls;
use crate::eval::facts::FactsMark;
use crate::eval::machine::exits::ExceptionalExit;
use crate::eval::machine::output::Numbers;
use crate::eval::machine::writers::HandedName;
use crate::front::diagnostic::Diagnostic;

/// Of a function that took fewer steps the last time a call is evaluated: that costs less than to look at what it read.
const MIN_STEPS: u64 = 20;
/// A function is no longer recorded after this many recordings without a hit.
const MAX_RECORDINGS_WITHOUT_HIT: u32 = 16;
/// At most this many summaries are kept for one key; they differ in what was read.
const MAX_SUMMARIES_PER_KEY: usize = 8;
/// All summaries are dropped when there are this many keys.
const MAX_KEYS: usize = 1 << 12;

#[derive(Default)]
pub struct Summaries<'p> {
    by_key: FxHashMap<Key, Vec<Summary<'p>>>,
    /// The keys that this root has recorded.
    recorded: Vec<Key>,
    worth: FxHashMap<(usize, TextRange), Worth>,
    contents: ReadContentsOfObjects<'p>,
    /// The number of calls whose bodies were skipped, or not evaluated to their end.
    pub skipped_calls: u64,
    pub cut: CutCalls,
    /// The number of replayed summaries that have findings.
    replayed_findings: u64,
    /// The keys of summaries that have findings, in the order in which they were recorded.
    keys_with_findings: Vec<Key>,
    /// How exceptions may have left the call that ended last, with changes of existing objects.
    pub last_raised: Option<ExceptionalExit<'p>>,
    /// The functions whose bodies were evaluated.
    pub entered: FxHashSet<(usize, TextRange)>,
    /// Summaries that `check --verify` found to be wrong.
    pub wrong: Vec<Diagnostic>,
}

/// Whether summaries of a function pay.
#[derive(Clone, Copy, Default)]
struct Worth {
    /// The number of recordings since the last call that a summary answered.
    recordings_since_hit: u32,
    /// The last call that was evaluated took few steps.
    is_cheap: bool,
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

/// What was looked up in one scope.
struct NamesRead<'p> {
    scope: ObjectId,
    /// The scope as it stood: as long as it is the same, so is each name in it.
    object: Option<Shared<'p>>,
    names: Vec<(Name, Option<Value<'p>>)>,
}

impl<'p> NamesRead<'p> {
    fn holds_in(&self, heap: &Heap<'p>) -> bool {
        let object = heap.unread(self.scope);
        let is_bound_to =
            |(name, value): &(Name, Option<Value<'p>>)| object.and_then(|object| object.0.name(name)) == value.as_ref();
        object == self.object.as_ref() || self.names.iter().all(is_bound_to)
    }
}

/// The state before a recorded call, to compare with the state after it.
pub struct Recording<'p> {
    recorder: Option<Recorder>,
    query: CallQuery<'p>,
    state: State<'p>,
    objects: u64,
    identities: u64,
    effects: usize,
    replayed_findings: u64,
    skipped_calls: u64,
    fuel: u64,
    left: u64,
    handed_out: usize,
    beside: [usize; 2],
    imports: usize,
}

/// The recorded result of a call, and everything that it depends on.
struct Summary<'p> {
    query: CallQuery<'p>,
    /// Reporting was switched off.
    silent: bool,
    /// The call had findings, which were reported.
    has_findings: bool,
    /// If it skipped calls, the fuel that there was for it, and how many frames there were.
    skipped_calls: Option<(u64, usize)>,
    /// What it read of objects that its arguments lead to, by their numbers in the form. The objects as they stood keep alive
    /// what the contents distinguish by address.
    contents: Vec<(usize, Content, Shared<'p>)>,
    /// The other objects that it read.
    objects: Vec<(ObjectId, Option<Shared<'p>>, bool)>,
    names: Vec<NamesRead<'p>>,
    /// The arrays in what was read, whether they were unwritten, and whether they held whole numbers.
    arrays: Vec<(Array, [bool; 2])>,
    /// The objects in what was read besides the arguments: no argument leads to them.
    apart: Vec<ObjectId>,
    kept: SummaryResult<'p>,
    /// What it leaves where an exception ends it.
    raised: Option<SummaryResult<'p>>,
    /// The names of before the call that unknown code has from then on.
    handed_out: FxHashSet<HandedName>,
    /// The root rests on what is only assumed, when it has ended.
    assumes: bool,
    fuel: u64,
    imports: Rc<SummaryImports<'p>>,
}

impl<'p> Summaries<'p> {
    /// What holds in another root over the same modules: summaries of calls that read nothing that this root made.
    /// A function that calls others of which it says nothing is the common case, and each of these is evaluated
    /// once for all roots, not once for each.
    pub fn of_all_roots(mut self, before: Numbers) -> Summaries<'p> {
        for key in self.recorded {
            if let Entry::Occupied(mut summaries) = self.by_key.entry(key) {
                summaries.get_mut().retain(|summary| summary.was_made_of(before));
                if summaries.get().is_empty() {
                    summaries.remove();
                }
            }
        }
        Summaries {
            by_key: self.by_key,
            worth: self.worth,
            contents: self.contents,
            cut: self.cut,
            ..Summaries::default()
        }
    }
}

impl<'p> Summaries<'p> {
    /// A call of a function that was evaluated took so many steps.
    pub fn took(&mut self, function: &Function<'p>, steps: u64) {
        self.worth.entry((function.module.id, function.range)).or_default().is_cheap = steps < MIN_STEPS;
    }

    fn add(&mut self, summary: Summary<'p>) {
        if self.by_key.len() >= MAX_KEYS {
            self.by_key.clear();
            self.recorded.clear();
        }
        let key = summary.query.key.clone();
        self.recorded.push(key.clone());
        if summary.has_findings {
            self.keys_with_findings.push(key.clone());
        }
        let summaries = self.by_key.entry(key).or_default();
        if summaries.len() >= MAX_SUMMARIES_PER_KEY {
            summaries.remove(0);
        }
        summaries.push(summary);
    }
}

impl<'p> Summary<'p> {
    /// If a call does what the summary's did: its form, with the objects that its arguments lead to.
    fn form_of_equivalent(&self, run: &Machine<'p>, query: &CallQuery<'p>) -> Option<Form<'p>> {
        let state = self.imports.after(&run.state)?;
        let heap = &state.heap;
        let object = |(id, object, summary): &(ObjectId, Option<Shared<'p>>, bool)| {
            heap.unread(*id) == object.as_ref() && heap.is_summary(*id) == *summary && !heap.has_namespace(*id)
        };
        let would_skip_as_much = |(fuel, frames): &(u64, usize)| run.fuel <= *fuel && run.frames.len() >= *frames;
        let holds = (query.nothing_known
            || run.fuel > self.fuel && self.skipped_calls.as_ref().is_none_or(would_skip_as_much))
            && (!self.silent || run.output.is_silent())
            && self.names.iter().all(|read| read.holds_in(heap))
            && self.objects.iter().all(object);
        if !holds {
            return None;
        }
        let mut form = query.form.clone();
        for (number, content, _) in &self.contents {
            let id = form.objects.get(*number)?;
            if form.of_object(&state, run, id)? != *content {
                return None;
            }
        }
        let are_apart = self.apart.iter().all(|id| !form.objects.contains(id))
            && self.objects.iter().all(|(id, ..)| !form.objects.contains(id))
            && form.arrays.iter().skip(query.form.arrays.len()).all(|array| !run.is_measured(array))
            && self.arrays.iter().all(|(array, known)| {
                !form.bases.contains(&array.base)
                    && !run.is_measured(array)
                    && run.state.known_of_elements(array) == *known
            });
        are_apart.then_some(form)
    }

    /// Did all that it read exist before?
    fn was_made_of(&self, before: Numbers) -> bool {
        let is_known = |id: &ObjectId| !conformable_solver::is_since(id.0, before.object);
        is_known(&self.query.key.scope)
            && self.objects.iter().all(|(id, ..)| is_known(id))
            && self.names.iter().all(|read| is_known(&read.scope))
            && self.handed_out.iter().all(|handed| is_known(&handed.scope))
            && self.arrays.iter().all(|(array, _)| !conformable_solver::is_since(array.base, before.identity))
    }
}

impl<'p> Machine<'p> {
    /// The query for a summary of this call, if it may have one.
    pub fn ask(&mut self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<CallQuery<'p>> {
        let plain = !function.is_generator && !function.is_async && self.standalone.names.is_none();
        let nothing_known =
            !arguments.open && arguments.values().next().is_some() && arguments.values().all(Value::is_unknown);
        if !plain || arguments.each.is_some() || self.frames.is_empty() {
            return None;
        }
        let worth = self.summaries.worth.get(&(function.module.id, function.range)).copied().unwrap_or_default();
        let is_tried_in_vain = worth.recordings_since_hit >= MAX_RECORDINGS_WITHOUT_HIT;
        let is_cheap = worth.is_cheap && !self.program.settings().verify;
        if is_cheap || !nothing_known && (is_tried_in_vain || !self.is_clean()) {
            return None;
        }
        let root = u64::from(self.standalone.first.is_some()) | u64::from(self.standalone.assumes) << 1;
        let (key, form) = key::key(&self.state, self, function, arguments, (root, self.outside_dependencies()))?;
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
        let (place, form) = summaries
            .iter()
            .enumerate()
            .find_map(|(place, summary)| summary.form_of_equivalent(self, query).map(|form| (place, form)))?;
        let summary = &summaries[place];
        let (has_findings, is_whole) = (summary.has_findings, summary.skipped_calls.is_none());
        let fuel = if query.nothing_known { 0 } else { summary.fuel };
        let imports = Rc::clone(&summary.imports);
        let (kept, raised, from) = (summary.kept.clone(), summary.raised.clone(), summary.query.form.clone());
        let read = summary.contents.iter().filter_map(|(number, ..)| form.objects.get(*number));
        reads::replay(read.map(Read::Object));
        reads::replay(summary.objects.iter().map(|(id, ..)| Read::Object(*id)));
        for of_scope in &summary.names {
            reads::replay(of_scope.names.iter().map(|(name, _)| Read::Name(of_scope.scope, name.0)));
        }
        self.standalone.assumes |= summary.assumes;
        summary.handed_out.iter().for_each(|handed| self.handed_out.note(*handed));
        self.fuel -= fuel;
        self.output.statistics.fuel += fuel;
        self.output.statistics.remembered += 1;
        self.summaries.replayed_findings += u64::from(has_findings);
        self.summaries.skipped_calls += u64::from(!is_whole);
        self.summaries.worth.remove(&(query.function.module.id, query.function.range));
        imports.again(self);
        let before = raised.is_some().then(|| self.state.clone());
        let value = self.instantiate_summary(&kept, &from, &form)?;
        let exit = match before.zip(raised) {
            Some((before, raised)) => Some(instantiate_exit(self, before, &raised, &from, &form)?),
            None => None,
        };
        self.raised_in_call(exit);
        Some((value, is_whole))
    }

    pub fn begin_recording(&mut self, query: CallQuery<'p>) -> Recording<'p> {
        let worth = self.summaries.worth.entry((query.function.module.id, query.function.range)).or_default();
        worth.recordings_since_hit += 1;
        Recording {
            recorder: Some(Recorder::begin(self.numbers.object)),
            query,
            state: self.state.clone(),
            objects: self.numbers.object,
            identities: self.numbers.identity,
            effects: self.output.effects.len(),
            replayed_findings: self.summaries.replayed_findings,
            skipped_calls: self.summaries.skipped_calls,
            fuel: self.output.statistics.fuel,
            left: self.fuel,
            handed_out: self.handed_out.count_noted(),
            beside: done_beside(self),
            imports: self.imports.count_asked(),
        }
    }

    /// Records the outcome of a call, if there is nothing to it but what a summary holds.
    pub fn end_recording(&mut self, mut recording: Recording<'p>, value: &Value<'p>) {
        let did = self.did_nothing_else(&mut recording);
        let exit = self.summaries.last_raised.take();
        let mut read = recording.recorder.take().map(Recorder::end).unwrap_or_default();
        let Ok(imports) = did else { return };
        let changes = Mutations::between(&recording, &self.state);
        let exit = exit.map(|exit| (Mutations::between(&recording, &exit.state), exit.state));
        read.extend(changes.as_reads().chain(exit.iter().flat_map(|(changes, _)| changes.as_reads())));
        let Some(contents) = read_by_number(self, &mut recording, &mut read) else { return };
        let (state, form) = (&recording.state, &recording.query.form);
        let Some(kept) = copy::kept(value, &self.state, &changes, form, &recording) else { return };
        let raised = exit.map(|(changes, state)| copy::kept(&Value::unknown(), &state, &changes, form, &recording));
        if matches!(raised, Some(None)) {
            return;
        }
        let heap = &state.heap;
        let (mut objects, mut by_scope, mut seen) =
            (Vec::new(), FxHashMap::<ObjectId, NamesRead<'p>>::default(), ReadContents::default());
        for one in read {
            match one {
                Read::Object(id) if heap.has_namespace(id) => return,
                Read::Object(id) => {
                    let object = heap.unread(id).cloned();
                    object.iter().for_each(|object| self.summaries.contents.add_to(&mut seen, object));
                    objects.push((id, object, heap.is_summary(id)));
                }
                Read::Name(scope, name) => {
                    let read = by_scope.entry(scope).or_insert_with(|| {
                        let object = heap.unread(scope).cloned();
                        NamesRead { scope, object, names: Vec::new() }
                    });
                    let name = Name::new(name);
                    let value = read.object.as_ref().and_then(|object| object.0.name(&name)).cloned();
                    value.iter().for_each(|value| seen.value(value));
                    read.names.push((name, value));
                }
            }
        }
        let names = by_scope.into_values().collect();
        recording.query.function.defaults.iter().for_each(|(_, value)| seen.value(value));
        let is_apart = |array: &Array| !form.bases.contains(&array.base);
        if !seen.is_closed()
            || !seen.arrays.iter().all(is_apart)
            || seen.objects.iter().any(|id| form.objects.contains(id))
        {
            return;
        }
        let arrays: Vec<(Array, [bool; 2])> =
            seen.arrays.iter().map(|array| (*array, state.known_of_elements(array))).collect();
        let after = std::mem::replace(&mut self.state, recording.state);
        let is_measured = seen.arrays.iter().chain(&recording.query.form.arrays).any(|array| self.is_measured(array));
        self.state = after;
        if is_measured {
            return;
        }
        let has_findings = self.output.effects.len() != recording.effects
            || self.summaries.replayed_findings != recording.replayed_findings;
        let skipped_any = self.summaries.skipped_calls != recording.skipped_calls;
        let mut handed_out = self.handed_out.noted_since(recording.handed_out);
        handed_out.retain(|handed| !conformable_solver::is_since(handed.scope.0, recording.objects));
        let summary = Summary {
            query: recording.query,
            silent: self.output.is_silent(),
            has_findings,
            skipped_calls: skipped_any.then_some((recording.left, self.frames.len())),
            contents,
            objects,
            names,
            arrays,
            apart: seen.objects,
            kept,
            raised: raised.flatten(),
            handed_out,
            assumes: self.standalone.assumes,
            fuel: self.output.statistics.fuel - recording.fuel,
            imports: Rc::new(imports),
        };
        self.summaries.add(summary);
    }

    /// Did a call do nothing but what a summary holds? What it imported; if not, what else it did.
    fn did_nothing_else(&self, recording: &mut Recording<'p>) -> Result<SummaryImports<'p>, String> {
        let asked = self.imports.asked_since(recording.imports);
        let imports = SummaryImports::of_call(asked, &mut recording.state.heap);
        let recording = &*recording;
        let (before, after) = (&recording.state, &self.state);
        let returned = || !after.unreachable && !after.refuted && !after.doubtful && after.tainted.is_empty();
        let nothing_known = recording.query.nothing_known;
        let whole = || self.fuel > 0;
        let said_nothing = || {
            nothing_known
                || self.output.effects.len() == recording.effects
                    && self.summaries.replayed_findings == recording.replayed_findings
        };
        let imported_on_all_paths = || before.heap.has_all_images_of(&after.heap);
        let nothing_beside = || done_beside(self) == recording.beside;
        let sizes = || after.store.only_adds_to(&before.store);
        let checks: [(&str, &dyn Fn() -> bool); 6] = [
            ("did not return", &returned),
            ("was cut short", &whole),
            ("found something", &said_nothing),
            ("imported on some paths", &imported_on_all_paths),
            ("did what no state tells", &nothing_beside),
            ("learned of a size", &sizes),
        ];
        checks.iter().find(|(_, holds)| !holds()).map_or(Ok(imports), |(did, _)| Err(format!("it {did}")))
    }
}

/// What exceptions leave that may end a replayed call.
fn instantiate_exit<'p>(
    run: &mut Machine<'p>,
    before: State<'p>,
    raised: &SummaryResult<'p>,
    from: &Form<'p>,
    to: &Form<'p>,
) -> Option<ExceptionalExit<'p>> {
    let after = std::mem::replace(&mut run.state, before.clone());
    let done = run.instantiate_summary(raised, from, to);
    let state = std::mem::replace(&mut run.state, after);
    done?;
    ExceptionalExit::since(&before, state)
}

/// What was read of objects that the arguments lead to, which is taken from what was read; `None` if something in it has
/// no form. The form is that of the call with all of these.
fn read_by_number<'p>(
    run: &Machine<'p>,
    recording: &mut Recording<'p>,
    read: &mut FxHashSet<Read>,
) -> Option<Vec<(usize, Content, Shared<'p>)>> {
    let (mut contents, mut number) = (Vec::new(), 0);
    let form = &mut recording.query.form;
    while let Some(id) = form.objects.get(number) {
        if read.remove(&Read::Object(id)) {
            let object = recording.state.heap.unread(id)?.clone();
            contents.push((number, form.of_object(&recording.state, run, id)?, object));
        }
        number += 1;
    }
    Some(contents)
}

/// How often a root has done what later code in it heeds and no state tells: fields of records were renamed, something else
/// was made of a class's name.
fn done_beside(run: &Machine<'_>) -> [usize; 2] {
    [run.renamed.len(), run.replaced.len()]
}

/// The objects of before the call that are other ones in a state behind it.
fn changed_before<'p>(recording: &Recording<'p>, after: &State<'p>) -> Vec<ObjectId> {
    let mut changed = recording.state.heap.changed(&after.heap);
    changed.retain(|id| !conformable_solver::is_since(id.0, recording.objects));
    changed
}

impl<'p> Roles for Machine<'p> {
    fn role(&self, id: ObjectId) -> Option<u64> {
        let is_of_root = match self.standalone.first {
            Some(first) => conformable_solver::is_since(id.0, first),
            None => id.space() == ObjectId(self.numbers.object).space(),
        };
        let is_receiver = self.standalone.receiver == Some(id);
        is_of_root.then(|| u64::from(self.is_own(id)) | u64::from(is_receiver) << 1)
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
