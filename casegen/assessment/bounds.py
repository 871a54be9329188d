"""Bounds of a top event: its largest value over a joint confidence set of its inputs.

Inputs are the measures of evidence, the stated distributions (of parameters, common-cause factors, …), and what is
known to lie in a set whatever happens (shares of orderings, exposures of any dependence).  Every input brings its own
set and the error probability of each side of it; the sides that the top can move with are spent (both, unless the top
is monotone in the input), and their sum is the joint error probability (Bonferroni): no independence is assumed.  Over
the set each event is enclosed (:mod:`casegen.fta.events.expressions`), and the top over the events
(:func:`casegen.fta.tree.directions.extremes`).  What cannot be enclosed has no bound, and the reason says why.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen.io.sentences import sentence
from casegen.model.digits import level
from casegen.model.fault_tree import EventModel
from casegen.model.ledger import error_probability
from casegen.model.plural import in_digits
from casegen.model.sentence import NOTHING, Sentence

if TYPE_CHECKING:
    from casegen.fta import CompiledTree, EventValues
    from casegen.fta.events.expressions import Input, Range
    from casegen.model.case import Case

MOST_SPLITS = 48
"""boxes evaluated to tighten an enclosure in inputs that events depend on in opposite directions"""
TIGHT = 1e-3
"""relative distance of an enclosure from a value that is taken, within which no more boxes are split"""


@dataclass(frozen=True, slots=True)
class ConfidenceBox:
    """A joint confidence set of the inputs, and the enclosure of the events over it, shape (events,) each.

    ``inputs``: range of each uncertain input by key; ``errors``: what each side of it errs with; ``mixed`` are those in
    which the top is not known to be monotone.
    ``confidence`` is None where nothing is uncertain.  ``problem`` says why there is no such set; then the corners
    enclose the events with all inputs at their points.
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    confidence: float | None
    note: str = ""
    problem: str = ""
    inputs: Mapping[str, Range] = field(default_factory=dict)
    mixed: tuple[str, ...] = ()
    errors: Mapping[str, float] = field(default_factory=dict)


def model_of(case: Case, event: str) -> EventModel | None:
    """The model behind an event of a compiled tree: its own, or its common-cause group's total."""
    from casegen.fta.gates.structure import common_cause_parts

    if event in case.event:
        return case.event[event].model
    member = event.strip("[]").partition(" ")[0]
    groups = (group for group in case.common_cause if member in group.members)
    return next((group.total for group in groups if event in common_cause_parts(group)), None)


def measured_inputs(values: EventValues) -> dict[tuple[str, str], list[int]]:
    """Positions of the events that depend on each (evidence, measure)."""
    results: dict[tuple[str, str], list[int]] = {}
    for position in range(len(values.events)):
        for key in values.inputs_at(position).values():
            if key.measured is not None:
                results.setdefault(key.measured, []).append(position)
    return results


def stated_inputs(values: EventValues) -> dict[str, list[int]]:
    """Positions of the events that depend on each stated distribution, by its key."""
    results: dict[str, list[int]] = {}
    for position in range(len(values.events)):
        for key, one in values.inputs_at(position).items():
            if one.measured is None:
                results.setdefault(key, []).append(position)
    return results


def directions(compiled: CompiledTree, values: EventValues) -> dict[str, int]:
    """How the top moves with each uncertain input: 1 up, -1 down, 0 not known to be monotone; by key.

    Known from the gates and from what the models are, never from the numbers.
    """
    result: dict[str, int] = {}
    for position, sign in enumerate(compiled.signs):
        for key, inner in values.signs(position).items():
            move = sign * inner
            result[key] = move if result.get(key, move) == move else 0
    return result


def box(
    compiled: CompiledTree, values: EventValues, confidence: float | None, moves: Mapping[str, int]
) -> ConfidenceBox:
    """The joint set of the inputs that holds with at least ``confidence``, and the events over it.

    Evidence keeps the confidence it was measured at; what remains of ``1 - confidence`` is shared equally by the sides
    of the inputs whose uncertainty is a stated distribution.  With ``confidence`` None the largest confidence the
    evidence allows is used (0.95 where only distributions are uncertain).  ``moves`` are the :func:`directions`.
    """
    uncertain = {key: values.uncertain[key] for key in moves}
    measured = {key: one for key, one in uncertain.items() if one.measured is not None}
    stated = {key: one for key, one in uncertain.items() if one.measured is None}
    unbounded = [".".join(one.measured or ()) for one in measured.values() if one.confidence is None]
    if unbounded:
        return points_alone(values, sentence("tree_bound.unbounded", measures=", ".join(unbounded)))
    if not uncertain:
        return points_alone(values, note=sentence("tree_bound.certain"))
    spent = math.fsum(_sides(moves[key]) * (1.0 - (one.confidence or 0.0)) for key, one in measured.items())
    budget = joint_budget(confidence, spent, bool(stated))
    if spent > budget * (1 + 1e-9) or (stated and spent >= budget) or budget >= 1.0:
        return points_alone(values, _too_much(moves, measured, stated, spent, budget))
    sides = sum(_sides(moves[key]) for key in stated)
    ranges = {key: _limits(one) for key, one in measured.items()}
    errors = {key: error_probability(one.confidence or 0.0) for key, one in measured.items()}
    if stated:
        ranges |= stated_ranges(stated, (budget - spent) / sides)
        errors |= dict.fromkeys(stated, (budget - spent) / sides)
    mixed = tuple(key for key, move in moves.items() if move == 0)
    enclosed = _enclosed(values, ranges, mixed, 1.0 - budget, len(measured), len(stated))
    return enclosed if enclosed.problem else replace(enclosed, errors=errors)


def points_alone(values: EventValues, problem: str = "", note: str = "") -> ConfidenceBox:
    """Every input at its point: the set of those that are known, and what is left where there is no other."""
    lower, upper = values.enclosures({})
    return ConfidenceBox(lower, upper, None, note, problem)


def _too_much(
    moves: Mapping[str, int], measured: Mapping[str, Input], stated: Mapping[str, Input], spent: float, budget: float
) -> Sentence:  # fmt: skip
    share = sentence("tree_bound.share") if stated else NOTHING
    both = [".".join(one.measured or ()) for key, one in measured.items() if moves[key] == 0]
    twice = sentence("tree_bound.both_sides", measures=", ".join(both)) if both else NOTHING
    return sentence(
        "tree_bound.too_much",
        n=in_digits(len(measured)), joint=level(max(0.0, 1 - spent)), twice=twice, share=share,
        required=level(1 - budget),
    )  # fmt: skip


def _enclosed(
    values: EventValues, ranges: Mapping[str, Range], mixed: tuple[str, ...],
    confidence: float, measured: int, stated: int,
) -> ConfidenceBox:  # fmt: skip
    from casegen.fta.errors import reason_of
    from casegen.fta.events.expressions import NoEnclosure

    try:
        lower, upper = values.enclosures(ranges)
    except NoEnclosure as error:
        return points_alone(values, reason_of(error))
    note = sentence("tree_bound.together", measured=measured, stated=stated)
    return ConfidenceBox(lower, upper, confidence, note, "", ranges, mixed)


def _sides(move: int) -> int:
    """How many sides of an input are spent."""
    return 1 if move else 2


def _limits(one: Input) -> Range:
    """The confidence limits of a measure; the end of its range where it has none on a side."""
    low = one.support[0] if one.lower is None else one.lower
    return low, one.support[1] if one.upper is None else one.upper


def stated_ranges(stated: Mapping[str, Input], share: float) -> dict[str, Range]:
    """Quantiles of stated distributions, each side beyond which ``share`` of the mass lies.

    The point stays inside: the mean of a very skewed distribution may lie above its quantile.
    """
    from casegen.fta.events.distributions import quantile

    result: dict[str, Range] = {}
    for key, one in stated.items():
        assert one.distribution is not None
        low, high = (float(x) for x in quantile(one.distribution, np.array([share, 1.0 - share])))
        result[key] = min(low, one.point), max(high, one.point)
    return result


def joint_budget(confidence: float | None, spent: float, stated: bool) -> float:
    """What may be spent of certainty: ``1 - confidence``, or what the evidence needs where none is asked for."""
    if confidence is not None:
        return 1.0 - confidence
    return max(0.05, 1.5 * spent) if stated else spent


def top_range(compiled: CompiledTree, values: EventValues, corners: ConfidenceBox) -> tuple[float, float]:
    """Least and largest top-event probability over the box, verified.

    Inputs that events depend on in opposite directions, or that the top is not monotone in, are split: each part is
    enclosed, the part that reaches furthest is split next, and what is returned is the furthest that any part reaches.
    """
    return -top_end(compiled, values, corners, -1), top_end(compiled, values, corners, 1)


def top_end(
    compiled: CompiledTree, values: EventValues, corners: ConfidenceBox, side: int, enough: float = -math.inf,
    near: float = 0.0,
) -> float:  # fmt: skip
    """``side`` times the top at its far end over the box, as :func:`top_range` has it.

    An end that is not above ``enough`` is not looked for more closely; one above, only to a share ``near`` of what is
    surely beyond: a box of times is halved then, which splitting the inputs does not make up for.
    """
    from casegen.fta.tree.directions import extremes

    low, high = extremes(compiled, corners.lower, corners.upper)
    reach = high if side > 0 else -low
    split = [key for key in corners.mixed if corners.inputs[key][0] < corners.inputs[key][1]]
    if not split or reach <= enough:
        return reach
    return _furthest(compiled, values, corners, split, reach, side, enough, near)


def _furthest(
    compiled: CompiledTree,
    values: EventValues,
    corners: ConfidenceBox,
    split: list[str],
    reach: float,
    side: int,
    enough: float,
    near: float,
) -> float:
    """The largest of ``side`` times the top over the box: an upper end, by branch and bound over ``split``."""
    from casegen.fta.tree.directions import extremes

    whole = {key: b - a for key, (a, b) in corners.inputs.items()}
    queue: list[tuple[float, int, dict[str, Range]]] = [(-reach, 0, dict(corners.inputs))]
    taken = -math.inf
    for count in range(1, MOST_SPLITS + 1):
        worst = -queue[0][0]
        if worst <= enough or worst - taken <= max(TIGHT * abs(worst), near * (taken - enough)):
            break
        ranges = heapq.heappop(queue)[2]
        key = max(split, key=lambda k: (ranges[k][1] - ranges[k][0]) / whole[k])
        (a, b), middle = ranges[key], 0.5 * sum(ranges[key])
        for n, part in enumerate(((a, middle), (middle, b))):
            parts = {**ranges, key: part}
            ends = extremes(compiled, *values.enclosures(parts))
            # the parent's reach holds for its parts, whatever rounding says
            least = min(worst, ends[1] if side > 0 else -ends[0])
            heapq.heappush(queue, (-least, 2 * count + n, parts))
            if least > taken:  # no value of the part is above what the part reaches
                taken = max(taken, _taken(compiled, values, parts, split, side))
    return -queue[0][0]


def _taken(
    compiled: CompiledTree, values: EventValues, ranges: Mapping[str, Range], split: list[str], side: int
) -> float:
    """``side`` times the top with the split inputs in the middle of their parts: a value that is nearly taken."""
    from casegen.fta.tree.directions import extremes

    middle = {key: (0.5 * sum(ranges[key]),) * 2 if key in split else r for key, r in ranges.items()}
    ends = extremes(compiled, *values.enclosures(middle))
    return ends[1] if side > 0 else -ends[0]
