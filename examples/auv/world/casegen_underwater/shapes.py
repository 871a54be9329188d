"""The six assets as flat shapes: signed distance to the outline and brightness of the surface.

Coordinates ``u`` to the right and ``v`` upward in metres from the asset's middle, as arrays of one shape; distances
in metres, below 0 inside.  Dimensions are those of ordinary objects of the kind, not measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Single = NDArray[np.float32]
Shape = tuple[Single, Single]
"""Signed distance and brightness in [0, 1]."""


def _box(u: Single, v: Single, half_width: float, half_height: float, corner: float = 0.0) -> Single:
    """Signed distance to a rectangle about the origin with rounded corners."""
    a = np.abs(u) - np.float32(half_width - corner)
    b = np.abs(v) - np.float32(half_height - corner)
    outside = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
    return np.asarray(outside + np.minimum(np.maximum(a, b), 0) - np.float32(corner))


def _bar(u: Single, v: Single, start: tuple[float, float], end: tuple[float, float], half: float) -> Single:
    """Signed distance to a straight bar of half-thickness ``half``."""
    along = np.float32(end[0] - start[0]), np.float32(end[1] - start[1])
    du, dv = u - np.float32(start[0]), v - np.float32(start[1])
    share = np.clip((du * along[0] + dv * along[1]) / (along[0] ** 2 + along[1] ** 2), 0, 1)
    return np.asarray(np.hypot(du - share * along[0], dv - share * along[1]) - np.float32(half))


def _round(across: Single, radius: float) -> Single:
    """Brightness over the width of a cylinder lit from the viewer's side and above."""
    x = np.clip(across / np.float32(radius), -1, 1)
    return np.asarray(np.float32(0.45) + np.float32(0.55) * np.sqrt(np.maximum(1 - x * x, 0)))


def pipe(u: Single, v: Single) -> Shape:
    """A pipeline that leaves the picture at both ends, with flanges every 0.9 m."""
    place = np.abs(np.mod(u + np.float32(0.45), np.float32(0.9)) - np.float32(0.45))
    flange = place < 0.07
    outline = np.abs(v) - np.where(flange, np.float32(0.29), np.float32(0.2))
    shade = _round(v, 0.29) * np.where(flange, np.float32(0.95), np.float32(0.75))
    return outline, shade


def floating_ball(u: Single, v: Single) -> Shape:
    """A moored float: a ball with a highlight, and the line it hangs on below."""
    radius = np.float32(0.36)
    away = np.hypot(u, v)
    height = np.sqrt(np.maximum(radius * radius - away * away, 0)) / radius
    lit = np.maximum(0.75 * v / radius + 0.2 * u / radius + 0.6 * height, 0)
    shade = np.float32(0.3) + np.float32(0.7) * np.minimum(lit, 1)
    line = _bar(u, v, (0.0, -0.3), (0.0, -1.2), 0.02)
    return np.minimum(away - radius, line), np.where(away < radius, shade, np.float32(0.4))


def gas_canister(u: Single, v: Single) -> Shape:
    """A portable bottle: a short rounded body, a neck and a ring as handle."""
    body = _box(u, v + np.float32(0.12), 0.22, 0.34, 0.14)
    neck = _box(u, v - np.float32(0.26), 0.07, 0.1)
    ring = np.abs(np.hypot(u, (v - np.float32(0.42)) * np.float32(1.3)) - np.float32(0.16)) - np.float32(
        0.045
    )
    shade = _round(u - np.float32(0.04), 0.27)
    return np.minimum(np.minimum(body, neck), ring), np.where(body < 0, shade, np.float32(0.55))


def gas_tank(u: Single, v: Single) -> Shape:
    """A lying storage tank with round ends, two saddles and a manhole."""
    body = _bar(u, v, (-0.45, 0.0), (0.45, 0.0), 0.36)
    legs = np.minimum(
        _box(u - np.float32(0.42), v + np.float32(0.45), 0.08, 0.14),
        _box(u + np.float32(0.42), v + np.float32(0.45), 0.08, 0.14),
    )
    dome = _box(u, v - np.float32(0.4), 0.12, 0.08)
    band = (np.abs(np.abs(u) - 0.42) < 0.04) & (body < 0)
    shade = _round(v - np.float32(0.08), 0.44) * np.where(band, np.float32(0.6), np.float32(1.0))
    return np.minimum(np.minimum(body, legs), dome), np.where(body < 0, shade, np.float32(0.4))


def oil_barrel(u: Single, v: Single) -> Shape:
    """An upright drum with two hoops and a rim at either end."""
    outline = _box(u, v, 0.29, 0.44, 0.03)
    hoop = np.abs(np.abs(v) - 0.14) < 0.035
    rim = np.abs(v) > 0.38
    tone = np.where(hoop, np.float32(0.3), np.where(rim, np.float32(0.95), np.float32(0.68)))
    return outline, _round(u, 0.32) * tone


def docking_cage(u: Single, v: Single) -> Shape:
    """A frame of bars in perspective: the opening, the far end, and the edges between."""
    near, far = [(-0.72, -0.52), (0.72, -0.52), (0.72, 0.52), (-0.72, 0.52)], 0.45
    bars: list[Single] = []
    deep: list[Single] = []
    for here, there in zip(near, [*near[1:], near[0]], strict=True):
        bars.append(_bar(u, v, here, there, 0.05))
        back = [(far * x, far * y) for x, y in (here, there)]
        deep.append(_bar(u, v, back[0], back[1], 0.03))
        deep.append(_bar(u, v, here, back[0], 0.03))
    front, behind = np.minimum.reduce(bars), np.minimum.reduce(deep)
    return np.minimum(front, behind), np.where(front < 0.02, np.float32(0.95), np.float32(0.6))


SHAPES: Sequence[Callable[[Single, Single], Shape]] = (
    pipe,
    floating_ball,
    gas_canister,
    gas_tank,
    oil_barrel,
    docking_cage,
)
"""In the order of :data:`casegen_underwater.scenes.ASSETS`."""
