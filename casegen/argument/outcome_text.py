"""What became of a requirement, in a sentence: what was measured, which number meets or misses which limit."""

from __future__ import annotations

from casegen.model.digits import same
from casegen.model.number_text import SPACE, level_in_percent, quantities
from casegen.model.quantity import Comparison
from casegen.model.results import RequirementResult

_MET = {
    Comparison.AT_MOST: "is within the limit of", Comparison.LESS: "is below the limit of",
    Comparison.AT_LEAST: "reaches the required", Comparison.GREATER: "is above the required",
}  # fmt: skip
_MISSED = {
    Comparison.AT_MOST: "exceeds the limit of", Comparison.LESS: "is not below the limit of",
    Comparison.AT_LEAST: "falls short of the required", Comparison.GREATER: "is not above the required",
}  # fmt: skip


def outcome(result: RequirementResult) -> str:
    """``Harmful undependability (night dives): upper bound 1.55 % exceeds the limit of 1 % (97.5 % confidence)``."""
    subject = result.subject or result.text
    if result.holds is None or result.compared is None or result.bound is None:
        return f"{subject}: {result.problem or 'not evaluated'}"
    upper, side = result.comparison.is_upper, _side(result)
    value, limit = quantities(
        result.compared, result.bound, result.kind, upper=upper, is_bound=side != "value"
    )
    verb = (_MET if result.holds else _MISSED)[result.comparison]
    notes = (
        [f"{level_in_percent(result.confidence)}{SPACE}% confidence"] if result.confidence is not None else []
    )
    message = "; ".join([*notes, *result.notes])
    sentence = f"{subject}: {side} {value} {verb} {limit}" + (f" ({message})" if message else "")
    return sentence.replace(SPACE, " ")  # terminals and editors do not all know the narrow one


def _side(result: RequirementResult) -> str:
    """What the compared number is: a bound of the estimate, or its value."""
    if result.confidence is None and (
        result.estimate is None or same(result.compared, result.estimate.value)
    ):
        return "value"
    return "upper bound" if result.comparison.is_upper else "lower bound"
