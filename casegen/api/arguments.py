"""What a call of the Python API may be given: every wrong argument is an :class:`InputError`, as a wrong option is."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeVar

from casegen.model.case import CALL, COMMAND_LINE, Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.plural import counted
from casegen.model.suggestions import nearest

Value = TypeVar("Value")


def refused(message: str, hint: str = "") -> InputError:
    """The error of a call."""
    return InputError.at(Location(CALL), message, hint=hint)


@contextmanager
def of_the_call() -> Iterator[None]:
    """What a command shares with the Python interface speaks of the call here, not of a command line."""
    try:
        yield
    except InputError as error:
        rows = error.diagnostics
        raise InputError(
            [replace(d, location=Location(CALL)) if d.location.file == COMMAND_LINE else d for d in rows]
        ) from None


def _expected(what: str, expected: str, value: object) -> InputError:
    shown = repr(value)
    return refused(
        f"{what}: expected {expected}, found {shown if len(shown) <= 60 else type(value).__name__}"
    )


def name(value: object, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise _expected(what, "a name", value)
    return value


def names(values: object, what: str, *, least: int = 0) -> tuple[str, ...]:
    """Several texts; one text alone is refused, as its letters would be taken."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise _expected(what, "a list of names", values)
    result = tuple(name(value, what) for value in values)
    if len(result) < least:
        raise refused(f"{what}: expected at least {least}, found none")
    return result


def mapping(value: object, what: str) -> Mapping[Any, Any]:
    """A mapping."""
    if not isinstance(value, Mapping):
        raise _expected(what, "a mapping", value)
    return value


def path(value: object, what: str) -> Path:
    """A path."""
    if not isinstance(value, str | os.PathLike):
        raise _expected(what, "a path", value)
    return Path(value)


def loaded(value: object) -> Case:
    """A case as ``casegen.load`` returns it."""
    if not isinstance(value, Case):
        raise _expected("case", "what `casegen.load(folder)` returns", value)
    return value


def whole(value: object, what: str, *, least: int, most: int | None = None) -> int:
    """A whole number of at least ``least``, and at most ``most``."""
    if (
        isinstance(value, bool)
        or not isinstance(value, Integral)
        or not least <= int(value) <= (int(value) if most is None else most)
    ):
        limit = "" if most is None else f" and at most {most}"
        raise _expected(what, f"a whole number of at least {least}{limit}", value)
    return int(value)


def within(value: object, what: str, low: float, high: float, *, ends: bool = False) -> float:
    """A number between ``low`` and ``high``, with its ``ends`` or without."""
    if not isinstance(value, bool) and isinstance(value, Real):
        number = _as_float(value)
        if low < number < high or (ends and number in (low, high)):
            return number
    expected = f"a number from {low:g} to {high:g}" if ends else f"a number above {low:g} and below {high:g}"
    raise _expected(what, expected, value)


def plain(value: Any) -> Any:
    """A setting as Python has it: the value of an array's scalar, a decimal or a fraction as the nearest number."""
    value = scalar(value)
    return _as_float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def scalar(value: Any) -> Any:
    """The same, whole numbers as they are; what is no number stays."""
    if hasattr(value, "item") and getattr(value, "size", 1) == 1:
        value = value.item()
    return _as_float(value) if isinstance(value, Decimal | Fraction) else value


def _as_float(value: Real | Decimal | int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def truth(value: object, what: str) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise _expected(what, "True or False", value)
    return value


def chosen(value: object, what: str, known: Collection[str]) -> str:
    """One of the known names."""
    if not isinstance(value, str) or value not in known:
        near = nearest(value, known) if isinstance(value, str) else ""
        raise refused(f"{what}: there is no {value!r}{near}", f"one of {', '.join(known)}")
    return value


class Ranked(tuple[Value, ...]):
    """Results in their order, each also by its id; the text is short.

    >>> from types import SimpleNamespace
    >>> rows = Ranked([SimpleNamespace(id="BE-FUSE", raw=5.0), SimpleNamespace(id="BE-BULB", raw=2.0)])
    >>> rows, rows["BE-BULB"].raw, rows[0].raw
    (<2 results: BE-FUSE, BE-BULB>, 2.0, 5.0)
    """

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return Known("result", {row.id: row for row in self})[key]  # type: ignore[attr-defined]
        return super().__getitem__(key)

    def __repr__(self) -> str:
        return repr(Known("result", {row.id: row for row in self}))  # type: ignore[attr-defined]


class Known(dict[str, Value]):
    """Results by id, each one ``what``: an unknown id is refused with the nearest, and the text is short."""

    def __init__(self, what: str, items: Mapping[str, Value]) -> None:
        super().__init__(items)
        self._what = what

    def __missing__(self, key: object) -> Value:
        near = nearest(key, list(self)) if isinstance(key, str) else ""
        raise UnknownName(f"there is no {self._what} {key!r}{near}")

    def __repr__(self) -> str:
        shown = ", ".join(list(self)[:5])
        return f"<{counted(len(self), self._what)}: {shown}{', …' if len(self) > 5 else ''}>"


class UnknownName(InputError, KeyError):
    """A name that no part has; a ``KeyError`` too, as of any mapping."""

    def __init__(self, message: str) -> None:
        super().__init__(refused(message).diagnostics)

    __str__ = Exception.__str__
