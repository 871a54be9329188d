"""Scenes in words: each variable in categories, as scenario metrics count them (paper 002 §II-A)."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from casegen_evidence.dependability.domain import Categorical
from numpy.typing import NDArray

from casegen_underwater.scenes import DOMAIN, Array

STEPS: Mapping[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    "distance": (("near", "middle", "far"), (2.5, 4.0)),
    "angle": (("tilted left", "level", "tilted right"), (-15.0, 15.0)),
    "turbidity": (("clear", "hazy", "turbid"), (0.12, 0.25)),
    "light": (("night", "dim", "day"), (0.2, 0.6)),
    "blur": (("sharp", "moving", "smeared"), (0.8, 2.2)),
}
"""Names of the categories of each numeric variable, and the limits between them."""


def conditions() -> dict[str, list[str]]:
    """Operating conditions and their categories, in the order of the domain."""
    results = {}
    for d in DOMAIN.dimensions:
        results[d.name] = list(d.categories) if isinstance(d, Categorical) else list(STEPS[d.name][0])
    return results


def described(scenes: Array) -> dict[str, NDArray[np.str_]]:
    """Category of every variable of scenes ``(n, 7)``, one array ``(n,)`` per variable."""
    results = {}
    for k, d in enumerate(DOMAIN.dimensions):
        if isinstance(d, Categorical):
            results[d.name] = np.array(d.categories)[scenes[:, k].astype(np.int64)]
        else:
            names, limits = STEPS[d.name]
            results[d.name] = np.array(names)[np.searchsorted(limits, scenes[:, k])]
    return results


def write_csv(path: Path, columns: Mapping[str, Sequence[object] | NDArray[np.generic]]) -> Path:
    """A csv file with a header and one row per element of the columns; returns the path."""
    rows = zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True)
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(rows)
    return path
