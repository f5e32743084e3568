"""Rows of a table: ours, a peer's, and the ratio, with the garbage collector on and off."""

import gc
import time
from collections.abc import Callable


def nanoseconds(call: Callable[[], object], budget: float = 0.4) -> float:
    """The best time of a call over several rounds, the cost of calling nothing taken off."""
    return max(_best(call, budget) - _best(lambda: None, 0.1), 0.1)


def _best(call: Callable[[], object], budget: float) -> float:
    count = 1
    while (taken := _round(call, count)) < budget / 20:
        count = max(count * 2, int(count * budget / 20 / max(taken, 1e-9)))
    return min(_round(call, count) for _ in range(12)) / count * 1e9


def _round(call: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start


def table(title: str) -> None:
    print(f"\n{title}\n{'':44}{'ours':>12}{'peer':>12}{'ratio':>9}{'no gc':>9}{'goal':>8}", flush=True)


def row(what: str, ours: Callable[[], object], peer: Callable[[], object], goal: float) -> None:
    """One line; `goal` is the ratio to reach."""
    with_collector = nanoseconds(ours), nanoseconds(peer)
    gc.disable()
    try:
        without = nanoseconds(ours), nanoseconds(peer)
    finally:
        gc.enable()
        gc.collect()
    ratios = with_collector[1] / with_collector[0], without[1] / without[0]
    times = "".join(f"{time:>9,.0f} ns" for time in with_collector)
    print(f"{what:44}{times}{ratios[0]:>8.1f}x{ratios[1]:>8.1f}x{goal:>7.0f}x", flush=True)
