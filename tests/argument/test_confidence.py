"""Confidence by Fréchet bounds and products."""

from __future__ import annotations

import pytest

from casegen.argument import PremiseDependence, confidence, status
from tests.argument.arguments import argument, artefact, case, claim


def tree(*doubts: float | None) -> object:
    leaves = [artefact(f"E{k}", doubt=d, accepted_by="assessor") for k, d in enumerate(doubts)]
    parts = [n for k in range(len(doubts)) for n in (claim(f"P{k}"), argument(f"B{k}", f"P{k}", f"E{k}"))]
    return case(claim("C1"), argument("A1", "C1", *(f"P{k}" for k in range(len(doubts)))), *parts, *leaves)


def test_sum_of_doubts_and_frechet_bounds_by_hand() -> None:
    result = confidence(tree(0.1, 0.02, 0.05))["C1"]
    assert result.value == pytest.approx(0.83)
    assert (result.lower, result.upper) == (pytest.approx(0.83), pytest.approx(0.9))
    assert (result.leaves, result.assumption) == (3, PremiseDependence.UNKNOWN)
    assert result.doubt == pytest.approx(0.17)


def test_product_where_independence_is_argued() -> None:
    result = confidence(tree(0.1, 0.02, 0.05), PremiseDependence.INDEPENDENT)["C1"]
    assert result.value == pytest.approx(0.9 * 0.98 * 0.95)
    assert result.lower <= result.value <= result.upper


def test_many_doubts_leave_no_confidence_and_no_negative_number() -> None:
    result = confidence(tree(*[0.3] * 5))["C1"]
    assert (result.value, result.upper) == (0.0, pytest.approx(0.7))


def test_a_leaf_without_a_doubt_leaves_no_number() -> None:
    result = confidence(tree(0.1, None))
    assert (result["C1"].value, result["C1"].missing) == (None, ("E1",))
    assert result["P0"].value == pytest.approx(0.9)


def test_a_leaf_used_twice_counts_once() -> None:
    shared = case(
        claim("C1"), argument("A1", "C1", "C2", "C3"), claim("C2"), argument("A2", "C2", "E1"),
        claim("C3"), argument("A3", "C3", "E1", "E2"), artefact("E1", doubt=0.1), artefact("E2", doubt=0.2),
    )  # fmt: skip
    assert confidence(shared)["C1"].value == pytest.approx(0.7)
    assert confidence(shared, PremiseDependence.INDEPENDENT)["C1"].value == pytest.approx(0.9 * 0.8)
    assert confidence(shared)["C1"].leaves == 2


def test_certain_failure() -> None:
    assert confidence(tree(1.0, 0.1), PremiseDependence.INDEPENDENT)["C1"].value == 0.0


def test_circular_support_has_no_confidence() -> None:
    loop = case(claim("C1"), argument("A1", "C1", "C1"))
    with pytest.raises(ValueError, match="circular"):
        confidence(loop)
    assert status(loop, {}, {}, {}).claims["C1"].doubt is None


def test_the_status_carries_the_doubt() -> None:
    result = status(tree(0.1, 0.02), {}, {}, {})
    assert result.claims["C1"].doubt == pytest.approx(0.12)


def test_an_argument_that_rests_on_nothing_or_nowhere_has_no_confidence() -> None:
    leaf = artefact("E1", doubt=0.1)
    dangling = case(claim("C1"), argument("A1", "C1", "E1", "E9"), leaf)
    assert (confidence(dangling)["C1"].value, confidence(dangling)["C1"].missing) == (None, ("A1",))
    empty = case(claim("C1"), argument("A1", "C1", "C2", "E1"), claim("C2"), argument("A2", "C2"), leaf)
    assert confidence(empty)["C1"].value is None
