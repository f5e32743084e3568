//! Values of which a test has shown the shape, and nothing the class: what they give, and where it is certain that they fail.
//!
//! A table has a shape as an array has. What it does with an index, or in a function, is its own; beside an array
//! every class that has a shape refuses what an array of that shape refuses, in the operators that mean one thing to all.

use conformable_types::{Elem, Ty};
use ruff_python_ast::{Expr, Operator};
use ruff_text_size::TextRange;

use crate::domain::operand::Operand;
use crate::domain::taught::TaughtPlace;
use crate::domain::value::{Array, Dependencies, Kind, Shaped, Sym, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::python::arithmetic::spelling;
use crate::library::known_paths::KNOWN;

/// What stands at a place that nothing else is known of, if a test has taught it.
pub fn taught_at<'p>(run: &mut Machine<'p>, expression: &Expr, value: Value<'p>) -> Value<'p> {
    let is_open = matches!(value.kind, Kind::Unknown | Kind::Shaped(_) | Kind::Array(_));
    if run.state.taught.is_empty() || !is_open {
        return value;
    }
    let scope = run.frame().scope;
    let taught = TaughtPlace::of(expression).and_then(|place| run.state.taught.at(scope, &place).cloned());
    taught.filter(|taught| value.kind.is_same_leaf(&taught.kind) || run.state.is_nothing_known(&value)).unwrap_or(value)
}

/// An attribute of a value of which the shape is known.
pub fn attribute_of_shaped<'p>(run: &mut Machine<'p>, value: &Value<'p>, name: Sym) -> Value<'p> {
    let Kind::Shaped(shaped) = value.kind else { return Value::unknown() };
    if !KNOWN.keeps_shape.contains(name.as_str()) {
        run.escape(value);
        return Value::unknown();
    }
    let Some(shape) = run.state.shape_of(&shaped) else { return Value::unknown() };
    // What its class makes of a size is not this code's to say.
    let measured = value.dependencies.and(Dependencies::MEASURED).and(Dependencies::OUTSIDE);
    match name.as_str() {
        // Of a class that isn't known it may be an array, which computes as no tuple does.
        "shape" => match run.state.shape_value(shape).kind {
            Kind::Tuple(sizes) => Value::from(Kind::tuple(sizes.items.to_vec(), TupleClass::Sizes)),
            other => other.into(),
        }
        .with_dependencies(measured),
        "ndim" => Value::int(shape.rank_dim()).with_dependencies(measured),
        _ => Value::unknown(),
    }
}

/// An operator of which one side at least is such a value.
pub fn operator_of_shaped<'p>(
    run: &mut Machine<'p>,
    op: Operator,
    left: &Value<'p>,
    right: &Value<'p>,
    range: TextRange,
) -> Value<'p> {
    let sides = [left, right].map(|side| (side.array().is_some(), run.state.operand(side) == Operand::Number));
    let is_beside_array = sides.iter().any(|(is_array, _)| *is_array);
    let is_beside_number = sides.iter().any(|(_, is_number)| *is_number);
    let (symbol, ..) = spelling(op);
    let elementwise = match op {
        Operator::Add | Operator::Sub | Operator::Div | Operator::FloorDiv => true,
        Operator::Mult if is_beside_number => true,
        Operator::MatMult if is_beside_array => false,
        // `*` and `**` of two matrices multiply these; `%` of a text formats it.
        _ => return Value::unknown(),
    };
    if !is_beside_array && !is_beside_number {
        return Value::unknown();
    }
    let (Some(a), Some(b)) = (as_array(run, left), as_array(run, right)) else { return Value::unknown() };
    let result = run.operator_call(symbol, &a, &b, range);
    let shape = result.array().and_then(|array| Some(array.ty.as_array()?.1));
    // Products of vectors differ: a matrix stays one.
    let shape = shape.filter(|shape| elementwise || shape.rank() == Some(2));
    match shape {
        Some(shape) => shaped(run, shape).with_dependencies(result.dependencies),
        None => Value::unknown().with_dependencies(result.dependencies),
    }
}

/// A value of an unknown class with this shape.
pub fn shaped<'p>(run: &mut Machine<'p>, shape: conformable_types::Shape) -> Value<'p> {
    let base = run.new_identity();
    Kind::Shaped(Shaped { shape, base }).into()
}

/// The array that refuses what it refuses.
fn as_array<'p>(run: &Machine<'p>, value: &Value<'p>) -> Option<Value<'p>> {
    let Kind::Shaped(shaped) = &value.kind else { return Some(value.clone()) };
    let ty = Ty::array(Elem::any(), run.state.shape_of(shaped)?);
    let array = Array::of(ty, shaped.base);
    Some(Value { kind: Kind::Array(array), ..value.clone() })
}
