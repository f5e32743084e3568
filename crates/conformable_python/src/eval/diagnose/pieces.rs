//! The operands of a failing operation as they are shown: of a list the elements that clash, each
//! as if it were an operand of its own.

use conformable_solver::Part;
use conformable_types::text;
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Kind, Value};
use crate::eval::Machine;

/// Lists in lists are shown with at most so many elements.
const SHOWN: usize = 6;
/// And so many lists deep.
const NESTED: usize = 2;

/// What a failing operation is shown to have been given.
#[derive(Default)]
pub struct Pieces<'p> {
    pub shown: Vec<Piece<'p>>,
    /// The parts that clash, with the numbers of pieces in place of arguments'.
    pub parts: Vec<Part>,
    /// How the elements of the list that was joined are written.
    names: Vec<String>,
}

/// An operand, or an element of one.
pub struct Piece<'p> {
    pub name: String,
    pub value: Value<'p>,
    /// What stands before and after it.
    pub before: String,
    pub after: String,
}

/// What the brackets of a list or tuple are.
struct Display<'p> {
    items: Vec<Value<'p>>,
    names: Vec<String>,
    brackets: (char, char),
}

impl Pieces<'_> {
    /// A message with the names of two elements in place of their numbers, if they are short.
    pub fn named(&self, message: String) -> String {
        let short = |name: &String| (1..=24).contains(&name.chars().count());
        for (second, other) in self.names.iter().enumerate().filter(|(_, name)| short(name)) {
            for (first, one) in self.names[..second].iter().enumerate().filter(|(_, name)| short(name)) {
                let numbers = format!("pieces {first} and {second} ");
                if one != other && message.contains(&numbers) {
                    return message.replacen(&numbers, &format!("`{one}` and `{other}` "), 1);
                }
            }
        }
        message
    }
}

impl<'p> Machine<'p> {
    /// The operands, and of a list of arrays, or of sizes where one of these is none, those that parts speak of, or all of them if they
    /// don't speak of two: what a relation made of an element has no place in it any more.
    pub fn pieces(
        &self,
        operands: &[(usize, String, Value<'p>)],
        between: &str,
        parts: &[Part],
        range: TextRange,
        of_sizes: bool,
    ) -> Pieces<'p> {
        let mut made = Pieces::default();
        for (place, name, value) in operands {
            let pieces = &mut made.shown;
            let lead = if pieces.is_empty() { "" } else { between };
            let own = || parts.iter().filter(|part| part.argument == *place);
            let mut clashing: Vec<usize> = own().filter_map(|part| part.element).collect();
            clashing.sort_unstable();
            clashing.dedup();
            let display = self.state.display(value, self.written_at(*place, value, range), name, of_sizes);
            let fits = |display: &Display<'p>| match clashing.last() {
                Some(last) => *last < display.items.len(),
                None => (1..=SHOWN).contains(&display.items.len()),
            };
            let Some(display) = display.filter(fits) else {
                let here = |part: &Part| Part { argument: pieces.len(), element: None, ..part.clone() };
                made.parts.extend(own().map(here));
                let (name, value) = (name.clone(), value.clone());
                pieces.push(Piece { name, value, before: lead.to_owned(), after: String::new() });
                continue;
            };
            let marked = clashing.len() > 1;
            if !marked && display.items.len() <= SHOWN {
                clashing = (0..display.items.len()).collect();
            }
            let mut text = format!("{lead}{}", display.brackets.0);
            let mut next = 0;
            for element in clashing {
                let skipped = if element > next { "…, " } else { "" };
                let comma = if next > 0 { ", " } else { "" };
                text = format!("{text}{comma}{skipped}");
                next = element + 1;
                let here = |part: &Part| Part { argument: pieces.len(), element: None, ..part.clone() };
                made.parts.extend(own().filter(|part| marked && part.element == Some(element)).map(here));
                let (name, value) = (&display.names[element], &display.items[element]);
                self.state.nested((name, value), std::mem::take(&mut text), NESTED, pieces);
            }
            let left = if next < display.items.len() { ", …" } else { "" };
            if let Some(last) = pieces.last_mut() {
                last.after = format!("{}{left}{}", last.after, display.brackets.1);
            }
            made.names = display.names;
        }
        made
    }

    /// The text of an operand of the expression here; of a key of several parts all of them, in the brackets of a tuple.
    fn written_at(&self, place: usize, value: &Value<'p>, range: TextRange) -> Option<String> {
        let module = self.module();
        let ranges = self.texts.operands(module.id, range);
        let first = ranges.get(place)?;
        let is_subscript = || module.text(range).ends_with(']');
        let parts = match &value.kind {
            Kind::Tuple(tuple)
                if tuple.items.len() > 1 && ranges.len() == place + tuple.items.len() && is_subscript() =>
            {
                &ranges[place..]
            }
            _ => return Some(text::on_one_line(module.text(*first))),
        };
        let parts: Vec<String> = parts.iter().map(|part| text::on_one_line(module.text(*part))).collect();
        Some(format!("({})", parts.join(", ")))
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) && !text.starts_with(|c: char| c.is_numeric())
}

/// How the elements of a list or tuple are written that is written out.
fn split(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let inner = inner.or_else(|| text.strip_prefix('(').and_then(|text| text.strip_suffix(')')))?;
    // Texts and comments may have brackets and commas of their own.
    if inner.contains(['"', '\'', '#', '*']) {
        return None;
    }
    let (mut depth, mut names, mut start) = (0i32, Vec::new(), 0);
    for (place, character) in inner.char_indices() {
        match character {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(inner[start..place].trim().to_owned());
                start = place + 1;
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    let last = inner[start..].trim();
    names.extend((!last.is_empty()).then(|| last.to_owned()));
    Some(names)
}

impl<'p> State<'p> {
    /// Is it a list of arrays, or of lists of them?
    pub fn is_joined(&self, value: &Value<'p>) -> bool {
        self.display(value, None, "", false).is_some_and(|display| !display.items.is_empty())
    }

    /// An element, or the elements of one that is a list itself, so many lists deep.
    fn nested(&self, (name, value): (&str, &Value<'p>), before: String, depth: usize, pieces: &mut Vec<Piece<'p>>) {
        let display = if depth > 0 { self.display(value, Some(name.to_owned()), name, false) } else { None };
        let Some(display) = display.filter(|display| (1..=SHOWN).contains(&display.items.len())) else {
            let (name, value) = (name.to_owned(), value.clone());
            return pieces.push(Piece { name, value, before, after: String::new() });
        };
        let mut before = format!("{before}{}", display.brackets.0);
        for (name, value) in display.names.iter().zip(&display.items) {
            self.nested((name, value), std::mem::replace(&mut before, ", ".to_owned()), depth - 1, pieces);
        }
        if let Some(last) = pieces.last_mut() {
            last.after.push(display.brackets.1);
        }
    }

    /// The elements of a list or tuple that holds arrays or lists of them, or sizes, and how each is written.
    fn display(&self, value: &Value<'p>, written: Option<String>, name: &str, of_sizes: bool) -> Option<Display<'p>> {
        let (items, brackets) = match &value.kind {
            Kind::Tuple(tuple) => (tuple.items.clone(), ('(', ')')),
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(items) => (items.clone(), ('[', ']')),
                _ => return None,
            },
            _ => return None,
        };
        let holds_arrays = |item: &Value<'p>| item.ty().is_none() || item.array().is_some();
        if !(of_sizes || items.iter().all(holds_arrays)) {
            return None;
        }
        let by_text = written.as_deref().and_then(split).filter(|names| names.len() == items.len());
        let names = by_text.unwrap_or_else(|| {
            let one = |(place, item): (usize, &Value<'p>)| match item.origin {
                _ if is_name(name) => format!("{name}[{place}]"),
                Some(origin) => origin.module.snippet(origin.range),
                None => format!("piece {place}"),
            };
            items.iter().enumerate().map(one).collect()
        });
        Some(Display { items, names, brackets })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_split_at_its_own_commas() {
        let names = |text: &str| split(text).unwrap_or_default().join(" | ");
        assert_eq!(names("[a, f(b, c), d[0, :]]"), "a | f(b, c) | d[0, :]");
        assert_eq!(names("(a, b,)"), "a | b");
        assert_eq!(names("[[a, b], [c]]"), "[a, b] | [c]");
        assert_eq!(names("(a + b) + (c)"), "");
        assert_eq!(names("xs"), "");
    }
}
