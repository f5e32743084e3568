//! C++, as of C++23: `std::mdspan` for arrays, the standard library's containers.

use super::{Words, is_number, joined, machine, registered, word};
use crate::dtype::DTypeKind;
use crate::place::Order;
use crate::text::print_ty;
use crate::ty::{Ty, TyKind};

pub(super) fn spell(ty: Ty) -> Result<String, String> {
    Ok(match ty.kind() {
        TyKind::None => "std::nullptr_t".into(),
        TyKind::Str | TyKind::LitStr(_) => "std::string".into(),
        TyKind::Bytes => "std::vector<std::byte>".into(),
        TyKind::Array { .. } | TyKind::Placed { .. } => array(ty)?,
        TyKind::Tuple(items) => format!("std::tuple<{}>", joined(items, ", ", spell)?),
        TyKind::List(items) if !items.is_empty() && items.iter().all(|item| *item == items[0]) => {
            format!("std::array<{}, {}>", spell(items[0])?, items.len())
        }
        TyKind::TupleOf(item) | TyKind::ListOf(item) => format!("std::vector<{}>", spell(*item)?),
        TyKind::Set(item) => format!("std::unordered_set<{}>", hashed(*item)?),
        TyKind::Dict(key, value) => format!("std::unordered_map<{}, {}>", hashed(*key)?, spell(*value)?),
        TyKind::Union(members) => {
            let rest: Vec<Ty> = members.iter().copied().filter(|member| *member != Ty::none()).collect();
            match (&*rest, rest.len() < members.len()) {
                ([], _) => return Err("no value belongs to it".into()),
                ([one], true) => format!("std::optional<{}>", spell(*one)?),
                _ => format!("std::variant<{}>", joined(members, ", ", spell)?),
            }
        }
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            let result = match &*function.outputs {
                [] => "void".to_owned(),
                [one] => spell(*one)?,
                several => format!("std::tuple<{}>", joined(several, ", ", spell)?),
            };
            format!("std::function<{result}({})>", joined(&params, ", ", spell)?)
        }
        TyKind::Ctor(..) => registered(ty, "cpp")?,
        _ if is_number(ty) => word(Words::Cpp, ty)?.to_owned(),
        _ => return Err("there is no such type".into()),
    })
}

/// A type for which the standard library has a hash.
fn hashed(ty: Ty) -> Result<String, String> {
    fn has_hash(ty: Ty) -> bool {
        match ty.kind() {
            TyKind::None | TyKind::Str | TyKind::LitStr(_) => true,
            TyKind::Union(members) => members.iter().all(|member| has_hash(*member)),
            _ => is_number(ty) && machine(ty).is_some_and(|dtype| dtype.kind() != DTypeKind::Complex),
        }
    }
    if has_hash(ty) { spell(ty) } else { Err(format!("there is no std::hash for {}", print_ty(ty))) }
}

fn array(ty: Ty) -> Result<String, String> {
    let number = word(Words::Cpp, ty)?;
    let dims = ty.as_array().and_then(|(_, shape)| shape.dims()).ok_or("its rank is not known")?;
    let extents: String = dims
        .iter()
        .map(|dim| dim.constant().map_or_else(|| ", std::dynamic_extent".to_owned(), |size| format!(", {size}")))
        .collect();
    let layout = match ty.place().data().order {
        Some(Order::C | Order::Both) => "std::layout_right",
        Some(Order::F) => "std::layout_left",
        // It has a stride for each axis, whatever they are.
        None | Some(Order::Name(_)) => "std::layout_stride",
    };
    Ok(format!("std::mdspan<{number}, std::extents<std::size_t{extents}>, {layout}>"))
}
