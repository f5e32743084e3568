//! What remains to hold once a call or a search is done: types in which everything open has a
//! short name, and the constraints on these names.
//!
//! Names that were given stay; a thing that a variable of the signature stands for gets its name
//! if that is free, anything else a letter. Everything that restricts what is shown is listed,
//! bounds included, by way of hidden things too, which get names then.

use conformable_solver::{Fact, Store};
use conformable_types::term::{self, Leaf};
use conformable_types::text::print::{Mode, Printer};
use conformable_types::ty::{Constraint, Function};
use conformable_types::{Atom, AtomData, Dim, Elem, FreshKind, Sym, Term, Ty, TyKind, bounds};
use rustc_hash::{FxHashMap, FxHashSet};

use super::call::Call;
use super::decide::have_values;
use super::naming::{LeafNames, Letters, TakenNames};
use super::places::{self, PlaceNames};

const LETTERS: Letters = Letters {
    dims: &["d", "e", "f", "g", "h", "i", "j", "k"],
    seqs: &["s", "t", "u", "v", "w"],
    elems: &["T", "U", "V", "W", "X", "Y"],
};
const ORDERS: &[&str] = &["o", "p", "q"];
const DEVICES: &[&str] = &["d", "e", "f"];

/// Types and constraints as texts that share their names: what one shows to be a sequence or an
/// element type, the others need not say. Of `shapes` alone an array is its sizes: `(3, n)`.
pub fn texts(types: &[Ty], constraints: &[Constraint], shapes: bool, mode: Mode) -> (Vec<String>, Vec<String>) {
    let mut printer = Printer::new(mode);
    let of_constraint = |constraint: &Constraint| Function {
        params: Box::default(),
        outputs: Box::default(),
        constraints: [constraint.clone()].into(),
        partial: false,
    };
    let functions: Vec<Function> = constraints.iter().map(of_constraint).collect();
    let as_type = |function: &Function| Ty::new(TyKind::Function(Box::new(function.clone())));
    for ty in types.iter().copied().chain(functions.iter().map(as_type)) {
        term::visit_ty(ty, &mut |leaf| printer.count(leaf));
    }
    let mut shown = Vec::new();
    for ty in types {
        shown.push(match ty.as_array().filter(|_| shapes) {
            Some((_, shape)) => {
                let text = printer.take_ty(Ty::array(Elem::any(), shape));
                let inner = text.strip_prefix("?[").and_then(|text| text.strip_suffix(']')).unwrap_or(&text);
                if shape.rank() == Some(1) { format!("({inner},)") } else { format!("({inner})") }
            }
            None => printer.take_ty(*ty),
        });
    }
    let constraints = functions.iter().map(|function| {
        let text = printer.take_function(function);
        text.split_once(" where ").map_or(text.clone(), |(_, constraint)| constraint.to_owned())
    });
    let constraints = constraints.collect();
    (shown, constraints)
}

/// The types as `store` knows them, and what else it says of them. `names` are the signature's
/// variables and what they stand for.
pub fn residue(store: &Store, inputs: &[Ty], outputs: &[Ty], names: &[(Sym, Term)]) -> Call {
    let types: Vec<Ty> = inputs.iter().chain(outputs).copied().collect();
    let shown: Vec<Ty> = types.iter().map(|ty| store.resolve_ty(*ty)).collect();
    let facts = about(store, &types, &shown);
    let mut leaves = leaves(&shown);
    for fact in &facts {
        visit_fact(fact, &mut |leaf| {
            if leaf.is_plain() && !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        });
    }
    let naming = name(store, &leaves, &shown, names);
    let mut constraints: Vec<Constraint> = Vec::new();
    let bounded = bounds_of(store, &leaves, &facts).into_iter().chain(bounds_of_products(store, &facts));
    for fact in facts.iter().filter(|fact| !follows(store, fact)).cloned().chain(bounded) {
        let constraint = naming.constraint(&fact);
        if !constraints.contains(&constraint) {
            constraints.push(constraint);
        }
    }
    let named = |types: &[Ty]| types.iter().map(|ty| term::map_ty(*ty, &mut &naming)).collect();
    let (inputs, outputs) = shown.split_at(inputs.len());
    Call { inputs: named(inputs), outputs: named(outputs), constraints, partial: false }
}

/// The function from these inputs to these outputs with all that `store` says of them; nothing if it
/// also says something of what no input shows.
pub fn settled(store: &Store, inputs: &[Ty], outputs: &[Ty], names: &[(Sym, Term)]) -> Option<Function> {
    let shown: Vec<Ty> = inputs.iter().map(|ty| store.resolve_ty(*ty)).collect();
    let shown = leaves(&shown);
    let mut hidden = false;
    for fact in store.waiting() {
        visit_fact(fact, &mut |leaf| hidden |= leaf.is_plain() && !shown.contains(&leaf));
    }
    if hidden {
        return None;
    }
    Some(residue(store, inputs, outputs, names).into_function())
}

/// The facts that, by way of each other, speak of what is shown; names and sizes of data that were given
/// and are something else are equations. Of the others those that no values are found for.
fn about(store: &Store, types: &[Ty], shown: &[Ty]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut known: FxHashSet<Leaf> = leaves(shown).into_iter().collect();
    for ty in types {
        term::visit_ty(*ty, &mut |leaf| {
            let fact = match leaf {
                _ if leaf.name().is_none() && !leaf.is_decided_by_data() => None,
                Leaf::Atom(atom) => Some(Fact::Eq(atom.dim(), store.resolve_dim(atom.dim()))),
                Leaf::Seq(seq) => Some(Fact::Shape(seq.shape(), store.resolve_shape(seq.shape()))),
                Leaf::Elem(elem) => Some(Fact::Elem(elem, store.resolve_elem(elem))),
            };
            facts.extend(fact.filter(|fact| !is_trivial(fact) && !facts.contains(fact)));
        });
    }
    let mut rest: Vec<Fact> = store.residual().into_iter().filter(|fact| !is_trivial(fact)).collect();
    loop {
        let before = rest.len();
        rest.retain(|fact| {
            let mut own = Vec::new();
            visit_fact(fact, &mut |leaf| own.extend(leaf.is_plain().then_some(leaf)));
            let touches = own.iter().any(|leaf| known.contains(leaf));
            if touches {
                known.extend(own);
                facts.push(fact.clone());
            }
            !touches
        });
        if rest.len() == before {
            break;
        }
    }
    if !rest.is_empty() && !have_values(store, &rest) {
        facts.append(&mut rest);
    }
    facts
}

fn is_trivial(fact: &Fact) -> bool {
    match fact {
        Fact::Eq(a, b) => a == b,
        Fact::Shape(a, b) => a == b,
        Fact::Elem(a, b) => a == b,
        Fact::Ne(..) | Fact::Le(..) | Fact::Broadcast(..) => false,
    }
}

/// What is known of names and fresh things alone, not of what is made of them.
struct OfNames<'s>(&'s Store);

impl bounds::Facts for OfNames<'_> {
    fn told(&self, atom: Atom) -> bounds::Interval {
        if Leaf::Atom(atom).is_plain() { self.0.told(atom) } else { bounds::default_bounds(atom) }
    }
}

/// Is it so by the bounds alone, which are listed too?
fn follows(store: &Store, fact: &Fact) -> bool {
    let solved = OfNames(store);
    match fact {
        // What a name was given as is not what it was found to be.
        Fact::Eq(a, b) => {
            a.as_atom().is_none_or(|atom| !Leaf::Atom(atom).is_plain()) && bounds::eq(*a, *b, &solved).is_yes()
        }
        Fact::Ne(a, b) => bounds::eq(*a, *b, &solved).is_no(),
        Fact::Le(a, b) => {
            // A bound of one name alone is among the bounds.
            let slack = b.minus(*a);
            let mut atoms = slack.atoms();
            let lone = matches!((atoms.next(), atoms.next()), (Some(atom), None) if Leaf::Atom(atom).is_plain());
            lone || bounds::le(*a, *b, &solved).is_yes()
        }
        Fact::Broadcast(a, b) => a == b || [a, b].into_iter().any(|d| bounds::eq(*d, Dim::ONE, &solved).is_yes()),
        Fact::Shape(a, b) => a == b,
        Fact::Elem(a, b) => a == b,
    }
}

fn leaves(types: &[Ty]) -> Vec<Leaf> {
    let mut found = Vec::new();
    for ty in types {
        term::visit_ty(*ty, &mut |leaf| {
            if leaf.is_plain() && !found.contains(&leaf) {
                found.push(leaf);
            }
        });
    }
    found
}

fn visit_fact(fact: &Fact, visit: &mut dyn FnMut(Leaf)) {
    fact.terms().iter().for_each(|term| term::visit_term(term, visit));
}

/// Bounds beyond what a size, or an int, is anyway.
fn bounds_of(store: &Store, leaves: &[Leaf], known: &[Fact]) -> Vec<Fact> {
    let mut facts = Vec::new();
    // That it broadcasts with a known size says more than that it is between that and 1.
    let broadcasts = |dim: Dim| {
        known.iter().any(|fact| match fact {
            Fact::Broadcast(a, b) => (*a == dim && b.constant().is_some()) || (*b == dim && a.constant().is_some()),
            _ => false,
        })
    };
    for leaf in leaves {
        let (dim, usual) = match leaf {
            Leaf::Atom(atom) if broadcasts(atom.dim()) => continue,
            Leaf::Atom(atom) if leaf.is_plain() && store.resolve_dim(atom.dim()) != atom.dim() => continue,
            Leaf::Atom(atom) => (atom.dim(), bounds::default_bounds(*atom)),
            Leaf::Seq(seq) => (seq.shape().rank_dim(), bounds::Interval::SIZE),
            Leaf::Elem(_) => continue,
        };
        let range = store.interval(dim);
        if range.lo > usual.lo {
            facts.push(Fact::Le(Dim::of(range.lo), dim));
        }
        if range.hi < usual.hi {
            facts.push(Fact::Le(dim, Dim::of(range.hi)));
        }
    }
    facts
}

/// Bounds of the sizes of shapes of unknown rank, as far as facts speak of them.
fn bounds_of_products(store: &Store, known: &[Fact]) -> Vec<Fact> {
    let mut products: Vec<Atom> = Vec::new();
    for fact in known {
        visit_fact(fact, &mut |leaf| {
            if let Leaf::Atom(atom) = leaf
                && matches!(atom.data(), AtomData::Prod(_))
                && !products.contains(&atom)
                && store.resolve_dim(atom.dim()).constant().is_none()
            {
                products.push(atom);
            }
        });
    }
    let leaves: Vec<Leaf> = products.into_iter().map(Leaf::Atom).collect();
    bounds_of(store, &leaves, known)
}

fn name(store: &Store, leaves: &[Leaf], shown: &[Ty], names: &[(Sym, Term)]) -> LeafNames {
    let mut placed = PlaceNames::default();
    for ty in shown {
        term::map_ty(*ty, &mut placed);
    }
    let mut taken = TakenNames::default();
    taken.extend(leaves.iter().filter_map(|leaf| leaf.name()));
    taken.extend(shown.iter().filter_map(|ty| match ty.kind() {
        TyKind::Name(name) => Some(*name),
        _ => None,
    }));
    let of_places = placed.orders.iter().chain(&placed.devices);
    taken.extend(of_places.filter(|name| places::shown(**name).is_none()).copied());
    let mut wanted = wanted(store, leaves, names, &mut taken);
    let mut naming = LeafNames::default();
    for (places, letters) in [(&placed.orders, ORDERS), (&placed.devices, DEVICES)] {
        for name in places {
            if let Some(hint) = places::shown(*name).filter(|_| !naming.has_place(*name)) {
                naming.call_place(*name, &taken.first([hint.to_owned()], letters));
            }
        }
    }
    // A name that turned out to be something else is not given to another thing.
    taken.extend(names.iter().map(|(name, _)| *name));
    for leaf in leaves.iter().filter(|leaf| is_nameless(**leaf)) {
        let name = wanted.remove(leaf).map(|name| name.as_str().to_owned());
        naming.call(*leaf, &name.unwrap_or_else(|| taken.first([], LETTERS.of(*leaf))));
    }
    naming
}

/// What each variable of the signature was found to be; the first to have a name keeps it.
fn wanted(store: &Store, leaves: &[Leaf], names: &[(Sym, Term)], taken: &mut TakenNames) -> FxHashMap<Leaf, Sym> {
    let visible: FxHashSet<Leaf> = leaves.iter().copied().collect();
    let mut wanted: FxHashMap<Leaf, Sym> = FxHashMap::default();
    for (name, term) in names {
        let leaf = match store.resolve_term(term) {
            Term::Dim(dim) => dim.as_atom().map(Leaf::Atom),
            Term::Shape(shape) if shape.min_rank() == 0 => shape.seq().map(Leaf::Seq),
            Term::Elem(elem) => Some(Leaf::Elem(elem)),
            _ => None,
        };
        if let Some(leaf) = leaf.filter(|leaf| visible.contains(leaf) && !wanted.contains_key(leaf))
            && taken.take(name.as_str())
        {
            wanted.insert(leaf, *name);
        }
    }
    wanted
}

/// Is it fresh, and no size that the data decide?
fn is_nameless(leaf: Leaf) -> bool {
    let of_data =
        matches!(leaf, Leaf::Atom(atom) if matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Runtime, .. }));
    leaf.name().is_none() && !of_data && leaf.is_plain()
}
