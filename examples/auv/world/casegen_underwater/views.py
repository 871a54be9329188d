"""Views of a wide camera with several assets, over the frames of an approach, and the true box of each asset.

The vehicle drifts past one to three assets and comes nearer to them.  An asset is born in the first frame in which at
least :data:`BORN` pixels show it (paper 003, Appendix E.1); from then on it has a box wherever as many pixels do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.render import blurred, exposed, lamp_of, places, snow, textures_of_backgrounds
from casegen_underwater.scenes import ASSETS, DOMAIN, MISSION, SITES, Array, sample
from casegen_underwater.shapes import SHAPES, Single

VIEW = 64
"""Pixels per side of a view."""
FIELD = 1.4
"""Width of the wide camera's field of view over distance (about 70°)."""
MOST = 3
"""Assets in one approach at most."""
BORN = 40
"""Pixels that show an asset at its birth."""
STEP = 0.15
"""Metres nearer per frame."""
NEAREST = 1.8
"""Metres at which the vehicle stops coming nearer."""
TOGETHER = 512
"""Views rendered together."""


@dataclass(frozen=True, slots=True)
class Approaches:
    """``n`` approaches of ``frames`` frames.

    ``kind`` (n, MOST): index of the asset, -1 for none.  ``distance``, ``x``, ``y`` (n, frames, MOST): metres from
    the camera, to the right and up.  ``tilt`` (n, MOST) in degrees, ``albedo`` (n, MOST).  ``water`` (n, 3):
    background, turbidity, light.  ``blur`` (n, frames) in pixels.
    """

    kind: NDArray[np.int64]
    distance: Array
    x: Array
    y: Array
    tilt: Array
    albedo: Array
    water: Array
    blur: Array

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def frames(self) -> int:
        """Frames of each approach."""
        return int(self.blur.shape[1])

    def moments(self, rng: np.random.Generator) -> Approaches:
        """One frame of each approach, drawn evenly."""
        row, at = np.arange(len(self)), rng.integers(0, self.frames, len(self))
        return replace(
            self,
            distance=self.distance[row, at][:, None],
            x=self.x[row, at][:, None],
            y=self.y[row, at][:, None],
            blur=self.blur[row, at][:, None],
        )


@dataclass(frozen=True, slots=True)
class Views:
    """``images`` (n, VIEW, VIEW) in [0, 1]; ``boxes`` (n, MOST, 4) as x, y, width, height in pixels of what is seen of
    each asset, and ``pixels`` (n, MOST) that show it."""

    images: Single
    boxes: Array
    pixels: NDArray[np.int64]


def approaches(rng: np.random.Generator, n: int, frames: int) -> Approaches:
    """Draw approaches at the sites of the mission plan, in its shares."""
    site = rng.choice(len(MISSION.shares), n, p=list(MISSION.shares.values()))
    scenes = np.empty((n, MOST, len(DOMAIN)))
    for k, name in enumerate(MISSION.shares):
        here = np.flatnonzero(site == k)
        scenes[here] = sample(SITES[name], rng, len(here) * MOST).reshape(len(here), MOST, len(DOMAIN))
    kind = scenes[:, :, DOMAIN.index("asset")].astype(np.int64)
    kind[np.arange(MOST)[None, :] >= rng.integers(1, MOST + 1, n)[:, None]] = -1
    time = np.arange(frames)[None, :, None]
    first = rng.uniform(2.5, 6.5, (n, 1, MOST))
    reach = first * FIELD / 2
    at_first, drift = rng.uniform(-1.1, 1.1, (n, 1, MOST)) * reach, rng.uniform(-0.12, 0.12, (n, 1, 1))
    height = np.broadcast_to(rng.uniform(-0.7, 0.7, (n, 1, MOST)) * reach, (n, frames, MOST))
    water = np.stack(
        [scenes[:, 0, DOMAIN.index(name)] for name in ("background", "turbidity", "light")], axis=1
    )
    return Approaches(
        kind, np.maximum(first - STEP * time, NEAREST), at_first + drift * time, height,
        scenes[:, :, DOMAIN.index("angle")], rng.uniform(0.65, 1.0, (n, MOST)), water,
        np.abs(rng.normal(0.0, 1.2, (n, frames))),
    )  # fmt: skip


def rendered(shown: Approaches, seed: tuple[int, ...]) -> Views:
    """Views of all frames, approach by approach; what is left open (texture, particles, noise) is drawn from ``seed``."""
    textures = textures_of_backgrounds()
    n, frames = len(shown), shown.frames
    window = np.random.default_rng([*seed, 0xF6]).integers(0, 1 << 16, (n, 3))
    parts = []
    for first in range(0, n * frames, TOGETHER):
        of, at = np.divmod(np.arange(first, min(first + TOGETHER, n * frames)), frames)
        rng = np.random.default_rng([*seed, 0xF5, first // TOGETHER])
        parts.append(_views(shown, of, at, textures, window[of], rng))
    return Views(
        np.concatenate([p.images for p in parts]),
        np.concatenate([p.boxes for p in parts]),
        np.concatenate([p.pixels for p in parts]),
    )


def _views(
    shown: Approaches,
    of: NDArray[np.int64],
    at: NDArray[np.int64],
    textures: Single,
    window: NDArray[np.int64],
    rng: np.random.Generator,
) -> Views:
    """The frames ``at`` of the approaches ``of``: assets from the farthest to the nearest over the background."""
    turbidity, light = (shown.water[of, k].astype(np.float32)[:, None, None] for k in (1, 2))
    place = places(VIEW)
    lamp = lamp_of(light) * np.exp(-np.float32(1.2) * (place[0] ** 2 + place[1] ** 2))
    daylight = np.float32(0.9) * light * (1 + np.float32(0.15) * place[1])
    water = np.float32(0.55) * light * (1 + np.float32(0.3) * place[1]) + np.float32(0.3) * lamp

    def through_water(surface: Single, distance: Single) -> Single:
        """Light from a surface that comes back, and what the water before it scatters."""
        left = np.exp(-turbidity * distance)
        lit = daylight + lamp * (np.float32(2.5) / distance) ** 2 * left
        return np.asarray(surface * lit * left + water * (1 - left))

    distance = shown.distance[of, at].astype(np.float32)
    far = distance.max(axis=1)[:, None, None] + np.float32(1.5)
    picture = through_water(_behind(shown.water[of, 0], textures, window), far)
    seen = np.zeros((MOST, len(of), VIEW, VIEW), dtype=bool)
    order = np.argsort(-distance, axis=1)
    row = np.arange(len(of))
    for k in range(MOST):
        mine = order[:, k]
        cover, surface = _asset(shown, of, at, mine)
        picture = cover * through_water(surface, distance[row, mine][:, None, None]) + (1 - cover) * picture
        seen &= ~(cover > 0.5)[None]
        seen[mine, row] = cover > 0.5
    picture += snow(turbidity, np.float32(0.3) * light + lamp * np.float32(0.6), rng)
    blur = shown.blur[of, at].astype(np.float32)[:, None, None]
    picture = blurred(picture, blur, turbidity * distance.mean(axis=1)[:, None, None], rng)
    boxes = np.stack([_boxes(one) for one in seen], axis=1)
    return Views(exposed(picture, rng), boxes, seen.sum(axis=(2, 3)).T)


def _asset(
    shown: Approaches, of: NDArray[np.int64], at: NDArray[np.int64], mine: NDArray[np.int64]
) -> tuple[Single, Single]:
    """Coverage of each pixel by asset ``mine`` (n,) of each approach, and its brightness, ``(n, VIEW, VIEW)`` each."""
    n = len(of)
    x, y = places(VIEW)
    half = (shown.distance[of, at, mine] * FIELD / 2).astype(np.float32)[:, None, None]
    right = x * half - shown.x[of, at, mine].astype(np.float32)[:, None, None]
    up = y * half - shown.y[of, at, mine].astype(np.float32)[:, None, None]
    tilt = np.deg2rad(shown.tilt[of, mine]).astype(np.float32)[:, None, None]
    cos, sin = np.cos(tilt), np.sin(tilt)
    u, v = cos * right + sin * up, cos * up - sin * right
    cover, surface = np.zeros((2, n, VIEW, VIEW), dtype=np.float32)
    kind = shown.kind[of, mine]
    for asset, shape in enumerate(SHAPES):
        some = np.flatnonzero(kind == asset)
        if len(some):
            outline, shade = shape(u[some], v[some])
            cover[some] = np.clip(np.float32(0.5) - outline / (2 * half[some] / np.float32(VIEW)), 0, 1)
            surface[some] = shade * shown.albedo[of, mine][some].astype(np.float32)[:, None, None]
    return cover, surface


def _behind(background: Array, textures: Single, window: NDArray[np.int64]) -> Single:
    """Reflectance behind the assets, ``(n, VIEW, VIEW)``: 0.08 for open water, else a texture, moved around its edges."""
    kind = background.astype(np.int64)
    line = np.arange(VIEW)
    rows, columns = (
        np.mod(w, VIEW) for w in (window[:, 1:2] + line[None, :], window[:, 2:3] + line[None, :])
    )
    which = np.mod(window[:, 0], textures.shape[1])
    result = textures[
        np.maximum(kind - 1, 0)[:, None, None], which[:, None, None], rows[:, :, None], columns[:, None, :]
    ]
    result[kind == 0] = 0.08
    return np.asarray(result)


def _boxes(seen: NDArray[np.bool_]) -> Array:
    """Least boxes ``(n, 4)`` around the pixels of masks ``(n, VIEW, VIEW)``; 0 where there are none."""
    sides = []
    for axis in (1, 2):
        line = np.asarray(seen.any(axis=axis))
        low, high = line.argmax(axis=1), VIEW - np.flip(line, axis=1).argmax(axis=1)
        sides.append((low, np.where(line.max(axis=1), high - low, 0)))
    (x, width), (y, height) = sides
    return np.stack([x, y, width, height], axis=1).astype(float)


def coco(shown: Approaches, views: Views) -> Mapping[str, object]:
    """The truth as COCO's JSON: images with their approach and frame, and the box of each born asset with its track.

    An asset is born once ``BORN`` pixels show it; a view in which fewer do holds no box of it.
    """
    images = [
        {"id": i, "approach": i // shown.frames, "frame": i % shown.frames, "width": VIEW, "height": VIEW}
        for i in range(len(views.images))
    ]
    annotations = list[Mapping[str, object]]()
    for i, k in zip(*np.nonzero(views.pixels >= BORN), strict=True):
        asset = int(shown.kind[i // shown.frames, k])
        annotations.append({"id": len(annotations) + 1, "image_id": int(i), "category_id": asset,
                            "bbox": views.boxes[i, k].tolist(), "track_id": int(k)})  # fmt: skip
    categories = [{"id": k, "name": name} for k, name in enumerate(ASSETS)]
    return {"images": images, "categories": categories, "annotations": annotations}
