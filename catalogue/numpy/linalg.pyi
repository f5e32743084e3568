"""Linear algebra. Leading dims are a stack of matrices."""

namespace = numpy.linalg

class EigResult(NamedTuple):
    eigenvalues: ...
    eigenvectors: ...
class EighResult(NamedTuple):
    eigenvalues: ...
    eigenvectors: ...
class SVDResult(NamedTuple):
    U: ...
    S: ...
    Vh: ...
class QRResult(NamedTuple):
    Q: ...
    R: ...
class SlogdetResult(NamedTuple):
    sign: ...
    logabsdet: ...

LinAlgError: Class[numpy.linalg.LinAlgError]

# --- square matrices -----------------------------------------------------------------------------

@raises("LinAlgError")
@gufunc("(n,n)->(n,n)")
def inv(a: T) -> linalg_dtype(T): ...
@raises("LinAlgError")
@gufunc("(n,n)->()")
def det(a: T) -> decay(linalg_dtype(T)): ...
@raises("LinAlgError")
@gufunc("(n,n)->(),()")
def slogdet(a: T) -> SlogdetResult[decay(linalg_dtype(T)), decay(real(linalg_dtype(T)))]: ...
@raises("LinAlgError")
@gufunc("(n,n)->(n,n)")
def cholesky(a: T, /, *, upper=False) -> linalg_dtype(T): ...
@raises("LinAlgError")
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, -1) == at(S, -2), "the last 2 dims of a square matrix are equal")
def eig(a: T[*S]) -> EigResult[eigen(linalg_dtype(T), remove(S, -1), at(S, -1)), eigen(linalg_dtype(T), S, at(S, -1))]: ...
@raises("LinAlgError")
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, -1) == at(S, -2), "the last 2 dims of a square matrix are equal")
def eigvals(a: T[*S]) -> eigen(linalg_dtype(T), remove(S, -1), at(S, -1)): ...
@raises("LinAlgError")
@gufunc("(n,n)->(n),(n,n)")
def eigh(a: T, UPLO: Option["L", "U"] = "L") -> EighResult[real(linalg_dtype(T)), linalg_dtype(T)]: ...
@raises("LinAlgError")
@gufunc("(n,n)->(n)")
def eigvalsh(a: T, UPLO: Option["L", "U"] = "L") -> real(linalg_dtype(T)): ...
@raises("LinAlgError")
@gufunc("(n,n)->(n,n)")
@views(n == 1)
def matrix_power(a: T, n: int) -> linalg_power(T, n): ...

# --- equations -----------------------------------------------------------------------------------

@overload
@raises("LinAlgError", "Rank")
@guard(rank(R) == 1)
@gufunc("(n,n),(n)->(n)")
def solve(a: T[*S], b: U[*R]) -> common(linalg_dtype(T), linalg_dtype(U)): ...
@overload
@raises("LinAlgError", "Rank")
@gufunc("(n,n),(n,k)->(n,k)")
def solve(a: T[*S], b: U[*R]) -> common(linalg_dtype(T), linalg_dtype(U)): ...
@overload
@raises("LinAlgError")
@guard(rank(R) == 1)
@require(at(S, 0) == at(R, 0), "a and b have different numbers of rows")
def lstsq(a: T[*S], b: U[*R], rcond=None) -> tuple[common(linalg_dtype(T), linalg_dtype(U))[at(S, 1)], real(common(linalg_dtype(T), linalg_dtype(U)))[fresh()], int32, real(common(linalg_dtype(T), linalg_dtype(U)))[min(at(S, 0), at(S, 1))]]: ...
@overload
@raises("LinAlgError")
@require(rank(S) == 2, "2 dims are wanted")
@require(at(S, 0) == at(R, 0), "a and b have different numbers of rows")
def lstsq(a: T[*S], b: U[*R], rcond=None) -> tuple[common(linalg_dtype(T), linalg_dtype(U))[at(S, 1), at(R, 1)], real(common(linalg_dtype(T), linalg_dtype(U)))[fresh()], int32, real(common(linalg_dtype(T), linalg_dtype(U)))[min(at(S, 0), at(S, 1))]]: ...

# The first dims are the rows of a matrix, the others its columns.
@raises("LinAlgError")
@require(ind >= 1, "the number of dims for rows is positive")
@require(prod(after(S, min(ind, rank(S)))) == prod(before(S, min(ind, rank(S)))), "the rows differ in number from the columns")
def tensorinv(a: T[*S], ind: int = 2) -> linalg_dtype(T)[*after(S, min(ind, rank(S))), *before(S, min(ind, rank(S)))]: ...
@overload
@guard(axes == None, rank(R) < rank(S))
@raises("LinAlgError")
@require(prod(after(S, rank(R))) == prod(before(S, rank(R))), "the rows differ in number from the columns")
@require(prod(R) == prod(after(S, rank(R))), "b has another number of elements than a has rows")
def tensorsolve(a: T[*S], b: U[*R], axes: Value = None) -> common(linalg_dtype(T), linalg_dtype(U))[*after(S, rank(R))]: ...
@overload
@known_if(axes == None, rank(R) == rank(S))
@raises("LinAlgError")
@require(prod(R) * prod(R) == prod(S), "b has another number of elements than a has rows")
def tensorsolve(a: T[*S], b: U[*R], axes: Value = None) -> common(linalg_dtype(T), linalg_dtype(U))[*S]: ...

# --- decompositions ------------------------------------------------------------------------------

@overload
@raises("LinAlgError")
@gufunc("(m,n)->(m,m),(min(m,n)),(n,n)")
def svd(a: T, full_matrices: Literal[True] = True, compute_uv: Literal[True] = True, hermitian=False) -> SVDResult[linalg_dtype(T), real(linalg_dtype(T)), linalg_dtype(T)]: ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(m,min(m,n)),(min(m,n)),(min(m,n),n)")
def svd(a: T, full_matrices: Literal[False] = True, compute_uv: Literal[True] = True, hermitian=False) -> SVDResult[linalg_dtype(T), real(linalg_dtype(T)), linalg_dtype(T)]: ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(min(m,n))")
def svd(a: T, full_matrices=True, compute_uv: Literal[False] = True, hermitian=False) -> real(linalg_dtype(T)): ...
@raises("LinAlgError")
@gufunc("(m,n)->(min(m,n))")
def svdvals(x: T, /) -> real(linalg_dtype(T)): ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(m,min(m,n)),(min(m,n),n)")
def qr(a: T, mode: Literal["reduced"] = "reduced") -> QRResult[qr_dtype(T), qr_dtype(T)]: ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(m,min(m,n)),(min(m,n),n)")
def qr(a: T, mode: Literal["f", "full"] = "reduced") -> QRResult[qr_dtype(T), qr_dtype(T)]: ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(m,m),(m,n)")
def qr(a: T, mode: Literal["complete"] = "reduced") -> QRResult[qr_dtype(T), qr_dtype(T)]: ...
@overload
@raises("LinAlgError")
@gufunc("(m,n)->(min(m,n),n)")
def qr(a: T, mode: Literal["r"] = "reduced") -> qr_dtype(T): ...
@overload
@raises("ValueError", "WrongSlot")
def qr(a: T, mode: Option["raw", "e", "economic"] = "reduced") -> Unknown: ...
@raises("LinAlgError")
@gufunc("(m,n)->(n,m)")
def pinv(a: T[*S], rcond=None, hermitian=False, *, rtol=None) -> pinv_dtype(T, S): ...

# --- numbers of a matrix -------------------------------------------------------------------------

@overload
@raises("ValueError")
@guard(is_a(x, str))
@require(False, "a text is no number")
def norm(x: Value, ord: Value = None, axis: Value = None, keepdims: Value = False) -> unknown(): ...
@overload
@raises("TypeError")
@guard(is_a(axis, list))
@require(False, "an axis is an int, several are a tuple of ints")
@any_array
def norm(x: Operand[T, *S], ord: Value = None, axis: Value = None, keepdims: bool = False) -> unknown(): ...
@overload
@guard(any_of(is_a(axis, str), is_a(axis, float), is_a(ord, sequence), is_a(ord, array)))
@any_array
def norm(x: Operand[T, *S], ord: Value = None, axis: Value = None, keepdims: KeepDims = False) -> unknown(): ...
@overload
@guard(axis == None, ord == None)
@any_array
def norm(x: Operand[T, *S], ord: Value = None, axis: Value = None, keepdims: KeepDims = False) -> decay(norm_dtype(T)[*reduce(S, None, keepdims)]): ...
@overload
@guard(axis == None)
@require(rank(S) <= 2, "a norm of more than 2 dims needs axis=")
@require(norm_order(rank(S), ord))
@any_array
def norm(x: Operand[T, *S], ord: Value = None, axis: Value = None, keepdims: KeepDims = False) -> decay(norm_dtype(T)[*reduce(S, None, keepdims)]): ...
@overload
@require(norm_order(norm_rank(S, axis), ord))
@any_array
def norm(x: Operand[T, *S], ord: Value = None, axis: Value = None, keepdims: KeepDims = False) -> decay(norm_dtype(T)[*reduce(S, axis, keepdims)]): ...
def vector_norm(x: T[*S], /, *, axis: Axis | None = None, keepdims: KeepDims = False, ord: Value = 2) -> decay(norm_dtype(T)[*reduce(S, axis, keepdims)]): ...
@require(rank(S) >= 2, "at least 2 dims are needed")
def matrix_norm(x: T[*S], /, *, keepdims: KeepDims = False, ord="fro") -> decay(real(made_float(T))[*reduce(S, [-2, -1], keepdims)]): ...
@overload
@guard(rank(S) >= 2, any_of(is_a(tol, array), is_a(tol, sequence), is_a(rtol, array), is_a(rtol, sequence)))
@raises("LinAlgError")
def matrix_rank(A: T[*S], tol: Value = None, hermitian=False, *, rtol: Value = None) -> decay(int64[*broadcast(leading(S, 2), shape_of(choose(tol, rtol)))]): ...
@overload
@guard(rank(S) <= 1)
def matrix_rank(A: T[*S], tol=None, hermitian=False, *, rtol=None) -> int: ...
@overload
@require(linalg_dtype(T))
@gufunc("(m,n)->()")
def matrix_rank(A: T[*S], tol=None, hermitian=False, *, rtol=None) -> decay(int64): ...
@raises("LinAlgError")
@gufunc("(m,n)->()")
def cond(x: T, p=None) -> decay(real(linalg_dtype(T))): ...

# --- products ------------------------------------------------------------------------------------

@overload
@guard(any_of(out != None, all_of(is_a(prod(pick(0, *S)), zero), is_a(arrays, sequence), is_a(pick(0, *parts(arrays)), sequence))))
def multi_dot(arrays: Sequence[T[*S]], *, out: Value = None) -> Unknown: ...
@overload
@code("CF101")
@require(count(S) >= 2, "at least two arrays are wanted")
def multi_dot(arrays: Sequence[T[*S]], *, out: Out = None) -> decay(chained_dtype(pick(0, *T), pick(1, *T), T)[*chain(S)]): ...
@code("CF101")
@gufunc("(m?,n),(n,p?)->(m?,p?)")
def matmul(x1: T, x2: U, /) -> decay(loop("matmul", T, U)): ...
def cross(x1: T[*S], x2: U[*R], /, *, axis: int = -1) -> product_dtype(T, U)[*cross(S, R, axis, axis, axis, axis)]: ...
@code("CF101")
@raises("IndexError", "AxisOutOfRange")
def tensordot(x1: T[*S], x2: U[*R], /, *, axes: int(k) | Value = 2) -> product_dtype(T, U)[*tensordot(S, R, choose(k, axes))]: ...
@code("CF101")
def outer(x1: T[n], x2: U[m]) -> loop("multiply", strong(T), strong(U))[n, m]: ...
@code("CF101")
def vecdot(x1: T[*S], x2: U[*R], /, *, axis: int = -1) -> decay(loop("vecdot", T, U)[*dotted(S, R, axis, axis)]): ...
@require(rank(S) >= 2, "at least 2 dims are needed")
def trace(x: T[*S], /, *, offset: int = 0, dtype: DType[D] | None = None) -> decay(reduced_as(D, T, "sum")[*remove(S, [-2, -1])]): ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@spells_one
@views
def matrix_transpose(x: T[*S], /) -> strong(T)[*swap(S, -1, -2)]: ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@views
@read_only
def diagonal(x: T[*S], /, *, offset: int = 0) -> strong(T)[*remove(S, [-2, -1]), diagonal_length(at(S, -2), at(S, -1), offset)]: ...
