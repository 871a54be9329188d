"""A word that denies is read however it is written: with marks that are not seen, in look-alike letters, in two lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.false_support import folder
from tests.false_support.bases import calculation
from tests.false_support.test_documents_in_question import HEAD, questions
from tests.false_support.test_weakened_steps import asked_of

FAILED = ("fai\u00adled", "fai\u200dled", "fai\u2060led", "f\u0430iled", "\uff46ailed", "fai-\nled")
HONEST = (
    "All bolts pas\u00adsed the tor\u00adque test.",
    "All bolts of the state-\nof-the-art railing passed.",
    "No bolt fai-\nled.",
    "Alle Schrauben wurden mit dem Dreh\u00admoment\u00adschlüssel geprüft und haben bestanden.",
)


@pytest.mark.parametrize("word", FAILED)
def test_a_document_that_reports_a_failure(tmp_path: Path, word: str) -> None:
    assert [asked for asked, _ in questions(tmp_path, "r.md", f"{HEAD}60 % of the bolts {word}.\n")] == ["N9"]


@pytest.mark.parametrize("text", HONEST)
def test_a_document_that_reports_none(tmp_path: Path, text: str) -> None:
    assert questions(tmp_path, "r.md", f"{HEAD}{text}\n") == []


@pytest.mark.parametrize("said", ["n\u00adot", "no\u200ct", "n\u043et"])
def test_a_limitation_that_takes_the_claim_back(tmp_path: Path, said: str) -> None:
    text = f"The claim does {said} hold in use."
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == ["calc"]


def test_a_limitation_with_soft_hyphens_that_bounds(tmp_path: Path) -> None:
    text = "Good\u00ads lifts are not con\u00adsidered"
    assert asked_of(folder(tmp_path / "x", calculation(), {"case.limitations": [text]})) == []
