"""The example: residual hazard at system level, availability cost at mission level."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen import assess, load
from casegen.model.results import Assessment

CASE = Path(__file__).resolve().parents[3] / "examples" / "monitor"


@pytest.fixture(scope="module")
def assessed() -> Assessment:
    return assess(load(CASE))


def test_the_monitor_lowers_the_system_s_hazard(assessed: Assessment) -> None:
    with_monitor, alone = (assessed.trees[t].top for t in ("FT-STRIKE", "FT-STRIKE-ALONE"))
    assert with_monitor.upper is not None
    assert with_monitor.upper < alone.value
    assert assessed.claims["C-STRIKE"].status == "supported"


def test_frames_look_cheap_and_missions_are_not(assessed: Assessment) -> None:
    assert assessed.claims["C-FRAMES"].status == "supported"
    assert assessed.claims["C-STOP"].status == "challenged"
    assert assessed.trees["FT-STOP"].top.value > 0.9


def test_every_use_case_and_metric_feeds_a_claim(assessed: Assessment) -> None:
    for claim in ("C-WRONG", "C-GROUND", "C-RICC", "C-SCENARIOS", "C-LOSS", "C-CONFUSION"):
        assert assessed.claims[claim].status == "supported", claim
