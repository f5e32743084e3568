"""Fourier transforms of SciPy."""

namespace = scipy.fft

# Along one axis: of complex numbers, of real ones, and back.
@template
@known_if(rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def transform(x: T[*S], n: int(m) | None = None, axis: int = -1, norm=None, overwrite_x=False, workers=None, *, plan=None) -> complex_of(computed(T))[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
fft = transform("fft")
ifft = transform("ifft")
@template
@known_if(rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def half_transform(x: T[*S], n: int(m) | None = None, axis: int = -1, norm=None, overwrite_x=False, workers=None, *, plan=None) -> complex_of(computed(T))[*replace(S, axis, points(choose(m, at(S, axis))) // 2 + 1)]: ...
rfft = half_transform("rfft")
ihfft = half_transform("ihfft")
@template
@known_if(rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def whole_transform(x: T[*S], n: int(m) | None = None, axis: int = -1, norm=None, overwrite_x=False, workers=None, *, plan=None) -> real(computed(T))[*replace(S, axis, points(choose(m, 2 * (at(S, axis) - 1))))]: ...
irfft = whole_transform("irfft")
hfft = whole_transform("hfft")
@template
@known_if(rank(S) >= 1)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
@raises("IndexError", "AxisOutOfRange")
def real_transform(x: T[*S], type=2, n: int(m) | None = None, axis: int = -1, norm=None, overwrite_x=False, workers=None, orthogonalize=None) -> computed(T)[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
dct = real_transform("dct")
idct = real_transform("idct")
dst = real_transform("dst")
idst = real_transform("idst")
# Along several.
@template
@overload
@guard(s == None, rank(S) >= 2)
@raises("ValueError", "AxisOutOfRange")
def plane_transform(x: T[*S], s: Value = None, axes: Axes | None = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> complex_of(computed(T))[*along_axis(S, axes)]: ...
@template
@overload
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def plane_transform(x: T[*S], s: Value = None, axes: HeldAxes = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
fft2 = plane_transform("fft2")
ifft2 = plane_transform("ifft2")
@template
@overload
@guard(s == None, rank(S) >= 2)
@raises("ValueError", "AxisOutOfRange")
def transform_of_many(x: T[*S], s: Value = None, axes: Axes | None = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> complex_of(computed(T))[*along_axis(S, axes)]: ...
@template
@overload
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def transform_of_many(x: T[*S], s: Value = None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
fftn = transform_of_many("fftn")
ifftn = transform_of_many("ifftn")
@template
@overload
@guard(s == None, axes == None, rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def real_transform_of_many(x: T[*S], type=2, s: Value = None, axes: Value = None, norm=None, overwrite_x=False, workers=None, orthogonalize=None) -> computed(T)[*S]: ...
@template
@overload
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def real_transform_of_many(x: T[*S], type=2, s: Value = None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, orthogonalize=None) -> Unknown: ...
idctn = real_transform_of_many("idctn")
dstn = real_transform_of_many("dstn")
idstn = real_transform_of_many("idstn")
@overload
@guard(s == None, axes == None, rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def dctn(x: T[*S], type=2, s: Value = None, axes: Value = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None) -> computed(T)[*S]: ...
@overload
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def dctn(x: T[*S], type=2, s: Value = None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None) -> Unknown: ...
def next_fast_len(target, real=False) -> int: ...

fftshift = numpy.fft.fftshift
ifftshift = numpy.fft.ifftshift
@known_if(xp == None, device == None)
def fftfreq(n: int(m), d=1.0, *, xp: Value = None, device: Value = None) -> float64[m]: ...
@known_if(xp == None, device == None)
def rfftfreq(n: int(m), d=1.0, *, xp: Value = None, device: Value = None) -> float64[m // 2 + 1]: ...

# --- only the axis is judged ----------------------------------------------------------------------

@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def hfft2(x: T[*S], s=None, axes: HeldAxes = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def hfftn(x: T[*S], s=None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def ihfft2(x: T[*S], s=None, axes: HeldAxes = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def ihfftn(x: T[*S], s=None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def irfft2(x: T[*S], s=None, axes: HeldAxes = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def irfftn(x: T[*S], s=None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def rfft2(x: T[*S], s=None, axes: HeldAxes = (-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
@known_if(rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def rfftn(x: T[*S], s=None, axes: HeldAxes = None, norm=None, overwrite_x=False, workers=None, *, plan=None) -> Unknown: ...
