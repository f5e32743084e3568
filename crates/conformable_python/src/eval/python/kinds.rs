//! Arguments of Python's own functions against the kinds that their stubs and models ask for: `sep: str | None`.
//!
//! Python's own classes alone are told apart: of what may be an object of another class nothing is refused, since
//! that may derive from the one that is wanted.

use conformable_signatures::catalogue::kind_of_arguments;
use conformable_signatures::op::{Pattern, PythonKind};
use conformable_types::{Ty, TyKind};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::uses::Use;
use crate::domain::value::{Function, Kind, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::report::{Refusal, is_given};
use crate::eval::python::arithmetic::OwnClass;
use crate::front::rules;
use crate::library::stubs::STUBS;

/// Is an argument of a kind that its parameter doesn't take? That is said.
pub fn refuses_argument<'p>(
    machine: &mut Machine<'p>,
    (function, receiver): (&str, Option<&Value<'p>>),
    (name, pattern): (&str, &Pattern),
    value: &Value<'p>,
    range: TextRange,
) -> bool {
    if matches!(pattern, Pattern::Float) && machine.must_be_one(value, "float", range) {
        return true;
    }
    if takes(machine, pattern, value) || machine.may_be_guarded(value) {
        return false;
    }
    let wanted = shown(pattern).join(" or ");
    let message = format!("{function}() takes {wanted} for `{name}`, not {}", described(machine, value));
    let refusal = Refusal::of(rules::UNSUPPORTED, range, message).resting_on_value(value);
    let refusal = match receiver.filter(|_| is_of_other_mode(machine, pattern, value)) {
        Some(file) => refusal.caused_by(file),
        None => of_receiver(machine, refusal, receiver),
    };
    machine.refute(refusal);
    true
}

/// Is a text given where bytes are wanted, or the other way round? Whoever takes it was opened in the other mode, and takes none.
fn is_of_other_mode<'p>(machine: &Machine<'p>, pattern: &Pattern, value: &Value<'p>) -> bool {
    match machine.state.own_class(value) {
        Some(OwnClass::Text) => matches!(pattern, Pattern::Python(PythonKind::Bytes | PythonKind::Buffer)),
        Some(OwnClass::Bytes) => matches!(pattern, Pattern::Str),
        _ => false,
    }
}

/// The same of a call of a model's function, by the annotations of its parameters.
pub fn refused_by_model<'p>(
    machine: &mut Machine<'p>,
    function: &Function<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> bool {
    let is_annotated = || function.params.is_some_and(|params| params.iter().any(|param| param.annotation().is_some()));
    if !function.module.is_model || arguments.open || !is_annotated() {
        return false;
    }
    let params = function.written_params();
    let bound = arguments.bind(&params);
    if bound.error.is_some() {
        return false;
    }
    params.iter().zip(&bound.slots).any(|(param, slot)| {
        let annotation = param.parameter.annotation.as_deref();
        let pattern = annotation.and_then(|annotation| kind_of_arguments(function.module.text(annotation.range())));
        let receiver = arguments.positional.first().filter(|_| function.takes_receiver());
        let called = (function.name.as_str(), receiver);
        pattern.is_some_and(|pattern| {
            let wanted = (param.parameter.name.as_str(), &pattern);
            let mut given = slot.numbers().iter().map(|number| arguments.argument(*number));
            given.any(|value| refuses_argument(machine, called, wanted, value, range))
        })
    })
}

/// A method that is refused: what was given and isn't what it is taken for refuses many, which is reported once.
pub fn of_receiver<'p>(machine: &mut Machine<'p>, refusal: Refusal, receiver: Option<&Value<'p>>) -> Refusal {
    let Some(receiver) = receiver else { return refusal };
    let is_once = is_given(machine, receiver);
    refusal.caused_by_given(receiver, is_once)
}

/// May a value be of a kind, as far as is known?
fn takes<'p>(machine: &Machine<'p>, pattern: &Pattern, value: &Value<'p>) -> bool {
    let state = &machine.state;
    // Python's own functions and classes are known by their names.
    let own = match &value.kind {
        Kind::Builtin(name) if STUBS.function(name.as_str()).is_some() => Some(OwnClass::Function),
        _ => state.own_class(value),
    };
    let is_function = own == Some(OwnClass::Function);
    let is_one = |classes: &[OwnClass]| match own {
        Some(class) => classes.contains(&class),
        None => value.array().is_none(),
    };
    match pattern {
        Pattern::None => is_one(&[OwnClass::None]),
        Pattern::Str => is_one(&[OwnClass::Text]),
        Pattern::Float if matches!(value.ty().map(Ty::kind), Some(TyKind::Complex)) => false,
        Pattern::Float | Pattern::Number => own.is_none() || matches!(own, Some(OwnClass::Int | OwnClass::Fraction)),
        Pattern::Python(PythonKind::Bytes) => is_one(&[OwnClass::Bytes]),
        Pattern::Python(PythonKind::Tuple) => is_one(&[OwnClass::Tuple]),
        Pattern::Python(PythonKind::PathLike) => is_one(&[OwnClass::Text, OwnClass::Bytes]),
        Pattern::Python(PythonKind::SupportsIndex) => !is_function && machine.allows(value, Use::Index),
        Pattern::Python(PythonKind::Iterable) => machine.allows(value, Use::Iterate),
        Pattern::Python(PythonKind::Iterator) => is_one(&[]) || state.is_iterator(value),
        Pattern::Python(PythonKind::File) => is_one(&[]),
        Pattern::Python(PythonKind::Buffer) => value.array().is_some() || is_one(&[OwnClass::Bytes]),
        Pattern::Python(PythonKind::Sized) => machine.allows(value, Use::Len),
        Pattern::Python(PythonKind::Sequence) => [Use::Len, Use::Load].iter().all(|one| machine.allows(value, *one)),
        Pattern::Python(PythonKind::MutableSequence) => {
            [Use::Len, Use::Load, Use::Store].iter().all(|one| machine.allows(value, *one))
        }
        Pattern::Python(PythonKind::ClassInfo) => is_one(&[OwnClass::Tuple, OwnClass::Function]),
        Pattern::Python(PythonKind::Callable) => machine.allows(value, Use::Call),
        Pattern::Union(members) => members.iter().any(|member| takes(machine, member, value)),
        _ => true,
    }
}

fn described<'p>(machine: &mut Machine<'p>, value: &Value<'p>) -> String {
    match &value.kind {
        Kind::Builtin(name) => format!("`{name}`"),
        _ => machine.describe(value),
    }
}

/// The kinds that a pattern is one of, as a message names them.
fn shown(pattern: &Pattern) -> Vec<&'static str> {
    match pattern {
        Pattern::None => vec!["None"],
        Pattern::Str => vec!["a string"],
        Pattern::Float | Pattern::Number => vec!["a number"],
        Pattern::Python(kind) => vec![kind.shown()],
        Pattern::Union(members) => members.iter().flat_map(shown).collect(),
        _ => Vec::new(),
    }
}
