"""A smaller bound from records together: only of records that are declared, argued and not seen to be the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import Session
from casegen.assessment.whatif import change
from casegen.io import load
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import ACCEPTED
from tests.false_support.test_propagation import OR, measured, record, tree_case

CASE, FILES = tree_case(
    {"A": measured("R"), "B": measured("S")}, OR, 1.5e-3,
    record("R", 0.975, 3000, 0), record("S", 0.975, 3000, 0), confidence=0.95,
)  # fmt: skip
DECLARED: dict[str, Any] = {
    "trees.FT.independent": {"evidence": ["R", "S"], "claim": "W-IND"},
    "claims.+": {
        "id": "W-IND",
        "text": "The records come from different campaigns",
        "owner": "A. Author",
        **ACCEPTED,
    },
    "arguments.A1.side_claims": ["W1", "W-IND"],
}
ONE_CAMPAIGN = "entry,demands,failures\nquay,3000,0\n"

FALSE: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "not-declared": ({}, {}, "exceeds"),
    "claim-aside": (
        {**DECLARED, "arguments.A1.side_claims": ["W1"],
         "arguments.+": {"id": "A9", "supports": "C2", "text": "elsewhere", "block": "concretion", "from": ["W1"]}},
        {}, "",
    ),
    "claim-open": ({**DECLARED, "claims.W-IND": {"id": "W-IND", "text": "Different campaigns", "owner": "A. Author",
                                                 "undeveloped": True}}, {}, ""),
    "one-file": ({**DECLARED, "evidence_items.S.inputs.record": "R.csv"}, {}, "share the file"),
    "one-content": (DECLARED, {"R.csv": ONE_CAMPAIGN, "S.csv": ONE_CAMPAIGN}, "share the file"),
    "one-campaign": (DECLARED, {"R.csv": ONE_CAMPAIGN, "S.csv": ONE_CAMPAIGN + "buoy,100,0\n"}, "share the row"),
    "one-campaign-written-otherwise": (
        {**DECLARED, "evidence_items.S.inputs.record": "S.tsv"},
        {"R.csv": ONE_CAMPAIGN, "S.tsv": "entry\tdemands\tfailures\nbuoy\t10\t0\n Quay\t3000.0\t0\n"}, "share the row"),
    "an-item-that-is-none": ({**DECLARED, "trees.FT.independent.evidence": ["R", "X"]}, {}, "X"),
    "one-measure-twice": (
        {**DECLARED, "events.B.model.evidence": "R", "claims.C1.requirement.bound": 1.5e-3,
         "claims.C1.requirement.confidence": 0.95}, {}, ""),
    "beyond-the-joint-limit": ({**DECLARED, "claims.C1.requirement.bound": 9.9e-4}, {}, "from the data together"),
}  # fmt: skip


HEAD = "entry,demands,failures\n"
ODD = {**DECLARED, "claims.C1.requirement.bound": 0.012}
QUAY = {"R.csv": f"{HEAD}quay,1237,3\n"}
NO_FAILURE = {**DECLARED, "claims.C1.requirement.bound": 0.005}
SITES = f"{HEAD}quay,1210,2\nbuoy,1433,1\npier,890,0\n"
COPIES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "another-entry": (ODD, {**QUAY, "S.csv": f"{HEAD}harbour,1237,3\n"}),
    "another-order-of-columns": (ODD, {**QUAY, "S.csv": "failures,demands,entry\n3,1237,harbour\n"}),
    "another-name-of-columns": (
        {**ODD, "evidence_items.S.columns": {"demands": "trips", "failures": "lost"}},
        {**QUAY, "S.csv": "entry,weather,trips,lost\nharbour,calm,1237,3\n"}),
    "added-up": (ODD, {**QUAY, "S.csv": f"{HEAD}one,1000,1\ntwo,237,2\n"}),
    "within-a-larger-one": ({**ODD, "claims.C1.requirement.bound": 0.0105}, {**QUAY, "S.csv": f"{HEAD}harbour,1237,3\nbuoy,900,0\n"}),
    "rows-renamed": ({**DECLARED, "claims.C1.requirement.bound": 0.004},
                     {"R.csv": SITES, "S.csv": SITES.replace("quay", "a").replace("buoy", "b").replace("pier", "c")}),
    "rows-mostly-shared": ({**DECLARED, "claims.C1.requirement.bound": 0.004},
                           {"R.csv": SITES, "S.csv": f"{HEAD}a,1210,2\nb,1433,1\nc,700,0\n"}),
    "one-number-altered": (ODD, {**QUAY, "S.csv": f"{HEAD}harbour,1238,3\n"}),
    "another-number-of-failures": (ODD, {**QUAY, "S.csv": f"{HEAD}harbour,1237,2\n"}),
    "one-number-of-many-altered": (
        {**DECLARED, "claims.C1.requirement.bound": 0.004},
        {"R.csv": SITES, "S.csv": f"{HEAD}a,1210,1\nb,1423,1\nc,890,1\n"}),
    "no-failure-described-alike": (NO_FAILURE, {"R.csv": f"{HEAD}quay,1237,0\n", "S.csv": f"{HEAD}pier,1237,0\n"}),
}  # fmt: skip
OTHER = {
    "evidence_items.S.parameters.failure": "stops",
    "evidence_items.S.parameters.population": "four winches",
}
TWINS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "another-number": (ODD, {**QUAY, "S.csv": f"{HEAD}harbour,1392,3\n"}),
    "near-of-another-part": ({**ODD, **OTHER}, {**QUAY, "S.csv": f"{HEAD}harbour,1238,3\n"}),
    "one-exposure-of-another-part": ({**ODD, **OTHER}, {**QUAY, "S.csv": f"{HEAD}harbour,1237,2\n"}),
    "no-failure-of-another-part": (
        {**NO_FAILURE, **OTHER}, {"R.csv": f"{HEAD}quay,1237,0\n", "S.csv": f"{HEAD}pier,1237,0\n"}),
    "one-plan": (NO_FAILURE, {"R.csv": f"{HEAD}quay,3000,1\n", "S.csv": f"{HEAD}pier,3000,1\n"}),
    "one-row-by-chance": ({**DECLARED, "claims.C1.requirement.bound": 0.004},
                          {"R.csv": SITES, "S.csv": f"{HEAD}a,1210,2\nb,1300,1\nc,950,0\nd,700,0\n"}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_known_by_its_numbers(tmp_path: Path, name: str) -> None:
    edits, files = COPIES[name]
    must_not_hold(folder(tmp_path / name, CASE, edits, {**FILES, **files}), "R and S share")


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_records_that_differ_hold_together(tmp_path: Path, name: str) -> None:
    edits, files = TWINS[name]
    text = must_hold(folder(tmp_path / name, CASE, edits, {**FILES, **files})).text
    assert "from the data together" in text
    likeness = (
        "have the same totals"
        if name.startswith(("no-failure", "one-plan"))
        else "have nearly the same numbers"
    )
    plain = name in ("another-number", "one-row-by-chance")
    assert (f"W-IND alone: R and S {likeness}" in text) is not plain


@pytest.mark.parametrize("name", FALSE)
def test_records_that_are_not_seen_to_be_independent_keep_their_own_bounds(tmp_path: Path, name: str) -> None:
    edits, files, because = FALSE[name]
    must_not_hold(folder(tmp_path / name, CASE, edits, {**FILES, **files}), because)


TRUE: dict[str, dict[str, Any]] = {
    "two-records": {},
    "just-above-the-joint-limit": {"claims.C1.requirement.bound": 1.0e-3},
    "with-a-constant": {"events.+": {"id": "D", "text": "Event D", "source": "data sheet",
                                     "model": {"type": "constant", "probability": 1e-5}},
                        "trees.FT.gates.T.inputs": ["A", "B", "D"]},
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_independent_records_hold_together(tmp_path: Path, name: str) -> None:
    at = folder(tmp_path / name, CASE, {**DECLARED, **TRUE[name]}, FILES)
    assert "from the data together" in must_hold(at).text


def test_without_the_declaration_a_wide_target_holds(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "wide", CASE, {"claims.C1.requirement.bound": 2.5e-3}, FILES))


def test_a_what_if_uses_the_limit_that_the_claim_uses(tmp_path: Path) -> None:
    """With the records together 1.1e-3 holds and 2e-3 does not; each record by itself is far above both."""
    edits = {**DECLARED, **TRUE["with-a-constant"], "claims.C1.requirement.bound": 1.2e-3}
    session = Session.open(load(folder(tmp_path / "c", CASE, edits, FILES)))
    for probability, holds in ((1e-4, True), (1e-3, False)):
        after = session.assess((change(session.case, session, "D", probability),))
        result = after.claims["C1"].requirement
        assert result is not None
        assert (result.holds, result.compared == (result.joint and result.joint.upper)) == (holds, True)
