"""`deque` and mappings over others. What else `collections` has needs no model.

A list holds the items. NumPy takes what has a length and items for a sequence, as it takes a list: of `__sequence__`, an attribute
of a model's instances, it makes the array that it makes of them.
"""

from abc import ABCMeta

from elsewhere import anything


class deque:
    def __init__(self, iterable: Iterable = (), maxlen: SupportsIndex | None = None):
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
        self.__sequence__.sort(key=id)
        self.__sequence__.pop()

    def rotate(self, n=1):
        self.__sequence__.sort(key=id)

    def reverse(self):
        self.__sequence__.reverse()

    def clear(self):
        self.__sequence__.clear()

    def copy(self):
        return self._of(self.__sequence__)

    def __copy__(self):
        return self._of(self.__sequence__)

    def _of(self, items):
        """Another one, of the class of this one."""
        one = type(self)(self) if self.maxlen is None else type(self)(self, self.maxlen)
        one.__sequence__ = list(items)
        one._drop_first()
        return one

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
        return self._of(self.__sequence__ + list(other))

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._of(self.__sequence__ * n)

    def __eq__(self, other):
        return bool(input())

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__


class ChainMap(metaclass=ABCMeta):
    def __init__(self, *maps):
        self.maps = list(maps) if maps else [{}]

    def _all(self):
        found = {}
        for mapping in reversed(self.maps):
            found.update(mapping)
        return found

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def new_child(self, m=None, **kwargs):
        first = {} if m is None else m
        first.update(kwargs)
        return ChainMap(first, *self.maps)

    def copy(self):
        return ChainMap(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def get(self, key, default=None):
        return self._all().get(key, default)

    def keys(self):
        return self._all().keys()

    def values(self):
        return self._all().values()

    def items(self):
        return self._all().items()

    def pop(self, key, *args):
        return self.maps[0].pop(key, *args)

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def popitem(self):
        return self.maps[0].popitem()

    def setdefault(self, key, default=None):
        if key not in self:
            self.maps[0][key] = default
        return self[key]

    def update(self, other=(), /, **kwds):
        self.maps[0].update(other)
        self.maps[0].update(kwds)

    def clear(self):
        self.maps[0].clear()

    def __getitem__(self, key):
        return self._all()[key]

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        del self.maps[0][key]

    def __contains__(self, key):
        return key in self._all()

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__


class UserList(metaclass=ABCMeta):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(initlist)

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return anything(self)

    __copy__ = copy

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(other)

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, item):
        return item in self.data

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(other))

    def __radd__(self, other):
        return self.__class__(list(other) + self.data)

    def __iadd__(self, other):
        self.data.extend(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __eq__(self, other):
        return bool(input())

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__


class UserDict(metaclass=ABCMeta):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __missing__(self, key):
        raise KeyError(key)

    def update(self, other=(), /, **kwds):
        # A class that derives from it may say what storing an item does.
        for key, value in dict(other).items():
            self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self):
        return UserDict(self.data) if type(self) is UserDict else anything(self)

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def pop(self, key, *args, **kwargs):
        return self.data.pop(key, *args, *kwargs.values())

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return cls(dict.fromkeys(iterable, value))

    def popitem(self):
        return self.data.popitem()

    def clear(self):
        self.data.clear()

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        return self.__missing__(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__
