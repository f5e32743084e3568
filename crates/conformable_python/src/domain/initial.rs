//! What instances have when they have been made: the attributes that an `__init__` has stored, for methods of classes of
//! which no instance is known.
//!
//! They were found in another evaluation, whose sizes mean nothing here: in each method they are named anew, those that an
//! argument of `__init__` decides by that (`self.n`), so that an `n` of `__init__` isn't one of the method's own.

use conformable_solver::is_since;
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Dim, Interval, Ty};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Kind, Sym, Value};

/// What one `__init__` stores.
pub struct InitialAttributes<'p> {
    /// Where it is defined.
    pub init: TextRange,
    stored: Vec<(Sym, Value<'p>)>,
    bounds: FxHashMap<Leaf, Interval>,
    /// Sizes from here on are its own.
    first: u64,
}

impl<'p> InitialAttributes<'p> {
    /// What its receiver had in the state in which it ended, with what that has learned written into it. Nothing if it
    /// has no end.
    pub fn of(init: TextRange, receiver: Sym, state: &State<'p>, first: u64) -> Option<InitialAttributes<'p>> {
        let mut initial = InitialAttributes { init, stored: Vec::new(), bounds: FxHashMap::default(), first };
        for (name, value) in state.taught.stored_of(receiver).filter(|_| !state.unreachable) {
            let (kind, ty) = match &value.kind {
                Kind::Data(ty) => {
                    let ty = state.store.resolve_ty(*ty);
                    (Kind::Data(ty), ty)
                }
                Kind::Array(array) => {
                    let ty = state.store.resolve_ty(array.ty);
                    if is_any_array(ty) {
                        continue;
                    }
                    (Kind::Array(Array { ty, attained: None, elements: None, ..*array }), ty)
                }
                Kind::Floating(ty, _) => (value.kind.clone(), *ty),
                _ => continue,
            };
            term::visit_ty(ty, &mut |leaf| {
                if let Leaf::Atom(atom) = leaf {
                    initial.bounds.insert(leaf, state.store.interval(atom.dim()));
                }
            });
            initial.stored.push((name, Value { kind, ..value.clone() }));
        }
        (!initial.stored.is_empty()).then_some(initial)
    }

    /// The same in the terms of another evaluation; `identity` is its last one.
    pub fn anew(&self, state: &mut State<'p>, identity: &mut u64) -> Vec<(Sym, Value<'p>)> {
        let mut anew = Anew { initial: self, leaves: FxHashMap::default(), state };
        let mut values = Vec::new();
        for (name, value) in &self.stored {
            let kind = match &value.kind {
                Kind::Data(ty) => Kind::Data(term::map_ty(*ty, &mut anew)),
                Kind::Array(array) => {
                    *identity += 1;
                    let view = if array.view == NO_VIEW { NO_VIEW } else { 0 };
                    let ty = term::map_ty(array.ty, &mut anew);
                    Kind::Array(Array { ty, base: *identity, view, ..*array })
                }
                other => other.clone(),
            };
            values.push((*name, Value { kind, ..value.clone() }));
        }
        values
    }
}

/// Is nothing known of an array but that it is one? Of an argument that is an assumption, which its own function states.
fn is_any_array(ty: Ty) -> bool {
    ty.as_array().is_some_and(|(elem, shape)| elem.dtype().is_none() && shape.rank().is_none() && shape.min_rank() == 0)
}

/// Writes types in sizes of another evaluation.
struct Anew<'s, 'p> {
    initial: &'s InitialAttributes<'p>,
    leaves: FxHashMap<Leaf, Leaf>,
    state: &'s mut State<'p>,
}

impl Map for Anew<'_, '_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        if let Some(known) = self.leaves.get(&leaf) {
            return Some(*known);
        }
        let store = &mut self.state.store;
        let new = match (leaf.fresh(), leaf.name()) {
            (Some((id, kind)), _) if is_since(id, self.initial.first) => leaf.numbered(store.fresh_id(), kind),
            (None, Some(name)) => Leaf::Atom(Dim::name(&format!("self.{name}")).as_atom()?),
            _ => return None,
        };
        if let (Some(interval), Leaf::Atom(own)) = (self.initial.bounds.get(&leaf), new) {
            store.set_bounds(own, *interval);
        }
        self.leaves.insert(leaf, new);
        Some(new)
    }
}
