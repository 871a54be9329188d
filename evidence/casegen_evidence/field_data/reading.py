"""A record of failures over exposure, read from a table, with the bound on a rate."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path

from casegen_evidence.method import InputProblem, Measure


@dataclass(frozen=True, slots=True)
class Record:
    """``failures[i]`` in ``exposure[i]`` demands, missions or hours of ``entries[i]``."""

    entries: tuple[str, ...]
    exposure: tuple[float, ...]
    failures: tuple[int, ...]
    trials: bool
    """Whether the exposure counts trials, each of which fails once at most (else hours)."""

    def homogeneity_p_value(self) -> float:
        """p-value of the hypothesis that all entries fail alike: chi-squared, given the totals.

        1 where there is nothing to compare: one entry, or no failure, or nothing but failures.
        """
        from scipy.special import chdtrc

        share = sum(self.failures) / sum(self.exposure)
        scale = share * (1 - share) if self.trials else share
        if len(self.entries) < 2 or scale <= 0:
            return 1.0
        pairs = zip(self.failures, self.exposure, strict=True)
        spread = sum((k - n * share) ** 2 / (n * scale) for k, n in pairs)
        return float(chdtrc(len(self.entries) - 1, spread))


def read(path: Path, exposure: str, *, whole: bool) -> Record:
    """The record in the CSV file ``path``; every problem of the file is told at once.

    ``exposure`` is the name of the column that counts opportunities; ``whole`` asks for whole numbers with
    failures not above them (demands, missions), else for hours.  Raises :class:`InputProblem`.
    """
    rows = _rows(path, exposure)
    problems: list[str] = []
    results: list[tuple[str, float, int]] = []
    names: set[str] = set()
    for line, row in rows:
        name, problem = (row["entry"] or "").strip(), ""
        size, count = _number(row[exposure]), _number(row["failures"])
        if not name:
            problem = "the entry has no name"
        elif name in names:
            problem = f"entry {name!r} stands twice"
        elif size is None or size <= 0 or (whole and size != round(size)):
            problem = f"{exposure} must be {'a whole number' if whole else 'a number'} above 0, found {row[exposure]!r}"
        elif count is None or count < 0 or count != round(count):
            problem = f"failures must be a whole number, at least 0, found {row['failures']!r}"
        elif whole and count > size:
            problem = f"{count:g} failures in {size:g} {exposure}"
        if problem:
            problems.append(f"{path.name}:{line}: {problem}")
        elif size is not None and count is not None:
            results.append((name, size, int(count)))
            names.add(name)
    if problems:
        raise InputProblem("; ".join(problems))
    if not results:
        raise InputProblem(f"{path.name}: the record is empty; expected at least one row")
    entries, sizes, counts = zip(*results, strict=True)
    return Record(entries, sizes, counts, whole)


def _rows(path: Path, exposure: str) -> list[tuple[int, dict[str, str | None]]]:
    """The rows with their lines; raises :class:`InputProblem` where the file is no table in UTF-8 with the columns."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputProblem(f"{path.name}:{line}: expected UTF-8 text; save it as CSV, UTF-8") from None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        missing = [c for c in ("entry", exposure, "failures") if c not in (reader.fieldnames or ())]
        if missing:
            raise InputProblem(
                f"{path.name}: expected the columns entry, {exposure}, failures; missing: {', '.join(missing)}"
            )
        return [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputProblem(f"{path.name}:{reader.line_num or 1}: not readable as CSV: {error}") from None


def rate(failures: int, hours: float, confidence: float, text: str) -> Measure:
    """``failures`` in ``hours`` of a Poisson process, with exact limits (Garwood 1936) in 1/h.

    The distribution is the gamma with the estimate as its mean whose ``confidence`` quantile is the upper limit. Where
    none exists (no failure or one) it is the one with shape 1 and that quantile, whose mean is larger.
    """
    from scipy.special import gammaincinv

    upper = float(gammaincinv(failures + 1, confidence)) / hours
    lower = float(gammaincinv(failures, 1 - confidence)) / hours if failures else 0.0
    distribution = _gamma(failures / hours, upper, confidence)
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


def _gamma(value: float, upper: float, confidence: float) -> dict[str, str | float]:
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


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None
