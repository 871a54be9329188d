"""Events that one record measured, multiplied: what is taken to be independent stands at the claim, argued or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casegen.argument import check
from casegen.argument.reading.step import QUESTIONS
from casegen.assessment.assess import assess
from casegen.io import load
from tests.false_support import call, folder
from tests.false_support.bases import ACCEPTED
from tests.false_support.test_propagation import AND, OR, constant, gate, group, measured, record, tree_case

RULE = "events-one-record"
ZERO = record("R", 0.95, 3000, 0)
OTHER = record("S", 0.95, 3000, 0)
LONG = "entry,demands,failures\nhall 1 in March,1210,0\nhall 2 in March,1104,0\nhall 3 in April,1130,0\n"
BESIDE = "entry,demands,failures\nunit 1,1210,0\nunit 2,1104,0\nunit 3,1130,0\n"
FAILED = LONG.replace("1104,0", "1104,2")
AGAIN = "entry;failures;demands\nfirst run;2;1104\nsecond run;0;1130\nthird run;0;1210\n"
BOTH = {"A": measured("R"), "B": measured("R")}
ARGUED: dict[str, Any] = {
    "trees.FT.independent_events": "W-EVENTS",
    "claims.+": {
        "id": "W-EVENTS",
        "text": "The two stop for different reasons",
        "owner": "A. Author",
        **ACCEPTED,
    },
}
OWN = {"evidence_items.S.parameters.population": "another series of the same size"}
CASES: dict[str, tuple[Any, dict[str, Any], bool]] = {
    "and": (tree_case(BOTH, AND, 1e-5, ZERO, confidence=0.95), {}, True),
    "two-of-three": (
        tree_case({**BOTH, "C": measured("R")}, [gate("T", "atleast", "A", "B", "C", k=2)], 1e-5, ZERO, confidence=0.95),
        {}, True),
    "order": (tree_case(BOTH, [gate("T", "priority-and", "A", "B")], 1e-5, ZERO, confidence=0.95), {}, True),
    "through-gates": (
        tree_case({**BOTH, "C": measured("S")}, [gate("T", "and", "G", "H"), gate("G", "or", "A", "C"), gate("H", "or", "B", "C")],
                  1e-2, ZERO, OTHER, confidence=0.9), {}, True),
    "nested": (tree_case(BOTH, [{"id": "T", "type": "and", "text": "T", "inputs": ["A", {"type": "or", "inputs": ["B"]}]}],
                         1e-5, ZERO, confidence=0.95), {}, True),
    "same-measure-called-conditional": (
        tree_case(BOTH, [gate("T", "inhibit", "A", condition="B")], 1e-5, ZERO, confidence=0.95),
        {"events.B.conditional": True}, True),
    "one-file-under-two-ids": (
        tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, ZERO, OTHER, confidence=0.9),
        {"evidence_items.S.inputs.record": "R.csv"}, True),
    "one-file-under-two-names": (
        tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, (ZERO[0], LONG), (OTHER[0], LONG), confidence=0.9), {}, True),
    "one-campaign-in-two-files": (
        tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, (ZERO[0], FAILED), (OTHER[0], AGAIN), confidence=0.9), {}, True),
    "side-by-side": (
        tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, (ZERO[0], LONG), (OTHER[0], BESIDE), confidence=0.9), OWN, False),
    "failures-of-their-own": (
        tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, (ZERO[0], FAILED), (OTHER[0], LONG), confidence=0.9), {}, False),
    "or": (tree_case(BOTH, OR, 1e-2, ZERO, confidence=0.95), {}, False),
    "two-records": (tree_case({"A": measured("R"), "B": measured("S")}, AND, 1e-5, ZERO, OTHER, confidence=0.9), OWN, False),
    "one-of-two": (tree_case(BOTH, [gate("T", "atleast", "A", "B", k=1)], 1e-2, ZERO, confidence=0.95), {}, False),
    "below-one-input": (
        tree_case({**BOTH, "C": measured("S")}, [gate("T", "and", "G", "C"), gate("G", "or", "A", "B")], 1e-2, ZERO, OTHER,
                  confidence=0.9), OWN, False),
    "absorbed": (tree_case(BOTH, [gate("T", "and", "G", "A"), gate("G", "or", "A", "B")], 1e-2, ZERO, confidence=0.95), {}, False),
    "group": (tree_case({"A": None, "B": None}, AND, 1e-2, ZERO, confidence=0.9,
                        common_cause=group("beta-factor", measured("R"), 0.1)), {}, False),
    "argued": (tree_case(BOTH, AND, 1e-5, ZERO, confidence=0.95), ARGUED, False),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_finding_speaks_of_products_of_one_record_only(tmp_path: Path, name: str) -> None:
    (case, files), edits, expected = CASES[name]
    matches = [d for d in check(load(folder(tmp_path / name, case, edits, files))) if d.rule == RULE]
    assert bool(matches) is expected
    if expected:
        assert "nothing argues it" in matches[0].message
        assert "independent_events" in matches[0].hint


WAIVED = {"trees.FT.waive": [{"rule": RULE, "reason": "different makers", "by": "S. Assessor"}]}
SIDE = {**ARGUED, "arguments.A1.side_claims": ["W1", "W-EVENTS"]}


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({}, "A and B (measured by R, gate T) to occur independently: no claim argues it"),
        (SIDE, "claim W-EVENTS argues it"),
        (ARGUED, "claim W-EVENTS argues it"),
        (WAIVED, "accepted by S. Assessor: different makers"),
    ],
)
def test_the_verdict_says_what_was_taken_and_what_argues_it(
    tmp_path: Path, edits: dict[str, Any], words: str
) -> None:
    case, files = CASES["and"][0]
    result = assess(load(folder(tmp_path / "c", case, edits, files)))
    requirement = result.requirements["C1"]
    assert words in requirement.text
    assert any(words in note for note in requirement.notes)
    assert "multiplied as independent" in result.trees["FT"].independence


def test_an_or_multiplies_nothing(tmp_path: Path) -> None:
    case, files = CASES["or"][0]
    assert assess(load(folder(tmp_path / "c", case, {}, files))).trees["FT"].independence == ""


def test_a_claim_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    from casegen.assessment.checks.case import check as check_all

    case, files = CASES["and"][0]
    at = folder(tmp_path / "c", case, {"trees.FT.independent_events": "W-NONE"}, files)
    (row,) = (d for d in check_all(load(at)) if "W-NONE" in d.message)
    assert row.rule == "reference-missing"


def nested(kind: str, *inputs: Any, **more: Any) -> dict[str, Any]:
    """A gate without a name."""
    return {"type": kind, "inputs": list(inputs), **more}


THIRD = {**BOTH, "C": constant(1e-3)}
NEGATIONS = nested("or", nested("not", "A"), nested("not", "B"))
JOINED: dict[str, list[dict[str, Any]]] = {
    "an-and-without-a-name": [gate("T", "or", nested("and", "A", "B"), "C")],
    "an-input-of-one": [gate("T", "and", nested("or", "A"), nested("or", "B"))],
    "an-input-with-another": [gate("T", "and", nested("or", "A", "C"), "B")],
    "two-of-three-without-a-name": [gate("T", "or", nested("atleast", "A", "B", "C", k=2), "C")],
    "an-and-within-two-of-three": [gate("T", "atleast", nested("and", "A", "B"), "A", "C", k=2)],
    "from-two-to-three": [gate("T", "cardinality", "A", "B", "C", k=2, k_max=3)],
    "a-condition": [gate("T", "or", nested("inhibit", "A", condition="B"), "C")],
    "a-not-of-a-nand": [gate("T", "not", nested("nand", "A", "B"))],
    "a-not-of-negations": [gate("T", "not", NEGATIONS)],
    "a-nor-of-negations": [gate("T", "nor", nested("not", "A"), nested("not", "B"))],
    "a-nor-of-named-negations": [gate("T", "nor", "N", "M"), gate("N", "not", "A"), gate("M", "not", "B")],
    "not-two-of-three-that-work": [
        gate("T", "not", nested("atleast", *(nested("not", name) for name in "ABC"), k=2))],
    "none-of-two-that-work": [gate("T", "cardinality", nested("not", "A"), nested("not", "B"), k=0, k_max=0)],
    "an-and-below-an-and": [gate("T", "and", "G", "B"), gate("G", "and", "A", "C")],
}  # fmt: skip
APART: dict[str, list[dict[str, Any]]] = {
    "an-or-without-a-name": [gate("T", "or", nested("or", "A", "B"), "C")],
    "one-of-three-without-a-name": [gate("T", "or", nested("atleast", "A", "B", k=1), "C")],
    "below-one-input": [gate("T", "and", nested("or", "A", "B"), "C")],
    "a-not-of-a-nor": [gate("T", "not", nested("nor", "A", "B"))],
    "a-nand-of-negations": [gate("T", "nand", nested("not", "A"), nested("not", "B"))],
    "one-beside-two-others": [gate("T", "or", nested("and", "A", "C"), "B")],
}  # fmt: skip


def _asked_alike(tmp_path: Path, gates: list[dict[str, Any]], edits: dict[str, Any]) -> tuple[bool, set[str]]:
    """Whether the finding is there, and the parts of which an assessment asks whether they fail independently."""
    case, files = tree_case(THIRD, gates, 1e-2, ZERO, confidence=0.95)
    at = folder(tmp_path / "c", case, edits, files)
    call("evidence", "run", at)
    document = json.loads(call("assess", at, "--json")[1])
    asked = {row["id"] for row in document["questions"] if row["question"] == QUESTIONS["alike"]}
    return any(d.rule == RULE for d in check(load(at))), asked


@pytest.mark.slow
@pytest.mark.parametrize("name", JOINED)
def test_a_product_is_one_however_its_gates_are_written(tmp_path: Path, name: str) -> None:
    assert _asked_alike(tmp_path, JOINED[name], {}) == (True, {"T"})


@pytest.mark.slow
@pytest.mark.parametrize("name", APART)
def test_alternatives_are_no_product_however_they_are_written(tmp_path: Path, name: str) -> None:
    assert _asked_alike(tmp_path, APART[name], {}) == (False, set())


OTHER_TREE = {"id": "FT2", "title": "Another hazard", "top": "U"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        [gate("U", "and", "A", "B")],
        [gate("U", "or", nested("and", "A", "B"), "C")],
        [gate("U", "or", "V", "C"), gate("V", "and", "A", "B")],
    ],
)
def test_a_product_in_another_tree_that_this_one_uses(tmp_path: Path, other: list[dict[str, Any]]) -> None:
    edits = {"trees.+": {**OTHER_TREE, "gates": other}}
    reported, asked = _asked_alike(tmp_path, [gate("T", "or", "U", "C")], edits)
    assert reported
    assert asked == {other[-1]["id"]}
