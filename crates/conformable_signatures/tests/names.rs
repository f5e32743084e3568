//! Names bind wherever they stand in a signature: one name, one value.

use conformable_signatures::Signature;
use conformable_types::Ty;
use conformable_types::text::parse_type;

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap_or_else(|error| panic!("{text} at {}: {error}", error.offset))
}

fn signature(text: &str) -> Signature {
    Signature::parse(text).unwrap_or_else(|error| panic!("{text} at {}: {error}", error.offset))
}

/// The outputs, or the first line of why not.
fn applied(text: &str, inputs: &[&str]) -> String {
    let inputs: Vec<Ty> = inputs.iter().map(|text| ty(text)).collect();
    match signature(text).apply(&inputs) {
        Ok(call) => {
            let mut shown: Vec<String> = call.outputs.iter().map(Ty::to_string).collect();
            shown.extend(call.constraint_texts());
            shown.join(", ")
        }
        Err(refusal) => format!("refused: {}", refusal.failure.message),
    }
}

#[test]
fn in_unions() {
    let optional = "(x[n], y[n] | None) -> x[n]";
    assert_eq!(applied(optional, &["float64[3]", "float64[4]"]), "refused: `n` is 3 in input 1, 4 in input 2");
    assert_eq!(applied(optional, &["float64[3]", "int64[3]"]), "float64[3]");
    assert_eq!(applied(optional, &["float64[3]", "None"]), "float64[3]");
    let either = "(x[n], y[n] | int64[n, n]) -> x[n]";
    assert_eq!(applied(either, &["float64[3]", "int64[3, 3]"]), "float64[3]");
    assert_eq!(applied(either, &["float64[3]", "int64[2, 2]"]), "refused: `n` is 3 in input 1, 2 in input 2");
    assert_eq!(applied(either, &["float64[3]", "int64[4]"]), "refused: `n` is 3 in input 1, 4 in input 2");
    // A family of dtypes.
    let family = "(float32[n] | float64[n], float32[n] | float64[n]) -> float64[n]";
    assert_eq!(applied(family, &["float32[3]", "float64[3]"]), "float64[3]");
    assert_eq!(applied(family, &["float32[3]", "float64[4]"]), "refused: `n` is 3 in input 1, 4 in input 2");
    // What is given is one of several.
    assert_eq!(applied("(x[n], y[n]) -> y[n]", &["float64[3]", "int8[3] | int16[4]"]), "int8[3]");
    assert_eq!(applied("(x[n], y[n] | None) -> x[n]", &["float64[3]", "int8[4] | None"]), "float64[3]");
}

#[test]
fn type_variables_in_unions() {
    assert_eq!(applied("(T | None) -> T", &["int"]), "int");
    assert_eq!(applied("(T | None) -> T", &["None"]), "Unknown");
    assert_eq!(applied("(T | None, T) -> T", &["int", "str"]), "refused: `T` is int in input 1, str in input 2");
    assert_eq!(applied("(list[T | None]) -> T", &["list[int | None]"]), "int");
    assert_eq!(applied("(T | list[T]) -> T", &["list[int]"]), "int | list[int]");
    assert_eq!(applied("(T | list[T], T) -> T", &["list[int]", "int"]), "int");
}

#[test]
fn what_members_have_in_common_is_known() {
    // Which of the two it is stays open, the size doesn't.
    assert_eq!(applied("(x[n] | y[n, ...]) -> int64[n]", &["float64[3]"]), "int64[3]");
    // Another input decides.
    let later = "(x[n] | y[m], x[n, m]) -> float64[n, m]";
    assert_eq!(applied(later, &["float64[3]", "int64[5, 3]"]), "float64[5, 3]");
    assert_eq!(applied(later, &["float64[3]", "float64[3, 4]"]), "float64[3, 4]");
    assert_eq!(applied(later, &["float64[3]", "int64[5, 4]"]).split(':').next(), Some("refused"));
    // Two unions that only together leave nothing.
    let together = "(float64[n] | float64[m], float64[n] | float64[m], int8[n, m]) -> int8[n, m]";
    assert_eq!(applied(together, &["float64[3]", "float64[4]", "int8[3, 4]"]), "int8[3, 4]");
    assert_eq!(applied(together, &["float64[3]", "float64[5]", "int8[3, 4]"]).split(':').next(), Some("refused"));
}

#[test]
fn in_structs_and_slices() {
    assert_eq!(applied("(struct{a: T}) -> T", &["struct{a: float64[3]}"]), "float64[3]");
    let sum = "(struct{a: x[n], b: y[n]}) -> promote(x, y)[n]";
    assert_eq!(applied(sum, &["struct{a: float32[3], b: int64[3]}"]), "float64[3]");
    assert_eq!(applied(sum, &["struct{b: int64[3], a: float32[3]}"]), "float64[3]");
    assert_eq!(applied(sum, &["struct{a: float32[3], b: int64[4]}"]), "refused: `n` is 3 in input 1, 4 in input 1");
    assert_eq!(applied(sum, &["struct{a: float32[3]}"]).split(':').next(), Some("refused"));
    assert_eq!(applied("(slice[T, T, None]) -> T", &["slice[int, int, None]"]), "int");
    assert_eq!(applied("(slice[T, T, None]) -> T", &["slice[int, str, None]"]).split(':').next(), Some("refused"));
    assert_eq!(
        applied("(slice[Int[a], Int[b], None]) -> float64[b - a]", &["slice[Literal[2], Literal[5], None]"]),
        "float64[3]"
    );
}

#[test]
fn in_functions() {
    let call = "(((A) -> B), A) -> B";
    assert_eq!(applied(call, &["((int) -> str)", "int"]), "str");
    assert_eq!(applied(call, &["((int) -> str)", "str"]), "refused: `A` is str in input 2, int in input 1");
    assert_eq!(applied(call, &["((T) -> list[T])", "int"]), "list[int]");
    assert_eq!(applied(call, &["((T, T) -> T)", "int"]).split(':').next(), Some("refused"));
    let vmap = "(((x[n]) -> y[m]), x[b, n]) -> y[b, m]";
    assert_eq!(applied(vmap, &["((float64[3]) -> float32[4])", "float64[7, 3]"]), "float32[7, 4]");
    assert_eq!(
        applied(vmap, &["((float64[3]) -> float32[4])", "float64[7, 2]"]),
        "refused: `n` is 2 in input 2, 3 in input 1"
    );
    // The function's own names are its own.
    assert_eq!(applied(vmap, &["((float64[n]) -> float64[2*n])", "float64[7, 2]"]), "float64[7, 4]");
    assert_eq!(applied(vmap, &["((T[k]) -> inexact(T)[k + 1])", "int64[7, 2]"]), "float64[7, 3]");
    assert_eq!(applied(vmap, &["((x[b]) -> x[b] where b >= 3)", "int64[7, 2]"]).split(':').next(), Some("refused"));
    let compose = "(((A) -> B), ((B) -> C)) -> ((A) -> C)";
    assert_eq!(applied(compose, &["((int) -> str)", "((str) -> float)"]), "((int) -> float)");
    assert_eq!(applied(compose, &["((int) -> str)", "((bytes) -> float)"]).split(':').next(), Some("refused"));
    let twice = "(((A) -> A), A) -> A";
    assert_eq!(applied(twice, &["((T) -> list[T])", "int"]).split(':').next(), Some("refused"));
}

#[test]
fn backwards_too() {
    let solved = |text: &str, inputs: &[Option<&str>], outputs: &[Option<&str>]| -> Vec<String> {
        let types = |all: &[Option<&str>]| all.iter().map(|text| text.map(ty)).collect::<Vec<_>>();
        let solutions = signature(text).solve(&types(inputs), &types(outputs)).expect("as many as there are");
        solutions.map(|solution| solution.to_string()).collect()
    };
    let optional = "(x[n], y[n] | None) -> x[n]";
    let found = solved(optional, &[None, Some("int8[4]")], &[]);
    assert_eq!(found, ["x[4], int8[4] -> x[4]"]);
    assert!(solved(optional, &[None, Some("int8[4]")], &[Some("float64[3]")]).is_empty());
    let vmap = "(((x[n]) -> y[m]), x[b, n]) -> y[b, m]";
    let found = solved(vmap, &[Some("((float64[3]) -> float32[4])"), None], &[Some("float32[7, 4]")]);
    assert_eq!(found, ["((float64[3]) -> float32[4]), float64[7, 3] -> float32[7, 4]"]);
}

#[test]
fn parameters_that_are_values() {
    let reduce = "(x: T[*S], axis: int, keepdims: bool) -> T[*reduce(S, axis, keepdims)]";
    let of = |axis: &str, keepdims: &str| applied(reduce, &["float64[3, 4]", axis, keepdims]);
    assert_eq!(of("Literal[0]", "Literal[False]"), "float64[4]");
    assert_eq!(of("Literal[-1]", "Literal[True]"), "float64[3, 1]");
    assert_eq!(of("Literal[2]", "Literal[True]").split(':').next(), Some("refused"));
    let transpose = "(x: T[*S], perm: tuple[int, ...]) -> T[*permute(S, perm)]";
    let perm = "tuple[Literal[1], Literal[0], Literal[2]]";
    assert_eq!(applied(transpose, &["int8[2, 3, 4]", perm]), "int8[3, 2, 4]");
    let cast = "(x: T[n], k: int) -> T[n + k]";
    assert_eq!(applied(cast, &["int8[2]", "Literal[3]"]), "int8[5]");
    assert_eq!(applied(cast, &["int8[2]", "Literal[-3]"]), "refused: n - 3 is -1, and a size is at least 0");
    let printed = signature(reduce).to_string();
    assert_eq!(signature(&printed), signature(reduce));
    assert_eq!(printed, "(x: T[*S], axis: int, keepdims: bool) -> T[*reduce(S, axis, keepdims)]");
    // A name that is also a size is one thing.
    assert!(Signature::parse("(x: T[n], n: int) -> T[n]").is_err());
}

#[test]
fn ints_may_be_negative_unless_they_are_sizes() {
    let shifted = "(x[n], Int[k]) -> x[n + k]";
    assert_eq!(applied(shifted, &["float64[3]", "Literal[-1]"]), "float64[2]");
    assert_eq!(applied(shifted, &["float64[3]", "Literal[-4]"]), "refused: k + n is -1, and a size is at least 0");
    assert_eq!(
        applied("(x[n], Int[k]) -> x[n + max(k, -k), n + max(k, -k)]", &["int8[2]", "Literal[-1]"]),
        "int8[3, 3]"
    );
    let refused = applied("(x[n], Int[k]) -> x[n, k]", &["float64[3]", "Literal[-1]"]);
    assert_eq!(refused, "refused: `k` is -1 in input 2");
    let found: Vec<String> = signature(shifted)
        .solve(&[Some(ty("float64[3]")), None], &[Some(ty("float64[2]"))])
        .expect("as many as there are")
        .map(|solution| solution.to_string())
        .collect();
    assert_eq!(found, ["float64[3], Literal[-1] -> float64[2]"]);
}

#[test]
fn messages_have_names() {
    let split = applied("(x[k*n], Int[k]) -> list[x[n]]", &["float64[12]", "Literal[5]"]);
    assert_eq!(split, "refused: `k` is 5 in input 2, k*n is 12 in input 1");
    let window = "(x[h], y[k]) -> x[h - k + 1]";
    assert_eq!(applied(window, &["float64[2]", "float64[5]"]), "refused: h - k + 1 is -2, and a size is at least 0");
}

/// A function that is given is shown in its own names, where a call refuses it.
#[test]
fn refusals_have_the_names_of_functions() {
    let vmap = Signature::parse("(((x[n]) -> y[m]), x[b, n]) -> y[b, m]").unwrap();
    let batch = parse_type("float64[7, 3]").unwrap();
    for (function, message) in [
        ("((T[k], T[k]) -> T[k])", "input 1 is ((T[k], T[k]) -> T[k]), ((x[n]) -> y[m]) is wanted"),
        ("((T[k]) -> T[2*k] where k >= 5)", "5 <= k does not hold: 5 and 3"),
        ("((T[k]) -> T[k] where kind(T, 'integer'))", "kind(T: dtype, 'integer') does not hold: float64 is no integer"),
    ] {
        let refused = vmap.apply(&[parse_type(function).unwrap(), batch]).expect_err(function);
        assert_eq!(refused.failure.message, message);
    }
}
