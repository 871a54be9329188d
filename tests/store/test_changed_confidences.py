"""What is kept of the confidences of looks, and what that leaves to whoever adapts them to the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from casegen.assessment.looks import is_constant, spent_at
from casegen.model.ledger import error_probability
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import EvidenceState, Freshness
from casegen.store.looks import counted, recorded_looks, vouched, with_another

NOMINAL, LOOKS, HISTORIES = 0.05, 9, 400


def document(record: int, confidence: float, method: str = "demand-record") -> dict[str, Any]:
    measures = {"probability": {"value": record / 1000, "upper": 0.5, "confidence": confidence}}
    return {"id": "EV", "recipe": {"method": method, "inputs": {"record": str(record)}}, "measures": measures}


def after(state: EvidenceState, now: dict[str, Any]) -> EvidenceState:
    """The state once ``now`` was run, as it is read again."""
    looks = recorded_looks(counted(state, now), now)
    m = now["measures"]["probability"]
    estimate = Estimate(value=m["value"], upper=0.5, confidence=m["confidence"], kind=MeasureKind.PER_DEMAND)
    read = {**now, "provenance": {"looks": looks}}
    return vouched(EvidenceState("EV", Freshness.FRESH, measures={"probability": estimate}, document=read))


def is_paid(state: EvidenceState, confidence: float) -> bool:
    return spent_at(state, "probability", error_probability(confidence)) <= NOMINAL * (1 + 1e-9)


@pytest.mark.parametrize("lowers", [True, False], ids=["restates", "keeps"])
def test_who_restates_at_the_look_that_passes_errs_no_more_than_nominal(lowers: bool) -> None:
    """Nine looks at a false claim: at look k it passes with probability .05/k at 1 - .05/k, and .0055 at .9945."""
    draw = np.random.default_rng(5)
    wrong = would_be = 0
    for _ in range(HISTORIES):
        state = EvidenceState("EV", Freshness.FRESH)
        ever = naive = False
        for k in range(1, LOOKS + 1):
            p_value = float(draw.random())
            first = 0.999999 if lowers else round(1 - NOMINAL / LOOKS, 6)
            state, stated = after(state, document(k, first)), first
            if lowers and p_value <= NOMINAL / k:
                stated = round(1 - NOMINAL / k, 6)
                state = after(state, document(k, stated))
            passes = p_value <= 1 - stated
            naive |= passes
            ever |= passes and is_paid(state, stated)
        wrong, would_be = wrong + ever, would_be + naive
    assert wrong / HISTORIES <= NOMINAL + 3 * (NOMINAL / HISTORIES) ** 0.5
    if lowers:
        assert would_be / HISTORIES > 0.09, "which the present confidence alone would pay for"


def test_results_of_earlier_versions_are_changed_where_their_looks_say_so() -> None:
    now = document(2, 0.975)
    for errors, constant in (
        ([[0.05, 1], [0.025, 1]], False),
        ([[0.025, 1], [0.025, 1]], True),
        (None, True),
    ):
        looks: dict[str, Any] = {"looks": 2} | ({"errors": {"probability": errors}} if errors else {})
        state = vouched(
            EvidenceState(
                "EV", Freshness.FRESH, document={**now, "provenance": {"looks": looks}},
                measures={"probability": Estimate(value=0.1, upper=0.5, confidence=0.975, kind=MeasureKind.PER_DEMAND)},
            )
        )  # fmt: skip
        assert is_constant(state, "probability") is constant


def test_runs_of_two_methods_that_meet_in_a_merge_are_two_looks() -> None:
    one, same = (after(EvidenceState("EV", Freshness.FRESH), document(1, 0.95)) for _ in range(2))
    other = document(1, 0.95, "mission-record")
    other["measures"]["probability"]["value"] = 0.2
    two = after(EvidenceState("EV", Freshness.FRESH), other)
    assert with_another(one, same).looks == 1
    assert with_another(one, two).looks == with_another(two, one).looks == 2
    both = with_another(with_another(one, two), two)
    assert both.looks == 2
