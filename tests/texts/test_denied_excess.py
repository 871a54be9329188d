"""A denial that a number is exceeded limits the number; it denies nothing else, and asks for no 0."""

from __future__ import annotations

import pytest

from casegen.texts.events.absolutes import absolute
from casegen.texts.events.polarity import polarity
from casegen.texts.numbers.stated import stated
from casegen.texts.wording.denials import negations

NEVER_MORE = (
    "The probability that the valve fails to close does not exceed 1e-12",
    "The probability of failure of the valve is not greater than 2 · 10⁻²",
    "The failure probability of the valve never exceeds 0.02",
    "The probability that the valve fails to close never exceeds 0.02",
    "The failure probability of the valve is never above 0.02",
    "The valve fails to close with a probability that never exceeds 0.02",
    "The valve never fails with a probability of more than 0.02",
    "Die Ausfallwahrscheinlichkeit des Ventils ist nie größer als 0.02",
    "Die Ausfallwahrscheinlichkeit des Ventils liegt nie über 0.02",
    "Die Ausfallwahrscheinlichkeit des Ventils übersteigt 0.02 nicht",
    "Die Ausfallwahrscheinlichkeit des Ventils überschreitet nie 0.02",
    "Die Ausfallwahrscheinlichkeit des Ventils überschreitet niemals 0.02",
    "Die Ausfallwahrscheinlichkeit des Ventils überschreitet 0.02 nie",
    "At no time does the failure probability of the valve exceed 0.02",
    "The failure probability of the valve does not exceed 0.02",
    "The failure probability of the valve at no time exceeds 0.02",
    "Zu keiner Zeit übersteigt die Ausfallwahrscheinlichkeit des Ventils 0.02",
    "The failure probability of the valve never rises above 0.02",
    "The failure probability of the valve is never higher than 0.02",
    "The failure probability of the valve is never greater than 2 %",
    "Die Ausfallwahrscheinlichkeit des Ventils übersteigt niemals 0,02",
    "Die Ausfallwahrscheinlichkeit des Ventils ist niemals höher als 0.02",
    "The valve never fails in more than 2 of 100 demands",
)


@pytest.mark.parametrize("text", NEVER_MORE)
def test_it_is_a_limit_on_failures(text: str) -> None:
    assert [n.side for n in stated(text)] == ["upper"]
    assert (polarity(text), negations(text), absolute(text)) == ("failure", 0, "")


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("The valve never works in more than 2 of 100 demands", "success"),
        ("The success probability never exceeds 0.02", "success"),
        ("The valve never fails", "success"),
        ("The valve never fails above 3 m of depth", "success"),
        ("The valve never fails when more than 2 of 4 pumps run", "success"),
    ],
)
def test_what_is_limited_and_what_is_denied(text: str, counted: str) -> None:
    assert polarity(text) == counted
