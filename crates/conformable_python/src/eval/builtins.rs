//! Python's own functions, and the few of its library that decide what arrays are given.

use conformable_types::{Dim, FreshKind, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use super::Evaluator;
use super::calls::Arguments;
use crate::heap::{Items, Object};
use crate::rules;
use crate::value::{Facts, Kind, Sym, Value};

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
    "BaseException",
    "Exception",
    "ValueError",
    "TypeError",
    "IndexError",
    "KeyError",
    "AttributeError",
    "RuntimeError",
    "NotImplementedError",
    "ZeroDivisionError",
    "OverflowError",
    "ArithmeticError",
    "LookupError",
    "AssertionError",
    "StopIteration",
    "ImportError",
    "ModuleNotFoundError",
    "OSError",
    "IOError",
    "FileNotFoundError",
    "KeyboardInterrupt",
    "SystemExit",
    "Warning",
    "UserWarning",
    "DeprecationWarning",
    "RuntimeWarning",
    "FutureWarning",
    "FloatingPointError",
    "NameError",
    "UnicodeDecodeError",
    "UnicodeError",
    "EOFError",
    "PermissionError",
    "RecursionError",
    "TimeoutError",
    "MemoryError",
    "GeneratorExit",
    "SyntaxError",
    "ConnectionError",
    "PendingDeprecationWarning",
    "ResourceWarning",
    "ExceptionGroup",
    "Ellipsis",
];

/// Calls that never return.
const NO_RETURN: &[&str] =
    &["sys.exit", "os._exit", "quit", "exit", "os.abort", "pytest.skip", "pytest.fail", "pytest.xfail"];

impl<'p> Evaluator<'p> {
    pub fn builtin(&self, name: Sym) -> Option<Value<'p>> {
        NAMES.contains(&name.as_str()).then(|| Kind::Builtin(name).into())
    }

    pub fn call_builtin(&mut self, name: Sym, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let facts = arguments.values().fold(Facts::LOCAL, |facts, value| facts.and(value.facts));
        if NO_RETURN.contains(&name.as_str()) {
            self.state.dead = true;
            return Value::unknown();
        }
        let value = self.builtin_result(name, arguments, range);
        value.with_facts(facts)
    }

    fn builtin_result(&mut self, name: Sym, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        let first = arguments.positional.first().cloned();
        if let (Some(value), Some(math)) = (&first, name.as_str().strip_prefix("math.")) {
            return self.math(math, value, &arguments, range);
        }
        match (name.as_str(), first) {
            ("len", Some(value)) => self.len(&value, range),
            ("range", Some(_)) => self.range(&arguments, range),
            ("enumerate", Some(value)) => self.enumerate(&value, &arguments, range),
            ("zip", Some(_)) => self.zip(&arguments, range),
            ("map", Some(function)) => self.map(&function, &arguments, range),
            ("filter", Some(_)) => {
                let items = arguments.positional.get(1).cloned().map(|value| self.iterate(&value, range));
                let item = items.map_or_else(Value::unknown, |items| self.items_or_unknown(items));
                self.iterator(Items::Each(item, None))
            }
            ("reversed", Some(value)) => {
                let items = match self.iterate(&value, range) {
                    Items::Known(mut items) => {
                        items.reverse();
                        Items::Known(items)
                    }
                    other => other,
                };
                self.iterator(items)
            }
            ("sorted", Some(value)) => {
                let (item, len) = match self.iterate(&value, range) {
                    Items::Known(items) => {
                        let len = Dim::of(i64::try_from(items.len()).unwrap_or(0));
                        (crate::state::summarise(&items, &mut self.state.store), Some(len))
                    }
                    Items::Each(item, len) => (Some(item), len),
                };
                let len = len.unwrap_or_else(|| self.state.store.fresh_dim(FreshKind::Unknown));
                self.list_of(item.unwrap_or_else(Value::unknown), len)
            }
            ("list" | "tuple", value) => self.to_sequence(name.as_str(), value.as_ref(), range),
            ("set" | "frozenset", value) => {
                let item = value.map(|value| self.iterate(&value, range)).map(|items| self.items_or_unknown(items));
                Kind::Object(self.new_object(Object::Set(item.unwrap_or_else(Value::unknown)))).into()
            }
            ("dict", value) => self.to_dict(value.as_ref(), &arguments),
            ("int", Some(value)) => self.to_int(&value, range),
            ("float", Some(value)) => self.to_float(&value, range),
            ("bool", Some(value)) => self.to_bool(&value, range),
            ("int", None) => Value::int(0),
            ("float", None) => Value::data(Ty::float(0.0)),
            ("complex", _) => Value::data(Ty::new(TyKind::Complex)),
            ("str" | "repr" | "format" | "chr" | "ascii" | "bin" | "oct" | "hex" | "input", _) => Value::str(),
            ("print" | "object.__init__" | "setattr" | "delattr", _) => {
                if name.as_str() == "setattr" {
                    arguments.positional.iter().for_each(|value| self.escape(value));
                }
                Value::none()
            }
            ("id" | "hash" | "ord", _) => Value::data(Ty::new(TyKind::Int)),
            ("abs", Some(value)) => self.abs(&value, range),
            ("min" | "max", Some(_)) => self.extreme(name.as_str() == "max", &arguments, range),
            ("sum", Some(value)) => self.sum(&value, &arguments, range),
            ("any" | "all", Some(value)) => {
                self.iterate(&value, range);
                Value::bool()
            }
            ("round", Some(value)) => self.round(&value, &arguments),
            ("divmod", Some(value)) => {
                let other = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let quotient = self.binary(ruff_python_ast::Operator::FloorDiv, &value, &other, None, range);
                let rest = self.binary(ruff_python_ast::Operator::Mod, &value, &other, None, range);
                Value::tuple(vec![quotient, rest])
            }
            ("pow", Some(value)) if arguments.positional.len() == 2 => {
                self.binary(ruff_python_ast::Operator::Pow, &value, &arguments.positional[1].clone(), None, range)
            }
            ("isinstance", Some(value)) => {
                let class = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let truth = self.is_instance(&value, &class);
                self.truth_of(truth)
            }
            ("callable", Some(value)) => {
                let truth = match &value.kind {
                    Kind::Function(_)
                    | Kind::Bound(_)
                    | Kind::Class(_)
                    | Kind::Op(_)
                    | Kind::Member(_)
                    | Kind::Partial(_) => Truth::Yes,
                    Kind::Data(_) | Kind::Array(_) | Kind::Tuple(_) => Truth::No,
                    _ => Truth::Unknown,
                };
                self.truth_of(truth)
            }
            ("hasattr", Some(value)) => self.has_attribute(&value, &arguments),
            ("getattr", Some(value)) => self.get_attribute(&value, &arguments, range),
            ("type", Some(value)) if arguments.positional.len() == 1 => match self.class_of(&value) {
                Some(class) => Kind::Class(class).into(),
                None => match value.ty().map(Ty::kind) {
                    Some(TyKind::Scalar(elem)) => Value::data(Ty::new(TyKind::DType(*elem))),
                    _ => Value::unknown(),
                },
            },
            ("iter", Some(value)) => {
                let items = self.iterate(&value, range);
                self.iterator(items)
            }
            ("next", Some(value)) => {
                let items = self.iterate(&value, range);
                self.items_or_unknown(items)
            }
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
            ("copy.copy" | "copy.deepcopy", Some(value)) => self.copied(&value, name.as_str() == "copy.deepcopy"),
            ("itertools.product", Some(_)) => self.product(&arguments, range),
            ("itertools.combinations" | "itertools.permutations", Some(value)) => {
                self.combinations(&value, &arguments, range)
            }
            ("itertools.chain", Some(_)) => {
                let mut known = Vec::new();
                let mut each = None;
                for value in arguments.positional.clone() {
                    match self.iterate(&value, range) {
                        Items::Known(items) => known.extend(items),
                        items @ Items::Each(..) => each = Some(self.items_or_unknown(items)),
                    }
                }
                let items = match each {
                    None => Items::Known(known),
                    Some(item) => {
                        known.push(item);
                        Items::Each(
                            crate::state::summarise(&known, &mut self.state.store).unwrap_or_else(Value::unknown),
                            None,
                        )
                    }
                };
                self.iterator(items)
            }
            ("collections.OrderedDict", value) => self.to_dict(value.as_ref(), &arguments),
            (
                "time.time" | "time.perf_counter" | "random.random" | "random.gauss" | "random.uniform"
                | "time.monotonic",
                _,
            ) => Value::data(Ty::new(TyKind::Float)),
            ("random.randint" | "random.randrange", _) => Value::data(Ty::new(TyKind::Int)),
            _ => {
                let callee = Value::unknown();
                self.unknown_call(&callee, &arguments)
            }
        }
    }

    pub fn iterator(&mut self, items: Items<'p>) -> Value<'p> {
        Kind::Object(self.new_object(Object::Iterator { items })).into()
    }

    fn len(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(value.kind, Kind::Union(_)) {
            return self.each_member(&[value], range, |evaluator, members| evaluator.len(&members[0], range));
        }
        if let Some(len) = self.length(value) {
            return Value::int(len);
        }
        match &value.kind {
            Kind::Array(array) => {
                if array.ty.as_array().is_some_and(|(_, shape)| self.state.store.resolve_shape(shape).rank() == Some(0))
                {
                    let message = format!("len() of a 0-d array: {}", self.show(array.ty));
                    self.refute(rules::UNSUPPORTED, range, message, "TypeError", value.facts);
                    return Value::unknown();
                }
                let size = self.state.store.fresh_dim(FreshKind::Unknown);
                Value::int(size)
            }
            Kind::Data(ty) => match ty.kind() {
                TyKind::Int
                | TyKind::IntOf(_)
                | TyKind::Float
                | TyKind::LitFloat(_)
                | TyKind::None
                | TyKind::Bool
                | TyKind::LitBool(_)
                    if !self.may_be_guarded(value) =>
                {
                    let message = format!("{} has no len()", self.describe(value));
                    self.refute(rules::UNSUPPORTED, range, message, "TypeError", value.facts);
                    Value::unknown()
                }
                _ => Value::data(Ty::new(TyKind::Int)),
            },
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Instance { .. } => {
                    self.call_method(value, "__len__", Vec::new(), range).unwrap_or_else(Value::unknown)
                }
                Object::Escaped | Object::Set(_) | Object::Dict { .. } => {
                    let size = self.state.store.fresh_dim(FreshKind::Unknown);
                    Value::int(size)
                }
                _ => Value::data(Ty::new(TyKind::Int)),
            },
            _ => Value::unknown(),
        }
    }

    fn range(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        for value in &arguments.positional {
            let bad = match value.ty().map(Ty::kind) {
                Some(TyKind::Float | TyKind::LitFloat(_) | TyKind::Str | TyKind::LitStr(_)) => true,
                Some(TyKind::Scalar(elem)) => elem.dtype().is_some_and(|dtype| dtype.name().starts_with("float")),
                Some(TyKind::Array { shape, .. }) => {
                    self.state.store.resolve_shape(*shape).rank().is_some_and(|rank| rank > 0)
                }
                _ => matches!(value.kind, Kind::Tuple(_)),
            };
            if bad {
                let message = format!("range() takes integers, not {}", self.describe(value));
                self.refute(rules::FLOAT_FOR_INT, range, message, "TypeError", value.facts);
                return self.iterator(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
            }
        }
        let bound = |place: usize| arguments.positional.get(place).map(|value| value.int_value());
        let (start, stop, step) = match arguments.positional.len() {
            1 => (Some(Dim::ZERO), bound(0).flatten(), Some(Dim::ONE)),
            2 => (bound(0).flatten(), bound(1).flatten(), Some(Dim::ONE)),
            _ => (bound(0).flatten(), bound(1).flatten(), bound(2).flatten()),
        };
        let (Some(start), Some(stop), Some(step)) = (start, stop, step) else {
            return self.iterator(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
        };
        let (start, stop) = (self.state.store.resolve_dim(start), self.state.store.resolve_dim(stop));
        let Some(step) = self.state.store.resolve_dim(step).constant().filter(|step| *step != 0) else {
            return self.iterator(Items::Each(Value::data(Ty::new(TyKind::Int)), None));
        };
        if let (Some(a), Some(b)) = (start.constant(), stop.constant()) {
            let count =
                if step > 0 { (b - a + step - 1).div_euclid(step) } else { (a - b - step - 1).div_euclid(-step) };
            if count <= 4096 {
                let items = (0..count.max(0)).map(|place| Value::int(a + place * step)).collect();
                return self.iterator(Items::Known(items));
            }
        }
        let count = match step {
            1 => Some(Dim::max([stop.minus(start), Dim::ZERO])),
            -1 => Some(Dim::max([start.minus(stop), Dim::ZERO])),
            s if s > 0 => stop.minus(start).plus(s - 1).floordiv(Dim::of(s)).map(|count| Dim::max([count, Dim::ZERO])),
            _ => None,
        };
        // Any of its items: an int between the bounds.
        let item = self.state.store.fresh_dim(FreshKind::Int);
        let (low, high) = if step > 0 { (start, stop.minus(1)) } else { (stop.plus(1), start) };
        if let Some(atom) = item.as_atom() {
            let (least, most) = (self.state.store.interval(low).lo, self.state.store.interval(high).hi);
            if least <= most {
                self.state.store.set_bounds(atom, conformable_types::Interval::new(least, most));
            }
        }
        for (bound, fact) in
            [(low, conformable_solver::Fact::Le(low, item)), (high, conformable_solver::Fact::Le(item, high))]
        {
            if bound.constant().is_none() {
                let _ = self.state.store.tell(&fact);
            }
        }
        self.iterator(Items::Each(Value::int(item), count))
    }

    fn enumerate(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let start = arguments.get(1, "start").map_or(Some(Dim::ZERO), Value::int_value);
        let items = match self.iterate(value, range) {
            Items::Known(items) => Items::Known(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(place, item)| {
                        let place = Dim::of(i64::try_from(place).unwrap_or(0));
                        let index = start
                            .map_or_else(|| Value::data(Ty::new(TyKind::Int)), |start| Value::int(start.plus(place)));
                        Value::tuple(vec![index, item])
                    })
                    .collect(),
            ),
            Items::Each(item, count) => {
                let index = self.state.store.fresh_dim(FreshKind::Unknown);
                if let Some(count) = count {
                    let _ = self.state.store.tell(&conformable_solver::Fact::Le(index.plus(1), count));
                }
                let index =
                    if start == Some(Dim::ZERO) { Value::int(index) } else { Value::data(Ty::new(TyKind::Int)) };
                Items::Each(Value::tuple(vec![index, item]), count)
            }
        };
        self.iterator(items)
    }

    fn zip(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let sources: Vec<Items<'p>> = arguments.positional.iter().map(|value| self.iterate(value, range)).collect();
        if arguments.open {
            return self.iterator(Items::Each(Value::unknown(), None));
        }
        let shortest = sources
            .iter()
            .map(|items| match items {
                Items::Known(items) => Some(items.len()),
                Items::Each(..) => None,
            })
            .min_by_key(|len| len.unwrap_or(usize::MAX))
            .flatten();
        let all_known = sources.iter().all(|items| matches!(items, Items::Known(_)));
        let items = match (all_known, shortest) {
            (true, Some(count)) => Items::Known(
                (0..count)
                    .map(|place| {
                        Value::tuple(
                            sources
                                .iter()
                                .map(|items| match items {
                                    Items::Known(items) => items[place].clone(),
                                    Items::Each(item, _) => item.clone(),
                                })
                                .collect(),
                        )
                    })
                    .collect(),
            ),
            _ => {
                let counts: Vec<Option<Dim>> = sources
                    .iter()
                    .map(|items| match items {
                        Items::Known(items) => i64::try_from(items.len()).ok().map(Dim::of),
                        Items::Each(_, count) => *count,
                    })
                    .collect();
                let count = counts.iter().copied().collect::<Option<Vec<Dim>>>().map(Dim::min);
                let row: Vec<Value<'p>> = sources.into_iter().map(|items| self.items_or_unknown(items)).collect();
                Items::Each(Value::tuple(row), count)
            }
        };
        self.iterator(items)
    }

    fn map(&mut self, function: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let mut rest = arguments.clone();
        rest.positional.remove(0);
        let zipped = if rest.positional.len() == 1 {
            self.iterate(&rest.positional[0].clone(), range)
        } else {
            let zipped = self.zip(&rest, range);
            self.iterate(&zipped, range)
        };
        let several = rest.positional.len() > 1;
        let apply = |evaluator: &mut Self, item: Value<'p>| {
            let positional = match (&item.kind, several) {
                (Kind::Tuple(tuple), true) => tuple.items.clone(),
                _ => vec![item],
            };
            evaluator.call(function, Arguments::of(positional), range)
        };
        let items = match zipped {
            Items::Known(items) if items.len() <= 32 => {
                Items::Known(items.into_iter().map(|item| apply(self, item)).collect())
            }
            Items::Known(items) => {
                let item = crate::state::summarise(&items, &mut self.state.store).unwrap_or_else(Value::unknown);
                let count = Dim::of(i64::try_from(items.len()).unwrap_or(0));
                Items::Each(apply(self, item), Some(count))
            }
            Items::Each(item, count) => Items::Each(apply(self, item), count),
        };
        self.iterator(items)
    }

    fn to_sequence(&mut self, name: &str, value: Option<&Value<'p>>, range: TextRange) -> Value<'p> {
        let Some(value) = value else {
            return if name == "list" { self.list(Vec::new()) } else { Value::tuple(Vec::new()) };
        };
        // A tuple of an array's elements: its shape, when it was computed as one.
        if let (Kind::Array(array), "tuple") = (&value.kind, name) {
            if let Some(items) = array.elements.and_then(Ty::items) {
                return Value::tuple(items.iter().map(|item| Value::data(*item)).collect());
            }
        }
        match self.iterate(value, range) {
            Items::Known(items) => {
                if name == "list" {
                    self.list(items)
                } else {
                    Value::tuple(items)
                }
            }
            Items::Each(item, count) => {
                if name == "tuple" {
                    return item.ty().map_or_else(Value::unknown, |ty| Value::data(Ty::tuple_of(ty)));
                }
                let len = count.unwrap_or_else(|| self.state.store.fresh_dim(FreshKind::Unknown));
                self.list_of(item, len)
            }
        }
    }

    fn to_dict(&mut self, value: Option<&Value<'p>>, arguments: &Arguments<'p>) -> Value<'p> {
        let (mut entries, mut rest) = match value {
            None => (Vec::new(), None),
            Some(value) => self.dict_of(value).unwrap_or((Vec::new(), Some(Value::unknown()))),
        };
        for (name, value) in &arguments.keywords {
            entries.push((Value::data(Ty::str(name.as_str())), value.clone()));
        }
        if arguments.open {
            rest = Some(Value::unknown());
        }
        Kind::Object(self.new_object(Object::Dict { entries, rest })).into()
    }

    fn to_int(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(value.kind, Kind::Union(_)) {
            return self.each_member(&[value], range, |evaluator, members| evaluator.to_int(&members[0], range));
        }
        self.must_be_one(value, "int", range);
        match value.ty().map(Ty::kind) {
            Some(TyKind::IntOf(dim)) => Value::int(*dim),
            Some(TyKind::LitBool(value)) => Value::int(i64::from(*value)),
            #[allow(clippy::cast_possible_truncation)]
            Some(TyKind::LitFloat(bits)) if f64::from_bits(*bits).abs() < 1e15 => {
                Value::int(f64::from_bits(*bits).trunc() as i64)
            }
            _ => self.some_int(),
        }
    }

    /// An int of which nothing is known, but which is one value from here on.
    pub fn some_int(&mut self) -> Value<'p> {
        let value = self.state.store.fresh_dim(FreshKind::Int);
        Value::int(value)
    }

    fn to_float(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        self.must_be_one(value, "float", range);
        match value.ty().map(Ty::kind) {
            Some(TyKind::LitFloat(_)) => value.clone(),
            #[allow(clippy::cast_precision_loss)]
            Some(TyKind::IntOf(dim)) if dim.constant().is_some_and(|v| v.abs() < 1 << 52) => {
                Value::data(Ty::float(dim.constant().unwrap_or(0) as f64))
            }
            _ => Value::data(Ty::new(TyKind::Float)),
        }
    }

    /// Only an array of one element converts to a number.
    fn must_be_one(&mut self, value: &Value<'p>, wanted: &str, range: TextRange) {
        if let Kind::Array(array) = &value.kind {
            let Some((_, shape)) = array.ty.as_array() else { return };
            let size = self.state.store.resolve_shape(shape).size();
            if self.state.store.ask_eq(size, Dim::ONE).is_no() {
                let message = format!("only an array of one element converts to {wanted}: {}", self.show(array.ty));
                self.refute(rules::UNSUPPORTED, range, message, "TypeError", value.facts);
            }
        }
        if value.is_none() {
            let message = format!("{wanted}() of None");
            self.refute(rules::UNSUPPORTED, range, message, "TypeError", value.facts);
        }
    }

    fn to_bool(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        if let Kind::Array(array) = &value.kind {
            if let Some((_, shape)) = array.ty.as_array() {
                let size = self.state.store.resolve_shape(shape).size();
                if self.state.store.ask_le(Dim::of(2), size).is_yes() {
                    let message = format!(
                        "the truth of an array with more than one element is ambiguous: {}",
                        self.show(array.ty)
                    );
                    self.refute(rules::ARRAY_TRUTH, range, message, "ValueError", value.facts);
                }
            }
            return Value::bool();
        }
        match value.ty().and_then(Ty::int_value).and_then(Dim::constant) {
            Some(number) => Value::known_bool(number != 0),
            None if value.is_none() => Value::known_bool(false),
            None => Value::bool(),
        }
    }

    fn abs(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        match value.ty().map(Ty::kind) {
            Some(TyKind::IntOf(dim)) => {
                let dim = self.state.store.resolve_dim(*dim);
                if self.state.store.ask_le(Dim::ZERO, dim).is_yes() {
                    Value::int(dim)
                } else if let Some(value) = dim.constant() {
                    Value::int(value.abs())
                } else {
                    let size = self.state.store.fresh_dim(FreshKind::Unknown);
                    Value::int(size)
                }
            }
            Some(TyKind::LitFloat(bits)) => Value::data(Ty::float(f64::from_bits(*bits).abs())),
            Some(TyKind::Float | TyKind::Complex) => Value::data(Ty::new(TyKind::Float)),
            Some(TyKind::Array { .. } | TyKind::Scalar(_) | TyKind::Decay { .. }) => {
                self.unary_operator_call("abs", value, range)
            }
            Some(TyKind::Int | TyKind::Bool) => Value::data(Ty::new(TyKind::Int)),
            _ => Value::unknown(),
        }
    }

    fn extreme(&mut self, largest: bool, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        if arguments.keyword("key").is_some() || arguments.open {
            let value = arguments.positional[0].clone();
            if arguments.positional.len() == 1 {
                let items = self.iterate(&value, range);
                return self.items_or_unknown(items);
            }
            return Value::unknown();
        }
        let items = if arguments.positional.len() == 1 {
            match self.iterate(&arguments.positional[0].clone(), range) {
                Items::Known(items) => items,
                Items::Each(item, count) => {
                    // Two rows are compared as soon as there are two.
                    let several = count.is_some_and(|count| self.state.store.ask_le(Dim::of(2), count).is_yes());
                    if several {
                        self.compared(&item, &item, range);
                    }
                    return self.loosened(item);
                }
            }
        } else {
            arguments.positional.clone()
        };
        let dims: Option<Vec<Dim>> = items.iter().map(Value::int_value).collect();
        if let Some(dims) = dims.filter(|dims| !dims.is_empty()) {
            let dims = dims.into_iter().map(|dim| self.state.store.resolve_dim(dim));
            return Value::int(if largest { Dim::max(dims) } else { Dim::min(dims) });
        }
        for pair in items.windows(2) {
            if self.compared(&pair[0], &pair[1], range) {
                return Value::unknown();
            }
        }
        let item = crate::state::summarise(&items, &mut self.state.store).unwrap_or_else(Value::unknown);
        self.loosened(item)
    }

    /// One of several values: a number of the same kind, no longer of known value.
    fn loosened(&mut self, value: Value<'p>) -> Value<'p> {
        match value.ty().map(Ty::kind) {
            Some(TyKind::LitFloat(_)) => Value { kind: Kind::Data(Ty::new(TyKind::Float)), ..value },
            _ => value,
        }
    }

    /// `max` and `min` take the truth of a comparison: an error for arrays of several elements.
    fn compared(&mut self, a: &Value<'p>, b: &Value<'p>, range: TextRange) -> bool {
        if !matches!(a.kind, Kind::Array(_)) && !matches!(b.kind, Kind::Array(_)) {
            return false;
        }
        let size = |evaluator: &Self, value: &Value<'p>| {
            value
                .array()
                .and_then(|array| array.ty.as_array())
                .map(|(_, shape)| evaluator.state.store.resolve_shape(shape).size())
        };
        let several = [a, b]
            .into_iter()
            .any(|value| size(self, value).is_some_and(|size| self.state.store.ask_le(Dim::of(2), size).is_yes()));
        let both_known = [a, b].into_iter().all(|value| value.ty().is_some());
        if several && both_known {
            let array = if a.array().is_some() { a } else { b };
            let message = format!("the truth of a comparison of arrays is ambiguous: {}", self.describe(array));
            let help = Some("`np.maximum`, `np.minimum`, or the method of the array?".to_owned());
            self.refute_with_help(rules::ARRAY_TRUTH, range, message, "ValueError", a.facts.and(b.facts), help);
            return true;
        }
        false
    }

    fn sum(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let start = arguments.get(1, "start").cloned().unwrap_or_else(|| Value::int(0));
        match self.iterate(value, range) {
            Items::Known(items) if items.len() <= 64 => {
                let mut total = start;
                for item in items {
                    total = self.binary(ruff_python_ast::Operator::Add, &total, &item, None, range);
                }
                total
            }
            items => {
                let item = self.items_or_unknown(items);
                let once = self.binary(ruff_python_ast::Operator::Add, &start, &item, None, range);
                let twice = self.binary(ruff_python_ast::Operator::Add, &once, &item, None, range);
                let joined = self.state.join_values(&once, &twice);
                match joined.ty().map(Ty::kind) {
                    Some(TyKind::LitFloat(_)) => Value::data(Ty::new(TyKind::Float)),
                    Some(TyKind::IntOf(_)) => self.some_int(),
                    _ => joined,
                }
            }
        }
    }

    fn round(&mut self, value: &Value<'p>, arguments: &Arguments<'p>) -> Value<'p> {
        let digits = arguments.get(1, "ndigits").is_some_and(|digits| !digits.is_none());
        match value.ty().map(Ty::kind) {
            Some(TyKind::Int | TyKind::IntOf(_)) => value.clone(),
            Some(TyKind::Float | TyKind::LitFloat(_)) if digits => Value::data(Ty::new(TyKind::Float)),
            Some(TyKind::Float) => self.some_int(),
            Some(TyKind::LitFloat(bits)) => {
                let number = f64::from_bits(*bits);
                #[allow(clippy::cast_possible_truncation)]
                if number.abs() < 1e15 { Value::int(number.round_ties_even() as i64) } else { self.some_int() }
            }
            Some(TyKind::Scalar(elem)) if !digits && elem.dtype().is_some_and(|d| d.name().starts_with("float")) => {
                self.some_int()
            }
            Some(TyKind::Scalar(_)) if digits => value.clone(),
            _ => Value::unknown(),
        }
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
        let default = arguments.positional.get(2).cloned();
        if default.is_some() {
            self.silent += 1;
        }
        let poisoned = self.state.poisoned;
        let found = self.attribute(value, Sym::new(name), range);
        if let Some(default) = default {
            self.silent -= 1;
            self.state.poisoned = poisoned;
            if found.is_unknown() {
                return Value::unknown();
            }
            let _ = default;
        }
        found
    }

    fn copied(&mut self, value: &Value<'p>, deep: bool) -> Value<'p> {
        match &value.kind {
            Kind::Array(array) => self.value_of(array.ty),
            Kind::Object(id) => {
                let object = self.state.heap.get(*id).clone();
                if matches!(object, Object::Escaped | Object::Scope { .. }) {
                    return Value::unknown();
                }
                let copied = if deep { self.deep(object) } else { object };
                Kind::Object(self.new_object(copied)).into()
            }
            _ => value.clone(),
        }
    }

    fn deep(&mut self, object: Object<'p>) -> Object<'p> {
        match object {
            Object::List(items) => Object::List(items.iter().map(|item| self.copied(item, true)).collect()),
            Object::ListOf { item, len } => Object::ListOf { item: self.copied(&item, true), len },
            Object::Dict { entries, rest } => Object::Dict {
                entries: entries.into_iter().map(|(key, value)| (key, self.copied(&value, true))).collect(),
                rest: rest.map(|rest| self.copied(&rest, true)),
            },
            other => other,
        }
    }

    fn product(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let mut sources: Vec<Items<'p>> = arguments.positional.iter().map(|value| self.iterate(value, range)).collect();
        if let Some(repeat) = arguments.keyword("repeat").map(Value::constant_int) {
            let Some(repeat) = repeat.and_then(|repeat| usize::try_from(repeat).ok()).filter(|r| *r <= 8) else {
                return self.iterator(Items::Each(Value::unknown(), None));
            };
            let once = sources.clone();
            sources = std::iter::repeat_n(once, repeat).flatten().collect();
        }
        let row: Vec<Value<'p>> = sources.into_iter().map(|items| self.items_or_unknown(items)).collect();
        self.iterator(Items::Each(Value::tuple(row), None))
    }

    fn combinations(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let items = self.iterate(value, range);
        let item = self.items_or_unknown(items);
        let count = arguments.get(1, "r").and_then(Value::constant_int).and_then(|r| usize::try_from(r).ok());
        match count.filter(|count| *count <= 8) {
            Some(count) => self.iterator(Items::Each(Value::tuple(vec![item; count]), None)),
            None => self.iterator(Items::Each(Value::unknown(), None)),
        }
    }

    /// Functions of `math`: they take one number.
    fn math(&mut self, name: &str, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        if arguments.positional.len() == 1 {
            self.must_be_one(value, "float", range);
        }
        let constant = match value.ty().map(Ty::kind) {
            Some(TyKind::LitFloat(bits)) => Some(f64::from_bits(*bits)),
            #[allow(clippy::cast_precision_loss)]
            Some(TyKind::IntOf(dim)) => dim.constant().filter(|v| v.abs() < 1 << 52).map(|v| v as f64),
            _ => None,
        };
        #[allow(clippy::cast_possible_truncation)]
        let whole = |value: f64| (value.abs() < 1e15).then_some(value as i64);
        match (name, constant) {
            ("ceil", Some(x)) => whole(x.ceil()).map_or_else(|| self.some_int(), Value::int),
            ("floor", Some(x)) => whole(x.floor()).map_or_else(|| self.some_int(), Value::int),
            ("trunc", Some(x)) => whole(x.trunc()).map_or_else(|| self.some_int(), Value::int),
            ("isqrt", Some(x)) if x >= 0.0 => whole(x.sqrt().floor()).map_or_else(|| self.some_int(), Value::int),
            ("sqrt", Some(x)) if x >= 0.0 => Value::data(Ty::float(x.sqrt())),
            ("log2", Some(x)) if x > 0.0 => Value::data(Ty::float(x.log2())),
            ("ceil" | "floor" | "trunc" | "isqrt" | "factorial" | "comb" | "perm" | "gcd" | "lcm", _) => {
                self.some_int()
            }
            ("prod", _) => {
                let items = self.iterate(value, range);
                match items {
                    Items::Known(items) => items.iter().fold(Value::int(1), |product, item| {
                        self.binary(ruff_python_ast::Operator::Mult, &product, item, None, range)
                    }),
                    Items::Each(..) => Value::unknown(),
                }
            }
            ("isclose" | "isnan" | "isinf" | "isfinite", _) => Value::bool(),
            _ if value.is_unknown() => Value::data(Ty::new(TyKind::Float)),
            _ => Value::data(Ty::new(TyKind::Float)),
        }
    }
}
