"""Laws over random types: text, repr and pickle give the same object back; relations agree."""

import pickle
import random

import pytest
from random_types import any_type

import conformable as cf

NAMES = {name: getattr(cf, name) for name in cf.__all__}


def test_text_repr_and_pickle_read_back() -> None:
    rng = random.Random(0)
    kinds, passed = set(), set()
    for _ in range(10_000):
        ty = any_type(rng)
        kinds.add(type(ty).__name__)
        if isinstance(ty, cf.FunctionType):
            passed.update(ty.kinds)
        assert cf.parse_type(str(ty)) is ty, str(ty)
        assert eval(repr(ty), NAMES) is ty, repr(ty)
        assert pickle.loads(pickle.dumps(ty)) is ty, str(ty)
        assert len(ty.fingerprint) == 32
    assert kinds >= {name for name in cf.__all__ if name.endswith("Type")} - {
        "Type",
        "PromotedDType",
    }
    assert "Literal" in kinds
    assert len(passed) == 5


def test_relations_of_random_types_agree() -> None:
    rng = random.Random(1)
    made = [any_type(rng, 1) for _ in range(300)]
    meetings = 0
    for a in made:
        assert a.is_super(a) and a.meet(a) is a and a.join(a) is a
        for b in rng.sample(made, 20):
            found = cf.relate(a, b)
            meetings += found.meet is not None
            assert found.consistent.value == cf.relate(b, a).consistent.value
            assert bool(found.is_super) == a.is_super(b)
            assert (found.meet is None) == (found.consistent is cf.Answer.NO)
            assert (found.difference is None) == (found.meet is not None)
            assert a.meet(b) is b.meet(a)
            assert a.join(b) is b.join(a)
            # What has no value belongs to everything, and has none in common with anything.
            if found.is_super and b is not cf.UnionType():
                assert found.consistent is not cf.Answer.NO
            if a.fingerprint == b.fingerprint:
                assert a is b
    assert meetings > 100


@pytest.mark.parametrize("seed", range(3))
def test_damaged_texts_are_errors_with_a_place(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        text = str(any_type(rng))
        at = rng.randrange(len(text) + 1)
        damaged = (
            text[:at]
            + rng.choice(["", "[", "]", "#", "'", "\x00", "é", "-> ", "99999999999999999999"])
            + text[at + 1 :]
        )
        try:
            read = cf.parse_type(damaged)
        except cf.ParseError as error:
            assert 0 <= error.offset <= len(damaged)
            assert error.expected
        except (TypeError, ValueError):
            # What a class makes of its parameters is its own affair.
            assert "Sparse" in damaged
        else:
            assert cf.parse_type(str(read)) is read
