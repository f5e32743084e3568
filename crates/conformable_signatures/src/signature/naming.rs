//! What is called what, in a function's signature and in what remains of a call: names that were given
//! stay, anything else that is open gets one that is free.

use conformable_solver::relations::defined::Gives;
use conformable_solver::{Fact, relations};
use conformable_types::term::{Leaf, Map};
use conformable_types::ty::{Comparison, Constraint};
use conformable_types::{
    Atom, AtomData, Device, Dim, Elem, ElemData, Order, Seq, SeqData, Shape, Sym, Term, Ty, TyKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::places;
use super::text::{BROADCASTABLE, SAME};

/// The name that was given.
pub fn given(leaf: Leaf) -> Option<Sym> {
    match leaf {
        Leaf::Atom(atom) => match atom.data() {
            AtomData::Name(name) => Some(*name),
            _ => None,
        },
        Leaf::Seq(seq) => match seq.data() {
            SeqData::Name(name) => Some(*name),
            _ => None,
        },
        Leaf::Elem(elem) => match elem.data() {
            ElemData::Name(name) => Some(*name),
            _ => None,
        },
    }
}

/// Is it a name or something fresh, and made of nothing?
pub fn is_plain(leaf: Leaf) -> bool {
    match leaf {
        Leaf::Atom(atom) => matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. }),
        Leaf::Seq(seq) => matches!(seq.data(), SeqData::Name(_) | SeqData::Fresh { .. }),
        Leaf::Elem(elem) => matches!(elem.data(), ElemData::Name(_) | ElemData::Fresh { .. }),
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
    dims: FxHashMap<Atom, Dim>,
    seqs: FxHashMap<Seq, Shape>,
    elems: FxHashMap<Elem, Elem>,
    /// Names of orders and of devices.
    places: FxHashMap<Sym, Sym>,
}

impl LeafNames {
    pub fn call(&mut self, leaf: Leaf, name: &str) {
        match leaf {
            Leaf::Atom(atom) => self.dims.extend([(atom, Dim::name(name))]),
            Leaf::Seq(seq) => self.seqs.extend([(seq, Seq::name(name).shape())]),
            Leaf::Elem(elem) => self.elems.extend([(elem, Elem::name(name))]),
        }
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

    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        self.dims.get(&atom).copied()
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        self.seqs.get(&seq).copied()
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        self.elems.get(&elem).copied()
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
