"""What fields, offsets, dimensions and tuples do when they are called or indexed."""

namespace = gt4py.next

class Field(object):
    # `f(V2E)`, `f(I + 1, J - 1)`: the first offset says where it goes.
    @overload
    @guard(is_to_neighbours(offset))
    @require(count(more) == 0, "a shift to neighbours stands alone")
    def __call__(self, offset: Offset, /, *more: Offset) -> shifted(self, offset): ...
    @overload
    @require(equal(tuple_of(each(targets_of, more)), tuple_of(each(first_target, more))), "a shift to neighbours stands alone")
    def __call__(self, offset: Offset, /, *more: Offset) -> shifted(self, offset): ...
    # `f[V2EDim(0)]`: one of the neighbours.
    @overload
    @guard(is_a(key, Index))
    def __getitem__(self, key: Value, /) -> field(replaced(over(self), pick(0, *parts(key)), ()), elements(self)): ...
    # `out[1:-1]`, in a program: a part of it.
    @overload
    @guard(is_a(key, slice))
    @require(count(parts(over(self))) == 1, "a part of a field has a slice for each of its dims")
    def __getitem__(self, key: Value, /) -> self: ...
    @overload
    @guard(is_a(key, tuple))
    @require(count(parts(over(self))) == count(parts(key)), "a part of a field has a slice for each of its dims")
    def __getitem__(self, key: Value, /) -> self: ...
    @overload
    @require(is_a(key, Index), "a field is indexed along a local dimension alone: a[V2EDim(0)]")
    def __getitem__(self, key: Value, /) -> self: ...

class Offset(object):
    # `V2E[0]`: to one of the neighbours.
    @overload
    @guard(is_to_neighbours(self))
    def __getitem__(self, key: Value, /) -> Offset[pick(0, *parts(self)), source_of(self), tuple_of([pick(0, *parts(targets_of(self)))])]: ...
    @overload
    @require(is_cartesian(self), "an offset with one target goes along one dimension")
    def __getitem__(self, key: Value, /) -> self: ...

class Dimension(object):
    @require(equal(pick(1, *parts(self)), "local"), "a local dimension is called, to be an index")
    def __call__(self, index: Value, /) -> Index[self]: ...

class Operator(object): ...

class Index(object): ...

class Domain(object): ...

# An object whose fields have names.
class record(Value):
    @require(1 == 0, "it has no items: its fields have names")
    def __getitem__(self, key: Value, /) -> self: ...

# A tuple that is known item by item.
class items(tuple[*T]):
    @require(is_constant(key), "a tuple is indexed with a literal int")
    @require(key < count([*T]), "the tuple has no such item")
    @require(key >= -count([*T]), "the tuple has no such item")
    def __getitem__(self, key: Value, /) -> nth(key, *T): ...
