"""What a target leaves to a common-cause group: the largest total, with the group's factors as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from casegen.assessment.bounds import ConfidenceBox, top_range
from casegen.assessment.trees import BoundTree, bind
from casegen.model.case import Case
from casegen.model.fault_tree import CommonCauseGroup, Constant

_SMALL = 1e-3
"""a total with which every part of a group is a probability, whatever the factors"""


def group_of(case: Case, bound: BoundTree, name: str) -> CommonCauseGroup | None:
    """The common-cause group of this name, where the tree holds parts of it."""
    return next((g for g in case.common_cause if g.id == name and name in bound.compiled.groups), None)


def group_total(
    case: Case, bound: BoundTree, group: CommonCauseGroup, corners: ConfidenceBox
) -> tuple[float, float]:
    """Value and upper bound of the total, in the tree's kind: each part is the total times what the factors make.

    A typed total is what was typed: worked out from the parts it would differ from that by rounding.
    """
    typed = bound.settings.get(group.id, _typed(group))
    if typed is not None:
        return typed, typed
    small, over = _with_total(case, bound, group.id, _SMALL), _remaining(case, bound, group.id, corners)
    upper = small.values.enclosures(over.inputs)[1]
    places = _places(bound, group)
    largest = max(places, key=lambda place: small.values.probability[place])
    share = float(small.values.probability[largest]) / _SMALL
    most = max(float(corners.upper[place]) / float(upper[place]) * _SMALL for place in places if upper[place])
    return float(bound.values.probability[largest]) / share, most


def _typed(group: CommonCauseGroup) -> float | None:
    """The total where it is a number as the tree takes it; None where it is worked out, measured or uncertain."""
    total = group.total
    if not isinstance(total, Constant) or total.exposure is not None:
        return None
    return float(total.probability) if isinstance(total.probability, int | float) else None


def top_with_total(
    case: Case, bound: BoundTree, group: CommonCauseGroup, corners: ConfidenceBox, total: float
) -> float:
    """The top event's bound over the other inputs' joint set, with the group's total at this number."""
    moved = _with_total(case, bound, group.id, total)
    over = _remaining(case, bound, group.id, corners)
    lower, upper = moved.values.enclosures(over.inputs)
    return top_range(moved.compiled, moved.values, replace(over, lower=lower, upper=upper))[1]


def rises_with_total(bound: BoundTree, group: CommonCauseGroup) -> bool:
    """Whether the top rises with every part of the group, whatever the other events are."""
    places = _places(bound, group)
    return bool(np.all(np.array(bound.compiled.signs)[places] == 1))


def _places(bound: BoundTree, group: CommonCauseGroup) -> list[int]:
    """Where the parts of the group stand that the tree holds: a member may be outside it."""
    index = bound.compiled.index
    return [index[part] for part in bound.compiled.groups[group.id] if part in index]


def _with_total(case: Case, bound: BoundTree, group: str, total: float) -> BoundTree:
    return bind(case, bound.id, bound.evidence, {**bound.settings, group: total}, bound.prepared, bound.hours)


def _remaining(case: Case, bound: BoundTree, group: str, corners: ConfidenceBox) -> ConfidenceBox:
    """The joint set without what the total alone depends on."""
    known = _with_total(case, bound, group, _SMALL).values.uncertain
    return replace(
        corners,
        inputs={key: span for key, span in corners.inputs.items() if key in known},
        mixed=tuple(key for key in corners.mixed if key in known),
    )
