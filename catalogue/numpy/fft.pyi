"""Fourier transforms."""

namespace = numpy.fft

@raises("IndexError", "AxisOutOfRange")
@template
def transform(a: T[*S], n: int(m) | None = None, axis: int = -1, norm: Norm = None, out: Out = None) -> dtype_map("fft", T)[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
fft = transform("fft")
ifft = transform("ifft")
@raises("IndexError", "AxisOutOfRange")
def rfft(a: T[*S], n: int(m) | None = None, axis: int = -1, norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*replace(S, axis, points(choose(m, at(S, axis))) // 2 + 1)]: ...
@raises("IndexError", "AxisOutOfRange")
def ihfft(a: T[*S], n: int(m) | None = None, axis: int = -1, norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*replace(S, axis, points(choose(m, at(S, axis))) // 2 + 1)]: ...
@raises("IndexError", "AxisOutOfRange")
def irfft(a: T[*S], n: int(m) | None = None, axis: int = -1, norm: Norm = None, out: Out = None) -> dtype_map("irfft", T)[*replace(S, axis, points(choose(m, 2 * (at(S, axis) - 1))))]: ...
# These take `out` and make nothing of it.
@raises("IndexError", "AxisOutOfRange")
def hfft(a: T[*S], n: int(m) | None = None, axis: int = -1, norm: Norm = None, out: Value = None) -> dtype_map("hfft", T)[*replace(S, axis, points(choose(m, 2 * (at(S, axis) - 1))))]: ...

# Along several axes: those given, or the last ones, as many as there are sizes. Of several passes the last one
# alone may write to `out`.
@template
@overload
@guard(out != None)
def transform_2(a: Value, s: Value = None, axes: Value = (-2, -1), norm: Norm = None, out: Value = None) -> Unknown: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes != None, s == None)
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_2(a: T[*S], s: Value = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*along_axis(S, axes)]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes == None, s == None)
def transform_2(a: T[*S], s: Value = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*S]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_2(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*resized(S, passes(axes, s), s)]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes != None, s == None)
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_2_alone(a: T[*S], s: Value = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Value = None) -> transformed(T, S, s, axes)[*along_axis(S, axes)]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes == None, s == None)
def transform_2_alone(a: T[*S], s: Value = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Value = None) -> transformed(T, S, s, axes)[*S]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_2_alone(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Value = None) -> transformed(T, S, s, axes)[*resized(S, passes(axes, s), s)]: ...
fft2 = transform_2("fft2")
# It makes nothing of `out`.
ifft2 = transform_2_alone("ifft2")
@template
@overload
@guard(out != None)
def transform_n(a: Value, s: Value = None, axes: Value = None, norm: Norm = None, out: Value = None) -> Unknown: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes != None, s == None)
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_n(a: T[*S], s: Value = None, axes: Axes | None = None, norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*along_axis(S, axes)]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(axes == None, s == None)
def transform_n(a: T[*S], s: Value = None, axes: Axes | None = None, norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*S]: ...
@template
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def transform_n(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = None, norm: Norm = None, out: Out = None) -> transformed(T, S, s, axes)[*resized(S, passes(axes, s), s)]: ...
fftn = transform_n("fftn")
ifftn = transform_n("ifftn")
@overload
@guard(out != None)
def rfft2(a: Value, s: Value = None, axes: Value = (-2, -1), norm: Norm = None, out: Value = None) -> Unknown: ...
@overload
@guard(axes == None, s == None)
@require(rank(S) >= 1, "there is no axis to transform along", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def rfft2(a: T[*S], s: None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*halved(S, [-1], None)]: ...
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def rfft2(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*halved(S, passes(axes, s), s)]: ...
# It makes nothing of `out`.
@overload
@guard(axes == None, s == None)
@require(rank(S) >= 1, "there is no axis to transform along", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def irfft2(a: T[*S], s: None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Value = None) -> dtype_map("irfft", T)[*irfft_shape(S, [-1], None)]: ...
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def irfft2(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = (-2, -1), norm: Norm = None, out: Value = None) -> dtype_map("irfft", T)[*irfft_shape(S, passes(axes, s), s)]: ...
@overload
@guard(out != None)
def rfftn(a: Value, s: Value = None, axes: Value = None, norm: Norm = None, out: Value = None) -> Unknown: ...
@overload
@guard(axes == None, s == None)
@require(rank(S) >= 1, "there is no axis to transform along", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def rfftn(a: T[*S], s: None = None, axes: Axes | None = None, norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*halved(S, [-1], None)]: ...
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def rfftn(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = None, norm: Norm = None, out: Out = None) -> dtype_map("rfft", T)[*halved(S, passes(axes, s), s)]: ...
@overload
@guard(axes == None, s == None)
@require(rank(S) >= 1, "there is no axis to transform along", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def irfftn(a: T[*S], s: None = None, axes: Axes | None = None, norm: Norm = None, out: Out(exact, unsafe) = None) -> dtype_map("irfft", T)[*irfft_shape(S, [-1], None)]: ...
@overload
@raises("IndexError", "AxisOutOfRange")
@guard(any_of(axes != None, s != None))
@require(negate(any_of(is_a(written(axes), int), is_a(written(s), int))), "several axes and sizes are wanted", "WrongSlot")
def irfftn(a: T[*S], s: Shape(-1, bool, None) | None = None, axes: Axes | None = None, norm: Norm = None, out: Out(exact, unsafe) = None) -> dtype_map("irfft", T)[*irfft_shape(S, passes(axes, s), s)]: ...

@raises("IndexError", "AxisOutOfRange")
def fftshift(x: T[*S], axes: Axes | None = None) -> strong(T)[*along_axis(S, axes)]: ...
@raises("IndexError", "AxisOutOfRange")
def ifftshift(x: T[*S], axes: Axes | None = None) -> strong(T)[*along_axis(S, axes)]: ...
def fftfreq(n: int(m), d: NotNone = 1.0, device=None) -> float64[m]: ...
def rfftfreq(n: int(m), d: NotNone = 1.0, device=None) -> float64[m // 2 + 1]: ...
