//! The values that what is left open may have: bounds narrowed by trying their ends, and
//! enumeration of finitely many valuations.
//!
//! [`squeeze`] moves a bound as long as the value at it contradicts what is known; [`enumerate`]
//! goes through the sizes and ranks of what is shown, the small ones first. Both only ask the
//! store, so they rest on the same rules as everything else.

use std::ops::ControlFlow;

use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, FreshKind, Seq, SeqData, Term};
use smallvec::SmallVec;

use crate::relations;
use crate::store::{Contradiction, Fact, Store};

/// An interval of at most so many values is worth trying its ends.
const NARROW: i64 = 64;
/// So few values of a size are no matter of width.
const FEW: i64 = 8;
/// So often the same facts are told again at most.
const ROUNDS: usize = 8;

/// Names and fresh sizes in these terms and in what waits; composite atoms are made of them.
pub fn sizes_in(store: &Store, terms: &[Term]) -> Vec<Atom> {
    atoms_in(store, terms, &|atom| matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. }))
}

fn atoms_in(store: &Store, terms: &[Term], wanted: &dyn Fn(Atom) -> bool) -> Vec<Atom> {
    let mut found = Vec::new();
    let mut visit = |leaf: Leaf| {
        if let Leaf::Atom(atom) = leaf
            && wanted(atom)
            && !found.contains(&atom)
        {
            found.push(atom);
        }
    };
    for term in terms {
        term::visit_term(&store.resolve_term(term), &mut visit);
    }
    for fact in store.waiting() {
        match fact {
            Fact::Eq(a, b) | Fact::Ne(a, b) | Fact::Le(a, b) | Fact::Broadcast(a, b) => {
                for dim in [*a, *b] {
                    // `k % n` may be known to be 4 while n is not: resolved, it has no n.
                    let mut parts: SmallVec<[Dim; 4]> = SmallVec::new();
                    term::visit_dim(dim, &mut |leaf| {
                        if let Leaf::Atom(atom) = leaf
                            && matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. })
                        {
                            parts.push(atom.dim());
                        }
                    });
                    parts.push(dim);
                    parts.into_iter().for_each(|part| term::visit_dim(store.resolve_dim(part), &mut visit));
                }
            }
            Fact::Shape(a, b) => {
                term::visit_shape(store.resolve_shape(*a), &mut visit);
                term::visit_shape(store.resolve_shape(*b), &mut visit);
            }
            Fact::Elem(..) => {}
        }
    }
    found
}

/// What follows from what is known by backward steps that the store does not take by itself: ranks
/// of arguments from those of results, factors of a known product, ends of bounds that cannot be.
///
/// # Errors
/// If nothing satisfies what is known.
pub fn squeeze(mut store: Store, shown: &[Term]) -> Result<Store, Contradiction> {
    for _ in 0..ROUNDS {
        let mut facts = implied(&store);
        facts.retain(|fact| !store.ask(fact).is_yes());
        let mut changed = false;
        for fact in facts {
            let before = known(&store, &fact);
            store.tell(&fact)?;
            changed |= known(&store, &fact) != before;
        }
        // The size of a shape of unknown rank is bounded as a size is.
        let sized = |atom: Atom| matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Prod(_));
        for atom in atoms_in(&store, shown, &sized) {
            changed |= narrow(&mut store, atom)?;
        }
        if !changed {
            break;
        }
    }
    Ok(store)
}

/// What a fact is about, as far as it is known.
fn known(store: &Store, fact: &Fact) -> Vec<(i64, i64)> {
    let range = |dim: Dim| {
        let interval = store.interval(dim);
        (interval.lo, interval.hi)
    };
    fact.dims().into_iter().flatten().map(range).collect()
}

fn implied(store: &Store) -> Vec<Fact> {
    let mut facts = Vec::new();
    for fact in store.waiting() {
        match fact {
            Fact::Shape(a, b) => {
                for (whole, result) in [(a, b), (b, a)] {
                    let app = whole.seq().filter(|_| whole.min_rank() == 0).map(Seq::data);
                    if let Some(SeqData::App(name, args)) = app {
                        facts.extend(relations::implied(store, name.as_str(), args, *result));
                    }
                }
                facts.push(Fact::Eq(store.resolve_shape(*a).rank_dim(), store.resolve_shape(*b).rank_dim()));
            }
            Fact::Eq(a, b) => {
                let difference = store.resolve_dim(*a).minus(store.resolve_dim(*b));
                factors(difference, store, &mut facts);
                ends(difference, store, &mut facts);
                for (composite, result) in [(*a, *b), (*b, *a)] {
                    divisors(composite, store.resolve_dim(result), store, &mut facts);
                }
            }
            Fact::Broadcast(a, b) => {
                let (a, b) = (store.resolve_dim(*a), store.resolve_dim(*b));
                for (open, known) in [(a, b), (b, a)] {
                    // Equal or 1.
                    if let (None, Some(size)) = (open.constant(), known.constant().filter(|size| *size != 1)) {
                        facts.push(Fact::Le(Dim::of(size.min(1)), open));
                        facts.push(Fact::Le(open, Dim::of(size.max(1))));
                    }
                }
            }
            _ => {}
        }
    }
    facts.retain(|fact| match fact {
        Fact::Eq(a, b) | Fact::Le(a, b) => !a.is_any() && !b.is_any(),
        _ => true,
    });
    facts
}

/// `c*n*m = v` with v other than 0: each factor that is a size is between 1 and `v/c`.
fn factors(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    let terms = difference.terms();
    let mut product = None;
    let mut value = 0i64;
    for (monomial, coefficient) in terms.iter() {
        match (monomial.is_unit(), product) {
            (true, _) => value = *coefficient,
            (false, None) => product = Some((monomial, *coefficient)),
            (false, Some(_)) => return,
        }
    }
    let Some((monomial, coefficient)) = product else { return };
    let most = value.unsigned_abs() / coefficient.unsigned_abs();
    let Ok(most) = i64::try_from(most) else { return };
    let all_sizes = monomial.factors().iter().all(|(atom, _)| store.interval(atom.dim()).lo >= 0);
    if value == 0 || !all_sizes {
        return;
    }
    for (atom, _) in monomial.factors() {
        facts.push(Fact::Le(Dim::ONE, atom.dim()));
        facts.push(Fact::Le(atom.dim(), Dim::of(most)));
    }
}

/// `k % q = r` and `k//q = r` for known k and r: where q is.
fn divisors(composite: Dim, result: Dim, store: &Store, facts: &mut Vec<Fact>) {
    let (Some(atom), Some(r)) = (composite.as_atom(), result.constant()) else { return };
    let (AtomData::FloorDiv(p, q) | AtomData::Mod(p, q)) = atom.data() else { return };
    let (Some(k), q) = (store.resolve_dim(*p).constant(), store.resolve_dim(*q)) else { return };
    if k < 0 || r < 0 || store.interval(q).lo < 0 {
        return;
    }
    let is_remainder = matches!(atom.data(), AtomData::Mod(..));
    match (is_remainder, r) {
        (true, _) if r < k => facts.extend([Fact::Le(Dim::of(r + 1), q), Fact::Le(q, Dim::of(k))]),
        (true, _) | (false, 0) => facts.push(Fact::Le(Dim::of(k + 1), q)),
        (false, _) => facts.extend([Fact::Le(Dim::ONE, q), Fact::Le(q, Dim::of(k / r))]),
    }
}

/// `c*x + rest = 0`: the bounds of the rest are bounds of x.
fn ends(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    // c*x*x + rest = 0: x is at most what its square is.
    for (monomial, coefficient) in difference.terms().iter() {
        let [(atom, 2..)] = monomial.factors() else { continue };
        let rest = difference.minus(Dim::from_terms([(monomial.clone(), *coefficient)]));
        let range = store.interval(if *coefficient > 0 { rest.negated() } else { rest });
        if store.interval(atom.dim()).lo >= 0 && range.hi != i64::MAX {
            facts.push(Fact::Le(atom.dim(), Dim::of(range.hi.max(0))));
        }
    }
    for atom in difference.atoms() {
        let Some((coefficient, rest)) = difference.linear_in(atom) else { continue };
        let range = store.interval(rest.negated());
        let (least, most) = match coefficient > 0 {
            true => (range.lo, range.hi),
            false => (range.hi, range.lo),
        };
        let is_open = |bound: i64| bound == i64::MIN || bound == i64::MAX;
        let floor = |bound: i64| conformable_types::dim::python_floordiv(bound, coefficient);
        if !is_open(least)
            && let Some(least) = floor(least.saturating_neg()).map(i64::saturating_neg)
        {
            facts.push(Fact::Le(Dim::of(least), atom.dim()));
        }
        if !is_open(most)
            && let Some(most) = floor(most)
        {
            facts.push(Fact::Le(atom.dim(), Dim::of(most)));
        }
    }
}

/// Moves the ends of a small interval inwards past values that cannot be. Did anything move?
fn narrow(store: &mut Store, atom: Atom) -> Result<bool, Contradiction> {
    let dim = atom.dim();
    if store.resolve_dim(dim).constant().is_some() {
        return Ok(false);
    }
    let range = store.interval(dim);
    if range.is_empty() {
        return Err(Contradiction);
    }
    if range.lo == i64::MIN || range.hi == i64::MAX || range.hi.saturating_sub(range.lo) >= NARROW {
        return Ok(false);
    }
    let can_be = |value: i64| store.clone().tell(&Fact::Eq(dim, Dim::of(value))).is_ok();
    let least = (range.lo..=range.hi).find(|value| can_be(*value)).ok_or(Contradiction)?;
    let most = (least..=range.hi).rev().find(|value| can_be(*value)).ok_or(Contradiction)?;
    if (least, most) == (range.lo, range.hi) && least != most {
        return Ok(false);
    }
    store.tell(&Fact::Le(Dim::of(least), dim))?;
    store.tell(&Fact::Le(dim, Dim::of(most)))?;
    if least == most {
        store.tell(&Fact::Eq(dim, Dim::of(least)))?;
    }
    Ok(true)
}

/// How an enumeration ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumerationEnd {
    /// All valuations have been visited.
    Complete,
    /// Values beyond the width were left out.
    Truncated,
    /// The budget was used up.
    OutOfBudget,
    /// The visitor has seen enough.
    Stopped,
}

/// Of each size and rank so many values from the least on.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// For sizes; all up to this many even where more are possible.
    pub sizes: i64,
    /// For ranks of sequences.
    pub ranks: i64,
}

/// Visits the stores in which all sizes and sequences of `shown` have values, trying at most
/// `budget` values. What the data decide has no value.
pub fn enumerate(
    store: &Store,
    shown: &[Term],
    width: Width,
    budget: &mut usize,
    visit: &mut dyn FnMut(&Store) -> ControlFlow<()>,
) -> EnumerationEnd {
    let Some(leaf) = first_open(store, shown) else {
        return if visit(store).is_break() { EnumerationEnd::Stopped } else { EnumerationEnd::Complete };
    };
    let (dim, least, wide) = match leaf {
        Leaf::Seq(seq) => (seq.shape().rank_dim(), 0, width.ranks),
        Leaf::Atom(atom) => (atom.dim(), i64::MIN, width.sizes),
        Leaf::Elem(_) => unreachable!("only sizes and sequences are open"),
    };
    let range = store.interval(dim);
    let (first, last) = match (range.lo.max(least), range.hi) {
        // An int of any sign: as many to either side.
        (i64::MIN, i64::MAX) => (-wide, wide),
        (i64::MIN, hi) => (hi.saturating_sub(wide), hi),
        // A few values are tried at once: which of them fit others decide.
        (lo, hi) if hi.saturating_sub(lo) < FEW => (lo, hi),
        (lo, hi) => (lo, hi.min(lo.saturating_add(wide))),
    };
    let mut ended = if first > range.lo.max(least) || last < range.hi {
        EnumerationEnd::Truncated
    } else {
        EnumerationEnd::Complete
    };
    for value in first..=last {
        if *budget == 0 {
            return EnumerationEnd::OutOfBudget;
        }
        *budget -= 1;
        let mut next = store.clone();
        if next.tell(&Fact::Eq(dim, Dim::of(value))).is_err() {
            continue;
        }
        match enumerate(&next, shown, width, budget, visit) {
            EnumerationEnd::Complete => {}
            EnumerationEnd::Truncated => ended = EnumerationEnd::Truncated,
            stop => return stop,
        }
    }
    ended
}

/// The first size or sequence without a value.
fn first_open(store: &Store, shown: &[Term]) -> Option<Leaf> {
    let mut found = None;
    for term in shown {
        term::visit_term(&store.resolve_term(term), &mut |leaf| {
            let open = match leaf {
                Leaf::Atom(atom) => match atom.data() {
                    AtomData::Name(_) => true,
                    AtomData::Fresh { kind, .. } => *kind != FreshKind::Runtime,
                    _ => false,
                },
                Leaf::Seq(seq) => {
                    matches!(seq.data(), SeqData::Name(_))
                        || matches!(seq.data(), SeqData::Fresh { kind, .. } if *kind != FreshKind::Runtime)
                }
                Leaf::Elem(_) => false,
            };
            if open && found.is_none() {
                found = Some(leaf);
            }
        });
        if found.is_some() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use conformable_types::Shape;

    use super::*;

    fn names() -> (Dim, Dim) {
        (Dim::name("n"), Dim::name("m"))
    }

    #[test]
    fn ends_that_cannot_be_are_cut_off() {
        let (n, _) = names();
        let mut store = Store::new();
        let three = Dim::of(3);
        store.tell(&Fact::Eq(n.modulo(three).unwrap(), Dim::ZERO)).unwrap();
        store.tell(&Fact::Eq(n.floordiv(three).unwrap(), Dim::of(4))).unwrap();
        let store = squeeze(store, &[Term::Dim(n)]).unwrap();
        assert_eq!(store.resolve_dim(n), Dim::of(12));
    }

    #[test]
    fn factors_of_a_known_product_are_bounded() {
        let (n, m) = names();
        let mut store = Store::new();
        store.tell(&Fact::Eq(n.times(m), Dim::of(6))).unwrap();
        let store = squeeze(store, &[]).unwrap();
        assert_eq!((store.interval(n).lo, store.interval(n).hi), (1, 6));
        let mut found = Vec::new();
        let mut budget = 4096;
        let ended =
            enumerate(&store, &[n.into(), m.into()], Width { sizes: 10, ranks: 0 }, &mut budget, &mut |store| {
                found.push((store.resolve_dim(n).constant(), store.resolve_dim(m).constant()));
                ControlFlow::Continue(())
            });
        let all = [(1, 6), (2, 3), (3, 2), (6, 1)].map(|(a, b)| (Some(a), Some(b)));
        assert_eq!((ended, found), (EnumerationEnd::Complete, all.to_vec()));
    }

    #[test]
    fn ranks_are_enumerated_too() {
        let s = Seq::name("S");
        let mut store = Store::new();
        store.tell(&Fact::Eq(s.shape().size(), Dim::of(2))).unwrap();
        let mut found = Vec::new();
        let width = Width { sizes: 2, ranks: 2 };
        let ended = enumerate(&store, &[s.shape().into()], width, &mut 4096, &mut |store| {
            found.push(format!("{:?}", store.resolve_shape(s.shape())));
            ControlFlow::Continue(())
        });
        assert_eq!(ended, EnumerationEnd::Truncated);
        assert_eq!(found, ["[2]", "[1, 2]", "[2, 1]"]);
    }

    #[test]
    fn an_unknown_rank_is_bounded_by_the_result() {
        let s = Seq::name("S").shape();
        let mut cx = crate::Context::exact(&Store::new());
        let three = Shape::of(&[Dim::of(3), Dim::ONE]);
        let result = relations::of_shapes("broadcast", &mut cx, &[s, three]).unwrap();
        let mut store = cx.into_store();
        store.tell(&Fact::Shape(result, Shape::of(&[Dim::of(3), Dim::of(4)]))).unwrap();
        let store = squeeze(store, &[s.into()]).unwrap();
        assert_eq!(store.interval(s.rank_dim()).hi, 2);
    }
}
