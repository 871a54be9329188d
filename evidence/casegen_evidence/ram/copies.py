"""Rows that repeat: counted once as copies, and what the limits would be if they are draws of inputs that recur.

Copies of ordinary rows fail as the others do, and counting them changes little.  Where inputs recur in operation, each of
their rows counts, and a model that fails there has another pmi.  Which of both holds no row says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.profiles.restatement import KnownShares, Restatement
from casegen_evidence.profiles.rows import continuous, identity, repeated
from casegen_evidence.ram.high import limits_of, sound_limits
from casegen_evidence.ram.sound import Limits, failure_limits

if TYPE_CHECKING:
    from casegen_evidence.method import Measure
    from casegen_evidence.profiles.restatement import DensityRatio
    from casegen_evidence.ram.high import HighDimensional
    from casegen_evidence.ram.low import LowDimensional
    from casegen_evidence.ram.prepared import TrainedSplit
    from casegen_evidence.signs import Intake

Array = NDArray[np.float64]
Index = NDArray[np.int64]
LEVEL = 0.01
"""Inputs that recur are said to fail more often than others below this p-value."""


@dataclass(frozen=True, slots=True)
class Recounted:
    """What rows would count if none is a copy.

    ``times`` (e,) is how many rows each of e evaluation points stands for.  Of the rows of inputs that recur, whichever
    part they are in, the same share counts as of all inputs, with their ``labels`` and ``answers`` (m,).  ``failing``
    says how many of ``recurring`` inputs fail; the table has ``rows`` and ``inputs``, distinct ones.
    """

    times: Index
    labels: Index
    answers: Index
    failing: int
    recurring: int
    rows: int
    inputs: int

    @property
    def single(self) -> NDArray[np.bool_]:
        """Which evaluation points stand for one row, ``(e,)``."""
        return np.asarray(self.times == 1)

    @property
    def every(self) -> Index:
        """Numbers of the evaluation points, each as often as it has rows."""
        return np.repeat(np.arange(len(self.times)), self.times)

    def severities(self, severity: Array, own: Array) -> Array:
        """Values of ``own`` (e,) where evaluation points stand for one row, and severities of the rows that repeat."""
        return np.concatenate([own[self.single], severity[self.labels, self.answers]])

    def p_value(self, failed: NDArray[np.bool_]) -> float:
        """p-value that inputs that recur fail no more often than the evaluation points that do not (Fisher 1922).

        ``failed`` (e,) says which evaluation points fail.
        """
        from scipy.stats import hypergeom

        others = int(self.single.sum())
        total = self.failing + int(failed[self.single].sum())
        return float(hypergeom.sf(self.failing - 1, others + self.recurring, total, self.recurring))


def copied(data: Any) -> bool:
    """Whether labelled points hold rows that are taken for copies: within their groups, where there are some."""
    groups = () if data.groups is None else (np.asarray(data.groups, dtype=object).astype(str),)
    return bool(repeated(data.points, data.labels, *groups).any())


def recounted(made: TrainedSplit, severity: Array, order: Index | None = None) -> Recounted | None:
    """The rows of ``made.whole`` that repeat, each counted; None where there are none.

    ``order`` are the evaluation points, as rows of ``made.data``; all if left out.  Failures are what has a ``severity``
    (true, predicted).  Of equal rows of one group one counts.
    """
    whole, own = made.whole, np.flatnonzero(~made.design) if order is None else order
    place = identity(np.concatenate([whole.points, made.data.points[own]]))
    table, at = place[: len(whole.points)], place[len(whole.points) :]
    if not continuous(whole.points, table):
        return None
    counted = np.arange(len(table))
    if whole.groups is not None:
        group = np.unique(np.asarray(whole.groups, dtype=object).astype(str), return_inverse=True)[1]
        counted = np.unique(np.stack([table, group.reshape(-1)], axis=1), axis=0, return_index=True)[1]
    times = np.bincount(table[counted], minlength=int(place.max()) + 1)
    again = counted[times[table[counted]] > 1]
    if not len(again):
        return None
    labels, answers = whole.labels[again], made.classifier(whole.points[again])
    failed = severity[labels, answers] > 0
    asked = np.ones(len(again), dtype=bool) if made.from_outside else np.isin(table[again], at)
    recurring, input_of = np.unique(table[again][asked], return_inverse=True)
    share = np.bincount(input_of.reshape(-1), weights=failed[asked]) / times[recurring]
    some = _every_so_many(np.lexsort((table[again], failed, labels)), len(own) / len(np.unique(table)))
    return Recounted(
        times[at],
        labels[some],
        answers[some],
        int(np.sum(share >= 0.5)),
        len(recurring),
        len(counted),
        len(np.unique(table)),
    )


def _every_so_many(rows: Index, share: float) -> Index:
    """A ``share`` of ``rows``, at even distances."""
    at = np.floor((np.arange(round(share * len(rows))) + 0.5) / share).astype(int)
    return np.asarray(rows[np.minimum(at, len(rows) - 1)])


def judge_cells(
    result: LowDimensional,
    made: TrainedSplit,
    measures: Mapping[str, Measure],
    severity: Array,
    intake: Intake,
) -> None:
    """Judge rows of ``made`` that repeat, for limits of cells; ``severity`` (true, predicted) is as stated."""
    if again := recounted(made, result.severity):
        _judge(again, result.failures > 0, cells_if_draws(result, again, measures, severity), intake)


def judge_balls(
    result: HighDimensional, made: TrainedSplit, measures: Mapping[str, Measure], intake: Intake
) -> None:
    """Judge rows of ``made`` that repeat, for limits of balls."""
    again = recounted(made, result.severity, result.order)
    if again is None:
        return
    answers = np.zeros(len(result.design), dtype=np.int64)
    answers[~result.design] = result.answers
    failed = result.severity[result.data.labels[result.order], answers[result.order]] > 0
    possible = balls_if_draws(result, again, failed, measures)
    if result.comparison is None and (every := recounted(made, 1.0 - np.eye(len(result.severity)))):
        wrong = (result.data.labels[~result.design] != result.answers).astype(float)
        errors = every.severities(1.0 - np.eye(len(result.severity)), wrong)
        possible |= _above({"test_error": failure_limits(errors, 1.0, result.confidence)[1]}, measures)
    _judge(again, failed, possible, intake)


def _judge(
    again: Recounted,
    failed: NDArray[np.bool_],
    possible: Mapping[str, float],
    intake: Intake,
) -> None:
    """Doubt limits that count rows once which repeat, where it matters that they may be draws.

    ``failed`` (e,) says which evaluation points fail, ``possible`` is by measure the limit if each row counts, where it
    is above the one that counts them once.
    """
    others, p = int(again.single.sum()), again.p_value(failed)
    message = (
        f"{again.rows:,} rows are {again.inputs:,} inputs, and each counts once. Of those that recur {again.failing:,} "
        f"of {again.recurring:,} fail, of other evaluation points {int(failed[again.single].sum()):,} of {others:,}. If "
        "equal rows are no copies but inputs that recur in operation, each row counts"
    )
    if possible:
        message += ": " + ", ".join(f"{name} may be {value:.3g}" for name, value in possible.items())
    hint = (
        "keep one row of each if they are copies, state `repeats: draws` if operation has them so often, or say in the "
        "waiver how the copies came about"
    )
    if p < LEVEL:
        intake.suspects("copies-or-draws", message, hint=hint)
    elif possible:
        intake.suspects_beyond("copies-or-draws", message, possible, hint)


def cells_if_draws(
    result: LowDimensional, again: Recounted, measures: Mapping[str, Measure], severity: Array
) -> dict[str, float]:
    """By measure the upper limit if each row counts, where it is above the one that counts them once.

    ``severity`` (true, predicted) is as stated.  Limits that assume more are refuted where the lower one of pmi is above.
    """
    held = result.held.evaluation
    labels = held.labels

    def limits(matrix: Array) -> Limits:
        own, most = matrix[labels, result.answers], float(matrix.max())
        values = again.severities(matrix, own)
        if held.restated is None:
            return Limits(float(values.mean()), *failure_limits(values, most, result.confidence))
        if isinstance(held.restated, KnownShares):
            classes = np.concatenate([labels[again.single], again.labels])
            return Limits(*replace(held.restated, stratum=classes).limits(values, most, result.confidence))
        return Limits(*_of_every(held.restated, again).limits(own[again.every], most, result.confidence))

    pmi = limits(result.severity)
    upper = {"pmi": min(1.0, pmi.upper + result.plan.shift)}
    if held.restated is None:
        upper |= {"test_failure": pmi.upper, "test_error": limits(1.0 - np.eye(len(severity))).upper}
    if "mean_severity" in measures:
        most = float(severity.max())
        upper["mean_severity"] = min(most, limits(severity).upper + result.plan.shift * most)
    for name in ("pmi_smooth", "pmi_voted"):
        upper[name] = upper["pmi"] if pmi.lower > (measures[name].upper or 0.0) else 0.0
    return _above(upper, measures)


def balls_if_draws(
    result: HighDimensional, again: Recounted, failed: NDArray[np.bool_], measures: Mapping[str, Measure]
) -> dict[str, float]:
    """The same of balls, ``again`` of their centres, of which some have ``failed`` (k,).

    An input that recurs is met as it is, not disturbed: its rows fail if it does.
    """
    value, level = result.runs.value, 1 - (1 - result.confidence) / max(1, len(result.looks))
    if result.comparison is not None:
        part = replace(result.comparison, stratum=result.comparison.stratum[again.every])
        each = np.where(again.single, value, failed * result.most)[again.every]
        return _above({"pmi": limits_of(each, part, level, result.most, result.how).upper}, measures)
    values = again.severities(result.severity, value)
    return _above({"pmi": sound_limits(values, level, result.most, result.how).upper}, measures)


def _of_every(restated: Restatement | DensityRatio, again: Recounted) -> Restatement | DensityRatio:
    """How evaluation points are restated if each counts as often as it has rows."""
    if isinstance(restated, Restatement):
        return replace(restated, stratum=restated.stratum[again.every])
    return replace(restated, weights=restated.weights[again.every])


def _above(upper: Mapping[str, float], measures: Mapping[str, Measure]) -> dict[str, float]:
    return {name: value for name, value in upper.items() if value > (measures[name].upper or 0.0)}
