"""What code generators ask of a concrete program's parameters: C++ declarations, and descriptors of arrays."""

from collections.abc import Mapping
from typing import Any

from conformable import _native
from conformable._native import TensorType, Type
from conformable.gt4py._info import primitive_constituents
from conformable.gt4py._types import (
    FieldLikeType,
    NeighborTableOffsetProviderType,
    OffsetedFieldType,
)
from conformable.gt4py.ir._nodes import OffsetName, Program

#: Where descriptors say that memory of a device is.
_STORAGE = {"cpu": "CPU_Heap", "cuda": "GPU_Global", "rocm": "GPU_Global"}


def arguments(program: Program) -> dict[str, Type]:
    """The parameters of a concrete program, leaf by leaf, and the tables of the offsets that it uses."""
    found: dict[str, Type] = {}
    for name, ty in program.param_types.items():
        leaves = list(primitive_constituents(ty))
        for place, leaf in enumerate(leaves):
            found[name if len(leaves) == 1 else f"{name}_{place}"] = leaf
    for node in program.walk():
        if isinstance(node, OffsetName) and isinstance(node.type, NeighborTableOffsetProviderType):
            found[f"gt_conn_{node.name}"] = node.type
    return found


def array_of(name: str, ty: Type) -> TensorType | None:
    """The array that an argument is: sizes that are not known have names."""
    if isinstance(ty, NeighborTableOffsetProviderType):
        return TensorType(
            str(ty.dtype), (_native.dim(f"{name}_size_0"), ty.max_neighbors), "C", "cpu"
        )
    if not isinstance(ty, FieldLikeType):
        return None
    array = ty.array
    shape = array.shape if array is not None and array.shape is not None else (None,) * len(ty.dims)
    sizes = tuple(
        _native.dim(f"{name}_size_{k}") if size is None else size for k, size in enumerate(shape)
    )
    return TensorType(str(ty.dtype).replace("bool_", "bool"), sizes, ty.layout, ty.device)


def cpp_signature(program: Program) -> str:
    """The declaration of the function that a program is compiled to: every argument as a view with its layout."""
    params = []
    for name, ty in arguments(program).items():
        array = array_of(name, ty)
        params.append(f"{(array or ty).spell('cpp')} {name}")
    return f'extern "C" void {program.name}({", ".join(params)});'


def _strides(array: TensorType) -> tuple[Any, ...] | None:
    if array.layout is not None and array.layout.strides is not None:
        return array.layout.strides
    order = array.layout.order if array.layout is not None else None
    if order not in ("C", "F", "A") or array.shape is None:
        return None
    strides: list[Any] = []
    step: Any = 1
    for size in array.shape if order == "F" else reversed(array.shape):
        strides.append(step)
        step = step * size
    return tuple(strides if order == "F" else reversed(strides))


def descriptors(program: Program) -> dict[str, Mapping[str, Any]]:
    """What an SDFG says of each array: dtype, shape, strides and offset as expressions, and where it is. A stride of
    which nothing is known has a name."""
    found: dict[str, Mapping[str, Any]] = {}
    for name, ty in arguments(program).items():
        array = array_of(name, ty)
        if array is None or array.shape is None:
            continue
        strides = _strides(array) or (None,) * len(array.shape)
        offset = array.layout.offset if array.layout is not None else None
        origin = ty.origin if isinstance(ty, OffsetedFieldType) else (0,) * len(array.shape)
        device = (array.device or "cpu").partition(":")[0]
        found[name] = {
            "dtype": str(array.dtype),
            "shape": tuple(map(str, array.shape)),
            "strides": tuple(
                f"{name}_stride_{k}" if stride is None else str(stride)
                for k, stride in enumerate(strides)
            ),
            "offset": "0" if offset is None else str(offset),
            "origin": origin,
            "storage": _STORAGE.get(device, device),
            "transient": False,
        }
    return found
