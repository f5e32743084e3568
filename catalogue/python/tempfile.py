"""`tempfile`: the names of files and folders."""

from elsewhere import anything


def _name(*parts):
    # Bytes make bytes.
    for part in parts:
        if part is not None and not isinstance(part, str):
            return anything()
    return input()


def gettempdir():
    return input()


def mkdtemp(suffix=None, prefix=None, dir=None):
    return _name(suffix, prefix)


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    return len(input()), _name(suffix, prefix)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = _name(suffix, prefix)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        pass

    def cleanup(self):
        pass
