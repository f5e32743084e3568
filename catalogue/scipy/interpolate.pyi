"""Functions through given points: objects that are called with places, and give arrays, of one place too."""

# What is interpolated in double precision. Of float32 a kind that picks points keeps the dtype.
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def interpolated(T) -> float64: ...
@overload
@known_if(strong(T) == complex128)
def interpolated(T) -> complex128: ...

# Knots and coefficients are as many, and their degree is an int.
def splined(n) -> tuple[float64[n], float64[n], int]: ...

namespace = scipy.interpolate

# It makes arrays of what it is given, whatever that is.
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def interp1d(x: forced(X[*R]), y: forced(T[*S]), kind="linear", axis: int = -1, copy=True, bounds_error=None, fill_value=None, assume_sorted=False) -> Interpolator[interpolated(T), S, axis]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def CubicSpline(x: X[*R], y: T[*S], axis: int = 0, bc_type="not-a-knot", extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def PchipInterpolator(x: X[*R], y: T[*S], axis: int = 0, extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def Akima1DInterpolator(x: X[*R], y: T[*S], axis: int = 0, *, method="akima", extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis]: ...
def make_interp_spline(x: X[*R], y: T[*S], k=3, t=None, bc_type=None, axis: int = 0, check_finite=True) -> PiecewisePolynomial[interpolated(T), S, axis]: ...
def UnivariateSpline(x: Value, y: Value, w=None, bbox=None, k=3, s=None, ext=0, check_finite=False) -> Spline: ...
def InterpolatedUnivariateSpline(x: Value, y: Value, w=None, bbox=None, k=3, ext=0, check_finite=False) -> Spline: ...
def LSQUnivariateSpline(x: Value, y: Value, t: Value, w=None, bbox=None, k=3, ext=0, check_finite=False) -> Spline: ...

@raises("TypeError")
@known_if(rank(S) == 1, rank(R) == 1, full_output == 0, per == 0)
@require(at(S, 0) == at(R, 0), "x and y differ in length")
def splrep(x: X[*R], y: T[*S], w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output: Value = 0, per: Value = 0, quiet=1) -> splined(fresh()): ...
@known_if(is_a(tck, tuple), count(parts(tck)) == 3, is_a(pick(1, *parts(tck)), array), rank(shape_of(pick(1, *parts(tck)))) == 1)
def splev(x: X[*R], tck: Value, der=0, ext=0) -> float64[*R]: ...
@known_if(is_a(points, tuple))
def RegularGridInterpolator(points: Value, values: T[*S], method="linear", bounds_error=True, fill_value=nan, *, solver=None, solver_args=None) -> GridInterpolator[count(parts(points)), S]: ...
@overload
@raises("ValueError")
@require(rank(R) == 2, "a row for each point is wanted")
@require(at(S, 0) == at(R, 0), "there are more or fewer values than points")
def RBFInterpolator(y: X[*R], d: T[*S], neighbors=None, smoothing=0.0, kernel="thin_plate_spline", epsilon=None, degree=None) -> RadialInterpolator[at(R, 1), S]: ...
@overload
def RBFInterpolator(y: Value, d: Value, neighbors=None, smoothing=0.0, kernel="thin_plate_spline", epsilon=None, degree=None) -> Unknown: ...
@raises("ValueError")
@known_if(rank(P) == 1, rank(R) == 1, rank(S) == 2)
@require(at(S, 0) == at(P, 0), "z has a row for each x")
@require(at(S, 1) == at(R, 0), "z has a column for each y")
def RectBivariateSpline(x: X[*P], y: Y[*R], z: T[*S], bbox=[None, None, None, None], kx=3, ky=3, s=0, maxit=20) -> GridSpline: ...
@raises("ValueError")
@known_if(rank(R) == 2, rank(S) >= 1, is_a(xi, tuple))
@require(at(S, 0) == at(R, 0), "there are more or fewer values than points")
def griddata(points: X[*R], values: T[*S], xi: Value, method="linear", fill_value=nan, rescale=False) -> unknown(): ...

@made_by("RegularGridInterpolator")
class GridInterpolator(object):
    @raises("ValueError")
    @known_if(is_a(xi, array), rank(R) >= 2)
    @require(at(R, -1) == pick(0, *parts(self)), "the places have another number of coordinates than the grid")
    def __call__(self, xi: X[*R], method=None, *, nu=None) -> unknown()[...]: ...
@made_by("RBFInterpolator")
class RadialInterpolator(object):
    @raises("ValueError")
    @require(rank(R) == 2, "a row for each place is wanted")
    @require(at(R, 1) == pick(0, *parts(self)), "the places have another number of coordinates than the points")
    def __call__(self, x: X[*R]) -> unknown()[at(R, 0), *remove(pick(1, *parts(self)), 0)]: ...
@made_by("RectBivariateSpline")
class GridSpline(object):
    @known_if(rank(P) == 1, rank(R) == 1, dx == 0, dy == 0, grid == True)
    def __call__(self, x: X[*P], y: Y[*R], dx: Value = 0, dy: Value = 0, grid: Value = True) -> float64[at(P, 0), at(R, 0)]: ...
    def ev(self, xi: X[*P], yi: Y[*R], dx=0, dy=0) -> float64[*broadcast(P, R)]: ...

@made_by("interp1d")
class Interpolator(object):
    def __call__(self, x: forced(X[*R])) -> pick(0, *parts(self))[*replace(pick(1, *parts(self)), pick(2, *parts(self)), R)]: ...
class PiecewisePolynomial(object):
    def __call__(self, x: X[*R], nu=0, extrapolate=None) -> pick(0, *parts(self))[*replace(pick(1, *parts(self)), pick(2, *parts(self)), R)]: ...
class Spline(object):
    @overload
    @guard(negate(is_a(prod(R), zero)))
    def __call__(self, x: X[*R], nu=0, ext=None) -> float64[*R]: ...
    @overload
    def __call__(self, x: Value, nu=0, ext=None) -> float64[...]: ...
