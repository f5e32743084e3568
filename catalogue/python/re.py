"""`re`: texts that are found in others."""

from elsewhere import anything


def findall(pattern: str | Buffer, string: str | Buffer, flags=0):
    # Groups make tuples of what is found; where there is none it is the text.
    if isinstance(pattern, str) and "(" not in pattern:
        return [input() for _ in input()]
    return [anything() for _ in input()]


def split(pattern: str | Buffer, string: str | Buffer, maxsplit=0, flags=0):
    if isinstance(pattern, str) and "(" not in pattern:
        return [input() for _ in input()]
    # A group that takes no part is None.
    return [anything() for _ in input()]


def sub(pattern: str | Buffer, repl: str | Buffer | Callable, string: str | Buffer, count=0, flags=0):
    if isinstance(repl, str):
        return input()
    return anything(repl)


def subn(pattern: str | Buffer, repl: str | Buffer | Callable, string: str | Buffer, count=0, flags=0):
    return sub(pattern, repl, string), len(input())


def escape(pattern: str | Buffer):
    return input() if isinstance(pattern, str) else anything()


def _found(pattern, string):
    return Match(pattern, string) if input() else None


def match(pattern: str | Buffer, string: str | Buffer, flags=0):
    return _found(pattern, string)


def search(pattern: str | Buffer, string: str | Buffer, flags=0):
    return _found(pattern, string)


def fullmatch(pattern: str | Buffer, string: str | Buffer, flags=0):
    return _found(pattern, string)


def finditer(pattern: str | Buffer, string: str | Buffer, flags=0):
    return iter([Match(pattern, string) for _ in input()])


def compile(pattern: str | Buffer, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern)


class Pattern:
    def __init__(self, pattern):
        self.pattern = pattern
        self.flags = len(input())
        self.groups = len(input())
        self.groupindex = anything()

    def findall(self, string: str | Buffer, pos=0, endpos=None):
        return findall(self.pattern, string)

    def split(self, string: str | Buffer, maxsplit=0):
        return split(self.pattern, string)

    def sub(self, repl: str | Buffer | Callable, string: str | Buffer, count=0):
        return sub(self.pattern, repl, string)

    def subn(self, repl: str | Buffer | Callable, string: str | Buffer, count=0):
        return sub(self.pattern, repl, string), len(input())

    def match(self, string: str | Buffer, pos=0, endpos=None):
        return _found(self.pattern, string)

    def search(self, string: str | Buffer, pos=0, endpos=None):
        return _found(self.pattern, string)

    def fullmatch(self, string: str | Buffer, pos=0, endpos=None):
        return _found(self.pattern, string)

    def finditer(self, string: str | Buffer, pos=0, endpos=None):
        return iter([Match(self.pattern, string) for _ in input()])

    def scanner(self, string, pos=0, endpos=None):
        return anything()


class Match:
    def __init__(self, pattern, string):
        self._texts = isinstance(pattern, str) or isinstance(pattern, Pattern) and isinstance(pattern.pattern, str)
        self.string = string
        self.re = compile(pattern)
        self.pos = len(input())
        self.endpos = len(input())
        self.lastindex = anything()
        self.lastgroup = anything()
        self.regs = anything()

    def _group(self, group=0):
        if not self._texts:
            return anything()
        # A group that takes no part is None; the whole is none.
        return input() if group == 0 or input() else None

    def group(self, *groups):
        if len(groups) == 0:
            return self._group()
        if len(groups) == 1:
            return self._group(groups[0])
        return tuple([self._group(group) for group in groups])

    def __getitem__(self, group):
        return self._group(group)

    def groups(self, default=None):
        return tuple([input() if self._texts and input() else anything(default) for _ in input()])

    def groupdict(self, default=None):
        return {input(): input() if self._texts and input() else anything(default) for _ in input()}

    def expand(self, template):
        return input() if self._texts else anything()

    def start(self, group=0, /):
        return int(input())

    def end(self, group=0, /):
        return int(input())

    def span(self, group=0, /):
        return int(input()), int(input())
