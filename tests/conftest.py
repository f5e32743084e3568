"""What holds for all tests."""

import os

# They are about what a run finds, not about what an earlier one has kept.
os.environ.setdefault("CONFORMABLE_NO_CACHE", "1")
