"""One type system for array programs.

Names are imported when they are first asked for, so that the command starts without NumPy.
"""

from importlib import import_module

#: Where each public name is defined, and what it is called there; None is the module itself.
_WHERE = {
    "Answer": ("_relations", "Answer"),
    "ClassType": ("_native", "ClassType"),
    "ConstructedType": ("_native", "ConstructedType"),
    "Conversion": ("_framework", "Conversion"),
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
    "Refusal": ("_framework", "Refusal"),
    "Registry": ("_registry", "Registry"),
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
    "__version__": ("_native", "__version__"),
    "checked": ("_checked", "checked"),
    "common_type": ("_native", "common_type"),
    "conversion": ("_framework", "conversion"),
    "dialects": ("_native", "dialects"),
    "dim": ("_native", "dim"),
    "explain_conversion": ("_framework", "explain_conversion"),
    "from_instance": ("_instances", "from_instance"),
    "infer": ("_infer", "infer"),
    "from_type_hint": ("_hints", "from_type_hint"),
    "implements": ("_framework", "implements"),
    "is_convertible": ("_framework", "is_convertible"),
    "is_invocable": ("_framework", "is_invocable"),
    "Measures": ("_framework", "Measures"),
    "measure": ("_framework", "measure"),
    "operation": ("_framework", "operation"),
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
    "spell": ("_framework", "spell"),
    "traits": ("traits", None),
    "why_not_invocable": ("_framework", "why_not_invocable"),
    "swap_order": ("_native", "swap_order"),
    "transpose": ("_native", "transpose"),
    "with_dtype": ("_native", "with_dtype"),
    "with_order": ("_native", "with_order"),
    "with_rank": ("_native", "with_rank"),
}

__all__ = [name for name in _WHERE if not name.startswith("_")]


def __getattr__(name: str):
    found = _WHERE.get(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = found
    value = import_module(f"{__name__}.{module}")
    if attribute is not None:
        value = getattr(value, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
