"""A node of PyTensor's as the rules of `_pytensor_ops` see it: its op, our variables, what is known of values."""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from conformable import _native as native
from conformable._native import Type, Variable
from conformable._variables import specify_shape


class Places:
    """What is known of each input or output, worked out when it is asked for."""

    def __init__(self, of: Callable[[int], Any]) -> None:
        self._of = of

    def __getitem__(self, place: int) -> Any:
        return self._of(place)


class _Template(string.Formatter):
    """Values in the language of signatures: `None`, numbers, lists of them; a text is taken as it is."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, (tuple, list)):
            return f"[{', '.join(str(item) for item in value)}]"
        return str(value)


class Node:
    """An application of an op of PyTensor's.

    `types` turns a type of PyTensor's into ours, `known` is what integers are known, by variable.
    """

    op: Any
    #: What the op does to the last dims, if it is lifted over others; else the op.
    core: Any
    outputs: list[Any]
    variables: Sequence[Variable]
    count: int
    value: Places

    def __init__(
        self,
        node: Any,
        variables: Sequence[Variable],
        known: Mapping[Any, Any],
        types: Callable[[Any], Type],
    ) -> None:
        self.op = node.op
        self.core = getattr(node.op, "core_op", node.op)
        self.outputs = node.outputs
        self.variables = variables
        self.count = len(variables)
        self._given = node.inputs
        #: Of an op with a graph in it that is run again and again: what the graph gives, as far as we know.
        self.inside: Sequence[Type] = ()
        self._types = types
        self._known = known
        #: What an integer is, or an array of such; None if nothing is known.
        self.value = Places(lambda place: _item(known.get(node.inputs[place])))
        self.size = _size
        #: Of a vector of sizes: `(3, ?)`.
        self.sizes = Places(lambda place: _tuple(self.items(place)))
        #: The same of inputs that are sizes one by one, from this one on.
        self.items_from = Places(
            lambda start: ", ".join(_size(self.value[i]) for i in range(start, self.count))
        )
        self.sizes_from = Places(
            lambda start: _tuple([_size(self.value[i]) for i in range(start, self.count)])
        )

    @property
    def inputs(self) -> str:
        """A name for each input that does not matter."""
        return ", ".join(f"T{place}" for place in range(self.count))

    # --- what inputs are ---------------------------------------------------------------------------

    def shape(self, place: int) -> tuple[Any, ...]:
        """The sizes of an input; None where unknown."""
        found: Any = self.variables[place].type
        return tuple(getattr(found, "shape", None) or ())

    def rank(self, place: int) -> int:
        return len(self.shape(place))

    def is_none(self, place: int) -> bool:
        is_written = getattr(self._given[place], "data", place) is None
        return is_written or isinstance(self.variables[place].type, native.NoneType)

    def number(self, place: int) -> Any:
        """The value of a constant scalar of any dtype, else a known integer; None if it is not known."""
        data = getattr(self._given[place], "data", None)
        if data is not None and getattr(data, "ndim", 0) == 0:
            return data.item() if hasattr(data, "item") else data
        value = self.value[place]
        return value if isinstance(value, int) else None

    def tuple_of(self, items: Sequence[str]) -> str:
        return _tuple(items)

    def items(self, place: int) -> list[str]:
        """The sizes that a vector says, `?` where unknown."""
        value = self.value[place]
        if isinstance(value, np.ndarray):
            return [_size(item) for item in value]
        shape = self.shape(place)
        length = (
            shape[0] if shape and isinstance(shape[0], int) else len(self.outputs[-1].type.shape)
        )
        return ["?"] * length

    # --- what is known of integers -----------------------------------------------------------------

    def array(self, place: int) -> Any:
        """The value of an input as an array of objects; LookupError if nothing is known of it."""
        value = self._known.get(self._given[place])
        if value is not None:
            return value
        if self._given[place].type.ndim == 0:
            return np.array(None, dtype=object)
        raise LookupError(place)

    def arrays(self) -> list[Any]:
        return [self.array(place) for place in range(self.count)]

    def known_sizes(self, start: int) -> tuple[int, ...]:
        """The inputs from this one on, all known."""
        sizes = [self.value[place] for place in range(start, self.count)]
        if not all(isinstance(size, int) for size in sizes):
            raise LookupError(sizes)
        return tuple(sizes)

    # --- what outputs are --------------------------------------------------------------------------

    def type_of(self, output: Any) -> Type:
        """PyTensor's own type, as ours."""
        return self._types(output.type)

    def unknown(self, output: Any) -> str:
        """As many unknown dims as the output has."""
        return ", ".join(["?"] * output.type.ndim)

    def either(self, a: int, b: int) -> str:
        """The type of what is one input or the other."""
        first, second = without_dims(self.variables[a].type), without_dims(self.variables[b].type)
        return str(first.join(second) or native.UnknownType())

    # --- indices -----------------------------------------------------------------------------------

    def key(self, first: int = 1) -> tuple[Any, ...]:
        """The subscript: integers that are known, our variables, slices of them; `first` is its first input."""

        def part(entry: Any) -> Any:
            if entry is None:
                return None
            value = self.value[first + entry]
            scalar = self._given[first + entry].type.ndim == 0
            return value if scalar and isinstance(value, int) else self.variables[first + entry]

        key: list[Any] = []
        at = 0
        for entry in self.op.idx_list:
            mask = None if isinstance(entry, slice) else self._mask(first + entry, at)
            key += [_indexed(entry, part)] if mask is None else mask.nonzero()
            at += 1 if mask is None else mask.ndim
        return tuple(key)

    def _mask(self, place: int, axis: int) -> Any:
        """The input if it is a constant mask for the dims from this one on: which are True is known."""
        data = getattr(self._given[place], "data", None)
        if not isinstance(data, np.ndarray) or data.dtype.kind != "b" or not data.ndim:
            return None
        own = self.shape(0)[axis : axis + data.ndim]
        # What doesn't fit is for the rule of indices to refuse.
        fits = len(own) == data.ndim and all(
            size == there or not isinstance(there, int)
            for size, there in zip(data.shape, own, strict=True)
        )
        return data if fits else None

    def known_key(self) -> tuple[Any, ...]:
        """The same of known integers; LookupError if one is not known."""

        def part(entry: Any) -> Any:
            value = None if entry is None else self.value[1 + entry]
            if entry is not None and not isinstance(value, int):
                raise LookupError(entry)
            return value

        return tuple(_indexed(entry, part) for entry in self.op.idx_list)

    def specified(self) -> Variable:
        """The first input, with the sizes that the others say."""
        known = [self.value[place] for place in range(1, self.count)]
        return specify_shape(
            self.variables[0], [size if isinstance(size, int) else None for size in known]
        )

    def stacked(self, output: Any, length: str, one: Type) -> str:
        """So many of a type, one after the other, of the output's dtype."""
        sizes = [_size(size) for size in getattr(one, "shape", None) or ()]
        rank = output.type.ndim - 1
        inner = sizes if len(sizes) == rank else ["?"] * rank
        return f"{output.type.dtype}[{', '.join([length, *inner])}]"

    def on_sparse(self, rule: str | Callable[["Node"], str]) -> str:
        """Sparse arrays and dense ones, of the formats and dtypes that PyTensor says and of these sizes."""
        inputs, outputs = self.gufunc(rule if isinstance(rule, str) else rule(self))

        def spelled(variable: Any, dims: Sequence[str]) -> str:
            ty, sizes = variable.type, ", ".join(dims)
            sparse = getattr(ty, "format", None)
            if sparse and len(dims) != 2:
                raise ValueError(f"a sparse array where an array of {len(dims)} dims is wanted")
            return f"Sparse[{sparse}, {ty.dtype}, ({sizes})]" if sparse else f"{ty.dtype}[{sizes}]"

        given = [spelled(*one) for one in zip(self._given, inputs, strict=True)]
        made = [spelled(*one) for one in zip(self.outputs, outputs, strict=True)]
        return f"({', '.join(given)}) -> {', '.join(made)}"

    # --- signatures --------------------------------------------------------------------------------

    def signature(self, rule: Any) -> Any:
        """What a rule makes: the text of a signature, or variables."""
        made = rule if isinstance(rule, str) else rule(self)
        if not isinstance(made, str):
            return made
        holes = {
            "op": self.op,
            "count": self.count,
            "inputs": self.inputs,
            "rest": Places(
                lambda start: "".join(f", T{place}" for place in range(start, self.count))
            ),
            "size": Places(lambda place: _size(self.value[place])),
            "sizes": self.sizes,
            "items_from": self.items_from,
            "sizes_from": self.sizes_from,
        }
        return _Template().vformat(made, (), holes)

    def scalar_dtypes(
        self, classes: Mapping[str, Any], preferences: Mapping[str, str]
    ) -> list[str]:
        """The dtypes of what is done to each element."""
        scalar = getattr(self.op, "scalar_op", self.op)
        rule = by_class(scalar, classes)
        if rule is None:
            preference = getattr(scalar, "output_types_preference", None)
            rule = preferences.get(getattr(preference, "__name__", type(preference).__name__))
        if rule is None:
            raise NotImplementedError(f"{type(scalar).__name__} has no rule for its dtype")
        names = [f"x{place}" for place in range(self.count)]
        rules = [rule] if isinstance(rule, str) else rule(scalar)
        return [self._dtype(one, scalar, names) for one in rules]

    def _dtype(self, rule: str, op: Any, names: Sequence[str]) -> str:
        def promoted(relation: str) -> str:
            return ", ".join(f"{relation}({name})" for name in names)

        holes = {
            "op": op,
            "all": ", ".join(names),
            "floats": promoted("pytensor_float"),
            "lapack": f"promote({promoted('pytensor_lapack')})",
        }
        return _Template().vformat(rule, names, holes)

    def gufunc(self, text: str) -> tuple[list[list[str]], list[list[str]]]:
        """The core dims of the inputs and of the outputs."""
        sides = re.sub(r"\s", "", text).split("->")
        inputs, outputs = (
            [[dim for dim in core.split(",") if dim] for core in re.findall(r"\(([^)]*)\)", side)]
            for side in sides
        )
        return inputs, outputs

    def blockwise(
        self,
        dtypes: Mapping[str, Any],
        gufuncs: Mapping[str, Any],
        letters: Mapping[str, Mapping[str, Any]],
    ) -> str:
        """A core op with its gufunc signature, batched if the op is `Blockwise`."""
        rule = by_class(self.core, dtypes)
        written = by_class(self.core, gufuncs)
        written = written(self) if callable(written) else written
        for op in (self.op, self.core):
            written = (
                written or getattr(op, "signature", None) or getattr(op, "gufunc_signature", None)
            )
        if written is None:
            raise NotImplementedError(f"{type(self.core).__name__} has no gufunc signature")
        inputs, outputs = self.gufunc(written)
        if rule is None:
            # Its shapes are the gufunc signature's all the same.
            rule = tuple(output.type.dtype for output in self.outputs)
        rule = rule(self) if callable(rule) else rule
        own = by_class(self.core, letters) or {}
        known = {dim for core in inputs for dim in core}

        def size(letter: str) -> str:
            # A size that is computed is written with the letters of the inputs.
            written = own.get(
                letter, letter if letter in known or not letter.isidentifier() else None
            )
            return (written(self) if callable(written) else written) or "?"

        lifted = self.core is not self.op
        names = [f"x{place}" for place in range(self.count)]
        batches = [f"*S{place}" for place in range(self.count)] if lifted else []
        batch = (
            [f"*broadcast({', '.join(f'S{place}' for place in range(self.count))})"]
            if lifted
            else []
        )
        given = [
            f"{name}[{', '.join([*batches[place : place + 1], *core])}]"
            for place, (name, core) in enumerate(zip(names, inputs, strict=True))
        ]
        made = [
            f"{self._dtype(dtype, self.core, names)}[{', '.join([*batch, *map(size, core)])}]"
            for dtype, core in zip(rule, outputs, strict=True)
        ]
        return f"({', '.join(given)}) -> {', '.join(made)}"


def without_dims(ty: Type) -> Type:
    """A scalar as an array without dims, which PyTensor's elements of arrays are."""
    return native.TensorType(ty.dtype, ()) if isinstance(ty, native.ScalarType) and ty.dtype else ty


def _item(value: Any) -> Any:
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


def _size(value: Any) -> str:
    return str(value) if isinstance(value, int) else "?"


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' * (len(items) == 1)})"


def _indexed(entry: Any, part: Callable[[Any], Any]) -> Any:
    if isinstance(entry, slice):
        return slice(part(entry.start), part(entry.stop), part(entry.step))
    return part(entry)


def by_class(instance: object, table: Mapping[str, Any]) -> Any:
    """The row of the nearest class that has one."""
    named = map(_name, type(instance).__mro__)
    return next((table[name] for name in named if name in table), None)


def _name(cls: type) -> str:
    """The name of a class; those of sparse arrays have some of the others' names."""
    is_sparse = cls.__module__.startswith("pytensor.sparse.")
    return f"sparse.{cls.__name__}" if is_sparse else cls.__name__
