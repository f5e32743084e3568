"""Statistics: ranks, tests and what they say, distributions."""

# What is computed of two samples of doubles or of ints.
@known_if(any_of(strong(T) == float64, strong(T) == int64, strong(T) == int32), any_of(strong(U) == float64, strong(U) == int64, strong(U) == int32))
def tested(T, U) -> float64: ...


# How many places there are: a row of as many coordinates as the data have is one.
@overload
@guard(at(S, 0) == d)
def places_of(S, d) -> (at(S, 1),): ...
@overload
def places_of(S, d) -> (any_size(),): ...

namespace = scipy.stats

@overload
@guard(method == "average", axis == None)
def rankdata(a: T[*S], method: Value = "average", *, axis: Value = None, nan_policy: Value = "propagate") -> double_of_reals(T)[prod(S)]: ...
@overload
@known_if(method == "average", is_a(axis, int), rank(S) >= 1)
def rankdata(a: T[*S], method: Value = "average", *, axis: OwnAxis = None, nan_policy: Value = "propagate") -> double_of_reals(T)[*S]: ...

# --- tests ---------------------------------------------------------------------------------------

# It is a tuple of two, and has more attributes.
class TestResult(object):
    statistic: pick(0, *parts(self))
    pvalue: pick(0, *parts(self))
    def __len__(self) -> int(2): ...
    def __iter__(self) -> tuple[pick(0, *parts(self)), pick(0, *parts(self))]: ...
    @overload
    @require(k < 2, "there are two", "IndexOutOfRange")
    @require(k >= -2, "there are two", "IndexOutOfRange")
    def __getitem__(self, k: int) -> pick(0, *parts(self)): ...
    @overload
    def __getitem__(self, k: Value) -> Unknown: ...
class LinregressResult(object):
    slope: pick(0, *parts(self))
    intercept: pick(0, *parts(self))
    rvalue: pick(0, *parts(self))
    pvalue: pick(0, *parts(self))
    stderr: float | float64
    intercept_stderr: float | float64
    def __len__(self) -> int(5): ...
    def __iter__(self) -> tuple[pick(0, *parts(self)), pick(0, *parts(self)), pick(0, *parts(self)), pick(0, *parts(self)), Unknown]: ...
    @overload
    @require(k < 5, "there are five", "IndexOutOfRange")
    @require(k >= -5, "there are five", "IndexOutOfRange")
    def __getitem__(self, k: int) -> Unknown: ...
    @overload
    def __getitem__(self, k: Value) -> Unknown: ...

@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, method == None, any_of(axis == 0, axis == -1))
@require(at(S, 0) == at(R, 0), "the samples differ in length")
@require(at(S, 0) >= 2, "at least two of each are wanted")
def pearsonr(x: T[*S], y: U[*R], *, alternative="two-sided", method: Value = None, axis: Value = 0) -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, b != None, nan_policy == "propagate", axis == 0)
@require(at(S, 0) == at(R, 0), "the samples differ in length")
def spearmanr(a: T[*S], b: U[*R] = None, axis: Value = 0, nan_policy: Value = "propagate", alternative="two-sided") -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, nan_policy == "propagate", keepdims == False, kwargs == None)
def kendalltau(x: T[*S], y: U[*R], *, nan_policy: Value = "propagate", method="auto", variant="b", alternative="two-sided", axis=None, keepdims: Value = False, **kwargs) -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, keepdims == False, nan_policy == "propagate", any_of(axis == 0, axis == None, axis == -1))
@require(any_of(at(S, 0) == at(R, 0), at(S, 0) == 1, at(R, 0) == 1), "the samples differ in length")
def linregress(x: T[*S], y: U[*R], alternative="two-sided", *, axis: Value = 0, nan_policy: Value = "propagate", keepdims: Value = False) -> LinregressResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, keepdims == False, nan_policy == "propagate", any_of(axis == 0, axis == None, axis == -1), method == None, kwargs == None)
def ttest_ind(a: T[*S], b: U[*R], *, axis: Value = 0, equal_var=True, nan_policy: Value = "propagate", alternative="two-sided", trim=0, method: Value = None, keepdims: Value = False, **kwargs) -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, keepdims == False, nan_policy == "propagate", any_of(axis == 0, axis == None, axis == -1))
@require(any_of(at(S, 0) == at(R, 0), at(S, 0) == 1, at(R, 0) == 1), "the samples differ in length")
def ttest_rel(a: T[*S], b: U[*R], axis: Value = 0, nan_policy: Value = "propagate", alternative="two-sided", *, keepdims: Value = False) -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, keepdims == False, nan_policy == "propagate", any_of(axis == 0, axis == None, axis == -1))
def mannwhitneyu(x: T[*S], y: U[*R], use_continuity=True, alternative="two-sided", axis: Value = 0, method="auto", *, nan_policy: Value = "propagate", keepdims: Value = False) -> TestResult[decay(tested(T, U)[()])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, keepdims == False, nan_policy == "propagate", any_of(axis == 0, axis == None, axis == -1))
def ks_2samp(data1: T[*S], data2: U[*R], alternative="two-sided", method="auto", *, axis: Value = 0, nan_policy: Value = "propagate", keepdims: Value = False) -> TestResult[decay(tested(T, U)[()])]: ...
# --- along an axis -------------------------------------------------------------------------------

@known_if(nan_policy == "propagate", rank(S) >= 1, axis != None)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def zscore(a: T[*S], axis: Axis | None = 0, ddof=0, nan_policy: Value = "propagate") -> tested(T, T)[*S]: ...
@known_if(nan_policy == "propagate", rank(S) >= 1, axis != None, keepdims == False)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def sem(a: T[*S], axis: Axis | None = 0, ddof=1, nan_policy: Value = "propagate", *, keepdims: Value = False) -> decay(tested(T, T)[*reduce(S, axis, False)]): ...
@known_if(nan_policy == "propagate", rank(S) >= 1, axis != None, keepdims == False)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def skew(a: T[*S], axis: Axis | None = 0, bias=True, nan_policy: Value = "propagate", *, keepdims: Value = False) -> decay(tested(T, T)[*reduce(S, axis, False)]): ...
@known_if(nan_policy == "propagate", rank(S) >= 1, axis != None, keepdims == False)
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def kurtosis(a: T[*S], axis: Axis | None = 0, fisher=True, bias=True, nan_policy: Value = "propagate", *, keepdims: Value = False) -> decay(tested(T, T)[*reduce(S, axis, False)]): ...
@known_if(nan_policy == "propagate", rank(S) >= 1, keepdims == False, is_a(rng, tuple))
@require(rank(reduce(S, axis, False)) >= 0, "the axis is none of the array's", "AxisOutOfRange")
def iqr(x: T[*S], axis: Axis | None = None, rng: Value = (25, 75), scale=1.0, nan_policy: Value = "propagate", interpolation="linear", keepdims: Value = False) -> decay(tested(T, T)[*reduce(S, axis, False)]): ...

# --- what is counted -----------------------------------------------------------------------------

class ModeResult(NamedTuple):
    mode: ...
    count: ...
class BinnedStatisticResult(NamedTuple):
    statistic: ...
    bin_edges: ...
    binnumber: ...

@known_if(nan_policy == "propagate", rank(S) >= 1, is_a(axis, int), keepdims == False)
def mode(a: T[*S], axis: OwnAxis = 0, nan_policy: Value = "propagate", keepdims: Value = False) -> ModeResult[decay(unknown()[*reduce(S, axis, False)]), decay(unknown()[*reduce(S, axis, False)])]: ...
@raises("ValueError")
@known_if(rank(S) == 1, rank(R) == 1, is_a(bins, int), is_a(values, array))
@require(at(S, 0) == at(R, 0), "x and the values differ in length")
def binned_statistic(x: T[*S], values: U[*R], statistic="mean", bins: int(n) = 10, range=None) -> BinnedStatisticResult[unknown()[n], float64[n + 1], int64[at(S, 0)]]: ...

# --- distributions -------------------------------------------------------------------------------

@overload
@guard(rank(S) == 1)
def gaussian_kde(dataset: T[*S], bw_method=None, weights=None) -> KernelDensity[1]: ...
@overload
@known_if(rank(S) == 2)
def gaussian_kde(dataset: T[*S], bw_method=None, weights=None) -> KernelDensity[at(S, 0)]: ...

@made_by("gaussian_kde")
class KernelDensity(object):
    # A single place may be given as a vector.
    @overload
    @raises("ValueError")
    @guard(rank(S) == 2, any_of(at(S, 0) >= 2, at(S, 0) == pick(0, *parts(self))))
    @require(at(S, 0) == pick(0, *parts(self)), "the places have another number of coordinates than the data")
    def __call__(self, points: T[*S]) -> unknown()[*places_of(S, pick(0, *parts(self)))]: ...
    @overload
    @known_if(rank(S) == 1, pick(0, *parts(self)) == 1)
    def __call__(self, points: T[*S]) -> unknown()[at(S, 0)]: ...
