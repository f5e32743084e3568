//! Writes suppression comments: `check --add-ignore`.
//!
//! A comment may stand on the line where a finding starts, on the one where its expression ends, or on the last line of
//! the statement ([`suppression`](super::suppression)): it goes to the first of these at whose end there can be one,
//! which isn't so within a string or before a line that a backslash continues. Codes go into a comment that is
//! there. Nothing else of the text is changed.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_source_file::{LineIndex, OneIndexed};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::front::depth;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;
use crate::front::suppression::Suppressions;

/// A text with comments added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithComments {
    /// The text.
    pub text: String,
    /// How many findings are suppressed by what was added.
    pub suppressed: usize,
}

/// Is the finding one that a comment is for? Not what is said of comments, of the run, or because it was asked for.
pub fn can_be_suppressed(finding: &Diagnostic) -> bool {
    !finding.rule.is_about_the_run() && finding.rule != rules::UNUSED_SUPPRESSION && finding.rule != rules::REVEAL
}

/// The text of a file with comments for these findings in it.
pub fn with_comments(text: &str, findings: &[&Diagnostic]) -> WithComments {
    let mut suppressed = 0;
    let mut wanted: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    if depth::check(text).is_none() {
        let lines = Lines::of(text);
        for finding in findings.iter().filter(|finding| can_be_suppressed(finding)) {
            if let Some(line) = lines.line_for(finding.place.range) {
                suppressed += 1;
                wanted.entry(line).or_default().insert(finding.rule.code);
            }
        }
        let inserts = wanted.iter().map(|(line, codes)| lines.insert(text, *line, codes));
        let mut changed = text.to_owned();
        for (at, insert) in inserts.collect::<Vec<_>>().into_iter().rev() {
            changed.insert_str(at, &insert);
        }
        return WithComments { text: changed, suppressed };
    }
    WithComments { text: text.to_owned(), suppressed }
}

/// What stands at the ends of lines.
struct Lines {
    index: LineIndex,
    suppressions: Suppressions,
    /// Comments by their lines.
    comments: BTreeMap<usize, TextRange>,
    /// Lines at whose end no comment can stand.
    closed: BTreeSet<usize>,
}

impl Lines {
    fn of(text: &str) -> Lines {
        let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
        let index = LineIndex::from_source_text(text);
        let (mut comments, mut closed) = (BTreeMap::new(), BTreeSet::new());
        let line = |at: TextSize| index.line_index(at).get();
        let mut strings: Vec<TextSize> = Vec::new();
        for token in parsed.tokens().iter() {
            match token.kind() {
                TokenKind::Comment => _ = comments.insert(line(token.start()), token.range()),
                TokenKind::String => closed.extend(line(token.start())..line(token.end())),
                TokenKind::FStringStart | TokenKind::TStringStart => strings.push(token.start()),
                TokenKind::FStringEnd | TokenKind::TStringEnd => {
                    let start = strings.pop().unwrap_or_else(|| token.start());
                    closed.extend(line(start)..line(token.end()));
                }
                _ => {}
            }
        }
        for (place, text) in text.lines().enumerate() {
            if text.trim_end_matches('\r').ends_with('\\') && !comments.contains_key(&(place + 1)) {
                closed.insert(place + 1);
            }
        }
        Lines { suppressions: Suppressions::with_lines(text), index, comments, closed }
    }

    fn line_for(&self, range: TextRange) -> Option<usize> {
        let (start, end) = (self.index.line_index(range.start()).get(), self.index.line_index(range.end()).get());
        let last = self.suppressions.last_line_of_statement(start);
        [start, end, last].into_iter().find(|line| !self.closed.contains(line))
    }

    /// What is to be inserted for these codes on a line, and where.
    fn insert(&self, text: &str, line: usize, codes: &BTreeSet<&str>) -> (usize, String) {
        let list = |codes: &[&str]| codes.join(", ");
        let all: Vec<&str> = codes.iter().copied().collect();
        if let Some(range) = self.comments.get(&line) {
            if let Some((known, end)) = self.suppressions.codes_on(line) {
                let new: Vec<&str> = all.into_iter().filter(|code| !known.contains(code)).collect();
                let insert = if new.is_empty() { String::new() } else { format!(", {}", list(&new)) };
                return (end.to_usize(), insert);
            }
            let end = range.start().to_usize() + text[*range].trim_end().len();
            return (end, format!("  # conformable: ignore[{}]", list(&all)));
        }
        let of_line = self.index.line_range(OneIndexed::new(line).unwrap_or(OneIndexed::MIN), text);
        let end = of_line.start().to_usize() + text[of_line].trim_end().len();
        (end, format!("  # conformable: ignore[{}]", list(&all)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::diagnostic::Span;

    /// A finding of each rule at the part of the text.
    fn added(text: &str, parts: &[(&str, &'static rules::Rule)]) -> (String, usize) {
        let finding = |(part, rule): &(&str, &'static rules::Rule)| {
            let at = text.find(part).expect("the part");
            let range = TextRange::at(TextSize::try_from(at).unwrap(), TextSize::of(*part));
            Diagnostic::new(rule, Span::new("a.py", range), "m")
        };
        let found: Vec<Diagnostic> = parts.iter().map(finding).collect();
        let done = with_comments(text, &found.iter().collect::<Vec<_>>());
        // What was added suppresses what it was added for, and nothing is added twice.
        let mut left: Vec<Diagnostic> = parts.iter().map(|part| shifted(&done.text, part)).collect();
        let all = left.len();
        Suppressions::parse(&done.text).apply(&"a.py".into(), &mut left, rules::Rules::built_in());
        let is_left = |d: &&Diagnostic| d.rule != rules::UNUSED_SUPPRESSION;
        assert_eq!(left.iter().filter(is_left).count(), all - done.suppressed, "{}", done.text);
        assert!(left.iter().all(|d| d.rule != rules::UNUSED_SUPPRESSION), "{left:?}");
        (done.text, done.suppressed)
    }

    fn shifted(text: &str, (part, rule): &(&str, &'static rules::Rule)) -> Diagnostic {
        let at = text.find(part).unwrap_or_default();
        let range = TextRange::at(TextSize::try_from(at).unwrap(), TextSize::of(*part));
        Diagnostic::new(rule, Span::new("a.py", range), "m")
    }

    const ADD: &rules::Rule = rules::BROADCAST;
    const PRODUCT: &rules::Rule = rules::MATMUL;

    #[test]
    fn comments_are_added_and_merged() {
        for (text, parts, expected) in [
            ("y = a + b\n", &[("a + b", ADD)][..], "y = a + b  # conformable: ignore[CF102]\n"),
            ("y = a + b", &[("a + b", ADD)], "y = a + b  # conformable: ignore[CF102]"),
            ("y = a + b \t\r\nz\r\n", &[("a + b", ADD)], "y = a + b  # conformable: ignore[CF102] \t\r\nz\r\n"),
            (
                "y = a + b @ c\n",
                &[("a + b @ c", ADD), ("b @ c", PRODUCT)],
                "y = a + b @ c  # conformable: ignore[CF101, CF102]\n",
            ),
            ("y = a + b  # so\n", &[("a + b", ADD)], "y = a + b  # so  # conformable: ignore[CF102]\n"),
            (
                "y = a + b @ c  # conformable: ignore[CF101] why\n",
                &[("a + b", ADD), ("b @ c", PRODUCT)],
                "y = a + b @ c  # conformable: ignore[CF101, CF102] why\n",
            ),
        ] {
            assert_eq!(added(text, parts), (expected.to_owned(), parts.len()), "{text}");
        }
    }

    #[test]
    fn comments_stand_behind_strings_and_continued_lines() {
        for (text, part, expected) in [
            ("y = a + \\\n    b\nz\n", "a + \\\n    b", "y = a + \\\n    b  # conformable: ignore[CF102]\nz\n"),
            ("f(a + b, '''\n# x\n''')\n", "a + b", "f(a + b, '''\n# x\n''')  # conformable: ignore[CF102]\n"),
            ("f(a + b, f'''\n{x}\n''')\n", "a + b", "f(a + b, f'''\n{x}\n''')  # conformable: ignore[CF102]\n"),
            ("f(\n    a + b,\n)\n", "a + b", "f(\n    a + b,  # conformable: ignore[CF102]\n)\n"),
        ] {
            assert_eq!(added(text, &[(part, ADD)]), (expected.to_owned(), 1), "{text}");
        }
        // Within a string there is no place, unless the statement has another line.
        let text = "f'''\n{a + b}\n{c}''' + \\\nd\n";
        assert_eq!(added(text, &[("a + b", ADD)]).1, 1);
    }

    #[test]
    fn what_is_said_of_the_run_is_left() {
        let text = "y = a + b\n";
        assert_eq!(added(text, &[("a + b", rules::SYNTAX)]), (text.to_owned(), 0));
        let deep = "(".repeat(5_000);
        let finding = Diagnostic::new(ADD, Span::new("a.py", TextRange::default()), "m");
        assert_eq!(with_comments(&deep, &[&finding]), WithComments { text: deep.clone(), suppressed: 0 });
    }
}
