"""The shipped results of both releases of the vehicle: every bound above the truth, and not far above."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casegen_underwater.training_method import UnderwaterTraining

CASE = Path(__file__).parents[3] / "examples" / "auv"
RELEASES = (CASE / "baselines" / "r0.1" / "files", CASE)
RESULTS = {
    p.name.rpartition("-")[0]: json.loads(p.read_text("utf-8"))
    for release in RELEASES
    for p in release.glob("results/EV-*.json")
}
BOUNDED = {
    "underwater-ram": (("pmi", "true_pmi"),),
    "underwater-dependability": (
        ("harmful_undependability", "true_harmful_undependability"),
        ("task_undependability", "true_task_undependability"),
        ("misclassification", "true_misclassification"),
    ),
    "underwater-monitor": (("residual_hazard", "true_residual_hazard"), ("miss_rate", "true_miss_rate")),
}
PAIRS = [
    pytest.param(result["measures"][a], result["measures"][b], id=f"{item}-{a}")
    for item, result in sorted(RESULTS.items())
    for a, b in BOUNDED.get(result["method"], ())
]


@pytest.mark.parametrize(("bound", "true"), PAIRS)
def test_bound_lies_above_the_truth_and_at_most_five_times(
    bound: dict[str, Any], true: dict[str, Any]
) -> None:
    assert true["value"] <= bound["upper"] <= 5 * true["value"]


def test_both_releases_ship_their_results() -> None:
    items = {
        json.loads(path.read_text("utf-8"))["id"]
        for r in RELEASES
        for path in (r / "results").glob("EV-*.json")
    }
    assert items == set(RESULTS)
    assert len(PAIRS) >= 4 + 18 + 4
    left_out = {".casegen", "__pycache__"}
    shipped = [p for p in CASE.rglob("*") if p.is_file() and left_out.isdisjoint(p.parts)]
    assert sum(path.stat().st_size for path in shipped) < 3_000_000


def test_adversarial_training_makes_the_balls_harder_to_attack() -> None:
    normal, hardened = (RESULTS[f"EV-RAM-{k}"]["measures"]["attacked_share"] for k in ("N", "A"))
    assert hardened["upper"] < normal["lower"]


def test_harbour_and_night_are_harder_than_clear_water() -> None:
    def wrong(site: str) -> dict[str, Any]:
        results: dict[str, Any] = RESULTS[f"EV-DEP-{site}-N"]["measures"]["true_misclassification"]
        return results

    assert wrong("CLEAR")["upper"] < wrong("HARBOUR")["lower"] < wrong("NIGHT")["lower"]


def test_training_gives_networks_that_answer_as_the_shipped_ones() -> None:
    """All answers on the processor that trained them; elsewhere as many as the method states, since training multiplies rounding."""
    for k in ("N", "A"):
        assert (
            RESULTS[f"EV-TRAIN-{k}"]["measures"]["same_answers"]["value"]
            >= 1.0 - UnderwaterTraining.elsewhere["same_answers"]
        )
