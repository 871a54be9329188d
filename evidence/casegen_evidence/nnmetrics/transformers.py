"""Input transformers of the adversarial metric: attacks by gradient, and changes of the picture.

Each yields perturbed inputs within its own limit; the metric takes the worst.  Pixels are clipped to the
range of :class:`Pixels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import Network, softmax

Array = NDArray[np.float64]
Labels = NDArray[np.int64]


FLAT = 0.5
"""range of the scores of the other classes below which they are alike to softmax"""


@dataclass(frozen=True, slots=True)
class AttackTarget:
    """What is attacked: the network, inputs ``(n, …)``, their classes ``(n,)`` and the range of a pixel."""

    network: Network
    inputs: Array
    labels: Labels
    low: float = 0.0
    high: float = 1.0

    def clip(self, x: Array) -> Array:
        """Pixels inside the range."""
        return np.clip(x, self.low, self.high)

    def log_odds(self, x: Array) -> Array:
        """Logarithm of p / (1 − p) of ``labels`` at ``x``, ``(n,)``: it goes on where p is rounded to 1."""
        own, others = self._parted(self.network.scores(x))
        most = others.max(axis=1)
        return np.asarray(own - most - np.log(np.exp(others - most[:, None]).sum(axis=1)))

    def margin(self, x: Array) -> Array:
        """Score of ``labels`` above the best other class's at ``x``, ``(n,)``: the less, the nearer is another answer."""
        own, others = self._parted(self.network.scores(x))
        return np.asarray(own - others.max(axis=1))

    def heights(self) -> tuple[Callable[[Array], Array], ...]:
        """What an attack that sees outputs only lowers, each from the start: the worst result per input counts."""
        return self.log_odds, self.margin

    def loss_gradient(self, x: Array) -> Array:
        """Gradient of −``log_odds`` at ``x``.

        It has the direction of the gradient of the cross-entropy, which is (1 − p) times as long and so vanishes where
        the network is sure.  Where the other classes' scores lie within :data:`FLAT`, the largest of them stands for all:
        their softmax would say nothing of which is the nearest, as where logits were divided.
        """
        _, others = self._parted(self.network.sought(x))
        rows = np.arange(len(others))
        v = softmax(others)  # 0 for the label itself
        nearest = others.argmax(axis=1)
        others[rows, self.labels] = np.inf
        flat = others[rows, nearest] - others.min(axis=1) < FLAT
        v[flat] = np.eye(v.shape[1])[nearest[flat]]
        v[rows, self.labels] = -1.0
        return self.network.gradient(x, v)

    def margin_gradient(self, x: Array) -> Array:
        """Gradient of the best other class's score minus the label's at ``x``, whatever all scores are multiplied by."""
        _, others = self._parted(self.network.sought(x))
        v = np.eye(others.shape[1])[others.argmax(axis=1)]
        v[np.arange(len(v)), self.labels] = -1.0
        return self.network.gradient(x, v)

    def balanced_gradient(self, x: Array) -> Array:
        """Raises the best other class and lowers the label, each against all classes and by steps of one length.

        A sigmoid near 1 is flat, so that in the margin its class counts for nothing; here it counts as the other one.
        """
        _, others = self._parted(self.network.sought(x))
        against = np.eye(others.shape[1]) - 1 / others.shape[1]
        other, own = against[others.argmax(axis=1)], against[self.labels]
        raised, lowered = (_of_length_one(self.network.gradient(x, v)) for v in (other, own))
        return raised - lowered

    def ascents(self) -> tuple[Callable[[Array], Array], ...]:
        """The gradients that an attack follows, each from the start: the worst result per input counts."""
        return self.loss_gradient, self.margin_gradient, self.balanced_gradient

    def without_slope(self) -> NDArray[np.bool_]:
        """The inputs ``(n,)`` that are answered rightly and at which no gradient says where to go."""
        own, others = self._parted(self.network.scores(self.inputs))
        slope = self.loss_gradient(self.inputs).reshape(len(own), -1)
        return np.asarray((own >= others.max(axis=1)) & ~(np.abs(slope) > 0).any(axis=1))

    def _parted(self, scores: Array) -> tuple[Array, Array]:
        """The score of the label ``(n,)``, and all ``scores`` with −∞ in its place ``(n, K)``."""
        others = scores.copy()
        rows = np.arange(len(others))
        own = others[rows, self.labels].copy()
        others[rows, self.labels] = -np.inf
        return own, others


def _of_length_one(gradient: Array) -> Array:
    length = np.abs(gradient.reshape(len(gradient), -1)).sum(axis=1)
    return np.asarray(gradient / np.maximum(length, 1e-300).reshape((-1,) + (1,) * (gradient.ndim - 1)))


class Transformer(Protocol):
    """``name`` for tables; ``candidates`` yields perturbed inputs of the same shape within the limit."""

    @property
    def name(self) -> str: ...

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]: ...


@dataclass(frozen=True, slots=True)
class Identity:
    """No change; with it in the list the metric is at most 0."""

    name: str = "identity"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """The inputs themselves."""
        yield target.inputs


@dataclass(frozen=True, slots=True)
class Fgsm:
    """Fast gradient sign (Goodfellow, Shlens & Szegedy 2014): one step of ``epsilon`` in L∞."""

    epsilon: float
    name: str = "FGSM"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per gradient."""
        for ascent in target.ascents():
            yield target.clip(target.inputs + self.epsilon * np.sign(ascent(target.inputs)))


@dataclass(frozen=True, slots=True)
class Pgd:
    """Projected gradient (Madry et al. 2018) in the L∞ ball of ``epsilon`` from a random start."""

    epsilon: float
    steps: int = 10
    name: str = "PGD"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per gradient and step."""
        start = target.inputs
        first = target.clip(start + rng.uniform(-self.epsilon, self.epsilon, start.shape))
        rate = 2.5 * self.epsilon / self.steps
        for ascent in target.ascents():
            x = first
            for _ in range(self.steps):
                x = x + rate * np.sign(ascent(x))
                x = target.clip(np.clip(x, start - self.epsilon, start + self.epsilon))
                yield x


@dataclass(frozen=True, slots=True)
class DeepFool:
    """DeepFool (Moosavi-Dezfooli, Fawzi & Frossard 2016), its result projected to the L∞ ball of ``epsilon``."""

    epsilon: float
    steps: int = 10
    overshoot: float = 0.02
    name: str = "DeepFool"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate, after at most ``steps`` linearisations."""
        from casegen_evidence.nnmetrics.least_change import answers, boundary_step

        start, labels = target.inputs, target.labels
        ends = (np.maximum(start - self.epsilon, target.low), np.minimum(start + self.epsilon, target.high))
        x = start.copy()
        for _ in range(self.steps):
            open_ = np.flatnonzero(answers(target.network, x) == labels)
            if not len(open_):
                break
            within = (ends[0][open_], ends[1][open_])
            step = boundary_step(target.network, x[open_], labels[open_], "l2", within)
            x[open_] = np.clip(x[open_] + (1 + self.overshoot) * step, *within)
        yield x


@dataclass(frozen=True, slots=True)
class Square:
    """Square attack (Andriushchenko, Croce, Flammarion & Hein 2020) in the L∞ ball of ``epsilon``: outputs only.

    Vertical stripes of ±``epsilon``, then squares at random places whose side shrinks; a square stays where it lowers
    the odds of the true class, and in a second search its margin, whose order no factor of the scores changes.
    """

    epsilon: float
    queries: int = 200
    name: str = "square"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per search: the strongest change after ``queries`` looks at the network per picture."""
        for height in target.heights():
            yield self._lowest(target, height, rng)

    def _lowest(
        self, target: AttackTarget, height: Callable[[Array], Array], rng: np.random.Generator
    ) -> Array:
        x = _pictures(target.inputs, self.name)
        n, rows, columns = x.shape[:3]
        channels = x.shape[3:] or ()
        stripes = rng.choice([-1.0, 1.0], (n, 1, columns, *channels))
        best = target.clip(x + self.epsilon * stripes)
        lowest = height(best)
        for query in range(self.queries):
            side = max(1, round(np.sqrt(0.3 * 0.5 ** (10 * query / self.queries) * rows * columns)))
            side = min(side, rows, columns)
            tried = best.copy()
            for i, (top, left) in enumerate(rng.integers(0, (rows - side + 1, columns - side + 1), (n, 2))):
                square = slice(top, top + side), slice(left, left + side)
                tried[i][square] = x[i][square] + self.epsilon * rng.choice([-1.0, 1.0], (1, 1, *channels))
            tried = target.clip(tried)
            reached = height(tried)
            better = reached < lowest
            best[better], lowest[better] = tried[better], reached[better]
        return best


@dataclass(frozen=True, slots=True)
class Noise:
    """Uniform noise up to ``epsilon`` per pixel, ``draws`` times."""

    epsilon: float
    draws: int = 4
    name: str = "noise"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per draw."""
        for _ in range(self.draws):
            yield target.clip(target.inputs + rng.uniform(-self.epsilon, self.epsilon, target.inputs.shape))


@dataclass(frozen=True, slots=True)
class Brightness:
    """All pixels lighter or darker by up to ``epsilon``, in ``levels`` steps each way."""

    epsilon: float
    levels: int = 2
    name: str = "brightness"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per level and direction."""
        for shift in _levels(self.epsilon, self.levels):
            yield target.clip(target.inputs + shift)


@dataclass(frozen=True, slots=True)
class Blur:
    """Gaussian blur with a standard deviation up to ``sigma`` pixels."""

    sigma: float
    levels: int = 2
    name: str = "blur"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per level."""
        from scipy.ndimage import gaussian_filter

        x = _pictures(target.inputs, self.name)
        for s in np.linspace(0, self.sigma, self.levels + 1)[1:]:
            widths = (0.0, float(s), float(s)) + (0.0,) * (x.ndim - 3)
            yield target.clip(gaussian_filter(x, widths, mode="nearest"))


@dataclass(frozen=True, slots=True)
class Rotation:
    """Rotation about the centre by up to ``degrees`` either way."""

    degrees: float
    levels: int = 2
    name: str = "rotation"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per level and direction."""
        from scipy.ndimage import rotate

        x = _pictures(target.inputs, self.name)
        for angle in _levels(self.degrees, self.levels):
            turned = rotate(x, float(angle), axes=(2, 1), reshape=False, order=1, mode="nearest")
            yield target.clip(turned)


@dataclass(frozen=True, slots=True)
class Translation:
    """Shift by up to ``pixels`` along either axis; the edge is repeated."""

    pixels: float
    levels: int = 1
    name: str = "translation"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per level, axis and direction."""
        from scipy.ndimage import shift

        x = _pictures(target.inputs, self.name)
        for move in _levels(self.pixels, self.levels):
            for axis in (1, 2):
                offsets = [0.0] * x.ndim
                offsets[axis] = float(move)
                yield target.clip(shift(x, offsets, order=1, mode="nearest"))


def _levels(limit: float, levels: int) -> Array:
    steps = np.linspace(0, limit, levels + 1)[1:]
    return np.concatenate([-steps[::-1], steps])


def _pictures(x: Array, name: str) -> Array:
    if x.ndim < 3:
        raise InputProblem(
            f"expected pictures of shape (n, rows, columns[, channels]) for {name}; found shape {x.shape}. "
            "Give pictures, or leave this transformer out"
        )
    return x
