"""Events of which more than a number is unknown: the order of a priority-AND's inputs, how an exposure's demands depend.

Each may lie anywhere in a range though every input is known.  Their numbers in a tree stand at one end of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from casegen.fta.core.diagram import Numbers
from casegen.fta.gates.structure import Structure
from casegen.model.sentence import NOTHING, Sentence, few, listed, worded

if TYPE_CHECKING:
    from casegen.fta.events.values import EventValues
    from casegen.fta.tree.compiled_tree import CompiledTree
    from casegen.fta.tree.conditioning import LostDigits

_WIDE = 1e-6
"""relative width from which on a range is no error of arithmetic"""
_ABOVE = 1e-9
"""relative distance of two numbers that rounding does not explain"""
_ROUNDINGS = 40.0
"""units in the last place by which a range of an event may be off, generously; a sweep adds some for each level"""
_FEW = 6
"""events whose ranges' corners are all tried for the gates"""
Ranges = Mapping[int, tuple[float, float]]
"""least and largest probability by the event's place"""


def unknown_ranges(structure: Structure, p: Numbers, values: EventValues | None) -> Ranges:
    """Events that are known to lie in a range only, at probabilities ``p`` (E,).

    ``values``: where ``p`` comes from; without them, and where a number was set by hand, orders alone are known of.
    """
    result: dict[int, tuple[float, float]] = {}
    if values is not None and values.has_ranges:
        lower, upper = values.enclosures({})
        for i, (low, high) in enumerate(zip(lower.tolist(), upper.tolist(), strict=True)):
            if p[i] == values.points[i] and high - low > _WIDE * high:
                result[i] = low, high
    place = {name: i for i, name in enumerate(structure.events)}
    result |= {
        place[name]: (0.0, float(p[place[name]])) for name, inputs in structure.orders.items() if not inputs
    }
    return result


def range_words(structure: Structure, ranges: Ranges, values: EventValues | None) -> Sentence:
    """Which events' exposures, orders by a number set by hand, or lost digits leave a range; empty for none."""
    known = [structure.events[i] for i in ranges]
    orders = [name for name in known if structure.orders.get(name)]
    words = [
        worded(
            "tree_digits.order_by_hand",
            "{order}: not known where the number of an input is set, counted as 1",
            order=name,
        )
        for name in orders[:3]
    ]
    others = [i for i in ranges if structure.events[i] not in structure.orders]
    if values is not None:
        free = [structure.events[i] for i in others if values.is_placed_anywhere(i)]
        words += [_placed_anywhere(free)] if free else []
        others = [i for i in others if not values.is_placed_anywhere(i)]
    for exposed in (True, False):
        names = [structure.events[i] for i in others if (values is None or values.exposed(i)) == exposed]
        words += [_in_a_range(names, exposed=exposed)] if names else []
    return listed(words)


def _placed_anywhere(events: Sequence[str]) -> Sentence:
    return worded(
        "tree_digits.placed_anywhere",
        "{events}: hours of its own that may begin at any time of the mission, anywhere from none to all of them|"
        "{events}: hours of their own that may begin at any time of the mission, anywhere from none to all of them",
        n=len(events),
        events=few(events),
    )


def _in_a_range(names: Sequence[str], *, exposed: bool) -> Sentence:
    """Events whose exposure, or whose rounding, leaves a range."""
    shown: str = ", ".join(names[:3])
    if len(names) > 3:
        shown = worded("tree_digits.more", "{names} and {count} more", names=shown, count=len(names) - 3)
    if exposed:
        return worded(
            "tree_digits.exposure",
            "the exposure of {names} is of any dependence, or a share: its probability lies in a range",
            names=shown,
        )
    return worded(
        "tree_digits.rounding",
        "rounding leaves {names} anywhere in a range: its digits decide a condition, or are lost",
        names=shown,
    )


def over_ranges(tree: CompiledTree, p: Numbers, ranges: Ranges) -> tuple[float, float]:
    """The top with every event of unknown order or exposure anywhere in its range; the ends are rounded outward."""
    from casegen.fta.arrays import np
    from casegen.fta.tree.directions import extremes

    lower, upper = np.array(p, dtype=float), np.array(p, dtype=float)
    for i, (low, high) in ranges.items():
        lower[i], upper[i] = min(low, lower[i]), max(high, upper[i])
    low, high = extremes(tree, lower, upper)
    if low == high:
        return low, high
    slack = (_ROUNDINGS + 4.0 * tree.depth) * 2.0**-53
    return low * (1.0 - slack), min(tree.most, high * (1.0 + slack))


def ranged_gates(tree: CompiledTree, values: EventValues) -> frozenset[str]:
    """Named gates that may be more probable than with the events at their points, as far as corners of the ranges show.

    All corners of up to :data:`_FEW` events are tried; of more, each event's ends alone and all of them together.
    """
    from itertools import product

    p = values.points
    ranges = unknown_ranges(tree.structure, p, values)
    if not ranges:
        return frozenset()
    at = tree.gate_probabilities(p)
    if len(ranges) <= _FEW:
        corners = [dict(zip(ranges, corner, strict=True)) for corner in product(*ranges.values())]
    else:
        corners = [{i: end} for i, span in ranges.items() for end in span]
        corners += [{i: span[k] for i, span in ranges.items()} for k in (0, 1)]
    higher: set[str] = set()
    for corner in corners:
        q = [corner.get(i, x) for i, x in enumerate(p)]
        higher |= {g for g, x in tree.gate_probabilities(q).items() if x > at[g] * (1.0 + _ABOVE)}
    return frozenset(higher)


def counted_orders(tree: CompiledTree, values: EventValues) -> Sentence:
    """Which orders of a priority-AND are counted as 1, though they may be less; empty for none.

    Unlike :func:`inexact` also where the top is then the largest that it may be: an upper bound, and no probability.
    """
    ranges = unknown_ranges(tree.structure, values.points, values)
    by_hand = {i: r for i, r in ranges.items() if tree.structure.orders.get(tree.structure.events[i])}
    return listed(filter(None, [*tree.labels, range_words(tree.structure, by_hand, values)]))


def inexact(tree: CompiledTree, values: EventValues, lost: LostDigits | None) -> Sentence:
    """Why the top at the events' points is neither exact nor the largest that it may be; empty where it is either.

    ``lost``: what rounding leaves of its digits.
    """
    p = values.points
    ranges = unknown_ranges(tree.structure, p, values)
    words = [NOTHING if lost is None else lost.words]
    if ranges and over_ranges(tree, p, ranges)[1] > tree.probability(p) * (1.0 + _ABOVE):
        words += [*tree.labels, range_words(tree.structure, ranges, values)]
    return listed(filter(None, words))
