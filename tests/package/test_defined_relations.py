"""Relations that programs define: forwards, backwards, in constraints, in explanations."""

import itertools
from typing import Any, NoReturn

import pytest

import conformable as cf


def padded(n: int, multiple: int) -> int:
    """The least multiple that n fits into."""
    if multiple <= 0:
        raise ValueError(f"no size is a multiple of {multiple}")
    return -(-n // multiple) * multiple


def unpadded(result: int, n: int | None, multiple: int | None) -> list[tuple[int, int]] | None:
    """All n that are padded to the result; of an unknown multiple nothing is listed."""
    if multiple is None:
        return None
    return [
        (own, multiple)
        for own in range(max(result - multiple + 1, 0), result + 1)
        if padded(own, multiple) == result
    ]


pad_to = cf.define_relation("pad_to", padded, unpadded)
even = cf.define_relation("is_even", lambda n: n % 2 == 0, gives="truth")
twice_as_long = cf.define_relation(
    "twice_as_long",
    lambda shape: tuple(2 * size for size in shape),
    lambda result, shape: (
        [] if any(size % 2 for size in result) else [(tuple(size // 2 for size in result),)]
    ),
    gives="shape",
)
wider = cf.define_relation(
    "wider",
    lambda dtype: {"float16": "float32", "float32": "float64"}.get(dtype) or _no(dtype),
    lambda result, dtype: {"float32": [("float16",)], "float64": [("float32",)]}.get(result, []),
    gives="dtype",
)
plain = cf.define_relation("squared", lambda n: n * n)


def _no(dtype: str) -> NoReturn:
    raise ValueError(f"nothing is wider than {dtype}")


def test_forward() -> None:
    pad = cf.Signature("(x[n], int(k)) -> x[pad_to(n, k)]")
    assert str(pad.apply(cf.parse_type("float64[13]"), cf.Literal(8)).outputs[0]) == "float64[16]"
    assert cf.Signature(str(pad)) == pad
    # What is not known yet is the relation's own application.
    call = pad.apply(cf.parse_type("float64[n]"), cf.Literal(8))
    assert str(call.outputs[0]) == "float64[pad_to(n, 8)]"
    both = cf.Signature("(x[*S]) -> wider(x)[*twice_as_long(S)]")
    assert str(both.apply(cf.parse_type("float32[2, 3]")).outputs[0]) == "float64[4, 6]"


def test_a_refusal_says_what_the_function_said() -> None:
    pad = cf.Signature("(x[n], int(k)) -> x[pad_to(n, k)]")
    with pytest.raises(cf.ShapeError, match="`pad_to`: no size is a multiple of 0"):
        pad.apply(cf.parse_type("float64[13]"), cf.Literal(0))
    with pytest.raises(cf.TypeCheckError, match="nothing is wider than int8"):
        cf.Signature("(x[n]) -> wider(x)[n]").apply(cf.parse_type("int8[1]"))


def test_backward() -> None:
    pad = cf.Signature("(x[n]) -> x[pad_to(n, 8)]")
    search = pad.solve(outputs=[cf.parse_type("float64[16]")])
    found = sorted(solution.inputs[0].shape[0] for solution in search)
    assert found == list(range(9, 17)) and search.exhaustive
    both = cf.Signature("(x[*S]) -> wider(x)[*twice_as_long(S)]")
    (only,) = both.solve(outputs=[cf.parse_type("float64[4, 6]")])
    assert str(only.inputs[0]) == "float32[2, 3]"
    search = both.solve(outputs=[cf.parse_type("float64[4, 5]")])
    assert next(search, None) is None and search.exhaustive
    conflict = search.conflict()
    assert conflict is not None and "[4, 5]" in str(conflict)


def test_without_a_backward_function_what_is_asked_remains() -> None:
    search = cf.Signature("(x[n]) -> x[squared(n)]").solve(outputs=[cf.parse_type("float64[9]")])
    solution = next(search)
    assert any("squared" in constraint for constraint in solution.constraints)
    grounds = solution.ground(3)
    assert [str(inputs[0]) for inputs, _ in grounds] == ["float64[3]"]


def test_constraints() -> None:
    halves = cf.Signature("(x[n]) -> x[n // 2] where is_even(n)")
    assert str(halves.apply(cf.parse_type("float64[4]")).outputs[0]) == "float64[2]"
    with pytest.raises(cf.TypeCheckError, match="is_even"):
        halves.apply(cf.parse_type("float64[5]"))
    assert halves.apply(cf.parse_type("float64[n]")).constraints == ("is_even(n)",)
    sizes = [cf.parse_type(f"float64[{size}]") for size in range(4)]
    answers = [next(halves.solve(inputs=[own]), None) is not None for own in sizes]
    assert answers == [True, False, True, False]


def test_objects() -> None:
    n, x = cf.dim("n"), cf.dtype("x")
    written = cf.Signature(
        where=[even(n)], inputs=[cf.Tensor((n,), x)], outputs=[cf.Tensor((pad_to(n, 8),), x)]
    )
    assert written == cf.Signature("(x[n]) -> x[pad_to(n, 8)] where is_even(n)")


def test_dropping_any_piece_of_a_conflict_makes_it_solvable() -> None:
    pair = cf.Signature("(x[n], x[m]) -> x[pad_to(n, 4) + m]")
    given = [cf.parse_type("float64[5]"), cf.parse_type("float64[1]")]
    search = pair.solve(inputs=given, outputs=[cf.parse_type("float64[13]")])
    assert next(search, None) is None and search.conflict() is not None
    for left in itertools.combinations(range(3), 2):
        own = [*given, cf.parse_type("float64[13]")]
        asked = [own[place] if place in left else None for place in range(3)]
        assert next(pair.solve(inputs=asked[:2], outputs=asked[2:]), None) is not None


def test_other_exceptions_pass_through() -> None:
    class Broken(Exception):
        pass

    def broken(n: int) -> int:
        raise Broken(n)

    cf.define_relation("broken", broken)
    signature = cf.Signature("(x[n]) -> x[broken(n)]")
    for ask in (
        lambda: signature.apply(cf.parse_type("int8[3]")),
        lambda: next(signature.solve(inputs=[cf.parse_type("int8[3]")])),
    ):
        with pytest.raises(Broken):
            ask()
    # Nothing of it is left behind.
    assert pad_to.name == "pad_to"
    test_forward()


@pytest.mark.parametrize(
    ("gives", "wrong"),
    [
        ("dim", "three"),
        ("dim", 2.5),
        ("dim", True),
        ("shape", 3.5),
        ("dtype", "no dtype"),
        ("truth", 1),
    ],
)
def test_a_wrong_result_is_a_type_error(gives: Any, wrong: Any) -> None:
    name = f"wrong_{gives}_{abs(hash(str(wrong)))}"
    cf.define_relation(name, lambda n: wrong, gives=gives)
    text = {
        "dim": f"(x[n]) -> x[{name}(n)]",
        "shape": f"(x[n]) -> x[*{name}(n)]",
        "dtype": f"(x[n]) -> {name}(n)[n]",
        "truth": f"(x[n]) -> x[n] where {name}(n)",
    }[gives]
    with pytest.raises(TypeError, match=name):
        cf.Signature(text).apply(cf.parse_type("int8[3]"))


def test_a_wrong_list_backwards_is_a_type_error() -> None:
    cf.define_relation("wrong_back", lambda n: n, lambda result, n: [(1, 2)])
    with pytest.raises(TypeError, match="wrong_back"):
        next(cf.Signature("(x[n]) -> x[wrong_back(n)]").solve(outputs=[cf.parse_type("int8[3]")]))


def test_names() -> None:
    for name in ("pad_to", "broadcast", "stack", "promotable", "max", "no name", ""):
        with pytest.raises(ValueError):
            cf.define_relation(name, padded)
    with pytest.raises(ValueError, match="gives"):
        cf.define_relation("unheard", padded, gives="sizes")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        cf.define_relation("unheard", 3)  # type: ignore[arg-type]
    with pytest.raises(cf.ParseError):
        cf.Signature("(x[n]) -> x[unheard(n)]")
