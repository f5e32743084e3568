//! What a call gave, and what it gives again: in other sizes, with other identities.

use std::rc::Rc;

use conformable_solver::{Store, effort, is_since};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, Dim, Elem, ElemData, Seq, SeqData, Ty};
use rustc_hash::FxHashMap;

use super::Recording;
use super::key::Form;
use crate::domain::heap::{Entries, Items, Name, Names, Object, ObjectId};
use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Kind, Origin, Value};
use crate::domain::walk::Definitions;
use crate::eval::Machine;

/// A value, and the objects that were made for it and nothing else leads to.
#[derive(Clone)]
pub struct SummaryResult<'p> {
    value: Value<'p>,
    objects: Rc<Vec<(ObjectId, Object<'p>, bool)>>,
    /// Identities from here on are those of what the call made.
    identities: u64,
    /// The storages that it made and wrote to, and whether all of that was whole numbers.
    written: Rc<Vec<(u64, bool)>>,
}

/// Something that a value is written anew with; `None` where that can't be done.
trait Rewrite<'p> {
    fn ty(&mut self, ty: Ty) -> Option<Ty>;
    fn dim(&mut self, dim: Dim) -> Option<Dim>;
    fn identities(&mut self, array: Array) -> Option<(u64, u64)>;
    fn object(&mut self, id: ObjectId) -> Option<ObjectId>;
    fn origin(&self, origin: Origin<'p>) -> Origin<'p>;
    /// One value more; `None` if that is too many.
    fn count(&mut self) -> Option<()>;
    /// Is it a scope that is there for all calls?
    fn is_old(&self, scope: ObjectId) -> bool;
}

fn rewritten<'p>(value: &Value<'p>, with: &mut dyn Rewrite<'p>) -> Option<Value<'p>> {
    with.count()?;
    let kind = match &value.kind {
        Kind::Unknown
        | Kind::Floating(..)
        | Kind::LargeInt(_)
        | Kind::Module(_)
        | Kind::Namespace(_)
        | Kind::Op(_)
        | Kind::Builtin(_) => value.kind.clone(),
        Kind::Data(ty) => Kind::Data(with.ty(*ty)?),
        Kind::Integer(ty, value) => Kind::Integer(*ty, with.dim(*value)?),
        Kind::Array(array) => {
            let attained = match array.attained {
                Some((least, most)) => Some((with.dim(least)?, with.dim(most)?)),
                None => None,
            };
            let elements = match array.elements {
                Some(elements) => Some(with.ty(elements)?),
                None => None,
            };
            let (base, view) = with.identities(*array)?;
            Kind::Array(Array { ty: with.ty(array.ty)?, base, view, attained, elements, ..*array })
        }
        Kind::Object(id) => Kind::Object(with.object(*id)?),
        Kind::Function(function) if with.is_old(function.scope) => value.kind.clone(),
        Kind::Class(class) if with.is_old(class.scope) => value.kind.clone(),
        Kind::Tuple(_) | Kind::Union(_) | Kind::Bound(_) => {
            value.kind.try_map_parts(&mut |part| rewritten(part, with))?
        }
        _ => return None,
    };
    let origin = value.origin.map(|origin| with.origin(origin));
    Some(Value { kind, origin, dependencies: value.dependencies })
}

fn all_rewritten<'p>(values: &[Value<'p>], with: &mut dyn Rewrite<'p>) -> Option<Vec<Value<'p>>> {
    values.iter().map(|value| rewritten(value, with)).collect()
}

fn object_rewritten<'p>(object: &Object<'p>, with: &mut dyn Rewrite<'p>) -> Option<Object<'p>> {
    Some(match object {
        Object::List(items) => Object::List(all_rewritten(items, with)?),
        Object::ListOf { item, len } => Object::ListOf { item: rewritten(item, with)?, len: with.dim(*len)? },
        Object::TupleOf { item, len } => Object::TupleOf { item: rewritten(item, with)?, len: with.dim(*len)? },
        Object::Dict(entries) if entries.missing.is_none() => {
            let mut copied = Entries::default();
            for (key, value) in entries.known.iter() {
                copied.set(&rewritten(key, with)?, rewritten(value, with)?);
            }
            if let Some(rest) = &entries.rest {
                copied.rest = Some(rewritten(rest, with)?);
                for (key, value) in entries.possible.iter() {
                    copied.set_possible(rewritten(key, with)?, rewritten(value, with)?);
                }
            }
            Object::Dict(copied)
        }
        Object::View { dict, part } => Object::View { dict: with.object(*dict)?, part: *part },
        Object::Set(item) => Object::Set(rewritten(item, with)?),
        Object::Range(Items::Known(items)) => Object::Range(Items::Known(all_rewritten(items, with)?)),
        Object::Iterator(Items::Known(items)) => Object::Iterator(Items::Known(all_rewritten(items, with)?)),
        Object::Instance { class, attributes, order, open } if with.is_old(class.scope) => {
            let copied: Option<Vec<(Name, Value<'p>)>> =
                attributes.iter().map(|(name, value)| Some((*name, rewritten(value, with)?))).collect();
            let attributes: Names<'p> = copied?.into_iter().collect();
            Object::Instance { class: Rc::clone(class), attributes, order: order.clone(), open: *open }
        }
        Object::Escaped => Object::Escaped,
        _ => return None,
    })
}

/// Resolved, and checked to be in terms of the arguments.
struct Settling<'a, 'p> {
    store: &'a Store,
    form: &'a Form<'p>,
    objects: u64,
    found: Vec<ObjectId>,
    /// So many values more are kept.
    left: u32,
}

/// A call whose result has more values, each as often as it is reached, is evaluated each time.
const MOST_VALUES: u32 = 100_000;

impl Settling<'_, '_> {
    fn is_ours(&self, leaf: Leaf) -> bool {
        match leaf {
            // An expression is seen after its parts.
            Leaf::Atom(atom) => is_compound(atom) || self.form.atoms.contains(&atom),
            leaf => is_plain(leaf),
        }
    }
}

fn is_compound(atom: Atom) -> bool {
    use conformable_types::AtomData;
    !matches!(atom.data(), AtomData::Fresh { .. } | AtomData::Name(_))
}

fn is_plain(leaf: Leaf) -> bool {
    match leaf {
        Leaf::Atom(_) => false,
        Leaf::Seq(seq) => is_plain_seq(seq),
        Leaf::Elem(elem) => is_plain_elem(elem),
    }
}

fn is_plain_seq(seq: Seq) -> bool {
    matches!(seq.data(), SeqData::Any)
}

fn is_plain_elem(elem: Elem) -> bool {
    matches!(elem.data(), ElemData::DType(_) | ElemData::Weak(_) | ElemData::Any)
}

impl<'p> Rewrite<'p> for Settling<'_, 'p> {
    fn ty(&mut self, ty: Ty) -> Option<Ty> {
        let ty = self.store.resolve_ty(ty);
        let mut ours = true;
        term::visit_ty(ty, &mut |leaf| ours &= self.is_ours(leaf));
        ours.then_some(ty)
    }

    fn dim(&mut self, dim: Dim) -> Option<Dim> {
        let dim = self.store.resolve_dim(dim);
        let mut ours = true;
        term::visit_dim(dim, &mut |leaf| ours &= self.is_ours(leaf));
        ours.then_some(dim)
    }

    fn identities(&mut self, array: Array) -> Option<(u64, u64)> {
        Some((array.base, array.view))
    }

    fn object(&mut self, id: ObjectId) -> Option<ObjectId> {
        if is_since(id.0, self.objects) && !self.found.contains(&id) {
            self.found.push(id);
        }
        Some(id)
    }

    fn origin(&self, origin: Origin<'p>) -> Origin<'p> {
        origin
    }

    fn count(&mut self) -> Option<()> {
        effort::add(1);
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn is_old(&self, scope: ObjectId) -> bool {
        !is_since(scope.0, self.objects)
    }
}

/// In another call's sizes and identities.
struct Copying<'a, 'p> {
    origins: FxHashMap<Origin<'p>, Origin<'p>>,
    atoms: FxHashMap<Atom, Dim>,
    bases: FxHashMap<u64, u64>,
    views: FxHashMap<u64, u64>,
    objects: FxHashMap<ObjectId, ObjectId>,
    /// Identities from here on were made by the first call.
    identities: u64,
    next: &'a mut u64,
}

impl Map for Copying<'_, '_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        self.atoms.get(&atom).copied()
    }
}

impl Copying<'_, '_> {
    fn fresh(next: &mut u64) -> u64 {
        *next += 1;
        *next
    }
}

impl<'p> Rewrite<'p> for Copying<'_, 'p> {
    fn ty(&mut self, ty: Ty) -> Option<Ty> {
        Some(term::map_ty(ty, self))
    }

    fn dim(&mut self, dim: Dim) -> Option<Dim> {
        Some(term::map_dim(dim, self))
    }

    fn identities(&mut self, array: Array) -> Option<(u64, u64)> {
        // An array that was there, and is no argument, is the same for both calls.
        if !self.bases.contains_key(&array.base) && !is_since(array.base, self.identities) {
            return Some((array.base, array.view));
        }
        let base = *self.bases.entry(array.base).or_insert_with(|| Self::fresh(self.next));
        let view = match array.view {
            0 | NO_VIEW => array.view,
            view => *self.views.entry(view).or_insert_with(|| Self::fresh(self.next)),
        };
        Some((base, view))
    }

    fn object(&mut self, id: ObjectId) -> Option<ObjectId> {
        Some(self.objects.get(&id).copied().unwrap_or(id))
    }

    fn origin(&self, origin: Origin<'p>) -> Origin<'p> {
        self.origins.get(&origin).copied().unwrap_or(origin)
    }

    // What was kept isn't too much.
    fn count(&mut self) -> Option<()> {
        effort::add(1);
        Some(())
    }

    fn is_old(&self, _: ObjectId) -> bool {
        true
    }
}

impl<'p> Machine<'p> {
    /// What a call gave, if it can be given again.
    pub(super) fn kept(&self, value: &Value<'p>, recording: &Recording<'p>) -> Option<SummaryResult<'p>> {
        let mut settling = Settling {
            store: &self.state.store,
            form: &recording.query.form,
            objects: recording.objects,
            found: Vec::new(),
            left: MOST_VALUES,
        };
        let value = rewritten(value, &mut settling)?;
        let mut objects = Vec::new();
        while let Some(id) = settling.found.get(objects.len()).copied() {
            let object = object_rewritten(&self.state.heap.unread(id)?.0, &mut settling)?;
            objects.push((id, object, self.state.heap.is_summary(id)));
        }
        let written = recording.state.written_since(&self.state);
        let written = Rc::new(written.map(|base| (base, self.state.is_written_whole(base))).collect());
        Some(SummaryResult { value, objects: Rc::new(objects), identities: recording.identities + 1, written })
    }

    /// The same for a call whose arguments are of the same form.
    pub(super) fn instantiate_summary(
        &mut self,
        kept: &SummaryResult<'p>,
        from: &Form<'p>,
        to: &Form<'p>,
    ) -> Option<Value<'p>> {
        let mut objects = FxHashMap::default();
        for (id, ..) in kept.objects.iter() {
            objects.insert(*id, self.numbers.new_object());
        }
        let mut copying = Copying {
            origins: from.origins.beside(&to.origins),
            atoms: from.atoms.iter().copied().zip(to.atoms.iter().map(|atom| atom.dim())).collect(),
            bases: from.bases.beside(&to.bases),
            views: from.views.beside(&to.views),
            objects,
            identities: kept.identities,
            next: &mut self.numbers.identity,
        };
        debug_assert!(from.bases.iter().all(|base| !is_since(*base, kept.identities)));
        for (id, object, summary) in kept.objects.iter() {
            let copy = object_rewritten(object, &mut copying)?;
            let id = copying.objects[id];
            self.state.heap.set(id, copy);
            if *summary {
                self.state.heap.summarise(id);
            }
        }
        let value = rewritten(&kept.value, &mut copying);
        let of_copy = |(base, is_whole): &(u64, bool)| Some((*copying.bases.get(base)?, *is_whole));
        let written: Vec<(u64, bool)> = kept.written.iter().filter_map(of_copy).collect();
        for (base, is_whole) in written {
            let version = self.new_identity();
            if is_whole {
                self.state.written_whole(base, version);
            } else {
                self.state.written(base, version);
            }
        }
        value
    }
}

/// What is in what a call read: the arrays, and whether all of it is closed.
#[derive(Default)]
pub struct ReadContents {
    pub arrays: Vec<Array>,
    open: bool,
}

impl ReadContents {
    /// Is there no size in it of which a path may learn something?
    pub fn is_closed(&self) -> bool {
        !self.open
    }

    fn ty(&mut self, ty: Ty) {
        term::visit_ty(ty, &mut |leaf| self.open |= !is_plain(leaf));
    }

    fn dim(&mut self, dim: Dim) {
        self.open |= dim.constant().is_none() && !dim.is_any();
    }

    pub fn value(&mut self, value: &Value<'_>) {
        match &value.kind {
            Kind::Data(ty) => self.ty(*ty),
            Kind::Integer(_, value) => self.dim(*value),
            Kind::Array(array) => {
                self.arrays.push(*array);
                self.ty(array.ty);
                array.elements.iter().for_each(|elements| self.ty(*elements));
                array
                    .attained
                    .iter()
                    .for_each(|(least, most)| [*least, *most].into_iter().for_each(|dim| self.dim(dim)));
            }
            Kind::Shape(_) => self.open = true,
            _ => {}
        }
        value.kind.definitions().visit_values(&mut |value| self.value(value));
        value.kind.visit_parts(&mut |part| self.value(part));
    }

    pub fn object(&mut self, object: &Object<'_>) {
        match object {
            Object::ListOf { len, .. } | Object::TupleOf { len, .. } => self.dim(*len),
            Object::Range(items) | Object::Iterator(items) => {
                items.count().iter().for_each(|count| self.dim(*count));
            }
            Object::Instance { class, .. } => {
                Definitions::of_class(class).visit_values(&mut |value| self.value(value));
            }
            _ => {}
        }
        object.visit_values(&mut |value| self.value(value));
    }
}
