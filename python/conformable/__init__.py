"""One type system for array programs.

Names are imported when they are first asked for, so that the command starts without NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

# For type checkers, which see nothing of what is imported later.
if TYPE_CHECKING:
    from conformable import gt4py as gt4py
    from conformable import pyccel as pyccel
    from conformable import traits as traits
    from conformable._checked import (
        checked as checked,
    )
    from conformable._errors import (
        ArgumentError as ArgumentError,
    )
    from conformable._errors import (
        DTypeError as DTypeError,
    )
    from conformable._errors import (
        ParseError as ParseError,
    )
    from conformable._errors import (
        ShapeError as ShapeError,
    )
    from conformable._errors import (
        TypeCheckError as TypeCheckError,
    )
    from conformable._framework import (
        Conversion as Conversion,
    )
    from conformable._framework import (
        Measures as Measures,
    )
    from conformable._framework import (
        Refusal as Refusal,
    )
    from conformable._framework import (
        conversion as conversion,
    )
    from conformable._framework import (
        explain_conversion as explain_conversion,
    )
    from conformable._framework import (
        implements as implements,
    )
    from conformable._framework import (
        is_convertible as is_convertible,
    )
    from conformable._framework import (
        is_invocable as is_invocable,
    )
    from conformable._framework import (
        measure as measure,
    )
    from conformable._framework import (
        operation as operation,
    )
    from conformable._framework import (
        spell as spell,
    )
    from conformable._framework import (
        why_not_invocable as why_not_invocable,
    )
    from conformable._hints import (
        from_type_hint as from_type_hint,
    )
    from conformable._infer import (
        infer as infer,
    )
    from conformable._instances import (
        from_instance as from_instance,
    )
    from conformable._native import (
        Call as Call,
    )
    from conformable._native import (
        ClassType as ClassType,
    )
    from conformable._native import (
        ConcatDim as ConcatDim,
    )
    from conformable._native import (
        Conflict as Conflict,
    )
    from conformable._native import (
        ConstructedType as ConstructedType,
    )
    from conformable._native import (
        DecayType as DecayType,
    )
    from conformable._native import (
        DictType as DictType,
    )
    from conformable._native import (
        Dim as Dim,
    )
    from conformable._native import (
        DTypeType as DTypeType,
    )
    from conformable._native import (
        FunctionType as FunctionType,
    )
    from conformable._native import (
        InternalError as InternalError,
    )
    from conformable._native import (
        Layout as Layout,
    )
    from conformable._native import (
        ListType as ListType,
    )
    from conformable._native import (
        Literal as Literal,
    )
    from conformable._native import (
        NamedType as NamedType,
    )
    from conformable._native import (
        NoneType as NoneType,
    )
    from conformable._native import (
        PromotedDType as PromotedDType,
    )
    from conformable._native import (
        PythonType as PythonType,
    )
    from conformable._native import (
        ScalarType as ScalarType,
    )
    from conformable._native import (
        SetType as SetType,
    )
    from conformable._native import (
        Signature as Signature,
    )
    from conformable._native import (
        SliceType as SliceType,
    )
    from conformable._native import (
        Solution as Solution,
    )
    from conformable._native import (
        Solutions as Solutions,
    )
    from conformable._native import (
        StructType as StructType,
    )
    from conformable._native import (
        Tensor as Tensor,
    )
    from conformable._native import (
        TensorType as TensorType,
    )
    from conformable._native import (
        Term as Term,
    )
    from conformable._native import (
        TupleType as TupleType,
    )
    from conformable._native import (
        Type as Type,
    )
    from conformable._native import (
        TypeVar as TypeVar,
    )
    from conformable._native import (
        UnionType as UnionType,
    )
    from conformable._native import (
        UnknownType as UnknownType,
    )
    from conformable._native import (
        at_most as at_most,
    )
    from conformable._native import (
        broadcastable as broadcastable,
    )
    from conformable._native import (
        common_type as common_type,
    )
    from conformable._native import (
        compatible as compatible,
    )
    from conformable._native import (
        define_relation as define_relation,
    )
    from conformable._native import (
        device as device,
    )
    from conformable._native import (
        dialects as dialects,
    )
    from conformable._native import (
        dim as dim,
    )
    from conformable._native import (
        dtype as dtype,
    )
    from conformable._native import (
        equal as equal,
    )
    from conformable._native import (
        is_a as is_a,
    )
    from conformable._native import (
        number as number,
    )
    from conformable._native import (
        order as order,
    )
    from conformable._native import (
        parse_type as parse_type,
    )
    from conformable._native import (
        promotable as promotable,
    )
    from conformable._native import (
        rank as rank,
    )
    from conformable._native import (
        relation as relation,
    )
    from conformable._native import (
        shape as shape,
    )
    from conformable._native import (
        swap_order as swap_order,
    )
    from conformable._native import (
        transpose as transpose,
    )
    from conformable._native import (
        type_var as type_var,
    )
    from conformable._native import (
        with_dtype as with_dtype,
    )
    from conformable._native import (
        with_order as with_order,
    )
    from conformable._native import (
        with_rank as with_rank,
    )
    from conformable._random import (
        RandomGeneratorType as RandomGeneratorType,
    )
    from conformable._random import (
        RandomStateType as RandomStateType,
    )
    from conformable._registry import (
        Registry as Registry,
    )
    from conformable._registry import (
        registry as registry,
    )
    from conformable._relations import (
        Answer as Answer,
    )
    from conformable._relations import (
        Relation as Relation,
    )
    from conformable._relations import (
        relate as relate,
    )
    from conformable._sparse import (
        SparseTensorType as SparseTensorType,
    )

#: Where each public name is defined, and what it is called there; None is the module itself.
_WHERE = {
    "__version__": ("_native", "__version__"),
    "Answer": ("_relations", "Answer"),
    "ArgumentError": ("_errors", "ArgumentError"),
    "at_most": ("_native", "at_most"),
    "broadcastable": ("_native", "broadcastable"),
    "Call": ("_native", "Call"),
    "checked": ("_checked", "checked"),
    "ClassType": ("_native", "ClassType"),
    "common_type": ("_native", "common_type"),
    "compatible": ("_native", "compatible"),
    "ConcatDim": ("_native", "ConcatDim"),
    "Conflict": ("_native", "Conflict"),
    "ConstructedType": ("_native", "ConstructedType"),
    "Conversion": ("_framework", "Conversion"),
    "conversion": ("_framework", "conversion"),
    "DecayType": ("_native", "DecayType"),
    "define_relation": ("_native", "define_relation"),
    "device": ("_native", "device"),
    "dialects": ("_native", "dialects"),
    "DictType": ("_native", "DictType"),
    "Dim": ("_native", "Dim"),
    "dim": ("_native", "dim"),
    "dtype": ("_native", "dtype"),
    "DTypeError": ("_errors", "DTypeError"),
    "DTypeType": ("_native", "DTypeType"),
    "equal": ("_native", "equal"),
    "explain_conversion": ("_framework", "explain_conversion"),
    "from_instance": ("_instances", "from_instance"),
    "from_type_hint": ("_hints", "from_type_hint"),
    "FunctionType": ("_native", "FunctionType"),
    "gt4py": ("gt4py", None),
    "implements": ("_framework", "implements"),
    "infer": ("_infer", "infer"),
    "InternalError": ("_native", "InternalError"),
    "is_a": ("_native", "is_a"),
    "is_convertible": ("_framework", "is_convertible"),
    "is_invocable": ("_framework", "is_invocable"),
    "Layout": ("_native", "Layout"),
    "ListType": ("_native", "ListType"),
    "Literal": ("_native", "Literal"),
    "measure": ("_framework", "measure"),
    "Measures": ("_framework", "Measures"),
    "NamedType": ("_native", "NamedType"),
    "NoneType": ("_native", "NoneType"),
    "number": ("_native", "number"),
    "operation": ("_framework", "operation"),
    "order": ("_native", "order"),
    "parse_type": ("_native", "parse_type"),
    "ParseError": ("_errors", "ParseError"),
    "promotable": ("_native", "promotable"),
    "PromotedDType": ("_native", "PromotedDType"),
    "pyccel": ("pyccel", None),
    "PythonType": ("_native", "PythonType"),
    "RandomGeneratorType": ("_random", "RandomGeneratorType"),
    "RandomStateType": ("_random", "RandomStateType"),
    "rank": ("_native", "rank"),
    "Refusal": ("_framework", "Refusal"),
    "Registry": ("_registry", "Registry"),
    "registry": ("_registry", "registry"),
    "relate": ("_relations", "relate"),
    "Relation": ("_relations", "Relation"),
    "relation": ("_native", "relation"),
    "ScalarType": ("_native", "ScalarType"),
    "SetType": ("_native", "SetType"),
    "shape": ("_native", "shape"),
    "ShapeError": ("_errors", "ShapeError"),
    "Signature": ("_native", "Signature"),
    "SliceType": ("_native", "SliceType"),
    "Solution": ("_native", "Solution"),
    "Solutions": ("_native", "Solutions"),
    "SparseTensorType": ("_sparse", "SparseTensorType"),
    "spell": ("_framework", "spell"),
    "StructType": ("_native", "StructType"),
    "swap_order": ("_native", "swap_order"),
    "Tensor": ("_native", "Tensor"),
    "TensorType": ("_native", "TensorType"),
    "Term": ("_native", "Term"),
    "traits": ("traits", None),
    "transpose": ("_native", "transpose"),
    "TupleType": ("_native", "TupleType"),
    "Type": ("_native", "Type"),
    "type_var": ("_native", "type_var"),
    "TypeCheckError": ("_errors", "TypeCheckError"),
    "TypeVar": ("_native", "TypeVar"),
    "UnionType": ("_native", "UnionType"),
    "UnknownType": ("_native", "UnknownType"),
    "why_not_invocable": ("_framework", "why_not_invocable"),
    "with_dtype": ("_native", "with_dtype"),
    "with_order": ("_native", "with_order"),
    "with_rank": ("_native", "with_rank"),
}

__all__ = [name for name in _WHERE if not name.startswith("_")]


def __getattr__(name: str) -> object:
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
