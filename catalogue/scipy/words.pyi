"""Words of SciPy's rules, in the catalogue's own notation: T, U are element types."""

# What is computed in a dtype of LAPACK's: ints become float64. What small ints, bools, float16 and long doubles become
# differs between functions and between releases.
@overload
@guard(any_of(strong(T) == float32, strong(T) == complex64, strong(T) == complex128))
def computed(T) -> strong(T): ...
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32))
def computed(T) -> float64: ...
@overload
def computed(T) -> unknown(): ...

# The same of two. With a number of Python's a float32 becomes now this, now that.
@overload
@guard(strong(T) == strong(U))
def computed_of_two(T, U) -> computed(T): ...
@overload
@guard(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32), any_of(strong(U) == float64, strong(U) == int64, strong(U) == int32))
def computed_of_two(T, U) -> float64: ...
@overload
def computed_of_two(T, U) -> unknown(): ...

# What is computed in double precision whatever it is given.
@overload
@guard(any_of(strong(T) == complex64, strong(T) == complex128))
def doubled(T) -> complex128: ...
@overload
@guard(any_of(strong(T) == float32, strong(T) == float64, strong(T) == int64, strong(T) == int32))
def doubled(T) -> float64: ...
@overload
def doubled(T) -> unknown(): ...

# What is computed in double precision, of real numbers alone.
@overload
@guard(any_of(strong(T) == float64, strong(T) == float32, strong(T) == int64, strong(T) == int32))
def double_of_reals(T) -> float64: ...
@overload
def double_of_reals(T) -> unknown(): ...
