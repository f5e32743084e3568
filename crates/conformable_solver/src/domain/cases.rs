//! Cases into which what is known falls apart by which of two sizes is the larger one: then a largest or
//! smallest one is one of the two, a remainder may be the size itself, and a quotient 0; and by what a
//! size is that has few values.

use conformable_types::term::{self, Instead};
use conformable_types::{Atom, AtomData, Dim, Term, Truth};

use super::atoms::{FEW, atoms_in, sizes_in};
use super::values::values;
use crate::store::{Fact, Store};

/// The cases of the first largest or smallest size, remainder or quotient that is open, else of a size of few
/// values, all that there are; none if there is none such.
pub fn split(store: &Store, shown: &[Term]) -> Option<Vec<Vec<Fact>>> {
    let wanted = |atom: Atom| {
        matches!(atom.data(), AtomData::Max(_) | AtomData::Min(_) | AtomData::Mod(..) | AtomData::FloorDiv(..))
    };
    let by_order = atoms_in(store, shown, &wanted).into_iter().find_map(|atom| {
        let [first, second] = cases(store, atom)?;
        let decided = |case: &[Fact]| matches!(store.ask(&case[0]), Truth::Yes | Truth::No);
        (!decided(&first) && !decided(&second)).then(|| vec![first, second])
    });
    by_order.or_else(|| sizes_in(store, shown).into_iter().find_map(|atom| one_by_one(store, atom)))
}

/// A case for each value of a size that has few.
fn one_by_one(store: &Store, atom: Atom) -> Option<Vec<Vec<Fact>>> {
    let range = store.interval(atom.dim());
    let all = match range.hi.saturating_sub(range.lo) < FEW {
        true => (range.lo..=range.hi).collect(),
        false => values(store, atom)?,
    };
    let is = |value| vec![Fact::Eq(atom.dim(), Dim::of(value))];
    (1..=FEW).contains(&(all.len() as i64)).then(|| all.into_iter().map(is).collect())
}

/// In front of each case what distinguishes it.
fn cases(store: &Store, atom: Atom) -> Option<[Vec<Fact>; 2]> {
    let is = |value| instead(store, atom, value);
    match atom.data() {
        AtomData::Max(parts) | AtomData::Min(parts) => {
            let [a, b] = **parts else { return None };
            let (larger, smaller) = if matches!(atom.data(), AtomData::Max(_)) { (a, b) } else { (b, a) };
            Some([[vec![Fact::Le(b, a)], is(larger)].concat(), [vec![Fact::Le(a, b)], is(smaller)].concat()])
        }
        AtomData::Mod(a, b) | AtomData::FloorDiv(a, b) if store.interval(*a).lo >= 0 && store.interval(*b).lo >= 0 => {
            let value = if matches!(atom.data(), AtomData::Mod(..)) { *a } else { Dim::ZERO };
            Some([[vec![Fact::Le(a.plus(1), *b)], is(value)].concat(), vec![Fact::Le(*b, *a)]])
        }
        _ => None,
    }
}

/// That it is this value, and so is it in the equations that wait, of which the store solves only for what is
/// made of nothing.
fn instead(store: &Store, atom: Atom, value: Dim) -> Vec<Fact> {
    let put = |dim: Dim| term::map_dim(store.resolve_dim(dim), &mut Instead(&[(atom, value)]));
    let facts = store.waiting().filter_map(|fact| match fact {
        Fact::Eq(a, b) => Some(Fact::Eq(put(*a), put(*b))),
        _ => None,
    });
    std::iter::once(Fact::Eq(atom.dim(), value)).chain(facts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_of_few_values_has_each() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let mut store = Store::new();
        store.tell(&Fact::Eq(n.times(n).minus(n.times(m)), Dim::of(2))).unwrap();
        let cases = split(&store, &[]).unwrap();
        assert_eq!(cases, [vec![Fact::Eq(n, Dim::ONE)], vec![Fact::Eq(n, Dim::of(2))]]);
    }

    #[test]
    fn the_largest_of_two_is_one_of_them() {
        let (n, m, two, three) = (Dim::name("n"), Dim::name("m"), Dim::of(2), Dim::of(3));
        let mut store = Store::new();
        assert!(split(&store, &[]).is_none());
        store.tell(&Fact::Eq(Dim::max([n, m]).floordiv(two).unwrap(), three)).unwrap();
        let cases = split(&store, &[]).unwrap();
        // What is said of the largest is said of the one that it is.
        let half_is_three = |dim: Dim, facts: &Vec<Fact>| {
            let mut case = store.clone();
            facts.iter().try_for_each(|fact| case.tell(fact)).unwrap();
            case.ask(&Fact::Eq(dim.floordiv(two).unwrap(), three)).is_yes()
        };
        assert_eq!(cases.iter().filter(|facts| half_is_three(n, facts)).count(), 1);
        assert_eq!(cases.iter().filter(|facts| half_is_three(m, facts)).count(), 1);
    }
}
