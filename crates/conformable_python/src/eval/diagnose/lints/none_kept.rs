//! `x = x.sort()`: what works in place gives None.

use conformable_types::TyKind;
use ruff_python_ast::Expr;
use ruff_text_size::Ranged;

use super::{Event, Lint, Scene};
use crate::domain::value::Kind;
use crate::front::rules;

pub struct NoneKept;

impl Lint for NoneKept {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Assigned { expression, value, .. } = event else { return };
        let Expr::Call(call) = *expression else { return };
        let Expr::Attribute(attribute) = &*call.func else { return };
        if !value.is_none() || !matches!(&*attribute.value, Expr::Name(_) | Expr::Attribute(_)) {
            return;
        }
        let [receiver] = &*scene.again(&[&attribute.value]) else { return };
        let in_place = match &receiver.kind {
            // That a parameter is an array may be an assumption: strings have `partition` too.
            _ if receiver.dependencies.is_assumed() => false,
            Kind::Array(_) => true,
            // A method of an object of the catalogue: `rng.shuffle(x)`.
            Kind::Data(ty) => matches!(ty.kind(), TyKind::Ctor(..)),
            _ => false,
        };
        if in_place {
            let message = format!("`{}` works in place and gives None", attribute.attr);
            scene.hazard(rules::NONE_KEPT, expression.range(), message);
        }
    }
}
