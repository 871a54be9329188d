"""What a claim says and nothing below it does: circumstances, versions, verbs, vague words; each beside its true twin."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from casegen.texts.documents.claims import against_claim
from casegen.texts.documents.failures import reported_failures
from tests.false_support import folder, must_hold, must_not_hold
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_contexts_in_question import asked_of_run
from tests.false_support.test_decisive_states import asked_of
from tests.false_support.test_part_names import left_out
from tests.false_support.test_sensible import documents

TESTED = "evidence_items.EV.parameters.population"
FAILS = "The range guard fails in at most 1 of 1,000 approaches"
CLAIM = "claims.C1.text"
MEASURED: dict[str, tuple[dict[str, Any], bool]] = {
    "rain": ({CLAIM: f"{FAILS} in heavy rain"}, True),
    "rain-tested": ({CLAIM: f"{FAILS} in heavy rain", TESTED: "test vehicle 2, rain and sun"}, False),
    "rain-argued": ({CLAIM: f"{FAILS} in heavy rain", "claims.W1.text": "Rain leaves the approaches of the tests as they are"}, False),
    "sea": ({CLAIM: FAILS.replace("fails", "fails at sea")}, True),
    "ice": ({CLAIM: f"On icy quays {FAILS[0].lower()}{FAILS[1:]}"}, True),
    "everything": ({CLAIM: f"{FAILS} in operation"}, False),
    "release": ({CLAIM: f"Release 3 of the range guard: {FAILS}", TESTED: "release 2 of the range guard"}, True),
    "same-release": ({CLAIM: f"Release 3 of the range guard: {FAILS}", TESTED: "release 3 of the range guard"}, False),
    "other-failure": ({CLAIM: "The range guard stops needlessly in at most 1 of 1,000 approaches"}, True),
    "no-failure": ({CLAIM: "At most one person in 1,000 is noticed by the range guard"}, True),
    "same-failure": ({CLAIM: "The range guard does not stop in at most 1 of 1,000 approaches"}, False),
    # the record defines a failure by other words: whether that is all of "works" is asked
    "success": ({CLAIM: "The range guard works in at least 999 of 1,000 approaches"}, True),
}  # fmt: skip
MISSIONS = "in at most 1 of 1,000 missions"
OF_TREE: dict[str, tuple[str, bool]] = {
    "hand": (f"The lift door crushes a hand {MISSIONS}", True),
    "prevents": (f"The interlock prevents a start with an open door {MISSIONS}", True),
    "other-word": (f"The lift leaves with an open door {MISSIONS}", False),
    **{
        f"as-limited: {words}": (f"The lift leaves with an open door {words}", False)
        for words in (
            "no more often than its target",
            "less often than its target",
            "at most as often as its target allows",
            "as rarely as its target asks",
            "no more often than the tree allows",
            "more rarely than the limit of its tree",
            "no more often than its target of 1 in 1,000",
            "nicht öfter als ihr Ziel erlaubt",
            "seltener als ihr Ziel",
            "höchstens so oft, wie ihr Ziel erlaubt",
            "so selten, wie ihr Ziel es verlangt",
        )
    },
    **{
        f"not-as-limited: {words}": (f"The lift leaves with an open door {words}", True)
        for words in (
            "more often than its target",
            "at least as often as its target",
            "as often as its target allows",
            "no more often than the paint target",
            "öfter als ihr Ziel erlaubt",
        )
    },
}
CONCRETE: dict[str, tuple[str, str, str, bool]] = {
    "killed": ("Nobody is injured by the press", "Nobody is killed by the press", "Killed stands for harmed", True),
    "hall": ("The alarm is heard everywhere", "The alarm is heard in the hall", "Everywhere means where people work", True),
    "explained": ("The alarm is heard everywhere", "The alarm is heard in the hall", "Everywhere in the plant is the hall", False),
    "units": ("Gas is noticed before it burns", "The detectors report a tenth of the explosive limit",
              "A tenth of the limit is noticed long before gas burns", False),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_of_measured_evidence(tmp_path: Path, name: str) -> None:
    edits, asked = MEASURED[name]
    at = folder(tmp_path / "x", measured(), edits, {"record.csv": RECORD})
    assert bool(asked_of_run(at)) is asked


@pytest.mark.parametrize("name", OF_TREE)
def test_of_a_tree(tmp_path: Path, name: str) -> None:
    text, asked = OF_TREE[name]
    assert ("A1" in asked_of(folder(tmp_path / "x", calculation(), {CLAIM: text}))) is asked


@pytest.mark.parametrize("name", CONCRETE)
def test_of_what_is_made_precise(tmp_path: Path, name: str) -> None:
    conclusion, precise, side, asked = CONCRETE[name]
    assert bool(left_out(tmp_path, ("concretion", conclusion, [precise], side))) is asked


@pytest.mark.parametrize(("probability", "asked"), [(1e-30, True), (1e-8, False)])
def test_what_no_record_shows(tmp_path: Path, probability: float, asked: bool) -> None:
    at = folder(tmp_path / "x", calculation(), {"events.E1.model.probability": probability})
    assert ("E1" in asked_of(at)) is asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The lift starts with an open door every winter", True),
        ("The contact may freeze in a hard winter", False),
    ],
)
def test_a_doubt_that_says_what_the_claim_denies(tmp_path: Path, text: str, asked: bool) -> None:
    doubt = {"id": "R1", "target": "C1", "text": text, "owner": "T. Tester", "reason": "Heated since the inspection of May",
             "accepted_by": "B. Judge"}  # fmt: skip
    at = folder(tmp_path / "x", calculation(), {"residual_doubts": [doubt]})
    assert ("R1" in asked_of(at)) is asked


@pytest.mark.parametrize(
    ("report", "said"),
    [("We regret to tell you that the railing bent.", True), ("The acceptance was put off until the welds are seen.", True),
     ("I have not visited the site.", True), ("From the pictures the railing is probably adequate.", True),
     ("We visited the site and read the drawings.", False), ("No point was left open.", False)],
)  # fmt: skip
def test_what_an_author_leaves_open(report: str, said: bool) -> None:
    assert bool(reported_failures(f"# Railing\n\n{report}\n")) is said


@pytest.mark.parametrize(
    ("load", "short"), [("1 kN per metre", True), ("3.5 kN per metre for 40 minutes", False)]
)
def test_a_test_with_less_than_is_claimed(load: str, short: bool) -> None:
    report = f"The railing was loaded with {load} and held."
    assert bool(against_claim(report, "The railing carries 3 kN per metre")) is short


@pytest.mark.parametrize(("town", "asked"), [("Neustadt", True), ("Altstadt", False)])
def test_a_document_of_another_place(tmp_path: Path, town: str, asked: bool) -> None:
    text = (
        f"# Inspection\n\nThe railing of the bridge at {town} carried 1 kN per metre. All bolts were tight.\n"
    )
    digest = hashlib.sha256(text.encode()).hexdigest()
    edits = {CLAIM: "The railing of the bridge at Altstadt carries a crowd", "evidence.N9.sha256": digest}
    at = folder(tmp_path / "x", documents(), edits, {"records/inspection.md": text})
    assert ("A1" in asked_of(at)) is asked


@pytest.mark.parametrize(
    ("by", "counts"), [("B. Judge, trainee of A. Author", False), ("B. Judge, trainee of C. Chief", True)]
)
def test_who_accepts_for_the_owner(tmp_path: Path, by: str, counts: bool) -> None:
    at = folder(tmp_path / "x", calculation(), {"claims.W1.accepted_by": by})
    must_hold(at) if counts else must_not_hold(at, "self-acceptance")
