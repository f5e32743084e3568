"""One type system for array programs.

Names are imported when they are first asked for, so that the command starts without NumPy.
"""

from importlib import import_module

#: Where each public name is defined, and what it is called there.
_WHERE = {
    "__version__": ("_native", "__version__"),
    "Answer": ("_relations", "Answer"),
    "ClassType": ("_native", "ClassType"),
    "ConstructedType": ("_native", "ConstructedType"),
    "DTypeType": ("_native", "DTypeType"),
    "DecayType": ("_native", "DecayType"),
    "DictType": ("_native", "DictType"),
    "Dim": ("_native", "Dim"),
    "FunctionType": ("_native", "FunctionType"),
    "Layout": ("_native", "Layout"),
    "ListType": ("_native", "ListType"),
    "Literal": ("_native", "Literal"),
    "NamedType": ("_native", "NamedType"),
    "NoneType": ("_native", "NoneType"),
    "ParseError": ("_errors", "ParseError"),
    "PythonType": ("_native", "PythonType"),
    "Relation": ("_relations", "Relation"),
    "ScalarType": ("_native", "ScalarType"),
    "SetType": ("_native", "SetType"),
    "SliceType": ("_native", "SliceType"),
    "StructType": ("_native", "StructType"),
    "TensorType": ("_native", "TensorType"),
    "TupleType": ("_native", "TupleType"),
    "Type": ("_native", "Type"),
    "UnionType": ("_native", "UnionType"),
    "UnknownType": ("_native", "UnknownType"),
    "Registry": ("_registry", "Registry"),
    "dim": ("_native", "dim"),
    "from_instance": ("_instances", "from_instance"),
    "from_type_hint": ("_hints", "from_type_hint"),
    "parse_type": ("_native", "parse_type"),
    "registry": ("_registry", "registry"),
    "relate": ("_relations", "relate"),
    "ArgumentError": ("_errors", "ArgumentError"),
    "Call": ("_native", "Call"),
    "ConcatDim": ("_native", "ConcatDim"),
    "Conflict": ("_native", "Conflict"),
    "DTypeError": ("_errors", "DTypeError"),
    "PromotedDType": ("_native", "PromotedDType"),
    "ShapeError": ("_errors", "ShapeError"),
    "Signature": ("_native", "Signature"),
    "Solution": ("_native", "Solution"),
    "Solutions": ("_native", "Solutions"),
    "Tensor": ("_native", "Tensor"),
    "Term": ("_native", "Term"),
    "TypeCheckError": ("_errors", "TypeCheckError"),
    "TypeVar": ("_native", "TypeVar"),
    "at_most": ("_native", "at_most"),
    "broadcastable": ("_native", "broadcastable"),
    "compatible": ("_native", "compatible"),
    "device": ("_native", "device"),
    "dtype": ("_native", "dtype"),
    "equal": ("_native", "equal"),
    "is_a": ("_native", "is_a"),
    "number": ("_native", "number"),
    "order": ("_native", "order"),
    "promotable": ("_native", "promotable"),
    "rank": ("_native", "rank"),
    "relation": ("_native", "relation"),
    "shape": ("_native", "shape"),
    "type_var": ("_native", "type_var"),
}

__all__ = [name for name in _WHERE if not name.startswith("_")]


def __getattr__(name: str):
    found = _WHERE.get(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = found
    value = getattr(import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
