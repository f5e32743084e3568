//! The methods of a class that operators ask: Pyccel's, and for what it takes of any object, Python's.

use crate::language::AskedMethods;

/// An operator; its first operand's method, then the second one's; whether nothing else gives a value for objects.
type Row = (&'static str, &'static [(usize, &'static str)], bool);

const ROWS: &[Row] = &[
    ("+", &[(0, "__add__"), (1, "__radd__")], true),
    ("-", &[(0, "__sub__"), (1, "__rsub__")], true),
    ("*", &[(0, "__mul__"), (1, "__rmul__")], true),
    ("/", &[(0, "__truediv__"), (1, "__rtruediv__")], true),
    ("**", &[(0, "__pow__"), (1, "__rpow__")], true),
    ("<<", &[(0, "__lshift__"), (1, "__rlshift__")], true),
    (">>", &[(0, "__rshift__"), (1, "__rrshift__")], true),
    ("&", &[(0, "__and__"), (1, "__rand__")], true),
    ("|", &[(0, "__or__"), (1, "__ror__")], true),
    // Pyccel has these of numbers alone.
    ("//", &[], true),
    ("%", &[], true),
    ("@", &[], true),
    ("^", &[], true),
    ("~", &[], true),
    ("+=", &[(0, "__iadd__"), (0, "__add__")], true),
    ("-=", &[(0, "__isub__"), (0, "__sub__")], true),
    ("*=", &[(0, "__imul__"), (0, "__mul__")], true),
    ("/=", &[(0, "__itruediv__"), (0, "__truediv__")], true),
    ("<<=", &[(0, "__ilshift__"), (0, "__lshift__")], true),
    (">>=", &[(0, "__irshift__"), (0, "__rshift__")], true),
    ("&=", &[(0, "__iand__"), (0, "__and__")], true),
    ("|=", &[(0, "__ior__"), (0, "__or__")], true),
    ("neg", &[(0, "__neg__")], true),
    ("pos", &[(0, "__pos__")], true),
    ("==", &[(0, "__eq__"), (1, "__eq__")], false),
    ("!=", &[(0, "__ne__"), (1, "__ne__")], false),
    ("<", &[(0, "__lt__"), (1, "__gt__")], true),
    ("<=", &[(0, "__le__"), (1, "__ge__")], true),
    (">", &[(0, "__gt__"), (1, "__lt__")], true),
    (">=", &[(0, "__ge__"), (1, "__le__")], true),
    ("in", &[(1, "__contains__")], true),
    ("[]", &[(0, "__getitem__")], true),
    ("builtins.abs", &[(0, "__abs__")], true),
    ("builtins.len", &[(0, "__len__")], true),
];

/// What an operator, or a function of Python's, asks of its operands' classes.
pub fn of(symbol: &str) -> Option<AskedMethods> {
    let row = ROWS.iter().find(|(own, ..)| *own == symbol)?;
    Some(AskedMethods { methods: row.1, are_needed: row.2 })
}

/// Does a method change its object, which is all that it may give?
pub fn is_in_place(method: &str) -> bool {
    let changes = |symbol: &str| symbol.ends_with('=') && !matches!(symbol, "==" | "!=" | "<=" | ">=");
    let first = |methods: &[(usize, &str)]| methods.first().is_some_and(|(_, name)| *name == method);
    ROWS.iter().any(|(symbol, methods, _)| changes(symbol) && first(methods))
}
