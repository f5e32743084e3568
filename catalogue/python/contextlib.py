"""`contextlib`: managers that give what they are given."""

from abc import ABCMeta
from functools import wraps

from elsewhere import anything

__exact__ = True


class nullcontext(metaclass=ABCMeta):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass


class closing(metaclass=ABCMeta):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class _GeneratorContextManager(metaclass=ABCMeta):
    def __init__(self, func, args, kwds):
        self.func = func
        self.args = args
        self.kwds = kwds

    def __call__(self, func):
        return anything(func)

    def __getattr__(self, name):
        return anything

    def __enter__(self):
        self.given = next(self.func(*self.args, **self.kwds))
        return self.given

    def __exit__(self, *exc_details):
        # The code behind the `yield` runs.
        anything(self.given)
        return bool(input())


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)

    return helper


class ExitStack(metaclass=ABCMeta):
    def __init__(self):
        self._managers = []

    def __getattr__(self, name):
        return anything

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        anything(self._managers)
        return bool(input())

    def enter_context(self, cm):
        result = cm.__enter__()
        self._managers.append(cm)
        return result

    def push(self, exit):
        anything(exit)
        return exit

    def callback(self, callback, /, *args, **kwds):
        anything(callback, args, kwds)
        return callback

    def close(self):
        anything(self._managers)
