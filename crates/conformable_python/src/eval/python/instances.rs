//! Whose instance a value is, of Python's classes and the library's.

use std::rc::Rc;

use conformable_types::dtype::DTypeKind as D;
use conformable_types::dtype::Weak;
use conformable_types::{DType, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Class, ClassForm, Function, Kind, Sym, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::instantiation::Initializer;
use crate::eval::interpreter::Interpreter;
use crate::library::known_paths::KNOWN;

/// Instances as the texts that methods of their classes make of them; of a class without one nothing is called.
pub fn as_texts<'p>(run: &mut impl Interpreter<'p>, arguments: &mut Arguments<'p>, as_code: bool, range: TextRange) {
    let methods = if as_code { &["__repr__"][..] } else { &["__str__", "__repr__"] };
    for value in &mut arguments.positional {
        let Kind::Object(id) = value.kind else { continue };
        let Object::Instance { class, open: false, .. } = run.state.heap.get(id) else { continue };
        if class.open || class.made_elsewhere || run.standalone.receiver == Some(id) {
            continue;
        }
        let receiver = std::mem::replace(value, Value::str());
        methods.iter().find_map(|method| run.call_method(&receiver, method, Vec::new(), range));
    }
}

impl<'p> Machine<'p> {
    /// The catalogue's class of arrays.
    fn is_array_class(&self, path: &str) -> bool {
        path.rsplit_once('.').is_some_and(|(space, name)| name == "ndarray" && self.is_namespace(space))
    }

    /// Is it the catalogue's class of arrays that a value names?
    pub fn names_array_class(&self, class: &Value<'p>) -> bool {
        match &class.kind {
            Kind::Op(name) | Kind::Builtin(name) => self.is_array_class(name.as_str()),
            Kind::Data(ty) => matches!(ty.kind(), TyKind::Class(name) if self.is_array_class(name.as_str())),
            Kind::Tuple(classes) => {
                !classes.items.is_empty() && classes.items.iter().all(|class| self.names_array_class(class))
            }
            _ => false,
        }
    }

    /// The catalogue's class of objects that a value names: `np.random.Generator`.
    pub fn names_object_class(&self, class: &Value<'p>) -> Option<&'static str> {
        match &class.kind {
            Kind::Op(path) | Kind::Builtin(path) => self.library().object_class(path.as_str()),
            _ => None,
        }
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
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => match ty.kind() {
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
                    Some(found) if found.is_unknown() => Truth::Unknown,
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
            Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => "str",
                TyKind::Bytes => "bytes",
                TyKind::None => "NoneType",
                TyKind::Scalar(_) => "scalar",
                TyKind::TupleOf(_) => "tuple",
                TyKind::Slice(_) => "slice",
                // It derives from arrays.
                TyKind::Ctor(..) if self.is_array_class(name) && self.library().array_of_object(*ty).is_some() => {
                    return Truth::Yes;
                }
                TyKind::Ctor(own, _) if self.is_array_class(name) && self.library().is_complete(own.as_str()) => {
                    return Truth::No;
                }
                TyKind::Ctor(own, _) => match self.library().object_class(name) {
                    Some(class) => return self.library().is_instance(own.as_str(), class),
                    None => return Truth::Unknown,
                },
                _ => match ty.weak() {
                    Some(weak) => weak.name(),
                    None => return Truth::Unknown,
                },
            },
            Kind::Array(array) if array.ty.is_ndarray() => "ndarray",
            Kind::Object(id)
                if let Object::Instance { class, .. } = self.state.heap.get(*id)
                    && !class.open =>
            {
                if container_above(class, name).is_some() {
                    return Truth::Yes;
                }
                "instance"
            }
            Kind::Function(_) | Kind::Bound(_) => "function",
            _ => match self.state.container_name(value) {
                Some(name) => name,
                None => return Truth::Unknown,
            },
        };
        match name {
            "object" => Truth::Yes,
            _ if self.is_array_class(name) => Truth::from(python == "ndarray"),
            _ if python != "instance" && self.library().object_class(name).is_some() => Truth::No,
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

    /// `isinstance(value, class)`.
    pub fn is_instance(&mut self, value: &Value<'p>, class: &Value<'p>) -> Truth {
        match self.is_instance_by_type(value, class) {
            // Whoever asks doesn't trust the annotation.
            Truth::No if value.dependencies.is_declared() => Truth::Unknown,
            truth => truth,
        }
    }

    fn is_instance_by_type(&mut self, value: &Value<'p>, class: &Value<'p>) -> Truth {
        match (&value.kind, &class.kind) {
            (_, Kind::Tuple(classes)) => {
                let classes = classes.clone();
                classes.items.iter().fold(Truth::No, |any, class| any.or(self.is_instance(value, class)))
            }
            _ if value.is_unknown() => Truth::Unknown,
            (Kind::Union(_), _) => Truth::agreed(value.members().iter().map(|member| self.is_instance(member, class))),
            (Kind::Object(id), Kind::Class(wanted)) => match self.state.heap.get(*id) {
                Object::Instance { class: own, .. } => {
                    let own = Rc::clone(own);
                    let own = || std::iter::once(&own).chain(own.above.iter().flatten());
                    let is_open = wanted.open || own().any(|class| class.open);
                    if own().any(|class| Rc::ptr_eq(class, wanted)) {
                        Truth::Yes
                    } else if is_open || is_virtual(wanted) || own().any(|class| class.is_same(wanted)) {
                        // A metaclass may say what it likes, and one definition may make many classes.
                        Truth::Unknown
                    } else {
                        Truth::No
                    }
                }
                Object::Escaped => Truth::Unknown,
                _ if is_virtual(wanted) => Truth::Unknown,
                _ => Truth::No,
            },
            (Kind::Tuple(tuple), Kind::Class(wanted)) if is_of_class(&tuple.class, wanted) && !is_virtual(wanted) => {
                Truth::Yes
            }
            // Python's own tuples and numbers are of no class of the program, unless that says so.
            (Kind::Tuple(tuple), Kind::Class(class)) if tuple.is_plain() && !is_virtual(class) => Truth::No,
            (
                Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) | Kind::Array(_) | Kind::Tuple(_),
                Kind::Class(class),
            ) => {
                let may_be = matches!(value.kind, Kind::Tuple(_)) || class.open || is_virtual(class);
                if may_be { Truth::Unknown } else { Truth::No }
            }
            (_, Kind::Builtin(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Op(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Data(ty)) => match (ty.kind(), value.ty().map(Ty::kind)) {
                (TyKind::Class(name), _) => self.is_builtin_instance(value, name.as_str()),
                (TyKind::DType(wanted), Some(TyKind::Scalar(own))) => match (wanted.dtype(), own.dtype()) {
                    (Some(wanted), Some(own)) => Truth::from(wanted == own),
                    _ => Truth::Unknown,
                },
                (TyKind::DType(_), Some(TyKind::Array { .. } | TyKind::None | TyKind::Int | TyKind::IntOf(_))) => {
                    Truth::No
                }
                _ => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }

    /// What fills an instance: the nearest `__init__`, written or generated, of a class and those above it.
    pub fn initializer(&mut self, class: &Rc<Class<'p>>) -> Initializer<'p> {
        let own = self.initializer_among(std::slice::from_ref(&Some(Rc::clone(class))));
        if matches!(own, Initializer::None) { self.initializer_among(&class.above) } else { own }
    }

    /// The same of these classes, in order, of which one that isn't known may have any.
    pub fn initializer_among(&mut self, classes: &[Option<Rc<Class<'p>>>]) -> Initializer<'p> {
        for one in classes {
            let Some(one) = one else { return Initializer::Written(Value::unknown()) };
            if let Some(init) = self.lookup_in(one.scope, Sym::new("__init__")) {
                return Initializer::Written(init);
            }
            if one.form == ClassForm::Dataclass && one.generates_init {
                return Initializer::Generated(Rc::clone(one));
            }
        }
        Initializer::None
    }
}

/// What the model of a container of Python's is called.
pub fn subclassed(container: &str) -> Sym {
    Sym::new(&format!("{}_", container.replace('.', "_")))
}

/// The model of a container of Python's among the classes above one.
pub fn container_above<'p>(class: &Rc<Class<'p>>, container: &str) -> Option<Rc<Class<'p>>> {
    let name = subclassed(container);
    class.above.iter().flatten().find(|above| above.module.is_model && above.name == name).cloned()
}

/// Is it this class of the program's, or one that derives from it?
fn is_of_class(own: &TupleClass<'_>, wanted: &Rc<Class<'_>>) -> bool {
    let TupleClass::Program(own) = own else { return false };
    std::iter::once(own).chain(own.above.iter().flatten()).any(|class| Rc::ptr_eq(class, wanted))
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

/// Does `dir` look at a value without code of the program's that says what it has?
pub fn lists_itself<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    value.members().iter().all(|member| match &member.kind {
        Kind::Object(id) => match machine.state.heap.get(*id) {
            Object::Instance { class, .. } => {
                !class.open && machine.class_attribute(class, Sym::new("__dir__")).is_none()
            }
            Object::Escaped => false,
            _ => true,
        },
        Kind::Array(_) | Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) | Kind::Tuple(_) => true,
        _ => false,
    })
}

/// The last part of a dotted path.
pub fn last_of(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// May a class have instances that aren't of it: an abstract class with which others are registered, a protocol?
pub fn is_virtual(class: &Class<'_>) -> bool {
    let abstracts = |base: &Value<'_>| matches!(&base.kind, Kind::Builtin(path) if matches!(path.as_str(), "abc.ABC" | "typing.Protocol"));
    let is_by_itself = |one: &Class<'_>| one.virtual_subclasses || one.bases.iter().any(abstracts);
    is_by_itself(class) || class.above.iter().flatten().any(|one| is_by_itself(one))
}

impl<'p> State<'p> {
    /// `type(value)`.
    pub fn type_call(&mut self, value: &Value<'p>) -> Value<'p> {
        if let Kind::Union(_) = value.kind {
            let classes: Vec<Value<'p>> = value.members().iter().map(|member| self.type_call(member)).collect();
            return classes.into_iter().reduce(|a, b| self.join_values(&a, &b)).unwrap_or_else(Value::unknown);
        }
        // The class of a class is its metaclass, which isn't kept.
        if matches!(value.kind, Kind::Class(_)) {
            return Value::unknown();
        }
        if let Some(class) = self.class_of(value) {
            return Kind::Class(class).into();
        }
        let class = match (&value.kind, value.ty().map(Ty::kind)) {
            (_, Some(TyKind::Scalar(elem))) => Value::data(Ty::new(TyKind::DType(*elem))),
            // Whoever asks doesn't trust the annotation.
            (Kind::Array(_), _) if value.dependencies.is_declared() => Value::unknown(),
            (Kind::Array(array), _) => self.class_of_array(array.ty),
            _ => self.python_type(value).map_or_else(Value::unknown, |name| Kind::Builtin(Sym::new(name)).into()),
        };
        class.with_dependencies(value.dependencies)
    }

    /// That of arrays; what has no dims may be a scalar where the rank isn't known.
    fn class_of_array(&mut self, ty: Ty) -> Value<'p> {
        let Some((elem, shape)) = ty.as_array() else { return Value::unknown() };
        let class = Value::from(Kind::Op(Sym::new(&KNOWN.array_class)));
        match self.store.resolve_shape(shape).rank() {
            Some(_) => class,
            None => self.join_values(&class, &Value::data(Ty::new(TyKind::DType(elem)))),
        }
    }

    /// The name of Python's own class of a value.
    pub fn python_type(&self, value: &Value<'p>) -> Option<&'static str> {
        Some(match &value.kind {
            Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => "str",
                TyKind::None => "NoneType",
                _ => return ty.weak().map(Weak::name),
            },
            Kind::Tuple(tuple) if !tuple.is_plain() => return None,
            Kind::Object(id) if matches!(self.heap.get(*id), Object::Set(_)) => return None,
            Kind::Object(id) if matches!(self.heap.get(*id), Object::Dict(entries) if entries.missing.is_some()) => {
                return None;
            }
            _ => return self.container_name(value),
        })
    }

    /// What Python calls the container that a value is.
    pub fn container_name(&self, value: &Value<'p>) -> Option<&'static str> {
        Some(match &value.kind {
            Kind::Tuple(_) => "tuple",
            Kind::Slice(_) => "slice",
            Kind::Object(id) => match self.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } => "list",
                Object::TupleOf { .. } => "tuple",
                Object::Dict(_) => "dict",
                Object::Set(_) => "set",
                _ => return None,
            },
            _ => return None,
        })
    }

    pub fn class_of(&self, value: &Value<'p>) -> Option<Rc<Class<'p>>> {
        match &value.kind {
            Kind::Object(id) => match self.heap.get(*id) {
                Object::Instance { class, .. } => Some(Rc::clone(class)),
                _ => None,
            },
            Kind::Tuple(tuple) => match &tuple.class {
                TupleClass::Program(class) => Some(Rc::clone(class)),
                _ => None,
            },
            Kind::Class(class) => Some(Rc::clone(class)),
            _ => None,
        }
    }

    /// The class in whose body a function stands, of a value's class and those above it.
    pub fn defining_class(&self, receiver: &Value<'p>, function: &Function<'p>) -> Option<Rc<Class<'p>>> {
        let class = self.class_of(receiver)?;
        let defines = |class: &&Rc<Class<'p>>| {
            class.module.id == function.module.id && class.range.contains_range(function.range)
        };
        std::iter::once(&class).chain(class.above.iter().flatten()).find(defines).cloned()
    }
}
