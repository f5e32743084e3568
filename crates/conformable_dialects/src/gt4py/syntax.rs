//! Which files, functions, statements and expressions are GT4Py's.

use conformable_python::rules;
use ruff_python_ast::{CmpOp, Expr, ExprCall, ExprSubscript, ModModule, Operator, Stmt};

use super::NEXT;
use crate::language::{Called, Problem, Unit};

/// The decorators, by their names.
const UNITS: [(&str, Unit); 3] =
    [("field_operator", Unit::Function), ("scan_operator", Unit::Scan), ("program", Unit::Procedure)];

/// The classes that a scalar is made by, of literals alone, where they are called by their own names.
const OF_LITERALS: [&str; 13] = [
    "bool", "int", "float", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
    "float64",
];

/// A file is GT4Py's if it imports what operators are made with.
pub fn is_written_in(module: &ModModule) -> bool {
    let is_next = |name: &str| name == NEXT || name.starts_with("gt4py.next.");
    module.body.iter().any(|stmt| match stmt {
        Stmt::Import(import) => import.names.iter().any(|alias| is_next(&alias.name)),
        Stmt::ImportFrom(import) if import.level == 0 => match import.module.as_deref() {
            Some("gt4py") => import.names.iter().any(|alias| &*alias.name == "next"),
            Some(name) => is_next(name),
            None => false,
        },
        _ => false,
    })
}

/// What a function's decorators make of it. With none it is Python's, as is a module.
pub fn unit(decorators: &[String]) -> Unit {
    let named = |path: &String| {
        let (module, name) = path.rsplit_once('.')?;
        let is_next = module == NEXT || module.starts_with("gt4py.next.");
        UNITS.iter().find(|(known, _)| is_next && *known == name).map(|(_, unit)| *unit)
    };
    decorators.iter().find_map(named).unwrap_or(Unit::Outside)
}

fn refused(what: &str) -> Option<Problem> {
    Some(Problem::fatal(rules::DIALECT_STATEMENT, format!("GT4Py has no such {what}")))
}

fn is_text(stmt: &Stmt) -> bool {
    stmt.as_expr_stmt().is_some_and(|stmt| stmt.value.is_string_literal_expr())
}

/// Why a statement is none of the language's.
pub fn refuses(statement: &Stmt, unit: Unit) -> Option<Problem> {
    match (unit, statement) {
        (Unit::Outside, _) => None,
        (_, stmt) if is_text(stmt) || is_question(stmt) => None,
        (Unit::Procedure, Stmt::Expr(stmt)) if stmt.value.as_call_expr().is_some_and(|call| !is_bound(&call.func)) => {
            None
        }
        (Unit::Procedure, _) => refused("statement in a program, which is a list of calls: g(a, out=b)"),
        (_, Stmt::Assign(assign)) => match assign.targets.as_slice() {
            targets if targets.iter().all(is_target) => None,
            _ => refused("assignment: names, and tuples of names, are assigned to"),
        },
        (_, Stmt::AnnAssign(declared)) => match (&*declared.target, &declared.value) {
            (Expr::Name(_), Some(_)) => None,
            (Expr::Name(_), None) => refused("declaration: it is given a value at once"),
            _ => refused("assignment: names are assigned to"),
        },
        (_, Stmt::Return(given)) if given.value.is_some() => None,
        (_, Stmt::Return(_)) => refused("statement: `return` gives a value"),
        (_, Stmt::If(_) | Stmt::Pass(_)) => None,
        (_, Stmt::AugAssign(_)) => refused("statement: write x = x + y"),
        (_, Stmt::For(_) | Stmt::While(_)) => refused("statement: a loop over a vertical axis is a scan operator"),
        (_, other) => refused(&format!("statement: {}", named(other))),
    }
}

/// What a statement is, that isn't of the language.
fn named(statement: &Stmt) -> &'static str {
    match statement {
        Stmt::FunctionDef(_) => "a function is defined outside, with a decorator of its own",
        Stmt::ClassDef(_) => "a class is defined outside",
        Stmt::Import(_) | Stmt::ImportFrom(_) => "what is imported is imported outside",
        Stmt::Expr(_) => "a value that nothing is done with",
        Stmt::With(_) => "`with`",
        Stmt::Try(_) | Stmt::Raise(_) | Stmt::Assert(_) => "nothing is raised, caught or asserted",
        Stmt::Delete(_) => "`del`",
        Stmt::Match(_) => "`match`: write if and elif",
        _ => "an operator assigns, branches and returns",
    }
}

/// `reveal_type(x)`, which asks the checker.
fn is_question(stmt: &Stmt) -> bool {
    let called = stmt.as_expr_stmt().and_then(|stmt| stmt.value.as_call_expr());
    called.and_then(|call| call.func.as_name_expr()).is_some_and(|name| name.id == "reveal_type")
}

fn is_target(target: &Expr) -> bool {
    match target {
        Expr::Name(_) => true,
        Expr::Starred(starred) => starred.value.is_name_expr(),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_target),
        _ => false,
    }
}

/// Why an expression is none of the language's.
pub fn refuses_expression(expression: &Expr, unit: Unit) -> Option<Problem> {
    if unit == Unit::Outside {
        return None;
    }
    let in_program = unit == Unit::Procedure;
    match expression {
        Expr::UnaryOp(signed) if in_program && !signed.operand.is_number_literal_expr() => {
            refused("expression in a program: a sign stands before a number")
        }
        Expr::Subscript(part) if in_program => refuses_part(part),
        Expr::Subscript(item) if item.slice.is_tuple_expr() => refused("subscript of several items"),
        Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_) | Expr::Tuple(_) | Expr::UnaryOp(_) => None,
        Expr::BooleanLiteral(_) | Expr::StringLiteral(_) => None,
        Expr::NumberLiteral(_) => refused("number: ints are of 64 bits at most, and none is complex"),
        Expr::Call(call) if in_program && is_stored_to(call, Expr::is_attribute_expr) => {
            refused("place for a result: it is a name, a part of one, or a tuple of these")
        }
        Expr::Call(call) if in_program && has_domain(call) && is_stored_to(call, Expr::is_subscript_expr) => {
            refused("call: a part of `out` is stored to, or a domain is said, not both")
        }
        Expr::Call(call) => refuses_cast(call),
        Expr::BinOp(operation) => match operation.op {
            Operator::MatMult | Operator::LShift | Operator::RShift => refused("operator"),
            Operator::BitXor if in_program => refused("operator in a program"),
            _ => None,
        },
        Expr::Dict(dict) if in_program && dict.items.iter().any(|item| item.key.is_none()) => {
            refused("expression: `**` in a domain")
        }
        Expr::Dict(_) | Expr::Slice(_) if in_program => None,
        Expr::If(_) if !in_program => None,
        Expr::BoolOp(_) => refused("operator: write & and | for `and` and `or`"),
        Expr::Compare(compare) if compare.ops.len() > 1 => refused("comparison: write (a < b) & (b < c)"),
        Expr::Compare(compare) if !in_program => match compare.ops[0] {
            CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => refused("operator"),
            _ => None,
        },
        Expr::List(_) => refused("expression: write a tuple"),
        Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
            refused("expression: a comprehension; an operation on a field is on all of its elements")
        }
        Expr::Lambda(_) => refused("expression: write a function with a decorator"),
        Expr::FString(_) => refused("expression: a text that is put together"),
        Expr::Named(_) => refused("expression: write x = ... before it"),
        Expr::NoneLiteral(_) => refused("value: `None`; an operator gives scalars, fields or tuples of these"),
        _ => refused("expression"),
    }
}

/// Why something is not called so: operators and functions are called by their names, and a program lists operators.
pub fn refuses_call(func: &Expr, called: Called, unit: Unit) -> Option<Problem> {
    let wrong = |message: &str| Some(Problem::fatal(rules::DIALECT_ARGUMENT, message));
    let is_named = func.is_name_expr();
    match (unit, called) {
        (Unit::Outside, _) => None,
        (_, Called::Later) => {
            let help = "move its definition up; what goes along a column point by point is a scan operator";
            wrong("an operator is defined above where it is called, and none calls itself").map(|own| own.help(help))
        }
        (_, Called::Function(Unit::Outside)) => wrong("this function is no operator: it has no decorator of GT4Py's"),
        (_, Called::Function(Unit::Procedure)) => wrong("a program is called by Python alone"),
        (_, Called::Function(_) | Called::Library) if !is_named => {
            wrong("operators and functions are called by their names: import them")
        }
        (Unit::Procedure, Called::Library) if !is_bound(func) => {
            wrong("a program calls operators, minimum and maximum")
        }
        (Unit::Procedure, Called::Value) => wrong("a program calls operators by their names"),
        _ => None,
    }
}

/// In a program a named field has parts, between literal bounds.
fn refuses_part(part: &ExprSubscript) -> Option<Problem> {
    let is_whole = |expr: &Expr| expr.as_number_literal_expr().is_some_and(|number| number.value.is_int());
    let is_bound = |bound: &Option<Box<Expr>>| match bound.as_deref() {
        None => true,
        Some(Expr::UnaryOp(signed)) => is_whole(&signed.operand),
        Some(other) => is_whole(other),
    };
    let is_slice = |item: &Expr| {
        let slice = item.as_slice_expr();
        slice.is_some_and(|slice| slice.step.is_none() && [&slice.lower, &slice.upper].into_iter().all(is_bound))
    };
    let are_slices =
        part.slice.as_tuple_expr().map_or_else(|| is_slice(&part.slice), |all| all.elts.iter().all(is_slice));
    if part.value.is_name_expr() && are_slices {
        return None;
    }
    refused("expression in a program: a part of a field is between literal ints, without a step: a[1:-1]")
}

/// Is a result stored to such an expression?
fn is_stored_to(call: &ExprCall, is_it: fn(&Expr) -> bool) -> bool {
    fn any(out: &Expr, is_it: fn(&Expr) -> bool) -> bool {
        is_it(out) || out.as_tuple_expr().is_some_and(|all| all.elts.iter().any(|item| any(item, is_it)))
    }
    call.arguments.find_keyword("out").is_some_and(|keyword| any(&keyword.value, is_it))
}

fn has_domain(call: &ExprCall) -> bool {
    call.arguments.find_keyword("domain").is_some()
}

/// What makes bounds of domains.
fn is_bound(func: &Expr) -> bool {
    func.as_name_expr().is_some_and(|name| matches!(name.id.as_str(), "minimum" | "maximum"))
}

fn refuses_cast(call: &ExprCall) -> Option<Problem> {
    let is_literal = |expr: &Expr| match expr {
        Expr::UnaryOp(signed) => signed.operand.is_literal_expr(),
        other => other.is_literal_expr(),
    };
    let Expr::Name(name) = &*call.func else { return None };
    let is_of_literals = OF_LITERALS.contains(&&*name.id);
    match call.arguments.args.first() {
        Some(first) if is_of_literals && !is_literal(first) => {
            let message = format!("`{}` takes a literal: of a value write astype(x, {})", name.id, name.id);
            Some(Problem::fatal(rules::DIALECT_STATEMENT, message))
        }
        _ => None,
    }
}
