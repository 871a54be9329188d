"""Whether an expression stands where one of its inputs moves, whatever rounding takes from its numbers.

Equal numbers do not say so: ``0.3 + x`` is 0.3 with x at 1e-18 and at 1e-17.  ``max(0.3, x)`` stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from casegen.fta.events.expressions import Apply, Expression, Fixed, Input, Range, Settled, with_input
from casegen.fta.events.operations import OPERATIONS
from casegen.fta.events.rounding import rounded


def stands(expression: Expression, key: str, numbers: Sequence[float]) -> bool:
    """Whether ``expression`` is proved the same at all ``numbers`` of the input or parameter ``key``."""
    made = expression.made if isinstance(expression, Settled) else expression
    if len(set(numbers)) == 1 or not _names(made, key):
        return True
    if not isinstance(made, Apply):
        return False
    ends = [rounded(with_input(made, key, number)) for number in numbers]
    if all(low == high for low, high in ends) and len(set(ends)) == 1:
        return True
    kept = [stands(argument, key, numbers) for argument in made.arguments]
    return all(kept) or all(_chosen_stands(made, kept, key, number) for number in numbers)


def _names(expression: Expression, key: str) -> bool:
    return any(
        (isinstance(part, Input) and part.key == key)
        or (isinstance(part, Fixed) and part.parameter and part.name == key)
        for part in expression.parts()
    )


def _chosen_stands(made: Apply, kept: Sequence[bool], key: str, number: float) -> bool:
    """Whether the one of its arguments that the operation takes at ``number`` is one that stands."""
    compute = getattr(made.function, "compute", None)
    if compute not in (OPERATIONS["min"], OPERATIONS["max"], OPERATIONS["ite"]):
        return False
    ranges = [rounded(with_input(argument, key, number)) for argument in made.arguments]
    if compute is OPERATIONS["ite"]:
        holds = _decided(ranges[0])
        return kept[0] and holds is not None and kept[1 if holds else 2]
    sign = 1.0 if compute is OPERATIONS["max"] else -1.0
    # of each argument by how much at least, and at most, it counts
    spans = [sorted((sign * low, sign * high)) for low, high in ranges]
    still = [low for (low, _), stays in zip(spans, kept, strict=True) if stays]
    return bool(still) and max(still) >= max(high for (_, high), x in zip(spans, kept, strict=True) if not x)


def _decided(condition: Range) -> bool | None:
    """Whether a condition holds; None where rounding leaves that open."""
    low, high = condition
    return None if low <= 0.0 <= high and low != high else low != 0.0 or high != 0.0
