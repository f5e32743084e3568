//! GT4Py's types as the core has them: registered constructors, made, read and spelled here.
//!
//! | GT4Py's | here |
//! |---|---|
//! | a scalar | a scalar of the core: `float64`, `bool` too; a string is `str` |
//! | a dimension | `Dimension['I', 'horizontal']` |
//! | a field | `Field[tuple[Dimension[...], ...], float64]` |
//! | a field with a layout | the same with an array of the core in the place of the scalar: `Field[..., float64[n, k; F]]` |
//! | a field whose domain begins at a known point | `OffsetedField[tuple[dims], array, tuple[origin]]` |
//! | an offset | `Offset['V2E', source, tuple[target, ...]]` |
//! | what a local dimension called gives | `Index[Dimension[...]]` |
//! | a domain | `Domain[tuple[Dimension[...], ...]]` |
//! | a neighbour table | `NeighborTable[tuple[dims of its domain], codomain, most neighbours, skip value or None, dtype]` |
//! | a stride in the place of a table | `StridedNeighbor[tuple[dims of its domain], codomain, most neighbours, stride]` |
//! | what shifts along a dimension | `DimensionOffset[Dimension[...]]` |
//! | in the IR: a list of neighbours, an iterator, a range | `List[element, dimension or None]`, `Iterator[position, where it is defined, element]`, `NamedRange[dimension]` |
//! | offset providers, named collections | structs of the core |
//! | a function | a function of the core |
//! | an operator that isn't called | `Operator['g']` |
//! | a type that is handed on (`astype(x, float32)`) | a dtype of the core |
//!
//! Dims are in GT4Py's order where it makes the field; one that is made here of other dims is as it is said. Sizes,
//! strides, order and device are the array's, so that what the core knows of these holds of fields too.
//! Constructors relate by their parameters, as all of the core's do; nothing here makes a field of one layout another.
//! A field of a scalar has any sizes, and any origin: it relates as one of an array of which nothing is known.

use std::sync::{Arc, Once};

use conformable_types::constructor::{self, Behaviour};
use conformable_types::ty::ParamKind;
use conformable_types::{DType, Dim, Shape, Sym, Truth, Ty, TyKind};

/// A dimension's constructor.
pub const DIMENSION: &str = "Dimension";
/// A field's.
pub const FIELD: &str = "Field";
/// A field's whose origin is known.
pub const OFFSETED_FIELD: &str = "OffsetedField";
/// A field offset's.
pub const OFFSET: &str = "Offset";
/// The index's that a local dimension gives.
pub const INDEX: &str = "Index";
/// A domain's.
pub const DOMAIN: &str = "Domain";
/// A neighbour table's, as an offset provider has it.
pub const NEIGHBOR_TABLE: &str = "NeighborTable";
/// A strided table's.
pub const STRIDED_NEIGHBOR: &str = "StridedNeighbor";
/// A Cartesian offset's.
pub const DIMENSION_OFFSET: &str = "DimensionOffset";
/// An operator's, as an operand.
pub const OPERATOR: &str = "Operator";

const ALL: [&str; 10] = [
    OPERATOR,
    DIMENSION,
    FIELD,
    OFFSETED_FIELD,
    OFFSET,
    INDEX,
    DOMAIN,
    NEIGHBOR_TABLE,
    STRIDED_NEIGHBOR,
    DIMENSION_OFFSET,
];

/// The kinds of dimensions, in the order in which they stand in a field.
pub const KINDS: [&str; 3] = ["horizontal", "local", "vertical"];

/// The scalars, by rising kind.
pub const SCALARS: [DType; 11] = [
    DType::BOOL,
    DType::INT8,
    DType::UINT8,
    DType::INT16,
    DType::UINT16,
    DType::INT32,
    DType::UINT32,
    DType::INT64,
    DType::UINT64,
    DType::FLOAT32,
    DType::FLOAT64,
];

/// What is said of all of the constructors: how they are spelled for GT4Py, and what a field leaves unsaid.
struct Spelled;

impl Behaviour for Spelled {
    fn is_super(&self, _a: Ty, _b: Ty) -> Option<Truth> {
        None
    }

    fn is_opaque(&self) -> bool {
        false
    }

    fn spread(&self, ty: Ty) -> Option<Ty> {
        let (dims, elements, origin) = match (parts_of(ty, FIELD), parts_of(ty, OFFSETED_FIELD)) {
            (Some([dims, elements]), _) => (*dims, *elements, Ty::tuple_of(Ty::new(TyKind::Int))),
            (_, Some([dims, elements, origin])) => (*dims, *elements, *origin),
            _ => return None,
        };
        let array = match elements.kind() {
            TyKind::Scalar(elem) => Ty::array(*elem, Shape::of(&vec![Dim::any(); items(dims)?.len()])),
            TyKind::Array { .. } | TyKind::Placed { .. } => elements,
            _ => return None,
        };
        Some(ctor(FIELD, [dims, array, origin]))
    }

    fn gathered(&self, spread: Ty) -> Option<Ty> {
        let Some([dims, array, origin]) = parts_of(spread, FIELD) else { return None };
        let (elem, shape) = array.as_array()?;
        let known = items(*origin).is_some_and(|origin| origin.iter().all(|start| start.int_value().is_some()));
        let says_nothing = *array == Ty::array(elem, Shape::of(&vec![Dim::any(); shape.rank()?]));
        Some(match (known, says_nothing) {
            (true, _) => ctor(OFFSETED_FIELD, [*dims, *array, *origin]),
            (false, true) => ctor(FIELD, [*dims, Ty::scalar(elem)]),
            (false, false) => ctor(FIELD, [*dims, *array]),
        })
    }

    fn spell(&self, ty: Ty, language: &str) -> Option<Result<String, String>> {
        (language == "gt4py").then(|| Ok(spell(ty)))
    }
}

/// Names the constructors in the core's registry, once.
pub fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for name in ALL {
            // Who has said something of the name before keeps it.
            let _ = constructor::register(name, "GT4Py", Arc::new(Spelled));
        }
    });
}

fn ctor(name: &str, parts: impl Into<Box<[Ty]>>) -> Ty {
    Ty::new(TyKind::Ctor(Sym::new(name), parts.into()))
}

fn parts_of(ty: Ty, wanted: &str) -> Option<&'static [Ty]> {
    match ty.kind() {
        TyKind::Ctor(name, parts) if name.as_str() == wanted => Some(parts),
        _ => None,
    }
}

fn items(ty: Ty) -> Option<&'static [Ty]> {
    match ty.kind() {
        TyKind::Tuple(items) => Some(items),
        _ => None,
    }
}

/// A dimension of one of [`KINDS`].
pub fn dimension(name: &str, kind: &str) -> Ty {
    ctor(DIMENSION, [Ty::str(name), Ty::str(kind)])
}

/// A dimension's name and kind.
pub fn as_dimension(ty: Ty) -> Option<(&'static str, &'static str)> {
    match parts_of(ty, DIMENSION)? {
        [name, kind] => Some((name.str_value()?, kind.str_value()?)),
        _ => None,
    }
}

/// A field over dimensions; its elements are a scalar, or an array where the layout is known.
pub fn field(dims: impl IntoIterator<Item = Ty>, elements: Ty) -> Ty {
    ctor(FIELD, [Ty::tuple(dims), elements])
}

/// A field's dimensions, and its elements as they were given.
pub fn as_field(ty: Ty) -> Option<(&'static [Ty], Ty)> {
    match parts_of(ty, FIELD)? {
        [dims, elements] => Some((items(*dims)?, *elements)),
        _ => None,
    }
}

/// The scalar that a field has, or that it is.
pub fn dtype(ty: Ty) -> Option<DType> {
    let elements = as_field(ty).map_or(ty, |(_, elements)| elements);
    elements.as_array()?.0.dtype()
}

/// An offset's name, source and targets.
pub fn as_offset(ty: Ty) -> Option<(&'static str, Ty, &'static [Ty])> {
    match parts_of(ty, OFFSET)? {
        [name, source, target] => Some((name.str_value()?, *source, items(*target)?)),
        _ => None,
    }
}

/// The dimension of an index.
pub fn as_index(ty: Ty) -> Option<Ty> {
    parts_of(ty, INDEX)?.first().copied()
}

/// A domain over dimensions.
pub fn domain(dims: impl IntoIterator<Item = Ty>) -> Ty {
    ctor(DOMAIN, [Ty::tuple(dims)])
}

/// A domain's dimensions.
pub fn as_domain(ty: Ty) -> Option<&'static [Ty]> {
    items(*parts_of(ty, DOMAIN)?.first()?)
}

/// An operator, where it stands as a value: it is none.
pub fn operator(name: &str) -> Ty {
    ctor(OPERATOR, [Ty::str(name)])
}

/// The leaves of tuples and named collections in each other.
pub fn leaves(ty: Ty) -> Vec<Ty> {
    match ty.kind() {
        TyKind::Tuple(items) => items.iter().flat_map(|item| leaves(*item)).collect(),
        TyKind::Struct(fields) => fields.iter().flat_map(|(_, item)| leaves(*item)).collect(),
        _ => vec![ty],
    }
}

/// Is it a value that an operator may give: scalars, fields, and collections of these, as far as it is known?
pub fn is_data(ty: Ty) -> bool {
    let is_leaf = |ty: &Ty| {
        let is_scalar = matches!(ty.kind(), TyKind::Scalar(_) | TyKind::Str | TyKind::Unknown);
        is_scalar || as_field(*ty).is_some() || as_domain(*ty).is_some()
    };
    leaves(ty).iter().all(is_leaf)
}

fn joined(types: &[Ty]) -> String {
    types.iter().map(|ty| spell(*ty)).collect::<Vec<_>>().join(", ")
}

/// The names of dimensions alone, as fields show them.
fn names(dims: &[Ty]) -> String {
    let name = |dim: &Ty| as_dimension(*dim).map_or_else(|| spell(*dim), |(name, _)| name.to_owned());
    dims.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The type, as GT4Py prints it; what isn't known is `Unknown`.
pub fn spell(ty: Ty) -> String {
    match ty.kind() {
        TyKind::Unknown => "Unknown".to_owned(),
        TyKind::None => "None".to_owned(),
        TyKind::Str | TyKind::LitStr(_) => "string".to_owned(),
        TyKind::Bool | TyKind::LitBool(_) => "bool".to_owned(),
        TyKind::Tuple(items) => format!("tuple[{}]", joined(items)),
        TyKind::Struct(fields) => {
            let fields = fields.iter().map(|(name, ty)| format!("{name}: {}", spell(*ty)));
            format!("NamedTuple{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        TyKind::DType(elem) => {
            let name = spell(Ty::scalar(*elem));
            format!("({name}) -> {name}")
        }
        TyKind::Function(function) => {
            let shown = function.params.iter().filter(|param| param.kind != ParamKind::KeywordOnly);
            let shown = shown.map(|param| match (param.kind, param.name) {
                (ParamKind::Plain, Some(name)) => format!("{name}: {}", spell(param.ty)),
                _ => spell(param.ty),
            });
            let result = match &*function.outputs {
                [one] => spell(*one),
                many => format!("tuple[{}]", joined(many)),
            };
            format!("({}) -> {result}", shown.collect::<Vec<_>>().join(", "))
        }
        TyKind::Ctor(..) => spell_constructor(ty),
        _ => match ty.as_array().and_then(|(elem, _)| elem.dtype()) {
            Some(dtype) => dtype.name(),
            None => ty.to_string(),
        },
    }
}

fn spell_constructor(ty: Ty) -> String {
    if let Some((dims, elements)) = as_field(ty) {
        let dtype = dtype(ty).map_or_else(|| spell(elements), DType::name);
        return format!("Field[[{}], {dtype}]", names(dims));
    }
    if let Some([dims, array, _]) = parts_of(ty, OFFSETED_FIELD) {
        return spell(ctor(FIELD, [*dims, *array]));
    }
    if let Some((name, kind)) = as_dimension(ty) {
        return format!("{name}[{kind}]");
    }
    if let Some((_, source, target)) = as_offset(ty) {
        return format!("Offset[{}, ({})]", spell(source), joined(target));
    }
    if let Some(dimension) = as_index(ty) {
        return format!("Index[{}]", spell(dimension));
    }
    if let Some([domain, codomain, most, ..]) = parts_of(ty, NEIGHBOR_TABLE).or(parts_of(ty, STRIDED_NEIGHBOR)) {
        let domain = items(*domain).unwrap_or_default();
        return format!("Table[({}) -> {}, {most}]", joined(domain), spell(*codomain));
    }
    if let Some([position, defined, element]) = parts_of(ty, "Iterator") {
        let over = |dims: Ty| items(dims).map_or_else(|| "unknown".to_owned(), |dims| format!("[{}]", names(dims)));
        return format!("Iterator[{}, {}, {}]", over(*position), over(*defined), spell(*element));
    }
    if let TyKind::Ctor(name, parts) = ty.kind()
        && matches!(name.as_str(), "List" | "NamedRange" | "DimensionOffset")
    {
        return format!("{name}[{}]", joined(parts));
    }
    if let Some([name]) = parts_of(ty, OPERATOR) {
        return format!("Operator[{}]", name.str_value().unwrap_or_default());
    }
    if let Some(dims) = as_domain(ty) {
        return format!("Domain[[{}]]", names(dims));
    }
    ty.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_spelled_as_gt4py_prints_them() {
        let (i, k) = (dimension("I", "horizontal"), dimension("K", "vertical"));
        let float = Ty::scalar(DType::FLOAT64);
        let (v, local) = (dimension("V", "horizontal"), dimension("V2E", "local"));
        let rows = [
            (field([i, k], float), "Field[[I, K], float64]"),
            (field([], Ty::scalar(DType::BOOL)), "Field[[], bool]"),
            (Ty::tuple([float, field([i], float)]), "tuple[float64, Field[[I], float64]]"),
            (i, "I[horizontal]"),
            (ctor(INDEX, [local]), "Index[V2E[local]]"),
            (
                ctor(OFFSET, [Ty::str("V2E"), i, Ty::tuple([v, local])]),
                "Offset[I[horizontal], (V[horizontal], V2E[local])]",
            ),
            (domain([i]), "Domain[[I]]"),
            (Ty::tuple([]), "tuple[]"),
            (Ty::new(TyKind::Str), "string"),
        ];
        for (ty, text) in rows {
            assert_eq!(spell(ty), text);
        }
    }

    #[test]
    fn a_field_with_a_layout_has_the_dtype_of_its_array() {
        let i = dimension("I", "horizontal");
        let array = conformable_types::text::parse_type("float32[n]").expect("a type");
        assert_eq!(spell(field([i], array)), "Field[[I], float32]");
        assert_eq!(dtype(field([i], array)), Some(DType::FLOAT32));
        let offseted = ctor(OFFSETED_FIELD, [Ty::tuple([i]), array, Ty::tuple([Ty::int(2)])]);
        assert_eq!(spell(Ty::tuple([offseted])), "tuple[Field[[I], float32]]");
    }

    #[test]
    fn fields_relate_as_their_arrays_do() {
        use conformable_types::relations::{consistent, is_super, join, meet};
        register();
        let i = dimension("I", "horizontal");
        let of = |text: &str| field([i], conformable_types::text::parse_type(text).expect("a type"));
        let (any, three, four) = (field([i], Ty::scalar(DType::FLOAT64)), of("float64[3]"), of("float64[4]"));
        let at = |array: Ty, start| {
            ctor(OFFSETED_FIELD, [Ty::tuple([i]), as_field(array).unwrap().1, Ty::tuple([Ty::int(start)])])
        };
        assert!(is_super(any, three).is_yes() && is_super(three, any).is_no());
        assert!(is_super(Ty::list_of(any), Ty::list([three, four])).is_yes());
        assert_eq!(meet(any, three).map(|both| both.ty), Some(three));
        assert_eq!((join(any, three), join(three, four)), (any, any));
        assert!(consistent(three, four).is_no() && meet(of("float32[3]"), any).is_none());
        assert_eq!(meet(of("float64[n]"), at(three, 2)).map(|both| both.ty), Some(at(three, 2)));
        assert_eq!(
            (join(at(three, 1), at(three, 2)), join(at(three, 1), at(four, 1))),
            (three, at(of("float64[?]"), 1))
        );
        assert!(is_super(three, at(three, 0)).is_yes() && is_super(at(three, 0), three).is_no());
        assert!(consistent(at(three, 0), at(three, 1)).is_no());
        let over = field([i, i], Ty::scalar(DType::FLOAT64));
        assert!(consistent(any, over).is_no() && matches!(join(any, over).kind(), TyKind::Union(_)));
    }

    #[test]
    fn the_core_spells_what_is_registered() {
        register();
        let ty = field([dimension("I", "horizontal")], Ty::scalar(DType::INT32));
        assert_eq!(conformable_types::spell::spell(ty, "gt4py").as_deref(), Ok("Field[[I], int32]"));
    }
}
