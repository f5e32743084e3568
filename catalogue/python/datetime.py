"""`datetime`: days and times, and what is between them."""

from collections import namedtuple

from elsewhere import anything

MINYEAR = 1
MAXYEAR = 9999

# What has no operator with a day or a time between two, and asks none of its own.
_OTHERS = (int, float, complex, str, bytes, list, tuple, dict, set, type(None))

_IsoCalendarDate = namedtuple("IsoCalendarDate", ["year", "week", "weekday"])


class timedelta:
    __complete__ = True
    min = max = resolution = anything()

    def __made__(
        self,
        days: number = 0,
        seconds: number = 0,
        microseconds: number = 0,
        milliseconds: number = 0,
        minutes: number = 0,
        hours: number = 0,
        weeks: number = 0,
    ):
        self.days = int(input())
        self.seconds = len(input())
        self.microseconds = len(input())

    def total_seconds(self):
        return float(input())

    def __add__(self, other):
        if isinstance(other, timedelta):
            return timedelta()
        if isinstance(other, (date, datetime)):
            return other + self
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __radd__(self, other):
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return timedelta()
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __rsub__(self, other):
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __mul__(self, other):
        if type(other) is int or type(other) is float:
            return timedelta()
        return anything(other)

    def __rmul__(self, other):
        if type(other) is int or type(other) is float:
            return timedelta()
        return anything(other)

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return float(input())
        if type(other) is int or type(other) is float:
            return timedelta()
        return anything(other)

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return int(input())
        if type(other) is int:
            return timedelta()
        return anything(other)

    def __rtruediv__(self, other):
        return anything(other)

    __rfloordiv__ = __rmod__ = __rdivmod__ = __rtruediv__

    def __mod__(self, other):
        return timedelta() if isinstance(other, timedelta) else anything(other)

    def __divmod__(self, other):
        return (int(input()), timedelta()) if isinstance(other, timedelta) else anything(other)

    def __neg__(self):
        return timedelta()

    def __pos__(self):
        return timedelta()

    def __abs__(self):
        return timedelta()

    def __bool__(self):
        return bool(input())

    def __str__(self):
        return input()

    def __repr__(self):
        return input()

    def __hash__(self):
        return int(input())

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__

    def __lt__(self, other):
        return NotImplemented if type(other) in _OTHERS else bool(input())

    __le__ = __gt__ = __ge__ = __lt__


class date:
    __complete__ = True
    min = max = resolution = anything()

    def __made__(self, year: SupportsIndex, month: SupportsIndex, day: SupportsIndex):
        self.year = len(input())
        self.month = len(input())
        self.day = len(input())

    def timetuple(self):
        return anything()

    def __replace__(self, /, **changes):
        return type(self)(1, 1, 1)

    @classmethod
    def today(cls):
        return cls(1, 1, 1)

    @classmethod
    def fromtimestamp(cls, timestamp: number, tz=None):
        return cls(1, 1, 1)

    @classmethod
    def fromordinal(cls, ordinal: SupportsIndex):
        return cls(1, 1, 1)

    @classmethod
    def fromisoformat(cls, text: str):
        return cls(1, 1, 1)

    @classmethod
    def fromisocalendar(cls, year: SupportsIndex, week: SupportsIndex, day: SupportsIndex):
        return cls(1, 1, 1)

    @classmethod
    def strptime(cls, text: str, format: str):
        return cls(1, 1, 1)

    def replace(self, *args, **kwargs):
        return type(self)(1, 1, 1)

    def strftime(self, format: str):
        return input()

    def isoformat(self, *args, **kwargs):
        return input()

    def ctime(self):
        return input()

    def weekday(self):
        return len(input())

    def isoweekday(self):
        return len(input())

    def toordinal(self):
        return len(input())

    def isocalendar(self):
        return _IsoCalendarDate(len(input()), len(input()), len(input()))

    def __add__(self, other):
        if isinstance(other, timedelta):
            return type(self)(1, 1, 1)
        if type(other) in _OTHERS or isinstance(other, date):
            return NotImplemented
        return anything(other)

    def __radd__(self, other):
        if isinstance(other, timedelta):
            return type(self)(1, 1, 1)
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return type(self)(1, 1, 1)
        if isinstance(other, date):
            return timedelta()
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __rsub__(self, other):
        if type(other) in _OTHERS:
            return NotImplemented
        return anything(other)

    def __str__(self):
        return input()

    def __repr__(self):
        return input()

    def __format__(self, spec):
        return input()

    def __hash__(self):
        return int(input())

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__

    def __lt__(self, other):
        return NotImplemented if type(other) in _OTHERS else bool(input())

    __le__ = __gt__ = __ge__ = __lt__


class datetime(date):
    __complete__ = True

    def __made__(
        self,
        year: SupportsIndex,
        month: SupportsIndex,
        day: SupportsIndex,
        hour: SupportsIndex = 0,
        minute: SupportsIndex = 0,
        second: SupportsIndex = 0,
        microsecond: SupportsIndex = 0,
        tzinfo=None,
        *,
        fold: SupportsIndex = 0,
    ):
        self.year = len(input())
        self.month = len(input())
        self.day = len(input())
        self.hour = len(input())
        self.minute = len(input())
        self.second = len(input())
        self.microsecond = len(input())
        self.tzinfo = anything()
        self.fold = len(input())

    @classmethod
    def now(cls, tz=None):
        return cls(1, 1, 1)

    @classmethod
    def utcnow(cls):
        return cls(1, 1, 1)

    @classmethod
    def utcfromtimestamp(cls, timestamp: number):
        return cls(1, 1, 1)

    @classmethod
    def combine(cls, date, time, tzinfo=None):
        return cls(1, 1, 1)

    def timestamp(self):
        return float(input())

    def date(self):
        return date(1, 1, 1)

    def astimezone(self, tz=None):
        return type(self)(1, 1, 1)

    def time(self):
        return anything()

    def timetz(self):
        return anything()

    def utcoffset(self):
        return anything()

    def dst(self):
        return anything()

    def tzname(self):
        return anything()

    def utctimetuple(self):
        return anything()
