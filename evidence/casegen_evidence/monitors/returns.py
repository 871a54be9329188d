"""Return plug-ins: what a prediction, with and without its monitor, is worth to safety and to the mission.

Each function states the safety return of f alone, of f with its monitor and of the ideal f*, and the mission
return of the first two, per unit of evaluation (paper 004 §III).  The choice of the plug-in is the choice of the
evaluation scheme: it says which assumption about the system is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import in_own_arithmetic

Array = NDArray[np.float64]
ALL = frozenset({"gain", "hazard", "cost"})
SAFETY = frozenset({"gain", "hazard"})
Range = tuple[float, float]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Returns:
    """Returns per independent unit, each of shape ``(n,)``.

    ``gain``, ``hazard`` and ``cost`` are the ranges that the three differences lie in by definition; ``counts``
    names those that are 0 or 1 by definition, so that they can be counted.  ``scheme`` names the evaluation,
    ``source`` its equations, ``unit`` what one row is.
    """

    safety_f: Array
    safety_monitored: Array
    safety_ideal: Array
    mission_f: Array
    mission_monitored: Array
    scheme: str
    source: str
    unit: str = "input"
    gain: Range = (0.0, 1.0)
    hazard: Range = (0.0, 1.0)
    cost: Range = (0.0, 1.0)
    counts: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        lengths = {name: len(getattr(self, name)) for name in _ARRAYS}
        if len(set(lengths.values())) != 1:
            words = ", ".join(f"{n} {k}" for n, k in lengths.items())
            raise InputProblem(f"expected returns of one length; found {words}. The rows are misaligned")
        if not len(self.safety_f):
            raise InputProblem("expected returns of at least one unit, found none")
        for name in _ARRAYS:
            if not np.isfinite(getattr(self, name)).all():
                raise InputProblem(f"expected finite returns; {name} holds some that are not")

    @property
    def gains(self) -> Array:
        """Per unit: safety with the monitor minus without (Eqn 7)."""
        return self.safety_monitored - self.safety_f

    @property
    def hazards(self) -> Array:
        """Per unit: safety of the ideal minus with the monitor (Eqn 8)."""
        return self.safety_ideal - self.safety_monitored

    @property
    def costs(self) -> Array:
        """Per unit: mission return without the monitor minus with it (Eqn 9)."""
        return self.mission_f - self.mission_monitored


_ARRAYS = ("safety_f", "safety_monitored", "safety_ideal", "mission_f", "mission_monitored")


def flags(values: ArrayLike, name: str) -> Flags:
    """A vector of 0 and 1 as booleans; anything else is an :class:`InputProblem` naming ``name``."""
    result = np.asarray(values)
    if result.ndim != 1 or not np.isin(result, (0, 1)).all():
        raise InputProblem(
            f"expected {name} as a vector of 0 and 1, found shape {result.shape} or other values"
        )
    return result.astype(bool)


def working_monitor(alarm: ArrayLike, name: str = "a monitor") -> Flags:
    """The alarms of a monitor that can tell inputs apart; ``name`` is for the message.

    A monitor that never or always fires on the evaluation data is refused: its safety gain or availability cost
    follows from that alone.
    """
    result = flags(alarm, "alarms")
    if not result.any() or result.all():
        which = "none" if not result.any() else "every one"
        raise InputProblem(
            f"expected {name} to fire on some inputs and not on others; it fires on {which} of {len(result)}. "
            "Check its threshold, and that its scores grow with suspicion"
        )
    return result


def _binary(hazardous: Flags, alarm: Flags, scheme: str, source: str, unit: str) -> Returns:
    """Missed hazards cost safety, alarms without hazard cost the mission."""
    if hazardous.shape != alarm.shape:
        raise InputProblem(
            f"expected one alarm for each of {len(hazardous)} {unit}s, found {len(alarm)}. The rows are misaligned"
        )
    one = np.ones(len(alarm))
    return Returns(
        safety_f=one - hazardous,
        safety_monitored=one - (hazardous & ~alarm),
        safety_ideal=one,
        mission_f=one,
        mission_monitored=one - (~hazardous & alarm),
        scheme=scheme,
        source=source,
        unit=unit,
        counts=ALL,
    )


@in_own_arithmetic
def model_errors(prediction: ArrayLike, truth: ArrayLike, alarm: ArrayLike) -> Returns:
    """E1 of classification, Eqns 10–11: hazardous is a wrong prediction that the monitor lets pass."""
    p, y = np.asarray(prediction), np.asarray(truth)
    if p.shape != y.shape:
        raise InputProblem(
            f"expected one prediction per label, found shapes {p.shape} and {y.shape}. The rows are misaligned"
        )
    return _binary(p != y, flags(alarm, "alarms"), "model errors", "paper 004 Eqns 10–11", "input")


@in_own_arithmetic
def runtime_threats(threat: ArrayLike, alarm: ArrayLike) -> Returns:
    """E2 of classification, Eqns 12–13: hazardous is a threatened input that the monitor lets pass.

    It does not look at the predictions: f is trusted without a threat, and never with one.
    """
    return _binary(
        flags(threat, "threats"), flags(alarm, "alarms"), "runtime threats", "paper 004 Eqns 12–13", "input"
    )


@in_own_arithmetic
def detector_errors(error: ArrayLike, alarm: ArrayLike) -> Returns:
    """E1 of detection, Eqns 14–15: hazardous is a frame with a missed or a false box and no alarm."""
    return _binary(
        flags(error, "detector errors"),
        flags(alarm, "alarms"),
        "detector errors",
        "paper 004 Eqns 14–15",
        "frame",
    )


@in_own_arithmetic
def weighted_errors(loss: ArrayLike, alarm: ArrayLike) -> Returns:
    """E1 with a severity per error: the safety return is 1 − ``loss`` where no alarm is raised.

    ``loss`` ``(n,)`` is 0 for a correct prediction and up to 1 for the worst confusion, from a severity table
    (the extension named in paper 004 §III-A).
    """
    w, m = np.asarray(loss, dtype=float), flags(alarm, "alarms")
    if w.shape != m.shape or not ((w >= 0) & (w <= 1)).all():
        raise InputProblem(f"expected {len(m)} losses in [0, 1], found shape {w.shape} or values outside")
    one = np.ones(len(m))
    return Returns(
        one - w,
        one - w * ~m,
        one,
        one,
        one - ((w == 0) & m),
        "errors by severity",
        "paper 004 Eqns 10–11 with severities",
    )


@in_own_arithmetic
def per_group(returns: Returns, group: ArrayLike, unit: str) -> Returns:
    """Average the returns of rows that belong together (frames of an episode, candidates of a picture).

    Rows of one group are not independent, groups are: the interval is over groups.  Each group counts alike.
    """
    g = np.asarray(group)
    if g.shape != returns.safety_f.shape:
        raise InputProblem(
            f"expected one group for each of {len(returns.safety_f)} rows, found shape {g.shape}. Misaligned"
        )
    _, index = np.unique(g, return_inverse=True)
    size = np.bincount(index)
    means: dict[str, Any] = {
        name: np.bincount(index, weights=getattr(returns, name)) / size for name in _ARRAYS
    }
    return Returns(
        **means,
        scheme=returns.scheme,
        source=f"{returns.source}, averaged per {unit}",
        unit=unit,
        gain=returns.gain,
        hazard=returns.hazard,
        cost=returns.cost,
    )


@dataclass(frozen=True, slots=True)
class Episode:
    """Per-step rewards ``(T,)`` of one episode: safety (−1 at an accident, else 0), mission (1 while running)."""

    safety: Array
    mission: Array


@in_own_arithmetic
def episodes(f: Sequence[Episode], monitored: Sequence[Episode], ideal: Sequence[Episode]) -> Returns:
    """E2 of detection, Eqns 16–17: rewards summed over each episode; the mission return is the share of steps run.

    The same scenarios are played with f, with f and its monitor, and with f*.  One accident ends an episode, so
    that the safety return is −1 or 0.
    """
    if not len(f) == len(monitored) == len(ideal):
        raise InputProblem(
            f"expected the same episodes three times; found {len(f)}, {len(monitored)} and {len(ideal)}"
        )
    safety = [np.array([e.safety.sum() for e in part]) for part in (f, monitored, ideal)]
    mission = [np.array([e.mission.mean() for e in part]) for part in (f, monitored)]
    return accident_returns(safety[0], safety[1], safety[2], mission[0], mission[1])


@in_own_arithmetic
def accident_returns(
    f: Array,
    monitored: Array,
    ideal: Array,
    run_f: Array,
    run_monitored: Array,
    gain: Range = (-1.0, 1.0),
    cost: Range = (-1.0, 1.0),
) -> Returns:
    """Eqns 16–17 from totals per episode: safety −1 (accident) or 0, and share of steps run in [0, 1].

    ``gain`` is (0, 1) for a system in which an alarm cannot cause an accident, ``cost`` is (0, 1) where it can only
    shorten the run; both are checked.  The ideal f* has the largest return by its definition.
    """
    for part in (f, monitored, ideal):
        if not np.isin(part, (-1, 0)).all():
            raise InputProblem("expected at most one accident per episode: end the episode at the first")
    returns = Returns(
        f,
        monitored,
        ideal,
        run_f,
        run_monitored,
        "prevented accidents",
        "paper 004 Eqns 16–17",
        "episode",
        gain=gain,
        cost=cost,
        counts=SAFETY if gain[0] == 0 else frozenset({"hazard"}),
    )
    for name, values, ends in (
        ("safety gains", returns.gains, gain),
        ("residual hazards", returns.hazards, returns.hazard),
        ("availability costs", returns.costs, cost),
    ):
        if values.min() < ends[0] - 1e-12 or values.max() > ends[1] + 1e-12:
            raise InputProblem(
                f"expected {name} between {ends[0]:g} and {ends[1]:g}; found {values.min():.4g} to "
                f"{values.max():.4g}. The three systems have to play the same scenarios, f* without avoidable accidents"
            )
    return returns


@in_own_arithmetic
def landing_score(classes: ArrayLike, unsafe: Flags, hazard: Array, kappa: float = 0.5) -> float:
    """Safety score of a landing zone, Eqn 18, from the true classes of its pixels.

    0 if any pixel's class is ``unsafe`` (φ = 1), else κ + (1 − κ) · mean(1 − h); ``unsafe`` and ``hazard`` have one
    entry per class.
    """
    c = np.asarray(classes, dtype=np.int64)
    if not 0 <= kappa <= 1:
        raise InputProblem(f"expected κ in [0, 1], found {kappa:g}")
    if not c.size or bool(unsafe[c].any()):
        return 0.0
    return float(kappa + (1 - kappa) * np.mean(1 - hazard[c]))


@in_own_arithmetic
def landing_zones(f: ArrayLike, monitored: ArrayLike, ideal: ArrayLike) -> Returns:
    """E2 of landing, Eqn 18: scores of the zones chosen by f, by f with its monitor, and by f*.

    There is no mission after an emergency landing: the availability cost is 0 by definition.  The gain may be
    negative: rejecting a good zone can leave only worse ones.
    """
    a, b, c = (np.asarray(x, dtype=float) for x in (f, monitored, ideal))
    for part in (a, b, c):
        if not ((part >= 0) & (part <= 1)).all():
            raise InputProblem("expected landing scores in [0, 1]; found others")
    best = bool(a.shape == b.shape == c.shape and np.all(c >= np.maximum(a, b) - 1e-12))
    if not best:
        raise InputProblem(
            "expected an ideal zone at least as good as the chosen ones, one per picture; found a better choice. "
            "Search the ideal zone over all positions"
        )
    one = np.ones(len(a))
    source = "paper 004 Eqn 18"
    return Returns(
        a, b, c, one, one, "selected landing zone", source, "picture", gain=(-1.0, 1.0), cost=(0.0, 0.0)
    )


@in_own_arithmetic
def from_table(columns: dict[str, Any], span: float = 1.0) -> Returns:
    """Returns computed elsewhere: the five columns by name; ``span`` is the largest possible difference."""
    arrays: dict[str, Any] = {name: np.asarray(columns[name], dtype=float) for name in _ARRAYS}
    returns = Returns(
        **arrays,
        scheme="own returns",
        source="paper 004 Eqns 7–9",
        unit="row",
        gain=(-span, span),
        hazard=(-span, span),
        cost=(-span, span),
    )
    largest = max(float(np.abs(d).max()) for d in (returns.gains, returns.hazards, returns.costs))
    if largest > span * (1 + 1e-12):
        raise InputProblem(
            f"expected differences of returns up to {span:g}; found {largest:.4g}. State the span of the returns"
        )
    return returns
