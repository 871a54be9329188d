"""Numbers of sources and event texts are compared with the model, whatever noun they count."""

from __future__ import annotations

import pytest

from casegen.texts.frequencies.described_frequencies import excess

RARE = 1e-4
"""what the model stands with: more often is what each text says"""
MORE_OFTEN = [
    "plant records: 0.02 per evacuation", "plant records: 2 jams in 90 evacuations", "plant records, two of 90 evacuations",
    "plant records, 2 out of 90 failed", "handbook: 200 per 10⁴", "plant records: MTBF 50 evacuations", "SIL 1 certificate",
    "certificate: works in 98 of 100 evacuations", "0.02 per batch", "2 out of 90 locks jammed", "Of 90 locks two jammed",
    "2 jams on 90 locks", "inspection: 3 of 40 brackets broke", "98 of 100 locks worked", "5 per thousand", "3 per 1,000 locks",
    "20 per 10,000 units sold", "handbook: 3 %", "Handbuch: 3 %", "SIL 1 certified", "certificate: SIL 1", "SIL-1-Zertifikat",
    "2 von 90 Schlössern klemmten", "Von 90 Schlössern klemmten zwei", "0,02 je Räumung", "200 pro 10.000",
    "safety integrity level one", "SIL one",
]  # fmt: skip
FITTING = [
    "plant records: 0.0001 per evacuation", "plant records, 1 out of 10,000 failed", "handbook: 1 per 10⁴", "SIL 3 certificate",
    "1 in 10,000 locks jammed", "9,999 of 10,000 locks worked",
]  # fmt: skip
OTHER = [
    "2 of 4 pumps fail", "2 out of 3 channels failed", "Data sheet of the SIL 2 relay", "3 per 1,000 kg", "0.5 per metre",
    "90 locks, 2 doors", "Records of 90 locks over 2 years", "5 % oversize: the lock jams",
    "SIL verification sheet 1", "Report 2 of 90 pages",
]  # fmt: skip


@pytest.mark.parametrize("text", MORE_OFTEN)
def test_a_text_that_says_more_often(text: str) -> None:
    assert excess(text, RARE, RARE * 1e-3 if "SIL" in text.upper() else None)


@pytest.mark.parametrize("text", [*FITTING, *OTHER])
def test_a_text_that_does_not(text: str) -> None:
    assert excess(text, RARE, 1e-7) == ""
