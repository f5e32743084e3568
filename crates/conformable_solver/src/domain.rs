//! The values that what is left open may have: bounds narrowed by trying their ends, and
//! enumeration of finitely many valuations.
//!
//! [`squeeze`] moves a bound as long as the value at it contradicts what is known; [`enumerate`]
//! goes through the sizes and ranks of what is shown, the small ones first. Both only ask the
//! store, so they depend on the same rules as everything else.

use std::ops::ControlFlow;

use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, FreshKind, Term};

use self::atoms::{FEW, atoms_in};
use self::implied::implied;
use crate::store::{Contradiction, Fact, Store};

mod atoms;
mod cases;
mod differences;
mod implied;
mod residues;
mod values;

pub use self::atoms::sizes_in;
pub use self::cases::split;
pub use self::values::values;

/// An interval of at most so many values is worth trying its ends.
const NARROW: i64 = 64;
/// Divisors of numbers up to this are tried, where a size divides one.
const LISTED: u64 = 1 << 16;
/// So often the same facts are told again at most.
const ROUNDS: usize = 8;

/// What follows from what is known by backward steps that the store does not take by itself: ranks
/// of arguments from those of results, factors of a known product, ends of bounds that cannot be.
///
/// # Errors
/// If nothing satisfies what is known.
pub fn squeeze(mut store: Store, shown: &[Term]) -> Result<Store, Contradiction> {
    for _ in 0..ROUNDS {
        let (entailed, facts): (Vec<Fact>, Vec<Fact>) =
            implied(&store, shown).into_iter().partition(|fact| store.ask(fact).is_yes());
        let mut changed = false;
        for fact in entailed {
            changed |= store.sharpen(&fact)?;
        }
        for fact in facts {
            let before = (known(&store, &fact), store.waiting().count());
            store.tell(&fact)?;
            changed |= (known(&store, &fact), store.waiting().count()) != before;
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
    differences::ordered(&store)?;
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

/// Moves the ends of a small interval, or of few values, inwards past values that cannot be. Did anything move?
fn narrow(store: &mut Store, atom: Atom) -> Result<bool, Contradiction> {
    let dim = atom.dim();
    if store.resolve_dim(dim).constant().is_some() {
        return Ok(false);
    }
    let range = store.interval(dim);
    if range.is_empty() {
        return Err(Contradiction);
    }
    let is_wide = range.lo == i64::MIN || range.hi == i64::MAX || range.hi.saturating_sub(range.lo) >= NARROW;
    let all: Vec<i64> = match is_wide {
        false => (range.lo..=range.hi).collect(),
        true => match values::of_multiple(store, atom, LISTED) {
            Some(all) => all,
            None => return Ok(false),
        },
    };
    let can_be = |value: &i64| store.clone().tell(&Fact::Eq(dim, Dim::of(*value))).is_ok();
    let least = *all.iter().find(|value| can_be(value)).ok_or(Contradiction)?;
    let most = *all.iter().rev().find(|value| can_be(value)).ok_or(Contradiction)?;
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
    // An equation may list all that there are.
    let listed = match leaf {
        Leaf::Atom(atom) if first > range.lo.max(least) || last < range.hi => values(store, atom),
        _ => None,
    };
    let mut ended = if listed.is_none() && (first > range.lo.max(least) || last < range.hi) {
        EnumerationEnd::Truncated
    } else {
        EnumerationEnd::Complete
    };
    let (some, all) = match listed {
        Some(all) => (None, all),
        None => (Some(first..=last), Vec::new()),
    };
    for value in some.into_iter().flatten().chain(all) {
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
            let is_open = leaf.name().is_some() || leaf.fresh().is_some_and(|(_, kind)| kind != FreshKind::Runtime);
            if is_open && !matches!(leaf, Leaf::Elem(_)) && found.is_none() {
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
    use conformable_types::{Seq, Shape};

    use crate::relations;

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
    fn a_bound_of_a_quotient_bounds_what_is_divided() {
        let (n, _) = names();
        let mut store = Store::new();
        let half = n.floordiv(Dim::of(2)).unwrap();
        store.tell(&Fact::Le(Dim::of(3), half)).unwrap();
        assert_eq!(squeeze(store.clone(), &[n.into()]).unwrap().interval(n).lo, 6);
        store.tell(&Fact::Le(half, Dim::of(4))).unwrap();
        assert_eq!(squeeze(store, &[n.into()]).unwrap().interval(n).hi, 9);
    }

    #[test]
    fn what_is_bound_keeps_its_bounds() {
        let (n, m) = names();
        let mut store = Store::new();
        store.tell(&Fact::Eq(Dim::max([n.plus(m), Dim::of(2)]), Dim::of(3))).unwrap();
        assert!(store.tell(&Fact::Eq(n, Dim::of(4))).is_err());
    }

    /// Is it refuted that the size is this, as far as bounds go?
    fn is_refuted(size: Option<Dim>, value: i64) -> bool {
        let mut store = Store::new();
        let told = store.tell(&Fact::Eq(size.unwrap(), Dim::of(value)));
        told.is_err() || squeeze(store, &[]).is_err()
    }

    #[test]
    fn what_a_composite_size_was_solved_to_be_follows_from_what_it_is() {
        let (n, m) = names();
        // n % m is less than m, whatever it is.
        assert!(is_refuted(n.modulo(m).map(|remainder| remainder.minus(m)), 2));
        assert!(!is_refuted(n.modulo(m).map(|remainder| remainder.minus(m)), -2));
        // Even numbers leave even remainders.
        assert!(is_refuted(n.scaled(2).modulo(Dim::of(4)), 1));
        assert!(!is_refuted(n.scaled(2).modulo(Dim::of(4)), 2));
        assert!(is_refuted(n.scaled(6).plus(Dim::ONE).modulo(Dim::of(4)), 2));
        // n//3 is the smaller one of it and n.
        let mut store = Store::new();
        store.tell(&Fact::Eq(Dim::min([n.floordiv(Dim::of(3)).unwrap(), n]), Dim::of(2))).unwrap();
        let store = squeeze(store, &[n.into()]).unwrap();
        assert_eq!((store.interval(n).lo, store.interval(n).hi), (6, 8));
    }

    #[test]
    fn a_root_below_the_least_value_is_none() {
        let (n, _) = names();
        let mut store = Store::new();
        store.tell(&Fact::Le(Dim::of(4), n)).unwrap();
        store.tell(&Fact::Eq(n.times(n), n.scaled(2))).unwrap();
        assert!(squeeze(store, &[n.into()]).is_err());
    }

    #[test]
    fn sizes_that_are_at_most_each_other_are_equal() {
        let (n, m) = names();
        let mut store = Store::new();
        store.tell(&Fact::Eq(n.modulo(m).unwrap(), Dim::of(4))).unwrap();
        store.tell(&Fact::Le(n, m)).unwrap();
        assert!(squeeze(store.clone(), &[]).is_ok());
        // Then nothing remains of one divided by the other.
        let told = store.tell(&Fact::Le(m, n));
        assert!(told.is_err() || squeeze(store, &[]).is_err());
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
