//! Failures of the catalogue as findings: which rule, what it says, the operands with the dims that
//! clash marked, where each was made.

use conformable_signatures::CallFailure;
use conformable_solver::Release;
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Kind, Value};
use crate::eval::Machine;
use crate::eval::diagnose::pieces::Piece;
use crate::eval::diagnose::repairs::repair_of;
use crate::eval::diagnose::report::{Refuted, ShownValue, label};
use crate::eval::diagnose::verdict::Heeds;
use crate::eval::python::indexing::no_index_in;
use crate::front::diagnostic::{Diagnostic, Severity};
use crate::front::rules::{self, Rule};

impl<'p> Machine<'p> {
    /// A failure of the catalogue as a finding at this expression.
    pub fn report_failure(
        &mut self,
        failure: &CallFailure,
        name: &str,
        operator: Option<&str>,
        values: &[Value<'p>],
        refuted: impl Into<Refuted>,
        range: TextRange,
    ) {
        let Refuted { dependencies, heeds, cause, evidence } = refuted.into();
        // Nothing may have been put into it yet, and a condition on the way may be about that.
        if self.state.guards.is_any() && values.iter().any(|value| self.state.is_empty_list(value)) {
            return;
        }
        let rule = self.program.rules().by_code(failure.code).unwrap_or(rules::UNSUPPORTED);
        let title = match operator {
            Some("@") => "matmul".to_owned(),
            Some(symbol) => format!("`{symbol}`"),
            None => name.to_owned(),
        };
        let subject = if failure.failure.says_all { "" } else { subject_of(rule) };
        let message = format!("{title}: {subject}{}", failure.failure.message);
        let between = operator.map_or(", ".to_owned(), |symbol| format!(" {symbol} "));
        // Only the operands that take part, and both of an operator.
        let parts = &failure.failure.parts;
        let operands: Vec<(usize, String, Value<'p>)> = self
            .operand_names(values, range)
            .into_iter()
            .zip(values)
            .enumerate()
            .filter(|(place, (_, value))| {
                let joined = parts.is_empty() && rule == rules::JOINING && self.state.is_joined(value);
                // Of sizes that are given one by one the message names all.
                let is_size = rule == rules::RESHAPE && value.int_value().is_some();
                operator.is_some() || joined || !is_size && parts.iter().any(|part| part.argument == *place)
            })
            .map(|(place, (name, value))| (place, name, value.clone()))
            .collect();
        // A number that is no int is at fault wherever an int is wanted.
        let at_fault = || operands.iter().find_map(|(_, _, value)| no_index_in(value));
        let of_sizes = rule == rules::FLOAT_FOR_INT;
        let cause = cause.or_else(|| at_fault().filter(|_| of_sizes).and_then(|value| self.output.cause_of(value)));
        let pieces = self.pieces(&operands, &between, parts, range, of_sizes);
        let around = |piece: &Piece<'p>| Some((piece.before.clone(), piece.after.clone()));
        let kept: Vec<ShownValue<'_, 'p>> = pieces
            .shown
            .iter()
            .map(|piece| ShownValue { name: piece.name.clone(), value: &piece.value, around: around(piece) })
            .collect();
        let moved = &pieces.parts;
        let message = if rule == rules::JOINING { pieces.named(message) } else { message };
        let diagnostic = Diagnostic::new(rule, self.module().place(range), message);
        let mut diagnostic = diagnostic.runs_only_when(failure.failure.except.as_deref());
        if !is_said_in(&diagnostic.message, &kept) {
            diagnostic.label = label(self, &kept, &between, moved);
        }
        let is_said = |shown: &ShownValue<'_, 'p>| !of_sizes || no_index_in(shown.value).is_some();
        diagnostic.evidence =
            self.state.evidence(&kept.iter().filter(|shown| is_said(shown)).cloned().collect::<Vec<_>>());
        let help = failure.failure.help.clone().map(|help| in_full(self, help, values, range));
        // Of those that sum over inner dims these take the last of the one and the second last of the other.
        let is_product = rule == rules::MATMUL && matches!(title.as_str(), "matmul" | "dot");
        let of_product = || self.state.transposed(&kept).or_else(|| self.state.resized(&kept));
        let repair = || repair_of(self, failure, operator, &operands, range);
        diagnostic.help = help.or_else(|| if is_product { of_product() } else { repair() });
        let dependencies = if values.iter().any(|value| self.state.is_tainted(value)) {
            dependencies.and(Dependencies::ASSUMED)
        } else {
            dependencies
        };
        if failure.failure.kind == conformable_solver::FailureKind::Obligation {
            self.declare(diagnostic, dependencies);
            return;
        }
        // Whether a text is given where an array may be is what conditions of any kind ask for.
        let text = |value: &Value<'p>| value.str_value().is_some();
        let heeds = match rule {
            _ if rule == rules::OUT_OF_RANGE => Heeds::Passes,
            _ if rule == rules::NO_LOOP && values.iter().any(text) => Heeds::AllGuards,
            _ => heeds,
        };
        let refuted = Refuted { dependencies, heeds, cause, evidence };
        self.refuted_since(failure.failure.since, diagnostic, failure.exception, refuted);
    }

    /// It fails, from that release of NumPy on if one is given.
    pub fn refuted_since(
        &mut self,
        since: Option<Release>,
        mut diagnostic: Diagnostic,
        exception: &'static str,
        refuted: Refuted,
    ) {
        match since {
            Some(release) if !self.holds_since(release) => {
                if !refuted.dependencies.is_assumed() {
                    diagnostic.evidence.extend(refuted.evidence);
                    self.before_release(diagnostic, release);
                }
            }
            _ => self.refuted_by(diagnostic, exception, refuted),
        }
    }

    /// Does what fails from this release on fail in all releases that the project is for?
    pub fn holds_since(&self, release: Release) -> bool {
        self.program.settings().numpy_versions.least >= release
    }

    /// It fails in some of the releases that the project is for; in the others it goes on.
    pub fn before_release(&mut self, mut diagnostic: Diagnostic, release: Release) {
        diagnostic.severity = Severity::Warning;
        diagnostic.message.push_str(&format!(" (from NumPy {}.{} on)", release.0, release.1));
        self.hazard_with(diagnostic);
    }

    /// How each operand is written at this expression, found again from the syntax's place.
    pub(super) fn operand_names(&self, values: &[Value<'p>], range: TextRange) -> Vec<String> {
        let module = self.module();
        let known = self.texts.operands(module.id, range);
        values
            .iter()
            .enumerate()
            .map(|(place, value)| match known.get(place) {
                Some(range) => module.snippet(*range),
                None => value
                    .origin
                    .map_or_else(|| format!("argument {}", place + 1), |origin| origin.module.snippet(origin.range)),
            })
            .collect()
    }
}

/// A help that what is written at this expression makes plainer.
fn in_full<'p>(machine: &Machine<'p>, help: String, values: &[Value<'p>], range: TextRange) -> String {
    let names = || machine.operand_names(values, range);
    if help.ends_with("as one tuple") && values.len() == 2 {
        return format!("{help}: ({})", names().join(", "));
    }
    match (&*help, &*names()) {
        ("write the sizes without a tuple", [one]) => match one.strip_prefix('(').and_then(|one| one.strip_suffix(')'))
        {
            Some(sizes) => format!("{help}: {}", sizes.trim_end_matches(',')),
            None => help,
        },
        _ => help,
    }
}

/// Is the one value that there is to show a number or a text that the message names already?
fn is_said_in(message: &str, shown: &[ShownValue<'_, '_>]) -> bool {
    let [one] = shown else { return false };
    let text = match (one.value.constant_int(), one.value.str_value()) {
        (Some(number), _) => number.to_string(),
        (None, Some(text)) => format!("'{text}'"),
        (None, None) => return false,
    };
    message.split(|c: char| c.is_whitespace() || c == ',').any(|word| word == text)
}

/// What a rule's first line says before the values that differ.
fn subject_of(rule: &Rule) -> &'static str {
    if rule == rules::BROADCAST { "the shapes do not broadcast: " } else { "" }
}

/// What is written for an operand's transpose: an operand with an operator outside of all brackets gets some, and one that
/// is a transpose is what it is of.
fn with_transposed(name: &str) -> String {
    if let Some(plain) = name.strip_suffix(".T") {
        return format!("`{plain}`, without `.T`?");
    }
    let mut depth = 0_i32;
    let is_open = name.chars().any(|c| {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | '.' | ')' | ']' | '}' | '"' | '\''))
    });
    if is_open { format!("`({name}).T`?") } else { format!("`{name}.T`?") }
}

impl<'p> State<'p> {
    fn is_empty_list(&self, value: &Value<'p>) -> bool {
        match &value.kind {
            Kind::Object(id) => matches!(self.heap.get(*id), Object::List(items) if items.is_empty()),
            _ => false,
        }
    }

    /// Which operand's transpose would make a matrix product fit; either would of two of the same shape.
    fn transposed(&self, operands: &[ShownValue<'_, 'p>]) -> Option<String> {
        let [left, right] = operands else { return None };
        let dims = |shown: &ShownValue<'_, 'p>| {
            let (_, shape) = shown.value.ty()?.as_array()?;
            self.store.resolve_shape(shape).dims().map(<[conformable_types::Dim]>::to_vec)
        };
        let (a, b) = (dims(left)?, dims(right)?);
        let fits = |x: conformable_types::Dim, y: conformable_types::Dim| self.store.ask_eq(x, y).is_yes();
        let inner = b.get(b.len().saturating_sub(2));
        let by_left = a.len() == 2 && inner.is_some_and(|inner| fits(a[0], *inner));
        let by_right = b.len() == 2 && a.last().is_some_and(|last| fits(*last, b[1]));
        match (by_left, by_right) {
            (true, false) => Some(with_transposed(&left.name)),
            (false, true) => Some(with_transposed(&right.name)),
            (true, true) if !left.name.ends_with(".T") && !right.name.ends_with(".T") => {
                let (left, right) = (with_transposed(&left.name), with_transposed(&right.name));
                Some(format!("{} or {right}", left.strip_suffix('?')?))
            }
            _ => None,
        }
    }

    /// Which operand of a matrix product was given another size than was meant, if one alone was
    /// given its sizes as numbers: `should `w` have 4 rows?`.
    fn resized(&self, operands: &[ShownValue<'_, 'p>]) -> Option<String> {
        let [left, right] = operands else { return None };
        let literal = |shown: &ShownValue<'_, 'p>| shown.value.origin.is_some_and(|origin| origin.literal);
        let size = |shown: &ShownValue<'_, 'p>, axis: i64| {
            let (_, shape) = shown.value.ty()?.as_array()?;
            self.store.resolve_shape(shape).at(axis)?.constant()
        };
        let (given, wanted, what) = match (literal(left), literal(right)) {
            (false, true) => (right, size(left, -1)?, "rows"),
            (true, false) => (left, size(right, -2).or_else(|| size(right, -1))?, "columns"),
            _ => return None,
        };
        let what = if size(given, -2).is_some() { what } else { "elements" };
        Some(format!("should `{}` have {wanted} {what}?", given.name))
    }
}
