//! Each extension point, tried from outside. What is registered holds for a process: once for all tests.

use std::sync::LazyLock;

use std::sync::Arc;

use conformable_python::rules::Rules;
use conformable_python::{ParsedFiles, Program, Settings, SourceFile};
use conformable_signatures::{Signature, catalogue};
use conformable_types::common::common_type_in;
use conformable_types::convert::{Grade, convert};
use conformable_types::dtype;
use conformable_types::relations::{is_super, meet};
use conformable_types::spell::spell;
use conformable_types::text::{parse_type, print_ty};
use conformable_types::traits::{Trait, by_name, implements};
use conformable_types::{Truth, Ty};

static METRIC: LazyLock<Trait> = LazyLock::new(|| quantities::register().expect("nobody else has the names"));

fn ty(text: &str) -> Ty {
    LazyLock::force(&METRIC);
    parse_type(text).expect("a type")
}

/// `code message` for each finding.
fn found(text: &str) -> Vec<String> {
    LazyLock::force(&METRIC);
    let text = format!("import numpy as np\nimport lengths\n{text}\n");
    let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
    let mut found =
        Arc::new(Program::new(&ParsedFiles::default(), vec![file], Settings::default())).check_file(0).diagnostics;
    found.sort();
    found.iter().map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
}

#[test]
fn a_type_with_parameters() {
    let [wide, narrow, other] =
        ["Length['m', float64[?]]", "Length['m', float64[3]]", "Length['km', float64[3]]"].map(ty);
    let value = quantities::Length { magnitudes: vec![1.0; 3], unit: "m" };
    assert_eq!(value.ty(), narrow);
    assert_eq!(print_ty(value.ty()), "Length['m', float64[3]]");
    assert_eq!(
        (is_super(wide, narrow), is_super(narrow, wide), is_super(wide, other)),
        (Truth::Yes, Truth::No, Truth::No)
    );
    let lists = ["list[Length['m', float64[?]]]", "list[Length['m', float64[3]]]"].map(ty);
    assert_eq!(is_super(lists[0], lists[1]), Truth::Yes);
    assert_eq!(meet(lists[0], lists[1]).map(|meet| meet.ty), Some(lists[1]));
}

#[test]
fn a_conversion() {
    let grade = |a, b| convert(ty(a), ty(b)).grade;
    assert_eq!(grade("Length['m', float64[3]]", "Length['km', float64[3]]"), Grade::Explicit);
    assert_eq!(grade("list[Length['m', int]]", "list[Length['km', int]]"), Grade::Explicit);
    assert_eq!(grade("Length['m', int]", "Length['m', int]"), Grade::Identical);
}

#[test]
fn a_trait_for_types_of_others() {
    let holds = |text, wanted| implements(ty(text), wanted);
    assert_eq!(holds("float32[n]", *METRIC), Truth::Yes);
    assert_eq!(holds("int64[n]", *METRIC), Truth::No);
    assert_eq!(holds("Length['m', int]", *METRIC), Truth::Yes);
    assert_eq!(holds("str", *METRIC), Truth::No);
    assert_eq!(holds("float64[3] | Length['m', int]", *METRIC), Truth::Yes);
    assert_eq!(holds("Length['m', int]", Trait::Arithmetic), Truth::Yes);
    assert_eq!(by_name("Metric"), Some(*METRIC));
}

#[test]
fn spellings() {
    assert_eq!(spell(ty("Length['m', float64[2]]"), "c").as_deref(), Ok("double [2]"));
    assert_eq!(spell(ty("Length['m', float64[2]]"), "units").as_deref(), Ok("float64[2] in Literal['m']"));
    assert_eq!(spell(ty("int8[2]"), "units").as_deref(), Ok("int8[2] in 1"));
    assert!(spell(ty("str"), "units").is_err_and(|why| why == "units cannot say str: it has no unit"));
    assert!(spell(ty("str"), "unit").is_err_and(|why| why.contains("array-api, units")));
}

#[test]
fn a_promotion_dialect() {
    LazyLock::force(&METRIC);
    let dialect = dtype::dialect("quantities").expect("it is registered");
    let common = |a, b| common_type_in(&[ty(a), ty(b)], dialect).map(print_ty);
    assert_eq!(common("float32", "float64").as_deref(), Ok("float64"));
    assert!(common("float32", "int64").is_err());
    let signature =
        Signature::parse("(x[n], y[n]) -> promote(x, y)[n]").expect("a signature").in_dialect(Some(dialect));
    let apply = |a, b| signature.apply(&[ty(a), ty(b)]).map(|call| call.outputs[0]).ok();
    assert_eq!(apply("float32[3]", "float64[3]"), Some(ty("float64[3]")));
    assert_eq!(apply("float32[3]", "int64[3]"), None);
}

#[test]
fn a_relation_in_all_directions() {
    let input = ty("float64[7]");
    let signature = Signature::parse("(x[n]) -> x[whole_blocks(n, 4)]").expect("a signature");
    assert_eq!(signature.apply(&[input]).map(|call| call.outputs[0]).ok(), Some(ty("float64[8]")));
    let solutions = signature.solve(&[None], &[Some(ty("float64[8]"))]).expect("it can be asked");
    let sizes: Vec<String> = solutions.map(|solution| solution.texts().inputs.join(", ")).collect();
    assert_eq!(sizes, ["float64[5]", "float64[6]", "float64[7]", "float64[8]"]);
}

#[test]
fn functions_and_a_rule_of_stubs() {
    assert_eq!(found("reveal_type(lengths.pad(np.ones(7), 4))"), ["CF005 float64[8]"]);
    assert_eq!(found("reveal_type(np.unwrap(np.ones((2, 3), np.float32)))"), ["CF005 float64[2, 3]"]);
    assert_eq!(found("lengths.smooth(np.ones(2))"), ["LN001 a track of fewer than three points has no neighbours"]);
    assert!(found("lengths.smooth(np.ones(3))").is_empty());
    assert_eq!(found("lengths.smooth(np.ones(6)) + np.ones(6)").len(), 1);
    let rule = Rules::of(catalogue::current()).by_code("short-track").expect("it is declared");
    assert!(rule.page.starts_with("# LN001 short-track\n\nA track of fewer"));
}

/// The command knows the rule too: `ExitCode`s can't be compared, but shown.
#[test]
fn the_command_knows_the_rule() {
    LazyLock::force(&METRIC);
    let run = |args: &[&str]| {
        let args = std::iter::once("conformable").chain(args.iter().copied()).map(Into::into);
        format!("{:?}", conformable::main(args))
    };
    assert_eq!(run(&["explain", "LN001"]), run(&["explain", "CF101"]));
    assert_ne!(run(&["explain", "LN002"]), run(&["explain", "CF101"]));
}

#[test]
fn what_is_there_already_names_both() {
    LazyLock::force(&METRIC);
    let again = quantities::register().expect_err("it is there");
    assert_eq!(
        again,
        "the constructor `Length` is registered twice: by the crate quantities and by the crate quantities"
    );
}
