"""A record of failures over exposure, read from a table, with the bound on a rate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from casegen_evidence.bounds.binomial import quantile_error
from casegen_evidence.field_data.equal_entries import PValue, p_value_of
from casegen_evidence.field_data.signs.vital_signs import check_entries, judge_record
from casegen_evidence.field_data.totals import leave_out_totals
from casegen_evidence.method import Measure
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.signs.count_names import judge_count_column
from casegen_evidence.tables.signs.left_out import judge_left_out
from casegen_evidence.tables.spec import Kind, NameColumn, Number, Problems, reading_of

MOST_COUNT = 1e12
"""No record counts more; beyond 2^53 whole numbers would not even be exact."""
MOST_HOURS = 1e11


@dataclass(frozen=True, slots=True)
class Record:
    """``failures[i]`` in ``exposure[i]`` demands, missions or hours of ``entries[i]``."""

    entries: tuple[str, ...]
    exposure: tuple[float, ...]
    failures: tuple[int, ...]
    trials: bool
    """Whether the exposure counts trials, each of which fails once at most (else hours)."""

    def homogeneity(self) -> PValue:
        """p-value of the hypothesis that all entries fail alike, given the totals, with limits where it was drawn."""
        return p_value_of(self.exposure, self.failures, self.trials)

    def homogeneity_p_value(self) -> float:
        """The value of :meth:`homogeneity`."""
        return self.homogeneity().value


def read(
    path: Path,
    exposure: str,
    *,
    whole: bool,
    failure: str = "",
    declared: Mapping[str, Any] | None = None,
    intake: Intake | None = None,
) -> Record:
    """The record in the table ``path``; every problem of the file is reported at once.

    ``exposure`` is the name of the column that counts opportunities; ``whole`` asks for whole numbers with
    failures not above them (demands, missions), else for hours; ``failure`` is what the item says that is counted.
    Raises :class:`InputProblem`.
    """
    unit = "count" if whole else "h"
    wanted: dict[str, Kind] = {
        "entry": NameColumn(),
        exposure: Number(whole=whole, above=0, most=MOST_COUNT if whole else MOST_HOURS, unit=unit),
        "failures": Number(whole=True, least=0, most=MOST_COUNT, unit="count", sense="bad"),
    }
    intake = intake if intake is not None else Intake()
    table = read_table(path, wanted, declared=declared, intake=intake, role="record")
    stated = reading_of(declared or {}).totals
    totals = leave_out_totals(table, exposure, stated)
    entries = table.names("entry").list()
    sizes, counts = table.numbers(exposure), table.numbers("failures")
    problems = Problems(path.name)
    if whole:
        for k in np.flatnonzero(counts > sizes).tolist():
            problems.add(f"{path.name}:{table.line(k)}: {counts[k]:g} failures in {sizes[k]:g} {exposure}")
    check_entries(table, entries, problems)
    problems.settle()
    judge_record(table, exposure, entries, intake.read[-1]["not_read"], intake)
    judge_count_column(table, "failures", failure, intake)
    judge_left_out(table.file, table.gaps, int(counts.sum()), "a failure", intake)
    pairs = zip(sizes.tolist(), counts.tolist(), strict=True)
    grows = {entry: list(pair) for entry, pair in zip(entries, pairs, strict=True)}
    intake.read[-1] = {**intake.read[-1], "accumulates": grows}
    if totals:
        used = {**intake.read[-1].get("declared", {}), "totals": totals}
        note = f"Left out, as the sums of other rows that they are: {', '.join(totals)}."
        notes = [*intake.read[-1].get("notes", []), note]
        intake.read[-1] = {**intake.read[-1], "declared": used, "notes": notes}
    return Record(tuple(entries), tuple(sizes.tolist()), tuple(int(k) for k in counts.tolist()), whole)


def rate(failures: int, hours: float, confidence: float, text: str) -> Measure:
    """``failures`` in ``hours`` of a Poisson process, with exact limits (Garwood 1936) in 1/h.

    The distribution is the gamma with the estimate as its mean whose ``confidence`` quantile is the upper limit. Where
    none exists (no failure or one) it is the one with shape 1 and that quantile, whose mean is larger.
    """
    from scipy.special import gammaincinv

    error = float(quantile_error())
    upper = float(gammaincinv(failures + 1, confidence)) / hours * (1 + error)
    lower = float(gammaincinv(failures, 1 - confidence)) / hours * (1 - error) if failures else 0.0
    distribution = gamma_of(failures / hours, upper, confidence)
    return Measure(
        failures / hours,
        "rate-per-hour",
        lower,
        upper,
        confidence,
        distribution=distribution,
        n=failures,
        text=text,
        estimator="Garwood (1936)",
    )


def gamma_of(value: float, upper: float, confidence: float) -> dict[str, str | float]:
    """The gamma with mean ``value`` whose ``confidence`` quantile is ``upper``, or the nearest with shape 1."""
    from scipy.optimize import brentq
    from scipy.special import gammaincinv

    def gap(log_shape: float) -> float:
        shape = math.exp(log_shape)
        return float(gammaincinv(shape, confidence)) * value / shape - upper

    # From shape 1/2 on the ratio of quantile to mean falls as the shape grows, so that one crossing exists.
    if value > 0 and gap(math.log(0.5)) > 0:
        shape = math.exp(float(brentq(gap, math.log(0.5), 60.0, xtol=1e-12)))
        return {"distribution": "gamma", "shape": shape, "scale": value / shape}
    return {"distribution": "gamma", "shape": 1.0, "scale": upper / float(gammaincinv(1.0, confidence))}
