//! NumPy's own generalised ufuncs, read by their `signature` attributes: what they did with random
//! shapes (`tests/signatures/gufuncs.py` asked them) is what we say.

use conformable_signatures::Signature;
use conformable_signatures::minilanguage::MiniSignature;
use conformable_types::Shape;
use conformable_types::text::parse_shape;

const CASES: &str = include_str!("data/gufuncs.txt");

fn shape(text: &str) -> Shape {
    let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
    parse_shape(&format!("[{bare}]")).unwrap()
}

#[test]
fn as_numpy_did() {
    let (mut refused, mut answered) = (0, 0);
    for line in CASES.lines() {
        let (call, answer) = line.rsplit_once(" -> ").expect("an answer");
        let (text, inputs) = call.split_once(';').expect("shapes");
        let mini = MiniSignature::parse_gufunc(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let inputs: Vec<Shape> = inputs.split(';').map(shape).collect();
        let called = Signature::of_shapes(mini).call(&inputs);
        if answer == "refused" {
            refused += 1;
            assert!(called.is_err(), "{line}: we say {called:?}");
            continue;
        }
        answered += 1;
        let outputs = called.unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        let expected: Vec<Shape> = answer.split(';').map(shape).collect();
        assert_eq!(outputs.len(), expected.len(), "{line}");
        for (own, theirs) in outputs.iter().zip(&expected) {
            // A name that no input has is a size that the function decides.
            let same = own.dims().zip(theirs.dims()).is_some_and(|(own, theirs)| {
                own.len() == theirs.len() && own.iter().zip(theirs).all(|(a, b)| a.constant().is_none_or(|_| a == b))
            });
            assert!(same, "{line}: we say {outputs:?}");
        }
    }
    assert!(refused > 50 && answered > 300, "{refused} refused, {answered} answered");
}
