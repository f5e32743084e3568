"""The `conformable` command, and where it is."""

from __future__ import annotations

import os
import sys
import sysconfig


def find() -> str:
    """The path of the program that this package was installed with."""
    name = "conformable" + (sysconfig.get_config_var("EXE") or "")
    # Beside this package: `pip install --target` has no other place.
    around = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [
        sysconfig.get_path("scripts"),
        # An environment that was made with `--system-site-packages`, or `--prefix`.
        sysconfig.get_path("scripts", vars={"base": sys.base_prefix}),
        os.path.normpath(os.path.join(around, *[os.pardir] * 3, "bin")),
        os.path.join(around, "bin"),
        sysconfig.get_path("scripts", scheme="nt_user" if os.name == "nt" else "posix_user"),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of {', '.join(folders)}")
