//! One total order of terms by structure, the same in every process: what normal forms and
//! unions are sorted by, since handles have no order.

use std::cell::OnceCell;
use std::cmp::Ordering;

use crate::dim::{Atom, AtomData, Dim, FreshKind, Monomial};
use crate::elem::{Elem, ElemData};
use crate::place::{Place, PlaceData};
use crate::shape::{Seq, SeqData, Shape};
use crate::term::Term;
use crate::ty::{Constraint, Function, Ty, TyKind};

fn rank(data: &AtomData) -> u8 {
    match data {
        AtomData::Name(_) => 0,
        AtomData::Fresh { .. } => 1,
        AtomData::Len(_) => 2,
        AtomData::Prod(_) => 3,
        AtomData::FloorDiv(..) => 4,
        AtomData::Mod(..) => 5,
        AtomData::Max(_) => 6,
        AtomData::Min(_) => 7,
        AtomData::Bcast(_) => 8,
        AtomData::SliceLen { .. } => 9,
        AtomData::App(..) => 10,
        AtomData::Any => 11,
    }
}

/// Names first, then run-time sizes by number, then by form.
pub fn atoms(a: Atom, b: Atom) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let (x, y) = (a.data(), b.data());
    rank(x).cmp(&rank(y)).then_with(|| match (x, y) {
        (AtomData::Name(a), AtomData::Name(b)) => a.as_str().cmp(b.as_str()),
        (AtomData::Fresh { id: a, kind: j }, AtomData::Fresh { id: b, kind: k }) => numbered((*a, *j), (*b, *k)),
        (AtomData::FloorDiv(a, b), AtomData::FloorDiv(c, d)) | (AtomData::Mod(a, b), AtomData::Mod(c, d)) => {
            dims(*a, *c).then_with(|| dims(*b, *d))
        }
        (AtomData::Max(a), AtomData::Max(b))
        | (AtomData::Min(a), AtomData::Min(b))
        | (AtomData::Bcast(a), AtomData::Bcast(b)) => lists(a, b),
        (
            AtomData::SliceLen { start: a, stop: b, step: c, n: d },
            AtomData::SliceLen { start: e, stop: f, step: g, n: h },
        ) => lists(&[*a, *b, *c, *d], &[*e, *f, *g, *h]),
        (AtomData::Len(a), AtomData::Len(b)) | (AtomData::Prod(a), AtomData::Prod(b)) => seqs(*a, *b),
        (AtomData::App(f, a), AtomData::App(g, b)) => applications(f.as_str(), a, g.as_str(), b),
        _ => Ordering::Equal,
    })
}

/// Higher degree first, then by factors: `n*m + n + 1`.
pub fn monomials(a: &Monomial, b: &Monomial) -> Ordering {
    if a.is_unit() || b.is_unit() {
        return a.is_unit().cmp(&b.is_unit());
    }
    let (x, y) = (a.factors(), b.factors());
    let degree = |factors: &[(Atom, u8)]| factors.iter().map(|&(_, p)| u32::from(p)).sum::<u32>();
    degree(y).cmp(&degree(x)).then_with(|| {
        for (&(a, p), &(b, q)) in x.iter().zip(y) {
            let order = atoms(a, b).then(q.cmp(&p));
            if order != Ordering::Equal {
                return order;
            }
        }
        x.len().cmp(&y.len())
    })
}

/// Expressions by their terms, constants last.
pub fn dims(a: Dim, b: Dim) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    match (a.constant(), b.constant()) {
        (Some(x), Some(y)) => return x.cmp(&y),
        (Some(_), None) => return Ordering::Greater,
        (None, Some(_)) => return Ordering::Less,
        (None, None) => {}
    }
    let (x, y) = (a.terms(), b.terms());
    for ((m, c), (n, d)) in x.iter().zip(y.iter()) {
        let order = monomials(m, n).then_with(|| c.cmp(d));
        if order != Ordering::Equal {
            return order;
        }
    }
    x.iter().len().cmp(&y.iter().len())
}

fn lists(a: &[Dim], b: &[Dim]) -> Ordering {
    by(a, b, |x, y| dims(*x, *y))
}

fn by<T>(a: &[T], b: &[T], mut order: impl FnMut(&T, &T) -> Ordering) -> Ordering {
    let first = a.iter().zip(b).map(|(x, y)| order(x, y)).find(|order| order.is_ne());
    first.unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn numbered(a: (u64, FreshKind), b: (u64, FreshKind)) -> Ordering {
    a.0.cmp(&b.0).then((a.1 as u8).cmp(&(b.1 as u8)))
}

fn applications(f: &str, a: &[Term], g: &str, b: &[Term]) -> Ordering {
    f.cmp(g).then_with(|| by(a, b, terms))
}

/// Named sequences, numbered ones, applications, `...`.
pub fn seqs(a: Seq, b: Seq) -> Ordering {
    let rank = |data: &SeqData| match data {
        SeqData::Name(_) => 0,
        SeqData::Fresh { .. } => 1,
        SeqData::App(..) => 2,
        SeqData::Any => 3,
    };
    if a == b {
        return Ordering::Equal;
    }
    rank(a.data()).cmp(&rank(b.data())).then_with(|| match (a.data(), b.data()) {
        (SeqData::Name(a), SeqData::Name(b)) => a.as_str().cmp(b.as_str()),
        (SeqData::Fresh { id: a, kind: j }, SeqData::Fresh { id: b, kind: k }) => numbered((*a, *j), (*b, *k)),
        (SeqData::App(f, a), SeqData::App(g, b)) => applications(f.as_str(), a, g.as_str(), b),
        _ => Ordering::Equal,
    })
}

/// By the dims in front, then the sequence, then the dims after it; a known rank first.
pub fn shapes(a: Shape, b: Shape) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let (x, y) = (a.data(), b.data());
    lists(&x.prefix, &y.prefix).then_with(|| match (&x.rest, &y.rest) {
        (Some((s, after)), Some((t, behind))) => seqs(*s, *t).then_with(|| lists(after, behind)),
        (x, y) => x.is_some().cmp(&y.is_some()),
    })
}

/// Dtypes by name, weak kinds, names, numbered ones, applications, `?`.
pub fn elems(a: Elem, b: Elem) -> Ordering {
    let rank = |data: &ElemData| match data {
        ElemData::DType(_) => 0,
        ElemData::Weak(_) => 1,
        ElemData::Name(_) => 2,
        ElemData::Fresh { .. } => 3,
        ElemData::App(..) => 4,
        ElemData::Any => 5,
    };
    if a == b {
        return Ordering::Equal;
    }
    rank(a.data()).cmp(&rank(b.data())).then_with(|| match (a.data(), b.data()) {
        (ElemData::DType(a), ElemData::DType(b)) => a.name().cmp(&b.name()),
        (ElemData::Weak(a), ElemData::Weak(b)) => (*a as u8).cmp(&(*b as u8)),
        (ElemData::Name(a), ElemData::Name(b)) => a.as_str().cmp(b.as_str()),
        (ElemData::Fresh { id: a, kind: j }, ElemData::Fresh { id: b, kind: k }) => numbered((*a, *j), (*b, *k)),
        (ElemData::App(f, a), ElemData::App(g, b)) => applications(f.as_str(), a, g.as_str(), b),
        _ => Ordering::Equal,
    })
}

/// Dims, shapes, element types, types, packs.
pub fn terms(a: &Term, b: &Term) -> Ordering {
    let rank = |term: &Term| match term {
        Term::Dim(_) => 0,
        Term::Shape(_) => 1,
        Term::Elem(_) => 2,
        Term::Ty(_) => 3,
        Term::List(_) => 4,
    };
    match (a, b) {
        (Term::Dim(a), Term::Dim(b)) => dims(*a, *b),
        (Term::Shape(a), Term::Shape(b)) => shapes(*a, *b),
        (Term::Elem(a), Term::Elem(b)) => elems(*a, *b),
        (Term::Ty(a), Term::Ty(b)) => types(*a, *b),
        (Term::List(a), Term::List(b)) => by(a, b, terms),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// By text, which tells apart all but the numbers of run-time sizes; then by those.
pub fn types(a: Ty, b: Ty) -> Ordering {
    Texted::new(a).compare(&Texted::new(b))
}

/// Puts types in that order; each is printed once, if how its text begins decides too little.
pub fn sort_types(all: &mut [Ty]) {
    let mut texted: Vec<Texted> = all.iter().map(|ty| Texted::new(*ty)).collect();
    texted.sort_by(Texted::compare);
    all.iter_mut().zip(texted).for_each(|(ty, sorted)| *ty = sorted.ty);
}

/// A type with its text. A nested one's is long, and mostly `list[` or `tuple[` is all that is looked at.
struct Texted {
    ty: Ty,
    text: OnceCell<String>,
}

impl Texted {
    fn new(ty: Ty) -> Texted {
        Texted { ty, text: OnceCell::new() }
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| crate::text::print_ty(self.ty))
    }

    /// How its text begins, where that is known without it.
    fn beginning(&self) -> Option<&'static str> {
        match self.ty.kind() {
            TyKind::Tuple(_) | TyKind::TupleOf(_) => Some("tuple["),
            TyKind::List(_) | TyKind::ListOf(_) => Some("list["),
            TyKind::Set(_) => Some("set["),
            TyKind::Dict(..) => Some("dict["),
            _ => None,
        }
    }

    fn compare(&self, other: &Texted) -> Ordering {
        if self.ty == other.ty {
            return Ordering::Equal;
        }
        let (a, b) = match (self.beginning(), other.beginning()) {
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => (a, other.text()),
            (None, Some(b)) => (self.text(), b),
            (None, None) => (self.text(), other.text()),
        };
        // Neither goes on where the other ends: what differs is in both.
        if !a.starts_with(b) && !b.starts_with(a) {
            return a.cmp(b);
        }
        self.text().cmp(other.text()).then_with(|| same_text(self.ty, other.ty))
    }
}

/// Two types of the same text have the same form.
fn same_text(a: Ty, b: Ty) -> Ordering {
    match (a.kind(), b.kind()) {
        (TyKind::IntOf(a), TyKind::IntOf(b)) => dims(*a, *b),
        (TyKind::Scalar(a), TyKind::Scalar(b)) | (TyKind::DType(a), TyKind::DType(b)) => elems(*a, *b),
        (TyKind::Array { elem: a, shape: s }, TyKind::Array { elem: b, shape: t })
        | (TyKind::Decay { elem: a, shape: s }, TyKind::Decay { elem: b, shape: t }) => {
            elems(*a, *b).then_with(|| shapes(*s, *t))
        }
        (TyKind::Placed { elem: a, shape: s, place: p }, TyKind::Placed { elem: b, shape: t, place: q }) => {
            elems(*a, *b).then_with(|| shapes(*s, *t)).then_with(|| places(*p, *q))
        }
        (TyKind::Function(f), TyKind::Function(g)) => functions(f, g),
        _ => by(&a.parts(), &b.parts(), |x, y| same_text(*x, *y)),
    }
}

/// Of the same text, so with the same parts.
fn places(p: Place, q: Place) -> Ordering {
    let (p, q) = (p.data(), q.data());
    let parts =
        |place: &PlaceData| -> Vec<Dim> { place.strides.iter().flatten().chain(&place.offset).copied().collect() };
    lists(&parts(p), &parts(q))
}

fn functions(f: &Function, g: &Function) -> Ordering {
    by(&f.params, &g.params, |x, y| same_text(x.ty, y.ty))
        .then_with(|| by(&f.outputs, &g.outputs, |x, y| same_text(*x, *y)))
        .then_with(|| {
            by(&f.constraints, &g.constraints, |x, y| match (x, y) {
                (Constraint::Compare(_, a, b), Constraint::Compare(_, c, d)) => dims(*a, *c).then_with(|| dims(*b, *d)),
                (Constraint::Relation(_, a), Constraint::Relation(_, b)) => by(a, b, terms),
                _ => Ordering::Equal,
            })
        })
}
