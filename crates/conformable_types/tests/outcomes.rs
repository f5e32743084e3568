//! What the functions of two types or sizes say of some that stand for all, written down. Laws (`relations`,
//! `framework`) and small values (`dims`) judge what is right; they leave open how much is said, and in which words.
//! `UPDATE=1 cargo test -p conformable_types --test outcomes` writes the tables again after a change, for which one
//! looks at each line that differs.

use std::fmt::Write;

use conformable_types::arithmetic::{OPERATORS, python_operation};
use conformable_types::bounds::{self, NoFacts};
use conformable_types::common::common_type;
use conformable_types::convert::convert;
use conformable_types::relations::{consistent, difference, is_super, join};
use conformable_types::spell::{languages, spell};
use conformable_types::text::{parse_dim, parse_type, print_dim, print_ty};
use conformable_types::traits::{TRAITS, implements};
use conformable_types::{DType, Dim, Truth, Ty};

const TYPES: &[&str] = &[
    "int",
    "Literal[3]",
    "bool",
    "Literal[True]",
    "float",
    "Literal[2.5]",
    "str",
    "Literal['a']",
    "None",
    "tuple[int, float]",
    "list[int]",
    "int | float",
    "int8",
    "int64",
    "float32",
    "float64[3]",
    "float64[n, 3]",
    "float32[3]",
    "float64[*S]",
    "?[n]",
    "int8[3] | float64[3]",
    "datetime64[ns][2]",
    "object[3]",
    "(float64[n]) -> float64[n]",
    "?",
];

const DIMS: &[&str] = &[
    "0",
    "1",
    "3",
    "-2",
    "n",
    "m",
    "2*n",
    "n + 1",
    "n - m",
    "n*m",
    "n*n + n",
    "n*n - m*m",
    "n//2",
    "n % 3",
    "max(n, m)",
    "min(n, 3)",
    "2*n + 4*m",
    "n*m + n + m + 1",
    "prod(*S)",
    "len(*S)",
];

fn held(name: &str, now: &str) {
    let path = format!("{}/tests/data/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, now).expect("the table is written");
    }
    let table = std::fs::read_to_string(&path).expect("the table");
    let differing = table.lines().zip(now.lines()).filter(|(was, is)| was != is);
    let differing: Vec<String> = differing.map(|(was, is)| format!("was {was}\nis  {is}")).collect();
    let first = differing[..differing.len().min(10)].join("\n");
    assert!(table == now, "{} lines differ:\n{first}", differing.len());
}

#[test]
fn of_two_types() {
    let types: Vec<Ty> = TYPES.iter().map(|text| parse_type(text).unwrap_or_else(|e| panic!("{text}: {e}"))).collect();
    let mut now = String::new();
    for a in &types {
        for b in &types {
            let (conversion, differs) = (convert(*a, *b), difference(*a, *b));
            let common = common_type(&[*a, *b]).map_or_else(|why| format!("none: {why}"), print_ty);
            let (is_super, consistent) = (is_super(*a, *b), consistent(*a, *b));
            let joined = print_ty(join(*a, *b));
            let _ = write!(now, "{}, {}\t{:?}: {}", print_ty(*a), print_ty(*b), conversion.grade, conversion.reason);
            let _ = write!(now, "\tcommon {common}\tjoin {joined}\tsuper {is_super:?}\tconsistent {consistent:?}");
            let _ = writeln!(now, "\t{}", differs.map_or_else(String::new, |found| format!("{found:?}")));
        }
    }
    held("outcomes_types", &now);
}

#[test]
fn of_one_type_and_of_operators() {
    let types: Vec<Ty> = TYPES.iter().map(|text| parse_type(text).expect("a type")).collect();
    let mut now = String::new();
    for ty in &types {
        let has: Vec<&str> =
            TRAITS.iter().filter(|(_, own)| implements(*ty, *own).is_yes()).map(|(name, _)| *name).collect();
        let hasnt: Vec<&str> =
            TRAITS.iter().filter(|(_, own)| implements(*ty, *own).is_no()).map(|(name, _)| *name).collect();
        let _ = writeln!(now, "{}\t{}\tnot {}", print_ty(*ty), has.join(" "), hasnt.join(" "));
        for language in languages() {
            let _ = writeln!(now, "\t{}", spell(*ty, language).unwrap_or_else(|why| format!("! {why}")));
        }
    }
    let plain = &types[..12];
    for (a, b) in plain.iter().flat_map(|a| plain.iter().map(move |b| (*a, *b))) {
        let _ = write!(now, "{}, {}", print_ty(a), print_ty(b));
        for op in OPERATORS {
            // The words are the same for all.
            let outcome = python_operation(op, a, b).map(|outcome| outcome.map_or_else(|_| "!".to_owned(), print_ty));
            let _ = write!(now, " {op} {}", outcome.unwrap_or_default());
        }
        now.push('\n');
    }
    held("outcomes_operators", &now);
}

#[test]
fn of_two_sizes() {
    let dims: Vec<Dim> = DIMS.iter().map(|text| parse_dim(text).expect("a size")).collect();
    let shown = |dim: Option<Dim>| dim.map_or_else(|| "none".to_owned(), print_dim);
    let mut now = String::new();
    for (a, b) in dims.iter().flat_map(|a| dims.iter().map(move |b| (*a, *b))) {
        let all = [a.plus(b), a.minus(b), a.times(b), Dim::max([a, b]), Dim::min([a, b]), Dim::bcast([a, b])];
        let all: Vec<String> = all.into_iter().map(print_dim).collect();
        let (quotient, rest) = (shown(a.floordiv(b)), shown(a.modulo(b)));
        let slices =
            [print_dim(Dim::slicelen(a, b, Dim::ONE, Dim::name("n"))), print_dim(Dim::slicelen(a, b, Dim::of(-2), b))];
        let _ = write!(now, "{a:?}, {b:?}\t{}\t{quotient}\t{rest}\t{}", all.join("\t"), slices.join("\t"));
        let (eq, le) = (bounds::eq(a, b, &NoFacts), bounds::le(a, b, &NoFacts));
        let _ = writeln!(now, "\t{eq:?} {le:?} {:?}", bounds::interval(a.minus(b), &NoFacts));
    }
    held("outcomes_sizes", &now);
}

#[test]
fn of_truths() {
    use Truth::{No, Unknown, Yes};
    let (all, mut and, mut or) = ([Yes, No, Unknown], Vec::new(), Vec::new());
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
        and.push(a.and(b));
        or.push(a.or(b));
    }
    assert_eq!(and, [Yes, No, Unknown, No, No, No, Unknown, No, Unknown]);
    assert_eq!(or, [Yes, Yes, Yes, Yes, No, Unknown, Yes, Unknown, Unknown]);
    assert_eq!(all.map(Truth::negate), [No, Yes, Unknown]);
}

#[test]
fn of_dtypes() {
    let words = [
        "bool",
        "int8",
        "uint64",
        "float16",
        "longdouble",
        "complex64",
        "U",
        "U5",
        "U05",
        "S",
        "S3",
        "a5",
        "V",
        "V8",
        "void",
        "datetime64",
        "datetime64[ns]",
        "timedelta64[25us]",
        "object",
        "string",
        "float",
        "int3",
        "void[a: int8]",
    ];
    let mut now = String::new();
    for word in words {
        let read = parse_type(&format!("{word}[3]")).map_or_else(|error| format!("! {error}"), print_ty);
        let known = DType::from_spelling(word).map_or("none".to_owned(), |dtype| dtype.name());
        let _ = writeln!(now, "{word}\t{read}\t{known}");
    }
    held("outcomes_dtypes", &now);
}
