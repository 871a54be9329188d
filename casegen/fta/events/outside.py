"""Events whose numbers lie where they cannot, or whose stated distributions reach there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from casegen.fta.events.impossible import impossible, named_number
from casegen.fta.events.problems import of_subject
from casegen.fta.events.spreads import problem_of_spread
from casegen.fta.events.undecided import doubt
from casegen.fta.events.values import EventValues
from casegen.model.sentence import Sentence, worded
from casegen.model.value_ranges import ValueRange


def numbers_outside(
    values: EventValues, what: str, who: Callable[[str], Sentence]
) -> Iterator[tuple[str, Sentence]]:
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
            yield name, of_subject(who(name), problem)


def _without_number(values: EventValues, i: int, what: str, who: Sentence) -> Sentence:
    """Why event ``i`` has no number that can be one."""
    name, number = values.events[i], values.points[i]
    if problem := impossible(values.expression(i)):
        return of_subject(who, problem)
    undecided = doubt([values.expression(i)], ValueRange(0.0, values.most))
    if not math.isnan(number):
        span = "[0, 1]" if math.isfinite(values.most) else "[0, ∞)"
        return worded(
            "tree_problem.outside",
            "event {event} has {what} {number}, outside {span}{undecided}",
            event=name, what=named_number(what), number=f"{number:g}", span=span, undecided=undecided,
        )  # fmt: skip
    reason = values.without.get(i, worded("tree_problem.no_value", "its expression has no number"))
    return worded(
        "tree_problem.without",
        "event {event} has no {what}: {reason}{undecided}",
        event=name,
        what=named_number(what),
        reason=reason,
        undecided=undecided,
    )
