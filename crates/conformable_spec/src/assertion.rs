//! Assertions in comments, and pairing them off with findings.
//!
//! ```text
//! reveal_type(x)  # revealed: float64[n, 3]
//! a @ b           # error: [CF101] "the inner dimensions differ"
//! # warning: [CF701]                                speaks of the next line of code
//! ```

use std::fmt;

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::rules;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_source_file::LineIndex;
use ruff_text_size::Ranged;

/// What a comment says of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The line of code, from 1.
    pub line: usize,
    /// What must be found there.
    pub expected: Expected,
}

/// What must be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `reveal_type` says exactly this.
    Revealed(String),
    /// A finding with this severity, code, and part of its message.
    Finding(Severity, String, String),
    /// Something that isn't understood, which never pairs off.
    Malformed(String),
}

impl Expected {
    fn fits(&self, diagnostic: &Diagnostic) -> bool {
        match self {
            Expected::Revealed(text) => diagnostic.rule == rules::REVEAL && diagnostic.message == *text,
            Expected::Finding(severity, code, part) => {
                diagnostic.rule != rules::REVEAL
                    && diagnostic.severity == *severity
                    && diagnostic.rule.code == code
                    && diagnostic.message.contains(part.as_str())
            }
            Expected::Malformed(_) => false,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Revealed(text) => write!(f, "revealed: {text}"),
            Expected::Finding(severity, code, part) => {
                write!(f, "{}: [{code}]", severity.as_str())?;
                if part.is_empty() { Ok(()) } else { write!(f, " \"{part}\"") }
            }
            Expected::Malformed(text) => write!(f, "an assertion that isn't understood: {text}"),
        }
    }
}

const WORDS: [&str; 4] = ["error:", "warning:", "note:", "revealed:"];

/// The assertions in a file's comments.
pub fn read(text: &str) -> Vec<Assertion> {
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
    let index = LineIndex::from_source_text(text);
    let mut found = Vec::new();
    let mut waiting: Vec<Expected> = Vec::new();
    let mut code_line = 0;
    for token in parsed.tokens().iter() {
        let line = index.line_index(token.start()).get();
        match token.kind() {
            TokenKind::Comment => {
                let whole = &text[token.range()];
                let expected = comment(whole);
                // After other text of a comment it speaks of that comment.
                let body = whole.strip_prefix("# ").unwrap_or_default();
                let is_first = WORDS.iter().any(|word| body.starts_with(word));
                if line == code_line || !is_first {
                    found.extend(expected.map(|expected| Assertion { line, expected }));
                } else {
                    waiting.extend(expected);
                }
            }
            TokenKind::Newline | TokenKind::NonLogicalNewline => {}
            TokenKind::Indent | TokenKind::Dedent => {}
            _ => {
                let assertion = |expected| Assertion { line, expected };
                found.extend(waiting.drain(..).map(assertion));
                code_line = index.line_index(token.end()).get();
            }
        }
    }
    found
}

/// The assertions in one comment, of which there may be several: `# error: [A] # error: [B]`.
fn comment(text: &str) -> impl Iterator<Item = Expected> + '_ {
    let starts: Vec<usize> = text
        .match_indices("# ")
        .map(|(at, _)| at)
        .filter(|at| WORDS.iter().any(|word| text[at + 2..].starts_with(word)))
        .collect();
    let ends: Vec<usize> = starts.iter().copied().skip(1).chain([text.len()]).collect();
    let piece = move |(start, end): (usize, usize)| expected(text[start + 2..end].trim());
    starts.into_iter().zip(ends).map(piece)
}

fn expected(text: &str) -> Expected {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let rest = rest.trim();
    let severity = match word {
        "revealed" => return Expected::Revealed(rest.to_owned()),
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    };
    let malformed = || Expected::Malformed(text.to_owned());
    let Some((code, part)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return malformed();
    };
    let part = part.trim();
    let quoted = part.strip_prefix('"').and_then(|part| part.strip_suffix('"'));
    match quoted {
        Some(part) => Expected::Finding(severity, code.to_owned(), part.to_owned()),
        None if part.is_empty() => Expected::Finding(severity, code.to_owned(), String::new()),
        None => malformed(),
    }
}

/// Pairs assertions off with findings (each with its line); what is left over is returned as
/// messages by line.
pub fn pair(assertions: &[Assertion], findings: &[(usize, &Diagnostic)]) -> Vec<(usize, String)> {
    let mut taken = vec![false; findings.len()];
    let mut left: Vec<(usize, String)> = Vec::new();
    // The specific ones choose first.
    let mut order: Vec<&Assertion> = assertions.iter().collect();
    order.sort_by_key(|assertion| match &assertion.expected {
        Expected::Finding(_, _, part) => usize::MAX - part.len(),
        _ => 0,
    });
    for assertion in order {
        let fits = |at: &usize| {
            let (line, finding) = findings[*at];
            !taken[*at] && line == assertion.line && assertion.expected.fits(finding)
        };
        match (0..findings.len()).find(fits) {
            Some(at) => taken[at] = true,
            None => left.push((assertion.line, format!("expected {}", assertion.expected))),
        }
    }
    for (taken, (line, finding)) in taken.into_iter().zip(findings) {
        if !taken {
            left.push((*line, format!("got      {}", shown(finding))));
        }
    }
    left.sort_by_key(|(line, _)| *line);
    left
}

/// A finding as the assertion that would fit it.
fn shown(finding: &Diagnostic) -> String {
    if finding.rule == rules::REVEAL {
        return format!("revealed: {}", finding.message);
    }
    let (severity, code) = (finding.severity.as_str(), finding.rule.code);
    format!("{severity}: [{code}] \"{}\"", finding.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::diagnostic::Span;
    use ruff_text_size::TextRange;

    fn rows(text: &str) -> Vec<String> {
        let row = |a: &Assertion| format!("{} {}", a.line, a.expected);
        read(text).iter().map(row).collect()
    }

    #[test]
    fn assertions_are_read() {
        let text = "\
a @ b  # error: [CF101] \"inner\" # error: [CF102]
# warning: [CF701]
# note: [CF101]

x = 'no # error: [CF101]'
reveal_type(y)  # revealed: float64[#1, 3]
f(
    # error: [CF301]
    y[7],
)
z  # error: CF101
";
        assert_eq!(
            rows(text),
            [
                "1 error: [CF101] \"inner\"",
                "1 error: [CF102]",
                "5 warning: [CF701]",
                "5 note: [CF101]",
                "6 revealed: float64[#1, 3]",
                "9 error: [CF301]",
                "11 an assertion that isn't understood: error: CF101",
            ]
        );
    }

    #[test]
    fn everything_must_pair_off() {
        let place = Span::new("main.py", TextRange::default());
        let first = Diagnostic::new(rules::MATMUL, place.clone(), "inner 3 and 4");
        let second = Diagnostic::new(rules::MATMUL, place.clone(), "other");
        let revealed = Diagnostic::new(rules::REVEAL, place, "int");
        let found = [(1, &first), (1, &second), (2, &revealed)];
        let pairs = |text: &str| {
            let left = pair(&read(text), &found);
            left.into_iter().map(|(line, what)| format!("{line} {what}")).collect::<Vec<_>>()
        };
        let both = "x # error: [CF101] # error: [CF101] \"inner\"\ny # revealed: int\n";
        assert!(pairs(both).is_empty());
        assert_eq!(
            pairs("x # error: [CF101]\ny # revealed: float\n"),
            ["1 got      error: [CF101] \"other\"", "2 expected revealed: float", "2 got      revealed: int",]
        );
    }
}
