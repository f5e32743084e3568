//! Comparison: chains, order and equality, identity, membership.

use conformable_types::arithmetic::number_value;
use conformable_types::{Truth, Ty, TyKind};
use ruff_python_ast::{CmpOp, Expr, ExprCompare};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::operand::Operand;
use crate::domain::uses::Use;
use crate::domain::value::{Kind, Value};
use crate::eval::catalogue_bridge::registered::Called;
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::expr::operators::as_float;
use crate::eval::flow::questions::listed;
use crate::eval::python::arithmetic::{OwnClass, has_no_order};
use crate::eval::python::dicts::is_constant;
use crate::eval::python::enums::are_members;
use crate::eval::python::order::order_of_items;
use crate::eval::python::uses::{is_left_to_the_other, lacks_method};
use crate::eval::{Evaluator, Tentative};

fn comparison(op: CmpOp) -> Option<Called<'static>> {
    let (symbol, method, reflected) = match op {
        CmpOp::Eq => ("==", "__eq__", "__eq__"),
        CmpOp::NotEq => ("!=", "__ne__", "__ne__"),
        CmpOp::Lt => ("<", "__lt__", "__gt__"),
        CmpOp::LtE => ("<=", "__le__", "__ge__"),
        CmpOp::Gt => (">", "__gt__", "__lt__"),
        CmpOp::GtE => (">=", "__ge__", "__le__"),
        _ => return None,
    };
    Some(Called { symbol, method, reflected })
}

impl<'p> Evaluator<'p> {
    pub fn compare(&mut self, compare: &'p ExprCompare) -> Value<'p> {
        let mut left = self.expr(&compare.left);
        let mut left_written: &'p Expr = &compare.left;
        let mut result: Option<Value<'p>> = None;
        for (place, (op, right)) in compare.ops.iter().zip(&compare.comparators).enumerate() {
            let right_value = self.expr(right);
            let sides = [(left_written, &left), (right, &right_value)];
            observe(self, &Event::Compared { op: *op, sides, range: compare.range() });
            self.write_operands(compare.range(), [left_written.range(), right.range()].into_iter());
            // A name is what it is, whatever that may be.
            let itself = matches!((left_written, right), (Expr::Name(a), Expr::Name(b)) if a.id == b.id);
            let one = match op {
                CmpOp::Is | CmpOp::IsNot if itself => Value::known_bool(*op == CmpOp::Is),
                CmpOp::In | CmpOp::NotIn
                    if let (Some(name), Some(listed)) = (left.str_value(), listed(self, right)) =>
                {
                    let listed = self.has_attribute_named(&listed, name, right.range());
                    Value::truth_of(if *op == CmpOp::In { listed } else { listed.negate() })
                }
                _ => self.compare_two(*op, &left, &right_value, compare.range()),
            };
            if place + 1 < compare.ops.len() {
                // A chain is `and`: the truth of all but the last is taken.
                let truth = self.truth(&one, compare.left.range());
                if truth.is_no() {
                    return one;
                }
            }
            result = Some(match result {
                Some(before) if before.ty().and_then(Ty::bool_value) == Some(true) => one,
                Some(before) if place > 0 => {
                    let joined = self.state.join_values(&before, &one);
                    if joined.is_unknown() { one } else { joined }
                }
                _ => one,
            });
            left = right_value;
            left_written = right;
        }
        result.unwrap_or_else(Value::bool)
    }

    fn compare_two(&mut self, op: CmpOp, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let dependencies = left.dependencies.and(right.dependencies);
        let result = match op {
            CmpOp::Is | CmpOp::IsNot => {
                let same = self.identical(left, right);
                Value::truth_of(if op == CmpOp::Is { same } else { same.negate() })
            }
            CmpOp::In | CmpOp::NotIn => {
                let inside = self.contains(left, right, range);
                Value::truth_of(if op == CmpOp::In { inside } else { inside.negate() })
            }
            _ => {
                if matches!(left.kind, Kind::Union(_)) || matches!(right.kind, Kind::Union(_)) {
                    return self.each_member(&[left, right], |evaluator, members| {
                        evaluator.compare_two(op, &members[0], &members[1], range)
                    });
                }
                self.ordered(op, left, right, range)
            }
        };
        result.with_dependencies(dependencies)
    }

    fn ordered(&mut self, op: CmpOp, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let (left, right) =
            (&self.state.settle(&self.state.as_number(left)), &self.state.settle(&self.state.as_number(right)));
        let Some(called) = comparison(op) else { return Value::bool() };
        let Called { symbol, method, .. } = called;
        if let Some(result) = self.registered_operator(called, left, right, range) {
            return result;
        }
        // Of an order complex numbers know nothing, so that NumPy is asked.
        let comparable = op == CmpOp::Eq || op == CmpOp::NotEq;
        let right = &if comparable { as_float(right, left) } else { right.clone() };
        let (x, y) = (self.state.operand(left), self.state.operand(right));
        match (x, y) {
            (Operand::Instance, _) if comparable && are_members(self, left, right) => {
                let same = self.identical(left, right);
                return Value::truth_of(if op == CmpOp::Eq { same } else { same.negate() });
            }
            (Operand::Instance, _) => {
                let given = self.call_method(left, method, vec![right.clone()], range);
                return match given.unwrap_or_else(Value::unknown) {
                    given if is_left_to_the_other(&given) => asked_of_the_other(self, called, left, right, range),
                    given => given,
                };
            }
            (_, Operand::Instance) => return Value::unknown(),
            (Operand::Array, Operand::Array | Operand::Number | Operand::Sequence | Operand::None)
            | (Operand::Number | Operand::Sequence | Operand::None, Operand::Array) => {
                let text = |v: &Value<'p>| {
                    v.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_) | TyKind::None))
                };
                if comparable && (text(left) || text(right)) {
                    // Never an error: elementwise, mostly false.
                    let array = if x == Operand::Array { left } else { right };
                    return self.elementwise_bool(array);
                }
                return self.operator_call(symbol, left, right, range);
            }
            // What decides is the other object's class.
            (Operand::Array, Operand::Function) if op == CmpOp::Eq || op == CmpOp::NotEq => {
                return self.elementwise_bool(left);
            }
            (Operand::Function, Operand::Array) if op == CmpOp::Eq || op == CmpOp::NotEq => {
                return self.elementwise_bool(right);
            }
            (Operand::Array, Operand::Other | Operand::Function)
            | (Operand::Other | Operand::Function, Operand::Array) => return Value::unknown(),
            _ => {}
        }
        if let (Some(a), Some(b)) = (left.int_value(), right.int_value()) {
            let store = &self.state.store;
            return Value::truth_of(match op {
                CmpOp::Eq => store.ask_eq(a, b),
                CmpOp::NotEq => store.ask_eq(a, b).negate(),
                CmpOp::Lt => store.ask_le(a.plus(1), b),
                CmpOp::LtE => store.ask_le(a, b),
                CmpOp::Gt => store.ask_le(b.plus(1), a),
                _ => store.ask_le(b, a),
            });
        }
        if let (Some(a), Some(b)) = (left.ty().and_then(number_value), right.ty().and_then(number_value)) {
            return Value::known_bool(match op {
                CmpOp::Eq => a == b,
                CmpOp::NotEq => a != b,
                CmpOp::Lt => a < b,
                CmpOp::LtE => a <= b,
                CmpOp::Gt => a > b,
                _ => a >= b,
            });
        }
        let order = if comparable { Truth::Unknown } else { order_of_items(self, op, left, right) };
        match op {
            _ if order != Truth::Unknown => Value::truth_of(order),
            CmpOp::Eq | CmpOp::NotEq => {
                if let (Kind::Tuple(x), Kind::Tuple(y)) = (&left.kind, &right.kind) {
                    let (x, y) = (x.clone(), y.clone());
                    self.pairs_equal(&x.items, &y.items, range);
                }
                let same = self.equal(left, right);
                match if op == CmpOp::Eq { same } else { same.negate() } {
                    Truth::Unknown if left.is_unknown() || right.is_unknown() => Value::unknown(),
                    truth => Value::truth_of(truth),
                }
            }
            _ if has_no_order(self, left, right) => self.unsupported(symbol, left, right, range),
            _ if [x, y].iter().any(|one| matches!(one, Operand::Other | Operand::Function)) => Value::unknown(),
            _ => Value::bool(),
        }
    }

    fn contains(&mut self, item: &Value<'p>, container: &Value<'p>, range: TextRange) -> Truth {
        if let Kind::Union(_) = item.kind {
            return Truth::agreed(item.members().iter().map(|member| self.contains(member, container, range)));
        }
        if let Kind::Array(_) = container.kind {
            if self.state.operand(item) == Operand::Array || self.state.operand(item) == Operand::Sequence {
                self.operator_call("==", container, item, range);
            }
            return Truth::Unknown;
        }
        if refuses_membership(self, item, container, range) {
            return Truth::Unknown;
        }
        if let (Some(text), Some(part)) = (container.str_value(), item.str_value()) {
            return Truth::from(text.contains(part));
        }
        if let Some(entries) = self.state.dict_of(container) {
            let is_possible = match is_constant(self, item) {
                true => entries.elsewhere(item).is_some(),
                false => entries.rest.is_some(),
            };
            let others = if is_possible { Truth::Unknown } else { Truth::No };
            return entries.known.iter().fold(others, |any, (key, _)| any.or(self.equal(item, key)));
        }
        if self.state.is_iterator(container) {
            // Those before the one that is found are gone.
            self.iterate(container, range);
            return Truth::Unknown;
        }
        match self.state.known_items(container) {
            Some(items) if self.sought(item, &items, range) => Truth::Unknown,
            Some(items) => items.iter().fold(Truth::No, |any, other| {
                let same = self.equal(item, other);
                any.or(if same == Truth::Unknown { self.identical(item, other) } else { same })
            }),
            None => Truth::Unknown,
        }
    }
}

/// `left < right`, whose left side leaves it to the other.
fn asked_of_the_other<'p>(
    run: &mut Evaluator<'p>,
    Called { symbol, reflected, .. }: Called<'_>,
    left: &Value<'p>,
    right: &Value<'p>,
    range: TextRange,
) -> Value<'p> {
    let is_equality = matches!(symbol, "==" | "!=");
    match run.call_method(right, reflected, vec![left.clone()], range) {
        Some(given) if !is_left_to_the_other(&given) => given,
        None if is_equality || !lacks_method(run, right, reflected) => Value::unknown(),
        _ if is_equality => Value::bool(),
        _ => run.unsupported(symbol, left, right, range),
    }
}

/// `item in 3`, `3 in "text"`.
fn refuses_membership<'p>(run: &mut Evaluator<'p>, item: &Value<'p>, container: &Value<'p>, range: TextRange) -> bool {
    let is_text = matches!(container.ty().map(Ty::kind), Some(TyKind::Str | TyKind::LitStr(_)));
    let own = run.state.own_class(item);
    if is_text && own.is_some_and(|own| own != OwnClass::Text) && !run.may_be_guarded(item) {
        let message = format!("only a string is in a string: {} in {}", run.describe(item), run.describe(container));
        run.refuse(range, message, &[item, container]);
        return true;
    }
    run.refuses(container, Use::Contain, range)
}
