"""The installed command is the program, and starts without NumPy."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from typing import Any

import conformable


def run(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformable", *args]
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_version_is_the_packages() -> None:
    version = importlib.metadata.version("conformable")
    assert conformable.__version__ == version
    assert run("--version").stdout == f"conformable {version}\n"


def test_it_checks_and_its_exit_code_says_so(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text("import numpy as np\nnp.ones(3) + np.ones(3)\n")
    bad.write_text("import numpy as np\nnp.ones(3) + np.ones(4)\n")
    assert run("check", str(good)).returncode == 0
    found = run("check", str(bad))
    assert found.returncode == 1
    assert "CF" in found.stdout
    assert run("check", "--no-such-option").returncode == 2


def test_it_imports_no_numpy() -> None:
    program = (
        "import sys\n"
        "from conformable._native import main\n"
        "assert main(['conformable', '--version']) == 0\n"
        "assert 'numpy' not in sys.modules\n"
        "import conformable\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_an_entry_point_is_installed() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="conformable")
    assert script.load() is not None


def test_unknown_names_are_attribute_errors() -> None:
    try:
        conformable.no_such_name  # type: ignore[attr-defined]  # noqa: B018
    except AttributeError as error:
        assert "no_such_name" in str(error)
    else:
        raise AssertionError("an AttributeError")
    assert all(hasattr(conformable, name) for name in conformable.__all__)
