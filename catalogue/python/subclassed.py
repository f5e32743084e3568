"""What a class of a program has of a container of Python's that it derives from (`class Rows(list)`), or as one of named
tuples.

A container of Python's own holds the items, whatever the class says of storing and loading: none of these methods calls
another one that a class below may have written anew, as Python's own don't.
"""

from elsewhere import anything

__exact__ = True


class collections_namedtuple_:
    """`_fields` is its own."""

    @classmethod
    def _make(cls, iterable, /):
        return cls(*iterable)

    def _asdict(self):
        return dict(zip(self._fields, self))

    def _replace(self, /, **kwargs):
        values = dict(zip(self._fields, self))
        values.update(kwargs)
        return type(self)(**values)


class list_:
    def __made__(self, *args, **kwargs):
        self.__sequence__ = []

    def __init__(self, iterable=(), /):
        self.__sequence__ = list(iterable)

    def append(self, object, /):
        self.__sequence__.append(object)

    def extend(self, iterable, /):
        self.__sequence__.extend(iterable)

    def insert(self, index, object, /):
        self.__sequence__.insert(index, object)

    def pop(self, index=-1, /):
        return self.__sequence__.pop(index)

    def remove(self, value, /):
        self.__sequence__.remove(value)

    def clear(self):
        self.__sequence__.clear()

    def copy(self):
        return self.__sequence__.copy()

    def sort(self, *, key=None, reverse=False):
        self.__sequence__.sort(key=key, reverse=reverse)

    def reverse(self):
        self.__sequence__.reverse()

    def count(self, value, /):
        return self.__sequence__.count(value)

    def index(self, value, *bounds):
        return self.__sequence__.index(value, *bounds)

    def __len__(self):
        return len(self.__sequence__)

    def __iter__(self):
        return iter(self.__sequence__)

    def __reversed__(self):
        return reversed(self.__sequence__)

    def __contains__(self, key, /):
        return key in self.__sequence__

    def __getitem__(self, key, /):
        return self.__sequence__[key]

    def __setitem__(self, key, value, /):
        self.__sequence__[key] = value

    def __delitem__(self, key, /):
        del self.__sequence__[key]

    def __add__(self, value, /):
        return self.__sequence__ + value[:] if isinstance(value, list) else anything(value)

    def __radd__(self, value, /):
        return value[:] + self.__sequence__ if isinstance(value, list) else anything(value)

    def __iadd__(self, value, /):
        self.__sequence__ += value
        return self

    def __mul__(self, value, /):
        return self.__sequence__ * value if isinstance(value, int) else anything(value)

    __rmul__ = __mul__

    def __imul__(self, value, /):
        self.__sequence__ *= value
        return self

    def __eq__(self, other):
        return bool(input())

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    __hash__ = None


class dict_:
    def __made__(self, *args, **kwargs):
        self.__mapping__ = {}

    def __init__(self, *args, **kwargs):
        self.__mapping__.update(*args, **kwargs)

    def get(self, key, default=None, /):
        return self.__mapping__.get(key, default)

    def setdefault(self, key, default=None, /):
        return self.__mapping__.setdefault(key, default)

    def pop(self, key, *default):
        return self.__mapping__.pop(key, *default)

    def popitem(self, last=True):
        return self.__mapping__.popitem()

    def update(self, *args, **kwargs):
        self.__mapping__.update(*args, **kwargs)

    def clear(self):
        self.__mapping__.clear()

    def copy(self):
        return self.__mapping__.copy()

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        one = cls()
        for key in iterable:
            one[key] = value
        return one

    def keys(self):
        return self.__mapping__.keys()

    def values(self):
        return self.__mapping__.values()

    def items(self):
        return self.__mapping__.items()

    def __len__(self):
        return len(self.__mapping__)

    def __iter__(self):
        return iter(self.__mapping__)

    def __reversed__(self):
        return reversed(self.__mapping__)

    def __contains__(self, key, /):
        return key in self.__mapping__

    def __getitem__(self, key, /):
        if key in self.__mapping__:
            return self.__mapping__[key]
        return self.__missing__(key)

    def __missing__(self, key, /):
        # What a class below makes stands in its place.
        return self.__mapping__[key]

    def __setitem__(self, key, value, /):
        self.__mapping__[key] = value

    def __delitem__(self, key, /):
        del self.__mapping__[key]

    def __or__(self, value, /):
        return {**self.__mapping__, **value} if isinstance(value, dict) else anything(value)

    def __ror__(self, value, /):
        return {**value, **self.__mapping__} if isinstance(value, dict) else anything(value)

    def __ior__(self, value, /):
        self.__mapping__.update(value)
        return self

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__

    __hash__ = None


class collections_OrderedDict_(dict_):
    def copy(self):
        return anything(self)

    def move_to_end(self, key, last=True):
        value = self.__mapping__.pop(key)
        if last:
            self.__mapping__[key] = value
        else:
            self.__mapping__ = {key: value, **self.__mapping__}

    def popitem(self, last=True):
        if last:
            return self.__mapping__.popitem()
        for key in self.__mapping__:
            return key, self.__mapping__.pop(key)


class collections_defaultdict_(dict_):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        self.default_factory = default_factory
        self.__mapping__.update(*args, **kwargs)

    def copy(self):
        return anything(self)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value
