//! The catalogue: what each function, method and property means, from the stub files in
//! `/catalogue`, compiled into the binary. Each entry is read when it is first asked for.
//!
//! The notation is described in `catalogue/README.md`. No path of a library occurs in Rust: what
//! there is stands in the stubs.
//!
//! A catalogue may lie over another one ([`Catalogue::with`]): what it has is looked up first, what it
//! has not is the other's. What a project or a package adds is such a layer; NumPy's has none below.

use std::sync::{LazyLock, OnceLock};

use conformable_types::{DType, Elem, Sym, Truth, Ty, TyKind};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::op::{Op, Pattern};
use outline::{OutlineItem, OutlinedFile};
use parameter::NamedParameter;

mod annotation;
mod check;
mod declared;
mod decorators;
mod derived;
pub mod gufunc;
mod listing;
mod load;
mod outline;
mod overlay;
mod parameter;

pub(crate) use check::arity_text;
pub use declared::DeclaredRule;
pub use listing::{Listed, NamespaceCoverage};
pub use load::LoadError;
pub use overlay::{KnownRule, current, forget, register};

mod files {
    use super::outline::{ItemKind, OutlineRow, OutlinedFile};

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

#[derive(Clone, Debug)]
pub struct WordParam {
    pub name: String,
    pub default: Option<conformable_types::text::Expr>,
}

/// Entries by name, in the order of the files.
type ByName<T> = IndexMap<String, T, FxBuildHasher>;

/// What an entry is made of, as the files have it.
#[derive(Clone, Copy, Debug)]
struct Definition {
    item: OutlineItem,
    /// It does something besides giving its result.
    effect: bool,
}

/// Something that is read when it is first asked for.
#[derive(Debug)]
struct OnDemand<T> {
    items: Vec<Definition>,
    read: OnceLock<Result<T, LoadError>>,
}

impl<T> Default for OnDemand<T> {
    fn default() -> Self {
        OnDemand { items: Vec::new(), read: OnceLock::new() }
    }
}

impl<T> OnDemand<T> {
    fn get(&self, read: impl FnOnce(&[Definition]) -> Result<T, LoadError>) -> Result<&T, &LoadError> {
        self.read.get_or_init(|| read(&self.items)).as_ref()
    }
}

/// A kind of object, by the texts that define it.
#[derive(Debug, Default)]
struct Class {
    items: Vec<Definition>,
    /// Listed when an attribute is first asked for: a program has objects of few kinds.
    attributes: OnceLock<Attributes>,
}

/// The attributes of a kind of object, and its fields if it is a named tuple.
#[derive(Debug, Default)]
struct Attributes {
    fields: Vec<String>,
    members: ByName<MemberSlot>,
}

#[derive(Debug, Default)]
struct FunctionSlot {
    slot: OnDemand<Op>,
    /// If it is a ufunc: `numpy.add.reduce` and its like, made when the first is asked for.
    methods: OnceLock<Vec<Op>>,
}

#[derive(Debug)]
struct MemberSlot {
    /// The header of the class in which it stands.
    header: OutlineItem,
    slot: OnDemand<Entry>,
}

impl MemberSlot {
    fn of(header: OutlineItem) -> MemberSlot {
        MemberSlot { header, slot: OnDemand::default() }
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
#[derive(Default)]
pub struct Catalogue {
    /// What it lies over.
    base: Option<&'static Catalogue>,
    /// Rules that its files declare.
    rules: Vec<DeclaredRule>,
    functions: ByName<FunctionSlot>,
    /// Definitions that stand for a family, by file and name: `sqrt = unary("sqrt")`.
    templates: FxHashMap<(&'static str, String), Vec<Definition>>,
    aliases: FxHashMap<String, String>,
    classes: ByName<Class>,
    constants: ByName<OnDemand<Ty>>,
    namespaces: Vec<String>,
    words: ByName<OnDemand<Word>>,
    /// `Order = Option["C", "F", None]`: annotations of parameters, by name.
    parameters: ByName<OnDemand<NamedParameter>>,
    /// `"+"` to `numpy.add`.
    operators: OnDemand<Vec<(String, String)>>,
    /// When two types are one to the language that it is of.
    equality: OnceLock<TypeEquality>,
}

/// The catalogue of files that the build script outlined.
fn compiled_in(files: &[OutlinedFile]) -> Catalogue {
    load::load(None, files.iter().map(|file| file.items()))
}

/// When two types are one to a language; to Python each is itself alone.
pub type TypeEquality = fn(Ty, Ty) -> bool;

/// Its operations know it, so it isn't printed.
impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Catalogue")
    }
}

/// The kind of arguments that an annotation in a model of Python's library asks for: `PathLike | None`.
pub fn kind_of_arguments(annotation: &str) -> Option<Pattern> {
    annotation::pattern(&conformable_types::text::parse_expr(annotation).ok()?, &|_| false).ok()
}

impl Catalogue {
    /// NumPy's.
    pub fn numpy() -> &'static Catalogue {
        static NUMPY: OnceLock<Catalogue> = OnceLock::new();
        NUMPY.get_or_init(|| compiled_in(files::FILES))
    }

    /// The catalogue of a language written in Python, by its folder's name. It lies over no other: what it has
    /// nothing of, the language lacks.
    pub fn language(name: &str) -> Option<&'static Catalogue> {
        static MADE: LazyLock<Vec<OnceLock<Catalogue>>> =
            LazyLock::new(|| files::LANGUAGES.iter().map(|_| OnceLock::new()).collect());
        let place = files::LANGUAGES.iter().position(|(language, _)| *language == name)?;
        Some(MADE[place].get_or_init(|| compiled_in(files::LANGUAGES[place].1)))
    }

    /// Says when two types are one to the language, for `equal(a, b)` in its entries. It is said once.
    pub fn define_equality(&self, equality: TypeEquality) {
        let _ = self.equality.set(equality);
    }

    /// Are the two types one to the language?
    pub(crate) fn are_equal(&'static self, a: Ty, b: Ty) -> bool {
        self.ground().equality.get().map_or(a == b, |equality| equality(a, b))
    }

    /// It, what it lies over, and so on down to NumPy's.
    fn layers(&'static self) -> impl Iterator<Item = &'static Catalogue> {
        std::iter::successors(Some(self), |layer| layer.base)
    }

    /// The library's own, below all layers.
    fn ground(&'static self) -> &'static Catalogue {
        self.base.map_or(self, Catalogue::ground)
    }

    /// Rules that are declared in it and below, its own first.
    pub fn declared_rules(&'static self) -> impl Iterator<Item = &'static DeclaredRule> {
        self.layers().flat_map(|layer| &layer.rules)
    }

    /// Entries of its own that cannot be read. It reads all of them.
    pub fn errors(&'static self) -> Vec<LoadError> {
        let functions = self.functions.iter().filter_map(|(path, slot)| self.op(path, slot).err());
        let constants = self.constants.values().filter_map(|slot| slot.get(|items| self.read_constant(items)).err());
        let words = self.words.iter().filter_map(|(name, slot)| slot.get(|items| self.read_word(name, items)).err());
        let parameters =
            self.parameters.iter().filter_map(|(name, slot)| slot.get(|items| self.read_parameter(name, items)).err());
        let operators = self.operators.get(|items| self.read_operators(items)).err();
        let members = self.classes.iter().flat_map(|(class, read)| {
            read.members().iter().filter_map(|(name, slot)| self.entry(class, name, slot).err())
        });
        functions.chain(constants).chain(words).chain(parameters).chain(operators).chain(members).cloned().collect()
    }

    fn op<'s>(&'static self, path: &str, function: &'s FunctionSlot) -> Result<&'s Op, &'s LoadError> {
        function.slot.get(|items| self.read_function(path, items))
    }

    fn entry<'s>(&'static self, class: &str, name: &str, member: &'s MemberSlot) -> Result<&'s Entry, &'s LoadError> {
        member.slot.get(|_| self.read_member(class, name, member))
    }

    /// The function at a path: `numpy.linalg.norm`, aliases included.
    pub fn function(&'static self, path: &str) -> Option<&'static Op> {
        let path = self.canonical(path);
        match self.layers().find_map(|layer| Some((layer, layer.functions.get(path.as_ref())?))) {
            Some((layer, slot)) => layer.op(&path, slot).ok(),
            None => self.ufunc_method(&path),
        }
    }

    /// Is there a function of that name in the namespace that the catalogue is of?
    pub fn is_function(&'static self, name: &str) -> bool {
        self.function(&format!("{}.{name}", self.library())).is_some()
    }

    /// The path under which an entry stands: `numpy.max` for `numpy.amax`.
    fn canonical<'p>(&'static self, path: &'p str) -> std::borrow::Cow<'p, str> {
        for layer in self.layers() {
            if let Some(target) = layer.aliases.get(path) {
                // An alias of an alias below it.
                return if layer.base.is_some() { layer.below(target) } else { target.as_str().into() };
            }
            // What a layer defines is not what is called so below it.
            if layer.base.is_some() && (layer.functions.contains_key(path) || layer.constants.contains_key(path)) {
                return path.into();
            }
        }
        // An alias of a namespace: `numpy.random.mtrand.rand`.
        if let Some((namespace, name)) = path.rsplit_once('.')
            && let Some(target) = self.alias(namespace)
        {
            let target = format!("{target}.{name}");
            return self.alias(&target).cloned().unwrap_or(target).into();
        }
        path.into()
    }

    fn alias(&'static self, path: &str) -> Option<&'static String> {
        self.layers().find_map(|layer| layer.aliases.get(path))
    }

    /// What an alias of this layer means: its own definition, or what is below.
    fn below(&'static self, target: &'static str) -> std::borrow::Cow<'static, str> {
        match self.base {
            Some(base) if !self.functions.contains_key(target) => base.canonical(target),
            _ => target.into(),
        }
    }

    /// The class of this name that defines this attribute, and the layer that it is in.
    fn member_slot(&'static self, kind: &str, name: &str) -> Option<(&'static Catalogue, &'static MemberSlot)> {
        self.layers().find_map(|layer| Some((layer, layer.classes.get(kind)?.members().get(name)?)))
    }

    /// What the layers have of the class.
    fn classes_named<'n>(&'static self, kind: &'n str) -> impl Iterator<Item = &'static Class> + use<'n> {
        self.layers().filter_map(move |layer| layer.classes.get(kind))
    }

    /// An attribute of an object of this kind: `ndarray`, `generic`, `Generator`, `SVDResult`.
    pub fn member(&'static self, kind: &str, name: &str) -> Option<Member> {
        let Some((layer, slot)) = self.member_slot(kind, name) else {
            return self.base_of(kind).and_then(|base| self.member(base, name));
        };
        match layer.entry(kind, name, slot).ok()? {
            Entry::Method(op) => Some(Member::Method(op)),
            Entry::Property(op) => Some(Member::Property(op)),
            Entry::Alias(path) => self.function(path).map(Member::Method),
        }
    }

    /// What the class says that it derives from: `T[*S]` in `class ndarray(T[*S])`.
    pub(super) fn derives_from(&'static self, kind: &str) -> Option<&'static str> {
        self.classes_named(kind).flat_map(Class::headers).map(OutlineItem::base).next()
    }

    /// The class from which this one has its other attributes.
    fn base_of(&'static self, kind: &str) -> Option<&'static str> {
        let headers = self.classes_named(kind).flat_map(Class::headers);
        headers.map(OutlineItem::base).find(|base| *base != kind && self.is_class(base))
    }

    /// Are objects of one class of the catalogue those of another one? What is of a class may be of one that derives from it.
    pub fn is_instance(&'static self, kind: &str, class: &str) -> Truth {
        match (self.derives(kind, class), self.derives(class, kind)) {
            (true, _) => Truth::Yes,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::No,
        }
    }

    fn derives(&'static self, kind: &str, base: &str) -> bool {
        kind == base || self.base_of(kind).is_some_and(|own| self.derives(own, base))
    }

    /// Are all attributes of objects of this kind in the catalogue?
    pub fn is_complete(&'static self, kind: &str) -> bool {
        self.classes_named(kind).any(Class::is_complete)
    }

    /// What users call objects of this kind that are called: by the function that makes them.
    pub fn shown_kind<'n>(&'static self, kind: &'n str) -> &'n str {
        let mut headers = self.classes_named(kind).flat_map(Class::headers);
        headers.find_map(|header| header.decorator_text("made_by")).unwrap_or(kind)
    }

    /// The class at a path that makes objects of it, where all their attributes are here: `numpy.random.Generator`, or
    /// `numpy.matrix` by the name that the class says it is made by.
    pub fn object_class(&'static self, path: &str) -> Option<&'static str> {
        let (_, name) = path.rsplit_once('.')?;
        let makes = |class: &Class| class.headers().any(|header| header.decorator_text("made_by") == Some(name));
        let made = |layer: &'static Catalogue| layer.classes.iter().find(|(_, class)| makes(class));
        let (class, _) = self.layers().find_map(|layer| layer.classes.get_key_value(name).or_else(|| made(layer)))?;
        (self.is_complete(class) && self.function(path).is_some()).then_some(class.as_str())
    }

    /// A constant: `numpy.pi`, `numpy.newaxis`, `numpy.float32`.
    pub fn constant(&'static self, path: &str) -> Option<Ty> {
        let path = self.canonical(path);
        if let Some((layer, slot)) = self.layers().find_map(|layer| Some((layer, layer.constants.get(path.as_ref())?)))
        {
            return slot.get(|items| layer.read_constant(items)).ok().copied();
        }
        let (namespace, name) = path.rsplit_once('.')?;
        // Scalar types stand in the namespace that has the dtype tables.
        (self.ground().namespaces.first().map(String::as_str) == Some(namespace))
            .then(|| DType::from_attribute(name))?
            .map(|dtype| Ty::new(TyKind::DType(Elem::from(dtype))))
    }

    /// The truth that a constant is: `True_: bool_ = True`.
    pub fn constant_truth(&'static self, path: &str) -> Option<bool> {
        let path = self.canonical(path);
        let slot = self.layers().find_map(|layer| layer.constants.get(path.as_ref()))?;
        match slot.items.last()?.item.assigned() {
            "True" => Some(true),
            "False" => Some(false),
            _ => None,
        }
    }

    pub fn namespace(&'static self, path: &str) -> bool {
        let path = self.canonical(path);
        self.layers().any(|layer| layer.namespaces.iter().any(|known| *known == path.as_ref()))
    }

    /// Is it a namespace of which the library below all layers has nothing? A module of that name may
    /// be a program's, with more in it than was said.
    pub fn is_added(&'static self, path: &str) -> bool {
        self.base.is_some() && self.namespace(path) && !self.ground().namespace(path)
    }

    /// The array that an object of a class which derives from arrays is: `float64[2, 3]` of `Matrix[float64[2, 3]]`.
    pub fn array_of_object(&'static self, ty: Ty) -> Option<Ty> {
        let TyKind::Ctor(name, parts) = ty.kind() else { return None };
        let [array] = &**parts else { return None };
        let derives = Catalogue::kind_of(*array).is_some_and(|kind| self.derives(name.as_str(), kind));
        (derives && array.is_ndarray()).then_some(*array)
    }

    /// The same of a class whose objects are to functions that don't name it the arrays that they are.
    pub fn array_to_functions(&'static self, ty: Ty) -> Option<Ty> {
        let kind = Catalogue::kind_of(ty)?;
        let is_marked =
            self.classes_named(kind).flat_map(Class::headers).any(|header| header.has_decorator("as_array"));
        self.array_of_object(ty).filter(|_| is_marked)
    }

    /// How many dims objects of a class that derives from arrays have, where they always have as many: `@of_dims("2")`.
    pub fn dims_of_class(&'static self, class: &str) -> Option<usize> {
        let mut headers = self.classes_named(class).flat_map(Class::headers);
        headers.find_map(|header| header.decorator_text("of_dims"))?.parse().ok()
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
    pub fn names_of(&'static self, namespace: &str) -> Vec<&'static str> {
        let namespace = self.canonical(namespace);
        let within = |path: &'_ str| {
            path.strip_prefix(namespace.as_ref())
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|name| !name.contains('.'))
        };
        let paths = self.layers().flat_map(|layer| {
            let functions = layer.functions.keys().chain(layer.constants.keys());
            let namespaces = layer.namespaces.iter().filter(|namespace| listing::is_public(namespace));
            functions.chain(layer.aliases.keys()).chain(namespaces)
        });
        let mut names: Vec<&str> =
            paths.filter(|path| within(path)).filter_map(|path| path.rsplit_once('.').map(|(_, name)| name)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// All names of attributes of this kind of object.
    pub fn members_of(&'static self, kind: &str) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut next = Some(kind);
        while let Some(kind) = next {
            names.extend(self.classes_named(kind).flat_map(|class| class.members().keys()).map(String::as_str));
            next = self.base_of(kind);
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The fields of a named tuple, in order; none for another constructor.
    pub fn fields(&'static self, ctor: &str) -> &'static [String] {
        self.classes_named(ctor).map(Class::fields).find(|fields| !fields.is_empty()).unwrap_or_default()
    }

    /// The class of a value of named parts, and these, if it is one.
    pub fn named_parts(&'static self, ty: Ty) -> Option<(Sym, &'static [Ty])> {
        match ty.kind() {
            TyKind::Ctor(name, parts) if !self.fields(name.as_str()).is_empty() => Some((*name, parts)),
            _ => None,
        }
    }

    /// The function that an operator between arrays is: `+`, `@`, `~`, unary `-` as `neg`.
    pub fn operator(&'static self, symbol: &str) -> Option<&'static Op> {
        let ground = self.ground();
        let table = ground.operators.get(|items| ground.read_operators(items)).ok()?;
        table.iter().find(|(known, _)| known == symbol).and_then(|(_, path)| self.function(path))
    }

    /// The ufunc at a path, if it is one.
    pub fn ufunc(&'static self, path: &str) -> Option<&'static Op> {
        self.function(path).filter(|op| op.ufunc)
    }

    /// All functions, by path, of its own and below what it has none of. It reads all of them.
    pub fn functions(&'static self) -> impl Iterator<Item = &'static Op> {
        let below = self.base.into_iter().flat_map(Catalogue::layers).flat_map(|layer| {
            layer.own_functions().filter(|op| !self.functions.contains_key(&op.path)).collect::<Vec<_>>()
        });
        self.own_functions().chain(below)
    }

    fn own_functions(&'static self) -> impl Iterator<Item = &'static Op> {
        self.functions
            .iter()
            .flat_map(|(path, slot)| self.op(path, slot).ok().into_iter().chain(self.methods_of_ufunc(path, slot)))
    }

    /// All methods and properties of its own that are written out, by kind. It reads all of them.
    pub fn methods(&'static self) -> impl Iterator<Item = (&'static str, &'static Op)> {
        self.classes.iter().flat_map(move |(kind, class)| {
            class.members().iter().filter_map(move |(name, slot)| match self.entry(kind, name, slot).ok()? {
                Entry::Method(op) | Entry::Property(op) => Some((kind.as_str(), op)),
                Entry::Alias(_) => None,
            })
        })
    }

    pub(crate) fn is_class(&'static self, name: &str) -> bool {
        self.layers().any(|layer| layer.classes.contains_key(name))
    }

    /// The names of the vocabulary.
    pub(crate) fn words(&'static self) -> impl Iterator<Item = &'static str> {
        self.layers().flat_map(|layer| layer.words.keys().map(String::as_str))
    }

    pub(crate) fn word(&'static self, name: &str) -> Option<&'static Word> {
        let (layer, slot) = self.layers().find_map(|layer| Some((layer, layer.words.get(name)?)))?;
        slot.get(|items| layer.read_word(name, items)).ok()
    }

    /// The type of an instance of a class without parameters.
    pub fn instance(name: &str) -> Ty {
        Ty::new(TyKind::Ctor(Sym::new(name), Box::default()))
    }
}
