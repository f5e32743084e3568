//! Stores into subscripts: of arrays, whose shape and dtype stay what they are, and of Python's
//! containers.

use conformable_solver::relations::index::Indexed;
use conformable_solver::relations::store_into::store_into;
use conformable_solver::{Context, FailureKind};
use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Elem, FreshKind, Shape, Ty, TyKind};
use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Object, ObjectId};
use crate::domain::value::{Array, Kind, Value, as_dim};
use crate::eval::diagnose::report::{Refusal, ShownValue};
use crate::eval::python::scalars::{ScalarUse, refuses};
use crate::eval::{Evaluator, Machine, Tentative};
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

impl<'p> Evaluator<'p> {
    pub fn store_subscript(&mut self, subscript: &'p ExprSubscript, value: Value<'p>) {
        let container = self.expr(&subscript.value);
        let key = self.expr(&subscript.slice);
        self.store_through(&subscript.value, &container);
        self.store_on_copy(subscript, &container);
        self.write_operands(subscript.range(), vec![subscript.value.range()]);
        self.store(&container, &key, value, subscript.range());
    }

    /// `x.data[0] = 1`: what nothing is known of may be a way into the array that it is of.
    pub fn store_through(&mut self, target: &'p Expr, container: &Value<'p>) {
        if let (true, Expr::Attribute(attribute)) = (container.is_unknown(), target)
            && matches!(&*attribute.value, Expr::Name(_) | Expr::Attribute(_))
            && let Kind::Array(array) = self.quietly(|evaluator| evaluator.expr(&attribute.value)).kind
        {
            self.write_array(&array);
        }
    }

    /// `container[key] = value`.
    pub fn store(&mut self, container: &Value<'p>, key: &Value<'p>, value: Value<'p>, range: TextRange) {
        match &container.kind {
            Kind::Union(_) => {
                self.each_member(&[container], |evaluator, members| {
                    evaluator.store(&members[0], key, value.clone(), range);
                    Value::none()
                });
            }
            Kind::Array(array) => {
                let array = *array;
                self.store_array(container, &array, key, &value, range);
                self.write_array(&array);
            }
            Kind::Object(id) => self.store_in_object(container, *id, key, value, range),
            Kind::Data(ty) | Kind::Integer(ty, _)
                if refuses(*ty, ScalarUse::Store) && !self.may_be_guarded(container) =>
            {
                let message = format!("{} takes no item assignment", self.describe(container));
                self.refute(Refusal::of(rules::UNSUPPORTED, range, message).resting_on_value(container));
            }
            Kind::Tuple(_) => {
                let message = format!("{} takes no item assignment", self.describe(container));
                self.refuse(range, message, &[container]);
            }
            // `x.flat[0] = 1`: whose iterator it is is not known.
            Kind::Data(_) => {
                self.state.scattered = self.new_identity();
                self.escape(&value);
            }
            _ => self.escape(&value),
        }
    }

    fn store_in_object(
        &mut self,
        container: &Value<'p>,
        id: ObjectId,
        key: &Value<'p>,
        value: Value<'p>,
        range: TextRange,
    ) {
        let sliced = matches!(key.kind, Kind::Slice(_));
        let value = self.stored_in(id, value);
        let object = match self.state.heap.get(id).clone() {
            Object::List(_) | Object::ListOf { .. } if sliced => Object::Escaped,
            Object::List(mut items) => match self.place_in(items.len(), key) {
                Some(Ok(place)) => {
                    items[place] = value;
                    Object::List(items)
                }
                Some(Err(index)) => return self.no_such_place(index, items.len(), container, key, range),
                None => {
                    let len = as_dim(items.len());
                    items.push(value);
                    let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                    Object::ListOf { item, len }
                }
            },
            Object::ListOf { item, len } => Object::ListOf { item: self.state.join_values(&item, &value), len },
            Object::Dict(mut entries) => {
                self.must_hash(key, range);
                self.set_key(&mut entries, key, value);
                Object::Dict(entries)
            }
            Object::Instance { .. } => {
                self.call_method(container, "__setitem__", vec![key.clone(), value], range);
                return;
            }
            _ => return self.escape(&value),
        };
        self.state.put(id, object);
    }
}

impl<'p> Machine<'p> {
    fn store_array(
        &mut self,
        container: &Value<'p>,
        array: &Array,
        key: &Value<'p>,
        value: &Value<'p>,
        range: TextRange,
    ) {
        let Some((elem, _)) = array.ty.as_array() else { return };
        if elem
            .dtype()
            .is_none_or(|dtype| matches!(dtype.name().as_str(), "object") || dtype.name().starts_with("void"))
        {
            return;
        }
        if key.is_unknown()
            || matches!(key.kind, Kind::Union(_))
            || matches!(key.ty().map(Ty::kind), Some(TyKind::Str | TyKind::LitStr(_)))
        {
            return;
        }
        let Some(indexed) = self.indexed(container, array, key, range) else { return };
        if !matches!(value.kind, Kind::Union(_)) {
            return self.fits(container, elem, &indexed, value, range);
        }
        self.each_member(&[value], |evaluator, members| {
            evaluator.fits(container, elem, &indexed, &members[0], range);
            Value::none()
        });
    }

    /// Can `value` be stored in the place that was indexed?
    fn fits(&mut self, container: &Value<'p>, elem: Elem, indexed: &Indexed, value: &Value<'p>, range: TextRange) {
        if self.unstorable(container, elem, value, range) {
            return;
        }
        let Some((own, shape)) = self.array_like(value) else { return };
        let dependencies = container.dependencies.and(value.dependencies);
        let mut cx = Context::new(&self.state.store);
        match store_into(&mut cx, shape, indexed.shape) {
            Ok(_) => {
                self.state.learn(cx.into_store());
                self.taint(dependencies, &[container.clone(), value.clone()]);
                // Where the data decide that nothing is stored, a caller's dtype loses nothing.
                if !(container.dependencies.is_of_parameters() && self.may_be_empty(indexed.shape)) {
                    self.cut_by_store(elem, own, value, range);
                }
            }
            Err(failure) if failure.kind == FailureKind::Obligation => {
                let (code, exception) = conformable_signatures::explain::code_and_exception(failure.kind);
                let call = conformable_signatures::CallFailure { failure, code, exception };
                self.report_failure(&call, "the store", None, std::slice::from_ref(value), dependencies, range);
            }
            Err(failure) => {
                let place = Ty::array(elem, self.state.store.resolve_shape(indexed.shape));
                let place = self.show(place);
                let place = &place[place.rfind('[').unwrap_or(0)..];
                let what = self.describe(value);
                let mut message = if indexed.scalar && indexed.shape.rank() == Some(0) {
                    format!("one element cannot hold {what}")
                } else {
                    format!("{what} does not fit the place it is stored in, of shape {place}")
                };
                if let Some(except) = &failure.except {
                    message.push_str(&format!(" (runs only when {except})"));
                }
                let mut diagnostic = Diagnostic::new(rules::STORE_SHAPE, self.module().place(range), message);
                let names: Vec<ShownValue<'_, 'p>> = [(container, "the array"), (value, "the value")]
                    .into_iter()
                    .map(|(value, name)| ShownValue::new(name.to_owned(), value))
                    .collect();
                diagnostic.evidence = self.evidence(&names);
                self.refuted(diagnostic, "ValueError", dependencies);
            }
        }
    }

    /// Do the data decide how many places these are?
    fn may_be_empty(&self, shape: Shape) -> bool {
        let mut found = false;
        term::visit_shape(self.state.store.resolve_shape(shape), &mut |leaf| {
            if let Leaf::Atom(atom) = leaf {
                found |= matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Runtime, .. });
            }
        });
        found
    }

    /// Element type and shape of what a store takes: an array, a number, nested sequences.
    fn array_like(&mut self, value: &Value<'p>) -> Option<(Elem, Shape)> {
        if let Some(found) = value.ty().and_then(Ty::as_array) {
            return Some(found);
        }
        let ty = self.type_of(value);
        conformable_signatures::coerce::array_like(ty, &self.state.store)
    }
}
