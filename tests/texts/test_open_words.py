"""What is open is open wherever it stands: in a description, in a row of an analysis, as a reason."""

from __future__ import annotations

import pytest

from casegen.texts.acceptances.reasons import is_unwritten, no_reason
from casegen.texts.reservations.undecided import undecided
from casegen.texts.reservations.unfinished import still_to_write, unfinished


@pytest.mark.parametrize(
    "text", ["TBD", "tbc", "t.b.d.", "T. B. A.", "TBS", "todo", "to do", "FIXME", "xxx", "XXXX"]
)
def test_marks_in_place_of_a_text(text: str) -> None:
    assert still_to_write(text)
    assert undecided(text)
    assert is_unwritten(text)
    assert no_reason(text)


@pytest.mark.parametrize(
    "text", ["Work in progress", "WIP", "in Arbeit", "in Bearbeitung", "under construction", "im Aufbau"]
)
def test_what_somebody_is_still_at(text: str) -> None:
    assert unfinished(text)
    assert undecided(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tab of the belt tears",
        "What to do is shown",
        "Road under construction ahead",
        "Press in work position",
        "TB diagnosed",
    ],
)
def test_words_that_describe_something(text: str) -> None:
    assert not still_to_write(text)
    assert not undecided(text)
    assert not is_unwritten(text)
    assert not unfinished(text)
