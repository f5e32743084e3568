"""Which Python it is, by the names of `six`: what is only for Python 2 does not run."""

PY2 = False
PY3 = True
PY34 = True
string_types = (str,)
integer_types = (int,)
text_type = str
binary_type = bytes
