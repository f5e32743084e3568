//! Abstract values: what an expression may give, as precisely as the analysis knows.
//!
//! A value has a kind ([`Kind`]), the place where it was made ([`Origin`]) and the set of what it depends
//! on ([`Dependencies`]). Types without identity are closed [`Ty`]s; what Python mutates lives on the heap
//! and is referred to by [`ObjectId`].

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use conformable_types::arithmetic::number_value;
use conformable_types::{DType, Dim, Shape, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::extent::Held;
use crate::domain::heap::ObjectId;
use crate::front::module::Module;

pub use crate::domain::definitions::{Class, ClassForm, Defaults, Field, Fields, Function, is_below_tuples};
pub use crate::domain::dependencies::Dependencies;
pub use crate::syntax::bodies::Body;
pub use conformable_types::Sym;

/// The expression that made a value.
#[derive(Clone, Copy)]
pub struct Origin<'p> {
    pub module: &'p Module,
    pub range: TextRange,
    /// A call with nothing but literals: its type says all that there is to say of it.
    pub literal: bool,
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.module.id == other.module.id && self.range == other.range && self.literal == other.literal
    }
}

impl Eq for Origin<'_> {}

impl Hash for Origin<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.module.id, self.range, self.literal).hash(state);
    }
}

#[derive(Clone)]
pub struct Value<'p> {
    pub kind: Kind<'p>,
    pub origin: Option<Origin<'p>>,
    pub dependencies: Dependencies,
}

/// An array: its type, and what its elements are known by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    pub ty: Ty,
    /// The storage, shared by views: a write through any of them gives all a new version.
    pub base: u64,
    /// Which part of the storage: views of one base with one key have equal elements.
    pub view: u64,
    /// The least and greatest element that an integer array has.
    pub attained: Option<(Dim, Dim)>,
    /// Its elements, where each is known: a shape computed as an array.
    pub elements: Option<Ty>,
    /// A 1 in its shape was written by whoever meant it: `None`, `keepdims=True`, a slice of one
    /// column, a `reshape`. The function that returns it says nothing of that to its callers.
    pub spells_one: bool,
    /// It was made of whole numbers, whatever its dtype: `np.floor(x)`, `np.zeros(5)`. It may have been written to since.
    pub whole: bool,
    /// Nothing is stored in it: what `broadcast_to` gives.
    pub read_only: bool,
}

impl Array {
    /// An array in that storage of which nothing is known but its type.
    pub fn of(ty: Ty, base: u64) -> Array {
        Array { ty, base, view: 0, attained: None, elements: None, spells_one: false, whole: false, read_only: false }
    }
}

/// The shape of a value of an unknown class. Code that isn't known may change it, as a table gets one more column: it holds
/// as long as the storage of that number has not been written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shaped {
    pub shape: Shape,
    pub base: u64,
}

#[derive(Clone)]
pub enum Kind<'p> {
    Unknown,
    /// An int of Python's beyond 64 bits, or the least within, as unknown as anything but for the dtype of an
    /// array of it.
    LargeInt(DType),
    /// A value of a class that isn't known, which has a shape: as unknown as anything but for that.
    Shaped(Shaped),
    /// A value without identity: numbers, strings, NumPy scalars, None, dtypes.
    Data(Ty),
    Array(Array),
    /// A NumPy integer or bool whose value is known: an element of a shape that was computed as an array,
    /// whether any element of an empty array is true. Its type is the scalar's; the number is what an
    /// integer is as a size or an index, and a bool's truth, 0 or 1.
    Integer(Ty, Dim),
    /// A float of which more is known than its type: its value, of which these are the bits (`np.ceil(7 / 2)`), or that it is a
    /// whole number (`np.floor(x[0])`, Python's `x // 2`).
    Floating(Ty, Option<u64>),
    Tuple(Held<Tuple<'p>>),
    Slice(Held<[Value<'p>; 3]>),
    /// The shape of an array whose rank is not known: a tuple of that many ints. What is done
    /// with it teaches the rank.
    Shape(Shape),
    Object(ObjectId),
    Function(Rc<Function<'p>>),
    /// A function with its receiver.
    Bound(Held<(Value<'p>, Value<'p>)>),
    Class(Rc<Class<'p>>),
    Module(&'p Module),
    /// A namespace of the catalogue: `numpy.linalg`.
    Namespace(Sym),
    /// An operation of the catalogue by its path.
    Op(Sym),
    /// A method that the catalogue or Python's builtin types have, with its receiver.
    Method(Held<(Value<'p>, Sym)>),
    Builtin(Sym),
    Partial(Held<Partial<'p>>),
    /// A property, static or class method as it stands in a class's body.
    Descriptor(Held<Descriptor<'p>>),
    /// `super()` in a method: the receiver and the class whose bases are searched.
    Super(Held<(Value<'p>, Rc<Class<'p>>)>),
    Union(Rc<Vec<Value<'p>>>),
}

pub struct Tuple<'p> {
    pub items: Vec<Value<'p>>,
    /// The named tuple it is, of the catalogue or of the program.
    pub class: TupleClass<'p>,
}

#[derive(Clone)]
pub enum TupleClass<'p> {
    Plain,
    /// An array for each axis of another one, as those that find places give.
    PerAxis,
    /// Of classes, `int | float`: what `isinstance` takes as it takes a tuple, and no tuple.
    Choice,
    /// The shape of a value of an unknown class: a tuple, or an array of the same sizes.
    Sizes,
    Catalogue(Sym),
    Program(Rc<Class<'p>>),
}

impl TupleClass<'_> {
    /// Are the same names given to the elements?
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (TupleClass::Plain, TupleClass::Plain)
            | (TupleClass::PerAxis, TupleClass::PerAxis)
            | (TupleClass::Choice, TupleClass::Choice)
            | (TupleClass::Sizes, TupleClass::Sizes) => true,
            (TupleClass::Catalogue(x), TupleClass::Catalogue(y)) => x == y,
            (TupleClass::Program(x), TupleClass::Program(y)) => x.is_same(y),
            _ => false,
        }
    }
}

pub struct Partial<'p> {
    pub function: Value<'p>,
    pub positional: Vec<Value<'p>>,
    pub keywords: Vec<(Sym, Value<'p>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DescriptorForm {
    Property,
    /// `functools.cached_property`: what it gives is the instance's own from then on.
    Cached,
    StaticMethod,
    ClassMethod,
    /// A method under a decorator that isn't known: what is read of an instance may have run it.
    Decorated,
}

pub struct Descriptor<'p> {
    pub form: DescriptorForm,
    pub function: Value<'p>,
    pub setter: Option<Value<'p>>,
}

impl<'p> Tuple<'p> {
    /// A tuple without names.
    pub fn is_plain(&self) -> bool {
        matches!(self.class, TupleClass::Plain | TupleClass::PerAxis)
    }
}

/// So many, as a size.
pub fn as_dim(count: usize) -> Dim {
    Dim::of(i64::try_from(count).unwrap_or(i64::MAX))
}

impl<'p> From<Kind<'p>> for Value<'p> {
    fn from(kind: Kind<'p>) -> Value<'p> {
        Value { kind, origin: None, dependencies: Dependencies::LOCAL }
    }
}

impl<'p> Value<'p> {
    pub fn unknown() -> Value<'p> {
        Kind::Unknown.into()
    }

    pub fn data(ty: Ty) -> Value<'p> {
        if ty.is_unknown() { Value::unknown() } else { Kind::Data(ty).into() }
    }

    pub fn none() -> Value<'p> {
        Value::data(Ty::none())
    }

    pub fn int(value: impl Into<Dim>) -> Value<'p> {
        Value::data(Ty::int(value))
    }

    pub fn bool() -> Value<'p> {
        Value::data(Ty::new(TyKind::Bool))
    }

    pub fn known_bool(value: bool) -> Value<'p> {
        Value::data(Ty::bool(value))
    }

    pub fn truth_of(truth: Truth) -> Value<'p> {
        match truth {
            Truth::Yes => Value::known_bool(true),
            Truth::No => Value::known_bool(false),
            Truth::Unknown => Value::bool(),
        }
    }

    pub fn str() -> Value<'p> {
        Value::data(Ty::new(TyKind::Str))
    }

    pub fn tuple(items: Vec<Value<'p>>) -> Value<'p> {
        let dependencies =
            items.iter().fold(Dependencies::LOCAL, |dependencies, item| dependencies.and(item.dependencies));
        Value { kind: Kind::tuple(items, TupleClass::Plain), origin: None, dependencies }
    }

    #[must_use]
    pub fn at(mut self, origin: Origin<'p>) -> Value<'p> {
        self.origin = Some(origin);
        self
    }

    #[must_use]
    pub fn with_dependencies(mut self, dependencies: Dependencies) -> Value<'p> {
        self.dependencies = self.dependencies.and(dependencies);
        self
    }

    /// What rests on a fact about it: of a value of which nothing is known there is none.
    pub fn dependencies_of_known(&self) -> Dependencies {
        if matches!(self.kind, Kind::Unknown) { self.dependencies.carried() } else { self.dependencies }
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self.kind, Kind::Unknown | Kind::LargeInt(_) | Kind::Shaped(_))
    }

    /// The type of a value without identity, or of an array.
    pub fn ty(&self) -> Option<Ty> {
        match &self.kind {
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => Some(*ty),
            Kind::Array(array) => Some(array.ty),
            _ => None,
        }
    }

    /// The int that it is, or that it is as an index or a size.
    pub fn int_value(&self) -> Option<Dim> {
        match &self.kind {
            Kind::Integer(ty, _) if *ty == Ty::scalar(DType::BOOL) => None,
            Kind::Integer(_, value) => Some(*value),
            _ => self.ty()?.int_value(),
        }
    }

    /// The type by which a dict tells a key: a bool is the key that its number is, and a tuple has the keys in it.
    pub fn key_type(&self) -> Option<Ty> {
        match &self.kind {
            Kind::Tuple(tuple) if tuple.is_plain() => {
                tuple.items.iter().map(Value::key_type).collect::<Option<Vec<_>>>().map(Ty::tuple)
            }
            _ => self.ty().map(|ty| ty.bool_value().map_or(ty, |truth| Ty::int(i64::from(truth)))),
        }
    }

    /// The number of Python's or NumPy's that it is, as far as a float can be it.
    pub fn number_value(&self) -> Option<f64> {
        match &self.kind {
            Kind::Floating(_, bits) => bits.map(f64::from_bits),
            Kind::Integer(..) => number_value(Ty::int(self.int_value()?)),
            _ => number_value(self.ty()?),
        }
    }

    pub fn constant_int(&self) -> Option<i64> {
        self.int_value()?.constant()
    }

    pub fn str_value(&self) -> Option<&'static str> {
        self.ty()?.str_value()
    }

    pub fn is_none(&self) -> bool {
        matches!(&self.kind, Kind::Data(ty) if matches!(ty.kind(), TyKind::None))
    }

    /// Functions, properties, classes and modules are the same for every caller.
    pub fn is_definition(&self) -> bool {
        matches!(
            self.kind,
            Kind::Function(_)
                | Kind::Descriptor(_)
                | Kind::Class(_)
                | Kind::Module(_)
                | Kind::Namespace(_)
                | Kind::Op(_)
                | Kind::Builtin(_)
        )
    }

    pub fn without_none(self) -> Value<'p> {
        match &self.kind {
            Kind::Union(members) => {
                let kept: Vec<_> = members.iter().filter(|member| !member.is_none()).cloned().collect();
                match kept.len() {
                    0 => self,
                    1 => kept[0].clone().with_dependencies(self.dependencies),
                    _ => Value { kind: Kind::Union(Rc::new(kept)), ..self },
                }
            }
            _ => self,
        }
    }

    /// The members of a union, or the value itself.
    pub fn members(&self) -> Vec<Value<'p>> {
        match &self.kind {
            Kind::Union(members) => {
                members.iter().map(|member| member.clone().with_dependencies(self.dependencies)).collect()
            }
            _ => vec![self.clone()],
        }
    }

    pub fn array(&self) -> Option<&Array> {
        match &self.kind {
            Kind::Array(array) => Some(array),
            _ => None,
        }
    }
}
