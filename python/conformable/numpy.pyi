# Made by scripts/gen_numpy_stub.py from the catalogue.
# ruff: noqa

from typing import Any, Literal, NamedTuple, TypeAlias, overload

from typing_extensions import TypeVar

from conformable._native import Op, Signature, Variable

_Given = TypeVar("_Given", default=Variable)

class _Function(Op[_Given]):
    signature: Signature
    @property
    def path(self) -> str: ...
    @property
    def definition(self) -> str: ...

def find(namespace: str, name: str) -> Any: ...
def names(namespace: str) -> list[str]: ...

# Of what is given it depends whether it is one, or how many there are.
_Some: TypeAlias = Variable | tuple[Variable, ...]
_Listed: TypeAlias = Variable | list[Variable]

class _UniqueAllResult(NamedTuple):
    values: Variable
    indices: Variable
    inverse_indices: Variable
    counts: Variable

class _UniqueCountsResult(NamedTuple):
    values: Variable
    counts: Variable

class _UniqueInverseResult(NamedTuple):
    values: Variable
    inverse_indices: Variable

class _EigResult(NamedTuple):
    eigenvalues: Variable
    eigenvectors: Variable

class _EighResult(NamedTuple):
    eigenvalues: Variable
    eigenvectors: Variable

class _SVDResult(NamedTuple):
    U: Variable
    S: Variable
    Vh: Variable

class _QRResult(NamedTuple):
    Q: Variable
    R: Variable

class _SlogdetResult(NamedTuple):
    sign: Variable
    logabsdet: Variable

class _atleast_1d(_Function[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _atleast_2d(_Function[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _atleast_3d(_Function[_Some]):
    @overload
    def __call__(self, arys: Any, /) -> Variable: ...
    @overload
    def __call__(self, *arys: Any) -> _Some: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _average(_Function[_Some]):
    @overload
    def __call__(self, a: Any, axis: Any = ..., weights: Any = ..., returned: Literal[False] = ..., *, keepdims: Any = ...) -> Variable: ...
    @overload
    def __call__(self, a: Any, axis: Any = ..., weights: Any = ..., *, returned: Literal[True], keepdims: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _intersect1d(_Function[_Some]):
    @overload
    def __call__(self, ar1: Any, ar2: Any, assume_unique: Any = ..., return_indices: Literal[False] = ...) -> Variable: ...
    @overload
    def __call__(self, ar1: Any, ar2: Any, assume_unique: Any = ..., *, return_indices: Literal[True]) -> tuple[Variable, Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linalg_qr(_Function[_Some]):
    @overload
    def __call__(self, a: Any, mode: Literal['reduced'] = ...) -> _QRResult: ...
    @overload
    def __call__(self, a: Any, mode: Literal['f', 'full']) -> _QRResult: ...
    @overload
    def __call__(self, a: Any, mode: Literal['complete']) -> _QRResult: ...
    @overload
    def __call__(self, a: Any, mode: Literal['r']) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linalg_svd(_Function[_Some]):
    @overload
    def __call__(self, a: Any, full_matrices: Literal[True] = ..., compute_uv: Literal[True] = ..., hermitian: Any = ...) -> _SVDResult: ...
    @overload
    def __call__(self, a: Any, full_matrices: Literal[False], compute_uv: Literal[True] = ..., hermitian: Any = ...) -> _SVDResult: ...
    @overload
    def __call__(self, a: Any, full_matrices: Any = ..., *, compute_uv: Literal[False], hermitian: Any = ...) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _linspace(_Function[_Some]):
    @overload
    def __call__(self, start: Any, stop: Any, num: Any = ..., endpoint: Any = ..., retstep: Literal[False] = ..., dtype: Any = ..., axis: Any = ..., *, device: Any = ...) -> Variable: ...
    @overload
    def __call__(self, start: Any, stop: Any, num: Any = ..., endpoint: Any = ..., *, retstep: Literal[True], dtype: Any = ..., axis: Any = ..., device: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polyfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ..., cov: Literal[False] = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ..., cov: Any = ...) -> tuple[Variable, Variable, Variable, Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_chebyshev_chebfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_hermite_hermfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_hermite_e_hermefit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_laguerre_lagfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_legendre_legfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _polynomial_polynomial_polyfit(_Function[_Some]):
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., full: Literal[False] = ..., w: Any = ...) -> Variable: ...
    @overload
    def __call__(self, x: Any, y: Any, deg: Any, rcond: Any = ..., *, full: Literal[True], w: Any = ...) -> tuple[Variable, Variable]: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...
class _where(_Function[_Some]):
    @overload
    def __call__(self, condition: Any, /) -> _Some: ...
    @overload
    def __call__(self, condition: Any, x: Any, y: Any, /) -> Variable: ...
    @overload
    def __call__(self, condition: Any, x: Any, /) -> Variable: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> _Some: ...

abs: _Function
absolute: _Function
acos: _Function
acosh: _Function
add: _Function
all: _Function
allclose: _Function
amax: _Function
amin: _Function
angle: _Function
any: _Function
append: _Function
apply_along_axis: _Function
apply_over_axes: _Function
arange: _Function
arccos: _Function
arccosh: _Function
arcsin: _Function
arcsinh: _Function
arctan: _Function
arctan2: _Function
arctanh: _Function
argmax: _Function
argmin: _Function
argpartition: _Function
argsort: _Function
argwhere: _Function
around: _Function
array: _Function
array2string: _Function
array_equal: _Function
array_equiv: _Function
array_repr: _Function
array_split: _Function[_Listed]
array_str: _Function
asanyarray: _Function
asarray: _Function
asarray_chkfinite: _Function
ascontiguousarray: _Function
asfortranarray: _Function
asin: _Function
asinh: _Function
asmatrix: _Function
astype: _Function
atan: _Function
atan2: _Function
atanh: _Function
atleast_1d: _atleast_1d
atleast_2d: _atleast_2d
atleast_3d: _atleast_3d
average: _average
bartlett: _Function
base_repr: _Function
binary_repr: _Function
bincount: _Function
bitwise_and: _Function
bitwise_count: _Function
bitwise_invert: _Function
bitwise_left_shift: _Function
bitwise_not: _Function
bitwise_or: _Function
bitwise_right_shift: _Function
bitwise_xor: _Function
blackman: _Function
block: _Function
broadcast: _Function
broadcast_arrays: _Function[_Some]
broadcast_shapes: _Function[_Some]
broadcast_to: _Function
busday_count: _Function
busday_offset: _Function
can_cast: _Function
cbrt: _Function
ceil: _Function
class char:
    capitalize: _Function
    count: _Function
    endswith: _Function
    find: _Function
    index: _Function
    isalnum: _Function
    isalpha: _Function
    isdecimal: _Function
    isdigit: _Function
    islower: _Function
    isnumeric: _Function
    isspace: _Function
    istitle: _Function
    isupper: _Function
    lower: _Function
    lstrip: _Function
    replace: _Function
    rfind: _Function
    rindex: _Function
    rstrip: _Function
    startswith: _Function
    str_len: _Function
    strip: _Function
    swapcase: _Function
    title: _Function
    upper: _Function
    zfill: _Function
choose: _Function
clip: _Function
column_stack: _Function
common_type: _Function
compress: _Function
concat: _Function
concatenate: _Function
conj: _Function
conjugate: _Function
convolve: _Function
copy: _Function
copysign: _Function
copyto: _Function
corrcoef: _Function
correlate: _Function
cos: _Function
cosh: _Function
count_nonzero: _Function
cov: _Function
cross: _Function
cumprod: _Function
cumsum: _Function
cumulative_prod: _Function
cumulative_sum: _Function
deg2rad: _Function
degrees: _Function
delete: _Function
diag: _Function
diag_indices: _Function[_Some]
diag_indices_from: _Function[_Some]
diagflat: _Function
diagonal: _Function
diff: _Function
digitize: _Function
divide: _Function
divmod: _Function[_Some]
dot: _Function
dsplit: _Function[_Listed]
dstack: _Function
dtype: _Function
ediff1d: _Function
einsum: _Function
class emath:
    arccos: _Function
    arcsin: _Function
    arctanh: _Function
    log: _Function
    log10: _Function
    log2: _Function
    logn: _Function
    power: _Function
    sqrt: _Function
empty: _Function
empty_like: _Function
equal: _Function
errstate: _Function
exp: _Function
exp2: _Function
expand_dims: _Function
expm1: _Function
extract: _Function
eye: _Function
fabs: _Function
class fft:
    fft: _Function
    fft2: _Function
    fftfreq: _Function
    fftn: _Function
    fftshift: _Function
    hfft: _Function
    ifft: _Function
    ifft2: _Function
    ifftn: _Function
    ifftshift: _Function
    ihfft: _Function
    irfft: _Function
    irfft2: _Function
    irfftn: _Function
    rfft: _Function
    rfft2: _Function
    rfftfreq: _Function
    rfftn: _Function
fill_diagonal: _Function
finfo: _Function
fix: _Function
flatnonzero: _Function
flip: _Function
fliplr: _Function
flipud: _Function
float_power: _Function
floor: _Function
floor_divide: _Function
fmax: _Function
fmin: _Function
fmod: _Function
format_float_positional: _Function
frexp: _Function[_Some]
frombuffer: _Function
fromfile: _Function
fromfunction: _Function
fromiter: _Function
frompyfunc: _Function
fromstring: _Function
full: _Function
full_like: _Function
gcd: _Function
genfromtxt: _Function
geomspace: _Function
geterr: _Function
gradient: _Function[_Some]
greater: _Function
greater_equal: _Function
hamming: _Function
hanning: _Function
heaviside: _Function
histogram: _Function[_Some]
histogram2d: _Function[_Some]
histogram_bin_edges: _Function
histogramdd: _Function[_Some]
hsplit: _Function[_Listed]
hstack: _Function
hypot: _Function
i0: _Function
identity: _Function
iinfo: _Function
imag: _Function
indices: _Function[_Some]
inner: _Function
insert: _Function
interp: _Function
intersect1d: _intersect1d
invert: _Function
is_busday: _Function
isclose: _Function
iscomplex: _Function
iscomplexobj: _Function
isdtype: _Function
isfinite: _Function
isfortran: _Function
isin: _Function
isinf: _Function
isnan: _Function
isnat: _Function
isneginf: _Function
isposinf: _Function
isreal: _Function
isrealobj: _Function
isscalar: _Function
issubdtype: _Function
iterable: _Function
ix_: _Function[_Some]
kaiser: _Function
kron: _Function
lcm: _Function
ldexp: _Function
left_shift: _Function
less: _Function
less_equal: _Function
lexsort: _Function
class lib:
    class scimath:
        arccos: _Function
        arcsin: _Function
        arctanh: _Function
        log: _Function
        log10: _Function
        log2: _Function
        logn: _Function
        power: _Function
        sqrt: _Function
    class stride_tricks:
        as_strided: _Function
        sliding_window_view: _Function
class linalg:
    cholesky: _Function
    cond: _Function
    cross: _Function
    det: _Function
    diagonal: _Function
    eig: _Function[_EigResult]
    eigh: _Function[_EighResult]
    eigvals: _Function
    eigvalsh: _Function
    inv: _Function
    lstsq: _Function[_Some]
    matmul: _Function
    matrix_norm: _Function
    matrix_power: _Function
    matrix_rank: _Function
    matrix_transpose: _Function
    multi_dot: _Function
    norm: _Function
    outer: _Function
    pinv: _Function
    qr: _linalg_qr
    slogdet: _Function[_SlogdetResult]
    solve: _Function
    svd: _linalg_svd
    svdvals: _Function
    tensordot: _Function
    tensorinv: _Function
    tensorsolve: _Function
    trace: _Function
    vecdot: _Function
    vector_norm: _Function
linspace: _linspace
load: _Function
loadtxt: _Function
log: _Function
log10: _Function
log1p: _Function
log2: _Function
logaddexp: _Function
logaddexp2: _Function
logical_and: _Function
logical_not: _Function
logical_or: _Function
logical_xor: _Function
logspace: _Function
class ma:
    MaskedArray: _Function
    abs: _Function
    absolute: _Function
    add: _Function
    all: _Function
    allclose: _Function
    allequal: _Function
    alltrue: _Function
    amax: _Function
    amin: _Function
    anom: _Function
    anomalies: _Function
    any: _Function
    append: _Function
    apply_along_axis: _Function
    arange: _Function
    arccos: _Function
    arccosh: _Function
    arcsin: _Function
    arcsinh: _Function
    arctan: _Function
    arctan2: _Function
    arctanh: _Function
    argmax: _Function
    argmin: _Function
    argsort: _Function
    around: _Function
    array: _Function
    asanyarray: _Function
    asarray: _Function
    atleast_1d: _Function
    atleast_2d: _Function
    atleast_3d: _Function
    average: _Function
    bitwise_and: _Function
    bitwise_or: _Function
    bitwise_xor: _Function
    ceil: _Function
    clump_masked: _Function
    clump_unmasked: _Function
    column_stack: _Function
    compress: _Function
    compress_cols: _Function
    compress_nd: _Function
    compress_rowcols: _Function
    compress_rows: _Function
    compressed: _Function
    concatenate: _Function
    conjugate: _Function
    copy: _Function
    corrcoef: _Function
    cos: _Function
    cosh: _Function
    count: _Function
    count_masked: _Function
    cov: _Function
    cumprod: _Function
    cumsum: _Function
    diag: _Function
    diagonal: _Function
    diff: _Function
    divide: _Function
    dot: _Function
    dstack: _Function
    empty: _Function
    empty_like: _Function
    equal: _Function
    exp: _Function
    expand_dims: _Function
    fabs: _Function
    filled: _Function
    fix_invalid: _Function
    floor: _Function
    floor_divide: _Function
    fmod: _Function
    getdata: _Function
    getmask: _Function
    getmaskarray: _Function
    greater: _Function
    greater_equal: _Function
    harden_mask: _Function
    hsplit: _Function
    hstack: _Function
    hypot: _Function
    identity: _Function
    inner: _Function
    innerproduct: _Function
    isMA: _Function
    isMaskedArray: _Function
    is_mask: _Function
    is_masked: _Function
    isarray: _Function
    less: _Function
    less_equal: _Function
    log: _Function
    log10: _Function
    log2: _Function
    logical_and: _Function
    logical_not: _Function
    logical_or: _Function
    logical_xor: _Function
    make_mask: _Function
    make_mask_none: _Function
    mask_cols: _Function
    mask_or: _Function
    mask_rowcols: _Function
    mask_rows: _Function
    masked_all: _Function
    masked_all_like: _Function
    masked_array: _Function
    masked_equal: _Function
    masked_greater: _Function
    masked_greater_equal: _Function
    masked_inside: _Function
    masked_invalid: _Function
    masked_less: _Function
    masked_less_equal: _Function
    masked_not_equal: _Function
    masked_object: _Function
    masked_outside: _Function
    masked_values: _Function
    masked_where: _Function
    max: _Function
    maximum: _Function
    mean: _Function
    median: _Function
    min: _Function
    minimum: _Function
    mod: _Function
    multiply: _Function
    ndim: _Function
    negative: _Function
    not_equal: _Function
    notmasked_contiguous: _Function
    notmasked_edges: _Function
    ones: _Function
    ones_like: _Function
    outer: _Function
    outerproduct: _Function
    polyfit: _Function
    power: _Function
    prod: _Function
    product: _Function
    ptp: _Function
    ravel: _Function
    remainder: _Function
    repeat: _Function
    reshape: _Function
    resize: _Function
    row_stack: _Function
    set_fill_value: _Function
    shape: _Function[_Some]
    sin: _Function
    sinh: _Function
    size: _Function
    soften_mask: _Function
    sometrue: _Function
    sort: _Function
    sqrt: _Function
    squeeze: _Function
    stack: _Function
    std: _Function
    subtract: _Function
    sum: _Function
    swapaxes: _Function
    take: _Function
    tan: _Function
    tanh: _Function
    trace: _Function
    transpose: _Function
    true_divide: _Function
    unique: _Function[_Some]
    vander: _Function
    var: _Function
    vstack: _Function
    where: _Function
    zeros: _Function
    zeros_like: _Function
matmul: _Function
matrix: _Function
matrix_transpose: _Function
matvec: _Function
max: _Function
maximum: _Function
may_share_memory: _Function
mean: _Function
median: _Function
meshgrid: _Function[_Some | list[Variable]]
min: _Function
min_scalar_type: _Function
minimum: _Function
mod: _Function
modf: _Function[_Some]
moveaxis: _Function
multiply: _Function
nan_to_num: _Function
nanargmax: _Function
nanargmin: _Function
nancumprod: _Function
nancumsum: _Function
nanmax: _Function
nanmean: _Function
nanmedian: _Function
nanmin: _Function
nanpercentile: _Function
nanprod: _Function
nanquantile: _Function
nanstd: _Function
nansum: _Function
nanvar: _Function
ndarray: _Function
ndenumerate: _Function
ndim: _Function
ndindex: _Function
negative: _Function
nextafter: _Function
nonzero: _Function[_Some]
not_equal: _Function
ones: _Function
ones_like: _Function
outer: _Function
packbits: _Function
pad: _Function
partition: _Function
percentile: _Function
permute_dims: _Function
piecewise: _Function
place: _Function
poly: _Function
polyadd: _Function
polyder: _Function
polydiv: _Function[_Some]
polyfit: _polyfit
polyint: _Function
polymul: _Function
class polynomial:
    Chebyshev: _Function
    Hermite: _Function
    HermiteE: _Function
    Laguerre: _Function
    Legendre: _Function
    Polynomial: _Function
    class chebyshev:
        chebfit: _polynomial_chebyshev_chebfit
        chebgauss: _Function[tuple[Variable, Variable]]
        chebval: _Function
        chebvander: _Function
    class hermite:
        hermfit: _polynomial_hermite_hermfit
        hermgauss: _Function[tuple[Variable, Variable]]
        hermval: _Function
        hermvander: _Function
    class hermite_e:
        hermefit: _polynomial_hermite_e_hermefit
        hermegauss: _Function[tuple[Variable, Variable]]
        hermeval: _Function
        hermevander: _Function
    class laguerre:
        lagfit: _polynomial_laguerre_lagfit
        laggauss: _Function[tuple[Variable, Variable]]
        lagval: _Function
        lagvander: _Function
    class legendre:
        legfit: _polynomial_legendre_legfit
        leggauss: _Function[tuple[Variable, Variable]]
        legval: _Function
        legvander: _Function
    class polynomial:
        polyfit: _polynomial_polynomial_polyfit
        polyval: _Function
        polyvander: _Function
polysub: _Function
polyval: _Function
positive: _Function
pow: _Function
power: _Function
printoptions: _Function
prod: _Function
promote_types: _Function
ptp: _Function
put: _Function
put_along_axis: _Function
putmask: _Function
quantile: _Function
rad2deg: _Function
radians: _Function
class random:
    BitGenerator: _Function
    Generator: _Function
    MT19937: _Function
    PCG64: _Function
    Philox: _Function
    RandomState: _Function
    SFC64: _Function
    SeedSequence: _Function
    beta: _Function
    binomial: _Function
    bytes: _Function
    chisquare: _Function
    choice: _Function
    default_rng: _Function
    dirichlet: _Function
    exponential: _Function
    f: _Function
    gamma: _Function
    geometric: _Function
    get_state: _Function
    gumbel: _Function
    hypergeometric: _Function
    laplace: _Function
    logistic: _Function
    lognormal: _Function
    logseries: _Function
    mtrand: Any
    multinomial: _Function
    multivariate_normal: _Function
    negative_binomial: _Function
    noncentral_chisquare: _Function
    noncentral_f: _Function
    normal: _Function
    pareto: _Function
    permutation: _Function
    poisson: _Function
    power: _Function
    rand: _Function
    randint: _Function
    randn: _Function
    random: _Function
    random_integers: _Function
    random_sample: _Function
    ranf: _Function
    rayleigh: _Function
    sample: _Function
    seed: _Function
    set_state: _Function
    shuffle: _Function
    standard_cauchy: _Function
    standard_exponential: _Function
    standard_gamma: _Function
    standard_normal: _Function
    standard_t: _Function
    tomaxint: _Function
    triangular: _Function
    uniform: _Function
    vonmises: _Function
    wald: _Function
    weibull: _Function
    zipf: _Function
ravel: _Function
ravel_multi_index: _Function
real: _Function
real_if_close: _Function
reciprocal: _Function
remainder: _Function
repeat: _Function
require: _Function
reshape: _Function
resize: _Function
result_type: _Function
right_shift: _Function
rint: _Function
roll: _Function
rollaxis: _Function
roots: _Function
rot90: _Function
round: _Function
row_stack: _Function
save: _Function
savetxt: _Function
savez: _Function
savez_compressed: _Function
searchsorted: _Function
select: _Function
set_printoptions: _Function
setdiff1d: _Function
seterr: _Function
setxor1d: _Function
shape: _Function[_Some]
shares_memory: _Function
sign: _Function
signbit: _Function
sin: _Function
sinc: _Function
sinh: _Function
size: _Function
sort: _Function
sort_complex: _Function
spacing: _Function
split: _Function[_Listed]
sqrt: _Function
square: _Function
squeeze: _Function
stack: _Function
std: _Function
class strings:
    capitalize: _Function
    count: _Function
    endswith: _Function
    find: _Function
    index: _Function
    isalnum: _Function
    isalpha: _Function
    isdecimal: _Function
    isdigit: _Function
    islower: _Function
    isnumeric: _Function
    isspace: _Function
    istitle: _Function
    isupper: _Function
    lower: _Function
    lstrip: _Function
    replace: _Function
    rfind: _Function
    rindex: _Function
    rstrip: _Function
    startswith: _Function
    str_len: _Function
    strip: _Function
    swapcase: _Function
    title: _Function
    upper: _Function
    zfill: _Function
subtract: _Function
sum: _Function
swapaxes: _Function
take: _Function
take_along_axis: _Function
tan: _Function
tanh: _Function
tensordot: _Function
class testing:
    assert_: _Function
    assert_allclose: _Function
    assert_almost_equal: _Function
    assert_approx_equal: _Function
    assert_array_almost_equal: _Function
    assert_array_equal: _Function
    assert_array_less: _Function
    assert_equal: _Function
    assert_raises: _Function
    assert_warns: _Function
tile: _Function
trace: _Function
transpose: _Function
trapezoid: _Function
trapz: _Function
tri: _Function
tril: _Function
tril_indices: _Function[_Some]
tril_indices_from: _Function[_Some]
trim_zeros: _Function
triu: _Function
triu_indices: _Function[_Some]
triu_indices_from: _Function[_Some]
true_divide: _Function
trunc: _Function
union1d: _Function
unique: _Function[_Some]
unique_all: _Function[_UniqueAllResult]
unique_counts: _Function[_UniqueCountsResult]
unique_inverse: _Function[_UniqueInverseResult]
unique_values: _Function
unpackbits: _Function
unravel_index: _Function[_Some]
unstack: _Function[_Some]
unwrap: _Function
vander: _Function
var: _Function
vdot: _Function
vecdot: _Function
vecmat: _Function
vectorize: _Function
vsplit: _Function[_Listed]
vstack: _Function
where: _where
zeros: _Function
zeros_like: _Function
