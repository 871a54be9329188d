"""The entries of a record: as they differ from each other and from operation, and with one more of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from casegen_evidence.method import InputProblem, Kind, Measure
from casegen_evidence.p_values import stated

if TYPE_CHECKING:
    from casegen_evidence.bounds.campaigns import Campaigns
    from casegen_evidence.field_data.equal_entries import PValue
    from casegen_evidence.field_data.method import RecordParameters
    from casegen_evidence.field_data.reading import Record

DRAWN = "operation is one more entry drawn like those of the record"
ENDED = "and how many {} an entry has did not depend on what came out in it"


def grown(document: Mapping[str, Any], more: float, failures: int, trials: bool) -> Record:
    """The record of a stored result with one more entry of ``more`` units; with 0 as it was."""
    from casegen_evidence.field_data.reading import Record

    rows = list(document["read"][0]["accumulates"].values()) + ([[more, failures]] if more else [])
    names = tuple(map(str, range(len(rows))))
    return Record(names, tuple(float(n) for n, _ in rows), tuple(int(k) for _, k in rows), trials)


def campaigns_of(
    record: Record, p: RecordParameters, confidence: float
) -> tuple[Campaigns, float, float, bool]:
    """The entries, the confidence of a look, the variation to allow for, and whether limits hold at any time.

    The variation is the one that is stated, whatever the record shows, unless the record contradicts it: see
    :func:`shown_spread`.
    """
    open_end = p.stopping == "open"
    level = confidence if open_end else 1 - (1 - confidence) / p.looks
    return _campaigns(record), level, shown_spread(record, p, confidence) or spread_of(p), open_end


def shown_spread(record: Record, p: RecordParameters, confidence: float) -> float | None:
    """The likeliest coefficient of variation, where entries differ by more than is stated and than chance explains.

    None where the test of equal entries is not below ``homogeneity_level``: few failures have a likeliest variation of
    any size, which shows nothing.  Of a p-value that was drawn the lower limit is compared.  But a limit at any time of
    low ``confidence`` from many entries may leave none of those stated: it would be the narrowest, that of entries alike,
    because they are not.
    """
    if record.homogeneity().lower >= p.homogeneity_level and not _contradicts(record, p, confidence):
        return None
    likeliest = _campaigns(record).likeliest
    return likeliest if likeliest > spread_of(p) else None


def mean_over_entries(
    record: Record, p: RecordParameters, confidence: float, kind: Kind, text: str, exposure: str
) -> Measure:
    """The mean over entries, each of which counts alike: operation is one more of them, whatever they differ by.

    The share of failures of an entry has the mean of all entries if its size, ``exposure``, does not depend on what comes
    out in it.  Raises :class:`InputProblem` for a rate, which has no largest value.
    """
    from dataclasses import replace

    from casegen_evidence.bounds import anytime_mean
    from casegen_evidence.bounds.distribution import beta_of
    from casegen_evidence.bounds.measures import bounded_mean

    if kind == "rate-per-hour":
        raise InputProblem(
            "expected `entries: similar` or `recorded` for a rate: it has no largest value, so that entries that "
            "differ at will bound nothing. Count demands or missions instead"
        )
    shares = [k / n for k, n in zip(record.failures, record.exposure, strict=True)]
    level = 1 - (1 - confidence) / p.looks
    m = bounded_mean(shares, 0.0, 1.0, level, kind, text, "mean over entries")
    if p.stopping == "planned":
        words = f"{m.estimator}, {p.looks} looks" if p.looks > 1 else m.estimator
        m = replace(m, estimator=words, looks=p.looks)
    else:
        lower, upper = anytime_mean(shares, confidence)
        words = "mean over entries, mixture of bets, at any time"
        m = replace(m, lower=lower, upper=upper, estimator=words, at_any_time=True)
    of_one_size = len(set(record.exposure)) == 1
    return replace(
        m, confidence=confidence, distribution=beta_of(m.value, m.upper or 1.0, confidence),
        assumes=DRAWN if of_one_size else f"{DRAWN}, {ENDED.format(exposure)}",
    )  # fmt: skip


def p_value_measure(p: PValue) -> Measure:
    """The p-value of equal entries; one that was drawn has limits, and says that it was."""
    from casegen_evidence.field_data.equal_entries import CONFIDENCE

    if not p.drawn:
        return Measure(p.value, "score", estimator="chi-squared, exact given the totals")
    words = f"chi-squared given the totals, simulated: {p.drawn:,} divisions of the failures"
    return Measure(p.value, "score", p.lower, p.upper, CONFIDENCE, n=p.drawn, estimator=words)


def p_value_in_words(p: PValue) -> str:
    """A p-value, and where it was drawn what it may be at least.

    >>> from casegen_evidence.field_data.equal_entries import PValue
    >>> p_value_in_words(PValue(0.0097, 0.0097, 0.0097)), p_value_in_words(PValue(0.011, 0.0091, 0.013, 50_000))
    ('p = 0.0097', 'p = 0.011 by simulation, 0.0091 or more')
    """
    return f"{stated(p.value)} by simulation, {p.lower:.2g} or more" if p.drawn else stated(p.value)


def _contradicts(record: Record, p: RecordParameters, confidence: float) -> bool:
    """Whether the bound, which holds at any time, leaves no variation that is stated."""
    from casegen_evidence.bounds.campaigns import contradicted

    several = p.stopping == "open" and len(record.entries) > 1
    return several and contradicted(_campaigns(record), confidence, spread_of(p))


def notes_on(record: Record, p: RecordParameters, confidence: float, upper: float | None) -> list[str]:
    """Which difference between entries the limit ``upper`` allows for, where it is not the stated one, and why."""
    if p.entries != "similar" or len(record.entries) < 2:
        return []
    notes, shown = [], shown_spread(record, p, confidence)
    if shown is not None:
        notes.append(
            f"Entries that differ by {shown:g}, as is likeliest, are allowed for: the record contradicts "
            f"{spread_of(p):g}."
        )
    elif p.stopping == "planned" and p.spread is None:
        notes.append(f"Entries that differ by {spread_of(p):g} are allowed for; no `spread` is stated.")
    if upper is not None and upper >= _campaigns(record).far:
        notes.append(
            "There is no upper limit: entries that may differ by so much say nothing of operation. The one shown is the "
            "largest that was tried."
        )
    return notes


def _campaigns(record: Record) -> Campaigns:
    import numpy as np

    from casegen_evidence.bounds.campaigns import Campaigns

    return Campaigns(np.array(record.failures, float), np.array(record.exposure), record.trials).merged()


def spread_of(p: RecordParameters) -> float:
    """The coefficient of variation that is stated of entries, or conceded where none is."""
    from casegen_evidence.bounds.campaigns import conceded_spread

    return p.spread if p.spread is not None else conceded_spread(p.stopping == "planned")
