"""Builds the wheel of this package with Python alone, so that installing it needs no network."""

import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def build_wheel(directory: str, config: Any = None, metadata: Any = None) -> str:
    """The hook of PEP 517."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    points = project["entry-points"]["conformable.plugins"]
    info = f"{name}-{version}.dist-info"
    files = {
        path.relative_to(HERE).as_posix(): path.read_text()
        for path in (HERE / "quantities").glob("*.py*")
        if path.is_file()
    }
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
    )
    files[f"{info}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{info}/entry_points.txt"] = "[conformable.plugins]\n" + "".join(
        f"{key} = {value}\n" for key, value in points.items()
    )
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(directory) / wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel
