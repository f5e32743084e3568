//! Lists that may be empty.
//!
//! A list whose length nobody knows stands for the empty one too, of which NumPy makes something of its own:
//! `np.array([])` is `float64[0]`, whatever items the list would have had. So a call that is given such a list is a
//! call with either: what the empty list makes fail says nothing, what it makes is one of the results.
//!
//! A length that has a name (`n` rows) is a size like any other, at which a call is not looked at apart.

use conformable_solver::Fact;
use conformable_types::{AtomData, Dim, FreshKind};

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Kind, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::{Machine, Tentative};

impl<'p> Machine<'p> {
    /// The arguments with each list that may be empty as one of two, itself or the empty list: where the call
    /// gives something else for the empty ones than for these at length 0.
    pub fn with_empty_lists(
        &mut self,
        arguments: &Arguments<'p>,
        mut apply: impl FnMut(&mut Self, &Arguments<'p>) -> Value<'p>,
    ) -> Option<Arguments<'p>> {
        let lengths: Vec<Dim> = arguments.values().filter_map(|value| self.state.unknown_length(value)).collect();
        if lengths.is_empty() {
            return None;
        }
        let replaced = |evaluator: &mut Self, with: &dyn Fn(Value<'p>, Value<'p>) -> Value<'p>| {
            let mut other = arguments.clone();
            for value in other.positional.iter_mut().chain(other.keywords.iter_mut().map(|(_, value)| value)) {
                if evaluator.state.unknown_length(value).is_some() {
                    let empty = evaluator.list(Vec::new());
                    *value = with(value.clone(), empty);
                }
            }
            other
        };
        let before = self.state.clone();
        let (of_items, items_fail) = self.looked_at(|evaluator| {
            let given = arguments.clone();
            given.values().for_each(|value| evaluator.state.assume_items(value));
            apply(evaluator, &given)
        });
        self.state = before.clone();
        let (of_none, none_fail) = self.looked_at(|evaluator| {
            let given = replaced(evaluator, &|value, empty| Value { kind: empty.kind, ..value });
            apply(evaluator, &given)
        });
        self.state = before;
        let same = !items_fail && !none_fail && self.state.is_same_without_items(&of_items, &of_none, &lengths);
        (!same).then(|| {
            let both = |value: Value<'p>, empty| Value {
                kind: Kind::Union(std::rc::Rc::new(vec![value.clone(), empty])),
                ..value
            };
            replaced(self, &both)
        })
    }
}

impl<'p> State<'p> {
    /// Is what a call gives for lists without items what it gives for these, where their lengths are 0?
    fn is_same_without_items(&self, of_items: &Value<'p>, of_none: &Value<'p>, lengths: &[Dim]) -> bool {
        let (Some(of_items), Some(of_none)) = (of_items.ty(), of_none.ty()) else { return of_items.is_unknown() };
        let mut store = self.store.clone();
        let empty = lengths.iter().all(|len| store.tell(&Fact::Eq(*len, Dim::ZERO)).is_ok());
        empty && store.resolve_ty(of_items) == store.resolve_ty(of_none)
    }

    /// The length of a list of items of which something is known, where nobody knows whether there are any.
    fn unknown_length(&self, value: &Value<'p>) -> Option<Dim> {
        let Kind::Object(id) = value.kind else { return None };
        match self.heap.get(id) {
            Object::ListOf { item, len } | Object::TupleOf { item, len }
                if !item.is_unknown() && self.may_be_zero(*len) =>
            {
                Some(*len)
            }
            _ => None,
        }
    }

    /// Is this a length without a name that may be 0?
    pub fn may_be_zero(&self, len: Dim) -> bool {
        let len = self.store.resolve_dim(len);
        let nameless = |atom: &AtomData| {
            matches!(
                atom,
                AtomData::Any
                    | AtomData::Fresh { kind: FreshKind::Runtime | FreshKind::Unknown | FreshKind::OneOf, .. }
            )
        };
        len.as_atom().is_some_and(|atom| nameless(atom.data())) && !self.store.ask_eq(len, Dim::ZERO).is_no()
    }

    /// In what follows, the list that is given has items.
    pub fn assume_items(&mut self, value: &Value<'p>) {
        let Kind::Object(id) = value.kind else { return };
        if let Object::ListOf { len, .. } | Object::TupleOf { len, .. } = self.heap.get(id) {
            let len = *len;
            // A list that is empty is another member: this one cannot be.
            let _ = self.store.tell(&Fact::Ne(len, Dim::ZERO));
        }
    }
}
