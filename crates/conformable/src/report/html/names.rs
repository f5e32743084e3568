//! The names of pages: of letters, digits, dots and lines alone, none of which any file system takes for another's.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

/// The longest name before its ending.
const LONGEST: usize = 120;

/// The names of the pages of these files, which are in a fixed order.
pub fn of(files: &[Arc<str>]) -> BTreeMap<Arc<str>, String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut named = |file: &Arc<str>| {
        let base = plain(file);
        let name = (1..).map(|number| if number == 1 { base.clone() } else { format!("{base}-{number}") });
        // Upper and lower case are one in some file systems.
        let name = name.into_iter().find(|name| taken.insert(name.to_lowercase())).unwrap_or_default();
        (Arc::clone(file), format!("{name}.html"))
    };
    files.iter().map(&mut named).collect()
}

fn plain(file: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let of_path = file.trim_start_matches(['.', '/']).replace(['/', '\\'], ".");
    let name: String = of_path.chars().map(|c| if is_plain(&c) { c } else { '_' }).collect();
    // The end of a path says more than its beginning.
    name[name.len().saturating_sub(LONGEST)..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let long = format!("a/{}.py", "x".repeat(300));
        let files = ["a/b.py", "a.b.py", "A/b.py", "../c d.py", "é#?.py", &long].map(Arc::from);
        let names = of(&files);
        let of = |file: &str| names[file].as_str();
        assert_eq!((of("a/b.py"), of("a.b.py"), of("A/b.py")), ("a.b.py.html", "a.b.py-2.html", "A.b.py-3.html"));
        assert_eq!((of("../c d.py"), of("é#?.py")), ("c_d.py.html", "___.py.html"));
        assert_eq!(of(&long).len(), LONGEST + 5);
    }
}
