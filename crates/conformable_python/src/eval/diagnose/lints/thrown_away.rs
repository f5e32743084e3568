//! A statement that only makes an array: its result is lost. An array of the program that it
//! starts from says what was meant to change.

use conformable_signatures::{Catalogue, Member};
use ruff_python_ast::Expr;
use ruff_text_size::Ranged;

use super::{Event, Lint, Scene};
use crate::domain::value::{Kind, Value};
use crate::front::rules;

pub struct ThrownAway;

impl Lint for ThrownAway {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Dropped { expression, value } = event else { return };
        // That a function accepts something may be all that is asked, by a test or where a handler
        // is around.
        if !matches!(value.kind, Kind::Array(_)) || !scene.is_unhandled() || scene.module().is_test() {
            return;
        }
        if scene.module().is_notebook() && scene.frame().function.is_none() {
            return;
        }
        let lost = match *expression {
            Expr::Call(call) => lost_call(scene, call),
            Expr::Attribute(attribute) => {
                array_named(scene, &attribute.value).map(|_| format!("`.{}`", attribute.attr))
            }
            _ => None,
        };
        if let Some(what) = lost {
            let message = format!("the result of {what} is thrown away: it makes a new array");
            scene.hazard(rules::THROWN_AWAY, expression.range(), message);
        }
    }
}

/// A function or method of the catalogue that does nothing but give its result, called on a
/// variable.
fn lost_call<'p>(scene: &mut dyn Scene<'p>, call: &'p ruff_python_ast::ExprCall) -> Option<String> {
    let Expr::Attribute(attribute) = &*call.func else { return None };
    let name = attribute.attr.as_str();
    let (op, given) = match array_named(scene, &attribute.value) {
        Some(receiver) => {
            let kind = receiver.ty().and_then(Catalogue::kind_of)?;
            let Some(Member::Method(op)) = scene.library().member(kind, name) else { return None };
            (op, call.arguments.args.len() + 1)
        }
        None => {
            let path = scene.path_of(&call.func)?;
            array_named(scene, call.arguments.args.first()?)?;
            (scene.library().function(&path)?, call.arguments.args.len())
        }
    };
    let keywords: Vec<&str> = call.arguments.keywords.iter().filter_map(|keyword| keyword.arg.as_deref()).collect();
    let open = call.arguments.keywords.len() != keywords.len();
    let pure = !op.effect && !open && !op.writes(given, &keywords);
    pure.then(|| format!("`{}`", call.func.as_attribute_expr().map_or("", |function| function.attr.as_str())))
}

/// The array that a variable is.
fn array_named<'p>(scene: &mut dyn Scene<'p>, expression: &'p Expr) -> Option<Value<'p>> {
    if !matches!(expression, Expr::Name(_)) {
        return None;
    }
    let value = scene.again(&[expression]).pop()?;
    matches!(value.kind, Kind::Array(_)).then_some(value)
}
