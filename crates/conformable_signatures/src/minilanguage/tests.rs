//! Rows of the mini-language (`spec/signatures`), forwards; the printer; errors in the text.

use conformable_solver::{Context, Store};
use conformable_types::text::{parse_shape, print_shape};
use conformable_types::{Dim, Shape};

use super::MiniSignature;

/// The outputs for these inputs, or the failure's message.
fn apply(signature: &str, inputs: &[&str]) -> Result<Vec<String>, String> {
    let signature = MiniSignature::parse(signature).unwrap_or_else(|e| panic!("{signature} at {}: {e}", e.offset));
    let inputs: Vec<Shape> = inputs.iter().map(|text| parse_shape(&format!("[{text}]")).unwrap()).collect();
    match signature.apply(&mut Context::new(&Store::new()), &inputs, &[]) {
        Ok(outcome) => Ok(outcome.outputs.iter().map(|shape| print_shape(*shape)).collect()),
        Err(failure) => Err(failure.message),
    }
}

fn one(signature: &str, inputs: &[&str]) -> String {
    match apply(signature, inputs) {
        Ok(outputs) => outputs.join(" "),
        Err(message) => format!("fails: {message}"),
    }
}

#[test]
fn the_rows_that_must_hold() {
    let fails = |signature: &str, inputs: &[&str]| {
        let found = apply(signature, inputs);
        assert!(found.is_err(), "{signature} of {inputs:?} gives {found:?}");
    };
    assert_eq!(one("(d),(d)->()", &["3", "3"]), "[]");
    assert_eq!(one("(d),(d)->()", &["3", "4"]), "fails: `d` is 3 in input 1, 4 in input 2");
    assert_eq!(one("(m?,n),(n,p?)->(m?,p?)", &["4", "4, 5"]), "[5]");
    assert_eq!(one("(m?,n),(n,p?)->(m?,p?)", &["4", "5"]), "fails: `n` is 4 in input 1, 5 in input 2");
    assert_eq!(one("+(m,n),(n,p)->(m,p)", &["7, 1, 3, 4", "2, 4, 5"]), "[7, 2, 3, 5]");
    fails("(d)->()", &["2, 3"]);
    fails("(2)->()", &["3"]);
    assert_eq!(one("(2,.2.)->()", &["2, 5, 6"]), "[]");
    assert_eq!(one("(d,...)->(...)", &["2, 3, 4, 5"]), "[3, 4, 5]");
    assert_eq!(one("(.1.,d,...)->(.1.,...)", &["2, 3, 4, 5"]), "[2, 4, 5]");
    assert_eq!(one("(.2.,d,...)->(.2.,...)", &["2, 3, 4, 5"]), "[2, 3, 5]");
    assert_eq!(one("(.2.,d,...,k,.1.)->(.2.,...,.1.)", &["2, 3, 4, 5, 6, 7"]), "[2, 3, 5, 7]");
    assert_eq!(one("(M,.1.),(J,.1.)->(J,.1.)", &["3, 7", "5, 7"]), "[5, 7]");
    fails("(M,.1.),(J,.1.)->(J,.1.)", &["3, 7", "5, 8"]);
    assert_eq!(one("(M,.k.),(J,.k.)->(J,.k.)", &["3, 7, 8", "5, 7, 8"]), "[5, 7, 8]");
    assert_eq!(one("+(M,.1.),(J,.1.)->(J,.1.)", &["3, 1", "5, 7"]), "[5, 7]");
    assert_eq!(one("+(d)->()", &["5, 4, 3"]), "[5, 4]");
    assert_eq!(one("+(),()->()", &["3, 1", "4"]), "[3, 4]");
    fails("=(d),(d)->()", &["2, 3", "1, 3"]);
    fails("=(),()->()", &["2, 3", "3"]);
    assert_eq!(one("=(),(),()->(3,)", &["4", "4", "4"]), "[4, 3]");
    assert_eq!(one("+2(d),(d)->()", &["6, 1, 3", "5, 3"]), "[6, 5]");
    fails("+2(d),(d)->()", &["6, 1, 2, 3", "5, 3"]);
    fails("=2(d),(d)->()", &["6, 1, 2, 3", "6, 1, 2, 3"]);
    assert_eq!(one("(n),(k)->(n-k+1)", &["10", "3"]), "[8]");
    assert_eq!(one("(n),(k)->(n-k+1)", &["3", "9"]), "fails: n - k + 1 = -5 for n = 3, k = 9");
    assert_eq!(one("(n)->(n//2)", &["7"]), "[3]");
    // What the text between the rows says.
    assert_eq!(one("+(m?,n)->(n)", &["2, 3"]), "[3]");
    fails("(n+1)->(n)", &["0"]);
    assert_eq!(one("(n+1)->(n)", &["5"]), "[4]");
    assert_eq!(one("(n|1),(n|1)->(n)", &["1", "5"]), "[5]");
    assert_eq!(one("(n|1),(n)->(n)", &["1", "5"]), "[5]");
    fails("(n|1),(n)->(n)", &["5", "1"]);
    assert_eq!(one("(m,n)->(m,min(m,n)),(min(m,n)),(min(m,n),n)", &["4, 2"]), "[4, 2] [2] [2, 2]");
    assert_eq!(one("(n)->(!k)", &["4"]), "[#1]");
}

#[test]
fn rank_variables() {
    let signature = MiniSignature::parse("(M,.k.),(J,.k.)->(J,.k.)").unwrap();
    let inputs = ["[3, 7, 8]", "[5, 7, 8]"].map(|text| parse_shape(text).unwrap());
    let outcome = signature.apply(&mut Context::new(&Store::new()), &inputs, &[]).unwrap();
    assert_eq!(outcome.ranks, [("k".to_owned(), 2)]);
    let batched = MiniSignature::parse("+(M,.k.)->(.k.)").unwrap();
    let input = [parse_shape("[2, 3, 4]").unwrap()];
    let open = batched.apply(&mut Context::new(&Store::new()), &input, &[]);
    assert_eq!(open.unwrap_err().message, "how many dims `.k.` skips must be given: k=");
    let given = batched.apply(&mut Context::new(&Store::new()), &input, &[("k".into(), 1)]).unwrap();
    assert_eq!(print_shape(given.outputs[0]), "[2, 4]");
}

#[test]
fn symbolic_sizes_and_unknown_ranks() {
    assert_eq!(one("+(m?,n),(n,p?)->(m?,p?)", &["n, m", "m, k"]), "[n, k]");
    assert_eq!(one("+(m?,n),(n,p?)->(m?,p?)", &["...", "4, 5"]), "[..., 5]");
    assert!(apply("+(m?,n),(n,p?)->(m?,p?)", &["..., 3", "4, 5"]).is_err());
    assert_eq!(one("(n),(n)->()", &["...", "3"]), "[]");
    // A shape of unknown rank is told what its operand writes.
    let signature = MiniSignature::parse("(m,n)->(n,m)").unwrap();
    let mut cx = Context::new(&Store::new());
    let unknown = cx.fresh_shape();
    let outcome = signature.apply(&mut cx, &[unknown], &[]).unwrap();
    assert_eq!(cx.store().resolve_shape(unknown).rank(), Some(2));
    assert_eq!(outcome.outputs[0].rank(), Some(2));
    // Success teaches that sizes are equal.
    let signature = MiniSignature::parse("(n),(n)->()").unwrap();
    let mut cx = Context::new(&Store::new());
    let (a, b) = (Dim::name("a"), Dim::name("b"));
    signature.apply(&mut cx, &[Shape::of(&[a]), Shape::of(&[b])], &[]).unwrap();
    assert!(cx.store().ask_eq(a, b).is_yes());
}

#[test]
fn a_rank_conflict_has_its_own_sentence() {
    assert_eq!(
        one("(d)->()", &["2, 3"]),
        "fails: input 1 has 2 dims, (d) is its whole shape; with leading batch dims: +(d)->()"
    );
}

#[test]
fn text_round_trips() {
    for text in [
        "(m?,n),(n,p?)->(m?,p?)",
        "+2(d),(d)->()",
        "=(),()->(3)",
        "(.2.,d,...,k,.1.)->(.2.,...,.1.)",
        "(M,.k.),(J,.k.)->(J,.k.)",
        "(n),(k)->(n - k + 1)",
        "(m,n)->(min(m, n))",
        "(n|1),(n)->(n,!k)",
        "(n)->((n + 1)*2 - (n - 1)//2)",
        "->(3)",
    ] {
        let signature = MiniSignature::parse(text).unwrap_or_else(|e| panic!("{text} at {}: {e}", e.offset));
        assert_eq!(signature.to_string(), text);
        assert_eq!(MiniSignature::parse(&signature.to_string()).unwrap().to_string(), text);
    }
}

#[test]
fn errors_point_at_the_character() {
    let error = |text: &str| {
        let e = MiniSignature::parse(text).expect_err(text);
        (e.offset, e.to_string())
    };
    assert_eq!(error("(m,n)->(m,p)").0, 10);
    assert_eq!(error("(m,n").0, 4);
    assert_eq!(error("m,n->").0, 0);
    assert_eq!(error("(m,,n)->()").0, 3);
    assert_eq!(error("(..., ...)->()").0, 0);
    assert_eq!(error("(!n)->()").0, 1);
    assert_eq!(error("(.k.,k)->()").0, 5);
    let (offset, message) = error("(m?,n),(n,p?)->(m,p?)");
    assert_eq!(offset, 16);
    assert!(message.contains("(m?,n),(n,p?)->(m?,p?)"), "{message}");
    // NumPy's own reading lets an output name what no input has.
    assert_eq!(MiniSignature::parse_gufunc("(m)->(m,p)").unwrap().to_string(), "+(m)->(m,!p)");
}

#[test]
fn a_name_is_one_however_it_was_typed() {
    let (composed, decomposed) = ("(ñ),(ñ)->()", "(n\u{303}),(ñ)->()");
    assert_eq!(MiniSignature::parse(decomposed), MiniSignature::parse(composed));
}
