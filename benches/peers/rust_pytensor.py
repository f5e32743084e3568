"""Nodes made in Rust, against PyTensor's `make_node` of the same ops, stack traces off.

The Rust side is `cargo bench --package conformable_graph`, run from here, so that both are of one run:
nanoseconds a node for types that were met before, and for types that are new each time.
"""

import itertools
import subprocess
from collections.abc import Callable

import pytensor
import pytensor.tensor as pt
from _rows import nanoseconds

GOALS = {"met": 1000, "new": 25}


def ours() -> dict[str, dict[str, float]]:
    """By op: nanoseconds of `met` and of `new` types."""
    bench = (
        "cargo",
        "bench",
        "--quiet",
        "--package",
        "conformable_graph",
        "--bench",
        "graph",
        "--",
        "--nodes",
    )
    text = subprocess.run(bench, check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in text.splitlines())
    return {op: {"met": float(met), "new": float(new)} for op, met, new in rows}


def made(make: Callable[..., object], *ranks: int) -> Callable[[], object]:
    """`make` of arrays whose sizes differ from those of the last call."""
    sizes = itertools.cycle(range(2, 1002))
    inputs = [
        [pt.tensor(dtype="float64", shape=(size, size)[:rank]) for rank in ranks]
        for size in range(2, 1002)
    ]
    return lambda: make(*inputs[next(sizes) - 2])


def main() -> None:
    pytensor.config.traceback__limit = 0
    total = pt.math.Sum(axis=0)
    peers = {
        "add": made(pt.add.make_node, 2, 2),
        "exp": made(pt.exp.make_node, 2),
        "matmul": made(pt.math._dot.make_node, 2, 2),
        "sum": made(total.make_node, 2),
        "slice": made(lambda x: x[1:], 2),
    }
    print(
        f"\nA node in Rust, against PyTensor's make_node\n{'':24}{'ours':>12}{'peer':>12}{'ratio':>9}{'goal':>8}"
    )
    for op, times in ours().items():
        theirs = nanoseconds(peers[op])
        for types, time in times.items():
            what = f"{op}, types {'met before' if types == 'met' else 'new each time'}"
            print(
                f"{what:24}{time:>9,.0f} ns{theirs:>9,.0f} ns{theirs / time:>8.1f}x{GOALS[types]:>7}x",
                flush=True,
            )


main()
