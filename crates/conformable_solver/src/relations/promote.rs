//! Dtypes of several operands.
//!
//! | relation | gives |
//! |---|---|
//! | `promote(T, U, ...)` | `numpy.result_type`, n-ary: never a fold of pairs; or the store's dialect's |
//! | `common(T, U, ...)` | the same, a lone Python number at its default dtype |
//! | `strong(T)` | the dtype of an array made of it |
//! | `loop(name, T, ...)` | the output dtypes of a ufunc's loop |
//! | `loop_of(name, values, T, ...)` | the same of operands of these values |
//!
//! Python's numbers are weak (NEP 50). An int of known value must fit the other operands' dtype in
//! arithmetic, not in comparisons.

use conformable_types::dtype::{self, NoLoop, Operand};
use conformable_types::{Dim, Elem, ElemData, Term, Ty};

use super::params::{List, Rest, Text};
use super::{Body, Call, Relation};
use crate::cause::{Failure, FailureKind, INTS_MUST_FIT, Part};
use crate::context::Context;

pub(super) static PROMOTE: Relation =
    Relation { name: "promote", body: &Body::of(|cx, _, Rest(operands): Rest<Elem>| promote(cx, &operands)) };

/// `promotable(T, U)`: the common dtype, for who only asks whether there is one.
pub(super) static PROMOTABLE: Relation =
    Relation { name: "promotable", body: &Body::of(|cx, _, Rest(operands): Rest<Elem>| promote(cx, &operands)) };

pub(super) static COMMON: Relation = Relation {
    name: "common",
    body: &Body::of(|cx, _, Rest(operands): Rest<Elem>| {
        let common = promote(cx, &operands)?;
        Ok(strong(cx, common))
    }),
};

pub(super) static STRONG: Relation =
    Relation { name: "strong", body: &Body::of(|cx, _, elem: Elem| Ok(strong(cx, elem))) };

pub(super) static LOOP: Relation = Relation {
    name: "loop",
    body: &Body::of(|cx, call, (Text(name), Rest(operands)): (Text, Rest<Elem>)| outputs(cx, call, name, &operands)),
};

/// `loop_of(name, values, T, ...)`: the loop of operands, of which those that are ints of Python fit.
pub(super) static LOOP_OF: Relation = Relation {
    name: "loop_of",
    body: &Body::of(|cx, call, (Text(name), List(values), Rest(operands)): (Text, List<Ty>, Rest<Elem>)| {
        // The values are of no matter to what waits for a dtype.
        let args = call.args.iter().enumerate().filter(|(place, _)| *place != 1);
        let args: Vec<Term> = args.map(|(_, arg)| arg.clone()).collect();
        let found = outputs(cx, Call { name: LOOP.name, args: &args }, name, &operands)?;
        ints_fit(&operands, &values, &found)?;
        Ok(found)
    }),
};

/// A dtype operand as a value of the dtype tables; `None` if it is not known.
pub fn operand(elem: Elem) -> Option<Operand> {
    match elem.data() {
        ElemData::DType(dtype) => Some(Operand::Strong(*dtype)),
        ElemData::Weak(weak) => Some(Operand::Weak(*weak)),
        _ => None,
    }
}

/// All as values of the dtype tables, if all are known.
pub fn known_operands(operands: &[(Elem, Part)]) -> Option<Vec<Operand>> {
    operands.iter().map(|(elem, _)| operand(*elem)).collect()
}

/// Where they came from.
pub fn parts_of(operands: &[(Elem, Part)]) -> Vec<Part> {
    operands.iter().map(|(_, part)| part.clone()).collect()
}

/// `numpy.result_type` of all at once; a lone Python number stays weak.
///
/// # Errors
/// If there is none.
pub fn promote(cx: &mut Context, operands: &[(Elem, Part)]) -> Result<Elem, Failure> {
    // What nothing is made into is for whoever asks to refuse.
    let Some((first, _)) = operands.first() else { return Ok(Elem::any()) };
    // NumPy's own is idempotent; a dialect's table may say otherwise (Pyccel's `bool + bool` is an int).
    let asks = cx.store().dialect().is_some() && operand(*first).is_some();
    if operands.iter().all(|(elem, _)| elem == first) && !first.is_any() && (!asks || operands.len() == 1) {
        return Ok(*first);
    }
    let Some(known) = known_operands(operands) else {
        let terms: Vec<Term> = operands.iter().map(|(elem, _)| Term::Elem(*elem)).collect();
        return Ok(Call { name: PROMOTE.name, args: &terms }.elem(cx));
    };
    let common = cx.store().dialect().unwrap_or_else(dtype::numpys).promote(&known);
    let elem = |operand| match operand {
        Operand::Strong(dtype) => Elem::from(dtype),
        Operand::Weak(weak) => Elem::from(weak),
    };
    common.map(elem).map_err(|none| Failure::new(FailureKind::NoLoop, none.to_string(), parts_of(operands)))
}

/// The dtype of an array made of it.
fn strong(cx: &mut Context, elem: Elem) -> Elem {
    match elem.data() {
        ElemData::DType(_) | ElemData::Weak(_) => strong_elem(elem),
        _ => Call { name: STRONG.name, args: &[Term::Elem(elem)] }.elem(cx),
    }
}

/// A Python number's default dtype, any other as it is.
pub fn strong_elem(elem: Elem) -> Elem {
    match elem.data() {
        ElemData::Weak(weak) => Operand::Weak(*weak).strong().into(),
        _ => elem,
    }
}

/// The dtypes of the outputs of a ufunc's loop, one alone or as a list.
fn outputs(cx: &mut Context, call: Call, name: Option<&str>, operands: &[(Elem, Part)]) -> Result<Term, Failure> {
    let Some(name) = name else { return Ok(Term::Elem(call.elem(cx))) };
    let count = dtype::ufunc(name).map_or(1, |ufunc| ufunc.nout);
    let all: Vec<Elem> = match ufunc_loop(name, operands)? {
        Some(found) => found,
        None if count == 1 => vec![call.elem(cx)],
        None => (0..count).map(|place| call.elem_at(cx, place)).collect(),
    };
    Ok(match &*all {
        [one] => Term::Elem(*one),
        many => Term::List(many.iter().map(|elem| Term::Elem(*elem)).collect()),
    })
}

/// The dtypes of the outputs of a ufunc's loop; `None` while an operand's is not known.
fn ufunc_loop(name: &str, operands: &[(Elem, Part)]) -> Result<Option<Vec<Elem>>, Failure> {
    let Some(known) = known_operands(operands) else { return Ok(None) };
    match dtype::ufunc_loop(name, &known) {
        Ok(outputs) => Ok(Some(outputs.into_iter().map(Elem::from).collect())),
        Err(NoLoop::UnknownUfunc) => Ok(None),
        Err(NoLoop::Arity { expected, given }) => {
            let message = format!("{name} takes {expected} operands, not {given}");
            Err(Failure::new(FailureKind::Arguments, message, parts_of(operands)))
        }
        Err(NoLoop::Refused) => {
            let dtypes: Vec<String> = known.iter().map(ToString::to_string).collect();
            let message = format!("{name} has no loop for {}", dtypes.join(" and "));
            Err(Failure::new(FailureKind::NoLoop, message, parts_of(operands)))
        }
    }
}

/// Ints of Python fit the dtype that the loop computes in (else OverflowError): where it gives floats or
/// bools it computes in floats, or compares exactly.
fn ints_fit(operands: &[(Elem, Part)], values: &[(Ty, Part)], output: &Term) -> Result<(), Failure> {
    let Some(known) = known_operands(operands) else { return Ok(()) };
    let Term::Elem(output) = output else { return Ok(()) };
    let Some(common) = output.dtype() else { return Ok(()) };
    for ((operand, (_, part)), (value, _)) in known.iter().zip(operands).zip(values) {
        if *operand != Operand::Weak(dtype::Weak::Int) {
            continue;
        }
        let Some(value) = value.int_value().and_then(Dim::constant) else { continue };
        if !dtype::int_fits(value, common) {
            let message = format!("{value} is out of the range of {common}");
            let failure = Failure::new(FailureKind::Bounds, message, vec![part.clone()]);
            return Err(failure.since(INTS_MUST_FIT));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use conformable_types::dtype::DType;

    use super::super::run;
    use super::*;
    use crate::{Fact, Store};

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
        let failure = run("loop_of", &[name("add"), values, small.clone(), weak.clone()]).unwrap_err();
        assert_eq!(failure.message, "300 is out of the range of uint8");
        assert_eq!(run("loop", &[name("less"), small.clone(), weak]), Ok(strong_term(DType::BOOL)));
        let bools = strong_term(DType::BOOL);
        let failure = run("loop", &[name("subtract"), bools.clone(), bools]).unwrap_err();
        // The name is an argument too.
        assert_eq!((failure.kind, failure.parts), (FailureKind::NoLoop, vec![Part::whole(1), Part::whole(2)]));
    }
}
