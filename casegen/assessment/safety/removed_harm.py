"""How much a change takes off a top event at most, with the inputs that it leaves alone anywhere in their joint set.

The difference of two upper bounds is no upper bound of the difference: of `A or B` a measure against A removes
A (1 − B), which is the most where B is the least.  The top is linear in each event, so that the difference has its
extremes at corners of the joint set; from the two outermost ones the signs of its derivatives lead to the next corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from casegen.assessment.trees import BoundTree
from casegen.model.digits import ROUNDING
from casegen.model.quantity import Estimate

PASSES = 4
"""corners looked at from each start; the signs seldom turn twice"""


@dataclass(frozen=True)
class Removed:
    """What a measure takes off a top event: ``tops`` and ``trees`` as they are and as its changes make them.

    ``taken``: the changes tell how the case would be without it.
    """

    tops: tuple[Estimate, Estimate]
    trees: tuple[BoundTree, BoundTree]
    taken: bool

    @property
    def tree(self) -> str:
        return self.trees[0].id

    @property
    def sign(self) -> float:
        return -1.0 if self.taken else 1.0

    @property
    def moved(self) -> bool:
        """Whether the estimate or its upper limit is another one."""
        before, after = self.tops
        return before.value != after.value or before.upper != after.upper

    @property
    def estimate(self) -> float:
        """At the estimates."""
        before, after = self.tops
        return self.sign * (before.value - after.value)

    @property
    def uppers(self) -> tuple[float, float]:
        """The upper limits, the estimate where there is none."""
        before, after = (top.value if top.upper is None else top.upper for top in self.tops)
        return before, after

    @property
    def rounding(self) -> float:
        """What may be lost in the last digits of the two tops."""
        return sum(self.uppers) * ROUNDING

    @cached_property
    def most(self) -> float:
        """At the estimates, and as far as inputs with bounds, or known as a set only, allow."""
        before, after = self.uppers
        confidence = next((top.confidence for top in self.tops if top.upper is not None), None)
        return max(
            self.estimate, self.sign * (before - after), most_removed(*self.trees, confidence, self.sign)
        )


def most_removed(with_input: BoundTree, changed: BoundTree, confidence: float | None, sign: float) -> float:
    """The largest `sign` (top − changed top) among the corners, at ``confidence``; of inputs known as a set only where no
    confidence is reached.

    ``sign``: 1 where the change is the measure, −1 where it tells how the case would be without it.
    """
    box, other = with_input.box(confidence), changed.box(confidence)
    if with_input.values.events != changed.values.events:
        return 0.0
    own = with_input.values.probability != changed.values.probability
    here, (lower, upper) = (box.lower, box.upper), (other.lower, other.upper)
    best = 0.0
    for start in here:
        now, then = start, np.where(own, lower if sign > 0 else upper, start)
        for _ in range(PASSES):
            (top, slope), (changed_top, changed_slope) = (
                with_input.compiled.gradient(now), changed.compiled.gradient(then)
            )  # fmt: skip
            best = max(best, sign * (top - changed_top))
            rises = sign * (slope - np.where(own, 0.0, changed_slope)) > 0.0
            following = np.where(rises, here[1], here[0])
            falls = sign * changed_slope > 0.0
            moved = np.where(own, np.where(falls, lower, upper), following)
            if np.array_equal(following, now) and np.array_equal(moved, then):
                break
            now, then = following, moved
    return float(best)
