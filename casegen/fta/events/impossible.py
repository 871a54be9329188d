"""Why an event has no number: the parameter of its model that lies where it cannot."""

from __future__ import annotations

import math

from casegen.fta.events.enclosures import Monotone, Ruled
from casegen.fta.events.expressions import Apply, Expression, mean_draw


def impossible(expression: Expression) -> str:
    """The first parameter of an event model, in or below ``expression``, that is outside its range; empty if none is.

    Every input stands at its point.
    """
    for part in expression.parts():
        if not (isinstance(part, Apply) and isinstance(part.function, Monotone | Ruled)):
            continue
        for (name, limits), argument in zip(part.function.limits, part.arguments, strict=False):
            number = point(argument)
            problem = "" if limits is None or number is None else limits.problem(number, number)
            if problem:
                return f"{name} {problem}"
    return ""


def point(expression: Expression) -> float | None:
    """The number with every input at its point; None where there is none."""
    try:
        number = float(expression.value(mean_draw))
    except (ArithmeticError, ValueError):
        return None
    return None if math.isnan(number) else number
