//! The sizes that a search is about: those in what is shown, and in what waits.

use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Term};
use smallvec::SmallVec;

use crate::store::{Fact, Store};

/// So few values of a size are no matter of width.
pub(super) const FEW: i64 = 8;

/// Names and fresh sizes in these terms and in what waits; composite atoms are made of them.
pub fn sizes_in(store: &Store, terms: &[Term]) -> Vec<Atom> {
    atoms_in(store, terms, &is_plain)
}

fn is_plain(atom: Atom) -> bool {
    matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. })
}

/// The atoms that are wanted, in these terms and in what waits.
pub(super) fn atoms_in(store: &Store, terms: &[Term], wanted: &dyn Fn(Atom) -> bool) -> Vec<Atom> {
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
                    // `k % n` may be known to be 4 while n is not: resolved, it is not there, and n is not.
                    let mut parts: SmallVec<[Dim; 4]> = SmallVec::new();
                    term::visit_dim(dim, &mut |leaf| match leaf {
                        Leaf::Atom(atom) if is_plain(atom) => parts.push(atom.dim()),
                        composite => visit(composite),
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
