"""Integrals of samples."""

# A sum of an even number of complex64 becomes a complex128.
@overload
@guard(strong(T) == complex64)
def integrated(T) -> unknown(): ...
@overload
def integrated(T) -> computed(T): ...

# Where x has one dim, it is along the axis.
@overload
@guard(rank(R) == 1)
def choose_axis(R, axis) -> 0: ...
@overload
def choose_axis(R, axis) -> axis: ...

# There is none between no points, as between one point and itself.
def intervals(n) -> max(n - 1, 0): ...
# A single interval is as long as all of the others.
@overload
@guard(any_of(n == 2, m == 2))
def intervals_go_together(n, m) -> n: ...
@overload
@require(intervals(n) == intervals(m), "x and y differ in length along the axis: {n} and {m}")
def intervals_go_together(n, m) -> n: ...

# What is solved for is computed in doubles.
@overload
@guard(any_of(strong(T) == float64, strong(T) == float32, strong(T) == int64, strong(T) == int32))
def ode_dtype(T) -> float64: ...
@overload
@known_if(any_of(strong(T) == complex64, strong(T) == complex128))
def ode_dtype(T) -> complex128: ...

# What the steps are interpolated by, if that is asked for.
@overload
@guard(dense_output == False)
def solution(T, n, dense_output) -> None: ...
@overload
@known_if(dense_output == True)
def solution(T, n, dense_output) -> OdeSolution[T, n]: ...

namespace = scipy.integrate

@overload
@guard(x == None, is_a(dx, number))
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: Axis = -1) -> decay(integrated(T)[*reduce(S, axis, False)]): ...
@overload
@raises("ValueError")
@guard(rank(R) == 1)
@require(intervals_go_together(at(R, 0), at(S, axis)))
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x: X[*R], dx=1.0, axis: Axis = -1) -> decay(integrated(promote(strong(T), strong(X)))[*reduce(S, axis, False)]): ...
@overload
@known_if(is_a(axis, int))
@require(at(S, axis))
@raises("IndexError", "AxisOutOfRange")
def trapezoid(y: T[*S], x=None, dx=1.0, axis: Value = -1) -> Unknown: ...
trapz = trapezoid

@overload
@guard(x == None, is_a(dx, number), negate(is_a(dx, complex)))
@raises("IndexError", "Empty")
@require(at(S, axis) >= 1, "at least one point is needed", "Empty")
@raises("IndexError", "AxisOutOfRange")
def simpson(y: T[*S], x: Value = None, dx: Value = 1.0, axis: Axis = -1) -> decay(integrated(T)[*reduce(S, axis, False)]): ...
@overload
@raises("ValueError")
@guard(rank(R) == 1)
@require(at(R, 0) == at(S, axis), "x and y differ in length along the axis")
@raises("IndexError", "Empty")
@require(at(S, axis) >= 1, "at least one point is needed", "Empty")
@raises("IndexError", "AxisOutOfRange")
def simpson(y: T[*S], x: X[*R], dx=1.0, axis: Axis = -1) -> decay(integrated(promote(strong(T), strong(X)))[*reduce(S, axis, False)]): ...
# In as many dims the other sizes are broadcast, or aren't looked at.
@overload
@raises("ValueError")
@guard(negate(is_a(x, none)), is_a(axis, int))
@require(rank(R) == rank(S), "x has 1 dim, or as many as y")
@require(at(R, axis) == at(S, axis), "x and y differ in length along the axis")
@raises("IndexError", "AxisOutOfRange")
def simpson(y: T[*S], x: X[*R], dx=1.0, axis: Value = -1) -> Unknown: ...
@overload
@known_if(x == None)
@raises("IndexError", "Empty")
@require(at(S, axis) >= 1, "at least one point is needed", "Empty")
@raises("IndexError", "AxisOutOfRange")
def simpson(y: T[*S], x: Value = None, dx=1.0, axis: Axis = -1) -> Unknown: ...
simps = simpson

@known_if(any_of(full_output == 0, full_output == False))
def quad(func, a, b, args=(), full_output: Value = 0, epsabs=1.49e-08, epsrel=1.49e-08, limit=50, points=None, weight=None, wvar=None, wopts=None, maxp1=50, limlst=50, complex_func=False) -> tuple[Unknown, Unknown]: ...
@overload
@guard(x == None, initial == None, is_a(dx, number), negate(is_a(dx, complex)))
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(T)[*replace(S, axis, at(S, axis) - 1)]: ...
@overload
@guard(x == None, initial == 0, is_a(dx, number), negate(is_a(dx, complex)))
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(T)[*S]: ...
@overload
@guard(rank(R) == 1, initial == None)
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
@require(intervals(at(R, 0)) == intervals(at(S, axis)), "x and y differ in length along the axis")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: X[*R], dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(promote(strong(T), strong(X)))[*replace(S, axis, at(S, axis) - 1)]: ...
@overload
@guard(rank(R) == 1, initial == 0)
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
@require(intervals(at(R, 0)) == intervals(at(S, axis)), "x and y differ in length along the axis")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: X[*R], dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(promote(strong(T), strong(X)))[*S]: ...
# In as many dims the other sizes are broadcast.
@overload
@guard(negate(is_a(x, none)))
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
@require(rank(R) == rank(S), "x has 1 dim, or as many as y")
@require(intervals(at(R, axis)) == intervals(at(S, axis)), "x and y differ in length along the axis")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: X[*R], dx: Value = 1.0, axis: int = -1, initial: Value = None) -> Unknown: ...
@overload
@raises("ValueError")
@known_if(x == None)
@require(at(S, axis) >= 1, "at least one point is needed")
@raises("IndexError", "AxisOutOfRange")
def cumulative_trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: int = -1, initial: Value = None) -> Unknown: ...

# --- differential equations ------------------------------------------------------------------------

@overload
@raises("ValueError")
@require(rank(S) == 1, "y0 has one dim")
@require(any_of(rank(F) != 1, at(F, 0) == at(S, 0), at(F, 0) == 1), "the function gives {at(F, 0)} derivatives of {at(S, 0)} unknowns")
def solve_ivp(fun: forced(D[*F]), t_span, y0: T[*S], method="RK45", t_eval=None, dense_output: Value = False, events=None, vectorized=False, args: Value = None, **options) -> OdeResult[ode_dtype(T), at(S, 0), fresh(), dense_output]: ...
@overload
def solve_ivp(fun: Value, t_span, y0: Value, method="RK45", t_eval=None, dense_output=False, events=None, vectorized=False, args: Value = None, **options) -> Unknown: ...
@overload
@raises("RuntimeError", "Broadcast")
@raises("ValueError")
@guard(any_of(full_output == 0, full_output == False))
@require(rank(R) == 1, "t has one dim")
@require(rank(S) <= 1, "y0 has one dim at most")
@require(any_of(rank(F) != 1, at(F, 0) == prod(S)), "the function gives {at(F, 0)} derivatives of {prod(S)} unknowns", "Broadcast")
def odeint(func: forced(D[*F]), y0: T[*S], t: U[*R], args: Value = (), Dfun=None, col_deriv=0, full_output: Value = 0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst: Value = False) -> double_of_reals(T)[at(R, 0), prod(S)]: ...
@overload
@raises("RuntimeError", "Broadcast")
@raises("ValueError")
@guard(any_of(full_output == 1, full_output == True))
@require(rank(R) == 1, "t has one dim")
@require(rank(S) <= 1, "y0 has one dim at most")
@require(any_of(rank(F) != 1, at(F, 0) == prod(S)), "the function gives {at(F, 0)} derivatives of {prod(S)} unknowns", "Broadcast")
def odeint(func: forced(D[*F]), y0: T[*S], t: U[*R], args: Value = (), Dfun=None, col_deriv=0, full_output: Value = 0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst: Value = False) -> tuple[double_of_reals(T)[at(R, 0), prod(S)], Unknown]: ...
@overload
def odeint(func: Value, y0: Value, t: Value, args: Value = (), Dfun=None, col_deriv=0, full_output: Value = 0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst: Value = False) -> Unknown: ...
def dblquad(func: Value, a, b, gfun, hfun, args=(), epsabs=1.49e-08, epsrel=1.49e-08) -> tuple[Unknown, Unknown]: ...
def tplquad(func: Value, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-08, epsrel=1.49e-08) -> tuple[Unknown, Unknown]: ...

class OdeSolution(object):
    @raises("ValueError")
    @require(rank(R) <= 1, "the times have one dim at most")
    def __call__(self, t: X[*R]) -> pick(0, *parts(self))[pick(1, *parts(self)), *R]: ...

class OdeResult(object):
    sol: solution(pick(0, *parts(self)), pick(1, *parts(self)), pick(3, *parts(self)))
    t: float64[pick(2, *parts(self))]
    y: pick(0, *parts(self))[pick(1, *parts(self)), pick(2, *parts(self))]
    @overload
    @guard(key == "t")
    def __getitem__(self, key: Value) -> float64[pick(2, *parts(self))]: ...
    @overload
    @known_if(key == "y")
    def __getitem__(self, key: Value) -> pick(0, *parts(self))[pick(1, *parts(self)), pick(2, *parts(self))]: ...

namespace = scipy.integrate.applied

# Options are the solver's and not the function's: `Value` keeps them from being handed on.
@known_if(rank(S) == 1, vectorized == False)
def solve_ivp(fun: Value, t_span, y0: T[*S], method="RK45", t_eval=None, dense_output=False, events=None, vectorized: Value = False, args: Value = None, **options: Value) -> given_behind([float, ode_dtype(T)[at(S, 0)]], args): ...
@overload
@guard(rank(S) <= 1, tfirst == False)
def odeint(func: Value, y0: T[*S], t, args: Value = None, Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst: Value = False) -> given_behind([double_of_reals(T)[prod(S)], float], args): ...
@overload
@known_if(rank(S) <= 1, tfirst == True)
def odeint(func: Value, y0: T[*S], t, args: Value = None, Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst: Value = False) -> given_behind([float, double_of_reals(T)[prod(S)]], args): ...

namespace = scipy.integrate

# --- only the axis is judged ----------------------------------------------------------------------

# Of fewer than 3 points it is `cumulative_trapezoid`.
@overload
@guard(rank(S) >= 1, is_a(axis, int), at(S, axis) >= 3, negate(is_a(x, none)))
@raises("ValueError")
@require(any_of(rank(R) == 1, R == S), "x has 1 dim, or the shape of y")
@require(at(R, choose_axis(R, axis)) == at(S, axis), "x and y differ in length along the axis")
def cumulative_simpson(y: T[*S], *, x: X[*R] = None, dx=1.0, axis: Value = -1, initial=None) -> Unknown: ...
@overload
@known_if(is_a(axis, int))
@raises("ValueError", "AxisOutOfRange")
@require(at(S, axis) >= 1, "at least one point is needed")
def cumulative_simpson(y: T[*S], *, x=None, dx=1.0, axis: Value = -1, initial=None) -> Unknown: ...
@require(at(S, axis) >= 2, "at least 2 points are needed")
@raises("IndexError", "AxisOutOfRange")
def romb(y: T[*S], dx=1.0, axis: int = -1, show=False) -> Unknown: ...
