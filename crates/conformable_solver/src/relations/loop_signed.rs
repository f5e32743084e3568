//! `loop_signed(signature, casting, name, T, ...)`: the dtypes of the outputs of the loop that a ufunc's
//! `signature=` names, one alone or as a list; required that there is such a loop, and that the operands cast
//! to its inputs by this casting rule. `None` if it names nothing.
//!
//! A signature is a text (`dd->d`) or a tuple with a dtype or `None` for each operand and output. Python's
//! numbers are stored in the inputs as they are, so nothing is asked of them.

use conformable_types::dtype::{self, Casting, DType, DTypeKind, NoLoop, Operand};
use conformable_types::{Elem, Term, Ty, TyKind};

use super::loop_as;
use super::params::{Rest, Text, Word};
use super::promote::{operand, parts_of};
use super::{Body, Call, Relation};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

pub(super) static LOOP_SIGNED: Relation = Relation { name: "loop_signed", body: &Body::of(evaluate) };

/// What a signature says of one operand or output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Open,
    Fixed(DType),
    Unknown,
}

fn evaluate(
    cx: &mut Context,
    call: Call,
    (signature, casting, Text(name), Rest(operands)): (Ty, Word<Casting>, Text, Rest<Elem>),
) -> Result<Term, Failure> {
    if *signature.kind() == TyKind::None {
        return Ok(Term::Ty(Ty::none()));
    }
    let Some((name, ufunc)) = name.and_then(|name| Some((name, dtype::ufunc(name)?))) else { return unknown(cx, 1) };
    let Some(slots) = slots(signature, ufunc.nin, ufunc.nout)? else { return unknown(cx, ufunc.nout) };
    let (inputs, outputs) = slots.split_at(ufunc.nin);
    if slots.iter().all(|slot| *slot == Slot::Open) {
        return Ok(Term::Ty(Ty::none()));
    }
    if let ([output @ Slot::Fixed(dtype)], true) = (outputs, inputs.iter().all(|slot| *slot == Slot::Open)) {
        debug_assert_ne!(*output, Slot::Open);
        return loop_as::evaluate(cx, call, (Some((*dtype).into()), casting, Text(Some(name)), Rest(operands)));
    }
    let Some(fixed) = fixed(inputs) else { return unknown(cx, ufunc.nout) };
    let found = match named_loop(name, &fixed, outputs, &operands) {
        // What tests one date (`isnan`) takes a signature that it has no loop for as that of its own for dates.
        Err(_) if tests_time(name, &operands) => return unknown(cx, ufunc.nout),
        found => found?,
    };
    if let Some(casting) = casting.0 {
        inputs_cast(&operands, &fixed, casting)?;
    }
    found.map_or_else(|| unknown(cx, ufunc.nout), |found| Ok(one_or_list(&found)))
}

/// Outputs of which nothing is known.
fn unknown(cx: &mut Context, count: usize) -> Result<Term, Failure> {
    let outputs: Vec<Elem> = (0..count).map(|_| cx.fresh_elem()).collect();
    Ok(one_or_list(&outputs))
}

fn one_or_list(outputs: &[Elem]) -> Term {
    match outputs {
        [one] => Term::Elem(*one),
        many => Term::List(many.iter().map(|elem| Term::Elem(*elem)).collect()),
    }
}

/// The dtypes that all inputs have, if they are all said and have no parameter.
fn fixed(inputs: &[Slot]) -> Option<Vec<DType>> {
    let plain = |dtype: &DType| dtype.is_number() || matches!(*dtype, DType::BOOL | DType::OBJECT);
    let dtype = |slot: &Slot| match slot {
        Slot::Fixed(dtype) => Some(*dtype).filter(plain),
        Slot::Open | Slot::Unknown => None,
    };
    inputs.iter().map(dtype).collect()
}

/// A slot for each operand and output; `None` if the signature is not known.
fn slots(signature: Ty, nin: usize, nout: usize) -> Result<Option<Vec<Slot>>, Failure> {
    let wrong = |kind, message: String| Err(Failure::new(kind, message, vec![Part::whole(0)]));
    let found: Vec<Slot> = match (signature.kind(), signature.str_value()) {
        (_, Some(text)) => {
            let counts = text.split_once("->").map(|(before, after)| (before.chars().count(), after.chars().count()));
            if counts != Some((nin, nout)) {
                let kind = if text.chars().count() == 1 { FailureKind::WrongSlot } else { FailureKind::Value };
                return wrong(kind, format!("{nin} codes before and {nout} after the `->` are wanted"));
            }
            text.replace("->", "").chars().map(|code| of_spelling(&code.to_string())).collect()
        }
        (TyKind::Tuple(items), _) => {
            if items.len() != nin + nout {
                let kind = if items.len() == 1 { FailureKind::WrongSlot } else { FailureKind::Value };
                return wrong(kind, format!("{} dtypes are wanted, not {}", nin + nout, items.len()));
            }
            items.iter().map(|item| slot(*item)).collect()
        }
        (TyKind::List(_) | TyKind::ListOf(_) | TyKind::IntOf(_) | TyKind::Float | TyKind::LitBool(_), _) => {
            return wrong(FailureKind::WrongSlot, "a signature is a text or a tuple".into());
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn slot(ty: Ty) -> Slot {
    match ty.kind() {
        TyKind::None => Slot::Open,
        TyKind::LitStr(text) => of_spelling(text.as_str()),
        TyKind::Class(name) => of_spelling(name.as_str().trim_start_matches("builtins.")),
        TyKind::DType(elem) => elem.dtype().map_or(Slot::Unknown, Slot::Fixed),
        _ => Slot::Unknown,
    }
}

fn of_spelling(text: &str) -> Slot {
    DType::from_spelling(text).map_or(Slot::Unknown, Slot::Fixed)
}

/// Does it tell a truth of a date or a time?
fn tests_time(name: &str, operands: &[(Elem, Part)]) -> bool {
    let [(elem, _)] = operands else { return false };
    let is_time = |dtype: &DType| matches!(dtype.kind(), DTypeKind::Datetime | DTypeKind::Timedelta);
    elem.dtype().filter(is_time).is_some_and(|dtype| {
        dtype::ufunc_loop(name, &[Operand::Strong(dtype)]).is_ok_and(|found| found.as_slice() == [DType::BOOL])
    })
}

/// The outputs of the loop of these inputs; `None` if that is not known.
fn named_loop(
    name: &str,
    inputs: &[DType],
    outputs: &[Slot],
    operands: &[(Elem, Part)],
) -> Result<Option<Vec<Elem>>, Failure> {
    let strong: Vec<Operand> = inputs.iter().map(|input| Operand::Strong(*input)).collect();
    let found = match dtype::ufunc_loop(name, &strong) {
        Ok(found) => found,
        Err(NoLoop::Refused) => return Err(no_loop(name, inputs, operands)),
        Err(_) => return Ok(None),
    };
    // Of objects there is more than one loop: comparisons give bools or objects.
    if inputs.contains(&DType::OBJECT) {
        let said = outputs.iter().map(|slot| match slot {
            Slot::Fixed(dtype) => Some(Elem::from(*dtype)),
            Slot::Open | Slot::Unknown => None,
        });
        return Ok(said.collect());
    }
    let differs = |(output, slot): (&DType, &Slot)| matches!(slot, Slot::Fixed(dtype) if dtype != output);
    if found.iter().zip(outputs).any(differs) {
        return Err(no_loop(name, inputs, operands));
    }
    Ok(Some(found.into_iter().map(Elem::from).collect()))
}

fn no_loop(name: &str, inputs: &[DType], operands: &[(Elem, Part)]) -> Failure {
    let inputs: Vec<String> = inputs.iter().map(|dtype| dtype.name()).collect();
    let message = format!("{name} has no loop of this signature for {}", inputs.join(" and "));
    Failure::new(FailureKind::NoLoop, message, parts_of(operands))
}

/// Arrays cast to the inputs.
fn inputs_cast(operands: &[(Elem, Part)], inputs: &[DType], casting: Casting) -> Result<(), Failure> {
    for ((elem, part), input) in operands.iter().zip(inputs) {
        let Some(Operand::Strong(own)) = operand(*elem) else { continue };
        // A text's or a date's cast to an object is always possible; its length is of no matter.
        let to_object = *input == DType::OBJECT && own.kind() != DTypeKind::Void;
        if !to_object && !dtype::can_cast(own, *input, casting) {
            let message = format!("{own} does not cast to {input} by {}", casting.name());
            return Err(Failure::new(FailureKind::Casting, message, vec![part.clone()]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(signature: Ty, name: &str, operands: &[DType]) -> Result<String, FailureKind> {
        let given = [Term::Ty(signature), Term::Ty(Ty::str("same_kind")), Term::Ty(Ty::str(name))];
        let operands = operands.iter().map(|dtype| Term::Elem((*dtype).into()));
        let given: Vec<Term> = given.into_iter().chain(operands).collect();
        super::super::run("loop_signed", &given).map(|term| format!("{term:?}")).map_err(|failure| failure.kind)
    }

    #[test]
    fn the_loop_that_is_named() {
        let (int, float) = (DType::INT64, DType::FLOAT64);
        let double = |term: Result<String, _>| term.is_ok_and(|text| text.contains("float64"));
        assert!(double(run(Ty::str("dd->d"), "add", &[int, int])));
        assert!(double(run(Ty::tuple([Ty::none(), Ty::none(), Ty::str("d")]), "add", &[int, int])));
        assert!(double(run(Ty::tuple([Ty::str("d"), Ty::none()]), "sqrt", &[int])));
        assert_eq!(run(Ty::str("d->d"), "add", &[int, int]), Err(FailureKind::Value));
        assert_eq!(run(Ty::str("d"), "sqrt", &[int]), Err(FailureKind::WrongSlot));
        assert_eq!(run(Ty::str("dd->d"), "less", &[int, int]), Err(FailureKind::NoLoop));
        assert_eq!(run(Ty::str("ii->i"), "add", &[float, int]), Err(FailureKind::Casting));
        assert_eq!(run(Ty::none(), "add", &[float, int]), Ok("Ty(None)".into()));
        assert!(run(Ty::new(TyKind::Str), "add", &[float, int]).is_ok());
        let seconds = DType::parse("timedelta64[s]").expect("a dtype");
        assert!(run(Ty::str("d->d"), "isnan", &[seconds]).is_ok());
        assert_eq!(run(Ty::str("d->?"), "isnan", &[seconds]), Err(FailureKind::Casting));
        assert_eq!(run(Ty::str("d->d"), "sin", &[seconds]), Err(FailureKind::Casting));
    }
}
