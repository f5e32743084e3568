//! `np.maximum(a, b, c + 1)`: what is computed in the place of `out` is overwritten.

use conformable_signatures::op::ParamKind;
use ruff_python_ast::Expr;
use ruff_text_size::Ranged;

use super::{Event, Lint, Scene};
use crate::domain::value::Kind;
use crate::front::rules;

pub struct ComputedOut;

impl Lint for ComputedOut {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Called { callee, call } = event else { return };
        let op = match &callee.kind {
            Kind::Op(path) => scene.library().function(path.as_str()),
            _ => None,
        };
        let Some(parameters) = op.map(|op| op.parameters()) else { return };
        let by_place =
            parameters.take_while(|param| matches!(param.kind, ParamKind::PositionalOnly | ParamKind::Plain));
        for (parameter, argument) in by_place.zip(&call.arguments.args) {
            if matches!(argument, Expr::Starred(_)) {
                return;
            }
            let computed = matches!(argument, Expr::BinOp(_) | Expr::Compare(_) | Expr::UnaryOp(_));
            if computed && parameter.pattern.takes_result() {
                let name = &parameter.name;
                let message =
                    format!("this is `{name}`, the array that takes the result: what it holds is overwritten");
                scene.hazard(rules::MISPLACED_ARGUMENT, argument.range(), message);
            }
        }
    }
}
