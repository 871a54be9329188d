"""What a call of the Python API may be given: every wrong argument is an :class:`InputError`, as a wrong option is."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from numbers import Integral
from pathlib import Path
from typing import Any, TypeVar

from casegen.expected_types import is_text
from casegen.model.case import CALL, COMMAND_LINE, Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.given import (
    expected_instead,
    is_no_list,
    plain,
    refuse_hidden,
    refused,
    scalar,
    shortened,
)
from casegen.model.plural import counted
from casegen.model.shown import shown
from casegen.model.suggestions import nearest

Value = TypeVar("Value")


@contextmanager
def of_the_call() -> Iterator[None]:
    """What a command shares with the Python interface speaks of the call here, not of a command line."""
    try:
        yield
    except InputError as error:
        rows = error.diagnostics
        raise InputError(
            [
                replace(
                    d,
                    location=Location(CALL) if d.location.file == COMMAND_LINE else d.location,
                    message=shortened(d.message),
                )
                for d in rows
            ]
        ) from None


def name(value: object, what: str) -> str:
    """A text that a file can hold."""
    if not is_text(value):
        raise expected_instead(what, "a name", value)
    return str.__str__(value)  # of a member of an enumeration its text, not its name


def names(values: object, what: str, *, least: int = 0) -> tuple[str, ...]:
    """Several texts; one text alone is refused, as its letters would be taken."""
    result = tuple(name(value, what) for value in listed(values, what, "a list of names"))
    if len(result) < least:
        raise refused(f"{what}: expected at least {least}, found none")
    return result


def listed(values: Any, what: str, expected: str) -> list[Any]:
    """The members of a list, an array or the like; a text or a mapping is none, nor an array of one number."""
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable) or is_no_list(values):
        raise expected_instead(what, expected, values)
    refuse_hidden(values, what)
    try:
        return list(values)
    except Exception:  # of the caller's own object, or of numpy
        raise expected_instead(what, expected, values) from None


def mapping(value: object, what: str) -> Mapping[Any, Any]:
    """A mapping."""
    if not isinstance(value, Mapping):
        raise expected_instead(what, "a mapping", value)
    return value


def path(value: object, what: str) -> Path:
    """A path."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    try:
        sound = isinstance(text, str) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        sound = False
    if not sound:
        raise expected_instead(what, "a path", value)
    return Path(str.__str__(text))


def instance(value: object, what: str, kind: type[Value], expected: str) -> Value:
    """A value of ``kind``, which is what is ``expected`` in words."""
    if not isinstance(value, kind):
        raise expected_instead(what, expected, value)
    return value


def loaded(value: object) -> Case:
    """A case as ``casegen.load`` returns it."""
    return instance(value, "case", Case, "what `casegen.load(folder)` returns")


def whole(value: object, what: str, *, least: int, most: int | None = None) -> int:
    """A whole number of at least ``least``, and at most ``most``."""
    number = scalar(value, what)
    if (
        isinstance(number, bool)
        or not isinstance(number, int)
        or not least <= number <= (number if most is None else most)
    ):
        limit = "" if most is None else f" and at most {most}"
        raise expected_instead(what, f"a whole number of at least {least}{limit}", value)
    return number


def within(value: object, what: str, low: float, high: float, *, ends: bool = False) -> float:
    """A number between ``low`` and ``high``, with its ``ends`` or without."""
    number = plain(value, what)
    if isinstance(number, float) and (low < number < high or (ends and number in (low, high))):
        return number
    expected = f"a number from {low:g} to {high:g}" if ends else f"a number above {low:g} and below {high:g}"
    raise expected_instead(what, expected, value)


def truth(value: object, what: str) -> bool:
    """True or False."""
    state = scalar(value, what)
    if not isinstance(state, bool):
        raise expected_instead(what, "True or False", value)
    return state


def chosen(value: object, what: str, known: Collection[str]) -> str:
    """One of the known names."""
    if not isinstance(value, str) or value not in known:
        near = nearest(value, known) if isinstance(value, str) else ""
        raise refused(f"{what}: there is no {shown(value)}{near}", f"one of {', '.join(known)}")
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
            return self._by_id()[key]
        place = isinstance(key, Integral) and hasattr(key, "__index__")  # a duration of numpy is no place
        if isinstance(key, bool) or not (place or isinstance(key, slice)):
            raise expected_instead("results", "an id or a place", key)
        if place and not -len(self) <= int(key) < len(self):
            raise UnknownPlace(f"results: expected a place below {len(self)}, found {shown(key)}")
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_id() if isinstance(key, str) else super().__contains__(key)

    def _by_id(self) -> Known[Value]:
        return Known("result", {row.id: row for row in self})  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return repr(self._by_id())


class Known(dict[str, Value]):
    """Results by id, each one ``what``: an unknown id is refused with the nearest, and the text is short."""

    def __init__(self, what: str, items: Mapping[str, Value]) -> None:
        super().__init__(items)
        self._what = what

    def __getitem__(self, key: str) -> Value:
        if isinstance(key, str) and key in self:
            return super().__getitem__(key)
        near = nearest(key, list(self)) if isinstance(key, str) else ""
        raise UnknownName(f"there is no {self._what} {shown(key)}{near}")

    def __repr__(self) -> str:
        shown = ", ".join(list(self)[:5])
        return f"<{counted(len(self), self._what)}: {shown}{', …' if len(self) > 5 else ''}>"


class UnknownPlace(InputError, IndexError):
    """A place beyond the last one; an ``IndexError`` too, as of any sequence."""

    def __init__(self, message: str) -> None:
        super().__init__(refused(message).diagnostics)

    __str__ = Exception.__str__


class UnknownName(InputError, KeyError):
    """A name that no part has; a ``KeyError`` too, as of any mapping."""

    def __init__(self, message: str) -> None:
        super().__init__(refused(message).diagnostics)

    __str__ = Exception.__str__
