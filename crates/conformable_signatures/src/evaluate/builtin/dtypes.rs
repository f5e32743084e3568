//! Functions of dtypes: what class they are of, their texts, what can be stored in them.

use conformable_solver::{Failure, FailureKind, INTS_MUST_FIT};
use conformable_types::dtype::{self, DTypeKind, int_fits};
use conformable_types::{DType, Elem, Truth, Ty, TyKind};

use super::{Builtin, EvalResult, Val, values};
use crate::evaluate::{list, truth_ty};
use crate::explain::Origin;

pub(super) static TABLE: &[Builtin] = &[
    values(
        2..=2,
        "is_subdtype(x, c): is a dtype, or an element type, one of the class c, or of one in the list c?",
        |_, args| Ok(Val::new(truth_ty(is_subdtype(args[0].elem(), args[1].ty())))),
    ),
    values(
        2..=2,
        "dtype_text(T, \"kind\"): kind, name or char of a dtype, or class, the name of its scalars' class",
        |_, args| {
            let texts = dtype_texts(args[0].elem(), args[1].ty().str_value().unwrap_or_default());
            Ok(Val::new(match &*texts {
                [] => Ty::new(TyKind::Str),
                texts => Ty::union(texts.iter().map(|text| Ty::str(text)).collect::<Vec<_>>()),
            }))
        },
    ),
    values(1..=1, "field_names(T): a tuple of the names of a record's fields; None of what is none", |_, args| {
        let names = args[0].elem().dtype().map(|dtype| match dtype.fields() {
            Some(fields) => Ty::tuple(fields.iter().map(|field| Ty::str(&field.name)).collect::<Vec<_>>()),
            None => Ty::new(TyKind::None),
        });
        Ok(Val::new(names.unwrap_or_else(Ty::unknown)))
    }),
    values(1..=1, "dtype_size(T): its bytes", |_, args| {
        let size = args[0].elem().dtype().and_then(|dtype| dtype.itemsize());
        Ok(Val::new(size.map_or(Ty::new(TyKind::Int), |size| Ty::int(i64::from(size)))))
    }),
    values(
        2..=2,
        "settled(D, T): D; of a text without length, or a time without unit, what it is once elements T are put into it; of None once it is made",
        |_, args| Ok(settled(&args[0], &args[1])),
    ),
    values(1..=1, "dtypes(x): a pack of the dtypes that a list or a string of codes names", |_, args| {
        Ok(dtypes(&args[0]).map_or_else(Val::unknown, list))
    }),
    values(
        2..=2,
        "stored_numbers(x, D): D, if it has room for all of Python's numbers in x, and each text in it is a number",
        |_, args| {
            stored_numbers(args[0].ty(), args[1].elem(), &args[0].origin)?;
            Ok(args[1].clone())
        },
    ),
];

/// Is the dtype one of the class: `np.floating`, `np.float64`, `float`?
fn is_subdtype(elem: Elem, class: Ty) -> Truth {
    let Some(dtype) = elem.dtype() else { return Truth::Unknown };
    match class.kind() {
        TyKind::List(classes) => classes.iter().map(|class| is_subdtype(elem, *class)).fold(Truth::No, Truth::or),
        TyKind::DType(wanted) => match wanted.dtype() {
            Some(wanted) if wanted.is_number() || dtype.is_number() => Truth::from(wanted == dtype),
            _ => Truth::Unknown,
        },
        TyKind::Class(name) | TyKind::LitStr(name) => {
            let name = name.as_str();
            let last = name.rsplit('.').next().unwrap_or(name);
            dtype::is_subdtype(dtype, last).map_or(Truth::Unknown, Truth::from)
        }
        _ => Truth::Unknown,
    }
}

/// The dtype with the length or the unit that elements give it, if it has none.
fn settled(wanted: &Val, elements: &Val) -> Val {
    let Some(open) = wanted.elem().dtype() else { return wanted.clone() };
    let is_time = open == DType::datetime(None) || open == DType::timedelta(None);
    if !is_time && open != DType::str(0) && open != DType::bytes(0) {
        return wanted.clone();
    }
    let found = match (elements.is_none(), elements.elem().dtype()) {
        (Truth::Yes, _) if is_time => Some(open),
        (Truth::Yes, _) => Some(text_like(open, 1)),
        (_, Some(own)) if is_time => match own.kind() {
            kind if kind == open.kind() => Some(own),
            _ => (own.is_number() || own == DType::BOOL).then_some(open),
        },
        (_, Some(own)) if own.is_number() || own == DType::BOOL || own.kind() == open.kind() => {
            dtype::text_length(own).filter(|length| *length > 0).map(|length| text_like(open, length))
        }
        _ => None,
    };
    found.map_or_else(Val::unknown, |dtype| Val::new(Elem::from(dtype)))
}

fn text_like(open: DType, length: u32) -> DType {
    if open == DType::str(0) { DType::str(length) } else { DType::bytes(length) }
}

/// What a text of a dtype may be. Empty: anything.
fn dtype_texts(elem: Elem, what: &str) -> Vec<String> {
    let Some(dtype) = elem.dtype() else { return Vec::new() };
    match what {
        "kind" => vec![kind_letter(dtype.kind()).to_owned()],
        "name" if dtype.is_number() || dtype.kind() == DTypeKind::Boolean => vec![dtype.name()],
        "char" => dtype_chars(dtype),
        "class" => class_names(dtype),
        _ => Vec::new(),
    }
}

/// What the class of its scalars calls itself. Of C's types some are of one size and have a class each.
fn class_names(dtype: DType) -> Vec<String> {
    let own = dtype.name();
    match (dtype.kind(), dtype.itemsize()) {
        (DTypeKind::Signed, Some(4)) => vec![own, "intc".to_owned()],
        (DTypeKind::Unsigned, Some(4)) => vec![own, "uintc".to_owned()],
        (DTypeKind::Signed, Some(8)) => vec![own, "longlong".to_owned()],
        (DTypeKind::Unsigned, Some(8)) => vec![own, "ulonglong".to_owned()],
        (DTypeKind::Floating, Some(12 | 16)) => vec!["longdouble".to_owned()],
        (DTypeKind::Complex, Some(24 | 32)) => vec!["clongdouble".to_owned()],
        (DTypeKind::Str, _) => vec!["str_".to_owned()],
        (DTypeKind::Bytes, _) => vec!["bytes_".to_owned()],
        (DTypeKind::Object, _) => vec!["object_".to_owned()],
        _ if dtype.is_number() || dtype.kind() == DTypeKind::Boolean => vec![own],
        _ => Vec::new(),
    }
}

fn kind_letter(kind: DTypeKind) -> &'static str {
    match kind {
        DTypeKind::Boolean => "b",
        DTypeKind::Signed => "i",
        DTypeKind::Unsigned => "u",
        DTypeKind::Floating => "f",
        DTypeKind::Complex => "c",
        DTypeKind::Str => "U",
        DTypeKind::Bytes => "S",
        DTypeKind::Datetime => "M",
        DTypeKind::Timedelta => "m",
        DTypeKind::Object => "O",
        DTypeKind::Void => "V",
    }
}

/// Which of C's types it is. Those of 32 and of 64 bits are others on other systems: `long` has 32
/// bits on some, and `long long` is not `long` where that has 64.
fn dtype_chars(dtype: DType) -> Vec<String> {
    let chars = match (dtype.kind(), dtype.itemsize()) {
        (DTypeKind::Signed, Some(4)) => vec!['i', 'l'],
        (DTypeKind::Unsigned, Some(4)) => vec!['I', 'L'],
        (DTypeKind::Signed, Some(8)) => vec!['l', 'q'],
        (DTypeKind::Unsigned, Some(8)) => vec!['L', 'Q'],
        _ if dtype.is_number() || matches!(dtype.kind(), DTypeKind::Boolean | DTypeKind::Object) => {
            vec![dtype.letter()]
        }
        _ => Vec::new(),
    };
    chars.into_iter().map(String::from).collect()
}

/// The dtypes in `"dd"`, `[float, "i4"]`. What a text's length or a date's unit is, the data decide.
fn dtypes(value: &Val) -> Option<Vec<Val>> {
    let whole = |dtype: DType| {
        if dtype.is_number() || dtype == DType::BOOL || dtype == DType::OBJECT { dtype.into() } else { Elem::any() }
    };
    let spelled = |text: &str| DType::from_spelling(text).map_or_else(Elem::any, whole);
    let ty = value.ty();
    if let Some(codes) = ty.str_value() {
        return Some(codes.chars().map(|code| Val::new(spelled(&code.to_string()))).collect());
    }
    let one = |item: &Ty| match (item.kind(), item.str_value()) {
        (TyKind::DType(elem), _) => elem.dtype().map_or_else(Elem::any, whole),
        (_, Some(text)) => spelled(text),
        _ => Elem::any(),
    };
    Some(ty.items()?.iter().map(|item| Val::new(one(item))).collect())
}

/// Python's numbers and texts, which are stored as the numbers that they are or not at all.
fn stored_numbers(ty: Ty, elem: Elem, origin: &Origin) -> EvalResult<()> {
    let Some(dtype) = elem.dtype().filter(|dtype| dtype.is_number()) else { return Ok(()) };
    let integer = dtype::is_subdtype(dtype, "integer") == Some(true);
    if let Some(items) = ty.items() {
        return items.iter().try_for_each(|item| stored_numbers(*item, elem, origin));
    }
    let fail = |kind, message| Err(Failure::new(kind, message, origin.part(None).into_iter().collect()));
    let out_of_range = |shown: &dyn std::fmt::Display| {
        fail(FailureKind::Bounds, format!("{shown} is out of the range of {dtype}"))
            .map_err(|failure: Failure| failure.since(INTS_MUST_FIT))
    };
    match ty.kind() {
        TyKind::IntOf(value) => match value.constant().filter(|value| integer && !int_fits(*value, dtype)) {
            Some(value) => out_of_range(&value),
            None => Ok(()),
        },
        TyKind::LitStr(text) => match number_in(text.as_str(), integer) {
            Written::Nothing => fail(FailureKind::Value, format!("'{}' is no number", text.as_str())),
            Written::NoInt => fail(FailureKind::Value, format!("'{}' is no int", text.as_str())),
            Written::Int(value) if integer && !int_fits(value, dtype) => out_of_range(&value),
            Written::Int(_) | Written::Other => Ok(()),
        },
        _ if !integer => Ok(()),
        TyKind::None => fail(FailureKind::WrongSlot, "None is no number".to_owned()),
        TyKind::LitFloat(bits) => match f64::from_bits(*bits) {
            float if !float.is_finite() => fail(FailureKind::Value, format!("{float} is no int")),
            float if !float_fits(float.trunc(), dtype) => out_of_range(&float),
            _ => Ok(()),
        },
        _ => match ty.as_large_int() {
            Some(least) if least == DType::OBJECT || dtype != least => out_of_range(&"an int beyond 64 bits"),
            _ => Ok(()),
        },
    }
}

/// Is there room for a whole number, as far as floats tell the bounds of the dtype?
fn float_fits(whole: f64, dtype: DType) -> bool {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    if (-BEYOND..BEYOND).contains(&whole) {
        #[allow(clippy::cast_possible_truncation, reason = "it is whole, and within the bounds of the type")]
        let whole = whole as i64;
        return int_fits(whole, dtype);
    }
    (BEYOND..2.0 * BEYOND).contains(&whole) && dtype == DType::UINT64
}

/// What a text has that is to be a number.
enum Written {
    Nothing,
    /// No int, where one is wanted.
    NoInt,
    Int(i64),
    /// A number of another kind, or what isn't told apart here.
    Other,
}

/// The number in a text. Digits may be of any script, of which only one is read.
fn number_in(text: &str, integer: bool) -> Written {
    let plain = text.trim();
    if plain.is_empty() || is_word(plain) {
        return Written::Nothing;
    }
    let digits = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let is_int = !digits.is_empty()
        && digits.split('_').all(|part| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit()));
    match plain.replace('_', "").parse() {
        Ok(value) if is_int => Written::Int(value),
        _ if integer && !is_int && plain.is_ascii() => Written::NoInt,
        _ => Written::Other,
    }
}

/// A text that no number has: letters alone, and not `nan` or an infinity or `j`.
fn is_word(text: &str) -> bool {
    let number = ["nan", "inf", "infinity", "j"].iter().any(|name| text.eq_ignore_ascii_case(name));
    !text.is_empty() && !number && text.chars().all(char::is_alphabetic)
}
