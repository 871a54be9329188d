"""Weighted confusion (paper 002 §II-H): accuracy that counts an error by its severity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.suggestions import near

Array = NDArray[np.float64]
Severities = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class WeightedConfusion:
    """``counts[a, b]`` inputs of class a answered as b, ``weights[a, b]`` their severity."""

    classes: tuple[str, ...]
    counts: NDArray[np.int64]
    weights: Array

    @property
    def worst(self) -> float:
        """Largest severity, w_max."""
        return float(self.weights.max())

    @property
    def losses(self) -> Array:
        """Severity of every input as a share of the largest, in [0, 1], ``(n,)``, grouped by cell."""
        return np.repeat((self.weights / self.worst).ravel(), self.counts.ravel())

    @property
    def value(self) -> float:
        """1 − Σ_{a≠b} w_ab n_ab / Σ_a w_max n_a; 1 is best."""
        return float(1 - (self.weights * self.counts).sum() / (self.worst * self.counts.sum()))

    @property
    def accuracy(self) -> float:
        """Share of correct answers."""
        return float(np.trace(self.counts) / self.counts.sum())

    @property
    def critical(self) -> int:
        """Number of errors of the largest severity."""
        return int(self.counts[self.weights == self.worst].sum())


@in_own_arithmetic
def weighted_confusion(
    true: Sequence[str], predicted: Sequence[str], severities: Severities, default: float | None = None
) -> WeightedConfusion:
    """Confusion counts and severities from answers.

    ``severities[a][b]`` is the severity (above 0, any scale) of answering b for an input of class a; pairs
    without an entry take ``default`` (an :class:`InputProblem` where there is none).
    """
    if len(true) != len(predicted) or not len(true):
        raise InputProblem(
            f"expected as many answers as inputs, at least one; found {len(true)} labels and {len(predicted)} "
            "answers. The rows are misaligned"
        )
    return confusion_of_pairs(Counter(zip(true, predicted, strict=True)), severities, default)


def confusion_of_pairs(
    pairs: Mapping[tuple[str, str], int], severities: Severities, default: float | None = None
) -> WeightedConfusion:
    """The same from the number of rows per pair of class and answer, which takes no memory per row."""
    named = {name for pair in pairs for name in pair}
    classes = tuple(sorted({*named, *severities, *(b for r in severities.values() for b in r)}))
    index = {c: i for i, c in enumerate(classes)}
    counts = np.zeros((len(classes), len(classes)), dtype=np.int64)
    for (true, said), number in pairs.items():
        counts[index[true], index[said]] = number
    weights = _weights(classes, counts, severities, default)
    return WeightedConfusion(classes, counts, weights)


def _weights(
    classes: tuple[str, ...], counts: NDArray[np.int64], severities: Severities, default: float | None
) -> Array:
    weights = np.zeros((len(classes), len(classes)))
    for i, a in enumerate(classes):
        for j, b in enumerate(classes):
            given = severities.get(a, {}).get(b, default)
            if i == j:
                if severities.get(a, {}).get(b, 0.0) != 0:
                    raise InputProblem(f"expected no severity for a correct answer; found one for {a} as {b}")
                continue
            if given is None and counts[i, j]:
                raise InputProblem(
                    f"expected a severity for {a} answered as {b}, which occurs {counts[i, j]} times; the table "
                    f"has {_rows(severities)}{near(a, tuple(severities))}. Add it, or a default"
                )
            if given is not None and not (given >= 0 and np.isfinite(given)):
                raise InputProblem(f"expected a severity of at least 0 for {a} as {b}, found {given}")
            weights[i, j] = given or 0.0
    if weights.max() <= 0:
        raise InputProblem("expected at least one severity above 0, found none")
    return weights


def _rows(severities: Severities) -> str:
    return ", ".join(f"{a} → {'/'.join(row)}" for a, row in severities.items()) or "no rows"
