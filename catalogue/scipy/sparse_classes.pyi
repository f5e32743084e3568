"""The classes of sparse matrices and arrays. A star is a product of matrices, and of arrays it is elementwise."""

namespace = scipy.sparse

@complete
class Sparse(object[T[*S]]):
    shape: tuple_of(int(S))
    ndim: int(rank(S))
    dtype: DType[T]
    nnz: int
    size: int
    format: str
    @property
    def T(self) -> of_family(self, T, permute(S, None)): ...
    def transpose(self, axes: Value = None, copy=False) -> of_family(self, T, permute(S, None)): ...

    # --- as dense arrays --------------------------------------------------------------------------
    @overload
    @guard(out == None)
    @spells_one
    def toarray(self, order: Value = None, out: Value = None) -> T[*S]: ...
    @overload
    @effect
    def toarray(self, order: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @guard(out == None)
    @spells_one
    def todense(self, order: Value = None, out: Value = None) -> dense_of(self, T, S): ...
    @overload
    @effect
    def todense(self, order: Value = None, out: Value = None) -> Unknown: ...

    # --- other formats ----------------------------------------------------------------------------
    def tocsr(self, copy=False) -> converted(self, "csr", T, S): ...
    def tocsc(self, copy=False) -> converted(self, "csc", T, S): ...
    def tocoo(self, copy=False) -> converted(self, "coo", T, S): ...
    def tolil(self, copy=False) -> converted(self, "lil", T, S): ...
    def todok(self, copy=False) -> converted(self, "dok", T, S): ...
    def todia(self, copy=False) -> converted(self, "dia", T, S): ...
    def tobsr(self, blocksize=None, copy=False) -> converted(self, "bsr", T, S): ...
    @overload
    @guard(is_a(format, str))
    def asformat(self, format: Value, copy=False) -> converted(self, format, T, S): ...
    @overload
    def asformat(self, format: Value, copy=False) -> as_class_of(self, T[*S]): ...
    def astype(self, dtype: DType[D], casting: Value = "unsafe", copy: Value = True) -> as_class_of(self, storable(D)[*S]): ...
    def copy(self) -> as_class_of(self, T[*S]): ...
    def conj(self, copy=True) -> of_format(self, T, S): ...
    def conjugate(self, copy=True) -> of_format(self, T, S): ...
    def reshape(self, *shape: Shape(-1, bool), order: Value = "C", copy=False) -> of_family(self, T, reshape(S, shape)): ...
    @property
    def real(self) -> of_family(self, real(T), S): ...
    @property
    def imag(self) -> of_family(self, real(T), S): ...

    # --- reductions -------------------------------------------------------------------------------
    @overload
    @guard(out == None)
    @spells_one
    @raises("ValueError", "AxisOutOfRange")
    def sum(self, axis: int | None = None, dtype: DType[D] | None = None, out: Value = None) -> summed(self, reduced_as(D, T, "sum"), S, axis): ...
    @overload
    @effect
    def sum(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @overload
    @guard(out == None)
    @spells_one
    @raises("ValueError", "AxisOutOfRange")
    def mean(self, axis: int | None = None, dtype: DType[D] | None = None, out: Value = None) -> summed(self, reduced_as(D, T, "mean"), S, axis): ...
    @overload
    @effect
    def mean(self, axis: Value = None, dtype: Value = None, out: Value = None) -> Unknown: ...
    @known_if(out == None, explicit == False)
    @raises("ValueError", "AxisOutOfRange")
    def max(self, axis: int | None = None, out: Value = None, *, explicit: Value = False) -> extreme_of_sparse(self, T, S, axis): ...
    @known_if(out == None, explicit == False)
    @raises("ValueError", "AxisOutOfRange")
    def min(self, axis: int | None = None, out: Value = None, *, explicit: Value = False) -> extreme_of_sparse(self, T, S, axis): ...
    @known_if(rank(S) == 2)
    def diagonal(self, k: int = 0) -> T[diagonal_length(at(S, 0), at(S, 1), k)]: ...
    def trace(self, offset: Value = 0) -> decay(reduced_as(None, T, "sum")[()]): ...
    @known_if(axis == None)
    def getnnz(self, axis: Value = None) -> int: ...
    def nonzero(self) -> tuple_of(unknown()[*repeated((fresh(),), rank(S))]): ...

    # --- products ---------------------------------------------------------------------------------
    @overload
    @code("CF101")
    def dot(self, other: Sparse[U[*R]]) -> of_two_sparse(self, other, storable(promote(strong(T), strong(U))), dot(S, R)): ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def dot(self, other: Value) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF101")
    @spells_one
    @known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2), negate(is_a(self, CooArray)))
    def dot(self, other: U[*R]) -> storable(promote(strong(T), strong(U)))[*dot(S, R)]: ...
    @overload
    @code("CF101")
    def __matmul__(self, other: Sparse[U[*R]]) -> of_two_sparse(self, other, storable(promote(strong(T), strong(U))), dot(S, R)): ...
    @overload
    @code("CF101")
    @spells_one
    @known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2), negate(is_a(self, CooArray)))
    def __matmul__(self, other: U[*R]) -> storable(promote(strong(T), strong(U)))[*dot(S, R)]: ...
    @code("CF101")
    @spells_one
    @known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2), negate(is_a(self, CooArray)))
    def __rmatmul__(other: U[*R], self: Sparse[T[*S]]) -> storable(promote(strong(T), strong(U)))[*dot(R, S)]: ...

    # --- elementwise ------------------------------------------------------------------------------
    @overload
    @code("CF102")
    @require(broadcast(S, R) == broadcast(R, S))
    def multiply(self, other: Sparse[U[*R]]) -> both_of_family(self, other, storable(promote(strong(T), strong(U))), broadcast(S, R)): ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def multiply(self, other: Value) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF102")
    @known_if(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DiaMatrix)), negate(is_a(self, DiaArray)))
    def multiply(self, other: U[*R]) -> of_family(self, storable(promote(strong(T), strong(U))), broadcast(S, R)): ...
    @overload
    @require(S == R, "the shapes differ")
    def __add__(self, other: Sparse[U[*R]]) -> both_of_family(self, other, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @code("CF102")
    @spells_one
    @guard(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(broadcast(R, S) == S, "the array does not broadcast to the sparse one")
    def __add__(self, other: U[*R]) -> dense_of(self, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @code("CF102")
    @spells_one
    @guard(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(broadcast(R, S) == S, "the array does not broadcast to the sparse one")
    def __radd__(other: U[*R], self: Sparse[T[*S]]) -> dense_of(self, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @require(S == R, "the shapes differ")
    def __sub__(self, other: Sparse[U[*R]]) -> both_of_family(self, other, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @code("CF102")
    @spells_one
    @guard(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(broadcast(R, S) == S, "the array does not broadcast to the sparse one")
    def __sub__(self, other: U[*R]) -> dense_of(self, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @code("CF102")
    @spells_one
    @guard(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(broadcast(R, S) == S, "the array does not broadcast to the sparse one")
    def __rsub__(other: U[*R], self: Sparse[T[*S]]) -> dense_of(self, storable(promote(strong(T), strong(U))), S): ...
    @overload
    @raises("NotImplementedError")
    @known_if(is_a(other, number), negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(other == 0, "a number can't be added to all elements, most of which aren't stored")
    def __add__(self, other: Value) -> as_class_of(self, T[*S]): ...
    @overload
    @raises("NotImplementedError")
    @known_if(is_a(other, number), negate(is_a(self, DokMatrix)), negate(is_a(self, DokArray)))
    @require(other == 0, "a number can't be added to all elements, most of which aren't stored")
    def __radd__(other: Value, self: Sparse[T[*S]]) -> as_class_of(self, T[*S]): ...
    @overload
    @raises("NotImplementedError")
    @known_if(is_a(other, number))
    @require(other == 0, "a number can't be subtracted from all elements, most of which aren't stored")
    def __sub__(self, other: Value) -> as_class_of(self, T[*S]): ...
    @overload
    @raises("NotImplementedError")
    @known_if(is_a(other, number))
    @require(other == 0, "nothing can be subtracted from a number, since most elements aren't stored")
    def __rsub__(other: Value, self: Sparse[T[*S]]) -> of_family(self, T, S): ...
    @known_if(any_of(is_a(other, number), is_a(other, numpy_scalar)), any_of(strong(T) == float64, strong(T) == complex128))
    def __truediv__(self, other: Value) -> as_class_of(self, loop("multiply", T, elem(other))[*S]): ...
    def __neg__(self) -> of_format(self, T, S): ...
    def __abs__(self) -> of_format(self, real(T), S): ...
    def __eq__(self, other: Value) -> compared_elements(self, other, S): ...
    def __ne__(self, other: Value) -> compared_elements(self, other, S): ...
    def __lt__(self, other: Value) -> compared_elements(self, other, S): ...
    def __le__(self, other: Value) -> compared_elements(self, other, S): ...
    def __gt__(self, other: Value) -> compared_elements(self, other, S): ...
    def __ge__(self, other: Value) -> compared_elements(self, other, S): ...
    def power(self, n: Value, dtype: Value = None) -> of_family(self, unknown(), S): ...
    def maximum(self, other: Value) -> of_family(self, unknown(), S): ...
    def minimum(self, other: Value) -> of_family(self, unknown(), S): ...

    # --- items ------------------------------------------------------------------------------------
    @known_if(takes_keys(self))
    def __getitem__(self, key: Value, /) -> sparse_item(self, T, S, key): ...
    @overload
    @guard(takes_keys(self))
    @require(has_item(S, key))
    def __setitem__(self, key: Value, value: Value, /) -> None: ...
    @overload
    def __setitem__(self, key: Value, value: Value, /) -> None: ...
    def __iter__(self) -> Unknown: ...
    @overload
    @raises("TypeError")
    @guard(has_no_length(self))
    @require(is_a(self, int), "the length is ambiguous: `shape[0]` is the number of rows, `nnz` that of stored elements")
    def __len__(self) -> int: ...
    @overload
    def __len__(self) -> int: ...

    # --- in place ---------------------------------------------------------------------------------
    @effect
    def setdiag(self, values: Value, k: Value = 0) -> None: ...
    @effect
    def eliminate_zeros(self) -> None: ...
    @effect
    def sum_duplicates(self) -> None: ...
    @effect
    def sort_indices(self) -> None: ...
    @effect
    @replaces
    def resize(self, *shape: Shape(bool)) -> None: ...

    # --- what some formats or releases have -------------------------------------------------------
    arcsin: Unknown
    arcsinh: Unknown
    arctan: Unknown
    arctanh: Unknown
    argmax: Unknown
    argmin: Unknown
    asfptype: Unknown
    blocksize: Unknown
    ceil: Unknown
    check_format: Unknown
    clear: Unknown
    col: Unknown
    conjtransp: Unknown
    coords: Unknown
    count_nonzero: Unknown
    data: Unknown
    deg2rad: Unknown
    expm1: Unknown
    floor: Unknown
    fromkeys: Unknown
    get: Unknown
    getH: Unknown
    get_shape: Unknown
    getcol: Unknown
    getformat: Unknown
    getmaxprint: Unknown
    getrow: Unknown
    getrowview: Unknown
    has_canonical_format: Unknown
    has_sorted_indices: Unknown
    indices: Unknown
    indptr: Unknown
    items: Unknown
    keys: Unknown
    log1p: Unknown
    maxprint: Unknown
    nanmax: Unknown
    nanmin: Unknown
    offsets: Unknown
    pop: Unknown
    popitem: Unknown
    prune: Unknown
    rad2deg: Unknown
    rint: Unknown
    row: Unknown
    rows: Unknown
    set_shape: Unknown
    setdefault: Unknown
    sign: Unknown
    sin: Unknown
    sinh: Unknown
    sorted_indices: Unknown
    sqrt: Unknown
    tan: Unknown
    tanh: Unknown
    tensordot: Unknown
    trunc: Unknown
    update: Unknown
    values: Unknown

@complete
@made_by("spmatrix")
class SparseMatrix(Sparse):
    @property
    def A(self) -> T[*S]: ...
    @property
    def H(self) -> of_family(self, T, permute(S, None)): ...
    def getH(self) -> of_family(self, T, permute(S, None)): ...
    def get_shape(self) -> tuple_of(int(S)): ...
    def getformat(self) -> str: ...
    @raises("IndexError")
    @require(i < at(S, 0), "there are {at(S, 0)} rows", "IndexOutOfRange")
    @require(i >= -at(S, 0), "there are {at(S, 0)} rows", "IndexOutOfRange")
    def getrow(self, i: int) -> of_row(self, T, (1, at(S, 1))): ...
    @raises("IndexError")
    @require(j < at(S, 1), "there are {at(S, 1)} columns", "IndexOutOfRange")
    @require(j >= -at(S, 1), "there are {at(S, 1)} columns", "IndexOutOfRange")
    def getcol(self, j: int) -> of_row(self, T, (at(S, 0), 1)): ...
    @known_if(takes_keys(self))
    def __getitem__(self, key: Value, /) -> item_of_sparse_matrix(self, T, S, key): ...
    # A star is a product.
    @overload
    @code("CF101")
    def __mul__(self, other: SparseMatrix[U[*R]]) -> of_two_sparse(self, other, storable(promote(strong(T), strong(U))), dot(S, R)): ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def __mul__(self, other: Value) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF101")
    @spells_one
    @known_if(any_of(rank(R) == 1, rank(R) == 2))
    def __mul__(self, other: U[*R]) -> storable(promote(strong(T), strong(U)))[*dot(S, R)]: ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def __rmul__(other: Value, self: Sparse[T[*S]]) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF101")
    @spells_one
    @known_if(any_of(rank(R) == 1, rank(R) == 2))
    def __rmul__(other: U[*R], self: Sparse[T[*S]]) -> storable(promote(strong(T), strong(U)))[*dot(R, S)]: ...
    @raises("TypeError")
    @known_if(is_a(n, int))
    @require(at(S, 0) == at(S, 1), "a power is of a square matrix")
    def __pow__(self, n: Value) -> of_family(self, unknown(), S): ...

@complete
@made_by("sparray")
class SparseArray(Sparse):
    A: Unknown
    H: Unknown
    # A star is elementwise.
    @overload
    @code("CF102")
    def __mul__(self, other: SparseArray[U[*R]]) -> both_of_family(self, other, storable(promote(strong(T), strong(U))), broadcast(S, R)): ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def __mul__(self, other: Value) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF102")
    @known_if(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DiaArray)))
    def __mul__(self, other: U[*R]) -> of_family(self, storable(promote(strong(T), strong(U))), broadcast(S, R)): ...
    @overload
    @guard(any_of(is_a(other, number), is_a(other, numpy_scalar)))
    def __rmul__(other: Value, self: Sparse[T[*S]]) -> scaled_sparse(self, other, T, S): ...
    @overload
    @code("CF102")
    @known_if(is_a(other, array), rank(R) >= 1, rank(R) <= 2, negate(is_a(self, DiaArray)))
    def __rmul__(other: U[*R], self: Sparse[T[*S]]) -> of_family(self, storable(promote(strong(T), strong(U))), broadcast(S, R)): ...
    @known_if(is_a(n, number))
    def __pow__(self, n: Value) -> of_family(self, unknown(), S): ...

@complete
@made_by("csr_matrix")
class CsrMatrix(SparseMatrix):
    @property
    def T(self) -> CscMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> CscMatrix[T[*permute(S, None)]]: ...
    data: T[any_size()]
    indices: unknown()[any_size()]
    indptr: unknown()[at(S, 0) + 1]

@complete
@made_by("csc_matrix")
class CscMatrix(SparseMatrix):
    @property
    def T(self) -> CsrMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> CsrMatrix[T[*permute(S, None)]]: ...
    data: T[any_size()]
    indices: unknown()[any_size()]
    indptr: unknown()[at(S, 1) + 1]

@complete
@made_by("coo_matrix")
class CooMatrix(SparseMatrix):
    @property
    def T(self) -> CooMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> CooMatrix[T[*permute(S, None)]]: ...
    data: T[any_size()]
    row: unknown()[any_size()]
    col: unknown()[any_size()]

@complete
@made_by("lil_matrix")
class LilMatrix(SparseMatrix):
    @property
    def T(self) -> LilMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> LilMatrix[T[*permute(S, None)]]: ...

@complete
@made_by("dok_matrix")
class DokMatrix(SparseMatrix):
    @property
    def T(self) -> DokMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> DokMatrix[T[*permute(S, None)]]: ...

@complete
@made_by("dia_matrix")
class DiaMatrix(SparseMatrix):
    @property
    def T(self) -> DiaMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> DiaMatrix[T[*permute(S, None)]]: ...

@complete
@made_by("bsr_matrix")
class BsrMatrix(SparseMatrix):
    @property
    def T(self) -> BsrMatrix[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> BsrMatrix[T[*permute(S, None)]]: ...

@complete
@made_by("csr_array")
class CsrArray(SparseArray):
    @overload
    @property
    @guard(rank(S) == 2)
    def T(self) -> CscArray[T[*permute(S, None)]]: ...
    @overload
    @property
    def T(self) -> SparseArray[T[*permute(S, None)]]: ...
    data: T[any_size()]
    indices: unknown()[any_size()]
    indptr: unknown()[any_size()]

@complete
@made_by("csc_array")
class CscArray(SparseArray):
    @overload
    @property
    @guard(rank(S) == 2)
    def T(self) -> CsrArray[T[*permute(S, None)]]: ...
    @overload
    @property
    def T(self) -> SparseArray[T[*permute(S, None)]]: ...
    data: T[any_size()]
    indices: unknown()[any_size()]
    indptr: unknown()[any_size()]

@complete
@made_by("coo_array")
class CooArray(SparseArray):
    @property
    def T(self) -> CooArray[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> CooArray[T[*permute(S, None)]]: ...
    data: T[any_size()]
    row: unknown()[any_size()]
    col: unknown()[any_size()]

@complete
@made_by("lil_array")
class LilArray(SparseArray):
    @property
    def T(self) -> LilArray[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> LilArray[T[*permute(S, None)]]: ...

@complete
@made_by("dok_array")
class DokArray(SparseArray):
    @property
    def T(self) -> DokArray[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> DokArray[T[*permute(S, None)]]: ...

@complete
@made_by("dia_array")
class DiaArray(SparseArray):
    @property
    def T(self) -> DiaArray[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> DiaArray[T[*permute(S, None)]]: ...

@complete
@made_by("bsr_array")
class BsrArray(SparseArray):
    @property
    def T(self) -> BsrArray[T[*permute(S, None)]]: ...
    def transpose(self, axes: Value = None, copy=False) -> BsrArray[T[*permute(S, None)]]: ...
