"""Fussell-Vesely of gates: the minimal cut sets of a tree that are none once a gate is held false."""

from __future__ import annotations

import math
from decimal import Decimal

from casegen.fta.core import any_size, kernels
from casegen.fta.core.cutsets import Families
from casegen.fta.core.diagram import DecisionDiagram
from casegen.fta.core.engine import all_gates_diagram, top_diagram
from casegen.fta.errors import TooLarge
from casegen.fta.gates.structure import Structure
from casegen.fta.tree.chances import side_by_side
from casegen.model.decimals import in_own_context

MOST_NODES = 50_000
"""nodes of one part's diagram and of its cut sets after which a gate has no Fussell-Vesely"""


def lost_share(whole: Structure, held: Structure, p: list[float], limit: int) -> tuple[float, str]:
    """P(a minimal cut set of ``whole`` has failed that is none of ``held``) / P(whole).

    ``held`` is the whole with a gate held false; both are in one diagram.  NaN where the share is below the
    smallest number.
    """
    twice = side_by_side(whole, held)
    base = top_diagram(whole, limit)
    both = all_gates_diagram(twice, base, [min(limit, MOST_NODES)])
    total = float(both.values(p)[both.roots["first"]])
    if total <= 0.0:
        return 0.0, "exact"
    lost = _lost_families(both, min(limit, MOST_NODES))
    try:
        return _union_share(lost, p, total), "exact"
    except TooLarge:
        return min(1.0, lost.rare_event_sum(p) / total), "rare-event"


def _lost_families(both: DecisionDiagram, limit: int) -> Families:
    """Minimal cut sets of the first root that hold no cut set of the second."""
    first, second = both.roots["first"], both.roots["second"]
    sets = kernels.lost_families(both.nodes, both.rank, first, second, limit, 4 * len(both) + 1024)
    if sets is None:
        raise TooLarge("the minimal cut sets of a gate", limit)
    return Families(both, limit, sets)


@in_own_context
def _union_share(families: Families, p: list[float], total: float) -> float:
    """Probability that one of the sets has failed, over ``total``; raises :class:`TooLarge`."""
    rank = families.diagram.rank
    most = 40 * len(families) + 1024
    level_variable = [0] * len(rank)
    for v, level in enumerate(rank):
        level_variable[level] = v
    made = kernels.unions(families.nodes, rank, [families.root], level_variable, 0, most)
    if made is None:
        raise TooLarge("the union of cut sets", most)
    union = DecisionDiagram(made.nodes, made.ids[0], rank)
    chance = float(union.values(p)[union.root])
    if chance >= any_size.SMALLEST or not union.values([float(x > 0.0) for x in p])[union.root]:
        return chance / total
    share = any_size.times(any_size.chances(union, p)[union.root], Decimal(total), Decimal(1))
    return float(share) if share >= any_size.SMALLEST else math.nan
