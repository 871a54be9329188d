"""Printed bounds never say more than the bounds themselves."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from casegen.model import digits
from casegen.model.digits import bound_and_limit, outward, round_outward
from casegen.model.number_text import SPACE, quantities
from casegen.model.quantity import MeasureKind

NUMBERS = st.floats(1e-12, 1e6) | st.floats(-1e6, -1e-12)


def test_the_examples_in_the_text() -> None:
    assert doctest.testmod(digits).failed == 0


@given(NUMBERS, st.integers(1, 17))
def test_an_upper_bound_is_never_printed_below_itself(value: float, count: int) -> None:
    assert float(outward(value, upper=True, digits=count)) >= value
    assert float(outward(value, upper=False, digits=count)) <= value
    assert abs(round_outward(value, upper=True, digits=count) - value) <= abs(value) * 10 ** (1 - count)


@given(NUMBERS, NUMBERS, st.booleans())
@example(5.960464477539063e-08, 5.960464477539063e-08, False)
def test_bound_and_limit_read_as_they_compare(bound: float, limit: float, upper: bool) -> None:
    one, other = (float(text) for text in bound_and_limit(bound, limit, upper=upper))
    assert ((one > other), (one < other)) == ((bound > limit), (bound < limit))
    assert one >= bound and other <= limit if upper else one <= bound and other >= limit


def test_sixteen_digits_name_the_number_itself() -> None:
    """Half a unit of the last place, rounded to even, was the number below."""
    assert (
        bound_and_limit(5.960464477539063e-08, 5.960464477539063e-08, upper=True)[0]
        == "5.960464477539063e-08"
    )


def test_a_bound_on_the_wrong_side_of_its_limit_reads_so() -> None:
    assert bound_and_limit(0.00099812, 0.000998, upper=True) == ("0.0009982", "0.000998")
    assert bound_and_limit(0.949999, 0.95, upper=False) == ("0.949999", "0.95")


@pytest.mark.parametrize(
    ("value", "limit"),
    [
        (0.11700000000000002, 0.117),
        (0.35500000000000004, 0.355),
        (0.1180001, 0.118),
        (0.25000001, 0.25),
        (0.3, 0.1),
    ],
)
def test_a_value_just_above_its_limit_is_shown_as_near_as_it_is(value: float, limit: float) -> None:
    """It is no bound: .11700000000000002 is not 11.8 %."""
    shown, strict = quantities(value, limit, MeasureKind.FRACTION, upper=True, is_bound=False)
    numbers = [
        float(text.replace(SPACE, "").rstrip("%")) / (100 if "%" in text else 1) for text in (shown, strict)
    ]
    assert numbers[1] == pytest.approx(limit, rel=1e-15)
    assert numbers[0] > numbers[1]
    assert abs(numbers[0] - value) <= (value - limit) * (1 + 1e-9) + 1e-16
