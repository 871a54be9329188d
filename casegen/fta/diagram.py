"""A decision diagram as plain arrays, and everything that one sweep over it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen.fta import speed

Vector = NDArray[np.float64]
Numbers = Sequence[float] | Vector

_CHUNK = 1 << 18
"""numbers held at once while many samples are evaluated: two megabytes, a cache's worth"""
_SMALL = 3000
"""nodes up to which plain Python is as good as loading compiled kernels"""


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
        """Compiled kernels where they pay or are there already."""
        if isinstance(self.var, np.ndarray):
            return speed.compiled()
        return speed.plain()

    def values(self, p: Numbers) -> Any:
        """Probability of every node for event probabilities ``p`` (E,)."""
        if isinstance(self.var, np.ndarray):
            value: Any = np.empty(len(self.var))
            probability: Any = np.asarray(p, dtype=float)
        else:
            value = [0.0] * len(self.var)
            probability = [float(x) for x in p]
        self.kernels.evaluate(self.var, self.low, self.high, self.proxies, probability, value)
        return value

    def gradient(self, p: Numbers, root: int | None = None) -> tuple[float, Vector]:
        """Probability of the root and its derivatives by event probability (E,), in one reverse sweep."""
        value = self.values(p)
        top = self.root if root is None else root
        if isinstance(self.var, np.ndarray):
            weight: Any = np.zeros(len(self.var))
            slope: Any = np.zeros(self.events)
            probability: Any = np.asarray(p, dtype=float)
        else:
            weight, slope = [0.0] * len(self.var), [0.0] * self.events
            probability = [float(x) for x in p]
        self.kernels.differentiate(
            self.var, self.low, self.high, self.proxies, probability, value, top, weight, slope
        )
        return float(value[top]), np.asarray(slope)

    def many(self, P: Vector, root: int | None = None) -> Vector:
        """Probability of the root for samples ``P`` (E, S), one per column; shape (S,)."""
        top = self.root if root is None else root
        samples = P.shape[1]
        width = min(max(8, _CHUNK // max(1, len(self.var))), max(1, samples))
        if isinstance(self.var, np.ndarray):
            value = np.zeros((len(self.var), width))
            value[1] = 1.0
            result = np.empty(samples)
            speed.compiled().evaluate_many(
                self.var, self.low, self.high, self.proxies, np.ascontiguousarray(P), value, result, top
            )
            return result
        width = min(max(256, 4 * width), max(1, samples))
        return np.concatenate(
            [self._block(P[:, b : b + width])[top] for b in range(0, samples, width)] or [np.empty(0)]
        )

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
