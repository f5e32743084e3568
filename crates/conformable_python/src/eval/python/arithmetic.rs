//! Python's own arithmetic: of numbers, texts, tuples and lists. Operands that are arrays are the catalogue's.

use conformable_types::arithmetic::{float_operation, int_operation, number_value, python_operation};
use conformable_types::dtype::Weak;
use conformable_types::{DType, Dim, Ty, TyKind};
use ruff_python_ast::Operator;
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Object};
use crate::domain::operand::Operand;
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Sym, TupleClass, Value, as_dim};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::eval::python::attributes::may_define;
use crate::front::rules;
use crate::library::known_paths::KNOWN;

/// A class of Python's own, as far as operators tell them apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OwnClass {
    Int,
    Fraction,
    Text,
    Bytes,
    Tuple,
    List,
    None,
    Function,
    /// A module of a library: one of the program may be replaced by any object.
    Module,
    /// A range or an iterator.
    Items,
    /// A dict or a view of one, which computes with whatever is iterated.
    Keys,
    Set,
}

/// Numbers of a list or tuple compute with numbers where an array holds them: that of the operand which is one, as it is
/// written.
fn as_array<'p>(machine: &mut Machine<'p>, operands: [&Value<'p>; 2], range: TextRange) -> Option<String> {
    let types = operands.map(|operand| machine.type_of(operand));
    if !types.iter().all(|ty| holds_numbers(ty) || ty.is_python_number()) {
        return None;
    }
    let module = machine.module();
    let written = machine.texts.operands(module.id, range).get(types.iter().position(holds_numbers)?)?;
    Some(format!("`np.array({})`?", module.snippet(*written)))
}

/// Is it a list or tuple of numbers, or of such?
fn holds_numbers(ty: &Ty) -> bool {
    let is_one = |item: &Ty| item.is_python_number() || holds_numbers(item);
    match ty.kind() {
        TyKind::List(items) | TyKind::Tuple(items) => !items.is_empty() && items.iter().all(is_one),
        TyKind::ListOf(item) | TyKind::TupleOf(item) => is_one(item),
        _ => false,
    }
}

/// Have values of these classes such an operator? Of numbers among themselves, the numbers say.
fn is_defined(op: Operator, x: OwnClass, y: OwnClass) -> bool {
    use OwnClass::{Bytes, Fraction, Int, Keys, List, Set, Text, Tuple};
    let of_sets = x == Keys || y == Keys || x == Set && y == Set;
    let is_sequence = |class| matches!(class, Text | Bytes | Tuple | List);
    match op {
        _ if matches!((x, y), (Int | Fraction, Int | Fraction)) => true,
        Operator::Add => x == y && is_sequence(x),
        Operator::Mult => is_sequence(x) && y == Int || x == Int && is_sequence(y),
        Operator::Mod => matches!(x, Text | Bytes),
        Operator::Sub | Operator::BitAnd | Operator::BitXor => of_sets,
        // In annotations it is a choice, which may be written with a text.
        Operator::BitOr => of_sets || [x, y].iter().any(|one| matches!(one, Text | OwnClass::None)),
        _ => false,
    }
}

fn is_ordered(x: OwnClass, y: OwnClass) -> bool {
    use OwnClass::{Bytes, Fraction, Int, Keys, List, Set, Text, Tuple};
    matches!((x, y), (Int | Fraction, Int | Fraction) | (Keys | Set, Keys | Set))
        || x == y && matches!(x, Text | Bytes | Tuple | List)
}

const SIGNS: [&str; 3] = ["__neg__", "__pos__", "__invert__"];
const ORDER: [&str; 4] = ["__lt__", "__le__", "__gt__", "__ge__"];

/// The class of Python's own that decides what an operator does, which has these methods: that of a named tuple is the
/// tuple, unless its own may define one of them.
fn class_without<'p>(machine: &Machine<'p>, operand: &Value<'p>, methods: &[&str]) -> Option<OwnClass> {
    match &operand.kind {
        Kind::Tuple(tuple) if let TupleClass::Program(class) = &tuple.class => {
            let is_own = methods.iter().any(|method| may_define(machine, class, method));
            (!is_own).then_some(OwnClass::Tuple)
        }
        _ => machine.state.own_class(operand),
    }
}

/// Do two values of Python's own classes have no such operator? What isn't known of may have any.
pub fn has_no_operator<'p>(machine: &mut Machine<'p>, op: Operator, left: &Value<'p>, right: &Value<'p>) -> bool {
    let (_, method, reflected) = spelling(op);
    let [x, y] = [left, right].map(|operand| class_without(machine, operand, &[method, reflected]));
    x.zip(y).is_some_and(|(x, y)| !is_defined(op, x, y))
        && !machine.may_be_guarded(left)
        && !machine.may_be_guarded(right)
}

/// A sign, or `~`, before a value of Python's own that isn't a number.
pub fn without_sign<'p>(machine: &mut Machine<'p>, sign: &str, operand: &Value<'p>, range: TextRange) -> Value<'p> {
    if class_without(machine, operand, &SIGNS).is_none() || machine.may_be_guarded(operand) {
        return Value::unknown();
    }
    let message = format!("bad operand type for unary {sign}: {}", machine.describe(operand));
    machine.refuse(range, message, &[operand])
}

/// Do two values of Python's own classes have no order? They are equal or not, whatever they are.
pub fn has_no_order<'p>(machine: &mut Machine<'p>, left: &Value<'p>, right: &Value<'p>) -> bool {
    let [x, y] = [left, right].map(|operand| class_without(machine, operand, &ORDER));
    x.zip(y).is_some_and(|(x, y)| !is_ordered(x, y)) && !machine.may_be_guarded(left) && !machine.may_be_guarded(right)
}

impl<'p> Machine<'p> {
    /// Does the class of an object say by NumPy's protocols what an array does with it?
    pub fn says_how_arrays_meet_it(&self, value: &Value<'p>) -> bool {
        let protocols = ["__array_ufunc__", "__array_priority__"];
        self.state.class_of(value).is_some_and(|class| {
            protocols.iter().any(|protocol| self.class_attribute(&class, Sym::new(protocol)).is_some())
        })
    }

    /// Python's arithmetic on its own numbers: exact on ints as far as expressions go.
    pub fn arithmetic(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let (Some(a), Some(b)) = (left.ty(), right.ty()) else { return Value::unknown() };
        let (symbol, ..) = spelling(op);
        let ints = a.int_value().zip(b.int_value());
        if let Some(result) = ints.and_then(|(x, y)| self.state.int_arithmetic(symbol, x, y)) {
            return Value::int(result);
        }
        let Some(Ok(result)) = python_operation(symbol, a, b) else {
            return self.unsupported(symbol, left, right, range);
        };
        let floats = number_value(a).zip(number_value(b)).and_then(|(x, y)| float_operation(symbol, x, y));
        match (result.kind(), floats) {
            (TyKind::Int, _) => self.state.some_int(),
            (TyKind::Float, Some(value)) => Value::data(Ty::float(value)),
            (TyKind::Float, None) if op == Operator::FloorDiv || self.state.keep_whole(op, [left, right]) => {
                Value::whole_float()
            }
            (TyKind::Union(_), Some(value)) if ints.is_none() => Value::data(Ty::float(value)),
            (TyKind::Union(_), _) => self.state.power(a, b),
            _ => Value::data(result),
        }
    }

    pub fn unsupported(&mut self, symbol: &str, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let operands = format!("{} and {}", self.describe(left), self.describe(right));
        let message = format!("unsupported operand types for {symbol}: {operands}");
        let refusal =
            Refusal::of(rules::UNSUPPORTED, range, message).resting_on(left.dependencies.and(right.dependencies));
        // What Python 2 gave for these is a list.
        let is_new = |one: &Value<'p>| {
            matches!(self.state.own_class(one), Some(OwnClass::Items | OwnClass::Keys | OwnClass::Set))
        };
        let differs = is_new(left) || is_new(right);
        let help = as_array(self, [left, right], range);
        let refusal = refusal.about_operands(self, [left, right]).help(help);
        self.refute(if differs { refusal.heeding_all() } else { refusal });
        Value::unknown()
    }

    pub fn sequence_operator(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>) -> Value<'p> {
        match op {
            Operator::Mod if is_text(left) => formatted(left),
            Operator::Add if is_text(left) && is_text(right) => match (left.str_value(), right.str_value()) {
                (Some(a), Some(b)) if a.len() + b.len() <= 64 => Value::data(Ty::str(&format!("{a}{b}"))),
                _ => Value::data(left.ty().map_or(Ty::unknown(), |ty| {
                    if matches!(ty.kind(), TyKind::Bytes) { ty } else { Ty::new(TyKind::Str) }
                })),
            },
            Operator::Mult if is_text(left) || is_text(right) => {
                let text = if is_text(left) { left } else { right };
                let bytes = matches!(text.ty().map(Ty::kind), Some(TyKind::Bytes));
                if bytes { Value::data(Ty::new(TyKind::Bytes)) } else { Value::str() }
            }
            Operator::Add => self.concatenated(left, right),
            Operator::Mult => {
                let (sequence, count) =
                    if left.int_value().is_some() || matches!(left.ty().map(Ty::kind), Some(TyKind::Int)) {
                        (right, left)
                    } else {
                        (left, right)
                    };
                self.repeated(sequence, count)
            }
            _ => Value::unknown(),
        }
    }

    pub fn concatenated(&mut self, left: &Value<'p>, right: &Value<'p>) -> Value<'p> {
        let part = |value: &Value<'p>| match &value.kind {
            Kind::Shape(shape) => Some(*shape),
            Kind::Tuple(tuple) => tuple.items.iter().map(Value::int_value).collect(),
            _ => None,
        };
        if matches!(left.kind, Kind::Shape(_)) || matches!(right.kind, Kind::Shape(_)) {
            return match part(left).zip(part(right)).and_then(|(a, b)| a.append(b)) {
                Some(shape) => self.state.shape_value(shape),
                None => Value::unknown(),
            };
        }
        match (&left.kind, &right.kind) {
            (Kind::Tuple(x), Kind::Tuple(y)) => Value::tuple(x.items.iter().chain(&y.items).cloned().collect()),
            (Kind::Object(x), Kind::Object(y)) => {
                match (self.state.heap.get(*x).clone(), self.state.heap.get(*y).clone()) {
                    (Object::List(x), Object::List(y)) => self.list(x.into_iter().chain(y).collect()),
                    (Object::ListOf { item, len }, Object::List(items))
                    | (Object::List(items), Object::ListOf { item, len }) => {
                        let count = as_dim(items.len());
                        let all: Vec<_> = std::iter::once(item).chain(items).collect();
                        let item = self.state.summarise(&all).unwrap_or_else(Value::unknown);
                        self.list_of(item, len.plus(count))
                    }
                    (Object::ListOf { item: a, len: m }, Object::ListOf { item: b, len: n }) => {
                        let item = self.state.join_elements(&a, &b);
                        self.list_of(item, m.plus(n))
                    }
                    _ => Value::unknown(),
                }
            }
            _ => Value::unknown(),
        }
    }

    fn repeated(&mut self, sequence: &Value<'p>, count: &Value<'p>) -> Value<'p> {
        let times = count.constant_int().map(|count| usize::try_from(count.max(0)).unwrap_or(0));
        match &sequence.kind {
            Kind::Tuple(tuple) => match times {
                Some(times) if tuple.items.len() * times <= 256 => {
                    Value::tuple(std::iter::repeat_n(tuple.items.clone(), times).flatten().collect())
                }
                _ => Value::unknown(),
            },
            Kind::Object(id) => match self.state.heap.get(*id).clone() {
                Object::List(items) => match times {
                    Some(times) if items.len() * times <= 256 => {
                        self.list(std::iter::repeat_n(items, times).flatten().collect())
                    }
                    _ => {
                        let len = as_dim(items.len());
                        let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                        let len = count.int_value().map_or_else(
                            || self.state.store.fresh_dim(conformable_types::FreshKind::Unknown),
                            |count| len.times(Dim::max([count, Dim::ZERO])),
                        );
                        self.list_of(item, len)
                    }
                },
                Object::ListOf { item, .. } => {
                    let len = self.state.store.fresh_dim(conformable_types::FreshKind::Unknown);
                    self.list_of(item, len)
                }
                _ => Value::unknown(),
            },
            _ => Value::unknown(),
        }
    }
}

/// An array whose elements may be anything.
pub fn holds_objects(value: &Value<'_>) -> bool {
    let elem = value.ty().and_then(Ty::as_array).map(|(elem, _)| elem);
    elem.is_some_and(|elem| elem.dtype().is_none_or(|dtype| !dtype.is_number()))
}

/// An array of nothing: whatever the operator does to elements, it does to none.
pub fn has_no_elements(value: &Value<'_>) -> bool {
    let shape = value.ty().and_then(Ty::as_array).and_then(|(_, shape)| shape.dims());
    shape.is_some_and(|dims| dims.contains(&Dim::ZERO))
}

/// A NumPy scalar, not an array without dims.
pub fn is_scalar(value: &Value<'_>) -> bool {
    value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Scalar(_)))
}

/// How an operator is written, and the methods that a class may define for it.
pub fn spelling(op: Operator) -> (&'static str, &'static str, &'static str) {
    match op {
        Operator::Add => ("+", "__add__", "__radd__"),
        Operator::Sub => ("-", "__sub__", "__rsub__"),
        Operator::Mult => ("*", "__mul__", "__rmul__"),
        Operator::MatMult => ("@", "__matmul__", "__rmatmul__"),
        Operator::Div => ("/", "__truediv__", "__rtruediv__"),
        Operator::Mod => ("%", "__mod__", "__rmod__"),
        Operator::Pow => ("**", "__pow__", "__rpow__"),
        Operator::LShift => ("<<", "__lshift__", "__rlshift__"),
        Operator::RShift => (">>", "__rshift__", "__rrshift__"),
        Operator::BitOr => ("|", "__or__", "__ror__"),
        Operator::BitXor => ("^", "__xor__", "__rxor__"),
        Operator::BitAnd => ("&", "__and__", "__rand__"),
        Operator::FloorDiv => ("//", "__floordiv__", "__rfloordiv__"),
    }
}

/// What a text or bytes give whose places are filled in by `%`.
pub fn formatted<'p>(text: &Value<'p>) -> Value<'p> {
    match text.ty().map(Ty::kind) {
        Some(TyKind::Bytes) => Value::data(Ty::new(TyKind::Bytes)),
        _ => Value::str(),
    }
}

pub fn is_text(value: &Value<'_>) -> bool {
    value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes))
}

fn is_of_machine_ints(ty: Ty) -> bool {
    ty.as_array().is_some_and(|(elem, _)| elem.dtype() == Some(DType::INT64))
}

impl<'p> State<'p> {
    /// A number of NumPy's or an array, nobody knows which.
    pub fn may_be_scalar(&self, value: &Value<'p>) -> bool {
        match value.ty().map(Ty::kind) {
            Some(TyKind::Decay { .. }) => true,
            Some(TyKind::Array { shape, .. }) => self.store.resolve_shape(*shape).rank().is_none(),
            _ => false,
        }
    }

    /// A number of NumPy's that was computed from numbers of known value: sizes, which no machine int is too small for, and
    /// floats.
    pub fn with_its_number(
        &mut self,
        op: Operator,
        left: &Value<'p>,
        right: &Value<'p>,
        result: Value<'p>,
    ) -> Value<'p> {
        let is_size = matches!(op, Operator::Add | Operator::Sub | Operator::Mult)
            && result.array().is_none()
            && result.ty() == Some(Ty::scalar(DType::INT64));
        if result.ty() == Some(Ty::scalar(DType::FLOAT64)) {
            let numbers = left.number_value().zip(right.number_value());
            let number = numbers.and_then(|(x, y)| float_operation(spelling(op).0, x, y));
            return match number {
                Some(number) => {
                    Value { kind: Kind::Floating(Ty::scalar(DType::FLOAT64), Some(number.to_bits())), ..result }
                }
                None => result,
            };
        }
        if let Kind::Array(array) = result.kind {
            let (attained, elements) =
                self.elements_by(op, left, right).filter(|_| is_of_machine_ints(array.ty)).unzip();
            return Value { kind: Kind::Array(Array { attained, elements: elements.flatten(), ..array }), ..result };
        }
        let known = left.int_value().zip(right.int_value()).filter(|_| is_size);
        match known.and_then(|(x, y)| self.int_arithmetic(spelling(op).0, x, y)) {
            Some(number) => Value { kind: Kind::Integer(Ty::scalar(DType::INT64), number), ..result },
            None => result,
        }
    }

    /// The least and the greatest element, and the elements, of an array of machine ints to which an int is added, or which is
    /// subtracted from it or from which it is.
    fn elements_by(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>) -> Option<((Dim, Dim), Option<Ty>)> {
        let (array, number) = match (&left.kind, &right.kind) {
            (Kind::Array(array), _) => (array, right.int_value()?),
            (_, Kind::Array(array)) => (array, left.int_value()?),
            _ => return None,
        };
        let array = self.current(array);
        let (least, greatest) = array.attained.filter(|_| is_of_machine_ints(array.ty))?;
        let is_left = left.array().is_some();
        let made = |element: Dim| match is_left {
            true => self.int_arithmetic(spelling(op).0, element, number),
            false => self.int_arithmetic(spelling(op).0, number, element),
        };
        let (a, b) = (made(least)?, made(greatest)?);
        let attained = match op {
            Operator::Add => (a, b),
            Operator::Sub => {
                if is_left {
                    (a, b)
                } else {
                    (b, a)
                }
            }
            _ => return None,
        };
        let row = array.elements.and_then(Ty::items);
        let elements = row.and_then(|row| {
            row.iter().map(|item| Some(Ty::int(made(item.int_value()?)?))).collect::<Option<Vec<Ty>>>()
        });
        Some((attained, elements.map(Ty::list)))
    }

    /// Does an operator make a whole number of two?
    fn keep_whole(&self, op: Operator, operands: [&Value<'p>; 2]) -> bool {
        matches!(op, Operator::Add | Operator::Sub | Operator::Mult | Operator::Mod)
            && operands.iter().all(|operand| self.is_whole_number(operand))
    }

    /// A power that is no complex number's: of which kind its sign and the exponent's decide.
    pub fn power(&mut self, a: Ty, b: Ty) -> Value<'p> {
        let is_integral = |ty: Ty| matches!(ty.weak(), Some(Weak::Bool | Weak::Int));
        match (is_integral(a), is_integral(b)) {
            (true, true) => match b.int_value() {
                // More than 64 bits.
                Some(power) if a.int_value().and_then(Dim::constant).is_some() && power.constant() >= Some(0) => {
                    Value::unknown()
                }
                Some(power) if self.store.ask_le(Dim::ZERO, power).is_yes() => self.some_int(),
                Some(power) if self.store.ask_le(power.plus(1), Dim::ZERO).is_yes() => {
                    Value::data(Ty::new(TyKind::Float))
                }
                _ => Value::unknown(),
            },
            // Of a negative number a fractional power is complex.
            (false, false) if number_value(a).is_none_or(|x| x <= 0.0) => Value::unknown(),
            _ => Value::data(Ty::new(TyKind::Float)),
        }
    }

    pub fn int_arithmetic(&self, symbol: &str, x: Dim, y: Dim) -> Option<Dim> {
        int_operation(symbol, self.store.resolve_dim(x), self.store.resolve_dim(y))
    }

    /// The class of Python's own that decides what operators do with a value, if it is one of these.
    pub fn own_class(&self, value: &Value<'p>) -> Option<OwnClass> {
        Some(match (self.operand(value), &value.kind) {
            (Operand::Number, Kind::Data(ty) | Kind::Floating(ty, _)) => match ty.kind() {
                TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_) => OwnClass::Int,
                TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex => OwnClass::Fraction,
                _ => return None,
            },
            (Operand::None, _) => OwnClass::None,
            (Operand::Function, _) => OwnClass::Function,
            (_, Kind::Namespace(_)) => OwnClass::Module,
            (_, Kind::Module(module)) if module.is_model => OwnClass::Module,
            (_, Kind::Builtin(path)) if KNOWN.modules.contains(path.as_str()) => OwnClass::Module,
            (_, Kind::Tuple(tuple)) if tuple.is_plain() || matches!(tuple.class, TupleClass::Catalogue(_)) => {
                OwnClass::Tuple
            }
            (_, Kind::Shape(_)) => OwnClass::Tuple,
            (_, Kind::Object(id)) => match self.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } => OwnClass::List,
                Object::TupleOf { .. } => OwnClass::Tuple,
                Object::Range(_) | Object::Iterator(_) => OwnClass::Items,
                // Counters are added, and have a sign.
                Object::Dict(Entries { missing: Some(_), .. }) => return None,
                Object::Set(_) => OwnClass::Set,
                Object::Dict(_) | Object::View { .. } => OwnClass::Keys,
                _ => return None,
            },
            (Operand::Sequence, Kind::Data(ty)) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => OwnClass::Text,
                TyKind::Bytes => OwnClass::Bytes,
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// `items * count`, or the other way round: the items again and again. A number that is no int doesn't count.
pub fn repeated_by_scalar<'p>(
    machine: &mut Machine<'p>,
    operands: [&Value<'p>; 2],
    (sequence, count): (&Value<'p>, &Value<'p>),
    range: TextRange,
) -> Value<'p> {
    let is_fraction = |ty: Ty| match ty.kind() {
        TyKind::Scalar(elem) => elem.dtype().is_some_and(|dtype| {
            dtype.is_number() && !conformable_types::dtype::is_subdtype(dtype, "integer").unwrap_or(true)
        }),
        _ => false,
    };
    match count.ty().is_some_and(is_fraction) {
        true => machine.unsupported("*", operands[0], operands[1], range),
        false => machine.repeated(sequence, count),
    }
}
