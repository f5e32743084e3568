"""Sparse matrices and arrays: what SciPy gives for generated expressions, the catalogue says, or nothing. What it refuses SciPy
refuses, and the attributes that it has are all that objects of any format have."""

import ast
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from generated import CAUGHT, MISSED, agreement, claims, graded_expressions, needs_binary, share_of_exact

ROOT = Path(__file__).parents[2]

sparse = pytest.importorskip("scipy.sparse")
import scipy.sparse.linalg as sla

FORMATS = "csr csc coo lil dok dia bsr".split()
CLASSES = [f"{name}_{family}" for family in ("matrix", "array") for name in FORMATS]
# The classes that a type may be of: by its own name, or by its family's.
CALLED = {name.title().replace("_", ""): [name] for name in CLASSES}
CALLED |= {"SparseMatrix": CLASSES[: len(FORMATS)], "SparseArray": CLASSES[len(FORMATS) :]}
DTYPES = "float64 float64 float64 int64 float32 complex128 bool int32".split()
SHAPES = [(3, 4), (4, 3), (3, 3), (4, 4), (1, 4), (3, 1), (2, 3)]
OPERATORS = "+ - * @ / + - * @".split()
KEYS = """0 1 -1 3 4 5 (0,1) (3,2) (-4,0) (0,7) (slice(None),1) (1,slice(None)) slice(1,3) (slice(1),slice(None,2)) [0,2]
(slice(None),[0,1]) ([0,1],slice(1)) ([0,1],[1,0]) np.array([0,1,1]) np.array([True,False,True]) (0,[1,2])""".split()
METHODS = """toarray() todense() sum() sum(0) sum(1) sum(axis=0) sum(axis=-1) sum(2) sum(axis=None,dtype=np.float32) mean()
mean(0) mean(axis=1) max() max(axis=0) min() diagonal() diagonal(1) diagonal(-2) trace() tocsr() tocsc() tocoo() tolil() todok()
todia() tobsr() asformat('csr') copy() conj() T transpose() shape ndim dtype nnz data indices indptr row col nonzero()
astype(np.float32) astype('int8') astype(complex) reshape(6,2) reshape((4,3)) reshape(-1,2) getrow(0) getrow(3) getcol(1) getcol(4)
getnnz() A H real imag power(2) maximum(0) format size multiply(2) __len__() to_csr() eliminate_zeros()""".split()
FUNCTIONS = """sparse.issparse({}) sparse.isspmatrix_csr({}) sparse.isspmatrix({}) sparse.find({}) sparse.tril({}) sparse.triu({})
sparse.triu({},k=1,format='csr') sparse.hstack([{},{}]) sparse.vstack([{},{}]) sparse.vstack(({},{}),format='csr') sparse.hstack(({},{}),'csc')
sparse.bmat([[{},None],[None,{}]]) sparse.bmat([[{},{}],[None,{}]]) sparse.bmat([[{}],[{}]]) sparse.bmat([[{},{}]]) sparse.block_diag([{},{}])
sparse.kron({},{}) sparse.kron({},{},format='csr') sla.norm({}) sla.spsolve({},np.ones(3)) sla.spsolve({},np.ones((4,2)))
sla.spsolve({},np.ones((3,1))) sla.cg({},np.ones(3)) sla.gmres({},np.ones(4)) sla.lsqr({},np.ones(3)) sla.svds({},k=1) sla.splu({})
sla.expm({}) sla.inv({}) sla.expm_multiply({},np.ones(3)) np.asarray({}) len({}) abs({}) -{} ({})**2 isinstance({},sparse.csr_matrix) isinstance({},np.ndarray)
isinstance({},sparse.spmatrix) sparse.csr_matrix({}) sparse.csc_matrix({},dtype=np.float32) sparse.csr_array({}) sparse.lil_matrix({}) np.sqrt({})
({}>0) ({}!=0) ({}==0) {}.dot({}) {}.multiply({}) {}.multiply(np.ones((3,1))) {}.multiply(np.ones(4)) {}.dot(np.ones(4)) {}.dot(2)""".split()
MAKERS = """sparse.eye(3) sparse.eye(3,4) sparse.eye(3,format='csr') sparse.eye(3,dtype=int) sparse.identity(4) sparse.identity(2,format='lil')
sparse.random(3,4) sparse.random(3,4,density=0.5,format='csr') sparse.rand(2,2) sparse.diags([1,2,3]) sparse.diags(np.ones(3))
sparse.diags([np.ones(3),np.ones(2)],[0,1]) sparse.diags([np.ones(2),np.ones(3)],[-1,0]) sparse.diags([1,-2,1],[-1,0,1],shape=(4,4))
sparse.diags([1.0,2.0],2) sparse.spdiags(np.ones((2,4)),[0,1],4,4) sparse.csr_matrix(3.0) sparse.csr_matrix([1,2]) sparse.csr_matrix([[1,2],[3,4]])
sparse.csr_array([1,2]) sparse.csr_matrix((np.ones(3),(np.arange(3),np.arange(3)))) sparse.csr_matrix((np.ones(3),(np.arange(2),np.arange(3))))
sparse.coo_matrix((np.ones(4),(np.arange(3),np.arange(3)))) sparse.coo_matrix(([1,2],([0,1],[2,3])),shape=(4,5))
sparse.csr_matrix(([1.0,2],[0,1],[0,1,2])) sparse.csr_matrix(([1.0,2],[0,1],[0,1,2]),shape=(3,3)) sparse.csc_matrix(([1.0,2],[0,1],[0,1,2]),shape=(3,2))
sparse.csr_matrix(([1.0,2],[0],[0,1,2])) sparse.csr_matrix((2,3),dtype='i4') sparse.dok_matrix((2,3)) sparse.lil_array((2,3),dtype=np.float32)
sparse.eye_array(3) sparse.csr_matrix(np.ones((2,2)),shape=(2,2)) sparse.csr_matrix(np.matrix([[1.0,2.0]]))""".split()
DENSE = [f"np.ones({shape})" for shape in ["3", "4", "(4, 2)", "(3, 4)", "(1, 4)", "(4, 1)", "(2, 3)", "(3, 1)"]]
OTHERS = [*DENSE, "2", "0", "1.5", "np.float32(2)", "[1, 2, 3]", "[1.0, 2, 3, 4]", "np.arange(3)", "np.ones(4, np.float32)"]


def one(random):
    dtype, shape = random.choice(DTYPES), random.choice(SHAPES)
    name = random.choice(["csr_matrix"] * 6 + ["csc_matrix", "csr_array", "coo_matrix"] * 2 + CLASSES)
    return f"sparse.{name}(np.ones({shape}, np.{'bool_' if dtype == 'bool' else dtype}))"


def expression(random):
    x = one(random)
    match random.choice("oooommmkkffcd"):
        case "o":
            y = one(random) if random.random() < 0.5 else random.choice(OTHERS)
            left, right = (x, y) if random.random() < 0.7 else (y, x)
            return f"{left} {random.choice(OPERATORS)} {right}"
        case "m":
            return f"{x}.{random.choice(METHODS)}"
        case "k":
            return f"{x}[{random.choice(KEYS)}]"
        case "c":
            return random.choice(MAKERS)
        case "d":
            return f"{x}.T @ {random.choice(DENSE)}"
    text = random.choice(FUNCTIONS)
    return text.format(*(one(random) for _ in range(text.count("{}"))))


def grade(said, found):
    """How a revealed type and a value agree."""
    match = re.fullmatch(r"(\w+)\[(.*)\]", said)
    if match and match[1] in CALLED:
        if type(found).__name__ not in CALLED[match[1]]:
            return claims.CONTRADICTION
        said, found = match[2], np.empty(found.shape, found.dtype)
    if match and match[1] == "Factors":
        return claims.EXACT
    return agreement(said, found)


@needs_binary
@pytest.mark.parametrize("seed", range(4))
def test_generated_expressions(seed, tmp_path):
    random = Random(seed)
    texts = [expression(random) for _ in range(700)]
    head = ["import numpy as np", "from scipy import sparse", "import scipy.sparse.linalg as sla"]
    names = {"np": np, "sparse": sparse, "sla": sla}
    grades = graded_expressions(texts, names, head, tmp_path, grade)
    assert share_of_exact(grades) > 0.5, grades
    assert grades[CAUGHT] > grades[MISSED], grades


def test_every_attribute_is_there():
    """Of objects of any format: a name that none of them has is a mistake."""
    members = {}
    for node in ast.parse((ROOT / "catalogue" / "scipy" / "sparse_classes.pyi").read_text()).body:
        if isinstance(node, ast.ClassDef):
            own = members.setdefault(node.name, set())
            for item in node.body:
                match item:
                    case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
                        own.add(name)
    for name, [made_by] in list(CALLED.items())[: len(CLASSES)]:
        found = {name for name in dir(getattr(sparse, made_by)(np.eye(2))) if not name.startswith("_")}
        family = "SparseMatrix" if name.endswith("Matrix") else "SparseArray"
        assert not found - members["Sparse"] - members[family] - members[name]
