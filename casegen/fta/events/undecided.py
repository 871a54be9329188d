"""Operations that rounding leaves undecided: whether a comparison holds, and what a number is rounded to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casegen.fta.events.expressions import DOUBTFUL, Apply, Expression, Settled
from casegen.fta.events.operations import OPERATIONS
from casegen.fta.events.rounding import rounded
from casegen.model.sentence import NOTHING, Sentence, worded
from casegen.model.value_ranges import ValueRange

_DECIDING: dict[Any, str] = {
    OPERATIONS[name]: name
    for name in ("eq", "df", "lt", "gt", "leq", "geq", "not", "and", "or", "ceil", "floor", "mod")
}
"""operations that turn on the last digit, by what computes them"""


def undecided(expression: Expression) -> str:
    """The first operation, in or below ``expression``, that rounding leaves undecided; empty if there is none."""
    part = expression
    if isinstance(part, Settled):
        if part.exact is not None:
            return ""  # the decimals as typed decide it, whatever is below
        part = part.made
    if not isinstance(part, Apply):
        return ""
    below = next(filter(None, map(undecided, part.arguments)), "")
    operation = _DECIDING.get(getattr(part.function, "compute", None), "")
    if below or not operation:
        return below
    low, high = rounded(part)
    return operation if high - low > DOUBTFUL * max(abs(low), abs(high)) else ""


def doubt(expressions: Sequence[Expression], limits: ValueRange) -> Sentence:
    """What a refusal of numbers outside ``limits`` adds: which operation left one undecided that may be inside."""
    for expression in expressions:
        try:
            low, high = rounded(expression)
        except (ArithmeticError, ValueError):  # it has no value: rounding is not why
            continue
        if low <= limits.high and high >= limits.low and (operation := undecided(expression)):
            return worded(
                "tree_problem.undecided",
                "; it could not be decided within rounding what its operation `{operation}` gives",
                operation=operation,
            )
    return NOTHING
