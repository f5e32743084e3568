"""The array itself, NumPy's scalars, and dtypes."""

namespace = numpy

class ndarray(T[*S]):
    # --- what it is ------------------------------------------------------------------------------
    shape: tuple_of(int(S))
    ndim: int(rank(S))
    size: int(prod(S))
    dtype: DType[T]
    itemsize: int(dtype_size(T))
    nbytes: int(prod(S) * dtype_size(T))
    strides: tuple_of(rank(S), int)
    @property
    @spells_one
    @views
    def T(self) -> T[*permute(S, None)]: ...
    @property
    @require(rank(S) >= 2, "at least 2 dims are needed")
    @spells_one
    @views
    def mT(self) -> T[*swap(S, -1, -2)]: ...
    @property
    @views
    def real(self) -> real(T)[*S]: ...
    @property
    @views
    def imag(self) -> real(T)[*S]: ...
    flat: FlatIterator[T[*S]]
    flags: Unknown
    base: Unknown
    data: Unknown
    ctypes: Unknown
    device: str
    def __len__(self) -> int(S[0]): ...
    @overload
    @guard(all_of(is_a(key, field_names), is_subdtype(T, "void")))
    def __getitem__(self, key: Value, /) -> Unknown: ...
    @overload
    @guard(is_a(key, ints))
    def __getitem__(self, key: Value, /) -> decay(T[*index(S, key)]): ...
    @overload
    def __getitem__(self, key: Value, /) -> T[*index(S, key)]: ...

    # --- other elements or place -----------------------------------------------------------------
    @raises("TypeError", "Casting")
    @require(castable(T, choose(D, float64), casting))
    @keeps_whole
    @views(copy != True)
    def astype(self, /, dtype: DType[D] | None, order: Order = "K", casting: Option["no", "equiv", "safe", "same_kind", "unsafe", "same_value"] = "unsafe", subok=True, copy: Value = True) -> choose(cast_of(D, T), float64)[*S]: ...
    def copy(self, /, order: Order = "C") -> T[*S]: ...
    @overload
    @views
    def view(self, /) -> T[*S]: ...
    @overload
    @views
    def view(self, /, dtype: DType[D]) -> viewed(D, S, dtype_size(T), dtype_size(D)): ...
    @overload
    @require(negate(any_of(is_a(pick(1, *args), number), is_a(pick(1, *args), str))), "the type is a class of arrays")
    @views
    def view(self, /, *args: Value, **kwargs: Option["dtype", "type"]) -> Unknown: ...
    @overload
    @guard(inplace == True)
    @effect
    @views
    def byteswap(self, /, inplace: Value = False) -> T[*S]: ...
    @overload
    @views(inplace != False)
    def byteswap(self, /, inplace: Value = False) -> T[*S]: ...
    @overload
    @views
    def conj(self, /) -> conjugated(T, T[*S]): ...
    @overload
    @views
    def conj(self, out: Out(broadcast, unsafe) = None, /) -> conjugated(T, T[*S]): ...
    @overload
    @views
    def conjugate(self, /) -> conjugated(T, T[*S]): ...
    @overload
    @views
    def conjugate(self, out: Out(broadcast, unsafe) = None, /) -> conjugated(T, T[*S]): ...
    def to_device(self, device, /, *, stream=None) -> T[*S]: ...
    @overload
    @require(prod(S) == 1, "can only convert an array of size 1 to a Python scalar")
    def item(self, /) -> python(T): ...
    @overload
    @require(item_at(index, prod(S)))
    def item(self, index: int, /) -> python(T): ...
    @overload
    @require(rank(S) == 2, "as many indices are wanted as there are axes")
    @require(item_at(i, at(S, 0)))
    @require(item_at(j, at(S, 1)))
    def item(self, i: int, j: int, /) -> python(T): ...
    @overload
    def item(self, /, *args) -> python(T): ...
    @overload
    @guard(rank(S) == 0)
    def tolist(self, /) -> python(T): ...
    @overload
    @guard(rank(S) == 1)
    def tolist(self, /) -> list_of(S[0], python(T)): ...
    @overload
    @guard(rank(S) == 2)
    def tolist(self, /) -> list_of(S[0], list_of(S[1], python(T))): ...
    @overload
    @guard(rank(S) == 3)
    def tolist(self, /) -> list_of(S[0], list_of(S[1], list_of(S[2], python(T)))): ...
    @overload
    @guard(rank(S) == 4)
    def tolist(self, /) -> list_of(S[0], list_of(S[1], list_of(S[2], list_of(S[3], python(T))))): ...
    @overload
    @known_if(rank(S) == 5)
    def tolist(self, /) -> list_of(S[0], list_of(S[1], list_of(S[2], list_of(S[3], list_of(S[4], python(T)))))): ...
    def tobytes(self, /, order: Order = "C") -> bytes: ...
    @effect
    def tofile(self, fid, /, sep="", format="%s") -> None: ...
    @effect
    def dump(self, /, file) -> None: ...
    def dumps(self, /) -> bytes: ...

    # --- other shape -----------------------------------------------------------------------------
    @overload
    @raises("TypeError")
    @require(False, "a shape is wanted", "Arguments")
    def reshape(self, /, *, order=None, copy=None) -> T[...]: ...
    @overload
    @guard(is_a(shape, str), negate(shape == ""))
    @raises("TypeError")
    @require(negate(is_a(shape, str)), "a size is an int, not a text", "WrongSlot")
    def reshape(self, shape: Value, /, *, order=None, copy=None) -> T[...]: ...
    @overload
    @guard(shape == None)
    @views
    def reshape(self, shape: Value, /, *, order: Order = "C", copy=None) -> T[*S]: ...
    @overload
    @spells_one
    @views
    def reshape(self, /, *shape: Shape(-1), order: Option["C", "F", "A", None] = "C", copy=None) -> T[*reshape(S, shape)]: ...
    @views
    def ravel(self, /, order: Order = "C") -> T[prod(S)]: ...
    def flatten(self, /, order: Order = "C") -> T[prod(S)]: ...
    @spells_one
    @views
    def transpose(self, /, *axes: Axes) -> T[*permute(S, axes)]: ...
    @spells_one
    @views
    def swapaxes(self, axis1: int, axis2: int, /) -> T[*swap(S, axis1, axis2)]: ...
    squeeze = numpy.squeeze
    repeat = numpy.repeat
    diagonal = numpy.diagonal
    @effect
    @replaces
    def resize(self, /, *new_shape: Shape, refcheck=True) -> None: ...

    # --- reductions ------------------------------------------------------------------------------
    sum = numpy.sum
    prod = numpy.prod
    mean = numpy.mean
    std = numpy.std
    var = numpy.var
    max = numpy.max
    min = numpy.min
    # Unlike the functions, these take a dtype, in the second place.
    @scalar_axis(S, axis)
    @truth(False, prod(S) == 0)
    def any(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(choose(D, bool)[*reduce(S, axis, keepdims)]): ...
    @scalar_axis(S, axis)
    @truth(True, prod(S) == 0)
    def all(self, axis: Axis | None = None, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, *, where: Mask = True) -> decay(choose(D, bool)[*reduce(S, axis, keepdims)]): ...
    argmax = numpy.argmax
    argmin = numpy.argmin
    cumsum = numpy.cumsum
    cumprod = numpy.cumprod
    trace = numpy.trace

    # --- products, rounding ----------------------------------------------------------------------
    @overload
    @guard(out != None, any_of(rank(S) == 0, rank(R) == 0))
    def dot(self, b: U[*R], out: Value = None) -> decay(out): ...
    @overload
    @code("CF101")
    @raises("ValueError", "Casting")
    def dot(self, b: U[*R], out: Out(exact, no) = None) -> decay(contracted_dtype(self, b, S, R, T, U)[*dot(S, R)]): ...
    round = numpy.round
    @overload
    def clip(self, /, min: None = None, max: None = None, out: Out(broadcast, same_kind) = None, **kwargs: OfUfunc) -> decay(T[*S]): ...
    @overload
    def clip(self, /, min: U[*R] = None, max: V[*Q] = None, out: Out(broadcast, same_kind) = None, **kwargs: OfUfunc) -> decay(common(T, U, V)[*broadcast(S, R, Q)]): ...
    @overload
    def clip(self, /, min: U[*R] = None, max: None = None, out: Out(broadcast, same_kind) = None, **kwargs: OfUfunc) -> decay(common(T, U)[*broadcast(S, R)]): ...
    @overload
    def clip(self, /, min: None = None, max: V[*Q] = None, out: Out(broadcast, same_kind) = None, **kwargs: OfUfunc) -> decay(common(T, V)[*broadcast(S, Q)]): ...

    # --- choosing and ordering -------------------------------------------------------------------
    take = numpy.take
    nonzero = numpy.nonzero
    argsort = numpy.argsort
    argpartition = numpy.argpartition
    searchsorted = numpy.searchsorted
    @overload
    @require(chosen_of(self, count(C), mode))
    @raises("TypeError", "Casting")
    @require(castable(T, int64, "safe"))
    def choose(self, choices: Sequence[C[*Q]], /, *, out: Out(exact, unsafe) = None, mode: Option["raise", "wrap", "clip", 0, 1, 2] = "raise") -> decay(common(C)[*broadcast(S, Q)]): ...
    # Several by place are choices.
    @overload
    @guard(count(C) >= 2)
    @raises("TypeError", "Casting")
    @require(castable(T, int64, "safe"))
    def choose(self, /, *choices: C[*Q], out: Out(exact, unsafe) = None, mode: Option["raise", "wrap", "clip", 0, 1, 2] = "raise") -> decay(common(C)[*broadcast(S, Q)]): ...
    @overload
    @scalar_axis(S, axis)
    @guard(axis == None)
    @require(reach(condition) <= prod(S), "what is behind the end of the array is chosen", "IndexOutOfRange")
    def compress(self, /, condition: C[n], axis: int | None = None, out: Out = None) -> strong(T)[fresh()]: ...
    @overload
    @scalar_axis(S, axis)
    @require(reach(condition) <= at(S, axis), "what is behind the end of the axis is chosen", "IndexOutOfRange")
    def compress(self, /, condition: C[n], axis: int | None = None, out: Out = None) -> strong(T)[*replace(S, axis, fresh())]: ...
    @effect
    @require(at(S, axis))
    def sort(self, /, axis: int = -1, kind: SortKind = None, order=None, *, stable=None) -> None: ...
    @effect
    @require(kth_of(kth, at(S, axis), S))
    def partition(self, kth: Value, axis: int = -1, kind="introselect", order=None) -> None: ...
    @effect
    @require(filled_with(T, shape_of(value)))
    @raises("TypeError", "Casting")
    @require(real_elements(value, T))
    def fill(self, /, value: Value) -> None: ...
    @effect
    @require(any_of(is_a(prod(shape_of(values)), zero), in_range(indices, prod(S), mode)))
    def put(self, indices: Value, values: Value, mode: Value = "raise") -> None: ...
    @effect
    def setflags(self, /, write=None, align=None, uic=None) -> None: ...
    @views
    def getfield(self, /, dtype: DType[D], offset=0) -> D[*S]: ...
    @effect
    def setfield(self, val: Value, dtype: DType[D], offset=0) -> None: ...

# NumPy's scalars have the array's attributes; results without dims are scalars again.
# A scalar that is one of Python's too has what that has: `float64` is a float, `str_` a str.
class generic(ndarray):
    as_integer_ratio: Unknown
    bit_count: Unknown
    capitalize: Unknown
    casefold: Unknown
    center: Unknown
    count: Unknown
    decode: Unknown
    denominator: Unknown
    encode: Unknown
    endswith: Unknown
    expandtabs: Unknown
    find: Unknown
    format: Unknown
    format_map: Unknown
    fromhex: Unknown
    hex: Unknown
    index: Unknown
    is_integer: Unknown
    isalnum: Unknown
    isalpha: Unknown
    isascii: Unknown
    isdecimal: Unknown
    isdigit: Unknown
    isidentifier: Unknown
    islower: Unknown
    isnumeric: Unknown
    isprintable: Unknown
    isspace: Unknown
    istitle: Unknown
    isupper: Unknown
    join: Unknown
    ljust: Unknown
    lower: Unknown
    lstrip: Unknown
    maketrans: Unknown
    numerator: Unknown
    removeprefix: Unknown
    removesuffix: Unknown
    replace: Unknown
    rfind: Unknown
    rindex: Unknown
    rjust: Unknown
    rpartition: Unknown
    rsplit: Unknown
    rstrip: Unknown
    split: Unknown
    splitlines: Unknown
    startswith: Unknown
    strip: Unknown
    swapcase: Unknown
    title: Unknown
    translate: Unknown
    upper: Unknown
    zfill: Unknown

# The elements one by one. As an index it takes what a vector of them takes, but for tuples; floats and texts it makes ints of.
class FlatIterator(object):
    base: Unknown
    coords: Unknown
    index: Unknown
    def copy(self) -> elem(pick(0, *parts(self)))[prod(shape_of(pick(0, *parts(self))))]: ...
    def __len__(self) -> int(prod(shape_of(pick(0, *parts(self))))): ...
    def __iter__(self) -> list_of(prod(shape_of(pick(0, *parts(self)))), decay(elem(pick(0, *parts(self)))[()])): ...
    @known_if(any_of(is_a(key, int), is_a(key, slice), is_subdtype(strong(elem(key)), ["integer", "bool"])))
    def __getitem__(self, key: Value, /) -> decay(elem(pick(0, *parts(self)))[*index((prod(shape_of(pick(0, *parts(self)))),), key)]): ...
    @overload
    @guard(any_of(is_a(key, int), is_a(key, slice), is_subdtype(strong(elem(key)), ["integer", "bool"])))
    @require(index((prod(shape_of(pick(0, *parts(self)))),), key))
    def __setitem__(self, key: Value, value: Value, /) -> None: ...
    @overload
    def __setitem__(self, key: Value, value: Value, /) -> None: ...

class dtype(DType[D]):
    kind: dtype_text(D, "kind")
    name: dtype_text(D, "name")
    char: dtype_text(D, "char")
    str: str
    itemsize: int(dtype_size(D))
    type: DType[D]
    __name__: dtype_text(D, "class")
    names: field_names(D)
    fields: Unknown
    shape: Unknown
    base: Unknown
    alignment: int
    byteorder: str
    hasobject: bool
    isnative: bool
    def newbyteorder(self, new_order="S", /) -> DType[D]: ...
    # Calling a scalar type converts: np.float64(3).
    @elements(value)
    @raises("TypeError", "Casting")
    @require(real_elements(value, D))
    def __call__(self, value: forced(T[*S]) = 0, /) -> decay(D[*S]): ...

# What each ufunc of two operands has besides being called; NAME is its name.
class ufunc(object):
    identity: Unknown
    nargs: Unknown
    nin: Unknown
    nout: Unknown
    ntypes: Unknown
    resolve_dtypes: Unknown
    signature: Unknown
    types: Unknown

    @scalar_axis(S, axis)
    @keeps_whole(makes_whole(NAME))
    def reduce(self, array: T[*S], /, axis: Axis | None = 0, dtype: DType[D] | None = None, out: Out = None, keepdims: KeepDims = False, initial=None, where=True) -> decay(reduced_in(D, NAME, T)[*reduce(S, axis, keepdims)]): ...
    @scalar_axis(S, axis)
    @keeps_whole(makes_whole(NAME))
    def accumulate(self, array: T[*S], /, axis: Axis | None = 0, dtype: DType[D] | None = None, out: Out = None) -> reduced_in(D, NAME, T)[*along_axis(S, only_axis(S, axis))]: ...
    @keeps_whole(makes_whole(NAME))
    def outer(self, A: T[*S], B: U[*R], /, **kwargs) -> decay(loop(NAME, T, U)[*S, *R]): ...
    @overload
    @effect
    @keeps_whole(makes_whole(NAME))
    @guard(is_a(a, array))
    @require(broadcast(index(S, indices), R) == index(S, indices), "the second operand does not broadcast to the elements")
    def at(self, a: strict(T[*S]), indices: Value, b: U[*R], /) -> None: ...
    @overload
    @effect
    @keeps_whole(makes_whole(NAME))
    @guard(is_a(a, array))
    @require(index(S, indices))
    def at(self, a: strict(T[*S]), indices: Value, b: Value = None, /) -> None: ...
    @overload
    @effect
    @keeps_whole(makes_whole(NAME))
    def at(self, a: Value, indices: Value, b: Value = None, /) -> None: ...
    @keeps_whole(makes_whole(NAME))
    @require(from_0(indices, at(S, only_axis(S, axis))))
    def reduceat(self, array: T[*S], /, indices: I[n], axis: Axis | None = 0, dtype: DType[D] | None = None, out: Out = None) -> reduced_in(D, NAME, T)[*replace(S, only_axis(S, axis), n)]: ...
