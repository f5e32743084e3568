"""`python -m conformable_command`: the program that this package was installed with."""

import os
import subprocess
import sys

from conformable_command import find

if __name__ == "__main__":
    command = [find(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)
