"""Exceptions of the package, each also what Python or NumPy would raise in its place."""


class ParseError(ValueError):
    """A text that is no type, dim or signature."""

    def __init__(self, message: str, text: str, offset: int, expected: str):
        super().__init__(message, text, offset, expected)
        self.message = message
        self.text = text
        #: In characters from the start of the text.
        self.offset = offset
        #: What would have been right there.
        self.expected = expected

    def __str__(self) -> str:
        start = self.text.rfind("\n", 0, self.offset) + 1
        line = self.text[start:].partition("\n")[0].rstrip("\r")
        return f"{self.message}\n    {line}\n    {' ' * (self.offset - start)}^"


class TypeCheckError(Exception):
    """Types or shapes that do not fit, with all of them shown."""

    def __init__(self, explanation: str, expected: str, actual: tuple[str, ...], odd: list[int]):
        super().__init__(explanation, expected, actual, odd)
        #: What is wrong, in words.
        self.explanation = explanation
        #: The signature or type that was to be met.
        self.expected = expected
        #: What was given instead, one text for each input.
        self.actual = actual
        #: The inputs that the failure is about, from 0.
        self.odd = odd

    def __str__(self) -> str:
        return self.explanation


class ShapeError(TypeCheckError, ValueError):
    """Sizes or ranks that do not fit."""


class IndexingError(ShapeError, IndexError):
    """An index or an axis that an array does not have; as NumPy's `AxisError`, both kinds of exceptions."""


class DTypeError(TypeCheckError, TypeError):
    """Element types that do not fit."""


class UnfitValueError(TypeError, ValueError):
    """A value that NumPy makes no array of a type's dtype of."""


class UnfitNumberError(TypeError, OverflowError):
    """A number that is too large for a type's dtype."""


class ArgumentError(TypeCheckError, TypeError):
    """Too many arguments, or too few."""


def describe_internal(error: Exception) -> str:
    """What an `InternalError` says: the failure, and what to put into a report of it."""
    # The command imports this module, and not what that one needs.
    from conformable._reproducer import describe

    return describe(error)


@property  # type: ignore[misc]
def reproducer(error: Exception) -> str:
    """What leads to the failure, as a program; empty where the source is not known."""
    from conformable._reproducer import reproducer

    return reproducer(error)


# As users name them, in tracebacks and pickles too.
for _error in (ParseError, TypeCheckError, ShapeError, IndexingError, DTypeError, ArgumentError):
    _error.__module__ = "conformable"
