"""Use case 3: choosing an emergency landing zone, with a monitor that looks closer (paper 004 §III-C).

Maps of a town are generated with the true class of every pixel, and a picture of each.  f classifies the picture at a
quarter of its resolution and proposes circular zones without forbidden classes; the monitor classifies the zones at
full resolution and rejects those with forbidden pixels.  If none is left, the parachute opens where the vehicle is.
E1 asks whether unsafe candidates are rejected (Eqn 14), E2 how safe the zone is that is used in the end (Eqn 18).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from casegen_evidence.blocks import Workers
from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.metrics import MonitorMetrics, evaluate
from casegen_evidence.monitors.perturbations import PERTURBATIONS, Array
from casegen_evidence.monitors.returns import Flags, detector_errors, landing_score, landing_zones, per_group
from numpy.typing import NDArray

Map = NDArray[np.int64]
Start = tuple[list[int], Mapping[str, Any]]
"""Kinds of perturbation of a block's maps, and the state of the random stream before the first of them."""

BLOCK = 20
"""Maps per block."""
SIDE = 64
"""Rows and columns of a map, in pixels."""
COARSE = 4
"""Pixels per side that f averages into one."""
CLASSES = ("building", "road", "car", "tree", "low vegetation", "humans", "background")
FORBIDDEN = np.array([True, True, False, False, False, False, False])
"""φ: classes on which landing is too dangerous; the aim is to avoid roads and buildings, as in the paper."""
HAZARD = np.array([1.0, 1.0, 0.6, 0.4, 0.0, 0.9, 0.1])
"""h: hazard score of each class."""
COLOURS = np.array(
    [
        [0.62, 0.40, 0.36],
        [0.45, 0.45, 0.47],
        [0.75, 0.15, 0.20],
        [0.15, 0.35, 0.15],
        [0.40, 0.60, 0.30],
        [0.90, 0.70, 0.55],
        [0.58, 0.53, 0.42],
    ]
)
"""Mean colour of each class in the pictures."""


def town(rng: np.random.Generator) -> Map:
    """True classes of a map ``(SIDE, SIDE)``: blocks of ground and vegetation, roads, buildings, cars, people."""
    from scipy.ndimage import gaussian_filter

    result = np.full((SIDE, SIDE), CLASSES.index("background"), dtype=np.int64)
    green = gaussian_filter(rng.normal(size=(SIDE, SIDE)), 7)
    result[green > np.quantile(green, 0.45)] = CLASSES.index("low vegetation")
    wood = gaussian_filter(rng.normal(size=(SIDE, SIDE)), 3)
    result[(wood > np.quantile(wood, 0.9)) & (green > np.median(green))] = CLASSES.index("tree")
    for _ in range(int(rng.integers(4, 10))):
        height, width = rng.integers(6, 15, 2)
        i, j = rng.integers(0, SIDE - height), rng.integers(0, SIDE - width)
        result[i : i + height, j : j + width] = CLASSES.index("building")
    for axis in (0, 1):
        for at in rng.integers(2, SIDE - 6, int(rng.integers(1, 3))):
            lane = (slice(at, at + 4), slice(None)) if axis == 0 else (slice(None), slice(at, at + 4))
            result[lane] = CLASSES.index("road")
    _scatter(result, "road", "car", 0.01, 2, rng)
    _scatter(result, "background", "humans", 0.002, 1, rng)
    _scatter(result, "low vegetation", "building", 0.0015, 2, rng)
    return result


def _scatter(heat_map: Map, on: str, what: str, density: float, size: int, rng: np.random.Generator) -> None:
    """Small things of one class on another: cars on roads, people, sheds on meadows."""
    for i, j in np.argwhere((heat_map == CLASSES.index(on)) & (rng.random(heat_map.shape) < density)):
        heat_map[i : i + size, j : j + size] = CLASSES.index(what)


def photograph(true: Map, rng: np.random.Generator) -> Array:
    """A picture of the map ``(SIDE, SIDE, 3)`` with texture and light of its own, pixels in [0, 1]."""
    light = 1 + rng.normal(0, 0.06)
    return np.asarray(np.clip(COLOURS[true] * light + rng.normal(0, 0.06, (*true.shape, 3)), 0, 1))


def _features(picture: Array) -> Array:
    """Colour and mean colour of the neighbourhood, per pixel ``(rows · columns, 6)``."""
    from scipy.ndimage import uniform_filter

    around = uniform_filter(picture, (3, 3, 0), mode="nearest")
    return np.concatenate([picture, around], axis=2).reshape(-1, 6)


def reduced(picture: Array) -> Array:
    """The picture at a quarter of its resolution."""
    rows, columns, channels = picture.shape
    blocks = picture.reshape(rows // COARSE, COARSE, columns // COARSE, COARSE, channels)
    return np.asarray(blocks.mean(axis=(1, 3)))


@dataclass(frozen=True, slots=True)
class Segmenter:
    """A pixel classifier with one model per resolution, trained on unperturbed pictures."""

    coarse: Any
    fine: Any

    def whole(self, picture: Array) -> Map:
        """Classes of the whole picture from its reduced form, back at full size."""
        small = reduced(picture)
        result = self.coarse.predict(_features(small)).reshape(small.shape[:2])
        return np.asarray(np.kron(result, np.ones((COARSE, COARSE), dtype=np.int64)))

    def close(self, picture: Array) -> Map:
        """Classes of the picture at full resolution."""
        return np.asarray(self.fine.predict(_features(picture)).reshape(picture.shape[:2]))


def train(maps: int, seed: int) -> Segmenter:
    """Train both models on ``maps`` generated towns of their own."""
    from sklearn.ensemble import ExtraTreesClassifier

    rng = np.random.default_rng([seed, 0x1A])
    coarse_x, coarse_y, fine_x, fine_y = [], [], [], []
    for _ in range(maps):
        true = town(rng)
        picture = photograph(true, rng)
        keep = rng.choice(SIDE * SIDE, 400, replace=False)
        fine_x.append(_features(picture)[keep])
        fine_y.append(true.ravel()[keep])
        coarse_x.append(_features(reduced(picture)))
        coarse_y.append(true[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE].ravel())
    models = [
        ExtraTreesClassifier(30, min_samples_leaf=5, random_state=seed).fit(
            np.concatenate(x), np.concatenate(y)
        )
        for x, y in ((coarse_x, coarse_y), (fine_x, fine_y))
    ]
    return Segmenter(*models)


def disc(radius: int) -> Flags:
    """A filled circle ``(2 radius + 1, 2 radius + 1)``."""
    r = np.arange(-radius, radius + 1)
    return np.asarray(r[:, None] ** 2 + r[None] ** 2 <= radius * radius)


def zone_sums(field: Array, radius: int) -> Array:
    """Sum of ``field`` over the circle around each centre that keeps it inside the map."""
    from scipy.signal import fftconvolve

    return np.asarray(fftconvolve(field, disc(radius).astype(float), mode="valid"))


def candidates(seen: Map, radius: int, most: int) -> list[tuple[int, int]]:
    """Centres of up to ``most`` zones without forbidden pixels in ``seen``, least hazard first, apart from each other."""
    forbidden = zone_sums(FORBIDDEN[seen].astype(float), radius)
    hazard = zone_sums(HAZARD[seen], radius)
    hazard = np.where(forbidden < 0.5, np.round(hazard, 6), np.inf)
    results: list[tuple[int, int]] = []
    for flat in np.argsort(hazard, axis=None, kind="stable"):
        i, j = divmod(int(flat), hazard.shape[1])
        if len(results) == most or not np.isfinite(hazard[i, j]):
            break
        if all((i - a) ** 2 + (j - b) ** 2 >= (2 * radius) ** 2 for a, b in results):
            results.append((i, j))
    return [(i + radius, j + radius) for i, j in results]


def zone(field: NDArray[Any], centre: tuple[int, int], radius: int) -> NDArray[Any]:
    """The pixels of a circular zone, flat."""
    i, j = centre
    return np.asarray(field[i - radius : i + radius + 1, j - radius : j + radius + 1][disc(radius)])


def best_score(true: Map, radius: int, kappa: float) -> float:
    """Score of the best zone that exists (f*), over all positions."""
    safe = zone_sums(FORBIDDEN[true].astype(float), radius) < 0.5
    if not safe.any():
        return 0.0
    least = zone_sums(HAZARD[true], radius)[safe].min() / disc(radius).sum()
    return float(kappa + (1 - kappa) * (1 - max(least, 0.0)))


@dataclass(frozen=True, slots=True)
class Landing:
    """The outcome; arrays over maps ``(n,)``.

    ``unsafe_*``: the zone used holds a forbidden pixel.  ``rejected_all``: no candidate was left, the parachute opened.
    ``without`` maps had no candidate at all and do not count for E1.
    """

    e1: MonitorMetrics
    e2: MonitorMetrics
    unsafe_f: Flags
    unsafe_monitored: Flags
    rejected_all: Flags
    without: int
    kind: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Flight:
    """What one map gave: candidates' true errors and alarms, and the scores of the three choices."""

    errors: list[bool]
    alarms: list[bool]
    score_f: float
    score_monitored: float
    score_ideal: float


def run(
    *,
    maps: int = 300,
    perturbations: Sequence[str] = ("brightness", "fog", "blur", "dead-pixels", "shifted-rows"),
    perturbed: float = 0.5,
    intensity: float = 0.4,
    radius: int = 6,
    most: int = 5,
    tolerated: float = 0.0,
    kappa: float = 0.5,
    confidence: float = 0.95,
    seed: int = 0,
    workers: Workers | None = None,
) -> Landing:
    """Fly over ``maps`` towns; a share ``perturbed`` of the pictures is perturbed by one of ``perturbations``.

    The monitor rejects a zone in which more than ``tolerated`` of the pixels look forbidden at full resolution.  Results
    do not depend on ``workers``.
    """
    unknown = [p for p in perturbations if p not in PERTURBATIONS]
    if unknown or not perturbations:
        raise InputProblem(
            f"expected perturbations among {', '.join(PERTURBATIONS)}; found {', '.join(unknown) or 'none'}"
        )
    eyes = train(24, seed)
    rng = np.random.default_rng([seed, 0x1B])
    kind = np.where(rng.random(maps) < perturbed, rng.integers(0, len(perturbations), maps), -1)
    flown = Sky(eyes, tuple(perturbations), intensity, radius, most, tolerated, kappa)
    parts = (workers or Workers()).run(
        "flights", range(-(-maps // BLOCK)), flown, "maps", flown.starts(kind, rng)
    )
    return _judge([flight for part in parts for flight in _flights(part)], kind, confidence)


@dataclass(frozen=True, slots=True)
class Sky:
    """What all flights have in common; called with the start of a block of maps, it flies over them.

    All maps are drawn from one random stream, one after the other; a block starts with the state that the ones before it
    leave behind, and draws its own maps again.
    """

    eyes: Segmenter
    perturbations: tuple[str, ...]
    intensity: float
    radius: int
    most: int
    tolerated: float
    kappa: float

    def starts(self, kind: NDArray[np.int64], rng: np.random.Generator) -> Callable[[int], Start]:
        """How each block starts, for maps of these kinds of perturbation."""
        results: list[Start] = []
        for first in range(0, len(kind), BLOCK):
            mine = kind[first : first + BLOCK].tolist()
            results.append((mine, rng.bit_generator.state))
            for k in mine:
                self.drawn(k, rng)
        return results.__getitem__

    def drawn(self, kind: int, rng: np.random.Generator) -> tuple[Map, Array]:
        """A town and its picture, perturbed."""
        true = town(rng)
        picture = photograph(true, rng)
        if kind >= 0:
            picture = PERTURBATIONS[self.perturbations[kind]](picture[None], self.intensity, rng)[0]
        return true, picture

    def __call__(self, start: Start) -> dict[str, NDArray[Any]]:
        """The flights of a block, as arrays."""
        kind, state = start
        rng = np.random.default_rng()
        rng.bit_generator.state = state
        flights = [
            _fly(self.eyes, *self.drawn(k, rng), self.radius, self.most, self.tolerated, self.kappa)
            for k in kind
        ]
        return {
            "zones": np.array([len(f.errors) for f in flights]),
            "errors": np.array([e for f in flights for e in f.errors], dtype=bool),
            "alarms": np.array([a for f in flights for a in f.alarms], dtype=bool),
            "scores": np.array([[f.score_f, f.score_monitored, f.score_ideal] for f in flights]),
        }


def _flights(part: Mapping[str, NDArray[Any]]) -> list[Flight]:
    ends = np.cumsum(part["zones"])[:-1]
    errors, alarms = (np.split(part[name], ends) for name in ("errors", "alarms"))
    return [
        Flight(e.tolist(), a.tolist(), *map(float, scores))
        for e, a, scores in zip(errors, alarms, part["scores"], strict=True)
    ]


def _fly(
    eyes: Segmenter, true: Map, picture: Array, radius: int, most: int, tolerated: float, kappa: float
) -> Flight:
    proposed = candidates(eyes.whole(picture), radius, most)
    close = eyes.close(picture)
    errors = [bool(FORBIDDEN[zone(true, c, radius)].any()) for c in proposed]
    alarms = [bool(FORBIDDEN[zone(close, c, radius)].mean() > tolerated) for c in proposed]
    here = (SIDE // 2, SIDE // 2)
    accepted = [c for c, alarm in zip(proposed, alarms, strict=True) if not alarm]
    scores = [
        landing_score(zone(true, c, radius), FORBIDDEN, HAZARD, kappa)
        for c in ((*proposed, here)[0], (*accepted, here)[0])
    ]
    return Flight(errors, alarms, scores[0], scores[1], best_score(true, radius, kappa))


def _judge(flights: Sequence[Flight], kind: NDArray[np.int64], confidence: float) -> Landing:
    group = np.concatenate([np.full(len(f.errors), i) for i, f in enumerate(flights)])
    errors = np.array([e for f in flights for e in f.errors], dtype=bool)
    alarms = np.array([a for f in flights for a in f.alarms], dtype=bool)
    if not len(errors):
        raise InputProblem("expected candidate zones on some map, found none. Take a smaller radius")
    scores = [
        np.array([getattr(f, n) for f in flights]) for n in ("score_f", "score_monitored", "score_ideal")
    ]
    e1 = per_group(detector_errors(errors, alarms), group, "picture")
    return Landing(
        evaluate(e1, confidence),
        evaluate(landing_zones(*scores), confidence),
        scores[0] == 0,
        scores[1] == 0,
        np.array([bool(f.alarms) and all(f.alarms) for f in flights]),
        sum(not f.errors for f in flights),
        kind,
    )
