"""What types say of variables: which may stand where one of a type is wanted, and what becomes one.

Defaults of the contract; the graphs themselves are the extension module's.
"""

import re
import sys
from collections.abc import Callable
from copy import copy
from typing import Any, TextIO

from conformable import _native as native
from conformable._contract import is_type
from conformable._native import Constant, FunctionGraph, Type, Variable, is_native

Transfer = Callable[[Variable, Any], Variable | None]

_TRANSFERS: list[Transfer] = []


def constant(value: object, name: str | None = None) -> Constant:
    """A constant of the value: of a number or text its literal type, else what `from_instance` reads."""
    from conformable._instances import from_instance

    ty: Any = native.literal_of(value)
    if ty is None:
        ty = from_instance(value)
    made = ty.make_constant(value, name) if hasattr(ty, "make_constant") else None
    return made if isinstance(made, Constant) else Constant(ty, value, name)


def as_variable(value: object, name: str | None = None) -> Variable:
    """A variable as it is; of anything else, a constant."""
    return value if isinstance(value, Variable) else constant(value, name)


def size_at(variable: Variable, axis: object) -> Variable | None:
    """The size at an axis of an array whose `shape` the variable is; None if it is none, or the axis no int."""
    is_int = isinstance(axis, int) or (
        isinstance(axis, Variable) and isinstance(axis.type, native.PythonType)
    )
    made_by = variable.owner
    if not is_int or made_by is None or made_by.op != native.catalogue_op("ndarray.shape"):
        return None
    from conformable import numpy

    return numpy.size(made_by.inputs[0], axis)


def filter_variable(ty: Type, other: object, allow_convert: bool = True) -> Variable:
    """`other` where a variable of type `ty` is wanted; TypeError if it may not stand there."""
    if not isinstance(other, Variable):
        return _of_value(ty, other)
    if ty == other.type:
        return other
    if allow_convert:
        converted = ty.convert_variable(other)
        if converted is not None:
            return _checked(ty, converted)
    why = _why_not(ty, other.type) if allow_convert else "conversion is not allowed"
    own = _shown(other.type)
    raise TypeError(f"{other!r} of type {own} cannot stand where {_shown(ty)} is wanted: {why}")


def _of_value(ty: Type, value: object) -> Variable:
    """A constant of the type, and of all that the value shows besides: its sizes, where it has any."""
    made: Variable = ty.make_constant(value)
    if isinstance(ty, native.TensorType) and type(made) is Constant and made.type is ty:
        shown = native.TensorType(ty.dtype or "?", tuple(made.data.shape))
        narrower = ty.meet(shown)
        if narrower is not None and narrower is not ty:
            return Constant(narrower, made.data, made.name)
    return made


def _checked(ty: Type, converted: object) -> Variable:
    if not isinstance(converted, Variable):
        name = f"{type(ty).__name__}.convert_variable"
        raise TypeError(f"{name} returned {converted!r}, not a variable or None")
    return converted


def _why_not(ty: Type, other: Type) -> str:
    if is_native(ty) and is_native(other):
        try:
            native.fit_native(ty, other)
        except TypeError as error:
            return _reason(ty, other, str(error).rpartition(": ")[2])
    return "no conversion is known"


def _reason(ty: Type, other: Type, reason: str) -> str:
    """Why a type does not fit, in words that are not about how types are kept."""
    if isinstance(ty, native.ScalarType) and isinstance(other, native.TensorType) and other.ndim:
        return f"a scalar has no dims, and it has {other.ndim}"
    if other.consistent(ty):
        return f"it may be no {_shown(ty)}, and nothing makes it one"
    if reason.startswith("one is "):
        return f"{_shown(other)} is a type of another kind"
    return reason


def _shown(ty: Type) -> str:
    """A type for people: a size that data decide has no name."""
    return re.sub(r"#\d+", "?", str(ty))


def convert_variable(ty: Type, var: Variable) -> Variable | None:
    """`var`, or one made from it, as a variable of type `ty` or narrower; None if there is none.

    A wider type of a Python class is NotImplementedError: it may know a way, and defines none.
    """
    own = var.type
    if ty.is_super(own) is True:
        return var
    if not (is_native(ty) and is_native(own)):
        if is_type(own) and own.is_super(ty) is True:
            raise NotImplementedError(f"{type(ty).__name__} defines no convert_variable")
        return None
    try:
        sizes = native.fit_native(ty, own)
    except TypeError:
        return None
    return var if sizes is None else specify_shape(var, sizes)


def specify_shape(var: object, shape: Any) -> Variable:
    """The variable, or a constant of the value, of which these sizes are known: ints, integer variables, None for any.

    It is the variable itself where nothing is learnt. Sizes that it cannot have are an error at once.
    """
    var = as_variable(var)
    sizes = [shape] if isinstance(shape, (int, Variable)) else list(shape)
    own: Any = var.type
    known = getattr(own, "shape", None)
    if known is not None and len(known) == len(sizes):
        pairs = zip(sizes, known, strict=True)
        if all(size is None or (type(size) is int and size == dim) for size, dim in pairs):
            return var
    inputs = [_size(size) for size in sizes]
    made = native.SpecifyShape(var, *inputs)
    assert isinstance(made, Variable)
    return made


def _size(size: object) -> Variable:
    if isinstance(size, Variable):
        return size
    if isinstance(size, native.Dim):
        return native.size_constant(size)
    return constant(size)


def register_transfer(function: Transfer) -> Transfer:
    """From now on `var.transfer(target)` asks this too: a variable, or None if it does not know the target.

    Those registered last are asked first. It may be used as a decorator.
    """
    if not callable(function):
        raise TypeError(f"a transfer is a function of a variable and a target, not {function!r}")
    _TRANSFERS.append(function)
    return function


def transfer(var: Variable, target: object) -> Variable:
    """The variable at the target, by whichever registered function knows it."""
    for function in reversed(_TRANSFERS):
        moved = function(var, target)
        if moved is not None:
            if not isinstance(moved, Variable):
                name = getattr(function, "__qualname__", function)
                raise TypeError(f"{name} returned {moved!r}, not a variable or None")
            return moved
    raise ValueError(f"nobody has registered how to transfer to {target!r}")


def dprint(
    what: Variable | FunctionGraph | list[Variable] | tuple[Variable, ...],
    *,
    print_type: bool = False,
    ids: bool = True,
    depth: int | None = None,
    file: TextIO | None = None,
) -> None:
    """Print the tree of what computes variables, or a graph's outputs; shared nodes are marked."""
    print(dprint_text(what, print_type=print_type, ids=ids, depth=depth), file=file or sys.stdout)


def dprint_text(
    what: Variable | FunctionGraph | list[Variable] | tuple[Variable, ...],
    *,
    print_type: bool = False,
    ids: bool = True,
    depth: int | None = None,
) -> str:
    """What `dprint` prints."""
    graph = what if isinstance(what, FunctionGraph) else native.graph_of(what)
    return graph.text([], print_type, ids, depth).rstrip("\n")


def blockwise(core: Any, name: str | None = None) -> native.Op:
    """The op that does to arrays of items, which broadcast, what `core` does to each: its signature
    lifted over leading dims. `core` is an op with a signature, a signature or its text."""
    if isinstance(core, str):
        core = native.Signature(core)
    if isinstance(core, native.Signature):
        core = native.signature_op(name or "Core", core)
    if not isinstance(core, native.Op):
        raise TypeError(f"expected an op or a signature, not {core!r}")
    return native.lifted(core)


class GraphOp(native.Op):
    """A graph as an op: its signature is the graph's, its values are what the graph computes."""

    __props__ = ("name", "fingerprint")

    def __init__(self, graph: FunctionGraph, name: str) -> None:
        self.name = name
        self.graph = graph.clone()
        self.fingerprint = graph.fingerprint
        self.signature = graph.signature

    def perform(self, *values: Any) -> Any:
        """The outputs' values."""
        found = self.graph.evaluate(values)
        return found[0] if len(found) == 1 else found

    def __repr__(self) -> str:
        return self.name


def graph_op(graph: FunctionGraph, name: str) -> GraphOp:
    """`FunctionGraph.as_op`."""
    return GraphOp(graph, name)


def set_attribute(var: Variable, name: str, value: object) -> None:
    """`var.name = value`, as Python does: a descriptor of the class is asked first."""
    descriptor = _descriptor(type(var), name)
    if hasattr(descriptor, "__set__"):
        descriptor.__set__(var, value)
    else:
        vars(var)[name] = value


def delete_attribute(var: Variable, name: str) -> None:
    """`del var.name`"""
    descriptor = _descriptor(type(var), name)
    if hasattr(descriptor, "__delete__"):
        descriptor.__delete__(var)
    elif vars(var).pop(name, _MISSING) is _MISSING:
        raise AttributeError(f"{var!r} was given no attribute {name!r}")


_MISSING: Any = object()


def _descriptor(cls: type, name: str) -> Any:
    owners = (vars(base)[name] for base in cls.__mro__ if name in vars(base))
    return next(owners, None)


def copy_attributes(old: Variable, new: Variable) -> None:
    """What was put on a variable is put on its copy; each has a `tag` of its own."""
    for name, value in vars(old).items():
        setattr(new, name, copy(value) if name == "tag" else value)
