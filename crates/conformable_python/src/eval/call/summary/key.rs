//! The form of a call's arguments: what is left of them when sizes of which nothing but bounds is
//! known, the identities of arrays, and the objects that the root has made, are numbered in the order in which they occur.
//!
//! An object of before the root, as a module has it, is the same one for all roots, and is itself.

use std::hash::Hash;
use std::rc::Rc;

use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Dim, Elem, Seq, Ty};
use rustc_hash::FxHashMap;

use crate::domain::heap::{Items, Object, ObjectId};
use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Dependencies, Function, Kind, Origin, Sym, TupleClass, Value};
use crate::eval::call::arguments::Arguments;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    module: usize,
    function: usize,
    /// The scope around the function.
    pub scope: ObjectId,
    arguments: Content,
}

/// Values in the terms of a form: two that are written in the same way are the same to whoever looks at them.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Content {
    words: Vec<u64>,
    types: Vec<Ty>,
    names: Vec<Sym>,
    dependencies: Vec<Dependencies>,
}

/// What the numbers of a form stand for.
#[derive(Clone, Default)]
pub struct Form<'p> {
    /// Sizes, sequences of dims and element types of which nothing but bounds is known.
    pub leaves: Numbered<Leaf>,
    pub bases: Numbered<u64>,
    pub views: Numbered<u64>,
    pub arrays: Vec<Array>,
    /// Those that the root has made.
    pub objects: Numbered<ObjectId>,
    /// Where the arguments were made: a call that gives one back says so of its own.
    pub origins: Numbered<Origin<'p>>,
}

/// Each once, in the order in which they were met.
#[derive(Clone)]
pub struct Numbered<T> {
    each: Vec<T>,
    places: FxHashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { each: Vec::new(), places: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn number(&mut self, of: T) -> u64 {
        let place = *self.places.entry(of).or_insert_with(|| {
            self.each.push(of);
            self.each.len() - 1
        });
        place as u64
    }

    pub fn len(&self) -> usize {
        self.each.len()
    }

    pub fn get(&self, number: usize) -> Option<T> {
        self.each.get(number).copied()
    }

    pub fn contains(&self, one: &T) -> bool {
        self.places.contains_key(one)
    }

    /// Each with the one that has its number in another form.
    pub fn beside(&self, other: &Numbered<T>) -> FxHashMap<T, T> {
        self.each.iter().copied().zip(other.each.iter().copied()).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.each.iter()
    }
}

/// What an object is to a call, besides what is in it.
pub trait Roles {
    /// That of an object that the root has made; `None` if it was there before.
    fn role(&self, id: ObjectId) -> Option<u64>;
}

struct ContentWriter<'s, 'p> {
    state: &'s State<'p>,
    roles: &'s dyn Roles,
    content: Content,
    form: &'s mut Form<'p>,
    fails: bool,
}

/// The key of a call, with what decides what it does besides its arguments: what its root is and what surrounds it; `None`
/// if something in it has no form.
pub fn key<'p>(
    state: &State<'p>,
    roles: &dyn Roles,
    function: &Rc<Function<'p>>,
    arguments: &Arguments<'p>,
    (root, outside): (u64, Dependencies),
) -> Option<(Key, Form<'p>)> {
    let mut form = Form::default();
    let content = form.written(state, roles, |writer| {
        writer.word((arguments.positional.len() as u64) << 1 | u64::from(arguments.open));
        writer.word(root);
        writer.content.names.extend(arguments.keywords.iter().map(|(name, _)| *name));
        writer.content.dependencies.extend([outside, arguments.dependencies]);
        arguments.values().for_each(|value| writer.value(value));
    })?;
    let (module, function, scope) = (function.module.id, Rc::as_ptr(function).addr(), function.scope);
    Some((Key { module, function, scope, arguments: content }, form))
}

impl<'p> Form<'p> {
    /// An object's content, and whether it stands for several; `None` if something in it has no form.
    pub fn of_object(&mut self, state: &State<'p>, roles: &dyn Roles, id: ObjectId) -> Option<Content> {
        let object = state.heap.unread(id)?.clone();
        self.written(state, roles, |writer| {
            writer.word(u64::from(state.heap.is_summary(id)));
            writer.object(&object.0);
            let namespaces = state.heap.namespaces_of(id);
            writer.word(namespaces.len() as u64);
            namespaces.into_iter().chain(state.heap.owner(id)).for_each(|other| writer.reference(other));
        })
    }

    fn written(
        &mut self,
        state: &State<'p>,
        roles: &dyn Roles,
        write: impl FnOnce(&mut ContentWriter<'_, 'p>),
    ) -> Option<Content> {
        let known = self.leaves.len();
        let mut writer = ContentWriter { state, roles, content: Content::default(), form: self, fails: false };
        write(&mut writer);
        let ContentWriter { mut content, fails, .. } = writer;
        for leaf in self.leaves.iter().skip(known) {
            let interval = state.store.alone(*leaf)?;
            content.words.extend([interval.lo.cast_unsigned(), interval.hi.cast_unsigned()]);
        }
        (!fails).then_some(content)
    }
}

impl<'p> ContentWriter<'_, 'p> {
    fn word(&mut self, word: u64) {
        self.content.words.push(word);
    }

    fn ty(&mut self, ty: Ty) {
        let ty = self.state.store.resolve_ty(ty);
        let ty = term::map_ty(ty, &mut Numbering { form: self.form, fails: &mut self.fails });
        self.content.types.push(ty);
    }

    fn address<T>(&mut self, of: &Rc<T>) {
        self.word(Rc::as_ptr(of).addr() as u64);
    }

    fn values<'a>(&mut self, values: impl ExactSizeIterator<Item = &'a Value<'p>>)
    where
        'p: 'a,
    {
        self.word(values.len() as u64);
        values.for_each(|value| self.value(value));
    }

    fn reference(&mut self, id: ObjectId) {
        let (role, id) = match self.roles.role(id) {
            Some(role) => (1 + role, self.form.objects.number(id)),
            None => (0, id.0),
        };
        self.content.words.extend([role, id]);
    }

    /// What it doesn't write has no form.
    fn object(&mut self, object: &Object<'p>) {
        match object {
            Object::Escaped => self.word(0),
            Object::List(items) => {
                self.word(1);
                self.values(items.iter());
            }
            Object::ListOf { item, len } | Object::TupleOf { item, len } => {
                self.word(if matches!(object, Object::ListOf { .. }) { 2 } else { 3 });
                self.value(item);
                self.ty(Ty::int(*len));
            }
            Object::Set(item) => {
                self.word(4);
                self.value(item);
            }
            Object::Dict(entries) if entries.missing.is_none() => {
                self.word(5);
                for part in [&entries.known, &entries.possible] {
                    self.word(part.len() as u64);
                    for (key, value) in part.iter() {
                        self.value(key);
                        self.value(value);
                    }
                }
                self.word(u64::from(entries.rest.is_some()));
                entries.rest.iter().for_each(|rest| self.value(rest));
            }
            Object::View { dict, part } => {
                self.content.words.extend([6, *part as u64]);
                self.reference(*dict);
            }
            Object::Range(Items::Known(items)) => {
                self.word(7);
                self.values(items.iter());
            }
            Object::Iterator(Items::Known(items)) => {
                self.word(8);
                self.values(items.iter());
            }
            Object::Instance { class, attributes, order, open } => {
                self.content.words.extend([9, u64::from(*open), attributes.len() as u64, order.len() as u64]);
                self.address(class);
                for (name, value) in attributes.iter() {
                    self.content.names.push(name.0);
                    self.value(value);
                }
                self.content.names.extend(order.iter().map(|name| name.0));
            }
            _ => self.fails = true,
        }
    }

    fn value(&mut self, value: &Value<'p>) {
        self.content.dependencies.push(value.dependencies);
        let literal = value.origin.is_some_and(|origin| origin.literal);
        let origin = value.origin.map_or(0, |origin| 1 + self.form.origins.number(origin));
        self.word(origin << 1 | u64::from(literal));
        match &value.kind {
            Kind::Unknown => self.word(0),
            Kind::LargeInt(dtype) => {
                self.word(31);
                self.ty(Ty::scalar(*dtype));
            }
            Kind::Data(ty) => {
                self.word(1);
                self.ty(*ty);
            }
            Kind::Integer(ty, value) => {
                self.word(30);
                self.ty(*ty);
                self.ty(Ty::int(*value));
            }
            Kind::Floating(ty, bits) => {
                self.word(32 + u64::from(bits.is_some()));
                self.ty(*ty);
                self.content.words.extend(*bits);
            }
            Kind::Array(array) => self.array(array),
            Kind::Tuple(tuple) => {
                self.word(3);
                match &tuple.class {
                    TupleClass::Plain => self.word(0),
                    TupleClass::PerAxis => self.word(1),
                    TupleClass::Choice => self.word(3),
                    TupleClass::Sizes => self.word(4),
                    TupleClass::Catalogue(name) => {
                        self.word(2);
                        self.content.names.push(*name);
                    }
                    TupleClass::Program(class) => self.address(class),
                }
                self.values(tuple.items.iter());
            }
            Kind::Union(members) => {
                self.word(4);
                self.values(members.iter());
            }
            Kind::Object(id) => {
                self.word(5);
                self.reference(*id);
            }
            Kind::Function(function) => {
                self.word(6);
                self.address(function);
            }
            Kind::Class(class) => {
                self.word(7);
                self.address(class);
            }
            Kind::Namespace(name) | Kind::Op(name) | Kind::Builtin(name) => {
                self.word(8);
                self.content.names.push(*name);
            }
            Kind::Bound(pair) => {
                self.word(9);
                self.value(&pair.0);
                self.value(&pair.1);
            }
            Kind::Method(pair) => {
                self.word(10);
                self.value(&pair.0);
                self.content.names.push(pair.1);
            }
            Kind::Slice(parts) => {
                self.word(11);
                parts.iter().for_each(|part| self.value(part));
            }
            Kind::Module(module) => self.content.words.extend([12, module.id as u64]),
            _ => self.fails = true,
        }
    }

    fn array(&mut self, array: &Array) {
        let base = self.form.bases.number(array.base);
        let view = match array.view {
            0 | NO_VIEW => array.view,
            view => 1 + self.form.views.number(view),
        };
        self.form.arrays.push(*array);
        let with = u64::from(array.spells_one)
            | u64::from(array.attained.is_some()) << 1
            | u64::from(array.elements.is_some()) << 2
            | u64::from(array.whole) << 3
            // What is known of its elements holds until somebody writes to them.
            | u64::from(self.state.is_as_made(array)) << 4
            | u64::from(array.read_only) << 5
            | u64::from(self.state.holds_whole_numbers(array)) << 6;
        self.content.words.extend([2, base, view, with]);
        self.ty(array.ty);
        if let Some((least, most)) = array.attained {
            self.ty(Ty::int(least));
            self.ty(Ty::int(most));
        }
        if let Some(elements) = array.elements {
            self.ty(elements);
        }
    }
}

struct Numbering<'a, 'p> {
    form: &'a mut Form<'p>,
    fails: &'a mut bool,
}

impl Map for Numbering<'_, '_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        // Of an expression nothing is known but what is known of its parts.
        let Some((_, kind)) = leaf.fresh() else {
            *self.fails |= leaf.name().is_some();
            return None;
        };
        let number = self.form.leaves.number(leaf);
        Some(match leaf {
            Leaf::Atom(atom) => Dim::fresh(number, kind).as_atom().map_or(Leaf::Atom(atom), Leaf::Atom),
            Leaf::Seq(_) => Leaf::Seq(Seq::fresh(number, kind)),
            Leaf::Elem(_) => Leaf::Elem(Elem::fresh(number, kind)),
        })
    }

    fn name(&mut self, _: Sym) -> Option<Ty> {
        *self.fails = true;
        None
    }
}
