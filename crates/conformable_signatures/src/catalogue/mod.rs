//! The catalogue: what each function, method and property means, from the stub files in
//! `/catalogue`, compiled into the binary and read when it is first asked.
//!
//! The notation is described in `catalogue/README.md`. No path of a library occurs in Rust: what
//! there is stands in the stubs.

use std::sync::OnceLock;

use conformable_types::{DType, Elem, Sym, Ty, TyKind};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::op::Op;

mod annotation;
mod check;
mod decorators;
mod derived;
pub mod gufunc;
mod load;

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

/// A kind of object: its attributes, and its fields if it is a named tuple.
#[derive(Debug, Default)]
pub struct Class {
    pub fields: Vec<String>,
    /// Objects of this kind have no other attributes.
    pub complete: bool,
    members: IndexMap<String, Entry>,
}

#[derive(Debug)]
enum Entry {
    Method(Op),
    Property(Op),
    /// The function of this path, the receiver first.
    Alias(String),
    /// The function of this path, which does not see the receiver; a method once all is read.
    Shared {
        path: String,
        receiver: crate::op::Param,
        source: String,
    },
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
    functions: IndexMap<String, Op>,
    aliases: FxHashMap<String, String>,
    classes: IndexMap<String, Class>,
    constants: IndexMap<String, Ty>,
    namespaces: Vec<String>,
    words: FxHashMap<String, Word>,
    /// `"+"` to `numpy.add`.
    operators: FxHashMap<String, String>,
    errors: Vec<LoadError>,
}

impl Catalogue {
    /// NumPy's.
    pub fn numpy() -> &'static Catalogue {
        static NUMPY: OnceLock<Catalogue> = OnceLock::new();
        NUMPY.get_or_init(|| load::load(files::FILES))
    }

    /// Entries that could not be read.
    pub fn errors(&self) -> &[LoadError] {
        &self.errors
    }

    /// The function at a path: `numpy.linalg.norm`, aliases included.
    pub fn function(&self, path: &str) -> Option<&Op> {
        self.functions.get(self.canonical(path).as_ref())
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
        match class.members.get(name) {
            Some(Entry::Method(op)) => Some(Member::Method(op)),
            Some(Entry::Property(op)) => Some(Member::Property(op)),
            Some(Entry::Alias(path)) => self.function(path).map(Member::Method),
            Some(Entry::Shared { .. }) => None,
            None => class.members.get("__base__").and_then(|base| match base {
                Entry::Alias(base) => self.member(base, name),
                _ => None,
            }),
        }
    }

    /// Are all attributes of objects of this kind in the catalogue?
    pub fn is_complete(&self, kind: &str) -> bool {
        self.classes.get(kind).is_some_and(|class| class.complete)
    }

    /// A constant: `numpy.pi`, `numpy.newaxis`, `numpy.float32`.
    pub fn constant(&self, path: &str) -> Option<Ty> {
        let path = self.canonical(path);
        if let Some(ty) = self.constants.get(path.as_ref()) {
            return Some(*ty);
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
            names.extend(class.members.keys().map(String::as_str).filter(|name| *name != "__base__"));
            next = match class.members.get("__base__") {
                Some(Entry::Alias(base)) => self.classes.get(base),
                _ => None,
            };
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
        self.operators.get(symbol).and_then(|path| self.function(path))
    }

    /// The ufunc at a path, if it is one.
    pub fn ufunc(&self, path: &str) -> Option<&Op> {
        self.function(path).filter(|op| op.ufunc)
    }

    /// All functions, by path.
    pub fn functions(&self) -> impl Iterator<Item = &Op> {
        self.functions.values()
    }

    /// All methods and properties that are written out, by kind.
    pub fn methods(&self) -> impl Iterator<Item = (&str, &Op)> {
        self.classes.iter().flat_map(|(kind, class)| {
            class.members.values().filter_map(move |entry| match entry {
                Entry::Method(op) | Entry::Property(op) => Some((kind.as_str(), op)),
                Entry::Alias(_) | Entry::Shared { .. } => None,
            })
        })
    }

    pub(crate) fn is_class(&self, name: &str) -> bool {
        self.classes.contains_key(name)
    }

    pub(crate) fn word(&self, name: &str) -> Option<&Word> {
        self.words.get(name)
    }

    /// The type of an instance of a class without parameters.
    pub fn instance(name: &str) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new(name), Box::default()))
    }
}
