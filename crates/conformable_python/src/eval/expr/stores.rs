//! Stores into subscripts and attributes: of arrays, whose shape and dtype stay what they are, of Python's containers,
//! of instances, classes and modules.

use std::rc::Rc;

use conformable_types::{FreshKind, Ty};
use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Name, Object, ObjectId};
use crate::domain::uses::Use;
use crate::domain::value::{Class, Descriptor, DescriptorForm, Kind, Sym, TupleClass, Value, as_dim, is_below_tuples};
use crate::eval::call::arguments::Arguments;
use crate::eval::call::parameters::set_of_function;
use crate::eval::catalogue_bridge::registered::{is_made_with_parts, operator_of_object, set_of_object};
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::diagnose::report::Refusal;
use crate::eval::expr::attributes::exchanged;
use crate::eval::machine::escape::write_of;
use crate::eval::machine::writers::is_special;
use crate::eval::python::attributes::{exchange_methods, may_define, without_class};
use crate::eval::python::indexing::as_index;
use crate::eval::python::records::rename_fields;
use crate::eval::{Evaluator, Tentative};
use crate::front::rules;
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
        self.write_operands(subscript.range(), key_parts(subscript).iter().copied());
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
                write_of(self, &array, std::iter::once(&value));
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
                let operands = [container.clone(), key.clone(), value.clone()];
                operator_of_object(self, container, "__setitem__", "[]", &operands, range);
                self.state.scattered = self.new_identity();
                self.escape(&value);
            }
            _ => self.escape(&value),
        }
    }

    /// `value.name = stored`: what its class does with it.
    pub fn set_attribute(&mut self, value: &Value<'p>, name: Sym, stored: Value<'p>, range: TextRange) {
        // A model's attributes stand for what no attribute is.
        let is_asked = matches!(value.kind, Kind::Object(_)) && !self.module().is_model;
        let class = if is_asked { self.state.class_of(value) } else { None };
        match class.and_then(|class| self.class_attribute(&class, Sym::new("__setattr__"))) {
            Some(hook) if matches!(hook.kind, Kind::Function(_) | Kind::Builtin(_)) => {
                self.state.taught.forget_attribute(name);
                let text = Value::data(Ty::str(name.as_str()));
                self.call(&hook, Arguments::of(vec![value.clone(), text, stored]), range);
            }
            Some(_) => drop(self.unmodelled("`__setattr__`", &[value.clone(), stored])),
            None => self.store_attribute(value, name, stored, range),
        }
    }

    /// `object.__setattr__(value, name, stored)`
    pub fn store_attribute(&mut self, value: &Value<'p>, name: Sym, stored: Value<'p>, range: TextRange) {
        let name = without_class(name);
        self.state.taught.forget_attribute(name);
        match &value.kind {
            Kind::Shaped(_) => self.escape(value),
            Kind::Object(id) => {
                let Object::Instance { class, .. } = self.state.heap.get(*id) else { return };
                let class = Rc::clone(class);
                let found = self.class_attribute(&class, name);
                let (given, stored) = (stored.clone(), self.stored_in(*id, stored));
                if let Some(Value { kind: Kind::Descriptor(descriptor), .. }) = &found {
                    match &**descriptor {
                        // An argument is in the terms of the frame that gives it.
                        Descriptor { form: DescriptorForm::Property, setter: Some(setter), .. } => {
                            self.call(&setter.clone(), Arguments::of(vec![value.clone(), given]), range);
                        }
                        Descriptor { form: DescriptorForm::Decorated, .. } => {
                            self.unmodelled("a method under a decorator that isn't known", &[value.clone(), stored]);
                        }
                        // Without a setter this fails; the others have no say in what is stored.
                        _ => self.state.set_attribute(*id, Name::new(name), stored),
                    }
                    return;
                }
                if name.as_str() == "__class__" {
                    let id = *id;
                    self.unmodelled("`__class__` is set", &[value.clone(), stored]);
                    self.state.heap.set(id, Object::Escaped);
                    return;
                }
                // `self.__dict__ = self`: its attributes are what something else holds from here on.
                if name.as_str() == "__dict__" {
                    self.unmodelled("`__dict__` is set", &[value.clone(), stored]);
                    return;
                }
                // What the class has there may be a descriptor, which is handed both.
                let stored = match &found {
                    Some(found) if found.is_unknown() && !class.open => {
                        self.unmodelled("an attribute of a class that isn't known", &[value.clone(), stored])
                    }
                    _ => stored,
                };
                if let Some(descriptor) = found
                    && self.has_hook(&descriptor, &["__set__", "__delete__"])
                {
                    self.unmodelled("a descriptor", &[value.clone(), descriptor, stored]);
                    return;
                }
                self.state.set_attribute(*id, Name::new(name), stored);
            }
            Kind::Class(class) if name.as_str() == "__bases__" => {
                let any = self.unmodelled_names("`__bases__` is set", class.scope);
                self.bind_in(class.scope, Sym::new("__bases__"), any.clone());
                self.bind_in(class.scope, Sym::new("__getattr__"), any);
            }
            Kind::Class(class) => {
                let class = Rc::clone(class);
                // A slot was what led to an instance's own.
                let is_slot = self.class_attribute(&class, Sym::new("__slots__")).is_some();
                let stored = if is_slot && !stored.is_definition() { Value::unknown() } else { stored };
                if stored.is_unknown() || self.state.decides_attributes(&stored) {
                    self.state.forget_attributes_behind(&class, Name::new(name));
                }
                let stored = self.kept_from_others(class.scope, name, stored);
                self.bind_in(class.scope, name, stored);
            }
            Kind::Module(module) => {
                // Whoever finds it there may call it; Python does: `sys.excepthook`.
                self.escape_callable(&stored);
                if let Some(scope) = self.imports.modules.get(&module.id).copied() {
                    let stored = self.kept_from_others(scope, name, stored);
                    self.bind_in(scope, name, stored);
                }
            }
            Kind::Function(function) => {
                set_of_function(self, &Rc::clone(function), name);
                exchange_methods(self, name, &stored);
                self.escape(&stored);
            }
            Kind::Array(array) => {
                let array = *array;
                self.set_array_attribute(value, &array, name, &stored, range);
            }
            // From here on nothing is known of what stands there, whatever that was.
            Kind::Builtin(path) => {
                let (own, path) = (self.frame().scope, format!("{path}.{name}"));
                self.escape(&stored);
                let scope = self.outermost(own);
                self.bind_in(scope, exchanged(&path), Value::unknown());
            }
            Kind::Tuple(tuple) if let TupleClass::Program(class) = &tuple.class => {
                set_of_named_tuple(self, value, &Rc::clone(class), name, stored, range);
            }
            // One of them changes.
            Kind::Union(_) => {
                self.each_member(&[value], |evaluator, members| {
                    evaluator.set_attribute(&members[0], name, stored.clone(), range);
                    Value::none()
                });
            }
            Kind::Data(ty) if name.as_str() == "names" => rename_fields(self, *ty),
            Kind::Data(ty) if is_made_with_parts(*ty) => {
                self.escape(&stored);
                set_of_object(self, value, name, &stored, range);
            }
            _ => {
                exchange_methods(self, name, &stored);
                self.escape(&stored);
            }
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
                Some(Err(index)) => {
                    let is_next = usize::try_from(index) == Ok(items.len());
                    let help = is_next.then(|| "a list grows by `.append(...)`".to_owned());
                    return self.no_such_place(index, items.len(), container, key, range, help);
                }
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

/// `point.x = stored`: its fields and what its class has are not written to, and one that no class is derived from has
/// nothing else.
fn set_of_named_tuple<'p>(
    run: &mut Evaluator<'p>,
    value: &Value<'p>,
    class: &Rc<Class<'p>>,
    name: Sym,
    stored: Value<'p>,
    range: TextRange,
) {
    let found = run.class_attribute(class, name);
    if let Some(Value { kind: Kind::Descriptor(descriptor), .. }) = &found
        && let Some(setter) = &descriptor.setter
    {
        run.call(&setter.clone(), Arguments::of(vec![value.clone(), stored]), range);
        return;
    }
    let is_field = found.is_none() && class.fields.iter().any(|field| field.name == name);
    let has_more = !is_field && (is_below_tuples(&class.bases) || is_special(name.as_str()));
    let is_unknown = found.as_ref().is_some_and(Value::is_unknown);
    if is_unknown || has_more || ["__setattr__", "__slots__"].iter().any(|one| may_define(run, class, one)) {
        // The tuple doesn't say what it has besides its fields: what its class has may not be what is found.
        if found.is_some() {
            run.bind_in(class.scope, name, Value::unknown());
        }
        run.escape(&stored);
        return;
    }
    let message = match is_field {
        true => format!("the field `{name}` of {} is not writable", run.describe(value)),
        false => format!("{} takes no attribute `{name}`", run.describe(value)),
    };
    let help = is_field.then(|| format!("`._replace({name}=...)` makes another"));
    run.refute(Refusal::of(rules::NO_ATTRIBUTE, range, message).resting_on_value(value).help(help));
}
