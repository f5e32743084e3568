"""The pages about the package say what the package does."""

import doctest
import importlib.util
import re
import sys
from pathlib import Path

import pytest

import conformable as cf

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))


def blocks(text: str, language: str) -> str:
    """What is written in the code blocks of one language."""
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL))


def examples(page: Path) -> str:
    return blocks(page.read_text(encoding="utf-8"), "pycon")


@pytest.mark.parametrize(
    "page", [page for page in PAGES if examples(page)], ids=lambda page: page.stem
)
def test_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a page is about may be an extra.
    for needed in re.findall(r"^>>> import (\w+)", examples(page), re.MULTILINE):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    # What a page registers is its own.
    for table in cf.registry._tables:
        monkeypatch.setattr(cf.registry, table, dict(getattr(cf.registry, table)))
    # What is written as a module is one, so that its source can be found.
    module = tmp_path / "written.py"
    module.write_text(blocks(page.read_text(encoding="utf-8"), "python"), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("written", module)
    assert spec is not None and spec.loader is not None
    written = importlib.util.module_from_spec(spec)
    # Also for pickles.
    monkeypatch.setitem(sys.modules, "written", written)
    spec.loader.exec_module(written)
    test = doctest.DocTestParser().get_doctest(examples(page), vars(written), page.name, None, None)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append)
    assert not said, "".join(said)
    assert runner.summarize(verbose=False).attempted > 0
