//! The bracket that nothing closes: where a reader looks for what a parser finds wrong on a later line.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::{Ranged, TextRange, TextSize};

/// The innermost bracket that is open where a text ends, if it stands on a line before that of the error or the error
/// is that the text ends; as CPython has it. Of brackets that close others than they open nothing follows.
pub(super) fn unclosed(tokens: &[Token], text: &str, error: TextSize) -> Option<(TextRange, &'static str)> {
    let mut open: Vec<(TextRange, &'static str, TokenKind)> = Vec::new();
    for token in tokens {
        match token.kind() {
            TokenKind::Lpar => open.push((token.range(), "(", TokenKind::Rpar)),
            TokenKind::Lsqb => open.push((token.range(), "[", TokenKind::Rsqb)),
            TokenKind::Lbrace => open.push((token.range(), "{", TokenKind::Rbrace)),
            close @ (TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace) => {
                let (_, _, closes) = open.pop()?;
                if closes != close {
                    return None;
                }
            }
            // A string that isn't closed, which may hold brackets. Where the text ends within one there is an empty token.
            TokenKind::Unknown if !token.range().is_empty() => return None,
            _ => {}
        }
    }
    let (range, bracket, _) = open.pop()?;
    if error < range.end() {
        return None;
    }
    let (between, behind) = text.get(range.end().to_usize()..)?.split_at_checked((error - range.end()).to_usize())?;
    (between.contains('\n') || behind.trim().is_empty()).then_some((range, bracket))
}
