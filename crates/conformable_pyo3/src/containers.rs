//! Types with elements: tuples, lists, sets, dicts, structs, slices.

use conformable_types::{Sym, Ty, TyKind};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyEllipsis, PyMapping, PyTuple};

use crate::base::{Type, ty_of, types_of};
use crate::identity::view;

macro_rules! class {
    ($(#[$doc:meta])* $class:ident { $($methods:tt)* }) => {
        $(#[$doc])*
        #[pyclass(extends = Type, frozen, module = "conformable")]
        pub struct $class;

        #[pymethods]
        impl $class {
            $($methods)*

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                crate::repr::reduce(slf)
            }
        }
    };
}
pub(crate) use class;

/// The views of types as a tuple.
pub fn tuple_of<'py>(py: Python<'py>, types: &[Ty]) -> PyResult<Bound<'py, PyTuple>> {
    let views = types.iter().map(|ty| view(py, *ty)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, views)
}

/// The elements, where they are known one by one.
fn items<'py>(slf: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    ty_of(slf)?.items().map(|items| tuple_of(slf.py(), items)).transpose()
}

/// The type of every element: of known ones their union.
fn item<'py>(slf: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let ty = match ty_of(slf)?.kind() {
        TyKind::Tuple(items) | TyKind::List(items) if items.is_empty() => Ty::never(),
        TyKind::Tuple(items) | TyKind::List(items) => Ty::union(items.iter().copied()),
        TyKind::TupleOf(item) | TyKind::ListOf(item) | TyKind::Set(item) => *item,
        _ => Ty::unknown(),
    };
    view(slf.py(), ty)
}

class! {
    /// `TupleType(A, B)` has these elements; `TupleType(A, ...)` any number of `A`.
    TupleType {
        #[new]
        #[pyo3(signature = (*types))]
        fn new<'py>(py: Python<'py>, types: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
            if types.len() == 2 && types.get_item(1)?.is_instance_of::<PyEllipsis>() {
                return view(py, Ty::tuple_of(ty_of(&types.get_item(0)?)?));
            }
            view(py, Ty::tuple(types_of(types)?))
        }

        /// The elements' types; None for a tuple of unknown length.
        #[getter]
        fn items<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
            items(slf)
        }

        /// The type of every element.
        #[getter]
        fn element_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            item(slf)
        }
    }
}

class! {
    /// `ListType(A)` has any number of `A`; `ListType((A, B))` these elements.
    ListType {
        #[new]
        fn new<'py>(element: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
            match element.cast::<PyTuple>() {
                Ok(types) => view(element.py(), Ty::list(types_of(types)?)),
                Err(_) => view(element.py(), Ty::list_of(ty_of(element)?)),
            }
        }

        /// The elements' types; None for a list of unknown length.
        #[getter]
        fn items<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
            items(slf)
        }

        /// The type of every element.
        #[getter]
        fn element_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            item(slf)
        }
    }
}

class! {
    /// Sets of any number of elements of one type.
    SetType {
        #[new]
        fn new<'py>(element: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
            view(element.py(), Ty::new(TyKind::Set(ty_of(element)?)))
        }

        /// The type of every element.
        #[getter]
        fn element_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            item(slf)
        }
    }
}

class! {
    /// Dicts of any number of keys of one type with values of one type.
    DictType {
        #[new]
        fn new<'py>(key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
            view(key.py(), Ty::new(TyKind::Dict(ty_of(key)?, ty_of(value)?)))
        }

        /// The type of every key.
        #[getter]
        fn key_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            match ty_of(slf)?.kind() {
                TyKind::Dict(key, _) => view(slf.py(), *key),
                _ => view(slf.py(), Ty::unknown()),
            }
        }

        /// The type of every value.
        #[getter]
        fn value_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            match ty_of(slf)?.kind() {
                TyKind::Dict(_, value) => view(slf.py(), *value),
                _ => view(slf.py(), Ty::unknown()),
            }
        }
    }
}

class! {
    /// Named fields in an order: `StructType(a=A)` or `StructType({"a": A})`.
    StructType {
        #[new]
        #[pyo3(signature = (fields = None, /, **named))]
        fn new<'py>(
            py: Python<'py>,
            fields: Option<&Bound<'py, PyAny>>,
            named: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let mut all: Vec<(Sym, Ty)> = Vec::new();
            let mut add = |name: Bound<'py, PyAny>, ty: Bound<'py, PyAny>| -> PyResult<()> {
                let name: String = name.extract()?;
                if all.iter().any(|(known, _)| known.as_str() == name) {
                    return Err(PyTypeError::new_err(format!("the field {name:?} twice")));
                }
                all.push((Sym::new(&name), ty_of(&ty)?));
                Ok(())
            };
            if let Some(fields) = fields {
                let refused = |_| PyTypeError::new_err("fields are a mapping from names to types");
                for pair in fields.cast::<PyMapping>().map_err(refused)?.items()?.iter() {
                    let (name, ty) = pair.extract()?;
                    add(name, ty)?;
                }
            }
            for (name, ty) in named.into_iter().flat_map(|named| named.iter()) {
                add(name, ty)?;
            }
            view(py, Ty::new(TyKind::Struct(all.into())))
        }

        /// The fields' types by their names.
        #[getter]
        fn fields<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
            let found = PyDict::new(slf.py());
            if let TyKind::Struct(fields) = ty_of(slf)?.kind() {
                for (name, ty) in fields {
                    found.set_item(name.as_str(), view(slf.py(), *ty)?)?;
                }
            }
            Ok(found)
        }

        fn __getitem__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
            let missing = || PyAttributeError::new_err(format!("{} has no field {name:?}", slf));
            match ty_of(slf)?.kind() {
                TyKind::Struct(fields) => {
                    let field = fields.iter().find(|(known, _)| known.as_str() == name).ok_or_else(missing)?;
                    view(slf.py(), field.1)
                }
                _ => Err(missing()),
            }
        }
    }
}

class! {
    /// The type of a slice by those of its parts; without them any slice.
    SliceType {
        #[new]
        #[pyo3(signature = (start = None, stop = None, step = None))]
        fn new<'py>(
            py: Python<'py>,
            start: Option<&Bound<'py, PyAny>>,
            stop: Option<&Bound<'py, PyAny>>,
            step: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let part = |part: Option<&Bound<'py, PyAny>>| part.map_or(Ok(Ty::unknown()), ty_of);
            view(py, Ty::new(TyKind::Slice([part(start)?, part(stop)?, part(step)?])))
        }

        /// The types of start, stop and step.
        #[getter]
        fn parts<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            match ty_of(slf)?.kind() {
                TyKind::Slice(parts) => tuple_of(slf.py(), parts),
                _ => Ok(PyTuple::empty(slf.py())),
            }
        }
    }
}
