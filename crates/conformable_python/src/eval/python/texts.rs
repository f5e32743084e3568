//! Texts that are put together from texts and ints that are known: f-strings, `str(n)`, `join`, `%` and `format`.

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

/// The same in a place with a format: none, `d`, `s`, or an int that is filled up with zeros, `03` or `03d`.
pub fn shown_as(value: &Value<'_>, spec: &str) -> Option<String> {
    let text = shown(value)?;
    let is_int = value.int_value().is_some();
    let width = spec.strip_suffix('d').unwrap_or(spec).strip_prefix('0');
    match (spec, width) {
        ("", _) => Some(text),
        ("d", _) if is_int => Some(text),
        ("s", _) if !is_int => Some(text),
        (_, Some(width)) if is_int && !text.starts_with('-') => {
            let width: usize = width.parse().ok().filter(|width| *width < LONGEST)?;
            Some(format!("{text:0>width$}"))
        }
        _ => None,
    }
}

/// `text % values`, of which each fills one place, as far as the places are of the kinds that [`shown_as`] knows.
pub fn filled(text: &str, values: &[Value<'_>]) -> Option<String> {
    let mut made = TextParts::new();
    let mut values = values.iter();
    let mut pieces = text.split('%');
    made.add(pieces.next());
    while let Some(piece) = pieces.next() {
        if piece.is_empty() {
            // A sign of its own, `%%`.
            made.add(Some("%"));
            made.add(pieces.next());
            continue;
        }
        let end = piece.find(|c: char| !c.is_ascii_digit())?;
        let (width, kind, rest) = (&piece[..end], piece[end..].chars().next()?, &piece[end + 1..]);
        let spec = match kind {
            'd' | 'i' => format!("{width}d"),
            's' if width.is_empty() => String::new(),
            _ => return None,
        };
        made.add(Some(&shown_as(values.next()?, &spec)?));
        made.add(Some(rest));
    }
    made.0.filter(|_| values.next().is_none())
}

/// `text.format(...)`, whose fields are places, names or neither, each with a format or without.
pub fn formatted_by<'v, 'p: 'v>(text: &str, argument: impl Fn(&str, usize) -> Option<&'v Value<'p>>) -> Option<String> {
    let mut made = TextParts::new();
    let (mut rest, mut next) = (text, 0);
    while let Some(at) = rest.find(['{', '}']) {
        made.add(Some(&rest[..at]));
        let doubled = ["{{", "}}"].into_iter().find(|pair| rest[at..].starts_with(pair));
        if let Some(pair) = doubled {
            made.add(Some(&pair[1..]));
            rest = &rest[at + 2..];
            continue;
        }
        let (field, after) = rest[at..].strip_prefix('{')?.split_once('}')?;
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        made.add(Some(&shown_as(argument(name, next)?, spec)?));
        next += usize::from(name.is_empty());
        rest = after;
    }
    made.add(Some(rest));
    made.0
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
