"""Whether what a plug-in hands back is of the types that its class declares: the annotations are the one list of them."""

from __future__ import annotations

import builtins
import inspect
import reprlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, is_dataclass
from functools import cache
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

NOT_EMPTY = Annotated[str, "not empty"]
"""a text of a field that has no default"""
_NUMBERS: Mapping[Any, type] = {int: Integral, float: Real}
_WORDS: Mapping[Any, str] = {
    str: "a text", NOT_EMPTY: "a text that is not empty", bool: "True or False", int: "a whole number", float: "a number",
    NoneType: "None", bytes: "bytes",
}  # fmt: skip
_SHOWN = (str, bytes, int, float, NoneType, tuple, list, dict)


class Misfit(NamedTuple):
    """A part of a value that is not of the expected type; ``part`` is empty for the value itself."""

    part: str
    expected: str
    actual: str


class _Nothing:
    """Stands for an attribute that is missing."""


def misfit(value: object, expected: Any, part: str = "") -> Misfit | None:
    """The first part of ``value`` that is not of the type ``expected``, down to the fields of its dataclasses.

    Texts are such as a file can hold.  A list may stand where a sequence is expected, a text may not.
    """
    origin, inner = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        fits = any(misfit(value, one) is None for one in inner)
    elif origin is None or expected == NOT_EMPTY:
        fits = _is_of(value, expected)
    elif origin is Literal:
        fits = isinstance(value, str) and value in inner
    elif origin is type:
        fits = isinstance(value, type) and issubclass(value, inner[0])
    elif origin is tuple and inner[-1] is not Ellipsis:
        fits = isinstance(value, tuple | list) and len(value) == len(inner)
    else:
        fits = isinstance(value, origin) and not isinstance(value, str | bytes)
    if not fits:
        return Misfit(part, words(expected), _shown(value))
    within = (misfit(*one) for one in _parts(value, expected, part))
    return next((wrong for wrong in within if wrong is not None), None)


def _is_of(value: object, expected: Any) -> bool:
    if expected is Any or expected is object:
        return not isinstance(value, _Nothing)
    if expected in _NUMBERS:
        of_numpy = (
            getattr(getattr(value, "dtype", None), "kind", "m") != "m"
        )  # a duration counts as a whole number there
        number = isinstance(value, _NUMBERS[expected]) and (of_numpy or isinstance(value, int | float))
        return number and not isinstance(value, bool)
    if expected is str or expected == NOT_EMPTY:
        return is_text(value) and (expected is str or bool(str(value).strip()))
    if getattr(expected, "_is_protocol", False):
        members = declared(expected)
        one_there = not members or any(hasattr(value, name) for name in members)
        return (
            one_there
            and not isinstance(value, type)
            and (callable(value) or "__call__" not in vars(expected))
        )
    return isinstance(value, expected)


def is_text(value: object) -> bool:
    """Whether ``value`` is a text that a file can hold; half a surrogate pair is none."""
    return isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)


def _parts(value: Any, expected: Any, part: str) -> Iterator[tuple[object, Any, str]]:
    """What stands in a value, with its type and its name."""
    origin, inner = get_origin(expected), get_args(expected)
    if origin is None:
        for name, kind in declared(expected).items():
            yield getattr(value, name, _Nothing()), kind, f"{part}.{name}" if part else name
    elif origin is tuple and inner[-1] is not Ellipsis:
        yield from ((value[i], kind, f"{part}[{i}]") for i, kind in enumerate(inner))
    elif inspect.isclass(origin) and issubclass(origin, Mapping):
        for key, member in value.items():
            yield key, inner[0], f"a key of {part}"
            yield member, inner[1], f"{part}[{key!a}]"
    elif inspect.isclass(origin) and issubclass(origin, Sequence):
        yield from ((member, inner[0], f"{part}[{i}]") for i, member in enumerate(value))


@cache
def declared(kind: type) -> Mapping[str, Any]:
    """The type of each field of a dataclass or named tuple, of each member of a protocol; empty for another class."""
    protocol = getattr(kind, "_is_protocol", False)
    if not (protocol or is_dataclass(kind) or hasattr(kind, "_fields")):
        return {}
    known = get_type_hints(kind, localns=_Names(vars(sys.modules[kind.__module__])))
    optional = {f.name for f in getattr(kind, "__dataclass_fields__", {}).values() if not _is_needed(f)}
    optional |= set(getattr(kind, "_field_defaults", {}))
    result = {n: NOT_EMPTY if t is str and n not in optional else t for n, t in known.items()}
    methods = [
        n for n, member in vars(kind).items() if protocol and inspect.isfunction(member) and n[0] != "_"
    ]
    return result | dict.fromkeys(methods, Callable[..., Any])


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


class _Names(dict[str, Any]):
    """Names of a module; those that it imports for type checkers alone may be anything."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Any)


def words(expected: Any) -> str:
    """A type in words."""
    origin, inner = get_origin(expected), get_args(expected)
    if expected in _WORDS:
        return _WORDS[expected]
    if origin in (Union, UnionType):
        return " or ".join(map(words, inner))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is type:
        return f"a class derived from {inner[0].__name__}"
    if origin is tuple and inner[-1] is not Ellipsis:
        return f"{len(inner)} values: {', '.join(map(words, inner))}"
    name = (origin or expected).__name__
    return "a function" if name == "Callable" else f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _shown(value: object) -> str:
    if isinstance(value, _Nothing):
        return "nothing"
    return ascii(reprlib.repr(value))[1:-1] if isinstance(value, _SHOWN) else type(value).__name__
