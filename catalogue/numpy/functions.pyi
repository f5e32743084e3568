"""Mathematics beyond ufuncs: parts of numbers, tests, polynomials, statistics, interpolation."""

# Bytes, of which each is eight bits.
@raises("TypeError", "Casting")
@require(castable(strong(T), uint8, "equiv"), "bits are unpacked from uint8, not from {T}")
def Bits(a: T[*S]): ...

namespace = numpy

# --- parts of numbers ----------------------------------------------------------------------------

@overload
@guard(is_a(val, large_int))
def real(val: Value) -> Unknown: ...
@overload
@guard(is_a(val, number), is_a(val, int), negate(is_a(val, bool)))
def real(val: T[*S]) -> val: ...
@overload
@guard(is_a(val, number))
@views
def real(val: T[*S]) -> real_number(val): ...
@overload
@guard(is_a(val, numpy_scalar))
@views
def real(val: T[*S]) -> decay(real(T)[*S]): ...
@overload
@views
def real(val: T[*S]) -> real(T)[*S]: ...
@overload
@guard(is_a(val, large_int))
def imag(val: Value) -> int(0): ...
@overload
@guard(is_a(val, number), is_a(val, int))
def imag(val: T[*S]) -> int(0): ...
@overload
@guard(is_a(val, number))
@views
def imag(val: T[*S]) -> real_number(val): ...
@overload
@guard(is_a(val, numpy_scalar))
@views
def imag(val: T[*S]) -> decay(real(T)[*S]): ...
@overload
@views
def imag(val: T[*S]) -> real(T)[*S]: ...
@overload
@guard(T == bool)
def angle(z: Operand[T, *S], deg=False) -> decay(float64[*S]): ...
@overload
def angle(z: Operand[T, *S], deg=False) -> decay(loop("arctan2", real(T), real(T))[*S]): ...
@overload
@views
@guard(negate(is_subdtype(strong(T), "complexfloating")))
def real_if_close(a: T[*S], tol=100) -> strong(T)[*S]: ...
@overload
@views
def real_if_close(a: T[*S], tol=100) -> unknown()[*S]: ...
# Ints are copied as they are.
@overload
@guard(is_subdtype(strong(T), "integer"), out != None)
@require(prod(shape_of(out)) == prod(S), "`out` has another number of elements")
@asks_method
def round(a: Operand[T, *S], decimals: int = 0, out: Out(any, same_kind) = None) -> decay(strong(T)[*S]): ...
@overload
@guard(T == bool, decimals == 0)
def round(a: Operand[T, *S], decimals: int = 0, out: Out(exact, same_kind) = None) -> decay(float16[*S]): ...
@overload
@whole(decimals == 0)
@folds("rint", a)
@raises("UFuncTypeError", "Value")
@require(any_of(T != bool, decimals == 0, out != None), "bools have no decimals")
def round(a: Operand[T, *S], decimals: int = 0, out: Out(exact, same_kind) = None) -> decay(strong(T)[*S]): ...
around = round
@effect
@views(copy != True)
@keeps_class
@require(any_of(copy != False, is_a(x, array)), "what is no array can't be changed in place", since="2.0")
def nan_to_num(x: T[*S], copy: Value = True, nan=0.0, posinf=None, neginf=None) -> decay(strong(T)[*S]): ...
def sinc(x: T[*S]) -> decay(inexact(T)[*S]): ...
def i0(x: T[*S]) -> as_float(T)[*S]: ...
@require(rank(S) >= 1, "at least 1 dim is needed")
@require(at(S, axis))
def unwrap(p: T[*S], discont=None, axis: int = -1, *, period: P[*Q] = 6.283185307179586) -> common(difference_dtype(T), P)[*S]: ...

# --- tests ---------------------------------------------------------------------------------------

@overload
@guard(any_of(is_a(x, number), is_a(x, large_int)))
def isreal(x: T[*S]) -> bool: ...
@overload
@guard(is_subdtype(strong(T), "character"))
def isreal(x: T[*S]) -> Unknown: ...
@overload
def isreal(x: T[*S]) -> decay(bool[*S]): ...
def iscomplex(x: T[*S]) -> decay(bool[*S]): ...
@require(kind(T, ["bool", "integer", "floating"]))
def isposinf(x: T[*S], out: Out(broadcast, same_kind) = None) -> decay(bool[*S]): ...
@require(kind(T, ["bool", "integer", "floating"]))
def isneginf(x: T[*S], out: Out(broadcast, same_kind) = None) -> decay(bool[*S]): ...
def iscomplexobj(x: Value) -> is_subdtype(elem(x), "complexfloating"): ...
def isrealobj(x: Value) -> negate(is_subdtype(elem(x), "complexfloating")): ...
@overload
@guard(any_of(is_a(element, number), is_a(element, large_int), is_a(element, str), is_a(element, numpy_scalar)))
def isscalar(element: Value) -> Literal[True]: ...
@overload
@guard(any_of(is_a(element, array), is_a(element, sequence), is_a(element, dict), is_a(element, set), is_a(element, none)))
def isscalar(element: Value) -> Literal[False]: ...
@overload
def isscalar(element: Value) -> bool: ...
# An array of no dims can't be iterated.
@overload
@guard(any_of(is_a(y, number), is_a(y, large_int), is_a(y, none), all_of(is_a(y, array), rank(shape_of(y)) == 0)))
def iterable(y: Value) -> Literal[False]: ...
@overload
@guard(any_of(is_a(y, sequence), is_a(y, dict), is_a(y, set), is_a(y, str), all_of(is_a(y, array), rank(shape_of(y)) >= 1)))
def iterable(y: Value) -> Literal[True]: ...
@overload
def iterable(y: Value) -> bool: ...
def isfortran(a: Value) -> bool: ...
@require(loop("isfinite", V))
@require(loop("isfinite", W))
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
@any_array
def allclose(a: T[*S], b: U[*R], rtol: V[*P] = 1e-05, atol: W[*Q] = 1e-08, equal_nan=False) -> one_of(broadcast(S, R, P, Q), bool): ...
@require(loop("isfinite", V))
@require(loop("isfinite", W))
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
@spells_one
def isclose(a: T[*S], b: U[*R], rtol: V[*P] = 1e-05, atol: W[*Q] = 1e-08, equal_nan=False) -> decay(bool[*broadcast(S, R, P, Q)]): ...
# What no array can be made of is not equal to one.
@hazard("CF706", shape_of(a1) != shape_of(a2), "arrays of different shapes are never equal")
def array_equal(a1: Value, a2: Value, equal_nan=False) -> bool: ...
def array_equiv(a1: Value, a2: Value) -> bool: ...
def shares_memory(a: Value, b: Value, /, max_work=-1) -> bool: ...
def may_share_memory(a: Value, b: Value, /, max_work=0) -> bool: ...

# --- days of business ----------------------------------------------------------------------------

def is_busday(dates: T[*S], weekmask="1111100", holidays=None, busdaycal=None, out: Out = None) -> decay(bool[*S]): ...
def busday_count(begindates: T[*S], enddates: U[*R], weekmask="1111100", holidays=(), busdaycal=None, out: Out = None) -> decay(int64[*broadcast(S, R)]): ...
def busday_offset(dates: T[*S], offsets: U[*R], roll="raise", weekmask="1111100", holidays=None, busdaycal=None, out: Out = None) -> decay(unknown()[*broadcast(S, R)]): ...

# --- dtypes --------------------------------------------------------------------------------------

def result_type(*arrays_and_dtypes: Value) -> DType[common(each(array_or_dtype, arrays_and_dtypes))]: ...
def promote_types(type1: DType[D], type2: DType[E], /) -> DType[promoted_to(D, E)]: ...
@overload
def can_cast(from_: Value, to: DType[D], casting="safe") -> bool: ...
@overload
def can_cast(from_: Value, to: Value, casting="safe") -> bool: ...
def issubdtype(arg1: Value, arg2: Value) -> is_subdtype(arg1, arg2): ...
@require(each(a_number, T))
def common_type(*arrays: T[*S]) -> DType[promote(each(as_inexact, T))]: ...
@overload
@guard(rank(shape_of(a)) >= 1)
def min_scalar_type(a: Value, /) -> DType[strong(elem_of(a))]: ...
@overload
def min_scalar_type(a: Value, /) -> DType[unknown()]: ...
@overload
@guard(any_of(is_a(dtype, number), is_a(dtype, array), is_a(dtype, numpy_scalar)))
@raises("ValueError", "NoLoop")
@require(kind(strong(elem(dtype)), ["inexact"]), "{elem(dtype)} is no dtype of floats")
def finfo(dtype: Value) -> FloatInfo[strong(real(elem(dtype)))]: ...
@overload
@raises("ValueError", "NoLoop")
@require(kind(D, ["inexact"]), "{D} is no dtype of floats")
def finfo(dtype: DType[D]) -> FloatInfo[real(D)]: ...
@overload
@guard(any_of(is_a(int_type, number), is_a(int_type, array), is_a(int_type, numpy_scalar)))
def iinfo(int_type: Value) -> IntInfo: ...
@overload
@raises("ValueError", "NotAnInteger")
@require(kind(D, ["integer"]), "{D} is no dtype of ints")
def iinfo(int_type: DType[D]) -> IntInfo: ...
@require(negate(is_a(dtype, str)), "a dtype is wanted, not its name", "WrongSlot")
def isdtype(dtype: Value, kind: Value) -> bool: ...

class FloatInfo(object):
    eps: decay(elem(pick(0, *parts(self)))[()])
    epsneg: decay(elem(pick(0, *parts(self)))[()])
    max: decay(elem(pick(0, *parts(self)))[()])
    min: decay(elem(pick(0, *parts(self)))[()])
    tiny: decay(elem(pick(0, *parts(self)))[()])
    smallest_normal: decay(elem(pick(0, *parts(self)))[()])
    smallest_subnormal: decay(elem(pick(0, *parts(self)))[()])
    resolution: decay(elem(pick(0, *parts(self)))[()])
    bits: int
    precision: int
    nmant: int
    nexp: int
    maxexp: int
    minexp: int
    machep: int
    negep: int
    iexp: int
    dtype: DType[unknown()]

class Subarray(object): ...

class IntInfo(object):
    max: int
    min: int
    bits: int
    kind: str
    dtype: DType[unknown()]

class ErrorState(object):
    def __enter__(self) -> None: ...
    def __exit__(self, *args) -> None: ...

def errstate(*, call=None, all=None, divide=None, over=None, under=None, invalid=None) -> ErrorState: ...
@effect
def seterr(all: ErrorMode = None, divide: ErrorMode = None, over: ErrorMode = None, under: ErrorMode = None, invalid: ErrorMode = None) -> dict[str, str]: ...
def geterr() -> dict[str, str]: ...
@effect
def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None, sign=None, floatmode=None, *, legacy=None, override_repr=None) -> None: ...
def printoptions(*args, **kwargs) -> ErrorState: ...
@former("2.4", "style", "formatter", "threshold", "edgeitems", "sign", "floatmode", "suffix")
def array2string(a: Value, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="", legacy=None) -> str: ...
def array_str(a: Value, max_line_width=None, precision=None, suppress_small=None) -> str: ...
def array_repr(arr: Value, max_line_width=None, precision=None, suppress_small=None) -> str: ...
def base_repr(number: Value, base=2, padding=0) -> str: ...
def binary_repr(num: Value, width=None) -> str: ...
def format_float_positional(x: Value, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None, pad_right=None, min_digits=None) -> str: ...

# --- functions of functions ----------------------------------------------------------------------

# What these functions call stands for what it gives, and `applied` below says what it is called with.
@require(prod(remove(S, axis)) >= 1, "there is nothing to iterate over")
def apply_along_axis(func1d: forced(F[*R]), axis: int, arr: T[*S], *args, **kwargs) -> strong(F)[*replace(S, axis, R)]: ...
@raises("AttributeError")
@require(negate(any_of(is_a(a, sequence), is_a(a, number))), "an array is wanted")
def apply_over_axes(func: Value, a: T[*S], axes: Axes) -> decay(unknown()[*dims(rank(S), any_size())]): ...
@overload
@guard(otypes == None, signature == None, excluded == None)
def vectorize(pyfunc: Value, otypes: Value = None, doc=None, excluded: Value = None, cache=False, signature: Value = None) -> Vectorize: ...
@overload
def vectorize(pyfunc: Value, otypes: Value = None, doc=None, excluded: Value = None, cache=False, signature: Value = None) -> TypedVectorize[otypes, signature, excluded]: ...
@overload
def vectorize(pyfunc: None = None, otypes=None, doc=None, excluded=None, cache=False, signature=None) -> Unknown: ...

@made_by("vectorize")
class Vectorize(object):
    @known_if(kwargs == None)
    def __call__(self, pyfunc: Value, /, *args: T[*S], **kwargs) -> vectorized_by_first(pyfunc, broadcast(S)): ...
    pyfunc: Unknown
    cache: bool
    signature: Unknown
    otypes: Unknown
    excluded: Unknown
@made_by("vectorize")
class TypedVectorize(object):
    @known_if(kwargs == None, pick(2, *parts(self)) == None)
    def __call__(self, /, *args: T[*S], **kwargs) -> vectorized(pick(0, *parts(self)), pick(1, *parts(self)), S): ...
    pyfunc: Unknown
    cache: bool
    signature: Unknown
    otypes: Unknown
    excluded: Unknown
@views
def fromfunction(function: Value, shape: Shape, *, dtype: DType[D] = float, like: Like = None, **kwargs) -> function: ...
def frompyfunc(func, /, nin: int, nout: int, **kwargs: Option["identity"]) -> ObjectFunction[nin, nout]: ...

@made_by("frompyfunc")
class ObjectFunction(object):
    @overload
    @guard(count(S) == pick(0, *parts(self)), kwargs == None, pick(1, *parts(self)) == 1)
    def __call__(self, /, *args: T[*S], **kwargs) -> objects(broadcast(S)): ...
    @overload
    @guard(count(S) == pick(0, *parts(self)), kwargs == None, pick(1, *parts(self)) != 1)
    def __call__(self, /, *args: T[*S], **kwargs) -> tuple_of(pick(1, *parts(self)), objects(broadcast(S))): ...
    @overload
    @raises("TypeError")
    @require(count(args) >= pick(0, *parts(self)), "fewer operands than the function takes")
    def __call__(self, /, *args: Value, **kwargs) -> Unknown: ...
    def reduce(self, /, *args, **kwargs) -> Unknown: ...
    def accumulate(self, /, *args, **kwargs) -> Unknown: ...
    def reduceat(self, /, *args, **kwargs) -> Unknown: ...
    def outer(self, /, *args, **kwargs) -> Unknown: ...
    def at(self, /, *args, **kwargs) -> Unknown: ...
    nin: int
    nout: int
    nargs: int
    ntypes: int
    types: Unknown
    identity: Unknown
    signature: Unknown

namespace = numpy.applied

# Of what isn't known to be an array, as of a matrix, a slice may be another thing than an array.
@overload
@views
@known_if(any_of(is_a(arr, array), is_a(arr, sequence)))
@require(prod(remove(S, axis)) >= 1, "there is nothing to iterate over")
def apply_along_axis(func1d: Value, axis: int, arr: T[*S], *args, **kwargs) -> tuple[strong(T)[at(S, axis)]]: ...
def fromfunction(function: Value, shape: Shape, *, dtype: DType[D] = float, like: None = None, **kwargs) -> tuple_of(rank(shape), D[*shape]): ...

namespace = Vectorize.applied

@require(prod(broadcast(S)) >= 1, "without otypes nothing can be told from nothing")
def __call__(pyfunc: Value, /, *args: T[*S]) -> tuple_of(each(first_element, T)): ...

namespace = numpy

# --- statistics ----------------------------------------------------------------------------------

@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@guard(rank(S) <= 1)
@any_array
@raises("RuntimeError")
@require(weights_of_observations(fweights, prod(S), 1))
@require(weights_of_observations(aweights, prod(S), 1))
def cov(m: Operand[T, *S], y: None = None, rowvar: Value = True, bias=False, ddof=None, fweights: Value = None, aweights: Value = None, *, dtype: DType[D] | None = None) -> choose(weighed(D, fweights, aweights), promote(T, float64))[()]: ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@any_array
@raises("RuntimeError")
@require(weights_of_observations(fweights, at(S, 1), at(S, 0)))
@require(weights_of_observations(aweights, at(S, 1), at(S, 0)))
def cov(m: Operand[T, *S], y: None = None, rowvar: Literal[True] = True, bias=False, ddof=None, fweights: Value = None, aweights: Value = None, *, dtype: DType[D] | None = None) -> covaried(at(S, 0), weighed(D, fweights, aweights), promote(T, float64))[*square_unless_one(at(S, 0))]: ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@any_array
def cov(m: Operand[T, *S], y: None = None, rowvar: Literal[False] = True, bias=False, ddof=None, fweights: Value = None, aweights: Value = None, *, dtype: DType[D] | None = None) -> covaried(at(S, 1), weighed(D, fweights, aweights), promote(T, float64))[*square_unless_one(at(S, 1))]: ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@require(rank(R) <= 2, "at most 2 dims are wanted")
@any_array
def cov(m: Operand[T, *S], y: U[*R] = None, rowvar: Literal[True] = True, bias=False, ddof=None, fweights: Value = None, aweights: Value = None, *, dtype: DType[D] | None = None) -> covaried(at(at_least_2d(S), 0), weighed(D, fweights, aweights), promote(T, U, float64))[*covariance(at_least_2d(S), at_least_2d(R))]: ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@require(rank(R) <= 2, "at most 2 dims are wanted")
@any_array
def cov(m: Operand[T, *S], y: U[*R] = None, rowvar: Value = True, bias=False, ddof=None, fweights: Value = None, aweights: Value = None, *, dtype: DType[D] | None = None) -> choose(weighed(D, fweights, aweights), promote(T, U, float64))[*square_unless_one(variables(S, R, rowvar))]: ...
@overload
@guard(rank(S) <= 1)
@require(rank(S) <= 2, "at most 2 dims are wanted")
@former("2.4", "bias", "ddof")
@any_array
def corrcoef(x: Operand[T, *S], y: None = None, rowvar: Value = True, *, dtype: DType[D] | None = None) -> decay(choose(D, promote(T, float64))[()]): ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@former("2.4", "bias", "ddof")
@any_array
def corrcoef(x: Operand[T, *S], y: None = None, rowvar: Literal[True] = True, *, dtype: DType[D] | None = None) -> decay(covaried(at(S, 0), D, promote(T, float64))[*square_unless_one(at(S, 0))]): ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@former("2.4", "bias", "ddof")
@any_array
def corrcoef(x: Operand[T, *S], y: None = None, rowvar: Literal[False] = True, *, dtype: DType[D] | None = None) -> decay(unknown()[...]): ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@former("2.4", "bias", "ddof")
@any_array
def corrcoef(x: Operand[T, *S], y: U[*R] = None, rowvar: Literal[True] = True, *, dtype: DType[D] | None = None) -> decay(covaried(at(at_least_2d(S), 0), D, promote(T, U, float64))[*covariance(at_least_2d(S), at_least_2d(R))]): ...
@overload
@require(rank(S) <= 2, "at most 2 dims are wanted")
@former("2.4", "bias", "ddof")
@any_array
def corrcoef(x: Operand[T, *S], y: U[*R] = None, rowvar: Value = True, *, dtype: DType[D] | None = None) -> decay(choose(D, promote(T, U, float64))[*square_unless_one(variables(S, R, rowvar))]): ...

# --- polynomials and interpolation ---------------------------------------------------------------

@require(n == m, "xp and fp differ in length")
@require(n >= 1, "there are no points to interpolate between")
@any_array
def interp(x: T[*S], xp: U[n], fp: V[m], left=None, right=None, period: Value = None) -> by_number(period, decay(promote(strong(V), float64)[*S])): ...
@overload
@raises("ValueError", "Value")
@raises("TypeError")
@require(n == m, "x and y differ in length")
@require(deg >= 0, "the degree is {deg}, below 0")
@any_array
def polyfit(x: T[n], y: U[m, *R], deg: int, rcond=None, full: Literal[False] = False, w=None, cov: Literal[False] = False) -> promote(inexact(T), inexact(U), float64)[deg + 1, *R]: ...
@overload
@raises("ValueError", "Value")
@raises("TypeError")
@require(n == m, "x and y differ in length")
@require(deg >= 0, "the degree is {deg}, below 0")
@any_array
def polyfit(x: T[n], y: U[m, *R], deg: int, rcond: Value = None, full: Literal[True] = False, w=None, cov: Value = False) -> tuple[promote(inexact(T), inexact(U), float64)[deg + 1, *R], float64[fresh()], int32, real(promote(inexact(T), inexact(U), float64))[min(n, deg + 1)], cut_off(rcond, T)]: ...
@overload
@raises("TypeError")
@require(n == m, "x and y differ in length")
@any_array
def polyfit(x: T[n], y: U[m, *R], deg: NotNone, rcond=None, full: Value = False, w=None, cov: Value = False) -> Unknown: ...
@overload
@guard(rank(P) >= 1, is_a(at(P, 0), zero))
def polyval(p: T[*P], x: U[*R]) -> strong(U)[*R]: ...
@overload
@guard(rank(P) == 1)
def polyval(p: T[*P], x: Operand[U, *R]) -> decay(common(strong(T), strong(U))[*R]): ...
@overload
@guard(rank(P) >= 2)
def polyval(p: T[*P], x: Operand[U, *R]) -> common(strong(T), strong(U))[*broadcast(R, remove(P, 0))]: ...
@overload
def polyval(p: NotNone, x: Value) -> Unknown: ...
# Of poly1d they give one; arrays are vectors of coefficients, whose leading zeros a product drops.
@overload
@guard(rank(S) <= 1, rank(R) <= 1)
def polyadd(a1: T[*S], a2: U[*R]) -> polynomial_dtype(T, U)[max(prod(S), prod(R))]: ...
@overload
@known_if(at(at_least_1d(S), 0) == at(at_least_1d(R), 0))
def polyadd(a1: T[*S], a2: U[*R]) -> loop("add", strong(T), strong(U))[*broadcast(at_least_1d(S), at_least_1d(R))]: ...
@overload
@guard(rank(S) <= 1, rank(R) <= 1)
def polysub(a1: T[*S], a2: U[*R]) -> loop("subtract", strong(T), strong(U))[max(prod(S), prod(R))]: ...
@overload
@known_if(at(at_least_1d(S), 0) == at(at_least_1d(R), 0))
def polysub(a1: T[*S], a2: U[*R]) -> loop("subtract", strong(T), strong(U))[*broadcast(at_least_1d(S), at_least_1d(R))]: ...
@require(rank(S) <= 1, "1 dim is wanted")
@require(rank(R) <= 1, "1 dim is wanted")
def polymul(a1: T[*S], a2: U[*R]) -> polynomial_dtype(T, U)[fresh()]: ...
@overload
@guard(is_a(filt, array), axis == None)
@views
def trim_zeros(filt: T[*S], trim="fb", axis: Value = None) -> strong(T)[*each(fresh_in, S)]: ...
@overload
@guard(is_a(filt, array), is_a(axis, int))
@views
def trim_zeros(filt: T[*S], trim="fb", axis: Value = None) -> strong(T)[*replace(S, axis, fresh())]: ...
@overload
@guard(is_a(filt, array), is_a(axis, tuple), count(parts(axis)) == 2)
@views
def trim_zeros(filt: T[*S], trim="fb", axis: Value = None) -> strong(T)[*replace(replace(S, pick(0, *parts(axis)), fresh()), pick(1, *parts(axis)), fresh())]: ...
@overload
@views
def trim_zeros(filt: Value, trim="fb", axis: Value = None) -> Unknown: ...
# Division of polynomials: the remainder loses its leading zeros.
@overload
@guard(rank(S) <= 1, rank(R) <= 1)
def polydiv(u: T[*S], v: U[*R]) -> quotient_of(common(inexact(strong(T)), inexact(strong(U))), max(prod(S) - prod(R) + 1, 1), (fresh(),)): ...
# What has fewer coefficients than its divisor is the remainder.
@overload
@known_if(at(at_least_1d(S), 0) < at(at_least_1d(R), 0))
def polydiv(u: T[*S], v: U[*R]) -> quotient_of(common(inexact(strong(T)), inexact(strong(U))), 1, replace(at_least_1d(S), 0, fresh())): ...
@overload
@guard(m == 0)
@views
def polyder(p: T[n, *S], m: int = 1) -> strong(T)[n, *S]: ...
@overload
@guard(rank(S) == 0)
@require(m >= 0, "the order of a derivative is negative")
def polyder(p: T[n, *S], m: int = 1) -> loop("multiply", strong(T), int64)[max(n - m, 0)]: ...
@overload
@known_if(m == 1)
def polyder(p: T[n, *S], m: int = 1) -> loop("multiply", strong(T), int64)[*broadcast((max(n - 1, 0), *S), (max(n - 1, 0),))]: ...
@overload
@guard(m == 0)
@views
def polyint(p: T[n], m: int = 1, k: Value = None) -> strong(T)[n]: ...
@overload
@guard(k == None)
@require(m >= 0, "the order of an integral is negative")
def polyint(p: T[n], m: int = 1, k: Value = None) -> promote(loop("divide", strong(T), int64), float64)[n + m]: ...
@overload
@require(m >= 0, "the order of an integral is negative")
def polyint(p: T[n], m: int = 1, k: K[*Q] = None) -> promote(loop("divide", strong(T), int64), strong(K), int64)[n + m]: ...
@overload
def polyint(p: Value, m: Value = 1, k: Value = None) -> Unknown: ...
@overload
@guard(rank(S) == 1, any_of(is_a(prod(S), zero), is_a(prod(S) - 1, zero)))
def roots(p: T[*S]) -> float64[0]: ...
@overload
@guard(rank(S) == 1, is_a(prod(S) - 2, zero), linalg_dtype(T) == float64)
def roots(p: T[*S]) -> float64[fresh()]: ...
@overload
@require(rank(S) <= 1, "1 dim is wanted")
def roots(p: T[*S]) -> unknown()[fresh()]: ...
@overload
@guard(is_a(prod(S), zero))
@require(rank(S) <= 1, "a vector or a square matrix is wanted")
def poly(seq_of_zeros: T[*S]) -> float: ...
@overload
@guard(rank(S) == 1)
def poly(seq_of_zeros: T[*S]) -> of_zeros(T)[prod(S) + 1]: ...
@overload
@require(rank(S) <= 2, "a vector or a square matrix is wanted")
@guard(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a vector or a square matrix is wanted")
def poly(seq_of_zeros: T[*S]) -> of_zeros(T)[at(S, 0) + 1]: ...
@overload
@require(rank(S) <= 2, "a vector or a square matrix is wanted")
def poly(seq_of_zeros: T[*S]) -> Unknown: ...
def vander(x: T[n], N: int(m) | None = None, increasing=False) -> promote(T, int64)[n, choose(m, n)]: ...

# --- windows -------------------------------------------------------------------------------------

@require(rank(shape_of(M)) == 0, "one number of points is wanted")
@require(M != None, "None is no number", "WrongSlot")
def hamming(M: int(m) | Value) -> float64[max(m, 0)]: ...
@require(rank(shape_of(M)) == 0, "one number of points is wanted")
@require(M != None, "None is no number", "WrongSlot")
def hanning(M: int(m) | Value) -> float64[max(m, 0)]: ...
@require(rank(shape_of(M)) == 0, "one number of points is wanted")
@require(M != None, "None is no number", "WrongSlot")
def blackman(M: int(m) | Value) -> float64[max(m, 0)]: ...
@require(rank(shape_of(M)) == 0, "one number of points is wanted")
@require(M != None, "None is no number", "WrongSlot")
def bartlett(M: int(m) | Value) -> float64[max(m, 0)]: ...
@require(rank(shape_of(M)) == 0, "one number of points is wanted")
@require(M != None, "None is no number", "WrongSlot")
def kaiser(M: int(m) | Value, beta: NotNone) -> float64[max(m, 0)]: ...

# --- more ----------------------------------------------------------------------------------------

# Elements that are arrays: `(float, (2,))`.
@overload
@guard(is_a(dtype, tuple))
def dtype(dtype: Value, align=False, copy=False, *, metadata=None) -> Subarray[()]: ...
# Fields are apart from each other then.
@overload
@guard(align != False)
def dtype(dtype: Value, align: Value = False, copy=False, *, metadata=None) -> Unknown: ...
@overload
def dtype(dtype: DType[D] | None, align=False, copy=False, *, metadata=None) -> DType[choose(D, float64)]: ...
@of_scalars
@keeps_whole
@views(copy != True)
def astype(x: strict(T[*S]), dtype: DType[D] | None, /, *, copy: Value = True, device=None) -> choose(D, float64)[*S]: ...
@whole
@folds("trunc", x)
def fix(x: T[*S], out: Out(broadcast, same_kind) = None) -> decay(strong(T)[*S]): ...
@overload
@guard(is_subdtype(strong(T), "complexfloating"))
def sort_complex(a: T[*S]) -> strong(T)[*S]: ...
@overload
@guard(any_of(T == int8, T == int16, T == uint8, T == uint16))
def sort_complex(a: T[*S]) -> complex64[*S]: ...
@overload
@guard(any_of(is_subdtype(strong(T), "integer"), T == float64, T == float32, T == float16, T == bool))
def sort_complex(a: T[*S]) -> complex128[*S]: ...
@overload
def sort_complex(a: T[*S]) -> unknown()[*S]: ...
# Bits of all that there is, or along an axis, filled up to whole bytes.
@overload
@guard(axis == None)
@raises("TypeError", "NoLoop")
@require(kind(T, ["integer", "bool"]), "ints or bools are wanted")
def packbits(a: T[*S], /, axis: Value = None, bitorder: Option["big", "little"] = "big") -> uint8[(prod(S) + 7) // 8]: ...
@overload
@raises("TypeError", "NoLoop")
@require(kind(T, ["integer", "bool"]), "ints or bools are wanted")
def packbits(a: T[*S], /, axis: Axis = None, bitorder: Option["big", "little"] = "big") -> uint8[*replace(at_least_1d(S), axis, (at(at_least_1d(S), axis) + 7) // 8)]: ...
@overload
@guard(axis == None, count == None)
def unpackbits(a: Bits[T, *S], /, axis: Value = None, count: Value = None, bitorder: Option["big", "little"] = "big") -> uint8[8 * prod(S)]: ...
@overload
@guard(count == None)
def unpackbits(a: Bits[T, *S], /, axis: Axis = None, count: Value = None, bitorder: Option["big", "little"] = "big") -> uint8[*replace(at_least_1d(S), axis, 8 * at(at_least_1d(S), axis))]: ...
@overload
@guard(axis == None)
def unpackbits(a: Bits[T, *S], /, axis: Value = None, count: int = None, bitorder: Option["big", "little"] = "big") -> uint8[from_front(count, 8 * prod(S))]: ...
@overload
def unpackbits(a: Bits[T, *S], /, axis: Axis = None, count: int = None, bitorder: Option["big", "little"] = "big") -> uint8[*replace(at_least_1d(S), axis, from_front(count, 8 * at(at_least_1d(S), axis)))]: ...
@overload
def unpackbits(a: Value, /, axis: Value = None, count: Value = None, bitorder: Option["big", "little"] = "big") -> Unknown: ...
@scalar_axis(S, axis)
def nancumsum(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None) -> reduced_as(D, T, "sum")[*flat_unless(S, axis)]: ...
@scalar_axis(S, axis)
def nancumprod(a: T[*S], axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None) -> reduced_as(D, T, "prod")[*flat_unless(S, axis)]: ...
@require(within(q, 1))
@former("2.4", "interpolation")
@require(any_of(weights == None, method == "inverted_cdf"), "weights are of the method inverted_cdf alone")
def nanquantile(a: T[*S], q: Operand[Q, *R], axis: Axes | None = None, out: Out(any, unsafe) = None, overwrite_input=False, method: Value = "linear", keepdims: KeepDims = False, *, weights: Value = None) -> median_of(nan_extreme(T, Q, q, method, S)[*of_some(R, S), *reduce(S, axis, keepdims)], keepdims, out): ...
@overload
@require(any_of(axis != None, rank(S) <= 1), "an array of more dims needs an axis")
def cumulative_sum(x: T[*S], /, *, axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None, include_initial: Literal[False] = False) -> reduced_as(D, T, "sum")[*flat_unless(at_least_1d(S), one_axis_summed(axis))]: ...
@overload
@require(any_of(axis != None, rank(S) <= 1), "an array of more dims needs an axis")
def cumulative_sum(x: T[*S], /, *, axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None, include_initial: Literal[True] = False) -> reduced_as(D, T, "sum")[*replace(at_least_1d(S), choose(axis, 0), at(at_least_1d(S), choose(axis, 0)) + 1)]: ...
@overload
@require(any_of(axis != None, rank(S) <= 1), "an array of more dims needs an axis")
def cumulative_prod(x: T[*S], /, *, axis: Axis | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None, include_initial: Literal[False] = False) -> reduced_as(D, T, "prod")[*flat_unless(at_least_1d(S), one_axis_summed(axis))]: ...
@overload
@require(any_of(axis != None, rank(S) <= 1), "an array of more dims needs an axis")
def cumulative_prod(x: T[*S], /, *, axis: int | None = None, dtype: DType[D] | None = None, out: Out(any, unsafe) = None, include_initial: Literal[True] = False) -> reduced_as(D, T, "prod")[*replace(at_least_1d(S), choose(axis, 0), at(at_least_1d(S), choose(axis, 0)) + 1)]: ...
class UniqueAllResult(NamedTuple):
    values: ...
    indices: ...
    inverse_indices: ...
    counts: ...
class UniqueCountsResult(NamedTuple):
    values: ...
    counts: ...
class UniqueInverseResult(NamedTuple):
    values: ...
    inverse_indices: ...
def unique_all(x: T[*S]) -> UniqueAllResult[strong(T)[counted("distinct", x, prod(S), min(1, prod(S)))], int64[counted("distinct", x, prod(S), min(1, prod(S)))], int64[*S], int64[counted("distinct", x, prod(S), min(1, prod(S)))]]: ...
def unique_counts(x: T[*S]) -> UniqueCountsResult[strong(T)[counted("distinct", x, prod(S), min(1, prod(S)))], int64[counted("distinct", x, prod(S), min(1, prod(S)))]]: ...
def unique_inverse(x: T[*S]) -> UniqueInverseResult[strong(T)[counted("distinct", x, prod(S), min(1, prod(S)))], int64[*S]]: ...
def unique_values(x: T[*S]) -> strong(T)[counted("distinct", x, prod(S), min(1, prod(S)))]: ...
