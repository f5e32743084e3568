//! Whether a file is nested too deeply or too long, counted from its tokens.
//!
//! A syntax tree is as deep as its source is nested, and everything that walks it recurses. So
//! files beyond [`MAX_NESTING`] levels of brackets and blocks, or with more than [`MAX_LINKS`]
//! links in what is one expression, are turned away with one diagnostic. So are those of more than
//! [`MAX_TOKENS`] tokens: tokens, tree and errors (one for each character that Python doesn't know)
//! take up to 200 bytes a token. The count reads each token once and stops at the first excess.
//!
//! A short file is parsed first, on a stack for the deepest tree that its bytes can spell, and its tokens are counted
//! afterwards ([`parse_short`]): so it is read once. Of any other one the tokens are counted before a tree is built.
//!
//! ```text
//! ((((1))))              four levels
//! a.b.c(d)[e] + f        five links: the tree leans to the left, one level a link
//! a and b and c          no links: one flat node; so are comparisons and `elif`s
//! ```
//!
//! It doesn't know whether the source is valid.

use ruff_python_ast::ModModule;
use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_parser::{Mode, ParseOptions, Parsed, lexer, parse_unchecked};
use ruff_text_size::{Ranged, TextRange, TextSize};

/// The deepest nesting of brackets, blocks and f-strings that is analysed.
const MAX_NESTING: usize = 1_000;

/// The most links (operators, attributes, calls, subscripts) that one expression may have, those
/// of the expressions around it included.
const MAX_LINKS: usize = 10_000;

/// The most tokens of a file: some 300,000 lines.
const MAX_TOKENS: usize = 3_000_000;
const TOO_LONG: &str = "longer than 3,000,000 tokens";

/// The longest text that is parsed first, in bytes.
const MOST_OF_SHORT: usize = 200_000;
/// The stack that one level of a tree takes at most, to build it, to look at it or to free it.
const STACK_OF_A_LEVEL: usize = 1_024;

/// What is too deep, and the first token that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooDeep {
    /// For example `nested deeper than 1,000 levels`.
    pub what: &'static str,
    /// An empty range where the line starts on which the limit is passed; the file's start where it is too long.
    pub range: TextRange,
}

/// The first place that is too deep, if there is one.
///
/// Linear in the length of the text; for a file that is too deep, times the logarithm of its
/// number of lines.
pub fn check(text: &str) -> Option<TooDeep> {
    let what = excess(text)?;
    if what == TOO_LONG {
        return Some(TooDeep { what, range: TextRange::default() });
    }
    // ruff's lexer tells kinds but no positions, so the line is found by bisection.
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).chain([text.len()]).collect();
    let line = ends.partition_point(|&end| excess(&text[..end]).is_none());
    let line = line.min(ends.len() - 1);
    Some(TooDeep { what, range: first_of_line(text, if line == 0 { 0 } else { ends[line - 1] }) })
}

/// The tree of a short text, or what in it is too deep; `None` if the text isn't short, or the stack is as large as it is: a
/// browser's doesn't grow.
pub fn parse_short(text: &str, options: &ParseOptions) -> Option<Result<Parsed<ModModule>, TooDeep>> {
    if text.len() > MOST_OF_SHORT || cfg!(target_family = "wasm") {
        return None;
    }
    let stack = STACK_OF_A_LEVEL * most_levels(text);
    Some(stacker::maybe_grow(stack, stack, || {
        let parsed = parse_unchecked(text, options.clone()).try_into_module().expect("the mode is that of a module");
        match excess_in(text, parsed.tokens()) {
            Some(found) => Err(found),
            None => Ok(parsed),
        }
    }))
}

/// A tree of the text has no more levels than this: each takes an operator, a bracket or a dot, or the four bytes of a word and
/// a blank.
fn most_levels(text: &str) -> usize {
    // Without branches, for all bytes at once; it is no matter that some others are among them.
    let is_sign = |byte: u8| {
        ((byte > b' ') & (byte < b'0'))
            | ((byte > b'9') & (byte < b'A'))
            | (byte > b'Z') & (byte < b'_')
            | (byte > b'z')
    };
    let signs: usize = text.bytes().map(|byte| usize::from(is_sign(byte))).sum();
    1_000 + signs + text.len() / 4
}

/// The first place of these tokens that is too deep.
fn excess_in(text: &str, tokens: &[Token]) -> Option<TooDeep> {
    let mut count = Count::default();
    let (what, token) = tokens.iter().find_map(|token| Some((count.passes(token.kind())?, token)))?;
    let start = text[..token.end().to_usize()].trim_end_matches('\n').rfind('\n').map_or(0, |before| before + 1);
    Some(TooDeep { what, range: first_of_line(text, start) })
}

/// The empty range before the first token of the line that starts here.
fn first_of_line(text: &str, start: usize) -> TextRange {
    let indent = text[start..].len() - text[start..].trim_start().len();
    TextRange::empty(TextSize::try_from(start + indent).unwrap_or_default())
}

/// Which limit the text passes.
fn excess(text: &str) -> Option<&'static str> {
    let mut lexer = lexer::lex(text, Mode::Module);
    let kinds = std::iter::repeat_with(|| lexer.next_token()).take_while(|kind| *kind != TokenKind::EndOfFile);
    let mut count = Count::default();
    kinds
        .enumerate()
        .find_map(|(tokens, kind)| (tokens >= MAX_TOKENS).then_some(TOO_LONG).or_else(|| count.passes(kind)))
}

/// The levels and links up to a token.
#[derive(Default)]
struct Count {
    blocks: usize,
    /// The links at each level of brackets around the token.
    outer: Vec<Links>,
    outer_links: usize,
    links: Links,
    after_operand: bool,
}

impl Count {
    /// The limit that this token passes.
    fn passes(&mut self, kind: TokenKind) -> Option<&'static str> {
        match kind {
            TokenKind::Comment | TokenKind::NonLogicalNewline => return None,
            TokenKind::Indent => self.blocks += 1,
            TokenKind::Dedent => self.blocks = self.blocks.saturating_sub(1),
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                self.links.tight += usize::from(self.after_operand);
                self.outer_links += self.links.total();
                self.outer.push(std::mem::take(&mut self.links));
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                self.links = self.outer.pop().unwrap_or_default();
                self.outer_links = self.outer_links.saturating_sub(self.links.total());
            }
            // In brackets a `Newline` comes only from recovery after an unclosed one.
            TokenKind::Newline => {
                self.outer.clear();
                self.outer_links = 0;
                self.links = Links::default();
            }
            _ => self.links.count(kind),
        }
        if self.blocks + self.outer.len() > MAX_NESTING {
            return Some("nested deeper than 1,000 levels");
        }
        if self.outer_links + self.links.total() > MAX_LINKS {
            return Some("an expression with more than 10,000 links");
        }
        self.after_operand = ends_operand(kind);
        None
    }
}

/// The links of the expression being read at one level of brackets.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    /// Of the operators that bind tighter than a comparison.
    tight: usize,
    /// Of those that reach to the end of the expression: `x if c else ...`, `lambda: ...`.
    loose: usize,
    /// Of `lambda`s whose colon hasn't come: commas until there are between parameters.
    parameters: usize,
}

impl Links {
    fn total(self) -> usize {
        self.tight + self.loose
    }

    fn count(&mut self, kind: TokenKind) {
        use TokenKind::*;
        match kind {
            Plus | Minus | Star | Slash | DoubleSlash | Percent | At | DoubleStar | Vbar | Amper | CircumFlex
            | LeftShift | RightShift | Tilde | Dot | Await | Not => {
                self.tight += 1;
            }
            Lambda => {
                self.loose += 1;
                self.parameters += 1;
            }
            Else | Yield => self.loose += 1,
            // One flat node, or what only opens an operand.
            And | Or | EqEqual | NotEqual | Less | LessEqual | Greater | GreaterEqual | In | Is | If | For => {
                self.tight = 0
            }
            Colon => {
                self.tight = 0;
                self.parameters = self.parameters.saturating_sub(1);
            }
            Comma | Equal if self.parameters > 0 => self.tight = 0,
            Comma | Semi | Equal => *self = Links::default(),
            _ => {}
        }
    }
}

/// Whether a bracket after this token is a call or a subscript.
fn ends_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::String
            | TokenKind::FStringEnd
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a short text passes when it is parsed first.
    fn check_short(text: &str) -> Option<Option<TooDeep>> {
        parse_short(text, &ParseOptions::from(Mode::Module)).map(Result::err)
    }

    fn accepted(text: &str) {
        assert_eq!(check(text), None);
        assert_eq!(check_short(text).flatten(), None);
    }

    fn refused(text: &str, what: &str) {
        let found = check(text).expect("too deep");
        assert!(found.what.contains(what), "{found:?}");
        assert!(check_short(text).is_none_or(|short| short == Some(found)));
    }

    #[test]
    fn long_sums() {
        accepted(&format!("x = 1{}\n", "+1".repeat(9_000)));
        refused(&format!("x = 1{}\n", "+1".repeat(1_000_000)), "links");
        refused(&format!("x = {}1\n", "-".repeat(20_000)), "links");
        refused(&format!("x = 2{}\n", "**2".repeat(20_000)), "links");
    }

    #[test]
    fn brackets() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("a[", "]")] {
            let nest = |n: usize| format!("x = {}1{}\n", open.repeat(n), close.repeat(n));
            accepted(&nest(900));
            refused(&nest(1_001), "levels");
            refused(&nest(1_000_000), "levels");
        }
        refused(&"(".repeat(1_000_000), "levels");
        accepted(&"()\n".repeat(100_000));
        accepted(&")".repeat(100_000));
    }

    #[test]
    fn files() {
        accepted(&"x = 1\n".repeat(700_000));
        for part in ["x = 1\n", "x;", "$", "\0", "# x\n"] {
            refused(&part.repeat(3_000_001), "longer");
        }
    }

    #[test]
    fn attributes_and_calls() {
        refused(&format!("a{}\n", ".b".repeat(100_000)), "links");
        refused(&format!("a{}\n", "()".repeat(100_000)), "links");
        refused(&format!("a{}\n", "[0]".repeat(100_000)), "links");
        refused(&format!("a{}\n", ".b(c)".repeat(6_000)), "links");
        accepted(&format!("x = [{}]\n", "a.b(c), ".repeat(50_000)));
        accepted(&"a.b(c)\n".repeat(50_000));
    }

    #[test]
    fn nesting_to_the_right() {
        refused(&format!("x = {}d\n", "a if b and c else ".repeat(20_000)), "links");
        refused(&format!("x = {}0\n", "lambda: ".repeat(20_000)), "links");
        refused(&format!("x = {}0\n", "not ".repeat(20_000)), "links");
        // Links add up over levels.
        refused(&format!("x = {}1", format!("{}(", "1+".repeat(100)).repeat(200)), "links");
    }

    #[test]
    fn flat_things_are_not_deep() {
        accepted(&format!("x = a{}\n", " and b + c < d".repeat(50_000)));
        accepted(&format!("x = {}\n", "'s' ".repeat(50_000)));
        let mut chain = String::from("if a == 0:\n    pass\n");
        for i in 1..20_000 {
            chain.push_str(&format!("elif a == {i}:\n    pass\n"));
        }
        accepted(&chain);
        accepted(&format!("x = {{{}}}\n", "'k': -1, ".repeat(50_000)));
    }

    #[test]
    fn blocks_by_indentation() {
        let nest = |n: usize| -> String {
            let mut text = String::new();
            for level in 0..n {
                text.push_str(&" ".repeat(level));
                text.push_str("def f():\n");
            }
            text + &" ".repeat(n) + "pass\n"
        };
        accepted(&nest(90));
        refused(&nest(1_100), "levels");
        accepted(&"def f():\n    pass\n".repeat(20_000));
    }

    #[test]
    fn the_line_is_named() {
        let text = format!("x = 1\n\'\'\'a\nb\'\'\'\ny = {}1\nz = 2\n", "-".repeat(20_000));
        let found = check(&text).expect("too deep");
        assert!(text[usize::from(found.range.start())..].starts_with("y = --"));
    }

    #[test]
    fn f_strings() {
        accepted("f'{a!r:{width}} {b.c}'\n");
        refused(&format!("{}1{}", "f'{".repeat(1_100), "}'".repeat(1_100)), "levels");
    }
}
