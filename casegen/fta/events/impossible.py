"""Why an event has no number: the parameter of its model that lies where it cannot."""

from __future__ import annotations

import math
from collections.abc import Mapping

from casegen.fta.events.enclosures import Monotone, Ruled
from casegen.fta.events.expressions import Apply, Draw, Expression, inputs_in, mean_draw
from casegen.fta.events.undecided import doubt


def impossible(expression: Expression, draw: Draw = mean_draw) -> str:
    """The first parameter of an event model, in or below ``expression``, that is outside its range; empty if none is.

    Every input stands at its point, or at what was drawn.
    """
    for part in expression.parts():
        if not (isinstance(part, Apply) and isinstance(part.function, Monotone | Ruled)):
            continue
        for (name, limits), argument in zip(part.function.limits, part.arguments, strict=False):
            number = point(argument, draw)
            problem = "" if limits is None or number is None else limits.problem(number, number)
            if limits is not None and problem:
                return f"{name} {problem}{doubt([argument], limits)}"
    return ""


def not_drawn(name: str, expression: Expression, drawn: Mapping[str, float]) -> str:
    """What is said of event ``name`` without a number in a trial, at the inputs ``drawn`` in it."""
    own = {key: drawn[key] for key in inputs_in(expression) if key in drawn}
    given = ", ".join(f"{key} = {value:.6g}" for key, value in own.items())
    problem = impossible(expression, lambda key, _distribution: drawn[key])
    return (
        f"event {name} has no number for what was drawn, {given}{f': {problem}' if problem else ''}; state distributions"
        " that draw no such number"
    )


def point(expression: Expression, draw: Draw = mean_draw) -> float | None:
    """The number with every input at its point, or at what was drawn; None where there is none."""
    try:
        number = float(expression.value(draw))
    except (ArithmeticError, ValueError):
        return None
    return None if math.isnan(number) else number
