"""Objects that are subscripted, and windows onto arrays."""

namespace = numpy

# Grids of ranges: `mgrid[0:3, 0:4]`. A complex step is a number of points.
class DenseGrid(object):
    @overload
    @guard(is_a(key, tuple))
    @spells_one
    def __getitem__(self, key: Value, /) -> common(each(slice_dtype, key))[count(each(steps_of, key)), *each(steps_of, key)]: ...
    @overload
    @guard(is_a(key, sequence))
    def __getitem__(self, key: Value, /) -> unknown(): ...
    @overload
    @spells_one
    def __getitem__(self, key: Value, /) -> slice_dtype(key)[steps_of(key)]: ...
class OpenGrid(object):
    @overload
    @guard(is_a(key, tuple))
    @spells_one
    def __getitem__(self, key: Value, /) -> tuple_of(common(each(slice_dtype, key))[*open_mesh(each(steps_of, key))]): ...
    @overload
    @guard(is_a(key, sequence))
    def __getitem__(self, key: Value, /) -> unknown(): ...
    @overload
    @spells_one
    def __getitem__(self, key: Value, /) -> slice_dtype(key)[steps_of(key)]: ...

# Pieces that are joined: `r_[0:3, x]` along the first dim, `c_[x, y]` as columns.
class RowJoin(object):
    @overload
    @guard(is_a(pick(0, *parts_of_key(key)), str))
    @spells_one
    def __getitem__(self, key: Value, /) -> Unknown: ...
    @overload
    @spells_one
    def __getitem__(self, key: Value, /) -> common(each(piece_dtype, parts_of_key(key)))[*concat(each(piece_row, parts_of_key(key)), 0)]: ...
class ColumnJoin(object):
    @overload
    @guard(is_a(pick(0, *parts_of_key(key)), str))
    @spells_one
    def __getitem__(self, key: Value, /) -> Unknown: ...
    @overload
    @spells_one
    def __getitem__(self, key: Value, /) -> common(each(piece_dtype, parts_of_key(key)))[*concat(each(piece_column, parts_of_key(key)), -1)]: ...

class IndexExpression(object):
    @spells_one
    def __getitem__(self, item: Value, /) -> item: ...
class IndexTuple(object):
    @overload
    @guard(is_a(item, tuple))
    @spells_one
    def __getitem__(self, item: Value, /) -> item: ...
    @overload
    @spells_one
    def __getitem__(self, item: Value, /) -> tuple_of([item]): ...

mgrid: DenseGrid
ogrid: OpenGrid
r_: RowJoin
c_: ColumnJoin
s_: IndexExpression
index_exp: IndexTuple

@spells_one
@views
def ix_(*args: T[n]) -> tuple_of(zipped(index_dtype, T, args)[*open_mesh(zipped(index_size, n, T))]): ...

namespace = numpy.lib.stride_tricks

@views
def as_strided(x: T[*S], shape: Shape | None = None, strides: Value = None, subok=False, writeable=True) -> strong(T)[*strided(choose(shape, S), strides)]: ...
@overload
@guard(axis == None)
@require(rank(window_shape) == rank(S), "the window has another number of dims; say which with axis=")
@views
def sliding_window_view(x: T[*S], window_shape: Shape, axis: Axes | None = None, *, subok=False, writeable=False) -> strong(T)[*zipped(windows, S, window_shape), *window_shape]: ...
@overload
@guard(is_a(axis, int))
@require(rank(window_shape) == 1, "one size is wanted for one axis")
@views
def sliding_window_view(x: T[*S], window_shape: Shape, axis: Axes | None = None, *, subok=False, writeable=False) -> strong(T)[*replace(S, axis, windows(at(S, axis), at(window_shape, 0))), *window_shape]: ...
@overload
@guard(is_a(axis, tuple), is_constant(rank((*axis,))))
@require(rank(window_shape) == rank((*axis,)), "one size is wanted for each axis")
@views
def sliding_window_view(x: T[*S], window_shape: Shape, axis: Axes | None = None, *, subok=False, writeable=False) -> strong(T)[*windows_along(S, window_shape, axis), *window_shape]: ...
@overload
@views
def sliding_window_view(x: T[*S], window_shape: Shape, axis: Axes | None = None, *, subok=False, writeable=False) -> strong(T)[*dims(rank(S), any_size()), *window_shape]: ...

# --- indices one after the other -----------------------------------------------------------------

namespace = numpy

def broadcast(*arrays: T[*S]) -> BroadcastArrays[bool[*broadcast(*S)]]: ...
@made_by("broadcast")
class BroadcastArrays(object):
    shape: tuple_of(int(shape_of(pick(0, *parts(self)))))
    ndim: int(rank(shape_of(pick(0, *parts(self)))))
    nd: int(rank(shape_of(pick(0, *parts(self)))))
    size: int(prod(shape_of(pick(0, *parts(self)))))
    numiter: int
def ndindex(*shape: Shape) -> IndexIterator[bool[*shape]]: ...
def ndenumerate(arr: T[*S]) -> ElementIterator[strong(T)[*S]]: ...

class IndexIterator(object):
    def __iter__(self) -> list_of(prod(shape_of(pick(0, *parts(self)))), tuple_of(rank(shape_of(pick(0, *parts(self)))), int)): ...
    def __next__(self) -> tuple_of(rank(shape_of(pick(0, *parts(self)))), int): ...
class ElementIterator(object):
    iter: Unknown
    def __iter__(self) -> list_of(prod(shape_of(pick(0, *parts(self)))), tuple[tuple_of(rank(shape_of(pick(0, *parts(self)))), int), decay(elem(pick(0, *parts(self)))[()])]): ...
    def __next__(self) -> tuple[tuple_of(rank(shape_of(pick(0, *parts(self)))), int), decay(elem(pick(0, *parts(self)))[()])]: ...
