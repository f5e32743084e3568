"""Reductions along an axis, several, or all; and sums and products on the way."""

namespace = numpy

# --- sums and means ------------------------------------------------------------------------------

@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def sum(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, initial=None, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "sum")[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def prod(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, initial=None, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "prod")[*reduce(S, axis, keepdims)]): ...
# A 0-d array has an axis if there is a mask.
@overload
@guard(rank(S) == 0, is_a(where, array))
@require(mask_of(where, W))
def mean(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, *, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "mean")[()]): ...
@overload
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def mean(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, *, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "mean")[*reduce(S, axis, keepdims)]): ...
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def std(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(exact, same_kind) = None, ddof=0, keepdims: bool = False, *, where: forced(W[*M]) = True, mean=None, correction=None) -> decay(reduced_as(D, T, "var")[*reduce(S, axis, keepdims)]): ...
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def var(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, ddof=0, keepdims: bool = False, *, where: forced(W[*M]) = True, mean=None, correction=None) -> decay(reduced_as(D, T, "var")[*reduce(S, axis, keepdims)]): ...
def median(a: T[*S], axis: Axis | None = None, out: Out = None, overwrite_input=False, keepdims: bool = False) -> median_of(dtype_map("median", T)[*reduce(S, axis, keepdims)], keepdims): ...
@overload
def average(a: T[*S], axis: Axis | None = None, weights: None = None, returned: Literal[False] = False, *, keepdims: bool = False) -> decay(dtype_map("mean", T)[*reduce(S, axis, keepdims)]): ...
@overload
@raises("TypeError")
@require(broadcast(R, S) == S, "the weights have another shape")
def average(a: T[*S], axis: None = None, weights: W[*R] = None, returned: Literal[False] = False, *, keepdims: bool = False) -> decay(inexact(T, W)[*reduce(S, None, keepdims)]): ...
@overload
def average(a: T[*S], axis: Axis | None = None, weights: W[*R] = None, returned: Literal[False] = False, *, keepdims: bool = False) -> decay(inexact(T, W)[*reduce(weighted(S, R, axis), axis, keepdims)]): ...
@require(nonempty(S, axis, None) >= 1, "nothing has no quantiles")
@require(rank(R) <= 2, "q has at most 2 dims")
def percentile(a: T[*S], q: Q[*R], axis: Axis | None = None, out: Out(any, same_kind) = None, overwrite_input=False, method: Value = "linear", keepdims: bool = False, *, weights=None) -> median_of(quantile_dtype(T, Q, method)[*R, *reduce(S, axis, keepdims)], keepdims): ...
@require(nonempty(S, axis, None) >= 1, "nothing has no quantiles")
@require(rank(R) <= 2, "q has at most 2 dims")
def quantile(a: T[*S], q: Q[*R], axis: Axis | None = None, out: Out(any, same_kind) = None, overwrite_input=False, method: Value = "linear", keepdims: bool = False, *, weights=None) -> median_of(quantile_dtype(T, Q, method)[*R, *reduce(S, axis, keepdims)], keepdims): ...
@scalar_axis
def count_nonzero(a: T[*S], axis: Axis | None = None, *, keepdims: bool = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...

# --- extremes ------------------------------------------------------------------------------------

@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
@require(any_of(negate(is_a(where, array)), initial != None), "a masked reduction without identity wants an initial value")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme")
def max(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, initial: Value = None, where: forced(W[*M]) = True) -> decay(loop("maximum", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
@require(any_of(negate(is_a(where, array)), initial != None), "a masked reduction without identity wants an initial value")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme")
def min(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, initial: Value = None, where: forced(W[*M]) = True) -> decay(loop("minimum", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
amax = max
amin = min
@scalar_axis
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme")
def ptp(a: T[*S], axis: Axis | None = None, out: Out(exact, same_kind) = None, keepdims: bool = False) -> decay(strong(T)[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme")
def argmax(a: T[*S], axis: int | None = None, out: Out = None, *, keepdims: bool = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme")
def argmin(a: T[*S], axis: int | None = None, out: Out = None, *, keepdims: bool = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...

# --- truth ---------------------------------------------------------------------------------------

@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def any(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, *, where: forced(W[*M]) = True) -> truth_of(a, decay(bool[*reduce(S, axis, keepdims)])): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def all(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, *, where: forced(W[*M]) = True) -> truth_of(a, decay(bool[*reduce(S, axis, keepdims)])): ...

# --- that pass over nan --------------------------------------------------------------------------

@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def nansum(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, initial=None, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "sum")[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def nanprod(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, initial=None, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "prod")[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def nanmean(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: bool = False, *, where: forced(W[*M]) = True) -> decay(reduced_as(D, T, "mean")[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def nanstd(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(exact, same_kind) = None, ddof=0, keepdims: bool = False, *, where: forced(W[*M]) = True, mean=None, correction=None) -> decay(reduced_as(D, T, "var")[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def nanvar(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, ddof=0, keepdims: bool = False, *, where: forced(W[*M]) = True, mean=None, correction=None) -> decay(reduced_as(D, T, "var")[*reduce(S, axis, keepdims)]): ...
def nanmedian(a: T[*S], axis: Axis | None = None, out: Out = None, overwrite_input=False, keepdims: bool = False) -> median_of(dtype_map("median", T)[*reduce(S, axis, keepdims)], keepdims): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme")
def nanmax(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, initial: Value = None, where: forced(W[*M]) = True) -> decay(loop("fmax", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme")
def nanmin(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: bool = False, initial: Value = None, where: forced(W[*M]) = True) -> decay(loop("fmin", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme")
def nanargmax(a: T[*S], axis: int | None = None, out: Out = None, *, keepdims: bool = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...
@scalar_axis
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme")
def nanargmin(a: T[*S], axis: int | None = None, out: Out = None, *, keepdims: bool = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...
def nanpercentile(a: T[*S], q: Q[*R], axis: Axis | None = None, out: Out(any, same_kind) = None, overwrite_input=False, method: Value = "linear", keepdims: bool = False, *, weights=None) -> median_of(quantile_dtype(T, Q, method)[*R, *reduce(S, axis, keepdims)], keepdims): ...

# --- on the way ----------------------------------------------------------------------------------

@scalar_axis
def cumsum(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out = None) -> reduced_as(D, T, "sum")[*flat_unless(S, axis)]: ...
@scalar_axis
def cumprod(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out = None) -> reduced_as(D, T, "prod")[*flat_unless(S, axis)]: ...
@overload
@guard(n == 0)
def diff(a: T[*S], n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> a: ...
@overload
@guard(all_of(prepend == None, append == None))
def diff(a: T[*S], n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> difference_dtype(T)[*edit(S, axis, "replace", max(at(S, axis) - n, 0))]: ...
@overload
def diff(a: T[*S], n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> unknown()[*edit(S, axis, "replace", fresh())]: ...
def ediff1d(ary: T[*S], to_end=None, to_begin=None) -> strong(T)[fresh()]: ...
@overload
@guard(rank(S) == 1)
@require(prod(S) >= 2, "at least 2 points are needed")
def gradient(f: T[*S], *varargs, axis: Axis | None = None, edge_order=1) -> inexact(T)[*S]: ...
@overload
@guard(axis == None)
def gradient(f: T[*S], *varargs, axis: Axis | None = None, edge_order=1) -> tuple_of(rank(S), inexact(T)[*S]): ...
@overload
@guard(is_a(axis, int))
def gradient(f: T[*S], *varargs, axis: Axis | None = None, edge_order=1) -> inexact(T)[*along_axis(S, axis)]: ...
@overload
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x: None = None, dx=1.0, axis: int = -1) -> decay(inexact(T)[*edit(S, axis, "remove")]): ...
@overload
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x: U[*R] = None, dx=1.0, axis: int = -1) -> decay(inexact(T, U)[*edit(weights_of(R, S), axis, "remove")]): ...
trapz = trapezoid
