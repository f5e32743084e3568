//! The primitive relations, one file each: what it means, one step, its tests.
//!
//! A relation is a function from closed terms to a closed term that asks and tells through its
//! [`Context`]. It is *total*: where its arguments do not decide the result yet, the result is
//! its own application ([`undecided_shape`] and its like), as narrow as can be said (known rank,
//! known dims), and is evaluated again when they do. What it needs it requires; a requirement that
//! is refuted is a [`Failure`] whose parts name the relation's arguments.
//!
//! A dim of a shape whose rank is decided and whose dims are not is the same application with the
//! dim's place as one more argument: `edit(S, axis, 'remove', 0)`.
//!
//! To add one: a file here, a line in [`ALL`]. Programs define others, see [`defined`].

pub mod align;
pub mod args;
pub mod at;
pub mod broadcast;
pub mod concat;
pub mod defined;
pub mod discover;
pub mod edit;
pub mod einsum;
pub mod elems;
pub mod index;
pub mod loop_as;
pub mod maps;
pub mod measure;
pub mod packs;
pub mod permute;
pub mod promote;
pub mod ranks;
pub mod reshape;
pub mod slice;
pub mod static_broadcast;
pub mod store_into;

use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, FreshKind, Seq, SeqData, Shape, Sym, Term, Ty, TyKind};

use crate::cause::Failure;
use crate::context::Context;
use crate::is_since;
use crate::store::Store;

/// What a relation is to the language of signatures.
pub struct Relation {
    pub name: &'static str,
    /// How many arguments a signature gives it.
    pub arity: std::ops::RangeInclusive<usize>,
    /// The second argument is an axis, or several, of the first.
    pub axes: bool,
    pub evaluate: fn(&mut Context, &[Term]) -> Result<Term, Failure>,
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
    &elems::ACCUMULATOR,
    &elems::CASTABLE,
    &elems::COMPLEX_OF,
    &elems::FFT_DTYPE,
    &elems::INEXACT,
    &elems::KIND,
    &elems::LINALG_DTYPE,
    &elems::REAL,
    &index::INDEX,
    &maps::DTYPE_MAP,
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
    &loop_as::LOOP_AS,
    &promote::PROMOTABLE,
    &promote::PROMOTE,
    &promote::STRONG,
    &reshape::RESHAPE,
    &slice::SLICE_LENGTH,
    &static_broadcast::STATIC_BROADCAST,
    &store_into::STORE_INTO,
];

/// Is there a relation of this name, here or defined by somebody?
pub fn is_known(name: &str) -> bool {
    by_name(name).is_some() || defined::by_name(name).is_some()
}

/// What the relation of this name gives; `None` if there is none.
pub fn apply(name: &str, cx: &mut Context, args: &[Term]) -> Option<Result<Term, Failure>> {
    match by_name(name) {
        Some(relation) => Some((relation.evaluate)(cx, args)),
        None => defined::by_name(name).map(|defined| defined.apply(cx, args)),
    }
}

/// The core's relation of this name.
pub fn by_name(name: &str) -> Option<&'static Relation> {
    ALL.iter().copied().find(|relation| relation.name == name)
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
    term::visit_term(term, &mut |leaf| {
        newer |= match leaf {
            Leaf::Atom(atom) => matches!(atom.data(), AtomData::Fresh { id, .. } if is_since(*id, first_new)),
            Leaf::Seq(seq) => matches!(seq.data(), SeqData::Fresh { id, .. } if is_since(*id, first_new)),
            Leaf::Elem(elem) => matches!(elem.data(), ElemData::Fresh { id, .. } if is_since(*id, first_new)),
        }
    });
    newer
}

/// Does the term stand for one value, so that two equal ones are equal values? `int` does not.
pub fn is_precise(term: &Term) -> bool {
    nesting(term) < MAX_NESTING && all_precise(term)
}

/// Applications inside applications go so deep; past that the result is something fresh.
const MAX_NESTING: u32 = 4;

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
            ElemData::App(_, args) => inside(args),
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

impl Context {
    /// [`undecided_shape`], or a fresh shape if the arguments do not determine it.
    pub(crate) fn open_shape(&mut self, name: &str, args: &[Term]) -> Shape {
        let shape = undecided_shape(name, args);
        if shape == Shape::any() { self.fresh_shape() } else { shape }
    }

    pub(crate) fn open_dim(&mut self, name: &str, args: &[Term]) -> Dim {
        let dim = undecided_dim(name, args);
        if dim.is_any() { self.fresh_dim(FreshKind::Unknown) } else { dim }
    }

    pub(crate) fn open_elem(&mut self, name: &str, args: &[Term]) -> Elem {
        let elem = undecided_elem(name, args);
        if elem.is_any() { self.fresh_elem() } else { elem }
    }

    /// A shape of known rank whose dims `name` gives by their places.
    pub(crate) fn open_dims(&mut self, name: &str, args: &[Term], rank: usize) -> Shape {
        let mut dims = Vec::with_capacity(rank);
        for place in 0..rank {
            let mut with_place = args.to_vec();
            with_place.push(Term::Ty(Ty::int(to_i64(place))));
            dims.push(self.open_dim(name, &with_place));
        }
        Shape::of(&dims)
    }
}

/// A rank, a place, a count.
pub(crate) fn to_i64(count: usize) -> i64 {
    i64::try_from(count).expect("a count of dims")
}

/// The dim at `place` of a result, for an application that asks for one dim alone.
pub(crate) fn pick(cx: &mut Context, name: &str, args: &[Term], shape: Shape, place: &Term) -> Dim {
    let known = match place {
        Term::Ty(ty) => ty.int_value().and_then(Dim::constant).and_then(|place| shape.at(place)),
        _ => None,
    };
    match known {
        Some(dim) => dim,
        None => {
            let mut with_place = args.to_vec();
            with_place.push(place.clone());
            cx.open_dim(name, &with_place)
        }
    }
}
