//! `cf.Type`: what every type has, whether its data are Rust's or a Python class defines it.
//!
//! The defaults of the contract that need Python's ways (comparing instances by their attributes,
//! looking at arrays, at variables) are functions of `conformable._contract`, `conformable._values` and
//! `conformable._variables`.

use std::hash::BuildHasher;

use conformable_types::relations::{self, consistent, in_same_class, is_super, join, meet};
use conformable_types::text::print_ty;
use conformable_types::{Dim, Truth, Ty, TyKind};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyNotImplementedError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};

use crate::arrays::Arrays;
use crate::checked::address;
use crate::constructors::registered;
use crate::graph::specify::fitted;
use crate::graph::type_of::TypeOf;
use crate::graph::variable::{Constant, Origin, Variable, make};
use crate::identity::view;
use crate::layout::dim_object;
use crate::python::helper;
use crate::reentry::with_python_errors;
use crate::repr;
use crate::tensor::TensorType;

/// A set of values, and what is known of them before a program runs.
///
/// Derive from it to define a type of your own: only `filter` must be written.
#[pyclass(subclass, frozen, weakref, module = "conformable")]
pub struct Type {
    /// None for types that a Python class defines.
    ty: Option<Ty>,
}

impl Type {
    /// The view of a type whose data are Rust's; [`view`] is the only caller.
    pub fn of(ty: Ty) -> Type {
        Type { ty: Some(ty) }
    }

    /// The type, unless a Python class defines it.
    pub fn native(&self) -> Option<Ty> {
        self.ty
    }
}

/// Is the value plainly an array of the type: aligned, of its dtype and sizes, none of which has a name? All
/// else is for `conformable._arrays`.
fn fits_as_it_is(ty: Ty, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let TyKind::Array { elem, shape } = ty.kind() else { return Ok(false) };
    let (Some(dtype), Some(dims)) = (elem.dtype(), shape.dims()) else { return Ok(false) };
    let Some(address) = address(value.py(), dtype)? else { return Ok(false) };
    let Some(sizes) = Arrays::get(value.py())?.aligned(value.as_borrowed(), address) else { return Ok(false) };
    let fits = |(dim, size): (&Dim, &i64)| dim.is_any() || dim.constant() == Some(*size);
    Ok(dims.len() == sizes.len() && dims.iter().zip(sizes).all(fits))
}

/// The type behind a view.
pub fn ty_of(view: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let Ok(base) = view.cast::<Type>() else {
        return Err(PyTypeError::new_err(format!("expected a type, not {}", crate::python::short(view)?)));
    };
    if let Some(ty) = base.get().ty {
        return Ok(ty);
    }
    registered(view)?.map(|(ty, _)| ty).ok_or_else(|| {
        let class = view.get_type();
        PyTypeError::new_err(format!(
            "{view} is no part of other types unless its class is registered: registry.register_constructor({})",
            class.name().map_or_else(|_| class.to_string(), |name| name.to_string())
        ))
    })
}

/// The type behind a view, and whether this crate decides how it relates to others; nothing for one of
/// a Python class that is not registered.
fn known(view: &Bound<'_, PyAny>) -> PyResult<Option<(Ty, bool)>> {
    match view.cast::<Type>() {
        Ok(base) => base.get().ty.map_or_else(|| registered(view), |ty| Ok(Some((ty, true)))),
        Err(_) => kept_by(view).map(|()| None),
    }
}

/// Both types, if this crate decides how they relate: neither is of a Python class that does.
fn decided(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<(Ty, Ty)>> {
    let own = |view| Ok::<_, PyErr>(known(view)?.and_then(|(ty, decides)| decides.then_some(ty)));
    let Some(a) = own(a)? else { return Ok(None) };
    Ok(own(b)?.map(|b| (a, b)))
}

/// The types behind views.
pub fn types_of(views: &Bound<'_, PyTuple>) -> PyResult<Vec<Ty>> {
    views.iter().map(|view| ty_of(&view)).collect()
}

/// Two types of arrays, in which no Python class can be asked anything.
fn arrays(slf: &Bound<'_, Type>, other: &Bound<'_, PyAny>) -> Option<(Ty, Ty)> {
    // Whether the class is this very one is asked faster than whether it derives from another.
    let ty = match other.cast_exact::<TensorType>() {
        Ok(tensor) => tensor.as_super().get().ty,
        Err(_) => other.cast::<Type>().ok()?.get().ty,
    };
    let both = (slf.get().ty?, ty?);
    let is_array = |ty: Ty| matches!(ty.kind(), TyKind::Array { .. });
    (is_array(both.0) && is_array(both.1)).then_some(both)
}

/// The type, unless a Python class defines it.
fn native(view: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    match view.cast::<Type>() {
        Ok(base) => Ok(base.get().ty),
        Err(_) => kept_by(view).map(|()| None),
    }
}

/// Refuses what does not keep the contract; what does is a type, whatever its class.
pub fn kept_by(view: &Bound<'_, PyAny>) -> PyResult<()> {
    if helper!(view.py(), "conformable._contract", "is_type")?.call1((view,))?.is_truthy()? {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("expected a type, not {}", crate::python::short(view)?)))
}

#[pymethods]
impl Type {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(cls: &Bound<'_, PyType>, _args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Type> {
        helper!(cls.py(), "conformable._contract", "check_concrete")?.call1((cls,))?;
        Ok(Type { ty: None })
    }

    #[classmethod]
    #[pyo3(signature = (**kwargs))]
    fn __init_subclass__(cls: &Bound<'_, PyType>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        helper!(cls.py(), "conformable._contract", "check_class")?.call((cls,), kwargs).map(drop)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        match slf.get().ty {
            Some(ty) => Ok(print_ty(ty)),
            None => match registered(slf) {
                Ok(Some((ty, _))) => Ok(print_ty(ty)),
                _ => Ok(slf.as_any().repr()?.to_string()),
            },
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        match slf.get().ty {
            Some(ty) => Ok(repr::type_repr(ty)),
            None => helper!(slf.py(), "conformable._contract", "representation")?.call1((slf,))?.extract(),
        }
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        match slf.get().ty {
            Some(ty) => Ok(rustc_hash::FxBuildHasher.hash_one(ty) as isize),
            None => helper!(slf.py(), "conformable._contract", "hash_of")?.call1((slf,))?.extract(),
        }
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let of = |equal: bool| Ok(PyBool::new(py, equal == matches!(op, CompareOp::Eq)).to_owned().into_any().unbind());
        // There is one object for each of Rust's types while Python holds it.
        if slf.is(other) && slf.get().ty.is_some() && matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return of(true);
        }
        let equal = match (op, other.cast::<Type>()) {
            (CompareOp::Eq | CompareOp::Ne, Ok(view)) => match (slf.get().ty, view.get().ty) {
                (Some(a), Some(b)) => a == b,
                (None, None) => helper!(py, "conformable._contract", "equal")?.call1((slf, other))?.extract()?,
                _ => false,
            },
            _ => return Ok(py.NotImplemented()),
        };
        of(equal)
    }

    /// What `__new__` is called with when an instance of a Python class is read back.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        PyTuple::empty(py)
    }

    /// 128 bits as 32 hexadecimal digits, the same in every process and on every machine.
    #[getter]
    fn fingerprint(slf: &Bound<'_, Self>) -> PyResult<String> {
        let found = match slf.get().ty {
            Some(ty) => Some(ty),
            None => registered(slf)?.map(|(ty, _)| ty),
        };
        let Some(ty) = found else {
            return Err(PyAttributeError::new_err("a type whose class is not registered has no fingerprint"));
        };
        Ok(format!("{:032x}", ty.fingerprint()))
    }

    /// Whether every value of `other` is one of this type: True only if that is proved.
    fn is_super(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        if let Some((a, b)) = arrays(slf, other) {
            return Ok(Some(is_super(a, b).is_yes()));
        }
        if let Some((a, b)) = decided(slf, other)? {
            return with_python_errors(|| Ok(Some(is_super(a, b).is_yes())));
        }
        if let Some(a) = slf.get().ty {
            return match known(other)? {
                Some((b, _)) => with_python_errors(|| Ok(Some(is_super(a, b).is_yes()))),
                None => Ok(Some(false)),
            };
        }
        native(other)?;
        // Not the same class decides nothing about what a Python class means.
        let same = answer(slf, "in_same_class", other)? == Some(true);
        Ok(same.then_some(true))
    }

    /// Of the same kind, dtype and rank, with sizes of 1 at the same places; by default equal.
    fn in_same_class(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match (slf.get().ty, native(other)?) {
            (Some(a), Some(b)) => Ok(in_same_class(a, b)),
            (None, None) => slf.as_any().eq(other),
            _ => Ok(false),
        }
    }

    /// Whether some value may belong to both: False only if that is refuted.
    fn consistent(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Some((a, b)) = decided(slf, other)? {
            return with_python_errors(|| Ok(!consistent(a, b).is_no()));
        }
        match slf.get().ty {
            // A type of another making may not have it.
            Some(_) if !other.hasattr(intern!(slf.py(), "consistent"))? => Ok(true),
            Some(_) => Ok(answer(other, "consistent", slf)? != Some(false)),
            None => Ok(true),
        }
    }

    /// The type of the values that belong to both, or None if there are none.
    fn meet<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match decided(slf, other)? {
            Some((a, b)) => with_python_errors(|| Ok(meet(a, b)))?.map(|both| view(slf.py(), both.ty)).transpose(),
            None => defined(slf, other, true),
        }
    }

    /// The smallest type that holds the values of both.
    fn join<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match (known(slf)?, known(other)?) {
            (Some((a, _)), Some((b, _))) => view(slf.py(), with_python_errors(|| Ok(join(a, b)))?).map(Some),
            _ => defined(slf, other, false),
        }
    }

    /// `value`, or an equal one that belongs to this type.
    #[pyo3(signature = (value, strict = false, allow_downcast = None))]
    fn filter<'py>(
        slf: &Bound<'py, Self>,
        value: Bound<'py, PyAny>,
        strict: bool,
        allow_downcast: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(ty) = slf.get().native()
            && fits_as_it_is(ty, &value)?
        {
            return Ok(value);
        }
        helper!(slf.py(), "conformable._values", "filter_value")?.call1((slf, value, strict, allow_downcast))
    }

    /// As `filter`, into memory that there is already; where a class defines it, it is called
    /// in place of `filter`.
    #[pyo3(signature = (value, storage, strict = false, allow_downcast = None))]
    fn filter_inplace(
        slf: &Bound<'_, Self>,
        value: &Bound<'_, PyAny>,
        storage: &Bound<'_, PyAny>,
        strict: bool,
        allow_downcast: Option<bool>,
    ) -> PyResult<()> {
        let _ = (value, storage, strict, allow_downcast);
        Err(PyNotImplementedError::new_err(format!("{} defines no filter_inplace", slf.get_type().name()?)))
    }

    /// Whether `filter` takes the value.
    #[pyo3(signature = (value, strict = true))]
    fn is_valid_value<'py>(
        slf: &Bound<'py, Self>,
        value: Bound<'py, PyAny>,
        strict: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "is_valid_value")?.call1((slf, value, strict))
    }

    /// Whether two values of this type are equal.
    #[pyo3(signature = (a, b, **options))]
    fn values_eq<'py>(
        slf: &Bound<'py, Self>,
        a: Bound<'py, PyAny>,
        b: Bound<'py, PyAny>,
        options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "values_eq")?.call((slf, a, b), options.as_ref())
    }

    /// Whether two values are equal but for rounding; by default whether they are equal.
    #[pyo3(signature = (a, b, **options))]
    fn values_eq_approx<'py>(
        slf: &Bound<'py, Self>,
        a: Bound<'py, PyAny>,
        b: Bound<'py, PyAny>,
        options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "values_eq_approx")?.call((slf, a, b), options.as_ref())
    }

    /// Whether two values could share memory.
    fn may_share_memory<'py>(
        slf: &Bound<'py, Self>,
        a: Bound<'py, PyAny>,
        b: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "may_share_memory")?.call1((slf, a, b))
    }

    /// What `get_size` needs to know of a value.
    fn get_shape_info<'py>(slf: &Bound<'py, Self>, obj: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "get_shape_info")?.call1((slf, obj))
    }

    /// The bytes of a value's data.
    fn get_size<'py>(slf: &Bound<'py, Self>, shape_info: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._values", "get_size")?.call1((slf, shape_info))
    }

    /// The type in another language: `c`, `cpp`, `fortran`, `mlir`, `numpy`, `jaxtyping`,
    /// `pyccel`, `gt4py`, `array-api`, and what packages register.
    fn spell<'py>(slf: &Bound<'py, Self>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._framework", "spell")?.call1((slf, language))
    }

    /// Whether values of this type can do what the trait says: True only if that is proved.
    fn implements<'py>(slf: &Bound<'py, Self>, r#trait: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._framework", "implements")?.call1((slf, r#trait))
    }

    /// How a value of this type becomes one of the other.
    fn convert<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._framework", "conversion")?.call1((slf, other))
    }

    /// A variable of this type.
    #[pyo3(signature = (name = None))]
    fn make_variable<'py>(slf: &Bound<'py, Self>, name: Option<&Bound<'py, PyString>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let class = slf.getattr(intern!(py, "variable_type"))?;
        if let (Some(ty), true) = (slf.get().ty, class.is(py.get_type::<Variable>())) {
            let name = name.map(|name| name.clone().unbind());
            return Ok(make(py, TypeOf::Native(ty), Origin::Leaf, name)?.into_any());
        }
        class.call1((slf, py.None(), py.None(), name))
    }

    /// A variable of this type: `make_variable`.
    #[pyo3(signature = (name = None))]
    fn __call__<'py>(slf: &Bound<'py, Self>, name: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method1(intern!(slf.py(), "make_variable"), (name,))
    }

    /// A constant of this type: what `filter` makes of the value.
    #[pyo3(signature = (value, name = None))]
    fn make_constant<'py>(
        slf: &Bound<'py, Self>,
        value: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.getattr(intern!(slf.py(), "constant_type"))?.call1((slf, value, name))
    }

    /// A variable that may stand where one of this type is wanted: `other` itself if its type is this one
    /// or narrower, else what `convert_variable` makes of it; of a value, a constant.
    #[pyo3(signature = (other, allow_convert = true))]
    fn filter_variable<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        allow_convert: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        if allow_convert && let Some(found) = fitted(slf, other)? {
            return Ok(found);
        }
        helper!(slf.py(), "conformable._variables", "filter_variable")?.call1((slf, other, allow_convert))
    }

    /// A variable of this type or a narrower one that has the other's values, or None: of an array whose
    /// sizes may be those, a `SpecifyShape` of it.
    fn convert_variable<'py>(slf: &Bound<'py, Self>, var: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        helper!(slf.py(), "conformable._variables", "convert_variable")?.call1((slf, var))
    }

    /// The class of its variables.
    #[classattr]
    fn variable_type(py: Python<'_>) -> Bound<'_, PyType> {
        py.get_type::<Variable>()
    }

    /// The class of its constants.
    #[classattr]
    fn constant_type(py: Python<'_>) -> Bound<'_, PyType> {
        py.get_type::<Constant>()
    }

    /// A type of the same class, made of other parts.
    #[pyo3(signature = (*args, **kwargs))]
    fn clone<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.get_type().call(args, kwargs)
    }
}

/// What a relation of a Python class says: True, False or, for unknown, None.
#[pyfunction]
pub fn answer(ty: &Bound<'_, PyAny>, relation: &str, other: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    let said = ty.call_method1(relation, (other,))?;
    if said.is_none() {
        return Ok(None);
    }
    // NumPy's bools too.
    let class = said.get_type();
    if said.is_instance_of::<PyBool>() || (class.module()? == "numpy" && class.name()?.to_cow()?.starts_with("bool")) {
        return said.is_truthy().map(Some);
    }
    let owner = ty.get_type();
    Err(PyTypeError::new_err(format!("{}.{relation} gave {}, not True, False or None", owner.name()?, said.repr()?)))
}

/// Meet and join where a Python class defines one side: by `is_super`, which it may override.
fn defined<'py>(
    slf: &Bound<'py, Type>,
    other: &Bound<'py, PyAny>,
    smaller: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let holds = |a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>| -> PyResult<bool> {
        Ok(answer(a, "is_super", b)? == Some(true))
    };
    let this = slf.clone().into_any();
    Ok(if holds(&this, other)? {
        Some(if smaller { other.clone() } else { this })
    } else if holds(other, &this)? {
        Some(if smaller { this } else { other.clone() })
    } else {
        None
    })
}

/// The answer's word.
pub fn word(truth: Truth) -> &'static str {
    match truth {
        Truth::Yes => "yes",
        Truth::No => "no",
        Truth::Unknown => "unknown",
    }
}

/// How two of Rust's types relate: `(is_super, is_sub, consistent, in_same_class, meet, equations,
/// difference)`.
#[pyfunction]
pub fn relate_native<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (ty_of(a)?, ty_of(b)?);
    let both = with_python_errors(|| Ok(meet(a, b)))?;
    let equations = both.iter().flat_map(|both| &both.equations);
    let equations =
        equations.map(|(x, y)| Ok((dim_object(py, *x)?, dim_object(py, *y)?))).collect::<PyResult<Vec<_>>>()?;
    let met = both.as_ref().map(|both| view(py, both.ty)).transpose()?;
    let answers = with_python_errors(|| {
        Ok((word(is_super(a, b)), word(is_super(b, a)), word(consistent(a, b)), in_same_class(a, b)))
    })?;
    let difference = with_python_errors(|| Ok(relations::difference(a, b)))?;
    Ok((answers, met, equations, difference).into_pyobject(py)?.into_any())
}
