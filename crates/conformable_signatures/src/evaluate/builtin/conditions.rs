//! Functions that ask: what was given, and how; conditions put together.

use conformable_types::{Truth, Ty, TyKind};

use super::{Args, Builtin, BuiltinBody, Env, EvalResult, ExprEvaluator, Val, kinds, many, path};
use crate::evaluate::truth_ty;

pub(super) static TABLE: &[Builtin] = &[
    Builtin {
        name: "choose",
        arity: many(1),
        says: "choose(x, y, ...): the first that is given, and is not None",
        run: BuiltinBody::Written(choose),
    },
    Builtin {
        name: "given",
        arity: 1..=1,
        says: "given(x): is it given?",
        run: BuiltinBody::Values(|_, args| Ok(Val::new(truth_ty(args[0].is_none().negate())))),
    },
    Builtin {
        name: "written",
        arity: 1..=1,
        says: "written(x): what was given for the parameter, before it was made an array or a dtype",
        run: BuiltinBody::Written(|_, args, env| {
            Ok(as_written(args, env).map_or_else(Val::none, |(ty, _)| Val::new(ty)))
        }),
    },
    Builtin {
        name: "by_place",
        arity: 1..=1,
        says: "by_place(x): was it given by its place, as somebody wrote it out?",
        run: BuiltinBody::Written(|_, args, env| {
            Ok(Val::new(Ty::bool(as_written(args, env).is_some_and(|(_, by_place)| by_place))))
        }),
    },
    Builtin {
        name: "is_shape",
        arity: 1..=1,
        says: "is_shape(x): is it a tuple of ints that may be sizes?",
        run: BuiltinBody::Values(|_, args| Ok(Val::new(Ty::bool(is_shape(args[0].ty()))))),
    },
    Builtin {
        name: "is_a",
        arity: 2..=2,
        says: "is_a(x, kind): is it an int, float, bool, none, str, tuple, sequence, array, dtype, ..., or of a class?",
        run: BuiltinBody::Written(|this, args, env| {
            let value = this.value(&args[0].1, env)?;
            let kind = path(&args[1].1).unwrap_or_default();
            // A size that may be 0 is not said to be, but a call in which it is another call.
            if kind == "zero" && value.ty().int_value().is_some_and(|size| size.constant().is_none()) {
                this.cx.note_unknown();
            }
            Ok(Val::new(truth_ty(kinds::is_a(value.ty(), &kind))))
        }),
    },
    Builtin {
        name: "any_of",
        arity: many(1),
        says: "any_of(a, b, ...): does one of the conditions hold?",
        run: BuiltinBody::Written(|this, args, env| this.until(Truth::Yes, args, env)),
    },
    Builtin {
        name: "all_of",
        arity: many(1),
        says: "all_of(a, b, ...): do all of the conditions hold?",
        run: BuiltinBody::Written(|this, args, env| this.until(Truth::No, args, env)),
    },
    Builtin {
        name: "negate",
        arity: 1..=1,
        says: "negate(a): does the condition not hold?",
        run: BuiltinBody::Written(|this, args, env| Ok(Val::new(truth_ty(this.truth(&args[0].1, env)?.negate())))),
    },
    Builtin {
        name: "truth_of",
        arity: 2..=2,
        says: "truth_of(x, y): a Python bool whose value is known, else y",
        run: BuiltinBody::Written(|this, args, env| {
            let value = this.value(&args[0].1, env)?;
            match value.ty().kind() {
                TyKind::LitBool(_) => Ok(value),
                _ => this.value(&args[1].1, env),
            }
        }),
    },
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
    env.written.get(&path(&args[0].1)?).copied()
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
