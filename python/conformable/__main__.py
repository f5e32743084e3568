"""The `conformable` command: the same program as the Rust binary, through the extension."""

import signal
import sys

from conformable._native import main as run


def main() -> int:
    """Run the command with this process's arguments; its exit code."""
    # Python's own handler would wait until the command is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["conformable", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
