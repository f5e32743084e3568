//! The uses of a value that Python may refuse, and which its own types of data do.

use conformable_types::dtype::DTypeKind;
use conformable_types::{Ty, TyKind};

/// A use that Python may refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Call,
    Len,
    Iterate,
    Load,
    Store,
    /// As an integer: an index of a list, a bound of a range.
    Index,
    /// `with value`.
    Enter,
    /// `x in value`: of Python's own classes those have it that are iterated.
    Contain,
}

/// Of what isn't known nothing is refused.
pub const ALL: &[Use] =
    &[Use::Call, Use::Len, Use::Iterate, Use::Load, Use::Store, Use::Index, Use::Enter, Use::Contain];

impl Use {
    /// The special methods of which a class needs one.
    pub fn methods(self) -> &'static [&'static str] {
        match self {
            Use::Call => &["__call__"],
            Use::Len => &["__len__"],
            Use::Iterate => &["__iter__", "__getitem__"],
            Use::Load => &["__getitem__"],
            Use::Store => &["__setitem__"],
            Use::Index => &["__index__"],
            Use::Enter => &["__enter__", "__aenter__"],
            Use::Contain => &["__contains__", "__iter__", "__getitem__"],
        }
    }

    /// How a finding goes on behind the value.
    pub fn refused(self) -> &'static str {
        match self {
            Use::Call => "is not callable",
            Use::Len => "has no len()",
            Use::Iterate => "is not iterable",
            Use::Load => "is not subscriptable",
            Use::Store => "takes no item assignment",
            Use::Index => "is no index",
            Use::Enter => "is no context manager",
            Use::Contain => "is no container",
        }
    }
}

/// Does a value of this type never do that? Of a truth it is not said that it can't be iterated or called: it may be
/// something else.
pub fn type_refuses(ty: Ty, usage: Use) -> bool {
    let usage = if usage == Use::Contain { Use::Iterate } else { usage };
    match ty.kind() {
        TyKind::None => true,
        TyKind::IntOf(_) => usage != Use::Index,
        TyKind::LitFloat(_) => true,
        TyKind::Int => usage != Use::Index,
        TyKind::Float | TyKind::Complex => true,
        TyKind::Bool | TyKind::LitBool(_) => matches!(usage, Use::Len | Use::Load | Use::Enter),
        TyKind::LitStr(_) => matches!(usage, Use::Store | Use::Call | Use::Index | Use::Enter),
        TyKind::Str => matches!(usage, Use::Store | Use::Index | Use::Enter),
        TyKind::Bytes | TyKind::TupleOf(_) => matches!(usage, Use::Index | Use::Enter),
        // A record takes its fields.
        TyKind::Scalar(elem) => elem.dtype().is_some_and(|dtype| match dtype.kind() {
            DTypeKind::Void => false,
            DTypeKind::Floating | DTypeKind::Complex => usage != Use::Load,
            kind => {
                let is_number = matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned | DTypeKind::Boolean);
                matches!(usage, Use::Store | Use::Enter)
                    || matches!(usage, Use::Iterate | Use::Len | Use::Call) && is_number
            }
        }),
        _ => false,
    }
}
