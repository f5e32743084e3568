//! Conversions of one number into another: which values a dtype has, and which of them another has.

use super::{Conversion, explicit, identical, implicit, impossible};
use crate::dim::Dim;
use crate::dtype::{DType, DTypeKind, Data, Operand, Weak, int_fits};
use crate::elem::ElemData;
use crate::relations::{consistent, is_super};
use crate::text::{print_elem, print_ty};
use crate::ty::{Ty, TyKind};

/// What a number can be: a dtype, or one of Python's own.
#[derive(Clone, Copy, PartialEq)]
enum Domain {
    DType(DType),
    /// Of any size.
    Int,
    /// Of any length.
    Str,
    Bytes,
}

fn domain(ty: Ty) -> Option<Domain> {
    if let Some(weak) = ty.weak() {
        return Some(if weak == Weak::Int { Domain::Int } else { Domain::DType(Operand::Weak(weak).strong()) });
    }
    Some(match ty.kind() {
        TyKind::Str => Domain::Str,
        TyKind::Bytes => Domain::Bytes,
        TyKind::LitStr(text) => Domain::DType(DType::str(u32::try_from(text.as_str().chars().count()).ok()?.max(1))),
        TyKind::Scalar(elem) => match elem.data() {
            ElemData::DType(dtype) => Domain::DType(*dtype),
            ElemData::Weak(weak) => return domain(Ty::of_weak(*weak)),
            _ => return None,
        },
        _ => return None,
    })
}

pub(super) fn elements(a: Ty, b: Ty) -> Conversion {
    let (Some(x), Some(y)) = (domain(a), domain(b)) else {
        return match b.as_array() {
            Some((elem, _)) if elem.is_any() => implicit("any dtype will do"),
            _ if a == b => identical(),
            _ => explicit("the dtype is known when the program runs"),
        };
    };
    if a == b {
        return identical();
    }
    // A number of known value is one of the dtype's or is not.
    if let (Some(value), Domain::DType(dtype)) = (a.int_value().and_then(Dim::constant), y)
        && matches!(dtype.kind(), DTypeKind::Signed | DTypeKind::Unsigned | DTypeKind::Floating | DTypeKind::Complex)
    {
        let exact = mantissa(dtype).is_none_or(|bits| value.unsigned_abs() >> bits.min(63) == 0 || bits >= 63);
        return if int_fits(value, dtype) && exact {
            implicit(format!("{value} is one of {}'s values", dtype.name()))
        } else {
            explicit(format!("{value} is none of {}'s values", dtype.name()))
        };
    }
    if let (
        TyKind::LitStr(_) | TyKind::LitBool(_) | TyKind::LitFloat(_) | TyKind::IntOf(_),
        TyKind::LitStr(_) | TyKind::LitBool(_) | TyKind::LitFloat(_) | TyKind::IntOf(_),
    ) = (a.kind(), b.kind())
    {
        return if consistent(a, b).is_no() {
            impossible("the two values differ")
        } else {
            explicit("the values are compared when the program runs")
        };
    }
    if !matches!(b.kind(), TyKind::Scalar(_)) && is_super(a, b).is_yes() {
        return explicit(format!("{} has more values", print_ty(a)));
    }
    domains(x, y)
}

/// Bits of precision of a floating or complex dtype.
fn mantissa(dtype: DType) -> Option<u32> {
    Some(match dtype {
        DType::FLOAT16 => 11,
        DType::FLOAT32 | DType::COMPLEX64 => 24,
        DType::FLOAT64 | DType::COMPLEX128 => 53,
        // As on 64-bit Linux, as its size is.
        DType::LONGDOUBLE | DType::CLONGDOUBLE => 64,
        _ => return None,
    })
}

fn domains(x: Domain, y: Domain) -> Conversion {
    let name = |domain: Domain| match domain {
        Domain::DType(dtype) => print_elem(dtype.into()),
        Domain::Int => "int".into(),
        Domain::Str => "str".into(),
        Domain::Bytes => "bytes".into(),
    };
    let kept = || implicit(format!("every value of {} is one of {}", name(x), name(y)));
    let lost = || explicit(format!("{} has values that {} lacks", name(x), name(y)));
    let senseless = || impossible(format!("a {} has no meaning as a {}", name(x), name(y)));
    match (x, y) {
        _ if x == y => implicit("the values are the same"),
        (Domain::DType(from), Domain::DType(to)) => match lossless(from, to) {
            Some(true) => kept(),
            Some(false) => lost(),
            None => senseless(),
        },
        (Domain::DType(from), Domain::Int) => match from.kind() {
            DTypeKind::Boolean | DTypeKind::Signed | DTypeKind::Unsigned => kept(),
            DTypeKind::Floating
            | DTypeKind::Str
            | DTypeKind::Bytes
            | DTypeKind::Object
            | DTypeKind::Timedelta
            | DTypeKind::Datetime => lost(),
            _ => senseless(),
        },
        (Domain::Int, Domain::DType(to)) => match to.kind() {
            DTypeKind::Object => kept(),
            DTypeKind::Void => senseless(),
            _ => lost(),
        },
        (Domain::DType(from), Domain::Str) => match from.kind() {
            DTypeKind::Str => kept(),
            DTypeKind::Void => senseless(),
            _ => lost(),
        },
        (Domain::DType(from), Domain::Bytes) => match from.kind() {
            DTypeKind::Bytes => kept(),
            DTypeKind::Str | DTypeKind::Object => lost(),
            _ => senseless(),
        },
        (Domain::Str | Domain::Bytes, Domain::DType(to)) => match (x, to.data()) {
            (_, Data::Plain) if to.kind() == DTypeKind::Object => kept(),
            (Domain::Str, Data::Str(0)) | (Domain::Bytes, Data::Bytes(0)) => kept(),
            (_, Data::Opaque(_) | Data::Record(_)) => senseless(),
            _ => lost(),
        },
        _ => lost(),
    }
}

/// Does `to` have every value of `from`? `None` if the conversion has no meaning.
fn lossless(from: DType, to: DType) -> Option<bool> {
    use DTypeKind::{Boolean, Bytes, Complex, Datetime, Floating, Object, Signed, Str, Timedelta, Unsigned, Void};
    let bits = |dtype: DType| dtype.itemsize().unwrap_or(8) * 8;
    Some(match (from.kind(), to.kind()) {
        (_, Object) => true,
        (Object, Void) | (Void, Boolean | Signed | Unsigned | Floating | Complex | Datetime | Timedelta) => {
            return None;
        }
        (Object, _) => false,
        (Boolean, Boolean | Signed | Unsigned | Floating | Complex) => true,
        (Signed | Unsigned | Floating | Complex, Boolean) => false,
        (Signed, Signed) | (Unsigned, Unsigned) => bits(from) <= bits(to),
        (Unsigned, Signed) => bits(from) < bits(to),
        (Signed, Unsigned) => false,
        (Signed, Floating | Complex) => bits(from) - 1 <= mantissa(to)?,
        (Unsigned, Floating | Complex) => bits(from) <= mantissa(to)?,
        (Floating, Floating | Complex) | (Complex, Complex) => mantissa(from)? <= mantissa(to)?,
        (Floating | Complex, Signed | Unsigned) | (Complex, Floating) => false,
        (Str, Str) | (Bytes, Bytes) => match (from.data(), to.data()) {
            (_, Data::Str(0) | Data::Bytes(0)) => true,
            (Data::Str(0) | Data::Bytes(0), _) => false,
            (Data::Str(m), Data::Str(n)) | (Data::Bytes(m), Data::Bytes(n)) => m <= n,
            _ => false,
        },
        // A finer unit reaches less far, a coarser one rounds.
        (Datetime, Datetime) | (Timedelta, Timedelta) => from == to,
        (Void, Void) => return records(from, to),
        (Signed | Unsigned, Datetime | Timedelta) | (Datetime | Timedelta, Signed | Unsigned) => false,
        (Datetime | Timedelta, Str | Bytes) | (Str | Bytes, Datetime | Timedelta) => false,
        (Boolean | Signed | Unsigned | Floating | Complex, Str | Bytes) => false,
        (Str | Bytes, Boolean | Signed | Unsigned | Floating | Complex) => false,
        (Str, Bytes) | (Bytes, Str) => false,
        _ => return None,
    })
}

/// Records of the same fields, one by one.
fn records(from: DType, to: DType) -> Option<bool> {
    match (from.data(), to.data()) {
        (Data::Record(a), Data::Record(b)) => {
            let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && a.shape == b.shape);
            same.then_some(())?;
            a.iter()
                .zip(b)
                .try_fold(true, |all, (a, b)| Some(all && (a.dtype == b.dtype || lossless(a.dtype, b.dtype)?)))
        }
        (Data::Opaque(m), Data::Opaque(n)) => Some(m == n || *n == 0),
        _ => None,
    }
}
