//! `SpecifyShape`: the first input, of the sizes that the others are. Its type is the meet of two
//! types, which no signature says.

use conformable_signatures::Signature;
use conformable_solver::{Failure, FailureKind, Part};
use conformable_types::dtype::DTypeKind;
use conformable_types::text::print_ty;
use conformable_types::{Dim, Shape, Ty, TyKind, relations};

/// The first input met with the sizes that the others are.
pub fn specified(inputs: &[Ty]) -> Result<Ty, Failure> {
    let Some((first, sizes)) = inputs.split_first() else {
        return Err(Failure::new(FailureKind::Arguments, "there is no input".to_owned(), Vec::new()));
    };
    let Some((elem, _)) = first.as_array() else {
        let message = format!("only arrays have sizes, not {first}");
        return Err(Failure::new(FailureKind::Arguments, message, vec![Part::whole(0)]));
    };
    let mut dims = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        dims.push(match (size.kind(), size.int_value()) {
            (_, Some(dim)) if dim.constant().is_some_and(|size| size < 0) => {
                let message = format!("a size is at least 0, not {dim:?}");
                return Err(Failure::new(FailureKind::Value, message, vec![Part::whole(place + 1)]));
            }
            (_, Some(dim)) => dim,
            (TyKind::None | TyKind::Int, None) => Dim::any(),
            (_, None) if is_integer_scalar(*size) => Dim::any(),
            _ => {
                let message = format!("a size is an integer or None, not {size}");
                return Err(Failure::new(FailureKind::Arguments, message, vec![Part::whole(place + 1)]));
            }
        });
    }
    let asked = Ty::array(elem, Shape::of(&dims));
    relations::meet(*first, asked).map(|meet| meet.ty).ok_or_else(|| {
        let reason = relations::difference(*first, asked).unwrap_or_else(|| format!("{first} and {asked}"));
        let message = format!("the sizes are not those asked for: {reason}");
        Failure::new(FailureKind::Size, message, vec![Part::whole(0)])
    })
}

/// `(x[a, b], Int[a], None) -> x[a, b]`: what it is for inputs of these types.
pub fn signature(inputs: &[Ty]) -> Signature {
    let dims: Vec<String> = (1..inputs.len()).map(|place| format!("d{place}")).collect();
    let size = |(ty, dim): (&Ty, &String)| match ty.int_value() {
        Some(_) => format!("Int[{dim}]"),
        None => print_ty(*ty),
    };
    let sizes = inputs.iter().skip(1).zip(&dims).map(size);
    let array = format!("x[{}]", dims.join(", "));
    let params: Vec<String> = std::iter::once(array.clone()).chain(sizes).collect();
    Signature::parse(&format!("({}) -> {array}", params.join(", "))).expect("a signature")
}

fn is_integer_scalar(ty: Ty) -> bool {
    let integer = |kind| matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned);
    ty.as_array()
        .is_some_and(|(elem, shape)| shape.rank() == Some(0) && elem.dtype().is_some_and(|dtype| integer(dtype.kind())))
}
