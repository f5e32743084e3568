//! Sizes as one object of Python's that is made fastest, from a call's beginning to its end: bytes.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

const WIDTH: usize = size_of::<i64>();

/// These sizes, one after the other.
#[inline]
pub fn pack<'py>(py: Python<'py>, parts: &[&[i64]]) -> PyResult<Bound<'py, PyBytes>> {
    let count: usize = parts.iter().map(|part| part.len()).sum();
    PyBytes::new_with(py, count * WIDTH, |bytes| {
        let places = bytes.chunks_exact_mut(WIDTH);
        for (place, size) in places.zip(parts.iter().copied().flatten()) {
            place.copy_from_slice(&size.to_ne_bytes());
        }
        Ok(())
    })
}

/// The sizes in bytes that [`pack`] has made.
#[inline]
pub fn packed(bytes: &Bound<'_, PyBytes>) -> SmallVec<[i64; 16]> {
    let size = |chunk: &[u8]| chunk.try_into().map_or(0, i64::from_ne_bytes);
    bytes.as_bytes().chunks_exact(WIDTH).map(size).collect()
}
