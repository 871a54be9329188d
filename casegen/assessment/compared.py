"""The number of a measure or a tree that is compared with a requirement's limit."""

from __future__ import annotations

from typing import NamedTuple

from casegen.assessment.trees import BoundTree, Held
from casegen.model.argument import Requirement
from casegen.model.digits import in_full, level
from casegen.model.quantity import Estimate

"""what is said of a top that is not known to meet its limit by a few units in its last place"""


class Compared(NamedTuple):
    """The number that is compared with a limit, and why there is none.

    ``decided``: it lies on its side of the limit whatever rounding left; ``undecided``: on the side on which it is not
    met, for rounding leaves that open.
    """

    number: float | None
    problem: str = ""
    decided: bool = False
    undecided: bool = False


def compared_with(
    requirement: Requirement, estimate: Estimate, tree: BoundTree | None, limit: float | None
) -> Compared:
    """The number that is compared with the limit, and why there is none.

    A top event that measured evidence enters is always held with its bound: without a confidence in the requirement,
    with the largest that the evidence allows.
    """
    if tree is not None and estimate.confidence is None:
        if requirement.confidence is not None:
            return Compared(
                None,
                f"nothing in tree {tree.id} is measured or has a stated uncertainty, so that there is no confidence;"
                f" {in_full(requirement.confidence)} is required: measure an input, or state its distribution",
            )
        return _known(tree, limit, upper=requirement.comparison.is_upper)
    if requirement.confidence is None:
        if tree is not None and tree.measured:
            return _side(requirement, estimate)
        if tree is not None:
            return _known(tree, limit, upper=requirement.comparison.is_upper)
        if estimate.value == 0.0 and requirement.comparison.is_upper and (estimate.upper or 0.0) > 0.0:
            return Compared(
                None, "an estimate of 0 shows only that nothing was seen yet: require a confidence"
            )
        return Compared(estimate.value)
    if estimate.confidence is None:
        return Compared(
            None, f"the measure has no confidence bound, {in_full(requirement.confidence)} is required"
        )
    if estimate.confidence < requirement.confidence * (1 - 1e-9):
        return Compared(
            None,
            f"the bound holds with {level(estimate.confidence)}, {in_full(requirement.confidence)} is required",
        )
    return _side(requirement, estimate)


def _known(tree: BoundTree, limit: float | None, *, upper: bool) -> Compared:
    """The top of a tree of which nothing is uncertain, on its side of the limit."""
    end = tree.span[int(upper)]
    held = Held(end) if limit is None else tree.held(end, limit, upper=upper)
    return Compared(held.number, decided=True, undecided=held.undecided)


def _side(requirement: Requirement, estimate: Estimate) -> Compared:
    side = estimate.upper if requirement.comparison.is_upper else estimate.lower
    if side is None:
        word = "upper" if requirement.comparison.is_upper else "lower"
        return Compared(None, f"the measure has no {word} bound")
    return Compared(side)
