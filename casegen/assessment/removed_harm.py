"""How much a change takes off a top event at most, with the inputs that it leaves alone anywhere in their joint set.

The difference of two upper bounds is no upper bound of the difference: of `A or B` a measure against A removes
A (1 − B), which is the most where B is the least.  The top is linear in each event, so that the difference has its
extremes at corners of the joint set; from the two outermost ones the signs of its derivatives lead to the next corner.
"""

from __future__ import annotations

import numpy as np

from casegen.assessment.trees import BoundTree

PASSES = 4
"""corners looked at from each start; the signs seldom turn twice"""


def most_removed(with_input: BoundTree, changed: BoundTree, confidence: float | None, sign: float) -> float:
    """The largest `sign` (top − changed top) among the corners, at ``confidence``; 0 where nothing bounds the inputs.

    ``sign``: 1 where the change is the measure, −1 where it tells how the case would be without it.
    """
    box, other = with_input.box(confidence), changed.box(confidence)
    if with_input.values.events != changed.values.events:
        return 0.0
    own = with_input.values.probability != changed.values.probability
    here = (with_input.values.probability,) * 2 if box.problem else (box.lower, box.upper)
    lower, upper = (changed.values.probability,) * 2 if other.problem else (other.lower, other.upper)
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
