//! Arithmetic: Python's on its own numbers and sequences, the catalogue's on arrays.

use conformable_types::arithmetic::{float_operation, int_operation, number_value, python_operation};
use conformable_types::dtype::{Kind as DTypeKind, Weak};
use conformable_types::{DType, Dim, Ty, TyKind};
use ruff_python_ast::{Operator, UnaryOp};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, Tuple, TupleClass, Value, as_dim};
use crate::eval::{Evaluator, Machine, Tentative};

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

/// What kind of operand a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// An array or a NumPy scalar: the catalogue decides.
    Array,
    /// A Python number.
    Number,
    /// A list, tuple or string.
    Sequence,
    Instance,
    None,
    /// A function or a method, which does no arithmetic.
    Function,
    Other,
}

fn is_text(value: &Value<'_>) -> bool {
    value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes))
}

/// What a text or bytes give whose places are filled in by `%`.
fn formatted<'p>(text: &Value<'p>) -> Value<'p> {
    match text.ty().map(Ty::kind) {
        Some(TyKind::Bytes) => Value::data(Ty::new(TyKind::Bytes)),
        _ => Value::str(),
    }
}

/// A class, a choice of classes, or the `None` that stands for its own.
fn is_class(value: &Value<'_>) -> bool {
    match &value.kind {
        // A name of a module that isn't known may be a flag.
        Kind::Builtin(name) => !name.as_str().contains('.'),
        Kind::Class(_) => true,
        Kind::Tuple(tuple) => !tuple.items.is_empty() && tuple.items.iter().all(is_class),
        _ => false,
    }
}

/// NumPy's texts are Python's: alone they do what these do.
fn as_text<'p>(value: &Value<'p>, other: &Value<'p>) -> Value<'p> {
    let plain = match value.ty().map(Ty::kind) {
        Some(TyKind::Scalar(elem)) if other.array().is_none() => match elem.dtype().map(DType::kind) {
            Some(DTypeKind::Str) => Some(TyKind::Str),
            Some(DTypeKind::Bytes) => Some(TyKind::Bytes),
            _ => None,
        },
        _ => None,
    };
    plain.map_or_else(|| value.clone(), |kind| Value { kind: Kind::Data(Ty::new(kind)), ..value.clone() })
}

impl<'p> Evaluator<'p> {
    pub fn binary(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(left.kind, Kind::Union(_)) || matches!(right.kind, Kind::Union(_)) {
            return self.each_member(&[left, right], |evaluator, members| {
                evaluator.binary(op, &members[0], &members[1], range)
            });
        }
        let (left, right) = (&self.settle(left), &self.settle(right));
        let (left, right) = (&as_text(left, right), &as_text(right, left));
        let (symbol, method, reflected) = spelling(op);
        let dependencies = left.dependencies.and(right.dependencies);
        // `int | float` is a choice of classes, as `isinstance` takes it.
        if op == Operator::BitOr && is_class(left) && is_class(right) {
            return Tuple::of(vec![left.clone(), right.clone()], TupleClass::Choice).into();
        }
        if let Some(result) = self.registered_operator(symbol, left, right, range) {
            return result.with_dependencies(dependencies);
        }
        let result = match (self.operand(left), self.operand(right)) {
            // An array asks what such an object is: it may compute with each of its elements.
            (Operand::Array, Operand::Instance) if !self.says_how_arrays_meet_it(right) => Value::unknown(),
            (Operand::Instance, _) | (_, Operand::Instance) => {
                return self
                    .operator_method(left, right, method, reflected, range)
                    .unwrap_or_else(Value::unknown)
                    .with_dependencies(dependencies);
            }
            // A string formats its right side, whatever that is.
            (Operand::Sequence, _) if op == Operator::Mod && is_text(left) => formatted(left),
            // What may be a scalar leaves this to the sequence.
            (Operand::Sequence, Operand::Array) if op == Operator::Mult && self.may_be_scalar(right) => {
                Value::unknown()
            }
            (Operand::Array, Operand::Sequence) if op == Operator::Mult && self.may_be_scalar(left) => Value::unknown(),
            // NumPy's scalars leave this to the sequence.
            (Operand::Sequence, Operand::Array) if op == Operator::Mult && is_scalar(right) => {
                self.repeated(left, right, range)
            }
            (Operand::Array, Operand::Sequence) if op == Operator::Mult && is_scalar(left) => {
                self.repeated(right, left, range)
            }
            (Operand::Array, Operand::Array | Operand::Number | Operand::Sequence)
            | (Operand::Number | Operand::Sequence, Operand::Array) => {
                let result = self.operator_call(symbol, left, right, range);
                self.with_its_number(op, left, right, result)
            }
            (Operand::Array, _) | (_, Operand::Array)
                if [left, right].iter().any(|one| matches!(one.kind, Kind::LargeInt(_))) =>
            {
                self.operator_call(symbol, left, right, range)
            }
            (Operand::Number, Operand::Number) => self.arithmetic(op, left, right, range),
            // An object that isn't known decides by itself what an operator does.
            (Operand::Sequence, Operand::Other | Operand::Function)
            | (Operand::Other | Operand::Function, Operand::Sequence) => Value::unknown(),
            (Operand::Sequence, _) | (_, Operand::Sequence) => self.sequence_operator(op, left, right, range),
            (Operand::None, Operand::Number | Operand::Array)
            | (Operand::Number | Operand::Array, Operand::None)
            | (Operand::Array | Operand::Number, Operand::Function)
            | (Operand::Function, Operand::Array | Operand::Number)
                if !self.may_be_guarded(left)
                    && !self.may_be_guarded(right)
                    && !holds_objects(left)
                    && !holds_objects(right)
                    && !has_no_elements(left)
                    && !has_no_elements(right) =>
            {
                self.unsupported(symbol, left, right, range)
            }
            _ => Value::unknown(),
        };
        result.with_dependencies(dependencies)
    }

    fn operator_method(
        &mut self,
        left: &Value<'p>,
        right: &Value<'p>,
        method: &str,
        reflected: &str,
        range: TextRange,
    ) -> Option<Value<'p>> {
        // A class that derives from the left side's is asked first.
        if let (Some(own), Some(other)) = (self.class_of(left), self.class_of(right))
            && other.above.iter().flatten().any(|class| class.is_same(&own))
        {
            return self.call_method(right, reflected, vec![left.clone()], range).map(|_| Value::unknown());
        }
        self.call_method(left, method, vec![right.clone()], range)
            .or_else(|| self.call_method(right, reflected, vec![left.clone()], range))
    }

    pub fn unary(&mut self, op: UnaryOp, operand: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(operand.kind, Kind::Union(_)) {
            return self.each_member(&[operand], |evaluator, members| evaluator.unary(op, &members[0], range));
        }
        if op == UnaryOp::Not {
            let truth = self.truth(operand, range).negate();
            return self.truth_of(truth).with_dependencies(operand.dependencies);
        }
        let (symbol, method) = match op {
            UnaryOp::USub => ("neg", "__neg__"),
            UnaryOp::UAdd => ("pos", "__pos__"),
            _ => ("~", "__invert__"),
        };
        let result = match self.operand(operand) {
            Operand::Array => self.unary_operator_call(symbol, operand, range),
            Operand::Number => {
                let ty = operand.ty().expect("a number has a type");
                match (ty.kind(), op) {
                    (TyKind::IntOf(_) | TyKind::LitBool(_), UnaryOp::USub) => {
                        Value::int(ty.int_value().expect("an int").negated())
                    }
                    // Known truths of NumPy's are written as Python's bools, which invert to other things.
                    (TyKind::LitBool(_), UnaryOp::Invert) => Value::unknown(),
                    (TyKind::IntOf(_), UnaryOp::Invert) => {
                        Value::int(ty.int_value().expect("an int").negated().minus(1))
                    }
                    (TyKind::LitFloat(bits), UnaryOp::USub) => Value::data(Ty::float(-f64::from_bits(*bits))),
                    (TyKind::LitBool(value), UnaryOp::UAdd) => Value::int(i64::from(*value)),
                    (TyKind::Bool, _) => Value::data(Ty::new(TyKind::Int)),
                    (TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex, UnaryOp::Invert) => {
                        let message = format!("bad operand type for unary ~: {}", self.describe(operand));
                        self.refuse(range, message, &[operand])
                    }
                    _ => operand.clone(),
                }
            }
            Operand::Instance => self.call_method(operand, method, Vec::new(), range).unwrap_or_else(Value::unknown),
            Operand::None if !self.may_be_guarded(operand) => {
                let message =
                    format!("bad operand type for unary {}: None", if op == UnaryOp::USub { "-" } else { "+" });
                self.refuse(range, message, &[operand])
            }
            Operand::Sequence | Operand::Function | Operand::Other | Operand::None => Value::unknown(),
        };
        Value { origin: None, ..result.with_dependencies(operand.dependencies) }
    }

    pub fn format_spec(
        &mut self,
        value: &Value<'p>,
        spec: &'p ruff_python_ast::InterpolatedStringFormatSpec,
        range: TextRange,
    ) {
        if let Kind::Array(array) = &value.kind {
            let text = spec.elements.literals().map(|literal| literal.value.to_string()).collect::<String>();
            if array.ty.as_array().is_some_and(|(_, shape)| shape.rank().is_some_and(|rank| rank > 0))
                && !text.is_empty()
            {
                let shown = self.show(array.ty);
                let message = format!("an array has no format '{text}': {shown}");
                self.refuse(range, message, &[value]);
            }
        }
        if let Some(container) = self.container_name(value)
            && !spec.elements.is_empty()
        {
            let message = format!("a {container} has no format: {}", self.describe(value));
            self.refuse(range, message, &[value]);
        }
        for element in spec.elements.interpolations() {
            self.expr(&element.expression);
        }
    }
}

impl<'p> Machine<'p> {
    pub fn operand(&self, value: &Value<'p>) -> Operand {
        match &value.kind {
            Kind::Array(_) | Kind::Integer(..) => Operand::Array,
            Kind::Data(ty) => match ty.kind() {
                TyKind::Scalar(_) | TyKind::Decay { .. } => Operand::Array,
                _ if ty.is_python_number() => Operand::Number,
                TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes | TyKind::TupleOf(_) => Operand::Sequence,
                TyKind::None => Operand::None,
                _ => Operand::Other,
            },
            Kind::Method(_) | Kind::Function(_) => Operand::Function,
            Kind::Tuple(_) | Kind::Shape(_) => Operand::Sequence,
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } => Operand::Sequence,
                Object::Instance { .. } => Operand::Instance,
                _ => Operand::Other,
            },
            _ => Operand::Other,
        }
    }

    /// Does the class of an object say by NumPy's protocols what an array does with it?
    fn says_how_arrays_meet_it(&self, value: &Value<'p>) -> bool {
        let protocols = ["__array_ufunc__", "__array_priority__"];
        self.class_of(value).is_some_and(|class| {
            protocols.iter().any(|protocol| self.class_attribute(&class, Sym::new(protocol)).is_some())
        })
    }

    /// A number of NumPy's or an array, nobody knows which.
    fn may_be_scalar(&self, value: &Value<'p>) -> bool {
        match value.ty().map(Ty::kind) {
            Some(TyKind::Decay { .. }) => true,
            Some(TyKind::Array { shape, .. }) => self.state.store.resolve_shape(*shape).rank().is_none(),
            _ => false,
        }
    }

    /// A NumPy integer that was computed from integers of known value: sizes, which no machine int is too small for.
    fn with_its_number(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, result: Value<'p>) -> Value<'p> {
        let is_size = matches!(op, Operator::Add | Operator::Sub | Operator::Mult)
            && result.array().is_none()
            && result.ty() == Some(Ty::scalar(DType::INT64));
        let known = left.int_value().zip(right.int_value()).filter(|_| is_size);
        match known.and_then(|(x, y)| self.int_arithmetic(spelling(op).0, x, y)) {
            Some(number) => Value { kind: Kind::Integer(Ty::scalar(DType::INT64), number), ..result },
            None => result,
        }
    }

    /// Python's arithmetic on its own numbers: exact on ints as far as expressions go.
    fn arithmetic(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let (Some(a), Some(b)) = (left.ty(), right.ty()) else { return Value::unknown() };
        let (symbol, ..) = spelling(op);
        let ints = a.int_value().zip(b.int_value());
        if let Some(result) = ints.and_then(|(x, y)| self.int_arithmetic(symbol, x, y)) {
            return Value::int(result);
        }
        let Some(Ok(result)) = python_operation(symbol, a, b) else {
            return self.unsupported(symbol, left, right, range);
        };
        let floats = number_value(a).zip(number_value(b)).and_then(|(x, y)| float_operation(symbol, x, y));
        match (result.kind(), floats) {
            (TyKind::Int, _) => self.some_int(),
            (TyKind::Float, Some(value)) => Value::data(Ty::float(value)),
            (TyKind::Union(_), Some(value)) if ints.is_none() => Value::data(Ty::float(value)),
            (TyKind::Union(_), _) => self.power(a, b),
            _ => Value::data(result),
        }
    }

    /// A power that is no complex number's: of which kind its sign and the exponent's decide.
    fn power(&mut self, a: Ty, b: Ty) -> Value<'p> {
        let is_integral = |ty: Ty| matches!(ty.weak(), Some(Weak::Bool | Weak::Int));
        match (is_integral(a), is_integral(b)) {
            (true, true) => match b.int_value() {
                // More than 64 bits.
                Some(power) if a.int_value().and_then(Dim::constant).is_some() && power.constant() >= Some(0) => {
                    Value::unknown()
                }
                Some(power) if self.state.store.ask_le(Dim::ZERO, power).is_yes() => self.some_int(),
                Some(power) if self.state.store.ask_le(power.plus(1), Dim::ZERO).is_yes() => {
                    Value::data(Ty::new(TyKind::Float))
                }
                _ => Value::unknown(),
            },
            // Of a negative number a fractional power is complex.
            (false, false) if number_value(a).is_none_or(|x| x <= 0.0) => Value::unknown(),
            _ => Value::data(Ty::new(TyKind::Float)),
        }
    }

    fn int_arithmetic(&self, symbol: &str, x: Dim, y: Dim) -> Option<Dim> {
        int_operation(symbol, self.state.store.resolve_dim(x), self.state.store.resolve_dim(y))
    }

    fn unsupported(&mut self, symbol: &str, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let operands = format!("{} and {}", self.describe(left), self.describe(right));
        self.refuse(range, format!("unsupported operand types for {symbol}: {operands}"), &[left, right])
    }

    fn sequence_operator(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
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
            Operator::Add => self.concatenated(left, right, range),
            Operator::Mult => {
                let (sequence, count) =
                    if left.int_value().is_some() || matches!(left.ty().map(Ty::kind), Some(TyKind::Int)) {
                        (right, left)
                    } else {
                        (left, right)
                    };
                self.repeated(sequence, count, range)
            }
            // Python's sequences have no other arithmetic, among themselves or with numbers.
            _ if self.is_plain_operand(left) && self.is_plain_operand(right) => {
                self.unsupported(spelling(op).0, left, right, range)
            }
            _ => Value::unknown(),
        }
    }

    /// A tuple, a list, or a number: not something that could define the operator itself.
    fn is_plain_operand(&self, value: &Value<'p>) -> bool {
        match &value.kind {
            Kind::Tuple(tuple) => tuple.is_plain() || matches!(tuple.class, TupleClass::Catalogue(_)),
            Kind::Object(id) => matches!(self.state.heap.get(*id), Object::List(_) | Object::ListOf { .. }),
            Kind::Data(_) => self.operand(value) == Operand::Number,
            _ => false,
        }
    }

    fn concatenated(&mut self, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let part = |value: &Value<'p>| match &value.kind {
            Kind::Shape(shape) => Some(*shape),
            Kind::Tuple(tuple) => tuple.items.iter().map(Value::int_value).collect(),
            _ => None,
        };
        if matches!(left.kind, Kind::Shape(_)) || matches!(right.kind, Kind::Shape(_)) {
            return match part(left).zip(part(right)).and_then(|(a, b)| a.append(b)) {
                Some(shape) => self.shape_value(shape),
                None => Value::unknown(),
            };
        }
        match (&left.kind, &right.kind) {
            (Kind::Tuple(x), Kind::Tuple(y)) => Value::tuple(x.items.iter().chain(&y.items).cloned().collect()),
            (Kind::Tuple(_), Kind::Data(ty)) | (Kind::Data(ty), Kind::Tuple(_))
                if matches!(ty.kind(), TyKind::Int | TyKind::IntOf(_) | TyKind::Float) =>
            {
                let message = format!("cannot add {} and {}", self.describe(left), self.describe(right));
                self.refuse(range, message, &[left, right])
            }
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
                        let item = self.state.join_values(&a, &b);
                        self.list_of(item, m.plus(n))
                    }
                    _ => Value::unknown(),
                }
            }
            _ => Value::unknown(),
        }
    }

    fn repeated(&mut self, sequence: &Value<'p>, count: &Value<'p>, range: TextRange) -> Value<'p> {
        let fraction = |ty: Ty| match ty.kind() {
            TyKind::Float | TyKind::LitFloat(_) => true,
            TyKind::Scalar(elem) => elem.dtype().is_some_and(|dtype| {
                dtype.is_number() && !conformable_types::dtype::is_subdtype(dtype, "integer").unwrap_or(true)
            }),
            _ => false,
        };
        if count.ty().is_some_and(fraction) {
            let message = format!("cannot repeat {} {} times", self.describe(sequence), self.describe(count));
            return self.refuse(range, message, &[sequence, count]);
        }
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
fn holds_objects(value: &Value<'_>) -> bool {
    let elem = value.ty().and_then(Ty::as_array).map(|(elem, _)| elem);
    elem.is_some_and(|elem| elem.dtype().is_none_or(|dtype| !dtype.is_number()))
}

/// An array of nothing: whatever the operator does to elements, it does to none.
fn has_no_elements(value: &Value<'_>) -> bool {
    let shape = value.ty().and_then(Ty::as_array).and_then(|(_, shape)| shape.dims());
    shape.is_some_and(|dims| dims.contains(&Dim::ZERO))
}

/// A NumPy scalar, not an array without dims.
fn is_scalar(value: &Value<'_>) -> bool {
    value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Scalar(_)))
}
