"""The way down: from a top event's target to the bound one event, or one measured input, must meet."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen.assessment.bounds import Box, extremes
from casegen.assessment.trees import BoundTree
from casegen.model.case import Case
from casegen.model.fault_tree import FromEvidence
from casegen.model.quantity import MeasureKind, convert, invert


@dataclass(frozen=True, slots=True)
class RequiredBound:
    """What the target leaves: ``probability`` of the event in the tree's kind, ``measure`` in its evidence's.

    ``problem`` says why nothing is left (infeasible) or why it cannot be computed.
    """

    event: str
    probability: float | None
    measure: float | None
    kind: MeasureKind
    problem: str = ""


def required_bound(
    case: Case, bound: BoundTree, event: str, target: float, confidence: float | None
) -> RequiredBound:
    """The largest probability of ``event`` for which the top event's bound just meets ``target``.

    All other events stand at their bounds for the joint ``confidence`` (at their values when it is
    None).  Events bound to the same measure of the same evidence move together, each through its own
    exposure.  The top event is linear in one event: p = (target - f(0)) / (f(1) - f(0)).
    """
    tree = case.tree[bound.id]
    basic = case.event.get(event)
    model = basic.model if basic is not None else None
    kind = tree.kind
    if isinstance(model, FromEvidence):
        item = model.evidence, model.measure
        kind = _measure_kind(bound, event, kind)
        positions = _positions(case, bound, item)
    else:
        positions = [bound.values.events.index(event)]
    corners = _corners(case, bound, confidence)
    if isinstance(corners, str):
        return RequiredBound(event, None, None, kind, corners)
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
        return RequiredBound(event, None, None, kind, problem)
    measure = 1.0 - amount if complement else amount
    position = bound.values.events.index(event)
    return RequiredBound(event, _event_probability(case, bound, position, measure, kind, tree.kind), measure, kind)


def _positions(case: Case, bound: BoundTree, item: tuple[str, str]) -> list[int]:
    found = []
    for i, event in enumerate(bound.values.events):
        model = case.event[event].model if event in case.event else None
        if isinstance(model, FromEvidence) and (model.evidence, model.measure) == item:
            found.append(i)
    return found


def _measure_kind(bound: BoundTree, event: str, default: MeasureKind) -> MeasureKind:
    return bound.values.measure_kind.get(event, default)


def _corners(case: Case, bound: BoundTree, confidence: float | None) -> Box | str:
    if confidence is None:
        point = np.asarray(bound.values.probability, dtype=np.float64)
        return Box(point, point, None, np.array([], dtype=np.intp))
    corners = bound.box(case, confidence)
    return corners.problem or corners


def _top_of(
    bound: BoundTree, corners: Box
) -> Callable[[NDArray[np.float64], NDArray[np.float64]], float]:
    def top(upper: NDArray[np.float64], lower: NDArray[np.float64]) -> float:
        found = extremes(bound.compiled, Box(lower, upper, None, corners.uncertain))
        return math.nan if found is None else max(found)

    return top


def _event_probability(
    case: Case, bound: BoundTree, position: int, measure: float, kind: MeasureKind, target: MeasureKind
) -> float:
    event = bound.values.events[position]
    model = case.event[event].model if event in case.event else None
    if not isinstance(model, FromEvidence):
        return measure
    p = convert(measure, kind, target, model.exposure)
    return 1.0 - p if model.complement else p


def _rate_ceiling(case: Case, bound: BoundTree, positions: list[int]) -> float:
    model = case.event[bound.values.events[positions[0]]].model
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
    found = math.exp(float(scale)) * ceiling
    while at(found) > target:  # rounding may leave it a unit above
        found = math.nextafter(found, 0.0)
    return found
