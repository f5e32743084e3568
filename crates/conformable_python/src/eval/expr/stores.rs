//! Stores into subscripts: of arrays, whose shape and dtype stay what they are, and of Python's
//! containers.

use conformable_types::FreshKind;
use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Object, ObjectId};
use crate::domain::uses::Use;
use crate::domain::value::{Kind, Sym, Value, as_dim};
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::python::indexing::as_index;
use crate::eval::{Evaluator, Tentative};
use crate::syntax::around::key_parts;

impl<'p> Evaluator<'p> {
    pub fn store_subscript(&mut self, subscript: &'p ExprSubscript, value: Value<'p>) {
        let container = self.expr(&subscript.value);
        let key = self.expr(&subscript.slice);
        if is_globals(self, &subscript.value) {
            return store_global(self, &key, value);
        }
        self.store_through(&subscript.value, &container);
        observe(self, &Event::Stored { subscript, container: &container });
        self.write_operands(subscript.range(), key_parts(subscript));
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
        if container.array().is_none() {
            self.state.taught.forget_items();
        }
        let key = &as_index(self, container, key);
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
            Kind::Shaped(_) => {
                // `df["c"] = x` makes a column more; a slice stands for what is there.
                if !matches!(key.kind, Kind::Slice(_)) {
                    self.escape(container);
                }
                self.escape(&value);
            }
            _ if self.refuses(container, Use::Store, range) => {}
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
            list @ (Object::List(_) | Object::ListOf { .. }) if sliced => list_with_slice(self, &list, &value, range),
            Object::List(mut items) => match self.state.place_in(items.len(), key) {
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
            Object::ListOf { item, len } => Object::ListOf { item: self.state.join_elements(&item, &value), len },
            Object::Dict(mut entries) => {
                self.must_hash(key, range);
                self.set_key(&mut entries, key, value);
                Object::Dict(entries)
            }
            Object::Instance { .. } => {
                if self.call_method(container, "__setitem__", vec![key.clone(), value.clone()], range).is_none()
                    && !self.refuses(container, Use::Store, range)
                {
                    self.escape(&value);
                }
                return;
            }
            _ if self.refuses(container, Use::Store, range) => return,
            _ => return self.escape(&value),
        };
        self.state.put(id, object);
    }
}

/// Is it `globals()`?
fn is_globals<'p>(evaluator: &mut Evaluator<'p>, container: &'p Expr) -> bool {
    let Expr::Call(call) = container else { return false };
    let Expr::Name(name) = &*call.func else { return false };
    name.id == "globals" && matches!(evaluator.lookup(Sym::new("globals")).kind, Kind::Builtin(_))
}

/// `globals()["name"] = value` binds a name of the module.
fn store_global<'p>(evaluator: &mut Evaluator<'p>, key: &Value<'p>, value: Value<'p>) {
    let own = evaluator.frame().scope;
    let scope = evaluator.outermost(own);
    match key.str_value() {
        Some(name) => evaluator.bind_in(scope, Sym::new(name), value),
        None => evaluator.escape(&value),
    }
}

/// A list whose slice was given other items: which item is where, and how many there are, nobody knows.
fn list_with_slice<'p>(
    evaluator: &mut Evaluator<'p>,
    list: &Object<'p>,
    value: &Value<'p>,
    range: TextRange,
) -> Object<'p> {
    let old = match list {
        Object::List(items) => items.clone(),
        Object::ListOf { item, .. } => vec![item.clone()],
        _ => return Object::Escaped,
    };
    let new = evaluator.iterate(value, range);
    evaluator.state.exhausted(value);
    let all: Vec<Value<'p>> = old.iter().chain(new.values()).cloned().collect();
    let len = evaluator.state.store.fresh_dim(FreshKind::Runtime);
    match evaluator.state.summarise(&all) {
        Some(item) => Object::ListOf { item, len },
        None => Object::List(Vec::new()),
    }
}
