"""Documents by which only a part was looked at, or some parts were bad, are no plain pass."""

from __future__ import annotations

import pytest

from casegen.texts.documents.failures import reported_failures


@pytest.mark.parametrize(
    "document",
    [
        "Only four of the nine bolts could be reached. Result: passed",
        "Two bolts were loose. The brake was released with a remark.",
        "The brake was released with a remark.",
        "Result: accepted with one minor deviation",
        "Only 4 of 9 bolts were inspected.\nResult: passed",
        "Just half of the doors were accessible. Result: passed",
        "Three of the nine bolts were found loose.\nResult: passed",
        "Nur vier der neun Bolzen konnten erreicht werden. Ergebnis: bestanden",
        "Zwei Bolzen waren lose. Ergebnis: bestanden",
        "Freigegeben mit einer Anmerkung",
        "Several rivets are missing. Result: passed",
        "A bolt was tightened. Two rivets were cracked. Result: passed",
    ],
)
def test_a_part_that_was_left_out_or_bad_is_reported(document: str) -> None:
    assert reported_failures(document), document


@pytest.mark.parametrize(
    "document",
    [
        "All nine bolts could be reached. Result: passed",
        "Two bolts were loose; they were tightened to 80 Nm. Result: passed",
        "Two bolts were loose. They were replaced on 4 May. Result: passed",
        "Only one of the two pumps runs at a time. Result: passed",
        "No bolts were loose. Result: passed",
        "If two bolts are loose, the brake still holds. Result: passed",
        "The brake was released with a force of 40 N.",
        "The brake was released with one hand.",
        "Zwei Bolzen waren lose und wurden nachgezogen. Ergebnis: bestanden",
        "Test with two wheels on ice. Result: passed",
        "Only two of the nine doors are of steel. Result: passed",
        "0 bolts were loose. Result: passed",
    ],
)
def test_honest_records_are_none(document: str) -> None:
    assert not reported_failures(document), document
