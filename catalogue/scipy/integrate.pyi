"""Integrals of samples."""

# Of ints a float64.
@overload
@guard(any_of(strong(T) == float32, strong(T) == complex128))
def integral_dtype(T) -> strong(T): ...
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def integral_dtype(T) -> float64: ...
@overload
def integral_dtype(T) -> unknown(): ...

namespace = scipy.integrate

@template
@overload
@guard(x == None, is_a(dx, number))
def integral(y: T[*S], x: Value = None, dx: Value = 1.0, axis: Axis = -1) -> decay(integral_dtype(T)[*reduce(S, axis, False)]): ...
@template
@overload
@raises("ValueError")
@guard(rank(R) == 1, is_a(dx, number))
@require(at(R, 0) == at(S, axis), "x and y differ in length along the axis")
def integral(y: T[*S], x: X[*R], dx: Value = 1.0, axis: Axis = -1) -> decay(integral_dtype(promote(strong(T), strong(X)))[*reduce(S, axis, False)]): ...
@template
@overload
def integral(y: Value, x: Value = None, dx: Value = 1.0, axis: Value = -1) -> Unknown: ...
trapezoid = integral("trapezoid")
trapz = integral("trapz")
simpson = integral("simpson")
simps = integral("simps")
