//! Instances of the program's classes: how they are made, and whose instance a value is.

use std::rc::Rc;

use conformable_signatures::binder::{BoundArguments, Slot};
use ruff_text_size::TextRange;

use crate::domain::heap::{Names, Object};
use crate::domain::state::State;
use crate::domain::value::{Class, ClassForm, Dependencies, Field, Fields, Kind, Sym, TupleClass, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::eval::machine::writers::is_special;
use crate::eval::python::enums::member_of_value;
use crate::eval::{Evaluator, Machine};
use crate::front::rules;

/// The name of what makes the instances of a model's class.
pub const MADE: &str = "__made__";

/// What fills an instance.
pub enum Initializer<'p> {
    Written(Value<'p>),
    /// What `dataclass` makes of the fields of this class.
    Generated(Rc<Class<'p>>),
    None,
}

impl<'p> Evaluator<'p> {
    // --- instances ----------------------------------------------------------------------------

    pub fn instantiate(&mut self, class: &Rc<Class<'p>>, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        match class.open && class.form != ClassForm::Enum {
            // What it derives from may call any method.
            true => self.escape_class(class),
            false => self.escape_hooks(class),
        }
        // Who makes the instance, and whether that is one, is not known.
        if class.made_elsewhere {
            let touched: Vec<Value<'p>> = arguments.values().cloned().collect();
            return self.unmodelled("a class that a metaclass or decorator makes", &touched);
        }
        // What `__new__` gives need not be an instance, nor take these arguments.
        if self.class_attribute(class, Sym::new("__new__")).is_some() {
            return self.unknown_call(&Value::unknown(), &arguments);
        }
        if let Some(method) = abstract_method(self, class).filter(|_| is_named(self, class, range)) {
            let message = format!("`{}` can't have instances: its `{method}` is abstract", class.name);
            self.refute(Refusal::of(rules::UNSUPPORTED, range, message));
            return Value::unknown();
        }
        if class.form == ClassForm::NamedTuple {
            return named_tuple(self, class, &arguments, range);
        }
        if class.form == ClassForm::Enum {
            return match (&*arguments.positional, arguments.open || !arguments.keywords.is_empty()) {
                ([value], false) => member_of_value(self, class, value),
                _ => self.unknown_call(&Value::unknown(), &arguments),
            };
        }
        let object = Object::Instance {
            class: Rc::clone(class),
            attributes: Names::new(),
            order: imbl::Vector::new(),
            open: class.open,
        };
        let id = self.new_object(object);
        let instance: Value<'p> = Value::from(Kind::Object(id)).at(self.origin(range));
        let failed_before = self.state.refuted;
        if let Some(maker) = maker_of_model(self, class) {
            let positional = std::iter::once(&instance).chain(&arguments.positional).cloned().collect();
            self.call(&maker, Arguments { positional, ..arguments.clone() }, range);
        }
        match self.initializer(class) {
            Initializer::Written(init) if matches!(init.kind, Kind::Function(_) | Kind::Union(_)) => {
                let mut all = Arguments { positional: vec![instance.clone()], ..arguments };
                all.positional.extend(arguments.positional);
                self.call(&init, all, range);
            }
            Initializer::Written(_) => {
                self.unknown_call(&instance, &arguments);
            }
            Initializer::Generated(from) => {
                self.run_generated_init(&from, &instance, &arguments, range);
            }
            Initializer::None if class.open => {
                self.unknown_call(&instance, &arguments);
            }
            Initializer::None => {}
        }
        // What fails gives no instance. Which methods it would have had is known all the same, and no attribute.
        if self.state.refuted && !failed_before {
            self.state.heap.open(id);
        }
        instance
    }

    /// A call of that value.
    pub fn call_generated_init(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        if let [Value { kind: Kind::Class(class), .. }, instance, rest @ ..] = &*arguments.positional
            && let Kind::Object(id) = instance.kind
            && matches!(self.state.heap.get(id), Object::Instance { .. })
        {
            let rest = Arguments { positional: rest.to_vec(), ..arguments.clone() };
            self.run_generated_init(&Rc::clone(class), &instance.clone(), &rest, range);
            return Value::none();
        }
        self.unmodelled("a generated `__init__` of what isn't known", &arguments.positional)
    }

    /// What the generated `__init__` of a dataclass does.
    fn run_generated_init(
        &mut self,
        class: &Rc<Class<'p>>,
        instance: &Value<'p>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) {
        let mut passed = Vec::new();
        for (name, value) in self.field_values(class, arguments, range) {
            match class.fields.iter().any(|field| field.name == name && field.is_passed) {
                true => passed.push(value),
                // Its class may say what setting an attribute does.
                false => self.set_attribute(instance, name, value, range),
            }
        }
        if let Some(method) = self.attribute_of_instance(instance, Sym::new("__post_init__"), range) {
            self.call(&method, Arguments { open: class.open, ..Arguments::of(passed) }, range);
        }
    }

    /// The values of a dataclass's fields, from the arguments.
    fn field_values(
        &mut self,
        class: &Rc<Class<'p>>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Vec<(Sym, Value<'p>)> {
        let params: Vec<&Field<'p>> = class.fields.iter().filter(|field| field.init).collect();
        let BoundArguments { slots, error } = arguments.bind(&params);
        if let Some(error) = error.filter(|_| !arguments.open && !class.open) {
            let message = format!("{}() {error}", class.name);
            self.refute(Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.dependencies));
        }
        let mut slots = slots.into_iter();
        let mut values = Vec::new();
        let mut names = crate::domain::declared::AnnotationNames::default();
        for field in class.fields.iter() {
            let slot = if field.init { slots.next() } else { None };
            let value = match (slot, &field.factory, &field.default) {
                (Some(Slot::One(number)), ..) => {
                    self.promised_field(arguments.argument(number).clone(), field, &mut names, number, range)
                }
                (Some(Slot::Possible), ..) => Value::unknown(),
                (_, Some(factory), _) => self.call(&factory.clone(), Arguments::default(), range),
                (_, None, Some(default)) => default.clone(),
                (Some(_), None, None) => Value::unknown(),
                (None, None, None) => continue,
            };
            values.push((field.name, value));
        }
        values
    }
}

fn named_tuple<'p>(
    run: &mut Evaluator<'p>,
    class: &Rc<Class<'p>>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let values = run.field_values(class, arguments, range);
    if run.state.redefines_tuple(class) {
        return run.unknown_call(&Value::unknown(), arguments);
    }
    if values.len() != class.fields.len() {
        return Value::unknown();
    }
    let items: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
    let dependencies = items.iter().fold(Dependencies::LOCAL, |dependencies, item| dependencies.and(item.dependencies));
    let class = TupleClass::Program(Rc::clone(class));
    Value::from(Kind::tuple(items, class)).with_dependencies(dependencies)
}

/// What a class of Python's library does in its `__new__`, whatever `__init__` a class below it has: its model calls it
/// `__made__`.
fn maker_of_model<'p>(run: &Machine<'p>, class: &Rc<Class<'p>>) -> Option<Value<'p>> {
    let mut classes = std::iter::once(class).chain(class.above.iter().flatten()).filter(|class| class.module.is_model);
    classes.find_map(|class| run.lookup_in(class.scope, Sym::new(MADE)))
}

/// Special methods that change nothing of what an index, a loop or an operator does with a named tuple.
const BESIDE_TUPLES: [&str; 8] =
    ["__call__", "__repr__", "__str__", "__format__", "__enter__", "__exit__", "__reduce__", "__getnewargs__"];

impl<'p> Machine<'p> {
    /// `namedtuple("Point", "x y")`: a class without a body.
    pub fn named_tuple_class(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(name) = arguments.positional.first().and_then(Value::str_value) else { return Value::unknown() };
        let names: Option<Vec<Sym>> = match arguments.positional.get(1) {
            Some(fields) if fields.str_value().is_some() => Some(
                fields
                    .str_value()
                    .unwrap_or_default()
                    .split(|c: char| c == ',' || c.is_whitespace())
                    .filter(|part| !part.is_empty())
                    .map(Sym::new)
                    .collect(),
            ),
            Some(fields) => self.state.known_items(fields).and_then(|items| {
                let name = |item: &Value<'p>| match &item.kind {
                    // `NamedTuple("Point", [("x", float)])`
                    Kind::Tuple(pair) => pair.items.first().and_then(Value::str_value),
                    _ => item.str_value(),
                };
                items.iter().map(|item| name(item).map(Sym::new)).collect()
            }),
            None => None,
        };
        let Some(names) = names else { return Value::unknown() };
        let mut defaults = match arguments.keyword("defaults") {
            Some(defaults) => self.state.known_items(defaults).unwrap_or_default(),
            None => Vec::new(),
        };
        let fields = names
            .into_iter()
            .rev()
            .map(|name| Field {
                name,
                default: defaults.pop(),
                factory: None,
                init: true,
                by_name: false,
                is_passed: false,
                declared: None,
            })
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let scope = self.new_scope(None);
        let class = Class {
            name: Sym::new(name),
            qualified: name.to_owned(),
            module: self.module(),
            form: ClassForm::NamedTuple,
            bases: Vec::new(),
            above: Vec::new(),
            scope,
            fields: Fields::of(fields, &[]),
            declared: Vec::new(),
            open: false,
            made_elsewhere: false,
            virtual_subclasses: false,
            generates_init: false,
            range,
        };
        Kind::Class(Rc::new(class)).into()
    }

    // --- whose instance -----------------------------------------------------------------------
}

impl<'p> State<'p> {
    /// Does a named tuple's class say itself what an index, a loop or an operator does?
    fn redefines_tuple(&self, class: &Rc<Class<'p>>) -> bool {
        let redefines = |name: &str| is_special(name) && !BESIDE_TUPLES.contains(&name);
        std::iter::once(class).chain(class.above.iter().flatten()).any(|one| match self.heap.get(one.scope) {
            Object::Scope { names, .. } => {
                names.iter().any(|(name, value)| redefines(name.0.as_str()) && value.is_definition())
            }
            _ => true,
        })
    }
}

/// The generated `__init__` of a dataclass as a value, of an instance or to be called with one.
pub fn generated_init<'p>(class: &Rc<Class<'p>>, instance: Option<&Value<'p>>) -> Value<'p> {
    let class = Kind::Class(Rc::clone(class)).into();
    let given = std::iter::once(class).chain(instance.cloned()).collect();
    Kind::partial(Kind::Builtin(Sym::new("dataclasses.__init__")).into(), given, Vec::new()).into()
}

/// A method that a class leaves to those that derive from it. Who counts them is the metaclass of `abc.ABC`.
fn abstract_method<'p>(machine: &Machine<'p>, class: &Rc<Class<'p>>) -> Option<Sym> {
    let is_abc = |base: &Value<'_>| matches!(&base.kind, Kind::Builtin(path) if path.as_str() == "abc.ABC");
    let all: Vec<&Rc<Class<'p>>> =
        std::iter::once(Some(class)).chain(class.above.iter().map(Option::as_ref)).collect::<Option<_>>()?;
    let counts = || all.iter().any(|one| one.bases.iter().any(is_abc));
    // What a program sets here counts.
    if class.open || !counts() || machine.class_attribute(class, Sym::new("__abstractmethods__")).is_some() {
        return None;
    }
    let names = all.iter().flat_map(|one| match machine.state.heap.get(one.scope) {
        Object::Scope { names, .. } => names.keys().map(|name| name.0).collect(),
        _ => Vec::new(),
    });
    let is_left_open = |name: &Sym| machine.class_attribute(class, *name).is_some_and(|own| is_abstract(&own));
    names.filter(is_left_open).min_by_key(|name| name.as_str())
}

fn is_abstract(value: &Value<'_>) -> bool {
    match &value.kind {
        Kind::Function(function) => function.is_abstract,
        Kind::Descriptor(descriptor) => is_abstract(&descriptor.function),
        _ => false,
    }
}

/// Is the class called by its name? `cls` and `type(self)` may be one that derives from it.
fn is_named(machine: &mut Machine<'_>, class: &Class<'_>, call: TextRange) -> bool {
    let written = machine.module().snippet(call);
    written.split('(').next().is_some_and(|callee| callee.trim_end().rsplit('.').next() == Some(class.name.as_str()))
}
