//! What a place in a text refuses: `f"{x:.2f}"`, `"{:.2f}".format(x)`, `"%.2f" % x`; and what the text becomes where that is known.

use conformable_types::dtype::DTypeKind;
use conformable_types::text::is_identifier;
use conformable_types::{DType, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::storable::RefusedAsNumber;
use crate::eval::diagnose::report::Refusal;
use crate::eval::python::texts::{filled, formatted_by};
use crate::front::rules;

impl<'p> Machine<'p> {
    /// A value in a place with this format, of which the last character is a type where it is a letter or `%`.
    pub fn format_with(&mut self, value: &Value<'p>, spec: &str, range: TextRange) {
        if spec.is_empty() {
            return;
        }
        let is_one_of = |types: &str| spec.chars().last().is_some_and(|last| types.contains(last));
        let message = match &value.kind {
            Kind::Array(array) if array.ty.as_array().and_then(|(_, shape)| shape.rank()) > Some(0) => {
                format!("an array has no format '{spec}': {}", self.state.show(array.ty))
            }
            Kind::Tuple(tuple) if !tuple.is_plain() => return,
            _ if value.is_none() && self.may_be_guarded(value) => return,
            _ if value.is_none() || is_method(value) => format!("{} has no format '{spec}'", self.describe(value)),
            _ if is_text(value) && is_one_of("bcdeEfFgGnoxX%") || is_float(value) && is_one_of("bcdosxX") => {
                format!("no format '{spec}' of {}", self.describe(value))
            }
            _ => match self.state.container_name(value) {
                Some(container) => format!("a {container} has no format: {}", self.describe(value)),
                None => return,
            },
        };
        self.refuse(range, message, &[value]);
    }
}

/// `text.format(...)`: the places that name an argument, and no part of it; what it gives, where that is known.
pub fn format_fields<'p>(
    machine: &mut Machine<'p>,
    text: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let mut next = 0;
    let text_of_fields = text.replace("{{", "").replace("}}", "");
    let mut fields = text_of_fields.split('{').skip(1).peekable();
    while let Some(field) = fields.next() {
        let (name, spec) = match field.split_once('}') {
            Some((field, _)) => field.split_once(':').unwrap_or((field, "")),
            // A format with places of its own: what it is they say.
            None => (fields.peek().and(field.split_once(':'))?.0, ""),
        };
        let is_next = name.is_empty() || name.starts_with(['!', '.', '[']);
        let place = if name.is_empty() { Some(next) } else { name.parse().ok() };
        next += usize::from(is_next);
        let given = match place {
            Some(place) => arguments.positional.get(place).filter(|_| !arguments.open).cloned(),
            None => arguments.keyword(name).cloned(),
        };
        match given {
            Some(value) => machine.format_with(&value, spec, range),
            None if lacks_value(machine, text, (name, next), arguments, range) => return None,
            None => {}
        }
    }
    let made = formatted_by(text, |name, next| match name.parse().ok().or(name.is_empty().then_some(next)) {
        Some(place) => arguments.positional.get(place),
        None => arguments.keyword(name),
    });
    made.filter(|_| !arguments.open).map(|text| Value::data(Ty::str(&text)))
}

/// A place of a text for which `format` was given nothing, by number or by name.
fn lacks_value<'p>(
    machine: &mut Machine<'p>,
    text: &str,
    (name, next): (&str, usize),
    arguments: &Arguments<'p>,
    range: TextRange,
) -> bool {
    let name = name.split(['!', '.', '[']).next().unwrap_or_default();
    let number = if name.is_empty() { next.checked_sub(1) } else { name.parse().ok() };
    let (is_given, what, exception) = match number {
        Some(number) => (arguments.positional.len() > number, format!("value {number}"), "IndexError"),
        None if is_identifier(name) => (arguments.keyword(name).is_some(), format!("`{name}`"), "KeyError"),
        None => return false,
    };
    if is_given || arguments.open {
        return false;
    }
    let message = format!("no {what} for '{text}'");
    machine.refute(Refusal::of(rules::UNSUPPORTED, range, message).raising(exception));
    true
}

/// `text % values`: how many places there are, and what each of them refuses; what it gives, where that is known.
pub fn fill_places<'p>(machine: &mut Machine<'p>, text: &str, values: &Value<'p>, range: TextRange) -> Option<String> {
    let places = places(text)?;
    let given = match &values.kind {
        Kind::Tuple(tuple) if tuple.is_plain() => tuple.items.clone(),
        Kind::Array(_) | Kind::Data(_) | Kind::Floating(..) => vec![values.clone()],
        _ if values.is_none() || machine.state.container_name(values) == Some("list") => vec![values.clone()],
        _ => return None,
    };
    if matches!(values.kind, Kind::Tuple(_)) && given.len() != places.len() {
        let message = format!("{} values for {} places of '{text}'", given.len(), places.len());
        machine.refuse(range, message, &[values]);
        return None;
    }
    for (value, place) in given.iter().zip(places) {
        if !"sra".contains(place) {
            number_in_place(machine, value, place, range);
        }
    }
    filled(text, &given)
}

fn number_in_place<'p>(machine: &mut Machine<'p>, value: &Value<'p>, place: char, range: TextRange) {
    if place == 'c' {
        return;
    }
    let refuses = is_text(value) || is_float(value) && "oxX".contains(place);
    let refused = machine.state.refused_as_number(value);
    let is_container = match &value.kind {
        Kind::Array(_) => refused.is_some(),
        Kind::Tuple(tuple) => tuple.is_plain(),
        _ => machine.state.container_name(value).is_some() || is_method(value),
    };
    if refuses || is_container || value.is_none() && !machine.may_be_guarded(value) {
        let message = format!("no '%{place}' of {}", machine.describe(value));
        let refusal = Refusal::of(rules::UNSUPPORTED, range, message).resting_on(value.dependencies);
        machine.refute(refusal.since(refused.and_then(RefusedAsNumber::since)));
    }
}

/// The types of a text's places; `None` where names are looked up, widths are given, or it is no format.
fn places(text: &str) -> Option<Vec<char>> {
    let mut places = Vec::new();
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        if next != '%' {
            continue;
        }
        let place = rest.by_ref().find(|c| !"#0- +.123456789hlL".contains(*c))?;
        match place {
            '%' => {}
            _ if "diouxXeEfFgGcrsa".contains(place) => places.push(place),
            _ => return None,
        }
    }
    Some(places)
}

fn is_text(value: &Value<'_>) -> bool {
    value.ty().is_some_and(|ty| matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_)))
}

/// A method that isn't called.
fn is_method(value: &Value<'_>) -> bool {
    matches!(value.kind, Kind::Bound(_) | Kind::Method(_))
}

/// A float of Python's, or one of NumPy's.
fn is_float(value: &Value<'_>) -> bool {
    match value.ty().map(Ty::kind) {
        Some(TyKind::Float | TyKind::LitFloat(_)) => true,
        Some(TyKind::Scalar(elem)) => elem.dtype().map(DType::kind) == Some(DTypeKind::Floating),
        _ => false,
    }
}
