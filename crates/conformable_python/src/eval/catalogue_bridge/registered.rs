//! Operators of types that a package has registered: its rule is asked, and nothing about the types is known here.

use conformable_types::{Ty, TyKind, constructor};
use ruff_text_size::TextRange;

use crate::domain::value::Value;
use crate::eval::Machine;

impl<'p> Machine<'p> {
    /// What a package says of an operator of its types.
    pub fn registered_operator(
        &mut self,
        symbol: &str,
        left: &Value<'p>,
        right: &Value<'p>,
        range: TextRange,
    ) -> Option<Value<'p>> {
        let is_of_a_package = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Ctor(..)));
        if !is_of_a_package(left) && !is_of_a_package(right) {
            return None;
        }
        let (a, b) = (self.type_of(left), self.type_of(right));
        match constructor::operation(symbol, a, b)? {
            Ok(ty) => Some(self.value_of(ty)),
            Err(reason) => {
                let message = format!("unsupported operand types for {symbol}: {reason}");
                Some(self.refuse(range, message, &[left, right]))
            }
        }
    }
}
