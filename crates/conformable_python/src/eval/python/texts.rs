//! Texts that are put together from texts and ints that are known: f-strings, `str(n)`, `join`.

use conformable_types::{Ty, TyKind};

use crate::domain::value::Value;

/// A longer text is any text.
const LONGEST: usize = 200;

/// The parts of a text so far; nothing once one of them isn't known.
pub struct TextParts(Option<String>);

impl TextParts {
    pub fn new() -> TextParts {
        TextParts(Some(String::new()))
    }

    /// One part more.
    pub fn add(&mut self, part: Option<&str>) {
        match (self.0.as_mut(), part) {
            (Some(text), Some(part)) if text.len() + part.len() <= LONGEST => text.push_str(part),
            _ => self.0 = None,
        }
    }

    /// The text of all.
    pub fn text<'p>(self) -> Value<'p> {
        self.0.map_or_else(Value::str, |text| Value::data(Ty::str(&text)))
    }
}

/// A text or an int that is known, as `str` shows it.
pub fn shown(value: &Value<'_>) -> Option<String> {
    match value.ty()?.kind() {
        TyKind::LitStr(text) => Some(text.as_str().to_owned()),
        TyKind::IntOf(value) => value.constant().map(|value| value.to_string()),
        _ => None,
    }
}

/// `separator.join(items)`, of texts that are known.
pub fn joined<'p>(separator: &str, items: &[Value<'p>]) -> Option<Value<'p>> {
    let mut parts = TextParts::new();
    for (place, item) in items.iter().enumerate() {
        parts.add(Some(if place == 0 { "" } else { separator }));
        parts.add(Some(item.str_value()?));
    }
    Some(parts.text())
}
