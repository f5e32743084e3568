//! `loop_as(D, casting, name, T, ...)`: D, required that the ufunc has a loop whose output is D and
//! which takes the operands by this casting rule. `None` if D is not given.
//!
//! It is the loop that NumPy would choose anyhow, or one of a dtype that all operands cast to.

use conformable_types::dtype::{self, Casting, DType, DTypeKind, Operand, Weak};
use conformable_types::{Elem, Term, Ty};

use super::params::{Rest, Text, Word};
use super::promote::{known_operands, parts_of};
use super::{Body, Call, Relation};
use crate::cause::{Failure, FailureKind};
use crate::context::Context;

pub(super) static LOOP_AS: Relation = Relation { name: "loop_as", body: &Body::of(evaluate) };

pub(super) fn evaluate(
    _: &mut Context,
    _: Call,
    (output, Word(casting), Text(name), Rest(operands)): (Option<Elem>, Word<Casting>, Text, Rest<Elem>),
) -> Result<Term, Failure> {
    let Some(output) = output else { return Ok(Term::Ty(Ty::none())) };
    let (Some(dtype), Some(casting), Some(name), Some(known)) =
        (output.dtype(), casting, name, known_operands(&operands))
    else {
        return Ok(Term::Elem(output));
    };
    // Times have loops of their own, whatever is wanted.
    let is_time = |operand: &Operand| matches!(operand.strong().kind(), DTypeKind::Datetime | DTypeKind::Timedelta);
    if known.iter().any(is_time) {
        return Ok(Term::Ty(Ty::none()));
    }
    if is_time(&Operand::Strong(dtype)) {
        return Ok(Term::Elem(Elem::any()));
    }
    if dtype == DType::OBJECT || has_loop(name, dtype, casting, &known) {
        return Ok(Term::Elem(output));
    }
    let shown: Vec<String> = known.iter().map(ToString::to_string).collect();
    let message = format!("{name} has no loop that gives {dtype} and takes {}", shown.join(" and "));
    Err(Failure::new(FailureKind::NoLoop, message, parts_of(&operands)))
}

fn has_loop(name: &str, output: DType, casting: Casting, operands: &[Operand]) -> bool {
    let gives = |inputs: &[Operand]| match dtype::ufunc_loop(name, inputs) {
        Ok(outputs) => outputs.contains(&output),
        Err(dtype::NoLoop::Refused) => false,
        Err(_) => true,
    };
    if gives(operands) {
        return true;
    }
    DType::plain().any(|input| {
        let same = Operand::Strong(input);
        let all = vec![same; operands.len()];
        if gives(&all) && operands.iter().all(|operand| casts(*operand, input, casting)) {
            return true;
        }
        // Loops of two dtypes: ldexp takes an int beside the float.
        (0..operands.len()).any(|place| {
            let mut mixed = operands.to_vec();
            mixed[place] = same;
            operands.len() > 1 && casts(operands[place], input, casting) && gives(&mixed) && is_mixed(name, input)
        })
    })
}

/// Has the ufunc no loop for two operands of this dtype?
fn is_mixed(name: &str, input: DType) -> bool {
    dtype::ufunc_loop(name, &[Operand::Strong(input); 2]).is_err()
}

/// A Python number casts as the smallest dtypes of its kind do; and it is an object as it stands.
pub(super) fn casts(operand: Operand, to: DType, casting: Casting) -> bool {
    if to == DType::OBJECT && matches!(operand, Operand::Weak(Weak::Int | Weak::Float | Weak::Complex)) {
        return true;
    }
    let from: &[DType] = match operand {
        Operand::Strong(dtype) => return dtype::can_cast(dtype, to, casting),
        Operand::Weak(Weak::Bool) => &[DType::BOOL],
        Operand::Weak(Weak::Int) => &[DType::INT8, DType::UINT8],
        Operand::Weak(Weak::Float) => &[DType::FLOAT16],
        Operand::Weak(Weak::Complex) => &[DType::COMPLEX64],
    };
    from.iter().any(|dtype| dtype::can_cast(*dtype, to, casting))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(wanted: DType, name: &str, operand: DType) -> Result<Term, Failure> {
        let given = [
            Term::Elem(wanted.into()),
            Term::Ty(Ty::str("same_kind")),
            Term::Ty(Ty::str(name)),
            Term::Elem(operand.into()),
        ];
        super::super::run("loop_as", &given)
    }

    #[test]
    fn a_loop_of_that_output() {
        assert!(run(DType::FLOAT32, "sqrt", DType::INT32).is_ok());
        assert!(run(DType::FLOAT64, "absolute", DType::COMPLEX64).is_ok());
        assert!(run(DType::INT64, "sqrt", DType::INT32).is_err());
        assert!(run(DType::INT16, "floor", DType::FLOAT32).is_err());
        assert!(run(DType::INT64, "isnan", DType::FLOAT64).is_err());
    }
}
