"""Signatures: written three ways, called, applied, composed, solved."""

import pickle
from typing import Any

import numpy as np
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


def test_ground_has_all_or_says_that_it_stopped() -> None:
    def factors(size: int) -> Any:
        return next(iter(cf.Signature("(n*m)->(n),(m)").solve(inputs=[(size,)])))

    for size, count in [(12, 6), (1_001_000, 128), (1_000_003, 2)]:
        found = factors(size).ground(1000)
        assert len(found) == count and found.exhaustive
        assert all(n * m == size for _, ((n,), (m,)) in found)
    some = factors(12).ground(4)
    assert len(some) == 4 and not some.exhaustive and some == list(factors(12).ground(6))[:4]
    exactly = factors(12).ground(6)
    assert exactly.exhaustive and exactly[0] == (((12,),), ((1,), (12,)))
    free = next(iter(cf.Signature("(n)->(n//2)").solve())).ground(5)
    assert len(free) == 5 and not free.exhaustive


def test_several_skips_are_tried_out() -> None:
    skips = cf.Signature("(.a.,.b.)->(.a.),(.b.)")
    search = skips.solve(inputs=[(1, 2, 3)], outputs=[(1,), (2, 3)])
    assert [solution.outputs for solution in search] == [((1,), (2, 3))] and search.exhaustive
    search = skips.solve(inputs=[(1, 2)])
    found = {solution.outputs for solution in search}
    assert found == {((), (1, 2)), ((1,), (2,)), ((1, 2), ())} and search.exhaustive


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("(n*m,m-n)->()", [(2, 3)]),
        ("(n-k+1),(n*m,min(m,n))->()", [(3,), (5, 2)]),
        ("(n*3//2)->()", [(2,)]),
        ("(n*m,n+m)->()", [(1_000_003, 5)]),
    ],
)
def test_what_no_sizes_satisfy_is_refused(text: str, shapes: list[tuple[int, ...]]) -> None:
    with pytest.raises(cf.ShapeError):
        cf.Signature(text)(*shapes)


@pytest.mark.parametrize(
    ("text", "offset"),
    [("(n+1?)->()", 1), ("(n)->(!n)", 6), ("(-1)->()", 1), ("(2-3)->()", 1), ("(n)->(!n+1)", 6)],
)
def test_marks_that_mean_nothing_are_refused(text: str, offset: int) -> None:
    with pytest.raises(cf.ParseError) as caught:
        cf.Signature(text)
    assert caught.value.offset == offset


def test_a_size_that_the_data_decide_is_one_wherever_it_stands() -> None:
    shared = cf.Signature("(m,n)->(!k),(!k),(!j)")
    first, second, third = shared((2, 3))
    assert first == second and first != third
    (solution,) = shared.solve(inputs=[(2, 3)])
    assert solution.outputs[0] == solution.outputs[1] != solution.outputs[2]


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


def test_orders_and_devices() -> None:
    x, n, m = cf.dtype("x"), cf.dim("n"), cf.dim("m")
    order, device = cf.order("o"), cf.device("d")
    turned = cf.Signature(
        inputs=[cf.Tensor((n, m), x, order=order, device=device)],
        outputs=[cf.Tensor((m, n), x, order=order, device=device)],
    )
    assert str(turned) == "(x[n, m; order=o, device=d]) -> x[m, n; order=o, device=d]"
    assert turned == cf.Signature("(y[a, b; order=p, device=e]) -> y[b, a; order=p, device=e]")
    assert pickle.loads(pickle.dumps(turned)) == turned
    assert [sort for _, sort in turned.type_vars] == ["dtype", "dim", "dim", "order", "device"]
    fortran = cf.TensorType("float64", (3, 4), "F", "cuda:0")
    assert turned.apply(fortran).outputs == (cf.TensorType("float64", (4, 3), "F", "cuda:0"),)
    (found,) = turned.solve(outputs=[fortran])
    assert found.inputs == (cf.TensorType("float64", (4, 3), "F", "cuda:0"),)
    # Of an array of unknown layout they are not known either, and they are one.
    (open_,) = turned.apply(cf.TensorType("float64", (3, 4))).outputs
    assert str(open_) == "float64[4, 3; order=o, device=d]"
    assert turned.instantiate(o="C", d="cpu") == cf.Signature(
        "(x[n, m; C, device=cpu]) -> x[m, n; C, device=cpu]"
    )
    with pytest.raises(TypeError, match="`o` is an order"):
        turned.instantiate(o="G")
    both = cf.Signature("(x[n, m; order=o], x[n, m; order=o]) -> x[n, m; order=o]")
    with pytest.raises(cf.TypeCheckError, match="`o` is F, C in input 2"):
        both.apply(cf.TensorType("float64", (3, 4), "F"), cf.TensorType("float64", (3, 4), "C"))


def test_lists_of_unknown_length() -> None:
    stack = cf.Signature("(xs: Sequence[T[*S]]) -> promote(T)[*stack(S, 0)]")
    row = cf.TensorType("float32", ("n",))
    assert stack.apply(cf.ListType((row,))).outputs == (cf.TensorType("float32", (1, "n")),)
    assert stack.apply(cf.ListType(row)).outputs == (cf.TensorType("float32", (None, "n")),)
    assert stack.apply(cf.TupleType(row, ...)).inputs == (cf.TupleType(row, ...),)
    concat = cf.Signature("(xs: Sequence[T[*S]]) -> promote(T)[*concat(S, 0)]")
    with pytest.raises(cf.TypeCheckError):
        concat.apply(cf.ListType(cf.TensorType("float32", ())))


def test_dialects_of_promotion() -> None:
    text = "(x[n], y[n]) -> promote(x, y)[n]"
    a, b = cf.TensorType("int32", (3,)), cf.TensorType("float32", (3,))
    outputs = {
        dialect: str(cf.Signature(text, dialect=dialect).apply(a, b).outputs[0])
        for dialect in ("numpy", "jax", "torch", "pytensor", "pyccel")
    }
    assert outputs == {
        "numpy": "float64[3]",
        "jax": "float32[3]",
        "torch": "float32[3]",
        "pytensor": "float64[3]",
        "pyccel": "float64[3]",
    }
    strict = cf.Signature(text + " where promotable(x, y)", dialect="array-api")
    with pytest.raises(cf.TypeCheckError, match="promotable"):
        strict.apply(a, b)
    assert strict.dialect == "array-api" and strict != cf.Signature(str(strict))
    for again in (pickle.loads(pickle.dumps(strict)), eval(repr(strict), vars(cf))):
        assert again == strict and again.dialect == "array-api"
    jax = cf.Signature(text, dialect="jax")
    (found,) = jax.solve(inputs=[a, b])
    assert found.outputs == (b,)
    assert jax.instantiate(x="int8").apply(cf.TensorType("int8", (3,)), b).outputs == (b,)
    assert jax.then(cf.Signature("(z[m]) -> z[m, m]")).apply(a, b).outputs == (
        cf.TensorType("float32", (3, 3)),
    )
    with pytest.raises(ValueError, match="one of numpy"):
        cf.Signature(text, dialect="basic")


def array(*shape: int | str | None) -> cf.TensorType:
    return cf.TensorType("float64", shape)


SVD = (
    "(a: T[*S, m, n], full: bool) -> T[*S, m, either(m, min(m, n), full)], "
    "T[*S, min(m, n)], T[*S, either(n, min(m, n), full), n]"
)


@pytest.mark.parametrize("shape", [(7, 5, 3), (3, 5), (4, 4), (2, 0, 3)])
@pytest.mark.parametrize("full", [True, False])
def test_svd_with_its_flag(shape: tuple[int, ...], full: bool) -> None:
    given = cf.Signature(SVD).apply(array(*shape), cf.Literal(full)).outputs
    computed = np.linalg.svd(np.ones(shape), full)
    assert [own.shape for own in given] == [own.shape for own in computed]  # type: ignore[attr-defined]
    # Not known, it is either.
    either = cf.Signature(SVD).apply(array(*shape), "bool").outputs
    assert all(own.is_super(known) for own, known in zip(either, given, strict=True))


@pytest.mark.parametrize(
    ("shape", "flags"), [((5, 5), ["Literal[True]"]), ((5, 3), ["Literal[False]"]), ((5, 4), [])]
)
def test_the_flag_of_an_svd_is_found(shape: tuple[int, ...], flags: list[str]) -> None:
    solutions = cf.Signature(SVD).solve(
        inputs=[array(5, 3), None], outputs=[array(*shape), None, None]
    )
    assert [str(own.inputs[1]) for own in solutions] == flags and solutions.exhaustive
    known: Any = next(
        cf.Signature(SVD).solve(
            inputs=[None, "Literal[True]"], outputs=[array(4, 4), array(3), None]
        )
    )
    assert known.inputs[0] is array(4, 3)


def test_of_overloads_all_that_may_be_meant_are_joined() -> None:
    flag = cf.Signature("((Literal[True]) -> int8[3]) | ((Literal[False]) -> int8[4])")
    assert [
        str(flag.apply(own).outputs[0]) for own in ("Literal[True]", "Literal[False]", "bool")
    ] == [
        "int8[3]",
        "int8[4]",
        "int8[?]",
    ]
    kind = cf.Signature("((int) -> int8[3]) | ((str) -> float64[3]) | ((T) -> T)")
    assert str(kind.apply("int").outputs[0]) == "int8[3]"
    assert str(kind.apply("int | str").outputs[0]) == "float64[3] | int | int8[3] | str"
    # What is certain stays so.
    rank = cf.Signature("((x[n]) -> x[]) | ((x[n, m]) -> x[m])")
    assert str(rank.apply("float64[n]").outputs[0]) == "float64[]"
    listed = cf.Signature("((list[int]) -> int8[1]) | ((list[T]) -> int8[2])")
    assert str(listed.apply("list[int]").outputs[0]) == "int8[1]"
    assert str(listed.apply("list[str]").outputs[0]) == "int8[2]"


MESSAGES: list[tuple[str, list[cf.Type | str | None], list[cf.Type | str] | None, str]] = [
    ("(x[k*n], Int[k]) -> list[x[n]]", [array(12), cf.Literal(5)], None, "`k` is 5 in input 2, k*n is 12 in input 1"),
    (
        "(x[a, b], y[c, d]) -> promote(x, y)[a + c, b + d]",
        [array(6, 2), None],
        [array(5, 4)],
        "c + 6 is wanted in output 1, not 5",
    ),
    (
        "(x[N, C, H], y[K, C, R], Int[s], Int[p]) -> x[N, K, (H + 2*p - R)//s + 1]",
        [array(1, 3, 2), array(4, 3, 5), cf.Literal(1), cf.Literal(0)],
        None,
        "(H - R + 2*p)//s + 1 is -2, and a size is at least 0",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "inputs", "outputs", "message"), MESSAGES)
def test_messages_have_the_names_of_the_signature(
    text: str, inputs: list[Any], outputs: list[Any] | None, message: str
) -> None:
    signature = cf.Signature(text)
    if outputs is None:
        with pytest.raises(cf.ShapeError) as raised:
            signature.apply(*inputs)
        said = str(raised.value)
    else:
        solutions = signature.solve(inputs=inputs, outputs=outputs)
        assert list(solutions) == [] and solutions.exhaustive
        conflict = solutions.conflict()
        assert conflict is not None
        said = conflict.message
    assert said.splitlines()[0] == message and "#" not in said


def test_no_solution_has_a_negative_size() -> None:
    signature = cf.Signature("=(n,(m)+(n))->((m)-(2),(m)*(m)),()")
    for solution in signature.solve(outputs=[(2, 0, 4), (2,)]):
        for inputs, _ in solution.ground(20):
            assert all(size >= 0 for shape in inputs for size in shape)


def test_variables_that_are_listed_are_all() -> None:
    a, b, x = cf.dim("a"), cf.dim("b"), cf.dtype("x")
    with pytest.raises(ValueError, match="only the variables that are given, `a`, `x`, found `b`"):
        cf.Signature(type_vars=[a, x], inputs=[cf.Tensor((a, b), x)], outputs=[cf.Tensor((b,), x)])
    with pytest.raises(TypeError, match="says what a variable stands for"):
        cf.Signature(where=[isinstance(a, int)], inputs=[cf.Tensor((a,), x)], outputs=[])


def test_sizes_are_at_least_0() -> None:
    minus = cf.Signature("(x[n]) -> x[n - 5]")
    for text, n in [
        ("(x[n]) -> x[n - 5]", 3),
        ("(x[n]) -> x[n]", -1),
        ("(n)->(n-5)", 3),
        ("(n)->(n)", -2),
    ]:
        with pytest.raises(ValueError, match="a size is at least 0"):
            cf.Signature(text).instantiate(n=n)
    with pytest.raises(ValueError, match="a size is at least 0"):
        cf.Signature("(list[x[n]]) -> tuple[int, x[2*n - 9]]").instantiate(n=4)
    assert str(minus.instantiate(n=7)) == "(x[7]) -> x[2]"
    # Values may be negative, and so may what a size is made of.
    assert (
        str(cf.Signature("(x[m], int(n)) -> x[m]").instantiate(n=-1))
        == "(x[m], Literal[-1]) -> x[m]"
    )
    assert str(cf.Signature("(x[n + 5]) -> x[n + 1]").instantiate(n=-1)) == "(x[4]) -> x[0]"


def test_inputs_by_name() -> None:
    both = cf.Signature("(x: T[*S], y: U[*R], *, k: int = 1) -> promote(T, U)[*broadcast(S, R)]")
    x, y = cf.TensorType("float32", (3, 1)), cf.TensorType("float64", (4,))
    wanted = both.apply(x, y)
    # In the order of the parameters, whatever the order in which they are given.
    assert both.apply(y=y, x=x) == both.apply(x, y=y) == wanted
    assert both.apply(x, y, k=2).inputs == (x, y, cf.Literal(2))
    assert both.apply("float32[3, 1]", y="float64[4]") == wanted
    assert both(x=(3, 1), y=(4,)) == both((3, 1), (4,)) == ((3, 4),)
    for args, given, said in [
        ((x,), {"z": y}, "unexpected keyword argument `z`"),
        ((x, y), {"x": x}, "two values for `x`"),
        ((), {"y": y}, "missing argument: `x`"),
        ((x, y, "int"), {}, "takes 2 positional arguments but 3 were given"),
    ]:
        with pytest.raises(cf.ArgumentError, match=said):
            both.apply(*args, **given)
    [found] = both.solve(y=y, k=2, outputs=["float64[3, 4]"], inputs=["float64[3, 1]"])
    assert found.inputs[1:] == (y, cf.Literal(2))
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `z`"):
        both.solve(z=y)
    with pytest.raises(cf.ArgumentError, match="two values for `x`"):
        both.solve(inputs=[x], x=x)


def test_what_is_skipped_is_named() -> None:
    skips = cf.Signature("(M,.k.),(J,.k.)->(J,.k.)")
    assert skips((3, 7, 8), (5, 7, 8), k=2) == ((5, 7, 8),)
    asked: list[tuple[Any, list[Any]]] = [
        (skips, [(3, 7), (5, 7)]),
        (skips.apply, ["?[3, 7]", "?[5, 7]"]),
    ]
    for ask, types in asked:
        with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `q`"):
            ask(*types, q=1)
        with pytest.raises(cf.DTypeError, match="`k` is a number of dims"):
            ask(*types, k=None)
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `M`"):
        skips.solve(M=3)


def test_each_of_several_binds_names_by_itself() -> None:
    either = cf.Signature("((x: T[n]) -> T[]) | ((x: T[n, m], axis: int) -> T[m])")
    assert either.apply("float64[3, 4]", axis=0).outputs == (cf.parse_type("float64[4]"),)
    assert either.apply(x="float64[3]").outputs == (cf.parse_type("float64[]"),)
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `k`"):
        either.apply("float64[3]", k=0)
    one, other = either.overloads
    assert one.apply("float64[3]").outputs == (cf.parse_type("float64[]"),)
    assert other.overloads == (other,) and other.counts == (2, 1) and other.path is None


def test_an_axis_that_does_not_matter_is_one_that_there_is() -> None:
    rows = cf.Signature("(x[*S], axis: int) -> x[*reduce(S, axis, False)]")
    for given, wanted in (("int8[3, 3]", "int8[3]"), ("int8[n, n]", "int8[n]")):
        (found,) = rows.solve(inputs=[given, None], outputs=[wanted])
        assert found.constraints == ("-2 <= axis", "axis <= 1")
    (found,) = rows.solve(inputs=["int8[3, 3]", None], outputs=["int8[3]"])
    axes: list[Any] = [inputs[1] for inputs, _ in found.ground(limit=9)]
    assert sorted(axis.value for axis in axes) == [-2, -1, 0, 1]
    (found,) = cf.numpy.sum.signature.solve(["float64[3, 3]"], ["float64[3]"], axis="int")
    assert len(found.constraints) == 2
    for function in (cf.numpy.cumsum, cf.numpy.flip):
        (found,) = function.signature.solve(["float64[3, 4]"], ["float64[3, 4]"], axis="int")
        assert len(found.constraints) == 2
    assert list(rows.solve(inputs=["int8[3, 3]", cf.Literal(7)], outputs=["int8[3]"])) == []
    # Inserted dims have one place more.
    (found,) = cf.Signature("(x[*S], axis: int) -> x[*edit(S, axis, 'insert', 1)]").solve(
        inputs=["int8[1]", None], outputs=["int8[1, 1]"]
    )
    assert found.constraints == ("-2 <= axis", "axis <= 1")
    (found,) = cf.Signature("(x[*S], axis: int) -> x[at(S, axis)]").solve(
        inputs=["int8[3, 3]", None]
    )
    assert found.constraints == ("-2 <= axis", "axis <= 1")


def test_what_is_given_of_an_output_is_kept() -> None:
    for function, inputs, output in (
        (cf.numpy.stack, "list[float64[3]]", "float64[2, 3]"),
        (cf.numpy.concatenate, "list[float64[?, 3]]", "float64[7, 3]"),
        (cf.numpy.concatenate, "list[float64[?, 3]]", "float64[n, 3]"),
        (cf.numpy.concatenate, "list[float64[?, 3]]", "float64[?, 3]"),
    ):
        (found,) = function.signature.solve([inputs], [output])
        assert [str(ty) for ty in found.outputs] == [output]
    assert list(cf.numpy.stack.signature.solve(["list[float64[3]]"], ["float64[2, 4]"])) == []


def test_what_would_be_two_things_is_refused() -> None:
    with pytest.raises(cf.ParseError, match=r"`\.k\.` at most once in an operand"):
        cf.Signature("(.k.,.k.)->(.k.)")
    for text in ("(n)->(n//0)", "(n)->(n%(1-1))", "(n//0)->(n)", "(x[n]) -> x[n//0]"):
        with pytest.raises(cf.ParseError, match="a divisor other than 0"):
            cf.Signature(text)
    assert cf.Signature("(n)->(n//2)")((5,)) == ((2,),)


def test_two_types_of_one_name_are_no_sizes() -> None:
    same = cf.Signature("(T, T) -> T")
    for pair in (("int8", "int16"), ("float64[3]", "float32[3]"), ("None", "int")):
        with pytest.raises(cf.DTypeError):
            same.apply(*pair)
    with pytest.raises(cf.ShapeError):
        same.apply("float64[3]", "float64[4]")


def test_inputs_are_found_by_name_and_by_value() -> None:
    rows = cf.Signature("(x: T[*S], axis: int) -> T[*reduce(S, axis, False)]")
    (found,) = rows.solve(inputs={"x": "int8[3, 4]", "axis": 1}, outputs=["int8[3]"])
    assert str(found) == "int8[3, 4], Literal[1] -> int8[3]"
    by_name = rows.solve(inputs={"x": "int8[3, 4]", "axis": None}, outputs=["int8[4]"])
    assert [str(one.inputs[1]) for one in by_name] == ["Literal[0]", "Literal[-2]"]
    (found,) = rows.solve(inputs=["int8[3, 4]", 1])
    assert str(found.outputs[0]) == "int8[3]"
    with pytest.raises(cf.ArgumentError, match="unexpected keyword argument `z`"):
        rows.solve(inputs={"z": "int8[3, 4]"})
    with pytest.raises(TypeError, match="outputs are given in order"):
        rows.solve(inputs=["int8[3, 4]", 1], outputs={"x": "int8[3]"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "given", "said"),
    [
        ("a < b", (3, 3), "a < b does not hold: 3 and 3"),
        ("a < b", ("n", "n"), "a < b does not hold: n and n"),
        ("a > b", (3, 4), "a > b does not hold: 3 and 4"),
        ("a >= b", (3, 4), "a >= b does not hold: 3 and 4"),
        ("a <= b", (5, 4), "a <= b does not hold: 5 and 4"),
        ("a > 5", (3, 4), "a > 5 does not hold: 3 and 5"),
        ("2*a < b - 1", (3, 4), "2*a < b - 1 does not hold: 6 and 3"),
        ("a == b", (3, 4), "a == b does not hold: 3 and 4"),
    ],
)
def test_a_condition_is_said_as_it_was_written(condition: str, given: Any, said: str) -> None:
    signature = cf.Signature(f"(x[a], y[b]) -> x[a] where {condition}")
    with pytest.raises(cf.ShapeError) as raised:
        signature.apply(*(array(size) for size in given))
    assert str(raised.value).splitlines()[0] == said


def test_a_conflict_quotes_what_was_given() -> None:
    def said(text: str, *inputs: Any) -> list[str]:
        solutions = cf.Signature(text).solve(inputs=list(inputs))
        conflict = solutions.conflict()
        assert conflict is not None
        return conflict.message.splitlines()[1:]

    assert said("(T[n], T[n]) -> T[n]", "float64[3]", "float32[3]") == [
        "  input 1: float64[3]",
        "  input 2: float32[3]",
    ]
    assert said("(x[n]) -> x[n] where n > 3", "float64[3]") == ["  input 1: float64[3]"]
    assert said("(n)->(n)", ("a", "b")) == ["  input 1: (a, b)"]


def test_parts() -> None:
    typed = cf.Signature("(x[n], y[m], *, k: int=2) -> x[n + k], list[y[m]] where n <= m, k < n")
    assert typed.inputs == ("x[n]", "y[m]", "k: int=2")
    assert typed.outputs == ("x[k + n]", "list[y[m]]")
    assert typed.where == ("n <= m", "k + 1 <= n")
    shapes = cf.Signature("+(m?,n),(n|1)->(m?,!k)")
    assert (shapes.inputs, shapes.outputs, shapes.where) == (("(m?,n)", "(n|1)"), ("(m?,!k)",), ())
    entry = cf.numpy.swapaxes.signature
    assert entry.inputs == ("a: T[*S]", "axis1: int", "axis2: int")
    assert entry.outputs == ("strong(T)[*swap(S, axis1, axis2)]",)
    several = cf.numpy.where.signature
    assert several.overloads[1].inputs == ("condition: C[*P]", "x: T[*S]", "y: U[*R]")
    with pytest.raises(ValueError, match="each of `overloads` has its own parts"):
        several.inputs  # noqa: B018
