//! What is known at a point of a path, and what survives where paths meet.
//!
//! A path on which an expression definitely fails is *refuted*; a join with a path that isn't ignores
//! it. How two paths become one is `join`'s job.
//!
//! What is known of an array's elements holds until its storage is written to, under whatever name:
//! [`State::current`] is asked wherever they are used. The elements of an array that may be one of
//! several are unknown, and a write through it may be a write to any storage that there is. Which
//! functions give views of their arguments is declared by the catalogue (`@views`).

use conformable_solver::{Store, is_since};
use conformable_types::term::{self, Leaf};
use conformable_types::{Dim, Elem, Shape, Ty, TyKind};

use crate::domain::guards::Guards;
use crate::domain::heap::{Heap, Items, ObjectId};
use crate::domain::join::{Joiner, Side};
use crate::domain::path_condition::PathCondition;
use crate::domain::taught::Taught;
use crate::domain::value::{Array, Dependencies, Kind, Shaped, Value};

#[derive(Clone)]
pub struct State<'p> {
    pub store: Store,
    pub heap: Heap<'p>,
    /// The versions of arrays' storages; 0 where absent. With [`CUT`] something was written that may not be a whole number.
    pub(crate) versions: imbl::OrdMap<u64, u64>,
    /// Storages with identities up to here may have been written to without having a version of
    /// their own: through an array that is one of several.
    pub(crate) scattered: u64,
    /// This path is unreachable.
    pub unreachable: bool,
    /// An expression on this path definitely fails; joins ignore the path.
    pub refuted: bool,
    /// What the refuted expression raises, if there is one and all paths agree.
    pub raised: Option<&'static str>,
    /// The undecided tests on the way in this frame.
    pub guards: Guards,
    /// A decided shape test's block called unknown code as a statement, which may not return; or no pass of a loop ends,
    /// which may have nothing to iterate over.
    pub doubtful: bool,
    /// The decided tests that this frame went through.
    pub path_condition: PathCondition<'p>,
    /// Sizes about which an assumption has taught the store something.
    pub tainted: imbl::HashSet<conformable_types::Atom>,
    /// What tests have taught of places that hold what isn't known.
    pub taught: Taught<'p>,
}

impl<'p> State<'p> {
    pub fn new() -> State<'p> {
        State {
            store: Store::new(),
            heap: Heap::default(),
            versions: imbl::OrdMap::new(),
            scattered: 0,
            unreachable: false,
            refuted: false,
            raised: None,
            guards: Guards::default(),
            doubtful: false,
            path_condition: PathCondition::default(),
            tainted: imbl::HashSet::new(),
            taught: Taught::default(),
        }
    }

    /// An operation on this path has taught this; on a path that fails nothing counts, but what was made keeps its
    /// numbers.
    pub fn learn(&mut self, store: Store) {
        if self.refuted {
            self.store.number_after(&store);
        } else {
            self.store = store;
        }
    }

    /// An expression of this path raises an exception of that class.
    pub fn refute(&mut self, exception: &'static str) {
        if !self.refuted {
            self.refuted = true;
            self.raised = Some(exception);
        }
    }

    /// The path goes on behind what failed, of which nothing is known.
    pub fn recovered(self) -> State<'p> {
        State { refuted: false, raised: None, ..self }
    }

    pub fn version(&self, base: u64) -> u64 {
        self.versions.get(&base).copied().unwrap_or(0)
    }

    /// Something was written to a storage, which is of that version now.
    pub fn written(&mut self, base: u64, version: u64) {
        self.versions.insert(base, version | CUT);
    }

    /// Whole numbers were.
    pub fn written_whole(&mut self, base: u64, version: u64) {
        let cut = self.version(base) & CUT;
        self.versions.insert(base, version | cut);
    }

    /// Are its elements those that it was made with, and are they whole numbers?
    pub fn known_of_elements(&self, array: &Array) -> [bool; 2] {
        [self.is_as_made(array), self.holds_whole_numbers(array)]
    }

    /// Was nothing written to a storage but whole numbers?
    pub fn is_written_whole(&self, base: u64) -> bool {
        self.version(base) & CUT == 0
    }

    /// Are an array's elements whole numbers that it was made of, or that were written to it since?
    pub fn holds_whole_numbers(&self, array: &Array) -> bool {
        array.whole && self.is_written_whole(array.base) && !self.is_scattered(array)
    }

    /// Are an array's elements those that it was made with?
    pub fn is_as_made(&self, array: &Array) -> bool {
        !self.versions.contains_key(&array.base) && !self.is_scattered(array)
    }

    /// May its storage be the one of several that was written to?
    fn is_scattered(&self, array: &Array) -> bool {
        self.scattered != 0 && !is_since(array.base, self.scattered + 1)
    }

    /// The shape that a value of an unknown class has at this moment.
    pub fn shape_of(&self, shaped: &Shaped) -> Option<Shape> {
        (!self.versions.contains_key(&shaped.base)).then(|| self.store.resolve_shape(shaped.shape))
    }

    /// How it is shown: as an array of any dtype.
    pub fn type_of_shaped(&self, shaped: &Shaped) -> Ty {
        self.shape_of(shaped).map_or(Ty::unknown(), |shape| Ty::array(Elem::any(), shape))
    }

    /// Is nothing known of a value, not even a shape?
    pub fn is_nothing_known(&self, value: &Value<'p>) -> bool {
        match &value.kind {
            Kind::Unknown => true,
            Kind::Shaped(shaped) => self.shape_of(shaped).is_none(),
            _ => false,
        }
    }

    /// What is known of an array's elements at this moment.
    pub fn current(&self, array: &Array) -> Array {
        if self.is_as_made(array) { *array } else { Array { attained: None, elements: None, ..*array } }
    }

    /// Is an object or a storage of this state another one in a later state?
    pub fn is_changed_in(&self, later: &State<'p>) -> bool {
        self.heap.is_changed_in(&later.heap) || self.is_stored_to_in(later)
    }

    /// Is a storage of this state another one in a later state?
    pub fn is_stored_to_in(&self, later: &State<'p>) -> bool {
        self.scattered != later.scattered || self.written_since(later).next().is_some()
    }

    /// The storages that were written to between this state and a later one.
    pub fn written_since<'a>(&'a self, later: &'a State<'p>) -> impl Iterator<Item = u64> + 'a {
        use imbl::ordmap::DiffItem;
        self.versions.diff(&later.versions).map(|item| match item {
            DiffItem::Add(base, _) | DiffItem::Remove(base, _) | DiffItem::Update { new: (base, _), .. } => *base,
        })
    }

    /// Does all that this state knows hold in a later one of the frame too, but for what the heap holds? What a path has learned of
    /// sizes holds from then on; the storages made since have identities behind `identities`.
    pub fn still_holds_in(&self, later: &State<'p>, identities: u64) -> bool {
        let goes_on = |state: &State<'p>| !state.unreachable && !state.refuted;
        // An array that had been written to is as little what it was made as.
        let is_as_made = |base: u64| !self.versions.contains_key(&base) && !is_since(base, identities + 1);
        goes_on(self)
            && goes_on(later)
            && self.scattered == later.scattered
            && !self.taught.clone().common(&later.taught).1
            && self.heap.is_marked_as(&later.heap)
            && !self.written_since(later).any(is_as_made)
    }

    /// Join with another path that reaches the same point.
    #[must_use]
    pub fn join(self, other: State<'p>) -> State<'p> {
        self.join_by(other, |joiner| joiner).0
    }

    /// Join of all paths that reach a point, neighbours first: those of one body differ by little. Joined one after the
    /// other, each would cost all that the ones before have lost.
    pub fn join_all(states: impl IntoIterator<Item = State<'p>>) -> Option<State<'p>> {
        let mut states: Vec<State<'p>> = states.into_iter().collect();
        while states.len() > 1 {
            let mut left = states.into_iter();
            states = Vec::with_capacity(left.len().div_ceil(2));
            while let Some(state) = left.next() {
                states.push(match left.next() {
                    Some(other) => state.join(other),
                    None => state,
                });
            }
        }
        states.pop()
    }

    /// Join where paths leave a loop: the objects that it made are one.
    #[must_use]
    pub fn join_at_exit(self, other: State<'p>, objects: u64) -> State<'p> {
        self.join_by(other, |joiner| joiner.at_exit(objects)).0
    }

    /// Join at a loop's head: what differs becomes fresh atoms even where one side knows more, an
    /// atom that already stands for any pass's value goes on standing for it, and the objects that
    /// the loop makes are one. Also says whether `self` lost anything.
    pub fn join_at_head(self, other: State<'p>, since: Since, before: &State<'p>) -> (State<'p>, bool) {
        self.join_by(other, |joiner| joiner.at_head(since, before.heap.clone()))
    }

    fn join_by(
        self,
        other: State<'p>,
        place: impl for<'s> FnOnce(Joiner<'s, 'p>) -> Joiner<'s, 'p>,
    ) -> (State<'p>, bool) {
        if other.unreachable || (other.refuted && !self.unreachable && !self.refuted) {
            return (self, false);
        }
        if self.unreachable || (self.refuted && !other.refuted) {
            return (other, true);
        }
        let mut store = self.store.join(&other.store);
        store.number_after(&other.store);
        let mut joiner = place(Joiner::new(Side::of(&self), Side::of(&other), store));
        let heap = joiner.heap();
        let mut versions = self.versions.clone();
        for item in self.versions.diff(&other.versions) {
            use imbl::ordmap::DiffItem;
            if let DiffItem::Add(base, version) | DiffItem::Update { new: (base, version), .. } = item {
                versions.insert(*base, self.version(*base).max(*version));
            }
        }
        let (store, changed) = joiner.into_store();
        let (taught, is_lost) = self.taught.common(&other.taught);
        let state = State {
            store,
            heap,
            versions,
            scattered: self.scattered.max(other.scattered),
            unreachable: false,
            refuted: self.refuted && other.refuted,
            raised: self.raised.filter(|raised| other.raised == Some(raised)),
            guards: self.guards.most(other.guards),
            // A path that goes on without a doubt is one on which what follows does happen.
            doubtful: self.doubtful && other.doubtful,
            path_condition: self.path_condition.join(other.path_condition),
            tainted: self.tainted.union(other.tainted),
            taught,
        };
        (state, changed || is_lost)
    }

    /// Whatever `join` makes of values of this one state.
    pub(super) fn joined<T>(&mut self, join: impl FnOnce(&mut Joiner<'_, 'p>) -> T) -> T {
        let side = self.store.clone();
        let here = || Side { store: &side, heap: &self.heap };
        let mut joiner = Joiner::new(here(), here(), side.clone());
        let result = join(&mut joiner);
        let lost = joiner.take_lost();
        self.store = joiner.into_store().0;
        for lost in lost {
            self.heap.forget(&lost);
        }
        result
    }

    /// The value that stands for either, at a place where paths met.
    pub fn join_values(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        self.joined(|joiner| joiner.value(a, b))
    }

    /// The value that stands for each of several that these two stand for.
    pub fn join_elements(&mut self, a: &Value<'p>, b: &Value<'p>) -> Value<'p> {
        self.joined(|joiner| joiner.element(a, b))
    }

    /// What stands for each of these; `None` if there are none.
    pub fn item_of(&mut self, items: &Items<'p>) -> Option<Value<'p>> {
        match items {
            Items::Known(items) => self.summarise(items),
            Items::Each(item, _) => Some(item.clone()),
        }
    }

    /// What stands for each of these, nothing being known of what there isn't.
    pub fn any_item(&mut self, items: &Items<'p>) -> Value<'p> {
        self.item_of(items).unwrap_or_else(Value::unknown)
    }

    /// One value that stands for all of these; `None` of none.
    pub fn summarise(&mut self, items: &[Value<'p>]) -> Option<Value<'p>> {
        let (first, rest) = items.split_first()?;
        // An int between two others adds nothing: the loop over `range(1000)` would join a thousand.
        let int = |item: &Value<'p>| match &item.kind {
            Kind::Data(ty) if let TyKind::IntOf(value) = ty.kind() => value.constant(),
            _ => None,
        };
        let ends = [items.iter().filter_map(int).min(), items.iter().filter_map(int).max()];
        let mut joined = first.clone();
        for item in rest {
            joined = match int(item) {
                Some(int) if !ends.contains(&Some(int)) => joined.with_dependencies(item.dependencies),
                _ => self.joined(|joiner| joiner.element(&joined, item)),
            };
        }
        Some(joined)
    }

    /// What an operation's result depends on: ints that became its sizes were ints.
    pub fn dependencies_of_result(
        &mut self,
        dependencies: Dependencies,
        values: &[Value<'p>],
        result: Ty,
    ) -> Dependencies {
        if !dependencies.is_assumed() {
            return dependencies;
        }
        let shape = result.as_array().map(|(_, shape)| shape);
        let proven = |value: &Value<'p>| {
            let Kind::Tuple(tuple) = &value.kind else { return false };
            let ints: Vec<Dim> = tuple.items.iter().filter_map(Value::int_value).collect();
            ints.len() == tuple.items.len()
                && shape.is_some_and(|shape| {
                    ints.iter().any(|dim| dim.constant().is_none() && shape.data().prefix.contains(dim))
                })
        };
        let dependencies = values.iter().fold(Dependencies::LOCAL, |all, value| {
            all.and(if proven(value) { value.dependencies.with_ints_proven() } else { value.dependencies })
        });
        self.taint(dependencies, values);
        dependencies
    }

    /// What is assumed has met what is known: the sizes of that are known by assumption too.
    pub fn taint(&mut self, dependencies: Dependencies, values: &[Value<'p>]) {
        if !dependencies.is_assumed() {
            return;
        }
        for value in values {
            if let (false, Some(ty)) = (value.dependencies.is_assumed(), value.ty()) {
                let tainted = &mut self.tainted;
                term::visit_ty(ty, &mut |leaf| {
                    if let Leaf::Atom(atom) = leaf {
                        tainted.insert(atom);
                    }
                });
            }
        }
    }

    pub fn is_tainted(&self, value: &Value<'p>) -> bool {
        let (false, Some(ty)) = (self.tainted.is_empty(), value.ty()) else { return false };
        let mut found = false;
        term::visit_ty(ty, &mut |leaf| {
            found |= matches!(leaf, Leaf::Atom(atom) if self.tainted.contains(&atom));
        });
        found
    }
}

/// The first numbers of what a loop made: its atoms, its objects.
#[derive(Clone, Copy)]
pub struct Since {
    pub atoms: u64,
    pub objects: u64,
}

/// The id that no object has.
pub const NO_OBJECT: ObjectId = ObjectId(u64::MAX);

/// Of a version of a storage: what was written to it may have fractions. It stays so from there on.
const CUT: u64 = 1 << 63;

/// The view of an array that may be one of several.
pub const NO_VIEW: u64 = u64::MAX;
