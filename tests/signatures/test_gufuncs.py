"""The recorded calls of generalised ufuncs are what NumPy and SciPy do today."""

import subprocess
import sys
from pathlib import Path


def test_recorded_calls():
    script = Path(__file__).with_name("gufuncs.py")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    cases = int(done.stdout.split()[0])
    assert cases >= 680, done.stdout
