//! The quick answer to "do these values fit": arrays by their sizes and the address of their dtype,
//! Python's values by their class, with no type made and nothing allocated.
//!
//! It says yes or nothing; what it does not say yes to is for [`super::Checks`].

use std::sync::{PoisonError, RwLock};

use conformable_signatures::flat::annotations::Annotations;
use conformable_types::{DType, Shape, Sym, Ty, TyKind};
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyFloat, PyInt, PyString, PyTuple};
use smallvec::SmallVec;

use crate::arrays::{Arrays, Inputs, SCRATCH};
use crate::convert::numpy_dtype;

/// The programs of an annotated function whose annotations are of the kind that has them.
pub struct FlatChecks {
    params: Box<[Wanted]>,
    results: Box<[Wanted]>,
    /// Whether the result is a tuple of that many.
    is_tuple: bool,
    program: Annotations,
}

/// What a value must be.
enum Wanted {
    Anything,
    /// An array, its dtype one of these addresses; of any dtype where there are none.
    Array(SmallVec<[usize; 4]>),
    None,
    Int,
    Float,
    Complex,
    Str,
}

/// The sizes that arguments showed: of names, then of a sequence.
#[derive(Clone, Default)]
pub struct Shown {
    sizes: SmallVec<[i64; 6]>,
    names: usize,
}

impl FlatChecks {
    pub fn new(py: Python<'_>, params: &[Ty], result: Ty) -> PyResult<Option<FlatChecks>> {
        let results = match result.kind() {
            TyKind::Tuple(items) => &**items,
            _ => std::slice::from_ref(&result),
        };
        let (Some((params, arguments)), Some((wanted, shapes))) = (all(py, params)?, all(py, results)?) else {
            return Ok(None);
        };
        let is_tuple = matches!(result.kind(), TyKind::Tuple(_));
        Ok(Annotations::compile(&arguments, &shapes).map(|program| FlatChecks {
            params,
            results: wanted,
            is_tuple,
            program,
        }))
    }

    /// What the arguments show, if they are known to fit.
    #[inline]
    pub fn enter(&self, arrays: &Arrays, values: &Bound<'_, PyTuple>) -> PyResult<Option<Shown>> {
        let mut inputs = Inputs::default();
        for (value, wanted) in values.iter_borrowed().zip(&self.params) {
            if !wanted.takes(arrays, &value, &mut inputs)? {
                return Ok(None);
            }
        }
        let shapes = inputs.slices();
        Ok(SCRATCH.with_borrow_mut(|found| {
            self.program.enter(&shapes, found).then(|| {
                let (names, sequence) = (found.output(0), found.output(1));
                let mut sizes = SmallVec::from_slice(names);
                sizes.extend_from_slice(sequence);
                Shown { sizes, names: names.len() }
            })
        }))
    }

    /// Whether a result is known to fit.
    #[inline]
    pub fn leave(&self, arrays: &Arrays, shown: &Shown, result: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut inputs = Inputs::default();
        if self.is_tuple {
            let Ok(items) = result.cast_exact::<PyTuple>() else { return Ok(false) };
            if items.len() != self.results.len() {
                return Ok(false);
            }
            for (item, wanted) in items.iter_borrowed().zip(&self.results) {
                if !wanted.takes(arrays, &item, &mut inputs)? {
                    return Ok(false);
                }
            }
        } else if !self.results[0].takes(arrays, result, &mut inputs)? {
            return Ok(false);
        }
        let (names, sequence) = shown.sizes.split_at(shown.names);
        let mut shapes: SmallVec<[&[i64]; 6]> = SmallVec::from_slice(&[names, sequence]);
        shapes.extend(inputs.slices());
        Ok(SCRATCH.with_borrow_mut(|scratch| self.program.leave(&shapes, scratch)))
    }

    /// What was shown, as equations: of names, and of the sequence.
    pub fn equations<'s>(&'s self, shown: &'s Shown) -> (impl Iterator<Item = (Sym, i64)> + 's, Option<(Sym, Shape)>) {
        let (names, sequence) = shown.sizes.split_at(shown.names);
        let names = self.program.names().iter().copied().zip(names.iter().copied());
        (names, self.program.sequence().map(|name| (name, sequence.iter().copied().collect())))
    }
}

/// What each of several values must be, and the shapes of those that are arrays.
type Several = (Box<[Wanted]>, Vec<Shape>);

/// What each value must be, and the shapes of those that are arrays; None for types that only the
/// engine compares.
fn all(py: Python<'_>, types: &[Ty]) -> PyResult<Option<Several>> {
    let (mut wanted, mut shapes) = (Vec::new(), Vec::new());
    for ty in types {
        let Some(one) = Wanted::of(py, *ty, &mut shapes)? else { return Ok(None) };
        wanted.push(one);
    }
    Ok(Some((wanted.into(), shapes)))
}

impl Wanted {
    fn of(py: Python<'_>, ty: Ty, shapes: &mut Vec<Shape>) -> PyResult<Option<Wanted>> {
        let mut dtypes = SmallVec::new();
        let mut shape = None;
        for member in ty.members() {
            let TyKind::Array { elem, shape: own } = member.kind() else { return Ok(Wanted::of_class(ty)) };
            if shape.is_some_and(|known| known != *own) {
                return Ok(None);
            }
            shape = Some(*own);
            match elem.dtype() {
                Some(dtype) => match address(py, dtype)? {
                    Some(address) => dtypes.push(address),
                    None => return Ok(None),
                },
                None if ty.members().len() == 1 => {}
                None => return Ok(None),
            }
        }
        shapes.extend(shape);
        Ok(shape.map(|_| Wanted::Array(dtypes)))
    }

    fn of_class(ty: Ty) -> Option<Wanted> {
        Some(match ty.kind() {
            TyKind::Unknown => Wanted::Anything,
            TyKind::None => Wanted::None,
            TyKind::Int => Wanted::Int,
            TyKind::Float => Wanted::Float,
            TyKind::Complex => Wanted::Complex,
            TyKind::Str => Wanted::Str,
            _ => return None,
        })
    }

    /// Whether the value is one; an array's shape is added.
    #[inline]
    fn takes(&self, arrays: &Arrays, value: &Bound<'_, PyAny>, inputs: &mut Inputs) -> PyResult<bool> {
        Ok(match self {
            Wanted::Anything => true,
            Wanted::Array(dtypes) => {
                let Some(dtype) = arrays.read(value, inputs)? else { return Ok(false) };
                dtypes.is_empty() || dtypes.contains(&dtype)
            }
            Wanted::None => value.is_none(),
            Wanted::Int => value.is_exact_instance_of::<PyInt>(),
            Wanted::Float => value.is_exact_instance_of::<PyFloat>() || value.is_exact_instance_of::<PyInt>(),
            Wanted::Complex => value.is_exact_instance_of::<PyComplex>(),
            Wanted::Str => value.is_exact_instance_of::<PyString>(),
        })
    }
}

/// The address of NumPy's own object of a dtype, if there is one that all arrays of it share. It is
/// held, so that no other object gets its address.
fn address(py: Python<'_>, dtype: DType) -> PyResult<Option<usize>> {
    static HELD: RwLock<Vec<(DType, Py<PyAny>)>> = RwLock::new(Vec::new());
    let found = |held: &[(DType, Py<PyAny>)]| {
        held.iter().find(|(own, _)| *own == dtype).map(|(_, object)| object.as_ptr() as usize)
    };
    if let Some(known) = found(&HELD.read().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(Some(known));
    }
    let (object, again) = (numpy_dtype(py, dtype)?, numpy_dtype(py, dtype)?);
    if !object.is(&again) {
        return Ok(None);
    }
    let address = object.as_ptr() as usize;
    HELD.write().unwrap_or_else(PoisonError::into_inner).push((dtype, object.unbind()));
    Ok(Some(address))
}
