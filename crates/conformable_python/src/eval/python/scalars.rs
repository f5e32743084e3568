//! What Python's numbers, its texts and None refuse whatever they are: one table.

use conformable_types::{Ty, TyKind};

/// What is asked of a value.
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
        TyKind::Scalar(_) => matches!(usage, ScalarUse::Store | ScalarUse::Iterate),
        _ => false,
    }
}
