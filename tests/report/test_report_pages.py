"""The pages of a report in a browser: on a phone nothing is beside the window, and links can be read.

What the pages hold is held to what the command says by `crates/conformable/tests/report.rs`.
"""

import json
import shutil
import subprocess
from pathlib import Path

import checker
import pytest

ROOT = Path(__file__).resolve().parents[2]
NODE = shutil.which("node")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")
@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_pages_fit_a_phone(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    done = checker.run("report", "examples", "--output", str(folder), cwd=ROOT)
    assert done.returncode in (0, 1), done.stderr
    pages = [folder / "index.html", *sorted((folder / "files").glob("*kalman*"))]
    assert len(pages) > 2
    told = subprocess.run(
        [NODE, Path(__file__).parent / "narrow.mjs", BROWSER, *[page.as_uri() for page in pages]],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    for page, shown in zip(pages, json.loads(told.stdout), strict=True):
        assert shown["widest"] <= 390 and shown["complaints"] == [], page.name
        assert shown["link"]["right"] <= 390 and shown["link"]["height"] < 80, page.name
