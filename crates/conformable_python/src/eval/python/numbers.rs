//! Python's functions of numbers: conversions, `abs`, `min`, `max`, `sum`, `round` and `math`.

use conformable_types::bounds::gcd;
use conformable_types::{Dim, FreshKind, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Items;
use crate::domain::state::State;
use crate::domain::value::{Kind, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::registered::{array_of_object, operator_of_object};
use crate::eval::diagnose::report::Refusal;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::tuple_of;
use crate::eval::python::indexing::of_a_moment;
use crate::eval::{Machine, Tentative};
use crate::front::rules;

/// Those of Python's functions that give numbers; `None` for a name that is none of them.
pub fn number_function<'p>(
    run: &mut impl Interpreter<'p>,
    name: &str,
    first: Option<&Value<'p>>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let first = first.map(|value| run.state.as_number(value));
    let first = first.as_ref();
    if let (Some(value), Some(math)) = (first, name.strip_prefix("math.")) {
        return math_function(run, math, value, arguments, range);
    }
    if let ("complex", Some(value)) = (name, first) {
        run.must_be_one(value, "complex", range);
    }
    Some(match (name, first) {
        ("int", Some(value)) => match int_of_text(value, arguments) {
            Some(number) => Value::int(number),
            None => run.int_call(value, range),
        },
        ("float", Some(value)) => run.float_call(value, range),
        ("bool", Some(value)) => {
            let truth = run.truth(value, range);
            Value::truth_of(truth)
        }
        ("int", None) => Value::int(0),
        ("float", None) => Value::data(Ty::float(0.0)),
        ("abs", Some(value)) => run.abs(value, range),
        ("min" | "max", Some(_)) => extreme(run, name == "max", arguments, range),
        ("sum", Some(value)) => sum(run, value, arguments, range),
        ("any" | "all", Some(value)) => {
            let items = run.iterate(value, range);
            match &items {
                Items::Known(items) => {
                    if let Some(first) = items.first().cloned() {
                        run.first_truth(&first, Some(Dim::ONE), range);
                    }
                }
                Items::Each(item, count) => run.first_truth(&item.clone(), *count, range),
            }
            let truth = run.quantified(name == "all", items);
            Value::truth_of(truth)
        }
        ("round", Some(value)) => run.round(value, arguments, range),
        ("divmod", Some(value)) => {
            let other = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
            // An object of another class decides itself what it gives (`__divmod__`).
            let is_number = |one: &Value<'p>| one.array().is_some() || one.ty().is_some();
            let decides = |one: &Value<'p>| match &one.kind {
                Kind::Union(members) => !members.iter().all(is_number),
                _ => !is_number(one),
            };
            if decides(value) || decides(&other) {
                return Some(run.unknown_call(&Value::unknown(), arguments));
            }
            let quotient = run.binary(ruff_python_ast::Operator::FloorDiv, value, &other, range);
            let rest = run.binary(ruff_python_ast::Operator::Mod, value, &other, range);
            Value::tuple(vec![quotient, rest])
        }
        ("pow", Some(value)) if arguments.positional.len() == 2 => {
            run.binary(ruff_python_ast::Operator::Pow, value, &arguments.positional[1].clone(), range)
        }
        _ => return None,
    })
}

fn extreme<'p>(
    run: &mut impl Interpreter<'p>,
    largest: bool,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    if arguments.may_name("key") {
        let value = arguments.positional[0].clone();
        if arguments.positional.len() == 1 && !arguments.open {
            let items = run.iterate(&value, range);
            if matches!(&items, Items::Known(items) if items.is_empty()) {
                return extreme_of_nothing(run, largest, arguments, range);
            }
            let item = run.items_or_unknown(items);
            return run.state.or_default(item, arguments);
        }
        return Value::unknown();
    }
    let items = if arguments.positional.len() == 1 {
        match run.iterate(&arguments.positional[0].clone(), range) {
            Items::Known(items) if items.is_empty() => return extreme_of_nothing(run, largest, arguments, range),
            Items::Known(items) => items,
            Items::Each(item, count) => {
                // Two rows are compared as soon as there are two.
                let several = count.is_some_and(|count| run.state.store.ask_le(Dim::of(2), count).is_yes());
                if several {
                    run.compared(&item, &item, range);
                }
                let item = run.one_of(&item);
                let item = run.state.loosened(item);
                return run.state.or_default(item, arguments);
            }
        }
    } else {
        arguments.positional.clone()
    };
    let dims: Option<Vec<Dim>> = items.iter().map(Value::int_value).collect();
    if let Some(dims) = dims.filter(|dims| !dims.is_empty()) {
        let dims = dims.into_iter().map(|dim| run.state.store.resolve_dim(dim));
        return Value::int(if largest { Dim::max(dims) } else { Dim::min(dims) });
    }
    if run.ordered_items(&items, if largest { ">" } else { "<" }, range) {
        return Value::unknown();
    }
    let item = run.state.summarise(&items).unwrap_or_else(Value::unknown);
    run.state.loosened(item)
}

/// `max([])`, which wants a default.
fn extreme_of_nothing<'p>(
    machine: &mut Machine<'p>,
    largest: bool,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    if let Some(default) = arguments.keyword("default") {
        return default.clone();
    }
    let Some(given) = arguments.positional.first() else { return Value::unknown() };
    let message = format!("{}() of nothing: the iterable is empty", if largest { "max" } else { "min" });
    let dependencies = given.dependencies.and(of_a_moment(given));
    let refusal = Refusal::of(rules::OUT_OF_RANGE, range, message).resting_on_value(given).resting_on(dependencies);
    machine.refute(refusal.heeding_all().raising("ValueError"));
    Value::unknown()
}

fn sum<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let start = arguments.get(1, "start").cloned().unwrap_or_else(|| Value::int(0));
    let items = run.iterate(value, range);
    run.state.exhausted(value);
    match items {
        Items::Known(items) if items.len() <= 64 => {
            let mut total = start;
            for item in items {
                total = run.binary(ruff_python_ast::Operator::Add, &total, &item, range);
            }
            total
        }
        items => {
            let may_be_empty = items.count().is_none_or(|count| run.state.may_be_zero(count));
            let item = run.items_or_unknown(items);
            let once = run.binary(ruff_python_ast::Operator::Add, &start, &item, range);
            let twice = run.binary(ruff_python_ast::Operator::Add, &once, &item, range);
            if let Kind::Tuple(tuple) = &twice.kind {
                // As long as all of them together.
                let part = run.state.summarise(&tuple.items).unwrap_or_else(Value::unknown);
                let len = run.state.store.fresh_dim(FreshKind::Runtime);
                return tuple_of(run, part, len);
            }
            let mut joined = run.state.join_values(&once, &twice);
            if may_be_empty && !joined.is_unknown() {
                joined = run.state.join_values(&start, &joined);
            }
            match joined.ty().map(Ty::kind) {
                Some(TyKind::IntOf(_)) => run.state.some_int(),
                _ => run.state.loosened(joined),
            }
        }
    }
}

/// A whole number as an int, if a float tells it from its neighbours.
fn whole<'p>(number: f64) -> Option<Value<'p>> {
    #[allow(clippy::cast_possible_truncation)]
    let int = number as i64;
    (number.abs() < 1e15).then(|| Value::int(int))
}

/// The int that a text is, in the decimal system or in the one that is said.
fn int_of_text(value: &Value<'_>, arguments: &Arguments<'_>) -> Option<i64> {
    let base = match arguments.get(1, "base") {
        Some(base) => {
            base.constant_int().and_then(|base| u32::try_from(base).ok()).filter(|base| (2..=36).contains(base))?
        }
        None if arguments.open => return None,
        None => 10,
    };
    i64::from_str_radix(value.str_value()?.trim(), base).ok()
}

/// Functions of `math` of known ints, where 64 bits have what they give.
fn function_of_ints(name: &str, ints: &[i64]) -> Option<i64> {
    // The product of so many ints from there on downwards.
    let falling = |from: i64, count: i64| {
        (0..count.min(64)).try_fold(1_i64, |product, step| product.checked_mul(from - step)).filter(|_| count <= 64)
    };
    match (name, ints) {
        // Of the least int 64 bits don't have the absolute value.
        ("gcd" | "lcm", _) if ints.contains(&i64::MIN) => None,
        ("gcd", _) => Some(ints.iter().fold(0, |common, int| gcd(common, *int))),
        ("lcm", _) => ints.iter().try_fold(1_i64, |lcm, int| match gcd(lcm, *int) {
            0 => Some(0),
            common => (lcm / common).checked_mul(*int)?.checked_abs(),
        }),
        ("factorial" | "perm", &[n]) if n >= 0 => falling(n, n),
        ("perm" | "comb", &[n, k]) if n >= 0 && k > n => Some(0),
        ("perm", &[n, k]) if n >= 0 && k >= 0 => falling(n, k),
        ("comb", &[n, k]) if n >= 0 && k >= 0 => {
            let fewer = k.min(n - k);
            (0..fewer.min(64))
                .try_fold(1_i64, |found, step| Some(found.checked_mul(n - step)? / (step + 1)))
                .filter(|_| fewer <= 64)
        }
        _ => None,
    }
}

/// Functions of `math` of a known number, and `math.prod`.
fn math_function<'p>(
    run: &mut impl Interpreter<'p>,
    name: &str,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    if name == "prod" {
        let start = arguments.keyword("start").cloned().unwrap_or_else(|| Value::int(1));
        let Items::Known(items) = run.iterate(value, range) else { return None };
        let times = ruff_python_ast::Operator::Mult;
        return Some(items.iter().fold(start, |product, item| run.binary(times, &product, item, range)));
    }
    if let Some(ints) = arguments.positional.iter().map(Value::constant_int).collect::<Option<Vec<i64>>>()
        && arguments.keywords.is_empty()
        && !arguments.open
        && let Some(number) = function_of_ints(name, &ints)
    {
        return Some(Value::int(number));
    }
    let x = value.number_value()?;
    match name {
        "fabs" => Some(Value::data(Ty::float(x.abs()))),
        "ceil" => whole(x.ceil()),
        "floor" => whole(x.floor()),
        "trunc" => whole(x.trunc()),
        "isqrt" if x >= 0.0 => whole(x.sqrt().floor()),
        "sqrt" if x >= 0.0 => Some(Value::data(Ty::float(x.sqrt()))),
        "log2" if x > 0.0 => Some(Value::data(Ty::float(x.log2()))),
        _ => None,
    }
}
impl<'p> Machine<'p> {
    /// `all` and `any` of what is known to be true or false.
    fn quantified(&self, all: bool, items: Items<'p>) -> Truth {
        let Items::Known(items) = items else { return Truth::Unknown };
        let truths = items.iter().map(|item| self.plain_truth(item));
        if all { truths.fold(Truth::Yes, Truth::and) } else { truths.fold(Truth::No, Truth::or) }
    }

    fn int_call(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(value.kind, Kind::Union(_)) {
            return self.each_member(&[value], |evaluator, members| evaluator.int_call(&members[0], range));
        }
        self.must_be_one(value, "int", range);
        if let Some(dim) = value.int_value() {
            return Value::int(dim);
        }
        let known = match value.ty().map(Ty::kind) {
            Some(TyKind::LitBool(value)) => Some(f64::from(u8::from(*value))),
            _ => value.number_value(),
        };
        known.and_then(|number| whole(number.trunc())).unwrap_or_else(|| self.state.some_int())
    }

    fn float_call(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        self.must_be_one(value, "float", range);
        match value.ty().map(Ty::kind) {
            Some(TyKind::LitStr(text)) if text.as_str().trim().eq_ignore_ascii_case("nan") => {
                Value::data(Ty::float(f64::NAN))
            }
            Some(TyKind::LitStr(text)) => {
                let number = text.as_str().trim().parse().ok().filter(|number: &f64| number.is_finite());
                Value::data(number.map_or(Ty::new(TyKind::Float), Ty::float))
            }
            _ => match value.number_value() {
                Some(number) => Value::data(Ty::float(number)),
                None if self.state.is_whole_number(value) => Value::whole_float(),
                None => Value::data(Ty::new(TyKind::Float)),
            },
        }
    }

    /// Does a value convert to a number? Of arrays only those of one element do, and from some release on only those
    /// without dims.
    pub fn must_be_one(&mut self, value: &Value<'p>, wanted: &str, range: TextRange) -> bool {
        let array = array_of_object(self, value);
        let plain = array.is_none();
        let value = array.as_ref().unwrap_or(value);
        if let Some(refused) = self.state.refused_as_number(value) {
            let shown = self.describe(value);
            let since = refused.since();
            // What an object that has an array converts to is its class's to say.
            if since.is_some() && !plain {
                return false;
            }
            let condition = if since.is_some() { "without dims" } else { "of one element" };
            let message = format!("only an array {condition} converts to {wanted}: {shown}");
            let refusal = Refusal::of(rules::UNSUPPORTED, range, message).resting_on(value.dependencies);
            let help = since.map(|_| "`.item()` gives the one element".to_owned());
            self.refute(refusal.since(since).help(help));
            return since.is_none_or(|release| self.holds_since(release));
        }
        // A class of the program that derives from `tuple` may say what number it is.
        let is_own = matches!(&value.kind, Kind::Tuple(tuple) if !tuple.is_plain());
        if self.state.container_name(value).is_some() && !is_own {
            let message = format!("{wanted}() of {}", self.describe(value));
            self.refuse(range, message, &[value]);
            return true;
        }
        let is_refused = value.is_none() && !self.may_be_guarded(value);
        if is_refused {
            self.refuse(range, format!("{wanted}() of None"), &[value]);
        }
        is_refused
    }

    fn abs(&mut self, value: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(value.kind, Kind::Union(_)) {
            return self.each_member(&[value], |machine, members| machine.abs(&members[0], range));
        }
        match value.ty().map(Ty::kind) {
            Some(TyKind::IntOf(dim)) => {
                let dim = self.state.store.resolve_dim(*dim);
                if self.state.store.ask_le(Dim::ZERO, dim).is_yes() {
                    Value::int(dim)
                } else if let Some(value) = dim.constant().and_then(i64::checked_abs) {
                    Value::int(value)
                } else {
                    let size = self.state.store.fresh_dim(FreshKind::Unknown);
                    Value::int(size)
                }
            }
            Some(TyKind::LitFloat(bits)) => Value::data(Ty::float(f64::from_bits(*bits).abs())),
            Some(TyKind::Float) => value.clone(),
            Some(TyKind::Complex) => Value::data(Ty::new(TyKind::Float)),
            Some(TyKind::Array { .. } | TyKind::Scalar(_) | TyKind::Decay { .. }) => {
                self.unary_operator_call("abs", value, range)
            }
            Some(TyKind::Int | TyKind::Bool) => Value::data(Ty::new(TyKind::Int)),
            _ => {
                let operands = std::slice::from_ref(value);
                operator_of_object(self, value, "__abs__", "abs", operands, range).unwrap_or_else(Value::unknown)
            }
        }
    }

    fn round(&mut self, value: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let given = arguments.get(1, "ndigits").filter(|digits| !digits.is_none());
        let places = given.and_then(Value::constant_int);
        let digits = given.is_some();
        let is_int = given.is_some_and(|digits| digits.int_value().is_some());
        let is_made_whole = places.is_some_and(|places| places <= 0) || is_int && self.state.is_whole_number(value);
        match value.ty().map(Ty::kind) {
            Some(TyKind::IntOf(dim)) => match (dim.constant(), places) {
                (_, Some(places)) if places >= 0 => value.clone(),
                (Some(number), Some(places)) => Value::int(rounded(number, places)),
                (_, None) if !digits => value.clone(),
                _ => self.state.some_int(),
            },
            Some(TyKind::Int) => value.clone(),
            // Without a number of digits it is an int, and `None` is none.
            Some(TyKind::Float | TyKind::LitFloat(_) | TyKind::Scalar(_)) if digits && !is_int => Value::unknown(),
            // Rounded to one, to tens or hundreds.
            Some(TyKind::Float | TyKind::LitFloat(_)) if is_made_whole => Value::whole_float(),
            Some(TyKind::Float | TyKind::LitFloat(_)) if digits => Value::data(Ty::new(TyKind::Float)),
            Some(TyKind::Float) => self.state.some_int(),
            Some(TyKind::LitFloat(bits)) => {
                whole(f64::from_bits(*bits).round_ties_even()).unwrap_or_else(|| self.state.some_int())
            }
            Some(TyKind::Scalar(elem)) if !digits && elem.dtype().is_some_and(|d| d.name().starts_with("float")) => {
                let known = value.number_value().and_then(|number| whole(number.round_ties_even()));
                known.unwrap_or_else(|| self.state.some_int())
            }
            Some(TyKind::Scalar(_)) if digits && value.int_value().is_some() && places >= Some(0) => value.clone(),
            Some(TyKind::Scalar(elem)) if digits => {
                let mut made = Value::data(Ty::scalar(*elem));
                if is_made_whole {
                    self.state.make_whole(&mut made, Ty::new(TyKind::Int));
                }
                made
            }
            Some(TyKind::Array { .. }) => {
                let message = format!("arrays are not rounded by Python's round: {}", self.describe(value));
                let help = Some("the method of the array?".to_owned());
                self.refute(Refusal::of(rules::UNSUPPORTED, range, message).resting_on(value.dependencies).help(help));
                Value::unknown()
            }
            _ => Value::unknown(),
        }
    }
}

/// An int rounded to tens, hundreds, ...: halves to the even one.
fn rounded(number: i64, places: i64) -> i64 {
    let unit = u32::try_from(-places).ok().and_then(|places| 10i64.checked_pow(places));
    let Some(unit) = unit else { return 0 };
    let (below, rest) = (number.div_euclid(unit), number.rem_euclid(unit));
    let up = rest > unit - rest || rest == unit - rest && below % 2 != 0;
    below.saturating_add(i64::from(up)).saturating_mul(unit)
}

impl<'p> State<'p> {
    /// An int of which nothing is known, but which is one value from here on.
    pub fn some_int(&mut self) -> Value<'p> {
        let value = self.store.fresh_dim(FreshKind::Int);
        Value::int(value)
    }

    /// One of the items, or what is given in place of one if there are none.
    fn or_default(&mut self, item: Value<'p>, arguments: &Arguments<'p>) -> Value<'p> {
        match arguments.keyword("default") {
            Some(default) => self.join_values(&item, &default.clone()),
            None => item,
        }
    }

    /// One of several values: a number of the same kind, no longer of known value.
    fn loosened(&mut self, value: Value<'p>) -> Value<'p> {
        match value.ty().map(Ty::kind) {
            Some(TyKind::LitFloat(_)) => {
                let kind = if self.is_whole_number(&value) {
                    Value::whole_float().kind
                } else {
                    Kind::Data(Ty::new(TyKind::Float))
                };
                Value { kind, ..value }
            }
            _ => value,
        }
    }
}
