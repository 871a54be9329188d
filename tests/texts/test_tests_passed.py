"""Words of how many tests pass, against limits on counts and shares of tests."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison
from casegen.texts.tests_passed import shortfall

_LEAST, _MOST = Comparison(">="), Comparison("<=")


@pytest.mark.parametrize(
    "text",
    [
        "All tests of the controller pass",
        "All 40 tests of the controller pass",
        "Every test of the controller passes",
        "Alle Tests der Steuerung sind bestanden",
        "100 % of the tests of the controller pass",
        "The tests of the controller pass without exception",
        "No test of the controller fails",
        "Between 95 and 100 % of the tests of the controller pass",
    ],
)
def test_a_share_that_lets_failures_be_is_weaker(text: str) -> None:
    assert shortfall(text, "passed_share", _LEAST, 0.9)
    assert not shortfall(text, "passed_share", _LEAST, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "The controller has no failed test",
        "Zero tests of the controller fail",
        "Not one test of the controller fails",
        "At most two tests of the controller fail",
    ],
)
def test_a_count_that_lets_failures_be_is_weaker(text: str) -> None:
    assert shortfall(text, "failed", _MOST, 3)
    assert not shortfall(text, "failed", _MOST, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Not all tests of the controller pass",
        "At least 90 % of all tests pass",
        "All tests except T4 pass",
        "No test fails more than twice",
    ],
)
def test_other_sentences_are_left_alone(text: str) -> None:
    assert not shortfall(text, "passed_share", _LEAST, 0.9)
