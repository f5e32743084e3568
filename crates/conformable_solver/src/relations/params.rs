//! What relations take: sorts of parameters as data, and the one place where terms become arguments.
//!
//! A body is given values of Rust types, and its parameters follow from these ([`ArgumentList::PARAMS`]),
//! so that what a stub may write and what is read cannot differ. Terms are resolved on the way; an int
//! is a size, a shape of one size or an axis, as it is wanted, and a tuple of ints a shape or axes.
//! What can't be read is unknown: `?` for a size or an element type, a fresh shape, no word.

use std::ops::RangeInclusive;

use conformable_types::dtype::{self, Casting};
use conformable_types::{Dim, Elem, Shape, Term, Ty, TyKind};

use super::axes::Axes;
use crate::cause::Part;
use crate::context::Context;

/// Of what sort an argument is.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// An int.
    Int,
    /// A shape, or an int: that of one dim.
    Shape,
    /// An int, a tuple of ints, `None` for all.
    Axes,
    /// An element type, or the type of a number or an array.
    Elem,
    /// Any text.
    Text,
    /// A text of a list: what it names, and which texts are of it.
    Word(&'static str, fn(&'static str) -> bool),
    /// The type of a value.
    Type,
    /// Whatever there is.
    Any,
}

impl Sort {
    /// As a message names it.
    pub fn noun(self) -> &'static str {
        match self {
            Sort::Int => "an int",
            Sort::Shape => "a shape",
            Sort::Axes => "an axis, several, or None",
            Sort::Elem => "an element type",
            Sort::Text => "a text",
            Sort::Word(noun, _) => noun,
            Sort::Type | Sort::Any => "a value",
        }
    }

    /// May a value of this type be given for it?
    fn admits(self, ty: Ty) -> bool {
        match (self, ty.kind()) {
            (Sort::Type | Sort::Any, _) => true,
            (_, TyKind::Union(members)) => members.iter().any(|member| self.admits(*member)),
            (Sort::Text | Sort::Word(..), TyKind::Str) => true,
            (_, TyKind::Str) => false,
            (Sort::Text, TyKind::LitStr(_)) => true,
            (Sort::Word(_, knows), TyKind::LitStr(text)) => knows(text.as_str()),
            (_, TyKind::LitStr(_)) => false,
            (Sort::Text | Sort::Word(..), TyKind::Int | TyKind::IntOf(_) | TyKind::Bool) => false,
            (Sort::Axes, TyKind::None) => true,
            (_, TyKind::None) => false,
            (Sort::Axes | Sort::Shape, TyKind::TupleOf(item) | TyKind::ListOf(item)) => self.admits(*item),
            _ => true,
        }
    }
}

/// How many arguments are for a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    One,
    /// One or none, for which `None` stands too.
    Optional,
    /// One that is a list.
    List,
    /// All that are left, lists among them taken apart.
    Rest,
}

/// A parameter of a relation.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub sort: Sort,
    pub count: Count,
}

impl Param {
    /// Is it of all arguments from its place on?
    pub(super) fn is_rest(&self) -> bool {
        self.count == Count::Rest
    }

    /// What cannot be given for it, if a literal of this type can't: one in a list, where it takes lists.
    pub fn misfit(&self, ty: Ty) -> Option<Ty> {
        let is_optional = self.count == Count::Optional && matches!(ty.kind(), TyKind::None);
        match (self.count, ty.items()) {
            (Count::List | Count::Rest, Some(items)) => items.iter().copied().find(|item| !self.sort.admits(*item)),
            _ => (!is_optional && !self.sort.admits(ty)).then_some(ty),
        }
    }
}

/// How many arguments parameters take.
pub(super) fn arity(params: impl Iterator<Item = &'static Param> + Clone) -> RangeInclusive<usize> {
    let needed = params.clone().enumerate().filter(|(_, param)| param.count != Count::Optional);
    let least = needed.last().map_or(0, |(last, _)| last + 1);
    let most = if params.clone().any(Param::is_rest) { usize::MAX } else { params.count() };
    least..=most
}

/// Terms that are read one after the other.
pub struct TermReader<'t> {
    terms: &'t [Term],
    next: usize,
}

impl<'t> TermReader<'t> {
    pub(super) fn new(terms: &'t [Term]) -> TermReader<'t> {
        TermReader { terms, next: 0 }
    }

    fn next(&mut self) -> Option<&'t Term> {
        let next = self.terms.get(self.next)?;
        self.next += 1;
        Some(next)
    }

    /// What has been read, and what is left.
    pub(super) fn split(&self) -> (&'t [Term], &'t [Term]) {
        self.terms.split_at(self.next)
    }
}

/// What one term can be read as.
pub trait FromTerm: Sized {
    const SORT: Sort;

    /// What nothing is known of, if there is no term.
    fn of_term(cx: &mut Context, term: Option<&Term>) -> Self;
}

/// What a body takes for one or more parameters.
pub trait Argument: Sized {
    const PARAMS: &'static [Param];

    fn read(cx: &mut Context, given: &mut TermReader) -> Self;
}

/// All that a body takes.
pub trait ArgumentList: Sized {
    const PARAMS: &'static [&'static [Param]];

    fn read(cx: &mut Context, given: &mut TermReader) -> Self;
}

macro_rules! arguments {
    ($($name:ident)+) => {
        impl<$($name: Argument),+> ArgumentList for ($($name,)+) {
            const PARAMS: &'static [&'static [Param]] = &[$($name::PARAMS),+];

            fn read(cx: &mut Context, given: &mut TermReader) -> Self {
                ($($name::read(cx, given),)+)
            }
        }
    };
}

arguments!(A B);
arguments!(A B C);
arguments!(A B C D);

impl<A: Argument> ArgumentList for A {
    const PARAMS: &'static [&'static [Param]] = &[A::PARAMS];

    fn read(cx: &mut Context, given: &mut TermReader) -> A {
        Argument::read(cx, given)
    }
}

impl<V: FromTerm> Argument for V {
    const PARAMS: &'static [Param] = &[Param { sort: V::SORT, count: Count::One }];

    fn read(cx: &mut Context, given: &mut TermReader) -> V {
        let term = given.next();
        V::of_term(cx, term)
    }
}

impl<V: FromTerm> Argument for Option<V> {
    const PARAMS: &'static [Param] = &[Param { sort: V::SORT, count: Count::Optional }];

    fn read(cx: &mut Context, given: &mut TermReader) -> Option<V> {
        let term = given.next().filter(|term| !matches!(term, Term::Ty(ty) if matches!(ty.kind(), TyKind::None)))?;
        Some(V::of_term(cx, Some(term)))
    }
}

/// The elements of a list, each with where it came from.
pub struct List<V>(pub Vec<(V, Part)>);

/// All that are left, those of lists too.
pub struct Rest<V>(pub Vec<(V, Part)>);

impl<V: FromTerm> Argument for List<V> {
    const PARAMS: &'static [Param] = &[Param { sort: V::SORT, count: Count::List }];

    fn read(cx: &mut Context, given: &mut TermReader) -> List<V> {
        let mut found = Vec::new();
        read_next(cx, given, &mut found);
        List(found)
    }
}

impl<V: FromTerm> Argument for Rest<V> {
    const PARAMS: &'static [Param] = &[Param { sort: V::SORT, count: Count::Rest }];

    fn read(cx: &mut Context, given: &mut TermReader) -> Rest<V> {
        let mut found = Vec::with_capacity(given.terms.len() - given.next);
        // A place among what several outputs have: see [`Call::at_place`](super::Call::at_place).
        while given.terms.get(given.next).is_some_and(|term| !matches!(V::SORT, Sort::Elem) || !is_listed_place(term)) {
            read_next(cx, given, &mut found);
        }
        Rest(found)
    }
}

fn read_next<V: FromTerm>(cx: &mut Context, given: &mut TermReader, found: &mut Vec<(V, Part)>) {
    let place = given.next;
    match given.next() {
        Some(Term::List(items)) => {
            for (element, item) in items.iter().enumerate() {
                found.push((V::of_term(cx, Some(item)), Part::whole(place).of_element(element)));
            }
        }
        // A list of words is a value too.
        Some(Term::Ty(ty)) if matches!(V::SORT, Sort::Word(..)) && ty.items().is_some() => {
            for (element, item) in ty.items().unwrap_or_default().iter().enumerate() {
                found.push((V::of_term(cx, Some(&Term::Ty(*item))), Part::whole(place).of_element(element)));
            }
        }
        Some(term) => found.push((V::of_term(cx, Some(term)), Part::whole(place))),
        None => {}
    }
}

fn is_listed_place(term: &Term) -> bool {
    matches!(term, Term::List(items) if matches!(&**items, [Term::Dim(_)]))
}

impl FromTerm for Dim {
    const SORT: Sort = Sort::Int;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Dim {
        match term {
            Some(Term::Dim(dim)) => cx.resolve_dim(*dim),
            Some(Term::Ty(ty)) => cx.resolve_ty(*ty).int_value().unwrap_or_else(Dim::any),
            _ => Dim::any(),
        }
    }
}

impl FromTerm for Shape {
    const SORT: Sort = Sort::Shape;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Shape {
        match term {
            Some(Term::Shape(shape)) => return cx.resolve_shape(*shape),
            Some(Term::Dim(dim)) => return Shape::of(&[cx.resolve_dim(*dim)]),
            Some(Term::List(items)) => return items.iter().map(|item| Dim::of_term(cx, Some(item))).collect(),
            Some(Term::Ty(ty)) => {
                let ty = cx.resolve_ty(*ty);
                let size = |ty: Ty| ty.int_value().unwrap_or_else(Dim::any);
                match ty.kind() {
                    TyKind::Tuple(items) | TyKind::List(items) => {
                        return items.iter().map(|item| size(*item)).collect();
                    }
                    TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::Int => return Shape::of(&[size(ty)]),
                    _ => {}
                }
            }
            _ => {}
        }
        cx.fresh_shape()
    }
}

impl FromTerm for Axes {
    const SORT: Sort = Sort::Axes;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Axes {
        match term {
            Some(Term::Dim(dim)) => Axes::One(cx.resolve_dim(*dim)),
            Some(Term::Ty(ty)) => Axes::of_ty(cx.resolve_ty(*ty)),
            Some(Term::List(items)) => Axes::Many(items.iter().map(|item| Dim::of_term(cx, Some(item))).collect()),
            // A tuple of ints, as the text form reads it.
            Some(Term::Shape(shape)) => match cx.resolve_shape(*shape).dims() {
                Some(dims) => Axes::Many(dims.to_vec()),
                None => Axes::Unknown,
            },
            _ => Axes::Unknown,
        }
    }
}

impl FromTerm for Elem {
    const SORT: Sort = Sort::Elem;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Elem {
        match term {
            Some(Term::Elem(elem)) => cx.resolve_elem(*elem),
            Some(Term::Ty(ty)) => {
                let ty = cx.resolve_ty(*ty);
                match ty.kind() {
                    TyKind::DType(elem) => *elem,
                    _ => match ty.weak() {
                        Some(weak) => Elem::of_number(weak),
                        None => ty.as_array().map_or_else(Elem::any, |(elem, _)| elem),
                    },
                }
            }
            _ => Elem::any(),
        }
    }
}

impl FromTerm for Ty {
    const SORT: Sort = Sort::Type;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Ty {
        match term {
            Some(Term::Ty(ty)) => cx.resolve_ty(*ty),
            Some(Term::Dim(dim)) => Ty::int(cx.resolve_dim(*dim)),
            _ => Ty::unknown(),
        }
    }
}

impl FromTerm for Term {
    const SORT: Sort = Sort::Any;

    fn of_term(_: &mut Context, term: Option<&Term>) -> Term {
        term.cloned().unwrap_or(Term::Ty(Ty::unknown()))
    }
}

/// A text, if it is known.
pub struct Text(pub Option<&'static str>);

impl FromTerm for Text {
    const SORT: Sort = Sort::Text;

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Text {
        match term {
            Some(Term::Ty(ty)) => Text(cx.resolve_ty(*ty).str_value()),
            _ => Text(None),
        }
    }
}

/// What texts of a list stand for.
pub trait Vocabulary: Sized {
    /// What is wanted, in a message.
    const NOUN: &'static str;

    fn named(text: &'static str) -> Option<Self>;
}

/// A text of a list, if it is known.
pub struct Word<T>(pub Option<T>);

impl<T: Vocabulary> FromTerm for Word<T> {
    const SORT: Sort = Sort::Word(T::NOUN, |text| T::named(text).is_some());

    fn of_term(cx: &mut Context, term: Option<&Term>) -> Word<T> {
        Word(Text::of_term(cx, term).0.and_then(T::named))
    }
}

impl Vocabulary for Casting {
    const NOUN: &'static str = "a casting rule";

    fn named(text: &str) -> Option<Casting> {
        Casting::named(text)
    }
}

impl Vocabulary for dtype::DTypeMap {
    const NOUN: &'static str = "the name of a table of dtypes";

    fn named(text: &str) -> Option<dtype::DTypeMap> {
        dtype::DTypeMap::named(text)
    }
}
