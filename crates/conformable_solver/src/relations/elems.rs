//! Maps of dtypes, and requirements on them.
//!
//! | relation | gives |
//! |---|---|
//! | `dtype_map(name, T)` | what a function of NumPy makes of a dtype, by the table of that name: `sum`, `var`, `rfft`, ... |
//! | `inexact(T, ...)` | the dtype of a ratio, of the operands' promotion |
//! | `real(T)`, `complex_of(T)` | the dtype of the parts; of the complex number |
//! | `linalg_dtype(T, ...)`, `fft_dtype(T)` | what `numpy.linalg`, `numpy.fft` compute in |
//! | `kind(T, 'integer')` | T, required to be of a class (`numpy.issubdtype`); a list of classes: of one |
//! | `castable(T, U, 'same_kind')` | U, required that T casts to it (`numpy.can_cast`) |

use conformable_types::dtype::{self, Casting, DType, DTypeMap};
use conformable_types::{Elem, Term};

use super::loop_as::casts;
use super::params::{List, Rest, Vocabulary, Word};
use super::promote::{operand, parts_of, promote, strong_elem};
use super::{Body, Call, Relation};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

macro_rules! maps {
    ($($relation:ident, $name:literal, $map:ident;)*) => {
        $(
            pub(super) static $relation: Relation = Relation {
                name: $name,
                body: &Body::of(|cx, call, Rest(operands): Rest<Elem>| mapped(cx, call, Some(DTypeMap::$map), &operands)),
            };
        )*
    };
}

maps! {
    INEXACT, "inexact", Inexact;
    REAL, "real", Real;
    COMPLEX_OF, "complex_of", Complex;
    LINALG_DTYPE, "linalg_dtype", Linalg;
    FFT_DTYPE, "fft_dtype", Fft;
}

pub(super) static DTYPE_MAP: Relation = Relation {
    name: "dtype_map",
    body: &Body::of(|cx, call, (Word(map), Rest(operands)): (Word<DTypeMap>, Rest<Elem>)| {
        mapped(cx, call, map, &operands)
    }),
};

/// The map applied to the operands' promotion.
fn mapped(cx: &mut Context, call: Call, map: Option<DTypeMap>, operands: &[(Elem, Part)]) -> Result<Elem, Failure> {
    if operands.is_empty() {
        return Ok(cx.fresh_elem());
    }
    // A weak number of inexact kind is that kind whatever it meets.
    let common = strong_elem(promote(cx, operands)?);
    let (Some(map), Some(dtype)) = (map, common.dtype()) else {
        let name = call.args.iter().take(operands[0].1.argument).cloned();
        let terms: Vec<Term> = name.chain(operands.iter().map(|(elem, _)| Term::Elem(*elem))).collect();
        return Ok(call.of(&terms).elem(cx));
    };
    let refused = || Failure::new(FailureKind::NoLoop, format!("{dtype} is not supported"), parts_of(operands));
    dtype::map(map, dtype).map(Elem::from).ok_or_else(refused)
}

/// A class of dtypes, `integer`.
pub(super) struct DTypeClass(&'static str);

impl Vocabulary for DTypeClass {
    const NOUN: &'static str = "a class of dtypes";

    fn named(name: &'static str) -> Option<DTypeClass> {
        dtype::is_subdtype(DType::BOOL, name).map(|_| DTypeClass(name))
    }
}

pub(super) static KIND: Relation = Relation {
    name: "kind",
    body: &Body::of(|_, _, (own, List(classes)): (Elem, List<Word<DTypeClass>>)| {
        let classes: Option<Vec<&str>> = classes.into_iter().map(|(class, _)| Some(class.0?.0)).collect();
        if let Some(classes) = classes {
            require_kind(own, &classes)?;
        }
        Ok(own)
    }),
};

pub(super) static CASTABLE: Relation = Relation {
    name: "castable",
    body: &Body::of(|_, _, (from, to, casting): (Elem, Elem, Option<Word<Casting>>)| {
        if let Some(casting) = casting.map_or(Some(Casting::SameKind), |casting| casting.0) {
            castable(from, to, casting)?;
        }
        Ok(to)
    }),
};

/// The dtype is of one of these classes (`integer`, `floating`, `bool`), as far as it is known.
fn require_kind(own: Elem, classes: &[&str]) -> Result<(), Failure> {
    let Some(known) = strong_elem(own).dtype() else { return Ok(()) };
    if classes.is_empty() || classes.iter().any(|class| dtype::is_subdtype(known, class) != Some(false)) {
        return Ok(());
    }
    let kind = if classes.iter().any(|class| class.ends_with("integer")) {
        FailureKind::NotAnInteger
    } else {
        FailureKind::NoLoop
    };
    let wanted: Vec<String> = classes.iter().map(|class| class.replace("signedinteger", "signed integer")).collect();
    Err(Failure::new(kind, format!("{known} is no {}", wanted.join(" or ")), vec![Part::whole(0)]))
}

/// `from` casts to `to` under this rule, as far as both are known.
///
/// # Errors
/// If it does not.
pub fn castable(from: Elem, to: Elem, casting: Casting) -> Result<(), Failure> {
    let (Some(operand), Some(target)) = (operand(from), strong_elem(to).dtype()) else { return Ok(()) };
    let source = operand.strong();
    if dtype::can_cast(source, target, casting) || casts(operand, target, casting) {
        return Ok(());
    }
    let message = format!("{source} does not cast to {target} by {}", casting.name());
    Err(Failure::new(FailureKind::Casting, message, vec![Part::whole(0), Part::whole(1)]))
}

#[cfg(test)]
mod tests {
    use conformable_types::Ty;

    use super::*;

    fn run(name: &str, given: &[Term]) -> Result<Term, String> {
        super::super::run(name, given).map_err(|failure| failure.message)
    }

    fn of(dtype: DType) -> Term {
        Term::Elem(dtype.into())
    }

    #[test]
    fn maps() {
        assert_eq!(run("inexact", &[of(DType::INT8)]), Ok(of(DType::FLOAT64)));
        assert_eq!(run("real", &[of(DType::COMPLEX64)]), Ok(of(DType::FLOAT32)));
        assert!(run("linalg_dtype", &[of(DType::FLOAT16)]).is_err());
        assert!(matches!(run("inexact", &[Term::Elem(Elem::name("T"))]), Ok(Term::Elem(e)) if e.dtype().is_none()));
        let table = |name, dtype| run("dtype_map", &[Term::Ty(Ty::str(name)), of(dtype)]).ok();
        assert_eq!(table("sum", DType::BOOL), Some(of(DType::INT64)));
        assert_eq!(table("var", DType::COMPLEX64), Some(of(DType::FLOAT32)));
        assert_eq!(table("mean", DType::FLOAT16), Some(of(DType::FLOAT16)));
        assert_eq!(table("median", DType::parse("U3").unwrap()), None);
    }

    #[test]
    fn requirements() {
        let name = |text: &str| Term::Ty(Ty::str(text));
        assert_eq!(run("kind", &[of(DType::INT8), name("integer")]), Ok(of(DType::INT8)));
        assert_eq!(run("kind", &[of(DType::FLOAT64), name("integer")]), Err("float64 is no integer".into()));
        let cast = |from, to| run("castable", &[of(from), of(to), name("same_kind")]);
        assert_eq!(cast(DType::FLOAT64, DType::FLOAT32), Ok(of(DType::FLOAT32)));
        let message = "float64 does not cast to int64 by same_kind";
        assert_eq!(cast(DType::FLOAT64, DType::INT64), Err(message.into()));
    }
}
