"""Words of the catalogue, defined from the solver's relations in the catalogue's own notation.

S, R are shapes, T, U element types, n, m sizes; axis, keepdims and the like are arguments as they are given.
Alternatives are tried in order; `@guard` says when one is meant. While a guard can't be decided, the
result is what all remaining alternatives have in common.
"""

# --- kinds of parameters -------------------------------------------------------------------------

Casting = Option["no", "equiv", "safe", "same_kind", "unsafe"]
Order = Option["C", "F", "A", "K", None]
# The first letter decides.
SortKind = Option["q*", "h*", "m*", "s*", None]

# Dims of 1 that are asked for are meant.
@spells_one(keepdims == True)
def KeepDims(keepdims: bool): ...

# A mask that is broadcast with the operands.
@require(mask_of(where, W))
def Where(where: forced(W[*M])): ...

# A mask of an array's elements: of those of S.
@require(mask_of(where, W))
@require(broadcast(M, S) == S, "the mask does not broadcast to the array")
def Mask(where: forced(W[*M])): ...

# --- reductions ----------------------------------------------------------------------------------

@overload
@guard(keepdims == True)
def reduce(S, axis, keepdims) -> edit(S, axis, "replace", 1): ...
@overload
@guard(keepdims == False)
def reduce(S, axis, keepdims) -> edit(S, axis, "remove"): ...
@overload
def reduce(S, axis, keepdims) -> either(edit(S, axis, "replace", 1), edit(S, axis, "remove"), keepdims): ...

@overload
@guard(keepdims == True)
def either(a, b, keepdims) -> a: ...
@overload
def either(a, b, keepdims) -> b: ...

# How many elements one reduced group has.
@overload
@guard(axis == None)
def reduced_size(S, axis) -> prod(S): ...
@overload
@guard(is_a(axis, int))
def reduced_size(S, axis) -> at(S, axis): ...
@overload
def reduced_size(S, axis) -> prod(at(S, axis)): ...

# How many elements one reduced group has, where there is no initial value to begin with.
@overload
@guard(initial != None)
def nonempty(S, axis, initial) -> 1: ...
@overload
def nonempty(S, axis, initial) -> reduced_size(S, axis): ...

# A mask is an array of bools; what is no array is made one.
@overload
@guard(is_a(where, array))
def mask_of(where, W) -> castable(W, bool, "safe"): ...
@overload
def mask_of(where, W) -> W: ...

# cumsum, repeat, ...: without an axis the array is flattened.
@overload
@guard(axis == None)
def flat_unless(S, axis) -> (prod(S),): ...
@overload
def flat_unless(S, axis) -> one_of(at(S, axis), S): ...

# An axis along which things happen, the shape staying as it is.
@overload
@guard(axis == None)
def along_axis(S, axis) -> S: ...
@overload
def along_axis(S, axis) -> one_of(at(S, axis), S): ...

# --- adding and removing dims --------------------------------------------------------------------

def expand(S, axis) -> edit(S, axis, "insert", 1): ...
def insert(S, axis, n) -> edit(S, axis, "insert", n): ...

@overload
@guard(axis == None)
def squeeze(S, axis) -> drop_ones(S): ...
@overload
@guard(axis == ())
def squeeze(S, axis) -> S: ...
@overload
@guard(is_a(axis, int))
@require(at(S, axis) == 1, "cannot select an axis to squeeze out which has size not equal to one")
def squeeze(S, axis) -> edit(S, axis, "remove"): ...
@overload
@require(prod(at(S, axis)) == 1, "cannot select an axis to squeeze out which has size not equal to one")
def squeeze(S, axis) -> edit(S, axis, "remove"): ...

@overload
@guard(rank(S) >= 1)
def at_least_1d(S) -> S: ...
@overload
def at_least_1d(S) -> (1,): ...

@overload
@guard(rank(S) >= 2)
def at_least_2d(S) -> S: ...
@overload
@guard(rank(S) == 1)
def at_least_2d(S) -> (1, *S): ...
@overload
def at_least_2d(S) -> (1, 1): ...

@overload
@guard(rank(S) >= 3)
def at_least_3d(S) -> S: ...
@overload
@guard(rank(S) == 2)
def at_least_3d(S) -> (*S, 1): ...
@overload
@guard(rank(S) == 1)
def at_least_3d(S) -> (1, *S, 1): ...
@overload
def at_least_3d(S) -> (1, 1, 1): ...

# --- products ------------------------------------------------------------------------------------

# dot: scalars multiply; the last dim of the first against the last but one of the second, or its only one.
@overload
@guard(rank(S) == 0)
def dot(S, R) -> R: ...
@overload
@guard(rank(R) == 0)
def dot(S, R) -> S: ...
@overload
@guard(rank(R) == 1)
def dot(S, R) -> contract(S, R, -1, 0): ...
@overload
def dot(S, R) -> contract(S, R, -1, -2): ...

@overload
@guard(rank(S) == 0)
def inner(S, R) -> R: ...
@overload
@guard(rank(R) == 0)
def inner(S, R) -> S: ...
@overload
def inner(S, R) -> contract(S, R, -1, -1): ...

# tensordot: the last k dims of the first against the first k of the second, or the axes given.
@overload
@guard(axes == 0)
def tensordot(S, R, axes) -> append(S, R): ...
@overload
@guard(axes == 1)
def tensordot(S, R, axes) -> contract(S, R, -1, 0): ...
@overload
@guard(axes == 2)
@require(at(S, -2) == at(R, 0), "the dims that are summed over differ")
@require(at(S, -1) == at(R, 1), "the dims that are summed over differ")
def tensordot(S, R, axes) -> append(edit(S, [-2, -1], "remove"), edit(R, [0, 1], "remove")): ...
@overload
@guard(is_a(axes, int))
def tensordot(S, R, axes) -> unknown(): ...
@overload
def tensordot(S, R, axes) -> contract_all(S, R, pick(0, *axes), pick(1, *axes)): ...

@overload
@guard(is_a(i, int), is_a(j, int))
def contract_all(S, R, i, j) -> contract(S, R, i, j): ...
@overload
@guard(is_a(i, sequence), is_a(j, sequence))
@require(at(S, tuple_of(i)) == at(R, tuple_of(j)), "the dims that are summed over differ")
def contract_all(S, R, i, j) -> append(edit(S, tuple_of(i), "remove"), edit(R, tuple_of(j), "remove")): ...
@overload
def contract_all(S, R, i, j) -> unknown(): ...

# cross: vectors of 3 (or 2) along an axis of each, the other dims broadcast.
@overload
@guard(axis == None)
def cross(S, R, axisa, axisb, axisc, axis) -> crossed(S, R, axisa, axisb, axisc, at(S, axisa), at(R, axisb)): ...
@overload
def cross(S, R, axisa, axisb, axisc, axis) -> crossed(S, R, axis, axis, axis, at(S, axis), at(R, axis)): ...
@overload
@guard(n == 3, m == 3)
def crossed(S, R, i, j, k, n, m) -> edit(broadcast(edit(S, i, "remove"), edit(R, j, "remove")), k, "insert", 3): ...
@overload
@guard(n >= 4)
@require(n <= 3, "vectors of 3 are wanted")
def crossed(S, R, i, j, k, n, m) -> broadcast(S, R): ...
@overload
@guard(m >= 4)
@require(m <= 3, "vectors of 3 are wanted")
def crossed(S, R, i, j, k, n, m) -> broadcast(S, R): ...
@overload
@guard(n == 2, m == 2)
def crossed(S, R, i, j, k, n, m) -> broadcast(edit(S, i, "remove"), edit(R, j, "remove")): ...
@overload
def crossed(S, R, i, j, k, n, m) -> unknown(): ...

# The dims of both without the ones that are summed over, which are equal.
@require(at(S, i) == at(R, j), "the dims that are summed over differ")
def contract(S, R, i, j) -> append(edit(S, i, "remove"), edit(R, j, "remove")): ...

# --- joining -------------------------------------------------------------------------------------

def stack(S, axis) -> edit(same(S), axis, "insert", count(S)): ...

# --- ranges --------------------------------------------------------------------------------------

# How many elements arange has; its length with floats depends on rounding.
@overload
@guard(is_a(step, imaginary))
def range_length(start, stop, step) -> pick(0, *parts(step)): ...
@overload
@guard(stop == None)
def range_length(start, stop, step) -> range_length(0, start, step): ...
@overload
@guard(step == None)
def range_length(start, stop, step) -> range_length(start, stop, 1): ...
@overload
@guard(all_of(is_a(start, int), is_a(stop, int), is_a(step, int)))
def range_length(start, stop, step) -> max(0, -((start - stop) // step)): ...
@overload
def range_length(start, stop, step) -> fresh(): ...

# np.array's ndmin: 1s in front.
@overload
@guard(rank(S) >= ndmin)
def at_least_rank(S, ndmin) -> S: ...
@overload
def at_least_rank(S, ndmin) -> (*dims(ndmin - rank(S), 1), *S): ...

@overload
@guard(any_of(mode == "full", mode == 2))
def convolved(n, m, mode) -> max(n + m - 1, 0): ...
@overload
@guard(any_of(mode == "same", mode == 1))
def convolved(n, m, mode) -> max(n, m): ...
@overload
def convolved(n, m, mode) -> max(n, m) - min(n, m) + 1: ...

# --- the order of dims ---------------------------------------------------------------------------

def swap(S, i, j) -> edit(edit(S, i, "replace", at(S, j)), j, "replace", at(S, i)): ...

@overload
@guard(is_a(source, int), is_a(destination, int))
def move(S, source, destination) -> edit(edit(S, source, "remove"), destination, "insert", at(S, source)): ...
@overload
@guard(is_a(source, sequence), is_a(destination, sequence))
@require(rank((*source,)) == rank((*destination,)), "source and destination differ in number")
def move(S, source, destination) -> move_all(S, source, destination, at(S, source), at(S, destination)): ...
@overload
def move(S, source, destination) -> dims(rank(S), any_size()): ...
# Both are axes of S, as at() has required.
def move_all(S, source, destination, from_, to) -> permute(S, moved(rank(S), source, destination)): ...

@overload
@guard(k % 2 == 0)
def turn(S, k) -> S: ...
@overload
@guard(rank(S) == 2)
def turn(S, k) -> swap(S, 0, 1): ...
@overload
def turn(S, k) -> dims(rank(S), any_size()): ...

# --- pieces --------------------------------------------------------------------------------------

# hstack: along the second dim, vectors along the first.
@overload
@guard(rank(pick(0, *S)) == 1)
def side_by_side(S) -> concat(S, 0): ...
@overload
def side_by_side(S) -> concat(S, 1): ...

@overload
@guard(rank(S) <= 1)
def as_column(S) -> (prod(S), 1): ...
@overload
def as_column(S) -> S: ...

@overload
@guard(is_a(x, int))
def as_shape(x) -> (x,): ...
@overload
def as_shape(x) -> (*x,): ...

# np.pad: one width for all sides, one pair for all dims, or a pair for each, as they broadcast to pairs.
@overload
@guard(is_a(width, int))
@require(width >= 0, "a width is negative")
def added(S, width, P) -> dims(rank(S), width + width): ...
@overload
@guard(rank(P) == 0)
def added(S, width, P) -> dims(rank(S), any_size()): ...
@overload
@guard(rank(P) == 1)
@require(at(P, 0) <= 2, "a width or a pair of widths is wanted")
@require(each(width_of, parts(width)))
def added(S, width, P) -> dims(rank(S), pair_sum(width, P)): ...
@overload
@guard(rank(P) == 2, is_a(width, array))
@require(at(P, 1) <= 2, "pairs of widths are wanted")
def added(S, width, P) -> dims(rank(S), any_size()): ...
@overload
@guard(rank(P) == 2)
@require(at(P, 1) <= 2, "pairs of widths are wanted")
@require(each(widths_of, parts(width)))
def added(S, width, P) -> added_pairs(S, width, at(P, 0), at(P, 1)): ...
@overload
@require(rank(P) <= 2, "a pair of widths for each dim is wanted")
def added(S, width, P) -> dims(rank(S), any_size()): ...
@overload
@guard(k == 1)
def added_pairs(S, width, k, j) -> dims(rank(S), at(added_each(width, j), 0)): ...
@overload
@require(k == rank(S), "a pair of widths for each dim is wanted")
def added_pairs(S, width, k, j) -> added_each(width, j): ...
@overload
@guard(j == 1)
def added_each(width, j) -> zipped(plus, sums(width), sums(width)): ...
@overload
def added_each(width, j) -> sums(width): ...
def plus(a, b) -> a + b: ...
@overload
@guard(at(P, 0) == 1)
def pair_sum(width, P) -> pick(0, *parts(width)) + pick(0, *parts(width)): ...
@overload
def pair_sum(width, P) -> pick(0, *parts(width)) + pick(1, *parts(width)): ...
@overload
@guard(is_a(w, int))
@require(w >= 0, "a width is negative")
def width_of(w) -> w: ...
@overload
def width_of(w) -> 0: ...
def widths_of(row) -> each(width_of, parts(row)): ...
# Only some modes make something of nothing.
@overload
@guard(any_of(mode == "constant", mode == "empty"))
def extended(S, added, mode) -> S: ...
@overload
@guard(is_a(mode, str))
def extended(S, added, mode) -> zipped(extendable, S, added): ...
@overload
def extended(S, added, mode) -> S: ...
@overload
@guard(n == 0)
@require(w == 0, "only the modes constant and empty pad an empty dim")
def extendable(n, w) -> n: ...
@overload
def extendable(n, w) -> n: ...
def padded(S, added) -> align(S, added, "add", 0): ...

# average's weights: of the array's shape, or of the shape of what they are summed with.
@overload
@guard(S == R)
def weighted(S, R, axis) -> S: ...
@overload
@guard(S != R, is_a(axis, int))
@require(rank(R) == 1, "the weights are one for each element along the axis, or one for each element")
@require(at(S, axis) == at(R, 0), "the weights differ in number from the elements along the axis")
def weighted(S, R, axis) -> S: ...
@overload
@guard(S != R, is_a(axis, tuple))
@require(R == at(S, axis), "the weights differ in shape from the dims of the axes")
def weighted(S, R, axis) -> S: ...
@overload
def weighted(S, R, axis) -> S: ...

# --- diagonals -----------------------------------------------------------------------------------

def diagonal_length(n, m, k) -> max(0, min(n + min(k, 0), m - max(k, 0))): ...

# meshgrid: the first two change places with 'xy'.
@overload
@guard(indexing == "ij")
def grid(sizes, indexing) -> (*sizes,): ...
@overload
@guard(count(sizes) <= 1)
def grid(sizes, indexing) -> (*sizes,): ...
@overload
def grid(sizes, indexing) -> swap((*sizes,), 0, 1): ...

# cov: a 1 by 1 result is squeezed.
@overload
@guard(n == 1)
def square_unless_one(n) -> (): ...
@overload
def square_unless_one(n) -> (n, n): ...

# One of k pieces, which differ by one at most.
def section(S, axis, k) -> edit(S, axis, "replace", size_between(at(S, axis) // k, at(S, axis) // k + 1)): ...

# cov of two: the variables of both, unless the first has none.
@overload
@guard(at(X, 0) >= 1)
def covariance(X, Y) -> square(at(concat([X, Y], 0), 0)): ...
@overload
def covariance(X, Y) -> square(fresh()): ...
def square(n) -> (n, n): ...

# The second, once the first is known to be possible.
def one_of(first, second) -> second: ...

# A product of several matrices, the first and last maybe vectors.
@overload
@guard(count(S) == 2)
def chain(S) -> dot(pick(0, *S), pick(1, *S)): ...
@overload
@guard(count(S) == 3)
def chain(S) -> dot(dot(pick(0, *S), pick(1, *S)), pick(2, *S)): ...
@overload
@guard(count(S) == 4)
def chain(S) -> dot(dot(dot(pick(0, *S), pick(1, *S)), pick(2, *S)), pick(3, *S)): ...
@overload
def chain(S) -> unknown(): ...

# A matrix's power: a negative one is of the inverse.
@overload
@guard(n >= 0)
def linalg_power(T, n) -> strong(T): ...
@overload
def linalg_power(T, n) -> linalg_dtype(T): ...

# --- random numbers ------------------------------------------------------------------------------

# A size where the first parameter stands, and nothing after it.
def meant_as_size(first, second, size) -> all_of(is_shape(first), negate(given(second)), negate(given(size))): ...

# Draws of a distribution whose parameters have broadcast shape P.
def drawn_floats(P, size) -> drawn(float64, P, size): ...

@overload
@guard(size != None)
@require(broadcast(P, size) == size, "the parameters do not broadcast to the size")
def drawn(D, P, size) -> D[*size]: ...
@overload
@guard(rank(P) == 0)
def drawn(D, P, size) -> python(D): ...
@overload
def drawn(D, P, size) -> D[*P]: ...

@overload
@guard(size != None, prod(P) == 1)
def drawn_ints(P, size) -> int64[*size]: ...
@overload
def drawn_ints(P, size) -> drawn(int64, P, size): ...

# Python ints within bounds.
@overload
@guard(size != None)
def drawn_within(P, size) -> int64[*size]: ...
@overload
def drawn_within(P, size) -> drawn(int64, P, size): ...

# A NumPy scalar in place of a Python number. Bounds that are all one range draw into any size, so
# that they broadcast to it is not required.
@overload
@guard(size != None)
def drawn_integers(D, P, size) -> D[*size]: ...
@overload
def drawn_integers(D, P, size) -> decay(D[*P]): ...

# Differences: of bools they are bools (not_equal).
@overload
@guard(T == bool)
def difference_dtype(T) -> bool: ...
@overload
def difference_dtype(T) -> loop("subtract", T, T): ...

# --- ufunc methods -------------------------------------------------------------------------------

# The dtype in which a ufunc reduces: sums and products of small integers widen.
@overload
@guard(name == "add")
def reduced_dtype(name, T) -> dtype_map("sum", T): ...
@overload
@guard(name == "multiply")
def reduced_dtype(name, T) -> dtype_map("prod", T): ...
@overload
def reduced_dtype(name, T) -> loop(name, T, T): ...

# A range's dtype is that of its ends and its step, and an int's.
@overload
@guard(is_time(T))
def range_of_given(T, U, V) -> unknown(): ...
@overload
@guard(U == None, V == None)
def range_of_given(T, U, V) -> common(T, int64): ...
@overload
@guard(U == None)
def range_of_given(T, U, V) -> common(T, V, int64): ...
@overload
@guard(is_time(U))
def range_of_given(T, U, V) -> unknown(): ...
@overload
@guard(V == None)
def range_of_given(T, U, V) -> common(T, U, int64): ...
@overload
def range_of_given(T, U, V) -> common(T, U, V, int64): ...

# A store forgives 1s in front.
@overload
@guard(rank(R) <= rank(S))
def without_leading_ones(R, S) -> R: ...
@overload
@guard(rank(R) > rank(S))
@require(at(R, 0) == 1, "it has more dims than there are places for")
def without_leading_ones(R, S) -> without_leading_ones(edit(R, 0, "remove"), S): ...
@overload
def without_leading_ones(R, S) -> unknown(): ...

# What numpy.testing compares: arrays of one shape, or one with a scalar.
@overload
@guard(any_of(rank(S) == 0, rank(R) == 0))
def compared(S, R) -> S: ...
@overload
@require(S == R, "the shapes differ")
def compared(S, R) -> S: ...

# Arrays of indices are of ints; lists are made so.
@overload
@guard(is_a(indices, array))
def index_kind(indices, T) -> kind(T, ["integer", "bool"]): ...
@overload
def index_kind(indices, T) -> T: ...

@overload
@guard(is_a(x, array))
def counted_kind(x, T) -> castable(T, int64, "same_kind"): ...
@overload
def counted_kind(x, T) -> T: ...

# Points along an axis, or as many as the array has.
@overload
@guard(rank(R) <= 1)
def weights_of(R, S) -> S: ...
@overload
def weights_of(R, S) -> unknown(): ...

# concatenate's dtype: the pieces' dtypes cast to it.
@overload
@guard(dtype == None)
def joined_cast(T, dtype, casting) -> None: ...
@overload
def joined_cast(T, dtype, casting) -> each(castable, T, dtype, casting): ...

# The same bytes as another dtype: the last dim holds as many as there is room for.
@overload
@guard(old == new)
def viewed(D, S, old, new) -> D[*S]: ...
@overload
@require(rank(S) >= 1, "changing the dtype of a 0-d array is only supported if the itemsize is unchanged")
@require((at(S, -1) * old) % new == 0, "the size of the dtype is no divisor of the last axis' bytes")
def viewed(D, S, old, new) -> D[*edit(S, -1, "replace", at(S, -1) * old // new)]: ...

# The parts of Python's numbers are Python's: of complex ones floats, of bools ints.
@overload
@guard(is_a(x, int))
def real_number(x) -> int: ...
@overload
def real_number(x) -> float: ...

# --- slices and pieces ---------------------------------------------------------------------------

# A slice as a range: how many points, and of which dtype. A complex step is their number.
def slice_length(s) -> range_length(choose(pick(0, *parts(s)), 0), pick(1, *parts(s)), choose(pick(2, *parts(s)), 1)): ...
def slice_dtype(s) -> range_dtype(choose(pick(0, *parts(s)), 0), pick(1, *parts(s)), choose(pick(2, *parts(s)), 1)): ...
@overload
@guard(is_a(step, complex))
def range_dtype(start, stop, step) -> common(start, stop, float): ...
@overload
def range_dtype(start, stop, step) -> common(start, stop, step): ...

@overload
@guard(is_a(key, tuple))
def parts_of_key(key) -> parts(key): ...
@overload
def parts_of_key(key) -> [key]: ...

@overload
@guard(is_a(x, slice))
def piece_dtype(x) -> slice_dtype(x): ...
@overload
def piece_dtype(x) -> x: ...
@overload
@guard(is_a(x, slice))
def piece_row(x) -> (slice_length(x),): ...
@overload
def piece_row(x) -> at_least_1d(shape_of(x)): ...
@overload
@guard(is_a(x, slice))
def piece_column(x) -> (slice_length(x), 1): ...
@overload
@guard(rank(shape_of(x)) == 0)
def piece_column(x) -> (1, 1): ...
@overload
def piece_column(x) -> as_column(shape_of(x)): ...

# ix_: bools are as many indices as are true.
@overload
@guard(T == bool)
def index_dtype(T) -> int64: ...
@overload
def index_dtype(T) -> strong(T): ...
@overload
@guard(T == bool)
def index_size(n, T) -> fresh(): ...
@overload
def index_size(n, T) -> n: ...

@require(w <= n, "the window is larger than the array")
def windows(n, w) -> n - w + 1: ...

# Order statistics: methods that interpolate compute a mean, the others choose an element.
@overload
@guard(method == "linear", T == bool)
def quantile_dtype(T, Q, method) -> loop("subtract", bool, bool): ...
@overload
@guard(any_of(method == "lower", method == "higher", method == "nearest"))
def quantile_dtype(T, Q, method) -> strong(T): ...
@overload
@guard(is_time(T))
def quantile_dtype(T, Q, method) -> unknown(): ...
@overload
@guard(is_subdtype(strong(T), "integer"), is_subdtype(Q, "floating"))
def quantile_dtype(T, Q, method) -> promote(strong(T), Q): ...
@overload
def quantile_dtype(T, Q, method) -> promote(dtype_map("median", T), Q): ...

# Complex numbers have no quantiles.
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def ordered(T) -> kind(T, ["floating"]): ...
@overload
def ordered(T) -> T: ...

# Percents are divided by 100: ints become float64, Python's numbers what the array is.
@overload
@guard(is_a(q, number), negate(is_a(q, bool)))
def percent_dtype(T, Q, q, method) -> quantile_dtype(T, Q, method): ...
@overload
@guard(is_subdtype(strong(Q), ["integer", "bool"]))
def percent_dtype(T, Q, q, method) -> quantile_dtype(T, float64, method): ...
@overload
def percent_dtype(T, Q, q, method) -> quantile_dtype(T, Q, method): ...

# The least and the greatest, asked for by ints, are elements; of nothing there is a mean.
@overload
@guard(method == "linear", is_subdtype(strong(Q), ["integer", "bool"]))
def extreme_dtype(T, Q, method) -> strong(T): ...
@overload
def extreme_dtype(T, Q, method) -> quantile_dtype(T, Q, method): ...
@overload
@guard(is_a(prod(S), zero))
def nan_percent(T, Q, q, method, S) -> dtype_map("mean", T): ...
@overload
def nan_percent(T, Q, q, method, S) -> percent_dtype(T, Q, q, method): ...
@overload
@guard(is_a(prod(S), zero))
def nan_extreme(T, Q, method, S) -> dtype_map("mean", T): ...
@overload
def nan_extreme(T, Q, method, S) -> extreme_dtype(T, Q, method): ...

# take: no element of nothing.
@overload
@guard(prod(R) >= 1)
def taken_from(R, n) -> n: ...
@overload
def taken_from(R, n) -> 1: ...

# Along one axis, or of all.
@overload
@guard(axis == None)
def extent(S, axis) -> prod(S): ...
@overload
def extent(S, axis) -> at(S, axis): ...

# How many axes a norm is over, and what it may be.
@overload
@guard(axis == None)
def norm_rank(S, axis) -> rank(S): ...
@overload
@guard(is_a(axis, int))
def norm_rank(S, axis) -> 1: ...
@overload
def norm_rank(S, axis) -> rank((*axis,)): ...
@overload
@guard(n == 1, is_a(ord, str))
@require(False, "a vector has no norm of this order")
def norm_order(n, ord) -> n: ...
@overload
@guard(n == 2, is_a(ord, str), ord != "fro", ord != "nuc")
@require(False, "a matrix has no norm of this order")
def norm_order(n, ord) -> n: ...
@overload
@guard(n == 2, is_a(ord, int), any_of(ord == 0, ord >= 3, ord <= -3))
@require(False, "a matrix has no norm of this order")
def norm_order(n, ord) -> n: ...
@overload
@require(n >= 1, "a norm is of vectors or matrices")
@require(n <= 2, "a norm is of vectors or matrices")
def norm_order(n, ord) -> n: ...

# copy=False: nothing but an array of that dtype is free of copying.
@overload
@guard(copy == False, any_of(is_a(x, sequence), is_a(x, number), is_a(x, numpy_scalar)))
@require(False, "an array cannot be made of this without a copy")
def without_copy(copy, x, T, dtype, D) -> T: ...
@overload
@guard(copy == False, is_a(x, array), dtype != None)
@require(D == T, "another dtype wants a copy")
def without_copy(copy, x, T, dtype, D) -> T: ...
@overload
def without_copy(copy, x, T, dtype, D) -> T: ...

# A list of numbers among dtypes is read as fields.
@overload
@guard(is_a(x, list), negate(is_a(pick(0, *x), tuple)))
@require(False, "a list is read as a dtype's fields here")
def array_or_dtype(x) -> x: ...
@overload
def array_or_dtype(x) -> x: ...

# unique: one array, or a tuple with what else is asked for.
@overload
@guard(flag == False)
def asked(flag, x) -> []: ...
@overload
@guard(flag == None)
def asked(flag, x) -> []: ...
@overload
@guard(flag == True)
def asked(flag, x) -> [x]: ...
@overload
def asked(flag, x) -> unknown(): ...
@overload
@guard(count(xs) == 1)
def one_or_tuple(xs) -> pick(0, *xs): ...
@overload
def one_or_tuple(xs) -> tuple_of(xs): ...
@overload
@guard(axis == None)
def inverse_shape(S, axis) -> S: ...
@overload
def inverse_shape(S, axis) -> (at(S, axis),): ...
@overload
@guard(axis == None)
def distinct_shape(S, axis, n) -> (n,): ...
@overload
def distinct_shape(S, axis, n) -> edit(S, axis, "replace", n): ...

# Objects compare as they like; all else gives bools.
@overload
@guard(any_of(T == object, U == object))
def equality(T, U) -> loop("equal", T, U): ...
@overload
def equality(T, U) -> bool: ...

# Dates, their differences and texts are summed, or are not, whatever dtype is wanted.
@overload
@guard(D == None)
def reduced_as(D, T, name) -> dtype_map(name, T): ...
@overload
@guard(is_time(T))
def reduced_as(D, T, name) -> dtype_map(name, T): ...
@overload
@guard(name != "prod", is_subdtype(strong(T), "character"))
def reduced_as(D, T, name) -> dtype_map(name, T): ...
@overload
def reduced_as(D, T, name) -> D: ...

# Products of what are arrays by then: no number is weak. Those of timedeltas lose their unit here and there.
@overload
@guard(any_of(is_time(T), is_time(U), is_subdtype(strong(T), "void"), is_subdtype(strong(U), "void")))
def product_dtype(T, U) -> unknown(): ...
@overload
def product_dtype(T, U) -> common(strong(T), strong(U)): ...

# Deviations from what is said to be the mean, or by several corrections at once, have other dims.
@overload
@guard(any_of(mean != None, is_a(ddof, sequence), is_a(ddof, array), is_a(correction, sequence), is_a(correction, array)))
def deviation(x, mean, ddof, correction) -> unknown(): ...
@overload
def deviation(x, mean, ddof, correction) -> x: ...

# What is no float is made one: dates and texts too, if they can.
@overload
@guard(any_of(is_time(T), is_subdtype(strong(T), "character")))
def made_float(T) -> float64: ...
@overload
def made_float(T) -> inexact(T): ...

# A root of one sum of objects is a number, of several sums there is none.
@overload
@guard(T == object)
def norm_dtype(T) -> unknown(): ...
@overload
def norm_dtype(T) -> real(made_float(T)): ...

# qr makes all that has no fractions float64, objects too.
@overload
@guard(any_of(T == object, is_time(T), is_subdtype(strong(T), "character")))
def qr_dtype(T) -> float64: ...
@overload
def qr_dtype(T) -> linalg_dtype(T): ...

# The inverse of nothing is of the dtype that it has.
@overload
@guard(is_a(prod(S), zero))
def pinv_dtype(T, S) -> strong(T): ...
@overload
def pinv_dtype(T, S) -> linalg_dtype(T): ...

# Steps of a width: an array's dtype counts.
@overload
@guard(is_a(dx, number))
def spaced(L, dx) -> L: ...
@overload
def spaced(L, dx) -> unknown(): ...

# Pieces of arrays differ along one axis; which one must be known.
@overload
@guard(axis - axis == 0)
def cut(S, axis) -> edit(S, axis, "replace", any_size()): ...
@overload
def cut(S, axis) -> dims(rank(S), any_size()): ...

# What hangs on numbers alone; of anything else nothing is said.
@overload
@guard(any_of(x == None, is_a(x, number)))
def by_number(x, given) -> given: ...
@overload
def by_number(x, given) -> unknown(): ...

# An empty list has whatever dtype the other operand has here.
@overload
@guard(any_of(all_of(is_a(a, sequence), is_a(prod(S), zero)), all_of(is_a(b, sequence), is_a(prod(R), zero))))
def contracted_dtype(a, b, S, R, T, U) -> unknown(): ...
@overload
def contracted_dtype(a, b, S, R, T, U) -> product_dtype(T, U): ...

# Transforms along no axis give what they were given.
@overload
@guard(any_of(axes == (), s == (), all_of(axes == None, rank(S) == 0)))
def transformed(T, S, s, axes) -> strong(T): ...
@overload
def transformed(T, S, s, axes) -> dtype_map("fft", T): ...

# Polynomials of dates and the like are of objects where they are of nothing.
@overload
@guard(any_of(is_time(T), is_time(U)))
def polynomial_dtype(T, U) -> unknown(): ...
@overload
def polynomial_dtype(T, U) -> common(strong(T), strong(U)): ...

# The edges of a histogram; of nothing they go from 0 to 1.
@overload
@guard(is_a(n, zero))
def edges_dtype(T, U, n) -> float64: ...
@overload
def edges_dtype(T, U, n) -> inexact(T, U): ...

# The step of linspace; of less than two points it is nan.
@overload
@guard(any_of(is_a(n, zero), is_a(n - 1, zero)))
def step_of(n, x) -> unknown(): ...
@overload
def step_of(n, x) -> x: ...

# Medians are scalars unless their dims are kept.
@overload
@guard(keepdims == True)
def median_of(x, keepdims) -> x: ...
@overload
def median_of(x, keepdims) -> decay(x): ...

# Eigenvalues are real where they all happen to be.
@overload
@guard(is_subdtype(T, "complexfloating"))
def eigen(T, S) -> T[*S]: ...
@overload
def eigen(T, S) -> T[*S] | complex_of(T)[*S]: ...

# insert: one for each index; at one index as many as there are values.
@overload
@guard(is_a(obj, int), rank(shape_of(values)) < rank(S))
def inserted(S, obj, values, axis) -> 1: ...
@overload
@guard(is_a(obj, int), rank(shape_of(values)) == rank(S))
def inserted(S, obj, values, axis) -> at(shape_of(values), axis): ...
@overload
@guard(is_a(obj, sequence), rank((*obj,)) != 1)
def inserted(S, obj, values, axis) -> rank((*obj,)): ...
@overload
def inserted(S, obj, values, axis) -> fresh(): ...
@overload
@guard(is_a(obj, int))
def inserted_flat(obj, values) -> prod(shape_of(values)): ...
@overload
@guard(is_a(obj, sequence), rank((*obj,)) != 1)
def inserted_flat(obj, values) -> rank((*obj,)): ...
@overload
def inserted_flat(obj, values) -> fresh(): ...

# Pieces are made arrays before they are joined, so that no number is weak.
def array_dtype(T) -> strong(T): ...

# block: rows of pieces along the last dim, rows along the one before; all of them have as many dims as the
# one that has most, and at least one for each depth of the lists.
def block_rank(x) -> max(rank(shape_of(x)), 1): ...
def cell_rank(x) -> max(rank(shape_of(x)), 2): ...
def row_rank(x) -> greatest(each(cell_rank, parts(x))): ...
def block_piece(x, r) -> at_least_rank(shape_of(x), r): ...
def block_row(x, r) -> concat(each(block_piece, parts(x), r), -1): ...
def block_elem(x) -> strong(elem(x)): ...
def block_dtype(x) -> common(each(block_elem, parts(x))): ...

# The method gives real arrays as they are, a ufunc's result of complex ones.
@overload
@guard(is_subdtype(T, "complexfloating"))
def conjugated(T, x) -> decay(x): ...
@overload
@guard(T == object)
def conjugated(T, x) -> decay(x): ...
@overload
def conjugated(T, x) -> x: ...

# Dates and differences of dates.
def is_time(T) -> is_subdtype(strong(T), ["datetime64", "timedelta64"]): ...

# --- what values may become ----------------------------------------------------------------------

# Python's complex numbers have no place among real ones, nor its ints beyond a dtype's bounds; an array is
# cast, whatever is lost.
@overload
@guard(is_a(x, complex_inside), is_subdtype(D, ["floating", "integer"]))
def real_elements(x, D) -> castable(complex128, D, "same_kind"): ...
@overload
def real_elements(x, D) -> stored_numbers(x, D): ...

# A parameter of a distribution: an array is cast safely, a scalar asked for its value.
@overload
@guard(is_a(x, array))
def parameter(x, T, D) -> castable(T, D, "safe"): ...
@overload
@guard(is_a(x, complex_inside))
def parameter(x, T, D) -> castable(complex128, D, "same_kind"): ...
@overload
def parameter(x, T, D) -> D: ...

# The square root of a variance: arrays are written in place, so that it has to fit.
@overload
@guard(D == None)
def root_fits(D, R) -> D: ...
@overload
@guard(rank(R) >= 1)
def root_fits(D, R) -> castable(loop("sqrt", D), D, "same_kind"): ...
@overload
def root_fits(D, R) -> D: ...

# Several axes at once become one, whose size has to follow from what is kept.
@overload
@guard(is_a(axis, tuple), rank((*axis,)) != 1)
@require(prod(edit(S, axis, "remove")) >= 1, "nothing is kept, and the size of the rest does not follow")
def merged(S, axis) -> S: ...
@overload
def merged(S, axis) -> S: ...

# Indices of what is deleted; bools are a mask.
@overload
@guard(is_a(i, bool))
def deleted_at(i, n) -> n: ...
@overload
@guard(is_a(i, int))
@require(i < n, "an index is out of range", "IndexOutOfRange")
@require(i >= -n, "an index is out of range", "IndexOutOfRange")
def deleted_at(i, n) -> n: ...
@overload
def deleted_at(i, n) -> n: ...
@overload
@guard(is_a(obj, int))
def deleted_of(obj, n) -> deleted_at(obj, n): ...
@overload
@guard(is_a(obj, array))
def deleted_of(obj, n) -> kind(elem(obj), ["integer", "bool"]): ...
@overload
@guard(any_of(is_a(obj, list), is_a(obj, tuple)))
def deleted_of(obj, n) -> each(deleted_at, parts(obj), n): ...
@overload
def deleted_of(obj, n) -> n: ...

# A range of bools is of False and True at most.
@overload
@guard(D == bool, n >= 3)
def range_of_bools(D, n) -> kind(D, ["integer", "floating"]): ...
@overload
def range_of_bools(D, n) -> n: ...

# linspace rounds down where ints are wanted.
@overload
@guard(is_subdtype(D, "integer"))
def rounded_down(D, T) -> loop("floor", T): ...
@overload
def rounded_down(D, T) -> T: ...

# --- functions of Python that are applied to elements --------------------------------------------

# vectorize: core dims by a signature, else all that it is given broadcasts. Without dtypes the first
# result says what comes out, and how many.
@overload
@guard(signature == None, otypes == None)
@require(prod(broadcast(S)) >= 1, "without otypes nothing can be told from nothing")
def vectorized(otypes, signature, S) -> Unknown: ...
@overload
@guard(signature == None)
def vectorized(otypes, signature, S) -> one_or_tuple(dtypes(otypes)[*repeated(broadcast(S), count(dtypes(otypes)))]): ...
@overload
@guard(otypes == None)
def vectorized(otypes, signature, S) -> one_or_tuple(unknown()[*batched(signature, S)]): ...
@overload
def vectorized(otypes, signature, S) -> one_or_tuple(dtypes(otypes)[*batched(signature, S)]): ...

# Results of Python functions are objects; a single one is what it is.
@overload
@guard(rank(R) >= 1)
def objects(R) -> object[*R]: ...
@overload
def objects(R) -> Unknown: ...

# --- gradients -----------------------------------------------------------------------------------

@overload
@guard(is_time(T))
def gradient_dtype(T) -> loop("subtract", strong(T), strong(T)): ...
@overload
@guard(T == bool)
def gradient_dtype(T) -> loop("subtract", T, T): ...
@overload
@guard(T == object)
def gradient_dtype(T) -> float64: ...
@overload
def gradient_dtype(T) -> inexact(T): ...
@overload
@guard(is_a(edge_order, int))
@require(n >= edge_order + 1, "at least edge_order + 1 points are needed")
def enough_points(n, edge_order) -> n: ...
@overload
def enough_points(n, edge_order) -> n: ...

# einsum's other form: operands with lists of numbers for labels, and maybe one for the output.
def operand_shape(x) -> shape_of(x): ...
def einsum_pairs(x, rest) -> common(operands(x, rest))[*einsum(sublists(x, rest), each(operand_shape, operands(x, rest)))]: ...

# Where something is inserted: the place behind the last one too.
@overload
@guard(is_a(obj, int))
@require(obj <= n, "the index is out of range", "IndexOutOfRange")
@require(obj >= -n, "the index is out of range", "IndexOutOfRange")
def inserted_at(obj, n) -> n: ...
@overload
def inserted_at(obj, n) -> n: ...

# Known indices are in range unless a mode makes them so.
@overload
@guard(mode == "raise")
def in_range(obj, n, mode) -> deleted_of(obj, n): ...
@overload
def in_range(obj, n, mode) -> n: ...
@overload
@guard(mode != "raise")
def chosen_of(obj, n, mode) -> n: ...
@overload
@guard(is_a(obj, int))
def chosen_of(obj, n, mode) -> chosen_at(obj, n): ...
@overload
@guard(any_of(is_a(obj, list), is_a(obj, tuple)))
def chosen_of(obj, n, mode) -> each(chosen_at, parts(obj), n): ...
@overload
def chosen_of(obj, n, mode) -> n: ...
@overload
@guard(is_a(i, int))
@require(i < n, "there are not so many choices")
@require(i >= 0, "a choice counts from 0")
def chosen_at(i, n) -> n: ...
@overload
def chosen_at(i, n) -> n: ...

# Of nothing there is one mean, whatever is asked for.
@overload
@guard(is_a(prod(S), zero))
def of_some(R, S) -> (): ...
@overload
def of_some(R, S) -> R: ...

# Quantiles are asked for between bounds.
@overload
@guard(any_of(is_a(q, list), is_a(q, tuple)))
def within(q, most) -> each(within_bounds, parts(q), most): ...
@overload
def within(q, most) -> within_bounds(q, most): ...
@overload
@guard(is_a(q, int))
@require(q <= most, "it is more than all")
@require(q >= 0, "it is less than nothing")
def within_bounds(q, most) -> most: ...
@overload
def within_bounds(q, most) -> most: ...

# Signed integers have no negative powers.
@overload
@guard(is_a(x, int), is_subdtype(common(T, U), "signedinteger"))
@require(any_of(x >= 0, prod(S) == 0), "integers to negative integer powers are not allowed")
def power_of(T, U, x, S) -> T: ...
@overload
def power_of(T, U, x, S) -> T: ...

# Is there an integer to draw?
@overload
@guard(size == None, is_a(low, int), is_a(high, int))
def drawn_from(low, high, size) -> low < high: ...
@overload
@guard(size == None, is_a(low, int), high == None)
def drawn_from(low, high, size) -> low >= 1: ...
@overload
def drawn_from(low, high, size) -> True: ...

# cov of two of which the variables are columns: both have been observed as often.
@overload
@guard(rowvar == False, rank(S) == 2, rank(R) == 2)
def variables(S, R, rowvar) -> columns(S, R): ...
@overload
def variables(S, R, rowvar) -> any_size(): ...
@overload
@guard(at(S, 0) >= 2, at(S, 1) >= 1, at(R, 0) >= 2)
@require(at(S, 0) == at(R, 0), "they have been observed a different number of times")
def columns(S, R) -> at(S, 1) + at(R, 1): ...
@overload
def columns(S, R) -> any_size(): ...

# Conditions are arrays of bools.
def condition_of(C) -> kind(C, ["bool"]): ...

# common_type: ints count as float64, bools as nothing.
def a_number(T) -> kind(strong(T), ["number"]): ...
@overload
@guard(is_subdtype(strong(T), "integer"))
def as_inexact(T) -> float64: ...
@overload
def as_inexact(T) -> strong(T): ...

# The dtype of several outputs is that of the loop, unless another is asked for.
@overload
@guard(all_of(dtype == None, signature == None, sig == None))
def outputs_of(dtype, signature, sig, name, T) -> loop(name, T): ...
@overload
def outputs_of(dtype, signature, sig, name, T) -> unknown(): ...
@overload
@guard(all_of(dtype == None, signature == None, sig == None))
def outputs_of_two(dtype, signature, sig, name, T, U) -> loop(name, T, U): ...
@overload
def outputs_of_two(dtype, signature, sig, name, T, U) -> unknown(): ...

# The dtype of a ufunc's output: of the loop that is asked for, by its output or by a signature (of which
# nothing is read), else of the one that fits the operands.
@overload
@guard(any_of(signature != None, sig != None))
def unary_dtype(signature, sig, dtype, casting, name, T) -> unknown(): ...
@overload
def unary_dtype(signature, sig, dtype, casting, name, T) -> choose(loop_as(dtype, casting, name, T), loop(name, T)): ...
@overload
@guard(any_of(signature != None, sig != None))
def binary_dtype(signature, sig, dtype, casting, name, values, T, U) -> unknown(): ...
@overload
def binary_dtype(signature, sig, dtype, casting, name, values, T, U) -> choose(loop_as(dtype, casting, name, T, U), loop_of(name, values, T, U)): ...
@overload
@guard(any_of(signature != None, sig != None))
def compared_dtype(signature, sig, dtype, casting, name, T, U) -> unknown(): ...
@overload
def compared_dtype(signature, sig, dtype, casting, name, T, U) -> choose(loop_as(dtype, casting, name, T, U), loop(name, T, U)): ...

# A histogram's weights are one for each element.
@overload
@guard(weights == None)
def weights_like(weights, S) -> S: ...
@overload
@require(shape_of(weights) == S, "the weights have another shape")
def weights_like(weights, S) -> S: ...

# Places of partitions: known ones are in range.
@overload
@guard(any_of(is_a(kth, list), is_a(kth, tuple)))
def kth_of(kth, n, S) -> each(kth_at, parts(kth), n, S): ...
@overload
def kth_of(kth, n, S) -> kth_at(kth, n, S): ...
@overload
@guard(is_a(k, int), prod(S) >= 1)
@require(k < n, "a place is out of bounds")
@require(k >= -n, "a place is out of bounds")
def kth_at(k, n, S) -> n: ...
@overload
def kth_at(k, n, S) -> n: ...

# Averages of ints and bools are of float64, whatever the weights are.
@overload
@guard(is_subdtype(strong(T), ["integer", "bool"]))
def average_dtype(T, W) -> promote(T, W, float64): ...
@overload
def average_dtype(T, W) -> inexact(T, W): ...

# An array of numbers holds one value in each place.
@overload
@guard(any_of(T == object, T == bool, is_subdtype(strong(T), "flexible")))
def filled_with(T, R) -> T: ...
@overload
@require(rank(R) == 0, "one value is wanted, not a sequence")
def filled_with(T, R) -> T: ...
