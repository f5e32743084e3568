//! C, as of C11 with `<stdint.h>`, `<stdbool.h>`, `<complex.h>`: the type of a declaration.
//!
//! An array of known sizes is a C array, which is in order C; of others only the pointer to its
//! first element is said.

use super::{Words, is_number, registered, sizes, word};
use crate::place::Order;
use crate::ty::{Ty, TyKind};

pub(super) fn spell(ty: Ty) -> Result<String, String> {
    declaration(ty, "")
}

/// What no field may be called: the language's words, and the macros of the headers above.
const WORDS: &str = "\
    auto break case char const continue default do double else enum extern float for goto if inline int long \
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while \
    asm typeof _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert \
    _Thread_local bool true false complex I";

/// Is it one of them?
pub(super) fn is_word(name: &str) -> bool {
    WORDS.split(' ').any(|word| word == name)
}

/// `double x[2][3]` for the name `x`, which may be a declarator; without one the type alone.
fn declaration(ty: Ty, name: &str) -> Result<String, String> {
    let with = |base: &str| if name.is_empty() { base.to_owned() } else { format!("{base} {name}") };
    match ty.kind() {
        TyKind::None => Ok(with("void")),
        TyKind::Str | TyKind::LitStr(_) => {
            Ok(if name.is_empty() { "const char *".into() } else { format!("const char *{name}") })
        }
        TyKind::Array { .. } | TyKind::Placed { .. } => array(ty, name),
        TyKind::Struct(fields) => {
            if fields.is_empty() {
                return Err("a struct has a member".into());
            }
            let members =
                fields.iter().map(|(field, ty)| Ok(declaration(object(*ty)?, member(field.as_str())?)? + ";"));
            let members = members.collect::<Result<Vec<String>, String>>()?;
            Ok(with(&format!("struct {{ {} }}", members.join(" "))))
        }
        TyKind::Function(function) => {
            let params: Vec<Ty> = function.params.iter().map(|param| param.ty).collect();
            let params = match &*params {
                [] => "void".into(),
                some => super::joined(some, ", ", parameter)?,
            };
            let pointer = format!("(*{name})({params})");
            match &*function.outputs {
                [] => Ok(format!("void {pointer}")),
                [one] if !one.is_ndarray() => declaration(*one, &pointer),
                _ => Err("a function gives one value, and no array".into()),
            }
        }
        TyKind::Ctor(..) => registered(ty, "c").map(|text| with(&text)),
        _ if is_number(ty) => word(Words::C, ty).map(with),
        _ => Err("there is no such type".into()),
    }
}

/// A type of which there are objects.
fn object(ty: Ty) -> Result<Ty, String> {
    if ty == Ty::none() { Err("nothing is a void".into()) } else { Ok(ty) }
}

/// A parameter: not a struct without a name, which no caller could have.
fn parameter(ty: Ty) -> Result<String, String> {
    let text = spell(object(ty)?)?;
    if text.contains("struct {") { Err("a parameter's struct has a name".into()) } else { Ok(text) }
}

/// A name that a member may have.
fn member(name: &str) -> Result<&str, String> {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_word(name);
    if plain { Ok(name) } else { Err(format!("no member may be called {name:?}")) }
}

fn array(ty: Ty, name: &str) -> Result<String, String> {
    let number = word(Words::C, ty)?;
    let dims = ty.as_array().and_then(|(_, shape)| shape.dims()).ok_or("its rank is not known")?;
    let ordered = !matches!(ty.place().data().order, Some(Order::F | Order::Name(_)));
    let known = sizes(dims).filter(|sizes| ordered && !sizes.is_empty() && sizes.iter().all(|size| *size > 0));
    Ok(match known {
        Some(sizes) => {
            let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
            format!("{number} {name}{sizes}")
        }
        None => format!("{number} *{name}"),
    })
}
