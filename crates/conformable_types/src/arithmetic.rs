//! Python's own operators on its own numbers and sequences. Of arrays and NumPy's scalars nothing
//! is said here: those are the catalogue's.
//!
//! Source: the Python language reference, "Emulating numeric types" and "Binary arithmetic
//! operations".

use crate::Dim;
use crate::dtype::Weak;
use crate::relations::join;
use crate::text::print_ty;
use crate::ty::{Ty, TyKind};

/// The operators of Python that take two operands.
pub const OPERATORS: [&str; 19] =
    ["+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="];

/// The type of `a op b` for Python's own numbers, texts, tuples and lists; `None` if an operand is
/// something else.
///
/// # Errors
/// Why Python refuses it: a TypeError.
///
/// ```
/// use conformable_types::arithmetic::python_operation;
/// use conformable_types::text::parse_type;
///
/// let [int, float] = ["int", "float"].map(|text| parse_type(text).unwrap());
/// assert_eq!(python_operation("/", int, int), Some(Ok(float)));
/// assert!(python_operation("&", int, float).unwrap().is_err());
/// ```
pub fn python_operation(op: &str, a: Ty, b: Ty) -> Option<Result<Ty, String>> {
    if let (Some(x), Some(y)) = (a.weak(), b.weak()) {
        return Some(numbers(op, x, y).ok_or_else(|| refused(op, a, b)));
    }
    let equality = matches!(op, "==" | "!=");
    let known =
        |ty: Ty| ty.is_python_number() || is_sequence(ty) || matches!(ty.kind(), TyKind::None | TyKind::Function(_));
    if !known(a) || !known(b) {
        return None;
    }
    if equality {
        return Some(Ok(Ty::new(TyKind::Bool)));
    }
    Some(sequences(op, a, b).ok_or_else(|| refused(op, a, b)))
}

/// The int that `x op y` is, for ints that are known as sizes are; `None` where it is no int or not one of 64 bits,
/// where it fails, and where no size says it.
///
/// ```
/// use conformable_types::Dim;
/// use conformable_types::arithmetic::int_operation;
///
/// let (n, two) = (Dim::name("n"), Dim::of(2));
/// assert_eq!(int_operation("*", n, two), Some(n.plus(n)));
/// assert_eq!(int_operation("**", two, Dim::of(3)), Some(Dim::of(8)));
/// assert_eq!(int_operation("/", n, two), None);
/// ```
pub fn int_operation(op: &str, x: Dim, y: Dim) -> Option<Dim> {
    let numbers = || x.constant().zip(y.constant());
    let shift = |most: i64| numbers().filter(|(_, y)| (0..most).contains(y));
    Some(match op {
        "+" => x.plus(y),
        "-" => x.minus(y),
        "*" => x.times(y),
        "//" => x.floordiv(y)?,
        "%" => x.modulo(y)?,
        "**" => match (x.constant(), u32::try_from(y.constant()?).ok()?) {
            (Some(base), power) => Dim::of(base.checked_pow(power)?),
            (None, power @ 0..=4) => (0..power).fold(Dim::ONE, |product, _| product.times(x)),
            _ => return None,
        },
        "<<" => shift(62).and_then(|(x, y)| x.checked_mul(1 << y)).map(Dim::of)?,
        ">>" => shift(63).map(|(x, y)| Dim::of(x >> y))?,
        "&" => numbers().map(|(x, y)| Dim::of(x & y))?,
        "|" => numbers().map(|(x, y)| Dim::of(x | y))?,
        "^" => numbers().map(|(x, y)| Dim::of(x ^ y))?,
        _ => return None,
    })
}

/// The float that `x op y` is, if it is one.
pub fn float_operation(op: &str, x: f64, y: f64) -> Option<f64> {
    let value = match op {
        "+" => x + y,
        "-" => x - y,
        "*" => x * y,
        "/" if y != 0.0 => x / y,
        "**" if x > 0.0 => x.powf(y),
        "//" if y != 0.0 => divided(x, y).0,
        "%" if y != 0.0 => divided(x, y).1,
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// How often a float goes into another one, and what is left, as CPython and NumPy compute them.
fn divided(x: f64, y: f64) -> (f64, f64) {
    let (mut rest, mut times) = (x % y, (x - x % y) / y);
    if rest != 0.0 && (rest < 0.0) != (y < 0.0) {
        (rest, times) = (rest + y, times - 1.0);
    }
    let whole = times.floor();
    (if times - whole > 0.5 { whole + 1.0 } else { whole }, rest)
}

/// Is it a whole number? No NaN is, nor an infinity.
pub fn is_whole(float: f64) -> bool {
    float.fract() == 0.0
}

/// The number of known value that a type is, if a float can be it.
pub fn number_value(ty: Ty) -> Option<f64> {
    match ty.kind() {
        TyKind::LitFloat(bits) => Some(f64::from_bits(*bits)),
        #[allow(clippy::cast_precision_loss)]
        _ => ty.int_value().and_then(Dim::constant).filter(|v| v.unsigned_abs() < 1 << 52).map(|v| v as f64),
    }
}

fn refused(op: &str, a: Ty, b: Ty) -> String {
    format!("unsupported operand types for {op}: {} and {}", print_ty(a), print_ty(b))
}

fn numbers(op: &str, a: Weak, b: Weak) -> Option<Ty> {
    let wider = if (a as u8) < (b as u8) { b } else { a };
    let integral = matches!(wider, Weak::Bool | Weak::Int);
    let arithmetic = match wider {
        Weak::Bool | Weak::Int => TyKind::Int,
        Weak::Float => TyKind::Float,
        Weak::Complex => TyKind::Complex,
    };
    Some(match op {
        "==" | "!=" => Ty::new(TyKind::Bool),
        "<" | "<=" | ">" | ">=" if wider != Weak::Complex => Ty::new(TyKind::Bool),
        "+" | "-" | "*" => Ty::new(arithmetic),
        "/" => Ty::new(if integral { TyKind::Float } else { arithmetic }),
        "//" | "%" if wider != Weak::Complex => Ty::new(arithmetic),
        // A negative exponent makes a float of ints, a negative base a complex number of floats.
        "**" => match wider {
            Weak::Bool | Weak::Int => Ty::union([Ty::new(TyKind::Int), Ty::new(TyKind::Float)]),
            Weak::Float => Ty::union([Ty::new(TyKind::Float), Ty::new(TyKind::Complex)]),
            Weak::Complex => Ty::new(TyKind::Complex),
        },
        "&" | "|" | "^" if integral => Ty::new(if wider == Weak::Bool { TyKind::Bool } else { TyKind::Int }),
        "<<" | ">>" if integral => Ty::new(TyKind::Int),
        _ => return None,
    })
}

fn is_sequence(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        TyKind::Str
            | TyKind::LitStr(_)
            | TyKind::Bytes
            | TyKind::Tuple(_)
            | TyKind::TupleOf(_)
            | TyKind::List(_)
            | TyKind::ListOf(_)
    )
}

fn sequences(op: &str, a: Ty, b: Ty) -> Option<Ty> {
    let whole = |ty: Ty| matches!(ty.weak(), Some(Weak::Bool | Weak::Int));
    match op {
        "+" => match (a.kind(), b.kind()) {
            (TyKind::Str | TyKind::LitStr(_), TyKind::Str | TyKind::LitStr(_)) => Some(Ty::new(TyKind::Str)),
            (TyKind::Bytes, TyKind::Bytes) => Some(a),
            (TyKind::Tuple(x), TyKind::Tuple(y)) => Some(Ty::tuple(x.iter().chain(y).copied())),
            (TyKind::List(x), TyKind::List(y)) => Some(Ty::list(x.iter().chain(y).copied())),
            (TyKind::Tuple(_) | TyKind::TupleOf(_), TyKind::Tuple(_) | TyKind::TupleOf(_)) => {
                Some(Ty::tuple_of(join(item(a), item(b))))
            }
            (TyKind::List(_) | TyKind::ListOf(_), TyKind::List(_) | TyKind::ListOf(_)) => {
                Some(Ty::list_of(join(item(a), item(b))))
            }
            _ => None,
        },
        "*" if is_sequence(a) && whole(b) => Some(repeated(a)),
        "*" if whole(a) && is_sequence(b) => Some(repeated(b)),
        "<" | "<=" | ">" | ">=" => {
            let same = std::mem::discriminant(widened(a).kind()) == std::mem::discriminant(widened(b).kind());
            (same && is_sequence(a)).then(|| Ty::new(TyKind::Bool))
        }
        // A format takes anything.
        "%" if matches!(a.kind(), TyKind::Str | TyKind::LitStr(_)) => Some(Ty::new(TyKind::Str)),
        _ => None,
    }
}

fn item(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().copied().reduce(join).unwrap_or_else(Ty::never),
        TyKind::TupleOf(item) | TyKind::ListOf(item) => *item,
        _ => Ty::unknown(),
    }
}

/// Without the values of literals and the number of elements.
fn widened(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::LitStr(_) => Ty::new(TyKind::Str),
        TyKind::Tuple(_) => Ty::tuple_of(item(ty)),
        TyKind::List(_) => Ty::list_of(item(ty)),
        _ => ty,
    }
}

fn repeated(ty: Ty) -> Ty {
    widened(ty)
}
