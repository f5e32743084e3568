//! `x = load()  # conformable: float64[n, 4]`: a type behind an assignment, in the notation of the package.

use ruff_text_size::{TextRange, TextSize};

use super::signature::declared;
use crate::domain::declared::DeclaredType;
use crate::front::module::Module;
use crate::front::suppression::{array_of, directives};

/// What the comment behind a statement declares of what it binds.
pub fn declared_behind(module: &Module, statement: TextRange) -> Option<DeclaredType> {
    let rest = TextRange::new(statement.end(), TextSize::of(&*module.file.text));
    let comment = module.text(rest).lines().next()?.trim_start();
    if !comment.starts_with('#') {
        return None;
    }
    directives(comment).find_map(|(_, directive)| array_of(directive)).map(declared)
}
