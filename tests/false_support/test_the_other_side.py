"""A tree that takes the complement of a measure asks for its other limit: signs of groups stand there too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.false_support import folder, must_hold, must_not_hold

CASE = """
casegen: 1
case:
  id: quiet
  title: Monitor that has to raise an alarm
  version: "1"
  date: 2026-11-21
  authors: [A. Maker]
  organisation: Halls
  system: A camera whose monitor raises an alarm.
  environment: One hall.
  intended_use: Watching a hall.
  limitations: [Made up.]
  roots: [C-TOP]
events:
  - id: BE-QUIET
    text: No alarm is raised at an image
    component: monitor
    model: {type: evidence, evidence: EV-M, measure: alarm_rate, complement: true}
  - id: BE-OTHER
    text: The siren does not sound
    component: siren
    source: data sheet of the siren
    model: {type: constant, probability: 1.0e-6, kind: probability-per-demand}
trees:
  - id: FT
    title: No alarm at an image
    top: G
    kind: probability-per-demand
    target: {probability: 0.68, confidence: 0.95, source: risk assessment of the hall}
    gates: [{id: G, type: or, inputs: [BE-QUIET, BE-OTHER], text: No alarm sounds at an image}]
claims:
  - id: C-TOP
    text: No alarm sounds in at most 68 of 100 images
    owner: safety
    requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-demand, confidence: 0.95}
  - {id: C-M, text: The alarm rate of the monitor is that of images of the hall, owner: safety}
  - id: W-TREE
    text: Nothing else than monitor and siren takes part in an alarm
    owner: safety
    assumed: Walked through with the wiring diagram, sheets 4 to 7
    accepted_by: Rita Reviewer
  - id: W-OP
    text: Videos of the evaluation are drawn like those of the hall
    owner: testing
    assumed: Test specification TS-12, section 3
    accepted_by: Rita Reviewer
arguments:
  - {id: A-TOP, supports: C-TOP, block: calculation, tree: FT, text: Monitor and siren, from: [C-M], side_claims: [W-TREE]}
  - {id: A-M, supports: C-M, block: evidence-incorporation, from: [N-M], side_claims: [W-OP], text: Alarm rate of the monitor}
evidence:
  - {id: N-M, evidence: EV-M, text: Alarm rate of the monitor at images of the hall, owner: testing, version: "1", date: 2026-10-02}
evidence_items:
  - {id: EV-M, title: Evaluation of the monitor, method: monitor-evaluation, inputs: {outcomes: outcomes.csv}, confidence: 0.95, owner: testing}
"""
VIDEOS = 160


def outcomes(large: int) -> str:
    """Every fifth video has ``large`` rows and an alarm in one of ten of them; the others two rows and .6 alarms each."""
    lines, small = ["group,true,predicted,alarm"], 0
    for video in range(VIDEOS):
        rows = large if video % 5 == 0 else 2
        for row in range(rows):
            small += video % 5 > 0
            alarm = row % 10 == 0 if video % 5 == 0 else small % 5 < 3
            true = ("none", "person")[(3 * video + row) % 7 % 2]
            answer = "person" if (video + row) % 11 == 0 else true
            lines.append(f"v{video},{true},{answer},{alarm:d}")
    return "\n".join(lines) + "\n"


def case(below: str) -> dict[str, Any]:
    """The complement by the event, or the measure below a gate that negates it."""
    made: dict[str, Any] = yaml.safe_load(CASE)
    if below == "not":
        del made["events"][0]["model"]["complement"]
        made["events"][0]["text"] = "An alarm is raised at an image"
        made["trees"][0]["gates"][0]["inputs"] = ["N", "BE-OTHER"]
        made["trees"][0]["gates"].append(
            {"id": "N", "type": "not", "inputs": ["BE-QUIET"], "text": "No alarm is raised"}
        )
    return made


@pytest.mark.parametrize("below", ["complement", "not"])
def test_videos_of_unequal_sizes_are_doubted_on_the_side_that_is_asked(tmp_path: Path, below: str) -> None:
    at = folder(tmp_path / "false", case(below), {}, {"outcomes.csv": outcomes(20)})
    must_not_hold(at, "sign-large-groups")


def test_videos_of_one_size_are_not(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "true", case("complement"), {}, {"outcomes.csv": outcomes(2)}))


def test_a_sign_at_a_claim_names_the_measures_alone_that_it_uses(tmp_path: Path) -> None:
    """The sign lists all measures of the item in one place."""
    at = folder(tmp_path / "tree", case("complement"), {}, {"outcomes.csv": outcomes(20)})
    claimed = {
        "claims.C-M.requirement": {"measure": {"evidence": "EV-M", "measure": "miss_rate"}, "comparison": "<=",
                                   "bound": 0.6, "kind": "fraction", "confidence": 0.95},
        "claims.C-M.text": "At most 60 % of the wrong answers raise no alarm",
    }  # fmt: skip
    of_one = folder(tmp_path / "claim", case("complement"), claimed, {"outcomes.csv": outcomes(20)})
    for path, own, others in (
        (at, "alarm_rate", ("miss_rate", "hazard", "recall")), (of_one, "miss_rate", ("residual_hazard", "recall")),
    ):  # fmt: skip
        [said] = [
            hit["message"] for hit in must_not_hold(path, "sign-large-groups").diagnostics
            if hit["rule"] == "sign-large-groups" and f"{own} of EV-M is in doubt" in hit["message"]
        ]  # fmt: skip
        assert f"up to {own} 0." in said
        assert not any(name in said for name in others), said
