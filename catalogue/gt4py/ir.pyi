"""The primitives of GT4Py's IR, the iterator view: an iterator is a position, where it is defined, and what it finds.

What a primitive gives is its entry. One that is given a function is applied in three steps: the entry of that name in
`gt4py.ir.applied` says what the function is applied to, the function is typed for that, and its result stands in the
function's place. A primitive of `gt4py.ir.curried` is applied twice: `as_fieldop(stencil, domain)(fields)`; of one in `gt4py.ir.placed` the domain may be left out. What is in
`gt4py.ir.unrolled` applies a function to the items of tuples one by one: the entry says of which items to go inside.

it, xs are iterators and lists, D, P tuples of dims, T an element.
"""

# --- iterators and lists --------------------------------------------------------------------------------------------

def position(it) -> pick(0, *parts(it)): ...
def defined(it) -> pick(1, *parts(it)): ...
def found(it) -> pick(2, *parts(it)): ...
def is_placed(it) -> negate(is_a(position(it), str)): ...
def element_of(xs) -> pick(0, *parts(xs)): ...
def neighbours_of(xs) -> pick(1, *parts(xs)): ...
def is_constant_list(xs) -> is_a(neighbours_of(xs), none): ...

def locals_of(x) -> tuple_of(of_kind("local", over(x))): ...
def without_local(x) -> tuple_of([*of_kind("horizontal", over(x)), *of_kind("vertical", over(x))]): ...

# A field's element at a point: with a local dimension a list.
@overload
@guard(is_a(x, tuple))
def at_point(x) -> tuple_of(each(at_point, parts(x))): ...
@overload
@guard(count(of_kind("local", over(x))) == 1)
def at_point(x) -> List[numeric(elements(x), ()), pick(0, *of_kind("local", over(x)))]: ...
@overload
@require(is_value(x), "fields, scalars and tuples of these have elements at a point")
def at_point(x) -> numeric(elements(x), ()): ...

# Where a field is defined.
@overload
@guard(is_a(x, tuple))
def places(x) -> union_of((), union_all(each(places, parts(x)))): ...
@overload
def places(x) -> without_local(x): ...
def is_tuple(x) -> is_a(x, tuple): ...
# Never: what has been found to be a tuple isn't gone into.
def stays_outside(x) -> all_of(is_a(x, tuple), negate(is_a(x, tuple))): ...
def union_all(tuples) -> united(kinds(), (), *tuples): ...

def iterator_at(x, D) -> Iterator[D, places(x), at_point(x)]: ...

# A field over D of what a stencil gives at a point.
@overload
@guard(is_a(x, tuple))
def field_of(x, D) -> tuple_of(each(field_of, parts(x), D)): ...
@overload
@guard(is_a(x, List))
def field_of(x, D) -> field(union_of(D, tuple_of([neighbours_of(x)])), elem(element_of(x))): ...
@overload
@require(is_value(x), "a stencil gives scalars, lists, and tuples of these")
def field_of(x, D) -> field(D, elem(x)): ...

# The one local dimension of lists; of constant ones none.
@overload
@guard(is_constant_list(x))
def common_neighbours(x, y) -> neighbours_of(y): ...
@overload
@guard(is_constant_list(y))
def common_neighbours(x, y) -> neighbours_of(x): ...
@overload
@require(equal(neighbours_of(x), neighbours_of(y)), "lists of the neighbours of two offsets are not combined")
def common_neighbours(x, y) -> neighbours_of(x): ...

def dim_of_range(range) -> pick(0, *parts(range)): ...
def unplaced(it) -> Iterator["unknown", defined(it), found(it)]: ...

# Where a table starts, and the position after a step to its neighbours.
def start_of(offset) -> pick(0, *parts(pick(0, *parts(offset)))): ...
def moved_by(offset, it) -> replaced(position(it), start_of(offset), [pick(1, *parts(offset))]): ...

# --- objects --------------------------------------------------------------------------------------------------------

namespace = gt4py.ir

class Iterator(object): ...
class List(object): ...
class NeighborTable(object): ...
class StridedNeighbor(object): ...
class DimensionOffset(object): ...
class NamedRange(object): ...

# --- iterators ------------------------------------------------------------------------------------------------------

@overload
@guard(is_placed(it))
@require(is_over(position(it), defined(it)), "the iterator stands where its field is not defined: a dimension is missing in its position")
def deref(it: Iterator, /) -> found(it): ...
@overload
def deref(it: Iterator, /) -> found(it): ...

def can_deref(it: Iterator, /) -> numeric(dtype_named("bool"), ()): ...

# An offset's provider says where a step leads; where the position is not known, it stays so.
@overload
@guard(negate(is_placed(it)))
def shift(offset: Value, index: Value, it: Iterator, /) -> it: ...
@overload
@guard(any_of(is_a(offset, DimensionOffset), is_a(offset, Dimension)))
def shift(offset: Value, index: Value, it: Iterator, /) -> it: ...
@overload
@guard(any_of(is_a(offset, NeighborTable), is_a(offset, StridedNeighbor)))
@require(is_over(position(it), start_of(offset)), "the iterator is not where the offset starts")
def shift(offset: Value, index: Value, it: Iterator, /) -> Iterator[moved_by(offset, it), defined(it), found(it)]: ...
# Without a provider it is not known where it leads.
@overload
@guard(is_a(offset, str))
def shift(offset: Value, index: Value, it: Iterator, /) -> unplaced(it): ...

@require(any_of(is_a(offset, NeighborTable), is_a(offset, StridedNeighbor)), "neighbours are of an offset whose provider has a table")
@require(any_of(negate(is_placed(it)), is_over(position(it), start_of(offset))), "the iterator is not where the offset starts")
@require(any_of(negate(is_placed(it)), is_over(moved_by(offset, it), defined(it))), "the field of the iterator is not defined on the neighbours")
def neighbors(offset: Value, it: Iterator, /) -> List[found(it), pick(1, *parts(pick(0, *parts(offset))))]: ...

# What a stencil gives, seen as an iterator that is defined everywhere.
def lift(result: Value, /, *its: Iterator) -> Iterator[position(pick(0, *its)), (), result]: ...

# --- lists ----------------------------------------------------------------------------------------------------------

@overload
@require(equal(result, init), "what is reduced is of the type of its initial value")
@require(negate(is_constant_list(xs)), "at least one list has neighbours to go along")
def reduce(result: Value, init: Value, /, xs: List) -> init: ...
@overload
@require(equal(result, init), "what is reduced is of the type of its initial value")
@require(negate(is_a(common_neighbours(xs, ys), none)), "at least one list has neighbours to go along")
def reduce(result: Value, init: Value, /, xs: List, ys: List) -> init: ...

@overload
def map_list(result: Value, /, xs: List) -> List[result, neighbours_of(xs)]: ...
@overload
def map_list(result: Value, /, xs: List, ys: List) -> List[result, common_neighbours(xs, ys)]: ...
map_ = map_list

def make_const_list(value: Value, /) -> List[value, None]: ...
def list_get(index: Value, xs: List, /) -> element_of(xs): ...

# --- fields ---------------------------------------------------------------------------------------------------------

def as_fieldop(result: Value, domain: Domain, /, *fields: Value) -> field_of(result, pick(0, *parts(domain))): ...

# A stencil that goes along a column: what it gives is what it is given at the next point.
@require(equal(result, init), "a scan gives what it is given: its initial value is of another type")
def scan(result: Value, forward: Value, init: Value, /, *its: Iterator) -> result: ...

@require(is_whole(start), "a range is of whole numbers")
@require(is_whole(stop), "a range is of whole numbers")
def named_range(dim: Dimension, start: Value, stop: Value, /) -> NamedRange[dim]: ...

def cartesian_domain(*ranges: NamedRange) -> Domain[tuple_of(each(dim_of_range, ranges))]: ...
unstructured_domain = gt4py.ir.cartesian_domain

@require(is_over(tuple_of(D), over(field)), "a dimension of the field is missing")
def broadcast(field: Value, dims: tuple[*D], /) -> field_of(numeric(elements(field), ()), tuple_of(D)): ...
def index(dim: Dimension, /) -> field_of(numeric(dtype_named("int32"), ()), tuple_of([dim])): ...
def get_domain_range(field: Field, dim: Dimension, /) -> tuple_of([numeric(dtype_named("int32"), ()), numeric(dtype_named("int32"), ())]): ...
def concat_where(domain: Domain, true_field: Value, false_field: Value, /) -> chosen(true_field, false_field, pick(0, *parts(domain))): ...

# --- values ---------------------------------------------------------------------------------------------------------

@require(is_condition(condition), "the condition is a scalar bool")
@require(equal(x, y), "both branches are of one type")
def if_(condition: Value, x: Value, y: Value, /) -> x: ...

def make_tuple(*items: Value) -> tuple_of(items): ...
@require(is_constant(index), "a tuple is indexed with a number that is known: #0")
@require(index < count([*T]), "the tuple has no such item")
def tuple_get(index: Value, items: tuple[*T], /) -> pick(index, *T): ...
@require(is_a(type_, dtype), "a scalar type is wanted: (cast_ x float32)")
@require(is_value(value), "scalars are cast")
def cast_(value: Value, type_: Value, /) -> cast(value, elem(type_)): ...

plus = operator.add
# Its own entry is that of `+`.
minus = operator.add
multiplies = operator.mul
divides = operator.truediv
floordiv = operator.floordiv
mod = operator.mod
power = operator.pow
neg = operator.neg
eq = operator.eq
not_eq = operator.ne
less = operator.lt
less_equal = operator.le
greater = operator.gt
greater_equal = operator.ge
and_ = operator.and_
or_ = operator.or_
xor_ = operator.xor
not_ = operator.invert
minimum = gt4py.next.minimum
maximum = gt4py.next.maximum
fmod = gt4py.next.fmod
abs = gt4py.next.abs
sin = gt4py.next.sin
cos = gt4py.next.cos
tan = gt4py.next.tan
arcsin = gt4py.next.arcsin
arccos = gt4py.next.arccos
arctan = gt4py.next.arctan
sinh = gt4py.next.sinh
cosh = gt4py.next.cosh
tanh = gt4py.next.tanh
arcsinh = gt4py.next.arcsinh
arccosh = gt4py.next.arccosh
arctanh = gt4py.next.arctanh
sqrt = gt4py.next.sqrt
exp = gt4py.next.exp
log = gt4py.next.log
gamma = gt4py.next.gamma
cbrt = gt4py.next.cbrt
floor = gt4py.next.floor
ceil = gt4py.next.ceil
trunc = gt4py.next.trunc
isfinite = gt4py.next.isfinite
isinf = gt4py.next.isinf
isnan = gt4py.next.isnan

# --- what functions are applied to ----------------------------------------------------------------------------------

namespace = gt4py.ir.applied

def lift(*its: Iterator) -> tuple_of(each(unplaced, its)): ...
@overload
def reduce(init: Value, xs: List, /) -> tuple_of([init, element_of(xs)]): ...
@overload
def reduce(init: Value, xs: List, ys: List, /) -> tuple_of([init, element_of(xs), element_of(ys)]): ...
def map_list(*lists: List) -> tuple_of(each(element_of, lists)): ...
map_ = map_list
def as_fieldop(domain: Domain, /, *fields: Value) -> tuple_of(each(iterator_at, fields, pick(0, *parts(domain)))): ...
def scan(forward: Value, init: Value, /, *its: Iterator) -> tuple_of([init, *its]): ...

# --- what is applied twice ------------------------------------------------------------------------------------------

namespace = gt4py.ir.curried

shift = gt4py.ir.shift
lift = gt4py.ir.lift
reduce = gt4py.ir.reduce
map_list = gt4py.ir.map_list
map_ = gt4py.ir.map_list
as_fieldop = gt4py.ir.as_fieldop
scan = gt4py.ir.scan
map_tuple = gt4py.ir.unrolled.map_tuple
tree_map_tuple = gt4py.ir.unrolled.tree_map_tuple

# --- what finds its domain ------------------------------------------------------------------------------------------

namespace = gt4py.ir.placed

as_fieldop = gt4py.ir.as_fieldop

# --- what goes through tuples ---------------------------------------------------------------------------------------

namespace = gt4py.ir.unrolled

@overload
def map_tuple(items: tuple[*T], /) -> tuple_of(each(stays_outside, [*T])): ...
@overload
@require(count([*T]) == count([*U]), "tuples of one length are mapped together")
def map_tuple(items: tuple[*T], others: tuple[*U], /) -> tuple_of(each(stays_outside, [*T])): ...
@overload
def tree_map_tuple(items: tuple[*T], /) -> tuple_of(each(is_tuple, [*T])): ...
@overload
@require(count([*T]) == count([*U]), "tuples of one length are mapped together")
def tree_map_tuple(items: tuple[*T], others: tuple[*U], /) -> tuple_of(each(is_tuple, [*T])): ...
