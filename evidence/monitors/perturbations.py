"""Perturbations of pictures, as cameras and weather cause them: each with an intensity from 0 (none) to 1 (strong).

Pictures are ``(n, rows, columns[, channels])`` with pixels in [0, 1]; the result has the same shape and range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from evidence.method import InputProblem

Array = NDArray[np.float64]
Rng = np.random.Generator


def brightness(x: Array, intensity: float, rng: Rng) -> Array:
    """All pixels lighter by up to 0.5."""
    return np.clip(x + 0.5 * intensity, 0, 1)


def darkness(x: Array, intensity: float, rng: Rng) -> Array:
    """All pixels scaled down to as little as a quarter."""
    return x * (1 - 0.75 * intensity)


def contrast(x: Array, intensity: float, rng: Rng) -> Array:
    """Pixels drawn towards the picture's mean, up to 80 % of the way."""
    mean: Array = x.mean(axis=tuple(range(1, x.ndim)), keepdims=True)
    return mean + (x - mean) * (1 - 0.8 * intensity)


def noise(x: Array, intensity: float, rng: Rng) -> Array:
    """Normal noise with a standard deviation of up to 0.4."""
    return np.clip(x + rng.normal(0, 0.4 * intensity, x.shape), 0, 1)


def blur(x: Array, intensity: float, rng: Rng) -> Array:
    """Gaussian blur with a standard deviation of up to 2 pixels."""
    from scipy.ndimage import gaussian_filter

    s = 2.0 * intensity
    return np.asarray(gaussian_filter(x, (0.0, s, s) + (0.0,) * (x.ndim - 3), mode="nearest"))


def occlusion(x: Array, intensity: float, rng: Rng) -> Array:
    """A black square of up to half the picture's side, somewhere on each picture."""
    rows, columns = x.shape[1:3]
    side = max(1, round(0.5 * intensity * min(rows, columns))) if intensity > 0 else 0
    i = rng.integers(0, rows - side + 1, len(x))[:, None]
    j = rng.integers(0, columns - side + 1, len(x))[:, None]
    r, c = np.arange(rows), np.arange(columns)
    hidden = ((r >= i) & (r < i + side))[:, :, None] & ((c >= j) & (c < j + side))[:, None, :]
    return np.asarray(np.where(hidden.reshape(hidden.shape + (1,) * (x.ndim - 3)), 0.0, x))


def fog(x: Array, intensity: float, rng: Rng) -> Array:
    """A bright veil, denser in smooth patches, of up to 85 % opacity."""
    from scipy.ndimage import gaussian_filter

    rows, columns = x.shape[1:3]
    field = gaussian_filter(rng.random((len(x), rows, columns)), (0, rows / 6, columns / 6), mode="reflect")
    low, high = field.min(axis=(1, 2), keepdims=True), field.max(axis=(1, 2), keepdims=True)
    veil = intensity * (0.6 + 0.25 * (field - low) / np.maximum(high - low, 1e-12))
    veil = np.asarray(veil.reshape(veil.shape + (1,) * (x.ndim - 3)))
    return np.asarray(x * (1 - veil) + 0.85 * veil)


def dead_pixels(x: Array, intensity: float, rng: Rng) -> Array:
    """Up to 30 % of the pixels stuck at black or white (pixel trap)."""
    at = rng.random(x.shape[:3])
    value = (rng.random(x.shape[:3]) < 0.5).astype(float)
    extra = (1,) * (x.ndim - 3)
    stuck = (at < 0.3 * intensity).reshape(at.shape + extra)
    return np.asarray(np.where(stuck, value.reshape(value.shape + extra), x))


def shifted_rows(x: Array, intensity: float, rng: Rng) -> Array:
    """A band of rows read out shifted by up to a quarter of the width (shifted pixels)."""
    rows, columns = x.shape[1:3]
    shift = round(0.25 * intensity * columns)
    found = x.copy()
    if shift:
        start = rng.integers(0, max(1, rows // 2), len(x))
        for n, first in enumerate(start):
            found[n, first : first + rows // 2] = np.roll(x[n, first : first + rows // 2], shift, axis=1)
    return found


Perturbation = Callable[[Array, float, Rng], Array]

PERTURBATIONS: Mapping[str, Perturbation] = {
    "brightness": brightness,
    "darkness": darkness,
    "contrast": contrast,
    "noise": noise,
    "blur": blur,
    "occlusion": occlusion,
    "fog": fog,
    "dead-pixels": dead_pixels,
    "shifted-rows": shifted_rows,
}
"""Perturbations by name."""


def perturb(x: Array, name: str, intensity: float, seed: int) -> Array:
    """Apply a perturbation by name; raises :class:`InputProblem` for what cannot be."""
    if name not in PERTURBATIONS:
        from evidence.nnmetrics.scenarios import near

        raise InputProblem(
            f"expected a perturbation among {', '.join(PERTURBATIONS)}; found {name!r}{near(name, tuple(PERTURBATIONS))}"
        )
    pictures = np.asarray(x, dtype=float)
    if pictures.ndim < 3 or pictures.size == 0 or pictures.min() < 0 or pictures.max() > 1:
        raise InputProblem(
            f"expected pictures (n, rows, columns[, channels]) with pixels in [0, 1], found shape {pictures.shape}"
        )
    if not 0 <= intensity <= 1:
        raise InputProblem(f"expected an intensity from 0 to 1, found {intensity:g}")
    return PERTURBATIONS[name](pictures, intensity, np.random.default_rng(seed))
