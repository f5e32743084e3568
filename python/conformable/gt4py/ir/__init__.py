"""GT4Py's IR, the iterator view: expressions from Python objects and from text, typed by the catalogue's entries.

`parse(text)` or the builders make nodes; `infer` gives every node its `.type`; `concretise` makes of a program one of
which every type is known; `volume`, `fuse`, `cpp_signature` and `descriptors` are what compilers ask next.
"""

from conformable.gt4py._bindings import cpp_signature as cpp_signature, descriptors as descriptors
from conformable.gt4py._lowered import from_gt4py as from_gt4py, to_gt4py as to_gt4py
from conformable.gt4py._passes import *  # noqa: F403
from conformable.gt4py.ir._infer import IRError as IRError
from conformable.gt4py.ir._nodes import *  # noqa: F403
from conformable.gt4py.ir._programs import (
    concretise as concretise,
    infer as infer,
    infer_open as infer_open,
)
from conformable.gt4py.ir._text import TextError as TextError, parse as parse, to_text as to_text
