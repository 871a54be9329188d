"""Bounds of a top event that follow from the bounds of its basic events.

A top-event probability is linear in every single event's probability, so over a box of event bounds its
largest value lies at a corner: for a coherent tree at the upper corner.  The box holds with at least
``1 - sum(1 - c)`` over the distinct uncertain inputs (Bonferroni); no independence is assumed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen.model.fault_tree import EventModel, FromEvidence

if TYPE_CHECKING:
    from casegen.fta import CompiledTree, EventValues
    from casegen.model.case import Case

MAX_CORNER_EVENTS = 16


@dataclass(frozen=True, slots=True)
class Box:
    """Lower and upper corner of the events' probabilities, shape (events,) each, at ``confidence``.

    ``problem`` says why there is no such box; then the corners are the point values.
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    confidence: float | None
    uncertain: NDArray[np.intp]
    note: str = ""
    problem: str = ""


def model_of(case: Case, event: str) -> EventModel | None:
    """The model behind an event of a compiled tree: its own, or its common-cause group's total."""
    from casegen.fta.structure import common_cause_parts

    if event in case.event:
        return case.event[event].model
    return next((g.total for g in case.common_cause if event in common_cause_parts(g)), None)


def measured_inputs(
    case: Case, values: EventValues, fixed: Collection[str]
) -> dict[tuple[str, str], list[int]]:
    """Positions of the events bound to each (evidence, measure), events set by hand left out."""
    results: dict[tuple[str, str], list[int]] = {}
    for position, event in enumerate(values.events):
        model = model_of(case, event)
        if isinstance(model, FromEvidence) and event not in fixed:
            results.setdefault((model.evidence, model.measure), []).append(position)
    return results


def stated_inputs(
    values: EventValues, measured: Collection[int], fixed: Collection[str]
) -> dict[str, list[int]]:
    """Positions of the events whose uncertainty is a stated distribution, by the inputs they share."""
    results: dict[str, list[int]] = {}
    for position, event in enumerate(values.events):
        if position not in measured and event not in fixed:
            inputs = values.inputs_of(position)
            if inputs:
                results.setdefault("\0".join(sorted(inputs)), []).append(position)
    return results


def box(case: Case, values: EventValues, confidence: float | None, fixed: Collection[str]) -> Box:
    """The box of event bounds that holds jointly with at least ``confidence``.

    Evidence keeps the confidence it was measured at; what remains of ``1 - confidence`` is shared
    equally by the inputs whose uncertainty is a stated distribution.  With ``confidence`` None the
    largest confidence the evidence allows is used (0.95 where only distributions are uncertain).
    """
    point = values.probability
    nothing = np.array([], dtype=np.intp)
    measured = measured_inputs(case, values, fixed)
    taken = {i for at in measured.values() for i in at}
    unbounded = [".".join(key) for key, at in measured.items() if np.isnan(values.confidence[at]).any()]
    if unbounded:
        problem = f"{', '.join(unbounded)} has no confidence bound"
        return Box(point, point, None, nothing, problem=problem)
    stated = stated_inputs(values, taken, fixed)
    if not taken and not stated:
        return Box(point, point, None, nothing, note="no input is uncertain")
    spent = float(sum(1.0 - values.confidence[at].min() for at in measured.values()))
    budget = joint_budget(confidence, spent, bool(stated))
    if spent > budget * (1 + 1e-9) or (stated and spent >= budget):
        share = ", and the stated distributions need a share too" if stated else ""
        problem = (
            f"the {len(measured)} measured inputs hold jointly with {1 - spent:.6g} only{share};"
            f" {1 - budget:.6g} is required: measure them at a higher confidence"
        )
        return Box(point, point, None, nothing, problem=problem)
    lower, upper = point.copy(), point.copy()
    free = sorted(taken)
    lower[free] = np.where(np.isnan(values.lower[free]), 0.0, values.lower[free])
    upper[free] = np.where(np.isnan(values.upper[free]), 1.0, values.upper[free])
    if stated:
        spread = [i for at in stated.values() for i in at]
        level = 1.0 - (budget - spent) / len(stated)
        lower[spread] = np.minimum(values.quantile(1.0 - level)[spread], point[spread])
        upper[spread] = np.maximum(values.quantile(level)[spread], point[spread])
        free = sorted({*free, *spread})
    note = (
        f"bounds of {len(measured)} measured and {len(stated)} stated uncertain inputs together (Bonferroni)"
    )
    return Box(lower, upper, 1.0 - budget, np.array(free, dtype=np.intp), note)


def joint_budget(confidence: float | None, spent: float, stated: bool) -> float:
    """What may be spent of certainty: ``1 - confidence``, or what the evidence needs where none is asked for."""
    if confidence is not None:
        return 1.0 - confidence
    return max(0.05, 1.5 * spent) if stated else spent


def extremes(compiled: CompiledTree, corners: Box) -> tuple[float, float] | None:
    """Smallest and largest top-event probability over the box; None when it would need too many corners."""
    if compiled.coherent:
        return compiled.probability(corners.lower), compiled.probability(corners.upper)
    free = corners.uncertain
    if len(free) > MAX_CORNER_EVENTS:
        return None
    signs = (np.arange(2 ** len(free))[None, :] >> np.arange(len(free))[:, None]) & 1
    p = np.repeat(corners.lower[:, None], signs.shape[1], axis=1)
    p[free] = np.where(signs == 1, corners.upper[free][:, None], corners.lower[free][:, None])
    result = compiled.probabilities(p)
    return float(result.min()), float(result.max())
