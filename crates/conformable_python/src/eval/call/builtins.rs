//! Python's own functions, and the few of its library that decide what arrays are given: who answers
//! for each. What they take, and what they give where that is all that is known, is in the stubs.

use std::rc::Rc;

use conformable_signatures::catalogue::{Catalogue, Member};
use conformable_types::{Dim, Truth};
use ruff_text_size::TextRange;

use crate::domain::heap::{Items, Object};
use crate::domain::uses::Use;
use crate::domain::value::{Dependencies, Function, Kind, Sym, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::call::functions::{descriptor_form, made_descriptor};
use crate::eval::call::imports::name_of_model;
use crate::eval::catalogue_bridge::applied::{call_catalogued, given_to_object};
use crate::eval::catalogue_bridge::registered::forget_objects;
use crate::eval::machine::escape::write_of;
use crate::eval::python::arithmetic::OwnClass;
use crate::eval::python::attributes::exchange_methods;
use crate::eval::python::containers::call_container;
use crate::eval::python::instances::{as_texts, container_above, last_of, lists_itself};
use crate::eval::python::numbers::number_function;
use crate::eval::python::sequences::sequence_function;
use crate::eval::python::texts::{TextParts, shown};
use crate::eval::{Evaluator, Machine, Tentative};
use crate::library::known_paths::KNOWN;
use crate::library::stubs::{STUBS, StubSignature};

/// Python's own functions that bind names or attributes which a text says.
pub const BINDS_BY_NAME: [&str; 7] = ["globals", "locals", "vars", "exec", "eval", "setattr", "delattr"];

/// `list.insert(xs, 0, x)`
fn call_through_class<'p>(
    run: &mut Evaluator<'p>,
    class: &str,
    method: Sym,
    mut arguments: Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let receiver = arguments.positional.first().filter(|first| run.state.method_class(first) == Some(class));
    match receiver.cloned() {
        Some(receiver) => {
            arguments.positional.remove(0);
            call_container(run, &receiver, method, arguments, range)
        }
        None => run.unknown_code(&Value::unknown(), &arguments, range),
    }
}

/// One of Python's own functions as a function of their model.
fn model_of_builtin<'p>(run: &mut Evaluator<'p>, name: Sym) -> Option<Rc<Function<'p>>> {
    let name = if name.as_str().starts_with("dict.") { Sym::new(&name.as_str().replace('.', "_")) } else { name };
    match name_of_model(run, "builtins", name)?.kind {
        Kind::Function(function) => Some(function),
        _ => None,
    }
}

/// `dict.__init__(self)`, of an instance of a class that derives from it: the method of its model.
fn method_of_model<'p>(run: &Evaluator<'p>, path: &str, receiver: &Value<'p>) -> Option<Value<'p>> {
    let (container, method) = path.rsplit_once('.')?;
    let Kind::Object(_) = receiver.kind else { return None };
    let class = run.state.class_of(receiver)?;
    run.class_attribute(&container_above(&class, container)?, Sym::new(method))
}

/// Classes whose instance, made without arguments, is an empty or zero one.
const MAKES_EMPTY: [&str; 11] =
    ["list", "tuple", "set", "frozenset", "int", "float", "bool", "complex", "str", "bytes", "collections.defaultdict"];

/// What every array has besides the attributes that the catalogue lists.
const ARRAY_PROTOCOLS: [&str; 9] = [
    "__array__",
    "__array_function__",
    "__array_interface__",
    "__array_struct__",
    "__array_ufunc__",
    "__getitem__",
    "__iter__",
    "__len__",
    "__setitem__",
];

/// Of more items no more than one is given to a key.
const MOST_KEYS: usize = 8;

/// `sorted(items, key=f)`: the key is called with each item, if those are known.
fn is_key_called<'p>(run: &mut Evaluator<'p>, name: &str, arguments: &Arguments<'p>, range: TextRange) -> bool {
    let (Some(key), [value]) = (arguments.keyword("key").cloned(), &*arguments.positional) else { return false };
    let is_followed = matches!(key.kind, Kind::Function(_) | Kind::Bound(_)) && !arguments.open;
    if !is_followed || !matches!(name, "sorted" | "max" | "min") {
        return false;
    }
    // Iterating runs no code of the program, and takes nothing away.
    if run.state.is_iterator(value) || run.state.class_of(value).is_some() {
        return false;
    }
    let Items::Known(items) = run.iterate(value, range) else { return false };
    if items.len() <= MOST_KEYS {
        items.into_iter().for_each(|item| drop(run.call(&key, Arguments::of(vec![item]), range)));
        return true;
    }
    false
}

/// The arguments with the arrays that NumPy asks instances of the program's classes for, by `__array__`. A function may
/// call a method of its own name instead.
fn with_arrays<'p>(
    run: &mut Evaluator<'p>,
    path: Sym,
    mut arguments: Arguments<'p>,
    range: TextRange,
) -> Arguments<'p> {
    // The method is given the dtype that is wanted.
    let is_conversion = last_of(path.as_str()).ends_with("array");
    if arguments.may_name("dtype") || is_conversion && arguments.positional.len() > 1 {
        return arguments;
    }
    let asked = |run: &Evaluator<'p>, value: &Value<'p>| {
        let Kind::Object(id) = value.kind else { return false };
        let Object::Instance { class, open: false, .. } = run.state.heap.get(id) else { return false };
        let method = run.class_attribute(class, Sym::new("__array__"));
        method.is_some_and(|method| matches!(method.kind, Kind::Function(_)))
            && run.class_attribute(class, Sym::new(last_of(path.as_str()))).is_none()
    };
    let keywords = arguments.keywords.iter_mut().map(|(_, value)| value);
    for value in arguments.positional.iter_mut().chain(keywords) {
        if asked(run, value)
            && let Some(made) = run.call_method(value, "__array__", Vec::new(), range)
            && let Kind::Array(_) = made.kind
        {
            *value = made;
        }
    }
    arguments
}

/// Is it an object whose class says what NumPy's functions do with it, whatever the parameter?
fn takes_over<'p>(run: &Evaluator<'p>, value: &Value<'p>) -> bool {
    let Kind::Object(id) = value.kind else { return false };
    let Object::Instance { class, .. } = run.state.heap.get(id) else { return false };
    let overrides = ["__array_function__", "__array_ufunc__"];
    overrides.iter().any(|name| run.class_attribute(class, Sym::new(name)).is_some())
}

impl<'p> Evaluator<'p> {
    /// A function of the catalogue, which may call one that it is given.
    pub fn call_catalogued(&mut self, path: Sym, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        if arguments.values().any(|value| takes_over(self, value)) {
            let values: Vec<Value<'p>> = arguments.values().cloned().collect();
            return self.unmodelled("an argument whose class says itself what functions of NumPy do", &values);
        }
        let arguments = with_arrays(self, path, arguments, range);
        call_catalogued(self, path, arguments, range)
    }

    pub fn call_builtin(&mut self, name: Sym, mut arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let dependencies =
            arguments.values().fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
        if KNOWN.no_return.contains(name.as_str()) {
            self.leave_by_exception();
            return Value::unknown();
        }
        let receiver = arguments.positional.first();
        if let Some(method) = receiver.and_then(|receiver| method_of_model(self, name.as_str(), receiver)) {
            return self.call(&method, arguments, range);
        }
        // A key or a hook is called, here and now or later.
        if !is_key_called(self, name.as_str(), &arguments, range) {
            arguments.keywords.iter().for_each(|(_, value)| self.escape_callable(value));
        }
        if let ("iter", [called, _]) = (name.as_str(), &*arguments.positional) {
            self.escape_callable(called);
        }
        let signature = STUBS.function(name.as_str());
        if let Some((class, method)) = name.as_str().rsplit_once('.')
            && signature.is_some_and(StubSignature::has_receiver)
        {
            return call_through_class(self, class, Sym::new(method), arguments, range);
        }
        if signature.is_some_and(|signature| self.wrong_arguments(name.as_str(), None, signature, &arguments, range)) {
            return Value::unknown();
        }
        if matches!(name.as_str(), "print" | "repr" | "str") {
            as_texts(self, &mut arguments, name.as_str() == "repr", range);
        }
        let value = match self.builtin_result(name, &arguments, range) {
            Some(value) => value,
            None => match model_of_builtin(self, name) {
                Some(function) => self.call_function(&function, arguments, range),
                None => self.declared(name, signature, &arguments, range),
            },
        };
        value.with_dependencies(dependencies)
    }

    /// The functions whose result depends on what they are given, and how; `None` for any other.
    fn builtin_result(&mut self, name: Sym, arguments: &Arguments<'p>, range: TextRange) -> Option<Value<'p>> {
        let first = arguments.positional.first();
        // How many there are isn't known: `tuple(*x)` need not be empty.
        if first.is_none() && (arguments.open || arguments.each.is_some()) && MAKES_EMPTY.contains(&name.as_str()) {
            return Some(Value::unknown());
        }
        if let Some(value) = number_function(self, name.as_str(), first, arguments, range) {
            return Some(value);
        }
        if let Some(value) = sequence_function(self, name.as_str(), first, arguments, range) {
            return Some(value);
        }
        Some(match (name.as_str(), first) {
            ("object.__init__", _) => Value::none(),
            ("dataclasses.__init__", _) => self.call_generated_init(arguments, range),
            ("setattr" | "object.__setattr__", Some(value)) => {
                set_attribute_by_name(self, value, arguments, name.as_str() == "setattr", range);
                Value::none()
            }
            ("delattr" | "object.__delattr__", Some(value)) => {
                let value = value.clone();
                let name = arguments.positional.get(1).and_then(Value::str_value).map(Sym::new);
                self.delete_attribute(&value, name);
                Value::none()
            }
            ("isinstance", Some(value)) => {
                let class = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let truth = self.is_instance(value, &class);
                Value::truth_of(truth)
            }
            ("issubclass", Some(class)) => {
                let base = arguments.positional.get(1)?;
                match (python_class(class), python_class(base)) {
                    (Some(class), Some(base)) => Value::known_bool(KNOWN.derives(class, base)),
                    _ => Value::known_bool(KNOWN.derives(self.exception_of(class)?, self.exception_of(base)?)),
                }
            }
            ("str", Some(value)) if arguments.positional.len() == 1 && arguments.keywords.is_empty() => {
                let mut parts = TextParts::new();
                parts.add(Some(&shown(value)?));
                parts.text()
            }
            ("format", Some(value)) => {
                let spec = arguments.positional.get(1).and_then(Value::str_value);
                self.format_with(value, spec.unwrap_or_default(), range);
                return None;
            }
            ("typing.cast" | "typing_extensions.cast", Some(_)) => arguments.positional.get(1)?.clone(),
            ("hash", Some(value)) => {
                self.must_hash(value, range);
                return None;
            }
            ("callable", Some(value)) => {
                let truth = self.is_callable(value);
                Value::truth_of(truth)
            }
            ("dir", Some(value)) if lists_itself(self, value) => self.list_of(Value::str(), Dim::any()),
            ("vars", Some(value)) => self.namespace_of(value),
            ("globals", None) => {
                let scope = self.frame().scope;
                let outermost = self.outermost(scope);
                self.unmodelled_names("`globals()`", outermost)
            }
            ("vars" | "locals", None) => {
                let scope = self.frame().scope;
                let any = self.unmodelled_names("`locals()`", scope);
                if self.frame().class_body.is_some() {
                    // Names that it binds hide those of classes above.
                    self.bind_in(scope, Sym::new("__bases__"), any.clone());
                    self.bind_in(scope, Sym::new("__getattr__"), any.clone());
                }
                any
            }
            ("exec" | "eval", _) => {
                let own = self.frame().scope;
                let touched: Vec<Value<'p>> = arguments.values().cloned().collect();
                self.unmodelled("`exec`", &touched);
                for scope in [own, self.outermost(own)] {
                    self.unmodelled_names("`exec`", scope);
                }
                Value::unknown()
            }
            ("hasattr", Some(value)) => self.has_attribute(value, arguments, range),
            ("getattr" | "object.__getattribute__", Some(value)) => self.get_attribute(value, arguments, range),
            ("type", Some(value)) if arguments.positional.len() == 1 => self.state.type_call(value),
            ("slice", Some(_)) => {
                // What has parts of its own is no bound of anything.
                let part = |place: usize| {
                    let given = arguments.positional.get(place)?;
                    Some(if given.kind.is_compound() { Value::unknown() } else { given.clone() })
                };
                let parts = match arguments.positional.len() {
                    1 => [Value::none(), part(0).unwrap_or_else(Value::none), Value::none()],
                    _ => [0, 1, 2].map(|place| part(place).unwrap_or_else(Value::none)),
                };
                Kind::slice(parts).into()
            }
            (name, Some(function)) if arguments.keywords.is_empty() && descriptor_form(name).is_some() => {
                let setter = arguments.positional.get(1).filter(|setter| !setter.is_none()).cloned();
                made_descriptor(descriptor_form(name)?, function.clone(), setter)
            }
            (path, Some(name)) if path.contains('.') && KNOWN.module_finders.contains(last_of(path)) => {
                let dotted = name.str_value().filter(|dotted| self.is_namespace(dotted))?;
                Kind::Namespace(Sym::new(dotted)).into()
            }
            ("functools.partial", Some(_)) => partial(arguments.clone()),
            ("collections.namedtuple" | "typing.NamedTuple", Some(_)) => self.named_tuple_class(arguments, range),
            _ => return None,
        })
    }

    fn has_attribute(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(name) = arguments.positional.get(1).and_then(Value::str_value) else { return Value::bool() };
        let truth = match self.has_attribute_named(value, name, range) {
            // Whoever asks doesn't trust the annotation.
            Truth::No if value.dependencies.is_declared() => Truth::Unknown,
            truth => truth,
        };
        Value::truth_of(truth)
    }

    /// `hasattr(value, name)`.
    pub fn has_attribute_named(&mut self, value: &Value<'p>, name: &str, range: TextRange) -> Truth {
        match &value.kind {
            Kind::Union(_) => {
                let members = value.members().to_vec();
                Truth::agreed(members.iter().map(|member| self.has_attribute_named(member, name, range)))
            }
            Kind::Array(_) if self.library().member("ndarray", name).is_some() || ARRAY_PROTOCOLS.contains(&name) => {
                Truth::Yes
            }
            Kind::Object(id) if matches!(self.state.heap.get(*id), Object::Instance { .. }) => {
                let (id, name) = (*id, Sym::new(name));
                match self.attribute_of_instance(value, name, range) {
                    // A base that isn't known may have it, or may not.
                    Some(found) if found.is_unknown() => Truth::Unknown,
                    Some(_) => Truth::Yes,
                    None => {
                        let Object::Instance { class, open, .. } = self.state.heap.get(id) else {
                            return Truth::Unknown;
                        };
                        let (class, open) = (Rc::clone(class), *open);
                        if self.lacks_attribute(value, &class, open, name) { Truth::No } else { Truth::Unknown }
                    }
                }
            }
            // Arrays, texts, numbers, enums, methods and containers of Python's own have what their classes have.
            Kind::Array(_)
            | Kind::Data(_)
            | Kind::Integer(..)
            | Kind::Floating(..)
            | Kind::Object(_)
            | Kind::Tuple(_)
            | Kind::Class(_)
            | Kind::Bound(_)
                if !value.dependencies.is_assumed() =>
            {
                let (found, is_missing) = self.looked_at(|evaluator| evaluator.attribute(value, Sym::new(name), range));
                let uses = [Use::Call, Use::Len, Use::Iterate, Use::Load, Use::Store];
                let asked = uses.into_iter().find(|usage| usage.methods()[0] == name);
                let lacks = asked.is_some_and(|usage| !self.allows(value, usage));
                match found.kind {
                    _ if is_missing || lacks => Truth::No,
                    // Any of Python's own that holds items has a length and is iterated.
                    _ if matches!(asked, Some(Use::Len | Use::Iterate)) && holds_items(self, value) => Truth::Yes,
                    Kind::Method(_) => Truth::Yes,
                    _ => Truth::Unknown,
                }
            }
            _ => Truth::Unknown,
        }
    }

    fn get_attribute(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let name = arguments.positional.get(1).and_then(Value::str_value).map(Sym::new);
        let found = match (name, arguments.positional.get(2)) {
            (Some(name), None) => return self.attribute(value, name, range),
            (Some(name), Some(default)) => {
                // There is a default: that nothing is found is no failure.
                let (found, refuted) = self.looked_at(|evaluator| evaluator.attribute(value, name, range));
                // An instance's may be a property that fails for another reason.
                let lacks_it = refuted && matches!(value.kind, Kind::Array(_) | Kind::Data(_) | Kind::Floating(..));
                if lacks_it { default.clone() } else { found }
            }
            // It may be any of them.
            (None, _) => {
                self.state.heap.forget_items(value);
                Value::unknown()
            }
        };
        if let Some(default) = arguments.positional.get(2).filter(|_| found.is_unknown()) {
            self.state.heap.forget(default);
        }
        found
    }

    /// A method of the catalogue, or of Python's own types.
    pub fn call_member(
        &mut self,
        receiver: &Value<'p>,
        name: Sym,
        arguments: Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if let ("send", [sent]) = (name.as_str(), &*arguments.positional)
            && self.state.is_iterator(receiver)
        {
            // What a generator gives is known whatever it is sent.
            self.escape(sent);
            return self.next_item(receiver, None, range);
        }
        let kind = receiver.ty().and_then(Catalogue::kind_of);
        let Some(Member::Method(op)) = kind.and_then(|kind| self.library().member(kind, name.as_str())) else {
            if matches!(receiver.kind, Kind::Union(_)) {
                return self.each_member(&[receiver], |evaluator, members| {
                    evaluator.call_member(&members[0], name, arguments.clone(), range)
                });
            }
            // The result of a container's method has the dependencies of the container, its length included.
            for (_, value) in &arguments.keywords {
                self.escape_callable(value);
            }
            let is_of_others = matches!(receiver.kind, Kind::Object(id) if !self.is_own(id));
            let outside = if is_of_others { self.outside_dependencies() } else { Dependencies::LOCAL };
            let result = call_container(self, receiver, name, arguments, range);
            return result.with_dependencies(receiver.dependencies.and(outside));
        };
        let mut all = match &receiver.kind {
            Kind::Data(ty) if name.as_str() == "__call__" => given_to_object(self, *ty, arguments, range),
            _ => arguments,
        };
        all.positional.insert(0, receiver.clone());
        let called = || kind.map_or("", |kind| self.library().shown_kind(kind));
        let shown = if name.as_str() == "__call__" { called() } else { name.as_str() };
        let result = self.apply(op, shown, &all, range);
        let replaces = op.alternatives.iter().any(|alternative| alternative.replaces);
        if replaces && matches!(receiver.kind, Kind::Data(_)) {
            forget_objects(self, receiver);
        }
        if let Kind::Array(array) = &receiver.kind {
            let array = *array;
            // A method that gives nothing works in place.
            if result.is_none() || result.is_unknown() {
                write_of(self, &array, all.values());
                if replaces {
                    self.replace_array(receiver, &Value::unknown());
                }
            }
        }
        result
    }
}

/// `setattr(value, name, stored)`, or that of `object`, past what the class does.
fn set_attribute_by_name<'p>(
    run: &mut Evaluator<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    by_class: bool,
    range: TextRange,
) {
    let [_, name, stored] = &*arguments.positional else { return };
    match (name.str_value(), &value.kind) {
        // It may be the module in hand: `sys.modules[__name__]`.
        (name, _) if value.is_unknown() => {
            let own = run.frame().scope;
            let scope = run.outermost(own);
            match name.map(Sym::new) {
                Some(name) => {
                    exchange_methods(run, name, stored);
                    if run.lookup_in(scope, name).is_some() {
                        run.bind_in(scope, name, Value::unknown());
                    }
                }
                None => drop(run.unmodelled_names("`setattr` of an object that isn't known", scope)),
            }
            run.escape(stored);
        }
        (Some(name), _) if by_class => run.set_attribute(value, Sym::new(name), stored.clone(), range),
        (Some(name), _) => run.store_attribute(value, Sym::new(name), stored.clone(), range),
        (None, Kind::Class(class)) => {
            run.unmodelled("`setattr` with a name that isn't known", std::slice::from_ref(stored));
            run.lose_attributes_of_class(&Rc::clone(class));
        }
        (None, _) => drop(run.unmodelled("`setattr` with a name that isn't known", &arguments.positional)),
    }
}

/// One of Python's own classes of values, by its name.
fn python_class<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match &value.kind {
        Kind::Builtin(name) if KNOWN.classes.contains_key(name.as_str()) => Some(name.as_str()),
        _ => None,
    }
}

/// `functools.partial(function, ...)`.
fn partial<'p>(arguments: Arguments<'p>) -> Value<'p> {
    let mut positional = arguments.positional;
    if positional.is_empty() || arguments.open {
        return Value::unknown();
    }
    let function = positional.remove(0);
    Kind::partial(function, positional, arguments.keywords).into()
}

/// Is it a text or a container of Python's own?
fn holds_items(machine: &Machine<'_>, value: &Value<'_>) -> bool {
    use OwnClass::{Bytes, Keys, List, Set, Text, Tuple};
    matches!(machine.state.own_class(value), Some(Bytes | Keys | List | Set | Text | Tuple))
}
