//! Arithmetic: Python's on its own numbers and sequences, the catalogue's on arrays.

use conformable_types::dtype::DTypeKind;
use conformable_types::{DType, Ty, TyKind};
use ruff_python_ast::{ExprBinOp, Operator, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::operand::Operand;
use crate::domain::value::{Kind, TupleClass, Value};
use crate::eval::catalogue_bridge::registered::{Called, operator_of_object};
use crate::eval::python::arithmetic::{
    formatted, has_no_elements, has_no_operator, holds_objects, is_scalar, is_text, repeated_by_scalar, spelling,
    without_sign,
};
use crate::eval::python::formats::fill_places;
use crate::eval::python::indexing::no_index_in;
use crate::eval::python::shaped::operator_of_shaped;
use crate::eval::python::uses::{is_left_to_the_other, lacks_method};
use crate::eval::{Evaluator, Tentative};

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

/// How an operator of one operand is written.
fn sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::USub => "-",
        UnaryOp::UAdd => "+",
        UnaryOp::Invert => "~",
        UnaryOp::Not => "not",
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

/// NumPy's `float64` is one of Python's floats, and that is what a complex number of Python's on its left takes it for: the
/// result is Python's. Other numbers of Python's leave it to NumPy, as a base class does.
pub(super) fn as_float<'p>(right: &Value<'p>, left: &Value<'p>) -> Value<'p> {
    let is_float64 = right.ty().is_some_and(|ty| *ty.kind() == TyKind::Scalar(DType::FLOAT64.into()));
    match left.ty().map(Ty::kind) {
        Some(TyKind::Complex) if is_float64 => Value { kind: Kind::Data(Ty::new(TyKind::Float)), ..right.clone() },
        _ => right.clone(),
    }
}

/// A float that is none but for one of two operands: of `i + 1`, `i` is. A quotient is one whatever it is of.
pub fn note_derived<'p>(
    evaluator: &mut Evaluator<'p>,
    operation: &ExprBinOp,
    operands: [&Value<'p>; 2],
    value: &Value<'p>,
) {
    let is_int = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Int | TyKind::IntOf(_)));
    let of = match operands {
        _ if operation.op == Operator::Div || no_index_in(value).is_none() => return,
        [float, int] | [int, float] if is_int(int) && no_index_in(float).is_some() => float,
        _ => return,
    };
    if let Some(cause) = evaluator.output.cause_of(of) {
        let made = (evaluator.module().id, operation.range());
        evaluator.output.derived.insert(made, cause);
    }
}

impl<'p> Evaluator<'p> {
    pub fn binary(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(left.kind, Kind::Union(_)) || matches!(right.kind, Kind::Union(_)) {
            return self.each_member(&[left, right], |evaluator, members| {
                evaluator.binary(op, &members[0], &members[1], range)
            });
        }
        // Bits that are set together are a member again.
        let is_of_bits = matches!(op, Operator::BitOr | Operator::BitAnd | Operator::BitXor);
        if is_of_bits && [left, right].iter().any(|one| self.state.number_of_member(one).is_some()) {
            return Value::unknown();
        }
        let (left, right) =
            (&self.state.settle(&self.state.as_number(left)), &self.state.settle(&self.state.as_number(right)));
        let (left, right) = (&as_text(left, right), &as_text(right, left));
        let right = &as_float(right, left);
        let (symbol, method, reflected) = spelling(op);
        let dependencies = left.dependencies.and(right.dependencies);
        // `int | float` is a choice of classes, as `isinstance` takes it.
        if op == Operator::BitOr && is_class(left) && is_class(right) {
            return Kind::tuple(vec![left.clone(), right.clone()], TupleClass::Choice).into();
        }
        if let (Operator::BitOr, Some(mut entries), Some(more)) =
            (op, self.state.dict_of(left), self.state.dict_of(right))
            && entries.missing.is_none()
            && more.missing.is_none()
        {
            self.spread(&mut entries, Some(more));
            return self.new_dict(entries).with_dependencies(dependencies);
        }
        if let Some(result) = self.registered_operator(Called { symbol, method, reflected }, left, right, range) {
            return result.with_dependencies(dependencies);
        }
        if has_no_operator(self, op, left, right) {
            return self.unsupported(symbol, left, right, range).with_dependencies(dependencies);
        }
        let result = match (self.state.operand(left), self.state.operand(right)) {
            // An array asks what such an object is: it may compute with each of its elements.
            (Operand::Array, Operand::Instance) if !self.says_how_arrays_meet_it(right) => Value::unknown(),
            (Operand::Instance, _) | (_, Operand::Instance) => {
                return self
                    .operator_method(left, right, Called { symbol, method, reflected }, range)
                    .unwrap_or_else(Value::unknown)
                    .with_dependencies(dependencies);
            }
            // A string formats its right side, whatever that is.
            (Operand::Sequence, _) if op == Operator::Mod && is_text(left) => {
                let text = left.str_value().and_then(|text| fill_places(self, text, right, range));
                text.map_or_else(|| formatted(left), |text| Value::data(Ty::str(&text)))
            }
            // What may be a scalar leaves this to the sequence.
            (Operand::Sequence, Operand::Array) if op == Operator::Mult && self.state.may_be_scalar(right) => {
                Value::unknown()
            }
            (Operand::Array, Operand::Sequence) if op == Operator::Mult && self.state.may_be_scalar(left) => {
                Value::unknown()
            }
            // NumPy's scalars leave this to the sequence.
            (Operand::Sequence, Operand::Array) if op == Operator::Mult && is_scalar(right) => {
                repeated_by_scalar(self, [left, right], (left, right), range)
            }
            (Operand::Array, Operand::Sequence) if op == Operator::Mult && is_scalar(left) => {
                repeated_by_scalar(self, [left, right], (right, left), range)
            }
            (Operand::Array, Operand::Array | Operand::Number | Operand::Sequence)
            | (Operand::Number | Operand::Sequence, Operand::Array) => {
                let result = self.operator_call(symbol, left, right, range);
                self.state.with_its_number(op, left, right, result)
            }
            (Operand::Array, _) | (_, Operand::Array)
                if [left, right].iter().any(|one| matches!(one.kind, Kind::LargeInt(_))) =>
            {
                self.operator_call(symbol, left, right, range)
            }
            (Operand::Number, Operand::Number) => self.arithmetic(op, left, right, range),
            _ if matches!(left.kind, Kind::Shaped(_)) || matches!(right.kind, Kind::Shaped(_)) => {
                operator_of_shaped(self, op, left, right, range)
            }
            // An object that isn't known decides by itself what an operator does.
            (Operand::Sequence, Operand::Other) | (Operand::Other, Operand::Sequence) => {
                // What it gives may hold the items: a list beside a list.
                [left, right].into_iter().for_each(|operand| self.state.heap.forget_items(operand));
                Value::unknown()
            }
            (Operand::Sequence, _) | (_, Operand::Sequence) => self.sequence_operator(op, left, right),
            (Operand::None | Operand::Function, Operand::Array)
            | (Operand::Array, Operand::None | Operand::Function)
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
        Called { symbol, method, reflected }: Called<'_>,
        range: TextRange,
    ) -> Option<Value<'p>> {
        // A class that derives from the left side's is asked first.
        if let (Some(own), Some(other)) = (self.state.class_of(left), self.state.class_of(right))
            && other.above.iter().flatten().any(|class| class.is_same(&own))
        {
            return self.call_method(right, reflected, vec![left.clone()], range).map(|_| Value::unknown());
        }
        // A text formats anything.
        let mut is_refused = symbol != "%" || !is_text(left);
        for (own, other, name) in [(left, right, method), (right, left, reflected)] {
            match self.call_method(own, name, vec![other.clone()], range) {
                Some(given) if is_left_to_the_other(&given) => {}
                Some(given) => return Some(given),
                None => is_refused &= lacks_method(self, own, name),
            }
        }
        is_refused.then(|| self.unsupported(symbol, left, right, range))
    }

    pub fn unary(&mut self, op: UnaryOp, operand: &Value<'p>, range: TextRange) -> Value<'p> {
        if matches!(operand.kind, Kind::Union(_)) {
            return self.each_member(&[operand], |evaluator, members| evaluator.unary(op, &members[0], range));
        }
        if op == UnaryOp::Not {
            let truth = self.truth(operand, range).negate();
            return Value::truth_of(truth).with_dependencies(operand.dependencies);
        }
        let (symbol, method) = match op {
            UnaryOp::USub => ("neg", "__neg__"),
            UnaryOp::UAdd => ("pos", "__pos__"),
            _ => ("~", "__invert__"),
        };
        let result = match self.state.operand(operand) {
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
                        let message = format!("bad operand type for unary {}: {}", sign(op), self.describe(operand));
                        self.refuse(range, message, &[operand])
                    }
                    _ => operand.clone(),
                }
            }
            Operand::Instance => self.call_method(operand, method, Vec::new(), range).unwrap_or_else(Value::unknown),
            _ => match operator_of_object(self, operand, method, symbol, std::slice::from_ref(operand), range) {
                Some(result) => result,
                None => without_sign(self, sign(op), operand, range),
            },
        };
        Value { origin: None, ..result.with_dependencies(operand.dependencies) }
    }

    /// The format of a place of an f-string; gives it where it is written out.
    pub fn format_spec(
        &mut self,
        value: &Value<'p>,
        spec: &'p ruff_python_ast::InterpolatedStringFormatSpec,
        range: TextRange,
    ) -> Option<String> {
        let mut text: String = spec.elements.literals().map(|literal| literal.value.to_string()).collect();
        if !spec.elements.last().is_some_and(ruff_python_ast::InterpolatedStringElement::is_literal) && !text.is_empty()
        {
            // Which type it has, is what is put in there.
            text.push('?');
        }
        self.format_with(value, &text, range);
        for element in spec.elements.interpolations() {
            self.expr(&element.expression);
        }
        Some(text).filter(|_| spec.elements.interpolations().next().is_none())
    }
}
