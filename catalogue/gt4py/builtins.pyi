"""What GT4Py exports: scalars, dimensions, offsets, functions on fields."""

# The library whose dtypes there are.
namespace = gt4py.next

# --- scalars --------------------------------------------------------------------------------------------------------

@template
@require(any_of(is_a(value, numpy_scalar), is_a(value, str)), "a scalar is made of a scalar")
def scalar(value: Value, /) -> numeric(dtype_named(NAME), ()): ...

bool = scalar("bool")
int8 = scalar("int8")
int16 = scalar("int16")
int32 = scalar("int32")
int64 = scalar("int64")
uint8 = scalar("uint8")
uint16 = scalar("uint16")
uint32 = scalar("uint32")
uint64 = scalar("uint64")
float32 = scalar("float32")
float64 = scalar("float64")
int = int64
float = float64
IndexType = int32

# --- what makes operators, and annotations, which the language reads itself -------------------------------------------

def field_operator(definition: Value = None, **options) -> Unknown: ...
def scan_operator(definition: Value = None, **options) -> Unknown: ...
def program(definition: Value = None, **options) -> Unknown: ...

Field: Unknown
Dims: Unknown

# --- dimensions and offsets -----------------------------------------------------------------------------------------

def Dimension(value: Value, kind: Value = "horizontal") -> Dimension[value, kind]: ...
# What it is made of is looked at when a module is imported.
@known_if(is_a(source, Dimension))
@raises("ValueError")
@require(is_a(target, tuple), "an offset leads to a tuple of dimensions: target=(V, V2EDim)")
@require(any_of(count(parts(target)) != 2, equal(kind_of_dim(pick(1, *parts(target))), "local")), "the second dimension that an offset leads to is a local one: V2EDim = Dimension(\"V2E\", kind=DimensionKind.LOCAL)")
def FieldOffset(value: Value, source: Value, target: Value) -> Offset[value, source, tuple_of(parts(target))]: ...

# --- functions on fields --------------------------------------------------------------------------------------------

@require(is_a(mask, Field), "the mask is a field of bools: of a scalar bool write x if m else y")
@require(is_truth(mask), "the mask is a field of bools")
def where(mask: Value, true_field: Value, false_field: Value, /) -> chosen(true_field, false_field, over(mask)): ...

@require(is_a(type_, dtype), "a scalar type is wanted: astype(x, float32)")
def astype(value: Value, type_: Value, /) -> cast(value, elem(type_)): ...

@require(is_value(field), "a scalar or a field is broadcast")
@require(is_over(tuple_of(D), over(field)), "a dimension of the field is missing")
def broadcast(field: Value, dims: tuple[*D], /) -> field(tuple_of(each(as_dimension, D)), elements(field)): ...

@template
@require(is_over(over(field), axis), "the field has no such dimension")
def reduction(field: Field, /, *, axis: Dimension) -> field(replaced(over(field), axis, ()), elements(field)): ...

neighbor_sum = reduction("neighbor_sum")
max_over = reduction("max_over")
min_over = reduction("min_over")

# --- mathematics ----------------------------------------------------------------------------------------------------

@template
@require(is_number(value), "a number or a field of numbers is wanted")
def of_numbers(value: Value, /) -> value: ...

abs = of_numbers("abs")
neg = of_numbers("neg")

@template
@require(is_fractional(value), "a float or a field of floats is wanted: write astype(x, float64)")
def of_floats(value: Value, /) -> value: ...

sin = of_floats("sin")
cos = of_floats("cos")
tan = of_floats("tan")
arcsin = of_floats("arcsin")
arccos = of_floats("arccos")
arctan = of_floats("arctan")
sinh = of_floats("sinh")
cosh = of_floats("cosh")
tanh = of_floats("tanh")
arcsinh = of_floats("arcsinh")
arccosh = of_floats("arccosh")
arctanh = of_floats("arctanh")
sqrt = of_floats("sqrt")
exp = of_floats("exp")
log = of_floats("log")
gamma = of_floats("gamma")
cbrt = of_floats("cbrt")
floor = of_floats("floor")
ceil = of_floats("ceil")
trunc = of_floats("trunc")

@template
@require(is_fractional(value), "a float or a field of floats is wanted: write astype(x, float64)")
def predicate(value: Value, /) -> with_elements(value, dtype_named("bool")): ...

isfinite = predicate("isfinite")
isinf = predicate("isinf")
isnan = predicate("isnan")

@template
@require(all_of(is_number(lhs), is_number(rhs)), "numbers and fields of numbers are wanted")
def of_two(lhs: Value, rhs: Value, /) -> promoted(lhs, rhs): ...

minimum = of_two("minimum")
maximum = of_two("maximum")
fmod = of_two("fmod")
power = of_two("power")

# --- where else they are --------------------------------------------------------------------------------------------

namespace = gt4py.next.ffront.experimental

@require(is_cartesian(offset), "an offset along one dimension is wanted")
@require(is_whole(field), "offsets are whole numbers")
@require(is_over(over(field), source_of(offset)), "the field of offsets is over the dimension that it shifts along")
def as_offset(offset: Offset, field: Field, /) -> offset: ...

def concat_where(domain: Domain, true_field: Value, false_field: Value, /) -> chosen(true_field, false_field, pick(0, *parts(domain))): ...

gt4py.next.experimental = gt4py.next.ffront.experimental
gt4py.next.common = gt4py.next
gt4py.next.ffront.fbuiltins = gt4py.next
gt4py.next.ffront.decorator = gt4py.next
gt4py.next.common.DimensionKind = gt4py.next.DimensionKind

namespace = gt4py.next.DimensionKind

HORIZONTAL: Literal["horizontal"]
VERTICAL: Literal["vertical"]
LOCAL: Literal["local"]

namespace = builtins

bool = gt4py.next.bool
int = gt4py.next.int64
float = gt4py.next.float64

namespace = math

pi: float
e: float
inf: float
nan: float
tau: float

namespace = numpy

pi: float
e: float
inf: float
nan: float

bool_ = gt4py.next.bool
int8 = gt4py.next.int8
int16 = gt4py.next.int16
int32 = gt4py.next.int32
int64 = gt4py.next.int64
uint8 = gt4py.next.uint8
uint16 = gt4py.next.uint16
uint32 = gt4py.next.uint32
uint64 = gt4py.next.uint64
float32 = gt4py.next.float32
float64 = gt4py.next.float64
