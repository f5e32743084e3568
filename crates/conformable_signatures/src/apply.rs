//! One call: members of unions one by one, alternatives in order, guards, requirements, result.

use std::sync::Arc;

use conformable_solver::{Context, Failure, Store};
use conformable_types::{DType, Dim, Term, Truth, Ty, TyKind, relations as types};

use crate::bind::{Slot, bind};
use crate::call::{Applied, Arg, CallArgs, CallFailure, Remarked};
use crate::catalogue::Catalogue;
use crate::coerce::{Coercer, Given, Mismatch};
use crate::evaluate::{Env, Evaluator, Val};
use crate::explain::{Origin, verdict};
use crate::op::{Alternative, Op, Pattern};

/// More combinations of union members than this are not tried.
const COMBINATIONS: usize = 16;

impl Op {
    /// What a call with these arguments gives.
    pub fn apply(&self, args: &CallArgs, store: &Store) -> Applied {
        let all: Vec<Vec<Ty>> = args
            .positional
            .iter()
            .chain(args.keywords.iter().map(|(_, arg)| arg))
            .map(|arg| store.resolve_ty(arg.ty).members())
            .collect();
        let combinations = all.iter().map(Vec::len).try_fold(1usize, |product, count| product.checked_mul(count));
        if combinations.is_none_or(|count| count > COMBINATIONS) {
            return Applied::Unknown("too many combinations of alternatives");
        }
        let mut outcomes = Vec::new();
        let mut places = vec![0; all.len()];
        loop {
            let mut own = args.clone();
            let arguments = own.positional.iter_mut().chain(own.keywords.iter_mut().map(|(_, arg)| arg));
            for ((arg, members), place) in arguments.zip(&all).zip(&places) {
                arg.ty = members[*place];
            }
            outcomes.push(self.apply_lengths(&own, store));
            let Some(next) = (0..all.len()).find(|&at| places[at] + 1 < all[at].len()) else { break };
            places[next] += 1;
            places[..next].fill(0);
        }
        join(outcomes)
    }

    pub(crate) fn apply_one(&self, args: &CallArgs, store: &Store) -> Applied {
        // `f(*args)`: which alternative is meant hangs on how many there are.
        if args.open && self.alternatives.len() > 1 {
            return Applied::Unknown("an argument list of unknown length");
        }
        let mut open: Vec<Applied> = Vec::new();
        let mut unbound: Option<Failure> = None;
        let mut other_kind: Vec<(Failure, &Alternative)> = Vec::new();
        for alternative in &self.alternatives {
            match attempt(alternative, args, store, self.alternatives.len() > 1, self.bound) {
                Attempt::Skipped => {}
                Attempt::Unbound(failure) => unbound = unbound.or(Some(failure)),
                // What is not given has the wrong default: the alternative is for another call.
                Attempt::OtherKind(failure) if failure.parts.is_empty() && self.alternatives.len() > 1 => {}
                Attempt::OtherKind(failure) => other_kind.push((failure, alternative)),
                Attempt::Committed(applied) => {
                    if open.is_empty() {
                        return applied;
                    }
                    open.push(applied);
                    break;
                }
                Attempt::Open(applied) => open.push(applied),
            }
        }
        if !open.is_empty() {
            return join(open);
        }
        let mut of_kind = other_kind.into_iter();
        match (of_kind.next(), unbound) {
            // Every alternative refuses the same argument: an int is wanted there whatever else is given.
            (Some((failure, alternative)), _)
                if self.alternatives.len() == 1
                    || (is_int_slot(alternative, &failure, args)
                        && of_kind
                            .all(|(other, own)| other.parts == failure.parts && is_int_slot(own, &other, args))) =>
            {
                refuted(alternative, failure)
            }
            (Some(_), _) => Applied::Unknown("no alternative is modelled for these arguments"),
            // No alternative binds: the first one says what is allowed.
            (None, Some(failure)) => refuted(&self.alternatives[0], failure),
            (None, None) => Applied::Unknown("no alternative's guard holds"),
        }
    }
}

/// Is the argument that the failure is about one where an int is wanted?
fn is_int_slot(alternative: &Alternative, failure: &Failure, args: &CallArgs) -> bool {
    let [part] = failure.parts.as_slice() else { return false };
    let Ok(slots) = bind(&alternative.params, args) else { return false };
    let pattern =
        slots.iter().position(|slot| *slot == Slot::One(part.argument)).map(|at| &alternative.params[at].pattern);
    let is_int = |pattern: &Pattern| matches!(pattern, Pattern::Int(_) | Pattern::Axis | Pattern::None);
    match pattern {
        Some(Pattern::Union(members)) => members.iter().all(is_int),
        Some(pattern) => is_int(pattern),
        None => false,
    }
}

enum Attempt {
    /// Its guard does not hold.
    Skipped,
    Unbound(Failure),
    OtherKind(Failure),
    Committed(Applied),
    Open(Applied),
}

pub(crate) fn argument(args: &CallArgs, number: usize) -> &Arg {
    match number.checked_sub(args.positional.len()) {
        None => &args.positional[number],
        Some(place) => &args.keywords[place].1,
    }
}

pub(crate) fn argument_mut(args: &mut CallArgs, number: usize) -> &mut Arg {
    match number.checked_sub(args.positional.len()) {
        None => &mut args.positional[number],
        Some(place) => &mut args.keywords[place].1,
    }
}

fn refuted(alternative: &Alternative, failure: Failure) -> Applied {
    let (code, exception) = verdict(alternative, failure.kind);
    Applied::Refuted(Box::new(CallFailure { failure, code, exception }))
}

fn attempt(alternative: &Alternative, args: &CallArgs, store: &Store, several: bool, bound: bool) -> Attempt {
    let slots = match bind(&alternative.params, args) {
        Ok(slots) => slots,
        Err(failure) => {
            // With an operand of which nothing is known another function may be called.
            let unknown = args.positional.iter().any(|arg| arg.ty.is_unknown());
            return if unknown {
                Attempt::Open(Applied::Unknown("an operand is unknown"))
            } else {
                Attempt::Unbound(failure)
            };
        }
    };
    let mut cx = Context::new(store);
    let mut env = Env::default();
    if let Some(name) = &alternative.name {
        env.set("NAME", Val::new(Ty::str(name)));
    }
    match bind_all(alternative, &slots, args, &mut cx, &mut env) {
        Ok(()) => {}
        Err(Mismatch::Unknown(reason)) if several => return Attempt::Open(Applied::Unknown(reason)),
        Err(Mismatch::Unknown(reason)) => return Attempt::Committed(Applied::Unknown(reason)),
        Err(Mismatch::Kind(failure)) => return Attempt::OtherKind(failure),
        Err(Mismatch::Refused(failure)) => return Attempt::Committed(refuted(alternative, failure)),
    }
    let mut evaluator = Evaluator { catalogue: Catalogue::numpy(), cx: &mut cx, depth: 0, counted: Vec::new() };
    if alternative.scalar_axis {
        forgive_scalar_axis(alternative, &evaluator, &mut env);
    }
    let guard = match evaluator.all(&alternative.guards, &env) {
        Ok(truth) => truth,
        Err(failure) => return Attempt::Committed(refuted(alternative, failure)),
    };
    if guard == Truth::No {
        return Attempt::Skipped;
    }
    let applied = match body(alternative, &mut evaluator, &env, &slots, args) {
        Ok((result, attained, elements)) => {
            let result = if bound || alternative.of_scalars { of_scalar(result, args) } else { result };
            let doubtful = evaluator.cx.is_doubtful();
            let remarked = remarked(alternative, &mut evaluator, &mut env, &slots, args).unwrap_or_default();
            let remarked = Remarked { doubtful, ..remarked };
            Applied::Value { result, attained, elements, store: cx.into_store(), remarked }
        }
        Err(Mismatch::Unknown(reason)) => Applied::Unknown(reason),
        Err(Mismatch::Refused(failure) | Mismatch::Kind(failure)) => refuted(alternative, failure),
    };
    if guard == Truth::Yes { Attempt::Committed(applied) } else { Attempt::Open(applied) }
}

/// What the entry says of this call besides its type.
fn remarked(
    alternative: &Alternative,
    evaluator: &mut Evaluator,
    env: &mut Env,
    slots: &[Slot],
    args: &CallArgs,
) -> Result<Remarked, Failure> {
    let remarks = &alternative.remarks;
    let mut remarked = Remarked { per_axis: remarks.per_axis, ..Remarked::default() };
    remarked.spells_one = alternative.params.iter().zip(slots).any(|(param, slot)| {
        let numbers = match slot {
            Slot::One(number) => std::slice::from_ref(number),
            Slot::Many(numbers) => numbers,
            _ => &[],
        };
        numbers.iter().any(|&number| argument(args, number).spells_one) && alternative.keeps_shape_of(param)
    });
    if remarks.hazards.is_empty() && remarks.spells_one.is_none() && remarks.whole.is_none() {
        return Ok(remarked);
    }
    for (param, slot) in alternative.params.iter().zip(slots) {
        if let Slot::One(number) = slot {
            let given = argument(args, *number);
            let by_place = *number < args.positional.len() && given.literal;
            env.write(&param.name, given.ty, by_place);
        }
    }
    if let Some(condition) = &remarks.spells_one {
        remarked.spells_one |= !evaluator.truth(condition, env)?.is_no();
    }
    if let Some(condition) = &remarks.whole {
        remarked.whole = !evaluator.truth(condition, env)?.is_no();
    }
    for hazard in &remarks.hazards {
        if evaluator.truth(&hazard.condition, env)?.is_yes() {
            remarked.hazards.push(Arc::clone(hazard));
        }
    }
    Ok(remarked)
}

/// Arrays of rank 0 that a NumPy scalar's method gives are scalars.
fn of_scalar(result: Ty, args: &CallArgs) -> Ty {
    let scalar = args.positional.first().is_some_and(|arg| matches!(arg.ty.kind(), TyKind::Scalar(_)));
    match result.kind() {
        TyKind::Array { elem, shape } if scalar => Ty::decay(*elem, *shape),
        _ => result,
    }
}

fn bind_all(
    alternative: &Alternative,
    slots: &[Slot],
    args: &CallArgs,
    cx: &mut Context,
    env: &mut Env,
) -> Result<(), Mismatch> {
    // Records: what is a row and what an element is the dtype's business.
    let records = |ty: Ty| match ty.kind() {
        TyKind::DType(elem) => elem.dtype().is_some_and(|dtype| dtype.kind() == conformable_types::dtype::Kind::Void),
        _ => false,
    };
    let listed = |name: &str, ty: Ty| {
        name == "dtype" && matches!(ty.kind(), TyKind::List(_) | TyKind::ListOf(_) | TyKind::Unknown)
    };
    let open = |ty: Ty| matches!(ty.kind(), TyKind::DType(elem) if elem.dtype().is_none());
    let all = || args.positional.iter().chain(args.keywords.iter().map(|(_, arg)| arg));
    let nested = args.positional.iter().any(|arg| matches!(arg.ty.kind(), TyKind::List(_) | TyKind::ListOf(_)));
    if (nested && all().any(|arg| open(arg.ty)))
        || args.positional.iter().any(|arg| records(arg.ty))
        || args.keywords.iter().any(|(name, arg)| records(arg.ty) || listed(name, arg.ty))
    {
        return Err(Mismatch::Unknown("the dtype is one of records, or not known"));
    }
    let objects = all().any(|arg| match arg.ty.kind() {
        TyKind::DType(elem) => elem.dtype() == Some(DType::OBJECT),
        TyKind::Class(name) => matches!(name.as_str(), "object" | "builtins.object"),
        TyKind::LitStr(text) => DType::from_spelling(text.as_str()) == Some(DType::OBJECT),
        _ => false,
    });
    let mut unknown: Option<&'static str> = None;
    for (param, slot) in alternative.params.iter().zip(slots) {
        // Kinds first: an argument of the wrong kind says which alternative it is not.
        let mut coercer = Coercer { cx, objects, coerced: None };
        let bound = match slot {
            Slot::One(number) => {
                let arg = argument(args, *number);
                env.identify(&param.name, arg.identity);
                let given = Given::new(arg, *number);
                let default = param.default.as_ref().filter(|_| arg.ty == Ty::none() && !param.pattern.accepts_none());
                match (default, &param.pattern) {
                    // `dtype=None` is NumPy's default dtype, whatever the function's is.
                    (Some(_), Pattern::DType(_)) => {
                        let float = Arg::of(Ty::new(TyKind::DType(DType::FLOAT64.into())));
                        coercer.bind(&param.pattern, &Given::new(&float, *number), env)
                    }
                    _ => coercer.bind(&param.pattern, &given, env),
                }
            }
            Slot::Many(numbers) => {
                let given: Vec<Given> = numbers.iter().map(|&n| Given::new(argument(args, n), n)).collect();
                bind_many(&param.pattern, &given, &mut coercer, env)
            }
            Slot::Keywords(given) if given.is_empty() => Ok(Val::none()),
            Slot::Keywords(_) => Ok(Val::unknown()),
            Slot::Absent => match &param.default {
                Some(default) => bind_default(&param.pattern, default, &mut coercer, env),
                None => Ok(Val::none()),
            },
            Slot::Perhaps => match &param.default {
                Some(default) if is_flag(&param.pattern) => {
                    bind_default(&param.pattern, default, &mut coercer, env).map(|_| Val::unknown())
                }
                _ => Err(Mismatch::Unknown("an argument may or may not be given")),
            },
        };
        if let (Some(shape), Pattern::Array(_)) = (coercer.coerced, &param.pattern) {
            env.set(&shape_of(&param.name), Val::new(shape));
        }
        match bound {
            Ok(value) => {
                let mut names = Vec::new();
                param.pattern.variables(&mut names);
                for name in names {
                    if env.get(&name).is_none() {
                        env.set(&name, Val::none());
                    }
                }
                env.set(&param.name, value);
            }
            Err(Mismatch::Unknown(reason)) => unknown = unknown.or(Some(reason)),
            Err(other) => {
                return if unknown.is_some() { Err(Mismatch::Unknown("an operand is unknown")) } else { Err(other) };
            }
        }
    }
    match unknown {
        Some(reason) => Err(Mismatch::Unknown(reason)),
        None => Ok(()),
    }
}

/// The name under which an array parameter's shape stands, for gufunc signatures.
pub fn shape_of(param: &str) -> String {
    format!("shape of {param}")
}

/// A parameter that says nothing of the result.
fn is_flag(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Anything | Pattern::Bool | Pattern::Str | Pattern::Float | Pattern::Number)
}

fn bind_default(
    pattern: &Pattern,
    default: &conformable_types::text::Expr,
    coercer: &mut Coercer,
    env: &mut Env,
) -> Result<Val, Mismatch> {
    let mut evaluator = Evaluator { catalogue: Catalogue::numpy(), cx: coercer.cx, depth: 0, counted: Vec::new() };
    let value = evaluator.value(default, env)?;
    if value.is_none().is_yes() && !pattern.accepts_none() {
        let failure = Failure::new(conformable_solver::FailureKind::Arguments, "an argument is missing", Vec::new());
        return Err(Mismatch::Kind(failure));
    }
    if value.is_none().is_yes() || matches!(pattern, Pattern::Anything | Pattern::Out(_)) {
        return Ok(value);
    }
    let ty = match (pattern, &value.term) {
        (Pattern::DType(_), _) => Ty::new(TyKind::DType(value.elem())),
        (_, Term::Shape(shape)) => Val::new(*shape).ty(),
        _ => value.ty(),
    };
    let arg = Arg::of(ty);
    coercer.bind(pattern, &Given { arg: &arg, origin: Origin::Nowhere }, env)
}

/// `*args`: a pack; sizes or axes given one by one, or as one tuple.
fn bind_many(pattern: &Pattern, given: &[Given], coercer: &mut Coercer, env: &mut Env) -> Result<Val, Mismatch> {
    match (pattern, given) {
        (Pattern::Shape { .. } | Pattern::Axes, [one])
            if !matches!(one.arg.ty.kind(), TyKind::Int | TyKind::IntOf(_)) =>
        {
            if one.arg.ty == Ty::none() {
                return Ok(Val::none());
            }
            coercer.bind(pattern, one, env)
        }
        (Pattern::Axes, []) => Ok(Val::none()),
        (Pattern::Shape { .. } | Pattern::Sizes | Pattern::Axes, _) => {
            let arg = Arg::of(Ty::tuple(given.iter().map(|one| one.arg.ty)));
            let origin = given.first().map(|one| one.origin.derived()).unwrap_or_default();
            let value = coercer.bind(pattern, &Given { arg: &arg, origin }, env)?;
            let origins = given.iter().map(|one| one.origin.clone()).collect();
            Ok(value.from(Origin::Pack(origins)))
        }
        _ => coercer.pack(pattern, given, env),
    }
}

type Body = (Ty, Option<(Dim, Dim)>, Option<Ty>);

fn body(
    alternative: &Alternative,
    evaluator: &mut Evaluator,
    env: &Env,
    slots: &[Slot],
    args: &CallArgs,
) -> Result<Body, Mismatch> {
    for require in &alternative.requires {
        evaluator.require(require, env)?;
    }
    let result = match &alternative.gufunc {
        Some(signature) => crate::catalogue::gufunc::result(alternative, signature, evaluator, env)?,
        None => evaluator.result(&alternative.result, env)?,
    };
    let out = crate::out::argument(alternative, slots, args);
    let result = match out {
        Some((rule, out, number)) => {
            let taken = crate::out::take(rule, result, out, number, evaluator, env)?;
            // Methods of NumPy scalars give scalars even so.
            let scalar = args.positional.first().is_some_and(|arg| matches!(arg.ty.kind(), TyKind::Scalar(_)));
            let flat = taken.as_array().is_some_and(|(_, shape)| shape.rank() == Some(0));
            if scalar && flat { Ty::unknown() } else { taken }
        }
        None => result,
    };
    let attained = match &alternative.attained {
        Some((least, greatest)) => {
            let (low, high) = (evaluator.value(least, env)?.dim(), evaluator.value(greatest, env)?.dim());
            (!low.is_any() && !high.is_any()).then_some((low, high))
        }
        None => None,
    };
    let kept = alternative.elements.as_ref().and_then(|expr| {
        let conformable_types::text::Node::Name(path) = &expr.node else { return None };
        let place = alternative.params.iter().position(|param| [param.name.as_str()] == path.as_slice())?;
        match &slots[place] {
            Slot::One(number) => Some(argument(args, *number)),
            _ => None,
        }
    });
    let elements = kept.and_then(|arg| arg.elements.or_else(|| nest_of_ints(arg.ty).then_some(arg.ty)));
    let attained = attained.or_else(|| kept.and_then(|arg| arg.attained)).or_else(|| elements.and_then(range_of));
    let elements = elements.filter(|_| is_integers(result));
    Ok((evaluator.cx.store().resolve_ty(result), attained.filter(|_| is_integers(result)), elements))
}

fn is_integers(ty: Ty) -> bool {
    let dtype = ty.as_array().and_then(|(elem, _)| elem.dtype());
    dtype.is_some_and(|dtype| conformable_types::dtype::is_subdtype(dtype, "integer").unwrap_or(false))
}

/// A tuple or list, maybe nested, of ints of known value.
fn nest_of_ints(ty: Ty) -> bool {
    ty.items()
        .is_some_and(|items| items.iter().all(|item| matches!(item.kind(), TyKind::IntOf(_)) || nest_of_ints(*item)))
}

/// The least and greatest of known elements.
fn range_of(elements: Ty) -> Option<(Dim, Dim)> {
    fn gather(ty: Ty, found: &mut Vec<i64>) -> Option<()> {
        match ty.items() {
            Some(items) => items.iter().try_for_each(|item| gather(*item, found)),
            None => {
                found.push(ty.int_value()?.constant()?);
                Some(())
            }
        }
    }
    let mut found = Vec::new();
    gather(elements, &mut found)?;
    Some((Dim::of(*found.iter().min()?), Dim::of(*found.iter().max()?)))
}

/// Where NumPy does: an axis of 0 or -1 of a 0-d array is all there is.
fn forgive_scalar_axis(alternative: &Alternative, evaluator: &Evaluator, env: &mut Env) {
    let first = alternative.params.iter().find(|param| matches!(param.pattern, Pattern::Array(_)));
    let shape = first.and_then(|param| env.get(&shape_of(&param.name))).map(Val::shape);
    let scalar = shape.is_some_and(|shape| evaluator.cx.store().resolve_shape(shape).rank() == Some(0));
    let axis = env.get("axis").and_then(|axis| axis.ty().int_value()).and_then(Dim::constant);
    if scalar && matches!(axis, Some(0 | -1)) {
        env.set("axis", Val::none());
    }
}

type Joined = (Ty, Store, Option<(Dim, Dim)>, Option<Ty>, Remarked);

/// What all of these give: refuted if all are, unknown if one is.
pub(crate) fn join(outcomes: Vec<Applied>) -> Applied {
    let mut joined: Option<Joined> = None;
    let mut failure = None;
    let mut unknown = None;
    for outcome in outcomes {
        match outcome {
            Applied::Value { result, store, attained, elements, remarked } => {
                joined = Some(match joined {
                    None => (result, store, attained, elements, remarked),
                    Some((other, known, a, e, r)) => (
                        types::join(other, result),
                        known.join(&store),
                        a.filter(|a| Some(*a) == attained),
                        e.filter(|e| Some(*e) == elements),
                        r.join(remarked),
                    ),
                });
            }
            Applied::Refuted(why) => failure = failure.or(Some(why)),
            Applied::Unknown(reason) => unknown = unknown.or(Some(reason)),
        }
    }
    match (unknown, joined, failure) {
        (Some(reason), _, _) => Applied::Unknown(reason),
        (_, Some((result, store, attained, elements, remarked)), _) => {
            Applied::Value { result, store, attained, elements, remarked }
        }
        (_, _, Some(failure)) => Applied::Refuted(failure),
        _ => Applied::Unknown("nothing was tried"),
    }
}
