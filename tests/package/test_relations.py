"""Relations in Python: the documents' examples, and the manual's pages read through the package."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import conformable as cf

SPEC = Path(__file__).resolve().parents[2] / "spec"


def test_the_documents_example() -> None:
    t, u = cf.TensorType("float64", (2, None)), cf.TensorType("float64", (2, 1))
    assert t.is_super(u) is True
    assert u.is_super(t) is False
    assert t.in_same_class(u) is False
    assert t.meet(u) is u
    assert t.join(u) is t
    assert t.consistent(u) is True


def test_aesaras_table() -> None:
    def t(*shape: Any) -> cf.TensorType:
        return cf.TensorType("float64", shape)

    assert t(None, 3).is_super(t(2, 3)) and not t(2, 3).is_super(t(None, 3))
    assert t(2).in_same_class(t(3)) and not t(1).in_same_class(t(3))
    assert not t(1).in_same_class(t(None))
    assert t(3) != t(None)
    assert not t(3).is_super(cf.TensorType("float32", (3,)))
    assert not t(3).is_super(t(3, 3))
    assert t(3).meet(t(4)) is None


def test_relate_has_three_values() -> None:
    found = cf.relate(cf.parse_type("float64[n, 2]"), cf.parse_type("float64[3, m]"))
    assert found.is_super is cf.Answer.NO
    assert found.consistent is cf.Answer.YES
    assert found.meet is cf.TensorType("float64", (3, 2))
    assert found.equations == ((cf.dim("m"), 2), (cf.dim("n"), 3))
    opaque = cf.relate(cf.ClassType("model.A"), cf.ClassType("model.B"))
    assert opaque.is_super is cf.Answer.UNKNOWN
    assert not cf.ClassType("model.A").is_super(cf.ClassType("model.B"))


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        ("float64[2, 3]", "float64[2, 4]", "dim 1 is 3 and 4"),
        ("float64[..., 3]", "float64[5, 4]", "dim -1 is 3 and 4"),
        ("float64[2]", "int64[2]", "the dtype is float64 and int64"),
        ("float64[2]", "float64[2, 3]", "the rank is 1 and 2"),
        ("float64[n, n]", "float64[2, 3]", "not all of these hold: n = 2, n = 3"),
        ("tuple[int, float64[2]]", "tuple[int, float64[3]]", "part 1: dim 0 is 2 and 3"),
        ("float64[n; device=cpu]", "float64[n; device=cuda]", "the device is cpu and cuda"),
        ("struct{a: int}", "struct{b: int}", "the field a is b in the other"),
        ("int", "str", "one is int, the other str"),
    ],
)
def test_a_difference_is_named(a: str, b: str, why: str) -> None:
    assert cf.relate(cf.parse_type(a), cf.parse_type(b)).difference == why


def statements() -> Iterator[tuple[str, str]]:
    """The lines `relation(A, B) => answer` of the manual."""
    for page in [*SPEC.glob("types/*.md"), *SPEC.glob("relations/*.md")]:
        inside = False
        for line in page.read_text(encoding="utf-8").splitlines():
            inside = line == "```types" or (inside and line != "```")
            if inside and "=>" in line:
                call, answer = (
                    line.rsplit(" => ", 1) if "error: " not in line else line.split(" => ", 1)
                )
                yield call, answer


def arguments(text: str) -> list[str]:
    """Splits at the commas that stand in no bracket and no string."""
    found, depth, quote, escaped = [""], 0, None, False
    for c in text:
        if quote:
            escaped, quote = (
                c == "\\" and not escaped,
                None if c == quote and not escaped else quote,
            )
        elif c in "'\"":
            quote = c
        depth += 0 if quote else (c in "([{") - (c in ")]}")
        if c == "," and depth == 0 and not quote:
            found.append("")
        else:
            found[-1] += c
    return found


def truth(known: str) -> bool:
    return {"yes": True, "no": False, "unknown": False}[known]


def test_the_manual_holds_in_python() -> None:
    seen: dict[str, int] = {}
    for call, answer in statements():
        name, inside = call.rstrip(")").split("(", 1)[0], call.strip()[call.index("(") + 1 : -1]
        seen[name] = seen.get(name, 0) + 1
        if name == "parse" and answer.startswith("error: "):
            with pytest.raises(cf.ParseError):
                cf.parse_type(inside)
        elif name == "parse":
            assert str(cf.parse_type(inside)) == answer, call
        elif name in ("is_super", "consistent", "meet", "join"):
            a, b = map(cf.parse_type, arguments(inside))
            result = getattr(a, name)(b)
            if name in ("is_super", "consistent"):
                assert result is truth(answer), call
                assert getattr(cf.relate(a, b), name).value == answer, call
            elif answer == "none":
                assert result is None, call
            else:
                assert str(result) == answer.split(" where ")[0], call
    assert seen["parse"] > 60 and seen["is_super"] > 50 and seen["meet"] > 15
