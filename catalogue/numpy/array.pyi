"""Making arrays."""

# What has bytes that are read.
@require(negate(any_of(is_a(buffer, str), is_a(buffer, sequence))), "an object with a buffer is wanted: bytes, an array", "WrongSlot")
def Buffer(buffer: Value): ...
# Another library's array makes one of its own class. Of NumPy's the result is one as ever, whatever this is.
Like = L[*K] | None

# What is made of an object, unless the class is kept that it may have and that derives from arrays.
@overload
@guard(subok == False)
def unless_kept(subok, x, made) -> made: ...
@overload
@known_if(any_of(is_a(x, array), is_a(x, sequence), is_a(x, number)))
def unless_kept(subok, x, made) -> made: ...

namespace = numpy

# --- from sizes ----------------------------------------------------------------------------------

@whole
@hazard("CF712", all_of(by_place(dtype), written(dtype) == "F", rank(shape) >= 2), "`F` is read as the dtype complex64, not as the order", "`order=\"F\"`")
def zeros(shape: Shape, dtype: DType[D] = float, order: Option["C", "F", None] = "C", *, device: Option["cpu", None] = None, like: Like = None) -> made_of(D)[*shape]: ...
@whole
@hazard("CF712", all_of(by_place(dtype), written(dtype) == "F", rank(shape) >= 2), "`F` is read as the dtype complex64, not as the order", "`order=\"F\"`")
def ones(shape: Shape, dtype: DType[D] = float, order: Option["C", "F", None] = "C", *, device: Option["cpu", None] = None, like: Like = None) -> made_of(D)[*shape]: ...
@whole
@hazard("CF712", all_of(by_place(dtype), written(dtype) == "F", rank(shape) >= 2), "`F` is read as the dtype complex64, not as the order", "`order=\"F\"`")
def empty(shape: Shape, dtype: DType[D] = float, order: Option["C", "F", None] = "C", *, device: Option["cpu", None] = None, like: Like = None) -> made_of(D)[*shape]: ...
# The class of arrays, called: what is in one made so isn't known.
def ndarray(shape: Shape, dtype: DType[D] = float, buffer=None, offset: int = 0, strides: Value = None, order: Option["C", "F", None] = "C") -> made_of(D)[*shape]: ...
@whole(is_a(written(fill_value), int))
@require(broadcast(without_leading_ones(R, shape), shape) == shape, "the fill value does not broadcast to the shape")
@require(filling(fill_value, D, shape))
def full(shape: Shape, fill_value: forced(T[*R]), dtype: DType[D] | None = None, order: Option["C", "F", None] = "C", *, device: Option["cpu", None] = None, like: Like = None) -> choose(made_of(D), strong(T))[*shape]: ...

@whole
@keeps_class
def zeros_like(a: T[*S], dtype: DType[D] | None = None, order: Order = "K", subok=True, shape: Shape | None = None, *, device: Option["cpu", None] = None) -> choose(made_of(D), strong(T))[*choose(shape, S)]: ...
@whole
@keeps_class
def ones_like(a: T[*S], dtype: DType[D] | None = None, order: Order = "K", subok=True, shape: Shape | None = None, *, device: Option["cpu", None] = None) -> choose(made_of(D), strong(T))[*choose(shape, S)]: ...
@whole
@keeps_class
def empty_like(prototype: T[*S], dtype: DType[D] | None = None, order: Order = "K", subok=True, shape: Shape | None = None, *, device: Option["cpu", None] = None) -> choose(made_of(D), strong(T))[*choose(shape, S)]: ...
@whole(is_a(written(fill_value), int))
@require(broadcast(without_leading_ones(R, choose(shape, S)), choose(shape, S)) == choose(shape, S), "the fill value does not broadcast to the shape")
@require(filling(fill_value, choose(D, strong(T)), choose(shape, S)))
@keeps_class
def full_like(a: T[*S], fill_value: U[*R], dtype: DType[D] | None = None, order: Order = "K", subok=True, shape: Shape | None = None, *, device: Option["cpu", None] = None) -> choose(made_of(D), strong(T))[*choose(shape, S)]: ...

@whole
@require(n >= 0, "negative dimensions are not allowed")
def eye(N: int(n), M: int(m) | None = None, k: int = 0, dtype: DType[D] = float, order: Order = "C", *, device: Option["cpu", None] = None, like: Like = None) -> made_of(D)[n, choose(m, n)]: ...
@whole
@require(N >= 0, "negative dimensions are not allowed")
def identity(n: int(N), dtype: DType[D] = float, *, like: Like = None) -> made_of(D)[N, N]: ...

# --- from values ---------------------------------------------------------------------------------

# How deep lists are looked into: without it to the end, though `help` shows a 0.
@overload
@guard(ndmax != None)
@require(ndmin <= ndmax, "`ndmin` is larger than `ndmax`")
@any_array(subok)
def array(object: forced(T[*S]), dtype: DType[D] | None = None, *, copy: Value = True, order: Order = "K", subok=False, ndmin: int = 0, ndmax: int | None = None, like: Like = None) -> choose(cast_of(D, T), unknown())[...]: ...
@overload
@elements(object)
@hazard("CF713", all_of(is_one_object(written(object)), dtype == None), "this is no sequence: the array holds one object", "`list(...)`")
@require(without_copy(copy, object, T, dtype, D))
@raises("TypeError", "Casting")
@require(real_elements(object, D))
@spells_one(is_a(written(object), sequence))
@views(copy != True)
@any_array(subok)
def array(object: forced(T[*S]), dtype: DType[D] | None = None, *, copy: Value = True, order: Order = "K", subok: Value = False, ndmin: int = 0, ndmax: int | None = None, like: Like = None) -> unless_kept(subok, object, choose(cast_of(D, T), strong(T))[*at_least_rank(S, ndmin)]): ...
@hazard("CF713", all_of(is_one_object(written(a)), dtype == None), "this is no sequence: the array holds one object", "`list(...)`")
@elements(a)
@require(without_copy(copy, a, T, dtype, D))
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@spells_one(is_a(written(a), sequence))
@views
@any_array
def asarray(a: forced(T[*S]), dtype: DType[D] | None = None, order: Order = None, *, device: Option["cpu", None] = None, copy: Value = None, like: Like = None) -> choose(cast_of(D, T), strong(T))[*S]: ...
@hazard("CF713", all_of(is_one_object(written(a)), dtype == None), "this is no sequence: the array holds one object", "`list(...)`")
@elements(a)
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@spells_one(is_a(written(a), sequence))
@views
def asanyarray(a: T[*S], dtype: DType[D] | None = None, order: Order = None, *, device: Option["cpu", None] = None, copy=None, like: Like = None) -> choose(cast_of(D, T), strong(T))[*S]: ...
@elements(a)
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@views
@any_array
def asarray_chkfinite(a: forced(T[*S]), dtype: DType[D] | None = None, order=None) -> choose(cast_of(D, T), strong(T))[*S]: ...
@hazard("CF713", all_of(is_one_object(written(a)), dtype == None), "this is no sequence: the array holds one object", "`list(...)`")
@elements(a)
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@spells_one(is_a(written(a), sequence))
@views
@any_array
def ascontiguousarray(a: forced(T[*S]), dtype: DType[D] | None = None, *, like: Like = None) -> choose(cast_of(D, T), strong(T))[*at_least_1d(S)]: ...
@elements(a)
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@spells_one(is_a(written(a), sequence))
@views
@any_array
def asfortranarray(a: forced(T[*S]), dtype: DType[D] | None = None, *, like: Like = None) -> choose(cast_of(D, T), strong(T))[*at_least_1d(S)]: ...
@elements(a)
@any_array(subok)
def copy(a: forced(T[*S]), order: Order = "K", subok: Value = False) -> unless_kept(subok, a, strong(T)[*S]): ...

# --- ranges --------------------------------------------------------------------------------------

# Ints make a range of ints, but for an unsigned one of 64 bits: no int has room for what it holds and for what others do.
@overload
@guard(is_subdtype(choose(D, int64), "int64"), negate(is_scalar_of(written(start), uint64)))
@attained(0, start - 1)
@counts(0, 1)
def arange(start: int, /, *, dtype: DType[D] | None = None, device: Option["cpu", None] = None, like: Like = None) -> int64[range_length(0, start, 1)]: ...
@overload
@guard(is_subdtype(choose(D, int64), "int64"), negate(is_scalar_of(written(start), uint64)), negate(is_scalar_of(written(stop), uint64)))
@attained(start, stop - 1)
@counts(start, 1)
def arange(start: int, stop: int, /, *, dtype: DType[D] | None = None, device: Option["cpu", None] = None, like: Like = None) -> int64[range_length(start, stop, 1)]: ...
@overload
@guard(negate(is_scalar_of(written(start), uint64)), negate(is_scalar_of(written(stop), uint64)), negate(is_scalar_of(written(step), uint64)))
@guard(is_subdtype(choose(D, int64), "int64"), is_constant(step), negate(is_a(step, zero)))
@attained(min(start, start + (range_length(start, stop, step) - 1) * step), max(start, start + (range_length(start, stop, step) - 1) * step))
@counts(start, step)
def arange(start: int, stop: int, step: int, /, *, dtype: DType[D] | None = None, device: Option["cpu", None] = None, like: Like = None) -> int64[range_length(start, stop, step)]: ...
@overload
@whole(all_of(step == None, any_of(stop == None, is_a(start, zero), is_subdtype(strong(T), "integer"))))
@require(any_of(start != None, all_of(stop != None, is_time(U)), all_of(step != None, is_time(V))), "None is no number", "WrongSlot")
@raises("ZeroDivisionError", "Value")
@raises("TypeError")
@require(range_of_bools(D, range_length(start, stop, step)))
@require(negate(is_a(step, zero)), "the step is 0")
@require(one_number(start, S))
@require(one_number(stop, R))
@require(one_number(step, Q))
def arange(start: forced(T[*S]), stop: forced(U[*R]) | None = None, step: forced(V[*Q]) | None = None, dtype: DType[D] | None = None, *, device: Option["cpu", None] = None, like: Like = None) -> choose(D, range_of_given(T, U, V))[range_length(start, stop, step)]: ...

@overload
@raises("TypeError")
def arange(*, stop: forced(U[()]), step: forced(V[()]) | None = None, dtype: DType[D] | None = None, device=None, like: Like = None) -> choose(D, range_of_given(U, None, V))[range_length(0, stop, step)]: ...
@overload
@require(num >= 0, "the number of samples is negative")
@raises("TypeError", "NoLoop")
@require(rounded_down(D, inexact(T, U)))
@require(any_of(start != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(stop != None, prod(S) == 0), "None is no number", "WrongSlot")
def linspace(start: T[*S], stop: U[*R], num: int(n) = 50, endpoint=True, retstep: Literal[False] = False, dtype: DType[D] | None = None, axis: Axes = 0, *, device: Option["cpu", None] = None) -> choose(D, inexact(T, U))[*insert(broadcast(S, R), axis, n)]: ...
@overload
@require(num >= 0, "the number of samples is negative")
@raises("TypeError", "NoLoop")
@require(rounded_down(D, inexact(T, U)))
@require(any_of(start != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(stop != None, prod(S) == 0), "None is no number", "WrongSlot")
def linspace(start: T[*S], stop: U[*R], num: int(n) = 50, endpoint=True, retstep: Literal[True] = False, dtype: DType[D] | None = None, axis: Axes = 0, *, device: Option["cpu", None] = None) -> tuple[choose(D, inexact(T, U))[*insert(broadcast(S, R), axis, n)], step_of(n, decay(inexact(T, U)[*broadcast(S, R)]))]: ...
@require(num >= 0, "the number of samples is negative")
@require(any_of(start != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(stop != None, prod(S) == 0), "None is no number", "WrongSlot")
def logspace(start: T[*S], stop: U[*R], num: int(n) = 50, endpoint=True, base: B[*Q] = 10, dtype: DType[D] | None = None, axis: Axes = 0) -> choose(D, inexact(T, U, B))[*insert(broadcast(S, R, Q), axis, n)]: ...
@require(num >= 0, "the number of samples is negative")
@require(start != 0, "a geometric sequence doesn't begin at 0")
@require(stop != 0, "a geometric sequence doesn't end at 0")
@require(any_of(start != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(stop != None, prod(S) == 0), "None is no number", "WrongSlot")
def geomspace(start: T[*S], stop: U[*R], num: int(n) = 50, endpoint=True, dtype: DType[D] | None = None, axis: Axes = 0) -> choose(D, promote(strong(T), strong(U), float64))[*insert(broadcast(S, R), axis, n)]: ...
@raises("TypeError", "Casting")
@require(real_elements(a, D))
@views
def require(a: forced(T[*S]), dtype: DType[D] | None = None, requirements=None, *, like: Like = None) -> choose(cast_of(D, T), strong(T))[*S]: ...

# --- diagonals and triangles ---------------------------------------------------------------------

@overload
@guard(rank(S) == 1)
@views
def diag(v: T[*S], k: int = 0) -> strong(T)[prod(S) + max(k, -k), prod(S) + max(k, -k)]: ...
@overload
@require(rank(S) == 2, "1 or 2 dims are wanted")
@views
@read_only
def diag(v: T[*S], k: int = 0) -> strong(T)[diagonal_length(at(S, 0), at(S, 1), k)]: ...
def diagflat(v: T[*S], k: int = 0) -> strong(T)[prod(S) + max(k, -k), prod(S) + max(k, -k)]: ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@views
@read_only
def diagonal(a: T[*S], offset: int = 0, axis1: int = 0, axis2: int = 1) -> strong(T)[*remove(S, [axis1, axis2]), diagonal_length(at(S, axis1), at(S, axis2), offset)]: ...
@overload
@guard(rank(S) == 1)
def triu(m: T[*S], k: NotNone = 0) -> strong(T)[*S, *S]: ...
@overload
@raises("TypeError")
@require(rank(S) >= 1, "at least 1 dim is needed")
def triu(m: T[*S], k: NotNone = 0) -> strong(T)[*S]: ...
@overload
@guard(rank(S) == 1)
def tril(m: T[*S], k: NotNone = 0) -> strong(T)[*S, *S]: ...
@overload
@raises("TypeError")
@require(rank(S) >= 1, "at least 1 dim is needed")
def tril(m: T[*S], k: NotNone = 0) -> strong(T)[*S]: ...
@require(N != None, "None is no number", "WrongSlot")
def tri(N: int(n) | Value, M: int(m) | Value = None, k: NotNone = 0, dtype: DType[D] = float, *, like: Like = None) -> cast_of(D, bool)[max(n, 0), max(choose(m, M, n), 0)]: ...
@overload
@guard(k == 0, N >= 0)
def triu_indices(n: int(N), k: Value = 0, m: None = None) -> tuple_of(int64[*repeated((N * (N + 1) // 2,), 2)]): ...
@overload
@guard(k == 1, N >= 1)
def triu_indices(n: int(N), k: Value = 0, m: None = None) -> tuple_of(int64[*repeated((N * (N - 1) // 2,), 2)]): ...
@overload
def triu_indices(n: int(N), k: Value = 0, m: Value = None) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@overload
def triu_indices(n: float, k: Value = 0, m: Value = None) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@overload
@guard(k == 0, N >= 0)
def tril_indices(n: int(N), k: Value = 0, m: None = None) -> tuple_of(int64[*repeated((N * (N + 1) // 2,), 2)]): ...
@overload
@guard(k == -1, N >= 1)
def tril_indices(n: int(N), k: Value = 0, m: None = None) -> tuple_of(int64[*repeated((N * (N - 1) // 2,), 2)]): ...
@overload
def tril_indices(n: int(N), k: Value = 0, m: Value = None) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@overload
def tril_indices(n: float, k: Value = 0, m: Value = None) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@overload
@guard(is_a(ndim, array))
def diag_indices(n: Value, ndim: Value = 2) -> Unknown: ...
@overload
def diag_indices(n: int(N), ndim: int = 2) -> tuple_of(ndim, int64[max(N, 0)]): ...
@overload
def diag_indices(n: float, ndim: int = 2) -> Unknown: ...
@require(rank(S) == 2, "2 dims are wanted")
def triu_indices_from(arr: T[*S], k: Value = 0) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@require(rank(S) == 2, "2 dims are wanted")
def tril_indices_from(arr: T[*S], k: Value = 0) -> tuple_of(int64[*repeated((fresh(),), 2)]): ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, 0) == at(S, 1), "the dims are of equal length")
def diag_indices_from(arr: T[*S]) -> tuple_of(rank(S), int64[at(S, 0)]): ...

# --- grids ---------------------------------------------------------------------------------------

@overload
@guard(sparse == False)
@spells_one
@views(copy != True)
def meshgrid(*xi: T[*S], copy: Value = True, sparse: bool = False, indexing: Option["xy", "ij"] = "xy") -> tuple_of(T[*repeated(grid(each(size, S), indexing), count(S))]): ...
@overload
@guard(sparse == True, copy == True)
@spells_one
def meshgrid(*xi: T[*S], copy: bool = True, sparse: bool = False, indexing: Option["xy", "ij"] = "xy") -> tuple_of(T[*each(mesh_piece, open_mesh(each(size, S)), indexing)]): ...
@overload
@guard(sparse == True)
@spells_one
@views
def meshgrid(*xi: T[*S], copy: bool = True, sparse: bool = False, indexing: Option["xy", "ij"] = "xy") -> list_of(T[*each(mesh_piece, open_mesh(each(size, S)), indexing)]): ...
@overload
@spells_one
@views(copy != True)
def meshgrid(*xi: T[*S], copy: Value = True, sparse: bool = False, indexing: Option["xy", "ij"] = "xy") -> Unknown: ...
@overload
@guard(is_a(dimensions, int))
@raises("TypeError")
@require(False, "several sizes are wanted, as a tuple")
def indices(dimensions: int, dtype: Value = int, sparse: Value = False) -> Unknown: ...
# Each of an open grid is a range: of fewer than nothing it is empty.
@overload
@spells_one
@guard(sparse == True, any_of(is_a(dimensions, ints), is_a(dimensions, list)))
def indices(dimensions: Value, dtype: DType[D] = int, sparse: bool = False) -> tuple_of(D[*open_mesh(each(up_to, parts(dimensions)))]): ...
@overload
@spells_one
@guard(sparse == False)
def indices(dimensions: Shape, dtype: DType[D] = int, sparse: bool = False) -> D[rank(dimensions), *dimensions]: ...
@overload
def indices(dimensions: NotNone, dtype: Value = int, sparse: Value = False) -> Unknown: ...

# --- from files and buffers ----------------------------------------------------------------------

@overload
@views
@guard(is_constant(rank(shape_of(buffer))), is_a(buffer, array), is_a(count, int), count < 0, is_a(offset, int))
@require(offset <= bytes_in(buffer), "the offset is behind the buffer's end")
@require((bytes_in(buffer) - offset) % dtype_size(D) == 0, "the size of the dtype is no divisor of the buffer's bytes")
def frombuffer(buffer: Buffer, dtype: DType[D] = float, count: Value = -1, offset: Value = 0, *, like: Like = None) -> settled(D, unknown())[(bytes_in(buffer) - offset) // dtype_size(D)]: ...
@overload
@views
@guard(is_constant(rank(shape_of(buffer))), is_a(buffer, array), is_a(count, int), count >= 0, is_a(offset, int))
@require(offset + count * dtype_size(D) <= bytes_in(buffer), "the buffer holds less")
def frombuffer(buffer: Buffer, dtype: DType[D] = float, count: Value = -1, offset: Value = 0, *, like: Like = None) -> settled(D, unknown())[count]: ...
@overload
@views
@guard(is_a(count, int), count >= 0)
def frombuffer(buffer: Buffer, dtype: DType[D] = float, count: Value = -1, offset: Value = 0, *, like: Like = None) -> settled(D, unknown())[count]: ...
@overload
@views
def frombuffer(buffer: Buffer, dtype: DType[D] = float, count: Value = -1, offset: Value = 0, *, like: Like = None) -> settled(D, unknown())[fresh()]: ...
def fromiter(iter: NotNone, dtype: DType[D], count: Value = -1, *, like: Like = None) -> settled(D, unknown())[fresh()]: ...
@require(negate(any_of(sep == None, sep == "")), "a separator is wanted: bytes are read by frombuffer", since="2.3")
def fromstring(string: Value, dtype: DType[D] = float, count: Value = -1, *, sep: Value = None, like: Like = None) -> settled(D, unknown())[fresh()]: ...
def fromfile(file: Value, dtype: DType[D] = float, count: Value = -1, sep="", offset=0, *, like: Like = None) -> settled(D, unknown())[fresh()]: ...
# Records are given as a list of their fields.
@overload
@guard(unpack == True, field_names(D) != None)
def loadtxt(fname: FileOrName, dtype: DType[D] = float, comments="#", delimiter=None, converters=None, skiprows=0, usecols: Value = None, unpack: Value = False, ndmin: Value = 0, encoding=None, max_rows=None, *, quotechar=None, like: Like = None) -> Unknown: ...
@overload
def loadtxt(fname: FileOrName, dtype: DType[D] = float, comments="#", delimiter=None, converters=None, skiprows=0, usecols: Value = None, unpack: Value = False, ndmin: Value = 0, encoding=None, max_rows=None, *, quotechar=None, like: Like = None) -> settled(D, unknown())[*read_shape(usecols, unpack, ndmin)]: ...
@overload
def genfromtxt(fname: FileOrName, dtype: None = float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None, usecols=None, names: None = None, excludelist=None, deletechars="", replace_space="_", autostrip=False, case_sensitive=True, defaultfmt="f%i", unpack=None, usemask: Literal[False] = False, loose=True, invalid_raise=True, max_rows=None, encoding=None, *, ndmin=0, like: Like = None) -> unknown()[*any_shape(ndmin, 2)]: ...
@overload
def genfromtxt(fname: FileOrName, dtype: DType[D] = float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None, usecols=None, names: None = None, excludelist=None, deletechars="", replace_space="_", autostrip=False, case_sensitive=True, defaultfmt="f%i", unpack=None, usemask: Literal[False] = False, loose=True, invalid_raise=True, max_rows=None, encoding=None, *, ndmin=0, like: Like = None) -> settled(D, unknown())[*any_shape(ndmin, 2)]: ...
@overload
def genfromtxt(fname: FileOrName, dtype: Value = float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None, usecols=None, names=None, excludelist=None, deletechars="", replace_space="_", autostrip=False, case_sensitive=True, defaultfmt="f%i", unpack=None, usemask=False, loose=True, invalid_raise=True, max_rows=None, encoding=None, *, ndmin=0, like: Like = None) -> unknown()[*any_shape(ndmin, 2)]: ...
def load(file: FileOrName, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000) -> Unknown: ...
@effect
@former("2.4", "fix_imports")
def save(file: FileOrName, arr, allow_pickle=True) -> None: ...
@effect
def savez(file: FileOrName, *args, allow_pickle=True, **kwds) -> None: ...
@effect
def savez_compressed(file: FileOrName, *args, allow_pickle=True, **kwds) -> None: ...
@effect
def savetxt(fname: FileOrName, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None) -> None: ...

# --- constants -----------------------------------------------------------------------------------

pi: float
e: float
euler_gamma: float
inf: float
nan: Literal['NaN', float]
newaxis: None
generic: Class[numpy.generic]
number: Class[numpy.number]
integer: Class[numpy.integer]
signedinteger: Class[numpy.signedinteger]
unsignedinteger: Class[numpy.unsignedinteger]
inexact: Class[numpy.inexact]
floating: Class[numpy.floating]
complexfloating: Class[numpy.complexfloating]
flexible: Class[numpy.flexible]
character: Class[numpy.character]
