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


def _is_option(name, prefixes):
    return name[:1] in prefixes


def _name(names, prefixes):
    if not _is_option(names[0], prefixes):
        # What is given by its place keeps its name as it is written.
        return names[0]
    # The first long form decides.
    for name in names:
        if len(name) > 1 and name[1] in prefixes:
            return name.lstrip(prefixes).replace("-", "_")
    return names[0].lstrip(prefixes).replace("-", "_")


class Namespace:
    __shown__ = True

    def __init__(self, **kwargs):
        vars(self).update(kwargs)

    def __contains__(self, key):
        return key in vars(self)

    def __repr__(self):
        return input()

    def __eq__(self, other):
        return bool(input())

    __ne__ = __eq__

    def _get_kwargs(self):
        return list(vars(self).items())

    def _get_args(self):
        return []


class _SubParsersAction:
    """The parsers of a program's commands, of which a run has one."""

    def __init__(self, *args, dest=None, **kwargs):
        self._dest = dest
        self._parsers = []

    def __getattr__(self, name):
        return anything

    def add_parser(
        self, name, *, parents=(), prefix_chars="-", argument_default=None, fromfile_prefix_chars=None, **kwargs
    ):
        parser = ArgumentParser(
            parents=parents,
            prefix_chars=prefix_chars,
            argument_default=argument_default,
            fromfile_prefix_chars=fromfile_prefix_chars,
        )
        self._parsers.append(parser)
        return parser


class ArgumentParser:
    def __init__(
        self,
        prog=None,
        usage=None,
        description=None,
        epilog=None,
        parents=(),
        formatter_class=None,
        prefix_chars="-",
        fromfile_prefix_chars=None,
        argument_default=None,
        conflict_handler="error",
        add_help=True,
        allow_abbrev=True,
        exit_on_error=True,
        *,
        suggest_on_error=False,
        color=False,
    ):
        self._prefixes = prefix_chars
        self._values = {}
        self._defaults = {}
        # What is left of a namespace that isn't complete is unknown.
        self._complete = argument_default is None
        self._required = False
        self._commands = None
        self._needs_command = False
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
            self._complete = self._complete and parent._complete and parent._commands is None
            self._required = self._required or parent._required
        else:
            self._complete = False

    # It has more attributes than those that decide what a namespace has.
    def __getattr__(self, name):
        return anything

    def add_argument(
        self, *names, action=None, nargs=None, const=None, default=None, type=None, required=False, dest=None, **kwargs
    ):
        name = _name(names, self._prefixes) if dest is None else dest
        optional = not required and (_is_option(names[0], self._prefixes) or nargs == "?" or nargs == "*")
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

    def add_mutually_exclusive_group(self, *, required=False, **kwargs):
        # Whichever of them is given, one is.
        self._required = self._required or required
        return self

    def add_subparsers(self, *, dest=None, required=False, parser_class=None, action=None, **kwargs):
        if parser_class is not None or action is not None or self._commands is not None:
            self._complete = False
            return anything(parser_class, action)
        self._commands = _SubParsersAction(dest=dest)
        self._needs_command = required
        return self._commands

    def _of_command(self, values):
        """What a run gives with these values and those of a command of this parser's."""
        values = dict(values)
        values.update(self._values)
        if self._commands is None:
            return Namespace(**values) if self._complete else anything()
        dest = self._commands._dest
        if dest is not None:
            values[dest] = None
        # Without a command, where none is required.
        given = None if self._needs_command else Namespace(**values)
        if dest is not None:
            values[dest] = input()
        for parser in self._commands._parsers:
            one = parser._of_command(values)
            given = one if given is None or input() else given
        return anything() if given is None else given

    def parse_args(self, args=None, namespace=None):
        given, _ = self.parse_known_args(args, namespace)
        return given

    def parse_known_args(self, args=None, namespace=None):
        return self._given(args, namespace), [input() for _ in input()]

    def _given(self, args, namespace):
        if namespace is not None or not self._complete:
            return anything(namespace)
        if __without_arguments__ and args is None:
            if self._required or self._needs_command:
                exit(2)
            # A command is one that somebody has to give.
            if self._commands is not None:
                return anything()
            # An option without a default is one that somebody has to give.
            given = {name: __missing__ if default is None else default for name, default in self._defaults.items()}
            return Namespace(**given)
        return self._of_command({})

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


class HelpFormatter:
    def __init__(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        return anything


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(HelpFormatter):
    pass


def FileType(mode="r", bufsize=-1, encoding=None, errors=None):
    return lambda text: anything(text)
