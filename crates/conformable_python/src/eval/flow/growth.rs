//! How much longer a loop makes a list: by as much in each pass as in the one that was evaluated, if that is a number.

use conformable_types::{Dim, FreshKind};

use crate::domain::heap::{Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Kind, Value, as_dim};
use crate::eval::Machine;
use crate::eval::machine::frame::{Collect, Pass};

impl<'p> Machine<'p> {
    /// The first pass of a comprehension, which began when `since` was the next number, speaks for all
    /// passes if it has changed nothing but the list and what it made itself: so many elements alike.
    pub(super) fn alike_each_time(
        &mut self,
        before: &State<'p>,
        (since, count): (u64, Option<Dim>),
        pass: Pass<'p>,
    ) -> Option<Vec<(ObjectId, Dim)>> {
        let Pass::Collect(Collect { list, .. }) = pass else { return None };
        if self.state.unreachable || self.state.refuted || length_of(before, list) != Some(Dim::ZERO) {
            return None;
        }
        let Object::List(items) = self.state.heap.get(list) else { return None };
        let [element] = &**items else { return None };
        let element = element.clone();
        let own = [list, self.frame().scope];
        let changed = before.heap.changed(&self.state.heap);
        if changed.iter().any(|id| !own.contains(id) && before.heap.contains(*id)) || !is_data(&element) {
            return None;
        }
        let item = self.each_of(&element, since);
        let known = count.is_some_and(|count| !count.is_any());
        let len = if known { Dim::ONE } else { self.state.store.fresh_dim(FreshKind::Runtime) };
        self.state.heap.set(list, Object::ListOf { item, len });
        Some(known.then_some((list, Dim::ONE)).into_iter().collect())
    }
}

impl<'p> State<'p> {
    /// The lists that each pass made longer by as much, after so many passes from `start` on.
    pub(super) fn grow(&mut self, growth: &[(ObjectId, Dim)], start: &State<'p>, count: Option<Dim>) {
        let Some(count) = count.filter(|count| !count.is_any()) else { return };
        for &(id, each) in growth {
            let Some(first) = length_of(start, id) else { continue };
            if let Object::ListOf { item, .. } = self.heap.get(id).clone() {
                let len = first.plus(each.times(count));
                self.heap.set(id, Object::ListOf { item, len });
            }
        }
    }
}

/// Is it data, and nothing that can be changed or called?
fn is_data(value: &Value<'_>) -> bool {
    match &value.kind {
        Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) | Kind::Array(_) | Kind::Shape(_) => true,
        Kind::Tuple(tuple) => tuple.items.iter().all(is_data),
        _ => value.is_unknown(),
    }
}

/// How long a list is at a point of a path.
pub(super) fn length_of(state: &State<'_>, id: ObjectId) -> Option<Dim> {
    match state.heap.contains(id).then(|| state.heap.get(id))? {
        Object::List(items) => Some(as_dim(items.len())),
        Object::ListOf { len, .. } => Some(state.store.resolve_dim(*len)),
        _ => None,
    }
}

/// The lists that a pass from `head` to `after` makes longer, and by how much, if that is a number.
pub(super) fn growth_of(head: &State<'_>, after: &State<'_>) -> Vec<(ObjectId, Dim)> {
    let mut found = Vec::new();
    for id in head.heap.changed(&after.heap) {
        if !head.heap.contains(id) || !after.heap.contains(id) || after.heap.is_summary(id) {
            continue;
        }
        if let (Object::ListOf { len, .. }, Object::ListOf { len: longer, .. }) =
            (head.heap.get(id), after.heap.get(id))
        {
            let more = after.store.resolve_dim(*longer).minus(after.store.resolve_dim(*len));
            if more.constant().is_some() {
                found.push((id, more));
            }
        }
    }
    found
}
