"""Linear algebra of SciPy. Leading dims are a stack of matrices, which releases before 1.15 refuse."""

namespace = scipy.linalg

LinAlgError: Class[numpy.linalg.LinAlgError]

# --- square matrices -----------------------------------------------------------------------------

@raises("ValueError")
@gufunc("(n,n)->(n,n)")
def inv(a: T, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False) -> computed(T): ...
@raises("ValueError")
@gufunc("(n,n)->()")
def det(a: T, overwrite_a=False, check_finite=True) -> decay(doubled(T)): ...
@raises("LinAlgError")
@known_if(rank(S) >= 2)
@gufunc("(n,n)->(n,n)")
def expm(A: T[*S]) -> computed(T): ...
@raises("ValueError")
@known_if(rank(S) == 2)
@gufunc("(n,n)->(n,n)")
def cholesky(a: T[*S], lower=False, overwrite_a=False, check_finite=True) -> computed(T): ...
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def cho_factor(a: T[*S], lower=False, overwrite_a=False, check_finite=True) -> tuple[computed(T)[*S], bool]: ...

@overload
@raises("ValueError")
@guard(b == None, right == True, left == False, homogeneous_eigvals == False, rank(S) <= 2)
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, -1) == at(S, -2), "the last 2 dims of a square matrix are equal")
def eig(a: T[*S], b: Value = None, left: bool = False, right: bool = True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals: bool = False) -> tuple[complex_of(computed(T))[*remove(S, -1)], eigen(computed(T), S, at(S, -1))]: ...
@overload
@raises("ValueError")
@guard(b == None, right == False, left == False, homogeneous_eigvals == False, rank(S) <= 2)
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, -1) == at(S, -2), "the last 2 dims of a square matrix are equal")
def eig(a: T[*S], b: Value = None, left: bool = False, right: bool = True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals: bool = False) -> complex_of(computed(T))[*remove(S, -1)]: ...
@overload
def eig(a: Value, b: Value = None, left: bool = False, right: bool = True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals: bool = False) -> Unknown: ...
@overload
@raises("ValueError")
@guard(b == None, homogeneous_eigvals == False)
@gufunc("(n,n)->(n)")
def eigvals(a: T, b: Value = None, overwrite_a=False, check_finite=True, homogeneous_eigvals: bool = False) -> complex_of(computed(T)): ...
@overload
def eigvals(a: Value, b: Value = None, overwrite_a=False, check_finite=True, homogeneous_eigvals: bool = False) -> Unknown: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, b == None, eigvals_only == False, subset_by_index == None, subset_by_value == None)
@gufunc("(n,n)->(n),(n,n)")
def eigh(a: T[*S], b: Value = None, *, lower=True, eigvals_only: bool = False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> tuple[real(computed(T)), computed(T)]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, b == None, eigvals_only == True, subset_by_index == None, subset_by_value == None)
@gufunc("(n,n)->(n)")
def eigh(a: T[*S], b: Value = None, *, lower=True, eigvals_only: bool = False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> real(computed(T)): ...
@overload
@raises("ValueError")
@guard(b != None, rank(S) == 2, rank(R) == 2, eigvals_only == False, subset_by_index == None, subset_by_value == None)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(R, 0) == at(R, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrices differ in size: {at(S, 0)} and {at(R, 0)}")
def eigh(a: T[*S], b: U[*R], *, lower=True, eigvals_only: bool = False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> tuple[real(computed_of_two(T, U))[at(S, 0)], computed_of_two(T, U)[*S]]: ...
@overload
@raises("ValueError")
@guard(b != None, rank(S) == 2, rank(R) == 2, eigvals_only == True, subset_by_index == None, subset_by_value == None)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(R, 0) == at(R, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrices differ in size: {at(S, 0)} and {at(R, 0)}")
def eigh(a: T[*S], b: U[*R], *, lower=True, eigvals_only: bool = False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> real(computed_of_two(T, U))[at(S, 0)]: ...
@overload
def eigh(a: Value, b: Value = None, *, lower=True, eigvals_only: bool = False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) <= 2, b == None, subset_by_index == None, subset_by_value == None)
@gufunc("(n,n)->(n)")
def eigvalsh(a: T[*S], b: Value = None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index: Value = None, subset_by_value: Value = None, driver=None) -> real(computed(T)): ...

# --- equations -----------------------------------------------------------------------------------

# A matrix of one element is a number, which divides.
@overload
@raises("ValueError")
@guard(rank(S) == 2, rank(R) >= 1, rank(R) <= 2, is_a(at(S, 0) - 1, zero))
@require(at(S, 1) == 1, "a square matrix is needed")
def solve(a: T[*S], b: U[*R], lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False) -> common(computed(T), computed(U))[*R]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2, rank(R) == 1)
@gufunc("(n,n),(n)->(n)")
def solve(a: T[*S], b: U[*R], lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False) -> common(computed(T), computed(U)): ...
@overload
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 2)
@gufunc("(n,n),(n,k)->(n,k)")
def solve(a: T[*S], b: U[*R], lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False) -> common(computed(T), computed(U)): ...
@overload
@raises("ValueError")
@guard(rank(R) == 1)
@gufunc("(n,n),(n)->(n)")
def solve_triangular(a: T[*S], b: U[*R], trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True) -> common(computed(T), computed(U)): ...
@overload
@raises("ValueError")
@known_if(rank(R) == 2, rank(S) == 2)
@gufunc("(n,n),(n,k)->(n,k)")
def solve_triangular(a: T[*S], b: U[*R], trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True) -> common(computed(T), computed(U)): ...
@raises("ValueError")
def lu_solve(lu_and_piv: Value, b: U[*R], trans=0, overwrite_b=False, check_finite=True) -> solved_by(lu_and_piv, U, R): ...
@raises("ValueError")
def cho_solve(c_and_lower: Value, b: U[*R], overwrite_b=False, check_finite=True) -> solved_by(c_and_lower, U, R): ...

# --- decompositions ------------------------------------------------------------------------------

@overload
@raises("ValueError")
@guard(rank(S) <= 2)
@gufunc("(m,n)->(m,m),(min(m,n)),(n,n)")
def svd(a: T[*S], full_matrices: Literal[True] = True, compute_uv: Literal[True] = True, overwrite_a=False, check_finite=True, lapack_driver="gesdd") -> tuple[computed(T), real(computed(T)), computed(T)]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2)
@gufunc("(m,n)->(m,min(m,n)),(min(m,n)),(min(m,n),n)")
def svd(a: T[*S], full_matrices: Literal[False] = True, compute_uv: Literal[True] = True, overwrite_a=False, check_finite=True, lapack_driver="gesdd") -> tuple[computed(T), real(computed(T)), computed(T)]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2)
@gufunc("(m,n)->(min(m,n))")
def svd(a: T[*S], full_matrices=True, compute_uv: Literal[False] = True, overwrite_a=False, check_finite=True, lapack_driver="gesdd") -> real(computed(T)): ...
@overload
def svd(a: Value, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd") -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) <= 2)
@gufunc("(m,n)->(min(m,n))")
def svdvals(a: T[*S], overwrite_a=False, check_finite=True) -> real(computed(T)): ...
# An empty matrix has factors of other sizes, or keeps a dtype of ints.
@overload
@guard(is_a(prod(S), zero))
def qr(a: T[*S], overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True) -> Unknown: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, pivoting == False)
@gufunc("(m,n)->(m,m),(m,n)")
def qr(a: T[*S], overwrite_a=False, lwork=None, mode: Literal["full"] = "full", pivoting: bool = False, check_finite=True) -> tuple[computed(T), computed(T)]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, pivoting == False)
@gufunc("(m,n)->(m,min(m,n)),(min(m,n),n)")
def qr(a: T[*S], overwrite_a=False, lwork=None, mode: Literal["economic"] = "full", pivoting: bool = False, check_finite=True) -> tuple[computed(T), computed(T)]: ...
@overload
def qr(a: Value, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True) -> Unknown: ...
# An empty matrix has factors of other sizes.
@overload
@guard(is_a(prod(S), zero))
def lu(a: T[*S], permute_l=False, overwrite_a=False, check_finite=True, p_indices=False) -> Unknown: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, permute_l == False, p_indices == False)
@gufunc("(m,n)->(m,m),(m,min(m,n)),(min(m,n),n)")
def lu(a: T[*S], permute_l: bool = False, overwrite_a=False, check_finite=True, p_indices: bool = False) -> tuple[real(computed(T)), computed(T), computed(T)]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, permute_l == True, p_indices == False)
@gufunc("(m,n)->(m,min(m,n)),(min(m,n),n)")
def lu(a: T[*S], permute_l: bool = False, overwrite_a=False, check_finite=True, p_indices: bool = False) -> tuple[computed(T), computed(T)]: ...
@overload
def lu(a: Value, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False) -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) == 2)
@gufunc("(m,n)->(m,n),(min(m,n))")
def lu_factor(a: T[*S], overwrite_a=False, check_finite=True) -> tuple[computed(T), int32]: ...
@overload
@raises("ValueError")
@guard(rank(S) <= 2, return_rank == False)
@gufunc("(m,n)->(n,m)")
def pinv(a: T[*S], *, atol=None, rtol=None, return_rank: bool = False, check_finite=True) -> computed(T): ...
@overload
def pinv(a: Value, *, atol=None, rtol=None, return_rank=False, check_finite=True) -> Unknown: ...

# --- matrices of a pattern -----------------------------------------------------------------------

@overload
@guard(rank(S) == 1, r == None)
def toeplitz(c: T[*S], r: Value = None) -> strong(T)[at(S, 0), at(S, 0)]: ...
@overload
@guard(rank(S) == 1, rank(R) == 1)
def toeplitz(c: T[*S], r: U[*R]) -> promote(T, U)[at(S, 0), at(R, 0)]: ...
@overload
def toeplitz(c: Value, r: Value = None) -> Unknown: ...
@known_if(rank(S) == 1)
def circulant(c: T[*S]) -> strong(T)[at(S, 0), at(S, 0)]: ...
def block_diag(*arrs: T[*S]) -> unknown()[any_size(), any_size()]: ...
def hilbert(n: int) -> float64[n, n]: ...

# Hankel's counts from the first row on, Toeplitz's back.
@overload
@guard(rank(S) == 1, r == None)
def hankel(c: T[*S], r: Value = None) -> strong(T)[at(S, 0), at(S, 0)]: ...
@overload
@known_if(rank(S) == 1, rank(R) == 1)
def hankel(c: T[*S], r: U[*R] = None) -> unknown()[at(S, 0), at(R, 0)]: ...
@known_if(is_a(n, int))
def dft(n: Value, scale=None) -> complex128[n, n]: ...
@known_if(is_a(n, int))
def hadamard(n: Value, dtype=int) -> unknown()[n, n]: ...
@known_if(is_a(n, int))
def pascal(n: Value, kind="symmetric", exact=True) -> unknown()[n, n]: ...
@known_if(is_a(n, int))
def invpascal(n: Value, kind="symmetric", exact=True) -> unknown()[n, n]: ...
@known_if(is_a(n, int))
def invhilbert(n: Value, exact=False) -> unknown()[n, n]: ...
@overload
@guard(full == False, is_a(n, int))
def helmert(n: Value, full: Value = False) -> float64[n - 1, n]: ...
@overload
@known_if(full == True, is_a(n, int))
def helmert(n: Value, full: Value = False) -> float64[n, n]: ...
@raises("ValueError")
@known_if(rank(S) == 1)
@require(at(S, 0) >= 2, "two coefficients at least are wanted")
def companion(a: T[*S]) -> unknown()[at(S, 0) - 1, at(S, 0) - 1]: ...

# --- functions of matrices -----------------------------------------------------------------------

# Whether they are real depends on the values.
@template
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def of_matrix(A: T[*S]) -> unknown()[*S]: ...
cosm = of_matrix("cosm")
sinm = of_matrix("sinm")
tanm = of_matrix("tanm")
coshm = of_matrix("coshm")
sinhm = of_matrix("sinhm")
tanhm = of_matrix("tanhm")
@template
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def with_estimate(A: T[*S], disp: None = None) -> unknown()[*S]: ...
logm = with_estimate("logm")
signm = with_estimate("signm")
@raises("LinAlgError")
@known_if(rank(S) >= 2)
@require(at(S, -1) == at(S, -2), "the last 2 dims of a square matrix are equal")
def sqrtm(A: T[*S], disp: None = None, blocksize=None) -> unknown()[*S]: ...
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def fractional_matrix_power(A: T[*S], t) -> unknown()[*S]: ...
@overload
@raises("ValueError")
@guard(side == "right", rank(S) == 2)
def polar(a: T[*S], side: Value = "right") -> tuple[computed(T)[*S], computed(T)[at(S, 1), at(S, 1)]]: ...
@overload
@raises("ValueError")
@known_if(side == "left", rank(S) == 2)
def polar(a: T[*S], side: Value = "right") -> tuple[computed(T)[*S], computed(T)[at(S, 0), at(S, 0)]]: ...
@known_if(rank(S) == 2)
def orth(A: T[*S], rcond=None) -> computed(T)[at(S, 0), fresh()]: ...
@known_if(rank(S) == 2)
def null_space(A: T[*S], rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver="gesdd") -> computed(T)[at(S, 1), fresh()]: ...
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 2)
@require(at(S, 0) == at(R, 0), "the matrices differ in rows")
@require(at(S, 1) == at(R, 1), "the matrices differ in columns")
def orthogonal_procrustes(A: T[*S], B: U[*R], check_finite=True) -> tuple[unknown()[at(S, 1), at(S, 1)], unknown()]: ...

# --- equations of bands, of more unknowns, of matrices -------------------------------------------

@raises("ValueError")
@known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2))
@require(at(S, 1) == at(R, 0), "the matrix and the right side differ in rows")
def solve_banded(l_and_u, ab: T[*S], b: U[*R], overwrite_ab=False, overwrite_b=False, check_finite=True) -> common(computed(T), computed(U))[*R]: ...
@raises("ValueError")
@known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2))
@require(at(S, 1) == at(R, 0), "the matrix and the right side differ in rows")
def solveh_banded(ab: T[*S], b: U[*R], overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True) -> common(computed(T), computed(U))[*R]: ...
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 2, rank(Q) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(R, 0) == at(R, 1), "a square matrix is needed")
@require(at(Q, 0) == at(S, 0), "the first matrix and the right side differ in rows")
@require(at(Q, 1) == at(R, 0), "the second matrix and the right side differ in columns")
def solve_sylvester(a: T[*S], b: U[*R], q: V[*Q]) -> unknown()[*Q]: ...
@raises("ValueError")
@known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2))
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def lstsq(a: T[*S], b: U[*R], cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None) -> tuple[common(computed(T), computed(U))[at(S, 1), *remove(R, 0)], Unknown, Unknown, Unknown]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 1, rank(R) == 1, select == "a", eigvals_only == False)
@require(at(R, 0) == at(S, 0) - 1, "the second diagonal is one shorter than the first")
def eigh_tridiagonal(d: T[*S], e: U[*R], eigvals_only: bool = False, select: Value = "a", select_range=None, check_finite=True, tol=0.0, lapack_driver="auto") -> tuple[unknown()[*S], unknown()[at(S, 0), at(S, 0)]]: ...
@overload
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, select == "a", eigvals_only == True)
@require(at(R, 0) == at(S, 0) - 1, "the second diagonal is one shorter than the first")
def eigh_tridiagonal(d: T[*S], e: U[*R], eigvals_only: bool = False, select: Value = "a", select_range=None, check_finite=True, tol=0.0, lapack_driver="auto") -> unknown()[*S]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, select == "a")
@require(at(R, 0) == at(S, 0) - 1, "the second diagonal is one shorter than the first")
def eigvalsh_tridiagonal(d: T[*S], e: U[*R], select: Value = "a", select_range=None, check_finite=True, tol=0.0, lapack_driver="auto") -> unknown()[*S]: ...

# --- norms ---------------------------------------------------------------------------------------

# Of a vector it is one of Python's own numbers.
@overload
@guard(rank(S) == 1, axis == None, keepdims == False)
def norm(a: T[*S], ord=None, axis: Value = None, keepdims: bool = False, check_finite=True) -> python(real(computed(T))) | real(computed(T)): ...
@overload
@known_if(rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def norm(a: T[*S], ord=None, axis: Axes | None = None, keepdims: bool = False, check_finite=True) -> decay(real(computed(T))[*reduce(S, axis, keepdims)]): ...

# --- Riccati's equation ---------------------------------------------------------------------------

@template
@raises("ValueError")
@known_if(e == None, s == None, rank(S) == 2, rank(B) <= 2, rank(Q) == 2, rank(R) <= 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(at_least_2d(B), 0) == at(S, 0), "a and b differ in rows")
@require(at(Q, 0) == at(Q, 1), "a square matrix is needed")
@require(at(Q, 0) == at(S, 0), "a and q differ in size")
@require(at(at_least_2d(R), 0) == at(at_least_2d(R), 1), "a square matrix is needed")
@require(at(at_least_2d(R), 0) == at(at_least_2d(B), 1), "b and r differ in columns")
def riccati(a: T[*S], b: U[*B], q: V[*Q], r: W[*R], e: Value = None, s: Value = None, balanced=True) -> doubled(promote(promote(strong(T), strong(U)), promote(strong(V), strong(W))))[*S]: ...
solve_continuous_are = riccati("solve_continuous_are")
solve_discrete_are = riccati("solve_discrete_are")
