"""Names of `scipy.ndimage` by the modules that they were in before SciPy 1.8."""

namespace = scipy.ndimage.filters

correlate1d = scipy.ndimage.correlate1d
convolve1d = scipy.ndimage.convolve1d
gaussian_filter1d = scipy.ndimage.gaussian_filter1d
gaussian_filter = scipy.ndimage.gaussian_filter
prewitt = scipy.ndimage.prewitt
sobel = scipy.ndimage.sobel
generic_laplace = scipy.ndimage.generic_laplace
laplace = scipy.ndimage.laplace
gaussian_laplace = scipy.ndimage.gaussian_laplace
generic_gradient_magnitude = scipy.ndimage.generic_gradient_magnitude
gaussian_gradient_magnitude = scipy.ndimage.gaussian_gradient_magnitude
correlate = scipy.ndimage.correlate
convolve = scipy.ndimage.convolve
uniform_filter1d = scipy.ndimage.uniform_filter1d
uniform_filter = scipy.ndimage.uniform_filter
minimum_filter1d = scipy.ndimage.minimum_filter1d
maximum_filter1d = scipy.ndimage.maximum_filter1d
minimum_filter = scipy.ndimage.minimum_filter
maximum_filter = scipy.ndimage.maximum_filter
rank_filter = scipy.ndimage.rank_filter
median_filter = scipy.ndimage.median_filter
percentile_filter = scipy.ndimage.percentile_filter
generic_filter1d = scipy.ndimage.generic_filter1d
generic_filter = scipy.ndimage.generic_filter

namespace = scipy.ndimage.interpolation

spline_filter1d = scipy.ndimage.spline_filter1d
spline_filter = scipy.ndimage.spline_filter
geometric_transform = scipy.ndimage.geometric_transform
map_coordinates = scipy.ndimage.map_coordinates
affine_transform = scipy.ndimage.affine_transform
shift = scipy.ndimage.shift
zoom = scipy.ndimage.zoom
rotate = scipy.ndimage.rotate

namespace = scipy.ndimage.measurements

label = scipy.ndimage.label
find_objects = scipy.ndimage.find_objects
labeled_comprehension = scipy.ndimage.labeled_comprehension
sum = scipy.ndimage.sum
mean = scipy.ndimage.mean
variance = scipy.ndimage.variance
standard_deviation = scipy.ndimage.standard_deviation
minimum = scipy.ndimage.minimum
maximum = scipy.ndimage.maximum
median = scipy.ndimage.median
minimum_position = scipy.ndimage.minimum_position
maximum_position = scipy.ndimage.maximum_position
extrema = scipy.ndimage.extrema
center_of_mass = scipy.ndimage.center_of_mass
histogram = scipy.ndimage.histogram
watershed_ift = scipy.ndimage.watershed_ift
sum_labels = scipy.ndimage.sum_labels

namespace = scipy.ndimage.morphology

iterate_structure = scipy.ndimage.iterate_structure
generate_binary_structure = scipy.ndimage.generate_binary_structure
binary_erosion = scipy.ndimage.binary_erosion
binary_dilation = scipy.ndimage.binary_dilation
binary_opening = scipy.ndimage.binary_opening
binary_closing = scipy.ndimage.binary_closing
binary_hit_or_miss = scipy.ndimage.binary_hit_or_miss
binary_propagation = scipy.ndimage.binary_propagation
binary_fill_holes = scipy.ndimage.binary_fill_holes
grey_erosion = scipy.ndimage.grey_erosion
grey_dilation = scipy.ndimage.grey_dilation
grey_opening = scipy.ndimage.grey_opening
grey_closing = scipy.ndimage.grey_closing
morphological_gradient = scipy.ndimage.morphological_gradient
morphological_laplace = scipy.ndimage.morphological_laplace
white_tophat = scipy.ndimage.white_tophat
black_tophat = scipy.ndimage.black_tophat
distance_transform_bf = scipy.ndimage.distance_transform_bf
distance_transform_cdt = scipy.ndimage.distance_transform_cdt
distance_transform_edt = scipy.ndimage.distance_transform_edt
