"""The way down: from a top event's target to the bound one event, or one measured input, must meet."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen.assessment.bounds import Box, extremes, measured_inputs, model_of
from casegen.assessment.trees import BoundTree
from casegen.model.case import Case
from casegen.model.fault_tree import EventModel, FromEvidence
from casegen.model.quantity import MeasureKind, convert, invert


@dataclass(frozen=True, slots=True)
class RequiredBound:
    """What the target leaves: ``probability`` of the event in the tree's kind, ``measure`` in its evidence's.

    ``achieved`` is the top event's bound with the event there.  ``problem`` says why nothing is left
    (infeasible) or why it cannot be computed.
    """

    event: str
    probability: float | None
    measure: float | None
    kind: MeasureKind
    achieved: float | None = None
    problem: str = ""


def required_bound(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound:
    """The largest probability of ``event`` for which the top event's bound just meets ``target``.

    All other events stand at their bounds for the joint ``confidence`` (at their values when it is
    None).  Events bound to the same measure of the same evidence move together, each through its own
    exposure; the independent parts of a common-cause group are no measure's events, and are asked for in the tree's
    kind.  The top event is linear in one event: p = (target - f(0)) / (f(1) - f(0)).
    """
    tree = case.tree[bound.id]
    model = _own_model(case, bound, event)
    kind = tree.kind
    positions = [bound.values.events.index(event)]
    if isinstance(model, FromEvidence):
        kind = bound.kinds[model.evidence, model.measure]
        moved = measured_inputs(case, bound.values, bound.overridden)[model.evidence, model.measure]
        positions = [i for i in moved if bound.values.events[i] in case.event]
    corners = _corners(case, bound, confidence)
    if isinstance(corners, str):
        return RequiredBound(event, None, None, kind, problem=corners)
    top = _top_of(bound, corners)
    complement = isinstance(model, FromEvidence) and model.complement

    def at(amount: float) -> float:
        """The top event's bound with the measure, or its complement, at ``amount``."""
        measure = 1.0 - amount if complement else amount
        upper, lower = corners.upper.copy(), corners.lower.copy()
        for i in positions:
            upper[i] = lower[i] = _event_probability(case, bound, i, measure, kind, tree.kind)
        return top(upper, lower)

    ceiling = 1.0 if kind is not MeasureKind.PER_HOUR else _rate_ceiling(case, bound, positions)
    amount = _largest(at, target, ceiling, linear=not isinstance(model, FromEvidence))
    if amount is None:
        problem = (
            f"infeasible: with {event} at its best the top event is still {at(0.0):.4g},"
            f" above the target {target:.4g}"
        )
        return RequiredBound(event, None, None, kind, problem=problem)
    measure = 1.0 - amount if complement else amount
    p = _event_probability(case, bound, bound.values.events.index(event), measure, kind, tree.kind)
    return RequiredBound(event, p, measure, kind, at(amount))


def _corners(case: Case, bound: BoundTree, confidence: float | None) -> Box | str:
    if confidence is None:
        point = bound.values.probability
        return Box(point, point, None, np.array([], dtype=np.intp))
    corners = bound.box(case, confidence)
    return corners.problem or corners


def _top_of(bound: BoundTree, corners: Box) -> Callable[[NDArray[np.float64], NDArray[np.float64]], float]:
    def top(upper: NDArray[np.float64], lower: NDArray[np.float64]) -> float:
        result = extremes(bound.compiled, Box(lower, upper, None, corners.uncertain))
        return math.nan if result is None else max(result)

    return top


def _own_model(case: Case, bound: BoundTree, event: str) -> EventModel | None:
    """An event's own model; None where it is set by hand, and for a part of a common-cause group, which has a share
    of the group's measure."""
    if event in bound.overridden or event not in case.event:
        return None
    return model_of(case, event)


def _event_probability(
    case: Case, bound: BoundTree, position: int, measure: float, kind: MeasureKind, target: MeasureKind
) -> float:
    event = bound.values.events[position]
    model = _own_model(case, bound, event)
    if not isinstance(model, FromEvidence):
        return measure
    return convert(1.0 - measure if model.complement else measure, kind, target, model.exposure)


def _rate_ceiling(case: Case, bound: BoundTree, positions: list[int]) -> float:
    model = model_of(case, bound.values.events[positions[0]])
    assert isinstance(model, FromEvidence)
    return invert(1.0 - 1e-15, MeasureKind.PER_HOUR, MeasureKind.PER_MISSION, model.exposure)


def _largest(at: Callable[[float], float], target: float, ceiling: float, *, linear: bool) -> float | None:
    """The largest argument in [0, ceiling] at which the increasing ``at`` is at most ``target``."""
    low, high = at(0.0), at(ceiling)
    if high <= target:
        return ceiling
    if low > target:
        return None
    if linear:
        return (target - low) / (high - low) * ceiling
    from scipy.optimize import brentq

    scale = brentq(lambda t: at(math.exp(t) * ceiling) - target, -80.0, 0.0, xtol=1e-13, rtol=1e-14)
    result = math.exp(float(scale)) * ceiling
    while at(result) > target:  # rounding may leave it a unit above
        result = math.nextafter(result, 0.0)
    return result
