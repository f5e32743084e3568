//! Conversions, common types, traits, spellings and operators over random types: an answer for
//! each, and the laws that tie them to the relations.

mod common;

use common::terms;
use conformable_types::arithmetic::{OPERATORS, python_operation};
use conformable_types::common::common_type;
use conformable_types::convert::{Grade, convert};
use conformable_types::relations::{consistent, difference, is_super};
use conformable_types::spell::{languages, spell};
use conformable_types::text::print_ty;
use conformable_types::traits::{TRAITS, implements};
use conformable_types::transform::{self, with_elem};
use conformable_types::{DType, Truth, Ty};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn conversions_agree_with_the_relations(a in terms::ty(), b in terms::ty()) {
        prop_assert_eq!(convert(a, a).grade, Grade::Identical);
        let found = convert(a, b);
        prop_assert!(!found.reason.is_empty());
        if a != b && is_super(b, a).is_yes() && !a.is_unknown() {
            prop_assert_eq!(found.grade, Grade::Implicit, "{} to {}", print_ty(a), print_ty(b));
        }
        if found.grade == Grade::Identical {
            prop_assert_eq!(a, b);
        }
        prop_assert_eq!(difference(a, b).is_some(), consistent(a, b).is_no());
    }

    #[test]
    fn a_common_type_takes_what_it_is_made_of(a in terms::ty(), b in terms::ty()) {
        prop_assert_eq!(common_type(&[a, a]), Ok(a));
        let (there, back) = (common_type(&[a, b]), common_type(&[b, a]));
        prop_assert_eq!(there.is_ok(), back.is_ok());
        prop_assert!(there.is_ok() || !there.unwrap_err().is_empty());
    }

    #[test]
    fn every_type_has_answers(a in terms::ty(), b in terms::ty()) {
        for language in languages() {
            match spell(a, language) {
                Ok(text) => prop_assert!(!text.is_empty()),
                Err(why) => prop_assert!(why.starts_with(language), "{why}"),
            }
        }
        for (name, wanted) in TRAITS {
            let both = implements(Ty::union([a, b]), wanted);
            // Of a union both must; one member alone is no union.
            if !a.is_unknown() && !b.is_unknown() && implements(a, wanted) == Truth::No && both == Truth::Yes {
                prop_assert!(a == Ty::never(), "{name}: {}", print_ty(a));
            }
        }
        for op in OPERATORS {
            if let Some(Err(why)) = python_operation(op, a, b) {
                prop_assert!(why.contains(op));
            }
        }
        let once = with_elem(a, DType::FLOAT32.into());
        prop_assert_eq!(with_elem(once, DType::FLOAT32.into()), once);
        if let Some(rank) = transform::rank(a) {
            let lower = transform::with_rank(a, 0).ok();
            prop_assert!(lower.is_none_or(|lower| transform::rank(lower) == Some(0)), "{}", print_ty(a));
            prop_assert_eq!(transform::with_rank(a, rank), Ok(a));
            prop_assert!(transform::with_rank(a, rank + 1).is_err());
        }
        prop_assert_eq!(transform::swap_order(transform::swap_order(a)).without_place(), a.without_place());
    }
}
