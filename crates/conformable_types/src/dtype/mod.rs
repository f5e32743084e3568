//! Dtypes: what one element of an array is.
//!
//! A [`DType`] is a `Copy` handle; equal dtypes are the same handle. The plain ones (`int32`, `object`)
//! are constants; those with parameters (`U5`, `datetime64[ns]`, `void{a: int32}`) live in a global
//! append-only table. A dtype's byte order is not part of it: `>i4` and `<i4` are both `int32`.
//!
//! | module | what it knows |
//! |---|---|
//! | `text` | the text form and its parser, NumPy's own spellings (`'<i4'`, `'i4, f8'`) |
//! | `unit` | units of time and their arithmetic |
//! | `table` | NumPy's tables, read from `catalogue/numpy/dtypes.toml` |
//! | [`dialect`] | promotion in other libraries, as tables |
//! | [`numpy`] | promotion, casts, ufunc loops: what NumPy does, by look-up in the tables |
//!
//! Nothing here knows about shapes, functions or Python values; a weak Python scalar is one of three
//! kinds ([`Weak`]), and whether an int of known value fits is a separate question ([`int_fits`]).
//!
//! ```
//! use conformable_types::dtype::{DType, Operand, Weak, promote};
//!
//! let ops = [Operand::Strong(DType::INT8), Operand::Strong(DType::UINT8)];
//! assert_eq!(promote(&ops).unwrap(), DType::INT16);
//! let ops = [Operand::Strong(DType::FLOAT32), Operand::Weak(Weak::Float)];
//! assert_eq!(promote(&ops).unwrap().name(), "float32");
//! ```

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

pub mod dialect;
pub mod numpy;
mod table;
mod text;
mod unit;

pub use dialect::{Dialect, dialect, dialects, forget_dialect, numpys, register_dialect};
pub use numpy::{
    Casting, NoLoop, NoPromotion, Operand, Weak, can_cast, int_fits, is_subdtype, map, promote, text_length, ufunc,
    ufunc_loop,
};
pub use table::{DTypeMap, Ufunc};
pub use unit::Unit;

/// A dtype. Equality is the only order it has: see the module's documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DType(u32);

/// What a dtype is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Data {
    /// A dtype without parameters: a constant of [`DType`].
    Plain,
    /// `U5`: text of at most so many characters; 0 is `U`, of no length in particular.
    Str(u32),
    /// `S5`: as many bytes; 0 is `S`.
    Bytes(u32),
    /// `datetime64[ns]`; without a unit the generic `datetime64`.
    Datetime(Option<Unit>),
    /// `timedelta64[ns]`
    Timedelta(Option<Unit>),
    /// `V8`: that many bytes without meaning.
    Opaque(u32),
    /// `void{a: int32, b: float64[3]}`
    Record(Vec<Field>),
}

/// One field of a record; `shape` is that of its sub-array, mostly none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    pub name: String,
    pub dtype: DType,
    pub shape: Vec<u32>,
}

/// The primitive kind: what a dtype is apart from its precision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DTypeKind {
    Boolean,
    Signed,
    Unsigned,
    Floating,
    Complex,
    Str,
    Bytes,
    Datetime,
    Timedelta,
    Object,
    Void,
}

/// Handles below this are the plain dtypes; above, positions in the global table.
const FIRST_INTERNED: u32 = 32;

macro_rules! plain {
    ($($name:ident, $text:literal, $index:literal;)*) => {
        impl DType {
            $(#[doc = concat!("`", $text, "`")] pub const $name: DType = DType($index);)*
        }

        /// Their text forms, in the order of the handles and of the tables' codes.
        const PLAIN: &[&str] = &[$($text),*];
    };
}

plain! {
    BOOL, "bool", 0;
    INT8, "int8", 1;
    INT16, "int16", 2;
    INT32, "int32", 3;
    INT64, "int64", 4;
    UINT8, "uint8", 5;
    UINT16, "uint16", 6;
    UINT32, "uint32", 7;
    UINT64, "uint64", 8;
    FLOAT16, "float16", 9;
    FLOAT32, "float32", 10;
    FLOAT64, "float64", 11;
    LONGDOUBLE, "longdouble", 12;
    COMPLEX64, "complex64", 13;
    COMPLEX128, "complex128", 14;
    CLONGDOUBLE, "clongdouble", 15;
    OBJECT, "object", 16;
}

impl DType {
    /// The dtypes without parameters, from `bool` to `object`.
    pub fn plain() -> impl Iterator<Item = DType> {
        (0..PLAIN.len() as u32).map(DType)
    }

    /// `U` of a length; 0 for a length that isn't known.
    pub fn str(length: u32) -> DType {
        intern(Data::Str(length))
    }

    /// `S` of a length; 0 for a length that isn't known.
    pub fn bytes(length: u32) -> DType {
        intern(Data::Bytes(length))
    }

    /// `datetime64`, of a unit or generic.
    pub fn datetime(unit: Option<Unit>) -> DType {
        intern(Data::Datetime(unit))
    }

    /// `timedelta64`, of a unit or generic.
    pub fn timedelta(unit: Option<Unit>) -> DType {
        intern(Data::Timedelta(unit))
    }

    /// `void{...}`
    pub fn record(fields: Vec<Field>) -> DType {
        intern(Data::Record(fields))
    }

    /// `V` of a size in bytes.
    pub fn opaque(size: u32) -> DType {
        intern(Data::Opaque(size))
    }

    /// What this dtype is made of.
    pub fn data(self) -> &'static Data {
        if self.is_plain() { &Data::Plain } else { &INTERNED.list[self.position()] }
    }

    pub fn kind(self) -> DTypeKind {
        match self.data() {
            Data::Plain => match self.0 {
                0 => DTypeKind::Boolean,
                1..=4 => DTypeKind::Signed,
                5..=8 => DTypeKind::Unsigned,
                9..=12 => DTypeKind::Floating,
                13..=15 => DTypeKind::Complex,
                _ => DTypeKind::Object,
            },
            Data::Str(_) => DTypeKind::Str,
            Data::Bytes(_) => DTypeKind::Bytes,
            Data::Datetime(_) => DTypeKind::Datetime,
            Data::Timedelta(_) => DTypeKind::Timedelta,
            Data::Opaque(_) | Data::Record(_) => DTypeKind::Void,
        }
    }

    /// Bytes an element takes: `None` for text of unknown length. A record counts as packed (NumPy's
    /// `align=True` isn't modelled), `longdouble` as on 64-bit Linux.
    pub fn itemsize(self) -> Option<u32> {
        match self.data() {
            Data::Plain => Some(table::TABLES.itemsizes[self.0 as usize]),
            Data::Str(0) | Data::Bytes(0) | Data::Opaque(0) => None,
            Data::Str(length) => length.checked_mul(4),
            Data::Bytes(length) | Data::Opaque(length) => Some(*length),
            Data::Datetime(_) | Data::Timedelta(_) => Some(8),
            Data::Record(fields) => fields.iter().try_fold(0u32, |sum, field| {
                let count = field.shape.iter().try_fold(1u32, |n, dim| n.checked_mul(*dim))?;
                sum.checked_add(field.dtype.itemsize()?.checked_mul(count)?)
            }),
        }
    }

    /// How many numbers, texts and the like a record is made of: its fields', where they are records. Fields share
    /// their dtypes, so that a few lines of a program make one of any number.
    pub fn leaves(self) -> usize {
        match self.data() {
            Data::Record(fields) => fields.iter().map(|field| field.dtype.leaves()).sum(),
            _ => 1,
        }
    }

    /// Whether it's one of integers, floats and complex numbers; not `bool`, not `timedelta64`.
    pub fn is_number(self) -> bool {
        (1..=15).contains(&self.0)
    }

    /// The field of a record.
    pub fn field(self, name: &str) -> Option<&'static Field> {
        self.fields()?.iter().find(|field| field.name == name)
    }

    /// The fields of a dtype of records, in order.
    pub fn fields(self) -> Option<&'static [Field]> {
        match self.data() {
            Data::Record(fields) => Some(fields),
            _ => None,
        }
    }

    fn is_plain(self) -> bool {
        self.0 < FIRST_INTERNED
    }

    fn position(self) -> usize {
        (self.0 - FIRST_INTERNED) as usize
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DType({self})")
    }
}

// --- the global table ---------------------------------------------------------------------------

const SHARDS: usize = 16;

/// Dtypes with parameters: handle to data without a lock, data to handle in a locked shard.
struct DTypeInterner {
    list: boxcar::Vec<Data>,
    shards: [Mutex<FxHashMap<Data, DType>>; SHARDS],
}

static INTERNED: LazyLock<DTypeInterner> =
    LazyLock::new(|| DTypeInterner { list: boxcar::Vec::new(), shards: std::array::from_fn(|_| Mutex::default()) });

fn intern(data: Data) -> DType {
    let mut shard = shard(&data);
    if let Some(&known) = shard.get(&data) {
        return known;
    }
    let position = INTERNED.list.push(data.clone());
    let dtype = DType(FIRST_INTERNED + u32::try_from(position).expect("fewer than 2^32 dtypes"));
    shard.insert(data, dtype);
    dtype
}

fn shard(data: &Data) -> MutexGuard<'static, FxHashMap<Data, DType>> {
    let mut hasher = FxBuildHasher.build_hasher();
    std::hash::Hash::hash(data, &mut hasher);
    let index = (hasher.finish() >> 57) as usize % SHARDS;
    // A poisoned shard is whole: the only thing that can panic inside is an allocation.
    INTERNED.shards[index].lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_dtypes_are_one_handle() {
        assert_eq!(DType::str(5), DType::str(5));
        assert_ne!(DType::str(5), DType::bytes(5));
        let field = |name: &str| Field { name: name.into(), dtype: DType::INT32, shape: vec![] };
        assert_eq!(DType::record(vec![field("a")]), DType::record(vec![field("a")]));
        assert_ne!(DType::record(vec![field("a")]), DType::record(vec![field("b")]));
    }

    #[test]
    fn threads_agree_on_handles() {
        let make = || (1..200).map(|n| DType::str(1000 + n)).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(make)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), make());
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(DType::COMPLEX64.itemsize(), Some(8));
        assert_eq!(DType::str(5).itemsize(), Some(20));
        assert_eq!(DType::str(0).itemsize(), None);
        assert_eq!(DType::parse("void{a: int8, b: float64[2, 3]}").unwrap().itemsize(), Some(49));
        assert_eq!(DType::str(u32::MAX).itemsize(), None);
    }

    #[test]
    fn kinds() {
        for (name, kind) in [
            ("bool", DTypeKind::Boolean),
            ("int64", DTypeKind::Signed),
            ("uint8", DTypeKind::Unsigned),
            ("longdouble", DTypeKind::Floating),
            ("complex64", DTypeKind::Complex),
            ("U3", DTypeKind::Str),
            ("S3", DTypeKind::Bytes),
            ("datetime64[ns]", DTypeKind::Datetime),
            ("timedelta64", DTypeKind::Timedelta),
            ("object", DTypeKind::Object),
            ("V8", DTypeKind::Void),
            ("void{a: int32}", DTypeKind::Void),
        ] {
            assert_eq!(DType::parse(name).unwrap().kind(), kind, "{name}");
        }
    }
}
