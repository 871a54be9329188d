"""Least change that makes a network answer wrongly, by DeepFool: what paper 003 sets its pmi beside (Appendix C).

The change that is found is an upper limit of the least one that exists; its mean over inputs (paper 003 Table 6)
says how far failures lie, and nothing of how often an input in operation meets one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import Network, network
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
Norm = Literal["linf", "l2"]
BISECTIONS = 12
"""Halvings of the way between input and failure: the size found is at most 2⁻¹² of it above the boundary's."""

ROUNDED = 1e-3
"""share of the range of the scores that a step crosses at least where the answer goes by rounded ones"""


@dataclass(frozen=True, slots=True)
class LeastChange:
    """Size of the least change found per input ``(n,)``, 0 where the answer is wrong as it is, NaN where none was
    found; ``changed`` ``(n, …)`` are the inputs so changed."""

    size: Array
    changed: Array
    norm: Norm

    @property
    def flipped(self) -> NDArray[np.bool_]:
        """Inputs for which a change was found."""
        return ~np.isnan(self.size)

    @property
    def value(self) -> float:
        """Mean size over the inputs for which a change was found; NaN if there is none."""
        return float(self.size[self.flipped].mean()) if self.flipped.any() else float("nan")


@in_own_arithmetic
def least_change(
    model: Any,
    inputs: ArrayLike,
    labels: ArrayLike,
    *,
    norm: Norm = "linf",
    steps: int = 50,
    overshoot: float = 0.02,
    low: float = 0.0,
    high: float = 1.0,
) -> LeastChange:
    """DeepFool (Moosavi-Dezfooli, Fawzi & Frossard 2016) without a ball around ``inputs`` ``(n, …)``.

    Each of at most ``steps`` steps crosses the nearest linearised boundary of ``labels`` ``(n,)`` in ``norm``, in
    the units of the inputs; pixels stay in [``low``, ``high``].  The way to the failure is then halved towards the
    input.  Needs gradients: a torch module or an ``MLPClassifier``.
    """
    x = np.asarray(inputs, dtype=float)
    y = np.asarray(labels, dtype=np.int64)
    if y.shape != (len(x),) or not len(x):
        raise InputProblem(f"expected one label for each of {len(x)} inputs, found shape {y.shape}")
    if x.min() < low or x.max() > high:
        raise InputProblem(
            f"expected pixels in [{low:g}, {high:g}]; found {x.min():.4g} to {x.max():.4g}. State low and high"
        )
    face = network(model)
    moved = x.copy()
    for _ in range(steps):
        open_ = np.flatnonzero(answers(face, moved) == y)
        if not len(open_):
            break
        step = boundary_step(face, moved[open_], y[open_], norm, (low, high))
        moved[open_] = np.clip(moved[open_] + (1 + overshoot) * step, low, high)
    wrong = answers(face, moved) != y
    moved[wrong] = _nearest(face, x[wrong], moved[wrong], y[wrong])
    size = _sizes(moved - x, norm)
    return LeastChange(np.where(wrong, size, np.nan), moved, norm)


def answers(face: Network, x: Array) -> NDArray[np.int64]:
    """The class ``(n,)`` that a network answers to each input."""
    return np.asarray(face.probabilities(x).argmax(axis=1), dtype=np.int64)


def _sizes(change: Array, norm: Norm) -> Array:
    flat = change.reshape(len(change), -1)
    return np.asarray(np.abs(flat).max(axis=1) if norm == "linf" else np.sqrt((flat**2).sum(axis=1)))


def boundary_step(face: Network, x: Array, y: NDArray[np.int64], norm: Norm, ends: tuple[Any, Any]) -> Array:
    """Least step in ``norm`` onto the nearest linearised boundary between the label and another class.

    Pixels that the step would push beyond ``ends`` (one each, or one for all) have no part in it: steps that lose some of
    their way at the ends would come ever nearer to the boundary and never cross it.  What the step goes beyond the
    boundary is a share of the range of the scores, so that nothing depends on what these are multiplied by.
    """
    z = face.sought(x)
    n, classes = z.shape
    rows, flat = np.arange(n), (n, -1)
    best, step = np.full(n, np.inf), np.zeros(x.reshape(flat).shape)
    for k in range(classes):
        toward = np.zeros((n, classes))
        toward[:, k] += 1.0
        toward[rows, y] -= 1.0
        slope = face.gradient(x, toward)
        stuck = ((slope > 0) & (x >= ends[1])) | ((slope < 0) & (x <= ends[0]))
        slope = np.where(stuck, 0.0, slope).reshape(flat)
        # the dual norm of the slope is how fast the gap can close per unit of change
        speed = np.abs(slope).sum(axis=1) if norm == "linf" else np.sqrt((slope**2).sum(axis=1))
        beyond = np.maximum(np.ptp(z, axis=1), 1e-290)
        gap = z[rows, y] - z[:, k] + 1e-9 * beyond
        if face.unrounded is not None:  # by these the boundary may be crossed already
            gap = np.maximum(gap, ROUNDED * beyond)
        way = np.where((y == k) | (speed == 0), np.inf, gap / np.maximum(speed, 1e-300))
        along = np.sign(slope) if norm == "linf" else slope / np.maximum(speed, 1e-300)[:, None]
        nearer = way < best
        best[nearer], step[nearer] = way[nearer], way[nearer, None] * along[nearer]
    return step.reshape(x.shape)


def _nearest(face: Network, start: Array, wrong: Array, y: NDArray[np.int64]) -> Array:
    """The failure nearest to ``start`` on the straight way to ``wrong``, as far as halving finds it."""
    if not len(start):
        return wrong
    shape = (len(start),) + (1,) * (start.ndim - 1)
    low, high = np.zeros(len(start)), np.ones(len(start))
    low[answers(face, start) != y] = high[answers(face, start) != y] = 0.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        fails = answers(face, start + middle.reshape(shape) * (wrong - start)) != y
        low, high = np.where(fails, low, middle), np.where(fails, middle, high)
    return np.asarray(start + high.reshape(shape) * (wrong - start))
