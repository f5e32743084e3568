"""The page about the package says what the package does."""

import doctest
import importlib.util
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_page_runs(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    # What is written as a module is one, so that its source can be found.
    module = tmp_path / "written.py"
    module.write_text("\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)))
    spec = importlib.util.spec_from_file_location("written", module)
    written = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(written)
    examples = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    assert examples.count(">>>") > 30
    test = doctest.DocTestParser().get_doctest(examples, dict(vars(written)), PAGE.name, None, None)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append)
    assert not said, "".join(said)
