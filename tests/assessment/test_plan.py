"""Plans of further evidence: least prices, and what following them gives in simulation."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.bounds import clopper_pearson

from casegen.assessment.assess import Session
from casegen.assessment.planning.plan import plan
from casegen.assessment.planning.task import USED_UP
from casegen.io import load
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, measured
from tests.false_support.test_joint import CASE, DECLARED, FILES
from tests.false_support.test_propagation import AND, OR, record, tree_case
from tests.false_support.test_propagation import measured as bound_to

MIX = {"evidence_items.EV.parameters.entries": "recorded"}
SURE = {"evidence_items.EV.confidence": 0.975}
"""which pays for two looks at 95 %"""


def plans(at: Path, **prices: float) -> list[Any]:
    return list(plan(Session.open(load(at)), prices).claims)


@pytest.mark.slow
def test_one_record_is_continued_to_the_least_size_that_holds(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "c",
        measured(),
        {**MIX, **SURE, "claims.C1.requirement.bound": 5e-4},
        {"record.csv": RECORD},
    )
    (row,) = plans(at)
    more = int(row.records[0].more)

    def limit(m: int) -> float:
        return float(
            clopper_pearson(1, 8000 + m, 0.975)[1]
        )  # a second look at a record whose end was planned

    assert limit(more) <= 5e-4 < limit(more - 4)
    assert row.probability == pytest.approx((1 - 1 / 8000) ** more)
    assert 0 < row.predictive < row.probability
    assert [f.failures for f in row.further][:2] == [1, 2]
    assert row.further[-1].predictive >= 0.8
    assert row.further[0].cost > row.cost
    assert row.further[0].probability > 0


@pytest.mark.slow
def test_following_the_plan_makes_the_claim_hold_as_often_as_it_says(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "c",
        measured(),
        {**MIX, **SURE, "claims.C1.requirement.bound": 5e-4},
        {"record.csv": RECORD},
    )
    (row,) = plans(at)
    rng, p = np.random.default_rng(1), 1 / 8000
    for failures, records, chance in [(0, row.records, row.probability)] + [
        (f.failures, f.records, f.probability) for f in row.further
    ]:
        more = int(records[0].more)
        seen = rng.binomial(more, p, size=4000)
        holds = clopper_pearson(1 + seen, 8000 + more, 0.975)[1] <= 5e-4
        assert holds.mean() == pytest.approx(chance, abs=4 * np.sqrt(chance * (1 - chance) / 4000) + 1e-3), (
            failures
        )


TREE, TREE_FILES = tree_case(
    {"A": bound_to("R"), "B": bound_to("S")}, OR, 1.2e-3,
    record("R", 0.975, 3000, 1), record("S", 0.975, 6000, 0), confidence=0.95,
)  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The case of a tree over two records, which is read and not changed."""
    return folder(tmp_path_factory.mktemp("tree") / "c", TREE, files=TREE_FILES)


@pytest.fixture(scope="module")
def even(tree: Path) -> Any:
    """Its plan at even prices."""
    (row,) = plans(tree)
    return row


@pytest.fixture(scope="module")
def printed(tree: Path) -> str:
    """Its plan as it is printed."""
    code, out, _ = call("plan", tree)
    assert code == 0
    return out


@pytest.mark.slow
def test_prices_decide_which_record_grows(tree: Path, even: Any) -> None:
    (dear,) = plans(tree, R=50.0)
    growth = {r.evidence: r.more for r in even.records}
    costly = {r.evidence: r.more for r in dear.records}
    assert costly["R"] < growth["R"]
    assert costly["S"] > growth.get("S", 0.0)
    assert dear.cost <= 50 * growth["R"] + growth.get("S", 0.0)


@pytest.mark.slow
def test_no_plan_nearby_is_cheaper(even: Any) -> None:
    row = even
    best = np.inf
    for more in np.linspace(0, 3 * row.cost, 400):
        u = clopper_pearson(1, 3000 + more, 0.9875 if more else 0.975)[1]
        sizes = np.linspace(0, 3 * row.cost, 4000)
        v = np.append(clopper_pearson(0, 6000, 0.975)[1], clopper_pearson(0, 6000 + sizes[1:], 0.9875)[1])
        meets = sizes[1 - (1 - u) * (1 - v) <= 1.2e-3]
        if meets.size:
            best = min(best, more + meets.min())
    assert row.cost <= 1.01 * best


@pytest.mark.slow
def test_a_plan_of_records_together_ends_and_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two records under an AND: whatever time the search gets, the requirement holds with what it says."""
    case, files = tree_case(
        {"A": bound_to("R"), "B": bound_to("S")}, AND, 1e-7, record("R", 0.975, 3000, 1),
        record("S", 0.975, 2000, 0), confidence=0.95,
    )  # fmt: skip
    at = folder(tmp_path / "c", case, DECLARED, files)
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", (1,))
    monkeypatch.setattr("casegen.assessment.planning.task.PlanTask.patience", 3600.0)
    (whole,) = plans(at)
    monkeypatch.setattr("casegen.assessment.planning.task.PlanTask.patience", 0.0)
    (cut,) = plans(at)
    assert cut.limited
    assert cut.records
    assert whole.cost < cut.cost
    session = Session.open(load(at))
    numbers = session.numbers()
    from casegen.assessment.planning.task import TreeTask

    requirement = session.case.claims[0].requirement
    assert requirement is not None
    task = TreeTask(session, numbers, numbers.trees["FT"], requirement, "C1", {})
    for row in (whole, cut):
        grown = {r.evidence: r.more for r in row.records}
        more = [grown.get(r.one.measured[0], 0.0) for r in task.records if r.one.measured]
        assert task.least(more, [0, 0]) <= task.together(more, [0, 0]) <= 1e-7
        assert task.together(more, [0, 0]) <= task.alone(more, [0, 0]) * (1 + 1e-9)


@pytest.mark.slow
def test_independent_records_need_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", ())
    edits = {**DECLARED, "claims.C1.requirement.bound": 5e-4}
    (together,) = plans(folder(tmp_path / "j", CASE, edits, FILES))
    (alone,) = plans(folder(tmp_path / "a", CASE, {"claims.C1.requirement.bound": 5e-4}, FILES))
    assert together.cost < 0.5 * alone.cost
    assert sum(r.more for r in together.records) == pytest.approx(2 * (2.9957 / 5e-4 - 3000), rel=0.01)
    assert USED_UP in together.barred, (
        "no confidence that is raised now pays for another look at records together"
    )
    sure = {"evidence_items.R.confidence": 0.9975, "evidence_items.S.confidence": 0.9975}
    (paid,) = plans(folder(tmp_path / "p", CASE, {**edits, **sure}, FILES))
    assert USED_UP not in paid.barred


@pytest.mark.slow
def test_the_record_in_which_failures_are_borne_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casegen.assessment.planning.plan.FURTHER", (1,))
    case, files = tree_case(
        {"A": bound_to("R"), "B": bound_to("S")}, OR, 3e-3, record("R", 0.975, 2700, 1), record("S", 0.975, 3000, 1),
        confidence=0.95,
    )  # fmt: skip
    (row,) = plans(folder(tmp_path / "c", case, files=files))
    assert row.reachable
    (one,) = (f for f in row.further if f.failures == 1)
    assert one.within.split(".")[0] in ("R", "S")
    assert {f.within for f in row.further if not f.failures} <= {""}


@pytest.mark.slow
def test_out_of_reach_is_said_with_what_is_left(tmp_path: Path) -> None:
    case, files = tree_case(
        {"A": bound_to("R"), "B": {"type": "constant", "probability": 0.5}}, OR, 0.1, record("R", 0.95, 30, 0),
        confidence=0.95,
    )  # fmt: skip
    (row,) = plans(folder(tmp_path / "c", case, files=files))
    assert not row.reachable
    assert "out of reach" in row.problem
    assert row.best == pytest.approx(0.5, rel=1e-6)


@pytest.mark.slow
def test_a_product_of_two_records(tmp_path: Path) -> None:
    case, files = tree_case(
        {"A": bound_to("R"), "B": bound_to("S")}, AND, 1e-7, record("R", 0.975, 3000, 0),
        record("S", 0.975, 3000, 0), confidence=0.95,
    )  # fmt: skip
    (row,) = plans(folder(tmp_path / "c", case, files=files))
    final = [3000 + r.more for r in row.records]
    assert len(final) == 2
    assert final[0] == pytest.approx(final[1], rel=0.05)
    assert row.predictive < row.probability == 1.0


@pytest.mark.slow
def test_the_command_prints_a_table_and_a_document(tree: Path, printed: str) -> None:
    at = tree
    assert "further look" in printed
    # these looks have used up what may be spent: no further evidence makes the claim hold
    assert ("limit met, at" in printed, "works, at" in printed, "used up" in " ".join(printed.split())) == (
        True,
        False,
        True,
    )
    _, out, _ = call("plan", at, "--cost", "R=3", "--json")
    document = json.loads(out)
    assert document["claims"][0]["reachable"]
    assert document["claims"][0]["cost"] == sum(r["cost"] for r in document["claims"][0]["records"])
    assert call("plan", at, "--cost", "X=3")[0] == 2
    assert call("plan", at, "--cost", "R=-3")[0] == 2


@pytest.mark.slow
def test_a_case_that_holds_needs_no_plan(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", measured(), files={"record.csv": RECORD})
    assert plans(at) == []
    assert "nothing to plan" in call("plan", at)[1]


@pytest.mark.slow
def test_the_table_says_what_fails_first_and_fits_a_page(tree: Path, printed: str) -> None:
    """Today's bound beside the limit, before what to collect; chances that are alike for a plan alike."""
    at, out = tree, printed
    lines = out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 100
    text = " ".join(out.split())
    assert "exceeds the limit of" in text
    assert text.index("exceeds the limit of") < text.index("further failures")
    (row,) = json.loads(call("plan", at, "--json")[1])["claims"]
    assert row["outcome"] in text


@pytest.mark.slow
def test_a_plan_beside_an_uncertain_input_that_nobody_measured_pays_for_no_look(tmp_path: Path) -> None:
    from tests.false_support import call, folder
    from tests.false_support.test_people_and_dates import with_tree

    record = {"record.csv": "entry,demands,failures\nquay,500,0\n"}
    brake = {"type": "constant", "probability": {"distribution": "uniform", "lower": 0.2, "upper": 0.3}}
    uncertain = folder(tmp_path / "uncertain", with_tree(0.975), {"events.B2.model": brake}, record)
    said = " ".join(call("plan", uncertain)[1].split())
    assert "the looks so far stay unpaid" in said
    exact = " ".join(call("plan", folder(tmp_path / "exact", with_tree(0.975), None, record))[1].split())
    assert "stay unpaid" not in exact


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "required"), [(0.99, 0.95), (0.999, 0.95), (0.975, 0.9), (0.95, 0.95), (0.975, 0.95)]
)
@pytest.mark.parametrize("demands", [2000, 4000])
def test_no_plan_lowers_a_confidence(tmp_path: Path, own: float, required: float, demands: int) -> None:
    """With a limit of less confidence the same data, or one unit more, would do: that is no further evidence."""
    edits = {
        "evidence_items.EV.confidence": own, "claims.C1.requirement.confidence": required,
        "evidence_items.EV.parameters.spread": 0.0, "claims.C1.requirement.bound": 5e-4,
        "claims.C1.text": "The range guard fails in at most 1 of 2,000 approaches",
    }  # fmt: skip
    rows = f"entry,demands,failures\na,{demands // 2},0\nb,{demands // 2},0\n"
    at = folder(tmp_path / "c", measured(), edits, {"record.csv": rows})
    (row,) = plan(Session.open(load(at))).claims
    assert row.records
    assert row.records[0].more >= math.log(1.0 - own) / math.log(1.0 - 5e-4) - demands - 1
