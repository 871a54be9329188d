"""German claims that keep records apart are read as their English twins."""

from __future__ import annotations

import pytest

from casegen.assessment.independence import argues_apart, may_argue_independence


@pytest.mark.parametrize("text", [
    "Kein Teil und kein Prüfstand kommt in zwei der drei Aufzeichnungen vor", "Kein Teil kommt in mehreren Aufzeichnungen vor",
    "Die Teile hängen nicht voneinander ab", "Die Teile beeinflussen einander nicht", "The parts do not influence each other",
    "Kein Prüfer steht in mehr als einer Aufzeichnung", "No part, rig, crew or cycle is in two of the three records",
])  # fmt: skip
def test_nothing_in_two_of_them(text: str) -> None:
    assert may_argue_independence(text)
    assert argues_apart(text)


@pytest.mark.parametrize(
    "text",
    [
        "Teile kommen in zwei Aufzeichnungen vor",
        "Die Teile beeinflussen einander",
        "Die Teile beeinflussen einander nicht stark",
        "Die Zahlen stimmen",
        "Ein Teil steht in mehr als einer",
    ],
)
def test_something_in_two_of_them(text: str) -> None:
    assert not argues_apart(text)
