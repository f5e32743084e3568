//! The names that modules of Python's library have, on any system and in any release since 3.8: `catalogue/python/names.txt`, in which a
//! module that is listed is listed in full. One with a hyphen was there before, and is gone.

use std::sync::LazyLock;

use conformable_types::text::nearest;
use rustc_hash::FxHashMap;

static NAMES: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("../../../../catalogue/python/names.txt").lines();
    lines.filter_map(|line| line.split_once(": ")).map(|(module, names)| (module, names.split(' ').collect())).collect()
});

/// Why a module has no such name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbsentName {
    /// Earlier releases had it.
    Gone,
    /// It is nearly this one.
    Misspelt(&'static str),
}

/// Is it a name that a module certainly hasn't got? A later release may have more names: of one that is like no other nothing is said.
pub fn absent(module: &str, name: &str) -> Option<AbsentName> {
    let names = NAMES.get(module)?;
    if name.starts_with('_') || names.contains(&name) {
        return None;
    }
    if names.iter().any(|one| one.strip_suffix('-') == Some(name)) {
        return Some(AbsentName::Gone);
    }
    let near = nearest(name, names.iter().copied().filter(|one| !one.ends_with('-')))?;
    (near != name).then_some(AbsentName::Misspelt(near))
}

#[cfg(test)]
mod tests {
    use super::{AbsentName, absent};

    #[test]
    fn names_that_are_gone_or_misspelt_are_absent() {
        assert_eq!(absent("itertools", "izip"), Some(AbsentName::Gone));
        assert_eq!(absent("math", "sqrtt"), Some(AbsentName::Misspelt("sqrt")));
        for (module, name) in
            [("math", "sqrt"), ("math", "cbrt"), ("math", "solve"), ("math", "_sqrt"), ("here", "sqrtt")]
        {
            assert_eq!(absent(module, name), None, "{module}.{name}");
        }
    }
}
