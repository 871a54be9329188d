"""Fussell-Vesely importance by its definition: a minimal cut set that holds the event has failed.

With modules the shares multiply: ``FV(e) = P(cut sets of the module with e) / P(module) * FV(module)``,
because a module shares no event with the rest of the tree.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from casegen.fta import speed
from casegen.fta.arrays import np
from casegen.fta.cutsets import Families
from casegen.fta.diagram import Diagram, Numbers
from casegen.fta.errors import TooLarge

_PLAIN_WORK = 20_000
_COMPILED_WORK = 300_000
_PLAIN_NODES = 5_000
_COMPILED_NODES = 40_000
"""steps and nodes after which the exact union is given up for the sum: some tens of milliseconds"""


def rare_event_shares(families: Families, p: Numbers, top: float) -> list[float]:
    """Sum of the probabilities of the cut sets that hold each event, over the top's; at most 1 (E,)."""
    if top <= 0.0:
        return [0.0] * families.events
    return [min(1.0, x / top) for x in families.shares(p)]


class Unions:
    """The union of all cut sets that hold an event, for every event, as one diagram.

    It depends on the tree only, so that new probabilities cost one sweep.  Raises :class:`TooLarge` where
    building it takes too long.
    """

    def __init__(self, families: Families) -> None:
        kernels = families.kernels
        rank = families.diagram.rank
        variables = families.events + len(families.diagram.proxies)
        roots = kernels.array([*(int(m) for m in families.modules), families.root])
        work = _COMPILED_WORK if kernels.compiled else _PLAIN_WORK
        most = min(_COMPILED_NODES if kernels.compiled else _PLAIN_NODES, 40 * len(families) + 1024)
        if len(families) > work:
            raise TooLarge("the union of cut sets", work)
        build = speed.interruptible(kernels.unions) if kernels.compiled else kernels.unions
        node, size, of_root, of_variable, status = build(
            families.var,
            families.low,
            families.high,
            roots,
            rank,
            variables,
            work,
            most,
        )
        if status != 0:
            raise TooLarge("the union of cut sets", work)
        self.owner = self._owners(families)
        level_variable = [0] * (max((int(r) for r in rank), default=0) + 1)
        for v in range(variables):
            if self.owner[v] >= 0:
                level_variable[int(rank[v])] = v
        wanted = kernels.array([*(int(x) for x in of_root), *(int(x) for x in of_variable)])
        var, low, high, ids = kernels.extract(node, size, wanted, kernels.array(level_variable))
        results = [int(i) for i in ids]
        modules = len(families.modules)
        self.modules = results[:modules]
        self.with_variable = results[modules + 1 :]
        self.diagram = Diagram(
            events=families.events, var=var, low=low, high=high, proxies=kernels.array(self.modules),
            root=results[modules], rank=rank, roots={},
        )  # fmt: skip

    def _owners(self, families: Families) -> list[int]:
        """The module each variable lies in; the number of modules for the top."""
        owner = [-1] * (families.events + len(families.modules))
        for m, root in enumerate([*families.modules, families.root]):
            seen, stack = set(), [int(root)]
            while stack:
                n = stack.pop()
                if n > 1 and n not in seen:
                    seen.add(n)
                    owner[int(families.var[n])] = m
                    stack += [int(families.low[n]), int(families.high[n])]
        return owner

    def shares(self, p: Numbers, top: float) -> list[float]:
        """Probability of the union of the cut sets that hold each event, over the top's (E,)."""
        events = self.diagram.events
        if top <= 0.0:
            return [0.0] * events
        value = self.diagram.values(p)
        if isinstance(value, list):
            result = [0.0] * len(self.owner)
            speed.plain().share_unions(
                value, self.with_variable, self.owner, self.modules, events, top, result
            )
            return result[:events]
        shares = np.empty(len(self.owner))
        speed.compiled().share_unions(value, *self._arrays, events, top, shares)
        return [float(x) for x in shares[:events].tolist()]

    @cached_property
    def _arrays(self) -> tuple[Any, Any, Any]:
        return tuple(np.array(a, dtype=np.int64) for a in (self.with_variable, self.owner, self.modules))  # type: ignore[return-value]
