"""Matrices: arrays that always have two dims, whose `*` is a product. Slices, rows and reductions are matrices again."""

# What is left of one dim is a row, or a column where an index is behind a comma.
@overload
@guard(rank(R) == 0)
def item_of_matrix(T, R, key) -> decay(T[()]): ...
@overload
@guard(rank(R) == 2)
def item_of_matrix(T, R, key) -> Matrix[T[*R]]: ...
@overload
@guard(rank(R) == 1, is_a(key, tuple), count(parts(key)) == 2)
def item_of_matrix(T, R, key) -> row_or_column(T, R, pick(1, *parts(key))): ...
@overload
@guard(rank(R) == 1, is_a(key, tuple))
def item_of_matrix(T, R, key) -> unknown(): ...
@overload
@known_if(rank(R) == 1)
def item_of_matrix(T, R, key) -> Matrix[T[1, *R]]: ...
@overload
@guard(is_a(last, int))
def row_or_column(T, R, last) -> Matrix[T[*R, 1]]: ...
@overload
@known_if(any_of(is_a(last, slice), is_a(last, sequence)))
def row_or_column(T, R, last) -> Matrix[T[1, *R]]: ...

# All elements make a number, those along an axis a row or a column.
@overload
@guard(axis == None)
def reduced_matrix(T, S, axis) -> decay(T[()]): ...
@overload
def reduced_matrix(T, S, axis) -> Matrix[T[*replace(S, axis, 1)]]: ...

namespace = numpy

@overload
@raises("ValueError")
def matrix(data: str, dtype: DType[D] | None = None, copy: Value = True) -> Matrix[choose(cast_of(D, elem(array_in_text(data))), elem(array_in_text(data)))[*shape_of(array_in_text(data))]]: ...
@overload
@any_array
@raises("ValueError")
@require(rank(drop_ones(S)) <= 2, "a matrix has two dims")
@raises("TypeError", "Casting")
@require(real_elements(data, D))
@views(copy == False)
def matrix(data: forced(T[*S]), dtype: DType[D] | None = None, copy: Value = True) -> Matrix[choose(cast_of(D, T), strong(T))[*two_dims(S)]]: ...

@overload
@raises("ValueError")
def asmatrix(data: str, dtype: DType[D] | None = None) -> Matrix[choose(cast_of(D, elem(array_in_text(data))), elem(array_in_text(data)))[*shape_of(array_in_text(data))]]: ...
@overload
@any_array
@raises("ValueError")
@require(rank(drop_ones(S)) <= 2, "a matrix has two dims")
@raises("TypeError", "Casting")
@require(real_elements(data, D))
@views
def asmatrix(data: forced(T[*S]), dtype: DType[D] | None = None) -> Matrix[choose(cast_of(D, T), strong(T))[*two_dims(S)]]: ...

namespace = numpy._matrices

# Elementwise operators, in any of which an array may be on the other side.
@template
@any_array
@spells_one
@require(any_of(x1 != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(x2 != None, prod(S) == 0), "None is no number", "WrongSlot")
def elementwise(x1: T[*S], x2: U[*R], /) -> Matrix[binary_dtype(None, None, None, "same_kind", NAME, [x1, x2], T, U)[*two_dims(broadcast(S, R))]]: ...

add = elementwise("add")
subtract = elementwise("subtract")
divide = elementwise("divide")
floor_divide = elementwise("floor_divide")
remainder = elementwise("remainder")
bitwise_and = elementwise("bitwise_and")
bitwise_or = elementwise("bitwise_or")
bitwise_xor = elementwise("bitwise_xor")
left_shift = elementwise("left_shift")
right_shift = elementwise("right_shift")
less = elementwise("less")
less_equal = elementwise("less_equal")
greater = elementwise("greater")
greater_equal = elementwise("greater_equal")

# None is compared with the elements as any object is.
@any_array
@spells_one
def equal(x1: T[*S], x2: U[*R], /) -> Matrix[equality(T, U)[*two_dims(broadcast(S, R))]]: ...

# In a product a vector on the right is one row. A number, or a scalar of NumPy's, multiplies each element.
@overload
@any_array
@spells_one
@require(x2 != None, "None is no number", "WrongSlot")
@guard(any_of(is_a(x2, number), is_a(x2, numpy_scalar)))
def product(x1: T[*S], x2: U[*R], /) -> Matrix[contracted_dtype(x1, x2, S, R, T, U)[*S]]: ...
@overload
@any_array
@spells_one
@code("CF101")
@require(x2 != None, "None is no number", "WrongSlot")
def product(x1: T[*S], x2: U[*R], /) -> Matrix[contracted_dtype(x1, x2, S, R, T, U)[*two_dims(dot(S, one_row(R)))]]: ...

# On the left it is what it is.
@any_array
@spells_one
@code("CF101")
@require(x1 != None, "None is no number", "WrongSlot")
def reflected_product(x1: T[*S], x2: U[*R], /) -> Matrix[contracted_dtype(x1, x2, S, R, T, U)[*two_dims(dot(S, R))]]: ...

@overload
@any_array
@spells_one
@code("CF101")
@guard(rank(S) <= 2, rank(R) <= 2)
@require(all_of(rank(S) >= 1, rank(R) >= 1), "a number is no matrix")
def matmul(x1: T[*S], x2: U[*R], /) -> Matrix[binary_dtype(None, None, None, "same_kind", "matmul", [x1, x2], T, U)[*two_dims(dot(S, R))]]: ...
@overload
@any_array
def matmul(x1: Value, x2: Value, /) -> Unknown: ...

@overload
@any_array
@spells_one
@guard(is_a(k, number))
@raises("LinAlgError")
@raises("TypeError", "WrongSlot")
@require(at(S, 0) == at(S, 1), "a power is of a square matrix")
@require(is_a(k, int), "the exponent is no integer", "WrongSlot")
def power(x: T[*S], k: Value, /) -> Matrix[linalg_power(T, k)[*S]]: ...
@overload
@any_array
@raises("LinAlgError")
@require(at(S, 0) == at(S, 1), "a power is of a square matrix")
def power(x: T[*S], k: Value, /) -> Unknown: ...

@template
@any_array
@spells_one
def of_each(x: T[*S], /) -> Matrix[loop(NAME, T)[*S]]: ...

negative = of_each("negative")
positive = of_each("positive")
invert = of_each("invert")
absolute = of_each("absolute")

namespace = numpy

@complete
@as_array
@of_dims("2")
@made_by("matrix")
class Matrix(ndarray):
    # --- other matrices and arrays ---------------------------------------------------------------
    @property
    @spells_one
    def T(self) -> Matrix[T[*permute(S, None)]]: ...
    @property
    @spells_one
    def mT(self) -> Matrix[T[*permute(S, None)]]: ...
    @property
    @spells_one
    def H(self) -> Matrix[T[*permute(S, None)]]: ...
    @property
    @spells_one
    def I(self) -> Matrix[linalg_dtype(T)[*permute(S, None)]]: ...
    @property
    @spells_one
    def A(self) -> T[*S]: ...
    @property
    @spells_one
    def A1(self) -> T[prod(S)]: ...
    @property
    @spells_one
    def real(self) -> Matrix[real(T)[*S]]: ...
    @property
    @spells_one
    def imag(self) -> Matrix[real(T)[*S]]: ...
    @spells_one
    def getT(self) -> Matrix[T[*permute(S, None)]]: ...
    @spells_one
    def getH(self) -> Matrix[T[*permute(S, None)]]: ...
    @spells_one
    def getI(self) -> Matrix[linalg_dtype(T)[*permute(S, None)]]: ...
    @spells_one
    def getA(self) -> T[*S]: ...
    @spells_one
    def getA1(self) -> T[prod(S)]: ...
    @known_if(subok == True)
    @spells_one
    @raises("TypeError", "Casting")
    @require(castable(T, choose(D, float64), casting))
    def astype(self, /, dtype: DType[D] | None, order: Order = "K", casting: Option["no", "equiv", "safe", "same_kind", "unsafe", "same_value"] = "unsafe", subok: Value = True, copy: Value = True) -> Matrix[choose(cast_of(D, T), float64)[*S]]: ...
    @spells_one
    def copy(self, /, order: Order = "C") -> Matrix[T[*S]]: ...
    @overload
    @spells_one
    def view(self, /) -> Matrix[T[*S]]: ...
    @overload
    def view(self, /, *args: Value, **kwargs: Option["dtype", "type"]) -> Unknown: ...
    @spells_one
    def conj(self, /) -> Matrix[T[*S]]: ...
    @spells_one
    def conjugate(self, /) -> Matrix[T[*S]]: ...

    # --- other shape -----------------------------------------------------------------------------
    @spells_one
    def reshape(self, /, *shape: Shape(-1), order: Option["C", "F", "A", None] = "C", copy=None) -> Matrix[T[*two_dims(reshape(S, shape))]]: ...
    @spells_one
    def ravel(self, order: Order = "C") -> Matrix[T[*(1, prod(S))]]: ...
    @spells_one
    def flatten(self, order: Order = "C") -> Matrix[T[*(1, prod(S))]]: ...
    @spells_one
    def transpose(self, /, *axes: Axes) -> Matrix[T[*permute(S, axes)]]: ...
    @spells_one
    def swapaxes(self, axis1: int, axis2: int, /) -> Matrix[T[*swap(S, axis1, axis2)]]: ...
    @spells_one
    def squeeze(self, axis: Axes | None = None) -> Matrix[T[*two_dims(squeeze(S, axis))]]: ...
    @effect
    @replaces
    def resize(self, /, *new_shape: Shape, refcheck=True) -> None: ...

    # --- reductions: along an axis it remains as one row or one column ---------------------------
    @overload
    @spells_one
    @guard(out == None)
    def sum(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None) -> reduced_matrix(reduced_as(D, T, "sum"), S, axis): ...
    @overload
    @effect
    def sum(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def prod(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None) -> reduced_matrix(reduced_as(D, T, "prod"), S, axis): ...
    @overload
    @effect
    def prod(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def mean(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None) -> reduced_matrix(reduced_as(D, T, "mean"), S, axis): ...
    @overload
    @effect
    def mean(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def std(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None, ddof: Value = 0) -> reduced_matrix(real(reduced_as(D, T, "mean")), S, axis): ...
    @overload
    @effect
    def std(self, axis: Value = None, dtype: Value = None, out: Value = None, ddof: Value = 0) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def var(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Value = None, ddof: Value = 0) -> reduced_matrix(real(reduced_as(D, T, "mean")), S, axis): ...
    @overload
    @effect
    def var(self, axis: Value = None, dtype: Value = None, out: Value = None, ddof: Value = 0) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def max(self, axis: Axis | None = None, out: Value = None) -> reduced_matrix(strong(T), S, axis): ...
    @overload
    @effect
    def max(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def min(self, axis: Axis | None = None, out: Value = None) -> reduced_matrix(strong(T), S, axis): ...
    @overload
    @effect
    def min(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def ptp(self, axis: Axis | None = None, out: Value = None) -> reduced_matrix(loop("subtract", strong(T), strong(T)), S, axis): ...
    @overload
    @effect
    def ptp(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def any(self, axis: Axis | None = None, out: Value = None) -> reduced_matrix(bool, S, axis): ...
    @overload
    @effect
    def any(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def all(self, axis: Axis | None = None, out: Value = None) -> reduced_matrix(bool, S, axis): ...
    @overload
    @effect
    def all(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def argmax(self, axis: int | None = None, out: Value = None) -> reduced_matrix(int64, S, axis): ...
    @overload
    @effect
    def argmax(self, axis: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @spells_one
    @guard(out == None)
    def argmin(self, axis: int | None = None, out: Value = None) -> reduced_matrix(int64, S, axis): ...
    @overload
    @effect
    def argmin(self, axis: Value = None, out: Value = None) -> Unknown: ...

    # --- products, rounding ----------------------------------------------------------------------
    @overload
    @spells_one
    @code("CF101")
    @guard(out == None)
    def dot(self, b: U[*R], out: Value = None) -> Matrix[contracted_dtype(self, b, S, R, T, U)[*two_dims(dot(S, R))]]: ...
    @overload
    @effect
    def dot(self, b: Value, out: Value = None) -> Unknown: ...
    @effect
    def byteswap(self, inplace: Value = False) -> Unknown: ...
    @effect
    def repeat(self, repeats: Value, axis: Value = None) -> Unknown: ...
    @effect
    def diagonal(self, offset: Value = 0, axis1: Value = 0, axis2: Value = 1) -> Unknown: ...
    @effect
    def cumsum(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @effect
    def cumprod(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @effect
    def trace(self, offset: Value = 0, axis1: Value = 0, axis2: Value = 1, dtype: Value = None, out: Value = None) -> Unknown: ...
    @effect
    def round(self, decimals: Value = 0, out: Value = None) -> Unknown: ...
    @effect
    def clip(self, *args: Value, **kwargs) -> Unknown: ...
    @effect
    def take(self, indices: Value, axis: Value = None, out: Value = None, mode: Value = "raise") -> Unknown: ...
    @effect
    def argsort(self, axis: Value = -1, kind: Value = None, order: Value = None, **kwargs) -> Unknown: ...
    @effect
    def argpartition(self, kth: Value, axis: Value = -1, **kwargs) -> Unknown: ...
    @effect
    def searchsorted(self, v: Value, side: Value = "left", sorter: Value = None) -> Unknown: ...
    @effect
    def choose(self, *args: Value, **kwargs) -> Unknown: ...
    @effect
    def compress(self, condition: Value, axis: Value = None, out: Value = None) -> Unknown: ...
    @effect
    def getfield(self, dtype: Value, offset: Value = 0) -> Unknown: ...

    # --- operators -------------------------------------------------------------------------------
    @spells_one
    def __iter__(self) -> list_of(S[0], Matrix[T[1, S[1]]]): ...
    @spells_one
    def __getitem__(self, key: Value, /) -> item_of_matrix(T, index(S, key), key): ...
    __add__ = numpy._matrices.add
    __radd__ = numpy._matrices.add
    __sub__ = numpy._matrices.subtract
    __rsub__ = numpy._matrices.subtract
    __truediv__ = numpy._matrices.divide
    __rtruediv__ = numpy._matrices.divide
    __floordiv__ = numpy._matrices.floor_divide
    __rfloordiv__ = numpy._matrices.floor_divide
    __mod__ = numpy._matrices.remainder
    __rmod__ = numpy._matrices.remainder
    __and__ = numpy._matrices.bitwise_and
    __rand__ = numpy._matrices.bitwise_and
    __or__ = numpy._matrices.bitwise_or
    __ror__ = numpy._matrices.bitwise_or
    __xor__ = numpy._matrices.bitwise_xor
    __rxor__ = numpy._matrices.bitwise_xor
    __lshift__ = numpy._matrices.left_shift
    __rlshift__ = numpy._matrices.left_shift
    __rshift__ = numpy._matrices.right_shift
    __rrshift__ = numpy._matrices.right_shift
    __mul__ = numpy._matrices.product
    __rmul__ = numpy._matrices.reflected_product
    __matmul__ = numpy._matrices.matmul
    __rmatmul__ = numpy._matrices.matmul
    __pow__ = numpy._matrices.power
    __eq__ = numpy._matrices.equal
    __ne__ = numpy._matrices.equal
    __lt__ = numpy._matrices.less
    __le__ = numpy._matrices.less_equal
    __gt__ = numpy._matrices.greater
    __ge__ = numpy._matrices.greater_equal
    __neg__ = numpy._matrices.negative
    __pos__ = numpy._matrices.positive
    __invert__ = numpy._matrices.invert
    __abs__ = numpy._matrices.absolute
