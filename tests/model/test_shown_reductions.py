"""Harm and cost by harm are rounded in one place, so that no two tables round one quotient in opposite directions."""

from __future__ import annotations

from casegen.model.safety_results import ReductionDecision, ReductionResult


def reduction(ratio: float) -> ReductionResult:
    return ReductionResult(
        "R", "third pump", 100_000.0, ReductionDecision.OUT_OF_PROPORTION, (), 16.66, 110.535, ratio
    )


def test_harm_is_rounded_up_and_the_ratio_down() -> None:
    assert reduction(904.69).shown(3.0) == ("110.6", "904.6")


def test_a_ratio_reads_as_it_compares_with_the_factor() -> None:
    assert reduction(3.00001).shown(3.0)[1] == "3.00001"
    assert reduction(3.0).shown(3.0)[1] == "3"


def test_what_is_not_evaluated_shows_nothing() -> None:
    assert ReductionResult("R", "fence", 1.0, ReductionDecision.NOT_EVALUATED).shown(3.0) == ("", "")
