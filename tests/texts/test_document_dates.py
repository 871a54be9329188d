"""Dates that a document states of itself in its head, and dates of what is planned."""

from __future__ import annotations

import pytest

from casegen.texts.documents.dates import dated_ahead

AHEAD = [
    "Date: 3 January 2094", "Datum: 03.01.2094", "Issued: January 3, 2094", "Stand: Januar 2094", "Ausgabe: 3. Januar 2094", "| Date | 2094-01-03 |",
    "Issued on 3 January 2094", "Date of the report: 2094-01-03", '"date": "2094-01-03",', "Ort, Datum: Berlin, 3. Januar 2094", "**Date:** 3 January 2094",
    "Prüfdatum: 03.01.2094", "Erstellt am 03.01.2094", "Date: 03/04/2094",
]  # fmt: skip
OTHERS = [
    "Next review: 2094-01-03", "Valid until: 3 January 2094", "Date of next inspection: 2094-01-03", "Planned date: 2094-01-03", "Due date: 2094-01-03",
    "Gültig bis: 03.01.2094", "Date: 2026-10-02 (next 2094-01-03)", "Date: 12/11/2026", "Date: Nov 2026", "Calibration due: 2094-01-03", "Date of expiry: 2094-01-03",
]  # fmt: skip


@pytest.mark.parametrize("line", AHEAD)
def test_a_document_of_a_day_to_come(line: str) -> None:
    assert dated_ahead(f"# Report IR-9\n\n{line}\n\nVerdict: passed\n")


@pytest.mark.parametrize("line", OTHERS)
def test_a_day_of_something_else(line: str) -> None:
    assert not dated_ahead(f"# Report IR-9\n\n{line}\n\nVerdict: passed\n")


def test_a_plan_behind_the_head() -> None:
    rows = "".join(f"Wire {k}: as drawn\n" for k in range(50))
    assert not dated_ahead(f"# Report IR-9\n\nDate: 2026-01-03\n{rows}\nDate: 2094-01-03\n")
