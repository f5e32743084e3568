//! `out=`: the array that takes the result, which must have room for it.

use conformable_solver::relations::elems::castable;
use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind, Part, relations};
use conformable_types::dtype::Casting;
use conformable_types::{Elem, Shape, Truth, Ty, TyKind};

use crate::bind::Bound;
use crate::coerce::{Given, Result};
use crate::evaluate::{Env, Evaluator, strong};
use crate::op::{Fit, OutRule, Pattern};

/// An array, or a tuple of arrays; a NumPy scalar takes nothing.
pub fn accept(ty: Ty, given: &Given) -> Result<()> {
    let takes = |ty: &Ty| {
        matches!(
            ty.kind(),
            TyKind::None
                | TyKind::Array { .. }
                | TyKind::Decay { .. }
                | TyKind::Unknown
                | TyKind::Class(_)
                | TyKind::Name(_)
                | TyKind::Union(_)
                | TyKind::TupleOf(_)
        )
    };
    let fits = match ty.kind() {
        TyKind::Tuple(items) => items.iter().all(takes),
        TyKind::Ctor(..) => true,
        _ => takes(&ty),
    };
    if fits {
        return Ok(());
    }
    given.refuse(FailureKind::WrongSlot, format!("this is the array that takes the result, not {ty}"))
}

/// The argument that takes the result, if one is given: its rule, its type, its number.
pub fn argument<'a>(bound: &Bound<'a>) -> Option<(&'a OutRule, Ty, usize)> {
    let (rule, number, ty) = bound.given().find_map(|(param, number, arg)| match &param.pattern {
        Pattern::Out(rule) => Some((rule, number, arg.ty)),
        _ => None,
    })?;
    let ty = match ty.kind() {
        TyKind::None => return None,
        TyKind::Tuple(items) => match &**items {
            [one] if *one != Ty::none() => *one,
            [_] => return None,
            items if items.iter().all(|item| *item == Ty::none()) => return None,
            _ => Ty::unknown(),
        },
        _ => ty,
    };
    Some((rule, ty, number))
}

/// The result in its place: `out`'s own type, if there is room and the dtypes allow it.
pub fn take(rule: &OutRule, result: Ty, out: Ty, number: usize, evaluator: &mut Evaluator, env: &Env) -> Result<Ty> {
    let (Some((elem, shape)), TyKind::Array { elem: out_elem, shape: out_shape }) = (result.as_array(), out.kind())
    else {
        return Ok(out);
    };
    let part = Part::whole(number);
    let store = evaluator.cx.store();
    let (elem, shape) = (store.resolve_elem(strong(elem)), store.resolve_shape(shape));
    let (out_elem, out_shape) = (store.resolve_elem(*out_elem), store.resolve_shape(*out_shape));
    room(rule.fit, shape, out_shape, evaluator, || {
        let [result, out] = [Ty::array(elem, shape), Ty::array(out_elem, out_shape)];
        Failure::new(FailureKind::InPlace, format!("the result {result} does not fit {out}"), vec![part.clone()])
    })?;
    if let Some(casting) = casting(&rule.casting, env) {
        cast(elem, out_elem, casting, part)?;
    }
    Ok(out)
}

fn cast(from: Elem, to: Elem, casting: Casting, part: Part) -> Result<()> {
    castable(from, to, casting).map_err(|failure| Failure { parts: vec![part], ..failure }.into())
}

/// The rule of that name, or the one that the parameter of that name says.
fn casting(name: &str, env: &Env) -> Option<Casting> {
    match env.get(name) {
        Some(given) => given.ty().str_value().and_then(Casting::named),
        None => Casting::named(name),
    }
}

fn room(fit: Fit, shape: Shape, out: Shape, evaluator: &mut Evaluator, failure: impl Fn() -> Failure) -> Result<()> {
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
