"""`cf.shared`: variables that hold a value between evaluations."""

from typing import Any

from conformable._native import TensorType, Type, Variable


class SharedVariable(Variable):
    """A variable that has a value. Graphs that need it have it as an input, which is not given."""

    #: The value, in a list so that what is seen of it through a graph is the same.
    container: list[Any]

    def __new__(cls, ty: Type, container: list[Any], name: str | None = None) -> "SharedVariable":
        made: SharedVariable = super().__new__(cls, ty, None, None, name)
        made.container = container
        return made

    def get_value(self) -> Any:
        """The value."""
        return self.container[0]

    def set_value(
        self, value: object, strict: bool = False, allow_downcast: bool | None = None
    ) -> None:
        """Another value: what the type's `filter_inplace` makes of it in the memory of the old one where
        the type defines that, else what its `filter` does."""
        self.container[0] = stored(self.type, value, self.container, strict, allow_downcast)


def stored(
    ty: Type,
    value: object,
    container: list[Any],
    strict: bool = False,
    allow_downcast: bool | None = None,
) -> Any:
    """What is kept of a value that is assigned to what `container` holds."""
    inplace: Any = getattr(type(ty), "filter_inplace", None)
    if container and inplace is not None and inplace is not Type.filter_inplace:
        try:
            return ty.filter_inplace(value, container[0], strict, allow_downcast)
        except NotImplementedError:
            pass
    return ty.filter(value, strict, allow_downcast)


def shared(
    value: object,
    type: Type | None = None,
    name: str | None = None,
) -> SharedVariable:
    """A variable that holds this value; of its type as an instance has it, sizes unknown for arrays that
    may be assigned others, if `type` is not given."""
    if type is None:
        from conformable._instances import from_instance

        found: Any = from_instance(value)
        # Types of other making may have a shape that means something else.
        sizes = found.shape if isinstance(found, TensorType) else None
        type = found.clone(shape=(None,) * len(sizes)) if sizes else found
    return SharedVariable(type, [stored(type, value, [])], name)
