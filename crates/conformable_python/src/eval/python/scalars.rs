//! What Python's numbers, its texts and None refuse whatever they are: one table.

use conformable_types::dtype::Kind;
use conformable_types::{Ty, TyKind};

/// A use that Python may refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarUse {
    Call,
    Len,
    Iterate,
    Load,
    Store,
}

/// Does a value of this type never do that? Of a number that isn't written out it is not said that
/// it can't be called, nor of a truth that it can't be iterated: these may be something else.
pub fn refuses(ty: Ty, usage: ScalarUse) -> bool {
    match ty.kind() {
        TyKind::None | TyKind::IntOf(_) | TyKind::LitFloat(_) => true,
        TyKind::Int | TyKind::Float => usage != ScalarUse::Call,
        TyKind::Bool | TyKind::LitBool(_) => matches!(usage, ScalarUse::Len | ScalarUse::Load),
        TyKind::LitStr(_) => matches!(usage, ScalarUse::Store | ScalarUse::Call),
        TyKind::Str => usage == ScalarUse::Store,
        // A record takes its fields.
        TyKind::Scalar(elem) if elem.dtype().is_none_or(|dtype| dtype.kind() == Kind::Void) => false,
        TyKind::Scalar(_) => matches!(usage, ScalarUse::Store | ScalarUse::Iterate),
        _ => false,
    }
}
