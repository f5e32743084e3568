"""A kernel runs the broken programs as notebooks: the cell and the line that raise are those that are reported.

The cells go to Jupyter's own client and kernel, so that neither how the program is cut into cells nor which lines its magics
take is read from the checker.
"""

import itertools
import json
import random
import re

import checker
import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from test_examples import EXAMPLES, PENDING, PROGRAMS, TWINS, statement_rows
from test_notebooks import COMMANDS, OTHERS, cell, cells, needs_binary

#: Without those that fail in a kernel by themselves.
QUIET = (COMMANDS[1:], [one for one in OTHERS if not one[1].startswith("%%bash")])
NEW = itertools.count()
# What reads files or arguments gets others in a kernel.
CLOSED = {program["path"] for program in PROGRAMS if not program["unknown_data"]}
RUN = [twin for twin in TWINS if twin["correct"] in CLOSED and twin["broken"].endswith(".py")]


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """One kernel for all of them: its names are cleared before each."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(tmp_path_factory.mktemp("kernel")))
    yield manager
    manager.shutdown_kernel(now=True)


def book(found: list[dict]) -> nbformat.NotebookNode:
    run = {"outputs": [], "execution_count": None}
    found = [one | run if one["cell_type"] == "code" else one for one in found]
    text = json.dumps({"nbformat": 4, "nbformat_minor": 0, "metadata": {}, "cells": found})
    return nbformat.reads(text, as_version=4)


def raised(kernel: KernelManager, found: list[dict]) -> tuple[str, int, int]:
    """The exception, and the cell and the line of its deepest frame in the notebook."""
    clear = cell("code", "%reset -f -s\nprint(get_ipython().execution_count)")
    ran = book([clear, *found])
    code = [(place, one) for place, one in enumerate(ran.cells) if one.cell_type == "code" and one.source.strip()]
    for _, one in code:
        # A kernel numbers a cell like one that it ran before as that one.
        one.source += f"\n# {next(NEW)}"
    with pytest.raises(CellExecutionError) as error:
        NotebookClient(ran, km=kernel, timeout=60).execute()
    # The first cell, which is none of the notebook's, says which number the next one gets.
    [said] = ran.cells[0].outputs
    counts = dict(enumerate([place for place, _ in code], int(said.text) - 1))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", error.value.traceback)
    count, line = re.findall(r"Cell In\[(\d+)\], line (\d+)", plain)[-1]
    return error.value.ename.rpartition(".")[2], counts[int(count)], int(line)


@needs_binary
@pytest.mark.parametrize("twin", RUN, ids=lambda twin: twin["name"])
def test_the_line_that_raises_is_reported(twin, kernel, tmp_path):
    found, places = cells((EXAMPLES / twin["entry"]).read_text(), random.Random(twin["name"]), QUIET)
    name, raising, line = raised(kernel, found)
    if name.startswith("_UFunc"):
        name = "UFuncTypeError"
    assert (name, places[raising, line]) == (twin["exception"], twin["line"])
    (tmp_path / "book.ipynb").write_text(nbformat.writes(book(found)))
    _, findings = checker.answer("check", "book.ipynb", cwd=tmp_path)
    said = [places[one["cell"], one["location"]["row"]] for one in findings if one["severity"] == "error"]
    assert twin["name"] in PENDING or set(said) & set(statement_rows(twin["file"], twin["line"])), said


@needs_binary
@pytest.mark.parametrize("place", range(1, 4))
def test_a_cell_that_is_no_python_is_the_one_that_fails(place, kernel, tmp_path):
    found = [cell("code", source) for source in ("import numpy as np", "x = np.ones(3)", "y = x + 1")]
    found[place - 1] = cell("code", "z = 1\nz = 1 +")
    name, raising, line = raised(kernel, found)
    (tmp_path / "book.ipynb").write_text(nbformat.writes(book(found)))
    _, [finding] = checker.answer("check", "book.ipynb", cwd=tmp_path)
    assert (name, raising, line) == ("SyntaxError", finding["cell"], finding["location"]["row"])
