//! Suppression comments.
//!
//! ```text
//! y = a @ b   # conformable: ignore[CF101]          this rule, on this line
//! y = a @ b   # conformable: ignore[CF101, CF102]   these rules
//! y = a @ b   # conformable: ignore                 whatever is found on this line
//! # conformable: skip-file                          the whole file, wherever it stands
//! y = load()  # conformable: float64[n, 4]          no suppression: what `y` is
//! ```
//!
//! The comment stands on the line where the finding starts, on the line where its expression
//! ends, or on the last line of the statement. Comments are ruff's tokens, so a string that
//! contains such text isn't one. A comment that suppresses nothing is itself reported (`CF004`).
//!
//! It doesn't know which rules are selected, or how findings are found.

use std::sync::Arc;

use ruff_python_ast::Mod;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::front::depth;
use crate::front::diagnostic::{Diagnostic, Span};
use crate::front::rules::{self, Rules};
use crate::syntax::type_comments::{WORD, array_of, directives, read_comments, wrong_type};

/// What is said of a type that nothing reads, and where it would be read.
const NO_TARGET: &str = "this type declares nothing: what stands before it doesn't bind one name";
const PLACES: &str =
    "it belongs behind an assignment, behind a parameter on its line, or behind the header of `for` or `with`";

/// After so many findings in one file nobody reads what one more code may have meant.
const MOST_GUESSED: usize = 1000;

/// The suppression comments of one file.
#[derive(Debug, Default)]
pub struct Suppressions {
    skip_file: bool,
    comments: Vec<Comment>,
    /// For each logical line of more than one physical line, the first and the last.
    statements: Vec<(usize, usize)>,
    index: Option<LineIndex>,
}

#[derive(Debug)]
struct Comment {
    line: usize,
    /// The code as written and where, one entry each; `None` for a bare `ignore`.
    codes: Option<Vec<(String, TextRange)>>,
    range: TextRange,
    /// Text after `conformable:` that is no directive.
    unknown: bool,
    /// What is wrong with it as a type, if it was meant as one, and what would help.
    no_type: Option<(String, Option<String>)>,
    /// Whether it stands on a line of its own, where it rarely suppresses anything.
    alone: bool,
}

impl Suppressions {
    /// Reads the comments of a file; one that has none costs a search for a word.
    pub fn parse(text: &str) -> Self {
        if text.contains(WORD) { Suppressions::with_lines(text) } else { Suppressions::default() }
    }

    /// The same, and which lines statements have, even if there are no comments.
    pub(crate) fn with_lines(text: &str) -> Self {
        if depth::check(text).is_some() {
            let skip = |line: &str| directives(line.trim()).any(|(_, d)| d == "skip-file");
            return Suppressions {
                skip_file: text.lines().filter(|l| l.starts_with('#')).any(skip),
                ..Suppressions::default()
            };
        }
        let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
        let index = LineIndex::from_source_text(text);
        let line_of = |at: TextSize| index.line_index(at).get();
        let mut found = Suppressions::default();
        let body = match parsed.syntax() {
            Mod::Module(module) if text.contains(WORD) => &*module.body,
            _ => &[],
        };
        let declaring = read_comments(text, body);
        let mut first = None;
        let mut code_line = 0;
        for token in parsed.tokens().iter() {
            match token.kind() {
                TokenKind::Comment => {
                    let line = line_of(token.start());
                    let alone = line != code_line;
                    let declares = declaring.contains(&token.start());
                    found.read(&text[token.range()], token.start(), line, alone, declares);
                }
                TokenKind::Newline => {
                    let last = line_of(token.start());
                    if let Some(first) = first.take().filter(|first| *first < last) {
                        found.statements.push((first, last));
                    }
                }
                TokenKind::NonLogicalNewline | TokenKind::Indent | TokenKind::Dedent => {}
                _ => {
                    first.get_or_insert_with(|| line_of(token.start()));
                    code_line = line_of(token.end());
                }
            }
        }
        found.index = Some(index);
        found
    }

    /// Removes what the comments suppress from the findings *of this file*, and adds a warning
    /// for each comment or code that suppressed nothing.
    pub fn apply(&self, path: &Arc<str>, findings: &mut Vec<Diagnostic>, known: Rules) {
        if self.skip_file {
            findings.clear();
            return;
        }
        let Some(index) = &self.index else { return };
        if self.comments.is_empty() {
            return;
        }
        let mut used: Vec<Vec<bool>> =
            self.comments.iter().map(|comment| vec![false; comment.codes.as_ref().map_or(1, Vec::len)]).collect();
        findings.retain(|finding| {
            // Else a file that wasn't analysed would look like one without errors.
            if finding.rule.is_about_the_run() {
                return true;
            }
            let range = finding.place.range;
            let start = index.line_index(range.start()).get();
            let end = index.line_index(range.end()).get();
            let last = self.last_line_of_statement(start);
            let mut keep = true;
            for (comment, used) in self.comments.iter().zip(&mut used) {
                if ![start, end, last].contains(&comment.line) || comment.unknown {
                    continue;
                }
                match &comment.codes {
                    None => {
                        used[0] = true;
                        keep = false;
                    }
                    Some(codes) => {
                        for ((code, _), used) in codes.iter().zip(used) {
                            if known.by_code(code) == Some(finding.rule) {
                                *used = true;
                                keep = false;
                            }
                        }
                    }
                }
            }
            keep
        });
        for (comment, used) in self.comments.iter().zip(&used) {
            self.report_unused(path, comment, used, findings, known);
        }
    }

    fn report_unused(
        &self,
        path: &Arc<str>,
        comment: &Comment,
        used: &[bool],
        findings: &mut Vec<Diagnostic>,
        known: Rules,
    ) {
        let finding = |range: TextRange, message: String, help: Option<String>| {
            let place = Span::new(path.clone(), range);
            let mut diagnostic = Diagnostic::new(rules::UNUSED_SUPPRESSION, place, message);
            diagnostic.help = help;
            diagnostic
        };
        if comment.unknown {
            let help = "write `ignore`, `ignore[CF101]` or `skip-file`".to_owned();
            let message = "this isn't a suppression that is known".to_owned();
            findings.push(match &comment.no_type {
                Some((why, help)) => finding(comment.range, why.clone(), help.clone()),
                None => finding(comment.range, message, Some(help)),
            });
            return;
        }
        let move_it = "it belongs at the end of the line that it is for";
        let move_it = comment.alone.then(|| move_it.to_owned());
        let Some(codes) = &comment.codes else {
            if !used[0] {
                let message = "this comment suppresses nothing".to_owned();
                findings.push(finding(comment.range, message, move_it));
            }
            return;
        };
        for ((code, range), used) in codes.iter().zip(used) {
            if *used {
                continue;
            }
            if known.by_code(code).is_none() {
                let near = if findings.len() < MOST_GUESSED { known.near(code) } else { Vec::new() };
                let near: Vec<&str> = near.iter().map(|rule| rule.code).collect();
                let help = (!near.is_empty()).then(|| format!("near it: {}", near.join(", ")));
                findings.push(finding(*range, format!("no rule is called `{code}`"), help));
            } else {
                let message = format!("nothing to suppress: {code} isn't found on this line");
                findings.push(finding(*range, message, move_it.clone()));
            }
        }
    }

    /// The codes that a comment on this line has, and where their list ends.
    pub(crate) fn codes_on(&self, line: usize) -> Option<(Vec<&str>, TextSize)> {
        let comment = self.comments.iter().find(|comment| comment.line == line && !comment.unknown)?;
        let codes = comment.codes.as_ref()?;
        let end = codes.last()?.1.end();
        Some((codes.iter().map(|(code, _)| code.as_str()).collect(), end))
    }

    pub(crate) fn last_line_of_statement(&self, line: usize) -> usize {
        let at = self.statements.partition_point(|(_, last)| *last < line);
        match self.statements.get(at) {
            Some((first, last)) if *first <= line => *last,
            _ => line,
        }
    }

    fn read(&mut self, text: &str, start: TextSize, line: usize, alone: bool, declares: bool) {
        for (at, directive) in directives(text) {
            let range_of = |at: usize, length: usize| {
                let at = start + offset(at);
                TextRange::at(at, offset(length))
            };
            let range = range_of(at, directive.len());
            let inside = directive.strip_prefix("ignore[").and_then(|rest| rest.strip_suffix(']'));
            let (codes, unknown) = match (directive, inside) {
                ("skip-file", _) => {
                    self.skip_file = true;
                    continue;
                }
                ("ignore", _) => (None, false),
                // It says what the line binds, and is read where that is.
                (text, None) if declares && array_of(text).is_some() => continue,
                (_, Some(inside)) if !inside.trim().is_empty() => {
                    let mut codes = Vec::new();
                    let mut from = at + "ignore[".len();
                    for part in inside.split(',') {
                        let code = part.trim();
                        let indent = part.len() - part.trim_start().len();
                        if !code.is_empty() {
                            codes.push((code.to_owned(), range_of(from + indent, code.len())));
                        }
                        from += part.len() + 1;
                    }
                    (Some(codes), false)
                }
                _ => (None, true),
            };
            let no_type = match unknown {
                true if array_of(directive).is_some() => Some((NO_TARGET.to_owned(), Some(PLACES.to_owned()))),
                true => wrong_type(directive).map(|why| (why, None)),
                false => None,
            };
            self.comments.push(Comment { line, codes, range, unknown, no_type, alone });
        }
    }
}

fn offset(at: usize) -> TextSize {
    TextSize::try_from(at).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the comments of `text` to a `CF101` on each expression in `wrong`.
    fn left(text: &str, wrong: &[&str]) -> Vec<String> {
        let path: Arc<str> = "a.py".into();
        let mut findings: Vec<Diagnostic> = wrong
            .iter()
            .map(|expression| {
                let at = text.find(expression).expect("in the text");
                let range = TextRange::at(offset(at), TextSize::of(*expression));
                Diagnostic::new(rules::MATMUL, Span::new(path.clone(), range), "clash")
            })
            .collect();
        Suppressions::parse(text).apply(&path, &mut findings, Rules::built_in());
        let show = |d: &Diagnostic| format!("{} {}", d.rule.code, &text[d.place.range]);
        findings.iter().map(show).collect()
    }

    #[test]
    fn by_code_and_bare() {
        assert!(left("a @ b  # conformable: ignore[CF101]\n", &["a @ b"]).is_empty());
        assert!(left("a @ b  # conformable: ignore\n", &["a @ b"]).is_empty());
        assert!(left("a @ b  # noqa: E501 # conformable: ignore  why\n", &["a @ b"]).is_empty());
        assert!(left("a @ b  #conformable: ignore[cf101] why\n", &["a @ b"]).is_empty());
        assert_eq!(left("a @ b\n", &["a @ b"]), ["CF101 a @ b"]);
    }

    #[test]
    fn what_suppresses_nothing_is_reported() {
        assert_eq!(left("x  # conformable: ignore\n", &[]), ["CF004 ignore"]);
        assert_eq!(left("a @ b  # conformable: ignore[CF102, CF101]\n", &["a @ b"]), ["CF004 CF102"]);
        assert_eq!(left("a @ b  # conformable: ignore[CF999]\n", &["a @ b"]), ["CF101 a @ b", "CF004 CF999"]);
        assert_eq!(left("a @ b  # conformable: ignroe\n", &["a @ b"]), ["CF101 a @ b", "CF004 ignroe"]);
    }

    #[test]
    fn skip_file() {
        assert!(left("# conformable: skip-file\na @ b\n", &["a @ b"]).is_empty());
        assert!(left("a @ b\n# conformable: skip-file\n", &["a @ b"]).is_empty());
        let deep = format!("# conformable: skip-file\n{}", "(".repeat(5_000));
        assert!(Suppressions::parse(&deep).skip_file);
    }

    #[test]
    fn several_lines() {
        let text = "f(\n    a @ b,\n    c,\n)  # conformable: ignore\n";
        assert!(left(text, &["a @ b"]).is_empty());
        let text = "x = (a\n  @ b)  # conformable: ignore\ny = 1\n";
        assert!(left(text, &["a\n  @ b"]).is_empty());
        let text = "f(\n    a @ b,  # conformable: ignore\n    c @ d,\n)\n";
        assert_eq!(left(text, &["a @ b", "c @ d"]), ["CF101 c @ d"]);
    }

    #[test]
    fn strings_are_no_comments() {
        let text = "f('# conformable: ignore', a @ b)\n";
        assert_eq!(left(text, &["a @ b"]), ["CF101 a @ b"]);
        let text = "'''\n# conformable: skip-file\n'''\na @ b\n";
        assert_eq!(left(text, &["a @ b"]), ["CF101 a @ b"]);
    }
}
