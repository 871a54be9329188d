"""`true` is no number: pydantic takes it for 1, and `seed: true` would be a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)
_Path = tuple[str | int, ...]


def validated(model: type[Model], data: Any) -> Model:
    """As ``model.model_validate(data)``; `true` and `false` are refused where a number belongs."""
    result = model.model_validate(data)
    wrong = [(path, at) for path in _truth_values(data) if type(at := _at(result, path)) in (int, float)]
    if wrong:
        raise ValidationError.from_exception_data(
            model.__name__,
            [
                {"type": "int_type" if type(at) is int else "float_type", "loc": path, "input": bool(at)}
                for path, at in wrong
            ],
        )
    return result


def _truth_values(data: Any) -> Iterator[_Path]:
    """The place of each `true` and `false`."""
    stack: list[tuple[_Path, Any]] = [((), data)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, bool):
            yield path
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
