//! Cases into which what is known falls apart by which of two sizes is the larger one: then a largest or
//! smallest one is one of the two, and a remainder may be the size itself.

use conformable_types::{Atom, AtomData, Term, Truth};

use super::atoms_in;
use crate::store::{Fact, Store};

/// The two cases of the first largest or smallest size or remainder that is open, all that there are; none
/// if there is none such.
pub fn split(store: &Store, shown: &[Term]) -> Option<Vec<Vec<Fact>>> {
    let wanted = |atom: Atom| matches!(atom.data(), AtomData::Max(_) | AtomData::Min(_) | AtomData::Mod(..));
    atoms_in(store, shown, &wanted).into_iter().find_map(|atom| {
        let [first, second] = cases(store, atom)?;
        let decided = |case: &[Fact]| matches!(store.ask(&case[0]), Truth::Yes | Truth::No);
        (!decided(&first) && !decided(&second)).then(|| vec![first, second])
    })
}

/// In front of each case what distinguishes it.
fn cases(store: &Store, atom: Atom) -> Option<[Vec<Fact>; 2]> {
    let is = |value| Fact::Eq(atom.dim(), value);
    match atom.data() {
        AtomData::Max(parts) | AtomData::Min(parts) => {
            let [a, b] = **parts else { return None };
            let (larger, smaller) = if matches!(atom.data(), AtomData::Max(_)) { (a, b) } else { (b, a) };
            Some([vec![Fact::Le(b, a), is(larger)], vec![Fact::Le(a, b), is(smaller)]])
        }
        AtomData::Mod(a, b) if store.interval(*a).lo >= 0 && store.interval(*b).lo >= 0 => {
            Some([vec![Fact::Le(a.plus(1), *b), is(*a)], vec![Fact::Le(*b, *a)]])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use conformable_types::Dim;

    use super::*;

    #[test]
    fn the_largest_of_two_is_one_of_them() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let mut store = Store::new();
        assert!(split(&store, &[]).is_none());
        store.tell(&Fact::Eq(Dim::max([n, m]).minus(n), Dim::of(2))).unwrap();
        let cases = split(&store, &[]).unwrap();
        assert_eq!(cases.len(), 2);
        for facts in cases {
            let mut case = store.clone();
            let fits = facts.iter().try_for_each(|fact| case.tell(fact)).is_ok();
            // The difference is 0 where n is the larger one.
            assert_eq!(fits, case.ask(&Fact::Le(m, n)).is_no());
        }
    }
}
