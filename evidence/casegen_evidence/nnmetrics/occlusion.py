"""Occlusion maps, interpretation precision and occlusion sensitivity covering (paper 002 §§II-F, II-G)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.networks import network
from casegen_evidence.own_arithmetic import in_own_arithmetic
from casegen_evidence.short_precision import as_printed

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Patch:
    """The occluding patch: ``height`` × ``width`` pixels of value ``fill``, moved by ``stride``."""

    height: int = 2
    width: int = 2
    stride: int = 1
    fill: float = 0.0

    def positions(self, rows: int, columns: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Upper edges and left edges of the patch's positions on a picture."""
        if not (1 <= self.height <= rows and 1 <= self.width <= columns and self.stride >= 1):
            raise InputProblem(
                f"expected a patch inside the picture of {rows} × {columns} and a stride of at least 1; found "
                f"{self.height} × {self.width}, stride {self.stride}"
            )
        most = max(rows - self.height, columns - self.width)
        if self.stride > max(1, most):
            raise InputProblem(
                f"expected a stride of at most {max(1, most)}, with which a patch of {self.height} × {self.width} has "
                f"more than one place on a picture of {rows} × {columns}; found {self.stride}"
            )
        return (
            np.arange(0, rows - self.height + 1, self.stride),
            np.arange(0, columns - self.width + 1, self.stride),
        )


def occlusion_maps(
    model: Any, pictures: ArrayLike, labels: ArrayLike, patch: Patch | None = None, batch: int = 2048
) -> Array:
    """Probability of each picture's class with the patch at every position: ``(n, positions, positions)``.

    ``pictures`` are ``(n, rows, columns[, channels])``; positions of several pictures share a batch of at most
    ``batch`` network inputs.
    """
    x = np.asarray(pictures, dtype=float)
    y = np.asarray(labels, dtype=np.int64)
    if x.ndim < 3 or y.shape != (len(x),):
        raise InputProblem(
            f"expected pictures (n, rows, columns) with one label each, found shapes {x.shape} and {y.shape}"
        )
    p = patch or Patch()
    tops, lefts = p.positions(x.shape[1], x.shape[2])
    grid = [(int(i), int(j)) for i in tops for j in lefts]
    face = network(model)
    total = len(x) * len(grid)
    result = np.empty(total)
    for start in range(0, total, batch):
        index = np.arange(start, min(start + batch, total))
        chunk = x[index // len(grid)].copy()
        for row, position in enumerate(index % len(grid)):
            i, j = grid[position]
            chunk[row, i : i + p.height, j : j + p.width] = p.fill
        result[index] = face.probabilities(chunk)[np.arange(len(chunk)), y[index // len(grid)]]
    return result.reshape(len(x), len(tops), len(lefts))


def of_two_values(masks: ArrayLike, name: str) -> Mask:
    """True where ``masks`` are not 0; refused where they have more than one such value.

    Grey values, probabilities and numbers of objects or classes leave open from which one on a pixel is of the object.
    """
    m = np.asarray(masks)
    if m.dtype == bool:
        return m
    other = np.unique(m[m != 0])
    if len(other) > 1:
        raise InputProblem(
            f"expected {name} of 0 and one other value, which marks the object; found {len(other):,} other values, "
            f"{other[0]} to {other[-1]}. Say which pixels are of the object, such as masks > 0.5"
        )
    return np.asarray(m.astype(bool))


def occluding(masks: ArrayLike, patch: Patch | None = None) -> Mask:
    """Positions ``(n, positions, positions)`` whose patch overlaps the segmentation mask ``(n, rows, columns)``."""
    m = of_two_values(masks, "masks")
    if m.ndim != 3:
        raise InputProblem(f"expected masks of shape (n, rows, columns), found shape {m.shape}")
    p = patch or Patch()
    tops, lefts = p.positions(m.shape[1], m.shape[2])
    area = np.zeros((len(m), m.shape[1] + 1, m.shape[2] + 1), dtype=np.int64)
    area[:, 1:, 1:] = m.cumsum(axis=1).cumsum(axis=2)
    i, j = tops[:, None], lefts[None, :]
    inside = (
        area[:, i + p.height, j + p.width]
        - area[:, i, j + p.width]
        - area[:, i + p.height, j]
        + area[:, i, j]
    )
    return np.asarray(inside > 0)


@dataclass(frozen=True, slots=True)
class Interpretation:
    """Per picture counts ``(n,)`` of hot positions, occluding positions, and both."""

    hot: NDArray[np.int64]
    occluding: NDArray[np.int64]
    both: NDArray[np.int64]

    @property
    def precision(self) -> Array:
        """|hot ∩ occ| / |hot| per picture; NaN where no position is hot."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.both / self.hot)

    @property
    def covering(self) -> Array:
        """|hot ∩ occ| / |occ| per picture: occlusion sensitivity covering."""
        return np.asarray(self.both / self.occluding)


@in_own_arithmetic
def interpretation(heatmaps: ArrayLike, occluding_positions: ArrayLike, threshold: float) -> Interpretation:
    """Interpretation precision and occlusion sensitivity covering of heat maps ``(n, H, W)``.

    Hot are positions where occluding drops the class probability below ``threshold``; ``occluding_positions``
    has the heat maps' shape.  A picture without any occluding position has no mask and is refused.
    """
    h = as_printed(heatmaps)
    o = of_two_values(occluding_positions, "occluding positions")
    if h.ndim != 3 or h.shape != o.shape:
        raise InputProblem(
            f"expected heat maps and occluding positions of one shape (n, H, W), found {h.shape} and {o.shape}"
        )
    if not ((h >= 0) & (h <= 1)).all():
        raise InputProblem(f"expected probabilities in the heat maps, found {h.min():.4g} to {h.max():.4g}")
    if not 0 < threshold <= 1:
        raise InputProblem(f"expected a threshold in (0, 1], found {threshold:g}")
    empty = np.flatnonzero(~o.any(axis=(1, 2)))
    if len(empty):
        raise InputProblem(
            f"expected a segmentation mask for every picture that the patch meets; {len(empty)} have none, the first is "
            f"picture {int(empty[0]) + 1}. Add the masks, take a stride that does not pass over the object, or leave "
            "these pictures out"
        )
    hot = h < threshold
    return Interpretation(hot.sum(axis=(1, 2)), o.sum(axis=(1, 2)), (hot & o).sum(axis=(1, 2)))
