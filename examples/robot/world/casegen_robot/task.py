"""The robot manipulation task of paper 000, "Experiments", simulated for many scenarios at once.

A robot in a column moves 5 inches forward or back every second for 100 seconds.  An obstacle starts at time
``t`` and crosses the column from right to left at speed ``v``, its bottom edge 25 inches above the robot's
base.  The task is to reach the goal ``y`` without being struck.  What the paper leaves open is fixed by
:class:`Geometry` and stated in ``docs/dependability.md``.

Lengths in inches, times in seconds, speeds in inches per second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from casegen_evidence.dependability.domain import Domain, Numeric
from casegen_evidence.streams import stream
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]
Policy = Callable[[Single], NDArray[np.bool_]]
"""Observations ``(n, 4)`` to decisions ``(n,)``: True moves forward.  See :func:`observe`."""
Goal = Callable[[Single], Single]
"""A safety function: the observed goals ``(n,)`` to the goals the network is shown."""

DOMAIN = Domain(
    (
        Numeric("v", 0.0, 10.0, "in/s"),
        Numeric("t", 0.0, 10.0, "s"),
        Numeric("y", 0.0, 50.0, "in"),
    )
)
SUCCESS, TASK_FAILURE, HARM = 0, 1, 2
BLOCK = 4096
"""Scenarios simulated together; each block has its own stream of sensor noise, so that results do not
depend on how many scenarios or processes there are."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Fixed lengths of the cell; ``width``, ``start`` and ``column`` are not in the paper."""

    steps: int = 100
    stride: float = 5.0
    reach: float = 50.0
    edge: float = 25.0
    width: float = 10.0
    start: float = 50.0
    column: float = 5.0

    @property
    def behind(self) -> float:
        """Gap at which the obstacle has left the column."""
        return -(self.width + self.column)


GEOMETRY = Geometry()
NOISE = (0.1, 0.1, 0.5)
"""Standard deviations of the sensor noise on v, t and y (paper 000, "Experiments")."""


def gap(v: Single, t: Single, time: float) -> Single:
    """Distance from the obstacle's leading edge to the column; below 0 inside it, below ``behind`` past it."""
    travelled: Single = v * np.maximum(np.float32(time) - t, np.float32(0))
    return np.float32(GEOMETRY.start) - travelled


def observe(
    scenarios: Single, robot: Single, time: float, noise: Single, safety: Goal | None = None
) -> Single:
    """What the network sees, shape ``(n, 4)``, scaled to about [-0.4, 1].

    Columns: obstacle position (clamped once it is past), robot position, obstacle speed, goal.
    ``scenarios`` is ``(n, 3)`` as (v, t, y); ``noise`` ``(n, 3)`` is added to them before anything else.
    """
    v, t, y = (scenarios + noise).T
    seen = np.empty((len(robot), 4), dtype=np.float32)
    clamped = np.clip(gap(scenarios[:, 0], t, time), GEOMETRY.behind - 5.0, GEOMETRY.start)
    np.multiply(clamped, 1 / GEOMETRY.start, out=seen[:, 0])
    np.multiply(robot, 1 / GEOMETRY.reach, out=seen[:, 1])
    np.multiply(v, 0.1, out=seen[:, 2])
    np.multiply(y if safety is None else safety(y), 1 / GEOMETRY.reach, out=seen[:, 3])
    return seen


def move(robot: Single, forward: NDArray[np.bool_]) -> Single:
    """One stride forward or back, clipped to the robot's reach."""
    stride = np.where(forward, np.float32(GEOMETRY.stride), np.float32(-GEOMETRY.stride))
    return np.clip(robot + stride, np.float32(0), np.float32(GEOMETRY.reach))


def struck(before: Single, after: Single, gap_before: Single, gap_after: Single) -> NDArray[np.bool_]:
    """Whether the obstacle sweeps the column within the step while the robot is above its bottom edge."""
    sweeps = (gap_after < 0) & (gap_before > GEOMETRY.behind)
    hit: NDArray[np.bool_] = sweeps & (np.maximum(before, after) > GEOMETRY.edge)
    return hit


def simulate(
    policy: Policy,
    scenarios: Array,
    seed: Sequence[int],
    *,
    safety: Goal | None = None,
    progress: Callable[[float], None] | None = None,
) -> NDArray[np.int8]:
    """Run one task per scenario; modes ``(n,)``: 0 success, 1 task failure, 2 harmful failure.

    ``scenarios`` is ``(n, 3)`` as (v, t, y).  The sensor noise of scenario ``i`` depends on ``seed`` (whole numbers,
    one or more), on ``i`` and on the scenarios of its block; it is independent of draws from
    ``default_rng(seed)``.  A scenario outside :data:`DOMAIN` raises ``InputProblem``.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    DOMAIN.check(scenarios)
    exact = np.asarray(scenarios, dtype=np.float32)
    modes = np.empty(len(exact), dtype=np.int8)
    with threadpool_limits(1):  # matrices this small only lose time to waiting threads
        for number, first in enumerate(range(0, len(exact), BLOCK)):
            rng = stream(*seed, number)
            modes[first : first + BLOCK] = simulate_block(policy, exact[first : first + BLOCK], rng, safety)
            if progress is not None:
                progress(min(1.0, (first + BLOCK) / len(exact)))
    return modes


def simulate_block(
    policy: Policy, scenarios: Single, noise: np.random.Generator | Single, safety: Goal | None = None
) -> NDArray[np.int8]:
    """Modes of one block; ``noise`` is a generator, or the noise itself, ``(steps, n, 3)``.

    Scenarios whose mode cannot change any more (struck; or past obstacle and reached goal) are dropped.
    """
    modes = np.full(len(scenarios), TASK_FAILURE, dtype=np.int8)
    rows = np.arange(len(scenarios))
    here, robot = scenarios, np.zeros(len(scenarios), dtype=np.float32)
    reached = here[:, 2] <= 0
    spread = np.array(NOISE, dtype=np.float32)
    for step in range(GEOMETRY.steps):
        if isinstance(noise, np.random.Generator):
            error = noise.standard_normal((len(rows), 3), dtype=np.float32) * spread
        else:
            error = noise[step, rows]
        after = move(robot, policy(observe(here, robot, step, error, safety)))
        start, end = gap(here[:, 0], here[:, 1], step), gap(here[:, 0], here[:, 1], step + 1)
        hit = struck(robot, after, start, end)
        robot, reached = after, reached | (after >= here[:, 2])
        done = reached & (end <= GEOMETRY.behind)
        modes[rows[hit]] = HARM
        modes[rows[done & ~hit]] = SUCCESS
        keep = ~(hit | done)
        if not keep.all():
            rows, here, robot, reached = rows[keep], here[keep], robot[keep], reached[keep]
        if not len(rows):
            return modes
    modes[rows[reached]] = SUCCESS
    return modes


def sample_uniform(rng: np.random.Generator, n: int) -> Array:
    """Scenarios ``(n, 3)`` of the testing conditions (Table 1): uniform over the domain."""
    lower = np.array([d.lower for d in DOMAIN.dimensions if isinstance(d, Numeric)])
    upper = np.array([d.upper for d in DOMAIN.dimensions if isinstance(d, Numeric)])
    return rng.uniform(lower, upper, (n, 3))
