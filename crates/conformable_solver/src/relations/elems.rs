//! Maps of one dtype, and requirements on dtypes.
//!
//! | relation | gives |
//! |---|---|
//! | `accumulator(T)` | what `sum` adds up in |
//! | `inexact(T, ...)` | the dtype of a ratio, of the operands' promotion |
//! | `real(T)`, `complex_of(T)` | the dtype of the parts; of the complex number |
//! | `linalg_dtype(T, ...)`, `fft_dtype(T)` | what `numpy.linalg`, `numpy.fft` compute in |
//! | `kind(T, 'integer')` | T, required to be of a class (`numpy.issubdtype`); a list of classes: of one |
//! | `castable(T, U, 'same_kind')` | U, required that T casts to it (`numpy.can_cast`) |

use conformable_types::dtype::{self, Casting, DType, Operand};
use conformable_types::{Elem, Term};

use super::Relation;
use super::discover::strong_elem;
use super::promote::{elem, elems, operand, promote};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

macro_rules! maps {
    ($($static:ident, $name:literal, $map:path;)*) => {
        $(pub static $static: Relation =
            Relation {
                name: $name,
                arity: 1..=usize::MAX,
                axes: false,
                evaluate: |cx, given| mapped(cx, $name, given, $map),
            };)*
    };
}

maps! {
    ACCUMULATOR, "accumulator", dtype::accumulator;
    INEXACT, "inexact", dtype::inexact;
    REAL, "real", dtype::real_of;
    COMPLEX_OF, "complex_of", dtype::complex_of;
    LINALG_DTYPE, "linalg_dtype", dtype::linalg;
    FFT_DTYPE, "fft_dtype", dtype::fft;
}

pub static KIND: Relation = Relation { name: "kind", arity: 2..=2, axes: false, evaluate: evaluate_kind };

pub static CASTABLE: Relation = Relation { name: "castable", arity: 2..=3, axes: false, evaluate: evaluate_castable };

/// The map applied to the operands' promotion.
fn mapped(cx: &mut Context, name: &str, given: &[Term], map: fn(DType) -> Option<DType>) -> Result<Term, Failure> {
    let operands = elems(cx, given);
    if operands.is_empty() {
        return Ok(Term::Elem(cx.fresh_elem()));
    }
    let common = promote(cx, &operands)?;
    let Some(known) = operand(common) else {
        let terms: Vec<Term> = operands.iter().map(|(elem, _)| Term::Elem(*elem)).collect();
        return Ok(Term::Elem(cx.open_elem(name, &terms)));
    };
    // A weak number of inexact kind is that kind whatever it meets.
    let dtype = known.strong();
    match map(dtype) {
        Some(result) => Ok(Term::Elem(result.into())),
        None => {
            let parts = operands.into_iter().map(|(_, part)| part).collect();
            Err(Failure::new(FailureKind::NoLoop, format!("{dtype} is not supported"), parts))
        }
    }
}

fn evaluate_kind(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let own = given.first().map_or_else(Elem::any, |term| elem(cx, term));
    let classes: Vec<&'static str> = match given.get(1) {
        Some(Term::Ty(class)) => match (class.str_value(), class.items()) {
            (Some(class), _) => vec![class],
            (None, Some(classes)) => classes.iter().filter_map(|class| class.str_value()).collect(),
            (None, None) => vec![],
        },
        Some(Term::List(classes)) => {
            classes.iter().filter_map(|class| if let Term::Ty(ty) = class { ty.str_value() } else { None }).collect()
        }
        _ => vec![],
    };
    require_kind(own, &classes)?;
    Ok(Term::Elem(own))
}

/// The dtype is of one of these classes (`integer`, `floating`, `bool`), as far as it is known.
///
/// # Errors
/// If it is of none.
pub fn require_kind(own: Elem, classes: &[&str]) -> Result<(), Failure> {
    let Some(known) = operand(own).map(Operand::strong) else { return Ok(()) };
    let answers: Vec<Option<bool>> = classes.iter().map(|class| dtype::is_subdtype(known, class)).collect();
    if answers.is_empty() || answers.iter().any(|answer| *answer != Some(false)) {
        return Ok(());
    }
    let kind = if classes.iter().any(|class| class.ends_with("integer")) {
        FailureKind::NotAnInteger
    } else {
        FailureKind::NoLoop
    };
    Err(Failure::new(kind, format!("{known} is not {}", classes.join(" or ")), vec![Part::whole(0)]))
}

fn evaluate_castable(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let from = given.first().map_or_else(Elem::any, |term| elem(cx, term));
    let to = given.get(1).map_or_else(Elem::any, |term| elem(cx, term));
    let casting = match given.get(2) {
        Some(Term::Ty(casting)) => casting.str_value().and_then(Casting::named),
        None => Some(Casting::SameKind),
        _ => None,
    };
    if let Some(casting) = casting {
        castable(from, to, casting)?;
    }
    Ok(Term::Elem(to))
}

/// `from` casts to `to` under this rule, as far as both are known.
///
/// # Errors
/// If it does not.
pub fn castable(from: Elem, to: Elem, casting: Casting) -> Result<(), Failure> {
    let (Some(source), Some(target)) = (operand(from), strong_elem(to).dtype()) else { return Ok(()) };
    // A Python number casts as its kind does.
    let source = source.strong();
    if dtype::can_cast(source, target, casting) {
        return Ok(());
    }
    let rule = match casting {
        Casting::No => "no",
        Casting::Equiv => "equiv",
        Casting::Safe => "safe",
        Casting::SameKind => "same_kind",
        Casting::Unsafe => "unsafe",
    };
    let message = format!("{source} does not cast to {target} by {rule}");
    Err(Failure::new(FailureKind::Casting, message, vec![Part::whole(0), Part::whole(1)]))
}

#[cfg(test)]
mod tests {
    use conformable_types::Ty;

    use super::*;
    use crate::Store;

    fn run(name: &str, given: &[Term]) -> Result<Term, String> {
        let relation = super::super::by_name(name).unwrap();
        (relation.evaluate)(&mut Context::new(&Store::new()), given).map_err(|failure| failure.message)
    }

    fn of(dtype: DType) -> Term {
        Term::Elem(dtype.into())
    }

    #[test]
    fn maps() {
        assert_eq!(run("accumulator", &[of(DType::INT8)]), Ok(of(DType::INT64)));
        assert_eq!(run("inexact", &[of(DType::INT8)]), Ok(of(DType::FLOAT64)));
        assert_eq!(run("real", &[of(DType::COMPLEX64)]), Ok(of(DType::FLOAT32)));
        assert!(run("linalg_dtype", &[of(DType::FLOAT16)]).is_err());
        assert!(matches!(run("inexact", &[Term::Elem(Elem::name("T"))]), Ok(Term::Elem(e)) if operand(e).is_none()));
    }

    #[test]
    fn requirements() {
        let name = |text: &str| Term::Ty(Ty::str(text));
        assert_eq!(run("kind", &[of(DType::INT8), name("integer")]), Ok(of(DType::INT8)));
        assert_eq!(run("kind", &[of(DType::FLOAT64), name("integer")]), Err("float64 is not integer".into()));
        let cast = |from, to| run("castable", &[of(from), of(to), name("same_kind")]);
        assert_eq!(cast(DType::FLOAT64, DType::FLOAT32), Ok(of(DType::FLOAT32)));
        let message = "float64 does not cast to int64 by same_kind";
        assert_eq!(cast(DType::FLOAT64, DType::INT64), Err(message.into()));
    }
}
