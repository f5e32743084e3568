//! What is known at a point of a path, and what survives where paths meet.
//!
//! Two paths join by anti-unification with one table for the whole join: the pair (d1, d2) always
//! becomes the same fresh atom, so sizes that changed together stay equal. A path on which an
//! expression was refuted is *poisoned* and adds nothing to a join with one that was not.

use rustc_hash::FxHashMap;
use std::rc::Rc;

use conformable_solver::{Store, is_since};
use conformable_types::relations::is_free;
use conformable_types::shape::Dims;
use conformable_types::{AtomData, Dim, Elem, FreshKind, Interval, Seq, Shape, Ty, TyKind};

use crate::heap::{Heap, Items, Names, Object, ObjectId};
use crate::value::{Array, Kind, Tuple, Value};

#[derive(Clone)]
pub struct State<'p> {
    pub store: Store,
    pub heap: Heap<'p>,
    /// The versions of arrays' storages; 0 where absent.
    pub(crate) versions: imbl::OrdMap<u64, u64>,
    /// Nothing gets here.
    pub dead: bool,
    /// An expression on the way was refuted: nothing learned counts.
    pub poisoned: bool,
    /// How many undecided conditions on the way in this frame are opaque.
    pub opaque: u32,
    /// How many undecided conditions of any kind.
    pub undecided: u32,
    /// A decided shape test's block called unknown code as a statement, which may not return.
    pub doubtful: bool,
    /// Sizes that something assumed has taught something about.
    pub tainted: imbl::HashSet<conformable_types::Atom>,
}

/// At most so many alternatives of one value are kept apart.
const MAX_MEMBERS: usize = 4;

impl<'p> State<'p> {
    pub fn new() -> State<'p> {
        State {
            store: Store::new(),
            heap: Heap::default(),
            versions: imbl::OrdMap::new(),
            dead: false,
            poisoned: false,
            opaque: 0,
            undecided: 0,
            doubtful: false,
            tainted: imbl::HashSet::new(),
        }
    }

    pub fn version(&self, base: u64) -> u64 {
        self.versions.get(&base).copied().unwrap_or(0)
    }

    pub fn written(&mut self, base: u64, version: u64) {
        self.versions.insert(base, version);
    }

    /// Join with another path that reaches the same point.
    #[must_use]
    pub fn join(self, other: State<'p>) -> State<'p> {
        self.join_with(other, None).0
    }

    /// Join; at a loop's head, with `widen` the first number of an atom that this loop made, what
    /// differs becomes fresh atoms even where one side knows more, and an atom that already stands
    /// for any pass's value goes on standing for it. Also says whether `self` lost anything.
    pub fn join_with(self, other: State<'p>, widen: Option<u64>) -> (State<'p>, bool) {
        if other.dead || (other.poisoned && !self.dead && !self.poisoned) {
            return (self, false);
        }
        if self.dead || (self.poisoned && !other.poisoned) {
            return (other, true);
        }
        let mut store = self.store.join(&other.store);
        store.number_after(&other.store);
        let mut joiner = Joiner {
            left: &self.store,
            right: &other.store,
            store,
            table: FxHashMap::default(),
            kept: FxHashMap::default(),
            changed: false,
            widen,
            each: false,
        };
        let mut heap = self.heap.clone();
        heap.adopt_all(&other.heap);
        for id in self.heap.changed(&other.heap) {
            let object = match (self.heap.contains(id), other.heap.contains(id)) {
                (true, true) => joiner.object(self.heap.get(id), other.heap.get(id)),
                (true, false) => self.heap.get(id).clone(),
                _ => other.heap.get(id).clone(),
            };
            heap.set(id, object);
        }
        let mut versions = self.versions.clone();
        for item in self.versions.diff(&other.versions) {
            use imbl::ordmap::DiffItem;
            if let DiffItem::Add(base, version) | DiffItem::Update { new: (base, version), .. } = item {
                versions.insert(*base, self.version(*base).max(*version));
            }
        }
        let changed = joiner.changed;
        let state = State {
            store: joiner.store,
            heap,
            versions,
            dead: false,
            poisoned: self.poisoned && other.poisoned,
            opaque: self.opaque.max(other.opaque),
            undecided: self.undecided.max(other.undecided),
            doubtful: self.doubtful || other.doubtful,
            tainted: self.tainted.union(other.tainted),
        };
        (state, changed)
    }

    /// The value that stands for either, at a place where paths met.
    pub fn join_values(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        let store = self.store.clone();
        let mut joiner = Joiner {
            left: &store,
            right: &store,
            store: store.clone(),
            table: FxHashMap::default(),
            kept: FxHashMap::default(),
            changed: false,
            widen: None,
            each: false,
        };
        let joined = joiner.value(a, b);
        self.store = joiner.store;
        joined
    }
}

/// One join: both sides, what comes out, and what each pair of sizes has become.
pub struct Joiner<'s> {
    left: &'s Store,
    right: &'s Store,
    store: Store,
    table: FxHashMap<(Dim, Dim), Dim>,
    /// What each atom that stands for any pass's value is after this pass.
    kept: FxHashMap<Dim, Dim>,
    changed: bool,
    widen: Option<u64>,
    /// What comes out stands for several values at once: the elements of a list.
    each: bool,
}

impl Joiner<'_> {
    pub fn dim(&mut self, a: Dim, b: Dim, size: bool) -> Dim {
        if let Some(standing) = self.still_stands(a, b) {
            return standing;
        }
        if a == b {
            return a;
        }
        if self.right.ask_eq(a, b).is_yes() {
            return a;
        }
        // One side may know that they are the same.
        if self.widen.is_none() && self.left.ask_eq(a, b).is_yes() {
            return b;
        }
        if let Some(known) = self.table.get(&(a, b)) {
            return *known;
        }
        self.changed = true;
        let hull = self.left.interval(a).hull(self.right.interval(b));
        let kind = match (size, self.each) {
            (true, false) => FreshKind::Unknown,
            (false, false) => FreshKind::Int,
            (true, true) => FreshKind::Each,
            (false, true) => FreshKind::EachInt,
        };
        let fresh = self.store.fresh_dim(kind);
        if let Some(atom) = fresh.as_atom() {
            // A bound that moves at every pass never settles: keep only the sign when widening.
            let bounds = if self.widen.is_some() { widened(hull) } else { hull };
            self.store.set_bounds(atom, bounds);
        }
        self.table.insert((a, b), fresh);
        fresh
    }

    /// An atom made at this loop's head stands for the value of any pass: it does so for the next
    /// one too, unless it would have to be two different values at once.
    fn still_stands(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        let since = self.widen?;
        let atom = a.as_atom()?;
        let AtomData::Fresh { id, kind } = atom.data() else { return None };
        if matches!(kind, FreshKind::Runtime | FreshKind::Var) || !is_since(*id, since) {
            return None;
        }
        match self.kept.get(&a) {
            Some(known) if *known != b => return None,
            Some(_) => {}
            None => {
                self.kept.insert(a, b);
            }
        }
        let (own, next) = (self.left.interval(a), self.right.interval(b));
        let hull = own.hull(next);
        if hull != own {
            self.changed = true;
            self.store.set_bounds(atom, widened(hull));
        }
        Some(a)
    }

    fn shape(&mut self, a: Shape, b: Shape) -> Option<Shape> {
        let (a, b) = (self.left.resolve_shape(a), self.right.resolve_shape(b));
        if a == b {
            return Some(a);
        }
        match (a.dims(), b.dims()) {
            (Some(x), Some(y)) if x.len() == y.len() => {
                Some(x.iter().zip(y).map(|(&x, &y)| self.dim(x, y, true)).collect())
            }
            (Some(_), Some(_)) if self.widen.is_none() => None,
            // Of an unknown rank the leading dims that both have are kept.
            _ => {
                let (x, y) = (&a.data().prefix, &b.data().prefix);
                let prefix: Vec<Dim> = x.iter().zip(y).map(|(&x, &y)| self.dim(x, y, true)).collect();
                self.changed |= a.rank().is_some() || x.len() > prefix.len();
                let rest = match (a.seq(), b.seq()) {
                    (Some(s), Some(t)) if s == t && x.len() == y.len() => a.data().rest.clone()?.0,
                    // A sequence that stands for any goes on doing so.
                    (Some(s), _)
                        if self.widen.is_some() && is_free(s) && x.len() == prefix.len() && a.suffix().is_empty() =>
                    {
                        s
                    }
                    _ => {
                        self.changed = true;
                        Seq::fresh(self.store.fresh_id(), self.any_kind())
                    }
                };
                Some(Shape::new(prefix, Some((rest, Dims::new()))))
            }
        }
    }

    fn ty(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        if a == b {
            return Some(a);
        }
        match (a.kind(), b.kind()) {
            (TyKind::IntOf(x), TyKind::IntOf(y)) => {
                let (x, y) = (*x, *y);
                Some(Ty::int(self.dim(x, y, false)))
            }
            (TyKind::LitBool(_) | TyKind::Bool, TyKind::LitBool(_) | TyKind::Bool) => {
                self.changed |= !matches!(a.kind(), TyKind::Bool);
                Some(Ty::new(TyKind::Bool))
            }
            (TyKind::LitFloat(_) | TyKind::Float, TyKind::LitFloat(_) | TyKind::Float) => {
                self.changed |= !matches!(a.kind(), TyKind::Float);
                Some(Ty::new(TyKind::Float))
            }
            (TyKind::LitStr(_) | TyKind::Str, TyKind::LitStr(_) | TyKind::Str) if self.widen.is_some() => {
                self.changed |= !matches!(a.kind(), TyKind::Str);
                Some(Ty::new(TyKind::Str))
            }
            (TyKind::Int | TyKind::IntOf(_), TyKind::Int | TyKind::IntOf(_)) => {
                self.changed |= !matches!(a.kind(), TyKind::Int);
                Some(Ty::new(TyKind::Int))
            }
            (TyKind::Scalar(x), TyKind::Scalar(y)) => {
                (self.left.resolve_elem(*x) == self.right.resolve_elem(*y)).then_some(a)
            }
            (TyKind::Array { elem: x, shape: s }, TyKind::Array { elem: y, shape: t }) => {
                let (x, y) = (self.left.resolve_elem(*x), self.right.resolve_elem(*y));
                if x != y && !(self.is_vague(x) || self.is_vague(y)) {
                    return None;
                }
                let elem = if x == y {
                    x
                } else {
                    self.changed |= !self.is_vague(x);
                    Elem::fresh(self.store.fresh_id(), self.any_kind())
                };
                let shape = self.shape(*s, *t)?;
                Some(Ty::array(elem, shape))
            }
            (TyKind::Tuple(x), TyKind::Tuple(y)) if x.len() == y.len() => {
                let items: Option<Vec<Ty>> = x.iter().zip(y).map(|(&x, &y)| self.ty(x, y)).collect();
                items.map(Ty::tuple)
            }
            _ => None,
        }
    }

    fn any_kind(&self) -> FreshKind {
        if self.each { FreshKind::Each } else { FreshKind::Unknown }
    }

    /// The value that stands for either of two elements.
    fn element<'p>(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        let outer = std::mem::replace(&mut self.each, true);
        let joined = self.value(a, b);
        self.each = outer;
        joined
    }

    fn is_vague(&self, elem: Elem) -> bool {
        elem.dtype().is_none()
    }

    pub fn value<'p>(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        let facts = a.facts.and(b.facts);
        let origin = a.origin.or(b.origin);
        let kind = self.kind(a, b);
        Value { kind, origin, facts }
    }

    fn kind<'p>(&mut self, a: &Value<'p>, b: &Value<'p>) -> Kind<'p> {
        match (&a.kind, &b.kind) {
            (Kind::Unknown, _) => return Kind::Unknown,
            (_, Kind::Unknown) => {
                self.changed = true;
                return Kind::Unknown;
            }
            (Kind::Union(_), _) | (_, Kind::Union(_)) => return self.union(a, b),
            _ => {}
        }
        match self.same(a, b) {
            Some(kind) => kind,
            None => {
                self.changed = true;
                Kind::Union(Rc::new(vec![a.clone(), b.clone()]))
            }
        }
    }

    /// One value that stands for both, without a union.
    fn same<'p>(&mut self, a: &Value<'p>, b: &Value<'p>) -> Option<Kind<'p>> {
        Some(match (&a.kind, &b.kind) {
            (Kind::Data(x), Kind::Data(y)) => Kind::Data(self.ty(*x, *y)?),
            (Kind::Array(x), Kind::Array(y)) => {
                if x == y {
                    return Some(a.kind.clone());
                }
                let ty = self.ty(x.ty, y.ty)?;
                let same = x.base == y.base && x.view == y.view;
                let attained = match (x.attained, y.attained) {
                    (Some((a, b)), Some((c, d))) if a == c && b == d => x.attained,
                    _ => None,
                };
                let elements = if x.elements == y.elements { x.elements } else { None };
                if !same {
                    // A fresh identity; its storage may be either's, so neither may be trusted.
                    return Some(Kind::Array(Array { ty, base: x.base, view: NO_VIEW, attained, elements }));
                }
                Kind::Array(Array { ty, base: x.base, view: x.view, attained, elements })
            }
            (Kind::Tuple(x), Kind::Tuple(y)) if x.items.len() == y.items.len() => {
                let items = x.items.iter().zip(&y.items).map(|(x, y)| self.value(x, y)).collect();
                Kind::Tuple(Rc::new(Tuple { items, class: x.class.clone() }))
            }
            (Kind::Slice(x), Kind::Slice(y)) => {
                Kind::Slice(Rc::new([self.value(&x[0], &y[0]), self.value(&x[1], &y[1]), self.value(&x[2], &y[2])]))
            }
            (Kind::Shape(x), Kind::Shape(y)) if x == y => Kind::Shape(*x),
            (Kind::Object(x), Kind::Object(y)) if x == y => Kind::Object(*x),
            (Kind::Function(x), Kind::Function(y)) if x.is_same(y) => a.kind.clone(),
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
                Kind::Bound(Rc::new((receiver, function.into())))
            }
            (Kind::Partial(x), Kind::Partial(y)) if Rc::ptr_eq(x, y) => a.kind.clone(),
            (Kind::Member(x), Kind::Member(y)) if x.1 == y.1 => {
                let receiver = self.value(&x.0, &y.0);
                Kind::Member(Rc::new((receiver, x.1)))
            }
            (Kind::Super(x), Kind::Super(_)) => Kind::Super(Rc::clone(x)),
            _ => return None,
        })
    }

    fn union<'p>(&mut self, a: &Value<'p>, b: &Value<'p>) -> Kind<'p> {
        let mut members = a.members();
        for next in b.members() {
            if next.is_unknown() {
                return Kind::Unknown;
            }
            let found = members.iter().enumerate().find_map(|(place, member)| {
                let joined = self.same(member, &next)?;
                Some((place, Value { kind: joined, origin: member.origin, facts: member.facts.and(next.facts) }))
            });
            match found {
                Some((place, joined)) => members[place] = joined,
                None => {
                    self.changed = true;
                    members.push(next);
                }
            }
        }
        if members.len() > MAX_MEMBERS {
            return Kind::Unknown;
        }
        Kind::Union(Rc::new(members))
    }

    pub fn object<'p>(&mut self, a: &Object<'p>, b: &Object<'p>) -> Object<'p> {
        match (a, b) {
            (Object::Scope { names: x, parent }, Object::Scope { names: y, .. }) => {
                Object::Scope { names: self.names(x, y, true), parent: *parent }
            }
            (Object::Instance { class, attributes: x, open }, Object::Instance { attributes: y, open: other, .. }) => {
                let open = *open || *other;
                Object::Instance { class: Rc::clone(class), attributes: self.names(x, y, false), open }
            }
            (Object::List(x), Object::List(y)) if x.len() == y.len() && (self.widen.is_none() || x.len() <= 16) => {
                Object::List(x.iter().zip(y).map(|(x, y)| self.value(x, y)).collect())
            }
            (Object::List(_) | Object::ListOf { .. }, Object::List(_) | Object::ListOf { .. }) => {
                let (x, m) = summary(a, &mut self.store);
                let (y, n) = summary(b, &mut self.store);
                self.changed |= matches!(a, Object::List(_));
                let item = match (x, y) {
                    (Some(x), Some(y)) => self.element(&x, &y),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => Value::unknown(),
                };
                Object::ListOf { item, len: self.dim(m, n, true) }
            }
            (Object::Dict { entries: x, rest }, Object::Dict { entries: y, rest: other }) => {
                let mut entries: Vec<(Value<'p>, Value<'p>)> = Vec::new();
                let mut rest = match (rest, other) {
                    (Some(p), Some(q)) => Some(self.element(p, q)),
                    (one, other) => one.clone().or_else(|| other.clone()),
                };
                for (key, value) in x {
                    match y.iter().find(|(k, _)| k.ty().is_some() && k.ty() == key.ty()) {
                        Some((_, own)) => entries.push((key.clone(), self.value(value, own))),
                        // A key that one side alone has may be there.
                        None => {
                            rest = Some(rest.map_or(value.clone(), |rest| self.element(&rest, value)));
                            self.changed = true;
                        }
                    }
                }
                for (key, value) in y {
                    if !x.iter().any(|(k, _)| k.ty().is_some() && k.ty() == key.ty()) {
                        rest = Some(rest.map_or(value.clone(), |rest| self.element(&rest, value)));
                        self.changed = true;
                    }
                }
                Object::Dict { entries, rest }
            }
            (Object::Set(x), Object::Set(y)) => Object::Set(self.element(x, y)),
            (Object::Iterator { items: Items::Each(x, _) }, Object::Iterator { items: Items::Each(y, _) }) => {
                Object::Iterator { items: Items::Each(self.element(x, y), None) }
            }
            _ => {
                self.changed |= !matches!(a, Object::Escaped);
                Object::Escaped
            }
        }
    }

    fn names<'p>(&mut self, x: &Names<'p>, y: &Names<'p>, scope: bool) -> Names<'p> {
        let mut joined = x.clone();
        if x.ptr_eq(y) {
            return joined;
        }
        for (name, a) in x {
            match y.get(name) {
                Some(b) => {
                    joined.insert(*name, self.value(a, b));
                }
                // Bound on one path only: in a scope the other path would raise on use, so what
                // uses it has this value; an attribute may come from the class.
                None if scope => {}
                None => {
                    joined.insert(*name, Value::unknown());
                }
            }
        }
        for (name, b) in y {
            if !x.contains_key(name) {
                self.changed = true;
                joined.insert(*name, if scope { b.clone() } else { Value::unknown() });
            }
        }
        joined
    }
}

/// Bounds that stay: no more than the sign.
fn widened(hull: Interval) -> Interval {
    Interval { lo: if hull.lo >= 0 { hull.lo.min(1) } else { i64::MIN }, hi: i64::MAX }
}

/// One value for all elements of a list, and its length.
fn summary<'p>(object: &Object<'p>, store: &mut Store) -> (Option<Value<'p>>, Dim) {
    match object {
        Object::ListOf { item, len } => (Some(item.clone()), *len),
        Object::List(items) => {
            let len = Dim::of(i64::try_from(items.len()).unwrap_or(i64::MAX));
            (summarise(items, store), len)
        }
        _ => (Some(Value::unknown()), Dim::any()),
    }
}

/// One value that stands for all of these, which are on one path; `None` of none.
pub fn summarise<'p>(items: &[Value<'p>], store: &mut Store) -> Option<Value<'p>> {
    let mut items = items.iter();
    let mut joined = items.next()?.clone();
    for item in items {
        let side = store.clone();
        let mut joiner = Joiner {
            left: &side,
            right: &side,
            store: side.clone(),
            table: FxHashMap::default(),
            kept: FxHashMap::default(),
            changed: false,
            widen: None,
            each: true,
        };
        joined = joiner.value(&joined, item);
        *store = joiner.store;
    }
    Some(joined)
}

/// The id that no object has.
pub const NO_OBJECT: ObjectId = ObjectId(u64::MAX);

/// The view of an array that may be one of several.
pub const NO_VIEW: u64 = u64::MAX;
