"""Hostile calls of everything public: `python tests/package/hostile.py --calls 1000000`.

Functions, classes, and methods of whatever they gave, are called with arguments of any kind: texts that are
almost signatures, sizes without end, arrays of every kind, objects that raise wherever they are asked something.
Every call ends, with a value or an exception of Python's: an `InternalError` (a panic), a `SystemError` or the end
of the process is a failure, which is printed with its number. Afterwards memory and objects are what they were:
what is asked for repeats, so that nothing more may be kept in the second half than in a few calls.
"""

import argparse
import contextlib
import faulthandler
import gc
import inspect
import io
import os
import random
import resource
import signal
import sys
import time
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import conformable as cf

#: What changes the whole process, or waits for its arguments' own code.
LEFT_OUT = {
    "registry",
    "register_transfer",
    "define_relation",
    "InternalError",
    "pytensor",
    "check_rewrite",
}
#: One call may take so many seconds.
LONGEST = 20
#: So many results are kept to be used again.
KEPT = 64

TEXTS = [
    "", "n", "float64", "float46", "float64[3]", "float64[n, 3; F]", "?[n, ?]", "float64[...]", "int", "None",
    "(n,d)->(n)", "+(m,n),(n,p)->(m,p)", "(n)->(m)", "(n?)->(n?)", "(.k.,d)->(.k.)", "(x[n], y[m]) -> x[n + m]",
    "(T | None) -> T", "(((x[n]) -> y[m]), x[b, n]) -> y[b, m]", "(x[n]) -> x[n] where n <= 5", "(x[n]) -> x[n] where",
    "((((((((", "))))", "(" * 500, "[" * 500, "->", "(n)->(n", "x[n", "tuple[int, ...]", "struct{a: int}", "Literal[3]",
    "Literal['", "Int[n + 1]", "2*n", "n//0", "n%0", "n**2", "-1", "99999999999999999999", "n" * 5000, "\x00", "\ud800",
    "\u00e9", "\u202e", "(n)->(n)" * 50, "kind", "+", "@", "C", "cuda:0", "cpu", "numpy", "same", "x", "axis", "ij,jk->ik",
]  # fmt: skip


class Raises:
    """Raises whatever it is asked."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError(name)

    def __bool__(self) -> bool:
        raise ZeroDivisionError("bool")

    def __len__(self) -> int:
        raise OverflowError("len")

    def __iter__(self) -> Iterator[Any]:
        raise KeyError("iter")

    def __index__(self) -> int:
        raise OSError("index")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        raise LookupError("hash")

    def __repr__(self) -> str:
        raise ArithmeticError("repr")

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise MemoryError("array")


class Lies:
    """Says of itself what is not so."""

    shape = (-1, 2**70)
    dtype = "float46"
    ndim = "two"
    type = 3
    owner = None

    def __len__(self) -> int:
        return 3

    def __getitem__(self, at: Any) -> Any:
        if at > 2:
            raise IndexError(at)
        return self

    def __repr__(self) -> str:
        return "\ud800" * 3


class Own(cf.Type):
    """A type whose methods give what they must not."""

    def filter(self, value: Any, strict: bool = False, allow_downcast: bool | None = None) -> Any:
        if value is None:
            raise TypeError("nothing")
        return value

    def is_super(self, other: Any) -> Any:
        return "yes"

    def convert_variable(self, var: Any) -> Any:
        return 3


def itself() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def pool() -> list[Callable[[], Any]]:
    """What arguments are made of; each is made anew, that nothing is changed by a call before."""
    x = cf.TensorType("float64", (3, None))
    plain: list[Any] = [
        None, True, False, 0, 1, -1, 2, 3, 7, 2**31, -(2**63), 2**63, 2**70, 0.5, float("nan"), float("inf"), 1j, b"", b"ab",
        ..., NotImplemented, (), (3,), (2, 3), (None, 3), ("n", 3), (-1,), (2**62, 2**62), int, float, str, list, object,
        type, np.float64, np.ndarray, np.dtype("int8"), np.int8(3), np.float32(2), np.datetime64("2020"), slice(1, None, 2),
        range(3), frozenset({1}), len, np.add, np, cf, cf.Type, cf.TensorType, cf.traits.Number, cf.traits.Add,
        x, x.clone(dtype="int8"), cf.ScalarType("float32"), cf.PythonType("int"), cf.Literal(3), cf.NoneType(),
        cf.TupleType(x, cf.NoneType()), cf.ListType(x), cf.UnionType(x, cf.NoneType()), cf.UnknownType(), Own(),
        cf.parse_type("((T[n]) -> T[n + 1])"), cf.dim("n"), cf.dim("n") * 2 - 1, cf.dtype("d"), cf.shape("S"), cf.type_var("T"),
        cf.Signature("+(m,n),(n,p)->(m,p)"), cf.Signature("(x[n], y[n] | None) -> x[n]"), cf.Layout("F"),
        cf.numpy.add, cf.numpy.concatenate, cf.gt4py, cf.pyccel, cf.equal(cf.dim("n"), 3), Raises, Lies,
    ]  # fmt: skip
    made: list[Callable[[], Any]] = [lambda value=value: value for value in [*plain, *TEXTS]]  # type: ignore[misc]
    return [
        *made, Raises, Lies, itself, dict, list, lambda: [1, "a", None], lambda: {"a": 1}, lambda: {1: [2]}, lambda: iter([1, 2]),
        lambda: np.ones((2, 3)), lambda: np.array(3), lambda: np.zeros(0, "int8"), lambda: np.array([None, "a"]),
        lambda: np.zeros(2, [("a", "i4")]), lambda: np.ones((2, 3)).T, lambda: np.ma.ones(3), lambda: np.array(["ab"]),
        lambda: x("x"), lambda: cf.TensorType("int64", (None,))("i"), lambda: x("y") + 1, lambda: cf.shared(np.ones(3)),
        lambda: cf.FunctionGraph(None, [x("z") * 2]), lambda: (lambda a: a + 1), lambda: (lambda *a, **k: a),
        lambda: (value for value in (1, 2)), lambda: cf.as_variable(3), Own, lambda: Own()("own"), cf.Registry,
    ]  # fmt: skip


def targets() -> list[Any]:
    """All that is public and may be called."""
    found = [getattr(cf, name) for name in cf.__all__ if name not in LEFT_OUT]
    for module in (cf.traits, cf.gt4py, cf.pyccel, cf.numpy):
        found += [getattr(module, name, None) for name in dir(module) if not name.startswith("_")]
    return [own for own in found if callable(own) and not isinstance(own, types.ModuleType)]


def methods(value: Any) -> list[str]:
    return [
        name
        for name in dir(type(value))
        if name not in ("__class__", "__del__", "__init_subclass__", "__subclasshook__")
    ]


def call(
    rng: random.Random, target: Any, arguments: list[Callable[[], Any]], kept: list[Any]
) -> Any:
    def one() -> Any:
        return rng.choice(kept) if kept and rng.random() < 0.2 else rng.choice(arguments)()

    given = [one() for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 4]))]
    named: dict[str, Any] = {}
    if rng.random() < 0.3:
        try:
            names = [own for own in inspect.signature(target).parameters if own.isidentifier()]
        except (TypeError, ValueError):
            names = ["axis", "dtype", "shape"]
        named = {name: one() for name in rng.sample(names, min(len(names), rng.randrange(3)))}
    return target(*given, **named)


def is_ours(value: Any) -> bool:
    return (type(value).__module__ or "").startswith("conformable") and not isinstance(
        value, (BaseException, cf.Registry)
    )


class TooLong(BaseException):
    """A call does not end."""


def too_long(*_: Any) -> None:
    raise TooLong


def memory() -> int:
    """Bytes that the process has now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def run(
    calls: int, seed: int, verbose: bool
) -> tuple[dict[str, int], list[str], list[tuple[int, int]]]:
    rng = random.Random(seed)
    arguments, functions = pool(), targets()
    kept: list[Any] = []
    outcomes: dict[str, int] = {}
    failures: list[str] = []
    measured: list[tuple[int, int]] = []
    signal.signal(signal.SIGALRM, too_long)
    for number in range(calls):
        target = rng.choice(functions)
        what = getattr(target, "__name__", "?")
        if kept and rng.random() < 0.5:
            value = rng.choice(kept)
            what = f"{type(value).__name__}.{rng.choice(methods(value))}"
        if verbose:
            print(number, what, file=sys.stderr, flush=True)
        begun = time.monotonic()
        signal.alarm(LONGEST)
        try:
            if "." in what and kept:
                target = getattr(value, what.partition(".")[2])
            found = call(rng, target, arguments, kept) if callable(target) else target
            outcome = "value"
            if is_ours(found):
                kept = [*kept, found] if len(kept) < KEPT else [*kept[:-1], found]
                rng.shuffle(kept)
        except Exception as error:
            outcome = type(error).__name__
            if isinstance(error, (cf.InternalError, SystemError)):
                failures.append(f"{number}: {what}: {outcome}: {error}")
        except BaseException as error:
            outcome = type(error).__name__
            failures.append(f"{number}: {what}: {outcome}, after {time.monotonic() - begun:.1f} s")
        finally:
            signal.alarm(0)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        if (number + 1) % max(calls // 10, 1) == 0:
            found = None
            gc.collect()
            measured.append((memory(), len(gc.get_objects())))
    return outcomes, failures, measured


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--verbose", action="store_true", help="name each call before it is made")
    options = parser.parse_args()
    faulthandler.enable()
    warnings.simplefilter("ignore")
    sys.set_int_max_str_digits(0)
    with contextlib.redirect_stdout(io.StringIO()):
        outcomes, failures, measured = run(options.calls, options.seed, options.verbose)
    print(dict(sorted(outcomes.items(), key=lambda own: -own[1])))
    for size, objects in measured:
        print(f"{size / 2**20:.0f} MB, {objects} objects")
    for failure in failures[:20]:
        print(failure)
    print(f"{options.calls} calls, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = main()
    sys.stdout.flush()
    os._exit(code) if code else sys.exit(0)
