"""Complements of events as expressions of their own, which keep their digits where the event is nearly certain.

``1 - exp(-30)`` is 0.9999999999999064, of which three digits are those of the event's complement; ``exp(-30)`` has all.
"""

from __future__ import annotations

from casegen.fta.events.conversion import Conversion
from casegen.fta.events.enclosures import FUNCTIONS, Monotone
from casegen.fta.events.expressions import Apply, Expression, Fixed, Settled
from casegen.model.quantity import Dependence, MeasureKind


def complement_of(expression: Expression) -> Expression | None:
    """An expression for 1 less a number that is not taken as this difference; None where there is none."""
    if isinstance(expression, Settled):
        return complement_of(expression.made)
    if not isinstance(expression, Apply):
        return None
    function, arguments = expression.function, expression.arguments
    if isinstance(function, Conversion):
        return _of_measure(function, arguments[0])
    if not isinstance(function, Monotone):
        return None
    part = {name: a for (name, _), a in zip(function.limits, arguments, strict=False)}
    if function.name == "exponential":
        return _survival(_made("mul", part["rate"], part["hours"]))
    if function.name == "weibull":
        age = _made("max", _made("sub", part["hours"], part["location"]), Fixed(0.0))
        return _survival(_made("pow", _made("div", age, part["scale"]), part["shape"]))
    if function is FUNCTIONS["sub"] and len(arguments) == 2 and _is_one(arguments[0]):
        return arguments[1]
    other = {"min": "max", "max": "min"}.get(function.name)
    if other and any(map(complement_of, arguments)):
        return _made(other, *(complement_of(a) or _made("sub", Fixed(1.0), a) for a in arguments))
    return None


def _of_measure(change: Conversion, measure: Expression) -> Expression | None:
    """Of a measure that is converted: hours or demands without the failure, or the measure itself."""
    exposure = change.exposure
    if exposure is None:
        return measure if change.complement else None
    if exposure.dependence is Dependence.ANY or exposure.share is not None or change.complement:
        return None
    if change.kind is MeasureKind.PER_HOUR and exposure.hours is not None:
        return _survival(_made("mul", measure, Fixed(exposure.hours)))
    if exposure.demands is not None:
        return _made("pow", _made("sub", Fixed(1.0), measure), Fixed(exposure.demands))
    return None


def _survival(hazard: Expression) -> Expression:
    return _made("exp", _made("neg", hazard))


def _made(operation: str, *arguments: Expression) -> Apply:
    return Apply(FUNCTIONS[operation], arguments)


def _is_one(expression: Expression) -> bool:
    return isinstance(expression, Fixed) and not expression.parameter and expression.number == 1.0
