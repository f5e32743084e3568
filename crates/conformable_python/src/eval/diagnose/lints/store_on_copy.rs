//! `x[mask][0] = v`: the first subscript makes a copy, and the store into it is lost.

use ruff_python_ast::Expr;
use ruff_text_size::Ranged;

use super::{Event, Lint, Scene};
use crate::domain::value::Kind;
use crate::front::rules;

pub struct StoreOnCopy;

impl Lint for StoreOnCopy {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Stored { subscript, container } = event else { return };
        let Expr::Subscript(inner) = &*subscript.value else { return };
        if !matches!(container.kind, Kind::Array(_)) {
            return;
        }
        let [source, key] = &*scene.again(&[&inner.value, &inner.slice]) else { return };
        // What may be a number makes no copy: it is one of many elements.
        let copies = match &key.kind {
            Kind::Array(array) => array.ty.is_ndarray(),
            kind => matches!(kind, Kind::Object(_)),
        };
        if copies && matches!(source.kind, Kind::Array(_)) {
            let message = "the store is lost: indexing with an array or a list makes a copy".to_owned();
            scene.hazard(rules::STORE_ON_COPY, subscript.range(), message);
        }
    }
}
