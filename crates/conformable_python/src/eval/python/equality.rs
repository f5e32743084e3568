//! Are two values equal, are they the same object?

use conformable_types::{DType, Dim, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Entries;
use crate::domain::value::{Class, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::python::enums::are_members;

/// Python's own classes, each another one.
const PYTHON_TYPES: &[&str] = &[
    "NoneType",
    "bool",
    "bytes",
    "complex",
    "dict",
    "float",
    "frozenset",
    "int",
    "list",
    "object",
    "set",
    "slice",
    "str",
    "tuple",
];

impl<'p> Machine<'p> {
    /// Python's `==` as far as it is decided without arrays.
    pub fn equal(&mut self, left: &Value<'p>, right: &Value<'p>) -> Truth {
        match (&left.kind, &right.kind) {
            (Kind::Data(a), Kind::Data(b)) => match (a.kind(), b.kind()) {
                (TyKind::LitStr(x), TyKind::LitStr(y)) => Truth::from(x == y),
                (TyKind::None, TyKind::None) => Truth::Yes,
                (TyKind::DType(x), TyKind::DType(y)) => match (x.dtype(), y.dtype()) {
                    (Some(x), Some(y)) => Truth::from(x == y),
                    _ => Truth::Unknown,
                },
                (TyKind::DType(x), TyKind::LitStr(name)) | (TyKind::LitStr(name), TyKind::DType(x)) => {
                    match (x.dtype(), DType::from_spelling(name.as_str())) {
                        (Some(x), Some(y)) => Truth::from(x == y),
                        _ => Truth::Unknown,
                    }
                }
                (TyKind::None, other) | (other, TyKind::None) if is_text_or_number(other) => Truth::No,
                _ => match (a.int_value(), b.int_value()) {
                    (Some(x), Some(y)) => self.state.store.ask_eq(x, y),
                    _ => {
                        let text = |ty: Ty| matches!(ty.kind(), TyKind::LitStr(_) | TyKind::Str);
                        let number = |ty: Ty| {
                            matches!(
                                ty.kind(),
                                TyKind::IntOf(_)
                                    | TyKind::Int
                                    | TyKind::Float
                                    | TyKind::LitFloat(_)
                                    | TyKind::Bool
                                    | TyKind::LitBool(_)
                            )
                        };
                        if (text(*a) && number(*b)) || (text(*b) && number(*a)) { Truth::No } else { Truth::Unknown }
                    }
                },
            },
            (Kind::Tuple(x), Kind::Tuple(y)) => {
                if x.items.len() != y.items.len() {
                    return Truth::No;
                }
                let (x, y) = (x.clone(), y.clone());
                x.items.iter().zip(&y.items).fold(Truth::Yes, |all, (a, b)| all.and(self.equal(a, b)))
            }
            (Kind::Tuple(_), Kind::Data(ty)) | (Kind::Data(ty), Kind::Tuple(_)) => match ty.kind() {
                TyKind::None | TyKind::LitStr(_) | TyKind::Str | TyKind::Int | TyKind::IntOf(_) | TyKind::Float => {
                    Truth::No
                }
                _ => Truth::Unknown,
            },
            (Kind::Class(x), Kind::Class(y)) => same_class(x, y),
            (Kind::Class(class), Kind::Data(ty)) | (Kind::Data(ty), Kind::Class(class))
                if is_text_or_number(ty.kind()) =>
            {
                if class.open || class.above.iter().any(Option::is_none) {
                    Truth::Unknown
                } else {
                    Truth::No
                }
            }
            (Kind::Builtin(x), Kind::Builtin(y)) => same_builtin(*x, *y),
            (Kind::Data(ty), Kind::Builtin(name)) | (Kind::Builtin(name), Kind::Data(ty))
                if matches!(ty.kind(), TyKind::DType(_)) =>
            {
                is_dtype_of(*ty, *name)
            }
            (Kind::Object(x), Kind::Object(y)) if are_members(self, left, right) => Truth::from(x == y),
            (Kind::Union(_), _) => Truth::agreed(left.members().iter().map(|member| self.equal(member, right))),
            _ => same_as_array_class(self, left, right).unwrap_or(Truth::Unknown),
        }
    }

    pub fn identical(&mut self, left: &Value<'p>, right: &Value<'p>) -> Truth {
        if right.is_none() {
            return self.is_none(left);
        }
        if left.is_none() {
            return self.is_none(right);
        }
        if let Some(same) = same_as_array_class(self, left, right) {
            return same;
        }
        match (&left.kind, &right.kind) {
            // What stands for several objects may be two of them.
            (Kind::Object(x), Kind::Object(y)) if are_members(self, left, right) => Truth::from(x == y),
            (Kind::Object(x), Kind::Object(y)) if x == y && !self.state.heap.is_summary(*x) => Truth::Yes,
            (Kind::Class(x), Kind::Class(y)) => same_class(x, y),
            // One definition may have been run several times.
            (Kind::Function(x), Kind::Function(y)) if !x.is_same(y) => Truth::No,
            (Kind::Function(x), Kind::Function(y)) if std::rc::Rc::ptr_eq(x, y) => Truth::Yes,
            // A class of the program is none of Python's or of the library's.
            (Kind::Class(_), Kind::Builtin(_) | Kind::Op(_)) | (Kind::Builtin(_) | Kind::Op(_), Kind::Class(_)) => {
                Truth::No
            }
            // A dtype and NumPy's class of its scalars, which is another object, are one type here.
            (Kind::Data(a), Kind::Data(b)) if both_are_dtypes(*a, *b) => match self.equal(left, right) {
                Truth::Yes => Truth::Unknown,
                other => other,
            },
            (Kind::Data(a), Kind::Data(b)) => match (a.bool_value(), b.bool_value()) {
                (Some(x), Some(y)) => Truth::from(x == y),
                // CPython keeps one object for each of these ints; other equal numbers may be two.
                _ => match (a.int_value().and_then(Dim::constant), b.int_value().and_then(Dim::constant)) {
                    (Some(x), Some(y)) if x != y => Truth::No,
                    (Some(-5..=256), Some(_)) => Truth::Yes,
                    _ => Truth::Unknown,
                },
            },
            (Kind::Builtin(x), Kind::Builtin(y)) => same_builtin(*x, *y),
            (Kind::Op(x), Kind::Op(y)) if x == y => Truth::Yes,
            // A dtype, or NumPy's class of its scalars.
            (Kind::Data(ty), Kind::Builtin(name)) | (Kind::Builtin(name), Kind::Data(ty))
                if matches!(ty.kind(), TyKind::DType(_)) && PYTHON_TYPES.contains(&name.as_str()) =>
            {
                Truth::No
            }
            _ => Truth::Unknown,
        }
    }

    /// A value used as a key, or a part of one: arrays, lists and dicts have no hash.
    pub fn must_hash(&mut self, value: &Value<'p>, range: TextRange) {
        // Of an array whose rank isn't known an index may give a number.
        let has_rank =
            |ty: Ty| ty.as_array().is_some_and(|(_, shape)| self.state.store.resolve_shape(shape).rank().is_some());
        let unhashable = match &value.kind {
            Kind::Tuple(tuple) => {
                let items = tuple.items.clone();
                return items.iter().for_each(|item| self.must_hash(&self.read_from(value, item.clone()), range));
            }
            Kind::Array(array) if has_rank(array.ty) => {
                format!("an array is not hashable: {}", self.state.show(array.ty))
            }
            _ => match self.state.container_name(value) {
                Some(container @ ("list" | "dict" | "set")) => format!("a {container} is not hashable"),
                _ => return,
            },
        };
        self.refuse(range, unhashable, &[value]);
    }
}

fn both_are_dtypes(a: Ty, b: Ty) -> bool {
    [a, b].iter().all(|ty| matches!(ty.kind(), TyKind::DType(_)))
}

/// Is it one of Python's own classes, or the class of arrays?
pub fn is_class_of_values<'p>(machine: &Machine<'p>, class: &Value<'p>) -> bool {
    match &class.kind {
        Kind::Builtin(name) => PYTHON_TYPES.contains(&name.as_str()) || machine.names_array_class(class),
        Kind::Op(_) => machine.names_array_class(class),
        _ => false,
    }
}

/// Are they one, of Python's own classes and functions?
fn same_builtin(x: Sym, y: Sym) -> Truth {
    let own = |name: Sym| PYTHON_TYPES.contains(&name.as_str());
    if x == y {
        Truth::Yes
    } else if own(x) && own(y) {
        Truth::No
    } else {
        Truth::Unknown
    }
}

/// Is a dtype equal to one of Python's classes? NumPy's class of scalars, which the same type stands for, is equal to none;
/// a dtype is equal to the class that NumPy reads as it.
fn is_dtype_of(ty: Ty, class: Sym) -> Truth {
    let TyKind::DType(elem) = ty.kind() else { return Truth::Unknown };
    let own = PYTHON_TYPES.contains(&class.as_str());
    match elem.dtype() {
        Some(dtype) if own && DType::from_spelling(class.as_str()) != Some(dtype) => Truth::No,
        _ => Truth::Unknown,
    }
}

/// Are they one class, where one is the class of arrays? Python's own, the program's, those of scalars and the library's
/// others, `np.matrix`, are no class of what is known as an array.
fn same_as_array_class<'p>(machine: &Machine<'p>, left: &Value<'p>, right: &Value<'p>) -> Option<Truth> {
    let is_it = |value: &Value<'p>| !matches!(value.kind, Kind::Tuple(_)) && machine.names_array_class(value);
    let other = match (is_it(left), is_it(right)) {
        (true, true) => return Some(Truth::Yes),
        (true, false) => right,
        (false, true) => left,
        (false, false) => return None,
    };
    match &other.kind {
        Kind::Class(_) => Some(Truth::No),
        Kind::Builtin(name) if PYTHON_TYPES.contains(&name.as_str()) => Some(Truth::No),
        Kind::Builtin(path) | Kind::Op(path) => {
            let space = path.as_str().rsplit_once('.')?.0;
            machine.is_namespace(space).then_some(Truth::No)
        }
        Kind::Data(ty) if matches!(ty.kind(), TyKind::DType(_)) => Some(Truth::No),
        _ => None,
    }
}

/// The key of an item that this dict is asked for. A slice has no hash before Python 3.12; from then on it may be one
/// of the keys that aren't known.
pub fn must_be_key<'p>(machine: &mut Machine<'p>, entries: &Entries<'p>, key: &Value<'p>, range: TextRange) {
    let is_slice = |value: &Value<'p>| matches!(value.kind, Kind::Slice(_));
    let has_slice = match &key.kind {
        Kind::Tuple(tuple) => tuple.items.iter().any(is_slice),
        _ => is_slice(key),
    };
    if has_slice && entries.rest.is_none() {
        machine.refuse(range, "a dict takes no slice as its key".to_owned(), &[key]);
    } else {
        machine.must_hash(key, range);
    }
}

/// One class, or two: a definition that was evaluated twice, as a script and as an import, may be
/// either.
pub fn same_class(x: &std::rc::Rc<Class<'_>>, y: &std::rc::Rc<Class<'_>>) -> Truth {
    if std::rc::Rc::ptr_eq(x, y) {
        Truth::Yes
    } else if x.is_same(y) {
        Truth::Unknown
    } else {
        Truth::No
    }
}

/// A text or a number of Python's, which `None` is not equal to.
pub fn is_text_or_number(kind: &TyKind) -> bool {
    use TyKind::{Float, Int, IntOf, LitFloat, LitStr, Str};
    matches!(kind, LitStr(_) | Str | IntOf(_) | Int | Float | LitFloat(_))
}
