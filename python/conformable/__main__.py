"""The `conformable` command: the same program as the Rust binary, through the extension."""

import os
import signal
import sys
import warnings

from conformable._native import main as run

#: Commands for which it matters what installed packages add.
_EXTENSIBLE = ("check", "coverage", "infer", "explain", "rules", "solve")


def main() -> int:
    """Run the command with this process's arguments; its exit code."""
    # Python's own handler would wait until the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if any(argument in _EXTENSIBLE for argument in sys.argv[1:2]):
        _load_plugins()
    return run(["conformable", *sys.argv[1:]])


def _are_installed() -> bool:
    """Whether an installed package may name a plugin: a look at its files, since finding out by
    `importlib.metadata` takes longer than checking a file."""
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            # An archive, or nothing at all.
            if os.path.isfile(folder):
                return True
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(
                        os.path.join(folder or ".", name, "entry_points.txt"), "rb"
                    ) as points:
                        if b"conformable.plugins" in points.read():
                            return True
                except OSError:
                    continue
    return False


def _load_plugins() -> None:
    """Let installed packages register; one that fails is said on stderr, and left out."""
    if not _are_installed():
        return
    from conformable._registry import registry

    # What packages add decides what is found, and no text that a result is kept by says it.
    os.environ["CONFORMABLE_NO_CACHE"] = "1"
    with warnings.catch_warnings(record=True) as failures:
        warnings.simplefilter("always")
        registry.load_plugins()
    for failure in failures:
        print(f"warning: {failure.message}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
