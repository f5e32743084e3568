//! What remains about a function's free variables into its signature.
//!
//! Types are resolved by what the path knows, unnamed atoms get short names, and the facts that
//! are left become the where-clause: those that restrict what is shown. A fact that also speaks of
//! something hidden is dropped, and the signature is partial.

use conformable_solver::{Fact, Store};
use conformable_types::term::{self, Leaf};
use conformable_types::ty::{Constraint, Function, Param};
use conformable_types::{Atom, Dim, Sym, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::present::{can_be_read, present, without_floats};
use crate::signature::naming::{self, Letters, TakenNames};

const LETTERS: Letters = Letters {
    dims: &["n", "m", "k", "p", "q", "r", "l", "h", "w", "i", "j"],
    seqs: &["S", "R", "Q", "P", "O"],
    elems: &["T", "U", "V", "W", "X", "Y"],
};

/// What each unnamed thing is called.
#[derive(Default, Debug)]
pub struct Naming {
    names: naming::LeafNames,
    /// What the parameters' types are made of.
    anchors: FxHashSet<Leaf>,
}

impl Naming {
    /// A type in the signature's own names.
    pub fn apply(&self, ty: Ty) -> Ty {
        self.named(present(ty, &self.anchors))
    }

    /// Names for sizes alone, as a module calls them.
    pub fn of_sizes(hints: impl IntoIterator<Item = (Atom, Sym)>) -> Naming {
        let mut naming = Naming::default();
        naming.call_also(&hints.into_iter().collect::<Vec<_>>(), &Store::new());
        naming
    }

    /// Gives sizes that have no name yet those of the body. Those of which the store knows that they are one have one name.
    pub fn call_also(&mut self, hints: &[(Atom, Sym)], store: &Store) {
        for (atom, name) in settled(hints, store) {
            if self.names.call_if_free(atom, name) {
                self.anchors.insert(Leaf::Atom(atom));
            }
        }
        for (atom, _) in hints {
            if self.names.call_as(*atom, same_size(*atom, store)) {
                self.anchors.insert(Leaf::Atom(*atom));
            }
        }
    }

    /// A type with what has a name called so, and nothing else changed.
    pub fn only_names(&self, ty: Ty) -> Ty {
        without_floats(self.named(ty))
    }

    fn named(&self, ty: Ty) -> Ty {
        term::map_ty(ty, &mut &self.names)
    }
}

/// Does a size read better by the first of two names of one frame? The shorter one: `n` before `n_rows`. Whatever names sizes
/// for people asks this, so that one size has one name.
pub fn reads_better(one: Sym, other: Sym) -> bool {
    (one.as_str().len(), one.as_str()) < (other.as_str().len(), other.as_str())
}

/// The size that a size is by now, if that is one size.
fn same_size(atom: Atom, store: &Store) -> Atom {
    store.resolve_dim(atom.dim()).as_atom().unwrap_or(atom)
}

/// What sizes are called, each by one name.
fn settled(hints: &[(Atom, Sym)], store: &Store) -> Vec<(Atom, Sym)> {
    let mut found: Vec<(Atom, Sym)> = Vec::new();
    for (atom, name) in hints {
        let atom = same_size(*atom, store);
        match found.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, known)) if reads_better(*name, *known) => *known = *name,
            Some(_) => {}
            None => found.push((atom, *name)),
        }
    }
    found
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
    let naming = Naming { anchors, names: name(&params, &leaves, &settled(hints, store)) };
    let shown: FxHashSet<Leaf> = leaves.iter().map(|(leaf, _)| *leaf).collect();
    let (constraints, partial) = constraints(store, &leaves, &shown, &naming.names);
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
        if !leaf.is_plain() {
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

fn name(params: &[Param], leaves: &[(Leaf, bool)], hints: &[(Atom, Sym)]) -> naming::LeafNames {
    let mut naming = naming::LeafNames::default();
    let mut taken = TakenNames::default();
    taken.extend(leaves.iter().filter_map(|(leaf, _)| leaf.name().filter(|_| !matches!(leaf, Leaf::Elem(_)))));
    // The body calls a size as it likes, `m, n = m.shape`; a letter for one without a name is no parameter's.
    let mut letters = taken.clone();
    letters.extend(params.iter().filter_map(|param| param.name));
    letters.extend(hints.iter().map(|(_, name)| *name));
    for (leaf, _) in leaves.iter().filter(|(leaf, _)| leaf.name().is_none()) {
        let hint = match leaf {
            Leaf::Atom(atom) => hints.iter().find(|(known, _)| known == atom).map(|(_, name)| *name),
            _ => None,
        };
        let called = match hint {
            Some(name) => taken.first(variants(name.as_str()), LETTERS.of(*leaf)),
            None => letters.first([], LETTERS.of(*leaf)),
        };
        taken.take(&called);
        letters.take(&called);
        naming.call(*leaf, &called);
    }
    naming
}

/// The name, and its capital or its first letter.
fn variants(name: &str) -> [String; 2] {
    let first: String = name.chars().take(1).collect();
    let other = match () {
        () if first != name => first,
        () if first.to_uppercase() == first => first.to_lowercase(),
        () => first.to_uppercase(),
    };
    [name.to_owned(), other]
}

fn constraints(
    store: &Store,
    leaves: &[(Leaf, bool)],
    shown: &FxHashSet<Leaf>,
    naming: &naming::LeafNames,
) -> (Vec<Constraint>, bool) {
    let mut found: Vec<Constraint> = Vec::new();
    let mut partial = false;
    let mut add = |constraint: Constraint| {
        if !found.contains(&constraint) {
            found.push(constraint);
        }
    };
    for fact in store.waiting() {
        let resolved = resolved(store, fact);
        let terms = resolved.terms();
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
                if leaf.is_plain() {
                    some |= shown.contains(&leaf);
                    all &= shown.contains(&leaf);
                }
            });
        }
        match resolved {
            _ if !some => {}
            Fact::Eq(..) | Fact::Ne(..) | Fact::Le(..) | Fact::Broadcast(..) if all => {
                add(naming.constraint(&resolved));
            }
            _ => partial = true,
        }
    }
    // Bounds beyond what a size, or an int, is anyway.
    for (leaf, is_size) in leaves {
        let Leaf::Atom(atom) = leaf else { continue };
        let range = store.interval(atom.dim());
        let least = if *is_size || !is_int(leaves, *atom) { 0 } else { i64::MIN };
        if range.lo > least {
            add(naming.constraint(&Fact::Le(Dim::of(range.lo), atom.dim())));
        }
        if range.hi != i64::MAX {
            add(naming.constraint(&Fact::Le(atom.dim(), Dim::of(range.hi))));
        }
    }
    (found, partial)
}

/// The fact about what its sides are.
fn resolved(store: &Store, fact: &Fact) -> Fact {
    let dims = |a: &Dim, b: &Dim| (store.resolve_dim(*a), store.resolve_dim(*b));
    let of = |fact: fn(Dim, Dim) -> Fact, (a, b)| fact(a, b);
    match fact {
        Fact::Eq(a, b) => of(Fact::Eq, dims(a, b)),
        Fact::Ne(a, b) => of(Fact::Ne, dims(a, b)),
        Fact::Le(a, b) => of(Fact::Le, dims(a, b)),
        Fact::Broadcast(a, b) => of(Fact::Broadcast, dims(a, b)),
        Fact::Shape(a, b) => Fact::Shape(store.resolve_shape(*a), store.resolve_shape(*b)),
        Fact::Elem(a, b) => Fact::Elem(store.resolve_elem(*a), store.resolve_elem(*b)),
    }
}

/// Is an atom shown only as the value of an int?
fn is_int(leaves: &[(Leaf, bool)], atom: Atom) -> bool {
    leaves.iter().any(|(leaf, size)| *leaf == Leaf::Atom(atom) && !size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::{print_function, read::parse_function};
    use conformable_types::ty::ParamKind;
    use conformable_types::{FreshKind, Shape};

    fn param(name: &str, ty: Ty, assumed: bool) -> Param {
        Param { name: Some(Sym::new(name)), kind: ParamKind::Plain, ty, assumed, default: None }
    }

    fn round(function: &Function) -> String {
        let text = print_function(function);
        assert_eq!(parse_function(&text).as_ref(), Ok(function), "{text}");
        text
    }

    #[test]
    fn names_are_short_and_stay_as_they_are() {
        let n = Dim::name("n");
        let result = Ty::array(conformable_types::DType::FLOAT64, Shape::of(&[n, n.plus(1)]));
        let (function, _) = generalise(vec![param("n", Ty::int(n), false)], result, &Store::new(), &[]);
        assert_eq!(round(&function), "(n: Int[n]) -> float64[n, n + 1]");
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
        assert_eq!(round(&function), "(x?: T[rows, x]) -> T[rows, x] where x <= rows, 2 <= x");
    }

    #[test]
    fn one_size_has_one_name() {
        let mut store = Store::new();
        let (a, b) = (store.fresh_dim(FreshKind::Unknown), store.fresh_dim(FreshKind::Unknown));
        store.tell(&Fact::Eq(a, b)).unwrap();
        let ty = |dim| Ty::array(conformable_types::DType::FLOAT64, Shape::of(&[dim]));
        let hints = [(a.as_atom().unwrap(), Sym::new("m")), (b.as_atom().unwrap(), Sym::new("k"))];
        let (function, mut naming) = generalise(vec![param("k", ty(a), false)], ty(b), &store, &hints);
        assert_eq!(round(&function), "(k: float64[k]) -> float64[k]");
        naming.call_also(&hints, &store);
        assert_eq!([naming.apply(ty(a)), naming.apply(ty(b))].map(|ty| ty.to_string()), ["float64[k]", "float64[k]"]);
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
