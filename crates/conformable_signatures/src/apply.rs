//! One call: members of unions one by one, alternatives in order, guards, requirements, result.

use conformable_solver::{Context, Failure, FailureKind, Part, Store};
use conformable_types::{Dim, Truth, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::advice::helped;
use crate::alternatives::{Match, among, combinations};
use crate::bind::{BoundCall, bind_all};
use crate::call::{CallArgs, CallFailure, CallOutcome, CallResult, ResultFacts};
use crate::coerce::Mismatch;
use crate::evaluate::{Env, ExprEvaluator, Val};
use crate::explain::verdict;
use crate::minilanguage::{Item, Mark, MiniSignature};
use crate::op::{Alternative, Op, Pattern};
use crate::out;
use crate::result_facts;

/// More combinations of union members than this are not tried.
pub const COMBINATIONS: usize = 16;

/// Why a call is unknown whose arguments no alternative takes: where a catalogue is all there is, it is refused.
pub const NO_ALTERNATIVE: &str = "no alternative is modelled for these arguments";

impl Op {
    /// What a call with these arguments gives.
    pub fn apply(&self, args: &CallArgs, store: &Store) -> CallOutcome {
        let all: Vec<Vec<Ty>> = args.all().map(|arg| store.resolve_ty(arg.ty).members()).collect();
        let Some(combinations) = combinations(&all, COMBINATIONS) else {
            return CallOutcome::Unknown("too many combinations of alternatives");
        };
        let applied = among(combinations, |types, _| {
            let mut own = args.clone();
            let arguments = own.positional.iter_mut().chain(own.keywords.iter_mut().map(|(_, arg)| arg));
            arguments.zip(types).for_each(|(arg, ty)| arg.ty = ty);
            Some((Match::Possible, self.apply_lengths(&own, store)))
        });
        applied.unwrap_or(CallOutcome::Unknown("an argument has no value"))
    }

    /// May it be called with so many arguments of these names, whatever they are? NumPy's functions and ufuncs read that
    /// before they look at what an operand has in their place.
    pub fn may_take(&self, args: &CallArgs) -> bool {
        self.alternatives.iter().any(|alternative| BoundCall::new(alternative, args).is_ok())
    }

    pub(crate) fn apply_one(&self, args: &CallArgs, store: &Store) -> CallOutcome {
        // `f(*args)`: which alternative is meant depends on how many there are.
        if args.open && self.alternatives.len() > 1 {
            return CallOutcome::Unknown("an argument list of unknown length");
        }
        let mut unbound: Option<(usize, Failure)> = None;
        let mut other_kind: Vec<(Failure, bool, &Alternative)> = Vec::new();
        // Of one that is skipped too: with other sizes it is this one that is meant.
        let mut saw_unknown = false;
        let applied = among(&self.alternatives, |alternative, _| {
            match attempt(self, alternative, args, store) {
                Attempt::Match(matched, applied) => return Some((matched, applied)),
                Attempt::Skipped { saw_unknown: own } => saw_unknown |= own,
                Attempt::Unbound(failure) => {
                    let known = unbound.take().filter(|(most, _)| *most >= alternative.params.len());
                    unbound = known.or(Some((alternative.params.len(), failure)));
                }
                // What is not given has the wrong default: the alternative is for another call.
                Attempt::OtherKind(failure, _) if failure.parts.is_empty() && self.alternatives.len() > 1 => {}
                Attempt::OtherKind(failure, wants_int) => other_kind.push((failure, wants_int, alternative)),
            }
            None
        });
        match applied {
            Some(CallOutcome::Value(mut result, store)) => {
                result.result_facts.saw_unknown |= saw_unknown;
                return CallOutcome::Value(result, store);
            }
            Some(applied) => return applied,
            None => {}
        }
        let mut of_kind = other_kind.into_iter();
        match (of_kind.next(), unbound) {
            // Every alternative refuses the same argument: an int is wanted there whatever else is given.
            (Some((failure, wants_int, alternative)), _)
                if self.alternatives.len() == 1
                    || (wants_int
                        && of_kind.all(|(other, wants_int, _)| other.parts == failure.parts && wants_int)) =>
            {
                refuted(alternative, args, failure)
            }
            (Some(_), _) => CallOutcome::Unknown(NO_ALTERNATIVE),
            // No alternative binds: the one that takes most says what is allowed.
            (None, Some((_, failure))) => refuted(&self.alternatives[0], args, failure),
            (None, None) => CallOutcome::Unknown(NO_ALTERNATIVE),
        }
    }
}

/// Is the argument that the failure is about one where an int is wanted, or several?
fn wants_int(bound: &BoundCall, failure: &Failure) -> bool {
    let [part] = failure.parts.as_slice() else { return false };
    let is_int =
        |pattern: &Pattern| matches!(pattern, Pattern::Int(_) | Pattern::Axis | Pattern::Shape(_) | Pattern::None);
    let slot = bound.given().find(|(_, number, _)| *number == part.argument);
    slot.is_some_and(|(param, ..)| match &param.pattern {
        Pattern::Union(members) => members.iter().all(is_int),
        pattern => is_int(pattern),
    })
}

#[allow(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
enum Attempt {
    /// Its guard does not hold; was something asked there that is open?
    Skipped {
        saw_unknown: bool,
    },
    Unbound(Failure),
    /// An argument is of another kind; is it an int that is wanted there?
    OtherKind(Failure, bool),
    Match(Match, CallOutcome),
}

fn refuted(alternative: &Alternative, args: &CallArgs, failure: Failure) -> CallOutcome {
    let failure = helped(alternative, args, failure);
    let (code, exception) = verdict(alternative, failure.kind);
    CallOutcome::Refuted(Box::new(CallFailure { failure, code, exception }))
}

fn attempt(op: &Op, alternative: &Alternative, args: &CallArgs, store: &Store) -> Attempt {
    let bound = match BoundCall::new(alternative, args) {
        Ok(bound) => bound,
        Err(failure) => {
            // With an operand of which nothing is known another way of calling is meant, which an alternative has.
            let unknown = args.positional.iter().any(|arg| arg.ty.is_unknown());
            return match unknown && op.may_take(args) {
                true => Attempt::Skipped { saw_unknown: true },
                false => Attempt::Unbound(failure),
            };
        }
    };
    let mut cx = if args.exact { Context::exact(store) } else { Context::new(store) };
    let mut env = Env::default();
    if let Some(name) = &alternative.name {
        env.set("NAME", Val::new(Ty::str(name)));
    }
    match bind_all(&bound, op, &mut cx, &mut env) {
        Ok(()) => {}
        Err(Mismatch::Unknown(reason)) => return Attempt::Match(Match::Possible, CallOutcome::Unknown(reason)),
        Err(Mismatch::Kind(failure)) => {
            let wants_int = wants_int(&bound, &failure);
            return Attempt::OtherKind(failure, wants_int);
        }
        Err(Mismatch::Refused(failure)) => {
            return Attempt::Match(Match::Definite, refuted(alternative, args, failure));
        }
    }
    let mut evaluator = ExprEvaluator::new(op.catalogue, &mut cx);
    if let Some((shape, axis)) = &alternative.rules.scalar_axis {
        forgive_scalar_axis(shape, axis, &evaluator, &mut env);
    }
    if !alternative.rules.guards.is_empty() {
        bound.write_down(&mut env);
    }
    let guard = evaluator.guard(&alternative.rules.guards, &env);
    if guard == Truth::No {
        return Attempt::Skipped { saw_unknown: evaluator.cx.saw_unknown() };
    }
    let applied = match returned(op, &bound, &mut evaluator, &mut env) {
        Ok(returned) => CallOutcome::Value(returned, cx.into_store()),
        Err(Mismatch::Unknown(reason)) => CallOutcome::Unknown(reason),
        // An array of objects that takes the result makes NumPy try the loop for objects.
        Err(Mismatch::Refused(failure))
            if op.ufunc && failure.kind == FailureKind::NoLoop && out::is_of_objects(&bound) =>
        {
            CallOutcome::Unknown("the elements are objects, which decide by themselves")
        }
        Err(Mismatch::Refused(failure) | Mismatch::Kind(failure)) => refuted(alternative, args, failure),
    };
    let is_meant = guard.is_yes() && !rests_on_unknown_kind(&bound);
    Attempt::Match(if is_meant { Match::Definite } else { Match::Possible }, applied)
}

/// Does a value of which nothing is known stand where only one kind of values may: an int, a text, a dtype? Another
/// alternative may take another kind there.
fn rests_on_unknown_kind(bound: &BoundCall) -> bool {
    let is_of_one_kind = |pattern: &Pattern| {
        matches!(pattern, Pattern::Int(_) | Pattern::Float | Pattern::Number | Pattern::Str | Pattern::DType(_))
    };
    bound.given().any(|(param, _, arg)| arg.ty.is_unknown() && is_of_one_kind(&param.pattern))
}

/// Of a function of matrices alone, that what it was given is none.
fn no_matrix(
    failure: Failure,
    (signature, operands): &(MiniSignature, Vec<String>),
    env: &Env,
    store: &Store,
) -> Failure {
    let ([input], [operand]) = (&*signature.inputs, &**operands) else { return failure };
    let is_of_matrices =
        matches!(&*input.items, [Item::Dim { mark: Mark::None, .. }, Item::Dim { mark: Mark::None, .. }]);
    let rank = env.get(operand).and_then(|val| store.resolve_shape(val.shape()).rank());
    let given = match rank.filter(|_| is_of_matrices && failure.kind == FailureKind::Rank) {
        Some(0) => "a number".to_owned(),
        Some(1) => "1 dim".to_owned(),
        Some(rank) => format!("{rank} dims"),
        None => return failure,
    };
    Failure { message: format!("a matrix is needed, not {given}"), ..failure }
}

/// Core dims that differ, by the names of the parameters that have them. A size that one parameter has twice is of a
/// square matrix.
fn core_dims_by_parameter(
    failure: Failure,
    bound: &BoundCall,
    operands: &[String],
    env: &Env,
    store: &Store,
) -> Failure {
    if failure.kind != FailureKind::CoreDim {
        return failure;
    }
    let size = |part: &Part| {
        let is_of = |val: &&Val| val.origin.part(None).is_some_and(|own| own.argument == part.argument);
        let shape = store.resolve_shape(operands.iter().filter_map(|name| env.get(name)).find(is_of)?.shape());
        let (param, ..) = bound.given().find(|(_, number, _)| *number == part.argument)?;
        Some((param.name.as_str(), shape.at(part.axis?)?))
    };
    let Some(mut sizes) = failure.parts.iter().map(size).collect::<Option<Vec<_>>>() else { return failure };
    let mut met = FxHashSet::default();
    sizes.retain(|size| met.insert(*size));
    let square = sizes.windows(2).find(|pair| pair[0].0 == pair[1].0);
    let message = match (square, &*sizes) {
        (Some(pair), _) => format!("a square matrix is needed, not {:?} x {:?}", pair[0].1, pair[1].1),
        (None, [] | [_]) => return failure,
        (None, [(_, x), (_, y)]) if bound.alternative.rules.code == Some("CF101") => {
            format!("the inner dimensions differ: {x:?} and {y:?}")
        }
        (None, several) => {
            let each: Vec<String> = several.iter().map(|(name, dim)| format!("{dim:?} in `{name}`")).collect();
            format!("sizes that must be equal differ: {}", each.join(", "))
        }
    };
    Failure { message, ..failure }
}

/// What the call gives if it is this way of calling.
fn returned(op: &Op, bound: &BoundCall, evaluator: &mut ExprEvaluator, env: &mut Env) -> Result<CallResult, Mismatch> {
    let alternative = bound.alternative;
    let requires =
        |of_result: bool| alternative.rules.requires.iter().filter(move |require| require.is_of_result == of_result);
    requires(false).try_for_each(|require| evaluator.require(require, env))?;
    let mut result = match &alternative.rules.gufunc {
        Some(gufunc) => {
            let result = crate::catalogue::gufunc::result(&alternative.result, gufunc, evaluator, env);
            let store = evaluator.cx.store();
            result
                .map_err(|failure| core_dims_by_parameter(failure, bound, &gufunc.1, env, store))
                .map_err(|failure| no_matrix(failure, gufunc, env, store))?
        }
        None => evaluator.result(&alternative.result, env)?,
    };
    if requires(true).next().is_some() {
        env.set("RESULT", Val::new(result));
        requires(true).try_for_each(|require| evaluator.require(require, env))?;
    }
    let taken = out::take(bound, result, evaluator, env)?;
    // Methods of NumPy scalars give scalars even so.
    let of_scalar = taken != result && bound.is_of_scalar();
    result = match taken.as_array() {
        Some((_, shape)) if of_scalar && shape.rank() == Some(0) => Ty::unknown(),
        _ => taken,
    };
    let (attained, elements) = result_facts::of_elements(bound, result, evaluator, env)?;
    let result = match evaluator.cx.store().resolve_ty(result) {
        // Arrays of rank 0 that a NumPy scalar's method gives are scalars.
        ty if bound.is_of_scalar() && (op.bound || alternative.rules.of_scalars) => match ty.kind() {
            TyKind::Array { elem, shape } => Ty::decay(*elem, *shape),
            _ => ty,
        },
        ty => ty,
    };
    let saw_unknown = evaluator.cx.saw_unknown();
    let result_facts = ResultFacts { saw_unknown, ..result_facts::result_facts(bound, evaluator, env) };
    Ok(CallResult { result, attained, elements, result_facts })
}

/// Where NumPy does: an axis of 0 or -1 of a 0-d array is all there is.
fn forgive_scalar_axis(shape: &str, axis: &str, evaluator: &ExprEvaluator, env: &mut Env) {
    let is_scalar = |shape: &Val| evaluator.cx.store().resolve_shape(shape.shape()).rank() == Some(0);
    let Some(given) = env.get(axis) else { return };
    // An int of which nothing is known may be one of the two.
    let may_be = match given.ty().int_value().map(Dim::constant) {
        Some(place) => matches!(place, None | Some(0 | -1)),
        None => given.is_none().is_no() && matches!(given.ty().kind(), TyKind::Int | TyKind::Unknown),
    };
    if may_be && env.get(shape).is_some_and(is_scalar) {
        env.set(axis, Val::none());
    }
}
