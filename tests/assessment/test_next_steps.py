"""The next step fits the reason: what is overdue is reviewed, a document is accepted, a fault tree is set right."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.assessment.next_steps import KIND, OWN_STEPS, WRAPPED, kind_of
from casegen.assessment.points import STEP, next_steps, preventing
from casegen.io import load
from casegen.io.sentences import sentence
from casegen.model.results import Reason, Status
from casegen.model.sentence import Sentence
from casegen.render.language import counted, shipped_language, use_language
from tests.false_support import edited, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_sign_off import FILES, with_tree

PAST = datetime.date(2020, 1, 1)
ANSWER = "The drawing of 3 May shows the door of 2019"
DEFEATER = {
    "id": "D",
    "text": "The contact was replaced",
    "kind": "rebutting",
    "target": "W1",
    "owner": "C. Critic",
}
ARTEFACT = {
    "id": "N1",
    "text": "Report of the inspection of the door",
    "artefact": "https://example.org/report",
}
INSPECTED = {
    "arguments.A1": {"id": "A1", "text": "Inspected", "supports": "C2", "block": "evidence-incorporation",
                     "from": ["N1"], "side_claims": ["W1"]},
    "evidence": [ARTEFACT],
}  # fmt: skip

CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "overdue-claim": ({"claims.C2.review_by": PAST}, "C2", "overdue"),
    "overdue-objection": (
        {"defeaters": [{**DEFEATER, "state": "refuted", "response": ANSWER, "refuted_by": "J. Judge",
                        "review_by": PAST}]}, "D", "overdue"),
    "conceded": ({"defeaters": [{**DEFEATER, "state": "accepted"}]}, "D", "conceded"),
    "open": ({"defeaters": [{**DEFEATER, "state": "open"}]}, "D", "defeater"),
    "judged-by-nobody": ({"defeaters": [{**DEFEATER, "state": "refuted", "response": ANSWER}]}, "D", "unjudged"),
    "nobody-accepted-the-document": (
        {"evidence": [ARTEFACT], "claims.C2.assumed": "", "claims.C2.accepted_by": "",
         "arguments.+": {"id": "A2", "text": "Inspected", "supports": "C2", "block": "evidence-incorporation",
                         "from": ["N1"], "side_claims": ["W1"]}}, "N1", "artefact"),
    "a-tree-that-cannot-happen": (
        {"trees.FT.gates.TOP": {"id": "TOP", "type": "xor", "inputs": ["E1", "E1"]}}, "FT", "tree"),
    "a-number-without-source": ({"events.E1.source": ""}, "E1", "unsourced"),
    "nobody-knows": (
        {"contexts": [{"id": "X1", "text": "Nobody rides on the roof", "kind": "assumption", "state": "unknown"}],
         "claims.C1.context": ["X1"]}, "X1", "unknown"),
    "it-is-false": (
        {"contexts": [{"id": "X1", "text": "Nobody rides on the roof", "kind": "assumption", "state": "false"}],
         "claims.C1.context": ["X1"]}, "X1", "is_false"),
    "more-likely-wrong": ({"claims.C2.doubt": 0.7}, "C2", "own_doubt"),
    "not-accepted": ({"claims.C2.accepted_by": ""}, "C2", "assumed"),
    "accepted-at-the-root": (
        {"case.roots": ["C2"]}, "C2", "taken"),
    "rebuttal-conceded": (
        {"defeaters": [{**DEFEATER, "target": "C1", "state": "accepted"}],
         "residual_doubts": [{"id": "R", "text": "A contact may be older", "target": "D", "owner": "A. Author",
                              "reason": "The stock of old contacts is used up", "accepted_by": "J. Judge"}]},
        "C1", "rebutted"),
    "too-much": ({"claims.C1.requirement.bound": 1e-6}, "C1", "stated"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_step_fits_the_reason(tmp_path: Path, name: str) -> None:
    edits, target, kind = CASES[name]
    assessed = assess(load(folder(tmp_path / "case", edited(calculation(), edits))))
    kinds = {point.target: point.kind for point in preventing(assessed)}
    assert kinds.get(target) == kind, kinds
    said = " ".join(next_steps(assessed))
    assert "{" not in said
    if kind in OWN_STEPS:
        assert target in said


def test_no_point_goes_without_a_word(tmp_path: Path) -> None:
    """Three steps, and a fourth or the names of what is left."""
    edits: dict[str, Any] = {
        "claims.C1.requirement.bound": 1e-6, "defeaters": [{**DEFEATER, "target": "C2"}],
        "claims.C2.accepted_by": "", "claims.C2.review_by": "2020-01-01",
    }  # fmt: skip
    assessed = assess(load(folder(tmp_path / "four", edited(calculation(), edits))))
    assert len({point.kind for point in preventing(assessed)}) == 4
    assert next_steps(assessed)[3].startswith("C2: have the assumption accepted")
    edits["claims.C2.doubt"] = 0.7
    assessed = assess(load(folder(tmp_path / "five", edited(calculation(), edits))))
    assert len(next_steps(assessed)) == 4
    assert next_steps(assessed)[3] == "then what is left: C2"


def test_what_was_right_before_stays(tmp_path: Path) -> None:
    at = folder(tmp_path / "stale", measured(), files={"record.csv": RECORD})
    (at / "record.csv").write_text(RECORD + "pier,10,0\n", "utf-8")
    assert {point.kind for point in preventing(assess(load(at)))} == {"evidence"}
    at = folder(tmp_path / "missed", edited(measured(), {"claims.C1.requirement.bound": 1e-5}),
                files={"record.csv": RECORD})  # fmt: skip
    assert {point.kind for point in preventing(assess(load(at)))} == {"requirement"}
    assert not preventing(assess(load(folder(tmp_path / "good", measured(), files={"record.csv": RECORD}))))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_has_its_step_in_every_language(language: str) -> None:
    assert set(KIND.values()) == OWN_STEPS.keys() <= STEP.keys()
    with use_language(shipped_language(language)):
        for kind in STEP:
            for n in (1, 2):
                assert "{" not in counted(f"actions.{kind.replace(' ', '_')}", n)


SUPPORTS = {
    "artefact",
    "fresh",
    "set_aside",
    "out_of_proportion",
    "risk_accepted",
    "doubt_accepted",
    "conceded_with",
}
"""reasons of what is supported, or of a doubt that a supported part carries: nothing is to be done"""
BY_PART = {
    "of_item": "barred", "stale": "evidence", "missing": "evidence", "failed": "failed", "doubt_open": "doubt",
    "defeater_open": "defeater", "defeater_refuted": "defeater", "refuted_by": "defeater", "unjudged": "unjudged",
    "no_argument": "undeveloped", "assumed": "assumed", "taken_as_valid": "assumed", "suspicious": "doubted",
    "missed_at_most": "requirement", "missed_less": "requirement", "missed_at_least": "requirement",
    "missed_greater": "requirement", "not_evaluated": "not evaluated",
}  # fmt: skip
"""reasons whose status and part say what to do; only a requirement without a number has the general step"""
MET = {"met_at_most", "met_less", "met_at_least", "met_greater"}
PIECES = {
    "of_baseline", "state_fresh", "state_stale", "state_missing", "state_failed", "barred", "objection_open",
    "no_argument_yet", "no_longer", "also", "comma", "part", "sign", "calculates", "calculates_nothing", "says",
    "is_placeholder", "is_nobody", "is_pointer", "is_no_person", "is_refusal", "is_reservation", "is_for_another",
    "is_of_two_scripts", "owns_it", "for_owner", "for_author", "by_nobody", "by_no_name", "by_critic", "by_owner",
    "own_words", "unsupported_part", "unaccepted_part", "open_part", "resting_part", "missing_part", "doubted_words", "upper_bound",
    "lower_bound", "value", "with_unit", "confidence", "confidence_beyond", "exact_inputs", "assuming", "and_that", "undecided",
    "taken_independent", "multiplied", "multiplied_also", "events_more", "events_and", "events_measured",
    "events_of_more_gates", "argued", "argued_not", "rests_not_on", "unargued", "unargued_accepted", "both_bounds",
    "claim_alone", "no_joint_bound", "joint_unused", "removes_no_harm", "adds_harm", "no_loss", "rated",
    "is_dated_ahead", "is_dated_before",
}  # fmt: skip
"""what stands within other reasons and texts"""


def test_every_reason_has_a_step_that_fits() -> None:
    """A new reason belongs to one of these: the general step is a choice, and no accident."""
    groups = (set(KIND), set(WRAPPED), SUPPORTS, set(BY_PART), MET, PIECES)
    placed = [key for group in groups for key in group]
    assert len(placed) == len(set(placed))
    assert set(placed) == {key[7:] for key in shipped_language("en").words if key.startswith("reason.")}
    assert set(BY_PART.values()) <= STEP.keys()


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (sentence("stale_tree", tree="FT"), "stale"),
        (sentence("no_result", item="EV"), "dangling"),
        (sentence("of_subject", subject="top", problem=sentence("of_limit", tree="FT", problem="p")), "tree"),
        (sentence("of_subject", subject="top", problem="no measure of that name"), ""),
    ],
)
def test_reasons_that_no_complete_case_has(message: Sentence, kind: str) -> None:
    assert kind_of(Reason("X", message, Status.NOT_EVALUATED)) == kind


def test_every_key_is_that_of_a_reason() -> None:
    message = sentence("accepted_by_nobody", what=sentence("unknown", part="assumption X1"))
    assert kind_of(Reason("X1", message, Status.ASSUMED)) == "unknown"
    assert kind_of(Reason("X1", message, Status.SUPPORTED)) == ""


def test_nothing_is_measured_more_of_a_tree_of_stated_numbers(tmp_path: Path) -> None:
    """Its bound is one of stated distributions: there is no record that more data could be added to."""
    base = calculation()
    base["parameters"] = [
        {"id": "P", "text": "failure rate", "source": "data sheet D-3, table 1",
         "value": {"distribution": "lognormal", "median": 5e-4, "error_factor": 10.0, "level": 0.95}}
    ]  # fmt: skip
    base["events"][0]["model"] = {"type": "constant", "probability": {"parameter": "P"}}
    base["trees"][0]["target"] |= {"probability": 2e-3, "confidence": 0.95}
    base["claims"][0]["requirement"]["confidence"] = 0.95
    (point,) = (p for p in preventing(assess(load(folder(tmp_path / "c", base)))) if p.target == "C1")
    assert (point.kind, point.narrow) == ("stated", False)


@pytest.mark.slow
def test_a_missing_result_is_one_step_that_computes_it(tmp_path: Path) -> None:
    """A tree without a number, and a risk that cannot be rated for it, have one cause: the item that was not run."""
    at = folder(tmp_path / "case", with_tree(), None, FILES)
    ran = assess(load(at))
    assert not [step for step in next_steps(ran) if "evidence run" in step]
    for result in (at / "results").iterdir():
        result.unlink()
    (step,) = next_steps(assess(load(at)))
    assert step.startswith("compute what is missing or stale with `casegen evidence run CASE`: EV")
