//! The text form: parser and printer are inverse to each other, errors point, nothing panics.

mod common;

use common::terms;
use conformable_types::text::{
    display_ty, parse_dim, parse_expr, parse_function, parse_shape, parse_signature, parse_type, print_dim,
    print_function, print_shape, print_ty,
};
use conformable_types::{Dim, FreshKind, Shape, Ty};
use proptest::prelude::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn fail(text: &str, error: impl std::fmt::Display) -> TestCaseError {
    TestCaseError::fail(format!("{text}: {error}"))
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn types_read_back(ty in terms::ty()) {
        let text = print_ty(ty);
        let again = parse_type(&text).map_err(|error| fail(&text, error))?;
        prop_assert!(again == ty, "{text}\nreads as {again}");
        prop_assert_eq!(again.fingerprint(), ty.fingerprint());
        let _ = display_ty(ty);
    }

    #[test]
    fn dims_and_shapes_read_back(dim in terms::dim(), shape in terms::shape()) {
        let text = print_dim(dim);
        prop_assert!(parse_dim(&text).map_err(|error| fail(&text, error))? == dim, "{text}");
        let text = print_shape(shape);
        prop_assert!(parse_shape(&text).map_err(|error| fail(&text, error))? == shape, "{text}");
    }

    #[test]
    fn signatures_read_back(function in terms::function(terms::ty())) {
        let text = print_function(&function);
        let again = parse_function(&text).map_err(|error| fail(&text, error))?;
        prop_assert!(again == function, "{text}\nreads as {}", print_function(&again));
    }

}

proptest! {
    #![proptest_config(config(4000))]

    /// Whatever the characters: an answer, never a panic, and an offset in the text.
    #[test]
    fn garbage_is_refused(tokens in prop::collection::vec(prop::sample::select(ALPHABET.to_vec()), 0..24), spaced in any::<bool>()) {
        try_all(&tokens.join(if spaced { " " } else { "" }))?;
    }

    #[test]
    fn any_string_is_refused_or_read(text in ".{0,24}") {
        try_all(&text)?;
    }

    /// A true text with a piece cut out, put twice or exchanged.
    #[test]
    fn damaged_texts_are_refused_or_read(ty in terms::ty(), at in any::<prop::sample::Index>(), end in any::<prop::sample::Index>(), put in prop::sample::select(ALPHABET.to_vec())) {
        let chars: Vec<char> = print_ty(ty).chars().collect();
        let (at, end) = (at.index(chars.len() + 1), end.index(chars.len() + 1));
        let (from, to) = (at.min(end), at.max(end));
        let part = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
        try_all(&(part(0..from) + &part(to..chars.len())))?;
        try_all(&(part(0..to) + &part(from..chars.len())))?;
        try_all(&(part(0..from) + put + &part(from..chars.len())))?;
    }
}

const ALPHABET: [&str; 52] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "|",
    "+",
    "-",
    "*",
    "**",
    "//",
    "%",
    "/",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "->",
    "=>",
    "?",
    "...",
    ".",
    "#",
    "#1",
    "…",
    "n",
    "T",
    "S",
    "int",
    "float64",
    "tuple",
    "list",
    "struct",
    "dict",
    "Literal",
    "Int",
    "where",
    "max",
    "prod",
    "decay",
    "3",
    "0",
    "99999999999999999999",
    "'C'",
    "'",
];

fn try_all(text: &str) -> Result<(), TestCaseError> {
    let offsets = [
        parse_type(text).err(),
        parse_dim(text).err(),
        parse_shape(text).err(),
        parse_function(text).err(),
        parse_expr(text).err(),
        parse_signature(text).err(),
    ];
    for error in offsets.into_iter().flatten() {
        prop_assert!(text.is_char_boundary(error.offset), "{text:?}: offset {}", error.offset);
        prop_assert!(!error.expected.is_empty() && !error.found.is_empty());
    }
    if let Ok(ty) = parse_type(text) {
        // Numbers of run-time sizes are those of the text after one reading.
        let printed = print_ty(ty);
        parse_type(&printed).map_err(|error| fail(&format!("{text} printed {printed}"), error))?;
    }
    Ok(())
}

/// One example for each row of the grammar (`spec/types`), printed as it is written.
#[test]
fn the_table_of_the_design() {
    for text in [
        "bool",
        "int",
        "float",
        "complex",
        "str",
        "bytes",
        "None",
        "Literal[3]",
        "Literal[-1]",
        "Literal['C']",
        "Literal[True]",
        "Int[n + 1]",
        "Literal[0.1]",
        "float64",
        "bool_",
        "float64[n, 3]",
        "float64[]",
        "bool[3]",
        "float64[*batch, 3]",
        "float64[...]",
        "float64[2, ..., 3]",
        "?[n, ?]",
        "?",
        "float64[#1, #1]",
        "float64[n//2, m % 3]",
        "float64[max(n - 1, 0)]",
        "float64[bcast(m, n)]",
        "float64[prod(*S)]",
        "float64[slicelen(0, k, 1, n)]",
        "T[*S]",
        "x[n]",
        "T_x[n]",
        "promote(T, U)[n]",
        "object[n]",
        "decay(float64[*S])",
        "DType[float64]",
        "tuple[float64[3], int]",
        "tuple[int, ...]",
        "tuple[()]",
        "list[int]",
        "list[(int,)]",
        "list[(int, str)]",
        "list[()]",
        "set[int]",
        "set[Never]",
        "dict[str, float64[n]]",
        "struct{a: int, b: float64[3]}",
        "struct{}",
        "slice[int, None, None]",
        "Sparse[float64, int]",
        "Money",
        "model.Kalman",
        "((T[m, n], U[n, p]) -> promote(T, U)[m, p])",
        "float64[3] | int",
        "((x: int) -> int) | int",
        "Unknown",
        "ellipsis",
        "Never",
    ] {
        let ty = parse_type(text).unwrap_or_else(|error| panic!("{text}: {error} at {}", error.offset));
        assert_eq!(print_ty(ty), text);
    }
    for (text, canonical) in [
        ("int|float64[ 3 ]", "float64[3] | int"),
        ("Int[3]", "Literal[3]"),
        ("Int[?]", "int"),
        ("Literal[1, 2]", "Literal[1] | Literal[2]"),
        ("float64[2*n - n + 3]", "float64[n + 3]"),
        ("int | (str | int)", "int | str"),
        ("int | Unknown", "Unknown"),
        ("list", "list[Unknown]"),
        ("Money[]", "Money"),
        ("float64[#mask, #mask, #other]", "float64[#1, #1, #2]"),
        ("decay(float64[3])", "float64[3]"),
        ("decay(float64[])", "float64"),
        ("float64 | float64[]", "float64 | float64[]"),
        ("N(T)[n] | T", "N(T)[n] | T"),
    ] {
        assert_eq!(print_ty(parse_type(text).unwrap_or_else(|error| panic!("{text}: {error}"))), canonical, "{text}");
    }
}

#[test]
fn signatures_of_the_design_print_as_written() {
    for text in [
        "(x?: T[*S]) -> inexact(T)[*broadcast(S, reduce(S, 0, False))]",
        "(x[a], y[b]) -> promote(x, y)[a + b] where promotable(x, y)",
        "(T[m, n], U[n, p]) -> promote(T, U)[m, p]",
        "(f: ((x: A) -> B), y: A) -> B",
        "(A) -> B, C",
        "(A) -> tuple[B, C]",
        "(x: A, /, y: B, *, z: C) -> None",
        "(*args: A, key: B, **kwargs: C) -> A",
        "(*A) -> B",
        "(a: T[n], axis: None=None, order=..., copy=True, k=-1, mode='full') -> T[n]",
        "(a: T[n], dtype: DType[D]=DType[float64]) -> D[n]",
        "(x: T[n, m]) -> T[k] where k <= n, m*n == k + 1, n != 3, …",
        "(x: T[n]) -> T[m] where …",
        "(a: T[*S], b: U[*R]) -> promote(T, U)[*broadcast(S, R)]",
        "(a: T[*S], axis: Int[k]) -> T[*reduce(S, k, False)]",
        "() -> int",
    ] {
        let function = parse_function(text).unwrap_or_else(|error| panic!("{text}: {error} at {}", error.offset));
        assert_eq!(print_function(&function), text);
        assert_eq!(print_ty(parse_type(&format!("({text})")).expect("a type")), format!("({text})"));
        assert_eq!(print_ty(parse_type(text).expect("a type")), format!("({text})"));
    }
    for (text, canonical) in [
        ("(x:T[n])->T[n]where n>=1,n<m", "(x: T[n]) -> T[n] where 1 <= n, n + 1 <= m"),
        ("(N: int(n)) -> float64[n]", "(N: Int[n]) -> float64[n]"),
        ("(x: A,) -> B", "(x: A) -> B"),
        ("(dtype=float64) -> int", "(dtype=DType[float64]) -> int"),
    ] {
        assert_eq!(print_function(&parse_function(text).expect(text)), canonical);
    }
    let overloads = parse_type("((x: int) -> int) | ((x: str) -> str)").expect("a union");
    assert_eq!(overloads.members().len(), 2);
}

#[test]
fn errors_point_and_say() {
    for (text, offset, message) in [
        ("", 0, "expected a type, found the end"),
        ("float64[", 8, "expected a type, found the end"),
        ("float64[n", 9, "expected `,`, `;` or `]`, found the end"),
        ("float64[n,, 3]", 10, "expected a type, found `,`"),
        ("float64[n 3]", 10, "expected `,`, `;` or `]`, found `3`"),
        ("float64[n] 3", 11, "expected the end, or an operator, found `3`"),
        ("float64[*S, *R]", 12, "expected at most one sequence in a shape, found a starred name"),
        ("float64[n//0]", 11, "expected a divisor other than 0, found an integer"),
        ("float64['a']", 8, "expected a dim, found a string"),
        ("list[; A]", 7, "expected `]`: only an array has a layout, found a name"),
        ("float64[max()]", 8, "expected at least one argument, found a call"),
        ("float64[prod(n)]", 8, "expected one sequence, as in prod(*s), found a call"),
        ("tuple[int", 9, "expected `,`, `;` or `]`, found the end"),
        ("list[int, str]", 0, "expected one parameter, found a subscript"),
        ("dict[int]", 0, "expected a key type and a value type, found a subscript"),
        ("Literal[n]", 8, "expected an integer, a float, a string, True, False or None, found a name"),
        ("Literal[]", 0, "expected a value, found a subscript"),
        ("struct{a int}", 9, "expected `:`, found `int`"),
        ("struct{3: int}", 7, "expected a name, found `3`"),
        ("int |", 5, "expected a type, found the end"),
        ("3", 0, "expected a type, found an integer"),
        ("n + ", 4, "expected a type, found the end"),
        ("'abc", 0, "expected a closing ', found the end"),
        ("float64[99999999999999999999]", 8, "expected an integer of at most 63 bits, found 99999999999999999999"),
        ("float64[n @ m]", 10, "expected a name, a number or an operator, found @"),
        ("#", 1, "expected a name or a number after `#`, found the end"),
        ("a.", 2, "expected a name, found the end"),
        ("(x: int) -> ", 12, "expected a type, found the end"),
        ("(x: int -> int", 8, "expected `,` or `)`, found `->`"),
        ("(x: int) -> int where ", 22, "expected a type, found the end"),
        ("(x: int) -> int where n", 22, "expected a constraint, found a name"),
        ("f(n: colour)[3]", 5, "expected a sort: dim, shape, dtype or type, found a name"),
        ("decay(int)", 0, "expected an array inside decay, found a call"),
        ("float64[n; order=3]", 17, "expected an order: C, F or A, found an integer"),
        ("float64[...; strides=(1, 2)]", 21, "expected one stride for each axis of a known rank, found a tuple"),
        ("é[n]x", 5, "expected the end, or an operator, found `x`"),
    ] {
        let error = parse_type(text).expect_err(text);
        assert_eq!((error.offset, &*error.to_string()), (offset, message), "{text}");
    }
    assert_eq!(parse_shape("n").expect_err("no shape").expected, "a shape such as [n, 3]");
    assert_eq!(parse_dim("n == m").expect_err("no dim").expected, "a dim");
}

/// Deep and long texts are read or refused on a small stack.
#[test]
fn nesting_does_not_overflow_the_stack() {
    let work = || {
        for (open, middle, close) in [
            ("(", "n", ")"),
            ("[", "n", "]"),
            ("tuple[", "int", "]"),
            ("f(", "n", ")"),
            ("struct{a: ", "int", "}"),
            ("-", "n", ""),
            ("((x: ", "int", ") -> int)"),
            ("list[(", "int", ",)]"),
            ("T[max(", "n", ", 1)]"),
            ("*", "n", ""),
            ("x: ", "int", ""),
            ("int | (", "str", ")"),
            ("T[", "n", "]"),
            ("(", "n", " + 1)"),
            ("(((n", "", " + 1)*2)//3"),
            ("f(g(", "S", "), h(S))"),
        ] {
            for depth in [10, 199, 20_000] {
                let text = [open.repeat(depth), middle.to_owned(), close.repeat(depth)].concat();
                try_all(&text).expect("no panic");
            }
        }
        for (piece, joint) in [
            ("n", " + "),
            ("n", "*"),
            ("2", "//"),
            ("int", " | "),
            ("n", " "),
            ("x[1]", ""),
            ("[1]", ""),
            ("a", "."),
            ("(n", "("),
            ("n", " == "),
        ] {
            for count in [10, 3_000, 20_000] {
                try_all(&vec![piece; count].join(joint)).expect("no panic");
                try_all(&format!("float64[{}]", vec![piece; count].join(joint))).expect("no panic");
            }
        }
        // The worst tree that fits the limits.
        let chained = |inner: String| format!("({inner}{})", " + 1".repeat(19));
        try_all(&(0..190).fold("n".to_owned(), |text, _| chained(text))).expect("no panic");
    };
    // As small as a thread of a test or of a pool.
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).expect("a thread").join().expect("no overflow");
}

/// The text of a type does not depend on what else the process has made before.
#[test]
fn printing_does_not_depend_on_the_order_of_interning() {
    let texts = [
        "float64[b*c + a, max(a, b, c)]",
        "int | str | float64[n]",
        "f(T, U)[*g(S, (n, m))]",
        "float64[#1 + #2, f(#1) + f(#2)]",
    ];
    for seed in 0..20u32 {
        for name in 0..50 {
            let noise = Dim::name(&format!("z{seed}_{name}")).times(Dim::name(["c", "a", "b"][name % 3]));
            parse_type(&format!("list[float64[{noise:?}]] | tuple[str, U[f(c) + b]]")).expect("noise");
        }
        for text in texts {
            let ty = parse_type(text).expect(text);
            assert_eq!(print_ty(ty), text.replace("int | str | float64[n]", "float64[n] | int | str"));
        }
    }
    // Fresh atoms of any numbers sort by their numbers, not by their handles.
    let late = |id| Dim::fresh(id, FreshKind::Runtime);
    let (high, low) = (late(900), late(800));
    assert_eq!(high.plus(low), low.plus(high));
    let applied = |d: Dim| {
        parse_dim("f(x)")
            .map(|_| {
                conformable_types::Atom::new(conformable_types::AtomData::App("f".into(), [d.into()].into())).dim()
            })
            .expect("a dim")
    };
    assert_eq!(applied(high).plus(applied(low)), applied(low).plus(applied(high)));
    let arrays = [high, low].map(|d| Ty::array(conformable_types::Elem::any(), Shape::of(&[d])));
    assert_eq!(Ty::union(arrays), Ty::union([arrays[1], arrays[0]]));
}

proptest! {
    #![proptest_config(config(3000))]

    /// Most texts are never made: how they begin decides.
    #[test]
    fn types_stand_in_the_order_of_their_texts(types in prop::collection::vec(terms::ty(), 2..8)) {
        let mut sorted = types.clone();
        conformable_types::order::sort_types(&mut sorted);
        let texts: Vec<String> = sorted.iter().map(|ty| print_ty(*ty)).collect();
        prop_assert!(texts.is_sorted(), "{texts:?}");
        let (a, b) = (types[0], types[1]);
        let by_text = print_ty(a).cmp(&print_ty(b));
        prop_assert!(by_text.is_eq() || conformable_types::order::types(a, b) == by_text, "{a}, {b}");
    }
}
