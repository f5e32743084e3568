//! Dtypes of several operands.
//!
//! | relation | gives |
//! |---|---|
//! | `promote(T, U, ...)` | `numpy.result_type`, n-ary: never a fold of pairs; or the store's dialect's |
//! | `common(T, U, ...)` | the same, a lone Python number at its default dtype |
//! | `strong(T)` | the dtype of an array made of it |
//! | `loop(name, T, ...)` | the output dtypes of a ufunc's loop; a last list of ints is the operands' values |
//!
//! Python's numbers are weak (NEP 50). An int of known value must fit the other operands' dtype in
//! arithmetic, not in comparisons.

use conformable_types::dtype::{self, DType, NoLoop, Operand};
use conformable_types::{Dim, Elem, ElemData, Term, Ty, TyKind};

use super::discover::strong_elem;
use super::{Relation, to_i64};
use crate::cause::{Failure, FailureKind, INTS_MUST_FIT, Part};
use crate::context::Context;

pub static PROMOTE: Relation =
    Relation { name: "promote", arity: 1..=usize::MAX, axes: false, evaluate: evaluate_promote };

/// `promotable(T, U)`: the common dtype, for who only asks whether there is one.
pub static PROMOTABLE: Relation =
    Relation { name: "promotable", arity: 1..=usize::MAX, axes: false, evaluate: evaluate_promote };

fn evaluate_promote(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let operands = elems(cx, given);
    promote(cx, &operands).map(Term::Elem)
}

pub static COMMON: Relation = Relation {
    name: "common",
    arity: 1..=usize::MAX,
    axes: false,
    evaluate: |cx, given| {
        let operands = elems(cx, given);
        let common = promote(cx, &operands)?;
        Ok(Term::Elem(strong(cx, common)))
    },
};

pub static STRONG: Relation = Relation {
    name: "strong",
    arity: 1..=1,
    axes: false,
    evaluate: |cx, given| {
        let operands = elems(cx, given);
        let Some((elem, _)) = operands.first() else { return Ok(Term::Elem(cx.fresh_elem())) };
        Ok(Term::Elem(strong(cx, *elem)))
    },
};

pub static LOOP: Relation = Relation { name: "loop", arity: 2..=usize::MAX, axes: false, evaluate: evaluate_loop };

/// A dtype operand as a value of the dtype tables; `None` if it is not known.
pub fn operand(elem: Elem) -> Option<Operand> {
    match elem.data() {
        ElemData::DType(dtype) => Some(Operand::Strong(*dtype)),
        ElemData::Weak(weak) => Some(Operand::Weak(*weak)),
        _ => None,
    }
}

/// The element types among the arguments, packs flattened, with where each came from.
pub(crate) fn elems(cx: &mut Context, given: &[Term]) -> Vec<(Elem, Part)> {
    let mut found = Vec::new();
    for (place, arg) in given.iter().enumerate() {
        match arg {
            Term::List(items) => {
                for (element, item) in items.iter().enumerate() {
                    found.push((elem(cx, item), Part::whole(place).of_element(element)));
                }
            }
            other => found.push((elem(cx, other), Part::whole(place))),
        }
    }
    found
}

pub(crate) fn elem(cx: &mut Context, term: &Term) -> Elem {
    match term {
        Term::Elem(elem) => cx.resolve_elem(*elem),
        Term::Ty(ty) => {
            let ty = cx.resolve_ty(*ty);
            match ty.kind() {
                TyKind::DType(elem) => *elem,
                TyKind::Bool | TyKind::LitBool(_) => DType::BOOL.into(),
                TyKind::Int | TyKind::IntOf(_) => dtype::Weak::Int.into(),
                TyKind::Float | TyKind::LitFloat(_) => dtype::Weak::Float.into(),
                TyKind::Complex => dtype::Weak::Complex.into(),
                _ => ty.as_array().map_or_else(Elem::any, |(elem, _)| elem),
            }
        }
        _ => Elem::any(),
    }
}

/// `numpy.result_type` of all at once; a lone Python number stays weak.
///
/// # Errors
/// If there is none.
pub fn promote(cx: &mut Context, operands: &[(Elem, Part)]) -> Result<Elem, Failure> {
    // What nothing is made into is for whoever asks to refuse.
    let Some((first, _)) = operands.first() else { return Ok(Elem::any()) };
    if operands.iter().all(|(elem, _)| elem == first) && !first.is_any() {
        return Ok(*first);
    }
    let known: Option<Vec<Operand>> = operands.iter().map(|(elem, _)| operand(*elem)).collect();
    let Some(known) = known else {
        let terms: Vec<Term> = operands.iter().map(|(elem, _)| Term::Elem(*elem)).collect();
        return Ok(cx.open_elem("promote", &terms));
    };
    let common = cx.store().dialect().unwrap_or_else(dtype::numpys).promote(&known);
    let elem = |operand| match operand {
        Operand::Strong(dtype) => Elem::from(dtype),
        Operand::Weak(weak) => Elem::from(weak),
    };
    common.map(elem).map_err(|none| {
        let parts = operands.iter().map(|(_, part)| part.clone()).collect();
        Failure::new(FailureKind::NoLoop, none.to_string(), parts)
    })
}

/// The dtype of an array made of it.
pub fn strong(cx: &mut Context, elem: Elem) -> Elem {
    match elem.data() {
        ElemData::DType(_) | ElemData::Weak(_) => strong_elem(elem),
        _ => cx.open_elem("strong", &[Term::Elem(elem)]),
    }
}

fn evaluate_loop(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let name = match given.first() {
        Some(Term::Ty(name)) => cx.resolve_ty(*name).str_value(),
        _ => None,
    };
    let (values, rest): (Vec<Ty>, &[Term]) = match given {
        [rest @ .., Term::List(values)] if values.iter().all(|value| matches!(value, Term::Ty(_))) => {
            let values =
                values.iter().filter_map(|v| if let Term::Ty(ty) = v { Some(cx.resolve_ty(*ty)) } else { None });
            (values.collect(), rest)
        }
        rest => (vec![], rest),
    };
    // A list of one dim asks for one of several outputs alone, in an application that waits.
    let (output, own) = match rest {
        [own @ .., Term::List(place)] => match &**place {
            [Term::Dim(place)] => (place.constant().and_then(|place| usize::try_from(place).ok()), own),
            _ => (None, rest),
        },
        _ => (None, rest),
    };
    let operands = elems(cx, own.get(1..).unwrap_or(&[]));
    let Some(name) = name else { return Ok(Term::Elem(cx.open_elem("loop", own))) };
    let outputs = dtype::ufunc(name).map_or(1, |ufunc| ufunc.nout);
    let found = ufunc_loop(name, &operands, &values)?;
    let of_output = |cx: &mut Context, place: usize| match &found {
        Some(found) => found[place],
        None if outputs == 1 => cx.open_elem("loop", own),
        None => {
            let mut terms = own.to_vec();
            terms.push(Term::List([Term::Dim(Dim::of(to_i64(place)))].into()));
            cx.open_elem("loop", &terms)
        }
    };
    if let (1, _) | (_, Some(_)) = (outputs, output) {
        return Ok(Term::Elem(of_output(cx, output.unwrap_or(0).min(outputs - 1))));
    }
    let all = (0..outputs).map(|place| Term::Elem(of_output(cx, place))).collect();
    Ok(Term::List(all))
}

const COMPARISONS: [&str; 6] = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"];

/// The dtypes of the outputs of a ufunc's loop; `None` while an operand's is not known.
///
/// `values` are the operands' types, where they are Python ints of known value.
///
/// # Errors
/// If there is no loop, or a Python int does not fit the other operand's dtype (OverflowError).
pub fn ufunc_loop(name: &str, operands: &[(Elem, Part)], values: &[Ty]) -> Result<Option<Vec<Elem>>, Failure> {
    let known: Option<Vec<Operand>> = operands.iter().map(|(elem, _)| operand(*elem)).collect();
    let Some(known) = known else { return Ok(None) };
    let parts = || operands.iter().map(|(_, part)| part.clone()).collect::<Vec<_>>();
    let outputs = match dtype::ufunc_loop(name, &known) {
        Ok(outputs) => outputs,
        Err(NoLoop::UnknownUfunc) => return Ok(None),
        Err(NoLoop::Arity { expected, given }) => {
            let message = format!("{name} takes {expected} operands, not {given}");
            return Err(Failure::new(FailureKind::Arguments, message, parts()));
        }
        Err(NoLoop::Refused) => {
            let dtypes: Vec<String> = known.iter().map(ToString::to_string).collect();
            let message = format!("{name} has no loop for {}", dtypes.join(" and "));
            return Err(Failure::new(FailureKind::NoLoop, message, parts()));
        }
    };
    if !COMPARISONS.contains(&name) {
        ints_fit(operands, &known, values)?;
    }
    Ok(Some(outputs.into_iter().map(Elem::from).collect()))
}

fn ints_fit(operands: &[(Elem, Part)], known: &[Operand], values: &[Ty]) -> Result<(), Failure> {
    // It is the common dtype of the strong ones that it is converted to.
    let strong: Vec<Operand> = known.iter().copied().filter(|operand| matches!(operand, Operand::Strong(_))).collect();
    let Ok(common) = dtype::promote(&strong) else { return Ok(()) };
    for ((operand, (_, part)), value) in known.iter().zip(operands).zip(values) {
        if *operand != Operand::Weak(dtype::Weak::Int) {
            continue;
        }
        let Some(value) = value.int_value().and_then(Dim::constant) else { continue };
        if common.kind() != dtype::Kind::Boolean && !dtype::int_fits(value, common) {
            let message = format!("{value} is out of the range of {common}");
            let failure = Failure::new(FailureKind::Bounds, message, vec![part.clone()]);
            return Err(failure.since(INTS_MUST_FIT));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fact, Store};

    fn run(name: &str, given: &[Term]) -> Result<Term, Failure> {
        let relation = super::super::by_name(name).unwrap();
        (relation.evaluate)(&mut Context::new(&Store::new()), given)
    }

    fn strong_term(dtype: DType) -> Term {
        Term::Elem(dtype.into())
    }

    #[test]
    fn promotion_is_not_a_fold() {
        let given = [DType::INT16, DType::UINT16, DType::FLOAT32].map(strong_term);
        assert_eq!(run("promote", &given), Ok(strong_term(DType::FLOAT32)));
        let weak = Term::Elem(dtype::Weak::Float.into());
        assert_eq!(run("promote", &[strong_term(DType::FLOAT32), weak.clone()]), Ok(strong_term(DType::FLOAT32)));
        assert_eq!(run("strong", &[weak]), Ok(strong_term(DType::FLOAT64)));
    }

    #[test]
    fn what_waits_is_evaluated_when_known() {
        let t = Elem::name("T");
        let Ok(Term::Elem(open)) = run("promote", &[Term::Elem(t), strong_term(DType::FLOAT32)]) else { panic!() };
        let mut store = Store::new();
        store.tell(&Fact::Elem(t, DType::INT64.into())).unwrap();
        assert_eq!(store.resolve_elem(open), DType::FLOAT64.into());
        let divmod = run("loop", &[Term::Ty(Ty::str("divmod")), Term::Elem(t), Term::Elem(t)]).unwrap();
        let Term::List(outputs) = divmod else { panic!("two outputs") };
        let outputs: Vec<Term> = outputs.iter().map(|output| store.resolve_term(output)).collect();
        assert_eq!(outputs, vec![strong_term(DType::INT64); 2]);
    }

    #[test]
    fn loops_and_values() {
        let name = |name: &str| Term::Ty(Ty::str(name));
        let weak = Term::Elem(dtype::Weak::Int.into());
        let values = Term::List([Term::Ty(Ty::unknown()), Term::Ty(Ty::int(300))].into());
        let small = strong_term(DType::UINT8);
        let failure = run("loop", &[name("add"), small.clone(), weak.clone(), values.clone()]).unwrap_err();
        assert_eq!(failure.message, "300 is out of the range of uint8");
        assert_eq!(run("loop", &[name("less"), small.clone(), weak, values]), Ok(strong_term(DType::BOOL)));
        let bools = strong_term(DType::BOOL);
        assert_eq!(run("loop", &[name("subtract"), bools.clone(), bools]).unwrap_err().kind, FailureKind::NoLoop);
    }
}
