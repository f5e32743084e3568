"""Functions through given points: objects that are called with places, and give arrays, of one place too."""

# What is interpolated in double precision. Of float32 a kind that picks points keeps the dtype.
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def interpolated(T) -> float64: ...
@overload
@known_if(strong(T) == complex128)
def interpolated(T) -> complex128: ...

# Where something is asked for, of points of d coordinates: an array of each coordinate, or rows of them; a vector is rows too.
@overload
@guard(is_a(xi, tuple), count(parts(xi)) == 1)
def places_at(xi, d) -> unknown(): ...
@overload
@guard(is_a(xi, tuple))
@require(count(parts(xi)) == d, "the places have another number of coordinates than the points")
def places_at(xi, d) -> broadcast(*each(operand_shape, parts(xi))): ...
@overload
@guard(rank(shape_of(xi)) >= 2)
@require(at(shape_of(xi), -1) == d, "the places have another number of coordinates than the points")
def places_at(xi, d) -> remove(shape_of(xi), -1): ...
@overload
@known_if(rank(shape_of(xi)) == 1)
@require(at(shape_of(xi), 0) % d == 0, "the places have another number of coordinates than the points")
def places_at(xi, d) -> (at(shape_of(xi), 0) // d,): ...

# The points that are given: a row for each. A coordinate alone is a vector.
@overload
@guard(is_a(points, tuple), count(parts(points)) >= 2)
def given_points(points) -> (*broadcast(*each(operand_shape, parts(points))), count(parts(points))): ...
@overload
@known_if(is_a(points, array))
def given_points(points) -> shape_of(points): ...

# What is interpolated of values of shape S at points of shape P: of one coordinate it takes the first values, of more as many.
@overload
@guard(rank(P) == 2, at(P, 1) >= 2)
@require(at(S, 0) == at(P, 0), "there are more or fewer values than points")
def gridded(T, P, S, xi) -> interpolated(T)[*places_at(xi, at(P, 1)), *remove(S, 0)]: ...
@overload
@known_if(any_of(rank(P) == 1, all_of(rank(P) == 2, at(P, 1) == 1)), is_a(xi, array))
def gridded(T, P, S, xi) -> interpolated(T)[*shape_of(xi), *remove(S, 0)]: ...

@require(rank(P) == 2, "points of two coordinates at least are wanted")
@require(at(S, 0) == at(P, 0), "there are more or fewer values than points")
def between_points(T, P, S) -> PointInterpolator[interpolated(T), at(P, 1), S]: ...

# Arrays of places by place, or one argument.
@overload
@guard(count(args) == 1)
def one_or_each(args) -> pick(0, *args): ...
@overload
def one_or_each(args) -> tuple_of(args): ...

# Each axis of a grid is a vector as long as the values along it.
@require(count(parts(points)) <= rank(S), "the grid has more axes than the values")
@require(zipped(axis_of_grid, parts(points), S))
def grid_of_values(points, S) -> S: ...
@overload
@guard(is_a(axis, array))
@require(rank(shape_of(axis)) == 1, "an axis of the grid is a vector")
@require(at(shape_of(axis), 0) == n, "an axis of the grid has {at(shape_of(axis), 0)} places, and the values along it are {n}")
def axis_of_grid(axis, n) -> n: ...
@overload
def axis_of_grid(axis, n) -> n: ...

# Knots and coefficients are as many, and their degree is an int.
def splined(n) -> tuple[float64[n], float64[n], int]: ...

namespace = scipy.interpolate

# It makes arrays of what it is given, whatever that is.
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def interp1d(x: forced(X[*R]), y: forced(T[*S]), kind="linear", axis: int = -1, copy=True, bounds_error=None, fill_value=None, assume_sorted=False) -> Interpolator[interpolated(T), S, axis]: ...
# These three count axes on from the last to the first.
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis % rank(S))), "x and y differ in length along the axis")
def CubicSpline(x: X[*R], y: T[*S], axis: int = 0, bc_type="not-a-knot", extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis % rank(S)]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis % rank(S))), "x and y differ in length along the axis")
def PchipInterpolator(x: X[*R], y: T[*S], axis: int = 0, extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis % rank(S)]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis % rank(S))), "x and y differ in length along the axis")
def Akima1DInterpolator(x: X[*R], y: T[*S], axis: int = 0, *, method="akima", extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis % rank(S)]: ...
@require(at(S, axis))
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
@raises("ValueError")
@known_if(is_a(points, tuple))
@require(grid_of_values(points, S))
def RegularGridInterpolator(points: Value, values: T[*S], method="linear", bounds_error=True, fill_value=nan, *, solver=None, solver_args=None) -> GridInterpolator[interpolated(T), count(parts(points)), S]: ...
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
@known_if(rank(S) >= 1)
def griddata(points: Value, values: T[*S], xi: Value, method="linear", fill_value=nan, rescale=False) -> gridded(T, given_points(points), S, xi): ...
# Knots of both axes, coefficients and degrees.
@known_if(full_output == 0)
def bisplrep(x: Value, y: Value, z: Value, w=None, xb=None, xe=None, yb=None, ye=None, kx=3, ky=3, task=0, s=None, eps=1e-16, tx=None, ty=None, full_output: Value = 0, nxest=None, nyest=None, quiet=1) -> list_of([float64[fresh()], float64[fresh()], float64[fresh()], int, int]): ...
# A grid of values; of one place it is a number, and a row or a column of values is a vector.
@overload
@guard(is_a(tck, sequence), rank(P) == 1, rank(R) == 1, at(P, 0) >= 2, at(R, 0) >= 2)
def bisplev(x: X[*P], y: Y[*R], tck: Value, dx=0, dy=0) -> float64[at(P, 0), at(R, 0)]: ...
@overload
@known_if(is_a(tck, sequence), rank(P) == 0, rank(R) == 0)
def bisplev(x: X[*P], y: Y[*R], tck: Value, dx=0, dy=0) -> decay(float64[()]): ...
def BSpline(t: Value, c: C[*S], k, extrapolate=True, axis: int = 0) -> PiecewisePolynomial[interpolated(C), S, axis]: ...
@raises("ValueError")
@require(any_of(rank(R) != 1, at(R, 0) == at(S, axis)), "x and y differ in length along the axis")
def CubicHermiteSpline(x: X[*R], y: T[*S], dydx, axis: int = 0, extrapolate=None) -> PiecewisePolynomial[interpolated(T), S, axis]: ...

@raises("ValueError")
@known_if(is_a(points, tuple), method != "splinef2d")
@require(grid_of_values(points, S))
def interpn(points: Value, values: T[*S], xi: Value, method: Value = "linear", bounds_error=True, fill_value=nan) -> interpolated(T)[*at_least_1d(places_at(xi, count(parts(points)))), *after(S, count(parts(points)))]: ...

@raises("ValueError")
def LinearNDInterpolator(points: Value, values: T[*S], fill_value=nan, rescale=False) -> between_points(T, given_points(points), S): ...
@raises("ValueError")
def NearestNDInterpolator(x: Value, y: T[*S], rescale=False, tree_options=None) -> between_points(T, given_points(x), S): ...
@raises("ValueError")
@require(any_of(rank(given_points(points)) != 2, at(given_points(points), 1) == 2), "points of two coordinates are wanted")
def CloughTocher2DInterpolator(points: Value, values: T[*S], fill_value=nan, tol=1e-06, maxiter=400, rescale=False) -> between_points(T, given_points(points), S): ...

@made_by("RegularGridInterpolator")
class GridInterpolator(object):
    @raises("ValueError")
    def __call__(self, xi: Value, method=None, *, nu=None) -> pick(0, *parts(self))[*places_at(xi, pick(1, *parts(self))), *after(pick(2, *parts(self)), pick(1, *parts(self)))]: ...
@made_by("LinearNDInterpolator")
class PointInterpolator(object):
    @raises("ValueError")
    def __call__(self, *args: Value) -> pick(0, *parts(self))[*places_at(one_or_each(args), pick(1, *parts(self))), *remove(pick(2, *parts(self)), 0)]: ...
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

# --- only the axis is judged ----------------------------------------------------------------------

@known_if(rank(S) >= 1)
@raises("IndexError", "AxisOutOfRange")
def KroghInterpolator(xi, yi: T[*S], axis: HeldAxis = 0) -> Unknown: ...
@overload
@guard(yi == None)
def BarycentricInterpolator(xi, yi: Value = None, axis=0, *, wi=None, rng=None, random_state=None) -> Unknown: ...
@overload
@known_if(rank(S) >= 1)
@raises("IndexError", "AxisOutOfRange")
def BarycentricInterpolator(xi, yi: T[*S], axis: HeldAxis = 0, *, wi=None, rng=None, random_state=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("IndexError", "AxisOutOfRange")
def FloaterHormannInterpolator(points, values: T[*S], *, d=3, axis: HeldAxis = 0) -> Unknown: ...
