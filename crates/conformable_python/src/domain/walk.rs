//! The values inside a value, and inside an object: every pass over them walks by these, so that a
//! new kind of value is met by all of them or by none. What a pass does at the leaves is its own.

use std::rc::Rc;

use conformable_solver::effort;
use conformable_types::Dim;
use conformable_types::term::{self, Leaf};

use crate::domain::heap::{Items, Object, ObjectId};
use crate::domain::value::{Class, Descriptor, Function, Kind, Shaped, TupleClass, Value};

impl<'p> Kind<'p> {
    /// The values right inside of it. A function's defaults and a class's fields are those of a
    /// definition, which many values share: see [`Kind::definitions`].
    pub fn visit_parts<'a>(&'a self, see: &mut dyn FnMut(&'a Value<'p>)) {
        match self {
            Kind::Tuple(tuple) => tuple.items.iter().for_each(see),
            Kind::Slice(parts) => parts.iter().for_each(see),
            Kind::Bound(pair) => [&pair.0, &pair.1].into_iter().for_each(see),
            Kind::Method(pair) => see(&pair.0),
            Kind::Partial(partial) => {
                see(&partial.function);
                partial.positional.iter().chain(partial.keywords.iter().map(|(_, value)| value)).for_each(see);
            }
            Kind::Descriptor(descriptor) => [&descriptor.function].into_iter().chain(&descriptor.setter).for_each(see),
            Kind::Super(pair) => see(&pair.0),
            Kind::Union(members) => members.iter().for_each(see),
            Kind::Unknown
            | Kind::LargeInt(_)
            | Kind::Shaped(_)
            | Kind::Data(_)
            | Kind::Integer(..)
            | Kind::Floating(..)
            | Kind::Array(_)
            | Kind::Shape(_)
            | Kind::Object(_)
            | Kind::Function(_)
            | Kind::Class(_)
            | Kind::Module(_)
            | Kind::Namespace(_)
            | Kind::Op(_)
            | Kind::Builtin(_) => {}
        }
    }

    /// Is there an object or a function in it, which a value of which nothing is known may be?
    pub fn refers(&self) -> bool {
        matches!(self, Kind::Object(_) | Kind::Function(_)) || self.any_part(|part| part.kind.refers())
    }

    /// Where what it is made of is kept, which all that it is inside of share; `None` for what is made of no values.
    pub fn address(&self) -> Option<usize> {
        Some(match self {
            Kind::Tuple(tuple) => tuple.address(),
            Kind::Slice(parts) => parts.address(),
            Kind::Bound(pair) => pair.address(),
            Kind::Method(pair) => pair.address(),
            Kind::Partial(partial) => partial.address(),
            Kind::Descriptor(descriptor) => descriptor.address(),
            Kind::Super(pair) => pair.address(),
            Kind::Union(members) => Rc::as_ptr(members).addr(),
            Kind::Function(function) => Rc::as_ptr(function).addr(),
            Kind::Class(class) => Rc::as_ptr(class).addr(),
            _ => return None,
        })
    }

    /// Is it made of values, or is one of several that it may be?
    pub fn is_compound(&self) -> bool {
        match self {
            Kind::Union(members) => members.iter().any(|member| member.kind.is_compound()),
            kind => kind.any_part(|_| true),
        }
    }

    /// Is this so of one of the values right inside of it?
    pub fn any_part(&self, mut is: impl FnMut(&Value<'p>) -> bool) -> bool {
        let mut found = false;
        self.visit_parts(&mut |part| found = found || is(part));
        found
    }

    /// The same with other values right inside of it; `None` as soon as one of them has no other. What stays as
    /// it is goes on being shared: it may be inside of thousands.
    pub fn try_map_parts(&self, map: &mut dyn FnMut(&Value<'p>) -> Option<Value<'p>>) -> Option<Kind<'p>> {
        let mut differs = false;
        let mapped = self.with_parts(&mut |part| {
            let other = map(part)?;
            differs = differs || !part.is_shared_with(&other);
            Some(other)
        })?;
        Some(if differs { mapped } else { self.clone() })
    }

    fn with_parts(&self, map: &mut dyn FnMut(&Value<'p>) -> Option<Value<'p>>) -> Option<Kind<'p>> {
        Some(match self {
            Kind::Tuple(tuple) => {
                effort::add(tuple.items.len());
                let items = tuple.items.iter().map(map).collect::<Option<_>>()?;
                Kind::tuple(items, tuple.class.clone())
            }
            Kind::Slice(parts) => Kind::slice([map(&parts[0])?, map(&parts[1])?, map(&parts[2])?]),
            Kind::Bound(pair) => Kind::bound(map(&pair.0)?, map(&pair.1)?),
            Kind::Method(pair) => Kind::method(map(&pair.0)?, pair.1),
            Kind::Partial(partial) => {
                let function = map(&partial.function)?;
                let positional = partial.positional.iter().map(&mut *map).collect::<Option<_>>()?;
                let keywords =
                    partial.keywords.iter().map(|(name, value)| Some((*name, map(value)?))).collect::<Option<_>>()?;
                Kind::partial(function, positional, keywords)
            }
            Kind::Descriptor(descriptor) => {
                let function = map(&descriptor.function)?;
                let setter = match &descriptor.setter {
                    Some(setter) => Some(map(setter)?),
                    None => None,
                };
                Kind::descriptor(Descriptor { form: descriptor.form, function, setter })
            }
            Kind::Super(pair) => Kind::above(map(&pair.0)?, Rc::clone(&pair.1)),
            Kind::Union(members) => Kind::Union(Rc::new(members.iter().map(map).collect::<Option<_>>()?)),
            // Those in which there are no values: `visit_parts` lists them.
            _ => self.clone(),
        })
    }

    /// The same with each of the values right inside of it replaced.
    pub fn map_parts(&self, mut map: impl FnMut(&Value<'p>) -> Value<'p>) -> Kind<'p> {
        self.try_map_parts(&mut |part| Some(map(part))).unwrap_or_else(|| self.clone())
    }

    /// The leaves of all terms in it; a function's defaults and a class's fields are left out.
    pub fn visit_leaves(&self, see: &mut dyn FnMut(Leaf)) {
        match self {
            Kind::Data(ty) => term::visit_ty(*ty, see),
            Kind::Integer(_, value) => term::visit_dim(*value, see),
            Kind::Array(array) => {
                [array.ty].into_iter().chain(array.elements).for_each(|ty| term::visit_ty(ty, see));
                let attained = array.attained.into_iter().flat_map(|(least, most)| [least, most]);
                attained.for_each(|dim| term::visit_dim(dim, see));
            }
            Kind::Shape(shape) | Kind::Shaped(Shaped { shape, .. }) => term::visit_shape(*shape, see),
            _ => self.visit_parts(&mut |part| part.kind.visit_leaves(see)),
        }
    }

    /// Is it certainly the same value, without a look at what is inside of it?
    pub fn is_same_leaf(&self, other: &Kind<'p>) -> bool {
        match (self, other) {
            (Kind::Unknown, Kind::Unknown) => true,
            (Kind::LargeInt(x), Kind::LargeInt(y)) => x == y,
            (Kind::Shaped(x), Kind::Shaped(y)) => x == y,
            (Kind::Data(x), Kind::Data(y)) => x == y,
            (Kind::Integer(s, x), Kind::Integer(t, y)) => s == t && x == y,
            (Kind::Floating(s, x), Kind::Floating(t, y)) => s == t && x == y,
            (Kind::Array(x), Kind::Array(y)) => x == y,
            (Kind::Object(x), Kind::Object(y)) => x == y,
            (Kind::Function(x), Kind::Function(y)) => Rc::ptr_eq(x, y),
            (Kind::Class(x), Kind::Class(y)) => Rc::ptr_eq(x, y),
            (Kind::Module(x), Kind::Module(y)) => x.id == y.id,
            (Kind::Namespace(x), Kind::Namespace(y))
            | (Kind::Op(x), Kind::Op(y))
            | (Kind::Builtin(x), Kind::Builtin(y)) => x == y,
            _ => false,
        }
    }

    /// The definitions that it refers to itself.
    pub fn definitions(&self) -> Definitions<'_, 'p> {
        let (function, class) = match self {
            Kind::Function(function) => (Some(&**function), None),
            Kind::Class(class) => (None, Some(&**class)),
            Kind::Super(pair) => (None, Some(&*pair.1)),
            Kind::Tuple(tuple) => match &tuple.class {
                TupleClass::Program(class) => (None, Some(&**class)),
                TupleClass::Plain
                | TupleClass::PerAxis
                | TupleClass::Choice
                | TupleClass::Sizes
                | TupleClass::Catalogue(_) => (None, None),
            },
            _ => (None, None),
        };
        Definitions { function, class }
    }
}

/// What a value is defined by: the function that it is, the class that it is or is of.
#[derive(Clone, Copy)]
pub struct Definitions<'a, 'p> {
    function: Option<&'a Function<'p>>,
    class: Option<&'a Class<'p>>,
}

impl<'a, 'p> Definitions<'a, 'p> {
    pub fn of_class(class: &'a Class<'p>) -> Definitions<'a, 'p> {
        Definitions { function: None, class: Some(class) }
    }

    /// The defaults of parameters and fields.
    pub fn visit_values(self, see: &mut dyn FnMut(&'a Value<'p>)) {
        if let Some(function) = self.function {
            function.defaults.iter().for_each(|(_, value)| see(value));
        }
        for field in self.class.iter().flat_map(|class| class.fields.iter()) {
            field.default.iter().chain(&field.factory).for_each(&mut *see);
        }
    }

    /// The scopes that running it looks names up in.
    pub fn visit_scopes(self, see: &mut dyn FnMut(ObjectId)) {
        if let Some(function) = self.function {
            see(function.scope);
        }
        if let Some(class) = self.class {
            see(class.scope);
            class.above.iter().flatten().for_each(|above| see(above.scope));
        }
    }
}

impl<'p> Object<'p> {
    /// The values right inside of it: a dict's keys too.
    pub fn visit_values<'a>(&'a self, see: &mut dyn FnMut(&'a Value<'p>)) {
        match self {
            Object::List(items) => items.iter().for_each(see),
            Object::ListOf { item, .. } | Object::TupleOf { item, .. } | Object::Set(item) => see(item),
            Object::Dict(entries) => {
                let factory = entries.missing.iter().map(|missing| &missing.factory);
                let possible = entries.possible.iter().map(|(_, value)| value);
                entries
                    .known
                    .iter()
                    .map(|(key, _)| key)
                    .chain(entries.values())
                    .chain(possible)
                    .chain(factory)
                    .for_each(see);
            }
            Object::Range(items) | Object::Iterator(items) => items.values().for_each(see),
            Object::Instance { attributes: names, .. } | Object::Scope { names, .. } => names.values().for_each(see),
            Object::View { .. } | Object::Escaped => {}
        }
    }

    /// Nobody knows how many there are in it, where the count is one of these.
    pub fn forget_counts(&mut self, is_one: impl Fn(Dim) -> bool) {
        match self {
            Object::ListOf { len, .. } | Object::TupleOf { len, .. } if is_one(*len) => *len = Dim::any(),
            Object::Range(Items::Each(_, count)) | Object::Iterator(Items::Each(_, count)) => {
                *count = count.filter(|count| !is_one(*count));
            }
            _ => {}
        }
    }

    /// Change the values right inside of it, but for a dict's keys, which are constants. Names keep
    /// what `differs` says no of, and go on sharing it.
    pub fn change_values(&mut self, differs: impl Fn(&Value<'p>) -> bool, change: &mut dyn FnMut(&mut Value<'p>)) {
        match self {
            Object::List(items) => items.iter_mut().for_each(change),
            Object::ListOf { item, .. } | Object::TupleOf { item, .. } | Object::Set(item) => change(item),
            Object::Dict(entries) => {
                entries.change_values(change);
                entries.missing.iter_mut().for_each(|missing| change(&mut missing.factory));
            }
            Object::Range(items) | Object::Iterator(items) => items.values_mut().for_each(change),
            Object::Instance { attributes: names, .. } | Object::Scope { names, .. } => {
                let changed: Vec<_> = names
                    .iter()
                    .filter(|(_, value)| differs(value))
                    .map(|(name, value)| (*name, value.clone()))
                    .collect();
                for (name, mut value) in changed {
                    change(&mut value);
                    names.insert(name, value);
                }
            }
            Object::View { .. } | Object::Escaped => {}
        }
    }

    /// The objects that it refers to itself, not by a value.
    pub fn visit_objects(&self, see: &mut dyn FnMut(ObjectId)) {
        match self {
            Object::View { dict, .. } => see(*dict),
            Object::Scope { parent, .. } => parent.iter().for_each(|parent| see(*parent)),
            Object::List(_)
            | Object::ListOf { .. }
            | Object::TupleOf { .. }
            | Object::Dict(_)
            | Object::Set(_)
            | Object::Range(_)
            | Object::Iterator(_)
            | Object::Instance { .. }
            | Object::Escaped => {}
        }
    }
}

impl Value<'_> {
    /// Is it the same value, of the same parts as they are kept?
    pub fn is_shared_with(&self, other: &Self) -> bool {
        let kept = self.kind.address();
        (self.kind.is_same_leaf(&other.kind) || kept.is_some() && kept == other.kind.address())
            && self.dependencies == other.dependencies
            && self.origin == other.origin
    }
}

/// Certainly the same value, whatever the path knows.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        let kind = match (&self.kind, &other.kind) {
            (Kind::Tuple(x), Kind::Tuple(y)) => {
                x.ptr_eq(y) || x.is_plain() && x.class.is_same(&y.class) && x.items == y.items
            }
            (Kind::Union(x), Kind::Union(y)) => Rc::ptr_eq(x, y) || x == y,
            (Kind::Bound(x), Kind::Bound(y)) => **x == **y,
            (Kind::Descriptor(x), Kind::Descriptor(y)) => x.ptr_eq(y),
            (Kind::Partial(x), Kind::Partial(y)) => x.ptr_eq(y),
            (x, y) => x.is_same_leaf(y),
        };
        kind && self.dependencies == other.dependencies && self.origin == other.origin
    }
}
