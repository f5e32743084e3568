//! Values that are made of values, each with its extent: what is too large to be followed is unknown.

use std::rc::Rc;

use crate::domain::extent::{Extent, Held};
use crate::domain::value::{Class, Defaults, Descriptor, Field, Fields, Kind, Partial, Sym, Tuple, TupleClass, Value};

fn around<'v, 'p: 'v>(values: impl IntoIterator<Item = &'v Value<'p>>) -> Option<Extent> {
    Extent::around(values.into_iter().map(|value| value.kind.extent()))
}

impl<'p> Kind<'p> {
    fn extent(&self) -> Extent {
        match self {
            Kind::Tuple(tuple) => tuple.extent(),
            Kind::Slice(parts) => parts.extent(),
            Kind::Bound(pair) => pair.extent(),
            Kind::Method(pair) => pair.extent(),
            Kind::Descriptor(descriptor) => descriptor.extent(),
            Kind::Super(pair) => pair.extent(),
            Kind::Partial(partial) => partial.extent(),
            Kind::Function(function) => function.defaults.extent(),
            Kind::Class(class) => class.fields.extent(),
            Kind::Union(members) => Extent::sum(members.iter().map(|member| member.kind.extent())),
            Kind::Unknown
            | Kind::LargeInt(_)
            | Kind::Shaped(_)
            | Kind::Data(_)
            | Kind::Integer(..)
            | Kind::Floating(..)
            | Kind::Array(_)
            | Kind::Shape(_)
            | Kind::Object(_)
            | Kind::Module(_)
            | Kind::Namespace(_)
            | Kind::Op(_)
            | Kind::Builtin(_) => Extent::ONE,
        }
    }

    pub fn tuple(items: Vec<Value<'p>>, class: TupleClass<'p>) -> Kind<'p> {
        let of_class = match &class {
            TupleClass::Program(class) => Some(class.fields.extent()),
            TupleClass::Plain
            | TupleClass::PerAxis
            | TupleClass::Choice
            | TupleClass::Sizes
            | TupleClass::Catalogue(_) => None,
        };
        let inside = items.iter().map(|item| item.kind.extent()).chain(of_class);
        Extent::around(inside).map_or(Kind::Unknown, |extent| Kind::Tuple(Held::new(Tuple { items, class }, extent)))
    }

    pub fn slice(parts: [Value<'p>; 3]) -> Kind<'p> {
        around(&parts).map_or(Kind::Unknown, |extent| Kind::Slice(Held::new(parts, extent)))
    }

    /// A function with its receiver.
    pub fn bound(receiver: Value<'p>, function: Value<'p>) -> Kind<'p> {
        around([&receiver, &function])
            .map_or(Kind::Unknown, |extent| Kind::Bound(Held::new((receiver, function), extent)))
    }

    pub fn method(receiver: Value<'p>, name: Sym) -> Kind<'p> {
        around([&receiver]).map_or(Kind::Unknown, |extent| Kind::Method(Held::new((receiver, name), extent)))
    }

    pub fn descriptor(descriptor: Descriptor<'p>) -> Kind<'p> {
        around([&descriptor.function].into_iter().chain(&descriptor.setter))
            .map_or(Kind::Unknown, |extent| Kind::Descriptor(Held::new(descriptor, extent)))
    }

    /// `super()`: a receiver above this class.
    pub fn above(receiver: Value<'p>, class: Rc<Class<'p>>) -> Kind<'p> {
        Extent::around([receiver.kind.extent(), class.fields.extent()].into_iter())
            .map_or(Kind::Unknown, |extent| Kind::Super(Held::new((receiver, class), extent)))
    }

    /// A function with arguments.
    pub fn partial(function: Value<'p>, positional: Vec<Value<'p>>, keywords: Vec<(Sym, Value<'p>)>) -> Kind<'p> {
        around(std::iter::once(&function).chain(&positional).chain(keywords.iter().map(|(_, value)| value)))
            .and_then(Extent::of_partial)
            .map_or(Kind::Unknown, |extent| {
                Kind::Partial(Held::new(Partial { function, positional, keywords }, extent))
            })
    }
}

impl<'p> Defaults<'p> {
    /// These; nothing is known of them if they are too large to be followed: a default may be what the function
    /// was before.
    pub fn of(mut each: Vec<(Sym, Value<'p>)>) -> Defaults<'p> {
        let extent = around(each.iter().map(|(_, value)| value)).unwrap_or_else(|| {
            each.iter_mut().for_each(|(_, value)| *value = Value::unknown());
            Extent::ONE
        });
        Defaults::new(each, extent)
    }
}

impl<'p> Fields<'p> {
    /// These, of a class below others; nothing is known of their defaults if they are too large to be followed: a
    /// default may be what the class was before.
    pub fn of(mut each: Vec<Field<'p>>, above: &[Option<Rc<Class<'p>>>]) -> Fields<'p> {
        let values = each.iter().flat_map(|field| field.default.iter().chain(&field.factory));
        let own = around(values).unwrap_or_else(|| {
            let values = each.iter_mut().flat_map(|field| field.default.iter_mut().chain(&mut field.factory));
            values.for_each(|value| *value = Value::unknown());
            Extent::ONE
        });
        let extent = above.iter().flatten().fold(own, |extent, class| extent.as_deep_as(class.fields.extent()));
        Fields::new(each, extent)
    }
}
