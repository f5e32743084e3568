//! Ints, axes, shapes and dtypes as arguments: what NumPy takes in these places, and the mistakes
//! that people make there.

use conformable_solver::store::Fact;
use conformable_solver::{FailureKind, Release};
use conformable_types::dtype::{DTypeKind, Field, Unit, is_subdtype};
use conformable_types::text::nearest;
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Truth, Ty, TyKind};

use super::{CoerceResult, Coercer, GivenArg, Mismatch};
use crate::evaluate::Val;
use crate::op::SizeRule;
use crate::vetted::ordinal;

/// From this release on None is no shape; before, it is that of a scalar.
const NONE_IS_NO_SHAPE: Release = (2, 3);

/// Is every value of this element type an int? A duration is one by its dtype's class, and Python takes it for none.
fn is_integer(elem: Elem) -> Truth {
    match (elem.dtype(), elem.weak()) {
        (Some(dtype), _) if dtype.kind() == DTypeKind::Timedelta => Truth::No,
        (Some(dtype), _) => Truth::from(is_subdtype(dtype, "integer").unwrap_or(false)),
        _ => Truth::Unknown,
    }
}

/// What a value is where an int is wanted.
enum AsInt {
    Value(Ty),
    Float,
    Other,
    Unknown,
}

fn as_int(ty: Ty) -> AsInt {
    match ty.kind() {
        TyKind::IntOf(_) | TyKind::Int => AsInt::Value(ty),
        TyKind::LitBool(value) => AsInt::Value(Ty::int(i64::from(*value))),
        TyKind::Bool => AsInt::Value(Ty::new(TyKind::Int)),
        TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex => AsInt::Float,
        TyKind::Unknown | TyKind::Class(_) | TyKind::Name(_) | TyKind::Ctor(..) | TyKind::Union(_) => AsInt::Unknown,
        _ => match ty.as_array() {
            Some((elem, shape)) => match (shape.rank(), is_integer(elem)) {
                (Some(0), Truth::Yes) => AsInt::Value(Ty::new(TyKind::Int)),
                (Some(0), Truth::No) if elem.dtype() == Some(DType::BOOL) => AsInt::Unknown,
                (Some(0), Truth::No) if elem.dtype() == Some(DType::OBJECT) => AsInt::Unknown,
                (Some(0), Truth::No) => AsInt::Float,
                (Some(0), Truth::Unknown) => AsInt::Unknown,
                (Some(_), _) => AsInt::Other,
                (None, _) if shape.min_rank() > 0 => AsInt::Other,
                _ => AsInt::Unknown,
            },
            None => AsInt::Other,
        },
    }
}

impl SizeRule {
    /// Is it a truth where sizes are ints alone?
    fn refuses(self, ty: Ty) -> bool {
        let is_truth = match ty.kind() {
            TyKind::Bool | TyKind::LitBool(_) => true,
            TyKind::Scalar(elem) => elem.dtype() == Some(DType::BOOL),
            _ => false,
        };
        is_truth && !self.truths
    }
}

/// The same of an argument, which may be a NumPy integer of known value.
fn given_as_int(given: &GivenArg) -> AsInt {
    match (as_int(given.arg.ty), given.arg.elements) {
        (AsInt::Value(_), Some(known)) if known.int_value().is_some() => AsInt::Value(known),
        (found, _) => found,
    }
}

/// The value of an int of NumPy's, `Some(None)` where that isn't known; `None` of anything else.
pub(super) fn numpy_int(given: &GivenArg) -> Option<Option<i64>> {
    let (elem, _) = given.arg.ty.as_array()?;
    match given_as_int(given) {
        AsInt::Value(ty) => Some(ty.int_value().and_then(Dim::constant)),
        AsInt::Unknown if elem.dtype() != Some(DType::BOOL) => Some(None),
        _ => None,
    }
}

/// No dtype has such a name. Packages register names of their own (`bfloat16`, `int4`), but none of a
/// width that no machine has, or that is nearly a known one (`flot32`).
fn is_no_dtype(text: &str) -> bool {
    if let Some(unit) = time_unit(text) {
        // `[D/24]` is a unit too, and not read here.
        return unit != "generic" && unit.bytes().all(|c| c.is_ascii_alphabetic()) && Unit::parse(unit).is_none();
    }
    if let Some(width) = width_of_code(text) {
        return !matches!(
            width,
            ('a' | 'S' | 'U' | 'V', _) | ('O', 4 | 8) | ('b', 1) | ('i' | 'u', 1 | 2 | 4 | 8) | ('m' | 'M', 8)
                // That of a long double differs from machine to machine.
                | ('f', 2 | 4 | 8 | 12 | 16) | ('c', 8 | 16 | 24 | 32)
        );
    }
    const FAMILIES: [&str; 5] = ["bool", "int", "uint", "float", "complex"];
    let family = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let width: Option<u32> = text[family.len()..].parse().ok();
    match width {
        // `T` is NumPy's own for texts of any length.
        None => text != "T" && text.chars().all(char::is_alphabetic),
        Some(width) => {
            let possible = width.is_power_of_two() || width < 8 || matches!(width, 80 | 96 | 160 | 192);
            let is_misspelt = family != "bfloat" && FAMILIES.iter().all(|known| *known != family);
            FAMILIES.contains(&family) && !possible || is_misspelt && nearest(family, FAMILIES).is_some()
        }
    }
}

/// The letter and the number of `i4`, `<f8`.
fn width_of_code(text: &str) -> Option<(char, u32)> {
    let plain = text.strip_prefix(['<', '>', '=', '|']).unwrap_or(text);
    let (code, width) = plain.split_at_checked(1)?;
    let is_number = width.bytes().all(|c| c.is_ascii_digit());
    Some((
        code.chars().next().filter(|c| c.is_ascii_alphabetic() || *c == '?')?,
        width.parse().ok().filter(|_| is_number)?,
    ))
}

/// What stands in the brackets of `datetime64[ns]`.
fn time_unit(text: &str) -> Option<&str> {
    let (head, unit) = text.trim_start_matches(['<', '>', '=']).strip_suffix(']')?.split_once('[')?;
    matches!(head, "datetime64" | "timedelta64" | "M8" | "m8").then_some(unit)
}

/// A record of more is unknown.
const MOST_LEAVES: usize = 4096;

/// The dtype of records with the fields of a list: `[("a", "i4"), ("b", float, (2,))]`.
pub fn fields_of(ty: Ty) -> Option<DType> {
    let TyKind::List(items) = ty.kind() else { return None };
    let field = |item: &Ty| {
        let TyKind::Tuple(parts) = item.kind() else { return None };
        let (name, dtype, shape) = match &**parts {
            [name, dtype] => (name, dtype, Vec::new()),
            [name, dtype, shape] => (name, dtype, sizes_of(*shape)?),
            _ => return None,
        };
        let dtype = match (dtype.kind(), dtype.str_value()) {
            (TyKind::DType(elem), _) => elem.dtype()?,
            (_, Some(text)) => DType::from_spelling(text)?,
            (TyKind::List(_), _) => fields_of(*dtype)?,
            _ => return None,
        };
        // What has no length of its own here may have one there.
        let whole = dtype.itemsize().is_some_and(|size| size > 0);
        whole.then(|| Field { name: name.str_value().unwrap_or_default().to_owned(), dtype, shape })
    };
    let fields: Vec<Field> = items.iter().map(field).collect::<Option<_>>()?;
    let named = fields.iter().all(|field| !field.name.is_empty());
    let few = fields.iter().map(|field| field.dtype.leaves()).sum::<usize>() <= MOST_LEAVES;
    (named && few && !fields.is_empty()).then(|| DType::record(fields))
}

/// A name that two fields of a list have.
fn repeated_field(fields: &[Ty]) -> Option<&'static str> {
    let name = |field: &Ty| match field.kind() {
        TyKind::Tuple(parts) => parts.first()?.str_value().filter(|name| !name.is_empty()),
        _ => None,
    };
    let names: Vec<&str> = fields.iter().filter_map(name).collect();
    names.iter().enumerate().find(|(place, name)| names[..*place].contains(*name)).map(|(_, name)| *name)
}

fn sizes_of(shape: Ty) -> Option<Vec<u32>> {
    let size = |ty: &Ty| u32::try_from(ty.int_value()?.constant()?).ok();
    match shape.items() {
        Some(items) => items.iter().map(size).collect(),
        None => Some(vec![size(&shape)?]),
    }
}

impl Coercer<'_> {
    /// An int; `Unknown` for what may be one.
    pub(super) fn int(&mut self, given: &GivenArg) -> CoerceResult<Ty> {
        match given_as_int(given) {
            AsInt::Value(ty) => Ok(ty),
            AsInt::Unknown => Ok(Ty::unknown()),
            AsInt::Float => Err(Mismatch::Kind(given.fail(FailureKind::NotAnInteger, given.wants("an int")))),
            AsInt::Other => given.other_kind(given.wants("an int")),
        }
    }

    /// An int or a tuple of ints; with `many`, a list or an array of ints as well.
    pub(super) fn axis(&mut self, given: &GivenArg, many: bool) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        let value = |ty: Ty| Ok(Val::new(ty).from(given.origin.clone()));
        match given_as_int(given) {
            AsInt::Value(ty) => return value(ty),
            AsInt::Unknown => return value(Ty::unknown()),
            AsInt::Float => {
                return given.refuse(FailureKind::NotAnInteger, format!("an axis is an int, not {ty}"));
            }
            AsInt::Other => {}
        }
        match ty.kind() {
            TyKind::Tuple(items) => self.axes_of(items, given),
            TyKind::TupleOf(_) => value(Ty::unknown()),
            TyKind::List(items) if many => self.axes_of(items, given),
            TyKind::ListOf(_) if many => value(Ty::unknown()),
            TyKind::Array { .. } if many => match given.arg.elements.and_then(Ty::items) {
                Some(items) => self.axes_of(items, given),
                None => value(Ty::unknown()),
            },
            TyKind::None => given.other_kind(given.wants("an axis")),
            TyKind::List(_) | TyKind::ListOf(_) => {
                given.refuse(FailureKind::WrongSlot, "several axes are a tuple of ints, not a list")
            }
            _ => given.refuse(FailureKind::WrongSlot, format!("this is the axis, an int or a tuple of ints, not {ty}")),
        }
    }

    fn axes_of(&mut self, items: &[Ty], given: &GivenArg) -> CoerceResult<Val> {
        let mut axes = Vec::new();
        for item in items {
            match as_int(*item) {
                AsInt::Value(ty) => axes.push(ty),
                AsInt::Unknown => axes.push(Ty::new(TyKind::Int)),
                AsInt::Float => {
                    return given.refuse(FailureKind::NotAnInteger, format!("an axis is an int, not {item}"));
                }
                AsInt::Other => {
                    return given.refuse(FailureKind::WrongSlot, format!("an axis is an int, not {item}"));
                }
            }
        }
        Ok(Val::new(Ty::tuple(axes)).from(given.origin.clone()))
    }

    /// Sizes: an int, a tuple, a list, an array of ints. With `rest` any of them may be negative
    /// and the value stays a tuple of ints: it is for a relation to say what -1 is.
    pub(super) fn shape(&mut self, given: &GivenArg, rule: SizeRule) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        let rest = rule.rest;
        if rule.refuses(ty) {
            let shown = Val::new(ty).in_a_message();
            return given.refuse(FailureKind::NotAnInteger, format!("a size is an int, not {shown}"));
        }
        let done = |shape: Shape| Ok(Val::new(shape).from(given.origin.clone()));
        match given_as_int(given) {
            AsInt::Value(one) if rest => return Ok(Val::new(Ty::tuple([one])).from(given.origin.clone())),
            AsInt::Value(one) => {
                let dim = self.size(one, given)?;
                return done(Shape::of(&[dim]));
            }
            AsInt::Unknown => return done(Shape::any()),
            AsInt::Float => {
                return given.refuse(FailureKind::NotAnInteger, format!("a size is an int, not {ty}"));
            }
            AsInt::Other => {}
        }
        if let Some(shape) = ty.as_open_shape() {
            return done(shape);
        }
        match ty.kind() {
            TyKind::Tuple(items) | TyKind::List(items) => self.sizes(items, given, rule),
            TyKind::TupleOf(_) | TyKind::ListOf(_) => done(self.cx.fresh_shape()),
            // No sizes: the shape of a scalar, whatever the element type.
            TyKind::Array { shape, .. } if shape.dims() == Some(&[Dim::ZERO]) => done(Shape::scalar()),
            TyKind::Array { elem, shape } => {
                let is_taken = elem.dtype() == Some(DType::OBJECT) || rule.truths && elem.dtype() == Some(DType::BOOL);
                if is_integer(*elem).is_no() && !is_taken {
                    return given.refuse(FailureKind::NotAnInteger, format!("sizes are ints, not {ty}"));
                }
                if let Some(items) = given.arg.elements.and_then(Ty::items) {
                    return self.sizes(items, given, rule);
                }
                match shape.dims() {
                    Some([count]) => match count.constant() {
                        Some(count @ 0..=32) => {
                            let dims = (0..count).map(|_| self.cx.fresh_dim(FreshKind::Unknown)).collect::<Vec<_>>();
                            done(Shape::of(&dims))
                        }
                        _ => done(Shape::any()),
                    },
                    Some([_, _, ..]) => given.refuse(FailureKind::WrongSlot, format!("a shape has one dim, not {ty}")),
                    _ => done(Shape::any()),
                }
            }
            TyKind::None => {
                Err(Mismatch::Kind(given.fail(FailureKind::WrongSlot, given.wants("a shape")).since(NONE_IS_NO_SHAPE)))
            }
            // A sequence of no sizes, as it were.
            TyKind::LitStr(text) if text.as_str().is_empty() => done(Shape::any()),
            TyKind::Dict(..) | TyKind::Set(_) | TyKind::Slice(_) => done(Shape::any()),
            // Of an element type that is not known it may be an int.
            TyKind::Scalar(elem) | TyKind::Decay { elem, .. } if elem.dtype().is_none() => done(Shape::any()),
            _ => given.other_kind(given.wants("a shape")),
        }
    }

    fn sizes(&mut self, items: &[Ty], given: &GivenArg, rule: SizeRule) -> CoerceResult<Val> {
        let rest = rule.rest;
        let mut dims = Vec::new();
        let mut ints = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let found = if rule.refuses(*item) { AsInt::Float } else { as_int(*item) };
            match found {
                AsInt::Value(ty) if rest => ints.push(ty),
                AsInt::Unknown if rest => ints.push(Ty::new(TyKind::Int)),
                AsInt::Other if rule.nones && rest && matches!(item.kind(), TyKind::None) => {
                    ints.push(Ty::new(TyKind::Int));
                }
                AsInt::Value(ty) => dims.push(self.size(ty, given)?),
                AsInt::Unknown => dims.push(self.cx.fresh_dim(FreshKind::Unknown)),
                AsInt::Float => {
                    let shown = Val::new(*item).in_a_message();
                    let mut failure = given.fail(FailureKind::NotAnInteger, format!("a size is an int, not {shown}"));
                    failure.parts = given.origin.part_of(place).into_iter().collect();
                    return Err(Mismatch::Refused(failure));
                }
                AsInt::Other => {
                    let mut failure = given.fail(FailureKind::WrongSlot, format!("a size is an int, not {item}"));
                    let is_shape = items.len() == 1 && matches!(item.kind(), TyKind::Tuple(_));
                    failure.help = is_shape.then(|| "write the sizes without a tuple".to_owned());
                    return Err(Mismatch::Refused(failure));
                }
            }
        }
        let value = if rest { Val::new(Ty::tuple(ints)) } else { Val::new(Shape::of(&dims)) };
        Ok(value.from(given.origin.clone()))
    }

    /// One size: at least 0.
    fn size(&mut self, ty: Ty, given: &GivenArg) -> CoerceResult<Dim> {
        // An element of an array, say: the data decide.
        let Some(dim) = ty.int_value() else { return Ok(self.cx.fresh_dim(FreshKind::Runtime)) };
        let message = format!("negative dimensions are not allowed: {dim:?}");
        self.cx.require(Fact::Le(Dim::ZERO, dim), || given.fail(FailureKind::Value, message))?;
        Ok(dim)
    }

    /// A dtype in any of its spellings.
    pub(super) fn dtype(&mut self, given: &GivenArg) -> CoerceResult<Elem> {
        let ty = given.arg.ty;
        let wrong = |help: Option<&str>| {
            // Which int a formula is says nothing here.
            let is_formula = ty.int_value().is_some_and(|size| size.constant().is_none());
            let given_kind = if is_formula { Ty::new(TyKind::Int) } else { ty };
            let what =
                given.by_place.map_or_else(|| "this".to_owned(), |place| format!("the {} argument", ordinal(place)));
            let shown = Val::new(given_kind).in_a_message();
            let mut failure = given.fail(FailureKind::WrongSlot, format!("{what} is the dtype, not {shown}"));
            failure.help = help.map(str::to_owned);
            Err(Mismatch::Refused(failure))
        };
        match ty.kind() {
            TyKind::DType(elem) => Ok(*elem),
            // It is `S1`, and makes an array of a text's characters.
            TyKind::LitStr(text) if text.as_str() == "c" => Err(Mismatch::Unknown("the dtype of single characters")),
            TyKind::LitStr(text) => match DType::from_spelling(text.as_str()) {
                Some(dtype) => Ok(dtype.into()),
                None if is_no_dtype(text.as_str()) => {
                    let mut failure =
                        given.fail(FailureKind::WrongSlot, format!("'{text}' is no dtype", text = text.as_str()));
                    if matches!(text.as_str(), "C" | "A" | "K") {
                        failure.help = Some(format!("write order='{}'", text.as_str()));
                    } else if time_unit(text.as_str()).is_some() {
                        failure.help = Some(format!("units of time are {}", Unit::NAMES.join(", ")));
                    }
                    Err(Mismatch::Refused(failure))
                }
                // `3f8`, `(2, 3)i4`: elements that are arrays add dims.
                None if text.as_str().starts_with(|c: char| c == '(' || c.is_ascii_digit()) => {
                    Err(Mismatch::Unknown("a dtype of elements with a shape"))
                }
                None => Ok(Elem::any()),
            },
            TyKind::Class(name) => {
                let name = name.as_str();
                let plain = name.strip_prefix("builtins.").unwrap_or(name);
                Ok(match plain {
                    "bool" | "int" | "float" | "complex" | "str" | "bytes" | "object" => {
                        DType::from_spelling(plain).map_or_else(Elem::any, Elem::from)
                    }
                    _ => Elem::any(),
                })
            }
            TyKind::Int
            | TyKind::IntOf(_)
            | TyKind::Float
            | TyKind::LitFloat(_)
            | TyKind::Bool
            | TyKind::LitBool(_) => wrong(Some("write the shape as one tuple")),
            TyKind::Tuple(items) | TyKind::List(items)
                if !items.is_empty()
                    && items.iter().all(|item| matches!(as_int(*item), AsInt::Value(_) | AsInt::Float)) =>
            {
                wrong(None)
            }
            TyKind::Tuple(_) | TyKind::Ctor(..) => Err(Mismatch::Unknown("a dtype of elements with a shape")),
            TyKind::List(items) => match repeated_field(items) {
                Some(name) => {
                    let message = format!("the field '{name}' occurs more than once");
                    Err(Mismatch::Refused(given.fail(FailureKind::Value, message)))
                }
                None => Ok(fields_of(ty).map_or_else(Elem::any, Elem::from)),
            },
            // A scalar stands for its dtype.
            TyKind::Scalar(elem) => Ok(*elem),
            TyKind::Array { .. } => wrong(None),
            // It is NumPy's default dtype, whatever the function's is.
            TyKind::None => Ok(DType::FLOAT64.into()),
            _ => Ok(Elem::any()),
        }
    }
}
