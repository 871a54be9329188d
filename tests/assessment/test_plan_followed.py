"""A plan is followed: the record grows by what it says, the item runs again, and the claim is supported as often as said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casegen.assessment.assess import Session
from casegen.assessment.planning.plan import ClaimPlan, plan
from casegen.io import load
from casegen.model.results import Status
from tests.false_support import DROP, call, folder
from tests.false_support.bases import RECORD, measured
from tests.false_support.test_propagation import OR, record, tree_case
from tests.false_support.test_propagation import measured as bound_to

PARAMETERS = "evidence_items.EV.parameters"
NONE = "entry,demands,failures\nquay,1000,0\nbuoy,1500,0\n"
EARLY = {"evidence_items.EV.confidence": 0.975}
"""stated before the first look: two looks at it are all that the claim may err with"""
RECORDS: dict[str, tuple[dict[str, Any], str, float]] = {
    "similar": (EARLY, RECORD, 5e-4),
    "one entry": (EARLY, "entry,demands,failures\nquay,8000,1\n", 5e-4),
    "recorded": ({**EARLY, f"{PARAMETERS}.entries": "recorded"}, RECORD, 5e-4),
    "two looks stated": ({f"{PARAMETERS}.entries": "recorded", f"{PARAMETERS}.looks": 2}, RECORD, 5e-4),
    "open": ({f"{PARAMETERS}.stopping": "open"}, NONE, 1e-3),
    "open, recorded": ({f"{PARAMETERS}.entries": "recorded", f"{PARAMETERS}.stopping": "open"}, RECORD, 5e-4),
}


def planned(at: Path, claim: str = "C1") -> ClaimPlan:
    return next(row for row in plan(Session.open(load(at))).claims if row.claim == claim)


def follow(at: Path, row: ClaimPlan, records: Any, failures: dict[str, int]) -> None:
    """Collect what the plan says, each as one more entry."""
    import yaml

    case = yaml.safe_load((at / "case.yaml").read_text("utf-8"))
    for one in records:
        item = next(i for i in case["evidence_items"] if i["id"] == one.evidence)
        file = at / item["inputs"]["record"]
        file.write_text(
            f"{file.read_text('utf-8')}pier,{one.more:.0f},{failures.get(one.evidence, 0)}\n", "utf-8"
        )
    (at / "case.yaml").write_text(yaml.safe_dump(case), "utf-8")
    assert call("evidence", "run", at)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_a_plan_that_is_followed_in_the_folder_supports_the_claim(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what earlier looks cost is paid for: nothing is left for a person to set aside."""
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", ())
    edits, table, bound = RECORDS[name]
    at = folder(
        tmp_path / "c", measured(), {**edits, "claims.C1.requirement.bound": bound}, {"record.csv": table}
    )
    row = planned(at)
    assert not row.records[0].approximate
    assert not any("used up" in line for line in row.conditions())
    follow(at, row, row.records, {})
    assert Session.open(load(at)).assess().claims["C1"].status is Status.SUPPORTED


@pytest.mark.slow
def test_failures_within_the_plan_are_borne_and_no_more(tmp_path: Path) -> None:
    edits, table, bound = RECORDS["recorded"]
    at = folder(
        tmp_path / "c", measured(), {**edits, "claims.C1.requirement.bound": bound}, {"record.csv": table}
    )
    row = planned(at)
    at_most = row.further[1]
    for failures, holds in ((at_most.failures, True), (at_most.failures + 1, False)):
        again = folder(
            tmp_path / f"f{failures}",
            measured(),
            {**edits, "claims.C1.requirement.bound": bound},
            {"record.csv": table},
        )
        follow(again, row, at_most.records, {"EV": failures})
        status = Session.open(load(again)).assess().claims["C1"].status
        assert (status is Status.SUPPORTED) == holds


@pytest.mark.slow
def test_a_tree_s_plan_is_followed(tmp_path: Path) -> None:
    case, files = tree_case(
        {"A": bound_to("R"), "B": bound_to("S")}, OR, 1.2e-3, record("R", 0.9875, 3000, 1), record("S", 0.9875, 6000, 0),
        confidence=0.95,
    )  # fmt: skip
    at = folder(tmp_path / "c", case, files=files)
    row = planned(at)
    follow(at, row, row.records, {})
    assert Session.open(load(at)).assess().claims["C1"].status is Status.SUPPORTED


@pytest.mark.slow
def test_entries_that_would_differ_too_much_are_no_plan(tmp_path: Path) -> None:
    """Beside ever more units without a failure the old ones are in doubt: the plan is for numbers of failures that fit."""
    table = "entry,demands,failures\nquay,4000,0\nbuoy,4000,2\n"
    edits = {f"{PARAMETERS}.stopping": "open", "claims.C1.requirement.bound": 5e-4}
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": table})
    row = planned(at)
    assert not row.records
    assert any("without a further failure" in line for line in row.conditions())
    one = row.further[2]
    assert 0 < one.least < one.failures
    for failures, holds in (
        (0, False), (one.least - 1, False), (one.least, True), (one.failures, True), (one.failures + 1, False),
    ):  # fmt: skip
        again = folder(tmp_path / f"f{failures}", measured(), edits, {"record.csv": table})
        follow(again, row, one.records, {"EV": failures})
        assert (Session.open(load(again)).assess().claims["C1"].status is Status.SUPPORTED) == holds


@pytest.mark.slow
def test_numbers_of_failures_that_fit_are_looked_for_from_the_first_on(tmp_path: Path) -> None:
    """One failure in few units: beside many units without one, and with one or two, the old entry is in doubt."""
    edits = {
        f"{PARAMETERS}.entries": "similar", f"{PARAMETERS}.spread": DROP, "claims.C1.requirement.bound": 2e-3,
        "evidence_items.EV.confidence": 0.975,
        "claims.C1.text": "The range guard fails in at most 2 of 1,000 approaches",
    }  # fmt: skip
    table = "entry,demands,failures\nquay,300,1\n"
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": table})
    row = planned(at)
    assert row.doubtful
    assert not row.problem
    assert [(one.least, one.failures) for one in row.further] == [(3, 3), (3, 5)]
    shown = call("plan", at)[1]
    assert " 3 to 5 " in shown
    assert "3 to 3" not in shown
    follow(at, row, row.further[0].records, {"EV": 3})
    assert Session.open(load(at)).assess().claims["C1"].status is Status.SUPPORTED


@pytest.mark.slow
def test_what_no_size_reaches_is_said(tmp_path: Path) -> None:
    edits = {f"{PARAMETERS}.entries": "sample"}
    row = planned(folder(tmp_path / "c", measured(), edits, {"record.csv": RECORD}))
    assert not row.reachable
    assert "with one further entry of any size" in row.problem
    assert "none of the numbers of further failures up to 89 that were tried meets the limit" in row.problem
    assert row.best is not None
    assert row.best > 1e-3


@pytest.mark.slow
def test_the_vehicle_s_plan_is_followed(tmp_path: Path) -> None:
    """A target that its collision tree misses: guard and thrusters go on, and the tree's bound meets it as planned."""
    import shutil

    from tests.docs.blocks import ROOT

    def vehicle(name: str) -> Path:
        at = tmp_path / name
        shutil.copytree(ROOT / "examples" / "auv", at, ignore=shutil.ignore_patterns("baselines"))
        trees = at / "trees.yaml"
        text = trees.read_text("utf-8")
        assert text.count("probability: 2.5e-4") == 1
        trees.write_text(text.replace("probability: 2.5e-4", "probability: 1.15e-4"), "utf-8")
        return at

    row = planned(vehicle("planned"), "C-COL")
    one = row.further[0]
    assert [r.evidence for r in one.records] == ["EV-GUARD"]
    for failures in {0, one.least, one.failures, one.failures + 1}:
        at = vehicle(f"with-{failures}")
        (record,) = one.records
        table = at / "records" / "guard-tests.csv"
        table.write_text(f"{table.read_text('utf-8')}basin,{record.more:.0f},{failures}\n", "utf-8")
        assert call("evidence", "run", at, record.evidence)[0] == 0
        session = Session.open(load(at))
        result = session.requirements(session.numbers())["C-COL"]
        assert result.holds == (one.least <= failures <= one.failures)


@pytest.mark.slow
def test_more_failures_than_there_are_units_are_no_plan(tmp_path: Path) -> None:
    """The estimate is far above the limit: once the plan asked for a record of 989 failures in 899 units."""
    table = "entry,demands,failures\nquay,899,200\n"
    at = folder(
        tmp_path / "c", measured(), {f"{PARAMETERS}.entries": "recorded", "claims.C1.requirement.bound": 0.19,
                                "claims.C1.text": "The range guard fails in at most 19 of 100 approaches"},
        {"record.csv": table},
    )  # fmt: skip
    row = planned(at)
    assert row.doubtful
    assert all(f.failures <= r.more for f in row.further for r in f.records)
    code, out, _ = call("plan", at, "--json")
    assert code == 0
    assert json.loads(out)["claims"][0]["reachable"]


@pytest.mark.slow
def test_the_stated_probability_is_that_of_the_claim_holding(tmp_path: Path) -> None:
    """Simulated: the true probability is today's estimate, then one drawn from what the record leaves of it."""
    edits, table, bound = RECORDS["recorded"]
    at = folder(
        tmp_path / "c", measured(), {**edits, "claims.C1.requirement.bound": bound}, {"record.csv": table}
    )
    row = planned(at)
    session = Session.open(load(at))
    from casegen.assessment.planning.task import MeasureTask

    requirement = session.case.claims[0].requirement
    assert requirement is not None
    (one,) = MeasureTask(session, session.numbers(), requirement, {}).records
    draw, times = np.random.default_rng(5), 20_000
    for f in row.further:
        more = f.records[0].more
        assert one.limit(more, f.failures) <= bound < one.limit(more, f.failures + 1)
        for p, said in ((1 / 8000, f.probability), (draw.beta(1.5, 8000 - 0.5, times), f.predictive)):
            seen = draw.binomial(int(more), p, times)
            held = np.mean(seen <= f.failures)
            assert held == pytest.approx(said, abs=4 * np.sqrt(said * (1 - said) / times) + 1e-4)


@pytest.mark.slow
def test_a_weighted_measure_is_planned_as_often_as_it_works() -> None:
    """Tests of unequal weight, restated for operation (Fay & Feuer 1997): the plan knows the estimate and both limits."""
    from casegen_evidence.bounds import fay_feuer

    from casegen.assessment.planning.record import OpenRecord, _equivalent
    from casegen.fta.events.expressions import Input
    from casegen.model.quantity import MeasureKind

    draw, n, p, wanted = np.random.default_rng(4), 4000, 0.02, 0.022
    ratio = np.minimum(draw.lognormal(0.0, 1.0, n), 15.0)
    failed = draw.random(n) < p

    def limits(weights: Any, events: Any, confidence: float) -> tuple[float, float]:
        low, high = fay_feuer(weights / weights.sum(), events, np.ones(len(events)), confidence)
        return float(low), float(high)

    point = float(ratio @ failed / ratio.sum())
    low, high = limits(ratio, failed, 0.975)
    one = Input(
        "evidence X/m", point, (0.0, 1.0), None, ("X", "m"), low, high, 0.975, MeasureKind.PER_DEMAND, n
    )
    counts, units, heaviest = _equivalent(one, False)
    assert counts is not None
    assert heaviest is not None
    assert heaviest > 2.0
    record = OpenRecord(one.key, one, counts, False, 1.0, units, heaviest)
    assert record.limit(0.0) == pytest.approx(high, rel=0.02)
    wanted = point * 1.1
    for more in (20_000, 60_000, 120_000):
        most = next(k for k in range(10**5) if record.limit(more, k + 1) > wanted)
        said = record.chance(more, most)
        held = []
        for _ in range(150):
            rows = draw.integers(n, size=more)
            weights, events = np.append(ratio, ratio[rows]), np.append(failed, failed[rows])
            held.append(limits(weights, events, 0.975)[1] <= wanted)
        assert float(np.mean(held)) == pytest.approx(said, abs=0.15)


@pytest.mark.slow
@pytest.mark.parametrize(("raised", "spent"), [("", 0.05 + 2 * 0.025), ("0.9875", 1.0)])
def test_a_confidence_that_is_raised_after_a_look_below_a_tree_does_not_pay_for_it(
    tmp_path: Path, raised: str, spent: float
) -> None:
    """0.025 was spent at each of two inputs of a claim that may err with 0.05: nothing is left for a further look."""
    case, files = tree_case(
        {"A": bound_to("R"), "B": bound_to("S")}, OR, 1.2e-3, record("R", 0.975, 3000, 1), record("S", 0.975, 6000, 0),
        confidence=0.95,
    )  # fmt: skip
    at = folder(tmp_path / "c", case, files=files)
    row = planned(at)
    said = " ".join(row.conditions())
    assert "used up" in said
    assert "`sign-looked-again`" in said
    assert len(row.records) == 2
    if raised:
        text = (at / "case.yaml").read_text("utf-8")
        assert text.count("confidence: 0.975") == 2
        (at / "case.yaml").write_text(text.replace("confidence: 0.975", f"confidence: {raised}"), "utf-8")
    follow(at, row, row.records, {})
    result = Session.open(load(at)).assess()
    assert result.claims["C1"].status is not Status.SUPPORTED
    assert result.ledger is not None
    assert result.ledger.account("C1").statistical == pytest.approx(spent)
