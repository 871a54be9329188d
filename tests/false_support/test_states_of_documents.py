"""Documents that take themselves back above a verdict, dates to come, half checks, promises; each with a true twin."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.false_support import call, folder, must_hold, must_not_hold
from tests.false_support.test_acceptance import DEFEATER, FILES, base
from tests.false_support.test_documents_in_question import questions

HEAD = "# Torque test of the railing\n\n"
REFUTED = {**DEFEATER, "state": "refuted", "refuted_by": "B. Judge"}


@pytest.mark.parametrize(
    "line",
    ["Status: in Arbeit", "Superseded by: IR-10", "This report is obsolete.", "NOT FOR USE AS EVIDENCE"],
)
def test_a_verdict_settles_no_state_of_the_document(tmp_path: Path, line: str) -> None:
    passed = "All twelve bolts passed.\n\nVerdict: passed\n"
    ((asked, texts),) = questions(tmp_path, "r.md", f"{HEAD}{line}\n\n{passed}")
    assert asked == "N9"
    assert line in texts
    assert questions(tmp_path / "twin", "r.md", f"{HEAD}Status: released\n\n{passed}") == []


def test_a_part_that_did_not_pass(tmp_path: Path) -> None:
    ((asked, texts),) = questions(
        tmp_path, "r.md", f"{HEAD}Bolt 1: passed\nPosts: not passed\nRail: passed\n"
    )
    assert asked == "N9"
    assert "Posts: not passed" in texts
    assert (
        questions(tmp_path / "twin", "r.md", f"{HEAD}Posts: not passed\nPosts: passed\nRail: passed\n") == []
    )


@pytest.mark.parametrize("line", ["Date: 3 January 2094", "Datum: 03.01.2094"])
def test_a_document_of_a_day_to_come(tmp_path: Path, line: str) -> None:
    must_not_hold(_with(tmp_path / "a", f"{line}\n"), "evidence-date")
    must_hold(_with(tmp_path / "b", "Date: 3 March 2026\nNext review: 3 January 2094\n"))


def _with(at: Path, line: str) -> Path:
    text = f"Review of the door contact\n{line}\nNo deviation.\n"
    edits = {"evidence.N1.sha256": hashlib.sha256(text.encode()).hexdigest()}
    return folder(at, base(), edits, {"records/review.md": text})


@pytest.mark.parametrize(
    "name",
    [
        "B. Judge, 3 January 2094",
        "B. Judge, 03.01.2094",
        "B. Judge, Jan 2094",
        "deemed accepted",
        "gilt als angenommen",
    ],
)
def test_an_acceptance_that_is_to_come_or_was_never_given(tmp_path: Path, name: str) -> None:
    must_not_hold(folder(tmp_path / "a", base(), {"claims.W1.accepted_by": name}, FILES), "acceptance-name")
    must_hold(folder(tmp_path / "b", base(), {"claims.W1.accepted_by": "B. Judge, 3 January 2026"}, FILES))


def test_an_acceptance_before_the_document(tmp_path: Path) -> None:
    edits = {"evidence.N1.accepted_by": "B. Judge, 3 January 2020"}
    must_not_hold(folder(tmp_path / "a", base(), edits, FILES), "a day before that of the document")
    for k, by in enumerate(
        ["B. Judge, 5 March 2026", "B. Judge, March 2026", "Safety board, certificate of 3 January 2020"]
    ):
        must_hold(folder(tmp_path / f"b{k}", base(), {"evidence.N1.accepted_by": by}, FILES))


@pytest.mark.parametrize(
    ("reason", "is_asked"),
    [*((text, True) for text in (
        "Checked once, failed", "Only partly checked", "Checked for the left half only", "Teilweise geprüft", "Vermutung des Herstellers")),
     *((text, False) for text in (
        "Checked for both halves", "Checked against drawing 4", "Checked partly by hand, the rest by machine", "Annahme des Herstellers, Datenblatt 4"))],
)  # fmt: skip
def test_reasons_whose_check_failed_or_saw_a_part(tmp_path: Path, reason: str, is_asked: bool) -> None:
    at = folder(tmp_path / "a", base(), {"claims.W1.assumed": reason}, FILES)
    must_hold(at)
    assert bool(_asked(at)) is is_asked


@pytest.mark.parametrize(
    ("response", "is_asked"),
    [("The contact was bent, but only slightly", True), ("Die Türen werden ersetzt", True), ("Der Kontakt soll im Mai geprüft werden", True),
     ("Der Kontakt wird durch einen zweiten überwacht", False), ("The contact was bent in two doors and replaced in June", False)],
)  # fmt: skip
def test_answers_that_are_to_come(tmp_path: Path, response: str, is_asked: bool) -> None:
    at = folder(tmp_path / "a", base(), {"defeaters.+": {**REFUTED, "response": response}}, FILES)
    must_hold(at)
    assert bool(_asked(at)) is is_asked


def test_an_answer_that_says_it_again(tmp_path: Path) -> None:
    edits = {"defeaters.+": {**REFUTED, "response": "The contact was bent in two of five doors, as said"}}
    must_not_hold(folder(tmp_path / "a", base(), edits, FILES))


def _asked(at: Path) -> Any:
    return json.loads(call("assess", at, "--json")[1])["questions"]
