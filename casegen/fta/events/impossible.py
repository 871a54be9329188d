"""Why an event has no number: the parameter of its model that lies where it cannot."""

from __future__ import annotations

import math
from collections.abc import Mapping

from casegen.fta.events.enclosures import Monotone, Ruled
from casegen.fta.events.expressions import Apply, Draw, Expression, inputs_in, mean_draw
from casegen.fta.events.undecided import doubt
from casegen.model.sentence import NOTHING, Sentence, worded

NUMBERS = {
    "probability": worded("tree_problem.probability", "probability"),
    "rate": worded("tree_problem.rate", "rate"),
    "total": worded("tree_problem.total", "total"),
}
"""what numbers of events and common-cause groups are called"""


def impossible(expression: Expression, draw: Draw = mean_draw) -> Sentence:
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
                return of_number(name, problem, doubt([argument], limits))
    return NOTHING


def named_number(name: str) -> str:
    """What an event's number, or a parameter of its model, is called; a parameter as in the file."""
    if name in NUMBERS:
        return NUMBERS[name]
    word, _, i = name.partition(" ")
    return worded("tree_problem.factor", "factor {i}", i=i) if word == "factor" else name


def of_number(name: str, problem: str, doubt: Sentence = NOTHING) -> Sentence:
    """What is wrong with an event's number, a parameter of its model or a factor of a group (``factor 2``)."""
    return worded(
        "tree_problem.number",
        "{name} {problem}{doubt}",
        name=named_number(name),
        problem=problem,
        doubt=doubt,
    )


def not_drawn(name: str, expression: Expression, drawn: Mapping[str, float]) -> Sentence:
    """What is said of event ``name`` without a number in a trial, at the inputs ``drawn`` in it."""
    own = {key: drawn[key] for key in inputs_in(expression) if key in drawn}
    given = ", ".join(f"{key} = {value:.6g}" for key, value in own.items())
    problem = impossible(expression, lambda key, _distribution: drawn[key])
    after = worded("tree_problem.for_that", ": {problem}", problem=problem) if problem else NOTHING
    return worded(
        "tree_problem.not_drawn",
        "event {event} has no number for what was drawn, {given}{after}; state distributions"
        " that draw no such number",
        event=name,
        given=given,
        after=after,
    )


def point(expression: Expression, draw: Draw = mean_draw) -> float | None:
    """The number with every input at its point, or at what was drawn; None where there is none."""
    try:
        number = float(expression.value(draw))
    except (ArithmeticError, ValueError):
        return None
    return None if math.isnan(number) else number
