"""`configparser`: texts from a file, and the numbers that they are asked for as."""

from elsewhere import anything


def _given(value, options):
    return options["fallback"] if "fallback" in options and input() else value


class SectionProxy:
    def __init__(self, parser, name):
        self._texts = parser._texts

    def __getattr__(self, name):
        return anything

    def __getitem__(self, key):
        return input() if self._texts else anything()

    def __setitem__(self, key, value):
        pass

    def __contains__(self, key):
        return bool(input())

    def __len__(self):
        return len(input())

    def get(self, option, fallback=None, **options):
        value = input() if self._texts else anything()
        return fallback if input() else value

    def getint(self, option, fallback=None, **options):
        return fallback if input() else int(input())

    def getfloat(self, option, fallback=None, **options):
        return fallback if input() else float(input())

    def getboolean(self, option, fallback=None, **options):
        return fallback if input() else bool(input())


class RawConfigParser:
    def __init__(self, *args, **options):
        # A text may be missing, or be what an interpolation of the program's own makes of it.
        self._texts = "allow_no_value" not in options and "interpolation" not in options and not args

    # It has more than what decides what a program reads.
    def __getattr__(self, name):
        return anything

    def __getitem__(self, key):
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        anything(value)

    def __contains__(self, key):
        return bool(input())

    def __len__(self):
        return len(input())

    def read(self, filenames, encoding=None):
        return [input() for _ in input()]

    def sections(self):
        return [input() for _ in input()]

    def has_section(self, section):
        return bool(input())

    def has_option(self, section, option):
        return bool(input())

    def get(self, section, option, **options):
        return _given(input() if self._texts else anything(), options)

    def getint(self, section, option, **options):
        return _given(int(input()), options)

    def getfloat(self, section, option, **options):
        return _given(float(input()), options)

    def getboolean(self, section, option, **options):
        return _given(bool(input()), options)


class ConfigParser(RawConfigParser):
    pass
