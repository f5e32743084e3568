//! What remains about a function's free variables into its signature.
//!
//! Types are resolved by what the path knows, unnamed atoms get short names, and the facts that
//! are left become the where-clause: those that restrict what is shown. A fact that also speaks of
//! something hidden is dropped, and the signature is partial.

use conformable_solver::{Fact, Store};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::ty::{Comparison, Constraint, Function, Param};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Seq, SeqData, Shape, Sym, Term, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::present::{can_be_read, present, without_floats};

/// What each unnamed thing is called.
#[derive(Default, Debug)]
pub struct Naming {
    dims: FxHashMap<Atom, Dim>,
    seqs: FxHashMap<Seq, Shape>,
    elems: FxHashMap<Elem, Elem>,
    /// What the parameters' types are made of.
    anchors: FxHashSet<Leaf>,
}

impl Map for &Naming {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        self.dims.get(&atom).copied()
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        self.seqs.get(&seq).copied()
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        self.elems.get(&elem).copied()
    }
}

impl Naming {
    /// A type in the signature's own names.
    pub fn apply(&self, ty: Ty) -> Ty {
        term::map_ty(present(ty, &self.anchors), &mut &*self)
    }

    fn named(&self, ty: Ty) -> Ty {
        term::map_ty(ty, &mut &*self)
    }

    fn dim(&self, dim: Dim) -> Dim {
        term::map_dim(dim, &mut &*self)
    }
}

/// The signature of a function with these parameters that returns `result`, where `store` holds
/// on every normal return. `hints` are what sizes are called in the body.
pub fn generalise(params: Vec<Param>, result: Ty, store: &Store, hints: &[(Atom, Sym)]) -> (Function, Naming) {
    let params: Vec<Param> =
        params.into_iter().map(|param| Param { ty: store.resolve_ty(param.ty), ..param }).collect();
    let mut leaves: Vec<(Leaf, bool)> = Vec::new();
    for param in &params {
        leaves_of(param.ty, &mut leaves);
    }
    let anchors: FxHashSet<Leaf> = leaves.iter().map(|(leaf, _)| *leaf).collect();
    let result = present(store.resolve_ty(result), &anchors);
    leaves_of(result, &mut leaves);
    let naming = Naming { anchors, ..name(&params, &leaves, hints) };
    let shown: FxHashSet<Leaf> = leaves.iter().map(|(leaf, _)| *leaf).collect();
    let (constraints, partial) = constraints(store, &leaves, &shown, &naming);
    let params = params
        .into_iter()
        .map(|param| Param { ty: naming.named(param.ty), default: param.default.map(without_floats), ..param })
        .collect();
    let result = naming.named(result);
    let outputs = if matches!(result.kind(), TyKind::None) { Box::default() } else { [result].into() };
    (Function { params, outputs, constraints: constraints.into(), partial }, naming)
}

/// The leaves of a type in the order of its text; whether each is a size of an array there.
fn leaves_of(ty: Ty, leaves: &mut Vec<(Leaf, bool)>) {
    let mut sizes = Vec::new();
    sizes_of(ty, &mut sizes);
    term::visit_ty(ty, &mut |leaf| {
        if !is_plain(leaf) {
            return;
        }
        let size = matches!(leaf, Leaf::Atom(atom) if sizes.contains(&atom.dim()));
        match leaves.iter_mut().find(|(known, _)| *known == leaf) {
            Some((_, known)) => *known |= size,
            None => leaves.push((leaf, size)),
        }
    });
}

/// The dims of the arrays in a type.
fn sizes_of(ty: Ty, sizes: &mut Vec<Dim>) {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) | TyKind::Union(items) => {
            items.iter().for_each(|item| sizes_of(*item, sizes));
        }
        _ => {
            if let Some((_, shape)) = ty.as_array() {
                sizes.extend(shape.data().prefix.iter().chain(shape.suffix()));
            }
        }
    }
}

const ELEMS: &[&str] = &["T", "U", "V", "W", "X", "Y"];
const SEQS: &[&str] = &["S", "R", "Q", "P", "O"];
const DIMS: &[&str] = &["n", "m", "k", "p", "q", "r", "l", "h", "w", "i", "j"];

fn name(params: &[Param], leaves: &[(Leaf, bool)], hints: &[(Atom, Sym)]) -> Naming {
    let mut naming = Naming::default();
    // A parameter's name and a variable's differ.
    let mut taken: FxHashSet<String> =
        params.iter().filter_map(|param| param.name).map(|name| name.as_str().to_owned()).collect();
    let named: Vec<&'static str> = leaves
        .iter()
        .filter_map(|(leaf, _)| match leaf {
            Leaf::Atom(atom) => match atom.data() {
                AtomData::Name(name) => Some(name.as_str()),
                _ => None,
            },
            Leaf::Seq(seq) => match seq.data() {
                SeqData::Name(name) => Some(name.as_str()),
                _ => None,
            },
            Leaf::Elem(_) => None,
        })
        .collect();
    let parameters = taken.clone();
    taken.extend(named.iter().map(|name| (*name).to_owned()));
    for (leaf, _) in leaves {
        match leaf {
            Leaf::Atom(atom) => {
                let wanted = match atom.data() {
                    AtomData::Name(name) if !parameters.contains(name.as_str()) => continue,
                    AtomData::Name(name) => Some(name.as_str()),
                    _ => hints.iter().find(|(known, _)| known == atom).map(|(_, name)| name.as_str()),
                };
                let name = choose(wanted, DIMS, &mut taken);
                naming.dims.insert(*atom, Dim::name(&name));
            }
            Leaf::Seq(seq) => {
                if let SeqData::Fresh { .. } = seq.data() {
                    let name = choose(None, SEQS, &mut taken);
                    naming.seqs.insert(*seq, Seq::name(&name).shape());
                }
            }
            Leaf::Elem(elem) => {
                if let ElemData::Fresh { .. } = elem.data() {
                    let name = choose(None, ELEMS, &mut taken);
                    naming.elems.insert(*elem, Elem::name(&name));
                }
            }
        }
    }
    naming
}

/// The name wanted if it is free, else its capital, else its first letter, else the next one.
fn choose(wanted: Option<&str>, letters: &[&str], taken: &mut FxHashSet<String>) -> String {
    let mut candidates: Vec<String> = Vec::new();
    if let Some(wanted) = wanted {
        candidates.push(wanted.to_owned());
        let first: String = wanted.chars().take(1).collect();
        if first == wanted {
            let other = if first.to_uppercase() == *first { first.to_lowercase() } else { first.to_uppercase() };
            candidates.push(other);
        } else {
            candidates.push(first);
        }
    }
    candidates.extend(letters.iter().map(|letter| (*letter).to_owned()));
    candidates.extend((1..1000).map(|number| format!("{}{number}", letters[0])));
    let free = candidates.into_iter().find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

fn constraints(
    store: &Store,
    leaves: &[(Leaf, bool)],
    shown: &FxHashSet<Leaf>,
    naming: &Naming,
) -> (Vec<Constraint>, bool) {
    let mut found: Vec<Constraint> = Vec::new();
    let mut partial = false;
    let mut add = |constraint: Constraint| {
        if !found.contains(&constraint) {
            found.push(constraint);
        }
    };
    for fact in store.waiting() {
        let terms = fact.terms().map(|term| store.resolve_term(&term));
        if terms[0] == terms[1] {
            continue;
        }
        if !terms.iter().all(can_be_read) {
            partial = true;
            continue;
        }
        let (mut some, mut all) = (false, true);
        for term in &terms {
            term::visit_term(term, &mut |leaf| {
                if is_plain(leaf) {
                    some |= shown.contains(&leaf);
                    all &= shown.contains(&leaf);
                }
            });
        }
        match (some, all, fact, &terms[..]) {
            (false, ..) => {}
            (true, true, Fact::Eq(..), [Term::Dim(a), Term::Dim(b)]) => {
                add(Constraint::Compare(Comparison::Eq, naming.dim(*a), naming.dim(*b)));
            }
            (true, true, Fact::Ne(..), [Term::Dim(a), Term::Dim(b)]) => {
                add(Constraint::Compare(Comparison::Ne, naming.dim(*a), naming.dim(*b)));
            }
            (true, true, Fact::Le(..), [Term::Dim(a), Term::Dim(b)]) => {
                add(Constraint::Compare(Comparison::Le, naming.dim(*a), naming.dim(*b)));
            }
            (true, true, Fact::Broadcast(..), _) => {
                let terms = terms.iter().map(|term| term::map_term(term, &mut &*naming)).collect();
                add(Constraint::Relation(Sym::new("broadcastable"), terms));
            }
            _ => partial = true,
        }
    }
    // Bounds beyond what a size, or an int, is anyway.
    for (leaf, is_size) in leaves {
        let Leaf::Atom(atom) = leaf else { continue };
        let range = store.interval(atom.dim());
        let dim = naming.dim(atom.dim());
        let least = if *is_size || !is_int(leaves, *atom) { 0 } else { i64::MIN };
        if range.lo > least {
            add(Constraint::Compare(Comparison::Le, Dim::of(range.lo), dim));
        }
        if range.hi != i64::MAX {
            add(Constraint::Compare(Comparison::Le, dim, Dim::of(range.hi)));
        }
    }
    (found, partial)
}

/// Is an atom shown only as the value of an int?
fn is_int(leaves: &[(Leaf, bool)], atom: Atom) -> bool {
    leaves.iter().any(|(leaf, size)| *leaf == Leaf::Atom(atom) && !size)
}

fn is_plain(leaf: Leaf) -> bool {
    match leaf {
        Leaf::Atom(atom) => matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. }),
        Leaf::Seq(seq) => matches!(seq.data(), SeqData::Name(_) | SeqData::Fresh { .. }),
        Leaf::Elem(elem) => matches!(elem.data(), ElemData::Name(_) | ElemData::Fresh { .. }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::FreshKind;
    use conformable_types::text::{print_function, read::parse_function};
    use conformable_types::ty::ParamKind;

    fn param(name: &str, ty: Ty, assumed: bool) -> Param {
        Param { name: Some(Sym::new(name)), kind: ParamKind::Plain, ty, assumed, default: None }
    }

    fn round(function: &Function) -> String {
        let text = print_function(function);
        assert_eq!(parse_function(&text).as_ref(), Ok(function), "{text}");
        text
    }

    #[test]
    fn names_are_short_and_differ_from_parameters() {
        let n = Dim::name("n");
        let result = Ty::array(conformable_types::DType::FLOAT64, Shape::of(&[n, n.plus(1)]));
        let (function, _) = generalise(vec![param("n", Ty::int(n), false)], result, &Store::new(), &[]);
        assert_eq!(round(&function), "(n: Int[N]) -> float64[N, N + 1]");
    }

    #[test]
    fn unnamed_things_get_names_and_sizes_what_the_body_calls_them() {
        let mut store = Store::new();
        let (elem, seq) = (store.fresh_elem(), store.fresh_shape());
        let x = Ty::array(elem, seq);
        let (function, _) = generalise(vec![param("x", x, true)], x, &store, &[]);
        assert_eq!(round(&function), "(x?: T[*S]) -> T[*S]");
        let (a, b) = (store.fresh_dim(FreshKind::Unknown), store.fresh_dim(FreshKind::Unknown));
        store.tell(&Fact::Shape(seq, Shape::of(&[a, b]))).unwrap();
        store.tell(&Fact::Le(b, a)).unwrap();
        store.tell(&Fact::Le(Dim::of(2), b)).unwrap();
        let hints = [(a.as_atom().unwrap(), Sym::new("rows")), (b.as_atom().unwrap(), Sym::new("x"))];
        let (function, _) = generalise(vec![param("x", x, true)], x, &store, &hints);
        assert_eq!(round(&function), "(x?: T[rows, X]) -> T[rows, X] where X <= rows, 2 <= X");
    }

    #[test]
    fn what_speaks_of_something_hidden_makes_it_partial() {
        let mut store = Store::new();
        let (a, hidden) = (store.fresh_dim(FreshKind::Unknown), store.fresh_dim(FreshKind::Unknown));
        store.tell(&Fact::Le(a, hidden)).unwrap();
        let x = Ty::array(store.fresh_elem(), Shape::of(&[a]));
        let (function, _) = generalise(vec![param("x", x, true)], Ty::none(), &store, &[]);
        assert_eq!(round(&function), "(x?: T[n]) -> None where …");
    }
}
