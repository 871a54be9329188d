"""The entries of a record: as they differ from each other and from operation, and with one more of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casegen_evidence.bounds.campaigns import Campaigns
    from casegen_evidence.field_data.method import RecordParameters
    from casegen_evidence.field_data.reading import Record


def grown(document: Mapping[str, Any], more: float, failures: int, trials: bool) -> Record:
    """The record of a stored result with one more entry of ``more`` units; with 0 as it was."""
    from casegen_evidence.field_data.reading import Record

    rows = list(document["read"][0]["accumulates"].values()) + ([[more, failures]] if more else [])
    names = tuple(map(str, range(len(rows))))
    return Record(names, tuple(float(n) for n, _ in rows), tuple(int(k) for _, k in rows), trials)


def campaigns_of(
    record: Record, p: RecordParameters, confidence: float
) -> tuple[Campaigns, float, float, bool]:
    """The entries, the confidence of a look, the variation to allow for, and whether limits hold at any time."""
    import numpy as np

    from casegen_evidence.bounds.campaigns import Campaigns

    open_end = p.stopping == "open"
    level = confidence if open_end else 1 - (1 - confidence) / p.looks
    campaigns = Campaigns(np.array(record.failures, float), np.array(record.exposure), record.trials)
    return campaigns, level, spread_of(p), open_end


def spread_of(p: RecordParameters) -> float:
    """The coefficient of variation that the bound of similar entries allows for."""
    from casegen_evidence.bounds.campaigns import conceded_spread

    return p.spread if p.spread is not None else conceded_spread(p.stopping == "planned")
