"""One type system for array programs.

Names are imported when they are first asked for, so that the command starts without NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

# For type checkers, which see nothing of what is imported later.
if TYPE_CHECKING:
    from conformable import (
        catalogue as catalogue,
        gt4py as gt4py,
        numpy as numpy,
        pyccel as pyccel,
        pytensor as pytensor,
        traits as traits,
    )
    from conformable._checked import (
        checked as checked,
    )
    from conformable._errors import (
        ArgumentError as ArgumentError,
        DTypeError as DTypeError,
        IndexingError as IndexingError,
        ParseError as ParseError,
        ShapeError as ShapeError,
        TypeCheckError as TypeCheckError,
    )
    from conformable._evaluate import (
        Profile as Profile,
        RewriteReport as RewriteReport,
        check_rewrite as check_rewrite,
    )
    from conformable._framework import (
        Conversion as Conversion,
        Measures as Measures,
        Refusal as Refusal,
        common_type as common_type,
        conversion as conversion,
        explain_conversion as explain_conversion,
        implements as implements,
        is_convertible as is_convertible,
        is_invocable as is_invocable,
        measure as measure,
        operation as operation,
        spell as spell,
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
        Apply as Apply,
        Call as Call,
        ClassType as ClassType,
        ConcatDim as ConcatDim,
        Conflict as Conflict,
        Constant as Constant,
        ConstructedType as ConstructedType,
        DecayType as DecayType,
        DictType as DictType,
        Dim as Dim,
        DTypeType as DTypeType,
        FunctionGraph as FunctionGraph,
        FunctionType as FunctionType,
        InternalError as InternalError,
        Layout as Layout,
        ListType as ListType,
        Literal as Literal,
        NamedType as NamedType,
        NoneType as NoneType,
        Op as Op,
        PromotedDType as PromotedDType,
        PythonType as PythonType,
        ScalarType as ScalarType,
        SetType as SetType,
        Signature as Signature,
        SliceType as SliceType,
        Solution as Solution,
        Solutions as Solutions,
        SpecifyShape as SpecifyShape,
        StructType as StructType,
        Tensor as Tensor,
        TensorType as TensorType,
        Term as Term,
        TupleType as TupleType,
        Type as Type,
        TypeVar as TypeVar,
        UnionType as UnionType,
        UnknownType as UnknownType,
        Valuations as Valuations,
        Variable as Variable,
        __version__ as __version__,
        at_most as at_most,
        broadcastable as broadcastable,
        compatible as compatible,
        define_relation as define_relation,
        device as device,
        dialects as dialects,
        dim as dim,
        dtype as dtype,
        equal as equal,
        is_a as is_a,
        number as number,
        order as order,
        parse_type as parse_type,
        promotable as promotable,
        rank as rank,
        relation as relation,
        shape as shape,
        swap_order as swap_order,
        transpose as transpose,
        type_var as type_var,
        with_dtype as with_dtype,
        with_order as with_order,
        with_rank as with_rank,
    )
    from conformable._random import (
        RandomGeneratorType as RandomGeneratorType,
        RandomStateType as RandomStateType,
    )
    from conformable._registry import (
        Registry as Registry,
        registry as registry,
    )
    from conformable._relations import (
        Answer as Answer,
        Relation as Relation,
        relate as relate,
    )
    from conformable._shared import (
        SharedVariable as SharedVariable,
        shared as shared,
    )
    from conformable._sparse import (
        SparseTensorType as SparseTensorType,
    )
    from conformable._variables import (
        as_variable as as_variable,
        blockwise as blockwise,
        dprint as dprint,
        register_transfer as register_transfer,
        specify_shape as specify_shape,
    )

#: Where each public name is defined, and what it is called there; None is the module itself.
_WHERE = {
    "__version__": ("_native", "__version__"),
    "Answer": ("_relations", "Answer"),
    "Apply": ("_native", "Apply"),
    "ArgumentError": ("_errors", "ArgumentError"),
    "as_variable": ("_variables", "as_variable"),
    "at_most": ("_native", "at_most"),
    "blockwise": ("_variables", "blockwise"),
    "broadcastable": ("_native", "broadcastable"),
    "Call": ("_native", "Call"),
    "catalogue": ("catalogue", None),
    "check_rewrite": ("_evaluate", "check_rewrite"),
    "checked": ("_checked", "checked"),
    "ClassType": ("_native", "ClassType"),
    "common_type": ("_framework", "common_type"),
    "compatible": ("_native", "compatible"),
    "ConcatDim": ("_native", "ConcatDim"),
    "Conflict": ("_native", "Conflict"),
    "Constant": ("_native", "Constant"),
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
    "dprint": ("_variables", "dprint"),
    "dtype": ("_native", "dtype"),
    "DTypeError": ("_errors", "DTypeError"),
    "DTypeType": ("_native", "DTypeType"),
    "equal": ("_native", "equal"),
    "explain_conversion": ("_framework", "explain_conversion"),
    "from_instance": ("_instances", "from_instance"),
    "from_type_hint": ("_hints", "from_type_hint"),
    "FunctionGraph": ("_native", "FunctionGraph"),
    "FunctionType": ("_native", "FunctionType"),
    "gt4py": ("gt4py", None),
    "implements": ("_framework", "implements"),
    "infer": ("_infer", "infer"),
    "IndexingError": ("_errors", "IndexingError"),
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
    "numpy": ("numpy", None),
    "Op": ("_native", "Op"),
    "operation": ("_framework", "operation"),
    "order": ("_native", "order"),
    "parse_type": ("_native", "parse_type"),
    "ParseError": ("_errors", "ParseError"),
    "Profile": ("_evaluate", "Profile"),
    "promotable": ("_native", "promotable"),
    "PromotedDType": ("_native", "PromotedDType"),
    "pyccel": ("pyccel", None),
    "pytensor": ("pytensor", None),
    "PythonType": ("_native", "PythonType"),
    "RandomGeneratorType": ("_random", "RandomGeneratorType"),
    "RandomStateType": ("_random", "RandomStateType"),
    "rank": ("_native", "rank"),
    "Refusal": ("_framework", "Refusal"),
    "register_transfer": ("_variables", "register_transfer"),
    "Registry": ("_registry", "Registry"),
    "registry": ("_registry", "registry"),
    "relate": ("_relations", "relate"),
    "Relation": ("_relations", "Relation"),
    "relation": ("_native", "relation"),
    "RewriteReport": ("_evaluate", "RewriteReport"),
    "ScalarType": ("_native", "ScalarType"),
    "SetType": ("_native", "SetType"),
    "shape": ("_native", "shape"),
    "ShapeError": ("_errors", "ShapeError"),
    "shared": ("_shared", "shared"),
    "SharedVariable": ("_shared", "SharedVariable"),
    "Signature": ("_native", "Signature"),
    "SliceType": ("_native", "SliceType"),
    "Solution": ("_native", "Solution"),
    "Solutions": ("_native", "Solutions"),
    "SparseTensorType": ("_sparse", "SparseTensorType"),
    "specify_shape": ("_variables", "specify_shape"),
    "SpecifyShape": ("_native", "SpecifyShape"),
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
    "Valuations": ("_native", "Valuations"),
    "Variable": ("_native", "Variable"),
    "why_not_invocable": ("_framework", "why_not_invocable"),
    "with_dtype": ("_native", "with_dtype"),
    "with_order": ("_native", "with_order"),
    "with_rank": ("_native", "with_rank"),
}

__all__ = [name for name in _WHERE if not name.startswith("_")]


# Type checkers know the names from above; others are mistakes.
if not TYPE_CHECKING:

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
