"""Polynomials in other bases, their classes, and points of quadrature."""

# The dtype of a series of coefficients: ints become float64.
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def series_dtype(T) -> float64: ...
@overload
@known_if(any_of(strong(T) == float32, strong(T) == complex128))
def series_dtype(T) -> strong(T): ...
# It is computed with a domain in doubles.
@overload
@guard(any_of(strong(C) == complex128, strong(T) == complex128))
def values_in_domain(C, T) -> complex128: ...
@overload
@known_if(any_of(strong(C) == float64, strong(C) == float32), any_of(strong(T) == float64, strong(T) == float32, strong(T) == int64, strong(T) == int32))
def values_in_domain(C, T) -> float64: ...

namespace = numpy.polynomial

# Values of a polynomial: of a vector of coefficients one for each point, of several polynomials one for each and
# each point, or as they broadcast.
@template
@overload
@guard(rank(P) <= 1)
@raises("IndexError", "Empty")
@require(at(at_least_1d(P), 0) >= 1, "there are no coefficients", "Empty")
def values_at(x: T[*R], c: C[*P], tensor=True) -> decay(values_dtype(T, C)[*R]): ...
@template
@overload
@guard(tensor == True)
@raises("IndexError", "Empty")
@require(at(at_least_1d(P), 0) >= 1, "there are no coefficients", "Empty")
def values_at(x: T[*R], c: C[*P], tensor: Value = True) -> decay(values_dtype(T, C)[*remove(P, 0), *R]): ...
@template
@overload
@known_if(tensor == False)
@raises("IndexError", "Empty")
@require(at(at_least_1d(P), 0) >= 1, "there are no coefficients", "Empty")
def values_at(x: T[*R], c: C[*P], tensor: Value = True) -> decay(values_dtype(T, C)[*broadcast(remove(P, 0), R)]): ...

@template
@require(deg >= 0, "the degree is negative")
def vander(x: T[*S], deg: int) -> loop("add", strong(T), float)[*at_least_1d(S), deg + 1]: ...

@template
@overload
@raises("ValueError", "Value")
@raises("TypeError")
@require(deg >= 0, "the degree is negative")
@require(n == m, "x and y differ in length")
@require(rank(R) <= 1, "y has at most 2 dims")
@require(weights_along(w, n))
def fit(x: T[n], y: U[m, *R], deg: int, rcond=None, full: Literal[False] = False, w: Value = None) -> fitted_dtype(T, U, w)[deg + 1, *R]: ...
@template
@overload
@raises("ValueError", "Value")
@raises("TypeError")
@require(deg >= 0, "the degree is negative")
@require(n == m, "x and y differ in length")
@require(rank(R) <= 1, "y has at most 2 dims")
@require(weights_along(w, n))
def fit(x: T[n], y: U[m, *R], deg: int, rcond=None, full: Literal[True] = False, w: Value = None) -> tuple[fitted_dtype(T, U, w)[deg + 1, *R], Unknown]: ...
@template
@overload
@raises("TypeError")
@require(n == m, "x and y differ in length")
@require(rank(R) <= 1, "y has at most 2 dims")
@require(weights_along(w, n))
def fit(x: T[n], y: U[m, *R], deg: Value, rcond=None, full: Value = False, w: Value = None) -> Unknown: ...

@template
@require(deg >= 1, "at least one point is wanted")
def quadrature(deg: int) -> tuple[float64[deg], float64[deg]]: ...

# A series of coefficients in one of the bases.
class Series(object[C[*P]]):
    coef: C[*P]
    domain: unknown()[2]
    window: unknown()[2]
    symbol: str
    def __call__(self, arg: T[*S]) -> decay(values_in_domain(C, T)[*S]): ...
    def __len__(self) -> int(at(P, 0)): ...
    def degree(self) -> int: ...
    def copy(self) -> Series[C[*P]]: ...
    @require(m >= 0, "how often is not negative")
    def deriv(self, m: int(m) = 1) -> Series[C[max(at(P, 0) - m, 1)]]: ...
    @known_if(domain == None)
    def linspace(self, n: int(n) = 100, domain: Value = None) -> tuple[unknown()[n], unknown()[n]]: ...
    # These leave coefficients of 0 out.
    def convert(self, domain=None, kind=None, window=None) -> Unknown: ...
    def roots(self) -> unknown()[any_size()]: ...

@template
@raises("ValueError")
@require(rank(S) <= 1, "the coefficients have one dim")
@require(at(at_least_1d(S), 0) >= 1, "there are no coefficients")
def series(coef: T[*S], domain=None, window=None, symbol="x") -> Series[series_dtype(T)[*at_least_1d(S)]]: ...
Chebyshev = series("Chebyshev")
Hermite = series("Hermite")
HermiteE = series("HermiteE")
Laguerre = series("Laguerre")
Legendre = series("Legendre")
Polynomial = series("Polynomial")
polyutils: Unknown
set_default_printstyle: Unknown
test: Unknown

namespace = numpy.polynomial.polynomial

polyval = values_at("polyval")
polyvander = vander("polyvander")
polyfit = fit("polyfit")
polyzero: Unknown
polyone: Unknown
polyx: Unknown
polydomain: Unknown
polyline: Unknown
polyadd: Unknown
polysub: Unknown
polymulx: Unknown
polymul: Unknown
polydiv: Unknown
polypow: Unknown
polyvalfromroots: Unknown
polyder: Unknown
polyint: Unknown
polyfromroots: Unknown
polytrim: Unknown
polyroots: Unknown
Polynomial: Unknown
polyval2d: Unknown
polyval3d: Unknown
polygrid2d: Unknown
polygrid3d: Unknown
polyvander2d: Unknown
polyvander3d: Unknown
polycompanion: Unknown

namespace = numpy.polynomial.chebyshev

chebval = values_at("chebval")
chebvander = vander("chebvander")
chebfit = fit("chebfit")
chebgauss = quadrature("chebgauss")
chebzero: Unknown
chebone: Unknown
chebx: Unknown
chebdomain: Unknown
chebline: Unknown
chebadd: Unknown
chebsub: Unknown
chebmulx: Unknown
chebmul: Unknown
chebdiv: Unknown
chebpow: Unknown
chebder: Unknown
chebint: Unknown
cheb2poly: Unknown
poly2cheb: Unknown
chebfromroots: Unknown
chebtrim: Unknown
chebroots: Unknown
chebpts1: Unknown
chebpts2: Unknown
Chebyshev: Unknown
chebval2d: Unknown
chebval3d: Unknown
chebgrid2d: Unknown
chebgrid3d: Unknown
chebvander2d: Unknown
chebvander3d: Unknown
chebcompanion: Unknown
chebweight: Unknown
chebinterpolate: Unknown

namespace = numpy.polynomial.legendre

legval = values_at("legval")
legvander = vander("legvander")
legfit = fit("legfit")
leggauss = quadrature("leggauss")
legzero: Unknown
legone: Unknown
legx: Unknown
legdomain: Unknown
legline: Unknown
legadd: Unknown
legsub: Unknown
legmulx: Unknown
legmul: Unknown
legdiv: Unknown
legpow: Unknown
legder: Unknown
legint: Unknown
leg2poly: Unknown
poly2leg: Unknown
legfromroots: Unknown
legtrim: Unknown
legroots: Unknown
Legendre: Unknown
legval2d: Unknown
legval3d: Unknown
leggrid2d: Unknown
leggrid3d: Unknown
legvander2d: Unknown
legvander3d: Unknown
legcompanion: Unknown
legweight: Unknown

namespace = numpy.polynomial.laguerre

lagval = values_at("lagval")
lagvander = vander("lagvander")
lagfit = fit("lagfit")
laggauss = quadrature("laggauss")
lagzero: Unknown
lagone: Unknown
lagx: Unknown
lagdomain: Unknown
lagline: Unknown
lagadd: Unknown
lagsub: Unknown
lagmulx: Unknown
lagmul: Unknown
lagdiv: Unknown
lagpow: Unknown
lagder: Unknown
lagint: Unknown
lag2poly: Unknown
poly2lag: Unknown
lagfromroots: Unknown
lagtrim: Unknown
lagroots: Unknown
Laguerre: Unknown
lagval2d: Unknown
lagval3d: Unknown
laggrid2d: Unknown
laggrid3d: Unknown
lagvander2d: Unknown
lagvander3d: Unknown
lagcompanion: Unknown
lagweight: Unknown

namespace = numpy.polynomial.hermite

hermval = values_at("hermval")
hermvander = vander("hermvander")
hermfit = fit("hermfit")
hermgauss = quadrature("hermgauss")
hermzero: Unknown
hermone: Unknown
hermx: Unknown
hermdomain: Unknown
hermline: Unknown
hermadd: Unknown
hermsub: Unknown
hermmulx: Unknown
hermmul: Unknown
hermdiv: Unknown
hermpow: Unknown
hermder: Unknown
hermint: Unknown
herm2poly: Unknown
poly2herm: Unknown
hermfromroots: Unknown
hermtrim: Unknown
hermroots: Unknown
Hermite: Unknown
hermval2d: Unknown
hermval3d: Unknown
hermgrid2d: Unknown
hermgrid3d: Unknown
hermvander2d: Unknown
hermvander3d: Unknown
hermcompanion: Unknown
hermweight: Unknown

namespace = numpy.polynomial.hermite_e

hermeval = values_at("hermeval")
hermevander = vander("hermevander")
hermefit = fit("hermefit")
hermegauss = quadrature("hermegauss")
hermezero: Unknown
hermeone: Unknown
hermex: Unknown
hermedomain: Unknown
hermeline: Unknown
hermeadd: Unknown
hermesub: Unknown
hermemulx: Unknown
hermemul: Unknown
hermediv: Unknown
hermepow: Unknown
hermeder: Unknown
hermeint: Unknown
herme2poly: Unknown
poly2herme: Unknown
hermefromroots: Unknown
hermetrim: Unknown
hermeroots: Unknown
HermiteE: Unknown
hermeval2d: Unknown
hermeval3d: Unknown
hermegrid2d: Unknown
hermegrid3d: Unknown
hermevander2d: Unknown
hermevander3d: Unknown
hermecompanion: Unknown
hermeweight: Unknown

namespace = numpy.polynomial.Polynomial

# Of values at as many places: their weighted squares, and how good the fit is, are asked for by `full`.
@overload
@raises("TypeError")
@guard(is_a(deg, int), full == False, rank(S) == 1, rank(R) == 1)
@require(at(S, 0) == at(R, 0), "x and y differ in length")
def fit(x: T[*S], y: U[*R], deg: Value, domain=None, rcond=None, full: Value = False, w=None, window=None, symbol="x") -> Series[loop("add", promote(strong(T), strong(U)), float64)[deg + 1]]: ...
@overload
def fit(x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x") -> Unknown: ...
# Of float32 one basis keeps the dtype.
@raises("ValueError")
@known_if(rank(S) == 1, strong(T) != float32)
def fromroots(roots: T[*S], domain=None, window=None, symbol="x") -> Series[series_dtype(T)[at(S, 0) + 1]]: ...
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown

namespace = numpy.polynomial.Chebyshev

fit = numpy.polynomial.Polynomial.fit
fromroots = numpy.polynomial.Polynomial.fromroots
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown

namespace = numpy.polynomial.Hermite

fit = numpy.polynomial.Polynomial.fit
fromroots = numpy.polynomial.Polynomial.fromroots
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown

namespace = numpy.polynomial.HermiteE

fit = numpy.polynomial.Polynomial.fit
fromroots = numpy.polynomial.Polynomial.fromroots
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown

namespace = numpy.polynomial.Laguerre

fit = numpy.polynomial.Polynomial.fit
fromroots = numpy.polynomial.Polynomial.fromroots
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown

namespace = numpy.polynomial.Legendre

fit = numpy.polynomial.Polynomial.fit
fromroots = numpy.polynomial.Polynomial.fromroots
basis: Unknown
basis_name: Unknown
cast: Unknown
domain: Unknown
identity: Unknown
window: Unknown
