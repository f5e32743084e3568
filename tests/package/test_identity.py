"""`a is b` exactly if two types are equal; fingerprints are the same everywhere."""

import gc
import pickle
import subprocess
import sys
import threading
import weakref

import conformable as cf


def test_equal_types_are_one_object() -> None:
    a = cf.TensorType("float64", (2, None))
    assert cf.TensorType("f8", [2, None]) is a
    assert cf.parse_type("float64[2,?]") is a
    assert a != cf.TensorType("float64", (2, 1))
    assert {a: 1}[cf.TensorType(float, (2, None))] == 1
    text: object = "float64[2, ?]"
    assert a != text


def test_after_garbage_collection_a_new_object_is_the_only_one() -> None:
    ty = cf.TensorType("float64", (97, "seldom"))
    reference, fingerprint, number = weakref.ref(ty), ty.fingerprint, hash(ty)
    kept = {ty.fingerprint: pickle.dumps(ty)}
    del ty
    # A few that were made lately are kept; many others take their places.
    for size in range(10_000):
        cf.TensorType("float64", (size, "other"))
    gc.collect()
    assert reference() is None
    ty = pickle.loads(kept[fingerprint])
    assert ty is cf.TensorType("float64", (97, "seldom"))
    assert (ty.fingerprint, hash(ty)) == (fingerprint, number)


def test_threads_get_the_same_object() -> None:
    found: list[list[cf.Type]] = [[] for _ in range(8)]
    barrier = threading.Barrier(8)

    def work(mine: list[cf.Type]) -> None:
        for round_ in range(300):
            barrier.wait()
            mine.append(cf.TensorType("int32", (round_, "t")))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for same in zip(*found, strict=True):
        assert len({id(ty) for ty in same}) == 1


def test_a_finaliser_that_makes_types_does_no_harm() -> None:
    class Maker:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            cf.TensorType("int8", (id(self) % 1000,))

    for size in range(2000):
        Maker()
        cf.TensorType("int16", (size, "g"))
    gc.collect()


def test_another_process_gives_the_same_fingerprint() -> None:
    texts = ["float64[2, ?]", "tuple[int, struct{a: U5[n]}]", "float32[n, m; F, device=cuda:0]"]
    program = (
        f"import conformable as cf\nfor text in {texts!r}: print(cf.parse_type(text).fingerprint)"
    )
    # Other types first, so that handles differ.
    program = "import conformable as cf\ncf.parse_type('float64[q, 7]')\n" + program
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert output.stdout.split() == [cf.parse_type(text).fingerprint for text in texts]


def test_pickles_travel_between_processes() -> None:
    ty = cf.parse_type("dict[str, float64[n, 3; C]]")
    program = "import sys, pickle; sys.stdout.buffer.write(pickle.dumps(pickle.loads(sys.stdin.buffer.read())))"
    output = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(ty), check=True, capture_output=True
    )
    assert pickle.loads(output.stdout) is ty
