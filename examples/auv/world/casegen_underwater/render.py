"""Frames of a monochrome underwater camera, rendered for many scenes at once with numpy.

The image formation follows the usual model of underwater imaging (Jaffe 1990; McGlamery 1980): what the object sends
back is attenuated over the distance, light scattered by the water between is added as a veil, forward scattering and
motion blur the picture, and the camera's exposure and noise come last.  Constants are chosen for pictures that look
right; nothing is calibrated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.scenes import DOMAIN, Array
from casegen_underwater.shapes import SHAPES, Single

SIDE = 32
"""Pixels per side of a frame."""
WIDTH = 0.73
"""Width of the field of view over distance (about 40°)."""
BLOCK = 1024
"""Frames rendered together; each block has its own random stream, so that a frame does not depend on how many are
rendered after it."""
TEXTURES = 48


@dataclass(frozen=True, slots=True)
class Frames:
    """Rendered ``images`` (n, SIDE, SIDE) in [0, 1] and the pixels ``masks`` (n, SIDE, SIDE) that show the asset."""

    images: Single
    masks: NDArray[np.bool_]


def render(scenes: Array, seed: tuple[int, ...]) -> Frames:
    """Render scenes ``(n, 7)``; what the scene variables leave open (position, texture, noise) is drawn from ``seed``."""
    parts = list(blocks(scenes, seed))
    if not parts:
        empty = np.zeros((0, SIDE, SIDE))
        return Frames(empty.astype(np.float32), empty.astype(bool))
    return Frames(np.concatenate([p.images for p in parts]), np.concatenate([p.masks for p in parts]))


def blocks(scenes: Array, seed: tuple[int, ...]) -> Iterator[Frames]:
    """The same in parts of :data:`BLOCK` frames, for numbers that do not fit in memory together."""
    DOMAIN.check(scenes)
    textures = textures_of_backgrounds()
    for first in range(0, len(scenes), BLOCK):
        rng = np.random.default_rng([*seed, 0xF4, first // BLOCK])
        yield _render(scenes[first : first + BLOCK], rng, textures)


def _render(scenes: Array, rng: np.random.Generator, textures: Single) -> Frames:
    s = {name: scenes[:, k].astype(np.float32)[:, None, None] for k, name in enumerate(DOMAIN.names)}
    distance, turbidity, light = s["distance"], s["turbidity"], s["light"]
    cover, surface = _object(scenes, s, rng)
    place = places()
    behind = _background(scenes, rng, textures)
    lamp = lamp_of(light) * np.exp(-np.float32(1.2) * (place[0] ** 2 + place[1] ** 2))
    through = np.exp(-turbidity * distance)
    beyond = np.exp(-turbidity * (distance + np.float32(1.5)))
    lit = np.float32(0.9) * light * (1 + np.float32(0.15) * place[1])
    seen = surface * (lit + lamp * (np.float32(2.5) / distance) ** 2 * through)
    far = behind * (lit + lamp * (np.float32(2.5) / (distance + np.float32(1.5))) ** 2 * beyond)
    water = np.float32(0.55) * light * (1 + np.float32(0.3) * place[1])
    veil = water * (1 - through) + np.float32(0.3) * lamp * (1 - through)
    veil_far = water * (1 - beyond) + np.float32(0.3) * lamp * (1 - beyond)
    picture = cover * (seen * through + veil) + (1 - cover) * (far * beyond + veil_far)
    picture += snow(turbidity, np.float32(0.3) * light + lamp * np.float32(0.6), rng)
    picture = blurred(picture, s["blur"], turbidity * distance, rng)
    return Frames(exposed(picture, rng), cover > 0.5)


def places(side: int = SIDE) -> tuple[Single, Single]:
    """Picture coordinates in [-1, 1] to the right ``(1, 1, side)`` and up ``(1, side, 1)``."""
    line = ((np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1).astype(np.float32)
    return line[None, None, :], -line[None, :, None]


def _object(scenes: Array, s: dict[str, Single], rng: np.random.Generator) -> tuple[Single, Single]:
    """Coverage of each pixel by the asset and its brightness, ``(n, SIDE, SIDE)`` each."""
    n = len(scenes)
    jitter = rng.uniform(-0.22, 0.22, (2, n, 1, 1)).astype(np.float32)
    yaw = rng.uniform(0.8, 1.0, (n, 1, 1)).astype(np.float32)
    albedo = rng.uniform(0.65, 1.0, (n, 1, 1)).astype(np.float32)
    x, y = places()
    half = s["distance"] * np.float32(WIDTH / 2)
    tilt = np.deg2rad(s["angle"])
    cos, sin = np.cos(tilt), np.sin(tilt)
    right, up = (x - jitter[0]) * half, (y - jitter[1]) * half
    u, v = (cos * right + sin * up) / yaw, cos * up - sin * right
    cover, surface = np.empty((2, n, SIDE, SIDE), dtype=np.float32)
    kind = scenes[:, 0].astype(np.int64)
    for asset, shape in enumerate(SHAPES):
        mine = np.flatnonzero(kind == asset)
        if len(mine):
            outline, shade = shape(u[mine], v[mine])
            pixel = 2 * half[mine] / np.float32(SIDE)
            cover[mine] = np.clip(np.float32(0.5) - outline / pixel, 0, 1)
            surface[mine] = shade * albedo[mine]
    return cover, surface


def lamp_of(light: Single) -> Single:
    """Strength of the vehicle's lamp, which is turned up as daylight fades."""
    return np.asarray(np.float32(0.15) + np.float32(0.55) * np.clip(1 - light / np.float32(0.4), 0, 1))


def textures_of_backgrounds() -> Single:
    """Reflectance of backgrounds, ``(2, TEXTURES, 2 SIDE, 2 SIDE)``: rough ground, and piles with growth."""
    rng = np.random.default_rng(0x5EABED)
    size = 2 * SIDE
    frequency = np.hypot(np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size)[None, :])
    frequency[0, 0] = 1.0
    rough = []
    for power in (1.6, 1.2):
        spectrum = np.fft.rfft2(rng.standard_normal((TEXTURES, size, size))) / frequency**power
        field = np.fft.irfft2(spectrum, s=(size, size))
        field -= field.mean(axis=(1, 2), keepdims=True)
        rough.append(field / field.std(axis=(1, 2), keepdims=True))
    ground = 0.3 + 0.07 * rough[0]
    column = np.arange(size)[None, None, :]
    spacing = rng.uniform(14, 30, (TEXTURES, 1, 1))
    phase = rng.uniform(0, 30, (TEXTURES, 1, 1))
    inside = np.abs(np.mod(column + phase, spacing) / spacing - 0.5) < 0.16
    piles = np.where(inside, 0.38, 0.14) + 0.06 * rough[1]
    return np.asarray(np.clip(np.stack([ground, piles]), 0.02, 0.8).astype(np.float32))


def _background(scenes: Array, rng: np.random.Generator, textures: Single) -> Single:
    """Reflectance behind the asset, ``(n, SIDE, SIDE)``: 0.08 for open water, else a window of a texture."""
    n = len(scenes)
    which = rng.integers(0, TEXTURES, n)
    top, left = rng.integers(0, SIDE, (2, n))
    kind = scenes[:, DOMAIN.index("background")].astype(np.int64)
    rows = top[:, None, None] + np.arange(SIDE)[None, :, None]
    columns = left[:, None, None] + np.arange(SIDE)[None, None, :]
    result = textures[np.maximum(kind - 1, 0)[:, None, None], which[:, None, None], rows, columns]
    result[kind == 0] = 0.08
    return np.asarray(result)


def snow(turbidity: Single, brightness: Single, rng: np.random.Generator) -> Single:
    """Particles lit in front of the camera; more of them in turbid water."""
    drawn = rng.random(brightness.shape, dtype=np.float32)
    chance = np.float32(0.03) * turbidity
    return np.asarray(np.where(drawn < chance, brightness * (1 - drawn / chance), 0), dtype=np.float32)


def blurred(picture: Single, length: Single, depth: Single, rng: np.random.Generator) -> Single:
    """Motion blur over ``length`` pixels in a random direction, and forward scattering by optical ``depth``.

    By the Fourier transform, so that the picture wraps around at its edges.
    """
    from scipy.fft import irfft2, rfft2

    direction = rng.uniform(0, np.pi, length.shape).astype(np.float32)
    side = picture.shape[-1]
    fy = np.fft.fftfreq(side).astype(np.float32)[None, :, None]
    fx = np.fft.rfftfreq(side).astype(np.float32)[None, None, :]
    along = (fx * np.cos(direction) + fy * np.sin(direction)) * length
    sigma = np.float32(0.35) * depth
    kernel = np.sinc(along) * np.exp(-2 * np.float32(np.pi) ** 2 * sigma**2 * (fx**2 + fy**2))
    spectrum = rfft2(picture, axes=(1, 2)) * kernel.astype(np.float32)
    return np.asarray(irfft2(spectrum, s=(side, side), axes=(1, 2)), dtype=np.float32)


def exposed(picture: Single, rng: np.random.Generator) -> Single:
    """Read and shot noise, automatic exposure and contrast of limited gain, and eight bits."""
    light = np.maximum(picture, 0)
    spread = np.sqrt(np.float32(0.004) ** 2 + np.float32(0.02) ** 2 * light)
    raw = light + spread * rng.standard_normal(picture.shape, dtype=np.float32)
    middle = raw.mean(axis=(1, 2), keepdims=True)
    gain = np.clip(np.float32(0.2) / np.maximum(raw.std(axis=(1, 2), keepdims=True), 1e-6), 0.5, 12.0)
    result = np.clip(np.float32(0.4) + gain * (raw - middle), 0, 1)
    return np.asarray(np.rint(result * 255) / np.float32(255), dtype=np.float32)
