"""Safety functions: a limit on the network's input, learned from harmful failures, and what it gains.

A safety function clips one dimension of the input short of where harm was seen (paper 000, "Performance with
a Safety Function").  It is learned on scenarios of its own; what it gains is measured on others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Numeric
from casegen_evidence.dependability.prediction import HARM, Share
from casegen_evidence.dependability.scenarios import ScenarioTests
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
Side = Literal["below", "above"]


@dataclass(frozen=True, slots=True)
class InputLimit:
    """Clip ``dimension`` of the input to stay ``side`` ``threshold``."""

    dimension: str
    side: Side
    threshold: float

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The values shown to the network."""
        bound = np.float32(self.threshold)
        clipped: NDArray[np.float32] = (
            np.minimum(values, bound) if self.side == "below" else np.maximum(values, bound)
        )
        return clipped

    def describe(self, unit: str = "") -> str:
        """In words: ``y kept below 38.0 in``."""
        return f"{self.dimension} kept {self.side} {self.threshold:.6g} {unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A limit, and the share of learning scenarios it changes."""

    limit: InputLimit
    clipped: float


@in_own_arithmetic
def candidates(
    learning: ScenarioTests, margin: float, dimensions: Sequence[str] | None = None, spare: float = 0.0
) -> list[Candidate]:
    """Limits that keep clear of harm by ``margin`` (the paper's δ), in each dimension from each side.

    ``spare`` is the share of harmful scenarios that may be left beyond the limit (0: the paper's minimum).
    Sorted by the share of scenarios they change, least first; limits that would leave the domain are left out.
    """
    harmful = learning.scenarios[learning.modes == HARM]
    if not len(harmful):
        raise InputProblem(
            "expected harmful failures among the learning scenarios to set a limit by, found none. Test more "
            "scenarios, or where harm is likelier"
        )
    results = []
    for name in dimensions or learning.domain.names:
        k = learning.domain.index(name)
        d = learning.domain.dimensions[k]
        if not isinstance(d, Numeric):
            continue
        ends = np.quantile(harmful[:, k], [spare, 1 - spare])
        limits = (
            InputLimit(name, "below", float(ends[0]) - margin),
            InputLimit(name, "above", float(ends[1]) + margin),
        )
        results += [_candidate(learning, limit, k) for limit in limits if d.lower < limit.threshold < d.upper]
    return sorted(results, key=lambda c: c.clipped)


def _candidate(learning: ScenarioTests, limit: InputLimit, k: int) -> Candidate:
    x = learning.scenarios[:, k]
    beyond = x > limit.threshold if limit.side == "below" else x < limit.threshold
    return Candidate(limit, float(beyond.mean()))


@dataclass(frozen=True, slots=True)
class Gain:
    """Modes before and after ``(3 counts each)``, with exact limits, and the harm that remains and is removed."""

    before: tuple[Share, Share, Share]
    after: tuple[Share, Share, Share]
    remaining: Share
    """Harm after over harm before; at most 1 where the function helps."""
    factor: Share
    """Harm before over harm after; ``upper`` is infinite where no harm was seen after."""


def gain(before: Sequence[int], after: Sequence[int], confidence: float) -> Gain:
    """Compare independent runs without and with the safety function, counts per mode.

    Modes have Clopper–Pearson limits.  The ratio of harm is exact given the harmful runs of both together
    (Przyborowski & Wilenski 1940): binomial, conservative for rare harm.  Each limit holds with ``confidence``.
    """
    from casegen_evidence.bounds import clopper_pearson
    from casegen_evidence.dependability.comparison import observed_shares

    k1, k2, n1, n2 = before[HARM], after[HARM], sum(before), sum(after)
    if not k1:
        raise InputProblem(
            "expected harmful failures without the safety function, found none: no factor exists"
        )
    low, high = (float(x) for x in clopper_pearson(k2, k1 + k2, confidence))
    scale = n1 / n2
    remaining = Share(k2 / k1 * scale, low / (1 - low) * scale, high / (1 - high) * scale)
    factor = Share(
        1 / remaining.value if k2 else np.inf,
        1 / remaining.upper,
        1 / remaining.lower if remaining.lower > 0 else np.inf,
    )
    return Gain(observed_shares(before, confidence), observed_shares(after, confidence), remaining, factor)
