"""The same bytes whatever was done before: handles are for equality alone."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

#: What a process does before, `seed` deciding the types and their order.
POLLUTE = """
import random, sys, threading
sys.path.insert(0, {here!r})
import conformable as cf
from random_types import any_type

def pollute(seed):
    rng = random.Random(seed)
    for _ in range(4000):
        any_type(rng)
    for size in range(500):
        cf.Signature(f"(x[n{{rng.randrange(400)}}, {{size}}]) -> x[n1]")

threads = [threading.Thread(target=pollute, args=(seed,)) for seed in {seeds!r}]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""

#: What is compared: texts of types, relations, calls, refusals, solutions, and of the checker.
WORK = """
import random, sys
sys.path.insert(0, {here!r})
import conformable as cf
from conformable import _native
from random_types import any_type

def work():
    rng = random.Random(7)
    types = [any_type(rng) for _ in range(300)]
    said = []
    for a, b in zip(types, types[1:]):
        relation = cf.relate(a, b)
        said += [str(a), a.fingerprint, str(cf.UnionType(a, b)), str(a.meet(b)), str(a.join(b)), str(relation)]
    for text, inputs, outputs in [
        ("+(m?,n),(n,p?)->(m?,p?)", [(3, 4), None], [(3, 5)]),
        ("(.k.,n),(n)->(.k.)", [None, None], [(2, 3)]),
        ("(n)->(n//2)", [None], [(3,)]),
        ("(n),(k)->(n-k+1)", [(3,), (9,)], None),
        ("(a,b),(b,c)->(a,c)", [(3, 4), (5, 6)], None),
    ]:
        search = cf.Signature(text).solve(inputs=inputs, outputs=outputs)
        said += [str(solution) for solution in search] + [str(search.conflict())]
    join = cf.Signature("(*xs: T[*S]) -> promote(T)[*broadcast(S)]")
    said.append(str(join.apply(*map(cf.parse_type, ["int16[n, 1]", "uint16[m]", "float32[3]"]))))
    try:
        join.apply(*map(cf.parse_type, ["int16[4]", "uint16[3]"]))
    except cf.ShapeError as error:
        said.append(str(error))
    return "\\n".join(said)
"""

RUN = """
import threading
results = []
threads = [threading.Thread(target=lambda: results.append(work())) for _ in range({threads})]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(set(results)) == 1
print(results[0], flush=True)
_native.main(["conformable", "check", "--output-format", "json", *{files!r}])
for file in {files!r}[:3]:
    _native.main(["conformable", "infer", file])
"""


def bytes_of(seeds: list[int], threads: int, files: list[str]) -> bytes:
    program = (POLLUTE + WORK + RUN).format(
        here=str(HERE), seeds=seeds, threads=threads, files=files
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def files() -> list[str]:
    examples = HERE.parents[1] / "examples"
    found = sorted(str(path) for path in (examples / "broken").rglob("*.py"))[:6]
    assert len(found) == 6
    return found


@pytest.mark.parametrize(("seeds", "threads"), [([1], 1), ([2, 3, 4], 1), ([5, 6], 4)])
def test_the_same_bytes(seeds: list[int], threads: int, files: list[str]) -> None:
    clean = bytes_of([], 1, files)
    assert len(clean) > 20_000
    assert bytes_of(seeds, threads, files) == clean
