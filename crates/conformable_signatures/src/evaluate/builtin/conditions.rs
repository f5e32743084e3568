//! Functions that ask: what was given, and how; conditions put together.

use conformable_types::arithmetic::number_value;
use conformable_types::{Truth, Ty, TyKind};

use super::{Args, Builtin, Env, EvalResult, ExprEvaluator, Val, kinds, many, values, written};
use crate::evaluate::truth_ty;

pub(super) static TABLE: &[Builtin] = &[
    written(many(1), "choose(x, y, ...): the first that is given, and is not None", choose),
    values(1..=1, "given(x): is it given?", |_, args| Ok(Val::new(truth_ty(args[0].is_none().negate())))),
    written(
        1..=1,
        "written(x): what was given for the parameter, before it was made an array or a dtype",
        |_, args, env| Ok(as_written(args, env).map_or_else(Val::none, |(ty, _)| Val::new(ty))),
    ),
    written(1..=1, "by_place(x): was it given by its place, as somebody wrote it out?", |_, args, env| {
        Ok(Val::new(Ty::bool(as_written(args, env).is_some_and(|(_, by_place)| by_place))))
    }),
    values(1..=1, "is_shape(x): is it a tuple of ints that may be sizes?", |_, args| {
        Ok(Val::new(Ty::bool(is_shape(args[0].ty()))))
    }),
    values(
        2..=2,
        "is_scalar_of(x, D): is it a number of NumPy's of this dtype? What isn't known is none",
        |_, args| {
            let own = match args[0].ty().kind() {
                TyKind::Scalar(elem) | TyKind::Array { elem, .. } | TyKind::Decay { elem, .. } => elem.dtype(),
                _ => None,
            };
            Ok(Val::new(Ty::bool(own.is_some() && own == args[1].elem().dtype())))
        },
    ),
    values(
        1..=1,
        "ascends(x): is no item of a list or tuple, a number of known value, less than the one before it?",
        |_, args| Ok(Val::new(truth_ty(no_pair_of(args[0].ty(), |before, after| before > after)))),
    ),
    values(
        1..=1,
        "descends(x): is no item of a list or tuple, a number of known value, greater than the one before it?",
        |_, args| Ok(Val::new(truth_ty(no_pair_of(args[0].ty(), |before, after| before < after)))),
    ),
    written(
        2..=2,
        "is_a(x, kind): is it an int, float, bool, none, str, tuple, sequence, array, dtype, ..., or of a class?",
        |this, args, env| {
            let value = this.value(&args[0].1, env)?;
            let kind = args[1].1.path().unwrap_or_default();
            // A size that may be 0 is not said to be, but a call in which it is another call.
            if kind == "zero" && value.ty().int_value().is_some_and(|size| size.constant().is_none()) {
                this.cx.note_unknown();
            }
            Ok(Val::new(truth_ty(kinds::is_of(this.catalogue, value.ty(), &kind))))
        },
    ),
    written(many(1), "any_of(a, b, ...): does one of the conditions hold?", |this, args, env| {
        this.until(Truth::Yes, args, env)
    }),
    written(many(1), "all_of(a, b, ...): do all of the conditions hold?", |this, args, env| {
        this.until(Truth::No, args, env)
    }),
    written(1..=1, "negate(a): does the condition not hold?", |this, args, env| {
        Ok(Val::new(truth_ty(this.truth(&args[0].1, env)?.negate())))
    }),
];

fn choose(this: &mut ExprEvaluator<'_>, args: &Args, env: &Env) -> EvalResult<Val> {
    for (_, expr) in args {
        let value = this.value(expr, env)?;
        match value.is_none() {
            Truth::Yes => {}
            Truth::No => return Ok(value),
            Truth::Unknown => return Ok(Val::unknown()),
        }
    }
    Ok(Val::none())
}

fn as_written(args: &Args, env: &Env) -> Option<(Ty, bool)> {
    env.written(&args[0].1.path()?)
}

/// Is there no pair of neighbours that is so? What is no number of known value, or is NaN, settles nothing.
fn no_pair_of(ty: Ty, is_so: impl Fn(f64, f64) -> bool) -> Truth {
    let Some(items) = ty.items() else { return Truth::Unknown };
    let numbers: Vec<Option<f64>> = items.iter().map(|item| number_value(*item).filter(|x| !x.is_nan())).collect();
    let pair = |pair: &[Option<f64>]| match *pair {
        [Some(before), Some(after)] => is_so(before, after).into(),
        _ => Truth::Unknown,
    };
    numbers.windows(2).map(pair).fold(Truth::No, Truth::or).negate()
}

fn is_shape(ty: Ty) -> bool {
    let is_size = |ty: &Ty| ty.int_value().is_some_and(|size| size.constant().is_none_or(|size| size > 0));
    matches!(ty.kind(), TyKind::Tuple(items) if items.iter().all(is_size))
}

impl ExprEvaluator<'_> {
    /// The conditions one after the other, until one is what decides all of them.
    fn until(&mut self, decides: Truth, args: &Args, env: &Env) -> EvalResult<Val> {
        let mut truth = decides.negate();
        for (_, expr) in args {
            let next = self.truth(expr, env)?;
            truth = if decides.is_yes() { truth.or(next) } else { truth.and(next) };
            if truth == decides {
                break;
            }
        }
        Ok(Val::new(truth_ty(truth)))
    }
}
