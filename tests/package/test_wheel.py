"""The wheel with the command alone is built, installed where there is no NumPy, and run; so is what hooks and editors start."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MODEL = "import numpy as np\nnp.ones((3, 4)) @ np.ones((5, 2))\n"


def run(*command: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    options = {"env": environment | {"CONFORMABLE_NO_CACHE": "1"}} | options
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("maturin", reason="maturin is not installed")
    out = tmp_path_factory.mktemp("wheel")
    # Built as everything else is.
    command = [sys.executable, "-m", "maturin", "build", "--profile", "dev", "--out", out]
    done = run(*command, cwd=ROOT / "packaging" / "command")
    assert done.returncode == 0, done.stderr[-4000:]
    (built,) = out.glob("*.whl")
    return built


def test_it_is_for_any_python_and_needs_nothing(wheel: Path) -> None:
    assert re.fullmatch(r"conformable_command-[\d.]+-py3-none-\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith("METADATA"))
        assert "Requires-Dist" not in archive.read(metadata).decode()
        (points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "conformable=conformable_command.jupyter:specs" in archive.read(points).decode()
    assert any(name.endswith(".data/scripts/conformable") for name in names)


@pytest.mark.parametrize("place", ["environment", "target", "prefix"])
def test_it_runs_without_numpy(wheel: Path, place: str, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--no-index",
        "--no-deps",
        wheel,
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if place == "target":
        install += ["--target", tmp_path / "there"]
        environment["PYTHONPATH"] = str(tmp_path / "there")
    elif place == "prefix":
        install += ["--prefix", tmp_path / "there"]
        version = "python{}.{}".format(*sys.version_info)
        environment["PYTHONPATH"] = str(tmp_path / "there" / "lib" / version / "site-packages")
    done = run(*install)
    assert done.returncode == 0, done.stderr[-2000:]
    (tmp_path / "model.py").write_text(MODEL)
    command = [python, "-m", "conformable_command"]
    done = run(*command, "check", "model.py", cwd=tmp_path, env=environment)
    assert done.returncode == 1 and "error[CF101]" in done.stdout, done.stderr
    program = (
        "import importlib.util, json, sys\n"
        "from conformable_command.jupyter import specs\n"
        "assert importlib.util.find_spec('numpy') is None\n"
        "print(json.dumps(specs()))\n"
    )
    spec = json.loads(run(python, "-c", program, env=environment).stdout)["conformable"]
    assert spec["argv"][1:] == ["server"] and spec["languages"] == ["python"]
    assert run(spec["argv"][0], "--version").stdout.startswith("conformable ")


def test_hooks_run_commands_that_there_are(wheel: Path, tmp_path: Path) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^  entry: conformable (.*)$", text, re.MULTILINE)
    assert entries == ["check", "check ."]
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/scripts/conformable"))
        program = tmp_path / "conformable"
        program.write_bytes(archive.read(name))
    program.chmod(0o755)
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "model.py").write_text(MODEL)
    for entry, files in zip(entries, [["model.py"], []], strict=True):
        done = run(program, *entry.split(), *files, cwd=folder)
        assert done.returncode == 1 and "error[CF101]" in done.stdout
    # What the action runs, with its switches.
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    commands = re.findall(r"run: conformable (.*?)(?: >.*)?$", action, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        words = command.replace("$ARGS", "--min-known 10").replace("$PATHS", ".").split()
        assert run(program, *words, cwd=folder).returncode == int("--exit-zero" not in words)


def test_the_client_for_vs_code_says_what_the_server_reads() -> None:
    folder = ROOT / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    settings = set(package["contributes"]["configuration"]["properties"])
    read = (ROOT / "crates/conformable/src/server/client.rs").read_text(encoding="utf-8")
    named = re.findall(r'wanted\("/([\w/]+)"', read)
    expected = {"conformable." + name.replace("/", ".") for name in named if name != "inlayHints"}
    assert settings == expected | {"conformable.path"}
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    assert run(node, "--check", folder / package["main"]).returncode == 0
