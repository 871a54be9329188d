"""Events whose numbers lie where they cannot, or whose stated distributions reach there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from casegen.fta.events.impossible import impossible
from casegen.fta.events.spreads import problem_of_spread
from casegen.fta.events.undecided import doubt
from casegen.fta.events.values import EventValues
from casegen.model.value_ranges import ValueRange


def numbers_outside(values: EventValues, what: str, who: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Every event with a number outside its range, and what is wrong with it, its subject included.

    ``what``: what the events' numbers are.  ``who``: what is said for an event's name.
    """
    for i in range(len(values.events)):
        name, number = values.events[i], values.points[i]
        if not (0.0 <= number <= values.most and math.isfinite(number)):
            yield name, _without_number(values, i, what, who(name))
    for i in values.distinct:
        name, number = values.events[i], values.points[i]
        inside = 0.0 <= number <= values.most and math.isfinite(number)
        if inside and values.inputs and (problem := problem_of_spread(values, i, what)):
            yield name, f"{who(name)}: {problem}"


def _without_number(values: EventValues, i: int, what: str, who: str) -> str:
    """Why event ``i`` has no number that can be one."""
    name, number = values.events[i], values.points[i]
    if problem := impossible(values.expression(i)):
        return f"{who}: {problem}"
    undecided = doubt([values.expression(i)], ValueRange(0.0, values.most))
    if not math.isnan(number):
        span = "[0, 1]" if math.isfinite(values.most) else "[0, ∞)"
        return f"event {name} has {what} {number:g}, outside {span}{undecided}"
    reason = values.without.get(i, "its expression has no number")
    return f"event {name} has no {what}: {reason}{undecided}"
