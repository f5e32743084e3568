"""Speed, side by side with others in one run: `cargo xtask bench`.

An environment of its own is made (`.venv-peers`) with the peers and a release build of the package;
then each program of `peers/` prints its rows, and the flat programs of signatures are timed against
shape functions written by hand. A peer that cannot be installed is a failure.

`cargo xtask bench --wild` times whole packages instead, `cargo xtask bench --lines` projects of up to a million lines,
`cargo xtask bench --editor` language servers: see `wild.py`, `lines.py` and `editor.py`.
"""

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def run(*command: object, **options: object) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, **options)


def environment(folder: Path) -> Path:
    """The interpreter of the environment, with the peers and this package in it."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.EnvBuilder(with_pip=True).create(folder)
    requirements = HERE / "peers" / "requirements.txt"
    run(python, "-m", "pip", "install", "--quiet", "--requirement", requirements)
    wheels = folder / "wheels"
    run(sys.executable, "-m", "maturin", "build", "--quiet", "--release", "--out", wheels)
    newest = max(wheels.glob("*.whl"), key=lambda path: path.stat().st_mtime)
    run(python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", newest)
    return python


def main() -> None:
    for name in ("wild", "lines", "editor"):
        if f"--{name}" in sys.argv:
            rest = [argument for argument in sys.argv[1:] if argument != f"--{name}"]
            sys.exit(
                subprocess.run([sys.executable, HERE / f"{name}.py", *rest], check=False).returncode
            )
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--environment", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--no-rust", action="store_true", help="only what goes through Python")
    options = parser.parse_args()
    python = environment(options.environment)
    for program in sorted((HERE / "peers").glob("against_*.py")):
        run(python, program)
    if not options.no_rust:
        run(python, HERE / "peers" / "rust_pytensor.py")
        print("\nA signature on known shapes, against shape functions by hand", flush=True)
        run("cargo", "bench", "--quiet", "--package", "conformable_signatures", "--bench", "flat")


if __name__ == "__main__":
    main()
