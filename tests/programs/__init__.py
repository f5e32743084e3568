"""Whole programs made at random, with CPython as the judge: `run.py` is the command."""

import os

# One thread in BLAS: the programs are small, and threads don't survive a fork.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
