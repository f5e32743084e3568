"""What NumPy's own tests of gufunc signatures hold (`test_ufunc.py`, `test_function_base.py`), said of `cf.Signature`.

`np.vectorize` reads a signature too and is asked where it can. What is otherwise on purpose is in `DIFFERENT`, with
the words of docs/coming-from.md that say so.
"""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import conformable as cf

#: A signature, and its number of dims for each operand.
TAKEN = [
    ("(i),(i)->()", "110"),
    ("(),()->()", "000"),
    ("(n,k),(k,m)->(n,m)", "222"),
    ("(n?,k),(k,m?)->(n?,m?)", "222"),
    ("(3)->()", "10"),
    ("(3),(03,3),(n)->(9)", "1211"),
    ("(3?),(3?,3?),(n)->(9)", "1211"),
    ("(  3)  -> ( )", "10"),
    ("( 3? ) , (3? ,  3?) ,(n )-> ( 9)", "1211"),
    ("(x)->()", "10"),
    ("(x,y)->()", "20"),
    ("(x),(y)->()", "110"),
    ("(x )->()", "10"),
    ("( x , y )->(  )", "20"),
    ("(x),( y) ->()", "110"),
    ("(i1, i12),   (J_1)->(i12, i1)", "212"),
    ("(i1,i2),(J_1)->(J_1)", "211"),
    ("(n),(n)->()", "110"),
]

#: The same with sizes that an output alone has, as they are written here.
MARKED = [
    ("(i1,i2),(J_1)->(_kAB)", "(i1,i2),(J_1)->(!_kAB)"),
    ("(i1, i12),   (J_1)->(i12, i2)", "(i1, i12),   (J_1)->(i12, !i2)"),
    ("(x)->(y)", "(x)->(!y)"),
    ("(x)->(y),()", "(x)->(!y),()"),
    ("(),(a,b,c),(d)->(d,e)", "(),(a,b,c),(d)->(d,!e)"),
    ("(  x)-> (y )  ", "(  x)-> (!y )  "),
    (" (x)->( y),( )", " (x)->( !y),( )"),
    ("(  ), ( a,  b,c )  ,(  d)   ->   (d  ,  e)", "(  ), ( a,  b,c )  ,(  d)   ->   (d  ,  !e)"),
    ("(m,n)->(m,p),(p),(p,n)", "(m,n)->(m,!p),(!p),(!p,n)"),
]

REFUSED = [
    "(i),)i(->()",
    "(i),->()",
    "(x)(y)->()",
    "(x),(y)->",
    "(x",
    "(x)->(y",
    "x->(x)",
    "(x)>(x)",
    "(x,)y->()",
]


@pytest.mark.parametrize(("text", "ranks"), TAKEN)
def test_taken(text: str, ranks: str) -> None:
    signature = cf.Signature(text)
    operands = re.findall(r"\(([^()]*)\)", text)
    assert [len([dim for dim in own.split(",") if dim.strip()]) for own in operands] == [
        *map(int, ranks)
    ]
    assert sum(signature.counts) == len(ranks)
    assert signature.counts[0] == text.partition("->")[0].count("(")


@pytest.mark.parametrize(("theirs", "ours"), MARKED)
def test_taken_with_marks(theirs: str, ours: str) -> None:
    np.vectorize(lambda *args: None, signature=theirs)
    with pytest.raises(cf.ParseError, match="expected a name that an input has"):
        cf.Signature(theirs)
    assert cf.Signature(ours).counts[0] == theirs.partition("->")[0].count("(")


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(ValueError):
        np.vectorize(lambda *args: None, signature=text)
    with pytest.raises(cf.ParseError) as found:
        cf.Signature(text)
    assert 0 <= found.value.offset <= len(text)


def gufuncs() -> list[np.ufunc]:
    linalg = vars(np.linalg._umath_linalg)
    found = [own for own in [*vars(np).values(), *linalg.values()] if isinstance(own, np.ufunc)]
    return [own for own in found if own.signature]


@pytest.mark.parametrize("ufunc", gufuncs(), ids=lambda own: own.__name__)
def test_numpys_own(ufunc: np.ufunc) -> None:
    theirs = ufunc.signature
    assert theirs is not None
    inputs, _, outputs = theirs.partition("->")
    known = set(re.findall(r"[a-z]\w*", inputs))
    marked = re.sub(
        r"[a-z]\w*", lambda found: ("" if found[0] in known else "!") + found[0], outputs
    )
    assert cf.Signature(f"+{inputs}->{marked}").counts == (ufunc.nin, ufunc.nout)


def test_core_dims_are_matched() -> None:
    inner = cf.Signature("+(n),(n)->()")
    assert inner((4, 3), (3,)) == ((4,),)
    bad: list[tuple[tuple[int, ...], ...]] = [((3,), (4,)), ((3,), (1,)), ((), (3,))]
    for shapes in bad:
        with pytest.raises(ValueError):
            np.vecdot(*map(np.ones, shapes))
        with pytest.raises(cf.ShapeError):
            inner(*shapes)
    cross = cf.Signature("+(3),(3)->(3)")
    assert cross((2, 3), (3,)) == ((2, 3),)
    with pytest.raises(cf.ShapeError):
        cross((2,), (3,))
    product = cf.Signature("+(m?,n),(n,p?)->(m?,p?)")
    for shapes in [
        ((2, 3), (3, 4)),
        ((3,), (3, 4)),
        ((2, 3), (3,)),
        ((3,), (3,)),
        ((5, 2, 3), (3, 4)),
    ]:
        assert product(*shapes) == (np.matmul(*map(np.ones, shapes)).shape,)


# What is otherwise on purpose.


def refused(text: str, *shapes: tuple[int, ...]) -> bool:
    with pytest.raises(ValueError):
        cf.Signature(text)(*shapes)
    return True


DIFFERENT: list[tuple[str, Callable[[], bool]]] = [
    ("leading dims that broadcast are written: `+`", lambda: refused("(n),(n)->()", (2, 3), (3,))),
    ("a size that an output alone has is marked", lambda: refused("(n)->(p)", (3,))),
    ("these may stand in parentheses", lambda: str(cf.Signature("((i)),(i)->()")) == "(i),(i)->()"),
    (
        "the form for types",
        lambda: cf.Signature("(x)->x").apply("int").outputs == (cf.PythonType("int"),),
    ),
    ("a signature without inputs", lambda: cf.Signature("->()")() == ((),)),
    ("a space ends a name", lambda: refused("(x y)->()")),
]

DOCS = Path(__file__).resolve().parents[2] / "docs" / "coming-from.md"


@pytest.mark.parametrize(("words", "holds"), DIFFERENT, ids=[words for words, _ in DIFFERENT])
def test_what_differs_is_documented(words: str, holds: Callable[[], bool]) -> None:
    assert holds()
    assert words in DOCS.read_text(encoding="utf-8")
