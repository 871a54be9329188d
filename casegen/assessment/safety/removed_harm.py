"""How much a measure takes off a top event at most, over the joint set of the inputs.

The difference of two upper bounds is no upper bound of the difference: of `A or B` a measure against A removes
A (1 − B), which is the most where A is the most and B the least.  An input stands at the end that raises the
*difference*, which is proved on diagrams (:mod:`casegen.fta.tree.difference`); where no end is known to, the set is
split, and what is returned is the furthest that any part of it reaches.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from casegen.assessment.bounds import MOST_SPLITS, TIGHT, ConfidenceBox
from casegen.assessment.trees import BoundTree
from casegen.model.digits import ROUNDING
from casegen.model.quantity import Estimate
from casegen.model.safety_results import OppositeLimit

if TYPE_CHECKING:
    from casegen.fta.events.expressions import Input, Range
    from casegen.fta.tree.difference import Difference, Limits

FIRST, SECOND = 0, 1
Place = tuple[int, str]
"""which tree an uncertain input is of, and its key"""
Ranges = Mapping[Place, "Range"]


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

    @cached_property
    def moved(self) -> bool:
        """Whether the estimate or its upper limit is another one, or the top anywhere in the joint set."""
        before, after = self.tops
        return before.value != after.value or before.upper != after.upper or self.most > self.rounding

    @property
    def estimate(self) -> float:
        """At the estimates."""
        before, after = self.tops
        return (after.value - before.value) if self.taken else (before.value - after.value)

    @property
    def rounding(self) -> float:
        """What may be lost in the last digits of the two tops."""
        return sum(top.value if top.upper is None else top.upper for top in self.tops) * ROUNDING

    @cached_property
    def change(self) -> LargestChange:
        """Between the tops, without the measure first."""
        before, after = self.trees
        return largest_change(after, before) if self.taken else largest_change(before, after)

    @cached_property
    def most(self) -> float:
        """At the estimates, and as far as inputs with bounds, or known as a set only, allow."""
        return max(self.estimate, self.change.most)


class LargestChange:
    """The largest `P(first) − P(second)` of two trees that differ in some events, over the joint set of the inputs.

    The set is that of the confidence of the tree's target; where the limits do not hold with that together, the one of
    the confidence with which they do.
    """

    def __init__(self, first: BoundTree, second: BoundTree) -> None:
        self.first, self.second = first, second

    @cached_property
    def most(self) -> float:
        """An upper end; 0 of two trees that are the same."""
        if self.first is self.second:
            return 0.0
        return max(0.0, self._reach(self._ranges))

    @cached_property
    def boxes(self) -> tuple[ConfidenceBox, ConfidenceBox]:
        """The joint sets of both trees."""
        return _joint_set(self.first), _joint_set(self.second)

    @property
    def confidence(self) -> float | None:
        """Of the first tree's joint set."""
        return self.boxes[FIRST].confidence

    @cached_property
    def opposite(self) -> tuple[OppositeLimit, ...]:
        """Limits that the difference may stand at and the upper bound of the first top does not use."""
        result = []
        for (side, key), moves in self._moves.items():
            tree, box = (self.first, self.second)[side], self.boxes[side]
            used = _ends(self.first.moves[key]) if side == FIRST and key in self.first.moves else set()
            if key in box.errors:
                measured, error = tree.values.uncertain[key].measured, box.errors[key]
                needed = sorted(_ends(_one_of(moves)) - used)
                result += [OppositeLimit(key, end, error, measured) for end in needed]
        return tuple(result)

    # --- the inputs ------------------------------------------------------------------------------------

    def _place(self, side: int, key: str) -> Place:
        """An input of both trees is one, that of the first."""
        return (FIRST if key in self._shared else side), key

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The inputs of both trees."""
        one, other = self.first.values.uncertain, self.second.values.uncertain
        return frozenset(key for key in one if _is_same(one[key], other.get(key)))

    @cached_property
    def _ranges(self) -> Ranges:
        second = {self._place(SECOND, key): ends for key, ends in self.boxes[SECOND].inputs.items()}
        return second | {(FIRST, key): ends for key, ends in self.boxes[FIRST].inputs.items()}

    def _enclosures(self, ranges: Ranges) -> tuple[Limits, Limits]:
        """The events of both trees over the inputs in ``ranges``."""
        here, there = (
            tree.values.enclosures(
                {
                    key: ranges[place]
                    for key in tree.values.uncertain
                    if (place := self._place(side, key)) in ranges
                }
            )
            for side, tree in enumerate((self.first, self.second))
        )
        return here, there

    @cached_property
    def _same(self) -> frozenset[str]:
        """Events that the changes leave alone: of the same inputs, and the same over them."""
        here, there = self.first.values, self.second.values
        places = {event: j for j, event in enumerate(there.events)}
        (low, high), (low_2, high_2) = self._enclosures(self._ranges)
        return frozenset(
            event
            for i, event in enumerate(here.events)
            if (j := places.get(event)) is not None
            and (here.points[i], low[i], high[i]) == (there.points[j], low_2[j], high_2[j])
            and {*here.inputs_at(i)} == {*there.inputs_at(j)}
            and all(self._place(SECOND, key)[0] == FIRST for key in here.inputs_at(i))
        )

    @cached_property
    def _difference(self) -> Difference:
        from casegen.fta.tree.difference import difference

        one, other = self.first.compiled, self.second.compiled
        (low, high), (low_2, high_2) = self._enclosures(self._ranges)
        falls: set[str] = set()
        rises: set[str] = set()
        for i, event in enumerate(one.events):
            j = other.index.get(event)
            if j is None or event in self._same or not one.signs[i] == other.signs[j] != 0:
                continue
            now, then = (high[i], low_2[j]) if one.signs[i] > 0 else (low[i], high_2[j])
            (falls if then <= now else rises).add(event)
        return difference(one, other, self._same, frozenset(falls), frozenset(rises))

    @cached_property
    def _moves(self) -> Mapping[Place, list[int]]:
        """How the difference moves with each uncertain input by way of each event that it is behind: 1 up, -1 down, 0
        not known."""
        result: dict[Place, list[int]] = {}
        for side, (tree, signs) in enumerate(
            zip((self.first, self.second), self._difference.signs, strict=True)
        ):
            for i, sign in enumerate(signs):
                if side == FIRST or tree.compiled.events[i] not in self._same:
                    for key, inner in tree.values.signs(i).items():
                        result.setdefault(self._place(side, key), []).append(sign * inner)
        return result

    # --- the largest difference ------------------------------------------------------------------------

    def _reach(self, whole: Ranges) -> float:
        """An upper end over the joint set, by branch and bound over the inputs that events raise and lower it by."""
        split = [
            place
            for place, moves in self._moves.items()
            if len(moves) > 1 and _one_of(moves) == 0 and place in whole and _width(whole[place]) > 0.0
        ]
        queue = [(-self._over(whole), 0, whole)]
        reached = -math.inf
        for count in range(1, MOST_SPLITS + 1):
            worst = -queue[0][0]
            if not split or worst - reached <= TIGHT * abs(worst):
                break
            ranges = heapq.heappop(queue)[2]
            place = max(split, key=lambda one: _width(ranges[one]) / _width(whole[one]))
            (low, high), middle = ranges[place], _middle(ranges[place])
            for n, half in enumerate(((low, middle), (middle, high))):
                part = {**ranges, place: half}
                # the parent's reach holds for its parts, whatever rounding says
                heapq.heappush(queue, (-min(worst, self._over(part)), 2 * count + n, part))
                points = {one: (_middle(part[one]),) * 2 for one in split}
                reached = max(reached, self._over({**part, **points}))
        return -queue[0][0]

    def _over(self, ranges: Ranges) -> float:
        return self._difference.most(*self._enclosures(ranges))


def largest_change(first: BoundTree, second: BoundTree) -> LargestChange:
    """:class:`LargestChange` of two trees, the same again where it was lately asked for."""
    for other, known in first.differences:
        if other is second and isinstance(known, LargestChange):
            return known
    result = LargestChange(first, second)
    first.differences.append((second, result))
    return result


def _joint_set(tree: BoundTree) -> ConfidenceBox:
    """The joint set of a tree's inputs at the confidence of its target, or the one that its limits hold with."""
    target = tree.case.tree[tree.id].target
    box = tree.box(None if target is None else target.confidence)
    return tree.box(None) if box.problem else box


def _is_same(one: Input | None, other: Input | None) -> bool:
    names = ("point", "support", "distribution", "measured", "lower", "upper", "confidence")
    return one is not None and all(getattr(one, name) == getattr(other, name, None) for name in names)


def _one_of(moves: list[int]) -> int:
    """How an input moves it that several events take it by; 0 where they do not move it alike."""
    return moves[0] if len(set(moves)) == 1 else 0


def _ends(move: int) -> set[int]:
    """The sides of an input that something may stand at that moves with it so."""
    return {move} if move else {-1, 1}


def _width(ends: Range) -> float:
    return ends[1] - ends[0]


def _middle(ends: Range) -> float:
    return 0.5 * (ends[0] + ends[1])
