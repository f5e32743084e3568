"""Expressions and programs with types: as far as they are known, or all of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformable import _native
from conformable._native import NamedType, Type
from conformable.gt4py._hierarchy import OffsetProvider
from conformable.gt4py._info import checked_policy, variables_in
from conformable.gt4py.ir._infer import Inference, IRError, short, spelled
from conformable.gt4py.ir._nodes import Node, Program


def _providers(offset_provider: Any) -> dict[str, Type]:
    return dict(OffsetProvider(offset_provider).fields) if offset_provider else {}


def _arguments(program: Program, args: Sequence[Any] | Mapping[str, Any]) -> dict[str, Type]:
    from conformable.gt4py._values import from_value

    given = args if isinstance(args, Mapping) else dict(zip(program.params, args, strict=False))
    missing = [name for name in program.params if name not in given]
    extra = [name for name in given if name not in program.params]
    if missing or extra or (not isinstance(args, Mapping) and len(args) != len(program.params)):
        takes = ", ".join(program.params) or "nothing"
        raise IRError(
            f"the program {program.name} takes {takes}; missing: {missing or 'none'}, unknown: {extra or 'none'}"
        )
    types = {name: given[name] for name in program.params}
    return {name: ty if isinstance(ty, Type) else from_value(ty) for name, ty in types.items()}


def infer(
    node: Node,
    names: Mapping[str, Any] | Sequence[Any] = (),
    offset_provider: Any = None,
    *,
    conversions: str = "none",
    operators: Mapping[str, Any] | None = None,
) -> Any:
    """The expression or program with the type of every node; `names` are the types of what it is given."""
    found, _ = infer_open(
        node, names, offset_provider, conversions=conversions, operators=operators
    )
    return found


def infer_open(
    node: Node,
    names: Mapping[str, Any] | Sequence[Any] = (),
    offset_provider: Any = None,
    *,
    conversions: str = "none",
    operators: Mapping[str, Any] | None = None,
) -> tuple[Any, list[tuple[str, NamedType]]]:
    """As `infer`, with what is left open: what depends on a variable, and the variable that stands for it."""
    inference = Inference(
        _providers(offset_provider),
        checked_policy(conversions),
        operators or getattr(node, "operators", {}),
    )
    try:
        if isinstance(node, Program):
            return inference.program(node, _arguments(node, names)), inference.pending
        typed, _ = inference.value(node, inference.bound({}, dict(names).items()))
    except RecursionError:
        raise IRError(
            "the program is nested too deep, or applies a function to itself without end"
        ) from None
    return typed, inference.pending


def concretise(
    program: Node,
    args: Any = (),
    offset_provider: Any = None,
    *,
    operators: Mapping[str, Any] | None = None,
) -> Any:
    """The program for arguments of these types: every template is instantiated, every conversion a `cast_`, and no
    variable and no constraint is left."""
    typed, pending = infer_open(
        program, args, offset_provider, conversions="implicit", operators=operators
    )
    if pending:
        what = "\n  - ".join(f"{path} gives {variable}" for path, variable in pending)
        raise IRError(f"the program has variables, so that it can't be made concrete:\n  - {what}")
    for node in typed.walk():
        if (
            node.type is None
            or variables_in(node.type)
            or isinstance(node.type, _native.UnknownType)
        ):
            raise IRError(f"the type of {short(node)} is not concrete: {spelled(node.type)}")
    return typed
