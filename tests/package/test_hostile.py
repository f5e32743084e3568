"""A slice of `hostile.py`, in a process of its own: what ends that would end the tests."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("seed", [1, 77])
def test_no_call_ends_the_process(seed: int) -> None:
    script = Path(__file__).with_name("hostile.py")
    command = [sys.executable, str(script), "--calls", "6000", "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.splitlines()[-1] == "6000 calls, 0 failures", done.stdout
