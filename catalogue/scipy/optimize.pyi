"""Least values and roots of functions: what is found is as long as where the search begins."""

# Ints are searched among doubles; what floats of other sizes become differs between methods.
@known_if(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def searched(T) -> float64: ...

# Parameters that are fitted, and how sure they are.
def fitted(n) -> tuple[float64[n], float64[n, n]]: ...
# What is fitted is called with the places, and a number for each parameter.
def tuple_behind(x, n) -> tuple_of([x, *repeated(decay(float64[()]), n)]): ...

# What a function is given behind what it is called with itself: a tuple of more.
@overload
@guard(args == None)
def given_behind(own, args) -> tuple_of(own): ...
@overload
@known_if(is_a(args, tuple))
def given_behind(own, args) -> tuple_of([*own, *parts(args)]): ...

# Residuals as they are given back; of other dtypes nothing is said.
@known_if(strong(F) == float64)
def residual(F) -> float64: ...

# As many equations as there are unknowns; one alone is found out about later.
@require(any_of(rank(Q) != 1, at(Q, 0) == n, at(Q, 0) == 1), "the function gives {at(Q, 0)} numbers, and there are {n} unknowns")
def solved(Q, n) -> n: ...
# A function that gives the derivatives too gives a pair.
@overload
@guard(jac == True)
def root_of(jac, Q, n) -> n: ...
@overload
def root_of(jac, Q, n) -> solved(Q, n): ...
# At least as many residuals as parameters.
@require(any_of(rank(Q) != 1, at(Q, 0) >= n), "the function gives {at(Q, 0)} residuals, fewer than the {n} parameters")
def overdetermined(Q, n) -> n: ...

namespace = scipy.optimize

class OptimizeResult(object):
    x: pick(0, *parts(self))[pick(1, *parts(self))]
    success: bool
    @known_if(key == "x")
    def __getitem__(self, key: Value) -> pick(0, *parts(self))[pick(1, *parts(self))]: ...

# Its residuals are a vector, of which it gives the derivatives.
class LeastSquaresResult(OptimizeResult):
    fun: pick(2, *parts(self))[pick(3, *parts(self))]
    jac: float64[pick(3, *parts(self)), pick(1, *parts(self))]
    grad: float64[pick(1, *parts(self))]
    active_mask: unknown()[pick(1, *parts(self))]
    optimality: float64
    status: int
    nfev: int
    message: str
class RootResults(object):
    root: float | float64
    iterations: int
    function_calls: int
    converged: bool
    flag: str

@overload
@guard(full_output == False, p0 == None)
def curve_fit(f: Value, xdata: Value, ydata: Value, p0: Value = None, sigma=None, absolute_sigma=False, check_finite=None, bounds=(-inf, inf), method=None, jac=None, *, full_output: Value = False, nan_policy=None, **kwargs) -> fitted(fresh()): ...
@overload
@guard(full_output == False, p0 != None)
def curve_fit(f: Value, xdata: Value, ydata: Value, p0: T[*S], sigma=None, absolute_sigma=False, check_finite=None, bounds=(-inf, inf), method=None, jac=None, *, full_output: Value = False, nan_policy=None, **kwargs) -> fitted(prod(S)): ...
@overload
def curve_fit(f: Value, xdata: Value, ydata: Value, p0: Value = None, sigma=None, absolute_sigma=False, check_finite=None, bounds=(-inf, inf), method=None, jac=None, *, full_output: Value = False, nan_policy=None, **kwargs) -> Unknown: ...

@overload
@raises("ValueError")
@guard(any_of(method == None, is_a(method, str)))
@require(rank(S) <= 1, "x0 has one dim at most")
def minimize(fun: Value, x0: T[*S], args: Value = (), method: Value = None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None, options=None) -> OptimizeResult[searched(T), prod(S)]: ...
@overload
def minimize(fun: Value, x0: Value, args: Value = (), method: Value = None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None, options=None) -> Unknown: ...
@overload
@raises("ValueError")
@guard(is_a(jac, str), jac_sparsity == None)
@require(rank(S) <= 1, "x0 has one dim at most")
@require(rank(Q) <= 1, "the function gives {rank(Q)} dims, and one at most is wanted")
def least_squares(fun: forced(F[*Q]), x0: T[*S], jac: Value = "2-point", bounds=(-inf, inf), method="trf", ftol=1e-08, xtol=1e-08, gtol=1e-08, x_scale=None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity: Value = None, max_nfev=None, verbose=0, args: Value = (), kwargs: Value = None, callback=None, workers=None) -> LeastSquaresResult[double_of_reals(T), prod(S), residual(F), prod(Q)]: ...
@overload
@raises("ValueError")
@require(rank(S) <= 1, "x0 has one dim at most")
def least_squares(fun: Value, x0: T[*S], jac="2-point", bounds=(-inf, inf), method="trf", ftol=1e-08, xtol=1e-08, gtol=1e-08, x_scale=None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None, max_nfev=None, verbose=0, args: Value = (), kwargs: Value = None, callback=None, workers=None) -> OptimizeResult[double_of_reals(T), prod(S)]: ...
@overload
def least_squares(fun: Value, x0: Value, jac="2-point", bounds=(-inf, inf), method="trf", ftol=1e-08, xtol=1e-08, gtol=1e-08, x_scale=None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None, max_nfev=None, verbose=0, args: Value = (), kwargs: Value = None, callback=None, workers=None) -> Unknown: ...
@overload
@raises("TypeError")
@guard(method == "hybr")
def root(fun: forced(F[*Q]), x0: T[*S], args: Value = (), method: Value = "hybr", jac: Value = None, tol=None, callback=None, options=None) -> OptimizeResult[double_of_reals(T), root_of(jac, Q, prod(S))]: ...
@overload
@guard(method == "lm")
def root(fun: Value, x0: T[*S], args: Value = (), method: Value = "hybr", jac=None, tol=None, callback=None, options=None) -> OptimizeResult[double_of_reals(T), prod(S)]: ...
@overload
def root(fun: Value, x0: Value, args: Value = (), method: Value = "hybr", jac=None, tol=None, callback=None, options=None) -> Unknown: ...
@overload
@raises("TypeError")
@guard(any_of(full_output == 0, full_output == False))
def fsolve(func: forced(F[*Q]), x0: T[*S], args: Value = (), fprime=None, full_output: Value = 0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None) -> double_of_reals(T)[solved(Q, prod(S))]: ...
@overload
@raises("TypeError")
@guard(any_of(full_output == 1, full_output == True))
def fsolve(func: forced(F[*Q]), x0: T[*S], args: Value = (), fprime=None, full_output: Value = 0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None) -> tuple[double_of_reals(T)[solved(Q, prod(S))], Unknown, int, str]: ...
@overload
def fsolve(func: Value, x0: Value, args: Value = (), fprime=None, full_output: Value = 0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None) -> Unknown: ...
@overload
@raises("TypeError")
@guard(any_of(full_output == 0, full_output == False))
def leastsq(func: forced(F[*Q]), x0: T[*S], args: Value = (), Dfun=None, full_output: Value = False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None) -> tuple[double_of_reals(T)[overdetermined(Q, prod(S))], int]: ...
@overload
@raises("TypeError")
@guard(any_of(full_output == 1, full_output == True))
def leastsq(func: forced(F[*Q]), x0: T[*S], args: Value = (), Dfun=None, full_output: Value = False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None) -> tuple[double_of_reals(T)[overdetermined(Q, prod(S))], Unknown, Unknown, str, int]: ...
@overload
def leastsq(func: Value, x0: Value, args: Value = (), Dfun=None, full_output: Value = False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None) -> Unknown: ...
@known_if(any_of(full_output == 0, full_output == False), any_of(retall == 0, retall == False))
def fmin(func: Value, x0: T[*S], args: Value = (), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output: Value = 0, disp=1, retall: Value = 0, callback=None, initial_simplex=None) -> searched(T)[prod(S)]: ...
@known_if(any_of(full_output == 0, full_output == False), any_of(retall == 0, retall == False))
def fmin_bfgs(f: Value, x0: T[*S], fprime=None, args: Value = (), gtol=1e-05, norm=inf, epsilon=1.4901161193847656e-08, maxiter=None, full_output: Value = 0, disp=1, retall: Value = 0, callback=None, xrtol=0, c1=0.0001, c2=0.9, hess_inv0=None) -> searched(T)[prod(S)]: ...
@known_if(any_of(full_output == 0, full_output == False), any_of(retall == 0, retall == False))
def fmin_cg(f: Value, x0: T[*S], fprime=None, args: Value = (), gtol=1e-05, norm=inf, epsilon=1.4901161193847656e-08, maxiter=None, full_output: Value = 0, disp=1, retall: Value = 0, callback=None, c1=0.0001, c2=0.4) -> searched(T)[prod(S)]: ...
@overload
def fmin_l_bfgs_b(func: Value, x0: T[*S], fprime=None, args: Value = (), approx_grad=0, bounds=None, m=10, factr=10000000.0, pgtol=1e-05, epsilon=1e-08, iprint=None, maxfun=15000, maxiter=15000, disp=None, callback=None, maxls=20) -> tuple[double_of_reals(T)[prod(S)], Unknown, Unknown]: ...
@overload
def fmin_l_bfgs_b(func: Value, x0: Value, fprime=None, args: Value = (), approx_grad=0, bounds=None, m=10, factr=10000000.0, pgtol=1e-05, epsilon=1e-08, iprint=None, maxfun=15000, maxiter=15000, disp=None, callback=None, maxls=20) -> tuple[Unknown, Unknown, Unknown]: ...
@known_if(rank(S) == 2)
def differential_evolution(func: Value, bounds: T[*S], args: Value = (), strategy="best1bin", maxiter=1000, popsize=15, tol=0.01, mutation=(0.5, 1), recombination=0.7, rng=None, callback=None, disp=False, polish=True, init="latinhypercube", atol=0, updating="immediate", workers=1, constraints=(), x0=None, *, integrality=None, vectorized=False, seed=None) -> OptimizeResult[float64, at(S, 0)]: ...
@known_if(rank(S) == 2)
def dual_annealing(func: Value, bounds: T[*S], args: Value = (), maxiter=1000, minimizer_kwargs=None, initial_temp=5230.0, restart_temp_ratio=2e-05, visit=2.62, accept=-5.0, maxfun=10000000.0, rng=None, no_local_search=False, callback=None, x0=None, *, seed=None) -> OptimizeResult[float64, at(S, 0)]: ...

@known_if(any_of(full_output == 0, full_output == False), any_of(retall == 0, retall == False))
def fmin_powell(func: Value, x0: T[*S], args: Value = (), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output: Value = 0, disp=1, retall: Value = 0, callback=None, direc=None) -> searched(T)[prod(S)]: ...
@known_if(any_of(full_output == 0, full_output == False), any_of(retall == 0, retall == False))
def fmin_ncg(f: Value, x0: T[*S], fprime, fhess_p=None, fhess=None, args: Value = (), avextol=1e-05, epsilon=1.4901161193847656e-08, maxiter=None, full_output: Value = 0, disp=1, retall: Value = 0, callback=None, c1=0.0001, c2=0.9) -> searched(T)[prod(S)]: ...
@known_if(any_of(full_output == 0, full_output == False))
def fmin_slsqp(func: Value, x0: T[*S], eqcons=(), f_eqcons=None, ieqcons=(), f_ieqcons=None, bounds=(), fprime=None, fprime_eqcons=None, fprime_ieqcons=None, args: Value = (), iter=100, acc=1e-06, iprint=1, disp=None, full_output: Value = 0, epsilon=1.4901161193847656e-08, callback=None) -> searched(T)[prod(S)]: ...
def fmin_cobyla(func: Value, x0: T[*S], cons, args: Value = (), consargs=None, rhobeg=1.0, rhoend=0.0001, maxfun=1000, disp=None, catol=0.0002, *, callback=None) -> searched(T)[prod(S)]: ...
def basinhopping(func: Value, x0: A[*S], niter=100, T=1.0, stepsize=0.5, minimizer_kwargs=None, take_step=None, accept_test=None, callback=None, interval=50, disp=False, niter_success=None, rng=None, *, target_accept_rate=0.5, stepwise_factor=0.9, seed=None) -> OptimizeResult[searched(A), prod(S)]: ...
# The search ends with one of `fmin`, unless another one is asked for.
@known_if(any_of(full_output == 0, full_output == False), is_a(finish, str), any_of(is_a(ranges, tuple), is_a(ranges, list)))
def brute(func: Value, ranges: Value, args=(), Ns=20, full_output: Value = 0, finish: Value = "fmin", disp=False, workers=1) -> float64[count(parts(ranges))]: ...
@known_if(any_of(full_output == 0, full_output == False), prod(S) >= 2)
def newton(func: Value, x0: T[*S], fprime=None, args: Value = (), tol=1.48e-08, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output: Value = False, disp=True) -> searched(T)[*S]: ...
def root_scalar(f: Value, args=(), method=None, bracket=None, fprime=None, fprime2=None, x0=None, x1=None, xtol=None, rtol=None, maxiter=None, options=None) -> RootResults[()]: ...

@template
@overload
@guard(any_of(full_output == 0, full_output == False))
def bracketed(f: Value, a, b, args: Value = (), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output: Value = False, disp=True) -> float: ...
@template
@overload
@known_if(any_of(full_output == 1, full_output == True))
def bracketed(f: Value, a, b, args: Value = (), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output: Value = False, disp=True) -> tuple[float, Unknown]: ...
brentq = bracketed("brentq")
brenth = bracketed("brenth")
bisect = bracketed("bisect")
ridder = bracketed("ridder")

@overload
@raises("ValueError")
@require(rank(S) == 2, "a matrix of costs is wanted")
def linear_sum_assignment(cost_matrix: T[*S], maximize=False) -> tuple[int64[min(at(S, 0), at(S, 1))], int64[min(at(S, 0), at(S, 1))]]: ...
@overload
def linear_sum_assignment(cost_matrix: Value, maximize=False) -> tuple[Unknown, Unknown]: ...
@overload
@raises("ValueError")
@guard(rank(R) == 1)
@require(rank(S) == 2, "a matrix is wanted")
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def nnls(A: T[*S], b: U[*R], *, maxiter=None, atol=None) -> tuple[float64[at(S, 1)], float]: ...
@overload
def nnls(A: Value, b: Value, *, maxiter=None, atol=None) -> tuple[Unknown, Unknown]: ...
@raises("ValueError")
@known_if(rank(S) == 2, rank(R) == 1)
@require(at(S, 0) == at(R, 0), "the matrix and the right side differ in rows")
def lsq_linear(A: T[*S], b: U[*R], bounds=(-inf, inf), method="trf", tol=1e-10, lsq_solver=None, lsmr_tol=None, max_iter=None, verbose=0, *, lsmr_maxiter=None) -> OptimizeResult[float64, at(S, 1)]: ...

# --- how they call the function ------------------------------------------------------------------

namespace = scipy.optimize.applied

# Options are the solver's and not the function's: `Value` keeps them from being handed on.
@known_if(rank(S) <= 1, any_of(method == None, is_a(method, str)))
def minimize(fun: Value, x0: T[*S], args: Value = None, method: Value = None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None, options=None) -> given_behind([searched(T)[prod(S)]], args): ...
@known_if(rank(S) <= 1, kwargs == None)
def least_squares(fun: Value, x0: T[*S], jac="2-point", bounds=None, method="trf", ftol=1e-08, xtol=1e-08, gtol=1e-08, x_scale=None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None, max_nfev=None, verbose=0, args: Value = None, kwargs: Value = None, callback=None, workers=None) -> given_behind([double_of_reals(T)[prod(S)]], args): ...
@known_if(any_of(method == "hybr", method == "lm"))
def root(fun: Value, x0: T[*S], args: Value = None, method: Value = "hybr", jac=None, tol=None, callback=None, options=None) -> given_behind([double_of_reals(T)[prod(S)]], args): ...
@overload
def fsolve(func: Value, x0: T[*S], args: Value = None, fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None) -> given_behind([double_of_reals(T)[prod(S)]], args): ...
@overload
def fsolve(func: Value, x0: Value, args: Value = None, fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None) -> Unknown: ...
@overload
def leastsq(func: Value, x0: T[*S], args: Value = None, Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None) -> given_behind([double_of_reals(T)[prod(S)]], args): ...
@overload
def leastsq(func: Value, x0: Value, args: Value = None, Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None) -> Unknown: ...
@known_if(p0 != None, any_of(is_a(xdata, array), is_a(xdata, sequence)))
def curve_fit(f: Value, xdata: X[*R], ydata, p0: T[*S] = None, sigma=None, absolute_sigma=False, check_finite=None, bounds=None, method=None, jac=None, *, full_output=False, nan_policy=None, **kwargs: Value) -> tuple_behind(float64[*R], prod(S)): ...
