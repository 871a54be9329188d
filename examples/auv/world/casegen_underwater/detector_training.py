"""Train the detector on rendered views, normally or against small changes of the pixels, as the classifier is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_underwater.data import LEARN
from casegen_underwater.detector import CELL, CELLS, CLASSES, UNIT, build_detector
from casegen_underwater.network import Single, weights_of
from casegen_underwater.training import one_thread
from casegen_underwater.views import BORN, MOST, Approaches, Views, approaches, rendered

FRAMES = 12
"""Frames of an approach."""


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """``views``: one of each of as many approaches; ``epsilon``: radius (L∞) of a step against half of each batch."""

    views: int = 16_000
    epochs: int = 6
    batch: int = 64
    rate: float = 2e-3
    epsilon: float = 0.0


def learnt_views(seed: int, n: int) -> tuple[Approaches, Views]:
    """Views that the detector learns from: one of each of ``n`` approaches."""
    rng = np.random.default_rng([seed, LEARN])
    shown = approaches(rng, n, FRAMES).moments(rng)
    return shown, rendered(shown, (seed, LEARN))


def targets(shown: Approaches, views: Views) -> tuple[Single, Single, NDArray[np.bool_]]:
    """Heat of middles ``(n, 6, CELLS, CELLS)`` in [0, 1], boxes ``(n, 4, CELLS, CELLS)``, and cells that have one."""
    n = len(views.images)
    heat = np.zeros((n, CLASSES, CELLS, CELLS), dtype=np.float32)
    box = np.zeros((n, 4, CELLS, CELLS), dtype=np.float32)
    has = np.zeros((n, CELLS, CELLS), dtype=bool)
    line = np.arange(CELLS, dtype=np.float32)
    for k in range(MOST):
        i = np.flatnonzero(views.pixels[:, k] >= BORN)
        b = views.boxes[i, k]
        middle = (b[:, :2] + b[:, 2:] / 2) / CELL - 0.5
        cell = np.clip(np.rint(middle), 0, CELLS - 1)
        wide = np.clip(b[:, 2:] / CELL / 6, 0.6, 1.5)
        across, down = (
            np.exp(-(((line[None, :] - cell[:, d : d + 1]) / wide[:, d : d + 1]) ** 2) / 2) for d in (0, 1)
        )
        spread = (down[:, :, None] * across[:, None, :]).astype(np.float32)
        kind = shown.kind[i, k]
        heat[i, kind] = np.maximum(heat[i, kind], spread)
        near = (np.abs(line[None, :, None] - cell[:, 1, None, None]) <= 1) & (
            np.abs(line[None, None, :] - cell[:, 0, None, None]) <= 1
        )
        at, row, column = np.nonzero(near)
        box[i[at], 0, row, column] = middle[at, 0] - column
        box[i[at], 1, row, column] = middle[at, 1] - row
        box[i[at], 2:, row, column] = np.log(b[at, 2:] / UNIT)
        has[i[at], row, column] = True
    return heat, box, has


def loss_of(maps: Any, heat: Any, box: Any, has: Any) -> Any:
    """Focal loss of the heat (Lin et al. 2017, as in Zhou et al. 2019) and mean distance of the boxes."""
    import torch

    logit = maps[:, :CLASSES]
    said = torch.sigmoid(logit)
    right = heat > 0.999
    log = torch.nn.functional.logsigmoid
    gain = torch.where(right, (1 - said) ** 2 * log(logit), (1 - heat) ** 4 * said**2 * log(-logit))
    count = right.sum().clamp(min=1)
    away = torch.nn.functional.smooth_l1_loss(maps[:, CLASSES:], box, reduction="none", beta=0.1).sum(1)
    return -gain.sum() / count + 2 * (away * has).sum() / has.sum().clamp(min=1)


def train_detector(
    seed: int, settings: DetectorSettings | None = None, progress: Callable[[float, str], None] | None = None
) -> dict[str, Single]:
    """Weights of a detector trained on :func:`learnt_views`, on one thread."""
    with one_thread():
        return weights_of(_train(seed, settings or DetectorSettings(), progress or (lambda done, what: None)))


def _train(seed: int, s: DetectorSettings, progress: Callable[[float, str], None]) -> Any:
    import torch

    shown, views = learnt_views(seed, s.views)
    heat, box, has = (torch.from_numpy(a) for a in targets(shown, views))
    images = torch.from_numpy(views.images)
    module = build_detector(seed)
    optimiser = torch.optim.AdamW(module.parameters(), lr=s.rate, weight_decay=1e-4)
    count = s.views // s.batch
    for epoch in range(s.epochs):
        rng = np.random.default_rng([seed, LEARN, 1 + epoch])
        order, total = torch.from_numpy(rng.permutation(s.views)), 0.0
        for number in range(count):
            done = (epoch + number / count) / s.epochs
            for group in optimiser.param_groups:
                group["lr"] = s.rate * min(1.0, 10 * done + 0.1) * 0.5 * float(1 + np.cos(np.pi * done))
            mine = order[number * s.batch : (number + 1) * s.batch]
            wanted = heat[mine], box[mine], has[mine]
            inputs = images[mine]
            if s.epsilon > 0:
                half = s.batch // 2
                worst = _worst(module, inputs[:half], [w[:half] for w in wanted], s.epsilon, rng)
                inputs = torch.cat([worst, inputs[half:]])
            loss = loss_of(module(inputs), *wanted)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        progress((epoch + 1) / s.epochs, f"detector: epoch {epoch + 1}, loss {total / max(count, 1):.3f}")
    return module.eval()


def _worst(module: Any, x: Any, wanted: list[Any], epsilon: float, rng: np.random.Generator) -> Any:
    """Views within ``epsilon`` of ``x`` after a step up the loss from a random start (Wong et al. 2020)."""
    import torch

    start = torch.from_numpy(rng.uniform(-epsilon, epsilon, tuple(x.shape)).astype(np.float32))
    near = (x + start).clamp(0, 1).requires_grad_(True)
    (slope,) = torch.autograd.grad(loss_of(module(near), *wanted), near)
    step = near.detach() + 1.25 * epsilon * slope.sign()
    return torch.minimum(torch.maximum(step, x - epsilon), x + epsilon).clamp(0, 1).detach()
