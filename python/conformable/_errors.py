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
        return f"{self.message}\n    {self.text}\n    {' ' * self.offset}^"
