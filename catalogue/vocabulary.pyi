"""Words of the catalogue, defined from the solver's relations in the catalogue's own notation.

S, R are shapes, T, U element types, n, m sizes; axis, keepdims and the like are arguments as they are given.
Alternatives are tried in order; `@guard` says when one is meant. While a guard can't be decided, the
result is what all remaining alternatives have in common.
"""

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

# cumsum, repeat, ...: without an axis the array is flattened.
@overload
@guard(axis == None)
def flat_unless(S, axis) -> (prod(S),): ...
@overload
def flat_unless(S, axis) -> edit(S, axis, "replace", at(S, axis)): ...

# An axis along which things happen, the shape staying as it is.
@overload
@guard(axis == None)
def along_axis(S, axis) -> S: ...
@overload
def along_axis(S, axis) -> edit(S, axis, "replace", at(S, axis)): ...

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

# The dims of both without the ones that are summed over, which are equal.
@require(at(S, i) == at(R, j), "the dims that are summed over differ")
def contract(S, R, i, j) -> append(edit(S, i, "remove"), edit(R, j, "remove")): ...

# --- joining -------------------------------------------------------------------------------------

def stack(S, axis) -> edit(same(S), axis, "insert", count(S)): ...

# --- ranges --------------------------------------------------------------------------------------

# How many elements arange has; its length with floats depends on rounding.
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
