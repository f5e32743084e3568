"""What `argparse` gives: a namespace whose attributes have the types of the options.

This is a model, evaluated in place of the library: `input()` stands for any text from outside.
"""

from elsewhere import anything


def _one(type):
    return input() if type is None else type(input())


def _given(type, nargs):
    if nargs is None or nargs == "?":
        return _one(type)
    if isinstance(nargs, int):
        return [_one(type) for _ in range(nargs)]
    return [_one(type) for _ in input()]


def _name(names):
    for name in names:
        if name.startswith("--"):
            return name[2:].replace("-", "_")
    return names[0].removeprefix("-").replace("-", "_")


class Namespace:
    def __init__(self, **kwargs):
        vars(self).update(kwargs)


class ArgumentParser:
    def __init__(self, *args, parents=(), argument_default=None, fromfile_prefix_chars=None, **kwargs):
        self._values = {}
        self._defaults = {}
        # What is left of a namespace that isn't complete is unknown.
        self._complete = argument_default is None
        self._required = False
        # One after the other, where it is known which they are.
        if isinstance(parents, (list, tuple)):
            for parent in parents:
                self._take_over(parent)
        else:
            self._complete = False

    def _take_over(self, parent):
        if isinstance(parent, ArgumentParser):
            self._values.update(parent._values)
            self._defaults.update(parent._defaults)
            self._complete = self._complete and parent._complete
            self._required = self._required or parent._required
        else:
            self._complete = False

    # It has more attributes than those that decide what a namespace has.
    def __getattr__(self, name):
        return anything

    def add_argument(
        self, *names, action=None, nargs=None, const=None, default=None, type=None, required=False, dest=None, **kwargs
    ):
        name = _name(names) if dest is None else dest
        optional = not required and (names[0].startswith("-") or nargs == "?" or nargs == "*")
        if isinstance(default, str) and type is not None:
            default = type(default)
        if action is None or action == "store":
            self._required = self._required or not optional
            value = _given(type, nargs)
            if nargs == "?" and const is not None and input():
                value = const
        elif action == "store_true" or action == "store_false":
            value = bool(input())
            optional = False
            if default is None:
                default = action == "store_false"
        elif action == "count":
            value = len(input())
        elif action == "append" or action == "extend":
            value = [_given(type, nargs if action == "append" else None) for _ in input()]
        elif action == "store_const":
            value = const
        elif action == "help" or action == "version":
            return anything()
        elif action == "append_const":
            value = [const for _ in input()]
        elif isinstance(action, str):
            value = anything()
        else:
            # An action of the program's own: it may set any attribute.
            value = anything(action)
            self._complete = False
        if optional and input():
            value = default
        self._values[name] = value
        self._defaults[name] = default
        return anything()

    def set_defaults(self, **kwargs):
        for name, default in kwargs.items():
            self._values[name] = self._values[name] if name in self._values and input() else default
            self._defaults[name] = default

    def add_argument_group(self, *args, **kwargs):
        return self

    def add_mutually_exclusive_group(self, *, required=False):
        # Whichever of them is given, one is.
        self._required = self._required or required
        return self

    def add_subparsers(self, **kwargs):
        self._complete = False
        return anything()

    def parse_args(self, args=None, namespace=None):
        if namespace is not None or not self._complete:
            return anything(namespace)
        if __without_arguments__ and args is None:
            if self._required:
                exit(2)
            # An option without a default is one that somebody has to give.
            given = {name: __missing__ if default is None else default for name, default in self._defaults.items()}
            return Namespace(**given)
        return Namespace(**self._values)

    def parse_known_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace), [input() for _ in input()]

    def error(self, message):
        exit(2)

    def exit(self, status=0, message=None):
        exit(status)

    def print_help(self, file=None):
        pass

    def print_usage(self, file=None):
        pass

    def format_help(self):
        return input()

    def format_usage(self):
        return input()


class ArgumentDefaultsHelpFormatter:
    pass


class RawDescriptionHelpFormatter:
    pass


class RawTextHelpFormatter:
    pass


def FileType(mode="r", bufsize=-1, encoding=None, errors=None):
    return lambda text: anything(text)
