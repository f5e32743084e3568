"""The smallest text that still fails: blocks of lines are left out, then parts of lines, for so long."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 120


def reduced(text: bytes, fails: Callable[[bytes], bool], seconds: float = SECONDS) -> bytes:
    """A part of a text that fails like the whole; the text itself if it doesn't fail again."""
    end = time.monotonic() + seconds
    text = without(text.splitlines(keepends=True), fails, end)
    return without(pieces(text), fails, end)


def pieces(text: bytes) -> list[bytes]:
    """Parts of what is left, a few hundred at most."""
    size = max(1, len(text) // 400)
    return [text[at : at + size] for at in range(0, len(text), size)]


def without(parts: list[bytes], fails: Callable[[bytes], bool], end: float) -> bytes:
    size = len(parts) // 2
    while size and time.monotonic() < end:
        at, shrunk = 0, False
        while at < len(parts) and time.monotonic() < end:
            left = parts[:at] + parts[at + size :]
            if left and fails(b"".join(left)):
                parts, shrunk = left, True
            else:
                at += size
        if not shrunk or size > 1:
            size //= 2
    return b"".join(parts)
