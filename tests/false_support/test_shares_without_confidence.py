"""A target without a confidence leaves to an event what the others' bounds leave, as its top event is held with them."""

from __future__ import annotations

from pathlib import Path

import pytest

import casegen
from casegen.api import OpenCase

PRESS = """
casegen: 1
case: {{id: press, title: Press, version: "1", date: 2026-11-21, roots: [TOP]}}
evidence_items:
- {{id: EV-A, title: Part alpha tested by its maker, method: demand-record, inputs: {{record: alpha.csv}}, confidence: 0.975, owner: testing,
   parameters: {{failure: no answer of part alpha, population: one unit of part alpha, stopping: planned, entries: recorded}}}}
- {{id: EV-B, title: Part bravo tested by its maker, method: demand-record, inputs: {{record: bravo.csv}}, confidence: 0.975, owner: testing,
   parameters: {{failure: no answer of part bravo, population: one unit of part bravo, stopping: planned, entries: recorded}}}}
events:
- {{id: BE-A, text: Part alpha gives no answer, component: part alpha, model: {{type: evidence, evidence: EV-A, measure: probability}}}}
- {{id: BE-B, text: Part bravo gives no answer, component: part bravo, model: {{type: evidence, evidence: EV-B, measure: probability}}}}
trees:
- {{id: FT, title: The press closes on a hand, top: G, kind: probability-per-demand, target: {{probability: {target}, source: risk{stated}}},
   gates: [{{id: G, type: or, inputs: [BE-A, BE-B], text: no stop}}]}}
claims:
- {{id: W-OP, text: Rig and press hall ask for a stop in the same way, owner: safety, assumed: "Read with operations, sheet 1", accepted_by: Rita Reviewer}}
- {{id: W-FT, text: Nothing else than the two parts takes part in a stop, owner: safety, assumed: "Read with operations, sheet 2", accepted_by: Rita Reviewer}}
- {{id: CA, text: Part alpha fails no more often than the fault tree leaves to it, owner: design,
   requirement: {{measure: {{evidence: EV-A, measure: probability}}, bound: {{allocated: {{tree: FT, event: BE-A}}}}, kind: probability-per-demand, confidence: 0.95}}}}
- {{id: TOP, text: Part alpha keeps within what the tree leaves to it, owner: safety}}
arguments:
- {{id: A-CA, supports: CA, block: evidence-incorporation, from: [N-CA], side_claims: [W-OP], text: Tests of part alpha}}
- {{id: A-T, supports: TOP, block: decomposition, from: [CA], side_claims: [W-FT], text: the part}}
evidence:
- {{id: N-CA, evidence: EV-A, text: Record of part alpha, owner: testing, version: "1", date: 2026-10-02}}
"""


def press(folder: Path, target: float, stated: str = "") -> OpenCase:
    """Bounds at .975 of 2,100 and 2,177 demands without failure: .001755 and .001693, together .003445."""
    (folder / "case.yaml").write_text(PRESS.format(target=target, stated=stated))
    for name, demands in (("alpha", 2100), ("bravo", 2177)):
        (folder / f"{name}.csv").write_text(f"entry,demands,failures\nbench {name},{demands},0\n")
    case = casegen.open(folder)
    case.run()
    return casegen.open(folder)


@pytest.mark.slow
@pytest.mark.parametrize("stated", ["", ", confidence: 0.95", ", confidence: 0.9"])
def test_every_part_does_not_get_the_whole_target(tmp_path: Path, stated: str) -> None:
    """Without a confidence each got .003 of .003, as the other stood at its estimate of 0."""
    case = press(tmp_path, 0.003, stated)
    assert case.claims["CA"].status == "challenged"
    alone = case.allocate("FT", events=("BE-A",)).events[0]
    assert alone.required == pytest.approx((0.003 - 0.001693) / (1 - 0.001693), rel=1e-3)
    assert not alone.meets


@pytest.mark.slow
@pytest.mark.parametrize("stated", ["", ", confidence: 0.95"])
def test_a_target_that_the_bounds_leave_room_for_holds(tmp_path: Path, stated: str) -> None:
    case = press(tmp_path, 0.0036, stated)
    assert case.claims["CA"].status == "supported"
    spent = {entry["source"]: entry["alpha"] for entry in case.document()["ledger"]["spends"]}
    assert spent == {
        "upper bound of EV-A probability": pytest.approx(0.025),
        "upper bound of the top event of FT": pytest.approx(0.05),
    }
