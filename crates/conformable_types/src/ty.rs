//! The kinds of type.
//!
//! [`Ty`] is the handle, [`TyKind`] what it stands for. Constructors normalise: a union is flat,
//! sorted and free of duplicates; `decay` of a known rank is a scalar or an array.

use std::sync::LazyLock;

use crate::dim::Dim;
use crate::dtype::{DType, Weak};
use crate::elem::Elem;
use crate::intern::{Interner, Sym};
use crate::place::Place;
use crate::shape::Shape;

/// The constructor of iterators, and the one of ints beyond 64 bits.
const ITERATOR: &str = "Iterator";
const LARGE_INT: &str = "large_int";

/// A closed, immutable, interned type.
///
/// ```
/// use conformable_types::{Dim, Shape, Ty, text::parse_type};
///
/// let ty = parse_type("float64[n, 3]").unwrap();
/// let (elem, shape) = ty.as_array().unwrap();
/// assert_eq!(Ty::array(elem, shape), ty);
/// assert_eq!(Ty::int(3), parse_type("Literal[3]").unwrap());
/// assert_eq!(Ty::decay(elem, Shape::scalar()).to_string(), "float64");
/// assert_eq!(Ty::union([ty, Ty::none(), ty]).to_string(), "None | float64[n, 3]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty(u32);

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    /// Nothing is known; absorbs silently.
    Unknown,
    /// Python's scalars, weak in promotion.
    Bool,
    /// Python's `int`.
    Int,
    /// Python's `float`.
    Float,
    /// Python's `complex`.
    Complex,
    /// Python's `str`.
    Str,
    /// Python's `bytes`.
    Bytes,
    /// `None`
    None,
    /// The type of `...`.
    Ellipsis,
    /// An int of known value: `Literal[3]`, `Int[n + 1]`.
    IntOf(Dim),
    /// `Literal[True]`
    LitBool(bool),
    /// `Literal['C']`
    LitStr(Sym),
    /// A float of known value, by its bits.
    LitFloat(u64),
    /// A NumPy scalar, distinct from a 0-d array and from a Python number.
    Scalar(Elem),
    /// `float64[n, 3]`
    Array {
        /// The element type.
        elem: Elem,
        /// The sizes.
        shape: Shape,
    },
    /// `float64[n, 3; F]`: an array of which more than dtype and sizes is known.
    Placed {
        /// The element type.
        elem: Elem,
        /// The sizes.
        shape: Shape,
        /// Where the elements are.
        place: Place,
    },
    /// A scalar if the rank is 0, else an array; only while the rank is unknown.
    Decay {
        /// The element type.
        elem: Elem,
        /// The sizes.
        shape: Shape,
    },
    /// A dtype as a value: `np.float64`, `x.dtype`.
    DType(Elem),
    /// `slice[start, stop, step]`
    Slice([Ty; 3]),
    /// A tuple of known elements.
    Tuple(Box<[Ty]>),
    /// A tuple of unknown length.
    TupleOf(Ty),
    /// A list of known elements.
    List(Box<[Ty]>),
    /// `list[T]`
    ListOf(Ty),
    /// `set[T]`
    Set(Ty),
    /// `dict[K, V]`
    Dict(Ty, Ty),
    /// `struct{a: T, b: U}`: fields in order.
    Struct(Box<[(Sym, Ty)]>),
    /// A class of the checked program, by its qualified name.
    Class(Sym),
    /// A registered constructor with its parameters: `SVDResult[float64[3, 3], ...]`.
    Ctor(Sym, Box<[Ty]>),
    /// `((x: A) -> B)`
    Function(Box<Function>),
    /// At least two, sorted, flat; none at all is `Never`.
    Union(Box<[Ty]>),
    /// A type variable of a signature.
    Name(Sym),
}

/// The closed term of a signature: names are bound here.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Function {
    /// In order.
    pub params: Box<[Param]>,
    /// None for a function that returns `None`.
    pub outputs: Box<[Ty]>,
    /// What its arguments must satisfy.
    pub constraints: Box<[Constraint]>,
    /// More is required than is written: printed `, …`.
    pub partial: bool,
}

/// Python's kinds of parameters (`inspect.Parameter.kind`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParamKind {
    /// Before `/`.
    PositionalOnly,
    /// By position or by name.
    Plain,
    /// `*args`
    VarArgs,
    /// After `*`.
    KeywordOnly,
    /// `**kwargs`
    KwArgs,
}

/// One parameter of a signature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Param {
    /// None where only a type is written.
    pub name: Option<Sym>,
    /// How it is passed.
    pub kind: ParamKind,
    /// The type; of one element for `*args`.
    pub ty: Ty,
    /// That the argument is an ndarray of this form is assumed, not known: `x?: T[*S]`.
    pub assumed: bool,
    /// The value as a type; `Unknown` for `...`.
    pub default: Option<Ty>,
}

/// `left OP right` between integer expressions, or a relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// `k <= n`
    Compare(Comparison, Dim, Dim),
    /// `promotable(T, U)`
    Relation(Sym, Box<[crate::term::Term]>),
}

/// Between integer expressions; the others are written with these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
}

static TYPES: LazyLock<Interner<TyKind>> = LazyLock::new(Interner::new);

impl std::fmt::Debug for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_ty(*self))
    }
}

/// For people, as in messages; the exact text is [`crate::text::print_ty`].
impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::display_ty(*self))
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_function(self))
    }
}

impl Ty {
    /// The type of this kind, as it is; the constructors below normalise.
    pub fn new(kind: TyKind) -> Ty {
        Ty(TYPES.intern(kind))
    }

    /// What it is.
    pub fn kind(self) -> &'static TyKind {
        TYPES.get(self.0)
    }

    /// `Unknown`
    pub fn unknown() -> Ty {
        static UNKNOWN: LazyLock<Ty> = LazyLock::new(|| Ty::new(TyKind::Unknown));
        *UNKNOWN
    }

    /// Is it `Unknown`?
    pub fn is_unknown(self) -> bool {
        self == Ty::unknown()
    }

    /// `None`
    pub fn none() -> Ty {
        Ty::new(TyKind::None)
    }

    /// An int of this value; an int alone for `?`.
    pub fn int(value: impl Into<Dim>) -> Ty {
        let value = value.into();
        Ty::new(if value.is_any() { TyKind::Int } else { TyKind::IntOf(value) })
    }

    /// `Literal[True]` or `Literal[False]`.
    pub fn bool(value: bool) -> Ty {
        Ty::new(TyKind::LitBool(value))
    }

    /// `Literal['C']`
    pub fn str(value: &str) -> Ty {
        Ty::new(TyKind::LitStr(Sym::new(value)))
    }

    /// A float of known value.
    pub fn float(value: f64) -> Ty {
        // One NaN, so that equal texts are equal types.
        let value = if value.is_nan() { f64::NAN } else { value };
        Ty::new(TyKind::LitFloat(value.to_bits()))
    }

    /// A NumPy scalar.
    pub fn scalar(elem: impl Into<Elem>) -> Ty {
        Ty::new(TyKind::Scalar(elem.into()))
    }

    /// An array, 0-d included.
    pub fn array(elem: impl Into<Elem>, shape: Shape) -> Ty {
        Ty::new(TyKind::Array { elem: elem.into(), shape })
    }

    /// What a ufunc or a reduction gives: a NumPy scalar in place of a 0-d array.
    pub fn decay(elem: impl Into<Elem>, shape: Shape) -> Ty {
        let elem = elem.into();
        match shape.rank() {
            Some(1..) => Ty::array(elem, shape),
            None if shape.min_rank() > 0 => Ty::array(elem, shape),
            // An element of an array of objects is what it is.
            _ if elem.dtype() == Some(crate::DType::OBJECT) => Ty::unknown(),
            Some(0) => Ty::scalar(elem),
            None => Ty::new(TyKind::Decay { elem, shape }),
        }
    }

    /// A tuple of known elements.
    pub fn tuple(items: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::new(TyKind::Tuple(items.into_iter().collect()))
    }

    /// A list of known elements.
    pub fn list(items: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::new(TyKind::List(items.into_iter().collect()))
    }

    /// `list[T]`
    pub fn list_of(item: Ty) -> Ty {
        Ty::new(TyKind::ListOf(item))
    }

    /// `tuple[T, ...]`
    pub fn tuple_of(item: Ty) -> Ty {
        Ty::new(TyKind::TupleOf(item))
    }

    /// A class, by its qualified name.
    pub fn class(name: &str) -> Ty {
        Ty::new(TyKind::Class(Sym::new(name)))
    }

    /// The type without values: the union of nothing. It is the element type of what is known to
    /// be an empty set or dict, and stands nowhere else.
    pub fn never() -> Ty {
        Ty::new(TyKind::Union(Box::default()))
    }

    /// Flattened, without duplicates, in the order of the members' texts; `Unknown` absorbs, and
    /// is the union of no members at all.
    pub fn union(members: impl IntoIterator<Item = Ty>) -> Ty {
        let mut flat: Vec<Ty> = Vec::new();
        let mut nothing = Ty::unknown();
        for member in members {
            match member.kind() {
                TyKind::Unknown => return Ty::unknown(),
                TyKind::Union(inner) if inner.is_empty() => nothing = member,
                TyKind::Union(inner) => flat.extend(inner.iter()),
                _ => flat.push(member),
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        flat.retain(|member| seen.insert(*member));
        match &*flat {
            [] => nothing,
            [one] => *one,
            _ => {
                crate::order::sort_types(&mut flat);
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
            TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } | TyKind::Placed { elem, shape, .. } => {
                Some((*elem, *shape))
            }
            _ => None,
        }
    }

    /// Is it one of Python's own numbers, a bool included?
    pub fn is_python_number(self) -> bool {
        self.weak().is_some()
    }

    /// What is iterated once, or is a view: it has items like this, and isn't a sequence.
    pub fn iterator(item: Ty) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new(ITERATOR), [item].into()))
    }

    /// Is it an iterator?
    pub fn is_iterator(self) -> bool {
        matches!(self.kind(), TyKind::Ctor(name, _) if name.as_str() == ITERATOR)
    }

    /// An int of Python's beyond 64 bits, of which NumPy makes elements of this dtype.
    pub fn large_int(dtype: DType) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new(LARGE_INT), [Ty::scalar(dtype)].into()))
    }

    /// The dtype of an array of it, where it is an int beyond 64 bits.
    pub fn as_large_int(self) -> Option<DType> {
        match self.kind() {
            TyKind::Ctor(name, parts) if name.as_str() == LARGE_INT => parts.first()?.as_array()?.0.dtype(),
            _ => None,
        }
    }

    /// Which of Python's own numbers it is: in promotion they are weak.
    pub fn weak(self) -> Option<Weak> {
        match self.kind() {
            TyKind::Bool | TyKind::LitBool(_) => Some(Weak::Bool),
            TyKind::Int | TyKind::IntOf(_) => Some(Weak::Int),
            TyKind::Float | TyKind::LitFloat(_) => Some(Weak::Float),
            TyKind::Complex => Some(Weak::Complex),
            _ => None,
        }
    }

    /// The type of this kind of Python's own numbers.
    pub fn of_weak(weak: Weak) -> Ty {
        Ty::new(match weak {
            Weak::Bool => TyKind::Bool,
            Weak::Int => TyKind::Int,
            Weak::Float => TyKind::Float,
            Weak::Complex => TyKind::Complex,
        })
    }

    /// Is it this type variable?
    pub fn is_name(self, name: Sym) -> bool {
        matches!(self.kind(), TyKind::Name(own) if *own == name)
    }

    /// Does this type variable stand in it?
    pub fn mentions(self, name: Sym) -> bool {
        self.any_name(&|own| own == name)
    }

    /// Does any type variable stand in it?
    pub fn has_names(self) -> bool {
        self.any_name(&|_| true)
    }

    fn any_name(self, wanted: &dyn Fn(Sym) -> bool) -> bool {
        match self.kind() {
            TyKind::Name(own) => wanted(*own),
            _ => self.parts().into_iter().any(|part| part.any_name(wanted)),
        }
    }

    /// Is it an array for certain?
    pub fn is_ndarray(self) -> bool {
        matches!(self.kind(), TyKind::Array { .. } | TyKind::Placed { .. })
    }

    /// The value of an int or bool.
    pub fn int_value(self) -> Option<Dim> {
        match self.kind() {
            TyKind::IntOf(value) => Some(*value),
            TyKind::LitBool(value) => Some(Dim::of(i64::from(*value))),
            _ => None,
        }
    }

    /// The value of a string literal.
    pub fn str_value(self) -> Option<&'static str> {
        match self.kind() {
            TyKind::LitStr(value) => Some(value.as_str()),
            _ => None,
        }
    }

    /// The value of a bool literal.
    pub fn bool_value(self) -> Option<bool> {
        match self.kind() {
            TyKind::LitBool(value) => Some(*value),
            _ => None,
        }
    }

    /// The shape of an array whose rank isn't known, as a value: a tuple of as many ints.
    pub fn open_shape(shape: Shape) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new("shape"), [Ty::array(Elem::any(), shape)].into()))
    }

    /// The shape that such a value stands for.
    pub fn as_open_shape(self) -> Option<Shape> {
        match self.kind() {
            TyKind::Ctor(name, of) if name.as_str() == "shape" => of.first()?.as_array().map(|(_, shape)| shape),
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

    /// The types that this one is made of, in the order of the text.
    pub fn parts(self) -> Vec<Ty> {
        match self.kind() {
            TyKind::Slice(parts) => parts.to_vec(),
            TyKind::Tuple(items) | TyKind::List(items) | TyKind::Ctor(_, items) | TyKind::Union(items) => {
                items.to_vec()
            }
            TyKind::TupleOf(item) | TyKind::ListOf(item) | TyKind::Set(item) => vec![*item],
            TyKind::Dict(key, value) => vec![*key, *value],
            TyKind::Struct(fields) => fields.iter().map(|field| field.1).collect(),
            TyKind::Function(function) => {
                let params = function.params.iter().flat_map(|param| [Some(param.ty), param.default]);
                params.flatten().chain(function.outputs.iter().copied()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A size below 0 that an array in it has: the core's types may have some, and no value does.
    pub fn negative_size(self) -> Option<i64> {
        let own = self.as_array().and_then(|(_, shape)| shape.negative_size());
        own.or_else(|| self.parts().into_iter().find_map(Ty::negative_size))
    }

    /// The type without the values of Python's own: `int` for `Literal[3]`, `list[int]` for a list of ints that are
    /// known one by one. Items of more than one type stay as they are in a tuple.
    #[must_use]
    pub fn without_values(self) -> Ty {
        match self.kind() {
            TyKind::Tuple(items) => Ty::tuple(items.iter().map(|item| item.without_values())),
            TyKind::List(items) => {
                let items: Vec<Ty> = items.iter().map(|item| item.without_values()).collect();
                let first = items.first().copied().unwrap_or_else(Ty::never);
                match items.iter().all(|item| *item == first) {
                    true => Ty::list_of(first),
                    false => Ty::list(items),
                }
            }
            _ => self.without_value(),
        }
    }

    /// The type without its own value, if it is a literal's: `int` for `Literal[3]`.
    #[must_use]
    pub fn without_value(self) -> Ty {
        match self.kind() {
            TyKind::IntOf(_) => Ty::new(TyKind::Int),
            TyKind::LitBool(_) => Ty::new(TyKind::Bool),
            TyKind::LitStr(_) => Ty::new(TyKind::Str),
            TyKind::LitFloat(_) => Ty::new(TyKind::Float),
            _ => self,
        }
    }

    /// Is it nested no deeper, with no more parts, counted as often as they are written? What is
    /// made of itself again and again is small here and endless as text.
    pub fn fits(self, depth: usize, parts: usize) -> bool {
        fn within(ty: Ty, depth: usize, left: &mut usize) -> bool {
            if depth == 0 || *left == 0 {
                return false;
            }
            *left -= 1;
            ty.parts().into_iter().all(|part| within(part, depth - 1, left))
        }
        let mut left = parts;
        within(self, depth, &mut left)
    }

    /// 128 bits, the same in every process and on every machine: FNV-1a of the text form.
    pub fn fingerprint(self) -> u128 {
        crate::text::print_ty(self).bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        })
    }
}
