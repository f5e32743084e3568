"""`pickle`: bytes of values. What is in them is anything."""

from copy import deepcopy

from elsewhere import anything


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    # What says how it is copied says how it is written.
    deepcopy(obj)
    if buffer_callback is not None:
        anything(buffer_callback)
    return input().encode()


def dump(obj, file: File, protocol=None, *, fix_imports=True, buffer_callback=None):
    deepcopy(obj)
    anything(file, buffer_callback)


def loads(data: bytes, /, **options):
    return anything(options)


def load(file: File, **options):
    return anything(file, options)
