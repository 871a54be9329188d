"""Words of how many tests pass, against limits on counts and shares of tests."""

from __future__ import annotations

import pytest

from casegen.model.quantity import Comparison
from casegen.texts.frequencies.tests_passed import shortfall

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


@pytest.mark.parametrize(
    "text",
    [
        "The controller passes its tests",
        "The controller passed testing",
        "The controller passes all tests",
        "The controller has passed its unit tests",
        "The controller passes the test suite",
        "The tests of the controller pass",
        "The unit tests have passed",
        "The tests for the controller are passed",
        "Release 2 passes the tests",
        "Die Steuerung besteht ihre Tests",
        "Die Tests der Steuerung sind bestanden",
    ],
)
def test_passing_its_tests_is_passing_all(text: str) -> None:
    assert shortfall(text, "passed_share", _LEAST, 0.3)
    assert shortfall(text, "failed", _MOST, 3)
    assert not shortfall(text, "passed_share", _LEAST, 1.0)
    assert not shortfall(text, "failed", _MOST, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Nearly all tests of the controller pass",
        "Almost all tests of the controller pass",
        "Virtually every test of the controller passes",
        "The controller passes nearly all tests",
        "The controller passes almost all of its tests",
        "The great majority of the tests pass",
        "Fast alle Tests der Steuerung sind bestanden",
        "Nahezu alle Tests sind bestanden",
        "Beinahe alle Testfälle sind bestanden",
        "Practically all test cases pass",
    ],
)
def test_nearly_all_are_nine_tenths_or_more(text: str) -> None:
    assert shortfall(text, "passed_share", _LEAST, 0.5)
    assert not shortfall(text, "passed_share", _LEAST, 0.9)


@pytest.mark.parametrize(
    "text", ["Most tests pass", "The majority of the tests pass", "Die meisten Tests sind bestanden"]
)
def test_most_are_a_half_or_more(text: str) -> None:
    assert shortfall(text, "passed_share", _LEAST, 0.3)
    assert not shortfall(text, "passed_share", _LEAST, 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "The controller does not pass all tests",
        "The controller passes at least 90 % of its tests",
        "The controller passes 90 % of its tests",
        "The controller passes some of its tests",
        "The controller passes its tests except T4",
        "The controller passes half of its tests",
        "Many tests of the controller pass",
        "The controller passes messages to the test bench",
        "The tests cover the requirements of the controller",
        "The controller passes only tests of the interface",
    ],
)
def test_sentences_of_a_part_say_no_more(text: str) -> None:
    assert not shortfall(text, "passed_share", _LEAST, 0.3)
