//! `out=`: the array that takes the result, which must have room for it.

use conformable_solver::relations::elems::castable;
use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind, Part, relations};
use conformable_types::dtype::Casting;
use conformable_types::{DType, Elem, Shape, Truth, Ty, TyKind};

use crate::bind::BoundCall;
use crate::binder::Slot;
use crate::coerce::CoerceResult;
use crate::evaluate::{Env, ExprEvaluator, strong};
use crate::op::{Fit, OutRule, Pattern};

/// What a call gives, in the arrays that it is to go to: their own types, if there is room and the dtypes
/// allow it. Of several results each may have one, by place or in a tuple.
pub fn take(bound: &BoundCall, result: Ty, evaluator: &mut ExprEvaluator, env: &Env) -> CoerceResult<Ty> {
    let takers = takers(bound);
    if is_tuple_alone(bound) {
        return Ok(Ty::unknown());
    }
    if let TyKind::Tuple(results) = result.kind() {
        if takers.iter().any(|taker| taker.ty == Ty::new(TyKind::Ellipsis)) {
            return Ok(Ty::tuple(results.iter().map(|result| an_array(*result))));
        }
        return several(results, &takers, evaluator, env);
    }
    match &*takers {
        [] => Ok(result),
        [taker] if taker.ty == Ty::new(TyKind::Ellipsis) => Ok(an_array(result)),
        [taker] if taker.place == 0 => taker.take(result, evaluator, env),
        _ => Ok(Ty::unknown()),
    }
}

/// An array whatever the rank.
fn an_array(result: Ty) -> Ty {
    result.as_array().map_or(Ty::unknown(), |(elem, shape)| Ty::array(strong(elem), shape))
}

/// Results of one loop have one shape: that of any array that takes one of them.
fn several(results: &[Ty], takers: &[Taker], evaluator: &mut ExprEvaluator, env: &Env) -> CoerceResult<Ty> {
    let mut taken = results.to_vec();
    // Once for what the shape is, once for whether all have it.
    for _ in 0..2 {
        for taker in takers {
            let Some(result) = taken.get(taker.place) else { return Ok(Ty::unknown()) };
            let taker_ty = taker.take(*result, evaluator, env)?;
            let shape = taker_ty.as_array().map(|(_, shape)| shape);
            for (place, result) in taken.iter_mut().enumerate() {
                *result = match (result.as_array(), shape) {
                    _ if place == taker.place => taker_ty,
                    (Some((elem, _)), Some(shape)) => Ty::decay(strong(elem), shape),
                    _ => Ty::unknown(),
                };
            }
        }
    }
    // What takes a result is itself, also where another has said its shape.
    for taker in takers {
        taken[taker.place] = taker.ty;
    }
    Ok(Ty::tuple(taken))
}

/// An argument that takes a result.
struct Taker<'a> {
    rule: &'a OutRule,
    ty: Ty,
    /// The argument's number.
    number: usize,
    /// Which of the results.
    place: usize,
}

/// The arguments that take results, in the order of their parameters; a tuple has one for each result.
fn takers<'a>(bound: &BoundCall<'a>) -> Vec<Taker<'a>> {
    let rules = bound.params().filter_map(|(param, slot)| match &param.pattern {
        Pattern::Out(rule) => Some((rule, slot)),
        _ => None,
    });
    let mut takers = Vec::new();
    for (place, (rule, slot)) in rules.enumerate() {
        let Slot::One(number) = *slot else { continue };
        let ty = bound.args.argument(number).ty;
        match ty.kind() {
            TyKind::Tuple(items) => {
                let all = items.iter().enumerate();
                takers.extend(all.map(|(place, ty)| Taker { rule, ty: *ty, number, place }));
            }
            _ => takers.push(Taker { rule, ty, number, place }),
        }
    }
    takers.retain(|taker| taker.ty != Ty::none());
    takers
}

/// Is one of the arrays that take the results an array of objects?
pub fn is_of_objects(bound: &BoundCall) -> bool {
    let objects = |ty: Ty| ty.as_array().is_some_and(|(elem, _)| elem.dtype() == Some(DType::OBJECT));
    takers(bound).iter().any(|taker| objects(taker.ty))
}

/// Is a tuple given to what is no ufunc and says nothing of it?
fn is_tuple_alone(bound: &BoundCall) -> bool {
    bound.given().any(|(param, _, arg)| {
        let any = matches!(&param.pattern, Pattern::Out(rule) if rule.fit == Fit::Any);
        any && matches!(arg.ty.kind(), TyKind::Tuple(_))
    })
}

impl Taker<'_> {
    fn take(&self, result: Ty, evaluator: &mut ExprEvaluator, env: &Env) -> CoerceResult<Ty> {
        let (Some((elem, shape)), TyKind::Array { elem: out_elem, shape: out_shape }) =
            (result.as_array(), self.ty.kind())
        else {
            return Ok(self.ty);
        };
        let part = Part::whole(self.number);
        let store = evaluator.cx.store();
        let (elem, shape) = (store.resolve_elem(strong(elem)), store.resolve_shape(shape));
        let (out_elem, out_shape) = (store.resolve_elem(*out_elem), store.resolve_shape(*out_shape));
        room(self.rule.fit, shape, out_shape, evaluator, || {
            let [result, out] = [Ty::array(elem, shape), Ty::array(out_elem, out_shape)];
            Failure::new(FailureKind::InPlace, format!("the result {result} does not fit {out}"), vec![part.clone()])
        })?;
        if let Some(casting) = casting(&self.rule.casting, env) {
            cast(elem, out_elem, casting, part)?;
        }
        Ok(self.ty)
    }
}

fn cast(from: Elem, to: Elem, casting: Casting, part: Part) -> CoerceResult<()> {
    castable(from, to, casting).map_err(|failure| Failure { parts: vec![part], ..failure }.into())
}

/// The rule of that name, or the one that the parameter of that name says.
fn casting(name: &str, env: &Env) -> Option<Casting> {
    match env.get(name) {
        Some(given) => given.ty().str_value().and_then(Casting::named),
        None => Casting::named(name),
    }
}

fn room(
    fit: Fit,
    shape: Shape,
    out: Shape,
    evaluator: &mut ExprEvaluator,
    failure: impl Fn() -> Failure,
) -> CoerceResult<()> {
    let store = evaluator.cx.store();
    match fit {
        Fit::Any => Ok(()),
        Fit::Exact => Ok(evaluator.cx.require(Fact::Shape(shape, out), failure)?),
        Fit::Broadcast => {
            if store.ask(&Fact::Shape(shape, out)) == Truth::Yes {
                return Ok(());
            }
            match relations::of_shapes("broadcast", evaluator.cx, &[shape, out]) {
                Ok(both) => Ok(evaluator.cx.require(Fact::Shape(both, out), failure)?),
                Err(_) => Err(failure().into()),
            }
        }
    }
}
