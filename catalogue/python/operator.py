"""`operator`: what operators, subscripts and attributes are as functions."""

from elsewhere import anything

__exact__ = True

_abs, _pow = abs, pow


def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def ge(a, b, /):
    return a >= b


def gt(a, b, /):
    return a > b


def not_(a, /):
    return not a


def truth(a, /):
    return bool(a)


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def abs(a, /):
    return _abs(a)


def add(a, b, /):
    return a + b


def and_(a, b, /):
    return a & b


def floordiv(a, b, /):
    return a // b


def inv(a, /):
    return ~a


invert = inv


def lshift(a, b, /):
    return a << b


def mod(a, b, /):
    return a % b


def mul(a, b, /):
    return a * b


def matmul(a, b, /):
    return a @ b


def neg(a, /):
    return -a


def or_(a, b, /):
    return a | b


def pos(a, /):
    return +a


def pow(a, b, /):
    return a**b


def rshift(a, b, /):
    return a >> b


def sub(a, b, /):
    return a - b


def truediv(a, b, /):
    return a / b


def xor(a, b, /):
    return a ^ b


def concat(a, b, /):
    return a + b


def contains(a, b, /):
    return b in a


def countOf(a, b, /):
    return len(input())


def indexOf(a, b, /):
    return len(input())


def getitem(a, b, /):
    return a[b]


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def iadd(a, b, /):
    a += b
    return a


def isub(a, b, /):
    a -= b
    return a


def imul(a, b, /):
    a *= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def iand(a, b, /):
    a &= b
    return a


def ifloordiv(a, b, /):
    a //= b
    return a


def ilshift(a, b, /):
    a <<= b
    return a


def imatmul(a, b, /):
    a @= b
    return a


def imod(a, b, /):
    a %= b
    return a


def ior(a, b, /):
    a |= b
    return a


def ipow(a, b, /):
    a **= b
    return a


def irshift(a, b, /):
    a >>= b
    return a


def ixor(a, b, /):
    a ^= b
    return a


def iconcat(a, b, /):
    a += b
    return a


def index(a, /):
    if isinstance(a, int):
        return a
    # Nothing but an index counts.
    range(a)
    return int(a)


def length_hint(obj, default=0, /):
    if isinstance(obj, (list, tuple, dict, set, str)):
        return len(obj)
    return anything(obj, default)


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


class itemgetter:
    def __init__(self, item, /, *items):
        self._items = (item,) + items

    def __call__(self, obj, /):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[item] for item in self._items])


def _attribute(obj, name):
    # One attribute after the other.
    if isinstance(name, str) and "." not in name:
        return getattr(obj, name)
    return anything(obj)


class attrgetter:
    def __init__(self, attr, /, *attrs):
        self._names = (attr,) + attrs

    def __call__(self, obj, /):
        if len(self._names) == 1:
            return _attribute(obj, self._names[0])
        return tuple([_attribute(obj, name) for name in self._names])


class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
