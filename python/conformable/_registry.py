"""The registry: who reads which annotations and which values as types.

A registry is a value that any package extends, itself or by an entry point in the group
`conformable.plugins` that names a function of a registry. Dispatch is by an annotation's origin and
by a value's class. Which readers there are from the start is in `_hints` and `_instances`.
"""

import inspect
import sys
import threading
import warnings
from abc import ABCMeta
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from conformable import _native
from conformable._constructors import QUOTED
from conformable._contract import is_type
from conformable._native import Type

#: Called with an annotation and a function that reads the annotations inside it.
HintReader = Callable[[Any, Callable[[Any], Type]], Type]
#: Called with a value and a function that reads the values inside it.
InstanceReader = Callable[[Any, Callable[[Any], Type]], Type]

PLUGINS = "conformable.plugins"

#: What is told to the core, and how it is taken back.
_TOLD: dict[str, Callable[[str], None]] = {
    "_constructors": _native.forget_constructor,
    "_catalogues": _native.forget_catalogue,
    "_dialects": _native.forget_dialect,
    "_relations": _native.forget_relation,
}

_Type = TypeVar("_Type", bound=Type)
_Value = TypeVar("_Value")
_Hint = TypeVar("_Hint", bound=HintReader)
_Instance = TypeVar("_Instance", bound=InstanceReader)
_Rule = TypeVar("_Rule", bound=Callable[..., Any])


@dataclass(frozen=True)
class Constructor:
    """A class of types that is registered under a name."""

    cls: type[Type]
    #: The parameters of an instance, and the instance of parameters; None where they are its
    #: properties.
    write: Callable[[Any], tuple[Any, ...]] | None = None
    read: Callable[..., Type] | None = None
    #: Whether the parameters decide how types relate.
    covariant: bool = False


class Registry:
    """Readers by class or origin; one of a key."""

    def __init__(self) -> None:
        self._types: dict[Any, Type] = {}
        self._hints: dict[Any, HintReader] = {}
        self._instances: dict[type, InstanceReader] = {}
        self._traits: dict[tuple[Any, type], Callable[..., Any]] = {}
        self._conversions: dict[tuple[type, type], Callable[..., Any]] = {}
        self._operations: dict[tuple[str, type, type], Callable[..., Any]] = {}
        self._spellings: dict[tuple[str, type], Callable[[Any], str]] = {}
        self._constructors: dict[str, Constructor] = {}
        self._names: dict[type[Type], str] = {}
        #: What the core has been told: texts of stub files, dialects' tables, relations.
        self._catalogues: dict[str, str] = {}
        self._dialects: dict[str, tuple[Any, ...]] = {}
        self._relations: dict[str, tuple[Any, ...]] = {}
        #: The plugin that is being loaded.
        self._plugin: str | None = None
        self._tables = (
            "_catalogues",
            "_dialects",
            "_relations",
            "_constructors",
            "_names",
            "_types",
            "_hints",
            "_instances",
            "_traits",
            "_conversions",
            "_operations",
            "_spellings",
        )
        self._lock = threading.RLock()
        #: Whether installed plugins are still to be found, and those that were not ready.
        self._scan = False
        self._waiting: list[EntryPoint] = []

    def __reduce__(self) -> str:
        if globals().get("registry") is self:
            return "registry"
        raise TypeError("a Registry cannot be copied or pickled: it holds functions and a lock")

    def register(self, python_type: Any, ir_type: Type) -> None:
        """Read the annotation `python_type` as `ir_type`."""
        if not is_type(ir_type):
            raise TypeError(f"expected a type, not {ir_type!r}")
        self._add("_types", python_type, ir_type)

    @overload
    def register_hint(self, origin: Any) -> Callable[[_Hint], _Hint]: ...
    @overload
    def register_hint(self, origin: Any, reader: _Hint) -> _Hint: ...
    def register_hint(self, origin: Any, reader: Any = None) -> Any:
        """Read annotations of this class or origin (`list` for `list[int]`); also a decorator."""
        return self._register("_hints", origin, reader)

    @overload
    def register_instance(self, cls: type) -> Callable[[_Instance], _Instance]: ...
    @overload
    def register_instance(self, cls: type, reader: _Instance) -> _Instance: ...
    def register_instance(self, cls: type, reader: Any = None) -> Any:
        """Read values of this class and of classes that derive from it; also a decorator."""
        if not isinstance(cls, type):
            raise TypeError(f"expected a class, not {cls!r}")
        return self._register("_instances", cls, reader)

    @overload
    def register_trait(self, trait: Any, cls: type) -> Callable[[_Rule], _Rule]: ...
    @overload
    def register_trait(self, trait: Any, cls: type, rule: _Rule) -> _Rule: ...
    def register_trait(self, trait: Any, cls: type, rule: Any = None) -> Any:
        """Say by `rule(ty, trait)` for which types of this class the trait holds; also a decorator.

        A trait with parameters is given by its class.
        """
        key = trait if isinstance(trait, type) else getattr(trait, "key", trait)
        return self._register("_traits", (key, _class(cls)), rule)

    @overload
    def register_conversion(self, source: type, target: type) -> Callable[[_Rule], _Rule]: ...
    @overload
    def register_conversion(self, source: type, target: type, rule: _Rule) -> _Rule: ...
    def register_conversion(self, source: type, target: type, rule: Any = None) -> Any:
        """Say by `rule(a, b)` how types of one class become types of another: a `Conversion`, or
        None where the rule has no say; also a decorator."""
        return self._register("_conversions", (_class(source), _class(target)), rule)

    @overload
    def register_operation(self, op: str, left: type, right: type) -> Callable[[_Rule], _Rule]: ...
    @overload
    def register_operation(self, op: str, left: type, right: type, rule: _Rule) -> _Rule: ...
    def register_operation(self, op: str, left: type, right: type, rule: Any = None) -> Any:
        """Say by `rule(a, b)` of what type `a op b` is for types of these classes: a type, a `Refusal`,
        or None where the rule has no say; also a decorator.

        `cf.operation`, traits such as `Add(rhs)`, the operators of variables and the checker ask it. A value
        that is known is of its Python type too. One of the classes is a package's own, since what the
        others do is Python's and NumPy's.
        """
        if op not in _native.operators():
            known = " ".join(_native.operators())
            raise ValueError(f"an operator is one of {known}, not {op!r}")
        for cls in (left, right):
            if not issubclass(_class(cls), Type):
                raise TypeError(
                    f"an operation is of classes of types, which derive from cf.Type, not {cls!r}"
                )
        if _is_built_in(left) and _is_built_in(right):
            raise TypeError(
                f"what {op} does to {left.__name__} and {right.__name__} is Python's and NumPy's: "
                "one of the classes must be a package's own"
            )
        return self._register("_operations", (op, left, right), rule)

    @overload
    def register_spelling(self, language: str, cls: type) -> Callable[[_Rule], _Rule]: ...
    @overload
    def register_spelling(self, language: str, cls: type, rule: _Rule) -> _Rule: ...
    def register_spelling(self, language: str, cls: type, rule: Any = None) -> Any:
        """Spell types of this class in a language, a new one or not; also a decorator."""
        return self._register("_spellings", (language, _class(cls)), rule)

    def register_device(self, kind: str) -> None:
        """Let `device=npu` be any device of this kind, and no longer a device of that name."""
        _native.register_device(kind)

    def register_catalogue(self, source: str | PathLike[str], name: str | None = None) -> None:
        """Add a stub file of functions, words and rules, given by its path or as a text.

        ValueError says what is wrong with it, each thing with its line and column; and what another
        one has defined already, naming both places. Under its `name` it stands in messages.
        """
        if isinstance(source, str) and "\n" in source:
            text, name = source, name or f"<stubs of {self._by()}>"
        else:
            path = Path(source)
            text, name = path.read_text(encoding="utf-8"), name or path.as_posix()
        self._tell("_catalogues", name, text, lambda: _native.register_catalogue(name, text))

    def register_dialect(self, name: str, table: Mapping[str, Any]) -> None:
        """Add a dialect of promotion, for `dialect=name` in signatures and `common_type`.

        The table is of the form of those in `catalogue/dialects.toml`: `operands`, dtypes and
        weak_bool, weak_int, weak_float, weak_complex for Python's numbers; `results`, a text for each
        of them as the left operand with a word for each as the right one, `-` where they are refused;
        and optionally `source`, where it is from.
        """
        unknown = sorted(set(table) - {"source", "operands", "results"})
        if unknown:
            raise ValueError(
                f"the dialect `{name}`: a table has operands and results, no `{unknown[0]}`"
            )
        operands, results = (tuple(table[key]) for key in ("operands", "results"))
        by = self._by()
        source = str(table.get("source", by))
        value = (source, operands, results)
        self._tell("_dialects", name, value, lambda: _native.register_dialect(name, by, *value))

    def register_relation(
        self,
        name: str,
        forward: Callable[..., Any],
        backward: Callable[..., Any] | None = None,
        *,
        gives: Literal["dim", "shape", "dtype", "truth"] = "dim",
    ) -> None:
        """Add a relation, as `define_relation` does, for signatures and stub files."""

        def define() -> None:
            _native.define_relation(name, forward, backward, gives=gives)

        self._tell("_relations", name, (forward, backward, gives), define)

    def _by(self) -> str:
        """Who registers, for messages: a plugin, or the module of the caller's caller."""
        return self._plugin or str(sys._getframe(2).f_globals.get("__name__", "?"))

    def _tell(self, table: str, name: str, value: Any, tell: Callable[[], None]) -> None:
        """Tell the core, which knows who else has the name, unless it was told the same."""
        with self._lock:
            if getattr(self, table).get(name) == value:
                return
            tell()
            getattr(self, table)[name] = value

    def register_constructor(
        self,
        cls: type[_Type],
        name: str | None = None,
        *,
        write: Callable[[Any], tuple[Any, ...]] | None = None,
        read: Callable[..., Type] | None = None,
        covariant: bool = False,
    ) -> type[_Type]:
        """Let types of a class of one's own be parts of others, under its name or another one.

        Its `__props__` are the parameters: types, numbers, strs, None, tuples of sizes; other ones are what `write` makes of an instance, of which `read` makes it again. A
        text with the name reads as an instance. Where it stands in a type, its `is_super` is asked;
        if it is covariant, one is the supertype of another if its parameters are. Also a decorator.
        """
        if not (isinstance(cls, type) and issubclass(cls, Type)) or cls in _native_classes():
            raise TypeError(f"expected a class that derives from Type, not {cls!r}")
        name = cls.__name__ if name is None else name
        _native.check_constructor(name)
        if name == QUOTED:
            raise ValueError(
                f"{QUOTED} is around types that are parameters: another name is needed"
            )
        with self._lock:
            known = self._names.get(cls, name)
            if known != name:
                raise ValueError(f"{_named(cls)} is registered twice: as {known} and as {name}")
            self._add("_constructors", name, Constructor(cls, write, read, covariant))
            self._names[cls] = name
            _native.name_constructor(name, not covariant)
        return cls

    def constructor(self, name: str) -> Constructor | None:
        """What is registered under the name."""
        self._ready()
        return self._constructors.get(name)

    def constructor_name(self, cls: type) -> str | None:
        """The name that the class, no base of it, is registered under."""
        self._ready()
        return self._names.get(cls)

    def implementation(self, key: Any, cls: type) -> Callable[..., Any] | None:
        """The rule of a trait for types of this class or of a base of it."""
        self._ready()
        return _nearest(self._traits, [(key, base) for base in cls.__mro__])

    def conversion(self, source: type, target: type) -> Callable[..., Any] | None:
        """The rule for types of these classes or of bases of them, the source's first."""
        self._ready()
        keys = [(a, b) for a in source.__mro__ for b in target.__mro__]
        return _nearest(self._conversions, keys)

    def operation(self, op: str, left: type, right: type) -> Callable[..., Any] | None:
        """The rule of an operator for types of these classes or of bases of them, the left one's first."""
        self._ready()
        if not self._operations:
            return None
        keys = [(op, a, b) for a in left.__mro__ for b in right.__mro__]
        return _nearest(self._operations, keys)

    def spelling(self, language: str, cls: type) -> Callable[[Any], str] | None:
        """Who spells types of this class in the language."""
        self._ready()
        return _nearest(self._spellings, [(language, base) for base in cls.__mro__])

    def _register(self, table: str, key: Any, reader: Any) -> Any:
        if reader is None:
            return lambda reader: self._register(table, key, reader)
        if not callable(reader):
            raise TypeError(f"a reader is a function, not {reader!r}")
        self._add(table, key, reader)
        return reader

    def _add(self, table: str, key: Any, value: Any) -> None:
        with self._lock:
            known = getattr(self, table).get(key)
            if known is not None and known != value:
                raise ValueError(
                    f"{_named(key)} is registered twice: for {_named(known)} and for {_named(value)}"
                )
            getattr(self, table)[key] = value

    def type_of(self, hint: Any) -> Type | None:
        """The type that was registered for exactly this annotation."""
        self._ready()
        return _get(self._types, hint)

    def hint_reader(self, key: Any) -> HintReader | None:
        """Who reads annotations of this origin."""
        self._ready()
        return _get(self._hints, key)

    def class_hint_reader(self, cls: type) -> HintReader | None:
        """Who reads a class as an annotation, by a metaclass of its own."""
        self._ready()
        own = [base for base in inspect.getmro(type(cls)) if base not in (type, object)]
        return next((self._hints[base] for base in own if base in self._hints), None)

    def instance_reader(self, cls: type) -> InstanceReader | None:
        """Who reads values of this class."""
        self._ready()
        return _find(self._instances, cls)

    def load_plugins(self) -> None:
        """Let every installed plugin register; one that fails is named in a warning and leaves
        nothing behind."""
        self._scan = False
        self._load(list(entry_points(group=PLUGINS)))

    def _ready(self) -> None:
        """Load what waits, before something is looked up."""
        if self._scan:
            self.load_plugins()
        elif self._waiting:
            waiting, self._waiting = self._waiting, []
            self._load(waiting)

    def _load(self, points: list[EntryPoint]) -> None:
        for point in points:
            module = sys.modules.get(point.value.partition(":")[0])
            if getattr(getattr(module, "__spec__", None), "_initializing", False):
                # It is what looks something up, while it is imported.
                self._waiting.append(point)
                continue
            with self._lock:
                before = {name: dict(getattr(self, name)) for name in self._tables}
                outer, self._plugin = self._plugin, f"the plugin {point.name}"
                try:
                    point.load()(self)
                except Exception as error:
                    added = {name: set(getattr(self, name)) - set(before[name]) for name in _TOLD}
                    for name, table in before.items():
                        setattr(self, name, table)
                    for table_name, forget in _TOLD.items():
                        for name in added[table_name]:
                            forget(name)
                    warnings.warn(
                        f"the plugin {point.name!r} ({point.value}) of conformable failed and is "
                        f"left out: {type(error).__name__}: {error}",
                        RuntimeWarning,
                        stacklevel=3,
                    )
                finally:
                    self._plugin = outer


def _native_classes() -> set[type]:
    return {
        cls for cls in vars(_native).values() if isinstance(cls, type) and issubclass(cls, Type)
    }


def _is_built_in(cls: type) -> bool:
    """Whether a class's values are not a package's: an application of a constructor may be anybody's."""
    native = getattr(_native, cls.__name__, None) is cls
    return native and not issubclass(cls, _native.ConstructedType)


def _class(cls: Any) -> type:
    if not isinstance(cls, type):
        raise TypeError(f"expected a class of types, not {cls!r}")
    return cls


def _nearest(table: dict[Any, _Value], keys: Sequence[Any]) -> _Value | None:
    return next((table[key] for key in keys if key in table), None) if table else None


def _get(table: dict[Any, _Value], key: Any) -> _Value | None:
    try:
        return table.get(key)
    except TypeError:  # It can't be hashed, so nobody registered it.
        return None


def _find(table: dict[type, _Value], cls: type) -> _Value | None:
    """The entry of the class, of the first of its bases that has one, or of an abstract class."""
    for base in cls.__mro__:
        if base is not object and base in table:
            return table[base]
    abstract = [
        key
        for key in table
        if isinstance(key, ABCMeta) and key not in cls.__mro__ and issubclass(cls, key)
    ]
    # Those of which another one is a special case don't count.
    nearest = [a for a in abstract if not any(b is not a and issubclass(b, a) for b in abstract)]
    if len(nearest) > 1:
        names = " and ".join(_named(key) for key in nearest)
        raise TypeError(f"{_named(cls)} is ambiguous: {names} both have readers")
    return table[nearest[0]] if nearest else table.get(object)


def _named(value: Any) -> str:
    if isinstance(value, tuple):
        return " and ".join(map(_named, value))
    if isinstance(value, Constructor):
        return _named(value.cls)
    name = getattr(value, "__qualname__", None)
    return f"{value.__module__}.{name}" if isinstance(name, str) else repr(value)


def _standard() -> Registry:
    from conformable import _hints, _instances, _random, _sparse

    registry = Registry()
    _hints.register_all(registry)
    _instances.register_all(registry)
    _random.register_all(registry)
    _sparse.register_all(registry)
    return registry


#: The registry that `from_type_hint` and `from_instance` use.
registry = _standard()
# Not yet: a plugin may be what imports this module.
registry._scan = True
