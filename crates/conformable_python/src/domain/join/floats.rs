//! What stands for two floats: that both are whole numbers stays known.

use conformable_types::arithmetic::is_whole;
use conformable_types::{Ty, TyKind};

use super::Joiner;
use crate::domain::value::Kind;

/// What is known of a float besides its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownFloat {
    Any,
    Whole,
    Bits(u64),
}

impl KnownFloat {
    fn of(kind: &Kind<'_>) -> Option<(Ty, KnownFloat)> {
        Some(match kind {
            Kind::Floating(ty, bits) => (*ty, bits.map_or(KnownFloat::Whole, KnownFloat::Bits)),
            Kind::Data(ty) => match ty.kind() {
                TyKind::LitFloat(bits) => (Ty::new(TyKind::Float), KnownFloat::Bits(*bits)),
                TyKind::Float | TyKind::Scalar(_) => (*ty, KnownFloat::Any),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn is_whole(self) -> bool {
        match self {
            KnownFloat::Any => false,
            KnownFloat::Whole => true,
            KnownFloat::Bits(bits) => is_whole(f64::from_bits(bits)),
        }
    }
}

impl<'p> Joiner<'_, 'p> {
    /// One value for two floats of one type, of one of which more is known than that.
    pub(super) fn floats(&mut self, a: &Kind<'p>, b: &Kind<'p>) -> Option<Kind<'p>> {
        let are_plain = matches!((a, b), (Kind::Data(_), Kind::Data(_)));
        if !are_plain && !matches!((a, b), (Kind::Floating(..), _) | (_, Kind::Floating(..))) {
            return None;
        }
        let ((ty, x), (other, y)) = (KnownFloat::of(a)?, KnownFloat::of(b)?);
        let are_whole = x.is_whole() && y.is_whole();
        // Of others the types say all.
        if ty != other || are_plain && (x == y || !are_whole) {
            return None;
        }
        if x == y {
            return Some(a.clone());
        }
        let (kind, known) =
            if are_whole { (Kind::Floating(ty, None), KnownFloat::Whole) } else { (Kind::Data(ty), KnownFloat::Any) };
        self.terms.changed |= x != known;
        Some(kind)
    }
}
