//! What packages add: traits of their own, of kinds and of constructors.

use std::sync::Arc;

use conformable_types::constructor::{self, Behaviour};
use conformable_types::text::parse_type;
use conformable_types::traits::{by_name, implement, implements, register};
use conformable_types::{Truth, Ty};

#[test]
fn each_added_trait_has_rules_of_its_own() {
    let [folds, reverses] = ["Foldable", "Reversible"].map(|name| register(name, "a package").expect("a new trait"));
    implement(folds, "list", "a package", |_| Truth::Yes).expect("it is the first rule");
    implement(reverses, "list", "a package", |_| Truth::No).expect("it is the first rule of this trait");
    assert!(implement(folds, "list", "another", |_| Truth::No).is_err());
    let list: Ty = parse_type("list[int]").expect("a type");
    assert_eq!((implements(list, folds), implements(list, reverses)), (Truth::Yes, Truth::No));
    assert_eq!(by_name("Foldable"), Some(folds));
    assert!(register("Integral", "a package").is_err() && register("Foldable", "another").is_err());
}

/// Says nothing of how its applications relate, and leaves it to the parameters or not.
struct Silent {
    opaque: bool,
}

impl Behaviour for Silent {
    fn is_super(&self, _: Ty, _: Ty) -> Option<Truth> {
        None
    }

    fn is_opaque(&self) -> bool {
        self.opaque
    }
}

#[test]
fn only_a_constructor_of_which_somebody_says_more_is_opaque() {
    for (name, opaque) in [("Sealed", true), ("Clear", false)] {
        constructor::register(name, "a package", Arc::new(Silent { opaque })).expect("it is new");
    }
    let is_opaque = |text: &str| constructor::is_opaque(parse_type(text).expect("a type"));
    assert!(is_opaque("Sealed['a']"));
    assert!(!is_opaque("Clear['a']") && !is_opaque("Unheard['a']") && !is_opaque("float64[3]"));
}
