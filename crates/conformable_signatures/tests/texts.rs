//! What a text asks of relations is held to what they are, wherever texts are read.

use conformable_signatures::Signature;
use conformable_signatures::vetted::{parse_dim, parse_shape, parse_type};
use conformable_types::text::ParseError;

/// The place of the error and the error.
fn shown(text: &str, error: &ParseError) -> String {
    format!("{}^{}: {error}", &text[..error.offset], &text[error.offset..])
}

fn of_type(text: &str) -> String {
    parse_type(text).map_or_else(|error| shown(text, &error), |ty| ty.to_string())
}

fn of_signature(text: &str) -> String {
    Signature::parse(text).map_or_else(|error| shown(text, &error), |signature| signature.to_string())
}

#[test]
fn relations_that_nobody_knows_are_refused() {
    assert_eq!(
        of_type("float64[blah(n)]"),
        "float64[^blah(n)]: expected a relation or a word of the vocabulary, found `blah`"
    );
    assert!(parse_dim("blah(n, m)").is_err());
    assert!(parse_dim("n + blah(m)").is_err());
    assert!(parse_shape("[3, *blah(n)]").is_err());
    assert!(parse_type("((x[n]) -> x[n] where blah(x, n))").is_err());
    assert!(parse_type("tuple[int, ((x[n]) -> x[n] where blah(x, n))]").is_err());
    assert!(parse_type("(x[n]) -> x[n] where is_a(x, integer)").is_err());
    assert!(parse_type("list[blah(T)[n]]").is_err());
    // What there is is read as before.
    for text in
        ["float64[max(n, 3), prod(*s)]", "promote(T, U)[*broadcast(S, R)]", "((x[n]) -> x[n] where kind(x, 'integer'))"]
    {
        assert_eq!(of_type(text), text);
    }
}

#[test]
fn arguments_of_other_sorts_are_refused() {
    assert_eq!(
        of_signature("(x[n]) -> x[n] where kind(x, 'integr')"),
        "(x[n]) -> x[n] where kind(x, ^'integr'): expected a class of dtypes, the second argument of `kind`, found 'integr'"
    );
    assert_eq!(
        of_signature("(x[n]) -> x[n] where kind(x, integer)"),
        "(x[n]) -> x[n] where kind(x, ^integer): expected a class of dtypes, the second argument of `kind`, \
         found a dim `integer`, not a text in quotes"
    );
    assert_eq!(
        of_signature("(x[n]) -> x[n] where kind(n, 'integer')"),
        "(x[n]) -> x[n] where kind(^n, 'integer'): expected an element type, the first argument of `kind`, found a dim `n`"
    );
    assert!(parse_type("((T) -> T where kind(T, 'integer'))").unwrap_err().expected.contains("one thing"));
    assert!(Signature::parse("(x[n]) -> x[n] where kind(x)").is_err());
    assert!(Signature::parse("(x[n]) -> x[n] where kind(x, 'integer', 'bool', 3)").is_err());
    assert!(Signature::parse("(x[n]) -> x[n] where kind(x, ['integer', 'blah'])").is_err());
    assert!(Signature::parse("(x[n]) -> x[n] where kind(x, ['integer', 'bool'])").is_ok());
    assert!(Signature::parse("(x[*S]) -> x[*broadcast(S, x)]").is_err());
    assert!(Signature::parse("(x[n]) -> x[n] where castable(x, float64, 'sam_kind')").is_err());
    assert!(Signature::parse("(x[n]) -> x[n] where castable(x, float64, 'same_kind')").is_ok());
}

#[test]
fn names_of_outputs_alone_are_refused() {
    assert_eq!(
        of_signature("(x[n]) -> x[m]"),
        "(x[n]) -> x[^m]: expected a name that an input has, or `#m` for a size that the data decide, found `m`"
    );
    assert_eq!(of_signature("(x[n]) -> y[n]"), "(x[n]) -> ^y[n]: expected a name that an input has, found `y`");
    assert!(Signature::parse("(T) -> U").is_err());
    assert!(Signature::parse("(T) -> T, list[U]").is_err());
    assert!(Signature::parse("(x[n]) -> x[m] where m <= n").is_ok());
    assert!(Signature::parse("(x[n]) -> x[#m]").is_ok());
    // A type may have them: it is bound by nobody.
    assert_eq!(of_type("((A) -> B)"), "((A) -> B)");
    assert!(Signature::parse("(dim m, dim n, dtype x) -> (x[n]) -> x[m]").is_ok());
}

#[test]
fn names_of_constraints_alone_are_refused() {
    for (text, name) in [
        ("(x[n]) -> x[n] where ^m <= n", "m"),
        ("(x[n]) -> x[n] where n < ^m", "m"),
        ("(x[n]) -> x[n] where n != ^m", "m"),
        ("(x[n]) -> x[n] where broadcastable(^m, n)", "m"),
        ("(x[n]) -> x[n] where ^m <= k, k <= n", "m"),
        ("(x[n]) -> x[n] where 2*half == n, ^hafl >= 3", "hafl"),
        ("(x[*S]) -> x[*S] where broadcastable(S, (3, ^m))", "m"),
        ("(x[n]) -> x[n] where ^m == k + 1", "m"),
    ] {
        let expected = "a name that an input, an output or an equation with one of these has";
        assert_eq!(of_signature(&text.replace('^', "")), format!("{text}: expected {expected}, found `{name}`"));
    }
    // An equation says what it is, be it by way of another.
    for text in [
        "(x[n]) -> x[n] where 2*half == n",
        "(x[n]) -> x[n] where 2*half == n, 3 <= half",
        "(x[n]) -> x[n] where half == third + 1, 2*half == n, third <= 7",
        "(x[*S]) -> x[*S] where prod(*S) == k*k",
        "(x[n], y[m]) -> x[n] where m <= n",
        "(x[n]) -> x[m] where m <= n",
        "(x[*S], axis: int) -> x[*S] where 0 <= axis",
    ] {
        assert!(Signature::parse(text).is_ok(), "{text}: {}", of_signature(text));
    }
    // So are those of functions within.
    for (text, name) in [
        ("(((x[n]) -> x[n] where ^m <= n), x[b]) -> x[b]", "m"),
        ("(list[((x[n]) -> x[n] where n < ^m)], x[b]) -> x[b]", "m"),
        ("(((x[n]) -> x[n]), x[b]) -> ((x[b]) -> x[n] where 2*half == n, ^hafl >= 3)", "hafl"),
        ("(((((x[n]) -> x[n] where ^m == k + 1)) -> x[2]), x[b]) -> x[b]", "m"),
    ] {
        let expected = "a name that an input, an output or an equation with one of these has";
        assert_eq!(of_signature(&text.replace('^', "")), format!("{text}: expected {expected}, found `{name}`"));
        // A type may have them: what is around it may have the name, too.
        assert!(parse_type(&text.replace('^', "")).is_ok());
    }
    for text in [
        "(((x[n]) -> x[n] where m <= n), x[m]) -> x[m]",
        "(((x[n]) -> x[n] where 2*half == n), x[b]) -> x[b] where half <= 3",
        "(((x[n], axis: int) -> x[n] where 0 <= axis), x[b]) -> x[b]",
        "(((x[n]) -> x[m] where m <= n), x[b, n]) -> x[b, m]",
    ] {
        assert!(Signature::parse(text).is_ok(), "{text}: {}", of_signature(text));
        assert!(parse_type(text).is_ok(), "{text}: {}", of_type(text));
    }
    // Declared, it is meant.
    assert!(Signature::parse("(dim m, dim n, dtype x) -> (x[n]) -> x[n] where m <= n").is_ok());
}

#[test]
fn a_relation_that_is_misspelt_is_told() {
    assert_eq!(
        of_signature("(x[n]) -> x[n] where knid(x, 'integer')"),
        "(x[n]) -> x[n] where ^knid(x, 'integer'): expected a relation or a word of the vocabulary, found `knid`; \
         did you mean `kind`?"
    );
    assert!(of_type("float64[*brodcast(S, R)]").ends_with("did you mean `broadcast`?"));
    assert!(of_type("float64[mx(n, 3)]").ends_with("did you mean `max`?"));
}

#[test]
fn arrays_of_the_types_of_python_are_those_of_numpys_dtypes() {
    for (text, meant) in [
        ("int[n]", "int64[n]"),
        ("float[*S]", "float64[*S]"),
        ("complex[?]", "complex128[?]"),
        ("bool[3]", "bool[3]"),
        ("dict[str, float[2]]", "dict[str, float64[2]]"),
        ("((int[n]) -> float[n])", "((int64[n]) -> float64[n])"),
    ] {
        assert_eq!(of_type(text), meant);
    }
    assert_eq!(of_type("tuple[int, float]"), "tuple[int, float]");
}

#[test]
fn dtypes_that_there_are_not_are_refused() {
    for near in ["float46", "flaot64", "foat32", "floatt32", "imt8", "unit16"] {
        let text = format!("{near}[4]");
        assert_eq!(of_type(&text), format!("^{text}: expected a dtype, or a variable, found `{near}`"));
    }
    // A scalar's dtype needs no brackets.
    assert_eq!(of_type("flaot64"), "^flaot64: expected a dtype, or a variable, found `flaot64`");
    assert!(Signature::parse("(x[n], flaot64) -> x[n]").is_err());
    assert!(parse_type("((float65) -> int)").is_err());
    for variable in ["in1", "in8x", "T2", "out16", "dtype8", "point"] {
        assert!(parse_type(&format!("{variable}[4]")).is_ok(), "{variable}");
    }
    assert!(Signature::parse("(int46[n]) -> int46[n]").is_err());
    assert!(parse_type("tuple[float64[3], uint46[3]]").is_err());
    assert_eq!(of_type("T2[4]"), "T2[4]");
}
