//! What NumPy does with dtypes: promotion, casts, ufunc loops, by look-up in its tables.
//!
//! Every answer here is compared with NumPy's in `tests/promotion.rs`, and the same algorithms in Python
//! (`scripts/dtype_rules.py`) on every pair and triple of operands.

use std::fmt;

use smallvec::SmallVec;

use super::table::{BYTES, DATETIME, DTypeMap, REFUSED, STR, TABLES, TIMEDELTA, Ufunc, VOID, WEAK as FIRST_WEAK};
use super::{DType, DTypeKind, Data, Field, Unit};

/// A dtype, or a Python number that takes its precision from the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Strong(DType),
    Weak(Weak),
}

/// The kind of a Python scalar (NEP 50).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weak {
    /// Not weak in NumPy: it acts as the dtype `bool`.
    Bool,
    Int,
    Float,
    Complex,
}

/// NumPy has no common dtype for these, or not for these in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPromotion {
    pub operands: SmallVec<[Operand; 4]>,
}

/// Why a ufunc has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLoop {
    /// NumPy's namespace has no such ufunc.
    UnknownUfunc,
    /// It takes another number of operands.
    Arity { expected: usize, given: usize },
    /// A TypeError: no loop for these dtypes, or no safe way to one.
    Refused,
}

/// NumPy's rules for `casting=`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Casting {
    No,
    Equiv,
    Safe,
    SameKind,
    Unsafe,
}

impl Casting {
    const ALL: [(Casting, &'static str); 5] = [
        (Casting::No, "no"),
        (Casting::Equiv, "equiv"),
        (Casting::Safe, "safe"),
        (Casting::SameKind, "same_kind"),
        (Casting::Unsafe, "unsafe"),
    ];

    /// The rule that `casting=` names.
    pub fn named(name: &str) -> Option<Casting> {
        Casting::ALL.iter().find(|(_, own)| *own == name).map(|(rule, _)| *rule)
    }

    /// As `casting=` names it.
    pub fn name(self) -> &'static str {
        Casting::ALL[self as usize].1
    }
}

impl Weak {
    /// The Python type's name.
    pub fn name(self) -> &'static str {
        match self {
            Weak::Bool => "bool",
            Weak::Int => "int",
            Weak::Float => "float",
            Weak::Complex => "complex",
        }
    }
}

impl Operand {
    fn code(self) -> u8 {
        match self {
            Operand::Strong(dtype) => dtype.code(),
            Operand::Weak(Weak::Bool) => DType::BOOL.code(),
            Operand::Weak(Weak::Int) => FIRST_WEAK,
            Operand::Weak(Weak::Float) => FIRST_WEAK + 1,
            Operand::Weak(Weak::Complex) => FIRST_WEAK + 2,
        }
    }

    /// The dtype of an array of nothing but this.
    pub fn strong(self) -> DType {
        match self {
            Operand::Strong(dtype) => dtype,
            Operand::Weak(_) => DType(u32::from(TABLES.default[self.code() as usize])),
        }
    }
}

impl From<DType> for Operand {
    fn from(dtype: DType) -> Operand {
        Operand::Strong(dtype)
    }
}

impl From<Weak> for Operand {
    fn from(weak: Weak) -> Operand {
        Operand::Weak(weak)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Strong(dtype) => dtype.fmt(f),
            Operand::Weak(weak) => write!(f, "Python {}", weak.name()),
        }
    }
}

impl fmt::Display for NoPromotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no common dtype for ")?;
        for (i, operand) in self.operands.iter().enumerate() {
            write!(f, "{}{operand}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for NoPromotion {}

impl DType {
    /// NumPy's letter for it: `dtype.char`.
    pub fn letter(self) -> char {
        char::from(super::table::ORDER.as_bytes()[self.code() as usize])
    }

    /// The row of this dtype in the tables.
    fn code(self) -> u8 {
        match self.data() {
            Data::Plain => self.0 as u8,
            Data::Str(_) => STR,
            Data::Bytes(_) => BYTES,
            Data::Datetime(_) => DATETIME,
            Data::Timedelta(_) => TIMEDELTA,
            Data::Opaque(_) | Data::Record(_) => VOID,
        }
    }

    fn unit(self) -> Option<Unit> {
        match self.data() {
            Data::Datetime(unit) | Data::Timedelta(unit) => *unit,
            _ => None,
        }
    }
}

// --- promotion ----------------------------------------------------------------------------------

/// `np.result_type`, of any number of operands at once.
///
/// It isn't a fold of pairs: int16, uint16, float32 give float32, where the fold gives float64. The
/// common *class* comes first, by NumPy's `PyArray_PromoteDTypeSequence` over two tables (the header of
/// `dtypes.toml` states it), then its parameter (length, unit, fields) from the operands.
/// Source: NEP 50; NumPy reference, "Data type promotion in NumPy".
///
/// # Errors
/// If NumPy raises; of no operands, too.
pub fn promote(ops: &[Operand]) -> Result<DType, NoPromotion> {
    promoted(ops).ok_or_else(|| NoPromotion { operands: ops.into() })
}

fn promoted(ops: &[Operand]) -> Option<DType> {
    if let [Operand::Strong(only)] = ops {
        return Some(*only);
    }
    let class = common_class(ops.iter().map(|op| op.code()).collect())?;
    with_parameter(TABLES.default[class as usize], ops)
}

/// The code of the class that all have in common; see the header of `dtypes.toml`.
fn common_class(mut left: SmallVec<[u8; 8]>) -> Option<u8> {
    if left.len() <= 1 {
        return left.first().copied();
    }
    let mut result = tournament(&mut left);
    let main = left[0];
    let start = if result.is_some() { 2 } else { 1 };
    for &other in left[start..].iter().filter(|code| **code != DROPPED) {
        let step = found(TABLES.answers[main as usize][other as usize])?;
        result = Some(match result {
            Some(so_far) if so_far != step => found(TABLES.pairs[so_far as usize][step as usize])?,
            _ => step,
        });
    }
    result
}

/// A place whose operand can't change the result any more.
const DROPPED: u8 = REFUSED;

/// Brings a class that knows the others to the front, and gives the last meeting's answer.
fn tournament(left: &mut [u8]) -> Option<u8> {
    let mut length = left.len();
    loop {
        let half = length / 2;
        let mut result = None;
        for low in 0..half {
            let high = length - 1 - low;
            let (a, b) = (left[low], left[high]);
            result = if a == b { Some(a) } else { found(TABLES.answers[a as usize][b as usize]) };
            match result {
                None => left.swap(low, high),
                Some(answer) if answer == a => left[high] = DROPPED,
                Some(_) => {}
            }
        }
        if length == 2 {
            return result;
        }
        length -= half;
    }
}

fn found(cell: u8) -> Option<u8> {
    (cell != REFUSED).then_some(cell)
}

/// The dtype of a class with the parameter that the operands give it.
fn with_parameter(class: u8, ops: &[Operand]) -> Option<DType> {
    let dtypes = || ops.iter().filter_map(|op| strong(*op));
    let longest = || {
        let longest = ops.iter().try_fold(0, |max, op| Some(length_as_text(*op)?.max(max)));
        longest.unwrap_or(0)
    };
    Some(match class {
        STR => DType::str(longest()),
        BYTES => DType::bytes(longest()),
        DATETIME => DType::datetime(common_unit(dtypes(), false)?),
        TIMEDELTA => DType::timedelta(common_unit(dtypes(), true)?),
        VOID => {
            let mut dtypes = dtypes();
            let first = dtypes.next()?;
            return dtypes.try_fold(first, common_record);
        }
        plain => DType(u32::from(plain)),
    })
}

fn strong(op: Operand) -> Option<DType> {
    match op {
        Operand::Strong(dtype) => Some(dtype),
        Operand::Weak(_) => None,
    }
}

/// How long a text must be to hold any value of a dtype; `None` if that isn't known.
pub fn text_length(dtype: DType) -> Option<u32> {
    length_as_text(dtype.into())
}

/// How long a text must be to hold any value; of a text, its own length. `None` isn't known.
fn length_as_text(op: Operand) -> Option<u32> {
    match op {
        Operand::Strong(dtype) => match dtype.data() {
            Data::Str(0) | Data::Bytes(0) => None,
            Data::Str(length) | Data::Bytes(length) => Some(*length),
            _ => Some(TABLES.text_length[dtype.code() as usize]),
        },
        Operand::Weak(Weak::Bool) => Some(TABLES.text_length[DType::BOOL.code() as usize]),
        Operand::Weak(_) => Some(0),
    }
}

/// `None` if there's none; the generic unit, `Some(None)`, yields to any other.
fn common_unit(dtypes: impl Iterator<Item = DType>, strict: bool) -> Option<Option<Unit>> {
    let mut units = dtypes.filter_map(DType::unit);
    let Some(first) = units.next() else {
        return Some(None);
    };
    units.try_fold(first, |a, b| a.common(b, strict)).map(Some)
}

/// Records with the same field names, in the same order, promote field by field.
fn common_record(a: DType, b: DType) -> Option<DType> {
    if a == b {
        return Some(a);
    }
    let (Data::Record(a), Data::Record(b)) = (a.data(), b.data()) else {
        return None;
    };
    if a.len() != b.len() {
        return None;
    }
    let fields = a.iter().zip(b).map(|(a, b)| {
        let same = a.name == b.name && a.shape == b.shape;
        let dtype = same.then(|| promoted(&[a.dtype.into(), b.dtype.into()]))??;
        Some(Field { dtype, ..a.clone() })
    });
    Some(DType::record(fields.collect::<Option<_>>()?))
}

// --- casts --------------------------------------------------------------------------------------

/// `np.can_cast(from, to, casting)`.
///
/// A text of unknown length holds anything. Records cast by position, whatever the names.
/// Source: NumPy reference, `numpy.can_cast`.
pub fn can_cast(from: DType, to: DType, casting: Casting) -> bool {
    match casting {
        Casting::Unsafe => return true,
        Casting::No | Casting::Equiv => return from == to,
        Casting::Safe | Casting::SameKind if from == to => return true,
        Casting::Safe | Casting::SameKind => {}
    }
    let safe = casting == Casting::Safe;
    let (a, b) = (from.code(), to.code());
    if b == VOID && from.kind() != DTypeKind::Object {
        return can_cast_to_void(from, to, casting);
    }
    let table = if safe { &TABLES.safe } else { &TABLES.same_kind };
    if table[a as usize][b as usize] == REFUSED {
        return false;
    }
    match (from.data(), to.data()) {
        (Data::Datetime(a), Data::Datetime(b)) => unit_casts(*a, *b, false, safe),
        (Data::Timedelta(a), Data::Timedelta(b)) => unit_casts(*a, *b, true, safe),
        (_, Data::Str(length) | Data::Bytes(length)) if safe => {
            *length == 0 || length_as_text(from.into()).is_none_or(|needed| needed <= *length)
        }
        _ => true,
    }
}

fn unit_casts(from: Option<Unit>, to: Option<Unit>, strict: bool, safe: bool) -> bool {
    match (from, to) {
        (None, _) => true,
        (_, None) => false,
        (Some(from), Some(to)) => from.casts_to(to, strict, safe),
    }
}

fn can_cast_to_void(from: DType, to: DType, casting: Casting) -> bool {
    match (from.data(), to.data()) {
        (Data::Record(a), Data::Record(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| (a.shape == b.shape || a.shape.is_empty()) && can_cast(a.dtype, b.dtype, casting))
        }
        (Data::Opaque(a), Data::Opaque(b)) => casting == Casting::SameKind || a <= b,
        (Data::Record(_), Data::Opaque(_)) | (_, Data::Record(_)) => false,
        (_, Data::Opaque(size)) => *size == 0 || from.itemsize().is_none_or(|needed| needed <= *size),
        _ => true,
    }
}

/// Whether a Python int of this value can be one of the dtype's: only integers have bounds.
///
/// Where it doesn't fit NumPy raises OverflowError: `np.uint8(1) + 300`, `uint8_array[0] = -1`;
/// comparisons are exact instead. Source: NEP 50.
pub fn int_fits(value: i64, dtype: DType) -> bool {
    let bits = dtype.itemsize().unwrap_or(8) * 8;
    match dtype.kind() {
        DTypeKind::Signed if bits < 64 => (value >> (bits - 1)) == 0 || (value >> (bits - 1)) == -1,
        DTypeKind::Unsigned => value >= 0 && (bits >= 64 || value >> bits == 0),
        _ => true,
    }
}

// --- ufuncs -------------------------------------------------------------------------------------

/// A ufunc of NumPy's namespace, by any of its names there (`abs`, `absolute`).
pub fn ufunc(name: &str) -> Option<&'static Ufunc> {
    TABLES.ufuncs.get(name)
}

/// The dtypes of a ufunc's outputs: `ufunc.resolve_dtypes`.
///
/// A table look-up for the classes, then the parameter: texts add up, times have their common unit.
/// Source: `ufunc.resolve_dtypes` of the installed NumPy (not `ufunc.types`: the first loop that fits
/// isn't what NumPy chooses since promoters).
///
/// # Errors
/// [`NoLoop::Refused`] where NumPy raises TypeError.
pub fn ufunc_loop(name: &str, inputs: &[Operand]) -> Result<SmallVec<[DType; 2]>, NoLoop> {
    let ufunc = ufunc(name).ok_or(NoLoop::UnknownUfunc)?;
    if inputs.len() != ufunc.nin {
        return Err(NoLoop::Arity { expected: ufunc.nin, given: inputs.len() });
    }
    let (row, column) = match inputs {
        [only] => (0, only.code()),
        [a, b] => (a.code(), b.code()),
        _ => {
            return Err(NoLoop::Arity { expected: ufunc.nin, given: inputs.len() });
        }
    };
    let times = || inputs.iter().filter_map(|op| strong(*op)).filter(is_time);
    let dated = times().any(|dtype| dtype.kind() == DTypeKind::Datetime);
    let unit = common_unit(times(), !dated);
    if !ufunc.mixed_units && times().count() == 2 {
        let unit = unit.ok_or(NoLoop::Refused)?;
        let fits = |time: DType| time.kind() == DTypeKind::Datetime || unit_casts(time.unit(), unit, true, false);
        if !times().all(fits) {
            return Err(NoLoop::Refused);
        }
    }
    let length = inputs.iter().try_fold(0u32, |sum, op| sum.checked_add(length_as_text(*op)?));
    let length = length.unwrap_or(0);
    let outputs = ufunc.out.iter().map(|&matrix| {
        let cell = TABLES.loops[matrix][row as usize][column as usize];
        Ok(match found(cell).ok_or(NoLoop::Refused)? {
            STR => DType::str(length),
            BYTES => DType::bytes(length),
            DATETIME => DType::datetime(unit.ok_or(NoLoop::Refused)?),
            TIMEDELTA => DType::timedelta(unit.ok_or(NoLoop::Refused)?),
            plain => DType(u32::from(plain)),
        })
    });
    outputs.collect()
}

fn is_time(dtype: &DType) -> bool {
    matches!(dtype.kind(), DTypeKind::Datetime | DTypeKind::Timedelta)
}

// --- maps ---------------------------------------------------------------------------------------

/// What a function of NumPy makes of a dtype; `None` where it raises. A dtype with a parameter keeps it.
pub fn map(map: DTypeMap, dtype: DType) -> Option<DType> {
    let code = dtype.code();
    let result = found(TABLES.maps[map as usize][code as usize])?;
    Some(if result == code { dtype } else { DType(u32::from(result)) })
}

/// `np.issubdtype(dtype, np.<name>)`: `name` an abstract class (`floating`), a scalar type (`intp`) or
/// a Python type (`float`, which is float64 here). `None` if NumPy has no such name.
///
/// NumPy's oddity included: `timedelta64` is a `signedinteger`. Source: NumPy reference, "Scalars".
pub fn is_subdtype(dtype: DType, name: &str) -> Option<bool> {
    let code = dtype.code();
    if let Some(members) = TABLES.abstracts.get(name) {
        return Some(members[code as usize]);
    }
    let class = TABLES.attributes.get(name).or_else(|| match name {
        "bool" | "int" | "float" | "complex" | "str" | "bytes" => TABLES.spellings.get(name),
        _ => None,
    })?;
    Some(*class == code)
}

#[cfg(test)]
mod tests;
