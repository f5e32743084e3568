# Made by scripts/gen_numpy_stub.py from the catalogue.
# ruff: noqa

from typing import Any, Literal, TypeAlias, overload

from conformable._native import Op, Variable

def find(namespace: str, name: str) -> Any: ...
def names(namespace: str) -> list[str]: ...

# Of what is given it depends whether it is one, or how many there are.
_Some: TypeAlias = Variable | tuple[Variable, ...]

class _atleast_1d(Op[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _atleast_2d(Op[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _atleast_3d(Op[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _average(Op[_Some]):
    @overload
    def __call__(self, a: Any, axis: Any = ..., weights: Any = ..., returned: Literal[False] = ..., *, keepdims: Any = ...) -> Variable: ...
    @overload
    def __call__(self, a: Any, axis: Any = ..., weights: Any = ..., *, returned: Literal[True], keepdims: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _intersect1d(Op[_Some]):
    @overload
    def __call__(self, ar1: Any, ar2: Any, assume_unique: Any = ..., return_indices: Literal[False] = ...) -> Variable: ...
    @overload
    def __call__(self, ar1: Any, ar2: Any, assume_unique: Any = ..., *, return_indices: Literal[True]) -> tuple[Variable, Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linalg_qr(Op[_Some]):
    @overload
    def __call__(self, a: Any, mode: Literal['reduced'] = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, a: Any, mode: Literal['f', 'full']) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, a: Any, mode: Literal['complete']) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, a: Any, mode: Literal['r']) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linalg_svd(Op[_Some]):
    @overload
    def __call__(self, a: Any, full_matrices: Literal[True] = ..., compute_uv: Literal[True] = ..., hermitian: Any = ...) -> tuple[Variable, Variable, Variable]: ...
    @overload
    def __call__(self, a: Any, full_matrices: Literal[False], compute_uv: Literal[True] = ..., hermitian: Any = ...) -> tuple[Variable, Variable, Variable]: ...
    @overload
    def __call__(self, a: Any, full_matrices: Any = ..., *, compute_uv: Literal[False], hermitian: Any = ...) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linspace(Op[_Some]):
    @overload
    def __call__(self, start: Any, stop: Any, num: Any = ..., endpoint: Any = ..., retstep: Literal[False] = ..., dtype: Any = ..., axis: Any = ..., *, device: Any = ...) -> Variable: ...
    @overload
    def __call__(self, start: Any, stop: Any, num: Any = ..., endpoint: Any = ..., *, retstep: Literal[True], dtype: Any = ..., axis: Any = ..., device: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polyfit(Op[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ..., cov: Literal[False] = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ..., cov: Any = ...) -> tuple[Variable, Variable, Variable, Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _where(Op[_Some]):
    @overload
    def __call__(self, condition: Any, /) -> _Some: ...
    @overload
    def __call__(self, condition: Any, x: Any, y: Any, /) -> Variable: ...
    @overload
    def __call__(self, condition: Any, x: Any, /) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...

abs: Op
absolute: Op
acos: Op
acosh: Op
add: Op
all: Op
allclose: Op
amax: Op
amin: Op
angle: Op
any: Op
append: Op
apply_along_axis: Op
apply_over_axes: Op
arange: Op
arccos: Op
arccosh: Op
arcsin: Op
arcsinh: Op
arctan: Op
arctan2: Op
arctanh: Op
argmax: Op
argmin: Op
argpartition: Op
argsort: Op
argwhere: Op
around: Op
array: Op
array2string: Op
array_equal: Op
array_equiv: Op
array_repr: Op
array_split: Op
array_str: Op
asanyarray: Op
asarray: Op
asarray_chkfinite: Op
ascontiguousarray: Op
asfortranarray: Op
asin: Op
asinh: Op
astype: Op
atan: Op
atan2: Op
atanh: Op
atleast_1d: _atleast_1d
atleast_2d: _atleast_2d
atleast_3d: _atleast_3d
average: _average
bartlett: Op
base_repr: Op
binary_repr: Op
bincount: Op
bitwise_and: Op
bitwise_count: Op
bitwise_invert: Op
bitwise_left_shift: Op
bitwise_not: Op
bitwise_or: Op
bitwise_right_shift: Op
bitwise_xor: Op
blackman: Op
block: Op
broadcast_arrays: Op[_Some]
broadcast_shapes: Op[_Some]
broadcast_to: Op
can_cast: Op
cbrt: Op
ceil: Op
choose: Op
clip: Op
column_stack: Op
common_type: Op
compress: Op
concat: Op
concatenate: Op
conj: Op
conjugate: Op
convolve: Op
copy: Op
copysign: Op
copyto: Op
corrcoef: Op
correlate: Op
cos: Op
cosh: Op
count_nonzero: Op
cov: Op
cross: Op
cumprod: Op
cumsum: Op
cumulative_prod: Op
cumulative_sum: Op
deg2rad: Op
degrees: Op
delete: Op
diag: Op
diag_indices: Op[_Some]
diag_indices_from: Op[_Some]
diagflat: Op
diagonal: Op
diff: Op
digitize: Op
divide: Op
divmod: Op[_Some]
dot: Op
dsplit: Op
dstack: Op
dtype: Op
ediff1d: Op
einsum: Op
empty: Op
empty_like: Op
equal: Op
errstate: Op
exp: Op
exp2: Op
expand_dims: Op
expm1: Op
extract: Op
eye: Op
fabs: Op
class fft:
    fft: Op
    fft2: Op
    fftfreq: Op
    fftn: Op
    fftshift: Op
    hfft: Op
    ifft: Op
    ifft2: Op
    ifftn: Op
    ifftshift: Op
    ihfft: Op
    irfft: Op
    irfft2: Op
    irfftn: Op
    rfft: Op
    rfft2: Op
    rfftfreq: Op
    rfftn: Op
fill_diagonal: Op
finfo: Op
fix: Op
flatnonzero: Op
flip: Op
fliplr: Op
flipud: Op
float_power: Op
floor: Op
floor_divide: Op
fmax: Op
fmin: Op
fmod: Op
format_float_positional: Op
frexp: Op[_Some]
frombuffer: Op
fromfile: Op
fromfunction: Op
fromiter: Op
frompyfunc: Op
fromstring: Op
full: Op
full_like: Op
gcd: Op
genfromtxt: Op
geomspace: Op
geterr: Op
gradient: Op[_Some]
greater: Op
greater_equal: Op
hamming: Op
hanning: Op
heaviside: Op
histogram: Op[_Some]
histogram2d: Op[_Some]
histogram_bin_edges: Op
histogramdd: Op[_Some]
hsplit: Op
hstack: Op
hypot: Op
i0: Op
identity: Op
iinfo: Op
imag: Op
indices: Op[_Some]
inner: Op
insert: Op
interp: Op
intersect1d: _intersect1d
invert: Op
isclose: Op
iscomplex: Op
iscomplexobj: Op
isdtype: Op
isfinite: Op
isfortran: Op
isin: Op
isinf: Op
isnan: Op
isnat: Op
isneginf: Op
isposinf: Op
isreal: Op
isrealobj: Op
isscalar: Op
issubdtype: Op
iterable: Op
ix_: Op[_Some]
kaiser: Op
kron: Op
lcm: Op
ldexp: Op
left_shift: Op
less: Op
less_equal: Op
lexsort: Op
class lib:
    class stride_tricks:
        as_strided: Op
        sliding_window_view: Op
class linalg:
    cholesky: Op
    cond: Op
    cross: Op
    det: Op
    diagonal: Op
    eig: Op[tuple[Variable, Variable]]
    eigh: Op[tuple[Variable, Variable]]
    eigvals: Op
    eigvalsh: Op
    inv: Op
    lstsq: Op[_Some]
    matmul: Op
    matrix_norm: Op
    matrix_power: Op
    matrix_rank: Op
    matrix_transpose: Op
    multi_dot: Op
    norm: Op
    outer: Op
    pinv: Op
    qr: _linalg_qr
    slogdet: Op[tuple[Variable, Variable]]
    solve: Op
    svd: _linalg_svd
    svdvals: Op
    tensordot: Op
    tensorinv: Op
    tensorsolve: Op
    trace: Op
    vecdot: Op
    vector_norm: Op
linspace: _linspace
load: Op
loadtxt: Op
log: Op
log10: Op
log1p: Op
log2: Op
logaddexp: Op
logaddexp2: Op
logical_and: Op
logical_not: Op
logical_or: Op
logical_xor: Op
logspace: Op
matmul: Op
matrix_transpose: Op
matvec: Op
max: Op
maximum: Op
may_share_memory: Op
mean: Op
median: Op
meshgrid: Op[_Some]
min: Op
min_scalar_type: Op
minimum: Op
mod: Op
modf: Op[_Some]
moveaxis: Op
multiply: Op
nan_to_num: Op
nanargmax: Op
nanargmin: Op
nancumprod: Op
nancumsum: Op
nanmax: Op
nanmean: Op
nanmedian: Op
nanmin: Op
nanpercentile: Op
nanprod: Op
nanquantile: Op
nanstd: Op
nansum: Op
nanvar: Op
ndim: Op
negative: Op
nextafter: Op
nonzero: Op[_Some]
not_equal: Op
ones: Op
ones_like: Op
outer: Op
packbits: Op
pad: Op
partition: Op
percentile: Op
permute_dims: Op
piecewise: Op
place: Op
poly: Op
polyadd: Op
polyder: Op
polydiv: Op[_Some]
polyfit: _polyfit
polyint: Op
polymul: Op
polysub: Op
polyval: Op
positive: Op
pow: Op
power: Op
printoptions: Op
prod: Op
promote_types: Op
ptp: Op
put: Op
put_along_axis: Op
putmask: Op
quantile: Op
rad2deg: Op
radians: Op
class random:
    BitGenerator: Op
    Generator: Op
    MT19937: Op
    PCG64: Op
    Philox: Op
    RandomState: Op
    SFC64: Op
    SeedSequence: Op
    beta: Op
    binomial: Op
    bytes: Op
    chisquare: Op
    choice: Op
    default_rng: Op
    dirichlet: Op
    exponential: Op
    f: Op
    gamma: Op
    geometric: Op
    get_state: Op
    gumbel: Op
    hypergeometric: Op
    laplace: Op
    logistic: Op
    lognormal: Op
    logseries: Op
    class mtrand:
        ...
    multinomial: Op
    multivariate_normal: Op
    negative_binomial: Op
    noncentral_chisquare: Op
    noncentral_f: Op
    normal: Op
    pareto: Op
    permutation: Op
    poisson: Op
    power: Op
    rand: Op
    randint: Op
    randn: Op
    random: Op
    random_integers: Op
    random_sample: Op
    ranf: Op
    rayleigh: Op
    sample: Op
    seed: Op
    set_state: Op
    shuffle: Op
    standard_cauchy: Op
    standard_exponential: Op
    standard_gamma: Op
    standard_normal: Op
    standard_t: Op
    tomaxint: Op
    triangular: Op
    uniform: Op
    vonmises: Op
    wald: Op
    weibull: Op
    zipf: Op
ravel: Op
ravel_multi_index: Op
real: Op
real_if_close: Op
reciprocal: Op
remainder: Op
repeat: Op
require: Op
reshape: Op
resize: Op
result_type: Op
right_shift: Op
rint: Op
roll: Op
rollaxis: Op
roots: Op
rot90: Op
round: Op
row_stack: Op
save: Op
savetxt: Op
savez: Op
savez_compressed: Op
searchsorted: Op
select: Op
set_printoptions: Op
setdiff1d: Op
seterr: Op
setxor1d: Op
shape: Op[_Some]
shares_memory: Op
sign: Op
signbit: Op
sin: Op
sinc: Op
sinh: Op
size: Op
sort: Op
sort_complex: Op
spacing: Op
split: Op
sqrt: Op
square: Op
squeeze: Op
stack: Op
std: Op
subtract: Op
sum: Op
swapaxes: Op
take: Op
take_along_axis: Op
tan: Op
tanh: Op
tensordot: Op
class testing:
    assert_: Op
    assert_allclose: Op
    assert_almost_equal: Op
    assert_approx_equal: Op
    assert_array_almost_equal: Op
    assert_array_equal: Op
    assert_array_less: Op
    assert_equal: Op
    assert_raises: Op
    assert_warns: Op
tile: Op
trace: Op
transpose: Op
trapezoid: Op
trapz: Op
tri: Op
tril: Op
tril_indices: Op[_Some]
tril_indices_from: Op[_Some]
trim_zeros: Op
triu: Op
triu_indices: Op[_Some]
triu_indices_from: Op[_Some]
true_divide: Op
trunc: Op
union1d: Op
unique: Op[_Some]
unique_all: Op[tuple[Variable, Variable, Variable, Variable]]
unique_counts: Op[tuple[Variable, Variable]]
unique_inverse: Op[tuple[Variable, Variable]]
unique_values: Op
unpackbits: Op
unravel_index: Op[_Some]
unstack: Op[_Some]
unwrap: Op
vander: Op
var: Op
vdot: Op
vecdot: Op
vecmat: Op
vectorize: Op
vsplit: Op
vstack: Op
where: _where
zeros: Op
zeros_like: Op
