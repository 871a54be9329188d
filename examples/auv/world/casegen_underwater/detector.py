"""A small detector of assets in views: a map of their middles by class, with a box at each (after Zhou et al. 2019).

A cell stands for 4 x 4 pixels.  For each cell and class the network gives a score that an asset's box has its middle
there, and for each cell the middle and size of that box.  Kept as plain arrays and run with torch, as the classifier is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.network import Single, Weights, arrays_of, save
from casegen_underwater.scenes import ASSETS, Array
from casegen_underwater.views import VIEW

CELL = 4
"""Pixels per side of a cell."""
CELLS = VIEW // CELL
UNIT = 8.0
"""Pixels of a box's side for which the network gives 0."""
CHANNELS = (12, 24, 32, 40, 48)
CLASSES = len(ASSETS)
PEAKS = 12
"""Boxes of one view at most."""


def build_detector(seed: int = 0) -> Any:
    """An untrained module from views (n, VIEW, VIEW) to maps (n, 6 + 4, CELLS, CELLS): logits by class, and boxes."""
    import torch
    from torch import nn

    a, b, c, d, e = CHANNELS

    class Maps(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Conv2d(1, a, 5, stride=2, padding=2)
            self.second = nn.Conv2d(a, b, 3, stride=2, padding=1)
            self.third = nn.Conv2d(b, c, 3, padding=1)
            self.down = nn.Conv2d(c, d, 3, stride=2, padding=1)
            self.deeper = nn.Conv2d(d, e, 3, stride=2, padding=1)
            self.wide = nn.Conv2d(e, e, 3, padding=1)
            self.back = nn.Conv2d(e + d, d, 3, padding=1)
            self.last = nn.Conv2d(d + c, d, 3, padding=1)
            self.answer = nn.Conv2d(d, CLASSES + 4, 1)

        def forward(self, views: Any) -> Any:
            def larger(maps: Any) -> Any:
                return nn.functional.interpolate(maps, scale_factor=2)

            relu = nn.functional.relu
            fine = relu(self.third(relu(self.second(relu(self.first(views[:, None]))))))
            middle = relu(self.down(fine))
            coarse = relu(self.wide(relu(self.deeper(middle))))
            middle = relu(self.back(torch.cat([larger(coarse), middle], 1)))
            return self.answer(relu(self.last(torch.cat([larger(middle), fine], 1))))

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        module = Maps()
        with torch.no_grad():
            module.answer.bias[:CLASSES] = -4.0  # almost every cell has no asset's middle
        return module


def detector_of(weights: Weights) -> Any:
    """The module with these weights, ready to be evaluated."""
    import torch

    module = build_detector()
    module.load_state_dict({name: torch.from_numpy(np.array(w)) for name, w in weights.items()})
    return module.eval()


def save_detector(weights: Weights, path: Path) -> None:
    """Write weights as npz of plain arrays, in 16 bits: half the size, and what is measured is what is written."""
    save({name: w.astype(np.float16) for name, w in weights.items()}, path)


def load_detector(path: Path) -> dict[str, Single]:
    """Read weights that :func:`save_detector` wrote; raises
    :class:`casegen_evidence.method.InputProblem` for others."""
    return arrays_of(
        path, {name: tuple(p.shape) for name, p in build_detector().named_parameters()}, "detector"
    )


@dataclass(frozen=True, slots=True)
class Detected:
    """For each detection the ``view`` it is of (n,), its ``kind`` (n,), ``boxes`` (n, 4) as x, y, width, height, and
    ``scores`` (n,) in [0, 1]."""

    view: NDArray[np.int64]
    kind: NDArray[np.int64]
    boxes: Array
    scores: Array

    def coco(self) -> list[Mapping[str, object]]:
        """As COCO's results."""
        return [
            {"image_id": int(v), "category_id": int(k), "bbox": b, "score": float(s)}
            for v, k, b, s in zip(self.view, self.kind, self.boxes.tolist(), self.scores, strict=True)
        ]


def detect(module: Any, images: Single, least: float = 0.05, batch: int = 512) -> Detected:
    """The boxes of views ``(n, VIEW, VIEW)`` with a score of at least ``least``: cells that score highest among their
    neighbours, at most :data:`PEAKS` of a view."""
    import torch

    views, kinds, boxes, scores = [], [], [], []
    for first in range(0, len(images), batch):
        with torch.no_grad():
            maps = module(torch.from_numpy(images[first : first + batch]))
            heat = torch.sigmoid(maps[:, :CLASSES])
            peak = torch.nn.functional.max_pool2d(heat, 3, stride=1, padding=1) == heat
            flat = torch.where(peak, heat, 0.0).flatten(1)
            best, place = flat.topk(PEAKS, dim=1)
        maps, best, place = maps.numpy(), best.numpy().astype(float), place.numpy()
        view, rank = np.nonzero(best >= least)
        kind, cell = np.divmod(place[view, rank], CELLS * CELLS)
        row, column = np.divmod(cell, CELLS)
        views.append(view + first)
        kinds.append(kind)
        boxes.append(_decoded(maps[view, CLASSES:, row, column].astype(float), row, column))
        scores.append(best[view, rank])
    return Detected(*(np.concatenate(parts) for parts in (views, kinds, boxes, scores)))


def _decoded(answer: Array, row: NDArray[np.int64], column: NDArray[np.int64]) -> Array:
    """Boxes ``(n, 4)`` within the view from what the network says of their middles and sizes."""
    middle = (answer[:, :2] + np.stack([column, row], axis=1) + 0.5) * CELL
    half = UNIT * np.exp(np.clip(answer[:, 2:], -3, 3)) / 2
    low, high = np.clip(middle - half, 0, VIEW - 1), np.clip(middle + half, 1, VIEW)
    return np.concatenate([low, np.maximum(high - low, 1e-3)], axis=1)
