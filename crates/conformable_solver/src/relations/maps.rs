//! `dtype_map(name, T)`: what a function of NumPy makes of a dtype, by the table of that name:
//! `sum`, `prod`, `mean`, `var`, `median`, `rfft`, `irfft`, ...
//!
//! The element type of an array is strong: a weak Python number counts as its default dtype.

use conformable_types::Term;
use conformable_types::dtype::{self, Map};

use super::Relation;
use super::promote::{elem, strong};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;

pub static DTYPE_MAP: Relation = Relation { name: "dtype_map", arity: 2..=2, axes: false, evaluate };

fn evaluate(cx: &mut Context, given: &[Term]) -> Result<Term, Failure> {
    let map = match given.first() {
        Some(Term::Ty(name)) => name.str_value().and_then(Map::named),
        _ => None,
    };
    let operand = match given.get(1) {
        Some(term) => elem(cx, term),
        None => return Ok(Term::Elem(cx.fresh_elem())),
    };
    let operand = strong(cx, operand);
    let (Some(map), Some(dtype)) = (map, operand.dtype()) else {
        return Ok(Term::Elem(cx.open_elem("dtype_map", given)));
    };
    match dtype::map(map, dtype) {
        Some(result) => Ok(Term::Elem(result.into())),
        None => Err(Failure::new(FailureKind::NoLoop, format!("{dtype} is not supported"), vec![Part::whole(1)])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use conformable_types::{DType, Elem, Ty};

    #[test]
    fn by_the_table_of_that_name() {
        let of = |name, dtype: DType| {
            let given = [Term::Ty(Ty::str(name)), Term::Elem(Elem::from(dtype))];
            evaluate(&mut Context::new(&Store::new()), &given).ok()
        };
        assert_eq!(of("sum", DType::BOOL), Some(Term::Elem(DType::INT64.into())));
        assert_eq!(of("var", DType::COMPLEX64), Some(Term::Elem(DType::FLOAT32.into())));
        assert_eq!(of("mean", DType::FLOAT16), Some(Term::Elem(DType::FLOAT16.into())));
        assert_eq!(of("median", DType::parse("U3").unwrap()), None);
    }
}
