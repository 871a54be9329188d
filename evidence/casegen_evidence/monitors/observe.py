"""From arrays, callables or a simulator to what the return plug-ins take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.monitors.returns import Episode, Flags, Returns, episodes, working_monitor

System = Literal["f", "monitored", "ideal"]


@dataclass(frozen=True, slots=True)
class Observation:
    """Predictions of f, alarms of m_f and answers of f*, each ``(n,)``, on the same inputs."""

    prediction: NDArray[Any]
    alarm: Flags
    truth: NDArray[Any]


def observe(
    inputs: Any,
    f: ArrayLike | Callable[[Any], ArrayLike],
    monitor: ArrayLike | Callable[[Any, NDArray[Any]], ArrayLike],
    truth: ArrayLike | Callable[[Any], ArrayLike],
) -> Observation:
    """Evaluate f, m_f and f* on ``inputs``; each may be an array of answers or a callable.

    The monitor is called with the inputs and the predictions.  Raises :class:`InputProblem` for answers of other
    lengths and for a monitor that never or always fires.
    """
    prediction = np.asarray(f(inputs) if callable(f) else f)
    alarm = np.asarray(monitor(inputs, prediction) if callable(monitor) else monitor)
    answer = np.asarray(truth(inputs) if callable(truth) else truth)
    if not prediction.shape == alarm.shape == answer.shape or prediction.ndim != 1:
        raise InputProblem(
            f"expected one prediction, alarm and label per input; found shapes {prediction.shape}, {alarm.shape} and "
            f"{answer.shape}. The rows are misaligned"
        )
    return Observation(prediction, working_monitor(alarm), answer)


class Simulator(Protocol):
    """Plays one scenario with one of three systems; the same scenario gives the same world each time."""

    def play(self, scenario: int, system: System) -> Episode:
        """Rewards per step with f, with f and its monitor, or with the ideal f*."""
        ...


def play_all(simulator: Simulator, scenarios: Sequence[int]) -> Returns:
    """Play every scenario with the three systems and take the returns of Eqns 16–17."""
    parts = [[simulator.play(s, system) for s in scenarios] for system in ("f", "monitored", "ideal")]
    return episodes(*parts)
