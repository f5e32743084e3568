//! What a call gave, and what it gives again: in other sizes, with other identities.

use std::rc::Rc;

use conformable_solver::{Store, effort, is_since};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Dim, ElemData, Interval, SeqData, Ty};
use rustc_hash::FxHashMap;

use super::key::Form;
use super::{Recording, changed_before};
use crate::domain::heap::{Entries, Items, Name, Names, Object, ObjectId, Shared};
use crate::domain::reads::Read;
use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Array, Kind, Origin, Value};
use crate::domain::walk::Definitions;
use crate::eval::Machine;

/// What a path of a call leaves: a value, and the objects that it changed or made, as far as anything leads to these.
#[derive(Clone)]
pub struct SummaryResult<'p> {
    value: Value<'p>,
    changed: Rc<Vec<(ObjectId, Object<'p>)>>,
    /// The names in scopes that it bound, or that are bound no more.
    names: Rc<Vec<(ObjectId, Name, Option<Value<'p>>)>>,
    /// The attribute dicts that it made, each with its instance.
    namespaces: Rc<Vec<(ObjectId, ObjectId)>>,
    /// Each that was made, and whether it stands for several.
    objects: Rc<Vec<(ObjectId, Object<'p>, bool)>>,
    /// The variables that it made, and their bounds.
    leaves: Rc<Vec<(Leaf, Interval)>>,
    /// Identities from here on are those of what the call made.
    identities: u64,
    /// The storages that it wrote to, and whether all of that was whole numbers.
    written: Rc<Vec<(u64, bool)>>,
    /// It may have written to any storage.
    scattered: bool,
}

/// What a path of a call changed of what was there before.
pub struct Mutations<'p> {
    pub objects: Vec<ObjectId>,
    pub names: Vec<(ObjectId, Name, Option<Value<'p>>)>,
}

impl<'p> Mutations<'p> {
    pub fn between(recording: &Recording<'p>, after: &State<'p>) -> Mutations<'p> {
        use imbl::ordmap::DiffItem;
        let mut changes = Mutations { objects: Vec::new(), names: Vec::new() };
        for id in changed_before(recording, after) {
            let sides = [&recording.state, after].map(|state| state.heap.unread(id).map(|object| &*object.0));
            let [Some(Object::Scope { names: before, .. }), Some(Object::Scope { names: after, .. })] = sides else {
                changes.objects.push(id);
                continue;
            };
            changes.names.extend(before.diff(after).into_iter().map(|item| match item {
                DiffItem::Add(name, value) | DiffItem::Update { new: (name, value), .. } => {
                    (id, *name, Some(value.clone()))
                }
                DiffItem::Remove(name, _) => (id, *name, None),
            }));
        }
        changes
    }

    /// What it changed is read: where paths met, it may be in part what it was.
    pub fn as_reads(&self) -> impl Iterator<Item = Read> {
        let objects = self.objects.iter().map(|id| Read::Object(*id));
        objects.chain(self.names.iter().map(|(scope, name, _)| Read::Name(*scope, name.0)))
    }
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
        Kind::Tuple(_) | Kind::Union(_) | Kind::Bound(_) | Kind::Slice(_) | Kind::Method(_) => {
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
    /// Variables from here on were made by the call.
    next: u64,
    made: Vec<Leaf>,
    /// The greatest identity in it.
    latest: u64,
    /// So many values more are kept.
    left: u32,
}

/// A call whose result has more values, each as often as it is reached, is evaluated each time.
const MOST_VALUES: u32 = 100_000;

impl Settling<'_, '_> {
    /// Is it in terms of the arguments, or of what the call made?
    fn is_ours(&mut self, leaf: Leaf) -> bool {
        let Some((id, _)) = leaf.fresh() else {
            // An expression is seen after its parts.
            return leaf.name().is_none();
        };
        if self.form.leaves.contains(&leaf) {
            return true;
        }
        let is_made = is_since(id, self.next);
        if is_made && !self.made.contains(&leaf) {
            self.made.push(leaf);
        }
        is_made
    }
}

fn is_plain(leaf: Leaf) -> bool {
    match leaf {
        Leaf::Atom(_) => false,
        Leaf::Seq(seq) => matches!(seq.data(), SeqData::Any),
        Leaf::Elem(elem) => matches!(elem.data(), ElemData::DType(_) | ElemData::Weak(_) | ElemData::Any),
    }
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
        self.latest = self.latest.max(array.base);
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
    leaves: FxHashMap<Leaf, Leaf>,
    bases: FxHashMap<u64, u64>,
    views: FxHashMap<u64, u64>,
    objects: FxHashMap<ObjectId, ObjectId>,
    /// Identities from here on were made by the first call.
    identities: u64,
    next: &'a mut u64,
}

impl Map for Copying<'_, '_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.leaves.get(&leaf).copied()
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

/// What a path that ends in that state has left, if it can be left again.
pub fn kept<'p>(
    value: &Value<'p>,
    state: &State<'p>,
    changes: &Mutations<'p>,
    form: &Form<'p>,
    recording: &Recording<'p>,
) -> Option<SummaryResult<'p>> {
    let mut settling = Settling {
        store: &state.store,
        form,
        objects: recording.objects,
        found: Vec::new(),
        next: recording.state.store.next_id(),
        made: Vec::new(),
        latest: 0,
        left: MOST_VALUES,
    };
    let value = rewritten(value, &mut settling)?;
    let mut changed = Vec::with_capacity(changes.objects.len());
    for id in &changes.objects {
        changed.push((*id, object_rewritten(&state.heap.unread(*id)?.0, &mut settling)?));
    }
    let mut names = Vec::with_capacity(changes.names.len());
    for (scope, name, value) in &changes.names {
        let value = match value {
            Some(value) => Some(rewritten(value, &mut settling)?),
            None => None,
        };
        names.push((*scope, *name, value));
    }
    let (mut objects, mut namespaces) = (Vec::new(), Vec::new());
    let mut new_namespaces = recording.state.heap.namespaces_since(&state.heap);
    loop {
        while let Some(id) = settling.found.get(objects.len()).copied() {
            let object = object_rewritten(&state.heap.unread(id)?.0, &mut settling)?;
            objects.push((id, object, state.heap.is_summary(id)));
        }
        // A dict that nothing leads to is gone.
        let is_left = |dict: ObjectId| !is_since(dict.0, recording.objects) || settling.found.contains(&dict);
        let Some(place) = new_namespaces.iter().position(|(dict, _)| is_left(*dict)) else { break };
        let (dict, owner) = new_namespaces.swap_remove(place);
        settling.object(owner);
        namespaces.push((dict, owner));
    }
    let scattered = recording.state.scattered != state.scattered;
    if scattered && settling.latest > state.scattered {
        // It would count as written to as well.
        return None;
    }
    // Copies are made in the same order, which is that of an expression's terms.
    settling.made.sort_unstable_by_key(|leaf| leaf.fresh().map(|(id, _)| id));
    let mut leaves = Vec::with_capacity(settling.made.len());
    for leaf in settling.made {
        leaves.push((leaf, state.store.alone(leaf)?));
    }
    let written = recording.state.written_since(state);
    let written = Rc::new(written.map(|base| (base, state.is_written_whole(base))).collect());
    Some(SummaryResult {
        value,
        changed: Rc::new(changed),
        names: Rc::new(names),
        namespaces: Rc::new(namespaces),
        objects: Rc::new(objects),
        leaves: Rc::new(leaves),
        identities: recording.identities + 1,
        written,
        scattered,
    })
}

impl<'p> Machine<'p> {
    /// The same for a call whose arguments are of the same form.
    pub(super) fn instantiate_summary(
        &mut self,
        kept: &SummaryResult<'p>,
        from: &Form<'p>,
        to: &Form<'p>,
    ) -> Option<Value<'p>> {
        let mut objects = from.objects.beside(&to.objects);
        for (id, ..) in kept.objects.iter() {
            objects.insert(*id, self.numbers.new_object());
        }
        let mut leaves = from.leaves.beside(&to.leaves);
        for (leaf, bounds) in kept.leaves.iter() {
            leaves.insert(*leaf, self.state.store.fresh_like(*leaf, *bounds));
        }
        let mut copying = Copying {
            origins: from.origins.beside(&to.origins),
            leaves,
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
        for (id, object) in kept.changed.iter() {
            let copy = object_rewritten(object, &mut copying)?;
            let id = copying.object(*id)?;
            self.state.heap.share(id, &Shared(Rc::new(copy)));
        }
        for (dict, owner) in kept.namespaces.iter() {
            let [dict, owner] = [*dict, *owner].map(|id| copying.objects.get(&id).copied().unwrap_or(id));
            self.state.heap.note_namespace(dict, owner);
        }
        let mut names = Vec::with_capacity(kept.names.len());
        for (scope, name, value) in kept.names.iter() {
            let value = match value {
                Some(value) => Some(rewritten(value, &mut copying)?),
                None => None,
            };
            names.push((*scope, *name, value));
        }
        let value = rewritten(&kept.value, &mut copying);
        let is_made = |base: u64| is_since(base, kept.identities);
        let of_copy = |(base, is_whole): &(u64, bool)| match copying.bases.get(base) {
            Some(copy) => Some((*copy, *is_whole)),
            // What it made and gave to nobody is gone.
            None => (!is_made(*base)).then_some((*base, *is_whole)),
        };
        let written: Vec<(u64, bool)> = kept.written.iter().filter_map(of_copy).collect();
        for (base, is_whole) in written {
            let version = self.new_identity();
            if is_whole {
                self.state.written_whole(base, version);
            } else {
                self.state.written(base, version);
            }
        }
        if kept.scattered {
            self.state.scattered = self.new_identity();
        }
        for (scope, name, value) in names {
            let value = value.map(|value| self.kept_from_others(scope, name.0, value));
            self.state.heap.rebind(scope, name, value);
        }
        value
    }
}

/// What is in what a call read: the arrays and objects, and whether all of it is closed.
#[derive(Default)]
pub struct ReadContents {
    pub arrays: Vec<Array>,
    pub objects: Vec<ObjectId>,
    open: bool,
}

/// Those of objects that were read before: what modules hold is read again and again.
#[derive(Default)]
pub struct ReadContentsOfObjects<'p>(FxHashMap<usize, (Shared<'p>, ReadContents)>);

/// They are all dropped when there are this many.
const MOST_OBJECTS: usize = 1 << 12;

impl<'p> ReadContentsOfObjects<'p> {
    /// Adds those of an object to others.
    pub fn add_to(&mut self, others: &mut ReadContents, object: &Shared<'p>) {
        if self.0.len() >= MOST_OBJECTS {
            self.0.clear();
        }
        // It is kept, so that no other one has its address.
        let (_, contents) = self.0.entry(Rc::as_ptr(&object.0).addr()).or_insert_with(|| {
            let mut contents = ReadContents::default();
            contents.object(&object.0);
            (object.clone(), contents)
        });
        others.open |= contents.open;
        others.arrays.extend_from_slice(&contents.arrays);
        others.objects.extend_from_slice(&contents.objects);
    }
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
            Kind::Object(id) => self.objects.push(*id),
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
            Object::View { dict, .. } => self.objects.push(*dict),
            _ => {}
        }
        object.visit_values(&mut |value| self.value(value));
    }
}
