"""Products of vectors and matrices."""

namespace = numpy

@overload
@ufunc
@guard(any_of(axes != None, axis != None, keepdims != False, signature != None, sig != None))
def matmul(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@code("CF101")
@gufunc("(m?,n),(n,p?)->(m?,p?)")
def matmul(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(choose(D, loop("matmul", T, U))): ...
@overload
@ufunc
@guard(any_of(axes != None, axis != None, keepdims != False, signature != None, sig != None))
def vecdot(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@code("CF101")
@gufunc("(n),(n)->()")
def vecdot(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(choose(D, loop("vecdot", T, U))): ...
@overload
@ufunc
@guard(any_of(axes != None, axis != None, keepdims != False, signature != None, sig != None))
def matvec(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@code("CF101")
@gufunc("(m,n),(n)->(m)")
def matvec(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(choose(D, loop("matvec", T, U))): ...
@overload
@ufunc
@guard(any_of(axes != None, axis != None, keepdims != False, signature != None, sig != None))
def vecmat(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@code("CF101")
@gufunc("(n),(n,m)->(m)")
def vecmat(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(choose(D, loop("vecmat", T, U))): ...
@overload
@guard(out != None, any_of(rank(S) == 0, rank(R) == 0))
def dot(a: T[*S], b: U[*R], out: Value = None) -> Unknown: ...
@overload
@code("CF101")
@raises("ValueError", "Casting")
def dot(a: T[*S], b: U[*R], out: Out(exact, no) = None) -> decay(contracted_dtype(a, b, S, R, T, U)[*dot(S, R)]): ...
@code("CF101")
def inner(a: T[*S], b: U[*R], /) -> decay(contracted_dtype(a, b, S, R, T, U)[*inner(S, R)]): ...
@code("CF101")
@require(prod(S) == prod(R), "the numbers of elements differ")
def vdot(a: T[*S], b: U[*R], /) -> decay(contracted_dtype(a, b, S, R, T, U)[()]): ...
def outer(a: T[*S], b: U[*R], out: Out(broadcast, same_kind) = None) -> loop("multiply", strong(T), strong(U))[prod(S), prod(R)]: ...
@code("CF101")
@raises("IndexError", "AxisOutOfRange")
def tensordot(a: T[*S], b: U[*R], axes: Value = 2) -> product_dtype(T, U)[*tensordot(S, R, axes)]: ...
def kron(a: T[*S], b: U[*R]) -> decay(product_dtype(T, U)[*align(S, R, "mul", 1)]): ...
@overload
@raises("TypeError", "Value")
@views
def einsum(subscripts: Literal[E], /, *operands: T[*S], out: Out(any, unsafe) = None, optimize=False, **kwargs: Option["dtype", "order", "casting"]) -> decay(common(T)[*einsum(E, S)]): ...
@overload
@raises("TypeError", "Value")
@guard(is_a(subscripts, array))
@views
def einsum(subscripts: Value, /, *operands: Value, out: Out(any, unsafe) = None, optimize=False, **kwargs: Option["dtype", "order", "casting"]) -> decay(einsum_pairs(subscripts, operands)): ...
@overload
@guard(axis != None)
def cross(a: T[*S], b: U[*R], axisa: Value = -1, axisb: Value = -1, axisc: Value = -1, axis: int | None = None) -> product_dtype(T, U)[*cross(S, R, axis, axis, axis, axis)]: ...
@overload
def cross(a: T[*S], b: U[*R], axisa: int = -1, axisb: int = -1, axisc: Value = -1, axis: int | None = None) -> product_dtype(T, U)[*cross(S, R, axisa, axisb, axisc, axis)]: ...
def trace(a: T[*S], offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DType[D] | None = None, out: Out = None) -> decay(reduced_as(D, T, "sum")[*edit(S, [axis1, axis2], "remove")]): ...

# --- convolution ---------------------------------------------------------------------------------

@require(rank(S) <= 1, "1 dim is wanted")
@require(rank(R) <= 1, "1 dim is wanted")
def convolve(a: T[*S], v: U[*R], mode: Literal["full", "same", "valid", 0, 1, 2] = "full") -> product_dtype(T, U)[convolved(prod(S), prod(R), mode)]: ...
@require(rank(S) <= 1, "1 dim is wanted")
@require(rank(R) <= 1, "1 dim is wanted")
def correlate(a: T[*S], v: U[*R], mode: Literal["full", "same", "valid", 0, 1, 2] = "valid") -> product_dtype(T, U)[convolved(prod(S), prod(R), mode)]: ...
