"""The domain of a network: the scenarios it may meet, by numeric and categorical dimensions (paper 000)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import computes_by_itself

Array = NDArray[np.float64]


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Numeric:
    """A dimension with values in ``[lower, upper]`` of ``unit``."""

    name: str
    lower: float
    upper: float
    unit: str = ""

    def __post_init__(self) -> None:
        if not (np.isfinite(self.lower) and np.isfinite(self.upper) and self.lower < self.upper):
            raise InputProblem(
                f"expected dimension {self.name} with finite lower < upper, found {self.lower} and {self.upper}"
            )

    @property
    def title(self) -> str:
        """Name with unit, for headings."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Categorical:
    """A dimension with one of ``categories``; scenarios hold the category's index as a number."""

    name: str
    categories: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.categories or len(set(self.categories)) != len(self.categories):
            raise InputProblem(
                f"expected dimension {self.name} with categories that differ, found "
                f"{', '.join(self.categories) or 'none'}"
            )

    @property
    def title(self) -> str:
        """Name, for headings."""
        return self.name

    def code(self, category: str) -> int:
        """Index of a category; raises :class:`InputProblem` for an unknown one."""
        if category not in self.categories:
            raise InputProblem(f"expected {self.name} among {', '.join(self.categories)}; found {category!r}")
        return self.categories.index(category)


Dimension = Numeric | Categorical


@computes_by_itself
@dataclass(frozen=True, slots=True)
class Domain:
    """All scenarios X: the product of its dimensions."""

    dimensions: tuple[Dimension, ...]

    def __post_init__(self) -> None:
        names = self.names
        if not names or len(set(names)) != len(names):
            raise InputProblem(
                f"expected a domain of dimensions with names that differ, found {', '.join(names) or 'none'}"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the dimensions, in order."""
        return tuple(d.name for d in self.dimensions)

    def __len__(self) -> int:
        return len(self.dimensions)

    def index(self, name: str) -> int:
        """Position of a dimension; raises :class:`InputProblem` for an unknown name."""
        if name not in self.names:
            raise InputProblem(f"expected a dimension among {', '.join(self.names)}; found {name!r}")
        return self.names.index(name)

    def inside(self, scenarios: Array) -> NDArray[np.bool_]:
        """For scenarios ``(n, d)``: whether each lies in the domain, shape ``(n,)``."""
        result = np.ones(len(scenarios), dtype=bool)
        for column, d in zip(np.asarray(scenarios).T, self.dimensions, strict=True):
            if isinstance(d, Numeric):
                result &= (column >= d.lower) & (column <= d.upper)
            else:
                result &= (column >= 0) & (column < len(d.categories)) & (column == np.floor(column))
        return result

    def check(self, scenarios: Array) -> None:
        """Raise :class:`InputProblem` naming the first scenario that is not in the domain."""
        if scenarios.ndim != 2 or scenarios.shape[1] != len(self):
            raise InputProblem(
                f"expected scenarios of shape (n, {len(self)}) as ({', '.join(self.names)}), found shape "
                f"{scenarios.shape}"
            )
        outside = np.flatnonzero(~self.inside(scenarios))
        if not len(outside):
            return
        row = int(outside[0])
        for k, d in enumerate(self.dimensions):
            if not Domain((d,)).inside(scenarios[row : row + 1, k : k + 1])[0]:
                raise InputProblem(
                    f"expected {d.name} in {_range(d)}; scenario {row + 1} has {scenarios[row, k]:g} "
                    f"({len(outside)} of {len(scenarios)} scenarios lie outside the domain). Widen the domain or "
                    "remove them"
                )

    def describe(self, scenario: Sequence[float]) -> str:
        """One scenario in words: ``v = 1.5 in/s, weather = rain``."""
        parts = []
        for value, d in zip(scenario, self.dimensions, strict=True):
            if isinstance(d, Categorical):
                parts.append(f"{d.name} = {d.categories[int(value)]}")
            else:
                parts.append(f"{d.name} = {value:.4g} {d.unit}".rstrip())
        return ", ".join(parts)


def _range(d: Dimension) -> str:
    if isinstance(d, Numeric):
        return f"[{d.lower:g}, {d.upper:g}]"
    return f"{{0, …, {len(d.categories) - 1}}} (an index into {', '.join(d.categories)})"
