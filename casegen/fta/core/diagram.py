"""A decision diagram as plain arrays, and everything that one sweep over it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from casegen.fta.arrays import Vector, np
from casegen.fta.core import kernels
from casegen.fta.core.kernels import Nodes

Numbers = Sequence[float] | Vector

_CACHED = 1 << 15
"""numbers held at once while many samples are evaluated: half a second-level cache, as places are used again"""

_MOST_EXACT = 200
"""nodes of a diagram that is evaluated in rational arithmetic"""


@dataclass(frozen=True, eq=False)
class DecisionDiagram:
    """Reduced ordered diagrams of a tree's modules, children before parents, without complement edges.

    Node 0 is false, node 1 true; node ``n`` tests ``var[n]`` and continues at ``high[n]`` when it holds,
    at ``low[n]`` when not.  Variables below ``events`` are basic events; variable ``events + m`` stands for
    the module whose root is node ``proxies[m]``.  ``rank`` orders the variables.
    """

    nodes: Nodes
    root: int
    rank: Any
    roots: Mapping[str, int] = field(default_factory=dict)
    """root node of named gates; empty where only the top was asked for"""

    def __len__(self) -> int:
        return len(self.nodes.var)

    @property
    def events(self) -> int:
        return self.nodes.events

    @property
    def var(self) -> Any:
        return self.nodes.var

    @property
    def low(self) -> Any:
        return self.nodes.low

    @property
    def high(self) -> Any:
        return self.nodes.high

    @property
    def proxies(self) -> Any:
        return self.nodes.proxies

    def values(self, p: Numbers) -> Any:
        """Probability of every node for event probabilities ``p`` (E,)."""
        return kernels.evaluate(self.nodes, p)

    def exactly(self, p: Sequence[Fraction | None]) -> Fraction | None:
        """Probability of the root in rational arithmetic; None where one is not known or the diagram large."""
        if len(self) > _MOST_EXACT:
            return None
        value = [Fraction(0), Fraction(1)]
        for n in range(2, len(self)):
            at = self.var[n]
            x = p[at] if at < self.events else value[self.proxies[at - self.events]]
            if x is None:
                return None
            value.append(x * value[self.high[n]] + (1 - x) * value[self.low[n]])
        return value[self.root]

    def depth(self) -> int:
        """Nodes on the longest way from the root to a leaf, those of modules on the way included."""
        below = [0, 0]
        for at, low, high in zip(self.var[2:], self.low[2:], self.high[2:], strict=True):
            module = below[self.proxies[at - self.events]] if at >= self.events else 0
            below.append(1 + module + max(below[low], below[high]))
        return below[self.root]

    def gradient(self, p: Numbers, root: int | None = None) -> tuple[float, Vector]:
        """Probability of the root and its derivatives by event probability (E,), in one reverse sweep."""
        value, slope = kernels.gradient(self.nodes, p, self.root if root is None else root)
        return value, np.frombuffer(slope).copy()

    def importance(self, p: Numbers) -> tuple[float, Vector, Vector]:
        """Top, probabilities as an array (E,), and Birnbaum, criticality, DIF, RAW, RRW (5, E), in two sweeps.

        The top is -1 when a probability lies outside [0, 1].
        """
        probability = np.asarray(p, dtype=float)
        top, columns = kernels.rate_events(self.nodes, probability, self.root)
        return top, probability, np.frombuffer(columns).reshape(5, -1)

    def many(self, P: Vector, root: int | None = None) -> Vector:
        """Probability of the root for samples ``P`` (E, S), one per column; shape (S,)."""
        if not self.events:
            return np.full(P.shape[1], float(self.values([])[self.root if root is None else root]))
        top = self.root if root is None else root
        plan, places, place = self._plan if top == self.root else kernels.plan_sweep(self.nodes, top)
        width = min(max(256, _CACHED // places), max(1, P.shape[1]))
        samples = np.ascontiguousarray(P, dtype=float)
        return np.frombuffer(kernels.evaluate_many(plan, samples, places, width, place))

    @cached_property
    def _plan(self) -> tuple[bytes, int, int]:
        return kernels.plan_sweep(self.nodes, self.root)

    def arrays(self, events: Sequence[str]) -> dict[str, Any]:
        """The diagram as JSON-able lists, for a page that evaluates it by itself.

        In order of ``n`` from 2: ``value[n] = p*value[high[n]] + (1-p)*value[low[n]]``, with ``value[0] = 0``
        and ``value[1] = 1``; ``p`` is event ``var[n]``'s probability, or, when ``var[n]`` is at least
        ``events.length``, ``value[proxies[var[n] - events.length]]``.  The top is ``value[root]``, gate ``g``
        is ``value[gates[g]]``.
        """
        return {
            "events": list(events), "var": list(self.var), "low": list(self.low), "high": list(self.high),
            "proxies": list(self.proxies), "root": self.root, "gates": dict(self.roots),
        }  # fmt: skip
