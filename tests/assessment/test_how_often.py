"""A claim on how often, held by an unavailability: under what-ifs, on the page, with a target, and beside a missed limit."""

from __future__ import annotations

from pathlib import Path

import casegen
from casegen.assessment.assess import Change, Session
from casegen.assessment.portable.assessment import portable
from casegen.model.quantity import Uniform
from tests.false_support import edited, folder
from tests.false_support.test_how_often import REPAIRED, THE_LIFT, claim
from tests.page_scripts import status_on_the_page

OFTEN = claim(f"{THE_LIFT} at most once a year", REPAIRED, 0.9)


def test_a_page_says_so_and_leaves_changes_to_the_command(tmp_path: Path) -> None:
    """Of a repaired event the top only rises, so that a page evaluates the tree by itself."""
    session = Session.open(casegen.load(folder(tmp_path, OFTEN)))
    page = portable(session.assess(), session)
    assert status_on_the_page(page, {}) == "not evaluated"
    assert page["requirements"]["C1"]["assessed"]["holds"] is None


def test_one_that_is_missed_today_is_not_met_by_a_change(tmp_path: Path) -> None:
    """The unavailability of .95 misses the limit; that of .05, at a smaller rate, is none that the text is about."""
    often = edited(OFTEN, {"events.E1.model.failure_rate": 20.0})
    opened = casegen.open(folder(tmp_path, often))
    assert opened.assessment.claims["C1"].status == "challenged"
    session = Session.open(opened.model)
    page = portable(session.assess(), session)
    assert page["requirements"]["C1"]["assessed"]["holds"] is False
    assert status_on_the_page(page, {"E2": 1e-8}) != "supported"


def test_a_number_set_by_hand_is_an_unavailability_too(tmp_path: Path) -> None:
    session = Session.open(casegen.load(folder(tmp_path, OFTEN)))
    spread = Uniform(distribution="uniform", lower=0.1, upper=0.5)
    for change in (
        Change(1e-8, "E2"),
        Change(0.3, "E1"),
        Change(0.3, "E1", distribution=spread),
    ):
        assert session.assess((change,)).claims["C1"].status == "not evaluated"


def test_the_requirement_of_a_claim_on_a_moment_says_that_it_is_one(tmp_path: Path) -> None:
    rarely = {"claims.C1.text": f"{THE_LIFT} in at most 90 of 100 starts"}
    result = casegen.open(folder(tmp_path, OFTEN, rarely)).assessment.requirements["C1"]
    assert result.holds
    assert "not of ever failing in the mission: E1 is repaired and may fail again" in result.text
