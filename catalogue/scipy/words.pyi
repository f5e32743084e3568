"""Words of SciPy's rules, in the catalogue's own notation: T, U are element types."""

# An axis that the array of shape S has.
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def OwnAxis(axis: Axis): ...

# The same where nothing else is known of the call: None is all of the axes, and an array of rank 0 has none, or is taken
# as one of a single element.
@overload
@guard(is_a(axis, int), rank(S) >= 1)
def place_of_axis(S, axis) -> at(S, axis): ...
@overload
@guard(is_a(axis, tuple), rank(S) >= 1)
def place_of_axis(S, axis) -> remove(S, parts(axis)): ...
@overload
def place_of_axis(S, axis) -> 1: ...
@require(place_of_axis(S, axis))
def HeldAxis(axis: Value): ...
@require(place_of_axis(S, axes))
def HeldAxes(axes: Value): ...

# The same of a filter over several axes: an image of one dim it doesn't look at.
@overload
@guard(rank(S) >= 2)
def place_of_many(S, axes) -> place_of_axis(S, axes): ...
@overload
def place_of_many(S, axes) -> 1: ...
@require(place_of_many(S, axes))
def AxesOfMany(axes: Value): ...

# An axis of two samples, which are given as many dims before it is looked for; there may be no second one.
@overload
@guard(rank(S) >= rank(R))
def place_in_both(S, R, axis) -> place_of_axis(S, axis): ...
@overload
def place_in_both(S, R, axis) -> place_of_axis(R, axis): ...
@require(place_in_both(S, choose(R, S), axis))
def AxisOfBoth(axis: Value): ...

# The same of however many samples.
def dims_of(S) -> rank(S): ...
@overload
@guard(is_a(axis, int), greatest(each(dims_of, S)) >= 1)
@require(axis < greatest(each(dims_of, S)), "the axis is none of the samples'", "AxisOutOfRange")
@require(axis >= -greatest(each(dims_of, S)), "the axis is none of the samples'", "AxisOutOfRange")
def place_in_samples(S, axis) -> 1: ...
@overload
def place_in_samples(S, axis) -> 1: ...
@require(place_in_samples(S, axis))
def AxisOfSamples(axis: Value): ...

# What is computed in a dtype of LAPACK's: ints become float64. What small ints, bools, float16 and long doubles become
# differs between functions and between releases.
@overload
@guard(any_of(strong(T) == float32, strong(T) == complex64, strong(T) == complex128))
def computed(T) -> strong(T): ...
@overload
@known_if(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def computed(T) -> float64: ...

# The same of two. With a number of Python's a float32 becomes now this, now that.
@overload
@guard(strong(T) == strong(U))
def computed_of_two(T, U) -> computed(T): ...
@overload
@known_if(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32), any_of(strong(U) == float64, strong(U) == int64, strong(U) == int32))
def computed_of_two(T, U) -> float64: ...

# And of three.
@known_if(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32), any_of(strong(U) == float64, strong(U) == int64, strong(U) == int32), any_of(strong(V) == float64, strong(V) == int64, strong(V) == int32))
def computed_of_three(T, U, V) -> float64: ...

# What is computed in double precision whatever it is given.
@overload
@guard(any_of(strong(T) == complex64, strong(T) == complex128))
def doubled(T) -> complex128: ...
@overload
@known_if(any_of(strong(T) == float32, strong(T) == float64, strong(T) == int64, strong(T) == int32))
def doubled(T) -> float64: ...

# A filter: two polynomials, zeros and poles with a gain, or sections of the second order.
@overload
@guard(output == "ba")
def designed(output) -> tuple[unknown()[any_size()], unknown()[any_size()]]: ...
@overload
@guard(output == "zpk")
def designed(output) -> tuple[unknown()[any_size()], unknown()[any_size()], Unknown]: ...
@overload
@known_if(output == "sos")
def designed(output) -> unknown()[any_size(), 6]: ...

# A factor with what belongs to it, and a right side of as many rows.
@overload
@guard(is_a(pair, array))
@require(at(shape_of(pair), 0) == 2, "a pair is wanted: the factors, and what belongs to them")
def solved_by(pair, U, R) -> unknown(): ...
@overload
@known_if(is_a(pair, tuple), count(parts(pair)) == 2, is_a(pick(0, *parts(pair)), array), any_of(rank(R) == 1, rank(R) == 2))
def solved_by(pair, U, R) -> solved_by_factor(elem(pick(0, *parts(pair))), shape_of(pick(0, *parts(pair))), U, R): ...
@known_if(rank(S) == 2)
@require(at(S, 0) == at(R, 0), "the factor and the right side differ in rows")
def solved_by_factor(T, S, U, R) -> common(computed(T), computed(U))[*R]: ...

# What is computed in double precision, of real numbers alone.
@known_if(any_of(strong(T) == float64, strong(T) == float32, strong(T) == int64, strong(T) == int32))
def double_of_reals(T) -> float64: ...
