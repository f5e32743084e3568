//! An operation as the catalogue knows it: its alternatives, each with parameters, guards,
//! requirements and a result.

use crate::catalogue::Catalogue;
use std::sync::Arc;

use conformable_solver::{Failure, FailureKind, Part, Release};
use conformable_types::Elem;
use conformable_types::text::{Expr, Node, parse_expr};
pub use conformable_types::ty::ParamKind;

use crate::minilanguage::MiniSignature;

/// Something that can be called.
#[derive(Debug)]
pub struct Op {
    /// `numpy.linalg.norm`, `ndarray.reshape`
    pub path: String,
    /// `numpy/linalg.pyi:12`
    pub source: String,
    /// In the order in which they are tried.
    pub alternatives: Vec<Alternative>,
    /// It works element by element, and has `reduce`, `accumulate`, `outer`, `at`.
    pub ufunc: bool,
    /// A method or property: the first parameter is the receiver.
    pub bound: bool,
    /// `@effect`: it does something besides giving its result.
    pub effect: bool,
    /// `@holds`: the receiver shows the elements of what it is given afterwards.
    pub holds: bool,
    /// Whose words and classes it is written in.
    pub catalogue: &'static Catalogue,
}

/// One way of calling: `guard => body`.
#[derive(Clone, Debug)]
pub struct Alternative {
    pub params: Vec<Param>,
    pub result: Expr,
    /// What `NAME` stands for, in an instance of a template.
    pub name: Option<String>,
    /// The receiver is another array afterwards.
    pub replaces: bool,
    pub rules: AlternativeRules,
}

impl Alternative {
    /// The way of calling it with whatever else, of which nothing is known.
    pub fn of_anything(&self) -> Alternative {
        let of_anything = |param: &Param| match param.pattern {
            // A receiver is what it is.
            _ if param.name == "self" => param.clone(),
            Pattern::Anything => param.clone(),
            _ => Param { pattern: Pattern::Value, text: Some("Value".into()), ..param.clone() },
        };
        Alternative {
            params: self.params.iter().map(of_anything).collect(),
            result: parse_expr("Unknown").expect("a name"),
            name: self.name.clone(),
            replaces: false,
            rules: AlternativeRules::default(),
        }
    }
}

/// The rules that decorators give a way of calling.
#[derive(Clone, Debug, Default)]
pub struct AlternativeRules {
    /// What NumPy dispatches on, besides arity, kinds and literals.
    pub guards: Vec<Expr>,
    pub requires: Vec<Require>,
    /// `@former("2.4", "interpolation")`: parameters that earlier releases had.
    pub former: Option<Former>,
    /// Shapes as a mini-language signature, and the names that the shapes of its operands have.
    pub gufunc: Option<(MiniSignature, Vec<String>)>,
    /// `@code("CF101")`: the rule that a failure of shapes breaks.
    pub code: Option<&'static str>,
    /// `@raises("LinAlgError")`: the exception for it; with a kind of failure, for that kind.
    pub raises: Vec<(&'static str, Option<&'static str>)>,
    /// `@scalar_axis(S, axis)`: where the shape is of rank 0, an axis of 0 or -1 is all there is.
    pub scalar_axis: Option<(String, String)>,
    /// It is the method of its first argument: of a NumPy scalar it gives a scalar.
    pub of_scalars: bool,
    /// `@of_bools("`^` tells where bools differ")`: what does for bools, of which there is no loop.
    pub of_bools: Option<&'static str>,
    /// `@any_array`: an object of a class that derives from arrays is to it the array that the object is.
    pub any_array: bool,
    /// `@any_array(subok)`: unless this parameter is given as anything but False, which may keep the class.
    pub class_kept_by: Option<String>,
    /// `@keeps_class`: of objects of a class that derives from arrays it gives another one.
    pub keeps_class: bool,
    /// `@asks_method`: an object of a class that derives from arrays is asked for its method of the same name.
    pub asks_method: bool,
    /// The least and greatest element of the result, where it has any.
    pub attained: Option<(Expr, Expr)>,
    /// The elements of the result are those of this argument.
    pub elements: Option<Expr>,
    /// `@counts(start, step)`: the elements of the result are the first one, and each the one before and a step.
    pub counts: Option<(Expr, Expr)>,
    /// `@folds("max", a)`: the result, where it is one int, is what this makes of the known elements of the argument, if
    /// nothing else is given.
    pub folds: Option<(Expr, Expr)>,
    pub fact_rules: ResultFactRules,
}

/// Rules that derive facts about a call's result besides its type.
#[derive(Clone, Debug, Default)]
pub struct ResultFactRules {
    /// `@spells_one(condition)`: a 1 in the result's shape is meant, where the condition may hold.
    pub spells_one: Option<Expr>,
    /// `@whole(condition)`: the elements of the result are whole numbers, whatever its dtype, where the
    /// condition may hold.
    pub whole: Option<Expr>,
    /// `@keeps_whole(condition)`: of floats that are whole numbers it makes whole numbers, where the condition holds. Without
    /// one it does if it makes ints of ints.
    pub keeps_whole: Option<Expr>,
    /// `@views(condition)`: the result may be a view of the arrays that it was made from, or one of
    /// them, where the condition may hold.
    pub views: Option<Expr>,
    /// `@read_only(condition)`: the result is an array that nothing is stored in, where the condition holds.
    pub read_only: Option<Expr>,
    /// `@per_axis`: the result is a tuple with an array for each axis.
    pub per_axis: bool,
    /// `@truth(False, condition)`: the result, where it is one truth, is this, where the condition holds.
    pub truth: Option<(bool, Expr)>,
    pub hazards: Vec<Arc<Hazard>>,
}

/// Parameters that the library had before a release: a call that gives one fails from that release on.
#[derive(Clone, Debug)]
pub struct Former {
    pub release: Release,
    pub names: Vec<String>,
}

/// `@hazard("CF712", condition, "what it says", "what would be right")`: it runs, and nearly nobody
/// wants it where the condition holds.
#[derive(Clone, Debug)]
pub struct Hazard {
    pub code: &'static str,
    pub condition: Expr,
    pub message: String,
    pub help: Option<String>,
}

impl AlternativeRules {
    /// Puts the lists of this in front of the other's; for everything else the other wins, and this is the default.
    pub fn merge_defaults(&mut self, other: AlternativeRules) {
        let own = std::mem::replace(self, other);
        self.guards.splice(..0, own.guards);
        self.requires.splice(..0, own.requires);
        self.raises.extend(own.raises);
        let mark = &mut self.fact_rules.spells_one;
        *mark = mark.take().or(own.fact_rules.spells_one);
    }
}

impl Alternative {
    /// Is the result's shape this argument's, or what it broadcasts to with others, or are the
    /// arguments pieces of the result?
    pub fn keeps_shape_of(&self, param: &Param, catalogue: &'static Catalogue) -> bool {
        let array = match &param.pattern {
            Pattern::Array(array) => array,
            Pattern::Sequence(_) => return true,
            _ => return false,
        };
        let Some([DimPattern::Sequence(sequence)]) = array.shape.as_deref() else { return false };
        self.rules.gufunc.is_none() && keeps(&self.result, sequence, catalogue)
    }
}

/// `T[*S]`, `T[*broadcast(S, R)]`, `decay(...)` of one of these.
fn keeps(result: &Expr, sequence: &str, catalogue: &'static Catalogue) -> bool {
    match &result.node {
        Node::Call(_, args) => args.iter().any(|(_, arg)| keeps(arg, sequence, catalogue)),
        Node::Index(_, items, _) => match items.as_slice() {
            [Expr { node: Node::Star(shape), .. }] => broadcasts(shape, sequence, catalogue, WORDS),
            _ => false,
        },
        _ => false,
    }
}

/// Words in words further down than this are not looked into.
const WORDS: u32 = 4;

/// Is it the shape of this name, what it broadcasts to with others, or a word that is that whatever
/// else it is given?
fn broadcasts(shape: &Expr, sequence: &str, catalogue: &'static Catalogue, depth: u32) -> bool {
    match &shape.node {
        Node::Name(_) => shape.word() == Some(sequence),
        Node::Call(base, args) => {
            let Some(name) = base.path() else { return false };
            let mut kept = args.iter().enumerate().filter(|(_, (_, arg))| broadcasts(arg, sequence, catalogue, depth));
            match catalogue.word(&name).filter(|_| depth > 0) {
                Some(word) => kept.any(|(place, _)| {
                    word.alternatives.iter().all(|alternative| {
                        let param = alternative.params.get(place);
                        param.is_some_and(|param| broadcasts(&alternative.body, &param.name, catalogue, depth - 1))
                    })
                }),
                None => name == "broadcast" && kept.next().is_some(),
            }
        }
        _ => false,
    }
}

/// `@require(condition, "what it says when refuted", "IndexOutOfRange")`
#[derive(Clone, Debug)]
pub struct Require {
    pub condition: Expr,
    pub message: Option<String>,
    /// What stands in braces in the message, as it is written there: `q is {q}, above {most}`.
    pub values: Vec<(String, Expr)>,
    /// What kind of failure it is, where the condition does not say so.
    pub kind: Option<FailureKind>,
    /// `since="2.1"`: the release from which on it fails; before, it does something else.
    pub since: Option<Release>,
    /// The condition is about `RESULT`, which is what the call gives.
    pub is_of_result: bool,
}

impl Require {
    /// The condition, and what its message shows.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.condition).chain(self.values.iter().map(|(_, expr)| expr))
    }

    /// The failure where it does not hold: of this kind and with this message where it says no other.
    pub fn failure(&self, kind: FailureKind, message: impl FnOnce() -> String, parts: Vec<Part>) -> Failure {
        let says_all = self.message.is_some();
        let message = self.message.clone().unwrap_or_else(message);
        Failure { since: self.since, says_all, ..Failure::new(self.kind.unwrap_or(kind), message, parts) }
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub kind: ParamKind,
    pub pattern: Pattern,
    pub default: Option<Expr>,
    /// The annotation as written.
    pub text: Option<String>,
}

/// What a size may be besides an int of at least 0.
#[derive(Clone, Copy, Default, Debug)]
pub struct SizeRule {
    /// One -1 may stand for what is left.
    pub rest: bool,
    /// True is a size as 1 is.
    pub truths: bool,
    /// None is one of several: as large as it is.
    pub nones: bool,
}

/// What an argument must be, and which variables it binds.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// No annotation: anything, of no consequence.
    Anything,
    /// `T[*S]`: an array-like.
    Array(ArrayPattern),
    /// `int | tuple of ints`
    Axis,
    /// `int | tuple | list | integer array`, all axes or some.
    Axes,
    /// Any value, seen by the relations as it is: an index, widths of a padding.
    Value,
    /// Sizes of at least 0.
    Shape(SizeRule),
    /// `*args` that are sizes one by one, never one tuple.
    Sizes,
    /// `DType[D]`
    DType(String),
    /// `int`, or `int(n)` that binds its value.
    Int(Option<String>),
    Float,
    Number,
    Bool,
    Str,
    None,
    /// `Literal["C", 1, None]`
    Literal(Vec<Literal>),
    /// `Literal[E]`: a string of known value.
    LiteralOf(String),
    /// `Sequence[T[*S]]`: variables are packs.
    Sequence(Box<Pattern>),
    /// An array that takes the result.
    Out(OutRule),
    /// `Option["C", "F", None]`: one of these; of a value that is not known nothing is asked.
    Choice(Vec<Literal>),
    /// An instance of a class of the catalogue, or of one that derives from it: `Generator`.
    Class(String),
    /// The same with names for what it was made with: `Sparse[T[*S]]`.
    Object(String, Vec<ObjectPart>),
    /// `list[T]`, `dict[K, V]`: a container of Python's; the types of what is in it are bound.
    Container(Container, Vec<String>),
    /// What only Python's own functions ask: `SupportsIndex`, `Iterable`.
    Python(PythonKind),
    Union(Vec<Pattern>),
}

/// What an object was made with.
#[derive(Clone, Debug)]
pub enum ObjectPart {
    /// `T[*S]`: an array, taken apart.
    Array(Pattern),
    /// Anything, by a name.
    Name(String),
}

/// A class of Python's own, or a protocol that classes have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PythonKind {
    Bytes,
    Tuple,
    /// An int, or what is one by `__index__`.
    SupportsIndex,
    Iterable,
    Iterator,
    Callable,
    /// A class, or a tuple of classes.
    ClassInfo,
    /// A text, bytes, or an object that says its path.
    PathLike,
    /// An open file, and not its name.
    File,
    /// Bytes, or an array of them.
    Buffer,
    Sized,
    /// What has a length and items.
    Sequence,
    /// A sequence whose items can be replaced.
    MutableSequence,
}

impl PythonKind {
    /// A protocol, as stubs name it.
    pub fn named(name: &str) -> Option<PythonKind> {
        Some(match name {
            "SupportsIndex" => PythonKind::SupportsIndex,
            "Iterable" => PythonKind::Iterable,
            "Iterator" => PythonKind::Iterator,
            "Callable" => PythonKind::Callable,
            "ClassInfo" => PythonKind::ClassInfo,
            "PathLike" => PythonKind::PathLike,
            "File" => PythonKind::File,
            "Buffer" => PythonKind::Buffer,
            "Sized" => PythonKind::Sized,
            "Sequence" => PythonKind::Sequence,
            "MutableSequence" => PythonKind::MutableSequence,
            _ => return None,
        })
    }

    /// As a message names it.
    pub fn shown(self) -> &'static str {
        match self {
            PythonKind::Bytes => "bytes",
            PythonKind::Tuple => "a tuple",
            PythonKind::SupportsIndex => "an int",
            PythonKind::Iterable => "an iterable",
            PythonKind::Iterator => "an iterator",
            PythonKind::Callable => "a function",
            PythonKind::ClassInfo => "a class or a tuple of classes",
            PythonKind::PathLike => "a path",
            PythonKind::File => "an open file",
            PythonKind::Buffer => "bytes",
            PythonKind::Sized => "what has a length",
            PythonKind::Sequence => "a sequence",
            PythonKind::MutableSequence => "a list",
        }
    }
}

/// Python's containers, as patterns tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Container {
    /// `list[T]`
    List,
    /// `set[T]`
    Set,
    /// `dict[K, V]`
    Dict,
    /// `tuple[T, ...]`: items of one type, or any number of them.
    TupleOf,
    /// `tuple[*T]`: items one by one, which are bound as a pack.
    Items,
}

/// What `out=` must be for the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutRule {
    pub fit: Fit,
    /// The casting rule from the result's dtype to it, or the parameter that says which.
    pub casting: String,
}

/// How the shape of `out=` is bound to the result's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It is the result's.
    Exact,
    /// The result broadcasts to it.
    Broadcast,
    /// Nothing is asked.
    Any,
}

#[derive(Clone, Debug)]
pub struct ArrayPattern {
    pub elem: ElemPattern,
    /// `None`: of no consequence.
    pub shape: Option<Vec<DimPattern>>,
    pub how: Coercion,
}

#[derive(Clone, Debug)]
pub enum ElemPattern {
    Name(String),
    Fixed(Elem),
}

#[derive(Clone, Debug)]
pub enum DimPattern {
    /// `*S`
    Sequence(String),
    /// `n`
    Name(String),
    Constant(i64),
}

/// How an argument becomes an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coercion {
    /// As NumPy's functions do: lists, scalars, arrays.
    Like,
    /// An ndarray (or NumPy scalar) only.
    Strict,
    /// An ndarray, a NumPy scalar, or one of Python's own numbers: no sequence.
    Numeric,
    /// Any of these, or a list or tuple of them: nothing that would be an object.
    ArrayLike,
    /// Whatever it is, the result is an ndarray: of an unknown value nothing is known.
    Forced,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    Int(i64),
    Bool(bool),
    Str(String),
    None,
}

impl Pattern {
    /// The variables that an argument binds.
    pub fn variables<'p>(&'p self, found: &mut Vec<&'p str>) {
        match self {
            Pattern::Array(array) => {
                if let ElemPattern::Name(name) = &array.elem {
                    found.push(name);
                }
                for dim in array.shape.iter().flatten() {
                    if let DimPattern::Sequence(name) | DimPattern::Name(name) = dim {
                        found.push(name);
                    }
                }
            }
            Pattern::DType(name) | Pattern::LiteralOf(name) | Pattern::Int(Some(name)) => found.push(name),
            Pattern::Sequence(inner) => inner.variables(found),
            Pattern::Container(_, names) => found.extend(names.iter().map(String::as_str)),
            Pattern::Object(_, parts) => parts.iter().for_each(|part| match part {
                ObjectPart::Array(pattern) => pattern.variables(found),
                ObjectPart::Name(name) => found.push(name),
            }),
            Pattern::Union(members) => members.iter().for_each(|member| member.variables(found)),
            _ => {}
        }
    }

    /// Is it an array that takes the result?
    pub fn takes_result(&self) -> bool {
        match self {
            Pattern::Out(_) => true,
            Pattern::Union(members) => members.iter().any(Pattern::takes_result),
            _ => false,
        }
    }

    /// Is it a dtype?
    pub fn is_dtype(&self) -> bool {
        match self {
            Pattern::DType(_) => true,
            Pattern::Union(members) => members.iter().any(Pattern::is_dtype),
            _ => false,
        }
    }

    pub fn accepts_none(&self) -> bool {
        match self {
            Pattern::Anything | Pattern::Value | Pattern::None | Pattern::Out(_) => true,
            Pattern::Literal(values) | Pattern::Choice(values) => values.contains(&Literal::None),
            Pattern::Union(members) => members.iter().any(Pattern::accepts_none),
            _ => false,
        }
    }
}

impl Op {
    /// The same with one of its alternatives alone.
    pub fn only(&self, place: usize) -> Arc<Op> {
        let (path, source) = (self.path.clone(), self.source.clone());
        let alternatives = vec![self.alternatives[place].clone()];
        let Op { ufunc, bound, effect, holds, catalogue, .. } = *self;
        Arc::new(Op { path, source, alternatives, ufunc, bound, effect, holds, catalogue })
    }

    /// Does it take the items of an argument one by one?
    pub fn takes_items(&self) -> bool {
        let mut params = self.alternatives.iter().flat_map(|alternative| &alternative.params);
        params.any(|param| matches!(param.pattern, Pattern::Sequence(_)))
    }

    /// Does the positional argument at this place take the result?
    pub fn is_out_at(&self, place: usize) -> bool {
        let mut params = self.alternatives.iter().filter_map(|alternative| alternative.params.get(place));
        params.any(|param| param.kind != ParamKind::KeywordOnly && param.pattern.takes_result())
    }

    /// Does the argument for this keyword take the result?
    pub fn is_out(&self, keyword: &str) -> bool {
        let mut params = self.alternatives.iter().flat_map(|alternative| &alternative.params);
        params.any(|param| param.name == keyword && param.pattern.takes_result())
    }

    /// Is something given for a parameter that takes the result?
    pub fn writes(&self, positional: usize, keywords: &[&str]) -> bool {
        (0..positional).any(|place| self.is_out_at(place)) || keywords.iter().any(|name| self.is_out(name))
    }

    /// Does its entry say what Python raises where it is refused?
    pub fn raises(&self) -> bool {
        self.alternatives.iter().any(|alternative| !alternative.rules.raises.is_empty())
    }

    /// The names of the parameters of the first alternative.
    pub fn parameters(&self) -> impl Iterator<Item = &Param> {
        self.alternatives.first().into_iter().flat_map(|alternative| &alternative.params)
    }
}
