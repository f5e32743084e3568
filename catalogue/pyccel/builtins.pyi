"""Python's functions, and those of `math`, `cmath`, `itertools`, `sys`, as Pyccel has them."""

# The library whose dtypes `DType` reads.
namespace = numpy

namespace = builtins

def print(*args: Value, sep=" ", end="\n", file=None, flush=False) -> None: ...
@overload
def len(x: list[T], /) -> int: ...
@overload
def len(x: set[T], /) -> int: ...
@overload
def len(x: dict[K, V], /) -> int: ...
@overload
def len(x: tuple[*T], /) -> int(count([*T])): ...
@overload
def len(x: tuple[T, ...], /) -> int: ...
@overload
def len(x: str, /) -> int: ...
@overload
def len(x: strict(T[n, *S]), /) -> int(n): ...

# What it gives is printed, and no value of a variable.
def type(x: Value, /) -> None: ...

# Of Python's ints an int, of all other numbers a float.
@overload
@guard(is_python_int(x))
def abs(x: numeric(T[()]), /) -> int: ...
@overload
def abs(x: numeric(T[()]), /) -> float: ...

@template
@overload
@require(equal(T, U), "its arguments are of several types")
def extreme(x: numeric(T[()]), y: numeric(U[()]), /) -> numeric(one_or_sum(x, y, T, U), ()): ...
@template
@overload
@require(are_of_one_type(x, y, *args), "its arguments are of several types")
def extreme(x: numeric(T[()]), y: numeric(U[()]), /, *args: Value) -> without_values(x): ...
@template
@overload
def extreme(x: list[T], /) -> T: ...
@template
@overload
def extreme(x: set[T], /) -> T: ...
@template
@overload
def extreme(x: tuple[T, ...], /) -> T: ...
@template
@overload
def extreme(x: iterable, /) -> pick(0, *parts(x)): ...
@template
@overload
def extreme(x: comprehension, /) -> pick(0, *parts(x)): ...
@template
@overload
def extreme(x: strict(T[n]), /) -> numeric(T, ()): ...

min = extreme("min")
max = extreme("max")

@overload
def sum(x: list[T], /) -> T: ...
@overload
def sum(x: set[T], /) -> T: ...
@overload
def sum(x: tuple[T, ...], /) -> T: ...
@overload
def sum(x: iterable, /) -> pick(0, *parts(x)): ...
@overload
def sum(x: comprehension, /) -> pick(0, *parts(x)): ...
@overload
def sum(x: strict(T[n]), /) -> numeric(T, ()): ...

@overload
def round(x: numeric(T[()]), /) -> int: ...
@overload
@guard(is_a(x, bool))
def round(x: numeric(T[()]), ndigits: Value, /) -> int: ...
@overload
def round(x: numeric(T[()]), ndigits: Value, /) -> numeric(T, ()): ...

def bool(x: Value = False, /) -> bool: ...
def int(x: Value = 0, /) -> int: ...
def float(x: Value = 0, /) -> float: ...
def complex(real: Value = 0, imag: Value = 0) -> complex: ...
def str(x: str = "", /) -> str: ...

def isinstance(x: Value, classes: Value, /) -> instance_of(x, classes): ...

def range(start: Value, stop: Value = None, step: Value = None, /) -> iterable[int]: ...

@overload
@require(1 == 0, "write a comprehension in brackets, and make it a list")
def list(x: comprehension, /) -> Unknown: ...
@overload
@guard(is_a(x, tuple))
def list(x: tuple[T, ...], /) -> list[T]: ...
@overload
def list(x: list[T], /) -> list[T]: ...
@overload
def list(x: set[T], /) -> list[T]: ...
@overload
def list(x: iterable, /) -> list[item(x)]: ...
@overload
def list(x: strict(T[n, *S]), /) -> list[numeric(T, S)]: ...
@overload
def list(x: dict[K, V], /) -> list[K]: ...
@overload
def list() -> list[never()]: ...

@overload
@require(1 == 0, "write a comprehension in brackets, and make it a set")
def set(x: comprehension, /) -> Unknown: ...
@overload
def set(x: list[T], /) -> set[T]: ...
@overload
def set(x: set[T], /) -> set[T]: ...
@overload
def set(x: tuple[T, ...], /) -> set[T]: ...
@overload
def set(x: iterable, /) -> set[item(x)]: ...
@overload
def set(x: strict(T[n]), /) -> set[numeric(T, ())]: ...
@overload
def set() -> set[never()]: ...

@overload
@require(1 == 0, "write a comprehension in brackets, and make it a tuple")
def tuple(x: comprehension, /) -> Unknown: ...
@overload
def tuple(x: list[T], /) -> tuple[T, ...]: ...
@overload
def tuple(x: tuple[*T], /) -> tuple_of([*T]): ...
@overload
def tuple(x: tuple[T, ...], /) -> tuple[T, ...]: ...
@overload
def tuple(x: iterable, /) -> tuple[item(x), ...]: ...
@overload
def tuple(x: strict(T[n]), /) -> tuple[numeric(T, ()), ...]: ...

@overload
def dict() -> dict[never(), never()]: ...
@overload
def dict(x: dict[K, V], /) -> dict[K, V]: ...
@overload
@require(are_of_one_type(*items), "the values of the dict are of several types")
def dict(**items: Value) -> dict[str, pick(0, *items)]: ...

@holds
def enumerate(x: Value, start: Value = 0) -> iterable[tuple[int, item_of(x)]]: ...
@holds
def zip(x: Value, y: Value, *others: Value) -> iterable[tuple_of([item_of(x), item_of(y), *each(item_of, others)])]: ...
# In the function's place stands what it gives.
def map(function: Value, xs: Value, /, *others: Value) -> iterable[without_values(function)]: ...

# What functions are applied to that others are given: the entry of the same name.
namespace = builtins.applied

def map(xs: Value, /, *others: Value) -> tuple_of([item_of(xs), *each(item_of, others)]): ...

# --- math -----------------------------------------------------------------------------------------------------------

namespace = math

pi: float
e: float
inf: float
nan: float
tau: float

@template
def real(x: numeric(T[()]), /) -> float: ...

sqrt = real("sqrt")
exp = real("exp")
expm1 = real("expm1")
log = real("log")
log1p = real("log1p")
log2 = real("log2")
log10 = real("log10")
sin = real("sin")
cos = real("cos")
tan = real("tan")
asin = real("asin")
acos = real("acos")
atan = real("atan")
sinh = real("sinh")
cosh = real("cosh")
tanh = real("tanh")
asinh = real("asinh")
acosh = real("acosh")
atanh = real("atanh")
fabs = real("fabs")
erf = real("erf")
erfc = real("erfc")
gamma = real("gamma")
lgamma = real("lgamma")
degrees = real("degrees")
radians = real("radians")

@template
def real2(x: numeric(T[()]), y: numeric(U[()]), /) -> float: ...

pow = real2("pow")
hypot = real2("hypot")
atan2 = real2("atan2")
fmod = real2("fmod")
copysign = real2("copysign")
remainder = real2("remainder")

@template
def integral(x: numeric(T[()]), /) -> int: ...

floor = integral("floor")
ceil = integral("ceil")
trunc = integral("trunc")
factorial = integral("factorial")

def gcd(x: Value, y: Value, /) -> int: ...
def lcm(x: Value, y: Value, /) -> int: ...
def ldexp(x: Value, y: Value, /) -> float: ...
def fsum(x: Value, /) -> float: ...
def modf(x: Value, /) -> tuple[float, float]: ...
def frexp(x: Value, /) -> tuple[float, int]: ...
def isclose(x: numeric(T[()]), y: numeric(U[()]), /) -> bool: ...

@template
def test(x: numeric(T[()]), /) -> bool: ...

isnan = test("isnan")
isinf = test("isinf")
isfinite = test("isfinite")

namespace = cmath

pi: float
e: float
inf: float
nan: float
tau: float

@template
def complexes(x: numeric(T[()]), /) -> complex: ...

sqrt = complexes("sqrt")
exp = complexes("exp")
sin = complexes("sin")
cos = complexes("cos")
tan = complexes("tan")
asin = complexes("asin")
acos = complexes("acos")
atan = complexes("atan")
sinh = complexes("sinh")
cosh = complexes("cosh")
tanh = complexes("tanh")
asinh = complexes("asinh")
acosh = complexes("acosh")
atanh = complexes("atanh")

def phase(x: Value, /) -> float: ...
def polar(x: Value, /) -> tuple[float, float]: ...
def rect(r: Value, phi: Value, /) -> complex: ...
isnan = math.isnan
isinf = math.isinf
isfinite = math.isfinite
isclose = math.isclose

namespace = itertools

def product(*iterables: Value) -> iterable[tuple_of([*each(item_of, iterables)])]: ...

namespace = sys

def exit(code: Value = 0, /) -> None: ...

namespace = typing

Any: Unknown
Annotated: Unknown
Final: Unknown
TypeAlias: Unknown
TypeVar: Unknown
overload: Unknown

namespace = pyccel.decorators

allow_negative_index: Unknown
elemental: Unknown
# Ours: the object shows what it is given.
holds: Unknown
inline: Unknown
low_level: Unknown
private: Unknown
pure: Unknown
stack_array: Unknown
types: Unknown

namespace = scipy.constants

pi: float
