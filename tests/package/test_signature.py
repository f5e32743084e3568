"""Signatures: written three ways, called, applied, composed, solved."""

import pickle

import pytest

import conformable as cf


def concatenation() -> cf.Signature:
    a, b, x, y = cf.dim("a"), cf.dim("b"), cf.dtype("x"), cf.dtype("y")
    return cf.Signature(
        type_vars=[a, b, x, y],
        where=[cf.compatible(x, y)],
        inputs=[cf.Tensor((a,), x), cf.Tensor((b,), y)],
        outputs=[cf.Tensor((cf.ConcatDim([a, b]),), cf.PromotedDType([x, y]))],
    )


WRITTEN = [
    concatenation(),
    cf.Signature("(x[a], y[b]) -> promote(x, y)[a + b] where promotable(x, y)"),
    cf.Signature(
        "(dim a, dim b, dtype x, dtype y) -> "
        "(Tensor((a,), x), Tensor((b,), y)) -> Tensor((ConcatDim([a, b]),), PromotedDType([x, y]))"
        " where promotable(x, y)"
    ),
    cf.Signature("(u[n], v[m]) -> promote(u, v)[m + n] where promotable(u, v)"),
]


@pytest.mark.parametrize("signature", WRITTEN)
def test_three_ways_and_other_names_are_one(signature: cf.Signature) -> None:
    assert signature == WRITTEN[0]
    assert hash(signature) == hash(WRITTEN[0])
    assert str(WRITTEN[0]) == "(x[a], y[b]) -> promote(x, y)[a + b] where promotable(x, y)"


@pytest.mark.parametrize("text", ["+(m,n),(n,p)->(m,p)", "(x[a], y[b]) -> promote(x, y)[a + b]"])
def test_texts_come_back(text: str) -> None:
    signature = cf.Signature(text)
    assert str(signature) == text
    assert eval(repr(signature), {"Signature": cf.Signature}) == signature
    assert pickle.loads(pickle.dumps(signature)) == signature
    assert signature != cf.Signature("(n)->(n)")


def test_variables_without_a_sort() -> None:
    a, b, x = cf.TypeVar("a"), cf.TypeVar(), cf.TypeVar("x")
    sorted_by_word = cf.Signature(
        where=[cf.is_a(a, cf.Dim), cf.is_a(b, "dim"), cf.is_a(x, "DType")],
        inputs=[cf.Tensor((a, b), x)],
        outputs=[cf.Tensor((b, a), x)],
    )
    assert sorted_by_word == cf.Signature("(x[a, b]) -> x[b, a]")
    assert [sort for _, sort in sorted_by_word.type_vars] == ["dtype", "dim", "dim"]


def test_shapes_in_shapes_out() -> None:
    dot = cf.Signature("+(m,n),(n,p)->(m,p)")
    assert dot((3, 4), (4, 5)) == ((3, 5),)
    assert dot((7, 1, 3, 4), (2, 4, 5)) == ((7, 2, 3, 5),)
    assert cf.Signature("=(),()->(),()")((2, 3), (2, 3)) == ((2, 3), (2, 3))
    assert cf.Signature("(M,.k.),(J,.k.)->(J,.k.)")((3, 7, 8), (5, 7, 8), k=2) == ((5, 7, 8),)
    assert cf.Signature("(n)->(n)")(("m",)) == ((cf.dim("m"),),)
    assert cf.Signature("+(d)->()")((4,)) == ((),)
    assert dot((0, 4), (4, 0)) == ((0, 0),)


def test_a_refusal_shows_both_shapes() -> None:
    dot = cf.Signature("+(m,n),(n,p)->(m,p)")
    with pytest.raises(cf.ShapeError) as caught:
        dot((3, 4), (5, 6))
    assert isinstance(caught.value, ValueError)
    assert caught.value.expected == "+(m,n),(n,p)->(m,p)"
    assert len(caught.value.actual) == 2 and caught.value.odd == [0, 1]
    for shown in ("n", "4", "5", "(3, 4)", "(5, 6)"):
        assert shown in str(caught.value)
    with pytest.raises(cf.ShapeError):
        cf.Signature("(d)->()")((2, 3))
    with pytest.raises(cf.TypeCheckError):
        dot((3, 4))


def test_types_in_types_out() -> None:
    dot = cf.Signature("(x[m, n], y[n, p]) -> promote(x, y)[m, p]")
    call = dot.apply(cf.TensorType("float32", (3, 4)), cf.TensorType("int32", (4, 5)))
    assert call.outputs == (cf.TensorType("float64", (3, 5)),)
    assert call.inputs[0] is cf.TensorType("float32", (3, 4))
    assert call.constraints == ()
    learned = dot.apply(cf.TensorType("float32", (3, 4)), cf.TensorType("float32", (None, 5)))
    assert learned.inputs[1] is cf.TensorType("float32", (4, 5))
    with pytest.raises(cf.ShapeError):
        dot.apply(cf.TensorType("float32", (3, 4)), cf.TensorType("float32", (5, 5)))


def test_instantiate_and_compose() -> None:
    add = cf.Signature("(a: T, b: T) -> T")
    fixed = add.instantiate(T=cf.TensorType("float64", (3,)))
    assert fixed == cf.Signature("(a: float64[3], b: float64[3]) -> float64[3]")
    with pytest.raises(KeyError):
        add.instantiate(U=cf.TensorType("float64", (3,)))
    with pytest.raises(TypeError):
        cf.Signature("(n)->(n)").instantiate(n=cf.TensorType("float64", (3,)))
    both = cf.Signature("(n,k)->(k,n)").then(cf.Signature("(a,b)->(a)"))
    assert both((2, 3)) == ((3,),)


def test_all_directions() -> None:
    dot = cf.Signature("(m,n),(n,p)->(m,p)")
    found = list(dot.solve(inputs=[(3, 4), None], outputs=[(3, 5)]))
    assert [solution.inputs for solution in found] == [((3, 4), (4, 5))]
    assert found[0].outputs == ((3, 5),) and found[0].constraints == ()
    halves = next(iter(cf.Signature("(n)->(n//2)").solve(outputs=[(3,)])))
    grounds = halves.ground(10)
    assert sorted(ground[0][0][0] for ground in grounds) == [6, 7]
    assert halves.constraints


def test_a_conflict_names_the_pieces() -> None:
    search = cf.Signature("(m,n),(n,p)->(m,p)").solve(inputs=[(3, 4), None], outputs=[(2, 5)])
    assert list(search) == [] and search.exhaustive
    conflict = search.conflict()
    assert conflict is not None and conflict.minimised
    assert conflict.pieces == ("the size of input 1 at axis 0", "the size of output 1 at axis 0")


@pytest.mark.parametrize(
    ("text", "offset"), [("(m,n->(m)", 4), ("(m?),(m)->(m)", 6), ("(n)->(k)", 6), ("(x[a]) ->", 9)]
)
def test_a_malformed_text_is_pointed_at(text: str, offset: int) -> None:
    with pytest.raises(cf.ParseError) as caught:
        cf.Signature(text)
    assert caught.value.offset == offset


def test_what_is_no_signature() -> None:
    with pytest.raises(TypeError):
        cf.Signature()  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        cf.Signature("(n)->(n)", inputs=["x[n]"])  # type: ignore[call-overload]
    with pytest.raises(ValueError):
        cf.dtype("not a name")
    with pytest.raises((TypeError, ValueError)):
        cf.Signature("(n)->(n)")((-1,))
    with pytest.raises(TypeError):
        cf.Signature("(n)->(n)")("3")
