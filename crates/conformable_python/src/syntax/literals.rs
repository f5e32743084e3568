//! What an expression writes by itself, with no name looked up: an int, a path of names.

use ruff_python_ast::{Expr, Number, UnaryOp};

/// The int that a literal is, with its sign.
pub fn int_literal(expression: &Expr) -> Option<i64> {
    match expression {
        Expr::UnaryOp(minus) if minus.op == UnaryOp::USub => unsigned_literal(&minus.operand).map(|value| -value),
        other => unsigned_literal(other),
    }
}

/// The int that a literal is, where it has no sign.
pub fn unsigned_literal(expression: &Expr) -> Option<i64> {
    match expression {
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(value) => value.as_i64(),
            _ => None,
        },
        _ => None,
    }
}

/// A name as it is written, with the names in front of it: `np.float64`.
pub fn dotted(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Attribute(attribute) => Some(format!("{}.{}", dotted(&attribute.value)?, attribute.attr)),
        _ => None,
    }
}
