"""The page of what was found in released libraries says what `known.toml` says."""

import importlib.util
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def load(name):
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_list_makes():
    found = load("found")
    assert found.PAGE.read_text() == found.page(), "run tests/corpus/found.py --write"


def test_every_error_has_a_script():
    for entry in load("run").Known(HERE / "known.toml").entries:
        assert entry["note"] and entry["script"].strip(), entry["file"]
