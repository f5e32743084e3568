//! What is shown of an array on a line: `float64[n, 3]`, and the sizes one by one.

use conformable_python::facts::Site;
use conformable_types::{Ty, relations, text};

/// An array with a known number of dims, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownArray {
    /// The dtype.
    pub dtype: String,
    /// The sizes; `?` for one that has no name.
    pub sizes: Vec<String>,
    /// The types of single calls, where they differ.
    pub by_call: Vec<String>,
}

impl ShownArray {
    /// The array that a site always is; `None` if it isn't always one, or of different ranks.
    pub fn of(site: &Site) -> Option<ShownArray> {
        let shown: Vec<Ty> = site.shown().into_iter().map(|(ty, _)| ty).collect();
        let mut array = ShownArray::of_type(shown.iter().copied().reduce(relations::join)?)?;
        if shown.len() > 1 {
            array.by_call = shown.iter().map(|ty| text::print_ty(*ty)).collect();
        }
        Some(array)
    }

    /// An array that isn't a scalar.
    pub fn of_type(ty: Ty) -> Option<ShownArray> {
        let (_, shape) = ty.as_array()?;
        if !ty.is_ndarray() || shape.rank()? == 0 {
            return None;
        }
        let written = text::print_ty(ty);
        let (dtype, rest) = written.split_once('[')?;
        let sizes = parts(rest.strip_suffix(']')?.split(';').next()?);
        let named = |size: &str| if size.contains('#') { "?".to_owned() } else { size.to_owned() };
        // A dtype that is known in part alone is no reason to show a line more.
        let is_known = !dtype.is_empty() && dtype != "?" && !dtype.contains('(');
        is_known.then(|| ShownArray {
            dtype: dtype.to_owned(),
            sizes: sizes.iter().map(|size| named(size)).collect(),
            by_call: Vec::new(),
        })
    }

    /// As it is written in a hint.
    pub fn text(&self) -> String {
        format!("{}[{}]", self.dtype, self.sizes.join(", "))
    }

    /// Does the source text name all sizes, in their order? Then nobody needs to be told.
    pub fn is_readable_in(&self, source: &str) -> bool {
        let mut words = source.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        self.sizes.iter().all(|size| words.any(|word| word == size))
    }
}

/// What stands between commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(text: &str) -> Option<ShownArray> {
        ShownArray::of_type(text::parse_type(text).expect("a type"))
    }

    #[test]
    fn arrays_have_sizes() {
        assert_eq!(array("float64[n, min(k, 3), 4]").expect("an array").sizes, ["n", "min(k, 3)", "4"]);
        assert_eq!(array("int64[#1, ?]").expect("an array").text(), "int64[?, ?]");
        for other in ["float64", "float64[]", "float64[...]", "?[3]", "Unknown", "list[int]", "Int[n]"] {
            assert_eq!(array(other), None, "{other}");
        }
    }

    #[test]
    fn what_the_line_says_is_readable() {
        let is_readable = |ty: &str, source: &str| array(ty).expect("an array").is_readable_in(source);
        assert!(is_readable("float64[3, 4]", "np.zeros((3, 4))") && is_readable("int64[n]", "np.arange(n)"));
        assert!(!is_readable("float64[4, 3]", "np.zeros((3, 4)).T") && !is_readable("float64[3]", "x[:30]"));
        assert!(!is_readable("float64[?]", "np.zeros(n)"));
    }
}
