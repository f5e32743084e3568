"""Functions of masked arrays. What they give is masked, whether what they are given is or isn't."""

@overload
@guard(any_of(mask == True, mask == False))
def masks_of(mask, T, S, ndmin) -> Literal[True]: ...
@overload
def masks_of(mask, T, S, ndmin) -> mask_fits(T, shape_of_masked(mask), at_least_rank(S, ndmin)): ...

@overload
@guard(name == "1")
def least_dims(S, name) -> at_least_1d(S): ...
@overload
@guard(name == "2")
def least_dims(S, name) -> at_least_2d(S): ...
@overload
def least_dims(S, name) -> at_least_3d(S): ...

# The condition is of the shape of what is masked, or one truth.
@overload
@guard(rank(R) == 0)
def condition_fits(S, R) -> Literal[True]: ...
@overload
@require(R == S, "the condition is of another shape than the array")
def condition_fits(S, R) -> Literal[True]: ...

# Coefficients, one more than the degree.
@known_if(is_a(deg, int), full == False, cov == False)
def fitted_masked(deg, full, cov, R) -> unknown()[deg + 1, *R]: ...

namespace = numpy.ma

# --- made of arrays -------------------------------------------------------------------------------

@views
@raises("MaskError")
@require(masks_of(mask, T, S, ndmin))
def array(data: MaskedArray[T[*S]] | T[*S], dtype: DType[D] | None = None, copy: Value = False, order: Value = None, mask: Value = False, fill_value: Value = None, keep_mask: Value = True, hard_mask: Value = False, shrink: Value = True, subok: Value = True, ndmin: Value = 0) -> MaskedArray[choose(cast_of(D, T), strong(T))[*at_least_rank(S, ndmin)]]: ...
@overload
@views
@raises("MaskError")
@require(masks_of(mask, T, S, ndmin))
def MaskedArray(data: MaskedArray[T[*S]] | T[*S], mask: Value = False, dtype: DType[D] | None = None, copy: Value = False, subok: Value = True, ndmin: Value = 0, fill_value: Value = None, keep_mask: Value = True, hard_mask: Value = None, shrink: Value = True, order: Value = None) -> MaskedArray[choose(cast_of(D, T), strong(T))[*at_least_rank(S, ndmin)]]: ...
@overload
def MaskedArray(data: Value = None, mask: Value = False, dtype: Value = None, copy: Value = False, subok: Value = True, ndmin: Value = 0, fill_value: Value = None, keep_mask: Value = True, hard_mask: Value = None, shrink: Value = True, order: Value = None) -> Unknown: ...
masked_array = MaskedArray
@views
def asarray(a: MaskedArray[T[*S]] | T[*S], dtype: DType[D] | None = None, order: Value = None) -> MaskedArray[choose(cast_of(D, T), strong(T))[*S]]: ...
@views
def asanyarray(a: MaskedArray[T[*S]] | T[*S], dtype: DType[D] | None = None, order: Value = None) -> MaskedArray[choose(cast_of(D, T), strong(T))[*S]]: ...
def copy(a: MaskedArray[T[*S]] | T[*S], *args, **params) -> MaskedArray[strong(T)[*S]]: ...

# --- masked by what the elements are --------------------------------------------------------------

@views
@raises("IndexError")
@require(condition_fits(S, R))
def masked_where(condition: MaskedArray[U[*R]] | U[*R], a: MaskedArray[T[*S]] | T[*S], copy: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@template
@views
@require(condition_fits(S, broadcast(S, R)))
def masked_by(x: MaskedArray[T[*S]] | T[*S], value: MaskedArray[U[*R]] | U[*R], copy: Value = True) -> MaskedArray[strong(T)[*S]]: ...
masked_equal = masked_by("equal")
masked_not_equal = masked_by("not_equal")
masked_greater = masked_by("greater")
masked_greater_equal = masked_by("greater_equal")
masked_less = masked_by("less")
masked_less_equal = masked_by("less_equal")
@views
def masked_inside(x: MaskedArray[T[*S]] | T[*S], v1: Value, v2: Value, copy: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@views
def masked_outside(x: MaskedArray[T[*S]] | T[*S], v1: Value, v2: Value, copy: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@views
@known_if(rank(S) >= 1, is_a(value, number))
def masked_values(x: MaskedArray[T[*S]] | T[*S], value: Value, rtol: Value = 1e-05, atol: Value = 1e-08, copy: Value = True, shrink: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@views
def masked_object(x: MaskedArray[T[*S]] | T[*S], value: Value, copy: Value = True, shrink: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@views
def masked_invalid(a: MaskedArray[T[*S]] | T[*S], copy: Value = True) -> MaskedArray[strong(T)[*S]]: ...
@views
@raises("MaskError")
@require(masks_of(mask, T, S, 0))
def fix_invalid(a: MaskedArray[T[*S]] | T[*S], mask: Value = False, copy: Value = True, fill_value: Value = None) -> MaskedArray[strong(T)[*S]]: ...

# --- made of sizes --------------------------------------------------------------------------------

@template
def of_sizes(shape: Shape, dtype: DType[D] = float, order: Value = "C", *, device: Value = None, like: Value = None, fill_value: Value = None, hardmask: Value = False) -> MaskedArray[made_of(D)[*shape]]: ...
zeros = of_sizes("zeros")
ones = of_sizes("ones")
empty = of_sizes("empty")
def masked_all(shape: Shape, dtype: DType[D] = float) -> MaskedArray[made_of(D)[*shape]]: ...
def masked_all_like(arr: MaskedArray[T[*S]] | T[*S]) -> MaskedArray[strong(T)[*S]]: ...
def empty_like(prototype: MaskedArray[T[*S]] | T[*S], /, dtype: DType[D] | None = None, order: Value = "K", subok: Value = True, shape: Shape | None = None, *, device: Value = None) -> MaskedArray[choose(made_of(D), strong(T))[*choose(shape, S)]]: ...
@template
def like_given(a: MaskedArray[T[*S]] | T[*S], dtype: DType[D] | None = None, order: Value = "K", subok: Value = True, shape: Shape | None = None, *, device: Value = None) -> MaskedArray[choose(made_of(D), strong(T))[*choose(shape, S)]]: ...
zeros_like = like_given("zeros")
ones_like = like_given("ones")
@require(N >= 0, "negative dimensions are not allowed")
def identity(n: int(N), dtype: DType[D] = float, *, like: Value = None, fill_value: Value = None, hardmask: Value = False) -> MaskedArray[made_of(D)[N, N]]: ...
@overload
def arange(start_or_stop: int, /, *, dtype: DType[D] | None = None, device: Value = None, like: Value = None, fill_value: Value = None, hardmask: Value = False) -> MaskedArray[choose(D, int64)[range_length(start_or_stop, None, None)]]: ...
@overload
def arange(start_or_stop: int, /, stop: int, step: int = 1, *, dtype: DType[D] | None = None, device: Value = None, like: Value = None, fill_value: Value = None, hardmask: Value = False) -> MaskedArray[choose(D, int64)[range_length(start_or_stop, stop, step)]]: ...
@overload
def arange(start_or_stop: Value, /, stop: Value = None, step: Value = 1, *, dtype: Value = None, device: Value = None, like: Value = None, fill_value: Value = None, hardmask: Value = False) -> Unknown: ...

# --- masks and what is under them -----------------------------------------------------------------

@overload
def getmask(a: MaskedArray[T[*S]]) -> mask_of_masked(T, S): ...
@overload
@known_if(any_of(is_a(a, array), is_a(a, number), is_a(a, sequence)))
def getmask(a: Value) -> decay(bool[()]): ...
def getmaskarray(arr: MaskedArray[T[*S]] | T[*S]) -> mask_array(T, S): ...
@views
def getdata(a: MaskedArray[T[*S]] | T[*S], subok: Value = True) -> strong(T)[*S]: ...
@overload
@views
def filled(a: MaskedArray[T[*S]], fill_value: Value = None) -> T[*S]: ...
@overload
@guard(is_a(a, dict))
def filled(a: Value, fill_value: Value = None) -> Unknown: ...
@overload
@views
def filled(a: T[*S], fill_value: Value = None) -> strong(T)[*S]: ...
@views
def compressed(x: MaskedArray[T[*S]] | T[*S]) -> strong(T)[fresh()]: ...
@overload
@guard(rank(S) == 0, axis != None)
@require(axis == 0, "without dims there is no axis but 0", "AxisOutOfRange")
def count(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None, keepdims: Value = False) -> Unknown: ...
@overload
def count(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, keepdims: bool = False) -> masked_count(reduce(S, axis, keepdims), axis): ...
def is_masked(x: Value) -> bool: ...
@overload
def isMaskedArray(x: MaskedArray[T[*S]]) -> Literal[True]: ...
@overload
def isMaskedArray(x: Value) -> bool: ...
isMA = isMaskedArray
isarray = isMaskedArray
def is_mask(m: Value) -> bool: ...
@raises("ValueError")
@require(broadcast(S, R), "the masks differ in shape")
def mask_or(m1: T[*S], m2: U[*R], copy: Value = False, shrink: Value = True) -> Unknown: ...
def make_mask(m: Value, copy: Value = False, shrink: Value = True, dtype: Value = bool) -> Unknown: ...
@known_if(dtype == None)
def make_mask_none(newshape: Shape, dtype: Value = None) -> bool[*newshape]: ...
@effect
def set_fill_value(a: Value, fill_value: Value) -> None: ...
@effect
def harden_mask(a: Value) -> Unknown: ...
@effect
def soften_mask(a: Value) -> Unknown: ...

# --- of each element ------------------------------------------------------------------------------

@template
@overload
def masked_unary(a: MaskedArray[T[*S]] | T[*S]) -> masked_of(loop(NAME, strong(T)), S): ...
@template
@overload
@effect
def masked_unary(a: Value, *args: Value, **kwargs) -> Unknown: ...
absolute = masked_unary("absolute")
abs = masked_unary("absolute")
arccos = masked_unary("arccos")
arccosh = masked_unary("arccosh")
arcsin = masked_unary("arcsin")
arcsinh = masked_unary("arcsinh")
arctan = masked_unary("arctan")
arctanh = masked_unary("arctanh")
ceil = masked_unary("ceil")
conjugate = masked_unary("conjugate")
cos = masked_unary("cos")
cosh = masked_unary("cosh")
exp = masked_unary("exp")
fabs = masked_unary("fabs")
floor = masked_unary("floor")
log = masked_unary("log")
log10 = masked_unary("log10")
log2 = masked_unary("log2")
logical_not = masked_unary("logical_not")
negative = masked_unary("negative")
sin = masked_unary("sin")
sinh = masked_unary("sinh")
sqrt = masked_unary("sqrt")
tan = masked_unary("tan")
tanh = masked_unary("tanh")

@template
@overload
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def masked_binary(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> masked_of(loop(NAME, strong(T), strong(U)), broadcast(S, R)): ...
@template
@overload
@effect
def masked_binary(a: Value, b: Value, *args: Value, **kwargs) -> Unknown: ...
add = masked_binary("add")
arctan2 = masked_binary("arctan2")
bitwise_and = masked_binary("bitwise_and")
bitwise_or = masked_binary("bitwise_or")
bitwise_xor = masked_binary("bitwise_xor")
divide = masked_binary("divide")
true_divide = masked_binary("divide")
floor_divide = masked_binary("floor_divide")
fmod = masked_binary("fmod")
hypot = masked_binary("hypot")
multiply = masked_binary("multiply")
remainder = masked_binary("remainder")
mod = masked_binary("remainder")
subtract = masked_binary("subtract")

@template
@overload
def masked_test(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> masked_of(loop(NAME, strong(T), strong(U)), broadcast(S, R)): ...
@template
@overload
@effect
def masked_test(a: Value, b: Value, *args: Value, **kwargs) -> Unknown: ...
equal = masked_test("equal")
not_equal = masked_test("not_equal")
greater = masked_test("greater")
greater_equal = masked_test("greater_equal")
less = masked_test("less")
less_equal = masked_test("less_equal")
logical_and = masked_test("logical_and")
logical_or = masked_test("logical_or")
logical_xor = masked_test("logical_xor")

# What is chosen may be `masked`, whose dtype doesn't count.
@template
@overload
@guard(negate(is_a(a, MaskedConstant)), negate(is_a(b, MaskedConstant)))
def masked_extremum(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> masked_by_ufunc(common(strong(T), strong(U)), broadcast(S, R)): ...
@template
@overload
def masked_extremum(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> masked_by_ufunc(unknown(), broadcast(S, R)): ...
maximum = masked_extremum("maximum")
minimum = masked_extremum("minimum")
@known_if(third == None)
@require(power_of(T, U, b, S))
def power(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], third: Value = None) -> masked_by_ufunc(loop("power", strong(T), strong(U)), broadcast(S, R)): ...

@overload
def where(condition: MaskedArray[C[*P]] | C[*P], x: MaskedArray[T[*S]] | T[*S], y: MaskedArray[U[*R]] | U[*R]) -> MaskedArray[unknown()[*broadcast(P, S, R)]]: ...
@overload
def where(condition: Value, x: Value = None, y: Value = None) -> Unknown: ...

# --- reductions -----------------------------------------------------------------------------------

@template
@overload
@scalar_axis(S, axis)
@guard(out == None)
def masked_total(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None, keepdims: bool = False) -> masked_of(reduced_as(D, strong(T), NAME), reduce(S, axis, keepdims)): ...
@template
@overload
@effect
def masked_total(a: Value, axis: Value = None, dtype: Value = None, out: Value = None, keepdims: Value = False) -> Unknown: ...
sum = masked_total("sum")
prod = masked_total("prod")
product = masked_total("prod")
@overload
@scalar_axis(S, axis)
@guard(out == None)
def mean(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None, keepdims: bool = False) -> masked_of(masked_mean_dtype(D, T), reduce(S, axis, keepdims)): ...
@overload
@effect
def mean(a: Value, axis: Value = None, dtype: Value = None, out: Value = None, keepdims: Value = False) -> Unknown: ...
@template
@overload
@scalar_axis(S, axis)
@guard(out == None, mean == None)
def masked_deviation(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None, ddof: Value = 0, keepdims: bool = False, mean: Value = None) -> masked_of(real(masked_mean_dtype(D, T)), reduce(S, axis, keepdims)): ...
@template
@overload
@effect
def masked_deviation(a: Value, axis: Value = None, dtype: Value = None, out: Value = None, ddof: Value = 0, keepdims: Value = False, mean: Value = None) -> Unknown: ...
std = masked_deviation("std")
var = masked_deviation("var")
@template
@overload
@scalar_axis(S, axis)
@guard(out == None)
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme", "Empty")
def masked_extreme(obj: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, out: Value = None, fill_value: Value = None, keepdims: bool = False) -> masked_of(T, reduce(S, axis, keepdims)): ...
@template
@overload
@effect
def masked_extreme(obj: Value, axis: Value = None, out: Value = None, fill_value: Value = None, keepdims: Value = False) -> Unknown: ...
max = masked_extreme("max")
min = masked_extreme("min")
ptp = masked_extreme("ptp")
@template
@overload
@scalar_axis(S, axis)
@guard(out == None)
def masked_truth(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, out: Value = None, keepdims: bool = False) -> masked_of(bool, reduce(S, axis, keepdims)): ...
@template
@overload
@effect
def masked_truth(a: Value, axis: Value = None, out: Value = None, keepdims: Value = False) -> Unknown: ...
any = masked_truth("any")
all = masked_truth("all")
@template
@overload
@scalar_axis(S, axis)
@guard(out == None, keepdims == False)
@require(nonempty(S, axis, None) >= 1, "a zero-size array has no extreme", "Empty")
def masked_place(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None, fill_value: Value = None, out: Value = None, *, keepdims: Value = False) -> decay(int64[*remove(S, axis)]): ...
@template
@overload
@effect
def masked_place(a: Value, axis: Value = None, fill_value: Value = None, out: Value = None, *, keepdims: Value = False) -> Unknown: ...
argmax = masked_place("argmax")
argmin = masked_place("argmin")
@template
@overload
@scalar_axis(S, axis)
@guard(out == None)
def masked_cumulative(a: MaskedArray[T[*S]] | T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Value = None) -> masked_by_ufunc(reduced_as(D, strong(T), NAME), flat_unless(S, axis)): ...
@template
@overload
@effect
def masked_cumulative(a: Value, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
cumsum = masked_cumulative("sum")
cumprod = masked_cumulative("prod")
@scalar_axis(S, axis)
@require(reduce(S, axis, False))
def anom(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, dtype: DType[D] | None = None) -> masked_by_ufunc(masked_mean_dtype(D, T), S): ...
anomalies = anom
@overload
@guard(out == None)
def median(a: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None, out: Value = None, overwrite_input: Value = False, keepdims: bool = False) -> masked_of(masked_mean_dtype(None, T), reduce(S, axis, keepdims)): ...
@overload
@effect
def median(a: Value, axis: Value = None, out: Value = None, overwrite_input: Value = False, keepdims: Value = False) -> Unknown: ...
@overload
def average(a: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None, weights: None = None, returned: Literal[False] = False, *, keepdims: bool = False) -> masked_of(masked_mean_dtype(None, T), reduce(S, axis, keepdims)): ...
@overload
@raises("TypeError")
@require(R == S, "the weights have another shape")
def average(a: MaskedArray[T[*S]] | T[*S], axis: None = None, weights: MaskedArray[W[*R]] | W[*R] = None, returned: Literal[False] = False, *, keepdims: bool = False) -> masked_of(average_dtype(strong(T), strong(W)), reduce(S, None, keepdims)): ...
@overload
def average(a: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None, weights: MaskedArray[W[*R]] | W[*R] = None, returned: Literal[False] = False, *, keepdims: bool = False) -> masked_of(average_dtype(strong(T), strong(W)), reduce(weighted(S, R, axis), axis, keepdims)): ...
@overload
@require(reduce(S, axis, False))
def average(a: MaskedArray[T[*S]] | T[*S], axis: Axes | None = None, weights: Value = None, returned: Value = False, *, keepdims: Value = False) -> Unknown: ...

# --- joining and other shapes ---------------------------------------------------------------------

def concatenate(arrays: Sequence[MaskedArray[T[*S]] | T[*S]], axis: int | None = 0) -> MaskedArray[common(T)[*concat(S, axis)]]: ...
@template
def masked_rows(tup: Sequence[MaskedArray[T[*S]] | T[*S]], *, dtype: DType[D] | None = None, casting: Value = "same_kind") -> MaskedArray[choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*concat(each(at_least_2d, S), 0)]]: ...
vstack = masked_rows("vstack")
row_stack = masked_rows("vstack")
def hstack(tup: Sequence[MaskedArray[T[*S]] | T[*S]], *, dtype: DType[D] | None = None, casting: Value = "same_kind") -> MaskedArray[choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*side_by_side(each(at_least_1d, S))]]: ...
def dstack(tup: Sequence[MaskedArray[T[*S]] | T[*S]]) -> MaskedArray[common(each(array_dtype, T))[*concat(each(at_least_3d, S), 2)]]: ...
def column_stack(tup: Sequence[MaskedArray[T[*S]] | T[*S]]) -> MaskedArray[common(each(array_dtype, T))[*concat(each(as_column, S), 1)]]: ...
@overload
@guard(out == None)
@code("CF104")
def stack(arrays: Sequence[MaskedArray[T[*S]] | T[*S]], axis: int = 0, out: Value = None, *, dtype: DType[D] | None = None, casting: Value = "same_kind") -> MaskedArray[choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*stack(S, axis)]]: ...
@overload
@effect
def stack(arrays: Value, axis: Value = 0, out: Value = None, *, dtype: Value = None, casting: Value = "same_kind") -> Unknown: ...
@overload
def append(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], axis: None = None) -> MaskedArray[common(strong(T), strong(U))[prod(S) + prod(R)]]: ...
@overload
def append(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], axis: int = None) -> MaskedArray[common(strong(T), strong(U))[*concat([S, R], axis)]]: ...
@views
def ravel(a: MaskedArray[T[*S]] | T[*S], order: Order = "C") -> MaskedArray[strong(T)[prod(S)]]: ...
# An array has the method that they ask it for, and gives no masked one.
@overload
@views
def reshape(a: MaskedArray[T[*S]], new_shape: Shape(-1), order: Value = "C") -> MaskedArray[T[*reshape(S, new_shape)]]: ...
@overload
@views
@guard(is_a(a, array))
def reshape(a: T[*S], new_shape: Shape(-1), order: Value = "C") -> T[*reshape(S, new_shape)]: ...
@overload
@require(reshape(S, new_shape))
def reshape(a: T[*S], new_shape: Shape(-1), order: Value = "C") -> Unknown: ...
@overload
@views
def transpose(a: MaskedArray[T[*S]], axes: Axes | None = None) -> MaskedArray[T[*permute(S, axes)]]: ...
@overload
@views
@guard(is_a(a, array))
def transpose(a: T[*S], axes: Axes | None = None) -> T[*permute(S, axes)]: ...
@overload
@require(permute(S, axes))
def transpose(a: T[*S], axes: Axes | None = None) -> Unknown: ...
@overload
@views
@guard(rank(S) >= 1, fill_value == None, hardmask == False)
def squeeze(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, *, fill_value: Value = None, hardmask: Value = False) -> MaskedArray[strong(T)[*squeeze(S, axis)]]: ...
@overload
@scalar_axis(S, axis)
@require(squeeze(S, axis))
def squeeze(a: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None, *, fill_value: Value = None, hardmask: Value = False) -> Unknown: ...
@overload
def squeeze(a: Value, axis: Value = None, *, fill_value: Value = None, hardmask: Value = False) -> Unknown: ...
@overload
@views
def expand_dims(a: MaskedArray[T[*S]], axis: Axes) -> MaskedArray[strong(T)[*expand(S, axis)]]: ...
@overload
@views
def expand_dims(a: T[*S], axis: Axes) -> strong(T)[*expand(S, axis)]: ...
def resize(x: MaskedArray[T[*S]] | T[*S], new_shape: Shape) -> MaskedArray[strong(T)[*new_shape]]: ...
@overload
@guard(rank(S) >= 1, rank(R) >= 1, axis == None, out == None)
def take(a: MaskedArray[T[*S]] | T[*S], indices: MaskedArray[I[*R]] | I[*R], axis: int | None = None, out: Value = None, mode: Value = "raise") -> MaskedArray[strong(T)[*R]]: ...
@overload
@guard(rank(S) >= 1, rank(R) >= 1, out == None)
def take(a: MaskedArray[T[*S]] | T[*S], indices: MaskedArray[I[*R]] | I[*R], axis: int | None = None, out: Value = None, mode: Value = "raise") -> MaskedArray[strong(T)[*replace(S, axis, R)]]: ...
@overload
@guard(rank(S) >= 1, rank(R) == 0, out == None)
def take(a: MaskedArray[T[*S]] | T[*S], indices: MaskedArray[I[*R]] | I[*R], axis: int | None = None, out: Value = None, mode: Value = "raise") -> masked_of(T, remove(S, axis)): ...
@overload
@scalar_axis(S, axis)
@guard(out == None)
@require(reduce(S, axis, False))
def take(a: MaskedArray[T[*S]] | T[*S], indices: Value, axis: int | None = None, out: Value = None, mode: Value = "raise") -> Unknown: ...
@overload
@effect
def take(a: Value, indices: Value, axis: Value = None, out: Value = None, mode: Value = "raise") -> Unknown: ...
@overload
@require(at(S, axis))
def sort(a: MaskedArray[T[*S]], axis: int = -1, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = None) -> MaskedArray[strong(T)[*S]]: ...
@overload
@require(at(S, axis))
def sort(a: T[*S], axis: int = -1, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = None) -> strong(T)[*S]: ...
@overload
def sort(a: Value, axis: Value = -1, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = None) -> Unknown: ...

# --- products and statistics ----------------------------------------------------------------------

@overload
@code("CF101")
@guard(out == None)
def dot(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], strict: Value = False, out: Value = None) -> masked_by_ufunc(product_dtype(T, U), dot(S, R)): ...
@overload
@effect
def dot(a: Value, b: Value, strict: Value = False, out: Value = None) -> Unknown: ...
def outer(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> MaskedArray[loop("multiply", strong(T), strong(U))[prod(S), prod(R)]]: ...
outerproduct = outer
@code("CF101")
def inner(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R]) -> masked_by_ufunc(product_dtype(T, U), inner(at_least_1d(S), at_least_1d(R))): ...
innerproduct = inner
@raises("ValueError", "Value")
@raises("TypeError")
@require(n == m, "x and y differ in length")
def polyfit(x: MaskedArray[T[n]] | T[n], y: MaskedArray[U[m, *R]] | U[m, *R], deg: Value, rcond: Value = None, full: Value = False, w: Value = None, cov: Value = False) -> fitted_masked(deg, full, cov, R): ...
def unique(ar1: MaskedArray[T[*S]] | T[*S], return_index: bool = False, return_inverse: bool = False) -> one_or_tuple([MaskedArray[strong(T)[any_size()]], *asked(return_index, Unknown), *asked(return_inverse, Unknown)]): ...
@overload
@guard(y == None, rank(S) == 2, any_of(rowvar == True, rowvar == 1), at(S, 0) >= 2)
def corrcoef(x: MaskedArray[T[*S]] | T[*S], y: Value = None, rowvar: Value = True, allow_masked: Value = True) -> MaskedArray[double_of_reals(T)[at(S, 0), at(S, 0)]]: ...
@overload
@known_if(rank(S) == 1, rank(R) == 1)
@require(S == R, "x and y differ in length")
def corrcoef(x: MaskedArray[T[*S]] | T[*S], y: MaskedArray[U[*R]] | U[*R] = None, rowvar: Value = True, allow_masked: Value = True) -> Unknown: ...
@overload
@guard(y == None, rank(S) == 2, any_of(rowvar == True, rowvar == 1), at(S, 0) >= 2)
def cov(x: MaskedArray[T[*S]] | T[*S], y: Value = None, rowvar: Value = True, bias: Value = False, allow_masked: Value = True, ddof: Value = None) -> MaskedArray[double_of_reals(T)[at(S, 0), at(S, 0)]]: ...
@overload
@known_if(rank(S) == 1, rank(R) == 1)
@require(S == R, "x and y differ in length")
def cov(x: MaskedArray[T[*S]] | T[*S], y: MaskedArray[U[*R]] | U[*R] = None, rowvar: Value = True, bias: Value = False, allow_masked: Value = True, ddof: Value = None) -> Unknown: ...
@require(broadcast(S, R))
def allclose(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], masked_equal: Value = True, rtol: Value = 1e-05, atol: Value = 1e-08) -> bool | decay(bool[()]): ...
@require(broadcast(S, R))
def allequal(a: MaskedArray[T[*S]] | T[*S], b: MaskedArray[U[*R]] | U[*R], fill_value: Value = True) -> bool | decay(bool[()]): ...
def shape(obj: MaskedArray[T[*S]] | T[*S]) -> tuple_of(int(S)): ...
def ndim(obj: MaskedArray[T[*S]] | T[*S]) -> int(rank(S)): ...

@template
@overload
def at_least(arys: MaskedArray[T[*S]] | T[*S], /) -> MaskedArray[strong(T)[*least_dims(S, NAME)]]: ...
@template
@overload
def at_least(*arys: Value) -> Unknown: ...
atleast_1d = at_least("1")
atleast_2d = at_least("2")
atleast_3d = at_least("3")
def clump_masked(a: MaskedArray[T[*S]] | T[*S]) -> Unknown: ...
def clump_unmasked(a: MaskedArray[T[*S]] | T[*S]) -> Unknown: ...
@require(rank(S) == 2, "rows and columns are of arrays of 2 dims")
@raises("NotImplementedError")
def compress_rows(a: MaskedArray[T[*S]] | T[*S]) -> Unknown: ...
@require(rank(S) == 2, "rows and columns are of arrays of 2 dims")
@raises("NotImplementedError")
def compress_cols(a: MaskedArray[T[*S]] | T[*S]) -> Unknown: ...
@require(rank(S) == 2, "rows and columns are of arrays of 2 dims")
@raises("NotImplementedError")
def mask_rowcols(a: MaskedArray[T[*S]] | T[*S], axis: Value = None) -> MaskedArray[strong(T)[*S]]: ...
@scalar_axis(S, axis)
def count_masked(arr: MaskedArray[T[*S]] | T[*S], axis: Axis | None = None) -> decay(int64[*reduce(S, axis, False)]): ...
@template
@overload
@guard(any_of(is_subdtype(strong(T), "integer"), is_subdtype(strong(T), "inexact")))
def rounded(a: MaskedArray[T[*S]] | T[*S]) -> masked_by_ufunc(strong(T), S): ...
@template
@overload
@effect
def rounded(a: Value, *args: Value, **kwargs) -> Unknown: ...
around = rounded("around")

# --- constants, and what nothing is said of -------------------------------------------------------

masked: MaskedConstant[float64[()]]
masked_singleton: MaskedConstant[float64[()]]
nomask: bool_ = False
angle: Unknown
apply_over_axes: Unknown
bool_: Unknown
choose: Unknown
clip: Unknown
common_fill_value: Unknown
convolve: Unknown
core: Unknown
correlate: Unknown
default_fill_value: Unknown
diagflat: Unknown
ediff1d: Unknown
extras: Unknown
flatnotmasked_contiguous: Unknown
flatnotmasked_edges: Unknown
flatten_mask: Unknown
flatten_structured_array: Unknown
frombuffer: Unknown
fromflex: Unknown
fromfunction: Unknown
ids: Unknown
in1d: Unknown
indices: Unknown
intersect1d: Unknown
isin: Unknown
left_shift: Unknown
MAError: Unknown
make_mask_descr: Unknown
masked_print_option: Unknown
MaskError: Unknown
MaskType: Unknown
maximum_fill_value: Unknown
minimum_fill_value: Unknown
mr_: Unknown
mrecords: Unknown
mvoid: Unknown
ndenumerate: Unknown
nonzero: Unknown
put: Unknown
putmask: Unknown
right_shift: Unknown
round: Unknown
round_: Unknown
setdiff1d: Unknown
setxor1d: Unknown
test: Unknown
testutils: Unknown
timer_comparison: Unknown
union1d: Unknown
