//! Where whole numbers stay whole though they are floats.
//!
//! There is one rule: what an operation makes of ints, if that is ints, it makes of floats that are whole, and then these are
//! whole too. So it is asked what it gives for `int64` in the place of `float64`; `sum` and `maximum` give ints, `divide`
//! and `mean` don't. Entries that differ say so by `@keeps_whole`.

use conformable_signatures::{Arg, CallArgs, CallOutcome, CallResult, Op};
use conformable_types::arithmetic::is_whole;
use conformable_types::dtype::DTypeKind;
use conformable_types::{DType, Elem, Shape, Ty, TyKind};

use crate::domain::state::State;
use crate::domain::value::Value;
use crate::domain::whole::{Floats, is_floating};

/// The type of a call's result with ints in the place of floats that are whole numbers, if there are any.
pub fn with_whole_as_ints<'v, 'p: 'v>(
    state: &State<'p>,
    op: &'static Op,
    args: &CallArgs,
    values: impl Iterator<Item = &'v Value<'p>>,
    given: &CallResult,
) -> Option<Ty> {
    if !has_floats(given.result) {
        return None;
    }
    if given.result_facts.whole {
        return Some(as_ints(given.result, Ints::Same));
    }
    let keeps_whole = given.result_facts.keeps_whole;
    // A dtype is no value, whatever class it is written as.
    let all = args.positional.iter().chain(args.keywords.iter().map(|(_, arg)| arg)).zip(values);
    let values = all.filter(|(arg, _)| !is_dtype(arg)).map(|(_, value)| value);
    let is_given = match Floats::among(values.map(|value| state.floats_in(value))) {
        Floats::Any => false,
        Floats::Whole => true,
        // Ints that become floats are whole, if that is what is asked for.
        Floats::None => keeps_whole.is_some() || asks_for_dtype(args),
    };
    match keeps_whole {
        _ if !is_given => return None,
        Some(true) => return Some(as_ints(given.result, Ints::Same)),
        Some(false) => return None,
        None => {}
    }
    let of_ints = |ints: Ints| match op.recall(&of_ints(op, args, ints), &state.store) {
        CallOutcome::Value(of_ints, _) => Some(of_ints.result),
        _ => None,
    };
    // Of one array it is the dtype alone that counts, which is asked once for all sizes and numbers.
    let dtype_alone = given.result.as_array().and_then(|_| of_ints(Ints::Any)).filter(|ty| has_known_dtype(*ty));
    dtype_alone.or_else(|| of_ints(Ints::Same))
}

/// Which ints stand in the place of floats that are whole numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ints {
    /// Those that the floats are, in arrays of their shapes.
    Same,
    /// Any, in arrays of any shape.
    Any,
}

fn has_known_dtype(ty: Ty) -> bool {
    ty.as_array().is_some_and(|(elem, _)| elem.dtype().is_some())
}

/// Is it a float of NumPy's, an array of them, or something with one in it?
pub fn has_floats(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) | TyKind::Ctor(_, items) => {
            items.iter().any(|item| has_floats(*item))
        }
        TyKind::TupleOf(item) | TyKind::ListOf(item) => has_floats(*item),
        _ => is_floating(ty),
    }
}

fn is_dtype(arg: &Arg) -> bool {
    matches!(arg.ty.kind(), TyKind::DType(_))
}

fn asks_for_dtype(args: &CallArgs) -> bool {
    args.positional.iter().any(is_dtype) || args.keywords.iter().any(|(name, _)| name == "dtype")
}

/// The same arguments with ints in the place of floats. No dtype is asked for, and no array takes the result: it is what the
/// operation itself chooses.
fn of_ints(op: &Op, args: &CallArgs, ints: Ints) -> CallArgs {
    let int = |arg: &Arg| match () {
        _ if is_dtype(arg) => Arg::of(Ty::none()),
        _ if ints == Ints::Any => Arg::of(as_ints(arg.ty, ints)),
        _ => Arg { ty: as_ints(arg.ty, ints), elements: arg.elements.map(|ty| as_ints(ty, ints)), ..arg.clone() },
    };
    let at_place = |(place, arg): (usize, &Arg)| if op.is_out_at(place) { Arg::of(Ty::none()) } else { int(arg) };
    CallArgs {
        positional: args.positional.iter().enumerate().map(at_place).collect(),
        keywords: args
            .keywords
            .iter()
            .filter(|(name, _)| name != "dtype" && !op.is_out(name))
            .map(|(name, arg)| (name.clone(), int(arg)))
            .collect(),
        ..*args
    }
}

fn as_ints(ty: Ty, ints: Ints) -> Ty {
    let all = |items: &[Ty]| items.iter().map(|item| as_ints(*item, ints)).collect::<Vec<_>>();
    let shaped = |shape: Shape| if ints == Ints::Any { Shape::any() } else { shape };
    match ty.kind() {
        TyKind::LitFloat(bits) if ints == Ints::Same => as_int(f64::from_bits(*bits)),
        TyKind::LitFloat(_) | TyKind::Float => Ty::new(TyKind::Int),
        TyKind::IntOf(_) if ints == Ints::Any => Ty::new(TyKind::Int),
        TyKind::Scalar(elem) if is_floating(ty) => Ty::scalar(of_int(*elem)),
        TyKind::Array { elem, shape } => Ty::array(of_int(*elem), shaped(*shape)),
        TyKind::Decay { elem, shape } => Ty::decay(of_int(*elem), shaped(*shape)),
        TyKind::Tuple(items) => Ty::tuple(all(items)),
        TyKind::List(items) => Ty::list(all(items)),
        TyKind::Ctor(name, items) => Ty::new(TyKind::Ctor(*name, all(items).into())),
        TyKind::TupleOf(item) => Ty::tuple_of(as_ints(*item, ints)),
        TyKind::ListOf(item) => Ty::list_of(as_ints(*item, ints)),
        _ => ty,
    }
}

fn of_int(elem: Elem) -> Elem {
    let is_floating = elem.dtype().is_some_and(|dtype| dtype.kind() == DTypeKind::Floating);
    if is_floating { DType::INT64.into() } else { elem }
}

/// A float as the int that it is, if that has 64 bits.
#[allow(clippy::cast_possible_truncation, reason = "it is in range")]
fn as_int(float: f64) -> Ty {
    const BITS: f64 = (1_u64 << 62) as f64;
    if is_whole(float) && float.abs() < BITS { Ty::int(float as i64) } else { Ty::new(TyKind::Int) }
}
