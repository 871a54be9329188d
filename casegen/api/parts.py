"""What a call of the Python interface is given for parameters and parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from casegen.api.arguments import mapping, name
from casegen.io.source_map import MAX_DEPTH
from casegen.model.given import refused
from casegen.model.given_parts import plain_parts


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
