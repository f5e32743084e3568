//! The one text form: what is printed can be read back, and is the same type.
//!
//! [`expr`] is the grammar, shared with signatures and the catalogue; [`read`] decides what an
//! expression is as a type; [`print`] is its inverse. Printing has two modes: *text* is exact,
//! *display* may simplify for people.

pub mod expr;
mod lex;
mod nearest;
pub mod print;
pub mod read;
mod written;

pub use expr::{Expr, Node, ParseError, parse_expr, parse_signature};
pub use nearest::{distance, distance_within, nearest};
pub use print::{display_ty, print_dim, print_elem, print_function, print_param, print_shape, print_ty, with_names};
pub use read::{is_constructor, looks_like_a_dtype, parse_dim, parse_function, parse_shape, parse_type};

/// Is it a name: letters, digits and underscores, no digit first?
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A text on one line, its words with single spaces between them.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text on one line, of no more than so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    cut(on_one_line(text), most)
}

/// A text of no more than so many characters.
pub fn cut(text: String, most: usize) -> String {
    if text.chars().count() <= most { text } else { text.chars().take(most - 1).chain(['…']).collect() }
}
