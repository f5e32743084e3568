//! Whose instance a value is, of Python's classes and the library's.

use conformable_types::dtype::Kind as D;
use conformable_types::{DType, Truth, Ty, TyKind};

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;
use crate::library::known_paths::KNOWN;

impl<'p> Machine<'p> {
    /// The catalogue's class of arrays.
    fn is_array_class(&self, path: &str) -> bool {
        path.rsplit_once('.').is_some_and(|(space, name)| name == "ndarray" && self.is_namespace(space))
    }

    /// One of the catalogue's classes of scalars, abstract ones included.
    fn is_scalar_class(&self, path: &str) -> bool {
        let Some((space, name)) = path.rsplit_once('.') else { return false };
        self.is_namespace(space) && conformable_types::dtype::is_subdtype(DType::FLOAT64, name).is_some()
    }

    /// May it be called?
    pub fn is_callable(&self, value: &Value<'p>) -> Truth {
        match &value.kind {
            Kind::Function(_) | Kind::Bound(_) | Kind::Class(_) | Kind::Op(_) | Kind::Method(_) | Kind::Partial(_) => {
                Truth::Yes
            }
            Kind::Data(ty) => match ty.kind() {
                TyKind::Bool
                | TyKind::LitBool(_)
                | TyKind::Int
                | TyKind::IntOf(_)
                | TyKind::Float
                | TyKind::LitFloat(_)
                | TyKind::Complex
                | TyKind::Str
                | TyKind::LitStr(_)
                | TyKind::Bytes
                | TyKind::None
                | TyKind::TupleOf(_)
                | TyKind::Slice(_)
                | TyKind::Scalar(_) => Truth::No,
                TyKind::Ctor(..) if self.has_call(*ty) => Truth::Yes,
                // Classes of scalars stand for their dtypes, and other types may be of objects that
                // are called.
                _ => Truth::Unknown,
            },
            Kind::Array(_) | Kind::Shape(_) | Kind::Slice(_) => Truth::No,
            Kind::Tuple(tuple) if tuple.is_plain() => Truth::No,
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Instance { class, .. } => match self.class_attribute(class, Sym::new("__call__")) {
                    Some(_) => Truth::Yes,
                    None if class.open => Truth::Unknown,
                    None => Truth::No,
                },
                Object::Escaped | Object::Scope { .. } => Truth::Unknown,
                _ => Truth::No,
            },
            Kind::Union(members) => Truth::agreed(members.iter().map(|member| self.is_callable(member))),
            _ => Truth::Unknown,
        }
    }

    /// Is it an instance of a class of Python's or of the library?
    pub fn is_builtin_instance(&mut self, value: &Value<'p>, name: &str) -> Truth {
        if matches!(name, "collections.abc.Callable" | "typing.Callable") {
            return self.is_callable(value);
        }
        if name == "type" {
            return match &value.kind {
                Kind::Class(_) => Truth::Yes,
                Kind::Array(_) | Kind::Tuple(_) | Kind::Function(_) | Kind::Bound(_) => Truth::No,
                _ => Truth::Unknown,
            };
        }
        let dtype = match value.ty().map(Ty::kind) {
            Some(TyKind::Scalar(elem)) => elem.dtype(),
            _ => None,
        };
        let python = match &value.kind {
            Kind::Integer(..) => "scalar",
            Kind::Data(ty) => match ty.kind() {
                TyKind::Bool | TyKind::LitBool(_) => "bool",
                TyKind::Int | TyKind::IntOf(_) => "int",
                TyKind::Float | TyKind::LitFloat(_) => "float",
                TyKind::Complex => "complex",
                TyKind::Str | TyKind::LitStr(_) => "str",
                TyKind::Bytes => "bytes",
                TyKind::None => "NoneType",
                TyKind::Scalar(_) => "scalar",
                TyKind::TupleOf(_) => "tuple",
                TyKind::Slice(_) => "slice",
                _ => return Truth::Unknown,
            },
            Kind::Array(array) if array.ty.is_ndarray() => "ndarray",
            Kind::Object(id) if matches!(self.state.heap.get(*id), Object::Instance { class, .. } if !class.open) => {
                "instance"
            }
            Kind::Function(_) | Kind::Bound(_) => "function",
            _ => match self.container_name(value) {
                Some(name) => name,
                None => return Truth::Unknown,
            },
        };
        match name {
            "object" => Truth::Yes,
            _ if self.is_array_class(name) => Truth::from(python == "ndarray"),
            _ if KNOWN.classes.contains_key(name) && python == "scalar" => scalar_derives(dtype, name),
            _ if KNOWN.classes.contains_key(name) => Truth::from(KNOWN.derives(python, name)),
            _ if self.is_scalar_class(name) => match (python, dtype) {
                ("scalar", Some(dtype)) => match conformable_types::dtype::is_subdtype(dtype, last_of(name)) {
                    Some(is) => Truth::from(is),
                    None => Truth::Unknown,
                },
                ("scalar", None) => Truth::Unknown,
                _ => Truth::No,
            },
            "collections.abc.Sequence" | "collections.abc.Iterable" | "collections.abc.Mapping" => match python {
                "int" | "float" | "bool" | "NoneType" | "complex" => Truth::No,
                _ => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }
}

/// Is the class of NumPy's scalars of a dtype derived from one of Python's, or registered with it?
fn scalar_derives(dtype: Option<DType>, name: &str) -> Truth {
    let is_registered = name.starts_with("numbers.");
    match dtype.map(|dtype| (dtype.kind(), dtype.name())) {
        Some((D::Signed | D::Unsigned, _)) if is_registered => Truth::from(KNOWN.derives("int", name)),
        Some((D::Floating, _)) if is_registered => Truth::from(KNOWN.derives("float", name)),
        _ if is_registered || name == "str" => Truth::Unknown,
        dtype => Truth::from(dtype.is_some_and(|(_, own)| KNOWN.derives(&format!("scalar.{own}"), name))),
    }
}

/// The last part of a dotted path.
fn last_of(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
