"""Arrays of objects of Python, as a column of texts is one: as arrays of texts or numbers, which a file can hold."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from casegen.model.given import plain, refused
from casegen.model.shown import shown


def storable(where: str, array: Any) -> Any:
    """The array as a file holds it; raises :class:`InputError` for objects that are neither all texts nor all numbers."""
    import numpy as np

    if array.dtype.kind == "T":  # texts of any length, which no file of arrays has
        array = array.astype(str)
    if array.dtype == object:
        array = _of_one_kind(where, array)
    if array.dtype.hasobject:
        raise refused(f"{where}: expected texts or numbers, found {array.dtype}")
    if array.dtype.kind == "U":
        try:
            np.char.encode(array, "utf-8")
        except UnicodeEncodeError as error:
            raise refused(f"{where}: expected texts that a file can hold, found {error.object!a}") from None
    return array


def refuse_mixed(where: str, array: Any) -> None:
    """Refuse a column of objects that are neither all texts nor all numbers; ``None`` and NaN are missing values."""
    if array.dtype != object or array.ndim != 1:
        return
    first, known = None, None
    for row, value in enumerate(array.tolist(), start=1):
        if value is None or (isinstance(value, Real | Decimal) and _is_nan(value)):
            continue
        own = float if (kind := _kind(value)) is int else kind
        if own is None or known not in (None, own):
            others = f" beside {shown(first)}" if own is not None else ""
            raise refused(
                f"{where}, row {row}: expected texts or numbers, all of one kind, found {shown(value)}{others}",
                "write all of them as numbers, or all as texts",
            )
        first, known = (value, own) if known is None else (first, known)


def _of_one_kind(where: str, array: Any) -> Any:
    import numpy as np

    values = array.reshape(-1).tolist()
    kinds = [_kind(value) for value in values]
    kind = float if {*kinds} == {int, float} or not kinds else kinds[0]
    fitting = (int, float) if kind is float else (kind,)
    for place, (value, own) in enumerate(zip(values, kinds, strict=True), start=1):
        if own is None or own not in fitting:
            others = f" beside {shown(values[0])}" if own is not None else ""
            raise refused(
                f"{where}, {_place(array, place)}: expected texts or numbers, all of one kind, "
                f"found {shown(value)}{others}",
                "leave out what has no value, or give it one",
            )
    if kind is float:
        values = [plain(value, f"{where}, place {place}") for place, value in enumerate(values, start=1)]
    return np.asarray(_in_range(where, values) if kind is int else values, kind).reshape(array.shape)


def _place(array: Any, place: int) -> str:
    """Where the value number ``place`` of all stands."""
    if array.ndim != 2:
        return f"place {place}"
    row, column = divmod(place - 1, array.shape[1])
    return f"row {row + 1}, column {column + 1}"


def _kind(value: object) -> type | None:
    import numpy as np

    if isinstance(value, str):
        return str
    if isinstance(value, bool | np.bool_):
        return bool
    if isinstance(value, Integral):
        return int
    return float if isinstance(value, Real | Decimal) else None


def _is_nan(value: Real | Decimal) -> bool:
    return (
        value.is_nan() if isinstance(value, Decimal) else value != value
    )  # one that signals cannot be compared


def _in_range(where: str, values: Sequence[Any]) -> Sequence[Any]:
    """Whole numbers of 64 bits."""
    for place, value in enumerate(values, start=1):
        if not -(2**63) <= int(value) < 2**63:
            raise refused(
                f"{where}, place {place}: expected a whole number of at most 64 bits, found {shown(value)}"
            )
    return values
