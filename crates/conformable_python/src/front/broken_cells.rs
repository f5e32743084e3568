//! A notebook with a cell that is no Python, as one that has in its place what makes its names unknown.
//!
//! What the cell will be once it is repaired, nobody knows: it may bind each name in it, and change whatever these hold. So
//! they are given to a function that isn't known and bound to what that gives. Names of modules, functions and classes that
//! the cell only calls, or reads attributes of, are left. The text has as many bytes as before, so that places stay
//! what they are.

use ruff_python_ast::Stmt;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::library::is_builtin;

/// What executes a text that nobody knows: nothing is known of any name behind it.
const EXECUTED: &str = "exec(_)";

/// The text of a notebook's module without what is in these cells.
pub(super) fn mended(text: &str, broken: &[TextRange]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in broken {
        bytes[std::ops::Range::<usize>::from(*range)]
            .iter_mut()
            .filter(|byte| **byte != b'\n')
            .for_each(|byte| *byte = b' ');
    }
    let blank = String::from_utf8_lossy(&bytes);
    let defined = defined_names(&blank);
    for range in broken {
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        let names = changed_names(&text[*range], &defined).join(",");
        let statement = match &*names {
            "" => "pass".to_owned(),
            names => format!("{}=_({names})", names.replace(',', "=")),
        };
        // If the cell has no room, the line before it is there too.
        let line = line_before(text, range.start()).to_usize();
        let fits = |start: usize| statement.len() < end - start;
        let start = if fits(start) { start } else { line };
        let statement = if fits(start) { &*statement } else { EXECUTED };
        let place = &mut bytes[start..end];
        place.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        // Lines between are none of the statement's.
        if let Some(place) = place.get_mut(..statement.len()) {
            place.copy_from_slice(statement.as_bytes());
        }
        if let Some(last) = bytes[..end].last_mut() {
            *last = b'\n';
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where the line before a cell begins: the one that says that it is a cell.
pub(super) fn line_before(text: &str, start: TextSize) -> TextSize {
    let before = text[..start.to_usize()].trim_end_matches('\n');
    before.rfind('\n').map_or(TextSize::new(0), |at| TextSize::of(&before[..=at]))
}

/// The names of modules, functions and classes that the other cells define.
fn defined_names(text: &str) -> FxHashSet<String> {
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
    let mut names = FxHashSet::default();
    let Some(module) = parsed.try_into_module() else { return names };
    for statement in module.suite() {
        match statement {
            Stmt::FunctionDef(function) => _ = names.insert(function.name.to_string()),
            Stmt::ClassDef(class) => _ = names.insert(class.name.to_string()),
            Stmt::Import(import) => names.extend(import.names.iter().map(|alias| match &alias.asname {
                Some(name) => name.to_string(),
                None => alias.name.split('.').next().unwrap_or_default().to_owned(),
            })),
            Stmt::ImportFrom(import) => {
                names.extend(import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name).to_string()));
            }
            _ => {}
        }
    }
    names
}

/// The names that a cell may bind, or may change what they hold, in the order of the text.
fn changed_names<'a>(cell: &'a str, defined: &FxHashSet<String>) -> Vec<&'a str> {
    let parsed = parse_unchecked(cell, ParseOptions::from(Mode::Module));
    let tokens: Vec<_> = parsed.tokens().iter().filter(|token| !token.kind().is_trivia()).collect();
    let mut order: Vec<&str> = Vec::new();
    let mut changed: FxHashMap<&str, bool> = FxHashMap::default();
    for (place, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind() == TokenKind::Name) {
        let before = place.checked_sub(1).map(|place| tokens[place].kind());
        let behind = tokens.get(place + 1).map(|token| token.kind());
        if before == Some(TokenKind::Dot) {
            continue;
        }
        let name = &cell[token.range()];
        let is_read = matches!(behind, Some(TokenKind::Lpar | TokenKind::Dot))
            && !matches!(before, Some(TokenKind::Def | TokenKind::Class | TokenKind::Import | TokenKind::As));
        let is_left = is_read && (defined.contains(name) || is_builtin(name));
        if !changed.contains_key(name) {
            order.push(name);
        }
        *changed.entry(name).or_default() |= !is_left;
    }
    order.retain(|name| changed[name] && name.is_ascii());
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with what is between the marks broken.
    fn without(text: &str) -> String {
        let parts: Vec<&str> = text.split('$').collect();
        let [before, broken, behind] = parts[..] else { panic!("two marks") };
        let range = TextRange::at(TextSize::of(before), TextSize::of(broken));
        let whole = parts.concat();
        let done = mended(&whole, &[range]);
        assert_eq!(done.len(), whole.len());
        assert!(done.starts_with(&before[..before.rfind('#').unwrap_or_default()]) && done.ends_with(behind));
        let kept = &done[before.rfind('#').unwrap_or_default()..done.len() - behind.len()];
        kept.trim_end().trim_start_matches("# %% [2]\n").to_owned()
    }

    #[test]
    fn the_names_of_a_cell_are_unknown_behind_it() {
        let imports = "# %% [1]\nimport numpy as np\nfrom a import f\n# %% [2]\n";
        for (cell, expected) in [
            ("x = np.ones(3\n", "x=_(x)"),
            ("x = f(y\n", "x=y=_(x,y)"),
            ("x.append(len(y)\n", "x=y=_(x,y)"),
            ("np = f(\n", "np=_(np)"),
            ("(\n", "pass"),
            ("def f(:\n", "f=_(f)"),
            ("a,b,c,d,e,g,h = (\n", EXECUTED),
        ] {
            assert_eq!(without(&format!("{imports}${cell}$# %% [3]\nz = 1\n")), expected, "{cell}");
        }
    }
}
