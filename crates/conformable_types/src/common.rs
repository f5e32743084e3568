//! `common_type`: the one type that several values can have together: their dtypes promote, their
//! shapes meet. One definition for all passes of a compiler. To broadcast is an operation, not this.

use crate::dtype::{Dialect, Operand, numpys};
use crate::elem::{Elem, ElemData};
use crate::relations::{difference, is_super, meet};
use crate::text::print_ty;
use crate::ty::{Ty, TyKind};

/// The common type of all.
///
/// # Errors
/// Why there is none: dtypes that do not promote, the dim that differs, kinds that do not mix.
///
/// ```
/// use conformable_types::common::common_type;
/// use conformable_types::text::parse_type;
///
/// let types = ["int32[n, 3]", "float32[2, ?]"].map(|text| parse_type(text).unwrap());
/// assert_eq!(common_type(&types).unwrap().to_string(), "float64[2, 3]");
/// let types = ["int32[4, 3]", "float32[2, ?]"].map(|text| parse_type(text).unwrap());
/// assert_eq!(common_type(&types).unwrap_err(), "dim 0 is 4 and 2");
/// ```
pub fn common_type(types: &[Ty]) -> Result<Ty, String> {
    common_type_in(types, numpys())
}

/// As [`common_type`], with the promotion of a dialect in place of NumPy's.
///
/// # Errors
/// As there.
pub fn common_type_in(types: &[Ty], dialect: &Dialect) -> Result<Ty, String> {
    let Some(&first) = types.first() else { return Err("no types".into()) };
    if types.iter().all(|ty| *ty == first) {
        return Ok(first);
    }
    if let Some(operands) = types.iter().map(|ty| operand(*ty)).collect::<Option<Vec<_>>>() {
        return numbers(types, &operands, dialect);
    }
    if types.iter().all(|ty| operand(*ty).is_some() || ty.is_ndarray()) {
        // What an unknown dtype promotes to is not known; the sizes meet all the same.
        return together(types, Elem::any());
    }
    if let Some(holder) = types.iter().find(|a| types.iter().all(|b| is_super(**a, *b).is_yes())) {
        return Ok(*holder);
    }
    if let Some(items) = types.iter().map(|ty| ty.items()).collect::<Option<Vec<_>>>() {
        return tuples(types, &items, dialect);
    }
    Err(format!("{} are of different kinds", listed(types)))
}

fn listed(types: &[Ty]) -> String {
    let texts: Vec<String> = types.iter().map(|ty| print_ty(*ty)).collect();
    texts.join(" and ")
}

/// What a number is for promotion.
fn operand(ty: Ty) -> Option<Operand> {
    if let Some(weak) = ty.weak() {
        return Some(weak.into());
    }
    match ty.as_array()?.0.data() {
        ElemData::DType(dtype) => Some((*dtype).into()),
        ElemData::Weak(weak) => Some((*weak).into()),
        _ => None,
    }
}

fn numbers(types: &[Ty], operands: &[Operand], dialect: &Dialect) -> Result<Ty, String> {
    let promoted = dialect.promote(operands).map_err(|error| error.to_string())?;
    let arrays = types.iter().any(|ty| ty.as_array().is_some_and(|_| !matches!(ty.kind(), TyKind::Scalar(_))));
    let dtype = match promoted {
        Operand::Weak(weak) if !arrays => return Ok(Ty::of_weak(weak)),
        operand => operand.strong(),
    };
    if !arrays {
        return Ok(Ty::scalar(dtype));
    }
    together(types, dtype.into())
}

/// Arrays of this element type, of sizes and at places that all of them have.
fn together(types: &[Ty], dtype: Elem) -> Result<Ty, String> {
    // One dtype for all, so that only sizes and places are compared.
    let retyped = types.iter().map(|ty| match ty.kind() {
        TyKind::Array { shape, .. } => Ty::array(dtype, *shape),
        TyKind::Placed { shape, place, .. } => Ty::placed(dtype, *shape, *place),
        TyKind::Decay { shape, .. } => Ty::decay(dtype, *shape),
        _ => Ty::array(dtype, crate::Shape::scalar()),
    });
    let mut common: Option<Ty> = None;
    for ty in retyped {
        common = Some(match common {
            None => ty,
            Some(so_far) => match meet(so_far, ty) {
                Some(both) => both.ty,
                None => return Err(difference(so_far, ty).unwrap_or_else(|| format!("{} differ", listed(types)))),
            },
        });
    }
    common.ok_or_else(|| "no types".into())
}

/// Tuples of one length, element by element.
fn tuples(types: &[Ty], items: &[&'static [Ty]], dialect: &Dialect) -> Result<Ty, String> {
    let length = items[0].len();
    let one_class = types.iter().all(|ty| std::mem::discriminant(ty.kind()) == std::mem::discriminant(types[0].kind()));
    if !one_class || items.iter().any(|items| items.len() != length) {
        return Err(format!("{} differ in their elements", listed(types)));
    }
    let columns = (0..length).map(|place| {
        let column: Vec<Ty> = items.iter().map(|items| items[place]).collect();
        common_type_in(&column, dialect).map_err(|why| format!("part {place}: {why}"))
    });
    let common = columns.collect::<Result<Vec<_>, _>>()?;
    Ok(if matches!(types[0].kind(), TyKind::List(_)) { Ty::list(common) } else { Ty::tuple(common) })
}
