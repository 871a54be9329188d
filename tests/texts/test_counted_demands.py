"""Shares that name the demands first, or count the demands for each failure."""

from __future__ import annotations

import pytest

from casegen.texts.numbers.stated import stated


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Of a million demands the brake fails in at most ten", 1e-5),
        ("Of 1,000,000 demands at most ten fail", 1e-5),
        ("In a million demands the brake fails at most ten times", 1e-5),
        ("Of a thousand starts the pump fails in fewer than five", 5e-3),
        ("The brake survives at least 100,000 demands per failure", 1e-5),
        ("The mean number of demands to failure is at least 100,000", 1e-5),
        ("There are at least 100,000 demands between failures", 1e-5),
        ("Von einer Million Anforderungen versagt die Bremse bei höchstens zehn", 1e-5),
    ],
)
def test_a_share_that_is_put_otherwise(text: str, share: float) -> None:
    (number,) = stated(text)
    assert number.readings == pytest.approx((share,))
    assert (number.side, number.what) == ("upper", "share")


@pytest.mark.parametrize(
    "text",
    [
        "In 100 runs the vehicle turns at most 40 times",
        "The brake survives at least 100,000 hours per failure",
        "In 1,000 hours the brake fails at most ten times",
        "The brake was tried in at least 100,000 demands",
        "The record of at least 100,000 demands names every failure",
        "In 12 missions the vehicle carries at most 4 persons",
        "At least two pumps start per failure of the grid",
        "In a thousand starts the pump takes at most 40 s",
    ],
)
def test_other_counts_are_no_share(text: str) -> None:
    assert not [n for n in stated(text) if n.side == "upper" and n.what == "share"], stated(text)


def test_the_mean_time_is_still_a_rate() -> None:
    (number,) = stated("The mean time to failure is at least 100,000 h")
    assert (number.readings, number.what) == (pytest.approx((1e-5,)), "rate")
