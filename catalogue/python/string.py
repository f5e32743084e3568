"""`string`: which characters there are, and texts with names in them."""

from elsewhere import anything

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
digits = "0123456789"
hexdigits = "0123456789abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\v\f"


def capwords(s, sep=None):
    return input()


class Template:
    def __init__(self, template):
        self.template = template

    # A class that derives from it says what a name is.
    def __getattr__(self, name):
        return anything

    def substitute(self, mapping=None, /, **kws):
        return input()

    def safe_substitute(self, mapping=None, /, **kws):
        return input()
