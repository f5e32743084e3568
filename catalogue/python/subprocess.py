"""`subprocess`: what a command has written."""

from elsewhere import anything


def _output(options):
    is_text = False
    for name in ("text", "universal_newlines", "encoding", "errors"):
        if name in options and options[name]:
            is_text = True
    return input() if is_text else input().encode()


class CompletedProcess:
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def check_returncode(self):
        pass


def run(*popenargs, capture_output=False, timeout=None, check=False, **kwargs):
    # A file of the program's own may be written to.
    anything(kwargs)
    stdout = _output(kwargs) if capture_output else anything() if "stdout" in kwargs else None
    stderr = _output(kwargs) if capture_output else anything() if "stderr" in kwargs else None
    return CompletedProcess(anything(), int(input()), stdout, stderr)


def check_output(*popenargs, timeout=None, **kwargs):
    anything(kwargs)
    return _output(kwargs)


def getoutput(cmd, **kwargs):
    return input()


def getstatusoutput(cmd, **kwargs):
    return int(input()), input()


def call(*popenargs, timeout=None, **kwargs):
    anything(kwargs)
    return int(input())


def check_call(*popenargs, **kwargs):
    anything(kwargs)
    return int(input())
