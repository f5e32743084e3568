"""Names in texts that were meant to be others are refused where they stand; names of one's own are not."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import conformable as cf

SLIPS = {
    "lsit[int]": "list",
    "union[int, str]": "A | B",
    "Optional[int]": "T | None",
    "Literl[3]": "Literal",
    "Sequence[float46]": "",
    "flaot": "float",
    "float64[n; device=cdua:0]": "cuda",
}
READERS: list[Callable[[str], object]] = [
    cf.parse_type,
    lambda text: cf.Signature(f"({text}) -> int"),
    lambda text: cf.checked(f"(x: list[{text}]) -> int"),
    lambda text: cf.infer(lambda x: x, text),
    lambda text: cf.Signature("(x[n]) -> x[n]").apply(text),
]


@pytest.mark.parametrize("text", SLIPS)
def test_slips(text: str) -> None:
    place = next((text.index(word) for word in ("cdua", "float46") if word in text), 0)
    for read in READERS:
        with pytest.raises(cf.ParseError) as refused:
            read(text)
        shown, marked = str(refused.value).split("\n")[1:3]
        assert shown[marked.index("^") :].startswith(text[place:]), refused.value
        hint = f"did you mean `{SLIPS[text]}`?" if SLIPS[text] else ""
        assert hint in str(refused.value)


def test_annotations_name_what_is_not_there() -> None:
    with pytest.raises(TypeError, match="lsit"):
        cf.from_type_hint("lsit[int]")


def test_devices() -> None:
    for device in ("cdua", "cdua:0", "CUDA:1"):
        with pytest.raises(ValueError, match="did you mean `cuda`"):
            cf.TensorType("float64", (3,), device=device)
    for device in ("d", "gpu", "npu:0", "cuda:1"):
        assert cf.TensorType("float64", (3,), device=device).device == device


def test_names_of_ones_own() -> None:
    for text in ("T", "lst", "lst[n]", "Money['EUR']", "Dice[3]", "torch.Tensor", "NamedThing"):
        own = cf.parse_type(text)
        assert pickle.loads(pickle.dumps(own)) is own
    with pytest.raises(ValueError, match="did you mean `list`"):
        cf.NamedType("lsit")
    with pytest.raises(ValueError, match=r"did you mean `A \| B`"):
        cf.ConstructedType("Union", cf.NoneType())


class Mapping(cf.Type):
    """A package's own, though Python's typing has the word."""

    __props__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key

    def filter(
        self, value: object, strict: bool = False, allow_downcast: bool | None = None
    ) -> object:
        """Any value."""
        return value


def test_what_is_registered_is_no_slip() -> None:
    cf.registry.register_constructor(Mapping)
    assert cf.parse_type("list[Mapping['k']]").element_type == Mapping("k")  # type: ignore[attr-defined]


def test_what_is_no_variable_is_shown_as_it_is_written() -> None:
    wrong: Any = "x"
    for ask in (cf.dprint, lambda own: cf.FunctionGraph([], own)):
        with pytest.raises(TypeError, match="expected a variable, not 'x'"):
            ask(wrong)
