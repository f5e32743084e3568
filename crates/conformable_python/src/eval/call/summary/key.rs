//! The form of a call's arguments: what is left of them when sizes of which nothing but bounds is
//! known, and the identities of arrays, are numbered in the order in which they occur.

use std::hash::Hash;
use std::rc::Rc;

use conformable_types::term::{self, Map};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Seq, SeqData, Shape, Ty};
use rustc_hash::FxHashMap;

use crate::domain::heap::ObjectId;
use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Dependencies, Function, Kind, Origin, Sym, TupleClass, Value};
use crate::eval::call::arguments::Arguments;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    module: usize,
    function: usize,
    /// The scope around the function.
    pub scope: ObjectId,
    words: Vec<u64>,
    types: Vec<Ty>,
    names: Vec<Sym>,
    dependencies: Vec<Dependencies>,
}

/// What the numbers of a form stand for.
#[derive(Clone, Default)]
pub struct Form<'p> {
    pub atoms: Numbered<Atom>,
    pub bases: Numbered<u64>,
    pub views: Numbered<u64>,
    pub arrays: Vec<Array>,
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

struct KeyReader<'s, 'p> {
    state: &'s State<'p>,
    key: Key,
    form: Form<'p>,
    fails: bool,
}

/// The key of a call; `None` if something in it has no form. What is stored in its first argument is in the caller's terms
/// where the caller made that.
pub fn key<'p>(
    state: &State<'p>,
    function: &Rc<Function<'p>>,
    arguments: &Arguments<'p>,
    outside: Dependencies,
    is_own_receiver: bool,
) -> Option<(Key, Form<'p>)> {
    let key = Key {
        module: function.module.id,
        function: Rc::as_ptr(function).addr(),
        scope: function.scope,
        words: vec![(arguments.positional.len() as u64) << 1 | u64::from(is_own_receiver)],
        types: Vec::new(),
        names: arguments.keywords.iter().map(|(name, _)| *name).collect(),
        dependencies: vec![outside, arguments.dependencies],
    };
    let mut reader = KeyReader { state, key, form: Form::default(), fails: false };
    for value in arguments.values() {
        reader.value(value);
        if reader.fails {
            return None;
        }
    }
    for atom in reader.form.atoms.iter() {
        let interval = state.store.alone(*atom)?;
        reader.key.words.extend([interval.lo.cast_unsigned(), interval.hi.cast_unsigned()]);
    }
    Some((reader.key, reader.form))
}

impl<'p> KeyReader<'_, 'p> {
    fn word(&mut self, word: u64) {
        self.key.words.push(word);
    }

    fn ty(&mut self, ty: Ty) {
        let ty = self.state.store.resolve_ty(ty);
        let ty = term::map_ty(ty, &mut KeyWriter { form: &mut self.form, fails: &mut self.fails });
        self.key.types.push(ty);
    }

    fn address<T>(&mut self, of: &Rc<T>) {
        self.word(Rc::as_ptr(of).addr() as u64);
    }

    fn value(&mut self, value: &Value<'p>) {
        self.key.dependencies.push(value.dependencies);
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
                self.key.words.extend(*bits);
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
                        self.key.names.push(*name);
                    }
                    TupleClass::Program(class) => self.address(class),
                }
                self.word(tuple.items.len() as u64);
                tuple.items.iter().for_each(|item| self.value(item));
            }
            Kind::Union(members) => {
                self.word(4);
                self.word(members.len() as u64);
                members.iter().for_each(|member| self.value(member));
            }
            Kind::Object(id) => {
                self.word(5);
                self.word(id.0);
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
                self.key.names.push(*name);
            }
            Kind::Bound(pair) => {
                self.word(9);
                self.value(&pair.0);
                self.value(&pair.1);
            }
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
        self.key.words.extend([2, base, view, with]);
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

struct KeyWriter<'a, 'p> {
    form: &'a mut Form<'p>,
    fails: &'a mut bool,
}

impl Map for KeyWriter<'_, '_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        match atom.data() {
            AtomData::Fresh { kind, .. } => Some(Dim::fresh(self.form.atoms.number(atom), *kind)),
            AtomData::Name(_) => {
                *self.fails = true;
                None
            }
            // Of an expression nothing is known but what is known of its parts.
            _ => None,
        }
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        *self.fails |= !matches!(seq.data(), SeqData::Any);
        None
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        *self.fails |= !matches!(elem.data(), ElemData::DType(_) | ElemData::Weak(_) | ElemData::Any);
        None
    }

    fn name(&mut self, _: Sym) -> Option<Ty> {
        *self.fails = true;
        None
    }
}
