"""`SimpleNamespace`: an instance that is given its attributes."""


class SimpleNamespace:
    __shown__ = True

    def __init__(self, mapping_or_iterable=None, /, **kwargs):
        if mapping_or_iterable is not None:
            vars(self).update(mapping_or_iterable)
        vars(self).update(kwargs)

    def __repr__(self):
        return input()

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__
