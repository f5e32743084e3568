"""Equations, eigenvalues and functions of sparse matrices."""

# One column is a vector again.
@overload
@guard(rank(R) == 1)
def solved_shape(R) -> R: ...
@overload
@guard(rank(R) == 2, at(R, 1) >= 2)
def solved_shape(R) -> R: ...
@overload
@known_if(rank(R) == 2, at(R, 1) == 1)
def solved_shape(R) -> (at(R, 0),): ...

# A system that is iterated for: as many rows as columns, and elements on the right side.
@overload
@guard(rank(S) == 2, rank(R) == 1)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def iterated(T, S, U, R) -> tuple[computed_of_two(T, U)[*R], int]: ...
@overload
@guard(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def iterated(T, S, U, R) -> tuple[Unknown, int]: ...
@overload
def iterated(T, S, U, R) -> tuple[Unknown, int]: ...

namespace = scipy.sparse.linalg

@overload
@raises("ValueError")
@guard(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2))
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def spsolve(A: Sparse[T[*S]], b: U[*R], permc_spec=None, use_umfpack=True) -> computed(promote(strong(T), strong(U)))[*solved_shape(R)]: ...
@overload
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def spsolve(A: Sparse[T[*S]], b: Sparse[U[*R]], permc_spec=None, use_umfpack=True) -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2))
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def spsolve_triangular(A: Sparse[T[*S]], b: U[*R], lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False) -> unknown()[*R]: ...

@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def splu(A: Sparse[T[*S]], permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None) -> Factors[T[*S]]: ...
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def spilu(A: Sparse[T[*S]], drop_tol=None, fill_factor=None, drop_rule=None, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None) -> Factors[T[*S]]: ...

@complete
@made_by("splu")
class Factors(object[T[*S]]):
    shape: tuple_of(int(S))
    nnz: int
    perm_r: unknown()[at(S, 0)]
    perm_c: unknown()[at(S, 0)]
    L: Unknown
    U: Unknown
    @raises("ValueError")
    @known_if(any_of(rank(R) == 1, rank(R) == 2))
    @require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
    def solve(self, rhs: U[*R], trans: Value = "N") -> unknown()[*R]: ...

@overload
@raises("ValueError")
def cg(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def cg(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def cg(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def bicg(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def bicg(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def bicg(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def bicgstab(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def bicgstab(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def bicgstab(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def cgs(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def cgs(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def cgs(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def gmres(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def gmres(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def gmres(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def minres(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None, show=False, check=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def minres(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None, show=False, check=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
def minres(A: Value, b: Value, x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None, show=False, check=False, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def qmr(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M1=None, M2=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def qmr(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M1=None, M2=None, callback=None, **kwargs) -> iterated(T, S, U, R): ...
@overload
def qmr(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M1=None, M2=None, callback=None, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def lgmres(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3, outer_v=None, store_outer_Av=True, prepend_outer_v=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def lgmres(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3, outer_v=None, store_outer_Av=True, prepend_outer_v=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
def lgmres(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, inner_m=30, outer_k=3, outer_v=None, store_outer_Av=True, prepend_outer_v=False, **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def gcrotmk(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, m=20, k=None, CU=None, discard_C=False, truncate='oldest', **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def gcrotmk(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, m=20, k=None, CU=None, discard_C=False, truncate='oldest', **kwargs) -> iterated(T, S, U, R): ...
@overload
def gcrotmk(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=1000, M=None, callback=None, m=20, k=None, CU=None, discard_C=False, truncate='oldest', **kwargs) -> tuple[Unknown, int]: ...
@overload
@raises("ValueError")
def tfqmr(A: Sparse[T[*S]], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, show=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
@raises("ValueError")
@guard(is_a(A, array))
def tfqmr(A: T[*S], b: U[*R], x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, show=False, **kwargs) -> iterated(T, S, U, R): ...
@overload
def tfqmr(A: Value, b: Value, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None, show=False, **kwargs) -> tuple[Unknown, int]: ...
# The solution and what it is worth.
@overload
@raises("ValueError")
@guard(rank(S) == 2, rank(R) == 1)
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def lsqr(A: Sparse[T[*S]], b: U[*R], damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, iter_lim=None, show=False, calc_var=False, x0=None) -> tuple[unknown()[at(S, 1)], int, int, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown]: ...
@overload
def lsqr(A: Value, b: Value, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, iter_lim=None, show=False, calc_var=False, x0=None) -> tuple[Unknown, int, int, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown, Unknown]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2, rank(R) == 1)
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def lsmr(A: Sparse[T[*S]], b: U[*R], damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, maxiter=None, show=False, x0=None) -> tuple[unknown()[at(S, 1)], int, int, Unknown, Unknown, Unknown, Unknown, Unknown]: ...
@overload
def lsmr(A: Value, b: Value, damp=0.0, atol=1e-06, btol=1e-06, conlim=100000000.0, maxiter=None, show=False, x0=None) -> tuple[Unknown, int, int, Unknown, Unknown, Unknown, Unknown, Unknown]: ...

# Some of the eigenvalues and singular values.
@overload
@raises("ValueError")
@guard(rank(S) == 2, return_eigenvectors == True)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def eigs(A: Sparse[T[*S]], k: int(K) = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, OPpart=None, rng=None) -> tuple[unknown()[K], unknown()[at(S, 0), K]]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2, return_eigenvectors == False)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def eigs(A: Sparse[T[*S]], k: int(K) = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, OPpart=None, rng=None) -> unknown()[K]: ...
@overload
@known_if(is_a(A, array), rank(S) == 2, return_eigenvectors == True)
def eigs(A: T[*S], k: Value = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, OPpart=None, rng=None) -> tuple[Unknown, Unknown]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2, return_eigenvectors == True)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def eigsh(A: Sparse[T[*S]], k: int(K) = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, mode="normal", rng=None) -> tuple[unknown()[K], unknown()[at(S, 0), K]]: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2, return_eigenvectors == False)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def eigsh(A: Sparse[T[*S]], k: int(K) = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, mode="normal", rng=None) -> unknown()[K]: ...
@overload
@known_if(is_a(A, array), rank(S) == 2, return_eigenvectors == True)
def eigsh(A: T[*S], k: Value = 6, M=None, sigma=None, which="LM", v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors: Value = True, Minv=None, OPinv=None, mode="normal", rng=None) -> tuple[Unknown, Unknown]: ...
@overload
@guard(return_singular_vectors == True, rank(S) == 2)
def svds(A: Sparse[T[*S]], k: int(K) = 6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors: Value = True, solver="arpack", rng=None, options=None, *, random_state=None, **kwargs) -> tuple[unknown()[at(S, 0), K], unknown()[K], unknown()[K, at(S, 1)]]: ...
@overload
@known_if(return_singular_vectors == True)
def svds(A: Value, k: Value = 6, ncv=None, tol=0, which="LM", v0=None, maxiter=None, return_singular_vectors: Value = True, solver="arpack", rng=None, options=None, *, random_state=None, **kwargs) -> tuple[Unknown, Unknown, Unknown]: ...

@overload
@guard(axis == None, ord == None)
def norm(x: Sparse[T[*S]], ord: Value = None, axis: Value = None) -> decay(real(computed(T))[()]): ...
@overload
@raises("TypeError")
@known_if(is_a(x, array))
@require(is_a(x, Sparse), "a dense array has its norm from `numpy.linalg.norm`")
def norm(x: Value, ord: Value = None, axis: Value = None) -> Unknown: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@guard(any_of(is_a(A, CsrMatrix), is_a(A, CscMatrix), is_a(A, CsrArray), is_a(A, CscArray)))
def expm(A: Sparse[T[*S]]) -> as_class_of(A, unknown()[*S]): ...
@overload
@raises("ValueError")
@known_if(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def expm(A: Sparse[T[*S]]) -> Unknown: ...
@overload
@raises("ValueError")
@guard(rank(S) == 2)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
def inv(A: Sparse[T[*S]]) -> Unknown: ...
@overload
@raises("TypeError")
@known_if(is_a(A, array))
@require(is_a(A, Sparse), "a dense array has its inverse from `numpy.linalg.inv`")
def inv(A: Value) -> Unknown: ...
@raises("ValueError")
@known_if(rank(S) == 2, any_of(rank(R) == 1, rank(R) == 2), start == None)
@require(at(S, 0) == at(S, 1), "a square matrix is needed")
@require(at(S, 0) == at(R, 0), "the matrices differ in rows")
def expm_multiply(A: Sparse[T[*S]], B: U[*R], start: Value = None, stop=None, num=None, endpoint=None, traceA=None) -> unknown()[*R]: ...
