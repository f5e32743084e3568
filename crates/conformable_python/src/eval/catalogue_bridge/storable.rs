//! What cannot be stored in an array: Python's numbers and texts are converted one by one, and what
//! has no place in the dtype is refused. Arrays are cast instead, whatever is lost.

use conformable_solver::INTS_MUST_FIT;
use conformable_types::dtype::{Kind as D, int_fits};
use conformable_types::{DType, Dim, Elem, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::Value;
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

impl<'p> Machine<'p> {
    /// A value that an array of this dtype refuses; that is said.
    pub fn unstorable(&mut self, container: &Value<'p>, elem: Elem, value: &Value<'p>, range: TextRange) -> bool {
        let Some(dtype) = elem.dtype() else { return false };
        let Some((what, exception)) = refused(self.type_of(value), dtype) else { return false };
        let message = format!("an array of {} cannot hold {what}", dtype.name());
        if exception == OVERFLOW && !self.holds_since(INTS_MUST_FIT) {
            self.before_release(Diagnostic::new(rules::CASTING, self.module().place(range), message), INTS_MUST_FIT);
            return false;
        }
        self.refute(
            Refusal::of(rules::CASTING, range, message)
                .resting_on(container.dependencies.and(value.dependencies))
                .raising(exception),
        );
        true
    }
}

const OVERFLOW: &str = "OverflowError";

/// What in a value has no place in the dtype, and the exception.
fn refused(ty: Ty, dtype: DType) -> Option<(String, &'static str)> {
    if let Some(items) = ty.items() {
        return items.iter().find_map(|item| refused(*item, dtype));
    }
    let integer = matches!(dtype.kind(), D::Signed | D::Unsigned);
    match ty.kind() {
        TyKind::Complex if integer || dtype.kind() == D::Floating => Some(("a complex number".to_owned(), "TypeError")),
        TyKind::IntOf(value) if integer => {
            let value = Dim::constant(*value).filter(|value| !int_fits(*value, dtype))?;
            Some((value.to_string(), OVERFLOW))
        }
        TyKind::LitFloat(bits) if integer && f64::from_bits(*bits).is_nan() => Some(("NaN".to_owned(), "ValueError")),
        TyKind::LitStr(text) if integer || dtype.kind() == D::Floating => {
            let text = text.as_str();
            let names_one = ["nan", "inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name));
            let word = !text.is_empty() && text.chars().all(char::is_alphabetic);
            (word && !names_one).then(|| (format!("'{text}'"), "ValueError"))
        }
        _ => None,
    }
}
