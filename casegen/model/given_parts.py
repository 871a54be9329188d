"""What is given for a part of a case, as its file could hold it: own lists and mappings, with numbers of Python."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from enum import Enum
from types import NoneType
from typing import Any

from pydantic import BaseModel, ValidationError

from casegen.expected_types import is_text
from casegen.model.case import Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.given import (
    expected_instead,
    is_no_list,
    refuse_hidden,
    refused,
    scalar,
    short_precision,
    shortened,
)
from casegen.model.part import Part
from casegen.model.shown import shown
from casegen.model.units_of_values import DEEPEST

_UNORDERED = (set, frozenset)
_OF_PYTHON = (bool, int, float, NoneType)
_KEPT = (BaseModel, Enum, date, time, timedelta, bytes, bytearray, memoryview)
"""of other types that are shown, or refused, as they are"""


class WrongPart(InputError, ValueError):
    """What a part of a case was given is no such part; a ``ValueError`` too, as of any model of Pydantic."""

    def __init__(self, diagnostics: Sequence[Diagnostic], error: ValidationError | None = None) -> None:
        super().__init__(diagnostics)
        self._error = error

    def errors(self) -> list[Any]:
        """The findings as Pydantic has them, for what states them in other words."""
        return [] if self._error is None else self._error.errors(include_url=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,)


def wrong_part(error: ValidationError, model: type[BaseModel], data: Mapping[str, Any]) -> WrongPart:
    """What is wrong with ``data`` for a part that a program makes, with the line that makes it."""
    from casegen.model.explain import explain

    id = data.get("id")
    about = f"{model.__name__} {id!r}" if isinstance(id, str) else model.__name__
    here = _line_of_program()
    findings = explain(error, model, data, {}, "")
    return WrongPart(
        [replace(d, location=here, message=shortened(f"{about}: {d.message}")) for d in findings], error
    )


def _line_of_program() -> Location:
    """The line that makes the part."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, Part.__module__):
        frame = frame.f_back
    return Location(frame.f_code.co_filename, frame.f_lineno)


def plain_parts(value: Any, what: str) -> Any:
    """A copy of ``value`` as a file has it: what is iterated over once, as ``map(…)`` is, becomes a list here."""
    if isinstance(value, Mapping | list):
        refuse_hidden(value, what)
    return _plain(value, what, 0)


def given_to_part(data: Mapping[str, Any], model: type[BaseModel]) -> Any:
    """The same of what a part is made of; what no file may hold is an error at the line that makes it."""
    try:
        return plain_parts(data, model.__name__)
    except InputError as error:
        here = _line_of_program()
        raise InputError([replace(d, location=here) for d in error.diagnostics]) from None


def _plain(value: Any, what: str, level: int) -> Any:
    if level > DEEPEST:
        raise refused(f"{what}: expected at most {DEEPEST} levels of lists and mappings")
    if isinstance(value, Mapping):
        return {
            key: _plain(value[given], f"{what}.{key}", level + 1)
            for given in value
            for key in [_plain(given, what, level + 1)]
        }
    if isinstance(value, _UNORDERED):
        return value.copy()
    if _is_list(value):
        return [_plain(one, what, level + 1) for one in _members(value, what)]
    number = _showable(scalar(value, what))
    if isinstance(number, bytes | bytearray | memoryview) or (
        isinstance(number, str) and not is_text(number)
    ):
        raise expected_instead(what, "a text that a file can hold", value)
    if isinstance(number, float) and math.isnan(number):
        raise expected_instead(what, "a number", number)
    if isinstance(number, date) and number != number:  # of pandas, a day that is missing
        raise expected_instead(what, "a date", value)
    if isinstance(number, int) and abs(number) > sys.float_info.max:
        raise expected_instead(what, f"a number of at most {sys.float_info.max:.2g}", number)
    return number


def _showable(value: Any) -> Any:
    """The value; a text of a class of the caller's as a plain one, an object without words as one with its type's name.

    What is wrong with it is said where its place is known, and every message about it shows it.
    """
    if isinstance(value, str) and not isinstance(value, Enum):
        return str.__str__(value)
    if type(value) in _OF_PYTHON or isinstance(value, _KEPT):
        return value
    stand_in: _Shown = type(type(value).__name__, (_Shown,), {})()
    stand_in.words = shown(value)
    return stand_in


class _Shown:
    """Stands for an object of the caller's: it is no number, list or text, whatever it can be turned into."""

    words = ""

    def __repr__(self) -> str:
        return self.words


def _is_list(value: Any) -> bool:
    """Whether a value is the list of its members: an array is, a data frame, a text and a part of the model are not."""
    if isinstance(value, str | BaseModel) or is_no_list(value):
        return False
    if hasattr(value, "ndim"):
        return bool(value.ndim) and hasattr(value, "tolist")
    return isinstance(value, Iterable)


def _members(value: Any, what: str) -> list[Any]:
    try:
        if (digits := short_precision(value, what)) is not None:
            return list(digits.tolist())
        return list(value.tolist() if hasattr(value, "ndim") else value)
    except InputError:
        raise
    except Exception:  # of the caller's own object
        raise expected_instead(what, "a list", value) from None
