//! What would repair a call that the catalogue refuses, made of what is written there: `a // b` for a quotient that is to be
//! an int, a new array for one that can't take the result.

use conformable_signatures::CallFailure;
use conformable_solver::FailureKind;
use ruff_python_ast::{Expr, Operator, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::value::Value;
use crate::eval::Machine;

/// A repair of this failure, if what is written shows one. `operands` are those that the failure speaks of.
pub fn repair_of<'p>(
    machine: &Machine<'p>,
    failure: &CallFailure,
    operator: Option<&str>,
    operands: &[(usize, String, Value<'p>)],
    range: TextRange,
) -> Option<String> {
    match failure.failure.kind {
        FailureKind::NotAnInteger | FailureKind::NotAnIndex => {
            let made = operands.iter().filter_map(|(_, _, value)| value.origin);
            let made = made.map(|origin| origin.module.snippet(origin.range));
            let written = operands.iter().map(|(_, name, _)| name.clone());
            // Of an index the whole is written here.
            let whole = (operator.is_none()).then(|| machine.module().snippet(range));
            let whole =
                whole.filter(|text| ruff_python_parser::parse_expression(text).is_ok_and(|it| !is_call(it.expr())));
            written.chain(made).chain(whole).find_map(|text| quotient_in(&text))
        }
        FailureKind::Casting => {
            operator?.strip_suffix('=')?;
            augmented_apart(&machine.module().snippet(range)).map(|apart| format!("`{apart}` makes a new array"))
        }
        _ => None,
    }
}

/// `x = x + 1` for `x += 1`.
fn augmented_apart(text: &str) -> Option<String> {
    let parsed = ruff_python_parser::parse_module(text).ok()?;
    let [Stmt::AugAssign(statement)] = &*parsed.syntax().body else { return None };
    let (target, value) = (&text[statement.target.range()], &text[statement.value.range()]);
    let is_open = matches!(*statement.value, Expr::BinOp(_) | Expr::UnaryOp(_) | Expr::If(_) | Expr::Compare(_));
    let value = if is_open { format!("({value})") } else { value.to_owned() };
    Some(format!("{target} = {target} {} {value}", statement.op.as_str()))
}

fn is_call(expression: &Expr) -> bool {
    matches!(expression, Expr::Call(_))
}

/// `a // b` of the one quotient in an expression, in a tuple of sizes or an index.
fn quotient_in(text: &str) -> Option<String> {
    let parsed = ruff_python_parser::parse_expression(text).ok()?;
    let mut found = Vec::new();
    quotients(parsed.expr(), &mut found);
    let [division] = *found else { return None };
    let Expr::BinOp(operation) = division else { return None };
    let part = |expression: &Expr| &text[expression.range()];
    Some(format!("`{} // {}`?", part(&operation.left), part(&operation.right)))
}

fn quotients<'e>(expression: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expression {
        Expr::BinOp(operation) if operation.op == Operator::Div => found.push(expression),
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|item| quotients(item, found)),
        Expr::List(list) => list.elts.iter().for_each(|item| quotients(item, found)),
        Expr::Subscript(subscript) => quotients(&subscript.slice, found),
        Expr::Slice(slice) => {
            let bounds = [&slice.lower, &slice.upper, &slice.step];
            bounds.into_iter().flatten().for_each(|bound| quotients(bound, found));
        }
        _ => {}
    }
}
