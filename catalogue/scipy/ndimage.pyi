"""Filters of images of any rank: the result has the image's shape and dtype, unless `output` says another one."""

# Of complex weights the result is complex.
@known_if(is_subdtype(strong(W), ["floating", "integer", "bool"]))
def weighted_dtype(T, W) -> strong(T): ...

# The plane of two axes in which it is turned.
@overload
@guard(is_a(axes, tuple), count(parts(axes)) == 2, is_a(pick(0, *parts(axes)), int), is_a(pick(1, *parts(axes)), int))
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(at(S, pick(0, *parts(axes))))
@require(at(S, pick(1, *parts(axes))))
def plane_of(S, axes) -> 1: ...
@overload
@require(rank(S) >= 2, "at least 2 dims are needed")
@require(negate(is_a(axes, int)), "two axes are wanted, not one", "WrongSlot")
def plane_of(S, axes) -> 1: ...

namespace = scipy.ndimage

@overload
@raises("RuntimeError")
@guard(output == None, axes == None, rank(Q) == 1)
@require(at(Q, 0) == rank(S), "a sigma for each dim is wanted")
def gaussian_filter(input: T[*S], sigma: Z[*Q], order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes: Value = None) -> strong(T)[*S]: ...
# A sigma of 0 smooths nothing, along whatever axis.
@overload
@guard(output == None, is_a(sigma, number), sigma >= 1)
def gaussian_filter(input: T[*S], sigma: Value, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes: HeldAxes = None) -> strong(T)[*S]: ...
@overload
@known_if(output == None)
def gaussian_filter(input: T[*S], sigma, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None) -> strong(T)[*S]: ...
@overload
@guard(output == None)
def gaussian_filter1d(input: T[*S], sigma, axis: OwnAxis = -1, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None) -> strong(T)[*S]: ...
@overload
def gaussian_filter1d(input: Value, sigma, axis=-1, order=0, output: Value = None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None) -> Unknown: ...
# Of one element it is the image, along whatever axis.
@overload
@guard(output == None, is_a(size, int), size >= 2)
def uniform_filter(input: T[*S], size: Value = 3, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: HeldAxes = None) -> strong(T)[*S]: ...
@overload
@known_if(output == None)
def uniform_filter(input: T[*S], size=3, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> strong(T)[*S]: ...

@template
@known_if(output == None)
def ranked(input: T[*S], size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes=None) -> strong(T)[*S]: ...
maximum_filter = ranked("maximum_filter")
minimum_filter = ranked("minimum_filter")
@known_if(output == None)
@raises("IndexError", "AxisOutOfRange")
def median_filter(input: T[*S], size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: AxesOfMany = None) -> strong(T)[*S]: ...

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
@known_if(output == None)
@raises("IndexError", "AxisOutOfRange")
def weighted(input: T[*S], weights: W[*R], output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: AxesOfMany = None) -> Unknown: ...
convolve = weighted("convolve")
correlate = weighted("correlate")

@template
@overload
@guard(output == None)
def derivative(input: T[*S], axis: OwnAxis = -1, output: Value = None, mode="reflect", cval=0.0) -> strong(T)[*S]: ...
@template
@overload
def derivative(input: Value, axis=-1, output: Value = None, mode="reflect", cval=0.0) -> Unknown: ...
sobel = derivative("sobel")
prewitt = derivative("prewitt")

@known_if(output == None)
def laplace(input: T[*S], output: Value = None, mode="reflect", cval=0.0, *, axes: HeldAxes = None) -> strong(T)[*S]: ...

@template
@known_if(output == None)
@raises("IndexError", "AxisOutOfRange")
def of_sigma(input: T[*S], sigma, output: Value = None, mode="reflect", cval=0.0, *, axes: HeldAxes = None, **kwargs) -> strong(T)[*S]: ...
gaussian_laplace = of_sigma("gaussian_laplace")
gaussian_gradient_magnitude = of_sigma("gaussian_gradient_magnitude")

@template
@overload
@guard(output == None)
def of_lines(input: T[*S], size, axis: OwnAxis = -1, output: Value = None, mode="reflect", cval=0.0, origin=0) -> strong(T)[*S]: ...
@template
@overload
def of_lines(input: Value, size, axis=-1, output: Value = None, mode="reflect", cval=0.0, origin=0) -> Unknown: ...
uniform_filter1d = of_lines("uniform_filter1d")
maximum_filter1d = of_lines("maximum_filter1d")
minimum_filter1d = of_lines("minimum_filter1d")
@template
@overload
@guard(output == None)
def weighted_lines(input: T[*S], weights: W[*R], axis: OwnAxis = -1, output: Value = None, mode="reflect", cval=0.0, origin=0) -> weighted_dtype(T, W)[*S]: ...
@template
@overload
def weighted_lines(input: Value, weights: Value, axis=-1, output: Value = None, mode="reflect", cval=0.0, origin=0) -> Unknown: ...
convolve1d = weighted_lines("convolve1d")
correlate1d = weighted_lines("correlate1d")
@known_if(output == None)
@raises("IndexError", "AxisOutOfRange")
def rank_filter(input: T[*S], rank, size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: AxesOfMany = None) -> strong(T)[*S]: ...
@known_if(output == None)
@raises("IndexError", "AxisOutOfRange")
def percentile_filter(input: T[*S], percentile, size=None, footprint=None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: AxesOfMany = None) -> strong(T)[*S]: ...

# --- of greys ------------------------------------------------------------------------------------

@template
@raises("ValueError")
@require(any_of(size != None, footprint != None, structure != None), "a size, a footprint or a structure is wanted")
@known_if(output == None)
def grey(input: T[*S], size: Value = None, footprint: Value = None, structure: Value = None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: Value = None) -> strong(T)[*S]: ...
grey_erosion = grey("grey_erosion")
@template
@raises("ValueError")
@require(any_of(size != None, footprint != None, structure != None), "a size, a footprint or a structure is wanted")
@known_if(output == None)
@raises("ValueError", "AxisOutOfRange")
def grey_dilated(input: T[*S], size: Value = None, footprint: Value = None, structure: Value = None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: HeldAxes = None) -> strong(T)[*S]: ...
grey_dilation = grey_dilated("grey_dilation")
grey_opening = grey_dilated("grey_opening")
grey_closing = grey_dilated("grey_closing")
# Of truths there is no difference.
@template
@raises("ValueError")
@require(any_of(size != None, footprint != None, structure != None), "a size, a footprint or a structure is wanted")
@known_if(output == None, rank(S) >= 1, is_subdtype(strong(T), ["floating", "integer"]))
@raises("ValueError", "AxisOutOfRange")
def grey_difference(input: T[*S], size: Value = None, footprint: Value = None, structure: Value = None, output: Value = None, mode="reflect", cval=0.0, origin=0, *, axes: HeldAxes = None) -> strong(T)[*S]: ...
white_tophat = grey_difference("white_tophat")
black_tophat = grey_difference("black_tophat")
morphological_gradient = grey_difference("morphological_gradient")
morphological_laplace = grey_difference("morphological_laplace")

# --- of truths -----------------------------------------------------------------------------------

@known_if(output == None)
@raises("ValueError", "AxisOutOfRange")
def binary_dilation(input: T[*S], structure=None, iterations=1, mask=None, output: Value = None, border_value=0, origin=0, brute_force=False, *, axes: HeldAxes = None) -> bool[*S]: ...
@known_if(output == None)
@raises("RuntimeError", "AxisOutOfRange")
def binary_erosion(input: T[*S], structure=None, iterations=1, mask=None, output: Value = None, border_value=0, origin=0, brute_force=False, *, axes: AxesOfMany = None) -> bool[*S]: ...

@template
@known_if(output == None)
@raises("ValueError", "AxisOutOfRange")
def smoothed(input: T[*S], structure=None, iterations=1, output: Value = None, origin=0, mask=None, border_value=0, brute_force=False, *, axes: HeldAxes = None) -> bool[*S]: ...
binary_opening = smoothed("binary_opening")
binary_closing = smoothed("binary_closing")

@known_if(output == None)
@raises("ValueError", "AxisOutOfRange")
def binary_propagation(input: T[*S], structure=None, mask=None, output: Value = None, border_value=0, origin=0, *, axes: HeldAxes = None) -> bool[*S]: ...
@known_if(output == None, rank(S) >= 1)
@raises("ValueError", "AxisOutOfRange")
def binary_hit_or_miss(input: T[*S], structure1=None, structure2=None, output: Value = None, origin1=0, origin2=None, *, axes: HeldAxes = None) -> bool[*S]: ...
# Of no dims it is one truth.
@known_if(is_a(rank, int), rank >= 1)
def generate_binary_structure(rank: Value, connectivity) -> bool[*dims(rank, 3)]: ...
@known_if(output == None)
@raises("ValueError", "AxisOutOfRange")
def binary_fill_holes(input: T[*S], structure=None, output: Value = None, origin=0, *, axes: HeldAxes = None) -> bool[*S]: ...
@overload
@raises("RuntimeError")
@guard(output == None, structure != None)
@require(rank(R) == rank(S), "the structure has as many dims as the image")
@require(all_of(at(R, 0) == 3, at(R, -1) == 3), "each dim of the structure is 3")
def label(input: T[*S], structure: U[*R], output: Value = None) -> tuple[int32[*S], int]: ...
@overload
@known_if(output == None, structure == None)
def label(input: T[*S], structure: Value = None, output: Value = None) -> tuple[int32[*S], int]: ...

# --- moved ---------------------------------------------------------------------------------------

@known_if(output == None)
def shift(input: T[*S], shift, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*S]: ...
@overload
@raises("ValueError")
@guard(output == None, reshape == False)
@require(plane_of(S, axes))
@raises("ValueError", "AxisOutOfRange")
def rotate(input: T[*S], angle, axes: Value = (1, 0), reshape: bool = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*S]: ...
@overload
@raises("ValueError")
@guard(output == None, rank(S) == 2)
@require(plane_of(S, axes))
@raises("ValueError", "AxisOutOfRange")
def rotate(input: T[*S], angle, axes: Value = (1, 0), reshape: bool = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[fresh(), fresh()]: ...
@overload
@raises("ValueError")
@known_if(output == None)
@require(plane_of(S, axes))
@raises("ValueError", "AxisOutOfRange")
def rotate(input: T[*S], angle, axes: Value = (1, 0), reshape: bool = True, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> Unknown: ...
@overload
@guard(output == None, rank(S) == 1)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh()]: ...
@overload
@guard(output == None, rank(S) == 2)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh(), fresh()]: ...
@overload
@known_if(output == None, rank(S) == 3)
def zoom(input: T[*S], zoom, output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False) -> strong(T)[fresh(), fresh(), fresh()]: ...
@raises("RuntimeError")
@known_if(output == None)
@require(at(R, 0) == rank(S), "the first dim of the coordinates has one for each dim of the image")
def map_coordinates(input: T[*S], coordinates: U[*R], output: Value = None, order=3, mode="constant", cval=0.0, prefilter=True) -> strong(T)[*after(R, 1)]: ...
@known_if(return_distances == True, return_indices == False, distances == None, rank(S) >= 1)
def distance_transform_edt(input: T[*S], sampling=None, return_distances: bool = True, return_indices: bool = False, distances: Value = None, indices=None) -> float64[*S]: ...
@known_if(labels == None, index == None)
def center_of_mass(input: T[*S], labels: Value = None, index: Value = None) -> tuple_of(rank(S), unknown()): ...

# --- only the axis is judged ----------------------------------------------------------------------

@known_if(rank(S) >= 1)
def fourier_gaussian(input: T[*S], sigma, n=-1, axis: HeldAxis = -1, output=None) -> Unknown: ...
@known_if(rank(S) >= 1)
def fourier_uniform(input: T[*S], size, n=-1, axis: HeldAxis = -1, output=None) -> Unknown: ...
@known_if(rank(S) >= 1)
def fourier_shift(input: T[*S], shift, n=-1, axis: HeldAxis = -1, output=None) -> Unknown: ...
@known_if(rank(S) >= 1)
def generic_filter1d(input: T[*S], function, filter_size, axis: HeldAxis = -1, output=None, mode="reflect", cval=0.0, origin=0, extra_arguments=(), extra_keywords=None) -> Unknown: ...
@known_if(rank(S) >= 1, negate(is_a(prod(S), zero)))
def fourier_ellipsoid(input: T[*S], size, n=-1, axis: HeldAxis = -1, output=None) -> Unknown: ...
@known_if(rank(S) >= 1, any_of(order == 2, order == 3, order == 4, order == 5))
def spline_filter1d(input: T[*S], order: Value = 3, axis: HeldAxis = -1, output=None, mode="mirror") -> Unknown: ...
@raises("IndexError", "AxisOutOfRange")
def generic_filter(input: T[*S], function, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, extra_arguments=(), extra_keywords=None, *, axes: AxesOfMany = None) -> Unknown: ...
@known_if(rank(S) >= 1)
def vectorized_filter(input: T[*S], function, *, size=None, footprint=None, output=None, mode="reflect", cval=None, origin=None, axes: HeldAxes = None, batch_memory=1073741824) -> Unknown: ...
