"""Adversarial confidence loss (paper 002 §II-D): how much confidence the worst small change takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.blocks import Workers
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import Network, network, softmax
from casegen_evidence.nnmetrics.transformers import AttackTarget, Transformer
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.streams import stream
from casegen_evidence.threads import one_thread

Array = NDArray[np.float64]
BLOCK = 500
"""Inputs per block."""


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
    still: NDArray[np.bool_] | None = None
    """``(n,)`` inputs of which no candidate changes any score, by any digit; None where only confidences are known"""
    reach: Mapping[str, float] = field(default_factory=dict)
    """largest change of a pixel that each transformer made"""
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


@in_own_arithmetic
def confidence_loss(
    model: Any,
    inputs: ArrayLike,
    labels: ArrayLike,
    transformers: Sequence[Transformer],
    *,
    seed: int = 0,
    low: float = 0.0,
    high: float = 1.0,
    workers: Workers | None = None,
    name: str = "attacks",
) -> ConfidenceLoss:
    """Attack ``inputs`` ``(n, …)`` of classes ``labels`` ``(n,)`` with every transformer; keep the worst of each.

    ``model`` is what :func:`casegen_evidence.nnmetrics.networks.network` takes.  The worst *found* change is reported:
    the worst that exists within the limits may be worse.  Results do not depend on ``workers``, which keep finished
    blocks under ``name``: attacks of one run on several networks, or by other transformers, have names of their own.
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
    names = tuple(t.name for t in transformers)
    parts = (workers or Workers()).run(
        name,
        range(-(-len(x) // BLOCK)),
        _Attack(network(model), tuple(transformers), seed, low, high),
        "attacks",
        lambda k: (k, x[k * BLOCK : (k + 1) * BLOCK], y[k * BLOCK : (k + 1) * BLOCK]),
    )
    clean, lowest, flipped, wrong, still = (
        np.concatenate([part[name] for part in parts])
        for name in ("clean", "lowest", "flipped", "wrong", "still")
    )
    furthest = np.max([part["reach"] for part in parts], axis=0).tolist()
    misread, turned = (_first(parts, name, names) for name in ("misread", "turned"))
    return ConfidenceLoss(
        clean, lowest, names, flipped, wrong, still, dict(zip(names, furthest, strict=True)), misread, turned
    )


@dataclass(frozen=True, slots=True)
class _Attack:
    """Called with a block's number, inputs and labels: its part of :class:`ConfidenceLoss`, as arrays."""

    network: Network
    transformers: tuple[Transformer, ...]
    seed: int
    low: float
    high: float

    def __call__(self, given: tuple[int, Array, NDArray[np.int64]]) -> dict[str, NDArray[Any]]:
        number, x, y = given
        with one_thread():  # torch is loaded by now
            # a copy: joblib hands large arrays on as files that cannot be written, of which torch warns
            return self._loss(AttackTarget(self.network, x.copy(), y, self.low, self.high), number)

    def _loss(self, target: AttackTarget, number: int) -> dict[str, NDArray[Any]]:
        x, y, rows = target.inputs, target.labels, np.arange(len(target.labels))
        z = self.network.scores(x)
        p = softmax(z)
        if y.min() < 0 or y.max() >= p.shape[1]:
            raise InputProblem(f"expected labels 0 to {p.shape[1] - 1}, found {y.min()} to {y.max()}")
        clean, wrong = p[rows, y], p.argmax(axis=1) != y
        flipped = wrong.copy()
        misread = {
            int(i): Wrong(x[i], int(p[i].argmax()), float(p[i].max())) for i in np.flatnonzero(wrong)[:KEPT]
        }
        turned: dict[int, Wrong] = {}
        lowest = np.full((len(x), len(self.transformers)), np.inf)
        still, reach = np.ones(len(x), dtype=bool), np.zeros(len(self.transformers))
        for t, transformer in enumerate(self.transformers):
            # each has the block's stream from its start: one among several finds what it finds alone
            rng = stream(self.seed, 0xAD, number) if number else np.random.default_rng(self.seed)
            for candidate in transformer.candidates(target, rng):
                moved = self.network.scores(candidate)
                still &= (moved == z).all(axis=1)
                reach[t] = max(reach[t], np.abs(candidate - x).max())
                q = softmax(moved)
                lowest[:, t] = np.minimum(lowest[:, t], q[rows, y])
                now = q.argmax(axis=1) != y
                flipped = flipped | now
                turned = _worst(turned, transformer.name, candidate, q, np.flatnonzero(now & ~wrong))
        names = [t.name for t in self.transformers]
        return {
            "clean": clean, "lowest": lowest, "flipped": flipped, "wrong": wrong, "still": still, "reach": reach,
            **_columns("misread", misread, x, names), **_columns("turned", turned, x, names),
        }  # fmt: skip


def _columns(
    name: str, kept: Mapping[int, Wrong], x: Array, changes: Sequence[str]
) -> dict[str, NDArray[Any]]:
    """Kept answers as arrays, as blocks are made of; ``changes`` are numbered from 1, 0 is none."""
    rows = list(kept.values())
    return {
        name: np.array(list(kept), dtype=np.int64),
        f"{name}-seen": np.array([w.seen for w in rows]).reshape(len(rows), *x.shape[1:]),
        f"{name}-answer": np.array([w.answer for w in rows], dtype=np.int64),
        f"{name}-confidence": np.array([w.confidence for w in rows], dtype=float),
        f"{name}-change": np.array(
            [changes.index(w.change) + 1 if w.change else 0 for w in rows], dtype=np.int64
        ),
    }


def _first(
    parts: Sequence[Mapping[str, NDArray[Any]]], name: str, changes: Sequence[str]
) -> dict[int, Wrong]:
    """The first :data:`KEPT` over all blocks."""
    result: dict[int, Wrong] = {}
    for number, part in enumerate(parts):
        columns = (part[name], *(part[f"{name}-{c}"] for c in ("seen", "answer", "confidence", "change")))
        for i, seen, answer, confidence, change in zip(*columns, strict=True):
            if len(result) < KEPT:
                made = Wrong(seen, int(answer), float(confidence), changes[change - 1] if change else "")
                result[number * BLOCK + int(i)] = made
    return result


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
        raise InputProblem(
            "expected confidences of at least one input and one transformer, found none. Give a column for each "
            "transformer beside clean"
        )
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
