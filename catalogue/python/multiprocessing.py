"""`multiprocessing`: pools, whose calls are on copies in other processes."""

from concurrent.futures import _each, _one
from elsewhere import anything


def cpu_count():
    return len(input())


class AsyncResult:
    def __init__(self, value):
        self._value = value

    def __getattr__(self, name):
        return anything

    def get(self, timeout=None):
        return self._value

    def wait(self, timeout=None):
        pass

    def ready(self):
        return bool(input())

    def successful(self):
        return bool(input())


def _mapped(func, several):
    values = [value for value in _each(func, several)]
    return [values[len(input())] for _ in several]


class Pool:
    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        anything(initializer, initargs)

    def __getattr__(self, name):
        return anything

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        pass

    def close(self):
        pass

    def terminate(self):
        pass

    def join(self):
        pass

    def apply(self, func, args=(), kwds={}):
        return [value for value in _one(func, args, kwds)][len(input())]

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        value = self.apply(func, args, kwds)
        anything(callback, error_callback)
        return AsyncResult(value)

    def map(self, func, iterable, chunksize=None):
        return _mapped(func, [(item,) for item in iterable])

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        anything(callback, error_callback)
        return AsyncResult(self.map(func, iterable))

    def imap(self, func, iterable, chunksize=1):
        return iter(self.map(func, iterable))

    def imap_unordered(self, func, iterable, chunksize=1):
        return iter(self.map(func, iterable))

    def starmap(self, func, iterable, chunksize=None):
        return _mapped(func, [args for args in iterable])

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        anything(callback, error_callback)
        return AsyncResult(self.starmap(func, iterable))
