"""Fourier transforms as they were before `scipy.fft`."""

namespace = scipy.fftpack

@template
@known_if(rank(S) >= 1)
def along_one(x: T[*S], n: int(m) | None = None, axis: OwnAxis = -1, overwrite_x=False) -> complex_of(computed(T))[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
fft = along_one("fft")
ifft = along_one("ifft")
@template
@known_if(rank(S) >= 1)
def real_along_one(x: T[*S], n: int(m) | None = None, axis: OwnAxis = -1, overwrite_x=False) -> unknown()[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
rfft = real_along_one("rfft")
irfft = real_along_one("irfft")
@template
@known_if(rank(S) >= 1)
def cosines_along_one(x: T[*S], type=2, n: int(m) | None = None, axis: OwnAxis = -1, norm=None, overwrite_x=False) -> computed(T)[*replace(S, axis, points(choose(m, at(S, axis))))]: ...
dct = cosines_along_one("dct")
idct = cosines_along_one("idct")
dst = cosines_along_one("dst")
idst = cosines_along_one("idst")
@template
@known_if(shape == None, rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def along_all(x: T[*S], shape: Value = None, axes: HeldAxes = None, overwrite_x=False) -> complex_of(computed(T))[*S]: ...
fftn = along_all("fftn")
ifftn = along_all("ifftn")
@template
@overload
@guard(shape == None, is_a(axes, str), rank(S) >= 2)
def along_planes(x: T[*S], shape: Value = None, axes: Value = "last", overwrite_x=False) -> complex_of(computed(T))[*S]: ...
@template
@overload
@known_if(shape == None, any_of(is_a(axes, int), is_a(axes, tuple)), rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def along_planes(x: T[*S], shape: Value = None, axes: HeldAxes = "last", overwrite_x=False) -> complex_of(computed(T))[*S]: ...
fft2 = along_planes("fft2")
ifft2 = along_planes("ifft2")
@template
@known_if(shape == None, rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def cosines_along_all(x: T[*S], type=2, shape: Value = None, axes: HeldAxes = None, norm=None, overwrite_x=False) -> computed(T)[*S]: ...
dctn = cosines_along_all("dctn")
idctn = cosines_along_all("idctn")
dstn = cosines_along_all("dstn")
idstn = cosines_along_all("idstn")
fftshift = numpy.fft.fftshift
ifftshift = numpy.fft.ifftshift
fftfreq = numpy.fft.fftfreq
def next_fast_len(target) -> int: ...
diff: Unknown
tilbert: Unknown
itilbert: Unknown
hilbert: Unknown
ihilbert: Unknown
sc_diff: Unknown
cs_diff: Unknown
cc_diff: Unknown
ss_diff: Unknown
shift: Unknown
rfftfreq: Unknown
