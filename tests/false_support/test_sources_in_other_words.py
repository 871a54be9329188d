"""A number that is rarer than its own source says, in the words of certificates, data sheets and logbooks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.test_comparison_phrases import base, edits

DEMAND, RATE = "probability-per-demand", "rate-per-hour"
SOURCES: dict[str, tuple[str, float, float]] = {
    "a risk reduction factor of 1,000": (DEMAND, 1e-5, 1e-3), "risk reduction factor 5,000": (DEMAND, 1e-5, 2e-4),
    "hardware fault tolerance 0, RRF 5,000": (DEMAND, 1e-5, 2e-4), "certificate: PFHd = 2E-06": (RATE, 1e-9, 2e-6),
    "certificate, PFH of 2e-7": (RATE, 1e-9, 2e-7), "PFH: 2e-7": (RATE, 1e-9, 2e-7),
    "data sheet, failure rate 2e-7": (RATE, 1e-9, 2e-7), "data sheet: λ 2e-7": (RATE, 1e-9, 2e-7),
    "maker: 0.02 % per thousand hours": (RATE, 1e-9, 2e-7), "logbook: fails once a quarter": (RATE, 1e-6, 5e-4),
    "Betriebsbuch: versagt einmal im Quartal": (RATE, 1e-6, 5e-4),
    "plant records: fails after 20,000 h on average": (RATE, 1e-7, 5e-5),
    "maker: works 4,999 times in 5,000": (DEMAND, 1e-5, 2e-4),
}  # fmt: skip
"""by source: the kind of the event, a number that is too rare, and the one that is stated"""


@pytest.mark.parametrize("source", SOURCES)
def test_an_event_that_is_rarer_than_its_source(source: str, tmp_path: Path) -> None:
    kind, rare, stated = SOURCES[source]
    often = "in at most 1 of 1,000 demands" if kind == DEMAND else "with a rate of at most 1e-3 per hour"
    case = {**edits(f"The valve sticks {often}", "The valve sticks", kind), "events.E1.source": source}
    number = "events.E1.model.probability"
    must_not_hold(folder(tmp_path / "false", base(), {**case, number: rare}), "event-text-number")
    must_hold(folder(tmp_path / "true", base(), {**case, number: stated}))


@pytest.mark.parametrize("source", [
    "tested after 20,000 h", "data sheet λ-7 of 2020", "certificate 2E-06 of the PFH department, revision 3", "plant records",
])  # fmt: skip
def test_sources_without_a_rate(source: str, tmp_path: Path) -> None:
    case = edits("The valve sticks with a rate of at most 1e-3 per hour", "The valve sticks", RATE)
    must_hold(
        folder(
            tmp_path / "c", base(), {**case, "events.E1.source": source, "events.E1.model.probability": 1e-9}
        )
    )
