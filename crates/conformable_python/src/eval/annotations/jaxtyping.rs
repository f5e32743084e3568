//! jaxtyping: `Float[np.ndarray, "batch n 3"]`, with its whole string language.

use conformable_types::dtype::DTypeKind as D;
use conformable_types::term::{self, Leaf};
use conformable_types::text::{is_identifier, parse_dim};
use conformable_types::{AtomData, DType, Dim, Sym};
use ruff_python_ast::Expr;

use crate::domain::declared::{Dtypes, Item};

/// Why a text is no shape: what is wrong, and at which byte.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    pub offset: usize,
    pub message: String,
    /// jaxtyping raises where the annotation is written; what isn't refused there fails in each check.
    pub refused: bool,
}

impl Malformed {
    fn refused<T>(message: impl Into<String>) -> Result<T, Malformed> {
        Err(Malformed { offset: 0, message: message.into(), refused: true })
    }
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
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let placed = |error: Malformed| Malformed { offset: start + error.offset, ..error };
        let item = item(word).map_err(placed)?;
        if matches!(item, Item::Seq(_) | Item::Rest) {
            if let Some(first) = open {
                let message = format!("`{first}` and `{word}` may both be any number of dims: at most one can");
                return Malformed::refused(message).map_err(placed);
            }
            open = Some(word);
        }
        items.push(item);
    }
    Ok(items)
}

/// What stands before a size.
#[derive(Default)]
struct Modifiers {
    star: bool,
    broadcast: bool,
    anonymous: bool,
    /// `?`: another size in each leaf of a tree.
    by_leaf: bool,
}

impl Modifiers {
    /// The modifiers of a word, and what follows them. They stand in any order; `name=` names a size for people.
    fn of(word: &str) -> Result<(Modifiers, &str), Malformed> {
        let mut modifiers = Modifiers::default();
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let modifier = match first {
                '*' => &mut modifiers.star,
                '#' => &mut modifiers.broadcast,
                '_' => &mut modifiers.anonymous,
                '?' => &mut modifiers.by_leaf,
                _ => match rest.split_once('=') {
                    Some((_, value)) if !value.contains('=') => {
                        rest = value;
                        continue;
                    }
                    _ => break,
                },
            };
            if std::mem::replace(modifier, true) {
                return Malformed::refused(format!("`{first}` stands twice in `{word}`"));
            }
            rest = &rest[1..];
        }
        Ok((modifiers, rest))
    }
}

fn item(word: &str) -> Result<Item, Malformed> {
    if word == "..." {
        return Ok(Item::Rest);
    }
    if word.contains("...") {
        return Malformed::refused(format!("`...` stands by itself, not in `{word}`"));
    }
    if word.contains(',') && !word.contains('(') {
        return Malformed::refused("spaces separate the axes, not commas");
    }
    if word.ends_with('#') {
        return Malformed::refused(format!("`#` stands before a size, not after it: `{word}`"));
    }
    let (Modifiers { star, broadcast, anonymous, by_leaf }, rest) = Modifiers::of(word)?;
    if anonymous && broadcast && !star {
        return Malformed::refused(format!("`{word}` is any size, so it can't be that or 1"));
    }
    if rest.is_empty() || is_identifier(rest) {
        return Ok(match (star, broadcast || anonymous || by_leaf || rest.is_empty()) {
            (true, true) => Item::Rest,
            (true, false) => Item::Seq(Sym::new(rest)),
            (false, _) if anonymous || by_leaf || rest.is_empty() => Item::Any,
            (false, _) => size(rest).map_or(Item::Any, |dim| sized(dim, broadcast)),
        });
    }
    if star {
        return Malformed::refused(format!("a name is wanted after `*`, not `{rest}`"));
    }
    if anonymous || by_leaf {
        return Malformed::refused(format!("`{rest}` is no name"));
    }
    match size(rest) {
        _ if rest.contains('{') => Ok(Item::Any),
        Ok(dim) => Ok(sized(dim, broadcast)),
        Err(_) if is_computed(rest) => Ok(Item::Any),
        Err(error) => Err(Malformed { offset: word.len() - rest.len() + error.offset, ..error }),
    }
}

fn sized(dim: Dim, broadcast: bool) -> Item {
    if broadcast { Item::Broadcast(dim) } else { Item::Dim(dim) }
}

/// Any expression of Python's is evaluated when the program runs; a literal that is no int is never a size.
fn is_computed(text: &str) -> bool {
    ruff_python_parser::parse_expression(text).is_ok_and(|parsed| match parsed.expr() {
        Expr::NumberLiteral(number) => number.value.is_int(),
        Expr::BooleanLiteral(_) => true,
        expression => !expression.is_literal_expr(),
    })
}

/// A size: an expression of names and integers.
fn size(text: &str) -> Result<Dim, Malformed> {
    let wrong = |offset| {
        let message = format!("`{text}` is no size: a name, an integer or a sum");
        Err(Malformed { offset, message, refused: false })
    };
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
        assert_eq!(shape("n *3").unwrap_err().offset, 2);
        assert_eq!(shape("  n\t-  1").unwrap_err().offset, 4);
    }

    #[test]
    fn what_jaxtyping_refuses_where_it_is_written() {
        for text in "n# #... ...n *3 _3 ?3 **a ##a __ #_ *a-1 _a-1 ?a-1 a,b".split(' ').chain(["*a *b", "... *a"]) {
            assert!(shape(text).unwrap_err().refused, "{text}");
        }
        for text in ["n - 1", "n+", "-", "n)", "n!", "'a'", "1.5"] {
            assert!(!shape(text).unwrap_err().refused, "{text}");
        }
        for text in "* ? n= ?*a #a-1 ?#a 3=x *a=b a=*b -1 +1 0x1 1_0 True if f(x,y) x[0] a.b".split(' ') {
            assert!(shape(text).is_ok(), "{text}");
        }
    }
}
