"""Numbers and anchors in words."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casegen.render import wording


def test_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(wording).failed == 0


@pytest.mark.parametrize(
    ("value", "words"),
    [(1e-4, "10⁻⁴"), (0.001, "0.001"), (1.5e-7, "1.5×10⁻⁷"), (123456.0, "123456"), (-0.5, "−0.5"), (float("inf"), "∞"),
     (0.99999, "1"), (9.996e-4, "10⁻³")],
)  # fmt: skip
def test_number(value: float, words: str) -> None:
    assert wording.number(value) in (words, {"10⁻³": "0.001"}.get(words, words))


def test_confidence_keeps_every_digit() -> None:
    assert wording.confidence(0.975) == "97.5\u202f%"
    assert wording.confidence(0.9999) == "99.99\u202f%"


@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_anchors_are_one_to_one_and_safe(a: str, b: str) -> None:
    assert (wording.anchor("claim", a) == wording.anchor("claim", b)) == (a == b)
    assert set(wording.anchor("claim", a)) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-~"
    )
