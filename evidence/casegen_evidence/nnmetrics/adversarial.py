"""Adversarial confidence loss (paper 002 §II-D): how much confidence the worst small change takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import network
from casegen_evidence.nnmetrics.transformers import Target, Transformer

Array = NDArray[np.float64]


KEPT = 8
"""wrong answers that are kept with their inputs, to be looked at"""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An input that is answered wrongly: as the network saw it, its answer, and the confidence in that."""

    seen: Array
    answer: int
    confidence: float
    change: str = ""
    """the transformer that made it so"""


@dataclass(frozen=True, slots=True)
class ConfidenceLoss:
    """Per input: ``clean`` confidence in its class ``(n,)`` and the lowest one per transformer ``(n, T)``.

    ``flipped`` ``(n,)`` marks inputs that some candidate makes the network answer wrongly, ``wrong`` those it
    answers wrongly without any change; None where only confidences are known.  ``misread`` and ``turned`` hold the first
    :data:`KEPT` of each by their index: answered wrongly as they are, and only under a change.
    """

    clean: Array
    lowest: Array
    names: tuple[str, ...]
    flipped: NDArray[np.bool_] | None = None
    wrong: NDArray[np.bool_] | None = None
    misread: Mapping[int, Wrong] = field(default_factory=dict)
    turned: Mapping[int, Wrong] = field(default_factory=dict)

    @property
    def change(self) -> Array:
        """Per input: min over transformers of f(τ(x)) − f(x)."""
        return np.asarray((self.lowest - self.clean[:, None]).min(axis=1))

    @property
    def value(self) -> float:
        """The metric: mean change; 0 is best, −1 worst, for confidences in [0, 1]."""
        return float(self.change.mean())


def confidence_loss(
    model: Any,
    inputs: ArrayLike,
    labels: ArrayLike,
    transformers: Sequence[Transformer],
    *,
    seed: int = 0,
    low: float = 0.0,
    high: float = 1.0,
) -> ConfidenceLoss:
    """Attack ``inputs`` ``(n, …)`` of classes ``labels`` ``(n,)`` with every transformer; keep the worst of each.

    ``model`` is what :func:`casegen_evidence.nnmetrics.networks.network` takes.  The worst *found* change is reported:
    the worst that exists within the limits may be worse.
    """
    x = np.asarray(inputs, dtype=float)
    y = np.asarray(labels, dtype=np.int64)
    if y.shape != (len(x),) or not len(x):
        raise InputProblem(f"expected one label for each of {len(x)} inputs, found shape {y.shape}")
    if not transformers:
        raise InputProblem("expected at least one transformer, found none")
    if x.min() < low or x.max() > high:
        raise InputProblem(
            f"expected pixels in [{low:g}, {high:g}]; found {x.min():.4g} to {x.max():.4g}. State low and high"
        )
    target = Target(network(model), x, y, low, high)
    rows = np.arange(len(x))
    p = target.network.probabilities(x)
    if y.min() < 0 or y.max() >= p.shape[1]:
        raise InputProblem(f"expected labels 0 to {p.shape[1] - 1}, found {y.min()} to {y.max()}")
    clean, wrong = p[rows, y], p.argmax(axis=1) != y
    flipped = wrong.copy()
    misread = {
        int(i): Wrong(x[i], int(p[i].argmax()), float(p[i].max())) for i in np.flatnonzero(wrong)[:KEPT]
    }
    turned: dict[int, Wrong] = {}
    lowest = np.full((len(x), len(transformers)), np.inf)
    rng = np.random.default_rng(seed)
    for t, transformer in enumerate(transformers):
        for candidate in transformer.candidates(target, rng):
            q = target.network.probabilities(candidate)
            lowest[:, t] = np.minimum(lowest[:, t], q[rows, y])
            now = q.argmax(axis=1) != y
            flipped = flipped | now
            turned = _worst(turned, transformer.name, candidate, q, np.flatnonzero(now & ~wrong))
    return ConfidenceLoss(clean, lowest, tuple(t.name for t in transformers), flipped, wrong, misread, turned)


def _worst(
    turned: Mapping[int, Wrong], change: str, seen: Array, q: Array, wrong: NDArray[np.intp]
) -> dict[int, Wrong]:
    """The first :data:`KEPT` inputs that a change turned, each as it is answered wrongly most firmly."""
    result = dict(turned)
    for i in wrong[:KEPT].tolist():
        answer = Wrong(seen[i].copy(), int(q[i].argmax()), float(q[i].max()), change)
        if i not in result or answer.confidence > result[i].confidence:
            result[i] = answer
    return {i: result[i] for i in sorted(result)[:KEPT]}


def from_confidences(clean: ArrayLike, perturbed: Mapping[str, ArrayLike]) -> ConfidenceLoss:
    """The metric from confidences computed elsewhere: ``clean`` ``(n,)`` and one column per transformer."""
    base = np.asarray(clean, dtype=float)
    if not perturbed or not len(base):
        raise InputProblem("expected confidences of at least one input and one transformer, found none")
    columns = []
    for name, column in perturbed.items():
        values = np.asarray(column, dtype=float)
        if values.shape != base.shape:
            raise InputProblem(f"expected {len(base)} confidences for {name}, found shape {values.shape}")
        columns.append(values)
    table = np.stack(columns, axis=1)
    both = np.concatenate([base, table.ravel()])
    if not ((both >= 0) & (both <= 1)).all():
        raise InputProblem(
            f"expected confidences in [0, 1]; found {np.nanmin(both):.4g} to {np.nanmax(both):.4g}. Give "
            "probabilities, not logits"
        )
    return ConfidenceLoss(base, table, tuple(perturbed))
