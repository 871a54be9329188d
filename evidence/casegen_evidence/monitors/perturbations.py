"""Perturbations of pictures, as cameras and weather cause them: each with an intensity from 0 (none) to 1 (strong).

Pictures are ``(n, rows, columns[, channels])`` with pixels in [0, 1]; the result has the same shape and range.
Those that paper 004 names (§§III-B, III-C) are all here; how strong each is at 1, and what a fault of the row
logic looks like, are readings of this library, since the paper gives names only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
Rng = np.random.Generator


@in_own_arithmetic
def brightness(x: Array, intensity: float, rng: Rng) -> Array:
    """All pixels lighter by up to 0.5."""
    return np.clip(x + 0.5 * intensity, 0, 1)


@in_own_arithmetic
def darkness(x: Array, intensity: float, rng: Rng) -> Array:
    """All pixels scaled down to as little as a quarter."""
    return x * (1 - 0.75 * intensity)


@in_own_arithmetic
def contrast(x: Array, intensity: float, rng: Rng) -> Array:
    """Pixels drawn towards the picture's mean, up to 80 % of the way."""
    mean: Array = x.mean(axis=tuple(range(1, x.ndim)), keepdims=True)
    return mean + (x - mean) * (1 - 0.8 * intensity)


@in_own_arithmetic
def noise(x: Array, intensity: float, rng: Rng) -> Array:
    """Normal noise with a standard deviation of up to 0.4."""
    return np.clip(x + rng.normal(0, 0.4 * intensity, x.shape), 0, 1)


@in_own_arithmetic
def blur(x: Array, intensity: float, rng: Rng) -> Array:
    """Gaussian blur with a standard deviation of up to 2 pixels."""
    from scipy.ndimage import gaussian_filter

    s = 2.0 * intensity
    return np.asarray(gaussian_filter(x, (0.0, s, s) + (0.0,) * (x.ndim - 3), mode="nearest"))


@in_own_arithmetic
def occlusion(x: Array, intensity: float, rng: Rng) -> Array:
    """A black square of up to half the picture's side, somewhere on each picture."""
    rows, columns = x.shape[1:3]
    side = max(1, round(0.5 * intensity * min(rows, columns))) if intensity > 0 else 0
    i = rng.integers(0, rows - side + 1, len(x))[:, None]
    j = rng.integers(0, columns - side + 1, len(x))[:, None]
    r, c = np.arange(rows), np.arange(columns)
    hidden = ((r >= i) & (r < i + side))[:, :, None] & ((c >= j) & (c < j + side))[:, None, :]
    return np.asarray(np.where(hidden.reshape(hidden.shape + (1,) * (x.ndim - 3)), 0.0, x))


@in_own_arithmetic
def fog(x: Array, intensity: float, rng: Rng) -> Array:
    """A bright veil, denser in smooth patches, of up to 85 % opacity."""
    from scipy.ndimage import gaussian_filter

    rows, columns = x.shape[1:3]
    field = gaussian_filter(rng.random((len(x), rows, columns)), (0, rows / 6, columns / 6), mode="reflect")
    low, high = field.min(axis=(1, 2), keepdims=True), field.max(axis=(1, 2), keepdims=True)
    veil = intensity * (0.6 + 0.25 * (field - low) / np.maximum(high - low, 1e-12))
    veil = np.asarray(veil.reshape(veil.shape + (1,) * (x.ndim - 3)))
    return np.asarray(x * (1 - veil) + 0.85 * veil)


@in_own_arithmetic
def smoke(x: Array, intensity: float, rng: Rng) -> Array:
    """A dark veil in billows, of up to 90 % opacity where it is densest."""
    from scipy.ndimage import gaussian_filter

    rows, columns = x.shape[1:3]
    field = gaussian_filter(rng.random((len(x), rows, columns)), (0, rows / 10, columns / 10), mode="reflect")
    low, high = field.min(axis=(1, 2), keepdims=True), field.max(axis=(1, 2), keepdims=True)
    veil = _per_pixel(0.9 * intensity * (field - low) / np.maximum(high - low, 1e-12), x)
    return np.asarray(x * (1 - veil) + 0.25 * veil)


@in_own_arithmetic
def rain(x: Array, intensity: float, rng: Rng) -> Array:
    """Slanted bright streaks, a sixth of the rows long, that start at up to 6 % of the pixels."""
    rows, columns = x.shape[1:3]
    length = max(2, rows // 6)
    start = rng.random((len(x), rows + length, columns)) < 0.06 * intensity
    wet = np.zeros((len(x), rows, columns), dtype=bool)
    for step in range(length):
        wet |= np.roll(start[:, length - step : length - step + rows], step // 2, axis=2)
    return np.asarray(np.where(_per_pixel(wet, x), 0.5 * x + 0.4, x))


@in_own_arithmetic
def sun_flare(x: Array, intensity: float, rng: Rng) -> Array:
    """A glare somewhere on the picture that whitens it, a quarter of the side wide."""
    rows, columns = x.shape[1:3]
    at = rng.random((2, len(x), 1, 1)) * np.array([rows, columns]).reshape(2, 1, 1, 1)
    row, column = np.mgrid[0:rows, 0:columns]
    away = (row - at[0]) ** 2 + (column - at[1]) ** 2
    glare = _per_pixel(intensity * np.exp(-away / (2 * (0.25 * min(rows, columns)) ** 2)), x)
    return np.asarray(x + (1 - x) * glare)


@in_own_arithmetic
def motion_blur(x: Array, intensity: float, rng: Rng) -> Array:
    """The picture smeared along its rows, over up to a third of the width."""
    from scipy.ndimage import uniform_filter1d

    # between two whole lengths both are mixed, so that weak smears differ from none
    length = 1 + intensity * max(2, x.shape[2] // 3)
    short, share = int(length), length - int(length)
    smeared = [uniform_filter1d(x, n, axis=2, mode="nearest") for n in (short, short + 1)]
    return np.asarray((1 - share) * smeared[0] + share * smeared[1])


@in_own_arithmetic
def coarse_dropout(x: Array, intensity: float, rng: Rng) -> Array:
    """Black squares, an eighth of the side, on up to half of the picture."""
    side = max(1, min(x.shape[1:3]) // 8)
    places = [-(-size // side) for size in x.shape[1:3]]
    chosen = rng.random((len(x), *places)) < 0.5 * intensity
    hidden = chosen.repeat(side, axis=1).repeat(side, axis=2)[:, : x.shape[1], : x.shape[2]]
    return np.asarray(np.where(_per_pixel(hidden, x), 0.0, x))


@in_own_arithmetic
def grid_dropout(x: Array, intensity: float, rng: Rng) -> Array:
    """A regular grid of squares darkened to black; a quarter of the picture."""
    side = max(1, min(x.shape[1:3]) // 8)
    row, column = np.mgrid[0 : x.shape[1], 0 : x.shape[2]]
    offset = rng.integers(0, 2 * side, (2, len(x), 1, 1))
    hidden = ((row + offset[0]) // side % 2 == 0) & ((column + offset[1]) // side % 2 == 0)
    return np.asarray(x * (1 - intensity * _per_pixel(hidden, x)))


@in_own_arithmetic
def channel_shuffle(x: Array, intensity: float, rng: Rng) -> Array:
    """Channels moved to each other's place, mixed in by the intensity; pictures in colour only."""
    moved = np.roll(x, int(rng.integers(1, _channels(x, "channel-shuffle"))), axis=3)
    return np.asarray((1 - intensity) * x + intensity * moved)


@in_own_arithmetic
def channel_dropout(x: Array, intensity: float, rng: Rng) -> Array:
    """One channel of each picture darkened to black; pictures in colour only."""
    lost = rng.integers(0, _channels(x, "channel-dropout"), len(x))
    mine = np.arange(x.shape[3])[None] == lost[:, None]
    return np.asarray(x * (1 - intensity * mine[:, None, None, :]))


@in_own_arithmetic
def row_add_logic(x: Array, intensity: float, rng: Rng) -> Array:
    """A fault of the row logic: in up to half of the rows, the row above is added to what is read."""
    above = np.roll(x, 1, axis=1)
    faulty = rng.random(x.shape[:2]) < 0.5 * intensity
    shape = faulty.shape + (1,) * (x.ndim - 2)
    return np.asarray(np.where(faulty.reshape(shape), np.minimum(x + above, 1.0), x))


def _per_pixel(field: NDArray[Any], x: Array) -> NDArray[Any]:
    """A field ``(n, rows, columns)`` in the shape that multiplies pictures ``x``."""
    return field.reshape(field.shape + (1,) * (x.ndim - 3))


def _channels(x: Array, name: str) -> int:
    if x.ndim < 4 or x.shape[3] < 2:
        raise InputProblem(
            f"expected pictures (n, rows, columns, channels) with two channels or more for {name}; found shape "
            f"{x.shape}. Leave this perturbation out"
        )
    return int(x.shape[3])


@in_own_arithmetic
def dead_pixels(x: Array, intensity: float, rng: Rng) -> Array:
    """Up to 30 % of the pixels stuck at black or white (pixel trap)."""
    at = rng.random(x.shape[:3])
    value = (rng.random(x.shape[:3]) < 0.5).astype(float)
    extra = (1,) * (x.ndim - 3)
    stuck = (at < 0.3 * intensity).reshape(at.shape + extra)
    return np.asarray(np.where(stuck, value.reshape(value.shape + extra), x))


@in_own_arithmetic
def shifted_rows(x: Array, intensity: float, rng: Rng) -> Array:
    """A band of rows read out shifted by up to a quarter of the width (shifted pixels)."""
    rows, columns = x.shape[1:3]
    shift = round(0.25 * intensity * columns)
    result = x.copy()
    if shift:
        start = rng.integers(0, max(1, rows // 2), len(x))
        for n, first in enumerate(start):
            result[n, first : first + rows // 2] = np.roll(x[n, first : first + rows // 2], shift, axis=1)
    return result


Perturbation = Callable[[Array, float, Rng], Array]

PERTURBATIONS: Mapping[str, Perturbation] = {
    "brightness": brightness,
    "darkness": darkness,
    "contrast": contrast,
    "noise": noise,
    "blur": blur,
    "occlusion": occlusion,
    "fog": fog,
    "smoke": smoke,
    "rain": rain,
    "sun-flare": sun_flare,
    "motion-blur": motion_blur,
    "coarse-dropout": coarse_dropout,
    "grid-dropout": grid_dropout,
    "channel-shuffle": channel_shuffle,
    "channel-dropout": channel_dropout,
    "row-add-logic": row_add_logic,
    "dead-pixels": dead_pixels,
    "shifted-rows": shifted_rows,
}
"""Perturbations by name."""


@in_own_arithmetic
def perturb(x: Array, name: str, intensity: float, seed: int) -> Array:
    """Apply a perturbation by name; raises :class:`InputProblem` for what cannot be."""
    if name not in PERTURBATIONS:
        from casegen_evidence.suggestions import near

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
