"""Masked arrays: arrays some of whose elements don't count. What is one element is a number, or `masked` where it doesn't."""

# What isn't masked, or `masked` in its place, which is of floats whatever is masked.
@known_if(any_of(strong(T) == bool, is_subdtype(strong(T), "number")))
def masked_item(T) -> decay(strong(T)[()]) | MaskedConstant[float64[()]]: ...

# What is left of all dims is an element.
@overload
@guard(rank(S) == 0)
def masked_of(T, S) -> masked_item(T): ...
@overload
@known_if(rank(S) >= 1)
def masked_of(T, S) -> MaskedArray[strong(T)[*S]]: ...
# The same of a ufunc of NumPy's, which gives an array without dims or a number.
@known_if(rank(S) >= 1)
def masked_by_ufunc(T, S) -> MaskedArray[T[*S]]: ...

# What is computed with `masked` is masked.
@overload
@guard(rank(S) == 0)
def with_masked(T, S) -> MaskedConstant[float64[()]]: ...
@overload
def with_masked(T, S) -> masked_of(T, S): ...

# Means are of double precision where something is masked, and of that of the elements where nothing is.
@overload
@guard(any_of(D == float64, D == complex128))
def masked_mean_dtype(D, T) -> D: ...
@overload
@known_if(D == None, any_of(strong(T) == float64, strong(T) == complex128, strong(T) == bool, is_subdtype(strong(T), "integer")))
def masked_mean_dtype(D, T) -> reduced_as(None, T, "mean"): ...

# How many there are: an int of Python's where nothing is masked.
@overload
@guard(rank(S) >= 1)
def masked_count(S, axis) -> int64[*S]: ...
@overload
@known_if(rank(S) == 0, axis == None)
def masked_count(S, axis) -> int | decay(int64[()]): ...

# A mask is one truth where nothing is masked, or has one for each element; of records, one for each field.
@known_if(negate(is_subdtype(strong(T), "void")))
def mask_of_masked(T, S) -> decay(bool[()]) | bool[*S]: ...
@known_if(negate(is_subdtype(strong(T), "void")))
def mask_array(T, S) -> bool[*S]: ...

# The shape of a mask, or of what it is made of.
@overload
@guard(is_a(x, MaskedArray))
def shape_of_masked(x) -> shape_of(pick(0, *parts(x))): ...
@overload
def shape_of_masked(x) -> shape_of(x): ...
# One for each element, in any shape, or one for all. A record has a mask for each field.
@overload
@guard(any_of(strong(T) == bool, is_subdtype(strong(T), "number")))
@require(any_of(prod(R) == 1, prod(R) == prod(S)), "the mask has {prod(R)} elements, the data {prod(S)}")
def mask_fits(T, R, S) -> Literal[True]: ...
@overload
def mask_fits(T, R, S) -> Literal[True]: ...

# What is stored broadcasts to its place; 1s in front are left out.
@overload
@guard(rank(R) <= rank(S))
@require(broadcast(R, S) == S, "what is stored doesn't broadcast to its place")
def masked_stores(S, R) -> Literal[True]: ...
@overload
def masked_stores(S, R) -> Literal[True]: ...

# What is chosen of an axis, or of all elements.
@overload
@guard(axis == None)
def kept_of(S, axis) -> (fresh(),): ...
@overload
def kept_of(S, axis) -> replace(S, axis, fresh()): ...

namespace = numpy._masked

# Operators of masked arrays, to which a number of Python's is an array: of singles it makes doubles.
@template
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
@any_array
def elementwise(x1: T[*S], x2: U[*R], /) -> masked_of(loop(NAME, strong(T), strong(U)), broadcast(S, R)): ...

# On the right of a scalar of NumPy's, one without dims remains an array.
@template
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
@any_array
def on_the_right(x1: T[*S], x2: U[*R], /) -> masked_by_ufunc(loop(NAME, strong(T), strong(U)), broadcast(S, R)): ...

add = elementwise("add")
subtract = elementwise("subtract")
multiply = elementwise("multiply")
divide = elementwise("divide")
floor_divide = elementwise("floor_divide")
radd = on_the_right("add")
rsubtract = on_the_right("subtract")
rmultiply = on_the_right("multiply")
rdivide = on_the_right("divide")
rfloor_divide = on_the_right("floor_divide")

@any_array
@require(power_of(T, U, x2, S))
def power(x1: T[*S], x2: U[*R], /) -> masked_by_ufunc(loop("power", strong(T), strong(U)), broadcast(S, R)): ...

# The others are NumPy's ufuncs.
@template
@any_array
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
def by_ufunc(x1: T[*S], x2: U[*R], /) -> masked_by_ufunc(binary_dtype(None, None, None, "same_kind", NAME, [x1, x2], T, U), broadcast(S, R)): ...

remainder = by_ufunc("remainder")
bitwise_and = by_ufunc("bitwise_and")
bitwise_or = by_ufunc("bitwise_or")
bitwise_xor = by_ufunc("bitwise_xor")
left_shift = by_ufunc("left_shift")
right_shift = by_ufunc("right_shift")

# Masks are broadcast with the product, which some of them don't allow.
@overload
@any_array
@code("CF101")
@guard(rank(S) <= 2, rank(R) <= 2)
@require(all_of(rank(S) >= 1, rank(R) >= 1), "a number is no matrix")
def matmul(x1: T[*S], x2: U[*R], /) -> masked_by_ufunc(binary_dtype(None, None, None, "same_kind", "matmul", [x1, x2], T, U), dot(S, R)): ...
@overload
@any_array
def matmul(x1: Value, x2: Value, /) -> Unknown: ...

@template
@any_array
def compared(x1: T[*S], x2: U[*R], /) -> masked_of(compared_dtype(None, None, None, "same_kind", NAME, T, U), broadcast(S, R)): ...

# None and texts are compared with the elements as any object is.
@any_array
def equal(x1: T[*S], x2: U[*R], /) -> masked_of(equality(T, U), broadcast(S, R)): ...

less = compared("less")
less_equal = compared("less_equal")
greater = compared("greater")
greater_equal = compared("greater_equal")

@template
@any_array
def of_each(x: T[*S], /) -> MaskedArray[loop(NAME, T)[*S]]: ...

negative = of_each("negative")
positive = of_each("positive")
invert = of_each("invert")
absolute = of_each("absolute")

# In place it remains what it is.
@template
@any_array
@effect
@require(x2 != None, "None is no number", "WrongSlot")
@require(broadcast(S, R) == S, "the result has more dims, or other sizes, than the array")
@raises("TypeError", "Casting")
@require(castable(loop(NAME, strong(T), strong(U)), T, "same_kind"))
def in_place(x1: T[*S], x2: U[*R], /) -> MaskedArray[T[*S]]: ...

iadd = in_place("add")
isubtract = in_place("subtract")
imultiply = in_place("multiply")
idivide = in_place("divide")
ifloor_divide = in_place("floor_divide")
ipower = in_place("power")

# What isn't its own is NumPy's, to which Python's numbers are weak.
@any_array
@effect
@require(broadcast(S, R) == S, "the result has more dims, or other sizes, than the array")
def in_place_by_ufunc(x1: T[*S], x2: U[*R], /) -> MaskedArray[T[*S]]: ...

# The same of `masked`, on either side.
@template
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
@any_array
def with_constant(x1: T[*S], x2: U[*R], /) -> with_masked(loop(NAME, strong(T), strong(U)), broadcast(S, R)): ...

constant_add = with_constant("add")
constant_subtract = with_constant("subtract")
constant_multiply = with_constant("multiply")
constant_divide = with_constant("divide")
constant_floor_divide = with_constant("floor_divide")
constant_power = with_constant("power")

# `masked` remains what it is.
def unchanged(x1: Value, x2: Value, /) -> MaskedConstant[float64[()]]: ...

namespace = numpy.ma

@complete
@as_array
@made_by("MaskedArray")
class MaskedArray(ndarray):
    # --- the mask and what is under it -----------------------------------------------------------
    @property
    def mask(self) -> mask_of_masked(T, S): ...
    @property
    def recordmask(self) -> Unknown: ...
    @property
    @views
    def data(self) -> T[*S]: ...
    fill_value: Unknown
    hardmask: bool
    sharedmask: bool
    baseclass: Unknown
    flat: Unknown
    @views
    def filled(self, fill_value: Value = None) -> T[*S]: ...
    @views
    def compressed(self) -> T[fresh()]: ...
    count = numpy.ma.count
    def get_fill_value(self) -> Unknown: ...
    @effect
    def set_fill_value(self, value: Value = None) -> None: ...
    @effect
    def harden_mask(self) -> MaskedArray[T[*S]]: ...
    @effect
    def soften_mask(self) -> MaskedArray[T[*S]]: ...
    @effect
    def shrink_mask(self) -> MaskedArray[T[*S]]: ...
    @effect
    def unshare_mask(self) -> MaskedArray[T[*S]]: ...
    def ids(self) -> Unknown: ...
    def iscontiguous(self) -> bool: ...
    def toflex(self) -> Unknown: ...
    def torecords(self) -> Unknown: ...
    # What is stored in these leaves the rest as it is.
    @known_if(any_of(name == "mask", name == "fill_value"))
    def __setattr__(self, name: Value, value: Value, /) -> None: ...

    # --- the same in another place ---------------------------------------------------------------
    @property
    @views
    def T(self) -> MaskedArray[T[*permute(S, None)]]: ...
    @property
    @require(rank(S) >= 2, "at least 2 dims are needed")
    @views
    def mT(self) -> MaskedArray[T[*swap(S, -1, -2)]]: ...
    @property
    @views
    def real(self) -> MaskedArray[real(T)[*S]]: ...
    @property
    @views
    def imag(self) -> MaskedArray[real(T)[*S]]: ...
    @views
    def get_real(self) -> MaskedArray[real(T)[*S]]: ...
    @views
    def get_imag(self) -> MaskedArray[real(T)[*S]]: ...
    @known_if(subok == True)
    @views
    @raises("TypeError", "Casting")
    @require(castable(T, choose(D, float64), casting))
    def astype(self, /, dtype: DType[D] | None, order: Order = "K", casting: Option["no", "equiv", "safe", "same_kind", "unsafe", "same_value"] = "unsafe", subok: Value = True, copy: Value = True) -> MaskedArray[choose(cast_of(D, T), float64)[*S]]: ...
    def copy(self, *args, **params) -> MaskedArray[T[*S]]: ...
    @overload
    @views
    def view(self) -> MaskedArray[T[*S]]: ...
    @overload
    def view(self, dtype: Value = None, type: Value = None, fill_value: Value = None) -> Unknown: ...
    @views
    def conj(self, /) -> MaskedArray[T[*S]]: ...
    @views
    def conjugate(self, /) -> MaskedArray[T[*S]]: ...
    @effect
    def byteswap(self, /, inplace: Value = False) -> Unknown: ...
    def to_device(self, device: Value, /, *, stream: Value = None) -> Unknown: ...
    def getfield(self, dtype: Value, offset: Value = 0) -> Unknown: ...
    def tolist(self, fill_value: Value = None) -> Unknown: ...
    def tobytes(self, fill_value: Value = None, order: Value = "C") -> bytes: ...
    def tofile(self, fid: Value, sep: Value = "", format: Value = "%s") -> Unknown: ...

    # --- other shape -----------------------------------------------------------------------------
    @views
    def reshape(self, *s: Shape(-1), order: Option["C", "F", "A", None] = "C") -> MaskedArray[T[*reshape(S, s)]]: ...
    @views
    def ravel(self, order: Order = "C") -> MaskedArray[T[prod(S)]]: ...
    def flatten(self, /, order: Order = "C") -> MaskedArray[T[prod(S)]]: ...
    @views
    def transpose(self, /, *axes: Axes) -> MaskedArray[T[*permute(S, axes)]]: ...
    @views
    def swapaxes(self, axis1: int, axis2: int, /) -> MaskedArray[T[*swap(S, axis1, axis2)]]: ...
    @views
    @scalar_axis(S, axis)
    def squeeze(self, axis: Axes | None = None) -> MaskedArray[T[*squeeze(S, axis)]]: ...
    @effect
    def resize(self, newshape: Value, refcheck: Value = True, order: Value = False) -> Unknown: ...
    repeat = numpy.ma.repeat
    diagonal = numpy.ma.diagonal

    # --- reductions ------------------------------------------------------------------------------
    sum = numpy.ma.sum
    prod = numpy.ma.prod
    product = numpy.ma.prod
    mean = numpy.ma.mean
    std = numpy.ma.std
    var = numpy.ma.var
    max = numpy.ma.max
    min = numpy.ma.min
    ptp = numpy.ma.ptp
    any = numpy.ma.any
    all = numpy.ma.all
    argmax = numpy.ma.argmax
    argmin = numpy.ma.argmin
    cumsum = numpy.ma.cumsum
    cumprod = numpy.ma.cumprod
    anom = numpy.ma.anom
    trace = numpy.ma.trace

    # --- products, rounding, choosing ------------------------------------------------------------
    dot = numpy.ma.dot
    @overload
    @guard(any_of(is_subdtype(strong(T), "integer"), is_subdtype(strong(T), "inexact")), out == None)
    def round(self, decimals: Value = 0, out: Value = None) -> masked_by_ufunc(T, S): ...
    @overload
    @effect
    def round(self, decimals: Value = 0, out: Value = None) -> Unknown: ...
    @overload
    def clip(self, /, min: U[*R] = None, max: V[*Q] = None) -> masked_by_ufunc(common(T, U, V), broadcast(S, R, Q)): ...
    @overload
    def clip(self, /, min: U[*R] = None, max: None = None) -> masked_by_ufunc(common(T, U), broadcast(S, R)): ...
    @overload
    def clip(self, /, min: None = None, max: V[*Q] = None) -> masked_by_ufunc(common(T, V), broadcast(S, Q)): ...
    @overload
    @effect
    def clip(self, /, min: Value = None, max: Value = None, out: Value = None, **kwargs) -> Unknown: ...
    take = numpy.ma.take
    @overload
    @scalar_axis(S, axis)
    @guard(out == None)
    @require(reduce(S, axis, False))
    def compress(self, /, condition: Value, axis: int | None = None, out: Value = None) -> MaskedArray[strong(T)[*kept_of(S, axis)]]: ...
    @overload
    @effect
    def compress(self, /, condition: Value, axis: Value = None, out: Value = None) -> Unknown: ...
    @effect
    def choose(self, /, choices: Value, out: Value = None, mode: Value = "raise") -> Unknown: ...
    @overload
    @guard(axis == None, rank(S) == 1)
    def argsort(self, axis: Value = None, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = False) -> int64[*S]: ...
    @overload
    @scalar_axis(S, axis)
    @known_if(is_a(axis, int))
    @require(at(S, axis))
    def argsort(self, axis: Value = None, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = False) -> int64[*S]: ...
    @effect
    @scalar_axis(S, axis)
    @require(along_axis(S, axis))
    def sort(self, axis: int = -1, kind: Value = None, order: Value = None, endwith: Value = True, fill_value: Value = None, *, stable: Value = False) -> None: ...

    # --- items -----------------------------------------------------------------------------------
    def __iter__(self) -> list_of(S[0], masked_of(T, remove(S, 0))): ...
    @overload
    @guard(any_of(is_a(key, field_names), is_subdtype(strong(T), "void")))
    def __getitem__(self, key: Value, /) -> Unknown: ...
    @overload
    @guard(is_a(key, ints))
    @views
    def __getitem__(self, key: Value, /) -> masked_of(T, index(S, key)): ...
    @overload
    @views
    def __getitem__(self, key: Value, /) -> MaskedArray[T[*index(S, key)]]: ...
    @overload
    @guard(any_of(is_a(key, field_names), is_subdtype(strong(T), "void")))
    @effect
    def __setitem__(self, key: Value, value: Value, /) -> None: ...
    @overload
    @effect
    @require(masked_stores(index(S, key), R))
    def __setitem__(self, key: Value, value: U[*R], /) -> None: ...
    @overload
    @effect
    @require(index(S, key))
    def __setitem__(self, key: Value, value: Value, /) -> None: ...

    # --- operators -------------------------------------------------------------------------------
    __add__ = numpy._masked.add
    __radd__ = numpy._masked.radd
    __sub__ = numpy._masked.subtract
    __rsub__ = numpy._masked.rsubtract
    __mul__ = numpy._masked.multiply
    __rmul__ = numpy._masked.rmultiply
    __truediv__ = numpy._masked.divide
    __rtruediv__ = numpy._masked.rdivide
    __floordiv__ = numpy._masked.floor_divide
    __rfloordiv__ = numpy._masked.rfloor_divide
    __pow__ = numpy._masked.power
    __rpow__ = numpy._masked.power
    __mod__ = numpy._masked.remainder
    __rmod__ = numpy._masked.remainder
    __and__ = numpy._masked.bitwise_and
    __rand__ = numpy._masked.bitwise_and
    __or__ = numpy._masked.bitwise_or
    __ror__ = numpy._masked.bitwise_or
    __xor__ = numpy._masked.bitwise_xor
    __rxor__ = numpy._masked.bitwise_xor
    __lshift__ = numpy._masked.left_shift
    __rlshift__ = numpy._masked.left_shift
    __rshift__ = numpy._masked.right_shift
    __rrshift__ = numpy._masked.right_shift
    __matmul__ = numpy._masked.matmul
    __rmatmul__ = numpy._masked.matmul
    __eq__ = numpy._masked.equal
    __ne__ = numpy._masked.equal
    __lt__ = numpy._masked.less
    __le__ = numpy._masked.less_equal
    __gt__ = numpy._masked.greater
    __ge__ = numpy._masked.greater_equal
    __neg__ = numpy._masked.negative
    __pos__ = numpy._masked.positive
    __invert__ = numpy._masked.invert
    __abs__ = numpy._masked.absolute
    __iadd__ = numpy._masked.iadd
    __isub__ = numpy._masked.isubtract
    __imul__ = numpy._masked.imultiply
    __itruediv__ = numpy._masked.idivide
    __ifloordiv__ = numpy._masked.ifloor_divide
    __ipow__ = numpy._masked.ipower
    __imod__ = numpy._masked.in_place_by_ufunc
    __iand__ = numpy._masked.in_place_by_ufunc
    __ior__ = numpy._masked.in_place_by_ufunc
    __ixor__ = numpy._masked.in_place_by_ufunc
    __ilshift__ = numpy._masked.in_place_by_ufunc
    __irshift__ = numpy._masked.in_place_by_ufunc

# `masked` itself, which stands for any element.
@complete
@as_array
@made_by("masked")
class MaskedConstant(MaskedArray):
    def copy(self, *args, **kwargs) -> MaskedConstant[float64[()]]: ...
    def __setattr__(self, name: Value, value: Value, /) -> None: ...
    __iadd__ = numpy._masked.unchanged
    __isub__ = numpy._masked.unchanged
    __imul__ = numpy._masked.unchanged
    __itruediv__ = numpy._masked.unchanged
    __ifloordiv__ = numpy._masked.unchanged
    __ipow__ = numpy._masked.unchanged
    __imod__ = numpy._masked.unchanged
    __iand__ = numpy._masked.unchanged
    __ior__ = numpy._masked.unchanged
    __ixor__ = numpy._masked.unchanged
    __ilshift__ = numpy._masked.unchanged
    __irshift__ = numpy._masked.unchanged
    __add__ = numpy._masked.constant_add
    __radd__ = numpy._masked.constant_add
    __sub__ = numpy._masked.constant_subtract
    __rsub__ = numpy._masked.constant_subtract
    __mul__ = numpy._masked.constant_multiply
    __rmul__ = numpy._masked.constant_multiply
    __truediv__ = numpy._masked.constant_divide
    __rtruediv__ = numpy._masked.constant_divide
    __floordiv__ = numpy._masked.constant_floor_divide
    __rfloordiv__ = numpy._masked.constant_floor_divide
    __pow__ = numpy._masked.constant_power
    __rpow__ = numpy._masked.constant_power
