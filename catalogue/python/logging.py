"""`logging`: what is logged is read, by `str` where it is written at all."""

from elsewhere import anything

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0


def _logged(msg, args, kwargs):
    if input():
        try:
            str(msg)
            for arg in args:
                str(arg)
        except Exception:
            pass
    if kwargs:
        anything(kwargs)


def debug(msg, *args, **kwargs):
    _logged(msg, args, kwargs)


info = warning = warn = error = exception = critical = fatal = debug


def log(level, msg, *args, **kwargs):
    _logged(msg, args, kwargs)


def basicConfig(**kwargs):
    anything(kwargs)


def disable(level=CRITICAL):
    pass


def getLevelName(level):
    return anything()


class Logger:
    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = len(input())
        self.propagate = anything()
        self.handlers = anything()
        self.disabled = anything()

    # A class that the program has set may have more.
    def __getattr__(self, name):
        return anything

    def debug(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def info(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def warning(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def warn(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def error(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def exception(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def critical(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def fatal(self, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def log(self, level, msg, *args, **kwargs):
        _logged(msg, args, kwargs)

    def setLevel(self, level: str | SupportsIndex):
        pass

    def isEnabledFor(self, level):
        return bool(input())

    def getEffectiveLevel(self):
        return len(input())

    def hasHandlers(self):
        return bool(input())

    def addHandler(self, hdlr):
        anything(hdlr)

    def removeHandler(self, hdlr):
        pass

    def addFilter(self, filter):
        anything(filter)

    def getChild(self, suffix):
        return Logger(input())


def getLogger(name=None):
    return Logger(input())
