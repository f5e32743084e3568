//! Searches whose cases are many.

use conformable_signatures::Signature;

/// Each of them would have as many cases as the others together.
#[test]
fn what_four_names_skip_is_decided_one_after_the_other() {
    let signature: Signature = Signature::parse("(.a.,.b.,.c.,.d.)->()").expect("a signature");
    let found: Vec<_> = signature.solve(&[None], &[None]).expect("it can be asked").take(3).collect();
    assert_eq!(found.len(), 3);
}
