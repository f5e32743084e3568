//! The arguments that the catalogue is asked about, and asked about again where they may be read in two ways. What is
//! done with the answer isn't known here.

use conformable_signatures::op::Alternative;
use conformable_signatures::{Arg, CallArgs, CallOutcome, CallResult, Op};
use conformable_solver::FailureKind;
use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Dependencies, Sym, Value};
use crate::eval::Machine;
use crate::eval::catalogue_bridge::registered::array_of_object;

/// What the catalogue is asked.
pub(super) struct Question<'a, 'p> {
    pub(super) op: &'static Op,
    pub(super) name: &'a str,
    /// What is written between the operands of an operator.
    pub(super) between: Option<&'a str>,
    pub(super) positional: &'a [Value<'p>],
    pub(super) keywords: &'a [(Sym, Value<'p>)],
    pub(super) open: bool,
    /// What a refutation shows, and depends on.
    pub(super) shown: &'a [Value<'p>],
    /// What it depends on that there are so many arguments of these names.
    pub(super) of_call: Dependencies,
}

/// What an int of NumPy's is in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IntsInLists {
    /// The size that it is.
    Sizes,
    /// An element, which is cast as those of an array are.
    Elements,
}

/// The answer to a question, and the arguments as they were read for it.
pub(super) fn ask<'p>(
    machine: &mut Machine<'p>,
    question: &Question<'_, 'p>,
    range: TextRange,
) -> (CallArgs, CallOutcome) {
    let args = arguments(machine, question, IntsInLists::Sizes);
    let applied = machine.applied(question.op, &args, range);
    let again = match &applied {
        // A dtype has to have room for Python's ints alone.
        CallOutcome::Refuted(failure) if failure.failure.kind == FailureKind::Bounds => {
            arguments(machine, question, IntsInLists::Elements)
        }
        CallOutcome::Unknown(_) => of_arrays(machine, question.op, &args),
        _ => return (args, applied),
    };
    if types(&again).eq(types(&args)) {
        return (args, applied);
    }
    let second = machine.applied(question.op, &again, range);
    match (&applied, &second) {
        // What an array would give, an object of a class may give as one of its own.
        (CallOutcome::Unknown(_), CallOutcome::Value(returned, store)) => {
            let own = of_class(machine, question.op, &args, returned);
            let outcome = own.map(|own| CallOutcome::Value(own, store.clone()));
            (args, outcome.unwrap_or(applied))
        }
        // It is for one of Python's ints, too.
        (CallOutcome::Refuted(_), CallOutcome::Refuted(failure)) => match failure.failure.kind {
            FailureKind::Bounds => (args, applied),
            _ => (again, CallOutcome::Unknown("its ints may be sizes or elements")),
        },
        _ => (again, second),
    }
}

fn arguments<'p>(machine: &mut Machine<'p>, question: &Question<'_, 'p>, ints: IntsInLists) -> CallArgs {
    let receiver = question.positional.first().filter(|_| question.op.bound);
    let any_array = receiver.is_some_and(|receiver| array_of_object(machine, receiver).is_some())
        || question.op.alternatives.iter().any(|alternative| takes_any_array(alternative, question));
    let argument = |machine: &mut Machine<'p>, value: &Value<'p>| {
        let array = if any_array { array_of_object(machine, value) } else { None };
        let value = array.as_ref().unwrap_or(value);
        let given = machine.argument(value);
        match ints {
            IntsInLists::Sizes => given,
            IntsInLists::Elements => Arg { ty: with_elements(given.ty, machine.type_of(value)), ..given },
        }
    };
    CallArgs {
        positional: question.positional.iter().map(|value| argument(machine, value)).collect(),
        keywords: question
            .keywords
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), argument(machine, value)))
            .collect(),
        open: question.open,
        exact: false,
    }
}

/// Are objects of classes that derive from arrays the arrays that they are here? Not where their class may be kept.
fn takes_any_array(alternative: &Alternative, question: &Question<'_, '_>) -> bool {
    let is_kept = |name: &String| {
        let place = alternative.params.iter().position(|param| param.name == *name);
        let by_place = place.and_then(|place| question.positional.get(place));
        let by_name = question.keywords.iter().find(|(given, _)| given.as_str() == name).map(|(_, value)| value);
        by_place.or(by_name).is_some_and(|given| given.ty().and_then(Ty::bool_value) != Some(false))
    };
    alternative.rules.any_array && !alternative.rules.class_kept_by.as_ref().is_some_and(is_kept)
}

/// A type with NumPy's ints as the elements that they are where it has them as sizes.
fn with_elements(sizes: Ty, elements: Ty) -> Ty {
    let all = |a: &[Ty], b: &[Ty]| a.iter().zip(b).map(|(a, b)| with_elements(*a, *b)).collect::<Vec<_>>();
    match (sizes.kind(), elements.kind()) {
        (TyKind::IntOf(_), TyKind::Scalar(_)) => elements,
        (TyKind::List(a), TyKind::List(b)) if a.len() == b.len() => Ty::list(all(a, b)),
        (TyKind::Tuple(a), TyKind::Tuple(b)) if a.len() == b.len() => Ty::tuple(all(a, b)),
        (TyKind::ListOf(a), TyKind::ListOf(b)) => Ty::list_of(with_elements(*a, *b)),
        (TyKind::TupleOf(a), TyKind::TupleOf(b)) => Ty::tuple_of(with_elements(*a, *b)),
        _ => sizes,
    }
}

/// The same with arrays in the place of objects that functions take for the arrays that they are.
fn of_arrays(machine: &Machine<'_>, op: &Op, args: &CallArgs) -> CallArgs {
    // Its items are objects of its class again, of other dims than an array's.
    let is_taken_apart = |arg: &Arg| op.takes_items() && matches!(arg.ty.kind(), TyKind::Ctor(..));
    let array = |arg: &Arg| match is_taken_apart(arg) {
        true => arg.clone(),
        false => Arg { ty: as_array(machine, arg.ty), ..arg.clone() },
    };
    CallArgs {
        positional: args.positional.iter().map(array).collect(),
        keywords: args.keywords.iter().map(|(name, arg)| (name.clone(), array(arg))).collect(),
        ..*args
    }
}

/// What a ufunc, or a function that keeps classes, gives of objects of a class that derives from arrays: another one, if it
/// has as many dims as those have. A ufunc that is told to give something else, or to put it somewhere, does, and what has
/// no dims may be a scalar.
fn of_class(machine: &Machine<'_>, op: &Op, args: &CallArgs, returned: &CallResult) -> Option<CallResult> {
    let is_out = |place: usize| op.is_out_at(place);
    let keeps = op.alternatives.iter().any(|alternative| alternative.rules.keeps_class);
    let is_plain = keeps || op.ufunc && args.keywords.is_empty();
    let is_kept = |(name, arg): &(String, Arg)| name == "subok" || op.is_out(name) && arg.ty != Ty::none();
    if !is_plain || args.keywords.iter().any(is_kept) || (0..args.positional.len()).any(is_out) {
        return None;
    }
    let mut classes = Vec::new();
    // A list of them is an array of NumPy's own to a function that doesn't take its items.
    let is_taken = |arg: &&Arg| op.takes_items() || matches!(arg.ty.kind(), TyKind::Ctor(..));
    args.positional.iter().filter(is_taken).for_each(|arg| classes_within(machine, arg.ty, &mut classes));
    let class = *classes.first().filter(|class| classes.iter().all(|other| other == *class))?;
    let (elem, shape) = returned.result.as_array()?;
    let rank = shape.rank().filter(|rank| *rank > 0)?;
    let fits = machine.library().dims_of_class(class.as_str()).is_none_or(|dims| dims == rank);
    let result = fits.then(|| Ty::new(TyKind::Ctor(class, [Ty::array(elem, shape)].into())))?;
    Some(CallResult { result, attained: None, elements: None, ..returned.clone() })
}

/// The classes of the objects that derive from arrays in a type, in a list or a tuple of them too.
fn classes_within(machine: &Machine<'_>, ty: Ty, found: &mut Vec<Sym>) {
    match ty.kind() {
        TyKind::Ctor(class, _) if machine.library().array_to_functions(ty).is_some() => found.push(*class),
        TyKind::Tuple(items) | TyKind::List(items) => {
            items.iter().for_each(|item| classes_within(machine, *item, found));
        }
        TyKind::TupleOf(item) | TyKind::ListOf(item) => classes_within(machine, *item, found),
        _ => {}
    }
}

fn as_array(machine: &Machine<'_>, ty: Ty) -> Ty {
    let all = |items: &[Ty]| items.iter().map(|item| as_array(machine, *item)).collect::<Vec<_>>();
    match ty.kind() {
        // One without dims may be to a function what its class says, which takes an axis of it.
        TyKind::Ctor(..) => {
            let array = machine.library().array_to_functions(ty);
            let has_dims = |array: &Ty| array.as_array().is_some_and(|(_, shape)| shape.rank() != Some(0));
            array.filter(has_dims).unwrap_or(ty)
        }
        TyKind::Tuple(items) => Ty::tuple(all(items)),
        TyKind::List(items) => Ty::list(all(items)),
        TyKind::TupleOf(item) => Ty::tuple_of(as_array(machine, *item)),
        TyKind::ListOf(item) => Ty::list_of(as_array(machine, *item)),
        _ => ty,
    }
}

fn types(args: &CallArgs) -> impl Iterator<Item = Ty> {
    args.all().map(|arg| arg.ty)
}
