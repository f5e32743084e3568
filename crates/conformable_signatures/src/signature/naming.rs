//! What is called what, in a function's signature and in what remains of a call: names that were given
//! stay, anything else that is open gets one that is free.

use conformable_solver::relations::defined::Gives;
use conformable_solver::{Fact, Store, relations};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::ty::{Comparison, Constraint};
use conformable_types::{Atom, AtomData, Device, Dim, Order, Sym, Term, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::places;
use super::text::{BROADCASTABLE, SAME};

/// Is there anything in it that no text has a name for?
pub fn has_fresh(term: &Term) -> bool {
    let mut found = false;
    term::visit_term(term, &mut |leaf| found |= leaf.fresh().is_some());
    found
}

/// A term as messages have it.
pub fn shown(term: &Term) -> String {
    match term {
        Term::Dim(dim) => conformable_types::text::print_dim(*dim),
        Term::Elem(elem) => conformable_types::text::print_elem(*elem),
        other => conformable_types::text::print::print_term(other),
    }
}

/// Open things back into the names that stand for them.
pub struct Back {
    names: Vec<(Sym, Term)>,
    /// What is a name and a number: where m is `d + 2`, d is `m - 2`.
    solved: Vec<(Atom, Dim)>,
}

impl Back {
    /// Of names and what they stand for, and of what the store found that to be, where that has no name.
    pub fn new(names: impl IntoIterator<Item = (Sym, Term)>, store: &Store) -> Back {
        let mut names: Vec<(Sym, Term)> = names.into_iter().collect();
        let found = names.iter().map(|(name, term)| (*name, store.resolve_term(term)));
        let found: Vec<(Sym, Term)> = found.filter(|(_, term)| has_fresh(term)).collect();
        names.extend(found);
        let solved = names.iter().filter_map(|(name, term)| match term {
            Term::Dim(dim) => solved(*name, *dim),
            _ => None,
        });
        Back { solved: solved.collect(), names }
    }
}

/// The open size of which the name is a sum with a number, as what it is by that name.
fn solved(name: Sym, dim: Dim) -> Option<(Atom, Dim)> {
    let mut atoms = dim.atoms();
    let (atom, None) = (atoms.next()?, atoms.next()) else { return None };
    let (coefficient @ (1 | -1), rest) = dim.linear_in(atom)? else { return None };
    rest.constant()?;
    Leaf::Atom(atom).fresh().map(|_| (atom, Dim::name(name.as_str()).minus(rest).scaled(coefficient)))
}

impl Map for Back {
    fn name(&mut self, name: Sym) -> Option<Ty> {
        places::shown(name).map(|name| Ty::new(TyKind::Name(Sym::new(name))))
    }

    fn instead(&mut self, leaf: Leaf) -> Option<Term> {
        let term = Term::from(leaf);
        let named = self.names.iter().find(|(_, own)| *own == term).map(|(name, _)| leaf.named(*name).into());
        named.or_else(|| self.solved.iter().find(|(own, _)| Leaf::Atom(*own) == leaf).map(|(_, dim)| (*dim).into()))
    }

    fn order(&mut self, name: Sym) -> Option<Order> {
        places::shown(name).map(|name| Order::Name(Sym::new(name)))
    }

    fn device(&mut self, name: Sym) -> Option<Device> {
        places::shown(name).map(|name| Device::Name(Sym::new(name)))
    }
}

/// The letters for things without a name.
pub struct Letters {
    pub dims: &'static [&'static str],
    pub seqs: &'static [&'static str],
    pub elems: &'static [&'static str],
}

impl Letters {
    pub fn of(&self, leaf: Leaf) -> &'static [&'static str] {
        match leaf {
            Leaf::Atom(_) => self.dims,
            Leaf::Seq(_) => self.seqs,
            Leaf::Elem(_) => self.elems,
        }
    }
}

/// Names that something has.
#[derive(Clone, Default)]
pub struct TakenNames(FxHashSet<String>);

impl TakenNames {
    /// Was it free?
    pub fn take(&mut self, name: &str) -> bool {
        self.0.insert(name.to_owned())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The first of these that is free, else a letter, else a letter with a number.
    pub fn first(&mut self, wanted: impl IntoIterator<Item = String>, letters: &[&str]) -> String {
        let numbered = (1..).map(|number: u32| format!("{}{number}", letters[0]));
        let mut names = wanted.into_iter().chain(letters.iter().map(|letter| (*letter).to_owned())).chain(numbered);
        let free = names.find(|name| !self.has(name)).expect("there is always another number");
        self.take(&free);
        free
    }
}

impl Extend<Sym> for TakenNames {
    fn extend<I: IntoIterator<Item = Sym>>(&mut self, names: I) {
        self.0.extend(names.into_iter().map(|name| name.as_str().to_owned()));
    }
}

/// What each open thing is called.
#[derive(Default, Debug)]
pub struct LeafNames {
    leaves: FxHashMap<Leaf, Leaf>,
    /// Names of orders and of devices.
    places: FxHashMap<Sym, Sym>,
}

impl LeafNames {
    pub fn call(&mut self, leaf: Leaf, name: &str) {
        self.leaves.insert(leaf, leaf.named(Sym::new(name)));
    }

    /// Gives an unnamed size a name that no other has; was it given?
    pub fn call_if_free(&mut self, atom: Atom, name: Sym) -> bool {
        let leaf = Leaf::Atom(atom);
        let named = leaf.named(name);
        // One that stands for each of several sizes is none.
        let is_one = leaf.fresh().is_some() && !leaf.is_of_each();
        let is_free = is_one && !self.leaves.contains_key(&leaf) && !self.leaves.values().any(|known| *known == named);
        if is_free {
            self.leaves.insert(leaf, named);
        }
        is_free
    }

    /// Calls an unnamed size as another one is called, which it is too; was it called so?
    pub fn call_as(&mut self, atom: Atom, same: Atom) -> bool {
        let leaf = Leaf::Atom(atom);
        let is_one = leaf.fresh().is_some() && !leaf.is_of_each() && !self.leaves.contains_key(&leaf);
        let own = Leaf::Atom(same);
        let named = self.leaves.get(&own).copied().or_else(|| own.name().map(|_| own)).filter(|_| is_one);
        if let Some(named) = named {
            self.leaves.insert(leaf, named);
        }
        named.is_some()
    }

    pub fn call_place(&mut self, own: Sym, name: &str) {
        self.places.insert(own, Sym::new(name));
    }

    pub fn has_place(&self, own: Sym) -> bool {
        self.places.contains_key(&own)
    }

    /// What must hold, as a where-clause says it.
    pub fn constraint(&self, fact: &Fact) -> Constraint {
        let relation = |name: &str, args: Box<[Term]>| Constraint::Relation(Sym::new(name), args);
        let fact = fact.map(&mut &*self);
        match fact {
            Fact::Eq(a, b) => match predicate(a, b).or_else(|| predicate(b, a)) {
                Some((name, args)) => Constraint::Relation(name, args.into()),
                None => Constraint::Compare(Comparison::Eq, a, b),
            },
            Fact::Ne(a, b) => Constraint::Compare(Comparison::Ne, a, b),
            Fact::Le(a, b) => Constraint::Compare(Comparison::Le, a, b),
            Fact::Broadcast(a, b) => {
                let mut sides = [a, b];
                // A constant reads best last.
                sides.sort_by_key(|side| side.constant().is_some());
                relation(BROADCASTABLE, sides.map(as_argument).into())
            }
            Fact::Shape(..) | Fact::Elem(..) => relation(SAME, fact.terms().into()),
        }
    }
}

impl Map for &LeafNames {
    fn name(&mut self, name: Sym) -> Option<Ty> {
        places::shown(name).map(|name| Ty::new(TyKind::Name(Sym::new(name))))
    }

    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.leaves.get(&leaf).copied()
    }

    fn order(&mut self, name: Sym) -> Option<Order> {
        self.places.get(&name).copied().map(Order::Name)
    }

    fn device(&mut self, name: Sym) -> Option<Device> {
        self.places.get(&name).copied().map(Device::Name)
    }
}

/// A defined relation that holds, which as a dim is 1.
fn predicate(application: Dim, value: Dim) -> Option<(Sym, &'static [Term])> {
    let AtomData::App(name, args) = application.as_atom()?.data() else { return None };
    let defined = relations::defined::by_name(name.as_str())?;
    (value == Dim::ONE && defined.gives() == Gives::Truth).then_some((*name, args))
}

/// A constant is an int among a relation's arguments, as the text form reads it.
fn as_argument(dim: Dim) -> Term {
    if dim.constant().is_some() { Term::Ty(Ty::int(dim)) } else { Term::Dim(dim) }
}
