"""What no program checks is listed where the case holds, so that its limits are stated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured
from tests.false_support.test_acceptance import DEFEATER, FILES, base


def steps(at: Path) -> dict[str, str]:
    rows = json.loads(call("assess", at, "--json")[1])["to_be_read"]
    return {row["id"]: row["question"] for row in rows}


def test_every_step_and_acceptance_of_a_case_that_holds(tmp_path: Path) -> None:
    result = steps(folder(tmp_path / "c", calculation()))
    assert result.keys() == {"A1", "FT", "C2", "W1", "calc"}
    assert result["A1"] == "is this the formula, with every cause in it, and numbers as their sources say?"
    assert result["W1"] == "may this assumption be taken, as B. Judge says?"


def test_a_sentence_without_a_number(tmp_path: Path) -> None:
    edits = {"claims.C1.text": "The lift keeps the target of its standard"}
    assert "does the number" in steps(folder(tmp_path / "c", calculation(), edits))["C1"]


def test_documents_and_answers(tmp_path: Path) -> None:
    answer = {
        **DEFEATER,
        "state": "refuted",
        "response": "The five doors are of another make",
        "refuted_by": "B. Judge",
    }
    result = steps(folder(tmp_path / "c", base(), {"defeaters.+": answer}, FILES))
    assert result["N1"] == "may this document be taken, as B. Judge says?"
    assert result["D1"] == "does this answer the objection, as B. Judge says?"


@pytest.mark.slow
def test_a_step_of_what_does_not_hold_is_left_out(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "c",
        measured(),
        {
            "claims.C1.requirement.bound": 1e-5,
            "claims.C1.text": "The range guard fails in at most 1 of 100,000 approaches",
        },
        {"record.csv": RECORD},
    )
    assert "A1" not in steps(at)


def test_the_terminal_counts_them_and_shows_them_on_request(tmp_path: Path) -> None:
    at = folder(tmp_path / "c", calculation())
    assert "5 parts to be read by a person" in " ".join(call("assess", at)[1].split())
    shown = " ".join(call("assess", at, "--all")[1].split())
    assert (
        'A1: is this the formula, with every cause in it, and numbers as their sources say? "The lift starts with an open door'
        in shown
    )


def test_numbers_that_are_stated_are_not_measured_better(tmp_path: Path) -> None:
    at = folder(
        tmp_path / "c",
        calculation(),
        {
            "claims.C1.requirement.bound": 1e-4,
            "claims.C1.text": "The lift starts in at most 1 of 10,000 missions",
        },
    )
    said = " ".join(call("assess", at)[1].split())
    assert "C1: change the design, or measure what now is stated" in said
    assert "casegen plan" not in said
