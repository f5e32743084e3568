//! What the sizes in a message are called: as the function calls them in which it is met, `n, k = x.shape`.

use conformable_signatures::generalise::reads_better;
use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Elem, FreshKind, Seq, Shape, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;

/// What sizes are called that have no name.
const LETTERS: &[&str] = &["n", "m", "k", "p", "q", "r"];

/// The names that ints of the frame in hand give to sizes without one, as far as these types have them.
pub fn size_names(run: &Machine<'_>, types: &[Ty]) -> Vec<(Atom, Sym)> {
    let (mut sizes, mut taken) = (FxHashSet::default(), FxHashSet::default());
    for ty in types {
        visit_read(run, *ty, &mut |leaf| match (leaf, leaf.name()) {
            (_, Some(name)) => drop(taken.insert(name)),
            (Leaf::Atom(atom), None) if is_nameless(leaf) => drop(sizes.insert(atom)),
            _ => {}
        });
    }
    let scope = run.frames.last().map(|frame| run.state.heap.get(frame.scope));
    let Some(Object::Scope { names, .. }) = scope.filter(|_| !sizes.is_empty()) else { return Vec::new() };
    let mut found: Vec<(Atom, Sym)> = Vec::new();
    for (name, value) in names.iter().filter(|(name, _)| !taken.contains(&name.0)) {
        let Some(atom) = size_of(run, value).filter(|atom| sizes.contains(atom)) else { continue };
        match found.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, known)) if reads_better(name.0, *known) => *known = name.0,
            Some(_) => {}
            None => found.push((atom, name.0)),
        }
    }
    found
}

/// The same, and letters that are no name in the frame for the sizes that none has a name for, so that a size which is
/// met in several types is the same in all of them. A size of which no more than bounds is known is called by these.
pub fn shown_names(run: &Machine<'_>, types: &[Ty]) -> Vec<(Atom, Sym)> {
    let mut found = size_names(run, types);
    found.extend(bounded(run, types, &found));
    let mut counts: Vec<(Atom, usize)> = Vec::new();
    let mut taken: FxHashSet<Sym> = found.iter().map(|(_, name)| *name).collect();
    for ty in types {
        visit_read(run, *ty, &mut |leaf| match (leaf, leaf.name()) {
            (_, Some(name)) => drop(taken.insert(name)),
            (Leaf::Atom(atom), None) if is_nameless(leaf) && found.iter().all(|(known, _)| *known != atom) => {
                // What nothing is known of, and is met once, is `?`.
                let times = if says_nothing(leaf) { 1 } else { 2 };
                match counts.iter_mut().find(|(known, _)| *known == atom) {
                    Some((_, count)) => *count += times,
                    None => counts.push((atom, times)),
                }
            }
            _ => {}
        });
    }
    if counts.iter().all(|(_, count)| *count < 2) {
        return found;
    }
    for frame in &run.frames {
        if let Object::Scope { names, .. } = run.state.heap.get(frame.scope) {
            taken.extend(names.iter().map(|(name, _)| name.0));
        }
    }
    let numbered = (1..).map(|number: u32| Sym::new(&format!("{}{number}", LETTERS[0])));
    let mut free = LETTERS.iter().map(|letter| Sym::new(letter)).chain(numbered).filter(|name| !taken.contains(name));
    let counted = counts.iter().filter(|(_, count)| *count > 1).map(|(atom, _)| *atom);
    found.extend(counted.zip(&mut free));
    found
}

/// The leaves of a type that are read: of a size that a relation gives, of a slice say, nothing but the whole of it.
fn visit_read(run: &Machine<'_>, ty: Ty, visit: &mut dyn FnMut(Leaf)) {
    term::map_ty(run.state.store.resolve_ty(ty), &mut ReadLeaves(visit));
}

struct ReadLeaves<'a>(&'a mut dyn FnMut(Leaf));

impl term::Map for ReadLeaves<'_> {
    fn is_kept(&mut self, dim: Dim) -> bool {
        let has_relations = dim.atoms().any(is_relation);
        for atom in dim.atoms().filter(|_| has_relations) {
            if is_relation(atom) {
                (self.0)(Leaf::Atom(atom));
            } else {
                term::map_dim(atom.dim(), self);
            }
        }
        has_relations
    }

    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        (self.0)(leaf);
        None
    }
}

fn is_relation(atom: Atom) -> bool {
    matches!(atom.data(), AtomData::SliceLen { .. } | AtomData::App(..))
}

/// May the leaf get a name here, which it has none of?
fn is_nameless(leaf: Leaf) -> bool {
    leaf.fresh().is_some() || matches!(leaf, Leaf::Atom(atom) if is_relation(atom))
}

/// Sizes that are nothing but between two numbers, `3 to 20`, and dims of arrays wherever these types have them.
fn bounded(run: &Machine<'_>, types: &[Ty], named: &[(Atom, Sym)]) -> Vec<(Atom, Sym)> {
    let types: Vec<Ty> = types.iter().map(|ty| run.state.store.resolve_ty(*ty)).collect();
    let (mut leaves, mut dims) = (Vec::new(), Vec::new());
    for ty in &types {
        visit_read(run, *ty, &mut |leaf| match leaf {
            Leaf::Atom(atom) if says_nothing(leaf) => leaves.push(atom),
            _ => {}
        });
        let shape = ty.as_array().and_then(|(_, shape)| shape.dims());
        dims.extend(shape.into_iter().flatten().filter_map(|dim| Some((dim.as_atom()?, *dim))));
    }
    let mut found: Vec<(Atom, Sym)> = Vec::new();
    for (atom, dim) in &dims {
        let as_dim = dims.iter().filter(|(one, _)| one == atom).count();
        let known = || named.iter().chain(&found).any(|(known, _)| known == atom);
        if leaves.iter().filter(|one| *one == atom).count() != as_dim || known() {
            continue;
        }
        let bounds = run.state.store.interval(*dim);
        let name = match (bounds.lo, bounds.hi) {
            (..=1, i64::MAX) => continue,
            (lo, i64::MAX) => format!("at least {lo}"),
            (..=0, hi) => format!("at most {hi}"),
            (lo, hi) => format!("{lo} to {hi}"),
        };
        found.push((*atom, Sym::new(&name)));
    }
    found
}

/// Is it a size of which a name says no more than `?` does?
fn says_nothing(leaf: Leaf) -> bool {
    let kind = leaf.fresh().map(|(_, kind)| kind);
    matches!(kind, Some(FreshKind::Unknown | FreshKind::OneOf | FreshKind::Each))
}

/// The size that an int is, and nothing else.
fn size_of(run: &Machine<'_>, value: &Value<'_>) -> Option<Atom> {
    match &value.kind {
        Kind::Data(_) | Kind::Integer(..) => run.state.store.resolve_dim(value.int_value()?).as_atom(),
        _ => None,
    }
}

/// A type as a message says it of a value: an integer is an `int` where the message has no name for what it is, and
/// an element type that depends on others is `?`.
pub fn as_read(ty: Ty, names: &[(Atom, Sym)]) -> Ty {
    let all = |types: &[Ty]| -> Vec<Ty> { types.iter().map(|ty| as_read(*ty, names)).collect() };
    match ty.kind() {
        TyKind::IntOf(dim) if !is_named(*dim, names) => Ty::new(TyKind::Int),
        TyKind::Tuple(items) => Ty::tuple(all(items)),
        TyKind::List(items) => Ty::list(all(items)),
        TyKind::TupleOf(item) => Ty::tuple_of(as_read(*item, names)),
        TyKind::ListOf(item) => Ty::list_of(as_read(*item, names)),
        TyKind::Dict(key, value) => Ty::new(TyKind::Dict(as_read(*key, names), as_read(*value, names))),
        TyKind::Union(members) => Ty::union(all(members)),
        _ => without_applications(ty),
    }
}

/// An element type or a sequence of sizes that depends on others is `?` and `...`.
pub fn without_applications(ty: Ty) -> Ty {
    term::map_ty(ty, &mut NoApplications)
}

/// Does a reader know each part of the size?
fn is_named(dim: Dim, names: &[(Atom, Sym)]) -> bool {
    let mut named = true;
    term::visit_dim(dim, &mut |leaf| {
        named &= match leaf {
            Leaf::Atom(atom) if leaf.name().is_none() => names.iter().any(|(known, _)| *known == atom),
            _ => leaf.name().is_some(),
        };
    });
    named && !dim.is_any()
}

/// Element types and sequences of sizes that are applications are anything.
struct NoApplications;

impl term::Map for NoApplications {
    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        Leaf::Seq(seq).application().map(|_| Shape::any())
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        Leaf::Elem(elem).application().map(|_| Elem::any())
    }
}
