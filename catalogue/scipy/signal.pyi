"""Convolutions and filters."""

namespace = scipy.signal

# What nothing makes is empty, or refused, by the function and the mode; else `same` has the shape of the first one.
@template
@overload
@guard(any_of(is_a(prod(S), zero), is_a(prod(R), zero)))
def filtered_by(in1: T[*S], in2: U[*R], mode: Value = "full", method="auto") -> Unknown: ...
@template
@overload
@guard(mode == "same")
@require(rank(R) == rank(S), "both have as many dims")
def filtered_by(in1: T[*S], in2: U[*R], mode: Value = "full", method="auto") -> promote(strong(T), strong(U))[*S]: ...
@template
@overload
@guard(mode == "full", rank(S) == 1)
@require(rank(R) == rank(S), "both have as many dims")
def filtered_by(in1: T[*S], in2: U[*R], mode: Value = "full", method="auto") -> promote(strong(T), strong(U))[convolved(at(S, 0), at(R, 0), "full")]: ...
@template
@overload
@guard(mode == "valid", rank(S) == 1)
@require(rank(R) == rank(S), "both have as many dims")
def filtered_by(in1: T[*S], in2: U[*R], mode: Value = "full", method="auto") -> promote(strong(T), strong(U))[convolved(at(S, 0), at(R, 0), "valid")]: ...
@template
@overload
def filtered_by(in1: Value, in2: Value, mode: Value = "full", method="auto") -> Unknown: ...
convolve = filtered_by("convolve")
correlate = filtered_by("correlate")

@overload
@guard(any_of(is_a(prod(S), zero), is_a(prod(R), zero)))
def fftconvolve(in1: T[*S], in2: U[*R], mode: Value = "full", axes: Value = None) -> Unknown: ...
@overload
@guard(mode == "same", axes == None)
@require(rank(R) == rank(S), "both have as many dims")
def fftconvolve(in1: T[*S], in2: U[*R], mode: Value = "full", axes: Value = None) -> computed_of_two(T, U)[*S]: ...
@overload
@guard(mode == "full", rank(S) == 1, axes == None)
@require(rank(R) == rank(S), "both have as many dims")
def fftconvolve(in1: T[*S], in2: U[*R], mode: Value = "full", axes: Value = None) -> computed_of_two(T, U)[convolved(at(S, 0), at(R, 0), "full")]: ...
@overload
def fftconvolve(in1: Value, in2: Value, mode: Value = "full", axes: Value = None) -> Unknown: ...

@template
@overload
@raises("ValueError")
@guard(mode == "same")
@require(rank(S) == 2, "2 dims are wanted")
@require(rank(R) == 2, "2 dims are wanted")
def of_images(in1: T[*S], in2: U[*R], mode: Value = "full", boundary="fill", fillvalue=0) -> promote(strong(T), strong(U))[*S]: ...
@template
@overload
@raises("ValueError")
@guard(mode == "full")
@require(rank(S) == 2, "2 dims are wanted")
@require(rank(R) == 2, "2 dims are wanted")
def of_images(in1: T[*S], in2: U[*R], mode: Value = "full", boundary="fill", fillvalue=0) -> promote(strong(T), strong(U))[at(S, 0) + at(R, 0) - 1, at(S, 1) + at(R, 1) - 1]: ...
@template
@overload
def of_images(in1: Value, in2: Value, mode: Value = "full", boundary="fill", fillvalue=0) -> Unknown: ...
convolve2d = of_images("convolve2d")
correlate2d = of_images("correlate2d")

@overload
@guard(zi == None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def lfilter(b: B[*P], a: A[*Q], x: T[*S], axis: Axis = -1, zi: Value = None) -> computed(promote(strong(B), strong(A), strong(T)))[*S]: ...
@overload
def lfilter(b: Value, a: Value, x: Value, axis: Value = -1, zi: Value = None) -> Unknown: ...
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def filtfilt(b: B[*P], a: A[*Q], x: T[*S], axis: Axis = -1, padtype="odd", padlen=None, method="pad", irlen=None) -> computed(promote(strong(B), strong(A), strong(T)))[*S]: ...
@overload
@guard(zi == None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def sosfilt(sos: B[*P], x: T[*S], axis: Axis = -1, zi: Value = None) -> computed(promote(strong(B), strong(T)))[*S]: ...
@overload
def sosfilt(sos: Value, x: Value, axis: Value = -1, zi: Value = None) -> Unknown: ...
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def sosfiltfilt(sos: B[*P], x: T[*S], axis: Axis = -1, padtype="odd", padlen=None) -> computed(promote(strong(B), strong(T)))[*S]: ...
@overload
@guard(is_subdtype(strong(T), ["floating", "integer"]))
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def savgol_filter(x: T[*S], window_length, polyorder, deriv=0, delta=1.0, axis: Axis = -1, mode="interp", cval=0.0) -> computed(T)[*S]: ...
@overload
def savgol_filter(x: Value, window_length, polyorder, deriv=0, delta=1.0, axis: Value = -1, mode="interp", cval=0.0) -> Unknown: ...
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def detrend(data: T[*S], axis: Axis = -1, type="linear", bp=0, overwrite_data=False) -> computed(T)[*S]: ...
@overload
@guard(N == None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def hilbert(x: T[*S], N: Value = None, axis: Axis = -1) -> complex_of(computed(T))[*S]: ...
@overload
def hilbert(x: Value, N: Value = None, axis: Value = -1) -> Unknown: ...
@overload
@guard(rank(S) >= 1)
def medfilt(volume: T[*S], kernel_size=None) -> strong(T)[*S]: ...
@overload
def medfilt(volume: Value, kernel_size=None) -> Unknown: ...

# The coefficients of a filter of order N; one of a band has twice as many.
@overload
@guard(output == "ba", any_of(btype == "low", btype == "high", btype == "lowpass", btype == "highpass"))
def butter(N: int(n), Wn: W[*P], btype: Value = "low", analog=False, output: Value = "ba", fs=None) -> tuple[double_of_reals(W)[n + 1], double_of_reals(W)[n + 1]]: ...
@overload
@guard(output == "ba", any_of(btype == "band", btype == "stop", btype == "bandpass", btype == "bandstop"))
def butter(N: int(n), Wn: W[*P], btype: Value = "low", analog=False, output: Value = "ba", fs=None) -> tuple[double_of_reals(W)[2 * n + 1], double_of_reals(W)[2 * n + 1]]: ...
@overload
@guard(output == "sos")
def butter(N: Value, Wn: W[*P], btype: Value = "low", analog=False, output: Value = "ba", fs=None) -> double_of_reals(W)[any_size(), 6]: ...
@overload
def butter(N: Value, Wn: Value, btype: Value = "low", analog=False, output: Value = "ba", fs=None) -> Unknown: ...
@overload
@guard(is_subdtype(strong(T), ["floating", "integer"]))
@raises("ValueError")
@require(rank(S) == 1, "1 dim is wanted")
def find_peaks(x: T[*S], height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None) -> tuple[int64[fresh()], Unknown]: ...
@overload
def find_peaks(x: Value, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None) -> Unknown: ...
# Nothing has no spectrum.
@overload
@guard(axis == -1, rank(S) >= 1, negate(is_a(prod(S), zero)))
def stft(x: T[*S], fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary="zeros", padded=True, axis: Value = -1, scaling="spectrum") -> tuple[float64[any_size()], float64[any_size()], complex_of(computed(T))[*remove(S, -1), any_size(), any_size()]]: ...
@overload
def stft(x: Value, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary="zeros", padded=True, axis: Value = -1, scaling="spectrum") -> Unknown: ...
