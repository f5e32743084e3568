"""Reductions along an axis, several, or all; and sums and products on the way."""

namespace = numpy

# --- families, whose others pass over nan --------------------------------------------------------

# sum, prod.
@template
@folds(NAME, a)
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@asks_method
def total(a: T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, initial=None, where: Mask = True) -> decay(reduced_into(out, D, T, NAME)[*reduce(S, axis, keepdims)]): ...
# argmax, argmin.
@template
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme", "Empty")
@asks_method
def place_of_extreme(a: T[*S], axis: int | None = None, out: Out = None, *, keepdims: KeepDims = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...
# nanmax, nanmin, by the ufunc that passes over nan.
@template
@scalar_axis(S, axis)
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme", "Empty")
def extreme_number(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: KeepDims = False, initial: Value = None, where: Mask = True) -> decay(loop(NAME, strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...

# --- sums and means ------------------------------------------------------------------------------

sum = total("sum")
prod = total("prod")
# A 0-d array has an axis if there is a mask.
@overload
@guard(rank(S) == 0, any_of(is_a(where, array), is_a(where, sequence), where == False))
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@asks_method
def mean(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Where = True) -> decay(reduced_as(D, T, "mean")[()]): ...
@overload
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
def mean(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(reduced_as(D, T, "mean")[*reduce(S, axis, keepdims)]): ...
@overload
@guard(rank(S) == 0, any_of(is_a(where, array), is_a(where, sequence), is_a(where, numpy_scalar), where == False))
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@scalar_axis(S, axis)
@require(root_fits(D, reduce(S, axis, keepdims)))
@asks_method
def std(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(exact, same_kind) = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@overload
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@require(root_fits(D, reduce(S, axis, keepdims)))
def std(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(exact, same_kind) = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@overload
@guard(rank(S) == 0, any_of(is_a(where, array), is_a(where, sequence), is_a(where, numpy_scalar), where == False))
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@scalar_axis(S, axis)
@asks_method
def var(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@overload
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
def var(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@require(merged(S, axis))
def median(a: Operand[T, *S], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, keepdims: KeepDims = False) -> median_of(dtype_map("median", T)[*reduce(S, axis, keepdims)], keepdims, out): ...
@overload
@raises("ZeroDivisionError", "Value")
@require(prod(reduce(S, axis, keepdims)) >= 1, "the mean of nothing is wanted")
def average(a: Operand[T, *S], axis: Axes | None = None, weights: None = None, returned: Literal[False] = False, *, keepdims: KeepDims = False) -> decay(dtype_map("mean", T)[*reduce(S, axis, keepdims)]): ...
@overload
@raises("TypeError")
@require(R == S, "the weights have another shape")
def average(a: Operand[T, *S], axis: None = None, weights: W[*R] = None, returned: Literal[False] = False, *, keepdims: KeepDims = False) -> decay(average_dtype(T, W)[*reduce(S, None, keepdims)]): ...
@overload
def average(a: Operand[T, *S], axis: Axes | None = None, weights: W[*R] = None, returned: Literal[False] = False, *, keepdims: KeepDims = False) -> decay(average_dtype(T, W)[*reduce(weighted(S, R, axis), axis, keepdims)]): ...
@overload
@raises("ZeroDivisionError", "Value")
@require(prod(reduce(S, axis, keepdims)) >= 1, "the mean of nothing is wanted")
def average(a: Operand[T, *S], axis: Axes | None = None, weights: None = None, returned: Literal[True] = False, *, keepdims: KeepDims = False) -> twice(decay(dtype_map("mean", T)[*reduce(S, axis, keepdims)])): ...
@overload
@raises("TypeError")
@require(R == S, "the weights have another shape")
def average(a: Operand[T, *S], axis: None = None, weights: W[*R] = None, returned: Literal[True] = False, *, keepdims: KeepDims = False) -> twice(decay(average_dtype(T, W)[*reduce(S, None, keepdims)])): ...
@overload
def average(a: Operand[T, *S], axis: Axes | None = None, weights: W[*R] = None, returned: Literal[True] = False, *, keepdims: KeepDims = False) -> twice(decay(average_dtype(T, W)[*reduce(weighted(S, R, axis), axis, keepdims)])): ...
@raises("IndexError", "Empty")
@require(any_of(is_a(prod(R), zero), nonempty(S, axis, None) >= 1), "nothing has no quantiles", "Empty")
@require(rank(R) <= 2, "q has at most 2 dims")
@raises("TypeError", "NoLoop")
@require(ordered(T))
@require(within(q, 100))
@former("2.4", "interpolation")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(weights == None, method == "inverted_cdf"), "weights are of the method inverted_cdf alone")
def percentile(a: T[*S], q: Operand[Q, *R], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, method: Value = "linear", keepdims: KeepDims = False, *, weights: Value = None) -> median_of(percent_dtype(T, Q, q, method)[*R, *reduce(S, axis, keepdims)], keepdims, out): ...
@raises("IndexError", "Empty")
@require(any_of(is_a(prod(R), zero), nonempty(S, axis, None) >= 1), "nothing has no quantiles", "Empty")
@require(rank(R) <= 2, "q has at most 2 dims")
@raises("TypeError", "NoLoop")
@require(ordered(T))
@require(within(q, 1))
@former("2.4", "interpolation")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(weights == None, method == "inverted_cdf"), "weights are of the method inverted_cdf alone")
def quantile(a: T[*S], q: Operand[Q, *R], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, method: Value = "linear", keepdims: KeepDims = False, *, weights: Value = None) -> median_of(extreme_dtype(T, Q, q, method)[*R, *reduce(S, axis, keepdims)], keepdims, out): ...
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
def count_nonzero(a: T[*S], axis: Axis | None = None, *, keepdims: KeepDims = False) -> decay(int64[*reduce(S, axis, keepdims)]): ...

# --- extremes ------------------------------------------------------------------------------------

@folds("max", a)
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@require(any_of(negate(is_a(where, array)), initial != None), "a masked reduction without identity wants an initial value")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme", "Empty")
@hazard("CF712", all_of(is_a(written(a), number), by_place(axis)), "of a number nothing but itself: the second argument is the axis", "`np.maximum`")
@asks_method
def max(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: KeepDims = False, initial: Value = None, where: Mask = True) -> decay(loop("maximum", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
@folds("min", a)
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@require(any_of(negate(is_a(where, array)), initial != None), "a masked reduction without identity wants an initial value")
@require(nonempty(S, axis, initial) >= 1, "a zero-size array has no extreme", "Empty")
@hazard("CF712", all_of(is_a(written(a), number), by_place(axis)), "of a number nothing but itself: the second argument is the axis", "`np.minimum`")
@asks_method
def min(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: KeepDims = False, initial: Value = None, where: Mask = True) -> decay(loop("minimum", strong(T), strong(T))[*reduce(S, axis, keepdims)]): ...
amax = max
amin = min
@scalar_axis(S, axis)
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme", "Empty")
def ptp(a: Operand[T, *S], axis: Axis | None = None, out: Out(exact, same_kind) = None, keepdims: KeepDims = False) -> decay(loop("subtract", first_of(out, T), strong(T))[*reduce(S, axis, keepdims)]): ...
argmax = place_of_extreme("argmax")
argmin = place_of_extreme("argmin")

# --- truth ---------------------------------------------------------------------------------------

@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@elements(a)
@truth(False, prod(S) == 0)
@asks_method
def any(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(bool[*reduce(S, axis, keepdims)]): ...
@hazard("CF713", is_one_object(written(a)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@scalar_axis(S, axis)
@elements(a)
@truth(True, prod(S) == 0)
@asks_method
def all(a: T[*S], axis: Axis | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(bool[*reduce(S, axis, keepdims)]): ...

# --- that pass over nan --------------------------------------------------------------------------

nansum = total("sum")
nanprod = total("prod")
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@scalar_axis(S, axis)
def nanmean(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(reduced_as(D, T, "mean")[*reduce(S, axis, keepdims)]): ...
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@scalar_axis(S, axis)
def nanstd(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(exact, same_kind) = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
@scalar_axis(S, axis)
def nanvar(a: Operand[T, *S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, ddof: Value = 0, keepdims: KeepDims = False, *, where: Mask = True, mean: Value = None, correction: Value = None) -> deviation(decay(reduced_as(D, deviating(T, mean), "var")[*reduce(S, axis, keepdims)]), S, mean, ddof, correction): ...
@require(negate(is_no_sequence(a)), "a generator, a set or a dict is no sequence of numbers", "WrongSlot")
def nanmedian(a: Operand[T, *S], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, keepdims: KeepDims = False) -> median_of(dtype_map("median", T)[*reduce(S, axis, keepdims)], keepdims, out): ...
nanmax = extreme_number("fmax")
nanmin = extreme_number("fmin")
nanargmax = place_of_extreme("argmax")
nanargmin = place_of_extreme("argmin")
@raises("TypeError", "NoLoop")
@require(ordered(T))
@require(within(q, 100))
@former("2.4", "interpolation")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(weights == None, method == "inverted_cdf"), "weights are of the method inverted_cdf alone")
def nanpercentile(a: T[*S], q: Operand[Q, *R], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, method: Value = "linear", keepdims: KeepDims = False, *, weights: Value = None) -> median_of(nan_percent(T, Q, q, method, S)[*of_some(R, S), *reduce(S, axis, keepdims)], keepdims, out): ...

# --- on the way ----------------------------------------------------------------------------------

@scalar_axis(S, axis)
@asks_method
def cumsum(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None) -> reduced_as(D, T, "sum")[*flat_unless(S, axis)]: ...
@scalar_axis(S, axis)
@asks_method
def cumprod(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None) -> reduced_as(D, T, "prod")[*flat_unless(S, axis)]: ...
@overload
@guard(n == 0)
@require(n >= 0, "the order is negative")
@views(n == 0)
@keeps_class
def diff(a: T[*S], n: int = 1, axis: Value = -1, prepend: Value = None, append: Value = None) -> a: ...
@overload
@guard(all_of(prepend == None, append == None))
@require(n >= 0, "the order is negative")
@views(n == 0)
def diff(a: T[*S], n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None) -> difference_dtype(T)[*replace(S, axis, max(at(S, axis) - n, 0))]: ...
@overload
@require(n >= 0, "the order is negative")
def diff(a: T[*S], n: int = 1, axis: int = -1, prepend: P[*X] | None = None, append: Q[*Y] | None = None) -> difference_dtype(joined_with(joined_with(T, P), Q))[*differences(concat([piece_of(X, S, axis), S, piece_of(Y, S, axis)], axis), axis, n)]: ...
@require(castable(E, T, "same_kind"))
@require(castable(B, T, "same_kind"))
def ediff1d(ary: T[*S], to_end: E[*X] | None = None, to_begin: B[*Y] | None = None) -> loop("subtract", strong(T), strong(T))[max(prod(S) - 1, 0) + elements_in(X) + elements_in(Y)]: ...
@overload
@guard(rank(S) == 0, axis == None)
@require(spacings(P, S))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> tuple[()]: ...
@overload
@guard(rank(S) == 1, axis == None)
@require(each(number_of_spacing, varargs))
@require(spacings(P, S))
@require(enough_points(prod(S), edge_order))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> gradient_dtype(T)[*S]: ...
@overload
@guard(axis == None)
@require(any_of(rank(S) == 0, each(number_of_spacing, varargs)))
@require(spacings(P, S))
@require(each(enough_points, S, edge_order))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> tuple_of(rank(S), gradient_dtype(T)[*S]): ...
@overload
@guard(is_a(axis, int))
@require(each(number_of_spacing, varargs))
@require(spacings(P, (at(S, axis),)))
@require(enough_points(at(S, axis), edge_order))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> gradient_dtype(T)[*along_axis(S, axis)]: ...
@overload
@guard(is_a(axis, tuple), rank((*axis,)) == 0, count(P) == 0)
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> tuple_of(0, float64[()]): ...
@overload
@guard(is_a(axis, tuple), rank((*axis,)) == 1)
@require(each(number_of_spacing, varargs))
@require(spacings(P, at(S, axis)))
@require(each(enough_points, at(S, axis), edge_order))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> gradient_dtype(T)[*S]: ...
@overload
@guard(is_a(axis, tuple))
@require(remove(S, parts(axis)))
@require(spacings(P, at(S, axis)))
@require(each(enough_points, at(S, axis), edge_order))
def gradient(f: T[*S], *varargs: V[*P], axis: Axes | None = None, edge_order: Value = 1) -> tuple_of(rank((*axis,)), gradient_dtype(T)[*S]): ...
@overload
@raises("IndexError", "AxisOutOfRange")
@require(distances_fit(dx, replace(S, axis, max(at(S, axis) - 1, 0))))
def trapezoid(y: T[*S], x: None = None, dx: Value = 1.0, axis: int = -1) -> decay(spaced(area_dtype(T, None), dx)[*remove(S, axis)]): ...
@overload
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x: U[*R] = None, dx=1.0, axis: int = -1) -> decay(area_dtype(T, U)[*remove(weights_of(R, S, axis), axis)]): ...
trapz = trapezoid
