"""Operational profiles as stated by the user: of the data, reweighted by class, or a known density.

A known density is a mixture of products of marginals over the features, in the features' own units.  Its mass
in a cell is a sum of products of differences of distribution functions: exact, as for kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from casegen_evidence.method import InputProblem
from casegen_evidence.ram.grid import Grid
from casegen_evidence.suggestions import among

Array = NDArray[np.float64]
Positive = Annotated[float, Field(gt=0)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Uniform(_Model):
    """Uniform between ``low`` and ``high``."""

    kind: Literal["uniform"] = Field(description="the word `uniform`")
    low: float = Field(description="smallest value")
    high: float = Field(description="largest value")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        _increasing(self.low, self.high)
        return self

    def cdf(self, x: Array) -> Array:
        return np.asarray(np.clip((x - self.low) / (self.high - self.low), 0.0, 1.0))

    def pdf(self, x: Array) -> Array:
        return np.where((x >= self.low) & (x <= self.high), 1 / (self.high - self.low), 0.0)

    def quantile(self, u: Array) -> Array:
        return np.asarray(self.low + u * (self.high - self.low))


class Normal(_Model):
    """Normal, cut off below ``low`` and above ``high`` where these are given."""

    kind: Literal["normal"] = Field(description="the word `normal`")
    mean: float = Field(description="mean before it is cut off")
    sd: Positive = Field(description="standard deviation before it is cut off")
    low: float | None = Field(None, description="cut off below; nowhere if left out")
    high: float | None = Field(None, description="cut off above; nowhere if left out")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        _increasing(*self._cut)
        return self

    @property
    def _cut(self) -> tuple[float, float]:
        return (-np.inf if self.low is None else self.low, np.inf if self.high is None else self.high)

    def _ends(self) -> tuple[float, float]:
        from scipy.special import ndtr

        low, high = self._cut
        return float(ndtr((low - self.mean) / self.sd)), float(ndtr((high - self.mean) / self.sd))

    def cdf(self, x: Array) -> Array:
        from scipy.special import ndtr

        a, b = self._ends()
        return np.asarray(np.clip((ndtr((x - self.mean) / self.sd) - a) / (b - a), 0.0, 1.0))

    def pdf(self, x: Array) -> Array:
        a, b = self._ends()
        z = (x - self.mean) / self.sd
        shape = np.exp(-z * z / 2) / (self.sd * np.sqrt(2 * np.pi) * (b - a))
        low, high = self._cut
        return np.where((x >= low) & (x <= high), shape, 0.0)

    def quantile(self, u: Array) -> Array:
        from scipy.special import ndtri

        a, b = self._ends()
        return np.asarray(np.clip(self.mean + self.sd * ndtri(a + u * (b - a)), *self._cut))


class Beta(_Model):
    """Beta with shapes ``a`` and ``b``, stretched from ``low`` to ``high``."""

    kind: Literal["beta"] = Field(description="the word `beta`")
    a: Positive = Field(description="first shape")
    b: Positive = Field(description="second shape")
    low: float = Field(0.0, description="smallest value")
    high: float = Field(1.0, description="largest value")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        _increasing(self.low, self.high)
        return self

    def _unit(self, x: Array) -> Array:
        return np.asarray(np.clip((x - self.low) / (self.high - self.low), 0.0, 1.0))

    def cdf(self, x: Array) -> Array:
        from scipy.special import betainc

        return np.asarray(betainc(self.a, self.b, self._unit(x)))

    def pdf(self, x: Array) -> Array:
        from scipy.special import betaln

        z = np.clip(self._unit(x), 1e-300, 1 - 1e-16)
        logs = (self.a - 1) * np.log(z) + (self.b - 1) * np.log1p(-z) - betaln(self.a, self.b)
        return np.where((x >= self.low) & (x <= self.high), np.exp(logs) / (self.high - self.low), 0.0)

    def quantile(self, u: Array) -> Array:
        from scipy.special import betaincinv

        return np.asarray(self.low + betaincinv(self.a, self.b, u) * (self.high - self.low))


class Histogram(_Model):
    """Uniform within each of the intervals between ``edges``, with ``shares`` that sum to 1."""

    kind: Literal["histogram"] = Field(description="the word `histogram`")
    edges: Annotated[list[float], Field(min_length=2)] = Field(
        description="limits of the intervals, increasing; one more than shares"
    )
    shares: Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=1)] = Field(
        description="probability of each interval"
    )

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(self.edges) != len(self.shares) + 1 or np.any(np.diff(self.edges) <= 0):
            raise ValueError("expected increasing edges, one more than shares")
        _sum_to_one("shares of a histogram", self.shares)
        return self

    def cdf(self, x: Array) -> Array:
        return np.asarray(np.interp(x, self.edges, np.append(0.0, np.cumsum(self.shares))))

    def pdf(self, x: Array) -> Array:
        heights = np.array(self.shares) / np.diff(self.edges)
        at = np.clip(np.searchsorted(self.edges, x, side="right") - 1, 0, len(heights) - 1)
        return np.where((x >= self.edges[0]) & (x <= self.edges[-1]), heights[at], 0.0)

    def quantile(self, u: Array) -> Array:
        total = np.append(0.0, np.cumsum(self.shares))
        at = np.clip(np.searchsorted(total, u, side="right") - 1, 0, len(self.shares) - 1)
        part = (u - total[at]) / np.maximum(np.array(self.shares)[at], 1e-300)
        return np.asarray(np.array(self.edges)[at] + np.clip(part, 0, 1) * np.diff(self.edges)[at])


Marginal = Annotated[Uniform | Normal | Beta | Histogram, Field(discriminator="kind")]


class Component(_Model):
    """A product of independent marginals, one for every feature by its name, with its ``share``."""

    share: Positive = Field(1.0, description="share of the component; all sum to 1")
    marginals: Annotated[dict[str, Marginal], Field(min_length=1)] = Field(
        description="distribution of every feature, by its name"
    )


class OfData(_Model):
    """The labelled points (and the inputs from operation) are draws of the operational profile."""

    kind: Literal["data"] = Field("data", description="the word `data`")


class Reweighted(_Model):
    """Classes occur in operation with ``shares``; within a class, points are draws of its operational inputs."""

    kind: Literal["reweighted"] = Field(description="the word `reweighted`")
    shares: Annotated[dict[str, Annotated[float, Field(ge=0)]], Field(min_length=2)] = Field(
        description="how often each class occurs in operation; they sum to 1"
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        _sum_to_one("shares of the classes", list(self.shares.values()))
        return self


class Known(_Model):
    """The operational profile has a known density; points may have been drawn otherwise."""

    kind: Literal["known"] = Field(description="the word `known`")
    components: Annotated[list[Component], Field(min_length=1)] = Field(
        description="products of distributions that are mixed"
    )
    draws: Annotated[int, Field(ge=1000)] = Field(
        20_000, description="draws that stand for inputs from operation, in tests, strata and weights"
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        _sum_to_one("shares of the components", [c.share for c in self.components])
        return self


Profile = Annotated[OfData | Reweighted | Known, Field(discriminator="kind")]


def _increasing(low: float, high: float) -> None:
    if not low < high:
        raise ValueError(f"expected low below high; found {low:g} and {high:g}")


def _sum_to_one(what: str, shares: Sequence[float]) -> None:
    if abs(sum(shares) - 1) > 1e-6:
        raise ValueError(f"expected {what} that sum to 1; found a sum of {sum(shares):.6g}")


class KnownProfile:
    """A :class:`Known` density over ``features`` in their order, as numbers."""

    def __init__(self, known: Known, features: Sequence[str]) -> None:
        for component in known.components:
            if set(component.marginals) != set(features):
                raise InputProblem(
                    f"expected a marginal for each of {', '.join(features)} in every component of the profile; "
                    f"found {among(component.marginals)}"
                )
        self.shares: Array = np.array([c.share for c in known.components])
        self.shares /= self.shares.sum()
        self._parts = [[c.marginals[f] for f in features] for c in known.components]

    def masses(self, grid: Grid) -> list[Array]:
        """Per axis the mass of each component in each slab of cells, ``(components, shape[axis])``."""
        return [
            np.stack([np.diff(part[k].cdf(grid.edges(k))) for part in self._parts])
            for k in range(grid.dimension)
        ]

    def density(self, points: Array) -> Array:
        """Density at ``points`` (n, d), per unit volume of the features."""
        each = [np.prod([m.pdf(points[:, k]) for k, m in enumerate(part)], axis=0) for part in self._parts]
        return np.asarray(self.shares @ np.stack(each))

    def sample(self, n: int, rng: np.random.Generator) -> Array:
        """``n`` independent draws, ``(n, d)``."""
        which = rng.choice(len(self.shares), size=n, p=self.shares)
        u = rng.random((n, len(self._parts[0])))
        drawn = np.empty_like(u)
        for i, part in enumerate(self._parts):
            own = which == i
            for k, marginal in enumerate(part):
                drawn[own, k] = marginal.quantile(u[own, k])
        return drawn


def class_weights(
    shares: dict[str, float], labels: NDArray[np.int64], classes: Sequence[str]
) -> tuple[Array, float]:
    """Weight of each point so that its class has its operational share, and the share of classes without points.

    The weights have mean 1 except for that share: class c of ``n_c`` among ``n`` points gets ``share_c n/n_c``.
    """
    unknown = sorted(set(shares) - set(classes))
    if unknown:
        raise InputProblem(
            f"expected classes among {', '.join(classes)} in profile shares; found {', '.join(unknown)}"
        )
    share = np.array([shares.get(c, 0.0) for c in classes])
    counts = np.bincount(labels, minlength=len(classes))
    weight = np.where(counts > 0, share * len(labels) / np.maximum(counts, 1), 0.0)
    return np.asarray(weight[labels]), float(share[counts == 0].sum())
