//! The names that `from module import *` binds, of modules of Python's library: `catalogue/python/exports.txt`, in which
//! a module that is listed is listed in full. A name with a question mark is one that not every release exports, or not on
//! every system.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::domain::value::Sym;

#[derive(Clone, Copy)]
pub struct Export {
    pub name: Sym,
    /// Every release exports it, on every system.
    pub everywhere: bool,
}

/// Each module with its names.
static EXPORTS: LazyLock<FxHashMap<&str, Vec<Export>>> = LazyLock::new(|| {
    let lines = include_str!("../../../../catalogue/python/exports.txt").lines();
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(module, names)| (module, names.split(' ').filter_map(read).collect()))
        .collect()
});

fn read(word: &str) -> Option<Export> {
    let name = word.strip_suffix('?');
    let export = Export { name: Sym::new(name.unwrap_or(word)), everywhere: name.is_none() };
    (!word.is_empty()).then_some(export)
}

/// What a module exports; `None` of one of which that isn't known.
pub fn exports(module: &str) -> Option<&'static [Export]> {
    EXPORTS.get(module).map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::exports;

    #[test]
    fn names_are_read_with_their_marks() {
        let of = |name: &str| exports("math").unwrap_or_default().iter().find(|export| export.name.as_str() == name);
        assert!(of("sqrt").is_some_and(|sqrt| sqrt.everywhere));
        assert!(of("cbrt").is_some_and(|cbrt| !cbrt.everywhere));
        assert!(of("float").is_none() && of("").is_none() && exports("elsewhere").is_none());
    }
}
