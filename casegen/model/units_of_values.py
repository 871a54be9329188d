"""Numbers that carry a unit: astropy, unyt, pint and xarray would be read as plain numbers, minutes as hours."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping
from datetime import date
from numbers import Number
from types import NoneType
from typing import Any

_NAMES = ("unit", "units", "dimensionality")
"""what a library calls the unit of a number, of an array or of the type of a column"""
DEEPEST = 60
"""levels of lists and mappings in an argument: a case's files hold fewer"""


class NestedTooDeepError(Exception):
    """A list or mapping holds itself, or more levels than are read."""


def unit_of(value: Any, level: int = 0) -> str:
    """The unit that ``value``, or the first of its parts that has one, is in; empty where it holds plain values.

    Raises:
        NestedTooDeepError: it has more than :data:`DEEPEST` levels.
    """
    if _is_plain(type(value)):
        return ""
    kind = getattr(value, "dtype", None)
    if own := _own(value) or _own(kind):
        return own
    if isinstance(value, Mapping):
        parts: Collection[Any] = [*value, *value.values()]
    elif kind is not None and str(kind).lower() != "object":
        return ""  # an array of plain numbers or texts
    elif isinstance(value, Collection) and getattr(value, "shape", None) != ():
        parts = value
    else:
        return ""
    if level == DEEPEST:
        raise NestedTooDeepError
    others = {kind for kind in set(map(type, parts)) if not _is_plain(kind)}
    units = (unit_of(part, level + 1) for part in parts if type(part) in others)
    return next((unit for unit in units if unit), "")


def _own(value: Any) -> str:
    """The unit of a number, an array or a column's type; a row or column that is merely named so is none."""
    numeric = any(hasattr(type(value), part) for part in ("__float__", "__array__", "kind"))
    if not numeric or getattr(getattr(value, "dtype", value), "kind", "") in ("m", "M"):
        return ""  # times have a resolution there
    for name in _NAMES:
        unit = None if inspect.getattr_static(value, name, None) is None else getattr(value, name, None)
        if unit is not None and not inspect.isroutine(unit):
            return str(unit) or "no dimension"
    stated = getattr(value, "attrs", None)  # of xarray
    return str(stated.get("units") or "") if isinstance(stated, Mapping) else ""


def _is_plain(kind: type) -> bool:
    """Whether values of this type are numbers, texts or dates without anything beside them."""
    plain = issubclass(kind, Number | str | bytes | NoneType | date)
    return plain and not any(hasattr(kind, name) for name in _NAMES)
