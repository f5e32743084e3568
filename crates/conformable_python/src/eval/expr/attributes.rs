//! Names, and attributes of instances, classes, `super()` and tuples, as they are loaded.

use std::rc::Rc;

use conformable_solver::effort;
use conformable_types::{Dim, Ty};
use ruff_text_size::TextRange;

use crate::domain::heap::{Name, Object};
use crate::domain::value::{
    Class, ClassForm, Dependencies, DescriptorForm, Kind, Origin, Sym, Tuple, TupleClass, Value, is_below_tuples,
};
use crate::eval::call::arguments::Arguments;
use crate::eval::call::builtins::BINDS_BY_NAME;
use crate::eval::call::imports::name_of_model;
use crate::eval::call::instantiation::{Initializer, generated_init};
use crate::eval::catalogue_bridge::members::{attribute_of_items, op_attribute};
use crate::eval::catalogue_bridge::releases::{AskedName, is_in_no_python, is_in_no_release};
use crate::eval::diagnose::report::no_attribute;
use crate::eval::machine::later::builtin_now;
use crate::eval::python::attributes::{held_attribute, is_for_its_result, may_be_set_of_dict, without_class};
use crate::eval::python::enums::{are_members, has_no_member};
use crate::eval::python::equality::is_class_of_values;
use crate::eval::python::shaped::attribute_of_shaped;
use crate::eval::{Evaluator, Machine, Tentative};
use crate::library::is_builtin;
use crate::library::models::SUBCLASSED;
use crate::library::stubs::STUBS;

/// A step pays for a name that is looked for in so many scopes, one around the other.
const FEW_SCOPES: u32 = 8;

/// The special methods by which a container or an array is changed, where Python calls them for a statement.
const WRITING_METHODS: [&str; 12] = [
    "__delitem__",
    "__iadd__",
    "__iand__",
    "__idiv__",
    "__imul__",
    "__init__",
    "__ior__",
    "__ipow__",
    "__isub__",
    "__ixor__",
    "__setitem__",
    "__setstate__",
];

/// What the class's `__getattr__` gives of an attribute that an instance hasn't got; not if anything may have set it, nor if that
/// fails, which who asks may have been prepared for.
fn given_by_hook<'p>(
    run: &mut Evaluator<'p>,
    value: &Value<'p>,
    class: &Rc<Class<'p>>,
    name: Sym,
    range: TextRange,
) -> Option<Value<'p>> {
    let Kind::Object(id) = value.kind else { return None };
    let is_known = matches!(run.state.heap.get(id), Object::Instance { open: false, .. }) && !class.open;
    if !is_known || name.as_str().starts_with("__") || run.standalone.receiver == Some(id) {
        return None;
    }
    let hook = run.class_attribute(class, Sym::new("__getattr__"))?;
    let is_followed = match &hook.kind {
        Kind::Function(own) => !own.module.is_model,
        Kind::Builtin(_) => true,
        _ => false,
    };
    // What is stored under its name goes where `__setattr__` says.
    let is_hooked = run.class_attribute(class, Sym::new("__setattr__")).is_some();
    if !is_followed || !is_hooked && run.is_set_anywhere(class, name) {
        return None;
    }
    let text = Value::data(Ty::str(name.as_str()));
    let (given, fails) = run.looked_at(|run| run.call(&hook, Arguments::of(vec![value.clone(), text]), range));
    (!fails && !given.is_unknown()).then_some(given)
}

impl<'p> Evaluator<'p> {
    /// The value of `receiver.name`, if the program's class decides it.
    pub fn attribute_of_instance(&mut self, receiver: &Value<'p>, name: Sym, range: TextRange) -> Option<Value<'p>> {
        let class = self.state.class_of(receiver)?;
        if let Some(held) = held_attribute(self, receiver, &class, name) {
            return Some(held);
        }
        let mut value = self.class_attribute(&class, name)?;
        let object = if let Kind::Object(id) = receiver.kind { Some(id) } else { None };
        let is_receiver = object.is_some() && self.standalone.receiver == object;
        let is_open = object.is_some_and(|id| matches!(self.state.heap.get(id), Object::Instance { open: true, .. }));
        if value.is_definition() {
            if object.is_some() && !is_property(&value) && is_hidden(&class, name, is_receiver || is_open) {
                // What hides it is bound to the receiver, as what a computed name binds is.
                value = Value::unknown();
                self.escape(receiver);
            }
        } else if is_open && !matches!(value.kind, Kind::Union(_)) {
            // Code that isn't known had the instance: it may have set an attribute of its own.
            value = Value::unknown();
        }
        if value.is_unknown() && self.is_exchanged(name) {
            // What stands there instead of the method is bound to the receiver too.
            self.escape(receiver);
        }
        let is_cached = matches!(&value.kind, Kind::Descriptor(found) if found.form == DescriptorForm::Cached);
        let is_method = matches!(value.kind, Kind::Function(_));
        let mut found = self.bound_attribute(receiver, &class, value, range);
        // A class that derives from the receiver's may have another value there, or another property.
        if is_receiver && !is_method {
            found = found.with_dependencies(Dependencies::ASSUMED);
        }
        if let Some(id) = object.filter(|_| is_cached) {
            let found = self.stored_in(id, found.clone());
            self.state.set_attribute(id, Name::new(name), found);
        }
        Some(found)
    }

    fn bound_attribute(
        &mut self,
        receiver: &Value<'p>,
        class: &Rc<Class<'p>>,
        value: Value<'p>,
        range: TextRange,
    ) -> Value<'p> {
        match &value.kind {
            Kind::Function(_) => Kind::bound(receiver.clone(), value).into(),
            Kind::Descriptor(descriptor) => {
                let descriptor = descriptor.clone();
                match descriptor.form {
                    DescriptorForm::StaticMethod => descriptor.function.clone(),
                    DescriptorForm::ClassMethod => {
                        let class: Value<'p> = Kind::Class(Rc::clone(class)).into();
                        Kind::bound(class, descriptor.function.clone()).into()
                    }
                    DescriptorForm::Property | DescriptorForm::Cached => {
                        self.call(&descriptor.function.clone(), Arguments::of(vec![receiver.clone()]), range)
                    }
                    DescriptorForm::Decorated => {
                        self.unmodelled("a method under a decorator that isn't known", std::slice::from_ref(receiver))
                    }
                }
            }
            // A method that both arms of an undecided test define.
            Kind::Union(members) => {
                let members = Rc::clone(members);
                let bound: Vec<Value<'p>> =
                    members.iter().map(|member| self.bound_attribute(receiver, class, member.clone(), range)).collect();
                if bound.iter().any(Value::is_unknown) {
                    return Value::unknown();
                }
                Value { kind: Kind::Union(Rc::new(bound)), ..value }
            }
            // NumPy's functions that are written in Python are bound as methods, its ufuncs and those in C aren't.
            Kind::Op(_) => Value::unknown(),
            Kind::Object(_) if self.has_hook(&value, &["__get__"]) => {
                self.unmodelled("a descriptor", &[receiver.clone(), value])
            }
            _ => value,
        }
    }

    /// `value.name`.
    pub fn attribute(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        let name = without_class(name);
        // What is read from a value depends on whatever that depends on.
        let found = self.attribute_of(value, name, range).with_dependencies(value.dependencies);
        let is_own = matches!(found.kind, Kind::Unknown | Kind::Method(_));
        if is_own && WRITING_METHODS.contains(&name.as_str()) {
            return self.unmodelled("a special method that is called by its name", std::slice::from_ref(value));
        }
        found
    }

    fn attribute_of(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        match &value.kind {
            Kind::Array(_) | Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) if name.as_str() == "__class__" => {
                self.state.type_call(value)
            }
            Kind::Builtin(path) | Kind::Op(path)
                if matches!(name.as_str(), "__name__" | "__qualname__" | "__module__")
                    && is_class_of_values(self, value) =>
            {
                let (module, class) = path.as_str().rsplit_once('.').unwrap_or(("builtins", path.as_str()));
                Value::data(Ty::str(if name.as_str() == "__module__" { module } else { class }))
            }
            Kind::Unknown if matches!(name.as_str(), "f_globals" | "f_locals") => {
                let own = self.frame().scope;
                let outermost = self.outermost(own);
                self.unmodelled_names("a frame's names", own);
                self.unmodelled_names("a frame's names", outermost)
            }
            Kind::Unknown | Kind::LargeInt(_) => Value::unknown(),
            Kind::Shaped(_) => attribute_of_shaped(self, value, name),
            Kind::Module(module) => match self.module_attribute(module, name) {
                found if module.is_model && lacks_name(self, &found, name, range) => Value::unknown(),
                found => found,
            },
            Kind::Namespace(path) => {
                let path = *path;
                match is_in_no_release(self, &AskedName::in_namespace(path, name, range)) {
                    true => Value::unknown(),
                    false => self.namespace_attribute(path, name),
                }
            }
            Kind::Builtin(path) => {
                let path = format!("{path}.{name}");
                let own = self.frame().scope;
                if self.lookup_in(self.outermost(own), exchanged(&path)).is_some() {
                    return Value::unknown();
                }
                // Nothing is known of `scipy`, and much of `scipy.linalg`.
                if self.is_namespace(&path) {
                    return Kind::Namespace(Sym::new(&path)).into();
                }
                match (STUBS.constant(&path), self.program.model(&path)) {
                    (Some(constant), _) => Value::data(constant),
                    (None, Some(model)) => self.imported_model(model),
                    (None, None) => {
                        let found = Kind::Builtin(Sym::new(&path)).into();
                        if lacks_name(self, &found, name, range) { Value::unknown() } else { found }
                    }
                }
            }
            Kind::Op(path) => op_attribute(self, *path, name, range),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Instance { class, open, .. } => {
                    let (class, open) = (Rc::clone(class), *open);
                    match self.attribute_of_instance(value, name, range) {
                        None if name.as_str() == "__dict__" => self.namespace_of(value),
                        Some(found) if found.origin.is_some() => found,
                        // An attribute keeps where its value was made.
                        Some(found) => found.at(Origin { module: self.module(), range, literal: false }),
                        None => match given_by_hook(self, value, &class, name, range) {
                            Some(given) => given,
                            None => self.missing_attribute(value, &class, open, name, range),
                        },
                    }
                }
                Object::Escaped | Object::Scope { .. } => Value::unknown(),
                Object::List(_) | Object::ListOf { .. } => self.builtin_attribute(value, name, "list", range),
                // An OrderedDict and what derives from dict have attributes of their own.
                Object::Dict(_) if may_be_set_of_dict(self, name) => Value::unknown(),
                Object::Dict(_) => self.builtin_attribute(value, name, "dict", range),
                Object::Set(_) => self.builtin_attribute(value, name, "set", range),
                // Attributes that are no methods, of which a generator has some more.
                Object::Range(_) | Object::View { .. }
                    if ["start", "stop", "step", "mapping"].contains(&name.as_str()) =>
                {
                    Value::unknown()
                }
                Object::Iterator(_) if name.as_str().starts_with("gi_") => Value::unknown(),
                Object::Range(_) | Object::TupleOf { .. } if ["index", "count"].contains(&name.as_str()) => {
                    Kind::method(value.clone(), name).into()
                }
                Object::TupleOf { .. } => self.no_tuple_attribute(value, name, range),
                Object::Range(_) | Object::View { .. } | Object::Iterator(_) => {
                    attribute_of_items(self, value, name, range)
                }
            },
            Kind::Class(class) => self.attribute_of_class(value, &Rc::clone(class), name, range),
            Kind::Super(pair) => self.attribute_of_super(&pair.clone(), name, range),
            Kind::Tuple(tuple) => self.tuple_attribute(value, &tuple.clone(), name, range),
            Kind::Union(_) => {
                self.each_member(&[value], |evaluator, members| evaluator.attribute(&members[0], name, range))
            }
            Kind::Array(_) | Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) => {
                self.data_attribute(value, name, range)
            }
            Kind::Function(function) => match name.as_str() {
                "__name__" => Value::data(Ty::str(function.name.as_str())),
                "__qualname__" | "__module__" => Value::str(),
                _ => Value::unknown(),
            },
            Kind::Slice(parts) => match name.as_str() {
                "start" => parts[0].clone(),
                "stop" => parts[1].clone(),
                "step" => parts[2].clone(),
                _ => Value::unknown(),
            },
            // A property itself, read from its class.
            Kind::Descriptor(descriptor) => match name.as_str() {
                "fget" => descriptor.function.clone(),
                "fset" => descriptor.setter.clone().unwrap_or_else(Value::unknown),
                _ => Value::unknown(),
            },
            Kind::Bound(_) if is_for_its_result(self, name) => {
                no_attribute(self, value, name, Some("call it first?".to_owned()), range)
            }
            Kind::Shape(_) | Kind::Bound(_) | Kind::Method(_) | Kind::Partial(_) => Value::unknown(),
        }
    }

    /// `Class.name`.
    fn attribute_of_class(
        &mut self,
        value: &Value<'p>,
        class: &Rc<Class<'p>>,
        name: Sym,
        range: TextRange,
    ) -> Value<'p> {
        match self.class_attribute(class, name) {
            Some(found) => match &found.kind {
                Kind::Descriptor(descriptor) => match descriptor.form {
                    DescriptorForm::StaticMethod => descriptor.function.clone(),
                    DescriptorForm::ClassMethod => Kind::bound(value.clone(), descriptor.function.clone()).into(),
                    DescriptorForm::Property | DescriptorForm::Cached => found,
                    DescriptorForm::Decorated => Value::unknown(),
                },
                Kind::Object(_) if are_members(self, &found, &found) => found,
                _ if class.form == ClassForm::Enum => Value::unknown(),
                Kind::Object(_) if self.has_hook(&found, &["__get__"]) => {
                    let found = found.clone();
                    let range = found.origin.map_or_else(TextRange::default, |origin| origin.range);
                    self.call_method(&found, "__get__", vec![Value::none(), value.clone()], range)
                        .unwrap_or_else(Value::unknown)
                }
                _ => found,
            },
            None => match name.as_str() {
                "__init__" if class.form == ClassForm::Dataclass && class.generates_init => generated_init(class, None),
                "__name__" | "__qualname__" | "__module__" => Value::str(),
                _ if class.form == ClassForm::NamedTuple => {
                    attribute_of_named_tuples(self, value, class, name, TextRange::default())
                }
                _ if has_no_member(self, class, name) => no_attribute(self, value, name, None, range),
                _ => Value::unknown(),
            },
        }
    }

    /// `super().name`: what the bases of a receiver's class have.
    fn attribute_of_super(&mut self, pair: &(Value<'p>, Rc<Class<'p>>), name: Sym, range: TextRange) -> Value<'p> {
        // What comes next is what the receiver's class says, which may inherit from more.
        let Some(own) = self.state.class_of(&pair.0) else { return Value::unknown() };
        let place = own.above.iter().position(|class| class.as_ref().is_some_and(|class| class.is_same(&pair.1)));
        let next = place.map_or(&*pair.1.above, |place| &own.above[place + 1..]);
        if name.as_str() == "__init__"
            && let Initializer::Generated(from) = self.initializer_among(next)
        {
            return generated_init(&from, Some(&pair.0));
        }
        if let Some(found) = self.attribute_among(next, name) {
            // Of a class a method is a function.
            if matches!((&pair.0.kind, &found.kind), (Kind::Class(_), Kind::Function(_))) {
                return found;
            }
            return self.bound_attribute(&pair.0, &own, found, range);
        }
        if name.as_str() == "__init__"
            && pair.1.bases.iter().all(|b| matches!(b.kind, Kind::Class(_) | Kind::Builtin(_)))
            && !pair.1.open
        {
            return Kind::Builtin(Sym::new("object.__init__")).into();
        }
        match (name.as_str(), &pair.0.kind) {
            ("__setattr__", Kind::Object(_)) => {
                let store = Kind::Builtin(Sym::new("object.__setattr__")).into();
                Kind::partial(store, vec![pair.0.clone()], Vec::new()).into()
            }
            _ => Value::unknown(),
        }
    }

    fn tuple_attribute(&mut self, value: &Value<'p>, tuple: &Tuple<'p>, name: Sym, range: TextRange) -> Value<'p> {
        match &tuple.class {
            TupleClass::Program(class) => {
                let class = Rc::clone(class);
                let place = class.fields.iter().position(|field| field.name == name);
                let found = match place {
                    Some(_) => in_front_of_fields(self, &class, name),
                    None => self.class_attribute(&class, name),
                };
                match found {
                    None if let Some(place) = place => tuple.items.get(place).cloned().unwrap_or_else(Value::unknown),
                    Some(found) => self.bound_attribute(value, &class, found, range),
                    None if name.as_str().starts_with('_') => {
                        attribute_of_named_tuples(self, value, &class, name, range)
                    }
                    None if !class.made_elsewhere
                        && class.above.iter().all(Option::is_some)
                        && self.lacks_attribute(value, &class, false, name) =>
                    {
                        self.no_tuple_attribute(value, name, range)
                    }
                    None => Value::unknown(),
                }
            }
            TupleClass::Catalogue(class) => {
                if let Some(place) = self.catalogue_field(*class, name) {
                    return tuple.items.get(place).cloned().unwrap_or_else(Value::unknown);
                }
                self.no_tuple_attribute(value, name, range)
            }
            TupleClass::Choice | TupleClass::Sizes => Value::unknown(),
            TupleClass::Plain | TupleClass::PerAxis => match name.as_str() {
                "count" | "index" => Kind::method(value.clone(), name).into(),
                _ => self.no_tuple_attribute(value, name, range),
            },
        }
    }

    /// The value of a name here: in this scope, those around it, then Python's own.
    pub fn lookup(&mut self, name: Sym) -> Value<'p> {
        let own = self.frame().scope;
        let whole = self.frame().around.unwrap_or(own);
        let key = Name::new(name);
        let mut scope = Some(own);
        // A comprehension's scopes are the function's own.
        let mut is_beyond = false;
        let mut looked = 0;
        while let Some(current) = scope {
            looked += 1;
            if looked > FEW_SCOPES {
                effort::add(2);
            }
            let (value, parent) = self.state.heap.look_up(current, key);
            if let Some(value) = value.cloned() {
                // A captured value depends on what is outside, unless outside is the root.
                let captured = is_beyond && self.frame().function.is_some() && !value.is_definition();
                // A global that functions bind anew holds what any of them put there, at any time.
                if captured && parent.is_none() && self.module().rebinds(name) {
                    // It may be this value all the same, and be changed under that name.
                    self.escape(&value);
                    return Value::unknown();
                }
                let module = self.module();
                let value = if parent.is_none() { self.global_now(module, name, value) } else { value };
                let outside = Dependencies::OUTSIDE.and(value.dependencies.carried());
                return if captured { Value { dependencies: outside, ..value } } else { value };
            }
            if current == whole && self.is_own_name(name) {
                return Value::unknown();
            }
            is_beyond |= current == whole;
            scope = parent;
        }
        let found = is_builtin(name.as_str()).then(|| builtin_now(self, name));
        match self.lookup_in(self.outermost(own), Sym::new("*")) {
            None => found.unwrap_or_else(Value::unknown),
            Some(star) => {
                let starred = self.looked_at(|evaluator| evaluator.attribute(&star, name, TextRange::default())).0;
                match found {
                    // A name of Python's own may have come with the star: not from a library that has no such name.
                    Some(found) if starred.is_unknown() && matches!(star.kind, Kind::Namespace(_)) => found,
                    // Whatever it is, what Python's own would bind anew isn't known any more.
                    Some(found) if BINDS_BY_NAME.contains(&name.as_str()) => found,
                    Some(_) => Value::unknown(),
                    None => starred,
                }
            }
        }
    }

    pub fn namespace_attribute(&mut self, path: Sym, name: Sym) -> Value<'p> {
        let full = format!("{path}.{name}");
        let library = self.library();
        if let Some(ty) = library.constant(&full) {
            if let Some(truth) = library.constant_truth(&full) {
                return Kind::Integer(ty, Dim::of(i64::from(truth))).into();
            }
            return Value::data(ty);
        }
        if library.function(&full).is_some() {
            return Kind::Op(Sym::new(&full)).into();
        }
        if library.namespace(&full) {
            return Kind::Namespace(Sym::new(&full)).into();
        }
        // A stub says something of a module of the program; the module has the rest.
        if library.is_added(path.as_str())
            && let Some(value) = self.namespace_in_program(path, name)
        {
            return value;
        }
        Kind::Builtin(Sym::new(&full)).into()
    }
}

/// Is what a module of Python's library is asked for something that it hasn't got? What isn't defined has its path alone.
fn lacks_name<'p>(run: &mut Evaluator<'p>, found: &Value<'p>, name: Sym, range: TextRange) -> bool {
    let Kind::Builtin(path) = &found.kind else { return false };
    let Some((module, last)) = path.as_str().rsplit_once('.') else { return false };
    last == name.as_str() && is_in_no_python(run, &AskedName::in_namespace(Sym::new(module), name, range))
}

/// The name of a module's scope that says that its code has put something in the place of a name of Python's library.
pub fn exchanged(path: &str) -> Sym {
    Sym::new(&format!("={path}"))
}

/// What stands in front of the field of this name in a named tuple's class: in a class below the one that has the
/// fields, or put there later.
fn in_front_of_fields<'p>(run: &Machine<'p>, class: &Rc<Class<'p>>, name: Sym) -> Option<Value<'p>> {
    for one in std::iter::once(&Some(Rc::clone(class))).chain(&class.above) {
        let Some(one) = one else { return Some(Value::unknown()) };
        if let Some(found) = run.attribute_at(one, name) {
            return Some(found);
        }
        if one.form == ClassForm::NamedTuple && !is_below_tuples(&one.bases) {
            return None;
        }
    }
    None
}

/// What each class of named tuples has: its fields' names, and the methods that the model of what classes derive from has.
fn attribute_of_named_tuples<'p>(
    run: &mut Evaluator<'p>,
    receiver: &Value<'p>,
    class: &Rc<Class<'p>>,
    name: Sym,
    range: TextRange,
) -> Value<'p> {
    let is_known = name.as_str().starts_with('_') && !class.open && !class.made_elsewhere;
    if !is_known {
        return Value::unknown();
    }
    if name.as_str() == "_fields" {
        return Value::tuple(class.fields.iter().map(|field| Value::data(Ty::str(field.name.as_str()))).collect());
    }
    let model = name_of_model(run, SUBCLASSED, Sym::new("collections_namedtuple_"));
    let Some(Value { kind: Kind::Class(of_all), .. }) = model else { return Value::unknown() };
    match run.class_attribute(&of_all, name) {
        // Of a class a method is a function.
        Some(found) if matches!((&receiver.kind, &found.kind), (Kind::Class(_), Kind::Function(_))) => found,
        Some(found) => run.bound_attribute(receiver, class, found, range),
        None => Value::unknown(),
    }
}

/// Of a property no instance has another.
fn is_property(value: &Value<'_>) -> bool {
    matches!(&value.kind, Kind::Descriptor(found) if found.form == DescriptorForm::Property)
}

/// May an instance have something else in the place of this method? Code of its class's module, or of a base's, binds
/// functions to any names, or sets an attribute of this name, and not all that the instance has is known.
fn is_hidden(class: &Class<'_>, name: Sym, is_open: bool) -> bool {
    let hides = |class: &Class<'_>| {
        let changes = class.module.changes();
        changes.binds_methods || is_open && changes.sets_by_name(name)
    };
    hides(class) || class.above.iter().flatten().any(|above| hides(above))
}
