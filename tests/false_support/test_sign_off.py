"""A sign-off that accepts what does not hold: every kind of target, each beside a twin that may be signed."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.assessment.test_safety import compared
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_people_and_dates import with_tree

RITA = ("--by", "Rita Reviewer", "--role", "assessor", "--independence", "department")
FILES = {"record.csv": RECORD}
WORSE = "entry,demands,failures\nquay,4000,9\n"
BAD = {"events.E1.model.probability": 0.5}


def frozen(at: Path) -> Path:
    assert call("baseline", "create", at, "b1", "--author", "Ann Author", "--reason", "review")[0] == 0
    return at


def sign(at: Path, target: str, *more: str, decision: str = "accept") -> tuple[int, str]:
    code, out, err = call("review", "sign", at, "--decision", decision, "--target", target, *RITA, *more)
    return code, out + err


def modular(edits: dict[str, Any]) -> dict[str, Any]:
    return {"module": {"id": "DOOR", "title": "The door"}, **copy.deepcopy(calculation()), **edits}


@pytest.mark.slow
@pytest.mark.parametrize("target", ["calc", "C1", "FT", "TOP", "DOOR", "A1:C1", "document:argument"])
def test_a_target_whose_number_misses_its_limit(tmp_path: Path, target: str) -> None:
    at = frozen(folder(tmp_path / "bad", modular({}), BAD))
    code, text = sign(at, target)
    assert code == 2
    assert "does not hold at the baseline b1" in text
    code, text = sign(at, target, "--override", "bench trial without passengers")
    assert (code, "accept of" in text) == (0, True)
    assert "bench trial without passengers" in call("review", "status", at)[1]
    assert sign(frozen(folder(tmp_path / "good", modular({}))), target)[0] == 0


@pytest.mark.slow
def test_a_tree_that_nothing_is_required_of_is_judged_by_its_target(tmp_path: Path) -> None:
    other = {
        "id": "FT2", "title": "Other", "top": "T2", "target": {"probability": 1e-3, "source": "board"},
        "gates": [{"id": "T2", "type": "or", "inputs": ["E2"], "text": "Other"}],
    }  # fmt: skip
    at = frozen(folder(tmp_path / "good", calculation(), {"trees.+": other}))
    assert sign(at, "FT2")[0] == 0
    other["target"] = {"probability": 1e-4, "source": "board"}
    code, text = sign(frozen(folder(tmp_path / "bad", calculation(), {"trees.+": other})), "FT2")
    assert code == 2
    assert "the top event of FT2 is at most 0.0002, its target is 0.0001" in text


@pytest.mark.slow
@pytest.mark.parametrize("target", ["EV", "N1", "A1:N1", "meas"])
def test_a_target_on_stale_evidence(tmp_path: Path, target: str) -> None:
    at = folder(tmp_path / "stale", measured(), None, FILES)
    (at / "record.csv").write_text(WORSE)
    code, text = sign(frozen(at), target)
    assert (code, "stale" in text) == (2, True)
    assert sign(frozen(folder(tmp_path / "twin", measured(), None, FILES)), target)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("target", ["B1", "TOP", "FT"])
def test_a_part_of_a_tree_on_stale_evidence(tmp_path: Path, target: str) -> None:
    at = folder(tmp_path / "stale", with_tree(), None, FILES)
    (at / "record.csv").write_text(WORSE)
    frozen(at)
    code, text = sign(at, target)
    assert (code, "stale" in text) == (2, True)
    assert sign(at, "B2")[0] == 0, "what does not rest on it may be signed"
    assert sign(frozen(folder(tmp_path / "twin", with_tree(), None, FILES)), target)[0] == 0


def test_a_measure_that_must_be_taken_is_not_signed_as_left_out(tmp_path: Path) -> None:
    code, text = sign(frozen(folder(tmp_path / "bad", compared(200))), "RR")
    assert (code, "must be taken" in text) == (2, True)
    assert sign(frozen(folder(tmp_path / "twin", compared(300))), "RR")[0] == 0


def test_an_assumption_that_nobody_accepted(tmp_path: Path) -> None:
    context = {
        "id": "X",
        "kind": "assumption",
        "text": "Doors are adjusted every month",
        "owner": "M. Keeper",
    }
    edits: dict[str, Any] = {"contexts.+": context, "claims.C1.context": ["X"]}
    assert sign(frozen(folder(tmp_path / "bad", calculation(), edits)), "X")[0] == 2
    context["accepted_by"] = "B. Judge"
    assert sign(frozen(folder(tmp_path / "twin", calculation(), edits)), "X")[0] == 0


def conditional(at: Path) -> Path:
    code, text = sign(at, "FT", "--condition", "The warrant is argued", decision="accept with conditions")
    assert code == 0, text
    return at


def discharge(at: Path, part: str) -> tuple[int, str]:
    who = ("--by", "Otto Other", "--role", "assessor", "--independence", "department")
    code, out, err = call("review", "discharge", at, "S1", "--condition", "1", "--evidence", part, *who)
    return code, out + err


@pytest.mark.slow
def test_a_condition_is_not_met_by_a_part_that_does_not_hold(tmp_path: Path) -> None:
    open_claim = {
        "id": "W1",
        "text": "The tree contains the causes of the HAZOP table",
        "owner": "A. Author",
        "undeveloped": True,
    }
    at = conditional(frozen(folder(tmp_path / "bad", calculation(), {"claims.W1": open_claim})))
    code, text = discharge(at, "W1")
    assert (code, "W1 is undeveloped" in text) == (2, True), text
    assert discharge(conditional(frozen(folder(tmp_path / "twin", calculation()))), "W1")[0] == 0


@pytest.mark.slow
def test_a_condition_is_open_again_when_the_part_that_met_it_changes(tmp_path: Path) -> None:
    at = conditional(frozen(folder(tmp_path / "case", calculation())))
    assert discharge(at, "W1")[0] == 0
    before = call("review", "status", at)[1]
    assert "condition 1 (was met, says “Otto Other”; open again" not in before, before
    assert "condition 1 (met" in before, before
    folder(at, calculation(), {"claims.W1.assumed": "Nobody looked at the table since March"})
    after = call("review", "status", at)[1]
    assert "condition 1 (was met, says “Otto Other”; open again: claim W1: assumed was" in after, after


@pytest.mark.slow
def test_a_finding_is_not_closed_by_a_part_that_does_not_hold(tmp_path: Path) -> None:
    def raised(at: Path) -> tuple[int, str]:
        who = ("--role", "assessor", "--independence", "department")
        text = ("--text", "Where do the causes come from?")
        assert (
            call(
                "review", "add", at, "--target", "FT", "--severity", "major", *text, "--by", "R. Reader", *who
            )[0]
            == 0
        )
        assert call("review", "respond", at, "F1", "--text", "W1 argues it now", "--by", "A. Author")[0] == 0
        code, out, err = call(
            "review", "close", at, "F1", "--as", "closed", "--evidence", "W1", "--by", "R. Reader", *who
        )
        return code, out + err

    open_claim = {
        "id": "W1",
        "text": "The tree contains the causes of the HAZOP table",
        "owner": "A. Author",
        "undeveloped": True,
    }
    code, text = raised(frozen(folder(tmp_path / "bad", calculation(), {"claims.W1": open_claim})))
    assert (code, "W1 is undeveloped" in text) == (2, True), text
    assert raised(frozen(folder(tmp_path / "twin", calculation())))[0] == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "is empty"), ("TODO\n", "is a placeholder"), ("Verdict: failed\n", "says 'Verdict: failed'"),
     ("Minutes\n\nWITHDRAWN\n", "says 'WITHDRAWN'")],
)  # fmt: skip
def test_a_condition_or_a_major_is_not_met_by_a_document_that_shows_nothing(
    tmp_path: Path, content: str, words: str
) -> None:
    at = frozen(folder(tmp_path / "case", calculation(), {"case.authors": ["Ann Author"]}))
    assert sign(at, "C1", "--condition", "Wheels are checked", decision="conditions")[0] == 0
    assert call("review", "add", at, "--target", "E1", "--severity", "major", "--text", "Wheels are missing", "--by", "Fred Finder",
                "--independence", "department")[0] == 0  # fmt: skip
    (at / "note.md").write_text(content)
    close = ("review", "close", at, "F1", "--text", "Wheels were checked", "--evidence", "note.md", *RITA)
    discharge = ("review", "discharge", at, "S1", "--condition", "1", "--evidence", "note.md", *RITA)
    for act in (close, discharge):
        code, _, err = call(*act)
        assert (code, words in err) == (2, True), err
    (at / "note.md").write_text("Wheels were checked on 3 May, each of them. Result: passed\n")
    assert [call(*act)[0] for act in (close, discharge)] == [0, 0]


LATE = {
    "repeated": "All tests passed on 1 October. On 2 November the test was repeated and failed.\n",
    "by lines": "Test 1 passed.\nTest 1 failed.\n",
    "by dates": "2026-11-01 failed\n2026-10-01 passed\n",
    "of some": "40 of 40 passed.\nLater: 3 of 40 failed.\n",
    "not met": "40 of 40 tests passed.\nThe requirement is not met.\n",
    "German": "Alle 40 Versuche bestanden. Im Mai wurde der Versuch wiederholt und nicht bestanden.\n",
}
GOOD_AT_LAST = {
    "repaired": "The test failed on 2 May. The seal was replaced, and the test passed.\n",
    "none": "None of 40 tests failed.\n",
    "by dates": "2026-11-01 passed\n2026-10-01 failed\n",
    "provided for": "40 of 40 tests passed. If a sensor failed, the lift stopped.\n",
    "matter": "40 of 40 tests passed. The list of failed parts is in annex B.\n",
    "injected": "Faults were injected: the camera failed in each run. All runs passed.\n",
}


@pytest.mark.slow
@pytest.mark.parametrize(("texts", "code"), [(LATE, 2), (GOOD_AT_LAST, 0)])
def test_the_last_outcome_of_a_document_counts(tmp_path: Path, texts: dict[str, str], code: int) -> None:
    at = frozen(folder(tmp_path / "case", calculation(), {"case.authors": ["Ann Author"]}))
    for name, text in texts.items():
        (at / "note.md").write_text(text)
        assert call("review", "add", at, "--target", "E1", "--severity", "major", "--text", f"Wheels are missing: {name}",
                    "--by", "Fred Finder", "--independence", "department")[0] == 0  # fmt: skip
        number = len(list((at / "review").iterdir()))
        done = call(
            "review",
            "close",
            at,
            f"F{number}",
            "--text",
            "Wheels were checked",
            "--evidence",
            "note.md",
            *RITA,
        )
        assert done[0] == code, (name, done)


@pytest.mark.slow
def test_what_is_in_question_does_not_settle_it(tmp_path: Path) -> None:
    """Neither the part, nor what rests on it, nor the file that it read when it was asked about."""
    at = frozen(folder(tmp_path / "case", measured(), {"case.authors": ["Ann Author"]}, FILES))
    assert call("review", "add", at, "--target", "EV", "--severity", "major", "--text", "Tested cold only", "--by", "Fred Finder",
                "--independence", "department")[0] == 0  # fmt: skip

    def close(evidence: str) -> tuple[int, str]:
        code, out, err = call(
            "review", "close", at, "F1", "--text", "Tested warm as well", "--evidence", evidence, *RITA
        )
        return code, out + err

    for name, words in {
        "EV": "is EV",
        "N1": "rests on EV",
        "C1": "rests on EV",
        "record.csv": "rested on",
    }.items():
        code, text = close(name)
        assert (code, words in text, "in question" in text) == (2, True, True), text
    assert close("W1")[0] == 0


@pytest.mark.slow
def test_a_record_that_was_continued_may_settle_what_was_asked_about_it(tmp_path: Path) -> None:
    at = frozen(folder(tmp_path / "case", measured(), {"case.authors": ["Ann Author"]}, FILES))
    assert call("review", "add", at, "--target", "EV", "--severity", "major", "--text", "Tested cold only", "--by", "Fred Finder",
                "--independence", "department")[0] == 0  # fmt: skip
    (at / "record.csv").write_text(RECORD + "warm,9000,0\n")
    call("evidence", "run", at)
    assert call("baseline", "create", at, "b2", "--author", "Ann Author", "--reason", "warm")[0] == 0
    done = call(
        "review", "close", at, "F1", "--text", "Tested warm as well", "--evidence", "record.csv", *RITA
    )
    assert done[0] == 0, done
