//! The primitive relations, one file each: what it means, one step, its tests.
//!
//! A relation is a function from closed terms to a closed term that asks and tells through its
//! [`Context`]. It is *total*: where its arguments do not decide the result yet, the result is
//! its own application ([`Call::shape`] and its like), as narrow as can be said (known rank,
//! known dims), and is evaluated again when they do. What it needs it requires; a requirement that
//! is refuted is a [`Failure`] whose parts name the relation's arguments.
//!
//! All that anybody needs to know of a relation is in its [`Body`]: one step forwards, what a result
//! says of its arguments' ranks, and the types of its arguments, which are its parameters (how many
//! there are, of what sorts, what a stub may not write there). Nobody asks for a relation's name to
//! treat it in a way of its own. A body sees no terms: [`params`] reads them, resolved, with the parts
//! that failures name; what cannot be read is unknown.
//!
//! A dim of a shape whose rank is decided and whose dims are not is the same application with the
//! dim's place as one more argument, `edit(S, axis, 'remove', 0)`; so is one dtype of several outputs,
//! whose place is in a list. No body knows of this: what is left once the arguments have been read
//! is the place.
//!
//! To add one: a file here, a line in [`ALL`]. Programs define others, see [`defined`].

mod align;
mod at;
mod axes;
mod broadcast;
mod concat;
pub mod defined;
mod discover;
mod edit;
mod einsum;
pub mod elems;
pub mod index;
mod loop_as;
mod loop_signed;
pub mod measure;
mod packs;
mod params;
mod permute;
mod promote;
mod reshape;
pub(crate) mod slice;
mod static_broadcast;
pub mod store_into;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

pub(crate) use conformable_types::dim::to_i64;
use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, FreshKind, Seq, SeqData, Shape, Sym, Term, Ty, TyKind};

use rustc_hash::FxHashMap;

use self::axes::Axes;
use self::params::{ArgumentList, FromTerm, TermReader};
pub use self::params::{Param, Sort};
use crate::cause::Failure;
use crate::context::Context;
use crate::is_since;
use crate::store::{Fact, Store};

/// A relation: its name and what it means.
pub struct Relation {
    pub name: &'static str,
    body: &'static dyn Meaning,
}

/// What a relation of these arguments, with a result of this sort, means.
struct Body<A, G> {
    evaluate: fn(&mut Context, Call, A) -> Result<G, Failure>,
    /// What holds of ranks and axes if it has this shape, whose rank is known in part: the backward
    /// step of a search, so that there are finitely many ranks to try. What the checker tells a path
    /// is what `evaluate` tells.
    ranks: fn(A, Shape) -> Vec<Fact>,
}

impl<A, G> Body<A, G> {
    /// One of which no ranks follow.
    const fn of(evaluate: fn(&mut Context, Call, A) -> Result<G, Failure>) -> Body<A, G> {
        Body { evaluate, ranks: |_, _| Vec::new() }
    }
}

/// A [`Body`] for terms.
trait Meaning: Sync {
    fn params(&self) -> &'static [&'static [Param]];

    fn evaluate(&self, cx: &mut Context, name: &'static str, terms: &[Term]) -> Result<Term, Failure>;

    fn ranks(&self, cx: &mut Context, terms: &[Term], result: Shape) -> Vec<Fact>;
}

impl<A: ArgumentList, G: Into<Term>> Meaning for Body<A, G> {
    fn params(&self) -> &'static [&'static [Param]] {
        A::PARAMS
    }

    fn evaluate(&self, cx: &mut Context, name: &'static str, terms: &[Term]) -> Result<Term, Failure> {
        let mut given = TermReader::new(terms);
        let arguments = A::read(cx, &mut given);
        let (args, place) = given.split();
        let call = Call { name, args };
        let whole = (self.evaluate)(cx, call, arguments)?.into();
        Ok(match place.first() {
            Some(place) => call.pick(cx, &whole, place),
            None => whole,
        })
    }

    fn ranks(&self, cx: &mut Context, terms: &[Term], result: Shape) -> Vec<Fact> {
        (self.ranks)(A::read(cx, &mut TermReader::new(terms)), result)
    }
}

/// All relations of the core.
pub static ALL: &[&Relation] = &[
    &align::ALIGN,
    &at::AT,
    &broadcast::BROADCAST,
    &broadcast::BROADCASTABLE,
    &concat::CONCAT,
    &discover::DISCOVER,
    &edit::EDIT,
    &einsum::EINSUM,
    &elems::CASTABLE,
    &elems::COMPLEX_OF,
    &elems::DTYPE_MAP,
    &elems::FFT_DTYPE,
    &elems::INEXACT,
    &elems::KIND,
    &elems::LINALG_DTYPE,
    &elems::REAL,
    &index::INDEX,
    &loop_as::LOOP_AS,
    &loop_signed::LOOP_SIGNED,
    &measure::APPEND,
    &measure::DROP_ONES,
    &measure::LEADING,
    &measure::RANK,
    &measure::SIZE,
    &packs::COUNT,
    &packs::SAME,
    &packs::SUM,
    &permute::PERMUTE,
    &permute::REVERSE,
    &promote::COMMON,
    &promote::LOOP,
    &promote::LOOP_OF,
    &promote::PROMOTABLE,
    &promote::PROMOTE,
    &promote::STRONG,
    &reshape::RESHAPE,
    &slice::SLICE_LENGTH,
    &static_broadcast::STATIC_BROADCAST,
    &store_into::STORE_INTO,
];

impl Relation {
    fn params(&self) -> impl Iterator<Item = &'static Param> + Clone {
        self.body.params().iter().copied().flatten()
    }

    /// The parameter of the argument at a place.
    pub fn param(&self, place: usize) -> Option<&'static Param> {
        self.params().nth(place).or_else(|| self.params().last().filter(|last| last.is_rest()))
    }

    /// How many arguments a signature gives it.
    pub fn arity(&self) -> RangeInclusive<usize> {
        params::arity(self.params())
    }

    /// The axes that these arguments have, as far as they are given one by one.
    pub fn axes(&self, store: &Store, args: &[Term]) -> Vec<Dim> {
        let place = self.params().position(|param| matches!(param.sort, Sort::Axes));
        let axes =
            place.and_then(|place| args.get(place)).map(|term| Axes::of_term(&mut Context::new(store), Some(term)));
        axes.map_or_else(Vec::new, |axes| axes.values().to_vec())
    }
}

/// Is there a relation of this name, here or defined by somebody?
pub fn is_known(name: &str) -> bool {
    by_name(name).is_some() || defined::by_name(name).is_some()
}

/// What the relation of this name gives; `None` if there is none.
pub fn apply(name: &str, cx: &mut Context, args: &[Term]) -> Option<Result<Term, Failure>> {
    match by_name(name) {
        Some(relation) => Some(relation.body.evaluate(cx, relation.name, args)),
        None => defined::by_name(name).map(|defined| defined.apply(cx, args)),
    }
}

/// What the core's relation of this name gives of shapes, where it gives a shape.
///
/// # Errors
/// As the relation's.
pub fn of_shapes(name: &str, cx: &mut Context, shapes: &[Shape]) -> Result<Shape, Failure> {
    let terms: Vec<Term> = shapes.iter().map(|shape| Term::Shape(*shape)).collect();
    match apply(name, cx, &terms) {
        Some(Ok(Term::Shape(shape))) => Ok(shape),
        Some(Err(failure)) => Err(failure),
        _ => Ok(Shape::any()),
    }
}

/// The core's relation of this name.
pub fn by_name(name: &str) -> Option<&'static Relation> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Relation>> =
        LazyLock::new(|| ALL.iter().map(|relation| (relation.name, *relation)).collect());
    BY_NAME.get(name).copied()
}

/// What holds of ranks and axes if the relation `name` of `args` has the shape `result`, or one of which
/// nothing is known.
pub fn implied(store: &Store, name: &str, args: &[Term], result: Option<Shape>) -> Vec<Fact> {
    let result = result.map_or_else(Shape::any, |result| store.resolve_shape(result));
    let facts = by_name(name).map(|relation| relation.body.ranks(&mut Context::new(store), args, result));
    let says_something = |fact: &Fact| fact.dims().is_none_or(|dims| !dims.iter().any(|dim| dim.is_any()));
    facts.unwrap_or_default().into_iter().filter(says_something).collect()
}

/// Evaluate an application again whose arguments have changed; `None` if it is still undecided
/// or refuted (who applied it first has been told).
pub fn reapply(name: &str, args: &[Term], store: &Store) -> Option<Term> {
    let first_new = store.next_id();
    let result = apply(name, &mut Context::of_resolved(store), args)?.ok()?;
    let own = |n: &Sym, a: &[Term]| n.as_str() == name && *a == *args;
    let same = match &result {
        Term::Dim(dim) => dim.as_atom().is_some_and(|atom| matches!(atom.data(), AtomData::App(n, a) if own(n, a))),
        Term::Shape(shape) => {
            shape.min_rank() == 0
                && shape.seq().is_some_and(|seq| matches!(seq.data(), SeqData::App(n, a) if own(n, a)))
        }
        Term::Elem(elem) => matches!(elem.data(), ElemData::App(n, a) if own(n, a)),
        Term::Ty(_) | Term::List(_) => false,
    };
    // What is fresh here would be numbered again elsewhere.
    (!same && !says_nothing(&result) && !is_newer(&result, first_new)).then_some(result)
}

fn says_nothing(term: &Term) -> bool {
    match term {
        Term::Dim(dim) => dim.is_any(),
        Term::Shape(shape) => *shape == Shape::any(),
        Term::Elem(elem) => elem.is_any(),
        _ => false,
    }
}

fn is_newer(term: &Term, first_new: u64) -> bool {
    let mut newer = false;
    let is_new = |leaf: Leaf| leaf.fresh().is_some_and(|(id, _)| is_since(id, first_new));
    term::visit_term(term, &mut |leaf| newer |= is_new(leaf));
    newer
}

/// Does the term stand for one value, so that two equal ones are equal values? `int` does not.
pub fn is_precise(term: &Term) -> bool {
    nesting(term) < MAX_NESTING && operations(term) < MAX_OPERATIONS && all_precise(term)
}

/// Sizes and shapes that relations decide go so deep inside each other; past that the result is
/// something fresh.
const MAX_NESTING: u32 = 4;

/// Dtypes come about by longer chains than sizes do, of smaller terms: a softmax has six operations.
const MAX_OPERATIONS: u32 = 24;

/// How many relations decide a dtype, each counted wherever it occurs.
fn operations(term: &Term) -> u32 {
    match term {
        Term::Elem(elem) => match elem.data() {
            ElemData::App(_, args) => 1 + args.iter().map(operations).sum::<u32>(),
            _ => 0,
        },
        Term::Ty(ty) => match ty.kind() {
            TyKind::DType(elem) => operations(&Term::Elem(*elem)),
            _ => 0,
        },
        Term::List(items) => items.iter().map(operations).sum(),
        Term::Dim(_) | Term::Shape(_) => 0,
    }
}

fn nesting(term: &Term) -> u32 {
    let inside = |args: &[Term]| 1 + args.iter().map(nesting).max().unwrap_or(0);
    let of_dim = |dim: Dim| {
        let of_atom = |atom: Atom| match atom.data() {
            AtomData::App(_, args) => inside(args),
            AtomData::Prod(seq) | AtomData::Len(seq) => nesting(&Term::Shape(seq.shape())),
            _ => 0,
        };
        dim.atoms().map(of_atom).max().unwrap_or(0)
    };
    match term {
        Term::Dim(dim) => of_dim(*dim),
        Term::Shape(shape) => {
            let dims = shape.data().prefix.iter().chain(shape.suffix()).map(|dim| of_dim(*dim)).max().unwrap_or(0);
            match shape.seq().map(Seq::data) {
                Some(SeqData::App(_, args)) => dims.max(inside(args)),
                _ => dims,
            }
        }
        Term::Elem(elem) => match elem.data() {
            ElemData::App(_, args) => args.iter().map(nesting).max().unwrap_or(0),
            _ => 0,
        },
        Term::Ty(ty) => match ty.kind() {
            TyKind::IntOf(dim) => of_dim(*dim),
            TyKind::DType(elem) => nesting(&Term::Elem(*elem)),
            TyKind::Slice(parts) => parts.iter().map(|part| nesting(&Term::Ty(*part))).max().unwrap_or(0),
            TyKind::Tuple(items) | TyKind::List(items) => {
                items.iter().map(|item| nesting(&Term::Ty(*item))).max().unwrap_or(0)
            }
            _ => 0,
        },
        Term::List(items) => items.iter().map(nesting).max().unwrap_or(0),
    }
}

fn all_precise(term: &Term) -> bool {
    match term {
        Term::Dim(dim) => !dim.is_any(),
        Term::Shape(shape) => shape_is_precise(*shape),
        Term::Elem(elem) => !elem.is_any(),
        Term::Ty(ty) => ty_is_precise(*ty),
        Term::List(items) => items.iter().all(all_precise),
    }
}

fn shape_is_precise(shape: Shape) -> bool {
    let data = shape.data();
    shape.seq().is_none_or(|seq| !seq.is_any()) && !data.prefix.iter().chain(shape.suffix()).any(|dim| dim.is_any())
}

fn ty_is_precise(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::IntOf(dim) => !dim.is_any(),
        TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::LitFloat(_) | TyKind::None | TyKind::Ellipsis => true,
        TyKind::DType(elem) => !elem.is_any(),
        TyKind::Slice(parts) => parts.iter().all(|part| ty_is_precise(*part)),
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().all(|item| ty_is_precise(*item)),
        _ => false,
    }
}

/// The shape, of unknown rank, that `name` gives for these arguments: its application, or `...`
/// if they do not determine it.
pub fn undecided_shape(name: &str, args: &[Term]) -> Shape {
    if !args.iter().all(is_precise) {
        return Shape::any();
    }
    Seq::new(SeqData::App(Sym::new(name), args.into())).shape()
}

/// The dim that `name` gives for these arguments.
pub fn undecided_dim(name: &str, args: &[Term]) -> Dim {
    if !args.iter().all(is_precise) {
        return Dim::any();
    }
    Atom::new(AtomData::App(Sym::new(name), args.into())).dim()
}

/// The element type that `name` gives for these arguments.
pub fn undecided_elem(name: &str, args: &[Term]) -> Elem {
    if !args.iter().all(is_precise) {
        return Elem::any();
    }
    Elem::new(ElemData::App(Sym::new(name), args.into()))
}

/// An application: what stands for a result that is not decided.
#[derive(Clone, Copy)]
struct Call<'a> {
    name: &'static str,
    args: &'a [Term],
}

impl Call<'_> {
    /// Of other arguments.
    fn of<'b>(&self, args: &'b [Term]) -> Call<'b> {
        Call { name: self.name, args }
    }

    /// [`undecided_shape`], or a fresh shape if the arguments do not determine it.
    fn shape(&self, cx: &mut Context) -> Shape {
        let shape = undecided_shape(self.name, self.args);
        if shape == Shape::any() { cx.fresh_shape() } else { shape }
    }

    fn dim(&self, cx: &mut Context) -> Dim {
        let dim = undecided_dim(self.name, self.args);
        if dim.is_any() { cx.fresh_dim(FreshKind::Unknown) } else { dim }
    }

    fn elem(&self, cx: &mut Context) -> Elem {
        let elem = undecided_elem(self.name, self.args);
        if elem.is_any() { cx.fresh_elem() } else { elem }
    }

    /// A shape of known rank whose dims are given by their places.
    fn dims(&self, cx: &mut Context, rank: usize) -> Shape {
        (0..rank).map(|place| self.dim_at(cx, place)).collect()
    }

    fn dim_at(&self, cx: &mut Context, place: usize) -> Dim {
        self.with(Term::Ty(Ty::int(to_i64(place))), |call| call.dim(cx))
    }

    /// The element type of one of several outputs.
    fn elem_at(&self, cx: &mut Context, place: usize) -> Elem {
        self.with(Term::List([Term::Dim(Dim::of(to_i64(place)))].into()), |call| call.elem(cx))
    }

    fn with<T>(&self, place: Term, open: impl FnOnce(Call) -> T) -> T {
        let mut args = self.args.to_vec();
        args.push(place);
        open(self.of(&args))
    }

    /// What an application asks for that has a place.
    fn pick(&self, cx: &mut Context, whole: &Term, place: &Term) -> Term {
        let value = match place {
            Term::Ty(ty) => ty.int_value(),
            Term::List(place) => match &**place {
                [Term::Dim(place)] => Some(*place),
                _ => None,
            },
            _ => None,
        };
        let known = value.and_then(Dim::constant);
        match whole {
            Term::Shape(shape) => Term::Dim(match known.and_then(|place| shape.at(place)) {
                Some(dim) => dim,
                None => self.with(place.clone(), |call| call.dim(cx)),
            }),
            Term::List(outputs) => {
                let place = known.and_then(|place| usize::try_from(place).ok()).unwrap_or(0);
                outputs.get(place.min(outputs.len().saturating_sub(1))).unwrap_or(whole).clone()
            }
            _ => whole.clone(),
        }
    }
}

/// In a store that knows nothing.
#[cfg(test)]
fn run(name: &str, args: &[Term]) -> Result<Term, Failure> {
    apply(name, &mut Context::new(&Store::new()), args).expect("a relation")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of signatures may say anything.
    #[test]
    fn any_number_of_any_terms_can_be_given() {
        let some = [
            Term::Ty(Ty::str("add")),
            Term::Ty(Ty::str("replace")),
            Term::Ty(Ty::str("mul")),
            Term::Ty(Ty::str("i,i")),
            Term::Ty(Ty::none()),
            Term::Dim(Dim::of(2)),
            Term::Dim(Dim::any()),
            Term::Shape(Shape::of(&[Dim::of(2), Dim::name("n")])),
            Term::Shape(Seq::name("S").shape()),
            Term::Elem(conformable_types::DType::INT8.into()),
            Term::List([Term::Dim(Dim::ONE)].into()),
            Term::List([].into()),
        ];
        for relation in ALL {
            for first in &some {
                for second in &some {
                    let all = [first, second, first, second, first].map(Clone::clone);
                    for count in 0..=all.len() {
                        let _ = run(relation.name, &all[..count]);
                        let store = Store::new();
                        implied(&store, relation.name, &all[..count], Some(Shape::of(&[Dim::of(2)])));
                    }
                }
            }
        }
    }

    #[test]
    fn parameters_follow_from_what_a_body_takes() {
        let arity = |name| by_name(name).expect("a relation").arity();
        assert_eq!((arity("edit"), arity("permute"), arity("loop")), (3..=4, 1..=2, 2..=usize::MAX));
        assert_eq!((arity("castable"), arity("loop_as"), arity("slice_length")), (2..=3, 4..=usize::MAX, 4..=4));
        let edit = by_name("edit").expect("a relation");
        let misfit = |place: usize, ty| edit.param(place).and_then(|param| param.misfit(ty));
        let concat = by_name("concat").and_then(|concat| concat.param(0)).expect("a parameter");
        assert_eq!(concat.misfit(Ty::tuple([Ty::int(1), Ty::str("x")])), Some(Ty::str("x")));
        assert_eq!(concat.misfit(Ty::tuple([Ty::int(1)])), None);
        assert_eq!(misfit(2, Ty::str("drop")), Some(Ty::str("drop")));
        assert_eq!((misfit(1, Ty::none()), misfit(2, Ty::str("insert")), misfit(3, Ty::int(1))), (None, None, None));
    }
}
