"""Problems whose pmi is known: operational profiles with a known density and a known label everywhere.

They serve the coverage laboratory, the tests and the examples: data drawn from them give estimates, and
:func:`exact_pmi` gives the truth to compare with.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Patch:
    """One component of an operational profile: a product of normals cut to a box, with one label.

    ``weight`` is its share of the operational profile; ``box`` is (x0, x1, y0, y1); ``centre`` and
    ``spread`` are the mean and standard deviation of each normal before the cut.
    """

    label: int
    weight: float
    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    spread: tuple[float, float]

    def quantile(self, u: Points) -> Points:
        """Points ``(n, 2)`` of the patch from uniform numbers ``(n, 2)``."""
        ends = (self.box[:2], self.box[2:])
        columns = [_truncated(u[:, k], ends[k], self.centre[k], self.spread[k]) for k in (0, 1)]
        return np.stack(columns, axis=1)

    def density(self, points: Points) -> NDArray[np.float64]:
        """Density of the patch by itself (integrates to 1) at points ``(n, 2)``, per unit area."""
        from scipy.special import ndtr

        total = np.ones(len(points))
        for k in (0, 1):
            low, high = self.box[2 * k : 2 * k + 2]
            z = (points[:, k] - self.centre[k]) / self.spread[k]
            ends = (np.array([low, high]) - self.centre[k]) / self.spread[k]
            mass = float(np.diff(ndtr(ends))[0]) * self.spread[k] * np.sqrt(2 * np.pi)
            total *= np.where((points[:, k] >= low) & (points[:, k] <= high), np.exp(-z * z / 2) / mass, 0)
        return total


def _truncated(u: NDArray[np.float64], ends: Sequence[float], mean: float, sd: float) -> NDArray[np.float64]:
    from scipy.special import ndtr, ndtri

    low, high = ndtr((np.asarray(ends) - mean) / sd)
    return np.asarray(np.clip(mean + sd * ndtri(low + u * (high - low)), ends[0], ends[1]))


@dataclass(frozen=True, slots=True)
class Problem:
    """An operational profile on the unit square with a label at every point that can occur.

    ``separation`` is the r-separation: points of different labels are at least ``2 r`` apart in L∞.
    """

    name: str
    classes: tuple[str, ...]
    patches: tuple[Patch, ...]
    separation: float

    def sample(self, n: int, seed: int) -> tuple[Points, Labels]:
        """``n`` independent points ``(n, 2)`` of the operational profile with their labels ``(n,)``."""
        rng = np.random.default_rng(seed)
        which = rng.choice(len(self.patches), size=n, p=self.weights)
        u = rng.random((n, 2))
        points = np.empty((n, 2))
        for i, patch in enumerate(self.patches):
            points[which == i] = patch.quantile(u[which == i])
        return points, np.array([p.label for p in self.patches], dtype=np.int64)[which]

    @property
    def weights(self) -> NDArray[np.float64]:
        """Shares of the patches, summing to 1."""
        raw = np.array([p.weight for p in self.patches])
        return np.asarray(raw / raw.sum(), dtype=np.float64)

    def density(self, points: Points) -> NDArray[np.float64]:
        """Density of the operational profile at points ``(n, 2)``, per unit area."""
        total = np.zeros(len(points))
        for share, patch in zip(self.weights, self.patches, strict=True):
            total += share * patch.density(points)
        return total


def exact_pmi(
    problem: Problem,
    predict: Callable[[Points], Labels],
    pairs: Mapping[tuple[int, int], float] | None = None,
    resolution: int = 1000,
) -> tuple[float, float]:
    """True pmi of a classifier on ``problem`` and the size of its numerical error.

    ``predict`` maps points to label indices.  Each patch is integrated in its quantile coordinates over
    ``resolution``² boxes of equal probability; where the corners of a box get different answers it is
    integrated by 16² nodes.  The error stated is the change from half the nodes; features thinner than a
    box may be missed.  ``pairs`` restricts failures to (true, predicted) pairs with their severity.
    """
    k = len(problem.classes)
    severity = 1.0 - np.eye(k)
    if pairs is not None:
        severity = np.zeros((k, k))
        for (true, predicted), weight in pairs.items():
            severity[true, predicted] = weight
    fine = coarse = 0.0
    for share, patch in zip(problem.weights, problem.patches, strict=True):
        parts = _patch_pmi(patch, predict, severity[patch.label], resolution)
        fine, coarse = fine + share * parts[0], coarse + share * parts[1]
    return fine, abs(fine - coarse)


def _patch_pmi(
    patch: Patch, predict: Callable[[Points], Labels], severity: NDArray[np.float64], resolution: int
) -> tuple[float, float]:
    """Mean severity over a patch, with 16² and with 8² nodes in each box that a boundary crosses."""
    nodes = np.linspace(0.0, 1.0, resolution + 1)
    u = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 2)
    corner = np.asarray(predict(patch.quantile(u))).reshape(resolution + 1, -1)
    first = corner[:-1, :-1]
    mixed = (first != corner[1:, :-1]) | (first != corner[:-1, 1:]) | (first != corner[1:, 1:])
    whole = float(severity[first[~mixed]].sum())
    boxes = np.argwhere(mixed) / resolution
    parts = []
    for fineness in (16, 8):
        offset = (np.arange(fineness) + 0.5) / (fineness * resolution)
        inner = np.stack(np.meshgrid(offset, offset, indexing="ij"), axis=-1).reshape(-1, 2)
        total = 0.0
        for some in np.array_split(boxes, max(1, len(boxes) // 4000)):
            spots = (some[:, None, :] + inner[None, :, :]).reshape(-1, 2)
            total += float(severity[np.asarray(predict(patch.quantile(spots)))].sum()) / fineness**2
        parts.append((whole + total) / resolution**2)
    return parts[0], parts[1]


def write_csv(problem: Problem, path: Path, n: int, seed: int) -> None:
    """Write ``n`` labelled points of ``problem`` as csv with columns x1, x2 and label (the class's name)."""
    points, labels = problem.sample(n, seed)
    with Path(path).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["x1", "x2", "label"])
        for (x1, x2), label in zip(points.tolist(), labels.tolist(), strict=True):
            writer.writerow([f"{x1:.6f}", f"{x2:.6f}", problem.classes[label]])


ASSETS = ("pipe", "floating-ball", "gas-canister", "gas-tank", "oil-barrel", "docking-cage")
"""The asset classes of the underwater example (paper 003 §6)."""


def underwater_assets() -> Problem:
    """Six asset classes in a plane of two shape features, r = 0.008 in L∞; the docking cage is rare."""
    gap = 0.016
    columns = ((0.04, 0.34), (0.34 + gap, 0.64), (0.64 + gap, 0.96))
    rows = ((0.06, 0.50), (0.50 + gap, 0.94))
    shares = (0.28, 0.18, 0.16, 0.14, 0.16, 0.08)
    patches = []
    for label, share in enumerate(shares):
        (x0, x1), (y0, y1) = columns[label % 3], rows[label // 3]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        near = (middle[0] * 0.8 + 0.1, middle[1] * 0.8 + 0.1)
        patches.append(Patch(label, 0.7 * share, (x0, x1, y0, y1), middle, (0.07, 0.09)))
        patches.append(Patch(label, 0.3 * share, (x0, x1, y0, y1), near, (0.05, 0.06)))
    return Problem("underwater-assets", ASSETS, tuple(patches), gap / 2)


def two_boxes(gap: float = 0.02) -> Problem:
    """Two classes side by side, uniform up to a gap of ``gap`` between them: the density ends abruptly."""
    wide = (1e3, 1e3)
    left, right = (0.05, 0.5 - gap / 2, 0.05, 0.95), (0.5 + gap / 2, 0.95, 0.05, 0.95)
    patches = (Patch(0, 0.5, left, (0.3, 0.5), wide), Patch(1, 0.5, right, (0.7, 0.5), wide))
    return Problem("two-boxes", ("0", "1"), patches, gap / 2)


def checkerboard(tiles: int = 4, gap: float = 0.012) -> Problem:
    """``tiles``² boxes of alternating labels with a gap between them, denser towards the middle."""
    edges = np.linspace(0.04, 0.96, tiles + 1)
    patches = []
    for i in range(tiles):
        for j in range(tiles):
            box = (edges[i] + gap / 2, edges[i + 1] - gap / 2, edges[j] + gap / 2, edges[j + 1] - gap / 2)
            middle = ((box[0] + box[1]) / 2, (box[2] + box[3]) / 2)
            weight = float(np.exp(-4 * ((middle[0] - 0.5) ** 2 + (middle[1] - 0.5) ** 2)))
            patches.append(Patch((i + j) % 2, weight, box, middle, (0.08, 0.08)))
    return Problem("checkerboard", ("0", "1"), tuple(patches), gap / 2)


def spike() -> Problem:
    """Two classes; the second holds a narrow spike of mass, which a kernel estimate smears."""
    patches = (
        Patch(0, 0.55, (0.02, 0.49, 0.02, 0.98), (0.3, 0.5), (0.1, 0.2)),
        Patch(1, 0.42, (0.51, 0.98, 0.02, 0.98), (0.7, 0.5), (0.1, 0.2)),
        Patch(1, 0.03, (0.51, 0.98, 0.02, 0.98), (0.6, 0.7), (0.008, 0.008)),
    )
    return Problem("spike", ("0", "1"), patches, 0.01)


PROBLEMS: Mapping[str, Callable[[], Problem]] = {
    "underwater-assets": underwater_assets,
    "two-boxes": two_boxes,
    "checkerboard": checkerboard,
    "spike": spike,
}
