"""Claims that a fault tree names for an independence: what uses the tree's number stands and falls with them."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_joint import CASE, DECLARED, FILES
from tests.false_support.test_products import ARGUED, CASES
from tests.false_support.test_sign_off import frozen, sign

OPEN = {
    "id": "W-IND",
    "text": "The records come from different campaigns",
    "owner": "A. Author",
    "undeveloped": True,
}
DEFEATER = {
    "id": "D1", "target": "W-IND", "kind": "rebutting", "text": "One crew ran both campaigns", "owner": "C. Critic",
}  # fmt: skip
FALLEN: dict[str, dict[str, Any]] = {
    "undeveloped": {**DECLARED, "claims.W-IND": OPEN},
    "assumed by nobody": {**DECLARED, "claims.W-IND.accepted_by": ""},
    "defeated": {**DECLARED, "defeaters.+": DEFEATER},
}


def declared(at: Path, edits: dict[str, Any]) -> Path:
    return folder(at, CASE, edits, FILES)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["FT", "T", "A1", "A1:C1", "C1", "W-IND"])
@pytest.mark.parametrize("name", FALLEN)
def test_nothing_is_accepted_on_records_whose_independence_does_not_stand(
    tmp_path: Path, name: str, target: str
) -> None:
    top = load(declared(tmp_path / "bad", FALLEN[name])).tree["FT"].top
    target = top if target == "T" else target
    code, text = sign(frozen(tmp_path / "bad"), target)
    assert (code, "does not hold" in text) == (2, True), text
    assert "W-IND" in text or f"{target.partition(':')[0]} is " in text


@pytest.mark.slow
@pytest.mark.parametrize("target", ["FT", "A1", "C1", "A1:C1"])
def test_where_it_stands_each_is_accepted(tmp_path: Path, target: str) -> None:
    at = frozen(declared(tmp_path / "twin", DECLARED))
    must_hold(at)
    assert sign(at, target)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", FALLEN)
def test_the_bound_from_the_records_together_goes_with_its_claim(tmp_path: Path, name: str) -> None:
    at = declared(tmp_path / "bad", FALLEN[name])
    must_not_hold(at, "which argues that the records are independent, is")
    result = assess(load(at))
    requirement = result.requirements["C1"]
    assert requirement.holds is None
    assert requirement.joint is not None
    assert (requirement.joint.upper, requirement.compared) == (None, requirement.joint.alone)
    for command in (("assess", at, "--why", "C1"), ("explain", at)):
        text = " ".join(call(*command)[1].split())
        assert "(assuming independent records" not in text
        assert "W-IND" in text
    assert "C1" in call("plan", at)[1], "more demands are planned for each record by itself"


def test_a_bound_that_holds_by_itself_needs_no_claim_on_records(tmp_path: Path) -> None:
    """The step does not rest on W-IND, and the box meets a wider limit: W-IND decides nothing of C1."""
    at = declared(tmp_path / "box", {**DECLARED, "claims.W-IND": OPEN, "claims.C1.requirement.bound": 0.01})
    assert assess(load(at)).requirements["C1"].holds is True


@pytest.mark.slow
@pytest.mark.parametrize("target", ["FT", "A1", "C1"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"claims.W-IND.text": "The records come from the same campaign"}, "W-IND"),
        ({"claims.W-IND.assumed": "Nobody looked"}, "W-IND"),
        ({"defeaters.+": DEFEATER}, "D1"),
        ({"trees.FT.independent.claim": "C2"}, "independent"),
    ],
)
def test_a_change_of_the_claim_opens_an_acceptance_again(
    tmp_path: Path, target: str, change: dict[str, Any], words: str
) -> None:
    at = frozen(declared(tmp_path / "case", DECLARED))
    assert sign(at, target)[0] == 0
    assert "re-opened" not in call("review", "status", at)[1]
    folder(at, CASE, {**DECLARED, **change})
    text = call("review", "status", at)[1]
    assert words in text
    assert "changed since" in text or "re-opened" in text or "no longer" in text, text


@pytest.mark.slow
def test_a_major_finding_on_the_claim_stands_against_the_tree(tmp_path: Path) -> None:
    at = frozen(declared(tmp_path / "case", DECLARED))
    raised = call(
        "review", "add", at, "--target", "W-IND", "--severity", "major", "--text", "One crew ran both",
        "--by", "Ruth Reader", "--role", "assessor", "--independence", "department",
    )  # fmt: skip
    assert raised[0] == 0, raised
    for target in ("FT", "A1", "C1"):
        code, text = sign(at, target)
        assert (code, "major" in text) == (2, True), text


@pytest.mark.slow
def test_who_accepted_the_claim_does_not_sign_the_tree(tmp_path: Path) -> None:
    at = frozen(declared(tmp_path / "case", {**DECLARED, "claims.W-IND.accepted_by": "Rita Reviewer"}))
    code, text = sign(at, "FT")
    assert (code, "accepted W-IND" in text) == (2, True)


# --- events multiplied as independent --------------------------------------------------------------------


def products() -> tuple[dict[str, Any], dict[str, str]]:
    case, files = CASES["and"][0]
    return copy.deepcopy(case), files


@pytest.mark.slow
def test_a_step_rests_on_the_claim_that_its_events_are_independent(tmp_path: Path) -> None:
    case, files = products()
    must_hold(folder(tmp_path / "twin", case, ARGUED, files))
    flagged = {
        "id": "W-EVENTS",
        "text": "The two stop for different reasons",
        "owner": "A. Author",
        "undeveloped": True,
    }
    aside = {**ARGUED, "claims.W-EVENTS": flagged}  # the tree alone names it
    named = {**aside, "arguments.A1.side_claims": ["W1", "W-EVENTS"]}
    for name, edits in (("named", named), ("aside", aside)):
        at = folder(tmp_path / name, case, edits, files)
        must_not_hold(at, "W-EVENTS")
        result = assess(load(at))
        assert not result.claims["C1"].stands
        assert "which would argue it, is undeveloped" in result.trees["FT"].independence
        assert "W-EVENTS" in call("assess", at, "--why", "C1")[1]
        code, text = sign(frozen(at), "FT")
        assert (code, "W-EVENTS" in text) == (2, True)


@pytest.mark.slow
def test_a_claim_that_says_nothing_of_independence_is_a_finding(tmp_path: Path) -> None:
    case, files = products()
    at = folder(tmp_path / "events", case, {**ARGUED, "trees.FT.independent_events": "C2"}, files)
    assert '"independent-events"' in call("check", at, "--json")[1]


@pytest.mark.parametrize(
    "text", ["The records are read together", "The records share their crew", "Both records are complete"]
)
def test_records_are_taken_together_on_a_claim_that_says_they_are_apart(tmp_path: Path, text: str) -> None:
    at = declared(tmp_path / "bad", {**DECLARED, "claims.W-IND.text": text})
    code, said, *_ = call("check", at, "--json")
    assert (code, '"independent-errors"' in said) == (1, True), said
    must_not_hold(at, "does not say that anything is independent, or apart")
    twin = declared(
        tmp_path / "twin", {**DECLARED, "claims.W-IND.text": "The records come from different campaigns"}
    )
    assert '"independent-errors"' not in call("check", twin, "--json")[1]
    must_hold(twin)
