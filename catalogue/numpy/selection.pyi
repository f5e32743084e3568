"""Choosing, ordering, counting and looking up elements."""

namespace = numpy

# --- by condition --------------------------------------------------------------------------------

@overload
@require(rank(P) >= 1, "a 0-d array has no nonzero: use atleast_1d", since="2.1")
@per_axis
@any_array
def where(condition: C[*P], /) -> tuple_of(rank(P), int64[counted("nonzero", condition, prod(P))]): ...
@overload
@any_array
def where(condition: C[*P], x: T[*S], y: U[*R], /) -> common(T, U)[*broadcast(P, S, R)]: ...
@overload
@require(False, "either both or neither of x and y should be given")
@any_array
def where(condition: C[*P], x: T[*S], /) -> None: ...
@require(rank(S) >= 1, "a 0-d array has no nonzero: use atleast_1d", since="2.1")
@per_axis
def nonzero(a: T[*S]) -> tuple_of(rank(S), int64[counted("nonzero", a, prod(S))]): ...
def flatnonzero(a: T[*S]) -> int64[counted("nonzero", a, prod(S))]: ...
def argwhere(a: T[*S]) -> int64[counted("nonzero", a, prod(S)), rank(S)]: ...
@require(reach(condition) <= prod(S), "what is behind the end of the array is chosen", "IndexOutOfRange")
def extract(condition: C[*P], arr: T[*S]) -> strong(T)[counted("nonzero", condition)]: ...
@overload
@scalar_axis(S, axis)
@guard(axis == None)
@require(reach(condition) <= prod(S), "what is behind the end of the array is chosen", "IndexOutOfRange")
def compress(condition: C[n], a: T[*S], axis: int | None = None, out: Out = None) -> strong(T)[fresh()]: ...
@overload
@scalar_axis(S, axis)
@require(reach(condition) <= at(S, axis), "what is behind the end of the axis is chosen", "IndexOutOfRange")
def compress(condition: C[n], a: T[*S], axis: int | None = None, out: Out = None) -> strong(T)[*replace(S, axis, fresh())]: ...
@require(count(C) == count(T), "as many choices as conditions are wanted")
@raises("TypeError", "NoLoop")
@require(each(condition_of, C))
def select(condlist: Sequence[C[*P]], choicelist: Sequence[T[*S]], default: D[*R] = 0) -> common(T, D)[*broadcast(P, S, R)]: ...
@require(chosen_of(a, count(C), mode))
@raises("TypeError", "Casting")
@require(castable(T, int64, "safe"))
def choose(a: T[*S], choices: Sequence[C[*Q]], out: Out(exact, unsafe) = None, mode: Option["raise", "wrap", "clip", 0, 1, 2] = "raise") -> decay(common(C)[*broadcast(S, Q)]): ...
@effect
@require(negate(any_of(is_a(funclist, number), is_a(funclist, none))), "a list of functions or values is wanted", "WrongSlot")
@require(pieces_for(number_of_conditions(condlist, S), funclist))
def piecewise(x: T[*S], condlist: Value, funclist: Value, *args, **kw) -> strong(T)[*S]: ...
@effect
@require(prod(S) == prod(R), "mask and data must be the same size")
def place(arr: strict(T[*S]), mask: M[*R], vals: V[*Q]) -> None: ...
@effect
@require(prod(S) == prod(R), "mask and data must be the same size")
def putmask(a: strict(T[*S]), /, mask: M[*R], values: V[*Q]) -> None: ...
@effect
@require(any_of(is_a(prod(Q), zero), in_range(ind, prod(S), mode)))
def put(a: strict(T[*S]), ind: I[*R], v: V[*Q], mode: Value = "raise") -> None: ...
@effect
@require(broadcast(without_leading_ones(R, S), S) == S, "it does not broadcast to the destination")
@raises("TypeError", "Casting")
@require(castable(U, T, casting))
def copyto(dst: strict(T[*S]), src: U[*R], casting: Casting = "same_kind", where=True) -> None: ...
@effect
@require(rank(S) >= 2, "at least 2 dims are needed")
def fill_diagonal(a: strict(T[*S]), val: U[*R], wrap=False) -> None: ...
# `a_min` and `a_max` come together, as they do before NumPy 2.1; `min` and `max` are by name, either alone.
@overload
@require(a != None, "None is no number", "WrongSlot")
@keeps_class
def clip(a: T[*S], a_min: None, a_max: None, out: Out(broadcast, same_kind) = None, *, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, strong(T))[*S]): ...
@overload
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], a_min: U[*R] | None, a_max: None, out: Out(broadcast, same_kind) = None, *, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), U))[*broadcast(S, R)]): ...
@overload
@require(any_of(a != None, prod(Q) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], a_min: None, a_max: V[*Q] | None, out: Out(broadcast, same_kind) = None, *, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), V))[*broadcast(S, Q)]): ...
@overload
@require(any_of(a != None, prod(R) == 0, prod(Q) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], a_min: U[*R] | None, a_max: V[*Q] | None, out: Out(broadcast, same_kind) = None, *, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), U, V))[*broadcast(S, R, Q)]): ...
@overload
@require(a != None, "None is no number", "WrongSlot")
def clip(a: T[*S], *, out: Out(broadcast, same_kind) = None, min: None = None, max: None = None, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, strong(T))[*S]): ...
@overload
@require(any_of(a != None, prod(Q) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], *, out: Out(broadcast, same_kind) = None, min: None = None, max: V[*Q], dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), V))[*broadcast(S, Q)]): ...
@overload
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], *, out: Out(broadcast, same_kind) = None, min: U[*R], max: None = None, dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), U))[*broadcast(S, R)]): ...
@overload
@require(any_of(a != None, prod(R) == 0, prod(Q) == 0), "None is no number", "WrongSlot")
def clip(a: T[*S], *, out: Out(broadcast, same_kind) = None, min: U[*R], max: V[*Q], dtype: DType[D] | None = None, **kwargs: OfUfunc) -> decay(choose(D, common(strong(T), U, V))[*broadcast(S, R, Q)]): ...
@overload
def clip(a: T[*S], *, out: Out(broadcast, same_kind) = None, min: U[*R] | None = None, max: V[*Q] | None = None, **kwargs: OfUfunc) -> unknown(): ...

# --- by index ------------------------------------------------------------------------------------

@overload
@scalar_axis(S, axis)
@require(index_kind(indices, I))
@require(taken_from(R, extent(S, axis)) >= 1, "nothing can be taken of nothing", "IndexOutOfRange")
@require(in_range(indices, extent(S, axis), mode))
@guard(axis == None)
@spells_one
@asks_method
def take(a: T[*S], indices: Made[I, *R], axis: int | None = None, out: Out = None, mode: Option["raise", "wrap", "clip", 0, 1, 2] = "raise") -> decay(strong(T)[*R]): ...
@overload
@require(index_kind(indices, I))
@require(any_of(is_a(prod(remove(S, axis)), zero), taken_from(R, extent(S, axis)) >= 1), "nothing can be taken of nothing", "IndexOutOfRange")
@require(any_of(is_a(prod(remove(S, axis)), zero), in_range(indices, extent(S, axis), mode)))
@spells_one
def take(a: T[*S], indices: Made[I, *R], axis: int | None = None, out: Out = None, mode: Option["raise", "wrap", "clip", 0, 1, 2] = "raise") -> decay(strong(T)[*replace(S, axis, R)]): ...
@overload
@guard(axis == None)
@raises("IndexError", "NotAnInteger")
@require(kind(I, ["integer"]))
@require(rank(R) == 1, "without an axis the indices have one dim")
@require(negate(any_of(is_a(arr, sequence), is_a(arr, number))), "an array is wanted", "WrongSlot")
def take_along_axis(arr: T[*S], indices: I[*R], axis: int | None = -1) -> strong(T)[*R]: ...
@overload
@raises("IndexError", "NotAnInteger")
@raises("IndexError", "Broadcast")
@require(kind(I, ["integer"]))
@require(rank(S) == rank(R), "the indices need as many dims as the array")
@require(negate(any_of(is_a(arr, sequence), is_a(arr, number))), "an array is wanted", "WrongSlot")
def take_along_axis(arr: T[*S], indices: I[*R], axis: int | None = -1) -> strong(T)[*along(S, R, axis)]: ...
# Values are repeated by releases before 2.4.
@overload
@effect
@guard(axis == None)
@raises("IndexError", "NotAnInteger")
@require(kind(I, ["integer"]))
@require(rank(R) == 1, "without an axis the indices have one dim")
def put_along_axis(arr: strict(T[*S]), indices: I[*R], values: V[*Q], axis: int | None) -> None: ...
@overload
@effect
@raises("IndexError", "NotAnInteger")
@raises("IndexError", "Broadcast")
@require(kind(I, ["integer"]))
@require(rank(S) == rank(R), "the indices need as many dims as the array")
@require(put_into(Q, along(S, R, axis)))
def put_along_axis(arr: strict(T[*S]), indices: I[*R], values: V[*Q], axis: int | None) -> None: ...
@require(kind(I, ["integer", "bool"]))
@raises("ValueError", "IndexOutOfRange")
@require(from_0(indices, prod(shape)))
def unravel_index(indices: I[*S], shape: Shape, order: Option["C", "F", None] = "C") -> tuple_of(decay(int64[*repeated(S, rank(shape))])): ...
@overload
@raises("ValueError", "IndexOutOfRange")
@require(multi_indices(multi_index, S, dims, mode))
def ravel_multi_index(multi_index: Sequence[I[*S]], dims: Value, mode: Value = "raise", order="C") -> decay(int64[*broadcast(S)]): ...
@overload
def ravel_multi_index(multi_index: Value, dims: Value, mode="raise", order="C") -> unknown(): ...

# --- order ---------------------------------------------------------------------------------------

@overload
@guard(axis == None)
@keeps_class
def sort(a: T[*S], axis: int | None = -1, kind: SortKind = None, order=None, *, stable=None) -> strong(T)[prod(S)]: ...
@overload
def sort(a: T[*S], axis: int | None = -1, kind: SortKind = None, order=None, *, stable=None) -> strong(T)[*along_axis(S, axis)]: ...
@overload
@scalar_axis(S, axis)
@guard(axis == None)
@attained(0, prod(S) - 1)
def argsort(a: T[*S], axis: int | None = -1, kind: SortKind = None, order=None, *, stable=None) -> int64[prod(S)]: ...
@overload
@scalar_axis(S, axis)
@attained(0, last_place(S, axis))
def argsort(a: T[*S], axis: int | None = -1, kind: SortKind = None, order=None, *, stable=None) -> int64[*along_axis(S, axis)]: ...
@overload
@guard(axis == None)
@require(kth_of(kth, prod(S), S))
def partition(a: T[*S], kth: Value, axis: int | None = -1, kind: Option["introselect"] = "introselect", order=None) -> strong(T)[prod(S)]: ...
@overload
@require(kth_of(kth, at(S, axis), S))
def partition(a: T[*S], kth: Value, axis: int | None = -1, kind: Option["introselect"] = "introselect", order=None) -> strong(T)[*along_axis(S, axis)]: ...
@overload
@scalar_axis(S, axis)
@guard(axis == None)
@require(kth_of(kth, prod(S), S))
@attained(0, prod(S) - 1)
def argpartition(a: T[*S], kth: Value, axis: int | None = -1, kind: Option["introselect"] = "introselect", order=None) -> int64[prod(S)]: ...
@overload
@scalar_axis(S, axis)
@require(kth_of(kth, at(S, axis), S))
@attained(0, last_place(S, axis))
def argpartition(a: T[*S], kth: Value, axis: int | None = -1, kind: Option["introselect"] = "introselect", order=None) -> int64[*along_axis(S, axis)]: ...
# The items of a matrix have two dims.
@overload
@guard(any_of(is_a(keys, str), is_a(keys, Matrix)))
def lexsort(keys: Value, axis: int = -1) -> Unknown: ...
@overload
@attained(0, last_place(remove(S, 0), axis))
def lexsort(keys: T[*S], axis: int = -1) -> decay(int64[*remove(S, 0)]): ...
@raises("TypeError", "NotAnInteger")
@require(sorted_by(sorter, n))
def searchsorted(a: T[n], v: Operand[U, *R], side: Option["left", "right"] = "left", sorter: Value = None) -> decay(int64[*R]): ...
@raises("TypeError", "NoLoop")
@require(ordered(T))
@require(any_of(ascends(bins), descends(bins)), "the bins neither ascend nor descend")
@any_array
def digitize(x: Operand[T, *S], bins: B[n], right=False) -> decay(int64[*S]): ...

# --- sets ----------------------------------------------------------------------------------------

@overload
@guard(axis == None, equal_nan == True)
@hazard("CF713", is_one_object(written(ar)), "this is no sequence: to NumPy it is one object", "`list(...)`")
def unique(ar: T[*S], return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, *, equal_nan=True, sorted=True) -> one_or_tuple([strong(T)[*distinct_shape(S, axis, counted("distinct", ar, extent(S, axis), min(1, extent(S, axis))))], *asked(return_index, int64[counted("distinct", ar, extent(S, axis), min(1, extent(S, axis)))]), *asked(return_inverse, int64[*inverse_shape(S, axis)]), *asked(return_counts, int64[counted("distinct", ar, extent(S, axis), min(1, extent(S, axis)))])]): ...
@overload
@hazard("CF713", is_one_object(written(ar)), "this is no sequence: to NumPy it is one object", "`list(...)`")
def unique(ar: T[*S], return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, *, equal_nan=True, sorted=True) -> one_or_tuple([strong(T)[*distinct_shape(S, axis, fresh())], *asked(return_index, int64[fresh()]), *asked(return_inverse, int64[*inverse_shape(S, axis)]), *asked(return_counts, int64[fresh()])]): ...
@hazard("CF713", is_one_object(written(test_elements)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@any_array
def isin(element: T[*S], test_elements: U[*R], assume_unique=False, invert=False, *, kind: Option["sort", "table", None] = None) -> bool[*S]: ...
@overload
def intersect1d(ar1: T[*S], ar2: U[*R], assume_unique=False, return_indices: Literal[False] = False) -> common(strong(T), strong(U))[fresh()]: ...
@overload
def intersect1d(ar1: T[*S], ar2: U[*R], assume_unique=False, return_indices: Literal[True] = False) -> of_common(common(strong(T), strong(U)), fresh()): ...
@hazard("CF713", is_one_object(written(ar1)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@hazard("CF713", is_one_object(written(ar2)), "this is no sequence: to NumPy it is one object", "`list(...)`")
def union1d(ar1: T[*S], ar2: U[*R]) -> common(T, U)[fresh()]: ...
@hazard("CF713", is_one_object(written(ar1)), "this is no sequence: to NumPy it is one object", "`list(...)`")
@hazard("CF713", is_one_object(written(ar2)), "this is no sequence: to NumPy it is one object", "`list(...)`")
def setdiff1d(ar1: T[*S], ar2: U[*R], assume_unique=False) -> strong(T)[fresh()]: ...
def setxor1d(ar1: T[*S], ar2: U[*R], assume_unique: bool = False) -> of_both(T, U, assume_unique)[fresh()]: ...

# --- counting ------------------------------------------------------------------------------------

@overload
@raises("TypeError", "Casting")
@require(counted_kind(x, T))
@require(counted_from_0(x))
@require(minlength >= 0, "minlength is negative")
def bincount(x: T[n], /, weights: None = None, minlength: int = 0) -> int64[size_between(minlength)]: ...
@overload
@require(False, "minlength is an int", "WrongSlot", since="2.3")
def bincount(x: T[n], /, weights: Value = None, minlength: None = 0) -> unknown()[any_size()]: ...
@overload
@guard(is_a(n, zero))
def bincount(x: T[n], /, weights: Value = None, minlength: int = 0) -> int64[minlength]: ...
@overload
@raises("TypeError", "Casting")
@require(counted_kind(x, T))
@require(castable(W, float64, "safe"))
@require(counted_from_0(x))
@require(minlength >= 0, "minlength is negative")
@require(n == m, "the list and the weights have different lengths")
def bincount(x: T[n], /, weights: W[m] = None, minlength: int = 0) -> float64[size_between(minlength)]: ...
@overload
@guard(is_a(bins, int))
@require(bins >= 1, "at least one bin is wanted")
@require(any_of(range == None, ascends(range)), "the range ends before it begins")
@require(weights_like(weights, S))
@any_array
def histogram(a: Operand[T, *S], bins: Value = 10, range: Value = None, density: Value = None, weights: Value = None) -> tuple[frequency(density, weights)[bins], inexact(T)[bins + 1]]: ...
# A truth of NumPy's is a number of bins to releases before 2.3.
@overload
@guard(is_a(bins, numpy_scalar), elem(bins) == bool)
@require(False, "a truth is no number of bins", "NotAnInteger", since="2.3")
@any_array
def histogram(a: Operand[T, *S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[frequency(density, weights)[fresh()], inexact(T)[fresh()]]: ...
@overload
@guard(is_a(bins, str))
@require(estimates_bins(bins), "it estimates bins by none of the methods that there are: auto, fd, doane, scott, stone, rice, sturges, sqrt")
@any_array
def histogram(a: Operand[T, *S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[frequency(density, weights)[fresh()], inexact(T)[fresh()]]: ...
@overload
@require(ascends(bins), "the edges of the bins do not ascend")
@require(weights_like(weights, S))
@any_array
def histogram(a: Operand[T, *S], bins: B[m] = 10, range=None, density: Value = None, weights: Value = None) -> tuple[frequency(density, weights)[max(m - 1, 0)], strong(B)[m]]: ...
@overload
@any_array
def histogram(a: Operand[T, *S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[unknown()[fresh()], unknown()[fresh()]]: ...
@overload
@guard(is_a(bins, int))
@require(bins >= 1, "at least one bin is wanted")
@require(any_of(range == None, ascends(range)), "the range ends before it begins")
@require(weights_like(weights, S))
def histogram_bin_edges(a: T[*S], bins: Value = 10, range: Value = None, weights: Value = None) -> inexact(T)[bins + 1]: ...
@overload
@guard(is_a(bins, numpy_scalar), elem(bins) == bool)
@require(False, "a truth is no number of bins", "NotAnInteger", since="2.3")
def histogram_bin_edges(a: T[*S], bins: Value = 10, range=None, weights: Value = None) -> inexact(T)[fresh()]: ...
@overload
@guard(is_a(bins, str))
@require(estimates_bins(bins), "it estimates bins by none of the methods that there are: auto, fd, doane, scott, stone, rice, sturges, sqrt")
def histogram_bin_edges(a: T[*S], bins: Value = 10, range=None, weights: Value = None) -> inexact(T)[fresh()]: ...
@overload
@require(ascends(bins), "the edges of the bins do not ascend")
@require(weights_like(weights, S))
def histogram_bin_edges(a: T[*S], bins: B[m] = 10, range=None, weights: Value = None) -> strong(B)[m]: ...
@overload
def histogram_bin_edges(a: T[*S], bins: Value = 10, range=None, weights: Value = None) -> unknown()[fresh()]: ...
@overload
@guard(is_a(bins, int))
@require(n == m, "x and y differ in length")
@require(bins >= 1, "at least one bin is wanted")
@require(weights_of_points(weights, n))
def histogram2d(x: T[n], y: U[m], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[density_over(density, edges_dtype(T, U, n))[bins, bins], edges_dtype(T, U, n)[bins + 1], edges_dtype(T, U, n)[bins + 1]]: ...
@overload
@guard(any_of(is_a(bins, sequence), is_a(bins, array)), rank(shape_of(bins)) >= 1, at(shape_of(bins), 0) == 1)
@require(False, "one number of bins is wanted, or bins for x and bins for y")
def histogram2d(x: T[n], y: U[m], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> Unknown: ...
@overload
@guard(is_a(bins, sequence), rank((*bins,)) == 2)
@require(each(edges_ascend, parts(bins)))
@require(n == m, "x and y differ in length")
@require(weights_of_points(weights, n))
def histogram2d(x: T[n], y: U[m], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple_of([density_over(density, common(float64, *each(bin_dtype, parts(bins), T, U, n)))[*each(bin_count, parts(bins))], *each(bin_edges, parts(bins), T, U, n)]): ...
@overload
@guard(any_of(is_a(bins, sequence), is_a(bins, array)), rank(shape_of(bins)) == 1, at(shape_of(bins), 0) >= 3)
@require(n == m, "x and y differ in length")
@require(weights_of_points(weights, n))
def histogram2d(x: T[n], y: U[m], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[density_over(density, bin_dtype(bins, T, U, n))[bin_count(bins), bin_count(bins)], bin_edges(bins, T, U, n), bin_edges(bins, T, U, n)]: ...
@overload
@require(n == m, "x and y differ in length")
@require(weights_of_points(weights, n))
def histogram2d(x: T[n], y: U[m], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[density_over(density, unknown())[unknown(), unknown()], unknown()[unknown()], unknown()[unknown()]]: ...
# A row is a point of as many dims as there are columns; else each row is a dim.
@overload
@guard(rank(S) <= 2, is_a(bins, int))
@require(bins >= 1, "at least one bin is wanted")
@require(weights_of_points(weights, number_of_points(sample, S)))
def histogramdd(sample: T[*S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> histogram_of(points_of(sample, S), T, prod(S), bins, density): ...
@overload
@guard(rank(S) <= 2, is_a(bins, sequence), is_constant(rank((*bins,))))
@require(each(edges_ascend, parts(bins)))
@require(rank((*bins,)) == points_of(sample, S), "as many numbers of bins, or lists of edges, are wanted as there are dims")
@require(weights_of_points(weights, number_of_points(sample, S)))
def histogramdd(sample: T[*S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[density_over(density, common(float64, *each(bin_dtype, parts(bins), T, T, prod(S))))[*each(bin_count, parts(bins))], list_of(each(bin_edges, parts(bins), T, T, prod(S)))]: ...
@overload
@guard(rank(S) <= 2, is_a(bins, array), rank(shape_of(bins)) >= 1)
@require(at(shape_of(bins), 0) == points_of(sample, S), "as many numbers of bins, or lists of edges, are wanted as there are dims")
@require(weights_of_points(weights, number_of_points(sample, S)))
def histogramdd(sample: T[*S], bins: Value = 10, range=None, density: Value = None, weights: Value = None) -> tuple[unknown()[*dims(at(shape_of(bins), 0), any_size())], Unknown]: ...
@overload
@require(rank(S) <= 2, "a sample has at most 2 dims")
def histogramdd(sample: T[*S], bins: Value = 10, range=None, density: Value = None, weights=None) -> tuple[unknown()[...], Unknown]: ...
