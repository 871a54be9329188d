"""How an input in operation differs from the point it lies near: the density within a norm ball (RAM Assumption 5).

Uniform by default.  The generators here, and those that installed packages provide under the entry point group
``casegen.disturbances``, can be exchanged for one another: the bound of pmi is about
whichever is stated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.returned import numeric

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Disturbance = Callable[[Array, Array, Array, Labels, int, np.random.Generator], Array]
"""``(centres (k, d), low (k, d), high (k, d), labels (k,), samples, rng)`` to inputs ``(k, samples, d)`` in the balls."""

GROUP = "casegen.disturbances"
EXPECTED = "uniform, toward-others or a generator"


def uniform(
    centres: Array, low: Array, high: Array, labels: Labels, samples: int, rng: np.random.Generator
) -> Array:
    """Every input of the ball alike."""
    size = (len(low), samples, low.shape[1])
    return np.asarray(low[:, None, :] + rng.random(size) * (high - low)[:, None, :])


def toward_others(points: Array, labels: Labels) -> Disturbance:
    """Natural variation as labelled ``points`` (n, d) show it: from a centre toward another point of its class.

    The direction is that of a point of the same class drawn at random, the length uniform up to the end of the ball or to
    that point.  A centre whose class has no other point stays as it is.
    """
    own = {int(label): np.flatnonzero(labels == label) for label in np.unique(labels)}

    def draw(
        centres: Array, low: Array, high: Array, label: Labels, samples: int, rng: np.random.Generator
    ) -> Array:
        result = np.repeat(centres[:, None, :], samples, axis=1)
        for k, of in enumerate(label.tolist()):
            others = own.get(of, np.empty(0, dtype=np.int64))
            if not len(others):
                continue
            step = points[rng.choice(others, samples)] - centres[k]
            with np.errstate(divide="ignore", invalid="ignore"):
                room = np.where(step > 0, (high[k] - centres[k]) / step, (low[k] - centres[k]) / step)
            reach = np.where(step == 0, np.inf, room).min(axis=1)
            length = rng.random(samples) * np.minimum(reach, 1.0)
            result[k] += np.where(step == 0, 0.0, step) * length[:, None]
        return result

    return draw


def drawn_within(
    draw: Disturbance,
    centres: Array,
    low: Array,
    high: Array,
    labels: Labels,
    samples: int,
    rng: np.random.Generator,
) -> Array:
    """What ``draw`` gives, checked: of the right shape, and within the balls.

    What half and single precision round beyond a ball's end is put at that end.
    """
    with faults_of(getattr(draw, "title", "")):
        drawn = numeric(draw(centres, low, high, labels, samples, rng), "inputs")
        points, digit = drawn.astype(float, copy=False), _last_digit(drawn)
        _judge(points, centres, low, high, samples, digit)
    if digit:
        return np.asarray(np.clip(points, low[:, None, :], high[:, None, :]))
    return points


def _last_digit(drawn: NDArray[Any]) -> float:
    """The relative size of the last digit of numbers of half and single precision; 0 of others."""
    return float(np.finfo(drawn.dtype).eps) if drawn.dtype.kind == "f" and drawn.dtype.itemsize < 8 else 0.0


def _judge(points: Array, centres: Array, low: Array, high: Array, samples: int, digit: float = 0.0) -> None:
    """``digit``: what rounding may add to the inputs, in parts of the largest number of their ball."""
    if points.shape != (len(centres), samples, centres.shape[1]):
        raise InputProblem(
            f"expected {samples} inputs for each of {len(centres)} balls from the disturbance; found shape {points.shape}"
        )
    slack = 1e-9 * (high - low + np.abs(centres))[:, None, :]
    slack = slack + digit * np.maximum(np.abs(low), np.abs(high))[:, None, :]
    inside = (points >= low[:, None, :] - slack) & (points <= high[:, None, :] + slack)
    if not inside.all():
        outside = int((~inside.all(axis=2)).sum())
        raise InputProblem(
            f"expected inputs within the norm balls from the disturbance; {outside} lie outside. Keep to its ends"
        )
