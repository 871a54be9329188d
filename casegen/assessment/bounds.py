"""Bounds of a top event that follow from the bounds of its basic events.

A top-event probability is linear in every single event's probability, so over a box of event bounds its
largest value lies at a corner: for a coherent tree at the upper corner.  The box holds with at least
``1 - sum(1 - c)`` over the distinct uncertain inputs (Bonferroni); no independence is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casegen.model.fault_tree import FromEvidence

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


def distinct_inputs(case: Case, events: tuple[str, ...], fixed: set[str]) -> dict[tuple[str, str], list[int]]:
    """Positions of the events bound to each (evidence, measure), overridden ones left out."""
    found: dict[tuple[str, str], list[int]] = {}
    for position, event in enumerate(events):
        basic = case.event.get(event)
        if basic is not None and isinstance(basic.model, FromEvidence) and event not in fixed:
            found.setdefault((basic.model.evidence, basic.model.measure), []).append(position)
    return found


def box(case: Case, values: EventValues, confidence: float | None, fixed: set[str]) -> Box:
    """The box of event bounds that holds jointly with at least ``confidence``.

    Evidence keeps the confidence it was measured at; what remains of ``1 - confidence`` is shared
    equally by the events whose uncertainty is a stated distribution.  With ``confidence`` None the
    largest confidence the evidence allows is used (0.95 where only distributions are uncertain).
    """
    point = np.asarray(values.probability, dtype=np.float64)
    measured = distinct_inputs(case, values.events, fixed)
    unbounded = [
        f"{evidence}.{measure}"
        for (evidence, measure), at in measured.items()
        if any(values.confidence[i] is None for i in at)
    ]
    nothing = np.array([], dtype=np.intp)
    if unbounded:
        problem = f"{', '.join(unbounded)} has no confidence bound"
        return Box(point, point, None, nothing, problem=problem)
    taken = {i for at in measured.values() for i in at}
    spread = [i for i in values.uncertain if i not in taken and values.events[i] not in fixed]
    risks = [max(1.0 - float(values.confidence[i] or 0.0) for i in at) for at in measured.values()]
    if not risks and not spread:
        return Box(point, point, None, nothing, note="no input is uncertain")
    spent = sum(risks)
    budget = 1.0 - confidence if confidence is not None else (spent if not spread else max(0.05, 1.5 * spent))
    if spent > budget * (1 + 1e-9) or (spread and spent >= budget):
        problem = (
            f"the {len(risks)} measured inputs hold jointly with {1 - spent:.6g} only"
            f"{', and the stated distributions need a share too' if spread else ''};"
            f" {1 - budget:.6g} is required: measure them at a higher confidence"
        )
        return Box(point, point, None, nothing, problem=problem)
    lower, upper = point.copy(), point.copy()
    for i in taken:
        lower[i] = point[i] if values.lower[i] is None else values.lower[i]
        upper[i] = point[i] if values.upper[i] is None else values.upper[i]
    for i in spread:
        share = (budget - spent) / len(spread)
        lower[i], upper[i] = values.quantile(i, share), values.quantile(i, 1.0 - share)
    note = f"{len(risks)} measured and {len(spread)} stated uncertain inputs, Bonferroni"
    return Box(lower, upper, 1.0 - budget, np.array(sorted(taken | set(spread)), dtype=np.intp), note)


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
    found = compiled.probabilities(p)
    return float(found.min()), float(found.max())


def with_events(
    corner: NDArray[np.float64], events: tuple[str, ...], changes: Mapping[str, float]
) -> NDArray[np.float64]:
    """A copy of ``corner`` with the probabilities of some events replaced."""
    changed = corner.copy()
    for position, event in enumerate(events):
        if event in changes:
            changed[position] = changes[event]
    return changed
