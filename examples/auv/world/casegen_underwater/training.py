"""Train the classifier on rendered frames, normally or against small changes of the pixels (paper 003 §5.4).

Adversarial training replaces half of the frames of every batch by the worst that a few steps of projected gradient
ascent find within an L∞ ball (Madry et al. 2018).  One thread, and random numbers that depend on the seed and the
epoch only, so that a run that was killed goes on to the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from casegen_evidence import threads

from casegen_underwater.network import Single, answers, build, weights_of
from casegen_underwater.render import render
from casegen_underwater.scenes import Array, draw, labels, severity

TRAIN, SELECT, HELD = 1, 2, 3
"""Purposes; each has its own scenes and frames."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``frames`` training frames, of which the share ``mission`` is drawn from the mission plan, the rest evenly over
    the domain; ``epochs``; ``epsilon`` and ``steps`` of the attacks (0: normal training)."""

    frames: int = 60_000
    mission: float = 0.6
    epochs: int = 8
    batch: int = 128
    rate: float = 2e-3
    decay: float = 1e-4
    epsilon: float = 0.0
    steps: int = 2


@dataclass(frozen=True, slots=True)
class Trained:
    """The module, and per epoch its loss on training frames and its error on held-back frames of the mission."""

    module: Any
    curve: tuple[tuple[int, float, float], ...]

    @property
    def weights(self) -> dict[str, Single]:
        """The module's weights as arrays."""
        return weights_of(self.module)


def one_thread() -> AbstractContextManager[None]:
    """:func:`casegen_evidence.threads.one_thread` with torch, which is loaded first: a limit holds for what is loaded."""
    import torch  # noqa: F401

    return threads.one_thread()


def training_scenes(seed: int, frames: int, mission: float) -> Array:
    """Scenes ``(frames, 7)`` in random order: the mission plan's, and the whole domain's."""
    rng = np.random.default_rng([seed, TRAIN])
    own = round(mission * frames)
    both = np.concatenate([draw("mission", rng, own), draw("testing", rng, frames - own)])
    return np.asarray(both[rng.permutation(frames)])


def train(
    seed: int,
    settings: Settings | None = None,
    progress: Callable[[float, str], None] | None = None,
    scratch: Path | None = None,
) -> Trained:
    """Render, train, and report the error on ``HELD`` frames per epoch; ``scratch`` keeps a checkpoint per epoch."""
    with one_thread():
        return _train(seed, settings or Settings(), progress or (lambda done, what: None), scratch)


def _train(seed: int, s: Settings, progress: Callable[[float, str], None], scratch: Path | None) -> Trained:
    import torch

    scenes = training_scenes(seed, s.frames, s.mission)
    x, y = torch.from_numpy(render(scenes, (seed, TRAIN)).images), torch.from_numpy(labels(scenes))
    held = draw("mission", np.random.default_rng([seed, SELECT]), 4000)
    seen, truth = render(held, (seed, SELECT)).images, labels(held)
    module = build(seed)
    optimiser = torch.optim.AdamW(module.parameters(), lr=s.rate, weight_decay=s.decay)
    curve = _resume(module, optimiser, scratch)
    for epoch in range(len(curve), s.epochs):
        loss = _epoch(module, optimiser, x, y, epoch, seed, s)
        error = float(np.mean(answers(module.eval(), seen) != truth))
        curve.append((epoch + 1, loss, error))
        _keep(module, optimiser, curve, scratch)
        progress((epoch + 1) / s.epochs, f"training: epoch {epoch + 1}, error {error:.4f} on mission frames")
    return Trained(module.eval(), tuple(curve))


def _epoch(module: Any, optimiser: Any, x: Any, y: Any, epoch: int, seed: int, s: Settings) -> float:
    import torch

    rng = np.random.default_rng([seed, TRAIN, 1 + epoch])
    order = torch.from_numpy(rng.permutation(len(x)))
    total, count = 0.0, len(x) // s.batch
    module.train()
    for number in range(count):
        done = (epoch + number / count) / s.epochs
        for group in optimiser.param_groups:
            group["lr"] = s.rate * min(1.0, 10 * done + 0.1) * 0.5 * float(1 + np.cos(np.pi * done))
        mine = order[number * s.batch : (number + 1) * s.batch]
        inputs, targets = x[mine], y[mine]
        if s.epsilon > 0:
            half = s.batch // 2
            worst = attacked(module, inputs[:half], targets[:half], s.epsilon, s.steps, rng)
            inputs = torch.cat([worst, inputs[half:]])
        loss = torch.nn.functional.cross_entropy(module(inputs), targets)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        total += float(loss.detach())
    return total / max(count, 1)


def attacked(module: Any, x: Any, y: Any, epsilon: float, steps: int, rng: np.random.Generator) -> Any:
    """Frames within ``epsilon`` (L∞) of ``x`` after ``steps`` of projected gradient ascent of the loss."""
    import torch

    start = torch.from_numpy(rng.uniform(-epsilon, epsilon, tuple(x.shape)).astype(np.float32))
    result = (x + start).clamp(0, 1)
    for _ in range(steps):
        result.requires_grad_(True)
        loss = torch.nn.functional.cross_entropy(module(result), y)
        (slope,) = torch.autograd.grad(loss, result)
        step = 1.5 * epsilon / steps * slope.sign()
        result = torch.minimum(torch.maximum(result.detach() + step, x - epsilon), x + epsilon).clamp(0, 1)
    return result.detach()


def _resume(module: Any, optimiser: Any, scratch: Path | None) -> list[tuple[int, float, float]]:
    """Load the last checkpoint of ``scratch`` if there is one; the epochs it has behind it."""
    import torch

    path = None if scratch is None else scratch / "epoch.pt"
    if path is None or not path.is_file():
        return []
    try:
        kept = torch.load(path, weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError):  # half written when the run was killed
        return []
    module.load_state_dict(kept["module"])
    optimiser.load_state_dict(kept["optimiser"])
    return [(int(a), float(b), float(c)) for a, b, c in kept["curve"]]


def _keep(module: Any, optimiser: Any, curve: list[tuple[int, float, float]], scratch: Path | None) -> None:
    import torch

    if scratch is None:
        return
    partial = scratch / "epoch.part"
    state = {"module": module.state_dict(), "optimiser": optimiser.state_dict(), "curve": curve}
    torch.save(state, partial)
    partial.replace(scratch / "epoch.pt")


def failures(said: Any, truth: Any, kind: str) -> Any:
    """1 where the answer is a failure of ``kind`` (:func:`casegen_underwater.scenes.severity`), ``(n,)``."""
    return severity(kind)[truth, said]
