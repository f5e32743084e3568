"""NumPy as the oracle of `crates/conformable_signatures/tests/calls/*.txt`: a call's arguments from their
types, its outcome as a type or an exception."""

import re
import warnings

import numpy as np

DTYPES = "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


class Symbolic(Exception):
    """The arguments are not of known values."""


def _array(dtype, shape):
    a = np.ones(shape, dtype)
    if len(shape) >= 2 and shape[-1] == shape[-2] and dtype != np.bool_:
        a = a + (np.eye(shape[-1]) * 3).astype(dtype)
    return a


class Element:
    """`float64` alone is a NumPy scalar, `float64[2, 3]` an array."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)

    def __getitem__(self, shape):
        if shape is Ellipsis or isinstance(shape, tuple) and Ellipsis in shape:
            raise Symbolic
        return _array(self.dtype, shape if isinstance(shape, tuple) else (shape,))


class Constructor:
    def __init__(self, make):
        self.make = make

    def __getitem__(self, parts):
        return self.make(parts if isinstance(parts, tuple) else (parts,))


def value(x):
    if isinstance(x, Element):
        return x.dtype.type(1)
    if x is int:
        return 2
    if x is float:
        return 1.5
    if x is complex:
        return 1.5j
    if x is bool:
        return True
    return x


def _literal(parts):
    if len(parts) == 2 and parts[1] is float:
        return float(parts[0])
    return parts[0]


NAMES = {name: Element(name) for name in DTYPES}
NAMES["bool"] = Constructor(lambda s: np.ones(s, bool))
NAMES["object"] = Element(object)
NAMES["Literal"] = Constructor(_literal)
NAMES["tuple"] = Constructor(lambda parts: () if len(parts) == 1 and isinstance(parts[0], tuple) and not parts[0] else tuple(map(value, parts)))
NAMES["known"] = Constructor(lambda parts: [value(p) for p in parts])
NAMES["DType"] = Constructor(lambda parts: np.dtype(bool) if parts[0] is True or isinstance(parts[0], Constructor) else parts[0].dtype)
NAMES |= {"int": int, "float": float, "complex": complex, "str": "text", "None": None, "True": True, "False": False,
          "Generator": Constructor(lambda _: np.random.default_rng(0)),
          "RandomState": Constructor(lambda _: np.random.RandomState(0))}


def arguments(text):
    if "*?" in text:
        raise Symbolic
    if re.search(r"\blist\[(?!\()| \| ", text):
        raise Symbolic
    text = text.replace("list[(", "known[(").replace("[]", "[()]")
    names = dict(NAMES)
    plain = re.sub(r"(?<![\w.])bool(?![\w\[])", "True", text)
    try:
        args, keywords = eval(f"(lambda *a, **k: (a, k))({plain})", {"__builtins__": {}}, names)  # noqa: S307
    except NameError:
        raise Symbolic from None
    return [value(a) for a in args], {k: value(v) for k, v in keywords.items()}


def dtype_text(dtype):
    if dtype.kind == "U":
        return f"U{dtype.itemsize // 4}"
    return dtype.name


def type_text(x):
    if x is None or isinstance(x, (bool, int, float, complex, str, bytes)) and not isinstance(x, np.generic):
        return "None" if x is None else type(x).__name__
    if isinstance(x, np.generic):
        return "bool_" if x.dtype == bool else dtype_text(x.dtype)
    if isinstance(x, np.ndarray):
        return f"{dtype_text(x.dtype)}[{', '.join(map(str, x.shape))}]"
    if isinstance(x, np.dtype):
        return f"DType[{dtype_text(x)}]"
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return f"{type(x).__name__}[{', '.join(map(type_text, x))}]"
    if isinstance(x, tuple):
        return f"tuple[{', '.join(map(type_text, x)) or '()'}]"
    if isinstance(x, list):
        return f"list[({', '.join(map(type_text, x))}{',' * (len(x) == 1)})]" if x else "list[()]"
    if isinstance(x, type) and issubclass(x, np.generic):
        return f"DType[{dtype_text(np.dtype(x))}]"
    return type(x).__name__


def call(path, args, keywords):
    if path.startswith("numpy."):
        f = np
        for name in path.split(".")[1:]:
            f = getattr(f, name)
    else:
        name = path.split(".")[1]
        f = getattr(args[0], name)
        args = args[1:]
        if not callable(f):
            return f
    return f(*args, **keywords)


def outcome(path, text):
    """The result's type, or the exception's class."""
    args, keywords = arguments(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return type_text(call(path, args, keywords))
        except FileNotFoundError:
            raise Symbolic from None
        except Exception as e:
            return e


OBJECTS = {"BitGenerator", "SeedSequence", "Generator", "RandomState", "IntInfo", "FloatInfo", "ErrorState", "dict[str, str]"}


def without_unions(text):
    """The types that a type with unions in it stands for, one by one."""
    start = end = text.find(" | ")
    if start < 0:
        return [text]
    # The union goes from the bracket or comma before it to the one after it.
    depth = 0
    while start and (depth or text[start - 1] not in "[(" and text[start - 2 : start] != ", "):
        start -= 1
        depth += (text[start] in "])") - (text[start] in "[(")
    depth = 0
    while end < len(text) and (depth or text[end] not in "]),"):
        depth += (text[end] in "[(") - (text[end] in "])")
        end += 1
    parts = text[start:end].split(" | ")
    return [one for part in parts for one in without_unions(text[:start] + part + text[end:])]


def agrees(wanted, found):
    """Does NumPy's outcome belong to what the catalogue says?"""
    if wanted.startswith("error"):
        if not isinstance(found, Exception):
            return False
        words = wanted.split()
        names = {c.__name__ for c in type(found).__mro__}
        return len(words) < 3 or words[2] in names or (words[2] == "UFuncTypeError" and "TypeError" in names)
    if isinstance(found, Exception):
        return False
    if wanted in OBJECTS:
        return True
    if re.match(r"(list|tuple)\[(?!\()", wanted) and re.match(r"(list|tuple)\[\(?", found) and (wanted.startswith("list") or wanted.endswith(", ...]")):
        return True
    if " | " in wanted:
        return any(agrees(part, found) for part in without_unions(wanted))
    wanted = re.sub(r"Literal\[-?\d+\]", "int", wanted)
    wanted = re.sub(r"Literal\['[^']*'\]", "str", wanted)
    wanted = re.sub(r"Literal\[(True|False)\]", "bool", wanted)
    wanted = re.sub(r"\bdecay\((.*)\)$", r"\1", wanted)
    pattern = re.escape(wanted)
    pattern = pattern.replace(re.escape("..."), r"[^\[\]]*")
    pattern = re.sub(r"(\\#\d+|\\\?)", r"[\\w ]+", pattern)
    if pattern.startswith(("tuple\\[", "list\\[")) and pattern.endswith(",\\ \\[^\\[\\]\\]*\\]"):
        return True
    return re.fullmatch(pattern, found) is not None
