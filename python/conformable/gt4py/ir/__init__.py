"""GT4Py's IR, the iterator view: expressions from Python objects and from text, typed by the catalogue's entries.

`parse(text)` or the builders make nodes; `infer` gives every node its `.type`; `concretise` makes of a program one of
which every type is known; `volume`, `fuse`, `cpp_signature` and `descriptors` are what compilers ask next.
"""

from conformable.gt4py.ir._adapters import from_gt4py
from conformable.gt4py.ir._bindings import cpp_signature, descriptors
from conformable.gt4py.ir._infer import IRError
from conformable.gt4py.ir._nodes import (
    Axis,
    Call,
    CallFieldOperator,
    CallScanOperator,
    Index,
    Lambda,
    Let,
    Literal,
    Name,
    Node,
    OffsetName,
    Program,
    SetAt,
    TypeName,
    as_node,
    domain_of,
    lam,
    let,
    neighbors,
    shift,
    tuple_get,
)
from conformable.gt4py.ir._passes import (
    Volume,
    benefit_of_fusing,
    domain_size,
    fuse,
    size_of,
    volume,
)
from conformable.gt4py.ir._programs import concretise, infer, infer_open
from conformable.gt4py.ir._text import TextError, parse, to_text

__all__ = [
    "Axis",
    "Call",
    "CallFieldOperator",
    "CallScanOperator",
    "IRError",
    "Index",
    "Lambda",
    "Let",
    "Literal",
    "Name",
    "Node",
    "OffsetName",
    "Program",
    "SetAt",
    "TextError",
    "TypeName",
    "Volume",
    "as_node",
    "benefit_of_fusing",
    "concretise",
    "cpp_signature",
    "descriptors",
    "domain_of",
    "domain_size",
    "from_gt4py",
    "fuse",
    "infer",
    "infer_open",
    "lam",
    "let",
    "neighbors",
    "parse",
    "shift",
    "size_of",
    "to_text",
    "tuple_get",
    "volume",
]
