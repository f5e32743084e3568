//! Stores into subscripts: of arrays, whose shape and dtype stay what they are, and of Python's
//! containers.

use conformable_solver::relations::index::Indexed;
use conformable_solver::relations::store_into::store_into;
use conformable_solver::{Context, FailureKind};
use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Dim, Elem, FreshKind, Shape, Ty, TyKind};
use ruff_python_ast::ExprSubscript;
use ruff_text_size::{Ranged, TextRange};

use super::Evaluator;
use super::report::Shown;
use crate::diagnostic::Diagnostic;
use crate::heap::Object;
use crate::rules;
use crate::value::{Array, Kind, Value};

impl<'p> Evaluator<'p> {
    pub fn store_subscript(&mut self, subscript: &'p ExprSubscript, value: Value<'p>) {
        let container = self.expr(&subscript.value);
        let key = self.expr(&subscript.slice);
        self.store_on_copy(subscript, &container);
        self.write_operands(subscript.range(), vec![subscript.value.range()]);
        self.store(&container, &key, value, subscript.range());
    }

    /// `container[key] = value`.
    pub fn store(&mut self, container: &Value<'p>, key: &Value<'p>, value: Value<'p>, range: TextRange) {
        match &container.kind {
            Kind::Union(_) => {
                self.each_member(&[container], range, |evaluator, members| {
                    evaluator.store(&members[0], key, value.clone(), range);
                    Value::none()
                });
            }
            Kind::Array(array) => {
                let array = *array;
                self.store_array(container, &array, key, &value, range);
                self.write_array(&array);
            }
            Kind::Object(id) => {
                let id = *id;
                match self.state.heap.get(id).clone() {
                    Object::List(mut items) => {
                        let count = i64::try_from(items.len()).unwrap_or(0);
                        let place = key.constant_int().map(|place| if place < 0 { place + count } else { place });
                        let object =
                            match place.and_then(|place| usize::try_from(place).ok()).filter(|p| *p < items.len()) {
                                Some(place) => {
                                    items[place] = value;
                                    Object::List(items)
                                }
                                None if place.is_some() => {
                                    let message =
                                        format!("index {} is out of range for {count} items", place.unwrap_or(0));
                                    self.refute(
                                        rules::OUT_OF_RANGE,
                                        range,
                                        message,
                                        "IndexError",
                                        container.facts.and(key.facts),
                                    );
                                    Object::Escaped
                                }
                                None if matches!(key.kind, Kind::Slice(_)) => Object::Escaped,
                                None => {
                                    items.push(value);
                                    let len = Dim::of(count);
                                    let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                                    Object::ListOf { item, len }
                                }
                            };
                        self.state.put(id, object);
                    }
                    Object::ListOf { item, len } => {
                        let object = if matches!(key.kind, Kind::Slice(_)) {
                            Object::Escaped
                        } else {
                            Object::ListOf { item: self.state.join_values(&item, &value), len }
                        };
                        self.state.put(id, object);
                    }
                    Object::Dict { mut entries, rest } => {
                        self.must_hash(key, range);
                        let object = if super::expressions::is_constant(key) {
                            match entries.iter_mut().find(|(known, _)| known.ty() == key.ty()) {
                                Some((_, slot)) => *slot = value,
                                None => entries.push((key.clone(), value)),
                            }
                            Object::Dict { entries, rest }
                        } else {
                            let rest = match rest {
                                Some(rest) => self.state.join_values(&rest, &value),
                                None => value.clone(),
                            };
                            // The key may be one of the known ones.
                            let entries = entries
                                .into_iter()
                                .map(|(key, old)| {
                                    let joined = self.state.join_values(&old, &value);
                                    (key, joined)
                                })
                                .collect();
                            Object::Dict { entries, rest: Some(rest) }
                        };
                        self.state.put(id, object);
                    }
                    Object::Instance { .. } => {
                        self.call_method(container, "__setitem__", vec![key.clone(), value], range);
                    }
                    _ => self.escape(&value),
                }
            }
            Kind::Data(ty)
                if matches!(
                    ty.kind(),
                    TyKind::Scalar(_)
                        | TyKind::None
                        | TyKind::Int
                        | TyKind::IntOf(_)
                        | TyKind::Float
                        | TyKind::LitFloat(_)
                        | TyKind::Str
                        | TyKind::LitStr(_)
                ) && !self.may_be_guarded(container) =>
            {
                let message = format!("{} takes no item assignment", self.describe(container));
                self.refute_of(container, rules::UNSUPPORTED, range, message, "TypeError");
            }
            Kind::Tuple(_) => {
                let message = format!("{} takes no item assignment", self.describe(container));
                self.refute(rules::UNSUPPORTED, range, message, "TypeError", container.facts);
            }
            _ => self.escape(&value),
        }
    }

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
        self.each_member(&[value], range, |evaluator, members| {
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
        let facts = container.facts.and(value.facts);
        let mut cx = Context::new(&self.state.store);
        match store_into(&mut cx, shape, indexed.shape) {
            Ok(_) => {
                if !self.state.poisoned {
                    self.state.store = cx.into_store();
                }
                self.taint(facts, &[container.clone(), value.clone()]);
                // Where the data decide that nothing is stored, a caller's dtype loses nothing.
                if !(container.facts.is_of_parameters() && self.may_be_empty(indexed.shape)) {
                    self.cut_by_store(elem, own, value, range);
                }
            }
            Err(failure) if failure.kind == FailureKind::Obligation => {
                let (code, exception) = conformable_signatures::explain::code_and_exception(failure.kind);
                let call = conformable_signatures::CallFailure { failure, code, exception };
                self.report_failure(&call, "the store", None, std::slice::from_ref(value), facts, range);
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
                let names: Vec<Shown<'_, 'p>> = [(container, "the array"), (value, "the value")]
                    .into_iter()
                    .map(|(value, name)| Shown { name: name.to_owned(), value })
                    .collect();
                diagnostic.evidence = self.evidence(&names);
                self.refuted(diagnostic, "ValueError", facts);
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
