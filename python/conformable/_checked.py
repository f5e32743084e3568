"""`cf.checked`: annotations, or a signature, held at each call.

The decorated function is compiled with the same parameters, defaults and kinds as the original, so
that binding arguments stays Python's own work. Names mean the same size in all arguments and in
the result of one call, and start anew with the next.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

import numpy as np

from . import _native
from ._annotations import Plan, called
from ._typed_checks import TypedChecks, is_of_shapes

F = TypeVar("F", bound=Callable[..., Any])


@overload
def checked(function_or_signature: F, /) -> F: ...
@overload
def checked(function_or_signature: str | _native.Signature, /) -> Callable[[F], F]: ...
def checked(
    function_or_signature: Callable[..., Any] | str | _native.Signature, /
) -> Callable[..., Any]:
    """Check a function's arguments and results at each call.

    `@checked` goes by the annotations, `@checked("(n,d),(d,k)->(n,k)")` by a signature of shapes, and
    `@checked("(x[n], k: int) -> x[n + k]")` by one of types. A signature speaks of all positional parameters without
    a default, in their order, and of as many of the others as it has inputs; one of types also of the keywords that
    stand behind its `*`.

    Names mean one size each in all arguments and in the result of one call. What does not fit is a `ShapeError` (a
    ValueError) or a `DTypeError` (a TypeError), which shows the value's type and the annotation as it is written.
    Annotations that cannot be read are no constraint; a class is a test of the value's class, and so is the class
    in front of the brackets of `Sequence[int]`. Methods of all kinds, coroutines and generators may be decorated, and
    classes: what is checked is `__init__`, so that it stands above `@dataclass`.
    """
    what: Any = function_or_signature
    if isinstance(what, str):
        what = _native.Signature(what)
    if isinstance(what, _native.Signature):
        if what.path is not None:
            raise TypeError(
                f"the signature of {what.path} is the catalogue's, which no function is held to: write its shapes, "
                'as in "(n,d),(d,k)->(n,k)", or its types'
            )
        return functools.partial(_unwrapped, functools.partial(_by_signature, what))
    found: Callable[..., Any] = _unwrapped(_by_annotations, what)
    return found


def _unwrapped(check: Callable[[Any], Any], what: Any) -> Any:
    """The function inside a method's wrapper is what is checked."""
    if isinstance(what, (classmethod, staticmethod)):
        return type(what)(check(what.__func__))
    if isinstance(what, property):
        get, put, drop = (part and check(part) for part in (what.fget, what.fset, what.fdel))
        return property(get, put, drop, what.__doc__)
    if isinstance(what, functools.cached_property):
        return type(what)(check(what.func))
    if isinstance(what, functools.partialmethod):
        return type(what)(check(what.func), *what.args, **what.keywords)
    if isinstance(what, type):
        # What makes its instances is checked: of a dataclass, the fields.
        if "__init__" not in vars(what):
            raise TypeError(
                f"{what.__qualname__} has no `__init__` of its own to check; "
                "`@cf.checked` stands above `@dataclass`"
            )
        what.__init__ = check(what.__init__)  # type: ignore[misc]
        return what
    if not callable(what):
        raise TypeError(f"a function or a signature, not {what!r}")
    return check(what)


def _by_annotations(function: Any) -> Any:
    plan = Plan(function, sys._getframe(3).f_locals)
    if plan.is_resolved and plan.says_nothing:
        return function
    leaves = plan.leaves
    if plan.is_resolved:
        given = list(plan.given.values())
        watches = plan.watch, plan.watch_result
        return _compiled(function, plan.enter, plan.leave, leaves, given, *watches)
    return _compiled(function, plan.enter_late, plan.leave_late, leaves)


def _by_signature(signature: _native.Signature, function: Any) -> Any:
    count, _ = signature.counts
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    own = [p for p in inspect.signature(function).parameters.values() if p.kind in kinds]
    if own and own[0].name in ("self", "cls"):
        own = own[1:]
    keywords = _keywords(signature)
    _check_keywords(function, signature, keywords)
    own = [parameter for parameter in own if parameter.name not in keywords]
    count -= len(keywords)
    names = [parameter.name for parameter in own]
    needed = sum(parameter.default is parameter.empty for parameter in own)
    if not needed <= count <= len(names):
        takes = str(needed) if needed == len(names) else f"{needed} to {len(names)}"
        raise TypeError(
            f"{called(function)} takes {takes} positional parameters ({', '.join(names)}), "
            f"the signature {signature} has {count} input{'' if count == 1 else 's'}"
        )
    parameters = list(inspect.signature(function).parameters)
    chosen = [(parameters.index(name), name) for name in (*names[:count], *keywords)]
    checks: Any
    if is_of_shapes(signature):
        checks = _native.SignatureChecks(called(function), signature, chosen)
    else:
        checks = TypedChecks(called(function), signature, chosen, keywords)
    return _compiled(function, checks.enter, checks.leave, True)


def _keywords(signature: _native.Signature) -> list[str]:
    """The inputs that a signature of types has behind its `*`, which are passed by name."""
    if is_of_shapes(signature):
        return []
    found: dict[str, None] = {}
    for one in signature.overloads:
        function = _native.parse_type(f"({one})")
        assert isinstance(function, _native.FunctionType)
        pairs = zip(function.names, function.kinds, strict=True)
        found |= {str(name): None for name, kind in pairs if kind == "keyword-only"}
    return list(found)


def _check_keywords(function: Any, signature: _native.Signature, keywords: list[str]) -> None:
    """Refuse a signature with a keyword that the function hasn't, and, where it speaks of types, one without a keyword that
    each call of the function has."""
    parameters = inspect.signature(function).parameters
    for name in keywords:
        known = parameters.get(name)
        if known is None or known.kind not in (known.KEYWORD_ONLY, known.POSITIONAL_OR_KEYWORD):
            raise TypeError(
                f"{called(function)} has no parameter {name} that is passed by name, the signature {signature} has"
            )
    if is_of_shapes(signature):
        return
    for name, own in parameters.items():
        if own.kind is own.KEYWORD_ONLY and own.default is own.empty and name not in keywords:
            raise TypeError(
                f"each call of {called(function)} has the keyword {name}, of which the signature {signature} "
                f"says nothing: it stands behind a `*`, as `*, {name}: int`"
            )


def _compiled(
    function: Any,
    enter: Any,
    leave: Any,
    leaves: bool,
    given: Sequence[str] = (),
    watch: Any = None,
    watch_result: Any = None,
) -> Any:
    """A function of the same parameters that calls `enter`, the function, and `leave`.

    `given` are expressions over the parameters, whose values come before theirs. `watch` is asked where `enter`
    did not see at once that the arguments fit, which is when it gives bytes, `watch_result` where the result is
    no plain array.
    """
    parameters = list(inspect.signature(function).parameters.values())
    taken = {parameter.name for parameter in parameters}

    def unused(name: str) -> str:
        while name in taken:
            name += "_"
        taken.add(name)
        return name

    kept = (
        "function",
        "enter",
        "leave",
        "each",
        "values",
        "entered",
        "result",
        "watch",
        "type",
        "bytes",
        "plain",
        "watch_result",
    )
    words = {word: unused(f"_{word}") for word in kept}
    space = {words["function"]: function, words["enter"]: enter}
    space |= {words["leave"]: leave, words["each"]: _each, words["watch"]: watch}
    space |= {words["type"]: type, words["bytes"]: bytes, words["plain"]: np.ndarray}
    header = _header(parameters, unused, space)
    values = "".join(f"{text}, " for text in (*given, *(own.name for own in parameters)))
    call = f"{words['function']}({_passed(parameters)})"
    enters = (
        f"    {words['values']} = ({values})\n"
        f"    {words['entered']} = {words['enter']}({words['values']})\n"
    )
    if watch is not None:
        is_new = f"{words['type']}({words['entered']}) is not {words['bytes']}"
        enters += f"    if {is_new}:\n        {words['watch']}({words['values']})\n"
    is_plain = not _yields_or_waits(function)
    if watch_result is not None:
        space[words["watch_result"]] = watch_result
        if not is_plain:
            space[words["leave"]] = _watching(leave, watch_result)
    body = _body(function, words, call, leaves, watch_result is not None and is_plain)
    asynchronous = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
    head = "async def" if asynchronous else "def"
    exec(f"{head} made({header}):\n{enters}{body}", space)
    made: Any = space["made"]
    if inspect.isgeneratorfunction(function):
        # It gives a generator, though the arguments are checked when it is called: `inspect` goes by the mark.
        made.__code__ = made.__code__.replace(
            co_flags=made.__code__.co_flags | inspect.CO_GENERATOR
        )
    return functools.wraps(function)(made)


def _header(
    parameters: list[inspect.Parameter], unused: Callable[[str], str], space: dict[str, Any]
) -> str:
    """The parameters as they are written; defaults are values of `space`."""
    kinds = inspect.Parameter
    header: list[str] = []
    starred = False
    for place, parameter in enumerate(parameters):
        text = parameter.name
        if parameter.kind is kinds.VAR_POSITIONAL:
            text, starred = f"*{text}", True
        elif parameter.kind is kinds.VAR_KEYWORD:
            text = f"**{text}"
        elif parameter.kind is kinds.KEYWORD_ONLY and not starred:
            header.append("*")
            starred = True
        if parameter.default is not kinds.empty:
            default = unused(f"_default{place}")
            space[default] = parameter.default
            text = f"{text}={default}"
        header.append(text)
        after = parameters[place + 1 : place + 2]
        last = not after or after[0].kind is not kinds.POSITIONAL_ONLY
        if parameter.kind is kinds.POSITIONAL_ONLY and last:
            header.append("/")
    return ", ".join(header)


def _passed(parameters: list[inspect.Parameter]) -> str:
    kinds = inspect.Parameter
    texts: dict[Any, str] = {
        kinds.VAR_POSITIONAL: "*{0}",
        kinds.VAR_KEYWORD: "**{0}",
        kinds.KEYWORD_ONLY: "{0}={0}",
    }
    return ", ".join(texts.get(p.kind, "{0}").format(p.name) for p in parameters)


def _yields_or_waits(function: Any) -> bool:
    tests = (inspect.isgeneratorfunction, inspect.isasyncgenfunction, inspect.iscoroutinefunction)
    return any(test(function) for test in tests)


def _body(function: Any, words: dict[str, str], call: str, leaves: bool, watches: bool) -> str:
    result, call_of = words["result"], f"{words['values']}, {words['entered']}"
    check = f"{words['leave']}({call_of}, {result})"  # which gives the result back
    if inspect.isasyncgenfunction(function):
        inside = f"        {check}\n" if leaves else ""
        return f"    async for {result} in {call}:\n{inside}        yield {result}\n"
    if inspect.iscoroutinefunction(function):
        call = f"await {call}"
    if not leaves:
        return f"    return {call}\n"
    if inspect.isgeneratorfunction(function):
        return f"    return {words['each']}({call}, {words['leave']}, {call_of})\n"
    if not watches:
        return f"    return {words['leave']}({call_of}, {call})\n"
    # The class is asked for here, where that costs least.
    return (
        f"    {result} = {words['leave']}({call_of}, {call})\n"
        f"    if {words['type']}({result}) is not {words['plain']}:\n"
        f"        {words['watch_result']}({result})\n"
        f"    return {result}\n"
    )


def _watching(leave: Any, watch: Any) -> Any:
    """`leave`, and `watch` of what is no plain array."""

    def watched(values: Any, entered: Any, result: Any) -> Any:
        leave(values, entered, result)
        if type(result) is not np.ndarray:
            watch(result)
        return result

    return watched


def _each(generator: Any, leave: Any, values: Any, entered: Any) -> Any:
    """What a generator yields, checked; what is sent or thrown goes to it."""
    try:
        item = next(generator)
        while True:
            leave(values, entered, item)
            try:
                sent = yield item
            except GeneratorExit:
                generator.close()
                raise
            except BaseException as error:
                item = generator.throw(error)
            else:
                item = generator.send(sent)
    except StopIteration as stop:
        return stop.value
