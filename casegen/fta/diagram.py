"""A decision diagram as plain arrays, and everything that one sweep over it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casegen.fta import speed
from casegen.fta.arrays import Vector, np

Numbers = Sequence[float] | Vector

_CHUNK = 1 << 18
"""numbers held at once while many samples are evaluated: two megabytes, a cache's worth"""
_CACHED = 1 << 15
"""the same in the compiled sweep, which gives a node's place to another after its last use: half a second-level cache"""


@dataclass(frozen=True, eq=False)
class Diagram:
    """Reduced ordered diagrams of a tree's modules, children before parents, without complement edges.

    Node 0 is false, node 1 true; node ``n`` tests ``var[n]`` and continues at ``high[n]`` when it holds,
    at ``low[n]`` when not.  Variables below ``events`` are basic events; variable ``events + m`` stands for
    the module whose root is node ``proxies[m]``.  ``rank`` orders the variables.
    """

    events: int
    var: Any
    low: Any
    high: Any
    proxies: Any
    root: int
    rank: Any
    roots: Mapping[str, int]
    """root node of named gates; empty where only the top was asked for"""

    def __len__(self) -> int:
        return len(self.var)

    @property
    def kernels(self) -> Any:
        """Compiled kernels where the diagram was built by them, so that its arrays are theirs."""
        return speed.plain() if isinstance(self.var, list) else speed.compiled()

    @property
    def _compiled(self) -> bool:
        """Whether compiled kernels sweep: they pay for large diagrams, and for all once they are in memory."""
        return speed.loaded() or not isinstance(self.var, list)

    def values(self, p: Numbers) -> Any:
        """Probability of every node for event probabilities ``p`` (E,)."""
        if self._compiled:
            value: Any = np.empty(len(self.var))
            speed.compiled().evaluate(*self._arrays, np.asarray(p, dtype=float), value)
            return value
        value = [0.0] * len(self.var)
        speed.plain().evaluate(self.var, self.low, self.high, self.proxies, [float(x) for x in p], value)
        return value

    def gradient(self, p: Numbers, root: int | None = None) -> tuple[float, Vector]:
        """Probability of the root and its derivatives by event probability (E,), in one reverse sweep."""
        value = self.values(p)
        top = self.root if root is None else root
        if self._compiled:
            weight: Any = np.zeros(len(self.var))
            slope: Any = np.zeros(self.events)
            probability: Any = np.asarray(p, dtype=float)
            speed.compiled().differentiate(*self._arrays, probability, value, top, weight, slope)
            return float(value[top]), slope
        weight, slope = [0.0] * len(self.var), [0.0] * self.events
        speed.plain().differentiate(
            self.var, self.low, self.high, self.proxies, [float(x) for x in p], value, top, weight, slope
        )
        return float(value[top]), np.asarray(slope)

    def importance(self, p: Numbers) -> tuple[float, Vector, Vector]:
        """Top, probabilities as an array (E,), and Birnbaum, criticality, DIF, RAW, RRW (5, E), in two sweeps.

        The top is -1 when a probability lies outside [0, 1].
        """
        probability = np.asarray(p, dtype=float)
        if self._compiled:
            column: Any = np.empty(5 * self.events)
            top = speed.compiled().rate_events(*self._arrays, probability, self.root, column)
            return top, probability, column.reshape(5, -1)
        column = [0.0] * (5 * self.events)
        top = speed.plain().rate_events(
            self.var, self.low, self.high, self.proxies, probability.tolist(), self.root, column
        )
        return top, probability, np.array(column).reshape(5, -1)

    @cached_property
    def _arrays(self) -> tuple[Any, Any, Any, Any]:
        """Variables, low, high and proxies as the arrays that compiled kernels take."""
        var, low, high = (np.asarray(a, dtype=np.int32) for a in (self.var, self.low, self.high))
        return var, low, high, np.asarray(self.proxies, dtype=np.int64)

    def many(self, P: Vector, root: int | None = None) -> Vector:
        """Probability of the root for samples ``P`` (E, S), one per column; shape (S,)."""
        top = self.root if root is None else root
        samples = P.shape[1]
        if self._compiled:
            plan, places, place = self._plan if top == self.root else self._planned(top)
            width = min(max(256, _CACHED // places), max(1, samples))
            value, result = np.empty((places, width)), np.empty(samples)
            speed.compiled().evaluate_many(
                plan, len(self.var) - 2, np.ascontiguousarray(P, dtype=float), value, result, place
            )
            return result
        width = min(max(256, _CHUNK // max(1, len(self.var))), max(1, samples))
        return np.concatenate(
            [self._block(P[:, b : b + width])[top] for b in range(0, samples, width)] or [np.empty(0)]
        )

    @cached_property
    def _plan(self) -> tuple[Any, int, int]:
        return self._planned(self.root)

    def _planned(self, root: int) -> tuple[Any, int, int]:
        plan, places, place = speed.compiled().plan_sweep(*self._arrays, self.events, root)
        return plan, int(places), int(place)

    def _block(self, P: Vector) -> Vector:
        value = np.empty((len(self.var), P.shape[1]))
        value[0], value[1] = 0.0, 1.0
        for n in range(2, len(self.var)):
            v = self.var[n]
            p = P[v] if v < self.events else value[self.proxies[v - self.events]]
            low = value[self.low[n]]
            value[n] = low + p * (value[self.high[n]] - low)
        return value

    def arrays(self, events: Sequence[str]) -> dict[str, Any]:
        """The diagram as JSON-able lists, for a page that evaluates it by itself.

        In order of ``n`` from 2: ``value[n] = p*value[high[n]] + (1-p)*value[low[n]]``, with ``value[0] = 0``
        and ``value[1] = 1``; ``p`` is event ``var[n]``'s probability, or, when ``var[n]`` is at least
        ``events.length``, ``value[proxies[var[n] - events.length]]``.  The top is ``value[root]``, gate ``g``
        is ``value[gates[g]]``.
        """
        return {
            "events": list(events), "var": [int(x) for x in self.var], "low": [int(x) for x in self.low],
            "high": [int(x) for x in self.high], "proxies": [int(x) for x in self.proxies],
            "root": int(self.root), "gates": {name: int(node) for name, node in self.roots.items()},
        }  # fmt: skip
