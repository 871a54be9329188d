"""`true` is no number, and a number is no date: pydantic takes `seed: true` for 1, `date: 86400` for 2 January 1970."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)
_Path = tuple[str | int, ...]
_DAY = 86_400


def validated(model: type[Model], data: Any) -> Model:
    """As ``model.model_validate(data)``; `true` is refused where a number belongs, and a number where a date does."""
    result = model.model_validate(data)
    wrong = [
        (path, given, kind) for path, given in _misread(data) if (kind := _refused(given, _at(result, path)))
    ]
    if wrong:
        raise ValidationError.from_exception_data(
            model.__name__, [{"type": kind, "loc": path, "input": given} for path, given, kind in wrong]
        )
    return result


def _refused(given: Any, taken: Any) -> Any:
    """The finding at a value that was taken for another; empty where it was not."""
    if isinstance(given, bool):
        return {int: "int_type", float: "float_type"}.get(type(taken), "")
    return "date_type" if isinstance(taken, datetime.date) else ""


def _misread(data: Any) -> Iterator[tuple[_Path, Any]]:
    """Each `true` and `false`, and each number that may be taken for a day: so many seconds."""
    stack: list[tuple[_Path, Any]] = [((), data)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, bool) or (isinstance(here, int | float) and here % _DAY == 0):
            yield path, here
        elif isinstance(here, Mapping):
            stack += [((*path, key), value) for key, value in here.items()]
        elif isinstance(here, list | tuple):
            stack += [((*path, number), value) for number, value in enumerate(here)]


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
