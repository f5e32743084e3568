//! What cannot be stored in an array: Python's numbers and texts are converted one by one, and what
//! has no place in the dtype is refused. Arrays are cast instead, whatever is lost.

use conformable_solver::relations::index::Indexed;
use conformable_solver::relations::store_into::store_into;
use conformable_solver::{Context, FailureKind, INTS_MUST_FIT, Release};
use conformable_types::dtype::{DTypeKind as D, int_fits};
use conformable_types::term::{self, Leaf};
use conformable_types::{DType, Dim, Elem, Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::{Refusal, ShownValue};
use crate::eval::diagnose::selected::stored_in_a_part;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

impl<'p> Machine<'p> {
    /// A value that an array of this dtype refuses; that is said.
    pub fn unstorable(&mut self, container: &Value<'p>, elem: Elem, value: &Value<'p>, range: TextRange) -> bool {
        let Some(dtype) = elem.dtype() else { return false };
        let Some((what, exception)) = refused(self.type_of(value), dtype) else { return false };
        let message = format!("an array of {} cannot hold {what}", dtype.name());
        if exception == OVERFLOW && !self.holds_since(INTS_MUST_FIT) {
            self.before_release(Diagnostic::new(rules::CASTING, self.module().place(range), message), INTS_MUST_FIT);
            return false;
        }
        self.refute(
            Refusal::of(rules::CASTING, range, message)
                .resting_on(container.dependencies.and(value.dependencies))
                .raising(exception),
        );
        true
    }

    /// Can `value` be stored in the place that was indexed?
    pub fn fits(&mut self, container: &Value<'p>, elem: Elem, indexed: &Indexed, value: &Value<'p>, range: TextRange) {
        if self.unstorable(container, elem, value, range) {
            return;
        }
        // What is no array is a truth where one is stored: `mask[0] = [1, 2]`.
        let is_one = indexed.scalar && indexed.shape.rank() == Some(0);
        if is_one && elem.dtype() == Some(DType::BOOL) && value.array().is_none() {
            return;
        }
        let Some((own, shape)) = self.array_like(value) else { return };
        let dependencies = container.dependencies.and(value.dependencies);
        if let (true, Some(refused)) = (is_one, self.refused_by_one_place(elem, value, shape)) {
            let diagnostic = self.no_room(container, (elem, own), (shape, indexed.shape), true, value, range);
            let since = refused.since();
            self.refuted_since(since, diagnostic, "ValueError", dependencies.into());
            if since.is_none_or(|release| self.holds_since(release)) {
                return;
            }
        }
        let mut cx = Context::new(&self.state.store);
        match store_into(&mut cx, shape, indexed.shape) {
            Ok(_) => {
                let learned = cx.into_store();
                stored_in_a_part(self, container, (value, shape, indexed.shape), &learned, range);
                self.state.learn(learned);
                self.state.taint(dependencies, &[container.clone(), value.clone()]);
                // Where the data decide that nothing is stored, a caller's dtype loses nothing.
                if !(container.dependencies.is_of_parameters() && self.state.may_be_empty(indexed.shape)) {
                    self.cut_by_store(elem, own, value, range);
                }
            }
            Err(failure) if failure.kind == FailureKind::Obligation => {
                let (code, exception) = conformable_signatures::explain::code_and_exception(failure.kind);
                let call = conformable_signatures::CallFailure { failure, code, exception };
                self.report_failure(&call, "the store", None, std::slice::from_ref(value), dependencies, range);
            }
            Err(failure) => {
                let shapes = (shape, indexed.shape);
                let diagnostic = self.no_room(container, (elem, own), shapes, is_one, value, range);
                let diagnostic = diagnostic.runs_only_when(failure.except.as_deref());
                self.refuted(diagnostic, "ValueError", dependencies);
            }
        }
    }

    /// A value of one shape that is stored in a place of another one.
    fn no_room(
        &mut self,
        container: &Value<'p>,
        (elem, own): (Elem, Elem),
        (shape, place): (Shape, Shape),
        is_one: bool,
        value: &Value<'p>,
        range: TextRange,
    ) -> Diagnostic {
        let shown = |machine: &Machine<'p>, elem, shape| {
            let shown = machine.state.show(Ty::array(elem, machine.state.store.resolve_shape(shape)));
            shown[shown.rfind('[').unwrap_or(0)..].to_owned()
        };
        let mut what = self.describe(value);
        if value.array().is_none() && shape.rank() > Some(0) {
            what = format!("{what} of shape {}", shown(self, own, shape));
        }
        let message = if is_one {
            format!("one element cannot hold {what}")
        } else {
            format!("{what} does not fit the place it is stored in, of shape {}", shown(self, elem, place))
        };
        let mut diagnostic = Diagnostic::new(rules::STORE_SHAPE, self.module().place(range), message);
        let names: Vec<ShownValue<'_, 'p>> = [(container, "the array"), (value, "the value")]
            .into_iter()
            .map(|(value, name)| ShownValue::new(name.to_owned(), value))
            .collect();
        diagnostic.evidence = self.state.evidence(&names);
        diagnostic
    }

    /// Does one place of an array of numbers refuse the value, for it is a sequence, if of one item? Python's own all are
    /// refused, and from some release on arrays are.
    fn refused_by_one_place(&self, elem: Elem, value: &Value<'p>, shape: Shape) -> Option<RefusedAsNumber> {
        let of_numbers = |dtype: DType| matches!(dtype.kind(), D::Signed | D::Unsigned | D::Floating | D::Complex);
        if !elem.dtype().is_some_and(of_numbers) || self.state.store.resolve_shape(shape).rank() <= Some(0) {
            return None;
        }
        let is_sequence = match &value.kind {
            Kind::Object(id) => matches!(self.state.heap.get(*id), Object::List(_) | Object::ListOf { .. }),
            kind => matches!(kind, Kind::Tuple(_)),
        };
        if is_sequence { Some(RefusedAsNumber::Always) } else { self.state.refused_as_number(value) }
    }

    /// Element type and shape of what a store takes: an array, a number, nested sequences.
    pub fn array_like(&mut self, value: &Value<'p>) -> Option<(Elem, Shape)> {
        if let Some(found) = value.ty().and_then(Ty::as_array) {
            return Some(found);
        }
        let ty = self.type_of(value);
        conformable_signatures::coerce::array_like(ty, &self.state.store)
    }
}

/// From this release on an array that has dims is no number, whatever its size: `float(a)`, `b[0] = a`.
const ONE_ELEMENT_IS_NO_NUMBER: Release = (2, 4);

/// Which releases of NumPy don't take an array for a number.
pub enum RefusedAsNumber {
    Always,
    Since(Release),
}

impl RefusedAsNumber {
    /// The first that doesn't, if not all of them.
    pub fn since(self) -> Option<Release> {
        match self {
            RefusedAsNumber::Always => None,
            RefusedAsNumber::Since(release) => Some(release),
        }
    }
}

impl<'p> State<'p> {
    /// Is this an array that doesn't convert to a number?
    pub fn refused_as_number(&self, value: &Value<'p>) -> Option<RefusedAsNumber> {
        let (_, shape) = value.array()?.ty.as_array()?;
        let shape = self.store.resolve_shape(shape);
        if self.store.ask_eq(shape.size(), Dim::ONE).is_no() {
            return Some(RefusedAsNumber::Always);
        }
        (shape.rank() > Some(0)).then_some(RefusedAsNumber::Since(ONE_ELEMENT_IS_NO_NUMBER))
    }

    /// Do the data decide how many places these are?
    pub fn may_be_empty(&self, shape: Shape) -> bool {
        let mut found = false;
        term::visit_shape(self.store.resolve_shape(shape), &mut |leaf| {
            found |= matches!(leaf, Leaf::Atom(_)) && leaf.is_decided_by_data();
        });
        found
    }
}

const OVERFLOW: &str = "OverflowError";

/// What in a value has no place in the dtype, and the exception.
fn refused(ty: Ty, dtype: DType) -> Option<(String, &'static str)> {
    if let Some(items) = ty.items() {
        return items.iter().find_map(|item| refused(*item, dtype));
    }
    let integer = matches!(dtype.kind(), D::Signed | D::Unsigned);
    match ty.kind() {
        TyKind::Complex if integer || dtype.kind() == D::Floating => Some(("a complex number".to_owned(), "TypeError")),
        TyKind::IntOf(value) if integer => {
            let value = Dim::constant(*value).filter(|value| !int_fits(*value, dtype))?;
            Some((value.to_string(), OVERFLOW))
        }
        TyKind::LitFloat(bits) if integer && f64::from_bits(*bits).is_nan() => Some(("NaN".to_owned(), "ValueError")),
        TyKind::LitStr(text) if integer || dtype.kind() == D::Floating => {
            let text = text.as_str();
            let names_one = ["nan", "inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name));
            let word = !text.is_empty() && text.chars().all(char::is_alphabetic);
            (word && !names_one).then(|| (format!("'{text}'"), "ValueError"))
        }
        _ => None,
    }
}
