//! The kinds of type.
//!
//! [`Ty`] is the handle, [`TyKind`] what it stands for. Constructors normalise: a union is flat,
//! sorted and free of duplicates; `decay` of a known rank is a scalar or an array.

use std::sync::LazyLock;

use crate::dim::Dim;
use crate::elem::Elem;
use crate::intern::{Interner, Sym};
use crate::shape::Shape;

/// A closed, immutable, interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty(u32);

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum TyKind {
    /// Nothing is known; absorbs silently.
    Unknown,
    /// Python's scalars, weak in promotion.
    Bool,
    Int,
    Float,
    Complex,
    Str,
    Bytes,
    None,
    Ellipsis,
    /// An int of known value: `Literal[3]`, `Int[n + 1]`.
    IntOf(Dim),
    LitBool(bool),
    LitStr(Sym),
    /// A float of known value, by its bits.
    LitFloat(u64),
    /// A NumPy scalar, distinct from a 0-d array and from a Python number.
    Scalar(Elem),
    Array {
        elem: Elem,
        shape: Shape,
    },
    /// A scalar if the rank is 0, else an array; only while the rank is unknown.
    Decay {
        elem: Elem,
        shape: Shape,
    },
    /// A dtype as a value: `np.float64`, `x.dtype`.
    DType(Elem),
    Slice([Ty; 3]),
    Tuple(Box<[Ty]>),
    /// A tuple of unknown length.
    TupleOf(Ty),
    /// A list of known elements.
    List(Box<[Ty]>),
    ListOf(Ty),
    Set(Ty),
    Dict(Ty, Ty),
    Struct(Box<[(Sym, Ty)]>),
    /// A class of the checked program, by its qualified name.
    Class(Sym),
    /// A registered constructor with its parameters: `SVDResult[float64[3, 3], ...]`.
    Ctor(Sym, Box<[Ty]>),
    Function(Box<Function>),
    Union(Box<[Ty]>),
    /// A type variable of a signature.
    Name(Sym),
}

/// The closed term of a signature: names are bound here.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Function {
    pub params: Box<[Param]>,
    pub outputs: Box<[Ty]>,
    pub constraints: Box<[Constraint]>,
    /// More is required than is written: printed `, …`.
    pub partial: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParamKind {
    PositionalOnly,
    Plain,
    VarArgs,
    KeywordOnly,
    KwArgs,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Param {
    pub name: Option<Sym>,
    pub kind: ParamKind,
    pub ty: Ty,
    /// That the argument is an ndarray of this form is assumed, not known: `x?: T[*S]`.
    pub assumed: bool,
    pub default: Option<Ty>,
}

/// `left OP right` between integer expressions, or a relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    Compare(Comparison, Dim, Dim),
    Relation(Sym, Box<[crate::term::Term]>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Eq,
    Ne,
    Le,
}

static TYPES: LazyLock<Interner<TyKind>> = LazyLock::new(Interner::new);

impl std::fmt::Debug for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_ty(*self))
    }
}

impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_ty(*self))
    }
}

impl Ty {
    pub fn new(kind: TyKind) -> Ty {
        Ty(TYPES.intern(kind))
    }

    pub fn kind(self) -> &'static TyKind {
        TYPES.get(self.0)
    }

    pub fn unknown() -> Ty {
        static UNKNOWN: LazyLock<Ty> = LazyLock::new(|| Ty::new(TyKind::Unknown));
        *UNKNOWN
    }

    pub fn is_unknown(self) -> bool {
        self == Ty::unknown()
    }

    pub fn none() -> Ty {
        Ty::new(TyKind::None)
    }

    /// An int of this value; an int alone for `?`.
    pub fn int(value: impl Into<Dim>) -> Ty {
        let value = value.into();
        Ty::new(if value.is_any() { TyKind::Int } else { TyKind::IntOf(value) })
    }

    pub fn bool(value: bool) -> Ty {
        Ty::new(TyKind::LitBool(value))
    }

    pub fn str(value: &str) -> Ty {
        Ty::new(TyKind::LitStr(Sym::new(value)))
    }

    pub fn float(value: f64) -> Ty {
        Ty::new(TyKind::LitFloat(value.to_bits()))
    }

    pub fn scalar(elem: impl Into<Elem>) -> Ty {
        Ty::new(TyKind::Scalar(elem.into()))
    }

    pub fn array(elem: impl Into<Elem>, shape: Shape) -> Ty {
        Ty::new(TyKind::Array { elem: elem.into(), shape })
    }

    /// What a ufunc or a reduction gives: a NumPy scalar in place of a 0-d array.
    pub fn decay(elem: impl Into<Elem>, shape: Shape) -> Ty {
        let elem = elem.into();
        match shape.rank() {
            // An element of an array of objects is what it is.
            Some(0) if elem.dtype() == Some(crate::DType::OBJECT) => Ty::unknown(),
            Some(0) => Ty::scalar(elem),
            Some(_) => Ty::array(elem, shape),
            None if shape.min_rank() > 0 => Ty::array(elem, shape),
            None => Ty::new(TyKind::Decay { elem, shape }),
        }
    }

    pub fn tuple(items: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::new(TyKind::Tuple(items.into_iter().collect()))
    }

    pub fn list(items: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::new(TyKind::List(items.into_iter().collect()))
    }

    pub fn list_of(item: Ty) -> Ty {
        Ty::new(TyKind::ListOf(item))
    }

    pub fn tuple_of(item: Ty) -> Ty {
        Ty::new(TyKind::TupleOf(item))
    }

    pub fn class(name: &str) -> Ty {
        Ty::new(TyKind::Class(Sym::new(name)))
    }

    /// Flattened, without duplicates, in the order of the members' texts; `Unknown` absorbs.
    pub fn union(members: impl IntoIterator<Item = Ty>) -> Ty {
        let mut flat: Vec<Ty> = Vec::new();
        for member in members {
            match member.kind() {
                TyKind::Unknown => return Ty::unknown(),
                TyKind::Union(inner) => flat.extend(inner.iter()),
                _ => flat.push(member),
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        flat.retain(|member| seen.insert(*member));
        match &*flat {
            [] => Ty::unknown(),
            [one] => *one,
            _ => {
                flat.sort_by_cached_key(|member| crate::text::print_ty(*member));
                Ty::new(TyKind::Union(flat.into()))
            }
        }
    }

    /// The members of a union, or the type itself.
    pub fn members(self) -> Vec<Ty> {
        match self.kind() {
            TyKind::Union(members) => members.to_vec(),
            _ => vec![self],
        }
    }

    /// Element type and shape of an array or a NumPy scalar.
    pub fn as_array(self) -> Option<(Elem, Shape)> {
        match self.kind() {
            TyKind::Scalar(elem) => Some((*elem, Shape::scalar())),
            TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } => Some((*elem, *shape)),
            _ => None,
        }
    }

    pub fn is_ndarray(self) -> bool {
        matches!(self.kind(), TyKind::Array { .. })
    }

    /// The value of an int or bool.
    pub fn int_value(self) -> Option<Dim> {
        match self.kind() {
            TyKind::IntOf(value) => Some(*value),
            TyKind::LitBool(value) => Some(Dim::of(i64::from(*value))),
            _ => None,
        }
    }

    pub fn str_value(self) -> Option<&'static str> {
        match self.kind() {
            TyKind::LitStr(value) => Some(value.as_str()),
            _ => None,
        }
    }

    pub fn bool_value(self) -> Option<bool> {
        match self.kind() {
            TyKind::LitBool(value) => Some(*value),
            _ => None,
        }
    }

    /// The elements, where they are known one by one.
    pub fn items(self) -> Option<&'static [Ty]> {
        match self.kind() {
            TyKind::Tuple(items) | TyKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// 128 bits, the same in every process and on every machine: FNV-1a of the text form.
    pub fn fingerprint(self) -> u128 {
        crate::text::print_ty(self).bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        })
    }
}
