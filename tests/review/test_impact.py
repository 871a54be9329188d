"""Why a status changed: what is new in it, not what was there before."""

from __future__ import annotations

from casegen.model.results import Reason, Status
from casegen.review.impact import _why

ASSUMED = Reason("W1", "claim W1 is assumed, accepted by Ada", Status.ASSUMED)
FAILS = Reason("C2", "Drift: upper bound 2 % exceeds the limit of 1 %", Status.CHALLENGED)
OTHER = Reason("C2", "Drift: upper bound 3 % exceeds the limit of 1 %", Status.CHALLENGED)


def test_unchanged_assumptions_are_not_among_the_reasons() -> None:
    assert _why([ASSUMED], [ASSUMED, FAILS]) == (FAILS.message,)
    assert _why([ASSUMED, FAILS], [ASSUMED, OTHER]) == (OTHER.message,)


def test_what_is_gone_is_reported_where_nothing_is_new() -> None:
    assert _why([ASSUMED, FAILS], [ASSUMED]) == (f"no longer: {FAILS.message}",)


def test_where_nothing_differs_all_is_reported() -> None:
    assert _why([ASSUMED], [ASSUMED]) == (ASSUMED.message,)
    assert _why([], []) == ()
