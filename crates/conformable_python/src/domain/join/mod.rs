//! Two paths become one, by anti-unification with one table for the whole join: the pair (d1, d2)
//! always becomes the same fresh atom, so sizes that changed together stay equal.
//!
//! The types are [`terms`]' matter; here are values, and the heap.
//!
//! At a loop's head a join also settles: an atom that stands for any pass's value goes on doing so,
//! and the objects that different passes made at one place become one *summary*, of which a write
//! changes only what may be.
//!
//! Objects that a loop makes are one summary object, whose writes are weak; instances of one class are one
//! alternative of a union. A size that was one of several (two paths met, an element was taken out) is a kind
//! of its own (`FreshKind::OneOf`), apart from a size of which nothing is known. A join looks at what both paths
//! have; what only one of them has made stands as that path left it.

mod entries;
mod floats;
mod stays;
mod terms;

use std::rc::Rc;

use conformable_solver::{Store, effort, is_since};
use conformable_types::{Dim, Ty, TyKind, term};
use imbl::ordmap::DiffItem;
use rustc_hash::FxHashMap;

use self::terms::Terms;
use crate::domain::heap::{Heap, Items, Names, Object, ObjectId};
use crate::domain::reads;
use crate::domain::state::{NO_VIEW, Since, State};
use crate::domain::value::{Array, Defaults, Function, Kind, Value, as_dim};
use crate::library::is_builtin;

/// At most so many alternatives of one value are kept apart.
const MAX_MEMBERS: usize = 4;
/// Instances of one class are one alternative; but at most so many of them.
const MAX_INSTANCES: usize = 16;

/// One of two paths.
#[derive(Clone, Copy)]
pub struct Side<'s, 'p> {
    pub store: &'s Store,
    pub heap: &'s Heap<'p>,
}

impl<'s, 'p> Side<'s, 'p> {
    pub fn of(state: &'s State<'p>) -> Side<'s, 'p> {
        Side { store: &state.store, heap: &state.heap }
    }
}

/// One join: both sides, what comes out, and what each pair of sizes has become.
pub struct Joiner<'s, 'p> {
    terms: Terms<'s>,
    heaps: (&'s Heap<'p>, &'s Heap<'p>),
    /// The objects of the right that have become one with an object of the left.
    merged: FxHashMap<ObjectId, ObjectId>,
    /// Those of which the contents are still to be joined.
    merging: Vec<(ObjectId, ObjectId)>,
    /// Where a loop's paths meet: the first number of an object that it made.
    made: Option<u64>,
    /// At a loop's head: the heap before the loop.
    before: Option<Heap<'p>>,
    /// What an unknown value may be from here on: what is written to that may be written to these.
    lost: Vec<Value<'p>>,
}

impl<'s, 'p> Joiner<'s, 'p> {
    pub fn new(left: Side<'s, 'p>, right: Side<'s, 'p>, store: Store) -> Joiner<'s, 'p> {
        Joiner {
            terms: Terms::new(left.store, right.store, store),
            heaps: (left.heap, right.heap),
            merged: FxHashMap::default(),
            merging: Vec::new(),
            made: None,
            before: None,
            lost: Vec::new(),
        }
    }

    /// The paths meet at the head of a loop, before which `before` was the heap.
    #[must_use]
    pub fn at_head(mut self, since: Since, before: Heap<'p>) -> Joiner<'s, 'p> {
        self.terms.widen = Some(since.atoms);
        self.before = Some(before);
        self.at_exit(since.objects)
    }

    /// The paths leave a loop.
    #[must_use]
    pub fn at_exit(self, objects: u64) -> Joiner<'s, 'p> {
        Joiner { made: Some(objects), ..self }
    }

    /// What an unknown value may be from here on.
    pub fn take_lost(&mut self) -> Vec<Value<'p>> {
        std::mem::take(&mut self.lost)
    }

    /// What is known where the paths have met, and whether the left lost anything.
    pub fn into_store(self) -> (Store, bool) {
        (self.terms.store, self.terms.changed)
    }

    /// The heap where the paths have met.
    pub fn heap(&mut self) -> Heap<'p> {
        let (left, right) = self.heaps;
        if let Some(before) = self.before.take() {
            self.unchanged_since(&before);
        }
        let mut heap = left.clone();
        heap.join_marks(right);
        heap.adopt_all(right);
        let from_right = heap.take_larger(right);
        let mut differing = Vec::new();
        for (id, here, there) in left.differing(right) {
            differing.push(id);
            match (here, there) {
                (Some(here), Some(there)) => {
                    reads::read(id);
                    heap.set(id, self.object(&here.0, &there.0));
                }
                // What only one path has made is as that has left it.
                (None, Some(there)) if !from_right => heap.share(id, there),
                (Some(here), None) if from_right => heap.share(id, here),
                _ => {}
            }
        }
        effort::add(differing.len() / 4);
        while let Some((kept, merged)) = self.merging.pop() {
            let lengths = [length(heap.get(kept)), length(right.get(merged))];
            let object = match (heap.get(kept), lengths) {
                // Each of several lists has its own length, of which no other speaks.
                (Object::ListOf { item, .. }, [Some(own), Some(other)]) if own != other => {
                    let several = Object::ListOf { item: item.clone(), len: Dim::any() };
                    self.object(&several, right.get(merged))
                }
                (one, _) => self.object(one, right.get(merged)),
            };
            heap.set(kept, object);
            self.terms.changed |= heap.summarise(kept);
        }
        for lost in std::mem::take(&mut self.lost) {
            self.terms.changed |= heap.forget(&lost);
        }
        let kept: Vec<(ObjectId, ObjectId)> = self.merged.keys().map(|merged| (*merged, self.kept(*merged))).collect();
        self.merged = kept.into_iter().filter(|(merged, _)| !left.contains(*merged)).collect();
        if !self.merged.is_empty() {
            for id in differing {
                heap.rename(id, &self.merged);
            }
        }
        heap
    }

    /// The object that stands for this one and those with which it has become one.
    fn kept(&self, id: ObjectId) -> ObjectId {
        let mut kept = id;
        while let Some(next) = self.merged.get(&kept) {
            kept = *next;
        }
        kept
    }

    /// Has the loop made both, and are they of one make?
    fn are_one(&self, x: ObjectId, y: ObjectId) -> bool {
        let Some(since) = self.made else { return false };
        if !is_since(x.0, since) || !is_since(y.0, since) {
            return false;
        }
        match (self.heaps.0.get(x), self.heaps.1.get(y)) {
            (Object::Instance { class: a, .. }, Object::Instance { class: b, .. }) => {
                a.module.id == b.module.id && a.range == b.range
            }
            (Object::List(_) | Object::ListOf { .. }, Object::List(_) | Object::ListOf { .. })
            | (Object::Dict(_), Object::Dict(_))
            | (Object::Set(_), Object::Set(_)) => true,
            _ => false,
        }
    }

    /// The value that stands for either of two elements.
    pub fn element(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        let outer = self.terms.stand_for_each(true);
        let joined = self.value(a, b);
        self.terms.stand_for_each(outer);
        joined
    }

    pub fn value(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        let dependencies = a.dependencies.and(b.dependencies);
        let origin = a.origin.or(b.origin);
        let kind = self.kind(a, b);
        Value { kind, origin, dependencies }
    }

    fn kind(&mut self, a: &Value<'p>, b: &Value<'p>) -> Kind<'p> {
        let kept = a.kind.address();
        if kept.is_some() && kept == b.kind.address() && self.stays(a) {
            effort::add(1);
            return a.kind.clone();
        }
        match (&a.kind, &b.kind) {
            (Kind::LargeInt(x), Kind::LargeInt(y)) if x == y => return a.kind.clone(),
            (Kind::Shaped(x), Kind::Shaped(y)) if x == y && self.stays(a) => return a.kind.clone(),
            (Kind::Shaped(_), _) => {
                self.terms.changed = true;
                self.lose(b);
                return Kind::Unknown;
            }
            _ if a.is_unknown() => {
                self.lose(b);
                return Kind::Unknown;
            }
            _ if b.is_unknown() => {
                self.terms.changed = true;
                self.lose(a);
                return Kind::Unknown;
            }
            (Kind::Union(_), _) | (_, Kind::Union(_)) => return self.union(a, b),
            _ => effort::add(1),
        }
        match self.same(a, b) {
            Some(kind) => kind,
            None if is_any_text(a) && is_text_literal(b) => a.kind.clone(),
            None if is_text_literal(a) && is_any_text(b) => {
                self.terms.changed = true;
                b.kind.clone()
            }
            None => {
                self.terms.changed = true;
                if !self.stays(b) {
                    [a, b].into_iter().for_each(|value| self.lose(value));
                    return Kind::Unknown;
                }
                Kind::Union(Rc::new(vec![a.clone(), b.clone()]))
            }
        }
    }

    /// A value of which nothing is known may be this one.
    fn lose(&mut self, value: &Value<'p>) {
        if value.kind.refers() {
            self.lost.push(value.clone());
        }
    }

    /// One value that stands for both, without a union.
    fn same(&mut self, a: &Value<'p>, b: &Value<'p>) -> Option<Kind<'p>> {
        if let Some(float) = self.floats(&a.kind, &b.kind) {
            return Some(float);
        }
        Some(match (&a.kind, &b.kind) {
            (Kind::Data(x), Kind::Data(y)) => Kind::Data(self.terms.ty(*x, *y)?),
            // Of two numbers only that they are integers of that type.
            (Kind::Integer(s, x), Kind::Integer(t, y)) if s == t && x == y && self.stays(a) => a.kind.clone(),
            (Kind::Integer(s, _), Kind::Integer(t, _) | Kind::Data(t)) | (Kind::Data(s), Kind::Integer(t, _))
                if s == t =>
            {
                self.terms.changed = true;
                Kind::Data(*s)
            }
            (Kind::Array(x), Kind::Array(y)) => {
                if x == y && self.stays(a) {
                    return Some(a.kind.clone());
                }
                let ty = self.terms.ty(x.ty, y.ty)?;
                let same = x.base == y.base && x.view == y.view;
                // Of two storages either may be written to, under a name of its own.
                let attained = match (x.attained, y.attained) {
                    _ if x.base != y.base => None,
                    (Some((a, b)), Some((c, d))) if a == c && b == d && self.terms.stay_all(&[a, b]) => x.attained,
                    _ => None,
                };
                let elements = if x.base == y.base && x.elements == y.elements { x.elements } else { None };
                let elements = elements.filter(|ty| self.terms.stay(|see| term::visit_ty(*ty, see)));
                let (spells_one, whole) = (x.spells_one || y.spells_one, x.whole && y.whole);
                self.terms.changed |= x.whole && !whole;
                // Else a fresh identity; its storage may be either's, so neither may be trusted.
                let view = if same { x.view } else { NO_VIEW };
                let read_only = x.read_only && y.read_only;
                Kind::Array(Array { ty, base: x.base, view, attained, elements, spells_one, whole, read_only })
            }
            (Kind::Tuple(x), Kind::Tuple(y)) if x.items.len() == y.items.len() && x.class.is_same(&y.class) => {
                let items: Vec<_> = x.items.iter().zip(&y.items).map(|(x, y)| self.value(x, y)).collect();
                // One that both have goes on being shared.
                if items.iter().zip(&x.items).all(|(item, own)| item.is_shared_with(own)) {
                    return Some(a.kind.clone());
                }
                Kind::tuple(items, x.class.clone())
            }
            (Kind::Slice(x), Kind::Slice(y)) => {
                Kind::slice([self.value(&x[0], &y[0]), self.value(&x[1], &y[1]), self.value(&x[2], &y[2])])
            }
            (Kind::Shape(x), Kind::Shape(y)) if x == y && self.stays(a) => Kind::Shape(*x),
            (Kind::Object(x), Kind::Object(y)) => {
                // What has become one with others is known by the one that is kept: so no two become one twice.
                let (kept, y) = (self.kept(*x), self.kept(*y));
                if kept != y {
                    if !self.are_one(*x, y) {
                        return None;
                    }
                    self.merged.insert(y, kept);
                    self.merging.push((*x, y));
                }
                Kind::Object(*x)
            }
            (Kind::Function(x), Kind::Function(y)) if Rc::ptr_eq(x, y) => a.kind.clone(),
            // What closures of two calls capture is not one; defaults are, as far as they can be.
            (Kind::Function(x), Kind::Function(y)) if x.is_same(y) && x.scope == y.scope => self.function(x, y),
            (Kind::Class(x), Kind::Class(y)) if x.is_same(y) => a.kind.clone(),
            (Kind::Module(x), Kind::Module(y)) if x.id == y.id => a.kind.clone(),
            (Kind::Namespace(x), Kind::Namespace(y))
            | (Kind::Op(x), Kind::Op(y))
            | (Kind::Builtin(x), Kind::Builtin(y))
                if x == y =>
            {
                a.kind.clone()
            }
            (Kind::Bound(x), Kind::Bound(y)) => {
                let receiver = self.value(&x.0, &y.0);
                let function = self.same(&x.1, &y.1)?;
                Kind::bound(receiver, function.into())
            }
            (Kind::Partial(x), Kind::Partial(y)) if x.ptr_eq(y) => a.kind.clone(),
            (Kind::Method(x), Kind::Method(y)) if x.1 == y.1 => {
                let receiver = self.value(&x.0, &y.0);
                Kind::method(receiver, x.1)
            }
            (Kind::Super(x), Kind::Super(_)) => Kind::Super(x.clone()),
            _ => return None,
        })
    }

    /// One definition that ran twice in one scope.
    fn function(&mut self, x: &Rc<Function<'p>>, y: &Rc<Function<'p>>) -> Kind<'p> {
        let changed = std::mem::take(&mut self.terms.changed);
        let each = x.defaults.iter().zip(y.defaults.iter()).map(|((name, x), (_, y))| (*name, self.value(x, y)));
        let defaults = Defaults::of(each.collect());
        let differ = std::mem::replace(&mut self.terms.changed, true);
        self.terms.changed = changed || differ;
        if differ {
            Kind::Function(Rc::new(Function { defaults, ..Function::clone(x) }))
        } else {
            Kind::Function(Rc::clone(x))
        }
    }

    fn union(&mut self, a: &Value<'p>, b: &Value<'p>) -> Kind<'p> {
        let mut members = a.members();
        for next in b.members() {
            if next.is_unknown() {
                members.iter().for_each(|member| self.lose(member));
                return Kind::Unknown;
            }
            if let Kind::Object(id) = next.kind
                && members.iter().any(|member| matches!(member.kind, Kind::Object(own) if own == id))
            {
                continue;
            }
            // A loop's head would make one of any rank of two arrays; one of the same rank stays what it is.
            let mut nearest: Vec<usize> = (0..members.len()).collect();
            nearest.sort_by_key(|&place| !are_of_one_rank(&members[place], &next));
            let found = nearest.into_iter().find_map(|place| {
                let member = &members[place];
                let joined = self.same(member, &next)?;
                Some((
                    place,
                    Value {
                        kind: joined,
                        origin: member.origin,
                        dependencies: member.dependencies.and(next.dependencies),
                    },
                ))
            });
            match found {
                Some((place, joined)) => members[place] = joined,
                None if self.stays(&next) => {
                    self.terms.changed = true;
                    members.push(next);
                }
                None => {
                    self.terms.changed = true;
                    members.iter().chain([&next]).for_each(|member| self.lose(member));
                    return Kind::Unknown;
                }
            }
        }
        if members.iter().any(is_any_text) {
            members.retain(|member| !is_text_literal(member));
        }
        if let [one] = &*members {
            return one.kind.clone();
        }
        if self.alternatives(&members) > MAX_MEMBERS || members.len() > MAX_INSTANCES {
            members.iter().for_each(|member| self.lose(member));
            // One of many texts is a text.
            let are_texts = members.iter().all(is_text_literal);
            return if are_texts { Kind::Data(Ty::new(TyKind::Str)) } else { Kind::Unknown };
        }
        Kind::Union(Rc::new(members))
    }

    /// How many alternatives these are: instances of one class are one.
    fn alternatives(&self, members: &[Value<'p>]) -> usize {
        let class = |member: &Value<'p>| {
            let Kind::Object(id) = member.kind else { return None };
            let known = [self.heaps.0, self.heaps.1].into_iter().find(|heap| heap.contains(id))?;
            match known.get(id) {
                Object::Instance { class, .. } => Some((class.module.id, class.range)),
                _ => None,
            }
        };
        let classes: Vec<_> = members.iter().map(class).collect();
        (0..classes.len())
            .filter(|&place| classes[place].is_none() || !classes[..place].contains(&classes[place]))
            .count()
    }

    pub fn object(&mut self, a: &Object<'p>, b: &Object<'p>) -> Object<'p> {
        let names = matches!(b, Object::Instance { .. } | Object::Scope { .. });
        effort::add(if names { 16 } else { 16 + 2 * b.count() });
        match (a, b) {
            (Object::Scope { names: x, parent }, Object::Scope { names: y, .. }) => {
                let of = if parent.is_none() { NamesOf::Module } else { NamesOf::Scope };
                Object::Scope { names: self.names(x, y, of), parent: *parent }
            }
            (
                Object::Instance { class, attributes: x, order, open },
                Object::Instance { attributes: y, order: later, open: other, .. },
            ) => {
                let attributes = self.names(x, y, NamesOf::Instance);
                let order = order.iter().zip(later).take_while(|(a, b)| a == b).map(|(name, _)| *name).collect();
                Object::Instance { class: Rc::clone(class), attributes, order, open: *open || *other }
            }
            (Object::List(x), Object::List(y))
                if x.len() == y.len() && (self.terms.widen.is_none() || x.len() <= 16) =>
            {
                Object::List(x.iter().zip(y).map(|(x, y)| self.value(x, y)).collect())
            }
            (Object::List(_) | Object::ListOf { .. }, Object::List(_) | Object::ListOf { .. }) => {
                let (x, m) = self.summary(a);
                let (y, n) = self.summary(b);
                self.terms.changed |= matches!(a, Object::List(_));
                let item = match (x, y) {
                    (Some(x), Some(y)) => self.element(&x, &y),
                    (Some(one), None) => one,
                    (None, Some(one)) => self.of_right(&one),
                    (None, None) => Value::unknown(),
                };
                let len = if m.is_any() || n.is_any() { Dim::any() } else { self.terms.dim(m, n, true) };
                self.terms.changed |= len.is_any() && !m.is_any();
                Object::ListOf { item, len }
            }
            (Object::TupleOf { item: x, len: m }, Object::TupleOf { item: y, len: n }) => {
                Object::TupleOf { item: self.element(x, y), len: self.terms.dim(*m, *n, true) }
            }
            (Object::Dict(x), Object::Dict(y)) => Object::Dict(self.entries(x, y)),
            (Object::Set(x), Object::Set(y)) => Object::Set(self.element(x, y)),
            (Object::Range(x), Object::Range(y)) => Object::Range(self.items(x, y)),
            (Object::Iterator(x), Object::Iterator(y)) => Object::Iterator(self.items(x, y)),
            (Object::View { dict: x, part: p }, Object::View { dict: y, part: q }) if x == y && p == q => a.clone(),
            _ => {
                self.terms.changed |= !matches!(a, Object::Escaped);
                [a, b].into_iter().for_each(|object| object.visit_values(&mut |value| self.lose(value)));
                Object::Escaped
            }
        }
    }

    fn items(&mut self, x: &Items<'p>, y: &Items<'p>) -> Items<'p> {
        if let (Items::Known(x), Items::Known(y)) = (x, y)
            && x.len() == y.len()
        {
            return Items::Known(x.iter().zip(y).map(|(x, y)| self.value(x, y)).collect());
        }
        let count = x.count().filter(|count| y.count() == Some(*count));
        self.terms.changed |= matches!(x, Items::Known(_)) || count != x.count();
        let mut one = |items: &Items<'p>| match items {
            Items::Known(items) => self.summarise(items),
            Items::Each(item, _) => Some(item.clone()),
        };
        let item = match (one(x), one(y)) {
            (Some(x), Some(y)) => self.element(&x, &y),
            (Some(one), None) => one,
            (None, Some(one)) => self.of_right(&one),
            (None, None) => Value::unknown(),
        };
        Items::Each(item, count)
    }

    fn names(&mut self, x: &Names<'p>, y: &Names<'p>, of: NamesOf) -> Names<'p> {
        // Of a scope both are in it: then it is made of the larger one.
        let from_other = of != NamesOf::Instance && y.len() > x.len();
        let mut joined = if from_other { y.clone() } else { x.clone() };
        // Most names of a module are the same on both paths.
        for item in x.diff(y) {
            effort::add(2);
            match item {
                DiffItem::Update { old: (name, a), new: (_, b) } => {
                    joined.insert(*name, self.value(a, b));
                }
                // Bound on one path only: in a scope the other path would raise on use, so what uses it has this
                // value; an attribute may come from the class, and a name of a module may be one of Python's own.
                DiffItem::Remove(name, one) | DiffItem::Add(name, one) => {
                    let is_added = matches!(item, DiffItem::Add(..));
                    self.terms.changed |= is_added;
                    if of == NamesOf::Instance || of == NamesOf::Module && is_builtin(name.0.as_str()) {
                        self.terms.changed |= !one.is_unknown();
                        self.lose(one);
                        joined.insert(*name, Value::unknown());
                    } else if is_added {
                        joined.insert(*name, self.of_right(one));
                    } else if from_other {
                        joined.insert(*name, one.clone());
                    }
                }
            }
        }
        joined
    }

    /// One value for all elements of a list, and its length.
    fn summary(&mut self, object: &Object<'p>) -> (Option<Value<'p>>, Dim) {
        match object {
            Object::ListOf { item, len } => (Some(item.clone()), *len),
            Object::List(items) => {
                let len = as_dim(items.len());
                (self.summarise(items), len)
            }
            _ => (Some(Value::unknown()), Dim::any()),
        }
    }

    /// One value that stands for all of these, which are on one path; `None` of none.
    fn summarise(&mut self, items: &[Value<'p>]) -> Option<Value<'p>> {
        let (first, rest) = items.split_first()?;
        let mut joined = first.clone();
        for item in rest {
            let side = self.terms.store.clone();
            let here = |heap| Side { store: &side, heap };
            let mut joiner = Joiner::new(here(self.heaps.0), here(self.heaps.1), side.clone());
            joined = joiner.element(&joined, item);
            self.lost.append(&mut joiner.lost);
            self.terms.store = joiner.terms.store;
        }
        Some(joined)
    }
}

/// Whose names are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamesOf {
    Module,
    Scope,
    Instance,
}

fn length(object: &Object<'_>) -> Option<Dim> {
    match object {
        Object::List(items) => Some(as_dim(items.len())),
        Object::ListOf { len, .. } => Some(*len),
        _ => None,
    }
}

fn are_of_one_rank(a: &Value<'_>, b: &Value<'_>) -> bool {
    let rank = |value: &Value<'_>| value.ty()?.as_array()?.1.rank();
    rank(a).is_some_and(|own| rank(b) == Some(own))
}

/// Is it some text, whichever?
fn is_any_text(value: &Value<'_>) -> bool {
    matches!(value.kind, Kind::Data(ty) if matches!(ty.kind(), TyKind::Str))
}

/// Is it a text that is known, one of those that any text may be?
fn is_text_literal(value: &Value<'_>) -> bool {
    matches!(value.kind, Kind::Data(ty) if matches!(ty.kind(), TyKind::LitStr(_)))
}
