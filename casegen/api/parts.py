"""What is given for a part of a case, as its file could hold it: own lists and mappings, with numbers of Python."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time, timedelta
from enum import Enum
from types import NoneType
from typing import Any

from pydantic import BaseModel

from casegen.api.arguments import (
    expected_instead,
    is_no_list,
    mapping,
    name,
    refuse_hidden,
    refused,
    scalar,
)
from casegen.api.units_of_values import DEEPEST
from casegen.expected_types import is_text
from casegen.io.source_map import MAX_DEPTH
from casegen.model.shown import shown

_UNORDERED = (set, frozenset)
_OF_PYTHON = (bool, int, float, NoneType)
_KEPT = (BaseModel, Enum, date, time, timedelta, bytes, bytearray, memoryview)
"""of other types that are shown, or refused, as they are"""


def plain_parts(value: Any, what: str) -> Any:
    """A copy of ``value`` as a file has it: what is iterated over once, as ``map(…)`` is, becomes a list here."""
    if isinstance(value, Mapping | list):
        refuse_hidden(value, what)
    return _plain(value, what, 0)


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
        return list(value.tolist() if hasattr(value, "ndim") else value)
    except Exception:  # of the caller's own object
        raise expected_instead(what, "a list", value) from None


def parameters(given: object) -> dict[str, Any]:
    """Parameters of a method as a case's file could hold them; raises :class:`InputError` for one that no file can."""
    given = {} if given is None else given
    result = {
        name(key, "parameters"): plain_parts(value, f"parameter {key}")
        for key, value in mapping(given, "parameters").items()
    }
    for key, value in result.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError, RecursionError):
            expected = "a text, a number, True, False, or a list or mapping of such"
            raise refused(f"parameter {key}: {type(value).__name__} is none of {expected}") from None
    return result


def refuse_deep(part: BaseModel, what: str) -> None:
    """Refuse a part that holds others deeper than a file may: rules and solvers follow it level by level."""
    layer: list[Any] = [part]
    for _ in range(MAX_DEPTH):
        layer = [one for parent in layer for one in _within(parent)]
        if not layer:
            return
    raise refused(f"{what}: expected parts at most {MAX_DEPTH} deep, as in a case file, found deeper ones")


def _within(value: Any) -> Iterator[Any]:
    """Parts, lists and mappings that a value holds."""
    if isinstance(value, BaseModel):
        held: Iterable[Any] = (getattr(value, field) for field in type(value).model_fields)
    elif isinstance(value, Mapping):
        held = value.values()
    else:
        held = value
    yield from (one for one in held if isinstance(one, BaseModel | Mapping | list | tuple))
