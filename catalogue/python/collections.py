"""`deque`. What else `collections` has needs no model.

A list holds the items. NumPy takes what has a length and items for a sequence, as it takes a list: of `__sequence__`, an attribute
of a model's instances, it makes the array that it makes of them.
"""


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self.__sequence__ = list(iterable)
        self._drop_first()

    def _drop_first(self):
        """What is too many leaves at the front."""
        if self.maxlen is not None and len(self.__sequence__) > self.maxlen:
            self.__sequence__ = self.__sequence__[len(self.__sequence__) - self.maxlen :]

    def append(self, x):
        self.__sequence__.append(x)
        if self.maxlen is not None and len(self.__sequence__) > self.maxlen:
            self.__sequence__.pop(0)

    def appendleft(self, x):
        self.__sequence__.insert(0, x)
        if self.maxlen is not None and len(self.__sequence__) > self.maxlen:
            self.__sequence__.pop()

    def extend(self, iterable):
        self.__sequence__.extend(iterable)
        self._drop_first()

    def extendleft(self, iterable):
        self.__sequence__ = list(reversed(list(iterable))) + self.__sequence__
        if self.maxlen is not None and len(self.__sequence__) > self.maxlen:
            self.__sequence__ = self.__sequence__[: self.maxlen]

    def pop(self):
        return self.__sequence__.pop()

    def popleft(self):
        return self.__sequence__.pop(0)

    def insert(self, i, x):
        self.__sequence__.insert(i, x)

    def remove(self, value):
        # One item less, of which nobody knows which: sorting stands for not knowing the order.
        self.__sequence__.sort()
        self.__sequence__.pop()

    def rotate(self, n=1):
        self.__sequence__.sort()

    def reverse(self):
        self.__sequence__.reverse()

    def clear(self):
        self.__sequence__.clear()

    def copy(self):
        return deque(self.__sequence__, self.maxlen)

    def __copy__(self):
        return deque(self.__sequence__, self.maxlen)

    def count(self, x):
        return len(input())

    def index(self, x, *bounds):
        return len(input())

    def __len__(self):
        return len(self.__sequence__)

    def __iter__(self):
        return iter(self.__sequence__)

    def __reversed__(self):
        return reversed(self.__sequence__)

    def __contains__(self, x):
        return bool(input())

    def __getitem__(self, i):
        return self.__sequence__[i]

    def __setitem__(self, i, x):
        self.__sequence__[i] = x

    def __delitem__(self, i):
        self.__sequence__.pop(i)

    def __add__(self, other):
        return deque(self.__sequence__ + list(other), self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return deque(self.__sequence__ * n, self.maxlen)

    def __eq__(self, other):
        return bool(input())

    def __ne__(self, other):
        return bool(input())

    def __lt__(self, other):
        return bool(input())

    def __le__(self, other):
        return bool(input())

    def __gt__(self, other):
        return bool(input())

    def __ge__(self, other):
        return bool(input())
