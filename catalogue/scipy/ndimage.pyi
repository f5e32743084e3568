"""Filters of images of any rank: the result has the image's shape and dtype, unless `output` says another one."""

# Of complex weights the result is complex.
@overload
@guard(is_subdtype(strong(W), ["floating", "integer", "bool"]))
def weighted_dtype(T, W) -> strong(T): ...
@overload
def weighted_dtype(T, W) -> unknown(): ...

namespace = scipy.ndimage

@overload
@raises("RuntimeError")
@guard(output == None, axes == None, rank(Q) == 1)
@require(at(Q, 0) == rank(S), "a sigma for each dim is wanted")
def gaussian_filter(input: T[*S], sigma: Z[*Q], order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes: Value = None) -> strong(T)[*S]: ...
@overload
@guard(output == None)
def gaussian_filter(input: T[*S], sigma, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None) -> strong(T)[*S]: ...
@overload
def gaussian_filter(input: Value, sigma, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None) -> Unknown: ...
@overload
@guard(output == None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def gaussian_filter1d(input: T[*S], sigma, axis: Axis = -1, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None) -> strong(T)[*S]: ...
@overload
def gaussian_filter1d(input: Value, sigma, axis=-1, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None) -> Unknown: ...
@overload
@guard(output == None)
def uniform_filter(input: T[*S], size=3, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> strong(T)[*S]: ...
@overload
def uniform_filter(input: Value, size=3, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> Unknown: ...

@template
@overload
@guard(output == None)
def ranked(input: T[*S], size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> strong(T)[*S]: ...
@template
@overload
def ranked(input: Value, size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> Unknown: ...
median_filter = ranked("median_filter")
maximum_filter = ranked("maximum_filter")
minimum_filter = ranked("minimum_filter")

# No weights at all weigh an image of any rank.
@template
@overload
@guard(output == None, is_a(prod(R), zero))
def weighted(input: T[*S], weights: W[*R], output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: Value = None) -> Unknown: ...
@template
@overload
@raises("RuntimeError")
@guard(output == None, axes == None, rank(S) >= 1)
@require(rank(R) == rank(S), "the weights have as many dims as the image")
def weighted(input: T[*S], weights: W[*R], output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: Value = None) -> weighted_dtype(T, W)[*S]: ...
@template
@overload
def weighted(input: Value, weights: Value, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: Value = None) -> Unknown: ...
convolve = weighted("convolve")
correlate = weighted("correlate")

@template
@overload
@guard(output == None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def derivative(input: T[*S], axis: Axis = -1, output: Value = None, mode="reflect", cval=0.0) -> strong(T)[*S]: ...
@template
@overload
def derivative(input: Value, axis=-1, output: Value = None, mode="reflect", cval=0.0) -> Unknown: ...
sobel = derivative("sobel")
prewitt = derivative("prewitt")

@overload
@guard(output == None)
def laplace(input: T[*S], output: Value = None, mode="reflect", cval=0.0, *, axes=None) -> strong(T)[*S]: ...
@overload
def laplace(input: Value, output: Value = None, mode="reflect", cval=0.0, *, axes=None) -> Unknown: ...

@template
@overload
@guard(output == None)
def of_sigma(input: T[*S], sigma, output: Value = None, mode="reflect", cval=0.0, *, axes=None, **kwargs) -> strong(T)[*S]: ...
@template
@overload
def of_sigma(input: Value, sigma, output: Value = None, mode="reflect", cval=0.0, *, axes=None, **kwargs) -> Unknown: ...
gaussian_laplace = of_sigma("gaussian_laplace")
gaussian_gradient_magnitude = of_sigma("gaussian_gradient_magnitude")

# --- of truths -----------------------------------------------------------------------------------

@template
@overload
@guard(output == None)
def grown(input: T[*S], structure=None, iterations=1, mask=None, output: Value = None, border_value=0, origin=0, brute_force=False, *, axes=None) -> bool[*S]: ...
@template
@overload
def grown(input: Value, structure=None, iterations=1, mask=None, output: Value = None, border_value=0, origin=0, brute_force=False, *, axes=None) -> Unknown: ...
binary_dilation = grown("binary_dilation")
binary_erosion = grown("binary_erosion")

@template
@overload
@guard(output == None)
def smoothed(input: T[*S], structure=None, iterations=1, output: Value = None, origin=0, mask=None, border_value=0, brute_force=False, *, axes=None) -> bool[*S]: ...
@template
@overload
def smoothed(input: Value, structure=None, iterations=1, output: Value = None, origin=0, mask=None, border_value=0, brute_force=False, *, axes=None) -> Unknown: ...
binary_opening = smoothed("binary_opening")
binary_closing = smoothed("binary_closing")

@overload
@guard(output == None)
def binary_fill_holes(input: T[*S], structure=None, output: Value = None, origin=0, *, axes=None) -> bool[*S]: ...
@overload
def binary_fill_holes(input: Value, structure=None, output: Value = None, origin=0, *, axes=None) -> Unknown: ...
@overload
@raises("RuntimeError")
@guard(output == None, structure != None)
@require(rank(R) == rank(S), "the structure has as many dims as the image")
@require(all_of(at(R, 0) == 3, at(R, -1) == 3), "each dim of the structure is 3")
def label(input: T[*S], structure: U[*R], output: Value = None) -> tuple[int32[*S], int]: ...
@overload
@guard(output == None, structure == None)
def label(input: T[*S], structure: Value = None, output: Value = None) -> tuple[int32[*S], int]: ...
@overload
def label(input: Value, structure: Value = None, output: Value = None) -> Unknown: ...

# --- moved ---------------------------------------------------------------------------------------

@overload
@guard(output == None)
def shift(input: T[*S], shift, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*S]: ...
@overload
def shift(input: Value, shift, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> Unknown: ...
@overload
@guard(output == None, reshape == False)
def rotate(input: T[*S], angle, axes=(1, 0), reshape: bool = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*S]: ...
@overload
@guard(output == None, rank(S) == 2)
def rotate(input: T[*S], angle, axes=(1, 0), reshape: bool = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[fresh(), fresh()]: ...
@overload
def rotate(input: Value, angle, axes=(1, 0), reshape: Value = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> Unknown: ...
@overload
@guard(output == None, rank(S) == 1)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh()]: ...
@overload
@guard(output == None, rank(S) == 2)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh(), fresh()]: ...
@overload
@guard(output == None, rank(S) == 3)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh(), fresh(), fresh()]: ...
@overload
def zoom(input: Value, zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> Unknown: ...
@overload
@raises("RuntimeError")
@guard(output == None)
@require(at(R, 0) == rank(S), "the first dim of the coordinates has one for each dim of the image")
def map_coordinates(input: T[*S], coordinates: U[*R], output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*after(R, 1)]: ...
@overload
def map_coordinates(input: Value, coordinates: Value, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> Unknown: ...
@overload
@guard(return_distances == True, return_indices == False, distances == None, rank(S) >= 1)
def distance_transform_edt(input: T[*S], sampling=None, return_distances: bool = True, return_indices: bool = False, distances: Value = None, indices=None) -> float64[*S]: ...
@overload
def distance_transform_edt(input: Value, sampling=None, return_distances: Value = True, return_indices: Value = False, distances: Value = None, indices=None) -> Unknown: ...
@overload
@guard(labels == None, index == None)
def center_of_mass(input: T[*S], labels: Value = None, index: Value = None) -> tuple_of(rank(S), unknown()): ...
@overload
def center_of_mass(input: Value, labels: Value = None, index: Value = None) -> Unknown: ...
