"""Masked arrays: what NumPy gives for generated expressions, the catalogue says, or nothing. What it refuses NumPy refuses."""

import re
import warnings
from random import Random

import numpy as np
import pytest

from generated import CAUGHT, MISSED, agreement, claims, graded, graded_expressions, needs_binary

pytestmark = needs_binary

SHAPES = ["3", "4", "(3,4)", "(3,4)", "(4,3)", "(3,3)", "(1,4)", "(3,1)", "(2,3,4)", "()", "(0,)", "(1,)"]
DTYPES = "float float float int int bool np.float32 complex np.int8 np.uint16".split()
# Arrays in which something is masked, everything, or nothing.
MASKS = ["", "", ",mask=True", ",mask=False", ",mask=np.arange(np.ones({0}).size)%2"]
OPERATORS = "+ - * / // % ** == != < <= > >= & | ^ @ << >>".split()
OTHERS = ["2", "-1", "1.5", "True", "2j", "np.float32(2)", "np.int8(3)", "[1,2,3]", "[1.0,2,3,4]", "None", "np.ma.masked", "np.ma.nomask", "'a'"]
OTHERS += [f"np.ones({shape})" for shape in SHAPES] + ["np.arange(3)", "np.ones(4,np.float32)", "np.arange(4)>1"]
KEYS = """0 1 -1 3 4 () (0,1) (3,2) (-4,0) (0,7) (slice(None),1) (1,slice(None)) slice(1,3) (slice(1),slice(None,2)) [0,2] None ...
(...,0) (0,...) (None,0) ([0,1],[1,0]) np.array([0,1,1]) np.array([True,False,True]) [] (0,0,0) np.ma.arange(3)""".split()
METHODS = """T mT real imag size ndim shape dtype mask data hardmask sharedmask fill_value filled() filled(0) filled(np.nan) compressed() count() count(0)
count(axis=1) count(axis=0,keepdims=True) count(axis=(0,1)) sum() sum(0) sum(axis=1) sum(axis=-1) sum(axis=2) sum(keepdims=True) sum(axis=0,keepdims=True)
sum(dtype=np.float32) sum(axis=(0,1)) prod() prod(axis=0) product(axis=0) mean() mean(0) mean(axis=1) mean(axis=-1,keepdims=True) mean(dtype=np.float64)
mean(dtype=np.float32) mean(axis=()) std() std(axis=0) std(0,ddof=1) var() var(axis=1) max() max(axis=0) max(1) min() min(axis=-1,keepdims=True) ptp()
ptp(axis=0) any() any(axis=0) all() all(1) argmax() argmax(axis=0) argmin() argmin(1) cumsum() cumsum(axis=0) cumprod(axis=1) anom() anom(0)
trace() round() round(1) clip(0,1) clip(0.5) clip(max=2) dot(np.ones(4)) dot(2) take([0,1]) take([0],axis=0) take(0) argsort() argsort(axis=0) sort()
sort(axis=0) nonzero() searchsorted(1) compress([True,False],axis=0) repeat(2) diagonal() reshape(6,2) reshape(-1) reshape((4,3)) reshape(2,-1) ravel()
flatten() transpose() transpose(1,0) swapaxes(0,1) squeeze() squeeze(0) astype(int) astype(np.float32) astype('f4',copy=False) copy() view() conj()
conjugate() harden_mask() soften_mask() shrink_mask() unshare_mask() tolist() item() item(0) tobytes() iscontiguous() itemsize nbytes get_fill_value()
set_fill_value(1) fill(0) put([0],1) flat baseclass recordmask __len__() masked fill_values Mask to_numpy()""".split()
# Of one array, of two, of one and something else.
OF_ONE = """copy asarray asanyarray array masked_array MaskedArray masked_invalid fix_invalid getmask getmaskarray getdata filled compressed count isMaskedArray is_masked
sqrt exp log abs negative cos floor sum mean std var median average max min ptp any all prod argmax argmin cumsum cumprod anom ravel transpose squeeze
around atleast_1d atleast_2d atleast_3d clump_masked clump_unmasked compress_rows compress_cols mask_rowcols count_masked
masked_all_like zeros_like ones_like empty_like sort shape ndim size diff cov corrcoef unique nonzero is_mask""".split()
BY_AXIS = "sum mean std var median average max min any all prod argmax argmin cumsum anom expand_dims sort count count_masked".split()
OF_TWO = """add subtract multiply divide floor_divide remainder power hypot arctan2 equal less greater_equal logical_and bitwise_or maximum minimum masked_equal
masked_greater masked_less masked_not_equal masked_where dot inner outer append allclose allequal mask_or corrcoef cov masked_values""".split()
JOINED = "concatenate vstack hstack column_stack dstack stack".split()
NUMPYS = """sqrt abs exp log10 isnan isfinite floor add maximum multiply logical_and mean sum max min std var any all prod median cumsum argmax argsort ravel
transpose squeeze asarray array copy shape size ndim round diff where concatenate vstack linalg.norm dot clip unique histogram count_nonzero nonzero
sort nanmean nanmax average percentile interp zeros_like expand_dims array_equal""".split()
MAKERS = """np.ma.zeros(3) np.ma.zeros((2,3),int) np.ma.ones((2,3),dtype=bool) np.ma.empty(4) np.ma.arange(3) np.ma.arange(1,7,2) np.ma.identity(3)
np.ma.masked_all((2,3)) np.ma.masked_all(3,dtype=np.int8) np.ma.array([1,2,3],mask=[1,0,0]) np.ma.array([1,2,3],mask=[1,0])
np.ma.array([[1,2],[3,4]],mask=[1,0,1,0]) np.ma.array([[1,2],[3,4]],mask=[1,0,1]) np.ma.array([1,2],mask=[[1,0]]) np.ma.array(3) np.ma.array([1,2],ndmin=2)
np.ma.array([1.5,2],dtype=int) np.ma.array([1,2],mask=1) np.ma.array([1,2],mask=None) np.ma.array([1,2],mask=np.ma.nomask) np.ma.array([1,2],[True,False])
np.ma.masked_array([1,2],[True,False]) np.ma.masked_array([1,2],[True,False,True]) np.ma.masked_array() np.ma.array([[1,2],[3]])
np.ma.array([1,2,3],mask=[1]) np.ma.array(np.ones((2,3)),mask=np.zeros((3,2))) np.ma.array(np.ones((2,3)),mask=np.zeros(2)) np.ma.masked_inside([1,2,3],1,2)
np.ma.masked_outside(np.ones((2,2)),0,3) np.ma.masked_object(np.array([1,'a'],object),1) np.ma.array(['a','bc']) np.ma.array(np.matrix([[1,2]]))
np.ma.make_mask_none((2,3)) np.ma.make_mask([0,1]) np.ma.masked np.ma.nomask np.ma.array(['a','bc'])[0] np.ma.masked.mask np.ma.masked.dtype
np.ma.array(np.array([(1,2.0)],dtype=[('a',int),('b',float)]))['a'] np.ma.array(np.matrix([[1,2]]))[0] np.ma.array(np.matrix([[1,2]])).sum(axis=0)
np.ma.ones(3)+np.matrix([1,2,3]) np.matrix([1,2,3])*np.ma.ones(3) np.ma.array(np.array(['2020-01-01'],'M8[D]')).max() np.ma.zeros(3).T
np.ma.stack([np.ma.zeros(3),[1,2,3]],axis=1) np.ma.where([True,False],np.ma.zeros(2),1) np.ma.where([True,False],np.ma.zeros(3),1)
np.ma.where([True,False]) np.ma.polyfit(np.arange(4),np.ma.arange(4),1) np.ma.polyfit(np.arange(4),np.ma.arange(4),1)[2]
np.ma.cov(np.ones((3,4))) np.ma.cov(np.ma.ones((1,4))) np.ma.corrcoef(np.ma.ones((3,4))) np.ma.corrcoef(np.ma.ones((3,4)))[0,3]
np.ma.unique(np.ma.ones(3)) np.ma.unique([1,2],return_index=True) np.ma.unique([1,2],return_index=True)[2] np.ma.polyfit(np.arange(4),np.ma.arange(3),1) np.ma.resize([1,2],(2,3))
np.ma.average([1,2],weights=[1,2,3]) np.ma.average(np.ones((2,3)),axis=1,weights=[1,2,3]) np.ma.average(np.ones((2,3)),axis=0,weights=[1,2,3])
np.ma.average(np.ones((2,3)),weights=[1,2,3]) np.ma.median(np.ones((2,3)),axis=1) np.ma.median(np.ones((2,3)),axis=2) np.ma.reshape([1,2,3,4],(2,2))
np.ma.reshape([1,2,3,4],(3,2)) np.ma.take([1,2,3],[0,2]) np.ma.append([1,2],[[3,4]],axis=0) np.ma.isMA(3) np.ma.filled({1:2},0)
isinstance(np.ma.zeros(3),np.ndarray) isinstance(np.ma.zeros(3),np.ma.MaskedArray) isinstance(np.zeros(3),np.ma.MaskedArray)""".split()
STORES = """x[{key}]={value} x[{key}]={value} x[{key}]=np.ma.masked x.mask={value} x.mask[{key}]=True x+={value} x-={value} x*={value} x/={value} x//={value}
x**={value} x%={value} x&={value} x.fill_value=2 x.shape=(4,3) x[x>0]={value} x.mask=np.ma.nomask x.data[{key}]={value} x.T[{key}]=0""".split()


def one(random):
    shape, dtype = random.choice(SHAPES), random.choice(DTYPES)
    if random.random() < 0.1:
        return random.choice(["np.ma.masked_greater(np.arange(12).reshape(3,4),5)", "np.ma.masked_invalid([1.0,np.nan,3])", "np.ma.masked"])
    return f"np.ma.array(np.ones({shape},{dtype}){random.choice(MASKS).format(shape)})"


def expression(random):
    x = one(random)
    other = one(random) if random.random() < 0.5 else random.choice(OTHERS)
    if random.random() < 0.3:
        x, other = other, x
    axis = random.choice([",axis=0", ",axis=1", ",axis=-1", ",axis=2", ",0"])
    match random.choice("ooommmmkk122jnnac"):
        case "o":
            return f"({x}) {random.choice(OPERATORS)} ({other})"
        case "m":
            return f"{one(random)}.{random.choice(METHODS)}"
        case "k":
            return f"{one(random)}[{random.choice(KEYS)}]"
        case "1":
            return f"np.ma.{random.choice(OF_ONE)}({x})"
        case "a":
            return f"np.ma.{random.choice(BY_AXIS)}({x}{axis})"
        case "2":
            return f"np.ma.{random.choice(OF_TWO)}({x},{other})"
        case "j":
            return f"np.ma.{random.choice(JOINED)}([{x},{other}]{random.choice(['', '', axis])})"
        case "n":
            arguments = random.choice([x, x, f"{x},{other}", f"[{x},{other}]", x + axis, f"{x}>0,{x},0"])
            return f"np.{random.choice(NUMPYS)}({arguments})"
    return random.choice(MAKERS)


def store(random):
    value = random.choice([one(random), random.choice(OTHERS)])
    return random.choice(STORES).format(key=random.choice(KEYS), value=value)


def after(made, text):
    """What is of an array after a statement, or why it fails."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        names = {"np": np, "x": eval(made, {"np": np})}
        try:
            exec(text, names)
            return names["x"]
        except Exception as error:
            return error


def without_class(said, found):
    """The members of a revealed type that are of the value's own class, as arrays, and the value as one."""
    members = [(member, re.fullmatch(r"Masked(?:Array|Constant)\[(.*)\]", member)) for member in said.split(" | ")]
    if not any(match for _, match in members):
        return said, found
    masked = isinstance(found, np.ma.MaskedArray)
    own = [match[1] if match else member for member, match in members if bool(match) == masked]
    return " | ".join(own), np.empty(found.shape, found.dtype) if masked else found


def grade(said, found):
    """How a revealed type and a value agree."""
    if said.count("[") and isinstance(found, np.ma.MaskedArray) and "Masked" not in said:
        return claims.CONTRADICTION
    said, found = without_class(said, found)
    return agreement(said, found) if said else claims.CONTRADICTION


@pytest.mark.parametrize("seed", range(4))
def test_generated_expressions(seed, tmp_path):
    random = Random(seed)
    texts = [expression(random) for _ in range(700)]
    grades = graded_expressions(texts, {"np": np}, ["import numpy as np"], tmp_path, grade)
    known, ran = grades[claims.EXACT] + grades[claims.WEAKER], grades.total() - grades[CAUGHT] - grades[MISSED]
    assert known > 0.5 * ran, grades
    assert grades[CAUGHT] > grades[MISSED], grades


@pytest.mark.parametrize("seed", range(2))
def test_generated_stores(seed, tmp_path):
    random = Random(seed)
    pairs = [(one(random), store(random)) for _ in range(500)]
    texts = [f"x = {made}; {text}; reveal_type(x)" for made, text in pairs]
    grades = graded(texts, [after(*pair) for pair in pairs], ["import numpy as np"], tmp_path, grade)
    assert grades[CAUGHT] > 0.4 * (grades[CAUGHT] + grades[MISSED]), grades
