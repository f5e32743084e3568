//! The quick answer to "do these values fit": arrays by their sizes and the address of their dtype,
//! Python's values by their class, with no type made and nothing allocated.
//!
//! It says yes or nothing; what it does not say yes to is for [`super::Checks`].

use std::sync::{PoisonError, RwLock};

use conformable_signatures::compiled::annotations::Annotations;
use conformable_types::{DType, Shape, Sym, Ty, TyKind};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyFloat, PyInt, PyString, PyTuple};
use smallvec::SmallVec;

use super::packed::{pack, packed};
use crate::arrays::{Arrays, SCRATCH};
use crate::convert::numpy_dtype;

/// The programs of an annotated function whose annotations are of the kind that has them.
pub struct CompiledChecks {
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

/// What arguments showed: of names, and of the sequence.
type Equations = (Vec<(Sym, i64)>, Option<(Sym, Shape)>);

/// The sizes of several arrays.
type Slices<'a> = SmallVec<[&'a [i64]; 6]>;

impl CompiledChecks {
    pub fn new(py: Python<'_>, params: &[Ty], result: Ty) -> PyResult<Option<CompiledChecks>> {
        let results = match result.kind() {
            TyKind::Tuple(items) => &**items,
            _ => std::slice::from_ref(&result),
        };
        let (Some((params, arguments)), Some((wanted, shapes))) = (all(py, params)?, all(py, results)?) else {
            return Ok(None);
        };
        let is_tuple = matches!(result.kind(), TyKind::Tuple(_));
        Ok(Annotations::compile(&arguments, &shapes).map(|program| CompiledChecks {
            params,
            results: wanted,
            is_tuple,
            program,
        }))
    }

    /// The sizes that the arguments show, if these are known to fit: of names, then of a sequence.
    #[inline]
    pub fn enter<'py>(&self, arrays: &Arrays, values: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let mut shapes = Slices::new();
        for (value, wanted) in values.iter_borrowed().zip(&self.params) {
            if !wanted.takes(arrays, value, &mut shapes) {
                return Ok(None);
            }
        }
        SCRATCH.with_borrow_mut(|found| {
            let fits = self.program.enter(&shapes, found);
            fits.then(|| pack(values.py(), &[found.output(0), found.output(1)])).transpose()
        })
    }

    /// Whether a result is known to fit after arguments that showed this.
    #[inline]
    pub fn leave(&self, arrays: &Arrays, shown: &Bound<'_, PyBytes>, result: &Bound<'_, PyAny>) -> bool {
        let shown = packed(shown);
        let (names, sequence) = self.split(&shown);
        let mut shapes = Slices::from_slice(&[names, sequence]);
        if self.is_tuple {
            let Ok(items) = result.cast_exact::<PyTuple>() else { return false };
            if items.len() != self.results.len() {
                return false;
            }
            for (item, wanted) in items.iter_borrowed().zip(&self.results) {
                // The items live as long as the result, whatever iterates over them.
                if !wanted.takes(arrays, item, &mut shapes) {
                    return false;
                }
            }
        } else if !self.results[0].takes(arrays, result.as_borrowed(), &mut shapes) {
            return false;
        }
        SCRATCH.with_borrow_mut(|scratch| self.program.leave(&shapes, scratch))
    }

    /// Sizes of names, and those of the sequence.
    fn split<'s>(&self, shown: &'s [i64]) -> (&'s [i64], &'s [i64]) {
        shown.split_at_checked(self.program.names().len()).unwrap_or_default()
    }

    /// What was shown, as equations: of names, and of the sequence.
    pub fn equations(&self, shown: &Bound<'_, PyBytes>) -> Equations {
        let shown = packed(shown);
        let (names, sequence) = self.split(&shown);
        let names = self.program.names().iter().copied().zip(names.iter().copied()).collect();
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

    /// Whether the value is one; an array's shape is added. Nothing of Python runs.
    #[inline]
    fn takes<'a>(&self, arrays: &Arrays, value: Borrowed<'a, '_, PyAny>, shapes: &mut Slices<'a>) -> bool {
        match self {
            Wanted::Anything => true,
            Wanted::Array(dtypes) => {
                let Some((sizes, dtype)) = arrays.sizes(value) else { return false };
                shapes.push(sizes);
                dtypes.is_empty() || dtypes.contains(&dtype)
            }
            Wanted::None => value.is_none(),
            Wanted::Int => value.is_exact_instance_of::<PyInt>(),
            Wanted::Float => value.is_exact_instance_of::<PyFloat>() || value.is_exact_instance_of::<PyInt>(),
            Wanted::Complex => value.is_exact_instance_of::<PyComplex>(),
            Wanted::Str => value.is_exact_instance_of::<PyString>(),
        }
    }
}

/// The address of NumPy's own object of a dtype, if there is one that all arrays of it share. It is
/// held, so that no other object gets its address.
pub fn address(py: Python<'_>, dtype: DType) -> PyResult<Option<usize>> {
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
