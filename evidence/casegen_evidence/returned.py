"""What code of others gives back (a model, a provider, an evaluator), as arrays, before any number of it counts.

numpy turns much into numbers that is none: values under a mask, the text ``0.005``, a duration, a missing label.
"""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.error_words import said
from casegen_evidence.method import InputProblem
from casegen_evidence.plural import plural

_MISSING = ("", "nan", "<na>", "nat")
"""how arrays and frames show a missing label as a text"""


def masked(values: Any) -> int:
    """How many values lie under a mask, at any depth of lists; 0 where nothing does."""
    if isinstance(values, np.ma.MaskedArray):
        return int(np.ma.getmaskarray(values).astype(bool).sum())
    if isinstance(values, np.ndarray):
        values = values.reshape(-1).tolist() if values.dtype == object else ()
    if isinstance(values, list | tuple):
        return sum(masked(part) for part in values if isinstance(part, list | tuple | np.ndarray))
    return 0


def column_names(values: Any) -> list[str]:
    """The names of the columns of a data frame or an Arrow table; none of an array, and where they are no texts."""
    held = getattr(values, "columns", None) if hasattr(values, "columns") else None
    if held is not None and not all(isinstance(name, str) for name in held):
        held = getattr(values, "column_names", None)
    listed = [] if held is None else list(held)
    return listed if all(isinstance(name, str) for name in listed) else []


def array(values: Any, what: str) -> NDArray[Any]:
    """``values`` as an array; raises :class:`InputProblem` for what is none, and where a mask hides some of it."""
    try:
        result = np.asanyarray(values)
    except Exception as error:  # what converts itself fails in its own way
        raise InputProblem(
            f"expected {what} as an array of numbers or texts, found {type(values).__name__} ({said(error)})"
        ) from error
    if hidden := masked(values) or masked(result):
        raise InputProblem(
            f"expected {what}, found {hidden:,} masked: what lies under a mask was not measured. Leave those rows out, "
            "or fill them in"
        )
    return np.asarray(result)


def numbers(values: Any, what: str) -> NDArray[np.float64]:
    """``values`` as numbers, nan among them; texts, dates, durations and what is missing otherwise are refused."""
    return numeric(values, what).astype(float, copy=False)


def numeric(values: Any, what: str) -> NDArray[Any]:
    """The same in their own precision, in which scores that tie differ."""
    result = array(values, what)
    if result.dtype.kind not in "biufO":
        raise InputProblem(f"expected {what} as numbers, found an array of {result.dtype}")
    if result.dtype == object:
        for value in result.reshape(-1).tolist():
            if not isinstance(value, Real | Decimal) or isinstance(value, np.timedelta64):
                raise InputProblem(
                    f"expected {what} as numbers, found {type(value).__name__} {_shown(value)}"
                )
        return result.astype(float)
    return result


def finite(values: NDArray[Any], what: str) -> None:
    """Refuse ``values`` ``(n, ...)`` that are no finite numbers, by the first row that has such, counted from 1."""
    good = np.isfinite(values.reshape(len(values), -1)).all(axis=1)
    if not good.all():
        row = int(np.argmin(good))
        of_it = values[row].reshape(-1)
        value = of_it[~np.isfinite(of_it)][0]
        others = int((~good).sum()) - 1
        more = f", and {others:,} more {plural(others, 'row has', 'rows have')} such" if others else ""
        raise InputProblem(
            f"expected finite {what}; row {row + 1:,} of the {len(values):,} asked for together has {value:g}{more}"
        )


def labels(values: Any, what: str) -> NDArray[Any]:
    """``values`` as texts or numbers, one label each; what is missing, or no label, is refused."""
    result = array(values, what)
    if result.dtype.kind not in "biufUO":
        raise InputProblem(f"expected {what} as texts or whole numbers, found an array of {result.dtype}")
    if result.dtype.kind in "biu":
        return result
    for row, label in enumerate(result.reshape(-1).tolist(), 1):
        if label is None or label != label or str(label).strip().lower() in _MISSING:
            raise InputProblem(
                f"expected {what} to hold a label in each row, found {_shown(label)} in row {row}"
            )
        if not isinstance(label, str | Real) or isinstance(label, np.timedelta64):
            raise InputProblem(
                f"expected {what} as texts or whole numbers, found {type(label).__name__} in row {row}"
            )
    return result


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
