"""What the package asks about types, in the words of the operators' rules."""

namespace = gt4py.types

# The type that two values become together: over the dims of both, with elements of one type.
@require(all_of(is_value(x), is_value(y)), "scalars and fields become one type")
def promote(x: Value, y: Value, /) -> promoted(x, y): ...

# The order of the kinds of dimensions.
def kind_order() -> tuple_of(kinds()): ...
