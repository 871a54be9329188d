"""Fussell-Vesely importance by its definition: a minimal cut set that holds the event has failed.

With modules the shares multiply: ``FV(e) = P(cut sets of the module with e) / P(module) * FV(module)``,
because a module shares no event with the rest of the tree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

from casegen.fta.core import any_size, kernels
from casegen.fta.core.cutsets import Families
from casegen.fta.core.diagram import DecisionDiagram, Numbers
from casegen.fta.errors import TooLarge
from casegen.model.decimals import in_own_context

_MOST_WORK = 300_000
_MOST_NODES = 40_000
"""steps and nodes after which the exact union is given up for the sum: some tens of milliseconds"""


def rare_event_shares(
    families: Families, p: Numbers, top: float, given_top: Sequence[float] | None
) -> list[float]:
    """Sum of the probabilities of the cut sets that hold each event, over the top's: an upper bound (E,).

    In a coherent tree the event and the top hold where such a set does, so that the event's probability ``given_top``
    (DIF) is a bound, too.  Without it a sum from 1 on says nothing: NaN, as of sets whose products have lost digits below
    the smallest number.
    """
    if top <= 0.0:
        return [0.0] * families.events
    of_sets = families.shares(p)
    sums = [x / top for x in of_sets]
    if min(of_sets, default=1.0) < any_size.SMALLEST:
        possible = families.shares([float(x > 0.0) for x in p])
        tiny = [x < any_size.SMALLEST and y > 0.0 for x, y in zip(of_sets, possible, strict=True)]
        sums = [math.nan if lost else x for x, lost in zip(sums, tiny, strict=True)]
    if given_top is None:
        return [x if x < 1.0 else math.nan for x in sums]
    return [x if math.isnan(x) else min(x, y, 1.0) for x, y in zip(sums, given_top, strict=True)]


class Unions:
    """The union of all cut sets that hold an event, for every event, as one diagram.

    It depends on the tree only, so that new probabilities cost one sweep.  Raises :class:`TooLarge` where
    building it takes too long.
    """

    def __init__(self, families: Families) -> None:
        rank = families.diagram.rank
        variables = families.events + len(families.modules)
        most = min(_MOST_NODES, 40 * len(families) + 1024)
        if len(families) > _MOST_WORK:
            raise TooLarge("the union of cut sets", _MOST_WORK)
        self.owner = kernels.ints(self._owners(families))
        level_variable = [0] * (max(rank, default=0) + 1)
        for v in range(variables):
            if self.owner[v] >= 0:
                level_variable[rank[v]] = v
        roots = [*families.modules, families.root]
        made = kernels.unions(families.nodes, rank, roots, level_variable, _MOST_WORK, most)
        if made is None:
            raise TooLarge("the union of cut sets", _MOST_WORK)
        modules = len(families.modules)
        self.modules = made.ids[:modules]
        self.with_variable = made.ids[modules + 1 :]
        self.diagram = DecisionDiagram(made.nodes._replace(proxies=self.modules), made.ids[modules], rank)

    def _owners(self, families: Families) -> list[int]:
        """The module each variable lies in; the number of modules for the top."""
        owner = [-1] * (families.events + len(families.modules))
        for m, root in enumerate([*families.modules, families.root]):
            seen, stack = set(), [root]
            while stack:
                n = stack.pop()
                if n > 1 and n not in seen:
                    seen.add(n)
                    owner[families.var[n]] = m
                    stack += [families.low[n], families.high[n]]
        return owner

    def shares(self, p: Numbers, top: float) -> list[float]:
        """Probability of the union of the cut sets that hold each event, over the top's (E,)."""
        events = self.diagram.events
        if top <= 0.0:
            return [0.0] * events
        value = self.diagram.values(p)
        shares = kernels.share_unions(value, self.with_variable, self.owner, self.modules, events, top)
        unions = zip(self.with_variable, shares, strict=True)
        tiny = [n for n, share in unions if n and min(value[n], share) < any_size.SMALLEST]
        if tiny:
            possible = self.diagram.values([float(x > 0.0) for x in p])
            if any(possible[n] for n in tiny):
                return self._shares_of_any_size(p, top)
        return list(shares[:events])

    @in_own_context
    def _shares_of_any_size(self, p: Numbers, top: float) -> list[float]:
        """As :meth:`shares`, where the probability of a union is below the smallest number; NaN where the share is."""
        value, events = any_size.chances(self.diagram, p), self.diagram.events
        whole = [value[n] for n in self.modules]
        share = [Decimal(0)] * len(self.owner)
        # a module's variable comes before the modules inside it
        for v in (*reversed(range(events, len(share))), *range(events)):
            m = self.owner[v]
            if m == len(whole):
                share[v] = any_size.times(value[self.with_variable[v]], Decimal(top), Decimal(1))
            elif m >= 0:
                share[v] = any_size.times(value[self.with_variable[v]], whole[m], share[events + m])
        return [float(x) if x == 0 or x >= any_size.SMALLEST else math.nan for x in share[:events]]
