//! Text to tokens of the expression language.

use std::fmt;

/// What a text should have had at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// In bytes from the start of the text.
    pub offset: usize,
    /// What would have been right: `a dim`.
    pub expected: String,
    /// What is there: `a name`.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Name(String),
    Int(i64),
    /// Its digits: `1.5`, `1e300`.
    Float(String),
    Str(String),
    Punct(&'static str),
    End,
}

/// Longest first, so that `->` is not `-` and `>`.
const PUNCTUATION: [&str; 29] = [
    "...", "->", "**", "//", "==", "!=", "<=", ">=", "=>", "…", "(", ")", "[", "]", "{", "}", ",", ":", ";", "|", "+",
    "-", "*", "%", "/", "=", "<", ">", "?",
];

pub fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ParseError> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let Some(first) = rest.chars().next() else { break };
        let taken = if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push((Token::Name(rest[..end].to_owned()), at));
            end
        } else if let Some(end) = float(rest) {
            found.push((Token::Float(rest[..end].to_owned()), at));
            end
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let value = rest[..end].parse().map_err(|_| ParseError {
                offset: at,
                expected: "an integer of at most 63 bits".into(),
                found: rest[..end].chars().take(30).collect(),
            })?;
            found.push((Token::Int(value), at));
            end
        } else if first == '\'' || first == '"' {
            let (value, end) = string(rest, first).ok_or_else(|| ParseError {
                offset: at,
                expected: format!("a closing {first}"),
                found: "the end".into(),
            })?;
            found.push((Token::Str(value), at));
            end
        } else if let Some(punctuation) = PUNCTUATION.iter().find(|p| p.starts_with(first) && rest.starts_with(**p)) {
            found.push((Token::Punct(punctuation), at));
            punctuation.len()
        } else if first == '#' || first == '.' {
            found.push((Token::Punct(if first == '#' { "#" } else { "." }), at));
            1
        } else {
            return Err(ParseError {
                offset: at,
                expected: "a name, a number or an operator".into(),
                found: first.to_string(),
            });
        };
        rest = &rest[taken..];
    }
    found.push((Token::End, text.len()));
    Ok(found)
}

/// Where the float that `text` begins with ends: digits with a point between them, or an exponent, or both.
fn float(text: &str) -> Option<usize> {
    let digits = |from: usize| text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |more| from + more);
    let whole = digits(0);
    if whole == 0 {
        return None;
    }
    let after = |at: usize, mark: char| text[at..].starts_with(mark).then_some(at + 1);
    let point = after(whole, '.').map(|from| (from, digits(from))).filter(|(from, end)| end > from);
    let mantissa = point.map_or(whole, |(_, end)| end);
    let exponent = after(mantissa, 'e').and_then(|from| {
        let from = after(from, '-').or_else(|| after(from, '+')).unwrap_or(from);
        Some(digits(from)).filter(|end| *end > from)
    });
    exponent.or(point.map(|(_, end)| end))
}

/// The value of the string literal that `text` begins with, and where it ends.
fn string(text: &str, quote: char) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next()?.1 {
                'n' => value.push('\n'),
                't' => value.push('\t'),
                other => value.push(other),
            },
            _ if c == quote => return Some((value, at + 1)),
            _ => value.push(c),
        }
    }
    None
}
