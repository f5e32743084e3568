"""Statistics: ranks."""

namespace = scipy.stats

@overload
@guard(method == "average", axis == None)
def rankdata(a: T[*S], method: Value = "average", *, axis: Value = None, nan_policy: Value = "propagate") -> double_of_reals(T)[prod(S)]: ...
@overload
@guard(method == "average", is_a(axis, int), rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def rankdata(a: T[*S], method: Value = "average", *, axis: Axis = None, nan_policy: Value = "propagate") -> double_of_reals(T)[*S]: ...
@overload
def rankdata(a: Value, method: Value = "average", *, axis: Value = None, nan_policy: Value = "propagate") -> Unknown: ...
