"""Products of vectors and matrices."""

namespace = numpy

# Ufuncs of core dims. `axes` says of each operand and of the result which dims these are, `axis` does so of all
# at once where there is one such dim.
@overload
@ufunc
@guard(axes == None)
@code("CF101")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
@gufunc("(m?,n),(n,p?)->(m?,p?)")
def matmul(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "matmul", [x1, x2], T, U)): ...
@overload
@ufunc
@guard(is_a(axes, list), rank(S) >= 2, rank(R) >= 2)
@code("CF101")
@require(count(parts(axes)) == 3, "axes has an entry for each operand and for the result")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
def matmul(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "matmul", [x1, x2], T, U)[*multiplied_along(S, R, parts(axes))]): ...
@overload
@ufunc
def matmul(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@guard(axes == None)
@code("CF101")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
@gufunc("(m,n),(n)->(m)")
def matvec(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "matvec", [x1, x2], T, U)): ...
@overload
@ufunc
@guard(is_a(axes, list), rank(S) >= 2, rank(R) >= 1)
@code("CF101")
@require(count(parts(axes)) == 3, "axes has an entry for each operand and for the result")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
def matvec(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "matvec", [x1, x2], T, U)[*applied_along(S, R, parts(axes))]): ...
@overload
@ufunc
def matvec(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@guard(axes == None)
@code("CF101")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
@gufunc("(n),(n,m)->(m)")
def vecmat(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "vecmat", [x1, x2], T, U)): ...
@overload
@ufunc
@guard(is_a(axes, list), rank(S) >= 1, rank(R) >= 2)
@code("CF101")
@require(count(parts(axes)) == 3, "axes has an entry for each operand and for the result")
@require(all_of(axis == None, keepdims == False), "axis and keepdims are for ufuncs of one core dim", "WrongSlot")
def vecmat(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "vecmat", [x1, x2], T, U)[*applied_from_left_along(S, R, parts(axes))]): ...
@overload
@ufunc
def vecmat(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@ufunc
@guard(axes == None, axis == None, keepdims == False)
@code("CF101")
@gufunc("(n),(n)->()")
def vecdot(x1: T, x2: U, /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "vecdot", [x1, x2], T, U)): ...
@overload
@ufunc
@guard(axes == None)
@code("CF101")
def vecdot(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "vecdot", [x1, x2], T, U)[*kept(dotted(S, R, choose(axis, -1), choose(axis, -1)), choose(axis, -1), keepdims)]): ...
@overload
@ufunc
@guard(is_a(axes, list), keepdims == False)
@code("CF101")
def vecdot(x1: T[*S], x2: U[*R], /, out: Out(broadcast, casting) = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: DType[D] | None = None, subok=True, signature: Value = None, sig: Value = None) -> decay(binary_dtype(signature, sig, dtype, casting, "vecdot", [x1, x2], T, U)[*dotted(S, R, one_axis(pick(0, *parts(axes))), one_axis(pick(1, *parts(axes))))]): ...
@overload
@ufunc
def vecdot(x1: Value, x2: Value, /, out: Value = None, *, axes: Value = None, axis: Value = None, keepdims: Value = False, casting: Casting = "same_kind", order="K", dtype: Value = None, subok=True, signature: Value = None, sig: Value = None) -> Unknown: ...
@overload
@guard(out != None, any_of(rank(S) == 0, rank(R) == 0))
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def dot(a: T[*S], b: U[*R], out: Value = None) -> decay(out): ...
@overload
@code("CF101")
@raises("ValueError", "Casting")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def dot(a: T[*S], b: U[*R], out: Out(exact, no) = None) -> decay(contracted_dtype(a, b, S, R, T, U)[*dot(S, R)]): ...
@code("CF101")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def inner(a: T[*S], b: U[*R], /) -> decay(contracted_dtype(a, b, S, R, T, U)[*inner(S, R)]): ...
@code("CF101")
@require(prod(S) == prod(R), "the numbers of elements differ")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def vdot(a: T[*S], b: U[*R], /) -> decay(contracted_dtype(a, b, S, R, T, U)[()]): ...
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
@any_array
def outer(a: T[*S], b: U[*R], out: Out(broadcast, same_kind) = None) -> loop("multiply", strong(T), strong(U))[prod(S), prod(R)]: ...
@code("CF101")
@raises("IndexError", "AxisOutOfRange")
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
@require(axes != None, "axes are wanted, not None", "WrongSlot")
def tensordot(a: T[*S], b: U[*R], axes: int(k) | Value = 2) -> product_dtype(T, U)[*tensordot(S, R, choose(k, axes))]: ...
@require(any_of(a != None, prod(R) == 0), "None is no number", "WrongSlot")
@require(any_of(b != None, prod(S) == 0), "None is no number", "WrongSlot")
def kron(a: T[*S], b: U[*R]) -> decay(product_dtype(T, U)[*align(S, R, "mul", 1)]): ...
# A view has the operand's dtype, whatever is asked for.
@overload
@raises("TypeError", "Value")
@guard(dtype != None, count(T) >= 2)
def einsum(subscripts: Literal[E], /, *operands: T[*S], dtype: DType[D] | None = None, out: None = None, optimize: Value = False, **kwargs: Option["order", "casting"]) -> optimized(D[*einsum(E, S)], optimize): ...
@overload
@raises("TypeError", "Value")
@views
@guard(dtype != None)
def einsum(subscripts: Literal[E], /, *operands: T[*S], dtype: DType[D] | None = None, out: None = None, optimize: Value = False, **kwargs: Option["order", "casting"]) -> optimized(unknown()[*einsum(E, S)], optimize): ...
@overload
@raises("TypeError", "Value")
@views
def einsum(subscripts: Literal[E], /, *operands: T[*S], out: Out(any, unsafe) = None, optimize: Value = False, **kwargs: Option["dtype", "order", "casting"]) -> optimized(common(T)[*einsum(E, S)], optimize): ...
@overload
@raises("TypeError", "Value")
@guard(is_a(subscripts, array))
@require(negate(is_a(pick(0, *operands), str)), "the subscripts come first", "WrongSlot")
@views
def einsum(subscripts: Value, /, *operands: Value, out: Out(any, unsafe) = None, optimize: Value = False, **kwargs: Option["dtype", "order", "casting"]) -> optimized(einsum_pairs(subscripts, operands), optimize): ...
@overload
@guard(axis != None)
def cross(a: T[*S], b: U[*R], axisa: Value = -1, axisb: Value = -1, axisc: Value = -1, axis: int | None = None) -> product_dtype(T, U)[*cross(S, R, axis, axis, axis, axis)]: ...
@overload
def cross(a: T[*S], b: U[*R], axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> product_dtype(T, U)[*cross(S, R, axisa, axisb, axisc, axis)]: ...
def trace(a: T[*S], offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DType[D] | None = None, out: Out = None) -> decay(reduced_as(D, T, "sum")[*remove(S, [axis1, axis2])]): ...

# --- convolution ---------------------------------------------------------------------------------

@require(rank(S) <= 1, "1 dim is wanted")
@require(rank(R) <= 1, "1 dim is wanted")
def convolve(a: Operand[T, *S], v: Operand[U, *R], mode: Literal["full", "same", "valid", 0, 1, 2] = "full") -> product_dtype(T, U)[convolved(some(prod(S)), some(prod(R)), mode)]: ...
@require(rank(S) <= 1, "1 dim is wanted")
@require(rank(R) <= 1, "1 dim is wanted")
def correlate(a: Operand[T, *S], v: Operand[U, *R], mode: Literal["full", "same", "valid", 0, 1, 2] = "valid") -> product_dtype(T, U)[convolved(some(prod(S)), some(prod(R)), mode)]: ...
