//! Iterators and the items that are known without running any of the program's code.

use conformable_solver::Fact;
use conformable_types::{Dim, FreshKind, Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Items, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Value, as_dim};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::eval::expr::iteration::MAX_ROWS;
use crate::eval::interpreter::Interpreter;
use crate::front::rules;

/// So many items are reduced one by one.
const MOST_REDUCED: usize = 32;

/// One call after the other, where the items are known one by one.
pub fn reduce<'p>(
    run: &mut impl Interpreter<'p>,
    function: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let source = arguments.positional.get(1)?;
    // What iterating may change, or run, is iterated once.
    if arguments.open || run.state.is_iterator(source) || run.state.class_of(source).is_some() {
        return None;
    }
    let Items::Known(items) = run.iterate(source, range) else { return None };
    if items.len() > MOST_REDUCED {
        return None;
    }
    let start = arguments.positional.get(2).cloned();
    start.into_iter().chain(items).reduce(|so_far, item| run.call(function, Arguments::of(vec![so_far, item]), range))
}

pub fn reversed<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Value<'p> {
    if run.state.class_of(value).is_some() {
        return run.call_method(value, "__reversed__", Vec::new(), range).unwrap_or_else(Value::unknown);
    }
    let items = match run.iterate(value, range) {
        Items::Known(mut items) => {
            items.reverse();
            Items::Known(items)
        }
        other => other,
    };
    run.iterator(items)
}

/// Any item of what goes from one int to another, both of which it has.
pub fn any_between(machine: &mut Machine<'_>, low: Dim, high: Dim) -> Dim {
    let item = machine.state.store.fresh_dim(FreshKind::EachInt);
    if let Some(atom) = item.as_atom() {
        let (least, most) = (machine.state.store.interval(low).lo, machine.state.store.interval(high).hi);
        if least <= most {
            machine.state.store.set_bounds(atom, conformable_types::Interval::new(least, most));
        }
    }
    // That there is an item says that the bounds are apart, which isn't so of an empty range.
    let (least, most) = (Dim::min([low, high]), Dim::max([low, high]));
    for (bound, fact) in [(low, Fact::Le(least, item)), (high, Fact::Le(item, most))] {
        if bound.constant().is_none() {
            let _ = machine.state.store.tell(&fact);
        }
    }
    item
}

impl<'p> Machine<'p> {
    pub fn rows(&mut self, value: &Value<'p>, array: &Array, range: TextRange) -> Items<'p> {
        let Some((elem, shape)) = self.state.store.resolve_ty(array.ty).as_array() else {
            return Items::Each(Value::unknown(), None);
        };
        if shape.rank() == Some(0) {
            let message = format!("iteration over a 0-d array: {}", self.state.show(array.ty));
            self.refuse(range, message, &[value]);
            return Items::Each(Value::unknown(), None);
        }
        // That it is iterated says that it has a first dim.
        let Some(first) = self.state.dim_at(shape, 0) else { return Items::Each(Value::unknown(), None) };
        let shape = self.state.store.resolve_shape(shape);
        let ty = match shape.data().prefix.split_first() {
            Some((_, rest)) => Ty::decay(elem, Shape::new(rest.iter().copied(), shape.data().rest.clone())),
            None => return Items::Each(Value::unknown(), Some(first)),
        };
        // An element of an array of objects may be anything; what has dims of its own is an array of them.
        if elem.dtype().is_none_or(|dtype| dtype.name() == "object") && !ty.is_ndarray() {
            return Items::Each(Value::unknown(), Some(first));
        }
        match first.constant() {
            Some(count) if count <= MAX_ROWS && matches!(ty.kind(), TyKind::Scalar(_)) => {
                Items::Known((0..count).map(|place| self.state.element(array, elem, &Value::int(place))).collect())
            }
            Some(count) if count <= MAX_ROWS => Items::Known((0..count).map(|_| self.view_of(array, ty)).collect()),
            _ => match (self.state.current(array).attained, ty.kind()) {
                (Some((low, high)), TyKind::Scalar(_)) => {
                    Items::Each(Kind::Integer(ty, any_between(self, low, high)).into(), Some(first))
                }
                _ => Items::Each(self.view_of(array, ty), Some(first)),
            },
        }
    }

    /// A value of this type that shares the storage of `array`.
    pub fn view_of(&mut self, array: &Array, ty: Ty) -> Value<'p> {
        if ty.is_ndarray() {
            let view = self.new_identity();
            let (spells_one, whole) = (array.spells_one, array.whole);
            Kind::Array(Array { view, spells_one, whole, ..Array::of(ty, array.base) }).into()
        } else {
            self.state.scalar_of(array, ty)
        }
    }

    pub fn cannot_unpack(&mut self, value: &Value<'p>, have: usize, wanted: usize, star: bool, range: TextRange) {
        let least = if star { "at least " } else { "" };
        let values = if have == 1 { "value" } else { "values" };
        let names = if wanted == 1 { "name" } else { "names" };
        let message = format!("cannot unpack {have} {values} into {least}{wanted} {names}: {}", self.describe(value));
        let refusal = Refusal::of(rules::UNPACK, range, message).resting_on(value.dependencies);
        let refusal = refusal.about(self, "the value", value);
        self.refute(refusal);
    }
}

impl<'p> State<'p> {
    /// All items, if each is known.
    pub fn known_items(&mut self, value: &Value<'p>) -> Option<Vec<Value<'p>>> {
        match &self.settle(value).kind {
            Kind::Tuple(tuple) => Some(tuple.items.clone()),
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(items) | Object::Range(Items::Known(items)) => Some(items.clone()),
                Object::View { dict, part } => match self.view_items(*dict, *part) {
                    Items::Known(items) => Some(items),
                    Items::Each(..) => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Is it an object that is iterated once?
    pub fn is_iterator(&self, value: &Value<'p>) -> bool {
        matches!(&value.kind, Kind::Object(id) if matches!(self.heap.get(*id), Object::Iterator(_)))
    }

    /// Somebody takes items out of an iterator: which are left is not known until it has ended.
    pub fn begun(&mut self, id: ObjectId, items: &Items<'p>) {
        if let Some(item) = self.item_of(items) {
            self.put(id, Object::Iterator(Items::Each(item, None)));
        }
    }

    /// Whoever iterates over this has had all of it.
    pub fn exhausted(&mut self, value: &Value<'p>) {
        if let Kind::Object(id) = &value.kind
            && self.is_iterator(value)
            && !self.unreachable
        {
            self.put(*id, Object::Iterator(Items::Known(Vec::new())));
        }
    }

    /// The count of a sequence, where it is known as an expression.
    pub fn length(&mut self, value: &Value<'p>) -> Option<Dim> {
        match &value.kind {
            Kind::Shape(shape) => Some(self.store.resolve_shape(*shape).rank_dim()).filter(|rank| !rank.is_any()),
            Kind::Tuple(tuple) => Some(as_dim(tuple.items.len())),
            Kind::Shaped(shaped) => {
                let shape = self.shape_of(shaped)?;
                if shape.rank() == Some(0) { None } else { self.dim_at(shape, 0) }
            }
            Kind::Array(array) => {
                let shape = array.ty.as_array()?.1;
                if self.store.resolve_shape(shape).rank() == Some(0) { None } else { self.dim_at(shape, 0) }
            }
            Kind::Data(ty) => match ty.kind() {
                TyKind::LitStr(text) => Some(as_dim(text.as_str().chars().count())),
                _ => None,
            },
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(items) => Some(as_dim(items.len())),
                Object::ListOf { len, .. } | Object::TupleOf { len, .. } => Some(*len),
                Object::Dict(Entries { known, rest: None, .. }) => Some(as_dim(known.len())),
                Object::View { dict, .. } => self.length(&Kind::Object(*dict).into()),
                Object::Range(items) => items.count(),
                _ => None,
            },
            _ => None,
        }
    }
}
