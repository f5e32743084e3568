//! The closed types of values, and values as arguments of the catalogue's operations. What the operations
//! give is not known here.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use conformable_signatures::Arg;
use conformable_solver::effort;
use conformable_types::{Atom, DType, Elem, Ty, TyKind};

use crate::domain::heap::{Items, Name, Object, ObjectId};
use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Kind, Sym, TupleClass, Value};
use crate::eval::Machine;

/// A type with more parts than this is not known where it has them.
const MOST_PARTS: u32 = 20_000;

impl<'p> Machine<'p> {
    /// The closed type of a value; `Unknown` for what has none.
    pub fn type_of(&mut self, value: &Value<'p>) -> Ty {
        self.whole_type(value, false)
    }

    /// The type of a value; among the items of a shape a NumPy integer is the size that it is (`as_sizes`).
    fn whole_type(&mut self, value: &Value<'p>, as_sizes: bool) -> Ty {
        self.parts_left = MOST_PARTS;
        let ty = self.type_within(value, 0, as_sizes);
        effort::add((MOST_PARTS - self.parts_left) as usize);
        ty
    }

    fn type_within(&mut self, value: &Value<'p>, depth: u32, as_sizes: bool) -> Ty {
        // An object counts as often as it is reached.
        if depth > 12 || self.parts_left == 0 {
            return Ty::unknown();
        }
        // What is nested is looked at again by each union around it, which has its members in order.
        self.parts_left = self.parts_left.saturating_sub(depth.saturating_sub(2).max(1));
        match &value.kind {
            Kind::Integer(ty, value) if as_sizes && depth > 0 && *ty == Ty::scalar(DType::INT64) => {
                Ty::int(self.state.store.resolve_dim(*value))
            }
            Kind::LargeInt(dtype) if as_sizes => Ty::large_int(*dtype),
            // The catalogue is told of the shape alone, since it is no array.
            Kind::Shaped(shaped) if !as_sizes => self.state.type_of_shaped(shaped),
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => self.state.store.resolve_ty(*ty),
            Kind::Array(array) => self.state.store.resolve_ty(array.ty),
            Kind::Tuple(tuple) => {
                let tuple = tuple.clone();
                let items: Vec<Ty> =
                    tuple.items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                match &tuple.class {
                    TupleClass::Catalogue(name) => Ty::new(TyKind::Ctor(*name, items.into())),
                    TupleClass::Choice => Ty::unknown(),
                    _ => Ty::tuple(items),
                }
            }
            Kind::Shape(shape) => match self.state.settled(*shape) {
                Some(tuple) => self.type_within(&tuple, depth + 1, as_sizes),
                None => Ty::open_shape(self.state.store.resolve_shape(*shape)),
            },
            Kind::Slice(parts) => {
                let parts = parts.clone();
                let parts = [0, 1, 2].map(|place| self.type_within(&parts[place], depth + 1, as_sizes));
                Ty::new(TyKind::Slice(parts))
            }
            Kind::Object(id) => match self.state.number_of_member(value).filter(|_| as_sizes) {
                Some(number) => self.type_within(&number, depth, as_sizes),
                None => self.type_of_object(*id, depth, as_sizes),
            },
            Kind::Union(members) => {
                let members = Rc::clone(members);
                let members: Vec<Ty> =
                    members.iter().map(|member| self.type_within(member, depth + 1, as_sizes)).collect();
                Ty::union(members)
            }
            Kind::Builtin(name) => match name.as_str() {
                "int" | "builtins.int" => dtype_named("int64"),
                "float" => dtype_named("float64"),
                "bool" => dtype_named("bool"),
                "complex" => dtype_named("complex128"),
                "object" => dtype_named("object"),
                "str" | "builtins.str" => Ty::new(TyKind::DType(DType::str(0).into())),
                "bytes" | "builtins.bytes" => Ty::new(TyKind::DType(DType::bytes(0).into())),
                _ => Ty::unknown(),
            },
            _ => Ty::unknown(),
        }
    }

    fn type_of_object(&mut self, id: ObjectId, depth: u32, as_sizes: bool) -> Ty {
        match self.state.heap.get(id).clone() {
            Object::List(items) if items.len() <= 4096 => {
                let items: Vec<Ty> = items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                Ty::list(items)
            }
            Object::List(items) => {
                let item = items.first().map_or(Ty::unknown(), |item| self.type_within(item, depth + 1, as_sizes));
                Ty::list_of(item)
            }
            Object::ListOf { item, .. } => {
                let item = self.type_within(&item, depth + 1, as_sizes);
                Ty::list_of(item)
            }
            Object::TupleOf { item, .. } => {
                let item = self.type_within(&item, depth + 1, as_sizes);
                Ty::tuple_of(item)
            }
            Object::Set(item) => {
                let item = self.type_within(&item, depth + 1, as_sizes);
                Ty::new(TyKind::Set(item))
            }
            Object::Dict(entries) => {
                let mut keys = Vec::new();
                for (key, _) in entries.known.iter() {
                    keys.push(self.type_within(key, depth + 1, as_sizes).without_value());
                }
                keys.extend(entries.rest.is_some().then(Ty::unknown));
                let values: Vec<Ty> =
                    entries.values().map(|value| self.type_within(value, depth + 1, as_sizes)).collect();
                Ty::new(TyKind::Dict(Ty::union(keys), Ty::union(values)))
            }
            Object::Instance { .. }
                if as_sizes && let Some(items) = held_within(self, &Kind::Object(id).into(), "__sequence__") =>
            {
                self.type_within(&items, depth, as_sizes)
            }
            Object::Instance { class, .. }
                if as_sizes
                    && std::iter::once(&class).chain(class.above.iter().flatten()).any(|one| one.module.is_model) =>
            {
                Ty::unknown()
            }
            Object::Instance { class, .. } => {
                let module = class.module.file.module.clone().unwrap_or_default();
                let name =
                    if module.is_empty() { class.qualified.clone() } else { format!("{module}.{}", class.qualified) };
                Ty::class(&name)
            }
            // As an argument it is as good as the list of its items.
            Object::Range(Items::Known(items)) if as_sizes && items.len() <= 4096 => {
                let items: Vec<Ty> = items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                Ty::list(items)
            }
            Object::Range(Items::Each(item, Some(_))) if as_sizes => {
                let item = self.type_within(&item, depth + 1, as_sizes).without_value();
                Ty::list_of(item)
            }
            Object::View { .. } | Object::Iterator(_) if as_sizes => Ty::iterator(Ty::unknown()),
            Object::Iterator(items) => {
                let items: Vec<Ty> =
                    items.values().map(|item| self.type_within(item, depth + 1, as_sizes).without_values()).collect();
                Ty::iterator(if items.is_empty() { Ty::unknown() } else { Ty::union(items) })
            }
            Object::Range(_) => Ty::class("range"),
            Object::View { .. } | Object::Scope { .. } | Object::Escaped => Ty::unknown(),
        }
    }

    pub fn argument(&mut self, value: &Value<'p>) -> Arg {
        let mut arg = Arg::of(self.whole_type(value, true));
        if let Kind::Array(array) = &value.kind {
            let array = &self.state.current(array);
            arg.elements = array.elements.map(|ty| self.state.store.resolve_ty(ty));
            arg.attained = array.attained;
            arg.identity = self.state.identity(array);
        }
        match &value.kind {
            Kind::Integer(_, number) => arg.elements = Some(Ty::int(self.state.store.resolve_dim(*number))),
            Kind::Floating(_, bits) => arg.elements = bits.map(|bits| Ty::float(f64::from_bits(bits))),
            _ => {}
        }
        if let Kind::Object(id) = &value.kind
            && let Object::ListOf { len, .. } | Object::TupleOf { len, .. } | Object::Range(Items::Each(_, Some(len))) =
                self.state.heap.get(*id)
        {
            arg.length = Some(self.state.store.resolve_dim(*len));
        }
        if let Kind::Shaped(shaped) = &value.kind {
            arg.shape = self.state.shape_of(shaped);
        }
        arg.spells_one = self.spells_one(value);
        arg.guarded = self.script.may_keep(value, &self.state.guards);
        arg.literal = value.str_value().is_none() || value.origin.is_some();
        arg
    }

    /// Was a 1 in the shape of it, or of an array in it, written by someone who meant it?
    pub fn spells_one(&self, value: &Value<'p>) -> bool {
        match &value.kind {
            Kind::Array(array) => array.spells_one,
            Kind::Tuple(tuple) => tuple.items.iter().any(|item| self.spells_one(item)),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(items) => items.iter().any(|item| matches!(&item.kind, Kind::Array(a) if a.spells_one)),
                Object::ListOf { item, .. } | Object::TupleOf { item, .. } => {
                    matches!(&item.kind, Kind::Array(array) if array.spells_one)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

impl<'p> State<'p> {
    /// What the elements of an array are known by, at this moment.
    pub fn identity(&self, array: &Array) -> Option<u64> {
        if array.view == NO_VIEW {
            return None;
        }
        // Of 64 bits on each machine, as FxHasher's number isn't.
        let mut hasher = DefaultHasher::new();
        (array.base, array.view, self.version(array.base)).hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// The list (`__sequence__`) that an instance of a model's class, or of one below it, is to NumPy, or the dict (`__mapping__`) that
/// it is to `**`; not if the class says itself what it has.
pub fn held_within<'p>(machine: &Machine<'p>, value: &Value<'p>, attribute: &str) -> Option<Value<'p>> {
    let Kind::Object(id) = &value.kind else { return None };
    let Object::Instance { class, attributes, open: false, .. } = machine.state.heap.get(*id) else { return None };
    let held = attributes.get(&Name::new(Sym::new(attribute)))?;
    let of_model = |method: &Value<'p>| matches!(&method.kind, Kind::Function(own) if own.module.is_model);
    let method = |name: &str| {
        let mut classes = std::iter::once(class).chain(class.above.iter().flatten());
        classes.find_map(|one| machine.lookup_in(one.scope, Sym::new(name)))
    };
    let says_itself = ["__array__", "__array_interface__", "__getattr__", "__getattribute__"];
    let is_array = attribute == "__sequence__" && says_itself.iter().any(|name| method(name).is_some());
    (!class.open && method("__iter__").is_some_and(|own| of_model(&own)) && !is_array).then(|| held.clone())
}

fn dtype_named(name: &str) -> Ty {
    conformable_types::DType::parse(name).map_or(Ty::unknown(), |dtype| Ty::new(TyKind::DType(Elem::from(dtype))))
}

/// The atom that an int value is, alone: what a variable's name may be given to.
pub fn bare_atom(ty: Ty) -> Option<Atom> {
    match ty.kind() {
        TyKind::IntOf(dim) => dim.as_atom(),
        _ => None,
    }
}
