"""Cells in which a network provably gives one answer, by bound propagation.

A box of inputs is sent through the layers as centre, one linear term per input dimension, and an interval for
the rest (a zonotope whose error terms are merged).  Affine layers map all three; an activation that bends
inside the box's range is replaced by the line nearest to it, and its distance from the line goes to the
interval.  In small cells few units bend, so that the linear terms carry nearly everything and far fewer cells
stay open than with plain intervals.  Where one class beats all others at the worst end, no sample is needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.ram.affine import SOFTMAX, Affine, activate

Array = NDArray[np.float64]
FEW = 10.0
"""classes whose probabilities tie (:mod:`casegen_evidence.models.ties`) within what is left for rounding"""


@in_own_arithmetic
def decided_boxes(
    network: list[Affine], centre: Array, radius: Array, slack: float = 1e-5
) -> NDArray[np.int64]:
    """The class that wins everywhere in each box, or -1 where that is not proven, ``(n,)``.

    Boxes by centre ``(n, d)`` and radius ``(n, d)`` or ``(d,)``.  ``slack`` (relative to the scores' size) is
    left for the rounding of a model that computes in 32 bits.
    """
    n, d = centre.shape
    wide = np.broadcast_to(radius, (n, d))[:, :, None]
    linear, rest = np.zeros((n, d, 0)), np.zeros((n, d))
    for number, layer in enumerate(network[:-1]):
        centre, linear, rest = (
            centre @ layer.weight + layer.bias,
            linear @ layer.weight if number else wide * layer.weight,
            rest @ np.abs(layer.weight),
        )
        reach = np.abs(linear).sum(axis=1) + rest
        slope, shift, error = _relax(layer.activation, centre - reach, centre + reach)
        centre, linear, rest = slope * centre + shift, slope[:, None, :] * linear, slope * rest + error
    last = network[-1]
    scores = centre @ last.weight + last.bias
    best = scores.argmax(axis=1)
    sure = np.ones(n, dtype=bool)
    if (
        last.activation == SOFTMAX
    ):  # probabilities that tie are of logits the further apart, the smaller they all are
        slack *= max(1.0, scores.shape[1] / FEW)
    margin = slack * (1.0 + np.abs(scores).max(axis=1))
    onward = linear @ last.weight if len(network) > 1 else wide * last.weight
    of_best = np.take_along_axis(onward, best[:, None, None], axis=2)[:, :, 0]
    for other in range(scores.shape[1]):
        difference = np.abs(last.weight[:, best] - last.weight[:, [other]]).T
        reach = np.abs(of_best - onward[:, :, other]).sum(axis=1)
        reach += np.einsum("nh,nh->n", rest, difference)
        sure &= (scores[np.arange(n), best] - scores[:, other] - reach > margin) | (best == other)
    return np.where(sure, best, -1)


def _relax(name: str, low: Array, high: Array) -> tuple[Array, Array, Array]:
    """Slope, shift and error with ``|f(x) - slope x - shift| <= error`` for every x in [low, high]."""
    if name == "identity":
        return np.ones_like(low), np.zeros_like(low), np.zeros_like(low)
    if name == "relu":
        open_ = (low < 0) & (high > 0)
        slope = np.where(open_, high / np.where(open_, high - low, 1.0), (low >= 0).astype(float))
        half = np.where(open_, -slope * low / 2, 0.0)
        return slope, half, half
    at_low, at_high = activate(name, low), activate(name, high)
    if name == "tanh":
        slope = np.minimum(1 - at_low**2, 1 - at_high**2)
    else:
        slope = np.minimum(at_low * (1 - at_low), at_high * (1 - at_high))
    bottom, top = at_low - slope * low, at_high - slope * high
    return slope, (bottom + top) / 2, (top - bottom) / 2
