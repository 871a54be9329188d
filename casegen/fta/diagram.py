"""A decision diagram as plain arrays, and everything that one sweep over it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen.fta import kernels

Vector = NDArray[np.float64]

_CHUNK = 1 << 21
"""numbers held at once while many samples are evaluated"""


@dataclass(frozen=True)
class Diagram:
    """Reduced ordered diagrams of a tree's modules, children before parents, without complement edges.

    Node 0 is false, node 1 true; node ``n`` tests ``var[n]`` and continues at ``high[n]`` when it holds,
    at ``low[n]`` when not.  Variables below ``events`` are basic events; variable ``events + m`` stands for
    the module whose root is node ``proxies[m]`` (increasing).  ``rank`` orders the variables.
    """

    events: int
    var: Sequence[int]
    low: Sequence[int]
    high: Sequence[int]
    proxies: Sequence[int]
    root: int
    rank: Sequence[int]
    roots: Mapping[str, int]
    """root node of named gates; empty where only the top was asked for"""

    def __len__(self) -> int:
        return len(self.var)

    def values(self, p: Sequence[float]) -> tuple[list[float], list[float]]:
        """Probability of every node, and of events and modules, for event probabilities ``p`` (E,)."""
        probability = [*map(float, p), *([0.0] * len(self.proxies))]
        value = [0.0] * len(self.var)
        kernels.evaluate(self.var, self.low, self.high, self.proxies, probability, value)
        return value, probability

    def gradient(self, p: Sequence[float], root: int | None = None) -> tuple[float, Vector]:
        """Probability of the root and its derivatives by event probability (E,), in one reverse sweep."""
        value, probability = self.values(p)
        slope = [0.0] * len(probability)
        weight = [0.0] * len(self.var)
        top = self.root if root is None else root
        kernels.differentiate(
            self.var, self.low, self.high, self.proxies, probability, value, top, weight, slope
        )
        return value[top], np.array(slope[: self.events])

    def many(self, P: Vector, roots: Sequence[int] | None = None) -> Vector:
        """Probability of ``roots`` (default: the top) for samples ``P`` (E, S); shape (len(roots), S)."""
        wanted = [self.root] if roots is None else list(roots)
        samples = P.shape[1]
        out = np.empty((len(wanted), samples))
        width = max(1, _CHUNK // max(1, len(self.var)))
        for begin in range(0, samples, width):
            block = self._block(np.ascontiguousarray(P[:, begin : begin + width]))
            out[:, begin : begin + width] = block[wanted]
        return out

    def _block(self, P: Vector) -> Vector:
        width = P.shape[1]
        value = np.empty((len(self.var), width))
        value[0], value[1] = 0.0, 1.0
        modules = np.empty((len(self.proxies), width))
        due = 0
        for n in range(2, len(self.var)):
            v = self.var[n]
            p = P[v] if v < self.events else modules[v - self.events]
            value[n] = p * value[self.high[n]] + (1.0 - p) * value[self.low[n]]
            while due < len(self.proxies) and self.proxies[due] == n:
                modules[due] = value[n]
                due += 1
        return value

    def arrays(self, events: Sequence[str]) -> dict[str, Any]:
        """The diagram as JSON-able lists, for a page that evaluates it by itself.

        In order of ``n`` from 2: ``value[n] = p*value[high[n]] + (1-p)*value[low[n]]``, with ``value[0] = 0``
        and ``value[1] = 1``; ``p`` is event ``var[n]``'s probability, or, when ``var[n]`` is at least
        ``events.length``, ``value[proxies[var[n] - events.length]]``.  The top is ``value[root]``, gate ``g`` is
        ``value[gates[g]]``.
        """
        return {
            "events": list(events), "var": [int(x) for x in self.var], "low": [int(x) for x in self.low],
            "high": [int(x) for x in self.high], "proxies": [int(x) for x in self.proxies],
            "root": int(self.root), "gates": {name: int(node) for name, node in self.roots.items()},
        }  # fmt: skip
