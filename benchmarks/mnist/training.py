"""The papers' MNIST network (003 Fig. 19), trained normally and against PGD attacks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS, STEP = 10, 2 / 255
"""PGD as in 003 Appendix B.1: ten steps of 2/255, so that a pixel moves by at most 20/255."""


def network() -> Any:
    """784 → 256 → 10 with ReLU: 203,530 parameters."""
    from torch import nn

    return nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))


def attack(model: Any, x: Any, y: Any, start: Any) -> Any:
    """Projected gradient ascent on the training loss from ``start``, kept in [0, 1]."""
    import torch

    moved = start.clone()
    for _ in range(STEPS):
        moved.requires_grad_(True)
        loss = torch.nn.functional.cross_entropy(model(moved), y)
        (slope,) = torch.autograd.grad(loss, moved)
        moved = moved.detach() + STEP * slope.sign()
        moved = (x + (moved - x).clamp(-STEPS * STEP, STEPS * STEP)).clamp(0, 1)
    return moved


def trained(
    images: NDArray[np.float64],
    labels: NDArray[np.int64],
    adversarial: bool,
    kept: Path,
    epochs: int = 20,
    device: str = "cpu",
) -> Any:
    """The network after ``epochs`` of Adam (10⁻³, batches of 128); kept in and read from the file ``kept``."""
    import torch

    torch.manual_seed(0)
    model = network().to(device)
    if kept.is_file():
        model.load_state_dict(torch.load(kept, weights_only=True, map_location=device))
        return model.eval()
    x = torch.as_tensor(images, dtype=torch.float32, device=device)
    y = torch.as_tensor(labels, device=device)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    begun = time.perf_counter()
    for epoch in range(epochs):
        for batch in torch.randperm(len(x), device=device).split(128):
            some = attack(model, x[batch], y[batch], x[batch]) if adversarial else x[batch]
            loss = torch.nn.functional.cross_entropy(model(some), y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(f"epoch {epoch + 1} of {epochs}, {time.perf_counter() - begun:.0f} s", flush=True)
    torch.save(model.state_dict(), kept)
    return model.eval()
