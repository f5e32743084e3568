"""Expressions and programs with types: as far as they are known, or all of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformable import _native
from conformable._native import NamedType, Type
from conformable.gt4py._hierarchy import OffsetProvider
from conformable.gt4py._info import checked_policy, variables_in
from conformable.gt4py._values import from_value
from conformable.gt4py.ir._infer import Inference, IRError, short, spelled
from conformable.gt4py.ir._nodes import Node, Program


def _arguments(program: Program, args: Sequence[Any] | Mapping[str, Any]) -> dict[str, Type]:
    given = args if isinstance(args, Mapping) else dict(zip(program.params, args, strict=False))
    missing = [name for name in program.params if name not in given]
    extra = [name for name in given if name not in program.params]
    if missing or extra or (not isinstance(args, Mapping) and len(args) != len(program.params)):
        takes = f"{program.name} takes {', '.join(program.params) or 'nothing'}"
        wrong = f"missing: {missing or 'none'}, unknown: {extra or 'none'}"
        raise IRError(f"the program {takes}; {wrong}")
    types = ((name, given[name]) for name in program.params)
    return {name: ty if isinstance(ty, Type) else from_value(ty) for name, ty in types}  # type: ignore[misc]


def infer(node: Node, *args: Any, **options: Any) -> Any:
    """The expression or program with the type of every node: what `infer_open` gives first."""
    return infer_open(node, *args, **options)[0]


def infer_open(
    node: Node,
    names: Mapping[str, Any] | Sequence[Any] = (),
    offset_provider: Any = None,
    *,
    conversions: str = "none",
    operators: Mapping[str, Any] | None = None,
) -> tuple[Any, list[tuple[str, NamedType]]]:
    """The expression or program with the type of every node, and what is left open: what depends on a variable, with the
    variable that stands for it. `names` are the types of what it is given, `operators` what it may call."""
    provider = dict(OffsetProvider(offset_provider).fields) if offset_provider else {}
    known = operators or getattr(node, "operators", {})
    inference = Inference(provider, checked_policy(conversions), known)
    try:
        if isinstance(node, Program):
            return inference.program(node, _arguments(node, names)), inference.pending
        typed, _ = inference.value(node, inference.bound({}, dict(names).items()))
    except RecursionError:
        why = "is nested too deep, or applies a function to itself without end"
        raise IRError(f"the program {why}") from None
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
        ty = node.type
        if ty is None or variables_in(ty) or isinstance(ty, _native.UnknownType):
            raise IRError(f"the type of {short(node)} is not concrete: {spelled(node.type)}")
    return typed
