"""Python's operators, as GT4Py types them: on scalars and fields of one element type, over the dims of both."""

namespace = operator

# --- numbers --------------------------------------------------------------------------------------------------------

# `I + 1`: an offset along the dimension.
@overload
@guard(is_a(x, Dimension), is_a(y, numpy_scalar))
@require(is_whole(y), "a dimension is shifted by whole numbers")
def add(x: Value, y: Value) -> Offset[pick(0, *parts(x)), x, tuple_of([x])]: ...
@overload
@require(all_of(is_number(x), is_number(y)), "numbers and fields of numbers are wanted")
def add(x: Value, y: Value) -> promoted(x, y): ...
sub = add

@template
@require(all_of(is_number(x), is_number(y)), "numbers and fields of numbers are wanted")
def arithmetic(x: Value, y: Value) -> promoted(x, y): ...

mul = arithmetic("mul")
truediv = arithmetic("truediv")
floordiv = arithmetic("floordiv")

@require(all_of(is_number(x), is_number(y)), "numbers and fields of numbers are wanted")
@require(is_whole(y), "what is divided by is a whole number")
def mod(x: Value, y: Value) -> promoted(x, y): ...

# It is of the type of its base, whatever the exponent is.
@require(all_of(is_number(x), is_number(y)), "numbers and fields of numbers are wanted")
def pow(x: Value, y: Value) -> x: ...

@require(is_number(x), "a number or a field of numbers is wanted")
def neg(x: Value) -> x: ...
pos = neg

# --- truth ----------------------------------------------------------------------------------------------------------

@template
@overload
@guard(is_a(x, Domain), is_a(y, Domain))
def logical(x: Value, y: Value) -> Domain[union_of(pick(0, *parts(x)), pick(0, *parts(y)))]: ...
@template
@overload
@require(all_of(is_truth(x), is_truth(y)), "bools and fields of bools are wanted")
def logical(x: Value, y: Value) -> promoted(x, y): ...

and_ = logical("and")
or_ = logical("or")
xor = logical("xor")

@require(is_truth(x), "a bool or a field of bools is wanted")
def invert(x: Value) -> x: ...

# --- comparisons ----------------------------------------------------------------------------------------------------

# `I > 1`: a domain.
@template
@overload
@guard(is_a(x, Dimension))
@require(equal(y, numeric(dtype_named("int32"), ())), "a dimension is compared with an int32")
def comparison(x: Value, y: Value) -> Domain[tuple_of([x])]: ...
@template
@overload
@guard(is_a(y, Dimension))
@require(equal(x, numeric(dtype_named("int32"), ())), "a dimension is compared with an int32")
def comparison(x: Value, y: Value) -> Domain[tuple_of([y])]: ...
@template
@overload
@require(all_of(is_number(x), is_number(y)), "numbers and fields of numbers are compared")
@require(equal(elements(x), elements(y)), "elements of two types are not compared: write astype(x, T)")
def comparison(x: Value, y: Value) -> combined(x, y, dtype_named("bool")): ...

eq = comparison("eq")
ne = comparison("ne")
lt = comparison("lt")
le = comparison("le")
gt = comparison("gt")
ge = comparison("ge")

# --- statements -----------------------------------------------------------------------------------------------------

# `x if condition else y`
@require(is_condition(condition), "the condition is a scalar bool; of a field write where(condition, x, y)")
@require(equal(x, y), "both branches are of one type")
def conditional(condition: Value, x: Value, y: Value) -> x: ...

# `if condition:`
@require(is_condition(condition), "the condition is a scalar bool; of a field write where(condition, x, y)")
def branch(condition: Value) -> None: ...

# What a scan gives, whose pass gives `carry`: fields over the dims of all arguments and the axis.
def scan(axis: Dimension, carry: Value, *args: Value) -> spread(carry, union_of(all_dims(tuple_of(args)), tuple_of([axis]))): ...

# `g(a, out=b, domain={I: (0, n)})`: what a program stores, and where.
@require(equal(result, out), "`out` is of the type of the result")
@require(equal(stored_to(out), out), "results are stored to fields: a scalar is none")
@require(equal(matched(out, domain), out), "a domain is a dict of dimensions and ranges, for all results; several are a tuple with one for each result")
@require(equal(placed(out, domain), out), "a domain is over the dims of `out`, in their order, and over no local one")
def store(result: Value, /, *, out: Value, domain: Domain | tuple[*E] | None = None) -> None: ...

# --- in programs ----------------------------------------------------------------------------------------------------

# What is computed there is arguments and bounds: scalars.
@template
@require(all_of(is_a(x, numpy_scalar), is_a(y, numpy_scalar), is_number(x), is_number(y)), "a program computes with scalars alone")
def of_scalars(x: Value, y: Value) -> promoted(x, y): ...

scalar_add = of_scalars("add")
scalar_sub = of_scalars("sub")
scalar_mul = of_scalars("mul")
scalar_truediv = of_scalars("truediv")
scalar_floordiv = of_scalars("floordiv")

@require(all_of(is_a(x, numpy_scalar), is_a(y, numpy_scalar), is_number(x), is_number(y)), "a program computes with scalars alone")
@require(is_whole(y), "what is divided by is a whole number")
def scalar_mod(x: Value, y: Value) -> promoted(x, y): ...

@require(all_of(is_a(x, numpy_scalar), is_a(y, numpy_scalar), is_number(x), is_number(y)), "a program computes with scalars alone")
def scalar_pow(x: Value, y: Value) -> x: ...

@template
@require(all_of(is_condition(x), is_condition(y)), "a program computes with scalars alone")
def of_conditions(x: Value, y: Value) -> x: ...

scalar_and = of_conditions("and")
scalar_or = of_conditions("or")

operators = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "neg": operator.neg, "pos": operator.pos, "~": operator.invert,
    "not": operator.invert, "&": operator.and_, "|": operator.or_, "^": operator.xor, "==": operator.eq,
    "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "program +": operator.scalar_add, "program -": operator.scalar_sub, "program *": operator.scalar_mul,
    "program /": operator.scalar_truediv, "program //": operator.scalar_floordiv, "program %": operator.scalar_mod,
    "program **": operator.scalar_pow, "program &": operator.scalar_and, "program |": operator.scalar_or,
    "if": operator.conditional, "test": operator.branch, "scan": operator.scan, "store": operator.store,
}
