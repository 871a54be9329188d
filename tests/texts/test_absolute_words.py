"""Words by which a sentence allows no failure at all, beside those that take something out."""

from __future__ import annotations

import pytest

from casegen.texts.agreement import absolute


@pytest.mark.parametrize(
    "text",
    [
        "The risk of a locked door is excluded", "Locked doors are excluded", "The hazard is eliminated",
        "Das Risiko einer verriegelten Tür ist ausgeschlossen", "A start with an open door is precluded", "Stürze sind ausgeschlossen",
    ],
)  # fmt: skip
def test_nothing_is_allowed(text: str) -> None:
    assert absolute(text)


@pytest.mark.parametrize(
    "text",
    [
        "Children are excluded from the hall", "Fire is not excluded", "A locked door cannot be excluded",
        "The hazard is eliminated in at least 99 % of the runs",
    ],
)  # fmt: skip
def test_something_is_left(text: str) -> None:
    assert not absolute(text)
