"""`concurrent.futures`: calls that run at some time. What they give is known, what they do isn't."""

from elsewhere import anything


def _each(func, several):
    for args in several:
        yield func(*args)


def _one(func, args, kwargs):
    yield func(*args, **kwargs)


class Future:
    def __init__(self):
        # What it may give, where that is known.
        self._values = None

    def __getattr__(self, name):
        return anything

    def cancel(self):
        return bool(input())

    def cancelled(self):
        return bool(input())

    def running(self):
        return bool(input())

    def done(self):
        return bool(input())

    def result(self, timeout=None):
        return anything() if self._values is None else self._values[len(input())]

    def exception(self, timeout=None):
        return anything()

    def add_done_callback(self, fn):
        anything(fn, self)


class Executor:
    def __getattr__(self, name):
        return anything

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        pass

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future._values = [value for value in _one(fn, args, kwargs)]
        # It may run until the end.
        anything(fn, args, kwargs)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1, **kwargs):
        several = list(zip(*iterables))
        values = [value for value in _each(fn, several)]
        anything(fn, several)
        return iter([values[len(input())] for _ in several])

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


class ThreadPoolExecutor(Executor):
    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **kwargs):
        anything(initializer, initargs, kwargs)


class ProcessPoolExecutor(Executor):
    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        anything(initializer, initargs)


def as_completed(fs, timeout=None):
    return iter([future for future in fs])
