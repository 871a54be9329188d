"""A vital sign that says what a measure may be stands only where that value would not meet what is required."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.checks.limits import doubts_by_limits
from casegen.assessment.other_limits import _possible
from casegen.assessment.portable.assessment import portable
from casegen.assessment.vital_signs import findings
from casegen.io import load
from casegen.model.case import Case
from casegen.model.results import EvidenceState, Status
from casegen.model.waiver import Waiver
from casegen.store.shape import ill_formed
from tests.false_support import call, folder
from tests.false_support.bases import calculation, measured

RECORD = {"record.csv": "entry,demands,failures\nquay,8000,1\n"}
SIGN = "sign-thin-places"
POSSIBLE = 2e-3
"""of a measure whose upper limit is .0006 in :data:`RECORD`"""


def below_tree() -> dict[str, Any]:
    """The record as the second event of the tree of :func:`calculation`; the tree's target is its claim's limit."""
    case, record = calculation(), measured()
    case["evidence_items"] = record["evidence_items"]
    model = {"type": "evidence", "evidence": "EV", "measure": "probability", "exposure": {"demands": 1}}
    case["events"][1] = {"id": "E2", "text": "The controller misses the contact", "model": model}
    return case


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both cases, run once."""
    root = tmp_path_factory.mktemp("possible")
    for name, case in (("claim", measured()), ("tree", below_tree())):
        call("evidence", "run", folder(root / name, case, {}, RECORD))
    return root


def doubted(case: Case, possible: float = POSSIBLE, waived: bool = False) -> Session:
    """A session on the case's results, with the sign at the record."""
    state = Session.open(case).evidence["EV"]
    sign = {"name": SIGN, "severity": "suspicious", "message": "thin", "possible": {"probability": possible}}
    waivers = (Waiver(rule=SIGN, reason="drawn at random", by="S. Safety"),) if waived else ()
    document = {**(state.document or {}), "signs": [{**sign, "measures": ["probability"]}]}
    return Session(case, {"EV": replace(state, document=document, waivers=waivers)})


def limited(at: Path, name: str, limit: float) -> Case:
    """The case with another limit at its claim."""
    case = load(at / name)
    wanted = case.claims[0].requirement
    assert wanted is not None
    claim = case.claims[0].model_copy(update={"requirement": wanted.model_copy(update={"bound": limit})})
    return replace(case, claims=(claim, *case.claims[1:]))


@pytest.mark.parametrize("name", ["claim", "tree"])
def test_the_sign_stands_below_what_may_be_and_not_above(name: str, at: Path) -> None:
    near, far = limited(at, name, 1.5e-3), limited(at, name, 4e-3)
    for case, waived, status in (
        (near, False, Status.ASSUMED),
        (near, True, Status.SUPPORTED),
        (far, False, Status.SUPPORTED),
    ):
        session = doubted(case, waived=waived)
        required = session.assess().requirements["C1"]
        assert session.assess().claims["C1"].status is status
        assert [s.name for s in required.signs] == ([SIGN] if case is near else [])
        reported = [*findings(case, session.evidence), *doubts_by_limits(case, session)]
        assert [d.rule for d in reported if d.rule == SIGN] == ([SIGN] if case is near else [])
        assert {d.severity.value for d in reported if d.rule == SIGN} <= {"waived" if waived else "warning"}


def test_a_value_that_lies_on_the_good_side_says_nothing(at: Path) -> None:
    """Of a tree: the limit of today is worse."""
    assert doubted(limited(at, "tree", 1.5e-3), 1e-4).assess().claims["C1"].status is Status.SUPPORTED


@pytest.mark.parametrize(("name", "least"), [(SIGN, 0.0), ("sign-large-groups", None)])
def test_of_a_sign_that_looks_at_one_side_the_other_is_not_known(
    at: Path, name: str, least: float | None
) -> None:
    """Where the top falls with the measure; of signs that are noted for each side, the other one says nothing."""
    state = Session.open(limited(at, "tree", 1.5e-3)).evidence["EV"]
    stored = {
        "name": name,
        "severity": "suspicious",
        "message": "thin",
        "possible": {"probability": POSSIBLE},
    }
    doubted = replace(state, document={**(state.document or {}), "signs": [stored]}, waivers=())
    for move in (-1, 0):
        [limit] = _possible({"EV": doubted}, {("EV", "probability"): move})
        lower = doubted.measures["probability"].lower
        assert limit.lower == (lower if least is None else least)
        assert limit.better == (least is not None or move == 0)


def test_the_page_knows_what_may_be(at: Path) -> None:
    page = portable(doubted(limited(at, "claim", 1.5e-3)).assess())
    assert [r["earlier"] for r in page["requirements"].values()] == [POSSIBLE]
    session = doubted(limited(at, "tree", 1.5e-3))
    below = portable(session.assess(), session)["requirements"]["C1"]["again"]
    kept = {"measure": "EV.probability", "other": POSSIBLE, "upper": True, "better": True}
    assert below == [{**kept, "tree": 0, "paid": None}]


def test_a_stored_value_that_is_no_number_is_refused(at: Path) -> None:
    state: EvidenceState = Session.open(load(at / "claim")).evidence["EV"]
    sign = {"name": SIGN, "possible": {"probability": "small"}}
    assert "signs[0].possible" in ill_formed({**(state.document or {}), "signs": [sign]})
