"""Other shapes for the same elements: reshaping, transposing, joining, splitting, repeating."""

namespace = numpy

# --- what an array is ----------------------------------------------------------------------------

@any_array
def shape(a: T[*S]) -> tuple_of(int(S)): ...
@any_array
def ndim(a: T[*S]) -> int(rank(S)): ...
@overload
@any_array
def size(a: T[*S], axis: None = None) -> int(prod(S)): ...
@overload
@any_array
def size(a: T[*S], axis: Axes = None) -> int(prod(at(S, axis))): ...

# --- reshaping -----------------------------------------------------------------------------------

@overload
@of_scalars
@spells_one
@views
@former("2.4", "newshape")
@asks_method
def reshape(a: T[*S], /, shape: Shape(-1), order: Option["C", "F", "A", None] = "C", *, copy=None) -> strong(T)[*reshape(S, shape)]: ...
@overload
@of_scalars
@views
@former("2.4", "newshape")
def reshape(a: T[*S], /, shape: None, order: Order = "C", *, copy=None) -> strong(T)[*S]: ...
@views
@keeps_class
def ravel(a: T[*S], order: Order = "C") -> strong(T)[prod(S)]: ...
@spells_one
def resize(a: T[*S], new_shape: Shape) -> strong(T)[*new_shape]: ...
@spells_one
@views
@keeps_class
def expand_dims(a: T[*S], axis: Axes) -> strong(T)[*expand(S, axis)]: ...
@of_scalars
@scalar_axis(S, axis)
@views
@asks_method
def squeeze(a: T[*S], axis: Axis | None = None) -> strong(T)[*squeeze(S, axis)]: ...
@overload
@views
def atleast_1d(arys: T[*S], /) -> strong(T)[*at_least_1d(S)]: ...
@overload
@views
def atleast_1d(*arys: T[*S]) -> tuple_of(T[*each(at_least_1d, S)]): ...
@overload
@spells_one
@views
def atleast_2d(arys: T[*S], /) -> strong(T)[*at_least_2d(S)]: ...
@overload
@spells_one
@views
def atleast_2d(*arys: T[*S]) -> tuple_of(T[*each(at_least_2d, S)]): ...
@overload
@spells_one
@views
def atleast_3d(arys: T[*S], /) -> strong(T)[*at_least_3d(S)]: ...
@overload
@spells_one
@views
def atleast_3d(*arys: T[*S]) -> tuple_of(T[*each(at_least_3d, S)]): ...

@require(broadcast(S, shape) == shape, "it does not broadcast to the shape")
@spells_one
@views
@read_only
@any_array
def broadcast_to(array: T[*S], shape: Shape, subok=False) -> strong(T)[*shape]: ...
@views
def broadcast_arrays(*args: T[*S], subok=False) -> tuple_of(T[*repeated(broadcast(S), count(S))]): ...
def broadcast_shapes(*args: Value) -> tuple_of(int(broadcast(each(as_shape, args)))): ...

# --- the order of dims ---------------------------------------------------------------------------

@of_scalars
@spells_one
@views
@asks_method
def transpose(a: T[*S], axes: Axes | None = None) -> strong(T)[*permute(S, axes)]: ...
permute_dims = transpose
@require(rank(S) >= 2, "at least 2 dims are needed")
@spells_one
@views
def matrix_transpose(x: T[*S], /) -> strong(T)[*swap(S, -1, -2)]: ...
@of_scalars
@spells_one
@views
def swapaxes(a: T[*S], axis1: int, axis2: int) -> strong(T)[*swap(S, axis1, axis2)]: ...
@of_scalars
@spells_one
@views
def moveaxis(a: T[*S], source: Axes, destination: Axes) -> strong(T)[*move(S, source, destination)]: ...
# An array of one element, or a float, serves where the axis is there already.
@overload
@guard(any_of(is_a(start, array), is_a(start, float), all_of(is_a(start, numpy_scalar), negate(is_a(start, int)))))
def rollaxis(a: Value, axis: Value, start: Value) -> Unknown: ...
@overload
@spells_one
@require(at(S, axis))
@require(start <= rank(S), "it starts behind all axes", "AxisOutOfRange")
@require(start >= -rank(S), "it starts before all axes", "AxisOutOfRange")
@views
def rollaxis(a: T[*S], axis: int, start: int = 0) -> strong(T)[*move(S, axis, rolled_to(axis % rank(S), from_front(start, rank(S))))]: ...
@views
@keeps_class
def flip(m: T[*S], axis: Axes | None = None) -> decay(strong(T)[*one_of(remove(S, axis), S)]): ...
@require(rank(S) >= 2, "at least 2 dims are needed")
@views
def fliplr(m: T[*S]) -> strong(T)[*S]: ...
@require(rank(S) >= 1, "at least 1 dim is needed")
@views
def flipud(m: T[*S]) -> strong(T)[*S]: ...
@views
@require(k != None, "None is no number", "WrongSlot")
@raises("ValueError", "AxisOutOfRange")
@require(count(parts(axes)) == 2, "two axes are wanted")
@require(remove(S, parts(axes)))
def rot90(m: T[*S], k: int(j) | Value = 1, axes: Axes = (0, 1)) -> strong(T)[*turn(S, choose(j, k), axes)]: ...
@require(any_of(negate(is_a(shift, str)), stored_numbers(shift, int64)))
@require(rank(shape_of(shift)) <= 1, "the shifts are a number or one of each axis")
@require(broadcast(shape_of(shift), axes_shape(axis)), "as many shifts are wanted as axes")
@keeps_class
def roll(a: T[*S], shift: NotNone, axis: Axes | None = None) -> strong(T)[*along_axis(S, axis)]: ...

# --- joining -------------------------------------------------------------------------------------

@require(joined_cast(T, dtype, casting))
@keeps_class
def concatenate(arrays: Sequence[T[*S]], /, axis: int | None = 0, out: Out(exact, casting) = None, *, dtype: DType[D] | None = None, casting: Casting = "same_kind") -> choose(cast_of(D, common(T)), common(T))[*concat(S, axis)]: ...
concat = concatenate
@code("CF104")
@require(joined_cast(T, dtype, casting))
@keeps_class
def stack(arrays: Sequence[T[*S]], axis: int = 0, out: Out(exact, casting) = None, *, dtype: DType[D] | None = None, casting: Casting = "same_kind") -> choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*stack(S, axis)]: ...
@require(joined_cast(T, dtype, casting))
@keeps_class
def vstack(tup: Sequence[T[*S]], *, dtype: DType[D] | None = None, casting: Casting = "same_kind") -> choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*concat(each(at_least_2d, S), 0)]: ...
row_stack = vstack
@require(joined_cast(T, dtype, casting))
@keeps_class
def hstack(tup: Sequence[T[*S]], *, dtype: DType[D] | None = None, casting: Casting = "same_kind") -> choose(cast_of(D, common(each(array_dtype, T))), common(each(array_dtype, T)))[*side_by_side(each(at_least_1d, S))]: ...
@keeps_class
def dstack(tup: Sequence[T[*S]]) -> common(each(array_dtype, T))[*concat(each(at_least_3d, S), 2)]: ...
@spells_one
@keeps_class
def column_stack(tup: Sequence[T[*S]]) -> common(each(array_dtype, T))[*concat(each(as_column, S), 1)]: ...
@overload
@raises("TypeError")
@guard(is_a(arrays, tuple))
@require(False, "blocks are arranged in lists")
def block(arrays: Value) -> Unknown: ...
@overload
@guard(is_a(arrays, list), is_a(pick(0, *arrays), list), negate(is_a(pick(0, *pick(0, *arrays)), list)))
def block(arrays: Value) -> common(each(block_dtype, parts(arrays)))[*concat(each(block_row, parts(arrays), greatest(each(row_rank, parts(arrays)))), -2)]: ...
@overload
@guard(is_a(arrays, list), negate(is_a(pick(0, *arrays), list)))
def block(arrays: Value) -> block_dtype(arrays)[*concat(each(block_piece, parts(arrays), greatest(each(block_rank, parts(arrays)))), -1)]: ...
@overload
def block(arrays: Value) -> unknown()[...]: ...
@overload
@keeps_class
def append(arr: T[*S], values: U[*R], axis: None = None) -> common(strong(T), strong(U))[prod(S) + prod(R)]: ...
@overload
def append(arr: T[*S], values: U[*R], axis: int = None) -> common(strong(T), strong(U))[*concat([S, R], axis)]: ...
@overload
@require(inserted_at(obj, prod(S)))
def insert(arr: T[*S], obj: NotNone, values: V[*Q], axis: None = None) -> strong(T)[prod(S) + inserted((prod(S),), obj, Q, 0)]: ...
@overload
@require(inserted_at(obj, at(S, axis)))
def insert(arr: T[*S], obj: NotNone, values: V[*Q], axis: int = None) -> strong(T)[*replace(S, axis, at(S, axis) + inserted(S, obj, Q, axis))]: ...
@overload
@guard(is_a(obj, int))
@require(obj < prod(S), "the index is out of range", "IndexOutOfRange")
@require(obj >= -prod(S), "the index is out of range", "IndexOutOfRange")
def delete(arr: T[*S], obj: NotNone, axis: None = None) -> strong(T)[max(prod(S) - 1, 0)]: ...
@overload
@guard(any_of(is_a(obj, slice), all_of(is_a(obj, sequence), count(parts(obj)) >= 1, negate(is_a(pick(0, *parts(obj)), bool)))))
@raises("IndexError", "NotAnInteger")
@require(deleted_places(obj, prod(S)))
def delete(arr: T[*S], obj: NotNone, axis: None = None) -> strong(T)[prod(S) - deleted_count(obj, prod(S))]: ...
@overload
@raises("IndexError", "NotAnInteger")
@require(deleted_places(obj, prod(S)))
def delete(arr: T[*S], obj: NotNone, axis: None = None) -> strong(T)[fresh()]: ...
@overload
@guard(is_a(obj, int))
@require(obj < at(S, axis), "the index is out of range", "IndexOutOfRange")
@require(obj >= -at(S, axis), "the index is out of range", "IndexOutOfRange")
def delete(arr: T[*S], obj: NotNone, axis: int = None) -> strong(T)[*replace(S, axis, max(at(S, axis) - 1, 0))]: ...
@overload
@guard(any_of(is_a(obj, slice), all_of(is_a(obj, sequence), count(parts(obj)) >= 1, negate(is_a(pick(0, *parts(obj)), bool)))))
@raises("IndexError", "NotAnInteger")
@require(deleted_places(obj, at(S, axis)))
def delete(arr: T[*S], obj: NotNone, axis: int = None) -> strong(T)[*replace(S, axis, at(S, axis) - deleted_count(obj, at(S, axis)))]: ...
@overload
@raises("IndexError", "NotAnInteger")
@require(deleted_places(obj, at(S, axis)))
def delete(arr: T[*S], obj: NotNone, axis: int = None) -> strong(T)[*replace(S, axis, fresh())]: ...

# --- splitting -----------------------------------------------------------------------------------

# A text has a length, so that its letters are taken for places: only without any it splits nothing.
@overload
@require(indices_or_sections == "", "a text says no places to split at", "WrongSlot")
@raises("IndexError", "AxisOutOfRange")
def split(ary: T[*S], indices_or_sections: str, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@overload
@require(at(S, axis) % indices_or_sections == 0, "array split does not result in an equal division")
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def split(ary: T[*S], indices_or_sections: int, axis: int = 0) -> list_of(indices_or_sections, strong(T)[*replace(S, axis, at(S, axis) // indices_or_sections)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def split(ary: T[*S], indices_or_sections: float, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def split(ary: T[*S], indices_or_sections: Shape(-1, bool, None), axis: int = 0) -> list_of(strong(T)[*pieces_between(S, indices_or_sections, axis)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def split(ary: T[*S], indices_or_sections: NotNone, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@overload
@require(indices_or_sections == "", "a text says no places to split at", "WrongSlot")
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: str, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@overload
@guard(at(S, axis) % indices_or_sections == 0)
@spells_one
@require(indices_or_sections >= 1, "number sections must be larger than 0")
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: int, axis: int = 0) -> list_of(indices_or_sections, strong(T)[*replace(S, axis, at(S, axis) // indices_or_sections)]): ...
@overload
@spells_one
@guard(indices_or_sections <= 32, 1 <= indices_or_sections, is_constant(at(S, axis)))
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: int, axis: int = 0) -> list_of(strong(T)[*each(nth_section, counting(indices_or_sections), S, axis, indices_or_sections)]): ...
@overload
@spells_one
@guard(indices_or_sections <= 32, 1 <= indices_or_sections)
@require(indices_or_sections >= 1, "number sections must be larger than 0")
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: int, axis: int = 0) -> list_of(strong(T)[*each(section, repeated(S, indices_or_sections), axis, indices_or_sections)]): ...
@overload
@spells_one
@require(indices_or_sections >= 1, "number sections must be larger than 0")
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: int, axis: int = 0) -> list_of(indices_or_sections, strong(T)[*cut(S, axis)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: float, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: Shape(-1, bool, None), axis: int = 0) -> list_of(strong(T)[*pieces_between(S, indices_or_sections, axis)]): ...
@overload
@spells_one
@views
@raises("IndexError", "AxisOutOfRange")
def array_split(ary: T[*S], indices_or_sections: NotNone, axis: int = 0) -> list_of(strong(T)[*cut(S, axis)]): ...
@template
@overload
@require(indices_or_sections == "", "a text says no places to split at", "WrongSlot")
def split_along(ary: T[*S], indices_or_sections: str) -> list_of(strong(T)[*cut(S, split_axis(NAME, S))]): ...
@template
@overload
@spells_one
@views
def split_along(ary: T[*S], indices_or_sections: int) -> list_of(indices_or_sections, strong(T)[*evenly(S, indices_or_sections, split_axis(NAME, S))]): ...
@template
@overload
@spells_one
@views
def split_along(ary: T[*S], indices_or_sections: float) -> list_of(strong(T)[*cut(S, split_axis(NAME, S))]): ...
@template
@overload
@spells_one
@views
def split_along(ary: T[*S], indices_or_sections: Shape(-1, bool, None)) -> list_of(strong(T)[*pieces_between(S, indices_or_sections, split_axis(NAME, S))]): ...
@template
@overload
@spells_one
@views
def split_along(ary: T[*S], indices_or_sections: NotNone) -> list_of(strong(T)[*cut(S, split_axis(NAME, S))]): ...

hsplit = split_along("hsplit")
vsplit = split_along("vsplit")
dsplit = split_along("dsplit")

@views
def unstack(x: T[*S], /, *, axis: Axes = 0) -> tuple_of(at(S, axis), decay(strong(T)[*remove(S, axis)])): ...

# --- repeating -----------------------------------------------------------------------------------

@overload
@scalar_axis(S, axis)
@guard(axis == None)
@require(any_of(k >= 0, prod(S) == 0), "the number of repeats is negative")
def repeat(a: T[*S], repeats: int(k), axis: int | None = None) -> strong(T)[prod(S) * k]: ...
@overload
@scalar_axis(S, axis)
@require(any_of(k >= 0, prod(S) == 0), "the number of repeats is negative")
def repeat(a: T[*S], repeats: int(k), axis: int | None = None) -> strong(T)[*replace(S, axis, at(S, axis) * k)]: ...
@overload
@scalar_axis(S, axis)
@guard(is_a(repeats, sequence), count(parts(repeats)) == 1, axis == None)
def repeat(a: T[*S], repeats: NotNone, axis: int | None = None) -> strong(T)[prod(S) * pick(0, *parts(repeats))]: ...
@overload
@scalar_axis(S, axis)
@guard(is_a(repeats, sequence), count(parts(repeats)) == 1)
def repeat(a: T[*S], repeats: NotNone, axis: int | None = None) -> strong(T)[*replace(S, axis, at(S, axis) * pick(0, *parts(repeats)))]: ...
@overload
@scalar_axis(S, axis)
@guard(is_a(repeats, sequence), count(parts(repeats)) >= 2, axis == None)
@require(counts_for((count(parts(repeats)),), prod(S), axis) == prod(S))
def repeat(a: T[*S], repeats: NotNone, axis: int | None = None) -> strong(T)[total_of(repeats)]: ...
@overload
@scalar_axis(S, axis)
@guard(is_a(repeats, sequence), count(parts(repeats)) >= 2)
@require(counts_for((count(parts(repeats)),), at(S, axis), axis) == at(S, axis))
def repeat(a: T[*S], repeats: NotNone, axis: int | None = None) -> strong(T)[*replace(S, axis, total_of(repeats))]: ...
@overload
@scalar_axis(S, axis)
@guard(axis == None)
@require(counts_for(R, prod(S), axis) == prod(S))
@raises("TypeError", "WrongSlot")
@require(stored_numbers(repeats, int64))
def repeat(a: T[*S], repeats: Made[U, *R], axis: int | None = None) -> strong(T)[fresh()]: ...
@overload
@scalar_axis(S, axis)
@require(counts_for(R, at(S, axis), axis) == at(S, axis))
@raises("TypeError", "WrongSlot")
@require(stored_numbers(repeats, int64))
def repeat(a: T[*S], repeats: Made[U, *R], axis: int | None = None) -> strong(T)[*replace(S, axis, fresh())]: ...
@overload
@guard(is_a(reps, none))
@require(reps != None, "None is no number", "WrongSlot")
@keeps_class
def tile(A: T[*S], reps: Value) -> strong(T)[...]: ...
@overload
@guard(is_a(prod(S), zero), negate(min(*parts(reps)) >= 0))
def tile(A: T[*S], reps: Value) -> strong(T)[...]: ...
@overload
@spells_one
def tile(A: T[*S], reps: Shape(bool)) -> strong(T)[*align(S, reps, "mul", 1)]: ...
@overload
@guard(is_a(pad_width, dict))
@keeps_whole(negate(any_of(mode == "linear_ramp", mode == "mean", mode == "median")))
def pad(array: T[*S], pad_width: Value, mode: Value = "constant", **kwargs) -> strong(T)[*dims(rank(S), any_size())]: ...
@overload
@guard(is_a(mode, str))
@keeps_whole(negate(any_of(mode == "linear_ramp", mode == "mean", mode == "median")))
@require(kind(W, ["signedinteger"]), "pad_width is int, not {W}")
@require(extended(S, added(S, pad_width, P), mode))
def pad(array: T[*S], pad_width: W[*P], mode: Option["constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap", "empty"] = "constant", **kwargs: Option["constant_values", "end_values", "stat_length", "reflect_type"]) -> strong(T)[*padded(S, added(S, pad_width, P))]: ...
@overload
@guard(negate(is_a(mode, str)))
@require(kind(W, ["signedinteger"]), "pad_width is int, not {W}")
def pad(array: T[*S], pad_width: W[*P], mode: Value = "constant", **kwargs) -> strong(T)[*padded(S, added(S, pad_width, P))]: ...
