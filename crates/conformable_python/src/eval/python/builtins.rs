//! Python's own functions, and the few of its library that decide what arrays are given: their
//! names, and who answers for each.

use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::value::{Facts, Kind, Sym, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::eval::say::report::Refusal;
use crate::front::rules;
use crate::library::known::KNOWN;

/// Names that every module has.
const NAMES: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "callable",
    "complex",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "locals",
    "globals",
    "map",
    "max",
    "min",
    "next",
    "object",
    "open",
    "ord",
    "chr",
    "pow",
    "print",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "classmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
    "exit",
    "quit",
    "NotImplemented",
    "bytearray",
    "reveal_type",
    "ascii",
    "bin",
    "oct",
    "hex",
    "eval",
    "exec",
    "delattr",
    "memoryview",
    "breakpoint",
    "compile",
    "Ellipsis",
];

impl<'p> Evaluator<'p> {
    pub fn builtin(&self, name: Sym) -> Option<Value<'p>> {
        let known = NAMES.contains(&name.as_str()) || KNOWN.exceptions.contains_key(name.as_str());
        known.then(|| Kind::Builtin(name).into())
    }

    pub fn call_builtin(&mut self, name: Sym, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let facts = arguments.values().fold(Facts::LOCAL, |facts, value| facts.and(value.facts));
        if KNOWN.no_return.contains(name.as_str()) {
            self.state.dead = true;
            return Value::unknown();
        }
        if self.wrong_count(name, &arguments, range) {
            return Value::unknown();
        }
        let value = self.builtin_result(name, arguments, range);
        value.with_facts(facts)
    }

    /// Too few or too many arguments for a function that takes a known number of them.
    fn wrong_count(&mut self, name: Sym, arguments: &Arguments<'p>, range: TextRange) -> bool {
        let given = arguments.positional.len();
        let Some((least, most)) = KNOWN.arguments.get(name.as_str()).copied() else { return false };
        // A keyword may stand for a positional argument.
        if arguments.open || given <= most && (given >= least || !arguments.keywords.is_empty()) {
            return false;
        }
        let wanted = match (least, most) {
            (least, usize::MAX) => format!("at least {least}"),
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let plural = if wanted == "1" || wanted == "at least 1" { "" } else { "s" };
        let message = format!("{name}() takes {wanted} argument{plural}, {given} given");
        self.refute(Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.facts));
        true
    }

    fn builtin_result(&mut self, name: Sym, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let first = arguments.positional.first().cloned();
        if let Some(value) = self.number_function(name.as_str(), first.as_ref(), &arguments, range) {
            return value;
        }
        if let Some(value) = self.sequence_function(name.as_str(), first.as_ref(), &arguments, range) {
            return value;
        }
        match (name.as_str(), first) {
            ("str" | "repr" | "format" | "chr" | "ascii" | "bin" | "oct" | "hex" | "input", _) => Value::str(),
            ("print" | "object.__init__" | "setattr" | "delattr", _) => {
                if name.as_str() == "setattr" {
                    arguments.positional.iter().for_each(|value| self.escape(value));
                }
                Value::none()
            }
            ("isinstance", Some(value)) => {
                let class = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let truth = self.is_instance(&value, &class);
                self.truth_of(truth)
            }
            ("callable", Some(value)) => {
                let truth = self.is_callable(&value);
                self.truth_of(truth)
            }
            ("vars", Some(value)) => self.namespace_of(&value),
            ("hasattr", Some(value)) => self.has_attribute(&value, &arguments),
            ("getattr", Some(value)) => self.get_attribute(&value, &arguments, range),
            ("type", Some(value)) if arguments.positional.len() == 1 => match self.class_of(&value) {
                Some(class) => Kind::Class(class).into(),
                None => match value.ty().map(Ty::kind) {
                    Some(TyKind::Scalar(elem)) => Value::data(Ty::new(TyKind::DType(*elem))),
                    _ => self
                        .python_type(&value)
                        .map_or_else(Value::unknown, |name| Kind::Builtin(Sym::new(name)).into()),
                },
            },
            ("slice", Some(_)) => {
                let part = |place: usize| arguments.positional.get(place).cloned();
                let parts = match arguments.positional.len() {
                    1 => [Value::none(), part(0).unwrap_or_else(Value::none), Value::none()],
                    _ => [0, 1, 2].map(|place| part(place).unwrap_or_else(Value::none)),
                };
                Kind::Slice(std::rc::Rc::new(parts)).into()
            }
            ("functools.partial", Some(_)) => self.partial(arguments),
            ("collections.namedtuple" | "typing.NamedTuple", Some(_)) => self.named_tuple_class(&arguments, range),
            _ => {
                self.because(range, false, || format!("{name}() is not known"));
                let callee = Value::unknown();
                if KNOWN.returns(name.as_str()) {
                    return self.unknown_call(&callee, &arguments);
                }
                self.unknown_code(&callee, &arguments, range)
            }
        }
    }

    /// The name of Python's own class of a value.
    fn python_type(&self, value: &Value<'p>) -> Option<&'static str> {
        Some(match &value.kind {
            Kind::Data(ty) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => "str",
                TyKind::Int | TyKind::IntOf(_) => "int",
                TyKind::Float | TyKind::LitFloat(_) => "float",
                TyKind::Complex => "complex",
                TyKind::Bool | TyKind::LitBool(_) => "bool",
                _ => return None,
            },
            Kind::Tuple(tuple) if !tuple.is_plain() => return None,
            Kind::Object(id) if matches!(self.state.heap.get(*id), Object::Set(_)) => return None,
            _ => return self.container_name(value),
        })
    }

    /// What Python calls the container that a value is.
    pub fn container_name(&self, value: &Value<'p>) -> Option<&'static str> {
        Some(match &value.kind {
            Kind::Tuple(_) => "tuple",
            Kind::Slice(_) => "slice",
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } => "list",
                Object::Dict(_) => "dict",
                Object::Set(_) => "set",
                _ => return None,
            },
            _ => return None,
        })
    }

    fn has_attribute(&mut self, value: &Value<'p>, arguments: &Arguments<'p>) -> Value<'p> {
        let Some(name) = arguments.positional.get(1).and_then(Value::str_value) else { return Value::bool() };
        match &value.kind {
            Kind::Array(_) => {
                let protocol = ["__array__", "__array_interface__", "__array_struct__", "__array_ufunc__"];
                let sequence = ["__array_function__", "__len__", "__iter__", "__getitem__", "__setitem__"];
                if self.library().member("ndarray", name).is_some()
                    || protocol.contains(&name)
                    || sequence.contains(&name)
                {
                    Value::known_bool(true)
                } else {
                    Value::bool()
                }
            }
            Kind::Object(_) => match self.attribute_of_instance(value, Sym::new(name)) {
                Some(_) => Value::known_bool(true),
                None => Value::bool(),
            },
            _ => Value::bool(),
        }
    }

    fn get_attribute(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(name) = arguments.positional.get(1).and_then(Value::str_value) else { return Value::unknown() };
        let name = Sym::new(name);
        if arguments.positional.len() < 3 {
            return self.attribute(value, name, range);
        }
        // There is a default: that nothing is found is no failure, and then it isn't known which.
        let poisoned = self.state.poisoned;
        let found = self.quietly(|evaluator| evaluator.attribute(value, name, range));
        self.state.poisoned = poisoned;
        if found.is_unknown() { Value::unknown() } else { found }
    }
}
