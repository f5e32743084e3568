//! What remains to hold once a call or a search is done: types in which everything open has a
//! short name, and the constraints on these names.
//!
//! Names that were given stay; a thing that a variable of the signature stands for gets its name
//! if that is free, anything else a letter. Everything that restricts what is shown is listed,
//! bounds included, by way of hidden things too, which get names then.

use conformable_solver::relations::defined::Gives;
use conformable_solver::{Fact, Store, relations};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::text::print::{Mode, Printer};
use conformable_types::ty::{Comparison, Constraint, Function, Param, ParamKind};
use conformable_types::{
    Atom, AtomData, Device, Dim, Elem, ElemData, FreshKind, Order, Seq, SeqData, Shape, Sym, Term, Ty, TyKind, bounds,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::places::{self, Names};
use super::text::{BROADCASTABLE, SAME};

const DIMS: &[&str] = &["d", "e", "f", "g", "h", "i", "j", "k"];
const SEQS: &[&str] = &["s", "t", "u", "v", "w"];
const ELEMS: &[&str] = &["T", "U", "V", "W", "X", "Y"];
const ORDERS: &[&str] = &["o", "p", "q"];
const DEVICES: &[&str] = &["d", "e", "f"];

/// Types and what must hold of the names in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    pub types: Vec<Ty>,
    pub constraints: Vec<Constraint>,
}

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
pub fn residue(store: &Store, types: &[Ty], names: &[(Sym, Term)]) -> Residue {
    let shown: Vec<Ty> = types.iter().map(|ty| store.resolve_ty(*ty)).collect();
    let facts = about(store, types, &shown);
    let mut leaves = leaves(&shown);
    for fact in &facts {
        visit_fact(fact, &mut |leaf| {
            if is_plain(leaf) && !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        });
    }
    let mut naming = name(store, &leaves, &shown, names);
    let types = shown.iter().map(|ty| term::map_ty(*ty, &mut naming)).collect();
    let mut constraints: Vec<Constraint> = Vec::new();
    let bounded = bounds_of(store, &leaves, &facts);
    let bounded: Vec<Fact> = bounded.into_iter().chain(bounds_of_products(store, &facts)).collect();
    for fact in facts.iter().filter(|fact| !follows(store, fact)).chain(&bounded) {
        for constraint in constraint(fact, &mut naming) {
            if !constraints.contains(&constraint) {
                constraints.push(constraint);
            }
        }
    }
    Residue { types, constraints }
}

/// The function from these inputs to these outputs with all that `store` says of them; nothing if it
/// also says something of what no input shows.
pub fn settled(store: &Store, inputs: &[Ty], outputs: &[Ty], names: &[(Sym, Term)]) -> Option<Function> {
    let shown: Vec<Ty> = inputs.iter().map(|ty| store.resolve_ty(*ty)).collect();
    let shown = leaves(&shown);
    let mut hidden = false;
    for fact in store.waiting() {
        visit_fact(fact, &mut |leaf| hidden |= is_plain(leaf) && !shown.contains(&leaf));
    }
    if hidden {
        return None;
    }
    let types: Vec<Ty> = inputs.iter().chain(outputs).copied().collect();
    let residue = residue(store, &types, names);
    let (inputs, outputs) = residue.types.split_at(inputs.len());
    let param = |ty: &Ty| Param { name: None, kind: ParamKind::Plain, ty: *ty, assumed: false, default: None };
    Some(Function {
        params: inputs.iter().map(param).collect(),
        outputs: outputs.into(),
        constraints: residue.constraints.into(),
        partial: false,
    })
}

/// The facts that, by way of each other, speak of what is shown; names that were given and are
/// something else are equations.
fn about(store: &Store, given: &[Ty], shown: &[Ty]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut known: FxHashSet<Leaf> = leaves(shown).into_iter().collect();
    for ty in given {
        term::visit_ty(*ty, &mut |leaf| {
            let fact = match leaf {
                Leaf::Atom(atom) if matches!(atom.data(), AtomData::Name(_)) => {
                    let value = store.resolve_dim(atom.dim());
                    (value != atom.dim()).then(|| Fact::Eq(atom.dim(), value))
                }
                Leaf::Seq(seq) if matches!(seq.data(), SeqData::Name(_)) => {
                    let value = store.resolve_shape(seq.shape());
                    (value != seq.shape()).then(|| Fact::Shape(seq.shape(), value))
                }
                Leaf::Elem(elem) if matches!(elem.data(), ElemData::Name(_)) => {
                    let value = store.resolve_elem(elem);
                    (value != elem).then_some(Fact::Elem(elem, value))
                }
                _ => None,
            };
            facts.extend(fact.filter(|fact| !facts.contains(fact)));
        });
    }
    let mut rest: Vec<Fact> = store.residual().into_iter().filter(|fact| !is_trivial(fact)).collect();
    loop {
        let before = rest.len();
        rest.retain(|fact| {
            let mut own = Vec::new();
            visit_fact(fact, &mut |leaf| own.extend(is_plain(leaf).then_some(leaf)));
            let touches = own.iter().any(|leaf| known.contains(leaf));
            if touches {
                known.extend(own);
                facts.push(fact.clone());
            }
            !touches
        });
        if rest.len() == before {
            return facts;
        }
    }
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
        if is_plain(Leaf::Atom(atom)) { self.0.told(atom) } else { bounds::default_bounds(atom) }
    }
}

/// Is it so by the bounds alone, which are listed too?
fn follows(store: &Store, fact: &Fact) -> bool {
    let solved = OfNames(store);
    match fact {
        // What a name was given as is not what it was found to be.
        Fact::Eq(a, b) => {
            a.as_atom().is_none_or(|atom| !is_plain(Leaf::Atom(atom))) && bounds::eq(*a, *b, &solved).is_yes()
        }
        Fact::Ne(a, b) => bounds::eq(*a, *b, &solved).is_no(),
        Fact::Le(a, b) => {
            // A bound of one name alone is among the bounds.
            let slack = b.minus(*a);
            let mut atoms = slack.atoms();
            let lone = matches!((atoms.next(), atoms.next()), (Some(atom), None) if is_plain(Leaf::Atom(atom)));
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
            if is_plain(leaf) && !found.contains(&leaf) {
                found.push(leaf);
            }
        });
    }
    found
}

fn is_plain(leaf: Leaf) -> bool {
    match leaf {
        Leaf::Atom(atom) => matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. }),
        Leaf::Seq(seq) => matches!(seq.data(), SeqData::Name(_) | SeqData::Fresh { .. }),
        Leaf::Elem(elem) => matches!(elem.data(), ElemData::Name(_) | ElemData::Fresh { .. }),
    }
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
        match leaf {
            Leaf::Atom(atom) => {
                let (range, usual) = (store.interval(atom.dim()), bounds::default_bounds(*atom));
                if broadcasts(atom.dim()) || store.resolve_dim(atom.dim()) != atom.dim() && is_plain(*leaf) {
                    continue;
                }
                if range.lo > usual.lo {
                    facts.push(Fact::Le(Dim::of(range.lo), atom.dim()));
                }
                if range.hi < usual.hi {
                    facts.push(Fact::Le(atom.dim(), Dim::of(range.hi)));
                }
            }
            Leaf::Seq(seq) => {
                let rank = seq.shape().rank_dim();
                let range = store.interval(rank);
                if range.lo > 0 {
                    facts.push(Fact::Le(Dim::of(range.lo), rank));
                }
                if range.hi != i64::MAX {
                    facts.push(Fact::Le(rank, Dim::of(range.hi)));
                }
            }
            Leaf::Elem(_) => {}
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

/// What each open thing is called.
#[derive(Default)]
struct Naming {
    dims: FxHashMap<Atom, Dim>,
    seqs: FxHashMap<Seq, Shape>,
    elems: FxHashMap<Elem, Elem>,
    orders: FxHashMap<Sym, Order>,
    devices: FxHashMap<Sym, Device>,
}

impl Map for Naming {
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
        self.orders.get(&name).copied()
    }

    fn device(&mut self, name: Sym) -> Option<Device> {
        self.devices.get(&name).copied()
    }
}

fn name(store: &Store, leaves: &[Leaf], shown: &[Ty], names: &[(Sym, Term)]) -> Naming {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for leaf in leaves {
        let own = match leaf {
            Leaf::Atom(atom) => match atom.data() {
                AtomData::Name(name) => *name,
                _ => continue,
            },
            Leaf::Seq(seq) => match seq.data() {
                SeqData::Name(name) => *name,
                _ => continue,
            },
            Leaf::Elem(elem) => match elem.data() {
                ElemData::Name(name) => *name,
                _ => continue,
            },
        };
        taken.insert(own.as_str().to_owned());
    }
    for ty in shown {
        if let TyKind::Name(name) = ty.kind() {
            taken.insert(name.as_str().to_owned());
        }
    }
    let mut placed = Names::default();
    for ty in shown {
        term::map_ty(*ty, &mut placed);
    }
    let of_places = || placed.orders.iter().chain(&placed.devices);
    taken.extend(of_places().filter(|name| places::shown(**name).is_none()).map(|name| name.as_str().to_owned()));
    // What each variable of the signature was found to be; the first to have a name keeps it.
    let visible: FxHashSet<Leaf> = leaves.iter().copied().collect();
    let mut wanted: FxHashMap<Leaf, String> = FxHashMap::default();
    for (name, term) in names {
        let leaf = match store.resolve_term(term) {
            Term::Dim(dim) => dim.as_atom().map(Leaf::Atom),
            Term::Shape(shape) if shape.min_rank() == 0 => shape.seq().map(Leaf::Seq),
            Term::Elem(elem) => Some(Leaf::Elem(elem)),
            _ => None,
        };
        if let Some(leaf) = leaf.filter(|leaf| visible.contains(leaf) && !wanted.contains_key(leaf))
            && !taken.contains(name.as_str())
        {
            taken.insert(name.as_str().to_owned());
            wanted.insert(leaf, name.as_str().to_owned());
        }
    }
    let mut naming = Naming::default();
    for (places, letters) in [(&placed.orders, ORDERS), (&placed.devices, DEVICES)] {
        for name in places {
            let Some(hint) = places::shown(*name).filter(|_| !naming.orders.contains_key(name)) else { continue };
            let free = taken.insert(hint.to_owned());
            let chosen = Sym::new(&if free { hint.to_owned() } else { letter(letters, &mut taken) });
            naming.orders.insert(*name, Order::Name(chosen));
            naming.devices.insert(*name, Device::Name(chosen));
        }
    }
    // A name that turned out to be something else is not given to another thing.
    taken.extend(names.iter().map(|(name, _)| name.as_str().to_owned()));
    let mut choose = |leaf: &Leaf, letters: &[&str]| match wanted.remove(leaf) {
        Some(name) => name,
        None => letter(letters, &mut taken),
    };
    for leaf in leaves {
        match leaf {
            Leaf::Atom(atom) => match atom.data() {
                AtomData::Fresh { kind: FreshKind::Runtime, .. } | AtomData::Name(_) => {}
                _ => {
                    naming.dims.insert(*atom, Dim::name(&choose(leaf, DIMS)));
                }
            },
            Leaf::Seq(seq) => {
                if let SeqData::Fresh { .. } = seq.data() {
                    naming.seqs.insert(*seq, Seq::name(&choose(leaf, SEQS)).shape());
                }
            }
            Leaf::Elem(elem) => {
                if let ElemData::Fresh { .. } = elem.data() {
                    naming.elems.insert(*elem, Elem::name(&choose(leaf, ELEMS)));
                }
            }
        }
    }
    naming
}

/// A letter that is no name yet.
fn letter(letters: &[&str], taken: &mut FxHashSet<String>) -> String {
    let numbered = (1..).map(|number: u32| format!("{}{number}", letters[0]));
    let mut candidates = letters.iter().copied().map(str::to_owned).chain(numbered);
    let free = candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

fn constraint(fact: &Fact, naming: &mut Naming) -> Vec<Constraint> {
    let mut dim = |dim: &Dim| term::map_dim(*dim, naming);
    match fact {
        Fact::Eq(a, b) => match [(a, b), (b, a)].into_iter().find_map(|(a, b)| predicate(*a, *b)) {
            Some((name, args)) => {
                vec![Constraint::Relation(name, args.iter().map(|arg| term::map_term(arg, naming)).collect())]
            }
            None => vec![Constraint::Compare(Comparison::Eq, dim(a), dim(b))],
        },
        Fact::Ne(a, b) => vec![Constraint::Compare(Comparison::Ne, dim(a), dim(b))],
        Fact::Le(a, b) => {
            let (a, b) = (dim(a), dim(b));
            vec![Constraint::Compare(Comparison::Le, a, b)]
        }
        Fact::Broadcast(a, b) => {
            let mut sides = [dim(a), dim(b)];
            // A constant reads best last.
            sides.sort_by_key(|side| side.constant().is_some());
            vec![Constraint::Relation(Sym::new(BROADCASTABLE), sides.map(as_argument).into())]
        }
        Fact::Shape(a, b) => {
            let terms = [term::map_shape(*a, naming), term::map_shape(*b, naming)];
            vec![Constraint::Relation(Sym::new(SAME), terms.map(Term::Shape).into())]
        }
        Fact::Elem(a, b) => {
            let terms = [term::map_elem(*a, naming), term::map_elem(*b, naming)];
            vec![Constraint::Relation(Sym::new(SAME), terms.map(Term::Elem).into())]
        }
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
