//! A memo for recursions over pairs of types: each pair is asked once.
//!
//! Types share their parts: a dict of dicts twenty levels deep, each of which stands in it twice, has a million
//! paths and twenty pairs to ask for. An answer doesn't outlast the question that it was part of, since what is said
//! of a constructor may change.

use std::cell::RefCell;
use std::thread::LocalKey;

use rustc_hash::FxHashMap;

use crate::ty::Ty;

/// The answers to the question under way, and how deep it is.
pub(super) struct Memo<A> {
    depth: usize,
    answers: FxHashMap<(Ty, Ty), A>,
}

impl<A> Default for Memo<A> {
    fn default() -> Memo<A> {
        Memo { depth: 0, answers: FxHashMap::default() }
    }
}

/// The answer for two types, which is looked for among those to the question under way if both have containers
/// inside of them.
pub(super) fn memoized<A: Copy>(
    memo: &'static LocalKey<RefCell<Memo<A>>>,
    a: Ty,
    b: Ty,
    answer: impl FnOnce(Ty, Ty) -> A,
) -> A {
    if !(holds_containers(a) && holds_containers(b)) {
        return answer(a, b);
    }
    let known = memo.with_borrow_mut(|memo| {
        let known = memo.answers.get(&(a, b)).copied();
        memo.depth += usize::from(known.is_none());
        known
    });
    known.unwrap_or_else(|| {
        let answer = answer(a, b);
        memo.with_borrow_mut(|memo| {
            memo.depth -= 1;
            if memo.depth == 0 {
                memo.answers = FxHashMap::default();
            } else {
                memo.answers.insert((a, b), answer);
            }
        });
        answer
    })
}

/// Is it a container, or a union, whose parts are such too?
fn holds_containers(ty: Ty) -> bool {
    ty.parts().into_iter().any(|part| !part.parts().is_empty())
}

#[cfg(test)]
mod tests {
    use crate::Truth;
    use crate::relations::{is_super, join};
    use crate::text::parse_type;
    use crate::ty::{Ty, TyKind};

    /// A type of few parts that has as many paths as 3 to the power of its depth.
    fn shared(inside: &str, layer: impl Fn(Ty) -> Ty) -> Ty {
        (0..40).fold(parse_type(inside).unwrap(), |inner, _| layer(inner))
    }

    #[test]
    fn what_types_share_is_asked_once() {
        let layers: [fn(Ty) -> Ty; 4] = [
            |x| Ty::tuple([x, x, x]),
            |x| Ty::list([x, x, x]),
            |x| Ty::new(TyKind::Slice([x, x, x])),
            |x| Ty::new(TyKind::Dict(x, x)),
        ];
        for layer in layers {
            let [any, three, two] = ["float64[?]", "float64[3]", "float64[2]"].map(|inside| shared(inside, layer));
            assert!(is_super(any, three).is_yes() && is_super(three, two) == Truth::No);
            // Others make a union, whose members are put in order by their texts.
            if matches!(any.kind(), TyKind::Tuple(_) | TyKind::List(_)) {
                assert!(join(three, two) == any);
            }
        }
    }
}
