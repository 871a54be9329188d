"""A value is of the type that the published schema says.

Pydantic takes `seed: true` for 1, `strict: no` and `strict: 1` for truth values, `seed: "3"` for a number, and
`date: 86400` for 2 January 1970; a whole number above 2**53 loses digits where a number is expected; infinite numbers
and what is no number pass wherever a field has no limits.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from types import NoneType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from casegen.model.setting import read_as

Model = TypeVar("Model", bound=BaseModel)
_Path = tuple[str | int, ...]
_DAY = 86_400
_ROUNDED = 1e-3
_WHOLE_NUMBERS = 2**53
"""up to which a floating-point number holds each whole number"""
_TRUTHS = frozenset(("true", "false", "t", "f", "yes", "no", "y", "n", "on", "off"))
_PLAIN = frozenset((str, int, float, bool, NoneType, datetime.date, datetime.datetime, datetime.time))
_NUMERIC = re.compile(r"^\s*[-+.]?\d|^\s*[-+]?(?:inf|nan)", re.IGNORECASE)
"""what a text begins with that may be read as a number"""


def validated(model: type[Model], data: Any) -> Model:
    """As ``model.model_validate(data)``; truth values, numbers, texts and dates are not taken for one another.

    Every number is finite, also those that a model leaves open.

    A whole number of more digits than a floating-point number keeps is refused where it would become one.
    """
    validate = BaseModel.model_validate.__func__  # type: ignore[attr-defined]  # of a part of a case it is this function
    result: Model = validate(model, data)
    refuse_misread(result, data)
    return result


def refuse_misread(result: BaseModel, data: Any) -> None:
    """Raise ``ValidationError`` where a value of ``data`` is taken for a number, truth value or date in ``result``."""
    wrong = [
        (path, given, kind) for path, given in _misread(data) if (kind := _refused(given, _at(result, path)))
    ]
    if wrong:
        raise ValidationError.from_exception_data(
            type(result).__name__,
            [{"type": kind, "loc": path, "input": given} for path, given, kind in wrong],
        )


def _refused(given: Any, taken: Any) -> Any:
    """The finding at a value that was taken for another; empty where it was not."""
    if _is_endless(given):
        return "finite_number"
    if isinstance(taken, bool):
        return "" if isinstance(given, bool) else "bool_type"
    if type(given) is int and isinstance(taken, float) and (kept := read_as(str(given))):
        return PydanticCustomError(
            "more_digits", "has more digits than are kept: read as {kept}", {"kept": kept}
        )
    if isinstance(given, bool | str):
        return {int: "int_type", float: "float_type"}.get(type(taken), "")
    return "date_type" if isinstance(taken, datetime.date) else ""


def are_plain(values: Any) -> bool:
    """Whether a list or mapping holds only what a file does, and parts of a case: nothing of another library.

    >>> are_plain({"id": "P", "factors": [0.1, 2]}), are_plain({"id": b"P"})
    (True, False)
    """
    stack = [values]
    while stack:
        here = stack.pop()
        kind = type(here)
        if kind in _PLAIN or isinstance(here, BaseModel | Enum):
            continue
        if kind is list or kind is tuple:
            stack += here
        elif kind is dict:
            stack += here
            stack += here.values()
        else:
            return False
    return True


def _misread(data: Any) -> Iterator[tuple[_Path, Any]]:
    """Each `true` and `false`, what may be taken for one or for a number, and numbers that may be: days in seconds."""
    stack: list[tuple[_Path, Any]] = [((), data)]
    while stack:
        path, here = stack.pop()
        if _is_ambiguous(here):
            yield path, here
        elif isinstance(here, Mapping):
            stack += [((*path, key), value) for key, value in here.items()]
        elif isinstance(here, list | tuple):
            stack += [((*path, number), value) for number, value in enumerate(here)]


def _is_endless(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _is_ambiguous(value: Any) -> bool:
    if _is_endless(value):
        return True
    if isinstance(value, str):
        return bool(_NUMERIC.search(value)) or value.strip().casefold() in _TRUTHS
    if isinstance(value, int) and abs(value) > _WHOLE_NUMBERS:
        return True
    return isinstance(value, bool) or (isinstance(value, int | float) and (_is_day(value) or value == 1))


def _is_day(value: float) -> bool:
    """Whether a number of seconds is a day as Pydantic rounds it: 1e-320 is."""
    return math.isfinite(value) and abs(math.remainder(value, _DAY)) < _ROUNDED


def _at(result: Any, path: _Path) -> Any:
    """What a validated model holds at a place of its data; None where it is arranged otherwise."""
    for step in path:
        if isinstance(result, BaseModel):
            fields = type(result).model_fields
            names = [name for name, field in fields.items() if step in (name, field.alias)]
            result = getattr(result, names[0]) if names else None
        elif isinstance(result, Mapping):
            result = result.get(step)
        elif isinstance(result, list | tuple) and isinstance(step, int) and step < len(result):
            result = result[step]
        else:
            return None
    return result
