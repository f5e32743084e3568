//! jaxtyping: `Float[np.ndarray, "batch n 3"]`, with its whole string language.

use conformable_types::dtype::Kind as D;
use conformable_types::term::{self, Leaf};
use conformable_types::text::{is_identifier, parse_dim};
use conformable_types::{AtomData, DType, Dim, Sym};

use crate::domain::declared::{Dtypes, Item};

/// Why a text is no shape: what is wrong, and at which byte.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    pub offset: usize,
    pub message: String,
}

/// The dtypes of one of jaxtyping's classes.
pub fn dtypes(class: &str) -> Option<Dtypes> {
    Some(match class {
        "Shaped" | "Key" | "Array" => Dtypes::Any,
        "Bool" => Dtypes::One(DType::BOOL),
        "Float" => Dtypes::Of(&[D::Floating]),
        "Complex" => Dtypes::Of(&[D::Complex]),
        "Inexact" => Dtypes::Of(&[D::Floating, D::Complex]),
        "Int" => Dtypes::Of(&[D::Signed]),
        "UInt" => Dtypes::Of(&[D::Unsigned]),
        "Integer" => Dtypes::Of(&[D::Signed, D::Unsigned]),
        "Real" => Dtypes::Of(&[D::Signed, D::Unsigned, D::Floating]),
        "Num" => Dtypes::Of(&[D::Signed, D::Unsigned, D::Floating, D::Complex]),
        "BFloat16" | "Float8e4m3b11fnuz" | "Float8e4m3fn" | "Float8e5m2" => Dtypes::Any,
        "Float16" | "Float32" | "Float64" | "Complex64" | "Complex128" | "Int8" | "Int16" | "Int32" | "Int64"
        | "UInt8" | "UInt16" | "UInt32" | "UInt64" => Dtypes::One(DType::parse(&class.to_lowercase())?),
        _ => return None,
    })
}

/// The shape that a string writes: items between spaces.
///
/// # Errors
///
/// If an item is no size, or two of them may be any number of dims.
pub fn shape(text: &str) -> Result<Vec<Item>, Malformed> {
    let mut items = Vec::new();
    let mut open: Option<&str> = None;
    let mut offset = 0;
    for word in text.split(' ') {
        let at = offset;
        offset += word.len() + 1;
        let word_start = at + (word.len() - word.trim_start().len());
        let word = word.trim();
        if word.is_empty() {
            continue;
        }
        let item = item(word).map_err(|error| Malformed { offset: word_start + error.offset, ..error })?;
        if matches!(item, Item::Seq(_) | Item::Rest) {
            if let Some(first) = open {
                let message = format!("`{first}` and `{word}` may both be any number of dims: at most one can");
                return Err(Malformed { offset: word_start, message });
            }
            open = Some(word);
        }
        items.push(item);
    }
    Ok(items)
}

fn item(word: &str) -> Result<Item, Malformed> {
    if word == "..." {
        return Ok(Item::Rest);
    }
    // Modifiers stand in any order; `name=` names a size for people.
    let (mut star, mut broadcast, mut anonymous) = (false, false, false);
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        match first {
            '*' => star = true,
            '#' => broadcast = true,
            '?' | '_' => anonymous = true,
            _ => break,
        }
        rest = &rest[1..];
    }
    let start = word.len() - rest.len();
    let malformed = |offset: usize, message: String| Err(Malformed { offset, message });
    if let Some((name, value)) = rest.split_once('=') {
        if !is_identifier(name) {
            return malformed(start, format!("`{name}` is no name"));
        }
        rest = value;
    }
    let start = word.len() - rest.len();
    if star {
        if anonymous || broadcast {
            return Ok(Item::Rest);
        }
        return match is_identifier(rest) {
            true => Ok(Item::Seq(Sym::new(rest))),
            false => malformed(start, format!("a name is wanted after `*`, not `{rest}`")),
        };
    }
    if anonymous {
        return match rest.is_empty() || is_identifier(rest) {
            true => Ok(Item::Any),
            false => malformed(start, format!("`{rest}` is no name")),
        };
    }
    if rest.starts_with('{') && rest.ends_with('}') {
        return Ok(Item::Any);
    }
    let dim = if rest.contains('{') { return Ok(Item::Any) } else { size(rest) };
    match dim {
        Ok(dim) if broadcast => Ok(Item::Broadcast(dim)),
        Ok(dim) => Ok(Item::Dim(dim)),
        Err(_) if is_computed(rest) => Ok(Item::Any),
        Err(error) => Err(Malformed { offset: start + error.offset, ..error }),
    }
}

/// Any expression of Python's is evaluated when the program runs; a literal that is no int is never a size.
fn is_computed(text: &str) -> bool {
    ruff_python_parser::parse_expression(text).is_ok_and(|parsed| !parsed.expr().is_literal_expr())
}

/// A size: an expression of names and integers.
fn size(text: &str) -> Result<Dim, Malformed> {
    let wrong =
        |offset| Err(Malformed { offset, message: format!("`{text}` is no size: a name, an integer or a sum") });
    match parse_dim(text) {
        Err(error) => wrong(error.offset.min(text.len().saturating_sub(1))),
        Ok(dim) if dim.is_any() => wrong(0),
        Ok(dim) => {
            let mut plain = true;
            term::visit_dim(dim, &mut |leaf| match leaf {
                Leaf::Atom(atom) => plain &= !matches!(atom.data(), AtomData::App(..) | AtomData::Fresh { .. }),
                Leaf::Seq(_) | Leaf::Elem(_) => plain = false,
            });
            if plain { Ok(dim) } else { wrong(0) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_string_language() {
        let n = Dim::name("n");
        assert_eq!(shape("n 3").unwrap(), [Item::Dim(n), Item::Dim(Dim::of(3))]);
        assert_eq!(shape("").unwrap(), []);
        assert_eq!(shape("*batch n+1").unwrap(), [Item::Seq(Sym::new("batch")), Item::Dim(n.plus(1))]);
        assert_eq!(shape("... _ #n").unwrap(), [Item::Rest, Item::Any, Item::Broadcast(n)]);
        assert_eq!(shape("rows=4 ?n _foo").unwrap(), [Item::Dim(Dim::of(4)), Item::Any, Item::Any]);
        assert_eq!(shape("*#batch {self.k}").unwrap(), [Item::Rest, Item::Any]);
        assert_eq!(shape("order**n n/2").unwrap(), [Item::Any, Item::Any]);
        assert_eq!(shape("2*n n-1").unwrap(), [Item::Dim(n.scaled(2)), Item::Dim(n.minus(1))]);
    }

    #[test]
    fn what_is_no_shape_says_where() {
        assert_eq!(shape("*a *b").unwrap_err().offset, 3);
        assert_eq!(shape("n ... *b").unwrap_err().offset, 6);
        assert_eq!(shape("n m+").unwrap_err().offset, 3);
        assert_eq!(shape("n *3").unwrap_err().offset, 3);
    }
}
