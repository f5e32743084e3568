//! The `types` blocks of the manual: lines `expression => answer` about types and their relations.
//!
//! ```text
//! parse(float64[2*n - n]) => float64[n]
//! is_super(float64[?], float64[n]) => yes
//! meet(float64[n], float64[3]) => float64[3] where n == 3
//! parse(float64[n) => error: expected `,`
//! ```
//!
//! | expression | answer |
//! |---|---|
//! | `parse(TEXT)`, `dim(D)` | the normal form as text |
//! | `display(TEXT)` | the text for people |
//! | `is_super(A, B)`, `eq(D, D)`, `le(D, D)`, `divides(K, D)` | `yes`, `no`, `unknown` |
//! | `consistent(A, B)` | `yes`, `no` |
//! | `meet(A, B)` | a type, with `where` and equations if it needs some; `none` |
//! | `join(A, B)` | a type |
//! | `convert(A, B)` | `identical`, `implicit`, `explicit`, `impossible`, and the reason |
//! | `common(A, ...)`, `operation(OP, A, B)` | a type |
//! | `implements(A, TRAIT)` | `yes`, `no`, `unknown` |
//! | `spell(A, LANGUAGE)` | the type there |
//!
//! Lines that are empty or begin with `#` and a space are for the reader. Names mean one size in
//! all arguments of an expression; nothing is known of them but that they are sizes.

use conformable_types::arithmetic::python_operation;
use conformable_types::bounds::{self, NoFacts};
use conformable_types::common::common_type;
use conformable_types::convert::convert;
use conformable_types::relations::{consistent, is_super, join, meet};
use conformable_types::spell::spell;
use conformable_types::text::{ParseError, display_ty, parse_dim, parse_type, print_dim, print_ty};
use conformable_types::traits::{TRAITS, implements};
use conformable_types::{Dim, Truth, Ty};

/// The answer to one expression, or the message of the error in it.
pub fn evaluate(expression: &str) -> Result<String, String> {
    let call = expression.trim().strip_suffix(')').and_then(|text| text.split_once('('));
    let (name, inside) = call.ok_or("an expression is `name(arguments)`")?;
    let args = arguments(inside);
    let types = || pair(&args)?.map_both(ty);
    let dims = || pair(&args)?.map_both(dim);
    match name {
        "parse" => Ok(print_ty(ty(inside)?)),
        "display" => Ok(display_ty(ty(inside)?)),
        "dim" => Ok(print_dim(dim(inside)?)),
        "is_super" => types().map(|(a, b)| truth(is_super(a, b))),
        "consistent" => types().map(|(a, b)| truth(consistent(a, b))),
        "join" => types().map(|(a, b)| print_ty(join(a, b))),
        "meet" => {
            types().map(|(a, b)| meet(a, b).map_or_else(|| "none".to_owned(), |both| met(both.ty, &both.equations)))
        }
        "convert" => types().map(|(a, b)| {
            let found = convert(a, b);
            format!("{}: {}", format!("{:?}", found.grade).to_lowercase(), found.reason)
        }),
        "common" => {
            let types = args.iter().map(|text| ty(text)).collect::<Result<Vec<_>, _>>()?;
            common_type(&types).map(print_ty)
        }
        "operation" => {
            let [op, a, b] = *args else { return Err("an operator and two types".into()) };
            python_operation(op, ty(a)?, ty(b)?).ok_or("not Python's own")?.map(print_ty)
        }
        "implements" => {
            let (text, name) = pair(&args).map(|pair| (pair.0, pair.1.trim()))?;
            let wanted = TRAITS.iter().find(|(known, _)| *known == name).ok_or("there is no such trait")?;
            Ok(truth(implements(ty(text)?, wanted.1)))
        }
        "spell" => {
            let (text, language) = pair(&args).map(|pair| (pair.0, pair.1.trim()))?;
            spell(ty(text)?, language)
        }
        "eq" => dims().map(|(a, b)| truth(bounds::eq(a, b, &NoFacts))),
        "le" => dims().map(|(a, b)| truth(bounds::le(a, b, &NoFacts))),
        "divides" => {
            let (divisor, value) = dims()?;
            let divisor = divisor.constant().ok_or("the divisor is a constant")?;
            Ok(truth(bounds::divides(divisor, value)))
        }
        _ => Err(format!("there is no `{name}` in this language")),
    }
}

struct Pair<'a>(&'a str, &'a str);

impl<'a> Pair<'a> {
    fn map_both<T>(self, read: impl Fn(&'a str) -> Result<T, String>) -> Result<(T, T), String> {
        Ok((read(self.0)?, read(self.1)?))
    }
}

fn pair<'a>(args: &[&'a str]) -> Result<Pair<'a>, String> {
    match *args {
        [a, b] => Ok(Pair(a, b)),
        _ => Err(format!("two arguments, not {}", args.len())),
    }
}

/// Splits at the commas that stand in no bracket and in no string.
pub(crate) fn arguments(text: &str) -> Vec<&str> {
    let mut args = Vec::new();
    let (mut depth, mut quote, mut start) = (0u32, None, 0);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) => quote = quote.filter(|_| c != open),
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                args.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    args.push(text[start..].trim());
    args
}

fn ty(text: &str) -> Result<Ty, String> {
    parse_type(text).map_err(message)
}

fn dim(text: &str) -> Result<Dim, String> {
    parse_dim(text).map_err(message)
}

/// With its place, so that a page can say where an error points.
fn message(error: ParseError) -> String {
    format!("{error} at {}", error.offset)
}

fn truth(answer: Truth) -> String {
    match answer {
        Truth::Yes => "yes",
        Truth::No => "no",
        Truth::Unknown => "unknown",
    }
    .to_owned()
}

fn met(ty: Ty, equations: &[(Dim, Dim)]) -> String {
    let equations: Vec<String> =
        equations.iter().map(|(left, right)| format!("{} == {}", print_dim(*left), print_dim(*right))).collect();
    let joint = if equations.is_empty() { "" } else { " where " };
    format!("{}{joint}{}", print_ty(ty), equations.join(", "))
}
