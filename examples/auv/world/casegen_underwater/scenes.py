"""Scenes of an underwater inspection: their variables, sites, and the mission plan that samples them.

A scene is what a frame is taken of; its variables are the dimensions of :data:`DOMAIN`.  A site is a product of
distributions over them.  The mission plan visits sites in shares, which is the operational profile: a random frame
of a random mission has the distribution that :meth:`MissionPlan.sample` draws from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from casegen_evidence.dependability.domain import Categorical, Domain, Numeric
from casegen_evidence.method import InputProblem
from numpy.typing import NDArray

Array = NDArray[np.float64]

ASSETS = ("pipe", "floating-ball", "gas-canister", "gas-tank", "oil-barrel", "docking-cage")
"""The six objects of paper 003 §6.1.3."""
BACKGROUNDS = ("open-water", "seabed", "structure")
STAND_OFF: Mapping[str, float] = {
    "pipe": 1.0,
    "floating-ball": 1.0,
    "gas-canister": 2.0,
    "gas-tank": 3.0,
    "oil-barrel": 2.0,
    "docking-cage": 3.0,
}
"""Least distance in metres the vehicle keeps from each asset: judgement of this example (paper 003 asks for a
"minimal safe operating distance" and gives none)."""

DOMAIN = Domain(
    (
        Categorical("asset", ASSETS),
        Categorical("background", BACKGROUNDS),
        Numeric("distance", 2.0, 6.0, "m"),
        Numeric("angle", -45.0, 45.0, "°"),
        Numeric("turbidity", 0.05, 0.40, "1/m"),
        Numeric("light", 0.0, 1.0),
        Numeric("blur", 0.0, 5.0, "px"),
    )
)
"""Scene variables: asset, background, distance to the asset, its tilt in the picture, attenuation of the water,
daylight (0 at night, 1 at bright day), and length of the motion blur."""

Specs = Mapping[str, Mapping[str, Any]]
"""Distribution per dimension, as :mod:`casegen_evidence.dependability.specs` writes them."""


def _normal(mean: float, sd: float) -> dict[str, Any]:
    return {"distribution": "truncated", "of": {"distribution": "normal", "mean": mean, "sd": sd}}


_MIX = dict(zip(ASSETS, (0.28, 0.18, 0.16, 0.14, 0.16, 0.08), strict=True))
_ANYWHERE: Specs = {
    "asset": {"distribution": "categorical", "probabilities": _MIX},
    "distance": _normal(2.6, 0.8),
    "angle": _normal(0.0, 15.0),
    "blur": _normal(0.0, 1.2),
}


def _backgrounds(*shares: float) -> dict[str, Any]:
    return {"distribution": "categorical", "probabilities": dict(zip(BACKGROUNDS, shares, strict=True))}


SITES: Mapping[str, Specs] = {
    "clear-water": {
        **_ANYWHERE,
        "background": _backgrounds(0.5, 0.35, 0.15),
        "turbidity": _normal(0.10, 0.04),
        "light": _normal(0.75, 0.15),
    },
    "turbid-harbour": {
        **_ANYWHERE,
        "background": _backgrounds(0.3, 0.3, 0.4),
        "turbidity": _normal(0.20, 0.05),
        "light": _normal(0.5, 0.15),
    },
    "night": {
        **_ANYWHERE,
        "background": _backgrounds(0.5, 0.35, 0.15),
        "turbidity": _normal(0.15, 0.06),
        "light": _normal(0.0, 0.08),
    },
}
"""Named sites: what is seen there, and through which water and light.  All are illustrative."""

TESTING: Specs = {
    "asset": {"distribution": "categorical", "probabilities": dict.fromkeys(ASSETS, 1 / 6)},
    "background": _backgrounds(1 / 3, 1 / 3, 1 / 3),
    "distance": _normal(2.6, 1.2),
    "angle": _normal(0.0, 22.0),
    "turbidity": {"distribution": "uniform"},
    "light": {"distribution": "uniform"},
    "blur": _normal(0.0, 1.8),
}
"""Conditions of scenario tests: every asset, background, water and light evenly; distance, tilt and blur as at the
sites, half as wide again."""


def site(name: str) -> Specs:
    """Distributions of a named site; raises :class:`InputProblem` for an unknown name."""
    if name not in SITES:
        raise InputProblem(f"expected a site among {', '.join(SITES)}; found {name!r}")
    return SITES[name]


def sample(specs: Specs, rng: np.random.Generator, n: int) -> Array:
    """``n`` independent scenes ``(n, 7)`` of a site or of :data:`TESTING`."""
    from casegen_evidence.dependability.specs import MarginalSpec, product_of
    from pydantic import TypeAdapter

    checked = TypeAdapter(dict[str, MarginalSpec]).validate_python({k: dict(v) for k, v in specs.items()})
    return product_of(DOMAIN, checked, "scene").sample(rng, n)


@dataclass(frozen=True, slots=True)
class MissionPlan:
    """Share of the inspected frames at each site; shares sum to 1."""

    shares: Mapping[str, float]

    def __post_init__(self) -> None:
        unknown = [name for name in self.shares if name not in SITES]
        if unknown or not self.shares or abs(sum(self.shares.values()) - 1) > 1e-9:
            raise InputProblem(
                f"expected shares of sites among {', '.join(SITES)} that sum to 1, found "
                f"{', '.join(f'{k} {v:g}' for k, v in self.shares.items()) or 'none'}"
            )
        if any(share < 0 for share in self.shares.values()):
            raise InputProblem("expected shares of at least 0 in a mission plan, found a negative one")

    def sample(self, rng: np.random.Generator, n: int) -> Array:
        """``n`` independent scenes ``(n, 7)`` of the operational profile."""
        where = rng.choice(len(self.shares), size=n, p=list(self.shares.values()))
        scenes = np.empty((n, len(DOMAIN)))
        for k, name in enumerate(self.shares):
            here = where == k
            scenes[here] = sample(SITES[name], rng, int(here.sum()))
        return scenes

    def mission(self, rng: np.random.Generator, legs: int, frames: int) -> Array:
        """One mission as scenes ``(legs, frames, 7)``, in order of time.

        A mission is at one site and keeps its water and light; each leg inspects one asset at one background,
        frames being taken from the farthest to the nearest.  A frame picked at random out of a random mission
        has the distribution of :meth:`sample`; frames of one mission depend on each other.
        """
        name = list(self.shares)[int(rng.choice(len(self.shares), p=list(self.shares.values())))]
        drawn = sample(SITES[name], rng, legs * frames).reshape(legs, frames, -1)
        for variable in ("asset", "background", "angle"):
            column = DOMAIN.index(variable)
            drawn[:, :, column] = drawn[:, :1, column]
        for variable in ("turbidity", "light"):
            column = DOMAIN.index(variable)
            drawn[:, :, column] = drawn[0, 0, column]
        column = DOMAIN.index("distance")
        drawn[:, :, column] = -np.sort(-drawn[:, :, column], axis=1)
        return drawn


MISSION = MissionPlan({"clear-water": 0.6, "turbid-harbour": 0.2, "night": 0.2})
"""The plan of the example: six of ten frames in clear water, two in the harbour, two at night."""

PROFILES = ("mission", *SITES)
"""Names of everything that frames can be drawn for, the mission plan first."""


def draw(profile: str, rng: np.random.Generator, n: int) -> Array:
    """``n`` independent scenes of ``mission``, ``testing`` or a named site."""
    if profile == "mission":
        return MISSION.sample(rng, n)
    return sample(TESTING if profile == "testing" else site(profile), rng, n)


def labels(scenes: Array) -> NDArray[np.int64]:
    """Index of the asset of each scene, ``(n,)``."""
    return scenes[:, DOMAIN.index("asset")].astype(np.int64)


def shortening() -> Array:
    """Metres by which taking one asset for another shortens the stand-off distance, ``(true, answered)``; 0 where not."""
    distance = np.array([STAND_OFF[name] for name in ASSETS])
    return np.asarray(np.maximum(distance[:, None] - distance[None, :], 0.0))


def severity(kind: str) -> Array:
    """Failures that count as 1, ``(true, answered)``: ``any`` misclassification, or ``safety-related`` ones.

    Safety-related is a confusion that shortens the stand-off distance: the vehicle comes too near.
    """
    if kind == "any":
        return 1.0 - np.eye(len(ASSETS))
    if kind == "safety-related":
        return (shortening() > 0).astype(float)
    raise InputProblem(f"expected failures any or safety-related; found {kind!r}")
