"""A failure of the package itself is an exception that says how to make it again."""

import os
import pickle
import subprocess
import sys
import threading

import pytest

import conformable as cf
from conformable import _native
from conformable._native import _fail


def test_it_is_an_exception_with_a_reproducer() -> None:
    t = cf.TensorType("float64", (2, None))
    with pytest.raises(cf.InternalError, match="there is no such table") as raised:
        _fail(
            (t, "é", 3),
            "there is no such table",
        )
    error = raised.value
    assert isinstance(error, Exception) and type(error) is cf.InternalError
    assert "from conformable import *" in error.reproducer
    assert "t = TensorType('float64', (2, None))" in error.reproducer
    assert "please report" in str(error) and error.reproducer.splitlines()[-1] in str(error)
    # It is a program, and one that fails in the same way.
    with pytest.raises(cf.InternalError, match="no such table"):
        exec(error.reproducer, {})


def test_through_the_packages_own_functions() -> None:
    def inside(ty: cf.Type) -> None:
        _native._fail(ty, "deep")

    with pytest.raises(cf.InternalError) as raised:
        inside(cf.NoneType())
    assert "ty = NoneType()" in raised.value.reproducer
    assert raised.value.reproducer.endswith('_native._fail(ty, "deep")')


def test_without_a_source_there_is_still_the_message() -> None:
    with pytest.raises(cf.InternalError) as raised:
        exec("fail(1, 'from a text')", {"fail": _fail})
    assert raised.value.reproducer == ""
    assert str(raised.value) == "from a text"
    assert str(cf.InternalError("mine")) == "mine"
    assert str(pickle.loads(pickle.dumps(raised.value))) == "from a text"


def test_types_are_what_they_were() -> None:
    before = cf.TensorType("float64", (5, "kept"))
    failures = []

    def work() -> None:
        for size in range(50):
            try:
                _fail(cf.TensorType("int8", (size, "panic")), "again")
            except cf.InternalError as error:
                failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(failures) == 200
    assert cf.TensorType("float64", (5, "kept")) is before
    assert cf.TensorType("int8", (7, "panic")) is cf.parse_type("int8[7, panic]")
    assert before.is_super(before)


def test_the_interpreter_goes_on() -> None:
    program = (
        "import conformable as cf\n"
        "from conformable._native import _fail\n"
        "try: _fail(0, 'lost')\n"
        "except Exception as error: print(type(error).__name__)\n"
        "print(cf.NoneType())\n"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ)
    )
    assert output.stdout.split() == ["InternalError", "None"]
    assert output.returncode == 0
