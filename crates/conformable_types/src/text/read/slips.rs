//! Names that were meant to be others. Any name is a variable or a class of a package's own, so that only what hardly
//! anybody would call one is refused: a word of the language with a slip in it, a word of Python's typing that the
//! language writes otherwise, an array whose sizes are types.

use super::names::{CONTAINERS, is_constructor, is_plain_type, looks_like_a_dtype, scalar_name};
use crate::constructor;
use crate::text::distance;
use crate::text::expr::{Expr, Node, ParseError};

/// What Python's typing calls otherwise than the text form does, and what that has for it.
const TYPING: [(&str, &str); 12] = [
    ("Optional", "T | None"),
    ("Union", "A | B"),
    ("Any", "Unknown"),
    ("List", "list"),
    ("Tuple", "tuple"),
    ("Dict", "dict"),
    ("Set", "set"),
    ("FrozenSet", ""),
    ("Mapping", ""),
    ("Iterable", ""),
    ("Callable", "((A, B) -> C)"),
    ("NDArray", "float64[n]"),
];
/// The language's own words before brackets, those of signatures included.
const HEADS: [&str; 3] = ["Literal", "DType", "Sequence"];
/// Types by a name alone, besides those with brackets.
const PLAIN: [&str; 6] = ["int", "float", "complex", "str", "bytes", "bool"];
/// Refuses a name that is no type's, where one is wanted: `lsit`, `Optional`, `Literl[3]`.
pub(super) fn check_name(expr: &Expr, name: &str) -> Result<(), ParseError> {
    match meant(name) {
        Some(instead) => refused(expr, name, &instead),
        None => Ok(()),
    }
}

/// Refuses `lsit[int]` and `union[int, str]`: before types in brackets stands no variable for dtypes.
pub(super) fn check_sizes(base: &Expr, name: &str, items: &[Expr]) -> Result<(), ParseError> {
    let as_type = |item: &Expr| match &item.node {
        Node::Name(path) if path.len() == 1 && is_type_name(&path[0]) => Some((item.offset, format!("`{}`", path[0]))),
        _ => None,
    };
    if !name.starts_with(char::is_lowercase) || scalar_name(name).is_some() || is_plain_type(name) {
        return Ok(());
    }
    let Some((offset, found)) = items.iter().find_map(as_type) else { return Ok(()) };
    let near = CONTAINERS.iter().find(|container| distance(name, container) <= 1).map(|near| (*near).to_owned());
    let title: String = name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
    match near.or_else(|| meant(&title)) {
        Some(instead) => refused(base, name, &instead),
        None => Err(ParseError { offset, expected: "a size".into(), found }),
    }
}

/// Refuses a word among a constructor's parameters that was meant to be a dtype.
pub(super) fn check_word(expr: &Expr, name: &str) -> Result<(), ParseError> {
    if looks_like_a_dtype(name) { refused(expr, name, "") } else { Ok(()) }
}

fn is_type_name(name: &str) -> bool {
    PLAIN.contains(&name) || name == "None" || scalar_name(name).is_some()
}

/// What stands for a name in the text form; nothing if it may be a name of its own.
fn meant(name: &str) -> Option<String> {
    if is_constructor(name) {
        if constructor::is_registered(name) {
            return None;
        }
        let typing = TYPING.iter().find(|(word, _)| *word == name).or_else(|| {
            let near = |(word, _): &&(&str, &str)| is_slip(name, word);
            TYPING.iter().find(near)
        });
        let head = HEADS.iter().find(|head| is_slip(name, head));
        return typing.map(|(_, instead)| (*instead).to_owned()).or_else(|| head.map(|head| (*head).to_owned()));
    }
    let words = PLAIN.iter().chain(&CONTAINERS);
    words.filter(|word| is_typed_badly(name, word)).map(|word| (*word).to_owned()).next()
}

/// Is it a word of some length with a letter wrong? One with a letter more at an end is another word.
fn is_slip(name: &str, word: &str) -> bool {
    word.len() >= 5 && distance(name, word) == 1 && !name.contains(word) && !word.contains(name)
}

/// `lsit`, `intt`: two letters exchanged, or one twice. Anything else may be a variable's name.
fn is_typed_badly(name: &str, word: &str) -> bool {
    let (own, right): (Vec<char>, Vec<char>) = (name.chars().collect(), word.chars().collect());
    let exchanged = |place: usize| {
        let mut other = right.clone();
        other.swap(place, place + 1);
        other == own && own != right
    };
    let doubled = |place: usize| {
        let mut other = right.clone();
        other.insert(place, right[place]);
        other == own
    };
    own.len() >= 4 && ((0..right.len() - 1).any(exchanged) || (0..right.len()).any(doubled))
}

fn refused(expr: &Expr, name: &str, instead: &str) -> Result<(), ParseError> {
    let hint = if instead.is_empty() { String::new() } else { format!("; did you mean `{instead}`?") };
    let expected = if looks_like_a_dtype(name) { "a dtype, or a variable" } else { "a type" };
    Err(ParseError { offset: expr.offset, expected: expected.into(), found: format!("`{name}`{hint}") })
}

#[cfg(test)]
mod tests {
    use crate::text::parse_type;

    #[test]
    fn slips_are_refused_where_they_stand() {
        let refused = [
            ("lsit[int]", 0, "a type", "`lsit`; did you mean `list`?"),
            ("dict[str, lsit[int]]", 10, "a type", "`lsit`; did you mean `list`?"),
            ("union[int, str]", 0, "a type", "`union`; did you mean `A | B`?"),
            ("Optional[int]", 0, "a type", "`Optional`; did you mean `T | None`?"),
            ("Unoin[int, str]", 0, "a type", "`Unoin`; did you mean `A | B`?"),
            ("Literl[3]", 0, "a type", "`Literl`; did you mean `Literal`?"),
            ("Sequence[float46]", 9, "a dtype, or a variable", "`float46`"),
            ("Sequnce[int]", 0, "a type", "`Sequnce`; did you mean `Sequence`?"),
            ("Money[float46]", 6, "a dtype, or a variable", "`float46`"),
            ("tuple[intt, int]", 6, "a type", "`intt`; did you mean `int`?"),
            ("((x: lsit) -> int)", 5, "a type", "`lsit`; did you mean `list`?"),
            ("x[int, n]", 2, "a size", "`int`"),
            ("float64[n; device=cdua:0]", 18, "a kind of devices", "`cdua`; did you mean `cuda`?"),
            ("float64[n; device=Cuda]", 18, "a kind of devices", "`Cuda`; did you mean `cuda`?"),
        ];
        for (text, offset, expected, found) in refused {
            let error = parse_type(text).expect_err(text);
            assert_eq!((error.offset, &*error.expected, &*error.found), (offset, expected, found), "{text}");
        }
    }

    #[test]
    fn names_of_ones_own_are_names() {
        let own = [
            "T",
            "inp",
            "lst",
            "foo",
            "lst[n]",
            "T[int]",
            "lsit[n]",
            "Foo",
            "Money['CHF']",
            "Dice[3]",
            "Unions[3]",
            "Lists[int]",
            "Point[int]",
            "torch.Tensor",
            "float64[n; device=gpu]",
            "float64[n; device=npu:0]",
            "float64[n; device=d]",
            "seq[n, 3]",
            "Sparse[csr, float64, (?, 3)]",
        ];
        for text in own {
            assert!(parse_type(text).is_ok(), "{text}");
        }
    }
}
