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
pub use print::{display_ty, print_dim, print_elem, print_function, print_shape, print_ty, with_names};
pub use read::{is_constructor, looks_like_a_dtype, parse_dim, parse_function, parse_shape, parse_type};

/// Is it a name: letters, digits and underscores, no digit first?
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
