//! Tests that ask of which class a value is, or which attributes it has, in words of their own: `type(x) is C`,
//! `type(x) in (C, D)`, `hasattr(x, "n")`, `"n" in dir(x)`. Of several values the answer leaves some.

use conformable_types::Truth;
use ruff_python_ast::{CmpOp, Expr, ExprCall};

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::interpreter::Interpreter;
use crate::eval::python::instances::lists_itself;

/// What is asked of a value that is read from a place.
pub struct ClassQuestion<'p> {
    pub subject: &'p Expr,
    pub wanted: Trait<'p>,
    /// Does the test hold where the answer is yes?
    pub holds: bool,
}

pub enum Trait<'p> {
    /// Is this, or one of these, its class?
    Class(&'p Expr),
    Attribute(&'p Expr),
}

/// The question that a test asks, if it is one of these.
pub fn question(test: &Expr) -> Option<ClassQuestion<'_>> {
    match test {
        Expr::Call(call) => match &*call.arguments.args {
            [subject, name] if is_call_of(call, "hasattr") => {
                Some(ClassQuestion { subject, wanted: Trait::Attribute(name), holds: true })
            }
            _ => None,
        },
        Expr::Compare(compare) => {
            let ([op], [right]) = (&*compare.ops, &*compare.comparators) else { return None };
            let holds = matches!(op, CmpOp::Is | CmpOp::Eq | CmpOp::In);
            let (left, is_search) = (&*compare.left, matches!(op, CmpOp::In | CmpOp::NotIn));
            if let (true, Some(subject)) = (is_search, asked_by(right, "dir")) {
                return Some(ClassQuestion { subject, wanted: Trait::Attribute(left), holds });
            }
            let is_same = matches!(op, CmpOp::Is | CmpOp::IsNot | CmpOp::Eq | CmpOp::NotEq);
            let of_left = asked_by(left, "type").filter(|_| is_same || is_search).map(|subject| (subject, right));
            let of_right = || asked_by(right, "type").filter(|_| is_same).map(|subject| (subject, left));
            let (subject, class) = of_left.or_else(of_right)?;
            Some(ClassQuestion { subject, wanted: Trait::Class(class), holds })
        }
        _ => None,
    }
}

/// What is asked by a call of this name, of one argument.
fn asked_by<'a>(expression: &'a Expr, name: &str) -> Option<&'a Expr> {
    match expression {
        Expr::Call(call) if is_call_of(call, name) => match &*call.arguments.args {
            [subject] => Some(subject),
            _ => None,
        },
        _ => None,
    }
}

fn is_call_of(call: &ExprCall, name: &str) -> bool {
    matches!(&*call.func, Expr::Name(function) if function.id == name) && call.arguments.keywords.is_empty()
}

/// Is it exactly this class that a value is of, or one of these?
pub fn is_class_of<'p>(run: &mut Machine<'p>, value: &Value<'p>, class: &Value<'p>) -> Truth {
    if let Some(classes) = run.state.known_items(class) {
        return classes.iter().fold(Truth::No, |any, class| any.or(is_class_of(run, value, class)));
    }
    let own = run.state.type_call(value);
    match run.equal(&own, class) {
        Truth::Unknown => run.identical(&own, class),
        truth => truth,
    }
}

/// The value of which `dir(value)` lists all that `hasattr` finds. A class has more than it lists, and so has what finds
/// attributes when they are asked for; a class may list what it likes.
pub fn listed<'p>(run: &mut impl Interpreter<'p>, listing: &'p Expr) -> Option<Value<'p>> {
    let Expr::Call(call) = listing else { return None };
    let subject = asked_by(listing, "dir")?;
    if !matches!(run.peek(&call.func)?.kind, Kind::Builtin(builtin) if builtin.as_str() == "dir") {
        return None;
    }
    let value = run.peek(subject)?;
    let finds = |run: &Machine<'p>, id| match run.state.heap.get(id) {
        Object::Instance { class, .. } => {
            ["__getattr__", "__getattribute__"].iter().any(|one| run.class_attribute(class, Sym::new(one)).is_some())
        }
        _ => false,
    };
    let finds_more = value.members().iter().any(|member| matches!(member.kind, Kind::Object(id) if finds(run, id)));
    (lists_itself(run, &value) && !finds_more && !value.dependencies.is_declared()).then_some(value)
}
