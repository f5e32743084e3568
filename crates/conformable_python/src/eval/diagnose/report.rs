//! Failures into diagnostics: the message, both operands aligned with what clashes marked, where
//! each was made, and whether it is an error here or a note.

use std::ops::Range;

use conformable_solver::{Part, Release};
use conformable_types::{Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::diagnose::described::{shown_type, written};
use crate::eval::diagnose::size_names::{as_read, size_names, without_applications};
use crate::eval::diagnose::verdict::{Circumstances, Claim, Heeds, Reason, Verdict, judge};
use crate::eval::{Effect, Frame, Machine};
use crate::front::diagnostic::{Diagnostic, Evidence, EvidenceKind, Label};
use crate::front::rules::{self, Rule};
use crate::syntax::around::is_in_function;

/// An operand of a failing operation, for its label.
#[derive(Clone)]
pub struct ShownValue<'v, 'p> {
    /// As it is written, where it is short.
    pub name: String,
    pub value: &'v Value<'p>,
    /// What stands before and after it, if that is not what is between all operands.
    pub around: Option<(String, String)>,
}

impl<'v, 'p> ShownValue<'v, 'p> {
    pub fn new(name: String, value: &'v Value<'p>) -> ShownValue<'v, 'p> {
        ShownValue { name, value, around: None }
    }
}

/// What an operation's failure rests on.
pub struct Refuted {
    pub dependencies: Dependencies,
    pub heeds: Heeds,
    /// Where the value was made that alone is at fault.
    pub cause: Option<(usize, TextRange)>,
    /// Where values were made that are none of the operands: a bound of a slice, an index.
    pub evidence: Vec<Evidence>,
}

impl From<Dependencies> for Refuted {
    fn from(dependencies: Dependencies) -> Refuted {
        Refuted { dependencies, heeds: Heeds::OpaqueGuards, cause: None, evidence: Vec::new() }
    }
}

/// Something that Python refuses to do, as it will be said.
pub struct Refusal {
    rule: &'static Rule,
    range: TextRange,
    message: String,
    exception: &'static str,
    dependencies: Dependencies,
    heeds: Heeds,
    help: Option<String>,
    /// Where the value was made that alone is at fault.
    cause: Option<(usize, TextRange)>,
    /// Where the values were made that it is about.
    evidence: Vec<Evidence>,
    /// NumPy's release from which it fails.
    since: Option<Release>,
}

impl Refusal {
    /// It raises what the rule says.
    pub fn of(rule: &'static Rule, range: TextRange, message: String) -> Refusal {
        let exception = rule.raises.unwrap_or("Exception");
        Refusal {
            rule,
            range,
            message,
            exception,
            dependencies: Dependencies::LOCAL,
            heeds: Heeds::OpaqueGuards,
            help: None,
            cause: None,
            evidence: Vec::new(),
            since: None,
        }
    }

    /// It is about that value, which is called so here.
    pub fn about<'p>(self, machine: &mut Machine<'p>, name: &str, value: &Value<'p>) -> Refusal {
        Refusal { evidence: made_elsewhere(machine, name, value, self.range).into_iter().collect(), ..self }
    }

    /// It is about these operands, which are called as they are written, if that was noted.
    pub fn about_operands<'p>(self, machine: &mut Machine<'p>, values: [&Value<'p>; 2]) -> Refusal {
        let module = machine.module();
        let written = machine.texts.operands(module.id, self.range).iter();
        let mut names: Vec<String> = written.map(|range| module.snippet(*range)).collect();
        names.dedup();
        let made = values.into_iter().zip(&names);
        let evidence = made.filter_map(|(value, name)| made_elsewhere(machine, name, value, self.range)).collect();
        Refusal { evidence, ..self }
    }

    pub fn resting_on(self, dependencies: Dependencies) -> Refusal {
        Refusal { dependencies, ..self }
    }

    /// This value alone makes it fail. Whether a value is given at all is what conditions of any
    /// kind are most often about.
    pub fn resting_on_value(self, value: &Value<'_>) -> Refusal {
        let heeds = if value.is_none() { Heeds::AllGuards } else { Heeds::OpaqueGuards };
        Refusal { dependencies: value.dependencies, heeds, ..self }.caused_by(value)
    }

    /// Where that value was made is the cause, which is reported once on a path. A function or a class is made where
    /// it is defined, by whatever name it is used.
    pub fn caused_by(self, value: &Value<'_>) -> Refusal {
        Refusal { cause: defined_at(value).or(value.origin.map(|origin| (origin.module.id, origin.range))), ..self }
    }

    /// A value that was given is the cause: it isn't what is meant here, wherever it is used. One that was made here
    /// may be used wrongly twice.
    pub fn caused_by_given(self, value: &Value<'_>, is_given: bool) -> Refusal {
        if is_given { self.caused_by(value) } else { self }
    }

    /// Whether there is one more pass of a loop is about it.
    pub fn heeding_passes(self) -> Refusal {
        Refusal { heeds: Heeds::Passes, ..self }
    }

    /// Conditions of any kind are about it.
    pub fn heeding_all(self) -> Refusal {
        Refusal { heeds: Heeds::AllGuards, ..self }
    }

    /// Conditions are about it, but not whether a loop has an item.
    pub fn heeding_conditions(self) -> Refusal {
        Refusal { heeds: Heeds::Conditions, ..self }
    }

    /// Releases of NumPy before this one go on.
    pub fn since(self, release: impl Into<Option<Release>>) -> Refusal {
        Refusal { since: release.into(), ..self }
    }

    pub fn raising(self, exception: &'static str) -> Refusal {
        Refusal { exception, ..self }
    }

    pub fn help(self, help: impl Into<Option<String>>) -> Refusal {
        Refusal { help: help.into(), ..self }
    }
}

/// Was a value given to the frame's code, by its caller or by what it called, and not made by this code itself?
pub fn is_given<'p>(machine: &mut Machine<'p>, value: &Value<'p>) -> bool {
    if !value.dependencies.is_local() {
        return true;
    }
    let Some(origin) = value.origin else { return false };
    let module = machine.module();
    let is_here = match &machine.frame().function {
        Some(function) => function.range.contains_range(origin.range),
        None => !is_in_function(module.body(), origin.range),
    };
    origin.module.id != module.id || !is_here
}

/// A value has no attribute of that name. An instance that lacks one, and what was given and isn't what it is taken for, is
/// reported once on a path; a value that the code made itself may be used wrongly twice.
pub fn no_attribute<'p>(
    machine: &mut Machine<'p>,
    value: &Value<'p>,
    name: Sym,
    help: Option<String>,
    range: TextRange,
) -> Value<'p> {
    let class = match &value.kind {
        Kind::Object(id) => match machine.state.heap.get(*id) {
            Object::Instance { class, .. } => Some(class.name),
            _ => None,
        },
        _ => None,
    };
    let is_once = class.is_some() || is_given(machine, value);
    let subject = class.map_or_else(|| machine.describe(value), |class| class.to_string());
    let message = format!("{subject} has no attribute `{name}`");
    // What elements came to isn't about what a value is, but about whether something was found.
    let heeds = if value.is_none() { Heeds::AllGuards } else { Heeds::Kinds };
    let refusal = Refusal { heeds, ..Refusal::of(rules::NO_ATTRIBUTE, range, message) }.resting_on(value.dependencies);
    let written = machine.module().snippet(range);
    let refusal = match written.strip_suffix(name.as_str()).and_then(|written| written.strip_suffix('.')) {
        Some(subject) if class.is_none() => refusal.about(machine, subject, value),
        _ => refusal,
    };
    machine.refute(refusal.caused_by_given(value, is_once).help(help));
    Value::unknown()
}

/// Where a value without a label was made, if that isn't the line that the finding stands in.
fn made_elsewhere<'p>(machine: &mut Machine<'p>, name: &str, value: &Value<'p>, range: TextRange) -> Option<Evidence> {
    let origin = value.origin?;
    let (from, to) = (origin.range.end().min(range.end()), origin.range.start().max(range.start()));
    let is_beside = || from > to || !origin.module.text(TextRange::new(from, to)).contains('\n');
    if origin.module.id == machine.module().id && is_beside() {
        return None;
    }
    let ty = shown_type(machine, value);
    let how = origin.module.snippet(origin.range);
    let is_said = how == ty || origin.literal || value_is_written(value, &how);
    let how = if is_said { String::new() } else { format!("by {how}") };
    let place = Some(origin.module.place(origin.range));
    Some(Evidence { name: name.to_owned(), ty, place, how, seen: EvidenceKind::Made })
}

/// The definition of a function, a method or a class.
fn defined_at(value: &Value<'_>) -> Option<(usize, TextRange)> {
    match &value.kind {
        Kind::Function(function) => Some((function.module.id, function.range)),
        Kind::Class(class) => Some((class.module.id, class.range)),
        Kind::Bound(bound) => defined_at(&bound.1),
        _ => None,
    }
}

impl<'p> Machine<'p> {
    /// The expression fails here: report it, and go on with a refuted path.
    pub fn refute(&mut self, refusal: Refusal) {
        let mut diagnostic = Diagnostic::new(refusal.rule, self.module().place(refusal.range), refusal.message);
        diagnostic.help = refusal.help;
        let Refusal { dependencies, heeds, cause, evidence, since, exception, .. } = refusal;
        self.refuted_since(since, diagnostic, exception, Refuted { dependencies, heeds, cause, evidence });
    }

    /// Python has no such operation on these values; what it would give is unknown.
    pub fn refuse(&mut self, range: TextRange, message: String, values: &[&Value<'p>]) -> Value<'p> {
        let of_values = values.iter().map(|value| value.dependencies);
        let dependencies = of_values.fold(Dependencies::LOCAL, Dependencies::and);
        self.refute(Refusal::of(rules::UNSUPPORTED, range, message).resting_on(dependencies));
        Value::unknown()
    }

    /// Is this a None that an undecided condition on the way may have kept from here? Whether a
    /// value is there is what conditions are most often about, by flags and lists set beside it.
    ///
    /// Where a script is looked at as it runs without arguments, a None that fails is what comes of an option that
    /// it wants: it is not meant to be run without, and the path ends. So does that of a None that is one of several
    /// members: what comes behind this is of the others.
    pub fn may_be_guarded(&mut self, value: &Value<'p>) -> bool {
        let is_member = self.output.none_tried_in == Some(self.frames.len()) && self.state.guards.is_any();
        if value.is_none() && (self.script.without_arguments || is_member) {
            self.state.unreachable = true;
        }
        self.script.may_keep(value, &self.state.guards)
    }

    pub fn refuted(&mut self, diagnostic: Diagnostic, exception: &'static str, dependencies: Dependencies) {
        self.refuted_by(diagnostic, exception, dependencies.into());
    }

    /// The operation that the diagnostic is about fails: what becomes of it, and of the path.
    pub fn refuted_by(&mut self, mut diagnostic: Diagnostic, exception: &'static str, refuted: Refuted) {
        if self.fuel == 0 || self.is_converted(diagnostic.rule) {
            return;
        }
        let code = diagnostic.rule.code;
        self.because(diagnostic.place.range, true, || format!("a failure, {code}"));
        let Refuted { dependencies, heeds, cause, evidence } = refuted;
        diagnostic.evidence.extend(evidence);
        // Another pass of a loop meets the same mistake.
        let reported = cause.and_then(|cause| self.output.causes.get(&cause));
        let same_cause = reported.is_some_and(|place| *place != diagnostic.place);
        let of = Circumstances {
            heeds,
            refuted: self.state.refuted,
            same_cause,
            doubtful: self.is_doubtful(),
            ..Circumstances::of(Claim::Refutation, dependencies, &self.state.guards)
        };
        let verdict = judge(&of);
        let place = diagnostic.place.clone();
        diagnostic.exception = Some(exception.into());
        // An assumption may be wrong: then nothing fails, and nothing catches it.
        let raised = (verdict != Verdict::Note(Reason::Assumed)).then_some(exception);
        self.report(diagnostic, raised, of, verdict);
        match verdict {
            Verdict::Error => {
                self.state.refute(exception);
                if let Some(cause) = cause {
                    self.output.causes.entry(cause).or_insert(place);
                }
                self.end_if_caught();
            }
            Verdict::Nothing(Reason::SameCause | Reason::FollowsFailure) => {}
            // A script that wants an argument is not meant to be run without: the path ends, unless
            // a handler goes on with it.
            Verdict::Nothing(_) => self.state.unreachable = true,
            Verdict::Note(_) | Verdict::Warning => {}
        }
    }

    /// Is this a refusal of numbers by Python or NumPy that compiled code (numba's) answers by a conversion?
    fn is_converted(&mut self, rule: &'static Rule) -> bool {
        let of_numbers = [rules::NO_LOOP, rules::FLOAT_FOR_INT, rules::NOT_AN_INDEX, rules::CASTING]
            .iter()
            .any(|of| of.code == rule.code);
        let is_compiled = |frame: &Frame<'p>| frame.function.as_ref().is_some_and(|function| function.is_compiled);
        let converted = of_numbers && self.frames.iter().any(is_compiled);
        if converted {
            self.unmodelled("a number that compiled code converts", &[]);
        }
        converted
    }

    /// The path fails here as another one does.
    pub fn fail_as(&mut self, other: &State<'p>) {
        if other.refuted && !self.state.refuted {
            self.state.refuted = true;
            self.state.raised = other.raised;
            self.end_if_caught();
        }
    }

    /// Everything that is reported goes through here: a claim whose circumstances were judged.
    fn report(&mut self, diagnostic: Diagnostic, exception: Option<&'static str>, of: Circumstances, verdict: Verdict) {
        let hidden = matches!(verdict, Verdict::Nothing(Reason::SameCause | Reason::FollowsFailure));
        if self.output.is_silent() || self.fuel == 0 || self.state.unreachable {
            return;
        }
        self.explain(&diagnostic, &of, verdict);
        if hidden {
            return;
        }
        let mut effect = Effect {
            diagnostic,
            exception,
            dependencies: of.dependencies,
            claim: of.claim,
            heeds: of.heeds,
            verdict,
            varying: self.state.guards.varying() + self.state.counted_passes(of.heeds),
            guarded: self.state.guards.is_any(),
            conditional: false,
            follows: self.state.refuted,
        };
        effect.conclude(verdict);
        self.output.effects.push(effect);
    }

    /// A finding about what is declared: nothing is raised at run time, so nothing catches it.
    pub fn declare(&mut self, diagnostic: Diagnostic, dependencies: Dependencies) {
        let of = Circumstances {
            refuted: self.state.refuted,
            doubtful: self.state.doubtful,
            ..Circumstances::of(Claim::Obligation, dependencies, &self.state.guards)
        };
        let verdict = judge(&of);
        self.report(diagnostic, None, of, verdict);
    }

    /// It runs, and nearly nobody wants it.
    pub fn hazard(&mut self, rule: &'static Rule, range: TextRange, message: String) {
        self.hazard_with(Diagnostic::new(rule, self.module().place(range), message));
    }

    pub fn hazard_with(&mut self, diagnostic: Diagnostic) {
        let refuted = self.state.refuted;
        let of = Circumstances { refuted, ..Circumstances::of(Claim::Hazard, Dependencies::LOCAL, &self.state.guards) };
        let verdict = judge(&of);
        self.report(diagnostic, None, of, verdict);
    }

    /// What `reveal_type` was given: the signature of a function, the type of a value, or what it is called where it has
    /// none that is written.
    pub fn report_reveal(&mut self, range: TextRange, value: &Value<'p>, signature: Option<String>) {
        if self.output.is_silent() {
            return;
        }
        let text = match (signature, self.type_of(value), &value.kind) {
            (Some(signature), ..) => signature,
            // What a builtin type is said to have as a method may be another attribute.
            (None, ty, kind) if ty.is_unknown() && !matches!(kind, Kind::Method(_)) => self.describe(value),
            (None, ty, _) => self.state.show(ty),
        };
        let place = self.module().place(TextRange::new(range.start(), range.end()));
        self.output.effects.push(Effect::remark(Diagnostic::new(rules::REVEAL, place, text)));
    }
}

impl<'p> State<'p> {
    /// Where each operand was made, in the order of the operands.
    pub fn evidence(&self, operands: &[ShownValue<'_, 'p>]) -> Vec<Evidence> {
        let mut evidence: Vec<Evidence> = Vec::new();
        for operand in operands {
            let Some(ty) = operand.value.ty() else { continue };
            let Some(origin) = operand.value.origin else { continue };
            let how = origin.module.snippet(origin.range);
            // An operand written out in place needs no word about where it was made.
            if how == operand.name || evidence.iter().any(|known| known.name == operand.name) {
                continue;
            }
            // The type of a number is the number.
            let is_number = value_is_written(operand.value, &how);
            evidence.push(Evidence {
                name: operand.name.clone(),
                ty: self.said(without_applications(self.store.resolve_ty(ty))),
                place: Some(origin.module.place(origin.range)),
                how: if origin.literal || is_number { String::new() } else { format!("by {how}") },
                seen: EvidenceKind::Made,
            });
        }
        evidence
    }
}

/// A label such as `float64[n, 4] @ float64[5, 2]`, the dims of `parts` marked.
pub fn label<'p>(machine: &Machine<'p>, operands: &[ShownValue<'_, 'p>], between: &str, parts: &[Part]) -> Label {
    let mut text = String::new();
    let mut marks: Vec<Range<usize>> = Vec::new();
    for (place, operand) in operands.iter().enumerate() {
        match &operand.around {
            Some((before, _)) => text.push_str(before),
            None if place > 0 => text.push_str(between),
            None => {}
        }
        let after = operand.around.as_ref().map_or("", |(_, after)| after);
        let ty = operand.value.ty().map(|ty| without_formula(machine, machine.state.store.resolve_ty(ty)));
        let Some(ty) = ty.filter(|ty| !is_made_with_numbers(*ty)) else {
            text.push_str(&operand.name);
            text.push_str(after);
            continue;
        };
        let as_written = written(ty);
        let is_type = as_written.is_none();
        let shown = as_written.unwrap_or_else(|| conformable_types::text::display_ty(ty));
        let start = text.chars().count();
        for part in parts.iter().filter(|part| is_type && part.argument == place) {
            if let Some(span) = part.axis.and_then(|axis| dim_span(&shown, ty, axis)) {
                marks.push(start + span.start..start + span.end);
            }
        }
        text.push_str(&shown);
        text.push_str(after);
    }
    marks.sort_by_key(|mark| (mark.start, mark.end));
    marks.dedup();
    Label { text, marks }
}

/// `Continuous[0, 2]`: what it is made with tells a reader nothing.
fn is_made_with_numbers(ty: Ty) -> bool {
    let is_number = |part: &Ty| matches!(part.kind(), TyKind::IntOf(_));
    matches!(ty.kind(), TyKind::Ctor(_, parts) if !parts.is_empty() && parts.iter().all(is_number))
}

/// Is it an int that is written out so?
fn value_is_written(value: &Value<'_>, text: &str) -> bool {
    value.constant_int().is_some_and(|number| number.to_string() == text)
}

/// Where dim `axis` stands in the text of an array type, in characters.
fn dim_span(shown: &str, ty: Ty, axis: i64) -> Option<Range<usize>> {
    let (_, shape) = ty.as_array()?;
    let place = place_of(shape, axis)?;
    let open = shown.find('[')?;
    // The last bracket pair is the shape: a dtype may have brackets of its own.
    let open = if shown.matches('[').count() > 1 { shown.rfind('[')? } else { open };
    let inner = shown.get(open + 1..shown.len() - 1)?;
    let mut start = open + 1;
    let mut depth = 0;
    let mut index = 0;
    let mut item_start = start;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                if index == place {
                    return Some(item_start..open + 1 + at);
                }
                index += 1;
                item_start = open + 1 + at + 2;
            }
            _ => {}
        }
        start = open + 1 + at + 1;
    }
    (index == place).then_some(item_start..start)
}

/// The place of an axis among what is printed: prefix, sequence, suffix.
fn place_of(shape: Shape, axis: i64) -> Option<usize> {
    let data = shape.data();
    let printed = data.prefix.len() + data.rest.as_ref().map_or(0, |(_, suffix)| 1 + suffix.len());
    if axis >= 0 {
        usize::try_from(axis).ok().filter(|axis| *axis < printed)
    } else {
        printed.checked_sub(usize::try_from(-axis).ok()?)
    }
}

/// An int that is a formula of sizes without names is an int, and what a shape has of relations is `...`.
fn without_formula(machine: &Machine<'_>, ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::IntOf(_) => as_read(ty, &size_names(machine, &[ty])),
        _ => without_applications(ty),
    }
}
