"""Input transformers of the adversarial metric: attacks by gradient, and changes of the picture.

Each yields perturbed inputs within its own limit; the metric takes the worst.  Pixels are clipped to the
range of :class:`Pixels`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import Network

Array = NDArray[np.float64]
Labels = NDArray[np.int64]


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

    def loss_gradient(self, x: Array) -> Array:
        """Gradient of the cross-entropy of ``labels`` at ``x``."""
        p = self.network.probabilities(x)
        p[np.arange(len(p)), self.labels] -= 1.0
        return self.network.gradient(x, p)


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
        """One candidate."""
        step = np.sign(target.loss_gradient(target.inputs))
        yield target.clip(target.inputs + self.epsilon * step)


@dataclass(frozen=True, slots=True)
class Pgd:
    """Projected gradient (Madry et al. 2018) in the L∞ ball of ``epsilon`` from a random start."""

    epsilon: float
    steps: int = 10
    name: str = "PGD"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate per step."""
        start = target.inputs
        x = target.clip(start + rng.uniform(-self.epsilon, self.epsilon, start.shape))
        rate = 2.5 * self.epsilon / self.steps
        for _ in range(self.steps):
            x = x + rate * np.sign(target.loss_gradient(x))
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
        x = target.inputs.copy()
        for _ in range(self.steps):
            step, fooled = self._step(target, x)
            if fooled.all():
                break
            shape = (len(x),) + (1,) * (x.ndim - 1)
            x = x + (1 + self.overshoot) * step * (~fooled).reshape(shape)
            x = np.clip(x, target.inputs - self.epsilon, target.inputs + self.epsilon)
            x = target.clip(x)
        yield x

    def _step(self, target: AttackTarget, x: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Smallest L2 step over the nearest linearised boundary, and which inputs are already over."""
        z = target.network.logits(x)
        n, classes = z.shape
        rows = np.arange(n)
        best = np.full(n, np.inf)
        step = np.zeros_like(x)
        for k in range(classes):
            v = np.zeros((n, classes))
            v[:, k] = 1.0
            v[rows, target.labels] -= 1.0
            g = target.network.gradient(x, v)
            norm2 = np.maximum((g.reshape(n, -1) ** 2).sum(axis=1), 1e-18)
            gap = np.abs(z[:, k] - z[rows, target.labels]) + 1e-9
            distance = np.where(target.labels == k, np.inf, gap / np.sqrt(norm2))
            nearer = distance < best
            best[nearer] = distance[nearer]
            shape = (-1,) + (1,) * (x.ndim - 1)
            step[nearer] = g[nearer] * (gap / norm2)[nearer].reshape(shape)
        return step, z.argmax(axis=1) != target.labels


@dataclass(frozen=True, slots=True)
class Square:
    """Square attack (Andriushchenko, Croce, Flammarion & Hein 2020) in the L∞ ball of ``epsilon``: outputs only.

    Vertical stripes of ±``epsilon``, then squares at random places whose side shrinks; a square stays where it lowers
    the probability of the true class.
    """

    epsilon: float
    queries: int = 200
    name: str = "square"

    def candidates(self, target: AttackTarget, rng: np.random.Generator) -> Iterator[Array]:
        """One candidate: the strongest change after ``queries`` looks at the network per picture."""
        x = _pictures(target.inputs, self.name)
        n, rows, columns = x.shape[:3]
        channels = x.shape[3:] or ()
        y = np.arange(n), target.labels
        stripes = rng.choice([-1.0, 1.0], (n, 1, columns, *channels))
        best = target.clip(x + self.epsilon * stripes)
        lowest = target.network.probabilities(best)[y]
        for query in range(self.queries):
            side = max(1, round(np.sqrt(0.3 * 0.5 ** (10 * query / self.queries) * rows * columns)))
            side = min(side, rows, columns)
            tried = best.copy()
            for i, (top, left) in enumerate(rng.integers(0, (rows - side + 1, columns - side + 1), (n, 2))):
                square = slice(top, top + side), slice(left, left + side)
                tried[i][square] = x[i][square] + self.epsilon * rng.choice([-1.0, 1.0], (1, 1, *channels))
            tried = target.clip(tried)
            p = target.network.probabilities(tried)[y]
            better = p < lowest
            best[better], lowest[better] = tried[better], p[better]
        yield best


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
