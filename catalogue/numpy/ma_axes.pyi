"""Functions of masked arrays along an axis that the array has: parts of it, its elements again, what isn't masked in it."""

namespace = numpy.ma

# --- parts, and elements again --------------------------------------------------------------------

@overload
@views
@require(rank(S) >= 2, "at least 2 dims are needed")
def diagonal(a: MaskedArray[T[*S]] | T[*S], offset: int = 0, axis1: int = 0, axis2: int = 1) -> MaskedArray[strong(T)[*remove(S, [axis1, axis2]), diagonal_length(at(S, axis1), at(S, axis2), offset)]]: ...
@overload
def diagonal(a: Value, *args: Value, **params) -> Unknown: ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(remove(S, [axis1, axis2]))
def trace(a: MaskedArray[T[*S]] | T[*S], offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Value = None, out: Value = None) -> Unknown: ...
@overload
@views
@guard(rank(S) == 1)
def diag(v: MaskedArray[T[*S]] | T[*S], k: int = 0) -> MaskedArray[strong(T)[prod(S) + max(k, -k), prod(S) + max(k, -k)]]: ...
@overload
@views
@require(rank(S) == 2, "1 or 2 dims are wanted")
def diag(v: MaskedArray[T[*S]] | T[*S], k: int = 0) -> MaskedArray[strong(T)[diagonal_length(at(S, 0), at(S, 1), k)]]: ...
@overload
@views
def swapaxes(a: MaskedArray[T[*S]] | T[*S], axis1: int, axis2: int) -> MaskedArray[strong(T)[*swap(S, axis1, axis2)]]: ...
@overload
def swapaxes(a: Value, *args: Value, **params) -> Unknown: ...
@overload
@scalar_axis(S, axis)
@guard(axis == None)
@require(any_of(k >= 0, prod(S) == 0), "the number of repeats is negative")
def repeat(a: MaskedArray[T[*S]] | T[*S], repeats: int(k), axis: int | None = None) -> MaskedArray[strong(T)[prod(S) * k]]: ...
@overload
@scalar_axis(S, axis)
@require(any_of(k >= 0, prod(S) == 0), "the number of repeats is negative")
def repeat(a: MaskedArray[T[*S]] | T[*S], repeats: int(k), axis: int | None = None) -> MaskedArray[strong(T)[*replace(S, axis, at(S, axis) * k)]]: ...
@overload
@scalar_axis(S, axis)
@require(reduce(S, axis, False))
def repeat(a: MaskedArray[T[*S]] | T[*S], repeats: Value, axis: int | None = None) -> Unknown: ...
@overload
def repeat(a: Value, *args: Value, **params) -> Unknown: ...
@overload
@scalar_axis(S, axis)
@guard(out == None)
@require(reduce(S, axis, False))
def compress(condition: Value, a: MaskedArray[T[*S]] | T[*S], axis: int | None = None, out: Value = None) -> MaskedArray[strong(T)[*kept_of(S, axis)]]: ...
@overload
@effect
def compress(condition: Value, a: Value, axis: Value = None, out: Value = None) -> Unknown: ...
@require(rank(S) >= 1, "at least 1 dim is needed")
def hsplit(ary: MaskedArray[T[*S]] | T[*S], indices_or_sections: Value) -> Unknown: ...
def vander(x: MaskedArray[T[m]] | T[m], n: int(k) | None = None) -> promote(T, int64)[m, choose(k, m)]: ...

# --- differences, order, size ---------------------------------------------------------------------

@overload
@guard(n == 0)
def diff(a: Value, /, n: int = 1, axis: Value = -1, prepend: Value = None, append: Value = None) -> Unknown: ...
@overload
@guard(prepend == None, append == None, is_subdtype(strong(T), "number"))
@require(n >= 0, "the order is negative")
@require(rank(S) >= 1, "at least 1 dim is needed")
def diff(a: MaskedArray[T[*S]] | T[*S], /, n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> MaskedArray[loop("subtract", strong(T), strong(T))[*replace(S, axis, max(at(S, axis) - n, 0))]]: ...
@overload
@require(n >= 0, "the order is negative")
@require(rank(S) >= 1, "at least 1 dim is needed")
@require(at(S, axis))
def diff(a: MaskedArray[T[*S]] | T[*S], /, n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> Unknown: ...
@overload
@scalar_axis(S, axis)
@guard(axis != None)
@require(at(S, axis))
def argsort(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = None) -> int64[*S]: ...
@overload
def argsort(a: Value, axis: Value = None, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = None) -> Unknown: ...
@overload
def size(obj: MaskedArray[T[*S]] | T[*S], axis: None = None) -> int(prod(S)): ...
@overload
def size(obj: MaskedArray[T[*S]] | T[*S], axis: Axis = None) -> int(prod(at(S, axis))): ...
@template
@overload
@scalar_axis(S, axis)
@require(reduce(S, axis, False))
def reduced_truth(target: MaskedArray[T[*S]] | T[*S], axis: int | None = 0, dtype: Value = None) -> Unknown: ...
@template
@overload
def reduced_truth(target: Value, axis: Value = 0, dtype: Value = None) -> Unknown: ...
alltrue = reduced_truth("all")
sometrue = reduced_truth("any")
@known_if(rank(S) >= 1)
@require(at(S, axis))
def apply_along_axis(func1d: Value, axis: int, arr: MaskedArray[T[*S]] | T[*S], *args, **kwargs) -> Unknown: ...

# These are NumPy's own.
@template
@overload
@scalar_axis(S, axis)
@require(reduce(S, axis, False))
def extreme_of_either(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, out: None = None, keepdims: Value = False, initial: Value = None, where: Value = True) -> Unknown: ...
@template
@overload
@effect
def extreme_of_either(a: Value, axis: Value = None, out: Value = None, keepdims: Value = False, initial: Value = None, where: Value = True) -> Unknown: ...
amax = extreme_of_either("max")
amin = extreme_of_either("min")

# --- what isn't masked ----------------------------------------------------------------------------

@require(reduce(S, axis, False))
def compress_nd(x: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None) -> Unknown: ...
@require(rank(S) == 2, "rows and columns are of arrays of 2 dims")
@raises("NotImplementedError")
@require(reduce(S, axis, False))
def compress_rowcols(x: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None) -> Unknown: ...
@template
@require(rank(S) == 2, "rows and columns are of arrays of 2 dims")
@raises("NotImplementedError")
def mask_lines(a: MaskedArray[T[*S]] | T[*S], axis: Value = None) -> MaskedArray[strong(T)[*S]]: ...
mask_rows = mask_lines("rows")
mask_cols = mask_lines("columns")
@overload
@guard(rank(S) >= 2, axis != None)
@require(at(S, axis))
def notmasked_edges(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None) -> Unknown: ...
@overload
def notmasked_edges(a: Value, axis: Value = None) -> Unknown: ...
@overload
@require(rank(S) <= 2, "2 dims are wanted at most")
@raises("NotImplementedError")
@guard(rank(S) == 2, axis != None)
@require(at(S, axis))
def notmasked_contiguous(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None) -> Unknown: ...
@overload
@require(rank(S) <= 2, "2 dims are wanted at most")
@raises("NotImplementedError")
def notmasked_contiguous(a: MaskedArray[T[*S]] | T[*S], axis: Value = None) -> Unknown: ...
