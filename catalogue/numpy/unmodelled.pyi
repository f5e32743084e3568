"""Names that NumPy has and the catalogue says nothing about: what they give is unknown. With them the names
of each namespace are complete, so that one that is nowhere here is a misspelling."""

namespace = numpy

ndarray: Class[numpy.ndarray]
ufunc: Class[numpy.ufunc]
True_: bool_ = True
False_: bool_ = False
ScalarType: Unknown
bmat: Unknown
busdaycalendar: Unknown
datetime_as_string: Unknown
datetime_data: Unknown
einsum_path: Unknown
flatiter: Unknown
format_float_scientific: Unknown
from_dlpack: Unknown
fromregex: Unknown
get_include: Unknown
get_printoptions: Unknown
getbufsize: Unknown
geterrcall: Unknown
info: Unknown
little_endian: Unknown
mask_indices: Unknown
memmap: Unknown
mintypecode: Unknown
nditer: Unknown
nested_iters: Unknown
poly1d: Unknown
recarray: Unknown
sctypeDict: Unknown
setbufsize: Unknown
seterrcall: Unknown
show_config: Unknown
show_runtime: Unknown
test: Unknown
typecodes: Unknown
typename: Unknown

namespace = numpy.linalg

test: Unknown

namespace = numpy.random

PCG64DXSM: Unknown
get_bit_generator: Unknown
set_bit_generator: Unknown
bit_generator: Unknown
test: Unknown

namespace = numpy.fft

test: Unknown

namespace = numpy.testing

BLAS_SUPPORTS_FPE: Unknown
HAS_LAPACK64: Unknown
HAS_REFCOUNT: Unknown
IS_64BIT: Unknown
IS_EDITABLE: Unknown
IS_INSTALLED: Unknown
IS_MUSL: Unknown
IS_PYPY: Unknown
IS_PYSTON: Unknown
IS_WASM: Unknown
IgnoreException: Unknown
KnownFailureException: Unknown
NOGIL_BUILD: Unknown
NUMPY_ROOT: Unknown
SkipTest: Unknown
TestCase: Unknown
assert_array_almost_equal_nulp: Unknown
assert_array_compare: Unknown
assert_array_max_ulp: Unknown
assert_no_gc_cycles: Unknown
assert_no_warnings: Unknown
assert_raises_regex: Unknown
assert_string_equal: Unknown
break_cycles: Unknown
build_err_msg: Unknown
check_support_sve: Unknown
clear_and_catch_warnings: Unknown
decorate_methods: Unknown
jiffies: Unknown
measure: Unknown
memusage: Unknown
print_assert_equal: Unknown
run_threaded: Unknown
rundocs: Unknown
runstring: Unknown
suppress_warnings: Unknown
tempdir: Unknown
temppath: Unknown
test: Unknown
verbose: Unknown

# Whole namespaces of which nothing is said, not even their names.
namespace = numpy

core: Unknown
ctypeslib: Unknown
dtypes: Unknown
exceptions: Unknown
f2py: Unknown
rec: Unknown
typing: Unknown

namespace = numpy.lib

Arrayterator: Unknown
NumpyVersion: Unknown
add_docstring: Unknown
add_newdoc: Unknown
array_utils: Unknown
format: Unknown
index_tricks: Unknown
introspect: Unknown
mixins: Unknown
npyio: Unknown
recfunctions: Unknown
test: Unknown
tracemalloc_domain: Unknown
