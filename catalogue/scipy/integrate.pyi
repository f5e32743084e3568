"""Integrals of samples."""

# A sum of an even number of complex64 becomes a complex128.
@overload
@guard(strong(T) == complex64)
def integrated(T) -> unknown(): ...
@overload
def integrated(T) -> computed(T): ...

namespace = scipy.integrate

@template
@overload
@guard(x == None, is_a(dx, number))
def integral(y: T[*S], x: Value = None, dx: Value = 1.0, axis: Axis = -1) -> decay(integrated(T)[*reduce(S, axis, False)]): ...
# One interval is as long as all of the others.
@template
@overload
@guard(rank(R) == 1, is_a(dx, number), any_of(at(R, 0) == 2, at(S, axis) == 2))
def integral(y: T[*S], x: X[*R], dx: Value = 1.0, axis: Axis = -1) -> decay(integrated(promote(strong(T), strong(X)))[*reduce(S, axis, False)]): ...
@template
@overload
@raises("ValueError")
@guard(rank(R) == 1, is_a(dx, number))
@require(at(R, 0) == at(S, axis), "x and y differ in length along the axis")
def integral(y: T[*S], x: X[*R], dx: Value = 1.0, axis: Axis = -1) -> decay(integrated(promote(strong(T), strong(X)))[*reduce(S, axis, False)]): ...
@template
@overload
def integral(y: Value, x: Value = None, dx: Value = 1.0, axis: Value = -1) -> Unknown: ...
trapezoid = integral("trapezoid")
trapz = integral("trapz")
simpson = integral("simpson")
simps = integral("simps")

@overload
@guard(any_of(full_output == 0, full_output == False))
def quad(func, a, b, args=(), full_output: Value = 0, epsabs=1.49e-08, epsrel=1.49e-08, limit=50, points=None, weight=None, wvar=None, wopts=None, maxp1=50, limlst=50, complex_func=False) -> tuple[Unknown, Unknown]: ...
@overload
def quad(func, a, b, args=(), full_output: Value = 0, epsabs=1.49e-08, epsrel=1.49e-08, limit=50, points=None, weight=None, wvar=None, wopts=None, maxp1=50, limlst=50, complex_func=False) -> Unknown: ...
@overload
@guard(x == None, initial == None, is_a(dx, number))
@raises("ValueError")
@require(at(S, axis) >= 1, "at least one point is needed")
def cumulative_trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(T)[*replace(S, axis, at(S, axis) - 1)]: ...
@overload
@guard(rank(R) == 1, initial == None)
@raises("ValueError")
@require(at(R, 0) == at(S, axis), "x and y differ in length along the axis")
@require(at(S, axis) >= 1, "at least one point is needed")
def cumulative_trapezoid(y: T[*S], x: X[*R], dx: Value = 1.0, axis: int = -1, initial: Value = None) -> computed(promote(strong(T), strong(X)))[*replace(S, axis, at(S, axis) - 1)]: ...
@overload
@guard(x == None, is_a(dx, number), initial == 0, at(S, axis) >= 1)
def cumulative_trapezoid(y: T[*S], x: Value = None, dx: Value = 1.0, axis: Axis = -1, initial: Value = None) -> computed(T)[*S]: ...
@overload
def cumulative_trapezoid(y: Value, x: Value = None, dx: Value = 1.0, axis: Value = -1, initial: Value = None) -> Unknown: ...
