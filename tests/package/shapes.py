"""What tests ask of variables."""

from typing import Any

import conformable as cf


def shape_of(var: cf.Variable) -> Any:
    """The sizes that the type of an array has."""
    ty: Any = var.type
    return ty.shape
