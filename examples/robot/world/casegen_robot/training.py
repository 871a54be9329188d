"""Train the robot's network: deep Q-learning with the paper's rewards, seeded, over many episodes at once.

The checkpoint is selected on scenarios that neither training nor testing uses.  Needs torch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_robot import task
from casegen_robot.network import QNetwork

Single = NDArray[np.float32]
GOAL, COLLISION, TOWARDS, BELOW = 30.0, -50.0, 5.0, 2.0
"""Rewards of paper 000: reaching the goal, collision, each step towards the goal, each step below the obstacle."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Hyper-parameters; the paper states none of them."""

    hidden: int = 64
    episodes: int = 256
    steps: int = 12_000
    batch: int = 512
    rate: float = 1e-3
    discount: float = 0.97
    memory: int = 200_000
    target_every: int = 200
    select_every: int = 500
    selection: int = 4_000
    greed: tuple[float, float] = (0.9, 0.05)


@dataclass(frozen=True, slots=True)
class Trained:
    """The selected network, and its modes' shares on the selection scenarios by training step."""

    network: QNetwork
    curve: tuple[tuple[int, float, float, float], ...]


class Episodes:
    """``n`` tasks in progress; each is replaced by a fresh scenario when it ends."""

    def __init__(self, n: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.scenarios = task.sample_uniform(rng, n).astype(np.float32)
        self.robot = np.zeros(n, dtype=np.float32)
        self.time = np.zeros(n, dtype=np.float32)
        self.reached = np.zeros(n, dtype=bool)

    def observe(self) -> Single:
        """Noisy observations ``(n, 4)`` of the present states."""
        spread = np.array(task.NOISE, dtype=np.float32)
        noise = self.rng.standard_normal(self.scenarios.shape, dtype=np.float32) * spread
        return task.observe(self.scenarios, self.robot, self.time, noise)  # type: ignore[arg-type]

    def step(self, forward: NDArray[np.bool_]) -> tuple[Single, NDArray[np.bool_], Single]:
        """Rewards ``(n,)``, whether each task ended for good, and the observations that follow."""
        v, t, y = self.scenarios.T
        after = task.move(self.robot, forward)
        start, end = task.gap(v, t, self.time), task.gap(v, t, self.time + 1)  # type: ignore[arg-type]
        hit = task.struck(self.robot, after, start, end)
        towards = np.where(after > self.robot, TOWARDS, -TOWARDS)
        arrives = ~self.reached & (after >= y)
        waiting = end > task.GEOMETRY.behind
        reward = np.where(self.reached, 0.0, np.where(arrives, GOAL, towards))
        reward += np.where(waiting, np.where(after <= task.GEOMETRY.edge, BELOW, -BELOW), 0.0)
        reward = np.where(hit, COLLISION, reward).astype(np.float32)
        self.robot, self.time = after, self.time + 1
        self.reached |= arrives
        ended = hit | (self.reached & ~waiting)
        following = self.observe()
        self._replace(ended | (self.time >= task.GEOMETRY.steps))
        return reward, ended, following

    def _replace(self, which: NDArray[np.bool_]) -> None:
        n = int(which.sum())
        self.scenarios[which] = task.sample_uniform(self.rng, n)
        self.robot[which], self.time[which], self.reached[which] = 0.0, 0.0, False


class Memory:
    """A ring of transitions; the oldest are overwritten."""

    def __init__(self, size: int) -> None:
        self.size, self.filled, self.at = size, 0, 0
        self.seen = np.empty((size, 4), dtype=np.float32)
        self.following = np.empty((size, 4), dtype=np.float32)
        self.forward = np.empty(size, dtype=np.int64)
        self.reward = np.empty(size, dtype=np.float32)
        self.ended = np.empty(size, dtype=np.float32)

    def add(self, *parts: NDArray[Any]) -> None:
        """Keep ``n`` transitions: seen, forward, reward, ended, following."""
        n = len(parts[0])
        place = (self.at + np.arange(n)) % self.size
        for name, part in zip(("seen", "forward", "reward", "ended", "following"), parts, strict=True):
            getattr(self, name)[place] = part
        self.at, self.filled = (self.at + n) % self.size, min(self.size, self.filled + n)

    def draw(self, rng: np.random.Generator, n: int) -> tuple[NDArray[Any], ...]:
        """``n`` transitions at random, in the order of :meth:`add`."""
        i = rng.integers(0, self.filled, n)
        return self.seen[i], self.forward[i], self.reward[i], self.ended[i], self.following[i]


def train(
    seed: int, settings: Settings | None = None, progress: Callable[[float, str], None] | None = None
) -> Trained:
    """Train with ``seed`` and return the checkpoint of highest dependability on the selection scenarios."""
    import torch
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    threads = torch.get_num_threads()
    torch.set_num_threads(
        1
    )  # two threads on layers this small wait for each other ten times longer than they work
    try:
        with threadpool_limits(1):
            return _train(seed, settings or Settings(), progress)
    finally:
        torch.set_num_threads(threads)


def _train(seed: int, s: Settings, progress: Callable[[float, str], None] | None) -> Trained:
    import torch

    rng = np.random.default_rng([seed, 0x7A])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model, target = _model(s.hidden), _model(s.hidden)
    target.load_state_dict(model.state_dict())
    optimiser = torch.optim.Adam(model.parameters(), lr=s.rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, s.steps, eta_min=s.rate / 20)
    episodes, memory = Episodes(s.episodes, rng), Memory(s.memory)
    best, best_share = _weights(model), -1.0
    curve: list[tuple[int, float, float, float]] = []
    seen = episodes.observe()
    for step in range(1, s.steps + 1):
        seen = _act(episodes, memory, seen, _weights(model), _greed(s, step), rng)
        if memory.filled >= 4 * s.batch:
            _learn(model, target, optimiser, memory.draw(rng, s.batch), s.discount)
            schedule.step()
        if step % s.target_every == 0:
            target.load_state_dict(model.state_dict())
        if step % s.select_every == 0:
            network = _weights(model)
            shares = np.bincount(selection_modes(network, seed, s.selection), minlength=3) / s.selection
            curve.append((step, float(shares[0]), float(shares[1]), float(shares[2])))
            if shares[0] > best_share:
                best, best_share = network, float(shares[0])
            if progress is not None:
                progress(step / s.steps, f"training: dependability {shares[0]:.3f} on selection scenarios")
    return Trained(best, tuple(curve))


def selection_modes(network: QNetwork, seed: int, n: int) -> NDArray[np.int8]:
    """Modes of ``n`` selection scenarios, which depend on ``seed`` only."""
    scenarios = task.sample_uniform(np.random.default_rng([seed, 0x5E]), n)
    return task.simulate(network, scenarios, (seed, 0x5E))


def _greed(s: Settings, step: int) -> float:
    """Share of random actions, falling linearly over the first half."""
    high, low = s.greed
    return max(low, high - (high - low) * step / (0.5 * s.steps))


def _act(
    episodes: Episodes,
    memory: Memory,
    seen: Single,
    network: QNetwork,
    random_share: float,
    rng: np.random.Generator,
) -> Single:
    explore = rng.random(len(seen)) < random_share
    forward = np.where(explore, rng.random(len(seen)) < 0.5, network(seen))
    reward, ended, following = episodes.step(forward)
    memory.add(seen, forward, reward, ended, following)
    return episodes.observe()


def _learn(model: Any, target: Any, optimiser: Any, drawn: tuple[NDArray[Any], ...], discount: float) -> None:
    import torch

    seen, forward, reward, ended, following = (torch.from_numpy(part) for part in drawn)
    with torch.no_grad():
        choice = model(following).argmax(1, keepdim=True)
        future = target(following).gather(1, choice).squeeze(1)
        wanted = reward / 10 + discount * (1 - ended) * future
    value = model(seen).gather(1, forward[:, None]).squeeze(1)
    loss = torch.nn.functional.smooth_l1_loss(value, wanted)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()


def _model(hidden: int) -> Any:
    import torch

    return torch.nn.Sequential(torch.nn.Linear(4, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 2))


def _weights(model: Any) -> QNetwork:
    first, last = model[0], model[2]
    arrays = (first.weight.T, first.bias, last.weight.T, last.bias)
    return QNetwork(*(np.array(a.detach().numpy(), dtype=np.float32, order="C") for a in arrays))
