"""What a target leaves to an event where the verdict's limit is that of independent records together."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from casegen_evidence.bounds.records import Counts

from casegen.assessment.allocation.breakdown import Breakdown, break_down
from casegen.assessment.allocation.joint import largest_target
from casegen.assessment.assess import Session
from casegen.assessment.joint import joint_bound, joint_limit, records_of
from casegen.assessment.portable.assessment import portable
from casegen.io import load
from tests.assessment.test_safety import MATRIX, ROW
from tests.false_support import call, folder
from tests.false_support.test_joint import CASE, DECLARED, FILES, TRUE

MEETS, MISSES = 1.1e-3, 0.9e-3
"""The two records of 0 in 3,000 bound the top at .000999 together, and at .00246 each by itself."""


def session(at: Path, target: float, **edits: Any) -> Session:
    """The case of two records with a target, the tree's own, that its claim asks for."""
    asked = {
        "trees.FT.target": {"probability": target, "confidence": 0.95, "source": "risk assessment"},
        "claims.C1.requirement.bound": {"target_of": "FT"},
    }
    return Session.open(load(folder(at, CASE, {**DECLARED, **asked, **edits}, FILES)))


def limit_of(opened: Session, required: Breakdown) -> float:
    """The joint limit of records without failures that have just the required bounds."""
    bound = opened.numbers().trees["FT"]
    records = records_of(bound, ("R", "S"))
    asked = {f"evidence {item}/probability": 0.0 for item in ("R", "S")}
    names = dict(zip(("A", "B"), asked, strict=True))
    for event in required.events:
        if event.id in names:
            asked[names[event.id]] = event.measure_required or 0.0
    counts = {
        key: one if not asked[key] else Counts(0, _trials(asked[key])) for key, (_, one) in records.items()
    }
    return joint_limit(bound, bound.box(0.95).upper, counts).upper


def _trials(upper: float) -> float:
    return float(math.ceil(math.log(0.025) / math.log1p(-upper)))


@pytest.mark.slow
@pytest.mark.parametrize("method", ["proportional", "equal", "cost"])
@pytest.mark.parametrize("events", [(), ("A",)])
@pytest.mark.parametrize(("target", "holds"), [(MEETS, True), (MISSES, False)])
def test_events_are_met_where_the_verdict_holds(
    tmp_path: Path, target: float, holds: bool, events: tuple[str, ...], method: str
) -> None:
    opened = session(tmp_path / "c", target)
    verdict = opened.assess().claims["C1"].requirement
    assert verdict is not None
    assert verdict.joint is not None
    assert verdict.holds is holds
    result = break_down(opened, "FT", None, events, method)
    assert result.together
    assert result.joint == verdict.joint
    assert all(event.meets is holds for event in result.events)
    if result.problem:  # one record without failures, however long, does not bring two down to the target
        assert not holds
        assert events
        assert result.achieved is not None
        assert result.achieved > target
        return
    assert result.achieved is not None
    assert result.achieved <= target
    assert result.achieved > (0.9 if method == "cost" else 0.99) * target  # least cost loosens nothing
    # records that have just these bounds meet the target, and the box of the bounds does not
    assert limit_of(opened, result) <= target * 1.002
    assert sum(event.required or 0.0 for event in result.events) > (1.2 if not events else 0.5) * target


def test_a_claim_that_does_not_rest_on_independence_gets_what_the_bounds_by_themselves_leave(
    tmp_path: Path,
) -> None:
    opened = session(tmp_path / "c", MEETS, **{"arguments.A1.side_claims": ["W1"]})
    result = break_down(opened, "FT", None, (), "equal")
    assert not result.together
    assert result.joint is not None
    assert result.joint.upper is not None
    assert not any(event.meets for event in result.events)
    assert sum(event.required or 0.0 for event in result.events) == pytest.approx(MEETS, rel=1e-3)


def test_a_constant_gets_what_the_records_together_leave(tmp_path: Path) -> None:
    """.000999 of 1.2e-3 is spent by the records: about 2e-4 is left; of the bounds by themselves nothing is."""
    opened = session(tmp_path / "c", 1.2e-3, **TRUE["with-a-constant"])
    (row,) = break_down(opened, "FT", None, ("D",), "proportional").events
    assert row.required == pytest.approx(2.0e-4, rel=0.05)
    joint = joint_bound(opened.case, opened.numbers().trees["FT"], opened.evidence, 0.95)
    assert joint is not None
    assert joint.alone is not None
    assert joint.alone > 2 * 1.2e-3


ALLOCATED: dict[str, Any] = {
    "claims.C-R.requirement": {
        "measure": {"evidence": "R", "measure": "probability"},
        "comparison": "<=",
        "bound": {"allocated": {"tree": "FT", "event": "A"}},
        "kind": "probability-per-demand",
        "confidence": 0.975,
    },
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "rests", "holds"), [(MEETS, True, True), (MEETS, False, False), (MISSES, True, False)]
)
def test_a_requirement_takes_the_allocated_bound_of_the_limit_that_it_rests_on(
    tmp_path: Path, target: float, rests: bool, holds: bool | None
) -> None:
    """By themselves the bounds leave nothing to A, since B takes .00123."""
    edits = {**ALLOCATED, **({"arguments.A-R.side_claims": ["W-R", "W-IND"]} if rests else {})}
    opened = session(tmp_path / "c", target, **edits)
    assessed = opened.assess()
    result = assessed.claims["C-R"].requirement
    assert result is not None
    assert result.holds is holds
    assert ("from the records together" in result.bound_source) is bool(holds)
    page = portable(assessed, opened)["requirements"]["C-R"]["bound"]
    assert page["together"] is rests  # once the tree is changed it is left to the command


STUDY: dict[str, Any] = {
    "case.study": {"risk_matrix": MATRIX},
    "properties": [{"id": "MP", "title": "Doors are closed", "stakeholders": ["owner"]}],
    "hazop": [{**ROW, "mitigations": []}],
    "trees.FT.properties": ["MP"],
}


@pytest.mark.slow
def test_what_if_and_risk_matrix_name_both_limits(tmp_path: Path) -> None:
    """What the claim holds is classed: .000999 from the records together (remote); each by itself stands beside it."""
    at = folder(tmp_path / "c", CASE, {**DECLARED, **STUDY, "claims.C1.requirement.bound": MEETS}, FILES)
    risks = json.loads(call("safety", at, "--json")[1])["risk_matrix"]["risks"]
    assert [risk["frequency_class"] for risk in risks] == ["remote"]
    assert risks[0]["alone"] == pytest.approx(2.458e-3, rel=1e-3)
    assert risks[0]["frequency"] == risks[0]["together"] == pytest.approx(9.99e-4, rel=5e-3)
    assert "with each bound by itself" in " ".join(call("safety", at)[1].split())
    (tree,) = json.loads(call("whatif", at, "--set", "A=1e-5", "--json")[1])["trees"]
    assert tree["before_together"] == pytest.approx(risks[0]["together"])
    assert tree["after_together"] is None  # one record is left
    said = " ".join(call("whatif", at, "--set", "A=1e-5")[1].split())
    assert "above are of each record by itself; from the data together 0.000998" in said
    assert ", after none (assuming independent records, claim W-IND)" in said
    plain = folder(tmp_path / "p", CASE, {**STUDY, "claims.C1.requirement.bound": 3e-3}, FILES)
    assert json.loads(call("safety", plain, "--json")[1])["risk_matrix"]["risks"][0]["together"] is None
    assert "together" not in call("whatif", plain, "--set", "A=1e-5")[1]


def test_a_limit_that_is_wider_for_endless_records_does_not_hide_that_today_s_meet_the_target() -> None:
    """The search for a joint limit may end early where a record grows without end: today's is what the verdict uses."""
    wide = {1e-3: 9e-3}
    target, reached = largest_target(5e-3, 1e-3, 1e-2, lambda t: wide.get(t, 0.45 * t))
    assert target == pytest.approx(5e-3 / 0.45, rel=2e-3)
    assert reached <= 5e-3
    assert largest_target(4e-4, 1e-3, 1e-2, lambda t: 0.45 * t) == (None, pytest.approx(4.5e-4))
