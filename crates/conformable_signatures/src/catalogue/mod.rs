//! The catalogue: what each function, method and property means, from the stub files in
//! `/catalogue`, compiled into the binary. Each entry is read when it is first asked for.
//!
//! The notation is described in `catalogue/README.md`. No path of a library occurs in Rust: what
//! there is stands in the stubs.

use std::sync::OnceLock;

use conformable_types::{DType, Elem, Sym, Ty, TyKind};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::op::Op;
use outline::Item;

mod annotation;
mod check;
mod decorators;
mod derived;
pub mod gufunc;
mod load;
mod outline;

pub use load::LoadError;

mod files {
    include!(concat!(env!("OUT_DIR"), "/stub_files.rs"));
}

/// A definition of the vocabulary: relations put together.
#[derive(Debug)]
pub struct Word {
    pub name: String,
    pub alternatives: Vec<WordAlternative>,
}

#[derive(Debug)]
pub struct WordAlternative {
    pub params: Vec<WordParam>,
    pub guards: Vec<conformable_types::text::Expr>,
    pub requires: Vec<crate::op::Require>,
    pub body: conformable_types::text::Expr,
}

#[derive(Debug)]
pub struct WordParam {
    pub name: String,
    pub default: Option<conformable_types::text::Expr>,
}

/// What an entry is made of, as the files have it.
#[derive(Clone, Copy, Debug)]
struct Definition {
    item: Item,
    /// It does something besides giving its result.
    effect: bool,
}

/// Something that is read when it is first asked for.
#[derive(Debug)]
struct Slot<T> {
    items: Vec<Definition>,
    read: OnceLock<Result<T, LoadError>>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Slot { items: Vec::new(), read: OnceLock::new() }
    }
}

impl<T> Slot<T> {
    fn get(&self, read: impl FnOnce(&[Definition]) -> Result<T, LoadError>) -> Result<&T, &LoadError> {
        self.read.get_or_init(|| read(&self.items)).as_ref()
    }
}

/// A kind of object: its attributes, and its fields if it is a named tuple.
#[derive(Debug, Default)]
struct Class {
    fields: Vec<String>,
    /// Objects of this kind have no other attributes.
    complete: bool,
    headers: Vec<Item>,
    members: IndexMap<String, MemberSlot>,
}

#[derive(Debug, Default)]
struct FunctionSlot {
    slot: Slot<Op>,
    /// If it is a ufunc: `numpy.add.reduce` and its like, made when the first is asked for.
    methods: OnceLock<Vec<Op>>,
}

#[derive(Debug)]
struct MemberSlot {
    /// The header of the class in which it stands.
    header: Item,
    slot: Slot<Entry>,
}

impl MemberSlot {
    fn of(header: Item) -> MemberSlot {
        MemberSlot { header, slot: Slot::default() }
    }
}

#[derive(Debug)]
enum Entry {
    Method(Op),
    Property(Op),
    /// The function of this path, the receiver first.
    Alias(String),
}

/// An attribute of an object.
#[derive(Clone, Copy, Debug)]
pub enum Member {
    Property(&'static Op),
    Method(&'static Op),
}

/// A library's functions, classes and constants.
#[derive(Debug, Default)]
pub struct Catalogue {
    functions: IndexMap<String, FunctionSlot>,
    /// Definitions that stand for a family, by file and name: `sqrt = unary("sqrt")`.
    templates: FxHashMap<(&'static str, String), Vec<Definition>>,
    aliases: FxHashMap<String, String>,
    classes: IndexMap<String, Class>,
    constants: IndexMap<String, Slot<Ty>>,
    namespaces: Vec<String>,
    words: IndexMap<String, Slot<Word>>,
    /// `"+"` to `numpy.add`.
    operators: Slot<Vec<(String, String)>>,
}

impl Catalogue {
    /// NumPy's.
    pub fn numpy() -> &'static Catalogue {
        static NUMPY: OnceLock<Catalogue> = OnceLock::new();
        NUMPY.get_or_init(|| load::load(files::FILES))
    }

    /// Entries that cannot be read. It reads all of them.
    pub fn errors(&self) -> Vec<LoadError> {
        let functions = self.functions.iter().filter_map(|(path, slot)| self.op(path, slot).err());
        let constants = self.constants.values().filter_map(|slot| slot.get(|items| self.read_constant(items)).err());
        let words = self.words.iter().filter_map(|(name, slot)| slot.get(|items| self.read_word(name, items)).err());
        let operators = self.operators.get(|items| self.read_operators(items)).err();
        let members = self.classes.iter().flat_map(|(class, read)| {
            read.members.iter().filter_map(|(name, slot)| self.entry(class, name, slot).err())
        });
        functions.chain(constants).chain(words).chain(operators).chain(members).cloned().collect()
    }

    fn op<'s>(&self, path: &str, function: &'s FunctionSlot) -> Result<&'s Op, &'s LoadError> {
        function.slot.get(|items| self.read_function(path, items))
    }

    fn entry<'s>(&self, class: &str, name: &str, member: &'s MemberSlot) -> Result<&'s Entry, &'s LoadError> {
        member.slot.get(|_| self.read_member(class, name, member))
    }

    /// The function at a path: `numpy.linalg.norm`, aliases included.
    pub fn function(&self, path: &str) -> Option<&Op> {
        let path = self.canonical(path);
        match self.functions.get(path.as_ref()) {
            Some(slot) => self.op(&path, slot).ok(),
            None => self.ufunc_method(&path),
        }
    }

    /// Is there a function of that name in the namespace that the catalogue is of?
    pub fn is_function(&self, name: &str) -> bool {
        self.namespaces.first().is_some_and(|namespace| self.function(&format!("{namespace}.{name}")).is_some())
    }

    /// The path under which an entry stands: `numpy.max` for `numpy.amax`.
    fn canonical<'p>(&'p self, path: &'p str) -> std::borrow::Cow<'p, str> {
        if let Some(target) = self.aliases.get(path) {
            return target.as_str().into();
        }
        // An alias of a namespace: `numpy.random.mtrand.rand`.
        if let Some((namespace, name)) = path.rsplit_once('.')
            && let Some(target) = self.aliases.get(namespace)
        {
            let target = format!("{target}.{name}");
            return self.aliases.get(&target).cloned().unwrap_or(target).into();
        }
        path.into()
    }

    /// An attribute of an object of this kind: `ndarray`, `generic`, `Generator`, `SVDResult`.
    pub fn member(&'static self, kind: &str, name: &str) -> Option<Member> {
        let class = self.classes.get(kind)?;
        let Some(slot) = class.members.get(name) else {
            return self.base_of(class).and_then(|base| self.member(base, name));
        };
        match self.entry(kind, name, slot).ok()? {
            Entry::Method(op) => Some(Member::Method(op)),
            Entry::Property(op) => Some(Member::Property(op)),
            Entry::Alias(path) => self.function(path).map(Member::Method),
        }
    }

    /// The class from which this one has its other attributes.
    fn base_of(&self, class: &Class) -> Option<&'static str> {
        class.headers.iter().map(Item::base).find(|base| self.is_class(base))
    }

    /// Are all attributes of objects of this kind in the catalogue?
    pub fn is_complete(&self, kind: &str) -> bool {
        self.classes.get(kind).is_some_and(|class| class.complete)
    }

    /// A constant: `numpy.pi`, `numpy.newaxis`, `numpy.float32`.
    pub fn constant(&self, path: &str) -> Option<Ty> {
        let path = self.canonical(path);
        if let Some(slot) = self.constants.get(path.as_ref()) {
            return slot.get(|items| self.read_constant(items)).ok().copied();
        }
        let (namespace, name) = path.rsplit_once('.')?;
        // Scalar types stand in the namespace that has the dtype tables.
        (self.namespaces.first().map(String::as_str) == Some(namespace))
            .then(|| DType::from_attribute(name))?
            .map(|dtype| Ty::new(TyKind::DType(Elem::from(dtype))))
    }

    pub fn namespace(&self, path: &str) -> bool {
        let path = self.canonical(path);
        self.namespaces.iter().any(|known| *known == path.as_ref())
    }

    /// The kind of object that values of a type are, whose attributes [`Catalogue::member`] has.
    pub fn kind_of(ty: Ty) -> Option<&'static str> {
        Some(match ty.kind() {
            TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. } => "ndarray",
            TyKind::Scalar(_) => "generic",
            TyKind::DType(_) => "dtype",
            TyKind::Ctor(name, _) => name.as_str(),
            _ => return None,
        })
    }

    /// All names that a namespace has here, for "did you mean".
    pub fn names_of(&self, namespace: &str) -> Vec<&str> {
        let within = |path: &'_ str| {
            path.strip_prefix(namespace).and_then(|rest| rest.strip_prefix('.')).is_some_and(|name| !name.contains('.'))
        };
        let mut names: Vec<&str> = self
            .functions
            .keys()
            .chain(self.constants.keys())
            .chain(self.aliases.keys())
            .chain(&self.namespaces)
            .filter(|path| within(path))
            .filter_map(|path| path.rsplit_once('.').map(|(_, name)| name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// All names of attributes of this kind of object.
    pub fn members_of(&self, kind: &str) -> Vec<&str> {
        let mut names = Vec::new();
        let mut next = self.classes.get(kind);
        while let Some(class) = next {
            names.extend(class.members.keys().map(String::as_str));
            next = self.base_of(class).and_then(|base| self.classes.get(base));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The fields of a named tuple, in order; none for another constructor.
    pub fn fields(&self, ctor: &str) -> &[String] {
        self.classes.get(ctor).map_or(&[], |class| &class.fields)
    }

    /// The function that an operator between arrays is: `+`, `@`, `~`, unary `-` as `neg`.
    pub fn operator(&self, symbol: &str) -> Option<&Op> {
        let table = self.operators.get(|items| self.read_operators(items)).ok()?;
        table.iter().find(|(known, _)| known == symbol).and_then(|(_, path)| self.function(path))
    }

    /// The ufunc at a path, if it is one.
    pub fn ufunc(&self, path: &str) -> Option<&Op> {
        self.function(path).filter(|op| op.ufunc)
    }

    /// All functions, by path. It reads all of them.
    pub fn functions(&self) -> impl Iterator<Item = &Op> {
        self.functions
            .iter()
            .flat_map(|(path, slot)| self.op(path, slot).ok().into_iter().chain(self.methods_of_ufunc(path, slot)))
    }

    /// All methods and properties that are written out, by kind. It reads all of them.
    pub fn methods(&self) -> impl Iterator<Item = (&str, &Op)> {
        self.classes.iter().flat_map(move |(kind, class)| {
            class.members.iter().filter_map(move |(name, slot)| match self.entry(kind, name, slot).ok()? {
                Entry::Method(op) | Entry::Property(op) => Some((kind.as_str(), op)),
                Entry::Alias(_) => None,
            })
        })
    }

    pub(crate) fn is_class(&self, name: &str) -> bool {
        self.classes.contains_key(name)
    }

    pub(crate) fn word(&self, name: &str) -> Option<&Word> {
        self.words.get(name)?.get(|items| self.read_word(name, items)).ok()
    }

    /// The type of an instance of a class without parameters.
    pub fn instance(name: &str) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new(name), Box::default()))
    }
}
