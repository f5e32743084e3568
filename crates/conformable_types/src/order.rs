//! One total order of terms by structure, the same in every process: what normal forms and
//! unions are sorted by, since handles have no order.

use std::cmp::Ordering;

use crate::dim::{Atom, AtomData, Dim, Monomial};

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

pub fn atoms(a: Atom, b: Atom) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let (x, y) = (a.data(), b.data());
    rank(x).cmp(&rank(y)).then_with(|| match (x, y) {
        (AtomData::Name(a), AtomData::Name(b)) => a.as_str().cmp(b.as_str()),
        (AtomData::Fresh { id: a, kind: j }, AtomData::Fresh { id: b, kind: k }) => {
            a.cmp(b).then((*j as u8).cmp(&(*k as u8)))
        }
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
        // Rare and deep: their text decides.
        _ => crate::text::print_atom(a).cmp(&crate::text::print_atom(b)),
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
    for (&x, &y) in a.iter().zip(b) {
        let order = dims(x, y);
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}
